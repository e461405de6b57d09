"""The ground with the places beside woods and buildings: the steps of who may go round them in Bypass (A4.3).

A place is a vertex of a hex with room along its hexsides for sure; it has a rank of its own, after those of the hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sasl.asl.game.context import Game
from sasl.asl.movement.bypass import entrances, known_room
from sasl.asl.movement.ground.costs import wet
from sasl.asl.movement.ground.ground_steps import ALL, Steps, steps_of
from sasl.asl.terrain.rubble import is_rubble
from sasl.board import bypass_line
from sasl.board.bypass_line import Vertices
from sasl.board.movement_cost import infantry_cost
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo

INSIDE = -1
"""Where one is who has entered a hex and is at none of its vertices."""

Place = tuple[str, int]
"""A hex, and the vertex of it reached in Bypass; INSIDE: the hex itself."""


class Places(Frozen):
    """The steps of men on foot from hexes and places, by rank.

    `hexes`: how many hexes there are, whose ranks come first. `names`: the hex of each rank. `ranks`: the rank of each
    place; `at`: those of each hex, by its rank. `runs`: the vertices passed on the way from a hex or place to a place.
    """

    hexes: int
    steps: Steps
    names: tuple[str, ...]
    ranks: Mapping[Place, int]
    at: Mapping[int, tuple[int, ...]]
    runs: Mapping[tuple[int, int], Vertices]


_PLACES: Memo[Places] = Memo()
_WIRED: Memo[frozenset[str]] = Memo(steady=True)


def places_of(game: Game) -> Places:
    """The ground of this moment: what the player has said of hexsides, Wire and weather counted."""
    wired = _WIRED.of((game.state.markers,), lambda: frozenset(item.hex for item in game.state.marked("wire")))
    parts = game.board, game.library, game.state.free_sides, wired, steps_of(game, cavalry=False)
    return _PLACES.of(parts, lambda: _survey(game))


def rounds(game: Game, here: Place, near: str) -> Iterator[Vertices]:
    """The vertices that a Bypass of a hex may pass, from where one stands: one hexside of it or two, all with room."""
    free = _free_sides(game, near)
    return _along(game, here, near, free) if free else iter(())


def _along(game: Game, here: Place, near: str, free: Collection[str]) -> Iterator[Vertices]:
    most = int(game.figure("bypass-hexsides"))
    meet = [bypass_line.hexes_at(near, vertex) for vertex in range(6)]
    name, vertex = here
    for start in entrances(game, name, near, None if vertex == INSIDE else vertex):
        for turn in (1, -1):
            found: Vertices = (start,)
            for _ in range(most):
                now = found[-1]
                after = (now + turn) % 6
                (beyond,) = {*meet[now]} & {*meet[after]}
                if beyond not in free:
                    break
                found = (*found, after)
                yield found


def next_to(game: Game, here: Place) -> tuple[str, ...]:
    """The hexes in play that can come next."""
    name, vertex = here
    if vertex == INSIDE:
        return tuple(game.board.neighbours(name))
    return tuple(near for near in bypass_line.hexes_at(name, vertex) if near in game.board)


def _free_sides(game: Game, name: str) -> list[str]:
    """The hexes beyond those hexsides of a hex along which there is room for sure beside its obstacle, and no Wire;
    none beside rubble [house]. Found out once while nothing is laid down or asked."""
    known = _FREE.of((game.board, game.library, game.state.free_sides, game.state.markers), dict)
    found = known.get(name)
    if found is None:
        found = known[name] = _find_free_sides(game, name)
    return found


_FREE: Memo[dict[str, list[str]]] = Memo()


def _find_free_sides(game: Game, name: str) -> list[str]:
    board = game.board
    if not bypass_line.obstacles(board.terrain(name)) or _wired(game, name) or is_rubble(game, name):
        return []
    return [
        near for near in board.neighbours(name) if not _wired(game, near) and known_room(game, name, near) == "free"
    ]


def _wired(game: Game, name: str) -> bool:
    return bool(game.state.markers_at(name, "wire"))


# -- the survey -----------------------------------------------------------------------------------------


def _survey(game: Game) -> Places:
    board, plain, runs = game.board, steps_of(game, cavalry=False), _runs(game)
    hexes, places = len(board.ranked), sorted({there for _, there in runs})
    ranks = {place: number for number, place in enumerate(places, hexes)}
    rank: dict[Place, int] = {**{(name, INSIDE): number for number, name in enumerate(board.ranked)}, **ranks}
    steps = [list(found) for found in plain] + [list(_steps_in(game, plain, place)) for place in places]
    at: dict[int, list[int]] = {}
    for place in places:
        at.setdefault(board.rank[place[0]], []).append(ranks[place])
    numbered: dict[tuple[int, int], Vertices] = {}
    for (here, there), vertices in runs.items():
        numbered[rank[here], ranks[there]] = vertices
        steps[rank[here]].append((ranks[there], _mf(game, here[0], there[0])))
    names = (*board.ranked, *(name for name, _ in places))
    every = {place: tuple(found) for place, found in at.items()}
    return Places(hexes, tuple(map(tuple, steps)), names, ranks, every, numbered)


def _runs(game: Game) -> dict[tuple[Place, Place], Vertices]:
    """From each hex or place the places that come next, each by the fewest hexsides."""
    board = game.board
    free = {name: sides for name in board.ranked if (sides := _free_sides(game, name))}
    found: dict[tuple[Place, Place], Vertices] = {}
    queue: list[Place] = [(name, INSIDE) for name in board.ranked if not free.keys().isdisjoint(board.neighbours(name))]
    known = set(queue)
    while queue:
        here = queue.pop()
        for near in next_to(game, here):
            if near not in free or _mf(game, here[0], near) >= ALL:
                continue
            for vertices in _along(game, here, near, free[near]):
                there = (near, vertices[-1])
                if len(vertices) < len(found.get((here, there), range(7))):
                    found[here, there] = vertices
                    if there not in known:
                        known.add(there)
                        queue.append(there)
    return found


def _steps_in(game: Game, plain: Steps, place: Place) -> Iterator[tuple[int, float]]:
    """The steps from a place into the hexes that meet there: as from its hex; none that takes ALL."""
    rank = game.board.rank
    meet = {rank[near] for near in next_to(game, place)}
    return ((near, mf) for near, mf in plain[rank[place[0]]] if near in meet and mf < ALL)


def _mf(game: Game, a: str, b: str) -> float:
    """The MF of a Bypass of `b`, come to from `a`."""
    cost = infantry_cost(game.board, a, b, use_road=False, wet=wet(game), past=True)
    return ALL if cost.mf is None else cost.mf
