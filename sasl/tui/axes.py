"""The axes of a plan as signs for the map: a line over the hexes of each, and the Turn at each of its phase lines."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.minds import doctrine_of
from sasl.kernel.memo import Memo
from sasl.tui.map_cells import AXIS_SIGNS

_SIGNS: Memo[dict[str, str]] = Memo()


def axis_signs(game: Game) -> dict[str, str]:
    """The sign of each hex that an axis leads through: of the main one where several do; `━3` falls by Turn 3."""
    doctrine = doctrine_of(game, "FRIENDLY")
    parts = game.state.axes, game.state.markers, game.board, doctrine
    return _SIGNS.of(parts, lambda: _signs(game, doctrine.value("mine-mf")))


def _signs(game: Game, mine_mf: float) -> dict[str, str]:
    from sasl.minds.movement.axes import course  # a game is on the screen before its minds are loaded

    found: dict[str, str] = {}
    for axis in reversed(game.state.axes):
        sign = AXIS_SIGNS[axis.kind]
        found |= dict.fromkeys(course(game, axis, mine_mf), sign)
        found |= {line.hex: f"{sign}{line.turn}" for line in axis.lines}
    return found
