"""A side that decides for itself on horseback (A13.31): it rides far, gets off near enemies or its goal, and on."""

from __future__ import annotations

import pytest
from deciders import decider
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop, bare

from sasl.asl.game.state import Unit
from sasl.kernel.frozen import replace
from sasl.minds.movement import entries, leading, moves, stack_plans
from sasl.minds.movement.command_range import command_range_of
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.ways import paths
from sasl.minds.movement.ways.prices import allowance_of


def troop(hex_name: str = "P20", *, mounted: bool = True) -> tuple[Tabletop, Unit]:
    """A squad and its horses in a hex of the map of OtO-S1, in the FRIENDLY MPh."""
    table = bare(FRIENDLY, "MPh").all("option fire-stops off", "option enemy-plays off")
    squad, horse = table.new(FRIENDLY, "5-2-7"), table.new(FRIENDLY, "Sq horse")
    if mounted:
        table.do(f"mount {squad}")
    table.do(f"put {squad} {hex_name}")
    if not mounted:
        table.do(f"put {horse} {hex_name}")
    return table, table.unit(squad)


def saddle(table: Tabletop, unit: Unit, goal: str) -> str:
    """What it does about its horses, with this goal."""
    act = moves.saddle(table.game, decider(FRIENDLY), [unit], Aim(goal, "x"))
    return act.line if act else ""


def test_a13_31_it_stays_in_the_saddle_far_from_goal_and_enemies() -> None:
    table, unit = troop()
    assert saddle(table, unit, "P3") == ""


def test_a13_31_it_gets_off_near_its_goal() -> None:
    table, unit = troop()
    assert saddle(table, unit, "P18") == f"dismount {unit.id}"


@pytest.mark.parametrize(("enemy", "line"), [("P16", "dismount 527a"), ("P9", "")])
def test_a13_31_it_gets_off_when_an_enemy_in_los_is_near(enemy: str, line: str) -> None:
    table, unit = troop()
    table.new(ENEMY, "4-6-7", enemy)
    if line:
        assert moves.seen_foe(table.game, decider(FRIENDLY), "P20", 6) == enemy
    assert saddle(table, unit, "P3") == line


def test_a13_31_a_gun_that_nobody_mans_makes_nobody_get_off() -> None:
    table, unit = troop()
    table.new(ENEMY, "75L AT", "P16")
    assert moves.seen_foe(table.game, decider(FRIENDLY), "P20", 6) == saddle(table, unit, "P3") == ""
    table.new(ENEMY, "2-2-8", "P16")
    assert moves.seen_foe(table.game, decider(FRIENDLY), "P20", 6) == "P16"


def test_a13_31_by_ride_first_it_rides_on_past_an_enemy_and_says_so() -> None:
    table, unit = troop()
    table.new(ENEMY, "4-6-7", "P19")
    bold, goal = decider(FRIENDLY, "squadron"), Aim("P3", "x")
    assert moves.saddle(table.game, decider(FRIENDLY, "commander"), [unit], goal) is not None
    assert moves.saddle(table.game, bold, [unit], goal) is None
    act = moves._plan(table.game, bold, [unit])
    assert act.line.startswith(f"move {unit.id} ")
    assert "it rides on: ride-first 1 [house]" in act.reasons


def test_a26_11_a_ride_that_ends_in_a_vpo_takes_it_if_there_are_mf_left_to_get_off() -> None:
    table, unit = troop()
    table = Tabletop(table.game.at(replace(table.state, control={"P16": ENEMY, "P18": ENEMY})))
    land = paths.ground(table.game, decider(FRIENDLY, "squadron"), [unit])
    reach = paths.paths(land, allowance_of(table.game, [unit]))
    assert land.objectives(reach["P16"]) == 1, "nobody takes P18 from the saddle"
    assert land.objectives(reach["P17"]) == 0
    late = paths.ground(table.game, decider(FRIENDLY, "squadron"), [replace(unit, mf=8.0)])
    assert late.objectives(reach["P16"]) == 0, "too late to dismount (A13.31)"
    table.all(f"move {unit.id} P19 P18 P17 P16")
    act = moves.saddle(table.game, decider(FRIENDLY, "squadron"), [table.unit(unit.id)], Aim("P3", "x"))
    assert act is not None and act.line == f"dismount {unit.id}"
    assert act.reasons[0] == "P16 is a VPO that ENEMY controls (A26.11)"
    table.do(act.line)
    assert table.state.control["P16"] == FRIENDLY


def test_a13_31_it_does_not_when_it_has_ridden_too_far() -> None:
    table, unit = troop("P28")
    table.do(f"move {unit.id} P27 P26 P25 P24 P23 P22 P21 P20 P19 P18")
    rider = table.unit(unit.id)
    assert rider.mf > 9
    assert saddle(table, rider, "P17") == ""


# -- behind the last cover (A13.31) ----------------------------------------------------------------------


def behind_woods(*weapons: str) -> tuple[Tabletop, Unit]:
    """A squad on horseback in K20, behind woods; an ENEMY squad far off with these SW sees all that lies before it."""
    table = field(FRIENDLY, "MPh", J19="woods", K19="woods", L19="woods").all("option fire-stops off")
    squad = table.new(FRIENDLY, "5-2-7")
    table.new(FRIENDLY, "Sq horse")
    table.all("option enemy-plays off", f"mount {squad}", f"put {squad} K20")
    for weapon in weapons:
        foe = table.new(ENEMY, "4-6-7", "K7")
        table.arm(foe, weapon)
    return table, table.unit(squad)


def test_a13_31_riders_whom_no_ride_is_worth_it_get_off_and_their_mph_ends() -> None:
    table, unit = behind_woods("HMG", "HMG")
    act = moves.saddle(table.game, decider(FRIENDLY), [unit], Aim("K16", "x"))
    assert act is not None and act.line == f"dismount {unit.id}" and act.ends
    assert any("dismount-stays" in reason for reason in act.reasons)
    assert moves.saddle(table.game, decider(FRIENDLY, "standard"), [unit], Aim("K16", "x")) is None, "figure 0"
    assert moves.saddle(behind_woods()[0].game, decider(FRIENDLY), [unit], Aim("K16", "x")) is None, "they ride on"


def test_a13_31_who_gets_off_walks_on_only_unseen_or_to_a_vpo() -> None:
    for weapons, goal, vpo, ends in (
        ((), "K18", "", False),  # nobody sees it
        (("HMG", "HMG"), "K18", "", True),
        (("HMG", "HMG"), "K18", "K18", False),  # its way takes it
    ):
        table, unit = behind_woods(*weapons)
        if vpo:
            table = Tabletop(table.game.at(replace(table.state, control={vpo: ENEMY})))
        act = moves.saddle(table.game, decider(FRIENDLY), [unit], Aim(goal, "x"))
        assert act is not None and (act.line, act.ends) == (f"dismount {unit.id}", ends), (weapons, vpo, act)


def test_a13_31_they_get_off_in_the_mph_in_which_they_have_ridden_there() -> None:
    table, unit = behind_woods("HMG", "HMG")
    table.all(f"put {unit.id} K22", f"move {unit.id} K21 K20")
    table = Tabletop(table.game.at(replace(table.state, passed=frozenset((unit.id,)), control={"K16": ENEMY})))
    act = moves.next_act(table.game, decider(FRIENDLY))
    assert act is not None and act.line == f"dismount {unit.id}" and act.ends


def test_a13_31_a_leader_gets_off_among_men_on_foot() -> None:
    table, unit = behind_woods()
    leader = table.new(FRIENDLY, "8-0")
    table.new(FRIENDLY, "Sq horse")
    table.all(f"put {unit.id} K22", f"put {leader} K20", f"set {leader} mounted")
    passed = frozenset((unit.id, leader))
    table = Tabletop(table.game.at(replace(table.state, passed=passed)))
    assert moves.next_act(table.game, decider(FRIENDLY)) is None, "no men are there"
    table.new(FRIENDLY, "5-2-7", "K20")
    table = Tabletop(table.game.at(replace(table.state, passed=passed | {"527b"})))
    act = moves.next_act(table.game, decider(FRIENDLY))
    assert act is not None and act.line == f"dismount {leader}"


def test_a13_31_nobody_mounts_to_stay() -> None:
    table, unit = behind_woods("HMG", "HMG", "HMG")
    table.do(f"dismount {unit.id}")
    unit = replace(table.unit(unit.id), mf=0.0)
    dear = decider(FRIENDLY)
    fears = {**dear.doctrine.figures, "ride-danger-mf": replace(dear.doctrine.figures["ride-danger-mf"], value=99)}
    dear = replace(dear, doctrine=replace(dear.doctrine, figures=fears))
    assert moves._on(table.game, dear, [unit], Aim("K3", "x")) is None


def test_a13_36_who_is_not_seen_gallops() -> None:
    table, unit = troop("P28")
    act, _ = stack_plans.best(table.game, decider(FRIENDLY), [unit], Aim("P3", "x"))
    assert act.line.endswith(" gallop")
    assert "gallop" not in stack_plans.best(table.game, decider(FRIENDLY, "standard"), [unit], Aim("P3", "x"))[0].line
    table.do(act.line)
    assert "gallop" in table.unit(unit.id).flags
    blown = replace(unit, flags=unit.flags | {"blown"})
    assert "gallop" not in stack_plans.best(table.game, decider(FRIENDLY), [blown], Aim("P3", "x"))[0].line


def test_a13_3_the_reasons_name_the_figure_for_those_who_ride() -> None:
    table, unit = troop()
    ride, _ = stack_plans.best(table.game, decider(FRIENDLY), [unit], Aim("P3", "x"))
    walk, _ = stack_plans.best(
        table.game, decider(FRIENDLY), [replace(unit, flags=unit.flags - {"mounted"})], Aim("P3", "x")
    )
    assert [any(reason.startswith("ride-danger-mf") for reason in act.reasons) for act in (ride, walk)] == [True, False]


def test_a13_31_men_beside_their_horses_mount_for_a_long_way() -> None:
    table, unit = troop(mounted=False)
    assert saddle(table, unit, "P3") == f"mount {unit.id}"
    assert saddle(table, unit, "P15") == ""
    table.new(ENEMY, "4-6-7", "P16")
    assert saddle(table, unit, "P3") == ""


def test_a13_3_its_ways_are_those_of_cavalry() -> None:
    table, unit = troop()
    walker = table.new(FRIENDLY, "5-2-7", "P20")
    found = {}
    for key in (unit.id, walker):
        land = paths.ground(table.game, decider(FRIENDLY), [table.unit(key)])
        found[key] = paths.paths(land, allowance_of(table.game, [table.unit(key)]))
    board = table.game.board
    assert len(found[unit.id]) > 3 * len(found[walker])
    assert not any(board.terrain(name).has("wooden-building") for name in found[unit.id])


def test_a13_3_no_assault_movement_nor_double_time_on_horseback() -> None:
    table, unit = troop()
    table.new(ENEMY, "4-6-7", "P9")
    act, way = stack_plans.best(table.game, decider(FRIENDLY), [unit], Aim("P12", "x"))
    assert way and not {"assault", "double", "dash"} & set(act.line.split())


def test_a13_1_horse_and_foot_do_not_go_as_one() -> None:
    table, unit = troop()
    walker = table.new(FRIENDLY, "5-2-7", "P20")
    stacks = [sorted(item.id for item in stack) for stack in moves._stacks(table.game, decider(FRIENDLY))]
    assert sorted(stacks) == [[unit.id], [walker]]


def test_a2_51_mmc_enter_before_their_leader() -> None:
    table = bare(FRIENDLY, "MPh").all("new friendly 8-1", "new friendly 5-2-7", "new friendly Sq horse", "mount 527a")
    act = entries.next_act(table.game, decider(FRIENDLY))
    assert act is not None and act.line.startswith("enter 527a ")
    place = act.line.split()[-1]
    table.do(act.line)
    led = entries.next_act(table.game, decider(FRIENDLY))
    assert led is not None and led.line == f"enter 81a {place}"


def test_a2_51_two_leaders_do_not_enter_one_hex_and_none_is_filled() -> None:
    table = bare(FRIENDLY, "MPh").all("new friendly 8-1", "new friendly 8-0")
    board, first = table.game.board, ""
    edge = board.edge(table.game.edge_of(FRIENDLY))
    near = next(name for name in edge if any(board.distance(name, other) == 1 for other in edge))
    for name in (near, next(name for name in edge if board.distance(name, near) == 1)):
        table.new(FRIENDLY, "5-2-7", name)
    for key in ("81a", "80a"):
        act = entries.next_act(table.game, decider(FRIENDLY))
        assert act is not None and act.line.startswith(f"enter {key} ")
        assert act.target != first
        first = act.target
        table.do(act.line)


# -- together (S16) ---------------------------------------------------------------------------------------


def test_16_who_rides_keeps_with_those_who_went_before() -> None:
    table, unit = troop()
    table.all("option command on")
    assert command_range_of(table.game, [unit]).apart("P3") == 0, "nobody has gone before, no leader follows"
    comrade = table.new(FRIENDLY, "5-2-7", "P28")
    table.do(f"move {comrade} P27")
    found = command_range_of(table.game, [unit])
    assert found.company == ("P27",)
    assert [found.apart(name) for name in ("P27", "P25", "P24", "P20")] == [0, 0, 1, 5]


def test_16_the_reasons_name_the_price_of_riding_apart() -> None:
    table, unit = troop()
    table.all("option command on")
    comrade = table.new(FRIENDLY, "5-2-7", "P28")
    table.new(FRIENDLY, "8-0", "P28")
    table.do(f"move {comrade} P27")
    act, _ = stack_plans.best(table.game, decider(FRIENDLY), [unit], Aim("P3", "x"))
    assert any("hexes apart" in reason for reason in act.reasons)
    assert any("keep-with-leader" in reason for reason in act.reasons)


def test_16_who_rides_stays_where_his_leader_can_come_after() -> None:
    table, unit = troop()
    table.all("option command on")
    table.new(FRIENDLY, "8-0", "P20")
    found = command_range_of(table.game, [unit])
    assert [found.apart(name) for name in ("P12", "P10")] == [0, 2], "six MF and a circle of two"


def test_16_nobody_keeps_together_without_command_control_nor_on_the_other_side() -> None:
    table, unit = troop()
    comrade = table.new(FRIENDLY, "5-2-7", "P28")
    table.do(f"move {comrade} P27")
    assert command_range_of(table.game, [unit]).apart("P3") == 0
    table.all("option command on")
    own = table.new(ENEMY, "4-6-7", "P3")
    assert command_range_of(table.game, [table.unit(own)]).apart("P20") == 0


def test_16_only_a_side_of_few_leaders_pays_to_keep_together() -> None:
    table, unit = troop()
    table.all("option command on")
    comrade = table.new(FRIENDLY, "5-2-7", "P28")
    table.do(f"move {comrade} P27")
    doctrine = decider(FRIENDLY).doctrine
    few = int(doctrine.value("few-leaders"))
    paid = [command_range_of(table.game, [unit]).price(doctrine, "P20")]
    for _ in range(few + 1):
        table.new(FRIENDLY, "8-0")
        paid.append(command_range_of(table.game, [unit]).price(doctrine, "P20"))
    assert paid[0] == paid[-1] == 0 and all(price > 0 for price in paid[1:-1])


def test_a13_31_at_the_gallop_it_may_ride_fifteen_mf_and_get_off_in_a_vpo() -> None:
    table, unit = troop()
    table = Tabletop(table.game.at(replace(table.state, control={"P9": ENEMY})))
    act, way = stack_plans.best(table.game, decider(FRIENDLY, "squadron"), [unit], Aim("P9", "x"))
    assert way is not None and way.end == "P9" and way.mf > 9
    assert act.line.endswith("gallop") and any("1 VPO taken" in reason for reason in act.reasons)


def test_a13_36_a_leader_gallops_after_men_who_have() -> None:
    table, unit = troop("P28")
    table.all("option command on", f"put {unit.id} P14")
    leader = table.new(FRIENDLY, "9-1", "P28", "mounted")
    who = decider(FRIENDLY, "squadron")
    game = table.game.at(replace(table.state, passed=frozenset((unit.id,))))
    act = leading.follow(game, who, [game.state.units[leader]])
    assert act.line.endswith(" gallop") and act.reasons[-1] == "nobody sees it: gallop 1 [house]"
    assert table.game.board.distance(act.path[-1], "P14") <= 2
    blown = replace(game.state.units[leader], flags=game.state.units[leader].flags | {"blown"})
    assert "gallop" not in leading.follow(game, who, [blown]).line
