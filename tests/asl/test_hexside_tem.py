"""B9.3: the TEM of walls and hedges, and that other TEM is not added to it."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, against, field, hill

from sasl.asl.fire.tem import Motion
from sasl.board.hexes import hexside, neighbour, parse_hex
from sasl.board.terrain import HexTerrain


def target(*terrains: str, walls: str = "", hedges: str = "", **more: Any) -> tuple[Tabletop, str]:
    """An ENEMY squad in K10 with walls and hedges towards the hexes named."""
    sides: dict[str, Any] = {
        kind: frozenset(hexside(parse_hex("K10"), parse_hex(name)) for name in names.split())
        for kind, names in (("walls", walls), ("hedges", hedges))
    }
    tile = HexTerrain(terrains or ("open",), **sides)
    table = field(FRIENDLY, "PFPh", K10=tile, **more)
    return table, table.new(ENEMY, "4-6-7", "K10")


def test_b9_3_a_wall_is_two_and_a_hedge_one() -> None:
    assert against(*target(walls="K9"), "K6") == ["+2 wall TEM"]
    assert against(*target(hedges="K9"), "K6") == ["+1 hedge TEM"]
    assert against(*target(walls="K9"), "K9") == ["+2 wall TEM"]


def test_b9_3_only_the_hexside_that_the_los_crosses_counts() -> None:
    table, unit = target(walls="K11", hedges="L10")
    assert against(table, unit, "K6") == []
    assert against(table, unit, "K13") == ["+2 wall TEM"]


def test_b9_3_los_through_a_vertex_takes_the_better_of_its_two_hexsides() -> None:
    one, other = (neighbour(parse_hex("K10"), side).name for side in (1, 2))
    east = "M10"
    assert against(*target(walls=one), east) == against(*target(walls=other), east) == ["+2 wall TEM"]
    assert against(*target(hedges=one, walls=other), east) == ["+2 wall TEM"]


@pytest.mark.parametrize(
    ("terrain", "wanted"),
    [("woods", "+2 wall TEM"), ("stone-building", "+3 stone-building TEM"), ("grain", "+2 wall TEM")],
)
def test_b9_3_it_is_not_cumulative_with_the_tem_of_the_hex(terrain: str, wanted: str) -> None:
    assert against(*target(terrain, walls="K9"), "K6") == [wanted]


def test_b9_34_indirect_fire_meets_one_less_of_it_from_wherever_it_comes() -> None:
    wall, hedge = target(walls="K9"), target(hedges="K9")
    assert against(*wall, "K6", indirect="mortar") == ["+1 wall TEM"]
    assert against(*wall, "K13", indirect="mortar") == ["+1 wall TEM"]
    assert against(*hedge, "K6", indirect="mortar") == []
    assert against(*wall, "", indirect="oba") == ["+1 wall TEM"]


def test_b9_34_a_hedge_takes_ffmo_from_a_mortar_that_fires_over_it() -> None:
    table, unit = target(hedges="K9")
    assert against(table, unit, "K6", Motion(), indirect="mortar") == ["-1 FFNAM"]
    assert against(table, unit, "K13", Motion(), indirect="mortar") == ["-1 FFMO", "-1 FFNAM"]


def test_b9_3_one_who_moves_behind_a_wall_is_not_in_the_open_to_the_firer_beyond_it() -> None:
    table, unit = target(walls="K9")
    assert against(table, unit, "K6", Motion()) == ["+2 wall TEM", "-1 FFNAM"]
    assert against(table, unit, "K13", Motion()) == ["-1 FFMO", "-1 FFNAM"]


def test_b9_33_height_takes_one_for_each_level_beyond_the_range() -> None:
    """The figures of the rule: level 2 at range 1 takes one, at range 2 nothing; level 1 at range 1 nothing."""
    two, one, three = (target(walls="K9", hedges="L10", K9=hill(level)) for level in (2, 1, 3))
    assert against(*two, "K9") == ["+1 wall TEM"] and against(*one, "K9") == ["+2 wall TEM"]
    assert against(*three, "K9") == []
    assert against(*target(hedges="K9", K9=hill(2)), "K9") == []
    assert against(*target(hedges="K9", K8=hill(2)), "K8") == ["+1 hedge TEM"]


def test_b9_3_a_cliff_gives_no_tem() -> None:
    table = field(FRIENDLY, "PFPh", K10=HexTerrain(cliffs=frozenset({0})))
    assert against(table, table.new(ENEMY, "4-6-7", "K10"), "K6") == []
