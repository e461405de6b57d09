"""A library, and new games of the real mission."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playing_saves import NOW

from sasl.content.library import Library, shipped_root
from sasl.saves.session import Session


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(shipped_root())


@pytest.fixture
def new(library: Library, tmp_path: Path) -> Callable[..., Session]:
    def make(name: str = "g", seed: int = 7) -> Session:
        return Session.create(library, "oto-s1", seed, tmp_path, name, NOW)

    return make
