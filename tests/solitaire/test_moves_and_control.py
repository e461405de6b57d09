"""Movement (A4), stacks and vehicles, minefields (B28), and control of VPO, railroad and road (A26)."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.kernel.frozen import replace
from sasl.solitaire import control

# -- MF ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "allowed"),
    [(("4-4-7",), 4), (("4-2-6",), 3), (("9-1",), 6), (("1-4-9",), 6), (("2-4-8",), 4), (("4-4-7", "9-1"), 6)],
)
def test_a4_1_the_mf_of_infantry(units: tuple[str, ...], allowed: int) -> None:
    """Squads 4, Conscripts 3, SMC 6; with a leader beside them MMC have 2 more (A4.12)."""
    table = bare()
    names = [table.new("friendly", name, "P20") for name in units]
    way = " ".join(f"P{20 - step}" for step in range(1, allowed + 1))
    events = table.do(f"move {','.join(names)} {way}")
    assert {table.unit(name).hex for name in names} == {f"P{20 - allowed}"}
    assert sum(event.mf for event in of(events, ev.UnitsMoved) if names[0] in event.ids) == allowed
    question = Tabletop(table.session.moments[-2].game).ask(f"move {','.join(names)} {way} P{19 - allowed}")
    assert (
        f"has {allowed} MF; this would bring it to {allowed + 1} (A4.1)" in question.text and question.default == "no"
    )


def test_a4_1_beyond_the_mf_the_players_board_decides() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20")
    line = f"move {squad} P19 P18 P17 P16 P15"
    assert table.no(line, "no").startswith("not moved")
    table.do(line, "yes")
    assert table.unit(squad).hex == "P15"
    other = table.new("friendly", "4-4-7", "P20")
    table.all("option mf-limit off", f"move {other} P19 P18 P17 P16 P15")
    assert table.unit(other).hex == "P15"


def test_a4_1_mf_add_up_over_several_moves_of_a_phase() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20")
    table.all(f"move {squad} P19 P18", f"move {squad} P17 P16")
    assert table.unit(squad).mf == 4 and "moved" in table.unit(squad).flags
    assert "bring it to 5" in table.ask(f"move {squad} P15").text


def test_a4_12_a_broken_leader_gives_no_bonus() -> None:
    table = bare()
    squad, leader = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "9-1", "P20", "broken")
    assert "may only rout" in table.no(f"move {squad},{leader} P19")
    assert "has 4 MF" in table.ask(f"move {squad} P19 P18 P17 P16 P15").text


def test_a4_42_a_heavy_sw_costs_mf_beyond_3_pp() -> None:
    table = bare()
    squad, _ = table.armed("friendly", "4-4-7", "P20", "HMG")
    assert "has 2 MF with 5 PP; this would bring it to 3" in table.ask(f"move {squad} P19 P18 P17").text


@pytest.mark.parametrize(("steps", "asks"), [(5, False), (6, True)])
def test_b3_4_the_road_bonus_is_1_mf_if_all_of_it_is_by_road(steps: int, asks: bool) -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "U24")
    line = f"move {squad} " + " ".join(f"U{24 - step}" for step in range(1, steps + 1))
    if asks:
        assert "has 5 MF" in table.ask(line).text
    else:
        table.do(line)
        assert table.unit(squad).hex == f"U{24 - steps}"


def test_b3_4_no_road_bonus_off_the_road() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P24")
    assert "has 4 MF" in table.ask(f"move {squad} P23 P22 P21 P20 P19").text


def test_a4_5_double_time_is_2_mf_more_and_cx() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P24")
    table.do(f"move {squad} P23 P22 P21 P20 P19 P18 double")
    assert table.unit(squad).hex == "P18" and "cx" in table.unit(squad).flags
    assert "Double Time (A4.5) is not for vehicles" in bare_tank().no("move T34a P19 double")


def bare_tank() -> Tabletop:
    table = bare()
    table.new("friendly", "T-34 M43", "P20")
    return table


def test_a4_61_assault_movement_is_one_location_and_not_all_mf() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20")
    assert "one Location (A4.61)" in table.no(f"move {squad} P19 P18 assault")
    table.do(f"move {squad} P19 assault")
    assert {"assault", "moved"} <= table.unit(squad).flags
    assert "has used Assault Movement (A4.61)" in table.no(f"move {squad} P18")
    assert "Assault Movement (A4.61) is not for vehicles" in bare_tank().no("move T34a P19 assault")


def test_a4_61_who_has_moved_cannot_assault_move() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20")
    table.do(f"move {squad} P19")
    assert "Assault Movement is its whole move (A4.61)" in table.no(f"move {squad} P18 assault")


def test_a4_61_assault_movement_may_not_use_all_mf() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "B5")
    goal = next(name for name in table.game.board.neighbours("B5") if table.game.board.terrain(name).has("marsh"))
    question = table.ask(f"move {squad} {goal} assault")
    assert "may not use all MF (A4.61)" in question.text


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("broken", "may only rout (A10.5)"), ("pinned", "is pinned"), ("ti", "is TI"), ("prep", "has Prep Fired"),
        ("opportunity", "Opportunity Fire"), ("melee", "in Melee"), ("prisoner", "a prisoner"),
        ("no-command", "not In Command"),
    ],
)  # fmt: skip
def test_a4_who_may_not_move(flag: str, words: str) -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20", flag)
    assert words in table.no(f"move {squad} P19")


@pytest.mark.parametrize("flag", ["immobile", "bogged", "shocked", "stunned", "abandoned"])
def test_d8_vehicles_that_may_not_move(flag: str) -> None:
    table = bare_tank().all(f"set T34a {flag}")
    assert "T34a is " in table.no("move T34a P19")


def test_a4_14_infantry_may_not_enter_a_hex_with_a_known_enemy_unit() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P12")
    enemy = table.new("enemy", "4-6-7", "P11")
    assert f"P11 holds {enemy}: Infantry may not enter it in the MPh (A4.14)" in table.no(f"move {squad} P11")
    table.do(f"move {squad} P10")
    assert "P11" not in {name for event in of(table.session.moments[-1].events, ev.UnitsMoved) for name in event.path}


def test_a4_7_an_advance_is_one_hex_of_infantry_once() -> None:
    table = bare("FRIENDLY", "APh")
    squad, tank = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "T-34 M43", "P20")
    assert "is not adjacent" in table.no(f"advance {squad} P18")
    assert "only Infantry" in table.no(f"advance {tank} P19")
    table.do(f"advance {squad} P19")
    assert table.unit(squad).hex == "P19" and "cx" not in table.unit(squad).flags
    assert "has advanced in this APh" in table.no(f"advance {squad} P18")


def test_a4_7_stacks_beside_a_hex_advance_into_it_by_one_order() -> None:
    """All of them or none: one that is not beside the hex keeps the others back."""
    table = bare("FRIENDLY", "APh")
    squad, leader, other = (
        table.new("friendly", name, place) for name, place in (("4-4-7", "P12"), ("9-1", "P12"), ("6-2-8", "P10"))
    )
    enemy, far = table.new("enemy", "4-6-7", "P11"), table.new("friendly", "4-4-7", "P20")
    assert "P11 is not adjacent to P20" in table.no(f"advance {squad},{far} P11")
    events = table.do(f"advance {squad},{leader},{other} P11")
    assert {table.unit(name).hex for name in (squad, leader, other)} == {"P11"}
    assert [event.path[0] for event in of(events, ev.UnitsMoved)] == ["P12", "P10"]
    assert told(events).count(f"CC in P11 against {enemy}") >= 1


def test_a11_an_advance_into_an_enemy_hex_means_close_combat() -> None:
    table = bare("FRIENDLY", "APh")
    squad = table.new("friendly", "4-4-7", "P12")
    enemy = table.new("enemy", "4-6-7", "P11")
    assert f"CC in P11 against {enemy} in the CCPh" in told(table.do(f"advance {squad} P11"))


def test_a2_51_reinforcements_enter_on_the_friendly_board_edge() -> None:
    table = bare("FRIENDLY", "MPh", turn=1)
    tank = table.new("friendly", "T-34 M43")
    assert "is not on the east edge (FBE)" in table.no(f"enter {tank} M27")
    table.do(f"enter {tank} M28")
    assert table.unit(tank).hex == "M28"
    assert "is already on the map," in table.no(f"enter {tank} M28")


def test_d6_passengers_go_where_their_vehicle_goes() -> None:
    table = bare()
    truck, squad = table.new("friendly", "GAZ-MM", "U20"), table.new("friendly", "6-2-8", "U20")
    far = table.new("friendly", "6-2-8", "U22")
    assert "not in the same hex" in table.no(f"board {far} {truck}")
    assert "cannot go aboard" in table.no(f"board {truck} {truck}")
    table.all(f"board {squad} {truck}", f"move {truck} U19 U18")
    assert table.unit(squad).hex == "U18"
    assert f"is aboard {truck}" in table.no(f"move {squad} U17")
    table.do(f"put {squad} U10")
    assert table.unit(squad).carrier == "" and table.unit(truck).hex == "U18"


def test_a_move_to_where_one_is_is_no_move() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20")
    assert "name another hex" in table.no(f"move {squad} P20")
    assert "takes a hex" in table.no(f"move {squad} to")
    other = table.new("friendly", "4-4-7", "P22")
    assert "in different hexes" in table.no(f"move {squad},{other} P21")


def test_a_whole_hex_can_be_named_and_leaves_behind_who_may_not() -> None:
    table = bare()
    squad, broken = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "4-4-7", "P20", "broken")
    assert "Stays behind" in told(table.do("move P20 P19"))
    assert (table.unit(squad).hex, table.unit(broken).hex) == ("P19", "P20")


# -- minefields ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "strength", "at_factors"),
    [((1, 3), 6, 0), ((4, 6), 8, 0), ((6, 1, 3), 12, 1), ((5, 2, 4), 12, 2), ((3, 2, 6), 8, 3)],
)
def test_b28_a_known_minefield_gets_its_strength_and_at_mines_on_entry(
    dice: tuple[int, ...], strength: int, at_factors: int
) -> None:
    table = bare()
    table.do("marker add minefield S15 Known minefield, strength unknown")
    squad = table.new("friendly", "4-4-7", "S16")
    events = table.dice(*dice, 6, 6).do(f"move {squad} S15")
    marker = table.state.markers_at("S15", "minefield")[0]
    assert (marker.number, marker.at_factors) == (strength, at_factors)
    assert [record.column for record in rolls(events, "A-P mines")] == [str(strength)]
    events = table.dice(6, 6).do(f"move {squad} S14")
    assert [record.table for record in rolls(events)] == ["ift"], "the strength is known now"


def test_b28_4_mines_attack_on_leaving_too_and_at_mines_vehicles() -> None:
    table = bare()
    table.do("marker add minefield S15 Known minefield, strength unknown")
    squad = table.new("friendly", "4-4-7", "S16")
    table.dice(6, 1, 6, 6, 6).do(f"move {squad} S15")
    assert rolls(table.dice(6, 6).do(f"move {squad} S14"), f"{squad} leave")
    tank = table.new("friendly", "T-34 M43", "S16")
    found = rolls(table.dice(6, 6, 4).do(f"move {tank} S15"))
    assert [record.rule for record in found] == ["A7.3", "B28.51"], "A-P before A-T"


def test_the_cheapest_way_goes_around_known_mines() -> None:
    table = bare()
    table.do("marker add minefield P18 mines")
    squad = table.new("friendly", "6-2-8", "P19")
    table.do(f"move {squad} P17")
    ways = [name for event in of(table.session.moments[-1].events, ev.UnitsMoved) for name in event.path]
    assert ways[-1] == "P17" and "P18" not in ways


# -- control -------------------------------------------------------------------------------------------


def test_a26_the_last_good_order_mmc_controls_a_vpo() -> None:
    table = bare()
    squad = table.new("friendly", "6-2-8", "P4")
    table.do(f"move {squad} P3")
    assert table.state.control["P3"] == "FRIENDLY"
    table.do(f"move {squad} P2")
    assert table.state.control["P3"] == "FRIENDLY", "it stays so when the MMC moves on"


@pytest.mark.parametrize(("type_name", "flag"), [("9-1", ""), ("1-4-9", ""), ("T-34 M43", "")])
def test_a26_leaders_heroes_and_tanks_control_nothing(type_name: str, flag: str) -> None:
    table = bare()
    unit = table.new("friendly", type_name, "P4")
    table.do(f"move {unit} P3")
    assert table.state.control["P3"] == "ENEMY" and "P3" not in table.state.rail


@pytest.mark.parametrize(
    ("type_name", "flag", "foe", "holder"),
    [
        ("T-34 M43", "", "", "FRIENDLY"),
        ("T-34 M43", "abandoned", "", "ENEMY"),
        ("GAZ-MM", "", "", "ENEMY"),
        ("T-34 M43", "", "4-6-7", "ENEMY"),
    ],
)
def test_a26_12_an_armed_vehicle_alone_holds_a_vpo_as_long_as_it_is_there(
    type_name: str, flag: str, foe: str, holder: str
) -> None:
    table = bare()
    assert not any("building" in word for word in table.game.board.terrain("P3").terrains)
    tank = table.new("friendly", type_name, "P3", *filter(None, [flag]))
    if foe:
        table.new("enemy", foe, "P3", "broken")
    assert control.holders(table.game)["P3"] == holder and table.state.control["P3"] == "ENEMY"
    table.do(f"put {tank} P4")
    assert control.holders(table.game)["P3"] == "ENEMY"


def test_a26_no_control_while_a_good_order_enemy_mmc_is_there() -> None:
    table = bare("FRIENDLY", "APh")
    enemy = table.new("enemy", "4-6-7", "P3")
    squad = table.new("friendly", "6-2-8", "P4")
    table.do(f"advance {squad} P3")
    assert table.state.control["P3"] == "ENEMY"
    table.do(f"break {enemy}")
    assert table.state.control["P3"] == "ENEMY"  # a broken unit is armed (A26.11)
    table.do(f"eliminate {enemy}")
    assert table.state.control["P3"] == "FRIENDLY"


@pytest.mark.parametrize("flag", ["mounted", "disarmed", "broken"])
def test_a26_11_control_takes_armed_good_order_infantry(flag: str) -> None:
    table = bare()
    squad = table.new("friendly", "6-2-8", "P5", flag)
    table.do(f"put {squad} P3")
    assert table.state.control["P3"] == "ENEMY"
    table.all(f"set {squad} -{flag}", f"put {squad} P3")
    assert table.state.control["P3"] == "FRIENDLY"


@pytest.mark.parametrize(("name", "flag", "taken"), [
    ("8-0", "concealed", False), ("StuG IIIG", "", False), ("75L AT", "", True), ("4-6-7", "disarmed", True),
])  # fmt: skip
def test_a26_11_any_armed_enemy_there_denies_control(name: str, flag: str, taken: bool) -> None:
    table = bare()
    table.new("enemy", name, "P3", *([flag] if flag else []))
    squad = table.new("friendly", "6-2-8", "P5")
    table.do(f"put {squad} P3")
    assert (table.state.control["P3"] == "FRIENDLY") is taken


def test_a26_15_an_unchecked_s_may_be_an_armed_enemy() -> None:
    table = bare()
    squad, name = table.new("friendly", "6-2-8", "P5"), table.suspect("P3")
    table.do(f"put {squad} P3")
    assert table.state.control["P3"] == "ENEMY"
    table.all(f"suspect remove {name}", f"put {squad} P3")
    assert table.state.control["P3"] == "FRIENDLY"


def test_a26_enemy_mmc_take_a_vpo_back() -> None:
    table = bare().all("vpo P3 friendly")
    enemy = table.new("enemy", "4-6-7", "P5")
    table.do(f"put {enemy} P3")
    assert table.state.control["P3"] == "ENEMY"


def test_the_railroad_is_controlled_by_moving_through_with_mmc() -> None:
    table = bare()
    squad = table.new("friendly", "6-2-8", "P20")
    table.do(f"move {squad} P19 P18")
    assert {"P20", "P19", "P18"} <= table.state.rail
    other = table.new("friendly", "6-2-8", "O16")
    table.do(f"move {other} P15")
    assert "P15" in table.state.rail and "P16" not in table.state.rail
    table.do(f"move {other} O15")
    assert "P15" in table.state.rail


def test_the_railroad_and_the_road_are_lost_to_enemy_mmc_that_enter() -> None:
    table = bare().all("track rail P10 P11 P12", "track road U20 U19")
    assert {"P10", "P11"} <= table.state.rail and {"U20", "U19"} <= table.state.road
    enemy = table.new("enemy", "4-6-7", "O10")
    table.all(f"put {enemy} P10", f"put {enemy} U19")
    assert table.state.rail == {"P11", "P12"} and table.state.road == {"U20"}
    table.do("track rail -P11")
    assert table.state.rail == {"P12"}
    assert "is not a rail hex" in table.no("track rail U20") and "is not a road hex" in table.no("track road P10")


def test_every_rail_hex_of_the_task_is_of_hexrow_p() -> None:
    from sasl.solitaire.control import rail_hexes

    assert rail_hexes(bare().game) == {f"P{number}" for number in range(29)}


def test_broken_units_and_passengers_control_no_track() -> None:
    table = bare()
    truck, squad = table.new("friendly", "GAZ-MM", "U24"), table.new("friendly", "6-2-8", "U24")
    start = set(table.state.road)
    table.all(f"board {squad} {truck}", f"move {truck} U23 U22")
    assert set(table.state.road) - start == set()


# -- fire ------------------------------------------------------------------------------------------------


def test_a7_prep_fire_marks_and_keeps_from_moving() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad = table.new("friendly", "6-2-8", "P20", "concealed")
    table.new("enemy", "4-6-7", "P18")
    table.dice(6, 5).do(f"fire {squad} at P18")
    assert table.unit(squad).flags == {"prep"}
    assert "has Prep Fired" in table.no(f"fire {squad} P18")
    table.do("next")
    assert "has Prep Fired" in table.no(f"move {squad} P19")


def test_a8_first_then_final_fire_in_the_enemy_turn() -> None:
    table = bare("ENEMY", "MPh")
    squad = table.new("friendly", "6-2-8", "P20")
    enemy = table.new("enemy", "4-6-7", "P17")
    table.do(f"move {enemy} P18")
    table.dice(6, 5).do(f"fire {squad} P18")
    assert table.unit(squad).flags == {"first"}
    assert "(A8.14)" in table.no(f"fire {squad} P18")
    table.do(f"move {enemy} P19")
    table.dice(6, 6).do(f"fire {squad} P19")
    assert "final" in table.unit(squad).flags
    table.do(f"move {enemy} P18")
    assert "has Final Fired" in table.no(f"fire {squad} P18")


# -- the free FFE (MSR 3) --------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "hex_name"), [((1,), "P15"), ((2, 1), "P14"), ((6, 4), "P16")])
def test_msr_3_one_ffe_in_the_first_pfph_with_an_error_of_one_hex(dice: tuple[int, ...], hex_name: str) -> None:
    table = bare("FRIENDLY", "PFPh")
    table.dice(*dice).do("ffe P15")
    marker = table.state.marked("ffe")[0]
    assert (marker.hex, marker.side, marker.number) == (hex_name, "FRIENDLY", 1)
    assert "has been placed (MSR 3)" in table.no("ffe P15")


def test_msr_3_only_in_turn_1() -> None:
    assert "no free FFE" in bare("FRIENDLY", "PFPh", turn=2).no("ffe P15")
    assert "belongs to the FRIENDLY PFPh" in bare("FRIENDLY", "MPh").no("ffe P15")


def test_a26_11_who_is_left_alone_in_a_melee_controls_the_vpo() -> None:
    table = bare("FRIENDLY", "DFPh")
    vpo = next(name for name, owner in table.state.control.items() if owner == "ENEMY")
    squad, _ = table.new("friendly", "4-4-7", vpo, "melee"), table.new("enemy", "4-6-7", vpo, "prisoner")
    table = Tabletop(table.game.at(replace(table.state, control={**table.state.control, vpo: "ENEMY"})))
    events = table.do("next")
    assert table.state.control[vpo] == "FRIENDLY"
    assert "melee" not in table.unit(squad).flags, told(events)
