"""What a check, a loss or getting off sets off by rules above them: Snipers, LLMC and LLTC, Bailing Out, mines."""

from __future__ import annotations

from collections.abc import Collection

from sasl.asl import snipers
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.reactions import Reactions
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leader_loss
from sasl.asl.movement import wire
from sasl.asl.terrain import minefields
from sasl.asl.vehicles import riders


class Consequences(Reactions):
    """The doors behind which ASL itself stands."""

    def sniper_alarm(self, ctx: Context, side: str, original: int) -> None:
        """A14.1: the other side's Sniper."""
        snipers.alarm(ctx, side, original)

    def leader_lost(self, ctx: Context, leader: Unit, stack: Collection[str], *, killed: bool) -> None:
        """A10.2: the LLMC or LLTC of those with him."""
        leader_loss.leader_lost(ctx, leader, stack, killed=killed)

    def set_down(self, ctx: Context, ids: Collection[str]) -> None:
        """B26.4, B28.43: they are on its Wire, and its mines attack them, when what made them get off is over."""

        def meet() -> None:
            units = [ctx.state.units[key] for key in ids if key in ctx.state.units and ctx.state.units[key].hex]
            for unit in units:
                if wire.comes_onto(ctx.game, unit, unit.hex):
                    pieces.change(ctx, unit, [wire.ON_WIRE], why="gets off onto the Wire (B26.4)")
            if units:
                minefields.enter(ctx, units, units[0].hex)

        ctx.after_the_attack(meet)

    def shaken_off(self, ctx: Context, unit: Unit) -> None:
        """D6.23, A13.51: a Rider who is pinned or broken; Cavalry that breaks."""
        riders.fall_off(ctx, unit.id)
        if unit.cavalry:
            riders.thrown(ctx, unit)
