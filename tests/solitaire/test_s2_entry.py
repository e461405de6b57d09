"""The squadron of OtO-S2 (MSR 9): in the saddle off the map, its wagon hitched, and how it comes on (A2.51)."""

from __future__ import annotations

from crossroads import chosen
from tabletop import Tabletop, told

from sasl.asl.game.context import Context
from sasl.asl.game.pieces import put_marker
from sasl.asl.movement.allowance import movement_kind
from sasl.asl.movement.entering import enter_all, suggestion, waiting
from sasl.orders.entry_orders import proposed
from sasl.solitaire.briefing.prompts import awaited
from sasl.solitaire.setup.friendly_setup import unplaced
from sasl.tui.play.pointing.walk import stops
from sasl.tui.play.telling.setup_pane import force_lines


def force(heavy: int) -> Tabletop:
    """The OoB has been raised; `heavy`: the dr for the heavy weapon."""
    table = chosen("next", "next")
    assert table.state.stage == "force"
    return table.all(f"dice 3 3 3 3 {heavy}", "next")


def kinds(table: Tabletop, kind: str) -> list[str]:
    return [unit.id for unit in table.state.units.values() if unit.kind == kind]


def test_msr_9_the_set_up_pane_shows_who_is_aboard_the_wagon_and_with_what() -> None:
    lines = [line for line in force_lines(force(5).game) if "aboard Wagona" in line.text]
    assert [line.data for line in lines] == [None] and "crew 2-2-8" in lines[0].text and ".50cal HMG" in lines[0].text


def test_msr_9_the_sw_are_issued_and_nothing_is_to_set_up() -> None:
    table = force(6)
    assert not unplaced(table.game)
    assert all(item.holder for item in table.state.weapons.values())
    assert {table.unit(item.holder).type for item in table.state.weapons.values() if item.type == "LMG"} == {"4-4-7"}
    assert "enter auto" in told(table.do("deploy"))
    table.do("next")
    assert table.state.stage == "play"


def test_a2_51_the_whole_squadron_may_enter_on_turn_1_or_later() -> None:
    table = force(1).all("next", "option enemy-plays off", "option ask-los off")
    outside = {unit.id for unit in waiting(table.game, "FRIENDLY")}
    assert len(outside) == 19  # 2 SMC, 16 MMC, the wagon with those aboard it
    table.go_to("FRIENDLY", "MPh")
    plan = suggestion(table.game, "FRIENDLY")
    assert {key for ids in plan.values() for key in ids} == outside
    edge = set(table.game.board.edge(table.game.edge_of("FRIENDLY")))
    assert set(plan) <= edge
    table.go_to("FRIENDLY", "MPh", 2)
    assert {unit.id for unit in waiting(table.game, "FRIENDLY")} == outside


def test_16_under_command_control_men_enter_around_their_leaders_and_leaders_apart() -> None:
    table = force(1).all("next", "option enemy-plays off", "option ask-los off").go_to("FRIENDLY", "MPh")
    spread = suggestion(table.game, "FRIENDLY")
    while waiting(table.game, "FRIENDLY"):  # an S? that Activates halts them
        table.do("enter auto all")
    distance, circle = table.game.board.distance, table.game.figure("leader-circle")
    places = {unit.hex for unit in table.state.on_map("FRIENDLY") if unit.personnel and not unit.carrier}
    leaders = [unit.hex for unit in table.state.on_map("FRIENDLY") if unit.kind == "leader"]
    assert distance(*leaders) > 2 * circle
    assert all(min(distance(name, leader) for leader in leaders) <= circle for name in places)
    assert len(places) < len(spread), "without it they spread over the edge"


def test_16_those_still_off_the_map_enter_around_a_leader_who_has_entered_and_moved_on() -> None:
    table = force(1).all("next", "option enemy-plays off", "option ask-los off").go_to("FRIENDLY", "MPh")
    plan = proposed(table.game)
    board, circle = table.game.board, table.game.figure("leader-circle")
    leaders = [unit.id for unit in waiting(table.game, "FRIENDLY") if unit.kind == "leader"]
    entries = {key: name for name, ids in plan.items() for key in ids if key in leaders}
    for key, name in entries.items():
        inland = next(
            other for other in board.neighbours(name) if other not in board.edge(table.game.edge_of("FRIENDLY"))
        )
        table.do(f"put {key} {inland}")
    places = [name for name, ids in proposed(table.game).items() if ids != ["Wagona"]]
    hexes = [table.unit(key).hex for key in leaders]
    assert places and all(min(board.distance(name, other) for other in hexes) <= circle for name in places)


def test_a2_51_who_rides_walks_or_drives_comes_on_with_his_like() -> None:
    table = force(3).all("next", "option enemy-plays off", "new friendly 4-5-8", "new friendly 8-0")
    table.go_to("FRIENDLY", "MPh")
    kinds = [{movement_kind(table.game, table.unit(key)) for key in ids} for ids in proposed(table.game).values()]
    assert all(len(kind) == 1 for kind in kinds) and {"foot"} in kinds and {"cavalry"} in kinds


def test_a8_2_nobody_is_sent_into_residual_fp_not_even_if_it_came_with_those_before() -> None:
    table = force(6).all("next", "option enemy-plays off", "option ask-los off").go_to("FRIENDLY", "MPh")
    plan = proposed(table.game)
    first = next(iter(plan))
    ctx = Context(table.game)
    put_marker(ctx, "residual", first, "Residual FP 4", side="ENEMY", number=4)
    assert first not in proposed(ctx.game)
    enter_all(ctx, plan, "all")
    assert not ctx.state.units_at(first, "FRIENDLY") and ctx.state.on_map("FRIENDLY")


def test_a2_51_tab_takes_those_together_who_would_enter_one_hex() -> None:
    table = force(1).all("next", "option enemy-plays off", "option ask-los off").go_to("FRIENDLY", "MPh")
    plan = proposed(table.game)
    found = {stop.goal: set(stop.units) for stop in stops(table.game) if not stop.apart.startswith("Wagon")}
    assert found == {name: set(ids) for name, ids in plan.items() if ids != ["Wagona"]}
    first = next(stop for stop in stops(table.game) if stop.goal)
    assert f"off the map ({first.goal} is proposed)" in first.who
    table.do(f"enter {','.join(first.units)} {first.goal}")
    assert {table.unit(key).hex for key in first.units} == {first.goal}


def test_a2_51_units_aboard_come_with_their_wagon_and_not_by_themselves() -> None:
    table = force(1).all("next", "option enemy-plays off", "option ask-los off")
    table.go_to("FRIENDLY", "MPh")
    crew = next(unit.id for unit in table.state.units.values() if unit.carrier == "Wagona" and unit.mmc)
    assert "ride in other units:" in table.no(f"enter {crew} A1")


def test_a2_51_the_order_to_enter_shows_a_unit_and_a_hex_of_this_edge() -> None:
    table = force(6)
    table.all("next", "next", "next")
    assert (table.state.side, table.state.phase) == ("FRIENDLY", "MPh")
    said = table.no("enter 447a")
    key, name = said.split("as in: enter ")[1].split()
    table.do(f"enter {key} {name}")
    assert table.unit(key).hex == name


def test_msr_9_the_prompt_of_a_force_off_the_map_speaks_of_no_wrecks() -> None:
    said = awaited(force(6).game)
    assert "waits off the" in said and "wreck" not in said and "place UNITS" not in said


def test_a13_31_a_horse_that_has_moved_is_not_mounted_again_in_that_mph() -> None:
    table = force(6)
    table.all("option enemy-plays off", "next", "next", "next")
    name = next(name for name in suggestion(table.game, "FRIENDLY"))
    table.all(f"enter 447a {name}", "dismount 447a")
    assert "was ridden in this MPh" in table.no("mount 447a")


def test_fire_and_moves_name_hexes_not_units() -> None:
    table = force(6)
    table.all("option enemy-plays off", "next", "next", "next")
    name = next(name for name in suggestion(table.game, "FRIENDLY"))
    table.do(f"enter 447a {name}")
    assert f"447a is a unit, in {name}" in table.no("los 447a A1")
