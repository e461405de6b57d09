"""7.5053: the proposal is legal for an independent judge, and no smaller than the best that trying everything finds.

SASL_PERIMETERS=500 tries 500 positions on the OtO map instead of 25.
"""

from __future__ import annotations

import os
import random
import time

import pytest
from desk import LIBRARY
from front import field, judge, meadow, scattered

from sasl.campaign.perimeter.front_lines import area, closed, main_and_pockets
from sasl.campaign.perimeter.perimeter_search import largest, main_web
from sasl.campaign.perimeter.position import Position
from sasl.campaign.perimeter.proposal import propose
from sasl.campaign.perimeter.rules import faults

MANY = int(os.environ.get("SASL_PERIMETERS", "8"))
ORSHA = LIBRARY.board("oto")
STRATEGIC = (*ORSHA.rail_hexes(), *ORSHA.edge("north"), *ORSHA.edge("south"))


def check(position: Position, side: str) -> None:
    """The proposal breaks no rule, by the program's checker and by the judge."""
    found = propose(position, side)
    assert faults(position, side, found.loops) == []
    second = judge(position, side)
    pocket_marks = {*position.units[side], *(name for name in position.strategic if position.control.get(name) == side)}
    for loop in found.main:
        assert second.faults(loop) == [], loop
    for loop in found.pockets:
        assert second.faults(loop, pocket_marks) == [], loop
    have = area(position.board, found.loops)
    assert have == set().union(*map(second.inside, found.loops), set())
    assert position.units[side] <= have
    inside = area(position.board, found.main)
    for loop in found.pockets:
        hexes = second.inside(loop)
        assert not hexes & inside and not hexes & second.edge


@pytest.mark.parametrize("seed", range(MANY))
def test_7_505_a_random_position_at_orsha_gets_legal_perimeters(seed: int) -> None:
    position = scattered(ORSHA, seed, 20 + seed * 7 % 41, STRATEGIC)
    for side in ("german", "russian"):
        check(position, side)


@pytest.mark.parametrize("seed", range(20))
def test_7_5053_no_smaller_than_the_best_of_all_loops_on_small_maps(seed: int) -> None:
    dice = random.Random(seed)
    board = meadow(dice.randint(4, 7), dice.randint(5, 7))
    strategic = dice.sample(board.names(), dice.randint(0, 4))
    position = scattered(board, seed, dice.randint(2, 5), strategic, mixed=0.2)
    for side in ("german", "russian"):
        check(position, side)
        found = largest(main_web(position, side))
        best = judge(position, side).best()
        assert found.size >= best, (side, found.size, best)
        assert found.proved and found.bound >= found.size


def test_7_505_sixty_units_a_side_take_seconds_and_not_minutes() -> None:
    position = scattered(ORSHA, 3, 60, STRATEGIC)
    for side in ("german", "russian"):
        start = time.process_time()
        propose(position, side)
        assert time.process_time() - start < 20


def test_7_505_most_proposals_at_orsha_are_proved_to_be_the_largest() -> None:
    found = [
        largest(main_web(scattered(ORSHA, seed, 60, STRATEGIC, mixed=0.02), side))
        for seed in range(6)
        for side in ("german", "russian")
    ]
    assert sum(item.proved for item in found) >= 11
    assert all(item.size >= 0.85 * item.bound for item in found)


def test_7_5052_the_map_edge_closes_the_loop_around_corners() -> None:
    """Germans hold the two low numbers and one unit in the middle: edge to unit to edge."""
    position = field(meadow(7, 6), german="D3", russian="D6", border=2)
    found = propose(position, "german")
    assert len(found.main) == 1 and not found.pockets
    loop = found.main[0]
    assert {"A1", "G1", "D0", "D3"} <= set(loop)
    assert judge(position, "german").faults(loop) == []
    assert closed(position.board, loop)


def test_7_5052_who_holds_the_whole_map_edge_encloses_the_map() -> None:
    position = field(meadow(6, 6), german="C3", border=9, russian="D4", control={"D4": "russian"})
    found = propose(position, "german")
    assert area(position.board, found.main) == set(position.board)


def test_11_6053_a_single_hex_between_two_enemy_ones_is_a_perimeter_of_one() -> None:
    position = field(meadow(6, 6), german="", border=9, control={"C1": "russian"})
    found = propose(position, "russian")
    assert found.loops == (("C1",),)
    assert faults(position, "russian", found.loops) == []


def test_7_5054_a_unit_cut_off_is_a_pocket_of_its_hex() -> None:
    position = field(meadow(9, 12), german="D3 F10", russian="B7 E7 H7", border=5)
    found = propose(position, "german")
    assert found.pockets == (("F10",),)


def test_7_5054_two_units_on_a_hex_grain_form_one_pocket() -> None:
    position = field(meadow(11, 14), german="D3 F9 F12", russian="B7 E7 H7", border=5)
    assert propose(position, "german").pockets == (("F9", "F10", "F11", "F12"),)


def test_7_5054_two_units_on_an_alternate_grain_go_by_both_sides_of_its_hexspine() -> None:
    position = field(meadow(11, 14), german="D3 F10 H10", russian="B7 E7 H7", border=5)
    (pocket,) = propose(position, "german").pockets
    assert set(pocket) == {"F10", "G10", "G11", "H10"}


def test_7_5054_three_units_enclose_what_lies_between_them() -> None:
    position = field(meadow(11, 14), german="D3 D10 H10 F13", russian="B7 E7 H7", border=5)
    found = propose(position, "german")
    _main, pockets = main_and_pockets(position.board, found.loops)
    assert len(pockets) == 1 and closed(position.board, pockets[0])
    assert {"D10", "H10", "F13", "F11"} <= area(position.board, pockets)


def test_7_5054_note_9_smc_alone_form_no_pocket() -> None:
    position = field(meadow(9, 12), german="D3", russian="B7 E7 H7", border=5, smc={"german": "F10"})
    assert propose(position, "german").pockets == ()


def test_7_5054_a_unit_on_a_grain_to_held_map_edge_is_no_pocket() -> None:
    position = field(meadow(9, 12), german="D10", russian="B7 E7 H7", border=5, control={"D12": "german"})
    found = propose(position, "german")
    assert not found.pockets
    assert ("D10", "D11", "D12") in [tuple(sorted(loop)) for loop in found.main]
