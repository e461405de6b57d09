"""Corners of gunnery, vehicles and movement that a review of the rules turned up, each under its rule."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, hill, moves, shots, throw
from tabletop import rolls

from sasl.asl.close_combat import melee
from sasl.asl.fire import effects
from sasl.asl.fire.ift import parse
from sasl.asl.game import events as ev
from sasl.asl.ordnance import arcs, mounted
from sasl.board.hexes import parse_hex
from sasl.kernel.frozen import replace


def quiet(table: Tabletop) -> Tabletop:
    return table.all("option confirm-fire off", "option fire-stops off")


def gun_of(table: Tabletop, side: str, type_name: str, place: str, men: str = "2-2-8") -> tuple[str, str]:
    """A Gun and who mans it."""
    return table.new(side, type_name, place), table.new(side, men, place)


def armed(table: Tabletop, side: str, squad: str, sw: str, place: str, *states: str) -> tuple[str, str]:
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
    gun, us = table.new(ENEMY, name, "K13"), table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "4-4-7", "K8")
    table.do(f"move {us} K13")
    table.go_to(ENEMY, "AFPh")
    assert "C5.2" in table.no(f"fire {gun} K8")


# -- To Hit and effect DRM ----------------------------------------------------------------------------


def test_c3_7_a_critical_hit_of_the_infantry_type_does_not_count_movement_again() -> None:
    table = field(FRIENDLY, "MPh")
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    us = table.new(FRIENDLY, "4-4-7", "K11", "hazardous")
    table = quiet(moves(table, us, came_from="K10"))
    events = throw(table, (1, 2, 6, 6, 1, 2), f"fire {gun} K11 he")
    assert cases(events)["Case O"] == -2 and "critical" in shots(events)[0].purpose
    assert not drm(events)


@pytest.mark.parametrize(("smoke", "names"), [(False, {"FFMO", "FFNAM"}), (True, {"FFNAM"})])
def test_a4_6_no_ffmo_through_a_hindrance_after_a_hit_of_the_area_type(smoke: bool, names: set[str]) -> None:
    table = field(FRIENDLY, "MPh")
    gun, _ = gun_of(table, ENEMY, "75L AT", "K14")
    us = table.new(FRIENDLY, "4-4-7", "K10")
    if smoke:
        table.do("marker add smoke K12 1")
    table = quiet(moves(table, us, came_from="K9"))
    assert set(drm(throw(table, (1, 2, 6, 5), f"fire {gun} K10 he area"))) == names


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
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    _, events = by_rule(
        table, (2, 2, 6), lambda ctx: effects.apply_outcome(ctx, [tank], parse("1MC"), "test", record=None, column=4)
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


@pytest.mark.parametrize(("level", "column"), [(1, "8"), (2, "4")])
def test_a7_21_vehicle_mgs_have_pbf_across_one_level_only(level: int, column: str) -> None:
    table = quiet(field(FRIENDLY, "PFPh", K13=hill(level)))
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.new(ENEMY, "4-6-7", "K13")
    assert shots(table.dice(6, 5).do(f"fire {tank} K13 cmg"))[0].column == column


def test_oto_4_1_a9_4_a_cupola_fires_beyond_16_hexes_without_a_leader_at_infantry_it_sees() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    nest = table.new(ENEMY, "HMG Cupola", "K20")
    table.new(FRIENDLY, "4-4-7", "K3")
    assert shots(throw(table, (6, 5), f"fire {nest} K3"))[0].column == "2"  # 7/2 = 3.5, not halved again


def test_c3_7_a_critical_hit_of_the_area_type_doubles_the_basic_to_kill_number() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    tank = table.new(FRIENDLY, "T-34 M43", "K8")
    events = throw(table, (1, 1, 6, 5), f"fire {mortar} K8")
    basic = int(table.game.library.table("to-kill.he").value(81, "armored"))
    armor = mounted.armor(table.game, table.unit(tank), "hull", "front") or 0  # coloured 1, white 1: hull
    assert rolls(events, "To Kill")[0].target == 2 * basic - armor > 0


def test_c3_33_an_area_hit_on_a_melee_hits_the_firers_own_vehicles_too() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    mortar, _ = gun_of(table, ENEMY, "81* MTR", "K14")
    table.new(FRIENDLY, "4-4-7", "K8", "melee")
    table.new(ENEMY, "SdKfz 10/4", "K8", "melee")
    events = table.dice(1, 2, 6, 6, 6, 6, 6, 6).do(f"fire {mortar} K8")
    assert rolls(events, "To Kill")


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


# -- smoke dischargers --------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "smoke", "left"), [((2, 3), [2], True), ((3, 4), [2], False), ((4, 4), [], False)])
def test_d13_smoke_dischargers_once_in_the_mph_until_their_number_is_reached(
    dice: tuple[int, int], smoke: list[int], left: bool
) -> None:
    table = quiet(field(ENEMY, "MPh"))
    tank = table.new(ENEMY, "StuG IIIG", "K14")
    throw(table, dice, f"discharge {tank}")  # sD7
    assert [marker.number for marker in table.state.marked("smoke")] == smoke and table.unit(tank).mf == 1
    assert ("no dischargers" not in table.unit(tank).arms) == left
    assert ("D13.2" if left else "D13.1") in table.no(f"discharge {tank}")


def test_d13_who_may_not_use_smoke_dischargers() -> None:
    table = quiet(field(ENEMY, "MPh"))
    assert "D13.1" in table.no(f"discharge {table.new(ENEMY, 'Marder II', 'K14')}")
    assert "D5.34" in table.no(f"discharge {table.new(ENEMY, 'StuG IIIG', 'K14', 'stunned')}")
