"""A perimeter drawn by hand: from marker to marker, with the held map edge and the Pockets it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.campaign.perimeter.grains import grains_between
from sasl.campaign.perimeter.loops import Loop, area, edge_hexes
from sasl.campaign.perimeter.position import Position
from sasl.campaign.perimeter.proposal import edge_strips


def filled(position: Position, side: str, markers: Sequence[str]) -> Loop:
    """The Front Line hexes of a loop through these markers in order; two markers or one make no loop.

    Of two grains, or two ways along the map edge, the one that nothing bars is taken, the shorter first, and
    the map edge before another.
    ValueError if no grain leads from a marker to the next.
    """
    if len(markers) < 3 or markers[0] == markers[-1]:
        stops = list(markers)
    else:
        stops = [*markers, markers[0]]
    run = [stops[0]]
    for a, b in pairwise(stops):
        run += _way(position, side, a, b)[1:]
    return tuple(run[:-1] if len(run) > 3 and run[0] == run[-1] else run)


def _way(position: Position, side: str, a: str, b: str) -> Loop:
    barred = position.barred(side)
    ways = [*_along_edge(position, a, b), *grains_between(a, b)]
    ways = [way for way in ways if all(name in position.board for name in way)]
    if not ways:
        raise ValueError(f"no (Alternate) Hex Grain leads from {a} to {b} (7.5053)")
    return min(ways, key=lambda way: (bool(barred & set(way)), len(way)))


def _along_edge(position: Position, a: str, b: str) -> list[Loop]:
    """7.5052: both ways around the map edge."""
    ring = edge_hexes(position.board)
    if a not in ring or b not in ring:
        return []
    start, end = ring.index(a), ring.index(b)
    on = tuple(ring[(start + step) % len(ring)] for step in range((end - start) % len(ring) + 1))
    back = tuple(ring[(start - step) % len(ring)] for step in range((start - end) % len(ring) + 1))
    return [on, back]


def complete(position: Position, side: str, loops: Sequence[Loop]) -> tuple[Loop, ...]:
    """The loops, the map edge that the side holds outside them, and a Pocket of one hex for every unit left out."""
    board = position.board
    have = area(board, loops)
    strips = edge_strips(position, side, have)
    have |= area(board, strips)
    alone = sorted(name for name in position.units.get(side, frozenset()) - have if name in board)
    return (*loops, *strips, *((name,) for name in alone))
