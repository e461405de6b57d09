"""Frozen values: classes whose fields are said once, told apart by what they hold, copied with a change."""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, is_dataclass
from functools import cache
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, NamedTuple, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, structs

if TYPE_CHECKING:
    from dataclasses import replace as replace  # so that mypy knows the fields of each class
else:

    def replace(thing, /, **changes):
        """A copy of a frozen value, or of a dataclass, with other values in some fields."""
        if isinstance(thing, Struct):
            return structs.replace(thing, **changes)
        return dataclasses.replace(thing, **changes)


@dataclass_transform(frozen_default=True)
class _Making(StructMeta):
    """Makes the classes of frozen values."""


class Frozen(Struct, metaclass=_Making, frozen=True, forbid_unknown_fields=True):
    """A value that never changes: what a dataclass with `frozen` and `slots` is, its class and its copies made in C.

    Data from a file that names a field which it does not have is refused.

    A class in which a field takes no part in comparing is a dataclass still.
    """


class Keeping(Frozen, dict=True):
    """A frozen value that also keeps what was worked out of it (`cached_property`), which is no part of it.

    What is asked a million times a game stays a dataclass: its methods are found quicker (Board, Table).
    """


class Mutable(Struct):
    """A value whose fields change: what a dataclass with `slots` is, made in C; so its class costs a start nothing."""


class Field(NamedTuple):
    """A field of a frozen value or of a dataclass.

    `type`: as it is written. `usual`: what it holds if nothing is said, to be compared with; MISSING for what must be
    given.
    """

    name: str
    type: str
    usual: Any
    kw_only: bool = False


def has_fields(kind: object) -> bool:
    """Whether a class is one of frozen values, or a dataclass."""
    return isinstance(kind, type) and (issubclass(kind, Struct) or is_dataclass(kind))


@cache
def fields(kind: Any) -> tuple[Field, ...]:
    """The fields of a class that its makers are given, in their order."""
    if not issubclass(kind, Struct):
        return tuple(
            Field(item.name, str(item.type), _usual(item.default, item.default_factory), bool(item.kw_only))
            for item in dataclasses.fields(kind)
            if item.init
        )
    types: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        types |= get_annotations(base)
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    every = (*(MISSING for _ in names[len(defaults) :]), *defaults)
    return tuple(
        Field(name, types[name], _usual(MISSING if one is NODEFAULT else one, getattr(one, "factory", MISSING)))
        for name, one in zip(names, every, strict=True)
    )


def _usual(default: Any, factory: Any) -> Any:
    return default if factory is MISSING else factory()
