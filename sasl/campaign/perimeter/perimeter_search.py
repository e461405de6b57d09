"""The largest area that legal pieces of a Front Line can enclose (7.5053).

First all pieces are walls at once, and whatever they shut in together is an upper bound. If the line around it consists
of whole pieces it is the answer. Otherwise it changes at some hex without a marker from one piece to another; only one
piece may pass that hex, so each of them is tried in turn, and none (branch and bound, the most promising first). The
search is exact when it comes to its end; with `effort` used up it is a heuristic: it gives the best found so far and
says that it is not proved. With sixty units a side at Orsha it comes to its end in 39 of 40 random positions with few
units among the enemy, and in 3 of 4 with many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from heapq import heappop, heappush
from itertools import pairwise
from operator import or_

from sasl.campaign.perimeter.front_lines import RAYS
from sasl.campaign.perimeter.perimeter_grid import (
    Grid,
    Inside,
    Walls,
    around,
    bits,
    grid_of,
    shut_in,
    wall_of,
    walls_of,
)
from sasl.campaign.perimeter.position import Position
from sasl.kernel.frozen import Frozen

Run = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Web:
    """Every legal piece between neighbouring markers, by places of the grid. A longer grain is several pieces."""

    grid: Grid
    markers: int
    runs: tuple[Run, ...]
    edge: int
    """The map-edge hexes that make a loop part of the main area."""

    def named(self, run: Run) -> tuple[str, ...]:
        """The hexes of a piece, or of a loop of pieces, by name."""
        return tuple(self.grid.names[place] for place in run)


def main_web(position: Position, side: str) -> Web:
    """7.5052-7.5053: the pieces that the main perimeter of a side may be made of."""
    board = position.board
    grid = grid_of(board)
    barred = grid.mask(position.barred(side))
    markers = grid.mask(position.markers(side))
    edge = sum(1 << place for place in grid.ring) & grid.mask(
        name for name, whose in position.control.items() if whose == side
    )
    around, pseudo = _edge_runs(grid, markers, barred, edge)
    return Web(grid, markers | pseudo, _distinct([*_grains(grid, markers, barred), *around]), edge)


def pocket_web(position: Position, side: str, main: Iterable[str]) -> Web:
    """7.5054: the pieces that Pockets may be made of: none touches the main area or the map edge."""
    grid = grid_of(position.board)
    barred = grid.mask(position.barred(side)) | grid.mask(main) | sum(1 << place for place in grid.ring)
    markers = grid.mask(position.pocket_markers(side)) & ~barred
    return Web(grid, markers, _distinct(_grains(grid, markers, barred)), grid.whole)


def _grains(grid: Grid, markers: int, barred: int) -> list[Run]:
    """From each marker along each of its 18 rays to the first marker on it, if nothing bars the way."""
    runs = []
    open_ = grid.whole & ~barred
    for start in grid.names:
        if not markers >> start & 1:
            continue
        for first, second in RAYS:
            steps = grid.ways[first], grid.ways[second]
            run = [start]
            while True:
                here = run[-1] + steps[(len(run) - 1) % 2]
                if not open_ >> here & 1:
                    break
                run.append(here)
                if markers >> here & 1:
                    runs.append(tuple(run))
                    break
    return runs


def _edge_runs(grid: Grid, markers: int, barred: int, own: int) -> tuple[list[Run], int]:
    """Runs along the map edge between neighbouring markers, around corners too.

    A ring without a marker or with only one is a piece from itself to itself, if the enemy holds none of it.
    """
    ring = grid.ring
    places = [number for number, place in enumerate(ring) if markers >> place & 1]
    pseudo = 0
    if not places:
        mine = next((number for number, place in enumerate(ring) if own >> place & 1), None)
        if mine is None:
            return [], 0
        places, pseudo = [mine], 1 << ring[mine]
    runs = []
    for number, start in enumerate(places):
        end = places[(number + 1) % len(places)]
        length = (end - start - 1) % len(ring) + 1
        run = tuple(ring[(start + step) % len(ring)] for step in range(length + 1))
        if not any(barred >> place & 1 for place in run):
            runs.append(run)
    return runs, pseudo if runs else 0


def _distinct(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Each piece once, in an order that depends on nothing but the map."""
    return tuple(sorted({min(run, run[::-1]) for run in runs}))


EFFORT = 2000
"""How many sets of pieces are looked at: about a second on the largest map."""


class Found(Frozen):
    """The best loops found, how many hexes they enclose, the upper bound, and whether nothing better exists."""

    loops: tuple[Run, ...]
    size: int
    bound: int
    proved: bool


@dataclass(frozen=True, eq=False)
class _Node:
    """A set of living pieces, their walls, and how much they shut in."""

    size: int
    inside: Inside
    alive: int
    walls: Walls

    def __lt__(self, rival: _Node) -> bool:
        """The larger comes first."""
        return self.size > rival.size


@dataclass(eq=False)
class _Search:
    web: Web
    looks: int = 0
    best: tuple[Run, ...] = ()
    size: int = 0
    users: dict[tuple[int, int], int] = field(default_factory=dict)
    through: dict[int, int] = field(default_factory=dict)
    leaving: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    pieces_walls: list[set[tuple[int, int]]] = field(default_factory=list)
    crossing: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        grid = self.web.grid
        for number, run in enumerate(self.web.runs):
            walls = {wall_of(grid, a, b) for a, b in pairwise(run)}
            self.pieces_walls.append(walls)
            for wall in walls:
                self.users[wall] = self.users.get(wall, 0) | 1 << number
            for place in run[1:-1]:
                self.through[place] = self.through.get(place, 0) | 1 << number
            for way in (run, run[::-1]):
                self.leaving.setdefault((way[0], way[1]), []).append(number)
        for number, run in enumerate(self.web.runs):
            self.crossing.append(reduce(or_, (self.through[place] for place in run[1:-1]), 0) & ~(1 << number))

    def all_walls(self) -> Walls:
        """The walls while every piece lives."""
        return walls_of(self.users)

    def without(self, walls: Walls, alive: int, dead: int) -> Walls:
        """The walls that stay when the `dead` pieces are taken away and the `alive` ones are left."""
        left = list(walls)
        for number in bits(dead):
            for wall in self.pieces_walls[number]:
                if not self.users[wall] & alive:
                    left[wall[0]] &= ~(1 << wall[1])
        return left[0], left[1], left[2]

    def look(self, walls: Walls) -> tuple[int, Inside]:
        """How much these walls shut in."""
        self.looks += 1
        inside = shut_in(self.web.grid, walls, self.web.edge)
        return inside.hexes.bit_count(), inside

    def start(self) -> _Node:
        """All pieces at once."""
        walls = self.all_walls()
        return _Node(*self.look(walls), (1 << len(self.web.runs)) - 1, walls)

    def go(self, start: _Node, effort: int) -> bool:
        """From the most promising set of pieces left, down to loops, again and again. False if effort ended first."""
        waiting = [start]
        last = self.looks + effort
        while waiting:
            node = heappop(waiting)
            if node.size <= self.size:
                return True
            if self.looks >= last and self.best:
                return False
            while node.size > self.size:
                fault, loops = self.read(node.alive, node.inside)
                if fault < 0:
                    self.best, self.size = loops, node.size
                    break
                node, *others = self.split(node, fault)
                for other in others:
                    heappush(waiting, other)
        return True

    def split(self, node: _Node, place: int) -> list[_Node]:
        """What may become of a hex where pieces are in each other's way: one of them passes, or none; the best first.

        Whichever passes, all pieces that cross it anywhere are out.
        """
        rivals = self.through[place] & node.alive
        children = []
        for out in [*(self.crossing[keep] & node.alive for keep in bits(rivals)), rivals]:
            left = node.alive & ~out
            walls = self.without(node.walls, left, out)
            size, inside = self.look(walls)
            children.append(_Node(size, inside, left, walls))
        return sorted(children)

    def read(self, alive: int, inside: Inside) -> tuple[int, tuple[Run, ...]]:
        """The line around the inside as loops, or the hex in which two pieces are in each other's way (else -1)."""
        loops = []
        used = 0
        for walk in around(self.web.grid, inside):
            loop = self._from_marker(walk)
            start = 0
            ring = [*loop, loop[0]]
            while start < len(loop):
                end = next((n for n in range(start + 1, len(ring)) if self.web.markers >> ring[n] & 1), len(loop))
                fault = self.piece(ring[start : end + 1], alive)
                if fault >= 0:
                    return fault, ()
                start = end
            own = 0
            for place in loop:
                if not self.web.markers >> place & 1:
                    if used >> place & 1:
                        return place, ()
                    own |= 1 << place
            used |= own
            loops.append(tuple(loop))
        return -1, tuple(loops)

    def _from_marker(self, walk: list[int]) -> list[int]:
        place = next((number for number, here in enumerate(walk) if self.web.markers >> here & 1), 0)
        return walk[place:] + walk[:place]

    def piece(self, run: Sequence[int], alive: int) -> int:
        """-1 if this part of a line, from marker to marker, is one piece; else the hex where it leaves its piece."""
        longest = 1
        for number in self.leaving.get((run[0], run[1]), ()):
            if not alive >> number & 1:
                continue
            for way in (self.web.runs[number], self.web.runs[number][::-1]):
                same = 0
                while same < min(len(way), len(run)) and way[same] == run[same]:
                    same += 1
                if same == len(run) == len(way):
                    return -1
                longest = max(longest, same)
        return run[longest - 1]


def largest(web: Web, effort: int = EFFORT) -> Found:
    """7.5053: the loops of legal pieces that enclose the most hexes together with the map edge of `web`."""
    search = _Search(web)
    start = search.start()
    proved = search.go(start, effort)
    return Found(search.best, search.size, start.size, proved or search.size == start.size)
