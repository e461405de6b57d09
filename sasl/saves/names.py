"""Names of games."""

from __future__ import annotations

import re
from pathlib import Path

from sasl.saves.codec import SaveError

MAX_NAME = 60
SUFFIX = ".sasl"
_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9 _.-]*")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def check_name(name: str) -> str:
    """`name` if it can be the name of a game on every system; SaveError says what is wrong."""
    if not name.strip():
        raise SaveError("a game needs a name")
    if len(name) > MAX_NAME:
        raise SaveError(f"the name of a game may have {MAX_NAME} characters, not {len(name)}")
    if not _NAME.fullmatch(name) or name[-1] in " .":
        raise SaveError(
            f"{name!a} cannot be the name of a game: use letters, digits, space, _ . and - "
            "(no dot or space first, none last)"
        )
    if _RESERVED.fullmatch(name):
        raise SaveError(f"'{name}' is a word some systems keep for themselves; choose another name")
    return name


def game_path(folder: Path, name: str) -> Path:
    """The file of the game `name`. SaveError for a name that is not safe."""
    return folder / f"{check_name(name)}{SUFFIX}"
