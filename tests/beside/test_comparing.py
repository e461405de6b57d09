"""What VASL shows otherwise: matching, sentences, and whose change it is."""

from __future__ import annotations

import pytest
from tabletop import LIBRARY, Tabletop, bare
from vasl_table import Hand

from sasl.beside.comparison import compare, look
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import replace
from sasl.orders.engine import new_game
from sasl.orders.take_over import steps
from sasl.vasl.saved_game import PlacedBoard
from sasl.vasl.tabletop import Tabletop as VaslTable


def platoon() -> Tabletop:
    table = bare()
    for name in ("K20", "K20", "L20", "M20"):
        table.new("friendly", "6-2-8", name)
    table.new("friendly", "9-1", "K20")
    table.new("enemy", "4-6-7", "K14")
    table.suspect("M14")
    return table


def sentences(table: Tabletop, hand: Hand) -> list[str]:
    return [item.sentence() for item in compare(table.game, hand.table).all]


def test_nothing_differs_where_nothing_was_touched() -> None:
    table = platoon()
    found = compare(table.game, Hand(table.game).table)
    assert not found.all
    assert not found.notes


def test_each_kind_of_difference_has_its_sentence() -> None:
    table = platoon()
    hand = Hand(table.game).move("628c", "L18").mark("628d", "broken").take("S?1").swap("628a", "5-2-7")
    hand.lay("suspect", "", "P14").lay("squad", "4-4-7", "K22", "russian")
    assert sentences(table, hand) == [
        "K20: 628b (6-2-8) is a 5-2-7 in VASL",
        "K22: 4-4-7 is in VASL and not here",
        "L20: 628c (6-2-8) stands in L18 in VASL",
        "M14: S?1 stands in P14 in VASL",
        "M20: 628d (6-2-8) is broken in VASL and not here",
    ]


def test_a_counter_on_a_hexside_is_named_with_both_hexes_and_not_compared() -> None:
    table = platoon()
    hand = Hand(table.game)
    hand.counters["628d"] = replace(hand.counters["628d"], hex="", where="hexside", printed="M20/M19")
    found = compare(table.game, hand.table)
    assert not found.all
    assert found.notes == ("1 counter lies on a hexside in VASL: not compared (6-2-8 on M20/M19)",)


def test_who_waits_beside_the_boards_has_not_left_the_map_until_he_was_seen_there() -> None:
    table = platoon()
    away = Hand(table.game).move("628d", "")
    found = compare(table.game, away.table)
    assert not found.moved and [item.to_do() for item in found.lacking] == ["M20: place 6-2-8 (628d)"]
    fact = look(table.game, compare(table.game, Hand(table.game).table))
    assert fact is not None
    found = compare(table.game.at(fact.apply(table.state)), away.table)
    assert [item.sentence() for item in found.moved] == ["M20: 628d (6-2-8) is off the map in VASL"]


def test_c3_2_a_vehicle_or_gun_that_was_turned_in_vasl_is_the_players_turn() -> None:
    """Where nothing was looked at yet, the game's facings are right; afterwards the one who turned last is."""
    table = platoon()
    table.new("friendly", "T-34 M43", "N20")
    gun = table.new("enemy", "75L AT", "N14")
    table.do("face T34a N19/O20")
    table.do(f"face {gun} N15/O15")
    hand = Hand(table.game)
    first = compare(table.game, hand.turn("T34a", 3).table)
    assert [item.sentence() for item in first.lacking] == ["N20: T34a (T-34 M43) faces N21/O21 in VASL"]
    assert [item.to_do() for item in first.lacking] == ["N20: turn T34a (T-34 M43) to N19/O20"]
    assert not first.moved
    fact = look(table.game, compare(table.game, hand.turn("T34a", 1).table))
    assert fact is not None
    looked = table.game.at(fact.apply(table.state))
    turned = compare(looked, hand.turn("T34a", 2).turn(gun, 1).table)
    assert [item.sentence() for item in turned.moved] == [
        f"N14: {gun} (75L AT) faces N13/O14 in VASL",
        "N20: T34a (T-34 M43) faces O20/O21 in VASL",
    ]
    assert [step.adjust for step in steps(looked, turned)] == [(f"face {gun} N13/O14",), ("face T34a O20/O21",)]


def test_c3_2_nobody_has_said_where_it_faces() -> None:
    """Put elsewhere by hand, it keeps the name of a vertex that is none of its hex; a Gun in tow faces nowhere."""
    table = platoon()
    table.new("friendly", "T-34 M43", "N20")
    table.do("face T34a N19/O20")
    table.do("put T34a N17")
    assert not compare(table.game, Hand(table.game).turn("T34a", 4).table).all


def test_another_board_or_none_yet_is_told_in_a_sentence() -> None:
    table = platoon()
    lying = replace(Hand(table.game).table, boards=(PlacedBoard("04", 0, 0),), ids=("bd04",))
    with pytest.raises(ContentError, match="VASL has board 04; this game is played on oto"):
        compare(table.game, lying)
    with pytest.raises(ContentError, match="not chosen yet"):
        compare(new_game(LIBRARY, "oto-s2", 1), Hand(table.game).table)


def test_a_save_without_a_board_takes_nobody_away_and_one_of_another_game_is_told() -> None:
    table = platoon()
    empty = VaslTable((), (), ())
    found = compare(table.game, empty)
    assert not found.moved and len(found.lacking) == 7
    assert found.notes == ("VASL has no board laid out: none of its counters lies on the map of the game",)
    fact = look(table.game, compare(table.game, Hand(table.game).table))
    assert fact is not None
    seen = table.game.at(fact.apply(table.state))
    assert not compare(seen, empty).moved
    found = compare(seen, replace(Hand(table.game).table, counters=()))
    assert found.moved and found.notes[0].endswith("is it from another game?")


def test_units_that_are_alike_are_taken_by_distance_and_it_is_said() -> None:
    table = platoon()
    hand = Hand(table.game).move("628a", "L19").move("628b", "M19").move("628c", "L18")
    shuffled = replace(hand.table, counters=tuple(reversed(hand.table.counters)))
    found = compare(table.game, shuffled)
    assert [item.sentence() for item in found.all] == [
        "K20: 628a (6-2-8) stands in L19 in VASL",
        "K20: 628b (6-2-8) stands in L18 in VASL",
        "L20: 628c (6-2-8) stands in M19 in VASL",
    ]
    assert any("which 6-2-8 is which" in text for text in found.notes)


def test_a_counter_once_matched_keeps_its_unit() -> None:
    table = platoon()
    fact = look(table.game, compare(table.game, Hand(table.game).table))
    assert fact is not None
    state = fact.apply(table.state)
    hand = Hand(table.game).move("628a", "L19").move("628b", "M19").move("628c", "L18")
    found = compare(table.game.at(state), hand.table)
    assert [item.sentence() for item in found.moved] == [
        "K20: 628a (6-2-8) stands in L19 in VASL",
        "K20: 628b (6-2-8) stands in M19 in VASL",
        "L20: 628c (6-2-8) stands in L18 in VASL",
    ]
    assert not found.notes
