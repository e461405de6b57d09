"""Tables: spans, gaps, overlaps, end rows, columns, modifiers, and exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sasl.kernel.rolling.dice import D66, DR, ONE_DIE, RollKind, roll_kind
from sasl.kernel.rolling.tables import HIGH, LOW, Row, Table, TableError, TableModifier, check_rows, parse_span


def table(kind: RollKind | None, rows: dict[str | int, Any], **more: Any) -> Table:
    made = [Row(*parse_span(key), result, "seed") for key, result in rows.items()]
    return Table("t.test", "Test", kind, check_rows(made, kind), **more)


@pytest.mark.parametrize(
    ("key", "span"),
    [
        (7, (7, 7)), ("7", (7, 7)), ("5..6", (5, 6)), ("<=3", (LOW, 3)), (">=10", (10, HIGH)), ("-2", (-2, -2)),
        ("-3..-1", (-3, -1)), ("<= -1", (LOW, -1)), (" 4 ", (4, 4)),
    ],
)  # fmt: skip
def test_spans_as_they_are_printed(key: str | int, span: tuple[int, int]) -> None:
    assert parse_span(key) == span


@pytest.mark.parametrize("key", ["", "5-6", "5..", "..6", "<3", ">3", "=3", "a", "3.5", "1,2", "5...6", None, True])
def test_a_row_that_is_no_total(key: object) -> None:
    with pytest.raises(TableError, match=r"write (7, 5\.\.6, <=3 or >=10|5\.\.6)"):
        parse_span(key)


def test_a_row_that_runs_backwards() -> None:
    with pytest.raises(TableError, match=r"runs backwards: write 5\.\.6"):
        parse_span("6..5")


@given(st.integers(-50, 50), st.integers(0, 20))
def test_a_row_label_reads_back_as_its_span(low: int, more: int) -> None:
    for span in ((low, low + more), (LOW, low), (low, HIGH)):
        assert parse_span(Row(*span, None, "seed").label) == span


@pytest.mark.parametrize(
    ("kind", "rows", "words", "row"),
    [
        (DR, {"<=5": 1, "7..12": 2}, "no row for a DR of 6", "6"),
        (DR, {"3..12": 1}, "no row for a DR of 2", "2"),
        (DR, {"2..4": 1, "9..12": 2}, "no row for a DR of 5..8", "5"),
        (D66, {"11..34": 1, "43..66": 2}, "no row for a d66 of 35..42", "35"),
        (DR, {"2..11": 1}, "no row for a DR of 12", "12"),
        (ONE_DIE, {"1..3": 1, "3..6": 2}, r"rows 1\.\.3 and 3\.\.6 overlap", "3..6"),
        (ONE_DIE, {"<=3": 1, "1": 2, ">=4": 3}, "overlap", "1"),
        (D66, {"11..36": 1, "41..65": 2}, "no row for a d66 of 66", "66"),
        (D66, {"11..40": 1, "41..66": 2}, "a d66 has no 40", "11..40"),
        (D66, {"11..66": 1, "67..70": 2}, "a d66 has no 67", "67..70"),
        (None, {}, "has no rows", ""),
        (None, {"1..3": 1, "2": 1}, "overlap", "2"),
    ],
)
def test_gaps_and_overlaps_name_the_row(
    kind: RollKind | None, rows: dict[str | int, Any], words: str, row: str
) -> None:
    with pytest.raises(TableError, match=words) as caught:
        table(kind, rows)
    assert caught.value.row == row


def test_rows_are_put_in_order() -> None:
    made = table(ONE_DIE, {"4..6": "b", "1..3": "a"})
    assert [row.label for row in made.rows] == ["1..3", "4..6"]


def test_totals_beyond_the_ends_take_the_end_rows() -> None:
    made = table(DR, {2: "low", "3..11": "middle", 12: "high"})
    assert [made.value(total) for total in (-5, 1, 2, 3, 11, 12, 13, 40)] == [
        "low", "low", "low", "middle", "middle", "high", "high", "high",
    ]  # fmt: skip


def test_a_chart_may_have_a_gap_but_says_so() -> None:
    with pytest.raises(TableError, match=r"t\.test has no row for 2"):
        table(None, {1: "a", 3: "b"}).value(2)


def test_columns() -> None:
    made = table(ONE_DIE, {"1..6": ["a", "b"]}, columns=("leader", "armor-leader"))
    assert made.value(3) == "a" == made.value(3, "leader") and made.value(3, "armor-leader") == "b"
    with pytest.raises(TableError, match="no column 'crew'; its columns are leader, armor-leader"):
        made.value(3, "crew")


def test_odds_are_exact_fractions_of_36() -> None:
    odds = table(DR, {"<=4": "a", "5..9": "b", ">=10": "c"}).odds()
    assert odds == {"<=4": Fraction(6, 36), "5..9": Fraction(24, 36), ">=10": Fraction(6, 36)}


def test_odds_with_a_drm_shift_into_the_end_rows() -> None:
    made = table(DR, {2: "a", "3..11": "b", 12: "c"})
    assert made.odds(5) == {"2": 0, "3..11": Fraction(15, 36), "12": Fraction(21, 36)}
    assert made.odds(-99) == {"2": 1, "3..11": 0, "12": 0}


def test_a_drm_on_a_d66_is_on_the_coloured_die() -> None:
    made = table(D66, {"11..16": "a", "21..66": "b"})
    assert made.odds() == {"11..16": Fraction(1, 6), "21..66": Fraction(5, 6)}
    assert made.odds(1) == {"11..16": 0, "21..66": 1}


def test_a_chart_has_no_odds() -> None:
    assert table(None, {1: "a"}).odds() == {}


@st.composite
def whole_tables(draw: st.DrawFn) -> Table:
    """Any table whose rows cut the totals of its roll into runs, open at the ends or not."""
    kind = draw(st.sampled_from([DR, ONE_DIE, roll_kind("3d6"), roll_kind("1d20"), roll_kind("2d4")]))
    totals = sorted(kind.totals())
    cuts = draw(st.lists(st.sampled_from(totals[1:]), unique=True, max_size=6))
    bounds = [totals[0], *sorted(cuts), totals[-1] + 1]
    rows: dict[str | int, Any] = {}
    for low, high in pairwise(bounds):
        rows[f"{low}..{high - 1}"] = low
    return table(kind, rows)


@given(whole_tables(), st.integers(-15, 15))
def test_odds_are_the_share_of_all_outcomes(made: Table, drm: int) -> None:
    assert made.kind is not None
    outcomes = list(product(range(1, made.kind.sides + 1), repeat=made.kind.count))
    odds = made.odds(drm)
    assert sum(odds.values()) == 1
    for row in made.rows:
        hits = sum(made.row(sum(dice) + drm) is row for dice in outcomes)
        assert odds[row.label] == Fraction(hits, len(outcomes))


MODIFIERS = (TableModifier("near", -1, "near-vpo"), TableModifier("level", -1, "level"), TableModifier("always", 2))


@pytest.mark.parametrize(
    ("facts", "values"),
    [
        ({}, [2]),
        ({"near-vpo": 1}, [-1, 2]),
        ({"near-vpo": 0, "level": 3}, [-3, 2]),
        ({"near-vpo": 1, "level": 2, "unknown": 9}, [-1, -2, 2]),
    ],
)
def test_modifiers_apply_while_their_condition_holds(facts: dict[str, int], values: list[int]) -> None:
    table = Table("t", "T", None, (), modifiers=MODIFIERS)
    assert [mod.value for mod in table.drm(facts)] == values
    assert [mod.value for mod in table.drm(facts, always=False)] == values[:-1]
