"""Charges and errands (S6.3): what a unit must do, away from a fire, near enough for its flamethrower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from sasl.asl.fire.tem import best_cover
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.movement.allowance import NO_DOUBLE, is_able, movement_allowance, movement_kind, stack_allowance
from sasl.asl.movement.bypass import Beside
from sasl.asl.movement.charging import berserk_charge, charge_way
from sasl.asl.movement.entering import entry_cost, own_edge
from sasl.asl.movement.move import reckon
from sasl.asl.movement.step import held
from sasl.asl.terrain import fires, pillboxes
from sasl.board.movement_cost import path as find_path
from sasl.minds.act import Act, Decider
from sasl.minds.action import automatic
from sasl.minds.measures import risk
from sasl.minds.movement import goals
from sasl.minds.movement.ways.paths import Ground, Path, ground, paths, safest_route, to_go
from sasl.orders.entry_orders import Exit
from sasl.orders.move_orders import Move, WaveOn
from sasl.orders.vehicle_orders import Man, Stop


def next_act(game: Game, decider: Decider) -> Act | None:
    """The next charge or errand of a side in its MPh, or None."""
    done: set[str] = set()
    for unit in sorted(game.state.on_map(decider.side), key=_order):
        if unit.id in done or unit.id in game.state.passed or not _able(game, unit):
            continue
        group = _together(game, unit)
        done |= {other.id for other in group}
        act = _act(game, decider, group)
        if act is not None:
            return act
    return None


def _order(unit: Unit) -> tuple[bool, bool, str]:
    """Return the order of movement (S9.1): the berserk, then a Human Wave, then the others."""
    return "berserk" not in unit.flags, "human-wave" not in unit.flags, unit.id


def _able(game: Game, unit: Unit) -> bool:
    """Whether a unit may still move at all: who has begun goes on only while no other has moved since (A4.2)."""
    moving = game.state.moving
    if unit.kind == "aircraft" or (unit.mf and (moving is None or unit.id not in moving.ids)):
        return False
    return is_able(unit) or (unit.kind == "vehicle" and {"motion", "panicked"} <= unit.flags)


def _together(game: Game, unit: Unit) -> list[Unit]:
    """A15.43, A25.23: who charges out of one hex charges, and goes on, together; anybody else goes by himself."""
    for flag in ("berserk", "human-wave"):
        if flag in unit.flags:
            return [
                other for other in game.state.units_at(unit.hex, unit.side)
                if flag in other.flags and _able(game, other) and bool(other.mf) == bool(unit.mf)
                and other.id not in game.state.passed
            ]  # fmt: skip
    return [unit]


def _act(game: Game, decider: Decider, units: Sequence[Unit]) -> Act | None:
    unit = units[0]
    if "berserk" in unit.flags:
        return _charge(game, units)
    if decider.doctrine.orders == "free" and "recalled" not in unit.flags:
        return None
    if "human-wave" in unit.flags:
        return _wave(game, units)
    if decider.doctrine.orders == "action" and "move-command" not in unit.flags and "recalled" not in unit.flags:
        return None
    errand = automatic.errand(game, decider, unit)
    if errand is None:
        return _own_reasons(game, decider, unit)
    return _leave(game, decider, unit, errand) if errand.goal == "edge" else _go(game, decider, unit, errand)


# -- charges --------------------------------------------------------------------------------------------


def _charge(game: Game, units: Sequence[Unit]) -> Act | None:
    """A15.43: by the shortest way at the nearest Known enemy in LOS; ties: the least US#, then the greatest TEM."""
    unit = units[0]
    equal = berserk_charge.targets(game, unit)
    if not equal:
        return None
    goal = min(equal, key=lambda name: _softest(game, unit, name))
    near = game.board.distance(unit.hex, goal)
    why = f"the nearest Known enemy in LOS is in {goal}, {near} hexes away; ties: least US#, then greatest TEM (A15.43)"
    way = charge_way.shortest(game, unit, goal)
    part = berserk_charge.within_mf(game, units, way)
    return _as_far(units, way.hexes, part.hexes, "charges" if len(units) == 1 else "charge", (why,), beside=part.beside)


def _softest(game: Game, unit: Unit, name: str) -> tuple[int, int, str]:
    """A15.43 as SASL settles it: the hex with the least US#, then with the greatest TEM."""
    there = [other for other in game.state.units_at(name, opponent(unit.side)) if other.known]
    strength = sum(prisoners.size(game, other) for other in there if other.kind not in (*VEHICLES, "gun"))
    covers = (best_cover(game, other, unit.hex, None, "") for other in there if other.kind not in VEHICLES)
    tem = max((cover.value for cover in covers if cover), default=0)
    return strength, -tem, name


def _wave(game: Game, units: Sequence[Unit]) -> Act | None:
    """A25.23: a Human Wave runs at the nearest Known enemy, or toward the other side's edge."""
    unit, board = units[0], game.board
    if game.state.wave is not None:
        ids = tuple(other.id for other in units)
        return Act(unit.id, WaveOn(), "the Human Wave runs on", ("it must, as long as it can (A25.232)",), ids)
    foes = {
        other.hex for other in game.state.on_map(opponent(unit.side))
        if other.known and other.kind != "aircraft" and "prisoner" not in other.flags
    }  # fmt: skip
    edge = game.edge_of(opponent(unit.side))
    goal = min(foes or board.edge(edge), key=lambda name: (board.distance(unit.hex, name), board.hex(name)))
    if goal == unit.hex:
        return None
    way = charge_way.shortest(game, unit, goal, around=False).hexes
    return _march(game, units, way, "run on in a Human Wave", (f"the nearest enemy is in {goal} (A25.23)",))


# -- errands --------------------------------------------------------------------------------------------


def _go(game: Game, decider: Decider, unit: Unit, errand: automatic.Automatic) -> Act | None:
    """To the hex an automatic action names: a Gun, a vehicle, an entrenchment; a Panicked vehicle only stops."""
    reason = (errand.words(decider.doctrine),)
    if errand.rule == "S6.309":
        return Act(unit.id, Stop(unit.id), f"{unit.id} stops in {unit.hex}", reason, (unit.id,))
    if errand.goal == unit.hex and errand.rule != "S6.3121":
        return _mans(game, unit, reason)
    if errand.goal == unit.hex:
        what = "pillbox" if pillboxes.at(game, unit.hex) else "entrenchment"
        title = f"{unit.id} goes into the {what} of {unit.hex}"
        return Act(
            unit.id, Move((unit.id,), (errand.goal,), frozenset(("into",))), title, reason, (unit.id,), (unit.hex,)
        )
    way = _safe(game, decider, unit, errand.goal)
    return _march(game, [unit], way, "goes", (*reason, *_by_the_safest(decider, unit)))


def _mans(game: Game, unit: Unit, reason: tuple[str, ...]) -> Act | None:
    """D5.42: a crew that is with its vehicle mans it."""
    order = Man(unit.id, unit.group)
    title = f"{unit.id} mans {unit.group} in {unit.hex} (D5.42)"
    return Act(unit.id, order, title, reason, (unit.id,)) if order.can(game) else None


def _leave(game: Game, decider: Decider, unit: Unit, errand: automatic.Automatic) -> Act | None:
    """S6.302: by the safest way to its own edge and off the map; Guards in Double Time."""
    edge, reason = own_edge(game, unit.side), (errand.words(decider.doctrine),)
    if unit.hex in edge:
        if unit.mf + entry_cost(game, unit, unit.hex) > _limit(game, unit):
            return None
        return Act(unit.id, Exit((unit.id,)), f"{unit.id} leaves the map from {unit.hex}", reason, (unit.id,))
    goal = min(edge, key=lambda name: (game.board.distance(unit.hex, name), game.board.hex(name)))
    fast = errand.rule == "S6.303" and not unit.mf and unit.flags.isdisjoint(NO_DOUBLE)
    reasons = (*reason, *_by_the_safest(decider, unit))
    return _march(game, [unit], _safe(game, decider, unit, goal), "goes off", reasons, double=fast)


def _limit(game: Game, unit: Unit) -> float:
    return movement_allowance(game, unit) if unit.kind in VEHICLES else stack_allowance(game, [unit])[unit.id]


# -- ways -----------------------------------------------------------------------------------------------


def _safe(game: Game, decider: Decider, unit: Unit, goal: str) -> list[str]:
    """The safest way to a goal: for Infantry least MF + danger, for a vehicle least MP; not into what others hold."""
    closed = held(game, unit.side)
    if unit.kind not in VEHICLES:
        way = safest_route(game, decider, unit, goal)
    else:
        way = find_path(
            game.board, unit.hex, goal, movement_kind(game, unit),
            extra_cost=lambda name: inf if name in closed else 0.0,
        )  # fmt: skip
    stop = next((place for place, name in enumerate(way) if place and name in closed), len(way))
    return way[:stop]


def _by_the_safest(decider: Decider, unit: Unit) -> Iterator[str]:
    """The figures by which that way is found."""
    if unit.kind not in VEHICLES:
        yield f"by the safest way: {decider.doctrine.words('danger-mf', 'mine-mf')}"


def _march(
    game: Game, units: Sequence[Unit], way: Sequence[str], does: str, reasons: tuple[str, ...], *, double: bool = False
) -> Act | None:
    """As far along a way as the MF of all of `units` reach; None if that is not one step."""
    return _as_far(units, way, _within_mf(game, units, way, double=double), does, reasons, double=double)


def _as_far(
    units: Sequence[Unit],
    way: Sequence[str],
    taken: tuple[str, ...],
    does: str,
    reasons: tuple[str, ...],
    *,
    double: bool = False,
    beside: Beside = (),
) -> Act | None:
    """Along that part of a way that is taken now, in Bypass of what is `beside`; None if there is none."""
    if not taken:
        return None
    ids = tuple(unit.id for unit in units)
    how = frozenset(("double",)) if double else frozenset[str]()
    title = f"{', '.join(ids)} in {way[0]} {does} toward {way[-1]}: {' '.join(taken[1:])}"
    return Act(ids[0], Move(ids, taken[1:], how, beside), title, reasons, ids, taken)


def _within_mf(game: Game, units: Sequence[Unit], way: Sequence[str], *, double: bool) -> tuple[str, ...]:
    """The part of a way that all of `units` have the MF for; empty if not one step."""
    bonus = game.figure("double-time-mf") if double else 0
    limits = {unit.id: _limit(game, unit) + bonus for unit in units}
    if units[0].infantry:
        limits = {key: value + bonus for key, value in stack_allowance(game, units).items()}
    for length in range(len(way), 1, -1):
        part = tuple(way[:length])
        try:
            spent = reckon(game, units, part)
        except Refused:
            continue
        if all(spent[unit.id] <= limits[unit.id] for unit in units):
            return part
    return ()


MOST_SHOWN = 6


def _own_reasons(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """S6.304, S6.306: the move of Infantry in a burning Location, or with a FT; None if neither, or nowhere to go."""
    if not unit.infantry:
        return None
    if fires.on_fire(game, unit.hex):
        return _away(game, decider, unit)
    if automatic.flamethrowers(game, unit) and not unit.mf:
        return _nearer(game, decider, unit)
    return None


# -- out of the fire ------------------------------------------------------------------------------------


def _away(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """S6.304: to the best hex in reach that does not burn: cover and little danger, then few MF."""
    land = ground(game, decider, [unit])
    found = [way for way in _ends(land) if not fires.on_fire(game, way.end)]
    found.sort(key=lambda way: (_price(land, way), way.mf, way.end))
    figures = decider.doctrine.words(*PRICED)
    reasons = (f"{unit.hex} burns (S6.304)", *(_words(land, way) for way in found[:MOST_SHOWN]), figures)
    return _move(unit, found[0].hexes, "", "gets away from the fire", reasons) if found else None


def _ends(land: Ground) -> list[Path]:
    """The ways the unit has the MF for, to hexes with room."""
    game, unit = land.game, land.units[0]
    left = stack_allowance(game, [unit])[unit.id] - unit.mf
    reach = paths(land, max(0.0, left))
    return [way for name, way in reach.items() if name != land.start and land.has_room(name) and _legal(land, way)]


def _legal(land: Ground, way: Path, how: str = "") -> bool:
    """Whether the rules let the unit go that way with the MF it has; Assault Movement may not use all of them."""
    game, unit = land.game, land.units[0]
    limit = stack_allowance(game, [unit])[unit.id]
    try:
        spent = reckon(game, [unit], way.hexes, {how} - {""})[unit.id]
    except Refused:
        return False
    return spent < limit if how else spent <= limit


PRICED = ("danger-mf", "cover-mf")
"""The figures that a way is priced by."""


def _price(land: Ground, way: Path) -> float:
    """What a way costs in MF: its danger, that of its end, less the cover there."""
    figure = land.decider.doctrine.value
    danger = way.danger + land.harm.standing(way.end)
    return figure("danger-mf") * danger - figure("cover-mf") * land.covered(way.end)


def _words(land: Ground, way: Path) -> str:
    cover, there = "cover" if land.covered(way.end) else "no cover", land.harm.standing(way.end)
    return f"{way.end}: {way.mf:g} MF, {risk(way.danger)} on the way, {risk(there)} there, {cover}"


# -- near enough for the flamethrower -------------------------------------------------------------------


def _nearer(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """S6.306: toward the nearest enemy by the safest way, as far as it pays under fire; into long range by Assault
    Movement, into the best TEM."""
    board, here = game.board, unit.hex
    foes = goals.known_enemies(game, decider.side)
    if not foes:
        return None
    goal = min(foes, key=lambda name: (board.distance(here, name), board.hex(name)))
    long = _reach(game, unit)
    why = f"its FT reaches {long} hexes; the nearest enemy is in {goal} (S6.306)"
    if board.distance(here, goal) <= long + 1:
        return _assault(game, decider, unit, goal, why)
    land = ground(game, decider, [unit])
    left = to_go(land, goal)
    parts = list(_parts(land, safest_route(game, decider, unit, goal), goal, long + 1))
    stay = left.get(here, 0.0) + _price(land, Path((here,), 0.0, 0.0))
    parts.sort(key=lambda part: left.get(part.end, 0.0) + _price(land, part))
    if not parts or left.get(parts[0].end, 0.0) + _price(land, parts[0]) >= stay:
        return None  # nothing is gained under that fire: it goes or stays as any other (S9)
    how = "assault" if parts[0].danger and len(parts[0].hexes) == 2 and _legal(land, parts[0], "assault") else ""
    reasons = (why, *(_words(land, part) for part in parts[:MOST_SHOWN]), decider.doctrine.words(*PRICED))
    return _move(unit, parts[0].hexes, how, f"takes its FT toward {goal}", reasons)


def _parts(land: Ground, way: list[str], goal: str, near: int) -> Iterator[Path]:
    """The legal parts of a way until it is so near to its goal, each with its MF and its greatest danger."""
    board = land.game.board
    stop = next((place for place, name in enumerate(way) if board.distance(name, goal) <= near), len(way) - 1)
    mf, danger = 0.0, 0.0
    for length in range(2, stop + 2):
        a, b = way[length - 2], way[length - 1]
        mf, danger = mf + (land.footing.price(a, b) or 0.0), max(danger, land.harm(b))
        part = Path(tuple(way[:length]), mf, danger)
        if _legal(land, part) and land.has_room(b):
            yield part


def _reach(game: Game, unit: Unit) -> int:
    """The long range of the FT a unit holds."""
    tubes = automatic.flamethrowers(game, unit)
    figures = [game.counter_of(game.state.weapons[key]).range or 0 for key in tubes]
    return game.figure("long-range") * max(figures)


def _assault(game: Game, decider: Decider, unit: Unit, goal: str, why: str) -> Act | None:
    """S6.306: Assault Movement into the ADJACENT hex with the best TEM that is nearer to the enemy."""
    land, here = ground(game, decider, [unit]), unit.hex
    left = to_go(land, goal)
    found = []
    for name in game.board.neighbours(here):
        way = Path((here, name), 0.0, land.harm.assault(name))
        closed = name in land.closed or name in land.mined
        nearer = game.board.distance(name, goal) < game.board.distance(here, goal)
        if nearer and not closed and land.has_room(name) and _legal(land, way, "assault"):
            found.append(way)
    found.sort(key=lambda way: (_price(land, way), left.get(way.end, 0.0), way.end))
    reasons = (why, *(_words(land, way) for way in found[:MOST_SHOWN]), decider.doctrine.words(*PRICED))
    return _move(unit, found[0].hexes, "assault", f"takes its FT toward {goal}", reasons) if found else None


def _move(unit: Unit, hexes: tuple[str, ...], how: str, does: str, reasons: tuple[str, ...]) -> Act:
    order = Move((unit.id,), hexes[1:], frozenset((how,)) - {""})
    title = f"{unit.id} in {hexes[0]} {does}: {' '.join(hexes[1:])}{f' ({how})' if how else ''}"
    return Act(unit.id, order, title, reasons, (unit.id,), hexes, hexes[-1])
