"""Infantry in the MPh (A4): one step after another, what each costs, what each draws, and what a halt leaves."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, gun_of, quiet, shown_drm, throw
from tabletop import bare, of, told

from sasl.asl.fire import residual
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.movement.move import reckon
from sasl.kernel.frozen import replace
from sasl.solitaire.briefing.report import unit_line


def unhalted(side: Side = "FRIENDLY", **changes: Any) -> Tabletop:
    """A bare map in the MPh, without halts for fire."""
    return bare(side, "MPh", **changes).all("option fire-stops off")


# -- the order of a step, halts ------------------------------------------------------------------------


def test_a8_1_a_move_halts_where_the_other_side_may_fire() -> None:
    table = bare()
    squad, enemy = table.new("friendly", "4-4-7", "P20"), table.new("enemy", "4-6-7", "P16")
    events = table.do(f"move {squad} P19 P18")
    assert table.unit(squad).hex == "P19" and f"{enemy} may fire; type fire …, or move on (A8.1)" in told(events)
    assert table.state.moving and (table.state.moving.ids, table.state.moving.came_from) == ((squad,), "P20")


def test_a4_1_a_halted_stack_moves_on_with_the_mf_it_has_left() -> None:
    table = bare()
    squad = table.new("friendly", "4-4-7", "P20")
    table.new("enemy", "4-6-7", "P12")
    for _ in range(4):
        table.do(f"move {squad} {'P' + str(int((table.unit(squad).hex or '')[1:]) - 1)}")
    assert (table.unit(squad).hex, table.unit(squad).mf) == ("P16", 4)
    assert "has 4 MF; this would bring it to 5 (A4.1)" in table.ask(f"move {squad} P15").text


def test_a4_2_who_let_others_move_had_ended_the_move_and_the_player_is_asked() -> None:
    table = unhalted()
    first, second = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "4-4-7", "Q20")
    table.all(f"move {first} P19", f"move {second} Q19")
    assert f"{first} ended the move when others moved" in table.ask(f"move {first} P18").text
    assert table.no(f"move {first} P18", "no").startswith("not moved")
    table.do(f"move {first} P18", "yes")
    assert "ended" not in told(table.do(f"move {first} P17")), "now it is moving again"
    table.do("option mf-limit off")
    assert f"{second} ended the move" in told(table.do(f"move {second} Q18"))


def test_a4_2_of_several_who_had_ended_the_move_is_asked_as_of_several() -> None:
    table = unhalted()
    names = [table.new("friendly", "4-4-7", hex_name) for hex_name in ("P20", "P20", "Q20")]
    table.all(f"move {names[0]},{names[1]} P19", f"move {names[2]} Q19")
    assert "by the rules they may not go on" in table.ask(f"move {names[0]},{names[1]} P18").text
    assert "by the rules it may not go on" in table.ask(f"move {names[0]} P18").text


def test_a8_1_a_new_stack_is_not_the_one_that_moved_before_it() -> None:
    table = unhalted()
    first, second = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "4-4-7", "P20")
    table.all(f"move {first} P19", f"move {second} P19")
    assert table.state.moving and table.state.moving.ids == (second,)


def test_a4_1_the_enemy_moves_in_its_own_mph_and_provokes_no_s() -> None:
    table = unhalted("ENEMY")
    suspect = table.suspect("P17")
    enemy, squad = table.new("enemy", "4-6-7", "P14"), table.new("friendly", "4-4-7", "P20")
    assert f"{squad} belongs to the FRIENDLY" in table.no(f"move {squad} P19")
    table.do(f"move {enemy} P15 P16")
    assert (table.unit(enemy).hex, table.unit(enemy).mf) == ("P16", 2) and suspect in table.state.suspects


def test_a4_1_no_moves_outside_the_mph() -> None:
    table = bare("FRIENDLY", "APh")
    squad = table.new("friendly", "4-4-7", "P20")
    assert "belongs to the MPh" in table.no(f"move {squad} P19")


def test_a2_51_the_enemy_enters_on_its_own_edge() -> None:
    table = unhalted("ENEMY")
    enemy = table.new("enemy", "4-6-7")
    assert "is not on the west edge (EBE)" in table.no(f"enter {enemy} P28")
    table.do(f"enter {enemy} P0")
    assert table.unit(enemy).hex == "P0" and table.unit(enemy).mf == 1


def test_a12_14_moving_in_the_open_in_los_costs_concealment() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "P20", "concealed")
    table.do(f"move {squad} P19")
    assert "concealed" in table.unit(squad).flags, "nobody saw it"
    table.new("enemy", "4-6-7", "P14")
    table.do(f"move {squad} P18")
    assert "concealed" not in table.unit(squad).flags


def test_a12_15_concealed_enemies_throw_infantry_back() -> None:
    table = unhalted()
    squad, enemy = table.new("friendly", "4-4-7", "P20"), table.new("enemy", "4-6-7", "P19", "concealed")
    events = table.do(f"move {squad} P19 P18")
    assert (table.unit(squad).hex, table.unit(squad).mf) == ("P20", 1)
    assert "concealed" not in table.unit(enemy).flags and "P19 holds" in told(events)


def test_a8_22_residual_fp_meets_whoever_enters_and_the_broken_stay_behind() -> None:
    table = unhalted()
    squad, other = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "4-4-7", "P20")
    marker = Marker("residual1", residual.RESIDUAL, "P19", "ENEMY", 8, text="Residual FP 8")
    table = Tabletop(table.game.at(replace(table.state, markers={marker.id: marker})))
    table.dice(4, 5, 6, 5, 2, 1)  # DR 9 - 2 (FFMO, FFNAM) = 7 on 8 FP: NMC; 11 breaks the one, 3 passes the other
    table.do(f"move {squad},{other} P19 P18")
    ends = sorted((unit.hex, "broken" in unit.flags) for unit in table.state.on_map())
    assert ends == [("P18", False), ("P19", True)]


# -- MF ------------------------------------------------------------------------------------------------


def test_a4_12_the_leader_must_have_moved_with_them_all_the_time() -> None:
    table = unhalted()
    squad, leader = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "9-1", "P19")
    table.do(f"move {squad} P19")
    limits = stack_allowance(table.game, [table.unit(squad), table.unit(leader)])
    assert limits == {squad: 4, leader: 6}


def test_who_leaves_a_hex_is_no_longer_inside_what_stands_there() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "P20", "inside")
    table.do(f"move {squad} P19")
    assert "inside" not in table.unit(squad).flags


def test_a4_42_a_unit_in_words_has_the_mf_that_its_load_leaves_it() -> None:
    table = unhalted()
    squad, mg = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "HMG")
    assert "MF 0/4" in unit_line(table.game, table.unit(squad))
    table.do(f"give {mg} {squad}")
    assert "MF 0/2" in unit_line(table.game, table.unit(squad)), "5 PP, IPC 3"


def test_a4_42_a_smc_never_carries_more_than_2_pp() -> None:
    """Two LMG leave a leader a MF less; with a MMG he does not move."""
    for names, mf in ((("LMG", "LMG"), 5), (("MMG",), 0)):
        table = field(FRIENDLY, "MPh")
        leader = table.new(FRIENDLY, "8-0", "K10")
        for name in names:
            table.arm(leader, name)
        assert stack_allowance(table.game, [table.unit(leader)]) == {leader: mf}


def test_a4_42_a_leader_without_a_load_lends_his_ipc() -> None:
    table = unhalted()
    squad, leader = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "9-1", "P20")
    gun, mg = table.new("friendly", "HMG"), table.new("friendly", "LMG")
    table.do(f"give {gun} {squad}")  # 5 PP
    pair = [table.unit(squad), table.unit(leader)]
    assert stack_allowance(table.game, pair[:1]) == {squad: 2}  # 4 - (5 - 3)
    assert stack_allowance(table.game, pair)[squad] == 5  # 4 + 2 - (5 - 4)
    table.do(f"give {mg} {leader}")
    assert stack_allowance(table.game, pair)[squad] == 4, "a leader with a PP of his own lends nothing"


def test_a4_52_double_time_lowers_the_ipc() -> None:
    table = unhalted()
    squad, one, two = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "ATR"), table.new("friendly", "MMG")
    table.all(f"give {one} {squad}", f"give {two} {squad}")  # 6 PP
    line = f"move {squad} P19 P18 P17 double"
    assert f"{squad} has 2 MF with 6 PP; this would bring it to 3" in table.ask(line).text  # 4 + 2 - (6 - 2)


def test_a4_5_a_halted_double_timer_keeps_its_mf() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "P24")
    table.do(f"move {squad} P23 P22 double")
    table.do(f"move {squad} P21 P20 P19 P18")
    assert table.unit(squad).mf == 6 and "has 6 MF" in table.ask(f"move {squad} P17").text


def test_a4_5_double_time_announced_late_is_one_mf() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "P24")
    table.do(f"move {squad} P23")
    assert "has 5 MF; this would bring it to 6" in table.ask(f"move {squad} P22 P21 P20 P19 P18 double").text
    table.all(f"move {squad} P22 double", f"move {squad} P21 P20 P19")
    assert "has 5 MF;" in table.ask(f"move {squad} P18").text


def test_a4_51_cx_goes_at_the_start_of_the_mph_but_bars_double_time_in_it() -> None:
    table = bare("FRIENDLY", "PFPh").all("option fire-stops off")
    squad, fresh = table.new("friendly", "4-4-7", "P24", "cx"), table.new("friendly", "4-4-7", "Q24")
    table.do("next")
    assert table.unit(squad).flags == {"tired"} and not table.unit(fresh).flags
    assert "was CX when its MPh began (A4.51)" in table.no(f"move {squad} P23 double")
    table.all(f"move {squad} P23", "next")
    assert "tired" not in table.unit(squad).flags


@pytest.mark.parametrize(("flag", "words"), [("wounded", "is wounded (A17.2)"), ("cx", "is CX (A4.51)")])
def test_a4_5_no_double_time_for_the_wounded_or_exhausted(flag: str, words: str) -> None:
    table = unhalted()
    leader = table.new("friendly", "9-1", "P24", flag)
    assert words in table.no(f"move {leader} P23 double")


def test_b3_4_a_halted_stack_keeps_its_road_bonus_as_long_as_it_keeps_to_the_road() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "U24")
    for number in range(23, 18, -1):
        table.do(f"move {squad} U{number}")
    assert (table.unit(squad).hex, table.unit(squad).mf) == ("U19", 5)
    other = table.new("friendly", "4-4-7", "U24")
    table.do(f"move {other} U23 T23 U23")
    assert "by-road" not in table.unit(other).flags


def test_a15_431_the_berserk_drop_what_is_heavy_at_the_start_of_their_mph() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad = table.new("friendly", "4-4-7", "P20", "berserk")
    light, heavy = table.new("friendly", "LMG"), table.new("friendly", "MMG")
    table.all(f"give {light} {squad}", f"give {heavy} {squad}", "next")
    assert table.state.weapons[light].holder == squad and table.state.weapons[heavy].hex == "P20"


def test_a17_2_a_wounded_man_has_3_mf_even_if_he_is_berserk() -> None:
    table = field(FRIENDLY, "MPh")
    man = table.new(FRIENDLY, "8-0", "K10", "berserk", "wounded")
    assert stack_allowance(table.game, [table.unit(man)]) == {man: 3}


def test_a15_43_the_berserk_have_8_mf() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "P20", "berserk")
    assert stack_allowance(table.game, [table.unit(squad)]) == {squad: 8}


def test_a4_134_a_minimum_move_is_offered_and_ends_pinned_and_cx() -> None:
    table = unhalted()
    squad, gun = table.new("friendly", "4-4-7", "N16"), table.new("friendly", "HMG")
    one = table.new("friendly", "ATR")
    table.all(f"give {gun} {squad}", f"give {one} {squad}")  # 6 PP: 1 MF left, woods take 2
    question = table.ask(f"move {squad} N15")
    assert [option.value for option in question.options] == ["no", "minimum", "yes"]
    table.do(f"move {squad} N15", "minimum")
    assert table.unit(squad).hex == "N15" and {"pinned", "cx"} <= table.unit(squad).flags
    assert table.unit(squad).mf == 2, "it has spent the MF of the hex"


def test_a4_134_a_minimum_move_is_one_hex_and_nothing_else() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "N16")
    assert "a Minimum Move is one hex" in table.no(f"move {squad} N17 N18 minimum")
    assert "exclude one another" in table.no(f"move {squad} N17 minimum double")
    table.do(f"move {squad} N17")
    assert "a Minimum Move is one hex" in table.no(f"move {squad} N18 minimum"), "and the whole move"


def test_a24_7_smoke_costs_a_mf_more() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "P20")
    assert step_cost(table.game, table.unit(squad), "P20", "P19").mf == 1
    table.do("marker add smoke P19 full 3")
    assert step_cost(table.game, table.unit(squad), "P20", "P19").text == "1 open ground + 1 SMOKE = 2"


def test_a4_63_a_dash_goes_over_one_road_hex_into_cover() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "U23")
    assert "two hexes: across a road hex" in table.no(f"move {squad} U22 dash")
    enemy = table.new("enemy", "4-6-7", "W22")
    assert "Open Ground in LOS" in table.no(f"move {squad} U22 V21 dash")
    table.do(f"eliminate {enemy}")
    hows = [event.how for event in of(table.do(f"move {squad} U22 V21 dash"), ev.UnitsMoved)]
    assert hows == ["dash", ""] and table.unit(squad).hex == "V21"


@pytest.mark.parametrize(("first", "why"), [("smoke {} U23", ""), ("move {} U23 into", "MF other than for SMOKE:")])
def test_a4_63_before_a_dash_smoke_may_be_thrown_and_nothing_else_done(first: str, why: str) -> None:
    table = unhalted()
    table.do("marker add foxhole U23")
    squad = table.new("friendly", "6-2-8", "U23")
    table.dice(5).do(first.format(squad))
    assert table.unit(squad).mf == 1
    if why:
        assert why in table.no(f"move {squad} U22 V21 dash")
    else:
        table.do(f"move {squad} U22 V21 dash")
        assert table.unit(squad).hex == "V21"


def test_a4_63_who_has_moved_after_throwing_smoke_does_not_dash() -> None:
    table = unhalted()
    squad = table.new("friendly", "6-2-8", "U24")
    table.dice(5).do(f"smoke {squad} U24")
    table.do(f"move {squad} U23")
    assert table.unit(squad).mf == 2 and "MF other than for SMOKE:" in table.no(f"move {squad} U22 V21 dash")


# -- works, holes, gullies -----------------------------------------------------------------------------


def test_b27_4_into_a_foxhole_and_out_again_costs_a_mf_each() -> None:
    table = unhalted()
    table.do("marker add foxhole P19")
    squad = table.new("friendly", "4-4-7", "P20")
    events = table.do(f"move {squad} P19 into")
    assert table.unit(squad).mf == 2 and "dug-in" in table.unit(squad).flags and of(events, ev.UnitsMoved)
    table.do(f"move {squad} P18")
    assert table.unit(squad).mf == 4 and "dug-in" not in table.unit(squad).flags


def test_b27_4_a_foxhole_of_the_own_hex_is_entered_in_place() -> None:
    table = unhalted()
    table.do("marker add foxhole P20")
    squad = table.new("friendly", "4-4-7", "P20")
    table.do(f"move {squad} P20 into")
    assert table.unit(squad).mf == 1 and "dug-in" in table.unit(squad).flags
    assert "nothing in P20" in table.no(f"move {squad} P20 into")


def test_b27_54_along_a_trench_nothing_is_paid_for_the_trench() -> None:
    table = unhalted()
    table.all("marker add trench P20", "marker add trench P19")
    squad = table.new("friendly", "4-4-7", "P20", "dug-in")
    table.do(f"move {squad} P19 into")
    assert table.unit(squad).mf == 1 and "dug-in" in table.unit(squad).flags


def test_b27_54_from_one_trench_alone_into_a_foxhole_both_are_paid_for() -> None:
    for here, there in (("trench", "foxhole"), ("foxhole", "trench")):
        table = unhalted().all(f"marker add {here} P20", f"marker add {there} P19")
        squad = table.new("friendly", "4-4-7", "P20", "dug-in")
        table.do(f"move {squad} P19 into")
        assert table.unit(squad).mf == 3, "out, a hex, and in"


def test_b2_shellholes_are_entered_for_one_mf_more_or_crossed() -> None:
    table = unhalted()
    squad, other = table.new("friendly", "4-4-7", "A22"), table.new("friendly", "4-4-7", "A22")
    table.do(f"move {squad} A21")
    assert table.unit(squad).mf == 1 and "shellhole" not in table.unit(squad).flags
    table.do(f"move {other} A21 into")
    assert table.unit(other).mf == 2 and "shellhole" in table.unit(other).flags
    table.do(f"move {other} A22")
    assert "shellhole" not in table.unit(other).flags


def test_b19_4_two_mf_into_a_gully_and_four_across_the_ground_between() -> None:
    table = unhalted()
    squad = table.new("friendly", "9-1", "N23")
    table.do(f"move {squad} N22")
    assert table.unit(squad).mf == 2 and "in-gully" in table.unit(squad).flags
    # N22 to O22: both gullies, no gully hexside between: 2 for the ground between, 2 gully, 2 brush (B10.51)
    assert step_cost(table.game, table.unit(squad), "N22", "O22").mf == 6
    table.do(f"move {squad} N23")
    assert table.unit(squad).mf == 4 and "in-gully" not in table.unit(squad).flags  # 1, doubled for climbing


def test_b20_91_crest_status_costs_one_less_on_entry_and_two_within_the_hex() -> None:
    table = unhalted()
    squad, other = table.new("friendly", "4-4-7", "N23"), table.new("friendly", "4-4-7", "N22")
    table.do(f"move {squad} N22 crest")
    assert table.unit(squad).mf == 1 and {"crest"} <= table.unit(squad).flags
    table.do(f"move {other} N22 crest")
    assert table.unit(other).mf == 2 and "crest" in table.unit(other).flags
    table.do(f"move {other} N22 into")
    assert "crest" not in table.unit(other).flags and "in-gully" in table.unit(other).flags
    assert step_cost(table.game, table.unit(squad), "N22", "N23").text == "1 open ground + 1 off the crest = 2"
    assert "first go down" in step_cost(table.game, table.unit(squad), "N22", "O22").why


def test_b20_91_no_crest_outside_gullies() -> None:
    table = unhalted()
    squad = table.new("friendly", "4-4-7", "P20")
    assert "Crest status is claimed only" in table.no(f"move {squad} P19 crest")
    assert "there is no Crest status in P20" in table.no(f"move {squad} P20 crest")


def test_a4_14_a_stack_leaves_vehicles_alone() -> None:
    table = unhalted()
    squad, tank = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "T-34 M43", "P20")
    assert "a vehicle drives by itself" in table.no(f"move {squad},{tank} P19")
    assert "drives by itself (D2.1)" in told(table.do("move P20 P19"))
    assert (table.unit(squad).hex, table.unit(tank).hex) == ("P19", "P20")


def test_a5_1_an_overstacked_end_is_told() -> None:
    table = unhalted()
    for _ in range(3):
        table.new("friendly", "4-4-7", "P19")
    squad = table.new("friendly", "4-4-7", "P20")
    assert "P19 is overstacked" in told(table.do(f"move {squad} P19"))


def test_the_orders_module_still_reckons_for_others() -> None:
    table = unhalted()
    squad, tank = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "T-34 M43", "P20")
    assert reckon(table.game, [table.unit(squad)], ["P20", "P19", "P18"]) == {squad: 2}
    assert reckon(table.game, [table.unit(tank)], ["P20", "P19", "P18"]) == {
        tank: 5
    }  # 1 to start, the railroad (B32.3)


def test_b26_4_wire_is_told_to_infantry() -> None:
    table = unhalted()
    table.do("marker add wire P19")
    squad, tank = table.new("friendly", "4-4-7", "P20"), table.new("friendly", "T-34 M43", "P20")
    assert "is on the Wire of P19" in told(table.do(f"move {squad} P19"))
    assert "beneath it" not in told(table.do(f"move {tank} P19"))


def test_a5_11_a_mf_more_for_each_squad_too_many_where_one_comes_in() -> None:
    table = unhalted()
    for kind in ("4-4-7", "4-4-7", "2-2-8"):
        table.new("friendly", kind, "P19")
    squads = [table.new("friendly", "4-4-7", "P20") for _ in range(2)]
    table.do(f"move {squads[0]} P19")
    assert table.unit(squads[0]).mf == 2, "three and a half"
    text = told(table.do(f"move {squads[1]} P19"))
    assert table.unit(squads[1]).mf == 3 and "2 more MF (A5.11)" in text, "four and a half"


def test_a5_11_a_stack_counts_as_a_whole_and_also_on_its_way() -> None:
    table = unhalted()
    table.new("friendly", "4-4-7", "P19")
    ids = ",".join(table.new("friendly", "4-4-7", "P20") for _ in range(3))
    units = [table.unit(key) for key in ids.split(",")]
    assert set(reckon(table.game, units, ["P20", "P19", "P18"]).values()) == {3}
    table.do(f"move {ids} P19 P18")
    assert table.unit(units[0].id).mf == 3


def test_a5_11_an_advance_into_a_crowd_may_be_difficult() -> None:
    table = bare("FRIENDLY", "APh")
    for _ in range(5):
        table.new("friendly", "4-4-7", "P19")
    squad = table.new("friendly", "4-4-7", "P20")
    table.do(f"advance {squad} P19")
    assert "cx" in table.unit(squad).flags, "1 MF and 3 for the crowd"


def test_b27_54_b28_44_from_trench_to_trench_one_mf_without_mines_ffmo_or_loss_of_concealment() -> None:
    table = field("FRIENDLY", "MPh", K13="woods").all("option fire-stops off", "option enemy-plays off")
    table.all("marker add trench K14", "marker add trench K13", "marker add minefield K13 6")
    squad = table.new("friendly", "4-4-7", "K14", "dug-in", "concealed")
    foe = table.new("enemy", "4-6-7", "K10")
    throw(table, (), f"move {squad} K13 into")
    unit = table.unit(squad)
    assert unit.mf == 1 and {"dug-in", "concealed"} <= unit.flags
    assert shown_drm(table, f"fire {foe} K13") == ["+2 entrenchment"]
    assert "no Snap Shot" in table.no(f"fire {foe} K13 snap")
    assert step_cost(table.game, unit, "K13", "K12").mf == 2, "out of it"


# -- whom enemies bar -----------------------------------------------------------------------------------


def test_a4_14_prisoners_and_guns_without_men_bar_no_way() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    guard, taken = table.new(FRIENDLY, "4-4-7", "K13"), table.new(ENEMY, "4-6-7", "K13", "prisoner")
    table.do(f"guard {taken} {guard}")
    table.new(ENEMY, "75L AT", "K12")
    us = table.new(FRIENDLY, "4-4-7", "K14")
    table.do(f"move {us} K13 K12")
    assert table.unit(us).hex == "K12"
    other = table.new(FRIENDLY, "4-4-7", "K14")
    table.do(f"move {other} K12")
    assert table.unit(other).hex == "K12"


def test_a4_14_the_unarmed_and_an_abandoned_vehicle_bar_no_way() -> None:
    """A20.54, D5.4: no more than the Disrupted do; and the unarmed themselves go to no Known enemy."""
    table = quiet(field(FRIENDLY, "MPh"))
    table.new(ENEMY, "4-6-7", "K13", "disarmed")
    table.new(ENEMY, "StuG IIIG", "K12", "abandoned")
    us, weak = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "4-4-7", "K14", "disarmed")
    assert "may not enter a Known enemy's Location (A20.54)" in table.no(f"move {weak} K13")
    table.do(f"move {us} K13 K12")
    assert table.unit(us).hex == "K12"


def test_a4_14_a_gun_is_pushed_past_prisoners_but_its_enemys_men_bar_its_way() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    guard, taken = table.new(FRIENDLY, "4-4-7", "K13"), table.new(ENEMY, "4-6-7", "K13", "prisoner")
    table.do(f"guard {taken} {guard}")
    gun, _ = gun_of(table, FRIENDLY, "45L AT", "K14")
    if not table.game.counter_of(table.unit(gun)).qsu:
        table.do(f"set {gun} limbered")
    table.dice(6, 6).do(f"push {gun} K13")
    man = table.new(ENEMY, "4-6-7", "K12")
    us = table.new(FRIENDLY, "4-4-7", "K13")
    assert man in table.no(f"move {us} K12")
