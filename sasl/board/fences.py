"""Walls and hedges under a LOS: half-level obstacles that lie along hexsides (B9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from sasl.board.board import Board
from sasl.board.hexes import SIDES
from sasl.board.traces import CENTRE, VERTICES, apart, trace

Place = tuple[int, int]
"""A hex by hexrows to the right and half hexes down, from the map's corner or from where a LOS starts."""
Side = tuple[Place, int]
Fences = Mapping[Place, Mapping[int, str]]
"""What lies along the hexsides of the hexes that have any: `wall`, `hedge`."""


class _Crossed(NamedTuple):
    """The hexsides a LOS meets between its ends, counted from its start: those that it crosses, those that lie on it,
    and those that it only touches, at a vertex. None of them touches a hex of either end but for crossed ones.
    """

    across: tuple[Side, ...]
    along: tuple[Side, ...]
    touched: tuple[Side, ...]


def fences_of(board: Board) -> Fences:
    """Every hexside of the map with something that hinders LOS, by hex."""
    kinds = {name for name, kind in board.chart.hexsides.items() if kind.half_level}
    found: dict[Place, dict[int, str]] = {}
    for hex_, terrain in board.hexes.items():
        if not terrain.fenced:
            continue
        sides = {side: name for side in range(6) for name in terrain.along(side) if name in kinds}
        if sides:
            found[hex_.col, hex_.half_y] = sides
    return found


def on_level(board: Board, name: str) -> frozenset[int]:
    """The hexsides of a hex whose wall or hedge is on its level: the lower one of its two hexes (B9.35)."""
    known: dict[str, frozenset[int]] = board.remember("walls", dict)
    if name not in known:
        here = board.terrain(name)
        higher = {
            board.hexside(name, other)
            for other in board.neighbours(name)
            if board.terrain(other).elevation < here.elevation
        }
        known[name] = (here.walls | here.hedges) - higher
    return known[name]


def over(fences: Fences, start: Place, right: int, down: int, corner: Place = CENTRE) -> Iterator[tuple[Side, str]]:
    """B9.2, A6.1: each fence in the way of a same-level LOS: its hexside, and what it is.

    One that the LOS only touches, at a vertex, blocks like one that it crosses.

    Hexsides of the firer's and the target's hex never block, nor those that touch such a hex with an end (hexspines).
    `corner`: the LOS ends at that vertex of the last hex.
    """
    met = _crossed(right, down, corner)

    def there(side: Side) -> str:
        (col, half_y), number = side
        return fences.get((start[0] + col, start[1] + half_y), {}).get(number, "")

    def on_map(side: Side) -> Side:
        return (start[0] + side[0][0], start[1] + side[0][1]), side[1]

    for side in met.across:
        if name := there(side):
            yield on_map(side), name
    for side in met.along:
        if name := there(side):
            yield on_map(side), f"along the {name}"
    for side in met.touched:
        if name := there(side):
            yield on_map(side), f"touches the end of a {name}"


@lru_cache(maxsize=65536)
def _crossed(right: int, down: int, corner: Place) -> _Crossed:
    """The hexsides that a line `right` hexrows and `down` half hexes long meets."""
    hexes = [apart(offset) for at in trace(right, down, corner).steps for offset, _ in at.hexes]
    far, fall = 3 * right + corner[0], down + corner[1]
    ends = ((0, 0), (right, down))
    tips = {(3 * col + x, half_y + y) for col, half_y in ends for x, y in VERTICES}
    across: list[Side] = []
    along: list[Side] = []
    touched: list[Side] = []
    done: set[frozenset[Place]] = set()
    for here in hexes:
        for side, (col, half_y) in enumerate(SIDES):
            other = here[0] + col, here[1] + half_y
            pair = frozenset((here, other))
            if other in ends or pair in done:
                continue
            done.add(pair)
            corners = [(3 * here[0] + x, here[1] + y) for x, y in (VERTICES[side - 1], VERTICES[side])]
            turns = [far * y - fall * x for x, y in corners]
            if not any(turns):
                if not tips & set(corners):
                    along.append((here, side))
            elif turns[0] * turns[1] < 0:
                across.append((here, side))
            elif 0 in turns and corners[turns.index(0)] not in tips:
                touched.append((here, side))
    return _Crossed(tuple(across), tuple(along), tuple(touched))
