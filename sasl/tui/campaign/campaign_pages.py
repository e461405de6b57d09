"""Pages to leaf through: Force Organizers, rosters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from sasl.campaign import campaign_report
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_state import SIDES, Nation
from sasl.campaign.campaign_words import open_log
from sasl.tui.campaign import campaign_panes
from sasl.tui.campaign.base import HelpedScreen
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.lines import Line, LineList

if TYPE_CHECKING:
    from sasl.tui.campaign.base import CampaignHome

Page = tuple[str, Callable[[], Sequence[Line]]]


class PageScreen(HelpedScreen):
    """Pages with a title each; left and right leaf through them, enter asks about a line."""

    BINDINGS = [
        Binding("right,l,tab", "leaf(1)", "next page", key_display="→", id="page.next"),
        Binding("left,h,shift+tab", "leaf(-1)", "previous page", key_display="←", id="page.before"),
        Binding("escape,q", "back", "back", id="page.back"),
        Binding("question_mark", "help", "help", key_display="?", id="page.help"),
    ]
    HELP = "Left and right turn the pages; ‹enter› on a counter shows what has happened to it."

    def __init__(self, pages: Sequence[Page], about: Callable[[str], None] | None = None, at: int = 0) -> None:
        super().__init__()
        self.pages = pages
        self.at = at
        self.about = about

    def compose(self) -> ComposeResult:
        """A banner with the names of all pages, and the page."""
        yield Static(id="banner", markup=False)
        yield LineList(id="page", classes="pane", help_text=self.HELP)
        yield KeyLine()

    def on_mount(self) -> None:
        """The first page."""
        self._show()
        self.query_one("#page").focus()

    def _show(self) -> None:
        names = (f"[{name}]" if number == self.at else name for number, (name, _) in enumerate(self.pages))
        self.query_one("#banner", Static).update(" " + "   ".join(names))
        page = self.query_one("#page", LineList)
        page.cursor = 0
        page.set_lines(self.pages[self.at][1]())
        page.scroll_home(animate=False)

    def action_leaf(self, step: int) -> None:
        """The page before or after."""
        self.at = (self.at + step) % len(self.pages)
        self._show()

    @on(LineList.Chosen)
    def chosen(self, event: LineList.Chosen) -> None:
        """Tell about a counter."""
        if self.about and isinstance(event.line.data, str):
            self.about(event.line.data)


def side_pages(screen: CampaignHome, at: int = 0) -> PageScreen:
    """The Force Organizer of each side, then its CG Roster; enter on a counter tells its story."""

    def force(side: Nation) -> list[Line]:
        return campaign_panes.force_lines(screen.session.game, side)

    def roster(side: Nation) -> list[Line]:
        lines = campaign_report.roster_page(screen.session.game, side)
        return [Line(text, "head" if number < 2 else "") for number, text in enumerate(lines)]

    def about(key: str) -> None:
        screen.app.push_screen(story(screen.session, key))

    pages: list[Page] = [(side.capitalize(), partial(force, side)) for side in SIDES]
    pages += [(f"{side.capitalize()} roster", partial(roster, side)) for side in SIDES]
    return PageScreen(pages, about, at)


def story(session: CampaignSession, key: str) -> ListDialog:
    """Everything that has happened to a counter, as far as it is no secret."""
    lines = [
        Line(f"{line.n:>4}  {line.text}", "", line.event)
        for line in open_log(session)
        if any(
            key in (getattr(event, "id", ""), getattr(getattr(event, "piece", None), "id", "")) for event in line.events
        )
    ]
    return ListDialog(key, lines or [Line("Nothing has happened to it.")])
