"""Who does not rout: Failure to Rout (A10.5), and surrender instead (A20.21)."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners, quarter
from sasl.asl.infantry.morale import casualties
from sasl.asl.infantry.rout.rout_ways import captor


def fails(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: Failure to Rout eliminates."""
    casualties.eliminate(ctx, unit, f"Failure to Rout: {why} (A10.5)")
    ctx.tell(f"{unit.id} in {unit.hex} is eliminated for Failure to Rout.", stop=True, hexes=(unit.hex,))


def lost_if_meant(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: a unit is eliminated for Failure to Rout, if it is meant so."""
    if not ctx.yes(
        f"{unit.id} must rout: {why}. Eliminate it for Failure to Rout?",
        default=False,
        rule="A10.5",
        hexes=(unit.hex,),
        whose=unit.side,
        id="fail-to-rout",
        subject=(unit.id,),
    ):
        raise Refused(f"{unit.id} must rout: {why}; if your board has a way, rout {unit.id} HEX (A10.5)")
    fails(ctx, unit, why)


def surrenders(ctx: Context, unit: Unit, taker: Unit) -> None:
    """A20.21: a unit that cannot get away surrenders; with the Disrupted of its hex, who have no choice, it is taken or
    rejected as one (A20.3).
    """
    ids = [unit.id]
    if ctx.state.option("may-refuse"):
        others = [other for other in ctx.state.units_at(unit.hex, unit.side) if other.id != unit.id]
        ids += [other.id for other in others if "disrupted" in other.flags and captor(ctx.game, other)]
        if quarter.is_rejected(ctx, [ctx.state.units[key] for key in ids], taker):
            return
    for key in ids:
        now = ctx.state.units[key]
        if near := taker if key == unit.id else captor(ctx.game, now):
            ctx.tell(f"{key} in {now.hex} surrenders to {near.id} (A20.21).", stop=True, hexes=(now.hex,))
            prisoners.yields(ctx, now, near, "surrenders (A20.21)")
