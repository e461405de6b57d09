"""Damaged games: keep all that is good, and the spoilt file beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sasl.content.library import Library
from sasl.saves import journal
from sasl.saves.files import game_path
from sasl.saves.journal import Damage
from sasl.saves.lines import SaveError
from sasl.saves.lock import Lock
from sasl.saves.reading import Reading


def recover(library: Library, folder: Path, name: str, read: Callable[[Library, Path, str], Any] = Reading.read) -> str:
    """Make a damaged game playable again: keep all before the damage; says what was done. `read` opens its kind.

    SaveError if nothing is damaged, nothing can be kept, or the game is open elsewhere.
    """
    path = game_path(folder, name)
    if not path.is_file():
        raise SaveError(f"there is no game '{name}' in {folder}")
    lock = Lock(path)
    try:
        try:
            read(library, folder, name)
        except Damage as damage:
            copy = journal.recover(path, damage.last_good)
            return f"game '{name}' goes on after entry {damage.last_good}; the file as it was is {copy.name}"
        raise SaveError(f"game '{name}' is not damaged")
    finally:
        lock.release()
