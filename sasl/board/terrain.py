"""What lies in a hex: terrain types, the chart of their figures, and the facts of one hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sasl.kernel.frozen import Frozen, replace

OPEN = "open"
ROAD = "road"
RAIL = "railroad"
GULLY = "gully"
STREAM = "stream"
WATER = "water"
BRIDGE = "bridge"
SHELLHOLES = "shellholes"
SOFT_GROUND = frozenset({OPEN, "grain", "brush", "orchard"})
"""The terrain in which shellholes may be placed in play."""
HEXSIDES = WALL, HEDGE, CLIFF = "wall", "hedge", "cliff"
VEHICLES = ("tracked", "halftrack", "truck")
CAVALRY, WAGON = "cavalry", "wagon"
HORSES = (CAVALRY, WAGON)
NEVER = float("inf")
"""The cost of terrain that horses may not enter."""

Parts = tuple[tuple[str, float | None], ...]
"""A cost as named parts that add up."""


class TerrainType(Frozen):
    """One kind of terrain with its figures, all of them from the terrain file.

    `mf` is the Infantry cost, None for ALL; `into` is the extra MF to use it (shellholes). `mp` is the
    cost by kind of vehicle, None where it may not enter. `obstacle` is a height in levels. Terrain that
    is both obstacle and Hindrance (orchard) is a Hindrance to LOS at its own level and an obstacle to
    other LOS. `half_level` terrain matters to LOS at its own level only. `ffmo`: moving here is moving
    in Open Ground. `road_cover`: it still is no Open Ground to those who enter it by road. `mp_share`: what
    of its whole allotment a kind of vehicle pays off the road, with a Bog Check; `mp` then compares ways.
    `horse`: where Cavalry or a wagon pays something else than Infantry: None for ALL, NEVER if it may not enter
    (A13.3). `bogs_out`: the kinds of vehicle that check for bog before they leave it for higher ground (B20.46).
    `no_advance`: nobody enters it in the APh or by Low Crawl (B16.4).
    """

    id: str
    name: str
    glyph: str
    mf: float | None
    mp: Mapping[str, float | None]
    tem: int = 0
    hindrance: int = 0
    obstacle: float = 0.0
    half_level: bool = False
    ffmo: bool = False
    road_cover: bool = False
    concealment: bool = False
    rally: bool = False
    depression: bool = False
    into: float = 0.0
    mp_share: Mapping[str, float] = {}
    bogs_out: tuple[str, ...] = ()
    no_advance: bool = False
    closed: bool = False
    horse: Mapping[str, float | None] = {}
    rule: str = ""
    note: str = ""
    provenance: str = ""
    mp_provenance: str = ""


class HexsideType(Frozen):
    """Terrain along a hexside: what crossing it costs (None: it cannot be crossed) and how it protects.

    `tem` counts vs direct fire across it, `tem_indirect` vs mortars. `half_level`: an obstacle to LOS at its
    own level, except along a hexside of either end (B9.2). `horse`: as for the terrain of hexes. `bogs`: the kinds of
    vehicle that check for bog before they cross it (B9.4).
    """

    id: str
    name: str
    glyph: str
    mf: float | None
    mp: Mapping[str, float | None]
    tem: int = 0
    tem_indirect: int = 0
    bogs: tuple[str, ...] = ()
    half_level: bool = False
    horse: Mapping[str, float | None] = {}
    rule: str = ""
    note: str = ""
    provenance: str = ""
    mp_provenance: str = ""


class Combination(Frozen):
    """Figures that replace the sum of the single ones in hexes with all of `terrains` (None: no change).

    `leafless`: an orchard out of season, a Hindrance and never an obstacle (B14.2).
    """

    terrains: frozenset[str]
    mf: float | None = None
    into: float | None = None
    mp: Mapping[str, float | None] = {}
    leafless: bool = False
    rule: str = ""
    note: str = ""
    provenance: str = ""

    def fits(self, terrains: Iterable[str]) -> bool:
        """True if a hex with `terrains` has this combination."""
        return self.terrains <= set(terrains)


class Figure(Frozen):
    """One number with its rule and whose it is."""

    value: float
    rule: str = ""
    provenance: str = ""
    note: str = ""


Missed = tuple[tuple[float, float], ...]
"""Up to which length inside the hex (in hex heights) how likely a LOS misses what lies in it, the shortest first."""


class Doubts(Frozen):
    """How likely a doubtful LOS is clear (0 to 1).

    `lone`: of terrain that alone blocks, by the length of the LOS in its hex; longer, it blocks for sure. `graze`: past
    anything else that it only grazes. `along`: along the hexside of an obstacle or a Hindrance.
    """

    lone: Mapping[str, Missed] = {}
    graze: float = 0.5
    along: float = 0.5


class Sighting(Frozen):
    """What a hex does to a LOS that crosses it; `missed`: how likely it passes the obstacle by."""

    name: str
    obstacle: float
    hindrance: int
    half_level: bool
    leafless: bool
    missed: Missed = ()


class PixelCode(Frozen):
    """What a code in the data of a VASL board means: terrain of the chart, in hexes or along hexsides.

    `obstacle`: its height in levels where it is not the chart's. `inherent`: it fills its hex.
    """

    terrain: str
    obstacle: float | None = None
    inherent: bool = False


class TerrainChart(Frozen, eq=False):
    """Terrain by id, the combinations, the single figures (`up_slope_mf` …), the terrain of hexsides by id, how likely
    a doubtful LOS is clear, and the codes of VASL's board data.
    """

    types: Mapping[str, TerrainType]
    combinations: tuple[Combination, ...]
    figures: Mapping[str, Figure]
    hexsides: Mapping[str, HexsideType] = {}
    doubts: Doubts = Doubts()
    codes: Mapping[int, PixelCode] = {}
    _seen: dict[tuple[str, ...], Sighting] = {}
    _on_foot: dict[tuple[str, ...], tuple[Parts, float]] = {}
    """The MF to enter terrains, and the MF more to go into them."""
    _entered: dict[tuple[tuple[str, ...], str], Parts] = {}
    """The MP to enter terrains, by kind of vehicle."""

    def __getitem__(self, terrain: str) -> TerrainType:
        """The type with this id. ValueError names the ones there are."""
        try:
            return self.types[terrain]
        except KeyError:
            raise ValueError(f"'{terrain}' is not a terrain; there are {', '.join(self.types)}") from None

    def __contains__(self, terrain: object) -> bool:
        return terrain in self.types

    def figure(self, name: str) -> float:
        """The single figure `name` (MF or MP). ValueError if the chart has none."""
        if name not in self.figures:
            raise ValueError(f"the terrain chart has no figure '{name}'; it has {', '.join(self.figures)}")
        return self.figures[name].value

    def name(self, terrains: tuple[str, ...]) -> str:
        """The terrains in words: `orchard+shellholes`."""
        return "+".join(self[terrain].name.lower() for terrain in terrains)

    def infantry(self, terrains: tuple[str, ...]) -> Parts:
        """Return the MF to enter a hex of `terrains`, as named parts that add up (B.1); a part None means ALL."""
        return self._entry(terrains)[0]

    def into_mf(self, terrains: tuple[str, ...]) -> float:
        """Return the MF that going into the terrain of a hex adds (shellholes, B2); 0 where there is nothing."""
        return self._entry(terrains)[1]

    def _entry(self, terrains: tuple[str, ...]) -> tuple[Parts, float]:
        """Return both, kept after the first question."""
        found = self._on_foot.get(terrains)
        if found is None:
            found = self._on_foot[terrains] = self._sum_entry(terrains)
        return found

    def _sum_entry(self, terrains: tuple[str, ...]) -> tuple[Parts, float]:
        left, extra = set(terrains), 0.0
        parts: list[tuple[str, float | None]] = []
        for mix in self._mixes(terrains):
            if mix.mf is not None and mix.terrains <= left:
                parts.append((self.name(_in_order(mix.terrains, terrains)), mix.mf))
                extra += mix.into or 0.0
                left -= mix.terrains
        for terrain in _in_order(left, terrains):
            kind = self[terrain]
            parts.append((kind.name.lower(), kind.mf))
            extra += kind.into
        return tuple(parts), extra

    def horse(self, terrains: tuple[str, ...], kind: str) -> Parts:
        """The MF for `kind` (cavalry, wagon) to enter, as Infantry but for what the types say; NEVER if it may not."""
        if not any(kind in self[terrain].horse for terrain in terrains):
            return self.infantry(terrains)
        kinds = [self[terrain] for terrain in terrains]
        return tuple((item.name.lower(), item.horse.get(kind, item.mf)) for item in kinds)

    def vehicle(self, terrains: tuple[str, ...], kind: str) -> Parts:
        """The MP for a `kind` of vehicle to enter, as named parts that add up; a part None is not allowed. Kept too."""
        found = self._entered.get((terrains, kind))
        if found is None:
            found = self._entered[terrains, kind] = self._vehicle(terrains, kind)
        return found

    def _vehicle(self, terrains: tuple[str, ...], kind: str) -> Parts:
        left = set(terrains)
        parts: list[tuple[str, float | None]] = []
        for mix in self._mixes(terrains):
            if kind in mix.mp and mix.terrains <= left:
                parts.append((self.name(_in_order(mix.terrains, terrains)), mix.mp[kind]))
                left -= mix.terrains
        for terrain in _in_order(left, terrains):
            parts.append((self[terrain].name.lower(), self[terrain].mp[kind]))
        return tuple(parts)

    def tem(self, terrains: tuple[str, ...]) -> int:
        """The best TEM among `terrains`."""
        return max((self[terrain].tem for terrain in terrains), default=0)

    def has(self, terrains: tuple[str, ...], trait: str) -> bool:
        """True if any of `terrains` has the yes/no `trait`: `concealment`, `rally`, `depression` …"""
        return any(getattr(self[terrain], trait) for terrain in terrains)

    def sighting(self, terrains: tuple[str, ...]) -> Sighting:
        """What `terrains` together do to a LOS; kept after the first question."""
        found = self._seen.get(terrains)
        if found is None:
            found = self._seen[terrains] = self._sighting(terrains)
        return found

    def depressed(self, code: int) -> bool:
        """Whether a code of VASL's board data is a gully or stream."""
        kind = self.codes.get(code)
        return kind is not None and kind.terrain in self.types and self.types[kind.terrain].depression

    def _sighting(self, terrains: tuple[str, ...]) -> Sighting:
        kinds = [self[terrain] for terrain in terrains]
        hindering = [kind for kind in kinds if kind.hindrance]
        matter = [kind.name.lower() for kind in kinds if kind.hindrance or kind.obstacle]
        tallest = max(kinds, key=lambda kind: kind.obstacle)
        return Sighting(
            "+".join(matter),
            tallest.obstacle,
            max((kind.hindrance for kind in hindering), default=0),
            bool(hindering) and all(kind.half_level for kind in hindering),
            any(mix.leafless for mix in self._mixes(terrains)),
            self.doubts.lone.get(tallest.id, ()),
        )

    def _mixes(self, terrains: tuple[str, ...]) -> list[Combination]:
        if len(terrains) < 2:
            return []
        return [mix for mix in self.combinations if mix.fits(terrains)]


def _in_order(some: Iterable[str], order: tuple[str, ...]) -> tuple[str, ...]:
    wanted = set(some)
    return tuple(terrain for terrain in order if terrain in wanted)


class HexTerrain(Frozen):
    """The facts of one hex; hexsides are 0 to 5, clockwise from the top.

    `terrains` are ids of the chart (never empty: `open` if there is nothing else; roads and rails stand
    apart). `down`: slope marks lie in this hex, so it is Down-Slope across that side; `up`: they lie in
    the neighbour, so it is Up-Slope (OtO 1.2). `gully` are the hexsides where a gully or stream runs on;
    a bridge over one, or over water, has terrain `bridge` beside it and its road across. `walls`, `hedges` and
    `cliffs` are hexsides, always of both hexes. `objective` is its LVP. `cover`: what part of the hex its woods or
    building cover (None: unknown).
    """

    terrains: tuple[str, ...] = (OPEN,)
    elevation: int = 0
    road: frozenset[int] = frozenset()
    rail: bool = False
    gully: frozenset[int] = frozenset()
    down: frozenset[int] = frozenset()
    up: frozenset[int] = frozenset()
    walls: frozenset[int] = frozenset()
    hedges: frozenset[int] = frozenset()
    cliffs: frozenset[int] = frozenset()
    half: bool = False
    objective: int = 0
    culvert: bool = False
    cover: float | None = None
    note: str = ""
    provenance: str = ""
    printed: str = ""
    """What its own board calls it, on joined mapboards: `13K5`, at a seam `5B10/13B0`."""
    sheet: str = ""
    """The id of its own board, on joined mapboards."""

    def has(self, *terrains: str) -> bool:
        """True if any of `terrains` lies here; `road` and `railroad` count, too."""
        here = self.terrains
        for terrain in terrains:
            if terrain in here or (terrain == ROAD and self.road) or (terrain == RAIL and self.rail):
                return True
        return False

    @property
    def bed(self) -> str:
        """The `stream` or `gully` that runs through the hex (B19, B20), or ""."""
        return STREAM if STREAM in self.terrains else GULLY if GULLY in self.terrains else ""

    @property
    def depression(self) -> bool:
        """True if a gully or stream runs through the hex (B19, B20)."""
        return bool(self.bed)

    @property
    def fenced(self) -> bool:
        """True if a wall, hedge or cliff lies along any hexside."""
        return bool(self.walls or self.hedges or self.cliffs)

    def along(self, side: int) -> tuple[str, ...]:
        """What lies along the hexside, as ids of the chart's hexsides: `wall`, `hedge`, `cliff`."""
        lines = ((WALL, self.walls), (HEDGE, self.hedges), (CLIFF, self.cliffs))
        return tuple(kind for kind, sides in lines if side in sides)

    @property
    def bridged(self) -> bool:
        """True if a bridge crosses what lies below (B6)."""
        return BRIDGE in self.terrains

    @property
    def takes_shellholes(self) -> bool:
        """Whether shellholes may be placed in the hex in play: soft ground that has none yet (B2, OtO 2.2)."""
        return set(self.terrains) <= SOFT_GROUND

    def cratered(self) -> HexTerrain:
        """The hex with shellholes beside what grows there; an orchard is out of season then (OtO 2.2)."""
        if not self.takes_shellholes:
            return self
        grown = tuple(terrain for terrain in self.terrains if terrain != OPEN)
        return replace(self, terrains=(*grown, SHELLHOLES))

    def describe(self, chart: TerrainChart) -> str:
        """The hex in words, with what it is worth: `Orchard, Shellholes, road, level 1, 1 LVP`."""
        return ", ".join(filter(None, [self.ground(chart), f"{self.objective} LVP" if self.objective else ""]))

    def ground(self, chart: TerrainChart) -> str:
        """What lies in the hex and along its sides: `Orchard, Shellholes, road, level 1`."""
        words = [chart[terrain].name for terrain in self.terrains]
        if (self.road or self.rail) and self.terrains == (OPEN,):
            words.clear()
        words += ["railroad"] * self.rail + ["road"] * bool(self.road) + ["culvert"] * self.culvert
        words += [f"level {self.elevation}"] * bool(self.elevation)
        words += ["wall"] * bool(self.walls) + ["hedge"] * bool(self.hedges) + ["cliff"] * bool(self.cliffs)
        words += ["slope"] * bool(self.up or self.down)
        return ", ".join(words)
