"""Tables from YAML: the schema of `tables/**.yaml` and what turns it into `core` tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from sasl.content.yamlfile import ContentError, Document, nearest, printable, read_yaml
from sasl.core.dice import RollKind, roll_kind
from sasl.core.records import Provenance
from sasl.core.tables import Row, Table, TableError, TableModifier, check_rows, parse_span

Text = Annotated[str, AfterValidator(printable), Field(max_length=2000)]
Word = Annotated[str, AfterValidator(printable), Field(min_length=1, max_length=80)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]{0,79}$")]

CONDITIONS = {
    "": "always",
    "near-vpo": "the S? is in or ADJACENT to a VPO",
    "stone-building": "the S? is in a stone building",
    "level": "once per level the S? is above the base level",
    "activated-near": "an Activated ENEMY unit is within two hexes or in the same building",
    "village": "the S? is on a Village board",
    "city": "the S? is on a City board",
    "turns-after-end": "once per complete Game Turn after the first at which the mission may end",
    "no-mmc-near": "no Good Order FRIENDLY MMC within 4 hexes of the AFV, outside the set-up area",
    "leader": "the leader's own modifier",
    "armor-leader": "the roll is for an armor leader of the FRIENDLY starting force",
    "month": "the modifier of the mission's month",
    "mission": "a modifier of the mission",
    "cavalry": "the target is Cavalry",
    "cx-firer": "a firer is CX",
    "encircled-firer": "a firer is Encircled",
    "hindrance": "once per point of LOS Hindrance",
    "smoke-firer": "a firer fires out of SMOKE",
    "overstacked-target": "once per squad-equivalent the target Location is overstacked",
    "overstacked-firer": "once per squad-equivalent the firers' Location is overstacked",
    "hero": "a hero takes part",
    "hero-mg": "a hero fires a MG alone",
    "stun-firer": "the firing crew was stunned before",
    "lane-slope": "the Fire Lane's firer is Up-Slope and higher, and not adjacent",
    "stun": "the crew was stunned before",
    "elite": "the unit is Elite",
    "broken": "the unit is or just was broken",
    "inexperienced": "the unit is Green or Conscript",
    "russian": "the unit is Russian",
    "german": "the unit is German",
    "high-morale": "the unit's unbroken Morale Level is 8 or more",
    "low-morale": "the unit's unbroken Morale Level is 6 or less",
    "low-odds": "once per column the CC odds are below 1-1",
    "by-ambusher": "the attackers in CC have Ambush status",
    "vs-ambusher": "the defenders in CC have Ambush status",
    "ti-firer": "a CC attacker is TI or panicked",
    "ti-target": "a CC defender is TI or panicked",
    "rider-firer": "a CC attacker is a Rider",
    "rider-target": "a CC defender is a Rider",
    "withdrawing": "the CC defender withdraws",
    "covering": "once per unit of its side that does not withdraw",
    "capture": "the CC attack is a capture attempt against units that are not Inexperienced",
    "capture-inexperienced": "the CC attack is a capture attempt against an Inexperienced unit",
    "ambush-vehicle": "the side has Cavalry or a vehicle in the CC",
    "ambush-shut": "once per BU or stunned AFV of the side",
    "stealthy": "the side has a Stealthy unit",
    "panicked": "the side has a panicked unit",
    "berserk": "the side has a berserk unit",
    "soft-vehicle": "the vehicle is unarmored",
    "no-mg": "the vehicle has no manned functioning MG",
    "open-topped": "the AFV is open-topped",
    "crew-exposed": "the crew of a closed-topped AFV is exposed, or has abandoned it",
    "escort": "once per HS or crew that escorts the vehicle, twice per squad",
    "atmm": "the attackers have an ATMM",
    "atmm-smc": "an SMC checks for an ATMM",
    "atmm-half": "a HS or crew checks for an ATMM",
    "street-fighting": "the Infantry fights from the buildings beside the road",
    "pinned": "the side has a pinned unit",
    "concealed": "the side has a concealed unit",
    "motion": "the vehicle is in Motion",
    "immobile": "the vehicle is Immobile",
    "dm": "the unit is under Desperation Morale",
    "self-rally": "no leader helps the unit to rally",
    "rally-terrain": "the unit is in woods, a building, a pillbox or a trench",
    "cx": "the unit is CX",
    "unit-size": "the Unit Size number of the largest unit",
    "tem": "the TEM of the Location",
    "normal-pressure": "the vehicle has Normal Ground Pressure",
    "high-pressure": "the vehicle has High Ground Pressure",
    "towing": "the vehicle tows a Gun",
    "soft-ground": "the ground is mud or snow",
    "not-tracked": "the vehicle is not fully tracked",
    "truck-mp": "the vehicle spends MP like a truck",
    "uphill-woods": "the vehicle goes up a level into woods",
    "half-mp-woods": "the vehicle enters woods at half its MP",
    "orchard-shellholes": "a vehicle not fully tracked is in orchard-shellholes",
    "esb-mp": "once per MP the vehicle tries to gain",
    "push-mf": "once per MF of the hex the Gun is pushed into",
    "push-help": "once per HS or crew that helps to push",
    "by-road": "the move crosses a road hexside",
    "labor": "once per earlier labor",
    "maintenance": "radio contact is to be kept, not made",
    "battalion": "the OBA is that of a battalion's mortars",
    "accuracy-hindrance": "the LOS Hindrance between observer and AR",
    "few-ffes": "the opposing side has placed at most one FFE:1",
    "many-ffes": "the opposing side has placed three FFE:1 or more",
    "squad-clears": "a squad works",
    "sapper-clears": "a sapper squad works",
    "more-hs": "once per HS beyond the first MMC",
    "mine-labor": "once per earlier attempt to clear the same minefield, twice at most",
    "fire-ec": "once per point of the EC DRM of the hex",
    "fire-wind": "once per point of the Wind Direction DRM",
    "fire-apart": "the terrain is not directly attached to the Blaze",
    "fire-up": "the fire goes to higher ground",
    "fire-down": "the fire goes to lower ground",
    "kindle-smc": "a SMC Kindles alone",
    "kindle-half": "a HS or crew Kindles",
    "air-smoke": "once per point of SMOKE on the target",
    "air-terrain": "once per point of the terrain's Sighting DRM",
    "air-own-near": "a vehicle or MMC of the aircraft's side is near the target",
    "air-vehicle": "the target is a vehicle",
    "air-moved": "the target has moved or is in Motion",
    "air-attacked": "the target has been attacked from the air in this Player Turn",
    "air-known": "the target is not entirely concealed",
    "case-b": "ordnance fires in the AFPh",
    "case-b-inside": "… out of woods, rubble or a building",
    "case-c1": "little LOS before Bounding Fire",
    "case-c2": "hardly any LOS before Bounding Fire",
    "case-c3": "a LATW fires in the AFPh",
    "case-c3-inside": "a LATW fires in the AFPh out of a building",
    "case-d": "once per cause of Area Fire, such as a pinned crew",
    "case-e": "the target is in the firer's hex (twice in woods, rubble or a building)",
    "case-f": "Intensive Fire",
    "case-g": "Deliberate Immobilization",
    "case-h": "captured equipment",
    "case-i": "a Buttoned Up closed-topped AFV fires",
    "case-j": "the target vehicle moves or has moved",
    "case-j1": "… with few MP in LOS",
    "case-j2": "… with hardly any MP in LOS",
    "case-j3": "Defensive First Fire at Infantry in Non-Assault Movement",
    "case-j4": "Defensive First Fire at Infantry in Open Ground",
    "case-k": "the target is concealed",
    "case-l1": "the target is ADJACENT",
    "case-l2": "the target is two hexes away",
    "case-n": "once per point of acquisition",
    "case-o": "the target is in Hazardous Movement",
    "case-p": "the size DRM of the target",
    "case-r": "once per point of LOS Hindrance",
    "pf-no-afv": "the target is no AFV",
    "pf-half": "the firer is a HS or crew",
    "pf-smc": "the firer is a SMC",
    "crew-shaken": "the crew was broken, shocked or stunned",
}
"""The fixed vocabulary of conditions a modifier may name in `when`."""


class Strict(BaseModel):
    """Base of every schema: unknown keys are faults and nothing is guessed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ModifierModel(Strict):
    """A DRM or drm of a table."""

    name: Word
    value: int = Field(ge=-99, le=99)
    when: str = ""
    rule: Text = ""
    die: Literal["total", "coloured"] = "total"

    @model_validator(mode="after")
    def _known_condition(self) -> ModifierModel:
        if self.when not in CONDITIONS:
            words = ", ".join(word for word in CONDITIONS if word)
            raise ValueError(f"condition '{self.when}' is unknown{nearest(self.when, CONDITIONS)}; known: {words}")
        return self


class TableModel(Strict):
    """One table as written in a file."""

    id: Id
    title: Word
    roll: Word = Field(description="dr, DR, d66, NdM, or 'chart' for a table that is read, not rolled")
    rule: Text = ""
    source: Text = ""
    provenance: Provenance
    note: Text = ""
    columns: list[Word] = []
    modifiers: list[ModifierModel] = []
    against: Text = Field(default="", description="a check: the total must be <= this named number; no rows")
    rows: dict[str | int, Any] = {}
    row_provenance: dict[str | int, Provenance] = {}
    row_notes: dict[str | int, Text] = {}

    @model_validator(mode="after")
    def _house_says_why(self) -> TableModel:
        if self.provenance in ("house", "reconstructed") and not self.note:
            raise ValueError(f"provenance {self.provenance} needs a 'note' that says why")
        if bool(self.against) == bool(self.rows):
            raise ValueError("a table has either 'rows' or, for a check, 'against'")
        return self


def build_table(model: TableModel, document: Document, at: tuple[object, ...]) -> Table:
    """The `core` table of `model`; ContentError with file:line for a wrong row, gap or overlap."""
    try:
        kind = None if model.roll == "chart" else roll_kind(model.roll)
    except ValueError as error:
        raise ContentError([document.fault((*at, "roll"), str(error))]) from None
    marks = {str(key): value for key, value in model.row_provenance.items()}
    notes = {str(key): value for key, value in model.row_notes.items()}
    known = {str(row) for row in model.rows}
    strays = [("row_provenance", key) for key in marks if key not in known]
    strays += [("row_notes", key) for key in notes if key not in known]
    if strays:
        raise ContentError([document.fault((*at, *stray), f"there is no row '{stray[1]}'") for stray in strays])
    faults: list[str] = []
    rows: list[Row] = []
    for key, result in model.rows.items():
        try:
            low, high = parse_span(key)
            _check_result(result, model.columns)
        except (TableError, ValueError) as error:
            faults.append(document.fault((*at, "rows", key), str(error)))
            continue
        rows.append(Row(low, high, result, marks.get(str(key), model.provenance), notes.get(str(key), "")))
    if faults:
        raise ContentError(faults)
    try:
        ordered = () if model.against else check_rows(rows, kind)
    except TableError as error:
        found = [key for key in model.rows if str(key).strip() == error.row]
        raise ContentError([document.fault((*at, "rows", *found[:1]), f"{model.id}: {error}")]) from None
    return Table(
        model.id,
        model.title,
        kind,
        ordered,
        model.rule,
        model.provenance,
        model.source,
        model.note,
        tuple(model.columns),
        tuple(TableModifier(**item.model_dump()) for item in model.modifiers),
        document.shown,
        model.against,
    )


def _check_result(result: Any, columns: list[str]) -> None:
    """ValueError unless the result is plain printable data of the right width."""
    if columns and (not isinstance(result, list) or len(result) != len(columns)):
        raise ValueError(f"this row needs {len(columns)} values, one for each of {', '.join(columns)}")
    _check_plain(result)


def _check_plain(value: Any) -> None:
    if isinstance(value, str):
        printable(value)
        if len(value) > 2000:
            raise ValueError("a text is longer than 2000 characters")
    elif isinstance(value, dict):
        for key, item in value.items():
            printable(str(key))
            _check_plain(item)
    elif isinstance(value, list):
        for item in value:
            _check_plain(item)


def load_tables(path: Path) -> list[Table]:
    """Every table of one file, a list of tables. ContentError lists what is wrong, by line."""
    document = read_yaml(path)
    if not isinstance(document.data, list):
        raise ContentError([document.fault((), "expected a list of tables, each starting with '- id:'")])
    tables: list[Table] = []
    faults: list[str] = []
    for number, item in enumerate(document.data):
        try:
            model = document.parse(TableModel, item, (number,))
            tables.append(build_table(model, document, (number,)))
        except ContentError as error:
            faults += error.faults
    names = [table.id for table in tables]
    for number, name in enumerate(names):
        if name in names[:number]:
            faults.append(document.fault((number,), f"table '{name}' stands twice in this file; keep one"))
    if faults:
        raise ContentError(faults)
    return tables


def kind_name(kind: RollKind | None) -> str:
    """`dr`, `DR`, … or `chart`."""
    return kind.name if kind else "chart"
