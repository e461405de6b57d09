"""The railroad and road hexes that the FRIENDLY side still needs for its VP (S12.6)."""

from __future__ import annotations

import heapq

from sasl.asl.game.context import Game
from sasl.kernel.memo import Memo
from sasl.solitaire import control

_NEEDED: Memo[frozenset[str]] = Memo()
_OPEN: Memo[tuple[str, ...]] = Memo()
_EVERY: Memo[tuple[str, ...]] = Memo()


def to_take(game: Game) -> frozenset[str]:
    """Those still to be taken, whoever is there: all of the railroad, and the road that needs least more."""
    state = game.state
    parts = state.rail, state.road, state.markers, game.mission, game.board
    return _NEEDED.of(parts, lambda: (control.rail_hexes(game) - state.rail) | (road(game) - state.road))


def open_to(game: Game, *, every: bool = False) -> tuple[str, ...]:
    """Those of them without enemies, S? and mines, in the order of the board; `every`: of all roads, needed or not."""
    state = game.state
    parts = state.rail, state.road, state.units, state.suspects, state.markers, game.mission, game.board
    if not every:
        return _OPEN.of(parts, lambda: _open(game, to_take(game)))
    hexes = (control.rail_hexes(game) - state.rail) | (control.road_hexes(game) - state.road)
    return _EVERY.of(parts, lambda: _open(game, hexes))


def _open(game: Game, hexes: frozenset[str]) -> tuple[str, ...]:
    left = hexes - {item.hex for item in game.state.on_map("ENEMY")} - control.mined(game)
    left -= {item.hex for item in game.state.suspects.values()}
    return tuple(sorted(left, key=game.board.rank.__getitem__))


def road(game: Game) -> frozenset[str]:
    """The way by road from edge to edge with the fewest hexes still to take, around mines; none if there is no way."""
    task, board = game.mission.road, game.board
    if task is None:
        return frozenset()
    hexes, held = control.road_hexes(game) - control.mined(game), game.state.road
    queue = [(int(name not in held), name, "") for name in task.starts if name in hexes]
    heapq.heapify(queue)
    came: dict[str, str] = {}
    while queue:
        left, here, before = heapq.heappop(queue)
        if here in came:
            continue
        came[here] = before
        if here in task.ends:
            return _back(came, here)
        for near in board.neighbours(here):
            if near in hexes and near not in came and board.on_road(here, near):
                heapq.heappush(queue, (left + (near not in held), near, here))
    return frozenset()


def _back(came: dict[str, str], end: str) -> frozenset[str]:
    way = {end}
    while came[end]:
        end = came[end]
        way.add(end)
    return frozenset(way)
