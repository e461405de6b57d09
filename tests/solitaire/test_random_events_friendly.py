"""The FRIENDLY Random Events of OtO-S1 (MSR 4), each played out on a small position."""

from __future__ import annotations

from collections import Counter

import pytest
from tabletop import Tabletop, bare, rolls, told

from sasl.asl.close_combat import cc_vehicles
from sasl.asl.infantry.morale import experience
from sasl.asl.terrain import minefields, smoke
from sasl.kernel.frozen import replace
from sasl.solitaire.random_events.friendly_events import ahead
from sasl.tui.play.planning.selection import Selection
from sasl.tui.play.pointing.walk import stops


def rally_phase() -> Tabletop:
    """The FRIENDLY RPh of Turn 2 on a bare map."""
    return bare("FRIENDLY", "RPh", turn=2)


def waiting(table: Tabletop) -> Counter[str]:
    """The types that wait off-board as reinforcements."""
    off_board = [unit for unit in table.state.units.values() if not unit.hex]
    return Counter(unit.type for unit in off_board if unit.group == "reinforcements" or unit.kind == "crew")


# -- 11-13 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_re_11_13_so_many_guns_of_one_type_each_with_a_crew_and_a_vehicle(dr: int, number: int) -> None:
    table = rally_phase()
    events = table.dice(dr, 3, 4, 3, 3).do("event friendly 11")
    assert waiting(table) == {"45LL AT": number, "2-2-8": number, "GAZ-MM": number}
    vehicles = {unit.id for unit in table.state.units.values() if unit.kind == "vehicle"}
    assert {unit.carrier for unit in table.state.units.values() if unit.kind != "vehicle"} == vehicles
    assert "towed through a road hex of the east edge" in told(events)
    assert "cannot happen now" in table.no("event friendly 13")


def test_re_11_13_the_vehicle_is_rerolled_until_it_can_tow_the_gun() -> None:
    table = rally_phase()
    events = table.dice(1, 4, 4, 1, 1, 1, 2, 3, 3).do("event friendly 12")  # 76L ART: no GAZ-67B
    assert waiting(table) == {"76L ART": 1, "2-2-8": 1, "GAZ-MM": 1}
    assert told(events).count("GAZ-67B cannot tow 76L ART: reroll") == 2
    table = rally_phase()
    table.dice(1, 3, 4, 1, 1).do("event friendly 12")
    assert waiting(table) == {"45LL AT": 1, "2-2-8": 1, "GAZ-67B": 1}


def test_a2_51_the_guns_enter_aboard_their_vehicles() -> None:
    table = rally_phase()
    table.dice(1, 3, 4, 3, 3).do("event friendly 11")
    table.go_to("FRIENDLY", "MPh")
    table.do("enter reinforcements M28")
    assert {unit.hex for unit in table.state.units.values()} == {"M28"}


def test_re_11_13_and_31_33_enter_through_a_road_hex_of_the_fbe() -> None:
    """RE 11-13, 31-33: Guns in tow and engineers come by road; any other hex of the edge is refused."""
    table = rally_phase()
    table.dice(1, 3, 4, 3, 3).do("event friendly 11")
    table.dice(6).do("event friendly 31")
    table.go_to("FRIENDLY", "MPh")
    squad = next(unit.id for unit in table.state.units.values() if unit.type == "6-2-8")
    assert "GAZMMa enters through a road hex of the FBE: M28, T28, U28 and V28" in table.no("enter GAZMMa N28")
    assert "through a road hex of the FBE" in table.no(f"enter {squad} A28")
    table.do(f"enter {squad} T28")
    assert table.unit(squad).hex == "T28" and "road-entry" not in table.unit(squad).flags
    table.do("enter auto all")
    assert {unit.hex for unit in table.state.units.values() if unit.hex} <= {"M28", "T28", "U28", "V28"}


def test_who_enters_by_road_is_taken_apart_from_the_others_and_named_where_they_enter_together() -> None:
    table = rally_phase()
    table.dice(6).do("event friendly 31")
    table.go_to("FRIENDLY", "MPh")
    squad = next(unit.id for unit in table.state.units.values() if unit.type == "6-2-8")
    table.all("new friendly 4-4-7 K20", "put 447a off")
    assert f"{squad} enters through a road hex" in (said := table.no(f"enter 447a,{squad} A28"))
    assert said.endswith("leave them out, or enter them all there")
    taken = {stop.units for stop in stops(table.game) if not stop.place}
    assert ("447a",) in taken, "nobody is taken together with those who must enter by road"
    one = Selection()
    one.take(["447a", squad])
    words = [one.only_one(table.game, "K20") for _ in range(2)]
    assert all("off the map; ‹x›" in text for text in words) and words[0] != words[1] and len(one.ids) == 1


def test_re_31_33_who_is_eliminated_as_he_enters_has_entered() -> None:
    """B28.41: mines in the road hex kill one of the platoon; the move ends without him."""
    table = rally_phase()
    table.dice(6).do("event friendly 31")
    table.go_to("FRIENDLY", "MPh")
    squad = next(unit.id for unit in table.state.units.values() if unit.type == "6-2-8")
    table.do("marker add minefield T28 12")
    table.dice(1, 1).do(f"enter {squad} T28")
    assert squad not in table.state.units


# -- 14-16 ------------------------------------------------------------------------------------------


def test_re_14_16_one_mobile_afv_is_recalled() -> None:
    table = rally_phase()
    tank, stuck = table.new("friendly", "T-34 M43", "P20"), table.new("friendly", "ISU-122", "P21", "immobile")
    truck = table.new("friendly", "GAZ-MM", "P22")
    table.do("event friendly 15")
    assert "recalled" in table.unit(tank).flags
    assert not any("recalled" in table.unit(name).flags for name in (stuck, truck))
    assert "cannot happen now" in table.no("event friendly 14"), "no other Mobile AFV"


def test_re_14_16_random_selection_if_there_are_more() -> None:
    table = rally_phase()
    first, second = table.new("friendly", "T-34 M43", "P20"), table.new("friendly", "T-34 M43", "P21")
    table.dice(6, 2).do("event friendly 14")
    assert "recalled" in table.unit(first).flags and "recalled" not in table.unit(second).flags


# -- 21-23, 53, 64 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((1, 1, 1), "70mm+, Plentiful ammo"),
        ((3, 4, 3), "80mm+, Normal ammo"),
        ((4, 5, 6), "120mm+, Scarce ammo"),
        ((5, 6, 5), "150mm+, Normal ammo"),
        ((6, 6, 2), "rocket 120mm+, Plentiful ammo"),
    ],
)
def test_re_21_23_the_type_and_the_ammunition_of_the_oba(dice: tuple[int, ...], words: str) -> None:
    table = rally_phase()
    leader = table.new("friendly", "9-1", "P20")
    events = table.dice(*dice).do("event friendly 21")
    assert f"OBA received: {words}, radio with {leader}" in told(events)
    assert [(item.type, item.holder) for item in table.state.weapons.values()] == [("radio", leader)]


@pytest.mark.parametrize(("ride", "vehicle"), [("motorcycle", "motorcycle"), ("GAZ-67B", "GAZ-67B")])
def test_re_21_23_or_an_8_0_brings_the_radio(ride: str, vehicle: str) -> None:
    table = rally_phase()
    table.new("friendly", "9-1", "P20")
    question = table.ask("event friendly 22")
    assert [option.value for option in question.options] == ["91a", "motorcycle", "GAZ-67B"]
    table.do("event friendly 22", ride)
    assert waiting(table) == {"8-0": 1, vehicle: 1}
    leader = next(unit for unit in table.state.units.values() if unit.type == "8-0")
    assert leader.carrier and [item.holder for item in table.state.weapons.values()] == [leader.id]


def test_re_53_and_64_repeat_21_23_each_once() -> None:
    table = rally_phase()
    table.new("friendly", "9-1", "P20")
    for number in (23, 53, 64):
        table.do(f"event friendly {number}")
        assert "cannot happen now" in table.no(f"event friendly {number}")
    assert len(table.state.weapons) == 3


# -- 24-26 ------------------------------------------------------------------------------------------


def test_re_24_26_a_hero_from_the_mmc_nearest_an_unbroken_enemy() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P20")
    table.new("friendly", "9-1", "P13")
    table.new("friendly", "4-4-7", "P15")
    table.new("enemy", "4-6-7", "P19", "broken")
    table.new("enemy", "4-6-7", "P10")
    table.do("event friendly 25")
    assert [(unit.kind, unit.hex) for unit in table.state.units.values() if unit.type == "1-4-9"] == [("hero", "P15")]


def test_re_24_26_and_3_1_a_suspect_counts_as_an_unbroken_enemy() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P20")
    table.new("friendly", "4-4-7", "P15")
    table.new("enemy", "4-6-7", "P12")
    table.suspect("P21")
    table.do("event friendly 25")
    assert [unit.hex for unit in table.state.units.values() if unit.type == "1-4-9"] == ["P20"]


def test_re_24_26_needs_an_mmc_and_an_enemy() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P20")
    assert "cannot happen now" in table.no("event friendly 24")
    table = rally_phase()
    table.new("enemy", "4-6-7", "P10")
    assert "cannot happen now" in table.no("event friendly 24")


@pytest.mark.parametrize("row", [24, 41, 54])
def test_a20_5_no_friendly_event_befalls_prisoners(row: int) -> None:
    """24-26 takes no Hero from them, 41-43 rallies none, 54-56 discovers no mines before them."""
    table = rally_phase()
    table.new("enemy", "4-6-7", "P9")
    table.new("friendly", "4-4-7", "P10", "prisoner", *(["broken"] if row == 41 else []))
    assert "cannot happen now" in table.no(f"event friendly {row}")


# -- 31-33 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "trucks"), [(1, 3), (3, 3), (4, 0), (6, 0)])
def test_re_31_33_an_engineer_platoon_in_trucks_or_on_foot(dr: int, trucks: int) -> None:
    table = rally_phase()
    events = table.dice(dr).do("event friendly 32")
    wanted = {"6-2-8": 3, "9-1": 1} | ({"GAZ-MM": trucks} if trucks else {})
    assert waiting(table) == wanted
    assert Counter(item.type for item in table.state.weapons.values()) == {"FT": 1, "DC": 2}
    assert len({item.holder for item in table.state.weapons.values()}) == 3
    aboard = [unit for unit in table.state.units.values() if unit.carrier]
    assert len(aboard) == trucks and "along a road of the east edge" in told(events)


def test_re_31_33_each_squad_may_enter_as_passenger_which_is_a_choice() -> None:
    """RE 31-33: on a dr of 3 or less the player says which squads ride; the others walk."""
    table = rally_phase().dice(2)
    question = table.ask("event friendly 33")
    assert question.kind == "several" and len(question.options) == 3
    first, *others = [option.value for option in question.options]
    table.do("event friendly 33", first)
    assert waiting(table) == {"6-2-8": 3, "9-1": 1, "GAZ-MM": 1}
    assert table.unit(first).carrier and not any(table.unit(name).carrier for name in others)
    on_foot = rally_phase().dice(2)
    on_foot.do("event friendly 33", "none")
    assert waiting(on_foot) == {"6-2-8": 3, "9-1": 1}


# -- 34-36, 61-62 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "number"), [(1, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_re_34_36_afv_of_one_type_with_the_chance_of_an_armor_leader(dr: int, number: int) -> None:
    table = rally_phase()
    table.dice(dr, 3, 2, 4).do("event friendly 34")
    assert waiting(table) == {"KV-1S": number}
    led = [unit for unit in table.state.units.values() if "armor-leader" in unit.flags]
    assert [unit.note for unit in led] == ["armor leader 8-1"]


@pytest.mark.parametrize(("dice", "leader"), [((3, 4), "8-1"), ((4, 4), "-")])
def test_re_34_36_the_minus_1_of_all_al_rolls_holds_here_too(dice: tuple[int, int], leader: str) -> None:
    """OtO-S1 OoB: every armor leader roll of the mission on R3 has -1; '-' is nobody."""
    table = rally_phase()
    events = table.dice(1, 3, *dice).do("event friendly 35")
    record = next(record for record in rolls(events) if record.table == "generation.r3")
    assert record.total == sum(dice) - 1 and record.result == leader


def test_re_34_36_the_armor_leader_rides_in_an_afv_that_came_with_him() -> None:
    """RE 34-36: no truck that waits off the map, and no AFV of earlier reinforcements, is offered the armor leader."""
    table = rally_phase()
    table.all("event friendly 32", "event friendly 62")  # trucks with engineers, and AFV that came before
    before = set(table.state.units)
    question = table.dice(4, 3, 2, 2).ask("event friendly 35")
    offered = [option.value for option in question.options]
    assert len(offered) == 2 and not before & set(offered) and "Which AFV gets the armor leader" in question.text
    table.do("event friendly 35")
    led = {unit.id for unit in table.state.units.values() if "armor-leader" in unit.flags}
    assert led - before == {offered[0]}


def test_re_34_36_the_sub_dr_of_the_support_table() -> None:
    table = rally_phase()
    table.dice(4, 6, 2, 6, 6).do("event friendly 36")
    assert waiting(table) == {"KV-8": 2}


def test_re_61_62_repeat_34_36() -> None:
    table = rally_phase().all("event friendly 34", "event friendly 62")
    assert "cannot happen now" in table.no("event friendly 61")
    assert "cannot happen now" in table.no("event friendly 36")


# -- 41-43 ------------------------------------------------------------------------------------------


def test_re_41_43_broken_units_of_the_location_nearest_the_ebe_rally() -> None:
    table = rally_phase()
    near, far = table.new("friendly", "6-2-8", "P10", "broken", "dm"), table.new("friendly", "6-2-8", "P11", "broken")
    table.do("event friendly 41")
    assert not table.unit(near).flags & {"broken", "dm"} and "broken" in table.unit(far).flags


def test_re_41_43_random_selection_ties_rally_more_than_one() -> None:
    table = rally_phase()
    units = [table.new("friendly", "4-4-7", "P10", "broken") for _ in range(3)]
    table.dice(5, 2, 5).do("event friendly 42")
    assert ["broken" in table.unit(name).flags for name in units] == [False, True, False]


def test_re_41_43_of_tied_locations_only_one() -> None:
    table = rally_phase()
    one, two = table.new("friendly", "4-4-7", "P10", "broken"), table.new("friendly", "4-4-7", "R10", "broken")
    table.dice(3, 3, 1, 4).do("event friendly 43")  # a tie is rolled again
    assert ["broken" in table.unit(name).flags for name in (one, two)] == [True, False]


def test_re_41_43_needs_a_broken_unit() -> None:
    table = rally_phase()
    table.new("friendly", "4-4-7", "P10")
    assert "cannot happen now" in table.no("event friendly 41")


# -- 44-46 ------------------------------------------------------------------------------------------


def test_re_44_46_the_friendly_re_numbers_go_up_to_6_7_at_most() -> None:
    table = rally_phase().all("value friendly-re 4/5", "event friendly 44", "event friendly 45")
    assert table.state.re_numbers("FRIENDLY") == (6, 7) and table.state.re_numbers("ENEMY") == (6, 7)
    assert "cannot happen now" in table.no("event friendly 46")


# -- 51-52 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "squad", "number", "leaders", "weapons"),
    [
        ((1, 1, 3, 4, 3, 3), "4-4-7", 3, 1, {"LMG": 1, "ATR": 1, "MMG": 1}),
        ((3, 4, 3, 4, 3, 3), "4-4-7", 8, 1, {"LMG": 2, "ATR": 1, "MMG": 1}),
        ((6, 6, 2, 2, 3, 3, 2, 2), "4-5-8", 13, 2, {"LMG": 4, "ATR": 2, "MMG": 2}),
        ((1, 1, 1, 1, 3, 3), "6-2-8", 3, 1, {}),
    ],
)
def test_re_51_52_dr_plus_1_squads_of_one_type_with_leaders_and_sw(
    dice: tuple[int, ...], squad: str, number: int, leaders: int, weapons: dict[str, int]
) -> None:
    table = rally_phase()
    events = table.dice(*dice).do("event friendly 51")
    found = waiting(table)
    assert rolls(events, "Number of squads")[0].total == number, "and so it is told"
    assert found.pop(squad) == number and sum(found.values()) == leaders
    assert Counter(item.type for item in table.state.weapons.values()) == weapons
    assert all(item.holder for item in table.state.weapons.values())
    assert "cannot happen now" in table.no("event friendly 52")


# -- 54-56, 66 --------------------------------------------------------------------------------------


def test_re_54_56_three_minefields_adjacent_and_west_of_the_infantry_nearest_the_ebe() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P12")
    table.new("friendly", "6-2-8", "P15")
    table.do("event friendly 54")
    fields = table.state.marked("minefield")
    west = ahead_of(table, "P12")
    assert {item.hex for item in fields} == set(west) and len(fields) == 3
    assert all(item.number == 0 for item in fields), "strength is rolled on entry"
    board = table.game.board
    for item in fields:
        assert item.hex in board.neighbours("P12")
        assert board.distance_to_edge(item.hex, "west") <= board.distance_to_edge("P12", "west")


def ahead_of(table: Tabletop, name: str) -> list[str]:
    from sasl.asl.game.context import Context

    return ahead(Context(table.game), name)


def test_re_54_56_suspects_there_are_removed_and_hexes_of_activated_units_stay_clear() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P12")
    first, second, third = ahead_of(table, "P12")
    suspect = table.suspect(first)
    table.new("enemy", "4-6-7", second)
    table.do("event friendly 55")
    assert suspect not in table.state.suspects
    assert {item.hex for item in table.state.marked("minefield")} == {first, third}


def test_re_54_56_friendly_units_there_are_attacked_at_once() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P12")
    spot = ahead_of(table, "P12")[0]
    other = table.new("friendly", "T-34 M43", spot)
    events = table.dice(5).do("event friendly 56")
    assert [record.column for record in rolls(events, f"{other} finds itself in {spot}: A-P mines 12")] == ["12"]
    assert [item.number for item in table.state.markers_at(spot, "minefield")] == [12]


def test_re_66_repeats_54_56() -> None:
    table = rally_phase()
    table.new("friendly", "6-2-8", "P12")
    table.all("event friendly 54", "event friendly 66")
    assert "cannot happen now" in table.no("event friendly 66")
    assert "cannot happen now" in table.no("event friendly 54")


def test_re_54_56_strength_is_rolled_when_such_a_hex_is_entered_without_at_mines() -> None:
    table = rally_phase()
    squad = table.new("friendly", "6-2-8", "P12")
    table.do("event friendly 54")
    table.go_to("FRIENDLY", "MPh")
    goal = table.state.marked("minefield")[0].hex
    events = table.dice(4, 6, 6).do(f"move {squad} {goal}")
    assert [(record.table, record.result) for record in rolls(events)] == [("minefield.strength", 8), ("ift", "-")]


# -- 63, 65 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "flags"), [(3, {"broken", "dm"}), (4, {"pinned"})])
def test_re_63_the_friendly_sniper_attacks_in_the_coming_pfph(dr: int, flags: set[str]) -> None:
    table = rally_phase()
    squad = table.new("enemy", "4-6-7", "P9")
    table.dice(dr).do("event friendly 63")
    assert not table.unit(squad).flags
    table.dice(1, 1).do("next")
    assert table.state.phase == "PFPh" and table.unit(squad).flags == flags


def test_oto_s1_msr_2_its_6_2_8s_are_assault_engineers_and_sappers_elsewhere_only_those_of_re_31_33() -> None:
    """H1.22, B28.8: SMOKE exponent 2 and a CCV more; in another mission those of the engineer platoon alone."""
    table = rally_phase()
    elsewhere = Tabletop(replace(table.game, mission=replace(table.game.mission, rules=[])))
    for found, has in ((table, True), (elsewhere, False)):
        unit = found.unit(found.new("friendly", "6-2-8", "P20"))
        assert (experience.engineer(found.game, unit), minefields.is_sapper(found.game, unit)) == (has, has)
        assert smoke.exponent(found.game, unit) == 2 * has and cc_vehicles.ccv(found.game, unit) == 5 + has
    elsewhere.dice(6).do("event friendly 31")
    platoon = [unit for unit in elsewhere.state.units.values() if unit.type == "6-2-8" and not unit.hex]
    assert len(platoon) == 3 and all(experience.engineer(elsewhere.game, unit) for unit in platoon)


def test_re_63_needs_a_target() -> None:
    assert "cannot happen now" in rally_phase().no("event friendly 63")


@pytest.mark.parametrize(("dice", "number", "leader"), [((1, 3, 3), 1, 1), ((6, 5, 6), 3, 0)])
def test_re_65_sappers_each_with_a_dc_and_a_lmg_and_perhaps_a_leader(
    dice: tuple[int, ...], number: int, leader: int
) -> None:
    table = rally_phase()
    table.dice(*dice).do("event friendly 65")
    found = waiting(table)
    assert found.pop("4-5-8") == number and sum(found.values()) == leader
    for unit in table.state.units.values():
        if unit.type == "4-5-8":
            assert sorted(item.type for item in table.state.weapons_of(unit.id)) == ["DC", "LMG"]
            assert "sapper" in unit.note


def test_every_row_of_both_tables_can_be_named() -> None:
    for side in ("enemy", "friendly"):
        assert "is not a d66" in rally_phase().no(f"event {side} 17")
        assert "is not a d66" in rally_phase().no(f"event {side} 70")
    assert "enemy or friendly" in rally_phase().no("event nobody 11")
