"""Crews that leave their vehicles of their own will, and man them again (D5.4)."""

from __future__ import annotations

from collections.abc import Callable

import field as positions
import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, throw

from sasl.asl.game.context import Context
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.morale_levels import facts, level
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits
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


def on_foot(table: Tabletop) -> str:
    """The one vehicle crew that is out of its vehicle."""
    (crew,) = (unit.id for unit in table.state.units.values() if unit.kind == "crew")
    return crew


def led_tank(*flags: str) -> tuple[Tabletop, str]:
    """A tank with a 9-1 armor leader."""
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    tank = table.new(FRIENDLY, "T-34 M43", "K16", "armor-leader", *flags)
    return Tabletop(table.game.at(with_unit(table.state, tank, morale=9, modifier=-1))), tank


def test_d3_43_its_armor_leader_comes_back_with_it() -> None:
    table, tank = led_tank()
    table.do(f"abandon {tank}")
    assert "armor-leader" not in table.unit(tank).flags
    back(table).do(f"man {on_foot(table)} {tank}")
    unit = table.unit(tank)
    assert ("armor-leader" in unit.flags, unit.morale, unit.modifier, unit.arms) == (True, 9, -1, frozenset())


def test_d3_43_he_leads_in_whatever_vehicle_his_crew_mans() -> None:
    """Into another tank of another type; outside he neither leads nor lends his morale."""
    table, tank = led_tank()
    table.do(f"abandon {tank}")
    crew = on_foot(table)
    assert table.unit(crew).kind == "crew" and level(table.game, table.unit(crew)) < 9
    other = table.new(FRIENDLY, "KV-1S", "K16", "abandoned")
    back(table).do(f"man {crew} {other}")
    unit = table.unit(other)
    assert ("armor-leader" in unit.flags, unit.morale, unit.modifier) == (True, 9, -1)


def test_d3_43_d5_6_he_survives_with_the_crew_of_a_wreck() -> None:
    table, tank = led_tank()
    table, _ = by_rule(table, (1, 1), lambda ctx: vehicle_hits.destroy(ctx, ctx.state.units[tank], "hit"))
    other = table.new(FRIENDLY, "T-34 M43", "K16", "abandoned")
    back(table).do(f"man {on_foot(table)} {other}")
    assert "armor-leader" in table.unit(other).flags


def test_d5_34_what_a_stun_has_left_goes_with_the_crew_into_another_vehicle_and_does_not_stay_in_its_own() -> None:
    """Nor has it any effect on the crew on foot."""
    table, tank = led_tank()
    table = Tabletop(table.game.at(with_unit(table.state, tank, arms=frozenset({mounted.STUNNED_BEFORE}))))
    table.do(f"abandon {tank}")
    crew = on_foot(table)
    assert not table.unit(tank).arms and not facts(table.game, table.unit(crew))["stun"]
    other = table.new(FRIENDLY, "T-34 M43", "K16", "abandoned")
    back(table).do(f"man {crew} {other}")
    assert mounted.STUNNED_BEFORE in table.unit(other).arms


@pytest.mark.parametrize("why", [vehicle_hits.recall, vehicle_hits.disarm])
def test_d5_341_a_recall_that_cannot_move_is_abandoned_without_its_armor_leader_and_not_manned_again_by_its_crew(
    why: Callable[[Context, Unit, str], None],
) -> None:
    table, tank = led_tank("immobile")
    table, _ = by_rule(table, (), lambda ctx: why(ctx, ctx.state.units[tank], "test"))
    crew = on_foot(table)
    back(table)
    assert "was under Recall" in table.no(f"man {crew} {tank}")
    other = table.new(FRIENDLY, "T-34 M43", "K16", "abandoned")
    table.do(f"man {crew} {other}")
    assert "armor-leader" not in table.unit(other).flags


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
