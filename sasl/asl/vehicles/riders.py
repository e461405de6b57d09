"""Riders who Bail Out (D6.24): pinned or broken, or driven where nobody may ride; so do Cavalry (A13.5)."""

from __future__ import annotations

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry.morale import morale_checks
from sasl.asl.ordnance import mounted

NO_RIDERS = ("woods", "orchard", "wooden-building", "stone-building")
"""The terrain no AFV enters or leaves with Riders, but by road (D6.21)."""


def carries_riders(game: Game, vehicle: Unit) -> bool:
    """Whether those aboard ride outside: on a tracked AFV without room for Passengers (D6.2)."""
    if vehicle.kind != "vehicle":
        return False
    item = game.counter_of(vehicle)
    return mounted.armored(game, vehicle) and item.move == "tracked" and not item.pp


def aboard(game: Game, vehicle: Unit) -> list[Unit]:
    """The Personnel on a vehicle."""
    return [unit for unit in game.state.units.values() if unit.carrier == vehicle.id and unit.kind != "gun"]


def no_riders_in(game: Game, a: str, b: str) -> str:
    """D6.21: the hex of a step, off the road, whose terrain takes no Riders in or out; "" if both do."""
    if game.board.on_road(a, b):
        return ""
    return next((name for name in (a, b) if game.board.terrain(name).has(*NO_RIDERS)), "")


def shed(ctx: Context, vehicle: Unit, why: str) -> None:
    """D6.24: all Riders Bail Out."""
    if carries_riders(ctx.game, vehicle):
        for unit in aboard(ctx.game, vehicle):
            bail_out(ctx, unit, why)


def settle(ctx: Context, vehicle_id: str) -> None:
    """D6.23: Riders who are pinned or broken Bail Out."""
    for unit in [item for item in ctx.state.units.values() if item.carrier == vehicle_id]:
        fall_off(ctx, unit.id)


def fall_off(ctx: Context, unit_id: str) -> None:
    """D6.23: a Rider who is pinned or broken Bails Out."""
    unit = ctx.state.units.get(unit_id)
    vehicle = ctx.state.units.get(unit.carrier) if unit and unit.kind != "gun" else None
    if unit and vehicle and unit.flags & {"pinned", "broken"} and carries_riders(ctx.game, vehicle):
        bail_out(ctx, unit, "pinned or broken (D6.23)")


def bail_out(ctx: Context, unit: Unit, why: str) -> None:
    """D6.24: a Rider gets off, takes a NMC, and does no more in this phase; its SW may break, or go with it."""
    ctx.emit(ev.UnitRedrawn(unit.id, carrier="", why=f"Bails Out: {why}"))
    weapons = ctx.state.weapons_of(unit.id)
    whole = "broken" not in unit.flags
    morale_checks.morale_check(ctx, ctx.state.units[unit.id], 0, f"Bails Out of {unit.carrier} (D6.24)")
    after = ctx.state.units.get(unit.id)
    whole = whole and after is not None and "broken" not in after.flags
    for weapon in weapons:
        _weapon_falls(ctx, weapon, whole)
    if after is not None and whole:
        flag: Flag = "prep" if ctx.state.side == unit.side else "final"
        pieces.change(ctx, after, [flag, "moved"], why="Bailed Out (D6.24)")
    ctx.game.reactions.set_down(ctx, [unit.id])


def leave_horse(ctx: Context, unit: Unit) -> None:
    """A13.5 [house]: as a Rider (D6.24) Cavalry leaves its horse in the hex at once, for a NMC; it moves no more."""
    cavalry.leaves_saddle(ctx, unit, unit.mf, "Bails Out (A13.5)")
    cavalry.move_is_over(ctx, unit.id)
    morale_checks.morale_check(ctx, ctx.state.units[unit.id], 0, "Bails Out (A13.5)")


def thrown(ctx: Context, unit: Unit) -> None:
    """A13.51, D6.24: Cavalry that breaks Bails Out: its SW are lost, and a NMC may reduce it."""
    for weapon in ctx.state.weapons_of(unit.id):
        ctx.emit(ev.WeaponRemoved(weapon.id, "its rider broke (D6.24)"))
    if unit.id in ctx.state.units:
        morale_checks.morale_check(ctx, ctx.state.units[unit.id], 0, "Bails Out (A13.51)")


def _weapon_falls(ctx: Context, weapon: Weapon, whole: bool) -> None:
    """A SW is lost with a broken Rider; otherwise a dr says whether it still works."""
    if weapon.id not in ctx.state.weapons:
        return
    if not whole:
        ctx.emit(ev.WeaponRemoved(weapon.id, "its Rider broke (D6.24)"))
        return
    record = ctx.roll("dr", f"Does {weapon.id} survive the Bail Out?", rule="D6.24")
    if record.total <= ctx.figure("bail-out-keeps") or "malfunctioned" in weapon.flags:
        return
    if ctx.game.counter_of(weapon).removal:
        ctx.emit(ev.WeaponRemoved(weapon.id, f"dr {record.total} (D6.24)"))
    else:
        ctx.emit(ev.WeaponChanged(weapon.id, ("malfunctioned",), (), f"dr {record.total} (D6.24)"))
