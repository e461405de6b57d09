"""How far it is over the ground: the MF or MP from every hex to the nearest of some goals."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence

from sasl.asl.movement.ground.ground_steps import ALL, Steps, ground_steps
from sasl.board.board import Board
from sasl.board.movement_cost import FOOT
from sasl.kernel.memo import Memo

FAR = 999.0
"""MF or MP to a goal to which no way leads."""


def march_to(board: Board, goals: Iterable[str], more: Mapping[str, float], kind: str = FOOT) -> Mapping[str, float]:
    """The MF of Infantry or Cavalry (by `kind`) from every hex to the nearest goal over the ground alone; `more` costs
    it to enter some."""
    entering = {board.rank[name]: price for name, price in more.items()}
    left = left_to(
        ground_steps(board, kind), [board.rank[name] for name in goals], board.chart.figure("all_mf"), entering
    )
    return dict(zip(board.ranked, left, strict=True))


def left_to(steps: Steps, goals: Iterable[int], all_mf: float, more: Mapping[int, float]) -> list[float]:
    """The MF from each hex by rank to the nearest goal, ALL taken for `all_mf`; FAR where no way leads to one."""
    into = _INTO.of((steps, all_mf), lambda: _turned(steps, all_mf))
    best, queue = [FAR] * len(steps), [(0.0, goal) for goal in sorted(goals)]
    for _, goal in queue:
        best[goal] = 0.0
    while queue:
        left, here = heapq.heappop(queue)
        if left > best[here]:
            continue
        dearer = more.get(here, 0.0)
        for near, price in into[here]:
            longer = left + (dearer + price)
            if longer < best[near]:
                best[near] = longer
                heapq.heappush(queue, (longer, near))
    return best


Into = Sequence[Sequence[tuple[int, float]]]
"""By rank, the hexes from which one comes into each, with the MF or MP."""
_INTO: Memo[Into] = Memo(8)


def _turned(steps: Steps, all_mf: float) -> Into:
    into: list[list[tuple[int, float]]] = [[] for _ in steps]
    for here, around in enumerate(steps):
        for near, price in around:
            into[near].append((here, price if price < ALL else all_mf))
    return into
