"""The pixels under a straight line: one step for each column, and in it every row that the line crosses.

So the line is a staircase: from one pixel to the next it goes a column to the right, or a row up or down.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from sasl.board.pixels.lattice import Pixel

PIECE = 32
"""A piece of a line is so many rows high, or so many columns wide where the line is steep."""
KEPT = 8192
"""So many pieces of lines are remembered without what lies under them."""


class Planes:
    """A raster of bytes, kept by rows and by columns."""

    def __init__(self, width: int, height: int, rows: bytes) -> None:
        self._width, self._height = width, height
        self._rows = rows
        self._columns = b"\0" + b"".join([rows[x::width] for x in range(width)])  # a slice may end before the first

    def at(self, pixel: Pixel) -> int:
        """The byte of a pixel."""
        return self._rows[pixel[1] * self._width + pixel[0]]

    def along(self, start: Pixel, end: Pixel) -> Iterator[tuple[int, bytes]]:
        """The bytes from one pixel to another that is not left of it, piece by piece: who looks for something need not
        draw the whole line. Each with the number of its first pixel.
        """
        across, down = end[0] - start[0], end[1] - start[1]
        steps, fall = across + 1, abs(down)
        if fall > across:
            yield from self._steep(start, steps, fall, down > 0)
            return
        rows, width = self._rows, self._width if down > 0 else -self._width
        base = start[1] * self._width + start[0]
        for first in range(0, fall + 1, PIECE):
            spans = (_rows_down if down > 0 else _rows_up)(steps, fall, first)
            lines = range(base + width * first, base + width * (first + PIECE), width)
            drawn = [rows[at + a : at + b] for at, (a, b) in zip(lines, spans, strict=False)]
            yield first + spans[0][0], b"".join(drawn)

    def _steep(self, start: Pixel, steps: int, fall: int, down: bool) -> Iterator[tuple[int, bytes]]:
        """A line that is higher than wide: a slice of each column."""
        columns, height = self._columns, self._height
        base = start[0] * height + start[1] + 1
        for first in range(0, steps, PIECE):
            lines = range(base + height * first, base + height * (first + PIECE), height)
            if down:
                spans = _columns_down(steps, fall, first)
                drawn = [columns[at + a : at + b] for at, (a, b) in zip(lines, spans, strict=False)]
            else:
                spans = _columns_up(steps, fall, first)
                drawn = [columns[at - a : at - b : -1] for at, (a, b) in zip(lines, spans, strict=False)]
            yield first + spans[0][0], b"".join(drawn)


Spans = tuple[tuple[int, int], ...]
"""For each row or column of a piece where the line enters it, and the first pixel after it has left it."""


@lru_cache(maxsize=KEPT)
def _rows_down(steps: int, fall: int, first: int) -> Spans:
    """The columns of each row, from the row `first` on, of a line that is `steps` wide and goes `fall` rows down."""
    last = min(fall + 1, first + PIECE)
    turns = [-(-steps * row // (fall or 1)) - 1 for row in range(first, last + 1)]
    return _spans(turns, first == 0, steps - 1 if last > fall else None)


@lru_cache(maxsize=KEPT)
def _rows_up(steps: int, fall: int, first: int) -> Spans:
    """The same of a line that goes up, or straight on."""
    last = min(fall + 1, first + PIECE)
    turns = [steps * row // (fall or 1) for row in range(first - 1, last)]
    return _spans(turns, first == 0, steps - 1 if last > fall else None)


@lru_cache(maxsize=KEPT)
def _columns_down(steps: int, fall: int, first: int) -> Spans:
    """The rows of each column, from the column `first` on, of a line that is higher than wide and goes down."""
    return _spans([fall * step // steps for step in range(first, min(steps, first + PIECE) + 1)], False, None)


@lru_cache(maxsize=KEPT)
def _columns_up(steps: int, fall: int, first: int) -> Spans:
    """The same of a line that goes up, its rows counted upwards."""
    return _spans([-(-fall * step // steps) for step in range(first, min(steps, first + PIECE) + 1)], False, None)


def _spans(turns: list[int], begins: bool, end: int | None) -> Spans:
    """From turn to turn; the first piece of a line `begins` at 0, and the last one may `end` before the last turn."""
    if begins:
        turns[0] = 0
    if end is not None:
        turns[-1] = end
    return tuple((enters, leaves + 1) for enters, leaves in pairwise(turns))
