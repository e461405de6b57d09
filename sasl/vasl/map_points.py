"""Where a point of VASL's map lies: on which board, in which hex of it, and in which hex of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Literal

from sasl.board.hexes import Hex, neighbours, parse_hex, turned_round
from sasl.board.join import NO_LAYOUT, Layout, Sheet
from sasl.content.tables.vasl_names import BoardGrid
from sasl.kernel.frozen import Frozen, Keeping

if TYPE_CHECKING:
    from sasl.vasl.saved_game import PlacedBoard

Where = Literal["hex", "near", "hexside", "off", "elsewhere"]
"""In a hex, dragged off its centre, on a hexside, beside the boards, or not on the map at all."""

EDGE = 400
"""Pixels of VASL's map left of and above the boards."""
SNAPPED, ON_SIDE = 2.5, 4.0
"""How far from a hex's centre, and from the middle of a hexside, a counter lies that VASL put there: pixels of a map
whose hexes are as high as `USUAL`."""
USUAL = 64.5
SPACER = "NUL"
"""How the name of an empty place between boards begins."""
PRINTED = re.compile(r"([0-9]*)([A-Za-z]+)([0-9]+)")
"""A hex as printed, behind its board where several lie on the map (K5, 13K5)."""


class Spot(Frozen):
    """A place on our map: `hex` "" where it is in none of it; `printed`: what the boards there call it; `around`: what
    is up on VASL's map is down on ours.
    """

    hex: str = ""
    printed: str = ""
    where: Where = "off"
    around: bool = False


class Laid(Keeping):
    """A board on the table: where its upper left corner lies and how large it is, in pixels; our own id of it."""

    board: PlacedBoard
    grid: BoardGrid
    x: int
    y: int

    @property
    def id(self) -> str:
        """The id of our board, if there is one of this name."""
        return self.grid.ours(self.board.name)

    @cached_property
    def last(self) -> Hex:
        """The hex with the highest hexrow and number."""
        return Hex(parse_hex(f"{self.grid.last_hexrow}1").col, self.grid.numbers)

    def holds(self, x: int, y: int) -> bool:
        """Whether the point lies on it, or so near its edge as the centre of a half hex may."""
        rim = self.grid.step[1] * self.board.zoom / 10
        ways = zip((x - self.x, y - self.y), extent(self.board, self.grid), strict=True)
        return all(-rim <= way and (not side or way <= side + rim) for way, side in ways)

    def nearest(self, x: int, y: int) -> tuple[Hex, float]:
        """The hex of the board whose centre is nearest to a point of the map, and how far that is."""
        step_x, step_y = (step * self.board.zoom for step in self.grid.step)
        left, top = self.centre(self._first)
        column = min(round(abs(x - left) / step_x), self.last.col)
        found = []
        for col in range(max(column - 1, 0), min(column + 1, self.last.col) + 1):
            near = min(1 + round(abs(y - top) / step_y), self.last.num)
            for num in range(max(near - 2, 1 - col % 2), min(near + 2, self.last.num) + 1):
                at_x, at_y = self.centre(Hex(col, num))
                found.append((hypot(x - at_x, y - at_y), Hex(col, num)))
        distance, best = min(found)
        return best, distance

    @property
    def _first(self) -> Hex:
        return Hex(0, 1)

    def centre(self, hex_: Hex) -> tuple[float, float]:
        """Where VASL puts a counter in a hex of this board, on its map."""
        grid, zoom = self.grid, self.board.zoom
        half = grid.step[1] / 2 if hex_.col % 2 else 0
        x = int(grid.a1[0]) + int(grid.step[0] * hex_.col)
        y = int(grid.a1[1]) + int(grid.step[1] * (hex_.num - 1 + hex_.col % 2) - half)
        cut_x, cut_y, *_ = self.board.crop
        x, y = x - max(cut_x, 0), y - max(cut_y, 0)
        width, height = extent(self.board, grid)
        if self.board.turned:
            return self.x + width - x * zoom, self.y + height - y * zoom
        return self.x + x * zoom, self.y + y * zoom


def extent(board: PlacedBoard, grid: BoardGrid) -> tuple[int, int]:
    """How wide and high the board lies on the map, in pixels; 0 where the grid does not say."""
    size = (cut if cut > 0 else whole for cut, whole in zip(board.crop[2:], grid.size, strict=True))
    width, height = (int(side * board.zoom) for side in size)
    return width, height


class VaslMap:
    """The map of a saved game, and the one of ours that it stands for.

    `layout`: the mapboards of our game; without, hexes keep the names that are printed on VASL's boards.
    `notes`: sentences about what could not be placed.
    """

    def __init__(self, boards: Sequence[PlacedBoard], grids: Sequence[BoardGrid], layout: Layout = NO_LAYOUT) -> None:
        self.layout = layout
        self.notes: tuple[str, ...] = ()
        real = [board for board in boards if not board.name.startswith(SPACER)]
        known = {board: grid for board in real for grid in grids if grid.holds(board.name)}
        unknown = [board.shown for board in real if board not in known]
        if unknown:
            self.notes += (f"the hexes of {_boards(unknown)} are not known here; counters there are listed as off map",)
        self.several = len(real) > 1
        self.laid = tuple(_laid(boards, known))
        self.notes += tuple(self._differences())

    def spot(self, x: int, y: int) -> Spot:
        """Where a point of VASL's map lies."""
        found = [(*laid.nearest(x, y), laid) for laid in self.laid if laid.holds(x, y)]
        if not found:
            return Spot()
        hex_, distance, laid = min(found, key=lambda item: item[1])
        size = laid.grid.step[1] * laid.board.zoom / USUAL
        if distance > 0.62 * USUAL * size:
            return Spot()
        if distance > SNAPPED * size:
            side = self._hexside(x, y, hex_, laid, ON_SIDE * size)
            if side:
                return Spot("", side, "hexside")
        same = [item for item in found if item[1] <= distance + SNAPPED * size]
        printed = "/".join(self._printed(item, near) for item, _, near in same)
        ours = ((name, near) for item, _, near in same if (name := self._ours(item, near)))
        name, on = next(ours, ("", laid))
        return Spot(name, printed, "hex" if distance <= SNAPPED * size else "near", self._around(on))

    def point(self, hex_name: str) -> tuple[int, int] | None:
        """Where VASL puts a counter in a hex of our map; None if none of its boards has that hex."""
        for laid in self.laid:
            for hex_ in self._theirs(parse_hex(hex_name), laid):
                x, y = laid.centre(hex_)
                if self.spot(round(x), round(y)).hex == hex_name:
                    return round(x), round(y)
        return None

    def _theirs(self, ours: Hex, laid: Laid) -> Iterator[Hex]:
        """The hexes of a board that may be this one of our map."""
        if not self.layout.sheets:
            yield ours
        for place, sheet in enumerate(self.layout.sheets):
            hex_ = Hex(ours.col, ours.num - place * laid.last.num)
            if sheet.board == laid.id and 0 <= hex_.num <= laid.last.num:
                yield turned_round(hex_, laid.last) if sheet.turned else hex_

    def _hexside(self, x: int, y: int, hex_: Hex, laid: Laid, most: float) -> str:
        """The hexside on whose middle a point lies, by what is printed on both sides of it; "" if it is on none."""
        here = laid.centre(hex_)
        for other in neighbours(hex_):
            there = laid.centre(other)
            if hypot(x - (here[0] + there[0]) / 2, y - (here[1] + there[1]) / 2) <= most:
                across = self.spot(round(there[0]), round(there[1])).printed
                return f"{self._printed(hex_, laid)}/{across}" if across else ""
        return ""

    def _printed(self, hex_: Hex, laid: Laid) -> str:
        return f"{laid.board.name.lstrip('0') if self.several else ''}{hex_.name}"

    def _ours(self, hex_: Hex, laid: Laid) -> str:
        """The hex of our map; "" if the board is none of it."""
        if not self.layout.sheets:
            return self._printed(hex_, laid)
        for place, sheet in enumerate(self.layout.sheets):
            if sheet.board == laid.id:
                here = turned_round(hex_, laid.last) if sheet.turned else hex_
                return Hex(here.col, here.num + place * laid.last.num).name
        return ""

    def _around(self, laid: Laid) -> bool:
        """Whether VASL lays a board the other way round than our map has it."""
        ours = any(sheet.turned for sheet in self.layout.sheets if sheet.board == laid.id)
        return laid.board.turned != ours

    def _differences(self) -> Iterator[str]:
        """Where VASL lays the mapboards of our game in another way."""
        ours = [sheet for sheet in self.layout.sheets if sheet.board]
        if not ours:
            return
        in_order = sorted(self.laid, key=lambda laid: (laid.board.row, laid.board.column))
        theirs = [Sheet(laid.id, laid.board.turned) for laid in in_order]
        around = [Sheet(sheet.board, not sheet.turned) for sheet in reversed(theirs)]
        if ours not in (theirs, around):
            yield f"VASL has {_sheets(theirs)}; the game has {_sheets(ours)}"


def apart(printed: str) -> tuple[str, str]:
    """The board and the hex of a name: 13 and K5; no board where it tells none."""
    found = PRINTED.match(printed)
    return (found[1], found[2] + found[3]) if found else ("", "")


def by_hex(printed: str) -> tuple[int, int, str, int, str]:
    """What sorts hexes by board, hexrow and number: 5K2, 13A1, 13A10, 13B1, 13AA1; what is none comes first."""
    found = PRINTED.match(printed)
    board, row, number = found.groups() if found else ("", "", "0")
    return (int(board or 0), len(row), row, int(number), printed)


def _laid(boards: Sequence[PlacedBoard], known: dict[PlacedBoard, BoardGrid]) -> Iterator[Laid]:
    """The boards whose place on the map is known: those left of and above them have a known size."""
    for board, grid in known.items():
        left = [other for other in boards if other.row == board.row and other.column < board.column]
        above = [other for other in boards if other.column == board.column and other.row < board.row]
        wide = [extent(other, known[other])[0] for other in left if other in known]
        high = [extent(other, known[other])[1] for other in above if other in known]
        sized = all(wide) and all(high) and len(wide) == len(left) and len(high) == len(above)
        if sized and (not board.turned or all(extent(board, grid))):
            yield Laid(board, grid, EDGE + sum(wide), EDGE + sum(high))


def _boards(names: Sequence[str]) -> str:
    return f"board {names[0]}" if len(names) == 1 else f"boards {', '.join(names)}"


def _sheets(sheets: Sequence[Sheet]) -> str:
    words = (f"{sheet.board} turned" if sheet.turned else sheet.board for sheet in sheets)
    return ", ".join(words) or "none of them"
