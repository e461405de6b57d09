"""Dice become a record: the result of a roll, in a game or for a designer who makes a million of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.dice import RollKind, thrown
from sasl.kernel.rolling.records import Modifier, RollRecord, Source
from sasl.kernel.rolling.tables import Table, TableError, passed

MOST_KEPT = 5_000
"""The most different throws that are kept ready; a DR has 36."""


class Roll(Frozen):
    """A roll before its dice are read: what it is for, and what its total is held against or read on.

    A check has a `target` to be rolled or less, and an Original roll that `fails_on` whatever the total; other rolls
    have a `table`, read in its `column` (None: off its left end, where nothing happens). `tag`, `subject`: see
    RollRecord.
    """

    kind: RollKind
    purpose: str
    rule: str = ""
    modifiers: Sequence[Modifier] = ()
    target: int | None = None
    target_name: str = ""
    fails_on: int | None = None
    table: Table | None = None
    column: str | None = ""
    provenance: str = ""
    pack: str = ""
    tag: str = ""
    subject: tuple[str, ...] = ()


def read_roll(
    roll: Roll,
    dice: tuple[int, ...],
    *,
    given: int = 0,
    source: Source = "auto",
    index: int | None = None,
    whose: str = "",
) -> RollRecord:
    """The record of a throw: Original and Final total, whether a check passes, the row of the table.

    Without dice `given` is the Final total that the player typed. TableError where the table has no row or column.
    """
    kind, table = roll.kind, roll.table
    mods = tuple(mod for mod in roll.modifiers if mod.value)
    original = kind.total(dice) if dice else given
    reach = sum(mod.value for mod in mods if mod.kind == "to-reach")
    total = kind.shifted(original, sum(mod.value for mod in mods)) if dice else given + reach
    fails_on = roll.fails_on if dice else None
    row = table.row(total) if table else None
    return RollRecord(
        purpose=roll.purpose,
        roll=kind.name,
        dice=dice,
        original=original,
        total=total,
        modifiers=mods,
        rule=roll.rule,
        target=roll.target,
        target_name=roll.target_name,
        success=None if roll.target is None else passed(original, total, roll.target, fails_on),
        table=table.id if table else "",
        row=row.label if row else "",
        result=table.pick(row, roll.column) if table and row and roll.column is not None else None,
        provenance=row.provenance if row else roll.provenance,
        source=source,
        index=index,
        column=roll.column or "",
        whose=whose,
        pack=table.pack if table else roll.pack,
        tag=roll.tag,
        subject=roll.subject,
    )


def rolls(
    table: Table, seed: int, number: int, *, modifiers: Sequence[Modifier] = (), column: str = ""
) -> Iterator[RollRecord]:
    """`number` rolls on a table with the dice of `seed`: the records that a game would make.

    Every throw is read once; the same dice again come to the same record but for the number of their first die.
    TableError for a chart, or a column that is none.
    """
    kind = table.kind
    if kind is None or not table.rows:
        raise TableError(
            f"{table.id} is {'a check without rows' if table.against else 'a chart: it is read, not rolled on'}"
        )
    roll = Roll(kind, table.title, table.rule, modifiers, table=table, column=column)
    known: dict[tuple[int, ...], RollRecord] = {}
    index = 0
    for dice in islice(thrown(seed, 0, kind.count, kind.sides), number):
        made = known.get(dice)
        if made is None:
            if len(known) >= MOST_KEPT:
                known.clear()
            made = known[dice] = read_roll(roll, dice)
        yield replace(made, index=index)
        index += kind.count
