"""Games on a disk that fails, each act of it in turn; `python tests/saves/faulty_disk.py 1000` does it at length."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from faulty_disk import ACTS, struck

from sasl.content.library import Library


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_shown_is_on_the_disk_whatever_the_disk_does(library: Library, tmp_path: Path, seed: int) -> None:
    faults = struck(library, tmp_path, Random(seed), 30)
    assert {"write", "power cut"} <= set(faults) <= {*ACTS, "power cut"}
