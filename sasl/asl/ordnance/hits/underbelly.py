"""Underbelly Hits (D4.3): an AFV that comes over a wall or out of a gully shows its belly to who is before it."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Moving
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.terrain import walls
from sasl.board.movement_cost import climbs_out
from sasl.board.terrain import WALL

ENTERING = frozenset({"", "reverse", "overrun"})
"""How a vehicle moves that has spent its last MP to enter a hex."""


def shows_it(game: Game, found: Shot, unit: Unit) -> bool:
    """D4.3: whether a turret hit of this shot is an Underbelly Hit: First Fire from near by, not from above, and from
    within the arc in which the AFV drives.

    The LOS is that to the hex entered, not to a vertex of the hexside [house].
    """
    moving = game.state.moving
    if moving is None or not found.kind.moving or unit.id not in moving.ids or moving.how not in ENTERING:
        return False
    if found.target != "Vehicle" or not mounted.armored(game, unit) or "bogged" in unit.flags:
        return False
    return _comes_up(game, moving) and _before_it(game, found, unit, backwards=moving.how == "reverse")


def _comes_up(game: Game, moving: Moving) -> bool:
    """Whether the last step led over a wall, or out of a gully or stream, and by no road."""
    board, a, b = game.board, moving.came_from, moving.hex
    if not a or a not in board or board.on_road(a, b):
        return False
    side = board.hexside(a, b)
    over = side is not None and WALL in walls.kinds(board, a, (side,))
    return over or (bool(board.terrain(a).bed) and climbs_out(board, a, b))


def _before_it(game: Game, found: Shot, unit: Unit, *, backwards: bool) -> bool:
    """Whether who fires is near, no higher than the hex entered, and where the AFV drives to."""
    board, here = game.board, found.firer.hex
    if board.distance(here, unit.hex) > game.figure("underbelly-range"):
        return False
    if board.terrain(here).elevation > board.terrain(unit.hex).elevation:
        return False
    return here == unit.hex or arcs.in_front(unit, unit.ca, "RMG" if backwards else "", here) if unit.ca else False
