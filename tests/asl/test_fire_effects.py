"""What a fire DR does: KIA, K, MC, PTC, the SW of the dead, hidden men and prisoners (A7.3, A9.74)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, flags, quiet, records, shot, shots, throw, type_of
from fire_positions import duel
from tabletop import told

from sasl.asl.fire import effects
from sasl.asl.fire.ift import FinalDr, Outcome
from sasl.asl.fire.opportunity import PREP
from sasl.asl.game import events as ev
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import aim, cases
from sasl.kernel.rolling.records import Modifier


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


# -- hidden men and prisoners ---------------------------------------------------------------------------


def test_a12_3_hidden_units_are_fired_at_as_concealed() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, them = table.new(FRIENDLY, "4-4-7", "K14"), table.new(ENEMY, "4-6-7", "K11", "hidden")
    events = throw(table, (1, 2, 1, 1, 3, 3), f"fire {us} K11", "roll")  # 4/2 = 2 FP: 3 is 1MC
    assert shots(events)[0].column == "2" and "hidden" not in table.unit(them).flags


def aimed(table: Tabletop, tank: str, goal: str) -> list[tuple[tuple[str, ...], tuple[Modifier, ...]]]:
    """The targets of a tank's HE, in groups of the same To Hit DRM."""
    game, firer = table.game, table.unit(tank)
    gun = mounted.ordnance(game, game.counter_of(firer))
    assert gun is not None
    return cases.groups(game, aim.shot(game, firer, "MA", goal, aim.Manner(("he",)), PREP, gun))


def test_a12_3_ordnance_fires_at_hidden_units_as_concealed() -> None:
    table = field(FRIENDLY, "PFPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    them = table.new(ENEMY, "4-6-7", "K11", "hidden")
    ((ids, mods),) = aimed(table, tank, "K11")
    assert ids == (them,) and any("Case K" in mod.name for mod in mods)


def captive(table: Tabletop, place: str = "K11", *states: str) -> tuple[str, str]:
    """An ENEMY Guard and its FRIENDLY prisoner."""
    guard, prisoner = table.new(ENEMY, "4-6-7", place, *states), table.new(FRIENDLY, "4-5-8", place, "prisoner")
    table.do(f"guard {prisoner} {guard}")
    return guard, prisoner


def test_a20_5_fire_at_a_guard_reduces_his_prisoners_instead_of_breaking_them() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us = table.new(FRIENDLY, "6-2-8", "K12")
    guard, prisoner = captive(table)
    # 6 FP at two hexes: 4 is 2MC. Guard 6 + 2 > 7 breaks; the prisoner 8 + 2 > 8 is reduced.
    throw(table, (1, 3, 3, 3, 4, 4), f"fire {us} K11")
    assert "broken" in table.unit(guard).flags
    assert type_of(table, prisoner) == "2-4-8" and table.unit(prisoner).flags >= {"prisoner"}
    assert "broken" not in table.unit(prisoner).flags


def test_a20_5_ordnance_hits_the_prisoners_with_their_guard() -> None:
    table = field(FRIENDLY, "PFPh")
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    guard, prisoner = captive(table, "K11", "concealed")
    ((ids, mods),) = aimed(table, tank, "K11")
    assert set(ids) == {guard, prisoner} and any("Case K" in mod.name for mod in mods)


def test_a20_5_prisoners_alone_are_no_target() -> None:
    table = quiet(field(FRIENDLY, "PFPh"))
    us, guard = table.new(FRIENDLY, "4-4-7", "K14"), table.new(FRIENDLY, "4-4-7", "K11")
    prisoner = table.new(ENEMY, "4-6-7", "K11", "prisoner")
    table.do(f"guard {prisoner} {guard}")
    assert "A7.1" in table.no(f"fire {us} K11")


@pytest.mark.parametrize("crowd", [10, 11, 13, 24])
def test_a_9_random_selection_among_a_crowd_of_more_than_ten(crowd: int) -> None:
    names = [f"u{number}" for number in range(crowd)]
    dice = [6 if number in (1, crowd - 1) else 2 for number in range(crowd)]
    found: list[str] = []
    by_rule(field(FRIENDLY, "PFPh"), dice, lambda ctx: found.extend(ctx.selection(names, 1, "who is hit")))
    assert found == ["u1", names[-1]], "ties are all taken"
