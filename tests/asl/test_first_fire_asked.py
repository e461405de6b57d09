"""A8.1: a player is asked for Defensive First Fire where his best shot is worth it; a poorer one is told."""

from __future__ import annotations

from fractions import Fraction

from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop, bare

from sasl.asl.fire import first_fire
from sasl.asl.game import events as ev
from sasl.solitaire.briefing.outcome import outcome
from sasl.solitaire.briefing.prompts import awaited, may_answer


def under_guns() -> tuple[Tabletop, str, str]:
    """An ENEMY squad in K15 that comes into the view of a FRIENDLY crew in K20."""
    table = bare(ENEMY, "MPh").all("option enemy-plays off")
    return table, table.new(FRIENDLY, "2-2-8", "K20"), table.new(ENEMY, "4-6-7", "K15")


def test_a8_1_a_move_halts_for_a_good_shot() -> None:
    table, crew, squad = under_guns()
    events = table.do(f"move {squad} K16")
    assert [event for event in events if isinstance(event, ev.Told) and event.stop]
    assert may_answer(table.game) == [crew] and f"{crew} may fire" in awaited(table.game)


def test_a8_1_a_move_does_not_halt_for_a_poor_shot_and_the_shot_is_told() -> None:
    table, crew, squad = under_guns()
    before = table.game
    table.do("option fire-stops 90")
    events = table.do(f"move {squad} K16")
    (poor,) = [event for event in events if isinstance(event, ev.ShotPassedBy)]
    assert (poor.ids, poor.hex, poor.firers) == ((squad,), "K16", (crew,)) and 0 < poor.chance < 0.9
    assert not [event for event in events if isinstance(event, ev.Told) and event.stop]
    assert may_answer(table.game) == [] and f"{crew} may fire" not in awaited(table.game)
    (line,) = [text for text in outcome(before, table.game, events).others if "passed up a shot" in text]
    assert crew in line and squad in line
    table.do(f"fire {crew} K16")  # it is still his to fire, if he likes


def test_a8_1_a_shot_at_the_chance_asked_for_halts_and_0_asks_for_each() -> None:
    table, crew, squad = under_guns()
    table.all("option fire-stops 100", f"move {squad} K16")
    poor = first_fire.passed_by(table.game, [crew], "K16")
    assert poor is not None
    table.do(f"option fire-stops {int(100 * poor.chance)}")
    assert first_fire.passed_by(table.game, [crew], "K16") is None
    table.all("option fire-stops 0")
    assert first_fire.passed_by(table.game, [crew], "K16") is None


def test_a8_1_without_a_choice_the_figure_counts() -> None:
    table = bare(ENEMY, "MPh")
    assert first_fire.least_chance(table.game) == Fraction(table.game.figure("least-first-fire"), 100)
    assert f"now {table.game.figure('least-first-fire')}%" in " ".join(event.describe() for event in table.do("option"))


def test_a8_312_who_must_fire_is_asked_however_poor_the_shot() -> None:
    table = field(ENEMY, "MPh", K10="stone-building").all("option fire-stops 100", "option enemy-plays off")
    us = table.new(FRIENDLY, "4-4-7", "K10")
    table.do(f"move {table.new(ENEMY, '4-6-7', 'K9', 'berserk')} K10")
    assert may_answer(table.game) == [us]


def test_a8_1_the_chance_that_was_set_is_what_the_player_hears_last() -> None:
    table = field(ENEMY, "MPh")
    facts = table.do("option fire-stops 10")
    assert [fact.describe().split(":")[0] for fact in facts] == ["Option fire-stops on", "Fire-stops is 10 [user]"]
    (off,) = table.do("option fire-stops off")
    assert off.describe() == "Option fire-stops off: ENEMY moves do not halt for your shots"


def test_only_the_halts_take_a_number_and_none_beyond_100() -> None:
    table = bare()
    assert "takes a chance from 0 to 100 percent, not 101" in table.no("option fire-stops 101")
    assert "only fire-stops takes a number" in table.no("option ask-los 5")
    assert "it takes on, off or a number" in table.no("option fire-stops often")


def test_with_the_switch_off_nothing_halts() -> None:
    table, _, squad = under_guns()
    table.all("option fire-stops off", f"move {squad} K16")
    assert may_answer(table.game) == []
