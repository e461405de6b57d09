"""Where the player looked: cursor and zoom in a small file beside the save, no part of the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from sasl.kernel.reading import read_regular
from sasl.saves.files import replace_file
from sasl.saves.lines import SaveError

MOST = 1000
"""Bytes of such a file at most."""


class Look(NamedTuple):
    """A hex and the number of a zoom (-1: the player chose none)."""

    cursor: str
    zoom: int


def look_path(folder: Path, name: str) -> Path:
    """The file of the game `name`."""
    return folder / f".{name}.view.json"


def kept_look(folder: Path, name: str) -> Look | None:
    """How the game was left; None if nothing that can be read says so."""
    try:
        data = json.loads(read_regular(look_path(folder, name), MOST))
        cursor, zoom = data["cursor"], data["zoom"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return Look(cursor, zoom) if isinstance(cursor, str) and type(zoom) is int else None


def keep_look(folder: Path, name: str, look: Look) -> None:
    """Keep it; a disk that refuses is no matter."""
    try:
        replace_file(look_path(folder, name), json.dumps(look._asdict()).encode())
    except (OSError, SaveError):
        return
