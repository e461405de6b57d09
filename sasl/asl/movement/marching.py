"""Infantry on the march (A4): the whole way, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement import advance, infantry_overrun, pillbox_entry, riding, wire
from sasl.asl.movement.allowance import CHARGES
from sasl.asl.movement.charging import cavalry_charge
from sasl.asl.movement.ground.costs import PLAIN, Gait, step_cost
from sasl.asl.movement.mf_limit import (
    all_by_road,
    ask_limit,
    double_time,
    doubling,
    limits_on,
    may_dash,
    may_double,
    may_minimum,
    spent_after,
)
from sasl.asl.movement.step import bars, come_and_go, draws_fire, going, not_held, step, thrown_back
from sasl.asl.stacking import crowd_mf
from sasl.asl.terrain import fortified, pillboxes
from sasl.kernel.frozen import replace


def may_march(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> None:
    """A4.1: refused, with the rule, if Infantry cannot go like this along the way; its MF are asked for on the way."""
    galloping = [unit for unit in units if "gallop" in gait or "gallop" in unit.flags]
    if galloping:
        riding.may_gallop(game, galloping, way)
    if "charge" in gait:
        cavalry_charge.may_charge(game, units, way)
    units = riding.as_ordered(units, gait.options)
    pillbox_entry.may_come_out(game, units, gait)
    if wire.held(units) and gait.options & {"double", "dash", "gallop", "minimum"}:
        raise Refused(f"{wire.held(units)[0].id} is on Wire: no Double Time, Dash or Minimum Move (B26.46)")
    if "double" in gait:
        may_double(units)
        units = doubling(units)
    for unit in units:
        if "assault" in gait and unit.mf:
            raise Refused(f"{unit.id} has moved: Assault Movement is its whole move (A4.61)")
    limits = limits_on(game, units, way, gait)
    if "dash" in gait:
        may_dash(game, units, way, limits)
    for unit in units:
        spent_after(game, unit, way, limits[unit.id], gait, units)
    if "minimum" in gait and not may_minimum(game, units, way, limits, PLAIN):
        raise Refused("a Minimum Move is one hex, is the whole move, and needs at least 1 MF after portage (A4.134)")
    _check_fortified(game, units, way[1], gait)
    if len(way) == 2 and "ovr" in gait:
        infantry_overrun.victim(game, units, way[1])
    elif not all(unit.flags & CHARGES for unit in units) and not ("charge" in gait and len(way) == 2):
        may_enter(game, units, way[1])


def march(ctx: Context, units: list[Unit], way: Sequence[str], gait: Gait) -> None:
    """A4.1: Infantry moves as a stack; the bonuses it has, the MF of the whole way, then step by step."""
    if "gallop" in gait:
        units = riding.gallop(ctx, units)
    if "charge" in gait:
        units = cavalry_charge.declare(ctx, units, way[-1])
    if "double" in gait:
        units = double_time(ctx, units)
    if wire.held(units):
        units = _off_the_wire(ctx, units, way, gait)
        if not units:
            return
    limits = limits_on(ctx.game, units, way, gait)
    gait = replace(gait, dash=way[1] if "dash" in gait else "", road_bonus=all_by_road(ctx.game, units, way, gait))
    if ask_limit(ctx, units, way, limits, gait):
        gait = gait.adding("minimum")
    ids = [unit.id for unit in units]
    if pillbox_entry.held(ctx.game, units) and pillbox_entry.come_out(ctx, units):
        return
    goes_in = "into" in gait and pillboxes.at(ctx.game, way[-1]) is not None
    last_gait = gait.under_way() if goes_in else gait
    for number, (here, name) in enumerate(pairwise(way), 1):
        ids = going(ctx, ids, here)
        if number > 1 and wire.held(ctx.state.units[key] for key in ids):
            break
        last = number == len(way) - 1
        halted = not ids or _step(ctx, ids, here, name, last_gait if last else gait.under_way(), limits)
        if last and "charge" in gait:
            cavalry_charge.comes_in(ctx, ids, name, halted=halted)
        if halted:
            break
        if last and goes_in:
            pillbox_entry.go_in(ctx, ids, name)
    caught = wire.held(ctx.state.present(ids))
    if caught and caught[0].hex != way[0]:
        wire.tell(ctx, caught)
    if "minimum" in gait:
        _exhausted(ctx, ids)


def _off_the_wire(ctx: Context, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> list[Unit]:
    """B26.4: those on Wire get beneath it before they go on, under fire; who goes on at once: all who still can."""
    ids, place = [unit.id for unit in units], way[0]
    wire.get_beneath(ctx, units, limits_on(ctx.game, units, way, gait))
    halted = draws_fire(ctx, ids, place)
    left = [ctx.state.units[key] for key in going(ctx, ids, place)]
    free = [unit for unit in left if wire.ON_WIRE not in unit.flags]
    limits = limits_on(ctx.game, free, way, gait) if free else {}
    more = float("assault" in gait)  # A4.61: not all of them
    able = [
        unit for unit in free if spent_after(ctx.game, unit, way, limits[unit.id], gait, free) + more <= limits[unit.id]
    ]
    if halted or len(able) < len(free):
        rest = ", ".join(f"{unit.id} {limits[unit.id] - unit.mf:g}" for unit in free)
        ctx.tell(f"Beneath the Wire in {place}, with MF left: {rest} (B26.4).", hexes=(place,))
    return [] if halted else able


def _exhausted(ctx: Context, ids: Sequence[str]) -> None:
    """A4.134: after a Minimum Move every unbroken survivor is pinned and CX."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit and "broken" not in unit.flags:
            pieces.change(ctx, unit, ["pinned", "cx"], why="Minimum Move (A4.134)")


def _step(ctx: Context, ids: Sequence[str], here: str, name: str, gait: Gait, limits: Mapping[str, float]) -> bool:
    """One hex of Infantry: nobody Known may be there, a concealed unit throws it back (A4.14, A12.15)."""
    units = [ctx.state.units[key] for key in ids]
    other = opponent(units[0].side)
    others = [unit for unit in ctx.state.units_at(name, other) if bars(ctx.game, unit)]
    known = [unit.id for unit in others if unit.known]
    overrun = infantry_overrun.victim(ctx.game, units, name) if "ovr" in gait else None
    smc = overrun or infantry_overrun.charged(ctx.game, units, name)
    charges = "charge" in gait
    _check_fortified(ctx.game, units, name, gait)
    if smc is None and not charges and not all(unit.flags & CHARGES for unit in units):
        may_enter(ctx.game, units, name)
    prices: dict[str, float] = {}
    crowd = crowd_mf(ctx.game, name, units)
    for unit in units:
        price = step_cost(ctx.game, unit, here, name, gait)
        prices[unit.id] = max(limits.get(unit.id, 0.0) - unit.mf, 0.0) if price.all else (price.mf or 0.0) + crowd
    if crowd and not any(step_cost(ctx.game, unit, here, name, gait).all for unit in units):
        ctx.tell(f"{name} is overstacked by {crowd} squad{'s' * (crowd > 1)}: {crowd} more MF (A5.11).")
    if smc is not None and len(others) == 1:
        if overrun:
            ids = infantry_overrun.checks(ctx, ids, smc, here, name)
            if not ids:
                return True
            infantry_overrun.gets_away(ctx, smc, name)
        halted = step(ctx, ids, here, name, prices, gait)
        infantry_overrun.close_combat_now(ctx, ids, smc.id, name)
        return halted
    wild = all("berserk" in unit.flags for unit in units)
    if wild and not known and others and not gait.along(name):
        concealment.shows_itself(ctx, units[0].side, name, f"{units[0].id} charges into {name} (A15.431)")
        step(ctx, ids, here, name, prices, gait)
        return True
    if (smc is not None or not known) and others and not gait.along(name) and not charges:
        come_and_go(ctx, prices, gait)
        if concealment.bump(ctx, ids, here, name):
            thrown_back(ctx, ids, here)
            return True
    halted = step(ctx, ids, here, name, prices, gait)
    kept = gait.road_bonus  # B3.4: a halted move goes on with it
    for key in going(ctx, ids, name):
        pieces.change(ctx, ctx.state.units[key], ["by-road"] if kept else (), () if kept else ["by-road"])
    return halted


def _check_fortified(game: Game, units: Sequence[Unit], name: str, gait: Gait) -> None:
    """Refuse entry of a Fortified Building Location that the enemy holds, whatever the kind of move (B23.9)."""
    why = "" if gait.along(name) else fortified.why_closed(game, units[0].side, name)
    if why:
        raise Refused(why)


def may_enter(game: Game, units: Sequence[Unit], name: str) -> None:
    """A4.14: refused if Known enemies are in the hex; the unarmed go to none at all (A20.54)."""
    weak = [unit.id for unit in units if "disarmed" in unit.flags]
    if weak and any(unit.known for unit in advance.enemies(game, name, units[0].side)):
        raise Refused(f"{weak[0]} is unarmed and may not enter a Known enemy's Location (A20.54)")
    others = [unit for unit in game.state.units_at(name, opponent(units[0].side)) if bars(game, unit)]
    alone = len(others) == 1 and others[0].kind in SMC
    hint = "; an MMC may overrun it: move … ovr (A4.15)" if alone else ""
    charge = ", and Cavalry only in a charge: move … charge (A13.6)" if any(unit.cavalry for unit in units) else ""
    not_held(game, units[0].side, name, charge + hint)
