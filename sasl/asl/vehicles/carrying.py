"""What vehicles carry and tow: Passengers, Riders and Guns (D6, C10), and limbering."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, SMC
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.reactions import take_control
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import allotment, carried, may_move, movement_allowance, share
from sasl.asl.movement.ground.costs import towed
from sasl.asl.movement.step import LEFT_BEHIND, draws_fire, going, spend, there
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.vehicles.riders import aboard, carries_riders
from sasl.kernel.text import listed


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


def may_load(game: Game, units: Sequence[Unit], vehicle: Unit) -> float:
    """D6.4: the MF that Infantry has left before it goes aboard a vehicle. Refused, with the rule, if it may not."""
    if not _waits(game, units, vehicle) and vehicle.flags & {"motion", "moved"}:
        raise Refused(f"{vehicle.id} must be stopped and have spent no MP, and all must load together (D6.4)")
    _may_load(game, units, vehicle)
    mf = game.figure("load-mf")
    left = min(movement_allowance(game, unit) - unit.mf for unit in units)
    if left < mf and game.state.option("mf-limit") and not _waits(game, units, vehicle):
        raise Refused(f"loading takes {mf} MF; only {max(0.0, left):g} are left (D6.4)")
    return left


def _waits(game: Game, units: Sequence[Unit], vehicle: Unit) -> bool:
    """D5.43: whether they have paid for it and wait for the fire that it drew."""
    moving = game.state.moving
    return moving is not None and moving.how == "load" and {vehicle.id, *(unit.id for unit in units)} <= set(moving.ids)


def load(ctx: Context, units: Sequence[Unit], vehicle: Unit) -> None:
    """D6.4: Infantry goes aboard a stopped vehicle; what MF it has left decides the MP that stay."""
    ids, left = [unit.id for unit in units], may_load(ctx.game, units, vehicle)
    if not _waits(ctx.game, units, vehicle):
        mf = float(ctx.figure("load-mf"))
        _vehicle_pays(ctx, vehicle, left - mf)
        spend(ctx, ids, mf, "load")
        if draws_fire(ctx, ids, vehicle.hex):
            ctx.tell(f"Then, if still in Good Order and unpinned: load {','.join(ids)} {vehicle.id} (D5.43).")
            return
    what = "Rider" if carries_riders(ctx.game, vehicle) else "Passenger"
    for key in going(ctx, ids, vehicle.hex):
        climb(ctx, key, vehicle, f"{what} (D6.4)")


def climb(ctx: Context, unit_id: str, vehicle: Unit, why: str) -> None:
    """A unit is aboard now, and no longer in a foxhole or behind a wall."""
    pieces.change(ctx, ctx.state.units[unit_id], (), LEFT_BEHIND)
    ctx.emit(ev.UnitRedrawn(unit_id, carrier=vehicle.id, why=why))


def over_capacity(game: Game, vehicle: Unit) -> str:
    """D6.1, D6.2: how much more is aboard than there is room for, in words; "" if it fits."""
    room, men = capacity(game, vehicle), aboard(game, vehicle)
    load = sum(size(game, unit) for unit in men)
    if load <= room:
        return ""
    return f"{listed(unit.id for unit in men)} take {load} PP and {vehicle.id} has room for {room}"


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
    _takes_on(game, vehicle)
    _check_in_command(game, [*units, vehicle], "load")
    for unit in units:
        if unit.kind not in MEN:
            raise Refused(f"{unit.id} cannot go aboard: only Infantry and Guns can (D6.1)")
        if unit.side != vehicle.side or unit.hex != vehicle.hex:
            raise Refused(f"{unit.id} and {vehicle.id} are not in the same hex (D6.4)")
        may_move(unit)
        if "on-wire" in unit.flags:
            raise Refused(f"{unit.id} is on top of Wire and cannot board (B26.4)")
        if unit.flags & {"cx"}:
            raise Refused(f"{unit.id} has used Double Time and cannot board in this Player Turn (A4.5)")
    room = capacity(game, vehicle) - sum(size(game, unit) for unit in aboard(game, vehicle))
    need = sum(size(game, unit) for unit in units)
    if need > room:
        raise Refused(f"{vehicle.id} has room for {max(0, room)} PP; they need {need} (D6.1, D6.2)")
    leaders = [unit for unit in (*aboard(game, vehicle), *units) if unit.kind in SMC]
    if len(leaders) > game.figure("passenger-smc"):
        raise Refused(f"{vehicle.id} takes no more than {game.figure('passenger-smc')} SMC (D6.1)")


def _check_in_command(game: Game, units: Sequence[Unit], what: str) -> None:
    """S16.35: Refused if one of them is not In Command: who loads, unloads or hooks up must be, and the vehicle too."""
    idle = next((unit for unit in units if unit.side == "FRIENDLY" and game.reactions.out_of_command(game, unit)), None)
    if idle is not None:
        raise Refused(f"{idle.id} is not In Command and cannot {what} (S16.35)")


def _takes_on(game: Game, vehicle: Unit) -> None:
    """Refused unless it is a vehicle that can carry anybody, with a crew."""
    if not vehicle.hex:
        raise Refused(f"{vehicle.id} is not on the map (D6.4)")
    if vehicle.kind != "vehicle":
        raise Refused(f"{vehicle.id} is not a vehicle (D6.1)")
    if vehicle.flags & {"abandoned", "shocked", "stunned", "recalled"}:
        raise Refused(f"{vehicle.id} cannot take anybody aboard now (D5.34, D5.4)")


def may_unload(game: Game, vehicle: Unit) -> None:
    """D6.5: refused, with the rule, if nobody may get off a vehicle now."""
    _takes_on(game, vehicle)
    _check_in_command(game, [vehicle], "unload")
    if "motion" in vehicle.flags:
        raise Refused(f"{vehicle.id} must stop before anybody gets off (D6.5): stop {vehicle.id}")
    full, parts = allotment(game, vehicle), game.figure("load-share")
    if full and vehicle.mf > full * (parts - 1) / parts:
        raise Refused(f"{vehicle.id} has spent {vehicle.mf:g} of {full} MP: too late to unload (D6.5)")


def unload(ctx: Context, units: Sequence[Unit], vehicle: Unit) -> None:
    """D6.5: Passengers and Riders get off a stopped vehicle, among its mines too (B28.43).

    They have spent MF as it has spent MP.
    """
    may_unload(ctx.game, vehicle)
    _check_in_command(ctx.game, units, "unload")
    full, parts = allotment(ctx.game, vehicle), ctx.figure("load-share")
    ids = [unit.id for unit in units]
    quarters = -(-vehicle.mf * parts // full) if full else 0.0
    spend(ctx, [vehicle.id], float(share(ctx.game, vehicle, parts)), "unload")
    pieces.change(ctx, ctx.state.units[vehicle.id], ["stopped"])
    for key in ids:
        ctx.emit(ev.UnitRedrawn(key, carrier="", why="unloads (D6.5)"))
    spend(ctx, ids, float(ctx.figure("load-mf")) + quarters, "unload")
    ctx.game.reactions.set_down(ctx, ids)
    take_control(ctx, there(ctx, ids, vehicle.hex), (vehicle.hex,))  # A26.11: who is on foot now
    vehicle_hits.left_empty(ctx, vehicle.id)
    draws_fire(ctx, ids, vehicle.hex)


# -- Guns ---------------------------------------------------------------------------------------------


def crew_of(game: Game, gun: Unit) -> list[Unit]:
    """C10.111: the Good Order, unpinned MMC on foot that can handle a Gun: its own crew first. SMC never do [house]: it
    would take five of them.
    """
    men = [
        unit
        for unit in game.state.units_at(gun.hex, gun.side)
        if unit.mmc
        and unit.infantry
        and unit.good_order
        and "pinned" not in unit.flags
        and in_culvert(unit) == in_culvert(gun)
    ]
    return sorted(men, key=lambda unit: (unit.group != gun.id, unit.kind != "crew", unit.id))


def handled(game: Game, gun: Unit) -> Unit:
    """The MMC that handles a Gun. Refused if it is no Gun on the ground, or nobody is there."""
    if gun.kind != "gun":
        raise Refused(f"{gun.id} is not a Gun (C10)")
    men = [unit for unit in crew_of(game, gun) if "ti" not in unit.flags or "hazardous" in unit.flags]
    if not gun.hex or not men:
        raise Refused(f"no Good Order, unpinned MMC is with {gun.id} to handle it (C10.111)")
    return men[0]


def may_limber(game: Game, gun: Unit) -> Unit:
    """C10.21: the crew that limbers a Gun. Refused, with the rule, if it cannot be."""
    crew = _limbers(game, gun)
    if "limbered" in gun.flags:
        raise Refused(f"{gun.id} is limbered (C10.2)")
    return crew


def limber(ctx: Context, gun: Unit) -> None:
    """C10.21: a crew limbers its Gun in a fire phase in which it could fire it."""
    crew = may_limber(ctx.game, gun)
    pieces.change(ctx, gun, ["limbered"], ["emplaced"], f"{crew.id} (C10.21)")
    ctx.tell(f"{crew.id} and {gun.id} do not fire in this Player Turn (C10.21).")


def may_unlimber(game: Game, gun: Unit) -> Unit:
    """C10.21: the crew that unlimbers a Gun. Refused, with the rule, if it cannot be."""
    crew = _limbers(game, gun)
    if "limbered" not in gun.flags:
        raise Refused(f"{gun.id} is not limbered (C10.2)")
    if gun.carrier:
        raise Refused(f"{gun.id} is in tow: unload it first (C10.21)")
    return crew


def unlimber(ctx: Context, gun: Unit) -> None:
    """C10.21, C10.22: a crew unlimbers its Gun; both are TI then."""
    crew = may_unlimber(ctx.game, gun)
    pieces.change(ctx, gun, ["ti"], ["limbered"], f"{crew.id} (C10.21)")
    pieces.change(ctx, crew, ["ti"], why="unlimbers (C10.22)")


def _limbers(game: Game, gun: Unit) -> Unit:
    crew = handled(game, gun)
    if game.counter_of(gun).qsu:
        raise Refused(f"{gun.id} has QSU: it is never limbered (C10.23)")
    for unit in (gun, crew):
        if unit.flags & {"prep", "first", "final", "ti"}:
            raise Refused(f"{unit.id} has fired or is TI in this Player Turn (C10.21)")
    return crew


def may_hook(game: Game, gun: Unit, vehicle: Unit) -> Unit:
    """C10.11: the crew with which a stopped vehicle hooks up a Gun. Refused, with the rule, if it cannot."""
    crew = handled(game, gun)
    _takes_on(game, vehicle)
    _check_in_command(game, [crew, vehicle], "hook up")
    if gun.hex != vehicle.hex or gun.side != vehicle.side:
        raise Refused(f"{gun.id} and {vehicle.id} are not in the same hex (C10.11)")
    number, most = game.counter_of(vehicle).tow_number, game.counter_of(gun).manhandling
    if number is None or most is None or number > most:
        raise Refused(f"{vehicle.id} cannot tow {gun.id}: T# {number or 'none'}, M# {most or 'none'} (C10.11)")
    if not game.counter_of(gun).qsu and "limbered" not in gun.flags:
        raise Refused(f"{gun.id} must be limbered first (C10.2)")
    if behind := towed(game, vehicle):
        raise Refused(f"{vehicle.id} already tows {behind.id} (C10.1)")
    _have_not_fired(vehicle, gun, crew)
    if crew.mf * game.figure("hook-share") > movement_allowance(game, crew):
        raise Refused(f"{crew.id} spent more than half its MF on the way to {gun.id} (C10.11)")
    people = sum(size(game, unit) for unit in aboard(game, vehicle))
    if people and capacity(game, vehicle) - ammunition(game, gun) < people:
        raise Refused(f"{vehicle.id} has no room for the ammunition of {gun.id} (C10.13)")
    _half(game, vehicle, "hook up")
    return crew


def hook(ctx: Context, gun: Unit, vehicle: Unit) -> None:
    """C10.11: a stopped vehicle hooks up a Gun for half its MP; Gun, crew and vehicle are TI then."""
    crew = may_hook(ctx.game, gun, vehicle)
    _pay_half(ctx, vehicle, "hook up")
    ctx.emit(ev.UnitRedrawn(gun.id, carrier=vehicle.id, why="in tow (C10.11)"))
    pieces.change(ctx, ctx.state.units[gun.id], ["ti"], ["emplaced"])
    for unit in (crew, vehicle):
        pieces.change(ctx, ctx.state.units[unit.id], ["ti"], why="hooks up (C10.11)")
    draws_fire(ctx, [vehicle.id], vehicle.hex)


def with_gun(ctx: Context, units: Sequence[Unit], vehicle_id: str) -> None:
    """C10.11: the crew that hooked up its Gun goes aboard the towing vehicle at no cost, if there is room."""
    for unit in units:
        vehicle = ctx.state.units[vehicle_id]
        room = capacity(ctx.game, vehicle) - sum(size(ctx.game, other) for other in aboard(ctx.game, vehicle))
        if size(ctx.game, unit) > room:
            raise Refused(f"{vehicle_id} has room for only {max(0, room)} PP besides its Gun: {unit.id} walks (C10.13)")
        ctx.emit(ev.UnitRedrawn(unit.id, carrier=vehicle_id, why="with its Gun (C10.11)"))


def may_unhook(game: Game, gun: Unit, vehicle: Unit) -> Unit:
    """C10.12: the crew with which a stopped vehicle unhooks its Gun. Refused, with the rule, if it cannot."""
    _takes_on(game, vehicle)
    crews = [unit for unit in (*aboard(game, vehicle), *crew_of(game, gun)) if unit.mmc and unit.good_order]
    if not crews:
        raise Refused(f"there is no Good Order crew to unhook {gun.id} (C10.12)")
    crew = min(crews, key=lambda unit: (unit.group != gun.id, unit.id))
    _check_in_command(game, [crew, vehicle], "unhook")
    _have_not_fired(vehicle, crew)
    _half(game, vehicle, "unhook")
    return crew


def unhook(ctx: Context, gun: Unit, vehicle: Unit) -> None:
    """C10.12: a stopped vehicle unhooks its Gun for half its MP; Gun and crew are TI, the crew gets off with it."""
    crew = may_unhook(ctx.game, gun, vehicle)
    _pay_half(ctx, vehicle, "unhook")
    ctx.emit(ev.UnitRedrawn(gun.id, carrier="", why="unhooked (C10.12)"))
    if crew.carrier:
        ctx.emit(ev.UnitRedrawn(crew.id, carrier="", why="with its Gun (C10.12)"))
    for unit in (gun, crew):
        pieces.change(ctx, ctx.state.units[unit.id], ["ti"], why="unhooks (C10.12)")
    if crew.carrier:
        ctx.game.reactions.set_down(ctx, [crew.id])
    vehicle_hits.left_empty(ctx, vehicle.id)
    draws_fire(ctx, [vehicle.id, crew.id], vehicle.hex)


def _have_not_fired(*units: Unit) -> None:
    """C10.11, C10.12: refused after fire of the vehicle, the Gun or its crew in this Player Turn."""
    for unit in units:
        if mounted.has_fired(unit) or mounted.BOUNDED in unit.arms or "prep" in unit.flags:
            raise Refused(f"{unit.id} has fired in this Player Turn (C10.11)")


def _half(game: Game, vehicle: Unit, how: str) -> int:
    """C10.11, C10.12: half the MP of a stopped vehicle. Refused if it has them no more."""
    if "motion" in vehicle.flags:
        raise Refused(f"{vehicle.id} must stop first (C10.11): stop {vehicle.id}")
    cost, full = share(game, vehicle, game.figure("hook-share")), allotment(game, vehicle)
    if full and vehicle.mf + cost > full:
        raise Refused(f"{vehicle.id} needs {cost} MP to {how} and has {full - vehicle.mf:g} left (C10.11)")
    return cost


def _pay_half(ctx: Context, vehicle: Unit, how: str) -> None:
    spend(ctx, [vehicle.id], float(_half(ctx.game, vehicle, how)), how)
    pieces.change(ctx, ctx.state.units[vehicle.id], ["stopped"])
