"""What set-up brought, and how the runs with each of it came out: which of its rolls decide a mission (S12.32)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sasl.asl.game.context import Game
from sasl.board.join import label
from sasl.lab.series.statistics import Sample

TITLES = {
    "vpo": "VPO", "suspects": "S? placed", "enemy-ac": "ENEMY AC#", "enemy-re": "ENEMY RE#s",
    "friendly-re": "FRIENDLY RE#s", "enemy-san": "ENEMY SAN", "friendly-san": "FRIENDLY SAN", "month": "month",
    "ec": "EC", "mapboard": "mapboard",
}  # fmt: skip
"""What set-up brings, and its name, in the order of the report."""
MOST_VALUES, STRETCHES = 6, 4
"""Numbers with more values than that are grouped into so many stretches with about as many runs each."""


def set_up(game: Game) -> dict[str, tuple[str, ...]]:
    """What it brought, by the names of TITLES: a value each; as many mapboards as there are."""
    state = game.state
    found = {name: (value.value,) for name, value in state.values.items() if name in TITLES}
    found |= {"vpo": (str(len(state.control)),), "suspects": (str(len(state.suspects)),)}
    found |= {"ec": (state.ec,)} if state.ec else {}
    boards = tuple(dict.fromkeys(label(sheet.board) for sheet in state.layout.sheets))
    return found | ({"mapboard": boards} if boards else {})


@dataclass
class Outcome:
    """How some runs came out: by how many VP the ENEMY was ahead, and its wins."""

    margin: Sample = field(default_factory=Sample)
    wins: Sample = field(default_factory=Sample)

    def data(self) -> dict[str, float]:
        """It as plain data."""
        margin = self.margin.mean()
        wins = round(self.wins.mean().value, 4)
        return {"runs": len(self.wins), "wins": wins, "margin": round(margin.value, 4), "error": round(margin.error, 4)}

    def take(self, other: Outcome) -> None:
        """The runs of another one, too."""
        self.margin.take(other.margin)
        self.wins.take(other.wins)


class SetUps:
    """What set-up brought in the runs of a series, value by value, and how they came out."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Outcome]] = defaultdict(lambda: defaultdict(Outcome))

    def add(self, brought: Mapping[str, Sequence[str]], margin: float, win: float) -> None:
        """One more run."""
        for name, values in brought.items():
            for value in values:
                outcome = self._found[name][value]
                outcome.margin.add(margin)
                outcome.wins.add(win)

    def __iter__(self) -> Iterator[tuple[str, dict[str, Outcome]]]:
        """By what differs from run to run, in the order of TITLES: its values or stretches, and their runs."""
        for name in TITLES:
            if len(self._found[name]) > 1:
                yield name, _in_stretches(self._found[name])

    def explains(self, name: str) -> float:
        """What part of the variance of the VP goes with it (adjusted eta squared); 0 for chance, or too few runs."""
        groups = [item.margin for item in self._found[name].values()]
        whole = Sample()
        for sample in groups:
            whole.take(sample)
        left = len(whole) - len(groups)
        every = _squares(whole) / (len(whole) - 1) if left > 0 else 0.0
        return max(0.0, 1 - sum(map(_squares, groups)) / left / every) if every else 0.0


def _squares(sample: Sample) -> float:
    """The squares of how far its numbers are from their mean, in all."""
    mean = sample.mean().value
    return sum(times * (value - mean) ** 2 for value, times in sample)


def _in_stretches(found: Mapping[str, Outcome]) -> dict[str, Outcome]:
    """The values in their order; many numbers in a few stretches."""
    numbers = all(value.isdigit() for value in found)
    order = sorted(found, key=lambda value: (int(value) if numbers else 0, value))
    if not numbers or len(order) <= MOST_VALUES:
        return {value: found[value] for value in order}
    runs, passed = sum(len(item.wins) for item in found.values()), 0
    stretches: dict[int, list[str]] = defaultdict(list)
    for value in order:
        stretches[STRETCHES * passed // runs].append(value)
        passed += len(found[value].wins)
    told = {}
    for values in stretches.values():
        name = "-".join(dict.fromkeys((values[0], values[-1])))
        told[name] = Outcome()
        for value in values:
            told[name].take(found[value])
    return told
