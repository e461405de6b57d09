"""The counters that fire leaves on Guns, crews, SW and vehicles, and what they still allow (A8.3, A8.41, C5.6)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, moves, quiet, shot, throw

from sasl.asl.fire.fire_groups import order
from sasl.asl.fire.firepower import firepower
from sasl.asl.game.sides import Phase
from sasl.kernel.frozen import replace


def battery(phase: Phase = "MPh", spent: float = 1, prey: str = "K12") -> tuple[Tabletop, str, str, str]:
    """An ENEMY AT Gun and its crew in K14, and a FRIENDLY squad that has just spent MF near them."""
    table = field(FRIENDLY, phase, K12="stone-building").all("option fire-stops off", "option confirm-fire off")
    gun, crew = table.new(ENEMY, "75L AT", "K14"), table.new(ENEMY, "2-2-8", "K14")
    table.do(f"face {gun} K13/L13")
    us = table.new(FRIENDLY, "4-5-8", prey)
    return (moves(table, us, came_from="K11", spent=spent) if phase == "MPh" else table), gun, crew, us


MISS = (6, 5)


def test_a8_3_the_shot_of_its_gun_counts_against_a_crew_that_fires_again() -> None:
    table, gun, crew, _us = battery()
    throw(table, MISS, f"fire {gun} K12 he")
    assert "A8.3" in table.no(f"fire {crew} K12")
    table, gun, crew, _ = battery(spent=2)
    throw(table, MISS, f"fire {gun} K12 he")
    throw(table, MISS, f"fire {crew} K12")
    assert "final" in table.unit(crew).flags


def test_a8_3_the_shot_of_its_mg_counts_against_a_half_squad_that_fires_again() -> None:
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    them, mg = table.armed(ENEMY, "2-4-7", "K14", "LMG")
    table = moves(table, table.new(FRIENDLY, "4-5-8", "K12"), came_from="K11")
    throw(table, MISS, f"fire {mg} K12")
    assert "A8.3" in table.no(f"fire {them} K12")


def test_a8_3_intensive_fire_marks_crew_and_sw_final_fire() -> None:
    table, gun, crew, us = battery(spent=2)
    mg = table.arm(crew, "LMG")
    throw(table, MISS, f"fire {gun} K12 he")
    throw(table, (5, 4), f"fire {gun} K12 he intensive")
    assert "final" in table.unit(crew).flags and "final" in table.state.weapons[mg].flags
    table = moves(table, us, came_from="K11", spent=2)
    assert "FPF" in table.no(f"fire {crew} K12") and "FPF" in table.no(f"fire {mg} K12")


def test_a8_3_subsequent_first_fire_of_a_mg_alone_marks_all_of_its_unit() -> None:
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    them, mg, other = table.new(ENEMY, "4-6-7", "K14"), table.new(ENEMY, "LMG"), table.new(ENEMY, "LMG")
    table.all(f"give {mg} {them}", f"give {other} {them}", f"set {mg} first fired")
    table = moves(table, table.new(FRIENDLY, "4-5-8", "K12"), came_from="K11")
    throw(table, MISS, f"fire {mg} K12")
    assert "final" in table.unit(them).flags and "final" in table.state.weapons[other].flags


def test_a8_41_a_first_fired_gun_intensive_fires_in_the_dfph_at_adjacent_targets_only() -> None:
    for prey, allowed in (("K12", False), ("K13", True)):
        table, gun, crew, _ = battery("DFPh", prey=prey)
        table.do(f"set {gun} first")
        table.do(f"set {crew} first")
        table = spent(table, gun)
        if allowed:
            table.dice(5, 4).do(f"fire {gun} {prey} he intensive")
        else:
            assert "A8.41" in table.no(f"fire {gun} {prey} he intensive")


def test_c5_6_a_gun_that_has_final_fired_does_not_intensive_fire() -> None:
    table, gun, _, _ = battery("DFPh", prey="K13")
    throw(table, MISS, f"fire {gun} K13 he")
    assert "C5.6" in table.no(f"fire {gun} K13 he intensive")


@pytest.mark.parametrize("lines", [("{unit} K11 only", "{mg} K13"), ("{mg} K13", "{unit} K11 only")])
def test_a8_4_a_first_fired_mg_final_fires_at_who_is_adjacent_before_or_after_its_unmarked_squad(
    lines: tuple[str, str],
) -> None:
    table, them, gun = _with_mg("", "first")
    for line in lines:
        throw(table, (3, 5), f"fire {line.format(unit=them, mg=gun)}")
    assert "final" in table.unit(them).flags and "final" in table.state.weapons[gun].flags


def test_a8_4_a_first_fired_squad_and_its_first_fired_mg_final_fire_in_one_attack() -> None:
    table, them, gun = _with_mg("first", "first")
    throw(table, (3, 5), f"fire {them} K13 only")
    assert "A8.4" in table.no(f"fire {gun} K13")


def _with_mg(unit: str, mg: str) -> tuple[Tabletop, str, str]:
    """A squad with a MMG in the DFPh, with these counters on them, an enemy beside it and one at three hexes."""
    table = field(ENEMY, "DFPh").all("option confirm-fire off")
    them, gun = table.armed(FRIENDLY, "4-5-8", "K14", "MMG")
    for name, flag in ((them, unit), (gun, mg)):
        if flag:
            table.do(f"set {name} {flag}")
    for place in ("K11", "K13"):
        table.new(ENEMY, "4-6-7", place)
    return table, them, gun


@pytest.mark.parametrize(("sw", "mark", "power"), [("ATR", "", 4), ("LMG", "", 4), ("ATR", "first", Fraction(7, 2))])
def test_a8_3_subsequent_first_fire_halves_a_fresh_mg_but_not_a_fresh_atr(sw: str, mark: str, power: Fraction) -> None:
    """6 FP halved is 3, and 1 FP of the ATR; a LMG of 2 FP is fired with it and halved. One First Fired halves, too."""
    table = quiet(field(ENEMY, "MPh"))
    us, held = table.armed(FRIENDLY, "6-2-8", "K14", sw)
    table.do(f"set {us} first")
    if mark:
        table.do(f"set {held} {mark} fired")
    table = moves(table, table.new(ENEMY, "4-6-7", "K12"), came_from="K11")
    fire = order(table.game, (table.unit(us),), (table.state.weapons[held],), ("K12",))
    assert firepower(table.game, fire, "K12", concealed=False)[0] == power


@pytest.mark.parametrize("what", ["", "LMG"])
def test_a8_1_c5_6_a_crew_that_fires_anything_else_marks_its_gun_which_then_intensive_fires(what: str) -> None:
    """Its inherent FP, or a SW: Gun and crew are both marked First Fire, and the Gun may use Intensive Fire."""
    table, gun, crew, _ = battery(prey="K15")
    sw = table.arm(crew, what) if what else crew
    assert "intensive" in table.no(f"fire {gun} K15 he intensive").lower(), "as long as it has its ROF"
    throw(table, MISS, f"fire {sw} K15")
    assert "first" in table.unit(gun).flags & table.unit(crew).flags
    other = table.new(FRIENDLY, "4-5-8", "K12")
    table = moves(table, other, came_from="K11")
    assert "C2.24" in table.no(f"fire {gun} K12 he")
    throw(table, (5, 4), f"fire {gun} K12 he intensive")
    assert {"first", "final", "intensive"} <= table.unit(gun).flags


def test_a8_3_c5_6_a_crew_that_has_used_subsequent_first_fire_leaves_its_gun_no_intensive_fire() -> None:
    table, gun, crew, us = battery(prey="K15", spent=2)
    throw(table, MISS, f"fire {crew} K15")
    throw(table, MISS, f"fire {crew} K15")
    table = moves(table, us, came_from="K16", spent=2)
    assert "final" in table.unit(gun).flags and "C5.6" in table.no(f"fire {gun} K15 he intensive")


def test_c5_6_a_crew_that_has_prep_fired_itself_leaves_its_gun_intensive_fire() -> None:
    table, gun, crew, _ = battery("DFPh", prey="K13")
    table.go_to(ENEMY, "PFPh")
    throw(table, MISS, f"fire {crew} K13")
    assert "prep" in table.unit(gun).flags
    throw(table, (5, 4), f"fire {gun} K13 he intensive")


def spent(table: Tabletop, gun: str) -> Tabletop:
    """The same with the ROF of a Gun gone."""
    unit = table.unit(gun)
    units = {**table.state.units, gun: replace(unit, arms=unit.arms | {"MA spent"})}
    return Tabletop(table.game.at(replace(table.state, units=units)))


# -- vehicles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "dice", "then", "allowed"),
    [
        ("cmg", (6, 5), "ma he", False), ("cmg", (6, 5), "bmg", False), ("ma he", (1, 6), "ma he", True),
        ("ma he", (1, 6), "cmg", False), ("ma he", (6, 5), "cmg", False),
    ],
)  # fmt: skip
def test_d3_31_after_bounding_first_fire_only_a_ma_that_kept_its_rof_fires_in_the_afph(
    first: str, dice: tuple[int, ...], then: str, allowed: bool
) -> None:
    table = field(FRIENDLY, "MPh").all("option fire-stops off", "option confirm-fire off")
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.do(f"face {tank} K13/L13")
    table.new(ENEMY, "4-6-7", "K10")
    throw(table, dice, f"fire {tank} K10 {first}")
    table.do("dice clear")
    table.go_to(FRIENDLY, "AFPh")
    if allowed:
        throw(table, MISS, f"fire {tank} K10 {then}")
        assert "C2.24" in table.no(f"fire {tank} K10 {then}")
    else:
        assert "D3.31" in table.no(f"fire {tank} K10 {then}")
    table.go_to(FRIENDLY, "RtPh")
    assert not table.unit(tank).arms


def test_d3_3_a_vehicle_that_did_not_fire_in_its_mph_fires_all_it_has_in_the_afph() -> None:
    table = field(FRIENDLY, "AFPh").all("option confirm-fire off")
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.do(f"face {tank} K13/L13")
    table.new(ENEMY, "4-6-7", "K10")
    throw(table, MISS, f"fire {tank} K10 cmg")
    throw(table, MISS, f"fire {tank} K10 ma he")


# -- Panzerfausts -------------------------------------------------------------------------------------


def test_a7_351_a_pf_is_one_of_the_two_sw_of_a_phase() -> None:
    table = field(ENEMY, "PFPh").all("option confirm-fire off")
    squad, one, two = table.armed(ENEMY, "4-6-8", "K14", "LMG", "LMG")
    tank = table.new(FRIENDLY, "T-34 M43", "K13")
    table.new(FRIENDLY, "4-5-8", "K12")
    table.dice(4).do(f"pf {squad} K13 at {tank}")
    assert "A7.351" in table.no(f"fire {one},{two} K12")
    assert shot(throw(table, MISS, f"fire {squad},{one} K12"))[0] == 2, "two SW: no inherent FP is left"


def test_a7_352_a_half_squad_that_tried_a_pf_has_no_inherent_fp_left() -> None:
    table = field(ENEMY, "PFPh").all("option confirm-fire off")
    half, tank = table.new(ENEMY, "2-4-8", "K14"), table.new(FRIENDLY, "T-34 M43", "K13")
    table.new(FRIENDLY, "4-5-8", "K12")
    table.new(ENEMY, "4-6-8", "DD20")  # 1½ squads: two shots
    table.dice(5).do(f"pf {half} K13 at {tank}")
    assert "A7.2" in table.no(f"fire {half} K12")


def test_a7_24_the_counter_of_an_advancing_firer_says_what_it_marks() -> None:
    table = field(FRIENDLY, "AFPh")
    us, leader = table.new(FRIENDLY, "4-5-8", "K14"), table.new(FRIENDLY, "8-0", "K14")
    table.new(ENEMY, "4-6-7", "K12")
    lines = "\n".join(event.describe() for event in throw(table, MISS, f"fire {us},{leader} K12"))
    assert f"{us} now under a Prep Fire counter: Advancing Fire" in lines
    assert f"{leader} now under a Prep Fire counter: directs Advancing Fire" in lines


def test_a8_3_the_counter_says_which_fire_flipped_it() -> None:
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    them = table.new(ENEMY, "4-6-7", "K14")
    table = moves(table, table.new(FRIENDLY, "4-5-8", "K12"), came_from="K11", spent=2)
    first, again = (throw(table, MISS, f"fire {them} K12") for _ in range(2))
    assert any(event.describe() == f"{them} now under a First Fire counter: fires" for event in first)
    words = f"{them} now under a Final Fire counter: Subsequent First Fire"
    assert any(event.describe() == words for event in again)


def test_c2_24_a_gun_that_keeps_its_rof_fires_on_under_its_counter() -> None:
    table, gun, _crew, _us = battery(spent=2)
    lines = [event.describe() for event in throw(table, (1, 6, 6, 6), f"fire {gun} K12 he")]
    assert f"{gun} may fire again, despite its counter: coloured die 1 (C2.24)." in lines
