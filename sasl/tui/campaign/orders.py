"""Running a campaign's commands from its screens: questions as dialogs, refusals in one sentence, undo lists."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from textual.screen import ModalScreen

from sasl.campaign import report
from sasl.campaign.engine import legal
from sasl.campaign.narrate import describe
from sasl.campaign.registry import VERBS
from sasl.campaign.secrets import hidden
from sasl.campaign.session import CampaignSession
from sasl.campaign.words import open_log
from sasl.content.yamlfile import ContentError
from sasl.core.text import number_in, prefix_match, sentence
from sasl.game.commands import Ask, No, find
from sasl.game.events import Event, Rolled, Told
from sasl.game.run import Refused
from sasl.saves.codec import SaveError
from sasl.tui.campaign.help import command_lines
from sasl.tui.campaign.why import CampaignList
from sasl.tui.dialogs import AskDialog
from sasl.tui.lines import Line
from sasl.tui.own_words import CommandsDialog

if TYPE_CHECKING:
    from sasl.tui.campaign.screen import CampaignScreen

WORDS = ("undo", "redo", "jump", "moments", "log", "why", "help", "quit", "save", "map", "on")
LOOKS = ("log", "why", "help", "moments", "save")
LONG = 3
"""A look with more lines than this opens a list; the log keeps none of it."""
ECHO = 40
"""So much of a command stands before what came of it."""


class View(Protocol):
    """A screen on which commands are given."""

    def changed(self) -> None:
        """The campaign is at another moment."""

    def say(self, text: str, look: str = "") -> None:
        """The last result, or why not."""


class Orders:
    """Takes a line as the player typed it and sees it through. `view` is the screen that shows what came of it."""

    def __init__(self, screen: CampaignScreen, session: CampaignSession) -> None:
        self.screen = screen
        self.session = session
        self.view: View = screen
        self._told = 0

    # -- words ----------------------------------------------------------------------------------------
    def run(self, line: str) -> None:
        """A word of the program, or a command of the campaign."""
        words = line.split()
        if not words:
            return
        if words[0].startswith("?"):
            self.help(" ".join([words[0][1:], *words[1:]]).strip())
            return
        word = words[0].lower()
        own, verb = prefix_match(word, WORDS), self.verb(word)
        if len(own) == 1 and (own[0] == word or not verb):
            self._own(own[0], words[1:])
        elif verb == "option" and len(words) == 1:
            self.screen.action_options()
        else:
            self.submit(line)

    def verb(self, word: str) -> str:
        """The command a word stands for, or nothing."""
        try:
            return find(word, VERBS, self.session.game.state).name
        except Refused:
            return ""

    def _own(self, word: str, rest: list[str]) -> None:
        number = number_in(rest[0], 0, 999_999) if rest else None
        if word in ("undo", "redo", "jump") and (len(rest) > 1 or (rest and number is None)):
            self.view.say(f"No: {word} takes one number, as in: {word} 2.", "bad")
        elif word in ("undo", "redo"):
            self.step(word, 1 if number is None else number)
        elif word == "jump" and number is not None:
            self.step(word, number)
        elif word in ("jump", "moments"):
            self.screen.action_past()
        elif word == "log":
            self.screen.show_log(rest[0] if rest else "all")
        elif word == "why":
            self._why(number)
        elif word == "help":
            self.help(" ".join(rest))
        elif word == "map":
            self.screen.action_map()
        elif word == "on":
            self.screen.action_on()
        elif word == "save":
            self.view.say("Every move is on the disk as it is made; nothing to save.", "dim")
        else:
            self.screen.action_leave()

    def _why(self, back: int | None) -> None:
        log = open_log(self.session)
        if back is None:
            self.screen.action_why()
        elif not 1 <= back <= len(log):
            self.view.say(f"No: why takes a number from 1 (the last line) to {len(log)}.", "bad")
        else:
            self.screen.explain((log[-back].event,))

    def help(self, word: str = "") -> None:
        """What may be typed now, or one word in full; enter puts a word on the command line."""
        lines = command_lines(legal(self.session.game), word.lower())
        title = "What you may type" if not word else f"? {word}"
        self.screen.app.push_screen(CommandsDialog(title, lines), self.screen.type_word)

    def step(self, word: str, number: int) -> None:
        """Undo, redo or jump; then the list of what to change on map and sheets."""
        moves: dict[str, Callable[[int], list[str] | No]] = {
            "undo": self.session.undo, "redo": self.session.redo, "jump": self.session.jump}
        changes = moves[word](number)
        if isinstance(changes, No):
            self.view.say(f"No: {sentence(changes.reason)}", "bad")
            return
        self.view.changed()
        now = self.session.moments[-1]
        self.view.say(f"{word}: this is moment {now.n}, {report.place(now.game)}.", "key")
        lines = [Line(text) for text in changes] or [Line("Nothing: map and sheets stay as they are.", "dim")]
        self.screen.app.push_screen(CampaignList(f"{word}: change this on your map and sheets", lines, beside=True))

    # -- commands -------------------------------------------------------------------------------------
    def submit(self, line: str, answers: tuple[str, ...] = ()) -> None:
        """Run a command; its question opens a dialog, its refusal is one sentence."""
        if not answers:
            self._told = 0
        try:
            outcome = self.session.submit(line, answers)
        except (SaveError, ContentError, Refused) as error:
            self.view.say(str(error), "bad")
            return
        except Exception as error:  # the player never sees a traceback
            what = f"{type(error).__name__}: {error}"
            self.view.say(f"'{line}' failed inside the program ({what}); nothing happened", "bad")
            return
        if isinstance(outcome, No):
            self.view.say(f"No: {sentence(outcome.reason)}", "bad")
        elif isinstance(outcome, Ask):
            self._ask(line, outcome)
        else:
            self._done(line, outcome.events)

    def _ask(self, line: str, ask: Ask) -> None:
        news = tuple(text for text, _ in groupby(ask.so_far[self._told:]))
        if not ask.question.error:
            self._told = len(ask.so_far)

        def answered(answer: str | None) -> None:
            if answer is None:
                self.view.say(f"Left '{line}': nothing happened.", "dim")
            else:
                self.submit(line, (*ask.answers, answer))

        whose = f"{ask.question.whose.capitalize()}: " if ask.question.whose else ""
        self.screen.app.push_screen(AskDialog(ask.question, f"{whose}{line}", so_far=news), answered)

    def _done(self, line: str, events: tuple[Event, ...]) -> None:
        self.view.changed()
        told = [event for event in events if isinstance(event, Told)]
        if told and len(told) == len(events) and not any(event.board for event in told):
            self._looked(line, told)
            return
        self.view.say(self._last(line, events))
        must = [event for event in told if event.board or event.stop]
        if must:
            lines = [Line(describe(event), "bad", event) for event in must]
            self.screen.app.push_screen(CampaignList(f"{line}: see to this", lines, beside=True))

    def _looked(self, line: str, told: list[Told]) -> None:
        """A look: a short one stands above the prompt, a long one in a list."""
        if len(told) <= LONG and sum(len(event.text) for event in told) < 200:
            self.view.say(" ".join(event.text for event in told))
        else:
            self.screen.app.push_screen(CampaignList(line, [Line(event.text) for event in told]))

    def _last(self, line: str, events: tuple[Event, ...]) -> str:
        """The last word about a command: its last roll or fact, and how many more there are in the log."""
        state = self.session.game.state
        shown = [event for event in events if describe(event) and not hidden(state, event)]
        rolls = [event for event in shown if isinstance(event, Rolled)]
        line = line if len(line) <= ECHO else f"{line[:ECHO]}…"
        if not shown:
            return f"> {line}: done."
        most = describe(rolls[-1] if len(rolls) == 1 else shown[-1])
        more = f"  (+{len(shown) - 1} more in the log)" if len(shown) > 1 else ""
        return f"> {line}: {most}{more}"

    def over(self, line: str) -> None:
        """A command typed over a popup: a look leaves the popup open, anything else leaves it first."""
        word = line.split()[0].lower()
        own = prefix_match(word, WORDS)
        verb = self.verb(word)
        looks = word.startswith("?") or (len(own) == 1 and own[0] in LOOKS and not verb)
        looks = looks or (verb in VERBS and VERBS[verb].group == "look")
        if not looks:
            while self.screen.app.screen is not self.screen and isinstance(self.screen.app.screen, ModalScreen):
                self.screen.app.screen.dismiss(None)
        self.screen.call_next(self.run, line)
