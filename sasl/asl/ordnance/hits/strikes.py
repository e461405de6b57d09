"""What a hit does: To Kill against vehicles, HE on the IFT against men and Guns, SMOKE (C3.7, C7, C8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from sasl.asl import snipers
from sasl.asl.fire import attack, effects, ift
from sasl.asl.fire.attack import Group, IftAttack
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.tem import Cover, Indirect, hull_down
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import hindrance_of
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming import arcs, cases
from sasl.asl.ordnance.aiming.aim import Shot, is_hull_down
from sasl.asl.ordnance.aiming.to_hit import Hit
from sasl.asl.ordnance.hits import blast, breach, collateral, to_kill, underbelly, vehicle_hits
from sasl.asl.ordnance.hits.to_kill import Kill
from sasl.asl.terrain import rubble, smoke
from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier, thrown
from sasl.kernel.text import listed

PAID = ("ffmo", "ffnam", "hazardous", "cavalry")
"""The DRM against men that are in the To Hit DR (C6); but for the last they count again in a critical hit (C3.71)."""
TEM = attack.COVER | {"wreck"}
"""The DRM with which a Gun's shield is not cumulative (C11.5)."""

T = TypeVar("T")

# -- against vehicles ---------------------------------------------------------------------------------


def kill_of(game: Game, found: Shot, unit: Unit, hit: Hit) -> Kill:
    """The Final To Kill number of this hit; several DR for Multiple Hits and for 20L(20)."""
    here = found.firer.hex
    side = hit.face or arcs.aspect(game, unit, here, hit.place)
    side = "rear" if arcs.answers_overrun(game, found.firer, unit) else side
    distance = game.board.distance(here, found.goal)
    belly = hit.place == "turret" and underbelly.shows_it(game, found, unit)
    number = to_kill.kill(game, found.shell, unit, hit.place, side, distance, critical=hit.critical, belly=belly)
    item = game.counter_of(found.firer) if found.weapon in mounted.WEAPONS else None
    rolls = (item.kill_rolls if item and found.weapon == "MA" else 1) * (2 if hit.multiple else 1)
    return replace(number, rolls=rolls)


def vehicle(ctx: Context, found: Shot, unit: Unit, hit: Hit) -> None:
    """C7: roll To Kill for a hit and carry the effect out; then on those aboard who are exposed (D.8)."""
    number = kill_of(ctx.game, found, unit, hit)
    what = f"To Kill {unit.id}, {'critical ' if hit.critical else ''}{hit.place} hit"
    if number.number <= 0 and not number.soft and not found.immobilize:
        ctx.tell(f"{what}: {'; '.join(number.words)}: it cannot be harmed (C7.2).")
        if collateral.vulnerable(ctx, unit):
            _those_aboard(ctx, found, unit, _for_them_alone(ctx, found, unit), number)
        return
    concealment.lose(ctx, [unit.id], "hit (A12.2)")
    if found.immobilize:
        vehicle_hits.suffer(ctx, unit, "immobilized", f"{found.title}: its tracks are hit (C5.72)")
        return
    best, original = to_kill.resolve(ctx, found.firer.side, what, number)
    if best == "dud":
        ctx.tell("The shell is a dud (C7.35).")
    vehicle_hits.suffer(ctx, unit, best, f"{found.title}: {best} (C7)")
    if best == "dud":
        return
    if best in ("-", "immobilized") and to_kill.effect(ctx.game, number, ctx.figure("threat-dr")) in DEADLY:
        _stuck_and_hit(ctx, unit)
    _those_aboard(ctx, found, unit, original, number)


DEADLY = ("burning", "destroyed", "shock")
"""The effects that would have destroyed or Shocked it (D5.5)."""


def _stuck_and_hit(ctx: Context, before: Unit) -> None:
    """D5.5: the crew of a vehicle that was stuck already checks whether it stays, if the hit was dangerous enough."""
    now = ctx.state.units.get(before.id)
    stuck = before.flags & {"immobile", "bogged"}
    if now is not None and stuck and ("immobile" in before.flags or "immobile" not in now.flags):
        vehicle_hits.stays_aboard(ctx, now)


def _for_them_alone(ctx: Context, found: Shot, unit: Unit) -> int:
    """D.8A: the To Kill DR that can hurt nobody but those aboard; 12 is a dud."""
    with ctx.rolls_for(found.firer.side):
        record = ctx.roll("DR", f"To Kill {unit.id}, only for those aboard", rule="D.8")
    return record.original if record.dice and record.original < ctx.figure("dud") else 0


def _those_aboard(ctx: Context, found: Shot, unit: Unit, original: int, number: Kill) -> None:
    """D.8: the Collateral Attack of a hit, by the FP of the shell or MG."""
    column = ift.column_of(ctx.game, Fraction(fire_power(ctx.game, found)))
    collateral.attack(ctx, unit.id, column, original, found.title, sheltered=not number.soft)


def kill_lines(game: Game, found: Shot, unit: Unit, hits: Sequence[tuple[Hit, Fraction]]) -> list[str]:
    """What a shot at a vehicle can do in the end, in exact chances, and the To Kill number of each kind of hit."""
    if found.immobilize:
        sure = float(sum(chance for _, chance in hits) * 100)
        return [f"a hull hit immobilizes without a To Kill DR (C5.72): {sure:.1f}%"]
    total: dict[str, Fraction] = {}
    lines = []
    for hit, chance in hits:
        number = kill_of(game, found, unit, hit)
        for name, part in to_kill.chances(game, number).items():
            total[name] = total.get(name, Fraction(0)) + chance * part
        if not hit.multiple:
            kind = " ".join(filter(None, ("critical" * hit.critical, hit.place, hit.face, "hit")))
            lines.append(f"{kind}: To Kill {number.number} ({', '.join(number.words)})")
    names = [name for name in to_kill.EFFECTS if name not in ("-", "dud") and total.get(name)]
    ends = ", ".join(f"{name} {float(total[name] * 100):.1f}%" for name in names)
    return [*lines, f"Overall: {ends or 'no harm possible'}"]


# -- against men and Guns -----------------------------------------------------------------------------


def fire_power(game: Game, found: Shot) -> int:
    """C.6, C8.31: the full FP of the shell: HE by calibre, AP and HEAT by their HE Equivalency."""
    if found.latw == "PF":
        return game.figure("pf-column")
    if found.latw in ("PFk", "PSK"):
        return game.figure(f"{found.latw.lower()}-column")
    if found.latw == "ATR":
        return int(game.counter_of(game.state.weapons[found.weapon]).fp or 0)
    if found.ammo == "MG":
        item = game.counter_of(game.state.weapons.get(found.weapon) or found.firer)
        return item.mg(found.weapon) or int(item.fp or 0)
    he = ift.he_column(game, found.gun.calibre)
    return he if found.ammo in ("HE", "canister") else to_kill.equivalent(game, found.shell, he)


class Power(NamedTuple):
    """What a hit is read on: the IFT column of a plain and of a critical hit, the DRM of a critical one beyond 36.

    `area`: a plain hit is of the Area type, which the TEM of its target lessens.
    """

    plain: int
    critical: int
    payload: int
    area: bool


_POWERS: WeakKeyDictionary[Library, dict[tuple[object, ...], Power]] = WeakKeyDictionary()


def power(game: Game, found: Shot) -> Power:
    """C3, C3.7, C.7: Area halves, a critical hit doubles full FP, marsh halves HE."""
    marsh = found.ammo == "HE" and game.board.terrain(found.goal).has("marsh")
    key = found.latw, found.ammo, found.gun.calibre, found.gun.barrel, found.target == "Area", marsh
    known = _POWERS.setdefault(game.library, {})
    if key not in known:
        known[key] = _power(game, fire_power(game, found), found.target == "Area", marsh)
    return known[key]


def _power(game: Game, fp: int, area: bool, marsh: bool) -> Power:
    plain, critical = Fraction(fp, 2 ** (area + marsh)), Fraction(2 * fp, 1 + marsh)
    most = ift.columns(game)[-1]
    extra = int(critical - most) // game.figure("payload-step") if critical > most else 0
    return Power(ift.column_of(game, plain), ift.column_of(game, critical), -extra, area)


def men(ctx: Context, found: Shot, hits: Sequence[tuple[tuple[str, ...], Hit]]) -> attack.IftResult | None:
    """C3.4: one effect DR for everybody hit; a critical hit reverses TEM, a plain one of the Area type takes it."""
    big = attack_on_men(ctx.game, found, hits)
    if big is None:
        return None
    double, boxed = any(hit.multiple for _, hit in hits), breach.those_in(ctx.game, found.goal)
    whole = {unit.id for unit in ctx.state.units_at(found.goal) if "malfunctioned" not in unit.flags}
    result = _better_of_two(ctx, big) if double else attack.resolve(ctx, big)
    if found.ammo in ("AP", "APCR"):
        _pierced(ctx, result, found, whole)
    if found.target == "Area":
        _on_armor(ctx, found, hits, result)
    else:
        through = partial(cases.pierces, ctx.game, found)
        breach.by_hit(ctx, found.goal, boxed, found.firer.hex, result, found.title, through=through)
    return result


def _on_armor(ctx: Context, found: Shot, hits: Sequence[tuple[tuple[str, ...], Hit]], result: attack.IftResult) -> None:
    """C3.332: the AFV that an Area hit struck: where, says the effect DR of a mortar, else the To Hit DR."""
    places = None if found.gun.mortar else {key: hit.place for ids, hit in hits for key in ids}
    blast.on_armor(ctx, result, found.title, places)


def attack_on_men(game: Game, found: Shot, hits: Sequence[tuple[tuple[str, ...], Hit]]) -> IftAttack | None:
    """C3.4: the attack on the IFT that these hits make on men and Guns; None if it has no target or no FP."""
    units = game.state.units
    there = [
        (hit, [(units[key], cover(game, found, units[key])) for key in ids if _is_struck(game, found, units, key, hit)])
        for ids, hit in hits
    ]
    struck = struck_by(power(game, found), there)
    if not struck:
        return None
    groups = [
        Group(tuple(unit.id for unit in group.those), group.modifiers, group.column, shield=group.shield)
        for group in struck
    ]
    first = struck[0].column
    critical = any(hit.critical for _, hit in hits)
    title = f"{found.title}: {'critical hit' if critical else 'hit'} on {found.goal}"
    whom = f"strikes {listed(key for group in groups for key in group.ids)}"  # the To Hit DR may have missed others
    facts = (f"{fire_power(game, found)} FP, {found.latw or found.ammo} (C.6)", whom)
    side = found.firer.side
    burns = "KIA" if found.ammo == "HE" else ""
    here = found.firer.hex
    near = game.board.distance(here, found.goal) <= game.figure("interdiction-range")
    lines = (here,) if near else ()
    area, shell = found.target == "Area", power(game, found)
    full = shell.critical if critical else shell.plain
    shatters = full if found.ammo == "HEAT" else rubble.shatters(game, full, found.gun.calibre) if burns else 0
    return IftAttack(
        side, title, found.goal, first, tuple(groups), facts, heavy=True, burns=burns, lines=lines, blast=area,
        shatters=shatters,
    )  # fmt: skip


def _is_struck(game: Game, found: Shot, units: Mapping[str, Unit], key: str, hit: Hit) -> bool:
    """Whether the effect DR counts for a unit that is hit: not for an AFV behind a wall whose hull is (C3.332)."""
    unit = units.get(key)
    return unit is not None and strikes_it(game, found, unit, hit)


def strikes_it(game: Game, found: Shot, unit: Unit, hit: Hit) -> bool:
    """C3.332, D4.2: whether it does not miss: a direct Area shot whose To Hit DR strikes the hull of a HD vehicle."""
    if unit.kind not in VEHICLES or found.gun.mortar or hit.critical or hit.place == "turret":
        return True
    return not is_hull_down(unit) and not hull_down(game, unit, found.firer.hex)


def critical_for(
    hits: Iterable[tuple[tuple[str, ...], Hit]], chosen: Collection[str]
) -> list[tuple[tuple[str, ...], Hit]]:
    """C3.74: these hits, critical only for those chosen."""
    found: list[tuple[tuple[str, ...], Hit]] = []
    for ids, hit in hits:
        others = tuple(key for key in ids if not hit.critical or key not in chosen)
        if len(others) < len(ids):
            found.append((tuple(key for key in ids if key in chosen), hit))
        if others:
            found.append((others, replace(hit, critical=False)))
    return found


class Struck(NamedTuple, Generic[T]):
    """Men and Guns that the same hit strikes behind the same cover: their column, the DRM beyond 36, what covers them.

    A critical hit turns every TEM against them (C3.71). `shield`: what a Gun's shield adds for a Near Miss (C11.4).
    """

    those: list[T]
    column: int
    payload: int
    critical: bool
    cover: Cover
    shield: int = 0

    @property
    def drm(self) -> int:
        """The sum of the DRM on the effect DR."""
        if self.critical:
            return self.payload + sum([mod.value if mod.kind == "armor" else -abs(mod.value) for mod in self.cover])
        return self.payload + sum([mod.value for mod in self.cover])

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """The DRM by name."""
        payload = (Modifier("Heavy Payload", self.payload, "C.7"),) if self.payload else ()
        if not self.critical:
            return (*payload, *self.cover)
        turned = (
            mod
            if mod.kind == "armor" or mod.value < 0
            else replace(mod, value=-abs(mod.value), name=f"critical hit, {mod.name}")
            for mod in self.cover
        )
        return (*payload, *turned)


def struck_by(power: Power, hits: Iterable[tuple[Hit, Iterable[tuple[T, Cover]]]]) -> list[Struck[T]]:
    """Whom hits strike, each with what covers him; those with the same DRM and column together, the highest column
    first; [] without FP. A plain hit of the Infantry type has paid for all cover in its To Hit DR, but for a Gun's
    shield, which of the Area type is no better than the best TEM (C11.5), and a FT (A22.4). No TEM counts for an AFV
    that is hit critically (C3.72); against men in the open, or who move, their DRM count again (C3.71).
    """
    groups: dict[object, Struck[T]] = {}
    for hit, targets in hits:
        number, payload = (power.critical, power.payload) if hit.critical else (power.plain, 0)
        for target, cover in targets:
            shield = sum([mod.value for mod in cover if mod.kind == "gunshield"])
            cover = tuple([mod for mod in cover if mod.kind != "gunshield"]) if shield else cover
            if hit.critical:
                cover = tuple([mod for mod in cover if mod.value and mod.kind not in ("armor-tem", "cavalry")])
                shield = 0
            elif not power.area:
                cover = tuple([mod for mod in cover if mod.kind in cases.EFFECT_ONLY])
            else:
                cover = unpaid(cover)
            if shield and power.area and not hit.critical:
                shield = max(0, shield - max([mod.value for mod in cover if mod.kind in TEM], default=0))
            same = number, payload, hit.critical and bool(cover), cover, shield
            group = groups.get(same)
            if group is None:
                group = groups[same] = Struck([], number, payload, hit.critical, cover, shield)
            group.those.append(target)
    struck = sorted(groups.values(), key=lambda group: -group.column)
    return struck if struck and struck[0].column else []


def _pierced(ctx: Context, result: attack.IftResult, found: Shot, whole: Collection[str]) -> None:
    """C11.4, C11.52: where HE would only break a Gun, AP destroys it. `whole`: what worked before the hit."""
    for group, outcome in result.results:
        for key in group.ids:
            unit = ctx.state.units.get(key)
            if outcome.kind != "K" or unit is None or unit.kind != "gun":
                continue
            left = [other for other in group.ids if other in ctx.state.units]
            if "malfunctioned" in unit.flags and (key in whole or len(guns.apart(ctx.game, left)) < 2):
                guns.destroy(ctx, unit, f"{outcome}: {found.title} (C11.4)")


def _better_of_two(ctx: Context, big: IftAttack) -> attack.IftResult:
    """C3.8 Multiple Hits: two effect DR, the better one is carried out."""
    attack.closes_in(ctx, big)
    with ctx.rolls_for(big.side):
        rolls = [ctx.roll("DR", f"Multiple Hits, effect DR {number}: {big.title}", rule="C3.8") for number in (1, 2)]
    record = min(rolls, key=lambda roll: roll.total)
    results = []
    with ctx.attack():
        for group in big.groups:
            drm = sum(mod.value for mod in group.modifiers)
            column = group.column or 0
            outcome = ift.outcome(ctx.game, column, record.total + drm)
            if group.shield and not attack.direct_hit(outcome):
                outcome = ift.outcome(ctx.game, column, record.total + drm + group.shield)
            results.append((group, outcome))
            final = ift.FinalDr(outcome, record, column, group.modifiers)
            effects.apply_outcome(ctx, group.ids, final, big.title, heavy=True)
    snipers.alarm(ctx, big.side, thrown(record))
    return attack.IftResult(record, tuple(results), big.column)


def cover(game: Game, found: Shot, unit: Unit) -> tuple[Modifier, ...]:
    """What covers a unit from the effect DR, or lays it open to it, with its Gun's shield: TEM, movement, a FT; of an
    AFV its armor.

    What the To Hit DR has paid already counts no second time (C.3), but in a critical hit: `struck_by`.
    """
    if unit.kind in VEHICLES:
        return blast.cover(game, unit, found.firer.hex, "mortar" if found.gun.mortar else "")
    motion = motion_of(game, game.state.moving, prisoners.with_whom(game, unit).id) if found.kind.moving else None
    here = found.eye
    indirect: Indirect = "mortar" if found.gun.mortar else ""
    hindrance = hindrance_of(game, here, found.goal)
    mods = target_mods(game, unit, here, moving=motion, hindrance=hindrance, indirect=indirect, shield=False)
    mods = tuple([mod for mod in mods if mod.kind != "pillbox" or not cases.pierces(game, found, mod.value)])
    return (*mods, *arcs.shield(game, unit, found.firer.hex, indirect=bool(indirect)))


def unpaid(mods: Cover) -> Cover:
    """C6: what of the DRM against men no To Hit DR pays."""
    return tuple([mod for mod in mods if mod.kind not in PAID])


def critical_on_guns(ctx: Context, ids: Sequence[str], found: Shot) -> None:
    """C11.4, C11.52: a critical hit destroys a Gun it hits with its crew."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit and unit.kind == "gun":
            guns.destroy(ctx, unit, f"{found.title}: critical hit (C11.4)")


# -- SMOKE --------------------------------------------------------------------------------------------


def smoke_round(ctx: Context, found: Shot) -> None:
    """C8.5, C8.51, A24.5: a hit with SMOKE places it in the hex: full in the PFPh, dispersed at any other time."""
    kind: smoke.Strength = "full" if ctx.state.phase == "PFPh" else "dispersed"
    smoke.put(ctx, found.goal, side=found.firer.side, kind=kind, owner=found.key, why=f"{found.title} (C8.5)")
