"""The map of OtO as facts: what the print shows, counted."""

from __future__ import annotations

import pytest

from sasl.board.board import Board
from sasl.board.hexes import parse_hex
from sasl.board.terrain import HexTerrain, TerrainChart

SET_UP = ("A27", "I23", "I20", "R15", "DD21")

LOWEST = (
    "A27 B26 C26 D25 E25 F24 G24 H23 I20 J19 K19 L18 M18 N17 O17 P16 Q16 R15 S16 T16 U17 V17 W18 X18 "
    "Y19 Z19 AA20 BB20 CC21 DD21"
)

GULLIES = (
    "D26 E17 E27 E28 F17 I22 J22 J28 K23 K25 K26 K27 K28 L23 L24 N11 N12 N13 N22 N24 N25 O22 X19 Y19 Y21 "
    "Z19 Z20 AA20 AA21 AA22 AA23 BB20 BB23 CC8 CC21 CC22 DD8 DD22"
)

OBJECTIVES = ["A12", "CC5", "D22", "DD13", "I14", "I7", "P3", "Q10", "V17", "Z15"]

WOODS = "N14 N15 O16 Q6 Q7 Q8 Q9 Q13 Q16 Q17 Q28 R8 R14 R15 R16 R28 Y25 Y26 Z25 AA19 BB18 BB19"


@pytest.fixture(scope="module")
def zone(in_play: Board) -> set[str]:
    """The hexes more than two from the set-up area."""
    away = in_play.distances(in_play.area_behind(SET_UP, "east"))
    return {name for name in in_play if away[name] > 2}


def test_the_map_has_thirty_hexrows_of_fifty_two_and_fifty_three(orsha: Board) -> None:
    assert len(orsha) == 1575
    assert ("A0" in orsha, "B0" in orsha, "DD52" in orsha, "DD53" in orsha) == (False, True, True, False)
    assert sum(orsha.terrain(name).half for name in orsha) == 52 + 53 + 14


def test_the_part_in_play_keeps_hexrows_0_to_28(in_play: Board) -> None:
    assert len(in_play) == 855
    assert in_play.names()[0] == "A1"
    assert in_play.names()[-1] == "DD28"
    assert in_play.edge("west")[:3] == ("A1", "B0", "C1")
    assert in_play.edge("east")[-1] == "DD28"
    assert in_play.edge("south")[0] == "A1"
    assert in_play.edge("north")[0] == "DD0"
    assert in_play.distance_to_edge("M14", "west") == 13
    assert in_play.distance_to_edge("M14", "south") == 12


def test_a_hex_out_of_play_is_refused_with_what_is_in_play(in_play: Board) -> None:
    with pytest.raises(ValueError, match=r"ZZ9 is not on the map in play \(A1 to DD28\)"):
        in_play.terrain("ZZ9")
    with pytest.raises(ValueError, match="did you mean CC5"):
        in_play.terrain("cc5")
    with pytest.raises(ValueError, match="A29 is not on the map"):
        in_play.neighbours("A29")
    assert in_play.find("cc5") == "CC5"


def test_neighbours_stay_in_play(in_play: Board) -> None:
    assert in_play.neighbours("A1") == ("B0", "B1", "A2")
    assert in_play.neighbours("DD28") == ("DD27", "CC28")
    assert in_play.within("DD28", 1) == {"DD28", "DD27", "CC28"}


def test_the_set_up_area_starts_where_the_line_runs(in_play: Board) -> None:
    area = in_play.area_behind(SET_UP, "east")
    lowest: dict[int, str] = {}
    for name in sorted(area, key=parse_hex):
        lowest.setdefault(parse_hex(name).col, name)
    assert list(lowest.values()) == LOWEST.split()


def test_the_set_up_area_has_273_hexes_and_516_lie_more_than_two_away(in_play: Board, zone: set[str]) -> None:
    area = in_play.area_behind(SET_UP, "east")
    assert (len(area), len(in_play) - len(area), len(zone)) == (273, 582, 516)
    assert in_play.line(SET_UP)[0] == "A27"
    assert {"V17", "P18"} <= area
    assert "D22" not in area


def test_a_line_that_misses_a_hexrow_cuts_no_area(in_play: Board) -> None:
    with pytest.raises(ValueError, match="does not cross hexrow"):
        in_play.area_behind(("A27", "I23"), "east")
    with pytest.raises(ValueError, match="lies along them"):
        in_play.area_behind(SET_UP, "north")
    with pytest.raises(ValueError, match="not a side of the map"):
        in_play.edge("up")


@pytest.mark.parametrize(
    ("terrains", "patches", "hexes"),
    [
        (("woods",), 3, 7), (("brush",), 7, None), (("grain",), 7, 77), (("woods", "brush"), 9, None),
        (("woods", "brush", "grain"), 12, None), (("marsh",), None, 21), (("orchard",), None, 55),
        (("wooden-building",), 3, 3),
    ],
)  # fmt: skip
def test_patches_of_terrain_more_than_two_hexes_from_the_set_up_area(
    in_play: Board, zone: set[str], terrains: tuple[str, ...], patches: int | None, hexes: int | None
) -> None:
    found = in_play.patches(lambda name: name in zone and in_play.terrain(name).has(*terrains))
    assert patches in (None, len(found))
    assert hexes in (None, sum(map(len, found)))


def test_a_patch_is_listed_by_hexrow(in_play: Board) -> None:
    woods = in_play.patches(lambda name: in_play.terrain(name).has("woods"))
    assert ("N14", "N15", "O16") in woods


@pytest.mark.parametrize(
    ("terrain", "count"),
    [
        ("shellholes", 143), ("grain", 107), ("road", 89), ("orchard", 83), ("brush", 59), ("gully", 38),
        ("railroad", 29), ("woods", 22), ("marsh", 21), ("wooden-building", 3),
    ],
)  # fmt: skip
def test_terrain_in_play_is_counted(in_play: Board, terrain: str, count: int) -> None:
    assert len(in_play.with_terrain(terrain)) == count


def test_named_terrain_lies_where_the_map_shows_it(in_play: Board) -> None:
    assert in_play.with_terrain("wooden-building") == ("Q10", "Z15", "CC5")
    assert sorted(in_play.with_terrain("woods")) == sorted(WOODS.split())
    assert sorted(in_play.with_terrain("gully")) == sorted(GULLIES.split())
    assert in_play.rail_hexes() == tuple(f"P{number}" for number in range(29))
    assert in_play.terrain("M23").culvert
    assert in_play.terrain("A12").terrains == ("orchard", "shellholes")
    assert in_play.terrain("U16").road


def test_forty_one_hexes_in_play_lie_at_level_1(in_play: Board) -> None:
    levels = [in_play.terrain(name).elevation for name in in_play]
    assert (levels.count(1), levels.count(0)) == (41, 814)


def test_objectives_in_play_are_ten_of_one_lvp(in_play: Board, orsha: Board) -> None:
    assert sorted(in_play.objectives()) == OBJECTIVES
    assert set(in_play.objectives().values()) == {1}
    assert set(orsha.objectives()) - set(in_play.objectives()) == {"K33", "X38"}


def test_the_road_net_is_one_and_crosses_the_map(in_play: Board) -> None:
    net = in_play.road_hexes()
    assert len(net) == 89
    way = in_play.road_connected(net, ["BB0"], ["M28"])
    assert way is not None
    assert "P3" in way
    assert all(in_play.road_connected(net, ["BB0"], [name]) for name in net)
    assert in_play.road_connected(set(net) - {"P3"}, ["BB0"], ["M28"]) is None


def test_six_road_hexes_are_intersections(in_play: Board) -> None:
    found = [name for name in in_play.names() if in_play.is_intersection(name, 3)]
    assert sorted(found) == ["BB4", "S4", "U14", "U28", "W4", "W9"]


def test_a_road_joins_only_hexes_that_share_a_road_hexside(in_play: Board) -> None:
    assert in_play.on_road("W8", "W9")
    assert not in_play.on_road("S4", "T4")
    assert not in_play.on_road("W8", "W10")


def test_slope_1_2_marks_in_a_hex_make_it_down_slope_and_its_neighbour_up_slope(orsha: Board) -> None:
    assert orsha.terrain("T19").down == {2, 3}
    assert 0 in orsha.terrain("T20").up
    assert 5 in orsha.terrain("U20").up
    marks = [orsha.terrain(name).down for name in orsha]
    assert sum(map(bool, marks)) == 85
    assert sum(map(len, marks)) == sum(len(orsha.terrain(name).up) for name in orsha)


def test_slopes_in_play_are_57_hexes_with_85_hexsides(in_play: Board) -> None:
    marks = [in_play.terrain(name).down for name in in_play]
    assert (sum(map(bool, marks)), sum(map(len, marks))) == (57, 85)


def test_combination_2_2_a_leafless_orchard_hinders_and_blocks_nothing(chart: TerrainChart) -> None:
    assert chart.sighting(("orchard",)).leafless is False
    assert chart.sighting(("orchard", "shellholes")).leafless is True


def test_tem_is_the_best_of_the_hex(chart: TerrainChart) -> None:
    assert [chart.tem((terrain,)) for terrain in ("grain", "woods", "wooden-building")] == [0, 1, 2]
    assert chart.tem(("grain", "shellholes")) == 1


def test_every_figure_says_whose_it_is(chart: TerrainChart) -> None:
    for kind in chart.types.values():
        assert kind.provenance and kind.mp_provenance and kind.rule
        if "house" in (kind.provenance, kind.mp_provenance):
            assert kind.note, kind.id


def test_unknown_terrain_and_figures_are_refused(chart: TerrainChart) -> None:
    with pytest.raises(ValueError, match="'moon' is not a terrain"):
        chart["moon"]
    with pytest.raises(ValueError, match="no figure 'moon'"):
        chart.figure("moon")


def test_a_hex_describes_itself(in_play: Board, chart: TerrainChart) -> None:
    assert in_play.terrain("CC5").describe(chart) == "Wooden Building, level 1, 1 LVP"
    assert in_play.terrain("P3").describe(chart) == "railroad, road, 1 LVP"
    assert HexTerrain().describe(chart) == "Open Ground"
