"""The saved games of VASL that a game is played beside: which is the newest, and the watch for a new one."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from time import time_ns

from sasl.asl.game.context import Game
from sasl.beside.comparison import Comparison, compare
from sasl.board.join import Layout
from sasl.content.content import Content
from sasl.content.reading.faults import ContentError, shown_path
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted
from sasl.vasl.tabletop import Tabletop, read_tabletop

SUFFIX = ".vsav"
AUTOSAVES = "VASL"
"""The folder, inside that of the boards, where VASL saves by itself."""


class Save(Frozen):
    """A saved game on the disk, as it is now: when it was written (nanoseconds since 1970), and its bytes."""

    path: Path
    written: int
    size: int


def newest(path: Path) -> Save:
    """The saved game at `path`, or the newest in that folder (or in its folder of autosaves).

    ContentError, one sentence, if there is none.
    """
    return _saves(path)[0]


def _saves(path: Path) -> list[Save]:
    """All of them, the newest first."""
    try:
        folders = [folder for folder in (path, path / AUTOSAVES) if folder.is_dir()]
        files = [item for folder in folders for item in folder.glob(f"*{SUFFIX}")] if folders else [path]
        found = [save for item in files if (save := _save(item))]
    except (OSError, ValueError) as error:
        raise ContentError([f"{shown_path(path)}: {error}"]) from None
    if not found:
        what = f"no saved game ({SUFFIX}) is in this folder" if folders else "there is no such file"
        raise ContentError([f"{shown_path(path)}: {what}"])
    return sorted(found, key=lambda save: (save.written, save.path.name), reverse=True)


def _save(path: Path) -> Save | None:
    try:
        facts = path.stat()
    except OSError:  # gone since the folder was listed: VASL deletes old autosaves
        return None
    return Save(path, facts.st_mtime_ns, facts.st_size) if path.is_file() else None


def table_of(game: Game, save: Save) -> Tabletop:
    """What lies on the map of a saved game, in the hexes of this game. ContentError if it cannot be read."""
    return _read(save, game.library, game.state.layout)


MOST_PASSED = 5
"""How many saves that cannot be read are passed over for an older one."""


def readable(game: Game, path: Path) -> tuple[Save, Tabletop, str]:
    """Return the newest save there that can be read, its map, and a sentence on a newer one that cannot ("": none).

    ContentError, that of the newest, if none of them can be read.
    """
    first, *older = _saves(path)
    try:
        return first, table_of(game, first), ""
    except ContentError as error:
        damaged = error
    for save in older[:MOST_PASSED]:
        with suppress(ContentError):
            why = f"{damaged.faults[0]}; {save.path.name}, {age_words(save)} old, is used instead"
            return save, table_of(game, save), why
    raise damaged


def age_words(save: Save) -> str:
    """How old a save is: `40 seconds`, `2 minutes`, `3 hours`, `5 days`."""
    seconds = max(0, time_ns() - save.written) // 1_000_000_000
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            return counted(seconds // length, unit)
    return counted(seconds, "second")


@lru_cache(maxsize=2)
def _read(save: Save, content: Content, layout: Layout) -> Tabletop:
    """Read once, as long as the file is the same."""
    return read_tabletop(save.path, content, layout)


# -- the watch for a new one -----------------------------------------------------------------------

PATIENCE = 15
"""How often a file that cannot be read is tried before it is reported: VASL takes a moment to write it."""

GIVEN_UP = 30_000_000_000
"""Nanoseconds after which a file that cannot be read is reported at once: nobody writes it any more."""

SETTLED = 3_000_000_000
"""Nanoseconds after which nobody writes a file any more."""


class Watch:
    """What a game follows: `look` at it from time to time; a file still being written is waited for."""

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
            if self._tries < PATIENCE and time_ns() - save.written < GIVEN_UP:
                return None
            self._told, self._tries = save, 0
            return self._passed_over(game) or str(error.faults[0])
        self._told, self._tries = save, 0
        return found

    def _passed_over(self, game: Game) -> str:
        """Which older save is used instead, in a sentence; "" if there is none."""
        with suppress(ContentError):
            return readable(game, Path(self._follows))[2]
        return ""

    def look(self, game: Game) -> Comparison | str | None:
        """Both at once: what a new save shows, why it cannot be read, or nothing new."""
        save = self.changed(game)
        return self.read(game, save) if save else None
