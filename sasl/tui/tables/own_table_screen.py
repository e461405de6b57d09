"""Typing in a table from one's own card: its lines at the left; faults, odds and differences at the right, at once."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import TextArea

from sasl.content.packs.own_tables import MOST_TEXT, Draft, differences, odds_of, result_words, typed_lines
from sasl.content.reading.faults import UNSAFE, ContentError, shown_path
from sasl.kernel.rolling.tables import Table, kind_name
from sasl.lab.odds.own_desk import Desk
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import ClosesOnce

PAUSE = 0.08
"""Seconds without a key before the lines are read."""
HOW = "A line for each row, as on your card: 2..3: 6-5-8, or <=2, 11+; columns separated by |; # begins a comment."


class Rows(TextArea):
    """The lines being typed. A paste is cleaned of what a terminal must not show; a huge one is refused."""

    async def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        screen = self.screen
        if len(event.text) + len(self.text) > MOST_TEXT:
            if isinstance(screen, OwnTableScreen):  # or the bench, which is one
                screen.say(f"No: {len(event.text):,} characters are too many for a table; {MOST_TEXT:,} are allowed.")
            return
        text = UNSAFE.sub("�", event.text.replace("\r\n", "\n").replace("\r", "\n"))
        if result := self._replace_via_keyboard(text, *self.selection):
            self.move_cursor(result.end_location)


class OwnTableScreen(ClosesOnce[bool]):
    """One table of the player's own. It leaves with True if his pack has changed."""

    BINDINGS = [
        Binding("ctrl+s", "keep", "keep", key_display="^s", id="own.keep", priority=True),
        Binding("f4", "compare", "compare", id="own.compare"),
        Binding("f5", "shipped", "shipped rows", id="own.shipped"),
        Binding("f8", "revert", "remove yours", id="own.revert"),
        Binding("escape", "leave", "leave", id="own.leave"),
    ]

    def __init__(self, desk: Desk, base: Table) -> None:
        super().__init__()
        self.desk = desk
        self.base = base
        owned = desk.pack.read()
        self.kept = owned.tables.get(base.id)
        self.faults = owned.faults
        self.found = Draft(base, "", ())
        self.changed = False
        self.comparing = False
        self._sure = ""
        """What a second press of the same key does."""
        self._reading: Timer | None = None

    def compose(self) -> ComposeResult:
        """The lines at the left, what they come to at the right."""
        with Horizontal(id="body"):
            rows = Rows(typed_lines(self.kept or self.base), soft_wrap=False, show_line_numbers=True, id="rows")
            rows.border_title = "Your rows"
            yield rows
            about = LineList(id="about", classes="pane", help_text=HOW)
            about.border_title = self.base.id
            yield about
        yield Keyed(id="said")
        yield KeyLine()

    def on_mount(self, event: events.Mount) -> None:
        """Read what is there and wait for keys."""
        self.set_class(self.app.size.width < 100, "narrow")
        self.query_one(Rows).focus()
        self.read_rows()
        self.say(self.faults[0] if self.faults else HOW)

    def on_resize(self) -> None:
        """Another width."""
        self.set_class(self.app.size.width < 100, "narrow")
        self.query_one("#about", LineList).set_lines(self._lines())

    # -- what was typed -------------------------------------------------------------------------------
    @on(TextArea.Changed)
    def typed(self) -> None:
        """Read the lines as soon as the keys rest."""
        self._sure = ""
        if self._reading:
            self._reading.stop()
        self._reading = self.set_timer(PAUSE, self.read_rows)

    def read_rows(self) -> None:
        """Hold the lines against the dice, the missions and the shipped table."""
        text = self.query_one(Rows).text
        self.found = self.desk.draft(self.base, text)
        self.query_one("#about", LineList).set_lines(self._lines())

    def _lines(self) -> list[Line]:
        base, found = self.base, self.found
        lines = [
            Line(base.title, "head"),
            Line(f"{kind_name(base.kind)}   [{base.rule}]   shipped: {base.provenance}", "dim"),
        ]
        if base.columns:
            lines.append(Line("columns: " + " | ".join(base.columns), "dim"))
        lines += [Line(str(fault), "bad") for fault in found.faults]
        if found.table is not None:
            same = self.kept is not None and found.table.rows == self.kept.rows
            lines.append(Line("no faults" + (", and kept" if same else ": ‹ctrl+s› keeps it"), "good"))
        lines.append(Line(""))
        if self.comparing:
            return lines + self._rows_beside()
        return lines + self._odds()

    def _odds(self) -> list[Line]:
        """The chance of each result, shipped and typed."""
        if not self.base.kind:
            return self._rows_beside()
        if self.found.table is None:
            pairs = [(words, f"{chance} ({float(chance):.1%})", "?") for words, chance in odds_of(self.base).items()]
        else:
            pairs = differences(self.base, self.found.table)
        wide = not self.has_class("narrow")
        return [
            Line(_three("shipped", "yours", "result", wide), "dim"),
            *(Line(_three(old, new, words, wide), "" if old == new else "key") for words, old, new in pairs),
        ]

    def _rows_beside(self) -> list[Line]:
        """Each total with what the shipped table and the typed one say."""
        new = self.found.table
        if new is None:
            return [Line("the comparison appears once the faults are gone", "dim")]
        base = self.base
        totals = sorted(base.kind.totals()) if base.kind else [int(total) for total, _, _ in differences(base, new)]
        lines = [Line("total  shipped → yours", "dim")]
        for total in totals:
            old, now = (result_words(table, table.row(total)) for table in (base, new))
            lines.append(Line(f"{total:>5}  {old}" + (f" → {now}" if old != now else ""), "" if old == now else "key"))
        return lines if len(lines) > 1 else [Line("as shipped", "dim")]

    # -- keys -----------------------------------------------------------------------------------------
    def say(self, text: str) -> None:
        """One sentence below."""
        self.query_one("#said", Keyed).put(text)

    def action_keep(self) -> None:
        """Write the table into the player's pack, if it has no fault."""
        self.read_rows()
        if self.found.table is None:
            self.say(f"No: {self.found.faults[0]}; nothing was written.")
            return
        try:
            self.desk.keep(self.found)
        except ContentError as error:
            self.say(f"No: {error.faults[0]}")
            return
        self.changed = True
        self.kept = self.found.table
        self.query_one("#about", LineList).set_lines(self._lines())
        place = shown_path(self.desk.pack.path(self.base.id))
        self.say(f"Kept in {place}. New games use it; games begun before do not.")

    def action_compare(self) -> None:
        """Odds, or each total beside the shipped one."""
        self.comparing = not self.comparing
        self.query_one("#about", LineList).set_lines(self._lines())

    def action_shipped(self) -> None:
        """The shipped rows to begin with; they are not kept yet."""
        self.query_one(Rows).load_text(typed_lines(self.base))
        self.say("These are the shipped rows; nothing is kept yet.")

    def action_revert(self) -> None:
        """Take the player's own table away, asked for twice."""
        if self.kept is None and not self.desk.pack.path(self.base.id).exists():
            self.say(
                f"No: you have no {self.base.id} of your own; the shipped one is in use. ‹f5› brings its rows back."
            )
            return
        if self._sure != "revert":
            self._sure = "revert"
            self.say(f"‹f8› again removes your {self.base.id}; the shipped one is then in use.")
            return
        try:
            gone = self.desk.pack.remove(self.base.id)
        except ContentError as error:
            self.say(f"No: {error.faults[0]}")
            return
        self.changed = self.changed or gone
        self.kept = None
        self.query_one(Rows).load_text(typed_lines(self.base))
        self.say("The shipped table is in use again." if gone else "The shipped table was already in use.")

    def action_leave(self) -> None:
        """Back to the tables; lines that are not kept are asked about once."""
        text = self.query_one(Rows).text
        if text.strip() not in (typed_lines(self.kept or self.base), "") and self._sure != "leave":
            self.read_rows()
            if self.found.table is None or self.found.table.rows != (self.kept or self.base).rows:
                self._sure = "leave"
                self.say("These rows are not kept: ‹ctrl+s› keeps them, ‹escape› again discards them.")
                return
        self.dismiss(self.changed)


def _three(old: str, new: str, words: str, wide: bool) -> str:
    """Two chances and a result; where there is little room, per cent alone."""
    if wide:
        return f"{old:>14} {new:>14}  {words}"
    first, second = (text.partition("(")[2].rstrip(")") or text for text in (old, new))
    return f"{first:>7} {second:>6}  {words}"
