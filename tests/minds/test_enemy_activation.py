"""Section 5: who Activates in the FRIENDLY MPh answers the move at once, by itself."""

from __future__ import annotations

import pytest
from deciders import with_minds
from tabletop import bare, of, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.minds.act import Act, Decider
from sasl.minds.fire import opening
from sasl.orders.march_orders import go_on
from sasl.orders.move_orders import Move


def test_5_2_who_activates_in_the_friendly_mph_is_asked_to_fire_and_the_player_may_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[tuple[str, ...], str]] = []

    def next_act(game: Game, decider: Decider, movers: tuple[str, ...], place: str, *more: object) -> Act | None:
        asked.append((tuple(movers), place))
        return None

    monkeypatch.setattr(opening, "first_fire", next_act)
    table = with_minds(bare())
    table.suspect("Z2")
    squad = table.new("friendly", "6-2-8", "X3")
    table.dice(1, 3, 3, 3, 4)
    facts = table.do(f"move {squad} X2 X1")
    assert of(facts, ev.UnitAdded) and asked == [((squad,), "X2")], "the move stops where the S? Activates"
    assert "fire UNITS" not in told(facts), "nobody is told to fire for the ENEMY"
    assert go_on(table.game, Move((squad,), ("X2", "X1")), facts) == Move((squad,), ("X1",))
