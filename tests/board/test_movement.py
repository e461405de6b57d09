"""Movement costs, each with its rule, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sasl.board.board import Board
from sasl.board.movement_cost import infantry_cost, is_open, path, reach, vehicle_cost
from sasl.board.terrain import HexTerrain

Meadow = Callable[..., Board]
Slope = Callable[..., dict[str, HexTerrain]]


@pytest.mark.parametrize(
    ("terrain", "mf"),
    [
        ("open", 1), ("shellholes", 1), ("brush", 2), ("woods", 2), ("orchard", 1), ("grain", 1.5),
        ("wooden-building", 2), ("gully", 2), ("orchard+shellholes", 2), ("grain+shellholes", 2.5), ("gully+brush", 4),
        ("bridge+gully", 2),
    ],
)  # fmt: skip
def test_infantry_pays_for_the_terrain_it_enters(meadow: Meadow, terrain: str, mf: float) -> None:
    found = infantry_cost(meadow(C6=terrain), "C5", "C6")
    assert found.mf == mf == sum(value for _, value in found.parts)


def test_b16_marsh_takes_all_the_mf(meadow: Meadow) -> None:
    found = infantry_cost(meadow(C6="marsh"), "C5", "C6")
    assert (found.mf, found.all, found.allowed, found.text) == (None, True, True, "ALL (marsh)")


def test_combination_2_2_orchard_shellholes_cost_2_mf_and_3_to_use_them(meadow: Meadow) -> None:
    board = meadow(C6="orchard+shellholes")
    assert infantry_cost(board, "C5", "C6").mf == 2
    assert infantry_cost(board, "C5", "C6", into=True).mf == 3
    assert vehicle_cost(board, "C5", "C6", "tracked").mf == 3
    assert vehicle_cost(board, "C5", "C6", "halftrack").mf == vehicle_cost(board, "C5", "C6", "truck").mf == 6


def test_b2_using_shellholes_costs_one_more(meadow: Meadow) -> None:
    assert infantry_cost(meadow(C6="shellholes"), "C5", "C6", into=True).mf == 2
    assert infantry_cost(meadow(), "C5", "C6", into=True).mf == 1


def test_combination_2_3_grain_road_costs_1_by_road_and_1_5_through_the_grain(in_play: Board) -> None:
    assert infantry_cost(in_play, "W8", "W9").mf == 1
    assert infantry_cost(in_play, "W8", "W9", use_road=False).mf == 1.5
    assert infantry_cost(in_play, "V9", "W9").mf == 1.5


def test_combination_2_3_only_those_on_the_road_are_in_the_open(in_play: Board) -> None:
    assert is_open(in_play, "W9", via_road_from="W8")
    assert not is_open(in_play, "W9")
    assert not is_open(in_play, "W9", via_road_from="V9")


def test_slope_1_51_moving_up_slope_costs_half_mf_more(in_play: Board) -> None:
    assert infantry_cost(in_play, "T19", "T20").text == "1 open ground + 0.5 moving Up-Slope = 1.5"
    assert infantry_cost(in_play, "T20", "T19").mf == 1


def test_slope_1_51_a_road_does_not_spare_the_half_mf(in_play: Board) -> None:
    assert infantry_cost(in_play, "U19", "U20").mf == 1.5


def test_slope_1_51_up_slope_and_up_a_level_costs_two_and_a_half(meadow: Meadow, slope: Slope) -> None:
    marks = slope("C6", 0)
    marks["C5"] = HexTerrain(elevation=1, up=marks["C5"].up)
    assert infantry_cost(meadow(**marks), "C6", "C5").mf == 2.5


def test_slope_1_52_vehicles_pay_one_mp_more_up_slope(in_play: Board) -> None:
    up, down = (vehicle_cost(in_play, *way, "tracked").mf for way in (("T19", "T20"), ("T20", "T19")))
    assert (up, down) == (2, 1)


def test_slope_1_53_no_vehicle_crosses_a_crest_line_slope_hexside(meadow: Meadow, slope: Slope) -> None:
    marks = slope("C6", 0)
    marks["C5"] = HexTerrain(elevation=1, up=marks["C5"].up)
    for way in (("C6", "C5"), ("C5", "C6")):
        assert not vehicle_cost(meadow(**marks), *way, "tracked").allowed


def test_b10_going_up_a_level_doubles(in_play: Board) -> None:
    assert infantry_cost(in_play, "AA5", "BB5").mf == 2
    assert infantry_cost(in_play, "AA4", "BB4").mf == 2
    assert infantry_cost(in_play, "BB5", "AA5").mf == 1


def test_b10_51_an_abrupt_rise_takes_two_for_each_level_between_and_doubles_the_last(meadow: Meadow) -> None:
    """The examples: up two levels onto Open Ground 4, down again 2; tracks 9 up, and 5 down into a stream."""
    board = meadow(C5=HexTerrain(elevation=2), C7=HexTerrain(("woods",), elevation=2))
    assert infantry_cost(board, "C6", "C5").mf == 2 + 2 * 1
    assert infantry_cost(board, "C6", "C7").mf == 2 + 2 * 2
    assert infantry_cost(board, "C5", "C6").mf == 1 + 1
    assert vehicle_cost(board, "C6", "C5", "tracked").mf == 4 + 4 + 1
    assert vehicle_cost(board, "C5", "C6", "tracked").mf == 2 + 1
    bank = meadow(C5=HexTerrain(elevation=1), C6=HexTerrain(("stream",), gully=frozenset({1, 4})))
    assert vehicle_cost(bank, "C5", "C6", "tracked").mf == 2 + 3
    assert vehicle_cost(bank, "C6", "C5", "tracked").mf == 4 + 4 + 1
    assert infantry_cost(bank, "C6", "C5").mf == 2 + 2 * 1


def test_b3_41_a_vehicle_pays_two_mp_for_a_level_up_by_road_and_four_beside_it(meadow: Meadow) -> None:
    board = meadow(C5=HexTerrain(elevation=1, road=frozenset({3})), C6=HexTerrain(road=frozenset({0})))
    assert vehicle_cost(board, "C6", "C5", "tracked").mf == 2 + 0.5
    assert vehicle_cost(board, "C6", "C5", "tracked", buttoned_up=True).mf == 2 + 1
    assert vehicle_cost(meadow(C5=HexTerrain(elevation=1)), "C6", "C5", "tracked").mf == 4 + 1
    assert infantry_cost(board, "C6", "C5").mf == 2, "B3.4: one MF, doubled"


def test_b19_4_a_vehicle_pays_a_level_to_get_out_of_a_gully_and_over_into_the_next(meadow: Meadow) -> None:
    board = meadow(C5=HexTerrain(("gully",), gully=frozenset({1})), C6=HexTerrain(("gully",), gully=frozenset({1})))
    assert vehicle_cost(board, "C5", "C4", "tracked").text == "1 open ground + 4 out of the gully = 5"
    assert vehicle_cost(board, "C5", "C6", "tracked").mf == 4 + 3
    assert infantry_cost(board, "C5", "C6").mf == 2 + 2


def test_b2_4_gully_shellholes_cost_two_or_three(meadow: Meadow) -> None:
    board = meadow(C6="gully+shellholes")
    assert infantry_cost(board, "C5", "C6").mf == 2
    assert infantry_cost(board, "C5", "C6", into=True).mf == 3


def test_b33_11_along_a_stream_only_the_stream_is_paid_and_across_it_the_brush_too(meadow: Meadow) -> None:
    bed = {name: HexTerrain(("stream", "brush"), gully=frozenset({0, 3})) for name in ("C5", "C6")}
    board = meadow(**bed)
    assert infantry_cost(board, "C5", "C6").mf == 3
    assert infantry_cost(board, "D5", "C6").mf == 5
    assert vehicle_cost(board, "C5", "C6", "tracked").mf == 3


def test_out_of_a_gully_doubles_but_along_it_does_not(in_play: Board) -> None:
    assert infantry_cost(in_play, "N12", "M12").mf == 2
    assert infantry_cost(in_play, "AA21", "AA22").mf == 2


@pytest.mark.parametrize(
    ("kind", "terrain", "mp"),
    [
        ("tracked", "open", 1), ("halftrack", "open", 1), ("truck", "open", 4), ("halftrack", "grain", 1),
        ("truck", "grain", 5), ("truck", "woods", 24), ("tracked", "wooden-building", None), ("tracked", "marsh", None),
        ("tracked", "shellholes", 1), ("halftrack", "shellholes", 1), ("truck", "shellholes", 8),
        ("tracked", "brush", 2), ("halftrack", "brush", 2), ("truck", "brush", 6), ("tracked", "orchard", 1),
        ("halftrack", "orchard", 1), ("truck", "orchard", 4), ("truck", "crags", None),
        ("halftrack", "graveyard", None), ("tracked", "gully", 3), ("halftrack", "gully", 4), ("truck", "gully", 10),
        ("tracked", "stream", 3), ("halftrack", "stream", 4), ("truck", "stream", 10), ("tracked", "stream+brush", 5),
        ("halftrack", "stream+brush", 6), ("truck", "stream+brush", 16), ("truck", "stream+orchard", 14),
        ("tracked", "grain+shellholes", 1), ("tracked", "brush+shellholes", 2), ("truck", "bridge+gully", None),
    ],
)  # fmt: skip
def test_vehicles_pay_by_kind(meadow: Meadow, kind: str, terrain: str, mp: float | None) -> None:
    found = vehicle_cost(meadow(C6=terrain), "C5", "C6", kind)
    assert (found.mf, found.allowed) == (mp, mp is not None)


def test_b3_roads_cost_half_a_mp_and_one_buttoned_up(in_play: Board) -> None:
    assert vehicle_cost(in_play, "M20", "M21", "truck").mf == 0.5
    assert vehicle_cost(in_play, "M20", "M21", "tracked", buttoned_up=True).mf == 1


def test_cost_is_asked_for_adjacent_hexes_and_known_kinds(in_play: Board) -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        infantry_cost(in_play, "A1", "A3")
    with pytest.raises(ValueError, match="not a kind of vehicle"):
        vehicle_cost(in_play, "A1", "A2", "boat")


@pytest.mark.parametrize(
    ("terrain", "open_"),
    [
        ("open", True), ("shellholes", True), ("grain", False), ("brush", False), ("orchard", False), ("woods", False),
        ("wooden-building", False), ("orchard+shellholes", False), ("marsh", False),
    ],
)  # fmt: skip
def test_a4_6_ffmo_in_open_ground(meadow: Meadow, terrain: str, open_: bool) -> None:
    assert is_open(meadow(C6=terrain), "C6") is open_


def test_a_road_through_woods_is_still_woods(orsha: Board) -> None:
    assert not is_open(orsha, "R30", via_road_from="S30")


def test_reach_is_what_the_allowance_pays_for(meadow: Meadow) -> None:
    board = meadow(C6="woods", B5="marsh")
    found = reach(board, "C5", 2)
    assert (found["C5"], found["C6"], found["C3"]) == (0, 2, 2)
    assert "C7" not in found
    assert found["B5"] == 2
    assert "B5" not in reach(board, "C7", 4)
    assert "C4" not in reach(board, "C5", 2, blocked={"C4"})


def test_reach_by_road_only_follows_the_road(in_play: Board) -> None:
    assert set(reach(in_play, "M20", 2, road_only=True)) == {"M18", "M19", "M20", "M21", "M22"}


@given(st.sampled_from(["M20", "T19", "A6", "CC5", "N12"]), st.integers(1, 6))
def test_reach_grows_with_the_allowance(in_play: Board, start: str, allowance: int) -> None:
    less, more = reach(in_play, start, allowance), reach(in_play, start, allowance + 1)
    assert all(spent <= allowance for spent in less.values())
    assert all(more[name] <= spent for name, spent in less.items() if not in_play.terrain(name).has("marsh"))


def test_a_truck_takes_the_road_across_the_map(in_play: Board) -> None:
    way = path(in_play, "BB1", "M28", "truck")
    assert all(in_play.on_road(a, b) for a, b in pairwise(way))
    assert (way[0], way[-1], "P3" in way) == ("BB1", "M28", True)


def test_a_path_goes_round_what_costs_extra(meadow: Meadow) -> None:
    board = meadow()
    assert path(board, "C3", "C6") == ["C3", "C4", "C5", "C6"]
    assert "C5" not in path(board, "C3", "C6", extra_cost=lambda name: 9.0 if name == "C5" else 0.0)
    assert path(board, "C3", "C3") == ["C3"]


def test_where_no_way_leads_the_path_is_empty(meadow: Meadow) -> None:
    ring = dict.fromkeys(("A4", "B3", "C4", "C5", "B5", "A5"), "marsh")
    assert path(meadow(**ring), "B4", "F6", "tracked") == []


@pytest.mark.parametrize(
    ("here", "there", "out", "into"),
    [
        (HexTerrain(), HexTerrain(("shellholes",), elevation=1), 2, 3),
        (HexTerrain(), HexTerrain(("shellholes",), elevation=2), 4, 5),
        (HexTerrain(), HexTerrain(("orchard", "shellholes"), elevation=1), 4, 5),
        (HexTerrain(("gully",), gully=frozenset({1})), HexTerrain(("shellholes",)), 2, 3),
        (HexTerrain(road=frozenset(range(6))), HexTerrain(("shellholes",), road=frozenset(range(6))), 1, 2),
    ],
)
def test_b2_4_going_into_shellholes_is_one_more_and_never_doubled(
    meadow: Meadow, here: HexTerrain, there: HexTerrain, out: float, into: float
) -> None:
    """The COT is doubled up a level or out of a gully; the MF into the holes is not part of it, nor of the road's."""
    board = meadow(C5=here, C6=there)
    assert (infantry_cost(board, "C5", "C6").mf, infantry_cost(board, "C5", "C6", into=True).mf) == (out, into)


def test_oto_1_51_up_a_crest_line_up_slope_into_shellholes_is_three_and_a_half(meadow: Meadow) -> None:
    side = meadow().hexside("C5", "C6")
    assert side is not None
    board = meadow(C5=HexTerrain(down=frozenset({side})), C6=HexTerrain(("shellholes",), elevation=1))
    assert infantry_cost(board, "C5", "C6", into=True).mf == 3.5
