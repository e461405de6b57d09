"""Before a `next` that would end a phase: one line about what the player could still do in it."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.state import State
from sasl.kernel.frozen import Mutable
from sasl.orders.engine import Ask, Done, order_of, play
from sasl.orders.turn_orders import Next
from sasl.solitaire.briefing.unfinished import unfinished, words


class Reminder(Mutable):
    """What a player has been told is left to do. He who then gives `next` at once means it; if he has given another
    order, or taken the end of the phase back, the line says again what is left then."""

    _told_at: State | None = None

    def before(self, game: Game, line: str) -> str:
        """What would be left undone if the line were played now; "" if it may be played."""
        state = game.state
        if state.stage != "play" or not state.option("remind") or not isinstance(order_of(game, line), Next):
            return ""
        told_at, self._told_at = self._told_at, None
        if told_at is state:
            return ""
        chances = unfinished(game)
        if not chances or not _ends_phase(game):
            return ""
        self._told_at = state
        return f"{words(chances)}."


def _ends_phase(game: Game) -> bool:
    """Whether `next` would end the phase: tried on this moment, which stays as it is."""
    outcome = play(game, Next())
    if isinstance(outcome, Ask):
        return outcome.decided is None or any(isinstance(event, ev.PhaseBegan) for event in outcome.facts)
    return isinstance(outcome, Done) and outcome.game.state.moment != game.state.moment
