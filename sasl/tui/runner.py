"""Running commands for the play screen: questions, refusals, results that stop, undo and jumps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.screen import ModalScreen

from sasl.content.yamlfile import ContentError
from sasl.core.text import number_in, prefix_match, sentence
from sasl.game import events as ev
from sasl.game.context import Refused
from sasl.game.narrate import describe
from sasl.play.engine import Ask, Done, No, find_verb, legal
from sasl.play.halts import go_on_line
from sasl.saves.codec import SaveError
from sasl.saves.session import Session
from sasl.tui.aiming import firers_question
from sasl.tui.attack_sheet import AttackDialog
from sasl.tui.dialogs import AskDialog, ListDialog
from sasl.tui.help import command_lines
from sasl.tui.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

HEX = re.compile(r"(?<!\()\b[A-Z]{1,2}\d{1,2}\b(?!\.\d)")
"""A hex in a sentence: not a rule number such as (A6) or A4.1."""
LOOKS = ("log", "why", "go", "help", "legend", "look", "moments", "save")
"""Words of the program that change nothing: a popup stays open below them."""
WORDS = ("undo", "redo", "jump", "moments", "look", "log", "why", "go", "help", "legend", "quit", "save")


class Runner:
    """Takes a line as the player typed it and sees it through."""

    def __init__(self, screen: PlayScreen, session: Session) -> None:
        self.screen = screen
        self.session = session
        self.sheet_place = 0
        """Which DRM of the attack sheet was under the cursor."""
        self._asked = ("", 0, 0)
        """The last question of the running command, and which lines of `so_far` were new with it."""
        self.halted = ""
        """The rest of the move that has halted under fire."""

    def run(self, line: str) -> None:
        """A word of the program, or a command of the game."""
        words = line.split()
        if not words:
            return
        if words[0].startswith("?"):
            self.help(" ".join([words[0][1:], *words[1:]]).strip())
            return
        word = words[0].lower()
        own = prefix_match(word, WORDS)
        if len(own) == 1 and (own[0] == word or not self._is_verb(word)):
            self._own(own[0], words[1:])
            return
        self.submit(line)

    def _is_verb(self, word: str) -> bool:
        try:
            find_verb(word, self.session.game.state)
        except Refused:
            return False
        return True

    # -- commands of the game -------------------------------------------------------------------------
    def submit(self, line: str, answers: tuple[str, ...] = ()) -> None:
        """Run a command; its question opens a dialog, its refusal is one sentence."""
        if not answers:
            self._asked = ("", 0, 0)
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
            self.sheet_place = 0
            if "move".startswith(line.split()[0].lower()) or outcome.game.state.moving is None:
                self.halted = go_on_line(outcome.game, line)
            self.screen.happened(line, outcome.events)
            self.stop(line, outcome.events)

    def _ask(self, line: str, ask: Ask) -> None:
        question, so_far = ask.question, self._news(ask)
        named = [name for name in HEX.findall(question.text) if name in self.screen.map.grounds]
        asked = [name for name in question.hexes if name not in named and name in self.screen.map.grounds]
        self.screen.pointer.at([*named, *asked], show=[*named[:1], *asked])

        def answered(answer: str | None) -> None:
            self.screen.pointer.nothing()
            if answer is None:
                self.screen.say(f"Left '{line}': nothing happened.", "dim")
            else:
                self.submit(line, (*ask.answers, answer))

        if question.kind == "attack":
            sheet = AttackDialog(question, line, self.sheet_place, so_far)

            def corrected(answer: str | None) -> None:
                self.sheet_place = sheet.place
                answered(answer)

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
        own = f"{question.text}: "
        return tuple(line for line in ask.so_far[first:] if question.kind != "attack" or not line.startswith(own))

    def stop(self, line: str, events: tuple[ev.Event, ...]) -> None:
        """Results that matter stay until they are seen, with the rolls that led to them."""
        stops = [event for event in events if isinstance(event, ev.MissionEnded) or
                 (isinstance(event, ev.Told) and event.stop)]
        if not stops:
            return
        shown = [event for event in events if describe(event) and event not in stops]
        lines = [Line(describe(event), "bad", event) for event in stops]
        for event in stops:
            if isinstance(event, ev.MissionEnded):
                lines += [Line(f"{text}: FRIENDLY {ours}, ENEMY {theirs}") for text, ours, theirs in event.lines]
        if self.screen.firers:
            lines += [Line(""), Line("f  fire at them: choose who", "key"), Line(self._go_on_words(), "key")]
        if shown:
            lines += [Line(""), Line("How it came", "head"), *(Line(describe(event), "dim", event) for event in shown)]
        hexes = tuple(name for event in stops if isinstance(event, ev.Told) for name in event.hexes)
        self.screen.pointer.at(hexes)
        title = f"{line}: see to this"
        if self.screen.firers:
            self.screen.app.push_screen(HaltDialog(title, lines), self._halted)
        else:
            self.screen.app.push_screen(ListDialog(title, lines, beside=True), lambda _: self.screen.pointer.at(()))

    def _go_on_words(self) -> str:
        return f"c  no fire: {self.halted}" if self.halted else "space  no fire: move on from the map"

    def _halted(self, act: str | None) -> None:
        """What the player wants of a move under the eyes of those who may fire."""
        self.screen.pointer.at(())
        if act == "fire":
            self.fire_at_movers()
        elif act == "go on":
            self.go_on()

    def go_on(self) -> None:
        """The rest of the move that halted."""
        if self.halted:
            self.submit(self.halted)
        else:
            self.screen.say("No: no move has halted; take units and press m.", "bad")

    def fire_at_movers(self) -> None:
        """Choose who of those that may fires at the units that move now, then fire."""
        game, firers = self.session.game, self.screen.firers
        moving = game.state.moving
        if not firers or moving is None:
            self.screen.say("No: nobody may fire at those who move now (A8.1).", "bad")
            return
        goal, question = moving.hex, firers_question(game, firers)

        def on_option(value: str) -> None:
            unit = game.state.units.get(value)
            if unit is not None and unit.hex:
                self.screen.pointer.los(unit.hex, goal)

        def answered(answer: str | None) -> None:
            self.screen.pointer.nothing()
            if answer and answer != "none":
                names = [name for name in answer.replace(",", " ").split() if name]
                chosen = [question.options[int(name) - 1].value if name.isdigit()
                          and 0 < int(name) <= len(question.options) else name for name in names]
                self.submit(f"fire {','.join(chosen)} {goal}")
            elif answer:
                self.screen.say("Nobody fires: c goes on with the move.", "dim")

        self.screen.pointer.at([goal, *question.hexes], show=[goal])
        dialog = AskDialog(question, "fire", self.screen.map.cursor, on_option, ticked=firers[:1])
        self.screen.app.push_screen(dialog, answered)

    def over(self, line: str) -> None:
        """A command typed over a popup: a look leaves the popup open, anything else leaves it first."""
        word = line.split()[0].lower()
        own = prefix_match(word, WORDS)
        looks = word.startswith("?") or (len(own) == 1 and own[0] in LOOKS and not self._is_verb(word))
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

    # -- words of the program -------------------------------------------------------------------------
    def _own(self, word: str, rest: list[str]) -> None:
        number = number_in(rest[0], 0, 999_999) if rest else None
        if word in ("undo", "redo", "jump") and (len(rest) > 1 or (rest and number is None)):
            self.screen.say(f"No: {word} takes one number, as in: {word} 2.", "bad")
        elif word in ("undo", "redo"):
            self.step(word, 1 if number is None else number)
        elif word == "jump":
            if number is None:
                self.screen.action_past()
            else:
                self.step(word, number)
        elif word in ("look", "moments"):
            self.screen.action_past(number)
        elif word == "log":
            self.screen.show_log(rest[0] if rest else "all")
        elif word == "why":
            self._why(1 if number is None else number)
        elif word == "go":
            self._go(rest)
        elif word == "help":
            self.help(" ".join(rest))
        elif word == "legend":
            self.screen.action_legend()
        elif word == "save":
            self.screen.say("Every move is on the disk as it is made; nothing to save.", "dim")
        else:
            self.screen.action_leave()

    def _why(self, back: int) -> None:
        log = self.session.log()
        if not 1 <= back <= len(log):
            self.screen.say(f"No: why takes a number from 1 (the last line) to {len(log)}.", "bad")
            return
        self.screen.explain(log[-back].event)

    def _go(self, rest: list[str]) -> None:
        try:
            self.screen.map.set_cursor(self.session.game.board.find(" ".join(rest)))
        except ValueError as error:
            self.screen.say(f"No: {error}.", "bad")

    def step(self, word: str, number: int) -> None:
        """Undo, redo or jump; then the list of what to change on the board."""
        moves: dict[str, Callable[[int], list[str] | No]] = {
            "undo": self.session.undo, "redo": self.session.redo, "jump": self.session.jump}
        changes = moves[word](number)
        if isinstance(changes, No):
            self.screen.say(f"No: {sentence(changes.reason)}", "bad")
            return
        self.screen.changed()
        now = self.session.moments[-1]
        self.screen.say(f"{word}: this is moment {now.n}, {now.game.state.moment}.", "key")
        lines = [Line(text) for text in changes] or [Line("Nothing: your board stays as it is.", "dim")]
        title = f"{word}: change this on your board"
        self.screen.app.push_screen(ListDialog(title, lines, beside=True))

    def help(self, word: str = "") -> None:
        """What may be typed now, or one word in full; enter puts a word on the command line."""
        lines = command_lines(legal(self.session.game), word.lower())
        self.screen.app.push_screen(CommandsDialog("What you may type" if not word else f"? {word}", lines),
                                    self.screen.type_word)


class HaltDialog(ListDialog):
    """A move under the eyes of the other side: f fires, c goes on; space leaves it to the map."""

    BINDINGS = [Binding("f", "choose('fire')", "fire", id="halt.fire"),
                Binding("c", "choose('go on')", "go on", id="halt.go-on")]

    def __init__(self, title: str, lines: list[Line]) -> None:
        super().__init__(title, lines, foot="f: fire   c: go on   space: back to the map   enter: why?", beside=True)

    def action_choose(self, act: str) -> None:
        """Fire, or go on."""
        self.dismiss(act)


class CommandsDialog(ListDialog):
    """The list of commands: enter takes one to the command line."""

    def __init__(self, title: str, lines: list[Line]) -> None:
        super().__init__(title, lines, foot="enter: take it to the command line   space: back")

    def _explain(self, line: Line) -> None:
        self.dismiss(line.data[1] if isinstance(line.data, tuple) else None)
