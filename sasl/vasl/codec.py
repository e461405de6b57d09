"""The list codec of VASSAL: items joined by a separator, at every level of a saved game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache


@cache
def _cuts(separator: str) -> re.Pattern[str]:
    """Where a list is cut: at a separator without a backslash directly before it."""
    return re.compile(rf"(?<!\\){re.escape(separator)}")


def split(text: str, separator: str, most: int = 0) -> list[str]:
    """The items of a list; empty text is one empty item. ValueError for more than `most` of them (0: any number)."""
    items = _cuts(separator).split(text, maxsplit=most)
    if most and len(items) > most:
        raise ValueError(f"a list of more than {most:,} items")
    return [_bare(item, separator) for item in items]


def join(items: Iterable[str], separator: str) -> str:
    """The list of these items, as `split` takes it apart again."""
    return separator.join(_wrapped(item, separator) for item in items)


def _bare(item: str, separator: str) -> str:
    item = item.replace("\\" + separator, separator)
    return item[1:-1] if len(item) > 1 and item[0] == item[-1] == "'" else item


def _wrapped(item: str, separator: str) -> str:
    escaped = item.replace(separator, "\\" + separator)
    quoted = item.startswith("\\") or (item.startswith("'") and item.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


def unfold(text: str, separator: str, most: int = 0) -> list[str]:
    """The items of a chain: a list of the first one and of the chain of all others.

    ValueError for more than `most` of them (0: any number).
    """
    items = []
    while (cut := _cuts(separator).search(text)) is not None:
        items.append(_bare(text[: cut.start()], separator))
        if len(items) == most:
            raise ValueError(f"a chain of more than {most:,} items")
        text = _bare(text[cut.end() :], separator)
    return [*items, text]


def fold(items: Sequence[str], separator: str) -> str:
    """The chain of these items, as `unfold` takes it apart again."""
    text = items[-1]
    for item in reversed(items[:-1]):
        text = join((item, text), separator)
    return text
