"""The house rules that a reader of one file cannot see: meaning is typed, and nobody reads what is meant for people."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "sasl"
PROSE = {"text", "purpose", "title", "reasons", "reason", "why", "label", "lines", "summary", "usage", "note", "error"}
"""Fields that hold words for people."""
TAKES_APART = {
    "startswith", "endswith", "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix",
    "splitlines",
}  # fmt: skip
READERS = ("orders/", "campaign/orders/", "content/", "kernel/orders/")
"""Where words are read: what the player types, and content."""


class File(NamedTuple):
    """A file of the program and all that stands in it."""

    name: str
    nodes: tuple[ast.AST, ...]


@pytest.fixture(scope="module")
def files() -> list[File]:
    """Every file, read once for the tests of this module."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return [
        File(path.relative_to(PACKAGE).as_posix(), tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
        for path in paths
    ]


def _is_prose(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("lower", "strip"):
        return _is_prose(node.func.value)
    if isinstance(node, ast.Subscript):
        return _is_prose(node.value)
    return isinstance(node, ast.Attribute) and node.attr in PROSE


def _reads(node: ast.AST) -> bool:
    """Whether an expression looks into a text that is meant for people."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in TAKES_APART and _is_prose(node.func.value):
            return True
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "re":
            return any(map(_is_prose, node.args))
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        left = node.left
        words = isinstance(left, ast.JoinedStr) or (isinstance(left, ast.Constant) and isinstance(left.value, str))
        return words and _is_prose(node.comparators[0])
    return False


def test_no_code_reads_what_is_written_for_people(files: list[File]) -> None:
    found = [
        f"{name}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)}"
        for name, nodes in files
        if not name.startswith("content/")
        for node in nodes
        if _reads(node)
    ]
    assert not found, "\n".join(found)


def test_only_the_orders_take_a_command_line_apart(files: list[File]) -> None:
    found = [
        f"{name}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)}"
        for name, nodes in files
        if not name.startswith(READERS)
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("split", "partition")
        and ast.unparse(node.func.value).removesuffix(".lower()").split(".")[-1] in ("line", "command", "typed")
    ]
    assert not found, "\n".join(found)


def test_no_two_modules_have_the_same_name(files: list[File]) -> None:
    """The tab of an editor shows no more than that."""
    names = Counter(Path(file.name).name for file in files)
    assert [name for name, count in names.items() if count > 1] == ["__init__.py"]


def test_only_who_rolls_asks_for_a_table_to_roll(files: list[File]) -> None:
    """What it says to him is his game's alone: whoever may keep it for other games asks for the table itself."""
    asking = {
        name
        for name, nodes in files
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "to_roll"
    }
    assert asking == {"kernel/run.py", "solitaire/random_events/table.py"}


def _imports(file: File, modules: set[str], *, types: bool) -> Iterator[str]:
    """The modules that a file imports, at its top or later; `types`: also those that only type checkers see."""
    unseen = {
        id(inner)
        for node in file.nodes
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
        if not types
    }
    for node in file.nodes:
        if id(node) in unseen:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                yield inside if inside in modules else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize(("room", "types"), [("", False), ("tui/", True)])
def test_no_files_import_each_other_in_a_circle(files: list[File], room: str, types: bool) -> None:
    """The parts of a screen do not even name the screen that they are parts of."""
    modules = {
        f"sasl.{file.name.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}": file
        for file in files
        if file.name.startswith(room)
    }
    graph = {
        name: set(_imports(file, set(modules), types=types)) & set(modules) - {name} for name, file in modules.items()
    }
    left = {name: set(goals) for name, goals in graph.items()}
    while free := [name for name, goals in left.items() if not goals]:
        for name in free:
            del left[name]
        for goals in left.values():
            goals.difference_update(free)
    users = {name: {user for user, goals in left.items() if name in goals} for name in left}
    while top := [name for name, every in users.items() if not every]:
        for name in top:
            del users[name]
        for every in users.values():
            every.difference_update(top)
    assert not users, sorted(users)
