"""What a game follows of VASL: a damaged newest save, what `vasl follow` finds, undo past it; stacks in a sentence."""

from __future__ import annotations

import os
from pathlib import Path
from time import time

import pytest
from company import changed, company
from made_game import Laid
from tabletop import Tabletop, bare, told
from vasl_table import Hand

from sasl.asl.game.context import Refused
from sasl.beside.comparison import compare
from sasl.beside.differences import to_do, together
from sasl.beside.saves import Watch
from sasl.orders.take_over import steps
from sasl.orders.vasl_orders import looked


@pytest.fixture
def table() -> Tabletop:
    return company()


def saved(laid: Laid, path: Path, seconds: int) -> Path:
    """A saved game of VASL, written so many seconds ago."""
    laid.saved(path)
    os.utime(path, (time() - seconds, time() - seconds))
    return path


def damaged(path: Path, seconds: int) -> Path:
    """The same, cut off."""
    path.write_bytes(path.read_bytes()[:500])
    os.utime(path, (time() - seconds, time() - seconds))
    return path


def test_of_a_damaged_newest_save_the_last_good_one_is_used_with_one_sentence(table: Tabletop, tmp_path: Path) -> None:
    saved(changed(table), tmp_path / "a.vsav", 125)
    damaged(saved(changed(table), tmp_path / "b.vsav", 40), 40)
    table.do(f"vasl follow {tmp_path}")
    save, found = looked(table.game)
    assert save.path.name == "a.vsav" and len(found.moved) == 6
    assert "b.vsav" in found.notes[0] and found.notes[0].endswith("; a.vsav, 2 minutes old, is used instead")
    news = Watch().look(table.game)
    assert isinstance(news, str) and news.endswith("a.vsav, 2 minutes old, is used instead")


def test_a_save_that_is_still_being_written_is_tried_again(table: Tabletop, tmp_path: Path) -> None:
    path = damaged(saved(changed(table), tmp_path / "a.vsav", 4), 4)
    table.do(f"vasl follow {tmp_path}")
    watch = Watch()
    assert watch.look(table.game) is None
    path.unlink()
    saved(changed(table), tmp_path / "a.vsav", 4)
    found = watch.look(table.game)
    assert found is not None and not isinstance(found, str) and len(found.moved) == 6


def test_of_one_damaged_save_alone_it_is_refused(table: Tabletop, tmp_path: Path) -> None:
    path = damaged(saved(changed(table), tmp_path / "a.vsav", 40), 40)
    table.do(f"vasl follow {path}")
    with pytest.raises(Refused, match=r"a\.vsav"):
        looked(table.game)


def test_vasl_follow_tells_what_it_has_found(table: Tabletop, tmp_path: Path) -> None:
    assert "VASL is followed: no save there yet." in told(table.do(f"vasl follow {tmp_path}"))
    saved(changed(table), tmp_path / "c.vsav", 125)
    said = told(table.do(f"vasl follow {tmp_path}"))
    assert "VASL is followed: the newest save there is c.vsav, 2 minutes old." in said


def test_undo_past_it_says_that_vasl_is_no_longer_followed(table: Tabletop, tmp_path: Path) -> None:
    table.do(f"vasl follow {tmp_path}")
    undone = table.session.undo()
    assert isinstance(undone, list) and f"The game no longer follows VASL (vasl follow {tmp_path})" in undone
    redone = table.session.redo()
    assert isinstance(redone, list) and f"The game follows VASL again: {tmp_path}" in redone


def stack() -> tuple[Tabletop, list[str]]:
    """Three squads in K20, the first with a LMG."""
    table = bare("FRIENDLY", "MPh")
    ids = [table.new("friendly", "4-4-7", "K20") for _ in range(3)]
    table.arm(ids[0], "LMG")
    return table, ids


def test_a_stack_that_moved_in_vasl_is_one_sentence(table: Tabletop) -> None:
    table, ids = stack()
    hand = Hand(table.game)
    for name in (*ids, "LMGa"):
        hand.move(name, "K18")
    found = compare(table.game, hand.table)
    (text,) = [text for _, text in together(found.moved)]
    assert text == "K20: 447a with LMGa, 447b and 447c stand in K18 in VASL"
    assert [step.sentence for step in steps(table.game, found)] == [text]


def test_a_stack_that_entered_in_vasl_is_one_sentence() -> None:
    table, ids = stack()
    for name in ids:
        table.do(f"put {name} off")
    hand = Hand(table.game)
    for name in (*ids, "LMGa"):
        hand.move(name, "K28")
    texts = [text for _, text in together(compare(table.game, hand.table).all)]
    assert texts == ["K28: 447a with LMGa, 447b and 447c are there in VASL, still off the map here"]


def test_a_stack_to_move_in_vasl_is_one_order() -> None:
    table, ids = stack()
    hand = Hand(table.game)
    for name in (*ids, "LMGa"):
        hand.move(name, "K18")
    assert to_do(compare(table.game, hand.table).all) == ["K20: move 447a with LMGa, 447b and 447c there from K18"]
