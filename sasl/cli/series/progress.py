"""The progress of a series: shown on a terminal while it runs, and when it is stopped."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Generic, TypeVar

from sasl.cli.rim import overwrite
from sasl.kernel.text import counted
from sasl.lab.watching.watch import Stuck

E = TypeVar("E")


STOPPED = 130
"""The exit status of a series that ctrl+c has ended (128 + SIGINT)."""


class Ended(Generic[E]):
    """The endings of a series as they come. A game that got stuck is reported at once; ctrl+c ends the series, and what
    was played until then counts. `progress`: no line is printed for each game, so a terminal shows how far it is.

    `known`: so many of the results were played earlier, and say nothing of the speed; `what` is counted.
    """

    def __init__(
        self, results: Iterable[E | Stuck], total: int, *, progress: bool, known: int = 0, what: str = "game"
    ) -> None:
        self.results = results
        self.total = total
        self.progress = progress and sys.stderr.isatty()
        self.played = 0
        self.known, self.what = known, what
        self.lost = 0
        self.stopped = False

    def status(self, failed: bool) -> int:
        """Return the exit status: 130 for a series that was stopped, as of any program that ctrl+c ends."""
        return STOPPED if self.stopped else int(failed)

    @property
    def stuck(self) -> bool:
        """Whether a game did not come to its end."""
        return self.lost > 0

    def told(self, faults: Iterable[str]) -> None:
        """Say that games did not come to their end, and why."""
        for fault in faults:
            self.lost += 1
            self._clear()
            print(f"sasl: {fault}", file=sys.stderr)

    def __iter__(self) -> Iterator[E]:
        begun = monotonic()
        self._how_far(0.0)
        try:
            for result in self.results:
                self.played += 1
                if isinstance(result, Stuck):
                    self.told([str(result)])
                else:
                    yield result
                self._how_far(monotonic() - begun)
        except KeyboardInterrupt:
            self.stopped = True
        self._clear()
        if self.stopped:
            print(f"stopped after {self.played} of {counted(self.total, self.what)}", file=sys.stderr)

    def _how_far(self, seconds: float) -> None:
        if self.progress:
            words = f"{self.played} of {counted(self.total, self.what)}"
            if self.played > self.known:
                rate = (self.played - self.known) / max(seconds, 1e-9)
                words += f", {speed(rate)}, about {duration((self.total - self.played) / rate)} left"
            overwrite(words)

    def _clear(self) -> None:
        if self.progress:
            overwrite("")


def speed(rate: float) -> str:
    """`3.2 a second`, `14 a minute`, `25 an hour`: so many a second, in a unit in which they are more than one."""
    for unit, seconds in (("a second", 1), ("a minute", 60)):
        if rate * seconds >= 1:
            return f"{rate * seconds:.3g} {unit}"
    return f"{rate * 3600:.3g} an hour"


def duration(seconds: float) -> str:
    """`40 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
