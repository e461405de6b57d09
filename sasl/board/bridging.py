"""Bridges as the map has them: the printed ones, rivers, and where a bridge over water can be built."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from sasl.board.board import Board
from sasl.board.hexes import line, parse_hex
from sasl.board.join import Crossing
from sasl.board.terrain import WATER
from sasl.kernel.frozen import Frozen


class Site(Frozen):
    """A place for a bridge: the water hexes in order, the land on both sides, whether a road ends there at the water.

    `ends` begins with the hex of the road; what follows is the land across, and the road beside it if it has none.
    `roads`: a road on both sides.
    """

    hexes: tuple[str, ...]
    ends: tuple[str, ...]
    road_end: bool
    roads: bool


def printed(board: Board) -> tuple[Crossing, ...]:
    """The bridges that stand on the map; bridge hexes that a road joins are one bridge (B6)."""
    return board.remember("bridges", lambda: tuple(_bridges(board)))


def _bridges(board: Board) -> Iterator[Crossing]:
    left = [name for name in board.names() if board.terrain(name).bridged]
    while left:
        group = [left.pop(0)]
        for here in group:
            joined = [name for name in board.neighbours(here) if name in left and board.on_road(here, name)]
            group += joined
            left = [name for name in left if name not in joined]
        yield Crossing(_in_line(board, group), "stone")


def _in_line(board: Board, group: Sequence[str]) -> tuple[str, ...]:
    """The hexes of one bridge from end to end."""
    inside = {name: [other for other in board.neighbours(name) if other in group] for name in group}
    run = [min(group, key=lambda name: (len(inside[name]), board.hex(name)))]
    while more := [name for name in inside[run[-1]] if name not in run]:
        run.append(more[0])
    return (*run, *(name for name in group if name not in run))


def river(board: Board, sheet: str) -> frozenset[str]:
    """The river of a mapboard: its largest patch of Water hexes; smaller patches are ponds."""
    here = board.terrain
    wet = board.patches(lambda name: here(name).sheet == sheet and here(name).has(WATER))
    return frozenset(sorted(wet, key=len)[-1]) if wet else frozenset()


# -- where a bridge may be built ----------------------------------------------------------------------


def sites(board: Board, sheet: str, longest: int, taken: Collection[str]) -> list[Site]:
    """MSR 7 [house]: the places for a bridge over the river of a mapboard, best first, none beside another.

    A straight or nearly straight way over at most `longest` hexes of the river leads from a road on one bank to the
    other bank: best to a road or beside one, then with few bends from road to road, then short, then in the west.
    `taken` hexes have a bridge already.
    """
    water = river(board, sheet)
    banks = {name: number for number, bank in enumerate(board.patches(lambda name: name not in water)) for name in bank}
    shore = [name for name in banks if _dry(board, name) and any(near in water for near in board.neighbours(name))]
    ranked = (
        sorted(
            (rank, site)
            for start in shore
            if board.terrain(start).road
            for goal in shore
            if banks[goal] != banks[start] and 2 <= board.distance(start, goal) <= longest + 1
            for rank, site in _site(board, water, start, goal)
        )
        if water
        else []
    )
    found: list[Site] = []
    busy = _around(board, taken)
    for _, site in ranked:
        if busy.isdisjoint((*site.hexes, *site.ends[:2])):
            found.append(site)
            busy |= _around(board, (*site.hexes, *site.ends[:2]))
    return found


_Rank = tuple[bool, int, bool, int, int, str, str]


def _site(board: Board, water: Collection[str], start: str, goal: str) -> Iterator[tuple[_Rank, Site]]:
    """The way over the water between two hexes of the banks, if it is one, with its rank."""
    way = tuple(spot.name for spot in line(parse_hex(start), parse_hex(goal)))
    hexes = way[1:-1]
    if not all(name in water and not board.terrain(name).half for name in hexes):
        return
    link = () if board.terrain(goal).road else _road_beside(board, goal, hexes[-1])
    on_road = bool(board.terrain(goal).road or link)
    run = (*way, *link)
    bends = sum(not _opposite(board, name, before, after) for (before, name), (_, after) in pairwise(pairwise(run)))
    bends += (not _straight_on(board, start, hexes[0])) + (not link and not _straight_on(board, goal, hexes[-1]))
    site = Site(hexes, (start, goal, *link), _road_end(board, water, start), on_road)
    yield (not on_road, bends, bool(link), len(hexes), board.hex(start).col, start, goal), site


def _road_beside(board: Board, name: str, before: str) -> tuple[str, ...]:
    """The hex beside the land across where a road runs, straight on if there is one; none: there is no road."""
    roads = [near for near in board.neighbours(name) if board.terrain(near).road and _dry(board, near)]
    return tuple(sorted(roads, key=lambda near: (not _opposite(board, name, before, near), board.hex(near)))[:1])


def _opposite(board: Board, name: str, before: str, after: str) -> bool:
    """Whether the way from one neighbour of a hex to another goes straight through it."""
    come, go = board.hexside(name, before), board.hexside(name, after)
    return come is not None and go == (come + 3) % 6


def _dry(board: Board, name: str) -> bool:
    terrain = board.terrain(name)
    return not terrain.half and not terrain.has(WATER)


def _straight_on(board: Board, name: str, after: str) -> bool:
    """Whether a road of the hex leads into the next one, or comes from the side opposite to it."""
    side, road = board.hexside(name, after), board.terrain(name).road
    return side is not None and (side in road or (side + 3) % 6 in road)


def _road_end(board: Board, water: Collection[str], name: str) -> bool:
    """Whether a road ends at the water here: it goes on into the river, or there is no second road hexside."""
    road = board.terrain(name).road
    return len(road) == 1 or any(board.hexside(name, near) in road for near in board.neighbours(name) if near in water)


def _around(board: Board, names: Iterable[str]) -> set[str]:
    return {near for name in names for near in (name, *board.neighbours(name))}


def land_beside(board: Board, name: str, way: Sequence[str], other: str) -> str:
    """The land a bridge ends at beside its hex: by road if there is one, straight on, apart from its `other` end."""
    before = "" if len(way) == 1 else way[1] if name == way[0] else way[-2]
    come_from = board.hexside(name, before or other) if before or other else None
    straight = None if come_from is None else (come_from + 3) % 6

    def rank(near: str) -> tuple[bool, bool, int]:
        side = board.hexside(name, near)
        return not board.terrain(near).road, side != straight, side or 0

    dry = [
        near
        for near in board.neighbours(name)
        if near not in way
        and near != other
        and not board.terrain(near).has(WATER)
        and not (other and len(way) == 1 and board.distance(near, other) < 2)
    ]
    return min(dry, key=rank, default="")
