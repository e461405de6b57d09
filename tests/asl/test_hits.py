"""What a hit strikes by its target type, and what a critical hit counts anew (C3.3, C3.7)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, cases, drm, field, gun_of, moves, quiet, shots, throw
from tabletop import rolls


def test_c3_71_a_critical_hit_counts_hazardous_movement_again() -> None:
    table = field(FRIENDLY, "MPh")
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    us = table.new(FRIENDLY, "4-4-7", "K11", "hazardous")
    table = quiet(moves(table, us, came_from="K10"))
    events = throw(table, (1, 2, 6, 6, 1, 2), f"fire {gun} K11 he")
    assert cases(events)["Case O"] == -2 and "critical" in shots(events)[0].purpose
    assert drm(events) == {"Hazardous Movement": -2}, "C.3: the exception of a critical hit"


@pytest.mark.parametrize(("smoke", "names"), [(False, {"Case J3", "Case J4"}), (True, {"Case J3", "Case R"})])
def test_a4_6_no_ffmo_through_a_hindrance_of_the_area_type(smoke: bool, names: set[str]) -> None:
    table = field(FRIENDLY, "MPh")
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    us = table.new(FRIENDLY, "4-4-7", "K10")
    if smoke:
        table.do("marker add smoke K12 1")
    table = quiet(moves(table, us, came_from="K9"))
    events = throw(table, (1, 2, 6, 5), f"fire {gun} K10 he area")
    assert set(cases(events)) == names and not drm(events)  # paid in the To Hit DR (C.3)


def test_c3_72_a_critical_hit_of_the_area_type_doubles_full_fp_against_an_afv_without_tem() -> None:
    table = quiet(field(ENEMY, "PFPh", K8="wooden-building"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    tank = table.new(FRIENDLY, "T-34 M43", "K8", "buttoned")
    events = table.dice(1, 1, 2, 2, 6, 6, 6, 6, 6).do(f"fire {mortar} K8")  # 4 on the 30 column: a KIA
    assert [(shot.column, shot.modifiers) for shot in shots(events)] == [("30", ())]
    assert tank not in table.state.units and not rolls(events, "To Kill")


@pytest.mark.parametrize(
    ("dice", "flag"),
    [((2, 3), "shocked"), ((3, 2), "immobile"), ((2, 4), "shocked"), ((4, 3), "")],  # 8 column less 1: 6 is K/2 + 1
)
def test_c3_332_c1_55_a_mortar_round_on_an_afv_is_read_on_the_ift(dice: tuple[int, int], flag: str) -> None:
    table = quiet(field(ENEMY, "PFPh"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    tank = table.new(FRIENDLY, "SU-76M", "K8", "buttoned")  # OT and light armor: -2
    events = table.dice(1, 2, *dice, 1, 1, 3, 3).do(f"fire {mortar} K8")
    assert [(shot.column, sum(mod.value for mod in shot.modifiers)) for shot in shots(events)][:1] == [("8", -2)]
    assert (flag in table.unit(tank).flags) if flag else not table.unit(tank).flags & {"shocked", "immobile"}


def test_c3_332_an_area_hit_on_the_hull_of_a_hull_down_tank_is_a_miss_but_of_a_mortar() -> None:
    for weapon, attacked in (("75L AT", False), ("81* MTR", True)):
        table = quiet(field(ENEMY, "PFPh"))
        gun, _ = gun_of(table, ENEMY, weapon, "K14")
        tank = table.new(FRIENDLY, "T-34 M43", "K8", "buttoned", "hull-down")
        events = table.dice(2, 2, 6, 6).do(f"fire {gun} K8 area he at {tank}")
        assert bool(shots(events)) is attacked


def test_c3_33_an_area_hit_on_a_melee_hits_the_firers_own_vehicles_too() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    table.new(FRIENDLY, "4-4-7", "K8", "melee")
    car = table.new(ENEMY, "SdKfz 10/4", "K8", "melee")
    table.dice(1, 2, 2, 2, 6, 6, 6, 6).do(f"fire {mortar} K8")
    assert car not in table.state.units  # 4 against the star of the 8 column


def test_c3_32_a_hit_of_the_infantry_type_strikes_unarmored_vehicles_beside_the_men() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    men, truck = table.new(FRIENDLY, "4-4-7", "K8"), table.new(FRIENDLY, "GAZ-MM", "K8")
    events = table.dice(1, 3, 1, 3, 6, 5, 6, 5).do(f"fire {gun} K8 infantry")
    assert shots(events)[0].column == "12" and truck not in table.state.units and men


def test_c3_331_movement_and_size_are_to_hit_drm_of_the_area_type_and_tem_is_not() -> None:
    table = quiet(field(FRIENDLY, "MPh", K10="woods"))
    gun, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    us, hidden = table.new(FRIENDLY, "4-4-7", "K10"), table.new(FRIENDLY, "4-4-7", "K10", "concealed")
    table = quiet(moves(table, us, hidden, came_from="K9"))
    events = table.dice(6, 5).do(f"fire {gun} K10")
    found = cases(events)
    assert found["Case J3"] == -1 and "Case Q" not in found
