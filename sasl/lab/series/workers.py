"""Many games, one after another or in several processes at once, whichever is quicker; the results are in order."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stderr
from multiprocessing import resource_tracker
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, TypeAlias, TypeVar

from sasl.content.library import Library, shipped_root
from sasl.content.packs.pack import Pack
from sasl.lab import LabError
from sasl.lab.watching.watch import Stuck

Packs: TypeAlias = tuple[Path | Pack, ...]
"""Folders, or packs that were read already or lie in no file."""

E_co = TypeVar("E_co", covariant=True)
E = TypeVar("E")

START = {"fork": 0.2, "spawn": 2.0}
"""About how many seconds it takes until other processes play, by how they begin: a fork has all the content."""
CHUNK = 0.25
"""How many seconds of games are handed to a process at once."""
LOOSE = 200_000
"""How many objects games may leave behind before the garbage collector looks (some 30 MB)."""


class Job(Protocol[E_co]):
    """One game to be watched to its end."""

    @property
    def packs(self) -> Packs:
        """The packs it is played with."""

    def warm(self, library: Library) -> object:
        """Read ahead what every game of the series needs."""

    def play(self, libraries: Libraries) -> E_co:
        """Play it. Stuck if it does not come to an end."""


def play_all(jobs: Sequence[Job[E]], at_once: int) -> Iterator[E | Stuck]:
    """Each game's ending in order, or why it has none; `at_once` processes (0: as many as there are processors).

    The first games are played here: others help as soon as what is left would take longer than to begin them.
    """
    if not jobs:
        return
    processes = min(at_once or os.cpu_count() or 1, len(jobs))
    libraries = Libraries()
    libraries.of(jobs[0])
    begun = perf_counter()
    with _collector_away():
        for number, job in enumerate(jobs):
            left = jobs[number:]
            seconds = (perf_counter() - begun) / number if number else 0.0
            if _pays(len(left), seconds, processes):
                yield from _shared(left, processes, seconds, libraries)
                return
            yield played(job, libraries)


def _pays(left: int, seconds: float, processes: int) -> bool:
    """Whether so many games of so many seconds each are over sooner if other processes help."""
    saved = left * seconds * (1 - 1 / min(processes, left))
    return saved > START[_method()]


def _method() -> str:
    """How other processes begin. A process with threads must not be forked, nor one on a system that forbids it."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _shared(jobs: Sequence[Job[E]], processes: int, seconds: float, libraries: Libraries) -> Iterator[E | Stuck]:
    """The games, played by other processes."""
    global _libraries
    method = _method()
    _libraries = libraries if method == "fork" else None
    gc.collect()
    gc.freeze()  # so that no fork ever touches, and thereby copies, what it shares
    if method == "spawn":
        _track()
    chunk = max(1, min(int(CHUNK / seconds), len(jobs) // (4 * processes)))
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context(method), _begin, (jobs[0],))
    try:
        yield from pool.map(_play, jobs, chunksize=chunk)
    except BrokenProcessPool:
        raise LabError(
            "a process that played games has ended, or its game cannot be read here; -j 1 plays all of them in this one"
        ) from None
    finally:
        _end_now(pool)


def _end_now(pool: ProcessPoolExecutor) -> None:
    """Who stops a series does not wait for the games under way (from Python 3.14 on, `terminate_workers` does this)."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(cancel_futures=True)


def _track() -> None:
    """Begin what keeps track of spawned processes. It wants a real stderr, which a screen's program has replaced."""
    with redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()


class Libraries:
    """The content of every stack of packs that the games of a series are played with, each read once."""

    def __init__(self) -> None:
        self._read: dict[Packs, Library] = {}
        self._made: dict[Hashable, Any] = {}

    def of(self, job: Job[Any]) -> Library:
        """The content that a game is played with."""
        library = self._read.get(job.packs)
        if library is None:
            first = next(iter(self._read.values()), None)
            library = first.with_packs(job.packs) if first else Library(shipped_root(), job.packs)
            job.warm(library)
            self._read[job.packs] = library
        return library

    def once(self, key: Hashable, make: Callable[[], E]) -> E:
        """What `make` makes of this content, made when it is first needed."""
        if key not in self._made:
            self._made[key] = make()
        found: E = self._made[key]
        return found


_libraries: Libraries | None = None
"""What the games of this process are played with; a fork finds here what its parent has read."""


def _begin(job: Job[Any]) -> None:
    """Make a process ready. Who stops a series speaks to the process that began it."""
    global _libraries
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _libraries = _libraries or Libraries()
    _libraries.of(job)
    gc.freeze()
    gc.disable()


def _play(job: Job[E]) -> E | Stuck:
    assert _libraries is not None
    return played(job, _libraries)


def played(job: Job[E], libraries: Libraries) -> E | Stuck:
    """A game; what many of them have left behind is collected between two games."""
    try:
        return job.play(libraries)
    except Stuck as stuck:
        return stuck
    finally:
        if gc.get_count()[0] > LOOSE:
            gc.collect()


@contextmanager
def _collector_away() -> Iterator[None]:
    """Without the garbage collector: a game makes a great many facts that stay, and hardly any garbage in circles.

    Whoever keeps what is loaded from its sight already finds that so afterwards.
    """
    was_on, kept = gc.isenabled(), gc.get_freeze_count()
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        if not kept:
            gc.unfreeze()
        if was_on:
            gc.enable()
