"""Series of watched games: what each is played with, and the seeds of its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sasl.asl.game.context import Game
from sasl.content.library import Library
from sasl.content.packs.pack import Pack
from sasl.kernel.frozen import Frozen, replace
from sasl.lab import MOST_BASE, MOST_RUNS
from sasl.lab.counting.endings import Ending
from sasl.lab.counting.tally import Tally
from sasl.lab.series.workers import Libraries
from sasl.lab.watching.watch import Bare, Watch
from sasl.orders import engine
from sasl.orders.doctrine_orders import choosing
from sasl.saves.session import Session


class Match(Frozen):
    """One game: mission, seed, the doctrines of both sides ("" for the usual ones), packs on the shipped tables.

    `command`: the variant of Command Control (S16), "" for the usual one. `values`: mission values typed in, as
    (name, figure). A table that is being tried, and lies in no file yet, is a `Pack.of(…)` of its text.
    """

    mission: str
    seed: int
    doctrine: str = ""
    commander: str = ""
    packs: tuple[Path | Pack, ...] = ()
    command: str = ""
    values: tuple[tuple[str, str], ...] = ()

    def with_seed(self, seed: int) -> Match:
        """The same game with other dice."""
        return replace(self, seed=seed)

    @property
    def orders(self) -> tuple[str, ...]:
        """The commands that set it up; they come before all others."""
        chosen = choosing(self.doctrine, self.commander, self.command)
        return (*chosen, *(f"value {name} {figure}" for name, figure in self.values))

    def warm(self, library: Library) -> object:
        """Read ahead what every game needs."""
        return library.tables, library.counters, library.figures, library.doctrines

    def begun(self, library: Library) -> Game:
        """The game at its very beginning. ContentError for content that cannot be played."""
        return Session.memory(library, self.mission, self.seed, "watch").game

    def play(self, libraries: Libraries) -> Ending:
        """Play it to its end. Stuck if it does not come to one."""
        library = libraries.of(self)
        ending = Course.of(self.begun(library), self.orders).play()
        library.sights.keep()
        return ending

    def each(self, change: Callable[[Match], Match]) -> Match:
        """The same, changed."""
        return change(self)


@dataclass
class Course:
    """A watched mission under way, and what was counted of it so far."""

    place: Bare[Game]
    watch: Watch
    tally: Tally

    @classmethod
    def of(cls, game: Game, orders: tuple[str, ...]) -> Course:
        """A game that begins."""
        place = Bare(game, partial(engine.play, tells=False))
        return cls(place, Watch(place, orders), Tally())

    def steps(self) -> Iterator[Course]:
        """Play to the end. After each command, before it is counted: the course as it was when the command was given.

        That one has this one's tally: who wants to go on from there takes a copy. Stuck if it does not end.
        """
        while not self.watch.over():
            place = copy(self.place)
            earlier = Course(place, self.watch.on(place), self.tally)
            step = self.watch.step()
            yield earlier
            self.tally.step(place.game, step.events, self.place.game)

    def on(self, library: Library) -> Course:
        """From here on with other content: a separate course."""
        place = replace(self.place, game=replace(self.place.game, library=library))
        return Course(place, self.watch.on(place), deepcopy(self.tally))

    def play(self) -> Ending:
        """Play to the end; its record. Stuck if it does not come to one."""
        for _ in self.steps():
            pass
        return self.ending()

    def ending(self) -> Ending:
        """The record of a course that is at its end."""
        return self.tally.ending(self.place.game, self.place.commands)


def seeds(base: int, runs: int) -> range:
    """The seeds of a series: the `index`-th run (from 1) has `base` * 1,000,000 + index, whoever plays it and when.

    So base 0 has the seeds 1, 2, 3 …, and two bases share none. ValueError for a base or a number beyond these.
    """
    if not 0 <= base <= MOST_BASE or not 1 <= runs <= MOST_RUNS:
        raise ValueError(f"a base is 0 to {MOST_BASE}, and a series has 1 to {MOST_RUNS:,} runs")
    return range(base * (MOST_RUNS + 1) + 1, base * (MOST_RUNS + 1) + runs + 1)
