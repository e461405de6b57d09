"""CC Reaction Fire (D7.2): Infantry against a vehicle that moves in its Location."""

from __future__ import annotations

import pytest
from field import field, gun_of, throw
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, rolls, trackless

from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace


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


def test_d7_21_one_paatc_against_a_vehicle_in_a_mph() -> None:
    """It spends another MP there, to Stop; the second attack, as Subsequent First Fire, has no PAATC."""
    table, stug, squad = overrun_by()
    table.dice(3, 4, 5, 4).do(f"react {squad} {stug}")
    table.do(f"stop {stug}")
    events = throw(table, (5, 4), f"react {squad} {stug}")
    assert [record.purpose.startswith("CC in") for record in rolls(events)] == [True]
    assert "final" in table.unit(squad).flags
    table.go_to(ENEMY, "DFPh")
    assert not table.unit(squad).arms


def test_d7_21_a_gun_is_marked_with_its_crew() -> None:
    table = trackless(bare(ENEMY, "MPh")).all(
        "option fire-stops off", "option confirm-fire off", "option enemy-plays off"
    )
    gun, crew = gun_of(table, FRIENDLY, "45LL AT", "P18")
    stug = table.new(ENEMY, "StuG IIIG", "P20", "motion", "buttoned")
    table.all(f"move {stug} P19", f"move {stug} P18")
    table.dice(3, 4, 5, 4).do(f"react {crew} {stug}")
    assert "MA spent" in table.unit(gun).arms and "first" in table.unit(crew).flags


def test_d7_213_a_sw_that_has_fired_costs_its_unit_one_ccv_too() -> None:
    table, stug, squad = overrun_by()
    table.all(f"give {table.new(FRIENDLY, 'LMG')} {squad}")
    (gun,) = (weapon.id for weapon in table.state.weapons_of(squad))
    weapon = table.state.weapons[gun]
    marked = replace(weapon, flags=weapon.flags | {"fired", "first"})
    table = Tabletop(table.game.at(replace(table.state, weapons={**table.state.weapons, gun: marked})))
    events = table.dice(3, 4, 5, 4).do(f"react {squad} {stug}")
    (attack,) = [record for record in rolls(events) if record.purpose.startswith("CC in")]
    assert attack.target == 4 and "final" in table.unit(squad).flags


def test_d7_212_of_two_in_a_fpf_cc_reaction_fire_an_original_12_strikes_one() -> None:
    """A8.31: Random Selection of who suffers the Casualty MC; the other one just fails its MC, and breaks. Before that
    the crew's small arms reduce both (A11.621).
    """
    table, stug, squad = overrun_by("StuG IIIG", "final")
    leader = table.new(FRIENDLY, "8-0", "P18", "final")
    events = table.dice(3, 4, 6, 6, 3, 2, 5).do(f"react {squad},{leader} {stug}")
    assert any("who suffers the extreme DR" in record.purpose for record in rolls(events))
    assert squad not in table.state.units and {"broken", "wounded"} <= table.unit(leader).flags


# -- Street Fighting (D7.211) --------------------------------------------------------------------------


def in_the_street(*flags: str) -> tuple[Tabletop, str, str]:
    """A StuG that has come along a road between buildings, P20 to P19, and a squad in the building of O19."""
    table = field(ENEMY, "MPh").all("option fire-stops off", "option confirm-fire off", "option enemy-plays off")
    board = table.game.board
    a, b = (
        name for name in board.neighbours("P19") if name not in ("P18", "P20") and board.hexside("P19", name) in (1, 5)
    )
    road = HexTerrain(road=frozenset({board.hexside("P19", "P18") or 0, board.hexside("P19", "P20") or 0}))
    tiles = {
        "P19": road, "P20": road, "P18": road, a: HexTerrain(("wooden-building",)), b: HexTerrain(("wooden-building",)),
    }  # fmt: skip
    table = Tabletop(replace(table.game, board=field(ENEMY, "MPh", **tiles).game.board))
    stug = table.new(ENEMY, "StuG IIIG", "P20", "motion", "buttoned")
    squad = table.new(FRIENDLY, "4-5-8", a, *flags)
    return table.all(f"move {stug} P19"), stug, squad


def test_d7_211_a_squad_comes_out_of_its_building_at_minus_one_and_goes_back() -> None:
    table, stug, squad = in_the_street()
    home = table.unit(squad).hex
    events = table.dice(3, 4, 6, 5).do(f"react {squad} {stug}")
    (attack,) = [record for record in rolls(events) if record.purpose.startswith("CC in P19")]
    assert {mod.name: mod.value for mod in attack.modifiers}["Street Fighting"] == -1
    assert table.unit(squad).hex == home and "first" in table.unit(squad).flags and not table.state.marked("street")
    assert table.state.moving is not None and table.state.moving.ids == (stug,)


def test_d7_211_not_under_a_fire_counter_nor_from_the_open() -> None:
    table, stug, squad = in_the_street("first")
    assert "under a fire counter" in table.no(f"react {squad} {stug}")
    table, stug, _ = in_the_street()
    other = table.new(FRIENDLY, "4-5-8", "P18")
    assert "nor in an adjacent building" in table.no(f"react {other} {stug}")


def test_d7_211_it_costs_the_afv_its_life() -> None:
    table, stug, squad = in_the_street()
    table.dice(3, 4, 1, 2).do(f"react {squad} {stug}")
    assert stug not in table.state.units and table.unit(squad).hex != "P19"
