"""Fortified Building Locations (B23.9): where they are, and whom they keep out.

[house] The program knows no storeys: the whole building of a hex is one Location. Breach (B23.9) is not played.
"""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.terrain import rubble
from sasl.asl.terrain.rubble import FORTIFIED

TEXT = "Fortified Building"


def can_be_fortified(game: Game, name: str) -> bool:
    """Return whether a building stands in a hex."""
    return rubble.stands_in(game, name) and not rubble.is_rubble(game, name)


def is_fortified(game: Game, name: str) -> bool:
    """Return whether a hex is a Fortified Building Location."""
    return bool(game.state.markers_at(name, FORTIFIED))


def closed_to(game: Game, side: Side) -> frozenset[str]:
    """Return the Fortified Building Locations that Infantry of `side` may not enter now."""
    return frozenset(marker.hex for marker in game.state.marked(FORTIFIED) if why_closed(game, side, marker.hex))


def why_closed(game: Game, side: Side, name: str) -> str:
    """Return why Infantry of `side` may not enter a Location in the MPh or APh, or "" (B23.9).

    At least one squad-equivalent of the side that fortified it must hold it. A hidden unit keeps nobody out before it
    is found.
    """
    other = opponent(side)
    if not any(marker.side in ("", other) for marker in game.state.markers_at(name, FORTIFIED)):
        return ""
    men = sum(_halves(game, unit) for unit in game.state.units_at(name, other) if _holds(unit))
    if men < game.figure("stack-squad"):
        return ""
    return f"{name} is a Fortified Building Location held by at least one Good Order squad of the {other} (B23.9)"


def _holds(unit: Unit) -> bool:
    return unit.mmc and unit.good_order and not unit.carrier and not unit.flags & {"disarmed", "hidden"}


def _halves(game: Game, unit: Unit) -> int:
    return game.figure("stack-squad" if unit.kind == "squad" else "stack-half")
