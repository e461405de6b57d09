"""7.5052-7.5054: the perimeter the program proposes for a side, and one drawn by hand made whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.campaign.perimeter.front_lines import Loop, area, edge_hexes, enclosed, grains_between
from sasl.campaign.perimeter.perimeter_search import Web, largest, main_web, pocket_web
from sasl.campaign.perimeter.position import Position
from sasl.kernel.frozen import Frozen


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
        raise ValueError(f"no (Alternate) Hex Grain runs from {a} to {b} ({position.rule('7.5053')})")
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
    strips = _edge_strips(position, side, have)
    have |= area(board, strips)
    alone = sorted(name for name in position.units.get(side, frozenset()) - have if name in board)
    return (*loops, *strips, *((name,) for name in alone))


class Proposal(Frozen):
    """Loops of the main area (with runs of held map edge outside them) and of Pockets.

    `bound`: no main area can be larger; `proved`: none is larger than this one.
    """

    main: tuple[Loop, ...]
    pockets: tuple[Loop, ...]
    bound: int
    proved: bool

    @property
    def loops(self) -> tuple[Loop, ...]:
        """All of the perimeter."""
        return self.main + self.pockets


def propose(position: Position, side: str) -> Proposal:
    """7.5053-7.5054: the largest main perimeter of a side, then a Pocket around every unit outside it.

    The main area is the largest there is (`proved`), unless the search had to stop at EFFORT. Pockets are grown the
    same way, each around what is left, and end as runs of two markers and single hexes.
    """
    board = position.board
    web = main_web(position, side)
    best = largest(web)
    main = tuple(map(web.named, best.loops))
    strips = _edge_strips(position, side, area(board, main))
    joined = _to_the_edge(web, area(board, main), strips)
    whole = main + strips + joined
    pockets = _pockets(position, side, area(board, whole))
    return Proposal(whole, pockets, best.bound, best.proved)


def _edge_strips(position: Position, side: str, have: frozenset[str]) -> tuple[Loop, ...]:
    """7.5052: map-edge hexes that a side controls and no loop encloses: its map-edge markers hold them in runs."""
    barred = position.barred(side)
    ring = edge_hexes(position.board)
    mine = [position.control.get(name) == side and name not in barred | have for name in ring]
    if all(mine):
        return (ring,)
    start = mine.index(False)
    runs: list[list[str]] = [[]]
    for step in range(1, len(ring) + 1):
        place = (start + step) % len(ring)
        if mine[place]:
            runs[-1].append(ring[place])
        elif runs[-1]:
            runs.append([])
    return tuple(tuple(run) for run in runs if run)


def _to_the_edge(web: Web, have: frozenset[str], strips: tuple[Loop, ...]) -> tuple[Loop, ...]:
    """7.5054: units outside that a grain joins to a held map-edge hex are no Pocket: they belong to the main area."""
    held = frozenset().union(*strips)
    runs = map(web.named, web.runs)
    open_ = [run for run in runs if not have & set(run) and not held >= set(run)]
    joined: list[Loop] = []
    reached, used = set(held), set[str]()
    more = True
    while more:
        more = False
        for run in open_:
            ends = {run[0], run[-1]}
            if len(ends & reached) == 1 and not used & set(run[1:-1]) and not reached & set(run[1:-1]):
                joined.append(run)
                reached |= set(run)
                used |= set(run)
                more = True
    return tuple(joined)


def _pockets(position: Position, side: str, have: frozenset[str]) -> tuple[Loop, ...]:
    """7.5054: loops, then runs of two markers, then single hexes around the units outside; without a unit none (9)."""
    board = position.board
    units = {name for name in position.units.get(side, frozenset()) if name in board} - have
    if not units:
        return ()
    web = pocket_web(position, side, have)
    kept = [loop for loop in map(web.named, largest(web).loops) if units & enclosed(board, loop)]
    reached = set(area(board, kept))
    for run in sorted(map(web.named, web.runs), key=lambda run: (len(run), run)):
        ends = {run[0], run[-1]}
        if len(ends) == 2 and ends & units and not reached & set(run[1:-1]) and not ends <= reached:
            kept.append(run)
            reached |= set(run)
    kept += [(name,) for name in sorted(units - reached)]
    return tuple(kept)
