"""The map of Onslaught to Orsha under the feet: slopes, orchard-shellholes, grain-roads, the Culvert (OtO 1-3)."""

from __future__ import annotations

from typing import Any

import pytest
from tabletop import Tabletop, at, bare, rolls

from sasl.asl import snipers
from sasl.asl.fire.drm import target_mods
from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.game.context import Context
from sasl.asl.game.los.depressions import culvert_ends, in_culvert, in_gully, sees_from_culvert
from sasl.asl.movement.ground.costs import Gait, step_cost
from sasl.asl.oba import artillery
from sasl.asl.ordnance import guns
from sasl.asl.terrain.minefields import takes_mines
from sasl.kernel.frozen import replace
from sasl.solitaire.control import mined
from sasl.solitaire.setup.placement import friendly_area


def on(hex_name: str, type_name: str = "4-4-7", **changes: Any) -> tuple[Tabletop, str]:
    table = bare("FRIENDLY", "MPh", **changes).all("option fire-stops off")
    return table, table.new("friendly", type_name, hex_name)


def price(table: Tabletop, unit: str, a: str, b: str, *words: str) -> float | None:
    return step_cost(table.game, table.unit(unit), a, b, Gait.of(*words)).mf


def test_oto_1_51_up_slope_is_half_a_mf_more() -> None:
    """The example: 1 + 1/2 = 1 1/2 MF; down-slope costs nothing more."""
    table, squad = on("T19")
    table.do(f"move {squad} T20")
    assert table.unit(squad).mf == 1.5
    table.do(f"move {squad} T19")
    assert table.unit(squad).mf == 2.5


def test_oto_1_51_a_slope_on_the_road_keeps_the_road_bonus() -> None:
    table, squad = on("U22")
    table.do(f"move {squad} U21 U20 U19 U18")
    assert table.unit(squad).mf == 4
    other = table.new("friendly", "4-4-7", "U19")
    table.do(f"move {other} U20 U21 U22")  # 1.5 + 1 + 1
    assert table.unit(other).mf == 3.5 and "by-road" in table.unit(other).flags
    assert "has 5 MF" in table.ask(f"move {other} U23 U24").text, "4 and the bonus"


@pytest.mark.parametrize("ec", ["Mud", "Snow"])
def test_e3_6_and_e3_723_mud_and_snow_take_the_road_bonus(ec: str) -> None:
    table, squad = on("U22", ec=ec)
    assert "has 4 MF" in table.ask(f"move {squad} U21 U20 U19 U18 U17").text


@pytest.mark.parametrize("ec", ["Wet, Rain", "Snow"])
def test_oto_1_54_in_rain_or_snow_a_slope_counts_as_a_level_up_or_down(ec: str) -> None:
    """The example: down a slope 2 MF instead of 1; up 1 1/2 and 1 more."""
    table, squad = on("T20", ec=ec)
    assert price(table, squad, "T20", "T19") == 2
    assert price(table, squad, "T19", "T20") == 2.5
    assert price(table, squad, "P20", "P19") == 1


def test_oto_1_52_up_slope_is_one_mp_more() -> None:
    table, tank = on("T19", "T-34 M43")
    assert (price(table, tank, "T19", "T20"), price(table, tank, "T20", "T19")) == (2, 1)


def hill(table: Tabletop) -> Tabletop:
    """The same map with T20 at level 1: its slope hexside to T19 is a crest line, too."""
    board = table.game.board
    raised = replace(board.terrain("T20"), elevation=1)
    changed = replace(board, hexes={**board.hexes, board.hex("T20"): raised}, cache={})
    return Tabletop(replace(table.game, board=changed))


def test_oto_1_51_up_a_crest_line_and_a_slope_is_two_and_a_half() -> None:
    """The example: 1 MF doubled for the crest line, and 1/2."""
    table, squad = on("T19")
    assert price(hill(table), squad, "T19", "T20") == 2.5


def test_oto_1_53_no_vehicle_crosses_a_crest_line_slope() -> None:
    table, tank = on("T19", "T-34 M43")
    for way in (("T19", "T20"), ("T20", "T19")):
        assert step_cost(hill(table).game, table.unit(tank), *way).why == "crest line and slope in one hexside"
    assert "crest line and slope" in hill(table).no(f"move {tank} T20")


def test_oto_2_2_two_mf_across_orchard_shellholes_three_into_them() -> None:
    table, squad = on("N17")
    other = table.new("friendly", "4-4-7", "N17")
    table.all(f"move {squad} N16", f"move {other} N16 into")
    assert (table.unit(squad).mf, table.unit(other).mf) == (2, 3)
    assert "shellhole" in table.unit(other).flags and "shellhole" not in table.unit(squad).flags


def test_oto_2_3_by_road_through_the_grain_is_1_mf_and_in_the_open() -> None:
    table, squad = on("W8")
    table.do(f"move {squad} W9")
    assert table.unit(squad).mf == 1 and table.state.moving and table.state.moving.by_road
    other = table.new("friendly", "4-4-7", "W8")
    table.do(f"move {other} W9 off-road")
    assert table.unit(other).mf == 1.5 and not table.state.moving.by_road


def test_oto_2_3_by_road_in_open_ground_nothing_is_said() -> None:
    table, squad = on("U22")
    table.do(f"move {squad} U21")
    assert table.state.moving and not table.state.moving.by_road


@pytest.mark.parametrize(("place", "terrains"), [("P20", ("shellholes",)), ("H18", ("orchard", "shellholes"))])
def test_oto_2_2_shellholes_placed_in_play_are_terrain_from_then_on(place: str, terrains: tuple[str, ...]) -> None:
    """OtO 2.2, B2: a marker makes the hex shellholes in cost, TEM and LOS, until it is taken off or undone."""
    table = bare("FRIENDLY", "MPh")
    before = table.game.board
    near = next(name for name in before.neighbours(place) if before.terrain(name).terrains == ("open",))
    squad = table.new("friendly", "4-4-7", near)
    table.do(f"marker add shellholes {place}")
    board = table.game.board
    assert board.terrain(place).terrains == terrains and board.terrain(near) == before.terrain(near)
    plain = price(table, squad, near, place)
    assert plain is not None and price(table, squad, near, place, "into") == plain + 1
    if "orchard" in terrains:
        assert price(table, squad, near, place) == 2 and board.chart.sighting(terrains).leafless
    table.do(f"move {squad} {place} into")
    assert "shellhole" in table.unit(squad).flags
    assert [mod.name for mod in target_mods(table.game, table.unit(squad), near)] == ["shellholes TEM"]
    assert f"no shellholes can be placed in {place}" in table.no(f"marker add shellholes {place}")
    table.session.undo(2)
    assert table.game.board is before
    assert "no shellholes can be placed in" in table.no("marker add shellholes CC5")


def test_oto_2_2_shellholes_placed_in_play_are_there_in_a_resumed_game() -> None:
    """OtO 2.2: the map follows the markers of the moment, whoever looks at it."""
    table = bare("FRIENDLY", "MPh").all("marker add shellholes P20", "marker add shellholes P21")
    first = table.session.moments[0].game
    again = first.at(table.state)
    assert again.board is table.game.board and again.board.terrain("P21").terrains == ("shellholes",)
    assert first.board.terrain("P21").terrains == ("open",)
    table.do("marker remove P20")
    assert table.game.board.terrain("P20").terrains == ("open",) != table.game.board.terrain("P21").terrains


# -- the Culvert ---------------------------------------------------------------------------------------


def test_oto_3_2_into_the_culvert_only_from_in_the_gully_beside_it() -> None:
    table, squad = on("L23")
    assert culvert_ends(table.game.board, "M23") == ("N22", "L23")
    outside = table.new("friendly", "4-4-7", "M22")
    assert "only from IN an ADJACENT gully (OtO 3.2)" in table.no(f"move {outside} M23 culvert")
    table.do(f"move {squad} M23 culvert")
    assert table.unit(squad).mf == 2 and table.unit(squad).flags >= {"in-culvert"}
    assert in_culvert(table.unit(squad)) and not in_gully(table.game, table.unit(squad))


def test_oto_3_2_one_leaves_it_only_into_the_gully() -> None:
    table, squad = on("N22")
    table.do(f"move {squad} M23 culvert")
    assert "only INTO an ADJACENT gully" in table.no(f"move {squad} M22")
    table.do(f"move {squad} N22")
    assert table.unit(squad).mf == 4 and in_gully(table.game, table.unit(squad))
    assert "in-culvert" not in table.unit(squad).flags


def test_oto_3_2_from_the_crest_nobody_enters_and_no_vehicle_at_all() -> None:
    table, squad = on("L23")
    table.do(f"set {squad} crest")
    assert "OtO 3.2" in table.no(f"move {squad} M23 culvert")
    tank = table.new("friendly", "T-34 M43", "M22")
    assert "not for vehicles" in table.no(f"move {tank} M23 culvert")


def test_oto_3_1_los_only_to_the_gully_beside_it() -> None:
    board = on("P20")[0].game.board
    assert sees_from_culvert(board, "M23", "N22") and sees_from_culvert(board, "M23", "L23")
    assert not sees_from_culvert(board, "M23", "M22") and not sees_from_culvert(board, "M23", "K23")


def test_oto_3_1_only_an_s_in_the_gully_beside_the_culvert_checks() -> None:
    """OtO 3.1: whoever is IN the Culvert has a LOS to ADJACENT gully Locations only, so no other S? checks."""
    table, squad = on("L23")
    for name in ("M22", "M23", "M15", "P23"):
        table.suspect(name)
    near = table.suspect("N22")
    table.dice(6, 6, 6, 6)
    purposes = [record.purpose for record in rolls(table.do(f"move {squad} M23 culvert"), "AC check")]
    assert [purpose.split()[2] for purpose in purposes] == [near]
    table, squad = on("L23")
    table.suspect("M22")
    table.dice(6)
    assert rolls(table.do(f"move {squad} M23"), "AC check"), "above it, it is ADJACENT"


def test_oto_3_1_nobody_fires_at_a_mover_in_the_culvert_or_takes_its_concealment_from_afar() -> None:
    """OtO 3.1: out of LOS from all but the gully beside it."""
    table, squad = on("L23")
    table.new("enemy", "4-6-7", "M21")
    table.do(f"set {squad} concealed")
    table.do(f"move {squad} M23 culvert")
    assert "concealed" in table.unit(squad).flags
    assert could_fire_at(table.game, "ENEMY", [squad]) == []


def test_oto_3_1_nobody_is_overstacked_in_the_culvert() -> None:
    table, squad = on("N22")
    for _ in range(3):
        table.new("friendly", "4-4-7", "M23", "in-culvert")
    assert "no overstacking IN the Culvert of M23" in table.no(f"move {squad} M23 culvert")
    table.do(f"move {squad} M23")
    assert table.unit(squad).hex == "M23", "above it there is room"


def test_oto_3_1_one_may_set_up_in_the_culvert_and_not_be_overstacked_there() -> None:
    """OtO 3.1, 3.2: `place … culvert`: Infantry inside its set-up limits, never more than the stacking limit."""
    table = at("set-up")
    squads = [unit.id for unit in table.state.units.values() if unit.group == "coy-2" and unit.kind == "squad"]
    table.do(f"place {','.join(squads[:3])} M23 culvert")
    assert all("in-culvert" in table.unit(name).flags for name in squads[:3])
    assert "no overstacking IN the Culvert" in table.no(f"place {squads[3]} M23 culvert")
    table.do(f"place {','.join(squads[3:6])} M23 foxhole")
    assert not any("dug-in" in table.unit(name).flags for name in squads[:3])
    table.do(f"place {squads[0]} M22")
    assert "in-culvert" not in table.unit(squads[0]).flags
    assert "there is no Culvert in M22" in table.no(f"place {squads[0]} M22 culvert")
    tank = next(unit.id for unit in table.state.units.values() if unit.type == "ISU-122")
    assert "cannot set up in a Culvert" in table.no(f"place {tank} M23 culvert")


@pytest.mark.parametrize(("gun", "fits"), [("76* INF", True), ("45LL AT", True), ("82* MTR", True), ("76L ART", False)])
def test_oto_3_2_only_small_inf_or_at_guns_and_mortars_are_manhandled_into_it(gun: str, fits: bool) -> None:
    """OtO 3.2: a Gun is pushed INTO the Culvert from IN the gully beside it, with those who push it."""
    table, crew = on("L23", "2-2-8")
    name = table.new("friendly", gun, "L23")
    table.dice(1, 1)
    if not fits:
        assert "does not fit" in table.no(f"push {name} M23 culvert")
        return
    table.do(f"push {name} M23 culvert")
    assert table.unit(name).hex == "M23" and "in-culvert" in table.unit(name).flags & table.unit(crew).flags
    fresh = {
        key: replace(unit, mf=0.0, flags=unit.flags - {"ti", "hazardous"}) for key, unit in table.state.units.items()
    }
    again = Tabletop(table.game.at(replace(table.state, units=fresh)))
    assert "only INTO an ADJACENT gully" in again.no(f"push {name} M22")
    again.dice(1, 1).do(f"push {name} N22")
    assert "in-culvert" not in again.unit(name).flags | again.unit(crew).flags


def test_oto_3_2_who_is_above_does_not_man_a_gun_in_the_culvert() -> None:
    """OtO 3.2: crew and Gun are in one Location."""
    table, _ = on("M23", "2-2-8")
    gun = table.new("friendly", "45LL AT", "M23", "in-culvert")
    assert guns.crew(table.game, table.unit(gun)) is None
    crew = table.new("friendly", "2-2-8", "M23", "in-culvert")
    found = guns.crew(table.game, table.unit(gun))
    assert found is not None and found.id == crew


def test_oto_3_6_mines_in_the_culvert_attack_nobody_above_it() -> None:
    """OtO 3.6: mines IN the Culvert attack who enters it, and leave the road above alone."""
    table, squad = on("L23")
    other = table.new("friendly", "4-4-7", "M22")
    table.do("marker add minefield M23 6 culvert")
    assert "M23" not in mined(table.game)
    assert not rolls(table.do(f"move {other} M23"), "A-P mines")
    table.dice(6, 6)
    assert rolls(table.do(f"move {squad} M23 culvert"), "A-P mines 6")
    assert "there is no Culvert" in table.no("marker add minefield M22 6 culvert")


def test_oto_3_6_mines_in_the_culvert_go_for_one_mf_more() -> None:
    """OtO 3.6, B28.53: at the end of the MPh they are gone, if who spent the MF is neither pinned nor broken then."""
    for pinned in (False, True):
        table, squad = on("M23")
        table.do(f"set {squad} in-culvert")
        table.do("marker add minefield M23 6 culvert")
        table.do(f"clear M23 {squad}")
        assert table.unit(squad).mf == 1 and "lifts-mines" in table.unit(squad).flags
        if pinned:
            table.do(f"set {squad} pinned")
        table.do("next")
        assert bool(table.state.marked("minefield")) == pinned
        assert "lifts-mines" not in table.unit(squad).flags


@pytest.mark.parametrize(("place", "mined_there"), [("L23", True), ("U16", True), ("CC5", False), ("A1", False)])
def test_b28_1_re_13_16_takes_an_eligible_location(place: str, mined_there: bool) -> None:
    """B28.1: no mines in buildings, marsh, crags, water or on bridges; gullies and unpaved roads take them."""
    table = bare("ENEMY", "RPh", turn=2)
    table.new("friendly", "4-4-7", place)
    board = table.game.board
    assert takes_mines(board, place) == mined_there
    if place in friendly_area(table.game) or not mined_there:
        assert "cannot happen now" in table.no("event enemy 13")
    else:
        table.do("event enemy 13")
        assert [marker.hex for marker in table.state.marked("minefield")] == [place]


def test_oto_3_6_re_13_16_mines_the_culvert_for_who_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """RE 13-16, OtO 3.6: the eligible Location of men IN the Culvert is it; not in their set-up area, as in S1."""
    table = bare("ENEMY", "RPh", turn=2)
    table.new("friendly", "4-4-7", "M23", "in-culvert")
    assert "cannot happen now" in table.no("event enemy 13")
    monkeypatch.setattr("sasl.solitaire.random_events.enemy_events.friendly_area", lambda game: frozenset())
    table.do("event enemy 13")
    [marker] = table.state.marked("minefield")
    assert marker.below and marker.text.endswith("IN the Culvert")


def test_oto_3_4_no_crest_along_the_culvert() -> None:
    table, squad = on("M23")
    assert "there is no Crest status in M23" in table.no(f"move {squad} M23 crest")
    assert "Crest status is claimed only" in table.no(f"move {squad} L23 crest")


def test_oto_3_3_no_mortar_fires_from_the_culvert_and_no_shell_reaches_into_it() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad = table.new("friendly", "4-4-7", "M23", "in-culvert")
    mortar = table.arm(squad, "50mm MTR")
    enemy = table.new("enemy", "4-6-7", "P20")
    assert "OtO 3" in table.no(f"fire {mortar} P20")
    table.do("marker add ffe M23")
    table.do(f"put {enemy} A1")
    marker = table.state.marked("ffe")[0]
    ctx = Context(table.game)
    artillery.attack(ctx, marker)
    assert not ctx.events, "nobody but the squad in the Culvert is in the area"


def test_oto_3_5_no_sniper_finds_who_is_in_the_culvert() -> None:
    table = bare("FRIENDLY", "PFPh")
    hidden, seen = table.new("friendly", "4-4-7", "M23", "in-culvert"), table.new("friendly", "4-4-7", "P20")
    assert [unit.id for unit in snipers.candidates(table.game, "FRIENDLY")] == [seen] != [hidden]


def test_oto_3_2_infantry_advances_into_the_culvert_from_an_adjacent_gully_only() -> None:
    table, squad = on("L23")
    table.go_to("FRIENDLY", "APh")
    other = table.new("friendly", "4-4-7", "M22")
    assert "OtO 3.2" in table.no(f"advance {other} M23 culvert")
    table.do(f"advance {squad} M23 culvert")
    assert in_culvert(table.unit(squad)) and "OtO 3.2" in table.no(f"advance {squad} M23 culvert")
    table.do(f"set {squad} -advanced")
    table.do(f"advance {squad} N22")
    assert not in_culvert(table.unit(squad)) and in_gully(table.game, table.unit(squad))
