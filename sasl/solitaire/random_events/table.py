"""The Random Event roll: find a row that can happen now, and let its effect happen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.state import Side
from sasl.kernel.tables import parse_span

Effect = Callable[[Context, "Entry"], bool]

EFFECTS: dict[str, Effect] = {}
"""What a row's `effect` word does; each returns False if it cannot apply, before it changed anything."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a Random Event table, with the parameters of the row it repeats."""

    side: Side
    row: str
    title: str
    text: str
    once: bool
    effect: str
    parameters: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.parameters[name]


def effect(name: str) -> Callable[[Effect], Effect]:
    """Register the decorated function as the effect `name`."""

    def register(function: Effect) -> Effect:
        EFFECTS[name] = function
        return function

    return register


def amount(ctx: Context, figure: str | int, purpose: str, rule: str = "") -> int:
    """How many: a figure of the entry itself, a table's (its id), or a roll's (dr, DR …)."""
    if isinstance(figure, int):
        return figure
    if figure in ctx.library.tables:
        return int(ctx.table(figure, purpose).result)
    return ctx.roll(figure, purpose, rule=rule).total


def random_event(ctx: Context, side: Side) -> None:
    """2.2: roll d66; a starred event that happened, or one that cannot apply, is rerolled."""
    table = ctx.mission.enemy_events if side == "ENEMY" else ctx.mission.friendly_events
    for _ in range(ctx.figure("most-rerolls")):
        record = ctx.table(table, f"{side} Random Event")
        entry = read_entry(ctx, side, table, record.row, record.result)
        if _happen(ctx, entry):
            return
    ctx.tell("No event could apply: no Random Event this time.")


def read_entry(ctx: Context, side: Side, table: str, row: str, result: dict[str, Any]) -> Entry:
    """The entry of a row; `same_as` borrows effect and parameters from another row of the table."""
    base = result
    if "same_as" in result:
        low, _ = parse_span(result["same_as"])
        base = ctx.game.library.table(table).row(low).result
    return Entry(
        side, row, str(result["title"]), str(result["text"]), bool(result.get("once")), str(base["effect"]), base
    )


def _happen(ctx: Context, entry: Entry) -> bool:
    """Let the event happen; False (and a remark) if it may not or cannot."""
    if f"{entry.side} {entry.row}" in ctx.state.events_used:
        ctx.tell(f"Event {entry.row} ({entry.title}) has already happened: reroll.")
        return False
    heard = len(ctx.events)
    before = ctx.game
    ctx.emit(ev.EventUsed(entry.side, entry.row, entry.title, entry.text, entry.once))
    if EFFECTS[entry.effect](ctx, entry):
        return True
    ctx.game = before
    del ctx.events[heard:]
    ctx.tell(f"Event {entry.row} ({entry.title}) cannot apply now: reroll.")
    return False


@verb("event", "event enemy|friendly [D66]", "make a Random Event happen: rolled, or the one you name", group="enemy")
def event(ctx: Context, words: list[str]) -> None:
    """2.2: a Random Event by hand, e.g. because the player's dice gave it."""
    if not words or words[0].upper() not in ("ENEMY", "FRIENDLY"):
        raise Refused("event needs a side, as in: event enemy, or event friendly 24")
    side: Side = "ENEMY" if words[0].upper() == "ENEMY" else "FRIENDLY"
    if len(words) == 1:
        random_event(ctx, side)
        return
    table = ctx.mission.enemy_events if side == "ENEMY" else ctx.mission.friendly_events
    if not re.fullmatch("[1-9][1-6]", words[1]):
        raise Refused(f"'{words[1]}' is no d66: two digits from 1 to 6")
    rows, number = ctx.library.table(table), int(words[1])
    if not rows.holds(number):
        raise Refused(f"{rows.title} has no event {number}; its last is {rows.rows[-1].label}")
    row = rows.row(number)
    if not _happen(ctx, read_entry(ctx, side, table, row.label, row.result)):
        raise Refused(f"event {row.label} cannot happen now")
