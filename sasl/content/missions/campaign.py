"""Campaigns from YAML: dates, steps, Reinforcement Groups (a player may add his own), fortifications, victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from sasl.content.reading.card import Id, Text, Word, without
from sasl.content.reading.faults import File, nearest, no_such, refuse
from sasl.content.reading.yamlfile import Document, read_yaml
from sasl.content.tables.table_files import Seeded, SeededRule, Sourced, Strict
from sasl.kernel.rolling.records import Provenance

Nation = Literal["russian", "german"]
SIDES: tuple[Nation, ...] = ("russian", "german")
GroupKind = Literal[
    "company", "platoon", "hw", "afv", "battery", "oba", "observer", "cbm", "aircraft", "bombardment", "fpp",
    "minefield", "san", "recon",
]  # fmt: skip


class Received(Strict):
    """Counters of one kind that a Reinforcement Group brings.

    `full` and `depleted` are numbers; `other` gives those of further strengths (reinforced, lightly depleted …).
    With `table` the counter is rolled: once, or (`each`) for every counter.
    """

    type: Word | None = None
    table: Id | None = None
    each: bool = False
    number: Id | None = Field(default=None, description="the table that says how many (E7.21), not full or depleted")
    check: Id | None = Field(default=None, description="a table rolled for every counter: ATCB")
    full: int = Field(default=1, ge=0, le=60)
    depleted: int | None = Field(default=None, ge=0, le=60)
    other: dict[Word, int] = {}
    crew: Word = Field(default="", description="who mans each of these, if not the crew of the group")

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
    depleted_dr: int | None = Field(default=None, ge=1, le=6, description="when depleted; otherwise the usual dr")
    reinforced: int | None = Field(default=None, description="how many at Reinforced Strength")
    otherwise: str = Field(default="", description="the SW that comes instead on a higher dr")


class Mines(Strict):
    """What one minefield group is: so many hexes with so many factors each."""

    hexes: int = Field(ge=1, le=99)
    ap: int = Field(default=0, ge=0, le=99)
    at: int = Field(default=0, ge=0, le=99)


class Group(Seeded):
    """One line of a Reinforcement Group chart."""

    id: Annotated[str, Field(pattern=r"^[A-Z][0-9]{1,2}$")]
    title: Word
    kind: GroupKind
    units: list[Received] = []
    crew: Word = Field(default="", description="who mans each MG, mortar and Gun")
    weapons: list[GroupWeapon] = []
    weapons_as: str = Field(default="", description="a line of the campaign's SW chart (`sw`), instead of weapons")
    cpp: int = Field(ge=0, le=99)
    depletion: bool = Field(default=False, description="subject to a strength roll")
    quality: Literal["", "elite", "first-line"] = ""
    leaders: Id | None = Field(default=None, description="the leader table, if not the usual one of its kind")
    leader_drm: int = 0
    traits: list[Literal["kv", "mineroller"]] = Field(default=[], description="what the armor leader table asks for")
    armor_leader: bool = False
    spw: bool = Field(default=False, description="halftracks: no AFV Platoon for ELR and Withdrawal (RB 11.617)")
    assault_engineers: bool = False
    ammo: Id | None = Field(default=None, description="OBA: the table of its ammunition, if not the usual one")
    calibre: int | None = None
    fpp: int | None = Field(default=None, description="what it adds to the FPP")
    fpp_share: bool = Field(default=False, description="counts against the share of CPP for fortifications")
    mines: Mines | None = None
    pre_registered: int = Field(default=0, ge=0, le=9, description="OBA: how many Pre-Registered hexes it may buy")
    observer: bool = Field(default=False, description="OBA: comes with an Offboard Observer")
    radius: int | None = Field(default=None, description="bombardment: how many hexes around its centre")
    trucks: bool = Field(default=False, description="for extra CPP it comes with a truck for each Gun")
    truck: Word | None = None
    date_max: int | None = Field(default=None, ge=0, le=99)
    cg_max: int | None = Field(default=None, ge=0, le=99)
    available: Annotated[str, Field(pattern=r"^([^ ]+( night)?)?$")] = Field(
        default="",
        description="the first date on which it may be bought, by its id; `14-Sep night`: its Night scenario",
    )
    entry_code: Word = Field(default="", description="its Entry Code, a key of the campaign's `entry_codes` (12.6217)")
    notes: Text = ""

    @property
    def first_date(self) -> str:
        """12.6217: the id of the first date on which it may be bought; "" if there is none."""
        return self.available.partition(" ")[0]


class SetUp(SeededRule):
    """A way in which groups bought on a date come into play, and what it adds to their CPP."""

    id: Literal["on-map", "off-board", "reserve", "dug-in"]
    title: Word
    side: Nation
    stage: Literal["always", "initial", "later"] = "always"
    cpp: int = Field(default=0, ge=-9, le=9)
    percent: int = Field(default=100, ge=1, le=100, description="of the CPP, fractions rounded up (dug-in)")
    kinds: list[GroupKind] = Field(default=[], description="only groups of these kinds; empty: all")
    not_kinds: list[GroupKind] = []
    not_groups: list[str] = []
    free: list[str] = Field(default=[], description="groups for which it costs nothing more")
    text: Text = ""


class EntryCode(SeededRule):
    """VotG 12.6217: what the colored dot of a group's line says for the CG Day of its purchase."""

    side: Nation
    available: str = Field(default="", description="the first date, as under `available` of a group")
    set_up_from: int = Field(default=0, ge=0, description="on the map: hexes with this number or more")
    set_up_to: int = Field(default=0, ge=0, description="on the map: hexes with this number or less; 0: any")
    needs_edge: Word = Field(default="", description="on the map: only while the side controls a hex of this edge")
    enters: Text = Field(default="", description="the entry area in words")
    sets_up: Text = Field(default="", description="what else the set-up on the map needs, in words")


class GroupsFile(Strict):
    """Reinforcement Groups that a player adds to a campaign whose charts are not shipped."""

    format: Literal[1]
    groups_of: Id = Field(description="the campaign they belong to")
    groups: dict[Nation, list[Group]] = {}


Mark = Literal["start", "end", "again", "not-counterattack"]
"""start: done before the Initial Scenario; end: needed for the end of a CG scenario; again: repeated until a scenario
is generated; not-counterattack: left out before a Counterattack scenario (VotG 12.613)."""


class CampaignDate(Strict):
    """One CG Date or Day, with each side's Historical DRM."""

    id: Word
    title: Text = ""
    month: Word = ""
    historical: dict[Nation, int]
    night: dict[Nation, int] = Field(default={}, description="another Historical DRM for a Night scenario")
    morning: bool = Field(default=False, description="an AM date")


class CampaignStep(Strict):
    """One step of the Reorganization Phase. `step` is the word by which the program knows it."""

    rule: Word
    step: Id
    title: Word
    marks: list[Mark] = []
    part_of: Text = Field(default="", description="the step of the rules that this one is a part of")
    note: Text = ""


class CampaignSide(Sourced):
    """One side: its troops and what it begins with."""

    force: Text
    elr: int = Field(ge=0, le=5)
    san: int = Field(ge=0, le=7)
    cpp: int = Field(default=0, ge=0, le=500)
    fpp: int = Field(default=0, ge=0, le=500)


class Fortification(Seeded):
    """One line of the fortification chart."""

    id: Id
    title: Word
    fpp: dict[Nation, int] = Field(description="cost by side; a side that is not named may not buy it")
    per: Text = Field(default="", description="what one purchase is: a factor, a hex, a Location")
    formula: Literal["", "pillbox-2", "pillbox-3"] = Field(default="", description="(capacity + CA + NCA DRM) x 2 or 3")
    lots: list[int] = Field(default=[], description="how many of it may lie in one hex; any number if none is named")
    dear: Literal["", "shellholes"] = Field(default="", description="terrain (no orchard) in which it costs double")
    cg_max: int | None = None
    front_line: bool = Field(default=True, description="may be set up in a Front Line Location")
    isolated: bool = Field(default=True, description="may be added to an Isolated Location")
    initial: bool = Field(default=True, description="may be bought before the Initial Scenario")
    not_initial: list[Nation] = Field(default=[], description="sides that may not buy it before the Initial Scenario")


class Given(Strict):
    """What a side begins with: a group of its chart, counters, or lines of the fortification chart."""

    group: str = ""
    type: Word | None = None
    fort: str = Field(default="", description="the id of a fortification; or minefield, with its factors per hex")
    count: int = Field(default=1, ge=1, le=99)
    ap: int = Field(default=0, ge=0, le=99)
    at: int = Field(default=0, ge=0, le=99)
    armor_leaders: int = Field(default=0, ge=0, le=9, description="how many armor leader rolls these vehicles get")
    check: Id | None = Field(default=None, description="a table rolled for every counter: ATCB")
    once: bool = Field(default=False, description="it is available only in the Initial Scenario")
    note: Text = ""


class CampaignFigure(SeededRule):
    """A single number of the campaign's rules."""

    value: int


class Award(Strict):
    """One way to gain campaign VP: `per` so many CVP or EVP, each LVP, and so on."""

    id: Id
    text: Text
    counts: Literal["lvp", "cvp", "evp", "cpp-left", "stone", "none"]
    side: Nation
    of: Nation | None = Field(default=None, description="whose figure is counted, if not that of `side`")
    per: int = Field(default=1, ge=1)
    worth: int = 1
    provenance: Provenance = "seed"


class Verdict(SeededRule):
    """Who wins: the first line whose side has at least so many VP."""

    side: Nation
    vp: int
    otherwise: Nation
    balance: dict[Nation, int] = Field(default={}, description="the number instead, when this side is helped")
    declared: bool = Field(default=False, description="the conditions are not in the file: the players say who won")


class Strategic(Seeded):
    """What makes a Location a Strategic Location; the player marks whatever is not named here."""

    works: list[Id] = Field(default=[], description="kinds of fortification")
    terrain: list[Id] = Field(default=[], description="words of the terrain chart: railroad …")
    edges: list[Word] = Field(default=[], description="map edges: north …")
    vehicles: bool = Field(default=False, description="Mobile vehicles with functioning MA")
    guns: bool = Field(default=False, description="unhooked Guns that a crew mans")


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
    initial_facts: dict[Word, Word] = Field(default={}, description="words of the Initial Scenario: weather, ec")
    entry: dict[Nation, dict[Word, Text]] = Field(
        default={}, description="map edges by which a side enters: all of one, or with the name of a figure only what "
        "lies so many hexes behind the foremost enemy-controlled hex of that edge"
    )  # fmt: skip
    entry_codes: dict[Word, EntryCode] = Field(default={}, description="by color, what an Entry Code says (12.6217)")
    full_at_start: bool = Field(default=False, description="groups of the first date come at Full Strength")
    steps: list[CampaignStep] = Field(min_length=1)
    markers: Text = Field(
        default="SR and FFE, smoke, Acquisition, DM, CX, CE and BU, Motion, Snipers, aircraft, Dummies; then put "
        "hidden units and Equipment on the map",
        description="what the step 'markers' takes off the player's map (7.502)",
    )
    tables: dict[Word, Id] = Field(description="the table of each role: cpp, elr, weather, strength.company …")
    figures: dict[Word, CampaignFigure] = {}
    setups: list[SetUp] = []
    sw: dict[Nation, dict[Word, list[GroupWeapon]]] = Field(default={}, description="SW charts by type of Company")
    sw_note: Text = Field(default="", description="what is uncertain in the SW charts, shown with their groups")
    groups: dict[Nation, list[Group]] = {}
    groups_note: Text = ""
    group_notes: dict[Nation, dict[Word, Text]] = Field(default={}, description="what each letter under 'notes' says")
    optional_mg: dict[Word, Word] = Field(default={}, description="vehicles with an optional MG, and which (CG8)")
    fortifications: list[Fortification] = []
    strategic: Strategic = Strategic()
    awards: list[Award] = []
    scenario_victory: dict[Word, Verdict] = Field(default={}, description="by kind of scenario: initial, usual …")
    scenario_texts: dict[Word, Text] = Field(default={}, description="victory conditions in words, by kind of scenario")
    victory: Verdict
    rules: list[Text] = []
    numbering: dict[Word, Word] = Field(
        default={}, description="rules that the program's texts cite by another book's number: their own number"
    )

    def group(self, side: str, group_id: str) -> Group | None:
        """The Reinforcement Group with this id of a side's chart."""
        chart = next((groups for nation, groups in self.groups.items() if nation == side), [])
        return next((group for group in chart if group.id == group_id), None)

    def fortification(self, fort_id: str) -> Fortification | None:
        """The line of the fortification chart with this id."""
        return next((item for item in self.fortifications if item.id == fort_id), None)


def load_campaign(path: File) -> tuple[Campaign, Document]:
    """The campaign in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    model = document.parse(Campaign, without(document.data, "attack_limits"))
    faults = list(twice(document, model.groups))
    for side in SIDES:
        if side not in model.sides:
            faults.append(document.fault(("sides",), f"'{side}' is missing"))
        names = [group.id for group in model.groups.get(side, [])]
        for number, given in enumerate(model.initial.get(side, [])):
            if sum(map(bool, (given.group, given.type, given.fort))) != 1:
                faults.append(document.fault(("initial", side, number), "give one of 'group', 'type' and 'fort'"))
            elif given.group and given.group not in names:
                hint = nearest(given.group, names)
                faults.append(document.fault(("initial", side, number), f"there is no group '{given.group}'{hint}"))
    for number, date in enumerate(model.dates):
        for side in SIDES:
            if side not in date.historical:
                faults.append(document.fault(("dates", number), f"no Historical DRM for '{side}'"))
    refuse(faults)
    return model, document


def with_groups(campaign: Campaign, files: Sequence[File]) -> Campaign:
    """The campaign with the Reinforcement Groups that these files add. ContentError by file and line."""
    return campaign.model_copy(update={"groups": _merged(campaign, files)})


def load_groups(path: File) -> tuple[GroupsFile, Document]:
    """A file of groups with its document. ContentError by line."""
    document = read_yaml(path)
    model = document.parse(GroupsFile)
    faults = list(twice(document, model.groups))
    if model.groups_of != path.stem:
        text = f"the file is called '{path.stem}'; name it '{model.groups_of}.yaml'"
        faults.append(document.fault(("groups_of",), text))
    refuse(faults)
    return model, document


def twice(document: Document, groups: Mapping[Nation, Sequence[Group]]) -> Iterator[str]:
    """A fault for every group that stands twice in its side's chart."""
    for side, lines in groups.items():
        names = [group.id for group in lines]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield document.fault(("groups", side, number), f"group '{name}' appears twice; keep one")


def _merged(campaign: Campaign, files: Sequence[File]) -> dict[Nation, list[Group]]:
    """The groups of a campaign with those of `files`: a group of a later file replaces its namesake.

    Groups that name a line of the SW chart (`weapons_as`) get its SW. ContentError by file and line.
    """
    sources: list[tuple[Mapping[Nation, Sequence[Group]], Document | None]] = [(campaign.groups, None)]
    dates = [date.id for date in campaign.dates]
    for path in files:
        model, document = load_groups(path)
        sources.append((model.groups, document))
    faults: list[str] = []
    by_side: dict[Nation, dict[str, Group]] = {side: {} for side in SIDES}
    for groups, where in sources:
        for side, lines in groups.items():
            known = campaign.sw.get(side, {})
            for number, group in enumerate(lines):
                slip = ("", "")
                if group.available and group.first_date not in dates:
                    slip = "available", no_such("date", group.first_date, dates)
                if group.weapons_as and group.weapons_as not in known:
                    slip = (
                        "weapons_as",
                        f"the SW chart has no line '{group.weapons_as}'{nearest(group.weapons_as, known)}",
                    )
                code = campaign.entry_codes.get(group.entry_code)
                if group.entry_code and (code is None or code.side != side):
                    known_codes = [name for name, item in campaign.entry_codes.items() if item.side == side]
                    slip = "entry_code", no_such(f"{side.capitalize()} Entry Code", group.entry_code, known_codes)
                if slip[0]:
                    faults.append(where.fault(("groups", side, number, slip[0]), slip[1]) if where else slip[1])
                    continue
                sw = known[group.weapons_as] if group.weapons_as else group.weapons
                first = group.available or (code.available if code else "")
                by_side[side][group.id] = group.model_copy(update={"weapons": sw, "available": first})
    refuse(faults)
    return {side: list(lines.values()) for side, lines in by_side.items() if lines}
