"""Guns pushed by hand (C10.3): who pushes, what it takes, the Manhandling DR, and what earlier labor is worth."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.depressions import gun_fits, in_culvert
from sasl.asl.game.state import Marker, Unit
from sasl.asl.movement import wire
from sasl.asl.movement.allowance import carried, may_move, movement_allowance
from sasl.asl.movement.ground.costs import PLAIN, Gait, is_muddy, step_cost
from sasl.asl.movement.step import bars, draws_fire, going, spend, step
from sasl.asl.stacking import room_below
from sasl.asl.terrain import walls
from sasl.asl.vehicles.carrying import handled
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

NO_GUNS = {"marsh": "B16.41", "water": "C2.7", "crags": "B17.4", "graveyard": "B18.43"}
"""The terrain into which no Gun is pushed, with the rule."""
BUILDINGS = ("wooden-building", "stone-building", "rubble")
LABOR = "labor"
"""The marker of earlier labor, owned by what it was spent on (B24.8)."""


def pushers_of(
    game: Game, gun: Unit, helpers: Sequence[Unit], name: str, gait: Gait = PLAIN
) -> tuple[list[Unit], float]:
    """C10.3: who pushes a Gun into the next hex, the crew first, and the MF it takes. Refused, with the rule, if none.

    `culvert`: INTO the Culvert there (OtO 3.2).
    """
    lead = handled(game, gun)
    pushers = [lead, *(unit for unit in helpers if unit.id != lead.id)]
    _may_push(game, gun, pushers, name)
    if "culvert" in gait:
        if not gun_fits(game, gun):
            raise Refused(f"{gun.id} does not fit: only mortars and small INF or AT Guns go IN a Culvert (OtO 3.2)")
        room_below(game, pushers, name)
    if any(in_culvert(unit) != in_culvert(gun) for unit in pushers):
        raise Refused(f"{listed(unit.id for unit in pushers)} and {gun.id} are not in one Location (OtO 3.2)")
    price = step_cost(game, lead, gun.hex, name, gait)
    if not price.allowed or price.all:
        raise Refused(f"{gun.id} cannot be pushed into {name}: {price.why} (C10.3)")
    mf = (price.mf or 0.0) * game.figure("push-mf")
    for unit in pushers:
        left = movement_allowance(game, unit) - unit.mf
        if mf > left:
            raise Refused(f"{unit.id} has {left:g} MF; pushing takes {mf:g} (C10.3)")
    return pushers, mf


def push(ctx: Context, gun: Unit, helpers: Sequence[Unit], name: str, gait: Gait = PLAIN) -> None:
    """C10.3: Infantry pushes a Gun into the next hex at double MF, if a Manhandling DR allows it."""
    pushers, mf = pushers_of(ctx.game, gun, helpers, name, gait)
    lead, here = pushers[0], gun.hex
    for unit in pushers:
        pieces.change(ctx, unit, ["hazardous"], ["ti"], "pushes a Gun (A4.62)")
    record = _manhandle(ctx, gun, pushers, name, mf)
    ids, most = [unit.id for unit in pushers], ctx.game.counter_of(gun).manhandling or 0
    if record > most:
        spend(ctx, ids, mf, "push")
        _labor(ctx, gun, lead)
        ctx.tell(f"{gun.id} stays in {here}: Final DR {record} against M# {most} (C10.3).")
        draws_fire(ctx, ids, here)
    else:
        step(ctx, ids, here, name, dict.fromkeys(ids, mf), gait)
        if going(ctx, [lead.id], name):
            ctx.emit(ev.UnitPut(gun.id, name, "pushed (C10.3)"))
            pushed = ctx.state.units[gun.id]
            if "culvert" in gait:
                pieces.change(ctx, pushed, ["in-culvert"], ["emplaced"])
            else:
                pieces.change(ctx, pushed, [], ["emplaced", "in-culvert"])
    over: list[Flag] = ["ti"] if record < most else ["ti", "ended"]
    why = "pushing is over, unless it goes on at once (C10.3)" if record < most else "pushing is over (C10.3)"
    for key in (gun.id, *ids):
        if key in ctx.state.units:
            pieces.change(ctx, ctx.state.units[key], over, why=why)
    came = all(key in ctx.state.units and ctx.state.units[key].hex == name for key in ids)
    if record < most and came:
        ctx.tell(f"{gun.id} may be pushed farther (C10.3).")


def _may_push(game: Game, gun: Unit, pushers: Sequence[Unit], name: str) -> None:
    if gun.carrier:
        raise Refused(f"{gun.id} is in tow (C10.3)")
    if game.counter_of(gun).manhandling is None:
        raise Refused(f"{gun.id} has no M# and cannot be pushed (C10.3)")
    if not game.counter_of(gun).qsu and "limbered" not in gun.flags:
        raise Refused(f"{gun.id} must be limbered before it is pushed (C10.2)")
    if name not in game.board.neighbours(gun.hex):
        raise Refused(f"{name} is not adjacent to {gun.hex}: a Gun is pushed hex by hex (C10.3)")
    enemies = [unit.id for unit in game.state.units_at(name) if unit.side != gun.side and bars(game, unit)]
    if enemies:
        raise Refused(f"{name} holds {listed(enemies)}: Infantry may not enter it in the MPh (A4.14)")
    if "ti" in gun.flags and not any("hazardous" in unit.flags for unit in pushers):
        raise Refused(f"{gun.id} is TI (C10.3)")
    _may_stand(game, gun, name)
    for unit in pushers:
        if unit.hex != gun.hex or unit.side != gun.side or not unit.mmc:
            raise Refused(f"{unit.id} is not an MMC with {gun.id} and cannot push it (C10.111)")
        if "ti" in unit.flags and "hazardous" not in unit.flags:
            raise Refused(f"{unit.id} is TI (A4.8)")
        may_move(replace(unit, flags=unit.flags - {"ti"}))
        if carried(game, unit):
            raise Refused(f"{unit.id} carries PP and cannot push (C10.3)")
        if wire.held([unit]):
            raise Refused(f"{unit.id} is on top of Wire and cannot push (C10.3)")


def _may_stand(game: Game, gun: Unit, name: str) -> None:
    """B16.41, B17.4, B18.43, B23.423: refused where a Gun is not pushed; along a road it always is."""
    here, item = game.board.terrain(name), game.counter_of(gun)
    if game.board.on_road(gun.hex, name):
        return
    if ground := next((word for word in NO_GUNS if here.has(word)), ""):
        raise Refused(f"{gun.id} cannot be pushed into {game.board.chart[ground].name.lower()} ({NO_GUNS[ground]})")
    small = item.size > 0 or (item.mode in ("AT", "INF") and item.size >= 0)
    if here.has(*BUILDINGS) and not small:
        raise Refused(f"{gun.id} cannot be pushed into {name}: only small Guns go into a building (B23.423)")


def _hexside_tem(game: Game, here: str, name: str) -> int:
    """C10.3: the TEM of the wall or hedge between two hexes."""
    side = game.board.hexside(name, here)
    kinds = walls.kinds(game.board, name, () if side is None else (side,))
    return max((game.board.chart.hexsides[kind].tem for kind in kinds), default=0)


def _manhandle(ctx: Context, gun: Unit, pushers: Sequence[Unit], name: str, mf: float) -> int:
    """The Manhandling DR with its DRM; what earlier labor gave is used up."""
    game, board = ctx.game, ctx.board
    labor = next((item for item in ctx.state.marked(LABOR) if item.owner == gun.id), None)
    help_ = sum(2 if unit.kind == "squad" else 1 for unit in pushers[1:])
    help_ += int(len(pushers) == 1 and pushers[0].kind == "squad")
    facts = {
        "tem": max(0, board.chart.tem(board.terrain(name).terrains)) + _hexside_tem(game, gun.hex, name),
        "push-mf": int(mf),
        "mud": int(is_muddy(game)),
        "push-help": min(help_, -game.figure("push-helpers")),
        "by-road": int(board.on_road(gun.hex, name) and not is_muddy(game)),
        "labor": labor.number if labor else 0,
    }
    with ctx.rolls_for(gun.side):
        record = ctx.check(
            "gun.manhandling",
            f"Manhandling of {gun.id} into {name} by {listed(unit.id for unit in pushers)}",
            game.counter_of(gun).manhandling or 0,
            facts=facts,
        )
    if labor:
        ctx.emit(ev.MarkerRemoved.of(labor, "used (C10.3)"))
    return record.total


def _labor(ctx: Context, gun: Unit, crew: Unit) -> None:
    """B24.8: a failed attempt makes the next one easier."""
    had = sum(item.number for item in ctx.state.marked(LABOR) if item.owner == gun.id)
    number = min(ctx.figure("labor-most"), had + 1)
    text = f"Labor -{number}"
    marker = Marker(ctx.new_number(LABOR), LABOR, gun.hex, gun.side, number, text=text, owner=gun.id)
    ctx.emit(ev.MarkerPut(marker, f"{crew.id} (C10.3)"))
