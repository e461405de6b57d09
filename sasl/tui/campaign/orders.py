"""Running a campaign's commands from its screens: questions as dialogs, refusals in one sentence, undo lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.message import Message

from sasl.asl.game.events import Event, Rolled, Told
from sasl.campaign import campaign_report
from sasl.campaign.campaign_engine import Done, Prompt, legal
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_words import folded, open_log
from sasl.campaign.events import PieceAdded, PieceGone
from sasl.campaign.orders.campaign_commands import COMMANDS
from sasl.campaign.secrets import hidden
from sasl.campaign.unspent import Unspent
from sasl.kernel.orders.commands import NO_CHANGE, Ask, find
from sasl.kernel.orders.order import Command
from sasl.kernel.text import counted, listed
from sasl.saves.history import LogLine
from sasl.tui.help import offered
from sasl.tui.typed_orders import Orders
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.campaign.base import CampaignHome

LONG = 3
"""A look with more lines than this opens a list; the log keeps none of it."""
ECHO = 40
"""How much of a command is repeated before what came of it."""
MOST_LOST = 8
"""How many of those who were Eliminated are named."""
SHOPS = {"purchase": "‹b› opens the chart", "fortifications": "‹f› opens the shop"}
"""The key that spends what a step is about."""


GROUPS = {
    "turn": "Going on",
    "result": "Result of a scenario",
    "step": "This step",
    "buy": "Buying",
    "map": "Map",
    "look": "Looking",
    "dice": "Dice",
    "adjust": "By hand",
}
SESSION_WORDS = (
    ("undo", "[N]", "take back N commands; a list says what to change on map and sheets"),
    ("redo", "[N]", "redo what was undone"),
    ("restore", "[N]", "bring back what a new command replaced after an undo or a jump"),
    ("jump", "N", "go to moment N (‹t› shows them all)"),
    ("log", "[TOPIC]", "show the log, or only: roll unit control marker phase told adjust"),
    ("why", "[N]", "explain log line N from the end (1: the last)"),
    ("on", "", "go on until you have something to do (‹N›)"),
    ("map", "", "the map with control, Front Lines and counters"),
    ("save", "as NAME", "write the whole campaign to another file, NAME or FOLDER/NAME, and go on there"),
    ("quit", "", "leave; every move is saved as it is made"),
)


def command_lines(prompt: Prompt, word: str = "") -> list[Line]:
    """What may be typed now by group, then what may not and why; only what begins with `word` if given."""
    return offered(prompt, GROUPS, SESSION_WORDS, word)


class CampaignOrders(Orders[CampaignSession]):
    """Takes a line as the player of a campaign typed it and sees it through."""

    WORDS = (*Orders.WORDS, "map", "on")
    BOARD = ("your map and sheets", "map and sheets stay as they are")

    def __init__(self, screen: CampaignHome, session: CampaignSession) -> None:
        super().__init__(screen, session)
        self.screen = screen
        self.unspent = Unspent(clock=lambda: Message().time)
        self._told = 0

    # -- words ----------------------------------------------------------------------------------------
    def find(self, word: str) -> Command:
        """The command a word stands for. Refused if there is none, or several."""
        return find(word, COMMANDS, self.session.game.state)

    def legal(self) -> Sequence[Command]:
        """The commands that may be given now."""
        return legal(self.session.game).legal

    def place(self) -> str:
        """Where the campaign is, in words."""
        return campaign_report.place(self.session.game)

    def log(self) -> list[LogLine]:
        """The log without what a side still keeps secret, oldest line first."""
        return open_log(self.session)

    def help_lines(self, word: str) -> list[Line]:
        """What may be typed now, or one word in full."""
        return command_lines(legal(self.session.game), word)

    def own(self, word: str, rest: Sequence[str], number: int | None) -> None:
        """The map, or on to where there is something to do."""
        if word == "map":
            self.screen.action_map()
        else:
            self.screen.action_on()

    # -- commands -------------------------------------------------------------------------------------
    def submit(self, line: str, answers: tuple[str, ...] = ()) -> bool:
        """Run a command; a `next` first tells what would be left unspent."""
        left = "" if answers else self.unspent.before(self.session.game, line)
        if left:
            key = SHOPS[self.session.game.step.step] if self.session.game.step else ""
            self.view.say(f"‹n› again {left}; {key}.", "key")
            return True
        return super().submit(line, answers)

    def began(self, line: str) -> None:
        """A new command begins."""
        self._told = 0

    def asked(self, line: str, ask: Ask) -> None:
        """A question opens its dialog, with what has happened since the one before."""
        news = tuple(text for text, _ in folded(ask.told[self._told :]))
        if not ask.question.error:
            self._told = len(ask.told)

        def answered(answer: str | None) -> None:
            if answer is None:
                self.view.say(f"Left '{line}': nothing happened.", "dim")
            else:
                self.submit(line, (*ask.answers, answer))

        whose = f"{ask.question.whose.capitalize()}: " if ask.question.whose else ""
        self.screen.app.push_screen(AskDialog(ask.question, f"{whose}{line}", so_far=news), answered)

    def done(self, line: str, outcome: Done[CampaignGame]) -> None:
        """A command is done: a look is shown, else its last word; what must be seen stays until it is."""
        events = outcome.events
        self.view.changed()
        told = [event for event in events if isinstance(event, Told)]
        if told and len(told) == len(events) and not any(event.board for event in told):
            self._looked(line, told)
            return
        self.view.say(self._last(line, events))
        must = [event for event in told if event.board or event.stop]
        if must:
            lines = [Line(event.describe(), "bad", event) for event in must]
            self.screen.app.push_screen(ListDialog(f"{line}: please do this", lines, beside=True))

    def _looked(self, line: str, told: list[Told]) -> None:
        """A look: a short one stands above the prompt, a long one in a list."""
        if len(told) <= LONG and sum(len(event.text) for event in told) < 200:
            self.view.say(" ".join(event.text for event in told))
        else:
            self.screen.app.push_screen(ListDialog(line, [Line(event.text) for event in told]))

    def _last(self, line: str, events: tuple[Event, ...]) -> str:
        """What came of a command: who was lost, who joined, else its one roll or last fact; what more the log has."""
        shown = [event for event in events if event.describe() and not hidden(self.session.game, event)]
        rolls = [event for event in shown if isinstance(event, Rolled)]
        line = line if len(line) <= ECHO else f"{line[:ECHO]}…"
        if not shown:
            return f"> {line}: {'done' if events else NO_CHANGE}."
        gone = [event for event in shown if isinstance(event, PieceGone)]
        joined = sum(isinstance(event, PieceAdded) for event in shown)
        news = [
            f"{word}: {listed(ids, MOST_LOST)}"
            for word, counts in (("Eliminated", True), ("gone", False))
            if (ids := [event.id for event in gone if event.counts is counts])
        ]
        news += [f"{counted(joined, 'counter')} joined"] * (joined > 1)
        most = "; ".join(news) or (rolls[-1] if len(rolls) == 1 else shown[-1]).describe().removeprefix("-- ")
        if most.casefold() == line.casefold():
            most = "done"
        rest = len(shown) - (len(gone) + joined if news else 1)
        return f"> {line}: {most}" + (f"  (+{rest} more in the log)" if rest > 0 else "")
