"""Automatic actions (S6.302 to 6.3121): done without an Action DR, and where they lead in the MPh."""

from __future__ import annotations

from typing import Any

import pytest
from deciders import decider, field, proposal, with_minds
from field import ENEMY, FRIENDLY, Tabletop, records, throw

from sasl.asl.game import events as ev
from sasl.asl.game.flags import Flag
from sasl.asl.game.under_way import Acquisition, Moving
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.action import automatic, panic_dr, prep_fire
from sasl.minds.action.automatic import Automatic
from sasl.solitaire.briefing.outcome import outcome


def pfph(**terrain: Any) -> Tabletop:
    return field(ENEMY, "PFPh", **terrain)


def of(table: Tabletop, unit: str) -> Automatic | None:
    return automatic.action(table.game, decider(), table.unit(unit))


def rule(table: Tabletop, unit: str) -> tuple[str, str]:
    """The rule and outcome of its automatic action; empty if it makes its DR."""
    found = of(table, unit)
    return (found.rule, found.result) if found else ("", "")


def acts(table: Tabletop, unit: str) -> set[Flag]:
    """What its automatic action gives a unit; its DR, if it makes one, is no Panic (S6.21)."""
    throw(table, (1, 1) if panic_dr.can_panic(table.game, decider(), table.unit(unit)) else (), f"action {unit}")
    return set(table.unit(unit).flags) & {"acted", "fire-command", "move-command"}


def guard(table: Tabletop, captor: str, prisoner: str) -> Tabletop:
    state = table.state
    units = {
        **state.units,
        prisoner: replace(
            state.units[prisoner], carrier=captor, flags=frozenset({"prisoner"}), hex=state.units[captor].hex
        ),
    }
    return Tabletop(table.game.at(replace(state, units=units)))


def marching(table: Tabletop) -> Tabletop:
    """The same position in the ENEMY MPh, the ENEMY played by the program."""
    return with_minds(Tabletop(table.game.at(replace(table.state, phase="MPh", passed=frozenset()))))


def next_move(table: Tabletop) -> Act:
    act = proposal(table.game)
    assert act is not None
    return act


# -- those who do nothing else --------------------------------------------------------------------------


def test_a15_43_a_berserk_unit_charges_without_a_dr() -> None:
    table = pfph()
    unit = table.new(ENEMY, "4-6-7", "K14", "berserk")
    table.new(FRIENDLY, "6-2-8", "K17")
    assert rule(table, unit) == ("S6.301", "Move")
    assert acts(table, unit) == {"acted", "move-command"}


def test_6_301_an_unarmed_mmc_leaves_by_the_ebe() -> None:
    table = pfph()
    unit = table.new(ENEMY, "4-6-7", "K3", "disarmed")
    assert rule(table, unit) == ("S6.302", "Move")
    assert acts(table, unit) == {"acted", "move-command"}
    table = marching(table)
    act = next_move(table)
    assert act.path[-1] in table.game.board.edge("west")
    table.do("next")
    assert table.unit(unit).hex == "K1"
    table.do("next")
    assert unit not in table.state.units
    assert table.state.lost == {}


def test_6_301_an_armed_squad_makes_its_dr() -> None:
    table = pfph()
    assert rule(table, table.new(ENEMY, "4-6-7", "K3")) == ("", "")


def test_6_301_the_safest_way_keeps_out_of_sight() -> None:
    table = pfph(K10="woods", L9="woods", K9="woods", L8="woods")
    table.new(ENEMY, "4-6-7", "K10", "disarmed", "move-command")
    for place in ("H12", "H11"):
        table.new(FRIENDLY, "6-2-8", place)
    act = next_move(marching(table))
    assert act.path[1] in ("K9", "L9"), act


def test_6_30_a_half_squad_leads_its_prisoners_off_by_the_ebe_in_double_time() -> None:
    table = pfph()
    unit = table.new(ENEMY, "2-4-7", "K8")
    prisoner = table.new(FRIENDLY, "6-2-8", "K8")
    table = guard(table, unit, prisoner)
    assert rule(table, unit) == ("S6.303", "Move")
    assert acts(table, unit) == {"acted", "move-command"}
    table = marching(table)
    assert next_move(table).line.endswith("double")
    table.do("next")
    assert table.unit(prisoner).hex == table.unit(unit).hex == "K2"


def test_a20_54_prisoners_led_off_the_map_are_lost_their_guard_is_not() -> None:
    table = field(ENEMY, "MPh")
    unit = table.new(ENEMY, "2-4-7", "K1")
    table = guard(table, unit, table.new(FRIENDLY, "6-2-8", "K1"))
    before, facts = table.game, throw(table, (), f"exit {unit}")
    assert not list(table.state.on_map())
    assert table.state.lost == {"FRIENDLY squad": 1}
    assert outcome(before, table.game, facts).lines()[0] == "FRIENDLY: 628a is led away"


def test_a2_6_a_unit_leaves_only_by_its_own_edge_and_with_mf_left() -> None:
    table = field(ENEMY, "MPh")
    assert "not on its own edge" in table.no(f"exit {table.new(ENEMY, '4-6-7', 'K2')}")
    unit = table.new(ENEMY, "4-6-7", "K5")
    table.do(f"move {unit} K1")
    assert "lacks the MF" in table.no(f"exit {unit}")


def test_6_30_a_squad_with_prisoners_makes_its_dr() -> None:
    table = pfph()
    unit = table.new(ENEMY, "4-6-7", "K8")
    table = guard(table, unit, table.new(FRIENDLY, "6-2-8", "K8"))
    assert rule(table, unit) == ("", "")


def test_d5_341_a_recalled_vehicle_leaves_by_the_ebe() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K3", "recalled")
    assert rule(table, tank) == ("D5.341", "Move")
    table = with_minds(table)
    table.do("next")
    assert "move-command" in table.unit(tank).flags
    table = marching(table)
    act = next_move(table)
    assert act.path[-1] in table.game.board.edge("west")


def test_6_304_a_unit_in_a_flame_location_gets_away() -> None:
    table = pfph(K14="brush")
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.do("marker add flame K14")
    table.new(FRIENDLY, "6-2-8", "K15")  # not even an ADJACENT unit makes it stay
    assert rule(table, unit) == ("S6.304", "Move")
    assert acts(table, unit) == {"acted", "move-command"}


def test_6_304_in_the_mph_it_goes_into_cover_that_does_not_burn() -> None:
    table = pfph(K14="woods", K13="woods", L13="woods")
    unit = table.new(ENEMY, "4-6-7", "K14", "move-command")
    table.do("marker add flame K14")
    table.do("marker add flame L13")
    table = marching(table)
    table.do("next")
    assert table.unit(unit).hex == "K13"


def test_4_32_a_unit_in_a_human_wave_runs_at_the_enemy_with_8_mf() -> None:
    table = pfph()
    unit = table.new(ENEMY, "4-6-7", "K6", "human-wave")
    table.new(FRIENDLY, "6-2-8", "K16")
    assert rule(table, unit) == ("S6.305", "Move")
    assert acts(table, unit) == {"acted", "move-command"}
    table = marching(table)
    table.do("next")
    assert table.unit(unit).hex == "K14"


def test_a25_23_a_human_wave_goes_in_together_and_among_the_enemy() -> None:
    table = pfph()
    ids = [table.new(ENEMY, "4-6-7", "K14", "human-wave", "move-command") for _ in range(2)]
    table.new(FRIENDLY, "6-2-8", "K16")
    table = marching(table)
    table.do("next")
    assert {table.unit(key).hex for key in ids} == {"K16"}


# -- flamethrowers --------------------------------------------------------------------------------------


def with_ft(table: Tabletop, place: str) -> tuple[str, str]:
    unit = table.new(ENEMY, "4-6-8", place)
    return unit, table.arm(unit, "FT")


def test_6_306_a_ft_without_a_target_goes_on() -> None:
    table = pfph()
    unit, _ = with_ft(table, "K14")
    table.new(FRIENDLY, "6-2-8", "K18")
    assert rule(table, unit) == ("S6.306", "Move")
    assert acts(table, unit) == {"acted", "move-command"}


def test_6_306_from_far_off_it_stops_one_hex_short_of_long_range() -> None:
    table = pfph()
    unit, _ = with_ft(table, "K12")
    table.new(FRIENDLY, "6-2-8", "K18", "broken")  # nobody shoots at it
    acts(table, unit)
    table = marching(table)
    table.do("next")
    assert table.game.board.distance(table.unit(unit).hex, "K18") == 3


def test_6_306_nearly_in_range_it_goes_by_assault_movement_into_the_best_tem() -> None:
    table = pfph(L14="wooden-building")
    unit, _ = with_ft(table, "K14")
    table.new(FRIENDLY, "6-2-8", "L16")
    assert rule(table, unit) == ("S6.306", "Move")
    acts(table, unit)
    table = marching(table)
    assert next_move(table).line == f"move {unit} {next_move(table).path[-1]} assault"
    table.do("next")
    assert table.unit(unit).hex == "L14"
    assert "assault" in table.unit(unit).flags


def test_6_306_a_ft_with_a_target_fires() -> None:
    table = pfph()
    unit, tube = with_ft(table, "K14")
    table.new(FRIENDLY, "6-2-8", "K16")
    assert rule(table, unit) == ("S6.306", "Fire")
    table = with_minds(table)
    acts(table, unit)
    assert next_move(table).line.startswith(f"fire {tube} K16")


def test_6_306_a_ft_prefers_normal_range_then_the_vpo_then_most_infantry() -> None:
    table = pfph()
    unit, tube = with_ft(table, "K14")
    for place in ("K16", "K16", "J14"):  # two squads at long range, one ADJACENT
        table.new(FRIENDLY, "6-2-8", place)
    table = with_minds(table)
    acts(table, unit)
    assert next_move(table).line.startswith(f"fire {tube} J14")


def test_6_306_a_ft_that_malfunctions_is_no_reason_to_go() -> None:
    table = pfph()
    unit, tube = with_ft(table, "K14")
    table.do(f"malfunction {tube}")
    table.new(FRIENDLY, "6-2-8", "K18")
    assert rule(table, unit) == ("", "")


# -- vehicles -------------------------------------------------------------------------------------------


def test_6_308_a_mobile_vehicle_drives_out_of_a_melee() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K14", "melee")
    table.new(FRIENDLY, "6-2-8", "K14", "melee")
    assert rule(table, tank) == ("S6.308", "Move")
    assert acts(table, tank) == {"acted", "move-command"}


def test_6_308_an_immobile_vehicle_does_not() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K14", "melee", "immobile")
    table.new(FRIENDLY, "6-2-8", "K14", "melee")
    assert rule(table, tank) == ("", "")


def test_6_309_a_vehicle_in_motion_goes_on() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K14", "motion")
    table.new(FRIENDLY, "6-2-8", "K15")
    assert rule(table, tank) == ("S6.309", "Move")
    assert acts(table, tank) == {"acted", "move-command"}


# -- crews ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "goes"), [("K20", True), ("K21", False)])
def test_6_310_a_crew_goes_to_a_gun_that_nobody_mans_within_six_hexes(place: str, goes: bool) -> None:
    table = pfph()
    crew = table.new(ENEMY, "2-2-8", "K14")
    gun = table.new(ENEMY, "75L AT", place)
    assert rule(table, crew) == (("S6.310", "Move") if goes else ("", ""))
    if goes:
        assert acts(table, crew) == {"acted", "move-command"}
        table = marching(table)
        table.do("next")
        assert table.game.board.distance(table.unit(crew).hex, table.unit(gun).hex) == 2


def test_6_310_a_crew_with_its_gun_a_heavy_weapon_or_a_manned_gun_near_by_stays() -> None:
    table = pfph()
    table.new(ENEMY, "75L AT", "K14")
    assert rule(table, table.new(ENEMY, "2-2-8", "K14")) == ("", "")
    gunner = table.new(ENEMY, "2-2-8", "P14")
    table.arm(gunner, "HMG")
    table.new(ENEMY, "75L AT", "P16")
    assert rule(table, gunner) == ("", "")


def test_s6_315_the_crew_of_an_abandoned_vehicle_goes_back_to_it() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K17", "abandoned")
    crew = table.new(ENEMY, "1-2-7", "K14")
    state = table.state
    units = {**state.units, crew: replace(state.units[crew], group=tank)}
    table = Tabletop(table.game.at(replace(state, units=units)))
    assert rule(table, crew) == ("S6.315", "Move")
    assert acts(table, crew) == {"acted", "move-command"}
    table = marching(table)
    table.do("next")
    assert table.unit(crew).hex == "K17"


def test_d5_42_a_crew_that_is_with_its_abandoned_vehicle_mans_it() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K14", "abandoned")
    crew = table.new(ENEMY, "1-2-7", "K14")
    units = {**table.state.units, crew: replace(table.unit(crew), group=tank)}
    table = Tabletop(table.game.at(replace(table.state, units=units)))
    assert acts(table, crew) == {"acted", "move-command"}
    table = marching(table)
    table.do("next")
    assert crew not in table.state.units and "abandoned" not in table.unit(tank).flags


# -- those who have the other side before them ----------------------------------------------------------


def test_6_311_who_has_the_other_side_adjacent_fires() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K15")
    table.new(FRIENDLY, "6-2-8", "K16")
    assert rule(table, unit) == ("S6.311", "Fire")
    table.dice(2, 1, 1, 2)  # no Panic (S6.21), then the shot
    events = table.do("next")
    assert [event.hex for event in events if isinstance(event, ev.Fired)] == ["K15"]
    assert [record.dice for record in records(events)[:2]] == [(2, 1), (1, 2)]
    assert [record.rule for record in records(events)[:1]] == ["S6.21"] and records(events)[1].table == "ift"


def test_6_311_somebody_two_hexes_away_is_not_adjacent() -> None:
    table = pfph()
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K16")
    assert rule(table, unit) == ("", "")


def test_6_311_an_afv_that_rifles_cannot_hurt_is_no_target() -> None:
    table = field(FRIENDLY, "PFPh")
    unit = table.new(FRIENDLY, "6-2-8", "K15")  # no Panzerfaust
    table.new(ENEMY, "StuG IIIG", "K14", "buttoned")
    assert automatic.action(table.game, decider(FRIENDLY, "standard"), table.unit(unit)) is None


def dug_in(attitude: str = "Hold") -> tuple[Tabletop, str]:
    table = pfph()
    table.do("marker add foxhole K14")
    unit = table.new(ENEMY, "4-6-7", "K14", "dug-in")
    state = table.state
    units = {**state.units, unit: replace(state.units[unit], attitude=attitude)}
    return Tabletop(table.game.at(replace(state, units=units))), unit


def test_6_312_an_entrenched_mmc_with_a_target_fires() -> None:
    table, unit = dug_in()
    table.new(FRIENDLY, "6-2-8", "K17")
    assert rule(table, unit) == ("S6.312", "Fire")
    assert acts(table, unit) == {"acted", "fire-command"}


def test_6_312_an_entrenched_mmc_in_hold_without_a_target_stays() -> None:
    table, unit = dug_in()
    assert rule(table, unit) == ("S6.312", "none")
    assert acts(table, unit) == {"acted"}


def test_6_312_an_entrenched_mmc_in_advance_without_a_target_makes_its_dr() -> None:
    table, unit = dug_in("Advance")
    assert rule(table, unit) == ("", "")


def test_re_23_an_entrenched_mmc_counterattacks_like_any_other() -> None:
    table, unit = dug_in("Advance")
    table.new(FRIENDLY, "6-2-8", "K17")
    men = replace(table.unit(unit), role="counterattack", goal="K20")
    state = replace(table.state, units={**table.state.units, unit: men}, control={"K20": FRIENDLY})
    assert of(Tabletop(table.game.at(state)), unit) is None
    assert rule(table, unit) == ("S6.312", "Fire")


def test_6_3121_infantry_beside_its_foxhole_goes_into_it_when_it_has_a_target() -> None:
    table = pfph()
    table.do("marker add foxhole K14")
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    assert rule(table, unit) == ("S6.3121", "Move")
    assert acts(table, unit) == {"acted", "move-command"}
    table = marching(table)
    table.do("next")
    assert "dug-in" in table.unit(unit).flags


def test_6_3121_not_into_a_foxhole_that_holds_no_more() -> None:
    table = pfph()
    table.do("marker add foxhole K14 1")
    first, second = table.new(ENEMY, "4-6-7", "K14"), table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    assert rule(table, second) == ("S6.3121", "Move")
    table.do(f"set {first} dug-in")
    assert rule(table, second)[0] != "S6.3121", "B27.12"


def test_6_3121_without_a_target_it_makes_its_dr() -> None:
    table = pfph()
    table.do("marker add foxhole K14")
    assert rule(table, table.new(ENEMY, "4-6-7", "K14")) == ("", "")


def test_6_4_a_leader_does_as_those_with_him() -> None:
    table = pfph()
    unit = table.new(ENEMY, "4-6-7", "K14")
    leader = table.new(ENEMY, "8-1", "K14")
    assert rule(table, leader) == ("", "")
    throw(table, (), f"action {unit} move")
    assert rule(table, leader) == ("S6.1", "Move")
    throw(table, (), f"action {unit} fire")
    assert rule(table, leader) == ("S6.1", "none")


# -- overstacking ---------------------------------------------------------------------------------------


def test_6_223_a_random_dr_picks_who_leaves_an_overstacked_location() -> None:
    table = pfph()
    ids = [table.new(ENEMY, "4-6-8", "K14") for _ in range(4)]
    throw(table, (3, 6, 2, 1, 1, 1, 1, 2), f"action {ids[0]}")  # selection, Panic, its own
    assert "move-command" in table.unit(ids[1]).flags
    assert not any("move-command" in table.unit(key).flags for key in ids[2:])


def test_6_223_a_mmc_with_a_heavy_weapon_stays() -> None:
    table = pfph()
    ids = [table.new(ENEMY, "4-6-8", "K14") for _ in range(4)]
    table.arm(ids[0], "HMG")
    found = automatic.too_many(table.game, table.unit(ids[1]))
    assert [unit.id for unit in found] == ids[1:]


def test_6_223_three_squads_are_not_too_many() -> None:
    table = pfph()
    ids = [table.new(ENEMY, "4-6-8", "K14") for _ in range(3)]
    assert automatic.too_many(table.game, table.unit(ids[0])) == []


# -- charges --------------------------------------------------------------------------------------------


def berserk(*foes: tuple[str, str], **terrain: Any) -> tuple[Tabletop, str]:
    table = field(ENEMY, "MPh", **terrain)
    unit = table.new(ENEMY, "4-6-7", "K10", "berserk")
    for name, place in foes:
        table.new(FRIENDLY, name, place)
    return with_minds(table), unit


def test_a15_43_a_berserk_unit_charges_the_nearest_known_enemy_with_8_mf() -> None:
    table, unit = berserk(("6-2-8", "K20"), ("6-2-8", "N11"))
    table.do("next")
    assert table.unit(unit).hex == "N11"


def test_a15_43_tied_targets_the_least_us_number() -> None:
    table, _ = berserk(("6-2-8", "K13"), ("2-2-8", "K7"))
    assert next_move(table).path[-1] == "K7"


def test_a15_43_then_the_greatest_tem() -> None:
    table, _ = berserk(("6-2-8", "K13"), ("6-2-8", "K7"), K7="wooden-building")
    assert next_move(table).path[-1] == "K7"


def test_a15_43_without_a_known_enemy_in_los_nobody_charges() -> None:
    table, _ = berserk(("6-2-8", "K13"), K12="woods", L11="woods", J12="woods", J11="woods", L12="woods")
    act = proposal(table.game)
    assert act is None or not act.line


def test_a15_43_those_who_are_berserk_together_charge_together() -> None:
    table, unit = berserk(("6-2-8", "K13"))
    other = table.new(ENEMY, "8-1", "K10", "berserk")
    assert set(next_move(table).ids) == {unit, other}


def test_a15_43_a_charge_goes_on_after_it_was_fired_at() -> None:
    table, unit = berserk(("6-2-8", "K20"))
    state = replace(table.state, options={**table.state.options, "fire-stops": True})
    table = Tabletop(replace(table.game, state=state))
    table.do("next")
    first = table.unit(unit).hex
    assert isinstance(table.state.moving, Moving)
    table.do("next")
    assert table.unit(unit).hex not in ("K10", first)


def test_a15_43_a_berserk_unit_of_the_commander_charges_too() -> None:
    table = field(FRIENDLY, "MPh")
    unit = table.new(FRIENDLY, "6-2-8", "K20", "berserk")
    table.new(ENEMY, "4-6-7", "K16")
    table = with_minds(table, FRIENDLY)
    table.do("next")
    assert table.unit(unit).hex == "K16"


def test_6_3121_into_a_pillbox_too_if_there_is_room() -> None:
    table = pfph()
    table.do("marker add pillbox K14 1+3+5")
    first, second = table.new(ENEMY, "4-6-7", "K14"), table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    assert rule(table, first) == ("S6.3121", "Move")
    table.do(f"set {first} dug-in")
    assert rule(table, second)[0] != "S6.3121", "B30.111"


# -- S6.314 to S6.317 ---------------------------------------------------------------------------------


def test_s6_314_an_afv_fires_at_its_acquired_target() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K14")
    for place in ("K18", "K22"):
        table.new(FRIENDLY, "T-34 M43", place)
    assert rule(table, tank) == ("", "")
    table = Tabletop(table.game.at(replace(table.state, acquired={tank: Acquisition("K22", "K22", -1)})))
    assert rule(table, tank) == ("S6.314", "Fire")
    assert acts(table, tank) == {"acted", "fire-command"}
    act = prep_fire.next_act(table.game, decider())
    assert act is not None and act.target == "K22"


def test_s6_314_not_where_the_target_is_gone() -> None:
    table = pfph()
    tank = table.new(ENEMY, "StuG IIIG", "K14")
    table = Tabletop(table.game.at(replace(table.state, acquired={tank: Acquisition("K22", "K22", -1)})))
    assert rule(table, tank) == ("", "")


def test_s6_3173_a_leader_without_men_goes_to_the_nearest_broken_mmc() -> None:
    table = pfph()
    leader = table.new(ENEMY, "8-1", "K14")
    table.new(ENEMY, "4-6-7", "K19", "broken")
    table.new(ENEMY, "4-6-7", "K21", "broken")
    found = of(table, leader)
    assert found is not None and (found.rule, found.result, found.goal) == ("S6.3173", "Move", "K19")
    table.do(f"set {leader} acted move-command")
    table.go_to("ENEMY", "MPh")
    act = proposal(with_minds(table).game)
    assert act is not None and act.line.startswith(f"move {leader} ") and act.line.endswith("K19")


def test_s6_3173_not_with_men_to_lead_nor_too_far() -> None:
    table = pfph()
    leader = table.new(ENEMY, "8-1", "K14")
    table.new(ENEMY, "4-6-7", "K25", "broken")
    assert rule(table, leader) == ("S6.3175", "none")
    table.new(ENEMY, "4-6-7", "K19", "broken")
    table.new(ENEMY, "4-6-7", "K14")
    assert rule(table, leader) == ("", "")


def test_s6_3175_a_leader_stays_with_the_broken() -> None:
    table = pfph()
    leader, squad = table.new(ENEMY, "8-1", "K14"), table.new(ENEMY, "4-6-7", "K14", "broken")
    found = of(table, leader)
    assert found is not None and found.rule == "S6.3175" and squad in found.why
