"""Words that belong to the program, not to the rules: undo, redo, jump, look, log, why, go, help, quit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sasl.core.text import number_in, sentence
from sasl.play.engine import No, legal
from sasl.saves.session import Session
from sasl.tui.dialogs import ListDialog
from sasl.tui.help import command_lines
from sasl.tui.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play_screen import PlayScreen

WORDS = ("undo", "redo", "jump", "moments", "look", "log", "why", "go", "help", "legend", "quit", "save")
LOOKS = ("log", "why", "go", "help", "legend", "look", "moments", "save")
"""Those that change nothing: a popup stays open below them."""


class OwnWords:
    """Does what such a word says."""

    def __init__(self, screen: PlayScreen, session: Session) -> None:
        self.screen = screen
        self.session = session

    def do(self, word: str, rest: list[str]) -> None:
        """One of WORDS, with what was typed behind it."""
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
            self._why(number)
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

    def _why(self, back: int | None) -> None:
        log = self.session.log()
        if back is None:
            self.screen.action_why()
        elif not 1 <= back <= len(log):
            self.screen.say(f"No: why takes a number from 1 (the last line) to {len(log)}.", "bad")
        else:
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


class CommandsDialog(ListDialog):
    """The list of commands: enter takes one to the command line."""

    def __init__(self, title: str, lines: list[Line]) -> None:
        super().__init__(title, lines, foot="enter: take it to the command line   space: back")

    def _explain(self, line: Line) -> None:
        self.dismiss(line.data[1] if isinstance(line.data, tuple) else None)
