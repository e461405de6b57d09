"""CC Reaction Fire (D7.21): Infantry that a vehicle has come among attacks it in CC, in the midst of its move."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.close_combat import cc_attack, fighting, street_fighting
from sasl.asl.close_combat.cc_fight import CloseCombatFight
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.close_combat.cc_vehicles import CREWLESS
from sasl.asl.fire import small_arms
from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, SMC, Flag
from sasl.asl.game.sides import SIDES, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import paatc
from sasl.asl.ordnance import mounted, weapon_use

FIRED = frozenset({"first", "final"})


def may_react(game: Game, units: Sequence[Unit], vehicle: Unit) -> None:
    """D7.21-7.213: refused, with the rule, unless these may attack a vehicle that spends MP in their Location, or in
    the street beside it.
    """
    moving = game.state.moving
    if game.state.phase != "MPh" or moving is None or vehicle.kind != "vehicle" or vehicle.id not in moving.ids:
        raise Refused(f"{vehicle.id} is not a vehicle that is moving now (D7.2)")
    for unit in units:
        if unit.kind not in MEN or unit.carrier or unit.side == vehicle.side or not unit.hex:
            raise Refused(f"{unit.id} is not an enemy of {vehicle.id} on foot (D7.21)")
        if unit.hex != vehicle.hex:
            street_fighting.may_come_out(game, unit, vehicle)
        for flag in (flag for flag in CANNOT_FIRE if flag in unit.flags and flag != "berserk"):
            raise Refused(f"{unit.id} {CANNOT_FIRE[flag]}, so it cannot attack (D7.21)")
        if "pinned" in unit.flags and "final" not in unit.flags:
            raise Refused(f"{unit.id} is pinned: no CC Reaction Fire (D7.213)")
        if moving.shots.count(unit.id) >= max(1, int(moving.spent)):
            raise Refused(f"{unit.id} has already attacked it once for each MP expenditure there (A8.14)")
    if len({unit.hex for unit in units}) > 1:
        raise Refused("they must attack from one Location (A11.5)")
    alone = [unit for unit in units if unit.kind in SMC]
    if len(units) > game.figure("cc-vehicle-party") or (len(units) > 1 and not alone):
        raise Refused("a vehicle is attacked by one unit, or by one unit and an SMC (A11.5)")


def react(ctx: Context, units: Sequence[Unit], vehicle: Unit) -> None:
    """D7.21, D7.212: after its PAATC a unit attacks; with one CCV less if it had fired, and as FPF the DR tests it.

    Who comes out of a building for it goes back (D7.211).
    """
    ids = _those_who_dare(ctx, units, vehicle)
    if not ids:
        return
    had_fired = any(_has_fired(ctx.game, unit) for unit in units if unit.id in ids)
    last = [unit.id for unit in units if unit.id in ids and "final" in unit.flags]
    minds = {side: fighting.who_decides(ctx.game, side) for side in SIDES}
    ctx.emit(ev.Fired(tuple(ids), (), vehicle.hex, "CC Reaction Fire"))
    for key in ids:
        _mark(ctx, ctx.state.units[key])
    with street_fighting.in_the_street(ctx, ids, vehicle):
        there = tuple(key for key in ids if key in ctx.state.units and "broken" not in ctx.state.units[key].flags)
        fight = CloseCombatFight(ctx, vehicle.hex, minds)
        attack = Attack(opponent(vehicle.side), vehicle.hex, there, (vehicle.id,), worn=int(had_fired))
        record = cc_attack.strike(fight, attack) if there else None
    if record is not None:
        small_arms.checked_by_own_dice(ctx, last, record, "FPF (D7.212)")


def _those_who_dare(ctx: Context, units: Sequence[Unit], vehicle: Unit) -> list[str]:
    """D7.21: those that pass their PAATC, or have passed one against the vehicle in this MPh; who fails it is pinned,
    and attacks only as FPF (D7.212).
    """
    manned = mounted.armored(ctx.game, vehicle) and not vehicle.flags & CREWLESS
    found = []
    for unit in units:
        dares = not manned or paatc.dares(ctx, unit, vehicle)
        if dares or "final" in unit.flags:
            found.append(unit.id)
    return found


def _mark(ctx: Context, unit: Unit) -> None:
    """D7.21: First Fire, or Final Fire for who had fired, on the unit, all its SW and the Gun that it mans."""
    flag: Flag = "final" if _has_fired(ctx.game, unit) else "first"
    pieces.change(ctx, unit, [flag], (), "CC Reaction Fire (D7.21)")
    mark: weapon_use.Mark = "final" if flag == "final" else "first"
    for weapon in ctx.state.weapons_of(unit.id):
        if mark not in weapon.flags:
            ctx.emit(ev.WeaponChanged(weapon.id, (mark,), (), f"{unit.id} has attacked in CC (D7.21)"))
    weapon_use.leaves_gun(ctx, unit, mark, "has attacked in CC (D7.21)")


def _has_fired(game: Game, unit: Unit) -> bool:
    """D7.213: whether it, or a SW of its, is under a First or Final Fire counter."""
    return bool(unit.flags & FIRED) or any(weapon.flags & FIRED for weapon in game.state.weapons_of(unit.id))
