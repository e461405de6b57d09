"""A map as numbers, for quick work on sets of hexes (an int with a bit for each), and what walls shut in on it."""

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
        mask = 0
        for name in names:
            if name in self.places:
                mask |= 1 << self.places[name]
        return mask

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


Walls = tuple[int, int, int]
"""The steps that are walls, by hexside 0, 1 and 2 of the hex they leave."""


@dataclass(frozen=True, eq=False)
class Inside:
    """The triangles shut in, right of hexside 0 (`upper`) and 1 (`lower`) of each place, and their hexes."""

    upper: int
    lower: int
    hexes: int


def wall_of(grid: Grid, a: int, b: int) -> tuple[int, int]:
    """The hexside (0 to 2) and the place that name the step between two adjacent places."""
    way = grid.ways.index(b - a)
    return (way, a) if way < 3 else (way - 3, b)


def walls_of(steps: Iterable[tuple[int, int]]) -> Walls:
    """These steps, each as `wall_of` names it, as walls."""
    found = [0, 0, 0]
    for way, place in steps:
        found[way] |= 1 << place
    return found[0], found[1], found[2]


def shut_in(grid: Grid, walls: Walls, root: int) -> Inside:
    """What these walls shut in, as far as it hangs together with a hex of `root`."""
    whole, moved = grid.whole, grid.moved
    up, up_right, right = (moved(whole, 3), moved(whole, 4), moved(whole, 5))  # has a neighbour across 0, 1, 2
    upper_all, lower_all = whole & up & up_right, whole & up_right & right
    w0, w1, w2 = walls
    upper_out = new_upper = grid.frame & ~upper_all
    lower_out = new_lower = grid.frame & ~lower_all
    while new_upper or new_lower:
        to_lower = new_upper & ~w1 | moved(new_upper & ~w0, 5) | moved(new_upper, 0) & ~w2
        to_upper = new_lower & ~w1 | moved(new_lower, 2) & ~w0 | moved(new_lower & ~w2, 3)
        new_lower = to_lower & ~lower_out
        new_upper = to_upper & ~upper_out
        lower_out |= new_lower
        upper_out |= new_upper
    return _rooted(grid, upper_all & ~upper_out, lower_all & ~lower_out, root)


def _rooted(grid: Grid, upper: int, lower: int, root: int) -> Inside:
    """The part of the triangles that hangs together, by triangles or by a hex, with a hex of `root`."""
    moved = grid.moved
    hexes = _corners(grid, upper, lower)
    have = hexes & root
    if have == hexes:
        return Inside(upper, lower, hexes)
    while True:
        near = have | moved(have, 4)
        some_upper = upper & (near | moved(have, 3))
        some_lower = lower & (near | moved(have, 5))
        more = have | _corners(grid, some_upper, some_lower)
        if more == have:
            return Inside(some_upper, some_lower, have & hexes)
        have = more


def _corners(grid: Grid, upper: int, lower: int) -> int:
    moved = grid.moved
    return upper | moved(upper, 0) | moved(upper | lower, 1) | lower | moved(lower, 2)


def around(grid: Grid, inside: Inside) -> list[list[int]]:
    """The lines around what is shut in: closed walks of places, the inside on the right hand."""
    upper, lower, moved = inside.upper, inside.lower, grid.moved
    lines = {
        0: (moved(lower, 2), upper),  # left of the step, right of the step
        1: (upper, lower),
        2: (lower, moved(upper, 0)),
    }  # fmt: skip
    out: dict[int, set[int]] = {}
    for way, (left, right) in lines.items():
        offset = grid.ways[way]
        for place in bits(right & ~left):
            out.setdefault(place, set()).add(place + offset)
        for place in bits(left & ~right):
            out.setdefault(place + offset, set()).add(place)
    walks = []
    while out:
        start = min(out)
        walks.append(_walk(grid, out, start))
    return walks


def _walk(grid: Grid, out: dict[int, set[int]], start: int) -> list[int]:
    """One walk: at a place where the line passes twice it stays with the inside that it has beside it."""
    first = min(out[start])
    walk, here, ahead = [], start, first
    while True:
        walk.append(here)
        out[here].discard(ahead)
        if not out[here]:
            del out[here]
        back = grid.ways.index(here - ahead)
        here = ahead
        on = out.get(here, set()) | ({first} if here == start else set())
        ahead = next(step for turn in range(1, 7) if (step := here + grid.ways[(back - turn) % 6]) in on)
        if here == start and ahead == first:
            return walk
