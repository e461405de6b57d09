"""More cases that the rulebook works out: grain, orchards, Guns dug in, prisoners; the same counters and dice."""

from __future__ import annotations

from functools import partial

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, moves, records, shots, throw

from sasl.asl.close_combat import cc_choices
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.infantry import prisoners

HERE = "K14"


# -- grain and orchards (B14, B15) ----------------------------------------------------------------------


def fired_at(goal: str, came_from: str, **terrain: str) -> tuple[str, int]:
    """The column and the DRM of a 4-6-7 in K14 at a 4-4-7 that moves, without Assault Movement, into a hex."""
    table = field(FRIENDLY, "MPh", **terrain)
    squad, prey = table.new(ENEMY, "4-6-7", HERE), table.new(FRIENDLY, "4-4-7", goal)
    table = moves(table, prey, came_from=came_from)
    events = throw(table, (6, 5), f"fire {squad} {goal}")
    return shots(events)[0].column or "", sum(drm(events).values())


@pytest.mark.parametrize(("goal", "column", "modifiers"), [("K13", "8", -1), ("K12", "4", 0), ("K11", "4", 1)])
def test_b15_3_a_4_6_7_at_men_in_the_grain(goal: str, column: str, modifiers: int) -> None:
    """FFNAM alone in the grain, and one more for each hex of grain between; PBF in the first."""
    assert fired_at(goal, "L14", K13="grain", K12="grain", K11="grain") == (column, modifiers)


def test_b14_21_a_4_6_7_through_two_hexes_of_orchard() -> None:
    assert fired_at("K11", "L11", K13="orchard", K12="orchard") == ("4", 1)


# -- Guns (C11.2) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("original", "hit"), [((3, 5), 0), ((3, 4), 1), ((3, 3), 2), ((3, 2), 3)])
def test_c11_2_a_75l_at_a_gun_a_squad_and_a_gun_that_are_dug_in(original: tuple[int, int], hit: int) -> None:
    """At six hexes it needs 8 for men: +1 for the size of the one Gun, +2 for the foxhole, +3 for the other Gun.

    All who are hit take a MC: a 6 on the 12 column is a 2MC, behind a shield a 1MC.
    """
    table = field(ENEMY, "PFPh")
    gun, men = table.new(ENEMY, "75L AT", HERE), table.new(ENEMY, "2-2-8", HERE)
    prey = [table.new(FRIENDLY, "45L AT", "K8"), table.new(FRIENDLY, "45L AT", "K8", "emplaced")]
    crews = [table.new(FRIENDLY, "2-2-8", "K8") for _ in prey]
    squad = table.new(FRIENDLY, "4-4-7", "K8", "dug-in")
    table.all(f"face {gun} K13/J13", *(f"face {key} K9/J8" for key in prey))
    for one, crew in zip((gun, *prey), (men, *crews), strict=True):
        table, _ = by_rule(table, (), partial(_mans, gun=one, crew=crew))
    dice = (*original, 3, 3) + (1, 2) * hit if hit else original
    events = throw(table, dice, f"fire {gun} K8 infantry")
    checks = {record.purpose.split()[2] for record in records(events) if "MC of" in record.purpose}
    assert checks == set([crews[0], squad, crews[1]][:hit])


def _mans(ctx: Context, gun: str, crew: str) -> None:
    ctx.emit(ev.UnitRedrawn(crew, group=gun))


# -- prisoners (A20.55) ---------------------------------------------------------------------------------


def odds(table: Tabletop, ours: list[str], theirs: list[str]) -> tuple[str, int]:
    found = cc_choices.weigh(table.game, Attack(FRIENDLY, HERE, tuple(ours), tuple(theirs)))
    return found.odds, sum(mod.value for mod in found.parties[0].modifiers)


def test_a20_55_two_squads_of_prisoners_turn_on_a_broken_crew_beside_a_2_4_7() -> None:
    """1-1 (2-2) and -2 at the broken Guard; 1-2 (2-4) at both, for whom he counts, too."""
    table = field(FRIENDLY, "CCPh")
    half, crew = table.new(ENEMY, "2-4-7", HERE), table.new(ENEMY, "2-2-8", HERE, "broken")
    men = [table.new(FRIENDLY, "4-4-7", HERE) for _ in range(2)]
    for key in men:
        table, _ = by_rule(table, (), partial(_turns_on, guard=crew, key=key))
    assert odds(table, men, [crew]) == ("1-1", -2)
    assert odds(table, men, [crew, half])[0] == "1-2"


def _turns_on(ctx: Context, guard: str, key: str) -> None:
    prisoners.take(ctx, ctx.state.units[key], ctx.state.units[guard], "test")
    prisoners.free(ctx, ctx.state.units[key], "turns on its Guard (A20.55)")
