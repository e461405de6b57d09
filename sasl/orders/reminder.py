"""Before a `next` that would end a phase: one line about what the player could still do in it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.kernel.notice import Notice
from sasl.orders.engine import Ask, Done, order_of, play
from sasl.orders.turn_orders import Next
from sasl.solitaire.briefing.unfinished import unfinished, words


class Reminder:
    """What a player has been told is left to do. He who then gives `next` means it, once he can have read it; if he has
    given another order, or taken the end of the phase back, the line says again what is left then."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._notice = Notice(clock=clock)

    def before(self, game: Game, line: str) -> str:
        """Return what would be left undone if the line were played now; "" if it may be played."""
        state = game.state
        if state.stage != "play" or not state.option("remind") or not isinstance(order_of(game, line), Next):
            return ""
        return self._notice.confirm() if self._notice.stands_for(state) else self.left(game)

    def left(self, game: Game) -> str:
        """Return what a `next` would leave undone in this phase, and count it as told; "" if there is nothing."""
        chances = unfinished(game)
        left = f"{words(chances)}." if chances and _ends_phase(game) else ""
        return self._notice.show(game.state, left)


def _ends_phase(game: Game) -> bool:
    """Whether `next` would end the phase: tried on this moment, which stays as it is."""
    outcome = play(game, Next())
    if isinstance(outcome, Ask):
        return outcome.decided is None or any(isinstance(event, ev.PhaseBegan) for event in outcome.facts)
    return isinstance(outcome, Done) and outcome.game.state.moment != game.state.moment
