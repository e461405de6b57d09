"""Frozen values: classes whose fields are said once, told apart by what they hold, copied with a change."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, is_dataclass
from functools import cache
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, NamedTuple, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, structs
from msgspec import field as field

if TYPE_CHECKING:
    from dataclasses import replace as replace  # so that mypy knows the fields of each class
else:

    def replace(thing, /, **changes):
        """A copy of a frozen value, or of a dataclass, with other values in some fields."""
        if isinstance(thing, Struct):
            return structs.replace(thing, **changes)
        return dataclasses.replace(thing, **changes)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Making(StructMeta):
    """Makes the classes of frozen values."""


class Frozen(Struct, metaclass=_Making, frozen=True):
    """A value that never changes: what a dataclass with `frozen` and `slots` is, its class and its copies made in C.

    A class in which a field takes no part in comparing, or that keeps what was worked out, is a dataclass still.
    """


class Field(NamedTuple):
    """A field of a frozen value or of a dataclass. `type`: as it is written; MISSING for no default."""

    name: str
    type: str
    default: Any
    default_factory: Any
    kw_only: bool = False

    @property
    def usual(self) -> Any:
        """What it holds if nothing is said; MISSING for a field that must be given."""
        return self.default if self.default_factory is MISSING else self.default_factory()


def has_fields(kind: object) -> bool:
    """Whether a class is one of frozen values, or a dataclass."""
    return isinstance(kind, type) and (issubclass(kind, Struct) or is_dataclass(kind))


@cache
def fields(kind: Any) -> tuple[Field, ...]:
    """The fields of a class that its makers are given, in their order."""
    if not issubclass(kind, Struct):
        found = (item for item in dataclasses.fields(kind) if item.init)
        return tuple(
            Field(item.name, str(item.type), item.default, item.default_factory, bool(item.kw_only)) for item in found
        )
    types: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        types |= get_annotations(base)
    names, usual = kind.__struct_fields__, kind.__struct_defaults__
    defaults = (*(NODEFAULT for _ in names[len(usual) :]), *usual)
    return tuple(_field(name, types[name], default) for name, default in zip(names, defaults, strict=True))


def _field(name: str, written: str, default: Any) -> Field:
    """The field of a class of msgspec, whose empty collections are made anew for each value."""
    if default is NODEFAULT:
        return Field(name, written, MISSING, MISSING)
    make: Callable[[], Any] | None = getattr(default, "factory", None)
    return Field(name, written, default, MISSING) if make is None else Field(name, written, MISSING, make)
