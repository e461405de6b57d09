"""The shops of a campaign: the chart of a side with money, limits and exact odds; keys buy and give back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Static

from sasl.campaign import campaign_report
from sasl.campaign.buying import market
from sasl.campaign.buying.purchase import brings, no_chart
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import SIDES, Nation, other
from sasl.campaign.secrets import covered
from sasl.campaign.show import group_lines
from sasl.content.missions.campaign import Fortification, Group, SetUp
from sasl.tui.campaign.base import HelpedScreen
from sasl.tui.widgets.bars import KeyLine, SaidLine
from sasl.tui.widgets.dialogs import PickDialog
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.lines import Line, LineList

if TYPE_CHECKING:
    from sasl.tui.campaign.base import CampaignHome


class ShopScreen(HelpedScreen):
    """Reinforcement Groups or fortifications of one side; tab goes to the other side."""

    BINDINGS = [
        Binding("enter", "buy", "buy", id="shop.buy", tooltip="buy it; asks how it enters, or how many"),
        Binding("plus,equals_sign", "one", "+1", key_display="+", id="shop.one", tooltip="one more, like the last one"),
        Binding("minus,backspace", "give", "give back", key_display="-", id="shop.return"),
        Binding("tab,left,right", "side", "other side", key_display="tab", id="shop.side"),
        Binding("f,b", "shelf", "groups/forts", key_display="f", id="shop.shelf"),
        Binding("u", "undo", "undo", id="shop.undo"),
        Binding("n", "next", "step done", id="shop.next", tooltip="finish this step and begin the next one"),
        Binding("escape,q", "back", "back", id="shop.back"),
        Binding("question_mark", "help", "help", key_display="?", show=False, id="shop.help"),
    ]
    HELP = (
        "Up and down: what a line brings, with exact odds. ‹enter› buys, ‹plus› buys one more, ‹minus› gives "
        "one back, ‹tab›: other side."
    )

    side: Nation = "german"

    def __init__(self, home: CampaignHome, forts: bool) -> None:
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
        """Show the chart; commands given from here are reported here."""
        self.home.orders.view = self
        self.opened_at = self.home.session.moments[-1].n
        self.on_resize()
        self.changed()
        self.query_one("#chart").focus()
        if not self._open():
            what = "fortifications" if self.forts else "groups"
            self.say(f"For viewing only: {what} are bought in their own step.")
        else:
            there = any(line.data is not None for line in self.query_one("#chart", LineList).lines)
            self.say("‹enter› buys what is under the cursor." if there else "There is nothing to buy.", "key")

    def on_unmount(self) -> None:
        """The home screen tells again, first what was bought last."""
        self.home.orders.view = self.home
        if self.home.is_mounted:
            self.home.changed()
            if self.home.session.moments[-1].n != self.opened_at:
                self.home.say(self.said.last)

    def on_resize(self) -> None:
        """Chart above, or beside the details of its line."""
        self.set_class(self.app.size.width < 100, "narrow")
        self.set_class(self.app.size.height < 30, "low")
        self.query_one("#shelves").styles.layout = "vertical" if self.app.size.width < 100 else "horizontal"

    def _open(self) -> bool:
        step = self.home.session.game.step
        return step is not None and step.step == ("fortifications" if self.forts else "purchase")

    # -- showing --------------------------------------------------------------------------------------
    def changed(self) -> None:
        """Show the chart as it stands now."""
        game = self.home.session.game
        secret = covered(game, self.side)
        names = "  ".join(f"[{side.capitalize()}]" if side == self.side else side.capitalize() for side in SIDES)
        if secret:
            parts = [names, f"{'FPP' if self.forts else 'CPP'} secret"]
        else:
            parts = [names, f"FPP {game.state.number(self.side, 'fpp')}" if self.forts
                     else campaign_report.purse(game, self.side)]  # fmt: skip
        share = None if self.forts or secret else market.fpp_share_left(game, self.side)
        parts += [f"{share} CPP may still go into fortifications"] if share is not None else []
        companies = None if self.forts else market.companies_left(game, self.side)
        parts += [f"{companies} Companies left"] if companies is not None else []
        self.query_one("#banner", Static).update(" " + "   ".join(parts))
        chart = self.query_one("#chart", LineList)
        chart.border_title = "Fortifications" if self.forts else "Reinforcement Groups"
        if secret:
            chart.set_lines([Line("What this side buys is secret.", "dim")])
        else:
            chart.set_lines((_fort_shelf if self.forts else group_shelf)(game, self.side))
        self._about(chart.current)

    def _about(self, line: Line | None) -> None:
        game, data = self.home.session.game, line.data if line else None
        lines: list[Line] = []
        if isinstance(data, Group):
            lines = _about_group(game, self.side, data)
        elif isinstance(data, Fortification):
            lines = _about_fort(game, self.side, data)
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
            foot = "its number, then ‹enter›: buy   ‹escape›: leave"
            dialog = PickDialog(f"{data.id} {data.title}: how?", lines, foot=foot, numbered=True)

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
            self.say("‹u› takes back the last purchase of fortifications, whatever its number.", "key")
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
        self.refresh_bindings()

    def words_of(self, binding: Binding) -> str:
        """What a key does now, for the key line."""
        return ("groups" if self.forts else "forts") if binding.action == "shelf" else binding.description

    def action_undo(self) -> None:
        """Take back the last command."""
        self.home.orders.step("undo", 1)

    def action_next(self) -> None:
        """The step is done: back to the home screen, and on."""
        self.dismiss(None)
        self.home.call_after_refresh(self.home.action_next)


LETTERS = "abcdefghijklmno"
"""The notes of a chart begin with one of these."""
LONGEST = 28
"""So wide the column of the groups' names is; none of the shipped campaigns is longer."""


def group_shelf(game: CampaignGame, side: Nation) -> list[Line]:
    """7.5181: a side's Reinforcement Group chart: cost, what it brings, what is left, what was bought."""
    lines = [Line(f"{'':4}{'GROUP':{LONGEST}}{'CPP':>3}{'LEFT':>6} {'BOUGHT':7}BRINGS", "head")]
    for group in game.campaign.groups.get(side, []):
        today, ever = market.left(game, side, group)
        left = "/".join("∞" if value is None else str(max(0, value)) for value in (today, ever))
        bought = len(market.purchases(game, side, group.id, today=True))
        reason = market.why_not(game, market.Wish(side, group))
        text = f"{group.id:4}{_cut(group.title, LONGEST):{LONGEST}}{group.cpp:>3}{left:>6} {'●' * bought:7}"
        look = "dim" if reason else "good" if bought else ""
        lines.append(Line(f"{text}{brings(game, group)}", look, group, hang=len(text)))
    if len(lines) == 1:
        lines.append(Line(no_chart(game, [side]), "bad"))
    return lines


def _fort_shelf(game: CampaignGame, side: Nation) -> list[Line]:
    """7.520: the fortification chart: FPP each, the limit, how many are bought."""
    lines = [Line(f"{'FORTIFICATION':26}{'FPP':>5}{'MOST':>6}{'BOUGHT':>8}  FOR", "head")]
    have = game.state.number(side, "fpp")
    for item in game.campaign.fortifications:
        bought = game.state.number(side, f"fort.{item.id}")
        if side not in item.fpp:
            lines.append(Line(f"{_cut(item.title, 25):26}{'-':>5}", "dim", item))
            continue
        price = f"x{item.formula[-1]}" if item.formula else str(item.fpp[side])
        most = "-" if item.cg_max is None else str(item.cg_max)
        dear = not item.formula and item.fpp[side] > have
        text = f"{_cut(item.title, 25):26}{price:>5}{most:>6}{bought or '':>8}  {item.per}"
        lines.append(Line(text, "dim" if dear else "good" if bought else "", item))
    return lines


def _cut(title: str, most: int) -> str:
    """A name of a player's own that is longer than its column, with a sign that it goes on."""
    return title if len(title) <= most else f"{title[: most - 1]}…"


def _about_group(game: CampaignGame, side: Nation, group: Group) -> list[Line]:
    """One group in full, with its exact odds, then what was bought of it in this step."""
    looks = {**dict.fromkeys(("Strength", "Ammunition", "Which", "Aircraft", "Leaders", "Armor leader"), "key"),
             "Not now": "bad", "Left": "dim", **dict.fromkeys(LETTERS, "dim")}  # fmt: skip
    texts = group_lines(game, side, group)
    lines = [Line(texts[0], "head")]
    for text in texts[1:]:
        lines.append(Line(text, looks.get(text.partition(":")[0], "")))
    bought = market.purchases(game, side, group.id, today=True)
    return lines + [Line(f"Bought: {campaign_report.purchase_words(game, item)}", "good") for item in bought]


def _about_fort(game: CampaignGame, side: Nation, item: Fortification) -> list[Line]:
    """One line of the fortification chart in full."""
    lines = [Line(item.title, "head")]
    if side not in item.fpp:
        return [*lines, Line(f"The {side.capitalize()} side may not buy it.", "bad")]
    if item.formula:
        lines.append(Line(f"FPP: (capacity + CA DRM + NCA DRM) x {item.formula[-1]}, as in 1+3+5", "key"))
    else:
        lines.append(Line(f"{item.fpp[side]} FPP for {item.per or 'one'}", "key"))
    lines += [Line(f"At most {item.cg_max} in the campaign")] if item.cg_max is not None else []
    if not item.initial or side in item.not_initial:
        lines.append(Line("Not before the Initial Scenario"))
    lines += [] if item.front_line else [Line("Not in a Front Line Location")]
    lines += [] if item.isolated else [Line("Not in an Isolated Location")]
    return [*lines, *([Line(item.note, "dim")] if item.note else [])]


def wishes(game: CampaignGame, side: Nation, group: Group) -> Iterator[tuple[str, str]]:
    """The ways to buy a group: the words after `buy SIDE GROUP`, and what they mean with their price.

    Those of groups that the side is given come last (CG12b).
    """
    ways: list[SetUp | None] = [*market.ways(game, side, group)] or [None]
    for way in ways:
        first = way.id if way else ""
        extras: list[tuple[str, dict[str, int]]] = [("", {})]
        extras += [(f"hexes={count}", {"hexes": count}) for count in range(1, group.pre_registered + 1)]
        higher = market.observer_levels(game)[1:] if group.kind == "observer" else ()
        extras += [(f"level={level}", {"level": level}) for level in higher]
        most = game.figure_or(f"reserve-dummies-{group.kind}", 0) if first == "reserve" else 0
        extras += [(f"dummies={count}", {"dummies": count}) for count in range(1, most + 1)]
        extras += [("trucks", {"trucks": 1})] if group.trucks else []
        for words, more in extras:
            wish = market.Wish(side, group, way, more.get("hexes", 0), more.get("level", 0), bool(more.get("trucks")),
                               more.get("dummies", 0))  # fmt: skip
            if words and market.why_not(game, wish).endswith(("(CG13)", "(note h)", "(note f)", "(note o)")):
                continue
            title = ", ".join(filter(None, (way.title if way else "as usual", *wish.extras)))
            yield f"{first} {words}".strip(), f"{market.cost(game, wish):>3} CPP  {title}"
    for way in [None, *ways] if None not in ways else ():
        wish = market.Wish(side, group, way, given=True)
        if found := market.other_way(game, wish):
            title = f"a given one ({len(found)} left): {way.title if way else 'as usual'}"
            yield f"{way.id if way else ''} given".strip(), f"{market.cost(game, wish):>3} CPP  {title}"
