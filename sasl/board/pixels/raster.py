"""The pixels of mapboards: the terrain code and the level of each, row by row, and what that is to a LOS."""

from __future__ import annotations

from collections.abc import Container, Sequence

from sasl.board.cell import Cell, bare_ground
from sasl.board.los_effects import SCREEN, View, effect
from sasl.board.terrain import BRIDGE, PixelCode, TerrainChart
from sasl.board.traces import trace
from sasl.kernel.frozen import Frozen

BELOW = 0xFF
"""Level -1 as a byte."""


class Raster(Frozen, eq=False):
    """A picture in figures, from the top row down; levels are signed bytes. ValueError for planes of another size."""

    width: int
    height: int
    terrain: bytes
    levels: bytes

    def __post_init__(self) -> None:
        if not len(self.terrain) == len(self.levels) == self.width * self.height:
            raise ValueError(f"{self.width} x {self.height} pixels need as many codes and levels")

    def turned(self) -> Raster:
        """The same turned by 180 degrees."""
        return Raster(self.width, self.height, self.terrain[::-1], self.levels[::-1])

    def flattened(self, depressions: Container[int]) -> Raster:
        """The same with all ground at level 0 but that of these codes, which lies one level below."""
        low = bytes(BELOW if code in depressions else 0 for code in range(256))
        return Raster(self.width, self.height, self.terrain, self.terrain.translate(low))


def stacked(rasters: Sequence[Raster]) -> Raster:
    """These rasters of one width, one below the other."""
    return Raster(
        rasters[0].width,
        sum(raster.height for raster in rasters),
        b"".join(raster.terrain for raster in rasters),
        b"".join(raster.levels for raster in rasters),
    )


def empty(width: int, height: int) -> Raster:
    """Open ground at level 0."""
    return Raster(width, height, bytes(width * height), bytes(width * height))


def level_of(byte: int) -> int:
    """The level that a byte stands for."""
    return byte - 256 if byte > 127 else byte


# -- what the pixels are ---------------------------------------------------------------------------

MOST_INKS = 256


class Ink(Frozen):
    """One kind of pixel. `fence`: the name of the wall or hedge it is; `inherent`: it counts only in
    hexes that have it inside; a bridge hinders as its hex does (B6.2).
    """

    cell: Cell
    fence: str = ""
    inherent: bool = False
    bridge: bool = False

    @property
    def bare(self) -> bool:
        """Whether it is nothing but ground."""
        return not (self.fence or self.bridge or self.cell.obstacle or self.cell.hindrance)


class Search(Frozen):
    """The inks to look for along a LOS, by their numbers.

    `anything`: where its ends are at unlike levels; the rest is for two ends at one level: what each ink does there. Of
    the `bridges` their hexes say what they do.
    """

    anything: frozenset[int] = frozenset()
    blocking: frozenset[int] = frozenset()
    hindering: frozenset[int] = frozenset()
    effects: tuple[int, ...] = ()
    bridges: frozenset[int] = frozenset()


def inks_of(raster: Raster, chart: TerrainChart) -> tuple[bytes, tuple[Ink, ...]]:
    """The raster with one byte for each pixel, and what each byte stands for. ValueError for more than can be told."""
    meanings = [_matters(chart, chart.codes.get(code)) for code in range(256)]
    there = set(raster.terrain)
    classes = list(dict.fromkeys(meanings[code] for code in there))
    found: list[Ink] = []
    plane = 0
    for byte in sorted(set(raster.levels)):
        if len(found) + len(classes) > MOST_INKS:
            raise ValueError("more kinds of terrain and levels than a board can have")
        numbers = {kind: len(found) + at for at, kind in enumerate(classes)}
        found += [_ink(chart, kind, level_of(byte)) for kind in classes]
        table = bytes(numbers.get(meaning, 0) for meaning in meanings)
        at_level = raster.levels.translate(bytes(255 * (value == byte) for value in range(256)))
        plane |= int.from_bytes(raster.terrain.translate(table)) & int.from_bytes(at_level)
    return plane.to_bytes(len(raster.terrain)), tuple(found)


def _matters(chart: TerrainChart, code: PixelCode | None) -> PixelCode | None:
    """A code that does something to a LOS, or None."""
    if code is None or code.terrain == BRIDGE:
        return code
    if code.terrain in chart.hexsides:
        return code if chart.hexsides[code.terrain].half_level else None
    kind = chart[code.terrain]
    return code if kind.obstacle or kind.hindrance else None


def _ink(chart: TerrainChart, code: PixelCode | None, level: int) -> Ink:
    ground = bare_ground(level)
    if code is None or code.terrain == BRIDGE:
        return Ink(ground, bridge=code is not None)
    if code.terrain in chart.hexsides:
        return Ink(ground, fence=chart.hexsides[code.terrain].name.lower())
    seen = chart.sighting((code.terrain,))
    cell = ground._replace(
        why=seen.name,
        obstacle=seen.obstacle if code.obstacle is None else code.obstacle,
        hindrance=seen.hindrance,
        half_level=seen.half_level,
        leafless=seen.leafless,
    )
    return Ink(cell, inherent=code.inherent)


def search_for(inks: Sequence[Ink], view: View) -> Search:
    """What to look for along a LOS between two ends that have this view."""
    known = {number: ink for number, ink in enumerate(inks) if not ink.bridge}
    if view.high != view.low:
        matters = (n for n, ink in known.items() if ink.cell.matters(view.low, level=False) or ink.cell.hindrance)
        return Search(frozenset(matters))
    way = trace(1, 1)
    effects = tuple(0 if ink.bridge else effect(ink.cell, view, 1, way, True) for ink in inks)
    fences = {n for n, ink in known.items() if ink.fence and ink.cell.ground == view.high and not view.any_up}
    blocking = fences | {number for number, what in enumerate(effects) if what >= SCREEN}
    hindering = {number for number, what in enumerate(effects) if 0 < what < SCREEN}
    bridges = frozenset(number for number, ink in enumerate(inks) if ink.bridge)
    return Search(blocking=frozenset(blocking), hindering=frozenset(hindering), effects=effects, bridges=bridges)
