"""PFPh (6): order of actions, Panic, automatic actions, and the Action DR."""

from __future__ import annotations

from sasl.enemy.act import Act, Staff
from sasl.game.context import Game


def next_act(game: Game, staff: Staff) -> Act | None:
    """The next act of the phase, or None."""
    return None
