"""The play screen: the map, the panes beside it, what is awaited, and the command line."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Iterable, Sequence
from time import perf_counter

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from sasl.asl.game import events as ev
from sasl.asl.game.events import Event
from sasl.asl.game.minds import DOCTRINES
from sasl.asl.game.state import Suspect, Unit, Weapon
from sasl.asl.game.switches import OPTIONS
from sasl.kernel.orders.commands import NO_CHANGE
from sasl.kernel.text import counted, listed
from sasl.minds.played_sides import may_act
from sasl.orders.adjust_orders import option_words, stands
from sasl.saves.history import LogLine
from sasl.saves.session import Session
from sasl.solitaire.briefing.lessons import Lessons
from sasl.solitaire.briefing.outcome import Outcome, doubtful, doubts_words, outcome
from sasl.solitaire.briefing.prompts import awaited, halt_words, may_answer
from sasl.solitaire.briefing.sources import opening
from sasl.solitaire.setup.friendly_setup import unplaced
from sasl.tui.help import PANE_HELP, legend_lines
from sasl.tui.map.map_arrows import Kind as ArrowKind
from sasl.tui.map.map_view import MapView
from sasl.tui.play.layout import Layout
from sasl.tui.play.ordering.game_orders import GameOrders
from sasl.tui.play.ordering.running import PAINT, Running, idle_words
from sasl.tui.play.planning.foresight import Foresight
from sasl.tui.play.planning.plan_line import PlanLine
from sasl.tui.play.planning.selection import Selection
from sasl.tui.play.planning.unit_orders import pick_order
from sasl.tui.play.pointing.aim_mode import AimMode
from sasl.tui.play.pointing.drawing import DrawMode
from sasl.tui.play.pointing.map_acts import MapActs
from sasl.tui.play.pointing.mouse import Mouse
from sasl.tui.play.pointing.walk import Walk, stops
from sasl.tui.play.telling import panes
from sasl.tui.play.telling.act_words import act_words, last_reason
from sasl.tui.play.telling.axes_signs import AxesOnMap
from sasl.tui.play.telling.last_word import outcome_words, shortened
from sasl.tui.play.telling.pointer import Pointer, last_fight
from sasl.tui.play.telling.setup_pane import setup_lines
from sasl.tui.play.vasl_beside import Beside
from sasl.tui.typed_orders import Completion
from sasl.tui.widgets.bars import KEYS, CommandLine, KeyLine, LessonBox
from sasl.tui.widgets.dialogs import ListDialog, why_dialog
from sasl.tui.widgets.keyed import Keyed, key_now
from sasl.tui.widgets.lines import Line, LineList

SLOW = 0.2
"""Seconds that a command may take without a word."""
FIRST = ("confirm-acts", "confirm-fire", "fire-stops", "enemy-plays", "friendly-plays")
"""The switches that a player turns most often."""


class PlayScreen(MapActs):
    """A game in play."""

    BINDINGS = KEYS
    BRIEFING = True
    TOPICS = panes.TOPICS
    HELP_FOOT = "‹space›: back   ‹L›: the map's legend"
    UNUSED: tuple[str, ...] = ()
    """Acts whose keys are not shown, as they have no use on this screen."""
    session: Session
    orders: GameOrders

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.orders = GameOrders(self, session)
        self.map = MapView(id="map")
        self.selection = Selection()
        self.pane = "setup" if session.game.state.stage not in ("play", "over") else "log"
        self.room = Layout(self)
        self.walk = Walk()
        self.lesson = LessonBox()
        self._lessons = Lessons()
        self.firers: list[str] = []
        """Who may fire at the units that move now."""
        self.enemy_acts = False
        """Whether this is a phase in which the ENEMY acts by itself."""
        self._moment = session.game.state.moment
        self._slow = True
        """Whether the ENEMY's next decision may take a while: the first one of a phase, or the last one did."""
        self.foresight = Foresight(self)
        self.aiming = AimMode(self)
        self.drawing = DrawMode(self)
        self.plan_line = PlanLine(self)
        self.axes = AxesOnMap(self)
        self.map.mouse = Mouse(self)
        self.beside = Beside(self)
        self.pointer = Pointer(self)
        self.running = Running(self)

    # -- layout ---------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        """Top line, map and panes, what is awaited, the command line, keys."""
        self.room.begin()
        yield Static(id="top", markup=False)
        with Horizontal(id="body"):
            self.map.border_title = "Map"
            yield self.map
            with Vertical(id="side"):
                for name, title in (
                    ("hex", "1 Hex"),
                    ("setup", "5 Set-up"),
                    ("vp", "4 VP"),
                    ("enemy", "3 ENEMY"),
                    ("log", "2 Log"),
                ):
                    pane = LineList(id=name, classes=f"pane {name}", help_text=PANE_HELP[name])
                    pane.border_title = title
                    yield pane
        yield self.lesson
        yield Static(id="here", markup=False)
        yield self.said
        yield Keyed(id="prompt")
        yield CommandLine(id="command", suggester=Completion(self.orders))
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the game; notices of a resumed game come first. Nothing if the program is told to end meanwhile."""
        if not self.is_attached:
            return
        self.map.show_game(self.session.game)
        self.room.lay_out()
        self.changed()
        self.foresight.begin()
        self.map.when_moved, self.map.when_zoomed = self.show_hex, self.room.share
        self.beside.begin()
        left = self.room.taken_back
        self.query_one(CommandLine).remember([*self.session.given(), *[left] * bool(left)])
        if left:
            again = "give it again (‹colon› ‹up› ‹enter›) for the same dice"
            self.say(f"'{left}' was waiting for an answer and is taken back: {again}.", "key")
        self.set_focus(self.map)  # at once: later it would take the focus from a line that is being typed
        if self.session.notices:
            self.app.push_screen(ListDialog("About this game", [Line(text) for text in self.session.notices]))
        elif self.BRIEFING and len(self.session.moments) == 1:
            mission = self.session.game.mission
            lines = [
                Line(mission.briefing),
                Line(""),
                *(Line(text, "house") for text in opening(self.session.game)),
                Line(""),
                Line(
                    "‹n=play.next› goes on step by step; ‹question_mark› shows help; nothing is lost when you quit.",
                    "key",
                ),
            ]
            self.app.push_screen(ListDialog(mission.title, lines))

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        self.room.lay_out()
        self._top()

    def on_unmount(self) -> None:
        """Keep where the player looked, and let others open the game."""
        self.room.keep()
        super().on_unmount()

    # -- showing --------------------------------------------------------------------------------------
    def changed(self) -> None:
        """The game is at another moment: show it everywhere."""
        game = self.session.game
        self.plan_line.forget()
        self.selection.keep(game)
        if game.state.moment != self._moment:  # another phase: nobody is taken any more
            self._moment = game.state.moment
            self.selection.clear()
            self.refresh_bindings()
            self.foresight.begin()
        self.map.show_game(game)
        if game.state.stage in ("play", "over") and self.pane == "setup" and len(self.session.moments) > 1:
            self.pane = "log"
            self.room.lay_out()
        for mode in (self.aiming, self.drawing):
            mode.end() if mode.on else None
        self.map.mark(path=(), los={}, shots={})
        self.axes.show()
        self.firers = may_answer(game)
        self.orders.halts.recall()
        if self.enemy_acts != (acts := may_act(game, "ENEMY")):
            self.enemy_acts = acts
            self.refresh_bindings()
        self.query_one(KeyLine).hide(*self.UNUSED, *self.running.idle_keys(halted=bool(self.orders.halts.rest)))
        self.show_selection()
        self._point()
        self._top()
        self.query_one("#prompt", Keyed).put(self._prompt())
        self.lesson.show(self._lessons.present(self.session.moments) if self.session.kind == "game" else None)
        self._fill("vp", panes.vp_lines(game))
        self._fill("enemy", panes.roster_lines(game))
        self.show_log(self.topic)

    def _point(self) -> None:
        """Arrows at the map's rim: to the last fight, and to own units that may still act."""
        far: dict[str, ArrowKind] = {
            stop.place: "own" for stop in stops(self.session.game) if stop.units and stop.place
        }
        fight = last_fight(self.session)
        self.map.point_to(far | ({fight: "fight"} if fight else {}))

    def _prompt(self) -> str:
        """What is awaited; while a move has halted, who may fire at it and how it goes on."""
        news = f"{self.beside.news} (‹V›). " if self.beside.news else ""
        return news + self._awaited()

    def _awaited(self) -> str:
        game, how = self.session.game, self.orders.halts.words()
        if self.firers:
            return f"{halt_words(game)}. {how}."
        text = awaited(game, keys=True)
        return f"{how}. {text}" if how else text

    def show_news(self) -> None:
        """What is awaited, with what VASL has saved."""
        self.query_one("#prompt", Keyed).put(self._prompt())

    def _fill(self, pane: str, lines: Sequence[Line]) -> None:
        self.query_one(f"#{pane}", LineList).set_lines(lines)

    def _top(self) -> None:
        self.query_one("#top", Static).update(panes.top_words(self.session.game, self.app.size.width), layout=False)

    def show_hex(self) -> None:
        """What is in the hex under the cursor, and what the taken units could do there."""
        game, name = self.session.game, self.map.cursor
        sight = self.selection.sight_words(game, name)
        lines = panes.hex_lines(game, name, self.selection.taken(), sight)
        self._fill("hex", lines)
        if self.map.shots:
            self.map.mark(shots={}, los={})
        self.show_plan()
        taken = self.selection.taken()
        pieces = [line.data for line in lines[1:] if line.data is not None]
        outside = [piece for piece in pieces if isinstance(piece, Unit) and not piece.hex]
        short = ["● " * (piece.id in taken) + piece.id for piece in pieces if piece not in outside]
        short += [f"{counted(len(outside), 'unit')} off the map may enter here"] * bool(outside)
        here = " │ ".join(part for part in (panes.hex_words(game, name), ", ".join(short), sight) if part)
        self.query_one("#here", Static).update(here, layout=False)

    def show_selection(self) -> None:
        """The taken units on the map: where they can go, who sees them."""
        game = self.session.game
        reach = self.selection.reach(game)
        by_road = self.selection.reach_by_road(game, reach)
        self.map.mark(
            selected=self.selection.places(game),
            reach=reach | by_road,
            by_road=by_road,
            seen=self.selection.seen_by(game),
        )
        self.show_hex()
        self._fill("setup", setup_lines(game, self.selection.ids))

    def show_plan(self) -> None:
        """What the taken units could do at the cursor: their aim, the way that is drawn, or theirs to go there."""
        if self.aiming.on:
            self.plan_line.forget()
            self.aiming.show()
        elif self.drawing.on:
            self.drawing.step()
        else:
            self._show_way()

    def _show_way(self) -> None:
        """The way from the taken stack to the cursor and its MF; the last result is back when there is none."""
        plan = self.selection.plan(self.session.game, self.map.cursor) if self.selection.ids else None
        self.map.mark(plan=plan.way[1:] if plan and not plan.fault else ())
        if plan:
            self.plan_line.show(plan)
        else:
            self.plan_line.forget()
            self.said.hint()

    def happened(self, command: str, facts: tuple[ev.Event, ...]) -> None:
        """A command was done: show it, its last word, and the way it took on the map."""
        self.changed()
        told = [event for event in facts if isinstance(event, ev.Told)]
        if told and told[-1].tag == "los":
            self.pointer.los(*told[-1].hexes)
        self.pointer.done(facts)
        came = [self.outcome(facts).text, doubts_words(doubtful(self.session.moments[-2:][0].game, facts))]
        self.say(". ".join(filter(None, (*came, self.details(command, facts)))))

    def details(self, command: str, facts: tuple[ev.Event, ...]) -> str:
        """The last word of a command, which stands behind what came of it."""
        came = outcome_words(facts)
        told = came if came.casefold() != command.casefold() else ""
        words = act_words(facts) or f"> {shortened(command)}: {told or ('done' if facts else NO_CHANGE)}"
        return " ".join(filter(None, (words, self.beside.to_do(facts))))

    def outcome(self, facts: Sequence[Event]) -> Outcome:
        """What the last command has changed: a look changes nothing, and what came before it was told.

        S? that are taken off, and nothing else, are named by the last word of the command.
        """
        moments = self.session.moments
        if all(isinstance(event, (ev.Told, ev.SuspectRemoved)) for event in facts):
            return Outcome()
        return outcome(moments[-2].game, self.session.game, facts) if len(moments) > 1 else Outcome()

    def take_for(self, act: ev.Decided) -> None:
        """Take the units of an act that the player vetoed, so that he can give his own order."""
        self.selection.clear()
        units = [
            self.session.game.state.units[key] for key in act.ids or (act.key,) if key in self.session.game.state.units
        ]
        self.selection.ids = {unit.id: None for unit in units}
        if units and units[0].hex:
            self.map.set_cursor(units[0].hex)
        self.show_selection()
        self.say(
            f"{listed(self.selection.ids) or act.key} taken: give your own order (‹m› moves, ‹f› fires, ‹o› "
            "lists them, "
            "or type it); ‹n›: the ENEMY goes on.",
            "key",
        )

    def log_lines(self, topics: set[str] | None) -> list[Line]:
        """The log as lines."""
        return panes.log_lines(self.session.log(topics))

    def switches(self) -> Iterable[tuple[str, str, bool]]:
        """What a player turns most often first."""
        game = self.session.game
        names = [*FIRST, *(name for name in OPTIONS if name not in FIRST)]
        return ((name, option_words(game, name), stands(game, name)) for name in names)

    def why(self, facts: Sequence[Event], before: Sequence[Event], command: str, after: Sequence[Event]) -> ListDialog:
        """Records; of a decision what came of it, too, and what the figures mean that decided it."""
        fact = facts[0]
        if not isinstance(fact, ev.Decided):
            return why_dialog(facts, before, command)
        whole = self.session.game.library.doctrine(DOCTRINES["ENEMY"])  # it says of each figure what it is
        weights = [name for name in whole.figures if name.startswith("weight-")] if fact.target else []
        glossary = whole.glossary([*fact.reasons, whole.words(*weights)])
        return why_dialog(facts, before, command, after, glossary)

    def open_log(self, topic: str) -> None:
        """The log, as the player asked for it, with the focus."""
        if self.show_log(topic):
            self.action_pane("log")

    # -- acts -----------------------------------------------------------------------------------------
    async def action_next(self) -> None:
        """Go on: the next step, the ENEMY's next act, the next phase; what would be left undone is said first."""
        await self._patiently("next", self.enemy_acts and self._slow)

    async def action_enemy(self, how: str) -> None:
        """The ENEMY acts up to its next shot; or on and on until the player has something to decide."""
        if how == "phase":
            self.running.begin()
            await self.running.go()
        else:
            await self._patiently(f"enemy {how}", True)

    def on_key(self, event: events.Key) -> None:
        """A key of the ENEMY's runs says why it does nothing where there is nothing to run."""
        runs = {key_now(self, "e=play.enemy-shot"): "shot", key_now(self, "E=play.enemy-phase"): "phase"}
        if event.key in runs and not self.check_action("enemy", (runs[event.key],)):
            self.say(f"No: {idle_words(self.session.game, runs[event.key])}", "bad")

    async def _patiently(self, line: str, slow: bool) -> None:
        """Run a command; one that may be slow says so first. Keys wait until it is done."""
        if slow:
            self.said.hint("The ENEMY thinks …", "key")
            await sleep(PAINT)
        begun, phase = perf_counter(), self.session.game.state.moment
        self.orders.submit(line)
        self._slow = perf_counter() - begun > SLOW or self.session.game.state.moment != phase

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of the ENEMY's runs are there when it may act; while a way is drawn its own are, and no pane's."""
        runs = self.running.may if parameters == ("phase",) else self.enemy_acts
        there = {"enemy": runs, "rub_out": self.drawing.on}
        if action == "pane" and self.drawing.on:  # 4 5 6 lie among the digits that draw
            return False
        return there[action] if action in there else super().check_action(action, parameters)

    def action_go_on(self) -> None:
        """The move that halted under fire goes on."""
        self.orders.halts.go_on()

    def action_orders(self) -> None:
        """Everything the taken units may be told now; enter tells it, or puts it on the command line."""
        pick_order(self)

    def action_why(self) -> None:
        """Explain the log line under the cursor of the log pane, else the ENEMY's last act or the last roll."""
        pane = self.query_one("#log", LineList)
        line = pane.current if pane.has_focus else None
        if facts := line.data.events if line else last_reason(self.session):
            self.explain(*facts)

    def action_advise(self) -> None:
        """What the built-in commander would do with the taken units, or with anybody; nothing is done."""
        self.orders.submit(f"advise {','.join(self.selection.ordered())}".strip())

    def action_axes(self) -> None:
        """The plan on the map, drawn up anew; or off it."""
        self.axes.toggle()

    def action_past(self, number: int | None = None) -> None:
        """Look at past moments; enter there jumps."""
        from sasl.tui.play.past import TYPE, PastScreen

        def chosen(moment: int | None) -> None:
            if moment == TYPE:
                self.action_command()
            elif moment is not None:
                self.orders.step("jump", moment)

        self.app.push_screen(PastScreen(self.session, self.map.zoom_step, self.map.cursor, number), chosen)

    def action_legend(self) -> None:
        """The legend of the map."""
        self.app.push_screen(ListDialog("Legend", legend_lines(), foot="‹space›: back"))

    def leave_pane(self) -> None:
        """Show the log again where a pane that was only looked at stands in its place: the VP, the ENEMY."""
        if self.pane in ("vp", "enemy") and self.focused is self.query_one(f"#{self.pane}"):
            self.pane = "log"
            self.room.lay_out()

    def action_pane(self, name: str) -> None:
        """Show a pane and go to it; the same key again goes back to the map and leaves the pane beside it."""
        pane = self.query_one(f"#{name}", LineList)
        if self.focused is pane:
            self.remove_class("pane-open")
            self.set_focus(self.map)
            return
        if name != "hex" or self.has_class("narrow"):
            self.pane = name
        self.set_class(self.has_class("narrow"), "pane-open")
        self.room.lay_out()
        self.call_after_refresh(pane.focus)

    @on(events.Click, "#prompt")
    async def prompt_clicked(self) -> None:
        """A click on what is awaited goes on: with a move that has halted, the set-up that waits, else what is next."""
        game = self.session.game
        if self.orders.halts.rest:
            self.action_go_on()
        elif game.state.stage == "set-up" and unplaced(game):
            self.orders.submit("deploy")
        else:
            await self.action_next()

    # -- messages -------------------------------------------------------------------------------------
    @on(LineList.Chosen)
    def chosen(self, event: LineList.Chosen) -> None:
        """Enter on a line: explain it, take the unit, go to the hex, or type the value."""
        data = event.line.data
        if isinstance(data, LogLine):
            self.explain(*data.events)
        elif isinstance(data, Weapon):
            self.selection.toggle_arm(self.session.game, data)
            self.show_selection()
        elif isinstance(data, Unit) and (event.sender.id == "hex" or not data.hex):
            self.selection.toggle(self.session.game, data)
            self.show_selection()
        elif isinstance(data, (Unit, Suspect)):
            self.map.set_cursor(data.hex or self.map.cursor)
            self.action_back() if self.has_class("narrow") else None
        elif isinstance(data, tuple):
            self.action_command(f"{data[0]} {data[1]} ")
        elif isinstance(data, str):
            self.map.set_cursor(data)
