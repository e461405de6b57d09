"""The ENEMY's Random Events of OtO-S1 (MSR 4), each played out on a small position."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Side
from sasl.asl.game.under_way import Pending
from sasl.solitaire.suspects import suspect_counters

VPO = "P3"  # near the EBE
FAR = "Z15"


def rally_phase(*controlled: str) -> Tabletop:
    """The ENEMY RPh on a bare map, some VPO FRIENDLY."""
    table = bare("ENEMY", "RPh", turn=2, enemy_activated=True)
    for name in controlled:
        table.do(f"vpo {name} friendly")
    return table


def only_pending(table: Tabletop) -> Pending:
    assert len(table.state.pending) == 1
    return table.state.pending[0]


# -- 2.2: when --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", ["2/3", "3/4", "4/5", "5/6", "6/7"])
@pytest.mark.parametrize("side", ["ENEMY", "FRIENDLY"])
def test_2_2_an_event_comes_on_either_re_number_of_the_wind_change_dr(pair: str, side: Side) -> None:
    """An Original DR on either number of the moving side; the other side's numbers do not matter."""
    numbers = tuple(map(int, pair.split("/")))
    for total in range(2, 13):
        table = bare("ENEMY" if side == "FRIENDLY" else "FRIENDLY", "CCPh", turn=1, enemy_activated=True)
        table.all(f"value {side.lower()}-re {pair}", "new friendly T-34 M43 P20")
        table.new("enemy", "9-1", "P9", "concealed")
        wind = (5, 2) if total == 2 else ()  # a 2 asks what the wind does, and where to
        event = (4, 4) if total in numbers else ()  # row 44: counterattack, cannot apply / RE#
        table.dice(total // 2, total - total // 2, *wind, *event)
        events = table.do("next")
        check = rolls(events, "Wind Change")[0]
        assert check.original == total and side in check.purpose
        came = bool(rolls(events, f"{side} Random Event"))
        assert came == (total in numbers), total


def test_2_2_enemy_events_wait_for_the_first_activation() -> None:
    table = bare("FRIENDLY", "CCPh")
    table.new("friendly", "6-2-8", "P9", "concealed")
    events = table.dice(3, 3).do("next")
    assert not rolls(events, "ENEMY Random Event")
    assert "no ENEMY unit has been Activated yet: no event (S2.2)" in told(events)
    table = bare("FRIENDLY", "CCPh", enemy_activated=True)
    table.new("friendly", "6-2-8", "P9", "concealed")
    events = table.dice(3, 3, 6, 3, 1).do("next")
    assert rolls(events, "ENEMY Random Event")[0].row == "63..64"


def test_2_2_friendly_events_do_not_wait() -> None:
    table = bare("ENEMY", "CCPh")
    table.do("new friendly 6-2-8 P9")
    events = table.dice(3, 3, 6, 5, 1, 3, 4).do("next")
    assert rolls(events, "FRIENDLY Random Event")[0].row == "65"


def test_2_2_the_coloured_die_is_the_tens() -> None:
    table = bare("ENEMY", "CCPh")
    table.do("value friendly-re 5/6")
    events = table.dice(4, 6).do("event friendly")
    assert rolls(events, "FRIENDLY Random Event")[0].row == "44..46"
    assert table.state.re_numbers("FRIENDLY") == (6, 7)


def test_2_2_an_event_that_cannot_apply_is_rolled_again_and_leaves_nothing() -> None:
    table = rally_phase()
    table.new("enemy", "9-1", "P9")
    events = table.dice(1, 1, 2, 1, 6, 1).do("event enemy")
    assert [record.row for record in rolls(events, "Random Event")] == ["11..12", "21..22", "61..62"]
    assert "Event 11..12 (Counterattack by S?) cannot apply now: reroll" in told(events)
    assert [event.row for event in of(events, ev.EventUsed)] == ["61..62"]


def test_2_2_after_20_rerolls_there_is_no_event() -> None:
    table = rally_phase()
    table.dice(*[1, 1] * 20)
    events = table.do("event enemy")
    assert len(rolls(events, "Random Event")) == 20
    assert "No event could apply" in told(events) and not table.state.events_used


def test_2_2_a_starred_event_happens_once() -> None:
    table = rally_phase(VPO)
    table.new("enemy", "4-6-7", "P5")
    table.do("event enemy 23")
    assert table.state.events_used == {"ENEMY 23..24"}
    assert "cannot happen now" in table.no("event enemy 24")
    table.new("enemy", "4-6-7", "P6")
    events = table.dice(2, 3, 4, 4).do("event enemy")
    assert "Event 23..24 (Counterattack by Activated units) has already happened: reroll" in told(events)
    assert rolls(events, "Random Event")[-1].row == "44..46"


# -- 11-12 ------------------------------------------------------------------------------------------


def test_re_11_12_hold_suspects_within_six_of_the_lost_vpo_nearest_the_ebe_advance() -> None:
    table = rally_phase(VPO, FAR)
    near, edge, far = table.suspect("P4"), table.suspect("P9"), table.suspect("P10")
    other = table.suspect("Z13")
    table.do("event enemy 11")
    attitudes = {name: item.attitude for name, item in table.state.suspects.items()}
    assert attitudes == {near: "Advance", edge: "Advance", far: "Hold", other: "Hold"}
    assert any("yellow" in line.text for line in table.session.log({"suspect"})), "swap the counters (S3.2)"


def test_re_11_12_cannot_apply_without_a_lost_vpo_or_without_suspects() -> None:
    table = rally_phase()
    table.suspect("P4")
    assert "cannot happen now" in table.no("event enemy 12")
    table = rally_phase(VPO)
    table.suspect("P10")
    assert "cannot happen now" in table.no("event enemy 12")


def test_re_11_12_a_vpo_that_was_friendly_from_the_start_was_not_lost() -> None:
    table = rally_phase("V17")  # in the set-up area
    table.suspect("V14")
    assert "cannot happen now" in table.no("event enemy 12")
    table.do(f"vpo {FAR} friendly")
    table.do("event enemy 12")
    assert {item.attitude for item in table.state.suspects.values()} == {"Advance"}


# -- 13-16, 25-26, 51-56 ----------------------------------------------------------------------------

MINES = [(13, 1, 6), (14, 2, 6), (15, 3, 8), (16, 4, 8), (25, 5, 12), (26, 6, 12), (51, 1, 6), (52, 3, 8), (56, 6, 12)]


@pytest.mark.parametrize(("number", "dr", "strength"), MINES)
def test_re_13_16_infantry_nearest_the_ebe_stands_in_a_minefield(number: int, dr: int, strength: int) -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P9"), table.new("friendly", "9-1", "P9")
    table.new("friendly", "6-2-8", "P12")
    table.dice(dr).do(f"event enemy {number}")
    fields = table.state.marked("minefield")
    assert [(item.hex, item.number, item.side) for item in fields] == [("P9", strength, "ENEMY")]
    item = only_pending(table)
    assert (item.turn, item.side, item.phase, item.hexes) == (2, "ENEMY", "PFPh", ("P9",))
    events = table.do("next")
    assert [record.column for record in rolls(events, "A-P mines")][:1] == [str(strength)], "one DR for both"
    assert not table.state.pending


def test_re_13_16_only_whoever_is_still_there_is_attacked() -> None:
    table = rally_phase()
    squad = table.new("friendly", "6-2-8", "P9")
    table.dice(3).do("event enemy 13")
    table.do(f"eliminate {squad}")
    assert not rolls(table.do("next"), "A-P mines")


def test_re_13_16_is_not_repeated_in_the_same_hex_but_another_stack_is_next() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P9")
    table.new("friendly", "6-2-8", "P12")
    table.do("event enemy 13")
    table.do("event enemy 13")
    assert {item.hex for item in table.state.marked("minefield")} == {"P9", "P12"}
    assert "cannot happen now" in table.no("event enemy 13")


@pytest.mark.parametrize("where", ["Z15", "U20", "melee", "vehicle", "nobody"])
def test_re_13_16_cannot_apply_in_buildings_melee_or_the_set_up_area(where: str) -> None:
    table = rally_phase()
    if where == "melee":
        table.new("friendly", "6-2-8", "P9", "melee")
    elif where == "vehicle":
        table.new("friendly", "T-34 M43", "P9")
    elif where != "nobody":
        table.new("friendly", "6-2-8", where)
    assert "cannot happen now" in table.no("event enemy 14")


def test_re_13_16_all_stacks_equally_near_are_in_it() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P9")
    table.new("friendly", "6-2-8", "R9")
    table.dice(1, 6).do("event enemy 15")
    assert {item.hex: item.number for item in table.state.marked("minefield")} == {"P9": 6, "R9": 12}


# -- 21-22 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [("2/3", (3, 4)), ("3/4", (4, 5)), ("4/5", (5, 6)), ("5/6", (6, 7))])
def test_re_21_22_the_enemy_re_numbers_go_up_by_one(before: str, after: tuple[int, int]) -> None:
    table = rally_phase().all(f"value enemy-re {before}", "event enemy 21")
    assert table.state.re_numbers("ENEMY") == after and table.state.re_numbers("FRIENDLY") == (6, 7)


def test_re_21_22_not_above_6_7() -> None:
    assert "cannot happen now" in rally_phase().no("event enemy 22")


# -- 23-24, 44-46 -----------------------------------------------------------------------------------


def test_re_23_24_activated_units_near_the_lost_vpo_advance_until_they_have_it() -> None:
    table = rally_phase(VPO)
    squad, leader = table.new("enemy", "4-6-7", "P5"), table.new("enemy", "9-1", "P5")
    far = table.new("enemy", "4-6-7", "P10")
    gun = table.new("enemy", "75L AT", "P6")
    waiting = table.new("enemy", "20L(6) AA", "P7", "waits")
    events = table.do("event enemy 23")
    attitudes = {name: unit.attitude for name, unit in table.state.units.items()}
    assert attitudes == {squad: "Advance", leader: "Advance", far: "Hold", gun: "Hold", waiting: "Hold"}
    assert "Mines do not attack them" in told(events) and "-1 DRM" in told(events)
    table.do(f"put {squad} {VPO}")
    assert table.state.control[VPO] == "ENEMY"
    assert {table.unit(name).attitude for name in (squad, leader)} == {"Hold"}, "the VPO is taken: they hold again"


def test_re_23_24_cannot_apply_without_units_or_without_a_lost_vpo() -> None:
    table = rally_phase()
    table.new("enemy", "4-6-7", "P5")
    assert "cannot happen now" in table.no("event enemy 23")
    assert "cannot happen now" in rally_phase(VPO).no("event enemy 23")


def test_re_44_46_happens_even_if_23_24_has() -> None:
    table = rally_phase(VPO)
    table.new("enemy", "4-6-7", "P5")
    table.do("event enemy 24")
    second = table.new("enemy", "4-6-7", "P6")
    table.do("event enemy 45")
    assert table.unit(second).attitude == "Advance"
    table.new("enemy", "4-6-7", "P7")
    assert "cannot happen now" in table.no("event enemy 44"), "starred: once"


# -- 31-33, 41, 42-43 -------------------------------------------------------------------------------

STRIKES = {31: [1, 1, 1, 2, 2, 3], 41: [1, 2, 2, 3, 3, 4], 42: [2, 3, 3, 4, 4, 5], 43: [2, 3, 3, 4, 4, 5]}


def platoon(table: Tabletop, place: str) -> None:
    """Two Known FRIENDLY squads: worth a strike."""
    for _ in range(2):
        table.new("friendly", "6-2-8", place)


@pytest.mark.parametrize(("number", "dr"), [(number, dr) for number in STRIKES for dr in range(1, 7)])
def test_re_31_33_41_42_43_how_many_ffes(number: int, dr: int) -> None:
    table = rally_phase()
    platoon(table, "P15")
    table.dice(dr, *[1, 1] * 5).do(f"event enemy {number}")
    assert len(table.state.marked("ffe")) == STRIKES[number][dr - 1]


def test_8_7_the_first_target_has_most_known_units_then_the_next() -> None:
    table = rally_phase()
    for name in ("6-2-8", "9-1", "9-1", "4-4-7"):
        table.new("friendly", name, "P18")
    for name in ("6-2-8", "9-1", "4-4-7"):
        table.new("friendly", name, "P15")
    for _ in range(4):
        table.new("friendly", "4-4-7", "P12", "concealed")
    platoon(table, "P10")
    table.dice(6, 1, 1, 1, 1, 1, 1).do("event enemy 33")  # three FFEs, each with no error
    assert [item.hex for item in table.state.marked("ffe")] == ["P18", "P15", "P10"]


@pytest.mark.parametrize(
    ("direction", "extent", "hex_name"),
    [(1, 1, "P15"), (1, 2, "P14"), (4, 2, "P16"), (4, 6, "P18"), (1, 4, "P13"), (2, 1, "P15")],
)
def test_8_7_the_error_is_a_direction_dr_and_half_an_extent_dr(direction: int, extent: int, hex_name: str) -> None:
    table = rally_phase()
    platoon(table, "P15")
    table.dice(1, direction, extent).do("event enemy 31")
    marker = table.state.marked("ffe")[0]
    assert (marker.hex, marker.number, marker.text) == (hex_name, 1, "FFE 105mm HE, 20 FP column")


def test_8_7_an_ffe_may_fall_off_the_map() -> None:
    table = rally_phase()
    platoon(table, "P28")
    events = table.dice(1, 4, 6).do("event enemy 31")
    assert not table.state.marked("ffe") and "falls off the map" in told(events)


def test_8_7_a_strike_lies_until_the_end_of_the_next_player_turn() -> None:
    table = rally_phase()
    platoon(table, "P15")
    table.dice(1, 1, 1).do("event enemy 31")
    first = table.state.marked("ffe")[0].id
    table.go_to("ENEMY", "CCPh")
    assert first in table.state.markers
    table.go_to("FRIENDLY", "CCPh")
    assert first in table.state.markers, "through the next Player Turn"
    table.do("next")
    assert first not in table.state.markers


def test_re_42_43_harassing_fire_is_19_hexes_at_a_third() -> None:
    table = rally_phase()
    platoon(table, "P15")
    table.new("friendly", "6-2-8", "P17")
    events = table.dice(1, 1, 1, 1, 1).do("event enemy 42")  # two FFEs with no error
    marker = table.state.marked("ffe")[0]
    assert marker.number == 2 and marker.text == "Harassing FFE 105mm HE, 20 FP column / 3"
    assert rolls(events, "attacks P17"), "two hexes away it is attacked"


def test_8_7_a_strike_is_not_wasted_on_less_than_two_squads() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P15")
    table.new("friendly", "2-2-8", "P18")
    table.new("friendly", "9-1", "P15")
    events = table.dice(6).do("event enemy 31")
    assert not table.state.marked("ffe") and "waits for the FRIENDLY DFPh" in told(events)
    platoon(table, "P14")
    table.go_to("FRIENDLY", "DFPh")
    assert len(table.state.marked("ffe")) == 3, "as many as were rolled"


def test_8_7_a_vehicle_is_worth_a_squad() -> None:
    table = rally_phase()
    for _ in range(2):
        table.new("friendly", "T-34 M43", "P15")
    table.dice(1, 1, 1).do("event enemy 31")
    assert [marker.hex for marker in table.state.marked("ffe")] == ["P15"]


def test_8_7_a_strike_waits_three_player_turns_at_most() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P15")
    table.dice(1).do("event enemy 31")
    for side in ("FRIENDLY", "ENEMY", "FRIENDLY"):
        (waiting,) = table.state.pending
        assert (waiting.side, waiting.phase) == (side, "DFPh" if side == "FRIENDLY" else "PFPh")
        table.go_to(waiting.side, waiting.phase)
    assert not table.state.pending and not table.state.marked("ffe")


@pytest.mark.parametrize("broken", [False, True])
def test_8_7_no_strike_is_aimed_where_a_good_order_enemy_unit_lies(broken: bool) -> None:
    table = rally_phase()
    platoon(table, "P15")
    table.new("enemy", "4-6-7", "P16", *["broken"] * broken)
    table.dice(1, 1, 1).do("event enemy 31")
    assert [marker.hex for marker in table.state.marked("ffe")] == ["P15"] * broken


def test_8_7_its_error_never_carries_it_onto_a_good_order_enemy_unit() -> None:
    table = rally_phase()
    platoon(table, "P15")
    table.new("enemy", "4-6-7", "P19")
    events = table.dice(1, 4, 6).do("event enemy 31")  # three hexes down: P18, beside it
    assert [marker.hex for marker in table.state.marked("ffe")] == ["P17"]
    assert "brought 1 hex back toward P15" in told(events)


def test_re_31_33_cannot_apply_without_a_known_friendly_unit() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P15", "concealed")
    for number in (31, 41, 42):
        assert "cannot happen now" in table.no(f"event enemy {number}")


def test_c1_51_whoever_moves_into_an_ffe_is_stopped_and_attacked() -> None:
    table = bare("FRIENDLY", "MPh", turn=2)
    squad = table.new("friendly", "6-2-8", "P18")
    table.do("marker add ffe P15 FFE")
    events = table.dice(6, 6, 6, 6).do(f"move {squad} P17 P16 P15")  # 12 - 2 on 20: 1MC, failed
    assert table.unit(squad).hex == "P16" and "broken" in table.unit(squad).flags and rolls(events, "FFE attacks P16")


# -- 34-36 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(1, 1), (3, 4), (6, 6)])
def test_re_34_36_dr_plus_2_suspects_in_advance_wait_on_the_ebe(dice: tuple[int, int]) -> None:
    table = rally_phase()
    events = table.dice(*dice).do("event enemy 35")
    items = list(table.state.suspects.values())
    assert len(items) == sum(dice) + 2
    west = table.game.board.edge("west")
    assert all(item.off_board and item.attitude == "Advance" and item.hex in west for item in items)
    assert f"{sum(dice) + 2} yellow S? wait off-board" in told(events)
    assert rolls(events, "Number of S?")[0].total == sum(dice) + 2
    table.go_to("ENEMY", "MPh")
    assert not any(item.off_board for item in table.state.suspects.values()), "they enter in this ENEMY MPh"


def test_re_34_36_happens_once() -> None:
    table = rally_phase().all("event enemy 36")
    assert "cannot happen now" in table.no("event enemy 34")


def test_re_37_40_in_each_later_enemy_rph_a_dr_of_3_brings_more() -> None:
    table = rally_phase()
    table.dice(1, 1).do("event enemy 34")
    assert len(table.state.recurring) == 1
    for name in list(table.state.suspects):
        table.do(f"suspect remove {name}")
    table.go_to("FRIENDLY", "CCPh")
    assert not table.state.suspects, "not in the turn it began, nor in a FRIENDLY RPh"
    events = table.dice(6, 5, 3, 2, 2).do("next")  # wind; Reinforcement dr; DR
    assert rolls(events, "Reinforcement dr")[0].result == "arrive" and len(table.state.suspects) == 4
    assert all(item.off_board and item.attitude == "Advance" for item in table.state.suspects.values())
    table.go_to("FRIENDLY", "CCPh")
    events = table.dice(6, 5, 4).do("next")
    assert rolls(events, "Reinforcement dr")[0].result == "stop" and table.state.recurring == ()
    table.go_to("FRIENDLY", "CCPh")
    assert not rolls(table.dice(6, 5).do("next"), "Reinforcement dr")


def test_re_34_36_units_that_activate_from_them_take_the_prevailing_attitude() -> None:
    table = rally_phase()
    ctx = Context(table.game)
    suspect_counters.add_reinforcements(ctx, 1, "reinforcements")
    table = Tabletop(ctx.game)
    (name,) = table.state.suspects
    table.dice(3, 3, 3, 4).do(f"activate {name} P9")
    assert {unit.attitude for unit in table.state.on_map("ENEMY")} == {"Hold"}


# -- 61-62 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [("6+1", "7-0"), ("7-0", "8-0"), ("8-0", "8-1"), ("8-1", "9-1"), ("9-1", "9-2"), ("9-2", "10-2"), ("10-2", "10-3")],
)
def test_re_61_62_the_leader_battle_hardens(before: str, after: str) -> None:
    table = rally_phase()
    leader = table.new("enemy", before, "P9")
    table.do("event enemy 61")
    unit = table.unit(leader)
    counter = table.game.counter("german", after)
    assert (unit.type, unit.morale, unit.modifier) == (after, counter.morale, counter.modifier)


def test_re_61_62_the_best_eligible_leader_and_his_location_rallies() -> None:
    table = rally_phase()
    top = table.new("enemy", "10-3", "P9")
    best = table.new("enemy", "9-2", "P10", "broken", "dm")
    squad = table.new("enemy", "4-6-7", "P10", "broken", "dm")
    elsewhere = table.new("enemy", "4-6-7", "P12", "broken", "dm")
    other = table.new("enemy", "9-1", "P11")
    table.do("event enemy 62")
    assert [table.unit(name).type for name in (top, best, other)] == ["10-3", "10-2", "9-1"]
    assert not table.unit(best).flags & {"broken", "dm"} and not table.unit(squad).flags & {"broken", "dm"}
    assert {"broken", "dm"} <= table.unit(elsewhere).flags


def test_re_61_62_random_selection_among_equals() -> None:
    table = rally_phase()
    first, second = table.new("enemy", "9-1", "P9"), table.new("enemy", "9-1", "P10")
    table.dice(2, 5).do("event enemy 61")
    assert (table.unit(first).type, table.unit(second).type) == ("9-1", "9-2")


@pytest.mark.parametrize("leader", ["", "10-3"])
def test_re_61_62_cannot_apply_without_a_leader_below_10_3(leader: str) -> None:
    table = rally_phase()
    table.new("enemy", "4-6-7", "P9")
    if leader:
        table.new("enemy", leader, "P9")
    assert "cannot happen now" in table.no("event enemy 61")


# -- 63-64 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dr", "flags"), [(1, {"broken", "dm"}), (3, {"broken", "dm"}), (4, {"pinned"}), (6, {"pinned"})]
)
def test_re_63_64_the_enemy_sniper_attacks_at_once(dr: int, flags: set[str]) -> None:
    table = rally_phase()
    squad = table.new("friendly", "6-2-8", "P9")
    table.dice(dr, 1, 1).do("event enemy 63")
    assert table.unit(squad).flags == flags


def test_re_63_64_cannot_apply_without_a_target() -> None:
    assert "cannot happen now" in rally_phase().no("event enemy 64")


# -- 65-66 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_re_65_66_stukas_come_in_the_next_friendly_mph(dr: int, number: int) -> None:
    table = rally_phase()
    table.new("friendly", "T-34 M43", "P20")
    near = table.new("friendly", "ISU-122", "P18")
    table.dice(dr).do("event enemy 65")
    item = only_pending(table)
    assert (item.turn, item.side, item.phase, item.number) == (3, "FRIENDLY", "MPh", number)
    table.go_to("FRIENDLY", "PFPh")
    assert not [unit for unit in table.state.units.values() if unit.kind == "aircraft"]
    events = table.do("next")
    planes = [unit for unit in table.state.units.values() if unit.kind == "aircraft"]
    assert [(unit.type, unit.side) for unit in planes] == [("Ju-87G", "ENEMY")] * number
    assert f"the AFV closest to the EBE: {near} in P18" in told(events)


@pytest.mark.parametrize("row", [13, 61])
def test_a20_5_no_enemy_event_befalls_prisoners(row: int) -> None:
    """13-16 puts no mines under them, 61-62 hardens no leader who is one."""
    table = rally_phase()
    table.new("friendly", "4-4-7", "V18", "prisoner")
    table.new("enemy", "9-1", "V18", "prisoner")
    assert "cannot happen now" in table.no(f"event enemy {row}")
