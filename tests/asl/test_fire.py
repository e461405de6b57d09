"""Small arms fire (A7-A9): FP, columns, who may fire with whom, what a DR does, and what firing costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from field import (
    ENEMY,
    FRIENDLY,
    Tabletop,
    by_rule,
    chart,
    column,
    drm,
    field,
    flags,
    hill,
    moves,
    paper,
    records,
    shot,
    shots,
    shown_drm,
    throw,
    type_of,
)
from tabletop import told

from sasl.asl.fire import effects, fire_groups, ift
from sasl.asl.fire.ift import FinalDr, Outcome
from sasl.asl.fire.opportunity import beset_by
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side

LINES = chart("ift")
COLUMNS, ROWS = tuple(map(int, LINES[0][1:])), {int(cells[0]): cells[1:] for cells in LINES[1:]}
"""The IFT as it stands in the sources, not in the project's tables."""


def duel(
    phase: Phase = "PFPh", firer: str = "4-5-8", distance: int = 4, target: str = "4-6-7", *states: str, **terrain: Any
) -> tuple[Tabletop, str, str]:
    """A FRIENDLY unit in K14 and an ENEMY unit `distance` hexes up the hexrow."""
    table = field(FRIENDLY, phase, **terrain)
    us = table.new(FRIENDLY, firer, "K14", *states)
    return table, us, table.new(ENEMY, target, f"K{14 - distance}")


def defence(
    firer: str = "4-6-7", distance: int = 4, mover: str = "4-5-8", spent: float = 1, how: str = "", **terrain: Any
) -> tuple[Tabletop, str, str]:
    """An ENEMY unit in K14, and a FRIENDLY one that moves `distance` hexes up the hexrow."""
    table = field(FRIENDLY, "MPh", **terrain)
    them, us = table.new(ENEMY, firer, "K14"), table.new(FRIENDLY, mover, f"K{14 - distance}")
    return moves(table, us, came_from=f"K{13 - distance}", spent=spent, how=how), them, us


# -- the table ----------------------------------------------------------------------------------------


def test_a7_3_every_cell_of_the_ift() -> None:
    game = field().game
    assert ift.columns(game) == COLUMNS and len(ROWS) == 16
    for row, cells in ROWS.items():
        for number, cell in zip(COLUMNS, cells, strict=True):
            assert str(ift.outcome(game, number, row)) == cell, (row, number)
            assert str(ift.parse(cell)) == cell


def test_a7_3_the_end_rows_catch_everything_beyond() -> None:
    game = field().game
    for number in COLUMNS:
        assert {ift.outcome(game, number, total) for total in range(-9, 1)} == {ift.outcome(game, number, 0)}
    assert str(ift.outcome(game, 36, 15)) == "PTC" and str(ift.outcome(game, 30, 15)) == "-"


@pytest.mark.parametrize(
    ("fp", "wanted"),
    [
        ("1/2", 0), ("1", 1), ("3/2", 1), ("2", 2), ("7/2", 2), ("4", 4), ("11/2", 4), ("6", 6), ("15/2", 6), ("8", 8),
        ("23/2", 8), ("12", 12), ("15", 12), ("16", 16), ("39/2", 16), ("20", 20), ("24", 24), ("30", 30), ("35", 30),
        ("36", 36), ("100", 36),
    ],
)  # fmt: skip
def test_a7_2_the_column_is_the_rightmost_that_the_fp_reaches(fp: str, wanted: int) -> None:
    assert ift.column_of(field().game, Fraction(fp)) == wanted


# -- firepower ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("firer", "distance", "wanted"),
    [
        ("4-5-8", 5, 4),  # normal range: 4
        ("4-5-8", 1, 8),  # PBF: 8
        ("4-5-8", 0, 12),  # TPBF: 12
        ("4-5-8", 6, 2),  # long range: 2
        ("4-5-8", 10, 2),
        ("6-2-8", 2, 6),
        ("6-2-8", 3, 2),  # 6; 3 uses the 2 column
        ("6-2-8", 1, 12),
        ("6-2-8", 0, 16),  # 12; 18 uses the 16 column
        ("2-4-8", 8, 1),
        ("1-2-7", 3, 0),
    ],
)  # 1; half a FP is below the table
def test_a7_2_to_7_22_range_and_fp(firer: str, distance: int, wanted: int) -> None:
    table, us, _ = duel("PFPh", firer, distance)
    assert column(table, f"fire {us} K{14 - distance}") == wanted


def test_a7_21_pbf_reaches_a_level_up_or_down_but_not_two_up() -> None:
    for level, wanted in ((1, 8), (-1, 8), (2, 4)):
        table, us, _ = duel("PFPh", "4-5-8", 1, "4-6-7", K13=hill(level))
        assert column(table, f"fire {us} K13") == wanted, level


def test_a7_22_nothing_is_fired_beyond_twice_the_normal_range() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 11)
    assert table.no(f"fire {us} K3") == f"{us} reaches 10 hexes at most; K3 is 11 (A7.22)"


def test_a7_23_a_concealed_target_halves_the_fp() -> None:
    table, us, them = duel("PFPh", "6-2-8", 2)
    table.do(f"set {them} concealed")
    assert column(table, f"fire {us} K12") == 2  # 6 x 1/2 = 3


def test_a7_23_one_dr_is_read_on_two_columns_for_a_mixed_stack() -> None:
    table, us, known = duel("PFPh", "6-2-8", 2)
    concealed = table.new(ENEMY, "4-6-8", "K12", "concealed")
    # 6 FP vs the Known squad: DR 5 is a 1MC (3,2: 5+1 <= 7). 3 FP vs the other: the 2 column, NMC (6,6 breaks, CR).
    events = throw(table, (2, 3, 3, 2, 1, 2), f"fire {us} K12")
    assert [(record.column, record.total, record.result) for record in shots(events)] == [
        ("6", 5, "1MC"),
        ("2", 5, "NMC"),
    ]
    assert [record.dice for record in shots(events)] == [(2, 3), (2, 3)]
    assert flags(table, known) == set() and flags(table, concealed) == set()  # hit, and no longer concealed


@pytest.mark.parametrize(("states", "wanted"), [(("pinned",), 2), ((), 4)])
def test_a7_8_a_pinned_unit_fires_at_half_fp(states: tuple[str, ...], wanted: int) -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", *states)
    assert column(table, f"fire {us} K10") == wanted


def test_b16_fire_out_of_marsh_is_halved() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, K14="marsh")
    assert column(table, f"fire {us} K10") == 2


@pytest.mark.parametrize(
    ("firer", "distance", "wanted"), [("4-5-8", 4, 2), ("4-5-8", 1, 4), ("4-5-8", 6, 1)]
)  # 2; 4 x 2 x 1/2 = 4; 4 x 1/4 = 1
def test_a7_24_advancing_fire_is_halved(firer: str, distance: int, wanted: int) -> None:
    table, us, _ = duel("AFPh", firer, distance)
    assert column(table, f"fire {us} K{14 - distance}") == wanted


def with_sw(table: Tabletop, unit: str, *types: str) -> list[str]:
    """SW of these types in the hands of a unit."""
    made = [table.new(table.unit(unit).side, name) for name in types]
    for weapon in made:
        table.do(f"give {weapon} {unit}")
    return made


@pytest.mark.parametrize("weapon", ["MMG", "HMG", ".50cal HMG"])
def test_a4_41_a_heavy_mg_is_silent_in_the_afph_after_a_move(weapon: str) -> None:
    """A unit that has moved may use LMG, FT and LATW in the AFPh, not a MMG or HMG."""
    table, us, _ = duel("AFPh", distance=2)
    (mg,) = with_sw(table, us, weapon)
    assert column(table, f"fire {mg} K12") > 0
    table.do(f"set {us} moved")
    reason = table.no(f"fire {mg} K12")
    assert "A4.41" in reason and mg in reason and "has moved" in reason
    assert [shot.weapons for shot in small_arms_order(table, us, "K12").shooters] == [()]


def test_a4_41_a_lmg_fires_in_the_afph_after_a_move() -> None:
    table, us, _ = duel("AFPh", distance=2)
    (mg,) = with_sw(table, us, "LMG")
    table.do(f"set {us} moved")
    assert [item.id for item in small_arms_order(table, us, "K12").weapons] == [mg]
    assert column(table, f"fire {mg} K12") == 1


def test_a4_41_both_sides_and_only_in_the_afph() -> None:
    """A unit that has moved in its own turn fires its MMG defensively in the other side's."""
    table = field(ENEMY, "AFPh")
    us, them = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-5-8", "K12")
    (mg,) = with_sw(table, us, "MMG")
    table.do(f"set {us} moved")
    assert "A4.41" in table.no(f"fire {mg} K12")
    table.do(f"set {us} -moved opportunity")
    assert column(table, f"fire {mg} K12") > 0
    assert them in table.state.units


def small_arms_order(table: Tabletop, us: str, goal: str) -> fire_groups.Order:
    """What a unit fires when only it is named."""
    return fire_groups.order(table.game, [table.unit(us)], [], [goal])


@pytest.mark.parametrize(
    ("firer", "distance", "states", "wanted"),
    [
        ("6-2-8", 2, (), 4),  # 3 + 1 = 4
        ("6-2-8", 1, (), 6),  # 6 + 1 = 7
        ("5-2-7", 2, (), 4),  # 2.5 + 1 = 3.5, up to 4
        ("6-2-8", 2, ("pinned",), 2),  # 1.5 + 1 = 2.5, up to 3
        ("6-2-8", 3, (), 1),  # long range: 1.5, and no Assault Fire
        ("4-5-8", 2, (), 2),
    ],
)  # no underlined FP
def test_a7_36_assault_fire_adds_one_and_rounds_up(
    firer: str, distance: int, states: tuple[str, ...], wanted: int
) -> None:
    table, us, _ = duel("AFPh", firer, distance, "4-6-7", *states)
    assert column(table, f"fire {us} K{14 - distance}") == wanted


def test_a7_25_opportunity_fire_is_full_fp_and_no_assault_fire() -> None:
    table, us, _ = duel("PFPh", "6-2-8", 2)
    table.do(f"hold {us}")
    assert "waits for Opportunity Fire in the AFPh (A7.25)" in table.no(f"fire {us} K12")
    table.go_to(FRIENDLY, "AFPh")
    assert column(table, f"fire {us} K12") == 6


def test_a7_25_a_unit_that_waits_does_not_move_and_waits_no_longer_than_the_afph() -> None:
    table, us, them = duel("PFPh", "6-2-8", 2)
    table.do(f"hold {us}")
    table.go_to(FRIENDLY, "MPh")
    assert "waits for Opportunity Fire (A7.25)" in table.no(f"move {us} K13")
    table.go_to(FRIENDLY, "RtPh")
    assert "opportunity" not in table.unit(us).flags
    assert "broken" not in table.unit(them).flags


def test_a7_2_fractions_are_kept_until_the_end() -> None:
    table = field()
    squad, half = table.new(FRIENDLY, "5-2-7", "K14"), table.new(FRIENDLY, "3-2-8", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert column(table, f"fire {squad},{half} K10") == 4  # 2.5 + 1.5 = 4; rounded one by one it would be 3


# -- SW -----------------------------------------------------------------------------------------------


def armed(unit: str, *sw: str, distance: int = 4, phase: Phase = "PFPh") -> tuple[Tabletop, str, list[str]]:
    """A FRIENDLY unit with SW in K14, an ENEMY squad in a building (+2) up the hexrow."""
    table = field(FRIENDLY, phase, **{f"K{14 - distance}": "wooden-building"})
    us = table.new(FRIENDLY, unit, "K14")
    weapons = [table.new(FRIENDLY, name) for name in sw]
    for weapon in weapons:
        table.do(f"give {weapon} {us}")
    table.new(ENEMY, "4-6-7", f"K{14 - distance}")
    return table, us, weapons


def test_a7_351_a_squad_fires_one_mg_with_its_own_fp() -> None:
    table, us, _ = armed("4-5-8", "MMG")
    assert column(table, f"fire {us} K10") == 8  # 4 + 4
    assert column(table, f"fire {us} K10 only") == 4


def test_a7_351_a_squad_that_fires_two_mg_gives_up_its_own_fp() -> None:
    table, us, (first, second) = armed("4-5-8", "MMG", "LMG")
    assert column(table, f"fire {us},{first},{second} K10") == 6  # 4 + 2 without its own 4
    throw(table, (4, 6), f"fire {us},{first},{second} K10")
    assert "prep" in table.unit(us).flags


def test_a7_351_nobody_fires_three_sw() -> None:
    table, us, three = armed("4-5-8", "MMG", "LMG", "LMG")
    assert table.no(f"fire {us},{','.join(three)} K10") == f"{us} may fire at most 2 SW in a phase (A7.351)"


def test_a7_351_what_was_fired_before_counts_too() -> None:
    table, us, (mmg, lmg) = armed("4-5-8", "MMG", "LMG")
    throw(table, (4, 5), f"fire {mmg} K10")
    throw(table, (4, 5), f"fire {lmg} K10", "yes")  # two SW, one by one (A7.55): its own FP is given up
    assert table.no(f"fire {us} K10") == f"{us} has nothing to fire with (A7.1)"
    table, us, (mmg, lmg) = armed("4-5-8", "MMG", "LMG")
    throw(table, (4, 5), f"fire {us},{mmg} K10")
    assert f"nobody left to fire {lmg} (A7.351)" in table.no(f"fire {lmg} K10")
    table, us, (mg,) = armed("2-4-8", "MMG", distance=2)
    throw(table, (6, 5), f"fire {us} K12")
    assert f"nobody left to fire {mg} (A7.351)" in table.no(f"fire {mg} K12")


def test_a7_351_a_squad_that_has_fired_one_sw_still_has_its_own_fp() -> None:
    table, us, (mmg, lmg) = armed("4-5-8", "MMG", "LMG")
    throw(table, (4, 5), f"fire {lmg} K10")
    table.new(ENEMY, "4-6-7", "K11")  # at another target, as A7.55 wants it
    assert column(table, f"fire {us} K11") == 4 and mmg in table.state.weapons


def test_a7_2_who_fired_only_a_sw_has_prep_fired() -> None:
    table, us, (mg,) = armed("4-5-8", "HMG")
    throw(table, (1, 6), f"fire {mg} K10")  # it keeps its ROF, but only in this phase
    assert "prep" not in table.unit(us).flags
    table.do("next")
    assert f"{us} has Prep Fired" in table.no(f"move {us} K13")
    table.go_to(FRIENDLY, "AFPh")
    assert "has Prep Fired" in table.no(f"fire {mg} K10")


def test_a7_352_a_hs_or_crew_fires_a_mg_instead_of_its_own_fp() -> None:
    for name in ("2-4-8", "2-2-8"):
        table, us, (mg,) = armed(name, "MMG", distance=2)
        assert column(table, f"fire {us} K12") == 2
        assert column(table, f"fire {us},{mg} K12") == 4
        throw(table, (4, 6), f"fire {mg} K12")
        assert "prep" in table.unit(us).flags  # its own FP is spent as well


def test_a9_12_one_smc_fires_a_mg_at_half_fp_and_a_hero_fully_at_plus_one() -> None:
    table, us, (mg,) = armed("8-0", "MMG")
    assert column(table, f"fire {us},{mg} K10") == 2  # 4 / 2
    table, us, (mg,) = armed("1-4-9", "MMG")
    assert column(table, f"fire {us},{mg} K10") == 4
    assert shown_drm(table, f"fire {us},{mg} K10") == ["-1 hero", "+1 one SMC fires a MG", "+2 wooden-building TEM"]


def test_a9_12_two_smc_man_one_mg_at_full_fp_without_leadership_or_cowering() -> None:
    table, us, (mg,) = armed("8-0", "MMG")
    mate = table.new(FRIENDLY, "9-2", table.unit(us).hex)
    assert column(table, f"fire {us},{mate},{mg} K10") == 2, "he directs: 4 / 2"
    assert column(table, f"fire {us},{mate},{mg} K10 both") == 4
    assert shown_drm(table, f"fire {us},{mate},{mg} K10 both") == ["+2 wooden-building TEM"]
    throw(table, (6, 6), f"fire {us},{mate},{mg} K10 both")
    assert "prep" in table.unit(us).flags and "prep" in table.unit(mate).flags


def test_a9_12_both_is_for_two_smc_and_one_mg_alone() -> None:
    table, us, (mg,) = armed("4-5-8", "MMG")
    mate = table.new(FRIENDLY, "9-2", table.unit(us).hex)
    assert "A9.12" in table.no(f"fire {us},{mate},{mg} K10 both")
    table, us, (mg,) = armed("8-0", "MMG")
    assert "name the one leader" in table.no(f"fire {us},{mg} K10 both")


def test_a9_2_a_coloured_die_up_to_the_rof_keeps_it() -> None:
    for coloured, kept in ((1, True), (2, True), (3, False)):
        table, us, (mg,) = armed("4-5-8", "MMG")
        throw(table, (coloured, 6), f"fire {mg} K10")  # 4 FP; 9 or more is nothing
        assert ("prep" not in table.state.weapons[mg].flags) == kept, coloured
        assert "prep" not in table.unit(us).flags  # its own FP was not used
        if kept:
            throw(table, (5, 4), f"fire {mg} K10")
        assert f"{us} has Prep Fired (A7.2)" in table.no(f"fire {mg} K10")


def test_a9_2_a_mg_that_kept_its_rof_fires_again_when_its_squad_is_done() -> None:
    table, us, (mg,) = armed("4-5-8", "HMG")
    throw(table, (3, 6), f"fire {us} K10")  # 4 + 6 = 10: the 8 column, 9 + 2 is nothing
    assert "prep" in table.unit(us).flags and "prep" not in table.state.weapons[mg].flags
    assert column(table, f"fire {mg} K10") == 6


def test_a9_2_neither_pinned_nor_in_the_afph_has_a_mg_rof() -> None:
    table, us, (mg,) = armed("4-5-8", "MMG")
    table.do(f"set {us} pinned")
    throw(table, (1, 6), f"fire {mg} K10")
    assert "prep" in table.state.weapons[mg].flags
    table, us, (mg,) = armed("4-5-8", "MMG", phase="AFPh")
    throw(table, (1, 6), f"fire {mg} K10")
    assert "prep" in table.state.weapons[mg].flags


def test_a7_25_who_waits_in_los_of_a_good_order_enemy_loses_its_concealment() -> None:
    for states, kept in (((), False), (("broken",), True)):
        table = field()
        squad = table.new(FRIENDLY, "4-5-8", "K14", "concealed")
        table.new(ENEMY, "4-6-7", "K10", *states)
        table.do(f"hold {squad}")
        assert ("concealed" in flags(table, squad)) is kept


def test_a7_25_opportunity_fire_keeps_rof() -> None:
    table, us, (mg,) = armed("4-5-8", "MMG")
    table.do(f"hold {us}")
    table.go_to(FRIENDLY, "AFPh")
    throw(table, (1, 6), f"fire {mg} K10")
    assert "prep" not in table.state.weapons[mg].flags


def long_shot(distance: int, *leader: str) -> tuple[Tabletop, str, str]:
    """An ENEMY HMG (7-16) in K26 and a FRIENDLY squad up the hexrow, in the ENEMY PFPh."""
    table = field(ENEMY, "PFPh")
    _, mg = table.armed(ENEMY, "4-6-8", "K26", "HMG")
    names = ",".join([mg, *(table.new(ENEMY, name, "K26") for name in leader)])
    table.new(FRIENDLY, "4-5-8", f"K{26 - distance}")
    return table, names, f"K{26 - distance}"


def test_a9_4_beyond_16_hexes_a_mg_needs_a_directing_leader() -> None:
    table, names, goal = long_shot(17)
    assert "fires beyond 16 hexes only if a leader directs it (A9.4)" in table.no(f"fire {names} {goal}")
    table, names, goal = long_shot(16)
    assert column(table, f"fire {names} {goal}") == 6


def test_a9_4_beyond_16_hexes_infantry_counts_as_concealed() -> None:
    table, names, goal = long_shot(17, "9-1")
    assert column(table, f"fire {names} {goal}") == 1  # 7 x 1/2 long range x 1/2 as if concealed = 1.75


def test_a9_4_but_not_the_broken_the_berserk_and_the_overstacked() -> None:
    for state in ("broken", "berserk", ""):
        table, names, goal = long_shot(17, "9-1")
        (foe,) = [unit.id for unit in table.state.units_at(goal, FRIENDLY)]
        if state:
            table.do(f"set {foe} {state}")
        else:
            for _ in range(3):
                table.new(FRIENDLY, "4-5-8", goal)
        assert column(table, f"fire {names} {goal}") == 2, state  # 3.5 FP


def test_a9_7_a_mg_malfunctions_at_its_b_number() -> None:
    table, _, (mg,) = armed("4-5-8", "MMG")  # B11
    throw(table, (5, 6), f"fire {mg} K10")
    assert "malfunctioned" in table.state.weapons[mg].flags
    table, _, (mg,) = armed("4-5-8", "MMG")
    throw(table, (4, 6), f"fire {mg} K10")
    assert "malfunctioned" not in table.state.weapons[mg].flags


def test_a9_71_of_several_mg_one_breaks_down_by_random_selection() -> None:
    table, us, (first, second) = armed("4-5-8", "MMG", "LMG")  # both B11
    events = throw(table, (5, 6, 2, 5), f"fire {us},{first},{second} K10")
    assert records(events)[-1].purpose.startswith("Random Selection: which SW malfunctions (A9.71)")
    assert "malfunctioned" in table.state.weapons[second].flags
    assert "malfunctioned" not in table.state.weapons[first].flags
    table, us, (first, second) = armed("4-5-8", "MMG", "LMG")
    throw(table, (5, 6, 3, 3), f"fire {us},{first},{second} K10")
    assert all("malfunctioned" in table.state.weapons[mg].flags for mg in (first, second)), "a tie strikes both (A.9)"


def test_a9_71_the_better_b_number_is_not_at_risk() -> None:
    table, us, (hmg, lmg) = armed("4-5-8", "HMG", "LMG")  # B12 and B11
    throw(table, (5, 6), f"fire {us},{hmg},{lmg} K10")
    assert "malfunctioned" in table.state.weapons[lmg].flags
    assert "malfunctioned" not in table.state.weapons[hmg].flags


# -- Fire Groups and leaders --------------------------------------------------------------------------


def test_a7_5_a_fire_group_is_a_chain_of_adjacent_locations() -> None:
    table = field()
    names = [table.new(FRIENDLY, "4-5-8", place) for place in ("K14", "L13", "M13")]  # K14-L13-M13 touch in a row
    table.new(ENEMY, "4-6-7", "L10")
    assert column(table, f"fire {','.join(names)} L10") == 12


def test_a7_5_locations_that_do_not_touch_are_no_group() -> None:
    table = field()
    names = [table.new(FRIENDLY, "4-5-8", place) for place in ("K14", "M13")]
    table.new(ENEMY, "4-6-7", "L10")
    assert table.no(f"fire {','.join(names)} L10") == "M13 is not ADJACENT to the rest of the Fire Group (A7.5)"


def test_a7_53_a_leader_directs_those_with_him() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "9-2", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {squad},{leader} K10") == [f"-2 {leader} directs"]
    throw(table, (5, 5), f"fire {squad},{leader} K10")  # 8 on the 4 column: nothing; doubles do not cower
    assert "prep" in table.unit(leader).flags
    other = table.new(FRIENDLY, "4-5-8", "K14")
    assert f"has directed {squad} in this Player Turn" in table.no(f"fire {other},{leader} K10")


def test_a7_53_a_leader_does_not_fire_alone() -> None:
    table = field()
    leader = table.new(FRIENDLY, "9-2", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert "a leader directs others" in table.no(f"fire {leader} K10")


def test_a7_53_a_leader_without_drm_is_named_for_nobody_cowers() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "7-0", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    told = paper(table, f"fire {squad},{leader} K10")
    assert any(f"{leader} directs with no DRM; nobody cowers" in text for text in told)
    assert shown_drm(table, f"fire {squad},{leader} K10") == []


def test_a7_531_every_firing_location_needs_its_leader_and_the_worst_counts() -> None:
    table = field()
    here, there = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "4-5-8", "L13")
    good, poor = table.new(FRIENDLY, "9-2", "K14"), table.new(FRIENDLY, "8-1", "L13")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {here},{there},{good},{poor} K10") == [f"-1 {poor} directs"]
    assert shown_drm(table, f"fire {here},{there},{good} K10") == []
    assert any(f"{good} directs nobody" in text for text in paper(table, f"fire {here},{there},{good} K10"))


def test_a7_53_of_two_leaders_in_a_location_the_better_directs() -> None:
    table = field()
    squad = table.new(FRIENDLY, "4-5-8", "K14")
    good, poor = table.new(FRIENDLY, "9-2", "K14"), table.new(FRIENDLY, "8-1", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, "fire K14 K10") == [f"-2 {good} directs"]
    throw(table, (5, 5), "fire K14 K10")
    assert "prep" in table.unit(good).flags and "prep" not in table.unit(poor).flags
    assert "prep" in table.unit(squad).flags


def test_a7_1_a_hex_means_those_in_it_who_can_fire() -> None:
    table = field()
    for name, states in (("4-5-8", ()), ("4-4-7", ("broken",)), ("4-5-8", ("ti",)), ("9-2", ("pinned",))):
        table.new(FRIENDLY, name, "K14", *states)
    table.new(ENEMY, "4-6-7", "K10")
    assert column(table, "fire K14 K10") == 4 and shown_drm(table, "fire K14 K10") == []


def test_a7_53_a_wounded_leader_directs_one_worse() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "9-2", "K14", "wounded")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {squad},{leader} K10") == [f"-1 {leader} directs"]


def test_a15_24_a_hero_helps_the_fire_of_his_group() -> None:
    table = field()
    squad, hero = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "1-4-9", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert shown_drm(table, f"fire {squad},{hero} K10") == ["-1 hero"]
    assert column(table, f"fire {squad},{hero} K10") == 4  # 4 + 1


# -- cowering -----------------------------------------------------------------------------------------


def test_a7_9_original_doubles_cower_one_column() -> None:
    table, us, them = duel()
    events = throw(table, (2, 2, 5, 5), f"fire {us} K10")
    assert shot(events) == (2, 4, "1MC")  # 4 FP; on the 2 column
    assert "cowering to the 2 column" in "".join(event.text for event in events if isinstance(event, ev.Told))
    assert "broken" in flags(table, them)
    kinds = [type(event) for event in events]
    assert kinds.index(ev.Told) < kinds.index(ev.Rolled)  # why that column is told before its row


def test_a7_9_who_cowers_below_the_lowest_column_does_nothing_and_the_record_says_so() -> None:
    table, us, them = duel("AFPh", "4-2-6")  # 2 FP, inexperienced: two columns
    events = throw(table, (1, 1), f"fire {us} K10")
    [record] = [event.record for event in events if isinstance(event, ev.Rolled)]
    assert (record.result, record.column) == (None, "") and not flags(table, them)
    assert "below the lowest column, no effect" in "".join(event.text for event in events if isinstance(event, ev.Told))


@pytest.mark.parametrize(("firer", "used"), [("4-2-6", 1), ("4-4-7", 2)])
def test_a19_33_inexperienced_units_cower_two_columns(firer: str, used: int) -> None:
    table, us, _ = duel("PFPh", firer, 2)  # 4 FP
    assert shot(throw(table, (4, 4), f"fire {us} K12")) == (used, 8, "-")


def test_a19_33_one_inexperienced_unit_is_enough() -> None:
    table = field()
    names = [table.new(FRIENDLY, "4-2-6", "K14"), table.new(FRIENDLY, "4-5-8", "K14")]
    table.new(ENEMY, "4-6-7", "K12")
    assert shot(throw(table, (5, 5), f"fire {','.join(names)} K12"))[0] == 4  # 8 FP, two columns to the left


def test_a7_9_a_directing_leader_prevents_it() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-2-6", "K14"), table.new(FRIENDLY, "8-0", "K14")
    table.new(ENEMY, "4-6-7", "K12")
    assert shot(throw(table, (4, 4), f"fire {squad},{leader} K12")) == (4, 8, "-")


def test_a7_9_smc_and_fanatics_do_not_cower() -> None:
    table, us, _ = duel("PFPh", "1-4-9", 2)
    assert shot(throw(table, (4, 4), f"fire {us} K12"))[0] == 1  # 1 FP, not below the table
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", "fanatic")
    assert shot(throw(table, (4, 4), f"fire {us} K10"))[0] == 4


def test_a7_9_below_the_first_column_nothing_happens() -> None:
    table, us, them = duel("PFPh", "2-4-8", 8)  # 1 FP
    events = throw(table, (1, 1), f"fire {us} K6")
    assert flags(table, them) == set()
    assert any("no effect (A7.9)" in event.text for event in events if isinstance(event, ev.Told))


def test_a7_9_cowering_first_fire_is_marked_final_fire() -> None:
    table, them, _ = defence(how="assault")
    throw(table, (5, 5), f"fire {them} K10")  # 10 - 1 FFMO = 9 on the 2 column
    assert "final" in table.unit(them).flags
    table, them, _ = defence(how="assault")
    throw(table, (4, 6), f"fire {them} K10")
    assert "first" in table.unit(them).flags and "final" not in table.unit(them).flags


def test_a7_9_in_a_fire_group_one_unit_cowers_by_random_selection() -> None:
    table, first, _ = defence(how="assault")
    second = table.new(ENEMY, "4-6-7", "K14")
    throw(table, (5, 5, 2, 6), f"fire {first},{second} K10")
    assert "final" not in table.unit(first).flags and "final" in table.unit(second).flags
    table, first, _ = defence(how="assault")
    second = table.new(ENEMY, "4-6-7", "K14")
    throw(table, (5, 5, 4, 4), f"fire {first},{second} K10")
    assert "final" in table.unit(first).flags & table.unit(second).flags, "a tie strikes both (A.9)"


def test_a7_9_who_cowers_is_marked_with_all_its_sw_and_the_others_of_the_group_keep_their_rof() -> None:
    """PFPh: the LMG alone fires with a squad that has a HMG; the first one cowers (2 over 5), then the other one."""
    for selected, left in (((5, 2), "second"), ((2, 5), "first")):
        table = field()
        guns = {"first": table.new(FRIENDLY, "LMG"), "second": table.new(FRIENDLY, "HMG")}
        men = {name: table.new(FRIENDLY, "4-5-8", "K14") for name in guns}
        table.all(*(f"give {guns[name]} {men[name]}" for name in guns))
        table.new(ENEMY, "4-6-7", "K10", "pinned")
        throw(table, (1, 1, *selected), f"fire {guns['first']},{guns['second']} K10", "roll")
        other = "second" if left == "first" else "first"
        assert "prep" in table.unit(men[other]).flags & table.state.weapons[guns[other]].flags
        assert "prep" not in table.unit(men[left]).flags | table.state.weapons[guns[left]].flags


@pytest.mark.parametrize(
    ("enemy", "states", "bound"),
    [
        ("StuG IIIG", (), True), ("4-6-7", ("broken",), True), ("4-6-7", ("concealed",), False),
        ("4-6-7", ("prisoner",), False), ("StuG IIIG", ("abandoned",), False),
    ],
)  # fmt: skip
def test_a7_212_with_a_known_enemy_in_its_location_a_unit_fires_nowhere_else(
    enemy: str, states: tuple[str, ...], bound: bool
) -> None:
    table, us, _ = duel()
    near = table.new(ENEMY, enemy, "K14", *states)
    if bound:
        assert f"while the Known enemy {near} is in its Location (A7.212)" in table.no(f"fire {us} K10")
    else:
        assert table.ask(f"fire {us} K10")


def test_a7_212_nor_does_an_afv_among_infantry_and_who_is_in_a_gully_is_elsewhere() -> None:
    table = field()
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    low = table.new(ENEMY, "4-6-7", "K14", "in-gully")
    assert not beset_by(table.game, table.unit(tank))
    table.do(f"set {low} -in-gully")
    for line in (f"fire {tank} K10 cmg", f"fire {tank} K10"):
        assert "A7.212" in table.no(line)


# -- what a DR does -----------------------------------------------------------------------------------


def crowd(*targets: str, states: tuple[str, ...] = ()) -> tuple[Tabletop, str, list[str]]:
    """Three 6-2-8 in K14, 18 FP at K12: the 16 column; led by nobody."""
    table = field()
    us = ",".join(table.new(FRIENDLY, "6-2-8", "K14") for _ in range(3))
    return table, f"fire {us} K12", [table.new(ENEMY, name, "K12", *states) for name in targets]


def test_a7_301_a_kia_eliminates_so_many_by_random_selection_and_breaks_the_rest() -> None:
    table, line, (first, second, third) = crowd("4-6-7", "4-6-8", "2-4-7")
    events = throw(table, (1, 2, 3, 5, 3), line)  # DR 3 on 16: 1KIA; drs 3, 5, 3: the second
    assert shot(events) == (16, 3, "1KIA")
    assert type_of(table, second) == "gone"
    assert flags(table, first) == flags(table, third) == {"broken", "dm"}
    assert type_of(table, first) == "4-6-7"


def test_a7_301_ties_of_the_random_selection_add_victims() -> None:
    table, line, (first, second, third) = crowd("4-6-7", "4-6-8", "2-4-7")
    throw(table, (1, 2, 5, 5, 3), line)
    assert [type_of(table, key) for key in (first, second, third)] == ["gone", "gone", "2-4-7"]
    assert flags(table, third) == {"broken", "dm"}


def test_a7_301_more_kia_than_targets_kills_them_all() -> None:
    table, line, (first, second) = crowd("4-6-7", "4-6-8")
    events = throw(table, (1, 1), line, "-1 for the test", "roll")  # it cowers to the 12 column: 2 - 1 = 1
    assert shot(events) == (12, 1, "2KIA")
    assert type_of(table, first) == type_of(table, second) == "gone"


def test_a7_301_what_cannot_break_is_reduced_instead() -> None:
    table, line, (squad, hero, victim) = crowd("4-6-7", "1-4-9", "4-6-8")
    table.do(f"set {squad} broken dm")
    throw(table, (1, 2, 1, 2, 6, 3), line)  # 1KIA: the third dies; the squad is a broken HS; the hero's wound dr is 3
    assert type_of(table, victim) == "gone"
    assert type_of(table, squad) == "2-4-7" and "broken" in flags(table, squad)
    assert flags(table, hero) == {"wounded"}


def test_a7_301_the_dead_take_no_llmc_and_the_living_break_before_it() -> None:
    table, line, (leader, squad) = crowd("9-2", "4-6-7")
    throw(table, (1, 2, 5, 5), line)  # 1KIA, a tie: both die, and nobody checks
    assert type_of(table, leader) == type_of(table, squad) == "gone"
    table, line, (leader, squad) = crowd("9-2", "4-6-7")
    # The leader dies, the squad breaks; its LLMC at +2: 4 + 2 <= 7, the Morale of its broken side.
    events = throw(table, (1, 2, 6, 5, 1, 3), line)
    assert type_of(table, leader) == "gone" and type_of(table, squad) == "4-6-7"
    assert flags(table, squad) == {"broken", "dm"} and records(events)[-1].total == 6
    table, line, (leader, squad) = crowd("9-2", "4-6-7")
    throw(table, (1, 2, 6, 5, 3, 3), line)  # 6 + 2 > 7: reduced
    assert type_of(table, squad) == "2-4-7" and "broken" in flags(table, squad)


def test_a7_301_a_leader_who_breaks_with_the_rest_scares_nobody() -> None:
    table, line, (leader, squad, victim) = crowd("9-2", "4-6-7", "2-4-7")
    throw(table, (1, 2, 1, 2, 6), line)
    assert type_of(table, victim) == "gone"
    assert flags(table, leader) == flags(table, squad) == {"broken", "dm"}


def test_a7_2_half_a_fp_does_nothing_whatever_the_dice() -> None:
    table, us, them = duel("PFPh", "1-2-7", 3)
    events = throw(table, (1, 1), f"fire {us} K11")
    assert flags(table, them) == set()
    assert any("Less than 1 FP" in event.text for event in events if isinstance(event, ev.Told))


def test_a7_302_k_reduces_one_unit_and_checks_all_that_are_left() -> None:
    table, line, (first, second) = crowd("4-6-7", "4-6-8")
    # DR 4 on 16: K/3. Selection 6, 2: the first becomes a HS. 3MC: the 4-6-8 first (8 > 7): 1,2 + 3 = 6; then the HS,
    # 3,3 + 3 = 9 > 7: it breaks (by 2, ELR 3).
    events = throw(table, (1, 3, 6, 2, 1, 2, 2, 4), line)
    assert shot(events) == (16, 4, "K/3")
    assert type_of(table, first) == "2-4-7" and flags(table, first) == {"broken", "dm"}
    assert flags(table, second) == set()


def test_a7_302_k_on_a_hs_kills_it() -> None:
    table, line, (half,) = crowd("2-4-7")
    throw(table, (1, 3), line)
    assert type_of(table, half) == "gone"


def test_a7_303_every_unit_takes_its_own_mc_leaders_of_best_morale_first() -> None:
    table, line, (squad, poor, good) = crowd("4-6-7", "8-1", "9-1")
    # DR 8 on 16 is a 1MC. The 9-1: 4 + 1 = 5. The 8-1, helped by him: 4 + 1 - 1 = 4. The squad: 4 + 1 - 1 = 4.
    events = throw(table, (2, 6, 2, 2, 2, 2, 2, 2), line)
    checks = [record for record in records(events) if "1MC of" in record.purpose]
    assert [record.purpose.split()[2] for record in checks] == [good, poor, squad]
    assert [record.total for record in checks] == [5, 4, 4]
    assert [record.target for record in checks] == [9, 8, 7]


def test_a7_304_nmc_has_no_drm() -> None:
    table, line, (squad,) = crowd("4-6-7")
    events = throw(table, (4, 6, 3, 5), line)  # 10 on 16: NMC; 8 > 7
    assert records(events)[1].total == 8 and flags(table, squad) == {"broken", "dm"}


def test_a7_305_a_ptc_pins_those_who_fail_it() -> None:
    table, line, (first, second, broken) = crowd("4-6-7", "4-6-8", "4-4-7")
    table.do(f"set {broken} broken")
    # 11 on 16: PTC. The 4-6-8: 8 <= 8 passes, and is not pinned by it; the 4-6-7: 8 > 7. The broken squad ignores it.
    throw(table, (5, 6, 2, 6, 2, 6), line)
    assert flags(table, first) == {"pinned"} and flags(table, second) == set()
    assert flags(table, broken) == {"broken", "dm"}  # an attack that could have been a NMC (A10.62)


def test_a7_305_a_pinned_unit_takes_no_ptc() -> None:
    table, line, (squad,) = crowd("4-6-7", states=("pinned",))
    throw(table, (5, 6), line)
    assert flags(table, squad) == {"pinned"}


def test_a7_1_no_effect_leaves_the_target_its_concealment() -> None:
    table, line, (squad,) = crowd("4-6-7", states=("concealed",))
    throw(table, (5, 6), line)  # 18 / 2 = 9: the 8 column, 11
    assert flags(table, squad) == {"concealed"}
    table, line, (squad,) = crowd("4-6-7", states=("concealed",))
    throw(table, (4, 5, 1, 2), line)  # 9 on 8: PTC
    assert flags(table, squad) == set()


def test_a9_74_the_sw_of_the_dead_take_a_dr_on_the_same_column() -> None:
    for value, fate in ((2, "destroyed"), (4, "broken"), (5, "whole")):  # on 16: 2 is 2KIA, 4 is K/3, 5 is 3MC
        table, line, (squad,) = crowd("4-6-7")
        mg = table.arm(squad, "MMG")
        events = throw(table, (1, 2, value), line)
        assert type_of(table, squad) == "gone"
        assert (f"{mg} survives: dr 5 is neither KIA nor K" in told(events)) == (fate == "whole")
        found = table.state.weapons.get(mg)
        state = "destroyed" if found is None else "broken" if "malfunctioned" in found.flags else "whole"
        assert state == fate, value
        assert found is None or (found.holder, found.hex) == ("", "K12")


@pytest.mark.parametrize(("sw", "states"), [("FT", ""), ("DC", ""), ("MMG", "malfunctioned")])
def test_a9_74_a_k_ends_what_has_an_x_number_or_is_broken_already(sw: str, states: str) -> None:
    table, line, (squad,) = crowd("4-6-7")
    weapon = table.arm(squad, sw)
    if states:
        table.do(f"set {weapon} {states}")
    throw(table, (1, 2, 4), line)  # on 16: 4 is K/3
    assert weapon not in table.state.weapons


def test_a9_74_a_k_ends_a_gun_that_is_broken_already() -> None:
    table, _, (gun,) = crowd("75L AT")
    table.do(f"set {gun} malfunctioned")
    killed = Outcome("KIA", 1)
    table, _ = by_rule(table, (4,), lambda ctx: effects.apply_outcome(ctx, [gun], FinalDr(killed, None, 16), "fire"))
    assert type_of(table, gun) == "gone"


def test_a10_62_broken_targets_fall_under_dm_only_if_a_nmc_was_possible() -> None:
    table, us, squad = duel("PFPh", "2-4-8", 8)  # the 1 column: at best 2, a 1MC
    table.do(f"set {squad} broken")
    throw(table, (4, 5), f"fire {us} K6")
    assert flags(table, squad) == {"broken", "dm"}
    table, us, squad = duel("PFPh", "2-4-8", 8, K6="wooden-building")  # +2: at best 4, a NMC, if nobody cowers
    table.do(f"set {squad} broken")
    throw(table, (4, 5), f"fire {us} K6")
    assert flags(table, squad) == {"broken"}
    table, us, squad = duel("PFPh", "2-4-8", 8, K6="wooden-building")
    chief = table.new(table.unit(us).side, "8-0", table.unit(us).hex)
    table.do(f"set {squad} broken")
    throw(table, (4, 5), f"fire {us},{chief} K6")
    assert flags(table, squad) == {"broken", "dm"}
    table, us, squad = duel("PFPh", "2-4-8", 8, K6="wooden-building", K9="grain")  # +3: at best a PTC
    table.do(f"set {squad} broken")
    throw(table, (4, 5), f"fire {us} K6")
    assert flags(table, squad) == {"broken"}


def test_a10_62_a_k_puts_the_broken_it_spares_under_dm() -> None:
    table, line, (squad, other) = crowd("4-6-7", "4-6-8", states=("broken",))
    # K/3; the 4-6-7 is reduced. 3MC: the 4-6-8 passes with 2,3 + 3 = 8; the HS, ML 6, with 1,2 + 3.
    throw(table, (1, 3, 6, 2, 2, 3, 1, 2), line)
    assert flags(table, squad) == flags(table, other) == {"broken", "dm"}


def test_a11_15_fire_into_a_melee_hits_both_sides() -> None:
    table = field()
    us, ours = table.new(FRIENDLY, "6-2-8", "K14"), table.new(FRIENDLY, "4-5-8", "K12", "melee")
    theirs = table.new(ENEMY, "4-6-7", "K12", "melee")
    throw(table, (2, 4, 3, 2, 3, 2), f"fire {us} K12")  # 6 FP, DR 6: 1MC for both
    assert flags(table, ours) == flags(table, theirs) == set()


# -- when: Prep, First, Subsequent, FPF, Final ---------------------------------------------------------


def test_a7_2_nobody_prep_fires_twice() -> None:
    table, us, _ = duel()
    throw(table, (4, 6), f"fire {us} K10")
    assert table.no(f"fire {us} K10") == f"{us} has Prep Fired (A7.2)"
    table.go_to(FRIENDLY, "MPh")
    assert "has Prep Fired" in table.no(f"move {us} K13")
    table.go_to(FRIENDLY, "RtPh")
    assert "prep" not in table.unit(us).flags


def test_a8_1_first_fire_hits_only_those_who_move() -> None:
    table, them, us = defence()
    still = table.new(FRIENDLY, "4-4-7", "K10")
    # 4 FP, FFMO, FFNAM: 4 + 3 - 2 = 5: a 1MC for the mover alone: 3 + 1 passes.
    events = throw(table, (4, 3, 1, 2), f"fire {them} K10")
    assert shot(events) == (4, 5, "1MC") and drm(events) == {"FFMO": -1, "FFNAM": -1}
    assert flags(table, still) == flags(table, us) == set()


def test_a8_1_nobody_is_fired_at_who_does_not_move() -> None:
    table, them, _ = defence()
    table.new(FRIENDLY, "4-4-7", "K12")
    assert "nobody moves in K12 now" in table.no(f"fire {them} K12")
    table = field(FRIENDLY, "MPh")
    them = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "4-4-7", "K12")
    assert "nobody moves in K12 now" in table.no(f"fire {them} K12")


def test_a8_14_a_mg_with_rof_fires_at_a_mover_only_as_often_as_it_spent_mf() -> None:
    for spent, again in ((1, False), (2, True)):
        table, them, _ = defence("4-6-7", 4, "4-5-8", spent, "assault")
        mg = table.arm(them, "MMG")
        throw(table, (1, 6, 1, 2), f"fire {mg} K10")  # 7 - 1 = 6 on the 4 column: NMC, passed; ROF kept
        if again:
            throw(table, (6, 5), f"fire {mg} K10")
        else:
            assert "as often as they spent MF there (A8.14)" in table.no(f"fire {mg} K10")


def test_a8_14_a_new_location_allows_new_shots() -> None:
    table, them, us = defence("4-6-7", 4, "4-5-8", 1, "assault")
    mg = table.arm(them, "MMG")
    throw(table, (1, 6, 1, 2), f"fire {mg} K10")
    table.do(f"put {us} K11")
    table = moves(table, us, came_from="K10")
    assert column(table, f"fire {mg} K11") == 4


def test_a8_3_subsequent_first_fire_is_halved_and_marks_final_fire() -> None:
    table, them, us = defence("4-6-7", 4, "4-5-8", 2, "assault")
    table.do(f"set {them} first")
    table = moves(table, us, came_from="K9", spent=2, how="assault")
    events = throw(table, (4, 6), f"fire {them} K10")
    assert shot(events)[:2] == (2, 9) and "final" in table.unit(them).flags
    assert "Subsequent First Fire" in shots(events)[0].purpose


def test_a8_3_subsequent_first_fire_reaches_only_the_nearest_enemy() -> None:
    table, them, _ = defence()
    table.do(f"set {them} first")
    table.new(FRIENDLY, "4-4-7", "K11")
    assert "Subsequent First Fire reaches only the nearest enemy (A8.3)" in table.no(f"fire {them} K10")


def test_a8_3_subsequent_first_fire_stays_within_normal_range() -> None:
    table, them, _ = defence("4-4-7", 5)
    table.do(f"set {them} first")
    assert "does not go beyond normal range, 4 hexes" in table.no(f"fire {them} K9")


@pytest.mark.parametrize(
    ("dice", "fate"),
    [
        ((4, 5), "whole"),  # 9 < 12 - 2
        ((4, 6), "malfunctioned"),
        ((5, 6), "malfunctioned"),
        ((6, 6), "gone"),
    ],
)
def test_a8_3_a_mg_in_sustained_fire_breaks_two_earlier_and_is_gone_at_12(dice: tuple[int, int], fate: str) -> None:
    table, them, _ = defence("4-6-7", 4, "4-5-8", 2, "assault")
    mg = table.new(ENEMY, "MMG")  # B12
    table.do(f"give {mg} {them}")
    table.do(f"set {mg} first")
    throw(table, dice, f"fire {mg} K10")  # 2.5 FP, the 2 column at -1: no effect
    found = table.state.weapons.get(mg)
    assert ("gone" if found is None else "malfunctioned" if "malfunctioned" in found.flags else "whole") == fate


def test_a8_3_sustained_fire_never_keeps_rof() -> None:
    table, them, _ = defence("4-6-7", 4, "4-5-8", 2, "assault")
    mg = table.arm(them, "HMG")
    table.do(f"set {mg} first")
    throw(table, (1, 6, 1, 2), f"fire {mg} K10")  # 3.5 FP: the 2 column; 7 - 1 = 6: PTC
    assert "final" in table.state.weapons[mg].flags


def last_stand(dice_of: str = "4-6-7", *states: str) -> tuple[Tabletop, str, str]:
    table, them, us = defence(dice_of, 1, "4-5-8", 1, "assault")
    table.do(f"set {them} final {' '.join(states)}")
    return table, them, us


def test_a8_31_fpf_is_half_fp_and_its_own_nmc() -> None:
    table, them, us = last_stand()  # 4 x 2 / 2 = 4
    events = throw(table, (2, 4, 1, 2), f"fire {them} K13")  # 6 - 1 = 5: 1MC for us; 6 <= 7 for them
    assert shot(events) == (4, 5, "1MC")
    own = [record for record in records(events) if record.source == "same"]
    assert [(record.total, record.target, record.success) for record in own] == [(6, 7, True)]
    assert flags(table, them) == set() and flags(table, us) == set()


@pytest.mark.parametrize(("dice", "state"), [((3, 4), {"pinned"}), ((3, 5), {"broken", "dm"})])
def test_a8_31_the_fpf_dr_may_pin_or_break_the_firer(dice: tuple[int, int], state: set[str]) -> None:
    table, them, us = last_stand()  # 7 - 1 = 6 on the 4 column: NMC; 8 - 1 = 7: PTC
    throw(table, (*dice, 1, 2), f"fire {them} K13")
    assert flags(table, them) == state and flags(table, us) == set()


def test_a8_31_an_original_12_of_fpf_costs_the_firer_dear() -> None:
    table, them, _ = last_stand()
    throw(table, (6, 6), f"fire {them} K13")  # fails by 5 > ELR 3: 4-4-7; CR: 2-3-7; broken
    assert type_of(table, them) == "2-3-7" and flags(table, them) == {"broken", "dm"}


def test_a8_31_a_leader_helps_the_fpf_nmc() -> None:
    table, them, _ = last_stand()
    table.new(ENEMY, "9-1", "K14")
    events = throw(table, (3, 5, 1, 2), f"fire {them} K13")  # 8 - 1 FFMO: PTC, passed; 8 - 1 = 7 <= 7: only pinned
    assert records(events)[-1].total == 7 and flags(table, them) == {"pinned"}


def test_a8_31_who_directs_fpf_takes_its_nmc_too_and_a_12_strikes_one_of_them() -> None:
    table, them, _ = last_stand()
    leader = table.new(ENEMY, "9-1", "K14")
    events = throw(table, (3, 4, 1, 2), f"fire {them},{leader} K13")
    own = {record.purpose.split()[-1]: record.success for record in records(events) if record.source == "same"}
    assert own[them] and own[leader]
    table, them, _ = last_stand()
    leader = table.new(ENEMY, "9-1", "K14")
    throw(table, (6, 6, 6, 1, 1), f"fire {them},{leader} K13")  # Random Selection: the leader, wounded
    assert type_of(table, them) == "4-4-7" and flags(table, them) == {"broken", "dm"}
    assert flags(table, leader) == {"broken", "dm", "wounded"}


def test_a8_31_fpf_is_only_at_adjacent_units() -> None:
    table, them, _ = defence()
    table.do(f"set {them} final")
    assert table.no(f"fire {them} K10") == f"{them} has Final Fired: only FPF at an ADJACENT unit is left (A8.31)"


def test_a8_4_final_fire_is_full_and_at_anybody_for_those_who_have_not_fired() -> None:
    table = field(FRIENDLY, "DFPh")
    them, us = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-5-8", "K10")
    assert column(table, f"fire {them} K10") == 4
    assert shown_drm(table, f"fire {them} K10") == []  # no FFMO or FFNAM any more
    table.do(f"set {them} first")
    assert "has First Fired: in the DFPh it fires only at ADJACENT targets (A8.4)" in table.no(f"fire {them} K10")
    table.do(f"put {us} K13")
    assert column(table, f"fire {them} K13") == 4  # 4 x 2 / 2
    throw(table, (5, 6), f"fire {them} K13")
    assert table.no(f"fire {them} K13") == f"{them} has Final Fired (A8.4)"


def test_a8_4_the_end_of_the_dfph_clears_the_fire_counters() -> None:
    table = field(FRIENDLY, "DFPh")
    them = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "4-5-8", "K10")
    throw(table, (5, 6), f"fire {them} K10")
    table.do("next")
    assert not table.unit(them).flags & {"first", "final"}


# -- Spraying Fire and Snap Shots ---------------------------------------------------------------------


def test_a7_34_spraying_fire_attacks_two_adjacent_hexes_with_one_dr_at_half_fp() -> None:
    table = field()
    us = table.new(FRIENDLY, "6-2-8", "K14")
    first, second = table.new(ENEMY, "4-6-7", "K12"), table.new(ENEMY, "4-6-7", "L12")
    events = throw(table, (2, 3, 1, 2, 4, 4), f"fire {us} K12 spray L12")  # 3 FP: DR 5 on the 2 column, NMC each
    assert [(record.column, record.result) for record in shots(events)] == [("2", "NMC"), ("2", "NMC")]
    assert flags(table, first) == set() and flags(table, second) == {"broken", "dm"}


def test_a7_34_a7_9_spraying_fire_that_cowers_below_the_lowest_column_does_nothing() -> None:
    """1.25 FP at the one hex, 5 at a S? in the other: the 1 column and the 4 column, each one to the left."""
    table = field(ENEMY, "DFPh")
    us, them = table.new(FRIENDLY, "5-2-7", "K13"), table.new(ENEMY, "4-6-7", "K11", "concealed")
    table.do("suspect add L11")
    events = throw(table, (6, 6, 6), f"fire {us} K11 spray L11")  # the S? checks first, and is nothing
    (record,) = shots(events)
    assert (record.column, record.result) == ("", None) and "concealed" in table.unit(them).flags


def test_a7_34_spraying_fire_needs_neighbours_and_the_ability() -> None:
    table = field()
    us, plain = table.new(FRIENDLY, "6-2-8", "K14"), table.new(FRIENDLY, "4-5-8", "K14")
    for place in ("K12", "L12", "M12"):
        table.new(ENEMY, "4-6-7", place)
    assert "takes two ADJACENT hexes; K12 and M12 are not (A7.34)" in table.no(f"fire {us} K12 spray M12")
    assert table.no(f"fire {plain} K12 spray L12") == f"{plain} cannot Spray its fire (A7.34)"


def test_a8_4_who_has_first_fired_sprays_adjacent_hexes_only() -> None:
    table = field(ENEMY, "DFPh")
    us = table.new(FRIENDLY, "6-2-8", "K14")
    for place in ("K13", "K12", "L13"):
        table.new(ENEMY, "4-6-7", place)
    table.do(f"set {us} first")
    assert "fires only at ADJACENT targets (A8.4)" in table.no(f"fire {us} K13 spray K12")
    assert column(table, f"fire {us} K13 spray L13") > 0


def test_a8_15_a_snap_shot_is_half_fp_without_tem_and_leaves_no_residual_fp() -> None:
    table, them, us = defence("4-6-7", 4, "4-5-8", 1, "assault", K10="woods")
    assert column(table, f"fire {them} K10 snap") == 2
    assert shown_drm(table, f"fire {them} K10 snap") == []
    throw(table, (5, 6), f"fire {them} K10 snap")
    assert table.state.marked("residual") == [] and flags(table, us) == set()


def test_a8_15_only_a_snap_shot_reaches_who_has_left() -> None:
    table, them, us = defence("4-6-7", 4, "4-5-8", 1, "assault")
    assert table.no(f"fire {them} K9") == "they have left K9: only a Snap Shot is possible there (A8.15)"
    assert column(table, f"fire {them} K9 snap") == 2 and us in table.state.units


def test_a8_15_a_snap_shot_is_first_fire_only() -> None:
    table, us, _ = duel()
    assert "a Snap Shot is Defensive First Fire" in table.no(f"fire {us} K10 snap")


# -- corrections and who rolls ------------------------------------------------------------------------


def corrected(answer: str, *rest: str, dice: tuple[int, ...] = (4, 6)) -> tuple[Tabletop, tuple[ev.Event, ...]]:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", K10="woods")
    return table, throw(table, dice, f"fire {us} K10", answer, *rest)


def notes(events: tuple[ev.Event, ...]) -> list[str]:
    return [event.text.split(": ", 2)[-1] for event in events if isinstance(event, ev.Adjusted)]


def test_settle_a_drm_of_the_players_own() -> None:
    _, events = corrected("-2 his map", "roll")
    assert shot(events)[1] == 10 + 1 - 2 and notes(events) == ["DRM -2 his map (by hand)"]


def test_settle_drops_a_drm() -> None:
    _, events = corrected("drop 1", "roll")
    assert shot(events)[1] == 10 and notes(events) == ["without +1 woods TEM (B13)"]


def test_settle_shows_a_dropped_drm_as_dropped() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", K10="woods")
    lines = table.ask(f"fire {us} K10", "drop 1").lines
    assert "no DRM" in lines and "dropped: +1 woods TEM (B13)" in lines


@pytest.mark.parametrize(("squad", "columns"), [("4-6-7", "1 column"), ("4-4-7", "1 column"), ("4-3-6", "2 columns")])
def test_a7_9_the_paper_says_what_original_doubles_cost(squad: str, columns: str) -> None:
    table, them, _ = defence(squad)
    assert f"Original Doubles cower: {columns} to the left (A7.9)" in paper(table, f"fire {them} K10")


def test_a7_9_the_paper_says_who_keeps_them_from_cowering() -> None:
    table, us, _ = duel()
    leader = table.new(FRIENDLY, "9-1", "K14")
    lines = paper(table, f"fire {us},{leader} K10")
    assert f"{leader} directs; nobody cowers (A7.53, A7.9)" in lines
    assert not any("Original Doubles" in text for text in lines)


def test_a4_6_the_paper_says_what_takes_ffmo_away() -> None:
    table, them, _ = defence()
    assert not any("no FFMO" in text for text in paper(table, f"fire {them} K10"))
    table.do("marker add smoke K10 smoke 3")
    assert "no FFMO: SMOKE (A4.6)" in paper(table, f"fire {them} K10")
    table, them, _ = defence(K12="grain")
    assert "no FFMO: a Hindrance (A4.6)" in paper(table, f"fire {them} K10")


def test_settle_another_number() -> None:
    _, events = corrected("number 30", "roll", dice=(6, 4, 1, 2))
    assert shot(events) == (30, 11, "1MC") and notes(events) == ["FP column 30 instead of 4"]


def test_settle_another_number_moves_every_target_as_far() -> None:
    table = field()
    us, known = table.new(FRIENDLY, "6-2-8", "K14"), table.new(ENEMY, "4-6-7", "K12")
    concealed = table.new(ENEMY, "4-6-8", "K12", "concealed")
    # From 6 to 30 are six columns (8 12 16 20 24 30); six to the right of the 2 column (3 FP vs the other) is the 20.
    events = throw(table, (6, 5, 1, 2, 1, 2), f"fire {us} K12", "number 30", "roll")
    assert [(record.column, record.result) for record in shots(events)] == [("30", "1MC"), ("20", "NMC")]
    assert flags(table, known) == flags(table, concealed) == set()


def test_settle_the_result_typed_needs_no_dice() -> None:
    table, us, them = duel()
    events = throw(table, (6, 5), f"fire {us} K10", "=1mc")  # the only dice are those of the MC: 11 + 1 > 7, by 5
    assert notes(events) == ["outcome typed: 1MC"] and shots(events) == []
    assert type_of(table, them) == "4-4-7" and flags(table, them) == {"broken", "dm"}
    assert "prep" in table.unit(us).flags


def test_settle_cancel_leaves_no_trace() -> None:
    table, us, _ = duel()
    assert table.no(f"fire {us} K10", "cancel").startswith("not done: ")
    assert "prep" not in table.unit(us).flags


def test_settle_says_what_a_correction_looks_like() -> None:
    table, us, _ = duel()
    for answer, words in (
        ("drop 3", "there is no DRM 3; there are 0"),
        ("=boom", "'boom' is no outcome here"),
        ("=7", "dice 3 4 types what you have thrown"),
        ("abracadabra", "is no correction"),
    ):
        assert words in table.ask(f"fire {us} K10", answer).error


def test_settle_off_rolls_at_once() -> None:
    table, us, _ = duel()
    table.do("option confirm-fire off")
    assert shot(throw(table, (4, 6), f"fire {us} K10"))[1] == 10


def test_settle_shows_fp_drm_and_chances_before_the_dice() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", K10="woods")
    lines = paper(table, f"fire {us} K10")
    assert f"{us}: 4 FP = 4" in lines and "4 FP at K10: column 4" in lines
    assert "1. +1 woods TEM (B13)" in lines and "DRM in all: +1" in lines
    assert any(line.startswith("Chances: ") for line in lines)


@pytest.mark.parametrize(("side", "asked"), [("friendly", ["IFT"]), ("enemy", ["MC"])])
def test_dice_of_one_side_are_asked_of_that_side_only(side: Side, asked: list[str]) -> None:
    table, us, them = duel("PFPh", "6-2-8", 1)
    table.do("option confirm-fire off")
    table.do(f"dice hand {side}")
    answers = ["5 1"] if side == "friendly" else ["1 2"]
    question = table.ask(f"fire {us} K13")
    assert question.kind == "dice" and (f"of {them}" in question.text) == (asked == ["MC"]), question.text
    events = table.do(f"fire {us} K13", *answers)
    typed = [record.whose for record in records(events) if record.source == "typed"]
    assert set(typed) == {side.upper()}


def test_a7_22_who_does_not_reach_hears_that_his_mg_does_and_only_unmanned_mg_are_named_as_such() -> None:
    table = field(FRIENDLY, "PFPh")
    squad, mg, idle = (table.new(FRIENDLY, name, "K20") for name in ("4-4-7", "HMG", "LMG"))
    table.new(ENEMY, "4-6-7", "K10")
    table.do(f"give {mg} {squad}")
    assert f"{squad} reaches 8 hexes at most; K10 is 10 (A7.22); {mg} reaches it: name that instead" in table.no(
        f"fire {squad} K10"
    )
    assert table.no(f"fire {mg},{idle} K10") == f"nobody mans {idle} (A4.4)"


def test_a4_41_a_mg_that_its_move_keeps_silent_is_not_proposed_instead() -> None:
    table = field(FRIENDLY, "AFPh")
    crew, mg = table.new(FRIENDLY, "2-2-8", "K12", "moved"), table.new(FRIENDLY, "HMG")
    table.new(ENEMY, "4-6-7", "K17")
    table.do(f"give {mg} {crew}")
    assert table.no(f"fire {crew} K17") == f"{crew} reaches 4 hexes at most; K17 is 5 (A7.22)"


# -- the berserk (A15.43), lone SMC (A9.3) -------------------------------------------------------------


@pytest.mark.parametrize(("side", "phase"), [(FRIENDLY, "AFPh"), (ENEMY, "DFPh")])
def test_a15_432_the_berserk_fire_in_the_afph_and_defensively_but_nobody_directs_them(side: Side, phase: Phase) -> None:
    table = field(side, phase)
    squad, leader = table.new(FRIENDLY, "4-5-8", "K10", "berserk"), table.new(FRIENDLY, "9-1", "K10")
    table.new(ENEMY, "4-6-7", "K12")
    text = "\n".join(paper(table, f"fire {squad},{leader} K12"))
    assert f"{leader} directs nobody" in text and "A15.42" not in text


def test_a9_3_a_lone_smc_uses_no_sustained_fire() -> None:
    table = field(ENEMY, "DFPh")
    hero, gun = table.new(FRIENDLY, "1-4-9", "K10", "first"), table.new(FRIENDLY, "LMG")
    table.all(f"give {gun} {hero}", f"set {gun} first")
    table.new(ENEMY, "4-6-7", "K11")
    assert "uses no Sustained Fire" in table.no(f"fire {gun} K11")


# -- the CA of a MG in cover (A9.21) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "name", "goal", "free"),
    [
        ("stone-building", "HMG", "J13", True),  # beside the first target: one CA holds both
        ("stone-building", "HMG", "K7", False),
        ("woods", "MMG", "K7", False),
        ("stone-building", "LMG", "K7", True),
        ("open", "HMG", "K7", True),
    ],
)
def test_a9_21_a_mmg_or_hmg_in_cover_fires_again_only_into_the_ca_of_its_first_shot(
    terrain: str, name: str, goal: str, free: bool
) -> None:
    table = field(FRIENDLY, "PFPh", K10=terrain)
    _, gun = table.armed(FRIENDLY, "4-5-8", "K10", name)
    for place in ("K13", goal):
        table.new(ENEMY, "4-6-7", place)
    assert name == "LMG" or table.game.counter_of(table.state.weapons[gun]).rof
    table.dice(1, 6, *[4] * 12).do(f"fire {gun} K13")
    table.do("dice clear")
    if name == "LMG":
        table.do(f"set {gun} -prep")
    if free:
        assert paper(table, f"fire {gun} {goal}")
    else:
        assert f"keeps to the CA it has fired into from K10 in this phase; {goal} is out (A9.21)" in table.no(
            f"fire {gun} {goal}"
        )


@pytest.mark.parametrize(("state", "die", "again"), [("", 3, True), ("captured", 3, False), ("captured", 2, True)])
def test_a21_12_a_captured_mg_has_a_rof_of_one_less(state: str, die: int, again: bool) -> None:
    table = field(FRIENDLY, "PFPh")
    squad, gun = table.new(FRIENDLY, "4-5-8", "K10"), table.new(ENEMY, "HMG")
    table.all(f"give {gun} {squad}", *([f"set {gun} {state}"] if state else []))
    table.new(ENEMY, "4-6-7", "K13")
    table.dice(die, 6, *[4] * 8).do(f"fire {gun} K13")
    assert ("prep" not in table.state.weapons[gun].flags) == again
