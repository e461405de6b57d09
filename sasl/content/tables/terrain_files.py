"""The terrain chart from YAML: the schema of `tables/terrain.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from sasl.board.terrain import (
    HEXSIDES,
    NEVER,
    VEHICLES,
    Combination,
    Doubts,
    Figure,
    HexsideType,
    PixelCode,
    TerrainChart,
    TerrainType,
)
from sasl.content.reading.card import Id, Text, Word
from sasl.content.reading.faults import File, nearest, refuse
from sasl.content.reading.yamlfile import Document, read_yaml
from sasl.content.tables.table_files import Ruled, Strict
from sasl.kernel.rolling.records import Provenance
from sasl.kernel.text import hint

Vehicle = Literal["tracked", "halftrack", "truck"]
Points = Annotated[float, Field(ge=0, le=99)]
MpByKind = dict[Vehicle, Points | None]


class KindModel(Ruled):
    """What terrain in hexes and along hexsides have in common."""

    name: Word
    mp: MpByKind
    tem: int = Field(default=0, ge=-9, le=9)
    half_level: bool = False
    horse: dict[Literal["cavalry", "wagon"], Points | Literal["all", "never"]] = {}
    mp_provenance: Provenance


class TypeModel(KindModel):
    """One kind of terrain."""

    glyph: str = Field(min_length=1, max_length=2)
    mf: Points | Literal["all", "never"]
    into: Points = 0.0
    mp_share: dict[Vehicle, Annotated[float, Field(gt=0, le=1)]] = {}
    bogs_out: list[Vehicle] = []
    no_advance: bool = False
    hindrance: int = Field(default=0, ge=0, le=9)
    obstacle: float = Field(default=0.0, ge=0, le=9)
    ffmo: bool = False
    road_cover: bool = False
    concealment: bool = False
    rally: bool = False
    depression: bool = False


class HexsideModel(KindModel):
    """One kind of terrain along hexsides."""

    glyph: str = Field(min_length=1, max_length=1)
    mf: Points | Literal["never"]
    tem_indirect: int = Field(default=0, ge=-9, le=9)
    bogs: list[Vehicle] = []


class CombinationModel(Ruled):
    """Figures for hexes that hold several terrains at once."""

    terrains: list[str] = Field(min_length=2)
    mf: Points | None = None
    into: Points | None = None
    mp: MpByKind = {}
    leafless: bool = False


class FigureModel(Ruled):
    """A single number."""

    value: Points


class FiguresModel(Strict):
    """The single numbers the rules ask for by name."""

    road_mf: FigureModel
    road_bonus_mf: FigureModel
    road_mp: FigureModel
    road_mp_buttoned_up: FigureModel
    rail_mp: FigureModel
    trail_foot_mf: FigureModel
    trail_cavalry_mf: FigureModel
    up_slope_mf: FigureModel
    up_slope_mp: FigureModel
    up_level_mp: FigureModel
    up_level_road_mp: FigureModel
    abrupt_mf: FigureModel
    abrupt_mp: FigureModel
    abrupt_down_mf: FigureModel
    abrupt_down_mp: FigureModel
    wet_level: FigureModel
    all_mf: FigureModel


Chance = Annotated[float, Field(ge=0, le=1)]


class LoneModel(Ruled):
    """How likely a LOS is clear that one hex of this terrain alone would block, by its length inside the hex."""

    clear: dict[Annotated[float, Field(gt=0, le=2)], Chance] = Field(min_length=1)


class ChanceModel(Ruled):
    """How likely a doubtful LOS is clear."""

    value: Chance


class DoubtsModel(Strict):
    """What the facts of the hexes leave open about a LOS."""

    lone: dict[Id, LoneModel] = {}
    graze: ChanceModel | None = None
    along: ChanceModel | None = None
    fence_end: ChanceModel | None = None  # nothing reads it any more

    def given(self) -> Doubts:
        """The chances; what is not said is even."""
        single = {name: item.value for name in ("graze", "along") if (item := getattr(self, name))}
        return Doubts({str(name): tuple(sorted(item.clear.items())) for name, item in self.lone.items()}, **single)


Code = Annotated[int, Field(ge=0, le=255)]


class CodeModel(Strict):
    """What one code in the data of a VASL board means."""

    terrain: Word
    obstacle: float | None = Field(default=None, ge=0, le=9)
    inherent: bool = False


class CodesModel(Ruled):
    """The codes of VASL's board data that matter to LOS; all others are open ground."""

    codes: dict[Code, CodeModel] = {}


class ChartModel(Strict):
    """The whole terrain file."""

    id: Id
    title: Word
    note: Text = ""
    types: dict[Id, TypeModel]
    hexsides: dict[Literal["wall", "hedge", "cliff"], HexsideModel]
    combinations: list[CombinationModel] = []
    doubts: DoubtsModel = DoubtsModel()
    vasl: CodesModel | None = None
    figures: FiguresModel


def load_terrain(path: File) -> TerrainChart:
    """The terrain chart in `path`. ContentError lists what is wrong, by line."""
    document = read_yaml(path)
    model = document.parse(ChartModel)
    refuse([*_missing(document, model), *_unknown(document, model)])
    types = {name: TerrainType(closed=kind.mf == "never", **_facts(name, kind)) for name, kind in model.types.items()}
    hexsides = {str(name): HexsideType(**_facts(name, line)) for name, line in model.hexsides.items()}
    combinations = tuple(
        Combination(frozenset(mix.terrains), mp=_by_kind(mix.mp), **mix.model_dump(exclude={"terrains", "mp"}))
        for mix in model.combinations
    )
    figures = {name: Figure(one.value, one.rule, one.provenance, one.note) for name, one in model.figures}
    codes = model.vasl.codes if model.vasl else {}
    meanings = {code: PixelCode(**meant.model_dump()) for code, meant in codes.items()}
    return TerrainChart(types, combinations, figures, hexsides, model.doubts.given(), meanings)


def _missing(document: Document, model: ChartModel) -> Iterator[str]:
    """The terrain that every map needs, and the figures for vehicles, that are not there."""
    for name in ("open", "road", "railroad"):
        if name not in model.types:
            yield document.fault(("types",), f"terrain '{name}' is missing; every map needs it")
    for name in HEXSIDES:
        if name not in model.hexsides:
            yield document.fault(("hexsides",), f"hexside terrain '{name}' is missing; maps may have it")
    kinds: list[tuple[tuple[str, str], MpByKind]] = [(("types", name), kind.mp) for name, kind in model.types.items()]
    kinds += [(("hexsides", str(name)), line.mp) for name, line in model.hexsides.items()]
    for place, mp in kinds:
        if missing := [vehicle for vehicle in VEHICLES if vehicle not in mp]:
            yield document.fault((*place, "mp"), f"no figure for {', '.join(missing)}; write null if not allowed")


def _unknown(document: Document, model: ChartModel) -> Iterator[str]:
    """What is named as a terrain and is none."""
    named: list[tuple[tuple[object, ...], str]] = [(("doubts", "lone", name), name) for name in model.doubts.lone]
    for number, mix in enumerate(model.combinations):
        named += [(("combinations", number, "terrains"), name) for name in mix.terrains]
    for code, meant in (model.vasl.codes if model.vasl else {}).items():
        if meant.terrain not in model.hexsides:
            named.append((("vasl", "codes", code, "terrain"), meant.terrain))
    for place, name in named:
        if name not in model.types:
            yield document.fault(place, f"'{name}' is not a terrain{nearest(name, model.types)}")


CALLED = {
    "river": "water", "canal": "water", "lake": "water", "pond": "water", "brook": "stream", "forest": "woods",
    "trees": "woods", "wheat": "grain", "field": "grain", "corn": "grain", "scrub": "brush", "swamp": "marsh",
    "ravine": "gully", "house": "wooden-building", "building": "wooden-building", "factory": "stone-building",
    "cemetery": "graveyard", "rocks": "crags", "craters": "shellholes", "street": "road", "path": "road",
    "rails": "railroad", "clear": "open", "open-ground": "open",
}  # fmt: skip
"""What designers call terrains that have another name here."""


def no_terrain(name: str, chart: TerrainChart) -> str:
    """Return that a word is no terrain of a hex, with the one that is meant, or all there are."""
    if name in chart.hexsides:
        return f"'{name}' is hexside terrain: it stands on a hexside, not in a hex"
    meant = CALLED.get(name.lower(), "")
    near = hint(meant) if meant in chart.types else nearest(name, chart.types)
    known = ", ".join(chart.types)
    return f"'{name}' is not a terrain{near or f'; there are {known}'}"


_HORSE_WORDS: dict[object, Any] = {"all": None, "never": NEVER}


def _facts(name: str, kind: TypeModel | HexsideModel) -> dict[str, Any]:
    """The facts of terrain as the board knows them, by field."""
    horse = {str(word): _HORSE_WORDS.get(mf, mf) for word, mf in kind.horse.items()}
    facts = {"id": str(name), "mf": None if isinstance(kind.mf, str) else kind.mf, "mp": _by_kind(kind.mp)}
    found = {**kind.model_dump(exclude={"mf", "mp", "horse"}), **facts, "horse": horse}
    return {word: tuple(value) if isinstance(value, list) else value for word, value in found.items()}


def _by_kind(mp: MpByKind) -> dict[str, float | None]:
    return {str(kind): points for kind, points in mp.items()}
