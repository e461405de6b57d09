"""A series kept on disk while it is played, gone on with later, and stopped once it has answered its question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from sasl.kernel.frozen import Frozen
from sasl.lab.counting.endings import Ending
from sasl.lab.series.matches import Match, seeds
from sasl.lab.series.run_files import RunFile
from sasl.lab.series.statistics import share_interval
from sasl.lab.series.summary import Summary
from sasl.lab.series.workers import Job, play_all
from sasl.lab.watching.watch import Stuck

E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)

QUESTIONS = {"wins": 0.05, "margin": 0.5}
"""The default question: the ENEMY's share of wins to 5 %, and by how many VP it is ahead to half a VP."""
FIRST, EVERY = 30, 10
"""From how many runs on, and how often, it is looked whether the questions are answered."""


class Part(Job[E_co], Protocol[E_co]):
    """One job of a series: a match, or several that belong together."""

    def each(self, change: Callable[[Match], Match]) -> Part[E_co]:
        """The same with every match changed."""


class Player(Protocol):
    """Who plays a series: this machine's processors, or a cluster."""

    def __call__(self, jobs: Sequence[Part[E]], /) -> Iterator[E | Stuck]:
        """What comes of each job, in order, or why nothing does."""


def here(workers: int = 0) -> Player:
    """This machine: so many processes (0: one for each processor)."""

    def play(jobs: Sequence[Part[E]]) -> Iterator[E | Stuck]:
        return play_all(jobs, workers)

    return play


class Series(Frozen):
    """What is to be played: a match with each seed of a base, until `runs` are played or `until` is answered.

    `until`: numbers of a run (`wins`, `margin`, `friendly` …), each with half the width that its interval may have.
    """

    match: Match
    runs: int
    base: int = 0
    until: tuple[tuple[str, float], ...] = ()

    def play(self, player: Player, file: RunFile | None = None) -> Iterator[Ending | Stuck]:
        """Every record in order: first those that `file` holds already, then the others, each kept before it is given.

        What comes out depends on nothing but this series: not on who plays it, nor on where it was interrupted.
        RunFileError for a damaged file, and where the disk is full.
        """
        summary = Summary()
        for given, result in enumerate(self._results(player, file), 1):
            yield result
            if isinstance(result, Ending):
                summary.add(result)
            if self.until and given >= FIRST and given % EVERY == 0 and answered(summary, self.until):
                return

    def _results(self, player: Player, file: RunFile | None) -> Iterator[Ending | Stuck]:
        numbers = seeds(self.base, self.runs)
        done = 0
        if file:
            for result in file.read():
                if done < self.runs:
                    yield result
                    done += 1
        if done < self.runs:
            for result in player([self.match.with_seed(seed) for seed in numbers[done:]]):
                if file:
                    file.add(result)
                yield result


def answered(summary: Summary, until: Iterable[tuple[str, float]]) -> bool:
    """Whether each of these numbers is known as exactly as required."""
    return bool(summary.runs) and all(_half_width(summary, key) <= error for key, error in until)


def _half_width(summary: Summary, key: str) -> float:
    found = summary.numbers[key].mean()
    if key != "wins":
        return found.half_width()
    low, high = share_interval(found.value, found.count)
    return (high - low) / 2
