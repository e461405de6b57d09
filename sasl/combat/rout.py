"""Rout (A10.5): who must and who may, the legal ways with their dangers, and the run itself."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from sasl.board.movement import infantry_cost
from sasl.combat import artillery, casualties, fires, minefields, morale, prisoners, smoke
from sasl.combat.concealment import is_known, other_side
from sasl.combat.drm import Motion, target_mods
from sasl.core.records import RollRecord
from sasl.core.text import listed
from sasl.game import events as ev
from sasl.game.context import Context, Game
from sasl.game.sight import look, settle_doubts
from sasl.game.state import MMC, SMC, VEHICLES, Unit

HARMLESS = {"broken", "prisoner", "disarmed", "abandoned", "shocked", "stunned"}
"""The states in which an enemy drives nobody away."""
DUG_IN = {"dug-in", "crest", "shellhole", "in-culvert"}
"""The states in which a unit that stays where it is is not in Open Ground (B2, B20.9, B27)."""
BUSY = {"melee", "ti"}
"""The states in which an enemy cannot interdict."""


@dataclass(frozen=True, slots=True)
class Rout:
    """One legal way to rout: its hexes, its MF, those where it is Interdicted, and what speaks for it."""

    path: tuple[str, ...]
    mf: float
    interdicted: tuple[str, ...] = ()
    low_crawl: bool = False
    why: str = ""

    @property
    def goal(self) -> str:
        """The hex where it ends."""
        return self.path[-1]

    def words(self) -> str:
        """`K20-K21, 2 MF, NMC in K21: woods, out of LOS`."""
        how = "Low Crawl" if self.low_crawl else f"{self.mf:g} MF"
        risk = f", NMC in {listed(self.interdicted)}" if self.interdicted else ""
        return f"{'-'.join(self.path)}, {how}{risk}: {self.why}"


@dataclass(frozen=True, slots=True)
class Foe:
    """A hex with Known armed enemies, and how far the best of them reaches."""

    hex: str
    reach: int


# -- what a routing unit has to fear -------------------------------------------------------------------


@dataclass
class Threat:
    """The Known enemies of a routing unit: which steps they forbid and which they interdict."""

    game: Game
    unit: Unit
    foes: tuple[Foe, ...] = ()
    closed: frozenset[str] = frozenset()
    _seen: dict[tuple[str, str], bool] = field(default_factory=dict)

    def sees(self, name: str, foe: Foe) -> bool:
        """Whether there is a LOS between a hex and the foe's."""
        key = name, foe.hex
        if key not in self._seen:
            self._seen[key] = name == foe.hex or look(self.game, name, foe.hex).exists
        return self._seen[key]

    def distance(self, name: str, foe: Foe) -> int:
        """The range from a hex to the foe."""
        return self.game.board.distance(name, foe.hex)

    def adjacent(self, name: str) -> list[Foe]:
        """The foes in or next to a hex."""
        return [foe for foe in self.foes if self.distance(name, foe) <= 1]

    def forbids(self, a: str, b: str) -> str:
        """Why a rout may not go from `a` to the adjacent `b`, or "" (A10.51)."""
        if b in self.closed:
            return f"{b} holds enemy units or S?, or is a Blaze"
        for foe in self.foes:
            before, after = self.distance(a, foe), self.distance(b, foe)
            if after <= 1 and before:
                return f"{b} is ADJACENT to the enemy in {foe.hex}"
            if after < before and (self.sees(a, foe) or self.sees(b, foe)):
                return f"{b} is nearer to the enemy in {foe.hex}, who is in LOS"
        return ""

    def interdicts(self, a: str, b: str) -> list[Foe]:
        """The foes who interdict the step from `a` into `b`: Open Ground to them, in LOS and normal range (A10.53)."""
        runner = replace(self.unit, hex=b, flags=self.unit.flags - DUG_IN - {"in-gully"})
        road = a if a and self.game.board.on_road(a, b) else None
        return [
            foe
            for foe in self.foes
            if foe.hex != b
            and self.distance(b, foe) <= foe.reach
            and self.sees(b, foe)
            and in_open_ground(self.game, runner, foe.hex, road)
        ]


def in_open_ground(game: Game, unit: Unit, from_hex: str, by_road_from: str | None = None) -> bool:
    """A10.531: whether -1 FFMO would apply to fire from `from_hex` at the unit, were it moving where it is."""
    hindrance = look(game, from_hex, unit.hex or "").hindrance
    mods = target_mods(game, unit, from_hex, moving=Motion(False, by_road_from), hindrance=hindrance)
    return any(mod.name == "FFMO" for mod in mods)


def threat(game: Game, unit: Unit) -> Threat:
    """What the unit has to fear now."""
    enemy = other_side(unit.side)
    best: dict[str, int] = {}
    closed = set()
    for other in game.state.on_map(enemy):
        if other.kind == "aircraft" or not is_known(other) or "prisoner" in other.flags:
            continue
        closed.add(other.hex or "")
        if _armed(game, other):
            best[other.hex or ""] = max(best.get(other.hex or "", 0), reach(game, other))
    if unit.side == "FRIENDLY":
        closed |= {item.hex for item in game.state.suspects.values() if not item.off_board}
    closed |= {marker.hex for marker in game.state.marked("blaze")}
    foes = tuple(Foe(name, far) for name, far in sorted(best.items()))
    return Threat(game, unit, foes, frozenset(closed))


def _armed(game: Game, unit: Unit) -> bool:
    """Whether an enemy drives broken units away: unbroken and armed (a Gun does so through its crew)."""
    if unit.flags & HARMLESS or unit.kind == "gun":
        return False
    if unit.kind in VEHICLES:
        item = game.counter_of(unit)
        return bool(item.ma or item.machine_guns or item.fp)
    return unit.kind in MMC + SMC


def reach(game: Game, unit: Unit) -> int:
    """A10.532: how far a unit interdicts: the normal range of what it fires, 16 hexes at most."""
    most = game.figure("interdiction-range")
    if unit.flags & BUSY:
        return 0
    item = game.counter_of(unit)
    ranges = [item.range or 0]
    if unit.kind in VEHICLES:
        ranges = [item.range or most]
    gun = game.state.units.get(unit.group)
    if gun and gun.kind == "gun" and gun.hex == unit.hex and not gun.flags & {"malfunctioned", "disabled"}:
        ranges.append((game.counter_of(gun).range or most) if game.counter_of(gun).mode != "MTR" else 0)
    for weapon in game.state.weapons_of(unit.id):
        card = game.counter_of(weapon)
        if card.rof and card.mode != "MTR" and not weapon.flags & {"malfunctioned", "dismantled"}:
            ranges.append(card.range or 0)
    return min(most, max(ranges))


# -- who must, who may ---------------------------------------------------------------------------------


def can_rout(unit: Unit) -> bool:
    """Whether the rules of rout apply to a unit at all: broken Infantry on foot, not in Melee, no prisoner."""
    return "broken" in unit.flags and unit.hex is not None and unit.infantry and not unit.flags & {"melee", "prisoner"}


def must_rout(game: Game, unit: Unit) -> str:
    """Why a broken unit must rout now, or "" (A10.5)."""
    if not can_rout(unit):
        return ""
    place = unit.hex or ""
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


# -- the legal ways ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    mf: float
    path: tuple[str, ...]
    interdicted: tuple[str, ...]


def destinations(game: Game, unit: Unit) -> list[Rout]:
    """A10.51: the legal routs of a unit, the best first; Low Crawls last. Empty if it cannot rout.

    The nearest woods or building (in MF), else any hex. Best: the fewest NMC, then the list of 5.6: a Good
    Order leader, out of LOS, out of range, rally terrain, TEM, a VPO.
    """
    if unit.hex is None:
        return []
    fear = threat(game, unit)
    ways = _reachable(game, unit, fear)
    ends = {name: found for name, found in ways.items() if name != unit.hex and not fear.adjacent(name)}
    covers = {name: found for name, found in ends.items() if is_refuge(game, name)}
    chosen = _nearest(fear, unit.hex, covers) or ends
    routs = [
        Rout(way.path, way.mf, way.interdicted, why=_praise(game, unit, fear, name))
        for name, found in chosen.items()
        for way in found[-1:]
    ]
    routs.sort(key=lambda rout: (len(rout.interdicted), *_order(game, unit, fear, rout.goal), rout.mf, rout.path))
    return [*routs, *_crawls(game, unit, fear, routs)]


def safest(game: Game, unit: Unit, goal: str) -> Rout | None:
    """The way to `goal` within the MF with the fewest NMC, whether a rout should end there or not."""
    fear = threat(game, unit)
    found = _reachable(game, unit, fear).get(goal)
    if not found or goal == unit.hex:
        return None
    return Rout(found[-1].path, found[-1].mf, found[-1].interdicted, why=_praise(game, unit, fear, goal))


def is_refuge(game: Game, name: str) -> bool:
    """A10.51: woods or a building, neither in a Known minefield nor in an FFE."""
    safe = not game.state.markers_at(name, "minefield") and not artillery.covering(game, name)
    return safe and game.board.chart.has(game.board.terrain(name).terrains, "rally")


def step_mf(game: Game, a: str, b: str) -> float | None:
    """The MF of one hex of a rout; None for all of them or not at all."""
    cost = infantry_cost(game.board, a, b)
    return None if cost.mf is None else cost.mf + smoke.entry_mf(game, b)


def _reachable(game: Game, unit: Unit, fear: Threat) -> dict[str, list[_Way]]:
    """Every hex within the MF by legal steps: the cheapest way first, each next one dearer with fewer NMC."""
    start, limit = unit.hex or "", float(game.figure("rout-mf"))
    done: dict[str, list[_Way]] = {}
    queue: list[tuple[float, int, tuple[str, ...], tuple[str, ...]]] = [(0.0, 0, (start,), ())]
    while queue:
        spent, hits, path, bad = heapq.heappop(queue)
        here = path[-1]
        if here in done and len(done[here][-1].interdicted) <= hits:
            continue
        done.setdefault(here, []).append(_Way(spent, path, bad))
        for near in game.board.neighbours(here):
            price = step_mf(game, here, near)
            if price is None:
                price = limit if here == start and infantry_cost(game.board, here, near).all else limit + 1
            if near in path or spent + price > limit or fear.forbids(here, near):
                continue
            worse = (*bad, near) if fear.interdicts(here, near) else bad
            heapq.heappush(queue, (spent + price, len(worse), (*path, near), worse))
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
    start = unit.hex or ""
    if routs and not routs[0].interdicted:
        return
    first = dict.fromkeys(rout.path[1] for rout in routs)
    if not routs:
        near = game.board.neighbours(start)
        first = dict.fromkeys(name for name in near if infantry_cost(game.board, start, name).allowed)
    for name in first:
        if not fear.forbids(start, name) and not fear.adjacent(name):
            yield Rout((start, name), 0.0, (), True, _praise(game, unit, fear, name))


def _order(game: Game, unit: Unit, fear: Threat, name: str) -> tuple[int, ...]:
    """5.6 as a sort key: the smaller the better."""
    seen = [foe for foe in fear.foes if fear.sees(name, foe)]
    near = [foe for foe in fear.foes if fear.distance(name, foe) <= foe.reach]
    terrains = game.board.terrain(name).terrains
    return (
        -int(_has_leader(game, unit, name)),
        int(bool(seen)),
        int(bool(near)),
        -int(game.board.chart.has(terrains, "rally")),
        -game.board.chart.tem(terrains),
        -int(name in game.state.control),
    )


def _praise(game: Game, unit: Unit, fear: Threat, name: str) -> str:
    """What speaks for a hex, in words."""
    leader, seen, near, *_ = _order(game, unit, fear, name)
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
    place, enemy = unit.hex or "", other_side(unit.side)
    takers = [
        other
        for name in (place, *game.board.neighbours(place))
        for other in game.state.units_at(name, enemy)
        if other.infantry and other.good_order and is_known(other) and not other.flags & (HARMLESS | BUSY)
    ]
    takers = [other for other in takers if prisoners.room(game, other) >= prisoners.size(game, unit)]
    if not takers:
        return None
    if "disrupted" not in unit.flags:
        best = next(iter(destinations(game, unit)), None)
        if best and not best.interdicted and not best.low_crawl:
            return None
    return min(takers, key=lambda other: (not other.mmc, other.kind != "squad", other.id))


# -- the run -------------------------------------------------------------------------------------------


def carry_out(ctx: Context, ids: Sequence[str], way: Rout) -> None:
    """A10.5: the units run along the way: mines and FFE, Interdiction hex by hex, until they are there or down."""
    runners = [key for key in ids if key in ctx.state.units]
    for key in runners:
        drop_load(ctx, ctx.state.units[key])
    flags = ("routed", "low-crawl") if way.low_crawl else ("routed",)
    ctx.emit(ev.UnitsChanged(tuple(runners), flags, (), "A10.52" if way.low_crawl else "A10.5"))
    for a, b in itertools.pairwise(way.path):
        minefields.leave(ctx, _alive(ctx, runners), a)
        runners = [unit.id for unit in _alive(ctx, runners)]
        if not runners:
            return
        ctx.emit(ev.UnitsMoved(tuple(runners), (a, b), 0.0, "rout"))
        _left_cover(ctx, runners)
        if _runs_into(ctx, runners, b):
            return
        minefields.enter(ctx, _alive(ctx, runners), b)
        artillery.enter(ctx, _alive(ctx, runners), b)
        if not way.low_crawl:
            runners = _interdiction(ctx, [unit.id for unit in _alive(ctx, runners)], a, b)


def _alive(ctx: Context, ids: Sequence[str]) -> list[Unit]:
    return [ctx.state.units[key] for key in ids if key in ctx.state.units]


def drop_load(ctx: Context, unit: Unit) -> None:
    """A10.4: a routing unit drops the SW beyond its IPC, the heaviest first."""
    carry = ctx.figure("ipc-mmc" if unit.mmc else "ipc-smc")
    held = sorted(ctx.state.weapons_of(unit.id), key=lambda item: (ctx.game.counter_of(item).pp or 0, item.id))
    while held and sum(ctx.game.counter_of(item).pp or 0 for item in held) > carry:
        ctx.emit(ev.WeaponGiven(held.pop().id, "", unit.hex))


def _left_cover(ctx: Context, ids: Sequence[str]) -> None:
    for flag in (*sorted(DUG_IN), "in-gully"):
        out = tuple(key for key in ids if flag in ctx.state.units[key].flags)
        if out:
            ctx.emit(ev.UnitsChanged(out, (), (flag,), "routs out of it"))


def _runs_into(ctx: Context, ids: Sequence[str], name: str) -> bool:
    """A10.5: routing units that run into a concealed enemy are eliminated."""
    side = ctx.state.units[ids[0]].side
    enemies = [unit for unit in ctx.state.units_at(name, other_side(side)) if "prisoner" not in unit.flags]
    if not enemies:
        return False
    for key in ids:
        if key in ctx.state.units:
            casualties.eliminate(ctx, ctx.state.units[key], f"routs into {enemies[0].id} in {name} (A10.5)")
    ctx.tell(f"{listed(ids)} ran into {enemies[0].id} in {name} and are eliminated (A10.5).", stop=True, hexes=(name,))
    return True


def _interdiction(ctx: Context, ids: Sequence[str], a: str, b: str) -> list[str]:
    """A10.53: a NMC of each unit in an Interdicted hex; failing reduces, the highest DR ends the rout. Who goes on."""
    if not ids:
        return []
    foes = threat(ctx.game, ctx.state.units[ids[0]]).interdicts(a, b)
    if foes and ctx.state.option("ask-los"):
        doubtful = [foe.hex for foe in foes if not look(ctx.game, foe.hex, b).sure]
        if len(doubtful) == len(foes):
            settle_doubts(ctx, b, doubtful)
        foes = threat(ctx.game, ctx.state.units[ids[0]]).interdicts(a, b)
    if not foes:
        return list(ids)
    going = []
    for key in morale.in_order(ctx.game, ids):
        if key not in ctx.state.units:
            continue
        before = len(ctx.events)
        morale.morale_check(ctx, ctx.state.units[key], 0, f"Interdiction from {foes[0].hex} in {b} (A10.53)")
        if key in ctx.state.units and not _stopped(ctx, key, before):
            going.append(key)
    down = [key for key in ids if key in ctx.state.units and key not in going]
    if down:
        ctx.tell(f"{listed(down)} can run no farther than {b} (A10.53).", hexes=(b,))
    return going


def _stopped(ctx: Context, key: str, before: int) -> bool:
    """Whether the NMC just made pinned the unit: passed with the highest DR, which ends its rout (A7.8)."""
    unit = ctx.state.units[key]
    if "pinned" in unit.flags or unit.flags & {"berserk", "prisoner"}:
        return True
    record = _first_check(ctx, key, before)
    return bool(record and record.success and record.total == record.target)


def _first_check(ctx: Context, key: str, before: int) -> RollRecord | None:
    for event in ctx.events[before:]:
        if isinstance(event, ev.Rolled) and event.record.purpose.startswith(f"NMC of {key} "):
            return event.record
    return None


# -- the edges of the RtPh -----------------------------------------------------------------------------


def place_dm(ctx: Context) -> None:
    """A10.62: broken units that begin the RtPh in the open before the enemy, or beside him, fall under DM."""
    calm = [unit for unit in ctx.state.on_map() if "dm" not in unit.flags and can_rout(unit)]
    shaken = tuple(unit.id for unit in calm if must_rout(ctx.game, unit))
    if shaken:
        ctx.emit(ev.UnitsChanged(shaken, ("dm",), (), "the enemy is near (A10.62)"))


def due(game: Game, side: str) -> list[Unit]:
    """The units of a side that must rout and have not."""
    waiting = [unit for unit in game.state.on_map(side) if "routed" not in unit.flags]
    return [unit for unit in waiting if must_rout(game, unit)]


def fails(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: Failure to Rout eliminates."""
    casualties.eliminate(ctx, unit, f"Failure to Rout: {why} (A10.5)")
    words = f"{unit.id} in {unit.hex} is eliminated for Failure to Rout: {why} (A10.5)."
    ctx.tell(words, stop=True, hexes=(unit.hex or "",))


def gives_up(ctx: Context, unit: Unit, taker: Unit) -> None:
    """A20.21: a unit that cannot get away surrenders."""
    ctx.tell(f"{unit.id} in {unit.hex} surrenders to {taker.id} (A20.21).", stop=True, hexes=(unit.hex or "",))
    prisoners.take(ctx, unit, taker, "surrenders (A20.21)")
