"""A LOS over pixels: which hex each of its pixels counts for, and at what range."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from sasl.board.grid import RANGE_OVER
from sasl.board.hexes import SIDES
from sasl.board.pixels.lattice import Pixel, at_end, place_at, side_at, surely_inside
from sasl.board.traces import CENTRE, STRIDE, apart, trace

_LONGEST = 128
"""More pixels of a line than this never lie at one range, but where it runs along a hexside."""


class SightLine:
    """From a hex centre to another, or to a vertex of the last hex. It is drawn from left to right.

    Its pixels are numbered from `first`; those before `begin` or from `stop` on lie inside the hex of an end.
    """

    __slots__ = (
        "_down", "_end", "_fall", "_far", "_left", "_length", "_rounding", "_start", "_top", "begin", "first", "last",
        "leftward", "stop",
    )  # fmt: skip

    def __init__(self, start: int, end: int, at: Pixel, goal: Pixel, *, to_vertex: bool) -> None:
        """`start` and `end` are places, `at` and `goal` the pixels."""
        self._start, self._end = start, end
        self.leftward = goal[0] < at[0]
        self.first, self.last = (goal, at) if self.leftward else (at, goal)
        self._left, self._top = self.first
        across, down = self.last[0] - self._left, self.last[1] - self._top
        self._down, self._fall = (1, down) if down > 0 else (-1, -down)
        self._length = across + 1 + self._fall
        self._rounding = self._fall if down > 0 else self._length - 1
        self._far = 1 << 16 if to_vertex else RANGE_OVER[end - start]
        skipped = surely_inside(across, self._fall)
        ends = (0, skipped) if self.leftward else (skipped, 0)
        before, after = ends if to_vertex else (skipped, skipped)
        self.begin, self.stop = before, self._length - after

    def pixel(self, number: int) -> Pixel:
        """The pixel of that number: so many steps to the right and, of them, so many down or up instead."""
        rows = (number * self._fall + self._rounding) // self._length
        return self._left + number - rows, self._top + self._down * rows

    def range_at(self, number: int) -> int:
        """The range of a pixel from the start."""
        return RANGE_OVER[place_at(*self.pixel(number)) - self._start]

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

    def past(self, number: int, range_: int) -> int:
        """The number of the first pixel after this one that is not at its range."""
        if self.leftward:
            return number + 1
        end = min(self.stop, number + _LONGEST)
        return bisect_right(range(end), range_, number + 1, end, key=self.range_at)

    def stopped_at(self, number: int, place: int) -> bool:
        """B9.2: whether a pixel of a wall or hedge belongs to a hexside that may block: not one of an end's hex, nor a
        hexspine that touches it.
        """
        side = side_at(*self.pixel(number), apart(place))
        if side is None:
            return False
        for number_, (right, down) in enumerate(SIDES):
            if place + right * STRIDE + down in (self._start, self._end) and (side - number_) % 6 in (0, 1, 5):
                return False
        return True

    def beside(self) -> tuple[tuple[int, int], ...]:
        """The hexes, with their range, on both sides of the hexsides along which it runs from centre to centre."""
        near = _beside(self._end - self._start)
        return tuple((self._start + offset, at) for offset, at in near) if near else near


@lru_cache(maxsize=65536)
def _beside(offset: int) -> tuple[tuple[int, int], ...]:
    way = trace(*apart(offset), CENTRE)
    return tuple((place, step.range) for step in way.steps if step.between for place, _ in step.hexes)
