"""Rally (A10.6, A18.11): who may try, the DRM, and what the DR brings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop, bare, rolls, told

from sasl.asl.game.sides import Side
from sasl.asl.infantry import rally
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier
from sasl.minds.played_sides import minds
from sasl.orders.engine import Done, play

OPEN, WOODS, BUILDING = "P13", "Q13", "Z15"


def rph(side: Side = FRIENDLY) -> Tabletop:
    return bare(side, "RPh")


def drm(table: Tabletop, unit: str, leader: str = "") -> dict[str, int]:
    way = rally.attempt(table.game, table.unit(unit), leader)
    return {mod.name: mod.value for mod in way.modifiers}


def test_a10_6_the_drm_stand_in_the_table() -> None:
    table = LIBRARY.table("rally.check")
    assert {item.when: item.value for item in table.modifiers} == {
        "dm": 4,
        "self-rally": 1,
        "rally-terrain": -1,
        "leader": 1,
    }
    assert (table.kind and table.kind.name, table.against) == ("DR", "broken Morale Level")


def test_a10_6_a_leader_in_the_location_helps_to_rally() -> None:
    table = rph()
    squad, leader = table.new("friendly", "4-4-7", OPEN, "broken"), table.new("friendly", "9-1", OPEN)
    assert drm(table, squad) == {leader: -1}
    # 447 broken ML 7, -1: rallies with 8 or less
    record = rolls(table.dice(4, 4).do(f"rally {squad}"))[0]
    assert (record.total, record.target, record.success) == (7, 7, True)
    assert table.unit(squad).flags == {"rally-tried"}


def test_a10_6_one_attempt_in_a_rph_and_a_new_one_in_the_next() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken")
    table.new("friendly", "9-1", OPEN)
    table.dice(5, 5).do(f"rally {squad}")
    assert table.unit(squad).flags == {"broken", "rally-tried"}
    assert "has tried to rally in this RPh (A10.6)" in table.no(f"rally {squad}")
    table.go_to("ENEMY", "RPh")
    table.dice(3, 3).do(f"rally {squad}")
    assert "broken" not in table.unit(squad).flags


def test_a10_6_without_leader_or_self_rally_there_is_no_attempt_in_the_enemy_rph() -> None:
    table = rph(ENEMY)
    squad = table.new("friendly", "4-4-7", OPEN, "broken")
    assert "no Good Order leader in P13" in table.no(f"rally {squad}")
    assert "this is not the FRIENDLY RPh (A18.11)" in table.no(f"rally {squad}")


@pytest.mark.parametrize("flag", ["broken", "berserk", "melee", "prisoner"])
def test_a10_6_the_leader_must_be_in_good_order(flag: str) -> None:
    table = rph(ENEMY)
    squad, leader = table.new("friendly", "4-4-7", OPEN, "broken"), table.new("friendly", "9-1", OPEN, flag)
    assert "no Good Order leader" in table.no(f"rally {squad}")
    assert f"{leader} cannot help" in table.no(f"rally {squad} {leader}")


def test_a10_6_rally_belongs_to_the_rph_and_yes_and_no_settle_it_by_hand() -> None:
    table = bare("FRIENDLY", "MPh")
    squad = table.new("friendly", "4-4-7", OPEN, "broken", "dm")
    assert "'rally' belongs to the RPh" in table.no(f"rally {squad}")
    table.do(f"rally {squad} no")
    assert table.unit(squad).flags == {"broken", "dm"}
    table.do(f"rally {squad} yes")
    assert not table.unit(squad).flags


@pytest.mark.parametrize(("place", "wanted"), [(OPEN, 0), (WOODS, -1), (BUILDING, -1)])
def test_a10_61_woods_and_buildings_help(place: str, wanted: int) -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", place, "broken")
    table.new("friendly", "8-0", place)
    assert sum(drm(table, squad).values()) == wanted


@pytest.mark.parametrize(("marker", "wanted"), [("trench", -1), ("pillbox", -1), ("foxhole", 0)])
def test_a10_61_trenches_and_pillboxes_help_foxholes_do_not(marker: str, wanted: int) -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken", "dug-in")
    table.new("friendly", "8-0", OPEN)
    table.do(f"marker add {marker} {OPEN}")
    assert sum(drm(table, squad).values()) == wanted


def test_a10_62_dm_adds_four() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken", "dm")
    table.new("friendly", "8-0", OPEN)
    assert drm(table, squad) == {"DM": 4}
    record = rolls(table.dice(2, 2).do(f"rally {squad}"))[0]  # 2+2+4 = 8 > 7
    assert record.success is False


def test_a10_62_dm_may_be_kept_in_the_open_and_goes_elsewhere() -> None:
    table = rph()
    squad, other = (table.new("friendly", "4-4-7", name, "broken", "dm") for name in (OPEN, WOODS))
    assert "in terrain that helps it rally, so it loses" in table.no(f"keepdm {other}")
    table.all(f"keepdm {squad}", "next")
    assert table.unit(squad).flags == {"broken", "dm"}
    assert table.unit(other).flags == {"broken"}


@pytest.mark.parametrize(
    ("foe", "states", "under_dm"),
    [
        ("O13", "", True), ("O13", "broken", True), ("O13", "concealed", False), ("O13", "disarmed", False),
        ("M13", "", False),
    ],
)  # fmt: skip
def test_a10_62_who_has_an_armed_known_enemy_beside_it_is_under_dm_and_stays_so(
    foe: str, states: str, under_dm: bool
) -> None:
    """It tries to rally at +4, and is under DM in the next RtPh, too."""
    table = bare(FRIENDLY, "CCPh")
    squad = table.new("friendly", "4-4-7", OPEN, "broken")
    table.new("enemy", "4-6-7", foe, *states.split())
    table.do("next")
    assert table.state.phase == "RPh" and ("dm" in table.unit(squad).flags) == under_dm
    table.do("next")
    assert ("dm" in table.unit(squad).flags) == under_dm


def test_7_2_an_enemy_unit_keeps_its_dm_if_it_could_rout_to_rally_terrain() -> None:
    table = rph(ENEMY)
    near, far = table.new("enemy", "4-4-7", OPEN, "broken", "dm"), table.new("enemy", "4-4-7", "V0", "broken", "dm")
    table.do("next")
    assert "dm" in table.unit(near).flags and "dm" not in table.unit(far).flags


def test_a10_64_an_original_12_is_a_casualty_reduction() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken")
    table.new("friendly", "10-2", OPEN)
    table.dice(6, 6).do(f"rally {squad}")
    assert table.unit(squad).type == "2-3-7" and "broken" in table.unit(squad).flags


def test_a10_64_an_original_12_eliminates_a_broken_hs() -> None:
    table = rph()
    half = table.new("friendly", "2-3-7", OPEN, "broken")
    table.new("friendly", "10-2", OPEN)
    table.dice(6, 6).do(f"rally {half}")
    assert half not in table.state.units


def test_a15_1_an_original_2_with_a_leader_is_heat_of_battle() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken")
    table.new("friendly", "8-0", OPEN)
    # 1,1 rallies; then HoB 2,2 = 4, Russian +2, just rallied +1 = 7: Battle Hardening
    events = table.dice(1, 1, 2, 2).do(f"rally {squad}")
    assert rolls(events, "Heat of Battle")[0].total == 7
    assert table.unit(squad).type == "4-5-8" and "broken" not in table.unit(squad).flags


def test_a17_3_a_wounded_leader_helps_one_less() -> None:
    table = rph()
    squad, leader = table.new("friendly", "4-4-7", OPEN, "broken"), table.new("friendly", "9-1", OPEN, "wounded")
    assert drm(table, squad) == {}
    other = table.new("friendly", "8-0", OPEN, "wounded")
    assert drm(table, squad, other) == {other: 1}
    assert drm(table, squad, leader) == {}


@pytest.mark.parametrize("type_name", ["8-1", "2-2-8"])
def test_a18_1_leaders_and_crews_rally_by_themselves_in_any_rph(type_name: str) -> None:
    table = rph(ENEMY)
    unit = table.new("friendly", type_name, OPEN, "broken")
    way = rally.attempt(table.game, table.unit(unit))
    assert (way.how, [mod.value for mod in way.modifiers]) == ("self", [1])
    table.dice(3, 3).do(f"rally {unit}")
    assert "broken" not in table.unit(unit).flags


def test_a10_71_a_broken_leader_is_rallied_by_any_good_order_leader_and_not_by_himself() -> None:
    table = rph()
    low = table.new("friendly", "8-1", OPEN, "broken")
    equal, high = table.new("friendly", "8-0", OPEN), table.new("friendly", "9-2", OPEN)
    assert drm(table, low) == {high: -2}
    assert drm(table, low, equal) == {}
    table.do(f"eliminate {high}")
    assert drm(table, low) == {}, "no Self-Rally beside another unbroken leader, so not at +1"


def test_a10_63_nobody_rallies_by_himself_where_a_good_order_leader_is() -> None:
    table = rph()
    crew, bad = table.new("friendly", "2-2-8", OPEN, "broken"), table.new("friendly", "6+1", OPEN)
    assert drm(table, crew) == {bad: 1}, "he must take the leader, though he is none to wish for"


def test_a3_1_a_leader_who_has_led_a_rally_neither_repairs_recovers_nor_leads_a_deployment() -> None:
    table = rph(ENEMY)
    weak, leader = table.new("enemy", "4-6-7", OPEN, "broken"), table.new("enemy", "9-1", OPEN)
    squad, gun = table.new("enemy", "4-6-7", OPEN), table.new("enemy", "LMG")
    table.all(f"give {gun} {leader}", f"set {gun} malfunctioned")
    table.dice(6, 5).do(f"rally {weak}")
    assert "led-rally" in table.unit(leader).flags
    assert "there is nothing to repair" in table.no(f"repair {gun}")
    assert "no Good Order leader" in table.no(f"split {squad}")
    table.do(f"give {gun} {OPEN}")
    assert "has had another action in this RPh" in table.no(f"recover {leader} {gun}")


def test_a12_141_leading_a_rally_deploying_and_recovering_in_los_cost_the_question_mark() -> None:
    table = rph(ENEMY)
    table.new("friendly", "4-4-7", "P15")
    weak, leader = table.new("enemy", "4-6-7", OPEN, "broken"), table.new("enemy", "9-1", OPEN, "concealed")
    squad, other, gun = (
        table.new("enemy", "4-6-7", OPEN, "concealed"),
        table.new("enemy", "8-0", OPEN),
        table.new("enemy", "LMG"),
    )
    table.dice(6, 5).do(f"rally {weak} {leader}")
    table.dice(6, 5).do(f"split {squad}")
    third = table.new("enemy", "2-4-7", OPEN, "concealed")
    table.do(f"give {gun} {OPEN}")
    table.dice(6).do(f"recover {third} {gun}")
    assert not any("concealed" in table.unit(key).flags for key in (leader, squad, other, third))


def test_a3_1_who_has_rallied_neither_deploys_nor_repairs() -> None:
    table = rph(ENEMY)
    squad, gun = table.new("enemy", "4-6-7", OPEN, "rally-tried"), table.new("enemy", "LMG")
    table.new("enemy", "9-1", OPEN)
    table.all(f"give {gun} {squad}", f"set {gun} malfunctioned")
    assert "has had another action in this RPh (A3.1)" in table.no(f"split {squad}")
    assert "there is nothing to repair" in table.no(f"repair {gun}")


def test_a18_11_the_first_mmc_of_its_own_rph_rallies_by_itself() -> None:
    table = rph()
    first, second = table.new("friendly", "4-4-7", OPEN, "broken"), table.new("friendly", "4-4-7", "P12", "broken")
    assert drm(table, first) == {"self-rally": 1}
    table.dice(5, 5).do(f"rally {first}")
    assert table.unit(first).flags == {"broken", "rally-tried", "self-rallied"}
    assert "another MMC has tried that (A18.11)" in table.no(f"rally {second}")


def test_a18_11_not_after_another_mmc_has_tried_with_a_leader() -> None:
    table = rph()
    led, alone = table.new("friendly", "4-4-7", OPEN, "broken"), table.new("friendly", "4-4-7", "P12", "broken")
    table.new("friendly", "8-0", OPEN)
    table.dice(5, 5).do(f"rally {led}")
    assert "another MMC has tried to rally before (A18.11)" in table.no(f"rally {alone}")


def test_a18_11_of_several_the_best_try_first_and_who_may_not_any_more_is_told() -> None:
    table = rph()
    led, leader = table.new("friendly", "4-4-7", OPEN, "broken"), table.new("friendly", "8-0", OPEN, "broken")
    alone = [table.new("friendly", "4-4-7", name, "broken") for name in ("P12", "P14")]
    events = table.dice(1, 2, 5, 5, 5, 5).do(f"rally {','.join((*alone, led, leader))}")
    tried = [next(key for key in (leader, led, *alone) if f" {key} " in record.purpose) for record in rolls(events)]
    assert tried == [leader, alone[0], led], "the leader, then one MMC by itself, then who is led"
    assert f"No attempt: {alone[1]} cannot rally" in told(events) and "(A18.11)" in told(events)
    assert "has tried to rally in this RPh" in table.no(f"rally {led},{alone[0]}"), "nobody of them can"


def test_7_1_two_mmc_of_the_enemy_rally_by_themselves() -> None:
    table = rph(ENEMY)
    units = [table.new("enemy", "4-6-7", name, "broken") for name in ("P12", "P13", "P14")]
    for unit in units[:2]:
        table.dice(5, 5).do(f"rally {unit}")
    assert "2 MMC have tried that (A18.11)" in table.no(f"rally {units[2]}")


def test_a18_11_another_figure_gives_both_sides_two() -> None:
    assert (LIBRARY.figure("self-rally-friendly"), LIBRARY.figure("self-rally-enemy")) == (1, 2)


def test_a18_2_an_original_2_of_the_first_mmc_is_a_field_promotion() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken", "dm")
    # Original 2 rallies even under DM; dr 3, was broken +1, Russian +1 = 5: a 7-0
    events = table.dice(1, 1, 3).do(f"rally {squad}")
    assert "broken" not in table.unit(squad).flags
    assert rolls(events, "Leader Creation")[0].total == 5
    assert [unit.type for unit in table.state.units_at(OPEN) if unit.kind == "leader"] == ["7-0"]


def test_a18_2_a_field_promotion_may_fail() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken")
    table.dice(1, 1, 5).do(f"rally {squad}")  # 5+2 = 7: none
    assert [unit.id for unit in table.state.units_at(OPEN)] == [squad]


def test_a19_12_a_disrupted_mmc_needs_a_leader_and_is_itself_again() -> None:
    table = rph()
    squad = table.new("friendly", "4-2-6", OPEN, "broken", "disrupted")
    assert "it is Disrupted (A19.12)" in table.no(f"rally {squad}")
    leader = table.new("friendly", "9-1", OPEN)
    table.dice(1, 3).do(f"rally {squad} {leader}")
    assert table.unit(squad).flags == {"rally-tried"}


@pytest.mark.parametrize(("flag", "words"), [("melee", "in Melee"), ("prisoner", "a prisoner")])
def test_a10_6_who_may_not_try(flag: str, words: str) -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken", flag)
    table.new("friendly", "9-1", OPEN)
    assert words in table.no(f"rally {squad}")


def test_a10_6_the_paper_shows_number_drm_and_exact_chances() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", WOODS, "broken", "dm")
    leader = table.new("friendly", "9-1", WOODS)
    question = table.ask(f"rally {squad}")
    text = "\n".join(question.lines)
    # 7 -4 +1 +1: rallies with 5 or less (10/36)
    assert "broken Morale Level: 7" in text and f"-1 {leader} (A10.7)" in text and "+4 DM (A10.62)" in text
    assert "rallies 28%" in text and "Casualty Reduction 2.8%" in text
    table.do(f"rally {squad}", "+1 smoke", "=rallies")
    assert "broken" not in table.unit(squad).flags


def test_a10_6_chances_by_hand() -> None:
    found = dict(rally.chances(7, (Modifier("DM", 4),)))  # 3 or less: 3/36
    assert list(found.values()) == [Fraction(3, 36), Fraction(32, 36), Fraction(1, 36)]
    assert dict(rally.chances(12, ()))["rallies"] == Fraction(35, 36)


def test_7_rally_all_takes_leaders_first_then_the_first_mmc_then_the_best_chance() -> None:
    table = rph()
    poor = table.new("friendly", "4-4-7", WOODS, "broken", "dm")
    leader = table.new("friendly", "9-1", WOODS, "broken")
    good = table.new("friendly", "4-5-8", WOODS, "broken")
    table.dice(3, 3, 6, 5, 6, 5)
    purposes = [record.purpose for record in rolls(table.do("rally all"))]
    assert [purpose.split()[2] for purpose in purposes] == [leader, good, poor]
    assert "Self-Rally as one of the first MMC" in purposes[1] or "led by" in purposes[1]
    assert "none of your units can try" in table.no("rally all")


def test_a10_64_rally_all_tries_none_that_has_no_chance() -> None:
    """A 6+1 under DM needs 1 or less: only his Original 12 would do anything. `rally UNIT` tries all the same."""
    table = rph()
    leader = table.new("friendly", "6+1", OPEN, "broken", "dm")
    assert rally.candidates(table.game, "FRIENDLY")[0].chance == 0 and not rally.hopeful(table.game, "FRIENDLY")
    assert f"{leader} has no chance to rally (A10.6); rally {leader} tries all the same" in table.no("rally all")
    squad = table.new("friendly", "4-5-8", WOODS, "broken")
    assert [record.purpose.split()[2] for record in rolls(table.dice(3, 3).do("rally all"))] == [squad]
    assert rolls(table.dice(3, 3).do(f"rally {leader}"))


def test_a18_11_rally_all_tries_the_first_mmc_that_only_an_original_2_helps() -> None:
    table = rph()
    half = table.new("friendly", "2-3-7", OPEN, "broken", "dm")
    assert rally.candidates(table.game, "FRIENDLY")[0].chance == 0
    table.dice(1, 1, 2).do("rally all")
    assert "broken" not in table.unit(half).flags


def test_a15_1_rally_all_tries_who_is_led_though_only_heat_of_battle_helps() -> None:
    table = rph()
    table.new("friendly", "6+1", OPEN)
    squad = table.new("friendly", "4-2-6", OPEN, "broken", "dm")
    ways = rally.hopeful(table.game, "FRIENDLY")
    assert [(way.unit, way.how, way.chance) for way in ways] == [(squad, "led", 0)]


def test_a10_6_the_rph_says_who_may_try() -> None:
    table = bare("ENEMY", "CCPh")
    squad = table.new("friendly", "4-4-7", OPEN, "broken")
    gun = table.new("friendly", "HMG")
    holder = table.new("friendly", "4-4-7", "P12")
    table.all(f"give {gun} {holder}", f"malfunction {gun}")
    text = told(table.dice(3, 4).do("next"))
    assert f"{squad} 42%" in text and f"; repair {gun} (A9.72)" in text


def test_rally_all_leaves_a_side_that_plays_itself_alone() -> None:
    """Its mind rallies its own; the player's word is for his."""
    table = rph()
    ours = table.new(FRIENDLY, "4-4-7", WOODS, "broken")
    theirs = table.new(ENEMY, "4-6-7", BUILDING, "broken")
    table.new(ENEMY, "9-1", BUILDING)
    table.do("option confirm-fire off")
    done = play(replace(table.game, minds=minds("ENEMY")), "rally all")
    assert isinstance(done, Done)
    tried = {record.purpose.split()[2] for record in rolls(done.events)}
    assert tried == {ours} and "broken" in done.game.state.units[theirs].flags


def test_who_rolls_himself_is_told_the_drm_and_what_the_check_needs() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", OPEN, "broken", "dm")
    table.new("friendly", "9-1", OPEN)
    table.do("dice hand")
    table.do("option confirm-fire off")
    drm, needs = table.ask(f"rally {squad}").lines
    assert drm == "+4 DM (A10.62), -1 91a (A10.7); total DRM +3"
    assert needs == "needs an Original 4 or less (Final 7, broken Morale Level)"


def test_a10_6_the_chances_to_rally_are_told_way_by_way() -> None:
    table = bare("FRIENDLY", "RPh")
    alone = [table.new("friendly", "8-0", place, "broken") for place in ("K20", "K24")]
    table.new("friendly", "8-1", "M20")
    led = table.new("friendly", "4-4-7", "M20", "broken")
    first, second = (f"{key} 58%" for key in alone)
    words = rally.told(rally.candidates(table.game, "FRIENDLY"))
    assert words.startswith(f"Self-Rally: {first}, {second}; led by ") and f": {led} " in words
