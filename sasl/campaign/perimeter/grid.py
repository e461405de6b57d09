"""A map as numbers for quick work on sets of hexes: a set is an int with a bit for each hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sasl.board.board import Board
from sasl.board.hexes import Hex, hexside


@dataclass(frozen=True, eq=False)
class Grid:
    """The hexes of a map by place. `ways[k]` leads from a place across hexside `k`; beyond the map lie empty places."""

    names: dict[int, str]
    places: dict[str, int]
    ways: tuple[int, int, int, int, int, int]
    whole: int
    frame: int
    ring: tuple[int, ...]

    def mask(self, names: Iterable[str]) -> int:
        """The set of these hexes; those that are not on the map are left out."""
        found = 0
        for name in names:
            if name in self.places:
                found |= 1 << self.places[name]
        return found

    def named(self, mask: int) -> frozenset[str]:
        """The names of a set of hexes."""
        return frozenset(self.names[place] for place in bits(mask))

    def moved(self, mask: int, way: int) -> int:
        """The set moved across hexside `way`."""
        offset = self.ways[way % 6]
        return (mask << offset if offset > 0 else mask >> -offset) & self.frame


def bits(mask: int) -> Iterator[int]:
    """The places of a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def grid_of(board: Board) -> Grid:
    """The numbers of a board, worked out once."""
    return board.remember("perimeter grid", lambda: _build(board))


def _build(board: Board) -> Grid:
    hexes = list(board.hexes)
    first_col, last_col = min(hex_.col for hex_ in hexes), max(hex_.col for hex_ in hexes)
    rows = [_row(hex_) for hex_ in hexes]
    low, height = min(rows), max(rows) - min(rows) + 3
    places = {hex_.name: (hex_.col - first_col + 1) * height + _row(hex_) - low + 1 for hex_ in hexes}
    ways = (-1, height - 1, height, 1, 1 - height, -height)
    frame = (1 << (last_col - first_col + 3) * height) - 1
    names = {place: name for name, place in places.items()}
    whole = sum(1 << place for place in names)
    return Grid(names, places, ways, whole, frame, tuple(places[name] for name in edge_ring(board)))


def _row(hex_: Hex) -> int:
    """The second axis of the hex: straight on across hexsides 2 and 5."""
    return (hex_.half_y - hex_.col) // 2


def edge_ring(board: Board) -> tuple[str, ...]:
    """The map-edge hexes once around, each adjacent to the next (a map whose edges run along the hexrows)."""
    low, high, first, last = (_along(board, edge) for edge in ("low", "high", "first", "last"))
    around = [*low, *last, *reversed(high), *reversed(first)]
    return tuple(dict.fromkeys(around))


def _along(board: Board, edge: str) -> tuple[str, ...]:
    side = next((side for side, name in board.orientation.items() if name == edge), "")
    return board.edge(side) if side else ()


def joined(a: str, b: str, board: Board) -> bool:
    """Whether two hexes of the map are adjacent."""
    return hexside(board.hex(a), board.hex(b)) is not None
