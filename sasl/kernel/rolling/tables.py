"""Tables: rows as values and ranges, checked for gaps and overlaps, looked up by a modified total."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.dice import ONE_DIE, RollKind
from sasl.kernel.rolling.records import KINDS, Modifier

LOW, HIGH = -999, 999


class ContentFault(Exception):
    """Content that cannot be played: a file, a table, a counter."""


class TableError(ValueError):
    """A table that cannot be used: what is wrong, and the row key it concerns (or "")."""

    def __init__(self, message: str, row: str = "") -> None:
        super().__init__(message)
        self.row = row


class Row(Frozen):
    """One row: the totals `low`..`high`, its result, and whose figure it is."""

    low: int
    high: int
    result: Any
    provenance: str
    note: str = ""

    @property
    def label(self) -> str:
        """The row as printed: `2`, `5..6`, `<=3`, `>=10`."""
        if self.low == LOW:
            return f"<={self.high}"
        if self.high == HIGH:
            return f">={self.low}"
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"


class TableModifier(Frozen):
    """A modifier a table knows: applied while its named condition `when` holds ("" = always)."""

    name: str
    value: int
    when: str = ""
    rule: str = ""
    die: str = "total"


@dataclass(frozen=True, slots=True)
class Table:
    """A table like its card. `kind` is None for charts that are read, not rolled."""

    id: str
    title: str
    kind: RollKind | None
    rows: tuple[Row, ...]
    rule: str = ""
    provenance: str = "seed"
    source: str = ""
    note: str = ""
    columns: tuple[str, ...] = ()
    modifiers: tuple[TableModifier, ...] = ()
    origin: str = ""
    against: str = ""
    pack: str = ""
    """The name of the player's pack it comes from."""
    _found: dict[int, Row] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The rows looked up so far, by total."""

    def row(self, total: int) -> Row:
        """The row that holds `total`; totals beyond either end take the end row. TableError in a gap."""
        found = self._found.get(total)
        if found is None:
            found = self._found[total] = self._row(total)
        return found

    def _row(self, total: int) -> Row:
        for row in self.rows:
            if row.low <= total <= row.high:
                return row
        if not self.rows:
            raise TableError(f"{self.id} is a check without rows", str(total))
        first, last = self.rows[0], self.rows[-1]
        if total < first.low:
            return first
        if total > last.high:
            return last
        raise TableError(f"{self.id} has no row for {total}", str(total))

    def holds(self, total: int) -> bool:
        """Whether a row has `total` in its own right, not as the nearest end."""
        return any(row.low <= total <= row.high for row in self.rows)

    def value(self, total: int, column: str = "") -> Any:
        """The result for `total`, in `column` where the table has columns."""
        return self.pick(self.row(total), column)

    def pick(self, row: Row, column: str = "") -> Any:
        """The result of `row`, in `column` where the table has columns. TableError for a wrong column."""
        if not self.columns:
            return row.result
        name = column or self.columns[0]
        if name not in self.columns:
            raise TableError(f"{self.id} has no column '{name}'; its columns are {', '.join(self.columns)}")
        return row.result[self.columns.index(name)]

    def across(self, total: int) -> Any:
        """The result for `total`: of a table with several columns, each by its column."""
        row = self.row(total)
        return dict(zip(self.columns, row.result, strict=True)) if len(self.columns) > 1 else self.pick(row)

    def drm(self, facts: Mapping[str, int], *, always: bool = True) -> tuple[Modifier, ...]:
        """The modifiers for which `facts` (condition -> how often) hold; `always`: with those that need none."""
        times = [facts.get(item.when, 0) if item.when else int(always) for item in self.modifiers]
        return tuple(
            Modifier(item.name, item.value * count, item.rule, KINDS.get(item.when, ""))
            for item, count in zip(self.modifiers, times, strict=True)
            if item.value * count
        )

    def weights(self) -> tuple[int, dict[str, int]]:
        """The sum of the modifiers that need no condition, and of those of each condition."""
        each: dict[str, int] = {}
        for item in self.modifiers:
            each[item.when] = each.get(item.when, 0) + item.value
        return each.pop("", 0), each

    def odds(self, drm: int = 0) -> dict[str, Fraction]:
        """The exact chance of each row (by label) with `drm` on the total. Empty for charts."""
        chances = {row.label: Fraction(0) for row in self.rows}
        if self.kind is None or not self.rows:
            return {}
        ways = self.kind.totals()
        every = sum(ways.values())
        for total, count in ways.items():
            chances[self.row(self.kind.shifted(total, drm)).label] += Fraction(count, every)
        return chances

    def passes(self, target: int, drm: int = 0, fails_on: int | None = None) -> Fraction:
        """The exact chance that a check passes: the total is at most `target`, the Original roll not `fails_on`."""
        ways = (self.kind or ONE_DIE).totals()
        good = sum(count for total, count in ways.items() if passed(total, total + drm, target, fails_on))
        return Fraction(good, sum(ways.values()))


def passed(original: int, total: int, target: int, fails_on: int | None = None) -> bool:
    """Whether a check passes; an Original roll of `fails_on` never does."""
    return total <= target and original != fails_on


_RANGE = re.compile(r"(?:(<=|>=)\s*(-?\d+)|(-?\d+)\.\.(-?\d+)|(-?\d+))")


def parse_span(key: object) -> tuple[int, int]:
    """The totals a row key stands for: `7`, `5..6`, `<=3`, `>=10`. TableError otherwise."""
    match = _RANGE.fullmatch(str(key).strip())
    if not match:
        run = re.fullmatch(r"(\d+)\s*-\s*(\d+)", str(key).strip())
        if run:
            raise TableError(f"row '{key}' is not a total: write {run[1]}..{run[2]}", str(key))
        raise TableError(f"row '{key}' is not a total: write 7, 5..6, <=3 or >=10", str(key))
    sign, bound, low, high, single = match.groups()
    if sign:
        return (LOW, int(bound)) if sign == "<=" else (int(bound), HIGH)
    if single is not None:
        return int(single), int(single)
    if int(low) > int(high):
        raise TableError(f"row '{key}' runs backwards: write {high}..{low}", str(key))
    return int(low), int(high)


def gaps(wanted: Sequence[int], rows: Collection[Row]) -> Iterator[tuple[int, int]]:
    """The runs of totals that no row covers, each by its first and its last; `wanted` are all totals in order."""
    covered = [any(row.low <= total <= row.high for row in rows) for total in wanted]
    for open_run, run in itertools.groupby(zip(covered, wanted, strict=True), key=lambda item: not item[0]):
        totals = [total for _, total in run]
        if open_run:
            yield totals[0], totals[-1]


def check_rows(rows: Iterable[Row], kind: RollKind | None) -> tuple[Row, ...]:
    """The rows in order; TableError names the first overlap, or the first totals no row covers."""
    ordered = tuple(sorted(rows, key=lambda row: row.low))
    if not ordered:
        raise TableError("the table has no rows")
    for before, after in itertools.pairwise(ordered):
        if after.low <= before.high:
            raise TableError(f"rows {before.label} and {after.label} overlap", after.label)
    if kind is not None:
        for low, high in gaps(sorted(kind.totals()), ordered):
            raise TableError(f"no row for a {kind.name} of {low if low == high else f'{low}..{high}'}", str(low))
        for row in ordered:
            wrong = [edge for edge in (row.low, row.high) if LOW < edge < HIGH and not 1 <= edge % 10 <= 6]
            if kind.name == "d66" and wrong:
                raise TableError(f"row {row.label}: a d66 has no {wrong[0]}", row.label)
    return ordered


def kind_name(kind: RollKind | None) -> str:
    """`dr`, `DR`, … or `chart`."""
    return kind.name if kind else "chart"


def printed_as(tables: Mapping[str, Table], name: str) -> list[str]:
    """Return the first table that stands for a printed one: `a4` for the one whose rule is `S6.1, A4`."""
    found = [key for key, table in tables.items() if name.upper() in table.rule.split(", ")]
    return found[:1]


def meant(ids: Collection[str], name: str) -> list[str]:
    """The tables that a player may mean by `name`: the one of that id, else those whose ids end so (g2) or hold it."""
    if name in ids:
        return [name]
    return [key for key in ids if key.endswith(f".{name}")] or [key for key in ids if f".{name}." in f".{key}."]
