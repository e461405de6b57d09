"""Light anti-tank weapons (C13): Panzerfaust, Panzerschreck, ATR."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, drm, field, first_column, hill, moves, paper, quiet, shots, throw
from tabletop import bare, rolls, told

from sasl.asl.game.sides import Phase
from sasl.asl.ordnance import latw
from sasl.board.terrain import HexTerrain


def hunters(
    type_name: str = "4-6-7", at: str = "K19", phase: Phase = "PFPh", prey: str = "T-34 M43"
) -> tuple[Tabletop, str, str]:
    """ENEMY men in K20 and a FRIENDLY tank near them."""
    table = bare("ENEMY", phase)
    return table, table.new("ENEMY", type_name, "K20"), table.new("FRIENDLY", prey, at)


# -- Panzerfaust --------------------------------------------------------------------------------------


def test_c13_31_the_check_passes_on_1_to_3() -> None:
    table, men, tank = hunters()
    assert "finds no PF" in told(table.dice(4).do(f"pf {men} K19"))
    assert "prep" not in table.unit(men).flags
    table.dice(4).do(f"pf {men} K19")  # a second one instead of its inherent FP
    assert "prep" in table.unit(men).flags and table.no(f"pf {men} K19")
    table, men, tank = hunters()
    events = table.dice(3, 2, 3, 3, 4).do(f"pf {men} K19")
    assert rolls(events, "To Hit") and tank not in table.state.units


def test_c13_31_a_check_in_vain_is_the_use_of_a_sw_too() -> None:
    table, men, _ = hunters("2-4-7")
    table.new("ENEMY", "4-6-7", "K21")
    table.dice(4).do(f"pf {men} K19")
    assert "prep" in table.unit(men).flags


def test_c13_31_modifiers_of_the_check() -> None:
    for type_name, prey, wanted in (
        ("4-6-7", "T-34 M43", 0),
        ("2-4-7", "T-34 M43", 1),
        ("9-1", "T-34 M43", 2),
        ("4-6-7", "GAZ-MM", 1),
    ):
        table, men, _ = hunters(type_name, prey=prey)
        table.new("ENEMY", "4-6-7", "K21")
        record = rolls(table.dice(5).do(f"pf {men} K19"))[0]
        assert sum(mod.value for mod in record.modifiers) == wanted


def test_c13_31_an_original_6_pins_and_breaks_the_pinned() -> None:
    table, men, _ = hunters()
    table.dice(6).do(f"pf {men} K19")
    assert "pinned" in table.unit(men).flags
    table, men, _ = hunters()
    table.do(f"set {men} pinned")
    table.dice(6).do(f"pf {men} K19")
    assert "broken" in table.unit(men).flags


def test_c13_33_to_hit_is_10_less_2_for_each_hex() -> None:
    for at, wanted in (("K19", 8), ("K18", 6)):
        table, men, _ = hunters(at=at)
        assert rolls(table.dice(1, 6, 4).do(f"pf {men} {at}"), "To Hit")[0].target == wanted
    table, men, _ = hunters(at="K17")
    assert "C13.32" in table.no(f"pf {men} K17")


def test_c13_33_case_c3_in_the_afph() -> None:
    table, men, _ = hunters(phase="AFPh")
    record = rolls(table.dice(1, 6, 4).do(f"pf {men} K19"), "To Hit")[0]
    assert [mod.value for mod in record.modifiers if "Case C3" in mod.name] == [2]
    assert not any("Case B" in mod.name for mod in record.modifiers)


def test_c6_3_a_pf_has_no_case_l() -> None:
    table, men, _ = hunters()
    record = rolls(table.dice(1, 6, 4).do(f"pf {men} K19"), "To Hit")[0]
    assert not any("Case L" in mod.name for mod in record.modifiers)


def in_a_house(*flags: str) -> tuple[Tabletop, str]:
    """A German squad in a building, and a tank in the street beside it in K14."""
    table = field("ENEMY", K15="stone-building")
    men = table.new("ENEMY", "4-6-7", "K15", *flags)
    table.new("FRIENDLY", "T-34 M43", "K14")
    return table, men


def test_c5_34_a_backblast_out_of_a_building_is_case_c3_in_any_phase() -> None:
    table, men = in_a_house()
    record = rolls(table.dice(1, 6, 4).do(f"pf {men} K14"), "To Hit")[0]
    assert [mod.value for mod in record.modifiers if "Case C3" in mod.name] == [2]


def test_c13_81_who_is_pinned_in_a_building_fires_in_desperation() -> None:
    table, men = in_a_house("pinned")
    events = table.dice(1, 1, 6, 3, 3).do(f"pf {men} K14")  # the coloured 1 is a K/1 on the 1 FP column
    assert not any("Case C3" in mod.name for mod in rolls(events, "To Hit")[0].modifiers)
    assert "C13.81" in told(events) and table.unit(men).type == "2-4-7"


def test_c13_81_a_man_may_choose_desperation_instead_of_case_c3() -> None:
    table, men = in_a_house()
    events = table.dice(1, 6, 6, 3, 3).do(f"pf {men} K14 desperate")
    assert not any("Case C3" in mod.name for mod in rolls(events, "To Hit")[0].modifiers)
    assert "C13.81" in told(events)


def test_c13_31_no_pf_check_in_subsequent_first_fire() -> None:
    table = bare("FRIENDLY", "MPh")
    men = table.new("ENEMY", "4-6-7", "K18", "first")
    tank = table.new("FRIENDLY", "T-34 M43", "K20")
    table.do(f"move {tank} K19")
    assert "C13.31" in table.no(f"pf {men} K19")


@pytest.mark.parametrize(
    ("states", "word"), [("moved", "Advancing Fire (A7.24)"), ("opportunity", "Opportunity Fire (A7.25)")]
)
def test_a7_24_a_pf_refused_names_the_fire_that_was_used(states: str, word: str) -> None:
    table, men, _ = hunters()
    table.go_to("ENEMY", "AFPh")
    table.do(f"set {men} prep {states}")
    assert table.no(f"pf {men} K19") == f"{men} has used its {word}"


def test_c13_36_a_12_costs_the_firer_a_casualty_reduction() -> None:
    table, men, _ = hunters()
    table.dice(1, 6, 6).do(f"pf {men} K19")
    assert table.unit(men).type == "2-4-7"


def test_c13_31_one_and_a_half_shots_for_each_squad() -> None:
    table, men, _ = hunters()
    assert latw.allowed(table.game, "ENEMY") == 1  # 1.5, FRD
    table.new("ENEMY", "4-6-7", "K21")
    assert latw.allowed(table.game, "ENEMY") == 3
    table.new("ENEMY", "2-4-7", "K21")
    assert latw.allowed(table.game, "ENEMY") == 3  # 3.75
    table.new("ENEMY", "2-2-8", "K22")
    assert latw.allowed(table.game, "ENEMY") == 4  # 4.5: a crew is half a squad-equivalent (A5.5)
    table.dice(1, 6, 5).do(f"pf {men} K19")
    assert latw.used(table.game, "ENEMY") == 1


def test_c8_31_a_pf_at_men_only_behind_walls_and_c13_3_only_germans() -> None:
    table, men, _ = hunters(prey="4-4-7")
    assert "C8.31" in table.no(f"pf {men} K19")
    table = bare("FRIENDLY", "PFPh")
    squad, _ = table.new("FRIENDLY", "4-4-7", "K20"), table.new("ENEMY", "StuG IIIG", "K19")
    assert "C13.3" in table.no(f"pf {squad} K19")


def test_c3_7_a_latw_has_its_critical_hit_on_an_original_2() -> None:
    table, men, _tank = hunters()
    events = table.dice(1, 1, 1, 6, 6).do(f"pf {men} K19")
    assert rolls(events, "To Kill")[0].target == 2 * 31 - 11


def at_men() -> tuple[Tabletop, str, list[str]]:
    """Germans in K20, and two squads in a building in K19."""
    table = field("ENEMY", "PFPh", K19="stone-building")
    men = table.new("ENEMY", "4-6-7", "K20")
    return table, men, [table.new("FRIENDLY", "4-4-7", "K19") for _ in range(2)]


def struck(table: Tabletop) -> list[str]:
    return [unit.id for unit in table.state.units_at("K19") if "broken" in unit.flags]


def test_c13_31_a_pf_strikes_one_unit_of_a_location() -> None:
    table, men, squads = at_men()
    # PF Check, To Hit, Random Selection of the second one, IFT 16: 8 is a 1MC, which it fails
    table.dice(1, 1, 2, 2, 5, 4, 4, 5, 6).do(f"pf {men} K19")
    assert struck(table) == squads[1:]


def test_c13_31_its_firer_picks_a_known_unit_that_mans_a_sw() -> None:
    table, men, squads = at_men()
    tube = table.new("FRIENDLY", "LMG")
    table.do(f"give {tube} {squads[0]}")
    table.dice(1, 1, 2, 4, 4, 5, 6).do(f"pf {men} K19", "roll", squads[0])
    assert struck(table) == squads[:1]


@pytest.mark.parametrize("walled", [True, False])
def test_c8_31_a_pf_at_men_behind_a_wall(walled: bool) -> None:
    fence = {"K18": HexTerrain(walls=frozenset({3})), "K19": HexTerrain(walls=frozenset({0}))} if walled else {}
    table = field("ENEMY", "PFPh", **fence)
    men, _ = table.new("ENEMY", "4-6-7", "K20"), table.new("FRIENDLY", "4-4-7", "K18")
    if walled:
        assert rolls(table.dice(1, 6, 5).do(f"pf {men} K18"), "To Hit")
    else:
        assert "C8.31" in table.no(f"pf {men} K18")


@pytest.mark.parametrize(("rise", "allowed"), [(1, True), (2, False)])
def test_c13_8_no_backblast_weapon_is_fired_steeply_up(rise: int, allowed: bool) -> None:
    table = field("ENEMY", "PFPh", K19=hill(rise))
    men = table.new("ENEMY", "4-6-7", "K20")
    table.new("FRIENDLY", "T-34 M43", "K19")
    if allowed:
        table.dice(4).do(f"pf {men} K19")
    else:
        assert "C13.8" in table.no(f"pf {men} K19")


def test_c13_35_a_leader_directs_the_to_hit_dr_of_one_pf() -> None:
    table, men, _ = hunters()
    leader, others = table.new("ENEMY", "9-1", "K20"), table.new("ENEMY", "4-6-7", "K20")
    record = rolls(table.dice(1, 6, 5).do(f"pf {men} K19 by {leader}"), "To Hit")[0]
    assert [mod.value for mod in record.modifiers if mod.kind == "leadership"] == [-1]
    assert "A7.53" in table.no(f"pf {others} K19 by {leader}")


def test_c13_35_a_leader_whose_men_find_no_pf_is_not_committed() -> None:
    table, men, _ = hunters()
    leader, others = table.new("ENEMY", "9-1", "K20"), table.new("ENEMY", "4-6-7", "K20")
    table.dice(5).do(f"pf {men} K19 by {leader}")
    assert rolls(table.dice(1, 6, 5).do(f"pf {others} K19 by {leader}"), "To Hit")


def test_c13_31_the_berserk_use_a_pf_too() -> None:
    table = bare("ENEMY", "AFPh")
    men = table.new("ENEMY", "4-6-7", "K19", "berserk", "moved")
    table.new("FRIENDLY", "T-34 M43", "K19")
    assert rolls(table.dice(1, 6, 5).do(f"pf {men} K19"), "To Hit")


# -- Panzerschreck ------------------------------------------------------------------------------------


def schreck(at: str = "K18", prey: str = "T-34 M43") -> tuple[Tabletop, str, str, str]:
    table, men, tank = hunters(at=at, prey=prey)
    tube = table.arm(men, "PSK")
    return table, men, tube, tank


def test_c13_4_a_psk_hits_by_its_own_numbers_and_kills_with_26() -> None:
    for at, number in (("K19", 9), ("K17", 7), ("K16", 4)):  # on the back of its counter: 11, 9, 8, 7, 4
        table, _, tube, _ = schreck(at=at)
        assert rolls(table.dice(6, 5).do(f"fire {tube} {at}"), "To Hit")[0].target == number
    table, _, tube, tank = schreck()
    events = table.dice(3, 4, 2, 2).do(f"fire {tube} K18")
    assert rolls(events, "To Hit")[0].target == 8
    assert rolls(events, "To Kill")[0].target == 26 - 11
    assert tank not in table.state.units
    assert table.state.markers_at("K18", "wreck")[0].text == "burning wreck"


def test_c13_4_the_x_number_removes_it() -> None:
    table, _, tube, _ = schreck()
    table.dice(5, 5).do(f"fire {tube} K18")
    assert tube not in table.state.weapons


def test_c13_4_range_and_one_shot_in_a_phase() -> None:
    table, _, tube, _ = schreck(at="K15")
    assert "C13" in table.no(f"fire {tube} K15")
    table, _, tube, _ = schreck()
    table.dice(3, 6, 6, 6).do(f"fire {tube} K18")
    assert table.no(f"fire {tube} K18")


@pytest.mark.parametrize(("order", "left"), [("fire {} K18", [6]), ("pf {} K18", [])])
def test_c8_31_the_heat_of_a_psk_leaves_residual_fp_that_of_a_pf_none(order: str, left: list[int]) -> None:
    table = field("FRIENDLY", "MPh", K18="wooden-building")
    men, tube = table.armed("ENEMY", "4-6-7", "K19", "PSK")
    table = moves(table, table.new("FRIENDLY", "4-4-7", "K18"), came_from="K17", spent=2)
    who = tube if left else men
    table.dice(*([] if left else [1]), 1, 3, 5, 5).do(order.format(who))
    assert [item.number for item in table.state.markers_at("K18", "residual")] == left


# -- ATR ----------------------------------------------------------------------------------------------


def rifle(at: str, prey: str) -> tuple[Tabletop, str]:
    table = bare("FRIENDLY", "PFPh")
    squad, tube = table.new("FRIENDLY", "4-4-7", "K20"), table.new("FRIENDLY", "ATR", "")
    table.new("ENEMY", prey, at)
    table.do(f"give {tube} {squad}")
    return table, tube


def test_c13_2_an_atr_uses_black_and_kills_with_6() -> None:
    table, tube = rifle("K13", "Marder II")  # range 7, Hindrance 1
    events = table.dice(1, 2, 6, 6).do(f"fire {tube} K13")
    assert rolls(events, "To Hit")[0].target == 9  # black
    assert rolls(events, "To Kill")[0].target == 6 - 2  # turret front 3 circled


def test_c13_24_an_atr_is_one_fp_against_men() -> None:
    table, tube = rifle("K16", "4-6-7")
    events = table.dice(6, 5).do(f"fire {tube} K16")
    assert [record.column for record in rolls(events) if record.table == "ift"] == ["1"]
    table, tube = rifle("K7", "4-6-7")
    assert "C13.2" in table.no(f"fire {tube} K7")


# -- SMC (C13.45, A15.23) -------------------------------------------------------------------------------


def smc_with_a_psk(*others: str, holder: str = "8-1") -> tuple[Tabletop, str, str, list[str]]:
    """An SMC in K20 with a PSK and others beside him, and a tank in K18."""
    table = field("ENEMY", "PFPh")
    men = [table.new("ENEMY", name, "K20") for name in (holder, *others)]
    tube = table.new("ENEMY", "PSK", "")
    table.do(f"give {tube} {men[0]}")
    table.new("FRIENDLY", "T-34 M43", "K18")
    return table, tube, men[0], men[1:]


def drm_of(table: Tabletop, line: str) -> dict[str, int]:
    """The DRM of the To Hit DR of this fire, which misses."""
    record = rolls(table.dice(6, 5).do(line), "To Hit")[0]
    return {mod.rule: mod.value for mod in record.modifiers}


def test_c13_45_two_smc_fire_a_psk_and_neither_leads() -> None:
    table, tube, man, (other,) = smc_with_a_psk("9-1")
    assert "by SMC both" in table.no(f"fire {tube} K18")
    assert "A7.531" not in drm_of(table, f"fire {tube} K18 by {other} both")
    assert "prep" in table.unit(other).flags and "prep" in table.unit(man).flags


def test_c13_45_not_with_who_is_elsewhere_or_has_fired_and_no_mmc_needs_one() -> None:
    table, tube, _, (other,) = smc_with_a_psk("9-1")
    table.do(f"set {other} prep")
    assert "has fired" in table.no(f"fire {tube} K18 by {other} both")
    away = table.new("ENEMY", "7-0", "K21")
    assert "in his Location" in table.no(f"fire {tube} K18 by {away} both")
    table, tube, _, (other,) = smc_with_a_psk("9-1", holder="4-6-7")
    assert "the SMC possessing a PSK" in table.no(f"fire {tube} K18 by {other} both")


def test_a15_23_a_hero_fires_a_psk_by_himself_at_0_and_with_another_at_minus_1() -> None:
    table, tube, _, (other,) = smc_with_a_psk("9-1", holder="1-4-9")
    assert sum(mod.value for mod in rolls(table.dice(6, 5).do(f"fire {tube} K18"), "To Hit")[0].modifiers
               if mod.rule == "A15.23") == 0  # fmt: skip
    table, tube, _, (other,) = smc_with_a_psk("9-1", holder="1-4-9")
    assert drm_of(table, f"fire {tube} K18 by {other} both")["A15.23"] == -1


def test_a15_2_c13_31_an_original_6_pins_even_a_hero_and_then_wounds_him() -> None:
    table = field("ENEMY", "PFPh")
    table.new("FRIENDLY", "T-34 M43", "K19")
    hero, _ = table.new("ENEMY", "1-4-9", "K20"), table.new("ENEMY", "4-6-7", "K21")
    table.dice(6).do(f"pf {hero} K19")
    assert "pinned" in table.unit(hero).flags and "wounded" not in table.unit(hero).flags
    other = table.new("ENEMY", "1-4-9", "K20", "pinned")
    table.dice(6, 1).do(f"pf {other} K19")
    assert "wounded" in table.unit(other).flags


@pytest.mark.parametrize(("men", "sw", "order", "dice"), [("4-6-7", "PSK", "fire {} K18", (6, 5)),
                                                          ("4-6-7", "", "pf {} K19", (4,))])  # fmt: skip
def test_a7_2_who_has_used_a_psk_that_is_gone_or_looked_for_a_pf_has_prep_fired(
    men: str, sw: str, order: str, dice: tuple[int, ...]
) -> None:
    table = field("ENEMY", "PFPh")
    squad = table.new("ENEMY", men, "K20")
    table.new("FRIENDLY", "T-34 M43", "K18" if sw else "K19")
    tube = table.new("ENEMY", sw, "") if sw else ""
    if sw:
        table.do(f"give {tube} {squad}")
    table.dice(*dice).do(order.format(tube or squad))
    assert tube not in table.state.weapons and "prep" not in table.unit(squad).flags
    assert "has Prep Fired" in table.go_to("ENEMY", "MPh").no(f"move {squad} L20")


@pytest.mark.parametrize(("ground", "wanted"), [("marsh", 2), ("open", 0)])
def test_c5_4_b16_32_a_latw_out_of_marsh_has_case_d(ground: str, wanted: int) -> None:
    table = field("ENEMY", "PFPh", K20=ground)
    _, tube = table.armed("ENEMY", "4-6-7", "K20", "PSK")
    table.new("FRIENDLY", "T-34 M43", "K18")
    assert drm_of(table, f"fire {tube} K18").get("C5.4", 0) == wanted


# -- an ATR as small arms -------------------------------------------------------------------------------


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
    _, rifle = table.armed(FRIENDLY, "4-4-7", "K14", "ATR", flags=firer)
    table.new(ENEMY, "4-6-7", where, *target)
    events = table.dice(6, 5).do(f"fire {rifle} {where}")
    assert [record.column for record in shots(events)] == [column]


def test_c13_24_an_atr_leaves_no_residual_fp() -> None:
    """PBF makes 2 FP of it, half of which others would leave."""
    table = quiet(field(ENEMY, "MPh"))
    _, rifle = table.armed(FRIENDLY, "4-4-7", "K14", "ATR")
    them = table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {them} K13")
    assert shots(table.dice(6, 5).do(f"fire {rifle} K13"))[0].column == "2"
    assert not table.state.markers_at("K13", "residual")


def test_c13_24_half_a_fp_is_no_attack() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    _, rifle = table.armed(FRIENDLY, "4-4-7", "K14", "ATR", flags=["pinned"])
    them = table.new(ENEMY, "4-6-7", "K12")
    throw(table, (1, 2), f"fire {rifle} K12")
    assert table.unit(them).flags == set()


def test_c13_24_an_atr_across_two_levels_has_no_pbf_and_minds_smoke_crowds_and_its_leader() -> None:
    table = quiet(field(FRIENDLY, "PFPh", K13=hill(2)))
    _, rifle = table.armed(FRIENDLY, "4-4-7", "K14", "ATR", flags=["encircled"])
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


def test_c13_24_an_atr_may_be_part_of_a_fire_group() -> None:
    """4 FP of the squad and 1 of its ATR, both x2 at PBF: 10 FP, one DR on the 8 column; both have fired."""
    table = quiet(field(FRIENDLY, "PFPh"))
    squad, rifle = table.armed(FRIENDLY, "4-4-7", "K14", "ATR")
    table.new(ENEMY, "4-6-7", "K13")
    table.do("option confirm-fire on")
    assert any(line == "10 FP at K13: column 8" for line in paper(table, f"fire {squad},{rifle} K13"))
    table.do("option confirm-fire off")
    assert first_column(throw(table, (6, 5), f"fire {squad},{rifle} K13")) == "8"
    assert "prep" in table.unit(squad).flags and "prep" in table.state.weapons[rifle].flags


def test_c13_24_it_leaves_no_residual_fp_in_a_fire_group() -> None:
    """6 FP x2 attack on the 12 column, which would leave 6; the 5 of the squad alone, on the 8 column, leave 4."""
    table = quiet(field(ENEMY, "MPh"))
    squad, rifle = table.armed(FRIENDLY, "5-2-7", "K14", "ATR")
    them = table.new(ENEMY, "4-6-7", "K12")
    table.do(f"move {them} K13")
    table.do("option confirm-fire on")
    assert "leaves 4 Residual FP in K13 (A8.2)" in paper(table, f"fire {squad},{rifle} K13")
    table.do("option confirm-fire off")
    assert first_column(table.dice(6, 5).do(f"fire {squad},{rifle} K13")) == "12"
    assert [item.number for item in table.state.markers_at("K13", "residual")] == [4]


def test_c13_24_an_atr_in_a_fire_group_has_no_long_range() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    _, rifle = table.armed(FRIENDLY, "4-4-7", "K20", "ATR")
    _, gun = table.armed(FRIENDLY, "4-4-7", "K20", "MMG")
    table.new(ENEMY, "4-6-7", "K7")
    table.new(ENEMY, "4-6-7", "K8")
    assert f"{rifle} reaches at most 12 hexes" in table.no(f"fire {rifle},{gun} K7")
    table.do("option confirm-fire on")
    assert any(line.startswith(f"{rifle} (") for line in paper(table, f"fire {rifle},{gun} K8"))


def test_c13_24_a7_55_an_atr_that_fires_after_its_squad_should_have_joined_it() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    squad, rifle = table.armed(FRIENDLY, "4-4-7", "K14", "ATR")
    table.new(ENEMY, "4-6-7", "K13")
    throw(table, (6, 5), f"fire {squad} K13")
    assert table.ask(f"fire {rifle} K13").id == "fire-apart"
