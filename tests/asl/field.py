"""An open field for fights: terrain where a test lays it, no Sniper about, and dice that all must be accounted for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tabletop import ENEMY, FRIENDLY, Tabletop, bare, rolls

from sasl.asl.fire.drm import target_mods
from sasl.asl.fire.tem import Motion
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Value
from sasl.asl.game.under_way import Moving
from sasl.board.board import Board
from sasl.board.hexes import parse_hex
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord
from sasl.saves.session import Session

DATA = Path(__file__).parents[1] / "data"


def chart(name: str) -> list[list[str]]:
    """A chart as it stands in the sources, not in the project's tables: its header and rows, cell by cell."""
    lines = (DATA / "asl_core_charts.txt").read_text(encoding="utf-8").splitlines()
    start = lines.index(f"[{name}]") + 1
    end = next((place for place, line in enumerate(lines) if place > start and line.startswith("[")), len(lines))
    return [line.split() for line in lines[start:end] if line and not line.startswith("#")]


def field(side: Side = "FRIENDLY", phase: Phase = "PFPh", *, san: Any = (0, 0), **terrain: Any) -> Tabletop:
    """The map in play, all Open Ground but for the hexes named: K14="woods", K15=HexTerrain(elevation=1).

    Named hexes beyond the map in play are added to it. `san`: the SAN of FRIENDLY and ENEMY.
    """
    table = bare(side, phase)
    game = table.game
    laid = {parse_hex(name): _tile(mark) for name, mark in terrain.items()}
    hexes = {**dict.fromkeys(game.board.hexes, HexTerrain()), **laid}
    board = Board("field", "A field", hexes, game.board.orientation, game.board.chart)
    sans = {name: Value(str(number), "user") for name, number in zip(("friendly-san", "enemy-san"), san, strict=True)}
    return Tabletop(replace(game, board=board, state=replace(game.state, values={**game.state.values, **sans})))


def _tile(mark: Any) -> HexTerrain:
    return mark if isinstance(mark, HexTerrain) else HexTerrain(tuple(mark.split("+")))


def hill(level: int = 1, *terrains: str) -> HexTerrain:
    """A hex of a hill."""
    return HexTerrain(terrains or ("open",), elevation=level)


def moves(table: Tabletop, *ids: str, came_from: str = "", spent: float = 1, how: str = "") -> Tabletop:
    """These units have just spent MF in the hex they are in, and may be fired at (A8.1)."""
    moving = Moving(tuple(ids), came_from, table.unit(ids[0]).hex, spent, how)
    return Tabletop(table.game.at(replace(table.state, moving=moving)))


def throw(table: Tabletop, dice: Sequence[int], line: str, *answers: str) -> tuple[ev.Event, ...]:
    """The command with exactly these dice: not one more is rolled, none is left."""
    _lay(table, dice)
    events = table.do(line, *answers)
    _all_dice_typed(table, events)
    return events


def by_rule(
    table: Tabletop, dice: Sequence[int], do: Callable[[Context], object], answers: Sequence[str] = ()
) -> tuple[Tabletop, tuple[ev.Event, ...]]:
    """What a rule makes of the position with exactly these dice, and its events."""
    _lay(table, dice)
    ctx = Context(table.game, tuple(answers))
    do(ctx)
    after, events = Tabletop(ctx.game), tuple(ctx.events)
    _all_dice_typed(after, events)
    return after, events


def _lay(table: Tabletop, dice: Sequence[int]) -> None:
    table.do("dice clear")
    if dice:
        table.do("dice " + " ".join(map(str, dice)))


def _all_dice_typed(table: Tabletop, events: Sequence[ev.Event]) -> None:
    rolled = [(record.purpose, record.dice, record.source) for record in records(events)]
    assert all(source != "auto" for _, _, source in rolled), rolled
    assert table.state.dice.queue == (), rolled


def records(events: Sequence[ev.Event]) -> list[RollRecord]:
    return [event.record for event in events if isinstance(event, ev.Rolled)]


def shots(events: Sequence[ev.Event]) -> list[RollRecord]:
    """The IFT DR, one for each set of targets."""
    return [record for record in records(events) if record.table == "ift"]


def first_reads(events: Sequence[ev.Event]) -> list[RollRecord]:
    """The same but for dice that are read once more."""
    return [record for record in shots(events) if record.source != "same"]


def first_column(events: Sequence[ev.Event]) -> str:
    """The column of the first of them."""
    return shots(events)[0].column


def shot(events: Sequence[ev.Event]) -> tuple[int, int, str]:
    """Column, Final DR and result of the one IFT DR."""
    (record,) = shots(events)
    return int(record.column), record.total, str(record.result)


def drm(events: Sequence[ev.Event], place: int = 0) -> dict[str, int]:
    """The DRM of an IFT DR by name."""
    return {mod.name: mod.value for mod in shots(events)[place].modifiers}


def paper(table: Tabletop, line: str) -> tuple[str, ...]:
    """The attack as it is shown before its dice."""
    return table.ask(line).lines


def column(table: Tabletop, line: str) -> int:
    """The column an attack would use."""
    found = next(text for text in paper(table, line) if text.startswith("FP column: "))
    return int(found.removeprefix("FP column: "))


def shown_drm(table: Tabletop, line: str) -> list[str]:
    """The DRM of an attack before its dice, as `+1 woods TEM`."""
    found = [text.split(". ", 1)[1] for text in paper(table, line) if text[:1].isdigit() and ". " in text]
    return [text.rsplit(" (", 1)[0] for text in found]


def flags(table: Tabletop, unit_id: str) -> set[str]:
    """The states of a unit that tell what fire did to it."""
    kept = {"broken", "dm", "pinned", "wounded", "disrupted", "berserk", "fanatic", "heroic", "concealed"}
    return {flag for flag in table.unit(unit_id).flags if flag in kept}


def against(table: Tabletop, unit: str, from_hex: str, motion: Motion | None = None, **how: Any) -> list[str]:
    """The DRM of a target's Location and movement, as `+1 woods TEM`."""
    mods = target_mods(table.game, table.unit(unit), from_hex, moving=motion, **how)
    return [f"{mod.value:+d} {mod.name}" for mod in mods]


def quiet(table: Tabletop) -> Tabletop:
    """Nobody is asked before a shot, and no shot halts a move."""
    return table.all("option confirm-fire off", "option fire-stops off")


def at_cc(side: Side = FRIENDLY, phase: Phase = "CCPh") -> Tabletop:
    """An empty map in the CCPh, attacks not shown before their dice."""
    return bare(side, phase).all("option confirm-fire off")


def type_of(table: Tabletop, unit_id: str) -> str:
    """The counter a unit is now; `gone` if it was eliminated."""
    return table.state.units[unit_id].type if unit_id in table.state.units else "gone"


__all__ = [
    "ENEMY", "FRIENDLY", "Tabletop", "against", "at_cc", "by_rule", "chart", "column", "drm", "field", "first_column",
    "first_reads",
    "flags", "hill", "moves", "paper", "quiet", "records", "shot", "shots", "shown_drm", "throw", "type_of",
]  # fmt: skip


def gun_of(table: Tabletop, side: Side, type_name: str, place: str, men: str = "2-2-8") -> tuple[str, str]:
    """A Gun and who mans it."""
    gun, crew = table.new(side, type_name, place), table.new(side, men, place)
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun)))
    return gun, crew


def cases(events: tuple[ev.Event, ...]) -> dict[str, int]:
    """The DRM of a To Hit DR by their first two words."""
    record = rolls(events, "To Hit")[0]
    return {" ".join(mod.name.replace(",", "").split()[:2]): mod.value for mod in record.modifiers}
