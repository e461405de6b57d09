"""Orders for the dice in the player's hand: who rolls, dice typed ahead, rolls on any table."""

from __future__ import annotations

from sasl.asl.game import dice_words
from sasl.asl.game.context import Context
from sasl.asl.game.dice_words import ClearDice, DiceAhead, SkipDice
from sasl.asl.game.sides import STAGES
from sasl.kernel.orders.order import Order, one_of
from sasl.orders.stages import command

SIDES = ("friendly", "enemy")


class WhoRolls(Order):
    """A.9: the program rolls, or the player, for all or for one side."""

    FORM = "dice ( auto | hand [friendly | enemy] )"
    who: str = one_of("auto", "hand")
    side: str = one_of(*SIDES)

    def run(self, ctx: Context) -> None:
        dice_words.who_rolls(ctx, self.who == "hand", self.side, SIDES, ctx.state.option)


class Roll(Order):
    """A roll of the player's own, logged like every other."""

    FORM = "roll TABLE:what [DRM:drm | COLUMN]…"
    what: str
    drm: tuple[int, ...] = ()
    column: str = ""

    def run(self, ctx: Context) -> None:
        dice_words.roll(ctx, self.what, self.drm, self.column)


COMMANDS = (
    command(
        WhoRolls,
        ClearDice,
        SkipDice,
        DiceAhead,
        summary="who rolls for which side; or type the next dice (coloured first); or skip dice of the seed",
        stages=STAGES,
        group="dice",
        example=(
            "dice hand",
            "dice hand enemy",
            "dice hand friendly",
            "dice auto",
            "dice 4 2",
            "dice clear",
            "dice skip",
            "dice skip 3",
        ),
        options={
            "auto": "the program rolls (A.9)",
            "hand": "you roll all dice, or those of one side, and type the results (A.9)",
            "friendly": "only those of the FRIENDLY side",
            "enemy": "only those of the ENEMY",
            "clear": "discard the dice typed ahead",
            "skip": "skip the next die of the seed, or that many",
        },
    ),
    command(
        Roll,
        summary="roll dice (dr, DR, d66, NdM), or on any table",
        stages=STAGES,
        group="dice",
        key="r",
        example=("roll DR", "roll generation.g2 +1"),
    ),
)
