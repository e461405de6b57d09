"""Close Combat between men (A11.1-11.3): the CCT, strength, DRM, simultaneous attacks, results, Melee, withdrawal."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, of, rolls, told

from sasl.asl.close_combat import cc_choices, cc_odds, melee
from sasl.asl.close_combat.cc_choices import Done
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game import events as ev
from sasl.asl.game.context import Question
from sasl.asl.game.sides import Side
from sasl.orders import engine

HEX = "P15"  # open ground, far from buildings
WOODS = "Q16"
CHART = Path(__file__).resolve().parents[1] / "data" / "cc_chart.txt"


def cells() -> list[tuple[str, int, int]]:
    lines = [line.split() for line in CHART.read_text().splitlines() if line and not line.startswith("#")]
    return [(odds, int(black), int(red)) for odds, black, red in lines]


def table(side: Side = FRIENDLY, **options: bool) -> Tabletop:
    """An empty map in the CCPh of `side`; attacks are not shown before their dice unless asked for."""
    found = bare(side, "CCPh")
    for name in ("confirm-fire",):
        found.do(f"option {name} {'on' if options.get('confirm', False) else 'off'}")
    return found


def fight(found: Tabletop, line: str, *dice: int, answers: tuple[str, ...] = ()) -> tuple[ev.Event, ...]:
    if dice:
        found.dice(*dice)
    return found.do(line, *answers)


def total(events: tuple[ev.Event, ...], words: str = "CC in") -> list[int]:
    return [record.total for record in rolls(events, words)]


# -- A11.11: the CCT -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("odds", "black", "red"), cells())
def test_a11_11_every_cell_of_the_cct(odds: str, black: int, red: int) -> None:
    game = bare().game
    assert cc_odds.kill_number(game, odds) == black
    assert cc_odds.kill_number(game, odds, hand=True) == red


def test_a11_11_the_cct_has_no_other_columns() -> None:
    assert bare().game.library.table("cc.kill-number").columns == tuple(odds for odds, _, _ in cells())


@pytest.mark.parametrize(
    ("attack", "defense", "odds"),
    [
        (12, 4, "3-1"), (7, 4, "3-2"), (11, 2, "4-1"), (4, 15, "1-4"), (3, 4, "1-2"), (4, 4, "1-1"), (1, 9, "<1-8"),
        (1, 8, "1-8"), (20, 2, "10-1"), (21, 2, ">10-1"), (Fraction(5, 2), 5, "1-2"), (6, 1, "6-1"), (0, 4, "<1-8"),
    ],
)  # fmt: skip
def test_a11_11_odds_are_rounded_down(attack: int, defense: int, odds: str) -> None:
    assert cc_odds.odds(bare().game, Fraction(attack), Fraction(defense)) == odds


def test_a11_11_below_the_kill_number_all_die_at_it_one_is_reduced_above_it_nothing() -> None:
    # 6-2-8 vs 4-6-7: 6-4 is 3-2, Kill Number 6; the ENEMY is told to do nothing
    for dice, left in (((2, 3), None), ((2, 4), "2-4-7"), ((3, 4), "4-6-7")):
        found = table()
        a, b = found.new(FRIENDLY, "6-2-8", HEX), found.new(ENEMY, "4-6-7", HEX)
        fight(found, f"cc {HEX} {a} vs {b}", *dice, answers=("none",))
        assert (found.unit(b).type if b in found.state.units else None) == left


@pytest.mark.parametrize(
    ("dice", "came"), [((2, 3), "eliminated {b} (4-6-7)"), ((2, 4), "reduced {b} (4-6-7)"), ((3, 4), "no effect")]
)
def test_a11_11_what_came_of_an_attack_is_told_by_name_with_its_odds(dice: tuple[int, int], came: str) -> None:
    found = table()
    a, b = found.new(FRIENDLY, "6-2-8", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b}", *dice, answers=("none",))
    assert f"CC in {HEX} at 3-2: {a} against {b}: {came.format(b=b)}." in told(events).splitlines()
    (record,) = rolls(events, "CC in")
    assert record.target_name == "Kill Number at 3-2"


def test_a20_22_a_capture_is_told_by_name() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "6-2-8", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b} capture", 1, 2, answers=("none",))
    assert f"to be captured {b} (4-6-7)." in told(events)


def test_a11_11_random_selection_picks_who_is_reduced() -> None:
    found = table()
    a = found.new(FRIENDLY, "6-2-8", HEX)
    b, c = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    # 6-8 is 1-2: Kill Number 4. DR 4, then Random Selection 2 against 5
    fight(found, f"cc {HEX} {a} vs {b},{c}", 2, 2, 2, 5, answers=("none",))
    assert [found.unit(name).type for name in (b, c)] == ["4-6-7", "2-4-7"]


def test_a11_11_chances_are_exact_and_shown_before_the_dice() -> None:
    found = table(confirm=True)
    a, b = found.new(FRIENDLY, "6-2-8", HEX), found.new(ENEMY, "4-6-7", HEX)
    question = found.ask(f"cc {HEX} {a} vs {b}", "none")
    assert question.kind == "attack" and "Kill Number: 6" in question.lines
    # DR <= 5: 10/36, DR 6: 5/36
    assert question.lines[-1] == "Chances: eliminated 28%, reduced 14%, no effect 58%"
    assert found.no(f"cc {HEX} {a} vs {b}", "none", "cancel").startswith("not done")
    fight(found, f"cc {HEX} {a} vs {b}", answers=("none", "=elim"))
    assert b not in found.state.units


def test_a11_11_hand_to_hand_uses_the_red_numbers() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "6-2-8", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b} hand", 4, 3, answers=("none",))
    assert rolls(events, "CC in")[0].target == 8 and b not in found.state.units


# -- A11.12: simultaneous ------------------------------------------------------------------------------


def test_a11_12_both_sides_attack_even_if_they_die_of_it() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    fight(found, f"cc {HEX} {a} vs {b} and {b} vs {a}", 1, 3, 1, 3)  # 1-1: Kill Number 5, both DR 4
    assert not found.state.units and found.state.lost == {"ENEMY squad": 1, "FRIENDLY squad": 1}


def test_a11_12_the_strength_is_that_of_the_declaration() -> None:
    """The ATTACKER's attack reduces the defender, who still attacks with his full FP."""
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b} and {b} vs {a}", 1, 4, 6, 5)
    assert found.unit(b).type == "2-4-7"
    assert [record.target for record in rolls(events, "CC in")] == [5, 5]


def test_a11_12_the_attacker_rolls_first_whoever_he_is() -> None:
    for side in (FRIENDLY, ENEMY):
        found = table(side)
        a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
        events = fight(found, f"cc {HEX} {a} vs {b} and {b} vs {a}", 6, 5, 6, 5)
        first = rolls(events, "CC in")[0]
        assert first.whose == side and first.purpose.startswith(f"CC in {HEX}: {a if side == FRIENDLY else b}")


def test_a11_12_nobody_attacks_or_is_attacked_twice() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(FRIENDLY, "4-4-7", HEX)
    c, d = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    assert "has already attacked in this CC (A11.12)" in found.no(f"cc {HEX} {a} vs {c} and {a} vs {d}")
    assert "has already been attacked in this CC (A11.12)" in found.no(f"cc {HEX} {a} vs {c} and {b} vs {c}")


def test_a11_12_a_hex_is_fought_once_in_a_ccph() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    fight(found, f"cc {HEX} {a} vs {b} and {b} vs {a}", 6, 5, 6, 5)
    assert "has been fought in this CCPh (A11.12)" in found.no(f"cc {HEX}")
    found.do("next")
    assert not any("cc-attacked" in unit.flags for unit in found.state.units.values())


def test_a11_1_the_refusals() -> None:
    found = table()
    a = found.new(FRIENDLY, "4-4-7", HEX)
    assert "CC needs units of both sides" in found.no(f"cc {HEX}")
    b, far = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "4-6-7", "P18")
    assert "is not in P15" in found.no(f"cc {HEX} {a} vs {far}")
    assert "one side against the other" in found.no(f"cc {HEX} {a} vs {a}")
    assert "it takes vs" in found.no(f"cc {HEX} {a} {b}")
    assert "cannot use 'gently'" in found.no(f"cc {HEX} {a} vs {b} gently")
    assert "belongs to the CCPh" in bare(FRIENDLY, "APh").no(f"cc {HEX}")
    assert "only by those who have just come upon unarmed enemies" in bare(FRIENDLY, "MPh").no(f"cc {HEX}")
    assert "nor a vehicle" not in told(found.do("cc")) and HEX in told(found.do("cc"))


def test_a11_1_step_by_step_the_defaults_are_all_on_all() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(FRIENDLY, "9-1", HEX)
    c, d = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    first = found.ask(f"cc {HEX}")
    assert [option.value for option in first.options] == ["attack", "capture", "none", "choose"]
    assert first.options[0].label.startswith(f"{a} and {b} vs {c} and {d}, 1-2: eliminated 17%")
    assert found.ask(f"cc {HEX}", "choose").default == f"{a} {b}"
    assert found.ask(f"cc {HEX}", "choose", f"{a} {b}").default == f"{c} {d}"
    assert found.ask(f"cc {HEX}", "choose", "", "").options[1].value == "capture"
    events = fight(found, f"cc {HEX}", 6, 5, 6, 5)
    assert [record.target for record in rolls(events, "CC in")] == [4, 6]  # 5-8 is 1-2, 8-5 is 3-2


def test_a11_1_cc_none_is_no_attack_of_the_players_side() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} none", 6, 5)
    assert len(rolls(events, "CC in")) == 1 and rolls(events)[0].whose == ENEMY
    assert {a, b} <= {unit.id for unit in found.state.units.values() if "melee" in unit.flags}


# -- A11.13-11.16: who fights how ------------------------------------------------------------------------


def test_a11_13_a_coloured_1_may_cost_the_sw_of_the_dead() -> None:
    for die, lost in ((5, True), (6, False)):  # 3-2: Kill Number 6, so dr 6 destroys, too
        found = table()
        a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
        gun = found.arm(b, "LMG")
        fight(found, f"cc {HEX} {a} vs {b}", 1, 2, die, answers=("none",))  # 1-1: Kill Number 5
        assert (gun not in found.state.weapons) == lost
        if not lost:
            assert found.state.weapons[gun].hex == HEX and not found.state.weapons[gun].holder


def test_a11_13_so_it_may_be_for_a_hs_that_casualty_reduction_eliminates() -> None:
    """4 FP to 2 is 2-1: a DR of 7, the Kill Number, reduces the HS to nothing; its SW goes by a dr up to 7."""
    for coloured, lost in ((1, True), (3, False)):
        found = table()
        a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "2-4-7", HEX)
        gun = found.arm(b, "LMG")
        fight(found, f"cc {HEX} {a} vs {b}", coloured, 7 - coloured, *[6] * lost, answers=("none",))
        assert b not in found.state.units and (gun not in found.state.weapons) == lost


def test_a11_14_an_smc_is_worth_one_fp_and_is_attacked_with_his_mmc() -> None:
    found = table()
    a = found.new(FRIENDLY, "4-4-7", HEX)
    b, c = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "8-0", HEX)
    assert "defend together" in cc_choices.fault(found.game, Attack(FRIENDLY, HEX, (a,), (c,)), Done())
    events = fight(found, f"cc {HEX} {a} vs {b}", 6, 5, answers=("none",))
    assert rolls(events, "CC in")[0].target == 4, "4 FP to 5 with the leader: 1-2"


@pytest.mark.parametrize("name", ["4-4-7", "2-4-8", "2-2-8", "8-0"])
def test_a20_5_any_unarmed_unit_has_one_fp_in_cc(name: str) -> None:
    found = table()
    unit = found.new(FRIENDLY, name, HEX, "disarmed")
    assert cc_odds.strength(found.game, found.unit(unit)) == 1


def test_a11_14_an_smc_that_attacks_alone_may_be_singled_out() -> None:
    found = table()
    a, lead = found.new(FRIENDLY, "4-4-7", HEX), found.new(FRIENDLY, "8-1", HEX)
    b = found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {lead} vs {b} and {b} vs {lead}", 6, 5, 2, 3)
    attack, answer = rolls(events, "CC in")
    assert attack.target == 3 and not attack.modifiers, "1-4, and no leadership for himself (A11.141)"
    assert answer.target == 9 and lead not in found.state.units and a in found.state.units


def test_a11_141_one_leader_directs_and_nobody_takes_a_llmc() -> None:
    found = table()
    a, best, other = (found.new(FRIENDLY, name, HEX) for name in ("4-4-7", "9-2", "8-1"))
    b = found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a},{best},{other} vs {b} and {b} vs {a}", 6, 5, 1, 2)
    attack = rolls(events, "CC in")[0]
    assert attack.target == 6 and [(mod.name, mod.value) for mod in attack.modifiers] == [(best, -2)]  # 6-4: 3-2
    assert not rolls(events, "LLMC") and best not in found.state.units, "4-6 is 1-2: a 3 eliminates all three"


def test_a11_15_survivors_are_in_melee_until_one_side_is_gone() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    fight(found, f"cc {HEX} {a} vs {b} and {b} vs {a}", 6, 5, 6, 5)
    assert all("melee" in found.unit(name).flags for name in (a, b))
    found.do(f"eliminate {b}")
    found.do("next")
    assert "melee" not in found.unit(a).flags


def test_a11_15_concealed_units_that_do_not_attack_are_not_locked() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX, "concealed")
    events = fight(found, f"cc {HEX} {a} vs {b}", 6, 5, answers=("none", "none"))
    assert rolls(events, "CC in")[0].target == 4, "halved: 2-4 is 1-2 (A11.19)"
    assert found.unit(b).flags == {"concealed", "cc-attacked"}
    assert "melee" not in found.unit(a).flags


def test_a11_19_that_an_attack_gives_concealment_up_is_told_and_in_detail_it_is_no_default() -> None:
    found = table()
    found.new(FRIENDLY, "4-4-7", HEX)
    hidden = [found.new(ENEMY, "4-6-7", HEX, "concealed") for _ in range(2)]
    plan = found.ask(f"cc {HEX}")
    assert plan.options[0].label.endswith(f"; {hidden[0]} and {hidden[1]} lose '?' (A11.19)")
    detail = found.ask(f"cc {HEX}", "choose")
    assert detail.id == "cc-reveal" and detail.default == "none"


def test_a11_16_broken_units_do_not_attack_and_are_attacked_at_minus_two() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX, "broken")
    assert "is broken and never attacks (A11.16)" in found.no(f"cc {HEX} {b} vs {a}", "none")
    events = fight(found, f"cc {HEX} {a} vs {b}", 3, 3)
    assert total(events) == [4] and b not in found.state.units, "full FP in defense: 1-1, DR 6 - 2"


def test_a11_16_the_drm_concerns_only_the_broken_units_of_an_attack() -> None:
    found = table()
    a = found.new(FRIENDLY, "6-2-8", HEX)
    b, c = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "4-6-7", HEX, "broken")
    fight(found, f"cc {HEX} {a} vs {b},{c}", 2, 3, answers=("none",))  # 1-2: Kill Number 4; 5 for b, 3 for c
    assert found.unit(b).type == "4-6-7" and c not in found.state.units


def test_a11_16_a_broken_unit_in_melee_that_cannot_withdraw_is_lost() -> None:
    found = table()
    found.new(FRIENDLY, "4-4-7", HEX, "melee")
    b = found.new(ENEMY, "4-6-7", HEX, "broken", "melee", "disrupted")
    fight(found, f"cc {HEX} none")
    assert b not in found.state.units


def test_a11_16_a_unit_broken_before_its_first_cc_round_is_only_in_melee() -> None:
    found = table()
    found.new(FRIENDLY, "4-4-7", HEX)
    b = found.new(ENEMY, "4-6-7", HEX, "broken")
    fight(found, f"cc {HEX} none")
    assert "melee" in found.unit(b).flags


# -- DRM -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "flag", "drm"),
    [
        ("attacker", "cx", 1), ("target", "cx", -1), ("attacker", "ti", 1), ("target", "ti", -1),
        ("attacker", "panicked", 1), ("target", "panicked", -1), ("target", "broken", -2),
    ],
)  # fmt: skip
def test_a4_51_a7_82_drm_of_states(side: Side, flag: str, drm: int) -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    found.do(f"set {a if side == 'attacker' else b} {flag}")
    weighed = cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a,), (b,)))
    assert [mod.value for mod in weighed.parties[0].modifiers] == [drm]


def test_a7_8_pinned_halves_the_attack_not_the_defense() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX, "pinned"), found.new(ENEMY, "4-6-7", HEX)
    assert cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a,), (b,))).odds == "1-2"
    assert cc_choices.weigh(found.game, Attack(ENEMY, HEX, (b,), (a,))).odds == "1-1"


def test_a15_24_each_hero_takes_one_off_his_attack() -> None:
    found = table()
    a, hero, b = (
        found.new(side, name, HEX) for side, name in ((FRIENDLY, "4-4-7"), (FRIENDLY, "1-4-9"), (ENEMY, "4-6-7"))
    )
    weighed = cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a, hero), (b,)))
    assert [mod.value for mod in weighed.parties[0].modifiers] == [-1]


def test_a5_12_overstacked_units_fight_worse_and_die_more_easily() -> None:
    found = table()
    four = [found.new(FRIENDLY, "4-4-7", HEX) for _ in range(4)]
    b = found.new(ENEMY, "4-6-7", HEX)
    assert [
        mod.value for mod in cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (four[0],), (b,))).parties[0].modifiers
    ] == [1]
    assert [
        mod.value for mod in cc_choices.weigh(found.game, Attack(ENEMY, HEX, (b,), (four[0],))).parties[0].modifiers
    ] == [-1]


# -- A11.2: withdrawal -------------------------------------------------------------------------------------


def values(question: Question) -> list[str]:
    return [option.value for option in question.options]


def test_a11_2_a_melee_of_two_units_asks_once_for_each_side() -> None:
    found = table(confirm=True)
    a, b = melee_at(found, (FRIENDLY, "4-4-7"), (ENEMY, "4-6-7"))
    every = ["attack", "capture", "none", "withdraw"]
    ours, theirs = found.ask(f"cc {HEX}"), found.ask(f"cc {HEX}", "attack")
    assert values(ours) == values(theirs) == every and "FRIENDLY" in ours.text and "ENEMY" in theirs.text
    papers = [found.ask(f"cc {HEX}", "attack", "capture", *["roll"] * number).text for number in (0, 1)]
    assert papers == [f"CC in {HEX}: {a} vs {b}", f"CC in {HEX}: {b} vs {a}, to capture"]
    found.dice(6, 5, 6, 5)
    assert isinstance(found.session.submit(f"cc {HEX}", ("attack", "capture", "roll", "roll")), engine.Done)


def test_a11_12_several_units_of_a_side_are_asked_once_too_and_do_as_proposed() -> None:
    found = table()
    melee_at(found, (FRIENDLY, "4-4-7"), (FRIENDLY, "9-1"), (ENEMY, "4-6-7"), (ENEMY, "4-6-7"), (ENEMY, "2-2-8"))
    found.dice(6, 5, 6, 5)
    assert isinstance(found.session.submit(f"cc {HEX}", ("attack", "attack")), engine.Done)


def melee_at(found: Tabletop, *names: tuple[str, str]) -> list[str]:
    return [found.new(side, name, HEX, "melee") for side, name in names]


def test_a11_2_a_withdrawing_unit_does_not_attack_is_attacked_at_minus_two_and_leaves() -> None:
    found = table()
    a, b = melee_at(found, (FRIENDLY, "4-4-7"), (ENEMY, "4-6-7"))
    # FRIENDLY withdraws a; the ENEMY nobody; the ENEMY attacks a: 1-1, DR 9 - 2 = 7
    events = fight(found, f"cc {HEX}", 5, 4, answers=("withdraw", "attack", "P14"))
    assert total(events) == [7]
    assert found.unit(a).hex == "P14" and not found.unit(a).flags & {"melee", "withdrawing"}
    assert "melee" not in found.unit(b).flags


def test_a11_21_who_withdraws_leaves_what_is_beyond_his_ipc() -> None:
    found = table()
    a, _ = melee_at(found, (FRIENDLY, "4-4-7"), (ENEMY, "4-6-7"))
    heavy, light = found.new(FRIENDLY, "HMG"), found.new(FRIENDLY, "LMG")
    found.all(f"give {heavy} {a}", f"give {light} {a}")
    fight(found, f"cc {HEX}", 5, 4, answers=("withdraw", "attack", "P14"))
    assert found.unit(a).hex == "P14" and found.state.weapons[light].holder == a
    assert (found.state.weapons[heavy].holder, found.state.weapons[heavy].hex) == ("", HEX)


def test_a11_2_units_that_stay_cover_the_withdrawal() -> None:
    found = table()
    a, b, c = melee_at(found, (FRIENDLY, "4-4-7"), (FRIENDLY, "4-4-7"), (ENEMY, "4-6-7"))
    found.do(f"set {a} withdrawing")
    weighed = cc_choices.weigh(found.game, Attack(ENEMY, HEX, (c,), (a,)))
    assert [mod.value for mod in weighed.parties[0].modifiers] == [-2, 1]
    assert "withdraws and does not attack (A11.2)" in cc_choices.why_no_attack(found.game, found.unit(a))
    assert cc_odds.covering(found.game, found.unit(a)) == 1 and b


def test_a11_2_who_withdraws_is_attacked_apart_from_those_who_cover_him() -> None:
    found = table()
    a, lead, _ = melee_at(found, (FRIENDLY, "4-4-7"), (FRIENDLY, "8-1"), (ENEMY, "4-6-7"))
    both = [found.unit(name) for name in (a, lead)]
    assert cc_odds.stacks(found.game, both) == [(a, lead)]
    found.do(f"set {lead} withdrawing")
    assert cc_odds.stacks(found.game, [found.unit(name) for name in (a, lead)]) == [(a,), (lead,)]


def test_a11_2_a_reduced_unit_does_not_get_away() -> None:
    found = table()
    a, _ = melee_at(found, (FRIENDLY, "4-4-7"), (ENEMY, "4-6-7"))
    fight(found, f"cc {HEX}", 4, 3, answers=("withdraw", "attack"))  # 1-1: 7 - 2 = 5 reduces
    assert (found.unit(a).type, found.unit(a).hex) in {("2-3-7", HEX), ("2-2-7", HEX)}
    assert "melee" in found.unit(a).flags


def test_a11_2_only_from_a_melee_and_not_when_pinned_berserk_or_disrupted() -> None:
    found = table()
    found.new(FRIENDLY, "4-4-7", HEX)
    found.new(ENEMY, "4-6-7", HEX)
    assert "withdraw" not in values(found.ask(f"cc {HEX}")), "no withdrawal in the first round"
    for flag in ("pinned", "berserk", "disrupted"):
        other = table()
        other.new(FRIENDLY, "4-4-7", HEX, "melee", flag)
        other.new(ENEMY, "4-6-7", HEX, "melee", flag)
        assert "withdraw" not in values(other.ask(f"cc {HEX}"))


def test_a11_21_not_onto_known_enemies_and_fatally_onto_concealed_ones() -> None:
    found = table()
    a, b = melee_at(found, (FRIENDLY, "4-4-7"), (ENEMY, "4-6-7"))
    found.new(ENEMY, "4-6-7", "P14")
    hidden = found.new(ENEMY, "4-6-7", "P16", "concealed")
    question = found.ask(f"cc {HEX}", "withdraw", "none")
    assert "P14" not in {option.value for option in question.options}
    fight(found, f"cc {HEX}", answers=("withdraw", "none", "P16"))
    assert a not in found.state.units and "concealed" not in found.unit(hidden).flags and b in found.state.units


def test_a11_16_broken_units_in_melee_withdraw_without_being_asked() -> None:
    found = table()
    a, b = melee_at(found, (FRIENDLY, "4-4-7"), (ENEMY, "4-6-7"))
    found.do(f"set {b} broken")
    events = fight(found, f"cc {HEX} {a} vs {b}", 5, 5, answers=("P14",))
    assert total(events) == [6] and found.unit(b).hex == "P14"  # -2 broken, -2 withdrawing


# -- A11.22: infiltration, A18.12: leaders -------------------------------------------------------------------


def test_a11_22_an_original_2_lets_the_attackers_slip_away_before_they_are_attacked() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    found.new(ENEMY, "4-6-7", HEX)
    # 2 kills b; leader creation dr 6: none; a leaves to P14, so the attack on it never comes
    events = fight(found, f"cc {HEX} {a} vs {b} and {b} vs {a}", 1, 1, 6, answers=(a, "P14"))
    assert len(rolls(events, "CC in")) == 1 and found.unit(a).hex == "P14"


def test_a11_22_an_original_12_lets_the_defenders_slip_away() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b} and {b} vs {a}", 6, 6, answers=(b, "P14"))
    assert len(rolls(events, "CC in")) == 1 and found.unit(b).hex == "P14", "it gives up its own attack"
    assert "melee" not in found.unit(a).flags


def test_a18_12_an_original_2_of_an_mmc_may_create_a_leader() -> None:
    # Russian 4-4-7 (+1), 4-8 is 1-2, one column below 1-1 (-1): dr 3 is 8-0
    found = table()
    a = found.new(FRIENDLY, "4-4-7", HEX)
    b, c = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b},{c}", 1, 1, 3, answers=("none", "none"))
    record = rolls(events, "Leader creation")[0]
    assert sum(mod.value for mod in record.modifiers) == 0 and record.result == "8-0"
    assert [unit.type for unit in found.state.units.values() if unit.kind == "leader"] == ["8-0"]


def test_a18_12_smc_create_nobody() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "9-1", HEX), found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b}", 1, 1, answers=("none", "none"))
    assert not rolls(events, "Leader creation")


# -- what the ENEMY will choose among, and the phase -----------------------------------------------------------


def test_a11_12_legal_attacks_are_listed_with_exact_chances() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(FRIENDLY, "6-2-8", HEX)
    c = found.new(ENEMY, "4-6-7", HEX)
    every = cc_choices.legal_attacks(found.game, HEX, FRIENDLY)
    kills = {item.attack.attackers: item for item in every if not item.attack.capture}
    assert set(kills) == {(b, a), (b,), (a,)}
    assert kills[(b, a)].odds == "2-1"  # 10-4; Kill Number 7: 15/36 below, 6/36 at it
    assert kills[(b, a)].expected() == (
        ("eliminated", Fraction(15, 36)),
        ("reduced", Fraction(6, 36)),
        ("-", Fraction(15, 36)),
    )
    assert len(every) == 6 and all(item.attack.targets == (c,) for item in every)
    assert cc_choices.suggest(found.game, HEX, FRIENDLY, Done()) == kills[(b, a)].attack


def test_a11_12_long_odds_are_taken_one_target_at_a_time() -> None:
    found = table()
    a = found.new(FRIENDLY, "2-3-7" if "2-3-7" in found.game.library.counters["russian"] else "2-2-7", HEX)
    for _ in range(3):
        found.new(ENEMY, "4-6-7", HEX)
    choice = cc_choices.suggest(found.game, HEX, FRIENDLY, Done())
    assert choice is not None and choice.attackers == (a,) and len(choice.targets) == 1


def test_a11_12_the_ccph_does_not_end_unfought_without_a_word() -> None:
    found = table()
    found.new(FRIENDLY, "4-4-7", HEX)
    found.new(ENEMY, "4-6-7", HEX)
    assert melee.waiting(found.game) == [HEX]
    assert "must be fought first" in found.no("next", "no")
    found.do("next", "yes")
    assert all("melee" in unit.flags for unit in found.state.units.values())


def test_a11_12_the_ccph_begins_with_what_there_is_to_fight() -> None:
    found = bare(FRIENDLY, "APh")
    found.new(FRIENDLY, "4-4-7", HEX)
    found.new(ENEMY, "4-6-7", HEX)
    assert f"CC in {HEX}" in told(found.do("next"))


def test_a26_the_winner_of_a_cc_controls_the_vpo() -> None:
    found = table()
    name = next(iter(found.state.control))
    b, a = found.new(ENEMY, "4-6-7", name), found.new(FRIENDLY, "6-2-8", name)
    assert found.state.control[name] == ENEMY
    events = fight(found, f"cc {name} {a} vs {b} and {b} vs {a}", 1, 4, 6, 5)
    assert found.state.control[name] == FRIENDLY and of(events, ev.ControlChanged)


def test_a18_12_the_new_leader_adds_his_drm_and_his_fp_to_the_very_attack() -> None:
    # German 4-6-7 (-1) at 4-8, 1-2 (-1): dr 1 is 8-1; 5-8 is 1-2 still, and 2 - 1 is below its Kill Number
    found = table()
    a = found.new(ENEMY, "4-6-7", HEX)
    b = found.new(FRIENDLY, "4-4-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b}", 1, 1, 1, answers=("none", "none"))
    leader = next(unit for unit in found.state.units.values() if unit.kind == "leader")
    assert f"{leader.id} (8-1) is created in {HEX} and leads this attack (A18.12)" in told(events)
    assert "CC in " in told(events) and f"{leader.id} against {b}" in told(events)


def test_a18_12_it_is_told_when_the_new_leader_changes_the_odds() -> None:
    """4 to 5 is 1-2; with his 1 FP it is 1-1."""
    found = table()
    a, b = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "5-2-7", HEX)
    events = fight(found, f"cc {HEX} {a} vs {b}", 1, 1, 1, answers=("none", "none"))
    assert "the odds are 1-1 instead of 1-2 (A18.12)" in told(events)


def test_a18_2_of_several_mmc_the_one_of_highest_value_brings_the_leader_forth() -> None:
    """A dr of 4, +1 for a Russian, -1 for the Morale of 8 that the 4-5-8 has: 7-0; of the 4-2-6 a 6 would be 6+1."""
    found = table()
    ours = [found.new(FRIENDLY, name, HEX) for name in ("4-2-6", "4-4-7", "4-5-8")]
    foe = found.new(ENEMY, "4-6-7", HEX)
    events = fight(found, f"cc {HEX} {','.join(ours)} vs {foe}", 1, 1, 4, answers=("none", "none"))
    (record,) = rolls(events, "Leader creation")
    assert record.purpose.endswith(ours[2]) and record.result == "7-0"
