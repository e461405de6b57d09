"""The Culvert: how one comes INTO it and what one sees from it (OtO 3)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.depressions import in_culvert as in_culvert
from sasl.asl.game.depressions import in_gully as in_gully
from sasl.asl.game.state import Unit
from sasl.asl.stacking import overstacked
from sasl.board.board import Board

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


def room_below(game: Game, units: Sequence[Unit], name: str) -> None:
    """OtO 3.1: refused if the Culvert of `name` would be overstacked with these units in it."""
    ids = {unit.id for unit in units}
    here = [unit for unit in game.state.units_at(name, units[0].side) if in_culvert(unit) and unit.id not in ids]
    fault = overstacked(game, [*here, *units])
    if fault:
        raise Refused(f"nobody may be overstacked IN the Culvert of {name}: {fault} (OtO 3.1)")


def gun_fits(game: Game, gun: Unit) -> bool:
    """OtO 3.2: whether a Gun can be IN the Culvert: a mortar, or an INF or AT Gun that is a small target."""
    item = game.counter_of(gun)
    return item.mode == "MTR" or (item.mode in NARROW and item.size > 0)
