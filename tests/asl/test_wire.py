"""Wire (B26): coming onto it, getting beneath it, fighting on it, vehicles that drive over it."""

from __future__ import annotations

from functools import partial
from typing import Any

from field import Tabletop, by_rule, drm, field, records, throw
from tabletop import told

from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry.rout import rout_run
from sasl.asl.infantry.rout.rout_ways import Rout
from sasl.asl.movement.ground.costs import PLAIN, step_cost
from sasl.asl.movement.mf_limit import all_by_road
from sasl.board.terrain import HexTerrain


def laid(side: Side = "FRIENDLY", phase: Phase = "MPh", **terrain: Any) -> Tabletop:
    """Wire in K14."""
    return field(side, phase, **terrain).all("option fire-stops off", "marker add wire K14")


def on_it(table: Tabletop, unit: str) -> bool:
    return "on-wire" in table.unit(unit).flags


def test_b26_4_wire_costs_nothing_to_enter_but_infantry_is_on_top_of_it_and_stops_there() -> None:
    table = laid()
    squad = table.new("friendly", "4-4-7", "K15")
    events = throw(table, (), f"move {squad} K14 K13")
    assert (table.unit(squad).hex, table.unit(squad).mf) == ("K14", 1) and on_it(table, squad)
    assert "a dr of MF to get beneath it" in told(events)


def test_b26_4_a_dr_of_mf_gets_it_beneath_and_it_may_go_on_at_once() -> None:
    table = laid()
    squad = table.new("friendly", "4-4-7", "K14", "on-wire")
    (record,) = records(throw(table, (3,), f"move {squad} K13"))
    assert record.rule == "B26.4" and table.unit(squad).hex == "K13" and table.unit(squad).mf == 4
    assert not on_it(table, squad)


def test_b26_4_what_is_left_may_not_be_enough_to_go_on() -> None:
    table = laid()
    squad = table.new("friendly", "4-4-7", "K14", "on-wire")
    throw(table, (4,), f"move {squad} K13")
    assert table.unit(squad).hex == "K14" and not on_it(table, squad) and table.unit(squad).mf == 4


def test_b26_4_a_dr_beyond_its_mf_leaves_it_hanging_for_this_mph() -> None:
    table = laid()
    squad = table.new("friendly", "4-4-7", "K14", "on-wire")
    throw(table, (5,), f"move {squad} K13")
    unit = table.unit(squad)
    assert unit.hex == "K14" and on_it(table, squad) and unit.mf == 4 and "ended" in unit.flags
    table.go_to("FRIENDLY", "APh")
    assert "is on the Wire in K14" in table.no(f"advance {squad} K13")


def test_b26_4_each_of_a_stack_has_its_own_dr_and_a_leader_helps_with_his_bonus() -> None:
    table = laid()
    squad, leader = table.new("friendly", "4-4-7", "K14", "on-wire"), table.new("friendly", "8-0", "K14", "on-wire")
    throw(table, (5, 6), f"move {squad},{leader} K14 into")
    assert not on_it(table, squad) and not on_it(table, leader)
    assert (table.unit(squad).mf, table.unit(leader).mf) == (5, 6)


def test_b26_4_who_sets_up_there_is_beneath_it_and_leaves_freely() -> None:
    table = laid()
    squad = table.new("friendly", "4-4-7", "K14")
    throw(table, (), f"move {squad} K13")
    assert table.unit(squad).mf == 1


def test_b26_4_getting_beneath_draws_ffmo_and_ffnam_only_if_it_takes_all_mf() -> None:
    for dr, wanted in ((2, {"FFMO": -1}), (4, {"FFMO": -1, "FFNAM": -1})):
        table = laid()
        squad, enemy = table.new("friendly", "4-4-7", "K14", "on-wire"), table.new("enemy", "4-6-7", "K11")
        throw(table, (dr,), f"move {squad} K14 into")
        assert drm(throw(table, (6, 5), f"fire {enemy} K14")) == wanted


def test_b26_46_no_double_time_there() -> None:
    table = laid()
    squad = table.new("friendly", "4-4-7", "K14", "on-wire")
    assert "is on Wire: no Double Time" in table.no(f"move {squad} K13 double")


def test_b26_4_an_advance_comes_onto_it_too() -> None:
    table = laid(phase="APh")
    squad = table.new("friendly", "4-4-7", "K15")
    table.do(f"advance {squad} K14")
    assert on_it(table, squad)


def test_b26_31_fire_from_on_top_of_wire_is_one_worse_also_to_hit() -> None:
    table = laid(phase="PFPh")
    squad = table.new("friendly", "4-4-7", "K14", "on-wire")
    table.new("enemy", "4-6-7", "K11")
    assert drm(throw(table, (6, 5), f"fire {squad} K11")) == {"firer on Wire": 1}
    other = laid(phase="PFPh")
    mortar, crew = other.new("friendly", "50mm MTR"), other.new("friendly", "2-3-7", "K14", "on-wire")
    other.do(f"give {mortar} {crew}")
    other.new("enemy", "4-6-7", "K10")
    lines = other.ask(f"fire {mortar} K10").lines
    assert any("firer on Wire" in line for line in lines), lines


def test_b26_31_close_combat_on_wire_is_one_worse_and_against_it_one_better() -> None:
    table = laid(phase="CCPh")
    squad, enemy = table.new("friendly", "4-4-7", "K14", "on-wire"), table.new("enemy", "4-6-7", "K14")
    events = table.dice(1, 6, 6, 5, 6, 5, 6, 5, 6, 5).do("cc K14")
    by = {mod.name: mod.value for record in records(events) for mod in record.modifiers}
    assert (by["by one on Wire"], by["vs one on Wire"]) == (1, -1), (squad, enemy, by)


def test_b26_41_a_rout_pays_the_dr_out_of_its_six_mf() -> None:
    for dr, end in ((4, "K12"), (5, "K13"), (6, "K14")):
        table = laid(phase="RtPh")
        squad = table.new("friendly", "4-4-7", "K14", "on-wire", "broken", "dm")
        way = Rout(("K14", "K13", "K12"), 2.0, (), False)
        table, _ = by_rule(table, (dr,), partial(rout_run.carry_out, ids=[squad], way=way))
        assert table.unit(squad).hex == end


def test_b26_41_a_rout_that_runs_onto_wire_pays_there() -> None:
    table = laid(phase="RtPh")
    squad = table.new("friendly", "4-4-7", "K15", "broken", "dm")
    way = Rout(("K15", "K14", "K13"), 2.0, (), False)
    table, _ = by_rule(table, (5,), lambda ctx: rout_run.carry_out(ctx, [squad], way))
    assert table.unit(squad).hex == "K14", "1 + 5, and none is left"


def test_b26_43_vehicles_pay_two_or_four_mp_more_and_check_for_bog() -> None:
    table = laid()
    tank, truck = table.new("friendly", "T-34 M43", "K15", "motion"), table.new("friendly", "GAZ-MM", "K15")
    assert step_cost(table.game, table.unit(tank), "K15", "K14").mf == 1 + 2
    assert step_cost(table.game, table.unit(truck), "K15", "K14").mf == 4 + 4
    (record,) = records(throw(table, (2, 3), f"move {tank} K14"))
    assert "Bog Check" in record.purpose and table.state.markers_at("K14", "wire") and not on_it(table, tank)
    assert {mod.name: mod.value for mod in record.modifiers}["into Wire"] == 2, "D8.21"


def test_b27_43_foxholes_slow_wheels_and_horses_and_b27_55_trenches_stop_all_but_tracks() -> None:
    table = field("FRIENDLY", "MPh").all("marker add foxhole K14", "marker add trench K16")
    tank, truck = table.new("friendly", "T-34 M43", "K15", "motion"), table.new("friendly", "GAZ-MM", "K15")
    horse = table.new("friendly", "5-2-7", "K15", "mounted")
    found = {key: step_cost(table.game, table.unit(key), "K15", "K14").mf for key in (tank, truck, horse)}
    assert found == {tank: 1, truck: 4 + 4, horse: 1 + 1}
    assert "B27.55" in step_cost(table.game, table.unit(truck), "K15", "K16").why
    (record,) = records(throw(table, (3, 3), f"move {tank} K16"))
    assert "Bog Check" in record.purpose


def test_b26_53_tracks_flatten_it_with_a_coloured_1() -> None:
    table = laid()
    tank = table.new("friendly", "T-34 M43", "K15", "motion")
    throw(table, (1, 3), f"move {tank} K14")
    assert not table.state.markers_at("K14", "wire")


def test_b26_42_cavalry_stays_out() -> None:
    table = laid()
    horse = table.new("friendly", "5-2-7", "K15", "mounted")
    assert step_cost(table.game, table.unit(horse), "K15", "K14").why == "Wire (B26.42)"


def test_b26_4_nobody_on_wire_digs_searches_boards_or_blows_up_anything() -> None:
    table = laid()
    squad, charge = table.new("friendly", "4-4-7", "K14", "on-wire"), table.new("friendly", "DC")
    table.new("friendly", "GAZ-MM", "K14")
    table.do(f"give {charge} {squad}")
    assert "B26.4" in table.no(f"search {squad} K13") and "B26.4" in table.no(f"load {squad} GAZMMa")
    assert "B26.45" in table.no(f"charge {squad} K13 placed")


def test_b26_4_who_gets_off_a_vehicle_is_on_the_wire() -> None:
    table = laid()
    truck, squad = table.new("friendly", "GAZ-MM", "K14", "stopped"), table.new("friendly", "4-4-7", "K14")
    table.do(f"board {squad} {truck}")
    table.do(f"unload {squad}")
    assert on_it(table, squad)


def test_b3_4_no_road_bonus_where_wire_mines_or_smoke_lie_on_the_road() -> None:
    road = {name: HexTerrain(road=frozenset({0, 3})) for name in ("K12", "K13", "K14", "K15")}
    table = field("FRIENDLY", "MPh", **road)
    squad = table.new("friendly", "4-4-7", "K15")
    way = ("K15", "K14", "K13")
    assert all_by_road(table.game, [table.unit(squad)], way, PLAIN)
    for kind in ("wire", "minefield", "smoke", "roadblock"):
        table.do(f"marker add {kind} K14")
        assert not all_by_road(table.game, [table.unit(squad)], way, PLAIN), kind
        table.do(f"marker remove {table.state.markers_at('K14', kind)[0].id}")


def test_b26_5_nobody_is_on_wire_that_is_gone() -> None:
    table = laid()
    squad = table.new("friendly", "4-4-7", "K14", "on-wire")
    table.do("marker remove wire1")
    assert not on_it(table, squad)


def test_b24_73_men_beneath_wire_clear_it_in_a_player_turn() -> None:
    table = laid(phase="PFPh")
    squad, other = table.new("friendly", "4-4-7", "K14"), table.new("friendly", "4-4-7", "K14", "on-wire")
    assert "from beneath (B24.73)" in table.no(f"clear K14 {other} wire")
    table.do(f"clear K14 {squad} wire")
    assert {"ti", "clearing"} <= table.unit(squad).flags and "hazardous" not in table.unit(squad).flags
    table.go_to("FRIENDLY", "CCPh")
    throw(table, (2, 2), f"clear K14 {squad} wire")
    assert table.state.markers_at("K14", "wire"), "4 - 1 is 3"
    table.go_to("FRIENDLY", "PFPh", 2).do(f"clear K14 {squad} wire")
    table.go_to("FRIENDLY", "CCPh", 2)
    throw(table, (2, 2), f"clear K14 {squad} wire")
    assert not table.state.markers_at("K14", "wire"), "B24.8: Labor"
