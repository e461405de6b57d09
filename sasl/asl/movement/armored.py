"""Armored Assault (D9.31): Infantry goes with an AFV, in its cover, hex by hex; and how far the AFV may then go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import concealment
from sasl.asl.movement import carrying, driving
from sasl.asl.movement.allowance import movement_allowance, stack_allowance
from sasl.asl.movement.costs import PLAIN, Gait, step_cost, wet
from sasl.asl.movement.marching import beyond, double_time, may_double, spent_after
from sasl.asl.movement.step import bars, going, spend, step, under_fire
from sasl.asl.ordnance import mounted
from sasl.asl.vehicles import bog
from sasl.board.movement import infantry_cost
from sasl.kernel.text import listed

FLAG = "armored-assault"
OPTIONS = frozenset({"armored", "assault", "double", "stop"})
"""The options that an order of Armored Assault may have."""


def fitting(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> tuple[Unit, list[Unit]]:
    """The AFV and its Infantry. Refused, with the rule, if they cannot go together (D9.31)."""
    afv = [unit for unit in units if unit.kind == "vehicle"]
    men = [unit for unit in units if unit.kind != "vehicle"]
    if len(afv) != 1 or not men or not mounted.armored(game, afv[0]):
        raise Refused("Armored Assault is one AFV with Infantry, as in: move T34a,628a K20 armored (D9.31)")
    if not all(unit.infantry for unit in men):
        raise Refused("only Infantry goes with an AFV, neither Cavalry nor who is aboard something (D9.31)")
    if len({unit.mf > 0 or FLAG in unit.flags for unit in units}) > 1 or any(
        unit.mf and FLAG not in unit.flags for unit in units
    ):
        raise Refused(f"{listed(unit.id for unit in units)} do not begin their MPh together beneath the AFV (D9.31)")
    idle = [unit.id for unit in units if "no-command" in unit.flags]
    if idle:
        raise Refused(f"{idle[0]} is not In Command and does not move in Armored Assault (16)")
    if len(way) < 2:
        raise Refused(f"they are in {way[0]} already: name the hexes they go to (D9.31)")
    if "assault" in gait and len(way) > 2:
        raise Refused("Assault Movement is one Location (A4.61)")
    strange = sorted(gait.options - OPTIONS)
    if strange:
        raise Refused(f"'{strange[0]}' does not go with Armored Assault; there are assault, double and stop (D9.31)")
    if "assault" in gait and any(unit.mf for unit in men):
        raise Refused(f"{men[0].id} has moved: Assault Movement is its whole move (A4.61)")
    for name in way[1:]:
        known = [unit.id for unit in game.state.units_at(name, opponent(afv[0].side)) if bars(unit) and unit.known]
        if known:
            raise Refused(f"{name} holds {listed(known)}: Infantry may not enter it in the MPh (A4.14)")
    if "double" in gait:
        may_double(men)
    driving.plan(game, afv[0], way)
    for unit in men:
        spent_after(game, unit, way, 0.0, PLAIN)
    return afv[0], men


def assault(ctx: Context, afv: Unit, men: list[Unit], way: Sequence[str], gait: Gait) -> None:
    """D9.31: AFV and Infantry go along the way in one stack, each for its own MP or MF, until something stops them."""
    if "double" in gait:
        men = double_time(ctx, men)
    limits = stack_allowance(ctx.game, men)
    _enough(ctx, afv, men, way, gait, limits)
    for unit in (afv, *men):
        pieces.change(ctx, unit, [FLAG], why="Armored Assault (D9.31)")
    each = Gait(gait.options & {"assault"})
    keys, here = [unit.id for unit in men], way[0]
    for leg in driving.plan(ctx.game, afv, way):
        if leg.enters:
            halted = _enter(ctx, afv.id, keys, here, leg, each, limits)
            here = leg.hex
        else:
            halted = driving.in_place(ctx, afv.id, leg, each)
        keys = going(ctx, keys, here)
        if halted or not keys or not going(ctx, [afv.id], here):
            return
    if "stop" in gait:
        driving.stop(ctx, ctx.state.units[afv.id])


def _enough(
    ctx: Context, afv: Unit, men: Sequence[Unit], way: Sequence[str], gait: Gait, limits: Mapping[str, float]
) -> None:
    """Ask before somebody spends more than he has (A4.1, A4.61, D2.1)."""
    for unit in men:
        spent = spent_after(ctx.game, unit, way, limits[unit.id], PLAIN)
        if spent > limits[unit.id]:
            beyond(ctx, unit, f"{unit.id} has {limits[unit.id]:g} MF and this makes {spent:g} (A4.1)")
        elif "assault" in gait and spent >= limits[unit.id]:
            beyond(ctx, unit, "Assault Movement may not use all MF (A4.61)")
    limit = movement_allowance(ctx.game, afv)
    spent = afv.mf + driving.cost_of(ctx.game, afv, way, Gait(gait.options & {"stop"}))
    if spent > limit > 0:
        beyond(ctx, afv, f"{afv.id} has {limit:g} MP and this makes {spent:g} (D2.1)")


def _enter(
    ctx: Context, afv: str, men: Sequence[str], here: str, leg: driving.Leg, gait: Gait, limits: Mapping[str, float]
) -> bool:
    """One hex of it. True if the move halts there."""
    name, tank = leg.hex, ctx.state.units[afv]
    prices: dict[str, float] = {}
    for key in men:
        unit = ctx.state.units[key]
        cost = step_cost(ctx.game, unit, here, name, gait)
        prices[key] = max(limits[key] - unit.mf, 0.0) if cost.all else cost.mf or 0.0
    if any(bars(unit) for unit in ctx.state.units_at(name, opponent(tank.side))):
        for key, mf in prices.items():
            spend(ctx, [key], mf, "thrown back")
        if concealment.bump(ctx, men, here, name):
            under_fire(ctx, men, here)
            return True
    prices[afv] = max(0.0, movement_allowance(ctx.game, tank) - tank.mf) if leg.all else leg.mp
    driving.face(ctx, afv, leg.vertex)

    def entered() -> None:
        more = bog.causes(ctx.game, tank, here, name)
        if more is not None:
            bog.check(ctx, ctx.state.units[afv], name, more)
        left = min(limits[key] - ctx.state.units[key].mf for key in men if key in ctx.state.units)
        ctx.emit(ev.EscortSet(afv, max(0.0, left)))

    halted = step(ctx, [*men, afv], here, name, prices, gait, entered)
    carrying.settle_riders(ctx, afv)
    return halted


# -- the AFV goes on alone -----------------------------------------------------------------------------


def within_escort(game: Game, afv: Unit, way: Sequence[str]) -> None:
    """D9.31: an AFV goes no farther than its Infantry could have gone with it. Refused if it would."""
    left = game.state.escorts.get(afv.id)
    if left is not None and _afoot(game, way) > left:
        raise Refused(f"{afv.id} goes no farther than the {left:g} MF its Infantry had left (D9.31)")


def went_on(ctx: Context, afv: str, way: Sequence[str]) -> None:
    """D9.31: what its Infantry would have spent on the hexes it has now gone alone."""
    left, unit = ctx.state.escorts.get(afv), ctx.state.units.get(afv)
    if left is None or unit is None or unit.hex not in way:
        return
    gone = way[: way.index(unit.hex) + 1]
    ctx.emit(ev.EscortSet(afv, max(0.0, left - _afoot(ctx.game, gone))))


def _afoot(game: Game, way: Sequence[str]) -> float:
    """The MF of a way for Infantry; infinite where it could not go."""
    costs = [infantry_cost(game.board, a, b, wet=wet(game)) for a, b in pairwise(way)]
    return sum(float("inf") if cost.mf is None else cost.mf for cost in costs)
