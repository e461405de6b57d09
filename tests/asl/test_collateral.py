"""Collateral Attacks (D.8): what a hit that does not destroy a vehicle does to those aboard who are exposed."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, rolls, told

from sasl.asl.game.events import Event
from sasl.asl.ordnance import mounted


def duel(target: str, *flags: str, ca: str = "J14/K15", gun: str = "45LL AT") -> tuple[Tabletop, str, str]:
    """A Gun in K20 in Prep Fire, and a vehicle of the other side in K14."""
    table = bare("FRIENDLY", "PFPh")
    firer = table.new("FRIENDLY", gun, "K20")
    table.new("FRIENDLY", "2-2-8", "K20")
    tank = table.new("ENEMY", target, "K14", *flags)
    table.do(f"face {tank} {ca}")
    return table, firer, tank


def hit(table: Tabletop, firer: str, *dice: int, words: str = "ap") -> tuple[Event, ...]:
    return table.dice(*dice).do(f"fire {firer} K14 {words}")


def test_d_8_a_crew_that_is_ce_suffers_the_to_kill_dr_on_the_ift() -> None:
    # 45mm HE cannot hurt the front of a StuG, but its DR of 4 counts: 6 with the crew's +2, on the 4 column a NMC
    table, firer, tank = duel("StuG IIIG")
    events = hit(table, firer, 2, 1, 2, 2, 4, 4, words="he")
    assert "Same DR on the 4 column for the crew of StuGa: 4 +2 crew exposed (D5.31) = 6: NMC (D.8)." in told(events)
    assert "buttoned" in table.unit(tank).flags and mounted.CREW_PINNED in table.unit(tank).arms


def test_d_8_a_crew_that_is_bu_suffers_nothing() -> None:
    table, firer, _ = duel("StuG IIIG", "buttoned")
    assert "D.8" not in told(hit(table, firer, 2, 1, 1, 3))


def test_d6_23_riders_are_always_vulnerable() -> None:
    table, firer, tank = duel("StuG IIIG", "buttoned")
    rider = table.new("ENEMY", "4-6-8", "K14")
    table.do(f"board {rider} {tank}")
    events = hit(table, firer, 2, 1, 2, 3, 4, 4)
    assert f"Same DR on the 2 column for {rider} aboard {tank}: 5 is NMC (D.8)." in told(events)


@pytest.mark.parametrize(("place", "column"), [("K15", 24), ("K16", 12)])
def test_a22_34_a_jet_that_fails_to_burn_an_afv_still_strikes_its_exposed_crew(place: str, column: int) -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, man = table.new("FRIENDLY", "FT", ""), table.new("FRIENDLY", "6-2-8", place)
    tank = table.new("ENEMY", "StuG IIIG", "K14")
    table.do(f"give {tube} {man}")
    events = table.dice(5, 6, 1, 1).do(f"fire {tube} K14")
    assert f"Same DR on the {column} column for the crew of {tank}: 11 +2 crew exposed" in told(events)


def test_d_8_a_dud_attacks_nobody() -> None:
    table, firer, _ = duel("StuG IIIG")
    assert "D.8" not in told(hit(table, firer, 2, 1, 6, 6))


def test_d5_6_nobody_is_attacked_in_what_is_destroyed() -> None:
    table, firer, tank = duel("StuG IIIG", ca="K13/L13")  # its rear: 11 + 1 - 3 = 9
    events = hit(table, firer, 2, 1, 3, 4, 6, 6)
    assert tank not in table.state.units and "D.8" not in told(events)


@pytest.mark.parametrize("stuck", ["immobile", "bogged"])
def test_d5_5_a_dangerous_hit_on_a_vehicle_that_is_stuck_tests_its_crew(stuck: str) -> None:
    table, firer, tank = duel("StuG IIIG", stuck, "buttoned", ca="K13/L13")
    events = hit(table, firer, 2, 1, 5, 5, 6, 6)  # 10 is one above 9: Possible Shock or nothing; 5 would have destroyed
    checks = [record.purpose for record in rolls(events, "NTC")]
    assert any("stay aboard" in words for words in checks) or "shocked" in table.unit(tank).flags


# -- through a side without armor (D5.311) --------------------------------------------------------------


def shot_at_marder(*flags: str, ca: str = "K13/L13") -> tuple[Tabletop, str, str]:
    """A squad in K16 that fires at a Marder II in K14, whose rear is turned to it, or its front."""
    table = bare("FRIENDLY", "PFPh")
    squad, marder = table.new("FRIENDLY", "6-2-8", "K16"), table.new("ENEMY", "Marder II", "K14", *flags)
    table.do(f"face {marder} {ca}")
    return table, squad, marder


def test_d5_311_fire_through_a_bare_rear_finds_a_crew_that_is_bu_without_the_2() -> None:
    table, squad, marder = shot_at_marder("buttoned")
    events = table.dice(2, 3, 6, 6).do(f"fire {squad} K14")  # 6 FP, 5: 1MC; 12 fails it: the crew breaks
    (record,) = [item for item in rolls(events) if item.table == "ift"]
    assert "crew exposed" not in {mod.name for mod in record.modifiers}
    (crew,) = (unit for unit in table.state.units.values() if unit.kind == "crew")
    assert "abandoned" in table.unit(marder).flags and "broken" in crew.flags


def test_d5_311_a_k_eliminates_the_crew() -> None:
    table, squad, marder = shot_at_marder()
    table.dice(1, 2).do(f"fire {squad} K14")  # 6 FP, 3: K/2
    assert "abandoned" in table.unit(marder).flags and table.state.lost == {"ENEMY crew": 1}
    assert not any(unit.kind == "crew" for unit in table.state.units.values())


def test_d5_341_through_its_front_a_k_is_a_recall() -> None:
    table, squad, marder = shot_at_marder(ca="J14/K15")
    events = table.dice(1, 1).do(f"fire {squad} K14")
    (record,) = [item for item in rolls(events) if item.table == "ift"]
    assert "crew exposed" in {mod.name for mod in record.modifiers}
    assert "abandoned" not in table.unit(marder).flags
