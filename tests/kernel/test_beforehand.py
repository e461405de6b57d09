"""A roll before its dice, for who throws them himself: its modifiers, and what it needs or can bring."""

from __future__ import annotations

import pytest

from sasl.kernel.rolling.beforehand import modifiers_text, needs_text, rows_text
from sasl.kernel.rolling.dice import DR, ONE_DIE
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.rolling.tables import Row, Table

WOODS, LEADER = Modifier("woods", 1, "B13"), Modifier("9-1", -1, "A10.7")


def test_every_modifier_is_named_with_its_rule_and_summed() -> None:
    assert modifiers_text(DR, [WOODS, LEADER]) == "+1 woods (B13), -1 9-1 (A10.7); total DRM +0"
    assert modifiers_text(ONE_DIE, [WOODS]) == "+1 woods (B13) drm"
    assert modifiers_text(ONE_DIE, [Modifier("level", 0)]) == "no drm"


@pytest.mark.parametrize(
    ("mods", "target", "wanted"),
    [
        ([WOODS], 7, "needs an Original 6 or less (Final 7, morale)"),
        ([LEADER], 1, "needs an Original 2 (Final 1, morale)"),
        ([WOODS], 2, "no DR is low enough (Final 2, morale)"),
        ([LEADER], 12, "any DR will do (Final 12, morale)"),
    ],
)
def test_a_check_says_what_must_lie_on_the_table(mods: list[Modifier], target: int, wanted: str) -> None:
    assert needs_text(DR, mods, target, "morale") == wanted


def test_an_original_that_always_fails_is_named_where_it_matters() -> None:
    assert needs_text(ONE_DIE, [], 6, fails_on=6) == "any dr will do (Final 6); an Original 6 fails"
    assert needs_text(ONE_DIE, [], 3, fails_on=6) == "needs an Original 3 or less (Final 3)"


def test_a_table_says_what_its_totals_bring_unless_that_is_too_long_a_line() -> None:
    rows = (Row(-999, 5, "Fire", ""), Row(6, 8, "Move", ""), Row(9, 10, "Move", ""), Row(11, 999, "no action", ""))
    table = Table("a", "Action", DR, rows)
    assert rows_text(table) == "Final <=5 Fire; 6-10 Move; >=11 no action"
    assert not rows_text(Table("b", "Long", DR, tuple(Row(n, n, f"the event number {n}", "") for n in range(2, 13))))
