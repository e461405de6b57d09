"""`advise`: what the built-in commander would do in a game that the player plays himself; nothing is done."""

from __future__ import annotations

import pytest
from deciders import proposal, with_minds
from field import field
from tabletop import Tabletop

from sasl.asl.game.minds import doctrine_name
from sasl.asl.game.sides import Side
from sasl.asl.game.state import but_dice
from sasl.kernel.facts import Told
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds
from sasl.orders import engine
from sasl.orders.engine import Done, No


def advised(table: Tabletop, line: str = "advise") -> list[str]:
    """The lines of advice; nothing of the game changes by asking, nor is a die rolled."""
    game = replace(table.game, advisers=minds("FRIENDLY", "ENEMY"))
    outcome = engine.play(game, line)
    assert isinstance(outcome, Done)
    assert but_dice(outcome.game.state) == but_dice(game.state)
    assert outcome.game.state.dice == game.state.dice
    return [event.text for event in outcome.events if isinstance(event, Told)]


def order(lines: list[str]) -> str:
    """The order among the lines of advice."""
    return next(line.removeprefix("As an order: ") for line in lines if line.startswith("As an order: "))


def test_a_stack_is_told_what_the_commander_would_do_with_it_and_why() -> None:
    table = field(phase="PFPh").all("doctrine commander friendly")
    near, far = table.new("friendly", "6-2-8", "K14"), table.new("friendly", "6-2-8", "K25")
    table.new("enemy", "4-6-7", "K15")
    lines = advised(table, f"advise {near}")
    assert order(lines) == f"fire {near} K15"
    assert any("[house]" in line for line in lines)
    told = advised(table, f"advise {far}")
    assert told[0] == f"Advice (house figures decide): no order for {far} now"
    assert "advise, with no unit named or taken" in told[-1], "others may have one"


def test_the_advice_is_what_the_mind_itself_would_do_and_can_be_typed() -> None:
    table = field(phase="MPh")
    table.new("friendly", "4-5-8", "K14")
    table.new("enemy", "4-6-7", "K8")
    act = proposal(with_minds(table, "FRIENDLY").game, "FRIENDLY")
    assert act is not None
    line = order(advised(table))
    assert line == act.line
    assert not isinstance(engine.play(table.game, line), No)


def test_a4_44_in_the_rph_it_names_what_lies_there_for_a_second_sw_too() -> None:
    table = field(phase="RPh")
    squad = table.new("friendly", "4-5-8", "K14")
    own, lies = table.new("friendly", "ATR"), table.new("friendly", "LMG", "K14")
    table.do(f"give {own} {squad}")
    lines = advised(table)
    assert order(lines) == f"recover {squad} {lies}"
    assert any(f"{squad} already has {own}" in line for line in lines)
    assert proposal(with_minds(table, "FRIENDLY").game, "FRIENDLY") is None, "S7.3: a side that plays itself does not"


def test_with_nothing_worth_an_order_it_says_so() -> None:
    table = field(phase="PFPh")
    squad = table.new("friendly", "4-5-8", "K14")
    assert advised(table, f"advise {squad}")[0] == f"Advice (house figures decide): no order for {squad} now"
    assert advised(field(phase="CCPh"))[0] == "Advice (house figures decide): no order for anybody now"


@pytest.mark.parametrize("side", ["FRIENDLY", "ENEMY"])
def test_who_plays_both_sides_is_advised_for_the_side_whose_turn_it_is(side: Side) -> None:
    table = field(side, phase="PFPh")
    table.new("friendly", "4-5-8", "K14")
    table.new("enemy", "4-6-7", "K15")
    state = replace(table.state, options={**table.state.options, "enemy-plays": False})
    lines = advised(Tabletop(replace(table.game, state=state)))
    assert lines[-1].strip() == f"doctrine {doctrine_name(table.game, side)}"
