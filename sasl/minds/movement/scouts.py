"""Scouts (5.1): HS and crews that ride ahead and make S? check, so that the others know what they come upon."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.minds.act import Decider
from sasl.solitaire.pending import strike_is_due


def turn_of(game: Game, decider: Decider, unit: Unit) -> int:
    """Who goes first: scouts, of these who carries a mortar or a heavy MG last, for it is lost with them (D6.24); then
    the others."""
    return _serves(game, unit) if goes_ahead(game, decider, unit) else 2


def goes_ahead(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a unit goes before the others: a HS or a crew, where the doctrine sends scouts, while there is something
    to find out."""
    scout = bool(decider.doctrine.value("scouts")) and unit.side == "FRIENDLY" and unit.kind in ("hs", "crew")
    return scout and _something_hides(game, decider)


def _serves(game: Game, unit: Unit) -> bool:
    """Whether a unit has a mortar, or a MG that a move keeps silent (A4.41): it is to fire it."""
    own = [item for item in game.state.weapons_of(unit.id) if not item.flags & {"malfunctioned"}]
    return any(mounted.of_weapon(game, item) or game.counter_of(item).silent_after_move for item in own)


def _something_hides(game: Game, decider: Decider) -> bool:
    """Whether S? that have not checked lie around a VPO of the other side (scout-range)."""
    far, board = decider.doctrine.value("scout-range"), game.board
    places = [item.hex for item in game.state.suspects.values() if item.hex in board]
    left = (name for name, owner in game.state.control.items() if owner == opponent(decider.side))
    return any(board.distance(name, place) <= far for name in left for place in places)


def stays_off(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a unit does not enter in this MPh: an artillery strike is about to fall, on scouts rather than on all."""
    scouted = decider.doctrine.value("scouts") and not goes_ahead(game, decider, unit)
    return bool(scouted) and strike_is_due(game, "DFPh")
