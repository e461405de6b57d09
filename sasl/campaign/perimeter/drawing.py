"""A map with perimeters drawn in letters: for plain mode, for records, and for pictures in tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sasl.board.board import Board
from sasl.board.hexes import Hex
from sasl.campaign.perimeter.control import zones
from sasl.campaign.perimeter.loops import Loop
from sasl.campaign.state import Area

LEGEND = (
    "R G Front Line   r g inside   X both Areas   A B C D Isolated Area of that type   "
    "( ) beside a sign: controlled Russian, German   . nobody's"
)


def draw(
    board: Board,
    perimeters: Mapping[str, Sequence[Loop]],
    *,
    areas: Iterable[Area] = (),
    control: Mapping[str, str] | None = None,
    marks: Mapping[str, str] | None = None,
) -> list[str]:
    """The map, a line for each half hexrow of numbers: hexrows run from left to right, two columns apart.

    `marks` put a sign of your own into a hex; `areas` show the type of each Isolated Area instead of X.
    """
    found = zones(board, perimeters)
    lines = {side: {name for loop in perimeters.get(side, ()) for name in loop} for side in ("russian", "german")}
    types = {name: area.type for area in areas for name in area.hexes}
    cells: dict[str, str] = {}
    for name in board:
        inside = [side for side in ("russian", "german") if name in found.areas[side]]
        if len(inside) == 2:
            cells[name] = "X"
        elif inside:
            sign = inside[0][0]
            cells[name] = sign.upper() if name in lines[inside[0]] else sign
        else:
            cells[name] = "."
        cells[name] = (marks or {}).get(name) or types.get(name, "")[:1] or cells[name]
        whose = (control or {}).get(name, "")
        cells[name] += {"russian": "(", "german": ")"}.get(whose, " ")
    return _laid_out(board, cells)


def _laid_out(board: Board, cells: Mapping[str, str]) -> list[str]:
    """Each hex at its place: half a hex lower is a line lower."""
    hexes = sorted(board.hexes)
    left, top = hexes[0].col, min(hex_.half_y for hex_ in hexes)
    rows: dict[int, dict[int, str]] = {}
    for hex_ in hexes:
        rows.setdefault(hex_.half_y - top, {})[hex_.col - left] = cells[hex_.name]
    width = max(hex_.col for hex_ in hexes) - left + 1
    heads = [Hex(left + col, 1).name[:-1] for col in range(width)]
    lines = ["     " + "".join(f"{head:<2}" for head in heads).rstrip()]
    for row in range(max(rows) + 1):
        cols = rows.get(row, {})
        number = next((hex_.num for hex_ in hexes if hex_.half_y - top == row), 0)
        text = "".join(cols.get(col, "  ") for col in range(width))
        lines.append(f"{number:>4} {text}".rstrip())
    return lines
