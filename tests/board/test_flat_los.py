"""A6: a LOS that is seen at once from sets of hexes is the one that is found hex by hex."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from held import held_against_the_full_way
from hypothesis import given, settings
from hypothesis import strategies as st

from sasl.board.board import Board
from sasl.board.flat_los import NO_LOS, flat_los
from sasl.board.ground import ground_of
from sasl.board.hexes import Hex
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
