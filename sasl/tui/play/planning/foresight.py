"""What taking a stack will ask of the board is found out while nobody presses a key."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.game.context import Game
from sasl.asl.movement.allowance import movement_kind
from sasl.tui.game_screen import GameScreen
from sasl.tui.play.planning.selection import Selection, first_side

REST = 0.1
"""Seconds between two things that are found out ahead."""


class Foresight:
    """Looks ahead for a play screen, a little at a time."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._ahead: Iterator[None] = iter(())

    def begin(self) -> None:
        """Another phase: other units may be taken."""
        self._ahead = _foresee(self.screen.session.game)
        self.screen.set_timer(REST, self._go_on)

    def _go_on(self) -> None:
        if next(self._ahead, self) is not self:
            self.screen.set_timer(REST, self._go_on)


def _foresee(game: Game) -> Iterator[None]:
    """Finds out what taking a stack asks of the board, one of each hex and kind of movement at each step.

    What was found is remembered with the board, so that whoever is taken then has not to wait for it.
    """
    known = set()
    for unit in list(game.state.on_map(first_side(game))):
        if (where := (unit.hex, movement_kind(game, unit))) not in known:
            known.add(where)
            one = Selection()
            one.take([unit.id])
            if one.reach(game):
                one.seen_by(game)
                yield
