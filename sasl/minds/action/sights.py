"""What an Action is read from: the Targets of a unit, its attitude, and the table and column of its Action DR (6.4)."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.minds.act import Decider
from sasl.minds.fire import targets
from sasl.minds.fire.targets import Choice

COLUMNS = {
    "normal": "Target in normal range",
    "long": "Target at long range only",
    "none": "no Target",
    "target": "Target in sight",
}
"""The columns of the Action tables in words."""


def _nobody(other: Unit) -> bool:
    return False


def attitude(unit: Unit) -> str:
    """3.2: the attitude of a unit; a FRIENDLY unit that is given Action DR is in Advance [house]."""
    return unit.attitude or ("Hold" if unit.side == "ENEMY" else "Advance")


def table(decider: Decider, unit: Unit) -> str:
    """6.4: the Action table of a unit: that of its attitude, or of vehicles in Hold."""
    actions = decider.doctrine.actions
    if unit.kind == "vehicle" and attitude(unit) == "Hold" and "vehicle" in actions:
        return actions["vehicle"]
    return actions[attitude(unit)]


def found(game: Game, decider: Decider, unit: Unit, partners: Callable[[Unit], bool] = _nobody) -> list[Choice]:
    """6.5: the Targets of a unit, best first: what it may fire at, with `partners`, for the doctrine's least harm."""
    least, hidden = decider.doctrine.value("target-harm"), decider.doctrine.value(least_of(unit))
    others = frozenset(other.id for other in game.state.on_map(unit.side) if other.mmc and not partners(other))
    seen = targets.choices(game, decider, unit, without=others - {unit.id})
    return [choice for choice in seen if choice.harm >= (least if choice.range <= 1 else hidden)]


def least_of(unit: Unit) -> str:
    """6.5: the figure that a Target's harm must reach: a concealed unit is not given away for nothing."""
    return "target-harm" if unit.known else "hidden-harm"


def column(game: Game, decider: Decider, unit: Unit, seen: list[Choice] | None = None) -> str:
    """6.4: the column of its Action DR; a vehicle has no long range."""
    seen = found(game, decider, unit) if seen is None else seen
    columns = game.library.table(table(decider, unit)).columns
    if not seen:
        return "none"
    if "target" in columns:
        return "target"
    return "normal" if unit.kind == "vehicle" or any(choice.normal for choice in seen) else "long"
