"""What the fields of content may hold: limits and one line about each, looked at only when a file is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from sasl.content.reading.faults import printable


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
