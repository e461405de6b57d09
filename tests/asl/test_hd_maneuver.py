"""The HD Maneuver behind a Crest Line (D4.22)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, hill, paper, throw

from sasl.asl.fire.tem import hull_down
from sasl.board.hexes import parse_hex, vertex_names


def on_the_crest(*flags: str, type_name: str = "KV-1S") -> tuple[Tabletop, str]:
    """A tank that has just driven over level 1 into K15; the ground is level 0 from K14 on, and to both sides of it."""
    table = field(FRIENDLY, "MPh", K15=hill(1), K16=hill(1), K17=hill(1), J16=hill(1), L16=hill(1), J17=hill(1),
                  L17=hill(1)).all("option fire-stops off")  # fmt: skip
    tank = table.new(FRIENDLY, type_name, "K16", "motion", *flags)
    table.all(f"face {tank} {vertex_names(parse_hex('K16'))[5]}", f"move {tank} K15")
    return table, tank


@pytest.mark.parametrize(("dr", "sides"), [(1, 1), (2, 0)])
def test_d4_22_a_dr_says_how_many_hexsides_cover_it_and_2_is_added_for_a_ct_russian(dr: int, sides: int) -> None:
    table, tank = on_the_crest()
    throw(table, [dr], f"hulldown {tank} K14")
    assert bool(hull_down(table.game, table.unit(tank), "K10")) is bool(sides)
    assert {"ended", "stopped"} <= table.unit(tank).flags and table.unit(tank).mf == 1 + 2 + 1


def test_d4_22_one_more_for_being_bu_and_an_open_top_has_none() -> None:
    table, tank = on_the_crest("buttoned")
    throw(table, [1], f"hulldown {tank}")
    assert not hull_down(table.game, table.unit(tank), "K10"), "1 + 2 + 1"
    table, tank = on_the_crest(type_name="SU-76M")
    throw(table, [1], f"hulldown {tank} K14")
    assert hull_down(table.game, table.unit(tank), "K10")


def test_d4_221_only_from_below_and_over_those_hexsides() -> None:
    table, tank = on_the_crest(type_name="SU-76M")
    throw(table, [3], f"hulldown {tank} K14")
    unit = table.unit(tank)
    assert hull_down(table.game, unit, "K10") and not hull_down(table.game, unit, "K20")
    assert not hull_down(table.game, unit, "P13"), "one hexside alone"


def test_d4_221_a_hit_on_its_hull_is_a_miss() -> None:
    table, tank = on_the_crest(type_name="SU-76M")
    throw(table, [3], f"hulldown {tank} K14")
    table.new(ENEMY, "2-2-8", "K10")
    gun = table.new(ENEMY, "75L AT", "K10")
    table.go_to(FRIENDLY, "DFPh")
    assert any("Hull Down" in line for line in paper(table, f"fire {gun} K15 ap"))


def test_d4_221_it_ends_as_it_starts_again() -> None:
    table, tank = on_the_crest(type_name="SU-76M")
    throw(table, [1], f"hulldown {tank} K14")
    table.go_to(ENEMY, "RPh").go_to(FRIENDLY, "MPh")
    table.all("option fire-stops off", f"move {tank} K14")
    assert not table.unit(tank).arms


def test_d4_22_only_on_a_crest_line_as_it_comes_there() -> None:
    table, tank = on_the_crest()
    table.do(f"move {tank} K14")
    assert "has no Crest Line" in table.no(f"hulldown {tank}")
    table, tank = on_the_crest()
    assert "not beyond a lower Crest Line" in table.no(f"hulldown {tank} K16")
    table.do(f"stop {tank}")
    assert "only on entering" in table.no(f"hulldown {tank} K14")
