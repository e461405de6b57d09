"""Hex grains and alternate hex grains: the straight lines of hexes that a Front Line is made of (E12.11).

A hex grain runs straight across hexsides. An alternate hex grain runs along hexspines: of the two hexes beside each
spine it takes the one on the same side throughout, so that it is a zigzag of adjacent hexes, as along the ends of the
hexrows at a map edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sasl.board.hexes import Hex, hexside, neighbour, parse_hex

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
    found: dict[tuple[str, ...], None] = {}
    reach = abs(end.col - start.col) + abs(end.half_y - start.half_y)
    for way in RAYS:
        run = [start]
        for hex_ in ray(start, way):
            run.append(hex_)
            if hex_ == end or len(run) > reach + 1:
                break
        if run[-1] == end:
            found[tuple(hex_.name for hex_ in run)] = None
    return tuple(sorted(found, key=len))
