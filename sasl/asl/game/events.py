"""Facts: everything that can happen to a game. An event never rolls; `apply` makes it so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from sasl.asl.game.state import (
    Battery,
    BoreSight,
    Marker,
    Moving,
    Pending,
    Phase,
    Side,
    Stage,
    Suspect,
    Unit,
    Wave,
    Weapon,
)
from sasl.board.join import Layout
from sasl.kernel.facts import DiceSet as DiceSet
from sasl.kernel.facts import Event as Event
from sasl.kernel.facts import Rolled as Rolled
from sasl.kernel.facts import Told as Told
from sasl.kernel.facts import Topic as Topic


@dataclass(frozen=True, slots=True)
class ValueSet(Event):
    """A mission value was rolled or typed over."""

    topic: ClassVar[Topic] = "adjust"
    name: str
    value: str
    provenance: str


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    """A stage of set-up, play, or the end began."""

    topic: ClassVar[Topic] = "phase"
    stage: Stage


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A phase began."""

    topic: ClassVar[Topic] = "phase"
    turn: int
    side: Side
    phase: Phase


@dataclass(frozen=True, slots=True)
class WeatherSet(Event):
    """EC, wind and gusts as they are from now on."""

    topic: ClassVar[Topic] = "event"
    ec: str
    wind: str
    gusts: bool = False


@dataclass(frozen=True, slots=True)
class BoardsLaid(Event):
    """The mapboards, how they lie, and their bridges, as they are from now on."""

    topic: ClassVar[Topic] = "control"
    layout: Layout
    why: str = ""


@dataclass(frozen=True, slots=True)
class EntryChosen(Event):
    """The FRIENDLY side chose the board edge by which it enters."""

    topic: ClassVar[Topic] = "control"
    edge: Literal["north", "east", "south", "west"]


@dataclass(frozen=True, slots=True)
class VpoValued(Event):
    """The mission's end said what a VPO is worth (A10b)."""

    topic: ClassVar[Topic] = "control"
    hex: str
    worth: int


@dataclass(frozen=True, slots=True)
class SuspectPlaced(Event):
    """An S? came on the map, or waits off-board."""

    topic: ClassVar[Topic] = "suspect"
    suspect: Suspect


@dataclass(frozen=True, slots=True)
class SuspectMoved(Event):
    """An S? moved along `path` (its own hex first); it is on the map now."""

    topic: ClassVar[Topic] = "suspect"
    id: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SuspectTurned(Event):
    """An S? changed its attitude, and so its colour (3.2)."""

    topic: ClassVar[Topic] = "suspect"
    id: str
    attitude: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class SuspectRemoved(Event):
    """An S? left the map: a false alarm, Activated, or taken off."""

    topic: ClassVar[Topic] = "suspect"
    id: str
    hex: str
    why: str
    activated: bool = False


@dataclass(frozen=True, slots=True)
class UnitAdded(Event):
    """A unit joined the game."""

    topic: ClassVar[Topic] = "unit"
    unit: Unit
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitsMoved(Event):
    """Units of one stack moved along `path` (their own hex first), each for `mf` MF or MP.

    `bypass`: the vertices of the last hex that they pass in Bypass (A4.3).
    """

    topic: ClassVar[Topic] = "unit"
    ids: tuple[str, ...]
    path: tuple[str, ...]
    mf: float
    how: str = ""
    points: Literal["MF", "MP"] = "MF"
    bypass: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitPut(Event):
    """A unit was set up, entered, or was put into a hex or taken off the map (None)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    hex: str | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitChanged(Event):
    """A unit gained and lost states."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitsChanged(Event):
    """Several units gained and lost the same states at once (the upkeep of a phase)."""

    topic: ClassVar[Topic] = "unit"
    ids: tuple[str, ...]
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitRedrawn(Event):
    """A unit became another counter, turned, boarded, or changed attitude; None leaves as is."""

    topic: ClassVar[Topic] = "unit"
    id: str
    type: str | None = None
    kind: str | None = None
    code: str | None = None
    morale: int | None = None
    modifier: int | None = None
    ca: str | None = None
    carrier: str | None = None
    attitude: str | None = None
    note: str | None = None
    why: str = ""
    tca: str | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Mounted(Event):
    """A unit mounts `horse` (""; an SMC beside the riders of one); `mf`: what it has spent as Cavalry now (A13.31)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    horse: str
    mf: float = 0.0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Dismounted(Event):
    """A unit leaves its horse, which stays behind; `mf`: what it has spent on foot now (A13.31)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    horse: str
    mf: float = 0.0
    why: str = ""


@dataclass(frozen=True, slots=True)
class ArmsChanged(Event):
    """Mounted weapons and ammunition of a Gun or vehicle: `MA spent`, `CMG broken`, `no HEAT` came or went."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fired(Event):
    """Units and weapons fired at a hex; `how` is the kind of fire (Prep Fire, Defensive First Fire, …)."""

    topic: ClassVar[Topic] = "unit"
    units: tuple[str, ...]
    weapons: tuple[str, ...]
    hex: str
    how: str


@dataclass(frozen=True, slots=True)
class CameUnderFire(Event):
    """The hexes under fire now, each with every hex that has fired at it in a row and might Encircle it (A7.7)."""

    topic: ClassVar[Topic] = "unit"
    lines: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A side that the program plays decided on an act: the command it stands for, and every reason.

    `key` is what acts (a unit's id, or `cc K14`); `path` the hexes of a move, `target` the hex of an attack.
    """

    topic: ClassVar[Topic] = "act"
    is_act: ClassVar[bool] = True
    side: Side
    key: str
    title: str
    line: str
    reasons: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    target: str = ""


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """What was to act does no more in this phase: vetoed by the player, not possible, or done."""

    topic: ClassVar[Topic] = "act"
    key: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class MovingSet(Event):
    """Who is moving now was set by hand of a rule (points spent without leaving the hex), or nobody is."""

    topic: ClassVar[Topic] = "unit"
    moving: Moving | None = None


@dataclass(frozen=True, slots=True)
class EscortSet(Event):
    """An AFV has moved with Infantry that has `mf` left, and so far it may go on alone (D9.31)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    mf: float


@dataclass(frozen=True, slots=True)
class WaveSet(Event):
    """A Human Wave was declared, has moved on, or is over (A25.23)."""

    topic: ClassVar[Topic] = "unit"
    wave: Wave | None = None


@dataclass(frozen=True, slots=True)
class AcquisitionSet(Event):
    """A weapon acquired `target` (a unit id or a hex) at `level` -1 or -2; level 0: it lost what it had."""

    topic: ClassVar[Topic] = "unit"
    id: str
    target: str = ""
    hex: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class BoreSighted(Event):
    """A weapon (its SW, Gun or vehicle) has Bore Sighted a Location (C6.4)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    sight: BoreSight


@dataclass(frozen=True, slots=True)
class BatterySet(Event):
    """An OBA module joined, or its draw pile, contact or mission changed."""

    topic: ClassVar[Topic] = "event"
    battery: Battery
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitRemoved(Event):
    """A unit was eliminated, captured, recalled or taken off."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class WeaponAdded(Event):
    """A SW joined the game."""

    topic: ClassVar[Topic] = "unit"
    weapon: Weapon


@dataclass(frozen=True, slots=True)
class WeaponGiven(Event):
    """A SW changed hands (`holder`), or lies in `hex`."""

    topic: ClassVar[Topic] = "unit"
    id: str
    holder: str = ""
    hex: str | None = None


@dataclass(frozen=True, slots=True)
class WeaponChanged(Event):
    """A SW gained and lost states."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class WeaponRemoved(Event):
    """A SW was eliminated or used up."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str


@dataclass(frozen=True, slots=True)
class MarkerPut(Event):
    """A marker was placed, or an existing one replaced under the same id."""

    topic: ClassVar[Topic] = "marker"
    marker: Marker
    why: str = ""


@dataclass(frozen=True, slots=True)
class MarkerRemoved(Event):
    """A marker left the map."""

    topic: ClassVar[Topic] = "marker"
    id: str
    why: str


@dataclass(frozen=True, slots=True)
class ControlChanged(Event):
    """A VPO is controlled by `side` (None: it is no VPO any more)."""

    topic: ClassVar[Topic] = "control"
    hex: str
    side: Side | None
    why: str = ""


Track = Literal["rail", "road"]
TRACKS: tuple[Track, ...] = ("rail", "road")


@dataclass(frozen=True, slots=True)
class TrackTaken(Event):
    """Railroad or road hexes came under FRIENDLY control (`held`) or were lost."""

    topic: ClassVar[Topic] = "control"
    kind: Track
    hexes: tuple[str, ...]
    held: bool = True


@dataclass(frozen=True, slots=True)
class EventUsed(Event):
    """A Random Event of `side` took place; `row` is its label, `once` if it may not come again."""

    topic: ClassVar[Topic] = "event"
    side: Side
    row: str
    title: str
    text: str = ""
    once: bool = False


@dataclass(frozen=True, slots=True)
class RecurringSet(Event):
    """A recurring effect began (`on`) or ended."""

    topic: ClassVar[Topic] = "event"
    name: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class PendingAdded(Event):
    """Something must happen when a later phase begins."""

    topic: ClassVar[Topic] = "event"
    pending: Pending


@dataclass(frozen=True, slots=True)
class PendingDone(Event):
    """Something pending has happened."""

    topic: ClassVar[Topic] = "event"
    id: str


@dataclass(frozen=True, slots=True)
class RoomAnswered(Event):
    """The player said whether his board leaves room for Bypass in `hex` along its hexside with `other` (A4.31)."""

    topic: ClassVar[Topic] = "adjust"
    hex: str
    other: str
    free: bool


@dataclass(frozen=True, slots=True)
class SightAnswered(Event):
    """The player said what he sees between two hexes: clear, blocked, or a Hindrance number."""

    topic: ClassVar[Topic] = "adjust"
    a: str
    b: str
    answer: str


@dataclass(frozen=True, slots=True)
class OptionSet(Event):
    """A switch of the game was turned."""

    topic: ClassVar[Topic] = "adjust"
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Adjusted(Event):
    """The player changed something by hand: his words stay in the log."""

    topic: ClassVar[Topic] = "adjust"
    text: str


@dataclass(frozen=True, slots=True)
class MissionEnded(Event):
    """The mission is over: VP of both sides and every line of the schedule; `winner`: who wins whatever the VP."""

    topic: ClassVar[Topic] = "phase"
    friendly: int
    enemy: int
    lines: tuple[tuple[str, int, int], ...]
    why: str
    details: Any = None
    winner: Side | Literal[""] = ""

    @property
    def won_by(self) -> Side | Literal[""]:
        """The side that wins, by the mission's rule or by VP; "" if nobody does."""
        ahead: Side | Literal[""] = (
            "FRIENDLY" if self.friendly > self.enemy else "ENEMY" if self.enemy > self.friendly else ""
        )
        return self.winner or ahead


EVENTS: dict[str, type[Event]] = {cls.__name__: cls for cls in Event.__subclasses__()}
"""Every kind of event by name; a save writes these names, so they are never renamed."""
