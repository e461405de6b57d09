"""The list codec of VASSAL: items joined by a separator, at every level of a saved game, down to its commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TypeAlias


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
    return _unquoted(item.replace("\\" + separator, separator))


def _unquoted(item: str) -> str:
    return item[1:-1] if len(item) > 1 and item[0] == item[-1] == "'" else item


def _wrapped(item: str, separator: str) -> str:
    escaped = item.replace(separator, "\\" + separator)
    quoted = item.startswith("\\") or (item.startswith("'") and item.endswith("'"))
    return f"'{escaped}'" if quoted else escaped


def unfold(text: str, separator: str, most: int = 0) -> list[str]:
    """The items of a chain: a list of the first one and of the chain of all others.

    So a separator has one backslash more for each item before it, and the text is gone through once.
    ValueError for more than `most` items (0: any number).
    """
    items: list[str] = []
    start = 0
    for run in _runs(separator).finditer(text):
        if len(run[1]) > len(items):
            continue
        items.append(_unquoted(_lighter(text[start : run.start()], separator, len(items) + 1)))
        if len(items) == most:
            raise ValueError(f"a chain of more than {most:,} items")
        start = run.end()
        if text.startswith("'", start) and text.endswith("'") and len(text) - start > 1:
            rest = _lighter(text[start:], separator, len(items))
            return [*items, *unfold(rest[1:-1], separator, most and most - len(items))]
    return [*items, _lighter(text[start:], separator, len(items))]


@cache
def _runs(separator: str) -> re.Pattern[str]:
    """A separator with all backslashes before it."""
    return re.compile(rf"(?<!\\)(\\*){re.escape(separator)}")


def _lighter(text: str, separator: str, number: int) -> str:
    """The text with so many backslashes less before each separator."""
    if separator not in text:
        return text
    return _runs(separator).sub(lambda run: run[1][number:] + separator, text)


def fold(items: Sequence[str], separator: str) -> str:
    """The chain of these items, as `unfold` takes it apart again."""
    text = items[-1]
    for item in reversed(items[:-1]):
        text = join((item, text), separator)
    return text


# -- commands --------------------------------------------------------------------------------------

ESCAPE = "\x1b"
PIECE = "+/"
"""How the command of a piece or stack begins."""
STACK = "stack"
"""The kind that a stack has there."""
DEEPEST = 8
MOST_COMMANDS = 8_000

Tree: TypeAlias = "str | list[Tree]"
"""A command, or a list of such."""


def piece_parts(command: str) -> tuple[str, str, str] | None:
    """The id, kind and state of the command of a piece or stack; None for any other command, or a damaged one."""
    items = split(command, "/") if command.startswith(PIECE) else []
    return (items[1], items[2], items[3]) if len(items) == 4 else None


def read_tree(text: str) -> Tree:
    """The commands of a text. ValueError for more, or nested deeper, than any game has."""
    return _read(text, DEEPEST, [MOST_COMMANDS])


def _read(text: str, deeper: int, left: list[int]) -> Tree:
    try:
        items = split(text, ESCAPE, max(left[0], 1)) if ESCAPE in text else []
    except ValueError:
        raise ValueError(f"it holds more than {MOST_COMMANDS:,} commands") from None
    if len(items) < 2:
        return text
    left[0] -= len(items) - 1
    if not deeper:
        raise ValueError(f"its commands are nested deeper than {DEEPEST} levels")
    return [_read(item, deeper - 1, left) for item in items]


def write_tree(tree: Tree) -> str:
    """The text of these commands: what `read_tree` was given, where nothing changed."""
    return tree if isinstance(tree, str) else join(map(write_tree, tree), ESCAPE)


def commands(tree: Tree) -> Iterator[str]:
    """The single commands in their order."""
    if isinstance(tree, str):
        yield tree
    else:
        for item in tree:
            yield from commands(item)
