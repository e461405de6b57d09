"""What a changed table does to whole missions: the same seeds with the shipped table and with the changed one."""

from __future__ import annotations

from collections.abc import Generator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field

from sasl.content.packs.own_tables import as_pack
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.tables import Table
from sasl.lab.comparing.arms import Arms, Known
from sasl.lab.counting.endings import Ending
from sasl.lab.series.matches import Match
from sasl.lab.series.statistics import Mean, mean
from sasl.lab.series.workers import play_all
from sasl.lab.watching.watch import Stuck

MEASURES = {
    "margin": "ENEMY VP ahead",
    "wins": "ENEMY wins",
    "generated_squads": "ENEMY squads arrived",
    "activations": "S? that Activated",
    "friendly_squads": "FRIENDLY squads lost",
    "enemy_squads": "ENEMY squads lost",
}
"""The numbers of a game that an effect shows, by their names in data."""


def ahead(
    match: Match, seeds: Sequence[int], known: MutableMapping[int, Known], workers: int = 0
) -> Generator[None, None, None]:
    """Play the games of these seeds that are not in `known`, and put them there; once after each."""
    missing = [seed for seed in seeds if seed not in known]
    for seed, played in zip(
        missing, play_all([Arms((match.with_seed(seed),)) for seed in missing], workers), strict=False
    ):
        assert not isinstance(played, Stuck)
        known[seed] = played.known
        yield


@dataclass
class Effect:
    """A series under way: each seed with the shipped tables and with one changed.

    `known`: games with the shipped tables by seed, to which those of this series are added; `after`: those with the
    changed one; `parted`: whether it made another game of a seed.
    """

    match: Match
    new: Table
    seeds: Sequence[int]
    known: MutableMapping[int, Known] = field(default_factory=dict)
    after: dict[int, Ending] = field(default_factory=dict)
    parted: dict[int, int] = field(default_factory=dict)
    stuck: int = 0

    @property
    def others(self) -> int:
        """Of how many seeds the changed table makes another game."""
        return sum(self.parted.get(seed, 0) for seed in self.seeds)

    @property
    def before(self) -> dict[int, Ending]:
        """The shipped games of this series' seeds by seed, as far as they are known."""
        found = ((seed, self.known[seed].result) for seed in self.seeds if seed in self.known)
        return {seed: result for seed, result in found if isinstance(result, Ending)}

    @property
    def done(self) -> list[int]:
        """The seeds of which both games are known."""
        return [seed for seed in self.seeds if seed in self.after]

    def run(self, workers: int = 0) -> Generator[None, None, None]:
        """Play on; once after each seed that was not played before. Closing it ends the games."""
        missing = [seed for seed in self.seeds if seed not in self.after]
        changed = replace(self.match, packs=(*self.match.packs, as_pack(self.new, "bench")))
        arms = [Arms((self.match.with_seed(seed), changed.with_seed(seed)), self.known.get(seed)) for seed in missing]
        for seed, played in zip(missing, play_all(arms, workers), strict=False):
            assert not isinstance(played, Stuck)
            self.known[seed] = played.known
            self.parted[seed] = played.others
            old, new = played.results
            if isinstance(old, Ending) and isinstance(new, Ending):
                self.after[seed] = new
            else:
                self.stuck += 1
            yield

    def differences(self) -> Mapping[str, tuple[float, float, Mean]]:
        """Of each measure: its mean shipped and changed, and the paired difference with its error."""
        found, before = {}, self.before
        for key in MEASURES:
            old = [before[seed].value(key) for seed in self.done]
            new = [self.after[seed].value(key) for seed in self.done]
            gap = mean([late - early for early, late in zip(old, new, strict=True)])
            found[key] = (sum(old) / max(1, len(old)), sum(new) / max(1, len(new)), gap)
        return found

    def histogram(self) -> list[tuple[int, int, int]]:
        """Return (value, games with the shipped table, games with the changed one) for every margin between the ends.

        Both of the same seeds: those of which both games are known.
        """
        before = self.before
        old = [round(before[seed].value("margin")) for seed in self.done]
        new = [round(self.after[seed].value("margin")) for seed in self.done]
        both = [*old, *new]
        values = range(min(both), max(both) + 1) if both else ()
        return [(value, old.count(value), new.count(value)) for value in values]
