"""What has gone before: with what features of an argument a line was carried out, and what to choose therefore."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

Place = tuple[str, str]
"""A verb and the name of one of its arguments."""
Features = tuple[str, ...]
"""What is true of a word: `squad`, `broken`, `next to the first` …"""

OFTEN = 0.4
"""Where so many of the lines go, any word will do: the choice stays wide."""
BLIND = 0.2
"""So often a word is taken whatever was learnt."""
PACE = 0.06
"""By so much of the way each line moves what is expected."""


class Habits:
    """How many of the latest lines went, by the features of their arguments."""

    def __init__(self) -> None:
        self._share: dict[Place, dict[str, float]] = {}

    def choice(self, place: Place, words: Sequence[str], features: Callable[[str], Features], dice: Random) -> str:
        """One of some words: as a rule the one that is most like those that went."""
        known = self._share.get(place)
        if not known or known[""] > OFTEN or dice.random() < BLIND:
            return dice.choice(words)
        usual = known[""]

        def promise(word: str) -> float:
            return sum([known.get(name, usual) - usual for name in features(word)])

        return max(words, key=promise)

    def learn(self, said: Sequence[tuple[Place, Features]], went: bool) -> None:
        """The line that said these arguments was legal, or was not."""
        for place, names in said:
            known = self._share.setdefault(place, {"": 0.5})
            for name in ("", *names):
                before = known.get(name, 0.5)
                known[name] = before + PACE * (went - before)
