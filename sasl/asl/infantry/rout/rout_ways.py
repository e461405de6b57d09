"""Rout before it is done (A10.5): who must and who may, the legal ways with their dangers, and who has to surrender."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sasl.asl.fire import encirclement
from sasl.asl.game.context import Game
from sasl.asl.game.los.adjacency import adjacent_from
from sasl.asl.game.sides import SIDES, opponent
from sasl.asl.game.state import Unit, on_the_map
from sasl.asl.infantry import prisoners, quarter
from sasl.asl.infantry.rout.interdictors import BUSY
from sasl.asl.infantry.rout.threat import DUG_IN, HARMLESS, Threat, in_open_ground, threat
from sasl.asl.oba import artillery
from sasl.asl.terrain import entrenching, fires, pillboxes, smoke
from sasl.asl.terrain.entrenching import WORKS
from sasl.board.movement_cost import Cost, infantry_cost, walked_into
from sasl.kernel.frozen import Frozen, Mutable
from sasl.kernel.memo import Memo
from sasl.kernel.text import listed


class Rout(Frozen):
    """One legal way to rout: its hexes, its MF, those where it is Interdicted, and what speaks for it.

    `shelled`: the hexes on it that lie in an FFE or a Known minefield. `met`: where it runs into a concealed enemy,
    which is legal and its end (A10.533).
    """

    path: tuple[str, ...]
    mf: float
    interdicted: tuple[str, ...] = ()
    low_crawl: bool = False
    why: str = ""
    shelled: tuple[str, ...] = ()
    met: str = ""

    @property
    def goal(self) -> str:
        """The hex where it ends."""
        return self.path[-1]

    @property
    def hits(self) -> int:
        """How often something known attacks it on the way."""
        return len(self.interdicted) + len(self.shelled)

    @property
    def safe(self) -> bool:
        """Whether nothing known attacks it on the way and it need not crawl."""
        return not (self.low_crawl or self.hits or self.met)

    def words(self) -> str:
        """`K20-K21, 2 MF, NMC in K21: woods, out of LOS`."""
        how = "Low Crawl" if self.low_crawl else f"{self.mf:g} MF"
        risk = f", NMC in {listed(self.interdicted)}" if self.interdicted else ""
        risk += f", through FFE or mines in {listed(self.shelled)}" if self.shelled else ""
        risk += f", into the concealed enemy in {self.met}, and so eliminated (A10.533)" if self.met else ""
        return f"{'-'.join(self.path)}, {how}{risk}: {self.why}"


# -- who must, who may ---------------------------------------------------------------------------------


def can_rout(unit: Unit) -> bool:
    """Whether the rules of rout apply to a unit at all: broken Infantry on foot, not in Melee, no prisoner."""
    return "broken" in unit.flags and bool(unit.hex) and unit.infantry and not unit.flags & {"melee", "prisoner"}


def must_rout(game: Game, unit: Unit, subject: str = "it is") -> str:
    """Why a broken unit must rout now, or "" (A10.5); nothing but fire drives it out of a pillbox (B30.5), and who
    begins the RtPh in shellholes is in them, not in Open Ground (B2.4).
    """
    if not can_rout(unit):
        return ""
    place = unit.hex
    if fires.ablaze(game, place):
        return f"{subject} in a Blaze"
    if pillboxes.around(game, unit) is not None:
        return ""
    fear = threat(game, unit)
    near = fear.adjacent(place)
    if near:
        where = "with" if near[0].hex == place else "ADJACENT to"
        return f"{subject} {where} the enemy in {near[0].hex}"
    if unit.flags & DUG_IN or game.board.terrain(place).has("shellholes"):
        return ""
    for foe in fear.seen(place):
        if fear.distance(place, foe) <= foe.reach and in_open_ground(game, unit, foe.hex):
            return f"{subject} in Open Ground in LOS and normal range of {foe.hex}"
    return ""


def stays_disrupted(game: Game, unit: Unit) -> bool:
    """A19.12: whether a unit is Disrupted and does not rout: it does only out of a Blaze, out of Open Ground before an
    enemy, and where nobody of the armed enemies beside it takes prisoners: they are in Melee, berserk or vehicles.
    """
    if "disrupted" not in unit.flags:
        return False
    return bool(_takers(game, unit)) or not must_rout(game, unit)


def may_rout(game: Game, unit: Unit) -> bool:
    """Whether a broken unit may rout: it must, or it is under DM (A10.5); out of a pillbox past no enemy (B30.6)."""
    if not can_rout(unit) or stays_disrupted(game, unit) or pillboxes.why_not_out(game, unit):
        return False
    return "dm" in unit.flags or bool(must_rout(game, unit))


def due(game: Game, side: str) -> list[Unit]:
    """The units of a side that must rout and have not."""
    waiting = [unit for unit in game.state.on_map(side) if "routed" not in unit.flags]
    return [unit for unit in waiting if must_rout(game, unit)]


# -- the legal ways ------------------------------------------------------------------------------------

DOOMED = 50
"""To run into a concealed enemy is worse than any number of attacks (A10.533)."""


class _Way(NamedTuple):
    """A way while it is looked for; of two the one that sorts first is the better one."""

    mf: float
    hits: int
    """How often it is attacked on the way."""
    path: tuple[str, ...]
    interdicted: tuple[str, ...] = ()
    shelled: tuple[str, ...] = ()
    seen: frozenset[str] = frozenset()
    """The armed Known enemies in whose LOS it has been, by their hexes: it leads no nearer to them (A10.51)."""
    inside: bool = False
    """Whether it has gone beneath the foxhole of its last hex, which costs a MF to leave (B27.41)."""


class _Step(NamedTuple):
    """A step that a rout may take: its MF, None for ALL, and whether an FFE, a Known minefield or a `?` lies there.

    `nearer`: the armed Known enemies to whom it leads nearer, who must not have seen the unit by then.
    """

    goal: str
    mf: float | None
    shelled: bool
    meets: bool
    nearer: frozenset[str]


class _Ways(Mutable):
    """What is known of the routs of one side at one moment."""

    reached: dict[Unit, dict[str, list[_Way]]] = {}
    routs: dict[Unit, tuple[Rout, ...]] = {}


_WAYS: dict[str, Memo[_Ways]] = {side: Memo() for side in SIDES}
_STEPS: Memo[dict[str, tuple[_Step, ...]]] = Memo()


def _known(game: Game, unit: Unit) -> _Ways:
    parts = (*on_the_map(game.state), game.board, game.library)
    return _WAYS[unit.side].of(parts, _Ways)


def destinations(game: Game, unit: Unit) -> list[Rout]:
    """A10.51: the legal routs of a unit, the best first; Low Crawls last. Empty if it cannot rout.

    The nearest woods or building (in MF), else any hex. Best: the fewest NMC, FFE and mines, then the list of S10:
    a Good Order leader, out of LOS, out of range, rally terrain, TEM, a VPO. What a concealed enemy bars without
    forbidding it comes after all others, the Low Crawls too (A10.533).
    """
    if not unit.hex:
        return []
    known = _known(game, unit).routs
    if unit not in known:
        known[unit] = tuple(_destinations(game, unit))
    return list(known[unit])


def _destinations(game: Game, unit: Unit) -> Iterator[Rout]:
    fear = threat(game, unit)
    ways = _reachable(game, unit, fear)
    ends = {name: found for name, found in ways.items() if name != unit.hex and not fear.adjacent(name)}
    covers = {name: found for name, found in ends.items() if is_refuge(game, name)}
    chosen = _nearest(fear, unit.hex, covers) or ends
    found = [(order(game, unit, fear, name), ways[-1]) for name, ways in chosen.items()]
    found.sort(key=lambda item: (item[1].hits, item[0], item[1].mf, item[1].path))
    routs = [_rout(game, unit, way, rank) for rank, way in found]
    yield from (way for way in routs if not way.met)
    yield from _crawls(game, unit, fear, routs)
    yield from (way for way in routs if way.met)


WORTH_IT = 4
"""How many entries of that list move a unit that need not rout: a leader, out of LOS, out of range, rally terrain."""


def willing(game: Game, unit: Unit) -> list[Rout]:
    """A10.5: the safe ways of a unit that need not rout, if the best leads to a hex that S10 puts above its own.

    With a leader and out of sight it stays, and in a Known minefield, which attacks whoever leaves it (B28.4); but
    nowhere where an FFE will attack once more.
    """
    fear = threat(game, unit)
    here = order(game, unit, fear, unit.hex)
    shelled = artillery.attacks_again(game, unit.hex)
    if not shelled and (here[:2] == (-1, 0) or game.state.markers_at(unit.hex, "minefield")):
        return []
    ways = [way for way in destinations(game, unit) if way.safe]
    if shelled:
        return ways
    return ways if ways and order(game, unit, fear, ways[0].goal)[:WORTH_IT] < here[:WORTH_IT] else []


def helpful(game: Game, unit: Unit) -> list[Rout]:
    """Return the safe ways that help a player's unit that need not rout: those of `willing`, else those out of LOS.

    A leader beside it keeps it where it is only while no Known enemy sees it there.
    """
    fear = threat(game, unit)
    if ways := willing(game, unit):
        return ways
    if not fear.in_sight(unit.hex) or game.state.markers_at(unit.hex, "minefield"):
        return []
    return [way for way in destinations(game, unit) if way.safe and not fear.in_sight(way.goal)]


def safest(game: Game, unit: Unit, goal: str) -> Rout | None:
    """The way to `goal` within the MF with the fewest NMC, whether a rout should end there or not."""
    fear = threat(game, unit)
    found = _reachable(game, unit, fear).get(goal)
    if not found or goal == unit.hex:
        return None
    return _rout(game, unit, found[-1], order(game, unit, fear, goal))


def _rout(game: Game, unit: Unit, way: _Way, rank: tuple[int, ...]) -> Rout:
    met = next((name for name in way.path[1:] if meets(game, unit, name)), "")
    return Rout(way.path, way.mf, way.interdicted, False, _words(game, way.path[-1], rank), way.shelled, met)


def meets(game: Game, unit: Unit, name: str) -> bool:
    """A10.533: whether a unit that routs into a hex runs into an enemy whose `?` is seen there."""
    there = game.state.units_at(name, opponent(unit.side))
    return any("concealed" in other.flags and "hidden" not in other.flags for other in there)


def is_refuge(game: Game, name: str) -> bool:
    """A10.51: woods or a building, neither in a Known minefield nor in an FFE."""
    return not _hurts(game, name) and game.board.chart.has(game.board.terrain(name).terrains, "rally")


def _hurts(game: Game, name: str) -> bool:
    """Whether a hex lies in a Known minefield or an FFE."""
    return bool(game.state.markers_at(name, "minefield") or artillery.covering(game, name))


def mf_of(game: Game, unit: Unit) -> int:
    """A10.5: the MF of a rout; a wounded SMC has no more than it has otherwise (A17.2)."""
    return game.figure("wounded-mf" if "wounded" in unit.flags and not unit.mmc else "rout-mf")


def step_mf(game: Game, unit: Unit, a: str, b: str) -> float | None:
    """The MF of one hex of a unit's rout, the first one dearer for the Encircled and the dug in; None for all or not at
    all.
    """
    mf = _mf(game, infantry_cost(game.board, a, b), b)
    return None if mf is None else mf * encirclement.times(game, unit, a) + _out_mf(game, unit, a)


def _out_mf(game: Game, unit: Unit, a: str) -> float:
    """B27.4: what it takes to leave the entrenchment that a unit is in."""
    boxed = pillboxes.around(game, unit) is not None
    return float(game.figure("entrenchment-mf")) if unit.hex == a and "dug-in" in unit.flags and not boxed else 0.0


def _mf(game: Game, cost: Cost, name: str) -> float | None:
    """What a hex costs with the SMOKE in it (A24.7); None for all or not at all."""
    return None if cost.mf is None else cost.mf + smoke.entry_mf(game, name)


def _reachable(game: Game, unit: Unit, fear: Threat) -> dict[str, list[_Way]]:
    """Every hex within the MF by legal steps: the cheapest way first, each next one dearer but safer."""
    known = _known(game, unit).reached
    if unit not in known:
        known[unit] = _search(game, unit, fear)
    return known[unit]


def _search(game: Game, unit: Unit, fear: Threat) -> dict[str, list[_Way]]:
    start, limit = unit.hex, float(mf_of(game, unit))
    done: dict[str, list[_Way]] = {}
    found: dict[str, list[_Way]] = {}
    """The ways to a hex, those that are safer than all cheaper ones and those that fewer enemies have seen."""
    queue = [_Way(0.0, 0, (start,), seen=fear.watchers(start))]
    while queue:
        way = heapq.heappop(queue)
        here = way.path[-1]
        if _beaten(found.get(here, ()), way.hits, way.seen):
            continue
        if here not in done or way.hits < done[here][-1].hits:
            done.setdefault(here, []).append(way)
        found.setdefault(here, []).append(way)
        dearer = encirclement.times(game, unit, here)
        out = float(game.figure("entrenchment-mf")) if way.inside else _out_mf(game, unit, here)
        for step in _steps(game, unit, fear, here):
            if (step.mf is None and here != start) or not step.nearer.isdisjoint(way.seen) or step.goal in way.path:
                continue
            spent = way.mf + (limit if step.mf is None else step.mf * dearer + out)
            if spent > limit:
                continue
            seen = way.seen | fear.watchers(step.goal)
            if _beaten(found.get(step.goal, ()), way.hits, seen):
                continue
            bad, path = bool(fear.interdicts(here, step.goal)), (*way.path, step.goal)
            interdicted = (*way.interdicted, step.goal) if bad else way.interdicted
            hurt = (*way.shelled, step.goal) if step.shelled else way.shelled
            hits = way.hits + step.shelled + DOOMED * step.meets
            heapq.heappush(queue, _Way(spent, hits + bad, path, interdicted, hurt, seen))
            more = _holes_mf(game, unit, step.goal) * dearer if bad else 0.0
            if more and spent + more <= limit:
                below = has_foxhole(game, step.goal)
                heapq.heappush(queue, _Way(spent + more, hits, path, way.interdicted, hurt, seen, below))
    return done


def _beaten(ways: Sequence[_Way], hits: int, seen: frozenset[str]) -> bool:
    """Whether one of these cheaper ways is attacked no more often, and seen by nobody else."""
    return any(way.hits <= hits and way.seen <= seen for way in ways)


def _holes_mf(game: Game, unit: Unit, name: str) -> float:
    """B2.4, B27.41: the MF more for which nobody Interdicts a unit that routs into a hex: those of its shellholes, or
    of its foxhole or trench if it has room; 0 without them.
    """
    terrains = game.board.terrain(name).terrains
    if "shellholes" in terrains:
        return game.board.chart.into_mf(terrains)
    room = has_foxhole(game, name) and not entrenching.no_room(game, [unit], name)
    return float(game.figure("entrenchment-mf")) if room else 0.0


def has_foxhole(game: Game, name: str) -> bool:
    """B27: whether there is a foxhole or trench in a hex, and no pillbox to it."""
    kinds = {marker.kind for marker in game.state.markers_at(name)}
    return not kinds.isdisjoint(WORKS) and "pillbox" not in kinds


def into_holes(game: Game, unit: Unit, path: Sequence[str]) -> list[str]:
    """B2.4, B27.41: the shellholes and foxholes on a way into which a unit goes rather than be Interdicted there, as
    far as its MF reach; a foxhole that it goes on from costs a MF to leave.
    """
    fear, steps = threat(game, unit), list(pairwise(path))
    prices = [step_mf(game, unit, *step) for step in steps]
    left = mf_of(game, unit) - sum(price or 0.0 for price in prices)
    wanted: list[tuple[float, int]] = []
    for place, (a, b) in enumerate(steps if None not in prices else ()):
        more = _holes_mf(game, unit, b) * encirclement.times(game, unit, a) if fear.interdicts(a, b) else 0.0
        if more and b != path[-1] and has_foxhole(game, b):
            more += game.figure("entrenchment-mf")
        if more:
            wanted.append((more, place))
    found = []
    for more, place in sorted(wanted):  # the cheapest first: so they are the most
        if more <= left:
            found.append(place)
            left -= more
    return [steps[place][1] for place in sorted(found)]


def _steps(game: Game, unit: Unit, fear: Threat, here: str) -> tuple[_Step, ...]:
    """The steps out of a hex that no enemy bars, clockwise; the same for all of a side, whoever of it has routed."""
    known = _STEPS.of((fear.around,), dict)
    if here not in known:
        around = ((near, infantry_cost(game.board, here, near)) for near in game.board.neighbours(here))
        known[here] = tuple(
            _Step(near, _mf(game, cost, near), _hurts(game, near), meets(game, unit, near), fear.nearer(here, near))
            for near, cost in around
            if cost.allowed and not fear.bars(here, near)
        )
    return known[here]


def _nearest(fear: Threat, start: str, covers: dict[str, list[_Way]]) -> dict[str, list[_Way]]:
    """The refuges a rout may choose: the nearest in MF, and those it may leave aside for being nearer to an enemy.

    None where it may leave all of them aside: then it may go anywhere.
    """
    good = [name for name in covers if not _may_ignore(fear, start, name)]
    if not good:
        return {}
    bar = min(covers[name][0].mf for name in good)
    return {name: found for name, found in covers.items() if found[0].mf <= bar}


def _may_ignore(fear: Threat, start: str, name: str) -> bool:
    """A10.51: a refuge no farther from a Known enemy than the unit is now need not be taken."""
    return any(now >= then for now, then in zip(fear.from_all(start), fear.from_all(name), strict=True))


def _crawls(game: Game, unit: Unit, fear: Threat, routs: Sequence[Rout]) -> Iterator[Rout]:
    """A10.52: Low Crawl: one hex on the way, with no Interdiction; offered where running is dangerous."""
    start = unit.hex
    if "disrupted" in unit.flags or (routs and not (routs[0].interdicted or routs[0].met)):  # A19.12
        return
    first = dict.fromkeys(rout.path[1] for rout in routs)
    if not routs:
        near = game.board.neighbours(start)
        first = dict.fromkeys(name for name in near if infantry_cost(game.board, start, name).allowed)
    for name in first:
        if walked_into(game.board, start, name) and not fear.forbids((start,), name) and not fear.adjacent(name):
            yield Rout((start, name), 0.0, (), True, praise(game, unit, fear, name))


def order(game: Game, unit: Unit, fear: Threat, name: str) -> tuple[int, ...]:
    """S10: what a hex is worth to a broken unit, as a sort key: the smaller the better."""
    terrains = game.board.terrain(name).terrains
    return (
        -int(_has_leader(game, unit, name)),
        int(fear.in_sight(name)),
        int(any(far <= foe.reach for foe, far in zip(fear.foes, fear.ranges(name), strict=True))),
        -int(game.board.chart.has(terrains, "rally")),
        -game.board.chart.tem(terrains),
        -int(name in game.state.control),
    )


def praise(game: Game, unit: Unit, fear: Threat, name: str) -> str:
    """What speaks for a hex, in words."""
    return _words(game, name, order(game, unit, fear, name))


def _words(game: Game, name: str, rank: tuple[int, ...]) -> str:
    leader, seen, near, *_ = rank
    words = [game.board.terrain(name).ground(game.board.chart).lower()]
    words += ["a leader"] * bool(leader)
    words.append("in LOS of the enemy" if seen else "out of LOS")
    words += ["in range"] * bool(near and seen)
    return ", ".join(words)


def _has_leader(game: Game, unit: Unit, name: str) -> bool:
    return any(other.kind == "leader" and other.good_order for other in game.state.units_at(name, unit.side))


def _takers(game: Game, unit: Unit) -> list[Unit]:
    """A20.21: the Known armed Good Order Infantry with a broken unit or ADJACENT to whom it is."""
    return [
        other
        for name in adjacent_from(game, unit.hex)
        for other in game.state.units_at(name, opponent(unit.side))
        if other.infantry and other.good_order and other.known and not other.flags & (HARMLESS | BUSY)
    ]


def captor(game: Game, unit: Unit) -> Unit | None:
    """A20.21: who takes a broken unit prisoner that cannot get away: ADJACENT Known Good Order Infantry, MMC first.

    None if it can rout without Interdiction and without Low Crawl, or under No Quarter (A20.3); nor are Fanatics taken,
    or SS by Russians.
    """
    if quarter.is_refused(game, unit.side) or quarter.never_yields(game, unit) or not can_rout(unit):
        return None
    takers = _takers(game, unit)
    if not takers:
        return None
    if not unit.flags & {"disrupted", "encircled"}:
        best = next(iter(destinations(game, unit)), None)
        if best and not best.interdicted and not best.low_crawl:
            return None
    return min(
        takers,
        key=lambda other: (not prisoners.takes(game, other, unit), not other.mmc, other.kind != "squad", other.id),
    )


def cornered(game: Game, unit: Unit, taker: Unit) -> str:
    """A20.21, A19.12: why a broken unit surrenders to `taker`, in words without a subject."""
    if state := next((word for word in ("disrupted", "encircled") if word in unit.flags), ""):
        return f"{state.capitalize()} beside {taker.id}"
    ways = destinations(game, unit)
    if not ways:
        return f"without any way to rout from {taker.id}"
    runs = ["under Interdiction"] * any(not way.low_crawl for way in ways)
    crawls = ["by Low Crawl"] * any(way.low_crawl for way in ways)
    return f"able to get away from {taker.id} only {' or '.join(runs + crawls)}"
