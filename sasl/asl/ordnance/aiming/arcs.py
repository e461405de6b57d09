"""Covered Arcs (C3.2, D3): what a Gun or vehicle faces, how far it must turn, and which side a shot hits."""

from __future__ import annotations

from functools import lru_cache

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.ordnance.mounted import Aspect, Place
from sasl.board.hexes import Hex, ca_towards, in_arc, parse_hex, side_hit, vertex_names
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import Modifier


class Turn(Frozen):
    """How a weapon comes to bear: over so many hexspines to the CA `ca`; `turret` alone or the whole counter."""

    spines: int
    ca: str
    turret: bool


STILL = Turn(0, "", False)
"""No turn at all."""


def _hull_ca(unit: Unit) -> str:
    """The CA of the counter itself, "" if nothing is known."""
    return unit.ca if _fits(unit, unit.ca) else ""


def turret_ca(unit: Unit) -> str:
    """The CA of the turret: its own, else the hull's."""
    return unit.tca if _fits(unit, unit.tca) else _hull_ca(unit)


def _fits(unit: Unit, ca: str) -> bool:
    """Whether the hex a unit is in has such a vertex (a CA kept from another hex has none)."""
    return bool(unit.hex and ca) and ca in vertex_names(parse_hex(unit.hex))


def moves_turret(game: Game, unit: Unit, weapon: str) -> bool:
    """Whether the weapon turns with a turret (T, ST) and not with the whole counter."""
    item = game.counter_of(unit)
    return (
        item.turret in ("T", "ST")
        and weapon in ("MA", "CMG", "RMG", "FT")
        and not (weapon == "FT" and item.flame_in == "bow")
    )


def all_round(game: Game, unit: Unit, weapon: str) -> bool:
    """Whether the weapon has no CA at all: most AAMG (D1.83)."""
    return weapon == "AAMG" and not game.counter_of(unit).aamg_in_arc


def bears(game: Game, unit: Unit, weapon: str, goal: str) -> bool:
    """Whether `goal` lies in the arc of the weapon as it stands; a counter without a CA bears anywhere."""
    ca = front(game, unit, weapon)
    return not ca or goal == unit.hex or covers(unit.hex, ca, goal)


def front(game: Game, unit: Unit, weapon: str) -> str:
    """The vertex that a weapon faces as it stands, "" if it bears anywhere."""
    if all_round(game, unit, weapon):
        return ""
    ca = turret_ca(unit) if moves_turret(game, unit, weapon) else _hull_ca(unit)
    return opposite(parse_hex(unit.hex), ca) if ca and weapon == "RMG" else ca


def turn_to(game: Game, unit: Unit, weapon: str, goal: str, wanted: str) -> Turn:
    """C5.1: the least turn that brings `goal` into the arc, or the turn to the CA `wanted`."""
    turret = moves_turret(game, unit, weapon)
    old = turret_ca(unit) if turret else _hull_ca(unit)
    if all_round(game, unit, weapon):
        return Turn(0, "", turret)
    if not wanted and bears(game, unit, weapon, goal):
        return Turn(0, old or (_towards(unit.hex, goal) if goal != unit.hex else ""), turret)
    if not old:
        return Turn(0, wanted or _towards(unit.hex, goal), turret)
    return Turn(*_least(unit.hex, old, weapon == "RMG", goal, wanted), turret)


@lru_cache(maxsize=65536)
def _least(here: str, old: str, behind: bool, goal: str, wanted: str) -> tuple[int, str]:
    """The hexspines from the CA `old` to `wanted`, or to the nearest that covers `goal`, and that CA."""
    names = vertex_names(parse_hex(here))
    start = names.index(old)
    ways = [
        (min((place - start) % 6, (start - place) % 6), place)
        for place, name in enumerate(names)
        if (name == wanted if wanted else _covers(here, name, behind, goal))
    ]
    spines, place = min(ways)
    return spines, names[place]


@lru_cache(maxsize=65536)
def _towards(here: str, goal: str) -> str:
    return ca_towards(parse_hex(here), parse_hex(goal))


def in_front(unit: Unit, ca: str, weapon: str, goal: str) -> bool:
    """Whether `goal` would lie in the arc of a weapon that faces `ca`."""
    return goal == unit.hex or _covers(unit.hex, ca, weapon == "RMG", goal)


def _covers(here: str, ca: str, behind: bool, goal: str) -> bool:
    """Whether `goal` lies in the arc of what faces `ca`, or, `behind`, in the arc opposite."""
    return covers(here, opposite(parse_hex(here), ca) if behind else ca, goal)


@lru_cache(maxsize=65536)
def covers(here: str, ca: str, goal: str) -> bool:
    """Whether `goal` lies in the arc of what faces `ca` in the hex `here`."""
    return in_arc(parse_hex(here), ca, parse_hex(goal))


def opposite(here: Hex, ca: str) -> str:
    """The vertex across the hex."""
    names = vertex_names(here)
    return names[(names.index(ca) + 3) % 6]


def aspect(game: Game, unit: Unit, from_hex: str, place: Place) -> Aspect:
    """D3.2: which side of the turret or hull a shot from `from_hex` hits; front if nothing else is known.

    In Bypass front and rear are no wider than an arc, and from its own hex a shot comes to the side (D2.32).
    """
    turret = place == "turret" and game.counter_of(unit).turret in ("T", "ST")
    ca = turret_ca(unit) if turret else _hull_ca(unit)
    if not ca or not unit.hex:
        return "front"
    if in_bypass(game.state, unit):
        if from_hex == unit.hex:
            return "side"
        front, rear = (_covers(unit.hex, ca, behind, from_hex) for behind in (False, True))
        return "front" if front else "rear" if rear else "side"
    return "front" if from_hex == unit.hex else _side_hit(unit.hex, ca, from_hex)


def bare(game: Game, unit: Unit, from_hex: str) -> bool:
    """D1.22: whether fire from a hex comes through a side of an AFV that has no armor."""
    return game.counter_of(unit).bare_rear and aspect(game, unit, from_hex, "turret") == "rear"


@lru_cache(maxsize=65536)
def _side_hit(here: str, ca: str, from_hex: str) -> Aspect:
    return side_hit(parse_hex(here), ca, parse_hex(from_hex))


def answers_overrun(game: Game, firer: Unit, unit: Unit) -> bool:
    """D7.22: whether fire out of the hex of a vehicle that has just overrun it is Reaction Fire: at its rear."""
    moving = game.state.moving
    return moving is not None and moving.how == "overran" and unit.id in moving.ids and firer.hex == unit.hex


def shield(game: Game, unit: Unit, from_hex: str, *, indirect: bool = False) -> list[Modifier]:
    """C11.5: the TEM of a Gun's shield for the Good Order crew that mans it, against fire from inside its CA.

    Who pushes a Gun has none.
    """
    gun = game.state.gun_of(unit) if unit.good_order and "hazardous" not in unit.flags else None
    if gun is None or not gun.hex or from_hex in ("", gun.hex):
        return []
    if not game.counter_of(gun).gunshield or "limbered" in gun.flags:
        return []
    ca = _hull_ca(gun)
    if ca and not in_arc(parse_hex(gun.hex), ca, parse_hex(from_hex)):
        return []
    value = game.figure("shield-indirect" if indirect else "shield-direct")
    return [Modifier("gunshield", value, "C11.5", "gunshield")]
