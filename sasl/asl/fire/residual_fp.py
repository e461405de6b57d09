"""How much Residual FP fire leaves (A8.2): half its column, a column less for each +DRM from outside the Location."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sasl.asl.fire import ift
from sasl.asl.fire.attack import COVER
from sasl.asl.game.context import Game
from sasl.asl.terrain import smoke
from sasl.kernel.records import Modifier

IN_THE_HEX = (COVER - {"slope"}) | {"wreck"}
"""The TEM that lie in the target's own Location; every other +DRM weakens Residual FP (A8.26)."""


def residual_of(game: Game, column: int, modifiers: Iterable[Modifier], name: str) -> int:
    """A8.26: the Residual FP that fire on an IFT `column` with these DRM leaves in a hex; SMOKE in it hinders the
    Residual FP itself.
    """
    half = ift.column_of(game, min(Fraction(column, 2), Fraction(game.figure("residual-most"))))
    outside = [mod for mod in modifiers if mod.value > 0 and mod.kind not in IN_THE_HEX]
    here = smoke.at(game, name) if any(mod.kind == "hindrance" for mod in outside) else 0
    return ift.shift(game, half, -max(0, sum(mod.value for mod in outside) - here))
