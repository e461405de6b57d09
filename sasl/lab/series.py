"""Many watched games, several at once, and what their numbers say: means, standard errors, clear differences."""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sasl.content.library import Library, shipped_root
from sasl.lab.commander import doctrine_orders
from sasl.lab.tally import Ending, tally
from sasl.lab.watch import Stuck, Watch
from sasl.saves.session import Session

CLEAR = 2.0
"""A difference counts as clear from so many standard errors on."""

COLLECT = (50_000, 20, 50)
"""How seldom the garbage collector looks: a game makes a great many facts that stay."""
_library: Library


@dataclass(frozen=True)
class Series:
    """What is played: the mission, the doctrines of both sides ("" for the usual ones), and tables of your own."""

    mission: str
    doctrine: str = ""
    commander: str = ""
    packs: tuple[Path, ...] = ()

    def play(self, library: Library, seed: int) -> Ending:
        """Play one seed to its end. Stuck if it does not come to one."""
        session = Session.memory(library, self.mission, seed, "watch")
        watch = Watch(session, doctrine_orders(self.doctrine, self.commander))
        facts = [event for step in watch.run() for event in step.events]
        return tally(seed, facts, session.game.state, len(session.moments) - 1)


def play_all(series: Series, seeds: Sequence[int], at_once: int = 0) -> Iterator[Ending | Stuck]:
    """Each seed's ending in order, or why it has none; `at_once` processes (0: as many as there are processors)."""
    processes = min(at_once or os.cpu_count() or 1, len(seeds))
    if processes == 1:
        _begin(series.packs)
        yield from (_one((series, seed)) for seed in seeds)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _begin, (series.packs,)) as pool:
        yield from pool.imap(_one, [(series, seed) for seed in seeds])


def _begin(packs: tuple[Path, ...]) -> None:
    """Each process reads the content once; the collector then leaves it alone, and seldom looks at the rest."""
    global _library
    _library = Library(shipped_root(), packs)
    _ = _library.tables, _library.counters, _library.figures, _library.doctrines
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _one(work: tuple[Series, int]) -> Ending | Stuck:
    series, seed = work
    try:
        return series.play(_library, seed)
    except Stuck as stuck:
        return stuck


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
