"""Flamethrowers (A22): portable and mounted, against men on the IFT, against vehicles by To Kill."""

from __future__ import annotations

from fractions import Fraction

from sasl.asl.fire import attack, ift
from sasl.asl.fire.attack import Group, IftAttack
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.firepower import LONG_RANGE, Factor, Manner, area_fire, factor_words, multiplied
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.fire.small_arms import cowering, nerve
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import hindrance_of
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import mounted, weapon_use
from sasl.asl.ordnance.aiming import aim, arcs, bearing, limits, to_hit
from sasl.asl.ordnance.hits import collateral, to_kill, vehicle_hits
from sasl.asl.ordnance.hits.to_kill import Kill, Shell
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import Modifier


class Jet(Frozen):
    """One use of a flamethrower: FP, its X# for who uses it, and the vehicle it is aimed at, if any."""

    firer: Unit
    weapon: str
    goal: str
    kind: Opportunity
    power: int
    normal: int
    removal: int
    at: Unit | None = None
    turn: arcs.Turn = arcs.STILL


def portable_jet(game: Game, firer: Unit, weapon: str, name: str, kind: Opportunity, target: str = "") -> Jet:
    """A22.1: what a unit's FT would do at `name`, or at the AFV `target` there. Refused if it may not be used."""
    tube = game.state.weapons[weapon]
    item = game.counter_of(tube)
    if "pinned" in firer.flags:
        raise Refused(f"{firer.id} is pinned and may not use its FT (A7.8)")
    if not firer.infantry:
        raise Refused(f"{firer.id} is aboard {firer.carrier}: no FT (A22.2)")
    if kind.sustained:
        raise Refused(
            f"{weapon} is not a MG: once it has fired or its unit has Final Fired, it may not fire again (A8.3, A22.3)"
        )
    number = (item.breakdown or game.figure("default-breakdown")) + weapon_use.lowered_for_special(game, firer, weapon)
    at = _aimed(game, firer, name, kind, target)
    return Jet(firer, weapon, name, kind, int(item.fp or 0), item.range or 1, number, at)


def vehicle_jet(game: Game, firer: Unit, name: str, kind: Opportunity, target: str = "") -> Jet:
    """A22.6: what a vehicle's flamethrower, in bow or turret, would do at `name`, or at the AFV `target` there. Refused
    if it may not be used.
    """
    item = game.counter_of(firer)
    limits.usable(game, firer, "FT", kind)
    if not arcs.bears(game, firer, "FT", name) and item.flame_in == "bow":
        raise Refused(f"{name} lies outside the arc of {firer.id}'s bow flamethrower (D3.51)")
    turn = bearing.turning(game, firer, "FT", name, kind=kind)
    number = (item.flame_removal or game.figure("default-breakdown")) + weapon_use.lowered(game, firer, "FT")
    normal = game.figure("ft-normal")
    at = _aimed(game, firer, name, kind, target)
    return Jet(firer, "FT", name, kind, item.flame or 0, normal, number, at, turn)


def _aimed(game: Game, firer: Unit, name: str, kind: Opportunity, target: str) -> Unit | None:
    """A22.34: the vehicle that is the main target: the one that is named, or what is there if no enemy on foot is."""
    there = [unit for unit in aim.targets(game, firer, name, kind) if unit.side != firer.side]
    if target:
        at = aim.named(game, target, name, firer)
        if at.kind not in VEHICLES or at.id not in {unit.id for unit in there}:
            raise Refused(
                f"a flamethrower is aimed at a vehicle, or at all in the hex; {at.id} is not a vehicle (A22.34)"
            )
        return at
    if there and all(unit.kind in VEHICLES for unit in there):
        return aim.the_vehicle(game, firer, name)
    return None


def fire(ctx: Context, jet: Jet) -> None:
    """A22.1-22.2: full FP to one hex, half at two and as Area Fire, not for use in the AFPh; no TEM."""
    if jet.turn.ca and jet.turn.turret and jet.turn.ca != jet.firer.tca:
        ctx.emit(ev.UnitRedrawn(jet.firer.id, tca=jet.turn.ca, why="turns its turret (C5.1)"))
    game = ctx.game
    hindrance, far = in_reach(game, jet)
    weapon_use.shows_itself(ctx, jet.firer)
    cowered = False
    if jet.at is not None and mounted.armored(game, jet.at):
        original = _at_armor(ctx, jet, far)
    else:
        paper = attack_of(game, jet, hindrance, far)
        result = attack.resolve(ctx, paper)
        original, cowered = result.original, bool(paper.cowers) and result.doubles
    if jet.firer.kind in VEHICLES:
        weapon_use.marked(ctx, jet.firer, jet.kind)
        weapon_use.announce(ctx, jet.firer, jet.weapon, jet.goal, jet.kind)
    else:
        ctx.emit(ev.Fired((), (jet.weapon,), jet.goal, jet.kind.name))
    weapon_use.spend(ctx, jet.firer, jet.weapon, jet.kind, kept=False)
    _marked(ctx, jet, cowered=cowered)
    if original >= jet.removal:
        weapon_use.breaks(ctx, jet.firer, jet.weapon, original)


def _marked(ctx: Context, jet: Jet, *, cowered: bool) -> None:
    """A7.9: who cowers in First Fire is marked Final Fire."""
    firer = ctx.state.units.get(jet.firer.id)
    if cowered and jet.kind.flag == "first" and firer is not None:
        pieces.change(ctx, firer, ["final"], (), "cowers (A7.9)")
        weapon_use.all_final(ctx, firer)


def in_reach(game: Game, jet: Jet) -> tuple[int, bool]:
    """A22.1: the Hindrance to the target hex, and whether it lies at long range. Refused beyond that."""
    distance = game.board.distance(jet.firer.hex, jet.goal)
    reach = jet.normal * game.figure("ft-reach")
    if distance > reach:
        raise Refused(f"a flamethrower reaches {reach} hexes; {jet.goal} is {distance} away (A22.1)")
    return hindrance_of(game, jet.firer.hex, jet.goal), distance > jet.normal


def attack_of(game: Game, jet: Jet, hindrance: int, far: bool) -> IftAttack:
    """The attack on men and unarmored vehicles."""
    marks = {f"{flag}-firer": int(flag in jet.firer.flags) for flag in ("cx", "encircled")}
    marks["stun-firer"] = int(mounted.STUNNED_BEFORE in jet.firer.arms)  # D5.34
    common = game.library.table(ift.IFT).drm({"hindrance": hindrance, **marks})
    case_a = to_hit.case_a(game, game.counter_of(jet.firer).turret, jet.turn.spines, inside=False)
    common = (*common, case_a) if case_a else common  # D3.6
    groups: list[Group] = []
    facts: list[str] = []
    first = 0
    for (known, mods), ids in _sets(game, jet, hindrance).items():
        factors = _factors(game, jet, far=far, concealed=not known)
        power = multiplied(Fraction(jet.power), factors)
        column = ift.column_of(game, power)
        if not groups:
            first = column
            facts.append(
                f"{jet.power} FP{factor_words(game, factors)} = {float(power):g}, no TEM (A22.2); X{jet.removal}"
            )
        groups.append(Group(tuple(ids), (*common, *mods), column))
    title = f"{jet.weapon if jet.firer.infantry else f'{jet.firer.id} FT'}: {jet.kind.name} at {jet.goal}"
    cowers = 0 if jet.firer.kind in VEHICLES else cowering(game, nerve(game, jet.firer))
    return IftAttack(
        jet.firer.side, title, jet.goal, first, tuple(groups), tuple(facts), cowers, heavy=True, burns="K",
        lines=() if far else (jet.firer.hex,),
    )  # fmt: skip


def _sets(game: Game, jet: Jet, hindrance: int) -> dict[tuple[bool, tuple[Modifier, ...]], list[str]]:
    """The targets that share every DRM, known or not: what strikes them strikes them together (A7.301-.302)."""
    found: dict[tuple[bool, tuple[Modifier, ...]], list[str]] = {}
    there = aim.targets(game, jet.firer, jet.goal, jet.kind)
    for unit in sorted(there, key=lambda unit: not prisoners.with_whom(game, unit).known):
        whom = prisoners.with_whom(game, unit)
        motion = motion_of(game, game.state.moving, whom.id) if jet.kind.moving else None
        mods = target_mods(game, unit, jet.firer.hex, moving=motion, hindrance=hindrance, tem=False)
        found.setdefault((whom.known, mods), []).append(unit.id)
    return found


def _factors(game: Game, jet: Jet, *, far: bool, concealed: bool) -> list[Factor]:
    """A22.1: long range and all Area Fire halve its FP, and so does Motion (D2.42); its use in the AFPh or as Bounding
    Fire does not (D3.31).
    """
    return [LONG_RANGE] * far + area_fire(game, jet.firer, Manner(jet.kind, concealed=concealed))


def kill_of(game: Game, jet: Jet, at: Unit, far: bool) -> Kill:
    """A22.34: the To Kill number of a jet against an AFV; out of its own hex at the rear (D3.2)."""
    side = "rear" if at.hex == jet.firer.hex else arcs.aspect(game, at, jet.firer.hex, "hull")
    return to_kill.kill(game, Shell("flame", weapon="long" if far else ""), at, "hull", side, 0)


def _at_armor(ctx: Context, jet: Jet, far: bool) -> int:
    """A22.34, C7.5, D.8A: a jet at an AFV: To Kill without armor; below the number it burns, and if it survives those
    aboard who are exposed suffer the same DR. The Original DR.
    """
    assert jet.at is not None
    number = kill_of(ctx.game, jet, jet.at, far)
    number = replace(number, words=(*number.words, "below it the AFV burns (A22.34)"))
    effect, original = to_kill.resolve(
        ctx, jet.firer.side, f"To Kill {jet.at.id}, flame of {jet.weapon}", number, "A22.34"
    )
    vehicle_hits.suffer(ctx, jet.at, effect, f"flame: {effect} (A22.34)")
    if effect != "dud":
        power = multiplied(Fraction(jet.power), _factors(ctx.game, jet, far=far, concealed=not jet.at.known))
        column = ift.column_of(ctx.game, power)
        collateral.attack(ctx, jet.at.id, column, original, f"flame of {jet.weapon}", sheltered=not number.soft)
    return original
