"""Driving (D2): start and stop, turning, reverse, roads, breakdowns, hatches, turrets."""

from __future__ import annotations

import field as positions
import pytest
from tabletop import Tabletop, bare, of, rolls, told, trackless

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.movement.ground.costs import Gait, step_cost
from sasl.asl.vehicles import end_of_drive
from sasl.asl.vehicles.driving import backing, facing, plan, turned
from sasl.board.hexes import parse_hex, vertex_names


def field(hex_name: str = "P20", *flags: str, type_name: str = "T-34 M43", ca: str = "O20/P19") -> Tabletop:
    """One tank of the FRIENDLY side (16 MP), facing P19, on a map without halts."""
    table = trackless(bare("FRIENDLY", "MPh")).all("option fire-stops off")
    tank = table.new("friendly", type_name, hex_name, *flags)
    if ca:
        table.do(f"face {tank} {ca}")
    return table


def tank(table: Tabletop) -> str:
    return next(unit.id for unit in table.state.on_map("FRIENDLY") if unit.kind == "vehicle")


def mp(table: Tabletop) -> float:
    return table.unit(tank(table)).mf


def test_d2_12_a_stopped_vehicle_pays_one_mp_to_start() -> None:
    table = field()
    table.do("move T34a P19")
    assert mp(table) == 2 and "motion" in table.unit("T34a").flags
    table.do("move T34a P18")
    assert mp(table) == 3, "it is under way"


def test_d2_4_a_vehicle_in_motion_starts_free_and_stays_in_motion_without_a_stop() -> None:
    table = field("P20", "motion")
    table.do("move T34a P19")
    assert mp(table) == 1 and "motion" in table.unit("T34a").flags


def test_d2_4_who_begins_in_motion_and_spends_no_mp_stops_at_the_end_of_its_mph() -> None:
    table = field("P20", "motion")
    other = table.new("friendly", "T-34 M43", "P22", "motion")
    table.do("move T34a P19 motion")
    end_of_drive.ends(ctx := Context(table.game))
    assert "motion" in ctx.state.units["T34a"].flags
    stopped = ctx.state.units[other]
    assert {"stopped", "drove"} <= stopped.flags and "motion" not in stopped.flags and stopped.mf == 1


def test_d2_13_a_stop_is_one_mp_and_ends_motion() -> None:
    table = field()
    table.do("move T34a P19 stop")
    assert mp(table) == 3 and {"stopped"} <= table.unit("T34a").flags and "motion" not in table.unit("T34a").flags
    assert "T34a is stopped (D2.13)" in table.no("stop T34a")
    table.all("move T34a P18", "stop T34a")
    assert mp(table) == 6  # start 1, P18 1, stop 1


def test_d2_1_the_limit_counts_start_turns_and_stop() -> None:
    table = field()
    way = " ".join(f"P{number}" for number in range(19, 4, -1))  # 15 hexes and a start: 16 MP
    assert "has 16 MP; this would bring it to 17 (D2.1)" in table.ask(f"move T34a {way} stop").text
    table.do(f"move T34a {way}")
    assert mp(table) == 16


def test_d2_17_delay_is_mp_spent_where_a_stopped_vehicle_stands() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    tank = table.new("friendly", "T-34 M43", "P20", "motion")
    assert "D2.17" in table.no(f"delay {tank} 2")
    table.all(f"stop {tank}", f"delay {tank} 2")
    assert table.unit(tank).mf == 3 and table.unit(tank).hex == "P20"
    assert "D2.1" in table.no(f"delay {tank} 14")


def test_d2_17_the_other_side_may_fire_after_each_mp_of_it() -> None:
    table = bare("FRIENDLY", "MPh")
    tank = table.new("friendly", "T-34 M43", "P20")
    table.new("enemy", "StuG IIIG", "P14")
    table.do(f"delay {tank} 3")
    assert table.unit(tank).mf == 1


def test_d2_11_each_hexspine_is_one_mp_and_the_facing_goes_along() -> None:
    table = field()
    table.do("move T34a Q20")  # from O20/P19 to P19/Q20: one hexspine; start 1 + turn 1 + 1
    assert mp(table) == 3
    assert facing(table.unit("T34a")) == 0 and table.unit("T34a").ca == "Q19/R19"


@pytest.mark.parametrize(
    ("vertex", "side", "found"),
    [(5, 0, (5, 0)), (5, 1, (0, 1)), (5, 2, (1, 2)), (5, 3, (3, 2)), (5, 4, (4, 1)), (5, 5, (5, 0))],
)
def test_d2_11_the_nearest_facing_that_looks_into_a_hex(vertex: int, side: int, found: tuple[int, int]) -> None:
    """Vertex 5 lies between hexsides 5 and 0; turning to look across the opposite sides takes two."""
    assert turned(vertex, side) == found


def test_d2_11_turning_in_place_starts_the_vehicle_and_halts_for_fire() -> None:
    table = field()
    table.do("turn T34a P21/Q21")
    assert mp(table) == 4 and table.unit("T34a").ca == "P21/Q21"  # start 1 and three hexspines
    table.do("turn T34a P21/Q21")
    assert mp(table) == 4
    assert "is not a vertex of P20" in table.no("turn T34a P1/P2")


def test_d2_2_reverse_is_four_times_the_mp_into_the_rear_with_a_stop_at_its_end() -> None:
    table = field()
    legs = plan(table.game, table.unit("T34a"), ["P20", "P21"], Gait.of("reverse"))
    assert [(leg.hex, leg.mp, leg.enters) for leg in legs] == [("P20", 1, False), ("P21", 4, True)]
    table.do("move T34a P21 reverse")
    assert mp(table) == 6 and facing(table.unit("T34a")) == 5 and "motion" not in table.unit("T34a").flags


def test_d2_23_from_motion_into_reverse_it_stops_and_starts_again() -> None:
    table = field("P20", "motion")
    table.do("move T34a P21 reverse")
    assert mp(table) == 7  # stop, start, 4, stop


def test_d2_21_a_truck_reverses_at_three_times() -> None:
    table = field(type_name="GAZ-MM")
    truck = table.unit(tank(table))
    assert step_cost(table.game, truck, "P20", "P21", Gait.of("reverse")).mf == 12  # open ground 4


def test_d2_14_wrecks_and_vehicles_in_the_hex_cost_more_and_twice_on_the_road() -> None:
    table = field()
    table.all("marker add wreck P19")
    table.new("friendly", "SU-76M", "P19")
    assert step_cost(table.game, table.unit("T34a"), "P20", "P19").mf == 3
    table.all("marker add wreck U19", "put T34a U20")
    assert step_cost(table.game, table.unit("T34a"), "U20", "U19").mf == 3
    table.do("open T34a")
    assert step_cost(table.game, table.unit("T34a"), "U20", "U19").text.startswith("0.5 road")


def test_d2_16_a_bu_afv_pays_one_mp_on_the_road() -> None:
    table = field("U22", ca="U21/V21")
    assert step_cost(table.game, table.unit("T34a"), "U22", "U21").mf == 1
    table.do("open T34a")
    assert step_cost(table.game, table.unit("T34a"), "U22", "U21").mf == 0.5


def test_d2_51_red_mp_may_break_down_at_the_start() -> None:
    table = field(type_name="KV-8")
    table.dice(6, 6)
    events = table.do(f"move {tank(table)} P19 P18")
    unit = table.unit(tank(table))
    assert unit.hex == "P20" and "immobile" in unit.flags and unit.mf == 1
    assert rolls(events, "Mechanical Reliability") and "mechanical breakdown (D2.51)" in told(events)
    table = field(type_name="KV-8")
    table.dice(5, 6).do(f"move {tank(table)} P19")
    assert table.unit(tank(table)).hex == "P19"


def test_d2_5_esb_gains_mp_or_immobilizes() -> None:
    table = field()
    assert "may try to gain 1 to 4 MP (D2.5)" in table.no("esb T34a 5")
    table.dice(4, 4).do("esb T34a 2")  # 8 + 2 + 1 Russian = 11
    way = " ".join(f"P{number}" for number in range(19, 3, -1))  # 16 hexes and a start
    table.do(f"move T34a {way}")
    assert mp(table) == 17 and "has tried Excessive Speed" in table.no("esb T34a 1")
    table.do("next")
    assert not table.unit("T34a").arms, "only for this MPh"
    other = field()
    other.dice(4, 5).do("esb T34a 2")
    assert "immobile" in other.unit("T34a").flags


def test_d2_5_a_truck_has_no_excessive_speed() -> None:
    table = field(type_name="GAZ-MM")
    assert "is not tracked" in table.no(f"esb {tank(table)} 1")


# -- the end of its MPh (D2.4, D2.6) --------------------------------------------------------------------


def test_d2_18_d2_4_the_last_hex_may_take_all_its_mp_and_it_stays_in_motion() -> None:
    table = field()
    table.do("move T34a P19 P18 motion")
    assert mp(table) == 16 and table.state.moving is not None and table.state.moving.spent == 14
    table.do("next")
    assert "motion" in table.unit("T34a").flags


def test_d2_4_with_mp_for_any_hex_beside_it_it_does_not_end_its_mph_in_motion() -> None:
    table = field()
    table.do("move T34a P19")
    events = table.do("next")
    assert "T34a has the MP to enter any adjacent hex, so it is not in Motion: it stops in P19 (D2.4)" in told(events)
    assert "motion" not in table.unit("T34a").flags


@pytest.mark.parametrize(("start", "left", "stops"), [(16, 13, True), (24, 5, False)])
def test_d2_4_it_may_have_wished_for_a_hex_that_costs_more_than_it_has_left(start: int, left: int, stops: bool) -> None:
    table = positions.field("FRIENDLY", "MPh", K13="woods").all("option fire-stops off")
    found = table.new("FRIENDLY", "T-34 M43", f"K{start}")
    table.do(f"face {found} J{start - 1}/K{start - 1}")
    table.do(" ".join((f"move {found}", *(f"K{number}" for number in range(start - 1, 13, -1)))))
    assert 16 - table.unit(found).mf == left, "woods take half its MP, 8"
    table.do("next")
    assert ("motion" in table.unit(found).flags) == (not stops)


@pytest.mark.parametrize(
    ("own", "foe", "barred"),
    [("T-34 M43", "StuG IIIG", False), ("GAZ-MM", "StuG IIIG", True), ("T-34 M43", "Marder II", False)],
)
def test_d2_6_only_who_could_kill_it_there_may_stay_with_an_enemy_afv(own: str, foe: str, barred: bool) -> None:
    table = field(type_name=own)
    found, gun = tank(table), table.new("enemy", foe, "P18")
    if barred:
        why = table.no(f"move {found} P19 P18 stop")
        assert f"may not stay in P18 with {gun}, which it cannot kill there (D2.6)" in why
    else:
        table.do(f"move {found} P19 P18 stop")


def test_d2_6_it_may_pass_and_must_not_end_its_mph_there() -> None:
    table = field()
    gun = table.new("enemy", "StuG IIIG", "P18")
    table.do("set T34a malfunctioned")
    assert f"may not stop or end its MPh with {gun}" in told(table.do("move T34a P19 P18"))
    assert "(D2.6)" in table.no("stop T34a") and f"may not end its MPh with {gun}" in table.no("next")
    table.all("move T34a P17 stop", "next")
    assert table.unit("T34a").hex == "P17"


def test_d5_33_hatches_change_in_the_mph_not_after_fire_and_only_of_afv() -> None:
    table = field()
    assert "T34a is BU" in table.no("button T34a")
    table.do("open T34a")
    assert "T34a is CE" in table.no("open T34a")
    assert "phase (D5.33)" in table.no("button T34a")
    table.go_to("FRIENDLY", "APh")
    table.do("button T34a")
    assert "buttoned" in table.unit("T34a").flags
    table.go_to("FRIENDLY", "MPh")
    table.all("set T34a prep")
    assert "has fired" in table.no("open T34a")
    truck = table.new("friendly", "GAZ-MM", "P22")
    assert "unarmored" in table.no(f"button {truck}")
    assert "own MPh and its own APh" in Tabletop(bare("FRIENDLY", "RPh").game).no("button T34a")


def test_d3_12_the_turret_turns_with_mp_and_points_the_same_way_in_the_next_hex() -> None:
    table = field()
    assert "(D3.12)" in table.no("turn T34a P21/Q21 turret")
    table.do("move T34a P19")
    table.do("turn T34a Q19/Q20 turret")
    table.do("move T34a P18")
    assert table.unit("T34a").tca == "Q18/Q19" and table.unit("T34a").ca == "O18/P17"
    gun = table.new("friendly", "SU-76M", "P22")
    assert "has no turret" in table.no(f"turn {gun} P21/Q22 turret")


def test_c3_22_guns_turn_at_the_end_of_a_fire_phase_if_they_could_fire() -> None:
    table = bare("FRIENDLY", "PFPh")
    gun = table.new("friendly", "45L AT", "P20")
    assert f"nobody mans {gun}" in table.no(f"turn {gun} O20/P19")
    table.new("friendly", "2-2-8", "P20")
    table.do(f"turn {gun} O20/P19")
    assert table.unit(gun).ca == "O20/P19"
    table.do(f"set {gun} prep")
    assert "can no longer fire in this phase" in table.no(f"turn {gun} P21/Q21")
    assert "'turn' belongs to" in Tabletop(bare("FRIENDLY", "RtPh").game).no(f"turn {gun} P21/Q21")


def test_c3_22_the_defender_turns_in_the_dfph() -> None:
    table = bare("FRIENDLY", "DFPh")
    gun, mine = table.new("enemy", "75L AT", "P10"), table.new("friendly", "45L AT", "P20")
    for key, side in ((gun, "enemy"), (mine, "friendly")):
        table.new(side, "2-2-8", table.unit(key).hex)
    table.do(f"turn {gun} P11/Q11")
    assert "a fire phase of its own side" in table.no(f"turn {mine} P21/Q21")


def test_a2_52_a_vehicle_enters_in_motion() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    truck = table.new("friendly", "T-34 M43")
    table.do(f"enter {truck} P28")
    assert "motion" in table.unit(truck).flags and table.unit(truck).mf == 1


def test_d2_1_each_expenditure_is_an_event_of_its_own() -> None:
    table = field()
    moves = of(table.do("move T34a Q20"), ev.UnitsMoved)
    assert [(event.path, event.mf, event.how) for event in moves] == [
        (("P20",), 1, "start"),
        (("P20",), 1, "turn"),
        (("P20", "Q20"), 1, ""),
    ]


def test_d2_11_each_hexspine_is_announced_for_itself_and_may_be_fired_at() -> None:
    table = bare("FRIENDLY", "MPh")
    tank = table.new("friendly", "T-34 M43", "P20")
    table.new("enemy", "StuG IIIG", "P14")
    names = vertex_names(parse_hex("P20"))
    table.do(f"face {tank} {names[0]}")
    back = names[(names.index(table.unit(tank).ca) + 3) % 6]
    facings = []
    for _ in range(4):
        table.do(f"turn {tank} {back}")  # it halts after each MP, for the StuG may fire
        facings.append(names.index(table.unit(tank).ca))
    assert table.unit(tank).mf == 4 and facings in ([0, 1, 2, 3], [0, 5, 4, 3])


def test_d2_12_it_may_be_fired_at_where_it_starts() -> None:
    table = trackless(bare("FRIENDLY", "MPh"))
    table.new("friendly", "T-34 M43", "P20")
    gun = table.new("enemy", "75L AT", "P10")
    table.new("enemy", "2-2-8", "P10")
    table.do(f"face {gun} P11/Q11")
    events = table.do("move T34a P19")
    assert table.unit("T34a").hex == "P20" and f"{gun} may fire" in told(events)
    table.do("move T34a P19")
    assert table.unit("T34a").hex == "P19" and mp(table) == 2, "the start is paid"


def test_d2_7_all_mp_leave_room_for_the_start_and_nothing_else() -> None:
    table = bare("ENEMY", "MPh").all("option fire-stops off")
    track = table.new("enemy", "SdKfz 10/4", "N17")
    table.do(f"face {track} M17/N16")
    table.dice(1, 1, 1, 1).all(f"put {track} N16", f"face {track} M16/N15", f"move {track} N15")
    assert table.unit(track).hex == "N15" and table.unit(track).mf == 14
    table.all(f"put {track} N18", f"face {track} M18/N17")
    other = table.new("enemy", "SdKfz 10/4", "N17")
    table.do(f"face {other} M17/N16")
    assert "has 14 MP; this would bring it to" in table.ask(f"move {other} N16 N15").text


# -- Minimum Moves (D2.15) -----------------------------------------------------------------------------


def below(type_name: str = "KV-1 M42", level: int = 3, *words: str) -> Tabletop:
    """A tank of 11 MP that faces K15, which is so many levels higher: 1 MP and 4 for each of them."""
    table = positions.field("FRIENDLY", "MPh", K15=positions.hill(level, *words)).all("option fire-stops off")
    unit = table.new("friendly", type_name, "K16")
    return table.all(f"face {unit} {vertex_names(parse_hex('K16'))[0]}")


def test_d2_15_all_its_mp_for_one_hex_that_costs_more_and_it_is_in_motion() -> None:
    table = below()
    unit = tank(table)
    assert "D2.1" in table.ask(f"move {unit} K15").text, "13 MP are more than it has"
    table.do(f"move {unit} K15 minimum")
    assert table.unit(unit).hex == "K15" and mp(table) == 11 and "motion" in table.unit(unit).flags


def test_d2_15_not_where_it_could_drive_nor_farther_nor_with_a_turn_nor_a_stop() -> None:
    table = below(level=1)
    unit = tank(table)
    assert "which it can afford:" in table.no(f"move {unit} K15 minimum")
    table = below()
    assert "is one hex" in table.no(f"move {unit} K15 K14 minimum")
    assert "ends its Minimum Move in Motion" in table.no(f"move {unit} K15 minimum stop")
    table.do(f"face {unit} {vertex_names(parse_hex('K16'))[2]}")
    assert "must turn to enter K15" in table.no(f"move {unit} K15 minimum")
    table = below()
    table.do(f"delay {unit} 2")
    assert table.ask(f"move {unit} K15 minimum")


def test_d2_24_in_reverse_too() -> None:
    table = positions.field("FRIENDLY", "MPh", K17=positions.hill(1)).all("option fire-stops off")
    unit = table.new("friendly", "T-34 M43", "K16")
    table.do(f"face {unit} {vertex_names(parse_hex('K16'))[0]}")
    table.do(f"move {unit} K17 reverse minimum")  # 5 MP times 4 are more than 16
    assert table.unit(unit).hex == "K17" and "motion" in table.unit(unit).flags and table.unit(unit).mf == 16


def test_d8_2_a_minimum_move_into_woods_has_not_the_3_of_half_the_mp() -> None:
    table = below("KV-1 M42", 2, "woods")
    unit = tank(table)
    events = table.dice(6, 3).do(f"move {unit} K15 minimum")
    (record,) = rolls(events, "Bog Check")
    assert "woods at half the MP" not in {mod.name for mod in record.modifiers}


# -- Reverse Motion (D2.24) ----------------------------------------------------------------------------


def test_d2_24_a_vehicle_that_backs_may_stay_in_motion_and_back_on_without_a_start() -> None:
    table = field()
    table.do("move T34a P21 reverse motion")
    assert mp(table) == 16 and "motion" in table.unit("T34a").flags and backing(table.unit("T34a"))
    table.go_to("ENEMY", "RPh").go_to("FRIENDLY", "MPh").do("option fire-stops off")
    table.do("move T34a P22 reverse")
    assert mp(table) == 5 and not table.unit("T34a").arms, "4 to enter it, and the Stop"


def test_d2_23_from_reverse_motion_it_stops_and_starts_to_go_forward() -> None:
    table = field()
    table.do("move T34a P21 reverse motion")
    table.go_to("ENEMY", "RPh").go_to("FRIENDLY", "MPh").do("option fire-stops off")
    table.do("move T34a P20")
    assert mp(table) == 3 and not table.unit("T34a").arms


def test_d2_4_d2_15_to_stay_in_motion_is_not_to_stop_and_goes_without_saying_after_a_minimum_move() -> None:
    table = field()
    for words in ("P19 motion stop", "P21 reverse motion stop", "P19 motion minimum"):
        assert "a vehicle either stops or stays in Motion;" in table.no(f"move T34a {words}")
