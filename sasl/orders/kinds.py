"""The kinds of argument that a mission's orders take: what a word means in a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TypeVar

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import HORSE, VEHICLES
from sasl.asl.game.places import known_hex
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import State, Suspect, Unit, Weapon
from sasl.asl.infantry.rout import routing
from sasl.asl.movement import move
from sasl.asl.oba.batteries import modules
from sasl.asl.terrain import entrenching
from sasl.board.hexes import parse_hex
from sasl.kernel.memo import Memo
from sasl.kernel.orders.grammar import Kind
from sasl.kernel.text import SLIP, closest, hint, number_in, prefix_match
from sasl.solitaire.setup import mapboards

T = TypeVar("T")

_IDS: Memo[dict[str, str]] = Memo(8)


def _ids_of(items: Mapping[str, object]) -> dict[str, str]:
    """The ids of units, SW or S? by themselves in small letters: a player may type them in any."""
    return _IDS.of((items,), lambda: {key.lower(): key for key in items})


def _by_id(items: Mapping[str, T], text: str, what: str, others: Iterable[str] = ()) -> T:
    if exact := _ids_of(items).get(text.lower()):
        return items[exact]
    found = prefix_match(text, items)
    if not found:
        known = [*items, *others]
        found = prefix_match(text[:-1], known) if len(text) > 2 else []
        if not found:
            raise Refused(f"there is no {what} '{text}'{hint(closest(text, known, SLIP))}")
    raise Refused(f"there is no {what} '{text}'; did you mean {', '.join(found[:4])}?")


def _find_unit(state: State, text: str) -> Unit:
    """The unit with the id `text`. Refused with near ids otherwise, or if it is a SW."""
    return _single(state, text, state.weapons)


def _single(state: State, text: str, others: Iterable[str]) -> Unit:
    if weapon := _weapon(state, text):
        holder = state.weapons[weapon].holder
        raise Refused(f"{weapon} is a SW{f', possessed by {holder}' if holder in state.units else ''}: name a unit")
    return _by_id(state.units, text, "unit", others)


def _find_weapon(state: State, text: str) -> Weapon:
    """The SW with the id `text`. Refused with near ids otherwise."""
    return _by_id(state.weapons, text, "SW")


def _find_suspect(state: State, text: str) -> Suspect:
    """The S? with the id `text` (`S?12`, or only `S12`, and so it is called in older games). Refused otherwise."""
    short = f"{text[:1]}?{text[1:]}"
    return _by_id(state.suspects, short if short.upper() in state.suspects else text, "S?")


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


def select_in(game: Game, text: str, side: str = "") -> list[Unit]:
    """The same in a game: a hex that is not on its map is refused as such."""
    try:
        return select(game.state, text, side)
    except Refused:
        for word in text.split(","):
            if _looks_like_hex(word) and word.lower() not in _ids_of(game.state.units):
                known_hex(game, word)
        raise


def _one(state: State, word: str, side: str) -> Iterable[Unit]:
    if word.lower() in _ids_of(state.units):
        unit = _find_unit(state, word)
        if side and unit.side != side:
            raise Refused(f"{unit.id} belongs to the {unit.side}")
        return [unit]
    here = [unit for unit in state.on_map(side) if unit.hex == word.upper()]
    if here:
        return here
    group = [unit for unit in state.units.values() if unit.group == word.lower() and (not side or unit.side == side)]
    group = [unit for unit in group if unit.kind != HORSE] or group
    if group:
        return group
    if _looks_like_hex(word):
        others = side and any(unit.hex == word.upper() for unit in state.on_map())
        more = f": the units there are {opponent(side)}, and only the {side} may do this now" if others else ""
        raise Refused(f"no {side + ' ' if side else ''}unit is in {word.upper()}{more}")
    groups = {unit.group for unit in state.units.values() if unit.group and unit.group not in state.units}
    return [_single(state, word, [*state.weapons, *sorted(groups)])]


def is_place(state: State, text: str) -> bool:
    """Whether a player's word names a hex (all that is in it) or a group, not single units."""
    return text.lower() not in _ids_of(state.units) and "," not in text


def _looks_like_hex(word: str) -> bool:
    try:
        parse_hex(word)
    except ValueError:
        return False
    return True


def _number(word: str) -> bool:
    return bool(re.fullmatch("[+-]?[0-9]{1,9}", word))


def _d66(word: str) -> int:
    if not re.fullmatch("[1-9][1-6]", word):
        raise Refused(f"'{word}' is not a d66: two digits from 1 to 6")
    return int(word)


def _taker(game: Game, word: str) -> str:
    if word.lower() in {name.lower() for name in game.state.units}:
        return _find_unit(game.state, word).id
    return known_hex(game, word)


def _ids(game: Game, word: str, side: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in select_in(game, word, side))


def _unit(game: Game, word: str) -> str:
    return _find_unit(game.state, word).id


def _own(game: Game, word: str) -> tuple[str, ...]:
    return _ids(game, word, "FRIENDLY")


def _movers(game: Game, word: str) -> tuple[str, ...]:
    return _ids(game, word, game.state.side)


def _markers(game: Game, text: str) -> tuple[str, ...]:
    """Markers by their ids, or all of a hex, with commas between."""
    words = [word for word in text.split(",") if word] or [text]
    return tuple(name for word in words for name in _marked(game, word))


def _marked(game: Game, word: str) -> list[str]:
    found = [item.id for item in game.state.markers.values() if item.id.lower() == word.lower()]
    found = found or [item.id for item in game.state.markers_at(word.upper())]
    if not found:
        raise Refused(f"there is no marker '{word}', by id or by hex")
    return found


def _span(game: Game, word: str) -> tuple[str, ...]:
    return tuple(known_hex(game, name) for name in re.split("[-,]", word))


def _dice(word: str) -> tuple[int, ...]:
    values = [number_in(text, 1, 1000) for text in word.split(",") if text]
    if None in values:
        raise Refused(f"'{word[:80]}' are not dice: type numbers, as in: dice 4 2")
    return tuple(value for value in values if value is not None)


def _numbered(word: str) -> bool:
    """Whether a word may be an id with its number (`OBA1`)."""
    return word[:1].isalpha() and word[-1:].isdigit()


NOT_A_WAY = frozenset((*move.OPTIONS, "to", "and", "column"))
"""Words of an order to move that name no hex of its way."""


def _unit_words(game: Game, begun: str) -> Iterable[str]:
    """Ids of units, once their beginning is typed."""
    return game.state.units if begun else ()


def _weapon_words(game: Game, begun: str) -> Iterable[str]:
    """Ids of SW: first those that nobody has."""
    return sorted(game.state.weapons, key=lambda key: bool(game.state.weapons[key].holder))


def _taker_words(game: Game, begun: str) -> Iterable[str]:
    """Ids of Personnel: first who has no SW."""
    men = (unit.id for unit in game.state.units.values() if unit.personnel)
    return sorted(men, key=lambda key: len(game.state.weapons_of(key)))


def piece(game: Game, word: str) -> str:
    """The id of a SW or unit. Refused with near ids otherwise."""
    return _weapon(game.state, word) or _find_unit(game.state, word).id


def _weapon(state: State, word: str) -> str:
    return _ids_of(state.weapons).get(word.lower(), "")


def _firers(game: Game, text: str) -> tuple[str, ...]:
    """Units and SW; of a whole hex only those on foot of the side whose Infantry fires in this phase, if any can."""
    state, found = game.state, []
    side = state.side if state.phase in ("PFPh", "AFPh") else opponent(state.side)
    for word in filter(None, text.split(",")):
        weapon = _weapon(game.state, word)
        named = word.lower() in _ids_of(state.units)
        units = [] if weapon else select(state, word, "" if named else side)
        able = [unit for unit in units if len(units) == 1 or _can_fire(unit)] or units
        found += [weapon] if weapon else [unit.id for unit in able]
    return tuple(found)


def _can_fire(unit: Unit) -> bool:
    return (
        unit.kind not in (*VEHICLES, "gun", "aircraft")
        and not unit.flags & {"broken", "prisoner", "ti", "prep", "berserk"}
        and not (unit.kind == "leader" and "pinned" in unit.flags)
    )


def _pieces(game: Game, word: str) -> tuple[str, ...]:
    weapon = _weapon(game.state, word)
    return (weapon,) if weapon else _ids(game, word, "")


def _broken(game: Game, word: str) -> tuple[str, ...]:
    """Broken units, leaders first; of a place only those that are."""
    units = select_in(game, word)
    if is_place(game.state, word):
        units = [unit for unit in units if "broken" in unit.flags] or units
    for unit in units:
        if "broken" not in unit.flags:
            raise Refused(f"{unit.id} is not broken: only broken units rally (A10.6)")
    return tuple(unit.id for unit in sorted(units, key=lambda unit: unit.kind != "leader"))


def _battery(game: Game, word: str) -> str:
    ids = [item.id for item in modules(game)]
    found = next((key for key in ids if key.lower() == word.lower()), "")
    if not found:
        have = ", ".join(ids) or "neither side has OBA; add a module with: oba add 120 friendly normal"
        raise Refused(f"there is no OBA module '{word}': {have}")
    return found


def _runners(game: Game, word: str) -> tuple[str, ...]:
    """Of a hex or a group those that rout."""
    units = select_in(game, word)
    return tuple(unit.id for unit in (routing.of_a_place(game, units) if is_place(game.state, word) else units))


def _diggers(game: Game, word: str) -> tuple[str, ...]:
    """Of a hex or a group those that may dig a foxhole."""
    units = select_in(game, word, game.state.side)
    return tuple(unit.id for unit in (entrenching.of_a_place(game, units) if is_place(game.state, word) else units))


def _riders(game: Game, word: str, *, mounted: bool) -> tuple[str, ...]:
    """Of a hex or a group those that are on foot, or mounted."""
    units = select_in(game, word, _mounting_side(game.state))
    if is_place(game.state, word):
        units = [unit for unit in units if unit.mmc or unit.kind in ("leader", "hero")]
        units = [unit for unit in units if unit.cavalry == mounted and not unit.carrier] or units
    if not units:
        raise Refused(f"nobody in {word} {'is mounted' if mounted else 'could mount'} (A13.1)")
    return tuple(unit.id for unit in units)


def _mounting_side(state: State) -> str:
    """The side whose units mount and dismount now."""
    return "FRIENDLY" if state.stage == "set-up" else state.side


def _wave(game: Game, word: str) -> tuple[str, ...]:
    """Of a hex its Infantry."""
    named = {name.lower() for name in word.split(",")}
    found = select_in(game, word, game.state.side)
    return tuple(unit.id for unit in found if unit.infantry or unit.id.lower() in named) or tuple(
        unit.id for unit in found
    )


def units_of(game: Game, ids: Iterable[str], side: str = "") -> list[Unit]:
    """The units of an order. Refused if one is not there (any more), or not of `side`."""
    units = [_find_unit(game.state, name) for name in ids]
    other = next((unit for unit in units if side and unit.side != side), None)
    if other:
        raise Refused(f"{other.id} belongs to the {other.side}")
    if not units:
        raise Refused("name units")
    return units


def _mounting(game: Game, ids: Iterable[str]) -> list[Unit]:
    return units_of(game, ids, _mounting_side(game.state))


def _moving(game: Game, ids: Iterable[str]) -> list[Unit]:
    return units_of(game, ids, game.state.side)


KINDS: dict[str, Kind] = {
    "UNITS": Kind("UNITS", "units", lambda game, word: _ids(game, word, ""), many=True, words=_unit_words),
    "OWN": Kind("UNITS", "FRIENDLY units", _own, many=True, lead=("with",), words=_unit_words),
    "THEIRS": Kind("UNITS", "ENEMY units", lambda game, word: _ids(game, word, "ENEMY"), many=True),
    "MOVERS": Kind("UNITS", "units of the moving side", _movers, many=True, words=_unit_words),
    "RUNNERS": Kind("UNITS", "units", _runners, many=True, of=units_of),
    "DIGGERS": Kind("UNITS", "units of the moving side", _diggers, many=True, words=_unit_words, of=_moving),
    "FOOT": Kind("UNITS", "units on foot", partial(_riders, mounted=False), many=True, of=_mounting),
    "RIDERS": Kind("UNITS", "mounted units", partial(_riders, mounted=True), many=True, of=_mounting),
    "WAVE": Kind("UNITS", "units of the moving side", _wave, many=True, of=_moving),
    "UNIT": Kind("UNIT", "a unit", _unit, words=_unit_words, of=lambda game, name: _find_unit(game.state, name)),
    "SW": Kind("SW", "a SW", lambda game, word: _find_weapon(game.state, word).id, words=_weapon_words),
    "SUSPECT": Kind("S?", "an S?", lambda game, word: _find_suspect(game.state, word).id),
    "LEADER": Kind("LEADER", "a leader", _unit),
    "PLANE": Kind("PLANE", "an aircraft", _unit),
    "FIRERS": Kind("UNITS,SW", "units and SW", _firers, many=True, words=_unit_words),
    "PIECE": Kind("GUN|SW", "a Gun, vehicle or SW", piece),
    "PIECES": Kind("SW|UNITS", "a SW or units", lambda game, word: ",".join(_pieces(game, word))),
    "WEAPON": Kind("WEAPON", "a mounted weapon", lambda game, word: word.upper()),
    "BROKEN": Kind("UNITS", "broken units", _broken, lambda word: word.lower() != "all", many=True),
    "BATTERY": Kind("ID", "the id of a module", _battery, _numbered),
    "HEX": Kind("HEX", "a hex", known_hex, lead=("at", "to", "in")),
    "WAY": Kind("WAY", "a hex", fits=lambda word: word.lower() not in NOT_A_WAY, label="HEX[-HEX]", lead=("to",)),
    "VERTEX": Kind("VERTEX", "a vertex", lambda game, word: word.upper(), lambda word: "/" in word, label="HEX/HEX"),
    "N": Kind("N", "a number", lambda game, word: int(word), _number),
    "D66": Kind("D66", "a d66", lambda game, word: _d66(word)),
    "PLACE": Kind("PLACE", "a place of the layout", mapboards.place_named),
    "BOARD": Kind("BOARD", "a mapboard", mapboards.board_id),
    "GROUP": Kind("GROUP", "a group of the OoB"),
    "THINGS": Kind("SW|UNITS", "a SW or units", _pieces, many=True),
    "TAKER": Kind("UNIT", "a unit or a hex", _taker, label="UNIT|HEX", words=_taker_words),
    "MARKER": Kind("KIND", "a kind of marker"),
    "MARKERS": Kind("ID", "a marker or a hex", _markers, many=True, label="ID|HEX"),
    "TRACK": Kind("HEX", "a hex", lambda game, word: "-" * (word[0] == "-") + known_hex(game, word.lstrip("-"))),
    "SPAN": Kind("HEX", "the hexes of a bridge", _span, many=True, label="HEX[-HEX…]"),
    "STATE": Kind("STATE", "a state"),
    "TYPE": Kind("TYPE", "the type of a counter", whole=True),
    "TEXT": Kind("TEXT", "words", whole=True),
    "FILE": Kind("FILE", "a file or folder", lambda game, word: word.strip("\"'"), whole=True),
    "DICE": Kind("N", "dice", lambda game, word: _dice(word), lambda word: word[0].isdigit()),
    "TABLE": Kind("TABLE", "a roll or a table", label="dr|DR|NdM|TABLE"),
    "DRM": Kind("±N", "a modifier", lambda game, word: int(word), lambda word: number_in(word, -99, 99) is not None),
    "COLUMN": Kind("COLUMN", "a column"),
    "NAME": Kind("NAME", "a name"),
    "FIGURE": Kind("FIGURE", "a figure"),
    "CHOICE": Kind("CHOICE", "one of its choices"),
    "WORD": Kind("WORD", "a word"),
}
"""By the name that a form uses. UNITS: ids with commas, a hex, or a group of the OoB."""
