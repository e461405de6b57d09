"""Armored Assault (D9.31): Infantry moves with an AFV, in its cover."""

from __future__ import annotations

from typing import Any

from field import ENEMY, FRIENDLY, Tabletop, against, drm, field, hill, shots, throw


def stack(**terrain: Any) -> tuple[Tabletop, str, str, str]:
    """A tank with a squad and a leader in K18, and an enemy squad that sees them; K18 faces up the hexrow."""
    table = field(FRIENDLY, "MPh", **terrain)
    table.all("option command off", "option enemy-plays off", "option fire-stops off", "option confirm-fire off")
    tank, squad, leader = (table.new(FRIENDLY, name, "K18") for name in ("T-34 M43", "4-5-8", "9-1"))
    table.do(f"face {tank} K17/L17")
    return table, tank, squad, leader


def test_d9_31_infantry_and_afv_go_together_each_for_its_own_points() -> None:
    """The squad spends MF, the tank MP for starting and for each hex."""
    table, tank, squad, leader = stack()
    table.do(f"move {squad},{leader},{tank} K17 K16 K15 armored")
    assert {table.unit(key).hex for key in (tank, squad, leader)} == {"K15"}
    assert table.unit(squad).mf == 3 and table.unit(tank).mf == 4


def test_d9_31_the_afv_gives_its_tem_and_takes_ffmo_away_ffnam_stays() -> None:
    """+1 and -1 make 0 in Open Ground; with Assault Movement it is +1."""
    table, tank, squad, _ = stack()
    foe = table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {squad},{tank} K17 armored")
    assert drm(throw(table, (6, 5), f"fire {foe} K17")) == {"wreck or AFV TEM": 1, "FFNAM": -1}
    table, tank, squad, _ = stack()
    foe = table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {squad},{tank} K17 assault armored")
    assert drm(throw(table, (6, 5), f"fire {foe} K17")) == {"wreck or AFV TEM": 1}
    assert "assault" in table.unit(squad).flags and "assault" not in table.unit(tank).flags


def test_a4_61_assault_movement_leaves_mf_over_that_double_time_did_not_bring() -> None:
    """Woods and a level up take 4 MF: not all of the 6 at the double, but all that the squad has without it."""
    table, tank, squad, _ = stack(K17=hill(1, "brush"))
    line = f"move {squad},{tank} K17 double assault armored"
    assert "may not use all MF (A4.61)" in table.ask(line).text
    table, tank, squad, leader = stack(K17=hill(1, "brush"))
    table.do(f"move {squad},{leader},{tank} K17 assault armored")
    assert table.unit(squad).hex == "K17", "the two MF of a leader count (A4.12)"


def test_d9_31_not_into_a_hex_with_known_enemies() -> None:
    for place in ("K17", "K16"):
        table, tank, squad, _ = stack()
        table.new(ENEMY, "4-6-7", place)
        assert "A4.14" in table.no(f"move {squad},{tank} K17 K16 armored")


def test_d9_3_a_moving_afv_covers_nobody_else() -> None:
    """Men who walk into the hex of a tank in Motion have FFMO and no TEM."""
    table, tank, squad, _ = stack()
    foe = table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {tank} K17")
    table.do(f"move {squad} K17")
    assert drm(throw(table, (6, 5), f"fire {foe} K17")) == {"FFMO": -1, "FFNAM": -1}


def test_d9_31_they_begin_their_mph_together_beneath_one_afv() -> None:
    """Who has moved before, two tanks, or an unarmored truck do not make an Armored Assault."""
    table, tank, squad, leader = stack()
    other = table.new(FRIENDLY, "T-34 M43", "K18")
    assert "one AFV" in table.no(f"move {squad},{tank},{other} K17 armored")
    assert "D9.31" in table.no(f"move {squad},{tank} K17")
    table.do(f"move {tank} K17")
    table.do(f"move {leader} K17")
    assert "beneath the AFV" in table.no(f"move {leader},{tank} K16 armored")
    truck = table.new(FRIENDLY, "GAZ-MM", "K18")
    assert "one AFV" in table.no(f"move {squad},{truck} K17 armored")


def test_d9_31_the_afv_goes_no_farther_than_its_infantry_could() -> None:
    """The squad has four MF: two with the tank, and the tank two hexes more, wherever the squad goes."""
    table, tank, squad, _ = stack()
    table.do(f"move {squad},{tank} K17 K16 armored")
    table.do(f"move {squad} L16")
    assert "2 MF" in table.no(f"move {tank} K15 K14 K13")
    table.do(f"move {tank} K15")
    assert "1 MF" in table.no(f"move {tank} K14 K13")
    table.do(f"move {tank} K14")


def test_d9_31_a_leader_gives_his_bonus_and_the_move_goes_on_after_a_halt() -> None:
    """Six MF with the leader; a halted Armored Assault is taken up again."""
    table, tank, squad, leader = stack()
    names = f"{squad},{leader},{tank}"
    table.do(f"move {names} K17 K16 armored")
    table.do(f"move {names} K15 K14 K13 K12 armored stop")
    assert table.unit(squad).mf == 6 and table.unit(tank).hex == "K12" and "motion" not in table.unit(tank).flags
    assert "6 MF" in table.ask(f"move {names} K11 armored").text


def test_d9_31_if_the_infantry_is_pinned_the_afv_stops_with_the_order() -> None:
    """The rest of the order is not carried out without Infantry; the whole hex may be named."""
    table, tank, squad, leader = stack()
    table.do("option fire-stops on")
    table.new(ENEMY, "4-6-7", "K14")
    table.do("move K18 K17 K16 armored")
    assert {table.unit(key).hex for key in (tank, squad, leader)} == {"K17"}
    table.do(f"pin {squad}")
    table.do(f"pin {leader}")
    assert "pinned" in table.no(f"move {squad},{leader},{tank} K16 armored")
    table.do(f"move {tank} K16")


def test_d9_3_a_tank_that_has_moved_covers_others_only_after_the_afph() -> None:
    """In the DFPh only those who moved with it have its TEM."""
    table, tank, squad, _ = stack()
    other = table.new(FRIENDLY, "4-5-8", "K16")
    foe = table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {squad},{tank} K17 K16 armored stop")
    table.do("next")
    assert table.state.phase == "DFPh"
    tem = ["+1 wreck or AFV TEM"]
    assert against(table, squad, "K12") == tem and against(table, other, "K12") == []
    events = throw(table, (6, 5), f"fire {foe} K16")
    found = sorted([mod.name for mod in record.modifiers] for record in shots(events))
    assert found[-1] == ["wreck or AFV TEM"] and [] in found
    table.go_to(FRIENDLY, "AFPh")
    assert against(table, other, "K12") == []
    table.go_to(FRIENDLY, "RtPh")
    assert against(table, other, "K12") == tem
