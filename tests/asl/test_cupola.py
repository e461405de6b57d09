"""Machine-gun cupolas as OtO 4.1 amends them."""

from __future__ import annotations

import pytest
from field import first_column
from tabletop import Tabletop, bare, rolls

from sasl.asl.fire import effects
from sasl.asl.fire.ift import FinalDr, parse
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Phase, Side
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.kernel.rolling.records import RollRecord


def cupola(
    kind: str = "HMG Cupola", at: str = "K14", phase: Phase = "PFPh", side: Side = "FRIENDLY"
) -> tuple[Tabletop, str]:
    table = bare(side, phase)
    return table, table.new("ENEMY", kind, at)


def test_oto_4_1_armor_5_all_round() -> None:
    table, item = cupola()
    unit = table.unit(item)
    sides = [
        mounted.armor(table.game, unit, place, side)
        for place in ("hull", "turret")
        for side in ("front", "side", "rear")
    ]
    assert sides == [5] * 6 and mounted.armored(table.game, unit)


def test_oto_4_1_it_is_hull_down_and_small() -> None:
    table, item = cupola()
    tank = table.new("FRIENDLY", "KV-1S", "K20")
    events = table.dice(4, 2).do(f"fire {tank} K14")  # a hull hit
    assert [mod.value for mod in rolls(events, "To Hit")[0].modifiers] == [1]
    assert not rolls(events, "To Kill") and item in table.state.units


def test_oto_4_1_destroyed_it_leaves_no_wreck_and_no_crew() -> None:
    table, item = cupola()
    tank = table.new("FRIENDLY", "T-34 M43", "K20")
    events = table.dice(2, 4, 2, 2).do(f"fire {tank} K14")  # To Kill 13 - 5; 4 would burn
    assert rolls(events, "To Kill")[0].target == 8
    assert item not in table.state.units and not table.state.markers and not table.state.units_at("K14")


def test_oto_4_1_it_cannot_be_immobilized_or_abandoned() -> None:
    table, item = cupola()
    ctx = Context(table.game)
    vehicle_hits.suffer(ctx, table.unit(item), "immobilized", "test")
    vehicle_hits.abandon(ctx, table.unit(item), "test")
    assert not ctx.events


def test_oto_4_1_shock_stays_possible() -> None:
    table, item = cupola()
    ctx = Context(table.game)
    vehicle_hits.suffer(ctx, table.unit(item), "shock", "test")
    assert "shocked" in ctx.state.units[item].flags


@pytest.mark.parametrize(("kind", "wanted"), [("HMG Cupola", "6"), ("MMG Cupola", "4")])
def test_d9_5_its_mg_turns_like_a_slow_turret_with_rof_and_without_leaders(kind: str, wanted: str) -> None:
    """Its first shot gives it the CA; to fire the other way it turns two hexspines: Case A of a ST (D3.52)."""
    table, item = cupola(kind, side="ENEMY")
    table.new("ENEMY", "9-2", "K14")
    table.new("FRIENDLY", "4-4-7", "K20")
    table.new("FRIENDLY", "4-4-7", "K10")
    first = table.dice(2, 6).do(f"fire {item} K20")
    assert first_column(first) == wanted  # seven and five FP
    assert not any("Case A" in mod.name for mod in rolls(first)[0].modifiers)
    record = rolls(table.dice(6, 5).do(f"fire {item} K10"))[0]
    assert [mod.value for mod in record.modifiers if "Case A" in mod.name] == [2 + 1]
    assert not any(mod.value < 0 for mod in record.modifiers if "9-2" in mod.name)
    assert "C2.24" in table.no(f"fire {item} K20")


def test_oto_4_1_no_penalty_for_being_buttoned_up() -> None:
    table, item = cupola(side="ENEMY")
    table.new("FRIENDLY", "4-4-7", "L19")
    table.do(f"set {item} buttoned")
    assert not [mod for mod in rolls(table.dice(6, 5).do(f"fire {item} L19"))[0].modifiers if "Button" in mod.name]


def test_oto_4_1_it_malfunctions_but_is_never_disabled() -> None:
    table, item = cupola(side="ENEMY")
    table.new("FRIENDLY", "4-4-7", "K20")
    table.dice(6, 6).do(f"fire {item} K20")
    assert "malfunctioned" in table.unit(item).flags and "disabled" not in table.unit(item).flags
    assert "A9.7" in table.no(f"fire {item} K20")


def test_oto_4_1_small_arms_do_nothing_to_it() -> None:
    table, item = cupola()
    ctx = Context(table.game)
    record = RollRecord("test", "DR", (1, 1), 2, 0, table="ift", column="36")
    effects.apply_outcome(ctx, [item], FinalDr(parse("7KIA"), record, 36), "test")
    assert not ctx.events
    squad = table.new("FRIENDLY", "6-2-8", "L15")
    table.dice(1, 2).do(f"fire {squad} K14")
    assert item in table.state.units and not table.unit(item).flags & {"stunned", "recalled"}


def test_oto_4_1_defensive_first_fire_of_a_cupola() -> None:
    table, item = cupola(phase="MPh", at="K16")
    squad = table.new("FRIENDLY", "4-4-7", "L20")
    table.do(f"move {squad} L19")
    record = rolls(table.dice(6, 5).do(f"fire {item} L19"))[0]
    assert record.column == "6" and sum(mod.value for mod in record.modifiers) < 0
    assert [marker.number for marker in table.state.markers_at("L19", "residual")] == [2]


def test_oto_4_1_a_cupola_may_lay_a_fire_lane_and_a_tank_may_not() -> None:
    table, item = cupola(phase="MPh", at="K16")
    squad, other = table.new("FRIENDLY", "4-4-7", "L20"), table.new("FRIENDLY", "4-4-7", "L18")
    table.do(f"move {squad} K20")
    table.dice(1, 6).do(f"fire {item} K20 lane", "K20")
    marker = table.state.marked("fire-lane")[0]
    assert (marker.hex, marker.number, marker.owner) == ("K20", 4, item)
    assert not table.state.marked("residual") and "CMG spent" in table.unit(item).arms
    assert any("Fire Lane" in record.purpose for record in rolls(table.dice(6, 6).do(f"move {other} K18")))
    tank = table.new("ENEMY", "StuG IIIG", "K14")
    assert "A9.22" in table.no(f"fire {tank} K18 aamg lane")
