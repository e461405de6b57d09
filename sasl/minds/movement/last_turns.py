"""The last Turns of a mission (12.5): what is not taken now is not taken at all, and men need not be saved."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.minds.act import Decider


def rushes(game: Game, decider: Decider) -> bool:
    """12.5: whether so few Turns are left that the side goes for the VPO over open ground and at poor odds."""
    last = decider.doctrine.value("rush-turns")
    return bool(last) and game.state.turn > game.mission.end.turn - last
