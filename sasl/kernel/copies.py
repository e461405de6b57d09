"""Changed copies of frozen dataclasses: what `dataclasses.replace` does, some times as quick."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace as replace  # so that mypy knows the fields of each class
else:

    def replace(thing, /, **changes):
        """A copy of a dataclass with other values in some fields."""
        return _copier(type(thing))(thing, **changes)


@cache
def _copier(kind: type[Any]) -> Callable[..., Any]:
    """How things of one class are copied. A class with slots that makes nothing else of its fields is copied slot by
    slot, in a function compiled for it as `dataclass` compiles its `__init__`; any other one by its `__init__`.
    """
    members = dataclasses.fields(kind)
    slots = {item.name: getattr(kind, item.name, None) for item in members if item.init}
    setters = {name: slot.__set__ for name, slot in slots.items() if isinstance(slot, MemberDescriptorType)}
    if len(setters) < len(members) or hasattr(kind, "__post_init__"):
        return dataclasses.replace
    lines = [
        "def copy(thing, /, **changes):",
        "    made = new(kind)",
        *(f"    set_{name}(made, thing.{name})" for name in setters),
        "    for name, value in changes.items():",
        "        setters[name](made, value)",
        "    return made",
    ]
    known: dict[str, Any] = {"new": object.__new__, "kind": kind, "setters": setters}
    known |= {f"set_{name}": setter for name, setter in setters.items()}
    exec("\n".join(lines), known)  # only names of fields go into it
    copy: Callable[..., Any] = known["copy"]
    return copy


T = TypeVar("T")


def stamp(thing: T, name: str) -> Callable[[Any], T]:
    """A function that makes copies of a dataclass with slots, each with its own value in the field `name`.

    Half as dear as `replace`: what does not change is bound once. AttributeError for a class without slots.
    """
    kind = type(thing)
    names = [item.name for item in dataclasses.fields(kind)]  # type: ignore[arg-type]
    others = [other for other in names if other != name]
    setters = [getattr(kind, other).__set__ for other in (name, *others)]
    values = [getattr(thing, other) for other in others]
    made: Callable[[Any], T] = FunctionType(
        _stamp_code(len(others)), {}, "stamp", (object.__new__, kind, *setters, *values)
    )
    return made


@cache
def _stamp_code(others: int) -> CodeType:
    """The code of a stamp of so many other fields; setters and values come as its defaults."""
    setters = ", ".join(f"set_{number}=0" for number in range(others))
    values = ", ".join(f"value_{number}=0" for number in range(others))
    lines = [
        f"def stamp(own, new=0, kind=0, set_own=0, {setters}, {values}):",
        "    made = new(kind)",
        "    set_own(made, own)",
        *(f"    set_{number}(made, value_{number})" for number in range(others)),
        "    return made",
    ]
    known: dict[str, Any] = {}
    exec("\n".join(lines), known)  # only numbers go into it
    code: CodeType = known["stamp"].__code__
    return code
