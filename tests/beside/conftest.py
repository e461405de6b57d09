"""The tests beside VASL use the tabletop of the tests of play."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "solitaire"))
