"""Missions from YAML: one file that reads like the mission card."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from sasl.content.mission_map import Area, Edge, EnemySetUp, HexName, Objectives, Suspects, Wrecks
from sasl.content.tables import Id, Seeded, Strict, Text, Word
from sasl.content.yamlfile import Document, File, nearest, read_yaml, refuse
from sasl.kernel.records import Provenance

Side = Literal["FRIENDLY", "ENEMY"]
Attitude = Literal["Hold", "Advance", "Withdraw"]


class Army(Strict):
    """One side's troops."""

    nation: Word
    force: Text
    elr: int = Field(ge=0, le=5)
    elr_provenance: Provenance = "seed"
    elr_note: Text = ""
    elite: bool = False

    @model_validator(mode="after")
    def _house_says_why(self) -> Army:
        if self.elr_provenance in ("house", "reconstructed") and not self.elr_note:
            raise ValueError(f"elr_provenance {self.elr_provenance} needs an 'elr_note' that says why")
        return self


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
    all_vpo: Side | None = Field(default=None, description="this side wins at once when it controls every VPO")


class VpLine(Seeded):
    """One line of the VP schedule (12.6)."""

    id: Id
    text: Text
    counts: Literal["vpo", "rail", "road", "guns", "activated", "none"]
    friendly: int = 0
    enemy: int = 0
    otherwise: Literal["", "ENEMY", "FRIENDLY"] = ""
    otherwise_points: int = 0


class Rail(Strict):
    """The railroad that a VP line asks for."""

    hexrow: Word


class RoadTask(Strict):
    """The road path that a VP line asks for."""

    starts: list[HexName]
    ends: list[HexName]


class TableDrm(Strict):
    """A modifier that a mission adds to every roll on one table (on a d66: to the coloured die)."""

    table: Id
    value: int = Field(ge=-9, le=9)
    rule: Text = ""


class LeaderStrikes(Strict):
    """An ENEMY artillery strike when a leader is generated: the first one, and each with such a modifier."""

    number: Id = Field(description="how many FFE")
    modifier: int = Field(ge=-3, le=3, description="each leader this good brings one more strike")
    rule: Text = ""


class SpecialRule(Strict):
    """One MSR: its number, what it says in our words, and the hooks that play it."""

    number: int
    text: Text
    hooks: list[Word] = []


class Reading(Strict):
    """A doubtful place of the card: the ways to read it, the usual one first, and when one may be chosen at latest."""

    id: Word
    choices: dict[Word, Text] = Field(min_length=2, description="each with what it means")
    before: list[Literal["boards", "tables", "suspects"]] = Field(min_length=1, description="the stages of the choice")
    rule: Text = ""
    provenance: Provenance
    note: Text = Field(min_length=1, description="what is doubtful")


LessonStage = Literal["boards", "tables", "suspects", "wrecks", "force", "set-up", "play", "over"]
Happening = Literal[
    "moved", "fired", "advanced", "checked", "activated", "enemy-act", "broke", "rallied", "fought", "gained-vpo"
]
"""What can have happened; `sasl.solitaire.lessons` says which facts show it."""
Given = Literal["broken", "enemy-known", "contact"]
"""What can be so when a lesson's turn comes; else it is left out."""
MOMENT = r"^[1-9][0-9]? (FRIENDLY|ENEMY) (RPh|PFPh|MPh|DFPh|AFPh|RtPh|APh|CCPh)$"
HEX = r"^[A-Z]{1,2}[0-9]{1,2}$"


class Until(Strict):
    """When a lesson is done: as soon as one of these is so.

    A `stage` or a `moment` always comes, so each lesson has one of the two: nobody waits for a lucky roll.
    """

    stage: LessonStage | None = Field(default=None, description="this stage has begun; over: the mission has ended")
    moment: Annotated[str, Field(pattern=MOMENT)] | None = Field(
        default=None, description="this phase has begun, as in: 1 FRIENDLY MPh"
    )
    happened: Happening | None = Field(default=None, description="this has happened since the lesson began")
    word: Word | None = Field(default=None, description="this command word was used since the lesson began")
    left: Annotated[str, Field(pattern=HEX)] | None = Field(
        default=None, description="units of the FRIENDLY side went out of this hex in the MPh, and none is in it now"
    )
    vpo: int | None = Field(default=None, ge=1, le=99, description="the FRIENDLY side controls so many VPO")

    @model_validator(mode="after")
    def _comes_true(self) -> Until:
        if (self.stage is None) == (self.moment is None):
            raise ValueError("give either 'stage' or 'moment', so that the lesson ends whatever the dice say")
        return self


class Lesson(Strict):
    """One lesson: what it is about, what to press or type, and until when it is shown."""

    title: Word
    text: Annotated[Text, Field(max_length=420)]
    press: Text = Field(default="", description="the keys on the screens")
    type: Text = Field(default="", description="the same as words of the command line")
    only_if: Given | None = Field(default=None, description="left out unless this is so when its turn comes")
    until: Until


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
    table_drm: list[TableDrm] = []
    leader_strikes: LeaderStrikes | None = None
    month: Id | None = Field(default=None, description="the table that says the month")
    ec: Word = ""
    ec_table: Id | None = Field(default=None, description="the table that says the EC")
    wind: Word = "none"
    area: Area
    vpo: Objectives
    suspects: Suspects
    enemy_set_up: EnemySetUp = EnemySetUp()
    wrecks: Wrecks | None = None
    sequence: list[Text]
    force: list[ForceGroup]
    oba: list[Oba] = []
    rail: Rail | None = None
    road: RoadTask | None = None
    end: MissionEnd
    vp: list[VpLine]
    rules: list[SpecialRule]
    options: dict[str, bool] = Field(default={}, description="switches of the game that start otherwise than usual")
    readings: list[Reading] = Field(default=[], description="doubtful places of the card; the player may choose")
    lessons: list[Lesson] = Field(default=[], description="what the screen teaches, in order")

    @model_validator(mode="after")
    def _has_ec(self) -> Mission:
        if bool(self.ec) == bool(self.ec_table):
            raise ValueError("give either 'ec' or 'ec_table'")
        return self

    def other_tables(self) -> list[tuple[tuple[object, ...], Id | None]]:
        """Where in the file the mission names a table that only some missions need, and which."""
        boards, determined = self.area.boards, self.vpo.determined
        bridges = boards.bridges if boards else None
        places: list[tuple[tuple[object, ...], Id | None]] = [
            (("month",), self.month),
            (("ec_table",), self.ec_table),
            (("vpo", "values"), self.vpo.values),
            (("wrecks", "fate"), self.wrecks.fate if self.wrecks else None),
            (("leader_strikes", "number"), self.leader_strikes.number if self.leader_strikes else None),
            (("vpo", "determined", "number"), determined.number if determined else None),
            (("area", "boards", "facing"), boards.facing if boards else None),
        ]
        places += [(("table_drm", number, "table"), drm.table) for number, drm in enumerate(self.table_drm)]
        for number, case in enumerate(self.suspects.cases):
            radius = case.radius if isinstance(case.radius, str) else None
            at = ("suspects", "cases", number)
            places += [((*at, "number"), case.number), ((*at, "radius"), radius)]
        for letter, name in (boards.tables if boards else {}).items():
            places.append((("area", "boards", "tables", letter), name))
        for key in ("number", "place", "construction", "one_hex_state") if bridges else ():
            places.append((("area", "boards", "bridges", key), getattr(bridges, key)))
        return places

    def drm(self, table_id: str) -> list[TableDrm]:
        """What the mission adds to rolls on this table."""
        return [item for item in self.table_drm if item.table == table_id]

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
    "even-dr-fortification": "an even Final DR on the Activation table is an F as well",
    "foxholes": "FRIENDLY Infantry may set up in foxholes",
}
"""Special rules that need Python; a mission names them, `sasl.solitaire` plays them."""


READINGS = {"layout": ("stacked", "upright"), "around": ("one", "each")}
"""The readings that can be played, and their choices: how mapboards lie, and how many S? a radius case means."""


def load_mission(path: File) -> tuple[Mission, Document]:
    """The mission in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    mission = document.parse(Mission)
    faults = [
        document.fault(("rules", number, "hooks"), f"hook '{hook}' is unknown{nearest(hook, HOOKS)}")
        for number, rule in enumerate(mission.rules)
        for hook in rule.hooks
        if hook not in HOOKS
    ]
    offered = {item.id: set(item.choices) for item in mission.readings}
    for number, item in enumerate(mission.readings):
        if item.id not in READINGS or not set(item.choices) <= set(READINGS[item.id]):
            known = "; ".join(f"{name}: {', '.join(words)}" for name, words in READINGS.items())
            faults.append(document.fault(("readings", number), f"no such reading is known; there are {known}"))
    faults += [
        document.fault(("suspects", "cases", number, "reading"), f"there is no reading '{case.reading}' of places")
        for number, case in enumerate(mission.suspects.cases)
        if case.reading and (case.reading not in offered or case.reading == "layout")
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
    refuse(faults)
    return mission, document
