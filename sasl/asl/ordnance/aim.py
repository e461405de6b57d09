"""Aiming (C3, C5, C6): what a shot of ordnance is, what is meant by an order, and whether it may be made."""

from __future__ import annotations

from collections.abc import Collection

from sasl.asl.fire.drm import hull_down
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.depressions import in_culvert, sees_from_culvert
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sight import below_rim, hindrance_of, in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import arcs, guns, mounted
from sasl.asl.ordnance.mounted import Ordnance
from sasl.asl.ordnance.to_hit import Aim, Target
from sasl.asl.ordnance.to_kill import Shell
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import listed

AMMO = {"ap": "AP", "he": "HE", "heat": "HEAT", "apcr": "APCR", "smoke": "smoke", "canister": "canister"}
TARGETS: dict[str, Target] = {"vehicle": "Vehicle", "infantry": "Infantry", "area": "Area"}
INSIDE = ("woods", "wooden-building", "stone-building", "rubble")


class Shot(Frozen):
    """One shot of one weapon: a mounted one by name, a SW by its id. `at` is the vehicle or Gun aimed at."""

    firer: Unit
    weapon: str
    goal: str
    kind: Opportunity
    gun: Ordnance
    ammo: str
    target: Target
    at: Unit | None = None
    turn: arcs.Turn = arcs.STILL
    intensive: bool = False
    immobilize: bool = False
    latw: str = ""
    leader: Unit | None = None

    @property
    def key(self) -> str:
        """Under which name its acquisition is kept: the SW, or the Gun or vehicle."""
        return self.firer.id if self.weapon in mounted.WEAPONS else self.weapon

    @property
    def name(self) -> str:
        """`T34a MA`, `75La`, `PSKa`."""
        if self.firer.kind == "vehicle" and self.weapon in mounted.WEAPONS:
            return f"{self.firer.id} {self.weapon}"
        return self.firer.id if self.weapon in (*mounted.WEAPONS, "PF") else self.weapon

    @property
    def title(self) -> str:
        """`T34a MA: Prep Fire at StuGa in K14, AP`."""
        what = f"{self.at.id} in {self.goal}" if self.at else self.goal
        manner = "Intensive Fire" if self.intensive else self.kind.name
        return f"{self.name}: {manner} at {what}, {self.latw or self.ammo}"

    @property
    def shell(self) -> Shell:
        """What would hit."""
        return Shell(self.ammo, self.gun.calibre, self.gun.barrel, self.latw)

    def aim(self, game: Game) -> Aim:
        """How its dice are read."""
        wall = hull_down(game, self.at, self.firer.hex) if self.target == "Vehicle" and self.at else 0
        down = self.target == "Vehicle" and self.at is not None and (is_hull_down(self.at) or wall > 0)
        moving = "motion" in self.firer.flags and self.firer.kind == "vehicle"
        low = game.figure("low-wall-place") if wall == 1 else 0
        at = self.at if self.target == "Vehicle" else None
        within = at is not None and at.hex == self.firer.hex and not in_bypass(game.state, at)
        return Aim(self.target, bool(self.latw), down, self.immobilize, self.gun.calibre, moving, low, within)


def is_hull_down(unit: Unit) -> bool:
    """D4.2, OtO 4.1: Hull Down; a cupola always is."""
    return unit.kind == "cupola" or "hull-down" in unit.flags


def inside(game: Game, name: str) -> bool:
    """Whether the hex is woods, rubble or a building, which makes turning and firing harder (C5)."""
    return game.board.terrain(name).has(*INSIDE)


# -- what is meant ------------------------------------------------------------------------------------


class Manner(Frozen):
    """How fire is meant: its options (`he`, `vehicle`, `intensive`, `snap` …), the unit aimed at, CA and leader."""

    options: tuple[str, ...] = ()
    target: str = ""
    ca: str = ""
    leader: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that is said, a word each."""
        marks = ("at", self.target), ("ca", self.ca), ("by", self.leader)
        return (*self.options, *(mark for mark, value in marks if value))

    def only(self, who: str, words: Collection[str], more: str = "") -> None:
        """Refused if it says what says nothing to `who`; `more`: what else there is, in words."""
        strange = [word for word in self.words if word not in words]
        if strange:
            known = more or ", ".join(words)
            raise Refused(f"'{strange[0]}' says nothing to {who}{f'; there are {known}' if known else ''}")


SHOT_WORDS = (*AMMO, *TARGETS, "intensive", "immobilize", "at", "ca")


def shot(game: Game, firer: Unit, weapon: str, goal: str, manner: Manner, kind: Opportunity, gun: Ordnance) -> Shot:
    """The shot that is meant, with the usual target type and ammunition. Refused with the rule."""
    tube = weapon in game.state.weapons
    known = ", ".join([*AMMO, *TARGETS, "intensive", "immobilize", "at UNIT", "ca HEX/HEX"])
    manner.only(firer.id, (*SHOT_WORDS, *(("by",) if tube else ())), known)
    at = named(game, manner.target, goal, firer) if manner.target else None
    target = next((TARGETS[word] for word in manner.options if word in TARGETS), None)
    ammo = next((AMMO[word] for word in manner.options if word in AMMO), "")
    item = game.counter_of(game.state.weapons.get(weapon, firer))
    if gun.mortar or ammo == "smoke":
        target = "Area" if target in (None, "Area") else _refuse_type(gun, ammo)
    if target is None:
        tanks = at.kind in VEHICLES if at else _only_vehicles(game, firer, goal)
        target = "Vehicle" if tanks else "Infantry"
    if target == "Vehicle" and at is None:
        at = the_vehicle(game, firer, goal)
    if target == "Vehicle" and at is not None and at.kind not in VEHICLES:
        raise Refused(f"{at.id} is no vehicle: the Vehicle Target Type is for vehicles (C3.31)")
    found = ammo or usual(item.no_ap, item.depletion, target)
    _has(firer, item.no_ap, item.depletion, found)
    intensive, immobilize = "intensive" in manner.options, "immobilize" in manner.options
    if immobilize:
        _may_immobilize(game, firer, goal, at, target, found)
    turn = turning(game, firer, weapon, goal, manner.ca.upper()) if weapon in mounted.WEAPONS else arcs.STILL
    leader = director(game, firer, manner)
    return Shot(firer, weapon, goal, kind, gun, found, target, at, turn, intensive, immobilize, leader=leader)


def named(game: Game, unit: str, goal: str, firer: Unit) -> Unit:
    """The enemy unit in the hex that is aimed at."""
    found = game.state.units.get(unit)
    if found is None or found.hex != goal:
        raise Refused(f"there is no {unit} in {goal}")
    if found.side == firer.side and "melee" not in found.flags:
        raise Refused(f"{found.id} is of your own side (C3.1)")
    return found


def _refuse_type(gun: Ordnance, ammo: str) -> Target:
    what = "SMOKE" if ammo == "smoke" else "a mortar"
    raise Refused(f"{what} uses the Area Target Type only (C3.33)")


def targets(game: Game, firer: Unit, goal: str, kind: Opportunity) -> list[Unit]:
    """Whom a shot at `goal` may hit: in Defensive First Fire those who move (A8.1), else every enemy there.

    Prisoners are attacked with their Guards (A20.5). A unit IN a Culvert is seen only from its own hex and the gully
    beside it (OtO 3.1), one IN a gully only from where LOS goes into it (B19).
    """
    there = [
        unit
        for unit in game.state.units_at(goal)
        if (unit.side != firer.side or "melee" in unit.flags)
        and unit.kind != "aircraft"
        and "prisoner" not in unit.flags
        and not unit.carrier
        and (not in_culvert(unit) or sees_from_culvert(game.board, goal, firer.hex))
        and not below_rim(game, unit, firer.hex)
    ]
    if kind.moving and game.state.moving:
        there = [unit for unit in there if unit.id in game.state.moving.ids]
    return prisoners.with_prisoners(game, there)


def _first_movers(game: Game, firer: Unit, goal: str, there: list[Unit]) -> list[Unit]:
    """Those of `there` who move in that hex under the firer's eyes, if any do; else all."""
    moving = game.state.moving
    if moving is None or goal not in moving.hexes or firer.side == game.state.side:
        return there
    return [unit for unit in there if unit.id in moving.ids] or there


def _only_vehicles(game: Game, firer: Unit, goal: str) -> bool:
    there = [unit for unit in game.state.units_at(goal) if unit.side != firer.side and not unit.carrier]
    there = _first_movers(game, firer, goal, there)
    return any(mounted.armored(game, unit) for unit in there) or (
        bool(there) and all(unit.kind in VEHICLES for unit in there)
    )


def the_vehicle(game: Game, firer: Unit, goal: str) -> Unit:
    """The vehicle in the hex, the AFV before any other. Refused if there are several, or none."""
    there = [unit for unit in game.state.units_at(goal) if unit.side != firer.side and unit.kind in VEHICLES]
    there = _first_movers(game, firer, goal, there)
    there = [unit for unit in there if mounted.armored(game, unit)] or there
    if not there:
        raise Refused(f"there is no enemy vehicle in {goal} (C3.31)")
    if len(there) > 1:
        raise Refused(f"{listed(unit.id for unit in there)} are in {goal}: say which, as in: at {there[0].id}")
    return there[0]


def usual(no_ap: bool, depletion: Collection[str], target: Target) -> str:
    """The ammunition a Gun takes if nobody says otherwise: AP at vehicles, else HE (C8)."""
    if target != "Vehicle":
        return "HE"
    if not no_ap:
        return "AP"
    return "HEAT" if "HEAT" in depletion else "HE"


def _has(firer: Unit, no_ap: bool, depletion: Collection[str], ammo: str) -> None:
    """Refused unless the Gun has such ammunition (left)."""
    if (ammo == "AP" and no_ap) or (ammo in ("HEAT", "APCR", "smoke", "canister") and ammo not in depletion):
        raise Refused(f"{firer.id} has no {ammo} (C8)")
    if mounted.out_of(firer, ammo):
        raise Refused(f"{firer.id} has no {ammo} left (C8.9)")


def _may_immobilize(game: Game, firer: Unit, goal: str, at: Unit | None, target: Target, ammo: str) -> None:
    most = game.figure("deliberate-range")
    if at is None or target != "Vehicle" or at.kind != "vehicle":
        raise Refused("Deliberate Immobilization is fire at a vehicle (C5.7)")
    if game.board.distance(firer.hex, goal) > most or ammo == "HE":
        raise Refused(f"Deliberate Immobilization takes AP, APCR or HEAT within {most} hexes (C5.7)")
    if is_hull_down(at) or hull_down(game, at, firer.hex):
        raise Refused(f"{at.id} is Hull Down: its tracks cannot be hit (C5.7)")


# -- may it be fired ----------------------------------------------------------------------------------


def turning(game: Game, firer: Unit, weapon: str, goal: str, wanted: str = "") -> arcs.Turn:
    """C5.1: the turn to bear on `goal`. Refused if the weapon may not turn that far."""
    if wanted and not arcs.all_round(game, firer, weapon):
        here = parse_hex(firer.hex)
        if wanted not in vertex_names(here):
            raise Refused(f"{wanted} is no CA of {firer.id} in {firer.hex}; there are {', '.join(vertex_names(here))}")
    turn = arcs.turn_to(game, firer, weapon, goal, wanted)
    if wanted and not arcs.all_round(game, firer, weapon) and not arcs.in_front(firer, wanted, weapon, goal):
        raise Refused(f"{goal} does not lie in the CA {wanted} (C3.2)")
    if not turn.spines:  # D3.51: as dear as for the weapon that has turned it
        return replace(turn, spines=mounted.turned(firer, weapon)) if firer.kind == "vehicle" else turn
    if weapon in ("BMG", "RMG"):
        raise Refused(f"{goal} lies outside the arc of {firer.id}'s {weapon}, which does not turn by itself (D1.81)")
    if not turn.turret:
        stuck = firer.flags & {"immobile", "bogged", "pinned", "limbered"}
        if stuck:
            raise Refused(f"{firer.id} is {listed(sorted(stuck))} and cannot turn its CA to {goal} (C5.1, D8.1)")
        men = guns.crew(game, firer) if firer.kind == "gun" else None
        if men and "pinned" in men.flags:
            raise Refused(f"{men.id} is pinned: {firer.id} does not change its CA (A7.8)")
    return turn


def check(game: Game, found: Shot) -> None:
    """Refused, with the rule, unless this shot may be made now."""
    if found.weapon in mounted.WEAPONS:
        usable(game, found.firer, found.weapon, found.kind, intensive=found.intensive)
    if found.intensive:
        may_intensify(game, found)
    check_line(game, found)


def check_line(game: Game, found: Shot) -> None:
    """Refused unless a weapon that may fire may do so at this Target from where it is."""
    firer, goal = found.firer, found.goal
    item = game.counter_of(game.state.weapons.get(found.weapon, firer))
    distance = game.board.distance(firer.hex, goal)
    if item.min_range and distance < item.min_range:
        raise Refused(f"{found.name} cannot fire at less than {item.min_range} hexes; {goal} is {distance} (C3.33)")
    if found.weapon in game.state.weapons and found.kind.sustained:
        raise Refused(f"{found.name} has fired: only small arms, MG and IFE have {found.kind.name} (A8.3)")
    if found.weapon in game.state.weapons and found.gun.mortar:
        has_not_moved(firer, found.kind, found.name)
    limit = item.range if found.gun.mortar or found.latw else None
    if limit is not None and distance > limit:
        raise Refused(f"{found.name} reaches {limit} hexes; {goal} is {distance} (C3)")
    if found.intensive and found.kind.flag == "final" and ("first" not in firer.flags or distance > 1):
        raise Refused(f"Intensive Fire of {found.name} in the DFPh: once First Fired, at ADJACENT Targets only (A8.41)")
    hindrance_of(game, firer.hex, goal)
    if found.gun.mortar and in_culvert(firer):
        raise Refused(f"{found.name} cannot fire from IN the Culvert (OtO 3.3)")
    if found.gun.mortar and game.board.terrain(firer.hex).has("wooden-building", "stone-building"):
        raise Refused(f"{found.name} cannot fire from inside a building (C9.1)")
    if found.target == "Vehicle" and found.at and found.kind.moving:
        moving = game.state.moving
        if moving and found.at.id not in moving.ids:
            raise Refused(f"{found.at.id} does not move now: Defensive First Fire is at who moves (A8.1)")


def usable(game: Game, firer: Unit, weapon: str, kind: Opportunity, *, intensive: bool = False) -> None:
    """Refused unless the mounted weapon works, is manned and has fire left."""
    if weapon not in (*mounted.weapons(game, firer), "MA" if firer.kind == "cupola" else ""):
        have = listed(mounted.weapons(game, firer)) or "no weapon at all"
        raise Refused(f"{firer.id} has no {weapon}: it carries {have} (D1.8)")
    why = mounted.broken(firer, weapon)
    if why:
        raise Refused(f"the {weapon} of {firer.id} {why}")
    if mounted.spent(firer, weapon) and not intensive:
        raise Refused(f"the {weapon} of {firer.id} has lost its ROF and fired already (C2.24)")
    if kind.advancing and firer.kind == "vehicle" and mounted.bounded(game, firer, weapon):
        raise Refused(f"{firer.id} has fired in its MPh: only a MA that alone did, and kept its ROF, may again (D3.31)")
    if why := mounted.unmanned(game, firer, weapon):
        raise Refused(why)
    if firer.carrier or "limbered" in firer.flags:
        raise Refused(f"{firer.id} is limbered or towed (C10.1)")
    shots = game.state.moving.shots if game.state.moving and kind.moving else ()
    name = firer.id if firer.kind == "gun" else f"{firer.id} {weapon}"
    if game.state.moving and shots.count(name) >= max(1, int(game.state.moving.spent)):
        raise Refused(f"{name} has fired at them in {game.state.moving.hex} as often as they spent MP there (A8.14)")
    if firer.kind == "gun":
        _manned(game, firer, kind)


def _manned(game: Game, gun: Unit, kind: Opportunity) -> None:
    men = guns.crew(game, gun)
    if men is None:
        raise Refused(f"nobody unbroken mans {gun.id} (C10.1)")
    if men.flags & {"ti", "shocked"} or "routed" in men.flags:
        raise Refused(f"{men.id}, who mans {gun.id}, is in no state to fire (A7.82)")
    if kind.flag and kind.flag in men.flags and kind.flag not in gun.flags:
        raise Refused(f"{men.id} has fired and cannot man {gun.id} in this phase (A7.351)")
    has_not_moved(men, kind, gun.id)


def has_not_moved(men: Unit, kind: Opportunity, name: str) -> None:
    """C5.2: refused if those who man a Gun or mortar have moved in this Player Turn."""
    if kind.advancing and "moved" in men.flags:
        raise Refused(f"{men.id} has moved: {name} does not fire in the AFPh (C5.2)")


def may_intensify(game: Game, found: Shot) -> None:
    """C5.6: Intensive Fire is one more shot of a Gun that has used up its ROF."""
    item = game.counter_of(found.firer)
    if found.weapon != "MA" or (found.gun.mortar and found.firer.kind != "gun") or found.gun.ife or found.latw:
        raise Refused("Intensive Fire is fire of a Gun or of a vehicle's MA (C5.6)")
    if item.no_intensive:
        raise Refused(f"{found.firer.id} may not use Intensive Fire (C5.6)")
    if "intensive" in found.firer.flags:
        raise Refused(f"{found.firer.id} has used Intensive Fire already (C5.6)")
    if found.kind.name in ("Advancing Fire", "Bounding First Fire"):
        raise Refused(f"no Intensive Fire as {found.kind.name} (C5.6)")
    men = guns.crew(game, found.firer) if found.firer.kind == "gun" else found.firer
    if men and ("pinned" in men.flags or mounted.pinned_at_arms(game, men)):
        raise Refused(f"{men.id} is pinned: no Intensive Fire (C5.6)")
    if men and found.firer.kind == "gun" and "final" in men.flags:
        raise Refused(f"{men.id} has Final Fired: no Intensive Fire (C5.6)")


# -- who directs, and what stands there ----------------------------------------------------------------


def director(game: Game, firer: Unit, manner: Manner) -> Unit | None:
    """A7.531: the leader named directs a SW that is ordnance; he must be with the firer."""
    if not manner.leader:
        return None
    found = game.state.units.get(manner.leader)
    if found is None or found.kind != "leader" or found.hex != firer.hex or not found.good_order:
        raise Refused(f"{manner.leader} is no Good Order leader with {firer.id} (A7.531)")
    return found


def armor_there(game: Game, firer: Unit, goal: str) -> bool:
    """Whether an AFV is what the hex offers to shoot at: then a Gun with IFE fires AP."""
    there = [unit for unit in game.state.units_at(goal) if unit.side != firer.side]
    return (
        bool(there)
        and all(unit.kind in VEHICLES or unit.carrier for unit in there)
        and any(mounted.armored(game, unit) for unit in there)
    )
