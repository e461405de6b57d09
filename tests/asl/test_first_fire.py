"""Defensive First Fire, Subsequent First Fire, FPF and Final Fire (A8.1-A8.4)."""

from __future__ import annotations

import pytest
from field import (
    ENEMY,
    FRIENDLY,
    Tabletop,
    column,
    drm,
    field,
    first_column,
    flags,
    moves,
    paper,
    quiet,
    records,
    shot,
    shots,
    shown_drm,
    throw,
    type_of,
)
from fire_positions import defence
from tabletop import bare, rolls

from sasl.asl.fire.opportunity import nearest_enemy


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
    assert "nobody is moving in K12" in table.no(f"fire {them} K12")
    table = field(FRIENDLY, "MPh")
    them = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "4-4-7", "K12")
    assert "nobody is moving in K12" in table.no(f"fire {them} K12")


def test_a8_14_a_mg_with_rof_fires_at_a_mover_only_as_often_as_it_spent_mf() -> None:
    for spent, again in ((1, False), (2, True)):
        table, them, _ = defence("4-6-7", 4, "4-5-8", spent, "assault")
        mg = table.arm(them, "MMG")
        throw(table, (1, 6, 1, 2), f"fire {mg} K10")  # 7 - 1 = 6 on the 4 column: NMC, passed; ROF kept
        if again:
            throw(table, (6, 5), f"fire {mg} K10")
        else:
            assert "(A8.14)" in table.no(f"fire {mg} K10")


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


@pytest.mark.parametrize(
    ("kind", "place", "states"),
    [("4-5-8", "K13", ()), ("4-5-8", "L12", ("disarmed",)), ("4-5-8", "L12", ("concealed",)), ("Wagon", "L12", ())],
)
def test_a8_3_who_is_out_of_its_los_unarmed_or_concealed_is_no_nearer_known_enemy(
    kind: str, place: str, states: tuple[str, ...]
) -> None:
    """In K13, behind the woods of K12, or in L12."""
    table = quiet(field(FRIENDLY, "MPh", K12="woods"))
    table.new(ENEMY, "4-6-7", "K11", "first")
    table.new(FRIENDLY, kind, place, *states)
    them = table.new(FRIENDLY, "4-5-8", "M9")
    table = moves(table, them, came_from="M8", spent=2)
    assert table.dice(6, 6, 1, 1).do("fire 467a M9")


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


def test_a8_3_only_armed_known_enemies_draw_subsequent_first_fire() -> None:
    table = field(FRIENDLY, "MPh")
    them = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "4-4-7", "K13", "disarmed")
    table.new(FRIENDLY, "4-4-7", "K12", "hidden")
    table.new(FRIENDLY, "T-34 M43", "K11", "abandoned")
    table.new(FRIENDLY, "76* INF", "L14")
    table.new(FRIENDLY, "4-4-7", "K10")
    assert nearest_enemy(table.game, table.unit(them)) == 4


def test_a8_3_a_unit_and_its_mg_use_subsequent_first_fire_in_one_attack() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off")
    squad, gun = table.new("enemy", "4-6-7", "K14"), table.new("enemy", "HMG")
    mover = table.new("friendly", "4-5-8", "K18")
    table.do(f"give {gun} {squad}")
    table.do(f"move {mover} K17")
    table.dice(4, 6, 1, 1).do(f"fire {squad} K17")
    table.do(f"set {mover} -pinned -broken -dm")
    table.do(f"move {mover} K16")
    record = rolls(table.dice(4, 5, 1, 1, 1, 1).do(f"fire {squad} K16"), "Subsequent First Fire")[0]
    assert gun in record.purpose and record.column == "4", "(4 + 7) x PBF-less half at range 2: 5 1/2 FP"
    assert "final" in table.unit(squad).flags
    table.do(f"set {mover} -pinned -broken -dm -berserk")
    table.do(f"move {mover} K17")
    assert "only FPF" in table.no(f"fire {gun} K17")


# -- one attack of those who have fired and those who have not (A8.3, A8.31, A8.4) ---------------------------


def at_the_door(*units: tuple[str, str, tuple[str, ...]]) -> tuple[Tabletop, list[str], str]:
    """ENEMY defenders in hexes beside K13, with their states, and a FRIENDLY squad that has just come for 2 MF."""
    table = quiet(field(FRIENDLY, "MPh"))
    ids = [table.new(ENEMY, kind, name, *states) for kind, name, states in units]
    them = table.new(FRIENDLY, "4-5-8", "K13")
    return moves(table, them, came_from="K12", spent=2), ids, them


def test_a8_3_a_squad_and_its_lmg_that_has_first_fired_are_one_attack() -> None:
    """(4 + 3/2) x2 at PBF is 11 FP; then both are marked Final Fire, and only the LMG is sustained."""
    table, (squad,), _ = at_the_door(("4-6-7", "K14", ()))
    gun = table.new(ENEMY, "LMG")
    table.all(f"give {gun} {squad}", f"set {gun} first fired", "option confirm-fire on")
    assert any(line == "11 FP at K13: column 8" for line in paper(table, f"fire {squad},{gun} K13"))
    table.do("option confirm-fire off")
    table.dice(4, 6, 1, 2).do(f"fire {squad},{gun} K13")  # B10 of 12, sustained
    assert "final" in table.unit(squad).flags and "malfunctioned" in table.state.weapons[gun].flags


def test_a8_3_a_squad_that_has_first_fired_takes_its_fresh_lmg_into_its_subsequent_first_fire() -> None:
    """(4 + 3)/2 x2 is 7 FP."""
    table, (squad,), _ = at_the_door(("4-6-7", "K14", ("first",)))
    gun = table.new(ENEMY, "LMG")
    table.all(f"give {gun} {squad}", "option confirm-fire on")
    assert any(line == "7 FP at K13: column 6" for line in paper(table, f"fire {squad} K13"))


def test_a8_31_who_joins_an_fpf_by_another_kind_of_fire_takes_no_nmc() -> None:
    """4 x2 and 4 x2 /2: 12 FP; the DR of 9 breaks the 4-6-7 that uses FPF, and not the one beside it."""
    table, (fresh, last), _ = at_the_door(("4-6-7", "K14", ()), ("4-6-7", "L13", ("final",)))
    events = table.dice(4, 5, *[1, 2] * 4).do(f"fire {fresh},{last} K13")
    assert first_column(events) == "12"
    assert "broken" in table.unit(last).flags and table.unit(fresh).flags == {"first"}


def test_a8_31_fpf_takes_the_mg_along_even_if_it_has_final_fired() -> None:
    """A HS fires its LMG in place of its own FP."""
    table, (squad, half), _ = at_the_door(("4-6-7", "K14", ("final",)), ("2-4-7", "L13", ("final",)))
    guns = [table.new(ENEMY, "LMG") for _ in range(2)]
    table.all(f"give {guns[0]} {squad}", f"give {guns[1]} {half}", *(f"set {gun} final fired" for gun in guns))
    table.do("option confirm-fire on")
    assert any(line == "7 FP at K13: column 6" for line in paper(table, f"fire {squad} K13"))
    assert any(line == "3 FP at K13: column 2" for line in paper(table, f"fire {half} K13"))
    assert "A8.31" in table.no(f"fire {squad} K13 only")


@pytest.mark.parametrize(("men", "gun"), [("2-2-8", "HMG"), ("2-4-8", "LMG")])
def test_a8_31_a_crew_whose_mg_has_not_fired_goes_on_to_subsequent_first_fire_and_fpf(men: str, gun: str) -> None:
    """A7.353: its own FP was used in First Fire; after that it fires the MG instead."""
    table, them, _ = defence(men, 1, "4-5-8", 6, "assault")
    weapon = table.arm(them, gun)
    table.dice(5, 4).do(f"fire {them} K13 only")
    events = table.dice(5, 4, *[1, 2] * 4).do(f"fire {weapon} K13")
    assert rolls(events, "Subsequent First Fire") and "final" in table.unit(them).flags
    events = table.dice(5, 4, *[1, 2] * 4).do(f"fire {them} K13")
    assert rolls(events, "FPF") or rolls(events, "Final Protective Fire")


def test_a8_3_of_two_mg_named_alone_each_fires_by_its_own_kind_in_any_order() -> None:
    """A LMG that has First Fired and a MMG that has not: 3/2 + 5 is 6 1/2 FP."""
    table, them, _ = defence("4-6-7", 4, "4-5-8", 3, "assault")
    light, medium = table.arm(them, "LMG"), table.arm(them, "MMG")
    table.all(f"set {light} first fired", "option confirm-fire on")
    for guns in (f"{light},{medium}", f"{medium},{light}"):
        assert any(line == "6.5 FP at K10: column 6" for line in paper(table, f"fire {guns} K10"))


def test_a8_4_in_the_dfph_who_has_first_fired_joins_at_half_fp_at_adjacent_targets() -> None:
    """4 x2 and 4 x2 /2: 12 FP."""
    table = quiet(field(FRIENDLY, "DFPh"))
    fresh, first = table.new(ENEMY, "4-6-7", "K14"), table.new(ENEMY, "4-6-7", "L13", "first")
    table.new(FRIENDLY, "4-5-8", "K13")
    assert first_column(table.dice(6, 5).do(f"fire {fresh},{first} K13")) == "12"
