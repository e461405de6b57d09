"""CCPh (A11): which CC is fought next, and what the side does in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sasl.combat.close.cc_fray import Commander
from sasl.enemy.act import Act, Staff
from sasl.game.context import Game

if TYPE_CHECKING:
    from sasl.enemy.mind import SideMind


def next_act(game: Game, staff: Staff) -> Act | None:
    """The next CC to fight, or None."""
    return None


class Fighter(Commander):
    """A side in CC that decides by its doctrine."""

    def __init__(self, mind: SideMind) -> None:
        self.mind = mind
