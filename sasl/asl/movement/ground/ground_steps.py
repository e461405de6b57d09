"""What steps cost men on their way, by rank: the ground once for each map, and what lies on it now.

They carry no state of the place they come from (an entrenchment, the crest, Encirclement) and use every road.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from sasl.asl.game.context import Game
from sasl.asl.movement.ground.costs import wet
from sasl.asl.terrain import fires, smoke
from sasl.asl.terrain.entrenching import WORKS
from sasl.asl.terrain.rubble import RUBBLE
from sasl.board.board import Board
from sasl.board.movement_cost import FOOT, infantry_cost
from sasl.board.terrain import CAVALRY
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo

ALL = math.inf
"""The price of a hex that takes ALL the MF of who enters it."""

Steps = tuple[tuple[tuple[int, float], ...], ...]
"""Of each hex by rank: the ranks of the adjacent hexes that can be entered from it, clockwise, each with its MF."""


class Entries(Frozen):
    """What lies in hexes, by rank: those that nobody enters, and the MF more that others cost."""

    shut: frozenset[int]
    more: Mapping[int, float]


_ENTRIES: dict[bool, Memo[Entries]] = {cavalry: Memo() for cavalry in (False, True)}


def ground_steps(board: Board, kind: str, *, slippery: bool = False) -> Steps:
    """The MF of the ground alone for Infantry or Cavalry by `kind`; `slippery`: when rain or snow makes it so."""
    return board.remember(f"steps {kind} {slippery}", lambda: _survey(board, kind, slippery))


def _survey(board: Board, kind: str, slippery: bool) -> Steps:
    return tuple(tuple(_from(board, name, kind, slippery)) for name in board.ranked)


def _from(board: Board, name: str, kind: str, slippery: bool) -> list[tuple[int, float]]:
    costs = ((near, infantry_cost(board, name, near, wet=slippery, kind=kind)) for near in board.neighbours(name))
    return [(board.rank[near], ALL if cost.mf is None else cost.mf) for near, cost in costs if cost.allowed]


def steps_of(game: Game, *, cavalry: bool) -> Steps:
    """What the ground costs men on their way in this weather, rubble counted (B24.4)."""
    plain = ground_steps(game.board, CAVALRY if cavalry else FOOT, slippery=wet(game))
    ruins = _RUINS.of((game.state.markers,), lambda: frozenset(item.hex for item in game.state.marked(RUBBLE)))
    return (
        plain if cavalry or not ruins else _RUINED.of((plain, ruins, game.library), lambda: _ruined(game, plain, ruins))
    )


_RUINS: Memo[frozenset[str]] = Memo(steady=True)
_RUINED: Memo[Steps] = Memo()


def _ruined(game: Game, plain: Steps, ruins: Iterable[str]) -> Steps:
    """The steps with what rubble costs on top of the building that stood there, but by road (B24.4)."""
    board, more = game.board, float(game.figure("rubble-mf"))
    found = list(plain)
    for ruin in ruins:
        into = board.rank[ruin]
        for name in board.neighbours(ruin):
            if not board.on_road(name, ruin):
                here = board.rank[name]
                found[here] = tuple((near, mf + more * (near == into)) for near, mf in found[here])
    return tuple(found)


def entries(game: Game, *, cavalry: bool) -> Entries:
    """What lies there and adds to a step into its hex, or bars it: Blazes (B25.4), SMOKE (A24.7); to Cavalry Wire
    (B26.42), foxholes and trenches (B27.4), too."""
    parts = game.state.markers, game.state.wind, game.board, game.library
    return _ENTRIES[cavalry].of(parts, lambda: _entries(game, cavalry))


def _entries(game: Game, cavalry: bool) -> Entries:
    rank, state = game.board.rank, game.state
    marked = sorted({marker.hex for marker in state.markers.values() if marker.hex in rank})
    works = {marker.hex for kind in WORKS for marker in state.marked(kind)} if cavalry else frozenset[str]()
    wired = {marker.hex for marker in state.marked("wire")} if cavalry else frozenset[str]()
    holes = game.figure("entrenchment-mf")
    more = {rank[name]: float(smoke.entry_mf(game, name) + holes * (name in works)) for name in marked}
    shut = frozenset(rank[name] for name in marked if name in wired or fires.ablaze(game, name))
    return Entries(shut, {place: mf for place, mf in more.items() if mf})


def priced(game: Game, steps: Iterable[tuple[int, float]], *, cavalry: bool) -> list[tuple[int, float]]:
    """These steps over the ground with what lies in the hexes."""
    lying = entries(game, cavalry=cavalry)
    return [(near, mf + lying.more.get(near, 0.0)) for near, mf in steps if near not in lying.shut]
