"""Bounds of small arms: no attack does more than they say, and with them the same is chosen."""

from __future__ import annotations

import pytest
from deciders import decider
from field import field
from tabletop import LIBRARY
from test_enemy_targets import HERE, POSITIONS, generated

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.kernel import verify
from sasl.lab.watching.watch import Watch
from sasl.minds.fire import opening, targets
from sasl.minds.fire.small_arms.bounds import Bounds
from sasl.minds.fire.small_arms.firers import Firers
from sasl.minds.fire.small_arms.outlook import Outlook
from sasl.minds.fire.small_arms.volley import Volley
from sasl.saves.session import Session


def test_no_attack_of_a_game_does_more_than_its_bound() -> None:
    """Two more games in which this is checked, too: `test_enemy_searches.py`."""
    with verify.switched():
        assert sum(1 for _ in Watch(Session.memory(LIBRARY, "platoon", 3, "watch")).run())


def bound_of(game: Game, unit: Unit, goal: str) -> float:
    """The bound of a unit and all its partners at a hex."""
    volley = Volley(game, decider(), goal)
    return Bounds(volley).most(unit, volley.firers.team(unit, frozenset()))


@pytest.mark.parametrize("seed", range(0, POSITIONS, 4))
def test_no_attack_of_a_chance_position_does_more_than_its_bound(seed: int) -> None:
    game = generated(seed)[0].game
    for unit in game.state.on_map("ENEMY"):
        for choice in targets.choices(game, decider(), unit):
            if not choice.kind or not Volley(game, decider(), choice.hex).loads(unit):
                continue  # ordnance, and what a leader only directs
            assert bound_of(game, unit, choice.hex) >= choice.harm - verify.ROUNDING
            if game.board.distance(unit.hex, choice.hex) > 1:
                firers = Firers(game, unit.side)
                team = firers.team(unit, frozenset())
                assert Outlook().most(game, decider(), firers, team, choice.hex) >= choice.harm - verify.ROUNDING


def test_a_positive_leader_does_not_worsen_the_bound() -> None:
    table = field("ENEMY", "PFPh")
    unit = table.new("enemy", "4-6-7", HERE)
    table.new("friendly", "4-5-8", "N15")
    plain = bound_of(table.game, table.unit(unit), "N15")
    table.new("enemy", "6+1", HERE)
    led = bound_of(table.game, table.unit(unit), "N15")
    exact = max(item.harm for item in targets.choices(table.game, decider(), table.unit(unit)))
    assert led == plain >= exact > 0


def test_b30_2_what_lies_outside_the_ca_of_a_pillbox_says_nothing_of_what_lies_within() -> None:
    """Both goals are as far: FP is kept by range only where it does not depend on the goal."""
    table = field("ENEMY", "PFPh").all(f"marker add pillbox {HERE} 1+3+5 N9/O10")
    unit = table.new("enemy", "4-6-7", HERE, "dug-in")
    behind, before = "N15", "N5"
    for place in (behind, before):
        table.new("friendly", "4-5-8", place)
    game, firers, outlook = table.game, Firers(table.game, "ENEMY"), Outlook()
    team = firers.team(table.unit(unit), frozenset())
    assert outlook.most(game, decider(), firers, team, behind) == 0
    (choice,) = targets.choices(game, decider(), table.unit(unit))
    assert choice.hex == before
    assert outlook.most(game, decider(), firers, team, before) >= choice.harm > 0


def test_b30_7_fire_at_concealed_men_in_a_pillbox_is_bounded_by_its_full_fp() -> None:
    table = field("ENEMY", "PFPh").all("marker add pillbox N15 1+3+5 N14/O15")
    unit = table.new("enemy", "4-6-7", HERE)
    table.new("friendly", "4-5-8", "N15", "dug-in", "concealed")
    game, firers = table.game, Firers(table.game, "ENEMY")
    exact = max(item.harm for item in targets.choices(game, decider(), table.unit(unit)))
    bound = Outlook().most(game, decider(), firers, firers.team(table.unit(unit), frozenset()), "N15")
    assert min(bound, bound_of(game, table.unit(unit), "N15")) >= exact > 0


def test_what_cannot_be_enough_is_left_out_and_told() -> None:
    table = field("ENEMY", "PFPh")
    unit = table.new("enemy", "4-6-7", HERE)
    table.new("friendly", "4-5-8", "N15")
    who = table.unit(unit)
    (choice,) = targets.choices(table.game, decider(), who)
    assert targets.choices(table.game, decider(), who, enough=targets.Enough(choice.harm, choice.harm)) == [choice]
    assert targets.choices(table.game, decider(), who, enough=targets.Enough(1.0, 1.0)) == []
    ((place, bound),) = targets.too_little(table.game, decider(), who)
    assert place == "N15" and 1.0 > bound >= choice.harm


def test_8_1_no_figure_that_opens_fire_lies_below_the_least() -> None:
    for phase in ("AFPh", "DFPh"):
        table = field("ENEMY" if phase == "AFPh" else "FRIENDLY", phase)
        unit = table.new("enemy", "4-6-7", HERE)
        for name in ("N13", "N15", "N11"):
            table.new("friendly", "4-5-8", name)
        who, mind = table.unit(unit), decider()
        least = opening.enough(table.game, mind, who)
        assert least is not None
        for choice in targets.choices(table.game, mind, who):
            assert mind.doctrine.value(opening.needed(table.game, mind, choice)) >= least.at(choice.range)
