"""Bog (D8.2): what draws a Bog Check, its DRM, and getting free."""

from __future__ import annotations

from typing import Any

import pytest
from field import field
from tabletop import Tabletop, bare, rolls, told

from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.vehicles import bog, unbogging
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace


def beside(hex_name: str, type_name: str = "T-34 M43", *flags: str, **changes: Any) -> tuple[Tabletop, str]:
    table = bare("FRIENDLY", "MPh", **changes).all("option fire-stops off")
    return table, table.new("friendly", type_name, hex_name, *flags)


def test_b13_42_tracked_vehicles_enter_woods_at_half_their_mp_with_a_bog_check() -> None:
    table, tank = beside("N16", "T-34 M43", "motion")
    assert step_cost(table.game, table.unit(tank), "N16", "N15").text == "8 woods"  # half of 16
    events = table.dice(3, 4).do(f"move {tank} N15")
    record = rolls(events, "Bog Check")[0]
    assert (record.total, record.success) == (11, True)  # 7 + 1 normal ground pressure + 3 woods
    assert "bogged" not in table.unit(tank).flags and table.unit(tank).mf == 8


def test_d8_21_a_final_12_bogs_and_ends_the_mph() -> None:
    table, tank = beside("N16", "T-34 M43", "motion")
    table.dice(4, 4).do(f"move {tank} N15 N14")
    unit = table.unit(tank)
    assert unit.hex == "N15" and "bogged" in unit.flags and "motion" not in unit.flags
    assert "is Bogged (D8.2)" in table.no(f"move {tank} N14")


@pytest.mark.parametrize(("type_name", "drm"), [("KV-1S", 0), ("T-34 M43", 1), ("GAZ-MM", 1 + 1 + 1 + 2)])
def test_oto_2_2_every_vehicle_checks_in_orchard_shellholes_others_at_2(type_name: str, drm: int) -> None:
    """Low ground pressure 0, normal 1; a truck: not tracked 1, truck MP 1, and 2 for not being tracked here."""
    table, vehicle = beside("N17", type_name, "motion")
    record = rolls(table.dice(1, 1).do(f"move {vehicle} N16"), "Bog Check")[0]
    assert record.total - record.original == drm


def test_oto_2_2_the_mp_of_orchard_shellholes() -> None:
    table, tank = beside("N17")
    truck = table.new("friendly", "GAZ-MM", "N17")
    costs = {key: step_cost(table.game, table.unit(key), "N17", "N16").parts[0][1] for key in (tank, truck)}
    assert costs == {tank: 3, truck: 6}


def test_d8_21_towing_and_soft_ground_make_it_worse() -> None:
    table, truck = beside("N17", "GAZ-MM", "motion", ec="Mud")
    gun = table.new("friendly", "76* INF", "N17")
    table.do(f"board {gun} {truck}")
    facts = bog.facts(table.game, table.unit(truck))
    assert (facts["towing"], facts["soft-ground"], facts["truck-mp"]) == (1, 1, 1)


def test_d2_11_turning_in_woods_is_two_mp_and_a_check_for_each_hexspine() -> None:
    table, tank = beside("N15", "T-34 M43", "motion")
    table.do(f"face {tank} M15/N14")
    events = table.dice(1, 1, 1, 2).do(f"turn {tank} N16/O16")
    checks = rolls(events, "Bog Check")
    assert table.unit(tank).mf == 2 * len(checks) > 0
    assert "woods at half the MP" not in {mod.name for record in checks for mod in record.modifiers}  # D8.21: on entry


def test_b3_no_check_by_road() -> None:
    table, _ = beside("M24")
    tank = table.new("friendly", "T-34 M43", "M24", "motion")
    assert not rolls(table.do(f"move {tank} M23"), "Bog")


def test_d8_3_bog_removal_costs_coloured_times_white_and_starts_the_vehicle() -> None:
    table, tank = beside("N15", "T-34 M43", "bogged")
    table.dice(3, 4).do(f"unbog {tank}")
    unit = table.unit(tank)
    assert unit.mf == 12 and "bogged" not in unit.flags and "motion" in unit.flags


def test_d8_3_twice_as_dear_for_trucks_but_never_more_than_all_mp() -> None:
    table, truck = beside("N16", "GAZ-MM", "bogged")
    table.dice(4, 6).do(f"unbog {truck}")
    assert table.unit(truck).mf == 25, "48 of 25"


@pytest.mark.parametrize(
    ("coloured", "flags", "result"),
    [(5, (), "mired"), (6, (), "immobile"), (4, ("mired",), "mired"), (5, ("mired",), "immobile")],
)
def test_d8_31_a_bad_coloured_die_mires_or_immobilizes(coloured: int, flags: tuple[str, ...], result: str) -> None:
    table, tank = beside("N15", "T-34 M43", "bogged", *flags)
    table.dice(coloured, 1).do(f"unbog {tank}")
    assert result in table.unit(tank).flags
    assert "at the start of its MPh" in table.no(f"unbog {tank}") or "immobile" in table.unit(tank).flags


def test_d8_3_another_afv_pulls_for_all_its_mp_and_both_are_ti() -> None:
    table, tank = beside("N15", "T-34 M43", "bogged")
    helper = table.new("friendly", "SU-152", "N15", "stopped")
    told_of = told(table.dice(5, 1).do(f"unbog {tank} {helper}"))
    assert "bogged" not in table.unit(tank).flags and "mired" not in table.unit(tank).flags, (told_of, "5 - 1 = 4")
    for key in (tank, helper):
        assert "ti" in table.unit(key).flags and "motion" not in table.unit(key).flags
    assert table.unit(helper).mf == 13


def test_d8_3_the_better_armor_leader_of_the_two_counts() -> None:
    table, tank = beside("N15", "T-34 M43", "bogged", "mired")
    table = table.led(table.new("friendly", "T-34 M43", "N15", "stopped"), -1)
    helper = next(unit.id for unit in table.state.units_at("N15") if unit.id != tank)
    assert sum(mod.value for mod in unbogging.modifiers(table.game, table.unit(tank), table.unit(helper))) == 1 - 1 - 1


@pytest.mark.parametrize(
    ("type_name", "flag", "why"),
    [
        ("T-34 M43", "buttoned", "must be stopped and CE"),
        ("GAZ-MM", "stopped", "not another AFV"),
        ("SU-76M", "stopped", "too light"),
    ],
)
def test_d8_3_who_cannot_pull(type_name: str, flag: str, why: str) -> None:
    table, tank = beside("N15", "T-34 M43", "bogged")
    helper = table.new("friendly", type_name, "N15", flag)
    assert why in table.no(f"unbog {tank} {helper}")


def test_d8_3_nobody_pulls_who_has_spent_mp() -> None:
    table, tank = beside("N15", "T-34 M43", "bogged")
    helper = table.new("friendly", "SU-152", "N15", "stopped")
    for spent, refused in ((1.0, True), (0.0, False)):
        unit = replace(table.unit(helper), mf=spent)
        now = Tabletop(table.game.at(replace(table.state, units={**table.state.units, helper: unit})))
        if refused:
            assert "with all its MP unspent" in now.no(f"unbog {tank} {helper}")
        else:
            now.dice(1, 1).do(f"unbog {tank} {helper}")


def test_d8_3_only_the_bogged_are_freed() -> None:
    table, tank = beside("N15")
    assert "is not Bogged" in table.no(f"unbog {tank}")
    squad = table.new("friendly", "4-4-7", "N15")
    assert "is not a vehicle on the map" in table.no(f"unbog {squad}")


def test_d8_1_the_immobile_drive_no_more() -> None:
    table, tank = beside("P20", "T-34 M43", "immobile")
    assert "is Immobilized (D8.1)" in table.no(f"move {tank} P19")
    assert "is Immobilized" in table.no(f"turn {tank} P21/Q21")
    assert told(table.do(f"open {tank}")) == ""


def test_b16_no_vehicle_enters_marsh_or_buildings() -> None:
    table, tank = beside("A6")
    assert "cannot enter A7" in table.no(f"move {tank} A7")


def test_b20_46_every_vehicle_checks_for_bog_before_it_leaves_a_stream_for_the_bank() -> None:
    stream = HexTerrain(("stream",), gully=frozenset({1, 4}))
    table = field("FRIENDLY", "MPh", K14=stream).all("option fire-stops off")
    tank = table.new("friendly", "T-34 M43", "K14", "motion")
    events = table.dice(3, 4).do(f"move {tank} K13")
    assert [record.total for record in rolls(events, "Bog Check")] == [8]
    assert table.unit(tank).hex == "K13" and table.unit(tank).mf == 5
    other = table.new("friendly", "T-34 M43", "K14", "motion")
    table.all(f"put {tank} J12")
    table.dice(6, 5).do(f"move {other} K13")
    assert table.unit(other).hex == "K14" and {"bogged"} <= table.unit(other).flags and table.unit(other).mf == 5


def test_b19_only_wheels_check_on_the_way_out_of_a_gully() -> None:
    board = field(K14=HexTerrain(("gully",), gully=frozenset({1, 4})), L14=HexTerrain(("gully",))).game.board
    assert [bog.leaves_with_a_check(board, move, "K14", "K13") for move in ("tracked", "halftrack", "truck")] == [
        False, False, True,
    ]  # fmt: skip


def test_b9_4_a_halftrack_checks_for_bog_before_it_crosses_a_hedge() -> None:
    board = field(K14=HexTerrain(hedges=frozenset({0})), K13=HexTerrain(hedges=frozenset({3}))).game.board
    assert [bog.leaves_with_a_check(board, move, "K14", "K13") for move in ("tracked", "halftrack")] == [False, True]
    assert not bog.leaves_with_a_check(board, "halftrack", "K14", "K15")


def test_b16_43_the_ground_beside_a_marsh_is_soft_for_all_who_leave_the_road() -> None:
    table = field("FRIENDLY", "MPh", K12="marsh", J13=HexTerrain(elevation=1)).all("option fire-stops off")
    tank = table.new("friendly", "T-34 M43", "K14", "motion")
    (record,) = rolls(table.dice(3, 4).do(f"move {tank} K13"), "Bog Check")
    assert record.total == 8, "7 and normal ground pressure"
    assert not bog.beside_marsh(table.game.board) & {"K14", "K12"} and "K11" in bog.beside_marsh(table.game.board)


def test_b13_41_a_truck_enters_woods_for_all_its_mp_with_a_bog_check() -> None:
    table, truck = beside("N16", "GAZ-MM", "motion")
    assert step_cost(table.game, table.unit(truck), "N16", "N15").text == "ALL (woods)"
    record = rolls(table.dice(1, 1).do(f"move {truck} N15"), "Bog Check")[0]
    assert record.total == 2 + 1 + 1 + 1, "normal pressure, not tracked, truck MP"
    assert table.unit(truck).mf == 25
