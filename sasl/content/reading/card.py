"""Parts of content files: values whose classes cost a start next to nothing, and which pydantic checks all the same."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

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
