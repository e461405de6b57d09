"""The home of a campaign: the date, both sides' figures, the steps, the log, and what is awaited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from sasl.asl.game.events import Event
from sasl.campaign import campaign_report
from sasl.campaign.campaign_engine import legal, stops_here
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_state import OPTIONS
from sasl.campaign.campaign_words import open_log
from sasl.campaign.orders.by_hand import has_to_agree
from sasl.campaign.secrets import KEPT
from sasl.kernel.text import counted
from sasl.saves.drafts import keep_draft, kept_draft
from sasl.saves.save_lines import SaveError
from sasl.tui.campaign import campaign_panes
from sasl.tui.campaign.base import CampaignHome
from sasl.tui.campaign.orders import ECHO, CampaignOrders
from sasl.tui.program import program_of
from sasl.tui.typed_orders import Completion
from sasl.tui.widgets.bars import CommandLine, KeyLine
from sasl.tui.widgets.dialogs import ListDialog, PickDialog, why_dialog
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.keyed import Keyed, key_now
from sasl.tui.widgets.lines import Line, LineList

KEYS: list[BindingType] = [
    Binding("n", "next", "next", id="campaign.next", tooltip="finish this step and begin the next one"),
    Binding("N", "on", "on", id="campaign.on", tooltip="go on until you have something to do or a question is asked"),
    Binding("b", "shop", "buy", id="campaign.buy", tooltip="Reinforcement Groups: chart, odds, buying"),
    Binding("f", "shop('forts')", "forts", show=False, id="campaign.forts", tooltip="the fortification shop"),
    Binding("s", "force", "sides", id="campaign.sides", tooltip="Force Organizer, purchases and fortifications"),
    Binding("r", "force(2)", "roster", show=False, id="campaign.roster", tooltip="the CG Roster, date by date"),
    Binding("m", "map", "map", id="campaign.map", tooltip="the map: control, Front Lines, counters"),
    Binding("e", "result", "result", id="campaign.result", tooltip="type or paste the result of the scenario"),
    Binding("i", "open_hex", "what is in", show=False, id="campaign.open", tooltip="open a hex of a sealed set-up"),
    Binding("u", "run('undo')", "undo", id="campaign.undo"),
    Binding("ctrl+r", "run('redo')", "redo", show=False, id="campaign.redo"),
    Binding("t", "past", "past", show=False, id="campaign.past", tooltip="past moments; enter goes there"),
    Binding("colon,slash", "command", "type", key_display=":", priority=True, id="campaign.command"),
    Binding("w", "why", "why", id="campaign.why", tooltip="the full record of the last roll, or of a log line"),
    Binding("1", "pane('steps')", "steps", show=False, id="campaign.steps"),
    Binding("2", "pane('story')", "log", show=False, id="campaign.log"),
    Binding("v", "victory", "VP", show=False, id="campaign.vp", tooltip="campaign VP line by line"),
    Binding("O", "options", "roles", id="campaign.options", tooltip="who plays and who rolls"),
    Binding("tab", "app.focus_next", "other pane", show=False, id="campaign.tab"),
    Binding("question_mark", "help", "help", key_display="?", id="campaign.help"),
    Binding("escape", "back", "back", show=False, id="campaign.back"),
    Binding(
        "q", "leave", "home", show=False, id="campaign.home", tooltip="back to the home screen; everything is saved"
    ),
]
HINTS = {
    "purchase": "‹b›: the chart",
    "fortifications": "‹f›: the shop",
    "scenario": "‹e›: type or paste it",
    "set-up": "‹s›: who waits",
    "strength": "‹s›: what came",
}
"""The key that opens what a step is done with."""
ON_MAP = {
    "perimeter": "‹m›: the map",
    "draw-perimeter": "‹m›: the map",
    "isolation": "‹m›: the map",
    "set-up": "‹m›: where",
}
"""The same where the campaign has a map in the program."""
PLAYERS = {
    " ": "You play both sides",
    "german": "You play the Russians, the program the Germans",
    "russian": "You play the Germans, the program the Russians",
    "russian german": "The program plays both sides",
}
"""Who plays whom, by the sides of the program."""
HELP = {
    "steps": "The steps of this phase: ✓ done, ► now; still to come: ○ yours, · the program's. ‹enter› explains a step "
    "and who does it.",
    "story": "Everything that happened. ‹enter› on a line shows the full record of a roll: dice, modifiers, table, "
    "row. :log roll shows rolls only.",
}


def hint_of(game: CampaignGame) -> str:
    """The keys that open what the present step is done with; none for a map that the campaign does not have."""
    word = game.step.step if game.step else game.state.stage
    return ", ".join(filter(None, (HINTS.get(word), ON_MAP.get(word) if game.board else None)))


class CampaignScreen(CampaignHome):
    """A campaign between its scenarios."""

    BINDINGS = KEYS
    LOG = "story"
    TOPICS = campaign_panes.TOPICS
    SWITCHES = "Options of this campaign"
    session: CampaignSession
    orders: CampaignOrders

    def __init__(self, session: CampaignSession) -> None:
        super().__init__(session)
        self.orders = CampaignOrders(self, session)
        self.draft = ""
        """What was typed on the page for a scenario's result and is not entered yet."""

    # -- layout ---------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        """Date line, figures, steps and log side by side, what is awaited, the command line, keys."""
        yield Static(id="top", markup=False)
        yield Static(id="figures", markup=False)
        with Horizontal(id="body"):
            for name, title in (("steps", "1 Steps"), ("story", "2 Log")):
                pane = LineList(id=name, classes=f"pane {'log' if name == 'story' else ''}", help_text=HELP[name])
                pane.border_title = title
                yield pane
        yield self.said
        yield Keyed(id="prompt")
        yield CommandLine(id="command", suggester=Completion(self.orders))
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the campaign; a new one tells its briefing, a resumed one its notices."""
        self._room()
        self.changed()
        self.query_one("#steps").focus()
        self._find_draft()
        if self.session.notices:
            self.app.push_screen(ListDialog("About this campaign", [Line(text) for text in self.session.notices]))
        elif len(self.session.moments) == 1:
            self.action_briefing(first=True)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        self._room()

    def _room(self) -> None:
        self.set_class(self.app.size.width < 100, "narrow")
        self.set_class(self.app.size.height < 30, "low")
        self._dated()

    def _dated(self) -> None:
        width = self.app.size.width - 2  # a column is left free at either end
        self.query_one("#top", Static).update(campaign_report.date_line(self.session.game, width))

    # -- showing --------------------------------------------------------------------------------------
    def changed(self) -> None:
        """The campaign is at another moment: show it everywhere."""
        game = self.session.game
        self._dated()
        self.query_one("#figures", Static).update("\n".join(campaign_report.figure_lines(game)))
        self.query_one("#prompt", Keyed).put(self._prompt())
        self.refresh_bindings()
        steps = self.query_one("#steps", LineList)
        lines = campaign_panes.step_lines(game)
        steps.border_title = f"1 Steps: {campaign_report.progress(game)}"
        steps.set_lines(lines)
        now = [place for place, line in enumerate(lines) if line.data is not None and line.data.mark == "now"]
        if now:
            steps.call_after_refresh(steps.move_to, now[0])
        self.show_log(self.topic)

    def _prompt(self) -> str:
        """What is awaited, and the key that opens what it is done with."""
        hint = hint_of(self.session.game)
        return legal(self.session.game).text + (f"  [{hint}]" if hint else "")

    def log_lines(self, topics: set[str] | None) -> list[Line]:
        """The log without secrets, several facts in a line."""
        return campaign_panes.log_lines(open_log(self.session, topics))

    def switches(self) -> Iterable[tuple[str, str, bool]]:
        """Who plays a side, who rolls."""
        state = self.session.game.state
        return ((name, words, state.option(name)) for name, (_, words) in OPTIONS.items())

    def why(self, facts: Sequence[Event], before: Sequence[Event], command: str, after: Sequence[Event]) -> ListDialog:
        """The whole record of facts: of one, with the rolls before it; of many alike, a list of them."""
        if len(facts) > 1:
            return ListDialog("Why?", [Line(event.describe(), "", event) for event in facts])
        return why_dialog(facts, before, command)

    # -- acts -----------------------------------------------------------------------------------------

    def action_next(self) -> None:
        """Finish this step and begin the next; what would be forfeited is said first."""
        self.orders.submit("next")

    def action_on(self) -> None:
        """`next` until a step needs the player, asks, or has something to be done on the map."""
        first = self.session.moments[-1].n
        while True:
            moment = self.session.moments[-1]
            self.action_next()
            now = self.session.moments[-1]
            if now is moment:
                break
            if stops_here(now.game, now.events):
                break
        steps = self.session.moments[-1].n - first
        if steps > 1:
            self.say(f"{steps} steps on. {self.said.last}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A result belongs to the scenario, a map to a campaign that has one, a hex is opened of a sealed set-up."""
        if action == "open_hex":
            return bool(self.session.game.state.sealed)
        if action == "result":
            return self.session.game.state.stage in ("scenario", "refit")
        if action == "map":
            return self.session.game.board is not None
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """The keys of the result and the map say why they do nothing."""
        if event.key == key_now(self, "m=campaign.map") and not self.check_action("map", ()):
            self.action_map()
        if event.key == key_now(self, "e=campaign.result") and not self.check_action("result", ()):
            self.say(
                "No: a result is entered once its scenario has been played; ‹n=campaign.next› goes on to it.", "bad"
            )

    def action_shop(self, shop: str = "") -> None:
        """The shops: Reinforcement Groups, or fortifications; at their own step that one opens by itself."""
        from sasl.tui.campaign.shop import ShopScreen

        step = self.session.game.step
        forts = shop == "forts" or (step is not None and step.step == "fortifications")
        self.app.push_screen(ShopScreen(self, forts))

    def action_result(self) -> None:
        """A page on which to type or paste the result of the scenario."""
        from sasl.tui.campaign.result_screen import ResultScreen

        self.app.push_screen(ResultScreen(self))

    def _find_draft(self) -> None:
        """What was typed before the campaign was left, and is not entered yet."""
        self.draft = kept_draft(program_of(self).folder, self.session.name) if self.session.name else ""
        if lines := len(self.draft.splitlines()):
            self.say(
                f"{counted(lines, 'line')} of a result typed earlier, not entered yet: ‹e=campaign.result›.", "key"
            )

    def keep_draft(self) -> None:
        """Beside the save of the campaign, if it has one; the line above the command line tells why not."""
        if not self.session.name:
            return
        try:
            keep_draft(program_of(self).folder, self.session.name, self.draft)
        except SaveError as error:
            self.say(str(error), "bad")

    def on_paste(self, event: events.Paste) -> None:
        """A pasted text of several lines is what a scenario has left."""
        pasted = event.text
        if "\n" in pasted.strip() and self.check_action("result", ()):
            event.stop()
            self.draft = "\n".join(filter(None, (self.draft.rstrip(), pasted)))
            self.action_result()

    def action_force(self, at: int = 0) -> None:
        """The Force Organizers, then the rosters; `at`: the page to begin with."""
        from sasl.tui.campaign.campaign_pages import side_pages

        self.app.push_screen(side_pages(self, at))

    def action_map(self) -> None:
        """The map, if the program has one."""
        if self.session.game.board is None:
            self.say("The program has no map for this campaign: enter control and Front Lines by hand.", "bad")
            return
        from sasl.tui.campaign.map_screen import CampaignMapScreen

        self.app.push_screen(CampaignMapScreen(self))

    def action_open_hex(self) -> None:
        """Ask which hex of a sealed set-up the player's units have reached, and open it."""

        def filled(found: dict[str, str] | None) -> None:
            if found and found["hex"].strip():
                self.orders.submit(f"what is in {found['hex'].strip()}")

        form = FormDialog("What is in", (("hex", "Hex that your units have reached, as in K12", ""),))
        self.app.push_screen(form, filled)

    def action_victory(self) -> None:
        """The campaign's VP line by line, and what the scenario is about."""
        game = self.session.game
        lines = [Line(text) for text in campaign_report.vp_lines(game)]
        for kind, text in game.campaign.scenario_texts.items():
            lines += [Line(kind.capitalize(), "head"), Line(text)]
        self.app.push_screen(ListDialog("Victory", lines))

    def action_briefing(self, first: bool = False) -> None:
        """What the campaign is about, and how to begin; the `first` time who plays whom is asked after it."""
        campaign = self.session.game.campaign
        lines = [Line(campaign.briefing), Line("")]
        lines += [Line("Before the Initial Scenario", "head")] * bool(campaign.initial_rules)
        lines += [Line(text, "dim") for text in campaign.initial_rules]
        lines += [
            Line(""),
            Line(
                "‹n=campaign.next› goes on step by step; ‹b› opens the charts; "
                "‹question_mark=campaign.help› shows help; undo always works.",
                "key",
            ),
        ]
        self.app.push_screen(
            ListDialog(campaign.title, lines), (lambda _: self.action_players(first=True)) if first else None
        )

    def action_players(self, first: bool = False) -> None:
        """Who plays whom? Left, you play both sides; O changes it at any time. The `first` time `agree` follows."""
        lines = [Line(words, "", sides) for sides, words in PLAYERS.items()]
        foot = "its number, then ‹enter›: accept   ‹escape›: you play both sides"
        dialog = PickDialog("Who plays whom? (‹O› changes it later)", lines, foot=foot, numbered=True, decides=True)

        def chosen(sides: str | None) -> None:
            for side in (sides or "").split():
                self.orders.submit(f"option {side}-plays on")
            if first and has_to_agree(self.session.game):
                self.orders.submit("agree")

        self.app.push_screen(dialog, chosen)

    def action_past(self, number: int | None = None) -> None:
        """Past moments, that one first: enter goes there; what to change on the map is listed."""
        now = self.session.moments[-1].n
        lines = []
        for moment in [*self.session.moments, *self.session.undone]:
            mark = "►" if moment.n == now else " "
            undone = " (undone)" if moment.n > now else ""
            look = "key" if moment.n == now else "dim" if moment.n > now else ""
            command = moment.command if len(moment.command) <= ECHO else f"{moment.command[:ECHO]}…"
            words = f"{mark}{moment.n:>4}  {command or 'the start'}  → {campaign_report.place(moment.game)}{undone}"
            lines.append(Line(words, look, str(moment.n)))
        dialog = PickDialog("Moments", lines, foot="‹enter›: go there   ‹space›: back")

        def chosen(number: str | None) -> None:
            if number is not None and int(number) != now:
                self.orders.step("jump", int(number))

        self.app.push_screen(dialog, chosen)
        dialog.call_after_refresh(lambda: dialog.query_one(LineList).move_to(now if number is None else number))

    def action_why(self) -> None:
        """The line under the cursor of the log, else the last roll of all."""
        pane = self.query_one("#story", LineList)
        line = pane.current if pane.has_focus else None
        if line is not None and line.data is not None:
            self.explain(*line.data.events)
            return
        rolls = [line for line in open_log(self.session, {"roll"}) if line.text != KEPT]
        if rolls:
            self.explain(*rolls[-1].events)
        else:
            self.say("Nothing has been rolled yet.", "dim")

    def action_pane(self, name: str) -> None:
        """Go to a pane."""
        self.query_one(f"#{name}", LineList).focus()

    def action_back(self) -> None:
        """Back to the steps."""
        self.query_one("#steps").focus()

    # -- messages -------------------------------------------------------------------------------------
    @on(LineList.Chosen)
    def chosen(self, event: LineList.Chosen) -> None:
        """Enter on a step tells what it is; on a log line the record behind it."""
        data = event.line.data
        if isinstance(data, campaign_report.StepLine):
            self.app.push_screen(ListDialog(data.step.title, campaign_panes.about_step(self.session.game, data)))
        elif isinstance(data, campaign_panes.Entry):
            self.explain(*data.events)
