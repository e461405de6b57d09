"""What a game asks of its tables: noted while it is played, and held against the same tables changed.

A game is made of its seed, its commands and what the tables say. So where all that it asked is answered alike, the
other tables give the very same game, and where something is not, they give the same one up to there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.tables import Table, TableError


@dataclass
class Reads:
    """What was asked: tables that somebody looked into, and the totals that were rolled on others.

    What was seen in a table may be kept and used by later games: it counts for all of them. A roll counts for its own.
    """

    looked: set[str] = field(default_factory=set)
    rolled: dict[str, set[int]] = field(default_factory=dict)

    def copy(self) -> Reads:
        """The same as it is now."""
        return Reads(set(self.looked), {name: set(totals) for name, totals in self.rolled.items()})


class Traced(Library):
    """Content that notes in `reads` what is asked of its tables.

    It equals no other content, so that nothing serves it that was worked out from others, unseen.
    """

    reads: Reads
    _plain: Mapping[str, Table]

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @classmethod
    def of(cls, library: Library) -> Traced:
        """The same content, traced."""
        found, reads, plain = cls.__new__(cls), Reads(), library.tables
        vars(found).update(vars(library), reads=reads, tables=_Noting(plain, reads.looked), _plain=plain)
        return found

    def to_roll(self, table_id: str) -> Table:
        """The table for a roll: the totals looked up are noted."""
        table = self._plain.get(table_id)
        if table is None:
            return self.table(table_id)
        return cast(Table, _Rolled(table, self.reads.rolled.setdefault(table_id, set()), self.reads.looked))


class _Noting(Mapping[str, Table]):
    """Tables by id; whoever takes one looks into it."""

    def __init__(self, tables: Mapping[str, Table], looked: set[str]) -> None:
        self._tables = tables
        self._looked = looked

    def __getitem__(self, table_id: str) -> Table:
        table = self._tables[table_id]
        self._looked.add(table_id)
        return table

    def __contains__(self, table_id: object) -> bool:
        return table_id in self._tables

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)


FRAME = ("id", "kind", "rule", "columns", "modifiers", "against")
"""What a roll takes from its table beside the row."""
BESIDE = ("drm", "pick", "provenance", "pack")
"""What follows from these, or is only shown."""


class _Rolled:
    """A table that notes which totals are looked up; anything but a roll is a look into it."""

    def __init__(self, table: Table, totals: set[int], looked: set[str]) -> None:
        self._table = table
        self._totals = totals
        self._looked = looked

    def row(self, total: int) -> Any:
        """The row of a total, which is noted before it may be found that there is none."""
        self._totals.add(total)
        return self._table.row(total)

    def __getattr__(self, name: str) -> Any:
        if name not in FRAME and name not in BESIDE:
            self._looked.add(self._table.id)
        return getattr(self._table, name)


class Difference:
    """In which tables two contents differ that are alike in all else."""

    def __init__(self, old: Mapping[str, Table], new: Mapping[str, Table]) -> None:
        each = ((table, new[name]) for name, table in old.items() if table is not new[name])
        self._tables = {one.id: (one, other) for one, other in each if _told(one) != _told(other)}
        self._whole = {name for name, (one, other) in self._tables.items() if _frame(one) != _frame(other)}
        self._known: dict[tuple[str, int], bool] = {}

    @classmethod
    def between(cls, old: Library, new: Library, mission: str) -> Difference | None:
        """The difference of two contents in a game of that mission; None if it is not in their tables alone."""
        alike = list(old.tables) == list(new.tables)
        prints = (library.loader.fingerprint(mission, tables=False) for library in (old, new) if alike)
        return cls(old.tables, new.tables) if alike and len(set(prints)) == 1 else None

    def seen(self, reads: Reads) -> bool:
        """Whether somebody looked into a table that differs: what came of that is not known."""
        return not reads.looked.isdisjoint(self._tables)

    def met(self, reads: Reads) -> bool:
        """Whether any answer may now be a different one."""
        rolled = [(name, reads.rolled[name]) for name in self._tables if name in reads.rolled]
        return self.seen(reads) or any(
            name in self._whole or any(self._differs(name, total) for total in totals) for name, totals in rolled
        )

    def _differs(self, name: str, total: int) -> bool:
        """Whether a total comes to another row."""
        found = self._known.get((name, total))
        if found is None:
            one, other = self._tables[name]
            found = self._known[name, total] = _row(one, total) != _row(other, total)
        return found


def _told(table: Table) -> str:
    """All of a table, to the letter (1 is no 1.0), but where it comes from."""
    return repr(replace(table, origin="", pack=""))


def _frame(table: Table) -> list[object]:
    return [getattr(table, name) for name in FRAME]


def _row(table: Table, total: int) -> tuple[str, str] | None:
    """What a total says, to the letter; None for a gap."""
    try:
        row = table.row(total)
    except TableError:
        return None
    return row.label, repr(row.result)
