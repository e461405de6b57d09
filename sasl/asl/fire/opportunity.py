"""Which kind of fire a unit may use now, and at what price (A3, A7.2, A8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Literal

from sasl.asl import cavalry
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import HORSE, SMC, VEHICLES
from sasl.asl.game.los.adjacency import is_adjacent
from sasl.asl.game.los.depressions import in_culvert, in_gully, sees_from_culvert, unseen_below, wades
from sasl.asl.game.los.doubts import might_see
from sasl.asl.game.los.sight import look, too_low
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import State, Unit, Weapon
from sasl.asl.game.under_way import Moving
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import guns, mounted
from sasl.asl.terrain import pillboxes
from sasl.board.hexes import in_arc, parse_hex, vertex_names
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo
from sasl.kernel.transaction import allows

CANNOT_FIRE = {
    "broken": "is broken (A10.4)",
    "ti": "is TI (A4.8)",
    "prep": "has Prep Fired (A7.2)",
    "melee": "is in Melee (A11.15)",
    "prisoner": "is a prisoner (A20)",
    "disarmed": "is unarmed (A20.5)",
    "shocked": "is Shocked (C7.4)",
    "stunned": "is Stunned (D5.34)",
    "abandoned": "is Abandoned (D5.4)",
    "routed": "has routed (A10.5)",
    "panicked": "has Panicked (S6.21)",
}
"""The states in which a unit may not fire, and why."""


NARROW = ("woods", "rubble", "building")
"""The terrain out of which a heavy MG does not swing round (A9.21)."""


class Opportunity(Frozen):
    """A kind of fire: its name, the counter it puts on a firer, how often FP is halved, and its limits.

    `rof`: multiple ROF is possible. `sustained`: a MG fires with its B# lowered (A8.3). `check`: the IFT DR is
    also the firer's NMC (A8.31). `normal_range`: not beyond it. `moving`: only at the units that move now. `short`: its
    name among other kinds of Defensive First Fire. `charging`: from the saddle, and not halved for it (A13.6).
    """

    name: str
    flag: Literal["", "prep", "first", "final"]
    halvings: int = 0
    rof: bool = True
    sustained: bool = False
    check: bool = False
    normal_range: bool = False
    moving: bool = False
    advancing: bool = False
    short: str = ""
    charging: bool = False

    @property
    def marks(self) -> str:
        """Why its counter goes on a firer: the kind of fire, where the counter's name does not say it.

        The counter of Prep Fire also marks Advancing Fire (A7.24) and Opportunity Fire (A7.25), that of Final Fire
        Subsequent First Fire (A8.3): `now under a Prep Fire counter: Advancing Fire`.
        """
        plain = {"prep": "Prep Fire", "first": "First Fire", "final": "Final Fire"}.get(self.flag, self.name)
        return "fires" if plain in self.name else self.name


PREP = Opportunity("Prep Fire", "prep")
BOUNDING = Opportunity("Bounding First Fire", "", halvings=1)
FIRST = Opportunity("Defensive First Fire", "first", moving=True, short="First Fire")
SUBSEQUENT = Opportunity(
    "Subsequent First Fire", "final", 1, False, True, normal_range=True, moving=True, short="Subsequent"
)
PROTECTIVE = Opportunity("Final Protective Fire", "final", 1, False, True, True, normal_range=True, moving=True)
FINAL = Opportunity("Final Fire", "final")
FINAL_ADJACENT = Opportunity("Final Fire of a First Firer", "final", 1, False, True)
CHARGE = Opportunity("Cavalry charge", "", rof=False, charging=True)
ADVANCING = Opportunity("Advancing Fire", "prep", 1, False, advancing=True)
HELD = Opportunity("Opportunity Fire", "prep")


def opportunity(game: Game, unit: Unit, goal: str, weapon: Weapon | None = None) -> Opportunity:
    """The kind of fire `unit` (or the SW it mans) may use now at the hex `goal`. Refused with the rule if none."""
    state = game.state
    if not unit.hex:
        raise Refused(f"{unit.id} is not on the map (A7.1)")
    flags = weapon.flags if weapon else unit.flags
    if unit.kind in (*VEHICLES, "gun"):
        flags = flags - {"prep", "first", "final"}  # their weapons are used up one by one (ArmsChanged: "MA spent")
    bars = ((unit.flags - {"prep"}) | (flags & {"prep"})) & CANNOT_FIRE.keys()
    for flag in (flag for flag in CANNOT_FIRE if flag in bars) if bars else ():
        if flag != "panicked" or not _at_bay(game, unit, goal):
            raise Refused(f"{unit.id} {_has_fired(state, unit) if flag == 'prep' else CANNOT_FIRE[flag]}")
    if "berserk" in unit.flags and state.phase == "PFPh":
        raise Refused(f"{unit.id} is berserk and must charge: it never fires in the PFPh (A15.432)")
    if weapon:
        _usable(game, unit, weapon)
        cavalry.may_use(game, unit, weapon)
    if unit.personnel and prisoners.is_burdened(game, unit):
        raise Refused(f"{unit.id} guards too many prisoners to fire or use a SW (A20.52)")
    if goal != unit.hex and (near := beset_by(game, unit)):
        raise Refused(f"{unit.id} cannot fire out of its Location while the Known enemy {near} is in it (A7.212)")
    if in_culvert(unit) and not sees_from_culvert(game.board, unit.hex, goal):
        raise Refused(f"{unit.id} is IN the Culvert and sees only the adjacent gully hexes (OtO 3.1)")
    if why := too_low(game, unit, goal):
        raise Refused(why)
    if ca := pillboxes.blind_to(game, unit, goal):
        raise Refused(f"{unit.id} is in a pillbox that faces {ca}: {goal} is outside its CA (B30.2)")
    if weapon and unit.personnel and game.counter_of(weapon).silent_after_move and (place := _unsteady(game, unit)):
        raise Refused(f"{unit.id} is in {place}: only LMG, FT, DC and LATW can be used there (B16.32, B20.95)")
    fires_again = state.phase == "MPh" or (weapon is not None and "first" in weapon.flags & unit.flags)
    if weapon and "final" in unit.flags and fires_again:
        flags = flags | {"final"}  # A8.3-8.4: a First Firer and its SW fire once more in one attack, FPF as well
    kind = _attacker(state, unit) if state.side == unit.side else _defender(game, unit, goal, flags)
    if weapon and not _in_field_of_fire(game, unit, weapon, goal):
        raise Refused(
            f"{weapon.id} has fired from {unit.hex} in this phase and keeps that CA; {goal} is outside it (A9.21)"
        )
    if weapon and kind.sustained and unit.kind in SMC and is_mg(game, weapon):
        raise Refused(f"{unit.id} is a lone SMC and cannot use Sustained Fire with {weapon.id} (A9.3)")
    if kind.moving:
        _shots_left(game, unit, weapon, again=kind.sustained)
    if weapon and kind.advancing and "moved" in unit.flags and game.counter_of(weapon).silent_after_move:
        raise Refused(f"{unit.id} has moved: in the AFPh only its LMG, FT and LATW may fire, not {weapon.id} (A4.41)")
    return kind


def _unsteady(game: Game, unit: Unit) -> str:
    """B16.32, B20.6, B20.95: where it stands that heavy SW are not used there, or ""."""
    return "Crest status" if "crest" in unit.flags else "marsh or stream" if wades(game, unit) else ""


def beset_by(game: Game, unit: Unit) -> str:
    """A7.212: a Known enemy unit in the Location of a unit, to which it then confines its fire; "" if there is none.

    What has neither arms nor armor does not count, nor who is in another Location of the hex: a pillbox, a gully.
    """
    here = game.state.units_at(unit.hex, opponent(unit.side)) if unit.hex else ()
    return next((other.id for other in here if _binds(game, unit, other)), "")


def _binds(game: Game, unit: Unit, enemy: Unit) -> bool:
    if not enemy.known or enemy.flags & {"prisoner", "abandoned"} or enemy.kind in ("gun", "aircraft", HORSE):
        return False
    if any(state in unit.flags ^ enemy.flags for state in ("in-gully", "in-culvert")):
        return False
    if pillboxes.around(game, unit) != pillboxes.around(game, enemy):
        return False
    return enemy.kind != "vehicle" or mounted.armored(game, enemy) or bool(mounted.weapons(game, enemy))


def _has_fired(state: State, unit: Unit) -> str:
    """A7.2: what a Prep Fire counter says of its unit: in the AFPh it marks the fire of that phase as well."""
    if state.phase != "AFPh":
        return CANNOT_FIRE["prep"]
    if "opportunity" in unit.flags:
        return "has used its Opportunity Fire (A7.25)"
    if "moved" in unit.flags:
        return "has used its Advancing Fire (A7.24)"
    return "has Prep Fired or used Advancing Fire (A7.2)"


def is_mg(game: Game, weapon: Weapon) -> bool:
    """Whether a SW fires on the IFT like small arms: a MG."""
    item = game.counter_of(weapon)
    return item.kind == "sw" and bool(item.rof) and bool(item.fp) and not item.ma


def is_atr(game: Game, weapon: Weapon) -> bool:
    """C13.24: whether a SW is an ATR, which fires at men like small arms."""
    item = game.counter_of(weapon)
    return item.kind == "sw" and item.fp == 1 and not item.rof and not item.ma


def _in_field_of_fire(game: Game, unit: Unit, weapon: Weapon, goal: str) -> bool:
    """A9.21: whether a SW may fire at a hex after its shots of this phase: out of woods, rubble and buildings a MMG or
    HMG goes on only inside one CA, and at its own Location.
    """
    before = game.state.aimed.get(weapon.id)
    if not before or goal == unit.hex or not game.counter_of(weapon).silent_after_move or not is_mg(game, weapon):
        return True
    if not any(word in terrain for terrain in game.board.terrain(unit.hex).terrains for word in NARROW):
        return True
    here, aims = parse_hex(unit.hex), [parse_hex(name) for name in (*before, goal) if name != unit.hex]
    return any(all(in_arc(here, vertex, aim) for aim in aims) for vertex in vertex_names(here))


def silenced(game: Game, unit: Unit) -> list[Weapon]:
    """A4.41: the working SW of a unit that a move in the MPh would keep silent in the AFPh."""
    held = game.state.weapons_of(unit.id)
    working = (weapon for weapon in held if not weapon.flags & {"malfunctioned", "dismantled"})
    return [weapon for weapon in working if game.counter_of(weapon).silent_after_move]


def bearing(game: Game, unit: Unit, goal: str) -> str | bool:
    """All that the kind of fire of a unit and its SW depends on in a goal: mostly whether it is ADJACENT, or nearer."""
    turned = game.state.aimed and any(item.id in game.state.aimed for item in game.state.weapons_of(unit.id))
    screened = "dug-in" in unit.flags and (game.board.terrain(unit.hex).fenced or pillboxes.around(game, unit))
    if game.state.phase == "MPh" or turned or screened or in_culvert(unit) or in_gully(game, unit):
        return goal
    if beset_by(game, unit):
        return goal
    return game.board.distance(unit.hex, goal) <= 1


def _at_bay(game: Game, unit: Unit, goal: str) -> bool:
    """S6.212: whether even a Panicked unit fires: defensively, at who is ADJACENT."""
    return game.state.side != unit.side and game.board.distance(unit.hex, goal) <= 1


def _usable(game: Game, unit: Unit, weapon: Weapon) -> None:
    """Refused unless the SW can fire at all."""
    if weapon.holder != unit.id:
        raise Refused(f"{weapon.id} is not manned by {unit.id} (A4.4)")
    if "malfunctioned" in weapon.flags:
        raise Refused(f"{weapon.id} is malfunctioned (A9.7)")
    if "dismantled" in weapon.flags and not game.printed(weapon).dismantled:
        raise Refused(f"{weapon.id} is dismantled (A9.8)")


def _attacker(state: State, unit: Unit) -> Opportunity:
    """A3: the moving side fires in its PFPh and AFPh; vehicles in its MPh, too."""
    if state.phase == "PFPh":
        if "motion" in unit.flags:
            raise Refused(f"{unit.id} is in Motion and may not Prep Fire (D2.4)")
        if "recalled" in unit.flags:
            raise Refused(f"{unit.id} is under Recall and may not Prep Fire (D5.341)")
        if "opportunity" in unit.flags:
            raise Refused(f"{unit.id} is waiting for Opportunity Fire in the AFPh (A7.25)")
        return PREP
    if state.phase == "MPh":
        if unit.kind not in VEHICLES:
            raise Refused(f"{unit.id} does not fire in its own MPh: only vehicles do (A3.3, D3.3)")
        if "ended" in unit.flags:
            raise Refused(f"{unit.id} is radioless and failed its NTC: it may do nothing in this MPh (D14.23)")
        return BOUNDING
    if state.phase == "AFPh":
        return HELD if "opportunity" in unit.flags else ADVANCING
    raise Refused(f"{unit.id} may not fire now: {state.moment} (A3)")


def _defender(game: Game, unit: Unit, goal: str, flags: frozenset[str]) -> Opportunity:
    """A8: Defensive First Fire at whoever moves, Subsequent First Fire, FPF, then Final Fire; A13.351: FPF at Cavalry
    in the own Location.
    """
    state = game.state
    adjacent = game.board.distance(unit.hex, goal) <= 1
    if state.phase == "DFPh":
        if "final" in flags:
            raise Refused(f"{unit.id} has Final Fired (A8.4)")
        if "first" in flags and not adjacent:
            raise Refused(f"{unit.id} has First Fired: in the DFPh it fires only at ADJACENT targets (A8.4)")
        return FINAL_ADJACENT if "first" in flags else FINAL
    if state.phase != "MPh":
        raise Refused(f"{unit.id} may not fire now: {state.moment} (A3)")
    moving = state.moving
    if moving is None or goal not in (*moving.hexes, moving.came_from):
        raise Refused(f"nobody is moving in {goal}: Defensive First Fire is only at units spending MF there (A8.1)")
    if goal == unit.hex and unit.infantry and _ridden_into(game, moving):
        return PROTECTIVE
    if "final" in flags:
        if not is_adjacent(game, unit.hex, goal) or unit.kind in VEHICLES:
            raise Refused(f"{unit.id} has Final Fired: only FPF at an ADJACENT unit is left (A8.31)")
        return PROTECTIVE
    if "first" not in flags:
        return FIRST
    nearest = nearest_enemy(game, unit)
    if game.board.distance(unit.hex, goal) > nearest:
        raise Refused(f"{unit.id} has First Fired: Subsequent First Fire reaches only the nearest enemy (A8.3)")
    return SUBSEQUENT


def _ridden_into(game: Game, moving: Moving) -> bool:
    """A13.351: whether Cavalry has come into the Location: fire at it there is FPF."""
    return any(game.state.units[key].cavalry for key in moving.ids if key in game.state.units)


def _shots_left(game: Game, unit: Unit, weapon: Weapon | None, *, again: bool) -> None:
    """A8.14: in one Location a firer may fire at the same units as often as they spent MF there, at least once.

    A8.3: before it fires `again`, as Subsequent First Fire, the shots of a unit's Gun and SW are its own.
    """
    moving = game.state.moving
    if moving is None or not moving.shots:
        return
    keys = [weapon.id if weapon else unit.id]
    if again:
        gun = guns.manned_by(game, unit)
        keys += [unit.id, *(item.id for item in game.state.weapons_of(unit.id)), *([gun.id] if gun else [])]
    key = max(keys, key=moving.shots.count)
    if moving.shots.count(key) >= max(1, int(moving.spent)):
        rule = "A8.14" if key == keys[0] else "A8.3"
        raise Refused(f"{key} has already fired at them once for each MF expenditure in {moving.hex} ({rule})")


def nearest_enemy(game: Game, unit: Unit) -> int:
    """A8.3: the range to the nearest armed Known enemy on the ground, one that the unit sees (99 if there is none); a
    Gun counts by its crew.
    """
    armed = _armed_and_known(game, opponent(unit.side))
    places = sorted([(game.board.distance(unit.hex, name), name) for name in armed])
    return next((far for far, name in places if not far or look(game, unit.hex, name).exists), 99)


_ARMED: Memo[frozenset[str]] = Memo()


def _armed_and_known(game: Game, side: Side) -> frozenset[str]:
    """The hexes of the units of a side that count as its enemy's nearest."""
    parts = game.state.units, game.library, game.mission, side
    those = (unit.hex for unit in game.state.on_map(side) if _is_armed_and_known(game, unit))
    return _ARMED.of(parts, lambda: frozenset(those))


def _is_armed_and_known(game: Game, enemy: Unit) -> bool:
    if enemy.kind in ("aircraft", "gun") or not enemy.known or enemy.flags & {"prisoner", "disarmed", "abandoned"}:
        return False
    return enemy.kind != "vehicle" or bool(mounted.weapons(game, enemy))


def could_fire_at(game: Game, side: str, ids: Iterable[str]) -> list[str]:
    """The units of `side` that may use Defensive First Fire at these moving units: in LOS, in range, not used up."""
    targets = [unit for unit in game.state.present(ids) if unit.hex]
    if not targets or game.state.moving is None:
        return []
    goal = targets[0].hex
    hard = all(_armored(game, unit) for unit in targets)
    able = [unit for unit in game.state.on_map(side) if _reaches(game, unit, goal, hard=hard)]
    seeing = (unit for unit in able if _sees_one(game, unit, goal, targets))
    return sorted(unit.id for unit in seeing if may_fire(game, unit, goal) and _is_left(game, unit, goal))


def _reaches(game: Game, unit: Unit, goal: str, *, hard: bool) -> bool:
    """Whether the hex is in the range of a unit, and it can do something to what is there, AFV only if `hard`."""
    distance = game.board.distance(unit.hex, goal)
    if hard and distance > 1 and not _hurts_armor(game, unit):
        return False
    far = reach(game, unit)
    return bool(far) and distance <= far


def _sees_one(game: Game, unit: Unit, goal: str, targets: Sequence[Unit]) -> bool:
    """Whether a unit might see one of those in the hex."""
    if not might_see(game, unit.hex, goal):
        return False
    return in_culvert(unit) or not all(unseen_below(game.board, target, unit.hex) for target in targets)


def _armored(game: Game, unit: Unit) -> bool:
    return unit.kind == "vehicle" and game.counter_of(unit).armor_front is not None


def _hurts_armor(game: Game, unit: Unit) -> bool:
    """Whether a unit has something against an AFV: ordnance, or a SW that is no MG. Others may still fire at it."""
    if unit.kind in ("gun", *VEHICLES):
        return True
    held = [game.counter_of(weapon) for weapon in game.state.weapons_of(unit.id)]
    return any(item.kind == "sw" and not item.rof for item in held)


def may_fire(game: Game, unit: Unit, goal: str) -> bool:
    """Whether `opportunity` refuses nothing to the unit, or to a SW it mans, that reaches so far."""
    return may_fire_itself(game, unit, goal) or any(armed_with(game, unit, goal))


def may_fire_itself(game: Game, unit: Unit, goal: str) -> bool:
    """Whether that is so of the unit without its SW."""
    return _may(game, unit, goal, None)


def armed_with(game: Game, unit: Unit, goal: str) -> Iterator[Weapon]:
    """The SW of a unit of which that is so."""
    return (weapon for weapon in game.state.weapons_of(unit.id) if _may(game, unit, goal, weapon))


def _may(game: Game, unit: Unit, goal: str, weapon: Weapon | None) -> bool:
    near = game.board.distance(unit.hex, goal) <= farthest(game, weapon or unit)
    return near and allows(opportunity, game, unit, goal, weapon)


def farthest(game: Game, firer: Unit | Weapon) -> float:
    """How many hexes the inherent FP of Personnel, or a SW, reaches (A7.22); ordnance of units any number.

    Long range is for small arms and a FT: an ATR, LATW or mortar has none (C13.2).
    """
    if isinstance(firer, Unit):
        return game.figure("long-range") * (game.counter_of(firer).range or 0) if firer.personnel else inf
    item = game.counter_of(firer)
    if not item.range:
        return inf
    return game.figure("long-range") * item.range if is_mg(game, firer) or item.code == "FT" else item.range


def _is_left(game: Game, unit: Unit, goal: str) -> bool:
    """Whether its orders leave a unit this fire."""
    return allows(may_fire_at, game, unit, goal)


def may_fire_at(game: Game, unit: Unit, name: str) -> None:
    """S16: a unit not In Command, or a Gun whose crew is not, has only the fire that the variant leaves it. S1: the
    waiting AA Guns fire at aircraft, and at Targets that come close. Refused if a unit may not.
    """
    distance = game.board.distance(unit.hex, name)
    if unit.side == "FRIENDLY" and game.reactions.out_of_command(game, unit):
        game.reactions.may_fire(game, unit, name)
    reach = game.figure("aa-free-range")
    if "waits" in unit.flags and distance > reach:
        raise Refused(f"{unit.id} waits for the aircraft and fires only at Targets within {reach} hexes (mission)")


def reach(game: Game, unit: Unit) -> int:
    """How many hexes a unit and its weapons reach at long range; 0 if it cannot fire."""
    ordnance = game.figure("ordnance-reach")
    if unit.kind == "gun" and not any(
        other.mmc and other.good_order for other in game.state.units_at(unit.hex, unit.side)
    ):
        return 0
    if unit.kind in ("gun", "vehicle"):
        item = game.counter_of(unit)
        return 2 * item.range if item.range else ordnance if item.ma or item.machine_guns else 0
    ranges = [game.counter_of(unit).range or 0]
    for weapon in game.state.weapons_of(unit.id):
        item = game.counter_of(weapon)
        ranges.append((item.range or 0) if "malfunctioned" not in weapon.flags else 0)
    return game.figure("long-range") * max(ranges)


def at_dash(game: Game, kind: Opportunity) -> bool:
    """A4.63: whether fire of this kind is Defensive First Fire at men who dash across the road hex they are in."""
    return kind.moving and game.state.moving is not None and game.state.moving.how == "dash"
