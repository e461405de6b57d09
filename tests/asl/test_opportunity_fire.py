"""Prep Fire, Opportunity Fire and who may still fire in the AFPh (A7.2, A7.25)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, column, field, flags, quiet, throw
from fire_positions import armed, duel


def test_a7_25_opportunity_fire_is_full_fp_and_no_assault_fire() -> None:
    table, us, _ = duel("PFPh", "6-2-8", 2)
    table.do(f"hold {us}")
    assert "is waiting for Opportunity Fire in the AFPh (A7.25)" in table.no(f"fire {us} K12")
    table.go_to(FRIENDLY, "AFPh")
    assert column(table, f"fire {us} K12") == 6


def test_a7_25_a_unit_that_waits_does_not_move_and_waits_no_longer_than_the_afph() -> None:
    table, us, them = duel("PFPh", "6-2-8", 2)
    table.do(f"hold {us}")
    table.go_to(FRIENDLY, "MPh")
    assert "waits for Opportunity Fire (A7.25)" in table.no(f"move {us} K13")
    table.go_to(FRIENDLY, "RtPh")
    assert "opportunity" not in table.unit(us).flags
    assert "broken" not in table.unit(them).flags


def test_a7_25_who_waits_in_los_of_a_good_order_enemy_loses_its_concealment() -> None:
    for states, kept in (((), False), (("broken",), True)):
        table = field()
        squad = table.new(FRIENDLY, "4-5-8", "K14", "concealed")
        table.new(ENEMY, "4-6-7", "K10", *states)
        table.do(f"hold {squad}")
        assert ("concealed" in flags(table, squad)) is kept


def test_a7_25_opportunity_fire_keeps_rof() -> None:
    table, us, (mg,) = armed("4-5-8", "MMG")
    table.do(f"hold {us}")
    table.go_to(FRIENDLY, "AFPh")
    throw(table, (1, 6), f"fire {mg} K10")
    assert "prep" not in table.state.weapons[mg].flags


def test_a7_2_nobody_prep_fires_twice() -> None:
    table, us, _ = duel()
    throw(table, (4, 6), f"fire {us} K10")
    assert table.no(f"fire {us} K10") == f"{us} has Prep Fired (A7.2)"
    table.go_to(FRIENDLY, "MPh")
    assert "has Prep Fired" in table.no(f"move {us} K13")
    table.go_to(FRIENDLY, "RtPh")
    assert "prep" not in table.unit(us).flags


def test_a7_2_a_vehicle_that_prep_fired_does_not_fire_in_the_afph() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank, gun = table.new(FRIENDLY, "T-34 M43", "K14"), table.new(FRIENDLY, "76* INF", "L14")
    crew = table.new(FRIENDLY, "2-2-8", "L14")
    table.new(ENEMY, "4-6-7", "K10")
    table.dice(1, 6, 5, 5).do(f"fire {tank} K10 ma he")
    table.dice(1, 6, 5, 5).do(f"fire {gun} K10 he")
    assert "MA spent" not in table.unit(tank).arms, "its ROF is kept"
    table.go_to(FRIENDLY, "AFPh")
    for name, words in ((tank, "ma he"), (tank, "cmg"), (gun, "he")):
        assert "C2.24" in table.no(f"fire {name} K10 {words}")
    table.go_to(FRIENDLY, "RtPh")
    assert not table.unit(tank).arms and not table.unit(gun).arms and "prep" not in table.unit(crew).flags


@pytest.mark.parametrize("sw", ["HMG", "ATR"])
def test_a7_2_the_sw_of_a_unit_that_prep_fired_does_not_fire_in_the_afph(sw: str) -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, gun = table.armed(FRIENDLY, "4-4-7", "K14", sw)
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, (6, 5), f"fire {us} K11 only")
    table.go_to(FRIENDLY, "AFPh")
    assert "A7.2" in table.no(f"fire {gun} K11")
    table.go_to(FRIENDLY, "RtPh")
    assert not table.state.weapons[gun].flags


@pytest.mark.parametrize("states", ["melee", "prisoner", "motion", "shocked", "abandoned", "berserk"])
def test_a7_25_who_cannot_fire_does_not_wait_to_fire(states: str) -> None:
    table = field(FRIENDLY, "PFPh")
    us = table.new(FRIENDLY, "T-34 M43" if states in ("motion", "shocked", "abandoned") else "4-4-7", "K14", states)
    assert "A7.25" in table.no(f"hold {us}")


def test_a7_25_a_gun_without_a_crew_and_a_unit_whose_sw_has_fired_do_not_wait() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    gun = table.new(FRIENDLY, "76* INF", "K14")
    assert "A7.25" in table.no(f"hold {gun}")
    table.new(FRIENDLY, "2-2-8", "K14")
    table.do(f"hold {gun}")
    us, mg = table.armed(FRIENDLY, "4-4-7", "L14", "HMG")
    table.new(ENEMY, "4-6-7", "K10")
    throw(table, (6, 5), f"fire {mg} K10")
    assert "A7.25" in table.no(f"hold {us}")
