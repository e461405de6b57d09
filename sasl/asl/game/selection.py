"""Finding the units, SW and S? a player means: by id, by hex, by group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import HORSE, State, Suspect, Unit, Weapon
from sasl.board.hexes import parse_hex
from sasl.kernel.text import prefix_match

T = TypeVar("T")


def _by_id(items: Mapping[str, T], text: str, what: str) -> T:
    found = prefix_match(text, items)
    if len(found) == 1 and found[0].lower() == text.lower():
        return items[found[0]]
    if not found:
        raise Refused(f"there is no {what} '{text}'")
    raise Refused(f"there is no {what} '{text}'; did you mean {', '.join(found[:4])}?")


def find_unit(state: State, text: str) -> Unit:
    """The unit with the id `text`. Refused with near ids otherwise."""
    return _by_id(state.units, text, "unit")


def find_weapon(state: State, text: str) -> Weapon:
    """The SW with the id `text`. Refused with near ids otherwise."""
    return _by_id(state.weapons, text, "SW")


def find_suspect(state: State, text: str) -> Suspect:
    """The S? with the id `text`. Refused with near ids otherwise."""
    return _by_id(state.suspects, text, "S?")


def select(state: State, text: str, side: str = "") -> list[Unit]:
    """The units `text` means: ids with commas, a hex (all units in it), or a group of the OoB.

    Only those of `side`, if given. Refused if a word means nothing or nobody is left.
    """
    chosen: dict[str, Unit] = {}
    for word in filter(None, text.split(",")):
        for unit in _one(state, word, side):
            chosen[unit.id] = unit
    if not chosen:
        raise Refused(f"'{text}' names no {side + ' ' if side else ''}unit")
    return list(chosen.values())


def _one(state: State, word: str, side: str) -> Iterable[Unit]:
    if word.lower() in {key.lower() for key in state.units}:
        unit = find_unit(state, word)
        if side and unit.side != side:
            raise Refused(f"{unit.id} is a unit of the {unit.side}")
        return [unit]
    here = [unit for unit in state.on_map(side) if unit.hex == word.upper()]
    if here:
        return here
    group = [unit for unit in state.units.values() if unit.group == word.lower() and (not side or unit.side == side)]
    group = [unit for unit in group if unit.kind != HORSE] or group
    if group:
        return group
    if _looks_like_hex(word):
        raise Refused(f"no {side + ' ' if side else ''}unit is in {word.upper()}")
    return [find_unit(state, word)]


def is_place(state: State, text: str) -> bool:
    """Whether a player's word names a hex (all that is in it) or a group, not single units."""
    return text.lower() not in {key.lower() for key in state.units} and "," not in text


def _looks_like_hex(word: str) -> bool:
    try:
        parse_hex(word)
    except ValueError:
        return False
    return True


def one_stack(units: list[Unit]) -> str:
    """The hex all these units are in. Refused if they are in several, or off the map."""
    places = {unit.hex for unit in units}
    if len(places) > 1:
        raise Refused("move one stack at a time: these units are in different hexes (A4.2)")
    place = places.pop()
    if place is None:
        raise Refused(f"{units[0].id} is not on the map; use enter")
    return place


def units_and_hex(ctx: Context, words: list[str], example: str) -> tuple[list[Unit], str]:
    """The FRIENDLY units and the hex of a command of the form UNITS [at|to] HEX."""
    rest = [word for word in words if word.lower() not in ("at", "to")]
    if len(rest) != 2:
        raise Refused(f"that needs units and a hex, as in: {example}")
    return select(ctx.state, rest[0], "FRIENDLY"), known_hex(ctx.game, rest[1])
