"""Who is IN a gully or stream, IN the Culvert, or above it on the crest or a bridge (B19, B20.9, B6, OtO 3)."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.board.board import Board
from sasl.board.ground import beds, depressions
from sasl.board.hexes import crossed_sides
from sasl.kernel.memo import Memo

_SUNK: Memo[frozenset[str]] = Memo(steady=True)


def in_culvert(unit: Unit) -> bool:
    """Whether a unit is IN the Culvert: no mortar fires there, none hits it, no Sniper, LOS only along the gully."""
    return "in-culvert" in unit.flags


def in_gully(game: Game, unit: Unit) -> bool:
    """Whether Infantry is IN the gully or stream of its hex: not on the crest, nor on the bridge unless below it."""
    if unit.hex not in depressions(game.board) or "crest" in unit.flags or in_culvert(unit):
        return False
    return "in-gully" in unit.flags or not game.board.terrain(unit.hex).bridged


def wades(game: Game, unit: Unit) -> bool:
    """B16.32, B20.6: whether Infantry stands in a marsh or IN the water of a stream, which hampers its fire."""
    here = game.board.terrain(unit.hex)
    return (here.has("marsh") and not here.bridged) or (here.has("stream") and in_gully(game, unit))


def off_front(board: Board, unit: Unit, goal: str) -> bool:
    """B20.94: whether one in Crest status fires out of its front: along the gully, whose every other hexside is front
    [house].
    """
    return "crest" in unit.flags and bool(crossed_sides(unit.hex, goal) & board.terrain(unit.hex).gully)


def sunk(game: Game) -> frozenset[str]:
    """The hexes in which all there is lies IN a gully or stream; an S?, and whoever comes there, does so, too.

    Where somebody is above it (on the crest, on the bridge), the LOS of the hex is his; see `sight.below_rim`.
    """
    return _SUNK.of((game.state.units, game.board), lambda: _survey(game))


def _survey(game: Game) -> frozenset[str]:
    above, below = set[str](), set[str]()
    low = depressions(game.board)
    for unit in game.state.on_map():
        name = unit.hex
        if name in low:
            (below if unit.kind != "aircraft" and in_gully(game, unit) else above).add(name)
    return (beds(game.board) | below) - above


# -- the Culvert (OtO 3) ---------------------------------------------------------------------------

NARROW = ("INF", "AT")
"""The types of Guns of which only small ones fit into the Culvert; mortars always do, others never (OtO 3.2)."""


def culvert_ends(board: Board, name: str) -> tuple[str, ...]:
    """The gully hexes from which one goes INTO the Culvert of `name` (OtO 3.2, 3.4); none if it has no culvert."""
    if not board.terrain(name).culvert:
        return ()
    return tuple(near for near in board.neighbours(name) if board.terrain(near).depression)


def sees_from_culvert(board: Board, culvert: str, other: str) -> bool:
    """OtO 3.1: a unit IN the Culvert sees, and is seen from, only ADJACENT gully or Culvert Locations."""
    return other == culvert or other in culvert_ends(board, culvert)


def unseen_below(board: Board, unit: Unit, other: str) -> bool:
    """OtO 3.1: whether a unit IN the Culvert has no LOS to what is on the ground of `other`, be it the hex above it."""
    return in_culvert(unit) and other not in culvert_ends(board, unit.hex)


def gun_fits(game: Game, gun: Unit) -> bool:
    """OtO 3.2: whether a Gun can be IN the Culvert: a mortar, or an INF or AT Gun that is a small target."""
    item = game.counter_of(gun)
    return item.mode == "MTR" or (item.mode in NARROW and item.size > 0)
