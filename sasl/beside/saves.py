"""The saved games of VASL that a game is played beside: which is the newest, and whether it can be read yet."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sasl.asl.game.context import Game
from sasl.board.join import Layout
from sasl.content.content import Content
from sasl.content.faults import ContentError, shown_path
from sasl.kernel.frozen import Frozen
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
    try:
        folders = [folder for folder in (path, path / AUTOSAVES) if folder.is_dir()]
        files = [item for folder in folders for item in folder.glob(f"*{SUFFIX}")] if folders else [path]
        found = [save for item in files if (save := _save(item))]
    except (OSError, ValueError) as error:
        raise ContentError([f"{shown_path(path)}: {error}"]) from None
    if not found:
        what = f"no saved game ({SUFFIX}) is in this folder" if folders else "there is no such file"
        raise ContentError([f"{shown_path(path)}: {what}"])
    return max(found, key=lambda save: (save.written, save.path.name))


def _save(path: Path) -> Save | None:
    try:
        facts = path.stat()
    except OSError:  # gone since the folder was listed: VASL deletes old autosaves
        return None
    return Save(path, facts.st_mtime_ns, facts.st_size) if path.is_file() else None


def table_of(game: Game, save: Save) -> Tabletop:
    """What lies on the map of a saved game, in the hexes of this game. ContentError if it cannot be read."""
    return _read(save, game.library, game.state.layout)


@lru_cache(maxsize=2)
def _read(save: Save, content: Content, layout: Layout) -> Tabletop:
    """Read once, as long as the file is the same."""
    return read_tabletop(save.path, content, layout)
