"""How much each row of a table matters: every row in turn takes one more total from its neighbour."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.content.packs.own_tables import as_pack
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.tables import HIGH, LOW, Row, Table
from sasl.kernel.text import counted
from sasl.lab.comparing.side_by_side import Comparison, verdict
from sasl.lab.reports.sections import Section, percent
from sasl.lab.series.matches import Match
from sasl.lab.series.statistics import LEVEL

AS_IT_IS = "as it is"
EFFECT = "margin"
"""The number by which rows are ranked."""


class Variant(Frozen):
    """A table in which one row is wider: the row as it was, as it is now, the neighbour that pays, and the table."""

    before: Row
    row: Row
    payer: Row
    left: Row | None
    """What is left of the neighbour."""
    table: Table


def variants(table: Table) -> list[Variant]:
    """Each row made wider in turn: it takes a total from the row above, the last from the row below.

    A row that loses its only total is gone. ContentError for a chart, and for a table with a single row.
    """
    if table.kind is None or len(table.rows) < 2:
        raise ContentError([f"{table.id} is not a dice table with several rows: none of its rows can be widened"])
    totals = sorted(table.kind.totals())
    found: list[Variant] = []
    for place, row in enumerate(table.rows):
        rows = list(table.rows)
        if place + 1 < len(rows):
            other, neighbour = place + 1, rows[place + 1]
            wide = replace(row, high=_edge(neighbour.low, totals[0]))
            left = replace(neighbour, low=_beyond(totals, wide.high, 1))
        else:
            other, neighbour = place - 1, rows[place - 1]
            wide = replace(row, low=_edge(neighbour.high, totals[-1]))
            left = replace(neighbour, high=_beyond(totals, wide.low, -1))
        rows[place], rows[other] = wide, left
        if left.low > left.high:
            del rows[other]
        remains = left if left in rows else None
        found.append(Variant(row, wide, neighbour, remains, replace(table, rows=tuple(rows))))
    return found


def _edge(edge: int, end: int) -> int:
    """The total that a row gives away: the one at its edge, or at the end of the dice where it is open there."""
    return end if edge in (LOW, HIGH) else edge


def _beyond(totals: Sequence[int], total: int, step: int) -> int:
    """The next total up or down; those that the dice leave out (d66) are passed over, those of a modifier count."""
    between = [other for other in totals if (other - total) * step > 0]
    return (min if step > 0 else max)(between, default=total + step)


def arms(match: Match, table: Table) -> dict[str, Match]:
    """The match with the table as it is, and with each row wider, by the row's label."""
    found = {AS_IT_IS: match}
    for variant in variants(table):
        pack = as_pack(variant.table, "sensitivity")
        found[variant.before.label] = replace(match, packs=(*match.packs, pack))
    return found


def ranking(comparison: Comparison, table: Table) -> Section:
    """The rows by how much a wider one changes what the ENEMY is ahead by, the most first."""
    now, each = table.odds(), variants(table)
    level = 1 - (1 - LEVEL) / len(each)
    rows = []
    for variant in sorted(each, key=lambda item: -abs(comparison.gaps(item.before.label)[EFFECT].value)):
        label = variant.before.label
        gap = comparison.gaps(label)[EFFECT]
        low, high = gap.interval(level)
        after, payer, left = variant.table.odds(), variant.payer.label, variant.left
        chance = f"{percent(float(now[label]))} to {percent(float(after[variant.row.label]))}"
        remains = percent(float(after[left.label])) if left else "nothing"
        paid = f"{payer}: {percent(float(now[payer]))} to {remains}"
        rows.append((label, chance, paid, f"{gap.value:+.2f}", f"{low:+.2f} to {high:+.2f}", *verdict(gap, level)))
    effect = ("ENEMY ahead, VP", f"{LEVEL:.0%} interval", "verdict", "more seeds")
    heads = ("row", "its chance", "neighbour that pays", *effect)
    note = f"{counted(comparison.seeds, 'seed')}; a widened row takes one total from its neighbour"
    return Section(f"Effect of a wider row of {table.id}", heads, tuple(rows), (note,))
