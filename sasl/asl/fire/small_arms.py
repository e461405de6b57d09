"""Fire of small arms and machine guns: DRM, targets, the shot, and what firing costs (A7, A9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from sasl.asl.fire import ift
from sasl.asl.fire.attack import Group, IftAttack, IftResult, residual_of, resolve
from sasl.asl.fire.drm import ffmo_lost
from sasl.asl.fire.fire_groups import Order, directs, lane_mg
from sasl.asl.fire.firepower import firepower, in_words
from sasl.asl.fire.hindrances import by_name
from sasl.asl.fire.opportunity import Opportunity, is_atr
from sasl.asl.fire.shooters import Shooter, forfeits
from sasl.asl.fire.target_groups import Targets
from sasl.asl.fire.tem import hexside_passed
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, SMC, VEHICLES, WeaponFlag
from sasl.asl.game.los.sight import sight_words
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry.morale import leadership, morale_checks, morale_levels
from sasl.asl.infantry.morale.experience import inexperienced
from sasl.asl.ordnance import mounted, weapon_use
from sasl.asl.ordnance.aiming import bore_sight
from sasl.asl.stacking import overstack
from sasl.asl.terrain import pillboxes, smoke
from sasl.kernel.rolling.records import Modifier, RollRecord
from sasl.kernel.text import listed


class Traits(NamedTuple):
    """What a firer brings into an attack besides FP; of several firers the greatest of each counts.

    The IFT knows each, but the last, as a condition of its DRM. `nerve`: 0 never cowers, 1 does, 2 is Inexperienced.
    """

    cx: int
    encircled: int
    smoke: int
    overstacked: int
    hero: int
    hero_mg: int
    wire: int
    nerve: int


def traits_of(game: Game, shooter: Shooter) -> Traits:
    """What one firer brings into an attack."""
    unit, flags = shooter.unit, shooter.unit.flags
    return Traits(
        int("cx" in flags),
        int("encircled" in flags),
        int(smoke.inside(game, unit.hex)),
        overstack(game, unit.hex, unit.side),
        int(unit.heroic),
        int(unit.heroic and bool(shooter.weapons)),
        int("on-wire" in flags),
        nerve(game, unit),
    )


def joined(traits: Iterable[Traits]) -> Traits:
    """What firers bring into an attack that they make together."""
    return Traits(*map(max, zip(*traits, strict=True)))


def firer_facts(traits: Traits, hindrance: int, *, bore_sighted: bool, overstacked_target: int) -> dict[str, int]:
    """The conditions of the IFT's DRM that the firers, the LOS and an overstacked target bring."""
    return {
        "cx-firer": traits.cx,
        "encircled-firer": traits.encircled,
        "bore-sighted": int(bore_sighted),
        "hindrance": hindrance,
        "smoke-firer": traits.smoke,
        "overstacked-firer": traits.overstacked,
        "overstacked-target": overstacked_target,
        "hero": traits.hero,
        "hero-mg": traits.hero_mg,
        "wire-firer": traits.wire,
    }


def bore_sighted(game: Game, shooters: Iterable[Shooter], kind: Opportunity, goal: str) -> bool:
    """C6.44: whether every part of an attack is a MG that has Bore Sighted the hex; at men only as First Fire."""
    if not kind.moving or not game.state.bore_sights:
        return False
    return all(
        not shooter.inherent and all(bore_sight.applies(game, weapon, goal) for weapon in shooter.weapons)
        for shooter in shooters
    )


def _common_mods(game: Game, found: Order, goal: str, hindrance: int) -> tuple[Modifier, ...]:
    """The DRM of the firers' side: Hindrance, CX, leadership …"""
    traits = joined(traits_of(game, shooter) for shooter in found.shooters)
    sighted = not found.snap and len(found.hexes) == 1 and bore_sighted(game, found.shooters, found.kind, goal)
    over = overstack(game, goal, opponent(found.side))
    facts = firer_facts(traits, hindrance, bore_sighted=sighted, overstacked_target=over)
    mods = [*game.library.table(ift.IFT).drm(facts)]
    if found.directors:
        worst = _worst(found.directors)
        if leadership.drm(worst):
            mods.append(Modifier(f"{worst.id} directs", leadership.drm(worst), "A7.53", "leadership"))
    return tuple(mods)


def _worst(directors: Sequence[Unit]) -> Unit:
    """A7.531: of several leaders who direct the worst counts."""
    return max(directors, key=leadership.drm)


def attack_of(game: Game, found: Order) -> IftAttack:
    """The attack on the IFT that this order makes, with one group for each set of DRM."""
    goal = found.hexes[0]
    _unled_machine_guns(game, found)
    places = list(dict.fromkeys(shooter.unit.hex for shooter in found.shooters))
    groups: list[Group] = []
    beside: list[Group] = []
    facts: list[str] = []
    first_column = 0
    for name in found.hexes:
        boxed = found.boxed if len(found.hexes) == 1 else None
        there = Targets(game, found.side, name, found.kind, snap=found.snap, boxed=boxed)
        common = by_name(game, _common_mods(game, found, name, there.hindrance(places)), places, name)
        plain = firepower(game, found, name, concealed=False)  # refuses what cannot reach, even where nobody is
        those = there.groups(places)
        if not those:
            beside.append(Group((), common, ift.column_of(game, plain[0]), name))
        for hidden in dict.fromkeys(group.unclear for group in those):
            total, lines = firepower(game, found, name, concealed=True) if hidden else plain
            column = ift.column_of(game, total)
            groups += [
                Group(group.ids, (*common, *group.modifiers), column, name)
                for group in those
                if group.unclear == hidden
            ]
            if not facts:
                first_column = column
                facts = [*lines, f"{in_words(total)} FP at {name}: column {column or '-'}"]
                facts += ffmo_lost(game, those[0].ids[0], those[0].modifiers)
    if found.kind.moving and not found.snap and facts:
        facts += [
            f"leaves {left} Residual FP in {name} (A8.2)" for name, left in _leaves(game, found, groups, first_column)
        ]
    facts.insert(0, _where(game, found))
    if found.idle and not found.directors:
        idle = listed(unit.id for unit in found.idle)
        facts.insert(1, f"{idle} directs nobody: every firing hex needs a leader (A7.531)")
    if found.directors:
        worst = _worst(found.directors)
        how = "" if leadership.drm(worst) else " with no DRM"
        facts.insert(1, f"{worst.id} directs{how}; nobody cowers (A7.53, A7.9)")
    groups += beside if groups else []
    return IftAttack(
        found.side, found.title, goal, first_column, tuple(groups), tuple(facts), cowers(game, found),
        lines=_in_normal_range(game, found),
    )  # fmt: skip


def wall_passed(game: Game, found: Order, name: str) -> int:
    """B9.31: the hexside TEM that whoever moves there could claim against one of those who fire."""
    return hexside_passed(game, name, opponent(found.side), [item.unit.hex for item in found.shooters])


def _leaves(game: Game, found: Order, groups: Iterable[Group], column: int) -> Iterator[tuple[str, int]]:
    """A8.2: the Residual FP in each hex fired at, whatever the dice say; what a MG that keeps its ROF adds is in it,
    what an ATR adds is not (C13.24), nor the MG of a Fire Lane (A9.22).
    """
    silent = [weapon.id for weapon in found.weapons if is_atr(game, weapon)]
    silent += [lane_mg(game, found)[1].id] if found.lane else []
    for name in dict.fromkeys(group.hex for group in groups):
        first = next(group for group in groups if group.hex == name)
        used = column if first.column is None else first.column
        if silent:
            used = min(used, ift.column_of(game, firepower(game, found.without(silent), name, concealed=False)[0]))
        left = residual_of(game, used, first.modifiers, name, wall_passed(game, found, name))
        if left:
            yield name, left


def _in_normal_range(game: Game, found: Order) -> tuple[str, ...]:
    """A7.7: the hexes of those who fire something at no more than its normal range."""
    near = []
    for shooter in found.shooters:
        here = shooter.unit.hex
        ranges = [game.counter_of(weapon).range or 0 for weapon in shooter.weapons]
        reach = max([*ranges, (game.counter_of(shooter.unit).range or 0) if shooter.inherent else 0])
        if all(game.board.distance(here, name) <= reach for name in found.hexes):
            near.append(here)
    return tuple(dict.fromkeys(near))


def _where(game: Game, found: Order) -> str:
    """Range and LOS of each firing hex, in words."""
    parts = []
    for place in dict.fromkeys(shooter.unit.hex for shooter in found.shooters):
        for name in found.hexes:
            distance = game.board.distance(place, name)
            seen = f", {sight_words(game, place, name, ranged=False)}" if distance else ""
            parts.append(f"{place}-{name} range {distance}{seen}")
    return "; ".join(parts)


def _unled_machine_guns(game: Game, found: Order) -> None:
    """A9.4: refused if a MG fires beyond 16 hexes without a leader who directs it."""
    if found.directors:
        return
    for name in found.hexes:
        for shooter in found.shooters:
            if needs_a_leader(game, shooter, name):
                most = game.figure("unled-mg-range")
                raise Refused(
                    f"{shooter.weapons[0].id} may fire beyond {most} hexes only if a leader directs it (A9.4)"
                )


def needs_a_leader(game: Game, shooter: Shooter, goal: str) -> bool:
    """A9.4: whether it fires a MG so far that a leader has to direct it."""
    return bool(shooter.weapons) and game.board.distance(shooter.unit.hex, goal) > game.figure("unled-mg-range")


def cowers(game: Game, found: Order) -> int:
    """A7.9: columns that Original Doubles cost: none if led."""
    if found.directors:
        return 0
    return cowering(game, max(nerve(game, shooter.unit) for shooter in found.shooters))


def cowering(game: Game, nerve: int) -> int:
    """A7.9: columns that Original Doubles cost firers who are not led, by the worst nerve among them."""
    return game.figure(COWERING[nerve]) if nerve else 0


COWERING = {1: "cowering", 2: "cowering-inexperienced"}


def nerve(game: Game, unit: Unit) -> int:
    """A7.9: 0 for who never cowers, SMC and Fanatics, 1 for others, 2 if Inexperienced."""
    if unit.kind in SMC or unit.flags & {"fanatic", "berserk"}:
        return 0
    return 2 if inexperienced(game, unit) else 1


def _not_from_behind(game: Game, found: Order) -> None:
    """B30.113: refused where all who are there are in a pillbox that looks elsewhere."""
    for shooter in found.shooters:
        for name in found.hexes:
            for unit in game.state.units_at(name, opponent(shooter.unit.side)):
                if ca := pillboxes.blind_to(game, unit, shooter.unit.hex):
                    where = f"{shooter.unit.hex} is outside the CA {ca} of the pillbox in {name}"
                    raise Refused(f"{where}: small arms cannot hit {unit.id} from there (B30.113)")


def fire(ctx: Context, found: Order) -> IftResult:
    """Show, roll and resolve the attack, then what it costs the firers: counters, ROF, breakdown, cowering."""
    attack = attack_of(ctx.game, found)
    units = tuple(shooter.unit.id for shooter in found.shooters if shooter.inherent)
    weapons = tuple(weapon.id for weapon in found.weapons)
    if not attack.groups:
        _not_from_behind(ctx.game, found)
        still = [item.id for name in found.hexes for item in ctx.state.suspects_at(name)]
        who = f"{listed(still)} not Activated: nobody" if still else "Nobody"
        ctx.tell(f"{who} is in {' or '.join(found.hexes)}: the fire hits nothing.", hexes=found.hexes)
    alone = found.lane and len(weapons) == 1 and not units  # a MG that goes on with its own lane
    ctx.emit(ev.Fired(units, weapons, found.hexes[0], found.kind.name, group=not (found.snap or alone)))
    result = resolve(ctx, attack)
    cowards = _cowards(ctx, found) if attack.cowers and result.doubles else ()
    _mark(ctx, found, _rate_of_fire(ctx, found, result, cowards), cowards)
    _breakdown(ctx, found, result)
    if any(shooter.kind.check for shooter in found.shooters) and result.record is not None:
        _own_check(ctx, found, result)
    return result


def prep_fire_ends(ctx: Context) -> None:
    """A7.2, A7.35: a unit that only used a SW in the PFPh, be it a PF or one that is gone, has Prep Fired as well; no
    SW or weapon it has fires any more.
    """
    for weapon in list(ctx.state.weapons.values()):
        holder = ctx.state.units.get(weapon.holder)
        if holder is not None and holder.side == ctx.state.side and "fired" in weapon.flags:
            pieces.change(ctx, holder, ["prep"], why=f"{weapon.id} has Prep Fired (A7.2)")
    for unit in list(ctx.state.on_map(ctx.state.side)):
        if unit.kind in MEN and (unit.id in ctx.state.fired or mounted.spent(unit, "PF")):
            pieces.change(ctx, unit, ["prep"], why="has used a SW in the PFPh (A7.35)")
    for unit in list(ctx.state.on_map(ctx.state.side)):
        if "prep" not in unit.flags:
            continue
        for weapon in ctx.state.weapons_of(unit.id):
            if "prep" not in weapon.flags:
                ctx.emit(ev.WeaponChanged(weapon.id, ("prep",), (), f"{unit.id} has Prep Fired (A7.2)"))
        mounts = mounted.weapons(ctx.game, unit) if unit.kind in (*VEHICLES, "gun") else ()
        spent = tuple(f"{name} spent" for name in mounts if not mounted.spent(unit, name))
        if spent:
            ctx.emit(ev.ArmsChanged(unit.id, spent, (), "has Prep Fired (A7.2)"))


def _rate_of_fire(ctx: Context, found: Order, result: IftResult, cowards: Collection[str]) -> set[str]:
    """A9.2: the MG whose ROF the coloured die does not exceed may fire again, but not a coward's; told by name."""
    if found.snap or found.lane or not result.coloured:
        return set()
    kept = set()
    for shooter in (item for item in found.shooters if item.kind.rof and item.unit.id not in cowards):
        for weapon in shooter.weapons:
            rate = ctx.game.counter_of(weapon).rof or 0
            rate += weapon_use.captured_rof(ctx.game, shooter.unit, weapon.id)
            pinned = "pinned" in shooter.unit.flags
            if result.coloured <= (min(rate, 1) if pinned else rate) and rate > 0 and not pinned:
                kept.add(weapon.id)
    if kept:
        ctx.tell(f"{listed(sorted(kept))} may fire again: coloured die {result.coloured} (A9.2).")
    return kept


def _cowards(ctx: Context, found: Order) -> Collection[str]:
    """A7.9: who cowers; in a Fire Group by Random Selection among those who can, where it costs them more."""
    men = list(dict.fromkeys(shooter.unit.id for shooter in found.shooters if nerve(ctx.game, shooter.unit)))
    matters = any(shooter.kind.flag == "first" for shooter in found.shooters) or any(
        ctx.state.weapons_of(key) for key in men
    )
    return ctx.selection(men, 1, "who cowers (A7.9)") if matters else ()


def _mark(ctx: Context, found: Order, kept: set[str], cowards: Collection[str]) -> None:
    """The counters of A7.2 and A8 on those who fired; who cowers in First Fire is marked Final Fire (A7.9).

    Who cowers is marked with all its SW, whatever of it has fired; so is who is marked Final Fire in the MPh (A8.3).
    """
    for shooter in found.shooters:
        flag = shooter.kind.flag
        unit = ctx.state.units.get(shooter.unit.id)
        cowered = shooter.unit.id in cowards
        mark = "final" if cowered and flag == "first" else flag
        why = "cowers (A7.9)" if cowered else shooter.kind.marks
        again = shooter.kind.moving and mark == "final" and not cowered
        all_of_it = again or cowered or shooter.inherent or shooter.unit.kind in SMC
        marked = mark == "first" and unit is not None and "final" in unit.flags  # by another kind of this fire (A8.3)
        if unit:
            itself = not marked and (all_of_it or forfeits(ctx.game, unit, shooter.weapons))
            pieces.change(ctx, unit, [mark] if mark and itself else [], (), why)
            weapon_use.leaves_gun(ctx, unit, mark if itself else "", why)
        for weapon in shooter.weapons:
            if weapon.id in ctx.state.weapons:
                marks: tuple[WeaponFlag, ...] = ("fired", mark) if mark and weapon.id not in kept else ("fired",)
                if gained := tuple(word for word in marks if word not in weapon.flags):
                    ctx.emit(ev.WeaponChanged(weapon.id, gained, (), why))
        if again:
            weapon_use.all_final(ctx, shooter.unit)
        elif cowered and mark:
            weapon_use.mark_all(ctx, shooter.unit, mark, why)
    for leader in found.directors:
        directs(ctx, leader.id, found.kind, [name for shooter in found.shooters for name in shooter.names])
    flag = found.kind.flag
    if found.mate is not None and found.mate.id in ctx.state.units and flag:
        pieces.change(ctx, ctx.state.units[found.mate.id], [flag], (), f"mans {found.weapons[0].id} (A9.12)")


def _breakdown(ctx: Context, found: Order, result: IftResult) -> None:
    """A9.7: a SW whose B# the Original DR reaches malfunctions; of several, those of a Random Selection (A9.71)."""
    bad = [
        weapon
        for weapon in found.weapons
        if weapon.id in ctx.state.weapons
        and result.original >= _b_number(ctx.game, weapon) + _lowered(ctx.game, found, weapon)
    ]
    if not result.original or not bad:
        return
    for name in ctx.selection([weapon.id for weapon in bad], 1, "which SW malfunctions (A9.71)"):
        weapon = ctx.state.weapons[name]
        if _lowered(ctx.game, found, weapon) and result.original >= _b_number(ctx.game, weapon):
            why = listed(_strained(ctx.game, found, weapon))
            ctx.emit(ev.WeaponRemoved(name, f"Original {result.original}, its printed B#: {why}; A.11"))
        elif "malfunctioned" not in weapon.flags:
            ctx.emit(ev.WeaponChanged(name, ("malfunctioned",), (), f"Original {result.original} (A9.7)"))


def _b_number(game: Game, weapon: Weapon) -> int:
    """The printed B# of a SW."""
    return game.counter_of(weapon).breakdown or game.figure("default-breakdown")


def _lowered(game: Game, found: Order, weapon: Weapon) -> int:
    """A9.3, A19.32, A21.11: by how much Sustained Fire, raw hands and capture lower the B#."""
    sustained = game.figure("subsequent-breakdown") if _sustained(found, weapon) else 0
    return sustained + weapon_use.lowered(game, game.state.units.get(weapon.holder), weapon.id)


def _sustained(found: Order, weapon: Weapon) -> bool:
    """A9.3: whether a SW fires again where it has lost its ROF; who joins it in the attack does not matter."""
    again = (shooter for shooter in found.shooters if shooter.kind.sustained)
    return any(weapon.id == item.id for shooter in again for item in shooter.weapons)


def _strained(game: Game, found: Order, weapon: Weapon) -> list[str]:
    """What lowers its B#, in words."""
    sustained = ["Sustained Fire (A9.3)"] if _sustained(found, weapon) else []
    return sustained + weapon_use.lowered_by(game, game.state.units.get(weapon.holder), weapon.id)


def _own_check(ctx: Context, found: Order, result: IftResult) -> None:
    """A8.31: the Original DR of Final Protective Fire is a NMC of every unit that fired it, not of those who joined by
    another kind of fire, and of who directed it.
    """
    if result.record is not None:
        men = dict.fromkeys(shooter.unit.id for shooter in found.shooters if shooter.kind.check)
        every = [*men, *(leader.id for leader in found.directors)]
        checked_by_own_dice(ctx, every, result.record, "FPF (A8.31)")


def checked_by_own_dice(ctx: Context, every: Sequence[str], record: RollRecord, why: str) -> None:
    """A8.31, D7.212: the Original DR of an attack as FPF is a NMC of those who made it.

    A Casualty MC, or Heat of Battle, comes to one of them by Random Selection.
    """
    if not record.dice:
        return
    ids = morale_levels.in_order(ctx.game, [key for key in every if key in ctx.state.units])
    special = len(ids) > 1 and morale_checks.is_special(record)
    struck = ctx.pick(ids, "who suffers the extreme DR of FPF (A8.31)") if special else ""
    with ctx.attack():
        for key in ids:
            unit = ctx.state.units[key]
            mods = leadership.leader_modifier(ctx.game, unit)
            check = morale_checks.same_dice(ctx, unit, record, mods, "FPF: the same DR as a NMC")
            morale_checks.consequences(ctx, unit, check, why, extremes=not special or key == struck)
