"""S? in the stacking of their side (S3.11), and what ends them without an AC check (S3.31)."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, of, rolls

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Marker
from sasl.asl.stacking import crowd_mf, overstack
from sasl.asl.terrain import fires
from sasl.kernel.frozen import replace

BRUSH = "E9"


def run(table: Tabletop, dice: tuple[int, ...], do: object) -> Context:
    """What happens when a rule is carried out with these dice."""
    table.do("dice clear")
    if dice:
        table.dice(*dice)
    context = Context(table.game)
    do(context)  # type: ignore[operator]
    return context


# -- S3.11 ---------------------------------------------------------------------------------------------


def test_s3_11_an_s_counts_as_a_squad_of_the_enemy() -> None:
    table = bare("ENEMY", "MPh")
    for _ in range(3):
        table.new("enemy", "4-6-7", "P13")
    coming = table.unit(table.new("enemy", "4-6-7", "P14"))
    assert overstack(table.game, "P13", "ENEMY") == 0
    before = crowd_mf(table.game, "P13", [coming])
    table.suspect("P13")
    assert overstack(table.game, "P13", "ENEMY") == 1
    assert crowd_mf(table.game, "P13", [coming]) == before + 1


def test_s3_11_an_s_counts_for_nobody_else() -> None:
    table = bare("FRIENDLY", "MPh")
    for _ in range(3):
        table.new("friendly", "6-2-8", "P13")
    table.suspect("P13")
    assert overstack(table.game, "P13", "FRIENDLY") == 0


# -- S3.31 ---------------------------------------------------------------------------------------------


def test_s3_31_a_flame_activates_an_s_on_hold() -> None:
    table = bare()
    table.new("friendly", "6-2-8", "P16")
    name = table.suspect(BRUSH, "hold")
    context = run(table, (3, 3, 3, 4), lambda ctx: fires.light(ctx, BRUSH, "test"))
    assert name not in context.state.suspects and not rolls(context.events, "AC check")
    assert [unit.type for unit in context.state.units_at(BRUSH, "ENEMY")] == ["4-6-7"]


@pytest.mark.parametrize("attitude", ["advance", "withdraw"])
def test_s3_31_in_no_other_attitude(attitude: str) -> None:
    table = bare()
    name = table.suspect(BRUSH, attitude)
    context = run(table, (), lambda ctx: fires.light(ctx, BRUSH, "test"))
    assert name in context.state.suspects


def test_s3_31_a_blaze_eliminates_an_s_on_hold() -> None:
    table = bare("FRIENDLY", "AFPh")
    table.do(f"marker add flame {BRUSH}")
    (flame,) = table.state.markers_at(BRUSH, "flame")
    old: Marker = replace(flame, number=fires.OLD)
    table = Tabletop(table.game.at(replace(table.state, markers={**table.state.markers, flame.id: old})))
    name = table.suspect(BRUSH, "hold")
    context = run(table, (6, 6), fires.burn)
    assert fires.ablaze(context.game, BRUSH) and name not in context.state.suspects
    (fact,) = of(context.events, ev.SuspectRemoved)
    assert not fact.activated and not context.state.units_at(BRUSH, "ENEMY")
