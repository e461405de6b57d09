"""Plain data from a file (what JSON knows) as the frozen values it was written from: every field is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sasl.kernel.frozen import fields, has_fields

Reader = Callable[[Any], Any]
"""Makes a value of plain data; Misfit if it is none."""


class Misfit(ValueError):
    """Data of another shape: where it stands, what is wrong, and what was given.

    `newer`: a field or a word that is not known here, but may be to another version of the program. `given` is `...`
    where no value is at fault.
    """

    def __init__(self, said: str, given: object = ..., *, newer: bool = False, where: tuple[str, ...] = ()) -> None:
        super().__init__(said)
        self.said, self.given, self.newer, self.where = said, given, newer, where

    def inside(self, step: object) -> Misfit:
        """The same as what holds it tells of it."""
        self.where = (str(step), *self.where)
        return self


@cache
def reader(kind: Any) -> Reader:
    """What reads values of a type: plain ones, Literals, tuples, sets, mappings by text, unions, frozen values."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if has_fields(kind):
        return _record(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _word(inner)
    if origin in (Union, UnionType):
        return _either(tuple(reader(item) for item in inner))
    if origin is tuple and inner[-1:] != (...,):
        return _row(tuple(reader(item) for item in inner))
    if origin in (tuple, frozenset):
        return _many(origin, reader(inner[0]))
    if origin in (dict, Mapping) and inner[0] is str:
        return _by_name(reader(inner[1]))
    raise TypeError(f"no file can hold {kind}")


def _exactly(kind: type, said: str) -> Reader:
    def read(given: Any) -> Any:
        if type(given) is kind:
            return given
        raise Misfit(said, given)

    return read


def _number(given: Any) -> float:
    if type(given) is float or type(given) is int:
        return float(given)
    raise Misfit("input should be a valid number", given)


_PLAIN: dict[Any, Reader] = {
    str: _exactly(str, "input should be a valid string"),
    int: _exactly(int, "input should be a valid integer"),
    bool: _exactly(bool, "input should be a valid boolean"),
    NoneType: _exactly(NoneType, "input should be null"),
    float: _number,
    Any: lambda given: given,
}


def _word(words: tuple[Any, ...]) -> Reader:
    known = frozenset(words)
    *first, last = map(repr, words)
    said = f"{', '.join(first)} or {last}" if first else last

    def read(given: Any) -> Any:
        if type(given) in (str, int, bool) and given in known:
            return given
        raise Misfit(f"input should be {said}", given, newer=True)

    return read


def _either(readers: tuple[Reader, ...]) -> Reader:
    def read(given: Any) -> Any:
        faults = []
        for one in readers:
            try:
                return one(given)
            except Misfit as fault:
                faults.append(fault)
        raise next((fault for fault in faults if fault.newer or fault.where), faults[0])

    return read


def _listed(given: Any) -> list[Any]:
    if type(given) is list:
        return given
    raise Misfit("input should be a valid list", given)


def _many(make: Callable[[Any], Any], one: Reader) -> Reader:
    def read(given: Any) -> Any:
        try:
            return make([one(item) for item in _listed(given)])
        except Misfit:
            for number, item in enumerate(_listed(given)):
                _at(number, one, item)
            raise

    return read


def _row(readers: tuple[Reader, ...]) -> Reader:
    def read(given: Any) -> Any:
        if len(_listed(given)) != len(readers):
            raise Misfit(f"input should be a list of {len(readers)}", given)
        return tuple(_at(number, one, item) for number, (one, item) in enumerate(zip(readers, given, strict=True)))

    return read


def _by_name(one: Reader) -> Reader:
    def read(given: Any) -> Any:
        if type(given) is not dict:
            raise Misfit("input should be an object", given)
        return {name: _at(name, one, item) for name, item in given.items()}

    return read


def _at(step: object, one: Reader, item: Any) -> Any:
    try:
        return one(item)
    except Misfit as fault:
        raise fault.inside(step) from None


def _record(kind: Any) -> Reader:
    """What reads a frozen value from an object with its fields; those that have a default may be left out."""
    types = get_type_hints(kind)
    made = fields(kind)
    readers = {item.name: reader(types[item.name]) for item in made}
    needed = {item.name for item in made if item.usual is MISSING}

    def read(given: Any) -> Any:
        if type(given) is not dict:
            raise Misfit("input should be an object", given)
        values = {}
        for name, item in given.items():
            if name not in readers:
                raise Misfit("this field is unknown", newer=True, where=(name,))
            try:
                values[name] = readers[name](item)
            except Misfit as fault:
                raise fault.inside(name) from None
        for name in needed - values.keys():
            raise Misfit("this field is missing", where=(name,))
        return kind(**values)

    return read
