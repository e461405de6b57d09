"""The hexes under a straight line from hex centre to hex centre, by range; geometry without terrain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from math import hypot
from operator import or_
from typing import NamedTuple

from sasl.board.hexes import SIDES, gap

GRAZE = 0.15
"""Of a hex: a line that is shorter than this inside a hex may miss its printed terrain."""
STRIDE = 511
"""A place is hexrow * STRIDE + half hexes down, so a step is one addition; every place is even, for this is odd."""
HIGHEST = STRIDE // 4
"""The most hexes that a map may be high."""
_LEAD = STRIDE // 2
"""Before a start lie at most so many halves of a place that a line toward higher places crosses."""
EVERYWHERE = -1
"""All places, as `bits`."""


def bits(places: Iterable[int]) -> int:
    """A set of places as one number; `seen_from` counts them from a start, as a trace does."""
    found = 0
    for place in places:
        found |= 1 << (place >> 1) + _LEAD
    return found


def seen_from(start: int, places: int) -> int:
    """The `bits` of these places counted from `start`; those far to the left of it are lost."""
    return places >> (start >> 1)


def places_of(found: int, start: int) -> list[int]:
    """The places of `bits` that are counted from `start`, the highest first."""
    places = []
    while found:
        bit = found.bit_length() - 1
        found ^= 1 << bit
        places.append(start + (bit - _LEAD << 1))
    return places


class Step(NamedTuple):
    """What a LOS crosses at one range: places relative to the start, each with the length inside it in hex heights."""

    range: int
    hexes: tuple[tuple[int, float], ...]
    between: bool  # it runs along the hexside between two hexes
    bits: int  # the places again, as `bits`; EVERYWHERE for a trace to the left


class LosTrace(NamedTuple):
    """A LOS without its terrain: it depends on nothing but how far right and down it goes, and to which point there."""

    range: int
    steps: tuple[Step, ...]
    leaves: tuple[int, ...]  # the hexsides of the start it crosses (two through a vertex)
    grain: int | None  # the hexside it crosses in every hex, centre to centre, on a hex grain
    through: bool = False  # to a vertex of the last hex: it crosses that hex before it is there
    bits: int = EVERYWHERE  # of all its steps
    along: int = 0  # of the steps along a hexside
    solid: int = 0  # of the hexes that it goes through, and does not graze

    def length_in(self, offset: int) -> float:
        """How much of it lies in the hex at a place relative to its start, in hex heights; 0 if none of it does."""
        return next((part for step in self.steps for place, part in step.hexes if place == offset), 0.0)

    def met(self, start: int, places: int) -> int:
        """Which of these places (`bits`) it crosses on its way from `start`, counted from there; to the left: any."""
        return self.bits & seen_from(start, places) if self.bits != EVERYWHERE else EVERYWHERE


def apart(offset: int) -> tuple[int, int]:
    """A relative place as hexrows to the right and half hexes down."""
    right = (offset + STRIDE // 2) // STRIDE
    return right, offset - right * STRIDE


VERTICES = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""Where each vertex lies from its hex centre; hexrows are 3 wide here, half hexes 1 high."""
CENTRE = (0, 0)


@lru_cache(maxsize=65536)
def trace(right: int, down: int, corner: tuple[int, int] = CENTRE) -> LosTrace:
    """The hexes crossed by a line `right` hexrows and `down` half hexes long, by range from the start.

    `corner`: it ends at one of the VERTICES of its last hex (A4.34), not at the centre.
    """
    if corner != CENTRE:
        return _trace_to_vertex(right, down, corner)
    length = gap(right, down)
    crossed: dict[int, list[tuple[int, float]]] = {}
    sides: set[int] = set()
    line = _Line(3 * right, down)
    for col, half_y in _candidates(right, down):
        at = gap(col, half_y)
        inside = line.inside(col, half_y) if 0 < at < length else None
        if inside is None:
            continue
        part, along_side = inside
        if along_side:
            sides.add(at)
        crossed.setdefault(at, []).append((col * STRIDE + half_y, part))
    steps = _steps(crossed, sides, right >= 0)
    leaves = tuple(side for side in range(6) if length and _crosses(side, right, down))
    grain = (side for side in leaves if _straight(side, length) == (right, down))
    if right < 0:
        return LosTrace(length, steps, leaves, next(grain, None))
    along = reduce(or_, (step.bits for step in steps if step.between), 0)
    solid = bits(place for step in steps if not step.between for place, part in step.hexes if part >= GRAZE)
    return LosTrace(length, steps, leaves, next(grain, None), False, _all_bits(steps), along, solid)


def _trace_to_vertex(right: int, down: int, corner: tuple[int, int]) -> LosTrace:
    """As `trace`; hexes beside the last one are crossed, too, and the last one itself ends the LOS if it is."""
    across, fall = 3 * right + corner[0], down + corner[1]
    crossed: dict[int, list[tuple[int, float]]] = {}
    sides: set[int] = set()
    through = False
    line = _Line(across, fall)
    for col in range(min(0, right) - 1, max(0, right) + 2):
        for half_y in range(min(0, down) - 2, max(0, down) + 3):
            inside = line.inside(col, half_y) if (col + half_y) % 2 == 0 else None
            if inside is None or (col, half_y) == CENTRE:
                continue
            part, along_side = inside
            if (col, half_y) == (right, down):
                through = through or not along_side
                continue
            at = gap(col, half_y)
            if along_side:
                sides.add(at)
            crossed.setdefault(at, []).append((col * STRIDE + half_y, part))
    steps = _steps(crossed, sides, False)
    leaves = tuple(side for side in range(6) if _crosses(side, across, 3 * fall))
    return LosTrace(gap(right, down), steps, leaves, None, through)


class _Traces(dict[int, LosTrace]):
    """The traces from centre to centre by the difference of two places; filled when needed."""

    def __missing__(self, offset: int) -> LosTrace:
        found = self[offset] = trace(*apart(offset))
        return found


TRACES: Mapping[int, LosTrace] = _Traces()
"""What a LOS from centre to centre crosses, by the difference of its places."""


def _steps(crossed: dict[int, list[tuple[int, float]]], sides: set[int], ahead: bool) -> tuple[Step, ...]:
    """The steps by range, from the hexes crossed at each range and the ranges at which the line runs along a hexside.

    `ahead`: the line does not lead to the left, so that `bits` can be had.
    """
    return tuple(
        Step(at, tuple(hexes), at in sides, bits(offset for offset, _ in hexes) if ahead else EVERYWHERE)
        for at, hexes in sorted(crossed.items())
    )


def _all_bits(steps: tuple[Step, ...]) -> int:
    return reduce(or_, (step.bits for step in steps), 0)


def _straight(side: int, length: int) -> tuple[int, int]:
    """How far right and down `length` steps across `side` lead."""
    return SIDES[side][0] * length, SIDES[side][1] * length


def _candidates(right: int, down: int) -> list[tuple[int, int]]:
    """The hexes that the line may touch, by hexrow from the start on and then downwards.

    With X = 3 per hexrow and Y = half hexes, no vertex of a hex lies further to the side of the line than `reach`.
    """
    toward = 1 if right >= 0 else -1
    across, fall = 3 * abs(right), down
    if not across:
        return [(0, half_y) for half_y in range(min(0, down), max(0, down) + 1, 2)]
    reach = max(abs(fall + across), 2 * abs(fall), abs(fall - across))
    found = []
    for col in range(abs(right) + 1):
        level = 3 * col * fall
        low, high = -((reach - level) // across), (reach + level) // across
        found += [(col * toward, half_y) for half_y in range(low, high + 1) if (col + half_y) % 2 == 0]
    return found


class _Line:
    """A straight line from a hex centre, `across` thirds of a hexrow and `down` half hexes long."""

    def __init__(self, across: int, down: int) -> None:
        self.length = hypot(across / 2 / 3**0.5, down / 2)  # in hex heights
        # A hex is what three pairs of parallel hexsides leave: how fast the line goes from one to the other of each
        # pair, which way, and how far they are from the hex centre.
        changes = ((down, 1), (across + down, 2), (across - down, 2))
        self._bands = [(abs(change), 1 if change >= 0 else -1, limit) for change, limit in changes]

    def inside(self, col: int, half_y: int) -> tuple[float, bool] | None:
        """How much of the line (in hex heights) lies in the hex, and whether only along its side; or None."""
        x, y = -3 * col, -half_y
        enter, leave, along_side = 0.0, 1.0, False
        for place, (change, way, limit) in zip((y, x + y, x - y), self._bands, strict=True):
            if not change:
                if abs(place) > limit:
                    return None
                along_side = along_side or abs(place) == limit
                continue
            before, after = (-limit - way * place) / change, (limit - way * place) / change
            if before > enter:
                enter = before
            if after < leave:
                leave = after
        return (round((leave - enter) * self.length, 6), along_side) if leave - enter >= 1e-9 else None


def _crosses(side: int, right: int, down: int) -> bool:
    """True if a line in this direction leaves its hex through `side`, either vertex included."""
    before, here, after = SIDES[side - 1], SIDES[side], SIDES[(side + 1) % 6]
    start, end = (before[0] + here[0], before[1] + here[1]), (here[0] + after[0], here[1] + after[1])
    return start[0] * down - start[1] * right >= 0 and right * end[1] - down * end[0] >= 0
