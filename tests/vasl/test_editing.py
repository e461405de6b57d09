"""Changing a saved game: what is moved, placed and taken off, and that nothing else is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from made_saves import piece, save, squad, stack

from sasl.kernel.frozen import replace
from sasl.vasl.editing import Editor
from sasl.vasl.saved_game import SavedGame, read, read_container
from sasl.vasl.vasl_pieces import Piece

FOLDER = os.environ.get("SASL_VASL", "")
SAVES = sorted(path for path in (Path(FOLDER) / "saves").glob("*.vsav")) if FOLDER else []


def made(tmp_path: Path) -> Path:
    pieces = [squad(1, 456, 464), squad(2, 456, 464), stack(10, 456, 464, 1, 2), piece(3, "Pin", 512, 496)]
    return save(tmp_path / "made.vsav", pieces, "16")


def edited(path: Path, editor: Editor) -> SavedGame:
    copy = path.with_name("edited.vsav")
    copy.write_bytes(read_container(path).with_text(editor.text()).packed())
    return read(copy)


def stacks(game: SavedGame) -> list[tuple[int, int, tuple[str, ...]]]:
    return [(item.x, item.y, item.pieces) for item in game.stacks if item.pieces]


def test_a_counter_goes_onto_another_stack_and_out_of_its_own(tmp_path: Path) -> None:
    path = made(tmp_path)
    editor = Editor(read_container(path).text)
    editor.move("3", 456, 464)
    editor.move("1", 512, 496)
    game = edited(path, editor)
    assert sorted(stacks(game)) == [(456, 464, ("2", "3")), (512, 496, ("1",))]
    where = {item.id: (item.x, item.y) for item in game.pieces}
    assert where == {"1": (512, 496), "2": (456, 464), "3": (456, 464)}


def test_a_new_counter_has_a_new_id_and_one_taken_off_is_gone(tmp_path: Path) -> None:
    path = made(tmp_path)
    editor = Editor(read_container(path).text)
    new = editor.place(*editor.piece("1"), 512, 496)
    editor.remove("2")
    game = edited(path, editor)
    assert new == "11" and {item.id for item in game.pieces} == {"1", "3", "11"}
    assert sorted(stacks(game)) == [(456, 464, ("1",)), (512, 496, ("11",))]


def test_a_stack_stands_after_all_its_counters(tmp_path: Path) -> None:
    path = made(tmp_path)
    editor = Editor(read_container(path).text)
    new = editor.place(*editor.piece("3"), 456, 464)
    text = editor.text()
    assert text.index(f"+/{new}/") < text.index("+/10/stack/")


@pytest.mark.skipif(not SAVES, reason="SASL_VASL names no folder with saves of VASL")
@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name)
def test_in_the_saves_of_vasl_only_what_is_changed_changes(path: Path, tmp_path: Path) -> None:
    text, before = read_container(path).text, read(path)
    assert Editor(text).text() == text
    chosen = [item for item in before.pieces if item.map in ("Main Map", "Map0")][:5]
    editor = Editor(text)
    expected: dict[str, Piece] = {item.id: item for item in before.pieces}
    for number, item in enumerate(chosen):
        editor.move(item.id, 1000 + 64 * number, 1001)
        expected[item.id] = replace(item, x=1000 + 64 * number, y=1001)
        new = editor.place(*editor.piece(item.id), 1000 + 64 * number, 1001)
        expected[new] = replace(expected[item.id], id=new)
    copy = tmp_path / path.name
    copy.write_bytes(read_container(path).with_text(editor.text()).packed())
    after = read(copy)
    assert {item.id: item for item in after.pieces} == expected
    assert (after.boards, after.version) == (before.boards, before.version)
    members = [name for item in after.stacks for name in item.pieces]
    assert len(members) == len(set(members)) and all(item.id in members for item in chosen)
