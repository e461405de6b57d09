"""The player and the ENEMY's acts (S6): one by one, in runs, vetoed, and by another doctrine without any code."""

from __future__ import annotations

from copy import copy
from typing import Any

from deciders import field, on, with_minds
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop, of, told

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase
from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import replace


def facing(phase: Phase = "PFPh", **options: Any) -> tuple[Tabletop, list[str]]:
    """Three ENEMY squads, each with a Target, that have their Fire Commands."""
    table = field(ENEMY, phase)
    units = []
    for place, target in (("C12", "C14"), ("K12", "K14"), ("S12", "S14")):
        units.append(table.new(ENEMY, "4-6-7", place))
        table.new(FRIENDLY, "4-4-7", target)
    for key in units:
        table.do(f"action {key} fire")
    return with_minds(table, **options), units


def decided(events: tuple[ev.Event, ...]) -> list[str]:
    return [event.line for event in of(events, ev.Decided)]


def test_next_does_one_act_and_only_then_goes_on() -> None:
    table, _ = facing()
    lines = [decided(table.do("next")) for _ in range(3)]
    assert all(len(line) == 1 for line in lines) and len({line[0] for line in lines}) == 3
    assert table.state.phase == "PFPh"
    table.do("next")
    assert table.state.phase == "MPh"


def test_enemy_shot_runs_to_the_next_shot_and_enemy_phase_through_the_phase() -> None:
    table, _ = facing()
    assert len(decided(table.do("enemy shot"))) == 1
    assert len(decided(table.do("enemy phase"))) == 2
    assert table.state.phase == "PFPh"
    assert "nothing left to do" in table.no("enemy phase")


def test_a_veto_keeps_units_from_acting_in_this_phase_and_is_in_the_log() -> None:
    table, units = facing()
    events = table.do(f"enemy pass {units[1]}")
    assert [event.why for event in of(events, ev.Passed)] == ["vetoed"]
    acts = decided(table.do("enemy phase"))
    assert len(acts) == 2 and not any(units[1] in line for line in acts)
    assert "prep" in table.unit(units[0]).flags and "prep" not in table.unit(units[1]).flags


def test_after_a_veto_the_player_gives_the_order() -> None:
    table, units = facing()
    table.do(f"enemy pass {units[1]}")
    table.do(f"fire {units[1]} K14")
    assert "prep" in table.unit(units[1]).flags


def test_all_may_be_told_to_pass() -> None:
    table, units = facing()
    assert "nothing more in this phase" in told(table.do("enemy pass"))
    table.do("next")
    assert table.state.phase == "MPh" and not any("prep" in table.unit(key).flags for key in units)


def test_an_act_is_asked_and_the_answer_veto_is_kept() -> None:
    table, _ = facing(**on("confirm-fire", "confirm-acts"))
    question = table.ask("next")
    assert question.kind == "attack" and any("harm" in line for line in question.preview.reasons)
    events = table.do("next", "cancel")
    assert [event.why for event in of(events, ev.Passed)] == ["vetoed"]
    assert len(of(events, ev.Decided)) == 1


def test_a_shot_of_a_gun_is_vetoed_once_for_the_gun_and_its_crew() -> None:
    table = field(FRIENDLY, "DFPh")
    gun, crew = table.new(ENEMY, "20L(6) AA", "K12"), table.new(ENEMY, "2-2-8", "K12")
    table.new(FRIENDLY, "4-4-7", "K14")
    table.do(f"face {gun} K13/L12")
    table = with_minds(table, **on("confirm-fire", "confirm-acts"))
    events = table.do("next", "cancel")
    assert {event.key for event in of(events, ev.Passed)} == {gun, crew}
    table.do("next")
    assert table.state.phase == "AFPh"


def test_without_a_mind_both_sides_are_ordered_by_the_player() -> None:
    table, _ = facing(**{**on("enemy-plays"), "enemy-plays": False})
    assert "enemy-plays on" in table.no("enemy")
    table.do("next")
    assert table.state.phase == "MPh"


def test_a_doctrine_is_seen_and_chosen() -> None:
    table, _ = facing()
    words = told(table.do("doctrine"))
    assert "* standard:" in words and "  timid:" in words and "The FRIENDLY side follows combined " in words
    table.all("doctrine timid", "doctrine commander friendly")
    words = told(table.do("doctrine"))
    assert "* timid:" in words and "The FRIENDLY side follows commander " in words
    assert "there is no doctrine 'tinid'; did you mean 'timid'" in table.no("doctrine tinid")


def test_another_doctrine_changes_the_enemy_without_code() -> None:
    still: Doctrine = LIBRARY.doctrine("standard")
    figures = {**still.figures, "target-harm": replace(still.figures["target-harm"], value=9.0)}
    library = copy(LIBRARY)
    library.__dict__["doctrines"] = {**LIBRARY.doctrines, "still": replace(still, id="still", figures=figures)}
    table, units = facing()
    table = Tabletop(replace(table.game, library=library))
    table.do("doctrine still")
    table.do("next")
    assert table.state.phase == "MPh" and not any("prep" in table.unit(key).flags for key in units)


def test_who_orders_enemy_units_in_person_decides_for_them() -> None:
    table = with_minds(field(ENEMY, "MPh"), **on("mf-limit"))
    squad = table.new(ENEMY, "4-6-7", "K12")
    question = table.ask(f"move {squad} K13 K14 K15 K16 K17 K18 K19")
    assert "Move anyway?" in question.text
