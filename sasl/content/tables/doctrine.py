"""A doctrine: how a side that the program plays decides. Thresholds and tables, all of them content."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from sasl.board.terrain import Figure
from sasl.content.reading.faults import ContentError, nearest, no_such
from sasl.content.tables.table_faults import Fault
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import mark, result_text
from sasl.kernel.rolling.tables import Table

OUTCOMES = ("Panic", "Fire", "Move", "Entrench", "No Action", "Cover", "Advance", "Withdraw", "none")
"""The outcomes that a row of an Action table may have: those of Chapter S (S6.21 to S6.24), then house kinds of Move;
`none` is No Action."""
VEHICLE = "vehicle"
Actor = Literal["Hold", "Advance", "Withdraw", "vehicle"]
"""Who has an Action table of his own: each attitude, and vehicles in Hold."""
TARGETS = ("normal", "long", "none", "lost", "target")
"""The columns of an Action table, by what Target there is."""
Choice = Literal["best", "random"]
Orders = Literal["action", "free"]
NAMED = re.compile(r"\b([a-z]+(?:-[a-z]+)*) [\d.]+(?=, | \[)")
"""A figure as `Doctrine.words` puts it, among words that may look like one."""


class Doctrine(Frozen):
    """How a side decides: its figures by name, its Action tables by attitude.

    `plans`: the doctrines that one who looks ahead chooses between before each of his Player Turns; () for all others.
    """

    id: str
    title: str
    summary: str
    choice: Choice
    orders: Orders
    actions: Mapping[str, str]
    figures: Mapping[str, Figure]
    plans: tuple[str, ...] = ()

    def value(self, name: str) -> float:
        """The figure `name`; ContentError if the doctrine has none."""
        if name not in self.figures:
            raise ContentError([f"doctrine '{self.id}' has no figure '{name}'{nearest(name, self.figures)}"])
        return self.figures[name].value

    def unplayable(self, tables: Mapping[str, Table]) -> Iterator[tuple[str, str | Fault]]:
        """Yield whose Action tables no unit could act by, and why: a sentence, or a fault of the table itself."""
        for key, table_id in self.actions.items():
            table = tables.get(table_id)
            why = no_such("table", table_id, tables) if table is None else _no_action_table(key, table)
            if why:
                yield key, why

    def words(self, *names: str) -> str:
        """`danger-mf 4, cover-mf 1 [house]`: figures as reasons name them, each once, by provenance."""
        marked: dict[str, list[str]] = {}
        for name in dict.fromkeys(names):
            item = self.figures[name]
            marked.setdefault(mark(item.provenance), []).append(f"{name} {item.value:g}")
        return "; ".join(f"{', '.join(items)} {marks}" for marks, items in marked.items())

    def glossary(self, reasons: Iterable[str]) -> list[str]:
        """What the figures mean that these reasons name: `first-fire-hidden: of a concealed firer … (A8.1)`."""
        named = dict.fromkeys(name for text in reasons for name in NAMED.findall(text))
        known = [(name, self.figures[name]) for name in named if name in self.figures]
        return [f"{name}: {figure.note} ({figure.rule})" for name, figure in known if figure.note]


def _no_action_table(key: str, table: Table) -> Fault | None:
    """Return why a table is no Action table (S6.1) of an attitude or of vehicles; None if it is."""
    columns = set(table.columns)
    wanted = {"target"} if "target" in columns else {"normal"} if key == VEHICLE else {"normal", "long"}
    if table.kind is None or not columns or not columns <= set(TARGETS) or not {"none", *wanted} <= columns:
        wants = f"an Action table is rolled, with the columns none and {' and '.join(sorted(wanted))}"
        return Fault(table, None, f"this is not an Action table: {wants}")
    for row in table.rows:
        strange = next((word for word in map(result_text, row.result) if word not in OUTCOMES), "")
        if strange:
            known = f"there are {', '.join(OUTCOMES)}{nearest(strange, OUTCOMES)}"
            return Fault(table, row, f"'{strange}' is not an outcome of an Action; {known}")
    return None
