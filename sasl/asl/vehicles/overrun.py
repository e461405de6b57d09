"""Overruns (D7): what a vehicle's weapons are worth when it drives over them, the attack, and what may answer it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sasl.asl.fire import drm, ift
from sasl.asl.fire.attack import Group, IftAttack, preview_of, resolve
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted, weapon_use
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.preview import chances_text
from sasl.asl.terrain import smoke
from sasl.asl.vehicles import riders
from sasl.board.movement_cost import is_open
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import listed


def targets(game: Game, vehicle: Unit, name: str) -> list[Unit]:
    """What a vehicle can overrun in a hex: everything of the other side but who is in a pillbox (D7.1) and AFV on which
    nobody is Vulnerable (D7.12). Who is aboard suffers with what carries him.
    """
    others = [unit for unit in game.state.units_at(name) if unit.side != vehicle.side and unit.kind != "aircraft"]
    if game.state.markers_at(name, "pillbox"):
        others = [unit for unit in others if "dug-in" not in unit.flags]
    return [unit for unit in others if not unit.carrier and (not mounted.armored(game, unit) or _open_to(game, unit))]


def _open_to(game: Game, afv: Unit) -> bool:
    """D7.12: whether an Overrun finds a crew that is CE on an AFV, or Riders."""
    crew = mounted.crew_exposed(game, afv) and mounted.weapons(game, afv)
    return bool(crew or riders.aboard(game, afv))


def weapons(game: Game, vehicle: Unit) -> dict[str, Fraction]:
    """The FP each working MG and IFE adds: tripled as TPBF, halved as Bounding First Fire; no RMG (D7.11)."""
    item, found = game.counter_of(vehicle), {}
    factor = Fraction(game.figure("tpbf"), 2)
    for mount, fp in item.mgs.items():
        if mount != "RMG" and _serves(game, vehicle, mount):
            found[str(mount)] = fp * factor
    main = mounted.ordnance(game, item)
    if main and main.ife and _serves(game, vehicle, "MA"):
        found["MA"] = main.ife * factor
    if item.flame and _serves(game, vehicle, "FT"):
        found["FT"] = Fraction(item.flame)
    return found


def _serves(game: Game, vehicle: Unit, weapon: str) -> bool:
    """Whether a weapon works, is manned and may fire."""
    idle = mounted.unmanned(game, vehicle, weapon) or mounted.cramped(game, vehicle, weapon)
    return not mounted.broken(vehicle, weapon) and not idle


def base(game: Game, vehicle: Unit) -> tuple[int, str]:
    """The FP of the vehicle itself, and why: unarmored, AFV, or AFV whose MA is a Gun that fires (D7.11)."""
    if not mounted.armored(game, vehicle):
        return game.figure("overrun-soft"), "unarmored vehicle"
    main = mounted.ordnance(game, game.counter_of(vehicle))
    if main and not main.ife and not main.mortar and _serves(game, vehicle, "MA"):
        return game.figure("overrun-gun"), "AFV with its MA"
    return game.figure("overrun-afv"), "AFV"


def firepower(game: Game, vehicle: Unit) -> Fraction:
    """D7.11: the FP of an Overrun, before halving for concealment."""
    return base(game, vehicle)[0] + sum(weapons(game, vehicle).values(), Fraction(0))


def attack_of(game: Game, vehicle: Unit, name: str) -> IftAttack:
    """D7.11-7.16: the Overrun of the targets in a hex, before its dice; column 0 if its FP are too few."""
    victims = targets(game, vehicle, name)
    halved = "bogged" in vehicle.flags or "immobile" in vehicle.flags
    fp = firepower(game, vehicle) / (2 if halved else 1)
    own, why = base(game, vehicle)
    parts = ", ".join(f"{key} {float(value):g}" for key, value in weapons(game, vehicle).items())
    words = [f"{float(fp):g} FP: {own} ({why})", parts, "halved: it is stuck" if halved else ""]
    groups = tuple(_groups(game, victims, name, fp, _crew(vehicle)))
    title = f"{vehicle.id} overruns {listed((unit.id for unit in victims), 6)} in {name}"
    return IftAttack(vehicle.side, title, name, groups[0].column or 0, groups, (", ".join(filter(None, words)),))


def odds(game: Game, vehicle: Unit, name: str) -> str:
    """D7.11: what an Overrun there would do, in words."""
    attack = attack_of(game, vehicle, name)
    return chances_text(preview_of(game, attack).expected) if attack.column else "too few FP for the IFT (A7.1)"


def overrun(ctx: Context, vehicle: Unit, name: str) -> None:
    """D7: the Overrun of what is in the hex, its breakdown, and who may answer with Reaction Fire."""
    victims = targets(ctx.game, vehicle, name)
    if not victims:
        return
    attack = attack_of(ctx.game, vehicle, name)
    ctx.emit(ev.Fired((vehicle.id,), (), name, "Overrun"))
    if not attack.column:
        ctx.tell(f"{attack.title}: too few FP for the IFT (A7.1).")
        return
    result = resolve(ctx, attack)
    _breakdown(ctx, vehicle.id, result.original)
    _reaction(ctx, vehicle.id, [unit.id for unit in victims], name)


def _crew(vehicle: Unit) -> tuple[Modifier, ...]:
    """D7.16, D5.34: what an armor leader gives, and what an earlier Stun costs."""
    stunned = mounted.STUNNED_BEFORE in vehicle.arms
    return (*mounted.armor_leader(vehicle, "D7.16"), *([Modifier("crew was stunned", 1, "D5.34")] if stunned else []))


def _groups(game: Game, victims: Sequence[Unit], name: str, fp: Fraction, crew: tuple[Modifier, ...]) -> list[Group]:
    """The targets by their DRM, Known ones first; concealed ones take half the FP (A12.13)."""
    found: dict[tuple[tuple[Modifier, ...], bool], list[str]] = {}
    for unit in victims:
        mods = (*modifiers(game, unit, name), *crew)
        found.setdefault((mods, "concealed" in unit.flags), []).append(unit.id)
    return [
        Group(tuple(ids), mods, ift.column_of(game, fp / 2 if hidden else fp))
        for (mods, hidden), ids in sorted(found.items(), key=lambda item: item[0][1])
    ]


def modifiers(game: Game, unit: Unit, name: str) -> tuple[Modifier, ...]:
    """D7.15: TEM of the Location, entrenchments better than else, -1 in any Open Ground; +2 vs a moving vehicle."""
    if unit.kind == "vehicle":
        motion = Modifier("in Motion", game.figure("overrun-motion"), "D7.12", "motion")
        return (motion,) if "motion" in unit.flags else ()
    wrecks = game.state.markers_at(name, "wreck")
    mods = [mod for mod in drm.target_mods(game, unit, "") if wrecks or mod.kind != "wreck"]
    deep = game.figure("entrenchment-oba-tem")
    mods = [replace(mod, value=deep) if mod.kind == "entrenchment" else mod for mod in mods if mod.kind != "crest"]
    if veil := smoke.at(game, name) + smoke.inside(game, name):
        mods.append(Modifier("SMOKE", veil, "D7.15", "hindrance"))
    if is_open(game.board, name):
        mods.append(Modifier("FFMO, Overrun in Open Ground", game.figure("ffmo"), "D7.15", "ffmo"))
    return tuple(mods)


def _breakdown(ctx: Context, vehicle_id: str, original: int) -> None:
    """D7.17: an Original DR of the B# of weapons that took part breaks one of them, a 12 any; where none took part, a
    12 immobilizes the vehicle.
    """
    vehicle = ctx.state.units.get(vehicle_id)
    if vehicle is None:
        return
    used = [*weapons(ctx.game, vehicle)]
    if base(ctx.game, vehicle)[0] == ctx.figure("overrun-gun"):
        used.append("MA")
    if able := [name for name in dict.fromkeys(used) if original >= _breaks_on(ctx.game, vehicle, name)]:
        weapon_use.breaks(ctx, vehicle, ctx.pick(able, "which weapon breaks down (A9.71)"), original)
    elif not used and original >= ctx.figure("overrun-breakdown"):
        vehicle_hits.immobilize(ctx, vehicle, f"Original {original} in its Overrun (D7.17)", attack=False)


def _breaks_on(game: Game, vehicle: Unit, weapon: str) -> int:
    """D3.7, D3.71: the B# of a weapon: that of the MA, one less with Low Ammo; 12 of the others."""
    own = game.counter_of(vehicle).breakdown if weapon == "MA" else None
    return (own or game.figure("overrun-breakdown")) - int(weapon == "MA" and mounted.LOW_AMMO in vehicle.arms)


def _reaction(ctx: Context, vehicle_id: str, ids: Sequence[str], name: str) -> None:
    """D7.2: who may, and who must, answer with Reaction Fire."""
    units = ctx.state.present(ids)
    able = [unit for unit in units if unit.infantry and unit.good_order and "disarmed" not in unit.flags]
    must = [unit.id for unit in able if "final" in unit.flags]
    may = [unit.id for unit in able if unit.id not in must and "pinned" not in unit.flags]
    if must:
        ctx.tell(
            f"{listed(must)} must use FPF Reaction Fire at {vehicle_id}: fire … or react … (D7.212, D7.221).",
            stop=True,
            hexes=(name,),
        )
    if may:
        ctx.tell(
            f"{listed(may)} may use Reaction Fire at {vehicle_id}: fire … or react … (D7.21, D7.22).",
            stop=True,
            hexes=(name,),
        )
