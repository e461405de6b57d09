"""Marsh (B16) and the water of streams (B20): fire out of them, and how they are not entered."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from field import ENEMY, FRIENDLY, column, field, first_column, gun_of, quiet

from sasl.asl.close_combat import melee
from sasl.asl.close_combat.cc_odds import Attack, weigh
from sasl.asl.fire.drm import target_mods
from sasl.asl.game.context import Context
from sasl.asl.game.los.depressions import wades
from sasl.board.movement_cost import walked_into
from sasl.board.terrain import HexTerrain
from sasl.kernel.rolling.records import Modifier

STREAM = HexTerrain(("stream",), gully=frozenset({1, 4}))
GULLY = HexTerrain(("gully",), gully=frozenset({2, 5}))


@pytest.mark.parametrize("ground", ["marsh", STREAM])
def test_b16_32_b20_6_infantry_in_water_fires_at_half_fp_and_with_light_weapons_only(ground: object) -> None:
    table = field(K14=ground)
    squad, gun = table.new("friendly", "6-2-8", "K14"), table.new("friendly", "HMG")
    light = table.new("friendly", "LMG")
    table.all(f"give {gun} {squad}", f"give {light} {squad}")
    table.new("enemy", "4-6-7", "K12" if ground == "marsh" else "K13")
    assert wades(table.game, table.unit(squad))
    goal = "K12" if ground == "marsh" else "K13"
    assert "B16.32" in table.no(f"fire {squad},{gun} {goal}")
    assert column(table, f"fire {squad},{light} {goal}") == (4 if ground == "marsh" else 8)  # 6 + 2, halved; PBF


def test_b20_6_not_from_the_crest() -> None:
    table = field(K14=STREAM)
    squad = table.new("friendly", "6-2-8", "K14", "crest")
    assert not wades(table.game, table.unit(squad))


def test_b16_4_marsh_is_not_entered_in_the_aph_nor_by_low_crawl() -> None:
    table = field("FRIENDLY", "APh", K14="marsh")
    squad = table.new("friendly", "6-2-8", "K15")
    assert "in the APh: marsh (B16.4)" in table.no(f"advance {squad} K14")
    assert not walked_into(table.game.board, "K15", "K14") and walked_into(table.game.board, "K14", "K15")


def test_b16_1_a_sw_that_lies_in_a_marsh_is_lost_when_the_phase_ends() -> None:
    table = field("FRIENDLY", "PFPh", K14="marsh")
    squad = table.new("friendly", "6-2-8", "K14")
    held, lost, dry = (table.new("friendly", "LMG") for _ in range(3))
    table.all(f"give {held} {squad}", f"give {lost} K14", f"give {dry} K15")
    table.do("next")
    assert {held, dry} <= set(table.state.weapons) and lost not in table.state.weapons


def test_b20_91_b20_93_an_advance_within_the_hex_goes_up_to_the_crest_and_down_again() -> None:
    table = field("FRIENDLY", "APh", K14=GULLY)
    squad = table.new("friendly", "4-4-7", "K14", "in-gully")
    table.do(f"advance {squad} K14")
    assert {"crest", "advanced"} <= table.unit(squad).flags and "in-gully" not in table.unit(squad).flags
    assert "has" in table.no(f"advance {squad} K14")
    table.do(f"set {squad} -advanced")
    table.do(f"advance {squad} K14")
    assert "in-gully" in table.unit(squad).flags and "crest" not in table.unit(squad).flags
    other = table.new("friendly", "4-4-7", "K16")
    assert "(B2, B27)" in table.no(f"advance {other} K16"), "nothing to go into"


def test_b20_92_the_crest_covers_neither_along_the_gully_nor_against_who_sees_into_it() -> None:
    table = field(K14=GULLY, K12=HexTerrain(elevation=2), K13=HexTerrain(elevation=1))
    squad = table.new("enemy", "4-6-7", "K14", "crest")
    for place, covered in (("K17", True), ("L14", False), ("K12", False), ("K13", False), ("K8", True)):
        found = [mod.name for mod in target_mods(table.game, table.unit(squad), place)]
        assert ("Crest status" in found) == covered, place


@pytest.mark.parametrize(("goal", "power"), [("L14", 4), ("K15", 8)])
def test_b20_94_fire_out_of_the_crest_front_is_area_fire(goal: str, power: int) -> None:
    """The gully leaves K14 for L14; every hexside without gully is front [house]."""
    table = field(K14=GULLY)
    squad = table.new("friendly", "4-4-7", "K14", "crest")
    table.new("enemy", "4-6-7", goal)
    assert column(table, f"fire {squad} {goal}") == power  # PBF


def test_b20_95_from_the_crest_only_light_sw_are_used() -> None:
    table = field(K14=GULLY)
    squad, gun, light = (table.new("friendly", *words) for words in (("6-2-8", "K14", "crest"), ("HMG",), ("LMG",)))
    table.all(f"give {gun} {squad}", f"give {light} {squad}")
    table.new("enemy", "4-6-7", "K17")
    assert "in Crest status" in table.no(f"fire {gun} K17") and "B20.95" in table.no(f"fire {gun} K17")
    table.do(f"fire {light} K17")


def test_b20_96_broken_units_leave_the_crest_in_the_rtph() -> None:
    table = field("FRIENDLY", "RtPh", K14=GULLY)
    broken = table.new("friendly", "4-4-7", "K14", "crest", "broken")
    steady = table.new("friendly", "4-4-7", "K14", "crest")
    table.do("next")
    assert "in-gully" in table.unit(broken).flags and "crest" not in table.unit(broken).flags
    assert "crest" in table.unit(steady).flags


def test_b20_94_who_is_held_in_melee_drops_crest_status() -> None:
    table = field("FRIENDLY", "CCPh", K14=GULLY)
    squad = table.new("friendly", "4-4-7", "K14", "crest")
    table.new("enemy", "4-6-7", "K14", "in-gully")
    ctx = Context(table.game)
    melee.lock(ctx, "K14")
    assert {"melee", "in-gully"} <= ctx.state.units[squad].flags and "crest" not in ctx.state.units[squad].flags


@pytest.mark.parametrize(("start", "wanted"), [("L14", (-2, 2)), ("K15", (0, 0))])
def test_b20_94_in_cc_crest_status_is_minus_2_and_plus_2_but_not_with_who_has_come_over_its_front(
    start: str, wanted: tuple[int, int]
) -> None:
    """The gully of K14 runs through L14 and J13: whoever advances along it is not in front of those on the crest."""
    table = field("ENEMY", "APh", K14=GULLY, L14=GULLY)
    table.all("option enemy-plays off", "option confirm-fire off")
    above, below = table.new("friendly", "4-4-7", "K14", "crest"), table.new("enemy", "4-6-7", start)
    table.do(f"advance {below} K14")
    against = weigh(table.game, Attack(ENEMY, "K14", (below,), (above,))).parties[0].modifiers
    back = weigh(table.game, Attack(FRIENDLY, "K14", (above,), (below,))).parties[0].modifiers
    assert (drm_by(against, "B20.94"), drm_by(back, "B20.94")) == wanted


def drm_by(modifiers: Iterable[Modifier], rule: str) -> int:
    return sum(mod.value for mod in modifiers if mod.rule == rule)


def test_b20_94_who_has_come_over_the_crest_is_as_all_others_in_the_next_player_turn() -> None:
    table = field("ENEMY", "APh", K14=GULLY)
    table.all("option enemy-plays off", "option confirm-fire off")
    table.new("friendly", "4-4-7", "K14", "crest")
    them = table.new("enemy", "4-6-7", "K15")
    table.do(f"advance {them} K14")
    assert "over-crest" in table.unit(them).flags
    table.go_to(FRIENDLY, "PFPh")
    assert "over-crest" not in table.unit(them).flags


@pytest.mark.parametrize(
    ("ground", "mf"), [(GULLY, 2), (STREAM, 3), (HexTerrain(("gully", "woods"), gully=frozenset({2, 5})), 4)]
)
def test_b20_93_down_from_the_crest_costs_what_entering_the_hex_does(ground: HexTerrain, mf: int) -> None:
    table = field("FRIENDLY", "MPh", K14=ground)
    squad = table.new("friendly", "4-5-8", "K14", "crest")
    table.do(f"move {squad} K14 into")
    assert table.unit(squad).mf == mf and "in-gully" in table.unit(squad).flags


@pytest.mark.parametrize(("ground", "wanted"), [("open", "8"), ("marsh", "4")])
def test_b16_31_the_he_of_a_mortar_is_halved_once_more_in_marsh(ground: str, wanted: str) -> None:
    """16 FP, half of it by the Area Target Type."""
    table = quiet(field(FRIENDLY, "PFPh", K10=ground))
    gun, _ = gun_of(table, FRIENDLY, "82* MTR", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert first_column(table.dice(2, 2, 6, 5).do(f"fire {gun} K10")) == wanted
