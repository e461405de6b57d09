"""Before a `next` that would end a phase: one line, once a phase, about what the player could still do in it."""

from __future__ import annotations

from dataclasses import dataclass

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.orders.engine import Ask, Done, order_of, play
from sasl.orders.turn import Next
from sasl.solitaire.unfinished import unfinished, words


@dataclass
class Reminder:
    """What a player has been told of a phase; it is told again in the next one."""

    _told: str = ""

    def before(self, game: Game, line: str) -> str:
        """What would be left undone if the line were played now; "" if it may be played."""
        state = game.state
        if state.stage != "play" or self._told == state.moment or not state.option("remind"):
            return ""
        if not isinstance(order_of(game, line), Next):
            return ""
        chances = unfinished(game)
        if not chances or not _ends_phase(game):
            return ""
        self._told = state.moment
        return f"{words(chances)}."


def _ends_phase(game: Game) -> bool:
    """Whether `next` would end the phase: tried on this moment, which stays as it is."""
    outcome = play(game, Next())
    if isinstance(outcome, Ask):
        return outcome.decided is None or any(isinstance(event, ev.PhaseBegan) for event in outcome.facts)
    return isinstance(outcome, Done) and outcome.game.state.moment != game.state.moment
