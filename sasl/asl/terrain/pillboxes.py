"""Pillboxes (B30): who is inside one, where it looks, and from where it is fired at through its CA."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.state import Marker, Unit
from sasl.board.hexes import in_arc, parse_hex, vertex_names


def around(game: Game, unit: Unit) -> Marker | None:
    """The pillbox that a unit is inside."""
    if "dug-in" not in unit.flags or not unit.hex:
        return None
    return next(iter(game.state.markers_at(unit.hex, "pillbox")), None)


def faces(pillbox: Marker, other: str) -> bool:
    """B30.1: whether a hex lies in its CA, or is its own; one whose CA nobody has said looks anywhere."""
    if not pillbox.ca or other == pillbox.hex or pillbox.ca not in vertex_names(parse_hex(pillbox.hex)):
        return True
    return in_arc(parse_hex(pillbox.hex), pillbox.ca, parse_hex(other))


def blind_to(game: Game, unit: Unit, other: str) -> str:
    """B30.2, B30.113: the CA of the pillbox a unit is inside, if a hex lies outside it; "" if nothing hinders.

    Those inside see and fire only within it; from outside it no small arms reach them, ordnance through its back.
    """
    pillbox = around(game, unit)
    return pillbox.ca if pillbox is not None and not faces(pillbox, other) else ""
