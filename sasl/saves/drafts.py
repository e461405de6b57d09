"""What a player has typed for a game and not given yet: plain text in a file beside its save."""

from __future__ import annotations

from pathlib import Path

from sasl.kernel.files.regular_files import disk_words, read_regular
from sasl.saves.files import replace_file
from sasl.saves.save_lines import SaveError

MOST = 1_000_000
"""The most bytes of a draft that are read."""


def draft_path(folder: Path, name: str) -> Path:
    """The file of the draft for the game `name`."""
    return folder / f"{name}.draft.txt"


def kept_draft(folder: Path, name: str) -> str:
    """The draft for the game `name`; "" if there is none, or none that can be read."""
    try:
        return read_regular(draft_path(folder, name), MOST)[:MOST].decode(errors="replace")
    except OSError:
        return ""


def keep_draft(folder: Path, name: str, text: str) -> None:
    """Keep a draft for the game `name` in place of the one before; of an empty one no file is left.

    SaveError if the disk refuses.
    """
    path = draft_path(folder, name)
    if text.strip():
        replace_file(path, text.encode())
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{path.name}: cannot be removed ({disk_words(error)})") from None
