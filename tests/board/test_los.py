"""Line of Sight, rule by rule on a small meadow, and for symmetry on the whole map."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sasl.board.board import Board
from sasl.board.ground import Ground, ground_of
from sasl.board.hexes import Hex, distance
from sasl.board.los import Sight, line_of_sight, sight_between
from sasl.board.outcomes import EXISTS, SURE, coded, hindrance_in, outcomes_of
from sasl.board.terrain import HexTerrain
from sasl.board.traces import STRIDE, apart, bits, trace
from sasl.kernel.frozen import replace

Meadow = Callable[..., Board]
Slope = Callable[..., dict[str, HexTerrain]]


def hill(level: int = 1, *terrains: str) -> HexTerrain:
    return HexTerrain(terrains or ("open",), elevation=level)


def see(board: Board, a: str, b: str) -> tuple[str, int]:
    found = line_of_sight(board, a, b)
    return found.state, found.hindrance


def test_a6_1_open_ground_is_clear(meadow: Meadow) -> None:
    assert line_of_sight(meadow(), "C3", "C13") == Sight("clear", 0, 10)


def test_adjacent_hexes_and_the_own_hex_are_always_clear(meadow: Meadow) -> None:
    board = meadow(C3="woods", C4="gully", D3="wooden-building")
    assert see(board, "C3", "C4") == see(board, "C3", "D3") == ("clear", 0)
    assert line_of_sight(board, "C3", "C3") == Sight("clear", 0, 0)


@pytest.mark.parametrize("terrain", ["woods", "wooden-building"])
def test_a6_2_an_obstacle_between_blocks_los_at_its_level(meadow: Meadow, terrain: str) -> None:
    found = line_of_sight(meadow(C6=terrain), "C3", "C9")
    assert (found.state, found.hexes[0][0]) == ("blocked", "C6")


def test_a6_2_terrain_of_the_two_ends_does_not_count(meadow: Meadow) -> None:
    assert see(meadow(C3="woods", C9="grain"), "C3", "C9") == ("clear", 0)


@pytest.mark.parametrize("terrain", ["grain", "brush", "marsh", "orchard", "gully+brush", "orchard+shellholes"])
def test_a6_7_each_hindrance_hex_between_adds_one(meadow: Meadow, terrain: str) -> None:
    found = line_of_sight(meadow(C5=terrain, C6=terrain, C8="shellholes"), "C3", "C9")
    assert (found.state, found.hindrance) == ("hindered", 2)
    assert [name for name, _ in found.hexes] == ["C5", "C6"]
    assert "C5, C6" in found.text


def test_b6_2_a_bridge_hinders_at_its_own_level_but_along_its_road(meadow: Meadow) -> None:
    bridge = HexTerrain(("bridge", "gully"), gully=frozenset({1, 4}))
    assert see(meadow(C6=bridge), "C3", "C9") == ("hindered", 1)
    assert see(meadow(C6=replace(bridge, road=frozenset({0, 3}))), "C3", "C9") == ("clear", 0)
    assert see(meadow(C6=replace(bridge, road=frozenset({1, 4}))), "C3", "C9") == ("hindered", 1)
    assert see(meadow(C3=hill(), C6=bridge), "C3", "C9") == ("clear", 0)
    assert see(meadow(C3=bridge, C9=bridge), "C3", "C9") == ("clear", 0)


def test_a6_7_six_hindrances_block(meadow: Meadow) -> None:
    five = {f"C{number}": "grain" for number in range(4, 9)}
    assert see(meadow(**five), "C3", "C13") == ("hindered", 5)
    assert see(meadow(**five, C9="brush"), "C3", "C13") == ("blocked", 6)


def test_a6_7_two_hexes_at_the_same_range_hinder_once(meadow: Meadow) -> None:
    assert see(meadow(B4="grain", B5="grain"), "A5", "C5") == ("hindered", 1)
    assert see(meadow(C6="grain", D6="grain"), "C8", "D4") == ("hindered", 1)


def test_a6_1_along_a_hexside_one_flank_alone_settles_nothing(meadow: Meadow) -> None:
    """Along a hexside with an obstacle or Hindrance on one side only the LOS is likely clear."""
    assert see(meadow(B4="woods", B5="woods"), "A5", "C5") == ("blocked", 0)
    for flank in ("woods", "grain", "wooden-building"):
        found = line_of_sight(meadow(B4=flank), "A5", "C5")
        assert (found.state, found.likely, found.hindrance, found.chance) == ("unsure", "clear", 0, 0.85)
        assert found.exists and found.hexes[0][0] == "B4"
    assert see(meadow(B0="woods"), "A1", "C1") == ("unsure", 0), "nothing lies off the map"


def test_a_los_that_only_grazes_a_hill_is_unsure(meadow: Meadow) -> None:
    right, down, at, _ = next(met for met in crossings() if met[3] < 0.15)
    ends = Hex(4, 5), _shifted(Hex(4, 5), right, down), _shifted(Hex(4, 5), *at)
    found = line_of_sight(meadow(**{ends[2].name: hill()}), ends[0].name, ends[1].name)
    assert (found.state, found.likely, found.chance) == ("unsure", "clear", 0.5)
    assert found.hexes == ((ends[2].name, "grazes level 1 ground"),)


def crossings() -> Iterator[tuple[int, int, tuple[int, int], float]]:
    """Ways of up to 8 hexrows with each hex that they alone cross at one range, and the length inside it."""
    for right in range(1, 9):
        for down in range(1, 12):
            if (right + down) % 2 == 0:
                for step in trace(right, down).steps:
                    if not step.between:
                        for offset, length in step.hexes:
                            yield right, down, apart(offset), length


def alone(meadow: Meadow, terrain: str, shortest: float, longest: float) -> Sight:
    """A LOS that one such hex alone may block, with a length inside it between the two."""
    right, down, at, _ = next(met for met in crossings() if shortest <= met[3] < longest)
    start = Hex(4, 5)
    board = meadow(**{_shifted(start, *at).name: terrain})
    return line_of_sight(board, start.name, _shifted(start, right, down).name)


@pytest.mark.parametrize(
    ("terrain", "shortest", "longest", "likely", "chance"),
    [
        ("woods", 0, 0.2, "clear", 0.8), ("woods", 0.2, 0.4, "clear", 0.68), ("woods", 0.4, 0.6, "blocked", 0.57),
        ("wooden-building", 0.2, 0.4, "clear", 0.5), ("stone-building", 0.4, 0.6, "blocked", 0.66),
        ("wooden-building", 0.6, 0.8, "blocked", 0.62),
    ],
)  # fmt: skip
def test_a6_a_lone_obstacle_that_is_crossed_for_a_short_way_is_unsure(
    meadow: Meadow, terrain: str, shortest: float, longest: float, likely: str, chance: float
) -> None:
    """Woods or a building as the only obstacle: how likely the LOS is clear goes by its length inside the hex."""
    found = alone(meadow, terrain, shortest, longest)
    assert (found.state, found.likely, found.chance) == ("unsure", likely, pytest.approx(chance))
    assert found.exists == (likely == "clear")
    assert f"likely {likely} ({chance:.0%})" in found.text


@pytest.mark.parametrize(("terrain", "shortest"), [("woods", 0.6), ("wooden-building", 0.8), ("stone-building", 0.8)])
def test_a6_a_lone_obstacle_that_is_crossed_for_long_blocks(meadow: Meadow, terrain: str, shortest: float) -> None:
    assert alone(meadow, terrain, shortest, 2).state == "blocked"


def test_a6_two_obstacles_block_however_short_the_way_through_each(meadow: Meadow) -> None:
    right, down = 8, 2
    short = [apart(offset) for step in trace(right, down).steps for offset, length in step.hexes if 0.15 < length < 0.6]
    start = Hex(4, 5)
    names = [_shifted(start, *at).name for at in short[:2]]
    end = _shifted(start, right, down).name
    assert line_of_sight(meadow(**dict.fromkeys(names[:1], "woods")), start.name, end).state == "unsure"
    found = line_of_sight(meadow(**dict.fromkeys(names, "woods")), start.name, end)
    assert found.state == "blocked" and [name for name, _ in found.hexes] == names


def test_several_doubts_make_a_los_less_likely(meadow: Meadow) -> None:
    both = line_of_sight(meadow(B4="woods", D4="woods"), "A5", "E5")
    assert (both.likely, both.chance) == ("clear", pytest.approx(0.85**2))


def _shifted(hex_: Hex, right: int, half: int) -> Hex:
    col = hex_.col + right
    return Hex(col, (hex_.half_y + half + 2 - col % 2) // 2)


def test_b10_a_hill_between_blocks_lower_ends(meadow: Meadow) -> None:
    assert see(meadow(C6=hill()), "C3", "C9") == ("blocked", 0)


def test_b10_23_only_a_crest_line_hex_sees_down(meadow: Meadow) -> None:
    assert see(meadow(C3=hill()), "C3", "C9") == ("clear", 0)
    assert see(meadow(C3=hill(), C4=hill()), "C3", "C9") == ("blocked", 0)


def test_b10_two_hilltops_see_each_other_over_woods_below(meadow: Meadow) -> None:
    assert see(meadow(C3=hill(), C9=hill(), C6="woods", C5="grain"), "C3", "C9") == ("clear", 0)
    assert see(meadow(C3=hill(), C9=hill(), C6=hill(1, "grain"), C7=hill()), "C3", "C9") == ("hindered", 1)
    assert see(meadow(C3=hill(), C9=hill(), C6="wooden-building"), "C3", "C9") == ("blocked", 0)


def test_a6_4_an_obstacle_as_high_as_the_viewer_hides_what_is_below(meadow: Meadow) -> None:
    assert see(meadow(C3=hill(), C6="woods"), "C3", "C9") == ("blocked", 0)


@pytest.mark.parametrize(("end", "state"), [("C7", "blocked"), ("C8", "clear"), ("C9", "clear")])
def test_a6_4_woods_below_the_viewer_make_one_blind_hex(meadow: Meadow, end: str, state: str) -> None:
    assert see(meadow(C3=hill(2), C6="woods"), "C3", end) == (state, 0)


@pytest.mark.parametrize(("end", "state"), [("C10", "blocked"), ("C11", "clear")])
def test_a6_41_five_hexes_of_range_make_one_more_blind_hex(meadow: Meadow, end: str, state: str) -> None:
    assert see(meadow(C3=hill(2), C8="woods"), "C3", end) == (state, 0)


def test_half_level_terrain_matters_at_its_own_level_only(meadow: Meadow) -> None:
    assert see(meadow(C3=hill(), C6="grain"), "C3", "C9") == ("clear", 0)


def test_b14_2_an_orchard_hinders_at_its_level_and_blocks_from_above(meadow: Meadow) -> None:
    assert see(meadow(C3=hill(), C6="orchard"), "C3", "C9") == ("blocked", 0)


def test_combination_2_2_a_leafless_orchard_only_hinders_from_above(meadow: Meadow) -> None:
    assert see(meadow(C3=hill(), C6="orchard+shellholes"), "C3", "C9") == ("hindered", 1)


def test_slope_1_3_an_up_slope_unit_sees_over_half_level_terrain(meadow: Meadow, slope: Slope) -> None:
    down_slope_first = slope("C4", 0)  # C3 is Up-Slope towards C4
    assert see(meadow(**down_slope_first, C6="grain", C7="brush"), "C3", "C9") == ("clear", 0)
    assert see(meadow(**down_slope_first, C6="orchard"), "C3", "C9") == ("hindered", 1)
    assert see(meadow(**down_slope_first, C6="woods"), "C3", "C9") == ("blocked", 0)


def test_slope_1_3_down_slope_and_other_hexsides_give_nothing(meadow: Meadow, slope: Slope) -> None:
    assert see(meadow(**slope("C3", 3), C6="grain"), "C3", "C9") == ("hindered", 1)
    assert see(meadow(**slope("C4", 0), C6="grain"), "C5", "C9") == ("hindered", 1)


def test_slope_1_3_an_up_slope_unit_sees_across_its_crest_line(meadow: Meadow, slope: Slope) -> None:
    level = {"C5": hill()}
    assert see(meadow(C3=hill(), C4=hill(), **level), "C3", "C9") == ("blocked", 0)
    assert see(meadow(**slope("C4", 0, elevation=1), **level), "C3", "C9") == ("clear", 0)


def test_combination_2_3_los_along_the_road_through_grain_is_not_hindered(meadow: Meadow) -> None:
    lane = HexTerrain(("grain",), road=frozenset({0, 3}))
    fields = {"C5": lane, "C6": lane}
    assert see(meadow(**fields), "C3", "C9") == ("clear", 0)
    assert see(meadow(**fields), "D4", "B7")[1] > 0


def test_combination_2_3_on_the_map_the_road_of_hexrow_u(in_play: Board) -> None:
    assert see(in_play, "U19", "U28") == ("clear", 0)


def bed(*numbers: int, col: str = "C", kind: str = "gully") -> dict[str, HexTerrain]:
    """A gully straight along a hexrow."""
    return {f"{col}{number}": HexTerrain((kind,), gully=frozenset({0, 3})) for number in numbers}


def test_b19_those_in_a_gully_are_seen_only_along_it_from_adjacent_or_from_above(meadow: Meadow) -> None:
    """A6.3: the rim hides them unless LOS stays in the gully, the hexes are ADJACENT, or it falls steeply enough."""
    assert see(meadow(C3="gully"), "C3", "C9") == ("blocked", 0)
    assert line_of_sight(meadow(C3="gully"), "C3", "C9").text == "blocked at range 6: IN the gully C3"
    assert see(meadow(C3="gully"), "C3", "C4") == ("clear", 0)
    assert see(meadow(C6="gully"), "C3", "C9") == ("clear", 0), "a gully between hinders nobody"
    straight = meadow(**bed(3, 4, 5, 6))
    assert see(straight, "C3", "C6") == ("clear", 0) and see(straight, "C3", "D5") == ("blocked", 0)
    assert see(meadow(**bed(3, 4, 6)), "C3", "C6") == ("blocked", 0), "two gullies with ground between"
    for level, far in ((0, 1), (1, 2), (2, 3)):
        board = meadow(C3="gully", **{f"C{3 + far}": hill(level), f"C{4 + far}": hill(level)})
        assert see(board, "C3", f"C{3 + far}") == ("clear", 0)
        assert see(board, "C3", f"C{4 + far}")[0] == "blocked"


def test_b19_whoever_is_above_the_gully_sees_as_from_its_ground(meadow: Meadow) -> None:
    board = meadow(C3="gully", C9="gully")
    assert line_of_sight(board, "C3", "C9", ()).state == "clear"
    assert line_of_sight(board, "C3", "C9", ("C9",)).text == "blocked at range 6: IN the gully C9"
    assert line_of_sight(board, "C9", "C3", ("C9",)) == line_of_sight(board, "C3", "C9", ("C9",))
    bridged = meadow(C3=HexTerrain(("bridge", "gully"), road=frozenset({1, 4})))
    assert line_of_sight(bridged, "C3", "C9").state == "clear", "on the bridge, unless told otherwise"
    assert line_of_sight(bridged, "C3", "C9", {"C3"}).state == "blocked"


def test_los_crosses_hexes_that_are_out_of_play(orsha: Board) -> None:
    assert line_of_sight(orsha.part((0, 28)), "N28", "P28") == line_of_sight(orsha, "N28", "P28")


def test_los_to_a_hex_out_of_play_is_refused(in_play: Board) -> None:
    with pytest.raises(ValueError, match="not on the map in play"):
        line_of_sight(in_play, "A1", "A40")
    assert line_of_sight(in_play, "a1", "a2") == line_of_sight(in_play, "A1", "A2")


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_los_is_the_same_in_both_directions(orsha: Board, data: st.DataObject) -> None:
    a, b = data.draw(st.sampled_from(orsha.names())), data.draw(st.sampled_from(orsha.names()))
    there = line_of_sight(orsha, a, b)
    assert there == line_of_sight(orsha, b, a)
    assert there.range == orsha.distance(a, b)
    ground = ground_of(orsha)
    below = a in ground.beds, b in ground.beds
    assert sight_between(ground, ground.places[a], ground.places[b], *below) == there
    for start, end in ((a, b), (b, a)):
        code = outcomes_of(orsha).between(start, end, ground.beds)
        assert code == coded(there) and hindrance_in(code) == there.hindrance
        assert (bool(code & EXISTS), bool(code & SURE)) == (there.exists, there.state != "unsure")


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 20), st.integers(-40, 40))
def test_a_los_crosses_exactly_the_hexes_its_points_lie_in(right: int, down: int) -> None:
    down += (right + down) % 2
    start, way = Hex(0, 60), trace(right, down)
    end = _shifted(start, right, down)
    crossed = {_shifted(start, *apart(offset)) for at in way.steps for offset, _ in at.hexes}
    surely = set()
    for part in range(1, 400):
        x, y = right * part / 400, start.half_y + down * part / 400
        gaps = sorted(
            (math.hypot((hex_.col - x) * 3**0.5, hex_.half_y - y), hex_)
            for col in range(max(0, int(x) - 1), int(x) + 3)
            for number in range(int(y / 2) - 2, int(y / 2) + 5)
            for hex_ in [Hex(col, number)]
        )
        if gaps[1][0] - gaps[0][0] > 1e-6:
            surely.add(gaps[0][1])
    assert surely - {start, end} <= crossed
    assert all(distance(start, hex_) + distance(hex_, end) == way.range for hex_ in crossed)


@settings(max_examples=100)
@given(st.integers(0, 20), st.integers(-40, 40))
def test_the_way_back_crosses_the_same_hexes(right: int, down: int) -> None:
    down += (right + down) % 2
    there, back = trace(right, down), trace(-right, -down)
    shift = right * STRIDE + down
    assert there.range == back.range
    assert {offset for at in there.steps for offset, _ in at.hexes} == {
        offset + shift for at in back.steps for offset, _ in at.hexes
    }
    assert {(side + 3) % 6 for side in there.leaves} == set(back.leaves) or right == down == 0


@settings(max_examples=100)
@given(st.integers(0, 20), st.integers(-40, 40), st.integers(0, 30), st.integers(60, 90))
def test_a_trace_meets_the_places_that_lie_on_it(right: int, down: int, col: int, half_y: int) -> None:
    down += (right + down) % 2
    start = col * STRIDE + half_y + (col + half_y) % 2
    way = trace(right, down)
    on_it = [start + offset for step in way.steps for offset, _ in step.hexes]
    beside = start + right * STRIDE + down
    assert not way.met(start, bits([start, beside]))
    for place in on_it:
        met = way.met(start, bits([start, beside, place]))
        assert [place - start in dict(step.hexes) for step in way.steps] == [
            bool(step.bits & met) for step in way.steps
        ]


class Everywhere(Ground):
    """A ground on which everything may matter to every LOS."""

    def matter(self, low: int, *, level: bool) -> int:
        return bits(self.cells)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_what_cannot_matter_is_left_out_without_harm(orsha: Board, data: st.DataObject) -> None:
    """The places at which a LOS looks are bounded by the levels of its ends; looking at all gives the same."""
    a, b = data.draw(st.sampled_from(orsha.names())), data.draw(st.sampled_from(orsha.names()))
    ground = ground_of(orsha)
    quick = line_of_sight(orsha, a, b, ())
    every = Everywhere(orsha)
    assert sight_between(every, ground.places[a], ground.places[b]) == quick
