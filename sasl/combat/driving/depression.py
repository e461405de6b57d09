"""The Culvert: how one comes INTO it and what one sees from it (OtO 3)."""

from __future__ import annotations

from sasl.board.board import Board
from sasl.game.depressions import in_culvert as in_culvert
from sasl.game.depressions import in_gully as in_gully
from sasl.game.state import Unit


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
    return in_culvert(unit) and other not in culvert_ends(board, unit.hex or "")
