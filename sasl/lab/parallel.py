"""Many watched games at once: each in a process that has read the content once, their endings in order."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sasl.content.library import Library, shipped_root
from sasl.lab.watch import Stuck

E_co = TypeVar("E_co", covariant=True)
E = TypeVar("E")

COLLECT = (50_000, 20, 50)
"""How seldom the garbage collector looks: a game makes a great many facts that stay."""
_library: Library


class Job(Protocol[E_co]):
    """One game to be watched to its end."""

    @property
    def packs(self) -> tuple[Path, ...]:
        """The packs it is played with; the same for all games of a series."""

    def warm(self, library: Library) -> object:
        """Read ahead what every game of the series needs."""

    def play(self, library: Library) -> E_co:
        """Play it. Stuck if it does not come to an end."""


def play_all(jobs: Sequence[Job[E]], at_once: int = 0) -> Iterator[E | Stuck]:
    """Each game's ending in order, or why it has none; `at_once` processes (0: as many as there are processors)."""
    processes = min(at_once or os.cpu_count() or 1, len(jobs))
    if processes == 1:
        _begin(jobs[0])
        yield from map(_play, jobs)
    elif jobs:
        context = multiprocessing.get_context("spawn")
        with context.Pool(processes, _begin_apart, (jobs[0],)) as pool:
            yield from pool.imap(_play, jobs)


def _begin_apart(job: Job[Any]) -> None:
    """As `_begin`, in a process of its own: who stops a series speaks to the one that began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _begin(job)


def _begin(job: Job[Any]) -> None:
    """Read the content once; the collector then leaves it alone, and seldom looks at the rest."""
    global _library
    _library = Library(shipped_root(), job.packs)
    job.warm(_library)
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _play(job: Job[E]) -> E | Stuck:
    try:
        return job.play(_library)
    except Stuck as stuck:
        return stuck
