"""Putting out a Flame (B24.72): men in its Location work at it under fire, and hamper it at least (B24.721)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.terrain import clearance
from sasl.asl.terrain.clearance import FLAME
from sasl.kernel.text import listed


def _at_it(unit: Unit) -> bool:
    """Whether a unit has begun in this phase."""
    return {"ti", "hazardous"} <= unit.flags


def may_put_out(game: Game, units: Sequence[Unit], name: str) -> None:
    """B24.72: refused, with the rule, unless these men may put out a Flame of their hex, in the own MPh or DFPh."""
    state = game.state
    if state.phase != ("MPh" if state.side == units[0].side else "DFPh"):
        raise Refused(f"a Flame is put out in one's own MPh or DFPh; this is {state.moment} (B24.72)")
    if not all(_at_it(unit) for unit in units):
        clearance.may_clear(game, units, name, FLAME)


def put_out(ctx: Context, units: Sequence[Unit], name: str) -> None:
    """B24.72: Hazardous Movement and TI; in the MPh all MF, and the fire at it comes before the Clearance DR."""
    ids = [unit.id for unit in units]
    if not all(_at_it(unit) for unit in units):
        pieces.change_all(ctx, ids, ("ti", "hazardous"), (), "fights a Flame (B24.72)")
        concealment.lose_if_seen(ctx, ids, "fights a Flame in LOS (A12.141)")
        if ctx.state.phase == "MPh":
            left = stack_allowance(ctx.game, units)
            spend(ctx, ids, max(left.values()), "fights a Flame")
            if draws_fire(ctx, ids, name):
                text = f"When the fire at them is over: clear {name} {','.join(ids)} flame (B24.72)."
                ctx.tell(text, stop=True, hexes=(name,))
                return
    if not clearance.work_ends(ctx, ctx.state.present(ids), name, FLAME):
        ctx.tell(f"{listed(ids)} can no longer fight the Flame in {name} (B24.72).", hexes=(name,))
