"""The shortest way of a charge in MF, around woods and buildings too, where there is room for Bypass (A15.431)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit, on_the_map
from sasl.asl.movement.bypass import Beside, beside, where
from sasl.asl.movement.ground.costs import Past
from sasl.asl.movement.ground.rounds import INSIDE, Place, next_to, rounds
from sasl.asl.movement.step import bars
from sasl.asl.terrain import fires, fortified, smoke
from sasl.board.bypass_line import Vertices
from sasl.board.movement_cost import infantry_cost
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo


class Way(Frozen):
    """A way: its hexes, those it goes round in Bypass, its MF; no hexes if there is none."""

    hexes: tuple[str, ...] = ()
    past: Past = ()
    mf: float = inf

    def part(self, length: int) -> Way:
        """Its first hexes."""
        hexes = self.hexes[:length]
        return Way(hexes, tuple(item for item in self.past if item[0] in hexes), self.mf)

    def ends(self, length: int) -> bool:
        """Whether so many hexes of it do not end in Bypass, as nobody does (A4.32)."""
        return all(name != self.hexes[length - 1] for name, _ in self.past)

    @property
    def beside(self) -> Beside:
        """The hexes gone round, and those beyond the hexsides that it goes along."""
        return beside(self.past)


def price(game: Game, way: Sequence[str], past: Past = ()) -> float:
    """The MF of a way as `shortest` weighs them."""
    along = dict(past)
    return sum(_mf(game, a, b, along.get(b, ())) for a, b in pairwise(way))


_WAYS: Memo[dict[tuple[Side, Place, str, bool], Way]] = Memo()


def shortest(game: Game, unit: Unit, goal: str, *, around: bool = True) -> Way:
    """The way of the fewest MF, through no other hex that Known enemies hold and no Blaze (A15.45), Wire as 1 MF.

    `around`: in Bypass, too, where the player's board or the digest leaves room for sure. Found once while nothing on
    the map changes: of one charge it is asked again and again.
    """
    at = where(game, unit)
    start: Place = (unit.hex, INSIDE if at is None else at)
    known = _WAYS.of((*on_the_map(game.state), game.board, game.library, game.mission), dict)
    key = unit.side, start, goal, around
    found = known.get(key)
    if found is None:
        found = known[key] = _search(game, unit.side, start, goal, around=around)
    if verify.ON:
        verify.same(f"way of {unit.id}", found, lambda: _search(game, unit.side, start, goal, around=around))
    return found


def _search(game: Game, side: Side, start: Place, goal: str, *, around: bool) -> Way:
    enemies = (foe for foe in game.state.on_map(opponent(side)) if foe.known and bars(game, foe))
    closed = {foe.hex for foe in enemies} - {goal} | fortified.closed_to(game, side)
    best: dict[Place, tuple[float, int]] = {start: (0.0, 0)}
    came: dict[Place, tuple[Place, Vertices]] = {}
    done: set[Place] = set()
    queue = [(0.0, 0, *start)]
    while queue:
        spent, rounds, name, vertex = heapq.heappop(queue)
        here = (name, vertex)
        if here in done:
            continue
        if here == (goal, INSIDE):
            return _back(came, start, here, spent)
        done.add(here)
        for there, vertices in _steps(game, here, goal, around=around):
            if there in done or there[0] in closed or fires.ablaze(game, there[0]):
                continue
            total = spent + _mf(game, name, there[0], vertices), rounds + bool(vertices)
            if total[0] < inf and total < best.get(there, (inf, 0)):
                best[there], came[there] = total, (here, vertices)
                heapq.heappush(queue, (*total, *there))
    return Way()


def _back(came: dict[Place, tuple[Place, Vertices]], start: Place, end: Place, mf: float) -> Way:
    hexes, past = [end[0]], list[tuple[str, Vertices]]()
    while end != start:
        before, vertices = came[end]
        if vertices:
            past.append((end[0], vertices))
        hexes.append(before[0])
        end = before
    return Way(tuple(hexes[::-1]), tuple(past[::-1]), mf)


def _steps(game: Game, here: Place, goal: str, *, around: bool) -> Iterator[tuple[Place, Vertices]]:
    """Every hex that comes next: entered, or gone round by one hexside of it or two."""
    for near in next_to(game, here):
        yield (near, INSIDE), ()
        if around and near != goal:
            for vertices in rounds(game, here, near):
                yield (near, vertices[-1]), vertices


def _mf(game: Game, a: str, b: str, vertices: Vertices) -> float:
    """The MF of one hex, Wire as one more (A15.431); ALL counts as the most there is, and a hex that is closed as
    infinite.
    """
    cost = infantry_cost(game.board, a, b, use_road=not vertices, past=bool(vertices))
    if not cost.allowed:
        return inf
    mf = game.board.chart.figure("all_mf") if cost.mf is None else cost.mf
    twice = len(vertices) - 1 > game.figure("bypass-hexsides")
    wire = game.figure("charge-wire-mf") if game.state.markers_at(b, "wire") else 0
    return mf * (1 + twice) + smoke.entry_mf(game, b) + wire
