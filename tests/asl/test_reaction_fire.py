"""CC Reaction Fire (D7.2): Infantry against a vehicle that moves in its Location."""

from __future__ import annotations

import pytest
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, rolls, trackless


def overrun_by(name: str = "StuG IIIG", *flags: str, squad: str = "4-5-8") -> tuple[Tabletop, str, str]:
    """A vehicle that has just driven into the hex of a squad."""
    table = trackless(bare(ENEMY, "MPh")).all(
        "option fire-stops off", "option confirm-fire off", "option enemy-plays off"
    )
    vehicle = table.new(ENEMY, name, "P20", "motion", "buttoned")
    men = table.new(FRIENDLY, squad, "P18", *flags)
    table.all(f"move {vehicle} P19", f"move {vehicle} P18")
    return table, vehicle, men


def test_d7_21_after_its_paatc_a_squad_attacks_the_vehicle_that_has_come() -> None:
    table, stug, squad = overrun_by()
    events = table.dice(3, 4, 1, 2).do(f"react {squad} {stug}")  # 7 <= 8; 3 + 1 of 5: eliminated
    (attack,) = [record for record in rolls(events) if record.purpose.startswith("CC in")]
    assert "PAATC" in rolls(events)[0].purpose and {mod.name: mod.value for mod in attack.modifiers}["in Motion"] == 2
    assert stug not in table.state.units and "first" in table.unit(squad).flags


def test_d7_21_who_fails_its_paatc_is_pinned_and_does_not_attack() -> None:
    table, stug, squad = overrun_by()
    events = table.dice(6, 5).do(f"react {squad} {stug}")
    assert "pinned" in table.unit(squad).flags and not [
        item for item in rolls(events) if item.purpose.startswith("CC in")
    ]


def test_d7_213_who_has_fired_has_one_less_and_fpf_tests_the_attackers() -> None:
    table, stug, squad = overrun_by("StuG IIIG", "final")
    events = table.dice(3, 4, 5, 4).do(f"react {squad} {stug}")  # the attack's 9 is above its Morale Level
    (attack,) = [record for record in rolls(events) if record.purpose.startswith("CC in")]
    assert attack.target == 4 and "broken" in table.unit(squad).flags


def test_a8_14_as_often_as_it_spends_mp_there() -> None:
    table, stug, squad = overrun_by()
    table.dice(3, 4, 5, 4).do(f"react {squad} {stug}")
    assert "A8.14" in table.no(f"react {squad} {stug}")


@pytest.mark.parametrize(("flag", "rule"), [("broken", "A10.4"), ("pinned", "D7.213"), ("melee", "A11.15")])
def test_d7_21_who_may_not(flag: str, rule: str) -> None:
    table, stug, squad = overrun_by("StuG IIIG", flag)
    assert rule in table.no(f"react {squad} {stug}")


def test_d7_2_only_at_what_moves_in_the_same_location() -> None:
    table, stug, squad = overrun_by()
    other = table.new(FRIENDLY, "4-5-8", "P17")
    assert "D7.21" in table.no(f"react {other} {stug}")
    assert "A11.5" in table.no(f"react {squad},{table.new(FRIENDLY, '4-4-7', 'P18')} {stug}")
