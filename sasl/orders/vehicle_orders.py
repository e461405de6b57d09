"""Orders of vehicles: turn, stop, delay, hatch, ESB, Motion, Bog Removal, Hull Down, crews, Overrun, platoons."""

from __future__ import annotations

from functools import partial

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import State, Unit
from sasl.asl.vehicles import (
    crews,
    driving,
    handling,
    hd_maneuver,
    joint,
    motion_attempt,
    smoke_dispensers,
    unbogging,
    wagons,
)
from sasl.kernel.orders.order import RuledOrder
from sasl.orders.kinds import units_of
from sasl.orders.stages import command, in_mph, in_phase, not_now

# -- a vehicle ----------------------------------------------------------------------------------------


def vehicle_of(game: Game, name: str) -> Unit:
    """A vehicle of the side whose MPh it is, on the map."""
    unit = units_of(game, [name], game.state.side)[0]
    if unit.kind != "vehicle" or not unit.hex:
        raise Refused(f"{unit.id} is not a vehicle on the map (D2.1)")
    return unit


class Turn(RuledOrder):
    """D2.11, D3.12, C3.22: a vehicle, its turret, or a Gun turns its front to a vertex of its hex."""

    FORM = "turn UNIT VERTEX:front [turret]"
    RULE = (handling.may_turn, handling.turn)
    unit: str
    front: str
    turret: bool = False


class _InItsHex(RuledOrder):
    """What one vehicle does in its hex."""

    vehicle: str

    def given(self, game: Game) -> tuple[Unit]:
        return (vehicle_of(game, self.vehicle),)


class _SpendsMp(RuledOrder):
    """What one vehicle does with so many MP."""

    vehicle: str
    mp: int

    def given(self, game: Game) -> tuple[Unit, int]:
        return vehicle_of(game, self.vehicle), self.mp


class Stop(_InItsHex):
    """D2.13: a vehicle stops for one MP."""

    FORM = "stop UNIT:vehicle"
    RULE = (handling.may_stop, handling.stop)


class Delay(_SpendsMp):
    """D2.17: a stopped vehicle spends MP where it is: to aim longer, or to draw fire."""

    FORM = "delay UNIT:vehicle N:mp"
    RULE = (handling.may_delay, handling.delay)


class Button(_InItsHex):
    """D5.33: the crew of an AFV Buttons Up."""

    FORM = "button UNIT:vehicle"
    RULE = (partial(handling.may_change_hatch, buttoned=True), partial(handling.change_hatch, buttoned=True))


class Open(_InItsHex):
    """D5.33: the crew of an AFV becomes Crew Exposed."""

    FORM = "open UNIT:vehicle"
    RULE = (partial(handling.may_change_hatch, buttoned=False), partial(handling.change_hatch, buttoned=False))


class Discharge(RuledOrder):
    """D13.2, D13.35: a vehicle of either side puts SMOKE into its own hex: dischargers by a DR against their sD#, or
    the grenades of its crew.
    """

    FORM = "discharge UNIT:vehicle"
    RULE = (smoke_dispensers.may_use, smoke_dispensers.use)
    vehicle: str

    def given(self, game: Game) -> tuple[Unit]:
        return (units_of(game, [self.vehicle])[0],)


class Motion(RuledOrder):
    """D2.401: a vehicle of the side that does not move tries to go into Motion as somebody comes into its LOS."""

    FORM = "motion UNIT:vehicle [VERTEX:front]"
    RULE = (motion_attempt.may_try, motion_attempt.attempt)
    vehicle: str
    front: str = ""

    def given(self, game: Game) -> tuple[Unit, str]:
        return units_of(game, [self.vehicle])[0], self.front


class Gallop(_InItsHex):
    """D12.4: a wagon has half as many MF more in this MPh, at a risk."""

    FORM = "gallop UNIT:vehicle"
    RULE = (wagons.may_gallop, wagons.gallop)


class HullDown(RuledOrder):
    """D4.22: a vehicle that has come to a Crest Line, or sets up there, puts its hull behind it, toward a hex or its
    front.
    """

    FORM = "hulldown UNIT:vehicle [HEX]"
    RULE = (hd_maneuver.may_maneuver, hd_maneuver.maneuver)
    vehicle: str
    hex: str = ""

    def given(self, game: Game) -> tuple[Unit, str]:
        return vehicle_of(game, self.vehicle), self.hex


class Unbog(RuledOrder):
    """D8.3: a Bogged vehicle tries to get free at the start of its MPh; the dice are the MP it takes."""

    FORM = "unbog UNIT:vehicle [UNIT:helper]"
    RULE = (unbogging.may_unbog, unbogging.unbog)
    vehicle: str
    helper: str = ""

    def given(self, game: Game) -> tuple[Unit, Unit | None]:
        return vehicle_of(game, self.vehicle), vehicle_of(game, self.helper) if self.helper else None


class Abandon(RuledOrder):
    """D5.41: a crew leaves its vehicle for all its MF, and may make a wreck of it (D5.411)."""

    FORM = "abandon UNIT:vehicle [wreck]"
    RULE = (crews.may_abandon, crews.abandon)
    vehicle: str
    wreck: bool = False

    def given(self, game: Game) -> tuple[Unit, bool]:
        return vehicle_of(game, self.vehicle), self.wreck


class Man(RuledOrder):
    """D5.42, A21.22: an MMC mans an Abandoned vehicle in its hex for all its MF."""

    FORM = "man UNIT:crew UNIT:vehicle"
    RULE = (crews.may_man, crews.man)
    crew: str
    vehicle: str

    def given(self, game: Game) -> tuple[Unit, Unit]:
        return units_of(game, [self.crew], game.state.side)[0], vehicle_of(game, self.vehicle)


class Overrun(_InItsHex):
    """D7.1: the Overrun that was paid for on entry, and waited for the fire it drew."""

    FORM = "overrun UNIT:vehicle"
    RULE = (handling.may_overrun, driving.overrun_now)


class Esb(_SpendsMp):
    """D2.5: a tracked vehicle gains MP by Excessive Speed, at a risk, once per MPh."""

    FORM = "esb UNIT:vehicle N:mp"
    RULE = (handling.may_speed, handling.speed)


class Platoon(RuledOrder):
    """D14.2: two or three AFV drive together, each one hex on, or staying."""

    FORM = "platoon UNIT:vehicles HEX:hexes UNIT:vehicles HEX:hexes [UNIT:vehicles HEX:hexes] [stop]"
    RULE = (joint.may_drive, joint.drive_platoon)
    vehicles: tuple[str, ...]
    hexes: tuple[str, ...]
    stop: bool = False

    def given(self, game: Game) -> tuple[list[joint.Drive], bool]:
        units = units_of(game, self.vehicles, game.state.side)
        return joint.platoon(game, list(zip(units, self.hexes, strict=True))), self.stop

    def line(self) -> str:
        pairs = [f"{unit} {name}" for unit, name in zip(self.vehicles, self.hexes, strict=True)]
        return " ".join(("platoon", *pairs, *["stop"][: self.stop]))


# -- the words ----------------------------------------------------------------------------------------


def _when_turning(state: State) -> str:
    may = state.phase == "MPh" or handling.turning_side(state)
    return "" if may else not_now("the MPh and its own fire phases", state, "C3.22")


def _when_changing_hatches(state: State) -> str:
    may = state.stage == "set-up" or state.phase in ("MPh", "APh")
    return "" if may else not_now("set-up, its own MPh and its own APh", state, "D5.33")


def _when_hiding(state: State) -> str:
    return "" if state.stage != "play" else in_mph(state)


_move = partial(command, group="move")

COMMANDS = (
    _move(
        Turn,
        summary="turn a vehicle or its turret for MP, or a manned Gun that could still fire",
        when=_when_turning,
        example=("turn T34a P19/Q19", "turn T34a P19/Q19 turret"),
        options={"turret": "the turret alone (D3.12)"},
    ),
    _move(
        Stop, summary="a vehicle spends its Stop MP; otherwise it ends in Motion", when=in_mph, example=("stop T34a",)
    ),
    _move(
        Delay, summary="a stopped vehicle spends MP in its hex, to aim longer", when=in_mph, example=("delay T34a 2",)
    ),
    _move(
        Button,
        summary="the crew of an AFV Buttons Up",
        when=_when_changing_hatches,
        stages=("set-up", "play"),
        example=("button T34a",),
    ),
    _move(
        Open,
        summary="the crew of an AFV becomes Crew Exposed",
        when=_when_changing_hatches,
        stages=("set-up", "play"),
        example=("open T34a",),
    ),
    _move(
        Discharge,
        summary="dischargers or crew place SMOKE in the vehicle's own hex",
        when=in_mph,
        example=("discharge T34a",),
    ),
    _move(Esb, summary="gain MP by Excessive Speed, at a risk", when=in_mph, example=("esb T34a 3",)),
    _move(
        Motion,
        summary="a vehicle tries to go into Motion as an enemy comes into its LOS, and may turn freely",
        when=in_mph,
        example=("motion T34a", "motion T34a P19/Q19"),
    ),
    _move(
        Gallop,
        summary="a wagon gallops in this MPh: half as many MF again, at a risk",
        when=in_mph,
        example=("gallop Wagona",),
    ),
    _move(
        HullDown,
        summary="on a Crest Line: two MP and a dr to go Hull Down, then it stops; once at set-up, for no MP",
        when=_when_hiding,
        stages=("set-up", "play"),
        example=("hulldown T34a", "hulldown T34a K14"),
    ),
    _move(
        Unbog,
        summary="try to free a Bogged vehicle at its Start; another AFV in its hex may pull it",
        when=in_mph,
        example=("unbog T34a", "unbog T34a T34b"),
    ),
    _move(
        Abandon,
        summary="the crew of a vehicle that has neither moved nor fired gets out",
        when=in_mph,
        example=("abandon T34a", "abandon T34a wreck"),
        options={"wreck": "and destroys it (D5.411)"},
    ),
    _move(
        Man,
        summary="an MMC, best a vehicle crew, mans the Abandoned vehicle it is with",
        when=in_mph,
        example=("man 127a T34a",),
    ),
    _move(
        Overrun,
        summary="resolve the Overrun that waited for the fire it drew; to begin one: move T34a HEX, and you are asked",
        when=in_mph,
        example=("overrun T34a",),
    ),
    _move(
        Platoon,
        summary="two or three AFV move as a platoon, each one hex (or none), as radioless ones should",
        when=in_phase("MPh", rule="D14.2"),
        example=("platoon OT34a K19 OT34b L19", "platoon OT34a K19 OT34b L19 stop"),
        options={"stop": "and all stop (D2.13)"},
    ),
)
