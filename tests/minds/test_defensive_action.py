"""The Action DR in Defensive Fire (S6.12): men may Panic before they first fire in the other side's Player Turn."""

from __future__ import annotations

from deciders import field, with_figure, with_minds
from field import ENEMY, FRIENDLY, Tabletop, moves, records

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.minds.fire import opening
from sasl.minds.fire.defensive_action import panicked_before_firing


def ambush(*states: str, name: str = "4-6-7", leader: str = "") -> tuple[Tabletop, str, str]:
    """An ENEMY unit in K14, and a FRIENDLY squad that is about to cross the open in front of it."""
    table = field(FRIENDLY, "MPh")
    unit = table.new(ENEMY, name, "K14", *states)
    if leader:
        table.new(ENEMY, leader, "K14")
    return table, unit, table.new(FRIENDLY, "6-2-8", "K17")


def walks(table: Tabletop, mover: str, *dice: int) -> tuple[Tabletop, tuple[ev.Event, ...]]:
    """The squad walks to K16 with these dice."""
    table = with_minds(table)
    table.dice(*dice)
    return table, table.do(f"move {mover} K16")


def actions(events: tuple[ev.Event, ...]) -> list[int]:
    """The totals of the Action DR among the events."""
    return [record.total for record in records(events) if record.rule == "S6.12"]


def test_s6_12_the_first_shot_of_a_player_turn_is_preceded_by_an_action_dr() -> None:
    table, unit, mover = ambush()
    table, events = walks(table, mover, 2, 3, 6, 5)
    assert actions(events) == [5]
    assert [event for event in events if isinstance(event, ev.Fired)]
    assert "defensive-action" in table.unit(unit).flags


def test_s6_12_a_panicked_unit_holds_its_fire() -> None:
    table, unit, mover = ambush()
    table, events = walks(table, mover, 5, 6)
    assert actions(events) == [11]
    assert not [event for event in events if isinstance(event, ev.Fired)]
    assert "panicked" in table.unit(unit).flags
    (change,) = [event for event in events if isinstance(event, ev.UnitChanged) and "panicked" in event.gained]
    assert change.why == "Final 11; 1st Line: Final DR of 11 or more [house] (S6.12)"


def test_s6_12_the_best_leader_helps() -> None:
    table, unit, mover = ambush(leader="9-1")
    table, events = walks(table, mover, 5, 6, 6, 5)
    assert actions(events) == [10]
    assert "panicked" not in table.unit(unit).flags


def test_s6_12_one_dr_is_enough_for_a_player_turn() -> None:
    table, _, mover = ambush("defensive-action")
    _, events = walks(table, mover, 6, 5)
    assert actions(events) == []


def test_s6_12_the_mark_is_gone_with_the_player_turn() -> None:
    table, unit, _ = ambush("defensive-action")
    table.go_to("ENEMY", "RPh")
    assert "defensive-action" not in table.unit(unit).flags


def test_s6_12_no_dr_for_the_berserk_nor_the_hidden_nor_the_friendly_side() -> None:
    for state in ("berserk", "hidden"):
        table, _, mover = ambush(state)
        _, events = walks(table, mover, *[6, 5] * 4)
        assert actions(events) == [], state


def test_s6_12_a_gun_makes_it_with_its_crew() -> None:
    table = field(FRIENDLY, "MPh")
    gun, crew = table.new(ENEMY, "75L AT", "K14"), table.new(ENEMY, "2-2-8", "K14")
    table.do(f"face {gun} K15/L14")
    tank = table.new(FRIENDLY, "T-34 M43", "K24", "motion")
    table = with_minds(table)
    table.dice(5, 6)
    events = table.do(f"move {tank} K23")
    assert actions(events)[:1] == [11]
    assert all("panicked" in table.unit(key).flags for key in (gun, crew))


def test_s6_12_the_doctrine_switches_it_off() -> None:
    table, unit, mover = ambush()
    table.do(f"put {mover} K16")
    table = moves(table, mover, came_from="K17")
    for figure, rolls in ((0, 0), (1, 1)):
        who = with_figure("defensive-action", figure)
        ctx = Context(table.game)
        act = opening.first_fire(ctx.game, who, (mover,), "K16")
        assert act is not None and unit in act.ids
        panicked_before_firing(ctx, who, act)
        assert len(records(tuple(ctx.events))) == rolls
