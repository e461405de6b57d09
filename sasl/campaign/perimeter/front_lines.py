"""Lines of Front Line hexes: the grains that they are made of (E12.11), which are closed, and what they enclose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from sasl.board.board import Board
from sasl.board.hexes import Hex, hexside, neighbour, parse_hex
from sasl.campaign.perimeter.perimeter_grid import grid_of, joined, shut_in, wall_of, walls_of

RAYS: tuple[tuple[int, int], ...] = tuple(
    pair for side in range(6) for pair in ((side, side), (side, (side + 1) % 6), ((side + 1) % 6, side))
)
"""The 18 ways a grain may leave a hex: the hexsides of its first and second step, which then take turns."""


def ray(start: Hex, way: tuple[int, int]) -> Iterator[Hex]:
    """The hexes of the grain that leaves `start` by `way`, without end; `start` is not among them."""
    here, turn = start, 0
    while True:
        here = neighbour(here, way[turn % 2])
        turn += 1
        yield here


def grain_kind(run: Sequence[str]) -> str:
    """`hex grain` or `alternate hex grain` if this run of hexes is one, else "". Two adjacent hexes are a hex grain."""
    hexes = [parse_hex(name) for name in run]
    sides = [hexside(a, b) for a, b in pairwise(hexes)]
    if not sides or None in sides:
        return ""
    if len(set(sides)) == 1:
        return "hex grain"
    first, second = sides[0], sides[1]
    assert first is not None and second is not None
    beside = (first - second) % 6 in (1, 5)
    turns = all(side == (first, second)[number % 2] for number, side in enumerate(sides))
    return "alternate hex grain" if beside and turns else ""


def grains_between(a: str, b: str) -> tuple[tuple[str, ...], ...]:
    """Every grain from one hex to another: none, one, or two that go on either side of the hexspines."""
    start, end = parse_hex(a), parse_hex(b)
    grains: dict[tuple[str, ...], None] = {}
    reach = abs(end.col - start.col) + abs(end.half_y - start.half_y)
    for way in RAYS:
        run = [start]
        for hex_ in ray(start, way):
            run.append(hex_)
            if hex_ == end or len(run) > reach + 1:
                break
        if run[-1] == end:
            grains[tuple(hex_.name for hex_ in run)] = None
    return tuple(sorted(grains, key=len))


Loop = tuple[str, ...]


def closed(board: Board, loop: Sequence[str]) -> bool:
    """Whether the last hex of the loop is adjacent to the first; an open run of hexes is no more than itself."""
    return len(loop) >= 3 and joined(loop[0], loop[-1], board)


def enclosed(board: Board, loop: Sequence[str]) -> frozenset[str]:
    """The hexes of a loop and, if it is closed, those inside the line from hex to hex."""
    if not closed(board, loop):
        return frozenset(loop)
    grid = grid_of(board)
    places = [grid.places[name] for name in loop]
    steps = (wall_of(grid, a, b) for a, b in pairwise([*places, places[0]]) if b - a in grid.ways)
    inside = shut_in(grid, walls_of(steps), grid.whole)
    return frozenset(loop) | grid.named(inside.hexes)


def area(board: Board, loops: Iterable[Sequence[str]]) -> frozenset[str]:
    """Everything that the loops of a perimeter enclose: the Perimeter Area."""
    return frozenset().union(*(enclosed(board, loop) for loop in loops))


def main_and_pockets(board: Board, loops: Iterable[Loop]) -> tuple[tuple[Loop, ...], tuple[Loop, ...]]:
    """7.5054: the loops that reach the map edge, alone or by way of loops that share a hex; and those of Pockets."""
    edge = set(edge_hexes(board))
    waiting = {loop: enclosed(board, loop) for loop in loops}
    main: dict[Loop, frozenset[str]] = {}
    more = True
    while more:
        have = edge.union(*main.values())
        joining = {loop: hexes for loop, hexes in waiting.items() if hexes & have}
        more = bool(joining)
        main |= joining
        waiting = {loop: hexes for loop, hexes in waiting.items() if loop not in joining}
    return tuple(main), tuple(waiting)


def edge_hexes(board: Board) -> tuple[str, ...]:
    """The map-edge hexes, once around."""
    grid = grid_of(board)
    return tuple(grid.names[place] for place in grid.ring)
