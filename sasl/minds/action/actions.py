"""An Action (6.4): the Action DR of a unit, or its automatic action, or what the player settles by hand."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.infantry import morale
from sasl.asl.ordnance import guns
from sasl.kernel.records import RollRecord, result_text
from sasl.minds.act import Decider
from sasl.minds.action import automatic, order_of_acts
from sasl.minds.action.order_of_acts import NEVER_ROLL, has_action

COMMANDS = {
    "Fire": "fire-command", "Move": "move-command", "Cover": "move-command", "none": "",
    "Advance": "move-command", "Withdraw": "move-command",
}  # fmt: skip
"""What each outcome of an Action makes of a unit."""

ATTITUDES = ("Advance", "Withdraw")
"""The outcomes by which a unit takes that attitude from now on (3.2), and moves."""

BY_HAND = {"fire": "Fire", "move": "Move", "none": "none"}


def no_action(game: Game, unit: Unit, *, by_hand: bool) -> str:
    """6.4: why a unit has no Action now, or ""; `by_hand`: the player settles what it is."""
    if unit.kind in NEVER_ROLL:
        return f"{unit.id} never moves: it fires whenever it has a Target, without an Action DR (6.4)"
    gun = guns.manned_by(game, unit, working=True)
    if gun is not None:
        return f"{unit.id} acts with its Gun {gun.id}: fire {gun.id} HEX (6)"
    if not has_action(game, unit):
        return f"{unit.id} is not in Good Order, or is aboard something: it has no Action (6.4)"
    if "prep" in unit.flags:
        return f"{unit.id} has Prep Fired (A7.2)"
    return f"{unit.id} has had its Action (6.4)" if "acted" in unit.flags and not by_hand else ""


def take(ctx: Context, decider: Decider, unit: Unit, result: str) -> None:
    """6.4: the Action of a unit: automatic or rolled; or `result` (fire, move, none), settled by hand."""
    if result:
        settle(ctx, unit, BY_HAND[result], "by hand")
    else:
        _act(ctx, decider, unit)


def _act(ctx: Context, decider: Decider, unit: Unit) -> None:
    """6.21, 6.3, 6.4: Panic, else the automatic action of a unit, or its Action DR."""
    for name in automatic.leave_overstack(ctx, unit):
        if not automatic.panics_first(ctx, decider, ctx.state.units[name]):
            settle(ctx, ctx.state.units[name], "Move", "6.223: one of too many in the Location")
    unit = ctx.state.units[unit.id]
    if "acted" in unit.flags:
        return
    own = automatic.action(ctx.game, decider, unit)
    if own is not None:
        if own.rule != automatic.WITH_HIS_MEN and automatic.panics_first(ctx, decider, unit):
            return
        settle(ctx, unit, own.result, f"{own.rule}: {own.why}")
        if not ctx.because:  # by hand: an act of the ENEMY has said so itself
            ctx.tell(f"{unit.id}: {SAYS[own.result]} - {own.why} ({own.rule}).", hexes=(unit.hex or "",))
        return
    roll(ctx, decider, unit)


SAYS = {
    "Fire": "Fire Command", "Move": "Move Command", "Cover": "Move Command, to cover",
    "Advance": "Move Command, forward", "Withdraw": "Move Command, back", "none": "no action",
}  # fmt: skip
"""An outcome in words."""


def roll(ctx: Context, decider: Decider, unit: Unit) -> RollRecord:
    """6.4: one Action DR with the best leader's modifier, on the column of the Target; Panic is read from it (6.21)."""
    game = ctx.game
    table, column = order_of_acts.table(decider, unit), order_of_acts.column(game, decider, unit)
    leader = automatic.leader_of(game, unit)
    facts = {"leader": morale.leadership(leader) if leader else 0}
    purpose = f"Action of {unit.id} ({order_of_acts.attitude(unit)}, {order_of_acts.COLUMNS[column]})"
    with ctx.rolls_for(unit.side):
        record = ctx.table(table, purpose, facts=facts, column=column)
    if automatic.panics(ctx, decider, unit, record):
        return record
    settle(ctx, unit, result_text(record.result), f"Action DR {record.total}, row {record.row} (6.4)")
    return record


def settle(ctx: Context, unit: Unit, result: str, why: str) -> None:
    """A unit has had its Action: a Fire Command, a Move Command, or neither."""
    gained = [word for word in ("acted", COMMANDS[result]) if word]
    lost = [word for word in ("fire-command", "move-command") if word not in gained]
    pieces.change(ctx, unit, gained, lost, why)
    if result in ATTITUDES and unit.attitude != result:
        ctx.emit(ev.UnitRedrawn(unit.id, attitude=result, why=why))
