"""The play screen: the map, the panes beside it, what is awaited, and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from sasl.game import events as ev
from sasl.game.sight import look
from sasl.game.state import Suspect, Unit
from sasl.play.engine import legal
from sasl.saves.session import LogLine, Session
from sasl.tui import panes
from sasl.tui.command_line import CommandLine
from sasl.tui.dialogs import ListDialog, why_dialog
from sasl.tui.help import PANE_HELP, help_lines, legend_lines
from sasl.tui.key_line import KeyLine
from sasl.tui.lines import Line, LineList
from sasl.tui.map_view import MapView, los_line
from sasl.tui.runner import Runner
from sasl.tui.selection import Selection, move_line

PANES = ("hex", "log", "enemy", "vp", "setup")


class PlayScreen(Screen[None]):
    """A game in play."""

    BINDINGS = [
        Binding("n", "run('next')", "next", id="play.next", tooltip="go on: next step, next phase"),
        Binding("m", "move", "move", id="play.move", tooltip="move or place the taken units at the cursor"),
        Binding("f", "fire", "fire", id="play.fire", tooltip="the taken units fire at the cursor"),
        Binding("s", "sight", "LOS", show=False, id="play.los", tooltip="LOS from the taken stack to the cursor"),
        Binding("u", "run('undo')", "undo", id="play.undo"),
        Binding("ctrl+r", "run('redo')", "redo", show=False, id="play.redo"),
        Binding("colon,slash", "command", "type", key_display=":", id="play.command"),
        Binding("1", "pane('hex')", "hex", show=False, id="pane.hex"),
        Binding("2", "pane('log')", "log", show=False, id="pane.log"),
        Binding("3", "pane('enemy')", "ENEMY", show=False, id="pane.enemy"),
        Binding("4", "pane('vp')", "VP", show=False, id="pane.vp"),
        Binding("5", "pane('setup')", "set-up", show=False, id="pane.setup"),
        Binding("tab", "app.focus_next", "next pane", show=False, id="play.next-pane"),
        Binding("w", "why", "why", id="play.why", tooltip="explain the last roll"),
        Binding("t", "past", "past", id="play.past", tooltip="look at any past moment"),
        Binding("g", "command('go ')", "go to hex", show=False, id="play.go"),
        Binding("question_mark", "help", "help", key_display="?", id="play.help"),
        Binding("L", "legend", "legend", show=False, id="play.legend"),
        Binding("escape", "back", "back", show=False, id="play.back", tooltip="let go, or back to the map"),
        Binding("q", "leave", "home", show=False, id="play.home", tooltip="back to the home screen; all is saved"),
    ]
    BRIEFING = True

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.runner = Runner(self, session)
        self.map = MapView(id="map")
        self.selection = Selection()
        self.topic = "all"
        self.pane = "setup" if session.game.state.stage not in ("play", "over") else "log"
        self._placed = False
        self._said = ("", "")

    # -- layout ---------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        """Top line, map and panes, what is awaited, the command line, keys."""
        self._choose_layout()
        yield Static(id="top", markup=False)
        with Horizontal(id="body"):
            self.map.border_title = "Map"
            yield self.map
            with Vertical(id="side"):
                for name, title in (("hex", "1 Hex"), ("setup", "5 Set-up"), ("vp", "4 VP"), ("enemy", "3 ENEMY"),
                                    ("log", "2 Log")):
                    pane = LineList(id=name, classes=f"pane {name}", help_text=PANE_HELP[name])
                    pane.border_title = title
                    yield pane
        yield Static(id="here", markup=False)
        yield Static(id="said", markup=False)
        yield Static(id="prompt", markup=False)
        yield CommandLine(id="command")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the game; notices of a resumed game are told first."""
        self.map.show_game(self.session.game)
        self._lay_out()
        self.changed()
        self.map.when_moved = self._show_hex
        self.map.focus()
        if self.session.notices:
            self.app.push_screen(ListDialog("About this game", [Line(text) for text in self.session.notices]))
        elif self.BRIEFING and len(self.session.moments) == 1:
            mission = self.session.game.mission
            lines = [Line(mission.briefing), Line(""),
                     Line("n goes on step by step; ? helps; nothing is lost on quitting.", "key")]
            self.app.push_screen(ListDialog(mission.title, lines))

    def on_unmount(self) -> None:
        """Let others open the game, however the screen was left."""
        self.session.close()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the layout for the room there is."""
        self._lay_out()
        self._top()

    def _choose_layout(self) -> None:
        """The classes that say how much room there is and which pane is shown."""
        width, height = self.app.size
        self.set_class(width < 100, "narrow")
        self.set_class(width >= 160 and height >= 44, "wide")
        for name in PANES:
            self.set_class(self.pane == name, f"show-{name}")

    def _lay_out(self) -> None:
        self._choose_layout()
        if not self._placed:
            self._placed = True
            self.map.set_zoom(2 if self.has_class("narrow") or self.has_class("wide") else 0)
            self._first_look()

    def _first_look(self) -> None:
        """Begin where the FRIENDLY set-up line is."""
        corners = self.session.game.mission.area.set_up_line
        self.map.set_cursor(corners[len(corners) // 2])
        self.map.call_after_refresh(self.map.follow)

    # -- showing --------------------------------------------------------------------------------------
    def changed(self) -> None:
        """The game is at another moment: show it everywhere."""
        game = self.session.game
        self.selection.keep(game)
        self.map.show_game(game)
        if game.state.stage in ("play", "over") and self.pane == "setup" and len(self.session.moments) > 1:
            self.pane = "log"
            self._lay_out()
        self.map.mark(path=(), los={})
        self._show_selection()
        self._top()
        self.query_one("#prompt", Static).update(legal(game).text)
        self._fill("vp", panes.vp_lines(game))
        self._fill("enemy", panes.roster_lines(game))
        self.show_log(self.topic, focus=False)

    def _fill(self, pane: str, lines: Sequence[Line], *, at_end: bool = False) -> None:
        self.query_one(f"#{pane}", LineList).set_lines(lines, at_end=at_end)

    def _top(self) -> None:
        self.query_one("#top", Static).update(panes.top_words(self.session.game, self.app.size.width),
                                             layout=False)

    def _show_hex(self) -> None:
        game, name = self.session.game, self.map.cursor
        lines = panes.hex_lines(game, name, self.selection.ids)
        if sight := self.selection.sight_words(game, name):
            lines.insert(1, Line(sight, "key"))
        self._fill("hex", lines)
        self._show_plan()
        short = [line.text.strip().split("  ")[0] for line in lines[1:] if line.data is not None]
        here = " │ ".join(part for part in (panes.hex_words(game, name), ", ".join(short), sight) if part)
        self.query_one("#here", Static).update(here, layout=False)

    def _show_selection(self) -> None:
        game = self.session.game
        units = self.selection.units(game)
        place = units[0].hex if units else None
        reach = self.selection.reach(game)
        by_road = self.selection.reach_by_road(game, reach)
        self.map.mark(selected=place or "", reach=reach | by_road, by_road=by_road, seen=self.selection.seen_by(game))
        self._show_hex()
        self._fill("setup", panes.setup_lines(game, self.selection.ids))

    def _show_plan(self) -> None:
        """The way from the taken stack to the cursor and its MF; the last result is back when there is none."""
        plan = self.selection.plan(self.session.game, self.map.cursor) if self.selection.ids else None
        self.map.mark(plan=plan.way[1:] if plan and not plan.fault else ())
        if plan:
            self._put_said(plan.text, "key" if not plan.fault and plan.spent <= plan.limit else "bad")
        else:
            self._put_said(*self._said)

    def say(self, text: str, look: str = "") -> None:
        """One line above the prompt: the last result, or why not."""
        self._said = (text, look)
        self._put_said(text, look)

    def _put_said(self, text: str, look: str) -> None:
        said = self.query_one("#said", Static)
        said.set_classes(f"said-{look}" if look else "")
        said.update(text, layout=False)

    def happened(self, command: str, facts: tuple[ev.Event, ...]) -> None:
        """A command was done: show it, its last word, and the way it took on the map."""
        self.changed()
        way: list[str] = []
        for event in facts:
            if isinstance(event, (ev.UnitsMoved, ev.SuspectMoved)):
                way += event.path
        words = self.session.log()[-len(facts):] if facts else []
        told = [event for event in facts if isinstance(event, ev.Told)]
        last = words[-1].text if words and words[-1].event in facts else told[-1].text if told else command
        self.say(f"> {command}: {last}")
        if command.startswith("los") and told and len(told[-1].hexes) == 2:
            self.draw_los(*told[-1].hexes)
        self.map.mark(path=way)
        if way and any(isinstance(event, ev.UnitsMoved) for event in facts):
            self.map.set_cursor(way[-1])

    def draw_los(self, a: str, b: str) -> None:
        """The LOS between two hexes, on the map."""
        seen = look(self.session.game, a, b)
        state = "unsure" if not seen.sure else "clear" if seen.exists else "blocked"
        self.map.mark(los=los_line(a, b, state))

    def clear_los(self) -> None:
        """No LOS on the map."""
        self.map.mark(los={})

    def point_at(self, hexes: Sequence[str], *, show: Sequence[str] = ()) -> None:
        """Mark hexes on the map; those of `show` (else the first) are brought into view, the first for sure."""
        self.map.mark(targets=hexes)
        hidden = min(self.map.size.height - 5, len(show) + 9) if show and self.has_class("narrow") else 0
        for name in reversed(show or hexes[:1]):
            self.map.follow(name, max(0, hidden))

    def show_log(self, topic: str, *, focus: bool = True) -> None:
        """The log, narrowed to a topic; its end is in view."""
        topics = [item for item in panes.TOPICS if item.startswith(topic.lower())]
        if not topics:
            self.say(f"No: log topics are {', '.join(panes.TOPICS)}.", "bad")
            return
        self.topic = topics[0]
        pane = self.query_one("#log", LineList)
        pane.border_title = "2 Log" + ("" if self.topic == "all" else f": {self.topic}")
        self._fill("log", panes.log_lines(self.session.log(None if self.topic == "all" else {self.topic})), at_end=True)
        if focus:
            self.action_pane("log")

    # -- acts -----------------------------------------------------------------------------------------
    def action_run(self, line: str) -> None:
        """Run a command line."""
        self.runner.run(line)

    def action_command(self, start: str = "") -> None:
        """Go to the command line."""
        self.query_one(CommandLine).begin(start)

    def type_word(self, word: str | None) -> None:
        """Put a command word on the command line."""
        if word:
            self.query_one(CommandLine).begin(word + " ")

    def action_move(self) -> None:
        """Move, advance, rout or place the taken units, as the phase has it."""
        self._with_units(lambda ids: move_line(self.session.game, ids, self.map.cursor))

    def action_fire(self) -> None:
        """The taken units fire at the cursor; in the log pane: the next topic."""
        if self.focused is not None and self.focused.id == "log":
            place = panes.TOPICS.index(self.topic)
            self.show_log(panes.TOPICS[(place + 1) % len(panes.TOPICS)])
            return
        self._with_units(lambda ids: f"fire {','.join(ids)} {self.map.cursor}")

    def _with_units(self, line: object) -> None:
        ids = self.selection.ordered()
        if not ids:
            self.say("No: take units first (space on their hex).", "bad")
        elif callable(line):
            self.runner.submit(line(ids))

    def action_sight(self) -> None:
        """The LOS from the taken stack to the cursor."""
        units = self.selection.units(self.session.game)
        if units and units[0].hex and units[0].hex != self.map.cursor:
            self.runner.submit(f"los {units[0].hex} {self.map.cursor}")
        else:
            self.say("No: take a stack, then put the cursor on the hex it looks at.", "bad")

    def action_why(self) -> None:
        """Explain the log line under the cursor of the log pane, else the last roll."""
        pane = self.query_one("#log", LineList)
        line = pane.current if pane.has_focus else None
        fact = line.data.event if line else next(
            (item.event for item in reversed(self.session.log()) if isinstance(item.event, ev.Rolled)), None)
        if fact is not None:
            self.app.push_screen(why_dialog(fact))

    def action_past(self, number: int | None = None) -> None:
        """Look at past moments; enter there jumps."""
        from sasl.tui.past import PastScreen

        def chosen(moment: int | None) -> None:
            if moment is not None:
                self.runner.step("jump", moment)

        self.app.push_screen(PastScreen(self.session, self.map.zoom_step, self.map.cursor, number), chosen)

    def action_help(self) -> None:
        """Help for the focused pane, then what may be typed."""
        lines = help_lines(self, self.focused)
        lines.append(Line("?  on the command line lists every command and why it is not legal now", "key"))
        self.app.push_screen(ListDialog("Help", lines, foot="space: back   L: the map's legend"))

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
        if self.focused is not self.map:
            self.remove_class("pane-open")
            self.set_focus(self.map)
            return
        if self.selection.ids:
            self.selection.clear()
            self.say("Let go.", "dim")
        self.map.mark(path=(), los={}, targets=())
        self._show_selection()

    def action_leave(self) -> None:
        """Back to the home screen; the game is on the disk."""
        self.session.close()
        self.app.switch_to_home()  # type: ignore[attr-defined]

    # -- messages -------------------------------------------------------------------------------------
    @on(MapView.Taken)
    def taken(self) -> None:
        """Take or let go the stack under the cursor."""
        text = self.selection.toggle_hex(self.session.game, self.map.cursor)
        self._show_selection()
        self.say(text, "dim")

    @on(CommandLine.Entered)
    def entered(self, event: CommandLine.Entered) -> None:
        """A line was typed."""
        self.set_focus(self.map)
        self.runner.run(event.line)

    @on(CommandLine.Left)
    def left(self) -> None:
        """The command line was left."""
        self.set_focus(self.map)

    @on(LineList.Chosen)
    def chosen(self, event: LineList.Chosen) -> None:
        """Enter on a line: explain it, take the unit, go to the hex, or type the value."""
        data = event.line.data
        if isinstance(data, LogLine):
            self.app.push_screen(why_dialog(data.event))
        elif isinstance(data, Unit) and (event.sender.id == "hex" or data.hex is None):
            self.selection.toggle(self.session.game, data)
            self._show_selection()
        elif isinstance(data, (Unit, Suspect)):
            self.map.set_cursor(data.hex or self.map.cursor)
            self.action_back() if self.has_class("narrow") else None
        elif isinstance(data, tuple):
            self.action_command(f"{data[0]} {data[1]} ")
        elif isinstance(data, str):
            self.map.set_cursor(data)
