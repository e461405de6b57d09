"""Missions from YAML: one file that reads like the mission card."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Literal, get_args

from sasl.content.missions.mission_map import Area, Edge, EnemySetUp, HexName, HexRow, Objectives, Suspects, Wrecks
from sasl.content.reading.card import Card, Id, Says, Text, Word
from sasl.content.reading.faults import nearest
from sasl.kernel.rolling.records import Provenance

Side = Literal["FRIENDLY", "ENEMY"]
Attitude = Literal["Hold", "Advance", "Withdraw"]
Ec = Literal["Very Dry", "Dry", "Moderate", "Moist", "Wet", "Mud", "Snow"]
"""Environmental Conditions (B25.5)."""
ECS: tuple[str, ...] = get_args(Ec)
FORCES = ("none", "mild breeze", "heavy wind")
"""How strong the wind can blow (B25.63)."""
HEXSIDES = "123456"


def _wind(text: str) -> str:
    force, _, side = text.partition(" toward ")
    if force not in FORCES:
        raise ValueError(f"wind '{force}' is not one of {', '.join(FORCES)}{nearest(force, FORCES)}")
    if text != force and (force == FORCES[0] or side not in tuple(HEXSIDES)):
        raise ValueError(f"'{text}': a wind blows 'toward' one hexside, 1 (the top) to 6; calm air has none")
    return text


def _date(text: str) -> str:
    """A date in figures must be one of the calendar, as far as it goes; words may say it otherwise."""
    figures = re.fullmatch(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", text)
    if figures:
        year, month, day = (int(part or 1) for part in figures.groups())
        try:
            datetime.date(year, month, day)
        except ValueError as error:
            raise ValueError(f"'{text}' is no date ({error}): write year-month-day, as in 1944-06-24") from None
    return text


class Army(Card, kw_only=True):
    """One side's troops."""

    nation: Word
    force: Text
    elr: Annotated[int, Says(ge=0, le=5)]
    elr_provenance: Provenance = "seed"
    elr_note: Text = ""
    elite: bool = False
    doctrine: Annotated[Word | None, Says("how the program plays this side until another doctrine is chosen")] = None

    def __post_init__(self) -> None:
        if self.elr_provenance in ("house", "reconstructed") and not self.elr_note:
            raise ValueError(f"elr_provenance {self.elr_provenance} needs an 'elr_note' that says why")


class ForceItem(Card, kw_only=True):
    """One line of an OoB: a counter, or a table that says which counter."""

    type: Word | None = None
    table: Id | None = None
    column: Text = ""
    modifier: Annotated[Text, Says("the named condition that holds for this roll")] = ""
    reroll: list[Word] = []
    count: Annotated[int, Says(ge=1, le=60)] = 1
    as_leader_of: Literal["", "armor"] = ""
    same_as_table: bool = False
    note: Text = ""

    def __post_init__(self) -> None:
        if (self.type is None) == (self.table is None):
            raise ValueError("give either 'type' (a counter) or 'table' (a table that names one)")


class ForceGroup(Card, kw_only=True):
    """A part of the FRIENDLY OoB with its set-up limits."""

    id: Id
    name: Word
    hexrows: tuple[HexRow, HexRow] | None = None
    turn: Annotated[int, Says("0 sets up on the map; else the Game Turn of arrival", ge=0)] = 0
    items: list[ForceItem] = []
    like: Annotated[Id | None, Says("the group whose items this one also has")] = None
    note: Text = ""


class Oba(Card, kw_only=True):
    """Off-board artillery of one side."""

    side: Side
    name: Word
    calibre: Annotated[int, Says("mm", ge=1, le=999)]
    ammo: Literal["Plentiful", "Normal", "Scarce"]
    smoke: bool = False
    observer_edge: Edge | None = None
    observer_level: Annotated[int, Says(ge=-9, le=9)] = 0
    free_ffe_turn: int | None = None
    free_ffe_error: int = 1
    rule: Text = ""


class MissionEnd(Card, kw_only=True):
    """When the mission may end (S12.5)."""

    turn: Annotated[int, Says(ge=1, le=99)]
    table: Id
    rule: Text = ""
    all_vpo: Annotated[Side | None, Says("this side wins at once when it controls every VPO")] = None


class VpLine(Card, kw_only=True):
    """One line of the VP schedule (S12.6)."""

    provenance: Provenance = "seed"
    note: Text = ""
    id: Id
    text: Text
    counts: Literal["vpo", "rail", "road", "guns", "activated", "none"]
    friendly: int = 0
    enemy: int = 0
    otherwise: Literal["", "ENEMY", "FRIENDLY"] = ""
    otherwise_points: int = 0


class Rail(Card, kw_only=True):
    """The railroad that a VP line asks for."""

    hexrow: HexRow


class RoadTask(Card, kw_only=True):
    """The road path that a VP line asks for."""

    starts: list[HexName]
    ends: list[HexName]


class TableDrm(Card, kw_only=True):
    """A modifier that a mission adds to every roll on one table (on a d66: to the coloured die)."""

    table: Id
    value: Annotated[int, Says(ge=-9, le=9)]
    rule: Text = ""


class LeaderStrikes(Card, kw_only=True):
    """An ENEMY artillery strike when a leader is generated: the first one, and each with such a modifier."""

    number: Annotated[Id, Says("how many FFE")]
    modifier: Annotated[int, Says("each leader this good brings one more strike", ge=-3, le=3)]
    rule: Text = ""


class SpecialRule(Card, kw_only=True):
    """One MSR: its number, what it says in our words, and the hooks that play it."""

    number: int
    text: Text
    hooks: list[Word] = []


class Reading(Card, kw_only=True):
    """A doubtful place of the card: the ways to read it, the usual one first, and when one may be chosen at latest."""

    id: Word
    choices: Annotated[dict[Word, Text], Says("each with its meaning", min_length=2)]
    before: Annotated[list[Literal["boards", "tables", "suspects"]], Says("the stages of the choice", min_length=1)]
    rule: Text = ""
    provenance: Provenance
    note: Annotated[Text, Says("what is doubtful", min_length=1)]


LessonStage = Literal["boards", "tables", "suspects", "wrecks", "force", "set-up", "play", "over"]
Happening = Literal[
    "moved", "fired", "advanced", "checked", "activated", "enemy-act", "broke", "rallied", "fought", "gained-vpo"
]
"""What can have happened; `sasl.solitaire.briefing.lessons` says which facts show it."""
Given = Literal["broken", "enemy-known", "contact"]
"""What can be so when a lesson's turn comes; else it is left out."""
MOMENT = r"^[1-9][0-9]? (FRIENDLY|ENEMY) (RPh|PFPh|MPh|DFPh|AFPh|RtPh|APh|CCPh)$"
HEX = r"^[A-Z]{1,2}[0-9]{1,2}$"


class Until(Card, kw_only=True):
    """When a lesson is done: as soon as one of these is so.

    A `stage` or a `moment` always comes, so each lesson has one of the two: nobody waits for a lucky roll.
    """

    stage: Annotated[LessonStage | None, Says("this stage has begun; over: the mission has ended")] = None
    moment: Annotated[
        Annotated[str, Says(pattern=MOMENT)] | None, Says("this phase has begun, as in: 1 FRIENDLY MPh")
    ] = None
    happened: Annotated[Happening | None, Says("this has happened since the lesson began")] = None
    word: Annotated[Word | None, Says("this command word was used since the lesson began")] = None
    left: Annotated[
        Annotated[str, Says(pattern=HEX)] | None, Says("FRIENDLY units left this hex in the MPh, and none is in it now")
    ] = None
    vpo: Annotated[int | None, Says("the FRIENDLY side controls this many VPO", ge=1, le=99)] = None

    def __post_init__(self) -> None:
        if (self.stage is None) == (self.moment is None):
            raise ValueError("give either 'stage' or 'moment', so that the lesson ends whatever the dice say")


class Lesson(Card, kw_only=True):
    """One lesson: what it is about, what to press or type, and until when it is shown."""

    title: Word
    text: Annotated[Text, Says(max_length=420)]
    in_lines: Annotated[Text, Says("the text where words are typed and no keys pressed (--plain)", max_length=420)] = ""
    press: Annotated[Text, Says("the keys on the screens")] = ""
    type: Annotated[Text, Says("the same as command-line words")] = ""
    only_if: Annotated[Given | None, Says("left out unless this is true when its turn comes")] = None
    until: Until


class Mission(Card, kw_only=True):
    """A mission card."""

    format: Literal[1]
    id: Id
    title: Word
    date: Annotated[Word, Says(check=_date)]
    source: Text
    briefing: Text
    friendly: Army
    enemy: Army
    attitude: Attitude
    first_side: Side
    tables: Annotated[dict[str, Id], Says("mission tables (S12.32): enemy-san, friendly-san, enemy-ac, …")]
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
    month: Annotated[Id | None, Says("the table that gives the month")] = None
    ec: Ec | None = None
    ec_table: Annotated[Id | None, Says("the table that gives the EC")] = None
    wind: Annotated[str, Says("none, mild breeze, heavy wind; 'toward' a hexside, or it is rolled", check=_wind)] = (
        FORCES[0]
    )
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
    house_figures: Annotated[bool, Says("false: it uses no house figure, and lint checks that")] = True
    options: Annotated[dict[str, bool], Says("options of the game that do not start at their default")] = {}
    readings: Annotated[list[Reading], Says("doubtful passages of the card; the player may choose")] = []
    lessons: Annotated[list[Lesson], Says("what the screen teaches, in order")] = []

    def __post_init__(self) -> None:
        if bool(self.ec) == bool(self.ec_table):
            raise ValueError("give either 'ec' or 'ec_table'")

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
    "engineers": "FRIENDLY 6-2-8s and their HS are Assault Engineers and Sappers",
    "crews-stay": "FRIENDLY AFV crews may not Abandon of their own will",
    "foxholes": "FRIENDLY Infantry may set up in foxholes",
}
"""Special rules that need Python; a mission names them, `sasl.solitaire` plays them."""


READINGS = {"layout": ("stacked", "upright"), "around": ("one", "each")}
"""The readings that can be played, and their choices: how mapboards lie, and how many S? a radius case means."""
