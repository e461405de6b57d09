"""Dice become a record: what a roll comes to, in a game or for a designer who makes a million of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sasl.kernel.dice import RollKind, thrown
from sasl.kernel.frozen import replace
from sasl.kernel.records import Modifier, RollRecord, Source
from sasl.kernel.tables import Table, TableError, passed

MOST_KEPT = 5_000
"""So many different throws are kept ready; a DR has 36."""


def read_roll(
    kind: RollKind,
    dice: tuple[int, ...],
    modifiers: Sequence[Modifier],
    *,
    purpose: str,
    rule: str = "",
    given: int = 0,
    target: int | None = None,
    target_name: str = "",
    fails_on: int | None = None,
    table: Table | None = None,
    column: str = "",
    provenance: str = "",
    source: Source = "auto",
    index: int | None = None,
    whose: str = "",
    pack: str = "",
    tag: str = "",
    subject: Sequence[str] = (),
) -> RollRecord:
    """The record of a throw: Original and Final total, whether a check passes, the row of the table.

    Without dice `given` is the Final total that the player typed. TableError where the table has no row or column.
    """
    mods = tuple(mod for mod in modifiers if mod.value)
    original = kind.total(dice) if dice else given
    reach = sum(mod.value for mod in mods if mod.kind == "to-reach")
    total = kind.shifted(original, sum(mod.value for mod in mods)) if dice else given + reach
    row = table.row(total) if table else None
    return RollRecord(
        purpose,
        kind.name,
        dice,
        original,
        total,
        mods,
        rule,
        target,
        target_name,
        None if target is None else passed(original, total, target, fails_on if dice else None),
        table.id if table else "",
        row.label if row else "",
        table.pick(row, column) if table and row else None,
        row.provenance if row else provenance,
        source,
        index,
        column,
        whose,
        table.pack if table else pack,
        tag,
        tuple(subject),
    )


def rolls(
    table: Table,
    seed: int,
    number: int,
    *,
    first: int = 0,
    modifiers: Sequence[Modifier] = (),
    column: str = "",
    purpose: str = "",
) -> Iterator[RollRecord]:
    """So many rolls on a table with the dice of `seed` from number `first` on: the records that a game would make.

    Every throw is read once; the same dice again come to the same record but for the number of their first die.
    TableError for a chart, or a column that is none.
    """
    kind = table.kind
    if kind is None or not table.rows:
        raise TableError(f"{table.id} is {'a check without rows' if table.against else 'a chart, read and not rolled'}")
    known: dict[tuple[int, ...], RollRecord] = {}
    index = first
    for dice in islice(thrown(seed, first, kind.count, kind.sides), number):
        made = known.get(dice)
        if made is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            found = read_roll(
                kind, dice, modifiers, purpose=purpose or table.title, rule=table.rule, table=table, column=column
            )
            made = known[dice] = found
        yield replace(made, index=index)
        index += kind.count
