"""The 22 mapboards as facts: what each one shows, counted, and that hexsides agree from both hexes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from held import held_against_the_full_way

from sasl.board.board import Board
from sasl.board.hexes import neighbour, parse_hex
from sasl.board.join import joined
from sasl.board.los import line_of_sight
from sasl.board.movement_cost import infantry_cost
from sasl.board.terrain import HexTerrain, TerrainChart
from sasl.content import REVISION
from sasl.content.boards.board_files import load_board
from sasl.content.library import Library

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "missions" / "boards"

# Copied from a count of the VASL boards: hexes with building art, road hexes, hexes with woods at the centre dot,
# whole hexes with three road hexsides or more, and hexes with a bridge.
COUNTED = {
    "bd40": (9, 71, 49, "G9 H4 Q4 Q7 AA5 CC7 DD6", "C6"),
    "bd13": (13, 57, 32, "H7 Q1 X1", "K6 Y8 CC5"),
    "bd36": (0, 50, 110, "P5 R6", "H4 Q6 R4 Z5"),
    "bd37": (1, 56, 118, "H4 P5 X5", ""),
    "bd19": (4, 59, 78, "I1 M8 Y6", ""),
    "bd48": (27, 35, 24, "Q5", ""),
    "bd16": (4, 65, 39, "K8 N3 N4 Y4", ""),
    "bd32": (9, 60, 158, "E4 H4 O5 W5", "P9 S6"),
    "bd50": (9, 59, 118, "I10 Q8 U6 Y5", "Q2 V5"),
    "bd47": (9, 43, 122, "H8 Y2", "H6"),
    "bd08": (44, 62, 27, "E1 I1 I10 P1 Q1 Q9 W8 Y9", ""),
    "bd05": (3, 67, 138, "H3 Y10 EE6", "Y8 Z9 EE2"),
    "bd34": (5, 48, 166, "P5 Q6", "V5"),
    "bd44": (8, 47, 52, "K6 Q9 AA9", ""),
    "bd04": (11, 48, 63, "Y3 FF5", ""),
    "bd33": (7, 52, 30, "L4 L5 Q9 Q10 R9 Y10", ""),
    "bd17": (15, 57, 81, "G7 H6 R4 Y10 DD4", ""),
    "bd42": (20, 64, 101, "D4 G4 CC5", ""),
    "bd24": (27, 62, 66, "I8 N6 Q7 S4 T3 T4 Y2", "F6"),
    "bd43": (10, 53, 46, "M6 R3 V3 Z5 Z7", ""),
    "bd12": (35, 66, 31, "M4 O5 Q1 Q5 Q9 S2 S6 Y9", "E9 CC7"),
    "bd52": (0, 41, 228, "", ""),
}

# Hexes with woods here: those counted above, and those with a road, path or bed at the centre dot and woods around
# it, less those with building art.
WOODS = {
    "bd04": 63, "bd05": 155, "bd08": 28, "bd12": 33, "bd13": 32, "bd16": 40, "bd17": 82, "bd19": 90, "bd24": 70,
    "bd32": 184, "bd33": 30, "bd34": 213, "bd36": 126, "bd37": 128, "bd40": 50, "bd42": 120, "bd43": 47, "bd44": 52,
    "bd47": 154, "bd48": 24, "bd50": 135, "bd52": 251,
}  # fmt: skip

KINDS = dict.fromkeys(("bd05", "bd34", "bd36", "bd32", "bd52"), "woods")
KINDS |= dict.fromkeys(("bd48", "bd42", "bd24", "bd12"), "village")


@pytest.fixture(scope="module")
def boards(chart: TerrainChart) -> dict[str, Board]:
    return {name: load_board(FOLDER / f"{name}.yaml", chart) for name in COUNTED}


@pytest.mark.parametrize("name", COUNTED)
def test_a6_a_los_seen_at_once_is_the_full_one(boards: dict[str, Board], name: str) -> None:
    assert held_against_the_full_way(boards[name], 300)


def test_every_mapboard_in_the_folder_is_counted_here() -> None:
    assert {path.stem for path in FOLDER.glob("bd*.yaml")} == set(COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_buildings_roads_intersections_and_bridges_are_those_counted(boards: dict[str, Board], name: str) -> None:
    board = boards[name]
    buildings, roads, woods, intersections, bridges = COUNTED[name]
    assert len(board.with_terrain("wooden-building", "stone-building")) == buildings
    assert len(board.road_hexes()) == roads
    assert [hex_ for hex_ in board.names() if board.is_intersection(hex_, 3)] == intersections.split()
    assert board.with_terrain("bridge") == tuple(bridges.split())
    assert len(board.with_terrain("woods")) == WOODS[name] >= woods


CENTRES = {
    line.split()[0]: line.split()[1:]
    for line in (ROOT / "tests" / "data" / "mapboard_centres.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
}
"""What lies at the centre dot of every hex, by board and hexrow; the file says what its letters mean."""

LETTERS = {
    "open": ".", "woods": "w", "grain": "g", "brush": "b", "orchard": "o", "marsh": "m", "water": "~", "stream": "s",
    "gully": "u", "wooden-building": "h", "stone-building": "H", "crags": "c", "graveyard": "k",
}  # fmt: skip
BESIDE = ("the building does not touch the centre dot", "the bed passes beside the centre dot", "lumberyard")
"""What a note says of a hex that is more than its centre dot."""


@pytest.mark.parametrize("name", COUNTED)
def test_every_hex_is_what_its_centre_dot_shows(boards: dict[str, Board], name: str) -> None:
    """All 346 hexes of a board equal their table; where a road hides the dot, what lies around it counts."""
    board, rows = boards[name], CENTRES[name]
    for here in board:
        spot, tile = parse_hex(here), board.terrain(here)
        shown = rows[spot.col][spot.num - 1 + spot.col % 2]
        if shown == "r":
            assert tile.road or tile.note.startswith(("a path runs here", "road art seen")), here
        elif shown not in [LETTERS.get(terrain) for terrain in tile.terrains]:
            assert shown == "." and tile.note.startswith(BESIDE), f"{here} shows {shown}"


def test_bd16_shows_grain_on_the_map_in_movement_and_in_los(boards: dict[str, Board]) -> None:
    """F2, F3 and G3 of Board 16 are grain: 1.5 MF, a Hindrance, Concealment Terrain, no FFMO."""
    board = boards["bd16"]
    for here in ("F2", "F3", "G3"):
        tile = board.terrain(here)
        assert tile.describe(board.chart) == "Grain" and not tile.note
        assert board.chart.has(tile.terrains, "concealment") and not board.chart.has(tile.terrains, "ffmo")
    assert infantry_cost(board, "F2", "F3").mf == infantry_cost(board, "F3", "G3").mf == 1.5
    found = line_of_sight(board, "F1", "F4")
    assert (found.state, found.hindrance, found.why) == ("hindered", 2, "grain F2, F3")


DIGESTS = {1: "48017dfe82285041", 2: "f5cf10e49e8295f7"}
"""What hexes the boards hold at each revision. A board that changes needs a new one, and `before` in its file."""


@pytest.mark.parametrize("revision", DIGESTS)
def test_the_boards_of_every_revision_are_kept(chart: TerrainChart, revision: int) -> None:
    """A game goes on with the boards it was begun with: their hexes at each revision are still known."""
    digest = hashlib.blake2b(digest_size=8)
    for name in sorted(COUNTED):
        board = load_board(FOLDER / f"{name}.yaml", chart, revision)
        for here in board:
            digest.update(f"{name} {here} {'+'.join(board.terrain(here).terrains)}\n".encode())
    assert digest.hexdigest() == DIGESTS[revision]
    assert max(DIGESTS) == REVISION


@pytest.mark.parametrize("name", COUNTED)
def test_a_mapboard_has_33_hexrows_a_kind_and_a_source(boards: dict[str, Board], name: str) -> None:
    board = boards[name]
    assert (len(board), board.names()[0], board.names()[-1]) == (17 * 10 + 16 * 11, "A1", "GG10")
    assert board.kind == KINDS.get(name, "")
    assert (board.title, board.provenance) == (f"Board {int(name[2:])}", "reconstructed")
    assert board.note


@pytest.mark.parametrize("name", COUNTED)
def test_hexsides_agree_from_both_hexes(boards: dict[str, Board], name: str) -> None:
    board = boards[name]
    for here in board:
        spot, tile = parse_hex(here), board.terrain(here)
        for side in range(6):
            other = neighbour(spot, side).name
            if other in board:
                assert _on(board.terrain(other), (side + 3) % 6) == _on(tile, side), f"{here} {side}"


@pytest.mark.parametrize("name", COUNTED)
def test_hexsides_agree_on_a_joined_map_but_where_a_road_ends_at_a_seam(boards: dict[str, Board], name: str) -> None:
    names = list(COUNTED)
    after = boards[names[(names.index(name) + 7) % len(names)]]
    board = joined("map", "A map", [(boards[name], False), (after, True), (boards[name], True)])
    for here in board:
        spot, tile = parse_hex(here), board.terrain(here)
        for side in range(6):
            other = neighbour(spot, side).name
            if other in board:
                assert _on(board.terrain(other), (side + 3) % 6)[1:] == _on(tile, side)[1:], f"{here} {side}"
                if not board.on_road(here, other) and side in tile.road:
                    assert {tile.printed[-3:], board.terrain(other).printed[-3:]} & {"I10", "Q10", "Y10"}, here


def _on(tile: HexTerrain, side: int) -> tuple[bool, ...]:
    return tuple(side in sides for sides in (tile.road, tile.gully, tile.walls, tile.hedges, tile.cliffs))


@pytest.mark.parametrize("name", COUNTED)
def test_a_bridge_lies_on_a_road_over_a_bed(boards: dict[str, Board], name: str) -> None:
    board = boards[name]
    for here in board.with_terrain("bridge"):
        tile = board.terrain(here)
        assert len(tile.road) == 2 and tile.depression and tile.bridged, here


@pytest.mark.parametrize("name", COUNTED)
def test_roads_leave_a_board_only_at_its_edge(boards: dict[str, Board], name: str) -> None:
    board = boards[name]
    off = {
        here
        for here in board
        for side in board.terrain(here).road
        if neighbour(parse_hex(here), side) not in board.hexes
    }
    edge = {spot for side in ("north", "south", "west", "east") for spot in board.edge(side)}
    assert off <= edge


@pytest.mark.parametrize(("name", "hexes"), [("bd08", 158), ("bd40", 77)])
def test_rivers_run_on_boards_8_and_40(boards: dict[str, Board], name: str, hexes: int) -> None:
    board = boards[name]
    assert len(board.with_terrain("water")) == hexes
    river = max(board.patches(lambda here: board.terrain(here).has("water")), key=len)
    assert {"A", "GG"} <= {here.rstrip("0123456789") for here in river}, "from one short edge to the other"


def test_spot_checks_against_the_pictures(boards: dict[str, Board]) -> None:
    four, thirteen = boards["bd04"], boards["bd13"]
    assert four.with_terrain("stone-building").count("X1") == 1
    assert {"O6", "P6"} <= set(four.with_terrain("wooden-building"))
    assert four.terrain("P1").hedges
    assert [thirteen.terrain(name).elevation for name in ("I7", "M5", "Q3")] == [1, 1, 1]
    assert all(thirteen.terrain(name).depression for name in ("H5", "I5", "J5", "L6", "N6", "O6", "P5", "R4"))
    assert "doubtful" in thirteen.terrain("Y7").note


def test_a_player_corrects_a_hex_in_a_file_of_his_own(tmp_path: Path) -> None:
    text = (FOLDER / "bd04.yaml").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("  D: "))
    assert "2-8 ." in row, row
    changed = text.replace(row, row.replace("2-8 .", "2 w, 3-8 .")) + "\ncorrected: {D2: user}\n"
    folder = tmp_path / "missions" / "boards"
    folder.mkdir(parents=True)
    (folder / "bd04.yaml").write_text(changed, encoding="utf-8")
    printed, mine = Library(ROOT).board("bd04"), Library(ROOT, (tmp_path,)).board("bd04")
    assert (printed.terrain("D2").terrains, printed.terrain("D2").provenance) == (("open",), "reconstructed")
    assert (mine.terrain("D2").terrains, mine.terrain("D2").provenance) == (("woods",), "user")
    assert len(mine.with_terrain("woods")) == len(printed.with_terrain("woods")) + 1
