"""The search over hexes by rank for what can be reached at which danger.

Ties fall to the smaller rank, as they would to the smaller name.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sasl.asl.movement.ground.distances import FAR
from sasl.asl.movement.ground.ground_steps import ALL, Steps
from sasl.kernel.frozen import Frozen


class Reached(NamedTuple):
    """The safest way to a hex: the ranks on it, the start first, its MF, and the greatest danger in any of them."""

    ranks: tuple[int, ...]
    mf: float
    danger: float


class Field(Frozen):
    """The ground of a search.

    `first`: the steps out of the start with their whole price. `more`: the MF that entering a hex costs on top of
    `steps`. `shut`: what is not entered. `last`: where a way ends. `weight`: the MF that one whole expected harm is
    worth. `surely`: the MF that what attacks whoever enters a hex is worth besides.
    """

    steps: Steps
    first: Sequence[tuple[int, float]]
    more: Mapping[int, float]
    shut: Collection[int]
    last: Collection[int]
    weight: float
    surely: Mapping[int, float] = {}


Entry = tuple[float, float, tuple[int, ...], float]
"""A way in the queue: MF and danger together, its MF, its ranks, the greatest danger."""


def reach(field: Field, start: int, allowance: float, danger: Mapping[int, float]) -> dict[int, Reached]:
    """The way of least MF + danger to each hex in reach, best first; a dearer one goes on where it has MF to spare.

    A hex that takes ALL is entered from the start alone, with the whole allowance.
    """
    found = {start: Reached((start,), 0.0, 0.0)}
    least = {start: 0.0}
    queue: list[Entry] = []
    weight, more, shut, last, surely = field.weight, field.more, field.shut, field.last, field.surely
    for near, price in field.first:
        spent = allowance if price == ALL else price
        if near not in shut and spent <= allowance and danger[near] < FAR:
            dear = spent + weight * danger[near] + surely.get(near, 0.0)
            queue.append((dear, spent, (start, near), danger[near]))
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
            if risk >= FAR:
                continue
            way = (*ranks, near)
            dear = total + spent - mf + weight * risk + surely.get(near, 0.0)
            heapq.heappush(queue, (dear, spent, way, risk if risk > worst else worst))
    return found
