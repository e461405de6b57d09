"""Scouts (5.1): HS and crews that ride ahead and make S? check, so that the others know what they come upon."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.minds.act import Decider
from sasl.solitaire.pending import strike_is_due


def goes_ahead(decider: Decider, unit: Unit) -> bool:
    """Whether a unit goes before the others: a HS or a crew, where the doctrine sends scouts."""
    return bool(decider.doctrine.value("scouts")) and unit.side == "FRIENDLY" and unit.kind in ("hs", "crew")


def stays_off(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a unit does not enter in this MPh: an artillery strike is about to fall, on scouts rather than on all."""
    return bool(decider.doctrine.value("scouts")) and not goes_ahead(decider, unit) and strike_is_due(game, "DFPh")
