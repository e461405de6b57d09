"""A saved game of VASL: commands, boards, pieces; nothing of a player's password is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_saves import PASSWORD, concealed, entry, hidden, label, layer, packed, piece, save, squad, stack, text_of

from sasl.content.reading.faults import ContentError
from sasl.vasl.list_codec import ESCAPE, commands, join, read_tree, write_tree
from sasl.vasl.saved_game import PlacedBoard, read, read_boards, read_container


def test_the_commands_come_back_byte_for_byte() -> None:
    text = text_of([squad(1, 456, 464), piece(2, "A/B;c", 0, 0, label("'x'")), stack(3, 456, 464, 1)], "04", "r16")
    assert write_tree(read_tree(text)) == text
    assert [command[:4] for command in commands(read_tree(text)) if command.startswith("+/")] == [
        "+/1/",
        "+/2/",
        "+/3/",
    ]
    flat = join(["begin_save", squad(1, 0, 0), "bd\t", "end_save"], ESCAPE)
    assert write_tree(read_tree(flat)) == flat


def test_a_whole_file_made_by_hand(tmp_path: Path) -> None:
    text = ESCAPE.join(
        [
            "begin_save",
            r"+/7/mark;X" + "\t" + r"piece;K;D; ;A\/B/yes" + "\tMain Map;456;464;9;0",
            "+/8/stack/Main Map;456;464;7;@@-1",
            "bd\t0\t0\t04\tVER\t6.1\t",
            "end_save",
        ]
    )
    game = read(packed(tmp_path / "a.vsav", entry(text)))
    (found,) = game.pieces
    assert (found.name, found.map, found.x, found.y, found.marks) == ("A/B", "Main Map", 456, 464, {"X": "yes"})
    assert game.stacks[0].pieces == ("7",)
    assert game.boards == (PlacedBoard("04", 0, 0, version="6.1"),)


def test_boards_turned_cut_out_and_enlarged() -> None:
    told = "bd\t0\t0\tr04\tVER\t6.1\tbd\t1\t0\tRB\t10\t0\t900\t645\tVER\t2\tOVR\tX1\tA1\tA2\tSSR\tNoGrain\tZOOM\t3.0"
    first, second = read_boards(told)
    assert (first.name, first.turned, first.shown) == ("04", True, "r04")
    assert (second.name, second.turned, second.column) == ("RB", False, 1)
    assert second.crop == (10, 0, 900, 645) and second.overlays == (("X1", "A1", "A2"),)
    assert second.rules == ("NoGrain",) and second.zoom == 3.0
    assert read_boards("bd\t") == ()


def test_names_grow_from_the_inside_out(tmp_path: Path) -> None:
    traits = (
        layer("", 4, r"10-3,10-2,9-2,9-1,8-1,8-0,7-0,6\+1"),
        layer("BRK", 4, "broken +,broken +,broken +,broken +"),
        layer("", -1, "Wnd +"),
        layer("", 1, "+ CE,+ BU", follows="Other"),
        label("Olga"),
    )
    path = save(
        tmp_path / "a.vsav", [piece(1, "geLDR", 0, 0, *traits), piece(2, "x", 0, 0, layer("", 2, r"a,6\+1"))], "04"
    )
    first, second = read(path).pieces
    assert (first.base, first.plain, first.name) == ("geLDR", "broken 9-1", "broken 9-1 (Olga)")
    assert second.name == "6+1"


def test_no_password_is_kept(tmp_path: Path) -> None:
    secret = [
        squad(1, 456, 464, by=PASSWORD),
        piece(2, "LMG", 456, 464, concealed("ge"), hidden(PASSWORD)),
        piece(3, "?", 456, 464, (f"concealment;{PASSWORD};ge", "")),
        f"OBA/+/0/{PASSWORD},x,1,2,",
        f"PNOTES\t{PASSWORD}",
    ]
    path = save(tmp_path / "a.vsav", secret, "04")
    game = read(path)
    assert PASSWORD not in repr(game) and PASSWORD not in repr(read_container(path))
    assert [(item.concealed, item.hidden, item.question) for item in game.pieces] == [
        (True, False, False), (False, True, False), (False, False, True)
    ]  # fmt: skip
    assert {item.nation for item in game.pieces} == {"ge"}


def test_a_fault_never_quotes_the_file(tmp_path: Path) -> None:
    bad = squad(1, 456, 464, by=PASSWORD).replace("456", PASSWORD)
    with pytest.raises(ContentError) as error:
        read(save(tmp_path / "a.vsav", [bad], "04"))
    assert PASSWORD not in str(error.value) and len(error.value.faults) == 1


def test_a_piece_of_an_unknown_make_is_left_out_and_the_others_are_read(tmp_path: Path) -> None:
    deck = join(["+", "7", "deck;false;cards", "Main Map;10;10"], "/")
    game = read(save(tmp_path / "a.vsav", [deck, squad(1, 456, 464)], "04"))
    assert [item.id for item in game.pieces] == ["1"] and game.unread == 1
    with pytest.raises(ContentError, match="cannot be read"):
        read(save(tmp_path / "b.vsav", [deck], "04"))


def test_a_log_says_so_and_a_text_without_its_end_is_refused(tmp_path: Path) -> None:
    text = text_of([], "04")
    assert read(packed(tmp_path / "a.vlog", entry(f"{text}{ESCAPE}LOG\tCHATx"))).log
    with pytest.raises(ContentError, match="begin and end"):
        read(packed(tmp_path / "b.vsav", entry(text.removesuffix("end_save"))))
