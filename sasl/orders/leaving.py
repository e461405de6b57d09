"""Orders to leave the map."""

from __future__ import annotations

from sasl.asl.game.context import Context, Game
from sasl.asl.movement import entering
from sasl.kernel.order import Order
from sasl.orders.stages import command, in_mph


class Exit(Order):
    """A2.6: units leave the map by their own edge for good."""

    FORM = "exit MOVERS:units"
    units: tuple[str, ...]

    def verify(self, game: Game) -> None:
        for name in self.units:
            entering.may_exit(game, game.state.units[name])

    def run(self, ctx: Context) -> None:
        for name in self.units:
            entering.leave(ctx, ctx.state.units[name])


COMMANDS = (
    command(
        Exit,
        summary="units leave the map by their own edge for good (A2.6)",
        when=in_mph,
        group="move",
        example=("exit 467a",),
    ),
)
