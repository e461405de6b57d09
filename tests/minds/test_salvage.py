"""What the other side has left (A21.11, D10.5): Guns turned round, arms and MG from wrecks, and who goes for them."""

from __future__ import annotations

import pytest
from deciders import field, proposal
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.sides import Side


def rph(side: Side) -> Tabletop:
    return field(side, "RPh")


def a_gun_is_left(kind: str) -> tuple[Tabletop, str, str]:
    """A German Gun without a crew in K20, Russians of some kind with it, and a German squad in its sight."""
    table = rph(FRIENDLY)
    gun, men = table.new(ENEMY, "75L AT", "K20"), table.new(FRIENDLY, kind, "K20")
    table.new(ENEMY, "4-6-7", "K15")
    return table, gun, men


def test_a21_11_a_crew_turns_a_gun_of_the_other_side_round_and_a_squad_does_not() -> None:
    table, gun, crew = a_gun_is_left("2-2-8")
    act = proposal(table.game, FRIENDLY)
    assert act is not None and act.line == f"recover {crew} {gun}"
    table, _, _ = a_gun_is_left("4-4-7")
    assert proposal(table.game, FRIENDLY) is None


def test_a21_11_nobody_takes_a_gun_that_its_own_men_serve() -> None:
    table, _, _ = a_gun_is_left("2-2-8")
    table.new(ENEMY, "2-2-8", "K20")
    assert proposal(table.game, FRIENDLY) is None


def with_a_tank_left(side: Side, kind: str, *flags: str) -> tuple[Tabletop, str]:
    """Men of a side with an Abandoned AFV of theirs in K14, in its RPh."""
    table = rph(side)
    table.new(side, "T-34 M43" if side == FRIENDLY else "StuG IIIG", "K14", "abandoned")
    return table, table.new(side, kind, "K14", *flags)


@pytest.mark.parametrize("side", [ENEMY, FRIENDLY])
def test_d10_5_the_unarmed_look_for_arms_in_a_tank(side: Side) -> None:
    table, men = with_a_tank_left(side, "4-4-7", "disarmed")
    act = proposal(table.game, side)
    assert act is not None and act.line == f"scrounge {men}"
    assert act.reasons[0] == "it is unarmed (D10.5)" and act.title.endswith("50%")


def test_d10_5_who_holds_and_has_nothing_to_do_scrounges_a_mg() -> None:
    table, men = with_a_tank_left(ENEMY, "4-6-7")
    act = proposal(table.game, ENEMY)
    assert act is not None and act.line == f"scrounge {men}"
    table.new(FRIENDLY, "4-4-7", "K18")
    assert proposal(table.game, ENEMY) is None, "it is seen, and would be TI"
    table, _ = with_a_tank_left(FRIENDLY, "4-4-7")
    assert proposal(table.game, FRIENDLY) is None, "who attacks has no Turn for it"
