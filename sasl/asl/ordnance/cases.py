"""The To Hit DRM of a shot, case by case (C5, C6): A to F of who fires, J to R of what is fired at."""

from __future__ import annotations

from dataclasses import replace

from sasl.asl import stacking
from sasl.asl.fire.drm import hull_down, motion_of, target_mods
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sight import hindrance_of, in_bypass, look
from sasl.asl.game.state import Unit
from sasl.asl.infantry import morale, prisoners
from sasl.asl.ordnance import bore_sight, guns, mounted, to_hit
from sasl.asl.ordnance.aim import Shot, captured, inside, targets
from sasl.asl.terrain import smoke
from sasl.asl.vehicles.depression import in_culvert
from sasl.board.bypass import beside
from sasl.kernel.records import Modifier


def firer_mods(game: Game, found: Shot) -> tuple[Modifier, ...]:
    """C5: the DRM of the firer's side and of the line: Cases A to I, L, N, R and the firer's own troubles."""
    firer, here = found.firer, found.firer.hex
    item = game.counter_of(firer)
    men = (guns.crew(game, firer) or firer) if firer.kind == "gun" else firer
    distance = game.board.distance(here, found.goal)
    hard = inside(game, here)
    mods: list[Modifier] = []
    turn = to_hit.case_a(game, item.turret, found.turn.spines, hard) if firer.kind in ("gun", "vehicle") else None
    if turn:
        mods.append(turn)
    if _under_way(firer) or (_bounding(game, found) and game.state.phase in ("MPh", "AFPh")):
        mods.append(to_hit.case_c(game, item.turret))
    bored = bore_sight.applies(game, game.state.weapons.get(found.weapon) or firer, found.goal)
    facts = {
        "case-d": int("pinned" in men.flags),
        "case-f": int(found.intensive),
        "case-g": int(found.immobilize),
        "case-h": int(captured(game, firer, found.weapon)),
        "case-i": int(firer.kind == "vehicle" and "buttoned" in firer.flags and not item.open_topped),
        "case-m": int(bored),
        "case-n": 0 if bored else acquired(game, found),
        "case-r": hindrance_of(game, here, found.goal),
        "cx-firer": int("cx" in men.flags),
        "encircled-firer": int("encircled" in men.flags or "encircled" in firer.flags),
        "stun-firer": int(mounted.STUNNED_BEFORE in firer.arms),
        "smoke-firer": int(bool(smoke.at(game, here)) and distance > 0),
        "overstacked-firer": stacking.overstack(game, here, firer.side),
    }
    _of_range(game, found, facts, distance, hard)
    _of_movement(game, found, facts, hard)
    mods += to_hit.drm(game, facts)
    if found.leader and morale.leadership(found.leader):
        mods.append(Modifier(f"{found.leader.id} directs", morale.leadership(found.leader), "A7.531", "leadership"))
    return tuple(mods)


def _under_way(firer: Unit) -> bool:
    """Whether the firer is a vehicle in Motion."""
    return firer.kind == "vehicle" and "motion" in firer.flags


def _bounding(game: Game, found: Shot) -> bool:
    """C5.3: whether the firer is a vehicle that has moved in its own Player Turn."""
    firer = found.firer
    moved = "moved" in firer.flags or found.kind.name == "Bounding First Fire"
    return moved and firer.kind == "vehicle" and game.state.side == firer.side


def _of_range(game: Game, found: Shot, facts: dict[str, int], distance: int, hard: bool) -> None:
    """Case E in its own hex, Case L at one hex or two."""
    if distance == 0:
        facts["case-e"] = 2 if hard else 1
    elif distance <= 2 and found.target != "Area" and not (found.at and _in_motion(game, found.at)):
        facts["case-l1" if distance == 1 else "case-l2"] = 1


def _of_movement(game: Game, found: Shot, facts: dict[str, int], hard: bool) -> None:
    """Case B of who moves or advances, or Case C3 of a LATW instead; Cases C1 and C2 of Bounding First Fire."""
    bounding = _bounding(game, found)
    if found.latw and found.kind.advancing:
        building = game.board.terrain(found.firer.hex).has("wooden-building", "stone-building")
        facts["case-c3-inside" if building else "case-c3"] = 1
    elif found.kind.advancing or bounding or _under_way(found.firer):
        facts["case-b"], facts["case-b-inside"] = 1, int(hard)
    if bounding and game.state.phase == "MPh":
        _late(game, found, facts)


def _late(game: Game, found: Shot, facts: dict[str, int]) -> None:
    """C5.33: Case C1 or C2 of Bounding First Fire at what came into LOS only during the last MP."""
    moving = game.state.moving
    if moving is None or found.firer.id not in moving.ids:
        return
    spent = found.firer.mf
    if moving.came_from and not look(game, moving.came_from, found.goal).exists:
        spent = moving.spent
    if spent <= game.figure("c2-mp"):
        facts["case-c2"] = 1
    elif spent <= game.figure("c1-mp"):
        facts["case-c1"] = 1


def _in_motion(game: Game, unit: Unit) -> bool:
    return unit.kind == "vehicle" and bool(unit.flags & {"motion", "moved"})


def target_side_mods(game: Game, found: Shot, unit: Unit) -> tuple[Modifier, ...]:
    """C6: the DRM of one target: Cases J, K, O, P and Q."""
    guard = prisoners.with_whom(game, unit)
    facts = {"case-k": int(not guard.known)}
    sized = unit if unit.kind in (*VEHICLES, "gun") else _its_gun(game, unit)
    if found.target != "Area" and sized is not None:
        facts["case-p"] = game.counter_of(sized).size
    if unit.kind in VEHICLES:
        facts |= _moving_vehicle(game, found, unit)
        tem = None if hull_down(game, unit, found.firer.hex) else _vehicle_tem(game, unit)
        return (*to_hit.drm(game, facts), *([tem] if tem and found.target == "Vehicle" else []))
    if found.target == "Area":
        return to_hit.drm(game, facts)
    facts["overstacked-target"] = stacking.overstack(game, found.goal, unit.side)
    motion = motion_of(game, game.state.moving, guard.id) if found.kind.moving else None
    here = found.firer.hex
    cases = {"ffmo": "case-j4", "ffnam": "case-j3", "hazardous": "case-o", "cavalry": "cavalry"}
    mods: list[Modifier] = []
    for mod in target_mods(game, unit, here, moving=motion, hindrance=hindrance_of(game, here, found.goal)):
        if mod.kind in cases:
            facts[cases[mod.kind]] = 1
        else:
            mods.append(replace(mod, name=f"Case Q, {mod.name}"))
    return (*to_hit.drm(game, facts), *mods)


def _its_gun(game: Game, unit: Unit) -> Unit | None:
    """The Gun a crew mans, whose size counts for its crew, too (C6.7)."""
    gun = game.state.units.get(unit.group) if unit.kind == "crew" else None
    return gun if gun and gun.kind == "gun" and gun.hex == unit.hex else None


def _moving_vehicle(game: Game, found: Shot, unit: Unit) -> dict[str, int]:
    """C6.1: Case J, J1 or J2 for a vehicle in motion, or that has moved in this Player Turn."""
    if not _in_motion(game, unit):
        return {}
    moving = game.state.moving
    if not found.kind.moving or moving is None or unit.id not in moving.ids:
        return {"case-j": 1}
    spent = unit.mf
    if moving.came_from and not look(game, found.firer.hex, moving.came_from).exists:
        spent = moving.spent
    if spent <= game.figure("j2-mp"):
        return {"case-j2": 1}
    return {"case-j1" if spent <= game.figure("j1-mp") else "case-j": 1}


def _vehicle_tem(game: Game, unit: Unit) -> Modifier | None:
    """C6.8: the TEM of the terrain a vehicle is in; works for men do not shelter it."""
    chart = game.board.chart
    here = game.board.terrain(unit.hex)
    terrains = beside(here) if in_bypass(game.state, unit) else here.terrains
    kinds = [chart.types[word] for word in terrains if word in chart.types]
    best = max((kind for kind in kinds if kind.tem > 0 and not kind.into), key=lambda kind: kind.tem, default=None)
    if best is None or unit.kind == "cupola":
        return None
    return Modifier(f"Case Q, {best.id} TEM", best.tem, best.rule, "tem")


def acquired(game: Game, found: Shot) -> int:
    """C6.5: how far this weapon has acquired its target (0, 1 or 2); nothing after it has moved."""
    held = game.state.acquired.get(found.key)
    if held is None or "moved" in found.firer.flags:
        return 0
    same = held.target == found.at.id if found.at else held.target == found.goal
    return abs(held.level) if same or held.target == found.goal else 0


def groups(game: Game, found: Shot) -> list[tuple[tuple[str, ...], tuple[Modifier, ...]]]:
    """The targets of a shot in groups of the same DRM: (ids, all To Hit DRM); the largest group first."""
    common = firer_mods(game, found)
    if found.target == "Vehicle" and found.at:
        return [((found.at.id,), (*common, *target_side_mods(game, found, found.at)))]
    by: dict[tuple[Modifier, ...], list[str]] = {}
    for unit in targets(game, found.firer, found.goal, found.kind):
        if (found.target == "Infantry" and unit.kind in VEHICLES) or (found.gun.mortar and in_culvert(unit)):
            continue
        by.setdefault(target_side_mods(game, found, unit), []).append(unit.id)
    if found.target == "Area" or not by:
        those = [prisoners.with_whom(game, game.state.units[key]) for ids in by.values() for key in ids]
        hidden = bool(those) and not any(unit.known for unit in those)
        ids = tuple(key for same in by.values() for key in same)
        return [(ids, (*common, *to_hit.drm(game, {"case-k": int(hidden)})))]
    ordered = sorted(by.items(), key=lambda pair: -len(pair[1]))
    return [(tuple(ids), (*common, *mods)) for mods, ids in ordered]
