"""Crews that leave their vehicles of their own will, and man Abandoned ones again (D5.4)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import may_move, movement_allowance, not_barred
from sasl.asl.movement.step import draws_fire, going, spend
from sasl.asl.ordnance import mounted, vehicle_hits


def may_abandon(game: Game, vehicle: Unit, wreck: bool = False) -> None:
    """D5.41: refused, with the rule, unless a crew that has neither driven nor fired in this Player Turn is aboard.

    A mission may forbid it to the FRIENDLY side's AFV (S1 MSR 2).
    """
    if vehicle.side == "FRIENDLY" and game.mission.hook("crews-stay") and mounted.armored(game, vehicle):
        raise Refused(f"the crew of {vehicle.id} may not Abandon it of its own will in this mission (S1 MSR 2)")
    if not mounted.weapons(game, vehicle):
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


def may_man(game: Game, crew: Unit, vehicle: Unit) -> None:
    """D5.42: refused, with the rule, unless a vehicle crew stands by an Abandoned vehicle since its MPh began.

    Other Infantry would be a Temporary Crew (A21.22), which nobody needs here [house].
    """
    if crew.type != vehicle_hits.CREW:
        raise Refused(
            f"{crew.id} is no vehicle crew: only such a {vehicle_hits.CREW} mans {vehicle.id} (D5.42) [house]"
        )
    if "abandoned" not in vehicle.flags or vehicle.side != crew.side:
        raise Refused(f"{vehicle.id} is no Abandoned vehicle of the {crew.side} (D5.42)")
    if crew.hex != vehicle.hex:
        raise Refused(f"{crew.id} is not with {vehicle.id}, in {vehicle.hex} (D5.42)")
    may_move(crew)
    if _waits(game, crew, vehicle):
        return
    if crew.mf or "moved" in crew.flags:
        raise Refused(f"{crew.id} has moved: it mans a vehicle for all its MF, from the start of its MPh (D5.42)")
    if game.state.weapons_of(crew.id):
        raise Refused(f"{crew.id} takes no SW into {vehicle.id}: drop it first (D5.42) [house]")


def man(ctx: Context, crew: Unit, vehicle: Unit) -> None:
    """D5.42, D5.43: for all its MF a crew mans a vehicle, if the fire it draws leaves it unpinned and in Good Order."""
    if not _waits(ctx.game, crew, vehicle):
        _spends_all(ctx, crew, "man")
        if draws_fire(ctx, [crew.id], vehicle.hex):
            ctx.tell(f"Then, if still in Good Order and unpinned: man {crew.id} {vehicle.id} (D5.43).")
            return
    for key in going(ctx, [crew.id], vehicle.hex):
        _takes_over(ctx, ctx.state.units[key], vehicle)


def _waits(game: Game, crew: Unit, vehicle: Unit) -> bool:
    """D5.43: whether it has paid for it and waits for the fire that it drew."""
    moving = game.state.moving
    return moving is not None and moving.how == "man" and crew.id in moving.ids and moving.hex == vehicle.hex


def _spends_all(ctx: Context, crew: Unit, how: str) -> None:
    spend(ctx, [crew.id], movement_allowance(ctx.game, crew) - crew.mf, how)


def _takes_over(ctx: Context, crew: Unit, vehicle: Unit) -> None:
    """D5.42, D3.43, D5.34: the vehicle is manned and has ended its MPh; its own crew brings back its armor leader and
    what a Stun has left of it.
    """
    own = crew.group == vehicle.id
    leads = own and mounted.LEADER_OUT in vehicle.arms
    gone = {mounted.LEADER_OUT} | (set() if own else {mounted.STUNNED_BEFORE})
    ctx.emit(ev.UnitRemoved(crew.id, f"mans {vehicle.id} (D5.42)", counts=False))
    if lost := tuple(sorted(gone & vehicle.arms)):
        ctx.emit(ev.ArmsChanged(vehicle.id, (), lost, f"manned by {crew.id} (D5.42)"))
    now = ctx.state.units[vehicle.id]
    gained: tuple[Flag, ...] = ("armor-leader", "ended") if leads else ("ended",)
    pieces.change(ctx, now, gained, ["abandoned"], f"manned by {crew.id} (D5.42)")
