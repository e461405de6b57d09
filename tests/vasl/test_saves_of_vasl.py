"""Saved games that VASL itself wrote, where the environment names a folder with some (`SASL_VASL`)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root
from sasl.vasl.list_codec import commands, fold, join, read_tree, split, unfold, write_tree
from sasl.vasl.saved_game import GAME, read_container
from sasl.vasl.tabletop import read_tabletop

FOLDER = os.environ.get("SASL_VASL", "")
SAVES = sorted(path for path in (Path(FOLDER) / "saves").glob("*.v*")) if FOLDER else []

pytestmark = pytest.mark.skipif(not SAVES, reason="SASL_VASL names no folder with saves of VASL")


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name)
def test_each_comes_back_byte_for_byte(path: Path) -> None:
    container = read_container(path)
    tree = read_tree(container.text)
    assert container.veiled() == container.entries[GAME]
    assert write_tree(tree) == container.text
    for command in commands(tree):
        if command.startswith("+/"):
            fields = split(command, "/")
            assert join(fields, "/") == command
            if fields[2] != "stack":
                assert [fold(unfold(field, "\t"), "\t") for field in fields[2:]] == fields[2:]


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name)
def test_each_is_read_and_all_of_it_recognised(path: Path) -> None:
    table = read_tabletop(path, Library(shipped_root()))
    assert [counter.name for counter in table.unknown] == []
    assert all(counter.printed for counter in table.counters if counter.where in ("hex", "near", "hexside"))
