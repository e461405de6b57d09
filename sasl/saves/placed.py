"""Hexes of stored facts: a save that names what is not on the map is refused when opened, not when drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields, is_dataclass

from sasl.asl.game.events import Event
from sasl.saves.codec import SaveError

PLACES = frozenset({"hex", "hexes", "path", "came_from"})
"""Fields that hold nothing but hexes; an empty text is no hex."""


def all_on_map(events: Iterable[Event], names: Collection[str]) -> None:
    """SaveError names the first fact with a hex that is not among `names`."""
    for number, event in enumerate(events, 1):
        for name in _hexes(event):
            if name not in names:
                kind = type(event).__name__
                raise SaveError(f"event {number} ({kind}) names {name!a:.20}, which is no hex of the map")


def _hexes(thing: object) -> Iterator[str]:
    for name, holds in _holders(type(thing)):
        value = getattr(thing, name)
        if not holds:
            for item in value if isinstance(value, tuple) else (value,):
                yield from _hexes(item)
        elif isinstance(value, str):
            yield from filter(None, (value,))
        elif value:
            yield from value


_Holders = tuple[tuple[str, bool], ...]
_HOLDERS: dict[type, _Holders] = {}


def _holders(kind: type) -> _Holders:
    """The fields of a fact that may hold hexes: by themselves (True), or in what they hold."""
    if kind not in _HOLDERS:
        plain = ("str", "int", "float", "bool", "frozenset", "Literal")
        found = fields(kind) if is_dataclass(kind) else ()
        _HOLDERS[kind] = tuple(
            (item.name, item.name in PLACES)
            for item in found
            if item.name in PLACES or not str(item.type).startswith(plain)
        )
    return _HOLDERS[kind]
