"""A way that is not named hex by hex goes around one's own full hexes (A5.11)."""

from __future__ import annotations

import pytest
from tabletop import FRIENDLY, Tabletop, bare

from sasl.asl.movement import move
from sasl.asl.stacking import crowded

START = "K12"


def crowd(full: str) -> tuple[Tabletop, list[str]]:
    """A squad in K12, and three in a hex beside it."""
    table = bare(FRIENDLY, "MPh")
    mover = table.new(FRIENDLY, "6-2-8", START)
    for _ in range(3):
        table.new(FRIENDLY, "6-2-8", full)
    return table, [mover]


def ways(full: str) -> dict[str, list[str]]:
    """The way of that squad to each hex within four."""
    table, ids = crowd(full)
    units, board = table.state.present(ids), table.game.board
    near = [name for name in board.names() if 1 < board.distance(START, name) <= 4 and name != full]
    return {name: move.cheapest_way(table.game, units, START, name, ()) for name in near}


def test_a5_11_of_two_ways_as_long_the_one_around_a_full_hex_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full hex takes 1 MF more; where the way around is 1 MF longer, too, nobody walks through the crowd."""
    table, ids = crowd("K11")
    units = table.state.present(ids)
    assert crowded(table.game, units) == {"K11": 1}
    around = ways("K11")
    monkeypatch.setattr(move, "CROWD", 0)
    through = {goal: way for goal, way in ways("K11").items() if "K11" in way}
    spared = [goal for goal in through if "K11" not in around[goal]]
    assert spared, "without the figure some ways went through it"
    for goal, way in through.items():
        spent, instead = (move.reckon(table.game, units, path)[ids[0]] for path in (way, around[goal]))
        assert spent == instead, goal
