"""What waits for a later phase: mine attacks, snipers, aircraft, artillery strikes, and when it comes due."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import PHASES, Pending, Phase, Side


def later(
    ctx: Context,
    kind: str,
    side: Side,
    phase: Phase,
    text: str,
    *,
    hexes: Sequence[str] = (),
    number: int = 0,
    units: Sequence[str] = (),
) -> None:
    """Let something come due at the next `phase` of `side` after the present phase."""
    state = ctx.state
    now = 2 * state.turn + (state.side != ctx.mission.first_side)
    this_turn = state.side == side and PHASES.index(phase) > PHASES.index(state.phase)
    serial = now if this_turn else now + 1 if state.side != side else now + 2
    ctx.emit(
        ev.PendingAdded(
            Pending(ctx.new_number("P"), kind, serial // 2, side, phase, text, tuple(hexes), number, tuple(units))
        )
    )


def come_due(ctx: Context) -> None:
    """Do what was waiting for the phase that has just begun."""
    from sasl.asl import snipers
    from sasl.asl.air import sorties as aircraft
    from sasl.solitaire import leader_strikes

    state = ctx.state
    for item in state.pending:
        if (item.turn, item.side, item.phase) != (state.turn, state.side, state.phase):
            continue
        ctx.emit(ev.PendingDone(item.id))
        if item.kind == "sniper":
            snipers.sniper_attack(ctx, "FRIENDLY", item.number)
        elif item.kind == "stukas":
            aircraft.stukas(ctx, item.number, item.text)
        elif item.kind == leader_strikes.STRIKE:
            leader_strikes.fall(ctx)
        elif item.kind == "mines":
            mine_attack(ctx, item)
        else:
            ctx.tell(item.text, board=True, stop=True, hexes=item.hexes)


def mine_attack(ctx: Context, item: Pending) -> None:
    """B28: the event's mine attack on those still in the hex."""
    from sasl.asl.terrain import minefields

    for name in item.hexes:
        units = [unit for unit in ctx.state.units_at(name, "FRIENDLY") if unit.infantry]
        minefields.discovered(ctx, units, name)
