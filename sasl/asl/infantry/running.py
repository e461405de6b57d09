"""The run of a rout (A10.5): mines and shells, Interdiction hex by hex, bumping, surrender, Failure to Rout."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from sasl.asl.fire import encirclement
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import Flag
from sasl.asl.game.sight import look, settle_doubts
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import casualties, morale, prisoners
from sasl.asl.infantry.rout import Rout, can_rout, must_rout
from sasl.asl.infantry.threat import DUG_IN, threat
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields
from sasl.kernel.records import RollRecord
from sasl.kernel.text import listed


def carry_out(ctx: Context, ids: Sequence[str], way: Rout) -> None:
    """A10.5: the units run along the way: mines and FFE, Interdiction hex by hex, until they are there or down."""
    runners = [key for key in ids if key in ctx.state.units]
    for key in runners:
        drop_load(ctx, ctx.state.units[key])
    flags: tuple[Flag, ...] = ("routed", "low-crawl") if way.low_crawl else ("routed",)
    ctx.emit(ev.UnitsChanged(tuple(runners), flags, (), "A10.52" if way.low_crawl else "A10.5"))
    for a, b in itertools.pairwise(way.path):
        minefields.leave(ctx, _alive(ctx, runners), a)
        runners = [unit.id for unit in _alive(ctx, runners)]
        if not runners:
            return
        ctx.emit(ev.UnitsMoved(tuple(runners), (a, b), 0.0, "rout"))
        encirclement.left(ctx, runners, a)
        encirclement.joined(ctx, runners, b)
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
    flags: tuple[Flag, ...] = (*sorted(DUG_IN), "in-gully")
    for flag in flags:
        out = tuple(key for key in ids if flag in ctx.state.units[key].flags)
        pieces.change_all(ctx, out, (), (flag,), "routs out of it")


def _runs_into(ctx: Context, ids: Sequence[str], name: str) -> bool:
    """A10.5: routing units that run into a concealed enemy are eliminated."""
    side = ctx.state.units[ids[0]].side
    enemies = [unit for unit in ctx.state.units_at(name, opponent(side)) if "prisoner" not in unit.flags]
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
        why = f"Interdiction from {foes[0].hex} in {b} (A10.53)"
        record = morale.morale_check(ctx, ctx.state.units[key], 0, why)
        if key in ctx.state.units and not _stopped(ctx, ctx.state.units[key], record):
            going.append(key)
    down = [key for key in ids if key in ctx.state.units and key not in going]
    if down:
        ctx.tell(f"{listed(down)} can run no farther than {b} (A10.53).", hexes=(b,))
    return going


def _stopped(ctx: Context, unit: Unit, record: RollRecord) -> bool:
    """Whether the NMC just made pinned the unit: passed with the highest DR, which ends its rout (A7.8)."""
    if unit.flags & {"pinned", "berserk", "prisoner"}:
        return True
    return bool(record.success and record.total == record.target)


# -- the edges of the RtPh -----------------------------------------------------------------------------


def place_dm(ctx: Context) -> None:
    """A10.62: broken units that begin the RtPh in the open before the enemy, or beside him, fall under DM."""
    calm = [unit for unit in ctx.state.on_map() if "dm" not in unit.flags and can_rout(unit)]
    shaken = tuple(unit.id for unit in calm if must_rout(ctx.game, unit))
    pieces.change_all(ctx, shaken, ("dm",), (), "the enemy is near (A10.62)")


def fails(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: Failure to Rout eliminates."""
    casualties.eliminate(ctx, unit, f"Failure to Rout: {why} (A10.5)")
    words = f"{unit.id} in {unit.hex} is eliminated for Failure to Rout: {why} (A10.5)."
    ctx.tell(words, stop=True, hexes=(unit.hex,))


def gives_up(ctx: Context, unit: Unit, taker: Unit) -> None:
    """A20.21: a unit that cannot get away surrenders."""
    ctx.tell(f"{unit.id} in {unit.hex} surrenders to {taker.id} (A20.21).", stop=True, hexes=(unit.hex,))
    prisoners.take(ctx, unit, taker, "surrenders (A20.21)")
