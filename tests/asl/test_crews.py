"""Crews that leave their vehicles of their own will, and man them again (D5.4)."""

from __future__ import annotations

import field as positions
import pytest
from field import ENEMY, FRIENDLY, Tabletop, throw

from sasl.asl.game.sides import Phase, Side
from sasl.kernel.frozen import replace


def field(side: Side, phase: Phase) -> Tabletop:
    """Open ground in a mission that lets crews leave as they like."""
    game = positions.field(side, phase).game
    return Tabletop(replace(game, mission=replace(game.mission, rules=[])))


def left(*words: str) -> tuple[Tabletop, str, str]:
    """A T-34 in K16 that its crew has just left, and the crew."""
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    tank = table.new(FRIENDLY, "T-34 M43", "K16")
    table.do(" ".join(("abandon", tank, *words)))
    (crew,) = (unit.id for unit in table.state.units.values() if unit.kind == "crew")
    return table, tank, crew


def back(table: Tabletop) -> Tabletop:
    """The next MPh of the FRIENDLY side."""
    table.go_to(ENEMY, "RPh").go_to(FRIENDLY, "MPh")
    return table.all("option fire-stops off")


def test_d5_41_a_crew_gets_out_for_all_its_mf_and_the_vehicle_is_abandoned() -> None:
    table, tank, crew = left()
    assert "abandoned" in table.unit(tank).flags and table.unit(crew).hex == "K16"
    assert table.unit(crew).type == "1-2-7" and table.unit(crew).mf == 4
    assert "hazardous" not in table.unit(crew).flags, "it was not forced to"
    assert "Abandoned" in table.no(f"move {tank} K15")
    assert table.state.moving is not None and table.state.moving.ids == (crew,)


@pytest.mark.parametrize("flag", ["motion", "prep", "stunned", "abandoned"])
def test_d5_41_not_after_its_fire_nor_in_motion_nor_stunned(flag: str) -> None:
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    tank = table.new(FRIENDLY, "T-34 M43", "K16", flag)
    assert table.no(f"abandon {tank}")


def test_d5_41_not_after_it_has_spent_mp() -> None:
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    tank = table.new(FRIENDLY, "T-34 M43", "K16")
    table.do(f"delay {tank} 1")
    assert "has driven or fired" in table.no(f"abandon {tank}")


def test_d5_1_a_driver_never_leaves() -> None:
    table = field(FRIENDLY, "MPh")
    assert "its driver never leaves" in table.no(f"abandon {table.new(FRIENDLY, 'GAZ-MM', 'K16')}")


def test_d5_411_it_may_leave_a_wreck() -> None:
    table, tank, crew = left("wreck")
    assert tank not in table.state.units and table.state.markers_at("K16", "wreck")
    assert table.unit(crew).hex == "K16"


def test_d5_42_a_crew_mans_it_again_in_a_later_mph_for_all_its_mf() -> None:
    table, tank, crew = left()
    assert "has ended" in table.no(f"man {crew} {tank}") or "has moved" in table.no(f"man {crew} {tank}")
    back(table).do(f"man {crew} {tank}")
    assert crew not in table.state.units and "abandoned" not in table.unit(tank).flags
    assert "has ended its MPh" in table.no(f"move {tank} K15")
    assert not table.state.lost


def test_d5_42_only_where_it_is() -> None:
    table, tank, crew = left()
    back(table)
    table.do(f"put {crew} K15")
    assert "is not with" in table.no(f"man {crew} {tank}")


def test_d5_43_pinned_by_the_fire_it_drew_it_stays_outside() -> None:
    table, tank, crew = left()
    back(table)
    table.new(ENEMY, "4-6-7", "K14")
    table.all("option fire-stops on", "option enemy-plays off")
    table.do(f"man {crew} {tank}")
    assert table.unit(crew).mf == 4 and "abandoned" in table.unit(tank).flags
    table.do(f"set {crew} pinned")
    assert "is pinned" in table.no(f"man {crew} {tank}")
    assert "abandoned" in table.unit(tank).flags


def test_d5_43_unhurt_it_goes_in() -> None:
    table, tank, crew = left()
    back(table)
    table.new(ENEMY, "4-6-7", "K14")
    table.all("option fire-stops on", "option enemy-plays off")
    table.all(f"man {crew} {tank}", f"man {crew} {tank}")
    assert "abandoned" not in table.unit(tank).flags


def test_d3_43_its_armor_leader_comes_back_with_it() -> None:
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    tank = table.new(FRIENDLY, "T-34 M43", "K16", "armor-leader")
    table.do(f"abandon {tank}")
    (crew,) = (unit.id for unit in table.state.units.values() if unit.kind == "crew")
    assert "armor-leader" not in table.unit(tank).flags
    back(table).do(f"man {crew} {tank}")
    assert "armor-leader" in table.unit(tank).flags and not table.unit(tank).arms


def test_d5_43_who_gets_out_is_subject_to_ffnam() -> None:
    table = field(FRIENDLY, "MPh")
    table.all("option fire-stops on", "option enemy-plays off")
    tank, squad = table.new(FRIENDLY, "T-34 M43", "K16"), table.new(ENEMY, "4-6-7", "K14")
    table.do(f"abandon {tank}")
    events = throw(table, [6, 5], f"fire {squad} K16")
    assert "FFNAM" in {mod.name for event in events if hasattr(event, "record") for mod in event.record.modifiers}


def test_s1_msr_2_friendly_afv_crews_do_not_abandon_of_their_own_will() -> None:
    table = positions.field(FRIENDLY, "MPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K16")
    assert f"the crew of {tank} may not Abandon it" in table.no(f"abandon {tank}")
    table = positions.field(ENEMY, "MPh").all("option fire-stops off", "option enemy-plays off")
    assert table.do(f"abandon {table.new(ENEMY, 'StuG IIIG', 'K16')}")
