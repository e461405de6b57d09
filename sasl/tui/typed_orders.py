"""Lines as the player types them, in any kind of game: the program's own words, commands, undo lists, popups."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from textual.binding import Binding
from textual.screen import ModalScreen
from textual.suggester import Suggester

from sasl.content.reading.faults import ContentError
from sasl.kernel.orders.commands import ASK, Ask, No, words_of
from sasl.kernel.orders.order import Command, completed
from sasl.kernel.text import failed_inside, number_in, prefix_match, sentence
from sasl.kernel.transaction import Refused
from sasl.saves.history import LogLine
from sasl.saves.save_lines import SaveError
from sasl.saves.saved import Saved
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.game_screen import GameScreen

S = TypeVar("S", bound=Saved[Any])


class View(Protocol):
    """A screen on which commands are given."""

    def changed(self) -> None:
        """The game is at another moment."""

    def say(self, text: str, look: str = "") -> None:
        """The last result, or why not."""


class Orders(ABC, Generic[S]):
    """Takes a line as the player typed it and sees it through. `view` is the screen that shows what came of it."""

    WORDS: tuple[str, ...] = ("undo", "redo", "restore", "jump", "moments", "log", "why", "help", "quit", "save")
    """What belongs to the program, not to the rules."""
    LOOKS: tuple[str, ...] = ("log", "why", "help", "moments", "save")
    """Those that change nothing: a popup stays open below them."""
    BOARD = ("your board", "your board stays as it is")

    def __init__(self, home: GameScreen, session: S) -> None:
        self.home = home
        self.session = session
        self.view: View = home
        self.waits = ""
        """The running command, while it waits for an answer."""

    # -- what a kind of game must say ------------------------------------------------------------------
    @abstractmethod
    def find(self, word: str) -> Command:
        """The command a word stands for. Refused if there is none, or several."""

    @abstractmethod
    def legal(self) -> Sequence[Command]:
        """The commands that may be given now."""

    @abstractmethod
    def place(self) -> str:
        """Where the game is, in words."""

    @abstractmethod
    def log(self) -> list[LogLine]:
        """The log as the player may read it, oldest line first."""

    @abstractmethod
    def help_lines(self, word: str) -> list[Line]:
        """What may be typed now, or one word in full."""

    @abstractmethod
    def own(self, word: str, rest: Sequence[str], number: int | None) -> None:
        """Do a word of the program that only this kind of game has."""

    @abstractmethod
    def asked(self, line: str, ask: Ask) -> None:
        """A command needs an answer."""

    @abstractmethod
    def done(self, line: str, outcome: Any) -> None:
        """A command is done."""

    def began(self, line: str) -> None:
        """A new command begins."""

    # -- words ----------------------------------------------------------------------------------------
    def run(self, line: str) -> None:
        """A word of the program, or a command of the game."""
        word, rest = words_of(line)
        if not word:
            return
        if word.startswith(ASK):
            self.help(" ".join([word.removeprefix(ASK), *rest]).strip())
            return
        own, verb = prefix_match(word, self.WORDS), self.meant(word)
        if len(own) == 1 and (own[0] == word or verb is None):
            self._word(own[0], rest)
        elif verb and verb.name == "option" and not rest:
            self.home.action_options()
        else:
            self.submit(line)

    def meant(self, word: str) -> Command | None:
        """The command a word stands for, if it stands for one."""
        try:
            return self.find(word)
        except Refused:
            return None

    def _word(self, word: str, rest: Sequence[str]) -> None:
        number = number_in(rest[0], 0, 999_999) if rest else None
        if word in ("undo", "redo", "restore", "jump") and (len(rest) > 1 or (rest and number is None)):
            self.view.say(f"No: {word} takes one number, as in: {word} 2.", "bad")
        elif word in ("undo", "redo", "restore"):
            self.step(word, 1 if number is None else number)
        elif word == "jump" and number is not None:
            self.step(word, number)
        elif word in ("jump", "moments"):
            self.home.action_past(number)
        elif word == "log":
            self.home.open_log(rest[0] if rest else "all")
        elif word == "why":
            self._why(number)
        elif word == "help":
            self.help(" ".join(rest))
        elif word == "save":
            self._save(rest)
        elif word == "quit":
            self.home.action_leave()
        else:
            self.own(word, rest, number)

    def _save(self, words: Sequence[str]) -> None:
        """Write the game to another file; alone it says that there is nothing to do."""
        if not words:
            lost = self.session.why_not_saved()
            text = f"NOT saved: {sentence(lost)}" if lost else "Every move is saved as it is made."
            self.view.say(text, "bad" if lost else "dim")
        elif len(words) < 2 or words[0].lower() != "as":
            self.view.say("No: say the new name, as in: save as stalingrad-2.", "bad")
        else:
            try:
                path = self.session.save_as(" ".join(words[1:]))
            except SaveError as error:
                self.view.say(f"No: {sentence(str(error))}", "bad")
            else:
                self.view.say(f"Saved as {path}; the game goes on there.", "key")

    def _why(self, back: int | None) -> None:
        log = self.log()
        if back is None:
            self.home.action_why()
        elif not 1 <= back <= len(log):
            self.view.say(f"No: why takes a number from 1 (the last line) to {len(log)}.", "bad")
        else:
            self.home.explain(*log[-back].events)

    def help(self, word: str = "") -> None:
        """What may be typed now, or one word in full; enter puts a word on the command line."""
        title = f"? {word}" if word else "What you may type"
        self.home.app.push_screen(CommandsDialog(title, self.help_lines(word.lower())), self.home.type_word)

    def step(self, word: str, number: int = 1) -> None:
        """Undo, redo, restore or jump; then the list of what to change on the board, from which one may go on."""
        moves: dict[str, Callable[[int], list[str] | No]] = {
            "undo": self.session.undo,
            "redo": self.session.redo,
            "restore": self.session.restore,
            "jump": self.session.jump,
        }
        changes = moves[word](number)
        if isinstance(changes, No):
            self.view.say(f"No: {sentence(changes.reason)}", "bad")
            return
        self.view.changed()
        self.view.say(f"{word}: this is moment {self.session.moments[-1].n}, {self.place()}.", "key")
        where, same = self.BOARD
        lines = [Line(text) for text in changes] or [Line(f"Nothing: {same}.", "dim")]
        keys = [
            text
            for text, left in (
                ("‹u›: undo one more", len(self.session.moments) > 1),
                ("‹ctrl+r›: redo", self.session.undone),
            )
            if left
        ]
        foot = "   ".join(["‹space› or ‹n›: seen", *keys])

        def closed(again: str | None) -> None:
            if again:
                self.step(again)

        self.home.app.push_screen(StepDialog(f"{word}: change this on {where}", lines, foot=foot, beside=True), closed)

    # -- commands -------------------------------------------------------------------------------------
    def submit(self, line: str, answers: tuple[str, ...] = ()) -> bool:
        """Run a command; its question opens a dialog, its refusal is one sentence. Whether it was not refused."""
        if not answers:
            self.began(line)
        try:
            outcome = self.session.submit(line, answers)
        except (SaveError, ContentError, Refused) as error:
            self.view.say(str(error), "bad")
            return False
        except Exception as error:
            self.view.say(failed_inside(line, error), "bad")
            return False
        if isinstance(outcome, No):
            self.view.say(f"No: {sentence(outcome.reason)}", "bad")
            return False
        if isinstance(outcome, Ask):
            self.asked(line, outcome)
        else:
            self.done(line, outcome)
            if parting := self.session.parting:  # behind what came of it: a toast would cover that
                self.home.say(f"{self.home.said.last} {parting}".strip())
        return True

    def over(self, line: str) -> None:
        """A command typed over a popup: a look leaves the popup open, and so does what is not legal now; anything else
        leaves it first, and says so where a command waited there for an answer.
        """
        app, word = self.home.app, words_of(line)[0]
        own = prefix_match(word, self.WORDS)
        looks = word.startswith(ASK) or (len(own) == 1 and own[0] in self.LOOKS and self.meant(word) is None)
        if not looks:
            try:
                command = self.find(word)
                looks, refusal = command.group == "look", command.why_not(self.session.game.state)
            except Refused as refused:
                refusal = str(refused)
            if refusal and len(own) != 1:
                self.view.say(f"No: {sentence(refusal)}", "bad")
                if isinstance(app.screen, ModalScreen):  # which may cover the line below the map
                    app.notify(f"No: {sentence(refusal)}", severity="error", markup=False)
                return
        left = "" if looks else self.waits
        while not looks and isinstance(app.screen, ModalScreen):
            app.screen.dismiss(None)
        app.call_next(self.home.call_next, self._after, left, line)  # once what was left has said so, here or there

    def _after(self, left: str, line: str) -> None:
        """A command in the place of one that waited for an answer, if there was one: what came of both is shown."""
        self.run(line)
        if left:
            self.home.said.add(f"(Left '{left}': nothing happened.)")


class Completion(Suggester):
    """Proposes the rest of the word that is being typed, from the grammar of the commands that are legal now."""

    def __init__(self, orders: Orders[Any]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self.orders = orders

    async def get_suggestion(self, value: str) -> str | None:
        """The line with its last word completed."""
        return completed(value, self.orders.legal(), self.orders.session.game) or None


class CommandsDialog(ListDialog):
    """The list of commands: enter takes one to the command line."""

    def __init__(self, title: str, lines: list[Line]) -> None:
        super().__init__(title, lines, foot="‹enter›: put it on the command line   ‹space›: back")

    def _explain(self, line: Line) -> None:
        self.dismiss(line.data[1] if isinstance(line.data, tuple) else None)


class StepDialog(ListDialog):
    """What to change on the board after an undo; another undo or redo may follow at once."""

    BINDINGS = [
        Binding("u", "again('undo')", "undo", id="step.undo"),
        Binding("ctrl+r", "again('redo')", "redo", id="step.redo"),
    ]
    BUTTONS = (("space", "seen"), ("u", "undo one more"), ("ctrl+r", "redo"))

    def action_again(self, word: str) -> None:
        """Seen; one more step."""
        self.dismiss(word)
