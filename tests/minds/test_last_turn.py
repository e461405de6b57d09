"""The last Game Turn of all (S12.5): concealment is worth nothing any more."""

from __future__ import annotations

import pytest
from deciders import decider, field, with_minds
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop

from sasl.asl.game.events import Decided
from sasl.kernel.frozen import replace
from sasl.minds.fire import hiding
from sasl.orders.engine import new_game
from sasl.solitaire import victory


def before_the_end(turns: int) -> Tabletop:
    """A field whose mission ends for sure so many Game Turns later, in the FRIENDLY MPh."""
    table = field(FRIENDLY, "MPh")
    end = replace(table.game.mission.end, table="platoon.mission-end")
    game = replace(table.game, mission=replace(table.game.mission, end=end))
    return Tabletop(game.at(replace(table.state, turn=end.turn - turns)))


@pytest.mark.parametrize(("mission", "sure"), [("platoon", True), ("oto-s2", False)])
def test_12_5_how_likely_a_mission_ends_with_a_turn(mission: str, sure: bool) -> None:
    game = new_game(LIBRARY, mission, 1)
    last = game.mission.end.turn
    assert victory.chance_to_end(game, last - 1) == 0 < victory.chance_to_end(game, last)
    assert (victory.chance_to_end(game, last) == 1) is sure
    assert victory.chance_to_end(game, last + 5) >= victory.chance_to_end(game, last)


@pytest.mark.parametrize("turns", [0, 1])
def test_12_5_in_the_last_turn_nobody_keeps_back_his_fire_for_his_concealment(turns: int) -> None:
    table = before_the_end(turns)
    squad = table.new(ENEMY, "4-6-7", "K10", "concealed")
    mover = table.new(FRIENDLY, "4-4-7", "K19")
    assert hiding.hides(table.game, table.unit(squad)) is bool(turns)
    assert hiding.from_afar(table.game, table.unit(squad), "K18") is bool(turns)
    events = with_minds(table).do(f"move {mover} K18")
    fired = [event for event in events if isinstance(event, Decided) and event.line.startswith("fire")]
    assert bool(fired) is not bool(turns), decider().doctrine.words("first-fire", "first-fire-hidden")
