"""An entry of a Random Event table, and what an effect of one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sasl.asl.game.context import Context
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.content.missions.mission import Mission
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.rolling.tables import Table, parse_span
from sasl.solitaire.random_events.parameters import Kind


class Entry(Frozen):
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


class Effect(Frozen):
    """What the `effect` word of a row does; False if it cannot apply, before it changed anything.

    `needs`: the parameters it cannot do without, and what each holds; `may`: those it can have. `together`: pairs of
    them, the second of which is needed where the first stands.
    """

    happen: Callable[[Context, Entry], bool]
    needs: Mapping[str, Kind] = {}
    may: Mapping[str, Kind] = {}
    together: tuple[tuple[str, str], ...] = ()


def men(ctx: Context, side: Side) -> Iterator[Unit]:
    """The units of a side on the map whom an event may concern: all but prisoners (A20.5)."""
    return (unit for unit in ctx.state.on_map(side) if "prisoner" not in unit.flags)


def amount(ctx: Context, figure: str | int, purpose: str, rule: str = "", plus: int = 0) -> int:
    """How many: a figure of the entry itself, a table's (its id), or a roll's (dr, DR …); `plus` so many more."""
    if isinstance(figure, int):
        return figure + plus
    if figure in ctx.library.tables:
        return int(ctx.table(figure, purpose).result) + plus
    more = (Modifier("by the Random Event", plus),) if plus else ()
    return ctx.roll(figure, purpose, rule=rule, modifiers=more).total


def table_of(mission: Mission, side: Side) -> str:
    """The id of a side's table of Random Events."""
    return mission.enemy_events if side == "ENEMY" else mission.friendly_events


def read_entry(table: Table, side: Side, row: str, result: dict[str, Any]) -> Entry:
    """The entry of a row; `same_as` borrows effect and parameters from another row of the table."""
    base = result
    if "same_as" in result:
        low, _ = parse_span(result["same_as"])
        base = table.row(low).result
    return Entry(
        side, row, str(result["title"]), str(result["text"]), bool(result.get("once")), str(base["effect"]), base
    )


RAISE = "raise-re"
"""The effect that makes Random Events of a side likelier."""


def raised(numbers: tuple[int, int], most: str) -> tuple[int, int] | None:
    """The RE#s after a `raise-re` event, from `numbers`; None if they cannot go up (any more)."""
    low, high = numbers
    return None if f"{low}/{high}" == most or not high else (low + 1, high + 1)
