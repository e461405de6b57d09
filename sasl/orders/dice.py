"""Orders for the dice in the player's hand: who rolls, dice typed ahead, rolls on any table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from sasl.asl.game import dice_words
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import STAGES
from sasl.kernel.grammar import Bound, Kind
from sasl.kernel.order import Order, one_of
from sasl.orders.stages import command

SIDES = ("friendly", "enemy")


class WhoRolls(Order):
    """A.9: the program rolls, or the player, for all or for one side."""

    FORM = "dice ( auto | hand [friendly | enemy] )"
    who: str = one_of("auto", "hand")
    side: str = one_of(*SIDES)

    def run(self, ctx: Context) -> None:
        """A.9."""
        dice_words.who_rolls(ctx, self.who == "hand", self.side, SIDES, ctx.state.option)


class ClearDice(Order):
    """Dice typed ahead are taken back."""

    FORM = "dice clear"

    def run(self, ctx: Context) -> None:
        """None are left."""
        ctx.emit(ev.DiceSet())


class SkipDice(Order):
    """Dice of the seed are passed over."""

    FORM = "dice skip [N:number]"
    number: int = 1

    def verify(self, game: Game) -> None:
        """At most a hundred."""
        dice_words.may_skip(self.number)

    def run(self, ctx: Context) -> None:
        """So many."""
        dice_words.skip(ctx, self.number)


class DiceAhead(Order):
    """A.9: dice for what comes next, the coloured one first."""

    FORM = "dice DICE:dice…"
    dice: tuple[int, ...]

    @classmethod
    def read(cls, game: Any, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """Numbers with blanks or commas between."""
        return cls(tuple(value for word in bound.slots["dice"] for value in kinds["dice"].read(game, word)))

    def verify(self, game: Game) -> None:
        """No more than anybody needs."""
        dice_words.may_lie_ahead(self.dice)

    def run(self, ctx: Context) -> None:
        """They lie on the table."""
        dice_words.type_ahead(ctx, self.dice)


class Roll(Order):
    """A roll of the player's own, logged like every other."""

    FORM = "roll TABLE:what [DRM:drm | COLUMN]…"
    what: str
    drm: tuple[int, ...] = ()
    column: str = ""

    def run(self, ctx: Context) -> None:
        """Dice, or a table with its modifiers and column."""
        dice_words.roll(ctx, self.what, self.drm, self.column)


COMMANDS = (
    command(
        WhoRolls,
        ClearDice,
        SkipDice,
        DiceAhead,
        summary="who rolls for whom; or type the next dice (coloured first); or pass over dice of the seed",
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
            "hand": "you roll all dice, or those of one side, and type them (A.9)",
            "friendly": "only those of the FRIENDLY side",
            "enemy": "only those of the ENEMY",
            "clear": "take back the dice typed ahead",
            "skip": "pass over the next die of the seed, or so many",
        },
    ),
    command(
        Roll,
        summary="roll dice (dr, DR, d66, NdM), or on any table of the library",
        stages=STAGES,
        group="dice",
        key="r",
        example=("roll DR", "roll generation.g2 +1"),
    ),
)
