"""The tests of the screens use games and saves that other rooms' tests make."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root

for room in ("solitaire", "vasl", "beside"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / room))


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(shipped_root())
