"""Who gives itself away by its fire (A12.14), and from how far a shot must be worth it."""

from __future__ import annotations

from sasl.asl.fire.opportunity import reach
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns


def hides(game: Game, unit: Unit) -> bool:
    """Whether fire gives something away that the other side does not know: a unit, or the crew of a Known Gun."""
    if not unit.known:
        return True
    men = guns.crew(game, unit) if unit.kind == "gun" else None
    return men is not None and not men.known


def gives_away(game: Game, unit: Unit) -> float:
    """Beyond so many hexes, half its normal range, a concealed unit gives itself away for much only."""
    return reach(game, unit) / game.figure("long-range") / 2


def from_afar(game: Game, unit: Unit, goal: str) -> bool:
    """Whether a concealed unit is so far from a hex that it gives itself away for much only."""
    return hides(game, unit) and game.board.distance(unit.hex, goal) > gives_away(game, unit)
