"""What a review of watched games found in the fire of the ENEMY: the order of Targets, and fire that costs too much."""

from __future__ import annotations

import pytest
from deciders import decider, proposal, with_minds
from field import ENEMY, FRIENDLY, field, moves

from sasl.minds.fire import targets


def test_house_7_an_at_gun_fires_at_the_afv_though_a_stack_of_squads_promises_more() -> None:
    table = field("ENEMY", "PFPh")
    gun = table.new(ENEMY, "75L AT", "K10")
    table.new(ENEMY, "2-2-8", "K10")
    tank = table.new(FRIENDLY, "ISU-122", "K26")
    for name in ("4-2-6", "4-2-6", "4-2-6", "6+1"):
        table.new(FRIENDLY, name, "K12")
    found = targets.choices(table.game, decider(), table.unit(gun))
    assert max(found, key=lambda item: item.harm).hex == "K12"
    act = proposal(with_minds(table).game)
    assert act and act.line.startswith(f"fire {gun} K26 at {tank}")


def test_a7_351_who_has_used_two_mgs_has_nobody_left_for_a_panzerfaust() -> None:
    for mg in (True, False):
        table = field(FRIENDLY, "MPh")
        squad = table.new(ENEMY, "4-6-7", "K10")
        for name in ("LMGa", "LMGb") if mg else ("LMGa",):
            table.arm(squad, "LMG")
            table.do(f"set {name} fired first")
        tank = table.new(FRIENDLY, "T-34 M43", "K12")
        table = moves(table, tank, came_from="K13")
        found = targets.choices(table.game, decider(), table.unit(squad))
        assert any(item.line.startswith("pf ") for item in found) is not mg


def test_a7_55_those_in_one_location_fire_at_one_target_together() -> None:
    for place, apart in (("K10", False), ("K11", True)):  # from ADJACENT hexes they may, and need not (A7.5)
        table = field(FRIENDLY, "MPh")
        first, second = table.new(ENEMY, "4-6-7", "K10"), table.new(ENEMY, "4-6-7", place)
        walker = table.new(FRIENDLY, "4-5-8", "K13")
        table = moves(table, walker, came_from="K14")
        best = targets.choices(table.game, decider(), table.unit(first))[0]
        assert set(best.firers) == ({first} if apart else {first, second})


@pytest.mark.parametrize(
    ("psk", "squad", "wanted"), [("", "", {"fire", "pf"}), ("fired first", "", {"pf"}), ("", "final", set())]
)
def test_a8_3_no_panzerschreck_fires_twice_and_no_panzerfaust_in_fpf(psk: str, squad: str, wanted: set[str]) -> None:
    table = field(FRIENDLY, "MPh")
    men = table.new(ENEMY, "4-6-7", "K10", *squad.split())
    tube = table.arm(men, "PSK")
    table.all(*([f"set {tube} {psk}"] if psk else []))
    tank = table.new(FRIENDLY, "T-34 M43", "K11", "buttoned")
    table = moves(table, tank, came_from="K12")
    found = targets.choices(table.game, decider(), table.unit(men))
    assert {item.line.split()[0] for item in found} - ({"fire"} if squad else set()) == wanted


def test_a8_3_a_light_mortar_that_has_lost_its_rof_does_not_fire_again() -> None:
    table = field(ENEMY, "MPh")
    crew = table.new(FRIENDLY, "1-2-7", "K10")
    mortar = table.arm(crew, "50mm MTR")
    walker = table.new(ENEMY, "4-6-7", "K14")
    table = moves(table, walker, came_from="K15", spent=2)
    assert targets.choices(table.game, decider(FRIENDLY), table.unit(crew))
    table.do(f"set {mortar} fired first")
    assert not targets.choices(table.game, decider(FRIENDLY), table.unit(crew))
