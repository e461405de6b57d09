"""The designer's bench: change a table, and see at once its odds, faults and chain; roll it, play it, keep it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from sasl.content.packs.own_pack import OwnPack
from sasl.content.packs.own_tables import typed_lines
from sasl.content.reading.faults import ContentError, shown_path
from sasl.kernel.rolling.dice import any_seed
from sasl.kernel.rolling.records import Modifier, RollRecord
from sasl.kernel.rolling.rolls import rolls
from sasl.kernel.rolling.tables import Table, TableError, TableModifier, kind_name
from sasl.kernel.text import listed, no_number
from sasl.lab.comparing.effect import Effect, ahead
from sasl.lab.odds.bench import Bench, Change
from sasl.lab.odds.sampling import Sample, sample
from sasl.lab.series.matches import Match, seeds
from sasl.tui.tables import bench_lines
from sasl.tui.tables.own_table_screen import HOW, OwnTableScreen, Rows
from sasl.tui.tables.pack_files import PackFiles
from sasl.tui.tables.table_finder import TableFinder
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.lines import Line, LineList

if TYPE_CHECKING:
    from sasl.content.packs.own_tables import Draft
    from sasl.lab.comparing.arms import Known
    from sasl.lab.odds.own_desk import Desk
    from sasl.tui.program import Program

Games = Generator[None, None, None]
"""Games being played; a step after each."""

MANY = 10_000
"""How many rolls make a histogram."""
RUNS, MOST_RUNS = 500, 20_000
MOST_EFFECTS = 8
"""So many series are kept, so that the same rows are not played again with other seeds."""
LOOK = 1.0
"""Seconds between two looks at the files of the packs."""
SHOW = 0.3
"""Seconds between two pictures of a series."""
REST = 1.5
"""Seconds without a change until games with the shipped tables are played ahead."""


class BenchScreen(OwnTableScreen):
    """Tables at the left, the one being changed in the middle, what comes of it at the right."""

    app: Program
    BINDINGS = [
        Binding("f2", "roll", "roll", id="bench.roll", priority=True),
        Binding("f3", "roll_many", "roll many", id="bench.many", priority=True),
        Binding("f6", "series", "play a series", id="bench.series", priority=True),
        Binding("f7", "stop", "stop it", id="bench.stop", priority=True),
        Binding("f9", "drm(-1)", "-1 DRM", show=False, id="bench.minus", priority=True),
        Binding("f10", "drm(1)", "+1 DRM", show=False, id="bench.plus", priority=True),
        Binding("ctrl+s", "keep", "save as a pack", key_display="^s", id="bench.keep", priority=True),
        Binding("slash", "find", "find", key_display="/", id="bench.find"),
        Binding("tab", "app.focus_next", "other pane", show=False, id="bench.tab", priority=True),
        Binding("shift+tab", "app.focus_previous", "previous pane", show=False, id="bench.back", priority=True),
    ]
    HELP = (
        "The bench: up and down choose a table, ‹slash=bench.find› finds one, ‹tab› goes to its rows. ‹enter› on a "
        "modifier switches it. ‹f9› "
        "‹f10›: DRM."
    )

    def __init__(self, desk: Desk, base: Table) -> None:
        super().__init__(desk, base)
        self.bench = Bench(desk.shipped)
        self.finder = TableFinder(self)
        self.texts: dict[str, str] = {}
        """The rows typed so far, by table: going to another one loses none."""
        self.written: dict[str, str] = {}
        """Those of them that a pack elsewhere holds."""
        self.switched: set[int] = set()
        self.drm = 0
        self.record: RollRecord | None = None
        self.sample: Sample | None = None
        self.effect: Effect | None = None
        self._effects: list[Effect] = []
        """The series played with other rows, or other seeds."""
        self.progress = self.ahead = ""
        self.changes: list[Change] = []
        self.warned: list[str] = []
        self._games: Games | None = None
        """What is being played; others in its place end it."""
        self._stopped = False
        self._rest: Timer | None = None
        self._files = PackFiles((desk.pack.folder, *desk.shipped.loader.packs))

    def compose(self) -> ComposeResult:
        """The tables, the rows above their odds, what comes of them."""
        with Horizontal(id="body"):
            names = LineList(id="names", classes="pane", help_text=self.HELP)
            names.border_title = "Tables"
            yield names
            with Vertical(id="middle"):
                yield Rows("", soft_wrap=False, show_line_numbers=True, id="rows")
                yield LineList(id="about", classes="pane", help_text=self.HELP)
            effect = LineList(id="effect", classes="pane", help_text=self.HELP)
            effect.border_title = "What it leads to"
            yield effect
        yield Keyed(id="said")
        yield KeyLine()

    def on_mount(self, event: events.Mount) -> None:
        """List the tables, show the one asked for, and look after the files."""
        event.prevent_default()  # the editor alone would take the focus
        self.set_class(self.app.size.width < 100, "narrow")
        tables = sorted((item for item in self.desk.shipped.tables.values() if item.rows), key=lambda item: item.id)
        names = self.query_one("#names", LineList)
        names.set_lines([Line(item.id, "", item) for item in tables])
        there = [number for number, item in enumerate(tables) if item.id == self.base.id]
        names.cursor = there[0] if there else 0
        names.call_after_refresh(names.move_to, names.cursor)
        names.focus()
        self.show(self.base)
        self.say(self.faults[0] if self.faults else HOW)
        self.set_interval(LOOK, self.look)

    def action_find(self) -> None:
        """A table by a part of its id or title."""
        self.finder.ask()

    # -- the table being changed ----------------------------------------------------------------------
    def show(self, base: Table) -> None:
        """Go to a table; what was typed of the one before stays."""
        self.base = base
        self.kept = self.desk.pack.read().tables.get(base.id)
        self.switched, self.drm, self.record, self.sample = set(), 0, None, None
        rows = self.query_one(Rows)
        rows.border_title = base.id
        rows.load_text(self.texts.get(base.id, typed_lines(self.kept or base)))
        self.read_rows()

    @on(LineList.Moved, "#names")
    def moved(self, event: LineList.About) -> None:
        """Show the table under the cursor."""
        if isinstance(event.line.data, Table) and event.line.data.id != self.base.id:
            self.show(event.line.data)

    @on(LineList.Chosen, "#names")
    def chosen(self, event: LineList.Chosen) -> None:
        """To the rows of the table."""
        self.query_one(Rows).focus()

    @on(LineList.Chosen, "#about")
    def switched_over(self, event: LineList.Chosen) -> None:
        """A modifier on or off."""
        if isinstance(event.line.data, int):
            self.switched ^= {event.line.data}
            self._refresh()

    def action_drm(self, step: int) -> None:
        """A modifier of no table, for a try."""
        self.drm = max(-12, min(12, self.drm + step))
        self._refresh()

    def read_rows(self) -> None:
        """Hold the lines against dice, missions and chain."""
        text = self.query_one(Rows).text
        if text != typed_lines(self.kept or self.base):
            self.texts[self.base.id] = text
        else:
            self.texts.pop(self.base.id, None)
        self.found = self.desk.draft(self.base, text)
        self.warned = self.bench.warnings(self.found)
        self.changes = self._chain(self.found)
        self._refresh()
        self._play_ahead_soon()

    def _chain(self, found: Draft) -> list[Change]:
        if found.table is None:
            return []
        try:
            return self.bench.chain(found.table, self.bench.missions_of(self.base.id)[0])
        except (ContentError, IndexError):
            return []

    @property
    def table(self) -> Table:
        """The table as it is typed, or as shipped while it has faults."""
        return self.found.table or self.kept or self.base

    @property
    def shift(self) -> int:
        """The sum of all modifiers that are on."""
        every = enumerate(self.modifiers)
        return self.drm + sum(item.value for number, item in every if not item.when or number in self.switched)

    @property
    def modifiers(self) -> list[TableModifier]:
        """Those of the table, and what each mission adds to it."""
        missions = self.bench.missions_of(self.base.id)
        added = [(mission.title, item) for mission in missions for item in mission.drm(self.base.id)]
        return [
            *self.base.modifiers,
            *(TableModifier(title, item.value, "mission", item.rule) for title, item in added),
        ]

    def _refresh(self) -> None:
        self.query_one("#about", LineList).set_lines(self._lines())
        self._show_effect()

    def _lines(self) -> list[Line]:
        base, found = self.base, self.found
        lines = [
            Line(base.title, "head"),
            Line(f"{kind_name(base.kind)}   [{base.rule}]   shipped: {base.provenance}", "dim"),
            *(Line(f"{fault} [error]", "bad") for fault in found.faults),
            *(Line(f"{text} [warning]", "house") for text in self.warned),
        ]
        if found.table is not None and not self.warned:
            lines.append(Line("no faults", "good"))
        if self.drm:
            lines.append(Line(f"{self.drm:+d} DRM of yours (‹f9›, ‹f10›)", "key"))
        lines += bench_lines.switches(self.modifiers, self.switched)
        lines.append(Line(""))
        if self.comparing:
            return lines + self._rows_beside()
        return [*lines, *bench_lines.rows(base, found.table, self.shift)]

    def _show_effect(self) -> None:
        missions = self.bench.missions_of(self.base.id)
        lines = [
            *bench_lines.rolled(self.record, self.sample, self.table),
            *bench_lines.series(self.effect, self.progress),
            *([Line(self.ahead, "dim")] if self.ahead else []),
            *bench_lines.chain(self.changes, missions[0].title if missions else ""),
        ]
        empty = [
            Line("‹f2› rolls, ‹f3› rolls many, ‹f6› plays missions with these rows and with the shipped ones.", "dim")
        ]
        self.query_one("#effect", LineList).set_lines(lines or empty)

    # -- rolls ----------------------------------------------------------------------------------------
    def action_roll(self) -> None:
        """One roll on the table as it is typed."""
        self._roll(1)

    def action_roll_many(self) -> None:
        """Many rolls, as a histogram."""
        self._roll(MANY)

    def _roll(self, number: int) -> None:
        table = self.table
        if table.kind is None:
            self.say(f"{table.id} is a chart: it is read, not rolled on.")
            return
        made = rolls(table, any_seed(), number, modifiers=[Modifier("switched on", self.shift)])
        self.record, self.sample = None, None
        try:
            if number == 1:
                self.record = next(made)
            else:
                self.sample = sample(table, made, self.shift)
        except TableError as error:
            self.say(f"No: {error}")
        self._show_effect()

    # -- missions -------------------------------------------------------------------------------------
    def action_series(self, wrong: str = "") -> None:
        """Ask which mission and how many seeds, and play them with the shipped table and with this one."""
        if self.found.table is None:
            self.say(f"No: {self.found.faults[0]}; correct it first.")
            return
        missions = [mission.id for mission in self.bench.missions_of(self.base.id)]
        fields = [
            ("mission", f"Which mission? {', '.join(missions)}", missions[0] if missions else ""),
            ("runs", "How many seeds?", str(RUNS)),
        ]

        def filled(answers: dict[str, str] | None) -> None:
            if answers is None:
                return
            runs = answers["runs"]
            if answers["mission"] not in missions:
                those = listed(missions) or "none"
                self.action_series(
                    f"'{answers['mission']}' is not a mission that rolls on this table; there is {those}"
                )
            elif not runs.isascii() or not runs.isdigit() or not 1 <= int(runs) <= MOST_RUNS:
                self.action_series(no_number(runs, 1, MOST_RUNS))
            else:
                self.play(answers["mission"], int(runs))

        self.app.push_screen(FormDialog("Play a series", fields, wrong), filled)

    def play(self, mission_id: str, runs: int) -> None:
        """Begin a series; what is being played before ends."""
        assert self.found.table is not None
        match, known = self._shipped(mission_id)
        table = self.found.table
        same = next((old for old in self._effects if old.known is known and old.new == table), None)
        played = (same.after, same.parted) if same else ({}, {})
        effect = self.effect = Effect(match, table, seeds(0, runs), known, *played)
        self._effects = [*(old for old in self._effects if old is not same), effect][-MOST_EFFECTS:]
        self.ahead = ""

        def tell(seconds: float, over: bool) -> None:
            every, done = len(effect.seeds), len(effect.done)
            words = f"{len(effect.before)} of {every} shipped, {done} of {every} changed, {seconds:.0f} s"
            if over:
                words = f"{done} of {every} pairs in {seconds:.1f} s; {effect.others} games changed"
            self.progress = words + (f"; {effect.stuck} did not end" if effect.stuck else "")

        self._play(effect.run(), tell)

    def _play_ahead_soon(self) -> None:
        """Once the keys rest: a series will want games with the shipped tables, whatever becomes of these rows."""
        if self._rest:
            self._rest.stop()
        changed = self.found.table is not None and self.base.id in self.texts
        self._rest = self.set_timer(REST, self._play_ahead) if changed and not self._stopped else None

    def _play_ahead(self) -> None:
        missions, wanted = self.bench.missions_of(self.base.id), seeds(0, RUNS)
        if self._games or self._stopped or not missions:
            return
        match, known = self._shipped(missions[0].id)
        if all(seed in known for seed in wanted):
            return

        def tell(_: float, over: bool) -> None:
            there = sum(seed in known for seed in wanted)
            words = f"{there} of {RUNS} shipped games of {match.mission} played ahead"
            self.ahead = words if over else f"{words}; ‹f7› ends it"

        self._play(ahead(match, wanted, known), tell)

    def _shipped(self, mission_id: str) -> tuple[Match, dict[int, Known]]:
        """A mission with the shipped tables, and its games that were played so far."""
        loader = self.desk.shipped.loader
        known = self.app.played.setdefault((mission_id, loader.fingerprint(mission_id)), {})
        return Match(mission_id, 1, packs=tuple(loader.packs)), known

    def _play(self, games: Games, tell: Callable[[float, bool], None]) -> None:
        self._games, self._stopped = games, False
        self._under_way(games, tell)

    @work(thread=True, exclusive=True, group="series", exit_on_error=False)
    def _under_way(self, games: Games, tell: Callable[[float, bool], None]) -> None:
        """Play beside the keyboard; f7 or other games end it."""
        begun = shown = monotonic()
        try:
            with closing(games):
                for _ in games:
                    if self._stopped or self._games is not games:
                        break
                    if monotonic() - shown > SHOW:
                        shown = monotonic()
                        self.app.call_from_thread(self._picture, games, tell, shown - begun, False)
        except (ContentError, OSError, ValueError) as error:
            self.app.call_from_thread(self.say, f"The series has ended: {error}")
        if self.is_attached:
            self.app.call_from_thread(self._picture, games, tell, monotonic() - begun, True)

    def _picture(self, games: Games, tell: Callable[[float, bool], None], seconds: float, over: bool) -> None:
        if self._games is games and self.is_attached:
            self._games = None if over else games
            tell(seconds, over)
            self._show_effect()

    def action_stop(self) -> None:
        """End what is being played; what it has found stays, and nothing is played ahead until the next series."""
        self._stopped = True

    # -- the files ------------------------------------------------------------------------------------
    def action_keep(self) -> None:
        """Write the table into a pack, if it has no fault: the player's own, or a folder."""
        self.read_rows()
        if self.found.table is None:
            self.say(f"No: {self.found.faults[0]}; nothing was written.")
            return
        question = "Folder of the pack? Leave empty for your own, which every new game uses."
        self.app.push_screen(FormDialog("Save as a pack", [("folder", question, "")]), self._keep_in)

    def _keep_in(self, answers: dict[str, str] | None) -> None:
        if answers is None or self.found.table is None:
            return
        if not answers["folder"]:
            super().action_keep()
            self.texts.pop(self.base.id, None)
            self._files.changed()
            return
        folder = Path(answers["folder"]).expanduser()
        try:
            place = OwnPack(folder).write(self.found.table)
        except ContentError as error:
            self.say(f"No: {error.faults[0]}")
            return
        self.written[self.base.id] = self.found.text
        mission = (self.effect.match.mission if self.effect else "") or self.bench.missions_of(self.base.id)[0].id
        self.say(f"Kept in {shown_path(place)}. sasl play {mission} --tables {shown_path(folder)} plays with it.")

    def look(self) -> None:
        """Read the packs again if a file of theirs is another one now; rows being typed stay."""
        changed = self._files.changed()
        if not changed:
            return
        self.changed = True
        self.app.read_again()
        self.desk = self.app.desk()
        self.bench = Bench(self.desk.shipped)
        self.faults = self.desk.pack.read().faults
        try:
            base = self.desk.shipped.tables.get(self.base.id, self.base)
        except ContentError as error:
            self.say(f"On disk: {error.faults[0]}")
            return
        self.show(base)
        said = self.faults[0] if self.faults else f"{shown_path(Path(changed[0]))} changed on disk and was read again."
        self.say(said)

    def action_leave(self) -> None:
        """Back to the tables; rows that are not kept are asked about once."""
        self.read_rows()
        lost = [name for name, text in self.texts.items() if self.written.get(name) != text]
        if lost and self._sure != "leave":
            self._sure = "leave"
            self.say(f"Not kept: {', '.join(lost)}. ‹ctrl+s› keeps the one shown, ‹escape› again discards them all.")
            return
        self.action_stop()
        self.dismiss(self.changed)
