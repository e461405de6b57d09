"""The last Turns of a mission (12.5): what is not taken now is not taken at all, and men need not be saved."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.minds.act import Decider


def rushes(game: Game, decider: Decider) -> bool:
    """12.5: whether so few Turns are left that the side goes for the VPO over open ground and at poor odds."""
    return _within(game, decider, "rush-turns")


def counts(game: Game, decider: Decider) -> bool:
    """12.6: whether the mission's end is so near that what counts then comes first: Guns and AFV for aircraft, VPO for
    armed vehicles that hold them only as long as they stand there (A26.12)."""
    return _within(game, decider, "late-turns")


def guards(game: Game, decider: Decider) -> bool:
    """A26.11: whether men stay behind in the VPO that the other side could take back (guard-turns)."""
    return _within(game, decider, "guard-turns")


def _within(game: Game, decider: Decider, figure: str) -> bool:
    """Whether this is one of the last Turns, so many as the figure says; 0: none is."""
    last = decider.doctrine.value(figure)
    return bool(last) and game.state.turn > game.mission.end.turn - last
