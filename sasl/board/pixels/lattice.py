"""Where hexes lie on the pixels of a geomorphic board: the pixel of a hex, and the hex of a pixel.

A hexrow is 56.25 pixels wide and a hex 64.5 high, so the lattice repeats every four hexrows and every four half hexes.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache
from math import ceil, hypot

from sasl.board.grid import RANGE_OVER
from sasl.board.hexes import SIDES
from sasl.board.traces import CENTRE, STRIDE, VERTICES, apart, trace

HEX_WIDTH, HALF_HEIGHT = 56.25, 32.25
WIDTH_4, HALF_4 = 225, 129
"""The same in quarters of a pixel: also how many pixels wide and high the part is that repeats."""
BOARD_WIDTH, BOARD_HEIGHT = 1800, 645
"""The size of a geomorphic board, hexrows A to GG and ten hexes high."""
_SLANT = HEX_WIDTH / 3
"""From the middle of the top hexside to its vertex."""
_BORDER = 1.0
"""By so many pixels the hex of either end is taken wider: its own border is no obstacle."""

_FOUR_ROWS = 4 * STRIDE
"""Four hexrows, as places."""

Pixel = tuple[int, int]
"""Column and row."""


def pixel(col: int, half_y: int, corner: Pixel = CENTRE) -> Pixel:
    """The pixel of a hex centre, or of one of its VERTICES, by hexrow and half hexes below the centre of A1."""
    return (WIDTH_4 * col + WIDTH_4 // 3 * corner[0]) // 4, HALF_4 * (half_y + 1 + corner[1]) // 4


def place_at(x: int, y: int) -> int:
    """The place of the hex in which a pixel lies."""
    return _tile()[y % HALF_4 * WIDTH_4 + x % WIDTH_4] + x // WIDTH_4 * _FOUR_ROWS + y // HALF_4 * 4


@cache
def _tile() -> list[int]:
    """The places of the pixels of the part that repeats, row by row."""
    found = [0] * (WIDTH_4 * HALF_4)
    for col in range(-1, 6):
        for half_y in range(-2 + (col + 1) % 2 - 1, 6):
            if (col + half_y) % 2:
                continue
            middle = col * HEX_WIDTH, (half_y + 1) * HALF_HEIGHT
            for x in range(max(0, ceil(middle[0] - 2 * _SLANT)), min(WIDTH_4, ceil(middle[0] + 2 * _SLANT))):
                high = HALF_HEIGHT * min(1.0, 2 - abs(x - middle[0]) / _SLANT)
                for y in range(max(0, ceil(middle[1] - high)), min(HALF_4, ceil(middle[1] + high))):
                    found[y * WIDTH_4 + x] = col * STRIDE + half_y
    return found


def at_end(x: int, y: int, end: tuple[int, int]) -> bool:
    """Whether a pixel lies in the hex of an end (by hexrow and half hexes), or on its border."""
    across, down = abs(x - end[0] * HEX_WIDTH), abs(y - (end[1] + 1) * HALF_HEIGHT)
    wider = 1 + _BORDER / HALF_HEIGHT
    return down < HALF_HEIGHT * wider and across / _SLANT + down / HALF_HEIGHT < 2 * wider


def _steps_inside(x: int, y: int, hex_: tuple[int, int], across: int, down: int) -> int:
    """For so many steps a line over `across` columns to the right and `down` rows surely stays in the hex, by hexrow
    and half hexes, in which its pixel lies; two less, for a line of pixels is no straight one.
    """
    far, low = (x - hex_[0] * HEX_WIDTH) / _SLANT, (y - (hex_[1] + 1) * HALF_HEIGHT) / HALF_HEIGHT
    right, fall = across / _SLANT, down / HALF_HEIGHT
    leaves = (1 - low) / fall if fall > 0 else (1 + low) / -fall if fall else 2 * _SLANT
    for rate, left in ((right + fall, 2 - far - low), (right - fall, 2 - far + low)):
        if rate > 0:
            leaves = min(leaves, left / rate)
    return int(leaves * (across + abs(down))) - 2


def middle_of(place: int) -> tuple[float, float]:
    """Where the centre of a hex lies, in pixels."""
    col, half_y = apart(place)
    return col * HEX_WIDTH, (half_y + 1) * HALF_HEIGHT


def spots_in(place: int) -> tuple[Pixel, ...]:
    """The centre of a hex, and the points half-way from it to its vertices."""
    x, y = middle_of(place)
    return tuple((int(x + _SLANT * right / 2), int(y + HALF_HEIGHT * down / 2)) for right, down in (CENTRE, *VERTICES))


Side = tuple[int, int]
"""A hexside: the place of one of its hexes, and its number there."""


def middle_of_side(side: Side) -> Pixel:
    """The pixel in the middle of a hexside."""
    (ax, ay), (bx, by) = _corners(side)
    return int((ax + bx) / 2), int((ay + by) / 2)


def _corners(side: Side) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the two vertices of a hexside lie, in pixels."""
    x, y = middle_of(side[0])
    (left, up), (right, down) = VERTICES[side[1] - 1], VERTICES[side[1]]
    return (x + _SLANT * left, y + HALF_HEIGHT * up), (x + _SLANT * right, y + HALF_HEIGHT * down)


def hexes_of(side: Side) -> tuple[int, int]:
    """The places of the hexes on both sides of a hexside."""
    place, number = side
    return place, place + SIDES[number][0] * STRIDE + SIDES[number][1]


def sides_about(x: int, y: int, place: int) -> list[tuple[float, Side]]:
    """The hexsides of a hex, and those that touch it with an end, by their distance from a pixel of it, in pixels."""
    sides = [(place, number) for number in range(6)]
    sides += [(place + SIDES[number][0] * STRIDE + SIDES[number][1], (number + 2) % 6) for number in range(6)]
    return sorted((_away(x, y, side), side) for side in sides)


def _away(x: int, y: int, side: Side) -> float:
    """How far a pixel is from a hexside, in pixels."""
    (ax, ay), (bx, by) = _corners(side)
    across, fall = bx - ax, by - ay
    part = max(0.0, min(1.0, ((x - ax) * across + (y - ay) * fall) / (across**2 + fall**2)))
    return hypot(x - ax - part * across, y - ay - part * fall)


def is_of_an_end(side: Side, ends: Collection[int]) -> bool:
    """B9.2: whether a hexside is one of the hex of an end of a LOS, or touches it with an end of its own."""
    place, number = side
    beside = (hexes_of((place, turned % 6))[1] for turned in (number - 1, number, number + 1))
    return place in ends or any(other in ends for other in beside)


# -- lines across it -------------------------------------------------------------------------------
# One step for each column, and in it every row that the line crosses: so the line is a staircase.


class SightLine:
    """From a hex centre to another, or to a vertex of the last hex. It is drawn from left to right.

    Its pixels are numbered from the left; those before `begin` or from `stop` on lie inside the hex of an end.
    """

    __slots__ = ("_down", "_end", "_fall", "_far", "_left", "_rounding", "_start", "_top", "begin", "length", "stop")

    def __init__(self, start: int, end: int, at: Pixel, goal: Pixel, *, to_vertex: bool) -> None:
        """`start` and `end` are places, `at` and `goal` the pixels."""
        self._start, self._end = start, end
        leftward = goal[0] < at[0]
        (self._left, self._top), last = (goal, at) if leftward else (at, goal)
        across, down = last[0] - self._left, last[1] - self._top
        self._down, self._fall = (1, down) if down > 0 else (-1, -down)
        self.length = across + 1 + self._fall
        self._rounding = self._fall if down > 0 else self.length - 1
        self._far = 1 << 16 if to_vertex else RANGE_OVER[end - start]
        inside = max(0, _steps_inside(*at, apart(start), across, down) - 1) if not leftward else 0
        self.begin, self.stop = inside, self.length - (0 if to_vertex else inside)

    def pixel(self, number: int) -> Pixel:
        """The pixel of that number: so many steps to the right and, of them, so many down or up instead."""
        rows = (number * self._fall + self._rounding) // self.length
        return self._left + number - rows, self._top + self._down * rows

    def next_hit(self, leaps: bytes, width: int, number: int) -> int:
        """The first pixel from this number on that is looked for; `leaps` are those of a plane so many pixels wide.
        Its end, if there is none.
        """
        fall, rounding, length, stop = self._fall, self._rounding, self.length, self.stop
        base, row = self._top * width + self._left, self._down * width - 1
        while number < stop:
            leap = leaps[base + number + (number * fall + rounding) // length * row]
            if not leap:
                return number
            number += leap
        return stop

    def spot(self, number: int) -> tuple[int, int] | None:
        """The place and the range for which a pixel counts; None in the hex of an end, on its border, or where it is
        as far from one end as the other end is.
        """
        x, y = self.pixel(number)
        place = place_at(x, y)
        at, left = RANGE_OVER[place - self._start], RANGE_OVER[self._end - place]
        if not (0 < at < self._far and 0 < left < self._far):
            return None
        if (at == 1 and at_end(x, y, apart(self._start))) or (left == 1 and at_end(x, y, apart(self._end))):
            return None
        return place, at

    def past(self, number: int, place: int) -> int:
        """The number of a later pixel such that all before it lie in that hex, where this one lies."""
        x, y = self.pixel(number)
        return number + max(1, _steps_inside(x, y, apart(place), self.length - self._fall, self._down * self._fall))

    @property
    def ends(self) -> tuple[int, int]:
        """The places of the hexes at its ends."""
        return self._start, self._end

    def beside(self) -> tuple[tuple[int, int], ...]:
        """The hexes, with their range, on both sides of the hexsides along which it runs from centre to centre."""
        near = _beside(self._end - self._start)
        return tuple((self._start + offset, at) for offset, at in near) if near else near


@lru_cache(maxsize=65536)
def _beside(offset: int) -> tuple[tuple[int, int], ...]:
    way = trace(*apart(offset), CENTRE)
    return tuple((place, step.range) for step in way.steps if step.between for place, _ in step.hexes)
