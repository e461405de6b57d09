"""No test uses the figures that a player keeps in this checkout."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sasl.saves.places import OWN


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Where the player's own figures would be; it is not there yet."""
    folder = tmp_path_factory.getbasetemp() / f"own-{abs(hash(request.node.nodeid))}" / "own"
    before = os.environ.get(OWN)
    os.environ[OWN] = str(folder)
    yield folder
    if before is None:
        del os.environ[OWN]
    else:
        os.environ[OWN] = before
