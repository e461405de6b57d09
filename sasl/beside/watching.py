"""Watching for a new save of VASL: a look at its date now and then; a file still being written is waited for."""

from __future__ import annotations

from pathlib import Path
from time import time_ns

from sasl.asl.game.context import Game
from sasl.beside.comparison import Comparison, compare
from sasl.beside.saves import Save, newest, table_of
from sasl.content.faults import ContentError

PATIENCE = 15
"""How often a file that cannot be read is looked at before it is told: VASL takes a moment to write it."""

SETTLED = 3_000_000_000
"""Nanoseconds after which nobody writes a file any more."""


class Watch:
    """What a game follows: `look` at it from time to time."""

    def __init__(self) -> None:
        self._follows = ""
        self._last: Save | None = None
        """The save as it was at the last look."""
        self._told: Save | None = None
        """The save that was compared, or given up, last."""
        self._tries = 0

    def changed(self, game: Game) -> Save | None:
        """A save that is new and is not being written any more, if there is one; only its date is read."""
        follows = game.state.vasl.follows
        if follows != self._follows:
            self._follows, self._last, self._told, self._tries = follows, None, None, 0
        if not follows:
            return None
        try:
            save = newest(Path(follows))
        except ContentError:
            return None
        settled = save == self._last or time_ns() - save.written > SETTLED
        self._last = save
        return save if settled and save != self._told else None

    def read(self, game: Game, save: Save) -> Comparison | str | None:
        """The game beside that save; None while it cannot be read yet; in the end why it cannot."""
        try:
            found = compare(game, table_of(game, save))
        except ContentError as error:
            self._tries += 1
            if self._tries < PATIENCE:
                return None
            self._told, self._tries = save, 0
            return str(error.faults[0])
        self._told, self._tries = save, 0
        return found

    def look(self, game: Game) -> Comparison | str | None:
        """Both at once: what a new save shows, why it cannot be read, or nothing new."""
        save = self.changed(game)
        return self.read(game, save) if save else None
