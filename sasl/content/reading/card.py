"""Parts of content files, and what their fields may hold: cheap for a start, and checked by pydantic all the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from sasl.content.reading.faults import printable
from sasl.kernel.frozen import Frozen, fields

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


class Card(Frozen):
    """A part of a content file. What its fields may hold stands in their types (`Says`); a class that has more to ask
    raises ValueError in its `__post_init__`.
    """

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """How pydantic checks it: as a dataclass with the same fields, of which the value is then made."""
        from typing import get_type_hints

        from pydantic_core.core_schema import no_info_after_validator_function

        types = get_type_hints(cls, include_extras=True)
        parts = [(item.name, types[item.name], _left_out(item.usual)) for item in fields(cls)]
        checked = dataclasses.make_dataclass(cls.__name__, parts, kw_only=True, namespace={"__doc__": cls.__doc__})
        return no_info_after_validator_function(lambda item: cls(**vars(item)), handler(checked))


def _left_out(usual: Any) -> Any:
    """What a dataclass says of a field that may be left out; empty lists and parts are made anew for each."""
    if usual is dataclasses.MISSING:
        return dataclasses.field()
    if isinstance(usual, (list, dict, Card)):
        return dataclasses.field(default_factory=type(usual))
    return dataclasses.field(default=usual)


def without(data: Any, *keys: str) -> Any:
    """The mapping without these keys; what is no mapping stays as it is, for the checks to say so."""
    return {name: value for name, value in data.items() if name not in keys} if isinstance(data, dict) else data


class Says:
    """One line about a field, its limits (`ge`, `le`, `min_length`, `pattern` …) and its own check.

    It stands in an `Annotated` type. Models of pydantic understand it (it is a group of annotations), and the classes
    that carry it need no pydantic as long as nothing is checked.
    """

    __is_annotated_types_grouped_metadata__ = True

    def __init__(self, about: str | None = None, *, check: Callable[[Any], Any] | None = None, **limits: Any) -> None:
        self.about, self.check, self.limits = about, check, limits

    def __iter__(self) -> Iterator[object]:
        from pydantic import AfterValidator, Field

        if self.check is not None:
            yield AfterValidator(self.check)
        yield Field(description=self.about, **self.limits)


Text = Annotated[str, Says(check=printable, max_length=2000)]
Word = Annotated[str, Says(check=printable, min_length=1, max_length=80)]
ID = r"^[a-z0-9][a-z0-9.-]{0,79}$"
Id = Annotated[str, Says(pattern=ID)]
