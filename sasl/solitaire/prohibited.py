"""Hexes that neither an S? (S3.322) nor an Activated ENEMY unit (S9.26) enters."""

from __future__ import annotations

from sasl.asl.fire import residual
from sasl.asl.game.context import Game


def prohibited_hexes(game: Game) -> frozenset[str]:
    """Return the hexes in an FFE, and those with a strong Fire Lane or a Known minefield (S3.322, S9.26).

    The last two are open in or ADJACENT to a VPO that the FRIENDLY side controls.
    """
    lanes = {
        name
        for marker in game.state.marked(residual.LANE)
        if marker.side == "FRIENDLY" and marker.number >= game.figure("lane-bars-fp")
        for name in residual.lane_hexes(game, marker)
    }
    mines = {marker.hex for marker in game.state.marked("minefield")}
    return frozenset(shelled_hexes(game) | ((lanes | mines) - near_friendly_vpo(game)))


def shelled_hexes(game: Game) -> set[str]:
    """Return the hexes in the Blast Area of an FFE."""
    return {name for marker in game.state.marked("ffe") for name in game.board.within(marker.hex, marker.number)}


def near_friendly_vpo(game: Game) -> set[str]:
    """Return the hexes in or ADJACENT to a VPO that the FRIENDLY side controls."""
    held = [name for name, side in game.state.control.items() if side == "FRIENDLY"]
    return {near for name in held for near in (name, *game.board.neighbours(name))}
