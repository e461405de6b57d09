"""The whole tracked game at one moment, as frozen data. Only `apply` makes a new one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Literal

from sasl.asl.game.flags import HORSE, MEN, MMC, NOT_IN_GOOD_ORDER, UNKNOWN, Flag, Kind, WeaponFlag
from sasl.asl.game.plans import Axis, Company
from sasl.asl.game.sides import STAGE_NAMES, Phase, Side, Stage
from sasl.asl.game.switches import OPTIONS
from sasl.asl.game.under_way import Acquisition, Battery, BoreSight, Moving, Pending, Recurring, Wave
from sasl.asl.game.vasl_memory import NO_VASL, VaslMemory
from sasl.board.join import NO_LAYOUT, Layout
from sasl.kernel.frozen import Frozen, fields
from sasl.kernel.memo import Grouped
from sasl.kernel.rolling.dice import Dice

RE_PAIRS = tuple(f"{low}/{low + 1}" for low in range(2, 7))
"""The pairs that RE#s can be (S2.2)."""
VALUE_FIGURES = range(8)
"""What an AC# or a SAN can be (S12.32)."""

SANS = {"FRIENDLY": "friendly-san", "ENEMY": "enemy-san"}
"""The mission value that is the SAN of each side."""


def re_pair(text: str) -> tuple[int, int]:
    """The two numbers of an RE# pair: `3/4`."""
    low, high = text.split("/")
    return int(low), int(high)


COLOURS: dict[str, str] = {"Hold": "black", "Advance": "yellow", "Withdraw": "grey"}
"""The S? counter's colour for each attitude (S3.2)."""


class Value(Frozen):
    """A mission value such as the ENEMY AC#: what it is, and whose figure."""

    value: str
    provenance: str
    record: Any = None


class Suspect(Frozen):
    """An S? on the map, or waiting off-board (`hex` is then the hex it enters).

    `reinforcement`: it came by an event, and what it turns out to be has the Prevailing Attitude (RE 34-36).
    """

    id: str
    hex: str
    attitude: str
    reason: str
    off_board: bool = False
    reinforcement: bool = False


Role = Literal["", "counterattack", "sapper", "engineer", "ATCB"]
MarkerState = Literal[
    "", "burning", "harassing", "unknown", "dispersed", "grenades", "drifting", "digging", "pinned",
    "1+3+5", "1+5+7", "2+3+5", "2+5+7", "3+3+5", "3+5+7",
]  # fmt: skip
"""A Burning Wreck; Harassing Fire; mines whose strength is still to be rolled; SMOKE that is not full; Labor spent on
a foxhole; a Sniper that is pinned (A14.31); the strength of a pillbox (B30.11)."""


class Unit(Frozen):
    """A squad, HS, crew, SMC, Gun, vehicle, cupola, aircraft or horse counter. `hex` "": not on the map.

    The `carrier` of a ridden horse counter is its rider. `role`: what an event or its load makes of it, `goal`: the hex
    it was sent to; `note` is only for people. `maker`: the side it was made for, if it is captured equipment (A21).
    """

    id: str
    side: Side
    kind: Kind
    type: str
    code: str
    hex: str = ""
    flags: frozenset[Flag] = frozenset()
    group: str = ""
    mf: float = 0.0
    ca: str = ""
    attitude: str = ""
    carrier: str = ""
    turn: int = 0
    note: str = ""
    modifier: int = 0
    morale: int = 0
    tca: str = ""
    arms: frozenset[str] = frozenset()
    role: Role = ""
    goal: str = ""
    maker: Side | Literal[""] = ""

    @property
    def made_by(self) -> Side:
        """The side whose counter it is: its own, but for captured equipment (A21)."""
        return self.maker or self.side

    @property
    def good_order(self) -> bool:
        """Neither broken, berserk, Panicked, captured, in Melee nor (a vehicle) shocked, stunned or abandoned."""
        return not self.flags & NOT_IN_GOOD_ORDER

    @property
    def mmc(self) -> bool:
        """Whether it is a squad, HS or crew."""
        return self.kind in MMC

    @property
    def heroic(self) -> bool:
        """Whether it is a hero, or a leader who has become one (A15.2-15.21)."""
        return self.kind == "hero" or "heroic" in self.flags

    @property
    def takes_ground(self) -> bool:
        """Whether it may gain Control where it is: an armed Good Order Infantry MMC (A26.11)."""
        return self.mmc and self.infantry and self.good_order and "disarmed" not in self.flags

    @property
    def personnel(self) -> bool:
        """Whether it is an MMC or SMC not aboard anything: Infantry or Cavalry."""
        return self.kind in MEN and not self.carrier

    @property
    def infantry(self) -> bool:
        """Whether it is Personnel on foot: an MMC or SMC neither aboard anything nor mounted."""
        return self.kind in MEN and not self.carrier and "mounted" not in self.flags

    @property
    def cavalry(self) -> bool:
        """Whether it is mounted (A13.1)."""
        return "mounted" in self.flags

    @property
    def known(self) -> bool:
        """Whether the other side knows what it is: neither concealed nor hidden (A12)."""
        return self.flags.isdisjoint(UNKNOWN)


class Weapon(Frozen):
    """A support weapon: held by a unit, or lying in a hex."""

    id: str
    side: Side
    type: str
    code: str
    holder: str = ""
    hex: str = ""
    flags: frozenset[WeaponFlag] = frozenset()
    group: str = ""

    @property
    def made_by(self) -> Side:
        """The side whose counter it is, whoever holds it (A21.1)."""
        return self.side


class Marker(Frozen):
    """Anything else on the map: minefield, wreck, FFE, sniper, fortification, observer, flame.

    `column` is the IFT column of an FFE (0: placed by hand, the usual battery's); of a Fire Lane on an alternate hex
    grain which of its two ways it goes (A9.221). `below`: mines IN the Culvert of the hex (OtO 3.6). `ca`: the
    vertex that a pillbox faces (B30.1). `sides`: the hexsides to which a Trail Break is open (B13.421). `drove`: the
    Player Turn in which a wreck was a moving target (D9.4); `maker` whose it was, or who Kindled a fire (A26.16); `mgs`
    the MG that may still be Scrounged from it (D10.5). `text` is only for people; what rules must know beside the
    kind is `state`.
    """

    id: str
    kind: str
    hex: str
    side: str = ""
    number: int = 0
    at_factors: int = 0
    text: str = ""
    until: int = 0
    owner: str = ""
    column: int = 0
    below: bool = False
    state: MarkerState = ""
    ca: str = ""
    sides: tuple[int, ...] = ()
    drove: int = 0
    maker: Side | Literal[""] = ""
    mgs: int = 0


Place = Hashable
"""What things are found by: a hex; or a hex and a side."""


def _unit_features(unit: Unit) -> list[Place]:
    """By what a unit is found: whoever carries it, and its place; a horse counter by that alone."""
    found: list[Place] = [("aboard", unit.carrier)] if unit.carrier else []
    if unit.hex and unit.kind == HORSE:
        found += ((HORSE, unit.hex), (HORSE, unit.hex, unit.side))
    elif unit.hex:
        found += ("all", unit.side, unit.hex, (unit.hex, unit.side))
        found += ("commissar",) * ("commissar" in unit.flags)
    return found


_UNITS: Grouped[Unit] = Grouped(_unit_features)
_SUSPECTS_BY_HEX: Grouped[Suspect] = Grouped(lambda item: () if item.off_board else (item.hex,))
_MARKERS_BY_PLACE: Grouped[Marker] = Grouped(lambda item: (item.hex, (item.hex, item.kind)))
_MARKERS_BY_KIND: Grouped[Marker] = Grouped(lambda item: (item.kind,))
_WEAPONS_BY_HOLDER: Grouped[Weapon] = Grouped(lambda weapon: (weapon.holder,))


NO_VOLLEYS: Mapping[str, tuple[tuple[str, str], ...]] = {}
"""Nobody has fired."""


class State(Frozen):
    """One moment of a game. Mappings are never changed in place."""

    mission: str
    dice: Dice
    stage: Stage = "tables"
    turn: int = 0
    side: Side = "FRIENDLY"
    phase: Phase = "RPh"
    values: Mapping[str, Value] = {}
    ec: str = ""
    wind: str = "none"
    gusts: bool = False
    suspects: Mapping[str, Suspect] = {}
    units: Mapping[str, Unit] = {}
    weapons: Mapping[str, Weapon] = {}
    markers: Mapping[str, Marker] = {}
    control: Mapping[str, Side] = {}
    rail: frozenset[str] = frozenset()
    road: frozenset[str] = frozenset()
    events_used: frozenset[str] = frozenset()
    pending: tuple[Pending, ...] = ()
    sights: Mapping[str, str] = {}
    free_sides: Mapping[str, bool] = {}
    """What the player has seen on his board: whether a hexside (`D4-C4`) leaves room for Bypass in its first hex."""
    options: Mapping[str, bool] = {}
    enemy_activated: bool = False
    recurring: tuple[Recurring, ...] = ()
    lost: Mapping[str, int] = {}
    serials: Mapping[str, int] = {}
    outcome: str = ""
    moving: Moving | None = None
    acquired: Mapping[str, Acquisition] = {}
    batteries: Mapping[str, Battery] = {}
    passed: frozenset[str] = frozenset()
    layout: Layout = NO_LAYOUT
    entry: str = ""
    """The board edge that the FRIENDLY side chose to enter by, where the mission lets it choose."""
    acts: tuple[int, int] = (0, 0)
    """How many acts the ENEMY has decided on, and how many of them named a house figure among their reasons."""
    vpo_worth: Mapping[str, int] = {}
    """What each VPO is worth, once the mission's end has rolled it (A10b)."""
    bore_sights: Mapping[str, BoreSight] = {}
    spotters: Mapping[str, str] = {}
    """Who spots for which mortar: a unit by the id of the SW or Gun (C9.3)."""
    wave: Wave | None = None
    escorts: Mapping[str, float] = {}
    """The MF that the Infantry of an Armored Assault had left when it last moved with its AFV (D9.31)."""
    under_fire: Mapping[str, tuple[str, ...]] = {}
    """The hexes that were fired at last in this phase, with the hexes the fire came from (A7.7)."""
    volleys: Mapping[str, tuple[tuple[str, str], ...]] = NO_VOLLEYS
    """The hexes that small arms fired at in this phase, with the hexes, or vehicles, and kinds of fire; in the MPh only
    since MF were spent last (A7.55).
    """
    aimed: Mapping[str, tuple[str, ...]] = {}
    """The hexes that a SW has fired at in this phase: a heavy MG in cover keeps to one CA (A9.21)."""
    fired: frozenset[str] = frozenset()
    """Who has fired anything in this Player Turn (A14.4)."""
    opened_fire: bool = False
    """Whether anything but SMOKE has been fired in this phase (C8.5)."""
    directed: Mapping[str, tuple[str, ...]] = {}
    """The units and SW whose fire a leader has directed in this Player Turn, and may direct again (A7.53)."""
    vasl: VaslMemory = NO_VASL
    axes: tuple[Axis, ...] = ()
    """The plan of the FRIENDLY side, if the program has drawn one up: the main axis first."""
    companies: tuple[Company, ...] = ()
    """Who keeps with which leader, and what they go for, as the program has formed them in this Player Turn."""

    # -- where we are ---------------------------------------------------------------------------------
    @property
    def moment(self) -> str:
        """`Turn 2, FRIENDLY MPh`, or the stage of set-up."""
        if self.stage == "play":
            return f"Turn {self.turn}, {self.side} {self.phase}"
        if self.stage == "over":
            return f"over after Turn {self.turn}"
        return f"set-up: {STAGE_NAMES[self.stage]}"

    @property
    def player_turn(self) -> int:
        """A serial number of the Player Turn: 1 for the first, 2 for the second, …"""
        return 2 * self.turn - (1 if self.side == "FRIENDLY" else 0)

    def option(self, name: str) -> bool:
        """Whether the option `name` is on."""
        return self.options.get(name, OPTIONS[name][0])

    def number(self, name: str) -> int:
        """The mission value `name` as a number (0 if not set)."""
        text = self.values[name].value if name in self.values else "0"
        return int(text) if text.lstrip("-").isdigit() else 0

    def re_numbers(self, side: str) -> tuple[int, int]:
        """The RE# pair of `side`; (0, 0) if not set."""
        value = self.values.get("enemy-re" if side == "ENEMY" else "friendly-re")
        return re_pair(value.value) if value else (0, 0)

    # -- who is where ---------------------------------------------------------------------------------
    def on_map(self, side: str = "") -> Iterator[Unit]:
        """All units on the map but horses, of `side` if given."""
        return iter(_UNITS.of(self.units, side or "all"))

    def units_at(self, hex_name: str, side: str = "") -> list[Unit]:
        """The units in a hex but horses, of `side` if given."""
        return list(_UNITS.of(self.units, (hex_name, side) if side else hex_name))

    def present(self, ids: Iterable[str]) -> list[Unit]:
        """Those of these units that are still in play, as they are now."""
        return [self.units[key] for key in ids if key in self.units]

    def stack_of(self, unit_id: str) -> tuple[str, ...]:
        """A10.2, A10.21: those who move as one stack with a unit now, itself among them; nobody if it does not move."""
        moving = self.moving if self.phase == "MPh" else None
        return moving.ids if moving and unit_id in moving.ids else ()

    def commissar_over(self, unit: Unit) -> Unit | None:
        """A25.221: the unbroken, unpinned Commissar in the Location of another unit of his side, or none."""
        there = (other for other in _UNITS.of(self.units, "commissar") if other.hex == unit.hex)
        able = (other for other in there if other.side == unit.side and other.good_order and not other.carrier)
        return next((other for other in able if "pinned" not in other.flags and other.id != unit.id), None)

    def horses_at(self, hex_name: str, side: str = "") -> list[Unit]:
        """The horse counters in a hex, ridden or not, of `side` if given."""
        return list(_UNITS.of(self.units, (HORSE, hex_name, side) if side else (HORSE, hex_name)))

    def aboard(self, unit_id: str) -> list[Unit]:
        """The units that a unit carries or guards."""
        return list(_UNITS.of(self.units, ("aboard", unit_id)))

    def gun_of(self, crew: Unit) -> Unit | None:
        """The Gun that a crew belongs to, if it is with it and has not been captured (A21.1)."""
        gun = self.units.get(crew.group) if crew.kind == "crew" else None
        if gun is None or gun.kind != "gun" or gun.side != crew.side:
            return None
        return gun if gun.hex == crew.hex else None

    def suspects_at(self, hex_name: str) -> list[Suspect]:
        """The S? in a hex."""
        return list(_SUSPECTS_BY_HEX.of(self.suspects, hex_name))

    @property
    def suspect_hexes(self) -> set[str]:
        """The hexes with an S?."""
        return {item.hex for item in self.suspects.values() if not item.off_board}

    def markers_at(self, hex_name: str, kind: str = "") -> list[Marker]:
        """The markers in a hex, of `kind` if given."""
        return list(_MARKERS_BY_PLACE.of(self.markers, (hex_name, kind) if kind else hex_name))

    def marked(self, kind: str) -> list[Marker]:
        """All markers of `kind`."""
        return list(_MARKERS_BY_KIND.of(self.markers, kind))

    def weapons_of(self, unit_id: str) -> list[Weapon]:
        """The SW a unit holds."""
        return list(_WEAPONS_BY_HOLDER.of(self.weapons, unit_id))

    def holds(self, hex_name: str, side: str) -> bool:
        """Whether `side` has an MMC in the hex that may gain Control of it."""
        return any(unit.takes_ground for unit in self.units_at(hex_name, side))


but_dice: Callable[[State], tuple[object, ...]] = attrgetter(
    *(item.name for item in fields(State) if item.name != "dice")
)
"""All that a state is but its dice: equal where nothing has come of an act."""

THOUGHTS = frozenset({"dice", "passed", "acts", "vasl"})
but_thoughts: Callable[[State], tuple[object, ...]] = attrgetter(
    *(item.name for item in fields(State) if item.name not in THOUGHTS)
)
"""All that a state is but what changes while a side only thinks: dice, who has passed, how often it has decided."""

ON_THE_MAP = (
    "units", "weapons", "suspects", "markers", "control", "sights", "free_sides",
    "moving", "wave", "wind", "ec", "side", "phase", "options",
)  # fmt: skip
on_the_map: Callable[[State], tuple[object, ...]] = attrgetter(*ON_THE_MAP)
"""What LOS, fire and movement on one board depend on: the same as long as facts only roll, tell or count something."""
