"""Units come onto the map by their own board edge (A2.51), as told or as suggested, and leave by it (A2.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from sasl.asl.fire.residual import LANE, RESIDUAL
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import HORSE, SMC, Flag
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.infantry.morale import leadership
from sasl.asl.movement import riding
from sasl.asl.movement.allowance import may_move, movement_kind, stack_allowance
from sasl.asl.movement.mf_limit import beyond, double_time, may_double
from sasl.asl.movement.move import crowded
from sasl.asl.movement.step import arrived, bars, moved, not_held
from sasl.asl.stacking import halves, overstacked
from sasl.asl.terrain import fortified
from sasl.asl.vehicles import driving
from sasl.board.terrain import HORSES, NEVER
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

PERILS = ("minefield", RESIDUAL, LANE)
"""The markers of a hex into which nobody is sent unasked."""
GAITS: dict[str, tuple[Flag, ...]] = {"gallop": ("gallop",), "double": ("cx",)}
"""The words of a gait that begins with the entry, and the states it gives."""


def waiting(game: Game, side: Side) -> list[Unit]:
    """The units of a side that are off the map and may enter now, whoever carries others first."""
    return [
        unit
        for unit in game.state.units.values()
        if unit.side == side
        and not unit.hex
        and not unit.carrier
        and unit.kind not in (HORSE, "aircraft", "gun")
        and unit.turn <= game.state.turn
    ]


def may_enter(game: Game, units: Sequence[Unit], name: str, options: frozenset[str] = frozenset()) -> dict[str, float]:
    """A2.51: what the first hex costs each unit that enters there. Refused, with the rule, if one may not.

    `options`: the words of the gait (`GAITS`).
    """
    side = game.state.side
    edge, code = game.edge_of(side), "FBE" if side == "FRIENDLY" else "EBE"
    here = next((unit for unit in units if unit.hex), None)
    if here is not None:
        raise Refused(f"{here.id} is already on the map, in {here.hex}")
    if name not in game.board.edge(edge):
        raise Refused(f"{name} is not on the {edge} edge ({code})")
    if not units:
        raise Refused("these ride in other units: name the carrier (D6)")
    by_road = [unit for unit in units if name not in (road_entries(game, unit) or (name,))]
    if by_road:
        verb, roads = "enters" if len(by_road) == 1 else "enter", listed(road_entries(game, by_road[0]))
        others = "; leave them out, or enter them all there" if len(by_road) < len(units) else ""
        who = listed(unit.id for unit in by_road)
        raise Refused(f"{who} {verb} through a road hex of the {code}: {roads} (Random Event){others}")
    price: dict[str, float] = {}
    for unit in units:
        if unit.turn > game.state.turn:
            raise Refused(f"{unit.id} arrives on Turn {unit.turn}")
        may_move(unit)
        price[unit.id] = entry_cost(game, unit, name)
        if price[unit.id] == NEVER:
            what = game.board.terrain(name).describe(game.board.chart)
            raise Refused(f"{unit.id} cannot enter {name}: {what} ({'A13.3' if unit.cavalry else 'A2.51'})")
    if any(unit.personnel for unit in units):
        not_held(game, side, name)
        if why := fortified.why_closed(game, side, name):
            raise Refused(why)
    riding.fitting(units, options)
    if "gallop" in options:
        riding.may_gallop_in(game, units, name)
    if "double" in options:
        may_double(units)
    return price


def entries(game: Game, units: Sequence[Unit]) -> dict[str, float]:
    """Return the hexes of the edge by which all of these units may enter now (A2.51), with the MF of the dearest."""
    found: dict[str, float] = {}
    movers = [unit for unit in units if not unit.carrier]
    for name in own_edge(game, game.state.side):
        with suppress(Refused):
            found[name] = max(may_enter(game, movers, name).values())
    return found


def entered(game: Game, units: Sequence[Unit], name: str, options: frozenset[str] = frozenset()) -> Game:
    """The game as it will stand when nothing has happened to those who entered. Refused if they may not enter."""
    price = may_enter(game, units, name, options)
    flags = frozenset(flag for word in options for flag in GAITS.get(word, ()))
    there = {unit.id: replace(unit, hex=name, mf=price[unit.id], flags=unit.flags | flags) for unit in units}
    return game.at(replace(game.state, units={**game.state.units, **there}))


def enter(ctx: Context, units: Sequence[Unit], name: str, options: frozenset[str] = frozenset()) -> bool:
    """A2.51: off-board units enter on their own board edge, paying for the first hex. True if the move halts there."""
    price = may_enter(ctx.game, units, name, options)
    for word, begin in (("gallop", riding.gallop), ("double", double_time)):
        if word in options:
            units = begin(ctx, units)
    halted = False
    for unit in units:
        limit = stack_allowance(ctx.game, units)[unit.id]
        if price[unit.id] > limit > 0:
            beyond(ctx, unit, f"{unit.id} has {limit:g}; {name} takes {price[unit.id]:g} (A2.51)")
    for unit in units:
        if unit.kind == "vehicle":
            halted = driving.enter_map(ctx, unit, name, price[unit.id]) or halted
    others = [unit for unit in units if unit.kind != "vehicle"]
    if others:
        moved(ctx, {unit.id: price[unit.id] for unit in others}, (name,), "enter")
        halted = arrived(ctx, [unit.id for unit in others], (name,)) or halted
    for unit in units:
        if unit.id in ctx.state.units:
            pieces.change(ctx, ctx.state.units[unit.id], (), ["road-entry"])
    crowded(ctx, [unit.id for unit in units])
    return halted


def road_entries(game: Game, unit: Unit) -> tuple[str, ...]:
    """RE 11-13, 31-33: the hexes by which a unit must enter that comes by road; () if any hex of its edge will do."""
    if "road-entry" not in unit.flags:
        return ()
    return tuple(name for name in game.board.edge(game.edge_of(unit.side)) if game.board.terrain(name).road)


def entry_cost(game: Game, unit: Unit, name: str) -> float:
    """A2.51, A2.6: the MF or MP of the first hex (and of leaving), by road if there is one; NEVER if it may not go."""
    board, terrain, kind = game.board, game.board.terrain(name), movement_kind(game, unit)
    foot = unit.personnel or kind in HORSES
    if any(board.chart[word].closed for word in terrain.terrains) and not (terrain.road and terrain.bridged):
        return NEVER
    if terrain.road:
        return board.chart.figure("road_mf" if foot else "road_mp")
    if kind in HORSES:
        parts = board.chart.horse(terrain.terrains, kind)
    elif foot:
        parts = board.chart.infantry(terrain.terrains)
    else:
        return sum(NEVER if price is None else price for _, price in board.chart.vehicle(terrain.terrains, kind))
    every = stack_allowance(game, [unit])[unit.id]
    return sum(every if price is None else price for _, price in parts)


# -- leaving ------------------------------------------------------------------------------------------


def own_edge(game: Game, side: Side) -> tuple[str, ...]:
    """The hexes of a side's own edge: the FBE or the EBE."""
    return game.board.edge(game.edge_of(side))


def may_exit(game: Game, unit: Unit) -> None:
    """A2.6: refused unless the unit stands on its own edge and has the MF of one more hex left."""
    may_move(unit)
    place = unit.hex
    if place not in own_edge(game, unit.side):
        code = "FBE" if unit.side == "FRIENDLY" else "EBE"
        raise Refused(f"{unit.id} in {place or 'no hex'} is not on its own edge, the {code} (A2.6)")
    if unit.mf + entry_cost(game, unit, place) > stack_allowance(game, [unit])[unit.id]:
        raise Refused(f"{unit.id} lacks the MF to leave {place} (A2.6)")


def leave(ctx: Context, unit: Unit) -> None:
    """A unit leaves with its SW and all it carries; its prisoners stay in captivity (A20.54)."""
    for weapon in ctx.state.weapons_of(unit.id):
        ctx.emit(ev.WeaponRemoved(weapon.id, f"leaves the map with {unit.id}"))
    captives = {prisoner.id for prisoner in prisoners.held(ctx.game, unit)}
    for other in [item for item in ctx.state.units.values() if item.carrier == unit.id]:
        if other.id in captives:
            ctx.emit(ev.UnitRemoved(other.id, f"off the map, by {unit.id} (A20.54)", captive=True))
        else:
            leave(ctx, other)
    ctx.emit(ev.UnitRemoved(unit.id, "leaves the map by its own edge (A2.6)", counts=False))


# -- a suggestion --------------------------------------------------------------------------------------


def may_enter_all(game: Game, plan: Mapping[str, Sequence[str]]) -> None:
    """A2.51: refused if there is nobody to enter, or no room."""
    if not plan:
        side = game.state.side
        raise Refused(f"no {side} unit waits off the map with room on the {game.edge_of(side)} edge (A2.51)")


def enter_all(
    ctx: Context, plan: Mapping[str, Sequence[str]], manner: str, perils: Mapping[str, str] | None = None
) -> None:
    """Units enter as suggested, hex by hex, until fire or an Activated S? makes the player think again.

    A4.2: a stack's move is over when the next one moves. So nobody's MF are spent unasked: `manner` is "next" (one
    stack enters, and may go on), "all", or "" to be asked. `perils`: what each stack would meet in its hex, for the
    question.
    """
    side = ctx.state.side
    who = "; ".join(f"{listed(ids)} in {name}{f' ({perils[name]})' if perils else ''}" for name, ids in plan.items())
    if not manner and len(plan) > 1:
        manner = ctx.choose(
            f"{len(plan)} stacks wait: {who}. A stack's move ends when the next one moves.",
            (
                Option("next", "only the next stack enters; move it on, then c or enter auto again"),
                Option("all", "all enter, and stay in their entry hexes"),
            ),
            rule="A4.2",
            hexes=tuple(plan),
            whose=side,
            id="enter-auto",
        )
    elif not manner and not ctx.yes(f"Does it enter: {who}?", rule="A2.51", hexes=tuple(plan), whose=side, id="enter"):
        raise Refused("nobody enters")
    for name, ids in plan.items():
        if _barred(ctx.game, name, side):  # fire at those before has left Residual FP there, or an S? has come up
            continue
        if enter(ctx, [ctx.state.units[key] for key in ids], name) or manner == "next":
            break
    left = [unit.id for unit in waiting(ctx.game, side)]
    if left:
        ctx.tell(f"Still off the map: {listed(left, 12)}.")


def suggestion(
    game: Game, side: Side, circle: int = 0, price: Callable[[Unit, str], float] = lambda unit, name: 0.0
) -> dict[str, list[str]]:
    """Who could enter where [house]: over the width of the edge, the first near the VPO of the other side, by road.

    Nobody is overstacked, and who rides, walks or drives comes on with his like: a stack moves on together. Stacks keep
    apart as far as the edge has room for all of them. Or, if men must keep within a `circle` of so many hexes of a
    leader, the leaders keep apart, and the men come on around them. `price`: how many hexes of way it is worth that
    a unit is not seen in a hex. Stacks with leaders come after those without, the best leader last: S? that Activate
    show themselves to others.
    """
    edge = [name for name in game.board.edge(game.edge_of(side)) if not _barred(game, name, side)]
    goals = [name for name, owner in game.state.control.items() if owner != side]
    plan: dict[str, list[str]] = {}
    load: dict[str, list[Unit]] = {name: game.state.units_at(name, side) for name in edge}
    units = sorted(
        waiting(game, side),
        key=lambda unit: (bool(circle) and unit.kind != "leader", not unit.mmc, unit.kind != "vehicle"),
    )
    apart = len(edge) // max(1, sum(unit.kind == "leader" if circle else unit.kind not in SMC for unit in units))
    for unit in units:
        most = stack_allowance(game, [unit])[unit.id] or (0.0 if unit.personnel else NEVER)
        places = [
            (
                _mixes(game, unit, plan.get(name, ())),
                _astray(game, unit, name, load, apart, circle),
                _worth(game, unit, name, goals, load[name]) + price(unit, name),
                name,
            )
            for name in edge
            if name in (road_entries(game, unit) or edge)
            and entry_cost(game, unit, name) <= most
            and not overstacked(game, [*load[name], unit])
            and not (unit.kind == "vehicle" and any(other.kind == "vehicle" for other in load[name]))
        ]
        if places:
            name = min(places, key=lambda place: (*place[:3], game.board.hex(place[3])))[3]
            plan.setdefault(name, []).append(unit.id)
            load[name] = [*load[name], unit]
    return dict(sorted(plan.items(), key=lambda item: _leadership(game, item[1])))


def _leadership(game: Game, ids: Sequence[str]) -> tuple[bool, int]:
    """Whether a stack has a leader, and how good its best one is."""
    leaders = [unit for unit in game.state.present(ids) if unit.kind == "leader"]
    return bool(leaders), max((-leadership.drm(unit) for unit in leaders), default=0)


def _mixes(game: Game, unit: Unit, there: Sequence[str]) -> bool:
    """Whether a unit would come on in one hex with others that move otherwise: men on foot with Cavalry."""
    kind = movement_kind(game, unit)
    return any(movement_kind(game, game.state.units[key]) != kind for key in there)


def _astray(game: Game, unit: Unit, name: str, load: Mapping[str, Sequence[Unit]], apart: int, circle: int) -> int:
    """By how many hexes an entry is too far from every leader, or too near to others; an SMC goes with men.

    A leader goes with men who have none. If men must keep near him, he goes where men have entered whom nobody leads:
    those beyond his circle count; and he enters with some of his own.
    """
    distance, leads = game.board.distance, bool(circle) and unit.kind == "leader"
    if leads:
        own = [man for man in game.state.on_map(unit.side) if man.good_order]
        leaders = [man.hex for man in own if man.kind == "leader"]
        leaders += [other for other, there in load.items() if any(man.kind == "leader" for man in there)]
        unled = [man for man in own if man.mmc and all(distance(man.hex, other) > circle for other in leaders)]
        beyond_circle = sum(distance(man.hex, name) > circle for man in unled)
        return beyond_circle + max(0, apart - min((distance(name, other) for other in leaders), default=apart))
    if circle:
        leaders = [other for other, there in load.items() if any(man.kind == "leader" for man in there)]
        leaders += [man.hex for man in game.state.on_map(unit.side) if man.kind == "leader" and man.good_order]
        if leaders:
            alone = bool(load[name]) and all(man.kind == "leader" for man in load[name])
            return -1 if alone and unit.mmc else max(0, min(distance(name, other) for other in leaders) - circle)
    if unit.kind == "leader":
        return not any(other.mmc for other in load[name]) or any(other.kind == "leader" for other in load[name])
    if unit.kind in SMC:
        return 0
    return max(0, apart - min((distance(name, other) for other, there in load.items() if there), default=apart))


def _barred(game: Game, name: str, side: Side) -> bool:
    foes = any(bars(game, unit) for unit in game.state.units_at(name, opponent(side)))
    suspects = side == "FRIENDLY" and bool(game.state.suspects_at(name))
    return foes or suspects or any(game.state.markers_at(name, kind) for kind in PERILS)


def _worth(game: Game, unit: Unit, name: str, goals: Sequence[str], there: Sequence[Unit]) -> float:
    """Hexes to the nearest goal, MF of entry and S? near; men keep to themselves, an SMC goes with men."""
    far = min((game.board.distance(name, goal) for goal in goals), default=0)
    men = sum(halves(game, other) for other in there)
    company = -men if unit.kind in SMC else men * game.figure("stack-half")
    near = game.figure("activated-near")
    eyes = sum(game.board.distance(item.hex, name) <= near for item in game.state.suspects.values())
    return far + entry_cost(game, unit, name) + company + near * (eyes if unit.side == "FRIENDLY" else 0)
