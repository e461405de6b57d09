"""A6: a LOS that is seen at once from sets of hexes is the one that is found hex by hex."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from held import held_against_the_full_way
from hypothesis import given, settings
from hypothesis import strategies as st

from sasl.board.board import Board
from sasl.board.flat_los import NO_LOS, flat_los
from sasl.board.ground import beds, ground_of
from sasl.board.hexes import Hex
from sasl.board.los import sight_between
from sasl.board.outcomes import Outcomes, coded
from sasl.board.terrain import HexTerrain, TerrainChart

Meadow = Callable[..., Board]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a6_flat_los_on_any_ground_is_the_full_one(chart: TerrainChart, data: st.DataObject) -> None:
    names = st.sampled_from([f"{row}{number}" for row in "BCDEFGHI" for number in range(2, 11)])
    kinds = st.sampled_from(sorted(chart.types))
    sides = st.frozensets(st.integers(0, 5), max_size=3)
    hexes: dict[str, HexTerrain] = {}
    for name in data.draw(st.lists(names, unique=True, min_size=5, max_size=40)):
        hexes[name] = HexTerrain(
            (data.draw(kinds),),
            elevation=data.draw(st.sampled_from((0, 0, 0, 1, -1))),
            road=data.draw(sides),
            up=data.draw(sides),
        )
    board = Board("any", "Any", _meadow(hexes), {}, chart)
    held_against_the_full_way(board, 60)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_b19_los_of_who_is_in_a_gully_on_any_ground_is_the_full_one(chart: TerrainChart, data: st.DataObject) -> None:
    names = [f"{row}{number}" for row in "CDEF" for number in range(3, 8)]
    bed = HexTerrain(("gully",), gully=frozenset({0, 3}))
    hexes = dict.fromkeys(data.draw(st.lists(st.sampled_from(names), unique=True, min_size=2)), bed)
    hexes |= {f"B{number}": HexTerrain(elevation=data.draw(st.integers(0, 4))) for number in range(3, 8)}
    board = Board("any", "Any", _meadow(hexes), {}, chart)
    ground, below = ground_of(board), beds(board)
    outcomes = Outcomes(board)
    for a, b in product(sorted(below), board.names()[::3]):
        full = sight_between(ground, ground.places[a], ground.places[b], True, b in below)
        assert outcomes.between(a, b, below) == coded(full), f"{a}-{b}: {full.text}"


def _meadow(marked: dict[str, HexTerrain]) -> dict[Hex, HexTerrain]:
    plain = {Hex(col, num): HexTerrain() for col in range(10) for num in range(1 - col % 2, 12)}
    return {hex_: marked.get(hex_.name, terrain) for hex_, terrain in plain.items()}


def test_a6_most_los_of_a_board_are_seen_at_once(orsha: Board) -> None:
    assert held_against_the_full_way(orsha, 600) > 400


@pytest.mark.parametrize(("between", "seen"), [("", 0), ("woods", NO_LOS), ("grain", 1)])
def test_a6_flat_los_over_a_hex(meadow: Meadow, between: str, seen: int) -> None:
    ground = ground_of(meadow(C5=between) if between else meadow())
    assert flat_los(ground, ground.places["C3"], ground.places["C7"]) == seen


def test_a6_a_lone_obstacle_at_the_edge_of_a_los_takes_more_than_a_glance(meadow: Meadow) -> None:
    ground = ground_of(meadow(D5="woods"))
    ends = [(a, b) for a in ("C3", "C4") for b in ("E6", "E7", "E8")]
    seen = {flat_los(ground, ground.places[a], ground.places[b]) for a, b in ends}
    assert None in seen and NO_LOS in seen
