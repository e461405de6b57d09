"""The drives a vehicle could make in one MPh, and the long way to a goal."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sasl.asl.movement import driving
from sasl.asl.movement.allowance import movement_allowance, movement_kind
from sasl.asl.movement.costs import is_hard
from sasl.asl.vehicles import bog
from sasl.board.board import Board
from sasl.board.movement import cost
from sasl.minds.vehicles.lanes import FAR, Lane


@dataclass(frozen=True, slots=True)
class Drive:
    """One way: its hexes, the own one first, its MP, the greatest risk on it, how often it may bog, where it faces."""

    hexes: tuple[str, ...]
    mp: float
    risk: float
    bogs: int
    vertex: int | None

    @property
    def end(self) -> str:
        """Where it ends."""
        return self.hexes[-1]


def drives(land: Lane, reserve: float) -> dict[str, Drive]:
    """The safest drive to every hex in reach, `reserve` MP left over (for the Stop); the own hex, too."""
    game, unit = land.game, land.unit
    figure = land.decider.doctrine.value
    allowance = movement_allowance(game, unit) - unit.mf - reserve
    begin = 0.0 if driving.under_way(unit) else float(game.figure("start-mp"))
    start = land.start
    found: dict[str, Drive] = {start: Drive((start,), 0.0, 0.0, 0, driving.facing(unit))}
    queue: list[tuple[float, float, int, Drive]] = [(0.0, begin, 0, found[start])]
    done: set[str] = set()
    serial = 0
    while queue:
        total, mp, _, drive = heapq.heappop(queue)
        here = drive.end
        if here in done:
            continue
        done.add(here)
        found[here] = drive
        turn = game.figure("turn-mp-hard" if is_hard(game, unit, here) else "turn-mp")
        for near in game.board.neighbours(here):
            if near in land.closed or near in done:
                continue
            price = land.price(here, near)
            if price is None:
                continue
            side = game.board.hexside(here, near) or 0
            vertex, turns = driving.turned(drive.vertex, side) if drive.vertex is not None else (side, 0)
            spent = mp + price + turns * turn
            if spent > allowance:
                continue
            bogs = int(bog.causes(game, unit, here, near) is not None)
            risk = land.risk(near)
            new = Drive((*drive.hexes, near), spent, max(drive.risk, risk), drive.bogs + bogs, vertex)
            serial += 1
            weight = total + spent - mp + figure("drive-risk-mp") * risk + figure("bog-mp") * bogs
            heapq.heappush(queue, (weight, spent, serial, new))
    return found


def stays(land: Lane) -> Drive:
    """To stay where it is."""
    return Drive((land.start,), 0.0, 0.0, 0, driving.facing(land.unit))


# -- the long way -------------------------------------------------------------------------------------


def to_go(land: Lane, goal: str) -> Mapping[str, float]:
    """The MP from every hex to the goal over the terrain, around known mines."""
    mines = frozenset(name for name in land.closed if land.game.state.markers_at(name, "minefield"))
    return _to_go(land.game.board, goal, movement_kind(land.game, land.unit), mines)


@lru_cache(maxsize=64)
def _to_go(board: Board, goal: str, kind: str, mines: frozenset[str]) -> Mapping[str, float]:
    all_mp = board.chart.figure("all_mf")
    prices: dict[tuple[str, str], float | None] = board.cache.setdefault(f"drives {kind}", {})
    best, done, queue = {goal: 0.0}, set[str](), [(0.0, goal)]
    while queue:
        left, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        for near in board.neighbours(here):
            if near in done or near in mines:
                continue
            if (near, here) not in prices:
                item = cost(board, near, here, kind)
                prices[near, here] = None if not item.allowed else all_mp if item.mf is None else item.mf
            price = prices[near, here]
            if price is not None and left + price < best.get(near, FAR):
                best[near] = left + price
                heapq.heappush(queue, (left + price, near))
    return best
