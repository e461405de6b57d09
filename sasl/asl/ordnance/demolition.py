"""Demolition Charges (A23): thrown, and what every charge does to men, Guns and vehicles."""

from __future__ import annotations

from fractions import Fraction

from sasl.asl.fire import attack, ift, shooters
from sasl.asl.fire.attack import Group, IftAttack, IftResult
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.tem import meets_fence
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.depressions import in_gully
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.ordnance import charge_position, mounted, weapon_use
from sasl.asl.ordnance.charge_position import Charge, How
from sasl.asl.ordnance.hits import breach
from sasl.asl.preview import chances_text
from sasl.asl.terrain import pillboxes
from sasl.kernel.rolling.records import Modifier

BARRED: frozenset[Flag] = frozenset({"broken", "pinned", "ti", "prisoner", "melee", "disarmed"})
"""The states in which nobody uses a DC."""
OTHERS = "others"
"""What a charge is used against that is meant for no AFV (A23.5)."""


def use_refusal(game: Game, firer: Unit, weapon: str, name: str, how: How) -> str:
    """Why this charge may not be used there by this unit, whatever the phase, or ""."""
    held = game.state.weapons.get(weapon)
    if held is None or held.holder != firer.id or held.type != "DC":
        return f"{firer.id} holds no {weapon} (A23.1)"
    if not firer.personnel or not firer.hex or firer.flags & BARRED:
        return f"{firer.id} cannot use a DC: it must be unpinned Good Order Infantry (A23.1)"
    if firer.cavalry and how != "thrown":
        return f"{firer.id} is mounted: Cavalry throws a DC, but neither places nor sets one (A13.4)"
    if "on-wire" in firer.flags:
        return f"{firer.id} is on top of Wire and cannot use a DC there (B26.45)"
    distance = game.board.distance(firer.hex, name)
    if how == "set":
        return f"a DC is set in the unit's own Location; {name} is {distance} away (A23.7)" if distance else ""
    if not distance and not _at_pillbox(game, firer):
        return f"{firer.id} is in {name} itself: a DC is {how} ADJACENT (A23.3, A23.61)"
    if distance > 1:
        return f"a DC is {how} ADJACENT; {name} is {distance} away (A23.3, A23.61)"
    return "" if look(game, firer.hex, name).exists else f"{firer.id} does not see {name} (A23.3)"


def _at_pillbox(game: Game, firer: Unit) -> bool:
    """B30.31: whether it is outside a pillbox with enemies in its own hex."""
    return "dug-in" not in firer.flags and bool(pillboxes.inside(game, firer.hex, opponent(firer.side)))


def attack_refusal(game: Game, firer: Unit, weapon: str, name: str, how: How) -> str:
    """Why this charge may not be thrown there now, or ""."""
    state = game.state
    why = use_refusal(game, firer, weapon, name, how)
    if why:
        return why
    if how == "thrown":
        own = state.side == firer.side
        if state.phase not in (("PFPh", "AFPh") if own else ("MPh", "DFPh")):
            return f"a DC is thrown in a fire phase; this is {state.moment} (A23.6)"
        if why := shooters.why_no_hands(game, firer, weapon):
            return why
        if _rise(game, firer.hex, name, below=in_gully(game, firer)) >= 1:
            return f"{name} is a level above {firer.id}: a DC cannot be thrown up there (A23.6)"
    return ""


def _rise(game: Game, a: str, b: str, *, below: bool) -> int:
    """By how many levels the ground of `b` lies above `a`, there IN its gully if so; into a gully it is thrown down."""
    here, there = game.board.terrain(a), game.board.terrain(b)
    return there.elevation - int(there.depression) - (here.elevation - int(below))


def at_somebody(game: Game, side: Side, name: str) -> bool:
    """Whether `side` sees an enemy in a hex, or an S?: a charge there is not wasted as far as it knows."""
    there = game.state.units_at(name, opponent(side))
    return any("hidden" not in unit.flags for unit in there) or bool(game.state.suspects_at(name))


def attack_with(ctx: Context, firer: Unit, weapon: str, name: str, how: How) -> None:
    """A23.6: a charge is thrown, and endangers the thrower's Location."""
    why = attack_refusal(ctx.game, firer, weapon, name, how)
    if why:
        raise Refused(why)
    charge = charge_of(ctx.game, firer, weapon, name, how)
    ctx.emit(ev.Fired((), (weapon,), name, f"DC {how}"))
    _used(ctx, firer, f"uses {weapon} (A23)")
    concealment.lose_if_seen(ctx, [firer.id], f"uses {weapon} (A12.141)")
    back = backfire(ctx.game, charge) if how == "thrown" else None
    if explode(ctx, charge) and back is not None:
        attack.resolve(ctx, back)


def _used(ctx: Context, firer: Unit, why: str) -> None:
    """A7.351, A23: a DC is one of the SW of a phase; only a squad keeps its inherent FP after the first."""
    free = [word for word in mounted.CHARGES if word not in firer.arms]
    ctx.emit(ev.ArmsChanged(firer.id, tuple(free[:1]), (), why))
    now = ctx.state.units[firer.id]
    if shooters.forfeits(ctx.game, now, shooters.fired_sw(ctx.game, now, ())):
        mark: weapon_use.Mark = "prep" if ctx.state.side == firer.side else "final"
        pieces.change(ctx, now, [mark], why=why)
        weapon_use.leaves_gun(ctx, now, mark, why)


def explode(ctx: Context, charge: Charge) -> IftResult | None:
    """A23.4-23.5: a charge goes off, against one AFV or against all others in its Location, and is used up; one that
    was set against both. None if it is a dud.
    """
    tank = _armored_target(ctx, charge)
    aimed = bool(tank) and charge.how != "set"
    result = _at_armor(ctx, charge, tank) if aimed else _at_all(ctx, charge, attack_of(ctx.game, charge))
    if result is None:
        ctx.tell(f"{charge.weapon} does not go off (A23.4).")
    elif tank in ctx.state.units and not aimed:
        _at_armor(ctx, charge, tank)
    if charge.weapon in ctx.state.weapons:
        ctx.emit(ev.WeaponRemoved(charge.weapon, "used up (A23.1)"))
    return result


def _at_all(ctx: Context, charge: Charge, blast: IftAttack) -> IftResult | None:
    """A23.4: a charge against all in its Location but AFV, and the pillbox there. None if it is a dud."""
    boxed = breach.those_in(ctx.game, charge.hex)
    result = attack.resolve(ctx, blast)
    if charge.dud_on and result.original >= charge.dud_on:
        return None
    more = 0 if charge.how == "thrown" else ctx.figure("pillbox-charge-kia")
    breach.by_hit(ctx, charge.hex, boxed, charge.from_hex, result, blast.title, more)
    return result


def _at_armor(ctx: Context, charge: Charge, tank: str) -> IftResult | None:
    """C7.346: a charge against one AFV; where it lies nowhere near, half its FP for the others there. None if a dud."""
    column = ift.column_of(ctx.game, _power(ctx.game, charge))
    found = charge_position.at_armor(ctx, ctx.state.units[tank], charge, column)
    if found == "astray" and charge.how != "set":
        return _at_all(ctx, charge, attack_of(ctx.game, charge, astray=True))
    return None if found == "dud" else IftResult(None, (), column)


def _armored_target(ctx: Context, charge: Charge) -> str:
    """A23.5: the one AFV that a charge is used against, "" without one; whoever used it says which of several, or that
    it is meant for the others there. It is meant for nobody who is hidden (A12.3).
    """
    game = ctx.game
    tanks, others = seen_there(game, charge.side, charge.hex)
    options = [Option(unit.id, _odds_at(game, charge, unit)) for unit in tanks]
    if others and charge.how != "set":
        options.append(Option(OTHERS, _odds_at_others(game, charge)))
    elif not tanks:  # it meets whoever turns out to be there
        tanks = armor_there(game, charge.side, charge.hex)
    if not tanks or len(options) < 2:
        return tanks[0].id if tanks else ""
    text = f"{charge.title}: against what?"
    hexes, about = (charge.hex,), (charge.weapon,)
    found = ctx.choose(text, options, rule="A23.5", hexes=hexes, whose=charge.side, id="charge-target", subject=about)
    return "" if found == OTHERS else found


def _odds_at(game: Game, charge: Charge, unit: Unit) -> str:
    """`StuG IIIG: burning 12%, destroyed 5%, … astray 40%`."""
    return f"{unit.type}: {chances_text(tuple(charge_position.chances(game, charge, unit).items()))}"


def _odds_at_others(game: Game, charge: Charge) -> str:
    """The same of everything but AFV whom the side of a charge sees there."""
    paper = attack_of(game, charge, seen=True)
    odds = chances_text(attack.preview_of(game, paper).expected) if paper.groups else ""
    return f"everything but AFV: {odds}" if odds else "everything but AFV"


def seen_there(game: Game, side: Side, name: str) -> tuple[list[Unit], bool]:
    """A23.5: what a charge of `side` may be meant for in a Location: the AFV that it sees, and whether there are other
    enemies whom it sees, or an S?.
    """
    tanks = [unit for unit in armor_there(game, side, name) if "hidden" not in unit.flags]
    men = any(unit.side != side and "hidden" not in unit.flags for unit in _all_but_armor(game, name))
    return tanks, men or (side == "FRIENDLY" and bool(game.state.suspects_at(name)))


def armor_there(game: Game, side: str, name: str) -> list[Unit]:
    """The AFV of the other side in a Location, one of which a charge of `side` may attack by To Kill (A23.5)."""
    return [unit for unit in game.state.units_at(name) if unit.side != side and mounted.armored(game, unit)]


def dud_on(game: Game, firer: Unit, weapon: str) -> int:
    """A23.2, A23.4, A19.32: the Original DR from which on a charge of this unit is a dud: lower for the not Elite."""
    return game.figure("dc-duds-on") + weapon_use.lowered_for_special(game, firer, weapon)


def charge_of(game: Game, firer: Unit, weapon: str, name: str, how: How) -> Charge:
    """A charge as this unit would use it now."""
    hidden = frozenset(unit.id for unit in game.state.units_at(name, opponent(firer.side)) if not unit.known)
    late, cx = how == "thrown" and game.state.phase == "AFPh" and "opportunity" not in firer.flags, "cx" in firer.flags
    mounted_up = firer.cavalry
    return Charge(firer.side, weapon, name, firer.hex, how, cx, hidden, dud_on(game, firer, weapon), late, mounted_up)


def _power(game: Game, charge: Charge) -> int:
    """A23.1, A23.71: the FP of a charge."""
    return game.figure("set-dc-column" if charge.how == "set" else "dc-fp")


def attack_of(game: Game, charge: Charge, *, astray: bool = False, seen: bool = False) -> IftAttack:
    """A23.1, A23.4, A23.62, B30.31: the attack of a charge on all in a Location but AFV; half FP at the concealed, and
    at all of them where it went `astray` from an AFV (C7.346). `seen`: on those of them whom its side sees, as it
    expects it.
    """
    set_there, full = charge.how == "set", _power(game, charge)
    more = tuple(
        Modifier(name, game.figure("dc-drm"), rule)
        for name, rule, holds in (("CX", "A23.4", charge.cx), *_hasty(charge)) if holds
    )  # fmt: skip
    fp = Fraction(full, 1 + astray)
    groups = [
        Group(ids, (*drm(game, charge.how), *more, *mods), ift.column_of(game, fp / (1 + unseen)))
        for unseen, ids, mods in _targets(game, charge, seen=seen)
    ]
    if set_there and not groups:  # it may bring down what stands there (A23.71)
        groups = [Group((), drm(game, charge.how))]
    column = groups[0].column if groups else None
    return IftAttack(
        charge.side, charge.title, charge.hex, column or ift.column_of(game, full), tuple(groups),
        (f"{full} FP (A23.1)",), heavy=True, burns="KIA", dud_on=charge.dud_on,
        shatters=0 if set_there else ift.column_of(game, full),
    )  # fmt: skip


def backfire(game: Game, charge: Charge) -> IftAttack | None:
    """A23.6: the attack of a thrown charge on the thrower's own Location, unless he is well above its target.

    A wall or hedge it is thrown over protects him, too (B9.3).
    """
    if -_rise(game, charge.from_hex, charge.hex, below=False) >= game.figure("dc-safe-height"):
        return None
    more = tuple(Modifier(name, game.figure("dc-drm"), rule) for name, rule, holds in _hasty(charge) if holds)
    there = charge.hex if meets_fence(game, charge.from_hex, charge.hex) else charge.from_hex
    sets: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in game.state.units_at(charge.from_hex, charge.side):
        if unit.personnel:
            mods = (*drm(game, "thrower"), *more, *target_mods(game, unit, there))
            sets.setdefault(mods, []).append(unit.id)
    if not sets:
        return None
    column = ift.column_of(game, game.figure("dc-fp"))
    groups = tuple(Group(tuple(ids), mods) for mods, ids in sets.items())
    return IftAttack("", f"{charge.title}: the throwers", charge.from_hex, column, groups, heavy=True, sniper=False)


def _hasty(charge: Charge) -> tuple[tuple[str, str, bool], ...]:
    """A23.6, A23.62: what makes a throw worse, where the charge falls and where it is thrown from."""
    return ("AFPh", "A23.62", charge.late), ("from horseback", "A23.6", charge.mounted)


def drm(game: Game, how: str) -> tuple[Modifier, ...]:
    """A23: the DRM of a charge by how it is used."""
    value = int(game.library.table("demolition.drm").value(1, how))
    return (Modifier(f"DC {how}", value, "A23"),) if value else ()


def _all_but_armor(game: Game, name: str) -> list[Unit]:
    """A23.5: who is in a Location, of either side, and is no AFV."""
    there = game.state.units_at(name)
    return [unit for unit in there if unit.kind != "aircraft" and not unit.carrier and not mounted.armored(game, unit)]


def _targets(game: Game, charge: Charge, *, seen: bool) -> list[tuple[bool, tuple[str, ...], tuple[Modifier, ...]]]:
    """All in the Location but AFV: whether they were concealed, who, their DRM; the Known first. `seen`: without hidden
    enemies.

    A charge spares nobody (A23.1). TEM counts unless it is set; that of hexsides only where it is thrown (A23.1).
    """
    sets: dict[tuple[bool, tuple[Modifier, ...]], list[str]] = {}
    for unit in _all_but_armor(game, charge.hex):
        if seen and unit.side != charge.side and "hidden" in unit.flags:
            continue
        motion = motion_of(game, game.state.moving, unit.id)
        boxed = pillboxes.around(game, unit) is not None  # B30.31: it depends on where the charge comes from
        from_hex = charge.from_hex if charge.how == "thrown" or boxed else ""
        mods = target_mods(game, unit, from_hex, moving=motion, tem=charge.how != "set")
        sets.setdefault((unit.id in charge.hidden and not boxed, mods), []).append(unit.id)  # B30.7
    return [(unseen, tuple(ids), mods) for (unseen, mods), ids in sorted(sets.items(), key=lambda item: item[0][0])]
