"""ADJACENT in capitals (A.8): in LOS, and within an advance; and the rules that ask for it."""

from __future__ import annotations

from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.fire import fire_groups
from sasl.asl.game.los.adjacency import adjacent_from, are_linked, is_adjacent
from sasl.asl.game.sides import Phase
from sasl.asl.infantry.rout import rout_ways
from sasl.asl.infantry.rout.threat import threat

HERE, MARSH = "K15", "K14"


def beside_a_marsh(phase: Phase = "RtPh") -> Tabletop:
    return field(FRIENDLY, phase, **{MARSH: "marsh"})


def test_a_8_adjacent_are_hexes_side_by_side_in_los_and_one_is_with_oneself() -> None:
    game = field().game
    assert is_adjacent(game, HERE, HERE) and is_adjacent(game, HERE, MARSH)
    assert not is_adjacent(game, HERE, "K13")
    assert set(adjacent_from(game, HERE)) == {HERE, *game.board.neighbours(HERE)}


def test_a_8_nobody_is_adjacent_to_where_no_advance_leads() -> None:
    game = beside_a_marsh().game
    assert not is_adjacent(game, HERE, MARSH), "B16.4: a marsh is not entered in the APh"
    assert is_adjacent(game, MARSH, HERE) and are_linked(game, HERE, MARSH)
    table = field()
    table.do("marker add blaze K14")
    assert not is_adjacent(table.game, HERE, MARSH), "B25.4"


def test_a_8_a_los_that_is_blocked_but_not_by_smoke() -> None:
    table = field().all(f"los {HERE} {MARSH} blocked")
    assert not is_adjacent(table.game, HERE, MARSH)
    table = field()
    for name in (HERE, MARSH):
        for _ in range(2):
            table.do(f"marker add smoke {name}")
    assert is_adjacent(table.game, HERE, MARSH)


def test_a10_5_a10_62_a_broken_unit_beside_an_enemy_in_a_marsh_is_under_dm_and_need_not_rout() -> None:
    table = beside_a_marsh()
    unit = table.new("friendly", "4-4-7", HERE, "broken", "dug-in")
    table.new("enemy", "4-6-7", MARSH)
    fear = threat(table.game, table.unit(unit))
    assert fear.armed_beside(HERE), "he could advance to it"
    assert not fear.adjacent(HERE) and rout_ways.must_rout(table.game, table.unit(unit)) == ""


def test_a20_21_nobody_surrenders_to_men_in_a_marsh_beside_him() -> None:
    table = beside_a_marsh()
    taker, unit = table.new("enemy", "4-6-7", MARSH), table.new("friendly", "4-4-7", HERE, "broken", "dm")
    assert "ADJACENT" in table.no(f"capture {taker} {unit}")
    assert rout_ways.captor(table.game, table.unit(unit)) is None


def test_a7_5_a_fire_group_is_no_chain_where_no_los_joins_it() -> None:
    table = field(ENEMY, "PFPh")
    assert fire_groups.out_of_the_chain(table.game, [HERE, MARSH]) == set()
    table.do(f"los {HERE} {MARSH} blocked")
    assert fire_groups.out_of_the_chain(table.game, [HERE, MARSH]) == {MARSH}
