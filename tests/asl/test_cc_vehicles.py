"""Close Combat against and by vehicles and cupolas (A11.5-11.8)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from field import at_cc as table
from tabletop import ENEMY, FRIENDLY, Tabletop, rolls, told

from sasl.asl.close_combat import cc_choices, cc_vehicles, melee
from sasl.asl.close_combat.cc_attack import strike
from sasl.asl.close_combat.cc_choices import Done
from sasl.asl.close_combat.cc_fight import CloseCombatFight, Commander
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.context import Context
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker
from sasl.kernel.frozen import replace

HEX = "P15"
NEXT, ACROSS = "Q15", "O16"
"""Hexes beside `HEX` on either side of a road through it from P14 to P16."""


def ccv(found: Tabletop, *ids: str) -> int:
    return cc_vehicles.party_ccv(found.game, [found.unit(name) for name in ids])


def drm(found: Tabletop, tank: str, *ids: str) -> dict[str, int]:
    side = found.unit(ids[0]).side
    weighed = cc_choices.weigh(found.game, Attack(side, HEX, ids, (tank,)))
    return {mod.name: mod.value for mod in weighed.parties[0].modifiers}


# -- CCV --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "flags", "value"),
    [
        ("4-4-7", (), 5), ("2-2-8", (), 4), ("2-4-8", (), 3), ("8-1", (), 2), ("1-4-9", (), 2), ("6-2-8", (), 6),
        ("3-2-8", (), 4), ("4-2-6", (), 4), ("4-4-7", ("pinned",), 4), ("4-2-6", ("pinned",), 3),
        ("4-4-7", ("disarmed",), 1),
    ],
)  # fmt: skip
def test_a11_5_ccv(name: str, flags: tuple[str, ...], value: int) -> None:
    found = table()
    assert ccv(found, found.new(FRIENDLY, name, HEX, *flags)) == value


@pytest.mark.parametrize(
    ("squad", "leader", "value"),
    [((), (), 6), ((), ("pinned",), 5), (("pinned",), (), 5), (("pinned",), ("pinned",), 4)],
)
def test_a11_5_a7_8_a_pinned_smc_adds_one_less(squad: tuple[str, ...], leader: tuple[str, ...], value: int) -> None:
    found = table()
    a, lead = found.new(FRIENDLY, "4-4-7", HEX, *squad), found.new(FRIENDLY, "8-1", HEX, *leader)
    assert ccv(found, a, lead) == value
    tank = found.new(ENEMY, "StuG IIIG", HEX, "buttoned")
    assert cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a, lead), (tank,))).number == value


def test_a11_5_a_combining_smc_adds_one_and_a_concealed_target_takes_one() -> None:
    found = table()
    a, lead = found.new(FRIENDLY, "4-4-7", HEX), found.new(FRIENDLY, "8-1", HEX)
    assert ccv(found, a, lead) == 6
    tank = found.new(ENEMY, "StuG IIIG", HEX, "concealed", "buttoned")
    assert cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a,), (tank,))).number == 4


def test_a11_5_two_units_at_most_one_of_them_an_smc_and_one_vehicle_at_a_time() -> None:
    found = table()
    a, b, lead = (found.new(FRIENDLY, name, HEX) for name in ("4-4-7", "4-4-7", "8-1"))
    tank, other, man = (found.new(ENEMY, name, HEX) for name in ("StuG IIIG", "StuH 42", "4-6-7"))
    for ids in ((a, b), (a, b, lead)):
        assert "A11.5" in cc_choices.fault(found.game, Attack(FRIENDLY, HEX, ids, (tank,)), Done())
    assert "A11.5" in cc_choices.fault(found.game, Attack(FRIENDLY, HEX, (a,), (tank, other)), Done())
    assert "A11.5" in cc_choices.fault(found.game, Attack(FRIENDLY, HEX, (a,), (tank, man)), Done())
    assert not cc_choices.fault(found.game, Attack(FRIENDLY, HEX, (a, lead), (tank,)), Done())
    parties = {
        item.attackers for item in cc_choices.possible(found.game, HEX, FRIENDLY, Done()) if tank in item.targets
    }
    assert parties == {(a,), (b,), (lead,), (a, lead), (b, lead)}, "nothing else is offered"


# -- DRM --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "flags", "expected"),
    [
        ("StuG IIIG", ("buttoned",), {"no manned MG": -1}),  # its only MG is the AAMG
        ("StuG IIIG", (), {"crew exposed": -1}),
        ("StuG IIIG", ("buttoned", "immobile"), {"no manned MG": -1, "immobile": -1}),
        ("StuG IIIG", ("buttoned", "immobile", "bogged"), {"no manned MG": -1, "immobile": -1}),
        ("StuG IIIG", ("buttoned", "motion"), {"no manned MG": -1, "in Motion": 2}),
        ("StuG IIIG", ("abandoned",), {"no manned MG": -1, "crew exposed": -1, "immobile": -1}),
        ("Marder II", ("buttoned",), {"no manned MG": -1, "open-topped": -2}),
        ("SdKfz 7/1", (), {"unarmored": -3, "no manned MG": -1}),
        ("HMG Cupola", (), {"immobile": -1}),
        ("HMG Cupola", ("malfunctioned",), {"no manned MG": -1, "immobile": -1}),
    ],
)
def test_a11_51_a11_61_drm_of_the_vehicle(name: str, flags: tuple[str, ...], expected: dict[str, int]) -> None:
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, name, HEX, *flags)
    assert drm(found, tank, a) == expected


def test_a11_51_a_bmg_counts_as_a_manned_mg_until_it_is_broken_or_the_crew_stunned() -> None:
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "KV-8", HEX, "buttoned")
    assert drm(found, tank, b) == {}
    found.do(f"set {tank} stunned")
    assert drm(found, tank, b) == {"no manned MG": -1, "immobile": -1}  # D.7: it cannot move


def test_d5_34_d3_44_a_crew_once_stunned_fights_worse_in_cc_and_an_armor_leader_helps() -> None:
    found = table()
    a, tank = found.new(ENEMY, "4-4-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX)
    shaken = replace(found.unit(tank), arms=frozenset({"+1 stunned"}))
    found = Tabletop(found.game.at(replace(found.state, units={**found.state.units, tank: shaken}))).led(tank, -2)
    weighed = cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (tank,), (a,)))
    assert {(mod.rule, mod.value) for mod in weighed.parties[0].modifiers} == {("D5.34", 1), ("D3.44", -2)}


def test_a11_51_escorts_shelter_it() -> None:
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "HMG Cupola", HEX)
    for name, *flags in (("4-6-7",), ("2-4-7",), ("8-1",), ("4-6-7", "pinned"), ("4-6-7", "broken")):
        found.new(ENEMY, name, HEX, *flags)
    assert drm(found, tank, a) == {"immobile": -1, "escort": 3}


def test_a11_51_a_leader_helps_only_with_another_unit_and_a_hero_always() -> None:
    found = table()
    a, lead, hero = (found.new(FRIENDLY, name, HEX) for name in ("4-4-7", "9-2", "1-4-9"))
    tank = found.new(ENEMY, "StuG IIIG", HEX)
    assert drm(found, tank, a, lead) == {"crew exposed": -1, lead: -2}
    assert drm(found, tank, lead) == {"crew exposed": -1}
    assert drm(found, tank, hero) == {"crew exposed": -1, "hero": -1}


# -- results ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "result"), [((1, 2), "burns"), ((2, 4), "wreck"), ((3, 4), "immobile"), ((4, 4), "")])
def test_a11_5_below_the_ccv_it_dies_at_half_it_burns_at_it_immobilized(dice: tuple[int, int], result: str) -> None:
    """4-4-7, CCV 5, against a buttoned bogged StuG, -2: Final 1 and 2 burn, 4 eliminates, 5 immobilizes."""
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "StuG IIIG", HEX, "buttoned", "bogged")
    found.dice(*dice).do(f"cc {HEX} {a} vs {tank}")
    wrecks = found.state.markers_at(HEX, "wreck")
    if result in ("burns", "wreck"):
        assert tank not in found.state.units and [bool(item.number) for item in wrecks] == [result == "burns"]
    else:
        assert ("immobile" in found.unit(tank).flags) == (result == "immobile") and not wrecks


def test_a11_5_the_chances_count_the_third_die() -> None:
    found = table()
    a, tank = found.new(FRIENDLY, "8-1", HEX), found.new(ENEMY, "HMG Cupola", HEX, "concealed")
    found.do(f"set {a} pinned cx")
    weighed = cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (a,), (tank,)))
    # CCV 2 - 2 = 0, at least 1 by the rule's own limit; +1 CX, -1 immobile: only an Original 2 and a dr of 1 or 2
    assert weighed.number == 1
    assert dict(weighed.expected()) == {
        "burns": 0,
        "eliminated": Fraction(2, 216),
        "immobilized": 0,
        "-": Fraction(214, 216),
    }


@pytest.mark.parametrize(("third", "result"), [(1, "burns"), (2, "wreck"), (3, "immobile"), (4, "")])
def test_a11_501_unlikely_kill(third: int, result: str) -> None:
    found = table()
    a = found.new(FRIENDLY, "8-1", HEX, "cx")
    tank = found.new(ENEMY, "StuG IIIG", HEX, "buttoned", "motion")  # CCV 2, +2 +1 -1: an Original 2 is a 4
    found.dice(1, 1, third).do(f"cc {HEX} {a} vs {tank}", "none")
    gone = tank not in found.state.units
    assert gone == (result in ("burns", "wreck"))
    if not gone:
        assert ("immobile" in found.unit(tank).flags) == (result == "immobile")


def test_a11_501_the_better_of_both_results_counts() -> None:
    assert cc_vehicles.worse("eliminated", "-") == cc_vehicles.worse("immobilized", "eliminated") == "eliminated"


def test_oto_4_1_a_cupola_neither_burns_nor_is_immobilized() -> None:
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "HMG Cupola", HEX)
    found.dice(3, 3, 6, 5).do(f"cc {HEX} {a} vs {tank} and {tank} vs {a}")  # 6 - 1 = 5: nothing
    assert "immobile" not in found.unit(tank).flags
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "HMG Cupola", HEX)
    found.dice(1, 2).do(f"cc {HEX} {a} vs {tank}")
    assert tank not in found.state.units and not found.state.marked("wreck")


def test_a11_611_nobody_aboard_survives() -> None:
    found = table(ENEMY)
    b, truck, rider = (
        found.new(side, name, HEX) for side, name in ((ENEMY, "4-6-7"), (FRIENDLY, "GAZ-MM"), (FRIENDLY, "2-2-8"))
    )
    found.do(f"board {rider} {truck}")
    found.dice(2, 2).do(f"cc {HEX} {b} vs {truck}", "no", "none")
    assert truck not in found.state.units and rider not in found.state.units


def test_a11_611_riders_fight_and_are_fought_for_themselves() -> None:
    found = table(ENEMY)
    b, tank, rider = (
        found.new(side, name, HEX) for side, name in ((ENEMY, "4-6-7"), (FRIENDLY, "T-34 M43"), (FRIENDLY, "4-4-7"))
    )
    found.do(f"board {rider} {tank}")
    assert [
        mod.value for mod in cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (rider,), (b,))).parties[0].modifiers
    ] == [1]
    assert [
        mod.value for mod in cc_choices.weigh(found.game, Attack(ENEMY, HEX, (b,), (rider,))).parties[0].modifiers
    ] == [-1]


def test_a11_621_an_original_12_costs_the_attackers() -> None:
    for flag, left in (("buttoned", "2-4-7"), ("abandoned", "4-6-7")):
        found = table(ENEMY)
        b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX, flag)
        found.do(f"set {tank} buttoned")
        found.dice(6, 6).do(f"cc {HEX} {b} vs {tank}", "no", "none")
        assert found.unit(b).type == left


# -- ATMM (C13.7) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "drms"), [(3, [-3]), (4, [])])
def test_c13_7_germans_check_for_an_atmm(dr: int, drms: list[int]) -> None:
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    events = found.dice(dr, 6, 5).do(f"cc {HEX} {b} vs {tank}", "yes", "none")
    assert [mod.value for mod in rolls(events, "CC in")[0].modifiers] == drms


def test_c13_7_an_original_6_pins() -> None:
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    events = found.dice(6, 6, 5).do(f"cc {HEX} {b} vs {tank}", "yes", "none")
    assert "pinned" in found.unit(b).flags and rolls(events, "CC in")[0].target == 4


def test_c13_7_an_original_6_costs_the_berserk_one_ccv_though_it_does_not_pin_them() -> None:
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "4-6-7", HEX, "berserk"), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    events = found.dice(6, 6, 5).do(f"cc {HEX} {b} vs {tank}", "yes", "none")
    assert "pinned" not in found.unit(b).flags and rolls(events, "CC in")[0].target == 4


def test_c13_7_an_original_6_counts_in_an_attack_declared_before_it() -> None:
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    found.dice(6, 6, 5)
    ctx = Context(found.game, ("yes", "none"))
    fight = CloseCombatFight(ctx, HEX, {side: Commander() for side in (ENEMY, FRIENDLY)})
    record = strike(fight, Attack(ENEMY, HEX, (b,), (tank,)), ctx.game)
    assert record is not None and record.target == 4


def test_c13_74_an_atmm_malfunctions_on_an_original_12() -> None:
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "8-3-8", HEX), found.new(FRIENDLY, "SU-76M", HEX, "immobile")
    events = found.dice(1, 6, 6).do(f"cc {HEX} {b} vs {tank}", "yes", "none")
    record = rolls(events, "CC in")[0]
    assert record.original == 12 and record.total <= (record.target or 0) < record.total + 3
    assert "C13.74" in told(events) and tank in found.state.units


def test_c13_7_smc_and_hs_find_them_less_easily_and_russians_never() -> None:
    for name, sums in (("8-1", 2), ("2-4-7", 1)):
        found = table(ENEMY)
        b, tank = found.new(ENEMY, name, HEX), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
        events = found.dice(1, 6, 5).do(f"cc {HEX} {b} vs {tank}", "yes", "none")
        assert rolls(events, "ATMM")[0].total == 1 + sums
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "StuG IIIG", HEX, "buttoned")
    assert not rolls(found.dice(6, 5).do(f"cc {HEX} {a} vs {tank}"), "ATMM")


def test_c13_7_cx_men_and_an_unarmored_target_make_it_harder_and_a_pinned_man_has_none() -> None:
    found = table(ENEMY)
    b, truck = found.new(ENEMY, "4-6-7", HEX, "cx"), found.new(FRIENDLY, "GAZ-MM", HEX)
    events = found.dice(1, 6, 5).do(f"cc {HEX} {b} vs {truck}", "yes", "none")
    assert rolls(events, "ATMM")[0].total == 1 + 1 + 1
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "4-6-7", HEX, "pinned"), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    assert not rolls(found.dice(6, 5).do(f"cc {HEX} {b} vs {tank}", "none"), "ATMM")


# -- the vehicle attacks back (A11.62) -------------------------------------------------------------------------


def test_a11_62_cmg_rmg_and_exposed_aamg_but_never_the_bmg() -> None:
    found = table()

    def fp(side: Side, name: str, *flags: str) -> int:
        return int(cc_vehicles.cc_fp(found.game, found.unit(found.new(side, name, "P16", *flags))))

    assert fp(FRIENDLY, "T-34 M43", "buttoned") == 4 and fp(FRIENDLY, "KV-1S", "buttoned") == 6
    assert fp(FRIENDLY, "KV-8", "buttoned") == 2, "its RMG"
    assert fp(ENEMY, "StuG IIIG", "buttoned") == 0 and fp(ENEMY, "StuG IIIG") == 2
    assert fp(FRIENDLY, "T-34 M43", "shocked") == fp(FRIENDLY, "T-34 M43", "abandoned") == 0
    assert fp(ENEMY, "HMG Cupola") == 7 and fp(ENEMY, "HMG Cupola", "malfunctioned") == 0


def test_a11_62_odds_against_the_ccv_of_the_defenders() -> None:
    found = table(ENEMY)
    tank = found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    squad, lead, half = (found.new(ENEMY, name, HEX) for name in ("4-6-7", "8-1", "2-4-7"))

    def odds(*ids: str) -> str:
        return cc_choices.weigh(found.game, Attack(FRIENDLY, HEX, (tank,), ids)).odds

    assert odds(squad, lead) == "1-2" and odds(half) == "1-1" and odds(squad, lead, half) == "1-4"  # 4 to 6, 3, 9
    found.do(f"set {half} pinned")
    assert odds(half) == "2-1"
    found.do(f"set {tank} motion")
    assert odds(half) == "1-1", "halved in Motion"


def test_a11_62_an_original_12_breaks_the_mg_and_infiltrates() -> None:
    found = table(ENEMY)
    b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    found.dice(6, 6).do(f"cc {HEX} {tank} vs {b}", "none", b, "P14")
    assert found.unit(tank).arms == {"CMG broken"} and found.unit(b).hex == "P14"


def test_a11_621_a_driver_has_no_small_arms() -> None:
    """D5.1: an unarmed vehicle has no crew; an Original 12 against it hurts nobody."""
    for name, left in (("GAZ-MM", "4-6-7"), ("T-34 M43", "2-4-7")):
        found = table(ENEMY)
        b, truck = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, name, HEX)
        found.dice(6, 6).do(f"cc {HEX} {b} vs {truck}", "no", *["none"] * 3)
        assert found.unit(b).type == left


def test_a11_31_the_side_without_vehicles_attacks_first_and_the_dead_do_not_answer() -> None:
    for side in (FRIENDLY, ENEMY):
        found = table(side)
        b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
        events = found.dice(2, 2).do(f"cc {HEX} {b} vs {tank} and {tank} vs {b}", "no")
        assert len(rolls(events, "CC in")) == 1 and tank not in found.state.units


def test_a11_31_one_attack_at_a_time_in_turn() -> None:
    found = table(ENEMY)
    b, c = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    tank = found.new(FRIENDLY, "T-34 M43", HEX, "buttoned")
    events = found.dice(6, 5, 6, 5, 6, 5).do(f"cc {HEX} {b} vs {tank} and {c} vs {tank} and {tank} vs {b}", "no", "no")
    assert [record.whose for record in rolls(events, "CC in")] == [ENEMY, FRIENDLY, ENEMY]


@pytest.mark.parametrize("owner", [FRIENDLY, ENEMY])
@pytest.mark.parametrize("attacker", [FRIENDLY, ENEMY])
def test_a11_31_beside_an_abandoned_vehicle_cc_goes_in_turn_and_who_had_it_last_attacks_second(
    owner: Side, attacker: Side
) -> None:
    """A StuG nobody mans, perhaps captured before: the other side than its last owner kills before it is answered."""
    found = table(attacker)
    a, b = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "4-6-7", HEX)
    stug = found.new(ENEMY, "StuG IIIG", HEX, "abandoned")
    maker = {"side": owner, "maker": ENEMY} if owner == FRIENDLY else {}
    found = Tabletop(found.game.at(with_unit(found.state, stug, **maker)))
    events = found.dice(1, 2).do(f"cc {HEX} {a} vs {b} and {b} vs {a}", "no")
    assert [record.whose for record in rolls(events, "CC in")] == [FRIENDLY if owner == ENEMY else ENEMY]


def test_a11_62_vehicles_do_not_attack_with_infantry_or_each_other() -> None:
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX)
    b, other = found.new(ENEMY, "4-6-7", HEX), found.new(ENEMY, "StuG IIIG", HEX)
    assert "A11.62" in cc_choices.fault(found.game, Attack(FRIENDLY, HEX, (a, tank), (b,)), Done())
    assert "A11.5" in cc_choices.fault(found.game, Attack(FRIENDLY, HEX, (tank,), (other,)), Done())
    shut = found.new(ENEMY, "StuH 42", HEX, "buttoned")
    assert "no CMG" in cc_choices.fault(found.game, Attack(ENEMY, HEX, (shut,), (a,)), Done())


def test_a11_7_a_stopped_vehicle_holds_infantry_and_is_not_held() -> None:
    for flag, held in (("buttoned", True), ("motion", False), ("abandoned", False)):
        found = table(ENEMY)
        b, tank = found.new(ENEMY, "4-6-7", HEX), found.new(FRIENDLY, "T-34 M43", HEX, "buttoned", flag)
        found.do(f"cc {HEX}", *(["none"] * 3))
        assert ("melee" in found.unit(b).flags) == held and "melee" not in found.unit(tank).flags


def test_a11_7_vehicles_alone_have_no_cc() -> None:
    found = table()
    found.new(FRIENDLY, "T-34 M43", HEX)
    found.new(ENEMY, "StuG IIIG", HEX)
    assert not melee.hexes(found.game) and "there is no CC" in found.no(f"cc {HEX}")


# -- PAATC (A11.6) and Street Fighting (A11.8) --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "flags", "dice", "goes"),
    [
        ("4-4-7", (), (3, 4), True), ("4-4-7", (), (4, 4), False), ("4-2-6", (), (3, 2), True),
        ("4-2-6", (), (3, 3), False), ("8-1", (), (), True), ("4-4-7", ("fanatic",), (), True),
    ],
)  # fmt: skip
def test_a11_6_paatc(name: str, flags: tuple[str, ...], dice: tuple[int, ...], goes: bool) -> None:
    """Morale 7 needs a 7; the Conscript's 6 needs 6 with +1."""
    found = table(FRIENDLY, "APh")
    a = found.new(FRIENDLY, name, "P14", *flags)
    found.new(ENEMY, "StuG IIIG", HEX, "buttoned")
    events = (found.dice(*dice) if dice else found).do(f"advance {a} {HEX}")
    assert (found.unit(a).hex == HEX) == goes and ("pinned" in found.unit(a).flags) != goes
    assert bool(rolls(events, "PAATC")) == bool(dice)


def test_a11_6_no_paatc_against_concealed_unarmored_or_abandoned_vehicles_but_against_cupolas() -> None:
    for name, flags, needed in (
        ("StuG IIIG", ("concealed",), False),
        ("SdKfz 7/1", (), False),
        ("StuG IIIG", ("abandoned",), False),
        ("HMG Cupola", (), True),
    ):
        found = table(FRIENDLY, "APh")
        a = found.new(FRIENDLY, "4-4-7", "P14")
        found.new(ENEMY, name, HEX, *flags)
        assert bool(rolls(found.do(f"advance {a} {HEX}"), "PAATC")) == needed, name


def test_a11_6_a_leader_who_stays_helps() -> None:
    found = table(FRIENDLY, "APh")
    a, lead = found.new(FRIENDLY, "4-4-7", "P14"), found.new(FRIENDLY, "9-2", "P14")
    found.new(ENEMY, "StuG IIIG", HEX, "buttoned")
    events = found.dice(4, 5).do(f"advance {a} {HEX}")
    assert [mod.name for mod in rolls(events, "PAATC")[0].modifiers] == [lead] and found.unit(a).hex == HEX


def street(side: Side = FRIENDLY) -> Tabletop:
    """A map with a road through `HEX` and a building on both sides of it."""
    found = table(side, "APh")
    board = found.game.board
    hexes = dict(board.hexes)
    for name, changes in (
        (HEX, {"road": frozenset({0, 3}), "terrains": ("open",)}),
        (NEXT, {"terrains": ("wooden-building",)}),
        (ACROSS, {"terrains": ("wooden-building",)}),
    ):
        hexes[board.hex(name)] = replace(board.terrain(name), **changes)
    return Tabletop(replace(found.game, board=replace(board, hexes=hexes, cache={})))


def test_a11_8_a_road_between_buildings() -> None:
    found = street()
    assert cc_vehicles.between_buildings(found.game, HEX)
    assert not cc_vehicles.between_buildings(found.game, NEXT) and not cc_vehicles.between_buildings(table().game, HEX)


def test_a11_8_street_fighters_attack_at_minus_one_and_may_go_back() -> None:
    found = street()
    a = found.new(FRIENDLY, "4-4-7", NEXT)
    tank = found.new(ENEMY, "StuG IIIG", HEX)
    found.dice(2, 2).do(f"advance {a} {HEX}")
    found.do("next")
    assert drm(found, tank, a) == {"crew exposed": -1, "Street Fighting": -1}
    answer = cc_choices.weigh(found.game, Attack(ENEMY, HEX, (tank,), (a,)))
    assert [(mod.name, mod.value) for mod in answer.parties[0].modifiers] == [("Street Fighting", 1)]
    found.dice(6, 5, 6, 5).do(f"cc {HEX} {a} vs {tank} and {tank} vs {a}", "yes")
    assert found.unit(a).hex == NEXT and "melee" not in found.unit(a).flags
    found.do("next")
    assert not found.state.marked("street")


def test_a11_8_on_wire_they_stay_in_the_street() -> None:
    found = street()
    a, tank = found.new(FRIENDLY, "4-4-7", NEXT), found.new(ENEMY, "StuG IIIG", HEX)
    found.dice(2, 2).do(f"advance {a} {HEX}")
    found.all("next", f"set {a} on-wire")
    found.dice(6, 5, 6, 5).do(f"cc {HEX} {a} vs {tank} and {tank} vs {a}", "yes")
    assert found.unit(a).hex == HEX


def test_a11_8_an_ffe_attacks_who_goes_back_into_it() -> None:
    found = street()
    a, tank = found.new(FRIENDLY, "4-4-7", NEXT), found.new(ENEMY, "StuG IIIG", HEX)
    found.dice(2, 2).do(f"advance {a} {HEX}")
    found.do("next")
    shells = Marker("ffe1", "ffe", NEXT, ENEMY, 0, text="FFE 105mm HE, 20 FP column", until=99, column=20)
    found = Tabletop(found.game.at(replace(found.state, markers={**found.state.markers, "ffe1": shells})))
    events = found.dice(6, 5, 6, 5, 6, 5).do(f"cc {HEX} {a} vs {tank} and {tank} vs {a}", "yes")
    assert [record.column for record in rolls(events) if record.table == "ift"] == ["20"]


@pytest.mark.parametrize(("dice", "back"), [((6, 6), True), ((1, 1), False)])
def test_a11_8_b28_41_the_mines_of_the_street_attack_who_goes_back_from_it(dice: tuple[int, int], back: bool) -> None:
    """On the 6 column a 12 does nothing, a 2 eliminates."""
    found = street()
    a, tank = found.new(FRIENDLY, "4-4-7", NEXT), found.new(ENEMY, "StuG IIIG", HEX)
    found.dice(2, 2).do(f"advance {a} {HEX}")
    found.all("next", f"marker add minefield {HEX} 6")
    events = found.dice(6, 5, 6, 5, *dice, 1, 1).do(f"cc {HEX} {a} vs {tank} and {tank} vs {a}", "yes")
    assert len([record for record in rolls(events) if record.table == "ift"]) == 1
    assert (a in found.state.units and found.unit(a).hex == NEXT) is back
