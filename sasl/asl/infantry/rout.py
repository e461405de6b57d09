"""Rout before it is done (A10.5): who must and who may, the legal ways with their dangers, and who has to surrender."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sasl.asl.fire import encirclement
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import prisoners
from sasl.asl.infantry.concealment import is_known
from sasl.asl.infantry.threat import BUSY, DUG_IN, HARMLESS, Threat, in_open_ground, threat
from sasl.asl.oba import artillery
from sasl.asl.terrain import fires, smoke
from sasl.board.movement import infantry_cost
from sasl.kernel.text import listed


@dataclass(frozen=True, slots=True)
class Rout:
    """One legal way to rout: its hexes, its MF, those where it is Interdicted, and what speaks for it.

    `shelled`: the hexes on it that lie in an FFE or a Known minefield.
    """

    path: tuple[str, ...]
    mf: float
    interdicted: tuple[str, ...] = ()
    low_crawl: bool = False
    why: str = ""
    shelled: tuple[str, ...] = ()

    @property
    def goal(self) -> str:
        """The hex where it ends."""
        return self.path[-1]

    def words(self) -> str:
        """`K20-K21, 2 MF, NMC in K21: woods, out of LOS`."""
        how = "Low Crawl" if self.low_crawl else f"{self.mf:g} MF"
        risk = f", NMC in {listed(self.interdicted)}" if self.interdicted else ""
        risk += f", through FFE or mines in {listed(self.shelled)}" if self.shelled else ""
        return f"{'-'.join(self.path)}, {how}{risk}: {self.why}"


# -- who must, who may ---------------------------------------------------------------------------------


def can_rout(unit: Unit) -> bool:
    """Whether the rules of rout apply to a unit at all: broken Infantry on foot, not in Melee, no prisoner."""
    return "broken" in unit.flags and bool(unit.hex) and unit.infantry and not unit.flags & {"melee", "prisoner"}


def must_rout(game: Game, unit: Unit) -> str:
    """Why a broken unit must rout now, or "" (A10.5)."""
    if not can_rout(unit):
        return ""
    place = unit.hex
    if fires.ablaze(game, place):
        return "it is in a Blaze"
    fear = threat(game, unit)
    near = fear.adjacent(place)
    if near:
        where = "with" if near[0].hex == place else "ADJACENT to"
        return f"it is {where} the enemy in {near[0].hex}"
    if unit.flags & DUG_IN:
        return ""
    for foe in fear.foes:
        if fear.distance(place, foe) <= foe.reach and fear.sees(place, foe) and in_open_ground(game, unit, foe.hex):
            return f"it is in Open Ground in LOS and normal range of {foe.hex}"
    return ""


def may_rout(game: Game, unit: Unit) -> bool:
    """Whether a broken unit may rout: it must, or it is under DM (A10.5)."""
    return can_rout(unit) and "disrupted" not in unit.flags and ("dm" in unit.flags or bool(must_rout(game, unit)))


def due(game: Game, side: str) -> list[Unit]:
    """The units of a side that must rout and have not."""
    waiting = [unit for unit in game.state.on_map(side) if "routed" not in unit.flags]
    return [unit for unit in waiting if must_rout(game, unit)]


# -- the legal ways ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    mf: float
    path: tuple[str, ...]
    interdicted: tuple[str, ...]
    shelled: tuple[str, ...]

    @property
    def hits(self) -> int:
        """How often it is attacked on the way."""
        return len(self.interdicted) + len(self.shelled)


def destinations(game: Game, unit: Unit) -> list[Rout]:
    """A10.51: the legal routs of a unit, the best first; Low Crawls last. Empty if it cannot rout.

    The nearest woods or building (in MF), else any hex. Best: the fewest NMC, FFE and mines, then the list of 5.6:
    a Good Order leader, out of LOS, out of range, rally terrain, TEM, a VPO.
    """
    if not unit.hex:
        return []
    fear = threat(game, unit)
    ways = _reachable(game, unit, fear)
    ends = {name: found for name, found in ways.items() if name != unit.hex and not fear.adjacent(name)}
    covers = {name: found for name, found in ends.items() if is_refuge(game, name)}
    chosen = _nearest(fear, unit.hex, covers) or ends
    found = [(order(game, unit, fear, name), ways[-1]) for name, ways in chosen.items()]
    found.sort(key=lambda item: (item[1].hits, item[0], item[1].mf, item[1].path))
    routs = [_rout(game, way, rank) for rank, way in found]
    return [*routs, *_crawls(game, unit, fear, routs)]


WORTH_IT = 4
"""So many entries of that list move a unit that need not rout: a leader, out of LOS, out of range, rally terrain."""


def willing(game: Game, unit: Unit) -> list[Rout]:
    """A10.5: the safe ways of a unit that need not rout, if the best leads to a hex that 5.6 puts above its own.

    With a leader and out of sight it stays.
    """
    fear = threat(game, unit)
    here = order(game, unit, fear, unit.hex)
    if here[:2] == (-1, 0):
        return []
    ways = [way for way in destinations(game, unit) if not (way.low_crawl or way.interdicted or way.shelled)]
    return ways if ways and order(game, unit, fear, ways[0].goal)[:WORTH_IT] < here[:WORTH_IT] else []


def safest(game: Game, unit: Unit, goal: str) -> Rout | None:
    """The way to `goal` within the MF with the fewest NMC, whether a rout should end there or not."""
    fear = threat(game, unit)
    found = _reachable(game, unit, fear).get(goal)
    if not found or goal == unit.hex:
        return None
    return _rout(game, found[-1], order(game, unit, fear, goal))


def _rout(game: Game, way: _Way, rank: tuple[int, ...]) -> Rout:
    return Rout(way.path, way.mf, way.interdicted, False, _words(game, way.path[-1], rank), way.shelled)


def is_refuge(game: Game, name: str) -> bool:
    """A10.51: woods or a building, neither in a Known minefield nor in an FFE."""
    return not _hurts(game, name) and game.board.chart.has(game.board.terrain(name).terrains, "rally")


def _hurts(game: Game, name: str) -> bool:
    """Whether a hex lies in a Known minefield or an FFE."""
    return bool(game.state.markers_at(name, "minefield") or artillery.covering(game, name))


def step_mf(game: Game, unit: Unit, a: str, b: str) -> float | None:
    """The MF of one hex of a unit's rout, the first one dearer for the Encircled; None for all or not at all."""
    cost = infantry_cost(game.board, a, b)
    return None if cost.mf is None else (cost.mf + smoke.entry_mf(game, b)) * encirclement.times(game, unit, a)


def _reachable(game: Game, unit: Unit, fear: Threat) -> dict[str, list[_Way]]:
    """Every hex within the MF by legal steps: the cheapest way first, each next one dearer but safer."""
    start, limit = unit.hex, float(game.figure("rout-mf"))
    done: dict[str, list[_Way]] = {}
    queue: list[tuple[float, int, tuple[str, ...], _Way]] = [(0.0, 0, (start,), _Way(0.0, (start,), (), ()))]
    while queue:
        spent, hits, path, way = heapq.heappop(queue)
        here = path[-1]
        if here in done and done[here][-1].hits <= hits:
            continue
        done.setdefault(here, []).append(way)
        for near in game.board.neighbours(here):
            if near in done and done[near][-1].hits <= hits:
                continue
            price = step_mf(game, unit, here, near)
            if price is None:
                price = limit if here == start and infantry_cost(game.board, here, near).all else limit + 1
            if near in path or spent + price > limit or fear.forbids(here, near):
                continue
            bad = (*way.interdicted, near) if fear.interdicts(here, near) else way.interdicted
            shelled = (*way.shelled, near) if _hurts(game, near) else way.shelled
            longer = _Way(spent + price, (*path, near), bad, shelled)
            heapq.heappush(queue, (longer.mf, longer.hits, longer.path, longer))
    return done


def _nearest(fear: Threat, start: str, covers: dict[str, list[_Way]]) -> dict[str, list[_Way]]:
    """The refuges a rout may choose: the nearest in MF, and those it may leave aside for being nearer to an enemy."""
    good = [name for name in covers if not _may_ignore(fear, start, name)]
    if not good:
        return covers
    bar = min(covers[name][0].mf for name in good)
    return {name: found for name, found in covers.items() if found[0].mf <= bar}


def _may_ignore(fear: Threat, start: str, name: str) -> bool:
    """A10.51: a refuge no farther from a Known enemy in LOS than the unit is now need not be taken."""
    return any(
        fear.distance(name, foe) <= fear.distance(start, foe) and (fear.sees(start, foe) or fear.sees(name, foe))
        for foe in fear.foes
    )


def _crawls(game: Game, unit: Unit, fear: Threat, routs: Sequence[Rout]) -> Iterator[Rout]:
    """A10.52: Low Crawl: one hex on the way, with no Interdiction; offered where running is dangerous."""
    start = unit.hex
    if routs and not routs[0].interdicted:
        return
    first = dict.fromkeys(rout.path[1] for rout in routs)
    if not routs:
        near = game.board.neighbours(start)
        first = dict.fromkeys(name for name in near if infantry_cost(game.board, start, name).allowed)
    for name in first:
        if not fear.forbids(start, name) and not fear.adjacent(name):
            yield Rout((start, name), 0.0, (), True, praise(game, unit, fear, name))


def order(game: Game, unit: Unit, fear: Threat, name: str) -> tuple[int, ...]:
    """5.6: what a hex is worth to a broken unit, as a sort key: the smaller the better."""
    ranges = sorted(fear.ranges(name), key=lambda item: item[1])
    seen = any(fear.sees(name, foe) for foe, _ in ranges)
    near = any(far <= foe.reach for foe, far in ranges)
    terrains = game.board.terrain(name).terrains
    return (
        -int(_has_leader(game, unit, name)),
        int(seen),
        int(near),
        -int(game.board.chart.has(terrains, "rally")),
        -game.board.chart.tem(terrains),
        -int(name in game.state.control),
    )


def praise(game: Game, unit: Unit, fear: Threat, name: str) -> str:
    """What speaks for a hex, in words."""
    return _words(game, name, order(game, unit, fear, name))


def _words(game: Game, name: str, rank: tuple[int, ...]) -> str:
    leader, seen, near, *_ = rank
    words = [game.board.terrain(name).describe(game.board.chart).lower()]
    words += ["a leader"] * bool(leader)
    words.append("in LOS of the enemy" if seen else "out of LOS")
    words += ["in range"] * bool(near and seen)
    return ", ".join(words)


def _has_leader(game: Game, unit: Unit, name: str) -> bool:
    return any(other.kind == "leader" and other.good_order for other in game.state.units_at(name, unit.side))


def captor(game: Game, unit: Unit) -> Unit | None:
    """A20.21: who takes a broken unit prisoner that cannot get away: ADJACENT Known Good Order Infantry, MMC first.

    None if it can rout without Interdiction and without Low Crawl, or under No Quarter (A20.3).
    """
    if game.figure("no-quarter") or not can_rout(unit):
        return None
    place, enemy = unit.hex, opponent(unit.side)
    takers = [
        other
        for name in (place, *game.board.neighbours(place))
        for other in game.state.units_at(name, enemy)
        if other.infantry and other.good_order and is_known(other) and not other.flags & (HARMLESS | BUSY)
    ]
    takers = [other for other in takers if prisoners.room(game, other) >= prisoners.size(game, unit)]
    if not takers:
        return None
    if not unit.flags & {"disrupted", "encircled"}:
        best = next(iter(destinations(game, unit)), None)
        if best and not best.interdicted and not best.low_crawl:
            return None
    return min(takers, key=lambda other: (not other.mmc, other.kind != "squad", other.id))
