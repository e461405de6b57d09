"""The JSON Schemas in docs/schemas are those of the models."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@cache
def generated() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("make_schemas", DOCS / "scripts" / "make_schemas.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.schemas())


@pytest.mark.parametrize("name", sorted(path.stem for path in (DOCS / "schemas").glob("*.json")))
def test_schema_is_fresh(name: str) -> None:
    """A changed model without `python docs/scripts/make_schemas.py` fails here."""
    assert (DOCS / "schemas" / f"{name}.json").read_text(encoding="utf-8") == generated()[name]


def test_every_schema_is_there() -> None:
    assert {path.stem for path in (DOCS / "schemas").glob("*.json")} == set(generated())


def test_the_index_of_the_rules_is_fresh() -> None:
    """A rule that moved without `python docs/scripts/make_rule_index.py` fails here."""
    spec = importlib.util.spec_from_file_location("make_rule_index", DOCS / "scripts" / "make_rule_index.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (DOCS / "rules.md").read_text(encoding="utf-8") == module.index()
