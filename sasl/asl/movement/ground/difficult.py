"""Difficult Terrain (A4.72): what makes those CX who advance into it, or withdraw from CC to it."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.stacking import crowd_mf
from sasl.asl.terrain import smoke


def is_difficult(game: Game, unit: Unit, start: str, name: str, has: float, stack: Sequence[Unit] = ()) -> bool:
    """A4.72: whether the step takes 4 MF, or all that a unit `has` after portage; SMOKE does not count.

    What an overstacked hex costs more counts (A5.11); `stack`: those who come into it together.
    """
    cost = step_cost(game, unit, start, name)
    mf = (cost.mf or 0) - smoke.entry_mf(game, name) + crowd_mf(game, name, stack or (unit,))
    return cost.all or mf >= min(has, game.figure("difficult-mf"))
