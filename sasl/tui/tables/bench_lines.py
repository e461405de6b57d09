"""What the designer's bench shows of a table: switches, rows with bars, the chain, rolls, a series."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from sasl.content.packs.own_tables import result_words
from sasl.kernel.rolling.records import RollRecord, result_text
from sasl.kernel.rolling.tables import Row, Table, TableError, TableModifier
from sasl.lab.comparing.effect import MEASURES, Effect
from sasl.lab.odds.bench import Change
from sasl.lab.odds.sampling import Sample
from sasl.tui.widgets.lines import Line

BAR, WIDE, NARROW = 14, 20, 5
"""Cells of a bar: of a row, of a margin, and in a histogram, whose lines must not wrap on 120 columns."""
ERROR = 0.01
"""How often a histogram of rolls calls sound dice unsound."""


def bar(share: float, width: int = BAR) -> str:
    """A bar of blocks, `width` for a share of 1."""
    return "█" * round(share * width)


def switches(modifiers: Sequence[TableModifier], on: Collection[int]) -> Iterator[Line]:
    """Modifiers to be switched on and off; those that need no condition are always on."""
    for number, item in enumerate(modifiers):
        lit = not item.when or number in on
        text = f"[{'x' if lit else ' '}] {item.value:+d} {item.name}" + ("" if item.when else " (always)")
        yield Line(text, "key" if lit else "", number if item.when else None)


def rows(old: Table, new: Table | None, drm: int) -> Iterator[Line]:
    """The rows with bar and exact chance; below them the shipped ones that are no more."""
    table = new or old
    now, before = ({(row.low, row.high, str(row.result)) for row in each.rows} for each in (table, old))
    odds = chances(table, drm)
    for row in table.rows:
        fresh = (row.low, row.high, str(row.result)) not in before
        yield Line(_row(table, row, odds), "key" if fresh else "")
    gone = [row for row in old.rows if (row.low, row.high, str(row.result)) not in now]
    if gone:
        yield Line("shipped, where it differs", "dim")
        yield from (Line(_row(old, row, chances(old, drm)), "dim") for row in gone)


def chances(table: Table, drm: int) -> Mapping[str, Fraction]:
    """The exact chance of each row; none where a modifier leads into a gap."""
    try:
        return table.odds(drm)
    except TableError:
        return {}


def _row(table: Table, row: Row, odds: Mapping[str, Fraction]) -> str:
    """`   5..6  ███     5/36  13.9%  S, L`."""
    chance = odds.get(row.label)
    figures = "" if chance is None else f"{bar(float(chance)):<{BAR}} {chance!s:>6} {float(chance):>6.1%}  "
    return f"{row.label:>7}  {figures}{result_words(table, row)}"


def chain(changes: Sequence[Change], mission: str) -> Iterator[Line]:
    """What the table does to what it is part of: shipped and changed."""
    if not changes:
        return
    yield Line(f"the chain in {mission}", "head")
    for item in changes:
        old, new = (f"{float(value):.1%}" if item.percent else f"{float(value):.3f}" for value in (item.old, item.new))
        text = f"{item.words:<34}{old:>8}" + (f" → {new}" if item.moved else "")
        yield Line(text, "key" if item.moved else "")


def rolled(record: RollRecord | None, sample: Sample | None, table: Table) -> Iterator[Line]:
    """The last roll, or a histogram of many beside the exact odds."""
    if record is not None:
        yield Line("a roll", "head")
        yield Line(f"{record.sum_text()} -> row {record.row}: {result_text(record.result)}", "good")
    if sample is not None:
        value, freedom = sample.chi_square()
        yield Line(f"{sample.number:,} rolls", "head")
        most = max(item.count for item in sample.bins) or 1
        for item in sample.bins:
            share = item.count / sample.number
            blocks = f"{bar(item.count / most, NARROW):<{NARROW}}"
            yield Line(f"{item.row:>7} {blocks} {share:>6.1%} of {float(item.chance):>6.1%}")
        agrees = sample.agrees(ERROR)
        verdict = "as the odds predict" if agrees else "unlike the odds"
        yield Line(f"chi-square {value:.1f}, {freedom} degrees of freedom: {verdict}", "dim" if agrees else "house")


def series(effect: Effect | None, progress: str) -> Iterator[Line]:
    """A series as far as it is: what changed on average, and how the margins lie."""
    if effect is None:
        return
    yield Line(f"missions: {effect.match.mission}, {len(effect.seeds)} seeds", "head")
    yield Line(progress, "dim")
    if effect.done:
        for key, (old, new, gap) in effect.differences().items():
            low, high = gap.interval()
            shown = f"{low:+.2f} to {high:+.2f}" if gap.clear() else "not shown"
            yield Line(MEASURES[key], "key" if gap.clear() else "")
            yield Line(f"  {old:.2f} → {new:.2f}  {shown}", "key" if gap.clear() else "dim")
        yield Line("a game, shipped → changed; the difference over the same seeds, where it is shown (95 %)", "dim")
    if effect.done:
        yield from _margins(effect)


def _margins(effect: Effect) -> Iterator[Line]:
    """How far the ENEMY was ahead at the end: games by VP, shipped above, changed below."""
    found = effect.histogram()
    most = max(max(old, new) for _, old, new in found) or 1
    yield Line("VP the ENEMY is ahead: ▒ shipped, █ changed", "dim")
    for value, old, new in found:
        yield Line(f"{value:>+4} {'▒' * round(old / most * WIDE):<{WIDE}} {old}")
        yield Line(f"     {'█' * round(new / most * WIDE):<{WIDE}} {new}", "key")
