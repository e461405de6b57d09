"""What has gone before: with what features of an argument a line was carried out, and what to choose therefore."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random

Place = tuple[str, str]
"""A verb and the name of one of its arguments."""
Features = tuple[str, ...]
"""What is true of a word: `squad`, `broken`, `next to the first` …"""

OFTEN = 0.4
"""Where so many of the lines go, any word will do: the choice stays wide."""
BLIND = 0.2
"""So often a word is taken whatever was learnt."""


class Habits:
    """Lines tried and carried out, by the features of their arguments."""

    def __init__(self) -> None:
        self._tried: dict[Place, dict[str, list[int]]] = {}

    def choice(self, place: Place, among: Sequence[tuple[str, Features]], dice: Random) -> tuple[str, Features]:
        """One of some words with their features: as a rule the one that is most like those that went."""
        known = self._tried.get(place)
        if not known or dice.random() < BLIND:
            return dice.choice(among)
        went, tried = known[""]
        if went > OFTEN * tried:
            return dice.choice(among)
        usual = log((went + 1) / (tried + 2))

        def promise(item: tuple[str, Features]) -> float:
            pairs = (known.get(name) for name in item[1])
            return sum(log((pair[0] + 1) / (pair[1] + 2)) - usual for pair in pairs if pair)

        return max(among, key=promise)

    def learn(self, said: Sequence[tuple[Place, Features]], went: bool) -> None:
        """The line that said these arguments was legal, or was not."""
        for place, names in said:
            known = self._tried.setdefault(place, {"": [0, 0]})
            for name in ("", *names):
                pair = known.setdefault(name, [0, 0])
                pair[0] += went
                pair[1] += 1
