"""What saves hold is frozen: no fact, field, word or default of tests/saves/facts.txt may go or change its meaning."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import make_dataclass
from pathlib import Path
from types import ModuleType
from typing import Literal

import pytest

from sasl.asl.game.events import EVENTS

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_fact_list", DOCS / "scripts" / "make_fact_list.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_that_saves_hold_is_renamed_or_removed(maker: ModuleType) -> None:
    """Rename it back, or write a migration in sasl/saves/migrations.py and change the list by hand."""
    assert maker.faults(maker.FILE.read_text(encoding="utf-8").splitlines(), maker.fact_lines()) == []


def test_the_list_knows_every_fact(maker: ModuleType) -> None:
    """New facts and fields: run `python docs/scripts/make_fact_list.py` and commit the list."""
    assert maker.FILE.read_text(encoding="utf-8").splitlines() == maker.fact_lines()


def test_every_fact_that_a_game_knows_is_listed(maker: ModuleType) -> None:
    listed = {line.split(": ")[0].split(".")[0] for line in maker.fact_lines()}
    assert set(EVENTS) < listed


KEPT = ["Fact.how: 'a' | 'b' = 'a'", "Fact.id: str", "Fact.mf: int", "Fact.names: str[] = ()"]
Edit = Callable[[list[str]], list[str]]


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda lines: lines[:1] + lines[2:], "Fact.id is gone or renamed"),
        (lambda lines: [line.replace("Fact.", "Facts.") for line in lines], "Fact.how is gone or renamed"),
        (lambda lines: [line.replace("'a' | 'b'", "'a'") for line in lines], "no longer takes 'b'"),
        (lambda lines: [line.replace("= 'a'", "= 'b'") for line in lines], "had the default 'a'"),
        (lambda lines: [*lines, "Fact.new: str"], "needs a default"),
        (lambda lines: [line.replace("str[]", "str") for line in lines], "no longer takes str[]"),
    ],
)
def test_a_change_that_old_saves_cannot_follow_is_named(maker: ModuleType, edit: Edit, told: str) -> None:
    assert told in maker.faults(KEPT, edit(KEPT))[0]


@pytest.mark.parametrize(
    "edit",
    [
        lambda lines: [*lines, "Fact.new: str = ''", "Other.id: str"],
        lambda lines: [line.replace("'b'", "'b' | 'c'") for line in lines],
        lambda lines: [line.replace("'a' | 'b'", "str") for line in lines],
        lambda lines: [line.replace("int", "float") for line in lines],
    ],
)
def test_what_only_adds_is_no_fault(maker: ModuleType, edit: Edit) -> None:
    assert maker.faults(KEPT, edit(KEPT)) == []


def test_a_fact_in_lines(maker: ModuleType) -> None:
    inner = make_dataclass("Inner", [("hexes", tuple[str, ...], ())])
    fact = make_dataclass("Fact", [("inner", inner), ("how", Literal["a", "b"], "a")])
    assert maker.fact_lines({"Fact": fact}) == [
        "Fact.how: 'a' | 'b' = 'a'",
        "Fact.inner: Inner",
        "Inner.hexes: str[] = ()",
    ]
