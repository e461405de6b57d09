"""The ENEMY acts on by one key, phase after phase, until the player has something to decide or to see."""

from __future__ import annotations

from asyncio import sleep
from typing import TYPE_CHECKING

from sasl.solitaire.outcome import outcome
from sasl.solitaire.unfinished import unfinished
from sasl.tui.aftermath import run_words

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

PAINT = 0.03
"""Seconds for the screen to say what takes longer."""
PHASE = "enemy phase"
MOST_STEPS = 200
"""So many commands one run never gives."""


class Running:
    """A run: acts of the ENEMY and ends of phases, each a command of its own."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self.on = False
        """Whether a run is under way; a question of its own only holds it up."""
        self._busy = False
        """Whether a command of the run is being done."""
        self._begun = 0
        """The moment it was begun at."""

    def begin(self) -> None:
        """A run begins now."""
        self.on, self._begun = True, len(self.screen.session.moments)

    def end(self) -> None:
        """No run is under way any more."""
        self.on = False

    @property
    def held(self) -> bool:
        """Whether a run waits that a question has held up."""
        return self.on and not self._busy

    @property
    def may(self) -> bool:
        """Whether the ENEMY may be run through this phase: it acts in it, or its Player Turn goes on after it."""
        screen, state = self.screen, self.screen.session.game.state
        its = state.stage == "play" and state.side == "ENEMY" and state.option("enemy-plays")
        return screen.enemy_acts or its

    async def go(self) -> None:
        """Go on until something ends the run, or a question holds it up."""
        self._busy = True
        for _ in range(MOST_STEPS):
            self.screen.said.hint(f"{self.screen.session.game.state.moment}: the ENEMY thinks …", "key")
            await sleep(PAINT)
            if not self._step() or not self.on:
                break
        self._busy = False
        if self.on and self.screen.app.screen is self.screen:
            self._stopped()

    def _step(self) -> bool:
        """A command more. False if none was done: it asks, is refused, or tells what would be left undone."""
        screen, orders = self.screen, self.screen.orders
        session, count = screen.session, len(screen.session.moments)
        state = session.game.state
        if not (screen.enemy_acts and orders.submit(PHASE)):
            orders.submit("next")
        if screen.app.screen is not screen or len(session.moments) == count:
            return False
        now = session.game.state
        if now.stage != "play" or now.side != state.side or screen.firers or not self.may:
            return False
        if now.phase != state.phase and not screen.enemy_acts and unfinished(session.game):
            if now.option("remind"):
                orders.submit("next")  # only tells what could be done
            return False
        return True

    def _stopped(self) -> None:
        """The run is over: what came of all of it is told before the last word."""
        self.end()
        screen, said = self.screen, self.screen.said.last
        moments = screen.session.moments
        facts = [event for moment in moments[self._begun :] for event in moment.events]
        came = outcome(moments[self._begun - 1].game, screen.session.game, facts).text
        told = [words for words in (came, run_words(facts)) if words and words not in said]
        if len(moments) - self._begun > 1 and told:
            screen.say(". ".join([*told, said]), "key")
        screen.orders.alert()
