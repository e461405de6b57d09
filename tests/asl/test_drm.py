"""DRM of fire: TEM, Hindrances, FFMO and FFNAM, and the slopes of the Orsha map with the examples of their rules."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, against, by_rule, column, field, hill, moves, shots, shown_drm
from tabletop import bare

from sasl.asl.fire import residual
from sasl.asl.fire.drm import motion_of, suspect_mods, target_mods
from sasl.asl.fire.tem import Indirect, Motion
from sasl.asl.game.context import Context
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.los.sight import look, view_of
from sasl.asl.game.sides import Phase
from sasl.asl.game.state import Marker, MarkerState
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.terrain import entrenching
from sasl.board.hexes import crossed_sides
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace
from sasl.saves.session import Session


def target(terrain: object = "open", *states: str, name: str = "4-6-7", **more: Any) -> tuple[Tabletop, str]:
    """An ENEMY unit in K10."""
    table = field(FRIENDLY, "PFPh", **{"K10": terrain, **more})
    return table, table.new(ENEMY, name, "K10", *states)


# -- TEM ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "wanted"),
    [
        ("open", []), ("grain", []), ("brush", []), ("orchard", []), ("marsh", []), ("gully", []),
        ("woods", ["+1 woods TEM"]), ("wooden-building", ["+2 wooden-building TEM"]),
        ("shellholes", ["+1 shellholes TEM"]), ("orchard+shellholes", ["+1 shellholes TEM"]),
    ],
)  # fmt: skip
def test_b_5_the_tem_of_the_terrain(terrain: str, wanted: list[str]) -> None:
    table, unit = target(terrain)
    assert against(table, unit, "K6") == wanted


def test_b2_shellholes_shelter_a_mover_only_if_it_went_into_them() -> None:
    table, unit = target("shellholes")
    assert against(table, unit, "K6", Motion()) == ["-1 FFMO", "-1 FFNAM"]
    table.do(f"set {unit} shellhole")
    assert against(table, unit, "K6", Motion()) == ["+1 shellholes TEM", "-1 FFNAM"]


@pytest.mark.parametrize(
    ("terrain", "state", "wanted"), [("shellholes", "", "+1 shellholes TEM"), ("open", "dug-in", "+2 entrenchment")]
)
def test_b2_4_b27_3_mf_spent_where_the_mph_began_leave_the_shelter(terrain: str, state: str, wanted: str) -> None:
    """A squad throws SMOKE out of the shellholes or foxhole in which it began; then it goes on and comes back."""
    table = field(FRIENDLY, "MPh", K10=terrain)
    us = table.new(FRIENDLY, "6-2-8", "K10", *filter(None, [state]))
    table.dice(5).do(f"smoke {us} K10")
    assert against(table, us, "K6", motion_of(table.game, table.state.moving, us)) == [wanted, "-1 FFNAM"]
    table.all(f"move {us} K11", f"move {us} K10")
    assert against(table, us, "K6", motion_of(table.game, table.state.moving, us)) == ["-1 FFMO", "-1 FFNAM"]


def test_b27_3_an_entrenchment_is_two_and_against_oba_four() -> None:
    table, unit = target("open", "dug-in")
    assert against(table, unit, "K6") == ["+2 entrenchment"]
    assert against(table, unit, "", indirect="oba") == ["+4 entrenchment"]
    assert against(table, unit, "K6", Motion(assault=True)) == ["-1 FFMO"]


def test_b30_112_a_pillbox_is_three_and_five_against_indirect_fire_without_air_bursts() -> None:
    table, unit = target("woods", "dug-in")
    table.do(f"marker add pillbox {table.unit(unit).hex}")
    assert against(table, unit, "K6") == ["+3 pillbox"], "the CA of it looks"
    assert against(table, unit, "", indirect="oba") == against(table, unit, "K6", indirect="mortar") == ["+5 pillbox"]
    table, unit = target("open", "dug-in")
    table.do(f"marker add pillbox {table.unit(unit).hex} 1+3+5 K9/L9")
    assert against(table, unit, "K7") == ["+3 pillbox"]
    assert against(table, unit, "K14") == ["+5 pillbox"], "B30.113: ordnance from outside its CA"
    assert against(table, unit, "K6", Motion()) == ["+3 pillbox", "-1 FFNAM"], "B30.33: who has just gone in is inside"


def test_b27_3_tem_of_different_kinds_are_not_added_the_best_counts() -> None:
    table, unit = target("woods", "dug-in")
    assert against(table, unit, "K6") == ["+2 entrenchment"]
    table, unit = target("wooden-building", "dug-in")
    assert len(against(table, unit, "K6")) == 1


def test_b13_3_air_bursts_in_woods_even_over_entrenchments() -> None:
    table, unit = target("woods")
    assert against(table, unit, "", indirect="oba") == ["-1 air burst"]
    assert against(table, unit, "K6", indirect="mortar") == ["-1 air burst"]
    table.do(f"set {unit} dug-in")
    assert against(table, unit, "", indirect="oba") == ["+4 entrenchment", "-1 air burst"]


def test_b23_32_indirect_fire_meets_the_level_above_too() -> None:
    for kind, tem in (("wooden", 2), ("stone", 3)):
        table, unit = target(f"{kind}-building")
        assert against(table, unit, "K6") == [f"+{tem} {kind}-building TEM"]
        assert against(table, unit, "K6", indirect="mortar") == [f"+{tem + 1} {kind}-building TEM"]
        assert against(table, unit, "", indirect="oba") == [f"+{tem + 1} {kind}-building TEM"]


def test_b10_31_height_advantage_is_one_if_there_is_no_other_tem() -> None:
    table, unit = target(hill())
    assert against(table, unit, "K6") == ["+1 Height Advantage"]
    assert against(table, unit, "", indirect="oba") == []
    table, unit = target(hill(1, "woods"))
    assert against(table, unit, "K6") == ["+1 woods TEM"]
    table, unit = target(hill(), K6=hill())
    assert against(table, unit, "K6") == []
    table, unit = target("open", K6=hill())
    assert against(table, unit, "K6") == []


def test_b10_31_no_height_advantage_for_who_comes_up_through_the_hexside_of_the_los() -> None:
    table, unit = target(hill())
    up = Motion(came_from="K9")
    assert against(table, unit, "K6", up) == ["-1 FFMO", "-1 FFNAM"]
    assert against(table, unit, "K14", up) == ["+1 Height Advantage", "-1 FFNAM"]
    level, unit = target(hill(), K9=hill())
    assert against(level, unit, "K6", up) == ["+1 Height Advantage", "-1 FFNAM"]


def test_b10_31_fire_out_of_a_gully_comes_from_below() -> None:
    table, unit = target("open", K9=HexTerrain(("gully",), gully=frozenset({1, 4})))
    assert against(table, unit, "K9") == ["+1 Height Advantage"]


def test_b9_33_height_takes_the_cover_of_shellholes_and_foxholes_one_for_each_level_beyond_the_range() -> None:
    """The example: entrenched, fired on from level 2 at one hex: +1."""
    table, unit = target("open", "dug-in", K9=hill(2), K8=hill(2), K7=hill(3))
    assert against(table, unit, "K9") == ["+1 entrenchment"]
    assert against(table, unit, "K8") == ["+2 entrenchment"]
    table, unit = target("shellholes", K9=hill(2))
    assert against(table, unit, "K9") == [] and against(table, unit, "K6") == ["+1 shellholes TEM"]


def test_b6_3_a_bridge_is_open_along_its_road_and_gives_one_from_the_side_and_from_above() -> None:
    ways = frozenset({0, 3})
    table, unit = target(HexTerrain(("bridge", "gully"), road=ways, gully=frozenset({1, 4})))
    assert against(table, unit, "K6", Motion()) == ["-1 FFMO", "-1 FFNAM"], "K6-K10 comes in by the road"
    assert against(table, unit, "M9", Motion()) == ["+1 bridge TEM", "-1 FFNAM"]
    assert (
        against(table, unit, "", indirect="oba") == against(table, unit, "K6", indirect="mortar") == ["+1 bridge TEM"]
    )
    table.do(f"set {unit} in-gully")
    assert against(table, unit, "K9") == [] and against(table, unit, "", indirect="oba") == ["+1 bridge TEM"]


def test_d9_3_a_wreck_or_an_afv_shelters_men_but_not_against_shells() -> None:
    table, unit = target()
    table.do("marker add wreck K10")
    assert against(table, unit, "K6") == ["+1 wreck or AFV TEM"]
    assert against(table, unit, "", indirect="oba") == []
    table, unit = target()
    table.new(ENEMY, "StuG IIIG", "K10")
    assert against(table, unit, "K6") == ["+1 wreck or AFV TEM"]


def test_d9_3_nobody_hides_behind_a_wreck_from_fire_out_of_the_same_hex() -> None:
    table, unit = target()
    table.do("marker add wreck K10")
    assert against(table, unit, "K10") == []


def test_d10_3_a_burning_wreck_shelters_nobody() -> None:
    table, unit = target()
    table.do("marker add wreck K10 burning")
    assert against(table, unit, "K6") == []


def test_d9_3_an_abandoned_afv_of_the_enemy_shelters_too() -> None:
    table, unit = target()
    tank = table.new(FRIENDLY, "T-34 M43", "K10", "abandoned")
    assert against(table, unit, "K6") == ["+1 wreck or AFV TEM"]
    table.do(f"set {tank} -abandoned")
    assert against(table, unit, "K6") == []


def test_c11_2_an_emplacement_shelters_the_gun_and_its_crew_and_nobody_else() -> None:
    table = field()
    gun, crew = table.new(ENEMY, "88L AA", "K10", "emplaced"), table.new(ENEMY, "2-2-8", "K10")
    other = table.new(ENEMY, "4-6-7", "K10")
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun)))
    for unit, wanted in ((gun, ["+2 Emplaced Gun"]), (crew, ["+2 Emplaced Gun"]), (other, [])):
        assert against(table, unit, "K6") == against(table, unit, "", indirect="oba") == wanted


def test_c11_2_a_gun_is_emplaced_where_it_sets_up_if_the_ground_can_be_dug_into() -> None:
    for ground in ("open", "brush", "woods", "orchard"):
        assert entrenching.emplaced(field(K10=ground).game.board, "gun", "K10") == {"emplaced"}
        assert not entrenching.emplaced(field(K10=ground).game.board, "vehicle", "K10")
    for ground in ("wooden-building", "marsh", "stream", "crags"):
        assert not entrenching.emplaced(field(K10=ground).game.board, "gun", "K10")


def test_a22_3_men_who_carry_a_ft_are_one_easier_to_hit() -> None:
    table, unit = target()
    table.arm(unit, "FT")
    assert against(table, unit, "K6") == ["-1 carries a FT"]


def test_b28_41_mines_know_no_tem() -> None:
    table, unit = target("wooden-building", "dug-in")
    assert against(table, unit, "", tem=False) == []


# -- FFMO and FFNAM -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "ffmo"),
    [
        ("open", True), ("shellholes", True), ("gully", True), ("grain", False), ("brush", False), ("orchard", False),
        ("woods", False), ("wooden-building", False), ("marsh", False),
    ],
)  # fmt: skip
def test_a4_6_ffmo_is_for_open_ground(terrain: str, ffmo: bool) -> None:
    table, unit = target(terrain)
    assert ("-1 FFMO" in against(table, unit, "K6", Motion())) == ffmo
    assert "-1 FFNAM" in against(table, unit, "K6", Motion())


def test_a4_61_assault_movement_spares_ffnam_but_not_ffmo() -> None:
    table, unit = target()
    assert against(table, unit, "K6", Motion(assault=True)) == ["-1 FFMO"]


@pytest.mark.parametrize("hindrance", [1, 3])
def test_a4_6_a_hindrance_spares_ffmo(hindrance: int) -> None:
    table, unit = target()
    assert against(table, unit, "K6", Motion(), hindrance=hindrance) == ["-1 FFNAM"]


def test_a4_6_smoke_in_the_hex_spares_ffmo() -> None:
    table, unit = target()
    table.do("marker add smoke K10 smoke 3")
    assert "-1 FFMO" not in against(table, unit, "K6", Motion())


def test_a4_62_hazardous_movement() -> None:
    table, unit = target("open", "hazardous")
    assert "-2 Hazardous Movement" in against(table, unit, "K6", Motion())


def test_oto_2_3_who_comes_by_road_through_grain_moves_in_the_open() -> None:
    road = HexTerrain(("grain",), road=frozenset({0, 3}))
    table = field(FRIENDLY, "PFPh", K10=road, K11=road)
    unit = table.new(ENEMY, "4-6-7", "K10")
    assert "-1 FFMO" in against(table, unit, "K6", Motion(by_road_from="K11"))
    assert "-1 FFMO" not in against(table, unit, "K6", Motion())


def test_a4_6_ffmo_and_ffnam_are_for_the_mph_only() -> None:
    table = field(FRIENDLY, "DFPh")
    them, _ = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-5-8", "K10", "moved")
    assert shown_drm(table, f"fire {them} K10") == []


def test_d_vehicles_have_none_of_these() -> None:
    table = field(K10="woods")
    assert against(table, table.new(ENEMY, "StuG IIIG", "K10"), "K6", Motion()) == []


# -- what the firers and the LOS bring ----------------------------------------------------------------


def firing(*states: str, **terrain: Any) -> tuple[Tabletop, str]:
    table = field(FRIENDLY, "PFPh", **terrain)
    us = table.new(FRIENDLY, "4-5-8", "K14", *states)
    table.new(ENEMY, "4-6-7", "K10")
    return table, f"fire {us} K10"


def test_a6_7_every_hex_of_grain_on_the_way_hinders() -> None:
    table, line = firing(K12="grain", K13="grain", K10="grain", K14="grain")
    assert sorted(shown_drm(table, line)) == ["+1 grain K12", "+1 grain K13"]


def test_a6_7_six_hindrances_are_no_los() -> None:
    grain: dict[str, Any] = dict.fromkeys([f"K{number}" for number in range(6, 12)], "grain")
    table = field(**grain)
    _, mg = table.armed(FRIENDLY, "4-5-8", "K12", "HMG")
    table.new(ENEMY, "4-6-7", "K5")
    assert "no LOS from K12 to K5" in table.no(f"fire {mg} K5")


def test_b10_22_a_wreck_hinders_at_its_own_level_only_and_none_in_a_gully() -> None:
    for ground, ends, hinders in (
        (HexTerrain(), HexTerrain(), 1),
        (HexTerrain(), hill(), 0),
        (hill(), hill(), 1),
        (HexTerrain(("gully",)), HexTerrain(), 0),
    ):
        table = field(K8=ground, K6=ends, K10=ends).all("marker add wreck K8")
        assert look(table.game, "K6", "K10").hindrance == hinders, (ground, ends)
    table = field(K8=HexTerrain(), K6=hill(), K10=HexTerrain()).all("marker add wreck K8")
    assert look(table.game, "K6", "K10").hindrance == 0


def test_d9_4_a_wreck_on_the_way_hinders() -> None:
    table, line = firing()
    table.do("marker add wreck K12")
    assert shown_drm(table, line) == ["+1 wreck in K12"]


@pytest.mark.parametrize(
    ("a", "b", "put", "hinders"),
    [
        (0, 0, "smoke K8", 3), (1, 1, "smoke K8", 3), (2, 1, "smoke K8", 3), (2, 2, "smoke K8", 0),
        (2, 2, "wreck K8 burning", 2), (2, 2, "smoke K6", 3), (4, 4, "wreck K8 burning", 0),
    ],
)  # fmt: skip
def test_a24_4_smoke_does_not_rise_through_the_second_level_above_it(a: int, b: int, put: str, hinders: int) -> None:
    table = field(K6=hill(a), K10=hill(b)).all(f"marker add {put}")
    assert look(table.game, "K6", "K10").hindrance == hinders
    assert sum(value for _, value in view_of(table.game).traced("K6", "K10")[1]) == hinders


@pytest.mark.parametrize(
    ("falls", "hinders"),
    [
        ([("K8", 1, "")], 1), ([("K8", 1, ""), ("K9", 1, "")], 2), ([("K8", 2, "harassing")], 0),
        ([("K11", 1, "")], 1), ([("K13", 1, "")], 0),
    ],
)  # fmt: skip
def test_c1_57_an_ffe_hinders_a_los_once_whatever_hexes_of_it_are_met_and_harassing_fire_not(
    falls: list[tuple[str, int, MarkerState]], hinders: int
) -> None:
    table = field(FRIENDLY, "PFPh")
    shells = {
        f"ffe{number}": Marker(f"ffe{number}", "ffe", name, ENEMY, radius, text="FFE", column=20, state=state)
        for number, (name, radius, state) in enumerate(falls)
    }
    game = table.game.at(replace(table.state, markers={**table.state.markers, **shells}))
    assert look(game, "K6", "K10").hindrance == hinders == look(game, "K10", "K6").hindrance
    assert sum(value for _, value in view_of(game).traced("K6", "K10")[1]) == hinders


@pytest.mark.parametrize(("phase", "hinders"), [("MPh", 0), ("DFPh", 0), ("AFPh", 0), ("RtPh", 1), ("CCPh", 1)])
def test_d9_4_a_wreck_that_has_moved_hinders_once_the_afph_is_over(phase: Phase, hinders: int) -> None:
    table = field("FRIENDLY", "MPh")
    tank = table.new("FRIENDLY", "T-34 M43", "K12", "drove", "motion")
    man, crew = table.new("FRIENDLY", "4-5-8", "K12"), table.new("FRIENDLY", "2-2-8", "K12", "hazardous")
    wrecked, _ = by_rule(
        table, (), lambda ctx: vehicle_hits.destroy(ctx, ctx.state.units[tank], "hit", survivors=False)
    )
    wrecked = Tabletop(wrecked.game.at(replace(wrecked.state, phase=phase)))
    assert look(wrecked.game, "K10", "K14").hindrance == hinders
    assert ["+1 wreck or AFV TEM"][:hinders] == [words for words in against(wrecked, man, "K10") if "wreck" in words]
    assert "+1 wreck or AFV TEM" in against(wrecked, crew, "K10"), "who gets out of it is sheltered"
    later = wrecked.game.at(replace(wrecked.state, side="ENEMY", phase="PFPh"))
    assert look(later, "K10", "K14").hindrance == 1


def test_a24_4_in_a_mild_breeze_the_smoke_of_a_fire_rises_no_higher() -> None:
    table = field(K6=hill(2), K10=hill(2)).all("marker add wreck K8 burning")
    windy = table.game.at(replace(table.state, wind="mild breeze toward 4"))
    assert look(windy, "K6", "K10").hindrance == 0


def test_d9_4_a_wreck_that_one_end_cannot_see_does_not_hinder() -> None:
    open_ground = field().all("marker add wreck J7")
    behind_woods = field(J8="woods").all("marker add wreck J7")
    assert look(open_ground.game, "K10", "J5").hindrance == 1
    assert not look(behind_woods.game, "K10", "J7").exists
    for a, b in (("K10", "J5"), ("J5", "K10")):
        assert look(behind_woods.game, a, b) == look(field(J8="woods").game, a, b)
        assert not view_of(behind_woods.game).traced(a, b)[1]


def test_a6_7_a_hindrance_that_the_player_has_told_stays_whole() -> None:
    table, line = firing(K12="grain")
    table.do("los K14 K10 2")
    assert shown_drm(table, line) == ["+2 LOS Hindrance"]


@pytest.mark.parametrize(("states", "hinders"), [((), True), (("motion",), False), (("drove", "stopped"), False)])
def test_d9_4_an_afv_on_the_way_hinders_unless_it_moves_or_has_moved(states: tuple[str, ...], hinders: bool) -> None:
    table, line = firing()
    table.new(ENEMY, "StuG IIIG", "K12", *states)
    assert ("+1 AFV in K12" in shown_drm(table, line)) is hinders


@pytest.mark.parametrize(("states", "hinders"), [((), True), (("malfunctioned",), True), (("hidden",), False)])
def test_d9_5_oto_4_1_a_cupola_hinders_as_an_afv_that_never_moves(states: tuple[str, ...], hinders: bool) -> None:
    table, line = firing()
    table.new(ENEMY, "HMG Cupola", "K12", *states)
    assert ("+1 cupola in K12" in shown_drm(table, line)) is hinders


def test_d9_3_oto_4_1_men_beside_their_cupola_have_the_tem_of_an_afv() -> None:
    table, unit = target()
    table.new(ENEMY, "HMG Cupola", "K10")
    assert against(table, unit, "K6") == ["+1 wreck or AFV TEM"]


def test_a24_2_smoke_hinders_and_fire_out_of_it_is_one_harder() -> None:
    table, line = firing()
    table.do("marker add smoke K12 smoke 3")
    assert shown_drm(table, line) == ["+3 SMOKE in K12"]
    table, line = firing()
    table.do("marker add smoke K14 smoke 2")
    assert sorted(shown_drm(table, line)) == ["+1 firing out of SMOKE", "+2 SMOKE in K14"]


@pytest.mark.parametrize(("state", "wanted"), [("cx", "+1 CX firer"), ("encircled", "+1 encircled firer")])
def test_a4_51_and_a7_7_the_tired_and_the_surrounded_fire_worse(state: str, wanted: str) -> None:
    table, line = firing(state)
    assert shown_drm(table, line) == [wanted]


def test_a5_12_and_a5_13_overstacking_by_squad_equivalents() -> None:
    table, line = firing()
    for _ in range(4):
        table.new(FRIENDLY, "4-5-8", "K14")  # five squads: two too many
    assert shown_drm(table, line) == ["+2 overstacked firer"]
    table, line = firing()
    for _ in range(3):
        table.new(ENEMY, "4-6-7", "K10")  # four squads: one too many
    assert shown_drm(table, line) == ["-1 overstacked target"]


def test_a_5_of_a_fire_groups_lines_the_targets_best_tem_and_the_most_hindrance_count() -> None:
    table = field(K10=hill(), L13=hill(), K12="open")
    low, high = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "4-5-8", "L13")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {high} K10") == []
    assert shown_drm(table, f"fire {low},{high} K10") == ["+1 Height Advantage"]


# -- slopes (OtO 1) -----------------------------------------------------------------------------------
#
# The example of OtO 1.3-1.42 on a board of our own. The marks of OO13 lie on its sides towards NN12, NN13 and PP13, so
# that it is Down-Slope there; MM13 is Down-Slope to NN13. D in MM13 and C in NN12 are ADJACENT to each other, C also to
# E in OO13; A stands in QQ14 (beyond PP13), F in MM11 and B in OO16, whose LOS comes in across a level hexside.

MEADOW = {f"{row}{number}": "open" for row in ("LL", "MM", "NN", "OO", "PP", "QQ", "RR") for number in range(10, 18)}
SIDES = {"NN12": 5, "NN13": 4, "PP13": 2}
"""The hexsides of OO13 across which it is Down-Slope."""


def slopes(*sides: int) -> dict[str, object]:
    """OO13 Down-Slope across these sides, its neighbours there Up-Slope; and MM13 Down-Slope to NN13."""
    ups: dict[str, set[int]] = {"NN13": {5}}
    for name, side in SIDES.items():
        if side in sides:
            ups.setdefault(name, set()).add((side + 3) % 6)
    tiles: dict[str, object] = {name: HexTerrain(up=frozenset(up)) for name, up in ups.items()}
    return {**MEADOW, **tiles, "OO13": HexTerrain(down=frozenset(sides)), "MM13": HexTerrain(down=frozenset({2}))}


PLACES = {"A": "QQ14", "B": "OO16", "C": "NN12", "D": "MM13", "F": "MM11"}


def example(phase: Phase = "DFPh", **changes: Any) -> tuple[Tabletop, str, dict[str, str]]:
    """Squad E (FRIENDLY) in OO13, the others around it."""
    table = field(FRIENDLY, phase, **{**slopes(2, 4, 5), **changes})
    squad = table.new(FRIENDLY, "4-5-8", "OO13")
    return table, squad, {name: table.new(ENEMY, "4-6-7", place) for name, place in PLACES.items()}


@pytest.mark.parametrize(("viewer", "hindrance"), [("C", 0), ("OO13", 1), ("F", 1)])
def test_oto_1_3_example_a_wreck_in_pp13_hinders_the_los_to_a_but_not_that_of_up_slope_c(
    viewer: str, hindrance: int
) -> None:
    table, _, _ = example()
    table.do("marker add wreck PP13")
    assert look(table.game, PLACES.get(viewer, viewer), PLACES["A"]).hindrance == hindrance


@pytest.mark.parametrize(("firer", "claims"), [("A", True), ("D", True), ("F", True), ("B", False), ("C", False)])
def test_oto_1_41_example_squad_e_claims_slope_tem_against_a_d_and_f_only(firer: str, claims: bool) -> None:
    table, _, others = example()
    assert shown_drm(table, f"fire {others[firer]} OO13") == (["+1 slope TEM"] if claims else [])


def test_oto_1_41_example_squads_b_and_c_may_claim_ffmo() -> None:
    table, squad, others = example("MPh")
    table = moves(table, squad, came_from="OO14", how="assault")
    for firer, wanted in (("B", ["-1 FFMO"]), ("C", ["-1 FFMO"]), ("A", ["+1 slope TEM"])):
        assert shown_drm(table, f"fire {others[firer]} OO13") == wanted, firer


def test_oto_1_41_example_against_c_and_d_as_a_fire_group_it_claims() -> None:
    table, _, others = example()
    assert shown_drm(table, f"fire {others['C']},{others['D']} OO13") == ["+1 slope TEM"]


@pytest.mark.parametrize(
    ("sides", "claims"),
    [
        ((2, 5), True),  # two that do not touch
        ((4, 5), False),  # two that touch
        ((5,), False),
        ((2, 4, 5), True),
    ],
)
def test_oto_1_41_three_down_slope_hexsides_or_two_apart(sides: tuple[int, ...], claims: bool) -> None:
    table = field(FRIENDLY, "DFPh", **slopes(*sides))
    squad = table.new(FRIENDLY, "4-5-8", "OO13")
    assert (against(table, squad, "MM11") == ["+1 slope TEM"]) == claims


def test_oto_1_41_a_firer_who_is_higher_than_he_is_far_sees_behind_it() -> None:
    for level, claims in ((1, True), (2, False), (3, False)):  # range 2
        table, squad, _ = example(MM13=hill(level))
        assert (against(table, squad, "MM13") == ["+1 slope TEM"]) == claims, level


def test_oto_1_41_slope_tem_is_not_added_to_another_and_does_not_stop_shells() -> None:
    table, squad, _ = example(OO13=HexTerrain(("woods",), down=frozenset({2, 4, 5})))
    assert against(table, squad, "MM11") == ["+1 woods TEM"]
    table, squad, _ = example()
    assert against(table, squad, "", indirect="oba") == []
    assert against(table, squad, "MM11", indirect="mortar") == []


def test_oto_1_41_being_up_slope_gives_nothing() -> None:
    table, _, others = example()
    assert against(table, others["C"], "PP13") == []


def test_oto_1_41_the_los_through_a_vertex_crosses_both_hexsides() -> None:
    assert crossed_sides("OO13", "MM13") == {4, 5} and crossed_sides("OO13", "MM11") == {5}
    assert crossed_sides("OO13", "QQ14") == {2} and crossed_sides("OO13", "OO16") == {3}


# -- Fire Lanes across slopes (OtO 1.42) --------------------------------------------------------------


def with_lane(firer: str, goal: str, answer: str = "", **terrain: Any) -> Tabletop:
    """A Fire Lane of an ENEMY MMG that squad `firer` places as a FRIENDLY squad moves in `goal`."""
    table = field(FRIENDLY, "MPh", **{**slopes(2, 4, 5), **terrain})
    squad, mg = table.new(ENEMY, "4-6-7", PLACES[firer]), table.new(ENEMY, "MMG")
    table.do(f"give {mg} {squad}")
    mover = table.new(FRIENDLY, "4-5-8", goal)
    table = moves(table, mover, came_from=goal, how="assault")
    table.dice(6, 5).do(f"fire {mg} {goal} lane", *(["roll", answer] if answer else []))
    table.do(f"eliminate {mover}")
    table.do("option confirm-fire off")
    return table


def lane_drm(table: Tabletop, name: str) -> dict[str, int] | None:
    """The slope DRM and slope TEM that a squad meets as it moves into a hex; None: the Fire Lane is not there."""
    squad = table.new(FRIENDLY, "4-5-8", name)
    now = moves(table, squad, came_from=name, how="assault")
    ctx = Context(now.dice(6, 5).game)
    residual.meet(ctx, [squad])
    table.do(f"eliminate {squad}")
    found = shots(ctx.events)
    return {mod.name: mod.value for mod in found[0].modifiers if "lope" in mod.name} if found else None


@pytest.mark.parametrize(
    ("answer", "covered", "spared"),
    [
        ("1", ("NN12", "OO13", "PP12", "QQ13"), ("NN13", "PP13")),
        ("2", ("NN13", "OO13", "PP13", "QQ13"), ("NN12", "PP12")),
    ],
)
def test_oto_1_42_example_squad_d_fires_along_an_alternate_hex_grain_without_slope_drm(
    answer: str, covered: tuple[str, ...], spared: tuple[str, ...]
) -> None:
    table = with_lane("D", "QQ13", answer)
    for name in covered:
        found = lane_drm(table, name)
        assert found == ({"slope TEM": 1} if name == "OO13" else {}), name
    assert [lane_drm(table, name) for name in spared] == [None, None]


def test_oto_1_42_example_squad_c_is_up_slope() -> None:
    # PP13 and QQ14 have Down-Slope hexsides of their own towards C, so that both DRM apply there.
    low = HexTerrain(down=frozenset({1, 3, 5}))
    table = with_lane("C", "QQ14", OO13=low, PP13=low, QQ14=low)
    assert lane_drm(table, "OO13") == {}  # ADJACENT: neither the slope DRM nor slope TEM
    assert lane_drm(table, "PP13") == lane_drm(table, "QQ14") == {"Fire Lane slope": 1, "slope TEM": 1}


def test_oto_1_31_a_fire_lane_keeps_to_its_base_level() -> None:
    table = with_lane("C", "QQ14", PP13=hill(-1))
    assert lane_drm(table, "OO13") == {} and lane_drm(table, "PP13") is None


def test_oto_1_42_a_target_that_is_up_slope_itself_is_not_lower() -> None:
    table = field(FRIENDLY, "MPh", **{**slopes(2, 4, 5), "PP13": HexTerrain(up=frozenset({5}))})
    assert residual.lane_slope(table.game, "NN12", "QQ14")
    assert not residual.lane_slope(table.game, "NN12", "PP13")


def test_a7_2_the_attack_column_does_not_mind_the_slope() -> None:
    table, _, others = example()
    assert column(table, f"fire {others['D']} OO13") == 4


# -- S? from above ------------------------------------------------------------------------------------


@pytest.mark.parametrize("indirect", ["", "oba"])
def test_3_1_an_s_has_from_above_the_drm_of_a_squad_in_its_hex(indirect: Indirect) -> None:
    table = bare()
    table.new(ENEMY, "StuG IIIG", "K14")
    squad = table.unit(table.new(ENEMY, "4-6-7", "K14"))
    game = table.game
    for name in game.board.names():
        there = target_mods(game, replace(squad, hex=name), "", indirect=indirect)
        assert suspect_mods(game, name, indirect) == there, name


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
