"""Flamethrowers on the IFT (A22): whom they strike, at what FP, how often, and when their fuel is gone."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, against, by_rule, column, field, moves, throw
from tabletop import told

from sasl.asl.game.sides import Phase
from sasl.asl.ordnance import demolition
from sasl.asl.ordnance.charge_position import Charge


def burning(man: str = "8-3-8", phase: Phase = "PFPh") -> tuple[Tabletop, str, str]:
    """An ENEMY unit with a FT in K10."""
    table = field(FRIENDLY if phase in ("MPh", "DFPh") else ENEMY, phase)
    unit, tube = table.armed(ENEMY, man, "K10", "FT")
    return table, unit, tube


def test_a7_302_a_k_of_a_ft_reduces_one_by_random_selection() -> None:
    table, _, tube = burning()
    men = [table.new(FRIENDLY, "4-5-8", "K11") for _ in range(3)]
    throw(table, (1, 4, 6, 2, 3, *[1, 2] * 3), f"fire {tube} K11")
    assert sorted(table.unit(key).kind for key in men if key in table.state.units) == ["hs", "squad", "squad"]


def test_a7_302_a_k_of_a_dc_reduces_one_by_random_selection() -> None:
    table = field(ENEMY, "PFPh")
    unit, charge = table.armed(ENEMY, "8-3-8", "K10", "DC")
    men = [table.new(FRIENDLY, "4-5-8", "K10") for _ in range(3)]
    blast = Charge(ENEMY, charge, "K10", "K10", "set", False, frozenset(), 12)
    table.all(f"put {unit} K13", "option confirm-fire off")
    table, _ = by_rule(table, (4, 6, 6, 2, 3, *[1, 2] * 3), lambda ctx: demolition.explode(ctx, blast))
    assert sorted(table.unit(key).kind for key in men if key in table.state.units) == ["hs", "squad", "squad"]


@pytest.mark.parametrize(("state", "power"), [("", 24), ("concealed", 12)])
def test_a22_1_area_fire_halves_a_ft_but_its_use_in_the_afph_does_not(state: str, power: int) -> None:
    table, _, tube = burning(phase="AFPh")
    table.new(FRIENDLY, "4-5-8", "K11", *state.split())
    assert column(table, f"fire {tube} K11") == power


def test_a22_1_a_ft_cowers() -> None:
    table, unit, tube = burning("4-6-7", "MPh")
    table = moves(table, table.new(FRIENDLY, "4-5-8", "K11"))
    events = throw(table, (4, 4, 1, 2), f"fire {tube} K11")
    assert "cowering to the 20 column" in told(events) and "final" in table.unit(unit).flags
    elite, unit, tube = burning("8-3-8", "MPh")
    elite = moves(elite, elite.new(FRIENDLY, "4-5-8", "K11"))
    assert "cowering" in told(throw(elite, (4, 4, 1, 2), f"fire {tube} K11"))


@pytest.mark.parametrize(("man", "least"), [("8-3-8", 10), ("2-2-8", 10), ("4-6-7", 8), ("4-4-7", 8), ("4-3-6", 7)])
def test_a22_3_and_a19_32_the_x_number_of_who_is_not_elite(man: str, least: int) -> None:
    for original in (least - 1, least):
        table, _, tube = burning(man)
        table.new(FRIENDLY, "4-5-8", "K11")
        high = min(6, original - 1) if original % 2 or original > 6 else original // 2 + 1
        table.dice(high, original - high, *[1, 2] * 6).do(f"fire {tube} K11")
        assert (tube in table.state.weapons) == (original < least), (man, original)


def test_a22_3_the_penalty_is_doubled_for_a_captured_ft() -> None:
    table, _, tube = burning("4-4-7")
    table.do(f"set {tube} captured")
    table.new(FRIENDLY, "4-5-8", "K11")
    table.dice(2, 4, *[1, 2] * 6).do(f"fire {tube} K11")
    assert tube not in table.state.weapons


def test_a8_3_a_ft_has_no_subsequent_first_fire() -> None:
    table, _, tube = burning(phase="MPh")
    table = moves(table, table.new(FRIENDLY, "4-5-8", "K11"), spent=2)
    throw(table, (6, 3, 1, 2), f"fire {tube} K11")
    assert "A8.3" in table.no(f"fire {tube} K11")


def test_a22_4_each_ft_that_he_carries_makes_a_man_a_better_target() -> None:
    table, man, _ = burning("8-3-8")
    table.new(FRIENDLY, "4-5-8", "K14")
    assert against(table, man, "K14") == ["-1 carries a FT"]
    other = table.new(ENEMY, "FT")
    table.do(f"give {other} {man}")
    assert against(table, man, "K14") == ["-2 carries a FT"]
