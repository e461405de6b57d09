"""Pillboxes (B30): who is inside one, where it looks, what it holds, and who may come in or go out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sasl.asl import stacking
from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Marker, Unit
from sasl.board.hexes import in_arc, parse_hex, vertex_names

STRENGTH = re.compile(r"(\d)\+(\d)\+(\d)")
"""How the strength of a pillbox is written: capacity, TEM within its CA, TEM elsewhere (B30.11)."""


def at(game: Game, name: str) -> Marker | None:
    """The pillbox of a hex: one at most (B30.1)."""
    return next(iter(game.state.markers_at(name, "pillbox")), None)


def around(game: Game, unit: Unit) -> Marker | None:
    """The pillbox that a unit is inside."""
    if "dug-in" not in unit.flags or not unit.hex:
        return None
    return at(game, unit.hex)


def faces(pillbox: Marker, other: str) -> bool:
    """B30.1: whether a hex lies in its CA, or is its own; one whose CA nobody has said looks anywhere."""
    if not pillbox.ca or other == pillbox.hex or pillbox.ca not in vertex_names(parse_hex(pillbox.hex)):
        return True
    return in_arc(parse_hex(pillbox.hex), pillbox.ca, parse_hex(other))


def blind_to(game: Game, unit: Unit, other: str) -> str:
    """B30.2, B30.113: the CA of the pillbox a unit is inside, if a hex lies outside it; "" if nothing hinders.

    Those inside see and fire only within it; from outside it no small arms reach them, ordnance through its back. Its
    own hex is outside, but for those who come into it across the hexsides of its CA at this moment.
    """
    pillbox = around(game, unit)
    if pillbox is None:
        return ""
    if other == pillbox.hex:
        return "" if _crosses_ca(game, pillbox) else pillbox.ca
    return pillbox.ca if not faces(pillbox, other) else ""


def _crosses_ca(game: Game, pillbox: Marker) -> bool:
    moving = game.state.moving
    if moving is None or moving.hex != pillbox.hex or moving.came_from in ("", pillbox.hex):
        return False
    return faces(pillbox, moving.came_from)


# -- its strength -------------------------------------------------------------------------------------


def strength(game: Game, pillbox: Marker) -> tuple[int, int, int]:
    """B30.11: what it holds in squad-equivalents, its TEM within its CA and elsewhere; a 1+3+5 by default."""
    if match := STRENGTH.fullmatch(pillbox.state):
        capacity, front, back = map(int, match.groups())
        return capacity, front, back
    return game.figure("pillbox-squads"), game.figure("pillbox-tem"), game.figure("pillbox-nca-tem")


# -- in and out ---------------------------------------------------------------------------------------


def inside(game: Game, name: str, side: str) -> list[Unit]:
    """Those of a side in the pillbox of a hex."""
    if at(game, name) is None:
        return []
    return [unit for unit in game.state.units_at(name, side) if "dug-in" in unit.flags]


def outside(game: Game, name: str, side: str) -> list[Unit]:
    """B30.6: the ground units of a side in the hex of a pillbox that are not in it and count: not those Disrupted,
    captured or without men.
    """
    there = (unit for unit in game.state.units_at(name, side) if unit.kind not in ("aircraft", "gun"))
    return [unit for unit in there if not unit.flags & {"dug-in", "prisoner", "disrupted", "disarmed", "abandoned"}]


def in_one_location(game: Game, units: Sequence[Unit], *, boxed: bool) -> list[Unit]:
    """B30.34: of those in a hex who are attacked together: who is inside its pillbox, if it was named or nobody else is
    there, else who is outside.
    """
    within = [unit for unit in units if around(game, unit) is not None]
    if not within or len(within) == len(units):
        return list(units)
    return within if boxed else [unit for unit in units if unit not in within]


def why_not_in(game: Game, units: Sequence[Unit], name: str) -> str:
    """B30.111, B30.42, B30.44: why units may not go into the pillbox of their hex, or ""."""
    pillbox = at(game, name)
    if pillbox is None:
        return ""
    side = units[0].side
    if any("dug-in" not in unit.flags for unit in units) and not all(unit.infantry for unit in units):
        return f"only Infantry can enter the pillbox in {name} (B30.4)"
    if foes := inside(game, name, opponent(side)):
        return f"{_who(foes)} is in the pillbox in {name}: no unit may enter it with an enemy inside (B30.44)"
    if foes := outside(game, name, opponent(side)):
        return f"{_who(foes)} is in {name}: no unit may enter its pillbox past an enemy (B30.42)"
    return no_room(game, units, pillbox)


def no_room(game: Game, units: Sequence[Unit], pillbox: Marker) -> str:
    """B30.111: why the pillbox does not hold these units beside those of their side in it, or ""."""
    ids = {unit.id for unit in units}
    held = [unit for unit in inside(game, pillbox.hex, units[0].side) if unit.id not in ids]
    squads = strength(game, pillbox)[0]
    everybody = [*held, *units]
    men = sum(stacking.halves(game, unit) for unit in everybody)
    if men <= squads * game.figure("stack-squad") and not stacking.overstacked(game, everybody):
        return ""
    word = "1 squad-equivalent" if squads == 1 else f"{squads} squad-equivalents"
    return f"the pillbox in {pillbox.hex} holds {word} (B30.111)"


def why_not_out(game: Game, unit: Unit) -> str:
    """B30.6: why a unit inside a pillbox may leave it only by advancing, or ""."""
    if around(game, unit) is None:
        return ""
    foes = outside(game, unit.hex, opponent(unit.side))
    if not foes:
        return ""
    return f"{unit.id} is in the pillbox of {unit.hex}, {_who(foes)} outside: it can leave only by advancing (B30.6)"


def _who(foes: Sequence[Unit]) -> str:
    return next((foe.id for foe in foes if foe.known), "an enemy")
