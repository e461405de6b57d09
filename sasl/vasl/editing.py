"""Changing the text of a saved game: counters placed, moved and taken off, everything else byte for byte as it was."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.vasl.list_codec import (
    PIECE,
    STACK,
    Tree,
    commands,
    fold,
    join,
    piece_parts,
    read_tree,
    split,
    unfold,
    write_tree,
)
from sasl.vasl.vasl_pieces import LAYER_OF, TAB, members

END = "end_save"


class Editor:
    """A saved game's text, and the changes made to it."""

    def __init__(self, text: str) -> None:
        self._tree = read_tree(text)
        self._pieces: dict[str, tuple[str, str]] = {}
        self._stacks: dict[str, list[str]] = {}
        for command in commands(self._tree):
            if parts := piece_parts(command):
                piece, kind, state = parts
                if kind == STACK:
                    self._stacks[piece] = split(state, ";")
                else:
                    self._pieces[piece] = (kind, state)
        self._next = 1 + max((int(key) for key in (*self._pieces, *self._stacks) if key.isdecimal()), default=0)
        self._changed: dict[str, None] = {}
        """Pieces and stacks that are new or written anew, in their order."""
        self._gone: set[str] = set()

    def piece(self, piece: str) -> tuple[str, str]:
        """Kind and state of a piece, as its command has them. KeyError if it is not there."""
        return self._pieces[piece]

    def place(self, kind: str, state: str, x: int, y: int) -> str:
        """Lay a new counter on the map, on top of the stack there; its id."""
        piece = self._id()
        self._pieces[piece] = (kind, state)
        self.move(piece, x, y)
        return piece

    def move(self, piece: str, x: int, y: int) -> None:
        """Put a counter elsewhere on its map, on top of the stack there."""
        self._unstack(piece)
        kind, state = self._pieces[piece]
        *outer, inner = unfold(state, TAB)
        window, _, _, *rest = split(inner, ";")
        place = [window, str(x), str(y)]
        self._pieces[piece] = (kind, fold([*outer, join([*place, *rest], ";")], TAB))
        self._changed[piece] = None
        stack = next((key for key, items in self._stacks.items() if items[:3] == place and members(items)), "")
        if not stack:
            stack = self._id()
            self._stacks[stack] = [*place, *self._tail()]
        items = self._stacks[stack]
        end = len(items) - (items[-1].startswith(LAYER_OF))
        items.insert(end, piece)
        self._changed.pop(stack, None)  # a stack stands after all its members
        self._changed[stack] = None

    def remove(self, piece: str) -> None:
        """Take a counter off for good."""
        self._unstack(piece)
        self._gone.add(piece)
        self._changed.pop(piece, None)

    def _unstack(self, piece: str) -> None:
        for key, items in self._stacks.items():
            if piece in items[3:]:
                items.remove(piece)
                self._changed[key] = None

    def _tail(self) -> list[str]:
        """How the stacks of this file end."""
        last = next((items[-1] for items in self._stacks.values() if items[-1].startswith(LAYER_OF)), "")
        return [last] if last else []

    def _id(self) -> str:
        found, self._next = str(self._next), self._next + 1
        return found

    # -- writing --------------------------------------------------------------------------------------
    def text(self) -> str:
        """The whole text with the changes; the one that was read if there are none."""
        group = _group(self._tree)
        return write_tree(self._written(self._tree, group))

    def _written(self, tree: Tree, group: list[Tree]) -> Tree:
        if isinstance(tree, str):
            return tree
        found = [self._written(item, group) for item in tree if not self._dropped(item)]
        if tree is group:
            end = found.index(END) if END in found else len(found)
            found[end:end] = list(self._anew())
        return found

    def _dropped(self, item: Tree) -> bool:
        """Whether a command is not written where it stood."""
        parts = piece_parts(item) if isinstance(item, str) else None
        return parts is not None and (parts[0] in self._gone or parts[0] in self._changed)

    def _anew(self) -> Iterator[str]:
        """The commands of what is new or changed: pieces, then stacks."""
        for key in self._changed:
            if key in self._pieces:
                yield join(["+", key, *self._pieces[key]], "/")
        for key in self._changed:
            if key in self._stacks:
                yield join(["+", key, STACK, join(self._stacks[key], ";")], "/")


def _group(tree: Tree) -> list[Tree]:
    """The list in which the pieces stand: the one that has most of them. ValueError for a text without any list."""
    lists = list(_lists(tree))
    if not lists:
        raise ValueError("it holds nothing but one command")
    return max(lists, key=lambda items: sum(isinstance(item, str) and item.startswith(PIECE) for item in items))


def _lists(tree: Tree) -> Iterator[list[Tree]]:
    if isinstance(tree, list):
        yield tree
        for item in tree:
            yield from _lists(item)
