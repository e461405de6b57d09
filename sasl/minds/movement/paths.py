"""The paths a stack could take in one MPh: hexes in reach with their MF, their danger, and what is left to the goal."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import concealment
from sasl.asl.movement.costs import step_cost
from sasl.asl.movement.step import bars
from sasl.asl.stacking import overstacked
from sasl.asl.terrain import fires
from sasl.board.board import Board
from sasl.board.movement import FOOT, cost, is_open, path
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.movement.command_range import CommandRange, command_range_of
from sasl.minds.movement.danger import LEFT, Danger, danger

FAR = 999.0
"""MF or MP to a goal to which no way leads."""


@dataclass(frozen=True, slots=True)
class Path:
    """One way: its hexes, the own one first, the MF of it, and the greatest danger in any of them."""

    hexes: tuple[str, ...]
    mf: float
    danger: float
    mines: int = 0

    @property
    def end(self) -> str:
        """Where it ends."""
        return self.hexes[-1]


Costs = dict[tuple[str, str], float | None]
_COSTS: Memo[dict[bool, Costs]] = Memo()


@dataclass
class Ground:
    """What a stack knows of the ground it moves over: who is where, mines, danger, costs.

    `closed`: what it does not enter: where enemies are, and from without where shells fall (an FFE).
    """

    game: Game
    decider: Decider
    units: tuple[Unit, ...]
    harm: Danger
    closed: frozenset[str]
    mined: frozenset[str]
    lanes: bool
    command: CommandRange
    _later: Costs
    _first: Costs = field(default_factory=dict)

    @property
    def start(self) -> str:
        """Where the stack is."""
        return self.units[0].hex

    @property
    def danger_mf(self) -> float:
        """The MF that one whole expected harm is worth: on horseback another figure."""
        return self.decider.doctrine.value("ride-danger-mf" if self.units[0].cavalry else "danger-mf")

    def price(self, a: str, b: str) -> float | None:
        """The MF of the dearest of the stack from `a` to `b`; None if one cannot; infinity for ALL."""
        key = a, b
        costs = self._first if a == self.start else self._later
        if key not in costs:
            units = self.units if a == self.start else [replace(self.units[0], hex=a, flags=self.units[0].flags - LEFT)]
            found = [step_cost(self.game, unit, a, b) for unit in units]
            costs[key] = (
                None
                if any(not item.allowed for item in found)
                else FAR
                if any(item.all for item in found)
                else max(item.mf or 0.0 for item in found)
            )
        return costs[key]

    def covered(self, name: str) -> bool:
        """Whether men there have TEM or are in Concealment Terrain."""
        chart, terrain = self.game.board.chart, self.game.board.terrain(name)
        if fires.on_fire(self.game, name):
            return False
        if name == self.start and self.units[0].flags & LEFT & {"dug-in", "shellhole", "crest", "in-culvert"}:
            return True
        fixed = max((chart[word].tem for word in terrain.terrains if not chart[word].into), default=0)
        return fixed > 0 or concealment.is_concealment_terrain(self.game, name)

    def exposed(self, name: str) -> bool:
        """Whether it would stand in Open Ground under the eyes of an enemy that can fire."""
        return is_open(self.game.board, name) and not self.covered(name) and self.harm.standing(name) > 0

    def may_dash(self, way: Path) -> bool:
        """A4.63: whether a way leads from cover across one road hex into cover."""
        if len(way.hexes) != 1 + self.game.figure("dash-hexes"):
            return False
        board = self.game.board
        ends = (way.hexes[0], way.end)
        return bool(board.terrain(way.hexes[1]).road) and not any(is_open(board, name) for name in ends)

    def crowded(self) -> bool:
        """A5.1: whether the stack's own hex is overstacked."""
        there = self.game.state.units_at(self.start, self.units[0].side)
        return bool(overstacked(self.game, [unit for unit in there if "prisoner" not in unit.flags]))

    def must_leave(self) -> str:
        """6.223, 6.304: why the stack cannot stay where it is, or ""."""
        if fires.on_fire(self.game, self.start):
            return f"{self.start} burns (6.304)"
        return f"{self.start} is overstacked (6.223)" if self.crowded() else ""

    def has_room(self, name: str) -> bool:
        """A5.1: whether the stack may end there without overstacking."""
        return self.has_room_for(name, self.units)

    def has_room_for(self, name: str, units: Sequence[Unit]) -> bool:
        """A5.1: whether these of the stack may."""
        going = {unit.id for unit in units}
        there = [
            unit
            for unit in self.game.state.units_at(name, self.units[0].side)
            if unit.id not in going and "prisoner" not in unit.flags
        ]
        return not overstacked(self.game, [*there, *units])


def ground(game: Game, decider: Decider, units: Sequence[Unit]) -> Ground:
    """The ground as the side of these units knows it."""
    side = units[0].side
    closed = {unit.hex for unit in game.state.on_map(opponent(side)) if bars(unit) and "hidden" not in unit.flags}
    if side == "FRIENDLY":
        closed |= {item.hex for item in game.state.suspects.values() if not item.off_board}
    lanes = side == "ENEMY" and all(unit.role == "counterattack" for unit in units)
    weakest = min(units, key=lambda unit: (not unit.mmc, unit.morale, unit.id))
    harm = danger(game, decider, weakest)
    shelled = harm.threats.shelled()
    if units[0].hex not in shelled:
        closed |= shelled
    later = _COSTS.of((game.state.markers, game.state.ec, game.board, game.library), dict).setdefault(
        units[0].cavalry, {}
    )
    return Ground(
        game,
        decider,
        tuple(units),
        harm,
        frozenset(closed),
        known_mines(game),
        lanes,
        command_range_of(game, units),
        later,
    )


def known_mines(game: Game) -> frozenset[str]:
    """The hexes of the minefields on the map: they lie there for both sides to see."""
    return frozenset(marker.hex for marker in game.state.marked("minefield"))


# -- one MPh ---------------------------------------------------------------------------------------------


def paths(land: Ground, allowance: float, *, into_mines: bool = False) -> dict[str, Path]:
    """The safest way to every hex in reach of `allowance` MF: least MF + danger (house rules 7); the start itself too.

    Nobody enters a known minefield; who knows the lanes (RE 23-24) ends there. Ends are not yet checked for room.
    """
    weight = land.danger_mf
    start = land.start
    reach: dict[str, Path] = {}
    least: dict[str, float] = {}
    queue: list[tuple[float, float, tuple[str, ...], float]] = [(0.0, 0.0, (start,), 0.0)]
    while queue:
        total, mf, hexes, worst = heapq.heappop(queue)
        here = hexes[-1]
        if mf >= least.get(here, FAR):
            continue
        least[here] = mf
        reach.setdefault(here, Path(hexes, mf, worst))
        if here != start and here in land.mined:
            continue
        for near in land.game.board.neighbours(here):
            if near in land.closed or near in hexes or (near in land.mined and not (land.lanes or into_mines)):
                continue
            price = land.price(here, near)
            if price is None:
                continue
            spent = mf + price if price < FAR else (allowance if here == start else FAR)
            if spent > allowance or spent >= least.get(near, FAR):
                continue
            risk = land.harm(near)
            heapq.heappush(queue, (total + spent - mf + weight * risk, spent, (*hexes, near), max(worst, risk)))
    return reach


# -- the long way ----------------------------------------------------------------------------------------


def to_go(land: Ground, goal: str) -> Mapping[str, float]:
    """The MF from every hex to the goal, known mines counted at mine-mf."""
    mines = frozenset() if land.lanes else land.mined
    return _to_go(land.game.board, goal, mines, land.decider.doctrine.value("mine-mf"))


@lru_cache(maxsize=128)
def _to_go(board: Board, goal: str, mines: frozenset[str], mine_mf: float) -> Mapping[str, float]:
    all_mf = board.chart.figure("all_mf")

    def price(a: str, b: str) -> float | None:
        found = _price(board, a, b)
        extra = mine_mf if b in mines else 0.0
        return None if found is None else extra + (all_mf if found == FAR else found)

    return distances(board, goal, price)


def distances(board: Board, goal: str, price: Callable[[str, str], float | None]) -> Mapping[str, float]:
    """From every hex to the goal, `price` from hex to hex; None where none can go."""
    best, done, queue = {goal: 0.0}, set[str](), [(0.0, goal)]
    while queue:
        left, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        for near in board.neighbours(here):
            more = None if near in done else price(near, here)
            if more is not None and left + more < best.get(near, FAR):
                best[near] = left + more
                heapq.heappush(queue, (left + more, near))
    return best


def _price(board: Board, a: str, b: str) -> float | None:
    """The MF of Infantry by the terrain alone; FAR for ALL."""
    known: dict[tuple[str, str], float | None] = board.cache.setdefault("ways foot", {})
    if (a, b) not in known:
        item = cost(board, a, b, FOOT)
        known[a, b] = None if not item.allowed else FAR if item.all else item.mf
    return known[a, b]


def safest_route(game: Game, decider: Decider, unit: Unit, goal: str) -> list[str]:
    """The whole way to a goal: least MF + danger, around known mines and enemies; both ends included, [] if none."""
    land = ground(game, decider, [unit])
    weight, mine_mf = decider.doctrine.value("danger-mf"), decider.doctrine.value("mine-mf")
    return path(game.board, unit.hex, goal, FOOT, _extra(land, weight, mine_mf, land.closed - {goal}))


def _extra(land: Ground, weight: float, mine_mf: float, closed: Collection[str]) -> Callable[[str], float]:
    def extra(name: str) -> float:
        if name in closed:
            return float("inf")
        return weight * land.harm(name) + (mine_mf if name in land.mined and not land.lanes else 0.0)

    return extra
