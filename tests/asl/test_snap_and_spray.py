"""Spraying Fire and Snap Shots (A7.34, A8.15)."""

from __future__ import annotations

from field import ENEMY, FRIENDLY, column, field, flags, moves, quiet, shots, shown_drm, throw
from fire_positions import defence, duel


def test_a7_34_spraying_fire_attacks_two_adjacent_hexes_with_one_dr_at_half_fp() -> None:
    table = field()
    us = table.new(FRIENDLY, "6-2-8", "K14")
    first, second = table.new(ENEMY, "4-6-7", "K12"), table.new(ENEMY, "4-6-7", "L12")
    events = throw(table, (2, 3, 1, 2, 4, 4), f"fire {us} K12 spray L12")  # 3 FP: DR 5 on the 2 column, NMC each
    assert [(record.column, record.result) for record in shots(events)] == [("2", "NMC"), ("2", "NMC")]
    assert flags(table, first) == set() and flags(table, second) == {"broken", "dm"}


def test_a7_34_a7_9_spraying_fire_that_cowers_below_the_lowest_column_does_nothing() -> None:
    """1.25 FP at the one hex, 5 at an S? in the other: the 1 column and the 4 column, each one to the left."""
    table = field(ENEMY, "DFPh")
    us, them = table.new(FRIENDLY, "5-2-7", "K13"), table.new(ENEMY, "4-6-7", "K11", "concealed")
    table.do("suspect add L11")
    events = throw(table, (6, 6, 6), f"fire {us} K11 spray L11")  # the S? checks first, and is nothing
    (record,) = shots(events)
    assert (record.column, record.result) == ("", None) and "concealed" in table.unit(them).flags


def test_a7_34_spraying_fire_needs_neighbours_and_the_ability() -> None:
    table = field()
    us, plain = table.new(FRIENDLY, "6-2-8", "K14"), table.new(FRIENDLY, "4-5-8", "K14")
    for place in ("K12", "L12", "M12"):
        table.new(ENEMY, "4-6-7", place)
    assert "takes two ADJACENT hexes; K12 and M12 are not (A7.34)" in table.no(f"fire {us} K12 spray M12")
    assert table.no(f"fire {plain} K12 spray L12") == f"{plain} cannot Spray its fire (A7.34)"


def test_a8_4_who_has_first_fired_sprays_adjacent_hexes_only() -> None:
    table = field(ENEMY, "DFPh")
    us = table.new(FRIENDLY, "6-2-8", "K14")
    for place in ("K13", "K12", "L13"):
        table.new(ENEMY, "4-6-7", place)
    table.do(f"set {us} first")
    assert "fires only at ADJACENT targets (A8.4)" in table.no(f"fire {us} K13 spray K12")
    assert column(table, f"fire {us} K13 spray L13") > 0


def test_a8_15_a_snap_shot_is_half_fp_without_tem_and_leaves_no_residual_fp() -> None:
    table, them, us = defence("4-6-7", 4, "4-5-8", 1, "assault", K10="woods")
    assert column(table, f"fire {them} K10 snap") == 2
    assert shown_drm(table, f"fire {them} K10 snap") == []
    throw(table, (5, 6), f"fire {them} K10 snap")
    assert table.state.marked("residual") == [] and flags(table, us) == set()


def test_a8_15_only_a_snap_shot_reaches_who_has_left() -> None:
    table, them, us = defence("4-6-7", 4, "4-5-8", 1, "assault")
    assert table.no(f"fire {them} K9") == "they have left K9: only a Snap Shot is possible there (A8.15)"
    assert column(table, f"fire {them} K9 snap") == 2 and us in table.state.units


def test_a8_15_a_snap_shot_is_first_fire_only() -> None:
    table, us, _ = duel()
    assert "a Snap Shot is Defensive First Fire" in table.no(f"fire {us} K10 snap")


def test_a9_5_spraying_fire_leaves_residual_of_each_hex_by_its_own_range_and_line() -> None:
    table = field(FRIENDLY, "MPh")
    _, gun = table.armed(ENEMY, "4-6-7", "K14", "HMG")
    us, _ = table.new(FRIENDLY, "4-5-8", "K12"), table.new(FRIENDLY, "4-5-8", "K13")
    table = quiet(moves(table, us, came_from="K11"))
    throw(table, (6, 5), f"fire {gun} K12 spray K13")  # 7/2 FP: column 2, half of it 1; K13: 7 x 2 / 2 FP: 6, half 2
    assert {marker.hex: marker.number for marker in table.state.marked("residual")} == {"K12": 1, "K13": 2}


def test_a8_3_only_sustained_fire_sprays_nothing_farther_off() -> None:
    for spent in (False, True):
        table = field(FRIENDLY, "MPh")
        _, gun = table.armed(ENEMY, "4-6-7", "K14", "HMG")
        us, _ = table.new(FRIENDLY, "4-5-8", "K13"), table.new(FRIENDLY, "4-5-8", "K12")
        table = quiet(moves(table, us, came_from="L13"))
        line = f"fire {gun} K13 spray K12"
        if spent:
            table.do(f"set {gun} first")
            assert "does not reach K12, which is farther than K13" in table.no(line)
        else:
            throw(table, (6, 5), line)
