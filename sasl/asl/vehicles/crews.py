"""Crews that leave their vehicles of their own will, and who mans Abandoned ones again (D5.4, A21.22)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import may_move, movement_allowance, not_barred
from sasl.asl.movement.step import draws_fire, going, spend
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.kernel.text import listed

NOT_KEPT = frozenset[Flag]({"wounded", "heroic", "fanatic", "commissar"})
"""What a vehicle does not keep of the SMC who mans it: such a one stays outside (A21.22) [house]."""


def may_abandon(game: Game, vehicle: Unit, wreck: bool = False) -> None:
    """D5.41: refused, with the rule, unless a crew that has neither driven nor fired in this Player Turn is aboard.

    A mission may forbid it to the FRIENDLY side's AFV (S1 MSR 2).
    """
    if vehicle.side == "FRIENDLY" and game.mission.hook("crews-stay") and mounted.armored(game, vehicle):
        raise Refused(f"the crew of {vehicle.id} may not Abandon it voluntarily in this mission (S1 MSR 2)")
    if not mounted.weapons(game, vehicle) and not mounted.stand_in(vehicle):
        raise Refused(f"{vehicle.id} is unarmed: its driver never leaves it (D5.1)")
    not_barred(vehicle, "immobile", "bogged")
    if vehicle.mf or vehicle.flags & {"motion", "drove"} or mounted.has_fired(vehicle):
        raise Refused(f"the crew of {vehicle.id} has driven or fired in this Player Turn, or is in Motion (D5.41)")


def abandon(ctx: Context, vehicle: Unit, wreck: bool = False) -> None:
    """D5.41, D5.411: a crew gets out for all its MF, subject to FFNAM (D5.43), and may leave a wreck behind.

    Who else is aboard gets off with it [house].
    """
    crew = vehicle_hits.abandon(ctx, vehicle, "by its crew (D5.41)", forced=False)
    if crew is None:
        return
    if wreck:
        vehicle_hits.destroy(ctx, ctx.state.units[vehicle.id], "its own crew destroys it (D5.411)", survivors=False)
    _spends_all(ctx, ctx.state.units[crew.id], "get out")
    draws_fire(ctx, [crew.id], vehicle.hex)


def unfit(game: Game, crew: Unit) -> str:
    """D5.42, A21.22: why a unit cannot man a vehicle in place of its crew, or "".

    Of a squad a HS stays behind, with its SW and prisoners; a smaller unit would take them in with it, which it may not
    [house]. An SMC mans it alone, if neither wounded, heroic, Fanatic nor a Commissar [house]; a second one cannot
    join him [house].
    """
    if not crew.infantry:
        return f"{crew.id} is not Infantry: only Infantry can man a vehicle (A21.22)"
    if crew.kind in SMC and (marks := crew.flags & NOT_KEPT):
        return f"{crew.id} is {listed(sorted(marks))}, and cannot man a vehicle alone (A21.22) [house]"
    if crew.kind == "squad":
        return "" if game.counter_of(crew).half else f"{crew.id} has no HS to man a vehicle (A21.22)"
    if game.state.weapons_of(crew.id):
        return f"{crew.id} cannot take a SW into a vehicle: drop it first (D5.42) [house]"
    if game.state.aboard(crew.id):
        return f"{crew.id} guards prisoners and cannot take them into a vehicle (A20.5) [house]"
    return ""


def may_man(game: Game, crew: Unit, vehicle: Unit) -> None:
    """D5.42, A21.22: refused, with the rule, unless Infantry stands by an Abandoned vehicle since its MPh began."""
    if "abandoned" not in vehicle.flags or vehicle.side != crew.side:
        raise Refused(f"{vehicle.id} is not an Abandoned vehicle of the {crew.side} (D5.42)")
    if crew.hex != vehicle.hex:
        raise Refused(f"{crew.id} is not with {vehicle.id}, in {vehicle.hex} (D5.42)")
    if crew.group == vehicle.id and mounted.RECALLED_CREW in crew.arms:
        raise Refused(f"{crew.id} was under Recall, and may not man {vehicle.id} again (D5.341)")
    may_move(crew)
    if _waits(game, crew, vehicle):
        return
    if crew.mf or "moved" in crew.flags:
        raise Refused(f"{crew.id} has moved: manning a vehicle takes all its MF, from the start of its MPh (D5.42)")
    if why := unfit(game, crew):
        raise Refused(why)


def man(ctx: Context, crew: Unit, vehicle: Unit) -> None:
    """D5.42, D5.43: for all its MF a crew mans a vehicle, if the fire it draws leaves it unpinned and in Good Order."""
    if not _waits(ctx.game, crew, vehicle):
        _spends_all(ctx, crew, "man")
        if draws_fire(ctx, [crew.id], vehicle.hex):
            ctx.tell(f"Then, if still in Good Order and unpinned: man {crew.id} {vehicle.id} (D5.43).")
            return
    for key in going(ctx, [crew.id], vehicle.hex):
        take_over(ctx, ctx.state.units[key], vehicle)


def _waits(game: Game, crew: Unit, vehicle: Unit) -> bool:
    """D5.43: whether it has paid for it and waits for the fire that it drew."""
    moving = game.state.moving
    return moving is not None and moving.how == "man" and crew.id in moving.ids and moving.hex == vehicle.hex


def _spends_all(ctx: Context, crew: Unit, how: str) -> None:
    spend(ctx, [crew.id], movement_allowance(ctx.game, crew) - crew.mf, how)


def take_over(ctx: Context, crew: Unit, vehicle: Unit) -> None:
    """D5.42, D3.43, D5.34: the vehicle is manned and has ended its MPh; a vehicle crew brings its armor leader and what
    a Stun has left of it, into whatever vehicle it mans. Infantry that mans it is a Temporary Crew: of a squad one HS,
    or a SMC (A21.22).
    """
    own, why = crew.group == vehicle.id, f"manned by {crew.id} (D5.42)"
    led = next((figures for word, figures in mounted.LEADS.items() if word in crew.arms), None)
    leads = bool(led) or (own and mounted.LEADER_OUT in vehicle.arms)
    gone = {mounted.LEADER_OUT} | (set() if own else {mounted.STUNNED_BEFORE})
    hands = ctx.game.counter_of(crew).half if crew.kind == "squad" else crew.type
    if crew.mmc and not mounted.weapons(ctx.game, vehicle):
        hands = vehicle_hits.CREW  # A21.21: of an MMC a driver is to be had for nothing
    elif crew.kind == "squad":
        pieces.become(ctx, crew, hands or "", f"a HS of it mans {vehicle.id} (A21.22)")
    else:
        ctx.emit(ev.UnitRemoved(crew.id, f"mans {vehicle.id} (D5.42)", counts=False))
    new = () if hands == vehicle_hits.CREW else (f"{mounted.STAND_IN}{hands}",)
    if mounted.SHAKEN_CREW in crew.arms:
        new, gone = (*new, mounted.STUNNED_BEFORE), gone - {mounted.STUNNED_BEFORE}
    gone |= {word for word in vehicle.arms if word.startswith(mounted.STAND_IN)}
    lost = tuple(sorted(gone & vehicle.arms))
    if lost or new:
        ctx.emit(ev.ArmsChanged(vehicle.id, new, lost, why))
    if led:
        ctx.emit(ev.UnitRedrawn(vehicle.id, morale=led[0], modifier=led[1]))
    now = ctx.state.units[vehicle.id]
    gained: list[Flag] = ["armor-leader"] if leads else []
    gained += ["ended"] if ctx.state.phase == "MPh" else []
    pieces.change(ctx, now, gained, ["abandoned"], why)


def comes_to_life(ctx: Context, unit: Unit) -> bool:
    """A21.22: the dr of Infantry that tries to start a vehicle: it may fail, and bog it. Whether it starts."""
    if not mounted.temporary_crew(ctx.game, unit):
        return True
    russian = ctx.mission.army(unit.side).nation == "russian"
    facts = {"russian-captor": int(bool(unit.maker) and russian)}
    with ctx.rolls_for(unit.side):
        result = str(ctx.table("vehicles.temporary-start", f"{unit.id} is started", facts=facts).result)
    if result == "starts":
        return True
    if result == "bogs":
        pieces.change(ctx, unit, ["bogged"], ["motion"], "its Temporary Crew gets it stuck (A21.22)")
    pieces.change(ctx, ctx.state.units[unit.id], ["ended"], why="its Temporary Crew does not get it going (A21.22)")
    return False
