"""The axes of a plan as signs for the map: a line over the hexes of each, and the Turn at each of its phase lines."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.minds import doctrine_of
from sasl.kernel.memo import Memo
from sasl.tui.map.map_cells import AXIS_SIGNS
from sasl.tui.play.map_game import MapGame

_SIGNS: Memo[dict[str, str]] = Memo()


def _axis_signs(game: Game) -> dict[str, str]:
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


class AxesOnMap:
    """The axes of the plan on the map of a game screen, or off it; `draws`: the player has them drawn up by asking."""

    def __init__(self, screen: MapGame, *, shown: bool = False, draws: bool = True) -> None:
        self.screen, self.shown, self.draws = screen, shown, draws

    def toggle(self) -> None:
        """On the map, drawn up anew; or off it."""
        self.shown = not self.shown
        if self.shown:
            self._draw_up()
            axes = self.screen.session.game.state.axes
            self.screen.say("; ".join(axis.words for axis in axes), "key") if axes else None
        self.show()

    def _draw_up(self) -> None:
        if self.draws:
            self.screen.orders.submit("axes")
            self.shown = bool(self.screen.session.game.state.axes)
        elif not self.screen.session.game.state.axes:
            self.screen.say("There is no plan yet: the commander draws it up in the PFPh.", "key")

    def show(self) -> None:
        """As they are now."""
        self.screen.map.mark(axes=_axis_signs(self.screen.session.game) if self.shown else {})
