"""The ENEMY acts on by one key, phase after phase, until the player has something to decide; then it is summed up."""

from __future__ import annotations

from asyncio import sleep
from typing import TYPE_CHECKING

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.minds import players_sides
from sasl.asl.game.sides import SIDES
from sasl.kernel.text import sentence
from sasl.solitaire.briefing.outcome import doubtful, doubts_words, end_states, outcome
from sasl.tui.play.telling.act_words import run_words
from sasl.tui.widgets.dialogs import with_facts
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

PAINT = 0.03
"""Seconds for the screen to say what takes longer."""
PHASE = "enemy phase"
MOST_STEPS = 200
"""A run never gives this many commands."""


def idle_words(game: Game, run: str) -> str:
    """What a key of the ENEMY's runs (`shot` or `phase`) would do, and when, where there is nothing to run."""
    state = game.state
    does = {
        "shot": "‹e=play.enemy-shot› lets the ENEMY act up to its next shot",
        "phase": "‹E=play.enemy-phase› goes on, phase after phase, until you have something to decide",
    }[run]
    if not _plays(game):
        return f"{does}; you give its orders now (option enemy-plays on changes that)."
    if state.stage != "play":
        return f"{does}, once the mission is under way; ‹n=play.next› goes on."
    if state.side == "FRIENDLY" and state.phase == "MPh":
        return f"{does}, in its own Player Turn. In your MPh it fires at your moves by itself; ‹n=play.next› goes on."
    return f"{does}; it has nothing to do in this phase. ‹n=play.next› goes on."


def _plays(game: Game) -> bool:
    """Whether the program plays a side."""
    return len(players_sides(game)) < len(SIDES)


class Running:
    """A run: acts of the ENEMY and ends of phases, each a command of its own."""

    def __init__(self, screen: MapGame) -> None:
        self.screen = screen
        self.on = False
        """Whether a run is under way; a question of its own only holds it up."""
        self._busy = False
        """Whether a command of the run is being done."""
        self._begun = 0
        """The moment it was begun at."""
        self._stopped_short = False
        """Whether it has stopped because the player has something left to do."""
        self._word = ""
        """What was said last beyond what came of its commands: what could be done, why not, that it was left."""

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
        """Whether phases may be run through: in play, where the program plays a side."""
        game = self.screen.session.game
        return self.screen.enemy_acts or (game.state.stage == "play" and _plays(game))

    @property
    def its(self) -> bool:
        """Whether it is the ENEMY that would act: in this phase, or later in its Player Turn."""
        return self.screen.enemy_acts or (self.may and self.screen.session.game.state.side == "ENEMY")

    def idle_keys(self, *, halted: bool) -> list[str]:
        """The acts whose keys have no use now, and no room in the key line: pressed, they work, or say why not."""
        over = self.screen.session.game.state.stage == "over"
        return [
            *["next", "move", "fire", "orders"] * over,
            *["go_on"] * (not halted),
            *["enemy('phase')"] * (not self.its),
        ]

    async def go(self) -> None:
        """Go on until something ends the run, or a question holds it up."""
        self._busy = True
        for _ in range(MOST_STEPS):
            self.screen.said.hint(f"{self.screen.session.game.state.moment}: the program thinks …", "key")
            await sleep(PAINT)
            if not self.screen.is_attached or not self._step() or not self.on:  # the program may have ended meanwhile
                break
        self._busy = False
        if self.on and self.screen.app.screen is self.screen:
            self.stopped(self._word)

    def _step(self) -> bool:
        """A command more. False if it is the last, or none was done: it asks, or tells what would be left undone."""
        screen, orders = self.screen, self.screen.orders
        session, count = screen.session, len(screen.session.moments)
        state, self._word, self._stopped_short = session.game.state, "", False
        if not (screen.enemy_acts and orders.submit(PHASE)):
            if left := orders.left_by_a_run():
                self._word, self._stopped_short = left, True
                return False
            orders.submit("next")
        if screen.app.screen is not screen:
            return False
        if len(session.moments) == count:
            self._word = screen.said.last
            return False
        now = session.game.state
        return now.stage == "play" and now.side == state.side and not screen.firers and self.may

    def came(self) -> list[str]:
        """The outcome so far, a line each: who was harmed, what is to be seen to, LOS taken as they likely are."""
        session, begun = self.screen.session, self._begun
        moments = session.moments[begun:]
        if not moments:
            return []
        facts = [event for moment in moments for event in moment.events]
        see_to = [event.describe() for event in facts if isinstance(event, ev.Told) and event.stop]
        doubts = [
            line
            for before, moment in zip(session.moments[begun - 1 :], moments, strict=False)
            for line in doubtful(before.game, moment.events)
        ]
        lines = [*outcome(session.moments[begun - 1].game, session.game, facts).lines(), *see_to]
        lines += [*end_states(session.game, facts), doubts_words(list(dict.fromkeys(doubts)))]
        return [line for line in dict.fromkeys(lines) if line]

    def stopped(self, word: str) -> None:
        """The run is over: what came of all of it is shown before the last `word`, on a list where that is too much.

        Without one the last word is that of its last command.
        """
        self.end()
        screen, moments = self.screen, self.screen.session.moments
        acts = moments[self._begun : len(moments) if word else -1]
        if len(moments) > self._begun:
            word = word or screen.details(moments[-1].command, moments[-1].events)
        came = self.came()
        if any(word.endswith(line) for line in came):  # it would be said twice
            word = ""
        told = [*came, run_words([event for moment in acts for event in moment.events]), word]
        text = " ".join(sentence(line) for line in told if line)
        screen.say(text, "key")
        if not screen.said.holds(text):
            facts = [event for moment in moments[self._begun :] for event in moment.events]
            lines = [*(Line(text, "key") for text in came), *(Line(sentence(word)) for word in (word,) if word)]
            screen.orders.see(
                "The outcome", with_facts(lines, facts), "E" if self.its and not self._stopped_short else ""
            )
        screen.orders.alert()
