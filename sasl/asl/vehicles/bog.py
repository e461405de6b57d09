"""Bog (D8.2): which steps draw a Bog Check, and the check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.movement.ground.costs import is_soft
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.terrain import rubble
from sasl.asl.vehicles import buildings, trails
from sasl.board.board import Board
from sasl.board.movement_cost import climbs_out
from sasl.board.terrain import VEHICLES, WAGON
from sasl.kernel.rolling.records import CHECK
from sasl.kernel.text import listed

STUCK = ("bogged", "mired", "immobile")


def causes(game: Game, vehicle: Unit, a: str, b: str) -> dict[str, int] | None:
    """The conditions of the Bog Check for entering `b` from `a`, or None if there is none to make."""
    if buildings.leads_in(game, a, b):
        return buildings.conditions(game, b)
    found = conditions(game.board, game.counter_of(vehicle).move, a, b)
    if found is not None and game.counter_of(vehicle).move == "tracked" and trails.leads(game, a, b):
        found = None  # B13.421
    kinds = {item.kind for item in game.state.markers_at(b)}
    if "wire" in kinds:  # B26.43
        return {**(found or {}), "into-wire": 1}
    return {} if found is None and "trench" in kinds else found  # B27.55


def conditions(board: Board, move: str, a: str, b: str) -> dict[str, int] | None:
    """The same for a vehicle that moves like this (`tracked`, `truck` …), by the terrain alone.

    The hexes beside a marsh ask no more than the check itself (B16.43).
    """
    if board.on_road(a, b):
        return None
    found = _place(board, move, b)
    if found is None and b in beside_marsh(board):
        return {}
    if found is not None and found.get("half-mp-woods", 0) + found.get("all-mp-woods", 0):
        found["uphill-woods"] = int(board.terrain(b).elevation > board.terrain(a).elevation)
    return found


def may_bog(board: Board, move: str, a: str, b: str) -> bool:
    """Whether a vehicle that moves like this checks for bog on its way from `a` into `b`, there or before it leaves."""
    return conditions(board, move, a, b) is not None or leaves_with_a_check(board, move, a, b)


def leaves_with_a_check(board: Board, move: str, a: str, b: str) -> bool:
    """B9.4, B20.46: whether it checks in `a` itself: up out of a stream or gully, or over a hedge."""
    if board.on_road(a, b):
        return False
    here, chart = board.terrain(a), board.chart
    kind = move if move in (*VEHICLES, WAGON) else "truck"
    sides = here.along(board.hexside(a, b) or 0) if here.fenced else ()
    if any(kind in chart.hexsides[word].bogs for word in sides):
        return True
    bed = here.bed
    return bool(bed) and kind in chart[bed].bogs_out and climbs_out(board, a, b)


def held_back(ctx: Context, vehicle: Unit, b: str) -> bool:
    """B9.4, B20.46, B13.421: the Bog Check of a vehicle about to leave its hex for `b`; True if it bogs there."""
    return checks_to_leave(ctx.game, vehicle, b) and check(ctx, vehicle, f"{vehicle.hex}, leaving it for {b}", {})


def checks_to_leave(game: Game, vehicle: Unit, b: str) -> bool:
    """B9.4, B20.46, B13.421: whether a vehicle takes a Bog Check before it leaves its hex for `b`."""
    move = game.counter_of(vehicle).move
    return trails.strays(game, vehicle, b) or leaves_with_a_check(game.board, move, vehicle.hex, b)


def beside_marsh(board: Board) -> frozenset[str]:
    """B16.43: the hexes at ground level or below that are adjacent to a marsh: soft for all who leave the road."""
    return board.remember("beside marsh", lambda: frozenset(
        near
        for name in board if board.terrain(name).has("marsh")
        for near in board.neighbours(name)
        if board.terrain(near).elevation <= 0 and not board.terrain(near).has("marsh")
    ))  # fmt: skip


def turning_causes(game: Game, vehicle: Unit, name: str) -> dict[str, int] | None:
    """The conditions of the Bog Check for turning in a hex, off the road in difficult terrain (D2.11).

    What entry by a share of the MP adds, turning does not (D8.21).
    """
    if game.board.terrain(name).road:
        return None
    if rubble.stands_in(game, name) and not in_bypass(game.state, vehicle):
        return {}
    found = _place(game.board, game.counter_of(vehicle).move, name)
    return found and {**found, "half-mp-woods": 0}


def turning_bogs(ctx: Context, vehicle: Unit, turns: int) -> bool:
    """D2.11, D8.2: a Bog Check for each hexspine that a vehicle turns in difficult terrain. True if it bogs."""
    more = turning_causes(ctx.game, vehicle, vehicle.hex)
    return more is not None and any(check(ctx, ctx.state.units[vehicle.id], vehicle.hex, more) for _ in range(turns))


def _place(board: Board, move: str, name: str) -> dict[str, int] | None:
    """What the terrain of a hex asks: woods (B13.41), orchard-shellholes (OtO 2.2)."""
    terrain = board.terrain(name)
    tracked = move == "tracked"
    shares = [board.chart[word].mp_share.get(move, 0.0) for word in terrain.terrains]
    if {"orchard", "shellholes"} <= set(terrain.terrains):
        return {"orchard-shellholes": int(not tracked)}
    if any(shares):
        return {"half-mp-woods": int(max(shares) < 1), "all-mp-woods": int(max(shares) == 1)}
    return None


def facts(game: Game, vehicle: Unit) -> dict[str, int]:
    """The conditions of the vehicle itself: ground pressure, tow, tracks, soft ground (D8.21)."""
    item = game.counter_of(vehicle)
    towed = any(unit.carrier == vehicle.id and unit.kind == "gun" for unit in game.state.units.values())
    return {
        "normal-pressure": int(item.ground_pressure in ("", "normal")),
        "high-pressure": int(item.ground_pressure == "high"),
        "towing": int(towed),
        "soft-ground": int(is_soft(game)),
        "not-tracked": int(item.move != "tracked"),
        "truck-mp": int(item.move not in ("tracked", "halftrack")),
    }


def check(ctx: Context, vehicle: Unit, where: str, more: Mapping[str, int]) -> bool:
    """D8.21: one Bog Check; a Final DR of 12 or more bogs the vehicle and ends its MPh. True if it bogs."""
    with ctx.rolls_for(vehicle.side):
        record = ctx.check(
            "bog.check",
            f"Bog Check of {vehicle.id} in {where}",
            ctx.figure("bog-holds"),
            facts={**facts(ctx.game, vehicle), **more},
            tag=CHECK,
        )
    if more.get("into-building"):
        buildings.gives_way(ctx, vehicle, ctx.state.units[vehicle.id].hex, record.dice)
        if vehicle.id not in ctx.state.units:
            return True
    if record.success:
        _flattens(ctx, vehicle, record.dice)
        return False
    _bogs(ctx, vehicle.id, record.total)
    return True


def _bogs(ctx: Context, key: str, total: int) -> None:
    pieces.change(ctx, ctx.state.units[key], ["bogged"], ["motion"], f"Final DR {total} (D8.21)")


def check_platoon(ctx: Context, checks: Mapping[str, Mapping[str, int]], where: Mapping[str, str]) -> list[str]:
    """D14.21: one Bog Check DR for those of a platoon (id: conditions) that have to take one; who bogs: by Random
    Selection among those whom the DR bogs, each with its own DRM. `where` each of them checks, in words.
    """
    if len(checks) < 2:
        return [key for key, more in checks.items() if check(ctx, ctx.state.units[key], where[key], more)]
    conditions_of = {key: {**facts(ctx.game, ctx.state.units[key]), **more} for key, more in checks.items()}
    table, most = ctx.game.library.table("bog.check"), ctx.figure("bog-holds")
    drm = {key: sum(mod.value for mod in table.drm(found)) for key, found in conditions_of.items()}
    worst = max(drm, key=lambda key: drm[key])
    with ctx.rolls_for(ctx.state.units[worst].side):
        places = listed(dict.fromkeys(where[key] for key in checks))
        purpose = f"Bog Check of {listed(checks)} in {places}, one for the platoon (D14.21)"
        record = ctx.check("bog.check", purpose, most, facts=conditions_of[worst], tag=CHECK)
    if record.success:
        stuck = []
    else:
        stuck = [key for key in checks if record.total - drm[worst] + drm[key] > most] or [worst]
    chosen = ctx.selection(stuck, 1, "which AFV bogs (D14.21)") if stuck else []
    for key in chosen:
        _bogs(ctx, key, record.total - drm[worst] + drm[key])
    for key in checks:
        if key not in stuck:
            _flattens(ctx, ctx.state.units[key], record.dice)
    return chosen


def _flattens(ctx: Context, vehicle: Unit, dice: Sequence[int]) -> None:
    """B26.53: tracks that pass their Bog Check on Wire may flatten it."""
    place = ctx.state.units[vehicle.id].hex
    tracked = ctx.game.counter_of(vehicle).move == "tracked"
    if dice and dice[0] == ctx.figure("wire-flattened") and tracked:
        for item in ctx.state.markers_at(place, "wire"):
            ctx.emit(ev.MarkerRemoved.of(item, f"flattened by {vehicle.id} (B26.53)"))
            ctx.tell(f"{vehicle.id} flattens the Wire of {place} (B26.53).", board=True, hexes=(place,))


def immobilize(ctx: Context, vehicle: Unit, why: str) -> None:
    """D8.1: a vehicle can move no more, by no attack (D5.5); one in Motion stops."""
    vehicle_hits.immobilize(ctx, ctx.state.units[vehicle.id], why, attack=False)
    ctx.tell(f"{vehicle.id} is Immobilized: {why}.", board=True, stop=True, hexes=(vehicle.hex,))


def is_stuck(vehicle: Unit) -> bool:
    """Whether a vehicle can move no more in this MPh."""
    return bool(vehicle.flags & set(STUCK))
