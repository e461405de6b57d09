"""Hexes that neither an S? (S3.322) nor an Activated ENEMY unit (S9.26) enters."""

from __future__ import annotations

from sasl.asl.fire import residual
from sasl.asl.game.context import Game


def prohibited_hexes(game: Game) -> frozenset[str]:
    """Return the hexes in an FFE, and those with a strong Fire Lane or a Known minefield (S3.322, S9.26).

    The last two are open in or ADJACENT to a VPO that the FRIENDLY side controls.
    """
    shelled = {name for marker in game.state.marked("ffe") for name in game.board.within(marker.hex, marker.number)}
    mines = {marker.hex for marker in game.state.marked("minefield")} - near_friendly_vpo(game)
    return frozenset(shelled | mines | barred_lanes(game))


def barred_lanes(game: Game) -> set[str]:
    """Return the hexes of FRIENDLY Fire Lanes too strong to enter, but for those at a FRIENDLY-Controlled VPO."""
    lanes = {
        name
        for marker in game.state.marked(residual.LANE)
        if marker.side == "FRIENDLY" and marker.number >= game.figure("lane-bars-fp")
        for name in residual.lane_hexes(game, marker)
    }
    return lanes - near_friendly_vpo(game) if lanes else lanes


def near_friendly_vpo(game: Game) -> set[str]:
    """Return the hexes in or ADJACENT to a VPO that the FRIENDLY side controls."""
    held = [name for name, side in game.state.control.items() if side == "FRIENDLY"]
    return {near for name in held for near in (name, *game.board.neighbours(name))}
