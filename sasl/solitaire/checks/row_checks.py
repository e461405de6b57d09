"""What rows of tables may say: numbers, words, counters of a side; a fault names the row and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from sasl.content.library import Library
from sasl.content.reading.faults import nearest
from sasl.content.tables.counters import CounterType
from sasl.content.tables.table_faults import Fault, blamed
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Table

MOST = 99
"""No number of S?, VPO, bridges, FFEs or hexes is greater."""


def counters(
    library: Library, table: Table, known: Iterable[str], seen: tuple[str, ...] = (), *, lists: bool = False
) -> Iterator[Fault]:
    """Rows that name no counter of the side; `-` is nobody, `table:` leads to another table, never back to `seen`.

    `lists`: a row may name several counters that come together.
    """
    names = {*known, "-"}
    told = list(_strangers(library, table, names, seen, lists=lists))
    wrong = {fault.row.label for fault in told if fault.row and fault.table is table}
    if len(table.rows) > 1 and len(wrong) == len(table.rows):
        text = "no row names a counter of that side: is this the right table?"
        told = [Fault(table, table.rows[0], f"{told[0].message}; {text}")]
    yield from told


def _strangers(
    library: Library, table: Table, names: Collection[str], seen: tuple[str, ...], *, lists: bool
) -> Iterator[Fault]:
    for row in table.rows:
        several = bool(table.columns) or (lists and isinstance(row.result, list))
        for result in row.result if several else [row.result]:
            if isinstance(result, dict) and "table" in result:
                goal = str(result["table"])
                other = library.tables.get(goal)
                if other is None:
                    yield Fault(table, row, f"there is no table '{goal}'{nearest(goal, library.tables)}")
                elif other is table or other.id in seen:
                    yield Fault(table, row, f"'{other.id}' leads back to itself: rolling on it would never end")
                else:
                    inner = counters(library, other, names, (*seen, table.id))
                    yield from (blamed(fault, table, row) for fault in inner)
            elif result_text(result) not in names:
                word = result_text(result)
                yield Fault(table, row, f"'{word}' is not a counter of that side{nearest(word, names)}")


def kinds(table: Table, types: Mapping[str, CounterType], wanted: tuple[str, ...], column: str = "") -> Iterator[Fault]:
    """Rows that name a counter, but one of another kind than is placed; in that column, or the first."""
    at = table.columns.index(column) if column in table.columns else 0
    for row in table.rows:
        result = row.result[at] if table.columns else row.result
        item = types.get(result_text(result))
        if item is not None and item.kind not in wanted:
            some = ", ".join([name for name, other in types.items() if other.kind in wanted][:4])
            places = f"this table places a {' or '.join(wanted)}; there are {some} …"
            yield Fault(table, row, f"'{result_text(result)}' is a {item.kind}, and {places}")


def numbers(table: Table, *, key: str = "") -> Iterator[Fault]:
    """Rows that are no number; with `key` a row may also be an entry that has its number there."""
    for row in table.rows:
        text = str(_part(row.result, key))
        if not (text.isascii() and text.isdigit() and int(text) <= MOST):
            wanted = f"a number from 0 to {MOST}" + (f", or an entry with '{key}: number'" if key else "")
            yield Fault(table, row, f"'{result_text(row.result)}' is not {wanted}")


def words(table: Table, known: Collection[str], *, key: str = "") -> Iterator[Fault]:
    """Rows that are none of the known words; with `key` a row may also be an entry that has its word there."""
    for row in table.rows:
        word = result_text(_part(row.result, key))
        if word not in known:
            yield Fault(table, row, f"'{word}' is not one of {', '.join(known)}{nearest(word, known)}")


def _part(result: Any, key: str) -> Any:
    return result.get(key) if key and isinstance(result, dict) else result


def rolled(table: Table) -> Iterator[Fault]:
    """A fault if the table is a chart, which nobody rolls on."""
    if table.kind is None and table.rows:
        text = "the mission rolls on this table: give it a roll (dr, DR …), not 'chart'"
        yield Fault(table, table.rows[0], text)
