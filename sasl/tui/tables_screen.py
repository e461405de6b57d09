"""Every table of the library with its rows, exact odds, rule and whose figures they are."""

from __future__ import annotations

from fractions import Fraction

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from sasl.content.library import Library
from sasl.content.yamlfile import ContentError
from sasl.core.records import result_text
from sasl.core.tables import Table
from sasl.tui.key_line import KeyLine
from sasl.tui.lines import Line, LineList

BAR = 16


class TablesScreen(Screen[None]):
    """The list of tables, and the one under the cursor."""

    BINDINGS = [
        Binding("escape,q", "app.pop_screen", "back", id="tables.back"),
        Binding("plus,equals_sign", "drm(1)", "+1 DRM", id="tables.plus"),
        Binding("minus", "drm(-1)", "-1 DRM", id="tables.minus"),
        Binding("tab", "app.focus_next", "other pane", show=False, id="tables.tab"),
    ]
    HELP = "Tables: up and down show one; + and - shift its odds by a DRM. House figures are marked."

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library
        self.drm = 0
        self.table: Table | None = None

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
        names = self.query_one("#names", LineList)
        try:
            tables = sorted(self.library.tables.values(), key=lambda table: table.id)
        except ContentError as error:
            names.set_lines([Line(fault, "bad") for fault in error.faults])
            return
        names.set_lines([Line(table.id, "house" if _is_ours(table) else "", table) for table in tables])
        names.focus()
        if tables:
            self._show(tables[0])

    @on(LineList.Moved, "#names")
    @on(LineList.Chosen, "#names")
    def moved(self, event: LineList.About) -> None:
        """Show the table under the cursor."""
        if event.line.data is not None:
            self.drm = 0
            self._show(event.line.data)

    def action_drm(self, step: int) -> None:
        """Shift the odds."""
        self.drm = max(-12, min(12, self.drm + step))
        if self.table:
            self._show(self.table)

    def _show(self, table: Table) -> None:
        self.table = table
        card = self.query_one("#card", LineList)
        card.border_title = table.id
        card.set_lines(table_lines(table, self.drm, self.library.overridden.get(table.id, "")))
        card.scroll_home(animate=False)


def _is_ours(table: Table) -> bool:
    return table.provenance == "house" or any(row.provenance == "house" for row in table.rows)


def table_lines(table: Table, drm: int = 0, overridden: str = "") -> list[Line]:
    """A table as its card: head, modifiers, rows with exact odds, house rows named."""
    lines = [Line(table.title, "head"),
             Line(f"{table.kind.name if table.kind else 'chart'}   [{table.rule}]   {table.provenance}"
                  + (f"   from {overridden}" if overridden else ""), "house" if table.provenance == "house" else "dim")]
    if table.note:
        lines.append(Line(table.note, "dim"))
    if table.against:
        lines.append(Line(f"A check: total <= {table.against}"))
    for modifier in table.modifiers:
        lines.append(Line(f"{modifier.value:+d} {modifier.name}"
                          + (f", when {modifier.when}" if modifier.when else "")
                          + (f" ({modifier.rule})" if modifier.rule else ""), "key"))
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
