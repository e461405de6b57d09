"""The pixels under a straight line: one step for each column, and in it every row that the line crosses.

So the line is a staircase: from one pixel to the next it goes a column to the right, or a row up or down.
"""

from __future__ import annotations

from collections.abc import Iterator

from sasl.board.pixels.lattice import Pixel

PIECE = 32
"""A piece of a line is so many rows high, or so many columns wide where the line is steep."""


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
        rows, width, before = self._rows, self._width if down > 0 else -self._width, 0
        base = start[1] * self._width + start[0]
        for first in range(0, fall + 1, PIECE):
            last = min(fall + 1, first + PIECE)
            if down > 0:
                turns = [-(-steps * row // fall) - 1 for row in range(first + 1, last + 1)]
            else:
                turns = [steps * row // (fall or 1) for row in range(first, last)]
            if last > fall:
                turns[-1] = across
            lines = range(base + width * first, base + width * last, width)
            enters = [before, *turns[:-1]]
            yield (
                first + before,
                b"".join([rows[at + a : at + b + 1] for at, a, b in zip(lines, enters, turns, strict=True)]),
            )
            before = turns[-1]

    def _steep(self, start: Pixel, steps: int, fall: int, down: bool) -> Iterator[tuple[int, bytes]]:
        """A line that is higher than wide: a slice of each column."""
        columns, height, before = self._columns, self._height, 0
        base = start[0] * height + start[1] + 1
        for first in range(0, steps, PIECE):
            last = min(steps, first + PIECE)
            lines = range(base + height * first, base + height * last, height)
            if down:
                turns = [fall * step // steps for step in range(first + 1, last + 1)]
                slices = zip(lines, [before, *turns[:-1]], turns, strict=True)
                yield first + before, b"".join([columns[at + a : at + b + 1] for at, a, b in slices])
            else:
                turns = [-(-fall * step // steps) for step in range(first + 1, last + 1)]
                slices = zip(lines, [before, *turns[:-1]], turns, strict=True)
                yield first + before, b"".join([columns[at - a : at - b - 1 : -1] for at, a, b in slices])
            before = turns[-1]
