"""A8.312: a mind always fires at an MMC that enters the Location of its Infantry, and the player is told to."""

from __future__ import annotations

import pytest
from deciders import decider, field
from field import ENEMY, FRIENDLY, Tabletop, moves
from tabletop import told

from sasl.asl.fire import compulsory
from sasl.minds.fire import opening


def entered(*states: str, came_from: str = "K9", how: str = "") -> tuple[Tabletop, str, str]:
    """A FRIENDLY 6-2-8 comes into the stone building of an ENEMY half-squad: next to no harm."""
    table = field("FRIENDLY", "MPh", K10="stone-building")
    them = table.new(ENEMY, "2-3-6", "K10", *states)
    us = table.new(FRIENDLY, "6-2-8", "K10", "berserk")
    return moves(table, us, came_from=came_from, spent=2, how=how), them, us


@pytest.mark.parametrize("states", [(), ("first",), ("final",)])
def test_a8_312_a_mind_fires_at_who_enters_its_location_by_whatever_fire_is_left(states: tuple[str, ...]) -> None:
    table, them, us = entered(*states)
    assert compulsory.must_fire(table.game, "K10") == [them]
    shot = opening.first_fire(table.game, decider(), [us], "K10", {them})
    assert shot is not None and shot.order is not None and "A8.312" in shot.reasons[0]


@pytest.mark.parametrize("state", ["broken", "melee", "disarmed", "prisoner"])
def test_a8_312_who_is_broken_unarmed_or_in_melee_need_not(state: str) -> None:
    assert not compulsory.must_fire(entered(state)[0].game, "K10")


def test_a8_312_once_is_enough_and_only_against_an_mmc_that_enters() -> None:
    table, them, _us = entered()
    table.dice(6, 5).do(f"fire {them} K10")
    assert not compulsory.must_fire(table.game, "K10")
    assert not compulsory.must_fire(entered(came_from="")[0].game, "K10")
    assert compulsory.must_fire(entered(came_from="", how="wave")[0].game, "K10")
    table, _, _ = entered()
    leader = table.new(FRIENDLY, "9-1", "K10")
    assert not compulsory.must_fire(moves(table, leader, came_from="K9").game, "K10")


@pytest.mark.parametrize(("state", "bound"), [("", True), ("first", False)])
def test_a8_312_a9_3_a_leader_with_a_mg_must_fire_it_once(state: str, bound: bool) -> None:
    table, them, us = entered()
    leader = table.new(ENEMY, "9-1", "K10")
    assert compulsory.must_fire(table.game, "K10") == [them], "by himself he has no FP"
    gun = table.arm(leader, "LMG")
    if state:
        table.do(f"set {gun} {state}")
    assert (leader in compulsory.must_fire(table.game, "K10")) is bound and us


def test_a8_312_all_of_the_location_fire_as_one_group() -> None:
    table, them, us = entered()
    other = table.new(ENEMY, "4-3-6", "K10")
    shot = opening.first_fire(table.game, decider(), [us], "K10")
    assert shot is not None and {them, other} <= set(shot.ids)


def test_a8_312_the_player_is_told() -> None:
    table = field("ENEMY", "MPh", K10="stone-building").all("option fire-stops on")
    us = table.new(FRIENDLY, "4-4-7", "K10")
    squad = table.new(ENEMY, "4-6-7", "K9", "berserk")
    assert f"{us} in K10 must fire at them (A8.312)" in told(table.do(f"move {squad} K10"))
