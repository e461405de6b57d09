"""Fire outside the PFPh and MPh: Advancing Fire (A7.24) and Final Fire (A8.4)."""

from __future__ import annotations

from sasl.enemy.act import Act, Staff
from sasl.game.context import Game


def advancing(game: Game, staff: Staff) -> Act | None:
    """The next attack of the AFPh, or None."""
    return None


def final(game: Game, staff: Staff) -> Act | None:
    """The next attack of the DFPh, or None."""
    return None
