"""Doubtful places of a card: the readings of OtO-S2, the usual ones and those the player may choose at set-up."""

from __future__ import annotations

import pytest
from tabletop import LIBRARY, Tabletop, told

from sasl.board.join import ORIENTATION, UPRIGHT
from sasl.orders.engine import new_game
from sasl.saves.event_codec import decode_event, encode_event
from sasl.solitaire import readings
from sasl.solitaire.briefing.sources import notes


def s2(seed: int = 1) -> Tabletop:
    return Tabletop(new_game(LIBRARY, "oto-s2", seed))


def test_12_the_usual_readings_are_those_of_before() -> None:
    table = s2()
    assert readings.chosen(table.game, "layout") == "stacked" and readings.chosen(table.game, "around") == "one"
    assert dict(table.game.board.orientation) == dict(ORIENTATION)
    lines = told(table.do("reading"))
    assert "* stacked:" in lines and "  upright:" in lines and "[reconstructed]" in lines


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("reading layout sideways", "layout: stacked, upright"),
        ("reading maps each", "around: one, each"),
        ("reading layout", "as in: reading layout upright"),
    ],
)
def test_12_a_reading_that_is_none_is_refused_with_those_there_are(line: str, words: str) -> None:
    assert words in s2().no(line)


def test_12_a_mission_whose_card_is_clear_offers_none() -> None:
    assert "offers no other reading" in Tabletop(new_game(LIBRARY, "oto-s1", 1)).no("reading")


def placed(*lines: str) -> tuple[set[str], set[str]]:
    """The hexes with an S?, and those of them that are there for being around an intersection."""
    table = s2(3).all(*lines, "next", "next", "edge south", "next")
    every = table.state.suspects.values()
    return {item.hex for item in every}, {item.hex for item in every if "case around" in item.reason}


def test_4_1_around_each_puts_an_s_in_every_concealment_location() -> None:
    """OtO-S2: one S? around each intersection, or one in each Concealment Location, as the card is read."""
    (_, one), (_, each) = placed(), placed("reading around each")
    assert 0 < len(one) < len(each)
    assert one <= each or len(each) > 2 * len(one)


def test_4_1_the_reading_is_chosen_before_the_s_are_placed() -> None:
    table = s2(3).all("next", "next", "reading around each", "reading around one")
    assert readings.chosen(table.game, "around") == "one"
    assert "'layout' is chosen earlier" in table.no("reading layout upright")


def test_msr_6_upright_is_the_same_map_turned_by_a_right_angle() -> None:
    """Boards side by side: hexrow A in the north, the first board in the east."""
    flat, tall = s2(3), s2(3).all("reading layout upright")
    assert readings.chosen(tall.game, "layout") == "upright"
    flat.do("next")
    events = tall.do("next")
    assert dict(tall.game.board.orientation) == dict(UPRIGHT)
    assert tall.game.board.hexes == flat.game.board.hexes or tall.state.layout.sheets == flat.state.layout.sheets
    assert set(tall.game.board.edge("north")) == set(flat.game.board.edge("west"))
    assert set(tall.game.board.edge("east")) == set(flat.game.board.edge("north"))
    assert "Lay the boards from east to west, hexrow A in the north:" in told(events)


def test_msr_7_upright_the_water_of_boards_8_and_40_runs_from_north_to_south() -> None:
    """From hexrow A to GG: from the north edge to the south edge."""
    table = s2().all("reading layout upright", "mapboard east 8", "mapboard west 40")
    board = table.game.board
    water = [name for name in board.names() if board.terrain(name).has("water")]
    for number in ("8", "40"):
        own = [name for name in water if board.terrain(name).printed.startswith(number)]
        assert min(board.distance_to_edge(name, "north") for name in own) == 0
        assert min(board.distance_to_edge(name, "south") for name in own) == 0


def test_msr_6_upright_plays_from_the_edges_of_the_world() -> None:
    table = s2(3).all("reading layout upright", "next", "next", "edge north", "next", "next", "next")
    table.go_to("FRIENDLY", "MPh")
    table.do("enter auto all") if any(not unit.hex for unit in table.state.units.values()) else None
    entered = list(table.state.on_map("FRIENDLY"))
    assert entered and all(table.game.board.distance_to_edge(unit.hex, "north") <= 12 for unit in entered)


def test_a_layout_of_an_old_save_is_stacked() -> None:
    """The new field has a default: facts of before load as they were meant."""
    from sasl.asl.game.events import BoardsLaid
    from sasl.board.join import Layout, Sheet

    data = encode_event(BoardsLaid(Layout((Sheet("bd08"),)), "MSR 6"))
    assert "upright" not in str(data)
    laid = decode_event(data)
    assert isinstance(laid, BoardsLaid) and laid.layout.upright is False


def test_what_the_mission_file_notes_is_told_at_set_up_and_by_figures() -> None:
    """Provenance and notes of VPO, S? cases and layout reach the log of set-up and `figures`."""
    table = Tabletop(new_game(LIBRARY, "oto-s1", 1))
    first, second = told(table.do("next")), told(table.do("next"))
    assert "VPO [reconstructed]: The ten printed LVP hexes" in first and "K33" in first
    assert "S? case a (S4.1a) [house]: one S? in each building hex" in second
    listed = told(table.do("figures"))
    assert all(line in listed for line in notes(table.game.mission)) and len(notes(table.game.mission)) >= 4
    assert "doctrine.standard: first-fire 0.35 [house] (A8.1)" in listed
    assert "Mapboards (MSR 6) [house]" in told(s2().do("next"))
