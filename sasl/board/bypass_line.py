"""Bypass: the hexsides of woods and buildings that are free, the way along them, and who sees it (A4.3, D2.3).

A Bypass is the vertices (0 to 5) that it passes in its hex, in order: (5, 0) runs along hexside 0, clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from sasl.board.board import Board
from sasl.board.hexes import parse_hex, turn, vertex_names
from sasl.board.los import Sight, line_of_sight, sight_of_vertex
from sasl.board.terrain import OPEN, HexTerrain
from sasl.board.traces import VERTICES, trace

Vertices = tuple[int, ...]
Verdict = Literal["free", "blocked", "unsure"]

OBSTACLES = ("woods", "wooden-building", "stone-building")
"""What may be bypassed (A4.3)."""


def obstacles(here: HexTerrain) -> tuple[str, ...]:
    """What could be bypassed in a hex; nothing in a gully or stream, whose edges nobody skirts (A4.3)."""
    return () if here.depression else tuple(word for word in here.terrains if word in OBSTACLES)


def beside(here: HexTerrain) -> tuple[str, ...]:
    """The terrain of the hex without its obstacles: where those in Bypass are."""
    return tuple(word for word in here.terrains if word not in OBSTACLES) or (OPEN,)


def room_along(board: Board, name: str, near: str, side: int, full: float, free: float) -> Verdict:
    """What the digest knows of the room between the obstacle of hex `name` and its hexside with `near` (A4.31, D2.3).

    An obstacle that does not go on beyond the hexside leaves room; one that does, and covers the part `full` of its
    own hex, leaves none. Else, and where a wall or hedge may touch it, the board must be looked at; so must it be
    where the obstacle covers more than the part `free`, for it may be too near the hexside for a vehicle.
    """
    here = board.terrain(name)
    if here.along(side):
        return "unsure"
    if not set(obstacles(here)) & set(board.terrain(near).terrains):
        return "free" if free >= 1 or (here.cover is not None and here.cover <= free) else "unsure"
    return "blocked" if here.cover is not None and here.cover >= full else "unsure"


# -- from vertex to vertex ------------------------------------------------------------------------------


def run(sides: Sequence[int], start: int) -> Vertices:
    """The vertices passed along these hexsides from vertex `start`; () if they do not follow on one another."""
    found = [start]
    for side in sides:
        ends = ((side - 1) % 6, side)
        if found[-1] not in ends:
            return ()
        found.append(ends[1] if found[-1] == ends[0] else ends[0])
    return tuple(found)


def sides_of(vertices: Vertices) -> tuple[int, ...]:
    """The hexsides that a Bypass runs along, in order."""
    return tuple(b if b == (a + 1) % 6 else a for a, b in pairwise(vertices))


def same_vertex(name: str, vertex: int, other: str) -> int | None:
    """Which vertex of the hex `other` a vertex of the hex `name` is; None if it is none of them."""
    point = _point(name, vertex)
    return next((number for number in range(6) if _point(other, number) == point), None)


def _point(name: str, vertex: int) -> tuple[int, int]:
    hex_ = parse_hex(name)
    return 3 * hex_.col + VERTICES[vertex][0], hex_.half_y + VERTICES[vertex][1]


def ahead(vertices: Vertices) -> int:
    """D2.32: the vertex of its hex that a vehicle in Bypass faces: the way of the hexside that it comes along."""
    before, now = vertices[-2:]
    return (now + 1) % 6 if now == (before + 1) % 6 else (now - 1) % 6


def in_front(name: str, vertices: Vertices) -> str:
    """D2.32: the hex straight ahead of a vehicle in Bypass, at the vertex that it has come to."""
    along = beyond(name, vertices)[-1]
    return next(near for near in hexes_at(name, vertices[-1]) if near != along)


def hexes_at(name: str, vertex: int) -> tuple[str, ...]:
    """The two other hexes that meet at a vertex of the hex `name`."""
    return tuple(vertex_names(parse_hex(name))[vertex].split("/"))


def beyond(name: str, vertices: Vertices) -> tuple[str, ...]:
    """The hexes beyond the hexsides that a Bypass runs along, in order."""
    around = [frozenset(hexes_at(name, vertex)) for vertex in vertices]
    return tuple(next(iter(a & b)) for a, b in pairwise(around))


def words(name: str, vertices: Vertices) -> str:
    """A Bypass as players write it: the hex and the hexes beyond its hexsides (`D4-C4-C5`)."""
    return "-".join((name, *beyond(name, vertices)))


# -- LOS ------------------------------------------------------------------------------------------------


def line(board: Board, a: str, b: str, vertices: Vertices) -> tuple[Sight, frozenset[int]]:
    """A4.34: the LOS from hex `a` to those in Bypass of `b`, and the hexsides of `b` by which it comes to them.

    The firer's choice of the vertices they pass, and of the hex centre through a hexside they pass: the one with the
    least Hindrance and hexside TEM.
    """
    known: dict[tuple[str, str, Vertices], tuple[Sight, frozenset[int]]] = board.remember("bypass", dict)
    if (a, b, vertices) not in known:
        known[a, b, vertices] = _line(board, a, b, vertices)
    return known[a, b, vertices]


def _line(board: Board, a: str, b: str, vertices: Vertices) -> tuple[Sight, frozenset[int]]:
    here = board.terrain(b)
    choices = []
    for vertex in vertices:
        sight = sight_of_vertex(board, a, b, VERTICES[vertex])
        choices.append((sight, enters_by(a, b, vertex)))
    through = enters_by(a, b, None)
    if through & set(sides_of(vertices)):
        choices.append((line_of_sight(board, a, b), through))

    def worth(choice: tuple[Sight, frozenset[int]]) -> tuple[int, int]:
        sight, sides = choice
        fences = [board.chart.hexsides[kind].tem for side in sides for kind in here.along(side)]
        rank = {"blocked": 2, "unsure": 1}.get(sight.state, 0)
        return rank, sight.hindrance + max(fences, default=0)

    return min(choices, key=worth)


@lru_cache(maxsize=16384)
def enters_by(a: str, b: str, vertex: int | None) -> frozenset[int]:
    """B9.42: the hexsides of `b` whose wall or hedge a LOS from `a` to a vertex of it meets (None: to the centre).

    The hexside that lies along the LOS, and those of the hex by which it comes to the vertex.
    """
    here, there = parse_hex(b), parse_hex(a)
    if vertex is None:
        return frozenset(trace(there.col - here.col, there.half_y - here.half_y).leaves)
    end = VERTICES[vertex]
    back = 3 * (there.col - here.col) - end[0], there.half_y - here.half_y - end[1]
    first, second = (_minus(VERTICES[(vertex + step) % 6], end) for step in (-1, 1))
    sides = (vertex, (vertex + 1) % 6)
    if _same_way(back, end):
        return frozenset(sides)
    if _same_way(back, first) or (turn(first, back) > 0 and turn(back, end) > 0):
        return frozenset(sides[:1])
    if _same_way(back, second) or (turn(end, back) > 0 and turn(back, second) > 0):
        return frozenset(sides[1:])
    return frozenset()


def _minus(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] - b[0], a[1] - b[1]


def _same_way(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return turn(a, b) == 0 and a[0] * b[0] + 3 * a[1] * b[1] > 0
