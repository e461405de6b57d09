"""OtO-S2, the boards stage: rolled, chosen by hand, turned, undone, saved and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from crossroads import chosen
from tabletop import LIBRARY, Tabletop, rolls, told

from sasl.asl.game import events as ev
from sasl.board.hexes import parse_hex
from sasl.board.join import Crossing, Layout, Sheet
from sasl.orders.engine import new_game
from sasl.saves import journal
from sasl.saves.event_codec import encode_event
from sasl.saves.save_lines import SaveError
from sasl.saves.session import Session

MISSION = "oto-s2"


def table(seed: int = 1) -> Tabletop:
    return Tabletop(new_game(LIBRARY, MISSION, seed))


def laid(found: Tabletop) -> list[tuple[str, bool]]:
    return [(sheet.board, sheet.turned) for sheet in found.state.layout.sheets]


def test_msr_6_one_dr_on_column_a_for_the_centre_and_two_on_b() -> None:
    found = table().dice(4, 4, 1, 3, 4, 6, 5, 5, 3)
    events = found.do("next")
    assert laid(found) == [("bd17", True), ("bd16", False), ("bd43", False)]
    assert [record.table for record in rolls(events)[:6]] == [
        "oto-s2.centre-board",
        "board.facing",
        *["oto-s2.outer-board", "board.facing"] * 2,
    ]
    assert found.state.stage == "tables"
    assert "Board 17 (turned), Board 16 and Board 43" in told(events)
    assert [str(record.result["title"]) for record in rolls(events)[:6:2]] == ["Board 16", "Board 17", "Board 43"]


def test_msr_6_a_board_that_lies_already_is_rolled_again() -> None:
    found = table().dice(4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1)
    events = found.do("next")
    assert laid(found) == [("bd05", False), ("bd16", False), ("bd34", False)]
    assert [record.total for record in rolls(events, "Mapboard south")] == [2, 2, 3, 1]


def test_before_the_boards_are_chosen_the_map_is_blank() -> None:
    found = table()
    assert found.state.stage == "boards"
    assert len(found.game.board) == 17 * 30 + 16 * 31
    assert not found.game.board.with_terrain("woods", "road", "water")
    assert "is not chosen yet" in found.no("bridge K15 wooden")
    assert "until the mapboards" in found.no("vpo add K15")


def test_boards_are_chosen_and_turned_by_hand() -> None:
    found = table().all("mapboard centre 13 turned", "mapboard north w5")
    assert laid(found) == [("bd05", False), ("bd13", True), ("", False)]
    found.do("mapboard centre turn")
    events = found.do("next")
    assert laid(found)[:2] == [("bd05", False), ("bd13", False)]
    assert laid(found)[2][0] not in ("", "bd05", "bd13")
    assert not rolls(events, "Mapboard centre") and rolls(events, "Mapboard south")
    assert found.game.board.terrain("K15").printed == "13K5"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("mapboard centre 99", "there is no board '99'"),
        ("mapboard centre w24", "board 24 is a village board: v24 (MSR 6)"),
        ("mapboard centre v13", "board 13 is neither woods nor village: 13 (MSR 6)"),
        ("mapboard middle 13", "'middle' is not a place"),
        ("mapboard centre", "mapboard needs turn or a mapboard"),
        ("mapboard centre turn", "there is no board centre yet"),
        ("mapboard south 5", "lies there;"),
        ("mapboard centre oto", "is not A1 to GG10"),
        ("edge west", "edge needs one of north, south"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(line: str, words: str) -> None:
    assert words in table().all("mapboard north 5").no(line)


def test_another_board_after_the_roll_gets_its_bridges_and_takes_those_of_the_old_one_away() -> None:
    found = table().all("mapboard north 24", "mapboard centre 13", "mapboard south 5", "next")
    before = found.state.layout.bridges
    assert {found.game.board.terrain(item.hexes[0]).sheet for item in before} == {"bd24", "bd13", "bd05"}
    found.do("vpo add K5")
    found.do("mapboard centre 40")
    after = found.state.layout.bridges
    assert {item for item in before if item in after} == {
        item for item in before if not 10 < parse_hex(item.hexes[0]).num <= 20
    }
    assert [item for item in after if len(item.hexes) > 1]
    assert not found.state.control
    found.do("next")
    assert {found.game.board.terrain(name).sheet for name in found.state.control} == {"bd24", "bd40", "bd05"}


def test_undo_and_redo_across_the_boards_stage_change_the_map() -> None:
    found = table(3)
    blank = found.game.board
    found.do("next")
    board, layout = found.game.board, found.state.layout
    assert found.session.undo(1) and found.game.board is not board
    assert found.game.board.hexes == blank.hexes
    changes = found.session.redo(1)
    assert found.state.layout == layout and found.game.board.hexes == board.hexes
    assert isinstance(changes, list)
    assert "The boards from north to south are 24, 16 turned and 42" in changes


def test_a_saved_game_comes_back_with_its_boards_and_bridges(tmp_path: Path) -> None:
    with Session.create(LIBRARY, MISSION, 4, tmp_path, "g", "2000-01-01T00:00:00") as session:
        for line in ("mapboard centre 8 turned", "next", "bridge 24F6 destroyed", "next"):
            session.submit(line, ())
        board, layout = session.game.board, session.game.state.layout
    with Session.resume(LIBRARY, tmp_path, "g") as session:
        assert session.game.state.layout == layout and layout.bridges
        assert session.game.board.hexes == board.hexes
        assert session.game.board.kinds == board.kinds


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.BoardsLaid(Layout((Sheet("../../secret"),))), "there is no board"),
        (ev.BoardsLaid(Layout((Sheet("oto"),))), "is not A1 to GG10"),
        (ev.BoardsLaid(Layout((Sheet("bd05"), Sheet("bd05")))), "is used twice"),
        (ev.BoardsLaid(Layout((Sheet("bd05"),), (Crossing(("ZZ99",)),))), "there is no hex ZZ99"),
        (ev.BoardsLaid(Layout((Sheet("bd05"),), (Crossing(("junk",)),))), "is not a hex"),
        (ev.BoardsLaid(Layout((Sheet("bd05"),), (Crossing(()),))), "at least one hex"),
        (ev.BoardsLaid(Layout((Sheet("bd05"),), (Crossing(("K5",), ends=("junk", "K6")),))), "is not a hex"),
        (ev.EntryChosen(cast(Any, "up")), "'north', 'east', 'south' or 'west'"),
    ],
)
def test_a_hostile_layout_in_a_save_is_one_sentence(tmp_path: Path, event: ev.Event, words: str) -> None:
    Session.create(LIBRARY, MISSION, 4, tmp_path, "g", "2000-01-01T00:00:00").close()
    path = tmp_path / "g.sasl"
    book = journal.open_for_writing(path, journal.read(path))
    book.append({"do": "x", "events": [encode_event(event)]})
    with pytest.raises(SaveError, match="line 2") as error:
        Session.resume(LIBRARY, tmp_path, "g")
    assert words in str(error.value) and "\n" not in str(error.value)


def test_typed_hex_names_may_be_the_printed_ones() -> None:
    found = table().all("mapboard north 5", "mapboard centre 13", "mapboard south 42", "next", "next")
    found.do("vpo add 13k5")
    assert found.state.control["K15"] == "ENEMY"
    found.do("vpo add 5b10")
    found.do("vpo 13B0 friendly")
    assert found.state.control["B10"] == "FRIENDLY"
    (remark,) = found.do("note both at 13k5")
    assert "both at 13k5" in remark.describe(), "a remark stays as it was typed"


def test_b23_22_the_buildings_with_upper_levels_are_named_for_boards_that_were_drawn() -> None:
    table = chosen("next")
    assert table.state.stage == "suspects"
    text, board = told(table.do("next")), table.game.board
    patches = board.patches(lambda name: board.terrain(name).has("wooden-building", "stone-building"))
    large = ["-".join(patch) for patch in patches if len(patch) > 1]
    assert large and all(name in text for name in large) and "(B23.22)" in text


def test_msr_6_a_board_of_the_other_column_is_laid_as_the_player_wishes_and_named() -> None:
    """Board 13 stands in column A, which is rolled for the centre; 43 stands in column B, for the north and south."""
    found = table()
    said = told(found.do("mapboard north 13"))
    assert "Board 13 is in column A (centre); the north board is rolled in column B" in said
    assert "column" not in told(found.do("mapboard centre 16")) + told(found.do("mapboard south 43"))
