"""Hexes as numbers: the tables say what the geometry of the names says."""

from __future__ import annotations

import pytest

from sasl.board.board import Board
from sasl.board.hexes import distance, neighbours, parse_hex
from sasl.board.outcomes import outcomes_of

SOME = ("A1", "A28", "B0", "K10", "P9", "DD28")


def test_ranks_follow_the_names_as_strings(in_play: Board) -> None:
    assert in_play.ranked == tuple(sorted(in_play.names()))
    assert all(in_play.ranked[number] == name for name, number in in_play.rank.items())
    assert in_play.rank["A10"] < in_play.rank["A2"] < in_play.rank["AA1"] < in_play.rank["B0"]


def test_near_are_the_ranks_of_the_neighbours_clockwise(in_play: Board) -> None:
    for name, near in zip(in_play.ranked, in_play.grid.near, strict=True):
        around = [hex_.name for hex_ in neighbours(parse_hex(name)) if hex_.name in in_play]
        assert [in_play.ranked[number] for number in near] == around == list(in_play.neighbours(name))


@pytest.mark.parametrize("name", SOME)
def test_a_row_holds_the_range_to_every_hex(in_play: Board, name: str) -> None:
    row = in_play.range_from(name)
    assert list(row) == list(in_play.names())
    for other, found in row.items():
        assert found == in_play.distance(name, other) == distance(parse_hex(name), parse_hex(other))


def test_a_hex_out_of_play_has_no_row(in_play: Board) -> None:
    with pytest.raises(ValueError, match="A40 is not on the map in play"):
        in_play.range_from("A40")
    with pytest.raises(ValueError, match="A40 is not on the map in play"):
        in_play.distance("A1", "A40")


def test_shellholes_share_the_los_of_the_map_unless_they_change_it(in_play: Board) -> None:
    soft = next(name for name in in_play.names() if in_play.terrain(name).terrains == ("open",))
    orchard = next(name for name in in_play.names() if in_play.terrain(name).terrains == ("orchard",))
    assert outcomes_of(in_play.with_shellholes(frozenset({soft}))) is outcomes_of(in_play)
    assert outcomes_of(in_play.with_shellholes(frozenset({orchard}))) is not outcomes_of(in_play)


def test_shellholes_leave_the_grid_as_it_is(in_play: Board) -> None:
    assert in_play.with_shellholes(frozenset({"K10"})).grid is in_play.grid
