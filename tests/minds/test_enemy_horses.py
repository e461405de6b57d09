"""A side that decides for itself on horseback (A13.31): it rides far, gets off near enemies or its goal, and on."""

from __future__ import annotations

import pytest
from deciders import decider
from tabletop import ENEMY, FRIENDLY, Tabletop, bare

from sasl.asl.game.state import Unit
from sasl.minds.movement import moves, paths, plans
from sasl.minds.movement.command_range import command_range_of
from sasl.minds.movement.goals import Aim


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


def test_a13_31_it_does_not_when_it_has_ridden_too_far() -> None:
    table, unit = troop("P28")
    table.do(f"move {unit.id} P27 P26 P25 P24 P23 P22 P21 P20 P19 P18")
    rider = table.unit(unit.id)
    assert rider.mf > 9
    assert saddle(table, rider, "P17") == ""


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
        found[key] = paths.paths(land, plans._allowance(table.game, [table.unit(key)]))
    board = table.game.board
    assert len(found[unit.id]) > 3 * len(found[walker])
    assert not any(board.terrain(name).has("wooden-building") for name in found[unit.id])


def test_a13_3_no_assault_movement_nor_double_time_on_horseback() -> None:
    table, unit = troop()
    table.new(ENEMY, "4-6-7", "P9")
    act, way = plans.best(table.game, decider(FRIENDLY), [unit], Aim("P12", "x"))
    assert way and not {"assault", "double", "dash"} & set(act.line.split())


def test_a13_1_horse_and_foot_do_not_go_as_one() -> None:
    table, unit = troop()
    walker = table.new(FRIENDLY, "5-2-7", "P20")
    stacks = [sorted(item.id for item in stack) for stack in moves._stacks(table.game, decider(FRIENDLY))]
    assert sorted(stacks) == [[unit.id], [walker]]


def test_a2_51_mmc_enter_before_their_leader() -> None:
    table = bare(FRIENDLY, "MPh").all("new friendly 8-1", "new friendly 5-2-7", "new friendly Sq horse", "mount 527a")
    act = moves.entry(table.game, decider(FRIENDLY))
    assert act is not None and act.line.startswith("enter 527a ")
    place = act.line.split()[-1]
    table.do(act.line)
    led = moves.entry(table.game, decider(FRIENDLY))
    assert led is not None and led.line == f"enter 81a {place}"


# -- together (16) ---------------------------------------------------------------------------------------


def test_16_who_rides_keeps_with_those_who_went_before() -> None:
    table, unit = troop()
    table.all("option command on")
    assert command_range_of(table.game, [unit]).apart("P3") == 0, "nobody has gone before, no leader follows"
    comrade = table.new(FRIENDLY, "5-2-7", "P28")
    table.do(f"move {comrade} P27")
    found = command_range_of(table.game, [unit])
    assert found.company == ("P27",)
    assert [found.apart(name) for name in ("P27", "P25", "P24", "P20")] == [0, 0, 1, 5]


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
