"""The play screen: the map, the panes beside it, what is awaited, and the command line."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from sasl.asl.game import events as ev
from sasl.asl.game.events import Event
from sasl.asl.game.state import OPTIONS, Suspect, Unit, Weapon
from sasl.kernel.text import listed
from sasl.minds.mind import may_act
from sasl.orders.engine import legal
from sasl.saves.session import LogLine, Session
from sasl.solitaire.lessons import present
from sasl.solitaire.outcome import Outcome, outcome
from sasl.solitaire.prompts import halt_words, may_answer
from sasl.solitaire.sources import opening
from sasl.tui import panes
from sasl.tui.aftermath import Pointer, act_words, last_reason, outcome_words
from sasl.tui.aiming import AimMode, can_shoot, fire_side
from sasl.tui.bars import KEYS, CommandLine, KeyLine, LessonBox
from sasl.tui.dialogs import ListDialog, why_dialog
from sasl.tui.game_orders import GameOrders
from sasl.tui.game_screen import GameScreen
from sasl.tui.help import PANE_HELP, legend_lines
from sasl.tui.lines import Line, LineList
from sasl.tui.map_kept import Look, keep_look, kept_look
from sasl.tui.map_view import MapView
from sasl.tui.orders import Completion
from sasl.tui.selection import Selection, move_line, repeated
from sasl.tui.setup_pane import setup_lines
from sasl.tui.unit_orders import pick_order
from sasl.tui.walk import Walk

if TYPE_CHECKING:
    from sasl.tui.app import SaslApp

SLOW = 0.2
"""Seconds that a command may take without a word."""
PAINT = 0.03
"""Seconds for the screen to say what takes longer."""
FIRST = ("confirm-acts", "confirm-fire", "fire-stops", "enemy-plays")
"""The switches that a player turns most often."""
SMALL = 12
"""So many hexrows show at the near zoom beside the panes."""
PANES = ("hex", "log", "enemy", "vp", "setup")


class PlayScreen(GameScreen):
    """A game in play."""

    BINDINGS = KEYS
    BRIEFING = True
    TOPICS = panes.TOPICS
    HELP_FOOT = "space: back   L: the map's legend"
    session: Session
    orders: GameOrders

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.orders = GameOrders(self, session)
        self.map = MapView(id="map")
        self.selection = Selection()
        self.pane = "setup" if session.game.state.stage not in ("play", "over") else "log"
        self._placed = False
        self.walk = Walk()
        self.lesson = LessonBox()
        self.firers: list[str] = []
        """Who may fire at the units that move now."""
        self.enemy_acts = False
        """Whether this is a phase in which the ENEMY acts by itself."""
        self._moment = session.game.state.moment
        self._slow = True
        """Whether the ENEMY's next decision may take a while: the first one of a phase, or the last one did."""
        self.aiming = AimMode(self)
        self.pointer = Pointer(self)

    # -- layout ---------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        """Top line, map and panes, what is awaited, the command line, keys."""
        self._choose_layout()
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
        yield Static(id="prompt", markup=False)
        yield CommandLine(id="command", suggester=Completion(self.orders))
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the game; notices of a resumed game are told first."""
        self.map.show_game(self.session.game)
        self._lay_out()
        self.changed()
        self.map.when_moved = self.show_hex
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
                Line("n goes on step by step; ? helps; nothing is lost on quitting.", "key"),
            ]
            self.app.push_screen(ListDialog(mission.title, lines))

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        self._lay_out()
        self._top()

    def on_unmount(self) -> None:
        """Keep where the player looked, and let others open the game."""
        if self.session.name:
            zoom = self.map.zoom_step if self.map.chosen else -1
            keep_look(cast("SaslApp", self.app).folder, self.session.name, Look(self.map.cursor, zoom))
        super().on_unmount()

    def _choose_layout(self) -> None:
        """The classes that say how much room there is and which pane is shown."""
        width, height = self.app.size
        self.set_class(width < 100, "narrow")
        self.set_class(height < 30, "low")
        self.set_class(width >= 160 and height >= 44, "wide")
        for name in PANES:
            self.set_class(self.pane == name, f"show-{name}")

    def _lay_out(self) -> None:
        self._choose_layout()
        if not self.map.chosen:
            near = self.has_class("narrow") or self.has_class("wide") or self._small()
            self.map.set_zoom(2 if near else 0)
        if not self._placed:
            self._placed = True
            self._first_look()

    def _small(self) -> bool:
        """Whether the map has so few hexrows that all of them show at the near zoom."""
        board = self.session.game.board
        return len({board.hex(name).col for name in board.names()}) <= SMALL

    def _first_look(self) -> None:
        """Begin where the FRIENDLY set-up line is; in the middle of the map if there is none."""
        game = self.session.game
        corners = game.mission.area.set_up_line or sorted(game.board.names(), key=game.board.hex)
        self.map.set_cursor(corners[len(corners) // 2])
        kept = kept_look(cast("SaslApp", self.app).folder, self.session.name) if self.session.name else None
        if kept is not None:
            self.map.choose_zoom(kept.zoom)
            self.map.set_cursor(kept.cursor)
        self.map.call_after_refresh(self.map.follow)

    # -- showing --------------------------------------------------------------------------------------
    def changed(self) -> None:
        """The game is at another moment: show it everywhere."""
        game = self.session.game
        self.selection.keep(game)
        if game.state.moment != self._moment:  # another phase: nobody is taken any more
            self._moment = game.state.moment
            self.selection.clear()
            self.refresh_bindings()
        self.map.show_game(game)
        if game.state.stage in ("play", "over") and self.pane == "setup" and len(self.session.moments) > 1:
            self.pane = "log"
            self._lay_out()
        if self.aiming.names:
            self.aiming.end()
        self.map.mark(path=(), los={}, shots={})
        self.firers = may_answer(game)
        self.orders.halts.recall()
        if self.enemy_acts != (acts := may_act(game, "ENEMY")):
            self.enemy_acts = acts
            self.refresh_bindings()
        self.show_selection()
        self._top()
        self.query_one("#prompt", Static).update(self._prompt())
        self.lesson.show(present(self.session.moments) if self.session.kind == "game" else None)
        self._fill("vp", panes.vp_lines(game))
        self._fill("enemy", panes.roster_lines(game))
        self.show_log(self.topic)

    def _prompt(self) -> str:
        """What is awaited; while a move has halted, who may fire at it and how it goes on."""
        game, how = self.session.game, self.orders.halts.words()
        if self.firers:
            return f"{halt_words(game)}. {how}."
        return f"{how}. {legal(game).text}" if how else legal(game).text

    def _fill(self, pane: str, lines: Sequence[Line], *, at_end: bool = False) -> None:
        self.query_one(f"#{pane}", LineList).set_lines(lines, at_end=at_end)

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
        if self.aiming.names:
            self.aiming.show()
        else:
            self._show_plan()
        taken = self.selection.taken()
        short = ["● " * (line.data.id in taken) + line.data.id for line in lines[1:] if line.data is not None]
        here = " │ ".join(part for part in (panes.hex_words(game, name), ", ".join(short), sight) if part)
        self.query_one("#here", Static).update(here, layout=False)

    def show_selection(self) -> None:
        """The taken units on the map: where they can go, who sees them."""
        game = self.session.game
        units = self.selection.units(game)
        place = units[0].hex if units else None
        reach = self.selection.reach(game)
        by_road = self.selection.reach_by_road(game, reach)
        self.map.mark(selected=place or "", reach=reach | by_road, by_road=by_road, seen=self.selection.seen_by(game))
        self.show_hex()
        self._fill("setup", setup_lines(game, self.selection.ids))

    def _show_plan(self) -> None:
        """The way from the taken stack to the cursor and its MF; the last result is back when there is none."""
        plan = self.selection.plan(self.session.game, self.map.cursor) if self.selection.ids else None
        self.map.mark(plan=plan.way[1:] if plan and not plan.fault else ())
        if plan:
            self.said.hint(plan.text, "key" if not plan.fault and plan.spent <= plan.limit else "bad")
        else:
            self.said.hint()

    def happened(self, command: str, facts: tuple[ev.Event, ...]) -> None:
        """A command was done: show it, its last word, and the way it took on the map."""
        self.changed()
        told = [event for event in facts if isinstance(event, ev.Told)]
        if told and told[-1].tag == "los":
            self.pointer.los(*told[-1].hexes)
        self.pointer.done(facts)
        came = self.outcome(facts).text
        details = act_words(facts) or f"> {command}: {outcome_words(facts) or command}"
        self.say(f"{came}. {details}" if came else details)

    def outcome(self, facts: Sequence[Event]) -> Outcome:
        """What the last command has changed."""
        moments = self.session.moments
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
            f"{listed(self.selection.ids) or act.key} taken: give your own order (m moves, f fires, o lists them, "
            "or type it); n: the ENEMY goes on.",
            "key",
        )

    def log_lines(self, topics: set[str] | None) -> list[Line]:
        """The log as lines."""
        return panes.log_lines(self.session.log(topics))

    def switches(self) -> Iterable[tuple[str, str, bool]]:
        """What a player turns most often first."""
        state = self.session.game.state
        names = [*FIRST, *(name for name in OPTIONS if name not in FIRST)]
        return ((name, OPTIONS[name][1], state.option(name)) for name in names)

    def why(self, facts: Sequence[Event], before: Sequence[Event], command: str, after: Sequence[Event]) -> ListDialog:
        """A record; of a decision what came of it, too."""
        return why_dialog(facts[0], before, command, after if isinstance(facts[0], ev.Decided) else ())

    def open_log(self, topic: str) -> None:
        """The log, as the player asked for it, with the focus."""
        if self.show_log(topic):
            self.action_pane("log")

    # -- acts -----------------------------------------------------------------------------------------
    async def action_next(self) -> None:
        """Go on: the next step, the ENEMY's next act, the next phase; what would be left undone is told first."""
        await self._patiently("next", self.enemy_acts and self._slow)

    async def action_enemy(self, how: str) -> None:
        """The ENEMY acts up to its next shot, or to the end of the phase."""
        await self._patiently(f"enemy {how}", True)

    async def _patiently(self, line: str, slow: bool) -> None:
        """Run a command; one that may be slow says so first. Keys wait until it is done."""
        if slow:
            self.said.hint("The ENEMY thinks …", "key")
            await sleep(PAINT)
        begun, phase = perf_counter(), self.session.game.state.moment
        self.orders.submit(line)
        self._slow = perf_counter() - begun > SLOW or self.session.game.state.moment != phase

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of the ENEMY's runs are there when it may act."""
        return self.enemy_acts if action == "enemy" else super().check_action(action, parameters)

    def action_move(self) -> None:
        """Move, advance, rout or place the taken units, as the phase has it."""
        if self.selection.ids:
            self.orders.submit(move_line(self.session.game, self.selection.ordered(), self.map.cursor))
        else:
            self.say("No: take units first (space on their hex).", "bad")

    def action_only(self) -> None:
        """Take one unit of the stack under the cursor alone, the next one each time."""
        text = self.selection.only_one(self.session.game, self.map.cursor)
        self.show_selection()
        self.say(text, "dim")

    def action_again(self) -> None:
        """The last move or fire once more, in the same manner: the taken units, to the cursor."""
        ids = [*self.selection.ordered(), *self.selection.arms]
        order = repeated(self.session, ids, self.map.cursor) if ids else None
        if order is None:
            self.say("No: take units, put the cursor on the hex; r gives the last move or fire once more.", "bad")
        else:
            self.orders.submit(order.line())

    def action_fire(self) -> None:
        """Aim with the taken units, then fire at the cursor; in the log pane: the next topic.

        With nobody taken: the stack under the cursor, or whoever may fire at those who move.
        """
        if self.focused is not None and self.focused.id == "log":
            place = panes.TOPICS.index(self.topic)
            self.open_log(panes.TOPICS[(place + 1) % len(panes.TOPICS)])
            return
        if self.aiming.names:
            self.aiming.shoot()
            return
        game, taken = self.session.game, self.selection
        side = next((unit.side for unit in taken.units(game)), "")
        if self.firers and not taken.arms and side != game.state.units[self.firers[0]].side:
            self.orders.halts.ask()
            return
        if not taken.ids and not taken.arms:
            side = fire_side(game)
            if not any(can_shoot(game, unit) for unit in game.state.units_at(self.map.cursor, side)):
                self.say("No: take who fires first (space on their hex; enter in the hex pane takes one SW).", "bad")
                return
            taken.ids = {unit.id: None for unit in game.state.units_at(self.map.cursor, side) if not unit.carrier}
            self.show_selection()
        self.aiming.begin()

    @property
    def _walks(self) -> bool:
        """Whether tab goes to the next stack that has something to do, not to the next pane."""
        return self.focused is self.map and self.session.game.state.stage in ("set-up", "play")

    def words_of(self, binding: Binding) -> str:
        """What a key does now, for the key line."""
        if binding.action == "next_target" and not (self._walks or self.aiming.names):
            return "next pane"
        return super().words_of(binding)

    def action_next_target(self, step: int = 1) -> None:
        """While aiming the next target; on the map the next stack that can still act; elsewhere the next pane."""
        if self.aiming.names:
            self.aiming.next_target()
        elif self._walks:
            self.walk.on(self, step)
        elif step > 0:
            self.app.action_focus_next()
        else:
            self.app.action_focus_previous()

    def action_go_on(self) -> None:
        """The move that halted under fire goes on."""
        self.orders.halts.go_on()

    def action_orders(self) -> None:
        """Everything the taken units may be told now; enter tells it, or puts it on the command line."""
        pick_order(self)

    def action_sight(self) -> None:
        """The LOS from the taken stack to the cursor."""
        units = self.selection.units(self.session.game)
        if units and units[0].hex and units[0].hex != self.map.cursor:
            self.orders.submit(f"los {units[0].hex} {self.map.cursor}")
        else:
            self.say("No: take a stack, then put the cursor on the hex it looks at.", "bad")

    def action_why(self) -> None:
        """Explain the log line under the cursor of the log pane, else the ENEMY's last act or the last roll."""
        pane = self.query_one("#log", LineList)
        line = pane.current if pane.has_focus else None
        fact = line.data.event if line else last_reason(self.session)
        if fact is not None:
            self.explain(fact)

    def action_advise(self) -> None:
        """What the built-in commander would do with the taken units, or with anybody; nothing is done."""
        self.orders.submit(f"advise {','.join(self.selection.ordered())}".strip())

    def action_past(self, number: int | None = None) -> None:
        """Look at past moments; enter there jumps."""
        from sasl.tui.past import PastScreen

        def chosen(moment: int | None) -> None:
            if moment is not None:
                self.orders.step("jump", moment)

        self.app.push_screen(PastScreen(self.session, self.map.zoom_step, self.map.cursor, number), chosen)

    def action_legend(self) -> None:
        """The legend of the map."""
        self.app.push_screen(ListDialog("Legend", legend_lines(), foot="space: back"))

    def action_pane(self, name: str) -> None:
        """Show a pane and go to it; the same key again goes back to the map."""
        pane = self.query_one(f"#{name}", LineList)
        if self.focused is pane:
            self.action_back()
            return
        if name != "hex" or self.has_class("narrow"):
            self.pane = name
        self.set_class(self.has_class("narrow"), "pane-open")
        self._lay_out()
        self.call_after_refresh(pane.focus)

    def action_back(self) -> None:
        """Back to the map; there: let the taken units go and clear lines."""
        self.query_one(CommandLine).value = ""
        if self.focused is not self.map:
            self.remove_class("pane-open")
            self.set_focus(self.map)
            return
        if self.aiming.names:
            self.aiming.end()
            return
        if self.selection.ids or self.selection.arms:
            self.selection.clear()
            self.say("Let go.", "dim")
        self.map.mark(path=(), los={}, targets=(), shots={})
        self.map.follow()
        self.show_selection()

    # -- messages -------------------------------------------------------------------------------------
    @on(MapView.Taken)
    def taken(self, event: MapView.Taken | None = None) -> None:
        """Take or let go the stack under the cursor; while aiming: enter fires, space adds a stack."""
        if self.aiming.names and event is not None:
            self.aiming.join() if event.key == "space" else self.aiming.shoot()
            return
        text = self.selection.toggle_hex(self.session.game, self.map.cursor)
        self.show_selection()
        self.say(text, "dim")

    @on(LineList.Chosen)
    def chosen(self, event: LineList.Chosen) -> None:
        """Enter on a line: explain it, take the unit, go to the hex, or type the value."""
        data = event.line.data
        if isinstance(data, LogLine):
            self.explain(data.event)
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
