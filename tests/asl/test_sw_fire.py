"""MG and other SW: who fires them, ROF, range, breakdown, the CA of one in cover, captured ones (A7.35, A9, A21.1)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, column, field, moves, paper, quiet, records, shown_drm, throw
from fire_positions import armed


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
    assert "(A7.351)" in table.no(f"fire {us},{','.join(three)} K10")


def test_a7_351_what_was_fired_before_counts_too() -> None:
    table, us, (mmg, lmg) = armed("4-5-8", "MMG", "LMG")
    throw(table, (4, 5), f"fire {mmg} K10")
    throw(table, (4, 5), f"fire {lmg} K10", "yes")  # two SW, one by one (A7.55): its own FP is given up
    assert table.no(f"fire {us} K10") == f"{us} has nothing to fire with (A7.1)"
    table, us, (mmg, lmg) = armed("4-5-8", "MMG", "LMG")
    throw(table, (4, 5), f"fire {us},{mmg} K10")
    assert f"nobody left to fire {lmg} (A7.351)" in table.no(f"fire {lmg} K10")
    table, us, (mg,) = armed("2-4-8", "MMG", distance=2)
    throw(table, (6, 5), f"fire {us} K12 only")
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
        assert column(table, f"fire {us} K12 only") == 2
        assert column(table, f"fire {us} K12") == 4, "named alone it fires what has more FP"
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


def long_shot(distance: int, *leader: str) -> tuple[Tabletop, str, str]:
    """An ENEMY HMG (7-16) in K26 and a FRIENDLY squad up the hexrow, in the ENEMY PFPh."""
    table = field(ENEMY, "PFPh")
    _, mg = table.armed(ENEMY, "4-6-8", "K26", "HMG")
    names = ",".join([mg, *(table.new(ENEMY, name, "K26") for name in leader)])
    table.new(FRIENDLY, "4-5-8", f"K{26 - distance}")
    return table, names, f"K{26 - distance}"


def test_a9_4_beyond_16_hexes_a_mg_needs_a_directing_leader() -> None:
    table, names, goal = long_shot(17)
    assert "may fire beyond 16 hexes only if a leader directs it (A9.4)" in table.no(f"fire {names} {goal}")
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


def test_a9_3_a_lone_smc_uses_no_sustained_fire() -> None:
    table = field(ENEMY, "DFPh")
    hero, gun = table.new(FRIENDLY, "1-4-9", "K10", "first"), table.new(FRIENDLY, "LMG")
    table.all(f"give {gun} {hero}", f"set {gun} first")
    table.new(ENEMY, "4-6-7", "K11")
    assert "cannot use Sustained Fire" in table.no(f"fire {gun} K11")


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
        assert f"has fired from K10 in this phase and keeps that CA; {goal} is outside it (A9.21)" in table.no(
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


# -- breakdown of captured MG, of conscripts, in Sustained Fire -----------------------------------------


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
