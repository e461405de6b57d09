"""LOS over the pixels of boards that the tests draw."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from drawn import BRIDGE, BRUSH, GRAIN, HEDGE, HEIGHT, HOUSE, ORCHARD, ROAD, STREAM, WALL, WATER, WIDTH, WOODS, Picture

from sasl.board.board import Board, Edge
from sasl.board.hexes import Hex
from sasl.board.join import Layout, Sheet, joined, made_plain, turned
from sasl.board.los import Sight, line_of_sight, read_off_pixels, sight_of_vertex
from sasl.board.pixels.compare import differences
from sasl.board.pixels.lattice import SightLine, pixel, place_at
from sasl.board.pixels.survey import Pixels, leaps
from sasl.board.terrain import HexTerrain
from sasl.board.traces import STRIDE, VERTICES
from sasl.content import shipped_root
from sasl.content.library import Library
from sasl.kernel.frozen import replace

CHART = Library(shipped_root()).terrain
NORTH_SOUTH: Mapping[str, Edge] = {"north": "low", "south": "high", "west": "first", "east": "last"}
STREAMS = ("F5", "F6", "F7", "F8")


def board(picture: Picture | None, board_id: str = "bd13", streams: tuple[str, ...] = ()) -> Board:
    """A board of open ground whose pixels are those of the picture; None: they are not known."""
    names = [Hex(col, number) for col in range(33) for number in range(1 - col % 2, 11)]
    bed = HexTerrain(("stream",), gully=frozenset({0, 3}))
    hexes = {spot: bed if spot.name in streams else HexTerrain() for spot in names}
    survey = Pixels(picture.raster(), CHART) if picture else None
    known = (board_id,) if picture else ()
    return Board(board_id, board_id, hexes, NORTH_SOUTH, CHART, survey=survey, surveyed=known)


def sight(picture: Picture, a: str, b: str) -> Sight:
    return line_of_sight(board(picture), a, b)


# -- pixels and hexes ---------------------------------------------------------------------------------


def staircase(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """One step for each column of pixels; in it every row from where the line enters to where it leaves."""
    across, down = end[0] - start[0], end[1] - start[1]
    found = []
    for step in range(across + 1):
        enters = start[1] + step * down // (across + 1)
        leaves = start[1] + (step + 1) * down // (across + 1) if step < across else end[1]
        way = 1 if leaves >= enters else -1
        found += [(start[0] + step, row) for row in range(enters, leaves + way, way)]
    return found


def test_a_line_crosses_every_row_of_each_column_between_two_pixels() -> None:
    chance = random.Random(4)
    for _ in range(2000):
        a, b = sorted((chance.randrange(130), chance.randrange(110)) for _ in range(2))
        if a != b:
            line = SightLine(0, STRIDE, a, b, to_vertex=False)
            assert [line.pixel(number) for number in range(line.length)] == staircase(a, b)


def test_no_leap_passes_over_what_is_looked_for() -> None:
    chance = random.Random(5)
    width, height = 90, 70
    plane = bytearray(width * height)
    for _ in range(12):
        plane[chance.randrange(len(plane))] = 7
    known = leaps(bytes(plane), width, {7})
    wanted = [divmod(at, width) for at, value in enumerate(plane) if value == 7]
    for at, leap in enumerate(known):
        row, col = divmod(at, width)
        nearest = min(max(abs(row - y), abs(col - x)) for y, x in wanted)
        assert leap <= nearest and (leap > 0 or nearest == 0), (row, col)
    assert max(known) >= 16


def test_every_pixel_lies_in_the_hex_whose_centre_is_nearest() -> None:
    for col in range(33):
        for number in range(1 - col % 2, 11):
            spot = Hex(col, number)
            x, y = pixel(col, spot.half_y)
            assert place_at(x, y) == col * STRIDE + spot.half_y
            assert place_at(x + 17, y + 31) == place_at(x - 17, y - 31) == place_at(x, y)
            assert place_at(x, y + 34) == place_at(x, y) + 2


# -- what blocks and what hinders ---------------------------------------------------------------------


def test_a6_2_woods_block_only_where_the_line_crosses_their_pixels() -> None:
    open_board = Picture()
    assert sight(open_board, "C3", "C9").state == "clear"
    assert sight(Picture().paint("C6", WOODS, 3), "C3", "C9").text == "blocked at range 6: woods C6"
    x, y = 2 * 56.25, 32.25 * 11
    beside = Picture().spot(x + 12, y, WOODS, 3)
    assert sight(beside, "C3", "C9").state == "clear"
    assert sight(beside, "C3", "D9").state != "unsure"
    assert sight(Picture().paint("C6", HOUSE, 2), "C9", "C3").text == "blocked at range 6: wooden building C6"


def test_a6_7_each_range_hinders_once_and_six_block() -> None:
    picture = Picture()
    for number in (4, 5, 6):
        picture.paint(f"C{number}", GRAIN, 4)
    assert sight(picture, "C3", "C9").text == "hindered +3 at range 6: grain C4, C5, C6"
    for number in (7, 8, 9):
        picture.paint(f"C{number}", BRUSH, 4)
    assert sight(picture, "C3", "C10") == sight(picture, "C10", "C3")
    assert sight(picture, "C3", "C10").hindrance == 6 and not sight(picture, "C3", "C10").exists


def test_own_hexes_and_their_borders_count_for_nothing() -> None:
    picture = Picture().paint("C3", WOODS, 31).paint("C9", WOODS, 31)
    assert sight(picture, "C3", "C9").state == "clear"


def test_b15_a_road_through_grain_leaves_the_los_free() -> None:
    picture = Picture().paint("C5", GRAIN, 30)
    assert sight(picture, "C3", "C9").hindrance == 1
    for row in range(-30, 31, 5):
        picture.spot(2 * 56.25, 32.25 * 9 + row, ROAD, 3)
    assert sight(picture, "C3", "C9").state == "clear"


def test_b14_inherent_terrain_counts_in_its_own_hex_and_along_its_hexsides() -> None:
    own = Picture().paint("C6", ORCHARD, 33)
    assert sight(own, "C3", "C9").text == "hindered +1 at range 6: orchard C6"
    spilt = Picture().spot(2 * 56.25 + 3, 32.25 * 11 - 20, ORCHARD, 6)
    assert sight(spilt, "C3", "C9").state == "clear"
    assert sight(own, "B6", "D6").text == "hindered +1 at range 2: orchard C6"


def test_b14_an_orchard_round_a_road_counts_in_its_own_hex() -> None:
    picture = Picture().paint("C6", ORCHARD, 30)
    for row in range(-32, 33, 4):
        picture.spot(2 * 56.25, 32.25 * 11 + row, ROAD, 4)
    assert sight(picture, "B5", "D6").text == "hindered +1 at range 2: orchard C6"
    assert sight(picture, "C3", "C9").state == "clear", "along the road"


def test_b21_the_bank_inside_a_hex_of_water_stops_no_los_to_the_river() -> None:
    river = Picture().paint("C5", WATER, 31, -1).paint("C6", WATER, 31, -1).spot(2 * 56.25, 32.25 * 8, 0, 14)
    assert sight(river, "C4", "C6").text == "clear at range 2", "over the bank at the top of C5"
    dry = Picture().paint("C6", WATER, 31, -1)
    assert sight(dry, "C4", "C6").text == "blocked at range 2: level 0 ground C5", "C5 is no hex of water"


def test_b6_2_los_passes_under_a_bridge_and_its_road() -> None:
    picture = Picture().paint("C6", STREAM, 31, -1).paint("C6", BRIDGE, 13, 1).paint("C6", ROAD, 6, 1)
    assert sight(picture, "A6", "E6").text == "clear at range 4"
    assert sight(Picture().paint("C6", ROAD, 6, 1), "A6", "E6").text == "blocked at range 4: level 1 ground C6"


def test_b9_2_the_far_end_of_a_hexspine_of_an_end_blocks_only_where_another_wall_begins() -> None:
    """From A5 along the hexside of B4 and B5 to C5, whose left vertex is the far end of that hexspine."""
    spine = Picture().fence("B4", 3, WALL)
    for part in range(-18, 22, 2):
        spine.spot(56.25 + part, 32.25 * 9, WALL, 2)
    assert sight(spine, "A5", "E5").state == "clear"
    bent = spine.fence("B4", 2, WALL)
    for part in range(0, 20, 2):
        bent.spot(75 + part / 1.9, 32.25 * 9 - 1.7 * part / 1.9, WALL, 2)
    assert sight(bent, "A5", "E5").state == "blocked", "it touches the end of the wall of B4 and C5 (A6.1)"


def test_b9_2_a_wall_blocks_but_at_a_hexside_of_either_end() -> None:
    assert sight(Picture().fence("C5", 3, WALL), "C3", "C9").text == "blocked at range 6: wall C5"
    assert sight(Picture().fence("C3", 3, WALL), "C3", "C9").state == "clear"
    assert sight(Picture().fence("C9", 0, HEDGE), "C3", "C9").state == "clear"
    assert sight(Picture().fence("C8", 0, HEDGE), "C3", "C9").text == "blocked at range 6: hedge C7"


def test_b9_2_a_wall_along_the_los_is_free_only_where_it_touches_the_hex_of_an_end() -> None:
    """From C5 to G5 the LOS runs along the hexside of D4 and D5, and beyond E5 along that of F4 and F5."""
    touching = Picture().fence("D4", 3, WALL).fence("F4", 3, WALL)
    assert sight(touching, "C5", "G5").state == "clear"
    assert sight(touching, "C5", "I5").state == sight(touching, "I5", "C5").state == "blocked"
    assert sight(touching, "A5", "G5").exists is False


def test_level_ground_and_blind_hexes_count_where_levels_differ() -> None:
    hill = Picture().paint("C6", 0, 15, level=1)
    assert sight(hill, "C3", "C9").text == "blocked at range 6: level 1 ground C6"
    high = Picture().paint("C3", 0, 30, level=2).paint("C5", WOODS, 8)
    assert not sight(high, "C3", "C6").exists
    assert sight(high, "C3", "C10").exists


def test_a6_3_two_in_a_stream_see_each_other_along_its_bed_only() -> None:
    picture = Picture()
    for name in STREAMS:
        picture.paint(name, STREAM, 33, level=-1)
    there = board(picture, streams=STREAMS)
    assert line_of_sight(there, "F5", "F8").state == "clear"
    assert line_of_sight(there, "F5", "F8", ()).state == "clear"
    assert line_of_sight(there, "F5", "K6").text == "blocked at range 5: IN the stream F5"
    dam = Picture(bytearray(picture.terrain), bytearray(picture.levels)).paint("F6", 0, 10)
    assert not line_of_sight(board(dam, streams=STREAMS), "F5", "F8").exists
    bridge = Picture(bytearray(picture.terrain), bytearray(picture.levels)).paint("F6", BRIDGE, 10)
    assert line_of_sight(board(bridge, streams=STREAMS), "F5", "F8").state == "clear"


def test_b6_2_a_bridge_hinders_where_its_pixels_lie_but_along_its_road() -> None:
    picture = Picture().paint("C6", BRIDGE, 10)
    over = HexTerrain(("bridge", "stream"), gully=frozenset({1, 4}))
    assert bridged(picture, over).text == "hindered +1 at range 6: bridge C6"
    assert bridged(picture, replace(over, road=frozenset({0, 3}))).state == "clear", "along its road"
    assert bridged(picture, replace(over, road=frozenset({1, 4}))).hindrance == 1
    assert bridged(picture, replace(over, terrains=("stream",))).state == "clear", "it is destroyed"
    assert bridged(Picture().spot(130, 209, BRIDGE, 5), over).state == "clear", "the LOS passes it by"
    hill = Picture().paint("C6", BRIDGE, 10).paint("C3", 0, 30, level=1)
    assert bridged(hill, over).state == "clear", "B6.2: only a LOS at its own level"


def bridged(picture: Picture, tile: HexTerrain) -> Sight:
    """The LOS from C3 to C9 with this terrain in C6."""
    there = board(picture)
    return line_of_sight(replace(there, hexes={**there.hexes, Hex(2, 6): tile}), "C3", "C9")


def test_a4_34_the_los_to_a_vertex_looks_at_pixels_too() -> None:
    woods = board(Picture().paint("C5", WOODS, 12))
    assert sight_of_vertex(woods, "C3", "C7", VERTICES[0]).state == "blocked"
    assert sight_of_vertex(board(Picture()), "C3", "C7", VERTICES[0]).state == "clear"
    assert sight_of_vertex(board(Picture()), "K7", "C7", VERTICES[1]).state == "clear"
    assert sight_of_vertex(board(Picture().paint("G7", HOUSE, 20)), "K7", "C7", VERTICES[1]).state == "blocked"


# -- several boards -----------------------------------------------------------------------------------


def scattered(seed: int) -> Picture:
    """A board with a bit of everything."""
    chance, picture = random.Random(seed), Picture()
    for _ in range(90):
        code = chance.choice((WOODS, GRAIN, BRUSH, HOUSE, ORCHARD, WALL, HEDGE))
        picture.spot(chance.randrange(WIDTH), chance.randrange(HEIGHT), code, chance.randrange(2, 14))
    return picture


def outcome(found: Sight) -> tuple[bool, int, str]:
    return found.exists, found.hindrance, found.state


def test_joined_and_turned_boards_are_inside_a_board_what_they_are_alone() -> None:
    alone = board(scattered(1), "bd13"), board(scattered(2), "bd16")
    whole = joined("both", "both", [(alone[0], False), (alone[1], True)])
    chance = random.Random(3)
    for single in alone:
        place = {
            part: name
            for name in whole.names()
            for part in whole.terrain(name).printed.split("/")
            if part.startswith(single.id.removeprefix("bd"))
        }
        inner = [name for name in single.names() if not single.hex(name).col % 2]
        for _ in range(400):
            a, b = chance.sample(inner, 2)
            there = line_of_sight(whole, place[single.id[2:] + a], place[single.id[2:] + b])
            assert outcome(there) == outcome(line_of_sight(single, a, b)), (single.id, a, b)
    assert {outcome(line_of_sight(turned(alone[0]), "A1", name)) for name in ("E5", "I9", "GG10")} == {
        outcome(line_of_sight(alone[0], "GG10", name)) for name in ("CC6", "Y2", "A1")
    }


def test_a_los_over_a_seam_meets_what_both_boards_have() -> None:
    upper, lower = Picture().paint("C9", GRAIN, 6), Picture().paint("C2", GRAIN, 6)
    whole = joined("both", "both", [(board(upper, "bd13"), False), (board(lower, "bd16"), False)])
    assert line_of_sight(whole, "C8", "C14").text == "hindered +2 at range 6: grain C9, C12"
    assert read_off_pixels(whole, "C8", "C14")


def test_a_board_that_is_not_known_is_judged_by_its_hexes() -> None:
    """The digest of the lower board has woods at C2; the upper one has grain at C9, and only its pixels say so."""
    digest = board(None, "bd16")
    digest = replace(
        digest, hexes={**digest.hexes, Hex(2, 2): HexTerrain(("woods",)), Hex(4, 2): HexTerrain(("grain",))}
    )
    whole = joined(
        "both", "both", [(board(Picture().paint("C9", GRAIN, 6).paint("E9", GRAIN, 6), "bd13"), False), (digest, False)]
    )
    assert whole.surveyed == ("bd13",)
    assert line_of_sight(whole, "C8", "C14").state == "blocked"
    assert line_of_sight(whole, "C8", "C10").text == "hindered +1 at range 2: grain C9"
    assert line_of_sight(whole, "E8", "E14").text == "hindered +2 at range 6: grain E12, E9"
    assert read_off_pixels(whole, "C3", "K5") and not read_off_pixels(whole, "C3", "C14")


def test_ssr_flat_ground_keeps_streams_only() -> None:
    picture = Picture().paint("C6", 0, 15, level=2).paint("H4", STREAM, 20, level=-2)
    flat = made_plain(board(picture), flat=True, wooden=True)
    assert line_of_sight(flat, "C3", "C9").state == "clear"
    assert flat.survey is not None and flat.survey.ground(flat.grid.place["H4"]) == 0
    assert line_of_sight(flat, "H2", "H6").state == "clear"


# -- the digest beside it -----------------------------------------------------------------------------


def test_differences_name_the_hex_and_both_sides() -> None:
    digest = board(None)
    hexes = {**digest.hexes, Hex(2, 6): HexTerrain(("woods",)), Hex(4, 4): HexTerrain(("grain",)),
             Hex(6, 4): HexTerrain(walls=frozenset({2})), Hex(7, 4): HexTerrain(walls=frozenset({5}))}  # fmt: skip
    picture = Picture().paint("C6", GRAIN).paint("E4", GRAIN).paint("I5", WOODS).paint("K5", 0, 5, level=1)
    assert differences(replace(digest, hexes=hexes), picture.raster()) == [
        ("C6", "grain at the centre, on the program's map woods"),
        ("G4", "wall towards H4 only on the program's map"),
        ("I5", "woods at the centre, on the program's map open ground"),
        ("K5", "level 1, on the program's map 0"),
    ]


@pytest.mark.parametrize("layout", [Layout((Sheet("bd13"), Sheet("bd16", True), Sheet("bd05")))])
def test_a_mission_lays_the_boards_with_their_pixels(layout: Layout, tmp_path: Path) -> None:
    from sasl.board.archives.stored import Imported, pixels_hash, stored_bytes

    raster = scattered(5).raster()
    about = Imported("bd13", "13", "1.0", "", "", pixels_hash(raster))
    (tmp_path / "bd13.board").write_bytes(stored_bytes(about, raster))
    library = Library(shipped_root(), (), tmp_path)
    whole = library.board_of(library.mission("oto-s2"), layout)
    assert whole.surveyed == ("bd13",)
    assert Library(shipped_root()).board_of(library.mission("oto-s2"), layout).survey is None
    inner = [name for name in whole.names() if whole.hex(name).num < 9]
    chance = random.Random(6)
    assert all(line_of_sight(whole, *chance.sample(inner, 2)).state != "unsure" for _ in range(300))
