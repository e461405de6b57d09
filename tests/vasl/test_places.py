"""Points of VASL's map and hexes: there and back, turned, at seams, on hexsides, and on the joined map of OtO-S2."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sasl.board.join import Layout, Sheet
from sasl.content.library import Library, shipped_root
from sasl.vasl.map_points import VaslMap
from sasl.vasl.saved_game import PlacedBoard

LIBRARY = Library(shipped_root())
GRIDS = LIBRARY.vasl[0].grids


def laid(*names: str) -> list[PlacedBoard]:
    """Boards one below the other."""
    return [PlacedBoard(name.removeprefix("r"), 0, row, name.startswith("r")) for row, name in enumerate(names)]


def ground(boards: Sequence[PlacedBoard], layout: Layout | None = None) -> VaslMap:
    return VaslMap(boards, GRIDS, layout or Layout())


@pytest.mark.parametrize(
    ("board", "x", "y", "hex_"),
    [
        ("04", 400, 432, "A1"), ("04", 456, 400, "B0"), ("04", 456, 464, "B1"), ("04", 512, 496, "C2"),
        ("04", 568, 528, "D2"), ("04", 625, 496, "E2"), ("r04", 1525, 755, "M5"), ("r04", 2200, 1013, "A1"),
        ("04", 2199, 432, "GG1"), ("OtOBFP", 410, 442, "A1"), ("OtOBFP", 466, 474, "B1"), ("OTO", 483, 492, "B1"),
    ],
)  # fmt: skip
def test_where_vasl_puts_counters(board: str, x: int, y: int, hex_: str) -> None:
    spot = ground(laid(board)).spot(x, y)
    assert (spot.hex, spot.printed, spot.where) == (hex_, hex_, "hex")


@pytest.mark.parametrize("turned", [False, True])
def test_every_hex_of_a_mapboard_there_and_back(turned: bool) -> None:
    table = ground(laid("r16" if turned else "16"))
    board = LIBRARY.board("bd16")
    for hex_ in board.hexes:
        x, y = table.laid[0].centre(hex_)
        spot = table.spot(round(x), round(y))
        assert (spot.printed, spot.where) == (hex_.name, "hex")
    assert len(board.hexes) == 346


def test_every_hex_of_the_oto_map_on_each_make_of_it() -> None:
    for name in ("OtOBFP", "OTO", "oto2"):
        table = ground(laid(name))
        for hex_ in LIBRARY.board("oto").hexes:
            x, y = table.laid[0].centre(hex_)
            assert table.spot(round(x), round(y)).hex == hex_.name


@pytest.mark.parametrize("names", [("16", "r13", "40"), ("r40", "13", "r16")])
def test_the_joined_map_of_s2_however_vasl_lays_it(names: tuple[str, ...]) -> None:
    """The second way is the first one, turned as a whole."""
    layout = Layout((Sheet("bd16"), Sheet("bd13", True), Sheet("bd40")))
    joined = LIBRARY.board_of(LIBRARY.mission("oto-s2"), layout)
    table = ground(laid(*names), layout)
    assert table.notes == ()
    seen = set()
    for placed in table.laid:
        for own in LIBRARY.board(placed.id).hexes:
            x, y = placed.centre(own)
            spot = table.spot(round(x), round(y))
            assert sorted(joined.terrain(spot.hex).printed.split("/")) == sorted(spot.printed.split("/"))
            assert spot.around == (names[0] == "r40")
            seen.add(spot.hex)
    assert seen == set(joined.names())


def test_other_boards_or_another_way_to_lay_them_are_told() -> None:
    layout = Layout((Sheet("bd16"), Sheet("bd13", True)))
    table = ground(laid("16", "13"), layout)
    assert table.notes == ("VASL has bd16, bd13; the game has bd16, bd13 turned",)
    other = ground(laid("16", "40"), layout)
    assert other.spot(456, 464).hex == "B1"
    assert other.spot(456, 464 + 645).hex == "" and other.spot(456, 464 + 645).printed == "40B1"


def test_dragged_on_a_hexside_and_beside_the_board() -> None:
    table = ground(laid("04"))
    assert (table.spot(466, 464).hex, table.spot(466, 464).where) == ("B1", "near")
    side = table.spot(456, 464 + 32)
    assert (side.hex, side.printed, side.where) == ("", "B1/B2", "hexside")
    assert table.spot(200, 200).where == "off" and table.spot(200, 200).printed == ""
    assert ground([]).spot(456, 464).where == "off"
    endless = ground([PlacedBoard("OtOBFP", 0, 0)])  # how large its picture is, nobody says
    for x, y in ((2400, 600), (500, 9000), (9000, 9000)):
        assert endless.spot(x, y).where == "off"


def test_a_hex_at_a_seam_has_both_names() -> None:
    table = ground(laid("05", "13"))
    assert table.spot(456, 400 + 645).printed == "5B10/13B0"


def test_boards_side_by_side_and_cut() -> None:
    boards = [PlacedBoard("04", 0, 0), PlacedBoard("05", 1, 0)]
    table = ground(boards)
    assert table.spot(2200, 432).printed in ("4GG1/5A1", "5A1/4GG1") and table.spot(2256, 464).printed == "5B1"
    cut = ground([PlacedBoard("04", 0, 0, crop=(900, 0, 900, 645))])
    assert cut.spot(400, 432).printed == "Q1"
    large = ground([PlacedBoard("04", 0, 0, zoom=3.0)])
    assert large.spot(400 + 3 * 56, 400 + 3 * 64).printed == "B1"


def test_a_board_of_unknown_hexes_is_told_and_nothing_beyond_it_is_guessed() -> None:
    table = ground([PlacedBoard("RB", 0, 0), PlacedBoard("04", 0, 1), PlacedBoard("05", 1, 0)])
    assert table.notes == ("the hexes of board RB are not known here; counters there are listed as off map",)
    assert table.laid == ()
