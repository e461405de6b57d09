"""Corners of fire, morale and Snipers that a review of the rules turned up, each under its rule."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, flags, moves, quiet, shots, throw, type_of
from tabletop import bare, rolls, told

from sasl.asl import snipers
from sasl.asl.fire.drm import target_mods
from sasl.asl.fire.opportunity import PREP, nearest_enemy
from sasl.asl.game import events as ev
from sasl.asl.game.state import Marker
from sasl.asl.infantry import prisoners, rally
from sasl.asl.infantry.morale import casualties, heat_of_battle
from sasl.asl.infantry.rout.threat import in_open_ground
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import aim, cases
from sasl.board.hexes import crossed_sides
from sasl.kernel.rolling.records import Modifier


def aimed(table: Tabletop, tank: str, goal: str) -> list[tuple[tuple[str, ...], tuple[Modifier, ...]]]:
    """The targets of a tank's HE, in groups of the same To Hit DRM."""
    game, firer = table.game, table.unit(tank)
    gun = mounted.ordnance(game, game.counter_of(firer))
    assert gun is not None
    return cases.groups(game, aim.shot(game, firer, "MA", goal, aim.Manner(("he",)), PREP, gun))


# -- lines --------------------------------------------------------------------------------------------


def test_oto_1_42_hexsides_at_the_edge_of_the_map() -> None:
    assert crossed_sides("A24", "A20") == {0} and crossed_sides("A24", "C23") == {1}
    assert crossed_sides("ZZ10", "XX9") == {5}


def test_a8_26_smoke_in_the_hex_hinders_residual_fire() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    us = table.new(FRIENDLY, "4-4-7", "K14")
    table.do("marker add smoke K13")
    residual = Marker("residual1", "residual", "K13", ENEMY, 2, text="Residual FP 2")
    table, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.MarkerPut(residual, "test")))
    events = throw(table, (6, 5), f"move {us} K13")
    assert drm(events)["LOS Hindrance"] == 3 and "FFMO" not in drm(events)


@pytest.mark.parametrize(("smoke", "left"), [(False, 2), (True, 2)])
def test_a8_26_smoke_in_the_hex_does_not_weaken_residual_fire_twice(smoke: bool, left: int) -> None:
    table = field(FRIENDLY, "MPh")
    them, us = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-5-8", "K10")
    if smoke:
        table.do("marker add smoke K10")
    table = quiet(moves(table, us, came_from="K9"))
    throw(table, (6, 5), f"fire {them} K10")
    assert [marker.number for marker in table.state.marked("residual")] == [left]


def test_a9_5_spraying_fire_leaves_residual_of_each_hex_by_its_own_range_and_line() -> None:
    table = field(FRIENDLY, "MPh")
    _, gun = table.armed(ENEMY, "4-6-7", "K14", "HMG")
    us, _ = table.new(FRIENDLY, "4-5-8", "K12"), table.new(FRIENDLY, "4-5-8", "K13")
    table = quiet(moves(table, us, came_from="K11"))
    throw(table, (6, 5), f"fire {gun} K12 spray K13")  # 7/2 FP: column 2, half of it 1; K13: 7 x 2 / 2 FP: 6, half 2
    assert {marker.hex: marker.number for marker in table.state.marked("residual")} == {"K12": 1, "K13": 2}


# -- who may still fire -------------------------------------------------------------------------------


def test_a7_2_a_vehicle_that_prep_fired_does_not_fire_in_the_afph() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank, gun = table.new(FRIENDLY, "T-34 M43", "K14"), table.new(FRIENDLY, "76* INF", "L14")
    crew = table.new(FRIENDLY, "2-2-8", "L14")
    table.new(ENEMY, "4-6-7", "K10")
    table.dice(1, 6, 5, 5).do(f"fire {tank} K10 ma he")
    table.dice(1, 6, 5, 5).do(f"fire {gun} K10 he")
    assert "MA spent" not in table.unit(tank).arms, "its ROF is kept"
    table.go_to(FRIENDLY, "AFPh")
    for name, words in ((tank, "ma he"), (tank, "cmg"), (gun, "he")):
        assert "C2.24" in table.no(f"fire {name} K10 {words}")
    table.go_to(FRIENDLY, "RtPh")
    assert not table.unit(tank).arms and not table.unit(gun).arms and "prep" not in table.unit(crew).flags


@pytest.mark.parametrize("sw", ["HMG", "ATR"])
def test_a7_2_the_sw_of_a_unit_that_prep_fired_does_not_fire_in_the_afph(sw: str) -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, gun = table.armed(FRIENDLY, "4-4-7", "K14", sw)
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, (6, 5), f"fire {us} K11 only")
    table.go_to(FRIENDLY, "AFPh")
    assert "A7.2" in table.no(f"fire {gun} K11")
    table.go_to(FRIENDLY, "RtPh")
    assert not table.state.weapons[gun].flags


def test_a21_11_a_captured_sw_is_ready_again_after_the_fire_phases_of_who_holds_it() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, gun = table.new(FRIENDLY, "4-4-7", "K14"), table.new(ENEMY, "LMG")
    table.all(f"give {gun} {us}", f"set {gun} fired prep captured")
    table.go_to(FRIENDLY, "RtPh")
    assert table.state.weapons[gun].flags == {"captured"}


@pytest.mark.parametrize(
    ("dice", "end"), [((4, 5), "works"), ((4, 6), "malfunctioned"), ((6, 5), "malfunctioned"), ((6, 6), "gone")]
)
def test_a21_11_a_captured_mg_breaks_down_two_earlier(dice: tuple[int, int], end: str) -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, gun = table.new(FRIENDLY, "4-4-7", "K14"), table.new(ENEMY, "LMG")
    table.all(f"give {gun} {us}", f"set {gun} captured")
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, dice, f"fire {gun} K11")  # German LMG: B12
    weapon = table.state.weapons.get(gun)
    assert end == ("gone" if weapon is None else "malfunctioned" if "malfunctioned" in weapon.flags else "works")


@pytest.mark.parametrize(
    ("man", "dice", "end"),
    [
        ("4-4-7", (4, 6), "works"), ("4-4-7", (5, 6), "malfunctioned"),
        ("4-2-6", (3, 6), "works"), ("4-2-6", (4, 6), "malfunctioned"), ("4-2-6", (5, 6), "gone"),
    ],
)  # fmt: skip
def test_a19_32_a_mg_of_conscripts_breaks_down_one_earlier(man: str, dice: tuple[int, int], end: str) -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    _, gun = table.armed(FRIENDLY, man, "K14", "LMG")
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, dice, f"fire {gun} K11")  # Russian LMG: B11, and so X11 when it is lowered (A.11)
    weapon = table.state.weapons.get(gun)
    assert end == ("gone" if weapon is None else "malfunctioned" if "malfunctioned" in weapon.flags else "works")


@pytest.mark.parametrize(("dice", "gone"), [((4, 5), False), ((4, 6), False), ((5, 6), True)])
def test_a_11_sustained_fire_makes_the_printed_b_number_an_x_number(dice: tuple[int, int], gone: bool) -> None:
    table = quiet(field(ENEMY, "MPh"))
    us, gun = table.armed(FRIENDLY, "4-4-7", "K14", "LMG")
    table.all(f"set {us} first", f"set {gun} first fired")
    table = moves(table, table.new(ENEMY, "4-6-7", "K11"), came_from="K10")
    throw(table, dice, f"fire {gun} K11")  # B9 and X11, not X12
    assert (gun not in table.state.weapons) == gone
    assert gone or "malfunctioned" in table.state.weapons[gun].flags


def test_a7_53_a_leader_directs_a_second_attack_only_of_what_kept_its_rof() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K11="woods"))
    us, leader = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "9-1", "K14")
    _, light = table.armed(FRIENDLY, "4-4-7", "K14", "LMG")
    _, heavy = table.armed(FRIENDLY, "4-4-7", "K14", "HMG")
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, (6, 5), f"fire {us},{leader} K11")
    assert "A7.53" in table.no(f"fire {light},{leader} K11")
    other = table.new(FRIENDLY, "8-1", "K14")
    throw(table, (3, 6), f"fire {heavy},{other} K11", "yes")  # apart, in spite of A7.55
    assert drm(throw(table, (6, 5), f"fire {heavy},{other} K11"))[f"{other} directs"] == -1


def defends(*sw: str) -> tuple[Tabletop, str, str, list[str], str]:
    """A squad of ours with SW, a second one and a 9-1 in K14; an ENEMY that spends MF in K12, two hexes away."""
    table = quiet(field(ENEMY, "MPh", K12="woods"))
    us, other = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "4-5-8", "K14")
    leader = table.new(FRIENDLY, "9-1", "K14")
    weapons = [table.new(FRIENDLY, name) for name in sw]
    for weapon in weapons:
        table.do(f"give {weapon} {us}")
    mover = table.new(ENEMY, "4-6-7", "K12")
    return moves(table, mover, came_from="K11", how="assault"), us, other, [leader, *weapons], mover


def test_a7_53_in_subsequent_and_final_fire_a_leader_directs_only_whom_he_directed_in_first_fire() -> None:
    table, us, other, (leader,), mover = defends()
    throw(table, (6, 5), f"fire {us},{leader} K12")
    table = moves(table, mover, came_from="K12", spent=2, how="assault")  # one MF more
    words = f"{leader} has directed {us} in this Player Turn, and not {other} (A7.53)"
    assert words in table.no(f"fire {other},{leader} K12")
    events = throw(table, (6, 5), f"fire {us},{leader} K12")  # Subsequent First Fire
    assert drm(events)[f"{leader} directs"] == -1 and "final" in table.unit(leader).flags
    table.go_to(ENEMY, "DFPh")
    assert words in table.no(f"fire {other},{leader} K12")
    assert f"{leader} directs" not in drm(throw(table, (6, 5), f"fire {other} K12"))


def test_a7_53_of_a_fire_group_he_directs_one_more_attack_of_its_members_and_then_only_those() -> None:
    table, us, other, (leader,), mover = defends()
    throw(table, (6, 5), f"fire {us},{other},{leader} K12")
    table = moves(table, mover, came_from="K12", spent=2, how="assault")
    throw(table, (6, 5), f"fire {other},{leader} K12")
    assert f"has directed {other}" in table.no(f"fire {us},{leader} K12")


def test_a7_53_the_next_player_turn_begins_anew() -> None:
    table, us, other, (leader,), _ = defends()
    throw(table, (6, 5), f"fire {us},{leader} K12")
    table.go_to(FRIENDLY, "PFPh")
    assert drm(throw(table, (6, 5), f"fire {other},{leader} K12"))[f"{leader} directs"] == -1


def test_a7_53_a_leader_directs_one_to_hit_dr_of_a_phase_but_all_of_a_weapon_that_keeps_its_rof() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, tube = table.armed(FRIENDLY, "4-4-7", "K14", "50mm MTR")
    other, leader = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "9-1", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    throw(table, (1, 6, 6, 5), f"fire {tube} K10 by {leader}")
    assert "prep" in table.unit(leader).flags and table.state.directed[leader] == (tube,)
    assert f"not {other}" in table.no(f"fire {other},{leader} K10")
    assert f"not {us}" in table.no(f"fire {us},{leader} K10")
    throw(table, (6, 6), f"fire {tube} K10 by {leader}")


@pytest.mark.parametrize("states", ["melee", "prisoner", "motion", "shocked", "abandoned", "berserk"])
def test_a7_25_who_cannot_fire_does_not_wait_to_fire(states: str) -> None:
    table = field(FRIENDLY, "PFPh")
    us = table.new(FRIENDLY, "T-34 M43" if states in ("motion", "shocked", "abandoned") else "4-4-7", "K14", states)
    assert "A7.25" in table.no(f"hold {us}")


def test_a7_25_a_gun_without_a_crew_and_a_unit_whose_sw_has_fired_do_not_wait() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    gun = table.new(FRIENDLY, "76* INF", "K14")
    assert "A7.25" in table.no(f"hold {gun}")
    table.new(FRIENDLY, "2-2-8", "K14")
    table.do(f"hold {gun}")
    us, mg = table.armed(FRIENDLY, "4-4-7", "L14", "HMG")
    table.new(ENEMY, "4-6-7", "K10")
    throw(table, (6, 5), f"fire {mg} K10")
    assert "A7.25" in table.no(f"hold {us}")


def test_a8_3_only_armed_known_enemies_draw_subsequent_first_fire() -> None:
    table = field(FRIENDLY, "MPh")
    them = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "4-4-7", "K13", "disarmed")
    table.new(FRIENDLY, "4-4-7", "K12", "hidden")
    table.new(FRIENDLY, "T-34 M43", "K11", "abandoned")
    table.new(FRIENDLY, "76* INF", "L14")
    table.new(FRIENDLY, "4-4-7", "K10")
    assert nearest_enemy(table.game, table.unit(them)) == 4


# -- whom fire meets ----------------------------------------------------------------------------------


def test_a12_3_hidden_units_are_fired_at_as_concealed() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, them = table.new(FRIENDLY, "4-4-7", "K14"), table.new(ENEMY, "4-6-7", "K11", "hidden")
    events = throw(table, (1, 2, 1, 1, 3, 3), f"fire {us} K11", "roll")  # 4/2 = 2 FP: 3 is 1MC
    assert shots(events)[0].column == "2" and "hidden" not in table.unit(them).flags


def test_a12_3_ordnance_fires_at_hidden_units_as_concealed() -> None:
    table = field(FRIENDLY, "PFPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    them = table.new(ENEMY, "4-6-7", "K11", "hidden")
    ((ids, mods),) = aimed(table, tank, "K11")
    assert ids == (them,) and any("Case K" in mod.name for mod in mods)


def captive(table: Tabletop, place: str = "K11", *states: str) -> tuple[str, str]:
    """An ENEMY Guard and its FRIENDLY prisoner."""
    guard, prisoner = table.new(ENEMY, "4-6-7", place, *states), table.new(FRIENDLY, "4-5-8", place, "prisoner")
    table.do(f"guard {prisoner} {guard}")
    return guard, prisoner


def test_a20_5_fire_at_a_guard_reduces_his_prisoners_instead_of_breaking_them() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us = table.new(FRIENDLY, "6-2-8", "K12")
    guard, prisoner = captive(table)
    # 6 FP at two hexes: 4 is 2MC. Guard 6 + 2 > 7 breaks; the prisoner 8 + 2 > 8 is reduced.
    throw(table, (1, 3, 3, 3, 4, 4), f"fire {us} K11")
    assert "broken" in table.unit(guard).flags
    assert type_of(table, prisoner) == "2-4-8" and table.unit(prisoner).flags >= {"prisoner"}
    assert "broken" not in table.unit(prisoner).flags


def test_a20_5_ordnance_hits_the_prisoners_with_their_guard() -> None:
    table = field(FRIENDLY, "PFPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    guard, prisoner = captive(table, "K11", "concealed")
    ((ids, mods),) = aimed(table, tank, "K11")
    assert set(ids) == {guard, prisoner} and any("Case K" in mod.name for mod in mods)


def test_a20_5_prisoners_alone_are_no_target() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, guard = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "4-4-7", "K11")
    prisoner = table.new(ENEMY, "4-6-7", "K11", "prisoner")
    table.do(f"guard {prisoner} {guard}")
    assert "A7.1" in table.no(f"fire {us} K11")


def test_d9_3_an_afv_in_motion_shelters_nobody() -> None:
    table = field(FRIENDLY, "PFPh")
    us = table.new(FRIENDLY, "4-4-7", "K11")
    tank = table.new(FRIENDLY, "T-34 M43", "K11")

    def tem() -> int:
        return sum(mod.value for mod in target_mods(table.game, table.unit(us), "K14"))

    assert tem() == 1
    table.do(f"set {tank} motion")
    assert tem() == 0
    table.do(f"set {tank} -motion")
    table = moves(table, tank, came_from="K10")
    assert tem() == 0


# -- morale -------------------------------------------------------------------------------------------


def test_a10_531_hazardous_movement_does_not_take_a_router_out_of_open_ground() -> None:
    table = field(FRIENDLY, "RtPh")
    us = table.new(FRIENDLY, "4-4-7", "K11", "broken", "hazardous")
    assert in_open_ground(table.game, table.unit(us), "K14")


def test_a10_4_breaking_ends_hazardous_movement() -> None:
    table = field(FRIENDLY, "PFPh")
    us = table.new(FRIENDLY, "4-4-7", "K11", "hazardous")
    table, _ = by_rule(table, (), lambda ctx: casualties.break_unit(ctx, ctx.state.units[us], "test"))
    assert "hazardous" not in table.unit(us).flags


def heat(captors: int = 1, *states: str) -> tuple[Tabletop, str, list[str]]:
    table = field(FRIENDLY, "PFPh")
    us = table.new(FRIENDLY, "4-2-6", "K11", *states)
    return table, us, [table.new(ENEMY, "4-6-7", "K12") for _ in range(captors)]


def test_a15_5_surrender_in_the_heat_of_battle_makes_a_prisoner() -> None:
    table, us, (captor,) = heat()
    # Conscript +1, Russian +2: 9 + 3 = 12.
    table, _ = by_rule(table, (4, 5), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[us]))
    unit = table.unit(us)
    assert "prisoner" in unit.flags and unit.carrier == captor and unit.hex == "K12"


def test_a15_5_the_captor_must_have_room_for_it() -> None:
    table, us, (first, second) = heat(2)
    for _ in range(5):
        prisoner = table.new(FRIENDLY, "4-4-7", "K12", "prisoner")
        table.do(f"guard {prisoner} {first}")
    table, _ = by_rule(table, (4, 5), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[us]))
    assert table.unit(us).carrier == second and prisoners.room(table.game, table.unit(first)) == 0


def test_a15_5_who_has_just_rallied_and_finds_no_captor_breaks_again() -> None:
    table, us, _ = heat(0, "broken", "dm")
    leader = table.new(FRIENDLY, "9-2", "K11")
    table.do("option confirm-fire off")
    # An Original 2 rallies; +1 Conscript, +1 broken, +2 Russian: 8 + 4 = 12, and nobody takes its surrender.
    way = rally.attempt(table.game, table.unit(us), leader)
    table, _ = by_rule(table, (1, 1, 4, 4), lambda ctx: rally.make(ctx, way))
    assert flags(table, us) == {"broken", "dm", "disrupted"}


# -- Snipers ------------------------------------------------------------------------------------------


def test_a14_22_a_sniper_finds_crew_exposed_crews_but_nobody_hidden() -> None:
    table = field(FRIENDLY, "PFPh")
    exposed = table.new(ENEMY, "StuG IIIG", "K10")
    table.new(ENEMY, "StuG IIIG", "K11", "buttoned")
    table.new(ENEMY, "StuG IIIG", "K12", "abandoned")
    table.new(ENEMY, "4-6-7", "K13", "hidden")
    assert [unit.id for unit in snipers.candidates(table.game, "ENEMY")] == [exposed]


def test_a8_3_a_unit_and_its_mg_use_subsequent_first_fire_in_one_attack() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    squad, gun = table.new("enemy", "4-6-7", "K14"), table.new("enemy", "HMG")
    mover = table.new("friendly", "4-5-8", "K18")
    table.do(f"give {gun} {squad}")
    table.do(f"move {mover} K17")
    table.dice(4, 6, 1, 1).do(f"fire {squad} K17")
    table.do(f"set {mover} -pinned -broken -dm")
    table.do(f"move {mover} K16")
    record = rolls(table.dice(4, 5, 1, 1, 1, 1).do(f"fire {squad} K16"), "Subsequent First Fire")[0]
    assert gun in record.purpose and record.column == "4", "(4 + 7) x PBF-less half at range 2: 5 1/2 FP"
    assert "final" in table.unit(squad).flags
    table.do(f"set {mover} -pinned -broken -dm -berserk")
    table.do(f"move {mover} K17")
    assert "only FPF" in table.no(f"fire {gun} K17")


def test_a7_9_a_cowering_mg_keeps_no_rof() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad, gun = table.new("friendly", "4-5-8", "K14"), table.new("friendly", "HMG")
    table.new("enemy", "4-6-7", "K10")
    table.do(f"give {gun} {squad}")
    events = table.dice(1, 1, 6, 5, 6, 5).do(f"fire {squad} K10")
    assert "may fire again" not in told(events)


@pytest.mark.parametrize("crowd", [10, 11, 13, 24])
def test_a_9_random_selection_among_a_crowd_of_more_than_ten(crowd: int) -> None:
    names = [f"u{number}" for number in range(crowd)]
    dice = [6 if number in (1, crowd - 1) else 2 for number in range(crowd)]
    found: list[str] = []
    by_rule(field(FRIENDLY, "PFPh"), dice, lambda ctx: found.extend(ctx.selection(names, 1, "who is hit")))
    assert found == ["u1", names[-1]], "ties are all taken"
