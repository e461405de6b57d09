"""OtO-S2, MSR 7: bridges over the rivers of boards 8 and 40, one-hex bridges, and bridges by hand."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from tabletop import LIBRARY, Tabletop, rolls, told

from sasl.asl.game.context import Game
from sasl.board import bridging
from sasl.board.join import Crossing
from sasl.board.terrain import WATER
from sasl.orders.engine import new_game
from sasl.solitaire.setup import bridges

RIVERS = ("bd08", "bd40")


def table(*lines: str, seed: int = 1) -> Tabletop:
    return Tabletop(new_game(LIBRARY, "oto-s2", seed)).all(*lines)


@cache
def river_game(board: str, turned: str, seed: int) -> Tabletop:
    centre = f"mapboard centre {board} {turned}".strip()
    return table("mapboard north 4", centre, "mapboard south 43", "next", seed=seed)


def spans(game: Game) -> list[Crossing]:
    return [item for item in game.state.layout.bridges if len(item.hexes) > 1]


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("turned", ["", "turned"])
@pytest.mark.parametrize("board", RIVERS)
def test_msr_7_bridges_lead_from_road_to_land_over_the_river_and_nowhere_twice(
    board: str, turned: str, seed: int
) -> None:
    found = river_game(board, turned, seed)
    game, map_ = found.game, found.game.board
    events = found.session.moments[-1].events
    wanted = rolls(events, "Number of bridges")[0].result
    assert 1 <= len(spans(game)) <= wanted
    assert len(spans(game)) == wanted or "has no place for bridge" in told(events)
    water = bridging.river(map_, board)
    for bridge in spans(game):
        start, goal = bridge.ends[:2]
        assert water.issuperset(bridge.hexes) and water.isdisjoint(bridge.ends)
        assert all(map_.hexside(here, after) is not None for here, after in pairwise((start, *bridge.hexes, goal)))
        assert map_.distance(start, goal) == len(bridge.hexes) + 1
        way = (start, *bridge.hexes, *bridge.ends[1:])
        assert map_.road_connected(way, [start], [way[-1]]) == way
        assert LIBRARY.board(board).terrain(_printed(game, start)).road
        assert bridge.intact and bridge.construction in ("wooden", "stone")
    every = [name for bridge in spans(game) for name in (*bridge.hexes, *bridge.ends[:2])]
    assert len(every) == len(set(every))


def _printed(game: Game, name: str) -> str:
    """`I1` for the hex whose printed name is 8I1."""
    return game.board.terrain(name).printed.lstrip("0123456789")


@pytest.mark.parametrize("board", RIVERS)
def test_the_river_is_the_largest_water_and_ponds_get_no_bridge(board: str) -> None:
    map_ = river_game(board, "", 1).game.board
    river = bridging.river(map_, board)
    here = {name for name in map_.names() if map_.terrain(name).sheet == board and map_.terrain(name).has(WATER)}
    ends = {map_.hex(name).col for name in river}
    assert {0, 32} <= ends and river <= here
    ponds = here - river
    assert bool(ponds) == (board == "bd40")
    assert all(map_.terrain(name).bridged is False for name in ponds)


def test_a9a_1_takes_the_road_that_ends_at_the_water_nearest_the_west() -> None:
    found = table("mapboard north 4", "mapboard centre 8", "mapboard south 43").dice(1, 1, 1, 1, 5)
    found.do("next")  # A6g 1: two bridges; each A9a 1, then A9b
    first, second = spans(found.game)
    assert first.hexes == ("I19", "I18", "I17", "I16", "I15")
    assert first.ends == ("I20", "I14", "I13")
    assert (first.construction, second.construction) == ("wooden", "stone")
    assert found.game.board.hex(second.ends[0]).col > found.game.board.hex("I20").col
    assert second.ends[0] == "Q12"


def test_a9a_5_or_more_is_rolled_again() -> None:
    found = table("mapboard north 4", "mapboard centre 8", "mapboard south 43").dice(1, 5, 6, 5, 1, 1, 1, 1)
    events = found.do("next")
    assert [record.total for record in rolls(events, "Place of bridge 1")] == [5, 6, 5, 1]


def test_a9a_2_to_4_takes_a_crossing_by_random_selection() -> None:
    events = table("mapboard north 4", "mapboard centre 40", "mapboard south 43").dice(1, 2).do("next")
    assert rolls(events, "Random Selection: crossing for bridge 1 of 2, Board 40")


def test_a9d_judges_every_one_hex_bridge_of_every_board() -> None:
    found = table("mapboard north 24", "mapboard centre 13", "mapboard south 36")
    found.dice(6, 1, 2, 3, 4, 5, 6, 1)
    events = found.do("next")
    judged = {record.purpose.split()[-1]: record.total for record in rolls(events, "One-hex bridge")}
    assert judged.keys() == {"24F6", "13K6", "13Y8", "13CC5", "36H4", "36Q6", "36R4", "36Z5"}
    state = {found.game.board.terrain(item.hexes[0]).printed: item.intact for item in found.state.layout.bridges}
    assert state == {name: total != 6 for name, total in judged.items()}
    down = [item.hexes[0] for item in found.state.layout.bridges if not item.intact]
    assert len(down) == 2
    for name in down:
        terrain = found.game.board.terrain(name)
        assert not terrain.bridged and not terrain.road
        assert bridges.crossing_at(found.game, name) is not None


def test_a_bridge_by_hand_stands_falls_and_goes() -> None:
    found = table("mapboard north 4", "mapboard centre 40", "mapboard south 43").dice(1, 1, 1, 1, 1, 1).all("next")
    assert found.game.board.terrain("C16").bridged
    found.do("bridge 40c6 destroyed")
    assert not found.game.board.terrain("C16").bridged
    found.do("bridge C16 wooden")
    assert found.game.board.terrain("C16").bridged and found.game.board.terrain("C16").road == {1, 4}
    found.do("bridge EE15-EE16 stone")
    bridge = bridges.crossing_at(found.game, "EE15")
    assert bridge == Crossing(("EE15", "EE16"), "stone", True, ("EE14", "EE17"))
    way = ("EE14", "EE15", "EE16", "EE17")
    assert found.game.board.road_connected(way, way[:1], way[-1:]) == way
    found.do("bridge EE16 destroyed")
    assert found.game.board.road_connected(way, way[:1], way[-1:]) is None
    found.do("bridge EE15 none")
    assert bridges.crossing_at(found.game, "EE15") is None
    assert found.session.undo(1) and bridges.crossing_at(found.game, "EE15") is not None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bridge A11 wooden", "a bridge crosses water"),
        ("bridge EE15-EE16 iron", "wooden, stone, destroyed or none"),
        ("bridge EE15-GG15 wooden", "must be consecutive:"),
        ("bridge ZZ1 wooden", "not on the map"),
        ("bridge EE15 destroyed", "no bridge in EE15"),
        ("bridge 41A1 wooden", "printed on none of these boards"),
        ("bridge EE15 none", "no bridge was laid"),
        ("bridge FF15 wooden", "has no land at"),
        ("bridge", "bridge needs the hexes"),
    ],
)
def test_a_bridge_that_cannot_be_is_refused(line: str, words: str) -> None:
    found = table("mapboard north 4", "mapboard centre 40", "mapboard south 43").dice(1, 1, 1, 1, 1, 1).all("next")
    assert words in found.no(line)
