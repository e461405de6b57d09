"""The built-in FRIENDLY commanders: railroad and road, heavy loads, fire or move, armor, command."""

from __future__ import annotations

from deciders import decider, field, proposal, with_minds
from tabletop import ENEMY, FRIENDLY, Tabletop, at

from sasl.asl.game.state import Marker, Unit
from sasl.kernel.frozen import replace
from sasl.minds.act import Act, Decider
from sasl.minds.action import prep_fire, roles
from sasl.minds.movement import wishes
from sasl.minds.movement.ways import tracks
from sasl.minds.vehicles import drives, parking, vehicle_moves
from sasl.minds.vehicles.in_reach import Targets
from sasl.solitaire import command_control, control
from sasl.solitaire.setup.placement import friendly_area


def lying(table: Tabletop, *places: str) -> Tabletop:
    """The same position with minefields there."""
    laid = {f"m{name}": Marker(f"m{name}", "minefield", name, "ENEMY", 6) for name in places}
    return Tabletop(table.game.at(replace(table.state, markers=laid)))


def plan(table: Tabletop, doctrine: str = "commander") -> Act:
    """What the FRIENDLY side does next; it must be something."""
    act = proposal(with_minds(table, "FRIENDLY", doctrine=doctrine).game, "FRIENDLY")
    assert act is not None
    return act


def test_a20_5_an_unarmed_mmc_is_sent_nowhere() -> None:
    table = field("FRIENDLY", "MPh")
    squad = table.new(FRIENDLY, "4-4-7", "K20")
    table = Tabletop.held(table, K10="ENEMY")
    assert plan(table).ids == (squad,)
    table.do(f"set {squad} disarmed")
    act = proposal(with_minds(table, "FRIENDLY", doctrine="commander").game, "FRIENDLY")
    assert act is None or squad not in act.ids


# -- railroad and road (S12.6) --------------------------------------------------------------------------------


def test_12_6_what_is_still_to_be_taken_is_the_railroad_and_one_road() -> None:
    table = lying(at("set-up"))
    game, task = table.game, table.game.mission.road
    way = tracks.road(game)
    assert task is not None
    assert way < control.road_hexes(game)
    assert game.board.road_connected(way, task.starts, task.ends), "it leads from edge to edge"
    assert tracks.to_take(game) == control.rail_hexes(game) | way


def test_12_6_the_road_goes_around_mines_and_over_what_is_held() -> None:
    table = lying(at("set-up"))
    mined = "U20"
    assert mined in tracks.road(table.game)
    other = tracks.road(lying(table, mined).game)
    assert other and mined not in other
    game = table.game.at(replace(table.state, road=frozenset(other)))
    assert tracks.road(game) == other, "nothing is left to take of it"


def test_12_6_the_bold_go_down_the_railroad_as_far_as_they_can() -> None:
    table = Tabletop.held(lying(at("set-up")), A12=ENEMY)
    state = replace(table.state, stage="play", phase="MPh", side="FRIENDLY", turn=1, suspects={}, units={})
    table = Tabletop(table.game.at(replace(state, options={**state.options, "command": False})))
    key = table.new(FRIENDLY, "2-4-8", "P28")
    act = plan(table, "bold")
    assert act.ids == (key,)
    assert len(act.path) > 3 and set(act.path[1:]) <= control.rail_hexes(table.game)


# -- loads ---------------------------------------------------------------------------------------


def test_a4_42_who_carries_a_hmg_does_not_hold_back_the_others_of_his_hex() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), K5=ENEMY)
    slow, fast = table.new(FRIENDLY, "4-5-8", "K20"), table.new(FRIENDLY, "4-5-8", "K20")
    gun = table.arm(slow, "HMG")
    assert set(plan(table).ids) == {slow, fast}, "as a rule they go at his pace"
    assert plan(table, "bold").ids == (fast,)
    assert table.state.weapons[gun].holder == slow


# -- fire or move --------------------------------------------------------------------------------


def test_a7_2_a_unit_fires_if_its_move_would_gain_little() -> None:
    usual, gains, fires = decider("FRIENDLY", "combined"), [], []
    figures = {**usual.doctrine.figures, "goal-mf": replace(usual.doctrine.figures["goal-mf"], value=0)}
    mind = Decider("FRIENDLY", replace(usual.doctrine, figures=figures))
    for goal in ("K19", "K2"):
        table = Tabletop.held(field("FRIENDLY", "PFPh"), **{goal: ENEMY})
        man = table.unit(table.new(FRIENDLY, "4-4-7", "K20"))
        table.new(ENEMY, "4-6-7", "K23")
        gains.append(wishes.gain(table.game, mind, man))
        act = prep_fire.next_act(table.game, mind)
        assert act is not None
        fires.append(act.order is not None)
    assert 0 < gains[0] < gains[1]
    assert fires == [True, False], "one hex from its goal it fires, with a long way before it it goes"


def test_a7_2_each_unit_has_a_role_before_it_fires_and_the_act_names_it() -> None:
    table, mind = Tabletop.held(field("FRIENDLY", "PFPh"), K2=ENEMY), decider("FRIENDLY", "combined")
    free, pinned = table.new(FRIENDLY, "4-4-7", "K20"), table.new(FRIENDLY, "4-4-7", "K20", "pinned")
    assert roles.role_of(table.game, mind, table.unit(free)).name == roles.ASSAULT
    role = roles.role_of(table.game, mind, table.unit(pinned))
    assert role.name == roles.BASE and role.why.endswith("it stays here")
    assert roles.role_of(Tabletop.held(table, K20=ENEMY).game, mind, table.unit(free)).name == roles.BASE, "it is there"
    table.new(ENEMY, "4-6-7", "K23")
    passed = table.game.at(replace(table.state, passed=frozenset({free})))
    act = prep_fire.next_act(passed, mind)
    assert act is not None and act.ids == (pinned,) and act.reasons[0].startswith("base of fire: ")


def test_a7_2_a_unit_without_a_goal_gains_nothing_by_a_move() -> None:
    table = field("FRIENDLY", "PFPh")
    key = table.new(FRIENDLY, "4-4-7", "K20")
    assert wishes.gain(Tabletop.held(table, K20=ENEMY).game, decider("FRIENDLY", "combined"), table.unit(key)) == 0


# -- armor ---------------------------------------------------------------------------------------


def test_6_6_an_afv_drives_as_near_as_it_can_to_a_goal_where_no_vehicle_comes() -> None:
    pond = dict.fromkeys(("K5", "J4", "J5", "K4", "K6", "L4", "L5"), "water")
    table = Tabletop.held(field("FRIENDLY", "MPh", **pond), K5=ENEMY)
    key = table.new(FRIENDLY, "T-34 M43", "K20")
    for doctrine in ("commander", "combined"):
        act = plan(table, doctrine)
        assert act.ids == (key,) and table.game.board.distance(act.path[-1], "K5") == 2


def test_6_6_an_afv_whose_goal_is_in_a_building_drives_beside_it_around_the_mines() -> None:
    mined = ("J6", "J7", "K7", "L6", "L7")  # a half ring south of the goal
    table = Tabletop.held(lying(field("FRIENDLY", "MPh", K5="stone-building"), *mined), K5=ENEMY)
    key = table.new(FRIENDLY, "T-34 M43", "K12")
    act = plan(table, "combined")
    assert act.ids == (key,) and not set(act.path) & set(mined)
    assert table.game.board.distance(act.path[-1], "K5") == 1


def test_6_6_an_afv_goes_for_the_vpo_to_which_it_has_the_fewest_mp() -> None:
    pond = {f"{row}14": "water" for row in "FGHIJKLMNOP"} | {f"{row}15": "water" for row in "FGHIJKLMNOP"}
    table = Tabletop.held(field("FRIENDLY", "MPh", **pond), K12=ENEMY, K28=ENEMY)
    key = table.new(FRIENDLY, "T-34 M43", "K18")
    act = plan(table, "combined")
    assert act.ids == (key,) and act.path[-1] == "K28", "the other is nearer, but beyond the pond"


def test_6_6_an_afv_goes_for_no_vpo_in_flames() -> None:
    found = []
    for burns in (False, True):
        table = Tabletop.held(field("FRIENDLY", "MPh"), K14=ENEMY, K28=ENEMY)
        table.new(FRIENDLY, "T-34 M43", "K18")
        if burns:
            table.do("marker add flame K14")
        found.append(" ".join(plan(table, "combined").reasons))
    assert "toward K14," in found[0] and "toward K28," in found[1]


def test_msr_7_armor_goes_at_the_goal_beside_the_foremost_infantry() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), K5=ENEMY)
    key = table.new(FRIENDLY, "T-34 M43", "K20")
    for place in ("K19", "K14"):  # both have moved: nobody leads but by where he is
        man = table.unit(table.new(FRIENDLY, "4-4-7", place))
        table = Tabletop(table.game.at(replace(table.state, passed=table.state.passed | {man.id})))
    ends = [plan(table, doctrine).path for doctrine in ("commander", "combined")]
    board = table.game.board
    assert board.distance(ends[1][-1], "K14") <= 1 and ends[1][0] == table.unit(key).hex
    assert not ends[0] or board.distance(ends[0][-1], "K19") <= 1, "the plain one follows the nearest"


def test_msr_7_armor_stays_behind_its_infantry_as_far_as_costs_no_command_and_anywhere_in_the_set_up_area() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), K2=ENEMY)
    mind, armor = decider("FRIENDLY", "combined"), tank(table, "K10")
    land = drives.land_of(table.game, mind, armor)
    assert not parking.near_infantry(land), "without Infantry it goes where it likes"
    table.new(FRIENDLY, "4-4-7", "K8")
    near = parking.near_infantry(drives.land_of(table.game, mind, armor))
    assert {"K7", "K12", "O8"} <= near and not {"K6", "K13"} & near
    assert near > friendly_area(table.game)
    for name in near:
        table.do(f"put {armor.id} {name}")
        assert not command_control.far_from_infantry(table.game, table.unit(armor.id))


def test_6_6_a_target_in_sight_holds_no_afv_back_that_would_do_it_no_harm() -> None:
    ends = []
    for cover in ("open", "stone-building"):
        table = Tabletop.held(field("FRIENDLY", "MPh", K12=cover), K2=ENEMY)
        key = table.new(FRIENDLY, "T-34 M43", "K20", "buttoned")
        table.new(ENEMY, "5-4-8", "K12")
        land = drives.land_of(table.game, decider("FRIENDLY", "combined"), table.unit(key))
        seen = Targets(land)
        assert seen.seen_from("K20")
        ends.append(seen.harm_from("K20"))
    assert ends[0] > ends[1]
    plans = vehicle_moves._to_the_goal(land, drives.drives(land, 1))
    assert plans.stay is not None and plans.stay.target == (ends[1] >= 0.15)


def test_a7_2_an_afv_that_could_follow_its_infantry_does_not_prep_fire_at_next_to_nothing() -> None:
    mind, least = decider("FRIENDLY", "combined"), []
    for goal in ("K2", "K12"):
        table = Tabletop.held(field("FRIENDLY", "PFPh", K6="stone-building"), **{goal: ENEMY})
        armor = tank(table, "K12")
        table.new(FRIENDLY, "4-4-7", "K13")  # it leads already
        table.new(ENEMY, "4-6-7", "K6")
        least.append(roles.role_of(table.game, mind, armor).least)
    assert least == [mind.doctrine.value("prep-fire-armor"), mind.doctrine.value("target-harm")]


def test_b25_4_an_afv_in_flames_drives_out_and_does_not_prep_fire() -> None:
    table = Tabletop.held(field("FRIENDLY", "PFPh", K12="woods"), K12=ENEMY)
    armor, mind = tank(table, "K12"), decider("FRIENDLY", "combined")
    table.new(FRIENDLY, "4-4-7", "K13")
    table.new(ENEMY, "4-6-7", "K8", "broken", "dm")
    act = prep_fire.next_act(table.game, mind)
    assert act is not None and act.key == armor.id and act.order is not None
    table.do("marker add flame K12")
    act = prep_fire.next_act(table.game, mind)
    assert act is not None and act.key == armor.id and act.order is None


def tank(table: Tabletop, place: str) -> Unit:
    return table.unit(table.new(FRIENDLY, "T-34 M43", place))
