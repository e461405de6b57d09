"""Loops of Front Line hexes: which are closed, and what they enclose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sasl.board.board import Board
from sasl.campaign.perimeter.faces import shut_in, wall_of
from sasl.campaign.perimeter.grid import grid_of, joined

Loop = tuple[str, ...]


def closed(board: Board, loop: Sequence[str]) -> bool:
    """Whether the last hex of the loop is adjacent to the first; an open run of hexes is no more than itself."""
    return len(loop) >= 3 and joined(loop[0], loop[-1], board)


def enclosed(board: Board, loop: Sequence[str]) -> frozenset[str]:
    """The hexes of a loop and, if it is closed, those inside the line from hex to hex."""
    if not closed(board, loop):
        return frozenset(loop)
    grid = grid_of(board)
    walls = [0, 0, 0]
    places = [grid.places[name] for name in loop]
    for a, b in pairwise([*places, places[0]]):
        if b - a in grid.ways:
            way, place = wall_of(grid, a, b)
            walls[way] |= 1 << place
    inside = shut_in(grid, (walls[0], walls[1], walls[2]), grid.whole)
    return frozenset(loop) | grid.named(inside.hexes)


def area(board: Board, loops: Iterable[Sequence[str]]) -> frozenset[str]:
    """Everything that the loops of a perimeter enclose: the Perimeter Area."""
    return frozenset().union(*(enclosed(board, loop) for loop in loops))


def main_and_pockets(board: Board, loops: Iterable[Loop]) -> tuple[tuple[Loop, ...], tuple[Loop, ...]]:
    """7.5054: the loops that reach the map edge, alone or by way of loops that share a hex; and those of Pockets."""
    edge = set(edge_hexes(board))
    waiting = {loop: enclosed(board, loop) for loop in loops}
    main: dict[Loop, frozenset[str]] = {}
    found = True
    while found:
        have = edge.union(*main.values())
        joining = {loop: hexes for loop, hexes in waiting.items() if hexes & have}
        found = bool(joining)
        main |= joining
        waiting = {loop: hexes for loop, hexes in waiting.items() if loop not in joining}
    return tuple(main), tuple(waiting)


def edge_hexes(board: Board) -> tuple[str, ...]:
    """The map-edge hexes, once around."""
    grid = grid_of(board)
    return tuple(grid.names[place] for place in grid.ring)
