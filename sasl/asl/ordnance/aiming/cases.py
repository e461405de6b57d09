"""The To Hit DRM of a shot, case by case (C5, C6): A to F of who fires, J to R of what is fired at.

Every case is worked out once, as a count for the table of To Hit DRM; `firer_mods` and `groups` give the DRM their
names, `_firer_drm` and `drms` only add them up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sasl.asl import stacking
from sasl.asl.fire.drm import direct, motion_of
from sasl.asl.fire.hindrances import by_name
from sasl.asl.fire.opportunity import at_dash
from sasl.asl.fire.tem import Cover, Indirect, height_tem, hexside_tem, hull_down
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.depressions import in_culvert, wades
from sasl.asl.game.los.screens import hulk, hulks_of
from sasl.asl.game.los.sight import hindrance_of, in_bypass, look
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Moving
from sasl.asl.infantry import prisoners
from sasl.asl.infantry.morale import leadership
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming import arcs, bore_sight, to_hit
from sasl.asl.ordnance.aiming.aim import Shot, targets
from sasl.asl.ordnance.aiming.bearing import inside, turns_hard
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.terrain import pillboxes, smoke
from sasl.board.bypass_line import beside
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier, ModifierKind


class FirerSide(NamedTuple):
    """What of the firer counts: the hexspines it turns over, whether it bounds, if turning is hard, and the cases."""

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
    if found.leader and leadership.drm(found.leader):
        mods.append(Modifier(f"{found.leader.id} directs", leadership.drm(found.leader), "A7.531", "leadership"))
    return by_name(game, tuple(mods), (found.firer.hex,), found.goal)


def _firer_drm(game: Game, found: Shot) -> int:
    """The sum of `firer_mods`."""
    side, turret = _firer_side(game, found), game.counter_of(found.firer).turret
    drm = to_hit.turning(game, turret, side.spines, side.hard) + to_hit.total(game, side.facts)
    drm += to_hit.bounding(game, turret) if side.bounds else 0
    drm += mounted.fire_leadership(game, found.firer, found.weapon)
    return drm + (leadership.drm(found.leader) if found.leader else 0)


def _firer_side(game: Game, found: Shot) -> FirerSide:
    firer, here = found.firer, found.firer.hex
    item = game.counter_of(firer)
    men = (guns.crew(game, firer) or firer) if firer.kind == "gun" else firer
    distance = game.board.distance(here, found.goal)
    hard = inside(game, firer)
    bored = distance > 0 and bore_sight.applies(game, game.state.weapons.get(found.weapon) or firer, found.goal)
    pinned = "pinned" in men.flags or mounted.pinned_at_arms(game, firer) or _spotter_pinned(found)
    facts = {
        "case-d": pinned + (firer.personnel and wades(game, firer)),  # C5.4
        "case-f": int(found.intensive),
        "case-g": int(found.immobilize),
        "case-h": guns.captured(game, firer, found.weapon),
        "case-i": int(firer.kind == "vehicle" and "buttoned" in firer.flags and not item.open_topped),
        "case-m": int(bored),
        "case-r": hindrance_of(game, found.eye, found.goal) + _in_the_way(game, found),
        "cx-firer": int("cx" in men.flags),
        "wire-firer": int("on-wire" in men.flags),
        "encircled-firer": int("encircled" in men.flags or "encircled" in firer.flags),
        "stun-firer": int(mounted.STUNNED_BEFORE in firer.arms),
        "smoke-firer": int(bool(smoke.at(game, found.eye))),
        "spotted": int(found.spotter is not None),
        "hero": int(firer.heroic and (bool(found.latw) or found.weapon in game.state.weapons)),
        "hero-mg": int(firer.heroic and found.mate is None and (found.latw == "PSK" or found.ammo == "MG")),
        "overstacked-firer": stacking.overstack(game, here, firer.side),
    }
    _of_range(game, found, facts, distance, hard)
    _of_movement(game, found, facts, hard)
    spines = found.turn.spines if firer.kind in ("gun", "vehicle") else 0
    bounds = _under_way(firer) or (_bounding(game, found) and game.state.phase in ("MPh", "AFPh"))
    return FirerSide(spines, bounds, turns_hard(game, firer), facts)


def _in_the_way(game: Game, found: Shot) -> int:
    """C5.5: the Hindrance of a wreck or another AFV to a shot within the hex, once, as across a hex (D9.4)."""
    here, ends = found.firer.hex, {found.firer.id, found.at.id if found.at else ""}
    if here != found.goal:
        return 0
    others = (unit for unit in game.state.units_at(here) if unit.id not in ends)
    third = hulks_of(game).get(here) == "wreck" or any(hulk(game, unit) for unit in others)
    return game.figure("wreck-hindrance") if third else 0


def _spotter_pinned(found: Shot) -> bool:
    """C9.3: a pinned Spotter pins the mortar he spots for."""
    return found.spotter is not None and "pinned" in found.spotter.flags


def _under_way(firer: Unit) -> bool:
    """Whether the firer is a vehicle in Motion."""
    return firer.kind == "vehicle" and "motion" in firer.flags


def _bounding(game: Game, found: Shot) -> bool:
    """C5.3: whether the firer is a vehicle that has entered a hex in its own Player Turn, or fires in its MPh."""
    firer = found.firer
    moved = "drove" in firer.flags or found.kind.name == "Bounding First Fire"
    return moved and firer.kind == "vehicle" and game.state.side == firer.side


def _of_range(game: Game, found: Shot, facts: dict[str, int], distance: int, hard: bool) -> None:
    """Case E in its own hex, Case L at one hex or two: not of a LATW with a To Hit table of its own, nor in Motion."""
    if distance == 0:
        answer = found.at is not None and arcs.answers_overrun(game, found.firer, found.at)  # D7.22
        facts["case-e"] = 0 if answer else 2 if hard else 1
    elif distance <= 2 and found.target != "Area" and found.latw in ("", "ATR"):
        moving = _under_way(found.firer) or (found.at is not None and _under_way(found.at))
        facts["case-l1" if distance == 1 else "case-l2"] = int(not moving)


def _of_movement(game: Game, found: Shot, facts: dict[str, int], hard: bool) -> None:
    """Case B of who moves or advances, or Case C3 of a LATW instead; Cases C1 and C2 of Bounding First Fire."""
    bounding = _bounding(game, found)
    if found.latw:
        facts["case-c3"] = int(found.kind.advancing) + int(found.shelter == "outside")
    elif found.kind.advancing or bounding or _under_way(found.firer):
        facts["case-b"], facts["case-b-inside"] = 1, int(hard)
    if bounding and game.state.phase == "MPh":
        _late(game, found, facts)


def _late(game: Game, found: Shot, facts: dict[str, int]) -> None:
    """C5.33: Case C1 or C2 of Bounding First Fire at what came into LOS only during the last MP."""
    moving = game.state.moving
    if moving is None or found.firer.id not in moving.ids:
        return
    spent = _mp_in_sight(game, moving, found.firer, found.goal)
    if spent is None:
        return
    if spent <= game.figure("c2-mp"):
        facts["case-c2"] = 1
    elif spent <= game.figure("c1-mp"):
        facts["case-c1"] = 1


def _mp_in_sight(game: Game, moving: Moving, vehicle: Unit, place: str) -> float | None:
    """C5.33, C6.15: the MP a vehicle that moves has spent in continuous LOS of a hex; None: from before its MPh on."""
    if sum(mp for _, mp in moving.trail) < vehicle.mf:  # its way is not known
        unseen = moving.came_from and not look(game, moving.came_from, place).exists
        return moving.spent if unseen else vehicle.mf
    spent = 0.0
    for name, mp in reversed(moving.trail):
        if not name or (name != place and not look(game, name, place).exists):
            return spent
        spent += mp
    return None


def _named(game: Game, facts: dict[str, int], cover: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """C6: the DRM of a target: Cases J, K, O, P and Q."""
    return (*to_hit.drm(game, facts), *(replace(mod, name=f"Case Q, {mod.name}") for mod in cover))


def _target_side(game: Game, found: Shot, unit: Unit) -> tuple[dict[str, int], Cover]:
    """The cases of one target, and what Case Q gives it."""
    guard = prisoners.with_whom(game, unit)
    boxed = pillboxes.around(game, unit) is not None
    facts = {"case-k": int(not guard.known and not boxed), "case-n": acquired(game, found, guard)}  # B30.7
    sized = unit if unit.kind in (*VEHICLES, "gun") else game.state.gun_of(unit)
    if sized is not None and not boxed:  # B30.32
        facts["case-p"] = game.counter_of(sized).size
    area = found.target == "Area"
    if unit.kind in VEHICLES:
        facts |= _moving_vehicle(game, found, unit)
        tem = None if area else vehicle_tem(game, unit, found.firer.hex)
        return facts, (tem,) if tem else ()
    facts["overstacked-target"] = stacking.overstack(game, found.goal, unit.side)
    dashes = at_dash(game, found.kind)  # A4.63: Case J, and neither J3 nor J4
    facts["case-j"] = int(dashes)
    cover = direct(game, unit, found.eye, found.kind, shield=False)
    if not cover:
        return facts, cover
    still = dashes or found.goal == found.firer.hex
    facts |= {CASES[mod.kind]: 1 for mod in cover if mod.kind in CASES and not (still and mod.kind in MOVES)}
    rest = [mod for mod in cover if mod.kind not in CASES]
    rest = [mod for mod in rest if mod.kind != "pillbox" or not pierces(game, found, mod.value)]
    return facts, () if area else tuple([mod for mod in rest if mod.kind not in EFFECT_ONLY])


def pierces(game: Game, found: Shot, tem: int) -> bool:
    """B30.35: whether AP meets no TEM of so much in a pillbox: its Basic To Kill number is more than twice that."""
    return found.ammo in ("AP", "APCR") and to_kill.armored(game.library, found.shell) > 2 * tem


CASES: dict[ModifierKind, str] = {"ffmo": "case-j4", "ffnam": "case-j3", "hazardous": "case-o", "cavalry": "cavalry"}
"""The DRM against men that are cases of their own."""
MOVES: tuple[ModifierKind, ...] = ("ffmo", "ffnam")
"""Those that go neither with Case E nor with a Dash (C5.5, A4.63)."""
EFFECT_ONLY: tuple[ModifierKind, ...] = ("flamethrower",)
"""What goes into the effect DR of every hit, and no To Hit DR (A22.4)."""


def _moving_vehicle(game: Game, found: Shot, unit: Unit) -> dict[str, int]:
    """C6.1: Case J, J1 or J2 for a moving target (C.8)."""
    if not mounted.is_moving_target(game, unit):
        return {}
    moving = game.state.moving
    if not found.kind.moving or moving is None or unit.id not in moving.ids:
        return {"case-j": 1}
    spent = _mp_in_sight(game, moving, unit, found.firer.hex)
    if spent is None:
        return {"case-j": 1}
    if spent <= game.figure("j2-mp"):
        return {"case-j2": 1}
    return {"case-j1" if spent <= game.figure("j1-mp") else "case-j": 1}


def vehicle_tem(game: Game, unit: Unit, from_hex: str, indirect: Indirect = "") -> Modifier | None:
    """C6.8, B9.3: the TEM of the terrain a vehicle is in, or of the hedge before it; nothing beside Hull Down. Without
    any, Height Advantage (D4.22).

    Works for men do not shelter it, nor woods from what falls into them (C1.52).
    """
    if not indirect and from_hex and hull_down(game, unit, from_hex):
        return None
    sides = hexside_tem(game, unit, from_hex, indirect, moves="moved" in unit.flags) if from_hex or indirect else []
    found = (*sides, *_terrain_tem(game, unit, indirect))
    if not found and not indirect and from_hex and unit.kind == "vehicle":
        found = height_tem(game, unit, from_hex, motion_of(game, game.state.moving, unit.id))
    return max(found, key=lambda mod: mod.value, default=None)


def _terrain_tem(game: Game, unit: Unit, indirect: Indirect) -> tuple[Modifier, ...]:
    chart = game.board.chart
    here = game.board.terrain(unit.hex)
    terrains = beside(here) if in_bypass(game.state, unit) else here.terrains
    kinds = [chart.types[word] for word in terrains if word in chart.types and not (indirect and word == "woods")]
    best = max((kind for kind in kinds if kind.tem > 0 and not kind.into), key=lambda kind: kind.tem, default=None)
    if best is None or unit.kind == "cupola":
        return ()
    return (Modifier(f"{best.id} TEM", best.tem, best.rule, "tem"),)


def acquired(game: Game, found: Shot, target: Unit | None = None) -> int:
    """C6.5: how far this weapon has acquired its target (0, 1 or 2); nothing after it has moved.

    Bore Sighting goes before it, and Deliberate Immobilization does without. One who is concealed is acquired by the
    Area type alone (C6.57).
    """
    held = game.state.acquired.get(found.key)
    if held is None or found.immobilize or "moved" in found.firer.flags:
        return 0
    if target is not None and not target.known and found.target != "Area":
        return 0
    if bore_sight.applies(game, game.state.weapons.get(found.weapon) or found.firer, found.goal):
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
    common = _firer_drm(game, found)
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
    every = targets(game, found.firer, found.goal, found.kind) if there is None else there
    if found.target == "Infantry":
        every = pillboxes.in_one_location(game, every, boxed=found.boxed)
    for unit in every:
        if (found.target == "Infantry" and mounted.armored(game, unit)) or (found.gun.mortar and in_culvert(unit)):
            continue
        facts, cover = _target_side(game, found, unit)
        key = cover, *((case, times) for case, times in facts.items() if times)
        by.setdefault(key, ([], facts, cover))[0].append(unit.id)
    if found.ammo == "smoke" or not by:
        ids = tuple(key for same, _, _ in by.values() for key in same)
        those = [prisoners.with_whom(game, game.state.units[key]) for key in ids]
        seen = [unit for unit in those if "hidden" not in unit.flags]
        unknown = bool(seen) and not any(unit.known for unit in seen)
        return [(ids, {"case-k": int(unknown), "case-n": acquired(game, found)}, ())]
    ordered = sorted(by.values(), key=lambda group: -len(group[0]))
    return [(tuple(ids), facts, cover) for ids, facts, cover in ordered]
