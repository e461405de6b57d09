"""Wagons at the gallop (D12.4): more MF for one MPh, at the risk of wrecking."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import casualties
from sasl.asl.movement.allowance import gallops, may_move, movement_kind
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.board.terrain import WAGON

CHECKED = "wreck check in "
"""Among the `arms` of a wagon, with the hex where it has made its dr, until the end of the MPh."""


def may_gallop(game: Game, unit: Unit) -> None:
    """D12.4: refused but to a wagon that is not CX, at the start of its MPh."""
    if movement_kind(game, unit) != WAGON:
        raise Refused(f"{unit.id} is not a wagon (D12.4)")
    may_move(unit)
    if unit.flags & {"cx", "tired"}:
        raise Refused(f"{unit.id} is CX, or was when its MPh began: no Gallop (D12.4)")
    if unit.mf or gallops(unit):
        raise Refused(f"{unit.id} must declare its Gallop at the start of its MPh (D12.4)")


def gallop(ctx: Context, unit: Unit) -> None:
    """D12.4: half as many MF more; it is CX, and so is who rides on it."""
    pieces.change(ctx, unit, ["gallop", "cx"], why="gallops (D12.4)")
    for man in ctx.state.aboard(unit.id):
        if man.kind != "gun":
            pieces.change(ctx, man, ["cx"], why=f"aboard {unit.id} (D12.4)")


def turns(ctx: Context, unit_id: str, name: str) -> bool:
    """D12.4: the Wreck Check of a wagon that turns at the gallop. True if it wrecks."""
    return _check(ctx, unit_id, name, "turns")


def enters(ctx: Context, unit_id: str, came_from: str, name: str, mf: float) -> bool:
    """D12.4: the same of one that pays more than one MF for a hex, but for a road uphill. True if it wrecks."""
    board = ctx.board
    uphill = board.on_road(came_from, name) and board.terrain(name).elevation > board.terrain(came_from).elevation
    return mf > 1 and not uphill and _check(ctx, unit_id, name, f"{mf:g} MF")


def _check(ctx: Context, unit_id: str, name: str, why: str) -> bool:
    """D12.4: one dr in a hex; a 6 wrecks it: who rides breaks, and his SW malfunction."""
    unit = ctx.state.units.get(unit_id)
    if unit is None or not gallops(unit) or CHECKED + name in unit.arms:
        return False
    ctx.emit(ev.ArmsChanged(unit.id, (CHECKED + name,), (), "D12.4"))
    with ctx.rolls_for(unit.side):
        dr = ctx.roll("dr", f"Wreck Check of {unit.id} in {name}: {why}", rule="D12.4").total
    if dr < ctx.figure("wreck-dr"):
        return False
    for man in [item for item in ctx.state.aboard(unit.id) if item.kind != "gun"]:
        _thrown_off(ctx, man, unit)
    vehicle_hits.destroy(ctx, ctx.state.units[unit.id], f"Wreck Check {dr} (D12.4)", survivors=False)
    return True


def _thrown_off(ctx: Context, man: Unit, wagon: Unit) -> None:
    """D12.4: a Passenger breaks, and his SW malfunction; one with an X# is lost."""
    why = f"{wagon.id} wrecks (D12.4)"
    ctx.emit(ev.UnitRedrawn(man.id, carrier="", why=why))
    for weapon in ctx.state.weapons_of(man.id):
        if ctx.game.counter_of(weapon).removal:
            ctx.emit(ev.WeaponRemoved(weapon.id, why))
        elif "malfunctioned" not in weapon.flags:
            ctx.emit(ev.WeaponChanged(weapon.id, ("malfunctioned",), (), why))
    casualties.break_unit(ctx, ctx.state.units[man.id], why)


def mph_ends(ctx: Context) -> None:
    """D12.4: what was checked in this MPh is forgotten."""
    for unit in list(ctx.state.units.values()):
        gone = tuple(sorted(word for word in unit.arms if word.startswith(CHECKED)))
        if gone:
            ctx.emit(ev.ArmsChanged(unit.id, (), gone, "end of the MPh (D12.4)"))
