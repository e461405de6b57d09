"""Mopping Up (A12.153): who may, who is found, who gives up."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, throw
from tabletop import rolls, told

from sasl.kernel.frozen import replace

HOUSE = dict.fromkeys(("K14", "K13", "K12"), "wooden-building")


def row(**more: str) -> tuple[Tabletop, str]:
    """A building of three hexes with a FRIENDLY squad in its southernmost one."""
    table = field("FRIENDLY", "PFPh", **{**HOUSE, **more})
    return table, table.new("friendly", "4-4-7", "K14")


def test_a12_153_with_nobody_hiding_the_broken_surrender_and_they_are_ti() -> None:
    table, squad = row()
    foe = table.new("enemy", "4-6-7", "K12", "broken", "dm")
    text = told(throw(table, (), f"mop {squad}"))
    assert "is secured (A12.153)" in text and "ti" in table.unit(squad).flags
    assert "prisoner" in table.unit(foe).flags and table.unit(foe).carrier == squad


def test_a12_153_who_hides_is_found_and_concealed_and_may_cost_them_men() -> None:
    table, squad = row()
    hidden, broken = table.new("enemy", "4-6-7", "K12", "hidden"), table.new("enemy", "4-6-7", "K13", "broken", "dm")
    text = told(throw(table, (2,), f"mop {squad}"))
    assert "concealed units remain in K12" in text and "concealed" in table.unit(hidden).flags
    assert "prisoner" not in table.unit(broken).flags
    assert table.state.units_at("K14", "FRIENDLY")[0].kind == "hs", "A12.154: 2 - 1 for a second HS"


@pytest.mark.parametrize("attitude", ["hold", "advance"])
def test_s3_31_an_s_activates_without_an_ac_check(attitude: str) -> None:
    table, squad = row()
    name = table.suspect("K12", attitude)
    events = throw(table, (3, 3, 3, 4, 6), f"mop {squad}")
    assert name not in table.state.suspects and not rolls(events, "AC check")
    assert [unit.type for unit in table.state.units_at("K12", "ENEMY")] == ["4-6-7"]


def test_a12_153_not_past_a_known_unbroken_enemy_nor_too_far_nor_twice() -> None:
    table, squad = row()
    foe = table.new("enemy", "4-6-7", "K12")
    assert f"{foe} is in the building" in table.no(f"mop {squad}")
    table, squad = row(K11="wooden-building")
    assert "K11, part of the building, is more than 2 hexes" in table.no(f"mop {squad}")
    other = table.new("friendly", "4-4-7", "K13")
    table.do(f"mop {squad},{other}")
    table.new("friendly", "4-4-7", "K12")
    assert "has been mopped up in this Player Turn" in table.no("mop K12")


def test_a12_153_only_in_a_building_of_several_hexes_in_the_own_pfph() -> None:
    table = field("FRIENDLY", "PFPh", K14="wooden-building")
    squad = table.new("friendly", "4-4-7", "K14")
    assert "is not in a multi-hex building" in table.no(f"mop {squad}")
    table = field("FRIENDLY", "PFPh", K14="wooden-building", K13="wooden-building")
    assert "is secured" in told(table.do(f"mop {table.new('friendly', '4-4-7', 'K14')}")), "two are several"
    table, squad = row()
    table.do("next")
    assert "PFPh" in table.no(f"mop {squad}")


def test_a12_153_nobody_mops_up_from_off_the_map() -> None:
    table, _ = row()
    away = table.new("friendly", "4-4-7", "")
    assert f"{away} is not on the map" in table.no(f"mop {away}")


def test_a12_153_a_hex_that_is_controlled_needs_nobody_within_two_hexes() -> None:
    table, squad = row(K11="wooden-building")
    held = Tabletop(table.game.at(replace(table.state, control={"K11": FRIENDLY})))
    assert "is secured" in told(held.do(f"mop {squad}"))
    lost = Tabletop(table.game.at(replace(table.state, control={"K11": ENEMY})))
    assert "K11, part of the building" in lost.no(f"mop {squad}")


def test_a12_153_a_gun_without_men_and_an_abandoned_vehicle_are_no_enemies() -> None:
    table, squad = row()
    table.new(ENEMY, "75L AT", "K12")
    table.new(ENEMY, "StuG IIIG", "K13", "abandoned")
    assert "is secured" in told(table.do(f"mop {squad}"))
    table, squad = row()
    table.new(ENEMY, "75L AT", "K12")
    crew = table.new(ENEMY, "2-2-8", "K12")
    assert f"{crew} is in the building" in table.no(f"mop {squad}")
