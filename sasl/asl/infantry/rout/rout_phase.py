"""The RtPh (A10.5): who must and may rout when it begins, and what becomes of those who have not when it ends."""

from __future__ import annotations

from functools import partial

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Option
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.prisoners import takes
from sasl.asl.infantry.rout import rout_ways as rules
from sasl.asl.infantry.rout.rout_losses import fails, lost_if_meant, surrenders
from sasl.asl.infantry.rout.rout_run import run
from sasl.asl.infantry.rout.rout_ways import can_rout, must_rout
from sasl.asl.infantry.rout.routing import GIVE_UP, STAY, choose
from sasl.asl.infantry.rout.threat import threat
from sasl.kernel.text import listed


def begin(ctx: Context) -> None:
    """A10.5, A10.62: DM of those near the enemy, and who must and may rout, ATTACKER first."""
    place_dm(ctx)
    for side in (ctx.state.side, opponent(ctx.state.side)):
        must = [unit.id for unit in rules.due(ctx.game, side) if not rules.stays_disrupted(ctx.game, unit)]
        may = [unit.id for unit in ctx.state.on_map(side) if unit.id not in must and rules.may_rout(ctx.game, unit)]
        words = [f"must rout: {listed(must, 12)}"] * bool(must) + [f"may rout: {listed(may, 12)}"] * bool(may)
        if words and mind_of(ctx.game, side) is None:
            ctx.tell(f"{side} {'; '.join(words)} (A10.5).")


def end(ctx: Context) -> None:
    """A10.5: whoever must rout and has not does so now, or is lost: the player is asked for his own units.

    Broken units leave Crest status, at the latest now (B20.96).
    """
    for side in (ctx.state.side, opponent(ctx.state.side)):
        mind = mind_of(ctx.game, side)
        while mind and mind.act(ctx):  # a DEFENDER who has waited for the player's routs
            pass
        for unit in rules.due(ctx.game, side):
            ctx.once(("last call", unit.id), partial(_last_call, ctx, unit.id))
    for unit in list(ctx.state.on_map()):
        if "routed" in unit.flags and unit.id in ctx.state.units and rules.can_rout(ctx.state.units[unit.id]):
            _caught(ctx, ctx.state.units[unit.id])
    crest = [unit.id for unit in ctx.state.on_map() if unit.flags >= {"broken", "crest"}]
    pieces.change_all(ctx, crest, ("in-gully",), ("crest",), "broken, down from the crest (B20.96)")


def _last_call(ctx: Context, key: str) -> None:
    """One unit that must rout and has not, if it is still there."""
    unit = ctx.state.units.get(key)
    if unit is None:
        return
    why = rules.must_rout(ctx.game, unit)
    taker = rules.captor(ctx.game, unit)
    if not why:
        return
    if rules.stays_disrupted(ctx.game, unit):
        if taker:
            surrenders(ctx, unit, taker)
        return
    ways = rules.destinations(ctx.game, unit)
    if unit.side == "FRIENDLY" and ways:
        way = choose(ctx, [unit], taker)
        left = ctx.state.units.get(unit.id)
        if way is None and left and "broken" in left.flags:  # else it has surrendered
            fails(ctx, left, why)
    elif taker:
        if unit.side == "ENEMY" or mind_of(ctx.game, unit.side) or _yields(ctx, unit, taker):
            surrenders(ctx, unit, taker)
        else:
            fails(ctx, unit, f"{why}, and no way is open")
        return
    else:
        way = ways[0] if ways else None
        if way is None:
            _lost(ctx, unit, f"{why}, and no way is open")
            return
        ctx.tell(f"{unit.id} routs: {way.words()}.")
    if way:  # neither lost nor a prisoner
        run(ctx, [unit.id], way)


def _lost(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: a unit fails to rout; one of the player's own is never lost unasked."""
    (fails if mind_of(ctx.game, unit.side) else lost_if_meant)(ctx, unit, why)


def _yields(ctx: Context, unit: Unit, taker: Unit) -> bool:
    """A20.21: whether the player lets a unit surrender that has no way left; else it fails to rout."""
    text = f"{unit.id} in {unit.hex} is {rules.cornered(ctx.game, unit, taker)}."
    freed = not takes(ctx.game, taker, unit)
    options = [
        Option(GIVE_UP, "it goes free, unarmed" if freed else "it becomes a prisoner"),
        Option(STAY, "Failure to Rout: it is eliminated"),
    ]
    about = (unit.id, taker.id)
    answer = ctx.choose(
        text, options, rule="A20.21", hexes=(unit.hex,), whose=unit.side, id="surrender-or-stay", subject=about
    )
    return answer == GIVE_UP


def _caught(ctx: Context, unit: Unit) -> None:
    """A10.5: a unit whose rout has left it beside the enemy surrenders or is eliminated."""
    near = threat(ctx.game, unit).adjacent(unit.hex)
    if not near:
        return
    taker = rules.captor(ctx.game, unit)
    if taker:
        surrenders(ctx, unit, taker)
    else:
        _lost(ctx, unit, f"it is still ADJACENT to the enemy in {near[0].hex}")


def place_dm(ctx: Context) -> None:
    """A10.62: broken units that begin the RtPh in the open before the enemy, or beside him, fall under DM."""
    calm = [unit for unit in ctx.state.on_map() if "dm" not in unit.flags and can_rout(unit)]
    shaken = tuple(unit.id for unit in calm if must_rout(ctx.game, unit))
    pieces.change_all(ctx, shaken, ("dm",), (), "the enemy is near (A10.62)")
