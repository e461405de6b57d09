"""A roll before its dice, for a player who throws them: each modifier, their sum, what it needs or can bring."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sasl.kernel.rolling.dice import RollKind
from sasl.kernel.rolling.records import Modifier, result_text
from sasl.kernel.rolling.rolls import Roll
from sasl.kernel.rolling.tables import HIGH, LOW, Row, Table, TableError

WIDEST = 110
"""Rows that take more than this are left to `sasl table`: a player with dice in his hand reads one line."""


def beforehand(roll: Roll, *, rows: bool) -> tuple[str, ...]:
    """What he sees, line by line. `rows`: with what the totals bring; not if the dice choose the column."""
    mods, table = roll.modifiers, roll.table
    lines = [modifiers_text(roll.kind, mods)] if mods or roll.target is not None or table else []
    if roll.target is not None:
        lines.append(needs_text(roll.kind, mods, roll.target, roll.target_name, roll.fails_on))
    elif reach := _reach_text(mods):
        lines.append(reach)
    elif table and rows and roll.column is not None:
        lines.append(rows_text(table, roll.column))
    return tuple(filter(None, lines))


def modifiers_text(kind: RollKind, modifiers: Sequence[Modifier]) -> str:
    """`+1 TI (A4.8), -1 9-1 (A10.7); total drm +0`; nothing, if there are none."""
    mods = [mod for mod in modifiers if mod.value and mod.kind != "to-reach"]
    word = "drm" if kind.count == 1 else "DRM"
    if not mods:
        return f"no {word}"
    total = sum(mod.value for mod in mods)
    return ", ".join(map(str, mods)) + (f"; total {word} {total:+d}" if len(mods) > 1 else f" {word}")


def needs_text(
    kind: RollKind, modifiers: Sequence[Modifier], target: int, name: str = "", fails_on: int | None = None
) -> str:
    """What a check needs, as it lies on the table: `needs an Original 8 or less (Final 7, morale); 12 fails`."""
    most = target - sum(mod.value for mod in modifiers)
    final = f"Final {target}" + (f", {name}" if name else "")
    if most < kind.count:
        return f"no {kind.name} is low enough ({final})"
    if most >= kind.count * kind.sides:
        words = f"any {kind.name} will do ({final})"
    else:
        words = f"needs an Original {most}{' or less' if most > kind.count else ''} ({final})"
    return words + (f"; an Original {fails_on} fails" if fails_on is not None and fails_on <= most else "")


def _reach_text(modifiers: Sequence[Modifier]) -> str:
    """`needs a Final 9 or more (Kindling Number)`, where a number must be reached; else nothing."""
    return ", ".join(f"needs a Final {-mod.value} or more ({mod.name})" for mod in modifiers if mod.kind == "to-reach")


def rows_text(table: Table, column: str = "") -> str:
    """What each Final total brings, neighbours of the same result together; nothing where that is too long a line."""
    try:
        read = [(row, result_text(table.pick(row, column))) for row in table.rows]
    except TableError:
        return ""
    groups = [(found, [row for row, _ in rows]) for found, rows in groupby(read, key=lambda item: item[1])]
    text = "Final " + "; ".join(f"{_span(rows)} {found}" for found, rows in groups)
    return text if len(groups) > 1 and len(text) <= WIDEST else ""


def _span(rows: Sequence[Row]) -> str:
    """`2`, `3-5`, `<=3`, `>=10`: the totals of neighbouring rows."""
    first, last = rows[0], rows[-1]
    if first is last:
        return first.label.replace("..", "-")
    if first.low == LOW:
        return f"<={last.high}"
    return f">={first.low}" if last.high == HIGH else f"{first.low}-{last.high}"
