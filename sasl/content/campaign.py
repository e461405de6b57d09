"""Campaigns from YAML: dates, steps of the Reorganization Phase, Reinforcement Groups, fortifications, figures."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from sasl.content.tables import Id, Strict, Text, Word
from sasl.content.yamlfile import ContentError, Document, File, nearest, read_yaml
from sasl.core.records import Provenance

Nation = Literal["russian", "german"]
SIDES: tuple[Nation, ...] = ("russian", "german")
Mark = Literal["start", "end", "again", "not-counterattack"]
"""start: done before the Initial Scenario; end: needed for the end of a CG scenario; again: repeated until a scenario
is generated; not-counterattack: left out before a Counterattack scenario (VotG 12.613)."""

GroupKind = Literal[
    "company", "platoon", "hw", "afv", "battery", "oba", "observer", "cbm", "aircraft", "bombardment", "fpp",
    "minefield", "san", "recon",
]  # fmt: skip


class CampaignDate(Strict):
    """One CG Date or Day, with each side's Historical DRM."""

    id: Word
    title: Text = ""
    month: Word = ""
    historical: dict[Nation, int]


class Step(Strict):
    """One step of the Reorganization Phase. `step` is the room of the program that plays it."""

    rule: Word
    step: Id
    title: Word
    marks: list[Mark] = []
    part_of: Text = Field(default="", description="the step of the rules that this one is a part of")
    note: Text = ""


class CampaignSide(Strict):
    """One side: its troops and what it begins with."""

    force: Text
    elr: int = Field(ge=0, le=5)
    san: int = Field(ge=0, le=7)
    cpp: int = Field(default=0, ge=0, le=500)
    fpp: int = Field(default=0, ge=0, le=500)
    provenance: Provenance
    note: Text = ""


class Received(Strict):
    """Counters of one kind that a Reinforcement Group brings.

    `full` and `depleted` are numbers; `other` gives those of further strengths (reinforced, lightly depleted …).
    With `table` the counter is rolled: once, or (`each`) for every counter.
    """

    type: Word | None = None
    table: Id | None = None
    each: bool = False
    full: int = Field(default=1, ge=0, le=60)
    depleted: int | None = Field(default=None, ge=0, le=60)
    other: dict[Word, int] = {}

    @model_validator(mode="after")
    def _one_of_two(self) -> Received:
        if (self.type is None) == (self.table is None):
            raise ValueError("give either 'type' (a counter) or 'table' (a table that names one)")
        return self


class GroupWeapon(Strict):
    """A SW of an Infantry group: received at full strength, or (`dr`) on such a dr; depleted on `depleted_dr`."""

    type: Word
    count: int = Field(default=1, ge=0, le=20)
    dr: int | None = Field(default=None, ge=1, le=6, description="full strength: received on this dr or less")
    depleted_dr: int | None = Field(default=None, ge=1, le=6, description="when depleted; else the usual dr")
    reinforced: int | None = Field(default=None, description="how many at Reinforced Strength")


class Group(Strict):
    """One line of a Reinforcement Group chart."""

    id: Annotated[str, Field(pattern=r"^[A-Z][0-9]{1,2}$")]
    title: Word
    kind: GroupKind
    units: list[Received] = []
    crew: Word = Field(default="", description="who mans each MG, mortar and Gun")
    weapons: list[GroupWeapon] = []
    cpp: int = Field(ge=0, le=99)
    depletion: bool = Field(default=False, description="subject to a strength roll")
    quality: Literal["", "elite", "first-line"] = ""
    leaders: Id | None = Field(default=None, description="the leader table, if not the usual one of its kind")
    leader_drm: int = 0
    armor_leader: bool = False
    assault_engineers: bool = False
    ammo: Id | None = Field(default=None, description="OBA: the table of its ammunition, if not the usual one")
    calibre: int | None = None
    fpp: int | None = Field(default=None, description="what it adds to the FPP")
    trucks: bool = False
    date_max: int | None = Field(default=None, ge=0, le=99)
    cg_max: int | None = Field(default=None, ge=0, le=99)
    notes: Text = ""
    provenance: Provenance = "seed"
    note: Text = ""


class Fortification(Strict):
    """One line of the fortification chart."""

    id: Id
    title: Word
    fpp: dict[Nation, int] = Field(description="cost by side; a side that is not named may not buy it")
    per: Text = Field(default="", description="what one purchase is: a factor, a hex, a Location")
    formula: Literal["", "pillbox-2", "pillbox-3"] = Field(default="", description="(capacity + CA + NCA DRM) x 2 or 3")
    cg_max: int | None = None
    front_line: bool = Field(default=True, description="may be set up in a Front Line Location")
    isolated: bool = Field(default=True, description="may be added to an Isolated Location")
    initial: bool = Field(default=True, description="may be bought before the Initial Scenario")
    provenance: Provenance = "seed"
    note: Text = ""


class Given(Strict):
    """What a side begins with: a group of its chart, or counters."""

    group: str = ""
    type: Word | None = None
    count: int = Field(default=1, ge=1, le=99)
    note: Text = ""


class CampaignFigure(Strict):
    """A single number of the campaign's rules."""

    value: int
    rule: Text = ""
    provenance: Provenance = "seed"
    note: Text = ""


class Award(Strict):
    """One way to gain campaign VP: `per` so many CVP or EVP, each LVP, and so on."""

    id: Id
    text: Text
    counts: Literal["lvp", "cvp", "evp", "cpp-left", "stone", "none"]
    side: Nation
    per: int = Field(default=1, ge=1)
    worth: int = 1
    provenance: Provenance = "seed"


class Verdict(Strict):
    """Who wins: the first line whose side has at least so many VP."""

    side: Nation
    vp: int
    otherwise: Nation
    balance: dict[Nation, int] = Field(default={}, description="the number instead, when this side is helped")
    rule: Text = ""
    provenance: Provenance = "seed"
    note: Text = ""


class Campaign(Strict):
    """A campaign game."""

    format: Literal[1]
    campaign: Id
    title: Word
    source: Text
    briefing: Text
    board: Id | None = None
    dates: list[CampaignDate] = Field(min_length=1)
    sides: dict[Nation, CampaignSide]
    attacker: Nation | None = Field(default=None, description="the side that always attacks; none: initiative chits")
    sets_up_first: Nation | None = None
    initial: dict[Nation, list[Given]] = {}
    initial_rules: list[Text] = []
    full_at_start: bool = Field(default=False, description="groups of the first date come at Full Strength")
    steps: list[Step] = Field(min_length=1)
    tables: dict[Word, Id] = Field(description="the table of each role: cpp, elr, weather, strength.company …")
    figures: dict[Word, CampaignFigure] = {}
    groups: dict[Nation, list[Group]] = {}
    groups_note: Text = ""
    fortifications: list[Fortification] = []
    awards: list[Award] = []
    scenario_victory: dict[Word, Verdict] = Field(default={}, description="by kind of scenario: initial, usual …")
    victory: Verdict
    rules: list[Text] = []

    def group(self, side: str, group_id: str) -> Group | None:
        """The Reinforcement Group with this id of a side's chart."""
        found = (group for group in self.groups.get(side, ()) if group.id == group_id)  # type: ignore[call-overload]
        return next(found, None)

    def fortification(self, fort_id: str) -> Fortification | None:
        """The line of the fortification chart with this id."""
        return next((item for item in self.fortifications if item.id == fort_id), None)


def load_campaign(path: File) -> tuple[Campaign, Document]:
    """The campaign in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    model = document.parse(Campaign)
    faults = []
    for side in SIDES:
        if side not in model.sides:
            faults.append(document.fault(("sides",), f"'{side}' is missing"))
        groups = model.groups.get(side, [])
        names = [group.id for group in groups]
        for number, name in enumerate(names):
            if name in names[:number]:
                faults.append(document.fault(("groups", side, number), f"group '{name}' stands twice; keep one"))
        for number, given in enumerate(model.initial.get(side, [])):
            if bool(given.group) == bool(given.type):
                faults.append(document.fault(("initial", side, number), "give either 'group' or 'type'"))
            elif given.group and given.group not in names:
                hint = nearest(given.group, names)
                faults.append(document.fault(("initial", side, number), f"there is no group '{given.group}'{hint}"))
    for number, date in enumerate(model.dates):
        for side in SIDES:
            if side not in date.historical:
                faults.append(document.fault(("dates", number), f"no Historical DRM for '{side}'"))
    if faults:
        raise ContentError(faults)
    return model, document
