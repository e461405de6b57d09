"""Every table of the library with its rows, exact odds, rule and whose figures they are."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Static

from sasl.content.reading.faults import ContentError
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Table
from sasl.tui.tables.table_finder import TableFinder
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import ClosesOnce

if TYPE_CHECKING:
    from sasl.tui.program import Program

BAR = 16
FIGURES = "single figures"
LOOKS = {"house": "house", "user": "good"}


class TablesScreen(ClosesOnce[None]):
    """The list of tables, and the one under the cursor. From here the player types in his own."""

    app: Program
    BINDINGS = [
        Binding("e,enter", "edit", "type in your own", key_display="e", id="tables.edit"),
        Binding("b", "bench", "bench", id="tables.bench"),
        Binding("slash", "find", "find", key_display="/", id="tables.find"),
        Binding("escape,q", "back", "back", id="tables.back"),
        Binding("plus,equals_sign", "drm(1)", "+1 DRM", id="tables.plus"),
        Binding("minus", "drm(-1)", "-1 DRM", id="tables.minus"),
        Binding("tab", "app.focus_next", "other pane", show=False, id="tables.tab"),
    ]
    HELP = (
        "Tables: up and down show one; ‹plus› and ‹minus› shift its odds by a DRM. House figures are marked, yours "
        "have a ●. ‹slash=tables.find› finds one by part of its name. ‹e› types in your own card's figures; "
        "‹b› opens the designer's bench."
    )

    def __init__(self) -> None:
        super().__init__()
        self.drm = 0
        self.table: Table | None = None
        self.finder = TableFinder(self)

    def compose(self) -> ComposeResult:
        """The ids at the left, the table at the right."""
        with Horizontal(id="body"):
            names = LineList(id="names", classes="pane", help_text=self.HELP)
            names.border_title = "Tables"
            yield names
            card = LineList(id="card", classes="pane", help_text=self.HELP)
            yield card
        yield Static("", id="said", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """List the tables; faults of content are shown, not raised."""
        self.set_class(self.app.size.width < 100, "narrow")
        self.query_one("#names", LineList).focus()
        self.list_tables()

    def list_tables(self) -> None:
        """The tables as they are now; where the player's own are faulty, their faults and the shipped tables."""
        names, said = self.query_one("#names", LineList), self.query_one("#said", Static)
        self.library = self.app.library
        said.update("")
        try:
            _ = self.library.all_tables, self.library.figures
        except ContentError as error:
            said.update(error.faults[0])
            try:
                self.library = self.app.shipped()
                _ = self.library.all_tables, self.library.figures
            except ContentError:
                names.set_lines([Line(fault, "bad") for fault in error.faults])
                return
        tables = sorted(self.library.all_tables.values(), key=lambda table: table.id)
        lines = [Line(FIGURES, "head", FIGURES)]
        lines += [Line(("● " if table.pack else "") + table.id, _look(table), table) for table in tables]
        names.set_lines(lines)
        there = [line.data.id if isinstance(line.data, Table) else FIGURES for line in lines]
        wanted = self.table.id if self.table else tables[0].id if tables else FIGURES
        names.cursor = there.index(wanted) if wanted in there else 0
        names.call_after_refresh(names.move_to, names.cursor)
        self._choose(names.current)

    def _choose(self, line: Line | None) -> None:
        if line is None or line.data is None:
            return
        if isinstance(line.data, Table):
            self._show(line.data)
        else:
            self._show_figures()

    @on(LineList.Chosen, "#names")
    def chosen(self, event: LineList.Chosen) -> None:
        """Type in the table under the cursor."""
        self._choose(event.line)
        self.action_edit()

    @on(LineList.Chosen, "#card")
    def figure_chosen(self, event: LineList.Chosen) -> None:
        """Type in the figure under the cursor."""
        if isinstance(event.line.data, str):
            self._ask_figure(event.line.data)

    def action_edit(self) -> None:
        """Type in the table that is shown, from one's own card; or, among the figures, go to them."""
        if self.table is None:
            self.query_one("#card", LineList).focus()
            return
        from sasl.tui.tables.own_table_screen import OwnTableScreen

        desk = self.app.desk()
        base = desk.shipped.table(self.table.id)
        if not base.rows:
            self.query_one("#said", Static).update(f"{base.id} is a check without rows: there is nothing to type in.")
            return
        self.app.push_screen(OwnTableScreen(desk, base), self._typed)

    def action_bench(self) -> None:
        """The designer's bench, with the table that is shown."""
        from sasl.tui.tables.bench_screen import BenchScreen

        self._choose(self.query_one("#names", LineList).current)
        desk = self.app.desk()
        base = desk.shipped.tables.get(self.table.id) if self.table else None
        if base is None or not base.rows:
            base = desk.shipped.tables["bto.activation"]
        self.app.push_screen(BenchScreen(desk, base), self._typed)

    def action_find(self) -> None:
        """A table by a part of its id or title."""
        self.finder.ask()

    def _typed(self, changed: bool | None) -> None:
        if changed:
            self.app.read_again()
            self.list_tables()

    def _ask_figure(self, name: str, wrong: str = "") -> None:
        """The value of a single figure as one's own card has it; nothing goes back to the shipped one."""
        from sasl.tui.widgets.form_dialog import FormDialog

        desk = self.app.desk()
        shipped = desk.shipped.figures[name]
        mine = desk.pack.read().figures.get(name)

        def filled(answers: dict[str, str] | None) -> None:
            if answers is None:
                return
            try:
                if answers["value"]:
                    desk.pack.write_figure(name, *desk.figure(name, answers["value"]))
                else:
                    desk.pack.remove_figure(name)
            except ContentError as error:
                self._ask_figure(name, error.faults[0])
                return
            self._typed(True)

        words = f"{shipped.note or shipped.rule}: shipped {shipped.value:g} [{shipped.provenance}]; empty: back to it"
        self.app.push_screen(FormDialog(name, [("value", words, f"{mine.value:g}" if mine else "")], wrong), filled)

    @on(LineList.Moved, "#names")
    def moved(self, event: LineList.About) -> None:
        """Show the table under the cursor."""
        self.drm = 0
        self._choose(event.line)

    def action_drm(self, step: int) -> None:
        """Shift the odds."""
        self.drm = max(-12, min(12, self.drm + step))
        if self.table:
            self._show(self.table)

    def _show(self, table: Table) -> None:
        self.table = table
        card = self.query_one("#card", LineList)
        card.border_title = table.id
        card.set_lines(table_lines(table, self.drm, self.library.loader.overridden.get(table.id, "")))
        card.scroll_home(animate=False)

    def _show_figures(self) -> None:
        self.table = None
        card, figures = self.query_one("#card", LineList), self.library.figures
        card.border_title = FIGURES
        lines = [
            Line(
                f"{'●' if item.provenance == 'user' else ' '} {name:<24}{item.value:>6g}  {item.provenance:<11} "
                f"{item.note or item.rule}",
                LOOKS.get(item.provenance, ""),
                name,
            )
            for name, item in sorted(figures.items())
        ]
        card.set_lines([Line("figures that are in no table; ‹tab› and ‹enter›: type in your own", "dim"), *lines])


def _look(table: Table) -> str:
    return "good" if table.pack else "house" if _is_ours(table) else ""


def _is_ours(table: Table) -> bool:
    return table.provenance == "house" or any(row.provenance == "house" for row in table.rows)


def table_lines(table: Table, drm: int = 0, overridden: str = "") -> list[Line]:
    """A table as its card: head, modifiers, rows with exact odds, house rows named."""
    lines = [
        Line(table.title, "head"),
        Line(
            f"{table.kind.name if table.kind else 'chart'}   [{table.rule}]   {table.provenance}"
            + (f"   from {overridden}" if overridden else ""),
            "house" if table.provenance == "house" else "dim",
        ),
    ]
    if table.note:
        lines.append(Line(table.note, "dim"))
    if table.against:
        lines.append(Line(f"A check: total <= {table.against}"))
    for modifier in table.modifiers:
        lines.append(
            Line(
                f"{modifier.value:+d} {modifier.name}"
                + (f", when {modifier.when}" if modifier.when else "")
                + (f" ({modifier.rule})" if modifier.rule else ""),
                "key",
            )
        )
    if drm:
        lines.append(Line(f"with {drm:+d} DRM", "key"))
    odds = table.odds(drm)
    if table.columns:
        lines.append(Line(" " * 40 + " | ".join(table.columns), "dim"))
    for row in table.rows:
        chance = odds.get(row.label)
        result = " | ".join(result_text(item) for item in row.result) if table.columns else result_text(row.result)
        ours = row.provenance not in ("seed", "rulebook") and row.provenance != table.provenance
        text = f"{row.label:>7}  {_bar(chance)}{result}" + (f"  [{row.provenance}]" if ours else "")
        lines.append(Line(text, "house" if row.provenance == "house" else ""))
        if row.note:
            lines.append(Line(f"           {row.note}", "dim"))
    return lines


def _bar(chance: Fraction | None) -> str:
    """`▇▇▇        1/6  16.7%  `."""
    if chance is None:
        return ""
    filled = round(float(chance) * BAR)
    return f"{'▇' * filled:<{BAR}} {chance!s:>6} {float(chance):>6.1%}  "
