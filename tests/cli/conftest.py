"""Some of these tests use boards that the tests draw."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "board"))
