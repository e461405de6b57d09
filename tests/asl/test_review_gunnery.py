"""Corners of gunnery, vehicles and movement that a review of the rules turned up, each under its rule."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, hill, moves, quiet, shots, throw
from tabletop import rolls

from sasl.asl.close_combat import melee
from sasl.asl.fire import effects
from sasl.asl.fire.drm import target_mods
from sasl.asl.fire.ift import FinalDr, parse
from sasl.asl.game import events as ev
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.flags import Flag
from sasl.asl.game.sides import Side
from sasl.asl.ordnance.aiming import arcs
from sasl.board.hexes import parse_hex
from sasl.kernel.frozen import replace
from sasl.saves.session import Session


def gun_of(table: Tabletop, side: Side, type_name: str, place: str, men: str = "2-2-8") -> tuple[str, str]:
    """A Gun and who mans it."""
    gun, crew = table.new(side, type_name, place), table.new(side, men, place)
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun)))
    return gun, crew


def armed(table: Tabletop, side: Side, squad: str, sw: str, place: str, *states: str) -> tuple[str, str]:
    unit, weapon = table.new(side, squad, place, *states), table.new(side, sw)
    table.do(f"give {weapon} {unit}")
    return unit, weapon


def cases(events: tuple[ev.Event, ...]) -> dict[str, int]:
    """The DRM of a To Hit DR by their first two words."""
    record = rolls(events, "To Hit")[0]
    return {" ".join(mod.name.replace(",", "").split()[:2]): mod.value for mod in record.modifiers}


# -- may it be fired ----------------------------------------------------------------------------------


def test_c5_2_a_mortar_that_was_carried_in_the_mph_does_not_fire_in_the_afph() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    us, mortar = armed(table, FRIENDLY, "4-4-7", "50mm MTR", "K14")
    table.new(ENEMY, "4-6-7", "K8")
    table.do(f"move {us} K13")
    table.go_to(FRIENDLY, "AFPh")
    assert "A4.41" in table.no(f"fire {mortar} K8")


@pytest.mark.parametrize("name", ["75L AT", "20L(6) AA"])
def test_c5_2_a_gun_whose_men_have_moved_does_not_fire_in_the_afph(name: str) -> None:
    table = quiet(field(ENEMY, "MPh"))
    gun, us = table.new(ENEMY, name, "K13"), table.new(ENEMY, "2-2-8", "K14")
    table.new(FRIENDLY, "4-4-7", "K8")
    table.do(f"move {us} K13")
    table.go_to(ENEMY, "AFPh")
    assert "C5.2" in table.no(f"fire {gun} K8")


# -- To Hit and effect DRM ----------------------------------------------------------------------------


def test_c3_71_a_critical_hit_counts_hazardous_movement_again() -> None:
    table = field(FRIENDLY, "MPh")
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    us = table.new(FRIENDLY, "4-4-7", "K11", "hazardous")
    table = quiet(moves(table, us, came_from="K10"))
    events = throw(table, (1, 2, 6, 6, 1, 2), f"fire {gun} K11 he")
    assert cases(events)["Case O"] == -2 and "critical" in shots(events)[0].purpose
    assert drm(events) == {"Hazardous Movement": -2}, "C.3: the exception of a critical hit"


@pytest.mark.parametrize(("smoke", "names"), [(False, {"Case J3", "Case J4"}), (True, {"Case J3", "Case R"})])
def test_a4_6_no_ffmo_through_a_hindrance_of_the_area_type(smoke: bool, names: set[str]) -> None:
    table = field(FRIENDLY, "MPh")
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    us = table.new(FRIENDLY, "4-4-7", "K10")
    if smoke:
        table.do("marker add smoke K12 1")
    table = quiet(moves(table, us, came_from="K9"))
    events = throw(table, (1, 2, 6, 5), f"fire {gun} K10 he area")
    assert set(cases(events)) == names and not drm(events)  # paid in the To Hit DR (C.3)


def test_a21_13_men_who_are_no_crew_man_a_gun_as_if_it_were_captured() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14", "4-6-7")
    table.new(FRIENDLY, "4-4-7", "K4")
    events = throw(table, (5, 5), f"fire {gun} K4 he")
    assert cases(events)["Case H"] == 2 and rolls(events, "To Hit")[0].target == 6  # red at 10 hexes, L +0
    assert "malfunctioned" in table.unit(gun).flags  # 10 reaches 12 - 2


def test_a21_13_its_own_crew_mans_a_gun_without_penalty() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    table.new(FRIENDLY, "4-4-7", "K4")
    events = throw(table, (5, 5), f"fire {gun} K4 he")
    assert "Case H" not in cases(events) and rolls(events, "To Hit")[0].target == 7
    assert "malfunctioned" not in table.unit(gun).flags


def test_a21_11_mgs_of_a_captured_vehicle_and_ife_without_a_crew_break_down_two_earlier() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank = table.new(FRIENDLY, "T-34 M43", "K14", "captured")
    table.new(ENEMY, "4-6-7", "K11")
    throw(table, (4, 6), f"fire {tank} K11 cmg")
    assert "CMG broken" in table.unit(tank).arms
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "20L(6) AA", "K14", "4-6-7")
    number = table.game.counter_of(table.unit(gun)).breakdown or 12
    table.new(FRIENDLY, "4-4-7", "K11")
    throw(table, (6, number - 8), f"fire {gun} K11")
    assert "malfunctioned" in table.unit(gun).flags


def test_c5_35_motion_fire_of_the_other_side_has_case_b_too() -> None:
    table = field(FRIENDLY, "MPh")
    tank = table.new(ENEMY, "StuG IIIG", "K14", "motion")
    us = table.new(FRIENDLY, "T-34 M43", "K11")
    table = quiet(moves(table, us, came_from="K10", spent=4))
    found = cases(throw(table, (6, 5), f"fire {tank} K11"))
    assert (found["Case B"], found["Case C"]) == (2, 3)


# -- vehicles -----------------------------------------------------------------------------------------


def test_a14_1_a_mc_of_an_afv_crew_wakes_the_sniper() -> None:
    table = field(FRIENDLY, "PFPh", san=(0, 4))
    tank = table.new(FRIENDLY, "KV-1S", "K14")
    _, events = by_rule(
        table, (2, 2, 6), lambda ctx: effects.apply_outcome(ctx, [tank], FinalDr(parse("1MC"), None, 4), "test")
    )
    assert rolls(events, "Sniper")


@pytest.mark.parametrize("kind", ["overstacked", "encircled"])
def test_a5_12_a5_13_a7_7_vehicle_mgs_mind_who_is_overstacked_and_encircled(kind: str) -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    tank = table.new(FRIENDLY, "T-34 M43", "K14", *(["encircled"] if kind == "encircled" else []))
    for number in range(4 if kind == "overstacked" else 1):
        table.new(ENEMY, "4-6-7", "K11")
        if number:
            table.new(FRIENDLY, "4-4-7", "K14")
    table.new(FRIENDLY, "4-4-7", "K14")
    found = drm(throw(table, (6, 5), f"fire {tank} K11 cmg"))
    if kind == "encircled":
        assert found == {"encircled firer": 1}
    else:
        assert found == {"overstacked firer": 1, "overstacked target": -1}


def test_a7_21_vehicle_mgs_have_pbf_across_one_level() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K13=hill(1)))
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.new(ENEMY, "4-6-7", "K13")
    assert shots(table.dice(6, 5).do(f"fire {tank} K13 cmg"))[0].column == "8"


def test_c2_6_neither_gun_nor_vehicle_mg_fires_more_levels_up_than_hexes_far() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K13=hill(2)))
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.new(ENEMY, "4-6-7", "K13")
    assert "C2.6" in table.no(f"fire {tank} K13 cmg") and "C2.6" in table.no(f"fire {tank} K13 infantry")


def test_oto_4_1_a9_4_a_cupola_fires_beyond_16_hexes_without_a_leader_at_infantry_it_sees() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    nest = table.new(ENEMY, "HMG Cupola", "K20")
    table.new(FRIENDLY, "4-4-7", "K3")
    assert shots(throw(table, (6, 5), f"fire {nest} K3"))[0].column == "2"  # 7/2 = 3.5, not halved again


def test_c3_72_a_critical_hit_of_the_area_type_doubles_full_fp_against_an_afv_without_tem() -> None:
    table = quiet(field(ENEMY, "PFPh", K8="wooden-building"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    tank = table.new(FRIENDLY, "T-34 M43", "K8", "buttoned")
    events = table.dice(1, 1, 2, 2, 6, 6, 6, 6, 6).do(f"fire {mortar} K8")  # 4 on the 30 column: a KIA
    assert [(shot.column, shot.modifiers) for shot in shots(events)] == [("30", ())]
    assert tank not in table.state.units and not rolls(events, "To Kill")


@pytest.mark.parametrize(
    ("dice", "flag"),
    [((2, 3), "shocked"), ((3, 2), "immobile"), ((2, 4), "shocked"), ((4, 3), "")],  # 8 column less 1: 6 is K/2 + 1
)
def test_c3_332_c1_55_a_mortar_round_on_an_afv_is_read_on_the_ift(dice: tuple[int, int], flag: str) -> None:
    table = quiet(field(ENEMY, "PFPh"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    tank = table.new(FRIENDLY, "SU-76M", "K8", "buttoned")  # OT and light armor: -2
    events = table.dice(1, 2, *dice, 1, 1, 3, 3).do(f"fire {mortar} K8")
    assert [(shot.column, sum(mod.value for mod in shot.modifiers)) for shot in shots(events)][:1] == [("8", -2)]
    assert (flag in table.unit(tank).flags) if flag else not table.unit(tank).flags & {"shocked", "immobile"}


def test_c3_332_an_area_hit_on_the_hull_of_a_hull_down_tank_is_a_miss_but_of_a_mortar() -> None:
    for weapon, attacked in (("75L AT", False), ("81* MTR", True)):
        table = quiet(field(ENEMY, "PFPh"))
        gun, _ = gun_of(table, ENEMY, weapon, "K14")
        tank = table.new(FRIENDLY, "T-34 M43", "K8", "buttoned", "hull-down")
        events = table.dice(2, 2, 6, 6).do(f"fire {gun} K8 area he at {tank}")
        assert bool(shots(events)) is attacked


def test_c3_33_an_area_hit_on_a_melee_hits_the_firers_own_vehicles_too() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    table.new(FRIENDLY, "4-4-7", "K8", "melee")
    car = table.new(ENEMY, "SdKfz 10/4", "K8", "melee")
    table.dice(1, 2, 2, 2, 6, 6, 6, 6).do(f"fire {mortar} K8")
    assert car not in table.state.units  # 4 against the star of the 8 column


def test_c3_32_a_hit_of_the_infantry_type_strikes_unarmored_vehicles_beside_the_men() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    men, truck = table.new(FRIENDLY, "4-4-7", "K8"), table.new(FRIENDLY, "GAZ-MM", "K8")
    events = table.dice(1, 3, 1, 3, 6, 5, 6, 5).do(f"fire {gun} K8 infantry")
    assert shots(events)[0].column == "12" and truck not in table.state.units and men


# -- Guns as targets -----------------------------------------------------------------------------------


def crewed(target: str = "45L AT", *flags: str) -> tuple[Tabletop, str, str, str]:
    """A German Gun in K14 that looks down the lane at a Russian one with its crew, facing it, in K8."""
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    prey, men = gun_of(table, FRIENDLY, target, "K8")
    table, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.UnitRedrawn(men, group=prey)))
    table.do(f"face {prey} K9/J8")
    return (table.all(f"set {prey} {' '.join(flags)}") if flags else table), gun, prey, men


def test_c11_5_a_gunshield_is_no_to_hit_drm() -> None:
    table, gun, _, _ = crewed()
    assert "Case Q" not in cases(table.dice(6, 5).do(f"fire {gun} K8 infantry"))


def test_c11_4_a_gunshield_helps_the_crew_against_a_near_miss() -> None:
    table, gun, prey, men = crewed()
    events = table.dice(3, 2, 3, 3, 3, 3).do(f"fire {gun} K8 infantry")  # 6 on the 12 column: a 2MC, with +2 a 1MC
    assert rolls(events, "Near Miss")[0].total == 8 and rolls(events, "1MC of")
    assert {prey, men} <= set(table.state.units)


def test_c11_4_no_shield_against_a_direct_hit() -> None:
    table, gun, prey, men = crewed()
    table.dice(3, 2, 1, 2).do(f"fire {gun} K8 infantry")  # 3 on the 12 column: K/3, whatever the shield
    assert "malfunctioned" in table.unit(prey).flags and men not in table.state.units


@pytest.mark.parametrize("selects", [(6, 1), (1, 6)])
def test_c11_4_a_k_strikes_one_gun_and_its_crew_the_other_crew_is_behind_its_shield(selects: tuple[int, int]) -> None:
    table, gun, first, _ = crewed()
    second, men = gun_of(table, FRIENDLY, "45L AT", "K8")
    table, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.UnitRedrawn(men, group=second)))
    table.do(f"face {second} K9/J8")
    events = table.dice(1, 4, 1, 2, *selects, 2, 2).do(f"fire {gun} K8 infantry")
    broken = [key for key in (first, second) if "malfunctioned" in table.unit(key).flags]
    crews = [unit.id for unit in table.state.units_at("K8") if unit.kind == "crew"]
    assert len(broken) == 1 and len(crews) == 1, "one is struck, with its crew"
    assert rolls(events, "Near Miss")[0].total == 5 and rolls(events, "2MC of"), "K/3, with +2 a 2MC"


def test_c11_5_emplacement_and_shield_are_not_cumulative_after_an_area_hit() -> None:
    table, gun, _, _ = crewed("45L AT", "emplaced")
    events = table.dice(1, 2, 3, 3, 3, 3).do(f"fire {gun} K8 area")
    assert not rolls(events, "Near Miss")  # +2 of the emplacement counts already


@pytest.mark.parametrize("flag", ["broken", "hazardous"])
def test_c11_5_a_shield_is_for_a_good_order_crew_that_does_not_push(flag: Flag) -> None:
    table, _, _, men = crewed()
    assert arcs.shield(table.game, table.unit(men), "K14")
    assert not arcs.shield(table.game, replace(table.unit(men), flags=frozenset({flag})), "K14")


def test_c11_2_no_emplacement_while_a_squad_mans_the_gun() -> None:
    for men, tem in (("2-2-8", [2]), ("4-4-7", [])):
        table = quiet(field(ENEMY, "PFPh"))
        gun, _ = gun_of(table, FRIENDLY, "76L ART", "K8", men)
        table.do(f"set {gun} emplaced")
        found = target_mods(table.game, table.unit(gun), "K14")
        assert [mod.value for mod in found] == tem


def test_c11_52_a_critical_hit_of_ap_destroys_gun_and_crew() -> None:
    table, gun, prey, men = crewed()
    table.dice(1, 1, 6, 6).do(f"fire {gun} K8 infantry ap")
    assert not {prey, men} & set(table.state.units)


def test_c3_74_a_critical_hit_strikes_one_target_by_random_selection() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    for _ in range(2):
        table.new(FRIENDLY, "4-4-7", "K8")
    events = table.dice(1, 1, 5, 2, 5, 5, 1, 1, 1, 1).do(f"fire {gun} K8 infantry")
    assert rolls(events, "who suffers the critical hit")[0].dice == (5, 2)
    assert [shot.column for shot in shots(events)][:2] == ["24", "12"]


def test_c3_331_movement_and_size_are_to_hit_drm_of_the_area_type_and_tem_is_not() -> None:
    table = quiet(field(FRIENDLY, "MPh", K10="woods"))
    gun, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    us, hidden = table.new(FRIENDLY, "4-4-7", "K10"), table.new(FRIENDLY, "4-4-7", "K10", "concealed")
    table = quiet(moves(table, us, hidden, came_from="K9"))
    events = table.dice(6, 5).do(f"fire {gun} K10")
    found = cases(events)
    assert found["Case J3"] == -1 and "Case Q" not in found


# -- ATR ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "firer", "target", "column"),
    [
        ("K13", (), (), "2"),  # 1 FP x2 PBF
        ("K13", (), ("concealed",), "1"),  # halved again
        ("K13", ("pinned",), (), "1"),
    ],
)
def test_c13_24_an_atr_is_small_arms_against_men(
    where: str, firer: tuple[str, ...], target: tuple[str, ...], column: str
) -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    _, rifle = armed(table, FRIENDLY, "4-4-7", "ATR", "K14", *firer)
    table.new(ENEMY, "4-6-7", where, *target)
    events = table.dice(6, 5).do(f"fire {rifle} {where}")
    assert [record.column for record in shots(events)] == [column]


def test_c13_24_an_atr_leaves_no_residual_fp() -> None:
    """PBF makes 2 FP of it, half of which others would leave."""
    table = quiet(field(ENEMY, "MPh"))
    _, rifle = armed(table, FRIENDLY, "4-4-7", "ATR", "K14")
    them = table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {them} K13")
    assert shots(table.dice(6, 5).do(f"fire {rifle} K13"))[0].column == "2"
    assert not table.state.markers_at("K13", "residual")


def test_c13_24_half_a_fp_is_no_attack() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    _, rifle = armed(table, FRIENDLY, "4-4-7", "ATR", "K14", "pinned")
    them = table.new(ENEMY, "4-6-7", "K12")
    throw(table, (1, 2), f"fire {rifle} K12")
    assert table.unit(them).flags == set()


def test_c13_24_an_atr_across_two_levels_has_no_pbf_and_minds_smoke_crowds_and_its_leader() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K13=hill(2)))
    _, rifle = armed(table, FRIENDLY, "4-4-7", "ATR", "K14", "encircled")
    leader = table.new(FRIENDLY, "9-1", "K14")
    for _ in range(3):
        table.new(FRIENDLY, "4-4-7", "K14")
    table.new(ENEMY, "4-6-7", "K13")
    table.do("marker add smoke K14 1")
    events = throw(table, (6, 5), f"fire {rifle} K13 by {leader}")
    found = drm(events)
    assert shots(events)[0].column == "1"
    assert found.pop("Height Advantage") == 1 and found.pop("SMOKE in K14") == 1
    assert found == {"encircled firer": 1, "overstacked firer": 1, "firing out of SMOKE": 1, f"{leader} directs": -1}


# -- ways ---------------------------------------------------------------------------------------------


def test_c1_51_an_ffe_attacks_who_advances_into_it() -> None:
    table = quiet(field(FRIENDLY, "APh"))
    us = table.new(FRIENDLY, "4-4-7", "K14")
    table.do("marker add ffe K12 105mm")
    events = table.dice(6, 6, 1, 2).do(f"advance {us} K13")
    assert [record.column for record in shots(events)] == ["20"] and not drm(events)


def test_c1_51_an_ffe_attacks_who_withdraws_into_it() -> None:
    table = quiet(field(FRIENDLY, "CCPh"))
    us = table.new(FRIENDLY, "4-4-7", "K14", "melee")
    table.new(ENEMY, "4-6-7", "K14", "melee")
    table.do("marker add ffe K12 105mm")
    _, events = by_rule(table, (6, 6, 1, 2), lambda ctx: melee.leave(ctx, [us], "test", goal="K13"))
    assert shots(events)


def test_a4_14_prisoners_and_guns_without_men_bar_no_way() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    guard, taken = table.new(FRIENDLY, "4-4-7", "K13"), table.new(ENEMY, "4-6-7", "K13", "prisoner")
    table.do(f"guard {taken} {guard}")
    table.new(ENEMY, "75L AT", "K12")
    us = table.new(FRIENDLY, "4-4-7", "K14")
    table.do(f"move {us} K13 K12")
    assert table.unit(us).hex == "K12"
    other = table.new(FRIENDLY, "4-4-7", "K14")
    table.do(f"move {other} K12")
    assert table.unit(other).hex == "K12"


def test_a4_14_the_unarmed_and_an_abandoned_vehicle_bar_no_way() -> None:
    """A20.54, D5.4: no more than the Disrupted do; and the unarmed themselves go to no Known enemy."""
    table = quiet(field(FRIENDLY, "MPh"))
    table.new(ENEMY, "4-6-7", "K13", "disarmed")
    table.new(ENEMY, "StuG IIIG", "K12", "abandoned")
    us, weak = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "4-4-7", "K14", "disarmed")
    assert "may not enter a Known enemy's Location (A20.54)" in table.no(f"move {weak} K13")
    table.do(f"move {us} K13 K12")
    assert table.unit(us).hex == "K12"


def test_a4_14_a_gun_is_pushed_past_prisoners_but_its_enemys_men_bar_its_way() -> None:
    table = quiet(field(FRIENDLY, "MPh"))
    guard, taken = table.new(FRIENDLY, "4-4-7", "K13"), table.new(ENEMY, "4-6-7", "K13", "prisoner")
    table.do(f"guard {taken} {guard}")
    gun, _ = gun_of(table, FRIENDLY, "45L AT", "K14")
    if not table.game.counter_of(table.unit(gun)).qsu:
        table.do(f"set {gun} limbered")
    table.dice(6, 6).do(f"push {gun} K13")
    man = table.new(ENEMY, "4-6-7", "K12")
    us = table.new(FRIENDLY, "4-4-7", "K13")
    assert man in table.no(f"move {us} K12")


# -- AA mode and acquisition --------------------------------------------------------------------------


def test_e7_5_a_gun_in_aa_mode_that_fires_at_the_ground_loses_one_rof_and_the_mode() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "20L(6) AA", "K14")
    table.do(f"set {gun} aa")
    table.new(FRIENDLY, "4-4-7", "K10")
    rof = table.game.counter_of(table.unit(gun)).rof or 0
    table.dice(rof - 1, 6).do(f"fire {gun} K10")  # IFE -1, AA mode -1
    assert "MA spent" in table.unit(gun).arms and "aa" not in table.unit(gun).flags
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "88L AA", "K14")
    table.do(f"set {gun} aa")
    table.new(FRIENDLY, "4-4-7", "K10")
    rof = table.game.counter_of(table.unit(gun)).rof or 0
    table.dice(rof, 6, 6, 6).do(f"fire {gun} K10 he")
    assert "MA spent" in table.unit(gun).arms and "aa" not in table.unit(gun).flags


@pytest.mark.parametrize(("ca", "kept"), [("back", False), ("front", True)])
def test_c6_5_who_turns_away_loses_its_acquisition(ca: str, kept: bool) -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    table.new(FRIENDLY, "4-4-7", "K10")
    table.dice(6, 5).do(f"fire {gun} K10 he")
    assert table.state.acquired[gun].hex == "K10"
    front = table.unit(gun).ca
    ready = replace(table.unit(gun), flags=frozenset(), arms=frozenset())  # as in a later fire phase
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, gun: ready})))
    table.do(f"turn {gun} {front if kept else arcs.opposite(parse_hex('K14'), front)}")
    assert (gun in table.state.acquired) == kept
