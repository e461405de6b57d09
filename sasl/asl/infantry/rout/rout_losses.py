"""Who does not rout: Failure to Rout (A10.5), and surrender instead (A20.21)."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.infantry.morale import casualties


def fails(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: Failure to Rout eliminates."""
    casualties.eliminate(ctx, unit, f"Failure to Rout: {why} (A10.5)")
    words = f"{unit.id} in {unit.hex} is eliminated for Failure to Rout: {why} (A10.5)."
    ctx.tell(words, stop=True, hexes=(unit.hex,))


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
        raise Refused(f"{unit.id} must rout: {why} (A10.5)")
    fails(ctx, unit, why)


def surrenders(ctx: Context, unit: Unit, taker: Unit) -> None:
    """A20.21: a unit that cannot get away surrenders."""
    ctx.tell(f"{unit.id} in {unit.hex} surrenders to {taker.id} (A20.21).", stop=True, hexes=(unit.hex,))
    prisoners.take(ctx, unit, taker, "surrenders (A20.21)")
