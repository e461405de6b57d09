"""Prisoners (A20)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, flags
from field import at_cc as table
from tabletop import bare, rolls

from sasl.asl.close_combat import cc_choices
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Phase
from sasl.asl.infantry import prisoners, quarter, rally
from sasl.asl.infantry.morale import heat_of_battle, task_checks
from sasl.asl.terrain import fires

HEX = "P15"


def with_prisoner(guard: str = "4-4-7", captive: str = "4-6-7", phase: Phase = "RtPh") -> tuple[Tabletop, str, str]:
    """A FRIENDLY Guard with one prisoner in `HEX`."""
    found = table(FRIENDLY, "RtPh")
    a, b = found.new(FRIENDLY, guard, HEX), found.new(ENEMY, captive, HEX, "broken")
    found.do(f"capture {a} {b}")
    if phase != "RtPh":
        found.go_to(FRIENDLY, phase)
    return found, a, b


# -- capture in CC ------------------------------------------------------------------------------------------


def test_a20_22_capture_takes_all_below_the_kill_number() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "6-2-8", HEX), found.new(ENEMY, "4-6-7", HEX)
    gun = found.arm(b, "LMG")
    events = found.dice(2, 2).do(f"cc {HEX} {a} vs {b} capture", "none")  # 3-2: Kill Number 6; 4 + 1
    assert [mod.value for mod in rolls(events, "CC in")[0].modifiers] == [1]
    prisoner = found.unit(b)
    assert prisoner.carrier == a and prisoner.flags >= {"prisoner"} and not prisoner.good_order
    assert found.state.weapons[gun].hex == HEX, "A20.24: SW stay behind"
    assert "melee" not in found.unit(a).flags and found.state.lost == {}


def test_a20_54_prisoners_are_pinned_with_their_guard_until_the_player_turn_ends() -> None:
    found, a, b = with_prisoner()
    found, _ = by_rule(found, (), lambda ctx: task_checks.pin(ctx, found.unit(a), "fired at"))
    assert "pinned" in found.unit(b).flags
    found.go_to(ENEMY, "RPh")
    assert "pinned" not in found.unit(b).flags


def test_a20_2_what_held_of_his_place_ends_for_a_captive() -> None:
    found = table(FRIENDLY, "RtPh")
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX, "broken", "inside", "dug-in")
    found.do(f"capture {a} {b}")
    assert not found.unit(b).flags & {"inside", "dug-in", "broken"}


def test_a20_22_at_the_kill_number_one_hs_of_a_squad() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "6-2-8", HEX), found.new(ENEMY, "4-6-7", HEX)
    found.dice(2, 3).do(f"cc {HEX} {a} vs {b} capture", "none")
    assert found.unit(b).type == "2-4-7" and "prisoner" not in found.unit(b).flags and "melee" in found.unit(b).flags
    (taken,) = [unit for unit in found.state.units.values() if "prisoner" in unit.flags]
    assert (taken.type, taken.carrier) == ("2-4-7", a)


@pytest.mark.parametrize(("phase", "line"), [("MPh", "move {0} P14 P13"), ("APh", "advance {0} P14")])
def test_a19_12_the_disrupted_bar_no_way_and_surrender_to_who_comes_in(phase: Phase, line: str) -> None:
    found = table(FRIENDLY, phase).all("option fire-stops off")
    squad, weak = found.new(FRIENDLY, "4-4-7", "P15"), found.new(ENEMY, "4-3-6", "P14", "broken", "dm", "disrupted")
    found.do(line.format(squad))
    assert "prisoner" in found.unit(weak).flags and found.unit(weak).carrier == squad
    assert found.unit(squad).hex == found.unit(weak).hex == ("P13" if phase == "MPh" else "P14")


def test_a20_22_in_a_mixed_stack_each_has_the_drm_of_his_own() -> None:
    found = table(ENEMY)
    captor = found.new(ENEMY, "8-3-8", HEX)
    raw = [found.new(FRIENDLY, "4-2-6", HEX) for _ in range(2)]
    good = found.new(FRIENDLY, "4-4-7", HEX)
    found.dice(1, 2).do(f"cc {HEX} {captor} vs {','.join((*raw, good))} capture", "none")  # 8-12: 1-2, Kill Number 4
    taken = sorted(unit.type for unit in found.state.units.values() if "prisoner" in unit.flags)
    assert taken == ["2-3-7", "4-2-6", "4-2-6"], "3 - 1 takes the Conscripts; 3 + 1 is the Kill Number: one HS"
    assert found.unit(good).type == "2-3-7" and "prisoner" not in found.unit(good).flags


def test_a20_22_at_the_kill_number_the_owner_chooses_whom_to_lose() -> None:
    found = table()
    a = found.new(FRIENDLY, "6-2-8", HEX)
    b, c = found.new(ENEMY, "2-4-7", HEX), found.new(ENEMY, "2-3-7", HEX)
    found.dice(2, 3).do(f"cc {HEX} {a} vs {b},{c} capture", "none", c)  # 6-4: 3-2
    assert "prisoner" in found.unit(c).flags and "prisoner" not in found.unit(b).flags


def test_a20_22_inexperienced_units_are_taken_at_minus_one() -> None:
    found = table()
    a = found.new(FRIENDLY, "6-2-8", HEX)
    b, c = found.new(ENEMY, "4-3-6", HEX), found.new(ENEMY, "4-4-7", HEX)
    weighed = cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a,), (b, c), capture=True))
    found_mods = {party.ids: [mod.value for mod in party.modifiers] for party in weighed.parties}
    assert found_mods == {(b,): [-1], (c,): [1]}
    assert [name for name, _ in weighed.expected()] == ["captured", "one captured", "-"]


def test_a20_22_a_captor_who_dies_in_the_same_round_takes_nobody() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    found.dice(1, 2, 1, 2).do(f"cc {HEX} {a} vs {b} capture and {b} vs {a}")
    assert a not in found.state.units and "prisoner" not in found.unit(b).flags


def test_a20_2_berserk_units_neither_take_nor_are_taken() -> None:
    found = table()
    a, b = found.new(FRIENDLY, "4-4-7", HEX, "berserk"), found.new(ENEMY, "4-6-7", HEX)
    assert "(A20.2, A20.22)" in found.no(f"cc {HEX} {a} vs {b} capture")


def test_a20_4_a_berserk_guard_kills_his_prisoner_in_his_next_fire_phase_and_is_himself_again() -> None:
    found, a, b = with_prisoner()
    found.go_to(ENEMY, "PFPh").do(f"set {a} +berserk")
    assert found.unit(b).carrier == a, "he does not let it go"
    found.go_to(ENEMY, "MPh")
    assert b in found.state.units
    found.go_to(ENEMY, "DFPh")
    assert b not in found.state.units and "berserk" not in found.unit(a).flags


def test_a20_4_not_in_melee_and_not_in_the_fire_phase_of_the_others() -> None:
    found, a, b = with_prisoner()
    times: tuple[tuple[Phase, Phase], ...] = (("RPh", "PFPh"), ("DFPh", "AFPh"), ("MPh", "DFPh"))
    for before, phase in times:
        scene = Tabletop(found.game).go_to(ENEMY, before).all(f"set {a} +berserk", f"set {a} -concealed")
        if phase == "DFPh":
            scene.all(f"set {a},{scene.new(ENEMY, '4-6-7', HEX)} +melee")
        scene.go_to(ENEMY, phase)
        assert b in scene.state.units and "berserk" in scene.unit(a).flags


def test_a20_3_after_a_massacre_its_side_surrenders_no_more_and_has_one_elr_more_once() -> None:
    found, a, _ = with_prisoner()
    before = quarter.elr(found.game, ENEMY)
    found.go_to(ENEMY, "MPh").do(f"set {a} +berserk")
    found.go_to(ENEMY, "DFPh")
    assert quarter.elr(found.game, ENEMY) == before + 1
    assert quarter.elr(found.game, FRIENDLY) == found.game.mission.army(FRIENDLY).elr
    found.go_to(ENEMY, "RtPh")
    c, d = found.new(FRIENDLY, "4-4-7", "P14"), found.new(ENEMY, "4-6-7", "P13", "broken", "dm")
    assert "No Quarter" in found.no(f"capture {c} {d}")
    e, f = found.new(ENEMY, "4-6-7", "P20"), found.new(FRIENDLY, "4-4-7", "P21", "broken", "dm")
    found.do(f"capture {e} {f}")
    assert "prisoner" in found.unit(f).flags, "A20.3: the other side still does"


def test_a20_4_russians_may_kill_a_prisoner_in_their_fire_phase_and_have_then_fired() -> None:
    found, a, b = with_prisoner()
    before = quarter.elr(found.game, ENEMY)
    assert "fire phase;" in found.no(f"massacre {a} {b}")
    found.go_to(FRIENDLY, "PFPh").do(f"massacre {a} {b}")
    assert b not in found.state.units and "prep" in found.unit(a).flags
    assert quarter.elr(found.game, ENEMY) == before + 1 and quarter.is_refused(found.game, ENEMY)


def test_a20_4_no_germans_but_ss_and_nobody_in_melee() -> None:
    found = table(ENEMY, "PFPh")
    b, victim = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "4-4-7", HEX, "disarmed")
    assert "only Russian, SS and berserk" in found.no(f"massacre {b} {victim}")
    other = found.new(FRIENDLY, "4-4-7", HEX)
    assert "not an unarmed enemy unit" in found.no(f"massacre {b} {other}")
    found.do(f"set {b} melee")
    assert "in Melee" in found.no(f"massacre {b} {victim}")
    for killer in (found.new(ENEMY, "6-5-8", HEX), found.new(ENEMY, "4-6-7", HEX, "berserk")):
        found.do(f"massacre {killer} {found.new(FRIENDLY, '4-4-7', HEX, 'disarmed')}")


# -- surrender and guarding -----------------------------------------------------------------------------------


def test_a20_21_a_broken_unit_surrenders_to_good_order_enemies_beside_it() -> None:
    found = table(FRIENDLY, "RtPh")
    a, b = found.new(FRIENDLY, "4-4-7", "P14"), found.new(ENEMY, "4-6-7", HEX, "broken", "dm")
    found.do(f"capture {a} {b}")
    assert (found.unit(b).hex, found.unit(b).carrier, found.unit(b).flags) == ("P14", a, {"prisoner"})


@pytest.mark.parametrize(
    ("where", "ours", "theirs", "words"),
    [
        ("P18", "", "broken", "A20.21"), (HEX, "pinned", "", "A20.2"), (HEX, "broken", "broken", "A20.21"),
        (HEX, "concealed", "broken", "A20.21"), (HEX, "", "broken fanatic", "A20.21"),
    ],
)  # fmt: skip
def test_a20_21_who_does_not_surrender(where: str, ours: str, theirs: str, words: str) -> None:
    found = table(FRIENDLY, "RtPh")
    a = found.new(FRIENDLY, "4-4-7", where, *ours.split())
    b = found.new(ENEMY, "4-6-7", HEX, *theirs.split())
    assert words in found.no(f"capture {a} {b}")


def test_a20_51_a_guard_takes_five_times_its_own_size() -> None:
    found = table(FRIENDLY, "RtPh")
    a = found.new(FRIENDLY, "8-1", HEX)  # US# 1: 5, one squad (3) and one HS (2)
    squad, half, other = (found.new(ENEMY, name, HEX, "broken") for name in ("4-6-7", "2-4-7", "2-4-7"))
    found.all(f"capture {a} {squad}", f"capture {a} {half}")
    assert "A20.51" in found.no(f"capture {a} {other}")
    assert prisoners.is_burdened(found.game, found.unit(a)), "A20.52"


def test_a20_52_a_smc_who_guards_more_than_himself_uses_no_sw_and_does_not_kindle() -> None:
    found = table(FRIENDLY, "RPh")
    a, gun = found.armed(FRIENDLY, "8-1", HEX, "LMG")
    squad, other = found.new(ENEMY, "4-6-7", HEX, "broken"), found.new(ENEMY, "4-6-7", "P17")
    ctx = Context(found.game)
    prisoners.take(ctx, ctx.state.units[squad], ctx.state.units[a], "test")
    found = Tabletop(ctx.game)
    found.go_to(FRIENDLY, "PFPh")
    assert "A20.52" in found.no(f"fire {gun} P17") and other
    assert "A20.52" in fires.kindle_refusal(found.game, found.unit(a), None)


def test_a20_5_prisoners_are_handed_over_and_freed() -> None:
    found, a, b = with_prisoner(phase="APh")
    keeper, far = found.new(FRIENDLY, "2-2-7", HEX), found.new(FRIENDLY, "2-2-7", "P14")
    found.do(f"guard {b} {keeper}")
    assert found.unit(b).carrier == keeper
    assert "A20.5" in found.no(f"guard {b} {far}") and "is not a prisoner" in found.no(f"guard {a} {keeper}")
    found.do(f"free {b}")
    assert found.unit(b).flags == {"disarmed"} and not found.unit(b).carrier


def test_a20_5_a_guard_is_relieved_in_his_own_rph_or_aph_alone_and_not_while_pinned() -> None:
    found, a, b = with_prisoner()
    keeper = found.new(FRIENDLY, "2-2-7", HEX)
    assert "RPh or APh" in found.no(f"guard {b} {keeper}") and "RPh or APh" in found.no(f"free {b}")
    found.go_to(FRIENDLY, "APh").do(f"set {a} pinned")
    assert "A4.431" in found.no(f"guard {b} {keeper}")
    found.do(f"free {b}")
    assert found.unit(b).flags == {"disarmed"}


def test_a20_53_prisoners_go_with_their_guard() -> None:
    found, a, b = with_prisoner(phase="APh")
    found.do(f"advance {a} P14")
    assert found.unit(a).hex == found.unit(b).hex == "P14"
    assert "belongs to the ENEMY" in found.no(f"advance {b} P15")
    found.do(f"put {a} P16")
    assert found.unit(b).hex == "P16"


def test_a20_52_a_guard_fights_at_half_fp_but_defends_in_full() -> None:
    found, a, _ = with_prisoner()
    c = found.new(ENEMY, "4-6-7", HEX)
    assert cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a,), (c,))).odds == "1-2"
    assert cc_choices.weigh(found.game, Attack(ENEMY, HEX, (c,), (a,))).odds == "1-1"


def test_a20_5_prisoners_take_no_part_in_cc() -> None:
    found, _, b = with_prisoner(phase="CCPh")
    c = found.new(ENEMY, "4-6-7", HEX)
    assert "not one of the ENEMY units that can attack" in cc_choices.fault(
        found.game, Attack(ENEMY, HEX, (b,), (c,)), cc_choices.Done()
    )
    assert "there is no CC" in with_prisoner(phase="CCPh")[0].no(f"cc {HEX}")


def test_a20_5_when_the_guard_dies_another_guards_or_they_are_free() -> None:
    for beside in (True, False):
        found, a, b = with_prisoner()
        other = found.new(FRIENDLY, "4-4-7", HEX) if beside else ""
        said = " ".join(event.describe() for event in found.do(f"eliminate {a}"))
        assert (f"{b} is guarded by {other}" if beside else f"{b} no longer prisoner") in said, (
            "with the loss of the Guard"
        )
        assert (found.unit(b).carrier, found.unit(b).flags) == ((other, {"prisoner"}) if beside else ("", {"disarmed"}))


def test_a20_5_a20_51_the_guard_who_takes_over_has_room_and_is_in_good_order_if_one_is() -> None:
    found, a, b = with_prisoner()
    lead = found.new(FRIENDLY, "8-0", HEX)
    found.do(f"capture {lead} {found.new(ENEMY, '4-6-7', HEX, 'broken')}")  # of his five US# three are taken
    found.do(f"eliminate {a}")
    assert not found.unit(b).carrier, "a squad is three"
    found, a, b = with_prisoner()
    _, half = found.new(FRIENDLY, "4-4-7", HEX, "broken"), found.new(FRIENDLY, "2-2-7", HEX)
    found.do(f"eliminate {a}")
    assert found.unit(b).carrier == half, "the broken squad has more room"


# -- escape ------------------------------------------------------------------------------------------------------


def test_a20_55_prisoners_of_an_unbroken_guard_do_not_try() -> None:
    found, _, b = with_prisoner(phase="CCPh")
    assert not prisoners.may_escape(found.game, found.unit(b))


def test_a20_55_prisoners_of_a_broken_guard_need_a_ntc_and_attack_first() -> None:
    for dice, free in (((4, 4), False), ((3, 4, 1, 1), True)):  # morale 7
        found, a, b = with_prisoner(guard="2-2-7", phase="CCPh")
        found.do(f"set {a} broken")
        # unarmed squad 1 FP against 2: 1-2, Kill Number 4; -2 broken; an Original 2 creates nobody here
        found.dice(*dice).do(f"cc {HEX}", b)
        assert (a not in found.state.units) == free
        if free:
            assert not found.unit(b).carrier and "prisoner" not in found.unit(b).flags
            assert found.unit(b).type == "4-3-6" and "disarmed" not in found.unit(b).flags, "A20.551: rearmed"
        else:
            assert found.unit(b).carrier == a


def test_a20_55_in_a_melee_no_ntc_is_needed() -> None:
    found, a, b = with_prisoner(phase="CCPh")
    found.new(ENEMY, "4-6-7", HEX, "melee")
    found.do(f"set {a} melee")
    events = found.dice(6, 5).do(f"cc {HEX}", b, "none", "none", "none")
    assert not rolls(events, "NTC") and [record.target for record in rolls(events, "CC in")] == [3], "1-4"
    assert "melee" in found.unit(b).flags and "disarmed" in found.unit(b).flags


def test_a20_22_a11_22_who_is_to_be_captured_does_not_infiltrate_any_more() -> None:
    found = table()
    a, other = found.new(FRIENDLY, "4-4-7", HEX), found.new(FRIENDLY, "4-4-7", HEX)
    b = found.new(ENEMY, "4-6-7", HEX)
    # 8-4 is 2-1: 3 + 1 captures; its own Original 2 kills one of them, and dr 6 makes a 7-0
    found.dice(1, 2, 1, 1, 6).do(f"cc {HEX} {a},{other} vs {b} capture and {b} vs {a}", "all", "P14")
    (new,) = (unit for unit in found.state.units.values() if unit.kind == "leader")
    assert a not in found.state.units and new.hex == "P14"
    assert (found.unit(b).hex, found.unit(b).carrier) == (HEX, other)


def test_a20_54_unarmed_units_are_recaptured_in_cc_and_fight_for_next_to_nothing() -> None:
    found = table()
    a = found.new(FRIENDLY, "4-4-7", HEX)
    b, half = found.new(ENEMY, "4-6-7", HEX, "disarmed"), found.new(ENEMY, "2-4-7", HEX, "disarmed")
    assert cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a,), (b, half))).odds == "2-1"  # 4 to 1.5
    found.dice(1, 2).do(f"cc {HEX} {a} vs {b},{half} capture", "none")
    assert {found.unit(name).carrier for name in (b, half)} == {a}


@pytest.mark.parametrize(("dice", "foe", "armed"), [
    ((2, 2), "", 1), ((2, 3), "", 1), ((3, 4), "disarmed", 0),
])  # fmt: skip
def test_a20_551_one_of_the_unarmed_takes_up_arms_for_each_armed_enemy(
    dice: tuple[int, int], foe: str, armed: int
) -> None:
    """2 FP to 2, or to 1 if it is unarmed as well: eliminated below the Kill Number, by Casualty Reduction at it."""
    found = table(ENEMY)
    men = [found.new(ENEMY, "4-6-7", HEX, "disarmed") for _ in range(2)]
    half = found.new(FRIENDLY, "2-3-7", HEX, *([foe] if foe else []))
    found.dice(*dice).do(f"cc {HEX} {','.join(men)} vs {half}", "none")
    assert half not in found.state.units
    assert sum("disarmed" not in found.unit(name).flags for name in men) == armed


def test_a20_54_unarmed_units_do_not_advance_onto_known_enemies() -> None:
    found = table(FRIENDLY, "APh")
    found.new(ENEMY, "4-6-7", HEX)
    a = found.new(FRIENDLY, "4-4-7", "P14", "disarmed")
    assert "A20.54" in found.no(f"advance {a} {HEX}")


def come_upon(*flags: str) -> tuple[Tabletop, str, str]:
    """A FRIENDLY squad that has just moved into the hex of an unarmed ENEMY one."""
    found = bare(FRIENDLY, "MPh").all("option fire-stops off", "option enemy-plays off", "option confirm-fire off")
    a, b = found.new(FRIENDLY, "4-4-7", "P14"), found.new(ENEMY, "4-6-7", HEX, "disarmed")
    found.do(f"move {a} {HEX}")
    if flags:
        found.do(f"set {a} {' '.join(flags)}")
    return found, a, b


def test_a20_54_who_comes_upon_unarmed_units_in_the_mph_may_recapture_them_at_once_and_go_on() -> None:
    found, a, b = come_upon()
    found.dice(1, 2).do(f"cc {HEX} {a} vs {b} capture", "none")
    assert found.unit(b).carrier == a and "melee" not in found.unit(a).flags
    found.do(f"move {a} P16")
    assert found.unit(a).hex == found.unit(b).hex == "P16"


def test_a20_54_who_fails_to_is_held_in_melee_moves_no_farther_and_fights_again_in_the_ccph() -> None:
    found, a, b = come_upon()
    found.dice(6, 5).do(f"cc {HEX} {a} vs {b}", "none")
    assert "melee" in found.unit(a).flags and "melee" in found.unit(b).flags
    assert "Melee" in found.no(f"move {a} P16")
    found.go_to(FRIENDLY, "CCPh")
    assert rolls(found.dice(6, 5).do(f"cc {HEX} {a} vs {b}", "none", "none"), "CC in")


def test_a20_54_in_the_mph_neither_the_pinned_nor_who_was_there_before_nor_at_armed_enemies() -> None:
    found, a, b = come_upon("pinned")
    assert "A20.54" in found.no(f"cc {HEX} {a} vs {b}")
    found, a, b = come_upon()
    other = found.new(FRIENDLY, "4-4-7", HEX)
    assert f"{other}: only units that have just entered" in found.no(f"cc {HEX} {other} vs {b}")
    found.new(ENEMY, "4-6-7", HEX)
    assert "only unarmed enemies alone" in found.no(f"cc {HEX} {a} vs {b}")


# -- refused --------------------------------------------------------------------------------------------------


def cornered(*options: str) -> tuple[Tabletop, str, str]:
    """Two broken ENEMY squads beside a FRIENDLY one, as the ENEMY RtPh begins."""
    found = bare(ENEMY, "RtPh").all("option enemy-plays off", *options)
    found.new(FRIENDLY, "4-4-7", "P16")
    a, b = (found.new(ENEMY, "4-6-7", HEX, "broken", "disrupted") for _ in range(2))
    return found, a, b


def test_a20_3_who_surrenders_is_taken_unasked_or_rejected_with_his_stack_and_nobody_surrenders_after() -> None:
    found, a, b = cornered()
    found.do("next")
    assert all("prisoner" in found.unit(key).flags for key in (a, b))
    found, a, b = cornered("option may-refuse on")
    question = found.ask("next")
    assert (question.id, question.whose, set(question.subject[1:])) == ("take-prisoners", FRIENDLY, {a, b})
    found.do("next", "no")
    assert not {a, b} & set(found.state.units)
    assert quarter.is_refused(found.game, ENEMY) and not quarter.is_refused(found.game, FRIENDLY)


def test_a20_3_accepted_they_are_prisoners_as_ever() -> None:
    found, a, b = cornered("option may-refuse on")
    found.do("next", "yes")
    assert all("prisoner" in found.unit(key).flags for key in (a, b))
    assert not quarter.is_refused(found.game, ENEMY)


# -- surrender in the Heat of Battle --------------------------------------------------------------------


def heat(captors: int = 1, *states: str) -> tuple[Tabletop, str, list[str]]:
    table = field(FRIENDLY, "PFPh")
    us = table.new(FRIENDLY, "4-2-6", "K11", *states)
    return table, us, [table.new(ENEMY, "4-6-7", "K12") for _ in range(captors)]


def test_a15_5_surrender_in_the_heat_of_battle_makes_a_prisoner() -> None:
    table, us, (captor,) = heat()
    # Conscript +1, Russian +2: 9 + 3 = 12.
    table, _ = by_rule(table, (4, 5), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[us]))
    unit = table.unit(us)
    assert "prisoner" in unit.flags and unit.carrier == captor and unit.hex == "K12"


def test_a15_5_the_captor_must_have_room_for_it() -> None:
    table, us, (first, second) = heat(2)
    for _ in range(5):
        prisoner = table.new(FRIENDLY, "4-4-7", "K12", "prisoner")
        table.do(f"guard {prisoner} {first}")
    table, _ = by_rule(table, (4, 5), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[us]))
    assert table.unit(us).carrier == second and prisoners.room(table.game, table.unit(first)) == 0


def test_a15_5_who_has_just_rallied_and_finds_no_captor_breaks_again() -> None:
    table, us, _ = heat(0, "broken", "dm")
    leader = table.new(FRIENDLY, "9-2", "K11")
    table.do("option confirm-fire off")
    # An Original 2 rallies; +1 Conscript, +1 broken, +2 Russian: 8 + 4 = 12, and nobody takes its surrender.
    way = rally.attempt(table.game, table.unit(us), leader)
    table, _ = by_rule(table, (1, 1, 4, 4), lambda ctx: rally.make(ctx, way))
    assert flags(table, us) == {"broken", "dm", "disrupted"}
