"""Rubble (B24): which buildings stand, what brings one down (B24.11), and whom it buries.

[house] The program knows no storeys: HE strikes the ground level, and the whole building of the hex comes down; nothing
of it falls on another hex (B24.12). A rubble marker stands for the ruin, whose LOS stays that of the building.
"""

from __future__ import annotations

from sasl.asl.fire import ift
from sasl.asl.fire.ift import Outcome
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.sides import SIDES
from sasl.asl.infantry.morale import casualties
from sasl.asl.ordnance import mounted
from sasl.board.hexes import WAYS

WOOD, STONE = "wooden-building", "stone-building"
RUBBLE = "rubble"
FORTIFIED = "fortified-building"
"""The kind of the marker of a Fortified Building Location; its side is the one that fortified it, "" if not said."""


def stands_in(game: Game, name: str) -> bool:
    """Whether a hex holds a building, or what is left of one."""
    return game.board.terrain(name).has(WOOD, STONE)


def is_rubble(game: Game, name: str) -> bool:
    """B24.1: whether the building of a hex is rubble."""
    return bool(game.state.markers_at(name, RUBBLE))


def is_single(game: Game, name: str) -> bool:
    """B23.21: whether a building stands in this hex alone: none in a hex beside it [house]."""
    return not any(stands_in(game, near) for near in game.board.neighbours(name))


def is_interior(game: Game, name: str) -> bool:
    """A14.22: whether a hex lies inside a building, with standing parts of it over all six of its hexsides [house]."""
    around = game.board.neighbours(name)
    return len(around) == len(WAYS) and all(
        stands_in(game, spot) and not is_rubble(game, spot) for spot in (name, *around)
    )


def shatters(game: Game, column: int, calibre: int) -> int:
    """B24.11: the IFT column on which HE of a calibre (mm) may bring a building down; 0 if it is too light."""
    return column if calibre >= game.figure("rubble-calibre") else 0


def may_fall(ctx: Context, name: str, column: int, original: int, side: str, title: str) -> bool:
    """B24.11: whether an Original KIA of HE on `column` brings the building of a hex down: a dr of at most its KIA#."""
    if not column or not original or not stands_in(ctx.game, name) or is_rubble(ctx.game, name):
        return False
    outcome = ift.outcome(ctx.game, column, original)
    if ift.severity(outcome) < ift.severity(Outcome("KIA")):
        return False
    facts = {"into-stone": int(ctx.board.terrain(name).has(STONE))}
    with ctx.rolls_for(side if side in SIDES else ""):
        record = ctx.check("rubble.creation", f"Does the building in {name} collapse?", outcome.n, facts=facts)
    if record.success:
        collapse(ctx, name, f"{title}: Original {outcome} (B24.11)", whole=True)
    return bool(record.success)


def collapse(ctx: Context, name: str, why: str, *, whole: bool) -> None:
    """B24.1, B24.11: the building of a hex is rubble; `whole`: it buries all who are not in armor."""
    pieces.put_marker(ctx, RUBBLE, name, RUBBLE, why=why)
    for marker in ctx.state.markers_at(name, FORTIFIED):
        ctx.emit(ev.MarkerRemoved.of(marker, "rubble is not fortified (B23.9)"))
    ctx.tell(f"The building in {name} becomes rubble: {why}.", board=True, stop=True, hexes=(name,))
    for unit in ctx.state.units_at(name) if whole else ():
        if unit.id not in ctx.state.units or mounted.armored(ctx.game, unit) or unit.carrier or unit.kind == "aircraft":
            continue
        for weapon in ctx.state.weapons_of(unit.id):
            ctx.emit(ev.WeaponRemoved(weapon.id, "buried (B24.11)"))
        casualties.eliminate(ctx, unit, "buried under the building (B24.11)", no_llmc=True)
