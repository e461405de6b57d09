"""Air support (E7): arrival, sighting, runs, MG and guns, bombs, mistaken attacks, Recall."""

from __future__ import annotations

from typing import Any

import pytest
from field import field
from tabletop import AWAY, ENEMY, FRIENDLY, Tabletop, at, bare, of, rolls, told

from sasl.asl.air import air_numbers, antiaircraft, runs, sighting, sorties
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Value
from sasl.asl.game.under_way import Moving
from sasl.kernel.frozen import replace
from sasl.orders.engine import Done

# Hexes V18 to V22 are open; a run toward hexside 1 on V20 starts over V24 and goes on over V19, V18, V17 (grain).
# Q6 to Q9 are woods, Q10 a building, Q13 woods, Q14 open, Q15 an orchard out of season.


def overhead(phase: Phase = "MPh", side: Side = ENEMY, plane: str = "Il-2 M43", **changes: Any) -> tuple[Tabletop, str]:
    """A table with one aircraft; no LOS questions, and attacks are not shown first."""
    table = bare(side, phase, **changes).all("option confirm-fire off")
    return table, table.new(FRIENDLY if side == ENEMY else ENEMY, plane)


def drm(game: Game, plane: str, unit: str) -> int:
    table = game.library.table("air.sighting")
    facts = sighting.sighting_facts(game, game.state.units[plane], game.state.units[unit])
    return sum(item.value * facts[item.when] for item in table.modifiers)


# -- arrival ------------------------------------------------------------------------------------------


def test_e7_2_aircraft_of_the_oob_are_overhead_from_their_own_mph_on() -> None:
    table = at("play", 1)
    assert not antiaircraft.aircraft(table.game)
    table.all("option confirm-fire off").go_to(FRIENDLY, "PFPh", 2)
    assert not antiaircraft.aircraft(table.game)
    events = table.do("next")
    planes = antiaircraft.aircraft(table.game, FRIENDLY)
    assert len(planes) == 3 and all("bombs" in plane.flags for plane in planes) and "3 aircraft arrive" in told(events)


@pytest.mark.parametrize(
    ("side", "phase", "free"),
    [(ENEMY, "MPh", True), (ENEMY, "DFPh", True), (FRIENDLY, "MPh", False), (FRIENDLY, "DFPh", False)],
)
def test_e7_4_attacks_belong_to_the_opponents_mph_and_dfph(side: Side, phase: Phase, free: bool) -> None:
    table = bare(side, phase)
    plane = table.new(FRIENDLY, "Il-2 M43")
    assert (sorties.why_not(table.game, table.unit(plane)) == "") == free


def test_e7_4_what_an_aircraft_may_not_attack() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20", "hidden")
    tank = table.new(FRIENDLY, "T-34 M43", "W5")
    assert "can see" in table.no(f"air {plane} V20")
    assert "can see" in table.no(f"air {plane} W5")
    assert "is not an aircraft" in table.no(f"air {tank} V20")
    assert "cannot use 'loop'" in table.no(f"air {plane} V20 loop")
    assert "hexside from 1" in table.no(f"air {plane} V20 toward 7")
    assert "no bombs" in table.all("new ENEMY 4-6-7 V18").no(f"air {plane} V18 bomb")


# -- runs and Blind Hexes -----------------------------------------------------------------------------


def test_e7_401_a_run_is_placed_four_hexes_away_along_a_grain() -> None:
    run = runs.run_over(bare().game, "V20", 1)
    assert [place.name for place in run.places[:5]] == ["V24", "V23", "V22", "V21", "V20"]
    assert run.targets == ("V20", "V19", "V18", "V17")


def test_e7_401_a_run_may_begin_off_the_map_and_ends_at_its_edge() -> None:
    run = runs.run_over(bare().game, "V28", 4)
    assert run.targets == ("V28", "", "", "") and run.places[0].name == "V24"
    assert runs.run_over(bare().game, "V28", 1).places[0].name == "V32"


@pytest.mark.parametrize(
    ("name", "toward", "seen"),
    [
        ("Q9", 1, False),  # behind the building Q10
        ("Q8", 1, False),  # behind woods
        ("Q14", 4, False),
        ("Q14", 1, True),  # behind woods; behind an orchard out of season
        ("Q11", 4, False),
        ("Q12", 4, True),
    ],
)  # one Blind Hex behind the building, no more
def test_e7_25_one_blind_hex_behind_an_obstacle(name: str, toward: int, seen: bool) -> None:
    assert bool(runs.run_over(bare().game, name, toward).targets[0]) == seen


# -- sighting -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wanted"), [("V20", 0), ("Q9", 3), ("Q10", 3), ("L25", 3), ("Q15", 0), ("V17", 1), ("E9", 1)]
)
def test_e7_3_terrain_hides(name: str, wanted: int) -> None:
    assert sighting.terrain_drm(bare().game, name) == wanted


@pytest.mark.parametrize("terrain", ["crags", "graveyard"])
def test_e7_3_crags_and_graveyards_hide_a_little(terrain: str) -> None:
    assert sighting.terrain_drm(field(K10=terrain).game, "K10") == 1


def test_e7_3_the_drm_of_the_sighting_tc() -> None:
    table, plane = overhead()
    squad = table.new(ENEMY, "4-6-7", "Q9")
    assert drm(table.game, plane, squad) == 3 - 2
    table.do(f"set {squad} concealed moved attacked-by-air")
    assert drm(table.game, plane, squad) == 3 - 1 - 1
    tank = table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    assert drm(table.game, plane, tank) == -1 - 2
    table.new(FRIENDLY, "4-4-7", "V16")  # four hexes from it
    assert drm(table.game, plane, tank) == -1 - 2 + 1
    table.all("marker add smoke V20 3")
    assert drm(table.game, plane, tank) == -1 - 2 + 1 + 3


def test_e7_3_the_easiest_target_of_the_hex_counts() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20", "concealed")
    table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    events = table.dice(6, 5).do(f"air {plane} V20 toward 1")
    assert [mod.value for mod in rolls(events, "Sighting")[0].modifiers] == [-1, -2]


def test_e7_3_a_failed_tc_is_no_attack_and_no_light_aa_in_this_player_turn() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20", "concealed")
    table.new(ENEMY, "20L(6) AA", "V22")
    table.new(ENEMY, "2-2-8", "V22")
    events = table.dice(4, 5).do(f"air {plane} V20 toward 1")  # 9 > 8
    assert not rolls(events, "Light AA") and not rolls(events, "strafes")
    assert "does not find its target" in events[-1].describe() and "flies off" in events[-1].describe()
    assert "no further attack" in table.no(f"air {plane} V20")
    table.go_to(FRIENDLY, "RPh")
    assert not table.unit(plane).flags


def test_e7_31_an_original_12_recalls_at_the_end_of_the_phase() -> None:
    table, plane = overhead()
    table.new(ENEMY, "StuG IIIG", "V20", "drove", "buttoned")  # -4 in all: 12 is 8, a pass
    events = table.dice(6, 6, 1, 2).do(f"air {plane} V20 toward 1", "no", "no", "no")
    assert rolls(events, "To Hit") and "recalled" in table.unit(plane).flags
    table.do("next")
    assert plane not in table.state.units and "FRIENDLY aircraft" not in table.state.lost


# -- mistaken attacks ---------------------------------------------------------------------------------


def test_e7_32_a_mistaken_attack_falls_on_the_nearest_own_unit() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20", "concealed")
    near, far = table.new(FRIENDLY, "4-4-7", "V14"), table.new(FRIENDLY, "4-4-7", AWAY)
    hidden = table.new(FRIENDLY, "4-4-7", "V19", "hidden")
    events = table.dice(6, 6).do(f"air {plane} V20 toward 1")
    assert "MISTAKEN ATTACK" in told(events) and "in V14" in told(events)
    struck = {key for event in of(events, ev.UnitsChanged) if "attacked-by-air" in event.gained for key in event.ids}
    assert struck == {near} and far in table.state.units and hidden in table.state.units
    assert "recalled" in table.unit(plane).flags


def test_e7_32_of_equally_near_units_the_one_it_hurts_most_and_bombs_if_it_has_them() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "4-6-7", "V20", "concealed")
    table.new(FRIENDLY, "4-4-7", "Q17")  # woods, five hexrows away
    table.new(FRIENDLY, "4-4-7", "V15")
    stack = [table.new(FRIENDLY, "4-4-7", "V25") for _ in range(3)]
    events = table.dice(6, 6).do(f"air {plane} V20 toward 1")
    assert "in V25" in told(events) and stack and "bombs" not in table.unit(plane).flags
    assert rolls(events, "To Hit: bombs")


def test_e7_32_without_an_own_unit_it_attacks_nobody() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20", "concealed")
    events = table.dice(6, 6).do(f"air {plane} V20 toward 1")
    assert "finds none of its own side" in told(events) and not rolls(events, "strafes")


# -- strafing -----------------------------------------------------------------------------------------


def test_e7_401_each_hex_of_the_run_is_its_own_attack_the_player_chooses() -> None:
    table, plane = overhead()
    for name in ("V20", "V19", "V17", "V16"):
        table.new(ENEMY, "4-6-7", name)
    events = table.dice(2, 3, 6, 5, 6, 5, 6, 5, 6, 5).do(f"air {plane} V20 toward 1")
    attacks = [record.purpose.split()[2].rstrip(",") for record in rolls(events, f"{plane} strafes")]
    assert attacks == ["V20", "V19", "V18", "V17"]  # V18 is empty, V16 beyond the fourth hex
    assert not table.unit(plane).hex
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20")
    table.new(ENEMY, "4-6-7", "V19")
    assert len(rolls(table.dice(2, 3, 6, 5).do(f"air {plane} V20 toward 1", *["no"] * 3), "strafes")) == 1


@pytest.mark.parametrize(("phase", "left"), [("MPh", {"V20": 6, "V19": 6, "V18": 6, "V17": 6}), ("DFPh", {})])
def test_a8_2_e7_4_strafing_leaves_residual_fp_in_each_hex_of_the_mph(phase: Phase, left: dict[str, int]) -> None:
    """12 FP leave 6, in empty hexes, too; what is resolved in the DFPh leaves none, and empty hexes are spared then."""
    table, plane = overhead(phase)
    for name in ("V20", "V18"):
        table.new(ENEMY, "4-6-7", name)
    table.dice(2, 3, *(6, 5) * 4).do(f"air {plane} V20 toward 1")
    assert {item.hex: item.number for item in table.state.marked("residual")} == left


def test_a8_2_e7_4_six_strafing_runs_leave_it_in_every_hex_strafed() -> None:
    table = bare(ENEMY, "MPh").all("option confirm-fire off")
    for number in range(6):
        plane, name = table.new(FRIENDLY, "Il-2 M43"), f"V{22 - number}"
        table.new(ENEMY, "4-6-7", name)
        table.dice(2, 3, *(6, 5) * 4).do(f"air {plane} {name} toward 1", *["yes"] * 3)
    marked = {item.hex: item.number for item in table.state.marked("residual")}
    assert marked.keys() >= {f"V{number}" for number in range(17, 23)} and set(marked.values()) == {6}


def test_a8_26_smoke_reduces_what_strafing_leaves_and_a_concealed_target_halves_it() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20", "concealed")
    table.dice(2, 3, *(6, 5) * 2).do(f"air {plane} V20 toward 1", "yes", "no")
    assert [item.number for item in table.state.markers_at("V20", "residual")] == [2]  # 6 FP, halved: column 2


def test_a8_2_an_afv_alone_is_strafed_as_well_and_bombs_that_hit_leave_12() -> None:
    table, plane = overhead()
    table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    table.dice(2, 3, 6, 5).do(f"air {plane} V20 toward 1", "no")
    assert [item.number for item in table.state.markers_at("V20", "residual")] == [6]
    table.do(f"set {plane} bombs -no-attack")
    other = table.new(FRIENDLY, "Il-2 M43")
    table.do(f"set {other} bombs")
    table.new(ENEMY, "4-6-7", "T20")
    table.dice(2, 3, 6, 5, 1, 2, 6, 5).do(f"air {other} T20 bomb toward 1")
    assert [item.number for item in table.state.markers_at("T20", "residual")] == [12]


def test_e7_41_an_original_12_in_an_empty_hex_disables_the_mg_and_ends_the_strafing() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20")
    events = table.dice(2, 3, 6, 5, 6, 6).do(f"air {plane} V20 toward 1")
    assert len(rolls(events, f"{plane} strafes")) == 2 and "MG disabled" in table.unit(plane).arms


def test_e7_401_a_hex_with_own_units_is_spared_unless_told_otherwise() -> None:
    table, plane = overhead()
    for side in (ENEMY, FRIENDLY):
        table.new(side, "4-4-7", "V19")
    table.new(ENEMY, "4-6-7", "V20")
    question = table.dice(2, 3, 6, 6).ask(f"air {plane} V20 toward 1")
    assert question.default == "no" and "It would hit" in question.text


def test_e7_401_the_player_is_asked_for_the_direction_and_the_best_comes_first() -> None:
    table, plane = overhead()
    for name in ("V20", "V19", "V18"):
        table.new(ENEMY, "4-6-7", name)
    question = table.ask(f"air {plane} V20")
    assert question.default == "1" and "V18" in question.options[0].label


def test_e7_41_mg_attack_on_the_12_column_without_cowering_and_half_against_concealed() -> None:
    table, plane = overhead()
    known, hidden = table.new(ENEMY, "4-6-7", "V20"), table.new(ENEMY, "4-6-7", "V20", "concealed")
    game = table.game
    columns = {group.ids: group.column for group in air_numbers.groups(game, game.state.units[plane], "V20", 12)}
    assert columns == {(known,): 12, (hidden,): 6}
    events = table.dice(2, 3, 5, 5).do(f"air {plane} V20 toward 1")
    assert rolls(events, "strafes")[0].result == "PTC" and "cower" not in told(events)  # doubles 10 on 12: no cowering


def test_e7_41_moving_targets_suffer_ffmo_and_ffnam() -> None:
    table, plane = overhead()
    squad = table.new(ENEMY, "4-6-7", "V21")
    game = table.game.at(replace(table.state, moving=Moving((squad,), "V22", "V21", 1.0)))
    [group] = air_numbers.groups(game, game.state.units[plane], "V21", 12)
    assert sum(mod.value for mod in group.modifiers) == -2


def test_e7_41_terrain_protects_and_smoke_hinders() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "Q9")
    table.all("marker add smoke Q9 2")
    game = table.game
    [group] = air_numbers.groups(game, game.state.units[plane], "Q9", 12)
    assert sorted(mod.value for mod in group.modifiers) == [1, 2]


def test_e7_41_an_original_12_disables_the_mg_for_good() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20")
    table.dice(2, 3, 6, 6).do(f"air {plane} V20 toward 1")
    assert "MG disabled" in table.unit(plane).arms
    table.go_to(FRIENDLY, "RPh").go_to(ENEMY, "MPh")
    assert not rolls(table.dice(2, 3).do(f"air {plane} V20 toward 1"), "strafes")


# -- AFV ----------------------------------------------------------------------------------------------


def run(game: Game, toward: int = 1) -> runs.Run:
    return runs.run_over(game, "V20", toward)


def test_e7_41_to_hit_and_to_kill_an_afv_from_above() -> None:
    table, plane = overhead()
    stug = table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    table.do(f"face {stug} V19/W20")
    game = table.game
    aircraft, unit = game.state.units[plane], game.state.units[stug]
    assert air_numbers.number(game, "vehicle", near=False) == 9 and air_numbers.number(game, "vehicle", near=True) == 10
    assert sum(mod.value for mod in air_numbers.hit_mods(game, aircraft, unit)) == 1  # small
    # 44F 6, +1 from above, weakest hull AF 3 is aerial AF 2; +1 as at the rear, wherever it comes from (C7.21)
    assert air_numbers.kill_number(game, aircraft, unit, 6).number == 6 + 1 + 1 - 2
    assert air_numbers.number(game, "infantry", near=False) == 7


def test_b2_shellholes_hide_no_vehicle_from_the_air_either() -> None:
    table, plane = overhead()
    holes = next(
        name for name in table.game.board.names() if table.game.board.terrain(name).terrains == ("shellholes",)
    )
    stug = table.new(ENEMY, "StuG IIIG", holes, "buttoned")
    found = air_numbers.hit_mods(table.game, table.game.state.units[plane], table.game.state.units[stug])
    assert not any(mod.kind == "tem" for mod in found)


def test_c7_22_an_open_top_is_worth_two() -> None:
    table, plane = overhead()
    marder = table.new(ENEMY, "Marder II", "V20")
    game = table.game
    kill = air_numbers.kill_number(game, game.state.units[plane], game.state.units[marder], 6)
    assert kill.number == 6 + 1 + 2 - 0  # AF 1: aerial 0


def test_e7_41_the_dr_against_men_is_the_to_hit_dr_against_the_afv() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20")
    stug = table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    events = table.dice(2, 3, 4, 4, 6, 5, 1, 1).do(f"air {plane} V20 toward 1 at {stug}")
    hit = rolls(events, "To Hit, same DR")[0]
    assert (hit.dice, hit.total, hit.target, hit.success, hit.source) == ((4, 4), 9, 9, True, "same")
    assert rolls(events, "To Kill")


def test_e7_41_a_kill_leaves_a_wreck_and_half_the_number_burns() -> None:
    table, plane = overhead()
    stug = table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    table.dice(2, 3, 3, 2, 1, 1).do(f"air {plane} V20 toward 1")  # To Kill 5, DR 2: burns
    assert stug not in table.state.units and table.state.markers_at("V20", "wreck")[0].text == "burning wreck"


def test_e7_41_a_miss_does_nothing() -> None:
    table, plane = overhead()
    stug = table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    events = table.dice(2, 3, 5, 4).do(f"air {plane} V20 toward 1")  # 9 + 1 > 9
    assert not rolls(events, "To Kill") and stug in table.state.units


def test_e7_402_a_point_attack_strikes_the_same_hex_twice() -> None:
    table, plane = overhead()
    table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    table.new(ENEMY, "4-6-7", "V19")
    events = table.dice(2, 3, 6, 5, 6, 5).do(f"air {plane} V20 point toward 1")
    assert [record.target for record in rolls(events, "To Hit")] == [9, 10] and not rolls(events, "strafes V19")


# -- bombs --------------------------------------------------------------------------------------------


def test_e7_42_bombs_must_hit_are_dropped_once_and_end_the_run() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "4-6-7", "V20")
    table.new(ENEMY, "4-6-7", "V19")
    events = table.dice(2, 3, 6, 5, 3, 4, 6, 6).do(f"air {plane} V20 bomb toward 1")  # MG 11; To Hit 7; bombs 12
    columns = [record.column for record in rolls(events) if record.table == "ift"]
    assert columns == ["12", "24"] and not rolls(events, "strafes V19")
    assert "bombs" not in table.unit(plane).flags
    table.go_to(ENEMY, "DFPh")
    assert "no bombs" in table.go_to(FRIENDLY, "RPh").go_to(ENEMY, "MPh").no(f"air {plane} V19 bomb")


def test_e7_42_tem_counts_in_the_to_hit_dr() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "4-6-7", "Q12", "dug-in")  # +2; sighted at 5 - 2
    events = table.dice(2, 3, 6, 5, 3, 3).do(f"air {plane} Q12 bomb toward 4")
    assert "miss Q12" in told(events)  # 6 + 2 > 7
    assert "bombs" not in table.unit(plane).flags


@pytest.mark.parametrize(
    ("dice", "word", "number"), [((1, 2), "Direct Hit", 12 + 1 + 1 - 2), ((3, 4), "Near Miss", 6 + 1 + 1 - 2)]
)
def test_e7_421_half_the_to_hit_number_is_a_direct_hit(dice: tuple[int, int], word: str, number: int) -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    events = table.dice(2, 3, 6, 5, *dice, 6, 6).do(f"air {plane} V20 bomb toward 1")
    assert word in told(events) and rolls(events, "To Kill")[-1].target == number


def test_e7_421_bombs_are_meant_for_one_afv_of_a_hex() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    first, other = (table.new(ENEMY, "StuG IIIG", "V20", "buttoned") for _ in range(2))
    table.dice(2, 3, 6, 5, 1, 2, 1, 1).do(f"air {plane} V20 bomb toward 1 at {other}")
    assert first in table.state.units and other not in table.state.units


def test_e7_421_the_same_dr_counts_for_men_and_the_afv_beside_them() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "4-6-7", "V20")
    tank = table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    events = table.dice(2, 3, 6, 5, 1, 2, 5, 5).do(f"air {plane} V20 bomb toward 1")
    assert f"To Kill {tank}, air attack by {plane}, same DR: 10 against 12" in told(events)
    assert tank not in table.state.units and not rolls(events, f"To Kill {tank}")


def test_e7_421_the_collateral_attack_of_a_near_miss_has_half_the_fp() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    tank = table.new(ENEMY, "Marder II", "V20")
    events = table.dice(2, 3, 6, 5, 3, 4, 6, 5).do(f"air {plane} V20 bomb toward 1")
    assert f"Same DR on the 12 column for the crew of {tank}" in told(events)


def test_e7_422_by_the_area_type_tem_counts_for_the_effect_and_the_fp_are_halved() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "4-6-7", "V20", "dug-in")
    events = table.dice(2, 3, 6, 5, 3, 4, 5, 5).do(f"air {plane} V20 bomb area toward 1")
    hit, effect = rolls(events, "Area Target Type")
    assert (hit.target, hit.total, effect.column) == (7, 7, "12")
    assert [(mod.kind, mod.value) for mod in effect.modifiers] == [("entrenchment", 2)]
    assert "bombs" not in table.unit(plane).flags


def test_e7_422_men_with_the_same_cover_suffer_one_result_together() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    men = [table.new(ENEMY, "4-6-7", "V20") for _ in range(2)]
    events = table.dice(2, 3, 6, 5, 3, 4, 1, 1, 2, 5).do(f"air {plane} V20 bomb area toward 1")  # 2 on 12: 1KIA
    assert len([record for record in rolls(events) if record.column == "12" and "Area" in record.purpose]) == 1
    assert len(set(men) & set(table.state.units)) == 1


def test_e7_422_what_it_does_to_an_afv_is_read_as_of_indirect_fire() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    tanks = [table.new(ENEMY, "StuG IIIG", "V20", "buttoned") for _ in range(2)]
    table.dice(2, 3, 6, 5, 2, 4, 1, 1).do(f"air {plane} V20 bomb area toward 1")
    assert not set(tanks) & set(table.state.units), "all of the hex are attacked"


def test_e7_422_says_how_bombs_fall_and_is_of_he_bombs_alone() -> None:
    table, plane = overhead()
    table.new(ENEMY, "4-6-7", "V20")
    assert "E7.422" in table.no(f"air {plane} V20 area")
    planes = {**table.state.units, plane: replace(table.unit(plane), role="ATCB", flags=frozenset({"bombs"}))}
    table = Tabletop(table.game.at(replace(table.state, units=planes)))
    assert "ATCB" in table.no(f"air {plane} V20 bomb area")


def test_b25_13_bombs_that_kill_may_set_the_hex_on_fire() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "4-6-7", "V17")  # grain
    table.dice(2, 3, 6, 5, 1, 2, 1, 2, 6, 6).do(f"air {plane} V17 bomb toward 1")
    assert table.state.markers_at("V17", "flame")


def test_oto_12_6_atcb_replace_the_bombs_and_need_no_direct_hit() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    planes = {**table.state.units, plane: replace(table.unit(plane), role="ATCB")}
    table = Tabletop(table.game.at(replace(table.state, units=planes)))
    table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    events = table.dice(2, 3, 6, 5, 3, 4, 6, 6).do(f"air {plane} V20 bomb toward 1")
    assert rolls(events, "To Hit: ATCB") and rolls(events, "To Kill")[-1].target == 12 + 1 + 1 - 2


# -- Stukas -------------------------------------------------------------------------------------------


def test_oto_12_1_the_guns_of_the_stuka_kill_with_nine_and_ignore_a_point_of_armor() -> None:
    table, plane = overhead(side=FRIENDLY, plane="Ju-87G")
    tank = table.new(FRIENDLY, "T-34 M43", "V20")
    game = table.game
    aircraft, unit = game.state.units[plane], game.state.units[tank]
    # T-34: weakest AF 6 is aerial AF 3, less 1 for the guns
    assert air_numbers.kill_number(game, aircraft, unit, 9, gun=True).number == 9 + 1 + 1 - 2
    table.new(FRIENDLY, "4-4-7", "V19")
    assert "only guns, so it can only strafe" in table.no(f"air {plane} V20 point")


def test_c3_8_doubles_of_the_twin_guns_make_two_to_kill_dr() -> None:
    table, plane = overhead(side=FRIENDLY, plane="Ju-87G")
    table.new(FRIENDLY, "T-34 M43", "V20")
    events = table.dice(2, 3, 3, 3, 6, 5, 6, 4).do(f"air {plane} V20 toward 1")
    assert len(rolls(events, "To Kill")) == 2


def test_re_65_66_stukas_attack_the_afv_nearest_the_ebe_by_themselves() -> None:
    table, plane = overhead("MPh", FRIENDLY, "Ju-87G")
    near, far = table.new(FRIENDLY, "T-34 M43", "V18"), table.new(FRIENDLY, "T-34 M43", "V22")
    squad = table.new(FRIENDLY, "4-4-7", "V10")
    events = table.dice(2, 3).do("next")
    shots = rolls(events, "Sighting")
    assert len(shots) == 1 and "at V18" in shots[0].purpose and "no-attack" in table.unit(plane).flags
    assert {near, far, squad} & set(table.state.units)


def test_re_65_66_the_run_goes_over_more_than_one_afv() -> None:
    table, plane = overhead("MPh", FRIENDLY, "Ju-87G")
    table.new(FRIENDLY, "T-34 M43", "V18")
    table.new(FRIENDLY, "T-34 M43", "V20")
    events = table.dice(2, 3, 6, 5, 6, 5).do("next")
    assert len(rolls(events, "To Hit")) == 2 and plane in table.state.units


def test_e7_3_what_was_attacked_is_easier_to_sight_until_the_player_turn_ends() -> None:
    table, plane = overhead()
    squad = table.new(ENEMY, "4-6-7", "V20")
    table.dice(2, 3, 6, 5).do(f"air {plane} V20 toward 1")
    assert "attacked-by-air" in table.unit(squad).flags
    table.go_to(FRIENDLY, "RPh")
    assert "attacked-by-air" not in table.unit(squad).flags


def test_e7_402_a_bombing_point_attack_strafes_twice_and_bombs_once_without_asking() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.new(ENEMY, "4-6-7", "V20")
    outcome = table.dice(2, 3, 6, 5, 6, 5, 3, 5, 6, 6).session.submit(f"air {plane} V20 point bomb toward 1")
    assert isinstance(outcome, Done)  # MG 11, MG 11 and (E7.42) To Hit 8 of six Aerial hexes; bombs 12
    assert [record.column for record in rolls(outcome.events) if record.table == "ift"] == ["12", "12", "24"]
    assert len(rolls(outcome.events, "strafes")) == 2 and len(rolls(outcome.events, "To Hit: bombs")) == 1


def test_e7_511_an_evading_aircraft_bombs_at_plus_one() -> None:
    table, plane = overhead()
    table.do(f"set {plane} evading")
    table.new(ENEMY, "StuG IIIG", "V20", "buttoned")
    game = table.game
    unit = next(unit for unit in game.state.on_map(ENEMY))
    assert sum(mod.value for mod in air_numbers.hit_mods(game, game.state.units[plane], unit)) == 1 + 1


def test_oto_s1_a_whole_attack_in_the_mission_with_its_own_guns() -> None:
    table = at("play", 1).all("option confirm-fire off", "option ask-los off", "value enemy-re 2/3")
    table.go_to(ENEMY, "MPh", 2)
    planes = antiaircraft.aircraft(table.game, FRIENDLY)
    goal = next(unit.hex for unit in table.state.on_map(ENEMY) if unit.type == "88L AA" and unit.hex)
    events = table.do(f"air {planes[0].id} {goal}")
    assert rolls(events, f"Sighting TC of {planes[0].id} at {goal}")


def test_e7_2_at_the_start_of_the_enemy_mph_the_player_hears_who_may_attack() -> None:
    table = bare(ENEMY, "PFPh")
    plane = table.new(FRIENDLY, "Il-2 M43")
    assert f"{plane} may attack in this MPh" in told(table.do("next"))


# -- S? -----------------------------------------------------------------------------------------------


def test_3_1_an_s_is_sighted_and_attacked_like_a_concealed_unit() -> None:
    table, plane = overhead()
    suspect = table.suspect("V20")
    events = table.dice(3, 4, 6, 5).do(f"air {plane} V20 toward 1")  # 7: no DRM at all; 11 on the 6 column
    assert not rolls(events, "Sighting")[0].modifiers and rolls(events, "strafes")[0].column == "6"
    assert suspect in table.state.suspects and not rolls(events, "AC check")


def test_5_2_an_s_hit_by_a_ptc_checks_and_what_it_is_suffers_that_result() -> None:
    table, plane = overhead(values={"enemy-ac": Value("5", "user"), "enemy-san": Value("4", "user")})
    suspect = table.suspect("V20")
    events = table.dice(3, 4, 1, 2, 1, 3, 3).do(f"air {plane} V20 toward 1")  # IFT 3 on 6: K/2; AC 1; S, then auto
    assert rolls(events, "AC check") and suspect not in table.state.suspects
    assert of(events, ev.UnitAdded) and rolls(events, "strafes")[0].result == "K/2"


def test_5_2_bombs_that_miss_an_s_draw_no_check() -> None:
    table, plane = overhead()
    table.do(f"set {plane} bombs")
    table.suspect("V20")
    events = table.dice(3, 4, 6, 5, 3, 3).do(f"air {plane} V20 bomb toward 1")  # 6 + 2 concealed > 7
    assert "miss V20" in told(events) and not rolls(events, "AC check")


def test_e7_3_the_sighting_tc_and_the_bombs_come_on_paper() -> None:
    table, plane = overhead()
    table.all(f"set {plane} bombs", "option confirm-fire on")
    table.new(ENEMY, "4-6-7", "V20", "concealed")
    line = f"air {plane} V20 point bomb toward 1"
    question = table.ask(line)
    assert "Morale Level of the pilot: 8" in question.lines
    assert question.lines[-1] == "Chances: sighted 72%, failed 25%, mistaken 2.8%"
    bombs = table.ask(line, "=sighted", "=-", "=-")
    assert bombs.text.startswith("To Hit: bombs") and "To Hit number: 8" in bombs.lines
    events = table.do(line, "=sighted", "=-", "=-", "=hit", "=2KIA")
    assert not rolls(events, "To Hit") and not rolls(events, "Sighting") and not list(table.state.on_map(ENEMY))


def test_e7_42_bombs_are_kept_when_the_mg_left_nobody_to_hit() -> None:
    table, plane = overhead()
    table.all(f"set {plane} bombs", "option confirm-fire on")
    table.new(ENEMY, "4-6-7", "V20")
    table.do(f"air {plane} V20 bomb toward 1", "=sighted", "=2KIA")
    assert "bombs" in table.unit(plane).flags
