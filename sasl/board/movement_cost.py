"""Movement costs hex by hex, how far a unit can go, and the cheapest path; figures from the terrain chart."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from sasl.board.board import Board
from sasl.board.bypass_line import beside
from sasl.board.terrain import HORSES, NEVER, STREAM, VEHICLES, HexsideType, HexTerrain, TerrainChart
from sasl.kernel.frozen import Frozen

FOOT = "foot"
KINDS = (FOOT, *HORSES, *VEHICLES)

Parts = list[tuple[str, float]]
Barred = Callable[[str, str], bool]
"""Whether a step from one hex into the next is not to be taken."""


class Cost(Frozen):
    """What entering a hex costs in MF or MP, with the parts that add up to it.

    `mf` is None where the hex may not be entered (`why` says it) or takes ALL a unit has (`all`).
    """

    mf: float | None
    parts: tuple[tuple[str, float], ...] = ()
    all: bool = False
    why: str = ""

    @property
    def allowed(self) -> bool:
        """True if the hex can be entered at all."""
        return self.mf is not None or self.all

    @property
    def text(self) -> str:
        """The sum in one line: `1 open ground + 0.5 moving Up-Slope = 1.5`."""
        if self.all:
            return f"ALL ({self.why})"
        if self.mf is None:
            return f"not allowed ({self.why})"
        sum_ = " + ".join(f"{value:g} {name}" for name, value in self.parts)
        return sum_ if len(self.parts) == 1 else f"{sum_} = {self.mf:g}"


def infantry_cost(
    board: Board,
    a: str,
    b: str,
    *,
    use_road: bool = True,
    into: bool = False,
    wet: bool = False,
    below: bool = True,
    kind: str = FOOT,
    past: bool = False,
) -> Cost:
    """The MF for Infantry, or Cavalry or a wagon by `kind` (A13.3, OtO 1.51), to move from `a` to the adjacent `b`.

    By road where one crosses the hexside, unless not `use_road` (B3, OtO 2.3); doubled going up a level (B10.4) and out
    of a gully, with a cost for each level between (B10.51); `into` the shellholes or not (OtO 2.2), which is not
    doubled (B2.4); half a MF more Up-Slope (OtO 1.51); `wet`: one more per level, and across a slope (E3.54, OtO
    1.54); `below`: IN the gully or stream of `a`, if it has one. One MF more over a wall or hedge, which is not doubled
    (B9.4); never over a cliff, nor into water but by road over a bridge. `past`: in Bypass of the woods or building
    there (A4.31).

    ValueError if `a` and `b` are not adjacent hexes in play.
    """
    return _kept(board, a, b, _infantry_cost, (use_road, into, wet, below, kind, past))


def _kept(board: Board, a: str, b: str, work_out: Callable[..., Cost], more: tuple[object, ...]) -> Cost:
    """The cost from `a` to `b`, worked out once for this board; hexes of the same terrain cost the same."""
    known: dict[tuple[object, ...], Cost] = board.cache.setdefault(work_out.__name__, {})
    key = a, b, *more
    found = known.get(key)
    if found is None:
        side, here, there = _side(board, a, b), board.terrain(a), board.terrain(b)
        alike = id(here), id(there), side, *more
        found = known.get(alike)
        if found is None:
            found = known[alike] = work_out(board.chart, here, there, side, *more)
        known[key] = found
    return found


def _by_road(here: HexTerrain, there: HexTerrain, side: int) -> bool:
    return side in here.road and (side + 3) % 6 in there.road


def _infantry_cost(
    chart: TerrainChart, here: HexTerrain, there: HexTerrain, side: int,
    use_road: bool, into: bool, wet: bool, below: bool, kind: str, past: bool,
) -> Cost:  # fmt: skip
    by_road = use_road and _by_road(here, there, side)
    fences = (
        [] if by_road else [(line.name.lower(), line.horse.get(kind, line.mf)) for line in _fences(chart, here, side)]
    )
    closed = _closed(chart, here, there, by_road) or next((name for name, mf in fences if mf in (None, NEVER)), "")
    if closed:
        return Cost(None, why=closed)
    named: tuple[tuple[str, float | None], ...] = (("road", chart.figure("road_mf")),)
    terrains = beside(there) if past else _met(here, there, side)
    if not by_road:
        named = chart.infantry(terrains) if kind == FOOT else chart.horse(terrains, kind)
    parts: Parts = []
    for name, mf in named:
        if mf == NEVER:
            return Cost(None, why=name)
        if mf is None:
            return Cost(None, (), True, name)
        parts.append((name, mf))
    levels = _rise(here, there, side, below=below, by_road=by_road)
    if levels > 0:
        up = there.elevation - here.elevation
        name = f"up {levels} level{'s' * (levels > 1)}" if up else f"out of the {here.bed}"
        parts.append((f"{name}, doubled", _sum(parts)))
    elif below and not by_road and _over_the_edge(here, there, side):
        parts.append(("over the ground between", chart.figure("abrupt_mf")))
    parts += _between(chart, levels, "mf")
    if into and kind == FOOT and (holes := chart.into_mf(terrains)):
        parts.append(("moving into it", holes))
    parts += [(f"over the {name}", mf or 0.0) for name, mf in fences]
    if side in here.down:
        parts.append(("moving Up-Slope", chart.figure("up_slope_mf")))
    parts += _slippery(chart, here, there, side, wet)
    return Cost(_sum(parts), tuple(parts))


def vehicle_cost(
    board: Board, a: str, b: str, kind: str, *, buttoned_up: bool = False, wet: bool = False, past: bool = False
) -> Cost:
    """The MP for a `kind` of vehicle (tracked, halftrack, truck) to move from `a` to the adjacent `b`.

    `buttoned_up` AFV pay more on roads (B3), all of them over walls and hedges. Four MP more for each level up, two by
    road (B10.4, B3.41), and two for each level between on the way down (B10.51). One MP more Up-Slope (OtO 1.52), onto
    a railroad but by a road that crosses it (B32.3, B32.41), and when `wet` (E3.54, OtO 1.54); never across a hexside
    that is crest line and slope at once (OtO 1.53). `past`: in Bypass, for one hexside and not yet doubled (D2.3).
    ValueError as `infantry_cost`, or for another kind.
    """
    if kind not in VEHICLES:
        raise ValueError(f"'{kind}' is not a kind of vehicle; there are {', '.join(VEHICLES)}")
    return _kept(board, a, b, _vehicle_cost, (kind, buttoned_up, wet, past))


def _vehicle_cost(
    chart: TerrainChart, here: HexTerrain, there: HexTerrain, side: int,
    kind: str, buttoned_up: bool, wet: bool, past: bool,
) -> Cost:  # fmt: skip
    if there.elevation != here.elevation and (side in here.down or side in here.up):
        return Cost(None, why="crest line and slope in one hexside")
    by_road = _by_road(here, there, side) and not past
    closed = _closed(chart, here, there, by_road)
    if closed:
        return Cost(None, why=closed)
    if by_road:
        parts: Parts = [("road", chart.figure("road_mp_buttoned_up" if buttoned_up else "road_mp"))]
    else:
        parts = []
        for name, mp in chart.vehicle(beside(there) if past else _met(here, there, side), kind):
            if mp is None:
                return Cost(None, why=name)
            parts.append((name, mp))
        if there.rail and not past:
            parts.append(("railroad", chart.figure("rail_mp")))
    for line in () if by_road else _fences(chart, here, side):
        over = line.mp[kind]
        if over is None:
            return Cost(None, why=line.name.lower())
        parts.append((f"over the {line.name.lower()}", over))
    rise = _rise(here, there, side, below=True, by_road=by_road)
    if rise > 0:
        up = there.elevation - here.elevation
        name = f"up {rise} level{'s' * (rise > 1)}" if up else f"out of the {here.bed}"
        parts.append((name, rise * chart.figure("up_level_road_mp" if by_road else "up_level_mp")))
    elif not by_road and _over_the_edge(here, there, side):
        parts.append(("over the ground between", chart.figure("abrupt_mp")))
    else:
        parts += _between(chart, rise, "mp")
    if side in here.down:
        parts.append(("moving Up-Slope", chart.figure("up_slope_mp")))
    parts += _slippery(chart, here, there, side, wet)
    return Cost(_sum(parts), tuple(parts))


def cost(board: Board, a: str, b: str, kind: str) -> Cost:
    """The cost for `kind`: `foot`, `cavalry`, `wagon` or a kind of vehicle: `infantry_cost`, `vehicle_cost`."""
    return vehicle_cost(board, a, b, kind) if kind in VEHICLES else infantry_cost(board, a, b, kind=kind)


def walked_into(board: Board, a: str, b: str) -> bool:
    """B16.4: whether the adjacent `b` can be entered in the APh and by Low Crawl: no marsh, but along a bridge."""
    there = board.terrain(b)
    return not board.chart.has(there.terrains, "no_advance") or (there.bridged and board.on_road(a, b))


def is_open(board: Board, name: str, via_road_from: str | None = None, *, past: bool = False) -> bool:
    """True if Infantry moving in the hex moves in Open Ground, for FFMO (A4.6).

    `via_road_from` is the hex it came from paying the road cost: in grain it is then in the open too
    (OtO 2.3). `past`: in Bypass of its woods or building (A4.34). ValueError for a hex that is not in play.
    """
    here, chart = board.terrain(name), board.chart
    terrains = beside(here) if past else here.terrains
    if all(chart[terrain].ffmo for terrain in terrains):
        return True
    if via_road_from is None or not board.on_road(via_road_from, name):
        return False
    return not chart.has(terrains, "road_cover")


def reach(
    board: Board,
    start: str,
    allowance: float,
    kind: str = FOOT,
    blocked: Collection[str] = frozenset(),
    *,
    road_only: bool = False,
    barred: Barred | None = None,
    more: Mapping[str, float] = MappingProxyType({}),
) -> dict[str, float]:
    """Every hex a unit with `allowance` MF or MP can end in, with the least cost; `start` costs 0.

    `more`: what it costs beside the ground to enter a hex. Hexes in `blocked` are not entered, no step is `barred`. A
    hex that takes ALL can be entered only from `start`, with the whole allowance. `road_only` keeps to roads (for the
    bonus of B3.4 call again with one MF more).
    """
    start = board.find(start)
    done: dict[str, float] = {}
    queue = [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here in done:
            continue
        done[here] = spent
        for near, price in _moves(board, here, kind):
            if near in done or near in blocked or (road_only and not board.on_road(here, near)):
                continue
            if barred and barred(here, near):
                continue
            if price is None:
                price = allowance if here == start else allowance + 1
            else:
                price += more.get(near, 0.0)
            if spent + price <= allowance:
                heapq.heappush(queue, (spent + price, near))
    return done


def path(
    board: Board,
    start: str,
    goal: str,
    kind: str = FOOT,
    extra_cost: Callable[[str], float] | None = None,
    barred: Barred | None = None,
) -> list[str]:
    """The cheapest way from `start` to `goal`, both included; empty if there is none.

    `extra_cost(hex)` adds to the cost of entering a hex (danger, say; it must not be negative, and
    infinity closes the hex); no step is `barred`. ALL counts as the figure `all_mf`.
    """
    all_price = board.chart.figure("all_mf")
    start, goal = board.find(start), board.find(goal)
    came: dict[str, str] = {}
    best = {start: 0.0}
    done: set[str] = set()
    queue = [(0.0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here in done:
            continue
        if here == goal:
            return _way_back(came, goal)
        done.add(here)
        for near, price in _moves(board, here, kind):
            if near in done or (barred and barred(here, near)):
                continue
            total = spent + (all_price if price is None else price)
            if extra_cost:
                total += extra_cost(near)
            if total < best.get(near, float("inf")):
                best[near], came[near] = total, here
                heapq.heappush(queue, (total, near))
    return []


def _way_back(came: dict[str, str], goal: str) -> list[str]:
    way = [goal]
    while way[-1] in came:
        way.append(came[way[-1]])
    return way[::-1]


def _moves(board: Board, name: str, kind: str) -> tuple[tuple[str, float | None], ...]:
    """The hexes that can be entered from `name`, with the price (None for ALL); kept by the board."""
    known: dict[str, tuple[tuple[str, float | None], ...]] = board.cache.setdefault(f"moves {kind}", {})
    if name not in known:
        prices = ((near, cost(board, name, near, kind)) for near in board.neighbours(name))
        known[name] = tuple((near, price.mf) for near, price in prices if price.allowed)
    return known[name]


def _side(board: Board, a: str, b: str) -> int:
    side = board.hexside(a, b)
    if side is None:
        raise ValueError(f"{a} and {b} are not adjacent; MF cost is counted hex by hex")
    return side


def _fences(chart: TerrainChart, here: HexTerrain, side: int) -> list[HexsideType]:
    """The walls, hedges and cliffs along a hexside."""
    return [chart.hexsides[kind] for kind in here.along(side)] if here.fenced else []


def _closed(chart: TerrainChart, here: HexTerrain, there: HexTerrain, by_road: bool) -> str:
    """The water that bars the way, or "": into it and off a bridge over it one goes by road alone (B6, B21)."""
    for terrain in (there, here):
        for kind in terrain.terrains:
            if chart[kind].closed and not (by_road and terrain.bridged):
                return chart[kind].name.lower()
    return ""


def _met(here: HexTerrain, there: HexTerrain, side: int) -> tuple[str, ...]:
    """What a unit that enters a hex off the road goes through: along a stream nothing but the stream (B33.11)."""
    along = side in here.gully and here.bed == there.bed == STREAM and not here.bridged
    return (STREAM,) if along else there.terrains


def climbs_out(board: Board, a: str, b: str) -> bool:
    """Whether who is IN the gully or stream of `a` goes up when it leaves for `b`, off the road (B19.4, B20.45)."""
    side, here, there = _side(board, a, b), board.terrain(a), board.terrain(b)
    return not board.on_road(a, b) and (_climbs_out(here, there, side) or _over_the_edge(here, there, side))


def _rise(here: HexTerrain, there: HexTerrain, side: int, *, below: bool, by_road: bool) -> int:
    """The full levels gone up by the step (down if less than 0); `below`: from IN the gully or stream of `here`."""
    rise = there.elevation - here.elevation
    if by_road or side in here.gully:
        return rise
    sunk, sinks = below and _climbs_out(here, there, side), there.depression and not here.depression
    return rise + int(sunk) - int(sinks)


def _between(chart: TerrainChart, levels: int, points: str) -> Parts:
    """B10.51: the levels passed between the first and the last one of an Abrupt Elevation Change."""
    passed = abs(levels) - 1
    if passed < 1 or (levels > 0 and points == "mp"):  # going up, every level costs a vehicle the same
        return []
    figure = f"abrupt_{points}" if levels > 0 else f"abrupt_down_{points}"
    return [(f"past {passed} level{'s' * (passed > 1)} between", passed * chart.figure(figure))]


def _climbs_out(here: HexTerrain, there: HexTerrain, side: int) -> bool:
    """True if a unit IN the gully or stream of `here` must climb to leave across `side`."""
    if not here.depression or here.bridged:
        return False
    return side not in here.gully and not there.depression


def _over_the_edge(here: HexTerrain, there: HexTerrain, side: int) -> bool:
    """True from one gully into another across ground that is higher than both (B10.51, B19.4)."""
    if not here.depression or not there.depression or here.bridged or there.bridged:
        return False
    return side not in here.gully and not (here.culvert or there.culvert)


def _slippery(chart: TerrainChart, here: HexTerrain, there: HexTerrain, side: int, wet: bool) -> Parts:
    """E3.54: one more for each level up or down; a slope hexside counts as a change of level (OtO 1.54)."""
    levels = abs(there.elevation - here.elevation)
    levels += int(side in here.down or side in here.up)
    return [("wet slope", levels * chart.figure("wet_level"))] if wet and levels else []


def _sum(parts: Parts) -> float:
    return sum(value for _, value in parts)
