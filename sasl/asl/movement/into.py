"""Into something in the own hex: foxhole, shellholes, pillbox, crest, or the obstacle beside (A4.3, B2, B20.9, B27)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement import bypass, infantry_overrun, pillbox_entry, wire
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.movement.charging import cavalry_charge
from sasl.asl.movement.ground.costs import Gait, pillbox_mf
from sasl.asl.movement.ground.shelters import ENDS, check_shelter, shelter_in
from sasl.asl.movement.marching import may_enter
from sasl.asl.movement.mf_limit import beyond
from sasl.asl.movement.step import bars, draws_fire, spend, there
from sasl.kernel.frozen import replace


def may_go_into(game: Game, units: Sequence[Unit], gait: Gait) -> None:
    """A4.3, B2, B20.91, B27: refused if there is nothing in their own hex to go into."""
    name = units[0].hex
    if wire.held(units):
        return
    if boxed := pillbox_entry.held(game, units):
        if "into" in gait:
            raise Refused(f"{boxed[0].id} is in the pillbox in {name}; move {boxed[0].id} {name} takes it out (B30.4)")
        pillbox_entry.may_come_out(game, units)
        return
    if units[0].kind != "vehicle" and bypass.price_of_going_in(game, units) is not None:
        may_enter(game, units, name)
        return
    if "charge" in gait:
        cavalry_charge.may_strike(game, units, name)
        return
    if not gait.options & {"into", "crest"}:
        raise Refused(f"{units[0].id} is in {name} already: name another hex")
    shelter_in(game, units[0], gait)
    if "into" in gait:
        pillbox_entry.may_go_in(game, units, name)


def go_into(ctx: Context, units: Sequence[Unit], gait: Gait) -> None:
    """A4.3, B2, B27, B20.91: into the obstacle beside them, or foxhole, shellholes, crest, or down again.

    Those on Wire get beneath it first (B26.4).
    """
    name, moving = units[0].hex, ctx.state.moving
    if wire.held(units):
        wire.get_beneath(ctx, units, stack_allowance(ctx.game, units))
        draws_fire(ctx, [unit.id for unit in units], name)
        return
    if "charge" in gait:
        cavalry_charge.strike(ctx, units, name)
        return
    if pillbox_entry.held(ctx.game, units):
        _may_spend(ctx, units, pillbox_mf(ctx.game, name))
        pillbox_entry.come_out(ctx, units)
        return
    mf = bypass.price_of_going_in(ctx.game, units) if units[0].kind != "vehicle" else None
    beside = None if mf is None else moving  # in Bypass of it
    flag, mf = (None, mf) if mf is not None else shelter_in(ctx.game, units[0], gait)
    _spend_more(ctx, units, mf, flag or "into the obstacle")
    ids = [unit.id for unit in units]
    if beside:
        others = any(bars(ctx.game, unit) for unit in ctx.state.units_at(name, opponent(units[0].side)))
        if not others or not concealment.bump(ctx, ids, name, name):
            ctx.emit(ev.MovingSet(replace(beside, ids=tuple(ids), spent=mf, how="", shots=(), bypass=())))
            take_control(ctx, there(ctx, ids, name), (name,))  # A26.11: in the hex now
    elif flag:
        for key in ids:
            pieces.change(ctx, ctx.state.units[key], [flag], ENDS.get(flag, ()), f"{mf:g} MF")
    draws_fire(ctx, ids, name)


def lift_mines(ctx: Context, units: Sequence[Unit], name: str) -> None:
    """OtO 3.6, B28.53: one MF more IN the Culvert, for the mines there to be gone at the end of the MPh."""
    _spend_more(ctx, units, float(ctx.figure("lift-mines-mf")), "lift mines", "B28.53")
    ids = tuple(unit.id for unit in units)
    ctx.emit(ev.UnitsChanged(ids, ("lifts-mines",), (), "at the end of the MPh the mines are gone (OtO 3.6)"))
    draws_fire(ctx, ids, name)


def _spend_more(ctx: Context, units: Sequence[Unit], mf: float, what: str, rule: str = "A4.1") -> None:
    """Units spend MF in their hex; asked before one spends more than it has."""
    _may_spend(ctx, units, mf, rule)
    spend(ctx, [unit.id for unit in units], mf, what)


def _may_spend(ctx: Context, units: Sequence[Unit], mf: float, rule: str = "A4.1") -> None:
    limits = stack_allowance(ctx.game, units)
    for unit in units:
        if unit.mf + mf > limits[unit.id]:
            beyond(ctx, unit, f"{unit.id} has {limits[unit.id]:g} MF; this would bring it to {unit.mf + mf:g} ({rule})")


def may_end_so(game: Game, units: Sequence[Unit], name: str, gait: Gait) -> None:
    """B2, B27, A4.15: refused where a move cannot end as it is ordered: nothing to go into, nobody to overrun."""
    if "into" in gait:
        check_shelter(game, units, name)
        pillbox_entry.may_go_in(game, units, name, gait)
    if "ovr" in gait:
        infantry_overrun.victim(game, units, name)
