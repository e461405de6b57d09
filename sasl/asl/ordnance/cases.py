"""The To Hit DRM of a shot, case by case (C5, C6): A to F of who fires, J to R of what is fired at.

Every case is worked out once, as a count for the table of To Hit DRM; `firer_mods` and `groups` give the DRM their
names, `firer_drm` and `drms` only add them up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sasl.asl import stacking
from sasl.asl.fire.drm import Cover, direct, hull_down
from sasl.asl.game.context import Game
from sasl.asl.game.depressions import in_culvert
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sight import hindrance_of, in_bypass, look
from sasl.asl.game.state import Unit
from sasl.asl.infantry import morale, prisoners
from sasl.asl.ordnance import arcs, bore_sight, guns, mounted, to_hit
from sasl.asl.ordnance.aim import Shot, inside, targets
from sasl.asl.terrain import smoke
from sasl.board.bypass import beside
from sasl.kernel.frozen import replace
from sasl.kernel.records import Modifier, ModifierKind


class FirerSide(NamedTuple):
    """What of the firer counts: the hexspines it turns over, whether it bounds, if NT twice inside, and the cases."""

    spines: int
    bounds: bool
    hard: bool
    facts: dict[str, int]


def firer_mods(game: Game, found: Shot) -> tuple[Modifier, ...]:
    """C5: the DRM of the firer's side and of the line: Cases A to I, L, N, R and the firer's own troubles."""
    side, turret = _firer_side(game, found), game.counter_of(found.firer).turret
    turn = to_hit.case_a(game, turret, side.spines, side.hard)
    mods = [turn] if turn else []
    if side.bounds:
        mods.append(to_hit.case_c(game, turret))
    mods += to_hit.drm(game, side.facts)
    mods += mounted.fire_leader(game, found.firer, found.weapon)
    if found.leader and morale.leadership(found.leader):
        mods.append(Modifier(f"{found.leader.id} directs", morale.leadership(found.leader), "A7.531", "leadership"))
    return tuple(mods)


def firer_drm(game: Game, found: Shot) -> int:
    """The sum of `firer_mods`."""
    side, turret = _firer_side(game, found), game.counter_of(found.firer).turret
    drm = to_hit.turning(game, turret, side.spines, side.hard) + to_hit.total(game, side.facts)
    drm += to_hit.bounding(game, turret) if side.bounds else 0
    drm += mounted.fire_leadership(game, found.firer, found.weapon)
    return drm + (morale.leadership(found.leader) if found.leader else 0)


def _firer_side(game: Game, found: Shot) -> FirerSide:
    firer, here = found.firer, found.firer.hex
    item = game.counter_of(firer)
    men = (guns.crew(game, firer) or firer) if firer.kind == "gun" else firer
    distance = game.board.distance(here, found.goal)
    hard = inside(game, here)
    bored = bore_sight.applies(game, game.state.weapons.get(found.weapon) or firer, found.goal)
    facts = {
        "case-d": int("pinned" in men.flags or mounted.pinned_at_arms(game, firer)),
        "case-f": int(found.intensive),
        "case-g": int(found.immobilize),
        "case-h": int(guns.captured(game, firer, found.weapon)),
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
    spines = found.turn.spines if firer.kind in ("gun", "vehicle") else 0
    bounds = _under_way(firer) or (_bounding(game, found) and game.state.phase in ("MPh", "AFPh"))
    return FirerSide(spines, bounds, hard, facts)


def _under_way(firer: Unit) -> bool:
    """Whether the firer is a vehicle in Motion."""
    return firer.kind == "vehicle" and "motion" in firer.flags


def _bounding(game: Game, found: Shot) -> bool:
    """C5.3: whether the firer is a vehicle that has entered a hex in its own Player Turn, or fires in its MPh."""
    firer = found.firer
    moved = "drove" in firer.flags or found.kind.name == "Bounding First Fire"
    return moved and firer.kind == "vehicle" and game.state.side == firer.side


def _of_range(game: Game, found: Shot, facts: dict[str, int], distance: int, hard: bool) -> None:
    """Case E in its own hex, Case L at one hex or two."""
    if distance == 0:
        answer = found.at is not None and arcs.answers_overrun(game, found.firer, found.at)  # D7.22
        facts["case-e"] = 0 if answer else 2 if hard else 1
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
    return mounted.is_moving_target(game, unit)


def _named(game: Game, facts: dict[str, int], cover: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """C6: the DRM of a target: Cases J, K, O, P and Q."""
    return (*to_hit.drm(game, facts), *(replace(mod, name=f"Case Q, {mod.name}") for mod in cover))


def _target_side(game: Game, found: Shot, unit: Unit) -> tuple[dict[str, int], Cover]:
    """The cases of one target, and what Case Q gives it."""
    guard = prisoners.with_whom(game, unit)
    facts = {"case-k": int(not guard.known)}
    sized = unit if unit.kind in (*VEHICLES, "gun") else game.state.gun_of(unit)
    if found.target != "Area" and sized is not None:
        facts["case-p"] = game.counter_of(sized).size
    if unit.kind in VEHICLES:
        facts |= _moving_vehicle(game, found, unit)
        tem = None if found.target != "Vehicle" else _vehicle_tem(game, unit)
        return facts, (tem,) if tem and not hull_down(game, unit, found.firer.hex) else ()
    if found.target == "Area":
        return facts, ()
    facts["overstacked-target"] = stacking.overstack(game, found.goal, unit.side)
    cover = direct(game, unit, found.firer.hex, found.kind)
    if not cover:
        return facts, cover
    facts |= {CASES[mod.kind]: 1 for mod in cover if mod.kind in CASES}
    return facts, tuple([mod for mod in cover if mod.kind not in CASES])


CASES: dict[ModifierKind, str] = {"ffmo": "case-j4", "ffnam": "case-j3", "hazardous": "case-o", "cavalry": "cavalry"}
"""The DRM against men that are cases of their own."""


def _moving_vehicle(game: Game, found: Shot, unit: Unit) -> dict[str, int]:
    """C6.1: Case J, J1 or J2 for a moving target (C.8)."""
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
    return Modifier(f"{best.id} TEM", best.tem, best.rule, "tem")


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
    return [(ids, (*common, *_named(game, facts, cover))) for ids, facts, cover in _alike(game, found)]


class Alike(NamedTuple):
    """Targets with the same To Hit DRM, in all `drm`, behind the same cover (Case Q)."""

    ids: tuple[str, ...]
    drm: int
    cover: Cover


def drms(game: Game, found: Shot, there: Sequence[Unit] | None = None) -> list[Alike]:
    """`groups` with the sum of their DRM; `there`: who is in the hex to be hit, if that is known."""
    common = firer_drm(game, found)
    return [
        Alike(ids, common + to_hit.total(game, facts) + sum([mod.value for mod in cover]), cover)
        for ids, facts, cover in _alike(game, found, there)
    ]


def _alike(
    game: Game, found: Shot, there: Sequence[Unit] | None = None
) -> list[tuple[tuple[str, ...], dict[str, int], Cover]]:
    """The targets of a shot in groups of the same cases and Case Q, the largest group first."""
    if found.target == "Vehicle" and found.at:
        return [((found.at.id,), *_target_side(game, found, found.at))]
    by: dict[object, tuple[list[str], dict[str, int], Cover]] = {}
    for unit in targets(game, found.firer, found.goal, found.kind) if there is None else there:
        if (found.target == "Infantry" and unit.kind in VEHICLES) or (found.gun.mortar and in_culvert(unit)):
            continue
        facts, cover = _target_side(game, found, unit)
        key = cover, *((case, times) for case, times in facts.items() if times)
        by.setdefault(key, ([], facts, cover))[0].append(unit.id)
    if found.target == "Area" or not by:
        every = tuple(key for same, _, _ in by.values() for key in same)
        those = [prisoners.with_whom(game, game.state.units[key]) for key in every]
        hidden = bool(those) and not any(unit.known for unit in those)
        return [(every, {"case-k": int(hidden)}, ())]
    ordered = sorted(by.values(), key=lambda group: -len(group[0]))
    return [(tuple(ids), facts, cover) for ids, facts, cover in ordered]
