"""Fire of mounted weapons on the IFT: vehicle MGs, cupolas, and IFE of light AA weapons (D3.5, C2.29)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from sasl.asl import stacking
from sasl.asl.fire import attack, ift, residual
from sasl.asl.fire.attack import Group, IftAttack, IftResult
from sasl.asl.fire.drm import direct
from sasl.asl.fire.firepower import (
    CONCEALED,
    DASHING,
    MOTION,
    PINNED,
    Factor,
    by_range,
    factor_words,
    multiplied,
    range_to,
)
from sasl.asl.fire.hindrances import by_name
from sasl.asl.fire.opportunity import FINAL_ADJACENT, SUBSEQUENT, Opportunity, at_dash, nearest_enemy
from sasl.asl.fire.tem import Cover, hull_down
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.sight import hindrance_of, sight_words
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import guns, mounted, weapon_use
from sasl.asl.ordnance.aiming import aim, arcs, bearing, bore_sight, limits, to_hit
from sasl.asl.ordnance.aiming.aim import Manner, Shot
from sasl.asl.ordnance.mounted import Ordnance
from sasl.asl.terrain import pillboxes, smoke
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import listed


class Burst(Frozen):
    """One attack of a mounted weapon on the IFT: FP, normal and greatest range, ROF, B#.

    `more`: the other MG of the vehicle that fire with it (D3.5); their FP is in `power`.
    """

    firer: Unit
    weapon: str
    goal: str
    kind: Opportunity
    power: Fraction
    normal: int
    most: int
    rof: int
    breakdown: int
    turn: arcs.Turn
    ife: bool = False
    lane: bool = False
    more: tuple[str, ...] = ()
    boxed: bool = False
    """The pillbox of the hex is the target (B30.34)."""

    @property
    def weapons(self) -> tuple[str, ...]:
        """Every weapon that fires."""
        return (self.weapon, *self.more)

    @property
    def grouped(self) -> bool:
        """D3.5: whether it is fire of MG alone, which must not be split at one target."""
        return not self.ife and not self.lane and self.firer.kind == "vehicle"


def shot_of(game: Game, firer: Unit, weapon: str, name: str, manner: Manner, kind: Opportunity) -> Burst | Shot:
    """D3.5: the fire of a vehicle's or cupola's MG. `vehicle`: a To Hit shot at armor instead of the IFT."""
    mounts = [word for word in manner.options if word.upper() in mounted.MOUNTS]
    manner.only("a MG", ("vehicle", "infantry", "lane", "pillbox", *mounts), "vehicle, lane, pillbox, cmg bmg …")
    names = dict.fromkeys((weapon, *(word.upper() for word in mounts)))
    burst = together([machine_gun(game, firer, each, name, kind) for each in names])
    if "lane" in manner.options:
        if firer.kind != "cupola" or kind.name != "Defensive First Fire":
            raise Refused("a Fire Lane is Defensive First Fire of a MG or a cupola (A9.22, OtO 4.1)")
        return replace(burst, rof=0, lane=True)
    if "vehicle" not in manner.options:
        return replace(burst, boxed="pillbox" in manner.options)
    if burst.more:
        raise Refused("against armor a MG fires alone (A9.61)")
    return at_armor(game, burst)


def together(bursts: Sequence[Burst]) -> Burst:
    """D3.5: the MG of a vehicle in one attack, their FP added; the greatest change of CA counts for all."""
    first, *others = bursts
    if not others:
        return first
    turn = max((item.turn for item in bursts), key=lambda turn: turn.spines)
    power = sum((item.power for item in bursts), Fraction(0))
    return replace(first, power=power, turn=turn, more=tuple(item.weapon for item in others))


def machine_gun(game: Game, firer: Unit, weapon: str, name: str, kind: Opportunity) -> Burst:
    """The attack of a mounted MG. Refused if it cannot fire there."""
    limits.usable(game, firer, weapon, kind)
    return mounted_gun(game, firer, weapon, name, kind)


def mounted_gun(game: Game, firer: Unit, weapon: str, name: str, kind: Opportunity) -> Burst:
    """The attack of a mounted MG that may fire. Refused if it cannot bear on the hex."""
    item, cupola = game.counter_of(firer), firer.kind == "cupola"
    if weapon == "BMG" and hull_down(game, firer, name):
        raise Refused(f"{firer.id} is Hull Down to {name}: its BMG cannot fire over the wall (D4.223)")
    normal = mounted.normal_range(game, firer, weapon)
    number = (item.breakdown if cupola else None) or game.figure("default-breakdown")
    rate = (item.rof or 0) if cupola else 0
    power = Fraction(item.mg(weapon) or item.fp or 0)
    turn = bearing.turning(game, firer, weapon, name, kind=kind)
    return Burst(firer, weapon, name, kind, power, normal, normal * game.figure("long-range"), rate, number, turn)


def at_armor(game: Game, burst: Burst) -> Shot:
    """C7.31: a MG fires at an AFV like the smallest of Guns. Refused beyond normal range, if its FP is halved, or if it
    is not the MA.
    """
    if not mounted.is_main(game, burst.firer, burst.weapon):
        raise Refused(f"the {burst.weapon} of {burst.firer.id} is not its MA: only a MA can fire at armor (D3.54)")
    most, firer = burst.normal, burst.firer
    if game.board.distance(firer.hex, burst.goal) > most:
        raise Refused(f"the {burst.weapon} of {firer.id} cannot harm armor beyond {most} hexes (C7.31)")
    target = aim.the_vehicle(game, firer, burst.goal)
    if not mounted.armored(game, target):
        raise Refused(f"{target.id} has no armor: a MG fires at it on the IFT (C7.311, A7.308)")
    if any(factor.by > factor.times for factor in _factors(game, burst, concealed=not target.known)):
        raise Refused(f"the FP of {firer.id}'s {burst.weapon} is halved: it cannot harm armor (C7.31)")
    gun = Ordnance(game.figure("mg-calibre"), "-", 0, False, burst.rof, burst.breakdown, "black")
    return Shot(firer, burst.weapon, burst.goal, burst.kind, gun, "MG", "Vehicle", target, burst.turn)


def ife(game: Game, firer: Unit, name: str, kind: Opportunity) -> Burst:
    """C2.29: Infantry Firepower Equivalent: ROF one lower, normal range 16, half to 32. Refused if it cannot fire.

    A Gun that has lost its ROF has Sustained Fire left (A9.3).
    """
    again = firer.kind == "gun" and mounted.spent(firer, "MA")
    kind = sustained(game, firer, name) if again else kind
    limits.usable(game, firer, "MA", kind, intensive=again)
    return ife_burst(game, firer, name, kind, bearing.turning(game, firer, "MA", name, kind=kind))


def sustained(game: Game, gun: Unit, name: str) -> Opportunity:
    """A8.3, A8.4, C2.29: the Sustained Fire of IFE: Subsequent First Fire, or Final Fire at who is ADJACENT.

    Refused if it has none left.
    """
    distance = game.board.distance(gun.hex, name)
    if game.state.side == gun.side or "final" in gun.flags or game.state.phase not in ("MPh", "DFPh"):
        raise Refused(f"{gun.id} has lost its ROF, and no Sustained Fire is left to it (C2.29, A9.3)")
    if game.state.phase == "DFPh":
        if distance > 1:
            raise Refused(f"{gun.id} has First Fired: in the DFPh it fires only at ADJACENT targets (A8.4)")
        return FINAL_ADJACENT
    if distance > min(nearest_enemy(game, gun), game.counter_of(gun).range or 0):
        raise Refused(f"{gun.id}: Subsequent First Fire reaches only the nearest enemy in normal range (A8.3)")
    return SUBSEQUENT


def ife_burst(game: Game, firer: Unit, name: str, kind: Opportunity, turn: arcs.Turn) -> Burst:
    """The IFE of a MA that may fire, after this turn. Refused if it has none."""
    item = game.counter_of(firer)
    gun = mounted.ordnance(game, item)
    if gun is None or not gun.ife:
        raise Refused(f"{firer.id} has no IFE (C2.29)")
    normal = item.range or 0
    rate = max(0, gun.rof + game.figure("ife-rof"))
    most = normal * game.figure("ife-reach")
    return Burst(firer, "MA", name, kind, Fraction(gun.ife), normal, most, rate, gun.breakdown, turn, True)


# -- the attack ---------------------------------------------------------------------------------------


def fire(ctx: Context, burst: Burst) -> IftResult:
    """Show, roll and carry out the attack, then ROF and breakdown. Mounted weapons never cower (A7.9)."""
    if burst.lane:
        here = burst.firer.hex
        hindrance_of(ctx.game, here, burst.goal)
        residual.lay_lane(ctx, burst.firer.side, burst.firer.id, here, burst.goal, ctx.game.counter_of(burst.firer))
    attack_ = attack_of(ctx.game, burst)
    weapon_use.gun_is_sure_to_show(ctx, burst.firer)
    weapon_use.shows_itself(ctx, burst.firer)
    result = attack.resolve(ctx, attack_)
    if burst.firer.id in ctx.state.units:
        weapon_use.turns(ctx, burst.firer, burst.turn, burst.weapons)
    weapon_use.marked(ctx, burst.firer, burst.kind)
    for weapon in burst.weapons:
        weapon_use.announce(ctx, burst.firer, weapon, burst.goal, burst.kind, group=burst.grouped)
    rate = burst.rof + weapon_use.turning_rof(ctx.game, burst.firer, burst.turn)
    kept = 0 < result.coloured <= rate and burst.kind.rof
    for weapon in burst.weapons:
        weapon_use.spend(ctx, burst.firer, weapon, burst.kind, kept=kept)
    _forget(ctx, burst)
    if kept:
        name = f"{burst.firer.id} {burst.weapon}"
        weapon_use.may_again(ctx, burst.firer, name, result.coloured, "A9.2")
    _wears(ctx, burst, result.original)
    if burst.kind.moving and not kept and not burst.lane and result.record is not None:
        residual.leave_by(ctx, burst.goal, burst.firer.side, result, burst.firer.hex)
    return result


def _forget(ctx: Context, burst: Burst) -> None:
    """C6.5, C6.54: IFE gives an acquisition up, and so does a CMG that fires at another hex."""
    held = ctx.state.acquired.get(burst.firer.id)
    if held is not None and (burst.ife or ("CMG" in burst.weapons and held.hex != burst.goal)):
        ctx.emit(ev.AcquisitionSet(burst.firer.id))


def _wears(ctx: Context, burst: Burst, original: int) -> None:
    """A9.7; of several MG one by Random Selection (A9.71)."""
    weapon = burst.weapon
    if burst.more and original >= burst.breakdown + weapon_use.lowered(ctx.game, burst.firer, weapon):
        weapon = ctx.pick(list(burst.weapons), "which MG malfunctions (A9.71)")
    less = ctx.figure("subsequent-breakdown") if burst.kind.sustained else 0
    weapon_use.wears(ctx, burst.firer, weapon, original, burst.breakdown, less)


def attack_of(game: Game, burst: Burst) -> IftAttack:
    """The attack before its DR. Refused beyond range or without LOS."""
    firer, goal = burst.firer, burst.goal
    here = firer.hex
    distance = game.board.distance(here, goal)
    hindrance = _in_reach(game, burst, distance)
    common = by_name(game, _common(game, burst, hindrance), (here,), goal)
    groups: list[Group] = []
    facts: list[str] = [f"{here}-{goal} range {distance}{', ' + sight_words(game, here, goal) if distance else ''}"]
    first = 0
    for ids, known, mods in _groups(game, burst):
        factors = _factors(game, burst, concealed=not known)
        power = multiplied(burst.power, factors)
        column = ift.column_of(game, power)
        if not groups:
            first = column
            words = factor_words(game, factors)
            facts.append(f"{float(burst.power):g} FP{words} = {float(power):g}: column {column or '-'}")
        groups.append(Group(ids, (*common, *mods), column))
    lines = (here,) if distance <= burst.normal else ()
    return IftAttack(firer.side, title(burst), goal, first, tuple(groups), tuple(facts), lines=lines)


def title(burst: Burst) -> str:
    """`T34a CMG: Prep Fire at K14`."""
    return f"{burst.firer.id} {listed(burst.weapons)}: {'IFE, ' if burst.ife else ''}{burst.kind.name} at {burst.goal}"


class Volley(NamedTuple):
    """A group of targets in numbers: who, their column, the sum of their DRM."""

    ids: tuple[str, ...]
    column: int
    drm: int


def figures(game: Game, burst: Burst, there: Sequence[Unit] | None = None) -> list[Volley]:
    """The groups of `attack_of` in numbers. Refused like it. `there`: who may be hit, if that is known."""
    distance = game.board.distance(burst.firer.hex, burst.goal)
    common = _common_drm(game, burst, _in_reach(game, burst, distance))
    found = []
    for ids, known, mods in _groups(game, burst, there):
        power = multiplied(burst.power, _factors(game, burst, concealed=not known))
        column = ift.column_of(game, power.numerator // power.denominator)
        found.append(Volley(ids, column, common + sum([mod.value for mod in mods])))
    return found


def _in_reach(game: Game, burst: Burst, distance: int) -> int:
    """The Hindrance to the target hex. Refused beyond range or without LOS."""
    if distance > burst.most:
        name = f"{burst.firer.id} {burst.weapon}"
        raise Refused(f"{name} reaches {burst.most} hexes; {burst.goal} is {distance} away (A7.22)")
    if burst.firer.kind == "vehicle" and burst.weapon != "AAMG" and game.counter_of(burst.firer).mode != "AA":
        limits.levels(game, burst.firer, burst.goal)
    return hindrance_of(game, burst.firer.hex, burst.goal)


def _groups(game: Game, burst: Burst, there: Sequence[Unit] | None = None) -> list[tuple[tuple[str, ...], bool, Cover]]:
    """The targets that share every DRM, whether they are known, and what protects them; the most numerous first."""
    by: dict[tuple[Cover, bool], list[str]] = {}
    if there is None:
        there = aim.targets(game, burst.firer, burst.goal, burst.kind)  # beyond 16 hexes they see as near (A9.4)
    there = pillboxes.in_one_location(game, there, boxed=burst.boxed)
    for unit in sorted(there, key=lambda unit: unit.kind == "gun"):  # of as many, men before their Gun
        mods = direct(game, unit, burst.firer.hex, burst.kind)
        by.setdefault((mods, prisoners.with_whom(game, unit).known), []).append(unit.id)
    ordered = sorted(by.items(), key=lambda pair: -len(pair[1]))
    return [(tuple(ids), known, mods) for (mods, known), ids in ordered]


def _common(game: Game, burst: Burst, hindrance: int) -> tuple[Modifier, ...]:
    """The DRM of firer and LOS; a change of CA is paid as an IFT DRM (C5.1)."""
    led = () if burst.more else mounted.fire_leader(game, burst.firer, burst.weapon)
    mods = (*game.library.table(ift.IFT).drm(_conditions(game, burst, hindrance)), *led)
    hard = bearing.turns_hard(game, burst.firer)
    case_a = to_hit.case_a(game, game.counter_of(burst.firer).turret, burst.turn.spines, hard)
    return (*mods, case_a) if case_a else mods


def _common_drm(game: Game, burst: Burst, hindrance: int) -> int:
    """The sum of `_common`."""
    turned = to_hit.turning(
        game, game.counter_of(burst.firer).turret, burst.turn.spines, bearing.turns_hard(game, burst.firer)
    )
    led = 0 if burst.more else mounted.fire_leadership(game, burst.firer, burst.weapon)
    return turned + ift.total(game, _conditions(game, burst, hindrance)) + led


def _conditions(game: Game, burst: Burst, hindrance: int) -> dict[str, int]:
    """The conditions of the IFT's DRM."""
    firer, here = burst.firer, burst.firer.hex
    men = (guns.crew(game, firer) or firer) if firer.kind == "gun" else firer
    return {
        "cx-firer": int("cx" in men.flags),
        "encircled-firer": int("encircled" in men.flags | firer.flags),
        "bore-sighted": int(burst.ife and burst.kind.moving and bore_sight.applies(game, firer, burst.goal)),
        "hindrance": hindrance,
        "smoke-firer": int(bool(smoke.at(game, here))),
        "stun-firer": int(mounted.STUNNED_BEFORE in firer.arms),
        "overstacked-firer": stacking.overstack(game, here, firer.side),
        "overstacked-target": stacking.overstack(game, burst.goal, opponent(firer.side)),
    }


def _factors(game: Game, burst: Burst, *, concealed: bool) -> list[Factor]:
    """PBF, long range, the kind of fire, concealment, a Dash, Motion on top of Bounding Fire (D2.42)."""
    firer = burst.firer
    men = (guns.crew(game, firer) or firer) if firer.kind == "gun" else firer
    factors = by_range(game, range_to(game, firer, burst.goal), burst.normal)
    factors += [Factor(burst.kind.name, by=2)] * burst.kind.halvings
    if "motion" in firer.flags:
        factors.append(MOTION)
    if "pinned" in men.flags or mounted.pinned_at_arms(game, firer):
        factors.append(PINNED)
    if concealed:
        factors.append(CONCEALED)
    if at_dash(game, burst.kind):
        factors.append(DASHING)
    return factors
