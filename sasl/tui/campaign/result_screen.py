"""What a scenario has left, typed or pasted; every fault is named with its line, and all of it counts or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static, TextArea

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.orders.results import read_text
from sasl.kernel.text import counted
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import ClosesOnce

if TYPE_CHECKING:
    from sasl.tui.campaign.base import CampaignHome


def help_lines(game: CampaignGame) -> list[Line]:
    """What may stand on the page in this campaign: with a map in the program numbers and edges mean hexes, too."""
    control, figures = "control K12,K13 german       who controls hexes", "cvp russian 6                CVP"
    if game.board:
        control = "control K12,<30 german       who controls hexes: names, numbers, edges (north>=40)"
        figures += ", EVP, LVP"
    elif game.figure_or("stone-vp", 0):
        figures = "cvp russian 6   stone german 3   CVP, and Stone Locations gained,"
    return [
        Line("A line for each thing that remains; # begins a comment", "head"),
        Line("g467-1,g467-2 K12 broken     counters by id: hex or box, states, or gone"),
        Line("g467-3 to g467-9 L14         the same for a range of ids"),
        Line("russian 4-4-7 x3 L14         a number of counters of a type"),
        Line("gdc1,gdc2 used 7             FT and DC used up, with their Original effects DR"),
        Line(control),
        Line(f"{figures} of this scenario"),
        Line("blaze K14   trench L15       fires, wrecks, fortifications (bought ones are placed)"),
        Line(
            "Ids are in the Force Organizer (‹s›). If you played the scenario with this program: :take NAME instead.",
            "dim",
        ),
    ]


class ResultScreen(ClosesOnce[None]):
    """A page to type on."""

    BINDINGS = [
        Binding("ctrl+s", "enter", "enter it all", priority=True, id="result.enter"),
        Binding("escape", "back", "leave", id="result.leave"),
    ]

    def __init__(self, home: CampaignHome) -> None:
        super().__init__()
        self.home = home
        self._seen = ""
        """The text of which the counters in no line have been shown."""

    def compose(self) -> ComposeResult:
        """The page, what may stand on it or what is wrong with it, keys."""
        yield Static(f" {self.home.session.game.date.title}: result of the scenario", id="banner", markup=False)
        yield TextArea(self.home.draft, id="text", show_line_numbers=True, compact=True)
        yield LineList(*help_lines(self.home.session.game), id="faults", classes="pane")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to type."""
        self.query_one(TextArea).focus()

    def action_enter(self) -> None:
        """Enter everything; what is wrong is listed with its line, and nothing has happened then."""
        text = self.query_one(TextArea).text
        found = read_text(self.home.session.game, text)
        faults = self.query_one("#faults", LineList)
        if found.faults:
            wrong = sum(1 for number, _ in found.faults if number)
            head = (
                f"{counted(wrong, 'line is wrong', 'lines are wrong')}; nothing is entered yet"
                if wrong
                else "Nothing to enter"
            )
            faults.set_lines([Line(head, "bad"), *(Line(f"{number}: {words}" if number else words)
                                                   for number, words in found.faults)])  # fmt: skip
            return
        if found.kept and text != self._seen:
            self._seen = text
            rule = self.home.session.game.rule("CG7")
            head = f"Off the map and in no line; they stay so ({rule}). ‹ctrl+s› again enters everything."
            faults.set_lines([Line(head, "key"), *(Line(words) for words in found.kept)])
            return
        self.dismiss(None)
        self.home.call_after_refresh(self._give, found.command)

    def _give(self, command: str) -> None:
        """What is in the campaign need not be typed again."""
        if self.home.orders.submit(command):
            self.home.draft = ""
            self.home.keep_draft()

    def on_text_area_changed(self) -> None:
        """What was typed is kept when the page is left, and each line that is done at once."""
        before, self.home.draft = self.home.draft, self.query_one(TextArea).text
        if before.count("\n") != self.home.draft.count("\n") or not self.home.draft:
            self.home.keep_draft()

    def on_unmount(self) -> None:
        """Of a line that is not done nothing is lost either."""
        self.home.keep_draft()
