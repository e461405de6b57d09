"""LOS between two ends at one level, seen at once from sets of hexes: most of them, for a fraction of the work."""

from __future__ import annotations

from sasl.board.ground import Flat, Ground
from sasl.board.los_effects import view_of
from sasl.board.traces import TRACES, LosTrace, places_of, seen_from

NO_LOS = -1
"""Stands for "there is none" where a Hindrance is expected."""


def flat_los(ground: Ground, start: int, end: int) -> int | None:
    """The Hindrance of the LOS between two places at one level, or NO_LOS; nobody is IN a gully there.

    None where it takes more than a glance: ends at unlike levels, a doubt, walls and hedges, pixels of the map.
    """
    if end < start:
        start, end = end, start
    way = TRACES[end - start]
    if way.range <= 1:
        return 0
    first, last = ground.cells[start], ground.cells[end]
    if first.ground != last.ground or ground.survey is not None:
        return None
    flat = ground.flat(first.ground, any_up=bool(first.up or last.up) and view_of(first, last, way).any_up)
    blocking = way.bits & seen_from(start, flat.blocking)
    if blocking:
        return NO_LOS if _blocked(ground, start, way, blocking & way.solid, flat) else None
    if ground.fenced and way.met(start, ground.fenced):
        return None
    hindrance = 0
    for places in flat.hindering:
        met = way.bits & seen_from(start, places)
        if not met:
            break
        if met & way.along or (way.grain is not None and met & seen_from(start, flat.lanes)):
            return None
        hindrance += sum([1 for step in way.steps if step.bits & met])
    return hindrance


def _blocked(ground: Ground, start: int, way: LosTrace, crossed: int, flat: Flat) -> bool:
    """Whether the obstacles that it crosses block it for sure: two of them do, and one that it cannot pass by."""
    if not crossed:
        return False
    if crossed & (crossed - 1) or crossed & seen_from(start, flat.sure):
        return True
    (place,) = places_of(crossed, start)
    return way.length_in(place - start) >= ground.cells[place].missed[-1][0]
