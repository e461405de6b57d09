"""What becomes of vehicles, their crews and those aboard (A7.308, C7.4, D5, D6.9); vehicle MGs and flamethrowers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from field import ENEMY, FRIENDLY, field, first_column, quiet, shots
from tabletop import Tabletop, bare, of, rolls, told

from sasl.asl.fire import effects
from sasl.asl.fire.ift import FinalDr, parse
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry.morale import morale_levels
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits, vehicle_ift
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier, RollRecord


def run(table: Tabletop, what: Callable[..., object], *args: object, **words: Any) -> Context:
    """Carry out a rule by itself and put its events into the game."""
    ctx = Context(table.game)
    what(ctx, *args, **words)
    return ctx


def lone(type_name: str, *flags: str, side: Side = "FRIENDLY") -> tuple[Tabletop, str]:
    table = bare("ENEMY", "DFPh")
    return table, table.new(side, type_name, "K20", *flags)


def laden() -> tuple[Tabletop, str]:
    """A truck with a squad aboard."""
    table, truck = lone("GAZ-MM")
    squad = table.new("FRIENDLY", "4-4-7", "K20")
    return table.all(f"board {squad} {truck}"), truck


# -- destroyed, immobilized, shocked ------------------------------------------------------------------


def test_d5_6_crew_survival_by_cs_and_one_worse_if_stunned() -> None:
    for flags, dice, survives in ((("buttoned",), (2, 3), True), (("stunned",), (2, 3), False), ((), (3, 3), False)):
        table, tank = lone("T-34 M43", *flags)  # CS# 5
        ctx = run(table.dice(*dice), vehicle_hits.destroy, table.unit(tank), "test")
        assert bool(ctx.state.units_at("K20")) is survives


def test_d5_6_d6_9_a_cs_of_its_own_or_five_where_none_is_printed() -> None:
    """The CS# of a KV-1S is 6; a truck has none, and Passengers survive by 5."""
    table, tank = lone("KV-1S", "buttoned")
    assert run(table.dice(3, 3), vehicle_hits.destroy, table.unit(tank), "test").state.units_at("K20")
    table, truck = laden()
    assert not run(table.dice(3, 3), vehicle_hits.destroy, table.unit(truck), "test").state.units_at("K20")


def test_a26_11_a_crew_that_survives_in_a_vpo_controls_it() -> None:
    table, tank = lone("T-34 M43")
    name = next(place for place, owner in table.state.control.items() if owner == "ENEMY")
    table.do(f"put {tank} {name}")
    ctx = run(table.dice(1, 1), vehicle_hits.destroy, table.unit(tank), "test")
    assert ctx.state.control[name] == "FRIENDLY"


def test_d6_9_those_aboard_survive_by_the_cs_of_their_vehicle() -> None:
    table, tank = lone("T-34 M43")
    safe, dead = table.new("FRIENDLY", "6-2-8", "K20"), table.new("FRIENDLY", "9-2", "K20")
    table.do(f"board {safe},{dead} {tank}")
    ctx = run(table.dice(6, 6, 1, 1, 5, 5), vehicle_hits.destroy, table.unit(tank), "test")
    assert safe in ctx.state.units and not ctx.state.units[safe].carrier
    assert dead not in ctx.state.units


def test_d6_9_nobody_leaves_a_burning_vehicle() -> None:
    table, tank = lone("T-34 M43")
    rider = table.new("FRIENDLY", "6-2-8", "K20")
    table.do(f"board {rider} {tank}")
    ctx = run(table, vehicle_hits.destroy, table.unit(tank), "test", burning=True)
    assert not ctx.state.units_at("K20") and not rolls(tuple(ctx.events))


def test_c7_42_shock_recovers_or_becomes_an_unconfirmed_kill_and_then_a_wreck() -> None:
    table, tank = lone("T-34 M43", "shocked")
    assert "shocked" not in run(table.dice(2), vehicle_hits.recover).state.units[tank].flags
    ctx = run(table.dice(3), vehicle_hits.recover)
    assert vehicle_hits.UNCONFIRMED in ctx.state.units[tank].arms
    table, tank = lone("T-34 M43", "shocked")
    table.dice(3, 4)
    ctx = Context(table.game)
    vehicle_hits.recover(ctx)
    vehicle_hits.recover(ctx)
    assert tank not in ctx.state.units and ctx.state.markers_at("K20", "wreck")
    assert not ctx.state.units_at("K20")
    table, tank = lone("T-34 M43", "shocked")
    table.dice(6, 3)
    ctx = Context(table.game)
    vehicle_hits.recover(ctx)
    vehicle_hits.recover(ctx)
    assert ctx.state.units[tank].flags == {"buttoned"} and not ctx.state.units[tank].arms


def test_c7_42_the_end_of_the_rph_is_when_shock_is_tested() -> None:
    table = bare("FRIENDLY", "RPh")
    tank = table.new("ENEMY", "StuG IIIG", "K14", "shocked")
    table.dice(1).do("next")
    assert "shocked" not in table.unit(tank).flags


def test_d5_34_stun_and_d5_341_a_second_one_is_recall() -> None:
    table, tank = lone("T-34 M43", "motion")
    ctx = run(table, vehicle_hits.stun, table.unit(tank), "test")
    unit = ctx.state.units[tank]
    assert {"stunned", "buttoned"} <= unit.flags and "motion" not in unit.flags
    assert mounted.STUNNED_BEFORE in unit.arms
    vehicle_hits.stun(ctx, unit, "test")
    assert "recalled" in ctx.state.units[tank].flags


def test_d5_341_an_immobilized_vehicle_is_abandoned_instead_of_recalled() -> None:
    table, tank = lone("T-34 M43", "immobile")
    ctx = run(table, vehicle_hits.recall, table.unit(tank), "test")
    assert "abandoned" in ctx.state.units[tank].flags
    assert [unit.type for unit in ctx.state.units_at("K20") if unit.mmc] == ["1-2-7"]


# -- small arms and vehicles --------------------------------------------------------------------------


def shot(table: Tabletop, tank: str, cell: str, total: int, column: int, original: int = 7) -> Context:
    record = RollRecord("test", "DR", (3, original - 3), original, total, table="ift", column=str(column))
    final = FinalDr(parse(cell), record, column, (Modifier("test", total - original, ""),))
    return run(table, effects.apply_outcome, [tank], final, "test")


@pytest.mark.parametrize(("total", "fate"), [(3, "burning"), (5, "wreck"), (6, "immobile"), (7, "-")])
def test_a7_308_the_star_line_against_unarmored_vehicles(total: int, fate: str) -> None:
    table, truck = laden()
    ctx = shot(table, truck, "-", total, 6)  # Kill Number 6
    wrecks = ctx.state.markers_at("K20", "wreck")
    if fate == "-":
        assert not ctx.state.units[truck].flags
    elif fate == "immobile":
        assert "immobile" in ctx.state.units[truck].flags
    else:
        assert truck not in ctx.state.units and (wrecks[0].text == "burning wreck") is (fate == "burning")


def test_d8_1_an_empty_truck_that_is_immobilized_is_a_wreck() -> None:
    table, truck = lone("GAZ-MM")
    ctx = shot(table, truck, "-", 6, 6)
    assert truck not in ctx.state.units and ctx.state.markers_at("K20", "wreck")


def test_a_wagon_leaves_no_wreck_and_does_not_burn() -> None:
    """[house]: it is wood and horses; nothing that fire is seen around, or that hinders a LOS."""
    table, wagon = lone("Wagon")
    ctx = shot(table, wagon, "-", 3, 6)
    assert wagon not in ctx.state.units and not ctx.state.markers_at("K20", "wreck")


def test_a7_308_an_original_2_rolls_once_more() -> None:
    table, truck = laden()
    table.dice(3)
    record = RollRecord("test", "DR", (1, 1), 2, 12, table="ift", column="2")
    final = FinalDr(parse("-"), record, 2, (Modifier("test", 10, ""),))
    ctx = run(table, effects.apply_outcome, [truck], final, "test")
    assert "immobile" in ctx.state.units[truck].flags


def test_a7_307_small_arms_do_not_hurt_a_buttoned_up_afv() -> None:
    table, tank = lone("T-34 M43", "buttoned")
    ctx = shot(table, tank, "4KIA", 0, 16)
    assert not ctx.events


def test_d5_31_a_ce_crew_has_2_and_is_stunned_when_it_fails() -> None:
    # Final 4 on the 8 column is 2MC; with the crew's +2 the row is 6: 1MC against Morale 8
    table, tank = lone("KV-1S")
    ctx = shot(table.dice(4, 4), tank, "2MC", 4, 8)
    found = rolls(tuple(ctx.events), "MC of the crew")[0]
    assert f"Same DR for the crew of {tank}: 4 +2 crew exposed (D5.31) = 6: 1MC." in told(tuple(ctx.events))
    assert (found.total, found.target) == (9, 8)
    assert "stunned" in ctx.state.units[tank].flags


def test_d5_341_an_original_12_or_a_k_recalls_a_ce_crew() -> None:
    table, tank = lone("KV-1S")
    assert "recalled" in shot(table.dice(6, 6), tank, "2MC", 4, 8).state.units[tank].flags
    table, tank = lone("KV-1S")
    assert "recalled" in shot(table, tank, "3KIA", 0, 8).state.units[tank].flags


def test_d5_34_an_open_topped_crew_is_stunned_too_and_buttons_up() -> None:
    """It was held to break and leave, as that of an unarmored vehicle does (D5.311)."""
    table, tank = lone("SU-76M")
    ctx = shot(table.dice(5, 6), tank, "2MC", 4, 8)
    assert {"stunned", "buttoned"} <= ctx.state.units[tank].flags


def test_d5_311_the_crew_of_an_unarmored_vehicle_breaks_and_leaves() -> None:
    table, car = lone("SdKfz 10/4", side="ENEMY")
    ctx = shot(table.dice(5, 6), car, "2MC", 10, 8)
    crew = next(unit for unit in ctx.state.units_at("K20") if unit.kind == "crew")
    assert "abandoned" in ctx.state.units[car].flags and "broken" in crew.flags


def test_d5_3_an_open_topped_crew_that_is_bu_is_not_vulnerable() -> None:
    table, tank = lone("SU-76M", "buttoned")
    assert not shot(table, tank, "3KIA", 0, 16).events


def test_a7_82_a_pinned_crew_buttons_up_and_stays_so_or_fires_as_if_pinned() -> None:
    table, tank = lone("KV-1S")
    ctx = shot(table.dice(4, 3), tank, "2MC", 4, 8)  # 7 + 1 (1MC) is its Morale Level
    assert "buttoned" in ctx.state.units[tank].flags and mounted.CREW_PINNED in ctx.state.units[tank].arms
    table, tank = lone("SU-76M")
    ctx = shot(table.dice(4, 3), tank, "2MC", 4, 8)
    assert "buttoned" not in ctx.state.units[tank].flags
    assert mounted.pinned_at_arms(ctx.game, ctx.state.units[tank])
    vehicle_ift.unpin(ctx)
    assert not ctx.state.units[tank].arms


def test_d5_5_only_an_attack_makes_a_crew_check_whether_it_stays() -> None:
    table, tank = lone("T-34 M43")
    ctx = run(table, vehicle_hits.immobilize, table.unit(tank), "Excessive Speed", attack=False)
    assert "immobile" in ctx.state.units[tank].flags and not rolls(tuple(ctx.events))
    table, tank = lone("T-34 M43")
    ctx = run(table.dice(6, 5), vehicle_hits.immobilize, table.unit(tank), "hit")
    (crew,) = [unit for unit in ctx.state.units_at("K20") if unit.kind == "crew"]
    assert "abandoned" in ctx.state.units[tank].flags and "hazardous" in crew.flags


def test_d5_1_a_driver_never_leaves_his_truck() -> None:
    table, truck = laden()
    ctx = run(table, vehicle_hits.immobilize, table.unit(truck), "hit")
    assert not rolls(tuple(ctx.events)) and "abandoned" not in ctx.state.units[truck].flags


def test_d5_34_a_crew_once_stunned_survives_by_one_less() -> None:
    table, tank = lone("T-34 M43")  # CS# 5
    shaken = replace(table.unit(tank), arms=frozenset({mounted.STUNNED_BEFORE}))
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, tank: shaken})))
    ctx = run(table.dice(2, 3), vehicle_hits.destroy, table.unit(tank), "test")
    assert not ctx.state.units_at("K20")


def test_d6_9_passengers_survive_by_one_less_only_if_broken() -> None:
    table, tank = lone("T-34 M43", "stunned")
    rider = table.new("FRIENDLY", "6-2-8", "K20")
    table.do(f"board {rider} {tank}")
    ctx = run(table.dice(6, 6, 2, 3), vehicle_hits.destroy, table.unit(tank), "test")
    assert rider in ctx.state.units


def test_d6_4_riders_suffer_the_attack_on_their_tank() -> None:
    table, tank = lone("T-34 M43", "buttoned")
    rider = table.new("FRIENDLY", "4-4-7", "K20")
    table.do(f"board {rider} {tank}")
    ctx = shot(table.dice(6, 5), tank, "1MC", 6, 8)
    assert rider not in ctx.state.units or "broken" in ctx.state.units[rider].flags


def test_a7_308_a_squad_shoots_up_a_truck_at_the_table() -> None:
    table = bare("ENEMY", "PFPh")
    squad, truck = table.new("ENEMY", "4-6-8", "K18"), table.new("FRIENDLY", "GAZ-MM", "K20")
    table.dice(1, 2).do(f"fire {squad} K20")  # Final 3 on the 4 column: below its 5
    assert truck not in table.state.units and table.state.markers_at("K20", "wreck")


# -- vehicle MGs --------------------------------------------------------------------------------------


def tank_and_men(type_name: str = "T-34 M43", phase: Phase = "PFPh", at: str = "K16") -> tuple[Tabletop, str, str]:
    table = bare("FRIENDLY", phase)
    return table, table.new("FRIENDLY", type_name, "K20"), table.new("ENEMY", "4-6-7", at)


def test_d3_5_cmg_and_bmg_fire_on_the_ift_each_once() -> None:
    table, tank, _ = tank_and_men()
    assert first_column(table.dice(6, 5).do(f"fire {tank} K16 cmg")) == "4"
    table.new("ENEMY", "4-6-7", "K17")
    assert first_column(table.dice(6, 5).do(f"fire {tank} K17 bmg")) == "2"  # at another target (D3.5)
    assert "C2.24" in table.no(f"fire {tank} K16 cmg")
    assert "carries" in table.no(f"fire {tank} K16 aamg")


def test_d3_5_the_mgs_of_a_vehicle_fire_together_at_one_target() -> None:
    table, tank, _ = tank_and_men()
    events = table.dice(6, 5).do(f"fire {tank} K16 cmg bmg")
    assert first_column(events) == "6" and {"CMG spent", "BMG spent"} <= table.unit(tank).arms  # 4 + 2
    table, tank, _ = tank_and_men()
    table.dice(6, 5).do(f"fire {tank} K16 cmg")
    assert "D3.5" in table.no(f"fire {tank} K16 bmg")
    assert first_column(table.dice(6, 5).do(f"fire {tank} K16 bmg", "yes")) == "2"
    assert "A9.61" in tank_and_men()[0].no(f"fire {tank} K16 cmg bmg vehicle")


def test_d3_54_a_mg_that_is_not_the_ma_does_not_fire_at_armor() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, _ = table.new("FRIENDLY", "T-34 M43", "K20"), table.new("ENEMY", "Marder II", "K18")
    assert "D3.54" in table.no(f"fire {tank} K18 cmg vehicle")


def test_a9_71_of_two_mgs_that_fire_together_one_malfunctions() -> None:
    table, tank, _ = tank_and_men()
    table.dice(6, 6, 5, 2).do(f"fire {tank} K16 cmg bmg")
    assert table.unit(tank).arms & {"CMG broken", "BMG broken"} == {"CMG broken"}


def test_d1_321_a_restricted_turret_fires_its_ma_and_cmg_only_bu() -> None:
    """D1.321: a T-34 comes BU; CE it fires its BMG alone. A KV-1S fires either way."""
    table, tank, _ = tank_and_men()
    assert "buttoned" in table.unit(tank).flags
    table.do(f"set {tank} -buttoned")
    for line in (f"fire {tank} K16", f"fire {tank} K16 cmg", f"fire {tank} K16 bmg cmg"):
        assert f"button {tank} first (D1.321)" in table.no(line)
    assert rolls(table.dice(5, 4).do(f"fire {tank} K16 bmg"))
    table = bare("FRIENDLY", "PFPh")
    tank = table.new("FRIENDLY", "KV-1S", "K20")
    table.new("ENEMY", "4-6-7", "K16")
    assert not table.unit(tank).flags and rolls(table.dice(5, 4).do(f"fire {tank} K16 cmg"))


def test_d1_83_the_aamg_of_a_stug_turns_with_the_hull() -> None:
    """D1.83: its AAMG fires within its VCA, and pays Case A of a NT Gun elsewhere; other AAMG fire all round."""
    table = bare("ENEMY", "PFPh")
    stug = table.new("ENEMY", "StuG IIIG", "K20")
    table.new("FRIENDLY", "4-4-7", "K16")
    table.do(f"face {stug} K21/L20")
    record = rolls(table.dice(5, 4).do(f"fire {stug} K16 aamg"))[0]
    assert any(mod.name.startswith("Case A") and mod.value >= 3 for mod in record.modifiers)


def test_d1_82_d3_5_vehicle_mgs_have_pbf_and_long_range_but_never_cower() -> None:
    table, tank, _ = tank_and_men(at="K19")
    assert first_column(table.dice(5, 5).do(f"fire {tank} K19 cmg")) == "8"  # doubles
    for at, gun, found in (("K10", "cmg", "4"), ("K7", "cmg", "2"), ("K10", "bmg", "1")):
        table, tank, _ = tank_and_men(at=at)
        assert first_column(table.dice(5, 4).do(f"fire {tank} {at} {gun}")) == found  # D1.81, D1.82: 8 and 12 hexes


def test_d3_44_an_armor_leader_directs_the_ma_and_no_mg_beside_it() -> None:
    """He was held to direct every weapon of his vehicle; the rule names the MA alone."""
    table, tank, _ = tank_and_men()
    led = table.led(tank, -2)
    (mg,) = (item for item in rolls(led.dice(6, 5).do(f"fire {tank} K16 cmg")) if item.table == "ift")
    assert "armor leader" not in {mod.name for mod in mg.modifiers}
    shot = rolls(led.dice(6, 5).do(f"fire {tank} K16 he"), "To Hit")[0]
    assert ("armor leader", -2, "D3.44") in {(mod.name, mod.value, mod.rule) for mod in shot.modifiers}


def test_d3_3_bounding_fire_halves_vehicle_mgs() -> None:
    table, tank, _ = tank_and_men(phase="MPh")
    assert first_column(table.dice(5, 4).do(f"fire {tank} K16 cmg")) == "2"


def test_d2_42_motion_halves_once_more() -> None:
    table, tank, _ = tank_and_men(phase="MPh")
    table.do(f"set {tank} motion")
    assert first_column(table.dice(5, 4).do(f"fire {tank} K16 cmg")) == "1"  # 4, Bounding and in Motion
    table, tank, _ = tank_and_men(phase="AFPh")
    table.do(f"set {tank} motion")
    assert first_column(table.dice(5, 4).do(f"fire {tank} K16 cmg bmg")) == "1"  # 6 / 4


def test_d2_42_riders_of_a_vehicle_in_motion_fire_a_quarter() -> None:
    table, tank, _ = tank_and_men(phase="AFPh", at="K19")
    rider = table.new("FRIENDLY", "4-4-7", "K20")
    table.all(f"board {rider} {tank}", f"set {tank} motion")
    assert first_column(table.dice(5, 4).do(f"fire {rider} K19")) == "1"  # 4, PBF 8, mounted, in the AFPh, in Motion


def test_d2_42_a_flamethrower_in_motion_has_half_its_fp() -> None:
    table, tank, _ = tank_and_men("OT-34(L)", phase="MPh", at="K19")
    table.all(f"face {tank} K19/L19", f"set {tank} motion")
    assert first_column(table.dice(5, 4).do(f"fire {tank} K19 ft")) == "16"


def test_d3_6_a_turret_that_turns_costs_its_flamethrower_case_a() -> None:
    table, tank, _ = tank_and_men("KV-8", at="K19")
    table.do(f"face {tank} K21/L20")
    record = rolls(table.dice(5, 4).do(f"fire {tank} K19 ft"))[0]
    assert {mod.name for mod in record.modifiers} == {"Case A, CA changed by 2"}


def test_d3_51_another_weapon_of_the_turret_pays_as_much_for_the_turn_once() -> None:
    table, tank, _ = tank_and_men()
    table.do(f"face {tank} K21/L20")
    first = rolls(table.dice(5, 4).do(f"fire {tank} K16 cmg"))[0]
    turned = [mod.value for mod in first.modifiers if mod.name.startswith("Case A")]
    shot = rolls(table.dice(1, 6, 6, 6).do(f"fire {tank} K16 he"), "To Hit")[0]  # keeps its ROF
    assert [mod.value for mod in shot.modifiers if mod.name.startswith("Case A")] == turned != []
    again = rolls(table.dice(6, 6).do(f"fire {tank} K16 he"), "To Hit")[0]
    assert not [mod for mod in again.modifiers if mod.name.startswith("Case A")]  # C5.12
    assert not table.unit(tank).arms & mounted.TURNED.keys()


def test_d1_81_a_bow_mg_fires_only_inside_the_vca() -> None:
    table, tank, _ = tank_and_men()
    table.do(f"face {tank} K21/L20")
    assert "D1.81" in table.no(f"fire {tank} K16 bmg")
    record = rolls(table.dice(5, 4).do(f"fire {tank} K16 cmg"))[0]
    assert any(mod.name.startswith("Case A") for mod in record.modifiers)  # the turret turns, as an IFT DRM


def test_d1_81_a_rear_mg_fires_backwards() -> None:
    table, tank, _ = tank_and_men("KV-1S")
    table.do(f"face {tank} K21/L20")
    assert first_column(table.dice(5, 4).do(f"fire {tank} K16 rmg")) == "2"
    table.do(f"face {tank} K19/L19")
    assert table.no(f"fire {tank} K16 rmg")


@pytest.mark.parametrize(("first", "then"), [("ma", "rmg"), ("rmg", "ma")])
def test_d1_82_a_turret_rmg_does_not_fire_in_one_phase_with_the_ma(first: str, then: str) -> None:
    table = bare("FRIENDLY", "PFPh")
    tank = table.new("FRIENDLY", "KV-1S", "K20", "buttoned")
    table.new("ENEMY", "4-6-7", "K20")
    table.dice(6, 5).do(f"fire {tank} K20 {first}")
    assert "D1.82" in table.no(f"fire {tank} K20 {then}")


def test_d1_83_an_aamg_needs_a_crew_that_is_exposed() -> None:
    table = bare("ENEMY", "PFPh")
    stug, _ = table.new("ENEMY", "StuG IIIG", "K20"), table.new("FRIENDLY", "4-4-7", "K17")
    table.do(f"set {stug} buttoned")
    assert "D1.83" in table.no(f"fire {stug} K17 aamg")
    table.do(f"set {stug} -buttoned")
    assert first_column(table.dice(6, 5).do(f"fire {stug} K17 aamg")) == "2"


def test_a9_7_a_vehicle_mg_breaks_by_itself() -> None:
    table, tank, _ = tank_and_men()
    table.dice(6, 6).do(f"fire {tank} K16 cmg")
    assert "CMG broken" in table.unit(tank).arms and "malfunctioned" not in table.unit(tank).flags
    assert "A9.7" in table.no(f"fire {tank} K16 cmg")
    table.dice(6, 4, 3, 3).do(f"fire {tank} K16")  # the MA still fires


def test_a3_spent_weapons_fire_again_after_the_fire_phases() -> None:
    table, tank, _ = tank_and_men()
    table.dice(6, 5).do(f"fire {tank} K16 cmg")
    assert "CMG spent" in table.unit(tank).arms
    table.go_to("FRIENDLY", "RtPh")
    assert not table.unit(tank).arms


def test_d3_54_a_vehicle_that_has_prep_fired_does_not_fire_the_same_weapon_in_the_afph() -> None:
    table, tank, _ = tank_and_men()
    table.dice(6, 5).do(f"fire {tank} K16 cmg")
    table.go_to("FRIENDLY", "AFPh")
    assert "C2.24" in table.no(f"fire {tank} K16 cmg")


def test_c2_29_ife_fires_straight_on_the_ift_with_rof_one_lower() -> None:
    table = bare("ENEMY", "PFPh")
    flak, _ = table.new("ENEMY", "SdKfz 10/4", "K14"), table.new("FRIENDLY", "4-4-7", "K20")
    events = table.dice(2, 6).do(f"fire {flak} K20")
    assert first_column(events) == "4" and not rolls(events, "To Hit")
    assert "MA spent" not in table.unit(flak).arms  # 2 is within ROF 3 - 1
    table.dice(3, 6).do(f"fire {flak} K20")
    assert "MA spent" in table.unit(flak).arms
    assert flak not in table.state.acquired


def test_c2_29_a_gun_with_ife_uses_to_hit_against_an_afv() -> None:
    table = bare("ENEMY", "PFPh")
    flak, _ = table.new("ENEMY", "SdKfz 10/4", "K14"), table.new("FRIENDLY", "T-34 M43", "K20")
    assert rolls(table.dice(6, 5).do(f"fire {flak} K20"), "To Hit")


# -- flamethrowers ------------------------------------------------------------------------------------


def test_a22_2_full_fp_at_one_hex_half_at_two_and_no_tem() -> None:
    for at, wanted in (("K19", "24"), ("K18", "12")):
        table = bare("FRIENDLY", "PFPh")
        tube, man = table.new("FRIENDLY", "FT", ""), table.new("FRIENDLY", "6-2-8", "K20")
        table.new("ENEMY", "4-6-7", at, "dug-in")
        table.do(f"give {tube} {man}")
        events = table.dice(5, 4, 1, 1).do(f"fire {tube} {at}")
        assert first_column(events) == wanted and not rolls(events)[0].modifiers


def test_a22_a_ft_reaches_two_hexes_and_no_pinned_man_uses_it() -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, man = table.new("FRIENDLY", "FT", ""), table.new("FRIENDLY", "6-2-8", "K20")
    table.new("ENEMY", "4-6-7", "K17")
    table.do(f"give {tube} {man}")
    assert "A22.1" in table.no(f"fire {tube} K17")
    near = table.new("ENEMY", "4-6-7", "K19")
    table.do(f"set {man} pinned")
    assert "A7.8" in table.no(f"fire {tube} K19") and near in table.state.units


def test_a22_611_the_x_number_removes_a_ft() -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, man = table.new("FRIENDLY", "FT", ""), table.new("FRIENDLY", "6-2-8", "K20")
    table.new("ENEMY", "4-6-7", "K19")
    table.do(f"give {tube} {man}")
    table.dice(5, 5, 1, 2).do(f"fire {tube} K19")  # X10
    assert tube not in table.state.weapons


def test_a22_34_flame_ignores_armor_and_what_it_kills_burns() -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, man = table.new("FRIENDLY", "FT", ""), table.new("FRIENDLY", "6-2-8", "K20")
    tank = table.new("ENEMY", "StuG IIIG", "K19")
    table.do(f"give {tube} {man}")
    table.dice(3, 4).do(f"fire {tube} K19")  # 7 is below the 8 of flame
    assert tank not in table.state.units
    assert table.state.markers_at("K19", "wreck")[0].text == "burning wreck"


def flame_at_a_mixed_hex(*tanks: str) -> tuple[Tabletop, str, list[str], str]:
    """An ENEMY FT beside a hex with FRIENDLY tanks and a squad."""
    table = quiet(field(ENEMY, "PFPh"))
    _, tube = table.armed(ENEMY, "8-3-8", "K18", "FT")
    return table, tube, [table.new(FRIENDLY, name, "K19") for name in tanks], table.new(FRIENDLY, "4-4-7", "K19")


def test_a22_34_a_jet_harms_an_afv_among_others_only_if_that_is_named() -> None:
    """At all there it is on the IFT, and the AFV does not mind; at the AFV by To Kill, and the squad does not."""
    table, tube, (tank,), squad = flame_at_a_mixed_hex("T-34 M43")
    events = table.dice(6, 3).do(f"fire {tube} K19")
    assert shots(events) and not rolls(events, "To Kill") and tank in table.state.units
    table, tube, (tank,), squad = flame_at_a_mixed_hex("T-34 M43")
    events = table.dice(3, 4).do(f"fire {tube} K19 at {tank}")
    assert not shots(events) and rolls(events, "To Kill") and tank not in table.state.units
    assert table.unit(squad).flags == set()


def test_a22_34_one_of_two_afv_is_named_and_nobody_on_foot() -> None:
    table, tube, (a, b), squad = flame_at_a_mixed_hex("T-34 M43", "KV-1S")
    table.dice(3, 4).do(f"fire {tube} K19 at {b}")
    assert b not in table.state.units and a in table.state.units
    table, tube, _, squad = flame_at_a_mixed_hex("T-34 M43")
    assert "A22.34" in table.no(f"fire {tube} K19 at {squad}")


def test_a22_34_an_afv_in_melee_with_its_foes_alone_is_the_main_target() -> None:
    """Men of the firer's side hold out beside it: a jet at all there would burn them (A7.4)."""
    table = quiet(field(ENEMY, "PFPh"))
    _, tube = table.armed(ENEMY, "8-3-8", "K18", "FT")
    tank, own = table.new(FRIENDLY, "T-34 M43", "K19"), table.new(ENEMY, "4-6-7", "K19", "melee")
    events = table.dice(3, 4).do(f"fire {tube} K19")
    assert rolls(events, "To Kill") and tank not in table.state.units and table.unit(own).hex == "K19"


def test_d5_34_a_crew_once_stunned_adds_one_to_the_dr_of_its_flamethrower() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank = table.new(FRIENDLY, "OT-34(L)", "K18")
    table.all(f"face {tank} {vertex_names(parse_hex('K18'))[0]}")
    table.new(ENEMY, "4-6-7", "K17")
    arms = frozenset({mounted.STUNNED_BEFORE})
    table = Tabletop(table.game.at(with_unit(table.state, tank, arms=arms)))
    events = table.dice(6, 3).do(f"fire {tank} K17 ft")
    assert ("D5.34", 1) in {(mod.rule, mod.value) for mod in shots(events)[0].modifiers}


def test_a22_6_a_bow_flamethrower_and_its_arc() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, _ = table.new("FRIENDLY", "OT-34(L)", "K20"), table.new("ENEMY", "4-6-7", "K19")
    assert first_column(table.dice(5, 4, 1, 2).do(f"fire {tank} K19 ft")) == "30"
    assert "FT spent" in table.unit(tank).arms
    table.new("ENEMY", "4-6-7", "K21")
    assert "D3.51" in table.no(f"fire {tank} K21 ft") or "fired" in table.no(f"fire {tank} K21 ft")
    other = table.new("FRIENDLY", "OT-34(L)", "K20")
    table.do(f"face {other} K19/L19")
    assert "D3.51" in table.no(f"fire {other} K21 ft")


# -- what is told -------------------------------------------------------------------------------------


def test_fired_is_told_by_weapon() -> None:
    table, tank, _ = tank_and_men()
    events = table.dice(6, 5).do(f"fire {tank} K16 cmg")
    assert of(events, ev.Fired) == [ev.Fired((), (f"{tank} CMG",), "K16", "Prep Fire", group=True)]


def test_d3_42_the_crew_has_the_morale_level_of_its_armor_leader() -> None:
    table, tank = lone("T-34 M43")
    plain = morale_levels.level(table.game, table.unit(tank))
    unit = replace(table.unit(tank), morale=10, modifier=-2, flags=frozenset({"armor-leader"}))
    assert (plain, morale_levels.level(table.game, unit)) == (8, 10)
    assert morale_levels.level(table.game, replace(unit, flags=frozenset())) == 8, "he is gone"


def test_d5_341_a_recalled_vehicle_fires_on_but_no_prep_fire_keeps_it_from_leaving() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank = table.new(FRIENDLY, "T-34 M43", "K14", "recalled")
    table.new(ENEMY, "4-6-7", "K12")
    assert "is under Recall and may not Prep Fire" in table.no(f"fire {tank} K12 cmg")
    table.go_to(ENEMY, "DFPh")
    assert shots(table.dice(6, 5).do(f"fire {tank} K12 cmg"))
