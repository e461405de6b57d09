"""A series of watched games on the terminal: what got stuck, how far it is, and an early end by ctrl+c."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Generic, TypeVar

from sasl.kernel.text import counted
from sasl.lab.watch import Stuck

E = TypeVar("E")


class Ended(Generic[E]):
    """The endings of a series as they come. A game that got stuck is told at once; ctrl+c ends the series, and what
    was played until then counts. `quiet`: no line is printed for each game, so a terminal is told how far it is."""

    def __init__(self, results: Iterable[E | Stuck], total: int, *, quiet: bool) -> None:
        self.results = results
        self.total = total
        self.quiet = quiet and sys.stderr.isatty()
        self.played = 0
        self.stuck = False
        self.stopped = False

    def __iter__(self) -> Iterator[E]:
        begun = monotonic()
        self._how_far(0.0)
        try:
            for result in self.results:
                self.played += 1
                if isinstance(result, Stuck):
                    self.stuck = True
                    self._clear()
                    print(f"sasl: {result}", file=sys.stderr)
                else:
                    yield result
                self._how_far(monotonic() - begun)
        except KeyboardInterrupt:
            self.stopped = True
        self._clear()
        if self.stopped:
            print(f"stopped after {self.played} of {counted(self.total, 'game')}", file=sys.stderr)

    def _how_far(self, seconds: float) -> None:
        if self.quiet:
            words = f"{self.played} of {self.total} games"
            if self.played:
                left = seconds / self.played * (self.total - self.played)
                words += f", about {left / 60:.0f} min left" if left > 90 else f", about {left:.0f} s left"
            print(f"\r{words}\033[K", end="", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self.quiet:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
