"""Running commands for the play screen: questions, refusals, results that stop, the ENEMY's acts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.screen import ModalScreen

from sasl.content.yamlfile import ContentError
from sasl.core.text import prefix_match, sentence
from sasl.game import events as ev
from sasl.game.context import Refused
from sasl.game.narrate import describe
from sasl.play.engine import Ask, Done, No, find_verb
from sasl.saves.codec import SaveError
from sasl.saves.session import Session
from sasl.tui.act_dialog import ALWAYS, DO, REPLACE, VETO, ActDialog, is_act
from sasl.tui.attack_sheet import AttackDialog
from sasl.tui.dialogs import AskDialog, ListDialog
from sasl.tui.halting import Halts
from sasl.tui.lines import Line
from sasl.tui.own_words import LOOKS, WORDS, OwnWords

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

HEX = re.compile(r"(?<!\()\b[A-Z]{1,2}\d{1,2}\b(?!\.\d)")
"""A hex in a sentence: not a rule number such as (A6) or A4.1."""
ASK_NO_MORE = "option confirm-acts off"


class Runner:
    """Takes a line as the player typed it and sees it through."""

    def __init__(self, screen: PlayScreen, session: Session) -> None:
        self.screen = screen
        self.session = session
        self.own = OwnWords(screen, session)
        self.halts = Halts(screen)
        self.sheet_place = 0
        """Which DRM of the attack sheet was under the cursor."""
        self._asked = ("", 0, 0)
        """The last question of the running command, and which lines of `so_far` were new with it."""
        self._replaced: ev.Decided | None = None
        """The act that the player vetoed to give an order of his own."""
        self._then = ""
        """A command to run when this one is done."""
        self._act_shown = False
        """Whether the running command has shown an act of the ENEMY's."""
        self.hasty = ""
        """The moment in which a popup has just been closed: `next` may have been meant for one more."""

    def run(self, line: str) -> None:
        """A word of the program, or a command of the game."""
        words = line.split()
        if not words:
            return
        if words[0].startswith("?"):
            self.own.help(" ".join([words[0][1:], *words[1:]]).strip())
            return
        word = words[0].lower()
        own, verb = prefix_match(word, WORDS), self._verb(word)
        if len(own) == 1 and (own[0] == word or not verb):
            self.own.do(own[0], words[1:])
        elif verb == "option" and len(words) == 1:
            self.screen.action_options()
        else:
            self.submit(line)

    def _verb(self, word: str) -> str:
        try:
            return find_verb(word, self.session.game.state).name
        except Refused:
            return ""

    # -- commands of the game -------------------------------------------------------------------------
    def submit(self, line: str, answers: tuple[str, ...] = ()) -> None:
        """Run a command; its question opens a dialog, its refusal is one sentence."""
        if not answers:
            self._asked, self._replaced, self._then = ("", 0, 0), None, ""
            self._act_shown, self.hasty = False, ""
        try:
            outcome = self.session.submit(line, answers)
        except (SaveError, ContentError, Refused) as error:
            self.screen.say(str(error), "bad")
            return
        except Exception as error:  # the player never sees a traceback
            what = f"{type(error).__name__}: {error}"
            self.screen.say(f"'{line}' failed inside the program ({what}); nothing happened", "bad")
            return
        if isinstance(outcome, No):
            self.screen.say(f"No: {sentence(outcome.reason)}", "bad")
        elif isinstance(outcome, Ask):
            self._ask(line, outcome)
        elif isinstance(outcome, Done):
            self._done(line, outcome)

    def _done(self, line: str, done: Done) -> None:
        self.sheet_place = 0
        self.halts.after(done.game, line)
        self.screen.happened(line, done.events)
        self.stop(line, done.events)
        if self._replaced:
            self.screen.take_for(self._replaced)
        if self._then:
            then, said = self._then, self.screen.said.last
            self.submit(then)
            self.screen.say(f"{said} (The ENEMY asks no more: {then}.)")
        if self._act_shown:
            self._popup_closed(line)

    def _popup_closed(self, line: str) -> None:
        """After a command of the player's own a `next` in the rhythm of its popups would end his phase."""
        if line != "next":
            self.hasty = self.session.game.state.moment

    def _ask(self, line: str, ask: Ask) -> None:
        question, act, so_far = ask.question, ask.decided, self._news(ask)
        if not ask.answers:
            self.screen.say("" if line.split()[0] in ("next", "enemy") else f"> {line} …", "dim")
        if self._then and act and (is_act(question) or question.kind == "attack"):
            self.submit(line, (*ask.answers, DO if is_act(question) else "roll"))
            return
        there = self.screen.map.grounds
        named = [name for name in HEX.findall(question.text) if name in there]
        asked = [name for name in question.hexes if name not in named and name in there]
        own = is_act(question) or (question.kind == "attack" and act is not None)
        if not own:
            self.screen.pointer.at([*named, *asked], show=[*named[:1], *asked])

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
            if value in asked and len(named) == 1:
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
            news = tuple(line for line in news if line != describe(ask.decided))
        own = f"{question.text}: "
        return tuple(line for line in news if question.kind != "attack" or not line.startswith(own))

    def stop(self, line: str, events: tuple[ev.Event, ...]) -> None:
        """Results that matter stay until they are seen, with the rolls that led to them; so does a move to fire at."""
        stops = [event for event in events if isinstance(event, ev.MissionEnded) or
                 (isinstance(event, ev.Told) and event.stop)]
        if not stops:
            return
        if self.screen.firers and len(stops) == 1:
            self.halts.ask()
            return
        shown = [event for event in events if describe(event) and event not in stops]
        lines = [Line(describe(event), "bad", event) for event in stops]
        for event in stops:
            if isinstance(event, ev.MissionEnded):
                lines += [Line(f"{text}: FRIENDLY {ours}, ENEMY {theirs}") for text, ours, theirs in event.lines]
        if shown:
            lines += [Line(""), Line("How it came", "head"), *(Line(describe(event), "dim", event) for event in shown)]
        hexes = tuple(name for event in stops if isinstance(event, ev.Told) for name in event.hexes)
        self.screen.pointer.at(hexes)

        def seen(_: str | None) -> None:
            self.screen.pointer.at(())
            self._popup_closed(line)
            if self.screen.firers:
                self.halts.ask()

        self.screen.app.push_screen(ListDialog(f"{line}: see to this", lines, beside=True), seen)

    def over(self, line: str) -> None:
        """A command typed over a popup: a look leaves the popup open, anything else leaves it first."""
        word = line.split()[0].lower()
        own = prefix_match(word, WORDS)
        looks = word.startswith("?") or (len(own) == 1 and own[0] in LOOKS and not self._verb(word))
        if not looks:
            try:
                looks = find_verb(word, self.session.game.state).group == "look"
            except Refused as refusal:
                if len(own) != 1:
                    self.screen.say(f"No: {refusal}.", "bad")
                    return
        if not looks:
            while self.screen.app.screen is not self.screen and isinstance(self.screen.app.screen, ModalScreen):
                self.screen.app.screen.dismiss(None)
        self.screen.call_next(self.run, line)
