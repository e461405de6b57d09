"""What a changed table does to whole missions: the same seeds with the shipped table and with the changed one.

A seed that never rolled a changed row plays the same game either way, so it is played once: only the others are
played again. That holds for tables that a game only rolls on; with any other table all games are played twice.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field

from sasl.content.library import Library
from sasl.content.mission import Mission
from sasl.content.own_tables import as_pack
from sasl.kernel.frozen import replace
from sasl.kernel.tables import HIGH, LOW, Table
from sasl.lab.endings import Ending
from sasl.lab.series import Match, play_series
from sasl.lab.statistics import Mean, mean
from sasl.lab.watch import Stuck
from sasl.solitaire.advice import uses

MEASURES = {
    "margin": "ENEMY VP ahead",
    "wins": "ENEMY wins",
    "generated_squads": "ENEMY squads that came",
    "activations": "S? that Activated",
    "friendly_squads": "FRIENDLY squads lost",
    "enemy_squads": "ENEMY squads lost",
}
"""The numbers of a game that an effect tells, by their names in data."""


def changed_rows(old: Table, new: Table) -> frozenset[str]:
    """The rows of `old` (by label) of which a total says something else in `new`, or nothing."""
    ends = [edge for table in (old, new) for row in table.rows for edge in (row.low, row.high) if LOW < edge < HIGH]
    found = set()
    for total in range(min(ends) - 1, max(ends) + 2):
        before, after = (table.row(total) if falls(table, total) else None for table in (old, new))
        if before and (after is None or before.result != after.result):
            found.add(before.label)
    return frozenset(found)


def falls(table: Table, total: int) -> bool:
    """Whether a total leads to a row: it stands in one, or lies beyond the ends."""
    return table.holds(total) or total < table.rows[0].low or total > table.rows[-1].high


def only_rolled(library: Library, mission: Mission, table_id: str) -> bool:
    """Whether a game of that mission looks into the table by its rolls alone."""
    return table_id in uses(library, [mission]) and table_id != mission.vpo.values


@dataclass
class Effect:
    """A series under way: games with the shipped table, and those that the changed one makes other."""

    match: Match
    old: Table
    new: Table
    rolled_only: bool
    seeds: Sequence[int]
    before: dict[int, Ending] = field(default_factory=dict)
    """Games with the shipped table by seed; those of an earlier series may be handed in."""
    after: dict[int, Ending] = field(default_factory=dict)
    stuck: int = 0
    replayed: int = 0

    @property
    def done(self) -> list[int]:
        """The seeds of which both games are known."""
        return [seed for seed in self.seeds if seed in self.before and seed in self.after]

    @property
    def known(self) -> list[int]:
        """The seeds of which the shipped game is known."""
        return [seed for seed in self.seeds if seed in self.before]

    def run(self, workers: int = 0) -> Generator[int, None, None]:
        """Play on; how many games are done, after each. Closing it ends the games."""
        changed = changed_rows(self.old, self.new)
        missing = [seed for seed in self.seeds if seed not in self.before]
        yield from self._play(self.match, missing, self.before, workers)
        again = []
        for seed in self.known:
            rows = self.before[seed].rows.get(self.old.id, {})
            if self.rolled_only and not changed & set(rows):
                self.after[seed] = self.before[seed]
            else:
                again.append(seed)
        self.replayed = len(again)
        yield len(self.done)
        match = replace(self.match, packs=(*self.match.packs, as_pack(self.new, "bench")))
        yield from self._play(match, again, self.after, workers)

    def _play(
        self, match: Match, seeds: Sequence[int], into: dict[int, Ending], workers: int
    ) -> Generator[int, None, None]:
        for number, ending in enumerate(play_series(match, seeds, workers) if seeds else (), 1):
            if isinstance(ending, Stuck):
                self.stuck += 1
            else:
                into[ending.seed] = ending
            yield number

    def differences(self) -> Mapping[str, tuple[float, float, Mean]]:
        """Of each measure: its mean shipped and changed, and the paired difference with its error."""
        found = {}
        for key in MEASURES:
            old = [self.before[seed].value(key) for seed in self.done]
            new = [self.after[seed].value(key) for seed in self.done]
            gap = mean([late - early for early, late in zip(old, new, strict=True)])
            found[key] = (sum(old) / max(1, len(old)), sum(new) / max(1, len(new)), gap)
        return found

    def histogram(self, key: str = "margin") -> list[tuple[int, int, int]]:
        """(value, games with the shipped table, games with the changed one), for every whole value between the ends."""
        old = [round(self.before[seed].value(key)) for seed in self.known]
        new = [round(self.after[seed].value(key)) for seed in self.done]
        both = [*old, *new]
        values = range(min(both), max(both) + 1) if both else ()
        return [(value, old.count(value), new.count(value)) for value in values]
