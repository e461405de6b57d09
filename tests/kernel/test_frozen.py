"""Frozen values: told apart by what they hold, never changed, copied with a change; and their fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, cast

import pytest

from sasl.kernel.frozen import Field, Frozen, fields, has_fields, replace


class Stack(Frozen):
    hex: str
    units: tuple[str, ...] = ()
    seen: Mapping[str, int] = {}


class Convoy(Stack, kw_only=True):
    road: bool = False


@dataclasses.dataclass(frozen=True)
class Counted:
    number: int
    found: dict[str, int] = dataclasses.field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(self.number)


def test_values_are_equal_by_what_they_hold_and_of_one_class() -> None:
    assert Stack("K14", ("467a",)) == Stack("K14", ("467a",)) != Stack("K15", ("467a",))
    assert Stack("K14") != Convoy("K14")
    with pytest.raises(AttributeError):
        Stack("K14").hex = "K15"


def test_a_copy_differs_in_what_is_said() -> None:
    stack = Stack("K14", ("467a",))
    assert replace(stack, hex="K15") == Stack("K15", ("467a",)) and stack.hex == "K14"
    with pytest.raises(TypeError):
        replace(cast(Any, stack), side="ENEMY")


def test_a_dataclass_is_copied_as_python_does_and_checks_its_fields() -> None:
    assert replace(Counted(1), number=2) == Counted(2)
    with pytest.raises(ValueError):
        replace(Counted(1), number=-1)


def test_the_fields_of_a_class_with_what_they_hold_if_nothing_is_said() -> None:
    assert [item.name for item in fields(Convoy)] == ["hex", "units", "seen", "road"]
    name, units, seen, road = fields(Convoy)
    assert name == Field("hex", "str", dataclasses.MISSING)
    assert (name.usual, units.usual, seen.usual, road.usual) == (dataclasses.MISSING, (), {}, False)
    assert [item.name for item in fields(Counted)] == ["number"], "what no maker is given is none"
    assert has_fields(Stack) and has_fields(Counted) and not has_fields(str) and not has_fields(Stack("K14"))


def test_an_empty_mapping_is_made_anew_for_each_value() -> None:
    assert Stack("K14").seen is not Stack("K14").seen
