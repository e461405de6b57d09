"""Watched games of a mission, and what the numbers of many say: means, standard errors, clear differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sasl.content.library import Library
from sasl.lab.commander import doctrine_orders
from sasl.lab.tally import Ending, tally
from sasl.lab.watch import Watch
from sasl.saves.session import Session

CLEAR = 2.0
"""A difference counts as clear from so many standard errors on."""


@dataclass(frozen=True)
class Match:
    """One game: the mission, the seed, the doctrines of both sides ("" for the usual ones), tables of your own.

    `command`: the variant of Command Control (16), "" for the usual one.
    """

    mission: str
    seed: int
    doctrine: str = ""
    commander: str = ""
    packs: tuple[Path, ...] = ()
    command: str = ""

    def warm(self, library: Library) -> object:
        """Read ahead what every game needs."""
        return library.tables, library.counters, library.figures, library.doctrines

    def play(self, library: Library) -> Ending:
        """Play it to its end. Stuck if it does not come to one."""
        session = Session.memory(library, self.mission, self.seed, "watch")
        watch = Watch(session, doctrine_orders(self.doctrine, self.commander, self.command))
        facts = [event for step in watch.run() for event in step.events]
        return tally(self.seed, facts, session.game.state, len(session.moments) - 1)


# -- numbers ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mean:
    """A mean with its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        """`7.25 ±0.31`."""
        return f"{self.value:.2f} ±{self.error:.2f}"

    @property
    def clear(self) -> bool:
        """Whether it is clearly not zero."""
        return abs(self.value) > CLEAR * self.error


def mean(numbers: Sequence[float]) -> Mean:
    """Mean and standard error of a sample (error 0 for a single number)."""
    count = len(numbers)
    middle = math.fsum(numbers) / count
    spread = math.fsum((number - middle) ** 2 for number in numbers) / (count - 1) if count > 1 else 0.0
    return Mean(middle, math.sqrt(spread / count))


def numbers_of(endings: Sequence[Ending], key: str) -> list[float]:
    """One number of each game: a key of the tally, `margin` (ENEMY VP ahead), or `wins` (1: the ENEMY won)."""
    if key == "margin":
        return [ending.margin for ending in endings]
    if key == "wins":
        return [{"ENEMY": 1.0, "draw": 0.5}.get(ending.winner, 0.0) for ending in endings]
    return [ending.numbers[key] for ending in endings]


def difference(one: Sequence[Ending], other: Sequence[Ending], key: str) -> Mean:
    """By how much `one` is above `other`, seed by seed: the same seed sets up the same mission."""
    pairs = {ending.seed: ending for ending in other}
    both = [(ending, pairs[ending.seed]) for ending in one if ending.seed in pairs]
    first, second = (numbers_of([pair[place] for pair in both], key) for place in (0, 1))
    return mean([a - b for a, b in zip(first, second, strict=True)])
