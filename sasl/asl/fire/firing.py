"""Fire (A7, A8, C3): who fires at what, the S? that see it, Command Control (S16), and who waits (A7.25)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sasl.asl.fire import attack, fire_groups, gun_duel, residual, small_arms
from sasl.asl.fire.firepower import firepower
from sasl.asl.fire.opportunity import CANNOT_FIRE, Opportunity, is_atr, is_mg, may_fire_at, opportunity
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.doubts import settle_doubts
from sasl.asl.game.los.sight import look
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import Side
from sasl.asl.game.state import State, Suspect, Unit, Weapon
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import berserk
from sasl.asl.ordnance import demolition, flame, guns, latw, mg_at_armor, mounted, ordnance_fire, vehicle_mg
from sasl.asl.ordnance.aiming import aim, cases, limits
from sasl.asl.ordnance.aiming.aim import Manner, Shot
from sasl.asl.preview import Preview, chances_text
from sasl.kernel.text import listed

MOUNTS = ("ma", "cmg", "bmg", "rmg", "aamg", "ft")
MANNERS = ("only", "snap", "lane", "spray", "both", "pillbox")


Planned = Shot | vehicle_mg.Burst | flame.Jet | None
"""What a Gun, vehicle weapon, cupola or ordnance SW is about to do; None: a DC is thrown."""


class NothingThere(Refused):
    """The hex that was named holds nobody to fire at (A7.1)."""


class _Heavy(NamedTuple):
    """The one Gun, vehicle or ordnance SW that fires, and how."""

    unit: Unit
    weapon: str
    manner: Manner

    def kind(self, game: Game, goal: str) -> Opportunity:
        """The kind of fire it may use now. Refused if it has none."""
        return opportunity(game, self.unit, goal, game.state.weapons.get(self.weapon))


def may_fire(game: Game, firers: Sequence[str], hexes: Sequence[str], manner: Manner) -> None:
    """Refused, with the rule, unless this fire is legal; a LOS that the player will be asked about is left open."""
    heavy, units, weapons = _who_fires(game, firers, hexes, manner)
    men = _eyes(game, _firers(game, units, weapons), manner)
    doubt = any(_in_doubt(game, men, name) for name in hexes)
    if heavy is None:
        found = _group(game, units, weapons, hexes, manner)
        for name in hexes:
            _something_there(game.state, found.side, name)
            firepower(game, found, name, concealed=False)  # refuses what does not reach, before a LOS is asked for
        if not doubt:
            small_arms.attack_of(game, found)
        return
    if "smoke" not in heavy.manner.options:  # C8.5: SMOKE may be put anywhere in LOS
        _something_there(game.state, heavy.unit.side, hexes[0])
    if not doubt:
        kind = heavy.kind(game, hexes[0])
        _may_shoot(game, heavy.unit, heavy.weapon, hexes[0], heavy.manner, kind)


def fire(ctx: Context, firers: Sequence[str], hexes: Sequence[str], manner: Manner, *, first: bool = True) -> None:
    """A7, A8, C3: units, SW and Guns of either side fire at a hex, or at two (Spraying Fire).

    `first` False: the Gun Duel for this fire has been fought (C2.2401).
    """
    heavy, units, weapons = _who_fires(ctx.game, firers, hexes, manner)
    men = _eyes(ctx.game, _firers(ctx.game, units, weapons), manner)
    for name in hexes:
        settle_doubts(ctx, name, _in_doubt(ctx.game, men, name))
    if heavy is not None:
        kind = heavy.kind(ctx.game, hexes[0])
        if "smoke" not in heavy.manner.options:
            _not_in_vain(ctx, [heavy.unit], hexes)
        plan = planned(ctx.game, heavy.unit, heavy.weapon, hexes[0], heavy.manner, kind)
        if isinstance(plan, Shot) and latw.is_rifle(plan):
            _not_apart(ctx, fire_groups.breaks_up(ctx.game, latw.rifle(ctx.game, plan)), heavy.unit.side, hexes)
        if isinstance(plan, vehicle_mg.Burst) and plan.grouped:
            _not_apart(ctx, fire_groups.spent_apart(ctx.game, heavy.unit, kind, hexes[0]), heavy.unit.side, hexes)
        if first and _outdrawn(ctx, men, hexes, _duel_drm(ctx.game, plan)):
            _fires_still(ctx, firers, hexes, manner)
            return
        met = berserk.enemies_met(ctx.game, [heavy.unit], hexes[0]) if isinstance(plan, flame.Jet) else ()
        _shoot(ctx, heavy, hexes[0], plan)
        berserk.have_won(ctx, [heavy.unit.id], hexes[0], met)
        left = [ctx.state.units[heavy.unit.id]] if heavy.unit.id in ctx.state.units else []
        (_draws if heavy.unit.kind == "gun" else _seen)(ctx, left)  # a Gun may stay unseen (A12.34)
        return
    found = _group(ctx.game, units, weapons, hexes, manner)
    small_arms.attack_of(ctx.game, found)  # refuses what cannot reach or see before anything happens
    firing = [*(shooter.unit for shooter in found.shooters), *found.directors, *([found.mate] if found.mate else [])]
    _not_in_vain(ctx, firing, hexes)
    _not_apart(ctx, fire_groups.breaks_up(ctx.game, found), firing[0].side, hexes)
    if first and len(hexes) == 1 and _outdrawn(ctx, firing, hexes, gun_duel.drm_of_men(ctx.game, found)):
        _fires_still(ctx, firers, hexes, manner)
        return
    _seen(ctx, firing)
    if found.lane:
        residual.may_lay(ctx.game, found)
    met = berserk.enemies_met(ctx.game, firing, hexes[0])
    result = small_arms.fire(ctx, found)
    berserk.have_won(ctx, [unit.id for unit in firing], hexes[0], met)
    if found.lane:
        residual.lane(ctx, found, result)
    held = ctx.state.weapons
    kept = [item.id for item in found.weapons if item.id in held and not held[item.id].flags & {"first", "final"}]
    laid = [fire_groups.lane_mg(ctx.game, found)[1].id] if found.lane else []
    residual.leave(ctx, found, result, kept, laid)


def _duel_drm(game: Game, plan: Planned) -> int:
    """C2.2401: the Gun Duel DRM of what is about to be fired."""
    if isinstance(plan, Shot):
        return gun_duel.drm_of_shot(game, plan)
    return gun_duel.drm_of_burst(game, plan) if isinstance(plan, vehicle_mg.Burst) else 0


def _outdrawn(ctx: Context, firers: Sequence[Unit], hexes: Sequence[str], drm: int) -> bool:
    """C2.2401: whether a vehicle that these are about to fire at has fired first."""
    for duel in gun_duel.duels(ctx.game, firers, hexes[0], drm, _main_shot):
        if gun_duel.wants(ctx, duel, _duel_odds(ctx.game, duel)) and gun_duel.is_first(ctx, duel):
            fire(ctx, (duel.vehicle,), (duel.at,), Manner(("ma",)))
            return True
    return False


def _duel_odds(game: Game, duel: gun_duel.Duel) -> str:
    """The chances of the shot that a player's vehicle would fire first; "" where its side is not asked."""
    if mind_of(game, game.state.units[duel.vehicle].side):
        return ""
    sheet = preview(game, (duel.vehicle,), (duel.at,), Manner(("ma",)))
    return chances_text(sheet.expected) if sheet is not None else ""


def _main_shot(game: Game, vehicle: Unit, name: str) -> Planned:
    """What the MA of a vehicle would do at a hex now. Refused if it may not fire there."""
    kind = opportunity(game, vehicle, name)
    _may_shoot(game, vehicle, "MA", name, Manner(), kind)
    return planned(game, vehicle, "MA", name, Manner(), kind)


def _fires_still(ctx: Context, firers: Sequence[str], hexes: Sequence[str], manner: Manner) -> None:
    """C2.2401: those who were not the first fire now, if they still can."""
    try:
        may_fire(ctx.game, firers, hexes, manner)
    except Refused as refusal:
        ctx.tell(f"{listed(firers)} {'do' if len(firers) > 1 else 'does'} not fire any more: {refusal} (C2.2401).")
        return
    fire(ctx, firers, hexes, manner, first=False)


def preview(game: Game, firers: Sequence[str], hexes: Sequence[str], manner: Manner) -> Preview | None:
    """The attack as it would be shown before its dice, were it ordered now; None for what has no such sheet (a DC, a FT
    at an AFV).

    Refused, with the rule, if it is not legal. Checks that the fire draws come first in play and may change it.
    """
    heavy, units, weapons = _who_fires(game, firers, hexes, manner)
    if heavy is None:
        return attack.preview_of(game, small_arms.attack_of(game, _group(game, units, weapons, hexes, manner)))
    plan = planned(game, heavy.unit, heavy.weapon, hexes[0], heavy.manner, heavy.kind(game, hexes[0]))
    if plan is None:
        return None
    if isinstance(plan, vehicle_mg.Burst):
        return attack.preview_of(game, vehicle_mg.attack_of(game, plan))
    if isinstance(plan, flame.Jet):
        if plan.at is not None and mounted.armored(game, plan.at):
            return None
        return attack.preview_of(game, flame.attack_of(game, plan, *flame.in_reach(game, plan)))
    if latw.is_rifle(plan):
        return attack.preview_of(game, small_arms.attack_of(game, latw.rifle(game, plan)))
    limits.check(game, plan)
    return ordnance_fire.preview_of(game, plan, cases.groups(game, plan))


def _group(
    game: Game, units: Sequence[Unit], weapons: Sequence[Weapon], hexes: Sequence[str], manner: Manner
) -> fire_groups.Order:
    """The small arms that fire together. Refused, with the rule, if they may not."""
    manner.only("small arms", MANNERS)
    return fire_groups.order(game, units, weapons, hexes, manner.options)


def _who_fires(
    game: Game, firers: Sequence[str], hexes: Sequence[str], manner: Manner
) -> tuple[_Heavy | None, list[Unit], list[Weapon]]:
    """The one piece of ordnance that fires, if it does, and the units and SW named."""
    state = game.state
    firers = list(dict.fromkeys(firers))  # a SW may be named beside its hex
    units = state.present(firers)
    weapons = [state.weapons[key] for key in firers if key in state.weapons]
    for unit in _firers(game, units, weapons):
        may_fire_at(game, unit, hexes[0])
    big = [unit for unit in units if unit.kind in (*VEHICLES, "gun", "aircraft")]
    crews = [unit for unit in units if unit not in big and unit.kind != "leader"]
    tubes = [weapon for weapon in weapons if not is_mg(game, weapon) or "vehicle" in manner.options]  # A9.61
    if not big and (crews or len(weapons) > 1) and "vehicle" not in manner.options:
        tubes = [weapon for weapon in tubes if not is_atr(game, weapon)]  # C13.24: in a FG it is small arms
    if not big and not tubes:
        return None, units, weapons
    if len(big) + len(tubes) > 1 or crews or len(tubes) != len(weapons):
        raise Refused(f"{(big or tubes)[0].id} fires by itself: name it alone (C3.1)")
    unit = big[0] if big else state.units[tubes[0].holder]
    mount, *more = [word for word in manner.options if word in MOUNTS] or ["ma"]
    rest = tuple(word for word in manner.options if word not in MOUNTS or word in more) + ("spray",) * (len(hexes) > 1)
    mount = mount.upper()
    manner = Manner(rest, manner.target, manner.ca, manner.leader, manner.spotter)
    return _Heavy(unit, mount if big else tubes[0].id, manner), units, weapons


def _firers(game: Game, units: Sequence[Unit], weapons: Sequence[Weapon]) -> list[Unit]:
    """Every unit that takes part, those that man a named SW too; of one side."""
    holders = [game.state.units[item.holder] for item in weapons if item.holder in game.state.units]
    found = list({unit.id: unit for unit in (*units, *holders)}.values())
    if idle := [item.id for item in weapons if item.holder not in game.state.units]:
        raise Refused(f"nobody mans {listed(idle)} (A4.4)")
    if not found:
        raise Refused("name the firing units (A7.1)")
    if len({unit.side for unit in found}) > 1:
        raise Refused("units of both sides cannot fire together (A7.5)")
    for unit in found:
        if not unit.hex:
            raise Refused(f"{unit.id} is not on the map (A7.1)")
    return found


def _eyes(game: Game, firers: list[Unit], manner: Manner) -> list[Unit]:
    """Those whose LOS counts: who fires, or the Spotter named (C9.3)."""
    spotter = game.state.units.get(manner.spotter)
    return [spotter] if spotter and spotter.hex else firers


def planned(game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity) -> Planned:
    """C3: what a Gun, vehicle weapon, cupola or ordnance SW would do at the hex `name`; None: a DC thrown.

    Refused, with the rule, if that is not legal.
    """
    if firer.kind == "aircraft":
        raise Refused(f"{firer.id} attacks with its own command (E7)")
    if weapon in game.state.weapons:
        return _support_weapon(game, firer, weapon, name, manner, kind)
    if weapon == "FT":
        manner.only("a flamethrower", ("at",))
        return flame.vehicle_jet(game, firer, name, kind, manner.target)
    if weapon in mounted.MOUNTS or firer.kind == "cupola":
        return vehicle_mg.shot_of(game, firer, "CMG" if firer.kind == "cupola" else weapon, name, manner, kind)
    return _main_armament(game, firer, name, manner, kind)


def _support_weapon(
    game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity
) -> Shot | flame.Jet | None:
    """PSK and ATR, FT, DC, light mortars, a MG at armor."""
    sw = game.state.weapons[weapon]
    if is_mg(game, sw):
        return mg_at_armor.shot_of(game, firer, weapon, name, manner, kind)
    gun = mounted.of_weapon(game, sw)
    if sw.type == "FT":
        manner.only("a flamethrower", ("at",))
        return flame.portable_jet(game, firer, weapon, name, kind, manner.target)
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


def _may_shoot(game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity) -> None:
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
        limits.check(game, plan)
        ordnance_fire.finds_target(game, plan, cases.groups(game, plan))


def _shoot(ctx: Context, heavy: _Heavy, name: str, plan: Planned) -> None:
    """C3: one shot of a Gun, vehicle weapon, cupola or ordnance SW at the hex `name`, as planned."""
    if plan is None:
        demolition.attack_with(ctx, heavy.unit, heavy.weapon, name, "thrown")
    elif isinstance(plan, vehicle_mg.Burst):
        vehicle_mg.fire(ctx, plan)
    elif isinstance(plan, flame.Jet):
        flame.fire(ctx, plan)
    elif plan.latw:
        latw.shoot(ctx, plan)
    else:
        ordnance_fire.fire(ctx, plan)


def _something_there(state: State, side: str, name: str) -> None:
    """Refused if the hex holds nothing of the other side, nor an S? to fire at."""
    if side == "FRIENDLY" and state.suspects_at(name):
        return
    there = [
        unit
        for unit in state.units_at(name)
        if (unit.side != side or "melee" in unit.flags) and "prisoner" not in unit.flags
    ]
    if state.moving and name == state.moving.came_from:
        return
    if not there:
        raise NothingThere(f"nothing of the other side is in {name} (A7.1)")


def in_vain(game: Game, firers: Sequence[Unit], hexes: Sequence[str]) -> list[Suspect]:
    """S5: the S? that are all there is in these hexes, if none of them checks for the player's fire; else nothing."""
    there = [item for name in hexes for item in game.state.suspects_at(name)] if firers[0].side == "FRIENDLY" else []
    known = any(unit.side == "ENEMY" for name in hexes for unit in game.state.units_at(name))
    wakes = known or any(game.reactions.would_check(game, item, firers) for item in there)
    return [] if wakes else there


def _not_in_vain(ctx: Context, firers: Sequence[Unit], hexes: Sequence[str]) -> None:
    """S5: before the player fires where only S? are that do not check for it, he is asked (option confirm-fire)."""
    asks = ctx.asks and ctx.state.option("confirm-fire") and mind_of(ctx.game, "FRIENDLY") is None
    if not asks or not (there := in_vain(ctx.game, firers, hexes)):
        return
    who = listed(item.id for item in there)
    text = (
        f"{who} would not check Activation for this fire (range and DRM, S5), so the fire would "
        "have no effect. Fire anyway?"
    )
    if not ctx.yes(text, default=False, rule="S5", hexes=hexes, whose="FRIENDLY", id="fire-in-vain"):
        raise Refused(f"not fired: {who} would not check Activation for it (S5)")


def _not_apart(ctx: Context, late: str, side: Side, hexes: Sequence[str]) -> None:
    """A7.55: a player is asked before he fires apart what should have fired together."""
    if not late or mind_of(ctx.game, side) is not None:
        return
    text = f"{late}. Fire anyway?"
    if not ctx.yes(text, default=False, rule="A7.55", hexes=hexes, whose=side, id="fire-apart"):
        raise Refused(f"not fired: {late}")


def _in_doubt(game: Game, firers: Sequence[Unit], name: str) -> list[str]:
    """The hexes whose LOS to a target hex the player is asked about (option ask-los)."""
    places = dict.fromkeys(unit.hex for unit in firers if unit.hex != name)
    return [place for place in places if not look(game, place, name).sure] if game.state.option("ask-los") else []


def _seen(ctx: Context, units: Sequence[Unit]) -> None:
    """A12.14, 5: firing in LOS gives concealment up, and draws AC checks."""
    concealment.lose_if_seen(ctx, [unit.id for unit in units], "fires (A12.14)")
    _draws(ctx, units)


def _draws(ctx: Context, units: Sequence[Unit]) -> None:
    """S5: S? that see FRIENDLY units fire make their AC checks."""
    for place in dict.fromkeys(unit.hex for unit in units if unit.side == "FRIENDLY"):
        ctx.game.reactions.provoke(ctx, [ctx.state.units[unit.id] for unit in units if unit.hex == place])


def why_not_hold(game: Game, unit: Unit) -> str:
    """What keeps a unit from waiting for Opportunity Fire, or ""."""
    for flag, why in {"pinned": "is pinned", "motion": "is in Motion", "berserk": "is berserk", **CANNOT_FIRE}.items():
        if flag in unit.flags:
            return why
    if unit.side == "FRIENDLY" and game.reactions.out_of_command(game, unit):
        return "is not In Command (S16)"
    if unit.kind == "aircraft":
        return "flies"
    if unit.kind == "gun" and guns.crew(game, unit) is None:
        return "has no crew"
    fired = [weapon.id for weapon in game.state.weapons_of(unit.id) if "fired" in weapon.flags]
    return f"has fired {listed(fired)}" if fired else ""
