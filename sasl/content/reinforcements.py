"""Reinforcement Groups from YAML: their charts, how they set up, and the files in which a player adds his own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from sasl.content.tables import Id, Strict, Text, Word
from sasl.content.yamlfile import ContentError, Document, File, nearest, read_yaml
from sasl.kernel.records import Provenance

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
    depleted_dr: int | None = Field(default=None, ge=1, le=6, description="when depleted; else the usual dr")
    reinforced: int | None = Field(default=None, description="how many at Reinforced Strength")
    otherwise: str = Field(default="", description="the SW that comes instead on a higher dr")


class Mines(Strict):
    """What one minefield group is: so many hexes with so many factors each."""

    hexes: int = Field(ge=1, le=99)
    ap: int = Field(default=0, ge=0, le=99)
    at: int = Field(default=0, ge=0, le=99)


class Group(Strict):
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
    notes: Text = ""
    provenance: Provenance = "seed"
    note: Text = ""


class SetUp(Strict):
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
    rule: Text = ""
    provenance: Provenance = "seed"
    note: Text = ""


class GroupsFile(Strict):
    """Reinforcement Groups that a player adds to a campaign whose charts are not shipped."""

    format: Literal[1]
    groups_of: Id = Field(description="the campaign they belong to")
    groups: dict[Nation, list[Group]] = {}


def load_groups(path: File) -> tuple[GroupsFile, Document]:
    """A file of groups with its document. ContentError by line."""
    document = read_yaml(path)
    model = document.parse(GroupsFile)
    faults = list(twice(document, model.groups))
    if model.groups_of != path.stem:
        text = f"the file is called '{path.stem}'; name it '{model.groups_of}.yaml'"
        faults.append(document.fault(("groups_of",), text))
    if faults:
        raise ContentError(faults)
    return model, document


def twice(document: Document, groups: Mapping[Nation, Sequence[Group]]) -> Iterator[str]:
    """A fault for every group that stands twice in its side's chart."""
    for side, lines in groups.items():
        names = [group.id for group in lines]
        for number, name in enumerate(names):
            if name in names[:number]:
                yield document.fault(("groups", side, number), f"group '{name}' stands twice; keep one")


def merged(
    shipped: Mapping[Nation, Sequence[Group]],
    chart: Mapping[Nation, Mapping[str, list[GroupWeapon]]],
    files: Sequence[File],
) -> dict[Nation, list[Group]]:
    """The groups of a campaign with those of `files`: a group of a later file replaces its namesake.

    Groups that name a line of the SW chart (`weapons_as`) get its SW. ContentError by file and line.
    """
    sources: list[tuple[Mapping[Nation, Sequence[Group]], Document | None]] = [(shipped, None)]
    for path in files:
        model, document = load_groups(path)
        sources.append((model.groups, document))
    faults: list[str] = []
    found: dict[Nation, dict[str, Group]] = {side: {} for side in SIDES}
    for groups, where in sources:
        for side, lines in groups.items():
            known = chart.get(side, {})
            for number, group in enumerate(lines):
                if group.weapons_as and group.weapons_as not in known:
                    text = f"the SW chart has no line '{group.weapons_as}'{nearest(group.weapons_as, known)}"
                    faults.append(where.fault(("groups", side, number, "weapons_as"), text) if where else text)
                    continue
                sw = known[group.weapons_as] if group.weapons_as else group.weapons
                found[side][group.id] = group.model_copy(update={"weapons": sw})
    if faults:
        raise ContentError(faults)
    return {side: list(lines.values()) for side, lines in found.items() if lines}
