"""What a stack is offered: what it can do now, and why it cannot do the rest."""

from __future__ import annotations

import pytest
from crossroads import bare
from tabletop import LIBRARY

from sasl.asl.game.sides import Phase
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds
from sasl.orders.engine import legal, new_game
from sasl.orders.stack_offers import Offers, offers


def words(found: Offers) -> set[str]:
    """The words of the orders that are offered."""
    return {item.command.name for item in found.able}


def extras(found: Offers, word: str) -> tuple[str, ...]:
    """What may be said after an order that is offered."""
    return next(item.extras for item in found.able if item.command.name == word)


def why(found: Offers, word: str) -> str:
    """Why a word is not offered."""
    return next(reason for reason, refused in found.barred if word in refused)


@pytest.mark.parametrize("phase", ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"])
def test_what_is_offered_is_legal_and_the_rest_has_a_reason(phase: Phase) -> None:
    table = bare(phase=phase)
    squad, leader = table.new("friendly", "5-2-7", "CC13"), table.new("friendly", "8-1", "CC13")
    table.new("enemy", "4-6-7", "CC12")
    found = offers(table.game, [squad, leader])
    assert all(reason and refused for reason, refused in found.barred)
    for item in found.able:
        if item.whole:
            order = item.command.parse(table.game, item.line.split()[1:])
            order.verify(table.game)
    named = {word for _, refused in found.barred for word in refused}
    assert not named & words(found)


def test_a_leader_has_no_panzerfaust_and_cavalry_gallops() -> None:
    table = bare()
    leader = table.new("friendly", "8-1", "CC13")
    found = offers(table.game, [leader])
    assert "pf" not in words(found) and "Panzerfaust" in why(found, "pf")
    assert "gallop" not in extras(found, "move") and "assault" in extras(found, "move")
    rider = table.new("friendly", "5-2-7", "EE13")
    table.do(f"set {rider} mounted")
    found = offers(table.game, [rider])
    assert "gallop" in extras(found, "move") and "assault" not in extras(found, "move")
    assert "mounted" in why(found, "mount") and "dismount" in words(found)


def test_an_order_of_two_is_whole_where_only_one_other_will_do() -> None:
    table = bare(phase="RPh")
    table.new("friendly", "8-1", "CC13")
    first, second = table.new("friendly", "2-2-7", "CC13"), table.new("friendly", "2-2-7", "CC13")
    found = offers(table.game, [first, second])
    item = next(item for item in found.able if item.command.name == "recombine")
    assert item.whole and item.line == f"recombine {first} {second}"


def test_what_the_player_rolls_himself_is_offered_to_nobody() -> None:
    table = bare(phase="RtPh")
    squad = table.new("friendly", "5-2-7", "CC13")
    table.do(f"break {squad}")
    assert "rally" not in words(offers(table.game, [squad]))


def test_beside_the_enemy_in_one_hex_cc_is_offered() -> None:
    table = bare(phase="CCPh")
    squad, other = table.new("friendly", "5-2-7", "CC13"), table.new("friendly", "5-2-7", "EE13")
    table.new("enemy", "4-6-7", "CC13")
    item = next(item for item in offers(table.game, [squad]).able if item.command.name == "cc")
    assert item.whole and item.line == "cc CC13"
    assert "cc" not in words(offers(table.game, [other]))


def test_a_move_ends_as_ordered_or_is_refused() -> None:
    table = bare()
    squad = table.new("friendly", "5-2-7", "CC13")
    assert "nothing in" in table.no(f"move {squad} DD13 into")
    assert "only against a lone Known SMC;" in table.no(f"move {squad} DD13 ovr")


def test_words_without_a_use_in_the_mission_are_not_listed() -> None:
    """Readings, mapboards and the choice of an edge are OtO-S2's, wrecks OtO-S1's."""
    for mission, doubtful in (("oto-s1", False), ("oto-s2", True)):
        game = replace(new_game(LIBRARY, mission, 1), minds=minds("ENEMY"))
        names = {item.name for item, _ in legal(game).verbs}
        assert {"reading", "mapboard", "edge", "wreck"} & names == (
            {"reading", "mapboard", "edge"} if doubtful else {"wreck"}
        )
        assert "boresight" not in names
        by_hand = game.at(replace(game.state, options={"enemy-plays": False}))
        assert "boresight" in {item.name for item, _ in legal(by_hand).verbs}


def test_a13_horses_alone_in_a_hex_are_offered_what_may_be_done_with_them() -> None:
    table = bare(phase="MPh")
    horses = table.new("friendly", "Sq horse", "CC13")
    found = offers(table.game, [horses])
    assert {"put", "eliminate"} <= words(found)


def test_why_nobody_is_fired_at_names_no_hex_that_was_never_named() -> None:
    """A7.1: the trial aims at neighbours, but the player has named none of them."""
    table = bare(phase="PFPh")
    squad = table.new("friendly", "5-2-7", "CC13")
    assert why(offers(table.game, [squad]), "fire") == "no Known enemy is on the map (A7.1)"
    assert why(offers(table.game, [squad], goal="CC11"), "fire") == "nothing of the other side is in CC11 (A7.1)"
    table.new("enemy", "4-6-7", "G3")
    assert "527a reaches at most 4 hexes; G3 is 22 away" in why(offers(table.game, [squad]), "fire")
