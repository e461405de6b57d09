"""The shops of a campaign: the chart of a side with money, limits and exact odds; keys buy and give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static

from sasl.campaign import report
from sasl.campaign.buying import market
from sasl.campaign.state import SIDES, Nation, other
from sasl.content.campaign import Fortification, Group
from sasl.tui.bars import KeyLine, SaidLine
from sasl.tui.campaign.shelves import about_fort, about_group, fort_shelf, group_shelf, wishes
from sasl.tui.dialogs import FormDialog, PickDialog
from sasl.tui.lines import Line, LineList

if TYPE_CHECKING:
    from sasl.tui.campaign.screen import CampaignScreen


class ShopScreen(Screen[None]):
    """Reinforcement Groups or fortifications of one side; tab goes to the other side."""

    BINDINGS = [
        Binding("enter", "buy", "buy", id="shop.buy", tooltip="buy it; asks how it comes, or how many"),
        Binding("plus,equals_sign", "one", "+1", key_display="+", id="shop.one", tooltip="one more, as the last one"),
        Binding("minus,backspace", "give", "give back", key_display="-", id="shop.return"),
        Binding("tab,left,right", "side", "other side", key_display="tab", id="shop.side"),
        Binding("f,b", "shelf", "groups/forts", key_display="f", id="shop.shelf"),
        Binding("u", "undo", "undo", id="shop.undo"),
        Binding("n", "next", "step done", id="shop.next", tooltip="finish this step and begin the next one"),
        Binding("escape,q", "app.pop_screen", "back", id="shop.back"),
    ]
    HELP = "Up and down: what a line brings and its exact odds. Enter buys, + one more, - gives back, tab: other side."

    side: Nation = "german"

    def __init__(self, home: CampaignScreen, forts: bool) -> None:
        super().__init__()
        self.home = home
        self.forts = forts
        self.said = SaidLine()
        self.last: dict[str, str] = {}
        """How each group was bought last."""
        self.side = self._first()

    def _first(self) -> Nation:
        """The first side that the player buys for and that has money."""
        game, purse = self.home.session.game, "fpp" if self.forts else "cpp"
        mine: list[Nation] = [side for side in SIDES if not game.mind(side)] or list(SIDES)
        return next((side for side in mine if game.state.number(side, purse)), mine[0])

    def compose(self) -> ComposeResult:
        """Money, the chart, what the line under the cursor is, the last result."""
        yield Static(id="banner", markup=False)
        with Container(id="shelves"):
            yield LineList(id="chart", classes="pane", help_text=self.HELP)
            yield LineList(id="about", classes="pane")
        yield self.said
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the chart; commands given from here are told here."""
        self.home.orders.view = self
        self.on_resize()
        self.changed()
        self.query_one("#chart").focus()
        if not self._open():
            what = "fortifications" if self.forts else "groups"
            self.say(f"Only to look at: {what} are bought in their own step.")
        else:
            self.say("enter buys what is under the cursor.", "key")

    def on_unmount(self) -> None:
        """The home screen tells again."""
        self.home.orders.view = self.home
        if self.home.is_mounted:
            self.home.changed()

    def on_resize(self) -> None:
        """Chart above, or beside what is told of its line."""
        self.set_class(self.app.size.width < 100, "narrow")
        self.set_class(self.app.size.height < 30, "low")
        self.query_one("#shelves").styles.layout = "vertical" if self.app.size.width < 100 else "horizontal"

    def _open(self) -> bool:
        step = self.home.session.game.step
        return step is not None and step.step == ("fortifications" if self.forts else "purchase")

    # -- showing --------------------------------------------------------------------------------------
    def changed(self) -> None:
        """Show the chart as it stands now."""
        game, state = self.home.session.game, self.home.session.game.state
        secret = report.covered(game, self.side, "purchases")
        purse = "FPP" if self.forts else "CPP"
        names = "  ".join(f"[{side.capitalize()}]" if side == self.side else side.capitalize() for side in SIDES)
        money = "secret" if secret else f"{state.number(self.side, purse.lower())}"
        whole = state.number(self.side, "cpp-total")
        parts = [names, f"{purse} {money}" + (f" of {whole}" if not self.forts and whole and not secret else "")]
        share = None if self.forts or secret else market.fpp_share_left(game, self.side)
        parts += [f"{share} CPP may still go into fortifications"] if share is not None else []
        companies = None if self.forts else market.companies_left(game, self.side)
        parts += [f"{companies} Companies left"] if companies is not None else []
        self.query_one("#banner", Static).update(" " + "   ".join(parts))
        chart = self.query_one("#chart", LineList)
        chart.border_title = "Fortifications" if self.forts else "Reinforcement Groups"
        if secret:
            chart.set_lines([Line("What this side buys stays secret.", "dim")])
        else:
            chart.set_lines((fort_shelf if self.forts else group_shelf)(game, self.side))
        self._about(chart.current)

    def _about(self, line: Line | None) -> None:
        game, data = self.home.session.game, line.data if line else None
        lines: list[Line] = []
        if isinstance(data, Group):
            lines = about_group(game, self.side, data)
        elif isinstance(data, Fortification):
            lines = about_fort(game, self.side, data)
        self.query_one("#about", LineList).set_lines(lines)

    def say(self, text: str, look: str = "") -> None:
        """The last result, or why not."""
        self.said.say(text, look)

    @on(LineList.Moved, "#chart")
    def moved(self, event: LineList.Moved) -> None:
        """Another line is under the cursor."""
        self._about(event.line)

    @on(LineList.Chosen, "#chart")
    def chosen(self, event: LineList.Chosen) -> None:
        """Enter on a line buys it."""
        self.action_buy()

    # -- acts -----------------------------------------------------------------------------------------
    @property
    def _data(self) -> object:
        line = self.query_one("#chart", LineList).current
        return line.data if line else None

    def action_buy(self) -> None:
        """Buy what is under the cursor; where there is a choice, it is asked."""
        data = self._data
        if isinstance(data, Fortification):
            self._ask_number(data)
        elif isinstance(data, Group):
            ways = list(wishes(self.home.session.game, self.side, data))
            if len(ways) < 2 or not self._open():
                self._buy(data, ways[0][0] if ways else "")
                return
            lines = [Line(text, "", words or " ") for words, text in ways]
            dialog = PickDialog(f"{data.id} {data.title}: how?", lines, foot="enter: buy   esc: leave")

            def picked(words: str | None) -> None:
                if words is not None:
                    self._buy(data, words.strip())

            self.app.push_screen(dialog, picked)

    def _buy(self, group: Group, words: str) -> None:
        self.last[group.id] = words
        self.home.orders.submit(f"buy {self.side} {group.id} {words}".strip())

    def _ask_number(self, item: Fortification) -> None:
        words = "Strength: capacity + CA DRM + NCA DRM, as in 1+3+5" if item.formula else "How many?"
        form = FormDialog(
            f"{item.title} for the {self.side.capitalize()} side",
            (("number", words, "1+3+5" if item.formula else "1"),),
        )

        def filled(found: dict[str, str] | None) -> None:
            if found is not None:
                self.home.orders.submit(f"fortify {self.side} {item.id} {found['number']}".strip())

        self.app.push_screen(form, filled)

    def action_one(self) -> None:
        """One more: of a group as it was bought last, of a fortification just one."""
        data = self._data
        if isinstance(data, Group) and data.id in self.last:
            self._buy(data, self.last[data.id])
        elif isinstance(data, Fortification) and not data.formula:
            self.home.orders.submit(f"fortify {self.side} {data.id} 1")
        else:
            self.action_buy()

    def action_give(self) -> None:
        """The last purchase of this group goes back; fortifications are taken back with undo."""
        data = self._data
        if isinstance(data, Fortification):
            self.say("u takes back the last purchase of fortifications, however many there are.", "key")
        elif isinstance(data, Group):
            bought = market.purchases(self.home.session.game, self.side, data.id, today=True)
            if bought:
                self.home.orders.submit(f"return {bought[-1].id}")
            else:
                self.say(f"No: no {data.id} was bought in this step.", "bad")

    def action_side(self) -> None:
        """The other side's chart."""
        self.side = other(self.side)
        self.query_one("#chart", LineList).cursor = 1
        self.changed()

    def action_shelf(self) -> None:
        """Groups or fortifications."""
        self.forts = not self.forts
        self.query_one("#chart", LineList).cursor = 1
        self.changed()

    def action_undo(self) -> None:
        """Take back the last command."""
        self.home.orders.step("undo", 1)

    def action_next(self) -> None:
        """The step is done: back to the home screen, and on."""
        self.app.pop_screen()
        self.home.call_after_refresh(self.home.action_next)
