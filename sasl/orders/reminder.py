"""Before a `next` that would end a phase: one line about what the player could still do in it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.state import State
from sasl.kernel.frozen import Mutable
from sasl.orders.engine import Ask, Done, order_of, play
from sasl.orders.turn_orders import Next
from sasl.solitaire.briefing.unfinished import unfinished, words

READ = 0.4
"""Seconds until a player can have read what has just appeared; what is given sooner was meant for something else."""


class Reminder(Mutable):
    """What a player has been told is left to do. He who then gives `next` means it, once he can have read it; if he has
    given another order, or taken the end of the phase back, the line says again what is left then."""

    clock: Callable[[], float] = monotonic
    """Tells the time in seconds."""
    _told_at: State | None = None
    _told: str = ""
    _heard_from: float = 0.0
    """The time from which a `next` means that the line was read."""

    def before(self, game: Game, line: str) -> str:
        """Return what would be left undone if the line were played now; "" if it may be played."""
        state = game.state
        if state.stage != "play" or not state.option("remind") or not isinstance(order_of(game, line), Next):
            return ""
        if self._told_at is not state:
            return self.left(game)
        if self.clock() < self._heard_from:  # as long as they come so fast, nobody reads
            self._heard_from = self.clock() + READ
            return self._told
        self._told_at = None
        return ""

    def left(self, game: Game) -> str:
        """Return what a `next` would leave undone in this phase, and count it as told; "" if there is nothing."""
        chances = unfinished(game)
        if not chances or not _ends_phase(game):
            return ""
        self._told_at, self._told = game.state, f"{words(chances)}."
        self._heard_from = self.clock() + READ
        return self._told


def _ends_phase(game: Game) -> bool:
    """Whether `next` would end the phase: tried on this moment, which stays as it is."""
    outcome = play(game, Next())
    if isinstance(outcome, Ask):
        return outcome.decided is None or any(isinstance(event, ev.PhaseBegan) for event in outcome.facts)
    return isinstance(outcome, Done) and outcome.game.state.moment != game.state.moment
