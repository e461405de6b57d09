"""Missions from YAML: one file that reads like the mission card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from sasl.board.hexes import hex_grain_line, parse_hex
from sasl.content.tables import Id, Strict, Text, Word
from sasl.content.yamlfile import ContentError, Document, nearest, read_yaml
from sasl.core.records import Provenance

Side = Literal["FRIENDLY", "ENEMY"]
Attitude = Literal["Hold", "Advance", "Withdraw"]
Edge = Literal["north", "east", "south", "west"]


def _hex_name(text: str) -> str:
    return parse_hex(text).name


HexName = Annotated[str, AfterValidator(_hex_name)]


class Army(Strict):
    """One side's troops."""

    nation: Word
    force: Text
    elr: int = Field(ge=0, le=5)
    elite: bool = False


class Area(Strict):
    """The board, the part of it in play, the board edges and the FRIENDLY set-up line."""

    board: Id
    numbers: tuple[int, int] = Field(strict=False, description="first and last hex number in play")
    friendly_edge: Edge
    enemy_edge: Edge
    set_up_line: list[HexName]
    set_up_side: Edge
    set_up_fits: Text = ""


class Objectives(Strict):
    """VPO Locations; the player may edit the list at set-up."""

    hexes: list[HexName]
    provenance: Provenance
    note: Text = ""
    start_control: Literal["ENEMY", "set-up area"] = "ENEMY"


class SuspectCase(Strict):
    """One case of S? placement (4.1)."""

    case: Literal["a", "b", "d"]
    per: Literal["building", "patch", "vpo"]
    terrain: list[Word] = []
    one_per: int = Field(default=1, ge=1)
    rule: Text = ""
    provenance: Provenance
    note: Text = ""


class Suspects(Strict):
    """Where S? are placed."""

    beyond: int = Field(default=0, ge=0, description="only more than this many hexes from the FRIENDLY area")
    cases: list[SuspectCase]


class StartingGun(Strict):
    """A Gun the ENEMY sets up on the map."""

    hex: HexName
    gun: Word
    crew: Word
    ca: Text
    mode: Text = ""
    concealed: bool = False
    orders: Text = ""


class MinefieldLine(Strict):
    """A run of Known minefield hexes between two hexes."""

    start: HexName
    end: HexName
    strength: Id
    at_presence: Id | None = None
    at_factors: Id | None = None

    def hexes(self) -> tuple[str, ...]:
        """Every hex of the run. ValueError if its ends lie on no common hex grain (B28.46)."""
        return tuple(spot.name for spot in hex_grain_line(parse_hex(self.start), parse_hex(self.end)))


class EnemySetUp(Strict):
    """What the ENEMY sets up besides S?."""

    guns: list[StartingGun] = []
    minefields: list[MinefieldLine] = []
    sniper: HexName | None = None


class Wrecks(Strict):
    """Wreck counters placed after the ENEMY's set-up."""

    number: int = Field(ge=0, le=50)
    within: int = Field(ge=0, description="at most this many hexes outside the FRIENDLY area")
    apart: int = Field(default=2, ge=1, description="least distance between two of them")
    fate: Id
    rule: Text = ""


class ForceItem(Strict):
    """One line of an OoB: a counter, or a table that says which counter."""

    type: Word | None = None
    table: Id | None = None
    column: Text = ""
    modifier: Text = Field(default="", description="the named condition that holds for this roll")
    reroll: list[Word] = []
    count: int = Field(default=1, ge=1, le=60)
    as_leader_of: Literal["", "armor"] = ""
    same_as_table: bool = False
    note: Text = ""

    @model_validator(mode="after")
    def _one_of_two(self) -> ForceItem:
        if (self.type is None) == (self.table is None):
            raise ValueError("give either 'type' (a counter) or 'table' (a table that names one)")
        return self


class ForceGroup(Strict):
    """A part of the FRIENDLY OoB with its set-up limits."""

    id: Id
    name: Word
    hexrows: tuple[Word, Word] | None = Field(default=None, strict=False)
    turn: int = Field(default=0, ge=0, description="0 sets up on the map; else the Game Turn of arrival")
    items: list[ForceItem] = []
    like: Id | None = Field(default=None, description="the group whose items this one has too")
    note: Text = ""


class Oba(Strict):
    """Off-board artillery of one side."""

    side: Side
    name: Word
    calibre: int
    ammo: Text
    smoke: bool = False
    observer_edge: Edge | None = None
    observer_level: int = 0
    free_ffe_turn: int | None = None
    free_ffe_error: int = 1
    rule: Text = ""


class MissionEnd(Strict):
    """When the mission may end (12.5)."""

    turn: int = Field(ge=1, le=99)
    table: Id
    rule: Text = ""


class VpLine(Strict):
    """One line of the VP schedule (12.6)."""

    id: Id
    text: Text
    counts: Literal["vpo", "rail", "road", "guns", "activated", "none"]
    friendly: int = 0
    enemy: int = 0
    otherwise: Literal["", "ENEMY", "FRIENDLY"] = ""
    otherwise_points: int = 0
    provenance: Provenance = "seed"
    note: Text = ""


class Rail(Strict):
    """The railroad that a VP line asks for."""

    hexrow: Word


class RoadTask(Strict):
    """The road path that a VP line asks for."""

    starts: list[HexName]
    ends: list[HexName]


class SpecialRule(Strict):
    """One MSR: its number, what it says in our words, and the hooks that play it."""

    number: int
    text: Text
    hooks: list[Word] = []


class Mission(Strict):
    """A mission card."""

    format: Literal[1]
    id: Id
    title: Word
    date: Word
    source: Text
    briefing: Text
    friendly: Army
    enemy: Army
    attitude: Attitude
    first_side: Side
    tables: dict[str, Id] = Field(description="mission tables (12.32): enemy-san, friendly-san, enemy-ac, …")
    activation: Id
    guns: Id
    vehicles: Id
    squads: Id
    leaders: Id
    weapons: Id
    squad_swaps: dict[str, str] = {}
    ranges: Id = "activation.ranges"
    vehicle_ranges: Id = "activation.vehicle-ranges"
    enemy_events: Id
    friendly_events: Id
    events_need_activation: bool = True
    ec: Word
    wind: Word
    area: Area
    vpo: Objectives
    suspects: Suspects
    enemy_set_up: EnemySetUp
    wrecks: Wrecks | None = None
    sequence: list[Text]
    force: list[ForceGroup]
    oba: list[Oba] = []
    rail: Rail | None = None
    road: RoadTask | None = None
    end: MissionEnd
    vp: list[VpLine]
    rules: list[SpecialRule]

    def items(self, group: ForceGroup) -> list[ForceItem]:
        """The items of `group`, its own or those of the group it is `like`."""
        if group.like is None:
            return group.items
        return next(other.items for other in self.force if other.id == group.like)

    def hook(self, name: str) -> bool:
        """Whether one of the MSR names the hook `name`."""
        return any(name in rule.hooks for rule in self.rules)

    def army(self, side: str) -> Army:
        """The army of `side`."""
        return self.friendly if side == "FRIENDLY" else self.enemy


HOOKS = {
    "armor-leaves-infantry": "FRIENDLY AFV far from Good Order MMC add to their Command DR",
    "foxholes": "FRIENDLY Infantry may set up in foxholes",
}
"""Special rules that need Python; a mission names them, `sasl.play` plays them."""


def load_mission(path: Path) -> tuple[Mission, Document]:
    """The mission in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    mission = document.parse(Mission)
    faults = [
        document.fault(("rules", number, "hooks"), f"hook '{hook}' is unknown{nearest(hook, HOOKS)}")
        for number, rule in enumerate(mission.rules)
        for hook in rule.hooks
        if hook not in HOOKS
    ]
    wanted = ("enemy-san", "friendly-san", "enemy-ac", "enemy-re", "friendly-re")
    faults += [document.fault(("tables",), f"'{key}' is missing") for key in wanted if key not in mission.tables]
    faults += [
        document.fault(("tables", key), f"unknown mission table{nearest(key, wanted)}")
        for key in mission.tables
        if key not in wanted
    ]
    ids = [group.id for group in mission.force]
    for number, group in enumerate(mission.force):
        if group.like is not None and (group.like not in ids or mission.force[ids.index(group.like)].like):
            faults.append(document.fault(("force", number, "like"), f"there is no group '{group.like}' with items"))
        if bool(group.items) == bool(group.like):
            faults.append(document.fault(("force", number), "give either 'items' or 'like'"))
    if faults:
        raise ContentError(faults)
    return mission, document
