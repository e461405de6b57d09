"""Whether the rows of a Random Event table say what an effect can play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sasl.content.reading.faults import nearest
from sasl.content.tables.table_faults import Fault, blamed
from sasl.kernel.rolling.tables import Row, Table, parse_span
from sasl.solitaire.random_events.parameters import Known, switch
from sasl.solitaire.random_events.table import EFFECTS

WORDS = ("title", "text")
"""What every row has."""
ITS_OWN = (*WORDS, "effect", "once")
"""What is no parameter of the effect."""


def events(known: Known, table: Table) -> Iterator[Fault]:
    """The rows that could not be played."""
    for row in table.rows:
        entry: Any = row.result
        if not isinstance(entry, dict) or not set(WORDS) <= set(entry):
            yield Fault(table, row, "a Random Event needs 'title', 'text' and 'effect' or 'same_as'")
            continue
        for why in switch(known, entry.get("once", False)):
            yield Fault(table, row, f"once: {why}", ("once",))
        if "same_as" in entry:
            yield from _repeat(table, row, entry)
        elif not isinstance(entry.get("effect"), str) or entry["effect"] not in EFFECTS:
            word = str(entry.get("effect"))
            yield Fault(table, row, f"effect '{word}' is unknown{nearest(word, EFFECTS)}", ("effect",))
        else:
            yield from _parameters(known, table, row, entry)


def _repeat(table: Table, row: Row, entry: dict[str, Any]) -> Iterator[Fault]:
    """`same_as` leads to a row that has an effect of its own."""
    try:
        goal = table.row(parse_span(entry["same_as"])[0]).result
    except ValueError as error:
        yield Fault(table, row, str(error))
        return
    if not isinstance(goal, dict) or "effect" not in goal:
        yield Fault(table, row, f"same_as {entry['same_as']} leads to a row without an effect", ("same_as",))


def _parameters(known: Known, table: Table, row: Row, entry: dict[str, Any]) -> Iterator[Fault]:
    """Parameters that are missing, unknown, or hold what they cannot."""
    effect = EFFECTS[entry["effect"]]
    asked = {**effect.needs, **{name: kind for name, kind in effect.may.items() if name in entry}}
    for first, second in effect.together:
        asked |= {second: effect.may[second]} if first in entry else {}
    for name, kind in asked.items():
        if name not in entry:
            yield Fault(table, row, f"effect '{entry['effect']}' needs '{name}'")
            continue
        for why in kind(known, entry[name]):
            if isinstance(why, Fault):
                yield blamed(why, table, row, (name,))
            else:
                yield Fault(table, row, f"{name}: {why}", (name,))
    for name in entry:
        if name not in asked and name not in ITS_OWN:
            hint = nearest(str(name), (*effect.needs, *effect.may))
            yield Fault(table, row, f"effect '{entry['effect']}' has no '{name}'{hint}", (str(name),))
