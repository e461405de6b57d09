"""Guns on the move (C10): limbering, hooking up and unhooking, and pushing by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Marker, Unit
from sasl.asl.movement.allowance import allotment, carried, may_move, movement_allowance, share
from sasl.asl.movement.carrying import aboard, ammunition, capacity, size, takes_on
from sasl.asl.movement.costs import step_cost, towed
from sasl.asl.movement.step import bars, going, spend, step, under_fire
from sasl.asl.vehicles.depression import gun_fits, in_culvert, room_below
from sasl.kernel.text import listed

LABOR = "labor"
"""The marker of earlier labor, owned by what it was spent on (B24.8)."""


def crew_of(game: Game, gun: Unit) -> list[Unit]:
    """The Good Order, unpinned MMC on foot that can handle a Gun: its own crew first (C10.111)."""
    men = [
        unit
        for unit in game.state.units_at(gun.hex or "", gun.side)
        if unit.mmc
        and unit.infantry
        and unit.good_order
        and "pinned" not in unit.flags
        and in_culvert(unit) == in_culvert(gun)
    ]
    return sorted(men, key=lambda unit: (unit.group != gun.id, unit.kind != "crew", unit.id))


def _handled(game: Game, gun: Unit) -> Unit:
    """The MMC that handles a Gun. Refused if it is no Gun on the ground, or nobody is there."""
    if gun.kind != "gun":
        raise Refused(f"{gun.id} is no Gun (C10)")
    men = [unit for unit in crew_of(game, gun) if "ti" not in unit.flags or "hazardous" in unit.flags]
    if gun.hex is None or not men:
        raise Refused(f"no Good Order, unpinned MMC is with {gun.id} to handle it (C10.111)")
    return men[0]


def limber(ctx: Context, gun: Unit) -> None:
    """C10.21: a crew limbers its Gun in a fire phase in which it could fire it."""
    crew = _limbers(ctx.game, gun)
    if "limbered" in gun.flags:
        raise Refused(f"{gun.id} is limbered (C10.2)")
    pieces.change(ctx, gun, ["limbered"], ["emplaced"], f"{crew.id} (C10.21)")
    ctx.tell(f"{crew.id} and {gun.id} do not fire in this Player Turn (C10.21).")


def unlimber(ctx: Context, gun: Unit) -> None:
    """C10.21, C10.22: a crew unlimbers its Gun; both are TI then."""
    crew = _limbers(ctx.game, gun)
    if "limbered" not in gun.flags:
        raise Refused(f"{gun.id} is not limbered (C10.2)")
    if gun.carrier:
        raise Refused(f"{gun.id} is in tow: unload it first (C10.21)")
    pieces.change(ctx, gun, ["ti"], ["limbered"], f"{crew.id} (C10.21)")
    pieces.change(ctx, crew, ["ti"], why="unlimbers (C10.22)")


def _limbers(game: Game, gun: Unit) -> Unit:
    crew = _handled(game, gun)
    if game.counter_of(gun).qsu:
        raise Refused(f"{gun.id} has QSU: it is never limbered (C10.23)")
    for unit in (gun, crew):
        if unit.flags & {"prep", "first", "final", "ti"}:
            raise Refused(f"{unit.id} has fired or is TI in this Player Turn (C10.21)")
    return crew


def hook(ctx: Context, gun: Unit, vehicle: Unit) -> None:
    """C10.11: a stopped vehicle hooks up a Gun for half its MP; Gun, crew and vehicle are TI then."""
    crew, game = _handled(ctx.game, gun), ctx.game
    takes_on(game, vehicle)
    _same_place(gun, vehicle)
    number, most = game.counter_of(vehicle).tow_number, game.counter_of(gun).manhandling
    if number is None or most is None or number > most:
        raise Refused(f"{vehicle.id} cannot tow {gun.id}: T# {number or 'none'}, M# {most or 'none'} (C10.11)")
    if not game.counter_of(gun).qsu and "limbered" not in gun.flags:
        raise Refused(f"{gun.id} must be limbered first (C10.2)")
    if towed(game, vehicle):
        raise Refused(f"{vehicle.id} tows {getattr(towed(game, vehicle), 'id', '')} already (C10.1)")
    people = sum(size(game, unit) for unit in aboard(game, vehicle))
    if people and capacity(game, vehicle) - ammunition(game, gun) < people:
        raise Refused(f"{vehicle.id} has no room for the ammunition of {gun.id} (C10.13)")
    _pay_half(ctx, vehicle, "hook up")
    ctx.emit(ev.UnitRedrawn(gun.id, carrier=vehicle.id, why="in tow (C10.11)"))
    pieces.change(ctx, ctx.state.units[gun.id], ["ti"], ["emplaced"])
    for unit in (crew, vehicle):
        pieces.change(ctx, ctx.state.units[unit.id], ["ti"], why="hooks up (C10.11)")
    under_fire(ctx, [vehicle.id], vehicle.hex or "")


def with_gun(ctx: Context, units: Sequence[Unit], vehicle_id: str) -> None:
    """C10.11: the crew that hooked up its Gun goes aboard the towing vehicle at no cost, if there is room."""
    for unit in units:
        vehicle = ctx.state.units[vehicle_id]
        room = capacity(ctx.game, vehicle) - sum(size(ctx.game, other) for other in aboard(ctx.game, vehicle))
        if size(ctx.game, unit) > room:
            raise Refused(f"{vehicle_id} has room for {max(0, room)} PP beside its Gun: {unit.id} walks (C10.13)")
        ctx.emit(ev.UnitRedrawn(unit.id, carrier=vehicle_id, why="with its Gun (C10.11)"))


def unhook(ctx: Context, gun: Unit, vehicle: Unit) -> None:
    """C10.12: a stopped vehicle unhooks its Gun for half its MP; Gun and crew are TI, the crew gets off with it."""
    takes_on(ctx.game, vehicle)
    crews = [unit for unit in (*aboard(ctx.game, vehicle), *crew_of(ctx.game, gun)) if unit.mmc and unit.good_order]
    if not crews:
        raise Refused(f"no Good Order crew is there to unhook {gun.id} (C10.12)")
    crew = min(crews, key=lambda unit: (unit.group != gun.id, unit.id))
    _pay_half(ctx, vehicle, "unhook")
    ctx.emit(ev.UnitRedrawn(gun.id, carrier="", why="unhooked (C10.12)"))
    if crew.carrier:
        ctx.emit(ev.UnitRedrawn(crew.id, carrier="", why="with its Gun (C10.12)"))
    for unit in (gun, crew):
        pieces.change(ctx, ctx.state.units[unit.id], ["ti"], why="unhooks (C10.12)")
    under_fire(ctx, [vehicle.id, crew.id], vehicle.hex or "")


def _same_place(gun: Unit, vehicle: Unit) -> None:
    if gun.hex != vehicle.hex or gun.side != vehicle.side:
        raise Refused(f"{gun.id} and {vehicle.id} are not in the same hex (C10.11)")


def _pay_half(ctx: Context, vehicle: Unit, how: str) -> None:
    """C10.11, C10.12: half the MP of a stopped vehicle."""
    if "motion" in vehicle.flags:
        raise Refused(f"{vehicle.id} must stop first (C10.11): stop {vehicle.id}")
    cost, full = share(ctx.game, vehicle, ctx.figure("hook-share")), allotment(ctx.game, vehicle)
    if full and vehicle.mf + cost > full:
        raise Refused(f"{vehicle.id} needs {cost} MP to {how} and has {full - vehicle.mf:g} left (C10.11)")
    spend(ctx, [vehicle.id], float(cost), how)
    pieces.change(ctx, ctx.state.units[vehicle.id], ["stopped"])


# -- pushing ------------------------------------------------------------------------------------------


def push(ctx: Context, gun: Unit, helpers: Sequence[Unit], name: str, words: Collection[str] = ()) -> None:
    """C10.3: Infantry pushes a Gun into the next hex at double MF, if a Manhandling DR allows it.

    With the word `culvert` it goes INTO the Culvert there (OtO 3.2).
    """
    game, here = ctx.game, gun.hex or ""
    lead = _handled(game, gun)
    pushers = [lead, *(unit for unit in helpers if unit.id != lead.id)]
    _may_push(game, gun, pushers, name)
    if "culvert" in words:
        if not gun_fits(game, gun):
            raise Refused(f"{gun.id} does not fit: only mortars and small INF or AT Guns go IN a Culvert (OtO 3.2)")
        room_below(game, pushers, name)
    if any(in_culvert(unit) != in_culvert(gun) for unit in pushers):
        raise Refused(f"{listed(unit.id for unit in pushers)} and {gun.id} are not in one Location (OtO 3.2)")
    price = step_cost(game, lead, here, name, words)
    if not price.allowed or price.all:
        raise Refused(f"{gun.id} cannot be pushed into {name}: {price.why} (C10.3)")
    mf = (price.mf or 0.0) * game.figure("push-mf")
    for unit in pushers:
        if unit.mf + mf > movement_allowance(game, unit):
            left = movement_allowance(game, unit) - unit.mf
            raise Refused(f"{unit.id} has {left:g} MF and pushing takes {mf:g} (C10.3)")
        pieces.change(ctx, unit, ["hazardous"], ["ti"], "pushes a Gun (A4.62)")
    record = _manhandle(ctx, gun, pushers, name, mf)
    ids, most = [unit.id for unit in pushers], game.counter_of(gun).manhandling or 0
    if record > most:
        spend(ctx, ids, mf, "push")
        _labor(ctx, gun, lead)
        ctx.tell(f"{gun.id} stays in {here}: Final DR {record} against M# {most} (C10.3).")
        under_fire(ctx, ids, here)
    else:
        step(ctx, ids, here, name, dict.fromkeys(ids, mf), words)
        if going(ctx, [lead.id], name):
            ctx.emit(ev.UnitPut(gun.id, name, "pushed (C10.3)"))
            below = "culvert" in words
            kept, gone = (["in-culvert"], ["emplaced"]) if below else ([], ["emplaced", "in-culvert"])
            pieces.change(ctx, ctx.state.units[gun.id], kept, gone)
    for key in (gun.id, *ids):
        if key in ctx.state.units:
            pieces.change(ctx, ctx.state.units[key], ["ti"], why="pushing is over, unless it goes on at once (C10.3)")
    if record < most and going_on(ctx, ids, name):
        ctx.tell(f"{gun.id} may be pushed on (C10.3).")


def going_on(ctx: Context, ids: Iterable[str], name: str) -> bool:
    """Whether all who push came through."""
    return all(key in ctx.state.units and ctx.state.units[key].hex == name for key in ids)


def _may_push(game: Game, gun: Unit, pushers: Sequence[Unit], name: str) -> None:
    if gun.carrier:
        raise Refused(f"{gun.id} is in tow (C10.3)")
    if game.counter_of(gun).manhandling is None:
        raise Refused(f"{gun.id} has no M#: it cannot be pushed (C10.3)")
    if not game.counter_of(gun).qsu and "limbered" not in gun.flags:
        raise Refused(f"{gun.id} must be limbered before it is pushed (C10.2)")
    if name not in game.board.neighbours(gun.hex or ""):
        raise Refused(f"{name} is not adjacent to {gun.hex}: a Gun is pushed hex by hex (C10.3)")
    enemies = [unit.id for unit in game.state.units_at(name) if unit.side != gun.side and bars(unit)]
    if enemies:
        raise Refused(f"{name} holds {listed(enemies)}: Infantry may not enter it in the MPh (A4.14)")
    if "ti" in gun.flags and not any("hazardous" in unit.flags for unit in pushers):
        raise Refused(f"{gun.id} is TI (C10.3)")
    for unit in pushers:
        if unit.hex != gun.hex or unit.side != gun.side or not unit.mmc:
            raise Refused(f"{unit.id} is no MMC with {gun.id}: it cannot push it (C10.111)")
        if "ti" in unit.flags and "hazardous" not in unit.flags:
            raise Refused(f"{unit.id} is TI (A7.82)")
        may_move(replace(unit, flags=unit.flags - {"ti"}))
        if carried(game, unit):
            raise Refused(f"{unit.id} carries PP and cannot push (C10.3)")


def _manhandle(ctx: Context, gun: Unit, pushers: Sequence[Unit], name: str, mf: float) -> int:
    """The Manhandling DR with its DRM; what earlier labor gave is used up."""
    game, board = ctx.game, ctx.board
    labor = next((item for item in ctx.state.marked(LABOR) if item.owner == gun.id), None)
    help_ = sum(2 if unit.kind == "squad" else 1 for unit in pushers[1:])
    help_ += int(len(pushers) == 1 and pushers[0].kind == "squad")
    facts = {
        "tem": max(0, board.chart.tem(board.terrain(name).terrains)),
        "push-mf": int(mf),
        "soft-ground": int(any(word in ctx.state.ec for word in ("Mud", "Deep Snow"))),
        "push-help": min(help_, -game.figure("push-helpers")),
        "by-road": int(board.on_road(gun.hex or "", name)),
        "labor": labor.number if labor else 0,
    }
    with ctx.rolls_for(gun.side):
        record = ctx.check(
            "gun.manhandling",
            f"Manhandling of {gun.id} into {name} by {listed(unit.id for unit in pushers)}",
            game.counter_of(gun).manhandling or 0,
            facts=facts,
        )
    if labor:
        ctx.emit(ev.MarkerRemoved(labor.id, "used (C10.3)"))
    return record.total


def _labor(ctx: Context, gun: Unit, crew: Unit) -> None:
    """B24.8: a failed attempt makes the next one easier."""
    had = sum(item.number for item in ctx.state.marked(LABOR) if item.owner == gun.id)
    number = min(ctx.figure("labor-most"), had + 1)
    text = f"Labor -{number}"
    marker = Marker(ctx.new_number(LABOR), LABOR, gun.hex or "", gun.side, number, text=text, owner=gun.id)
    ctx.emit(ev.MarkerPut(marker, f"{crew.id} (C10.3)"))
