"""Defensive First Fire (A8.1): whether to fire at those who move, and with what."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.enemy.act import Act, Staff
from sasl.game.context import Game


def next_act(game: Game, staff: Staff, movers: Sequence[str], place: str) -> Act | None:
    """The next shot at `movers` in `place`, or None to hold fire. An Act without a line only passes."""
    return None
