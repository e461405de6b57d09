"""A fault of the program itself on the screens: told in a sentence, and kept for who mends it."""

from __future__ import annotations

import traceback
from pathlib import Path

KEPT = "fault.log"
"""The file beside the games that keeps the last one."""


def told(error: BaseException | None, folder: Path, lost: str = "") -> str:
    """What the player reads once the screens are gone; where it happened goes into a file beside his games.

    `lost`: why the game that was open is not saved.
    """
    what = f"{type(error).__name__}: {error}" if error else "unknown"
    rest = f"The game is NOT saved: {lost}." if lost else "Nothing is lost: 'sasl resume' goes on."
    words = f"The screens failed because of a fault in the program ({what}). {rest}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / KEPT).write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return words
    return f"{words} The details for a bug report are in {folder / KEPT}."
