"""What its use does to a mounted weapon or SW and to who fires it: turning, fire counters, ROF, breakdown."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from sasl.asl.fire.opportunity import BOUNDING, Opportunity
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES, Flag, WeaponFlag
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale.experience import elite, inexperienced
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.ordnance.hits import vehicle_hits

Mark = Literal["prep", "first", "final"]
"""The counters of fire (A7.2, A8)."""


def turns(ctx: Context, firer: Unit, turn: arcs.Turn, weapons: Collection[str] = ()) -> None:
    """C5.1: the change of CA is really made; the first shot of a counter without a CA gives it one.

    `weapons`: those that fire; the others that turn with them will pay as much (D3.51).
    """
    if not turn.ca or turn.ca == (firer.tca if turn.turret else firer.ca):
        return
    if turn.spines:
        concealment.comes_out(ctx, [firer.id, *concealment.seen_with(ctx.game, firer.id)], "changes its CA (A12.32)")
    _turn_with(ctx, firer, turn, weapons)
    if turn.turret:
        ctx.emit(ev.UnitRedrawn(firer.id, tca=turn.ca, why="turns its turret (C5.1)" if turn.spines else "its turret"))
    else:
        ctx.emit(ev.UnitRedrawn(firer.id, ca=turn.ca, why="changes its CA (C5.1)" if turn.spines else "its CA"))
    lose_sight(ctx, firer.id)


def _turn_with(ctx: Context, firer: Unit, turn: arcs.Turn, weapons: Collection[str]) -> None:
    """D3.51: the other weapons of a vehicle that turn with these: all of them with its hull, those in its turret."""
    if firer.kind != "vehicle" or not turn.spines:
        return
    others = [name for name in mounted.weapons(ctx.game, firer) if name not in (*weapons, "AAMG")]
    others = [name for name in others if not turn.turret or arcs.moves_turret(ctx.game, firer, name)]
    new = tuple(f"{name} turned {turn.spines}" for name in others if mounted.ready(firer, name))
    old = tuple(word for word in sorted(firer.arms & mounted.TURNED.keys()) if mounted.TURNED[word][0] in others)
    if set(new) != set(old):
        ctx.emit(ev.ArmsChanged(firer.id, new, tuple(set(old) - set(new)), "turns with the weapon that fires (D3.51)"))


def lose_sight(ctx: Context, unit_id: str) -> None:
    """C6.5: a Gun or vehicle that has turned away from what it had acquired loses it."""
    unit, held = ctx.state.units[unit_id], ctx.state.acquired.get(unit_id)
    if held is not None and not arcs.bears(ctx.game, unit, "MA", held.hex):
        ctx.emit(ev.AcquisitionSet(unit_id))


def leaves_gun(ctx: Context, men: Unit, mark: Mark | Literal[""], why: str) -> None:
    """A8.1, C5.6, C6.5: the Gun of a crew that fires anything else loses what it has acquired; a crew that gets a fire
    counter for it marks its Gun too, which can then use only Intensive Fire.
    """
    gun = guns.manned_by(ctx.game, men)
    if gun is None:
        return
    if gun.id in ctx.state.acquired:
        ctx.emit(ev.AcquisitionSet(gun.id))
    if mark:
        pieces.change(ctx, gun, [mark], (), f"{men.id}: {why}")
        if not mounted.spent(gun, "MA"):
            ctx.emit(ev.ArmsChanged(gun.id, ("MA spent",), (), f"{men.id} has fired (C5.6)"))


def announce(
    ctx: Context, firer: Unit, weapon: str, goal: str, kind: Opportunity, *, group: bool = False, smoke: bool = False
) -> None:
    """The fact that a mounted weapon fired; a vehicle's weapons are counted apart (A8.14). `group`: a MG (D3.5);
    `smoke`: ordnance with SMOKE (C8.5).
    """
    if firer.kind == "gun":
        ctx.emit(ev.Fired((firer.id,), (), goal, kind.name, smoke=smoke))
    else:
        ctx.emit(ev.Fired((), (f"{firer.id} {weapon}",), goal, kind.name, group=group, smoke=smoke))
        now = ctx.state.units.get(firer.id)
        paid = f"{weapon} turned {mounted.turned(now, weapon)}" if now else ""
        if now is not None and paid in now.arms:
            ctx.emit(ev.ArmsChanged(firer.id, (), (paid,), "has paid for the turn (D3.51)"))
        if kind == BOUNDING and now is not None and mounted.BOUNDED not in now.arms:
            ctx.emit(ev.ArmsChanged(firer.id, (mounted.BOUNDED,), (), "fires in its MPh (D3.3)"))


def marked(ctx: Context, firer: Unit, kind: Opportunity, *, intensive: bool = False) -> None:
    """A7.2, A8, E7.5: the fire counter goes on a Gun and the crew that mans it, or on a vehicle.

    Intensive Fire marks who First Fires Final Fire, and all SW of the crew (A8.3). A Gun that fires at the ground is in
    AA mode no more.
    """
    flag = "final" if intensive and kind.flag == "first" else kind.flag
    fire: list[Flag] = [flag] if flag else []
    if firer.kind in (*VEHICLES, "gun"):
        men = guns.crew(ctx.game, firer) if firer.kind == "gun" else None
        pieces.change(ctx, ctx.state.units[firer.id], [*fire, "intensive"] if intensive else fire, ["aa"], kind.marks)
        if men:
            pieces.change(ctx, men, fire, (), f"mans {firer.id}")
            if intensive and flag == "final":
                all_final(ctx, men)


def mark_all(ctx: Context, unit: Unit, mark: Mark, why: str) -> None:
    """A8.3, A7.9: all SW of a unit get the counter that it has itself."""
    for weapon in ctx.state.weapons_of(unit.id):
        if mark not in weapon.flags:
            ctx.emit(ev.WeaponChanged(weapon.id, (mark,), (), why))


def all_final(ctx: Context, unit: Unit) -> None:
    """A8.3: who uses Subsequent First Fire or Intensive Fire is marked Final Fire with all its SW."""
    mark_all(ctx, unit, "final", f"{unit.id} is marked Final Fire (A8.3)")


def shows_itself(ctx: Context, firer: Unit) -> None:
    """A12.14: a Gun with its crew, or a vehicle, fires in LOS of an enemy, who need not outlive the shot."""
    concealment.lose_if_seen(ctx, [firer.id], "fires (A12.14)")


def gun_is_sure_to_show(ctx: Context, firer: Unit) -> None:
    """A12.34: a Gun that fires at its own hex, or by IFE, in LOS of an enemy at any range."""
    if firer.kind == "gun":
        concealment.lose_at_any_range(ctx, [firer.id], "fires at its own hex or by IFE (A12.34)")


def gun_shows(ctx: Context, gun: Unit, goal: str, coloured: int, *, turned: bool) -> None:
    """A12.34: an Emplaced Gun that fires at another hex without a change of CA keeps its `?`, unless the coloured die
    of its To Hit DR is high; what was hidden is concealed then. Any other Gun is seen. `coloured` 0: there was no die.
    """
    if goal == gun.hex:
        gun_is_sure_to_show(ctx, gun)
    if "emplaced" not in gun.flags or turned or not coloured:
        shows_itself(ctx, gun)
        return
    near = concealment.seen_within(ctx.game, gun.hex, gun.side, ctx.figure("concealment-range"))
    if not near and not concealment.seen_within(ctx.game, gun.hex, gun.side):
        return
    if coloured >= ctx.figure("gun-shows" if near else "gun-shows-far"):
        concealment.lose(ctx, [gun.id], f"fires, coloured die {coloured} (A12.34)")
    else:
        concealment.comes_out(ctx, [gun.id, *concealment.seen_with(ctx.game, gun.id)], "fires (A12.34)")


def turning_rof(game: Game, firer: Unit, turn: arcs.Turn) -> int:
    """C2.5, E7.5: what a Gun loses of its ROF for this shot by a change of its CA, and by leaving AA mode."""
    if firer.kind != "gun":
        return 0
    turned = game.figure("nt-turn-rof") if turn.spines and turns_slowly(game, firer) else 0
    return turned + (game.figure("aa-turn-rof") if "aa" in firer.flags else 0)


def turns_slowly(game: Game, gun: Unit) -> bool:
    """C2.5: whether a change of its CA costs a Gun ROF: one without a 360 degree mount, but for medium mortars."""
    item = game.counter_of(gun)
    tube = mounted.ordnance(game, item)
    if item.turret in ("T", "ST", "360") or tube is None:
        return False
    low, high = game.figure("free-turn-low"), game.figure("free-turn-high")
    return not (tube.mortar and low <= tube.calibre <= high)


def may_again(ctx: Context, firer: Unit, name: str, coloured: int, rule: str) -> None:
    """C2.24, A9.2: what has kept its ROF may fire again, though the counter of fire lies on its vehicle or Gun."""
    still = ", despite its counter" if firer.kind in (*VEHICLES, "gun") else ""
    ctx.tell(f"{name} may fire again{still}: coloured die {coloured} ({rule}).")


def captured_rof(game: Game, firer: Unit, weapon: str) -> int:
    """A21.12-21.13: what a captured weapon, or one that no crew mans, loses of its ROF."""
    return game.figure("captured-rof") * guns.captured(game, firer, weapon)


def spend(ctx: Context, firer: Unit, weapon: str, kind: Opportunity, *, kept: bool) -> None:
    """A weapon that has lost its ROF is used up for now: a mounted one by its name, a SW by its counter."""
    if weapon in ctx.state.weapons:
        flags: list[WeaponFlag] = ["fired"] if kept or not kind.flag else ["fired", kind.flag]
        new = tuple(flag for flag in flags if flag not in ctx.state.weapons[weapon].flags)
        if new:
            ctx.emit(ev.WeaponChanged(weapon, new, (), kind.marks))
        _fires_sw(ctx, firer, weapon, kind)
    elif not kept and firer.id in ctx.state.units and not mounted.spent(ctx.state.units[firer.id], weapon):
        ctx.emit(ev.ArmsChanged(firer.id, (f"{weapon} spent",), (), "has lost its ROF (C2.24)"))


def _fires_sw(ctx: Context, firer: Unit, weapon: str, kind: Opportunity) -> None:
    """A7.351, C5.6: a crew that fires a SW has done so in place of its Gun, and both are marked."""
    men = ctx.state.units.get(firer.id)
    if men is not None and guns.manned_by(ctx.game, men) is not None:
        mark = kind.flag if men.kind != "squad" else ""
        pieces.change(ctx, men, [mark] if mark else [], (), f"fires {weapon} (A7.351)")
        leaves_gun(ctx, men, mark, f"fires {weapon}")


def lowered(game: Game, user: Unit | None, weapon: str) -> int:
    """A21.11, A19.32: by how much a weapon's B# or X# is lower for who uses it: a captured one, a SW in raw hands."""
    if user is None:
        return 0
    captured = game.figure("captured-breakdown") * guns.captured(game, user, weapon)
    return captured + (game.figure("inexperienced-breakdown") if _in_raw_hands(game, user, weapon) else 0)


def lowered_for_special(game: Game, user: Unit, weapon: str) -> int:
    """A22.3, A23.2: the same of a FT or DC, which serves as if captured whoever is not Elite."""
    return lowered(game, user, weapon) + (0 if elite(game, user) else game.figure("captured-breakdown"))


def lowered_by(game: Game, user: Unit | None, weapon: str) -> list[str]:
    """The same in words."""
    words = ["captured (A21.11)"] if user is not None and guns.captured(game, user, weapon) else []
    return words + (["Inexperienced (A19.32)"] if user is not None and _in_raw_hands(game, user, weapon) else [])


def _in_raw_hands(game: Game, user: Unit, weapon: str) -> bool:
    return weapon in game.state.weapons and inexperienced(game, user)


def wears(ctx: Context, firer: Unit, weapon: str, original: int, number: int, less: int) -> bool:
    """A9.7: whether an Original DR breaks a weapon of this B#, `less` (a negative figure) for this shot.

    What lowers its B# for who uses it, counts as well; what its own B# would have broken is then lost (A.11).
    """
    user = ctx.state.units.get(firer.id, firer)
    less += lowered(ctx.game, user, weapon)
    low = int(weapon == "MA" and mounted.LOW_AMMO in user.arms)  # D3.71: a B# one lower
    if original < number + less - low:
        return False
    breaks(ctx, firer, weapon, original, for_good=bool(less) and original >= number)
    return True


def breaks(ctx: Context, firer: Unit, weapon: str, original: int, *, for_good: bool = False) -> None:
    """A9.7, D3.71: a weapon malfunctions, is removed by its X#, or is Low on Ammo; `for_good`: disabled (A.11).

    Once Low on Ammo, what was its B# disables it.
    """
    why = f"Original {original} (A9.7)"
    sw = ctx.state.weapons.get(weapon)
    if sw is not None:
        if ctx.game.counter_of(sw).removal or for_good:
            ctx.emit(ev.WeaponRemoved(sw.id, why))
        elif "malfunctioned" not in sw.flags:
            ctx.emit(ev.WeaponChanged(sw.id, ("malfunctioned",), (), why))
        return
    unit = ctx.state.units.get(firer.id)
    if unit is None:
        return
    item = ctx.game.counter_of(unit)
    main = weapon == "MA" or unit.kind == "cupola"
    low, most = mounted.LOW_AMMO in unit.arms, ctx.figure("default-breakdown")
    if main and item.low_ammo and not low and original < most:
        ctx.emit(ev.ArmsChanged(unit.id, (mounted.LOW_AMMO,), (), f"Original {original} (D3.71)"))
    elif main and low and original >= (item.breakdown or most):
        vehicle_hits.disarm(ctx, unit, "out of ammunition (D3.71)")
    elif main and for_good and unit.kind != "cupola":
        vehicle_hits.disarm(ctx, unit, why)
    elif main:
        pieces.change(ctx, unit, ["malfunctioned"], (), why)
    elif weapon == "FT":
        ctx.emit(ev.ArmsChanged(unit.id, ("FT gone",), (), f"Original {original} reaches its X# (A22.611)"))
    else:
        ctx.emit(ev.ArmsChanged(unit.id, (f"{weapon} {'disabled' if for_good else 'broken'}",), (), why))
