"""Men IN a gully (A6.3, B19) and LOS in doubt: one answer for fire, S? and the ENEMY's mind."""

from __future__ import annotations

import pytest
from deciders import decider, on, with_minds
from field import field, moves, paper
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, rolls

from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.game import events as ev
from sasl.asl.game.los.depressions import sunk
from sasl.asl.game.los.sight import below_rim, look
from sasl.asl.game.sides import Phase, Side
from sasl.minds.fire import targets

IN, OFF, NEAR = "N14", "N10", "N13"
"""A gully hex in the field, a hex four hexes off, one beside it."""


def gully(phase: Phase, side: Side = FRIENDLY, **terrain: str) -> Tabletop:
    return field(side, phase, **{IN: "gully", **terrain})


@pytest.mark.parametrize("asked", ["on", "off"])
def test_b19_no_attack_goes_over_the_rim_of_a_gully(asked: str) -> None:
    """Men IN a gully neither fire nor are fired at over distance, whether or not LOS is asked about."""
    table = gully("PFPh", ENEMY)
    table.do(f"option ask-los {asked}")
    squad, foe = table.new("friendly", "6-2-8", IN), table.new("enemy", "4-6-7", OFF)
    assert "IN the gully N14" in table.no(f"fire {foe} {IN}")
    beside = table.new("enemy", "4-6-7", NEAR)
    table.do(f"fire {beside} {IN}")
    table = gully("PFPh")
    table.do(f"option ask-los {asked}")
    squad = table.new("friendly", "6-2-8", IN)
    table.new("enemy", "4-6-7", OFF)
    assert "IN the gully N14" in table.no(f"fire {squad} {OFF}")


def test_b19_what_the_player_sees_on_his_board_counts_for_a_gully_too() -> None:
    table = gully("PFPh", ENEMY)
    table.new("friendly", "6-2-8", IN)
    foe = table.new("enemy", "4-6-7", OFF)
    table.all(f"los {OFF} {IN} clear", f"fire {foe} {IN}")


def test_b20_92_men_on_the_crest_are_seen_and_those_below_them_are_not() -> None:
    """In a hex with both, LOS is that of the crest, and those IN the gully are left out of it."""
    table = gully("PFPh", ENEMY)
    below = table.new("friendly", "6-2-8", IN)
    assert sunk(table.game) == {IN} and not look(table.game, OFF, IN).exists
    above = table.new("friendly", "4-4-7", IN, "crest")
    assert sunk(table.game) == set() and look(table.game, OFF, IN).exists
    assert below_rim(table.game, table.unit(below), OFF) and not below_rim(table.game, table.unit(above), OFF)
    foe = table.new("enemy", "4-6-7", OFF)
    shown = [text for text in paper(table, f"fire {foe} {IN}") if "Total DRM" in text]
    assert shown == ["Total DRM +2"], "one target: Crest status"
    table.dice(1, 1, 6, 6, 6, 6).do(f"fire {foe} {IN}")
    assert "broken" in table.unit(above).flags and "broken" not in table.unit(below).flags
    table = gully("PFPh")
    squad = table.new("friendly", "6-2-8", IN)
    table.new("friendly", "4-4-7", IN, "crest")
    table.new("enemy", "4-6-7", OFF)
    assert "no LOS to N10 beyond its rim (A6.3, B19)" in table.no(f"fire {squad} {OFF}")


def test_b6_whoever_is_on_the_bridge_is_not_in_the_stream() -> None:
    table = bare(ENEMY, "PFPh")
    board = table.game.board
    assert not any(board.terrain(name).bridged for name in sunk(table.game))
    assert sunk(table.game) == {name for name in board.names() if board.terrain(name).has("gully")}


@pytest.mark.parametrize("asked", ["on", "off"])
def test_5_1_an_s_in_a_gully_checks_only_for_whom_it_sees(asked: str) -> None:
    """An S? is IN its gully: it neither sees nor is seen over the rim; ADJACENT it checks."""
    table = gully("MPh")
    table.do(f"option ask-los {asked}")
    table.suspect(IN)
    squad = table.new("friendly", "6-2-8", "N9")
    table.dice(6, 6)
    assert not rolls(table.do(f"move {squad} N10 N11 N12"), "AC check")
    table.do("put " + squad + " N12")
    other = table.new("friendly", "6-2-8", "N12")
    assert rolls(table.do(f"move {other} N13"), "AC check")


def test_5_1_who_moves_in_a_gully_draws_no_check_from_afar() -> None:
    table = gully("MPh", N15="gully")
    table.suspect(OFF)
    squad = table.new("friendly", "6-2-8", "N15")
    assert not rolls(table.dice(6, 6).do(f"move {squad} N14"), "AC check")


@pytest.mark.parametrize("asked", [True, False])
def test_6_5_the_enemy_looks_for_no_targets_below_the_rim(asked: bool) -> None:
    """Its mind proposes fire only where the rules let it fire."""
    table = with_minds(gully("PFPh", ENEMY), **{**on(), "ask-los": asked})
    table.new("friendly", "6-2-8", IN)
    foe = table.unit(table.new("enemy", "4-6-7", OFF))
    assert not targets.choices(table.game, decider(), foe)
    table.new("friendly", "6-2-8", IN, "crest")
    (choice,) = targets.choices(table.game, decider(), foe)
    assert choice.line == f"fire {foe.id} {IN}"


# -- what is in doubt --------------------------------------------------------------------------------

FIRER, DOUBTED, CLEAR = "L11", "N11", "L14"


def in_doubt() -> tuple[Tabletop, str]:
    """An ENEMY squad that has a FRIENDLY squad in a doubtful LOS, likely clear, and one in a clear LOS farther off."""
    table = field(ENEMY, "AFPh", M11="woods")
    foe = table.new("enemy", "4-6-8", FIRER)
    table.new("friendly", "6-2-8", DOUBTED)
    table.new("friendly", "6-2-8", CLEAR)
    seen = look(table.game, FIRER, DOUBTED)
    assert (seen.exists, seen.sure) == (True, False) and look(table.game, FIRER, CLEAR).sure
    return with_minds(table, **on("ask-los")), foe


def test_6_5_the_enemy_asks_about_a_doubtful_los_before_it_proposes_fire() -> None:
    """With the player's answer it thinks again: it proposes nothing that the rules would then refuse."""
    table, foe = in_doubt()
    question = table.ask("enemy")
    assert f"Is there a LOS between {FIRER} and {DOUBTED} ({foe} would fire)?" in question.text
    assert "likely clear (85%)" in question.text
    events = table.do("enemy", "blocked")
    (act,) = [event for event in events if isinstance(event, ev.Decided)]
    assert act.line == f"fire {foe} {CLEAR}" and not [event for event in events if isinstance(event, ev.Passed)]
    table, foe = in_doubt()
    (act,) = [event for event in table.do("enemy", "clear") if isinstance(event, ev.Decided)]
    assert act.line == f"fire {foe} {DOUBTED}"


def test_a6_with_ask_los_off_the_likely_answer_counts_for_rules_and_mind_alike() -> None:
    table, foe = in_doubt()
    table.do("option ask-los off")
    (act,) = [event for event in table.do("enemy") if isinstance(event, ev.Decided)]
    assert act.line == f"fire {foe} {DOUBTED}" and not table.state.sights


def test_a6_a_los_that_is_likely_blocked_is_none_with_ask_los_off_and_asked_about_otherwise() -> None:
    """A short way through one building: 38 % are clear."""
    table = field(FRIENDLY, "PFPh", M11="wooden-building")
    squad, _ = table.new("friendly", "6-2-8", "L12"), table.new("enemy", "4-6-8", "N10")
    reason = table.no(f"fire {squad} N10")
    assert "likely blocked (62%): cuts the edge of wooden building M11" in reason
    table.do("option ask-los on")
    question = table.ask(f"fire {squad} N10")
    assert question.default == "blocked" and "likely blocked (62%)" in question.text
    table.do(f"fire {squad} N10", "clear")
    assert table.state.sights == {"L12-N10": "clear"}


@pytest.mark.parametrize("asked", [True, False])
def test_a8_1_an_enemy_move_halts_where_the_players_board_may_show_a_los(asked: bool) -> None:
    """A doubtful LOS that is likely blocked: with ask-los it may be fired through, so the move halts for it."""
    table = field(ENEMY, "MPh", M11="wooden-building")
    squad, foe = table.new("friendly", "6-2-8", "L12"), table.new("enemy", "4-6-8", "N10")
    table.do(f"option ask-los {'on' if asked else 'off'}")
    assert could_fire_at(moves(table, foe).game, FRIENDLY, [foe]) == ([squad] if asked else [])
