"""Which ordnance, mounted weapon or SW fires how (C3): planned, asked whether it is legal, and fired."""

from __future__ import annotations

from sasl.asl.fire import small_arms
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import aim, cases, demolition, flame, latw, mounted, ordnance, vehicle_mg
from sasl.asl.ordnance.aim import Manner, Shot


def planned(
    game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity
) -> Shot | vehicle_mg.Burst | flame.Jet | None:
    """C3: what a Gun, vehicle weapon, cupola or ordnance SW would do at the hex `name`; None: a DC thrown.

    Refused, with the rule, if that is not legal.
    """
    if firer.kind == "aircraft":
        raise Refused(f"{firer.id} attacks with its own command (E7)")
    if weapon in game.state.weapons:
        return _support_weapon(game, firer, weapon, name, manner, kind)
    if weapon == "FT":
        manner.only("a flamethrower", ())
        return flame.vehicle_jet(game, firer, name, kind)
    if weapon in mounted.MOUNTS or firer.kind == "cupola":
        return vehicle_mg.shot_of(game, firer, "CMG" if firer.kind == "cupola" else weapon, name, manner, kind)
    return _main_armament(game, firer, name, manner, kind)


def _support_weapon(
    game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity
) -> Shot | flame.Jet | None:
    """PSK and ATR, FT, DC, light mortars."""
    sw = game.state.weapons[weapon]
    gun = mounted.of_weapon(game, sw)
    if sw.type == "FT":
        manner.only("a flamethrower", ())
        return flame.portable_jet(game, firer, weapon, name, kind)
    if sw.type == "DC":
        return None
    if sw.type in ("PSK", "ATR"):
        return latw.shot_of(game, firer, weapon, name, manner, kind)
    if gun is None:
        raise Refused(f"{weapon} does not fire (C3)")
    return aim.shot(game, firer, weapon, name, manner, kind, gun)


def _main_armament(game: Game, firer: Unit, name: str, manner: Manner, kind: Opportunity) -> Shot | vehicle_mg.Burst:
    """A Gun's or vehicle's MA: IFE if it has it and no vehicle's armor is the target, otherwise To Hit."""
    gun = mounted.ordnance(game, game.counter_of(firer))
    if gun is None:
        have = mounted.weapons(game, firer)
        if not have:
            raise Refused(f"{firer.id} carries no weapon (D1.8)")
        return vehicle_mg.shot_of(game, firer, have[0], name, manner, kind)
    heavy = {"vehicle", "infantry", "ap", "he", "apcr", "at"}.intersection(manner.words)
    if gun.ife and not heavy and not aim.armor_there(game, firer, name):
        manner.only("IFE", (), "To Hit shots with ap, he or vehicle")
        return vehicle_mg.ife(game, firer, name, kind)
    return aim.shot(game, firer, "MA", name, manner, kind, gun)


def may_shoot(game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity) -> None:
    """Refused, with the rule, unless this fire of ordnance is legal now."""
    plan = planned(game, firer, weapon, name, manner, kind)
    if plan is None:
        why = demolition.attack_refusal(game, firer, weapon, name, "thrown")
        if why:
            raise Refused(why)
    elif isinstance(plan, vehicle_mg.Burst):
        vehicle_mg.attack_of(game, plan)
    elif isinstance(plan, flame.Jet):
        flame.in_reach(game, plan)
    elif latw.is_rifle(plan):
        small_arms.attack_of(game, latw.rifle(game, plan))
    else:
        aim.check(game, plan)
        ordnance.finds_target(game, plan, cases.groups(game, plan))


def shoot(ctx: Context, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity) -> None:
    """C3: one shot of a Gun, vehicle weapon, cupola or ordnance SW at the hex `name`."""
    plan = planned(ctx.game, firer, weapon, name, manner, kind)
    if plan is None:
        demolition.attack_with(ctx, firer, weapon, name, "thrown")
    elif isinstance(plan, vehicle_mg.Burst):
        vehicle_mg.fire(ctx, plan)
    elif isinstance(plan, flame.Jet):
        flame.fire(ctx, plan)
    elif plan.latw:
        latw.shoot(ctx, plan)
    else:
        ordnance.fire(ctx, plan)
