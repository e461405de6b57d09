"""The axes of a plan as signs for the map: a line over the hexes of each, and the Turn at each of its phase lines."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.minds import doctrine_of
from sasl.minds.movement.axes import course
from sasl.tui.map_cells import AXIS_SIGNS


def axis_signs(game: Game) -> dict[str, str]:
    """The sign of each hex that an axis leads through: of the main one where several do; `━3` falls by Turn 3."""
    found: dict[str, str] = {}
    mine_mf = doctrine_of(game, "FRIENDLY").value("mine-mf")
    for axis in reversed(game.state.axes):
        sign = AXIS_SIGNS[axis.kind]
        found |= dict.fromkeys(course(game, axis, mine_mf), sign)
        found |= {line.hex: f"{sign}{line.turn}" for line in axis.lines}
    return found
