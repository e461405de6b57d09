"""RPh (7): rally, repair, recover, recombine."""

from __future__ import annotations

from sasl.enemy.act import Act, Staff
from sasl.game.context import Game


def next_act(game: Game, staff: Staff) -> Act | None:
    """The next act of the phase, or None."""
    return None
