"""A warning that a player confirms by giving the same command once more: only once he can have read it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sasl.kernel.frozen import Mutable

READ = 0.4
"""Seconds until a player can have read what has just appeared; what is given sooner was meant for something else."""


class Notice(Mutable):
    """The warning that stands before a player, for one moment of a game. Seconds are those of the `clock`."""

    clock: Callable[[], float] = monotonic
    text: str = ""
    _moment: object = None
    _read_at: float = 0.0

    def show(self, moment: object, text: str) -> str:
        """Show the warning of a moment, if there is one; return it."""
        self._moment, self.text = moment if text else None, text
        self._read_at = self.clock() + READ
        return text

    def stands_for(self, moment: object) -> bool:
        """Return whether it is the warning of this very moment."""
        return self._moment is moment

    def confirm(self) -> str:
        """Take a confirmation: return "" if the warning can have been read, and take it away; else the warning again.

        As long as confirmations come fast, nobody reads.
        """
        now = self.clock()
        if now < self._read_at:
            self._read_at = now + READ
            return self.text
        self._moment = None
        return ""
