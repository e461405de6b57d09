"""Keys, clicks and popups written down, a JSON line each, when the variable SASL_KEYS names a file for them.

Each line says how many commands the open game had had by then, so that `docs/scripts/count_keys.py` can lay them beside
the journal. Nothing is written unless it is asked for.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Literal

KEYS = "SASL_KEYS"
"""The variable that names the file."""
Deed = Literal["key", "click", "popup"]


class KeyLog:
    """Where they are written; nowhere if the variable names no file."""

    def __init__(self) -> None:
        named = os.environ.get(KEYS, "")
        self.path = Path(named) if named else None

    def write(self, deed: Deed, what: str, moments: int) -> None:
        """Add a line. A disk that refuses ends the log, not the game."""
        if self.path is None:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"n": moments, deed: what}) + "\n")
        except OSError:
            self.path = None
