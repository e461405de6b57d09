"""The last Turns (S12.5): who stays in a VPO that the other side could take back (A26.11)."""

from __future__ import annotations

from collections.abc import Iterator

from deciders import decider, field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.context import Game
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.movement import advances, goals, guards, moves

SQUADRON = decider(FRIENDLY, "squadron")


def a_vpo_taken(turn: int) -> tuple[Tabletop, str, str]:
    """A squad and a HS in K15, which is theirs, a VPO before them, a German squad three hexes aside; Turns to go."""
    table = field(FRIENDLY, "MPh")
    state = replace(table.state, control={"K15": FRIENDLY, "K12": ENEMY}, turn=table.game.mission.end.turn - turn)
    table = Tabletop(table.game.at(state))
    table.new(ENEMY, "4-6-7", "N14")
    return table, table.new(FRIENDLY, "4-4-7", "K15"), table.new(FRIENDLY, "2-3-7", "K15")


def each(game: Game) -> Iterator[Act]:
    """Every act of the APh, as if the one before had been passed."""
    while act := advances.next_act(game, SQUADRON):
        yield act
        game = game.at(replace(game.state, passed=game.state.passed | {act.key, *act.ids}))


def test_a26_11_in_the_last_turns_the_one_who_is_missed_least_guards_a_vpo() -> None:
    table, squad, half = a_vpo_taken(0)
    wish = goals.aim(table.game, SQUADRON, table.unit(half))
    assert wish is not None and wish.hex == "K15"
    assert wish.words(SQUADRON.doctrine).endswith("guard-turns 1, guard-range 4 [house]")
    assert goals.goal(table.game, SQUADRON, table.unit(squad)) == "K12"
    passed = table.game.at(replace(table.state, passed=frozenset((squad,))))
    act = moves.next_act(passed, SQUADRON)
    assert act is not None and act.order is None and half in act.key, "though it could take K12"
    ahead = table.game.at(replace(table.state, phase="APh", control={"K15": FRIENDLY, "K14": ENEMY}))
    assert [act.ids for act in each(ahead) if act.order] == [(squad,)]


def test_a26_11_nobody_is_left_behind_while_there_is_time_nor_where_no_enemy_is_near() -> None:
    table, _, half = a_vpo_taken(1)
    assert goals.goal(table.game, SQUADRON, table.unit(half)) == "K12"
    table, _, half = a_vpo_taken(0)
    (foe,) = (unit.id for unit in table.state.on_map(ENEMY))
    assert guards.guards(table.game, SQUADRON, half) == "K15"
    table.do(f"put {foe} P15")
    assert guards.guards(table.game, SQUADRON, half) == ""
    assert guards.guards(table.game, decider(FRIENDLY), half) == "", "the plain commander leaves nobody"


def test_a26_11_only_enemies_that_the_side_knows_of_make_a_guard() -> None:
    table, _, half = a_vpo_taken(0)
    (foe,) = (unit.id for unit in table.state.on_map(ENEMY))
    table.do(f"set {foe} hidden")
    assert guards.guards(table.game, SQUADRON, half) == ""
