"""The last Turns of a mission (S12.5): what is not taken now is not taken at all, and men need not be saved."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.solitaire import victory


def rushes(game: Game, decider: Decider) -> bool:
    """S12.5: whether so few Turns are left that the side goes for the VPO over open ground and at poor odds."""
    return _within(game, decider, "rush-turns")


def counts(game: Game, decider: Decider) -> bool:
    """S12.6: whether the mission's end is so near that what counts then comes first: Guns and AFV for aircraft, VPO for
    armed vehicles that hold them only as long as they stand there (A26.12)."""
    return _within(game, decider, "late-turns")


def guards(game: Game, decider: Decider) -> bool:
    """A26.11: whether men stay behind in the VPO that the other side could take back (guard-turns)."""
    return _within(game, decider, "guard-turns")


_SURE: Memo[bool] = Memo()


def is_last(game: Game) -> bool:
    """S12.5: whether the mission ends with this Game Turn for sure."""
    turn = game.state.turn
    if turn < game.mission.end.turn:
        return False
    return _SURE.of((game.mission, game.library, turn), lambda: victory.chance_to_end(game, turn) == 1)


def _within(game: Game, decider: Decider, figure: str) -> bool:
    """Whether this is one of the last Turns, so many as the figure says; 0: none is."""
    last = decider.doctrine.value(figure)
    return bool(last) and game.state.turn > game.mission.end.turn - last
