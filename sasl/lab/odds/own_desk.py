"""Typing in one's own figures: a draft is held against the missions' rules before it may be kept."""

from __future__ import annotations

from functools import cached_property

from sasl.board.terrain import Figure
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.content.packs.own_pack import OwnPack
from sasl.content.packs.own_tables import Draft, draft
from sasl.content.reading.faults import ContentError, named
from sasl.kernel.rolling.tables import Table
from sasl.solitaire.checks.table_checks import check_table, is_checked


class Desk:
    """Where tables are typed in: the content without the player's own pack, and the pack."""

    def __init__(self, shipped: Library, pack: OwnPack) -> None:
        self.shipped = shipped
        self.pack = pack
        self._words: dict[str, frozenset[str] | None] = {}

    def table(self, word: str) -> Table:
        """The shipped table that is called so: `g2`. ContentError with the nearest."""
        return self.shipped.table_called(word)

    def draft(self, base: Table, text: str) -> Draft:
        """What was typed, with every fault: unreadable rows, gaps, overlaps, and what no rule could play."""
        others = self.shipped.tables if base.id in self.shipped.tables else self.shipped.all_tables
        found = draft(base, text, self._words_for(base), others)
        if found.table is None:
            return found
        return found.refused(check_table(self.shipped, self._missions, found.table))

    def keep(self, found: Draft) -> str:
        """Write the table of a draft without faults; the file. ContentError for any other draft."""
        if found.table is None:
            raise ContentError([str(fault) for fault in found.faults])
        return str(self.pack.write(found.table))

    def figure(self, name: str, text: str) -> tuple[Figure, float]:
        """The shipped figure and the value typed for it. ContentError if it cannot be that figure's."""
        shipped = named(self.shipped.figures, name[:80], "there is no figure")
        whole = float(shipped.value).is_integer()
        try:
            value = float(text) if text.isascii() and "_" not in text else float("nan")
        except ValueError:
            value = float("nan")
        if not abs(value) <= max(99.0, 10 * abs(shipped.value)) or (whole and not value.is_integer()):
            kind = "whole number" if whole else "number"
            raise ContentError([f"{name} is a {kind} such as {shipped.value:g}, not '{text[:40]}'"])
        return shipped, value

    @cached_property
    def _missions(self) -> tuple[Mission, ...]:
        return self.shipped.missions()

    def _words_for(self, base: Table) -> frozenset[str] | None:
        """What its rows may say; None where the checks of a game know better."""
        if base.id not in self._words:
            counters = frozenset(name for types in self.shipped.counters.values() for name in types)
            known = is_checked(self.shipped, self._missions, base)
            self._words[base.id] = None if known else counters
        return self._words[base.id]
