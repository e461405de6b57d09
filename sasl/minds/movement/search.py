"""Searches over hexes by rank: what can be reached at which danger, and what is left to a goal.

Ties fall to the smaller rank, as they would to the smaller name.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sasl.asl.movement.costs import ALL, Steps
from sasl.kernel.frozen import Frozen

FAR = 999.0
"""MF or MP to a goal to which no way leads."""


class Reached(NamedTuple):
    """The safest way to a hex: the ranks on it, the start first, its MF, and the greatest danger in any of them."""

    ranks: tuple[int, ...]
    mf: float
    danger: float


class Field(Frozen):
    """The ground of a search.

    `first`: the steps out of the start with their whole price. `more`: the MF that entering a hex costs on top of
    `steps`. `shut`: what is not entered. `last`: where a way ends. `weight`: the MF that one whole expected harm is
    worth.
    """

    steps: Steps
    first: Sequence[tuple[int, float]]
    more: Mapping[int, float]
    shut: Collection[int]
    last: Collection[int]
    weight: float


Entry = tuple[float, float, tuple[int, ...], float]
"""A way in the queue: MF and danger together, its MF, its ranks, the greatest danger."""


def reach(field: Field, start: int, allowance: float, danger: Mapping[int, float]) -> dict[int, Reached]:
    """The way of least MF + danger to each hex in reach, best first; a dearer one goes on where it has MF to spare.

    A hex that takes ALL is entered from the start alone, with the whole allowance.
    """
    found = {start: Reached((start,), 0.0, 0.0)}
    least = {start: 0.0}
    queue: list[Entry] = []
    weight, more, shut, last = field.weight, field.more, field.shut, field.last
    for near, price in field.first:
        spent = allowance if price == ALL else price
        if near not in shut and spent <= allowance:
            queue.append((spent + weight * danger[near], spent, (start, near), danger[near]))
    heapq.heapify(queue)
    while queue:
        total, mf, ranks, worst = heapq.heappop(queue)
        here = ranks[-1]
        if mf >= least.get(here, FAR):
            continue
        least[here] = mf
        if here not in found:
            found[here] = Reached(ranks, mf, worst)
        for near, price in field.steps[here] if here not in last else ():
            if near in shut or near in ranks:
                continue
            spent = mf + (price + more.get(near, 0.0))
            if spent > allowance or spent >= least.get(near, FAR):
                continue
            risk = danger[near]
            way = (*ranks, near)
            heapq.heappush(queue, (total + spent - mf + weight * risk, spent, way, risk if risk > worst else worst))
    return found


def left_to(steps: Steps, goal: int, all_mf: float, more: Mapping[int, float]) -> list[float]:
    """The MF from each hex by rank to the goal, ALL taken for `all_mf`; FAR where no way leads there."""
    into: list[list[tuple[int, float]]] = [[] for _ in steps]
    for here, around in enumerate(steps):
        for near, price in around:
            into[near].append((here, more.get(near, 0.0) + (price if price < ALL else all_mf)))
    best = [FAR] * len(steps)
    best[goal] = 0.0
    queue = [(0.0, goal)]
    while queue:
        left, here = heapq.heappop(queue)
        if left > best[here]:
            continue
        for near, price in into[here]:
            longer = left + price
            if longer < best[near]:
                best[near] = longer
                heapq.heappush(queue, (longer, near))
    return best
