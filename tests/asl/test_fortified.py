"""Fortified Building Locations (B23.9): their TEM, whom they keep out, and what ends them."""

from __future__ import annotations

from typing import Any

import pytest
from field import Tabletop, by_rule, drm, field, throw

from sasl.asl.game.context import Context
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.under_way import Wave
from sasl.asl.movement.charging import human_wave
from sasl.asl.movement.charging.charge_way import shortest
from sasl.asl.terrain import fortified, rubble
from sasl.kernel.frozen import replace
from sasl.minds.act import Decider
from sasl.minds.movement.ways.paths import ground
from sasl.solitaire.briefing.report import hex_report

PLACE, BESIDE = "K14", "K15"


def house(side: Side = "FRIENDLY", phase: Phase = "MPh", by: str = "enemy", **terrain: Any) -> Tabletop:
    """A wooden building in K14 that a side has fortified."""
    table = field(side, phase, **{PLACE: "wooden-building", **terrain})
    return table.all("option fire-stops off", f"marker add fortified-building {PLACE} {by}")


def test_b23_9_the_tem_is_one_more_than_that_of_the_building() -> None:
    for kind, tem in (("wooden-building", 3), ("stone-building", 4)):
        table = house(phase="PFPh", K14=kind)
        table.new("enemy", "4-6-7", PLACE)
        mine = table.new("friendly", "6-2-8", "K12")
        assert drm(throw(table, (6, 5), f"fire {mine} {PLACE}")) == {f"fortified {kind} TEM": tem}


@pytest.mark.parametrize("flags", [(), ("concealed",)])
@pytest.mark.parametrize(("phase", "order"), [("MPh", "move"), ("APh", "advance")])
def test_b23_9_no_infantry_enters_while_a_good_order_squad_holds_it(
    phase: Phase, order: str, flags: tuple[str, ...]
) -> None:
    table = house(phase=phase)
    table.new("enemy", "4-6-7", PLACE, *flags)
    mine = table.new("friendly", "6-2-8", BESIDE)
    assert "(B23.9)" in table.no(f"{order} {mine} {PLACE}")


@pytest.mark.parametrize(
    ("men", "flags"), [(("4-6-7",), ("broken",)), (("4-6-7",), ("disarmed",)), (("2-4-7",), ()), (("8-0",), ())]
)
def test_b23_9_only_an_armed_unbroken_squad_equivalent_keeps_it(men: tuple[str, ...], flags: tuple[str, ...]) -> None:
    table = house(phase="APh")
    for name in men:
        table.new("enemy", name, PLACE, *flags)
    mine = table.new("friendly", "6-2-8", BESIDE)
    assert not fortified.why_closed(table.game, "FRIENDLY", PLACE)
    table.do(f"advance {mine} {PLACE}")
    assert table.unit(mine).hex == PLACE


def test_b23_9_two_half_squads_are_a_squad_equivalent() -> None:
    table = house(phase="APh")
    for _ in range(2):
        table.new("enemy", "2-4-7", PLACE)
    assert fortified.closed_to(table.game, "FRIENDLY") == {PLACE}


def test_b23_9_only_for_the_side_that_fortified_it() -> None:
    table = house(phase="APh", by="friendly")
    table.new("enemy", "4-6-7", PLACE)
    mine = table.new("friendly", "6-2-8", BESIDE)
    table.do(f"advance {mine} {PLACE}")
    assert table.unit(mine).hex == PLACE


@pytest.mark.parametrize("side", ["FRIENDLY", "ENEMY"])
def test_b23_9_no_search_for_a_way_leads_in_and_no_charge(side: Side) -> None:
    other, ours, theirs = ("enemy", "6-2-8", "4-6-7") if side == "FRIENDLY" else ("friendly", "4-6-7", "6-2-8")
    table = house(side, by=other)
    table.new(other, theirs, PLACE)
    unit = table.unit(table.new(side.lower(), ours, BESIDE, "berserk"))
    assert not shortest(table.game, unit, PLACE).hexes
    doctrine = table.game.mission.army(side).doctrine or "standard"
    decider = Decider(side, table.game.library.doctrine(doctrine))
    assert PLACE in ground(table.game, decider, [unit]).closed


def test_b23_9_no_human_wave_runs_in() -> None:
    for broken in ((), ("broken",)):
        table = house()
        table.new("enemy", "4-6-7", PLACE, *broken)
        unit = table.unit(table.new("friendly", "6-2-8", BESIDE, "human-wave"))
        ahead = table.game.board.hexside(BESIDE, PLACE)
        assert ahead is not None
        wave = Wave("FRIENDLY", PLACE, lane=(BESIDE, PLACE), forward=(ahead,), flank=())
        context = Context(table.game.at(replace(table.state, wave=wave)))
        assert (PLACE in human_wave._goals(context, unit).prices) == bool(broken)


def test_b23_9_only_a_building_that_stands_is_fortified_and_rubble_is_not() -> None:
    table = field("FRIENDLY", "MPh")
    assert "(B23.9)" in table.no(f"marker add fortified-building {PLACE}")
    table = house()
    assert "Fortified Building enemy" in "\n".join(hex_report(table.game, PLACE))
    table, _ = by_rule(table, (), lambda ctx: rubble.collapse(ctx, PLACE, "test", whole=True))
    assert not fortified.is_fortified(table.game, PLACE)
    assert "(B23.9)" in table.no(f"marker add fortified-building {PLACE}")
