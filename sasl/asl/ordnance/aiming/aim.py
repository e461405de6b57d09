"""Aiming (C3, C5, C6): what a shot of ordnance is, and what is meant by an order."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from sasl.asl.fire.drm import direct
from sasl.asl.fire.fire_groups import why_not_direct
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.fire.tem import hull_down
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.depressions import in_culvert, sees_from_culvert
from sasl.asl.game.los.sight import in_bypass, too_low
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import arcs, bearing, spotting
from sasl.asl.ordnance.aiming.to_hit import Aim, Target
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.to_kill import Shell
from sasl.asl.ordnance.mounted import Ordnance
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import listed

AMMO = {"ap": "AP", "he": "HE", "heat": "HEAT", "apcr": "APCR", "smoke": "smoke", "canister": "canister"}
TARGETS: dict[str, Target] = {"vehicle": "Vehicle", "infantry": "Infantry", "area": "Area"}


class Shot(Frozen):
    """One shot of one weapon: a mounted one by name, a SW by its id. `at` is the vehicle or Gun aimed at.

    `shelter`: a LATW with a backblast is taken `outside` its building, or fired `desperate` within (C13.8).
    `spotter`: who sees the target for a mortar (C9.3). `mate`: who fires a PSK with the SMC who holds it (C13.45).
    """

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
    shelter: Literal["", "outside", "desperate"] = ""
    spotter: Unit | None = None
    mate: Unit | None = None
    boxed: bool = False
    """The pillbox of the hex is the target (B30.34)."""

    @property
    def eye(self) -> str:
        """The hex from which the target is seen: the firer's, or the Spotter's (C9.3)."""
        return self.spotter.hex if self.spotter else self.firer.hex

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
        return Aim(
            self.target,
            bool(self.latw),
            down,
            self.immobilize,
            self.gun.calibre,
            moving,
            low,
            plain=self.ammo == "MG",
            single=self.weapon == "MA" and game.counter_of(self.firer).kill_rolls > 1,
            own_hex=at is not None and at.hex == self.firer.hex and not in_bypass(game.state, at),
        )


def is_hull_down(unit: Unit) -> bool:
    """D4.2, OtO 4.1: Hull Down; a cupola always is."""
    return unit.kind == "cupola" or "hull-down" in unit.flags


# -- what is meant ------------------------------------------------------------------------------------


class Manner(Frozen):
    """How fire is meant: its options (`he`, `vehicle`, `intensive`, `snap` …), the unit aimed at, CA, leader and
    Spotter.
    """

    options: tuple[str, ...] = ()
    target: str = ""
    ca: str = ""
    leader: str = ""
    spotter: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that is said, a word each."""
        marks = ("at", self.target), ("ca", self.ca), ("by", self.leader), ("spot", self.spotter)
        return (*self.options, *(mark for mark, value in marks if value))

    def only(self, who: str, words: Collection[str], more: str = "") -> None:
        """Refused if it says what says nothing to `who`; `more`: what else there is, in words."""
        strange = [word for word in self.words if word not in words]
        if strange:
            known = more or ", ".join(words)
            raise Refused(f"{who} cannot use '{strange[0]}'{f'; there are {known}' if known else ''}")


SHOT_WORDS = (*AMMO, *TARGETS, "intensive", "immobilize", "pillbox", "at", "ca")


def shot(game: Game, firer: Unit, weapon: str, goal: str, manner: Manner, kind: Opportunity, gun: Ordnance) -> Shot:
    """The shot that is meant, with the usual target type and ammunition. Refused with the rule."""
    tube = weapon in game.state.weapons
    known = ", ".join([*AMMO, *TARGETS, "intensive", "immobilize", "at UNIT", "ca HEX/HEX"])
    more = (*(("by",) if tube else ()), *(("spot",) if gun.mortar else ()))
    manner.only(firer.id, (*SHOT_WORDS, *more), known)
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
        raise Refused(f"{at.id} is not a vehicle: the Vehicle Target Type is for vehicles (C3.31)")
    found = ammo or usual(item.no_ap, item.depletion, target)
    _has(firer, item.no_ap, item.depletion, found)
    if found == "HEAT" and target == "Infantry":
        for_heat(game, firer, goal, kind)
    intensive, immobilize = "intensive" in manner.options, "immobilize" in manner.options
    if immobilize:
        _may_immobilize(game, firer, goal, at, target, Shell(found, gun.calibre, gun.barrel))
    turn = arcs.STILL
    if weapon in mounted.WEAPONS:
        turn = bearing.turning(game, firer, weapon, goal, manner.ca.upper(), kind)
    leader = director(game, firer, weapon, manner, kind)
    spotter = spotting.spotter_of(game, firer, weapon if tube else firer.id, manner.spotter)
    return Shot(
        firer, weapon, goal, kind, gun, found, target, at, turn, intensive, immobilize, leader=leader, spotter=spotter,
        boxed="pillbox" in manner.options,
    )  # fmt: skip


def for_heat(game: Game, firer: Unit, goal: str, kind: Opportunity, what: str = "HEAT") -> None:
    """C8.31: refused unless HEAT finds a Gun, or men behind walls or in buildings, rubble or a pillbox."""
    there = targets(game, firer, goal, kind)
    if any(unit.kind == "gun" for unit in there) or game.state.markers_at(goal, "pillbox"):
        return
    walled = any(mod.kind == "hexside" for unit in there for mod in direct(game, unit, firer.hex, kind))
    if not walled and not game.board.terrain(goal).has("wooden-building", "stone-building", "rubble"):
        cover = "walls or in buildings, rubble or a pillbox"
        raise Refused(f"{what} can be fired only at vehicles, Guns and units behind {cover}, not at {goal} (C8.31)")


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
        and not too_low(game, unit, firer.hex)
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


def _may_immobilize(game: Game, firer: Unit, goal: str, at: Unit | None, target: Target, shell: Shell) -> None:
    """C5.71: refused unless the shot may go for the tracks alone."""
    most = game.figure("deliberate-range")
    if at is None or target != "Vehicle" or at.kind != "vehicle":
        raise Refused("Deliberate Immobilization is fire at a vehicle (C5.7)")
    if game.board.distance(firer.hex, goal) > most:
        raise Refused(f"Deliberate Immobilization is for a range of at most {most} hexes (C5.71)")
    if "immobile" in at.flags:
        raise Refused(f"{at.id} is immobilized already (C5.71)")
    basic, weakest = to_kill.armored(game.library, shell), mounted.weakest_hull(game, at)
    if weakest is not None and basic <= weakest:
        raise Refused(f"{shell.ammo} has a Basic To Kill number of {basic}, the hull of {at.id} AF {weakest} (C5.71)")
    if is_hull_down(at) or hull_down(game, at, firer.hex):
        raise Refused(f"{at.id} is Hull Down: its tracks cannot be hit (C5.7)")


# -- who directs, and what stands there ----------------------------------------------------------------


def director(game: Game, firer: Unit, weapon: str, manner: Manner, kind: Opportunity) -> Unit | None:
    """A7.53, A7.531: the leader named directs a SW that is ordnance. Refused unless he may."""
    if not manner.leader:
        return None
    found = game.state.units.get(manner.leader)
    if found is None or found.kind != "leader":
        raise Refused(f"{manner.leader} is not a leader: name the one who directs {weapon} (A7.531)")
    if found.id == firer.id:
        raise Refused(f"{found.id} fires {weapon} himself, so he cannot direct it (A7.53)")
    again = weapon in game.state.weapons and "fired" in game.state.weapons[weapon].flags
    if why := why_not_direct(game.state, found, kind, (firer.hex,), (weapon,), again=again):
        raise Refused(why)
    return found


def directed_as(firer: Unit, weapon: str) -> str:
    """A7.531, C13.35: by what name a leader directs a weapon: a PF is one of its firer's."""
    return f"PF of {firer.id}" if weapon == "PF" else weapon


def armor_there(game: Game, firer: Unit, goal: str) -> bool:
    """Whether an AFV is what the hex offers to shoot at: then a Gun with IFE fires AP."""
    there = [unit for unit in game.state.units_at(goal) if unit.side != firer.side]
    return (
        bool(there)
        and all(unit.kind in VEHICLES or unit.carrier for unit in there)
        and any(mounted.armored(game, unit) for unit in there)
    )
