"""An entry of a Random Event table, and what an effect of one is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Side
from sasl.kernel.tables import parse_span


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


@dataclass(frozen=True, slots=True)
class Effect:
    """What the `effect` word of a row does; False if it cannot apply, before it changed anything.

    `needs`: the parameters it cannot do without; `counters`: those that name a counter, or a table of counters.
    """

    happen: Callable[[Context, Entry], bool]
    needs: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()


def amount(ctx: Context, figure: str | int, purpose: str, rule: str = "") -> int:
    """How many: a figure of the entry itself, a table's (its id), or a roll's (dr, DR …)."""
    if isinstance(figure, int):
        return figure
    if figure in ctx.library.tables:
        return int(ctx.table(figure, purpose).result)
    return ctx.roll(figure, purpose, rule=rule).total


def table_of(game: Game, side: Side) -> str:
    """The id of a side's table of Random Events."""
    return game.mission.enemy_events if side == "ENEMY" else game.mission.friendly_events


def read_entry(ctx: Context, side: Side, table: str, row: str, result: dict[str, Any]) -> Entry:
    """The entry of a row; `same_as` borrows effect and parameters from another row of the table."""
    base = result
    if "same_as" in result:
        low, _ = parse_span(result["same_as"])
        base = ctx.game.library.table(table).row(low).result
    return Entry(
        side, row, str(result["title"]), str(result["text"]), bool(result.get("once")), str(base["effect"]), base
    )
