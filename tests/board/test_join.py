"""Mapboards joined: turned, seams, printed names, roads from board to board."""

from __future__ import annotations

from functools import cache

import pytest

from sasl.board import join
from sasl.board.board import Board
from sasl.board.hexes import Hex, neighbour
from sasl.board.join import Crossing
from sasl.board.terrain import HexTerrain
from sasl.content.library import Library, shipped_root

LIBRARY = Library(shipped_root())
BOARDS = tuple(name for name in LIBRARY.loader.ids("board") if name.startswith("bd"))


@cache
def joined(*words: str) -> Board:
    """Boards from north to south; `bd04!` is turned."""
    return join.joined("test", "test", [(LIBRARY.board(word.rstrip("!")), word.endswith("!")) for word in words])


def three(name: str) -> tuple[str, str]:
    """Two boards that are not this one."""
    place = BOARDS.index(name)
    return BOARDS[place - 1], BOARDS[place - 5]


def test_there_are_22_mapboards() -> None:
    assert len(BOARDS) == 22


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_turned_twice_is_the_same_board(name: str) -> None:
    board = LIBRARY.board(name)
    once = join.turned(board)
    assert once.hexes != board.hexes
    assert join.turned(once).hexes == board.hexes
    assert once.terrain("A1").terrains == board.terrain("GG10").terrains
    assert once.terrain("B0").terrains == board.terrain("FF10").terrains


@pytest.mark.parametrize("turn", ["", "!"])
@pytest.mark.parametrize("name", BOARDS)
def test_every_board_joins_with_others_in_every_place(name: str, turn: str) -> None:
    one, other = three(name)
    for names in ((name + turn, one, other), (one, name + turn, other), (one, other, name + turn)):
        board = joined(*names)
        assert len(board) == 17 * 30 + 16 * 31
        assert (board.names()[0], board.names()[-1]) == ("A1", "GG30")
        printed = [part for word in board.names() for part in board.terrain(word).printed.split("/")]
        assert len(printed) == len(set(printed)) == 3 * len(LIBRARY.board(name))
        assert all(board.find(part.lower()) == board.find(part) for part in printed)


def test_a_hex_is_found_by_what_its_own_board_calls_it() -> None:
    board = joined("bd05", "bd13!", "bd42")
    assert board.find("5k5") == "K5"
    assert board.find("13H7") == "Z13"
    assert board.terrain("Z13").printed == "13H7"
    assert board.find("42CC5") == "CC25"
    assert board.find("z13") == "Z13"
    assert board.as_named("5k5,467a") == "K5,467a"
    assert board.as_named("13H7-13H6") == "Z13-Z14"
    assert board.as_named("5-2-7") == "5-2-7"


def test_half_hexes_are_whole_at_a_seam_and_half_at_the_outer_edge() -> None:
    board = joined("bd05", "bd13", "bd42")
    assert board.terrain("B10").printed == "5B10/13B0"
    assert board.find("5B10") == board.find("13B0") == "B10"
    assert [name for name in board.names() if board.terrain(name).half] == [
        f"{Hex(col, 1).name[:-1]}{number}" for col in range(1, 33, 2) for number in (0, 30)
    ]


def test_of_two_halves_the_terrain_that_matters_more_counts_and_hexsides_keep_their_half() -> None:
    chart = LIBRARY.terrain

    def strip(board_id: str, half: HexTerrain, number: int) -> Board:
        hexes = {Hex(col, n): HexTerrain() for col in range(3) for n in range(1 - col % 2, 2)}
        hexes[Hex(1, number)] = half
        return Board(board_id, board_id, hexes, join.ORIENTATION, chart)

    woods = HexTerrain(("woods",), walls=frozenset({0, 3}), half=True)
    stream = HexTerrain(("stream",), gully=frozenset({3}), road=frozenset({2, 5}), half=True)
    seam = join.joined("x", "x", [(strip("one", woods, 1), False), (strip("two", stream, 0), False)]).terrain("B1")
    assert seam.terrains == ("woods", "stream")
    assert (seam.walls, seam.gully, seam.road) == (frozenset({0}), frozenset({3}), frozenset({2}))
    assert seam.sheet == "one"


@pytest.mark.parametrize("name", BOARDS)
def test_roads_run_on_over_a_seam_where_both_boards_lead_one_there(name: str) -> None:
    """And every hexside is the same for both its hexes elsewhere."""
    north, south = LIBRARY.board(name), LIBRARY.board(three(name)[0])
    board = joined(name, south.id, three(name)[1])
    for row in ("I", "Q", "Y"):
        meets = 3 in north.terrain(f"{row}10").road and 0 in south.terrain(f"{row}1").road
        assert board.on_road(f"{row}10", f"{row}11") == meets
    assert board.on_road("Q10", "Q11")
    for hex_, terrain in board.hexes.items():
        for kind in ("road", "gully", "walls", "hedges", "cliffs"):
            for side in getattr(terrain, kind):
                other = neighbour(hex_, side)
                at_seam = {hex_.num, other.num} in ({10, 11}, {20, 21}) and hex_.col % 2 == 0
                if other in board.hexes and not (kind == "road" and at_seam):
                    assert (side + 3) % 6 in getattr(board.hexes[other], kind), (hex_, side, kind)


def test_msr_5_makes_everything_level_and_wooden_but_leaves_streams() -> None:
    board = joined("bd13", "bd08", "bd24")
    plain = join.made_plain(board, flat=True, wooden=True)
    assert any(terrain.elevation for terrain in board.hexes.values())
    assert any("stone-building" in terrain.terrains for terrain in board.hexes.values())
    assert any(terrain.cliffs for terrain in board.hexes.values())
    for terrain in plain.hexes.values():
        assert (terrain.elevation, terrain.cliffs, terrain.up) == (0, frozenset(), frozenset())
        assert "stone-building" not in terrain.terrains
    assert plain.with_terrain("wooden-building") == board.with_terrain("wooden-building", "stone-building")
    assert plain.with_terrain("stream") == board.with_terrain("stream") != ()


def test_a_bridge_gives_water_a_road_and_a_destroyed_one_takes_it() -> None:
    board = joined("bd05", "bd40", "bd42")
    crossing = Crossing(("Q12", "Q13"), "wooden", True, ("Q11", "Q14"))
    bridged = join.bridged(board, [crossing])
    assert bridged.terrain("Q12").terrains == ("bridge", "water")
    way = ("Q11", "Q12", "Q13", "Q14")
    assert bridged.road_connected(way, ["Q11"], ["Q14"]) == way
    assert board.road_connected(way, ["Q11"], ["Q14"]) is None
    down = join.bridged(board, [Crossing(("C16",), "stone", False)])
    assert board.terrain("C16").bridged and board.terrain("C16").road
    assert down.terrain("C16").terrains == ("stream",)
    assert not any(down.on_road("C16", near) for near in down.neighbours("C16"))


@pytest.mark.parametrize("hexes", [("ZZ3",), ("Q31",), ("no hex",), ()])
def test_a_bridge_outside_the_map_is_refused(hexes: tuple[str, ...]) -> None:
    with pytest.raises(ValueError):
        join.bridged(joined("bd05", "bd40", "bd42"), [Crossing(hexes)])


def test_boards_of_different_size_do_not_join() -> None:
    with pytest.raises(ValueError, match="different size"):
        join.joined("x", "x", [(LIBRARY.board("bd04"), False), (LIBRARY.board("oto"), False)])


def test_a_blank_board_has_the_size_of_a_mapboard_and_nothing_printed() -> None:
    blank = join.blank(1, Hex(32, 10), LIBRARY.terrain)
    board = join.joined("x", "x", [(LIBRARY.board("bd05"), False), (blank, False)])
    assert set(blank.hexes) == set(LIBRARY.board("bd05").hexes)
    assert board.terrain("B10").printed == "5B10"
    assert (board.terrain("B11").printed, board.terrain("B11").sheet) == ("", "")
