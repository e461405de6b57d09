"""Passengers, Riders and Guns: loading and unloading, Bailing Out, hooking up, limbering, pushing (D6, C10)."""

from __future__ import annotations

from typing import Any

import pytest
from field import field
from tabletop import Tabletop, bare, rolls, told, trackless

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.infantry.morale import casualties
from sasl.asl.movement.ground import costs
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.vehicles import carrying
from sasl.asl.vehicles.riders import carries_riders
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace


def park(vehicle: str = "GAZ-MM", *riders: str, hex_name: str = "U20") -> tuple[Tabletop, list[str]]:
    """A vehicle and units on foot in one hex; their ids, the vehicle's first."""
    table = trackless(bare("FRIENDLY", "MPh")).all("option fire-stops off")
    return table, [table.new("friendly", name, hex_name) for name in (vehicle, *riders)]


# -- loading -------------------------------------------------------------------------------------------


def test_d6_4_loading_costs_a_mf_and_keeps_a_quarter_of_the_mp_for_each_mf_left() -> None:
    table, (truck, squad) = park("GAZ-MM", "4-4-7")
    table.do(f"load {squad} {truck}")
    assert table.unit(squad).carrier == truck and table.unit(squad).mf == 1
    assert table.unit(truck).mf == 25 - 3 * 25 / 4  # 3 MF left: three quarters


def test_d6_4_who_came_from_afar_leaves_less() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    table.all(f"put {squad} U22", f"move {squad} U21 U20", f"load {squad} {tank}")
    assert table.unit(tank).mf == 12  # 1 of 4 MF left: a quarter of 16


def test_d6_4_not_onto_a_moving_or_used_vehicle() -> None:
    table, (truck, squad) = park("GAZ-MM", "4-4-7")
    table.do(f"set {truck} motion")
    assert "must be stopped" in table.no(f"load {squad} {truck}")
    table.all(f"set {truck} -motion moved")
    assert "have spent no MP" in table.no(f"load {squad} {truck}")


def test_d6_1_capacity_in_pp() -> None:
    table, (truck, *squads) = park("GAZ-MM", "4-4-7", "4-4-7", "2-3-7")
    assert "has room for 21 PP; they need 25" in table.no(f"load {','.join(squads)} {truck}")
    table.do(f"load {','.join(squads[:2])} {truck}")
    assert carrying.capacity(table.game, table.unit(truck)) == 21


def test_d6_2_riders_on_tracked_afv_14_pp() -> None:
    table, (tank, *men) = park("T-34 M43", "6-2-8", "6-2-8")
    assert carries_riders(table.game, table.unit(tank))
    assert "room for 14 PP; they need 20" in table.no(f"load {','.join(men)} {tank}")
    table.do(f"load {men[0]} {tank}")
    assert "Rider (D6.4)" in str(table.session.moments[-1].events)


def test_d6_4_the_wrong_things_do_not_load() -> None:
    table, (truck, squad) = park("GAZ-MM", "4-4-7")
    far, other = table.new("friendly", "4-4-7", "U22"), table.new("friendly", "GAZ-MM", "U20")
    assert "not in the same hex" in table.no(f"load {far} {truck}")
    assert "needs Infantry or a Gun" in table.no(f"load {other} {truck}")
    assert "is not a vehicle on the map" in table.no(f"load {squad} {far}")
    table.do(f"set {squad} broken")
    assert "may only rout" in table.no(f"load {squad} {truck}")


def test_a4_5_no_boarding_after_double_time() -> None:
    table, (truck, squad) = park("GAZ-MM", "4-4-7")
    table.all(f"put {squad} U21", f"move {squad} U20 double")
    assert "cannot board in this Player Turn (A4.5)" in table.no(f"load {squad} {truck}")


def test_d5_43_they_go_aboard_only_after_the_fire_they_drew() -> None:
    table, (truck, squad) = park("GAZ-MM", "4-4-7", hex_name="P20")
    table.new("enemy", "4-6-7", "P17")
    table.do("option fire-stops on")
    assert f"load {squad} {truck} (D5.43)" in told(table.do(f"load {squad} {truck}"))
    assert table.unit(squad).carrier == "" and table.unit(squad).mf == 1
    spent = table.unit(truck).mf
    table.do(f"load {squad} {truck}")
    assert table.unit(squad).carrier == truck and (table.unit(squad).mf, table.unit(truck).mf) == (1, spent)


def test_d6_5_unloading_costs_a_quarter_and_the_mf_the_drive_took() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    table.all(f"board {squad} {tank}", f"set {tank} motion", f"move {tank} U19 U18 U17")
    assert "must stop before anybody gets off" in table.no(f"unload {squad}")
    table.all(f"stop {tank}", f"unload {squad}")
    assert table.unit(squad).carrier == "" and table.unit(squad).hex == "U17"
    assert table.unit(tank).mf == 3 + 1 + 4  # three road hexsides BU, Stop, a quarter
    assert table.unit(squad).mf == 2  # one, and one for the quarter begun


def test_a26_11_who_gets_off_in_a_vpo_controls_it_at_once() -> None:
    table, (truck, squad) = park("GAZ-MM", "4-4-7", hex_name="I14")
    table.all(f"load {squad} {truck}", "vpo I14 enemy")
    table.do(f"unload {squad}")
    assert table.state.control["I14"] == "FRIENDLY"


def test_d6_5_too_late_after_three_quarters() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7", hex_name="P20")
    way = " ".join(f"P{number}" for number in range(19, 7, -1))
    table.all(f"board {squad} {tank}", f"move {tank} {way} stop")  # 1 + 12 + 1
    assert "too late to unload" in table.no(f"unload {squad}")


# -- Riders --------------------------------------------------------------------------------------------


def test_d6_24_a_rider_who_bails_out_checks_morale_and_does_no_more() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    mg = table.new("friendly", "LMG")
    table.all(f"give {mg} {squad}", f"board {squad} {tank}")
    table.dice(3, 4, 4).do(f"bail {squad}")  # 7 passes; the SW's dr 4 breaks it
    assert table.unit(squad).carrier == "" and {"prep", "moved"} <= table.unit(squad).flags
    assert "malfunctioned" in table.state.weapons[mg].flags
    assert "is not a Rider" in table.no(f"bail {squad}")


@pytest.mark.parametrize("works", [True, False])
def test_d6_24_a_sw_comes_through_by_a_dr_of_3_and_a_broken_one_stays_broken(works: bool) -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    mg = table.new("friendly", "LMG")
    table.all(f"give {mg} {squad}", f"board {squad} {tank}", *([] if works else [f"set {mg} malfunctioned"]))
    table.dice(3, 4, 3 if works else 6).do(f"bail {squad}")
    assert table.state.weapons[mg].flags == (set() if works else {"malfunctioned"})


def test_d6_24_the_sw_of_a_broken_rider_is_lost() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    mg = table.new("friendly", "LMG")
    table.all(f"give {mg} {squad}", f"board {squad} {tank}")
    table.dice(5, 4).do(f"bail {squad}")
    assert "broken" in table.unit(squad).flags and mg not in table.state.weapons


def test_d6_21_riders_bail_out_before_woods_but_not_on_the_road() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7", hex_name="N16")
    table.all(f"board {squad} {tank}", f"set {tank} motion")
    question = table.ask(f"move {tank} N15")
    assert question.text == f"{squad} Bails Out: Riders may enter N16 only by road (D6.21). Drive on?"
    assert question.default == "no"
    table.dice(1, 2, 1, 1).do(f"move {tank} N15", "yes")
    assert (table.unit(squad).hex, table.unit(squad).carrier, table.unit(tank).hex) == ("N16", "", "N15")
    other, (tank, squad) = park("T-34 M43", "4-4-7")
    other.all(f"board {squad} {tank}", f"move {tank} U19")
    assert other.unit(squad).carrier == tank


def test_d6_21_the_hex_that_takes_no_riders_may_be_the_one_it_leaves() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7", hex_name="N15")
    table.all(f"board {squad} {tank}", f"set {tank} motion")
    assert "Riders may enter N15 only by road" in table.ask(f"move {tank} N16").text
    assert "not driven" in table.no(f"move {tank} N16", "no")


def test_d6_1_aboard_nobody_is_dug_in_and_by_hand_more_may_be_aboard_than_there_is_room_for() -> None:
    table, (tank, *men) = park("T-34 M43", "6-2-8", "6-2-8")
    table.do(f"set {men[0]} dug-in")
    events = table.do(f"board {','.join(men)} {tank}")
    assert "dug-in" not in table.unit(men[0]).flags
    assert f"take 20 PP and {tank} has room for 14 (D6.1)" in told(events)


def test_d6_23_pinned_and_broken_riders_bail_out() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    table.do(f"board {squad} {tank}")
    pinned = replace(table.unit(squad), flags=frozenset({"pinned"}))
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, squad: pinned})))
    table.dice(1, 2).do(f"move {tank} U19")
    assert table.unit(squad).carrier == "" and table.unit(squad).hex == "U19"
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    table.do(f"board {squad} {tank}")
    ctx = Context(table.dice(1, 1).game)
    casualties.break_unit(ctx, ctx.state.units[squad], "fire")
    assert "broken" in ctx.state.units[squad].flags and ctx.state.units[squad].carrier == ""


def test_d6_24_who_is_pinned_by_hand_bails_out_at_once_without_a_nmc() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    table.do(f"board {squad} {tank}")
    assert not rolls(table.do(f"set {squad} pinned"))
    assert (table.unit(squad).carrier, table.unit(squad).hex) == ("", "U20")


def test_d6_21_the_turning_turret_sheds_riders() -> None:
    table, (tank, squad) = park("T-34 M43", "4-4-7")
    table.all(f"board {squad} {tank}", f"move {tank} U19")
    table.dice(1, 2).do(f"turn {tank} U18/V18 turret")
    assert table.unit(squad).carrier == ""


# -- Guns in tow ---------------------------------------------------------------------------------------


def test_c10_11_hooking_up_takes_half_the_mp_and_makes_all_ti() -> None:
    table, (truck, gun, crew) = park("GAZ-MM", "76* INF", "2-2-8")
    table.do(f"load {gun},{crew} {truck}")
    assert table.unit(truck).mf == 13  # half of 25, FRU
    assert {table.unit(key).carrier for key in (gun, crew)} == {truck}
    assert all("ti" in table.unit(key).flags for key in (truck, gun, crew))
    assert "is TI" in table.no(f"move {truck} U19")


def test_c10_11_the_t_number_decides() -> None:
    table, (jeep, gun, crew) = park("GAZ-67B", "76* INF", "2-2-8")
    assert "cannot tow" in table.no(f"load {gun} {jeep}")  # T10, M8
    light = table.new("friendly", "45L AT", "U20")
    table.do(f"load {light} {jeep}")
    assert table.unit(light).carrier == jeep and crew


def test_c10_111_a_gun_needs_hands() -> None:
    table, (truck, gun) = park("GAZ-MM", "76* INF")
    assert "no Good Order, unpinned MMC is with" in table.no(f"load {gun} {truck}")


def test_c10_13_its_ammunition_takes_room() -> None:
    table, (truck, gun, crew) = park("GAZ-MM", "76* INF", "2-2-8")
    table.do(f"load {gun} {truck}")
    assert carrying.capacity(table.game, table.unit(truck)) == 21 - 4 and crew


def test_c10_1_a_tow_costs_a_mp_more_in_each_hex_and_forbids_reverse() -> None:
    table, (truck, gun) = park("GAZ-MM", "76* INF")
    table.do(f"board {gun} {truck}")
    assert step_cost(table.game, table.unit(truck), "U20", "U19").text == "0.5 road + 1 towing = 1.5"
    table.do(f"face {truck} T19/U19")
    assert "may not use Reverse Movement (D2.2)" in table.no(f"move {truck} U21 reverse")


@pytest.mark.parametrize(("gun", "free"), [("76* INF", False), ("82* MTR", True), ("120* MTR", False)])
def test_c10_1_only_a_mortar_of_up_to_107mm_in_tow_hinders_nobody(gun: str, free: bool) -> None:
    table, (truck, tube) = park("GAZ-MM", gun)
    table.do(f"board {tube} {truck}")
    assert costs.tow_mp(table.game, table.unit(truck)) == (not free)
    line = f"move {truck} U21 reverse"
    table.do(f"face {truck} T19/U19")
    assert table.do(line) if free else "D2.2" in table.no(line)


@pytest.mark.parametrize("state", ["truck prep", "crew prep", "crew mf"])
def test_c10_11_who_has_fired_or_come_far_hooks_nothing_up(state: str) -> None:
    table, (truck, gun, crew) = park("GAZ-MM", "76* INF", "2-2-8")
    who, what = state.split()
    unit = {"truck": truck, "crew": crew}[who]
    if what == "mf":
        moved_ = replace(table.unit(unit), mf=3.0)
        table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, unit: moved_})))
    else:
        table.do(f"set {unit} prep")
    assert "C10.11" in table.no(f"load {gun} {truck}")


def test_c10_12_unhooking_takes_half_too_and_the_crew_gets_off() -> None:
    table, (truck, gun, crew) = park("GAZ-MM", "76* INF", "2-2-8")
    table.all(f"board {gun},{crew} {truck}", f"unload {gun}")
    assert (table.unit(gun).carrier, table.unit(crew).carrier, table.unit(truck).mf) == ("", "", 13)
    assert {"ti"} <= table.unit(gun).flags & table.unit(crew).flags and "ti" not in table.unit(truck).flags
    table, (truck, gun, crew) = park("GAZ-MM", "76* INF", "2-2-8")
    table.all(f"board {gun},{crew} {truck}", f"set {crew} broken")
    assert "no Good Order crew" in table.no(f"unload {gun}")


def test_c10_21_limbering_is_for_guns_without_qsu_in_a_fire_phase() -> None:
    table = bare("ENEMY", "PFPh")
    gun, crew = table.new("enemy", "88L AA", "U20"), table.new("enemy", "2-2-8", "U20")
    table.do(f"limber {gun}")
    assert "limbered" in table.unit(gun).flags
    table.do(f"unlimber {gun}")
    assert "limbered" not in table.unit(gun).flags and "ti" in table.unit(gun).flags & table.unit(crew).flags
    mine = bare("FRIENDLY", "PFPh")
    quick = mine.new("friendly", "45L AT", "U20")
    mine.new("friendly", "2-2-8", "U20")
    assert "has QSU" in mine.no(f"limber {quick}")
    assert "belongs to its own PFPh, DFPh and AFPh" in Tabletop(bare("FRIENDLY", "MPh").game).no(f"limber {quick}")


def test_c10_2_what_is_not_limbered_is_neither_towed_nor_pushed() -> None:
    table = bare("ENEMY", "MPh").all("option fire-stops off")
    gun, _ = table.new("enemy", "88L AA", "P10"), table.new("enemy", "2-2-8", "P10")
    assert "must be limbered before it is pushed" in table.no(f"push {gun} P9")


# -- pushing -------------------------------------------------------------------------------------------


def pushers(*helpers: str, hex_name: str = "P20") -> tuple[Tabletop, list[str]]:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    return table, [table.new("friendly", name, hex_name) for name in ("45L AT", "2-2-8", *helpers)]


def test_c10_3_a_gun_is_pushed_at_double_mf_by_a_dr_below_its_m_number() -> None:
    table, (gun, crew) = pushers()
    record = rolls(table.dice(4, 4).do(f"push {gun} P19"), "Manhandling")[0]
    assert (record.total, record.target) == (10, 11)  # 8 + 2 MF
    assert table.unit(gun).hex == table.unit(crew).hex == "P19" and table.unit(crew).mf == 2
    assert {"hazardous", "ti"} <= table.unit(crew).flags
    table.dice(2, 2).do(f"push {gun} P18")
    assert table.unit(gun).hex == "P18" and table.unit(crew).mf == 4
    assert "has 0 MF; pushing takes 2" in table.no(f"push {gun} P17")


@pytest.mark.parametrize(("dice", "where"), [((4, 5), "P19"), ((5, 5), "P20")])
def test_c10_3_equal_is_enough_more_is_not(dice: tuple[int, int], where: str) -> None:
    table, (gun, crew) = pushers()
    table.dice(*dice).do(f"push {gun} P19")
    assert table.unit(gun).hex == table.unit(crew).hex == where and "ti" in table.unit(gun).flags


def test_c10_3_a_push_that_fails_or_just_succeeds_is_the_last_of_its_mph() -> None:
    for dice, onward in (((5, 5), "P19"), ((4, 5), "P18")):
        table, (gun, _) = pushers()
        table.dice(*dice).do(f"push {gun} P19")
        assert "has ended its MPh" in table.no(f"push {gun} {onward}")


def test_b24_8_a_failed_push_is_labor_for_the_next() -> None:
    table, (gun, crew) = pushers()
    table.dice(5, 5).do(f"push {gun} P19")
    assert [marker.number for marker in table.state.marked("labor")] == [1]
    table.go_to("FRIENDLY", "MPh", table.state.turn + 1)
    record = rolls(table.dice(4, 5).do(f"push {gun} P19"), "Manhandling")[0]
    assert -1 in {mod.value for mod in record.modifiers if mod.name == "Labor"} and crew
    assert not table.state.marked("labor")


@pytest.mark.parametrize(("sides", "tem"), [({"walls": 3}, 2), ({"hedges": 3}, 1)])
def test_c10_3_a_wall_or_hedge_in_the_way_counts_by_its_tem(sides: dict[str, int], tem: int) -> None:
    name, side = next(iter(sides.items()))
    fenced: dict[str, Any] = {name: frozenset({side})}  # its hexside toward K14
    table = field("FRIENDLY", "MPh", K13=HexTerrain(**fenced))
    gun, _ = table.new("friendly", "45L AT", "K14"), table.new("friendly", "2-2-8", "K14")
    events = table.dice(1, 1).do(f"push {gun} K13")
    assert {mod.name: mod.value for mod in rolls(events, "Manhandling")[0].modifiers}.get("TEM of the hex") == tem


@pytest.mark.parametrize(
    ("name", "ground", "rule"), [("76L ART", "wooden-building", "B23.423"), ("45L AT", "marsh", "B16.41")]
)
def test_c2_7_where_a_gun_may_not_be(name: str, ground: str, rule: str) -> None:
    table = field("FRIENDLY", "MPh", K13=ground)
    gun, _ = table.new("friendly", name, "K14"), table.new("friendly", "2-2-8", "K14")
    assert rule in table.no(f"push {gun} K13")


def test_c10_1_a_gun_in_tow_is_lost_with_its_vehicle() -> None:
    table = field("FRIENDLY", "MPh")
    truck, gun = table.new("friendly", "ZiS-5", "K14"), table.new("friendly", "45L AT", "K14")
    ctx = Context(table.game)
    ctx.emit(ev.UnitRedrawn(gun, carrier=truck))
    vehicle_hits.destroy(ctx, ctx.state.units[truck], "test")
    assert gun not in ctx.state.units


def test_c10_3_helpers_and_the_road_make_it_easier_tem_harder() -> None:
    table, (gun, crew, squad) = pushers("4-4-7", hex_name="U20")
    record = rolls(table.dice(4, 4).do(f"push {gun},{squad} U19"), "Manhandling")[0]
    assert {mod.name: mod.value for mod in record.modifiers} == {"MF of the hex": 2, "more men": -2, "by road": -2}
    assert {table.unit(key).hex for key in (gun, crew, squad)} == {"U19"}
    woods, (other, _) = pushers(hex_name="N16")
    record = rolls(woods.dice(1, 1).do(f"push {other} N15"), "Manhandling")[0]
    assert {mod.name: mod.value for mod in record.modifiers} == {"TEM of the hex": 1, "MF of the hex": 4}


@pytest.mark.parametrize(("dice", "where"), [((2, 2), "K13"), ((2, 3), "K14")])
def test_c10_3_ex_into_a_stone_building_by_an_original_of_4(dice: tuple[int, int], where: str) -> None:
    """The rulebook's case with M# 11 for 12: +3 for the TEM of the building, +4 for the MF of its hex."""
    table = field("FRIENDLY", "MPh", K13="stone-building")
    gun, _ = table.new("friendly", "45L AT", "K14"), table.new("friendly", "2-2-8", "K14")
    record = rolls(table.dice(*dice).do(f"push {gun} K13"), "Manhandling")[0]
    assert (record.total - record.original, record.target) == (7, 11) and table.unit(gun).hex == where


def test_c10_3_in_mud_the_road_does_not_help_and_wire_holds_who_is_on_it() -> None:
    table, (gun, crew) = pushers(hex_name="U20")
    table = Tabletop(table.game.at(replace(table.state, ec="Mud")))
    record = rolls(table.dice(4, 4).do(f"push {gun} U19"), "Manhandling")[0]
    assert {mod.name: mod.value for mod in record.modifiers} == {"MF of the hex": 2, "mud": 3}
    table, (gun, crew) = pushers()
    table.do(f"set {crew} on-wire")
    assert "on top of Wire" in table.no(f"push {gun} P19")


def test_c10_3_who_pushes_carries_nothing() -> None:
    table, (gun, crew) = pushers()
    table.arm(crew, "LMG")
    assert "carries PP and cannot push" in table.no(f"push {gun} P19")


def test_c10_3_an_emplaced_gun_is_emplaced_no_more() -> None:
    table, (gun, _) = pushers()
    table.do(f"set {gun} emplaced")
    table.dice(1, 1).do(f"push {gun} P19")
    assert "emplaced" not in table.unit(gun).flags


def test_a4_62_hazardous_movement_ends_with_the_player_turn() -> None:
    table, (gun, crew) = pushers()
    table.dice(1, 1).do(f"push {gun} P19")
    table.go_to("ENEMY", "RPh")
    assert not table.unit(crew).flags & {"hazardous", "ti"}


def test_b16_41_b17_4_b18_43_b23_423_where_no_gun_is_pushed() -> None:
    for ground, why in (("marsh", "marsh (B16.41)"), ("crags", "crags (B17.4)"), ("graveyard", "graveyard (B18.43)")):
        table = field("FRIENDLY", "MPh", K13=ground)
        gun = table.new("friendly", "76* INF", "K14", "limbered")
        table.new("friendly", "1-2-7", "K14")
        assert why in table.no(f"push {gun} K13")
    table = field("FRIENDLY", "MPh", K13="wooden-building")
    gun, crew = table.new("friendly", "76L ART", "K14", "limbered"), table.new("friendly", "1-2-7", "K14")
    assert "only small Guns go into a building (B23.423)" in table.no(f"push {gun} K13"), crew


def test_d8_1_an_immobilized_truck_is_a_wreck_as_soon_as_nobody_is_aboard() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    truck, squad = table.new("friendly", "GAZ-MM", "P20", "immobile"), table.new("friendly", "4-4-7", "P20")
    table.all(f"board {squad} {truck}", f"unload {squad}")
    assert truck not in table.state.units and table.state.markers_at("P20", "wreck")
    assert table.unit(squad).hex == "P20" and not table.unit(squad).carrier
