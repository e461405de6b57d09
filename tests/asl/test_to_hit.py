"""To Hit (C3-C6): numbers, cases, critical, improbable and multiple hits, exact chances."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, cases, field, hill, moves, quiet, shown_drm, throw
from tabletop import LIBRARY, bare, of, rolls

from sasl.asl.fire.opportunity import PREP
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import Kind
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Phase
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted, ordnance_fire, weapon_use
from sasl.asl.ordnance.aiming import aim, bearing, to_hit
from sasl.asl.ordnance.aiming.to_hit import Aim, Hit
from sasl.asl.ordnance.hits import strikes
from sasl.asl.ordnance.mounted import Ordnance
from sasl.board.hexes import ca_towards, parse_hex
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord

GAME: Game = bare().game
VEHICLE, INFANTRY, AREA = Aim("Vehicle"), Aim("Infantry"), Aim("Area")


def gun(nation: str, name: str) -> Ordnance:
    found = mounted.ordnance(GAME, LIBRARY.counter(nation, name))
    assert found is not None
    return found


def number(nation: str, name: str, target: to_hit.Target, distance: int, ammo: str = "AP") -> int:
    return to_hit.number(GAME, gun(nation, name), target, distance, ammo)[0]


def of_kind(name: str, at: str, kind: Kind = "vehicle") -> Unit:
    return Unit("X", "FRIENDLY", kind, name, "X", at)


def position(
    firer: str = "T-34 M43", target: str = "StuG IIIG", at: str = "K16", phase: Phase = "PFPh"
) -> tuple[Tabletop, str, str]:
    """A FRIENDLY firer in the Open Ground of K20 and an ENEMY target; K16 is four hexes of Open Ground away."""
    table = bare("FRIENDLY", phase)
    return table, table.new("FRIENDLY", firer, "K20"), table.new("ENEMY", target, at)


def th(events: tuple[ev.Event, ...]) -> RollRecord:
    return rolls(events, "To Hit")[0]


def drm(table: Tabletop, line: str) -> dict[str, int]:
    """The DRM of a shot by their case: its first two words."""
    table.dice(6, 5)
    return {" ".join(mod.name.replace(",", "").split()[:2]): mod.value for mod in th(table.do(line)).modifiers}


# -- numbers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nation", "name", "target", "distance", "ammo", "wanted"),
    [
        ("german", "StuG IIIG", "Vehicle", 13, "AP", 9),  # black 8, L +1
        ("german", "PzJg III/IV", "Vehicle", 25, "AP", 8),  # black 6, LL +2
        ("russian", "T-34 M43", "Vehicle", 13, "AP", 8),  # red 7, L +1
        ("russian", "T-34 M43", "Vehicle", 13, "APCR", 7),  # APCR -1 more
        ("russian", "45LL AT", "Vehicle", 25, "AP", 5),  # red 5, LL +2, <=57mm -2
        ("german", "20L(6) AA", "Vehicle", 13, "AP", 7),  # black 8, L +1, <=57mm -1, <=40mm -1
        ("german", "75* INF", "Infantry", 20, "HE", 4),  # black 5, * -1
        ("german", "81* MTR", "Area", 20, "HE", 7),  # * -1, of the Area type too
        ("german", "50mm MTR", "Area", 13, "HE", 6),  # 8, * -1, <=57mm -1
        ("russian", "76L ART", "Area", 13, "smoke", 9),  # 8, L +1; smoke nothing beyond 12 hexes
        ("german", "81* MTR", "Area", 10, "smoke", 9),  # smoke +2 up to range 12
    ],
)
def test_c3_c4_the_modified_to_hit_number(
    nation: str, name: str, target: to_hit.Target, distance: int, ammo: str, wanted: int
) -> None:
    assert number(nation, name, target, distance, ammo) == wanted


def test_c4_germans_use_black_and_russians_red_but_an_atr_black() -> None:
    assert gun("german", "75L AT").column == "black" and gun("russian", "76L ART").column == "red"
    assert LIBRARY.counter("russian", "ATR").to_hit == "black"


# -- reading the dice ---------------------------------------------------------------------------------


def test_c3_9_a_coloured_die_below_the_white_one_hits_the_turret() -> None:
    assert to_hit.read(GAME, VEHICLE, (2, 4), 8, 0) == (Hit(False, "turret"),)
    assert to_hit.read(GAME, VEHICLE, (4, 2), 8, 0) == (Hit(False, "hull"),)
    assert to_hit.read(GAME, VEHICLE, (3, 3), 8, 0) == (Hit(False, "hull"),)


def test_d4_2_a_hull_hit_on_a_hull_down_target_is_a_miss() -> None:
    down = Aim("Vehicle", hull_down=True)
    assert to_hit.read(GAME, down, (4, 2), 8, 0) == (None,)
    assert to_hit.read(GAME, down, (2, 4), 8, 0) == (Hit(False, "turret"),)
    assert to_hit.read(GAME, down, (1, 1), 8, 0) == (Hit(True, "turret"),)


def test_c3_7_critical_hits() -> None:
    assert to_hit.read(GAME, VEHICLE, (1, 1), 8, 0) == (Hit(True, "hull"),)
    assert to_hit.read(GAME, AREA, (1, 1), 7, 0) == (Hit(True, "hull"),)
    # Infantry: a Final DR below half of the number: 3 < 8 / 2, and 4 is not
    assert to_hit.read(GAME, INFANTRY, (1, 2), 8, 0)[0] == Hit(True, "turret")
    assert to_hit.read(GAME, INFANTRY, (1, 3), 8, 0)[0] == Hit(False, "turret")
    # an Original 2 that is not below half: 2 + 2 = 4, number 8: critical on a dr of at most 4
    assert [hit.critical for hit in to_hit.read(GAME, INFANTRY, (1, 1), 8, 2) if hit] == [True] * 4 + [False] * 2


def test_c3_7_where_only_a_2_hits_a_critical_hit_needs_a_1() -> None:
    found = to_hit.read(GAME, VEHICLE, (1, 1), 5, 3)
    assert [hit.critical for hit in found if hit] == [True] + [False] * 5
    down = to_hit.read(GAME, Aim("Vehicle", hull_down=True), (1, 1), 5, 3)
    assert down == (Hit(True, "turret"), *[Hit(False, "turret")] * 5)


def test_c3_7_a_mg_hits_armor_without_critical_hits() -> None:
    assert to_hit.read(GAME, Aim("Vehicle", calibre=8, plain=True), (1, 1), 8, 0) == (Hit(False, "hull"),)


def test_c3_8_neither_latw_nor_guns_of_several_to_kill_dr_hit_twice() -> None:
    for light in (Aim("Vehicle", latw=True, calibre=20), Aim("Vehicle", calibre=20, single=True)):
        assert to_hit.read(GAME, light, (3, 3), 8, 0) == (Hit(False, "hull"),)


def test_c3_6_improbable_hits() -> None:
    assert to_hit.read(GAME, VEHICLE, (1, 1), 3, 4) == (
        Hit(True, "turret"), Hit(False, "turret"), Hit(False, "hull"), None, None, None,
    )  # fmt: skip
    down = Aim("Vehicle", hull_down=True)
    assert to_hit.read(GAME, down, (1, 1), 3, 4)[2] is None
    assert to_hit.read(GAME, VEHICLE, (1, 2), 3, 4) == (None,)


def test_c3_8_multiple_hits_are_doubles_of_15_to_40mm() -> None:
    light = Aim("Vehicle", calibre=20)
    assert to_hit.read(GAME, light, (3, 3), 8, 0) == (Hit(False, "hull", True),)
    assert to_hit.read(GAME, light, (3, 2), 8, 0) == (Hit(False, "hull"),)
    assert to_hit.read(GAME, light, (1, 1), 8, 0) == (Hit(True, "hull"),)
    assert to_hit.read(GAME, Aim("Vehicle", calibre=75), (3, 3), 8, 0) == (Hit(False, "hull"),)
    assert to_hit.read(GAME, Aim("Area", calibre=20), (3, 3), 8, 0) == (Hit(False, "hull"),)


def test_c5_35_motion_fire_doubles_the_lower_die() -> None:
    moving = Aim("Vehicle", motion=True)
    assert to_hit.read(GAME, moving, (3, 4), 9, 0) == (None,)  # 3 + 4 + 3
    assert to_hit.read(GAME, moving, (3, 4), 10, 0) == (Hit(False, "turret"),)


def test_c5_35_the_record_of_motion_fire_has_the_doubled_die() -> None:
    """3 + 2 and the doubled 2 miss with 6: the record says so; the paper knows no dice yet, and says what they do."""
    table, tank, _ = position(phase="DFPh")
    table.do(f"set {tank} motion")
    table.go_to("ENEMY", "DFPh")
    record = th(table.dice(3, 2).do(f"fire {tank} K16 ap"))
    assert ("C5.35", 2) in [(mod.rule, mod.value) for mod in record.modifiers]
    assert record.total == 5 + sum(mod.value for mod in record.modifiers) and record.success is False


@pytest.mark.parametrize("aim", [VEHICLE, INFANTRY, AREA, Aim("Vehicle", hull_down=True), Aim("Vehicle", latw=True)])
@pytest.mark.parametrize("to_hit_number", [-1, 2, 5, 8, 11])
@pytest.mark.parametrize("modifiers", [-2, 0, 3])
def test_c3_chances_count_all_36_dice_and_the_subsequent_dr(aim: Aim, to_hit_number: int, modifiers: int) -> None:
    found = to_hit.outcomes(GAME, aim, to_hit_number, modifiers)
    assert sum(found.values()) == 1
    counted = Fraction(0)
    for dice in product(range(1, 7), repeat=2):
        results = to_hit.read(GAME, aim, (dice[0], dice[1]), to_hit_number, modifiers)
        counted += Fraction(sum(hit is None for hit in results), 36 * len(results))
    assert found.get(None, Fraction(0)) == counted


def test_c3_chances_worked_by_hand() -> None:
    # To Hit 7 without DRM against a HD tank: 15 of the 21 DR up to 7 have no coloured die below the white one;
    # (1,1) of these is the critical hit. Turret: (1,2)-(1,6), (2,3)-(2,5), (3,4): 9.
    found = to_hit.outcomes(GAME, Aim("Vehicle", hull_down=True), 7, 0)
    assert found[Hit(False, "turret")] == Fraction(9, 36)
    assert found[Hit(True, "turret")] == Fraction(1, 36)
    assert found[None] == Fraction(26, 36)


# -- the cases of the firer ---------------------------------------------------------------------------


def test_c5_1_case_a_a_turret_turns_and_keeps_its_new_ca() -> None:
    table, tank, _ = position()
    table.do(f"face {tank} K21/L20")  # away from K16: the far vertex
    # a slow turret: +2 for the first hexspine, +1 for each further one
    spines = drm(table, f"fire {tank} K16")["Case A"]
    assert spines in (3, 4)
    assert table.unit(tank).tca in ("J19/K19", "K19/L19", "J20/K19")
    assert table.unit(tank).ca == "K21/L20"
    assert "Case A" not in drm(table.all(f"set {tank} -prep"), f"fire {tank} K16 intensive")


def test_c5_1_case_a_by_mounting_and_terrain() -> None:
    def case(turret: str, spines: int, inside: bool = False) -> int:
        found = to_hit.case_a(GAME, turret, spines, inside)
        return found.value if found else 0

    assert [case("T", spines) for spines in range(4)] == [0, 1, 2, 3]
    assert [case("ST", spines) for spines in range(4)] == [0, 2, 3, 4]
    assert [case("NT", spines) for spines in range(4)] == [0, 3, 4, 5]
    assert case("NT", 2, inside=True) == 8 and case("ST", 2, inside=True) == 6


def test_c5_11_a_road_spares_a_vehicle_in_woods_the_double_case_a() -> None:
    board = GAME.board
    woods = [name for name in board.names() if board.terrain(name).has("woods")]
    tank = of_kind("T-34 M43", next(name for name in woods if not board.terrain(name).road))
    assert bearing.turns_hard(GAME, tank)
    for name in (name for name in woods if board.terrain(name).road):
        assert not bearing.turns_hard(GAME, of_kind("T-34 M43", name))


def test_c5_11_a_hull_that_turns_in_woods_to_fire_checks_for_bog_first() -> None:
    for dice, bogs in (((6, 6), True), ((1, 1), False)):
        table = field("FRIENDLY", "PFPh", K14="woods")
        tank = table.new("FRIENDLY", "SU-152", "K14")
        table.new("ENEMY", "4-6-7", "K10")
        table.do(f"face {tank} L13/L14")
        before = table.unit(tank).ca
        events = table.dice(*dice).do(f"fire {tank} K10")
        found = table.unit(tank)
        assert ("bogged" in found.flags) is bogs and bool(rolls(events, "Bog Check"))
        assert (found.ca == before) is bogs and bool(rolls(events, "To Hit")) is not bogs
        assert bogs is (not found.flags & {"prep"})


def test_c5_11_a_gun_that_has_fired_out_of_woods_keeps_its_ca_in_that_phase() -> None:
    table = bare("FRIENDLY", "PFPh")
    gun_id = table.new("FRIENDLY", "45L AT", "N14")
    for at, side, name in (("N14", "FRIENDLY", "2-2-8"), ("N13", "ENEMY", "4-6-7"), ("N15", "ENEMY", "4-6-7")):
        table.new(side, name, at)
    table.dice(1, 5).do(f"fire {gun_id} N13")  # ROF kept
    assert "C5.11" in table.no(f"fire {gun_id} N15")


def test_c5_13_in_its_mph_a_turret_turns_by_mp_without_case_a_and_a_hull_not_at_all() -> None:
    table, tank, _ = position(phase="MPh")
    table.do(f"face {tank} K21/L20")
    assert "C5.13" in table.no(f"fire {tank} K16")  # no MP spent
    table.do(f"turn {tank} J20/K21")  # for a MP
    assert "Case A" not in drm(table, f"fire {tank} K16") and table.unit(tank).tca


def test_c2_5_a_turn_costs_no_rof_on_a_360_mount_or_of_a_medium_mortar() -> None:
    for name, slow in (("76L ART", True), ("82* MTR", False), ("120* MTR", True)):
        assert weapon_use.turns_slowly(GAME, of_kind(name, "K20", "gun")) is slow
    assert not weapon_use.turns_slowly(GAME, replace(of_kind("88L AA", "K20", "gun"), side="ENEMY"))


def test_c2_5_a_gun_without_rof_that_turned_has_no_intensive_fire() -> None:
    table = bare("ENEMY", "PFPh")
    gun_id, _ = table.new("ENEMY", "150 INF", "K20"), table.new("ENEMY", "2-2-8", "K20")
    table.new("FRIENDLY", "4-4-7", "K16")
    table.do(f"face {gun_id} K21/L20")
    table.dice(4, 6).do(f"fire {gun_id} K16")
    assert "C5.6" in table.no(f"fire {gun_id} K16 intensive")


def test_c5_11_a_gun_that_turns_has_one_rof_less() -> None:
    table, at_gun, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20")
    table.do(f"face {at_gun} K21/L20")
    table.dice(2, 5)  # ROF 2, one less for turning
    table.do(f"fire {at_gun} K16")
    assert "MA spent" in table.unit(at_gun).arms
    table, at_gun, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20")
    table.dice(2, 5)
    table.do(f"fire {at_gun} K16")
    assert "MA spent" not in table.unit(at_gun).arms


def test_c5_2_case_b_in_the_afph() -> None:
    table, tank, _ = position(phase="AFPh")
    assert drm(table, f"fire {tank} K16")["Case B"] == 2


def test_c5_3_case_c_bounding_fire_comes_on_top_of_case_b() -> None:
    table, tank, _ = position(phase="MPh")
    found = drm(table, f"fire {tank} K16")
    assert (found["Case B"], found["Case C"]) == (2, 2)  # ST +2
    assert to_hit.case_c(GAME, "NT").value == 3 and to_hit.case_c(GAME, "T").value == 2


@pytest.mark.parametrize(
    ("screen", "path", "case"),
    [
        ("open", ("K19",), ""),  # it has seen its target from before its MPh on
        ("woods", ("L19",), "Case C2"),  # start, and one hex in LOS
        ("woods", ("L19", "L18"), "Case C2"),
        ("woods", ("L19", "L18", "L17"), "Case C1"),
        ("woods", ("L19", "L18", "L17", "L16"), ""),
    ],
)
def test_c5_33_case_c1_and_c2_by_the_mp_in_continuous_los(screen: str, path: tuple[str, ...], case: str) -> None:
    table = field("FRIENDLY", "MPh", K18=screen)
    tank, _ = table.new("FRIENDLY", "T-34 M43", "K20"), table.new("ENEMY", "StuG IIIG", "K13")
    table = driven(table, tank, ("K20", *path))
    found = drm(table, f"fire {tank} K13 ca {ahead(table, tank)}")
    assert [name for name in found if name in ("Case C1", "Case C2")] == [case] * bool(case)
    assert (found["Case B"], found["Case C"]) == (2, 2)


def driven(table: Tabletop, tank: str, path: tuple[str, ...]) -> Tabletop:
    """The tank has started and gone this way, a MP for each hex, and may be fired at in the last."""
    ctx = Context(table.game)
    ctx.emit(ev.UnitsMoved((tank,), path[:1], 1.0, "", "MP"))
    for a, b in pairwise(path):
        ctx.emit(ev.UnitsMoved((tank,), (a, b), 1.0, "", "MP"))
    return Tabletop(ctx.game)


def ahead(table: Tabletop, tank: str) -> str:
    """The CA of a tank toward the north."""
    return ca_towards(parse_hex(table.unit(tank).hex), parse_hex("K13"))


def test_c5_4_case_d_a_pinned_crew() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20", "pinned")
    assert drm(table, f"fire {gun_id} K16")["Case D"] == 2


def test_c5_5_case_e_the_own_hex_twice_in_woods() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank, _ = table.new("FRIENDLY", "T-34 M43", "N14"), table.new("ENEMY", "StuG IIIG", "N14")
    assert drm(table, f"fire {tank} N14")["Case E"] == 4
    table, tank, _ = position(at="K20")
    assert drm(table, f"fire {tank} K20")["Case E"] == 2


@pytest.mark.parametrize(("other", "hinders"), [("", False), ("wreck", True), ("T-34 M43", True), ("4-4-7", False)])
def test_c5_5_a_wreck_or_a_third_afv_hinders_a_shot_within_the_hex(other: str, *, hinders: bool) -> None:
    table, tank, _ = position(at="K20")
    if other == "wreck":
        table.do("marker add wreck K20 wreck")
    elif other:
        table.new("FRIENDLY", other, "K20")
    assert drm(table, f"fire {tank} K20").get("Case R", 0) == int(hinders)


@pytest.mark.parametrize(("coloured", "armor"), [(2, "rear"), (4, "side"), (5, "front")])
def test_d3_2_in_the_own_hex_the_coloured_die_says_which_side_is_hit(coloured: int, armor: Any) -> None:
    near = Aim("Vehicle", own_hex=True)
    assert [hit.face for hit in to_hit.read(GAME, near, (coloured, 1), 10, 0) if hit] == [armor]
    table, tank, target = position(at="K20")
    shot = aim.shot(table.game, table.unit(tank), "MA", "K20", aim.Manner(), PREP, gun("russian", "T-34 M43"))
    number = strikes.kill_of(table.game, shot, table.unit(target), Hit(False, "hull", face=armor))
    assert any(armor in word for word in number.words)


def test_c5_6_case_f_intensive_fire_once_and_only_when_rof_is_gone() -> None:
    table, tank, _ = position()
    table.dice(6, 4).do(f"fire {tank} K16")
    assert "lost its ROF" in table.no(f"fire {tank} K16")
    assert drm(table, f"fire {tank} K16 intensive")["Case F"] == 2
    assert "malfunctioned" in table.unit(tank).flags  # an 11 reaches B# 12 - 2
    table, tank, _ = position("SU-152")
    table.dice(6, 5).do(f"fire {tank} K16 ap")
    assert "C5.6" in table.no(f"fire {tank} K16 ap intensive")


def test_c5_7_case_g_deliberate_immobilization() -> None:
    table, tank, target = position()
    events = table.dice(2, 1, 1, 2).do(f"fire {tank} K16 immobilize")  # 2 + 1 + 5 = 8, +1 BU, +1 for size: the hull
    assert th(events).modifiers[0].name.startswith("Case G")
    assert "immobile" in table.unit(target).flags and not rolls(events, "To Kill")
    assert "C5.71" in table.all(f"set {tank} -prep").no(f"fire {tank} K16 immobilize")  # it is immobilized already
    far, tank, _ = position(at="K8")
    assert "C5.7" in far.no(f"fire {tank} K8 immobilize")


def test_c5_72_deliberate_immobilization_hits_the_hull_or_nothing_and_never_critically() -> None:
    tracks = Aim("Vehicle", hull_only=True)
    assert to_hit.read(GAME, tracks, (1, 3), 10, 5) == (None,)
    assert to_hit.read(GAME, tracks, (1, 1), 10, 5) == (Hit(False, "hull"),)
    assert to_hit.read(GAME, tracks, (1, 1), 3, 5) == (Hit(False, "hull"), None, Hit(False, "hull"), None, None, None)


def test_c5_71_deliberate_immobilization_needs_shells_that_pierce_the_weakest_hull() -> None:
    gun = bare("ENEMY", "PFPh")
    flak, _ = gun.new("ENEMY", "SdKfz 10/4", "K20"), gun.new("FRIENDLY", "KV-1S", "K16")
    assert "C5.71" in gun.no(f"fire {flak} K16 ap immobilize")  # 6 against AF 6


def test_c6_5_no_acquisition_for_deliberate_immobilization() -> None:
    table, tank, _ = position()
    table.dice(1, 6, 6, 6).do(f"fire {tank} K16")
    assert "Case N" not in drm(table, f"fire {tank} K16 immobilize")


def test_c5_8_case_h_captured_guns() -> None:
    table, tank, _ = position()
    table.do(f"set {tank} captured")
    assert drm(table, f"fire {tank} K16")["Case H"] == 2
    assert "malfunctioned" in table.unit(tank).flags  # 11 reaches 12 - 2


def test_c5_9_case_i_buttoned_up() -> None:
    table, tank, _ = position()
    table.do(f"set {tank} buttoned")
    assert drm(table, f"fire {tank} K16")["Case I"] == 1
    table, tank, _ = position("SU-76M")
    table.do(f"set {tank} buttoned")
    assert "D5.3" in table.no(f"fire {tank} K16")  # open-topped: only an exposed crew fires


@pytest.mark.parametrize("shut", ["", " buttoned"])
def test_d3_44_an_armor_leader_directs_the_main_armament(shut: str) -> None:
    table, tank, _ = position()
    plain = drm(table.all(*([f"set {tank}{shut}"] if shut else [])), f"fire {tank} K16")
    led, tank, _ = position()
    led = led.led(tank, -1).all(*([f"set {tank}{shut}"] if shut else []))
    assert drm(led, f"fire {tank} K16") == plain | {"armor leader": -1}


# -- the cases of the target --------------------------------------------------------------------------


def test_c6_1_case_j_a_vehicle_that_has_entered_a_hex() -> None:
    table, tank, target = position()
    table.do(f"set {target} drove")
    assert drm(table, f"fire {tank} K16")["Case J"] == 2


def test_c_8_who_spends_mp_in_its_hex_is_no_moving_target_unless_it_began_in_motion() -> None:
    for flags, moving in (((), False), (("motion",), True)):
        table = field("FRIENDLY", "MPh")
        stug, tank = table.new("ENEMY", "StuG IIIG", "K13"), table.new("FRIENDLY", "T-34 M43", "K20", *flags)
        ctx = Context(table.game)
        ctx.emit(ev.UnitsMoved((tank,), ("K20",), 1.0, "turn 1", "MP"))
        ctx.emit(ev.UnitChanged(tank, (), ("motion",)))  # it stops
        assert ("Case J" in drm(Tabletop(ctx.game), f"fire {stug} K20")) is moving


def test_c5_3_who_only_turned_in_its_mph_fires_in_the_afph_without_case_c() -> None:
    table, tank, _ = position(phase="AFPh")
    found = drm(table.all(f"set {tank} moved"), f"fire {tank} K16")
    assert found["Case B"] == 2 and "Case C" not in found


def test_c_8_a_vehicle_that_has_only_turned_is_no_moving_target() -> None:
    table = bare("FRIENDLY", "MPh")
    stug, tank = table.new("ENEMY", "StuG IIIG", "K13"), table.new("FRIENDLY", "T-34 M43", "K20")
    table.all(f"face {tank} K19/L19", f"turn {tank} K21/L20")
    assert not [name for name in drm(table, f"fire {stug} K20") if name.startswith("Case J")]
    table = bare("FRIENDLY", "MPh")
    stug, tank = table.new("ENEMY", "StuG IIIG", "K13"), table.new("FRIENDLY", "T-34 M43", "K20", "motion")
    table.do(f"stop {tank}")  # it began its MPh in Motion, and in LOS (C6.15)
    assert "Case J" in drm(table, f"fire {stug} K20")


def test_c5_3_case_c_in_the_afph_is_of_those_who_have_entered_a_hex() -> None:
    for flags, bounding in (("moved stopped", False), ("moved drove stopped", True)):
        table = bare("FRIENDLY", "AFPh")
        tank = table.new("FRIENDLY", "T-34 M43", "K20", *flags.split())
        table.new("ENEMY", "StuG IIIG", "K16")
        assert ("Case C" in drm(table, f"fire {tank} K16")) is bounding


@pytest.mark.parametrize(
    ("screen", "path", "case", "value"),
    [
        ("open", ("K19",), "Case J", 2),  # it began its MPh in LOS (C6.15)
        ("woods", ("L19",), "Case J2", 4),  # one MP in LOS
        ("woods", ("L19", "L18"), "Case J1", 3),
        ("woods", ("L19", "L18", "L17"), "Case J1", 3),
        ("woods", ("L19", "L18", "L17", "L16"), "Case J", 2),
    ],
)
def test_c6_12_case_j1_and_j2_by_mp_in_continuous_los(
    screen: str, path: tuple[str, ...], case: str, value: int
) -> None:
    table = field("FRIENDLY", "MPh", K18=screen)
    stug, tank = table.new("ENEMY", "StuG IIIG", "K13"), table.new("FRIENDLY", "T-34 M43", "K20")
    table = driven(table, tank, ("K20", *path))
    assert drm(table, f"fire {stug} {path[-1]}")[case] == value


def test_c6_15_who_drives_onto_the_map_is_seen_from_then_on() -> None:
    table = field("FRIENDLY", "MPh")
    stug, tank = table.new("ENEMY", "StuG IIIG", "K13"), table.new("FRIENDLY", "T-34 M43", "K20")
    ctx = Context(table.game)
    ctx.emit(ev.UnitsMoved((tank,), ("K20",), 1.0, "enter", "MP"))
    assert drm(Tabletop(ctx.game), f"fire {stug} K20")["Case J2"] == 4


def test_c6_13_c6_14_cases_j3_and_j4_against_moving_infantry() -> None:
    table = bare("FRIENDLY", "MPh")
    stug = table.new("ENEMY", "StuG IIIG", "K15")
    squad = table.new("FRIENDLY", "4-4-7", "K20")
    table.do(f"move {squad} K19")
    found = drm(table, f"fire {stug} K19")
    assert (found["Case J3"], found["Case J4"]) == (-1, -1)


def dash(*facing: str) -> tuple[Tabletop, str]:
    """A FRIENDLY squad in the midst of a Dash across the road of K17, and an ENEMY tank hunter at N16 that faces so."""
    table = field("FRIENDLY", "MPh", K16="woods", K17=HexTerrain(road=frozenset({1, 4})), K18="woods")
    stug, squad = table.new("ENEMY", "StuG IIIG", "N16"), table.new("FRIENDLY", "4-4-7", "K16")
    table.all(*(f"face {stug} {ca}" for ca in facing), f"move {squad} K17 K18 dash")
    assert table.unit(squad).hex == "K17"
    return table, stug


def test_a4_63_c6_1_ordnance_at_men_who_dash_has_case_j_and_neither_j3_nor_j4() -> None:
    table, stug = dash("M16/M17")
    found = drm(table, f"fire {stug} K17 infantry")
    assert found["Case J"] == 2 and not {"Case J3", "Case J4"} & set(found)


@pytest.mark.parametrize(("how", "column"), [("", "4"), ("dash", "2")])
def test_a4_63_the_mg_of_a_vehicle_at_men_who_dash_is_area_fire(how: str, column: str) -> None:
    table = field("ENEMY", "MPh", K16="woods", K17=HexTerrain(road=frozenset({1, 4})), K18="woods")
    tank, squad = table.new("FRIENDLY", "T-34 M43", "N16"), table.new("ENEMY", "4-6-7", "K16")
    table.all(f"face {tank} M16/M17", f"move {squad} K17 K18 {how}")
    assert rolls(table.dice(6, 5).do(f"fire {tank} K17 cmg"))[0].column == column


def test_a4_63_no_gun_turns_to_men_who_dash() -> None:
    table, stug = dash("O16/O17")
    assert "A4.63" in table.no(f"fire {stug} K17 infantry")


def test_c6_2_case_k_a_concealed_target() -> None:
    table, tank, target = position()
    table.do(f"set {target} concealed")
    assert drm(table, f"fire {tank} K16")["Case K"] == 2


def test_c6_2_smoke_meets_case_k_where_who_is_seen_is_concealed_and_not_where_all_are_hidden() -> None:
    for states, concealed in ((["concealed"], True), (["hidden"], False), (["concealed", "hidden"], True), ([], False)):
        table = bare("FRIENDLY", "PFPh")
        gun_id, _ = table.new("FRIENDLY", "76L ART", "K20"), table.new("FRIENDLY", "2-2-8", "K20")
        for state in states:
            table.new("ENEMY", "4-6-7", "K16", state)
        assert ("Case K" in drm(table, f"fire {gun_id} K16 smoke")) is concealed


def test_c6_3_case_l_close_targets() -> None:
    for at, value in (("K19", -2), ("K18", -1)):
        table, tank, target = position(at=at)
        assert drm(table, f"fire {tank} {at}")["Case L"] == value
        table, tank, target = position(at=at)
        table.do(f"set {target} moved drove")  # stopped again
        assert drm(table, f"fire {tank} {at}")["Case L"] == value
        table, tank, target = position(at=at)
        table.do(f"set {target} motion")
        assert "Case L" not in drm(table, f"fire {tank} {at}")
    mortar = bare("ENEMY", "PFPh")  # the German mortar reaches two hexes
    tube, _ = mortar.new("ENEMY", "50mm MTR", ""), mortar.new("FRIENDLY", "4-4-7", "K18")
    squad = mortar.new("ENEMY", "4-6-7", "K20")
    mortar.do(f"give {tube} {squad}")
    assert "Case L" not in drm(mortar, f"fire {tube} K18")  # not of the Area type


def test_c6_5_case_n_acquisition_grows_moves_and_is_lost() -> None:
    table, tank, target = position()
    other = table.new("ENEMY", "StuG IIIG", "K13")
    table.dice(1, 6, 6, 6).do(f"fire {tank} K16")  # a turret hit that is a dud; ROF kept
    assert table.state.acquired[tank].level == -1 and table.state.acquired[tank].target == target
    table.dice(1, 6, 6, 6)
    assert {mod.name: mod.value for mod in th(table.do(f"fire {tank} K16")).modifiers}["Case N, acquired target"] == -1
    assert table.state.acquired[tank].level == -2
    table.dice(1, 6, 6, 6).do(f"fire {tank} K13")
    assert (table.state.acquired[tank].target, table.state.acquired[tank].level) == (other, -1)
    table.dice(6, 6).do(f"fire {tank} K13")  # a breakdown gives it up
    assert tank not in table.state.acquired


def test_c6_5_a_target_that_gets_out_of_sight_leaves_its_hex_acquired_and_a_mover_forgets() -> None:
    table, tank, target = position()
    table.dice(1, 6, 6, 6).do(f"fire {tank} K16")
    table.do(f"put {target} K14")  # still seen
    table.go_to("FRIENDLY", "DFPh")
    assert (table.state.acquired[tank].target, table.state.acquired[tank].hex) == (target, "K14")
    table.do(f"put {target} A4")
    table.go_to("FRIENDLY", "CCPh")
    held = table.state.acquired[tank]
    seen = look(table.game, "K20", "A4").exists
    assert held.target == (target if seen else "K14")
    table.do(f"set {tank} moved")
    ctx = Context(table.game)
    ordnance_fire.forget(ctx)
    assert tank not in ctx.state.acquired


def test_c8_5_smoke_may_be_fired_at_an_empty_hex() -> None:
    table = bare("FRIENDLY", "PFPh")
    gun_id = table.new("FRIENDLY", "76L ART", "K20")
    table.new("FRIENDLY", "2-2-8", "K20")
    table.dice(3, 3).do(f"fire {gun_id} K16 smoke")
    assert [item.number for item in table.state.markers_at("K16", "smoke")] == [3]
    assert "A7.1" in table.no(f"fire {gun_id} K16")


def test_c8_5_smoke_only_at_the_start_of_the_own_fire_phase_and_before_other_fire() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20")
    squad = table.new("FRIENDLY", "4-4-7", "K20")
    table.dice(6, 5).do(f"fire {squad} K16")
    assert "C8.5" in table.no(f"fire {gun_id} K12 smoke")
    late, gun_id, _ = position("76L ART", "4-6-7", phase="AFPh")
    late.new("FRIENDLY", "2-2-8", "K20")
    assert "C8.5" in late.no(f"fire {gun_id} K12 smoke")


def test_c8_5_in_the_dfph_smoke_comes_before_other_fire_of_that_phase_not_of_the_mph() -> None:
    table = bare("FRIENDLY", "DFPh").all("option confirm-fire off")
    gun, _ = table.new("ENEMY", "81* MTR", "K20"), table.new("ENEMY", "2-2-8", "K20")
    table.new("FRIENDLY", "4-4-7", "K16")
    squad, first = table.new("ENEMY", "4-6-7", "K19"), table.new("ENEMY", "4-6-7", "K18", "first")
    table.dice(6, 5).do(f"fire {squad} K16")
    assert first in table.state.units and "before all other fire of the phase (C8.5)" in table.no(
        f"fire {gun} K17 smoke"
    )


@pytest.mark.parametrize("ground", ["marsh", "water"])
def test_a24_1_ordnance_places_no_smoke_in_marsh_or_water(ground: str) -> None:
    table = field("FRIENDLY", "PFPh", K16=ground)
    gun_id, _ = table.new("FRIENDLY", "76L ART", "K20"), table.new("FRIENDLY", "2-2-8", "K20")
    assert f"no SMOKE is placed in the {ground} of K16 (A24.1)" in table.no(f"fire {gun_id} K16 smoke")


def test_c8_5_after_smoke_more_smoke_may_follow_of_another_gun() -> None:
    table, one, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20")
    other = table.new("FRIENDLY", "76L ART", "K21")
    table.new("FRIENDLY", "2-2-8", "K21")
    table.dice(3, 3).do(f"fire {one} K12 smoke")
    table.dice(3, 3).do(f"fire {other} K13 smoke")
    assert len(table.state.marked("smoke")) == 2


def test_a5_12_an_overstacked_hex_fires_worse() -> None:
    table, tank, _ = position()
    for _ in range(4):
        table.new("FRIENDLY", "4-4-7", "K20")
    assert drm(table, f"fire {tank} K16")["overstacked firer"] == 1


@pytest.mark.parametrize(("dice", "acquires"), [((2, 5), False), ((1, 5, 6, 6), True)])
def test_c6_57_a_concealed_target_is_acquired_only_by_the_shot_that_reveals_it(
    dice: tuple[int, ...], acquires: bool
) -> None:
    table, tank, target = position()
    table.do(f"set {target} concealed")
    table.dice(*dice).do(f"fire {tank} K16")  # 10 less 2, 1 for its size and 1 BU: a 6 hits
    assert (tank in table.state.acquired) is acquires


def test_c6_57_no_acquisition_counts_against_who_is_concealed_again() -> None:
    table, tank, target = position()
    table.dice(1, 6, 6, 6).do(f"fire {tank} K16")
    table.do(f"set {target} concealed")
    assert "Case N" not in drm(table, f"fire {tank} K16")


def test_c6_521_the_area_type_acquires_a_hex_that_follows_nobody() -> None:
    table, gun_id, target = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20")
    table.dice(5, 6).do(f"fire {gun_id} K16 area at {target}")
    assert table.state.acquired[gun_id].target == "K16"


def test_c6_56_smoke_gives_an_acquisition_up() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20")
    table.dice(1, 5, 6, 6).do(f"fire {gun_id} K16")
    assert gun_id in table.state.acquired
    ctx = Context(table.game)
    shot = aim.shot(
        table.game, table.unit(gun_id), "MA", "K16", aim.Manner(("smoke",)), PREP, gun("russian", "76L ART")
    )
    ordnance_fire._acquire(ctx, shot)
    assert gun_id not in ctx.state.acquired


def test_c6_54_ife_and_c6_5_a_cmg_at_another_target_give_it_up() -> None:
    table, tank, _ = position()
    table.new("ENEMY", "4-6-7", "K15")
    table.dice(1, 6, 6, 6).do(f"fire {tank} K16")
    table.dice(6, 5).do(f"fire {tank} K15 cmg")
    assert tank not in table.state.acquired


def test_c6_5_a_gun_without_a_good_order_crew_forgets() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    crew = table.new("FRIENDLY", "2-2-8", "K20")
    table.dice(1, 5, 6, 6).do(f"fire {gun_id} K16")
    table.do(f"break {crew}")
    ctx = Context(table.game)
    ordnance_fire.forget(ctx)
    assert gun_id not in ctx.state.acquired


def test_c9_2_a_smc_alone_fires_a_light_mortar_without_rof() -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, leader = table.new("FRIENDLY", "50mm MTR", ""), table.new("FRIENDLY", "9-1", "K20")
    table.new("ENEMY", "4-6-7", "K16")
    table.do(f"give {tube} {leader}")
    table.dice(1, 6).do(f"fire {tube} K16")
    assert "prep" in table.state.weapons[tube].flags


def test_c6_5_a_crew_that_fires_itself_gives_it_up() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    crew = table.new("FRIENDLY", "2-2-8", "K20")
    table.dice(1, 5, 6, 6).do(f"fire {gun_id} K16")
    ctx = Context(table.game)
    weapon_use.leaves_gun(ctx, ctx.state.units[crew], "", "")
    assert gun_id not in ctx.state.acquired


def test_c3_33_the_area_type_not_in_the_own_hex_not_bounding_and_not_after_another_shot() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20")
    table.dice(1, 5, 6, 6).do(f"fire {gun_id} K16")  # ROF kept
    assert "C3.33" in table.no(f"fire {gun_id} K16 area")
    tank_table, tank, _ = position(phase="MPh", target="4-6-7")
    assert "C3.33" in tank_table.no(f"fire {tank} K16 area")
    near, tank, _ = position(target="4-6-7", at="K20")
    assert "C3.33" in near.no(f"fire {tank} K20 area")


def test_c5_6_intensive_fire_comes_when_the_rof_is_gone() -> None:
    table, tank, _ = position()
    assert "C5.6" in table.no(f"fire {tank} K16 intensive")


def test_c6_7_case_p_size() -> None:
    for target, value in (("StuG IIIG", 1), ("PzJg III/IV", -1)):
        table, tank, _ = position(target=target)
        assert drm(table, f"fire {tank} K16")["Case P"] == value
    table, tank, _ = position(target="Marder II")
    assert "Case P" not in drm(table, f"fire {tank} K16")


def test_c6_7_a_guns_size_counts_for_its_crew() -> None:
    table, tank, _ = position(target="75L AT")
    assert drm(table, f"fire {tank} K16")["Case P"] == 1


def test_c6_8_case_q_tem_for_vehicle_and_infantry_types() -> None:
    table = bare("FRIENDLY", "PFPh")
    tank = table.new("FRIENDLY", "T-34 M43", "I18")
    table.new("ENEMY", "4-6-7", "N14")
    assert drm(table, f"fire {tank} N14")["Case Q"] == 1  # woods
    table = bare("FRIENDLY", "PFPh")
    tank, _ = table.new("FRIENDLY", "T-34 M43", "I18"), table.new("ENEMY", "StuG IIIG", "N14")
    assert drm(table, f"fire {tank} N14")["Case Q"] == 1


def test_c6_9_case_r_hindrance() -> None:
    table, tank, _ = position(at="K12")  # grain in K14 and K13
    found = [str(mod) for mod in th(table.dice(6, 5).do(f"fire {tank} K12")).modifiers if mod.kind == "case-r"]
    assert found == ["+1 Case R, grain K13 (C6.9)", "+1 Case R, grain K14 (C6.9)"]


def test_c5_others_cx_and_a_crew_stunned_before() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20", "cx")
    assert drm(table, f"fire {gun_id} K16")["CX"] == 1


def test_a7_531_a_leader_directs_a_light_mortar() -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, _ = table.new("FRIENDLY", "50mm MTR", ""), table.new("ENEMY", "4-6-7", "K16")
    squad, leader = table.new("FRIENDLY", "4-4-7", "K20"), table.new("FRIENDLY", "9-2", "K20")
    table.do(f"give {tube} {squad}")
    assert "A7.531" in table.no(f"fire {tube} K16 by {squad}")
    assert drm(table, f"fire {tube} K16 by {leader}")[f"{leader} directs"] == -2
    other, own = table.armed("FRIENDLY", "8-1", "K20", "50mm MTR")
    assert f"{other} fires {own} himself" in table.no(f"fire {own} K16 by {other}"), "A7.53"


# -- the draft ----------------------------------------------------------------------------------------


def test_c3_the_shot_is_shown_with_its_chances_and_may_be_typed() -> None:
    table, tank, target = position()
    question = table.ask(f"fire {tank} K16")
    text = "\n".join(question.lines)
    assert "Modified To Hit number: 10" in text and "Case P, target size" in text and "Overall:" in text
    events = table.do(f"fire {tank} K16", "=miss")
    assert not rolls(events, "To Hit") and of(events, ev.Fired)
    assert target in table.state.units


def test_c3_1_refusals_name_their_rule() -> None:
    table, tank, target = position()
    assert "C8" in table.no(f"fire {tank} K16 heat")
    assert "there is no unit 'Xa'" in table.no(f"fire {tank} K16 at Xa")
    assert "cannot use 'loudly'" in table.no(f"fire {tank} K16 loudly")
    two = table.new("ENEMY", "Marder II", "K16")
    assert two in table.no(f"fire {tank} K16") and target in table.no(f"fire {tank} K16")
    table.do(f"set {tank} malfunctioned")
    assert "A9.7" in table.no(f"fire {tank} K16 at {target}")
    table, gun_id, _ = position("76L ART", "4-6-7")
    assert "C10.1" in table.no(f"fire {gun_id} K16")


def test_c3_2_a_gun_that_may_not_turn_is_out_of_its_ca() -> None:
    table, gun_id, _ = position("76L ART", "4-6-7")
    table.new("FRIENDLY", "2-2-8", "K20", "pinned")
    table.do(f"face {gun_id} K21/L20")
    assert "A7.8" in table.no(f"fire {gun_id} K16")
    table, tank, _ = position("SU-76M", "4-6-7")
    table.all(f"face {tank} K21/L20", f"set {tank} immobile")
    assert "D8.1" in table.no(f"fire {tank} K16")


def test_c3_33_mortars_have_a_least_and_a_greatest_range() -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, _ = table.new("FRIENDLY", "50mm MTR", ""), table.new("ENEMY", "4-6-7", "K19")
    squad = table.new("FRIENDLY", "4-4-7", "K20")
    table.do(f"give {tube} {squad}")
    assert "less than 3" in table.no(f"fire {tube} K19")
    assert "Area" in table.no(f"fire {tube} K19 infantry")
    table = bare("ENEMY", "PFPh")
    gun_id, _ = table.new("ENEMY", "81* MTR", "K20"), table.new("FRIENDLY", "4-4-7", "K19")
    table.new("ENEMY", "2-2-8", "K20")
    assert "C3.33" in table.no(f"fire {gun_id} K19")


def test_c3_33_a_mortar_does_not_fire_from_a_building() -> None:
    table = bare("FRIENDLY", "PFPh")
    tube, _ = table.new("FRIENDLY", "50mm MTR", ""), table.new("ENEMY", "4-6-7", "L11")
    squad = table.new("FRIENDLY", "4-4-7", "Q10")
    table.do(f"give {tube} {squad}")
    assert "C9.1" in table.no(f"fire {tube} L11")


def test_d4_22_a_vehicle_has_height_advantage_over_who_fires_from_below() -> None:
    table = field("FRIENDLY", "PFPh", K14=hill(1))
    gun = table.new("FRIENDLY", "45LL AT", "K20")
    table.new("FRIENDLY", "2-2-8", "K20")
    tank = table.new("ENEMY", "StuG IIIG", "K14", "buttoned")
    assert "+1 Case Q, Height Advantage" in shown_drm(table, f"fire {gun} K14 ap")
    table.do(f"put {tank} K16")
    assert "+1 Case Q, Height Advantage" not in shown_drm(table, f"fire {gun} K16 ap")


def test_c5_35_motion_fire_of_the_other_side_has_case_b_too() -> None:
    table = field(FRIENDLY, "MPh")
    tank = table.new(ENEMY, "StuG IIIG", "K14", "motion")
    us = table.new(FRIENDLY, "T-34 M43", "K11")
    table = quiet(moves(table, us, came_from="K10", spent=4))
    found = cases(throw(table, (6, 5), f"fire {tank} K11"))
    assert (found["Case B"], found["Case C"]) == (2, 3)
