"""Board archives that VASL itself wrote, where the environment names a folder with some (`SASL_VASL`)."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from sasl.board.archives.archive import read_archive
from sasl.board.los import line_of_sight
from sasl.board.pixels.compare import differences
from sasl.board.pixels.survey import Pixels
from sasl.content import shipped_root
from sasl.content.library import Library
from sasl.kernel.frozen import replace

FOLDER = os.environ.get("SASL_VASL", "")
LIBRARY = Library(shipped_root())
ARCHIVES = [
    path for path in (sorted((Path(FOLDER) / "boards").glob("bd*")) if FOLDER else [])
    if path.name in LIBRARY.loader.ids("board")
]  # fmt: skip

pytestmark = pytest.mark.skipif(not ARCHIVES, reason="SASL_VASL names no folder with boards of VASL")


def test_they_are_read_within_a_second_each() -> None:
    start = time.process_time()
    for path in ARCHIVES:
        assert f"bd{int(read_archive(path).name):02}" == path.name
    assert time.process_time() - start < len(ARCHIVES)


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.name)
def test_their_los_is_sure_and_mostly_what_the_digest_holds_likely(path: Path) -> None:
    digest, raster = LIBRARY.board(path.name), read_archive(path).raster
    assert len(differences(digest, raster)) < 10
    board = replace(digest, survey=Pixels(raster, LIBRARY.terrain), surveyed=(path.name,), cache={})
    chance, names = random.Random(7), digest.names()
    pairs = [(a, b) for a, b in (chance.sample(names, 2) for _ in range(600)) if digest.distance(a, b) <= 16]
    exact = [line_of_sight(board, a, b, ()) for a, b in pairs]
    likely = [line_of_sight(digest, a, b, ()) for a, b in pairs]
    assert all(sight.state != "unsure" for sight in exact)
    assert sum(a.exists == b.exists for a, b in zip(exact, likely, strict=True)) > 0.9 * len(pairs)
