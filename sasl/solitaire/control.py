"""Control: VPO by the last armed Good Order Infantry MMC (A26), railroad and road by moving through with MMC."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.sides import SIDES, Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.rout.threat import armed
from sasl.asl.terrain.fires import arsonist


def rail_hexes(game: Game) -> frozenset[str]:
    """The railroad hexes that count for the mission (none if it has no such task)."""
    rail = game.mission.rail
    if rail is None:
        return frozenset()
    row = rail.hexrow.upper()

    def work_out() -> frozenset[str]:
        return frozenset(name for name in game.board.rail_hexes() if name.rstrip("0123456789") == row)

    return game.board.remember("rail-task", work_out)


def road_hexes(game: Game) -> frozenset[str]:
    """The road hexes that may be part of the mission's path (none if it has no such task)."""
    if game.mission.road is None:
        return frozenset()
    return game.board.remember("road-task", lambda: frozenset(game.board.road_hexes()))


def road_path(game: Game) -> tuple[str, ...] | None:
    """A controlled road path from the FBE to the EBE, or None."""
    task = game.mission.road
    if task is None:
        return None
    return game.board.road_connected(game.state.road - mined(game), task.starts, task.ends)


def mined(game: Game) -> frozenset[str]:
    """Hexes whose minefield nobody has cleared: no road path goes through them (B28.7, the mission's VP)."""
    return frozenset(marker.hex for marker in game.state.marked("minefield") if not marker.below)


def entered(ctx: Context, unit: Unit, path: Sequence[str]) -> None:
    """Take control of what a unit's way through `path` gives its side."""
    if not unit.takes_ground:
        return
    last = path[-1]
    owner = ctx.state.control.get(last)
    if owner is not None and owner != unit.side and _may_gain(ctx.game, last, unit.side):
        _take(ctx, last, unit.side, f"{unit.id} is there (A26)")
    tasks: tuple[tuple[ev.Track, Collection[str], Collection[str]], ...] = (
        ("rail", rail_hexes(ctx.game), ctx.state.rail),
        ("road", road_hexes(ctx.game), ctx.state.road),
    )
    for kind, wanted, held in tasks:
        if unit.side == "FRIENDLY":
            new = tuple(name for name in path if name in wanted and name not in held)
        else:
            new = tuple(name for name in path if name in held)
        if new:
            ctx.emit(ev.TrackTaken(kind, new, unit.side == "FRIENDLY"))


def _may_gain(game: Game, name: str, side: Side) -> bool:
    """A26.11, A26.16: whether nobody contests a hex, and the side has not forfeited it to a fire that burns there."""
    return not is_contested(game, name, side) and arsonist(game, name) != side


def is_contested(game: Game, name: str, side: Side) -> bool:
    """A26.11, A26.15: whether an armed enemy ground unit of `side` is in a hex, Known or not; an S? may be one."""
    hidden = side == "FRIENDLY" and bool(game.state.suspects_at(name))
    there = (unit for unit in game.state.units_at(name, opponent(side)) if not unit.flags & {"prisoner", "abandoned"})
    return hidden or any(armed(game, unit) for unit in there)


def holders(game: Game) -> dict[str, Side]:
    """A26.11-26.12: who holds each VPO now: its owner, but as long as it is there an armed vehicle alone in the hex.

    A vehicle never gains a building, nor anything in Bypass.
    """
    return {name: _holder(game, name, owner) for name, owner in game.state.control.items()}


def held_by_vehicles(game: Game, name: str) -> bool:
    """A26.12: whether a vehicle could hold a hex at all: it gains no building."""
    return not any("building" in word for word in game.board.terrain(name).terrains)


def _holder(game: Game, name: str, owner: Side) -> Side:
    other = opponent(owner)
    if not held_by_vehicles(game, name) or is_contested(game, name, other):
        return owner
    parked = (unit for unit in game.state.units_at(name, other) if unit.kind == "vehicle")
    holds = any(
        armed(game, unit) and "abandoned" not in unit.flags and not in_bypass(game.state, unit) for unit in parked
    )
    return other if holds else owner


def _take(ctx: Context, name: str, side: Side, why: str) -> None:
    ctx.emit(ev.ControlChanged(name, side, why))
    if side == "ENEMY":
        _end_counterattack(ctx, name)


def recheck(ctx: Context, hex_name: str) -> None:
    """After a change by hand: a VPO belongs to the side that has MMC for it there and no armed enemy with them."""
    owner = ctx.state.control.get(hex_name)
    for side in SIDES:
        if owner not in (None, side) and ctx.state.holds(hex_name, side) and _may_gain(ctx.game, hex_name, side):
            _take(ctx, hex_name, side, "only its MMC are there (A26)")
            return


def _end_counterattack(ctx: Context, vpo: str) -> None:
    """23-24: when the VPO is taken, those who attacked it hold again."""
    for unit in list(ctx.state.on_map("ENEMY")):
        if unit.attitude == "Advance" and unit.role == "counterattack" and unit.goal == vpo:
            ctx.emit(
                ev.UnitRedrawn(unit.id, attitude=ctx.mission.attitude, note="", role="", goal="", why=f"{vpo} is taken")
            )
