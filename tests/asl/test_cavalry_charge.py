"""The Cavalry charge (A13.6): declared from afar, ridden home at the gallop, TPBF from the saddle."""

from __future__ import annotations

from typing import Any

from field import Tabletop, field, shots
from tabletop import told

from sasl.asl.fire import opportunity
from sasl.asl.movement.ground.costs import Gait, step_cost


def troop(foe: str = "4-6-7", at: str = "K10", *flags: str, **terrain: Any) -> tuple[Tabletop, str, str]:
    """Cavalry in K14, four hexes from an ENEMY squad that fires by nobody's hand but the test's."""
    table = field("FRIENDLY", "MPh", **terrain).all("option fire-stops off")
    table.all("option confirm-fire off", "option enemy-plays off")
    squad, horse = table.new("friendly", "5-2-7", "K14"), table.new("friendly", "Sq horse", "K14")
    table.all(f"put {squad} off", f"put {horse} off", f"mount {squad}", f"put {squad} K14")
    return table, squad, table.new("enemy", foe, at, *flags)


def test_a13_6_it_gallops_pays_three_mf_more_and_attacks_with_full_tpbf_at_once() -> None:
    table, squad, _ = troop()
    assert step_cost(table.game, table.unit(squad), "K11", "K10", Gait.of("charge")).mf == 4
    events = table.dice(3, 4).do(f"move {squad} K10 charge")
    rider = table.unit(squad)
    assert rider.hex == "K10" and rider.cavalry and rider.mf == 7 and {"gallop", "charged"} <= rider.flags
    (record,) = shots(events)
    assert record.column == "12", "5 FP times 3, not halved from the saddle"


def test_a13_6_only_at_a_known_enemy_in_los_from_three_hexes_away() -> None:
    table, squad, _ = troop()
    assert "(A13.6)" in table.no(f"move {squad} K11 charge")
    table.do(f"put {squad} K12")
    assert "at least 3 hexes away" in table.no(f"move {squad} K10 charge")
    table, squad, _ = troop("4-6-7", "K10", "concealed")
    assert "(A13.6)" in table.no(f"move {squad} K10 charge")
    table, squad, _ = troop(K12="woods")
    assert "does not see K10" in table.no(f"move {squad} K10 charge")
    table, squad, _ = troop(K10="woods")
    assert "no gallop into K10: Woods (A13.36)" in table.no(f"move {squad} K10 charge")


def test_a13_35_without_a_charge_no_cavalry_rides_into_a_known_enemy() -> None:
    table, squad, _ = troop()
    table.do(f"put {squad} K11")
    assert "only in a charge: move … charge (A13.6)" in table.no(f"move {squad} K10")


def test_a13_6_only_cavalry_charges() -> None:
    table, _, _ = troop()
    walker = table.new("friendly", "4-4-7", "K14")
    assert "only Cavalry" in table.no(f"move {walker} K10 charge")


def test_a13_6_a_charge_that_fire_halts_is_ridden_on() -> None:
    table, squad, _ = troop()
    table.do("option fire-stops on")
    table.do(f"move {squad} K10 charge")
    assert table.unit(squad).hex == "K13" and "charging" in table.unit(squad).flags
    table.do("option fire-stops off")
    table.dice(6, 6).do(f"move {squad} K10 charge")
    assert table.unit(squad).hex == "K10" and "charged" in table.unit(squad).flags


def test_a13_6_the_fire_at_it_in_the_hex_comes_first() -> None:
    table, squad, foe = troop()
    table.do(f"move {squad} K12")
    table = Tabletop(table.game)
    table.all(f"set {squad} charging", "option fire-stops on")
    table.do(f"move {squad} K11 K10 charge")
    events = table.do(f"move {squad} K10 charge")
    assert table.unit(squad).hex == "K10" and "When the fire at them is over" in told(events)
    assert opportunity.opportunity(table.game, table.unit(foe), "K10").name == "Final Protective Fire", "A13.351"
    table.dice(6, 5).do(f"move {squad} K10 charge")
    assert "charged" in table.unit(squad).flags


def test_a13_61_it_may_ride_on_and_stands_under_prep_fire_after_the_mph() -> None:
    table, squad, _ = troop()
    table.dice(6, 5).do(f"move {squad} K10 charge")
    table.do(f"move {squad} K9")
    assert table.unit(squad).hex == "K9"
    table.do("next")
    assert "prep" in table.unit(squad).flags and not {"charged", "charging"} & table.unit(squad).flags
