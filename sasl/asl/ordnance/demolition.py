"""Demolition Charges (A23): placed, thrown or set, and what they do to men, Guns and vehicles."""

from __future__ import annotations

from typing import Literal

from sasl.asl.fire import attack, ift
from sasl.asl.fire.attack import Group, IftAttack
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted, to_kill, vehicles
from sasl.asl.ordnance.to_kill import Kill, Shell
from sasl.kernel.records import Modifier

How = Literal["placed", "thrown", "set"]
HOW: tuple[How, ...] = ("placed", "thrown", "set")


def attack_refusal(game: Game, firer: Unit, weapon: str, name: str, how: How) -> str:
    """Why this charge may not go off there now, or ""."""
    state = game.state
    held = state.weapons.get(weapon)
    if held is None or held.holder != firer.id or held.type != "DC":
        return f"{firer.id} holds no {weapon} (A23.1)"
    if not firer.infantry or not firer.hex or firer.flags & {"broken", "pinned", "ti", "prisoner", "melee", "disarmed"}:
        return f"{firer.id} is not free to use a DC: it must be unpinned Good Order Infantry (A23.1)"
    if "on-wire" in firer.flags:
        return f"{firer.id} is on top of Wire and uses no DC there (B26.45)"
    distance = game.board.distance(firer.hex, name)
    if distance > 1 or (how == "set" and distance):
        return f"a DC is {how} {'in the own Location' if how == 'set' else 'ADJACENT'}; {name} is {distance} away (A23)"
    if how == "placed":
        if (state.side, state.phase) != (firer.side, "MPh"):
            return f"a DC is placed in the own MPh; this is {state.moment} (A23.3)"
        if firer.flags & {"prep", "opportunity"}:
            return f"{firer.id} has used its fire or waits (A23.3)"
    if how == "thrown":
        own = state.side == firer.side
        if state.phase not in (("PFPh", "AFPh") if own else ("MPh", "DFPh")):
            return f"a DC is thrown in a fire phase; this is {state.moment} (A23.4)"
        used = {"prep"} if own else {"first", "final"}
        if firer.flags & used:
            return f"{firer.id} has fired already (A23.4)"
    if how == "set" and (state.side, state.phase) != (firer.side, "PFPh"):
        return f"a DC is set off in the own PFPh; this is {state.moment} (A23.7)"
    return ""


def attack_with(ctx: Context, firer: Unit, weapon: str, name: str, how: How) -> None:
    """A23: the charge goes off. Thrown, it endangers the thrower's Location; an Original 12 is a dud."""
    why = attack_refusal(ctx.game, firer, weapon, name, how)
    if why:
        raise Refused(why)
    game = ctx.game
    charge = attack_of(game, firer, weapon, name, how)
    column, title = charge.column, charge.title
    tanks = armor_there(game, firer, name)
    ctx.emit(ev.Fired((), (weapon,), name, f"DC {how}"))
    pieces.change(ctx, firer, [_flag(ctx, firer)], ["concealed"], f"uses {weapon} (A23)")
    result = attack.resolve(ctx, charge)
    if result.original >= game.figure("dc-duds-on"):
        ctx.tell(f"{weapon} does not go off (A23.2).")
    for unit in tanks:
        if unit.id in ctx.state.units and result.original < game.figure("dc-duds-on"):
            _at_armor(ctx, unit, firer, title)
    if weapon in ctx.state.weapons:
        ctx.emit(ev.WeaponRemoved(weapon, "used up (A23.1)"))
    if how == "thrown" and result.original < game.figure("dc-duds-on"):
        _backfire(ctx, firer, column, title)


def armor_there(game: Game, firer: Unit, name: str) -> list[Unit]:
    """The AFV of the other side in a Location, which a charge attacks by To Kill (A23.6)."""
    return [unit for unit in game.state.units_at(name) if unit.side != firer.side and mounted.armored(game, unit)]


def attack_of(game: Game, firer: Unit, weapon: str, name: str, how: How) -> IftAttack:
    """A23: the attack of a charge on everybody in a Location but AFV."""
    item = game.counter_of(game.state.weapons[weapon])
    column = game.figure("set-dc-column") if how == "set" else ift.column_of(game, item.fp or 0)
    men = tuple(_groups(game, firer, name, how))
    title = f"{weapon}: DC {how} in {name}"
    return IftAttack(firer.side, title, name, column, men, (f"{item.fp:g} FP (A23)",), heavy=True, burns="KIA")


def backfire(game: Game, firer: Unit, column: int, title: str) -> IftAttack | None:
    """A23.4: the attack of a thrown charge on the thrower's own Location."""
    sets: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in game.state.units_at(firer.hex, firer.side):
        if unit.infantry:
            mods = (*drm(game, "thrower"), *target_mods(game, unit, firer.hex))
            sets.setdefault(mods, []).append(unit.id)
    if not sets:
        return None
    groups = tuple(Group(tuple(ids), mods) for mods, ids in sets.items())
    return IftAttack("", f"{title}: the throwers", firer.hex, column, groups, heavy=True, sniper=False)


def kill_of(game: Game, unit: Unit) -> Kill:
    """A23.6 [house]: a DC at an AFV is HE against its weakest hull."""
    return to_kill.kill(game, Shell("DC"), unit, "hull", "side", 0)


def _flag(ctx: Context, firer: Unit) -> Flag:
    if ctx.state.side == firer.side:
        return "prep" if ctx.state.phase in ("PFPh", "AFPh") else "ti"
    return "final"


def drm(game: Game, how: str) -> tuple[Modifier, ...]:
    """A23: the DRM of a charge by how it is used."""
    value = int(game.library.table("demolition.drm").value(1, how))
    return (Modifier(f"DC {how}", value, "A23"),) if value else ()


def _groups(game: Game, firer: Unit, name: str, how: How) -> list[Group]:
    """Those of the other side in the Location, but AFV, that share every DRM, with TEM unless the charge is set."""
    sets: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in game.state.units_at(name):
        if unit.side == firer.side or unit.kind == "aircraft" or unit.carrier or mounted.armored(game, unit):
            continue
        motion = motion_of(game, game.state.moving, unit.id)
        mods = target_mods(game, unit, firer.hex, moving=motion, tem=how != "set")
        sets.setdefault((*drm(game, how), *mods), []).append(unit.id)
    return [Group(tuple(ids), mods) for mods, ids in sets.items()]


def _backfire(ctx: Context, firer: Unit, column: int, title: str) -> None:
    """A23.4: a thrown DC attacks the thrower's own Location, too."""
    found = backfire(ctx.game, firer, column, title)
    if found:
        attack.resolve(ctx, found)


def _at_armor(ctx: Context, unit: Unit, firer: Unit, title: str) -> None:
    """A23.6: the To Kill DR of a DC."""
    effect, _ = to_kill.resolve(ctx, firer.side, f"To Kill {unit.id}, DC", kill_of(ctx.game, unit), "A23.6")
    vehicles.suffer(ctx, unit, effect, f"{title}: {effect} (A23.6)")
