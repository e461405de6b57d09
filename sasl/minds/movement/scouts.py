"""Scouts (S5): HS and crews that ride ahead and make S? check, so that the others know what they come upon."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.minds.act import Decider


def turn_of(game: Game, decider: Decider, unit: Unit) -> int:
    """Return who goes first: scouts, then the others, and last HS and crews that have a weapon to serve."""
    if not _can_scout(game, decider, unit):
        return 1
    return 2 if _serves(game, unit) else 0


def goes_ahead(game: Game, decider: Decider, unit: Unit) -> bool:
    """Return whether a unit goes before the others: a HS or a crew without a weapon to serve, where the doctrine sends
    scouts, while there is something to find out."""
    return _can_scout(game, decider, unit) and not _serves(game, unit)


def _can_scout(game: Game, decider: Decider, unit: Unit) -> bool:
    """Return whether scouts are sent now, and the unit is a HS or a crew."""
    scout = bool(decider.doctrine.value("scouts")) and unit.side == "FRIENDLY" and unit.kind in ("hs", "crew")
    return scout and _something_hides(game, decider)


def _serves(game: Game, unit: Unit) -> bool:
    """Return whether a unit has a mortar, or a MG that a move keeps silent (A4.41): it is to fire it, and lost with it
    on horseback (D6.24)."""
    own = [item for item in game.state.weapons_of(unit.id) if not item.flags & {"malfunctioned"}]
    return any(mounted.of_weapon(game, item) or game.counter_of(item).silent_after_move for item in own)


def _something_hides(game: Game, decider: Decider) -> bool:
    """Whether S? that have not checked lie around a VPO of the other side (scout-range)."""
    far, board = decider.doctrine.value("scout-range"), game.board
    places = [item.hex for item in game.state.suspects.values() if item.hex in board]
    left = (name for name, owner in game.state.control.items() if owner == opponent(decider.side))
    return any(board.distance(name, place) <= far for name in left for place in places)
