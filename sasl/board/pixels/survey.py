"""The pixels of a map made ready for LOS: of one board, or of several that lie one below the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, Protocol

from sasl.board.cell import Cell
from sasl.board.los_effects import SCREEN, View, effect
from sasl.board.pixels.lattice import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    Pixel,
    Side,
    SightLine,
    is_of_an_end,
    middle_of_side,
    pixel,
    sides_about,
    spots_in,
)
from sasl.board.pixels.raster import Ink, Raster, Search, empty, inks_of, level_of, search_for, stacked
from sasl.board.terrain import BRIDGE, WATER, TerrainChart
from sasl.board.traces import CENTRE, STRIDE, apart, trace
from sasl.kernel.frozen import Frozen, replace

BOARD_DOWN = 20
"""A geomorphic board is so many half hexes high."""
LAST_PLACE = 32 * STRIDE + BOARD_DOWN - 2
"""The place of GG10 on one of them; that of A1 is 0."""


ABOUT_CENTRE = (-9, 0, 9)
"""How far from the centre of a hex its bridge is looked for, in pixels."""
NEAR = (-3, 0, 3)
"""The same for a wall or hedge about a hexside."""
FARTHEST, TOUCHES = 12.0, 2.0
"""How far a pixel of a wall or hedge may be from its hexside, in pixels; and at a bend from the other one."""
HIGHEST_LEVEL = 128
"""No ground is that high."""


class Crossing(Frozen):
    """What a LOS meets over pixels: where and what blocks it (a wall or hedge by its name), if anything does; else its
    Hindrance, and where it comes from. `bridges`: the hexes whose bridge it crosses with no other Hindrance so far off.
    """

    blocking: tuple[int, Cell | str] | None = None
    hindrance: int = 0
    hindering: tuple[tuple[int, Cell], ...] = ()
    bridges: tuple[int, ...] = ()


CLEAR = Crossing()


class Hit(NamedTuple):
    """A pixel of a LOS, by its number: its ink, and the place and range for which it counts."""

    number: int
    ink: int
    place: int
    range: int


Judge = Callable[[int, int], int]
"""The effect of an ink, by its number, at a range."""


class Survey(Protocol):
    """The pixels of a map, of all its hexes or of some. Hexes are named by their places."""

    def __contains__(self, place: int) -> bool:
        """Whether the pixels of the hex are known."""

    @property
    def flat(self) -> Survey:
        """The same with every hill, valley and road at level 0; gullies and streams stay."""

    def ground(self, place: int) -> int:
        """The level of the hex at its centre; of the rim where a gully or stream runs through that."""

    def along(self, start: int, end: int, view: View, corner: Pixel = CENTRE) -> Crossing:
        """What a LOS from a hex centre meets, to another one of a higher place or to a vertex of the last hex."""

    def stays_below(self, start: int, end: int) -> bool:
        """A6.3, B19: whether a LOS between two IN gullies or streams leaves neither end's hex over higher ground."""


class Pixels:
    """The pixels of one raster, but for the hexes whose places are `unknown`. What is worked out stays."""

    def __init__(self, raster: Raster, chart: TerrainChart, unknown: frozenset[int] = frozenset()) -> None:
        self.raster = raster
        self._chart = chart
        self._unknown = unknown
        self._searches: dict[View, Search] = {}
        self._centres: dict[int, Pixel] = {}
        self._leaps: dict[frozenset[int], bytes] = {}
        self._insides: dict[int, frozenset[int]] = {}
        self._solid: dict[int, int] = {}
        self._fenced: dict[int, tuple[Side, ...]] = {}

    def __contains__(self, place: int) -> bool:
        return place not in self._unknown

    @cached_property
    def flat(self) -> Pixels:
        """The same with every hill, valley and road at level 0; gullies and streams stay."""
        low = {code for code in self._chart.codes if self._chart.depressed(code)}
        return Pixels(self.raster.flattened(low), self._chart, self._unknown)

    @cached_property
    def _inked(self) -> tuple[bytes, tuple[Ink, ...]]:
        """One byte for each pixel, and what it stands for."""
        return inks_of(self.raster, self._chart)

    def _ink(self, pixel: Pixel) -> int:
        """The number of the ink of a pixel."""
        return self._inked[0][pixel[1] * self.raster.width + pixel[0]]

    def _hits(self, line: SightLine, wanted: frozenset[int], *, hexes: bool = False) -> Iterator[Hit]:
        """The pixels of a LOS that have one of these inks and count; `hexes`: one in each hex or a few are enough."""
        if not wanted:
            return
        known, width = self._leaps.get(wanted), self.raster.width
        if known is None:
            known = self._leaps[wanted] = leaps(self._inked[0], width, wanted)
        number = line.begin
        while (number := line.next_hit(known, width, number)) < line.stop:
            spot = line.spot(number)
            ink = self._ink(line.pixel(number))
            if spot and self._counts(ink, spot[0]):
                yield Hit(number, ink, *spot)
                number = line.past(number, spot[0]) if hexes else number + 1
            else:
                number += 1

    def _pixel(self, place: int, corner: Pixel = CENTRE) -> Pixel:
        """The pixel of a hex centre or vertex, or the nearest one of the raster."""
        found = self._centres.get(place) if corner == CENTRE else None
        if found is None:
            found = self._within(*pixel(*apart(place), corner))
            if corner == CENTRE:
                self._centres[place] = found
        return found

    def ground(self, place: int) -> int:
        """The level of the hex at its centre; of the rim where a gully or stream runs through that."""
        (x, y), raster = self._pixel(place), self.raster
        at = y * raster.width + x
        return level_of(raster.levels[at]) + self._chart.depressed(raster.terrain[at])

    # -- LOS ------------------------------------------------------------------------------------------
    def along(self, start: int, end: int, view: View, corner: Pixel = CENTRE) -> Crossing:
        """What a LOS from a hex centre meets, to another one of a higher place or to a vertex of the last hex."""
        line = SightLine(start, end, self._pixel(start), self._pixel(end, corner), to_vertex=corner != CENTRE)
        search = self._searches.get(view)
        if search is None:
            search = self._searches[view] = search_for(self._inked[1], view)
        beside = line.beside() if corner == CENTRE else ()
        if view.high == view.low:
            return self._level(line, search, beside)
        way, first_is_high = trace(*apart(end - start), corner), self.ground(start) == view.high
        inks = self._inked[1]
        return self._slanting(
            line, search.anything, beside, lambda ink, at: effect(inks[ink].cell, view, at, way, first_is_high)
        )

    def _counts(self, ink: int, place: int) -> bool:
        """Whether pixels of that ink count in a hex: it is known, inherent terrain is its own, and ground is neither
        the bank of the water in it nor a bridge and its ramps.
        """
        if place in self._unknown:
            return False
        kind = self._inked[1][ink]
        if kind.inherent:
            return ink in self._inside(place)
        return not kind.bare or kind.cell.ground < self._solid_below(place)

    def _inside(self, place: int) -> frozenset[int]:
        """The inks that are a hex's own: at its centre, or (round a road) at half of the points half-way to its
        vertices. What reaches in from another hex is none.
        """
        found = self._insides.get(place)
        if found is None:
            centre, *others = (self._ink(self._within(*spot)) for spot in spots_in(place))
            most = {ink for ink in others if 2 * others.count(ink) >= len(others)}
            found = self._insides[place] = frozenset({centre, *most})
        return found

    def _solid_below(self, place: int) -> int:
        """The level from which on bare ground in a hex stops no LOS, for the hex is as high as its centre (A6, B.5).

        B21: the bank of a river whose hex has its centre in Water. B6.2: a bridge and its ramps.
        """
        found = self._solid.get(place)
        if found is None:
            x, y = self._pixel(place)
            level = level_of(self.raster.levels[y * self.raster.width + x])
            if self._terrain(x, y) == WATER:
                found = level + 1
            else:
                near = (
                    self._terrain(*self._within(x + right, y + down)) for right in ABOUT_CENTRE for down in ABOUT_CENTRE
                )
                found = level if BRIDGE in near else HIGHEST_LEVEL
            self._solid[place] = found
        return found

    def _terrain(self, x: int, y: int) -> str | None:
        """The terrain of a pixel, if its code has a meaning."""
        code = self._chart.codes.get(self.raster.terrain[y * self.raster.width + x])
        return code.terrain if code else None

    def _within(self, x: int, y: int) -> Pixel:
        """The nearest pixel of the raster."""
        return max(0, min(x, self.raster.width - 1)), max(0, min(y, self.raster.height - 1))

    def _stops(self, pixel: Pixel, place: int, ends: Collection[int]) -> bool:
        """B9.2: whether a pixel of a wall or hedge belongs to a hexside that may block."""
        key = pixel[1] * self.raster.width + pixel[0]
        sides = self._fenced.get(key)
        if sides is None:
            sides = self._fenced[key] = self._sides_of(pixel, place)
        return any(not is_of_an_end(side, ends) for side in sides)

    def _sides_of(self, pixel: Pixel, place: int) -> tuple[Side, ...]:
        """The hexsides whose wall or hedge a pixel may be: the nearest, and at a bend those that it touches as well.

        What is far from all walls and hedges is none.
        """
        fenced = [(away, side) for away, side in sides_about(*pixel, place) if self._is_fenced(side)]
        nearest = [side for away, side in fenced[:1] if away <= FARTHEST]
        return (*nearest, *(side for away, side in fenced[1:] if away <= TOUCHES))

    def _is_fenced(self, side: Side) -> bool:
        """Whether a wall or hedge lies along a hexside: about its middle, as in the facts of a board."""
        (x, y), inks = middle_of_side(side), self._inked[1]
        about = (self._within(x + right, y + down) for right in NEAR for down in NEAR)
        return any(inks[self._ink(spot)].fence for spot in about)

    def _inherent(self, beside: Sequence[tuple[int, int]]) -> list[Hit]:
        """The inherent terrain of the hexes along whose hexsides a LOS runs."""
        known = [(place, at) for place, at in beside if place not in self._unknown]
        inks = self._inked[1]
        return [Hit(-1, ink, place, at) for place, at in known for ink in self._inside(place) if inks[ink].inherent]

    def _level(self, line: SightLine, search: Search, beside: Sequence[tuple[int, int]]) -> Crossing:
        """The same for two ends at one level."""
        inks = self._inked[1]
        for hit in self._hits(line, search.blocking):
            ink = inks[hit.ink]
            if not ink.fence or self._stops(line.pixel(hit.number), hit.place, line.ends):
                return Crossing((hit.place, ink.fence or ink.cell))
        met: dict[int, tuple[int, Cell]] = {}
        for hit in self._hits(line, search.hindering, hexes=True):
            met.setdefault(hit.range, (hit.place, inks[hit.ink].cell))
        for hit in self._inherent(beside) if beside else ():
            if search.effects[hit.ink] >= SCREEN:
                return Crossing((hit.place, inks[hit.ink].cell))
            if search.effects[hit.ink]:
                met.setdefault(hit.range, (hit.place, inks[hit.ink].cell))
        over: dict[int, int] = {}
        for hit in self._hits(line, search.bridges, hexes=True):
            if hit.range not in met:
                over.setdefault(hit.range, hit.place)
        if not met and not over:
            return CLEAR
        found = tuple(met.values())
        return Crossing(None, sum(cell.hindrance for _, cell in found), found, tuple(over.values()))

    def _slanting(
        self, line: SightLine, anything: frozenset[int], beside: Sequence[tuple[int, int]], judge: Judge
    ) -> Crossing:
        """The same for two ends at unlike levels: walls and hedges count for nothing."""
        inks = self._inked[1]
        met: dict[int, tuple[int, int, Cell]] = {}
        judged: set[tuple[int, int]] = set()
        for hit in chain(self._hits(line, anything), self._inherent(beside)):
            if (hit.ink, hit.range) in judged:
                continue
            judged.add((hit.ink, hit.range))
            what = judge(hit.ink, hit.range)
            if what >= SCREEN:
                return Crossing((hit.place, inks[hit.ink].cell))
            if what > met.get(hit.range, (0,))[0]:
                met[hit.range] = what, hit.place, inks[hit.ink].cell
        hindering = tuple((place, cell) for _, place, cell in met.values())
        return Crossing(None, sum(what for what, _, _ in met.values()), hindering)

    def stays_below(self, start: int, end: int) -> bool:
        """A6.3, B19: whether a LOS between two IN gullies or streams leaves neither end's hex over higher ground."""
        if end < start:
            start, end = end, start
        line = SightLine(start, end, self._pixel(start), self._pixel(end), to_vertex=False)
        level = self.ground(start)
        high = {number for number, ink in enumerate(self._inked[1]) if not ink.bridge and ink.cell.ground >= level}
        return all(line.spot(number) for number in range(line.length) if self._ink(line.pixel(number)) in high)


class Part(NamedTuple):
    """One of the boards that lie one below the other: its pixels if they are known, and whether it is turned."""

    pixels: Pixels | None
    turned: bool


class JoinedPixels:
    """Boards one below the other. A LOS inside one of them is what it is on that board alone."""

    def __init__(self, parts: Sequence[Part], chart: TerrainChart) -> None:
        self._parts = tuple(parts)
        self._chart = chart

    def __contains__(self, place: int) -> bool:
        return all(self._parts[number].pixels for number in self._boards(place))

    @cached_property
    def flat(self) -> JoinedPixels:
        """The same with every hill, valley and road at level 0; gullies and streams stay."""
        return JoinedPixels([Part(part.pixels and part.pixels.flat, part.turned) for part in self._parts], self._chart)

    @cached_property
    def _whole(self) -> Pixels:
        """All of them as one raster, for what goes over a seam; what is not known is empty."""
        rasters = []
        for part in self._parts:
            raster = part.pixels.raster if part.pixels else empty(BOARD_WIDTH, BOARD_HEIGHT)
            rasters.append(raster.turned() if part.turned else raster)
        seams = (col * STRIDE + number * BOARD_DOWN - 1 for number in range(len(rasters)) for col in range(1, 32, 2))
        return Pixels(stacked(rasters), self._chart, frozenset(place for place in seams if place not in self))

    def _boards(self, place: int) -> tuple[int, ...]:
        """The numbers of the boards on which the hex lies: two at a seam."""
        down = apart(place)[1] + 1
        number, rest = divmod(down, BOARD_DOWN)
        found = (number,) if rest else (number - 1, number)
        return tuple(number for number in found if 0 <= number < len(self._parts))

    def _own(self, place: int, number: int) -> int:
        """The place that the hex has on its own board."""
        laid = place - number * BOARD_DOWN
        return LAST_PLACE - laid if self._parts[number].turned else laid

    def _laid(self, own: int, number: int) -> int:
        """The place here of a hex by that on its own board."""
        return (LAST_PLACE - own if self._parts[number].turned else own) + number * BOARD_DOWN

    def ground(self, place: int) -> int:
        """The level of the hex at its centre; of the rim where a gully or stream runs through that."""
        number = self._boards(place)[0]
        pixels = self._parts[number].pixels
        return pixels.ground(self._own(place, number)) if pixels else 0

    def along(self, start: int, end: int, view: View, corner: Pixel = CENTRE) -> Crossing:
        """What a LOS from a hex centre meets, to another one of a higher place or to a vertex of the last hex."""
        shared = set(self._boards(start)) & set(self._boards(end))
        if len(shared) != 1:
            return self._whole.along(start, end, view, corner)
        number = shared.pop()
        pixels, turned = self._parts[number]
        if pixels is None:
            return CLEAR
        first, last = self._own(start, number), self._own(end, number)
        if turned and corner == CENTRE:
            first, last = last, first
        met = pixels.along(first, last, view, (-corner[0], -corner[1]) if turned else corner)
        if met.blocking:
            return Crossing((self._laid(met.blocking[0], number), met.blocking[1]))
        hindering = tuple((self._laid(place, number), cell) for place, cell in met.hindering)
        return replace(met, hindering=hindering, bridges=tuple(self._laid(place, number) for place in met.bridges))

    def stays_below(self, start: int, end: int) -> bool:
        """A6.3, B19: whether a LOS between two IN gullies or streams leaves neither end's hex over higher ground."""
        return self._whole.stays_below(start, end)


# -- leaps -----------------------------------------------------------------------------------------

LEAPS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)
"""How far a leap may be; 0 is on what was looked for."""
_ZERO_ONE = bytes(value == ord("1") for value in range(256))


def leaps(plane: bytes, width: int, wanted: Collection[int]) -> bytes:
    """For each pixel of a plane, row by row, the longest leap that misses none of the wanted bytes."""
    size = len(plane)
    everything = (1 << size) - 1
    near = int(plane.translate(bytes(ord("1") if value in wanted else ord("0") for value in range(256))), 2)
    reached, met = 0, 0
    for leap in LEAPS[1:]:
        for _ in range(leap - 1 - reached):
            near |= near << 1 | near >> 1
            near = (near | near << width | near >> width) & everything
        reached = leap - 1
        met += int.from_bytes(format(near, f"0{size}b").encode().translate(_ZERO_ONE))
    longest = [LEAPS[max(0, len(LEAPS) - 1 - times)] for times in range(256)]
    return met.to_bytes(size).translate(bytes(longest))
