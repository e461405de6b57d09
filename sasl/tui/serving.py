"""The same screens in a browser of this machine, by textual-serve: a page on 127.0.0.1, a program for each visit."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sasl.content.reading.faults import ContentError

MISSING = (
    "sasl serve needs the package textual-serve, which is not installed: "
    "pip install -e '.[serve]' -c constraints.txt (sasl alone shows the same screens in the terminal)"
)


def _own_command(folder: Path, packs: Sequence[Path]) -> list[str]:
    """Return the words of the command that runs the home screen with these games and tables."""
    words = [sys.executable, "-m", "sasl", "--saves", str(folder.absolute())]
    for pack in packs:
        words += ["--tables", str(pack.absolute())]
    return words


def server(folder: Path, packs: Sequence[Path], port: int) -> Any:
    """Return the server, not started yet. ContentError if textual-serve is not installed.

    Its page asks nothing of any other machine. Only who has its `address`, with the token in it, is let in, and no
    page of another origin may speak with it.
    """
    try:
        from sasl.tui.page_server import Local
    except ImportError:
        raise ContentError([MISSING]) from None
    return Local(_own_command(folder, packs), port)


def serve(folder: Path, packs: Sequence[Path], port: int) -> int:
    """Serve until ctrl+c; the exit status. ContentError if it cannot: no textual-serve, or the port is taken."""
    made = server(folder, packs, port)
    try:
        made.serve()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ContentError([f"port {port} cannot be used ({why}): sasl serve --port {port + 1}"]) from None
    return 0
