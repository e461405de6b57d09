"""The Random Event roll: find a row that can happen now, and let its effect happen."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.sides import Side
from sasl.kernel.facts import REROLL
from sasl.solitaire.random_events import enemy_events, friendly_events
from sasl.solitaire.random_events.entry_events import Entry, read_entry, table_of

EFFECTS = {**enemy_events.EFFECTS, **friendly_events.EFFECTS}
"""What a row's `effect` word does."""


def random_event(ctx: Context, side: Side) -> None:
    """S2.2: roll d66; a starred event that happened, or one that cannot apply, is rerolled."""
    table = table_of(ctx.mission, side)
    for _ in range(ctx.figure("most-rerolls")):
        with ctx.rolls_for(side):
            record = ctx.table(table, f"{side} Random Event")
        entry = read_entry(ctx.library.to_roll(table), side, record.row, record.result)
        if _happen(ctx, entry):
            return
    ctx.tell("No event could apply: no Random Event this time.")


def _happen(ctx: Context, entry: Entry) -> bool:
    """Let the event happen; False (and a remark) if it may not or cannot."""
    if f"{entry.side} {entry.row}" in ctx.state.events_used:
        ctx.tell(f"Event {entry.row} ({entry.title}) has already happened: reroll.", tag=REROLL)
        return False
    with ctx.savepoint() as point:
        ctx.emit(ev.EventUsed(entry.side, entry.row, entry.title, entry.text, entry.once))
        if EFFECTS[entry.effect].happen(ctx, entry):
            return True
        point.take_back()
    ctx.tell(f"Event {entry.row} ({entry.title}) cannot apply now: reroll.", tag=REROLL)
    return False


def event_of(ctx: Context, side: Side, number: int) -> None:
    """S2.2: the event of that number. Refused if it cannot happen now."""
    table = table_of(ctx.mission, side)
    row = ctx.library.table(table).row(number)
    if not _happen(ctx, read_entry(ctx.library.table(table), side, row.label, row.result)):
        raise Refused(f"event {row.label} cannot happen now")
