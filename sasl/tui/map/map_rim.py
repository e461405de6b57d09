"""The map's rim: hexrow letters above and hex numbers beside it, which scroll with it and light the cursor's own."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip

from sasl.board.hexes import Hex, parse_hex
from sasl.kernel.frozen import Frozen
from sasl.tui.map.map_paint import OVERVIEW, Zoom
from sasl.tui.theme import Palette, paint

TOP, LEFT = 1, 2
"""Lines of the letters and columns of the numbers."""


def right_of(zoom: Zoom) -> int:
    """The columns of numbers right of the map: the overview has those of B, D, F … there, as its lines hold two."""
    return LEFT if zoom is OVERVIEW else 0


class Beside(Frozen):
    """The numbers at both ends of a line of the map (0: none), as they are lit by the cursor."""

    left: int
    odd: bool
    right: int
    lit: tuple[bool, bool]

    def segments(self, palette: Palette) -> tuple[Segment, Segment]:
        """The two numbers, drawn."""
        left = f"{self.left:>2}" if self.left else "  "
        return (
            _segment(left[-LEFT:], self.odd, self.lit[0], palette),
            _segment(f"{self.right:<2}"[-LEFT:], True, self.lit[1], palette),
        )


def beside(zoom: Zoom, place: int, rows: int, cursor: str) -> Beside:
    """The numbers of line `place` of the map, which has `rows` hexes in hexrow A.

    A number stands where the hexes with it begin, strong for A, C, E … and faint for B, D, F …; in the overview the
    strong ones are at the left and the faint ones at the right.
    """
    at = parse_hex(cursor) if cursor else Hex(0, -1)
    here = at.num, at.col % 2
    if zoom is OVERVIEW:
        left = place + 1 if place < rows else 0
        return Beside(left, False, place, ((left, 0) == here, (place, 1) == here))
    half = zoom.height // 2
    step, rest = divmod(place, half)
    if rest or step // 2 >= rows:
        return Beside(0, False, 0, (False, False))
    number, odd = step // 2 + 1, step % 2
    return Beside(number, bool(odd), 0, ((number, odd) == here, False))


class Rim:
    """The rim of the map at one zoom; what is drawn is kept until the cursor or the view is elsewhere."""

    def __init__(self) -> None:
        self._known: tuple[Zoom, int, int, str, Palette] | None = None
        self._letters: Strip | None = None
        self._lines: dict[int, tuple[Strip, int, Beside, Strip]] = {}

    def know(self, zoom: Zoom, columns: int, rows: int, cursor: str, palette: Palette) -> None:
        """The map's size in hexrows and in hexes down hexrow A, and its cursor."""
        known = zoom, columns, rows, cursor, palette
        if known != self._known:
            self._known, self._letters = known, None

    def letters(self, left: int, width: int, whole: int) -> Strip:
        """The letters of `width` columns of the map from `left`, in a line of `whole` columns; each second faint."""
        assert self._known is not None
        zoom, columns, _, cursor, palette = self._known
        void = paint(palette.ink["name"], palette.ink["void"])
        if self._letters is None:
            lit = parse_hex(cursor).col if cursor else -1
            names = (Hex(col, 1).name[:-1] for col in range(columns))
            texts = (name.ljust(2) if zoom is OVERVIEW else name.center(zoom.width) for name in names)
            found = [_segment(text, bool(col % 2), col == lit, palette) for col, text in enumerate(texts)]
            self._letters = Strip(found, columns * zoom.width)
        parts = Strip.blank(LEFT, void), self._letters.crop_extend(left, left + width, void)
        return Strip.join(parts).crop_extend(0, whole, void)

    def beside(self, strip: Strip, place: int, whole: int) -> Strip:
        """What is in view of line `place` of the map, between its numbers in `whole` columns."""
        assert self._known is not None
        zoom, _, rows, cursor, palette = self._known
        numbers = beside(zoom, place, rows, cursor)
        kept = self._lines.get(place)
        if kept is None or kept[0] is not strip or kept[1:3] != (whole, numbers):
            first, last = numbers.segments(palette)
            right = right_of(zoom)
            line = Strip([first, *strip, last] if right else [first, *strip], LEFT + strip.cell_length + right)
            void = paint(palette.ink["name"], palette.ink["void"])
            kept = self._lines[place] = strip, whole, numbers, line.crop_extend(0, whole, void)
        return kept[3]


def _segment(text: str, faint: bool, lit: bool, palette: Palette) -> Segment:
    ink = palette.ink
    if lit:
        return Segment(text, paint(ink["cursor-ink"], ink["cursor"], True))
    return Segment(text, paint(ink["grid" if faint else "name"], ink["void"], not faint))
