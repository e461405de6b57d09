"""MG of vehicles and cupolas: PBF, levels, crowds, range (A5.12, A7.21, C2.6, OtO 4.1)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, drm, field, hill, quiet, shots, throw


@pytest.mark.parametrize("kind", ["overstacked", "encircled"])
def test_a5_12_a5_13_a7_7_vehicle_mgs_mind_who_is_overstacked_and_encircled(kind: str) -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank = table.new(FRIENDLY, "T-34 M43", "K14", *(["encircled"] if kind == "encircled" else []))
    for number in range(4 if kind == "overstacked" else 1):
        table.new(ENEMY, "4-6-7", "K11")
        if number:
            table.new(FRIENDLY, "4-4-7", "K14")
    table.new(FRIENDLY, "4-4-7", "K14")
    found = drm(throw(table, (6, 5), f"fire {tank} K11 cmg"))
    if kind == "encircled":
        assert found == {"encircled firer": 1}
    else:
        assert found == {"overstacked firer": 1, "overstacked target": -1}


def test_a7_21_vehicle_mgs_have_pbf_across_one_level() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K13=hill(1)))
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.new(ENEMY, "4-6-7", "K13")
    assert shots(table.dice(6, 5).do(f"fire {tank} K13 cmg"))[0].column == "8"


def test_c2_6_neither_gun_nor_vehicle_mg_fires_more_levels_up_than_hexes_far() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K13=hill(2)))
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.new(ENEMY, "4-6-7", "K13")
    assert "C2.6" in table.no(f"fire {tank} K13 cmg") and "C2.6" in table.no(f"fire {tank} K13 infantry")


def test_oto_4_1_a9_4_a_cupola_fires_beyond_16_hexes_without_a_leader_at_infantry_it_sees() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    nest = table.new(ENEMY, "HMG Cupola", "K20")
    table.new(FRIENDLY, "4-4-7", "K3")
    assert shots(throw(table, (6, 5), f"fire {nest} K3"))[0].column == "2"  # 7/2 = 3.5, not halved again
