"""Facts of a campaign. An event never rolls; `apply` makes it so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sasl.asl.game.events import EVENTS, Event, Topic
from sasl.campaign.state import Area, Box, Nation, Piece, Purchase, RosterLine, Stage, Work


@dataclass(frozen=True, slots=True)
class StageSet(Event):
    """The campaign went on to preparing the Initial Scenario, a scenario, a Reorganization Phase, or its end."""

    topic: ClassVar[Topic] = "phase"
    stage: Stage


@dataclass(frozen=True, slots=True)
class StepBegan(Event):
    """A step of the Reorganization Phase began: its place in the campaign's list."""

    topic: ClassVar[Topic] = "phase"
    step: int
    title: str


@dataclass(frozen=True, slots=True)
class DateBegan(Event):
    """A new CG Date: its place in the campaign's list."""

    topic: ClassVar[Topic] = "phase"
    date: int
    title: str


@dataclass(frozen=True, slots=True)
class NumberSet(Event):
    """A figure of a side changed (`cpp`, `san`, `elr`, `fpp`, `cvp` …)."""

    topic: ClassVar[Topic] = "control"
    side: Nation
    name: str
    value: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class FactSet(Event):
    """A word about the campaign changed (`weather`, `ec`, `scenario`, `winner` …)."""

    topic: ClassVar[Topic] = "control"
    name: str
    value: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PieceAdded(Event):
    """A counter joined a side's OoB."""

    topic: ClassVar[Topic] = "unit"
    piece: Piece
    why: str = ""


@dataclass(frozen=True, slots=True)
class PieceChanged(Event):
    """A counter changed: states gained and lost, another type, box, hex or holder (None: as before)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    type: str | None = None
    kind: str | None = None
    box: Box | None = None
    hex: str | None = None
    holder: str | None = None
    side: Nation | None = None
    modifier: int | None = None
    why: str = ""
    stood: str | None = None


@dataclass(frozen=True, slots=True)
class PieceGone(Event):
    """A counter is Eliminated; `counts`: as a casualty of its side."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str
    counts: bool = True


@dataclass(frozen=True, slots=True)
class GroupBought(Event):
    """A Reinforcement Group was bought or given, or its record changed."""

    topic: ClassVar[Topic] = "unit"
    purchase: Purchase
    why: str = ""


@dataclass(frozen=True, slots=True)
class GroupDropped(Event):
    """A purchase was taken back."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class WorkPut(Event):
    """A fortification, wreck, flame or other thing was put, moved or changed."""

    topic: ClassVar[Topic] = "marker"
    work: Work
    why: str = ""


@dataclass(frozen=True, slots=True)
class WorkGone(Event):
    """A fortification, wreck, flame or other thing is no more."""

    topic: ClassVar[Topic] = "marker"
    id: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class HexesControlled(Event):
    """A side controls these hexes now; "" is nobody."""

    topic: ClassVar[Topic] = "control"
    side: str
    hexes: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class PerimeterSet(Event):
    """A side's perimeter: its loops of Front Line hexes."""

    topic: ClassVar[Topic] = "control"
    side: Nation
    loops: tuple[tuple[str, ...], ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class AreasSet(Event):
    """The Isolated Areas and Pockets."""

    topic: ClassVar[Topic] = "control"
    areas: tuple[Area, ...]


@dataclass(frozen=True, slots=True)
class RosterWritten(Event):
    """A line of a side's CG Roster."""

    topic: ClassVar[Topic] = "control"
    line: RosterLine


@dataclass(frozen=True, slots=True)
class Covered(Event):
    """What is about this (`german.purchases` …) stays secret, or is shown from now on."""

    topic: ClassVar[Topic] = "control"
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class SideActed(Event):
    """A side that the program plays gave a command, with its reason; what comes of it follows."""

    topic: ClassVar[Topic] = "act"
    side: Nation
    line: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class CampaignEnded(Event):
    """The campaign is over: who won, each side's VP, and every line of the count."""

    topic: ClassVar[Topic] = "phase"
    winner: str
    lines: tuple[tuple[str, str, int], ...]
    why: str


OWN = (
    StageSet, StepBegan, DateBegan, NumberSet, FactSet, PieceAdded, PieceChanged, PieceGone, GroupBought, GroupDropped,
    WorkPut, WorkGone, HexesControlled, PerimeterSet, AreasSet, RosterWritten, Covered, SideActed,
    CampaignEnded,
)  # fmt: skip

EVENTS.update({kind.__name__: kind for kind in OWN})
