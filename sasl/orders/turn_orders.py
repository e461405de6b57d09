"""Orders that move the game on."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.kernel.orders.order import Order
from sasl.orders.stages import SETUP, command
from sasl.solitaire import sequence, victory


class Next(Order):
    """The next act of a side the program plays; then end this phase and begin the next; before play, set-up."""

    FORM = "next"

    def run(self, ctx: Context) -> None:
        sequence.go_on(ctx)


class End(Order):
    """S12.5: the player ends the mission."""

    FORM = "end"

    def run(self, ctx: Context) -> None:
        if not ctx.yes("End the mission now?", default=False, id="end-mission"):
            raise Refused("the mission goes on")
        victory.finish(ctx, "the player ends it")


COMMANDS = (
    command(
        Next,
        summary="go on: the next set-up step, the ENEMY's next act, or the next phase",
        stages=(*SETUP, "play"),
        key="n",
        example=("next",),
    ),
    command(End, summary="end the mission now and count VP", example=("end",)),
)
