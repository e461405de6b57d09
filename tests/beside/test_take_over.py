"""A save that the player has changed gives exactly these sentences, and taken over exactly these orders."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from company import ORDERS, SENTENCES, TOGETHER, changed, commands, company
from made_game import Laid
from tabletop import Tabletop, bare

from sasl.asl.game.sides import Phase
from sasl.beside.comparable import of_game
from sasl.beside.comparison import compare
from sasl.beside.placements import placements
from sasl.cli.lines.mission_lines import Plain
from sasl.kernel.frozen import replace
from sasl.orders.take_over import steps
from sasl.saves.session import Session
from sasl.vasl.tabletop import read_tabletop


@pytest.fixture
def table() -> Tabletop:
    return company()


def played(session: Session, *typed: str) -> str:
    out = io.StringIO()
    session.read_only = False  # it was, once lines of it were played before
    Plain(session, io.StringIO("\n".join(typed) + "\n"), out).run()
    return out.getvalue()


def test_an_unchanged_save_shows_no_difference(table: Tabletop, tmp_path: Path) -> None:
    path = Laid(table.game).saved(tmp_path / "same.vsav")
    assert not compare(table.game, read_tabletop(path, table.game.library)).all


def test_a_changed_save_gives_these_sentences_and_orders(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    found = compare(table.game, read_tabletop(path, table.game.library))
    assert [item.sentence() for item in found.all] == SENTENCES
    assert not found.lacking
    assert [line for step in steps(table.game, found) for line in step.orders] == ORDERS


def test_taken_over_in_lines_it_is_these_orders_and_undo_takes_them_back(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    session, before = table.session, len(commands(table.session))
    text = played(session, f"vasl {path}", "", "quit")
    assert commands(session)[before:] == [f"vasl {path}", *ORDERS, f"vasl {path}"]
    assert "moved.vsav: 6 differences" in text and f"  1 {TOGETHER[0]}\n" in text
    state = session.game.state
    assert [state.units[name].hex for name in ("628a", "91a", "628b", "458a")] == ["K18", "K18", "M18", "O19"]
    assert "broken" in state.units["458b"].flags and "P14" in {item.hex for item in state.suspects.values()}
    played(session, f"undo {len(ORDERS)}", "quit")
    assert session.game.state.units["628a"].hex == "K20"


def test_by_hand_no_rule_asks_anything(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    before = len(commands(table.session))
    played(table.session, f"vasl {path}", "hand 1 2", "quit")
    assert commands(table.session)[before + 1 : -1] == ["put 628a,91a K18", "put 628b M18"]


def test_an_order_can_be_corrected(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    text = played(table.session, f"vasl {path}", "2 move 628b L19", "2 move 628b L19 L18 M18", "2", "quit")
    assert commands(table.session)[-2] == "move 628b L19 L18 M18"
    assert table.state.units["628b"].hex == "M18"
    assert "  2 M20: 628b (6-2-8) stands in M18 in VASL" in text


def test_after_a_move_that_ends_early_the_rest_waits_and_vasl_goes_on(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    text = played(table.session, f"vasl {path}", "2 move 628b M19", "", "quit")
    assert "628b is not yet in M18; 3 more are waiting: vasl goes on." in text
    assert commands(table.session)[-3:] == [ORDERS[0], "move 628b M19", f"vasl {path}"]
    found = compare(table.game, read_tabletop(path, table.game.library))
    assert [line for step in steps(table.game, found) for line in step.orders] == ["move 628b M18", *ORDERS[2:]]
    played(table.session, f"vasl {path}", "", "quit")
    assert commands(table.session)[-5:] == ["move 628b M18", *ORDERS[2:], f"vasl {path}"]
    found = compare(table.game, read_tabletop(path, table.game.library))
    assert not found.moved and [item.to_do() for item in found.lacking] == ["M10: take S? off"]


def test_an_activation_halts_the_move_and_says_what_to_do_in_vasl(tmp_path: Path) -> None:
    table = bare()
    for place in ("K20", "M20"):
        table.new("friendly", "6-2-8", place)
    table.suspect("K16")
    path = Laid(table.game).move("628a", "K18").move("628b", "M17").saved(tmp_path / "moved.vsav")
    table.do("option placements on")
    table.dice(*[1] * 6)  # the check passes; DR 2 Activates a VEHICLE, and DR 2 is a StuH 42
    text = played(table.session, f"vasl {path}", "", "", "", "quit")
    assert "628a is not yet in K18; 1 more are waiting: vasl goes on." in text
    told = [line for line in text.splitlines() if line.startswith("+ In VASL")]
    assert told == [
        "+ In VASL K16: take S?1 off; place StuH 42 (StuHa), concealed; turn StuHa (StuH 42) to K17/L16",
        "+ In VASL K19: move 628a (6-2-8) there from K18",
    ]


def test_what_is_done_in_vasl_already_is_not_told_again(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    text = played(table.session, "option placements on", f"vasl {path}", "2 move 628b M19", "", "put 458a O18", "quit")
    told = [line for line in text.splitlines() if line.startswith("+ In VASL")]
    assert told == [
        "+ In VASL M10: take S?1 off",
        "+ In VASL M19: move 628b (6-2-8) there from M18",
        "+ In VASL O18: move 458a (4-5-8) there from O20",
    ]


def test_undo_takes_a_look_back_with_the_order_before_it(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    played(table.session, f"vasl {path}", "1", "undo", "quit")
    assert table.state.units["628a"].hex == "K20"
    played(table.session, "redo", "quit")
    assert table.state.units["628a"].hex == "K18"
    found = compare(table.game, read_tabletop(path, table.game.library))
    assert "628a" not in {item.piece.id for item in found.moved}


def test_what_the_player_does_not_take_over_is_to_be_done_in_vasl(table: Tabletop, tmp_path: Path) -> None:
    path = changed(table).saved(tmp_path / "moved.vsav")
    played(table.session, f"vasl {path}", "none", "quit")
    found = compare(table.game, read_tabletop(path, table.game.library))
    assert not found.moved
    assert [item.to_do() for item in found.lacking] == [
        "K20: move 628a (6-2-8) with LMGa there from K18",
        "K20: move 91a (9-1) there from K18",
        "M20: move 628b (6-2-8) there from M18",
        "O20: move 458a (4-5-8) there from O19",
        "P14: take S? off",
        "Q20: 458b (4-5-8) is no longer broken",
    ]


def test_what_the_game_did_since_the_look_is_to_be_done_in_vasl(table: Tabletop, tmp_path: Path) -> None:
    path = Laid(table.game).saved(tmp_path / "same.vsav")
    played(table.session, f"vasl {path}", "quit")
    before = table.game
    table.session.read_only = False
    table.all("break 458b", "new enemy 4-4-7 M11", "suspect remove S?1", "put 628b M19")
    found = compare(table.game, read_tabletop(path, table.game.library))
    expected = [
        "M10: take S? off",
        "M11: place 4-4-7 (447a)",
        "M19: move 628b (6-2-8) there from M20",
        "Q20: 458b (4-5-8) is broken",
    ]
    assert not found.moved
    assert sorted(item.to_do() for item in found.lacking) == expected
    told = [*expected[1:3], "Q20: 458b (4-5-8) is broken and DM"]
    assert sorted(placements(before, table.game)) == ["M10: take S?1 off", *told]


def test_ids_stay_with_their_counters_once_matched(table: Tabletop, tmp_path: Path) -> None:
    laid = Laid(table.game)
    played(table.session, f"vasl {laid.saved(tmp_path / 'first.vsav')}", "quit")
    crossed = laid.move("458a", "Q19").move("458b", "O19").saved(tmp_path / "second.vsav")
    found = compare(table.game, read_tabletop(crossed, table.game.library))
    assert [item.sentence() for item in found.moved] == [
        "O20: 458a (4-5-8) stands in Q19 in VASL",
        "Q20: 458b (4-5-8) stands in O19 in VASL",
    ]
    assert not found.notes


def test_what_is_no_saved_game_is_one_sentence(table: Tabletop, tmp_path: Path) -> None:
    broken = tmp_path / "broken.vsav"
    broken.write_bytes(b"PK\x03\x04 not a zip")
    for name in (broken, tmp_path / "none.vsav", tmp_path, "~nobody-here/x", "x" * 3000):
        text = played(table.session, f"vasl {name}", "quit")
        assert text.count("No: ") == 1
    assert "vasl needs a VASL saved game," in played(table.session, "vasl", "quit")


def test_two_hs_in_the_place_of_a_squad_are_a_deployment(tmp_path: Path) -> None:
    session = bare("FRIENDLY", "RPh").session
    for line in ("new friendly 6-2-8 K20", "new friendly 9-1 K20"):
        session.submit(line)
    laid = Laid(session.game)
    laid.pieces["628a"] = replace(laid.pieces["628a"], sort="hs", name="3-2-8")
    laid.pieces["half"], laid.numbers["half"] = replace(laid.pieces["628a"], id="half"), 3000
    path = laid.saved(tmp_path / "two.vsav")
    found = compare(session.game, read_tabletop(path, session.game.library))
    (step,) = steps(session.game, found)
    assert step.orders == ("split 628a",) and "Russian squads may not Deploy" in step.fault
    assert step.adjust == ("become 628a 3-2-8", "new friendly 3-2-8 K20")


def test_a_vehicle_and_each_side_go_by_themselves(tmp_path: Path) -> None:
    table = bare()
    table.new("friendly", "6-2-8", "K20")
    table.new("friendly", "T-34 M43", "K20")
    laid = Laid(table.game).move("628a", "K19").move("T34a", "K19")
    found = compare(table.game, read_tabletop(laid.saved(tmp_path / "both.vsav"), table.game.library))
    assert [step.orders for step in steps(table.game, found)] == [("move 628a K19",), ("move T34a K19",)]


def test_in_the_other_phases_the_orders_are_theirs(tmp_path: Path) -> None:
    orders: dict[Phase, str] = {"APh": "advance 628a K19", "RtPh": "rout 628a K18", "PFPh": "put 628a K18"}
    for phase, order in orders.items():
        table = bare("FRIENDLY", phase)
        table.new("friendly", "6-2-8", "K20", *(("broken", "dm") if phase == "RtPh" else ()))
        laid = Laid(table.game).move("628a", order.rpartition(" ")[2])
        found = compare(table.game, read_tabletop(laid.saved(tmp_path / "moved.vsav"), table.game.library))
        (step,) = steps(table.game, found)
        assert step.orders == (order,) and step.likely == (phase != "PFPh")
    assert step.fault == "units move in the MPh and advance in the APh; this is the FRIENDLY PFPh"


def test_who_came_onto_the_map_enters_and_moves_on(tmp_path: Path) -> None:
    table = bare()
    table.new("friendly", "4-5-8")
    edge = table.game.board.edge(table.game.edge_of("FRIENDLY"))
    laid = Laid(table.game)
    (item,) = [item for item in of_game(table.game) if item.id == "458a"]
    laid.pieces["458a"], laid.numbers["458a"] = replace(item, hex="Q27"), 1000
    found = compare(table.game, read_tabletop(laid.saved(tmp_path / "in.vsav"), table.game.library))
    (step,) = steps(table.game, found)
    first, second = step.orders
    assert first.startswith("enter 458a ") and first.removeprefix("enter 458a ") in edge
    assert second == "move 458a Q27" and step.adjust == ("put 458a Q27",)


def test_what_was_seen_and_is_followed_comes_back_on_resume(tmp_path: Path) -> None:
    library = bare().game.library
    with Session.create(library, "oto-s1", 1, tmp_path, "mine", "2026-11-22") as session:
        for line in ("next", "next"):  # the S? are placed
            session.submit(line)
        Laid(session.game).saved(tmp_path / "same.vsav")
        for line in (f"vasl follow {tmp_path}", "vasl"):
            session.submit(line)
        seen = session.game.state.vasl
        assert seen.follows == str(tmp_path)
        assert set(session.game.state.suspects) < {item.id for item in seen.seen.values()}
    with Session.resume(library, tmp_path, "mine") as again:
        assert again.game.state.vasl == seen
