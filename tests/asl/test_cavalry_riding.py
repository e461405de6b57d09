"""Riding (A13.3): horses, mounting and dismounting, MF and terrain of Cavalry, the gallop, entry on horseback."""

from __future__ import annotations

from typing import Any

import pytest
from field import FRIENDLY, field, hill
from tabletop import Tabletop, at

from sasl.asl.movement import riding
from sasl.asl.movement.allowance import movement_allowance, stack_allowance
from sasl.asl.movement.entering import entry_cost, suggestion
from sasl.asl.movement.formation import reachable
from sasl.asl.movement.ground.costs import step_cost
from sasl.board.terrain import HexTerrain
from sasl.orders.engine import order_of
from sasl.orders.entry_orders import EnterAuto
from sasl.orders.march_orders import go_on
from sasl.orders.move_orders import Move
from sasl.solitaire.briefing.report import hex_report


def stable(*types: str, **terrain: Any) -> tuple[Tabletop, list[str]]:
    """Units and horses on foot in K14 of an open field, in the FRIENDLY MPh."""
    table = field("FRIENDLY", "MPh", **terrain).all("option fire-stops off")
    return table, [table.new("friendly", name, "K14") for name in types]


def riders(*types: str, **terrain: Any) -> tuple[Tabletop, list[str]]:
    """Cavalry in K14 that has spent no MF."""
    table, ids = stable(*types, *["Sq horse"] * len(types), **terrain)
    for key in ids[: len(types)]:
        table.all(f"put {key} off", f"put {ids[len(types) + ids.index(key)]} off", f"mount {key}", f"put {key} K14")
    return table, ids[: len(types)]


# -- mounting ------------------------------------------------------------------------------------------


def test_a13_31_mounting_costs_one_of_four_mf_and_so_a_quarter_of_the_horses() -> None:
    table, (squad, horse) = stable("5-2-7", "Sq horse")
    table.do(f"mount {squad}")
    assert table.unit(squad).cavalry and not table.unit(squad).infantry
    assert table.unit(horse).carrier == squad
    assert table.unit(squad).mf == 3
    assert movement_allowance(table.game, table.unit(squad)) == 12


def test_a13_31_who_walked_first_has_less_left_on_horseback() -> None:
    table, (squad, _) = stable("5-2-7", "Sq horse")
    table.all(f"put {squad} K15", f"move {squad} K14", f"mount {squad}")
    assert table.unit(squad).mf == 6


def test_a13_31_mounting_needs_a_mf_of_the_basic_four() -> None:
    table, (squad, _) = stable("5-2-7", "Sq horse", K15="woods", K16="woods")
    table.all(f"put {squad} K17", f"move {squad} K16", f"move {squad} K15", f"put {squad} K14")
    assert "cannot mount (A13.31)" in table.no(f"mount {squad}")


def test_a13_1_horses_are_of_two_sizes() -> None:
    table, (squad, crew, horse) = stable("5-2-7", "2-2-8", "HS horse")
    assert "no fresh, riderless horse counter of the right size" in table.no(f"mount {squad}")
    table.do(f"mount {crew}")
    assert table.unit(horse).carrier == crew
    assert "mounted" in table.no(f"mount {crew}")


def test_a13_1_an_smc_rides_only_where_a_horse_counter_is() -> None:
    table, (leader,) = stable("8-1")
    assert "finds no horse" in table.no(f"mount {leader}")
    table, (leader, squad, _) = stable("8-1", "5-2-7", "Sq horse")
    table.do(f"mount {leader},{squad}")
    assert table.unit(leader).cavalry and table.unit(squad).cavalry


def test_a13_31_dismounting_loses_a_mf_for_each_quarter_ridden_and_one_more() -> None:
    table, (squad,) = riders("5-2-7")
    table.do(f"move {squad} K15 K16 K17 K18")
    table.do(f"dismount {squad}")
    assert table.unit(squad).infantry and table.unit(squad).mf == 3  # two quarters begun, and one
    (horse,) = table.state.horses_at("K18")
    assert not horse.carrier
    table.do(f"move {squad} K19")
    assert table.state.horses_at("K18") == [table.unit(horse.id)]


def test_a26_11_who_dismounts_in_a_vpo_controls_it_at_once() -> None:
    table, (squad,) = riders("5-2-7")
    table.do(f"put {squad} I14")
    assert table.state.control["I14"] == "ENEMY", "Cavalry controls nothing"
    table.do(f"dismount {squad}")
    assert table.state.control["I14"] == "FRIENDLY"


def test_a13_31_too_far_ridden_to_dismount() -> None:
    table, (squad,) = riders("5-2-7")
    table.all(f"move {squad} K15 K16 K17 K18 K19 K20 K21 K22 K23 K24")
    assert "too late to dismount (A13.31)" in table.no(f"dismount {squad}")


def test_a13_31_a_horse_ridden_in_this_mph_carries_nobody_else_in_it() -> None:
    table, (first, second) = riders("5-2-7", "5-2-7")
    table.all(f"dismount {second}", f"move {first} K15", f"dismount {first}", f"put {second} K15")
    assert "no fresh horse" in table.no(f"mount {second}")


def test_a13_31_not_in_the_aph() -> None:
    table, _ = stable("5-2-7", "Sq horse")
    table.go_to("FRIENDLY", "APh")
    assert "own MPh" in table.no("mount 527a")


def test_a13_1_a_horse_does_not_go_by_itself() -> None:
    table, (horse,) = stable("Sq horse")
    assert "under its rider" in table.no(f"move {horse} K15")


# -- MF and terrain ------------------------------------------------------------------------------------


def test_a13_3_the_cavalry_column_of_the_terrain_chart() -> None:
    ground = {"K15": "woods", "J14": "shellholes", "K13": "brush", "L14": "marsh", "L13": "grain"}
    table, (squad,) = riders("5-2-7", **ground)
    rider = table.unit(squad)
    found = {name: step_cost(table.game, rider, "K14", name) for name in ground}
    assert {name: price.mf for name, price in found.items()} == {"K15": 4, "J14": 2, "K13": 2, "L14": None, "L13": 1.5}
    assert found["L14"].all


def test_a13_3_no_building_is_entered_on_horseback() -> None:
    table, (squad,) = riders("5-2-7", K15="wooden-building")
    assert "cannot enter K15" in table.no(f"move {squad} K15")
    table.all(f"dismount {squad}", f"move {squad} K15")
    assert table.unit(squad).hex == "K15"


def test_b10_cavalry_doubles_uphill_too() -> None:
    table, (squad,) = riders("5-2-7", K15=hill())
    assert step_cost(table.game, table.unit(squad), "K14", "K15").mf == 2


def test_a13_3_no_leader_bonus_for_cavalry() -> None:
    table, (leader, squad, _) = stable("8-1", "5-2-7", "Sq horse")
    table.do(f"mount {leader},{squad}")
    units = [table.unit(leader), table.unit(squad)]
    assert set(stack_allowance(table.game, units).values()) == {12}


@pytest.mark.parametrize("word", ["assault", "double", "minimum", "into"])
def test_a13_3_what_only_men_on_foot_do(word: str) -> None:
    table, (squad,) = riders("5-2-7")
    assert "is mounted" in table.no(f"move {squad} K15 {word}")
    table, (one, other) = riders("5-2-7", "5-2-7")
    assert f"{one} and {other} are mounted" in table.no(f"move {one},{other} K15 {word}")


def test_a13_36_a_gallop_is_20_mf_from_the_start_and_16_in_the_midst_of_a_move() -> None:
    table, (squad, late) = riders("5-2-7", "5-2-7")
    assert stack_allowance(table.game, riding.as_ordered([table.unit(squad)], ["gallop"]))[squad] == 20
    table.do(f"move {late} K15")
    assert stack_allowance(table.game, riding.as_ordered([table.unit(late)], ["gallop"]))[late] == 16
    table.do(f"move {late} K16 gallop")
    assert movement_allowance(table.game, table.unit(late)) == 16
    table.do(f"move {squad} K15 gallop")
    table.do(f"move {squad} K16")
    assert movement_allowance(table.game, table.unit(squad)) == 20


def test_a13_36_no_gallop_twice_running() -> None:
    table, (squad,) = riders("5-2-7")
    table.do(f"move {squad} K15 K16 K17 K18 K19 K20 K21 K22 K23 K24 K25 K26 K27 K28 L28 gallop")
    assert table.unit(squad).mf == 15
    table.go_to("FRIENDLY", "MPh", 2)
    assert "blown" in table.no(f"move {squad} M28 gallop")
    table.do(f"move {squad} M28")
    table.go_to("FRIENDLY", "MPh", 3)
    table.do(f"move {squad} L28 gallop")


def test_a13_36_horses_that_galloped_stay_blown_when_their_riders_dismount() -> None:
    """Turn 1: a gallop of 3 MF, then on foot. Turn 2: who mounts these horses does not gallop. Turn 3: he does."""
    table, (squad, other) = riders("5-2-7", "5-2-7")
    table.do(f"move {squad} K15 K16 K17 gallop")
    table.do(f"dismount {squad}")
    horse = next(unit for unit in table.state.horses_at("K17") if not unit.carrier)
    assert horse.flags == {"gallop"} and not table.unit(squad).flags & {"gallop", "mounted"}
    table.go_to("FRIENDLY", "DFPh")
    assert table.unit(horse.id).flags == {"blown"}
    assert f"{horse.id} Sq horse without a rider, blown" in "\n".join(hex_report(table.game, "K17"))
    table.go_to("FRIENDLY", "MPh", 2).do(f"mount {squad}")
    assert "blown" in table.unit(squad).flags and not table.unit(horse.id).flags
    assert f"the horses of {squad} are blown" in table.no(f"move {squad} K18 gallop")
    table.do(f"move {other} K15 gallop")
    table.go_to("FRIENDLY", "MPh", 3).do(f"move {squad} K18 gallop")


def test_a13_36_of_blown_and_fresh_horses_a_unit_mounts_the_fresh_ones() -> None:
    table, (squad, horse, fresh) = stable("5-2-7", "Sq horse", "Sq horse")
    table.all(f"set {horse} blown", f"mount {squad}")
    assert table.unit(fresh).carrier == squad and "blown" not in table.unit(squad).flags


def test_a13_36_an_smc_beside_blown_horses_alone_has_a_blown_one() -> None:
    table, (leader, _, horse) = stable("8-1", "5-2-7", "Sq horse")
    table.all(f"set {horse} blown", f"mount {leader}")
    assert "blown" in table.unit(leader).flags


@pytest.mark.parametrize("order", ["break", "set"])
def test_a13_51_who_breaks_by_hand_is_off_his_horse(order: str) -> None:
    table, (squad,) = riders("5-2-7")
    (horse,) = [unit.id for unit in table.state.aboard(squad)]
    facts = table.do(f"set {squad} broken" if order == "set" else f"break {squad}")
    unit = table.unit(squad)
    assert "broken" in unit.flags and not unit.cavalry and horse not in table.state.units
    assert f"{squad} dismounts from {horse}: player, breaks (A13.51)" in [fact.describe() for fact in facts]


def test_a13_52_cavalry_is_not_pinned_by_hand() -> None:
    table, (squad,) = riders("5-2-7")
    assert "A13.52" in table.no(f"pin {squad}") and "A13.52" in table.no(f"set {squad} pinned")
    table.do(f"dismount {squad}")
    table.do(f"pin {squad}")


def test_a13_32_who_is_reduced_by_hand_rides_smaller_horses_and_who_is_eliminated_takes_them_with_him() -> None:
    table, (squad,) = riders("5-2-7")
    (horse,) = [unit.id for unit in table.state.aboard(squad)]
    table.do(f"reduce {squad}")
    assert table.unit(squad).kind == "hs" and table.unit(squad).cavalry and table.unit(horse).type == "HS horse"
    table.do(f"eliminate {squad}")
    assert horse not in table.state.units


def test_a13_1_who_is_set_on_foot_by_hand_leaves_his_horse_in_the_hex() -> None:
    table, (squad,) = riders("5-2-7")
    (horse,) = [unit.id for unit in table.state.aboard(squad)]
    table.do(f"set {squad} -mounted")
    assert not table.unit(squad).cavalry and not table.unit(horse).carrier


def test_a13_36_no_gallop_in_woods_nor_on_foot() -> None:
    table, (squad,) = riders("5-2-7", K15="woods")
    assert "no gallop into K15" in table.no(f"move {squad} K15 gallop")
    before = table.game
    table.do(f"move {squad} L14 gallop")
    assert "no gallop into K15" in table.no(f"move {squad} K15"), "who has begun to gallop does so to the end"
    table = Tabletop(before)
    table.do(f"dismount {squad}")
    assert "only Cavalry can gallop" in table.no(f"move {squad} J14 gallop")


def way_of(table: Tabletop, line: str) -> tuple[str, ...]:
    """The hexes of a move, as its order plans it."""
    order = order_of(table.game, line)
    assert isinstance(order, Move)
    return order.plan(table.game).way


def test_a13_36_the_way_of_a_gallop_goes_around_woods_and_their_like_but_by_road() -> None:
    wood = {"K15": "woods", "K16": "marsh", "J15": "woods"}
    table, (squad,) = riders("5-2-7", **wood)
    around = way_of(table, f"move {squad} K17 gallop")
    assert not set(wood) & set(around) and around[-1] == "K17"
    table.do(f"move {squad} K17 gallop")
    assert table.unit(squad).hex == "K17"
    table, (squad,) = riders("5-2-7", **wood)
    table.do(f"move {squad} K13 gallop")
    assert not set(wood) & set(way_of(table, f"move {squad} K17")), "it gallops on"
    assert "K15" not in reachable(table.game, [table.unit(squad)])
    road = HexTerrain(("woods",), road=frozenset({0, 3}))
    table, (squad,) = riders(
        "5-2-7", K15=road, K14=HexTerrain(road=frozenset({0, 3})), K16=HexTerrain(road=frozenset({0}))
    )
    assert way_of(table, f"move {squad} K16 gallop") == ("K14", "K15", "K16")


def test_a13_36_no_way_at_the_gallop_is_told_so() -> None:
    table, (squad,) = riders("5-2-7", K17="woods")
    assert table.no(f"move {squad} K17 gallop") == "no gallop into K17: Woods (A13.36)"
    around = dict.fromkeys(("J16", "J17", "K16", "K18", "L16", "L17"), "woods")
    table, (squad,) = riders("5-2-7", **around)
    assert "no way for" in (why := table.no(f"move {squad} K17 gallop")) and "at the gallop (A13.36)" in why


def test_a13_36_stacks_that_march_at_the_gallop_have_its_mf() -> None:
    table, (squad, other) = riders("5-2-7", "5-2-7")
    table.do(f"put {other} L14")
    table.do(f"march {squad},{other} K28 gallop")
    assert table.unit(squad).hex == "K28" and table.unit(squad).mf == 14 and table.unit(other).mf > 12


def test_oto_1_51_a_wagon_pays_as_infantry_uphill_and_enters_no_building() -> None:
    table, (wagon,) = stable("Wagon", K15=hill(), J14="wooden-building", K13="woods")
    unit = table.unit(wagon)
    assert step_cost(table.game, unit, "K14", "K15").mf == 2
    assert not step_cost(table.game, unit, "K14", "J14").allowed
    assert step_cost(table.game, unit, "K14", "K13").all


def test_d12_1_a_wagon_starts_and_stops_for_nothing_and_is_never_in_motion() -> None:
    table, (wagon,) = stable("Wagon")
    table.do(f"move {wagon} K15 K16 stop")
    assert table.unit(wagon).mf == 2 and not table.unit(wagon).flags & {"motion", "stopped"}
    table.do(f"put {wagon} off")
    table.do(f"enter {wagon} M28")
    assert "motion" not in table.unit(wagon).flags
    table, (lorry,) = stable("ZiS-5")
    table.do(f"move {lorry} K15 K16")
    assert "motion" in table.unit(lorry).flags


def test_d6_c10_a_wagon_carries_a_crew_with_its_mg_and_tows_a_gun() -> None:
    table, (wagon, gun, crew) = stable("Wagon", "45L AT", "2-2-8")
    table.all(f"put {wagon} off", f"put {gun} off", f"put {crew} off")
    table.all(f"board {gun},{crew} {wagon}", f"enter {wagon} M28")
    assert {table.unit(key).hex for key in (wagon, gun, crew)} == {"M28"}


# -- entry ---------------------------------------------------------------------------------------------


def test_a2_51_mounted_units_enter_mounted_and_ride_on() -> None:
    table, (squad,) = riders("5-2-7")
    table.all(f"put {squad} off", f"enter {squad} M28")
    assert table.unit(squad).hex == "M28" and table.unit(squad).mf == 1
    horse = table.state.horses_at("M28")
    assert [item.carrier for item in horse] == [squad]
    table.do(f"move {squad} M27 M26 M25 M24 M23 M22")
    assert table.unit(squad).mf == 7


def test_a2_51_the_entry_hex_costs_by_the_cavalry_column() -> None:
    table, (squad,) = riders("5-2-7", M28="woods", N28="wooden-building")
    table.do(f"put {squad} off")
    assert entry_cost(table.game, table.unit(squad), "M28") == 4
    assert "cannot enter" in table.no(f"enter {squad} N28") or "not on the" in table.no(f"enter {squad} N28")


def test_a13_36_who_enters_at_the_gallop_is_refused_the_woods_farther_on_before_anything_is_done() -> None:
    table, (squad,) = riders("5-2-7", M27="woods")
    table.do(f"put {squad} off")
    assert "no gallop into M27" in table.no(f"enter {squad} M28 M27 gallop")
    table.do(f"enter {squad} M28 M27")


def test_a2_51_enter_auto_brings_everybody_on_without_overstacking() -> None:
    table, ids = stable("5-2-7", "5-2-7", "5-2-7", "5-2-7", "8-1", "Wagon")
    for key in ids:
        table.do(f"put {key} off")
    plan = suggestion(table.game, FRIENDLY)
    assert sorted(key for keys in plan.values() for key in keys) == sorted(ids)
    assert go_on(table.game, EnterAuto(), ()) == EnterAuto()
    table.do("enter auto all")
    assert go_on(table.game, EnterAuto(), ()) is None
    places = {key: table.unit(key).hex for key in ids}
    assert all(places.values()) and len(set(places.values())) > 1
    assert places[ids[4]] in {places[key] for key in ids[:4]}
    assert "no FRIENDLY unit waits" in table.no("enter auto")


def test_a13_1_off_the_map_one_mounts_at_no_cost_and_at_set_up() -> None:
    table = at("set-up")
    table.do("new friendly 5-2-7")
    table.do("new friendly Sq horse")
    squad = next(unit for unit in table.state.units.values() if unit.type == "5-2-7" and not unit.group)
    table.do(f"mount {squad.id}")
    assert table.unit(squad.id).cavalry and table.unit(squad.id).mf == 0
    question = table.ask(f"dismount {squad.id}")
    assert (
        question.id == "leave-horses"
        and question.default == "no"
        and "SqHa will stay behind off the map" in question.text
    )
    assert "stay in the saddle" in table.no(f"dismount {squad.id}", "no")
    table.do(f"dismount {squad.id}", "yes")
    assert table.unit(squad.id).infantry
