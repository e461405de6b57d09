"""The JSON Schemas in docs/schemas are those of the models."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


def generated() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("make_schemas", DOCS / "make_schemas.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.schemas())


@pytest.mark.parametrize("name", ["mission", "tables", "counters", "figures", "board", "terrain"])
def test_schema_is_fresh(name: str) -> None:
    """A changed model without `python docs/make_schemas.py` fails here."""
    assert (DOCS / "schemas" / f"{name}.json").read_text(encoding="utf-8") == generated()[name]
