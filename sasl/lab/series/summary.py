"""What the records of a series say together, added up one by one: as small for ten thousand runs as for ten."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sasl.content.library import Library
from sasl.kernel.frozen import Frozen, fields
from sasl.lab.counting.endings import GROUPS, KEYS, Ending, TurnEnd, short
from sasl.lab.counting.setups import SetUps
from sasl.lab.series.statistics import Sample

MEASURES = {
    "margin": "ENEMY ahead, VP",
    "wins": "ENEMY wins",
    "friendly": "FRIENDLY VP",
    "enemy": "ENEMY VP",
    "turns": "Game Turns",
    "suspects": "S? placed",
    "checks": "S? that checked",
    "activations": "S? Activated",
    "generated_squads": "ENEMY squads generated",
    "generated_leaders": "ENEMY leaders generated",
    "generated_guns": "ENEMY Guns generated",
    "generated_vehicles": "ENEMY AFV generated",
    "generated_weapons": "ENEMY SW generated",
    "friendly_attacks": "FRIENDLY attacks",
    "enemy_attacks": "ENEMY attacks",
    "friendly_squads": "FRIENDLY squads lost",
    "friendly_leaders": "FRIENDLY leaders lost",
    "friendly_guns": "FRIENDLY Guns lost",
    "friendly_vehicles": "FRIENDLY AFV lost",
    "enemy_squads": "ENEMY squads lost",
    "enemy_leaders": "ENEMY leaders lost",
    "enemy_guns": "ENEMY Guns lost",
    "enemy_vehicles": "ENEMY AFV lost",
    "enemy_acts": "acts of the ENEMY",
    "enemy_house_acts": "of them by house figures",
}
"""The numbers of a run that are reported, and their names."""

MET, IDLE = 0.25, 0.6
"""A FRIENDLY side that makes fewer of the S? check than this share, or whose squads do nothing in more of their Player
Turns than that, hardly plays: what such games count says little of the mission."""
NOTHING = ("idle", "out of Command")


class Summary:
    """Every number of the records as a sample, every count by name; nothing of the records themselves is kept."""

    def __init__(self) -> None:
        self.runs = 0
        self.stuck = 0
        self.winners = dict.fromkeys(("ENEMY", "FRIENDLY", "draw"), 0)
        self.numbers: dict[str, Sample] = {key: Sample() for key in ("margin", "wins", *KEYS)}
        self.rows: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.turns: list[dict[str, Sample]] = []
        self.layouts: set[str] = set()
        self.set_ups = SetUps()
        self.lowest: Ending | None = None
        self.highest: Ending | None = None
        self._counts: dict[str, dict[str, Sample]] = {name: defaultdict(Sample) for name in GROUPS}

    def add(self, ending: Ending) -> None:
        """One more record."""
        self.runs += 1
        self.winners[ending.winner] += 1
        for key, sample in self.numbers.items():
            sample.add(ending.value(key))
        for name, group in ending.counts.items():
            for key, value in group.items():
                self._counts[name][key].add(value)
        for table, hits in ending.rows.items():
            for row, times in hits.items():
                self.rows[table][row] += times
        for number, turn in enumerate(ending.turns):
            if number == len(self.turns):
                self.turns.append({name: Sample() for name in TURN_NUMBERS})
            for name, sample in self.turns[number].items():
                sample.add(getattr(turn, name))
        self.set_ups.add(ending.set_up, ending.margin, ending.win)
        if len(self.layouts) < 2:
            self.layouts.add(ending.layout)
        if self.lowest is None or ending.margin < self.lowest.margin:
            self.lowest = ending
        if self.highest is None or ending.margin > self.highest.margin:
            self.highest = ending

    def counts(self, group: str) -> dict[str, Sample]:
        """How often each name of a group was counted in a run, the most frequent first; 0 where it was not."""
        found = {}
        for key, sample in self._counts[group].items():
            found[key] = Sample()
            found[key].take(sample)
            found[key].add(0.0, self.runs - len(sample))
        return dict(sorted(found.items(), key=lambda item: (-item[1].mean().value, item[0])))

    def when(self, group: str) -> dict[str, Sample]:
        """The numbers of each name of a group, of those runs alone that have it."""
        return dict(sorted(self._counts[group].items()))

    def met(self, group: str) -> dict[str, float]:
        """In what part of the runs each name of a group was counted at all."""
        return {key: len(sample) / self.runs for key, sample in self._counts[group].items()}

    @property
    def one_map(self) -> bool:
        """Whether every run was played on the same map."""
        return len(self.layouts) < 2

    def shares(self, group: str) -> dict[str, float]:
        """What part each name has in all that is counted in a group."""
        sums = {key: sum(value * times for value, times in sample) for key, sample in self._counts[group].items()}
        every = sum(sums.values())
        return {key: value / every for key, value in sorted(sums.items(), key=lambda item: -item[1])} if every else {}

    def heat(self, side: str) -> float:
        """How much of a side (`friendly`, `enemy`) fell in the hex where most of it fell, a run."""
        return max((sample.mean().value for sample in self.counts(f"fell_{side}").values()), default=0.0)

    def never_hit(self, library: Library) -> dict[str, tuple[int, list[str]]]:
        """Tables that were rolled on and rows of them that never came up: how many rolls, and which rows."""
        found = {}
        for name, hits in self.rows.items():
            table = library.tables.get(name)
            missed = [row.label for row in table.rows if row.label not in hits] if table else []
            if missed:
                found[name] = (sum(hits.values()), missed)
        return dict(sorted(found.items(), key=lambda item: (-item[1][0], item[0])))

    def warnings(self) -> list[str]:
        """Why the numbers may mislead."""
        found = []
        placed, met = (self.numbers[key].mean().value for key in ("suspects", "checks"))
        live = self.numbers["activations"].mean().value
        if placed and met < MET * placed:
            found.append(
                f"the commander of the FRIENDLY side hardly played: a game has {placed:.1f} S?, of which {met:.1f} "
                f"checked and {live:.1f} Activated. These numbers say little about the mission."
            )
        idle = sum(self.shares("used_friendly").get(use, 0.0) for use in NOTHING)
        if idle > IDLE:
            found.append(
                f"FRIENDLY squads neither moved nor fought in {idle:.0%} of their Player Turns: the commander hardly "
                "played, and these numbers say little about the mission."
            )
        return found

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "runs": self.runs,
            "stuck": self.stuck,
            "winners": self.winners,
            "numbers": {key: spread(sample).data() for key, sample in self.numbers.items()} if self.runs else {},
            "counts": {
                group: {key: spread(sample).data() for key, sample in self.counts(group).items()} for group in GROUPS
            },
            "turns": [
                {"runs": len(turn["vpo"])} | {key: round(sample.mean().value, 4) for key, sample in turn.items()}
                for turn in self.turns
            ],
            "set_up": {
                name: {value: outcome.data() for value, outcome in found.items()} for name, found in self.set_ups
            },
            "rows": {table: dict(hits) for table, hits in sorted(self.rows.items())},
            "warnings": self.warnings() if self.runs else [],
        }


TURN_NUMBERS = tuple(field.name for field in fields(TurnEnd) if not field.name.startswith("front"))


def rounded(error: float | None) -> float | None:
    """An error in four figures, if it is known."""
    return None if error is None else round(error, 4)


QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Spread(Frozen):
    """A sample in few numbers: mean, standard error (None: of a single run), quantiles by QUANTILES."""

    mean: float
    error: float | None
    quantiles: tuple[float, ...]

    def data(self) -> dict[str, object]:
        """It as plain data."""
        named = {f"p{share * 100:.0f}": short(value) for share, value in zip(QUANTILES, self.quantiles, strict=True)}
        return {"mean": round(self.mean, 4), "error": rounded(self.error), **named}


def spread(sample: Sample) -> Spread:
    """Mean, error and quantiles of a sample that is not empty."""
    found = sample.mean()
    return Spread(found.value, found.known_error, tuple(sample.quantile(share) for share in QUANTILES))
