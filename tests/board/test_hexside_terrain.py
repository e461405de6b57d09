"""Walls, hedges and cliffs along hexsides, streams and water: what they cost and what they hide (B9, B20, B21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sasl.board.board import Board
from sasl.board.hexes import hexside, neighbour, parse_hex
from sasl.board.los import line_of_sight
from sasl.board.movement_cost import infantry_cost, path, reach, vehicle_cost
from sasl.board.terrain import HexTerrain, TerrainChart
from sasl.content.boards.board_files import load_board
from sasl.kernel.frozen import replace

Meadow = Callable[..., Board]


def between(kind: str, *pairs: str, **more: HexTerrain) -> dict[str, Any]:
    """A wall, hedge or cliff between the hexes of each pair: `between("walls", "C5 C6")`."""
    sides: dict[str, set[int]] = {}
    for pair in pairs:
        first, second = (parse_hex(name) for name in pair.split())
        side = hexside(first, second)
        assert side is not None, f"{pair} are not adjacent"
        sides.setdefault(first.name, set()).add(side)
        sides.setdefault(second.name, set()).add((side + 3) % 6)
    faces: dict[str, dict[str, Any]] = {name: {kind: frozenset(found)} for name, found in sides.items()}
    laid = {name: HexTerrain(**face) for name, face in faces.items()}
    return {**laid, **more}


def see(board: Board, a: str, b: str) -> str:
    forth, back = line_of_sight(board, a, b), line_of_sight(board, b, a)
    assert forth == back
    return forth.text


# -- LOS ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["walls", "hedges"])
def test_b9_2_a_wall_or_hedge_between_blocks_los_at_its_level(meadow: Meadow, kind: str) -> None:
    assert see(meadow(**between(kind, "C5 C6")), "C3", "C9") == f"blocked at range 6: {kind[:-1]} C5"


def test_b9_2_a_hexside_of_either_end_does_not_block(meadow: Meadow) -> None:
    board = meadow(**between("walls", "C5 C6"))
    assert see(board, "C3", "C5") == "clear at range 2"
    assert see(board, "C5", "C9") == see(board, "C2", "C6") == "clear at range 4"


def test_b9_2_a_hexside_beside_the_los_does_not_block(meadow: Meadow) -> None:
    beside = between("hedges", "C5 D5", "C5 B5", "D5 D6")
    assert see(meadow(**beside), "C3", "C9") == "clear at range 6"


def test_b9_2_a_cliff_on_flat_ground_hides_nobody(meadow: Meadow) -> None:
    assert see(meadow(**between("cliffs", "C5 C6")), "C3", "C9") == "clear at range 6"


def test_b9_2_los_between_unlike_levels_or_above_the_wall_passes_over_it(meadow: Meadow) -> None:
    hill = HexTerrain(elevation=1)
    assert see(meadow(**between("walls", "C5 C6", C3=hill)), "C3", "C9") == "clear at range 6"
    assert see(meadow(**between("walls", "C5 C6", C3=hill, C9=hill)), "C3", "C9") == "clear at range 6"


def test_b9_2_a_wall_on_the_hill_blocks_on_the_hill(meadow: Meadow) -> None:
    laid = between("walls", "C5 C6")
    tiles = {name: HexTerrain(elevation=1, walls=tile.walls) for name, tile in laid.items()}
    hills = {f"C{number}": HexTerrain(elevation=1) for number in (3, 4, 7, 8, 9)}
    assert see(meadow(**hills, **tiles), "C3", "C9").startswith("blocked")


def test_oto_1_3_one_who_is_up_slope_sees_over_a_wall(meadow: Meadow, slope: Callable[..., dict[str, Any]]) -> None:
    board = meadow(**between("walls", "C6 C7"), **slope("C4", 0))
    assert see(board, "C3", "C9") == "clear at range 6"
    assert see(board, "C4", "C9").startswith("blocked")


def test_b9_2_los_along_a_wall_that_touches_neither_end_is_blocked(meadow: Meadow) -> None:
    # The hexspines of this LOS lie between D2 and D3, F2 and F3, H2 and H3.
    for pair in ("D2 D3", "H2 H3"):
        assert see(meadow(**between("walls", pair)), "C3", "I3") == "clear at range 6"
    assert see(meadow(**between("walls", "F2 F3")), "C3", "I3") == "blocked at range 6: along the wall F2"


def test_b9_2_a6_1_los_through_a_vertex_of_a_wall_is_blocked(meadow: Meadow) -> None:
    both = between("walls", "E3 F2", "E3 F3")
    assert see(meadow(**both), "C3", "I3").startswith("blocked")
    past = see(meadow(**between("walls", "E3 F2")), "C3", "I3")
    assert past == "blocked at range 6: touches the end of a wall E3"


def test_b9_2_a_hexspine_of_an_end_never_blocks_nor_does_its_far_end(meadow: Meadow) -> None:
    # D2-D3 is a hexspine of C3; E2-D3 begins at its far end, and is none.
    assert see(meadow(**between("walls", "D2 D3")), "C3", "I3") == "clear at range 6"
    bent = meadow(**between("walls", "D2 D3", "D3 E3"))
    assert see(bent, "C3", "I3") == "blocked at range 6: touches the end of a wall D3"


def test_b9_35_a_wall_stands_at_the_level_of_the_lower_hex_and_on_the_bank_of_a_river(meadow: Meadow) -> None:
    wall = between("walls", "C5 C6")
    assert see(meadow(**wall), "C3", "C9") == "blocked at range 6: wall C5"
    low = {"C5": replace(wall["C5"], elevation=-1)}
    assert see(meadow(**{**wall, **low}), "C3", "C9") == "clear at range 6"
    river = {"C5": replace(wall["C5"], elevation=-1, terrains=("water",))}
    assert see(meadow(**{**wall, **river}), "C3", "C9") == "blocked at range 6: wall C5"


def test_b6_2_los_passes_under_a_bridge_that_is_higher_than_the_banks(meadow: Meadow) -> None:
    bed = HexTerrain(("stream",), gully=frozenset({0, 3}))
    deck = HexTerrain(("bridge", "stream"), elevation=1, gully=frozenset({0, 3}), road=frozenset({1, 4}))
    board = meadow(E4=bed, E5=deck, E6=bed)
    assert see(board, "C4", "G6") == "clear at range 4"
    assert see(meadow(E5=deck), "C4", "G6") == "blocked at range 4: level 1 ground E5", (
        "no bed, no banks: an embankment"
    )


def test_b9_2_a_hindrance_before_the_wall_does_not_hide_it(meadow: Meadow) -> None:
    board = meadow(**between("walls", "C5 C6"), C8="grain")
    assert see(board, "C3", "C9").startswith("blocked")
    assert see(board, "C6", "C9") == "hindered +1 at range 3: grain C8"


# -- movement -----------------------------------------------------------------------------------------


def test_b9_4_crossing_a_wall_or_hedge_takes_one_more(meadow: Meadow) -> None:
    for kind in ("walls", "hedges"):
        board = meadow(**between(kind, "C5 C6"))
        forth, back = infantry_cost(board, "C5", "C6"), infantry_cost(board, "C6", "C5")
        assert forth.mf == back.mf == 2
        assert forth.text == f"1 open ground + 1 over the {kind[:-1]} = 2"
        assert infantry_cost(board, "C5", "C4").mf == 1


def test_b9_4_going_up_doubles_the_hex_but_not_the_wall(meadow: Meadow) -> None:
    laid = between("walls", "C5 C6")
    board = meadow(C5=laid["C5"], C6=HexTerrain(elevation=1, walls=laid["C6"].walls))
    assert infantry_cost(board, "C5", "C6").mf == 3


def test_b9_4_a_road_goes_through_the_wall(meadow: Meadow) -> None:
    laid = {name: HexTerrain(walls=tile.walls, road=tile.walls) for name, tile in between("walls", "C5 C6").items()}
    assert infantry_cost(meadow(**laid), "C5", "C6").mf == 1
    assert infantry_cost(meadow(**laid), "C5", "C6", use_road=False).mf == 2
    assert vehicle_cost(meadow(**laid), "C5", "C6", "truck").mf == 0.5


def test_b9_vehicles_pay_for_a_hedge_and_wheels_do_not_climb_a_wall(meadow: Meadow, chart: TerrainChart) -> None:
    hedge, wall = (meadow(**between(kind, "C5 C6")) for kind in ("hedges", "walls"))
    assert vehicle_cost(hedge, "C5", "C6", "tracked").mf == 1 + (chart.hexsides["hedge"].mp["tracked"] or 0)
    assert vehicle_cost(wall, "C5", "C6", "truck").text == "not allowed (wall)"


def test_b11_nobody_crosses_a_cliff(meadow: Meadow) -> None:
    board = meadow(**between("cliffs", "C5 C6"))
    assert infantry_cost(board, "C5", "C6").text == "not allowed (cliff)"
    assert not vehicle_cost(board, "C6", "C5", "tracked").allowed
    assert path(board, "C5", "C6")[1:-1] and "C6" not in reach(board, "C5", 1)


def test_b20_a_stream_takes_three_and_is_climbed_out_of_like_a_gully(meadow: Meadow) -> None:
    board = meadow(C5=HexTerrain(("stream",), gully=frozenset({3})), C6=HexTerrain(("stream",), gully=frozenset({0})))
    assert infantry_cost(board, "C4", "C5").mf == infantry_cost(board, "C5", "C6").mf == 3
    assert infantry_cost(board, "C5", "C4").text == "1 open ground + 1 out of the stream, doubled = 2"
    assert line_of_sight(board, "C3", "C9").state == "clear"
    assert line_of_sight(board, "C5", "C9").text == "blocked at range 4: IN the stream C5"


def test_b21_nobody_enters_water_but_over_a_bridge_by_its_road(meadow: Meadow) -> None:
    road = {"C4": HexTerrain(road=frozenset({3})), "C6": HexTerrain(road=frozenset({0}))}
    ways = frozenset({0, 3})
    river, bridged = HexTerrain(("water",), road=ways), HexTerrain(("bridge", "water"), road=ways)
    bare, built = meadow(**road, C5=river), meadow(**road, C5=bridged)
    assert infantry_cost(bare, "C4", "C5").text == "not allowed (water)"
    assert not vehicle_cost(bare, "C4", "C5", "tracked").allowed
    assert infantry_cost(built, "C4", "C5").mf == infantry_cost(built, "C5", "C6").mf == 1
    assert vehicle_cost(built, "C4", "C5", "truck").mf == 0.5
    for a, b in (("D5", "C5"), ("C5", "D5")):
        assert not infantry_cost(built, a, b).allowed
        assert not vehicle_cost(built, a, b, "tracked").allowed
    assert not infantry_cost(built, "C4", "C5", use_road=False).allowed
    assert path(built, "C4", "C6") == ["C4", "C5", "C6"]


# -- files --------------------------------------------------------------------------------------------


def test_a_hexside_written_once_is_known_from_both_hexes(tmp_path: Any, chart: TerrainChart) -> None:
    text = """\
id: plot
title: A plot
kind: village
provenance: user
size: {last_hexrow: C, last_number: 3}
orientation: {west: first, east: last, north: low, south: high}
legend: {".": [open], t: [stream], u: [gully]}
hexrows: {A: "1-3 .", B: "0 ., 1 t, 2 u, 3 .", C: "1-3 ."}
gullies: [B1 B2]
streams: [B1 C1]
stream_ends: {C1: s1}
walls: {A1: s2}
hedges: {C3: s0}
cliffs: {C3: s3}
"""
    file = tmp_path / "plot.yaml"
    file.write_text(text, encoding="utf-8")
    board = load_board(file, chart)
    assert board.kind == board.part((0, 2)).kind == "village"
    other = neighbour(parse_hex("A1"), 2).name
    assert (board.terrain("A1").walls, board.terrain(other).walls) == ({2}, {5})
    assert (board.terrain("C2").hedges, board.terrain("C3").cliffs) == ({3}, {3})
    assert (board.terrain("B1").gully, board.terrain("C1").gully, board.terrain("B2").gully) == ({1, 3}, {1, 4}, {0})
    assert board.terrain("C3").along(0) == ("hedge",)
    assert board.terrain("C3").describe(chart) == "Open Ground, hedge, cliff"
