"""Who advances where of its own (S11.4): into CC at good odds, onto a VPO, into cover."""

from __future__ import annotations

from typing import Any

import pytest
from deciders import decider, proposal, with_minds
from field import field, hill
from tabletop import ENEMY, FRIENDLY, Tabletop
from test_enemy_moves import mines, unit

from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace
from sasl.minds import cc_acts
from sasl.minds.act import Act
from sasl.minds.movement import advances
from sasl.minds.movement.ways.danger import danger


def aph(side: Side = ENEMY, **terrain: Any) -> Tabletop:
    return Tabletop.held(field(side, "APh", **terrain))


def plan(table: Tabletop, side: Side = ENEMY, doctrine: str = "") -> Act | None:
    """What the side does next, what stays put aside."""
    quiet = with_minds(table, side, doctrine=doctrine)
    for _ in range(10):
        act = proposal(quiet.game, side)
        if act is None or act.line:
            return act
        quiet = Tabletop(quiet.game.at(replace(quiet.state, passed=quiet.state.passed | {act.key})))
    raise AssertionError("it is asked for ever")


def line(table: Tabletop, side: Side = ENEMY, doctrine: str = "") -> str:
    act = plan(table, side, doctrine)
    return act.line if act else ""


def test_house_7_advance_goes_into_cc_at_even_odds() -> None:
    table = aph()
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    table.new(FRIENDLY, "4-4-7", "K15")
    act = plan(table)
    assert act is not None
    assert act.line == f"advance {key} K15"
    assert "odds of 1" in act.reasons[0]
    assert any(text.startswith("cc-odds-advance 1") for text in act.reasons)
    assert with_minds(table).do(act.line)


def test_house_7_advance_does_not_go_into_cc_at_less() -> None:
    table = aph()
    unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    table.new(FRIENDLY, "4-4-7", "K15")
    table.new(FRIENDLY, "4-4-7", "K15")
    assert "K15" not in line(table)


def test_house_7_hold_needs_three_to_two() -> None:
    table = aph(K14="woods")
    unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    table.new(FRIENDLY, "4-4-7", "K15")
    assert line(table) == ""
    table = aph(K14="woods")
    one, two = (unit(table, ENEMY, "4-6-7", "K14", attitude="Hold") for _ in range(2))
    table.new(FRIENDLY, "4-4-7", "K15")
    assert line(table) == f"advance {one},{two} K15"


def test_6_7_who_holds_a_vpo_leaves_it_for_no_fight_but_one_that_is_won_already() -> None:
    table = Tabletop.held(field(ENEMY, "APh", K14="woods"), K14=ENEMY)
    for _ in range(2):
        unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    foe = table.new(FRIENDLY, "4-4-7", "K15")
    assert line(table) == "", "at 2 to 1 it would leave the VPO to fate"
    table.do(f"become {foe} 1-2-7")
    act = plan(table)
    assert act is not None and act.path == ("K14", "K15")
    assert any("cc-odds-guard 4" in reason for reason in act.reasons)


def test_odds_count_all_who_could_come_but_none_who_cannot() -> None:
    table = aph()
    one = unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    table.new(FRIENDLY, "4-4-7", "K15")
    table.new(FRIENDLY, "4-4-7", "K15")
    units = [table.unit(one)]
    assert cc_acts.odds_at(table.game, decider(), "K15", units) == 0.5
    unit(table, ENEMY, "4-6-7", "K16", attitude="Advance")
    assert cc_acts.odds_at(table.game, decider(), "K15", units) == 1
    unit(table, ENEMY, "4-6-7", "L14", "pinned", attitude="Advance")
    unit(table, ENEMY, "4-6-7", "J14", "broken", attitude="Advance")
    assert cc_acts.odds_at(table.game, decider(), "K15", units) == 1


def test_a12_14_odds_against_a_concealed_unit_are_guessed() -> None:
    table = aph()
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    table.new(FRIENDLY, "6-2-8", "K15", "concealed")
    guess = decider().doctrine.value("suspect-fp")
    assert (
        cc_acts.odds_at(table.game, decider(), "K15", [table.unit(key)]) == 2 / guess
    )  # halved against concealment (A11.19)


def test_a26_an_empty_vpo_is_taken() -> None:
    table = Tabletop.held(field(ENEMY, "APh", K14="woods"), K15=FRIENDLY)
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    table.new(FRIENDLY, "4-4-7", "K19")
    act = plan(table)
    assert act is not None
    assert act.line == f"advance {key} K15"
    done = with_minds(table)
    done.do(act.line)
    assert done.state.control["K15"] == ENEMY


def test_6_7_hold_leaves_open_ground_for_cover_and_nothing_else() -> None:
    table = aph(K15="woods")
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert line(table) == f"advance {key} K15"
    table = aph(K14="brush", K15="wooden-building")
    unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert line(table) == ""


def test_6_7_out_of_fire_into_cover() -> None:
    table = Tabletop.held(field(ENEMY, "APh", L14="wooden-building"), K8=FRIENDLY)
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    for _ in range(3):
        table.new(FRIENDLY, "4-4-7", "K17")
    act, harm = plan(table), danger(table.game, decider(), table.unit(key))
    assert act is not None
    assert harm.standing(act.target) < harm.standing("K14")


def test_6_304_a_hold_unit_leaves_a_burning_hex_even_for_open_ground() -> None:
    table = aph(K14="woods")
    key = unit(table, ENEMY, "4-6-7", "K14")
    assert line(table) == ""
    burning = Marker("M90", "blaze", "K14", text="Blaze")
    table = Tabletop(table.game.at(replace(table.state, markers={**table.state.markers, "M90": burning})))
    act = plan(table)
    assert act is not None and act.line.startswith(f"advance {key} ")
    assert "K14 burns" in act.reasons[0]
    assert with_minds(table).do(act.line)


def test_a11_5_men_go_at_a_truck_but_not_at_a_working_tank() -> None:
    table = aph(FRIENDLY)
    table.new(FRIENDLY, "4-5-8", "K14")
    table.new(ENEMY, "StuG IIIG", "K15")
    assert "K15" not in line(table, FRIENDLY)
    table = aph()
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    table.new(FRIENDLY, "GAZ-MM", "K15")
    act = plan(table)
    assert act is not None
    assert act.line == f"advance {key} K15"
    assert "chance to kill" in act.reasons[0]


def test_16_who_is_not_in_command_does_not_advance() -> None:
    table = Tabletop.held(field(FRIENDLY, "APh"), K15=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K14", "no-command")
    assert line(table, FRIENDLY) == ""


def test_s9_26_nobody_advances_into_known_mines_but_at_a_friendly_vpo() -> None:
    for vpo, goes in (("K20", False), ("K15", True)):
        table = mines(Tabletop.held(field(ENEMY, "APh"), **{vpo: FRIENDLY}), "K15")
        unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
        assert line(table).endswith(" K15") == goes


def test_a5_1_no_more_go_than_there_is_room() -> None:
    table = Tabletop.held(field(ENEMY, "APh"), K15=FRIENDLY)
    for _ in range(2):
        unit(table, ENEMY, "4-6-7", "K15", attitude="Hold")
    for _ in range(3):
        unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    table = Tabletop.held(table, K15=FRIENDLY)
    act = plan(table)
    assert act is not None
    assert len(act.ids) == 1


def test_6_7_who_has_another_goal_advances_for_himself() -> None:
    table = Tabletop.held(field(ENEMY, "APh", K14="woods"), K15=FRIENDLY)
    hold = unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    assert line(table) == f"advance {key} K15"
    assert hold in table.state.units


def test_random_doctrine_advances_anywhere_or_nowhere() -> None:
    table = aph()
    unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    act = plan(table, doctrine="random")
    assert act is None or act.line.split()[-1] in table.game.board.neighbours("K14")


def test_c1_51_a_commander_s_men_advance_out_of_an_ffe() -> None:
    table = Tabletop.held(field(FRIENDLY, "APh", K14="woods"), K8=ENEMY)
    key = unit(table, FRIENDLY, "4-4-7", "K14")
    shells = Marker("ffe1", "ffe", "K13", ENEMY, 1, column=20)
    under = Tabletop(table.game.at(replace(table.state, markers={"ffe1": shells})))
    act = plan(under, FRIENDLY, "combined")
    assert act is not None and act.ids == (key,) and "out of the FFE" in act.reasons[0]
    assert under.game.board.distance("K13", str(act.target)) == 2


@pytest.mark.parametrize(("goal", "target"), [("K12", "K17"), ("K14", "")])
def test_12_5_in_a_rush_men_advance_into_the_open_only_where_it_saves_a_turn(goal: str, target: str) -> None:
    """By 4 MF and an advance a Turn six hexes are two Turns and five are one; four are one anyhow."""
    table = field(FRIENDLY, "APh", K18="woods").held(**{goal: ENEMY})
    table.new(FRIENDLY, "4-4-7", "K18")
    table.new(ENEMY, "4-6-7", "K8" if goal == "K12" else "K9")
    game = table.game.at(replace(table.state, turn=table.game.mission.end.turn))
    act = advances.next_act(game, decider(FRIENDLY, "squadron"))
    assert act is not None and act.target == target


def under_fire(table: Tabletop, *places: str) -> Tabletop:
    """Three squads of the other side in each of these hexes."""
    for place in places:
        for _ in range(3):
            table.new(FRIENDLY, "4-5-8", place)
    return table


@pytest.mark.parametrize("marker", ["foxhole K14 1", "trench K14"])
def test_a4_7_b27_4_a_hold_unit_under_fire_advances_into_the_hole_of_its_own_hex(marker: str) -> None:
    table = under_fire(aph().all(f"marker add {marker}"), "K18")
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    act = plan(table)
    assert act is not None and act.line == f"advance {key} K14 into"
    done = with_minds(table)
    done.do(act.line)
    assert "dug-in" in done.unit(key).flags


def test_a4_7_a_hold_unit_in_the_open_advances_into_the_trench_of_the_next_hex() -> None:
    table = under_fire(aph().all("marker add trench K15"), "K18")
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert line(table) == f"advance {key} K15 into"


def test_b20_91_a_hold_unit_goes_up_to_the_crest_where_who_fires_sees_into_the_gully() -> None:
    gully = HexTerrain(("gully",), gully=frozenset({2, 5}))
    table = under_fire(aph(K14=gully, K18=hill(3)), "K18")
    key = unit(table, ENEMY, "4-6-7", "K14", "in-gully", attitude="Hold")
    assert line(table) == f"advance {key} K14 crest"


def test_b27_12_who_finds_no_room_in_the_foxhole_stays_above_it() -> None:
    table = under_fire(aph().all("marker add foxhole K14 1"), "K18")
    table.new(ENEMY, "4-6-7", "K14", "dug-in", "advanced")
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert line(table) != f"advance {key} K14 into"


def test_b27_nobody_goes_into_a_hole_that_nobody_sees_or_off_its_way_for_it() -> None:
    table = aph().all("marker add foxhole K14 1")
    unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert line(table) == ""
