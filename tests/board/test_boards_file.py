"""Board and terrain files: what is wrong is said with file, line and remedy."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from sasl.board.board import Board
from sasl.board.terrain import TerrainChart
from sasl.content.boards.board_files import load_board
from sasl.content.reading.faults import ContentError
from sasl.content.tables.terrain_files import load_terrain

ROOT = Path(__file__).parents[2]

BOARD = """\
id: plot
title: A plot
provenance: user
size: {last_hexrow: C, last_number: 3}
orientation: {west: low, east: high, south: first, north: last}
legend:
  ".": [open]
  gs: [grain, shellholes]
hexrows:
  A: "1-3 ."
  B: "0 ., 1-2 gs, 3 ."
  C: "1-3 ."
levels:
  1: C1..C3
roads:
  - A1 B1 C2
road_ends: {A1: s5}
rail: B0..B3
gullies: []
slopes: {B2: s3}
objectives: {C3: 2}
corrected: {B2: user}
notes: {B2: a note}
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "plot.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(folder: Path, chart: TerrainChart, old: str, new: str) -> list[str]:
    assert old in BOARD
    with pytest.raises(ContentError) as error:
        load_board(write(folder, BOARD.replace(old, new)), chart)
    return [fault.split("plot.yaml:")[-1] for fault in error.value.faults]


def test_a_board_file_gives_every_fact(tmp_path: Path, chart: TerrainChart) -> None:
    board = load_board(write(tmp_path, BOARD), chart)
    assert len(board) == 3 + 4 + 3
    tile = board.terrain("B2")
    assert (tile.terrains, tile.rail, tile.down, tile.note) == (("grain", "shellholes"), True, {3}, "a note")
    assert board.terrain("B3").up == {0}
    assert board.terrain("A1").road == {2, 5}
    assert (board.terrain("C3").objective, board.terrain("C1").elevation) == (2, 1)
    assert [board.terrain(name).half for name in ("A1", "B1", "B0")] == [True, False, True]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("[grain, shellholes]", "[grane]", 8, "'grane' is not a terrain; did you mean 'grain'?"),
        ('A: "1-3 ."', 'A: "1-2 ."', 10, "A3 is not described"),
        ('A: "1-3 ."', 'A: "1-3 ., 3 gs"', 10, "A3 is described twice"),
        ('A: "1-3 ."', 'A: "1-4 ."', 10, "A4 is beyond the end"),
        ('A: "1-3 ."', 'A: "1-3 x"', 10, "code 'x' is not in the legend"),
        ('A: "1-3 ."', 'A: "one ."', 10, "'one .' cannot be read"),
        ('A: "1-3 ."', 'A: "1-3 .,"', 10, "there is a comma too many"),
        ('C: "1-3 ."', 'D: "0-3 ."', 9, "hexrow C is missing"),
        ("last_hexrow: C", "last_hexrow: F", 9, "hexrows D, E and F are missing"),
        ("C1..C3", "C1..C4", 14, "C4 is not on this map"),
        ("C1..C3", "B1..C3", 14, "leaves its hexrow"),
        ("A1 B1 C2", "A1 C2", 16, "A1 and C2 are not adjacent"),
        ("{A1: s5}", "{A1: s3}", 17, "hexside 3 of A1 leads to A2 and not off the map"),
        ("{B2: s3}", "{B2: s9}", 20, "'s9' does not name hexsides"),
        ("{B2: s3}", "{B9: s3}", 20, "B9 is not on this map"),
        ("{C3: 2}", "{C3: two}", 21, "a whole number is needed here, not 'two'"),
        ("last_hexrow: C", "last_hexrow: AB", 4, "'AB' is not a hexrow"),
        ("1-2 gs", "2-1 gs", 11, "runs backwards: write 1-2 gs"),
        ("rail: B0", "railway: B0", 18, "unknown key"),
        ("provenance: user\n", "provenance: guess\n", 3, "'guess' is not one of"),
        ("west: low", "west: left", 5, "'left' is not one of"),
    ],
)
def test_a_fault_names_its_line_and_the_remedy(
    tmp_path: Path, chart: TerrainChart, old: str, new: str, line: int, words: str
) -> None:
    found = faults(tmp_path, chart, old, new)
    assert any(fault.startswith(f"{line}:") and words in fault for fault in found), found


def test_a_terrain_file_names_unknown_and_missing_figures(tmp_path: Path) -> None:
    text = (ROOT / "tables" / "terrain.yaml").read_text(encoding="utf-8")
    broken = text.replace("terrains: [bridge, gully]", "terrains: [bridge, gulley]")
    with pytest.raises(ContentError, match=r"'gulley' is not a terrain; did you mean 'gully'\?"):
        load_terrain(write(tmp_path, broken))
    with pytest.raises(ContentError, match="all_mf: this key is missing"):
        load_terrain(write(tmp_path, text.replace("  all_mf", "  # all_mf")))
    with pytest.raises(ContentError, match="no figure for truck"):
        load_terrain(write(tmp_path, text.replace("halftrack: 2, truck: 6", "halftrack: 2")))


def test_the_shipped_map_loads_at_once(chart: TerrainChart, orsha: Board) -> None:
    start = time.process_time()  # whatever else the machine has to do
    load_board(ROOT / "missions" / "boards" / "oto.yaml", chart)
    assert time.process_time() - start < 0.5
    assert orsha.provenance == "reconstructed"
    assert orsha.terrain("A1").provenance == "reconstructed"
    assert "D10" in orsha.terrain("D19").note
