"""Demolition Charges (A23): placed, thrown or set, and what they do to men, Guns and vehicles."""

from __future__ import annotations

from itertools import product
from typing import Literal

from sasl.asl.fire import attack, ift
from sasl.asl.fire.attack import Group, IftAttack
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.sight import in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import arcs, mounted, to_kill, vehicles
from sasl.asl.ordnance.mounted import Place
from sasl.asl.ordnance.to_kill import Kill, Shell
from sasl.kernel.frozen import replace
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
            _at_armor(ctx, ctx.state.units[unit.id], firer, title, how, column)
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


# -- on armor -----------------------------------------------------------------------------------------

Position = Literal["optimal", "placed", "poor", "-"]


def _facts(game: Game, firer: Unit, unit: Unit, how: How) -> dict[str, int]:
    """C7.346: the conditions of the Position DR."""
    item, board = game.counter_of(unit), game.board
    side = _side(game, firer, unit)
    above = board.terrain(firer.hex).elevation > board.terrain(unit.hex).elevation
    near = firer.hex == unit.hex
    return {
        "dc-moving": int("motion" in unit.flags or not unit.known),
        "dc-thrown": int(how == "thrown"),
        "dc-afph": int(how == "thrown" and game.state.phase == "AFPh"),
        "dc-front": int(side == "front"),
        "dc-rear": int(side == "rear"),
        "dc-exposed": int(not item.open_topped and mounted.crew_exposed(game, unit)),
        "dc-immobile": int(bool(unit.flags & {"immobile", "bogged"})),
        "dc-open-topped": int(item.open_topped),
        "dc-bypass": int(near and bool(in_bypass(game.state, unit))),
        "dc-above": int(above) * (2 if item.open_topped else 1),
        "cx-firer": int("cx" in firer.flags),
    }


def _side(game: Game, firer: Unit, unit: Unit) -> mounted.Aspect:
    """D3.2: the side a charge is brought to; from the same hex the rear."""
    return "rear" if firer.hex == unit.hex else arcs.aspect(game, unit, firer.hex, "hull")


def kill_of(game: Game, firer: Unit, unit: Unit, position: Position, place: Place) -> Kill | None:
    """C7.346: the To Kill number of a charge that lies so; None if it does nothing to armor."""
    if position in ("poor", "-"):
        return None
    side = _side(game, firer, unit)
    found = to_kill.kill(game, Shell("DC"), unit, place, side, 0)
    aerial = mounted.aerial(game, unit)
    if position == "placed" or found.soft or aerial is None:
        return found
    more = (mounted.armor(game, unit, place, side) or 0) - aerial
    return replace(found, number=found.number + more, words=(*found.words, f"{more:+d} by its aerial AF (C7.12)"))


def kills(game: Game, firer: Unit, unit: Unit, how: How) -> list[tuple[float, Kill]]:
    """C7.346: every To Kill number that a Position DR may lead to, with its chance."""
    table = game.library.table("demolition.position")
    drm = sum(mod.value for mod in table.drm(_facts(game, firer, unit, how)))
    found = []
    for coloured, white in product(range(1, 7), repeat=2):
        place: Place = "turret" if coloured < white else "hull"
        kill = kill_of(game, firer, unit, table.value(coloured + white + drm), place)
        if kill is not None:
            found.append((1 / 36, kill))
    return found


def _at_armor(ctx: Context, unit: Unit, firer: Unit, title: str, how: How, column: int) -> None:
    """A23.6, C7.346: the Position DR of a DC, which also says where it lies, then its To Kill DR.

    Poorly positioned it only attacks a crew that can be hit.
    """
    facts = _facts(ctx.game, firer, unit, how)
    with ctx.rolls_for(firer.side):
        record = ctx.table("demolition.position", f"Position of the DC on {unit.id}", facts=facts)
    upper = len(record.dice) == 2 and record.dice[0] < record.dice[1]
    position: Position = record.result
    kill = kill_of(ctx.game, firer, unit, position, "turret" if upper else "hull")
    if kill is not None:
        effect, _ = to_kill.resolve(ctx, firer.side, f"To Kill {unit.id}, DC", kill, "C7.346")
        vehicles.suffer(ctx, unit, effect, f"{title}: {effect} (C7.346)")
    elif position == "poor" and mounted.exposed(ctx.game, unit):
        crew = Group((unit.id,), ())
        attack.resolve(ctx, IftAttack(firer.side, f"{title}: the crew of {unit.id}", unit.hex, column, (crew,)))


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
