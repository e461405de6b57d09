"""A copy of a save with the ENEMY in it: checked by reading it back, and never the original."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from made_game import Laid
from made_saves import PASSWORD, concealed, layer, piece, save
from tabletop import Tabletop, bare

from sasl.beside.comparison import compare
from sasl.beside.copying import write_copy
from sasl.content.reading.faults import ContentError
from sasl.vasl.editing import Editor
from sasl.vasl.list_codec import commands, read_tree, split
from sasl.vasl.saved_game import read_container
from sasl.vasl.tabletop import read_tabletop

SAVE = Path(os.environ.get("SASL_VASL", "none")) / "saves" / "hill-621.vsav"


@pytest.fixture
def table() -> Tabletop:
    table = bare()
    table.new("friendly", "6-2-8", "K20")
    for name, place in (("4-6-7", "K9"), ("4-6-7", "L9"), ("9-1", "K9")):
        table.new("enemy", name, place)
    table.suspect("M10")
    table.suspect("N10", "advance")
    return table


def test_s_and_enemy_are_put_in_and_read_back(table: Tabletop, tmp_path: Path) -> None:
    laid = Laid(table.game).take("467b").take("S?1")
    table.do("suspect S?2 hold")
    original = laid.saved(tmp_path / "mine.vsav")
    before = original.read_bytes()
    copied = write_copy(table.game, original, tmp_path / "copy.vsav")
    assert copied.done == ("L9: place 4-6-7 (467b)",)
    assert copied.left == ("M10: place a black S? (S?1)", "N10: S? becomes black")
    assert original.read_bytes() == before


def test_a_counter_of_the_same_make_is_turned_to_what_is_wanted(table: Tabletop, tmp_path: Path) -> None:
    names = "4-6-8 Esq,4-6-7 1sq,4-4-7 2sq", "ge/ge468S,ge/ge467S,ge/ge447S"
    stock = [
        piece(
            7, "4-6-8 Esq", 100, 100, layer("", 3, *names), layer("BRK", 1, "broken +", "b"), concealed("ge", PASSWORD)
        ),
        piece(8, "geLDR", 100, 200, layer("", 4, "10-3,10-2,9-2,9-1", "ge/a,ge/b,ge/c,ge/d")),
        piece(9, "Suspect", 100, 300, layer("", 1, "Suspect Black,Suspect Yellow,Suspect Grey", "MS/a,MS/b,MS/c")),
    ]
    path = save(tmp_path / "stock.vsav", stock, "OtOBFP")
    copy = tmp_path / "copy.vsav"
    copied = write_copy(table.game, path, copy)
    assert copied.left == ("K20: place 6-2-8 (628a)",), "no Russian squad lies there to make it of"
    assert not [item for item in compare(table.game, read_tabletop(copy, table.game.library)).all if item.hex != "K20"]
    assert read_container(copy).text.count(PASSWORD) <= read_container(path).text.count(PASSWORD)


def test_what_is_gone_is_taken_off_and_what_has_moved_is_moved(table: Tabletop, tmp_path: Path) -> None:
    path = Laid(table.game).saved(tmp_path / "mine.vsav")
    table.do(f"vasl {path}")
    table.all("put 467a L8", "eliminate 467b", "suspect remove S?1")
    copied = write_copy(table.game, path, tmp_path / "copy.vsav")
    assert copied.done == ("L8: move 467a (4-6-7) there from K9", "L9: take 4-6-7 off", "M10: take S? off")
    assert not copied.left


def test_own_counters_that_wait_beside_the_boards_are_laid_each_with_its_sw_on_top(tmp_path: Path) -> None:
    table = bare()
    for name in ("6-2-8", "4-5-8", "9-1"):
        table.new("friendly", name, "K20")
    table.new("friendly", "LMG")
    table.all("give LMGa 458a", "set 628a concealed")
    names = {"628a": "6-2-8 Esq", "458a": "4-5-8 Esq", "LMGa": "LMG"}
    russian = layer("", 1, "", "ru/x")
    stock = [piece(number, name, 100, 100, russian) for number, name in enumerate(names.values(), 1)]
    path, copy = save(tmp_path / "mine.vsav", stock, "OtOBFP"), tmp_path / "copy.vsav"
    assert not compare(table.game, read_tabletop(path, table.game.library)).moved
    copied = write_copy(table.game, path, copy)
    assert copied.done == ("K20: place 4-5-8 (458a) with LMGa", "K20: place 6-2-8 (628a), concealed")
    assert copied.left == ("K20: 628a (6-2-8) is concealed", "K20: place 9-1 (91a)")
    laid = [item for item in read_tabletop(copy, table.game.library).counters if item.hex == "K20"]
    assert [item.definition for item in laid] == ["4-5-8", "LMG", "6-2-8"]


def test_what_an_enemy_carries_goes_where_he_goes(table: Tabletop, tmp_path: Path) -> None:
    table.new("enemy", "LMG")
    table.do("give LMGa 467a")
    path, copy = Laid(table.game).saved(tmp_path / "mine.vsav"), tmp_path / "copy.vsav"
    table.do(f"vasl {path}")
    table.do("put 467a L8")
    assert write_copy(table.game, path, copy).done == ("L8: move 467a (4-6-7) with LMGa there from K9",)
    assert not compare(table.game, read_tabletop(copy, table.game.library)).all


def test_no_file_is_written_over(table: Tabletop, tmp_path: Path) -> None:
    path = Laid(table.game).saved(tmp_path / "mine.vsav")
    for there in (path, tmp_path):
        with pytest.raises(ContentError, match="already"):
            write_copy(table.game, path, there)
    with pytest.raises(ContentError, match="cannot be written"):
        write_copy(table.game, path, tmp_path / "none" / "copy.vsav")


def test_text_that_is_not_changed_is_the_text_that_was_read(table: Tabletop, tmp_path: Path) -> None:
    text = read_container(Laid(table.game).saved(tmp_path / "mine.vsav")).text
    assert Editor(text).text() == text


@pytest.mark.skipif(not SAVE.is_file(), reason="SASL_VASL names no folder with saves of VASL")
def test_one_counter_of_vasl_is_turned_to_every_class_and_leader(tmp_path: Path) -> None:
    table = bare()
    for name, place in (("4-3-6", "K9"), ("2-3-6", "L9"), ("10-3", "M9"), ("6+1", "N9"), ("HMG", "O9")):
        table.new("enemy", name, place)
    there = [item for item in commands(read_tree(read_container(SAVE).text)) if item.startswith("+/")]
    pieces = [item for item in there if split(item, "/", 4)[2] != "stack"]
    path = save(tmp_path / "stock.vsav", pieces, "OtOBFP")
    copied = write_copy(table.game, path, tmp_path / "copy.vsav")
    assert len(copied.done) == 5 and not copied.left
