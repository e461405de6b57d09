"""Scrounging: MG and small arms from wrecks and Abandoned vehicles (D10.5), small arms on the way (A20.552)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Marker, Unit
from sasl.asl.infantry import prisoners
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.ordnance import mounted
from sasl.kernel.frozen import replace

MG = "LMG"
"""As what a MG is Scrounged, whatever it was (D10.52)."""


def sources(game: Game, name: str) -> list[Marker | Unit]:
    """D10.5: the wrecks, and the Abandoned vehicles, in a hex that have a MG to Scrounge."""
    wrecks = [item for item in game.state.markers_at(name, "wreck") if item.mgs and item.state != "burning"]
    left = [unit for unit in game.state.units_at(name) if unit.kind == "vehicle" and "abandoned" in unit.flags]
    return [*wrecks, *(unit for unit in left if mounted.removable(game, unit))]


def may_scrounge(game: Game, unit: Unit) -> None:
    """D10.5: refused, with the rule, unless an unbroken MMC is with something that has not been Scrounged yet."""
    if not unit.mmc or not unit.infantry or not unit.hex:
        raise Refused(f"{unit.id} is not an Infantry MMC on the map: no other unit may Scrounge (D10.5)")
    for flag in ("broken", "berserk", "melee", "ti", "prisoner"):
        if flag in unit.flags:
            raise Refused(f"{unit.id} cannot Scrounge: it is {flag} (D10.5)")
    if not sources(game, unit.hex):
        raise Refused(f"no wreck or Abandoned vehicle in {unit.hex} has a MG to Scrounge (D10.5)")


def scrounge(ctx: Context, unit: Unit) -> None:
    """D10.5-10.52: a dr says whether a MG is found, and how many; nothing more is to be had there, and the unit is TI.

    The same dr arms the unarmed, of a squad one HS. Of several wrecks the first is searched.
    """
    found = sources(ctx.game, unit.hex)[0]
    mgs = [] if isinstance(found, Marker) else mounted.removable(ctx.game, found)
    most = found.mgs if isinstance(found, Marker) else len(mgs)
    maker = (found.maker or unit.side) if isinstance(found, Marker) else found.made_by
    with ctx.rolls_for(unit.side):
        record = ctx.table("vehicles.scrounge", f"{unit.id} Scrounges {found.id} in {unit.hex}")
    success = str(record.result) == "found"
    if success and "disarmed" in unit.flags:
        _arms(ctx, unit)
    number = min(most, record.total) if success else 0
    for _ in range(number):
        weapon = pieces.add_weapon(ctx, maker, MG, holder=unit.id, group=unit.group)
        if maker != unit.side:
            ctx.emit(ev.WeaponChanged(weapon.id, ("captured",), (), "A21.12"))
    if isinstance(found, Marker):
        ctx.emit(ev.MarkerPut(replace(found, mgs=0), "Scrounged (D10.5)"))
    else:
        ctx.emit(ev.ArmsChanged(found.id, tuple(f"{name} disabled" for name in mgs), (), "Scrounged (D10.5)"))
    pieces.change(ctx, unit, ["ti"], why="Scrounges (D10.5)")


def _arms(ctx: Context, unit: Unit) -> None:
    """D10.5: a vehicle has small arms for a HS or crew; the other HS of a squad stays unarmed."""
    half = ctx.game.counter_of(unit).half
    if unit.kind == "squad" and half:
        pieces.become(ctx, unit, half, "one HS of it finds arms (D10.5)")
        pieces.add_unit(ctx, unit.side, half, unit.hex, flags=("disarmed", "ti"), group=unit.group,
                        attitude=unit.attitude, why="its other HS finds none (D10.5)")  # fmt: skip
    prisoners.arm(ctx, ctx.state.units[unit.id], "D10.5")


def mph_ends(ctx: Context) -> None:
    """A20.552: small arms found by unarmed men who have spent all their MF on the way; one DR for each hex."""
    wet = ("marsh", "water")
    tired = [
        unit for unit in ctx.state.on_map(ctx.state.side)
        if unit.infantry and unit.mmc and "disarmed" in unit.flags and unit.mf and _has_spent_all(ctx.game, unit)
    ]  # fmt: skip
    for unit in {unit.hex: unit for unit in reversed(tired)}.values():
        ground = ctx.board.terrain(unit.hex)
        if any(ground.has(kind) for kind in wet) and not ground.bridged:
            continue
        with ctx.rolls_for(unit.side):
            record = ctx.table("scrounge.small-arms", f"{unit.id} Scrounges small arms in {unit.hex}")
        if str(record.result) == "found":
            prisoners.arm(ctx, unit, "A20.552")


def _has_spent_all(game: Game, unit: Unit) -> bool:
    with_it = [other for other in game.state.units_at(unit.hex, unit.side) if other.infantry]
    return unit.mf >= stack_allowance(game, with_it)[unit.id]
