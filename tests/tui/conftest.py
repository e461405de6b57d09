"""The tests of the screens use the tabletop of the tests of play."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "solitaire"))


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(shipped_root())
