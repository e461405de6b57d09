"""Geometry of the hex grid: properties by hypothesis, and facts anyone can check on the map."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sasl.board.hexes import (
    Hex,
    alternate_grain,
    ca_towards,
    crossed_sides,
    distance,
    grain,
    hex_grain_line,
    hexside,
    in_arc,
    line,
    neighbour,
    neighbours,
    parse_hex,
    step,
    vertex_names,
    within,
)

hexes = st.builds(lambda col, num: Hex(col, num + 1 - col % 2), st.integers(0, 51), st.integers(0, 90))
sides = st.integers(0, 5)


def names(*found: Hex) -> list[str]:
    return [hex_.name for hex_ in found]


@given(hexes)
def test_a_name_reads_back_as_the_same_hex(hex_: Hex) -> None:
    assert parse_hex(hex_.name) == parse_hex(hex_.name.lower()) == hex_


@pytest.mark.parametrize("text", ["", "A", "5", "A0", "AB5", "AAA5", "C-5", "C5/D5", "A1000", "Ä5", "A²", "A٣", "ß5"])
def test_what_is_no_hex_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex") as error:
        parse_hex(text)
    assert "\n" not in str(error.value)


def test_odd_hexrows_start_at_zero_and_sit_half_a_hex_higher() -> None:
    assert names(*neighbours(parse_hex("C5"))) == ["C4", "D4", "D5", "C6", "B5", "B4"]
    assert names(*neighbours(parse_hex("T19"))) == ["T18", "U19", "U20", "T20", "S20", "S19"]
    assert parse_hex("B0") < parse_hex("B1") < parse_hex("C1")


@given(hexes, sides)
def test_hexside_undoes_neighbour(hex_: Hex, side: int) -> None:
    near = neighbour(hex_, side)
    assert hexside(hex_, near) == side
    assert hexside(near, hex_) == (side + 3) % 6
    assert distance(hex_, near) == 1


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_a_line_has_one_hex_more_than_its_length_and_no_gap(a: Hex, b: Hex) -> None:
    run = line(a, b)
    assert (run[0], run[-1], len(run)) == (a, b, distance(a, b) + 1)
    assert all(hexside(first, after) is not None for first, after in pairwise(run))
    assert run == line(b, a)[::-1]


@given(hexes, sides, st.integers(0, 20))
def test_a_hex_grain_runs_straight_across_hexsides(hex_: Hex, side: int, length: int) -> None:
    end = step(hex_, side, length)
    assert grain(hex_, end) == line(hex_, end)


def test_an_alternate_grain_passes_one_hex_then_two() -> None:
    run = alternate_grain(parse_hex("A5"), parse_hex("E5"))
    assert run is not None
    assert names(*run) == ["A5", "B4", "B5", "C5", "D4", "D5", "E5"]
    assert alternate_grain(parse_hex("A5"), parse_hex("E6")) is None


@pytest.mark.parametrize(
    ("start", "end", "run"),
    [
        ("A26", "H22", "A26 B25 C25 D24 E24 F23 G23 H22"),
        ("S15", "Z18", "S15 T15 U16 V16 W17 X17 Y18 Z18"),
        ("A27", "I23", "A27 B26 C26 D25 E25 F24 G24 H23 I23"),
        ("I23", "I20", "I23 I22 I21 I20"),
        ("I20", "R15", "I20 J19 K19 L18 M18 N17 O17 P16 Q16 R15"),
    ],
)
def test_printed_lines_follow_the_hex_grain(start: str, end: str, run: str) -> None:
    assert names(*hex_grain_line(parse_hex(start), parse_hex(end))) == run.split()


def test_a_line_off_the_grain_is_refused() -> None:
    with pytest.raises(ValueError, match="one hex grain"):
        hex_grain_line(parse_hex("A1"), parse_hex("B9"))


@given(hexes, st.integers(0, 4))
def test_within_holds_every_hex_of_each_ring(hex_: Hex, radius: int) -> None:
    found = within(hex_, radius)
    assert len(set(found)) == len(found) == 1 + 3 * radius * (radius + 1)
    assert all(distance(hex_, other) <= radius for other in found)


@pytest.mark.parametrize(("hex_", "vertex"), [("I10", "H10/I11"), ("U6", "T6/U7"), ("CC2", "BB2/CC3")])
def test_a_vertex_is_named_by_the_other_two_hexes_that_meet_there(hex_: str, vertex: str) -> None:
    assert vertex in vertex_names(parse_hex(hex_))


@given(hexes)
def test_every_hex_has_six_vertices_of_its_own(hex_: Hex) -> None:
    assert len(set(vertex_names(hex_))) == 6


def test_c3_2_a_covered_arc_widens_by_one_hex_at_each_range() -> None:
    gun = parse_hex("I10")
    for radius in (1, 2, 3, 8):
        ring = [hex_ for hex_ in within(gun, radius) if distance(gun, hex_) == radius]
        assert sum(in_arc(gun, "H10/I11", hex_) for hex_ in ring) == radius + 1
    assert in_arc(gun, "H10/I11", parse_hex("H10"))
    assert in_arc(gun, "H10/I11", parse_hex("I11"))
    assert not in_arc(gun, "H10/I11", parse_hex("H9"))


@given(hexes, hexes)
def test_c3_2_a_gun_that_turns_towards_a_target_has_it_in_its_arc(gun: Hex, target: Hex) -> None:
    assert in_arc(gun, ca_towards(gun, target), target)


def test_a_vertex_of_another_hex_is_refused() -> None:
    with pytest.raises(ValueError, match="not a vertex of I10"):
        in_arc(parse_hex("I10"), "A1/B1", parse_hex("I11"))


def test_oto_1_42_hexsides_at_the_edge_of_the_map() -> None:
    assert crossed_sides("A24", "A20") == {0} and crossed_sides("A24", "C23") == {1}
    assert crossed_sides("ZZ10", "XX9") == {5}
