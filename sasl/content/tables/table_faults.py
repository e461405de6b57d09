"""Faults in the rows of tables, each with the file and line that is wrong."""

from __future__ import annotations

from collections.abc import Callable

from sasl.content.reading.faults import ContentError, File
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.tables import Row, Table, parse_span

Source = Callable[[str], File]
"""The file that tables name as their origin."""


class Fault(Frozen):
    """A row, or another part of a table, that no rule can play, and why."""

    table: Table
    row: Row | None
    message: str
    part: tuple[object, ...] = ()
    """Where in the row it stands, or in the table."""
    place: tuple[object, ...] = ()
    """Where the mission names the table."""

    @property
    def in_words(self) -> str:
        """Return what is wrong for a reader who does not look at the table: `generation.g2, row 2: …`."""
        return f"{self.table.id}{f', row {self.row.label}' if self.row else ''}: {self.message}"


def blamed(fault: Fault, table: Table, row: Row, part: tuple[object, ...] = ()) -> Fault:
    """Return the fault where it can be mended: in the player's own row, if that names a shipped table."""
    if fault.table.pack or not table.pack:
        return fault
    return Fault(table, row, f"this row cannot lead there: {fault.in_words}", part)


def located(source: Source, fault: Fault) -> str:
    """Return the fault with the file and line of its row, or of another part of its table."""
    table, row = fault.table, fault.row
    try:
        from sasl.content.reading.yamlfile import read_yaml  # only a fault needs what reads YAML

        document = read_yaml(source(table.origin))
        number = next(place for place, item in enumerate(document.data) if item.get("id") == table.id)
        part = fault.part
        if row is not None:
            key = next(key for key in document.data[number]["rows"] if parse_span(key) == (row.low, row.high))
            part = ("rows", key, *part)
        return document.fault((number, *part), fault.message)
    except (ContentError, StopIteration, KeyError, ValueError, AttributeError):
        return f"{table.origin}: {fault.in_words}"
