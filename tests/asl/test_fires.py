"""Fire (B25): Kindling, Flames, Blazes, Burning Wrecks, spread, and whoever is in it."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from field import field
from tabletop import FRIENDLY, Tabletop, at, bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import Side
from sasl.asl.terrain import fires
from sasl.kernel.frozen import replace

# On the map: E9 and E11 are brush with one burnable neighbour each, the brush E10; L25 is a lone orchard; CC5 is a
# wooden building at level 1 beside the orchard CC6. EC are Moist: DRM -1, but not in buildings.


def fire(table: Tabletop, kind: str, name: str, number: int = 2) -> None:
    """A fire; 2: it has burned since an earlier Player Turn."""
    table.do(f"marker add {kind} {name} {kind} {number}")


def kinds(table: Tabletop, name: str) -> list[str]:
    return sorted(marker.kind for marker in table.state.markers_at(name))


@pytest.mark.parametrize(
    ("name", "kindle", "spread"),
    [("E9", 9, 6), ("CC5", 7, 8), ("L25", 11, 9), ("Q6", 9, 7), ("H17", 10, 6), ("W5", 0, 0)],
)
def test_b25_11_and_25_6_the_numbers_of_the_terrain(name: str, kindle: int, spread: int) -> None:
    game = bare().game
    assert (fires.kindling_number(game, name), fires.spread_number(game, name)) == (kindle, spread)


@pytest.mark.parametrize(
    ("ec", "brush", "building"),
    [("Moist", -1, 0), ("Dry", 1, 0), ("Very Dry", 2, 0), ("Moderate", 0, 0), ("odd", 0, 0)],
)
def test_b25_5_the_ec_drm_is_not_for_buildings(ec: str, brush: int, building: int) -> None:
    game = bare(ec=ec).game
    assert (fires.ec_drm(game, "E9"), fires.ec_drm(game, "CC5")) == (brush, building)


def test_b25_151_the_final_dr_is_told_against_the_number() -> None:
    table = bare("FRIENDLY", "AFPh")
    fire(table, "flame", "E9")
    record = rolls(table.dice(2, 1).do("next"), "Flame in E9")[0]
    assert record.sum_text() == "DR 2,1 = 3 -1 EC = 2 against Spreading Fire Number 6"
    assert "Needs >= 6: Spreading Fire Number (B25)" in record.explain() and record.result == "no Blaze"


def test_b25_151_a_total_typed_is_the_final_dr() -> None:
    for total, result in (("=6", "Blaze"), ("=5", "no Blaze")):
        table = bare("FRIENDLY", "AFPh")
        fire(table, "flame", "E9")
        table.do("dice hand")
        asked = table.ask("next")
        assert "needs a Final 6 or more (Spreading Fire Number)" in asked.lines
        assert rolls(table.do("next", total), "Flame in E9")[0].result == result


# -- Kindling -----------------------------------------------------------------------------------------


def test_b25_11_a_led_squad_kindles_after_its_leaders_ntc() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad, leader = table.new(FRIENDLY, "4-4-7", "E9"), table.new(FRIENDLY, "9-1", "E9")
    events = table.dice(2, 3, 4, 5).do(f"kindle {squad}")  # 9 + 1 (his -1 reversed) - 1 (Moist) = 9: brush burns
    assert [record.total for record in rolls(events, "Kindling")] == [0]
    assert kinds(table, "E9") == ["flame"]
    assert all("prep" in table.unit(key).flags for key in (squad, leader))


def test_b25_11_below_the_number_nothing_burns() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad, leader = table.new(FRIENDLY, "4-4-7", "E9"), table.new(FRIENDLY, "9-1", "E9")
    table.dice(2, 3, 4, 4).do(f"kindle {squad} {leader}")
    assert kinds(table, "E9") == [] and "prep" in table.unit(squad).flags


def test_b25_11_a_failed_ntc_is_no_attempt_but_uses_the_fire() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad, leader = table.new(FRIENDLY, "4-4-7", "E9"), table.new(FRIENDLY, "7-0", "E9")
    events = table.dice(5, 5).do(f"kindle {squad}")
    assert "fails his NTC" in told(events) and not rolls(events, "Kindling by")
    assert "prep" in table.unit(leader).flags


def test_b25_11_drm_of_a_half_squad_and_of_a_smc_alone() -> None:
    table = bare("FRIENDLY", "PFPh", ec="Moderate")
    half, leader = table.new(FRIENDLY, "2-4-8", "E9"), table.new(FRIENDLY, "8-0", "E9")
    alone = table.new(FRIENDLY, "8-0", "E11")
    assert rolls(table.dice(2, 3, 5, 4).do(f"kindle {half} {leader}"), "Kindling")[0].total == 9 - 1 - 9
    assert rolls(table.dice(2, 3, 6, 5).do(f"kindle {alone}"), "Kindling")[0].total == 11 - 2 - 9


def test_b25_11_who_may_not_kindle() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad, lone = table.new(FRIENDLY, "4-4-7", "E9"), table.new(FRIENDLY, "4-4-7", "E11")
    leader = table.new(FRIENDLY, "9-1", "E9")
    theirs, open_ground = table.new("ENEMY", "4-6-7", "E10"), table.new(FRIENDLY, "9-1", "W5")
    assert "needs a Good Order leader" in table.no(f"kindle {lone}")
    assert "not a leader stacked" in table.no(f"kindle {lone} {leader}")
    assert "ENEMY" in table.no(f"kindle {theirs}")
    assert "nothing in W5 burns" in table.no(f"kindle {open_ground}")
    fire(table, "flame", "E9")
    assert "burns" in table.no(f"kindle {squad}")
    table.do(f"set {squad} pinned")
    assert "B25.11" in table.no(f"kindle {squad}")


def test_s14_5_nobody_kindles_a_vpo() -> None:
    table = bare("FRIENDLY", "PFPh")
    alone = table.new(FRIENDLY, "9-1", "CC5")
    assert "S14.5" in table.no(f"kindle {alone}")


def test_b25_13_he_may_set_terrain_on_fire() -> None:
    table = bare()
    ctx = Context(table.dice(6, 5).game)
    fires.may_catch(ctx, "L25", "HE")  # 11 - 1 (Moist) < 11
    assert not ctx.state.marked("flame")
    ctx = Context(table.dice(6, 6).game)
    fires.may_catch(ctx, "L25", "HE")
    assert [marker.hex for marker in ctx.state.marked("flame")] == ["L25"]
    fires.may_catch(ctx, "W5", "HE")
    assert len(ctx.state.marked("flame")) == 1


# -- growing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "left"), [((3, 4), ["blaze"]), ((3, 3), ["flame"]), ((1, 2), []), ((2, 2), ["flame"])]
)
def test_b25_151_a_flame_grows_burns_on_or_goes_out(dice: tuple[int, int], left: list[str]) -> None:
    table = bare("FRIENDLY", "AFPh")
    fire(table, "flame", "E9")  # brush 6, Moist -1: Blaze on 7, out on 3
    table.dice(*dice).do("next")
    assert kinds(table, "E9") == left


def test_b25_15_a_new_flame_waits_for_the_next_player_turn() -> None:
    table = bare("FRIENDLY", "AFPh").all("marker add flame E9")
    assert not rolls(table.do("next"), "Flame")
    table.go_to("ENEMY", "AFPh").dice(6, 6)
    assert rolls(table.do("next"), "Flame in E9") and kinds(table, "E9") == ["blaze"]


def test_b25_15_d10_41_a_blaze_swallows_flames_and_every_wreck() -> None:
    table = bare("FRIENDLY", "AFPh").all("marker add wreck E9 burning wreck", "marker add foxhole E9")
    table.do("marker add wreck E9")
    fire(table, "flame", "E9")
    events = table.dice(6, 6).do("next")
    assert kinds(table, "E9") == ["blaze", "foxhole"] and "E9 is a Blaze" in told(events)


def test_b25_14_a_burning_wreck_lights_its_own_terrain_only() -> None:
    table = bare("FRIENDLY", "AFPh")
    fire(table, "wreck", "E9", 1)
    table.do("marker remove E9").__len__()
    table.do("marker add wreck E9 burning wreck 2")
    events = table.dice(4, 3).do("next")  # 7 - 1 = 6: brush catches
    assert len(rolls(events, "fire")) == 1 and kinds(table, "E9") == ["flame", "wreck"]


@pytest.mark.parametrize("weather", [{"wind": "heavy wind toward 4"}, {"gusts": True, "wind": "mild breeze toward 4"}])
def test_b25_14_b25_63_in_heavy_winds_or_gusts_it_needs_no_dr(weather: dict[str, Any]) -> None:
    table = bare("FRIENDLY", "AFPh", **weather).all("marker add wreck E9 burning wreck 2")
    events = table.do("next")
    assert not rolls(events, "from") and "flame" in kinds(table, "E9")


def test_b25_14_a_wreck_in_the_open_never_spreads() -> None:
    table = bare("FRIENDLY", "AFPh").all("marker add wreck W5 burning wreck 2")
    assert not rolls(table.do("next"), "fire")


def test_msr_8_a_wreck_that_burns_at_set_up_spreads_from_the_second_player_turn_on() -> None:
    table = bare("FRIENDLY", "AFPh").all("marker add wreck E9 burning wreck 1")
    assert not rolls(table.do("next"), "fire")
    table.go_to("ENEMY", "AFPh")
    assert rolls(table.dice(6, 6).do("next"), "fire") and "flame" in kinds(table, "E9")


# -- spreading ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "spreads"), [((4, 3), True), ((4, 2), False)])
def test_b25_6_a_blaze_spreads_to_attached_brush(dice: tuple[int, int], spreads: bool) -> None:
    table = bare("FRIENDLY", "AFPh")
    fire(table, "blaze", "E9")
    events = table.dice(*dice).do("next")  # brush 6, Moist -1
    assert len(rolls(events, "Does fire spread")) == 1 and (kinds(table, "E10") == ["flame"]) == spreads


def test_b25_6_a_hex_between_two_blazes_makes_one_dr() -> None:
    table = bare("FRIENDLY", "AFPh")
    fire(table, "blaze", "E9")
    fire(table, "blaze", "E11")
    assert len(rolls(table.dice(6, 6).do("next"), "Does fire spread to E10")) == 1


def test_b25_6_what_has_caught_fire_in_an_afph_is_told_in_a_line_for_flames_and_one_for_blazes() -> None:
    """E10 and CC6 catch fire from the Blazes of E9 and CC5; the old Flames of H17 and Q6 become Blazes."""
    table = bare("FRIENDLY", "AFPh")
    for name in ("H17", "Q6"):
        fire(table, "flame", name)
    squad = table.new(FRIENDLY, "4-4-7", "Q6")
    for name in ("E9", "CC5"):
        fire(table, "blaze", name)
    events = table.dice(*[6] * 24).do("next")
    said = [event.text for event in of(events, ev.Told) if event.stop]
    assert said == [
        "H17 and Q6 are Blazes now; nothing may enter them (B25.4).",
        "Flames in E10 and CC6: the fire spreads (B25.6).",
        said[2],
    ]
    assert said[2].startswith(f"{squad} must leave the Blaze in Q6 in this RtPh")


def test_b25_6_a_fresh_blaze_does_not_spread_yet() -> None:
    table = bare("FRIENDLY", "AFPh").all("marker add blaze E9")
    assert not rolls(table.do("next"), "Does fire spread")


def test_b25_61_and_25_62_slope_and_attachment() -> None:
    game = bare().game
    assert fires.spread_facts(game, "CC6", "CC5") == {"fire-apart": 1, "fire-up": 0, "fire-down": 0}
    assert fires.spread_facts(game, "E9", "E10") == {"fire-apart": 0, "fire-up": 0, "fire-down": 0}
    up = fires.spread_facts(game, "AA5", "BB4")
    assert (up["fire-up"], up["fire-down"], up["fire-apart"]) == (1, 0, 1)
    assert fires.spread_facts(game, "BB4", "AA5")["fire-down"] == 1


def test_b25_62_the_drm_are_in_the_dr() -> None:
    table = bare("FRIENDLY", "AFPh")
    fire(table, "blaze", "CC6")  # orchard to a wooden building: 8, -2 not attached, no EC
    record = rolls(table.dice(4, 5).do("next"), "Does fire spread to CC5")[0]
    assert record.total == 9 - 2 - 8 and kinds(table, "CC5") == []


@pytest.mark.parametrize(("toward", "drm"), [(4, 2), (3, 1), (5, 1), (2, -1), (6, -1), (1, -2)])
def test_b25_64_a_mild_breeze_drives_the_fire(toward: int, drm: int) -> None:
    table = bare("FRIENDLY", "AFPh", wind=f"mild breeze toward {toward}")
    fire(table, "blaze", "E9")  # E10 lies toward hexside 4
    record = rolls(table.dice(3, 3).do("next"), "Does fire spread to E10")[0]
    assert record.total == 6 - 1 + drm - 6


@pytest.mark.parametrize(("toward", "lit"), [(4, True), (3, True), (1, False)])
def test_b25_63_heavy_winds_spread_downwind_by_themselves_and_nowhere_else(toward: int, lit: bool) -> None:
    table = bare("FRIENDLY", "AFPh", wind=f"heavy wind toward {toward}")
    fire(table, "blaze", "E9")
    events = table.do("next")
    assert not rolls(events, "Does fire spread") and (kinds(table, "E10") == ["flame"]) == lit


def test_b25_651_a_gust_carries_one_blaze_two_hexes() -> None:
    table = bare("FRIENDLY", "AFPh", wind="mild breeze toward 4", gusts=True)
    fire(table, "blaze", "E9")
    table.do("next")
    assert kinds(table, "E10") == ["flame"] and kinds(table, "E11") == ["flame"]


def test_b25_651_the_other_blazes_spread_one_hex() -> None:
    rows = {letter: [f"{letter}{number}" for number in (10, 11, 12)] for letter in "KP"}
    table = field("FRIENDLY", "AFPh", **dict.fromkeys((*rows["K"], *rows["P"]), "brush"))
    table = Tabletop(table.game.at(replace(table.state, wind="mild breeze toward 4", gusts=True)))
    for row in rows.values():
        fire(table, "blaze", row[0])
    table.do("next")
    lit = [[kinds(table, name) == ["flame"] for name in row[1:]] for row in rows.values()]
    assert sorted(lit) == [[True, False], [True, True]]


def test_b25_651_a_gust_without_wind_rolls_its_direction() -> None:
    table = bare("FRIENDLY", "AFPh", gusts=True)
    fire(table, "blaze", "E9")
    events = table.dice(4).do("next")
    assert rolls(events, "Wind direction") and kinds(table, "E10") == ["flame"] and table.state.wind == "none"


def test_b25_66_a_burning_building_collapses_on_a_wind_change_of_12() -> None:
    table = bare("FRIENDLY", "CCPh").all("marker add blaze CC5")
    tank = table.new("friendly", "T-34 M43", "CC5")
    truck = table.new("enemy", "SdKfz 7/1", "CC5")
    assert "The building in CC5 becomes rubble: it collapses as it burns (B25.66)" in told(table.dice(6, 6).do("next"))
    assert table.state.markers_at("CC5", "rubble") and tank in table.state.units
    assert truck not in table.state.units, "B24.11: what has no armor is buried"
    table = bare("FRIENDLY", "CCPh").all("marker add blaze CC5", "marker add rubble CC5")
    assert "collapses" not in told(table.dice(6, 6).do("next")), "B24.1: rubble is no building any more"


# -- who must leave -----------------------------------------------------------------------------------


def test_b25_4_unbroken_infantry_in_a_blaze_breaks_to_rout_and_burns_if_it_stays() -> None:
    table = bare("FRIENDLY", "AFPh").all("marker add blaze E9")
    ours, theirs = table.new(FRIENDLY, "4-4-7", "E9"), table.new("ENEMY", "4-6-7", "E9", "broken")
    pinned = table.new(FRIENDLY, "4-4-7", "E9", "pinned")
    events = table.do("next")
    assert "must leave the Blaze in E9" in told(events) and table.unit(ours).flags >= {"broken", "dm"}
    assert "broken" not in table.unit(pinned).flags  # pinned units cannot leave at all
    table.do("next")
    assert pinned not in table.state.units
    assert all(table.unit(key).hex != "E9" for key in (ours, theirs) if key in table.state.units)


def test_b25_4_guns_and_sw_burn_too_but_no_cupola() -> None:
    table = bare("FRIENDLY", "RtPh").all("marker add blaze E9")
    table.new("ENEMY", "75L AT", "E9")
    table.new(FRIENDLY, "LMG", "E9")
    cupola = table.new("ENEMY", "HMG Cupola", "E9")
    table.do("next")
    assert set(table.state.units) == {cupola} and not table.state.weapons


def test_b25_4_a_vehicle_has_until_the_end_of_its_own_mph() -> None:
    table = bare("ENEMY", "MPh")
    fire(table, "blaze", "E9")
    tank = table.new(FRIENDLY, "T-34 M43", "E9")
    rider = table.new(FRIENDLY, "4-4-7", "E9")
    table.do(f"board {rider} {tank}")
    table.go_to("FRIENDLY", "MPh")
    assert tank in table.state.units
    table.do("next")
    assert tank not in table.state.units and rider not in table.state.units


def test_b25_4_nothing_may_enter_a_blaze() -> None:
    game = bare().all("marker add blaze E9", "marker add flame E11").game
    assert "B25.4" in fires.no_entry(game, "E9") and not fires.no_entry(game, "E11")


def test_b25_a_whole_mission_start_has_its_burning_wrecks() -> None:
    table = at("play", 1)
    burning = [marker for marker in table.state.marked("wreck") if marker.text == "burning wreck"]
    assert burning and all(marker.number < fires.OLD for marker in burning)
    assert not of(table.do("next"), ev.MarkerRemoved)


# -- Control of what burns (A26.16) ------------------------------------------------------------------------


def held_by(table: Tabletop, **held: Side) -> Tabletop:
    """VPO and who controls them."""
    return Tabletop(table.game.at(replace(table.state, control={**table.state.control, **held})))


def lit(table: Tabletop, name: str, by: Side | Literal[""] = "", from_hex: str = "") -> Tabletop:
    """A fire in a hex: by a side that Kindles, or spread from another one's Blaze."""
    ctx = Context(table.game)
    blaze = next((marker for marker in table.state.markers_at(from_hex, "flame")), None)
    fires.light(ctx, name, "test", blaze.maker if blaze else by)
    return Tabletop(ctx.game)


def test_a26_16_a_side_forfeits_what_its_kindling_spreads_to() -> None:
    """E9 and E10 are FRIENDLY: its own fire costs it both, one that came by accident neither."""
    table = lit(held_by(bare("FRIENDLY", "PFPh"), E9=FRIENDLY, E10=FRIENDLY), "E9", FRIENDLY)
    assert (table.state.control["E9"], table.state.control["E10"]) == ("ENEMY", FRIENDLY)
    table = lit(table, "E10", from_hex="E9")
    assert table.state.control["E10"] == "ENEMY"
    table = lit(held_by(bare("FRIENDLY", "PFPh"), E9=FRIENDLY), "E9")
    assert table.state.control["E9"] == FRIENDLY


def test_a26_162_accidental_fire_that_joins_it_counts_as_started_by_it() -> None:
    table = lit(held_by(bare("FRIENDLY", "PFPh"), E9=FRIENDLY, E10=FRIENDLY), "E9")
    table = lit(table, "E10", FRIENDLY)
    assert table.state.control["E9"] == table.state.control["E10"] == "ENEMY"


def test_a26_16_it_regains_nothing_until_the_fire_is_out_or_fires_of_both_sides_have_joined() -> None:
    """A26.162: then it came by accident."""
    table = lit(held_by(bare("FRIENDLY", "PFPh"), E9=FRIENDLY), "E9", FRIENDLY)
    squad = table.new(FRIENDLY, "4-4-7", "E9")

    def tries(found: Tabletop) -> str:
        ctx = Context(found.game)
        take_control(ctx, [ctx.state.units[squad]], ("E9",))
        return ctx.state.control["E9"]

    assert tries(table) == "ENEMY"
    assert tries(lit(table, "E10", "ENEMY")) == FRIENDLY
    (flame,) = table.state.markers_at("E9", "flame")
    table.do(f"marker remove {flame.id}")
    assert tries(table) == FRIENDLY
