"""Where the player looked, and what he had begun: a small file beside the save, no part of the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from sasl.kernel.files.regular_files import read_regular
from sasl.saves.files import replace_file
from sasl.saves.save_lines import SaveError

MOST, LONGEST = 1000, 200
"""Bytes of such a file at most, and characters of the command in it."""


class Look(NamedTuple):
    """A hex and the number of a zoom (-1: the player chose none); the command that waited for an answer at a moment."""

    cursor: str
    zoom: int
    asked: str = ""
    moment: int = -1


def look_path(folder: Path, name: str) -> Path:
    """The file of the game `name`."""
    return folder / f".{name}.view.json"


def kept_look(folder: Path, name: str) -> Look | None:
    """How the game was left; None if nothing that can be read says so."""
    try:
        data = json.loads(read_regular(look_path(folder, name), MOST))
        cursor, zoom, asked, moment = data["cursor"], data["zoom"], data.get("asked", ""), data.get("moment", -1)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    known = isinstance(cursor, str) and type(zoom) is int and isinstance(asked, str) and type(moment) is int
    return Look(cursor, zoom, asked, moment) if known else None


def keep_look(folder: Path, name: str, look: Look) -> None:
    """Keep it; a disk that refuses is no matter."""
    try:
        replace_file(look_path(folder, name), json.dumps(look._asdict()).encode())
    except (OSError, SaveError):
        return
