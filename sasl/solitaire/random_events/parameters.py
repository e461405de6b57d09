"""What the parameters of a Random Event may hold: each kind is a check, made before a game can meet it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from sasl.content.library import Library
from sasl.content.reading.faults import nearest, no_such
from sasl.content.tables.counters import CounterType
from sasl.content.tables.table_faults import Fault
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.tables import Table
from sasl.kernel.text import no_number
from sasl.solitaire.checks import row_checks
from sasl.solitaire.checks.row_checks import MOST


class Known(Frozen):
    """What a parameter may name: tables, and the counters of the side whose event it is."""

    library: Library
    types: Mapping[str, CounterType]


Told = Iterator[str | Fault]
"""Why a value cannot be: a sentence about itself, or a fault in the table that it names."""
Kind = Callable[[Known, Any], Told]


def whole(low: int, high: int) -> Kind:
    """A whole number."""

    def faults(known: Known, value: Any) -> Told:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            yield no_number(value, low, high)

    return faults


def one_of(*words: str) -> Kind:
    """One of a few words."""

    def faults(known: Known, value: Any) -> Told:
        if value not in words:
            yield f"'{value}' is not one of {', '.join(words)}{nearest(str(value), words)}"

    return faults


def switch(known: Known, value: Any) -> Told:
    """On or off."""
    if not isinstance(value, bool):
        yield f"this is a switch: write true or false (got {value!r})"


def condition(known: Known, value: Any) -> Told:
    """A condition that some table has a modifier for."""
    known_ones = {item.when for table in known.library.tables.values() for item in table.modifiers if item.when}
    if value not in known_ones:
        yield f"no table has a modifier for '{value}'{nearest(str(value), known_ones)}"


def dice(known: Known, value: Any) -> Told:
    """A roll: dr, DR, 2d6 …"""
    try:
        roll_kind(str(value))
    except ValueError:
        yield f"'{value}' is not a roll (dr, DR, 2d6 …)"


def how_many(known: Known, value: Any) -> Told:
    """How many: a number of at least one, a roll, or a table of numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield from whole(1, MOST)(known, value)
    elif "." in str(value):
        yield from _table(known, value, row_checks.numbers)
    else:
        for _ in dice(known, value):
            yield f"'{value}' is neither a number nor a roll (dr, DR, 2d6 …) nor a table"


def says(*words: str) -> Kind:
    """A table whose rows say one of a few words."""
    return lambda known, value: _table(known, value, partial(row_checks.words, known=words))


def rows(check: Callable[[Known, Any], str]) -> Kind:
    """A table or chart, each row of it checked: why it cannot be, or ""."""

    def of(known: Known, table: Table) -> Iterator[Fault]:
        found = ((row, check(known, row.result)) for row in table.rows)
        yield from (Fault(table, row, why) for row, why in found if why)

    return lambda known, value: _table(known, value, partial(of, known), to_roll=False)


def counter(*kinds: str) -> Kind:
    """A counter of the side, of one of these kinds."""

    def faults(known: Known, value: Any) -> Told:
        item = known.types.get(str(value))
        if item is None:
            yield f"'{value}' is not a counter of that side{nearest(str(value), known.types)}"
        elif item.kind not in kinds:
            yield f"'{value}' is a {item.kind}; needed here: {' or '.join(kinds)}"

    return faults


def counters(*kinds: str) -> Kind:
    """A list of such counters."""

    def faults(known: Known, value: Any) -> Told:
        if not isinstance(value, list) or not value:
            yield f"'{value}' is not a list of counters: write [one, another]"
            return
        for item in value:
            yield from counter(*kinds)(known, item)

    return faults


def numbered(*kinds: str) -> Kind:
    """Such counters, and how many of each."""

    def faults(known: Known, value: Any) -> Told:
        if not isinstance(value, dict) or not value:
            yield f"'{value}' does not say how many of which counter: write {{counter: number}}"
            return
        for name, number in value.items():
            yield from counter(*kinds)(known, name)
            yield from whole(1, MOST)(known, number)

    return faults


def drawn(*kinds: str, column: str = "") -> Kind:
    """A table of such counters, read in that column if it has any."""

    def of(known: Known, table: Table) -> Iterator[Fault]:
        if table.columns and column not in table.columns:
            yield Fault(table, table.rows[0], f"there is no column '{column}', which is needed here")
            return
        yield from row_checks.counters(known.library, table, known.types)
        yield from row_checks.kinds(table, known.types, kinds, column)

    return lambda known, value: _table(known, value, partial(of, known))


def found(*kinds: str) -> Kind:
    """A counter by name, or a table of such counters."""

    def faults(known: Known, value: Any) -> Told:
        named = str(value) not in known.types and "." in str(value)
        yield from (drawn(*kinds) if named else counter(*kinds))(known, value)

    return faults


def _table(known: Known, value: Any, check: Callable[[Table], Iterator[Fault]], *, to_roll: bool = True) -> Told:
    tables = known.library.tables
    if str(value) not in tables:
        yield no_such("table", str(value), tables)
        return
    yield from row_checks.rolled(tables[str(value)]) if to_roll else ()
    yield from check(tables[str(value)])
