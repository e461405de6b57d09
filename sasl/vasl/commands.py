"""The commands of a saved game: lists inside lists, down to the single command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from sasl.vasl.codec import join, split

ESCAPE = "\x1b"
PIECE = "+/"
"""How the command of a piece or stack begins."""
STACK = "stack"
"""The kind that a stack has there."""
DEEPEST = 8
MOST_COMMANDS = 8_000

Tree: TypeAlias = "str | list[Tree]"
"""A command, or a list of such."""


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


def changed(tree: Tree, change: Callable[[str], str]) -> Tree:
    """The same tree with another text for each command."""
    return change(tree) if isinstance(tree, str) else [changed(item, change) for item in tree]
