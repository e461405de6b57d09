"""Section 5: who Activates in the FRIENDLY MPh answers the move at once, by itself."""

from __future__ import annotations

import pytest
from deciders import field, reaction, with_minds
from field import moves
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


@pytest.mark.parametrize(("state", "fires"), [("", False), ("activated", True)])
def test_s5_3_what_has_just_activated_fires_from_the_lowest_threshold_on(state: str, fires: bool) -> None:
    table = field("FRIENDLY", "MPh", K18="stone-building")
    squad = table.new("ENEMY", "4-6-7", "K14", "concealed", *filter(None, [state]))
    mover = table.new("FRIENDLY", "4-4-7", "K18")
    table = moves(table, mover, came_from="K19")
    act = reaction(table, mover)
    assert (act is not None) == fires, squad


def test_s5_3_the_mark_of_an_activation_is_gone_after_the_mph() -> None:
    table = field("FRIENDLY", "MPh")
    squad = table.new("ENEMY", "4-6-7", "K14", "activated")
    table.go_to("FRIENDLY", "DFPh")
    assert "activated" not in table.unit(squad).flags
