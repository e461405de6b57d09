"""A LOS over pixels: one step for each column, and in it every row that the line crosses.

So the line is a staircase: from one pixel to the next it goes a column to the right, or a row up or down.
"""

from __future__ import annotations

from functools import lru_cache

from sasl.board.grid import RANGE_OVER
from sasl.board.hexes import SIDES
from sasl.board.pixels.lattice import Pixel, at_end, place_at, side_at, steps_inside
from sasl.board.traces import CENTRE, STRIDE, apart, trace


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
        inside = max(0, steps_inside(*at, apart(start), across, down) - 1) if not leftward else 0
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
        return number + max(1, steps_inside(x, y, apart(place), self.length - self._fall, self._down * self._fall))

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
