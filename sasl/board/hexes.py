"""Hexes: names, neighbours, distance, straight lines, vertices and Covered Arcs; pure geometry.

The top of the map is the low numbers. Hexsides are 0 to 5, clockwise from the top; vertex `k` lies
between hexsides `k` and `k + 1`. Odd hexrows (B, D …) sit half a hex higher and start at number 0.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from sasl.kernel.frozen import Frozen

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Where the centre of the neighbour across each hexside lies: hexrows to the right, half hexes down.
SIDES = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

_NAME = re.compile(r"([A-Z])(\1?)([0-9]{1,3})")


class Hex(Frozen, order=True):
    """A hex by hexrow (`col`, 0 = A, 26 = AA) and printed number; it need not be on any map."""

    col: int
    num: int

    @property
    def name(self) -> str:
        """The printed name (`CC5`); hexes left of hexrow A or right of ZZ are `off5`."""
        if not 0 <= self.col < 52:
            return f"off{self.num}"
        return LETTERS[self.col % 26] * (1 + self.col // 26) + str(self.num)

    @property
    def half_y(self) -> int:
        """How many half hexes the centre lies below the centre of A1 (exact, so never a float)."""
        return 2 * self.num - 2 + self.col % 2

    def __str__(self) -> str:
        return self.name


def _at(col: int, half_y: int) -> Hex:
    """The hex with its centre at (`col`, `half_y`)."""
    return Hex(col, (half_y + 2 - col % 2) // 2)


@lru_cache(maxsize=8192)
def parse_hex(text: str) -> Hex:
    """The hex named `text`, in either case. ValueError, in one sentence, if there is no such name."""
    match = _NAME.fullmatch(text.strip().upper()) if text.isascii() else None
    if not match:
        raise ValueError(f"'{text}' is not a hex: write a single or doubled letter and a number, such as C5 or CC5")
    letter, second, number = match.groups()
    found = Hex(LETTERS.index(letter) + (26 if second else 0), int(number))
    if found.num == 0 and found.col % 2 == 0:
        raise ValueError(f"'{text}' is not a hex: hexrow {letter + second} starts at {letter + second}1")
    return found


WAYS = ("up", "up and right", "down and right", "down", "down and left", "up and left")
"""Where the six hexsides lie, clockwise from the top, in words."""


def neighbour(hex_: Hex, side: int) -> Hex:
    """The hex across hexside `side` (0 to 5, clockwise from the top); it may be off the board."""
    return step(hex_, side, 1)


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """The six hexes around, in hexside order; some may be off the board."""
    return tuple(neighbour(hex_, side) for side in range(6))


def step(hex_: Hex, side: int, n: int = 1) -> Hex:
    """The hex `n` steps away straight across hexside `side`."""
    right, down = SIDES[side]
    return _at(hex_.col + n * right, hex_.half_y + n * down)


def beside(a: Hex, b: Hex, c: Hex) -> Hex:
    """The hex that lies from `c` as `b` lies from `a`; it may be off the board."""
    return _at(c.col + b.col - a.col, c.half_y + b.half_y - a.half_y)


def turned_round(hex_: Hex, last: Hex) -> Hex:
    """Where a hex comes to lie when its board, which ends with hex `last`, is turned by 180 degrees; and back."""
    return Hex(last.col - hex_.col, last.num + 1 - hex_.num - hex_.col % 2)


def distance(a: Hex, b: Hex) -> int:
    """The range from `a` to `b` in hexes (0 in the same hex)."""
    return gap(b.col - a.col, b.half_y - a.half_y)


def gap(right: int, down: int) -> int:
    """The range over `right` hexrows and `down` half hexes."""
    right, down = abs(right), abs(down)
    return right + (down - right) // 2 if down > right else right


def hexside(a: Hex, b: Hex) -> int | None:
    """The hexside of `a` that `b` lies across, or None if they are not adjacent."""
    delta = (b.col - a.col, b.half_y - a.half_y)
    return SIDES.index(delta) if delta in SIDES else None


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """A shortest straight run of hexes from `a` to `b`, both included; the same run backwards from `b`."""
    if b < a:
        return line(b, a)[::-1]
    run = straight_run(b.col - a.col, b.half_y - a.half_y)
    return tuple(_at(a.col + right, a.half_y + down) for right, down in run)


@lru_cache(maxsize=65536)
def line_names(a: str, b: str) -> tuple[str, ...]:
    """The names of the hexes of the `line` from `a` to `b`. ValueError for what is no hex."""
    start, end = parse_hex(a), parse_hex(b)
    if end < start:
        return line_names(b, a)[::-1]
    run = straight_run(end.col - start.col, end.half_y - start.half_y)
    return tuple([_name_at(start.col + right, start.half_y + down) for right, down in run])


@lru_cache(maxsize=8192)
def _name_at(col: int, half_y: int) -> str:
    return _at(col, half_y).name


@lru_cache(maxsize=8192)
def straight_run(right: int, down: int) -> tuple[tuple[int, int], ...]:
    """The hexes of a straight run over `right` hexrows and `down` half hexes, counted from its start."""
    length = gap(right, down)
    return tuple(_nearest(right * n, down * n, length) for n in range(length + 1)) if length else ((0, 0),)


def _nearest(right: int, down: int, parts: int) -> tuple[int, int]:
    """The hex that holds the point `right/parts` hexrows and `down/parts` half hexes from the start."""
    # Cube coordinates q + r + s = 0, all times 2 * parts, rounded; the worst rounded one is mended.
    q, r = 2 * right, down - right
    s, size = -q - r, 2 * parts
    a, b, c = (q + parts) // size, (r + parts) // size, (s + parts) // size
    off_a, off_b, off_c = abs(a * size - q), abs(b * size - r), abs(c * size - s)
    if off_a >= off_b and off_a >= off_c:
        a = -b - c
    elif off_b >= off_c:
        b = -a - c
    return a, 2 * b + a


def grain(a: Hex, b: Hex) -> tuple[Hex, ...] | None:
    """The hexes from `a` to `b` if both lie on one hex grain (straight across hexsides), else None."""
    length = distance(a, b)
    for side in range(6):
        if step(a, side, length) == b:
            return tuple(step(a, side, n) for n in range(length + 1))
    return None


def alternate_grain(a: Hex, b: Hex) -> tuple[Hex, ...] | None:
    """The hexes of the alternate hex grain from `a` to `b` (straight along hexspines), else None.

    The run is one hex, then the two that flank the hexspine (clockwise one last), and so on to `b`.
    """
    if a == b:
        return (a,)
    for vertex in range(6):
        run = [a]
        while distance(a, run[-1]) < distance(a, b):
            here = run[-1]
            flanks = (neighbour(here, vertex), neighbour(here, (vertex + 1) % 6))
            run += [*flanks, neighbour(flanks[0], (vertex + 1) % 6)]
        if run[-1] == b:
            return tuple(run)
    return None


def hex_grain_line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes of a printed line from `a` to `b` ("A26..H22"), along a hex grain or an alternate one.

    ValueError if no grain joins them.
    """
    run = grain(a, b) or alternate_grain(a, b)
    if run is None:
        raise ValueError(f"{a.name} and {b.name} do not lie on one hex grain")
    return run


def _along(way: tuple[int, int], a: Hex, b: Hex) -> int:
    """How far `b` lies from `a` in direction `way`, in a unit that is the same for equally long ways."""
    return 3 * way[0] * (b.col - a.col) + way[1] * (b.half_y - a.half_y)


def within(hex_: Hex, radius: int) -> tuple[Hex, ...]:
    """Every hex at most `radius` hexes away, itself included, by name; some may be off the board."""
    found = []
    for right in range(-radius, radius + 1):
        reach = 2 * radius - abs(right)
        found += [_at(hex_.col + right, hex_.half_y + down) for down in range(-reach, reach + 1, 2)]
    return tuple(found)


@lru_cache(maxsize=8192)
def vertex_names(hex_: Hex) -> tuple[str, ...]:
    """The six vertices of the hex, each named by the two other hexes that meet there (`H10/I11`)."""
    around = neighbours(hex_)
    pairs = (sorted((around[k], around[(k + 1) % 6])) for k in range(6))
    return tuple(f"{first.name}/{second.name}" for first, second in pairs)


def ca_towards(hex_: Hex, target: Hex) -> str:
    """The vertex whose hexspine points best at `target`: where a Gun there would face (C3.2)."""
    ways = [_vertex_way(k) for k in range(6)]
    best = max(range(6), key=lambda k: (_along(ways[k], hex_, target), -k))
    return vertex_names(hex_)[best]


def _vertex_way(vertex: int) -> tuple[int, int]:
    first, second = SIDES[vertex], SIDES[(vertex + 1) % 6]
    return first[0] + second[0], first[1] + second[1]


def in_arc(hex_: Hex, vertex_name: str, target: Hex) -> bool:
    """True if `target` lies in the Covered Arc of a Gun in `hex_` that faces `vertex_name` (C3.2).

    The arc is the 60-degree wedge between the two hex grains beside the vertex, both included: two
    hexes at range 1, three at range 2 and so on. The own hex counts as inside. ValueError if the hex
    has no such vertex.
    """
    names = vertex_names(hex_)
    if vertex_name not in names:
        raise ValueError(f"{vertex_name} is not a vertex of {hex_.name}; its vertices are {', '.join(names)}")
    vertex = names.index(vertex_name)
    delta = (target.col - hex_.col, target.half_y - hex_.half_y)
    return turn(SIDES[vertex], delta) >= 0 and turn(delta, SIDES[(vertex + 1) % 6]) >= 0


def side_hit(hex_: Hex, vertex_name: str, target: Hex) -> Literal["front", "side", "rear"]:
    """D3.2: the side of what faces `vertex_name` in `hex_` that a line from `target` comes to.

    By the hexside it crosses: two at the front, two at the rear, one to either side; along a hexspine the better
    protected one. ValueError if the hex has no such vertex.
    """
    vertex = vertex_names(hex_).index(vertex_name)
    delta = (target.col - hex_.col, target.half_y - hex_.half_y)
    ways = [_vertex_way((vertex + turned) % 6) for turned in range(6)]
    if turn(ways[5], delta) >= 0 and turn(delta, ways[1]) >= 0:
        return "front"
    return "rear" if turn(ways[2], delta) > 0 and turn(delta, ways[4]) > 0 else "side"


def turn(first: tuple[int, int], second: tuple[int, int]) -> int:
    """Positive if `second` lies clockwise of `first`, negative if the other way round, 0 in line."""
    return first[0] * second[1] - first[1] * second[0]


class Lane(Frozen):
    """A hex grain, or an alternate one, toward `goal` and `reach` hexes beyond it.

    `before`: its hexes from afar up to the goal; `forward` and `flank`: the hexsides of Forward and Side Locations.
    """

    before: tuple[Hex, ...]
    beyond: tuple[Hex, ...]
    forward: tuple[int, ...]
    flank: tuple[int, ...] = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """All of it."""
        return (*self.before, *self.beyond)


def lanes(goal: Hex, reach: int) -> list[Lane]:
    """The 6 hex grains and 12 alternate ones that lead to a hex (A25.231); `reach` hexes to either side of it."""
    found = []
    for side in range(6):
        sides = ((side - 1) % 6, side, (side + 1) % 6)
        found.append(_lane(goal, (side, side), reach, sides))
    for side in range(6):
        other = (side + 1) % 6
        for pair in ((side, other), (other, side)):
            found.append(_lane(goal, pair, reach, (side, other), ((side - 1) % 6, (side + 2) % 6)))
    return found


def _lane(goal: Hex, pair: tuple[int, int], reach: int, forward: tuple[int, ...], flank: tuple[int, ...] = ()) -> Lane:
    """The lane that leaves `goal` across the two hexsides in turn, and has come to it in the same way."""
    ahead, behind = [goal], [goal]
    for number in range(reach):
        ahead.append(neighbour(ahead[-1], pair[number % 2]))
        behind.append(neighbour(behind[-1], (pair[(number + 1) % 2] + 3) % 6))
    return Lane(tuple(reversed(behind)), tuple(ahead[1:]), forward, flank)


def crossed_sides(name: str, other: str) -> frozenset[int]:
    """The hexsides of hex `name` through which the LOS from `other` comes in (two at a vertex)."""
    here, there = parse_hex(name), parse_hex(other)
    around = (step(here, side) for side in range(6))
    ranges = [_far(spot.half_y - there.half_y, spot.col - there.col) for spot in around]
    nearest = min(ranges)
    return frozenset(side for side, value in enumerate(ranges) if value <= nearest + 1e-9)


def _far(half: int, columns: int) -> float:
    """The straight distance between two hex centres, in hex heights."""
    return float(((half / 2) ** 2 + (columns * 3**0.5 / 2) ** 2) ** 0.5)
