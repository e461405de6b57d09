"""Running commands for the play screen: questions, refusals, results that stop, the ENEMY's acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.registry import Verb
from sasl.orders.engine import Ask, Done, find_verb, legal
from sasl.saves.history import LogLine
from sasl.saves.session import Session
from sasl.tui.act_dialog import ALWAYS, DO, REPLACE, VETO, ActDialog, is_act
from sasl.tui.attack_sheet import AttackDialog
from sasl.tui.dialogs import AskDialog, ListDialog, PickDialog
from sasl.tui.halting import Halts
from sasl.tui.help import command_lines
from sasl.tui.lines import Line
from sasl.tui.orders import Orders

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

HEX = re.compile(r"(?<!\()\b[A-Z]{1,2}\d{1,2}\b(?!\.\d)")
"""A hex in a sentence: not a rule number such as (A6) or A4.1."""
RUNS = ("enemy shot", "enemy phase")
"""What the ENEMY does without asking, but for a doubtful LOS or dice."""
MOST_TOLD = 4
"""So many lines of a look stand above the prompt; more open a list."""
ASK_NO_MORE = "option confirm-acts off"


def _shot(line: str, events: Sequence[ev.Event]) -> bool:
    """Whether a run to the next shot has come to it."""
    return line.endswith("shot") and any(isinstance(event, ev.Fired) for event in events)


class GameOrders(Orders[Session]):
    """Takes a line as the player of a mission typed it and sees it through."""

    WORDS = (*Orders.WORDS, "look", "go", "legend")
    LOOKS = (*Orders.LOOKS, "look", "go", "legend")

    def __init__(self, screen: PlayScreen, session: Session) -> None:
        super().__init__(screen, session)
        self.screen = screen
        self.halts = Halts(screen)
        self.sheet_place = 0
        """Which DRM of the attack sheet was under the cursor."""
        self._asked = ("", 0, 0)
        """The last question of the running command, and which lines of `so_far` were new with it."""
        self._replaced: ev.Decided | None = None
        """The act that the player vetoed to give an order of his own."""
        self._then = ""
        """A command to run when this one is done."""
        self._interrupted = False
        """Whether a run of ENEMY acts has asked something."""
        self._act_shown = False
        """Whether the running command has shown an act of the ENEMY's."""
        self.hasty = ""
        """The moment in which a popup has just been closed: `next` may have been meant for one more."""

    # -- words ----------------------------------------------------------------------------------------
    def find(self, word: str) -> Verb:
        """The command a word stands for. Refused if there is none, or several."""
        return find_verb(word, self.session.game.state)

    def legal(self) -> Sequence[Verb]:
        """The commands that may be given now."""
        return legal(self.session.game).legal

    def place(self) -> str:
        """Where the game is, in words."""
        return self.session.game.state.moment

    def log(self) -> list[LogLine]:
        """The log, oldest line first."""
        return self.session.log()

    def help_lines(self, word: str) -> list[Line]:
        """What may be typed now, or one word in full."""
        return command_lines(legal(self.session.game), word)

    def own(self, word: str, rest: list[str], number: int | None) -> None:
        """Look at a past moment, go to a hex, or the legend of the map."""
        if word == "look":
            self.screen.action_past(number)
        elif word == "legend":
            self.screen.action_legend()
        else:
            try:
                self.screen.map.set_cursor(self.session.game.board.find(" ".join(rest)))
            except ValueError as error:
                self.screen.say(f"No: {error}.", "bad")

    # -- commands of the game -------------------------------------------------------------------------
    def began(self) -> None:
        """A new command begins: nothing is known of it yet."""
        self._asked, self._replaced, self._then = ("", 0, 0), None, ""
        self._act_shown, self._interrupted, self.hasty = False, False, ""

    def done(self, line: str, outcome: Done[Game]) -> None:
        """A command is done: what came of it is shown, and what must be seen."""
        self.sheet_place = 0
        if self._looked(line, outcome.events):
            return
        self.screen.happened(line, outcome.events)
        self.stop(line, outcome.events)
        if self._replaced:
            self.screen.take_for(self._replaced)
        if self._then:
            then, said = self._then, self.screen.said.last
            self.submit(then)
            self.screen.say(f"{said} (The ENEMY asks no more: {then}.)")
        if self._act_shown:
            self._popup_closed(line)
        alone = self.screen.app.screen is self.screen and not self.screen.firers
        if self._interrupted and alone and self.screen.enemy_acts and not _shot(line, outcome.events):
            self.screen.call_after_refresh(self._run_on, line)

    def _run_on(self, line: str) -> None:
        """A run of ENEMY acts that a question had interrupted goes on, if it has more."""
        said = self.screen.said.last
        self.submit(line)
        if self.screen.said.last.startswith("No: "):
            self.screen.say(said)

    def _looked(self, line: str, events: tuple[ev.Event, ...]) -> bool:
        """Whether the command was a look with more to tell than there is room for: a list shows it."""
        told = [event for event in events if isinstance(event, ev.Told) and not (event.board or event.stop)]
        if len(told) < len(events) or len(told) <= MOST_TOLD:
            return False
        lines = [Line(event.text, "", event.hexes[0] if event.hexes else None) for event in told]
        there = any(event.hexes for event in told)
        dialog = PickDialog(line, lines, foot="enter: go there   space: back" if there else "space: back")
        self.screen.app.push_screen(dialog, lambda goal: self.screen.map.set_cursor(goal) if goal else None)
        return True

    def _popup_closed(self, line: str) -> None:
        """After a command of the player's own a `next` in the rhythm of its popups would end his phase."""
        if line != "next":
            self.hasty = self.session.game.state.moment

    def asked(self, line: str, ask: Ask) -> None:
        """A question opens its dialog."""
        question, act, so_far = ask.question, ask.decided, self._news(ask)
        self._interrupted = line in RUNS
        if not ask.answers:
            self.screen.say("" if line.split()[0] in ("next", "enemy") else f"> {line} …", "dim")
        if self._then and act and (is_act(question) or question.kind == "attack"):
            self.submit(line, (*ask.answers, DO if is_act(question) else "roll"))
            return
        there = self.screen.map.grounds
        named = [name for name in HEX.findall(question.text) if name in there]
        others = [name for name in question.hexes if name not in named and name in there]
        own = is_act(question) or (question.kind == "attack" and act is not None)
        if not own:
            self.screen.pointer.at([*named, *others], show=[*named[:1], *others])

        def answered(answer: str | None) -> None:
            self.screen.pointer.nothing()
            if answer is None:
                self.screen.say(f"Left '{line}': nothing happened.", "dim")
                return
            if answer == REPLACE:
                self._replaced = act
                answer = VETO if is_act(question) else "cancel"
            elif answer == ALWAYS:
                self._then = ASK_NO_MORE
                answer = DO if is_act(question) else "roll"
            self.submit(line, (*ask.answers, answer))

        if own and act:
            self._act_shown = True
            self.screen.pointer.act(act)
        if is_act(question):
            self.screen.app.push_screen(ActDialog(question, act, so_far), answered)
            return
        if question.kind == "attack":
            sheet = AttackDialog(question, act.line if act else line, self.sheet_place, so_far, act)

            def corrected(answer: str | None) -> None:
                self.sheet_place = sheet.place
                answered(answer)

            if not act:
                self.screen.pointer.fire(line)
            self.screen.app.push_screen(sheet, corrected)
            return

        def on_option(value: str) -> None:
            """LOS questions: the line from the hex under the cursor to the hex that is asked about."""
            if value in others and len(named) == 1:
                self.screen.pointer.los(value, named[0])

        dialog = AskDialog(question, line, self.screen.map.cursor, on_option, so_far=so_far)
        self.screen.app.push_screen(dialog, answered)

    def _news(self, ask: Ask) -> tuple[str, ...]:
        """What has happened since the question before this one; a corrected attack is still the same question."""
        question = ask.question
        text, first, end = self._asked
        if not question.error and not (question.kind == "attack" and question.text == text):
            first = end
        self._asked = (question.text, first, len(ask.so_far))
        news = ask.so_far[first:]
        if ask.decided and (is_act(question) or question.kind == "attack"):
            news = tuple(line for line in news if line != ask.decided.describe())
        own = f"{question.text}: "
        return tuple(line for line in news if question.kind != "attack" or not line.startswith(own))

    def stop(self, line: str, events: tuple[ev.Event, ...]) -> None:
        """Results that matter stay until they are seen, with the rolls that led to them; so does a move to fire at."""
        stops = [
            event
            for event in events
            if isinstance(event, ev.MissionEnded) or (isinstance(event, ev.Told) and event.stop)
        ]
        if not stops:
            return
        if self.screen.firers and len(stops) == 1:
            self.halts.ask()
            return
        shown = [event for event in events if event.describe() and event not in stops]
        lines = [Line(event.describe(), "bad", event) for event in stops]
        for event in stops:
            if isinstance(event, ev.MissionEnded):
                lines += [Line(f"{text}: FRIENDLY {ours}, ENEMY {theirs}") for text, ours, theirs in event.lines]
        if shown:
            lines += [Line(""), Line("How it came", "head"), *(Line(event.describe(), "dim", event) for event in shown)]
        hexes = tuple(name for event in stops if isinstance(event, ev.Told) for name in event.hexes)
        self.screen.pointer.at(hexes)

        def seen(_: str | None) -> None:
            self.screen.pointer.at(())
            self._popup_closed(line)
            if self.screen.firers:
                self.halts.ask()

        self.screen.app.push_screen(ListDialog(f"{line}: see to this", lines, beside=True), seen)
