"""Passengers and Riders: room, loading, unloading, and where nobody may ride (D6)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import MMC, SMC, Unit
from sasl.asl.movement.allowance import allotment, carried, may_move, movement_allowance, share
from sasl.asl.movement.costs import towed
from sasl.asl.movement.step import going, spend, under_fire
from sasl.asl.ordnance import mounted
from sasl.asl.vehicles.riders import bail_out, carries_riders, fall_off

NO_RIDERS = ("woods", "orchard", "wooden-building", "stone-building")
"""The terrain no AFV enters or leaves with Riders, but by road (D6.21)."""


def aboard(game: Game, vehicle: Unit) -> list[Unit]:
    """The Personnel on a vehicle."""
    return [unit for unit in game.state.units.values() if unit.carrier == vehicle.id and unit.kind != "gun"]


def capacity(game: Game, vehicle: Unit) -> int:
    """The PP of Personnel and SW a vehicle takes; less for the ammunition of a Gun in tow (D6.1, D6.2, C10.13)."""
    if carries_riders(game, vehicle):
        return game.figure("rider-pp")
    room = game.counter_of(vehicle).pp or 0
    gun = towed(game, vehicle)
    return max(0, room - (ammunition(game, gun) if gun else 0))


def ammunition(game: Game, gun: Unit) -> int:
    """The PP the ammunition of a Gun takes (C10.13)."""
    piece = mounted.ordnance(game, game.counter_of(gun))
    heavy = piece is not None and piece.calibre >= game.figure("heavy-gun")
    return game.figure("heavy-ammo-pp" if heavy else "ammo-pp")


def size(game: Game, unit: Unit) -> int:
    """The PP of a unit with its SW (D6.1)."""
    men = 0 if unit.kind in SMC else game.figure("passenger-squad-pp" if unit.kind == "squad" else "passenger-half-pp")
    return men + carried(game, unit)


# -- loading ------------------------------------------------------------------------------------------


def load(ctx: Context, units: Sequence[Unit], vehicle: Unit) -> None:
    """D6.4: Infantry goes aboard a stopped vehicle; what MF it has left decides the MP that stay."""
    ids = [unit.id for unit in units]
    moving = ctx.state.moving
    waiting = moving is not None and moving.how == "load" and {*ids, vehicle.id} <= set(moving.ids)
    if not waiting and vehicle.flags & {"motion", "moved"}:
        raise Refused(f"{vehicle.id} must be stopped and have spent no MP before they load, all at once (D6.4)")
    _may_load(ctx.game, units, vehicle)
    if not waiting:
        mf = float(ctx.figure("load-mf"))
        left = min(movement_allowance(ctx.game, unit) - unit.mf for unit in units)
        if left < mf and ctx.state.option("mf-limit"):
            raise Refused(f"loading takes {mf:g} MF and there are {max(0.0, left):g} (D6.4)")
        _vehicle_pays(ctx, vehicle, left - mf)
        spend(ctx, ids, mf, "load")
        if under_fire(ctx, ids, vehicle.hex or ""):
            ctx.tell(f"Then, if still in Good Order and unpinned: load {','.join(ids)} {vehicle.id} (D5.43).")
            return
    what = "Rider" if carries_riders(ctx.game, vehicle) else "Passenger"
    for key in going(ctx, ids, vehicle.hex or ""):
        ctx.emit(ev.UnitRedrawn(key, carrier=vehicle.id, why=f"{what} (D6.4)"))


def _vehicle_pays(ctx: Context, vehicle: Unit, left: float) -> None:
    """D6.4: a quarter of its MP stays for each MF its boarders have left; the rest is spent."""
    full = allotment(ctx.game, vehicle)
    kept = min(float(full), max(0.0, left) * full / ctx.figure("load-share"))
    now = ctx.state.units[vehicle.id]
    spent = full - kept - now.mf
    if spent > 0:
        spend(ctx, [vehicle.id], spent, "load")
        pieces.change(ctx, ctx.state.units[vehicle.id], ["stopped"])


def _may_load(game: Game, units: Sequence[Unit], vehicle: Unit) -> None:
    takes_on(game, vehicle)
    for unit in units:
        if unit.kind not in MMC + SMC:
            raise Refused(f"{unit.id} cannot go aboard: only Infantry and Guns do (D6.1)")
        if unit.side != vehicle.side or unit.hex != vehicle.hex:
            raise Refused(f"{unit.id} and {vehicle.id} are not in the same hex (D6.4)")
        may_move(unit)
        if unit.flags & {"cx"}:
            raise Refused(f"{unit.id} Double Times and boards nothing in this Player Turn (A4.5)")
    room = capacity(game, vehicle) - sum(size(game, unit) for unit in aboard(game, vehicle))
    need = sum(size(game, unit) for unit in units)
    if need > room:
        raise Refused(f"{vehicle.id} has room for {max(0, room)} PP and they take {need} (D6.1, D6.2)")
    leaders = [unit for unit in (*aboard(game, vehicle), *units) if unit.kind in SMC]
    if len(leaders) > game.figure("passenger-smc"):
        raise Refused(f"{vehicle.id} takes no more than {game.figure('passenger-smc')} SMC (D6.1)")


def takes_on(game: Game, vehicle: Unit) -> None:
    """Refused unless it is a vehicle that can carry anybody, with a crew."""
    if vehicle.hex is None:
        raise Refused(f"{vehicle.id} is not on the map (D6.4)")
    if vehicle.kind != "vehicle":
        raise Refused(f"{vehicle.id} is no vehicle (D6.1)")
    if vehicle.flags & {"abandoned", "shocked", "stunned", "recalled"}:
        raise Refused(f"{vehicle.id} takes nobody aboard now (D5.34, D5.4)")


def unload(ctx: Context, units: Sequence[Unit], vehicle: Unit) -> None:
    """D6.5: Passengers and Riders get off a stopped vehicle; they have spent MF as it has spent MP."""
    takes_on(ctx.game, vehicle)
    if "motion" in vehicle.flags:
        raise Refused(f"{vehicle.id} must stop before anybody gets off (D6.5): stop {vehicle.id}")
    full, parts = allotment(ctx.game, vehicle), ctx.figure("load-share")
    if full and vehicle.mf > full * (parts - 1) / parts:
        raise Refused(f"{vehicle.id} has spent {vehicle.mf:g} of {full} MP: too late to unload (D6.5)")
    ids = [unit.id for unit in units]
    quarters = -(-vehicle.mf * parts // full) if full else 0.0
    spend(ctx, [vehicle.id], float(share(ctx.game, vehicle, parts)), "unload")
    pieces.change(ctx, ctx.state.units[vehicle.id], ["stopped"])
    for key in ids:
        ctx.emit(ev.UnitRedrawn(key, carrier="", why="unloads (D6.5)"))
    spend(ctx, ids, float(ctx.figure("load-mf")) + quarters, "unload")
    under_fire(ctx, ids, vehicle.hex or "")


# -- Riders -------------------------------------------------------------------------------------------


def no_riders_in(game: Game, a: str, b: str) -> bool:
    """D6.21: whether the step leads into, or out of, terrain that takes no Riders, off the road."""
    if game.board.on_road(a, b):
        return False
    return game.board.terrain(a).has(*NO_RIDERS) or game.board.terrain(b).has(*NO_RIDERS)


def shed_riders(ctx: Context, vehicle: Unit, why: str) -> None:
    """All Riders Bail Out (D6.24)."""
    if carries_riders(ctx.game, vehicle):
        for unit in aboard(ctx.game, vehicle):
            bail_out(ctx, unit, why)


def settle_riders(ctx: Context, vehicle_id: str) -> None:
    """D6.23: Riders who are pinned or broken Bail Out."""
    for unit in [item for item in ctx.state.units.values() if item.carrier == vehicle_id]:
        fall_off(ctx, unit.id)
