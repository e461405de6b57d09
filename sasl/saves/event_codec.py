"""Events as plain JSON data and back: exact, and everything that comes from a file is checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from msgspec import ValidationError, convert

from sasl.asl.game.events import EVENTS, Event
from sasl.content.reading.faults import nearest
from sasl.kernel.files.shapes import Misfit, reader
from sasl.kernel.frozen import fields, has_fields
from sasl.kernel.text import brief
from sasl.saves.save_lines import SaveError

MAX_WORDS = 200
"""No sentence lists the words of a closed set that are longer in all."""

_PLAIN = (str, int, float, bool, type(None))


class Unknown(SaveError):
    """A fact, a field or a word that this version of the program does not know; another version wrote it."""


def encode_event(event: Event) -> dict[str, Any]:
    """The event as plain data: its name under `e`, and the fields that differ from their default.

    SaveError if a field holds something JSON cannot carry.
    """
    name = type(event).__name__
    return {"e": name, **_encode_fields(event, name)}


def decode_event(data: object) -> Event:
    """The event that `encode_event` wrote. Unknown for names, fields and words of another version, SaveError for
    wrong types."""
    if not isinstance(data, dict):
        raise SaveError(f"an event must be a JSON object, not {brief(ascii(data))}")
    given = dict(data)
    name = given.pop("e", None)
    if not isinstance(name, str) or name not in EVENTS:
        hint = nearest(name, EVENTS) if isinstance(name, str) else ""
        raise (Unknown if isinstance(name, str) else SaveError)(f"there is no event {brief(ascii(name))}{hint}")
    if name in OFF_MAP:
        given = _off_map(given, OFF_MAP[name])
    kind: Any = EVENTS[name]
    try:
        event: Event = convert(given, kind)
    except ValidationError:
        event = _closely(given, kind)
    return event


def _closely(given: dict[str, Any], kind: Any) -> Event:
    """The event, if it is one after all; else Unknown or SaveError says what is wrong, and where."""
    name = kind.__name__
    try:
        event: Event = reader(kind)(given)
    except Misfit as fault:
        where = ".".join(fault.where) or "its fields"
        found = Unknown if fault.newer else SaveError
        raise found(f"event {name}, {where}: {_words(fault)}") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise SaveError(f"event {name} is not plain data ({error})") from None
    return event


OFF_MAP = {"UnitPut": "", "WeaponGiven": "", "UnitAdded": "unit", "WeaponAdded": "weapon"}
"""Facts that older versions wrote with a hex of null, for off the map: in which field's data ("": in their own)."""


def _off_map(given: dict[str, Any], inside: str) -> dict[str, Any]:
    """The data of a fact with "" for a hex of null."""
    held = given.get(inside)
    if isinstance(held, dict):
        return {**given, inside: _off_map(held, "")}
    return {**given, "hex": ""} if "hex" in given and given["hex"] is None else given


def _words(fault: Misfit) -> str:
    if fault.given is ...:
        return fault.said
    if fault.newer and len(fault.said) > MAX_WORDS:
        return f"there is no such word (got {brief(ascii(fault.given))})"
    return f"{fault.said} (got {brief(ascii(fault.given))})"


# -- encoding -----------------------------------------------------------------------------------------
def _encode_fields(thing: Any, where: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    kind: Any = type(thing)
    for name, _, usual, _ in fields(kind):
        value = getattr(thing, name)
        if value is usual or (type(value) is type(usual) and value == usual):
            continue
        data[name] = value if type(value) in _PLAIN else _encode(value, f"{where}.{name}")
    return data


def _encode(value: Any, where: str) -> Any:
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, (list, tuple)):
        return [_encode(item, where) for item in value]
    if isinstance(value, frozenset):
        return [_encode(item, where) for item in sorted(value)]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _encode(item, where) for key, item in value.items()}
    if has_fields(type(value)):
        return _encode_fields(value, where)
    raise SaveError(f"{where} holds {brief(ascii(value))}, which a save cannot contain")


PLACES = frozenset({"hex", "hexes", "path", "came_from"})
"""Fields that hold nothing but hexes; an empty text is no hex."""


def all_on_map(events: Iterable[Event], names: Collection[str]) -> None:
    """SaveError names the first fact with a hex that is not among `names`."""
    for number, event in enumerate(events, 1):
        name = _off(event, names)
        if name is not None:
            kind = type(event).__name__
            raise SaveError(f"event {number} ({kind}) names {name!a:.20}, which is not a hex of the map")


def _off(thing: object, names: Collection[str]) -> str | None:
    """The first hex in a fact, or in what it holds, that is not among `names`."""
    kind: Any = type(thing)
    for field, holds in _holders(kind):
        value = getattr(thing, field)
        if not holds:
            for item in value if isinstance(value, tuple) else (value,):
                found = None if type(item) in _PLAIN else _off(item, names)
                if found is not None:
                    return found
        elif value:
            for name in (value,) if isinstance(value, str) else value:
                if name not in names:
                    return str(name)
    return None


@cache
def _holders(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a fact that may hold hexes: by themselves (True), or in what they hold."""
    plain = ("str", "int", "float", "bool", "frozenset", "Literal", "tuple[str, ...]", "tuple[int, ...]")
    return tuple(
        (item.name, item.name in PLACES)
        for item in (fields(kind) if has_fields(kind) else ())
        if item.name in PLACES or not str(item.type).startswith(plain)
    )
