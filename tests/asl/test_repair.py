"""Repair (A9.72) and Recovery (A4.44)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop, bare, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry import repair
from sasl.asl.ordnance import mounted
from sasl.saves.session import Session

HEX = "P13"


def rph(side: Side = FRIENDLY) -> Tabletop:
    return bare(side, "RPh")


def broken_gun(side: str = "friendly", name: str = "HMG") -> tuple[Tabletop, str, str]:
    """A squad whose SW has malfunctioned."""
    table = rph()
    squad, gun = table.armed(side, "4-4-7", HEX, name)
    table.do(f"malfunction {gun}")
    return table, squad, gun


# -- repair --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "number"), [("LMG", 1), ("MMG", 2), ("HMG", 3), (".50cal HMG", 2), ("50mm MTR", 1)])
def test_a9_72_a_dr_of_the_r_number_or_less_repairs(name: str, number: int) -> None:
    """A9.72: the R# stands on the back of the counter: 1 for a LMG, 2 for a MMG, 3 for a HMG."""
    for dr in (number, number + 1):
        table, squad, gun = broken_gun(name=name)
        record = rolls(table.dice(dr).do(f"repair {gun}"))[0]
        assert (record.target, record.target_name) == (number, "R#")
        assert table.state.weapons[gun].flags == (set() if dr == number else {"malfunctioned"})
        assert "repairing" in table.unit(squad).flags


def test_a9_72_the_r_number_of_a_counter_that_was_not_read_is_ours() -> None:
    table = rph(ENEMY)
    gun, crew = table.new("enemy", "120* MTR", HEX, "malfunctioned"), table.new("enemy", "2-2-8", HEX)
    table.session = Session(table.game.at(with_unit(table.state, crew, group=gun)))
    record = rolls(table.dice(2).do(f"repair {gun}"))[0]
    assert (record.target, record.target_name) == (2, "R# [house]")


def test_a9_72_a_6_ends_the_sw() -> None:
    table, squad, gun = broken_gun()
    table.dice(6).do(f"repair {squad}")
    assert gun not in table.state.weapons


def test_a9_72_once_in_a_rph() -> None:
    table, squad, gun = broken_gun()
    table.dice(4).do(f"repair {gun}")
    assert "has not tried yet (A9.72)" in table.no(f"repair {gun}")
    table.all("next")
    assert "repairing" not in table.unit(squad).flags
    assert "belongs to the RPh" in table.no(f"repair {gun}")


def test_a9_72_a_squad_tries_two_sw_a_hs_one_a_vehicle_all_its_weapons_each_once() -> None:
    for kind, drs in (("6-2-8", 2), ("3-2-8", 1)):
        table = rph()
        men = table.new("friendly", kind, "P15")
        guns = [table.new("friendly", "LMG") for _ in range(3)]
        for gun in guns:
            table.all(f"give {gun} {men}", f"set {gun} malfunctioned")
        events = table.dice(*[5] * drs).do(f"repair {men}")
        assert len(rolls(events, "Repair")) == drs
        assert "has not tried yet (A9.72)" in table.no(f"repair {men}")
        table.all("next")
        assert not table.unit(men).arms
    table = rph()
    tank = table.new("friendly", "T-34 M43", "P12", "malfunctioned")
    context = Context(table.game)
    context.emit(ev.ArmsChanged(tank, ("CMG broken",)))
    table = Tabletop(context.game)
    assert len(rolls(table.dice(2, 2).do(f"repair {tank}"), "Repair")) == 2
    assert "has not tried yet" in table.no(f"repair {tank}")


@pytest.mark.parametrize("flag", ["broken", "berserk", "melee", "prisoner"])
def test_a9_72_by_a_good_order_unit(flag: str) -> None:
    table, squad, gun = broken_gun()
    table.do(f"set {squad} {flag}")
    assert "there is nothing to repair" in table.no(f"repair {gun}")


def test_a9_7_a_sw_with_an_x_number_is_not_repaired() -> None:
    table, _, gun = broken_gun("friendly", "FT")
    assert "there is nothing to repair" in table.no(f"repair {gun}")


def test_a9_72_a_captured_sw_is_not_repaired() -> None:
    table = rph()
    squad, gun = table.new("friendly", "4-4-7", HEX), table.new("enemy", "HMG")
    table.all(f"give {gun} {squad}", f"set {gun} malfunctioned captured")
    assert "there is nothing to repair" in table.no(f"repair {gun}")


def test_a9_72_only_a_crew_repairs_a_gun() -> None:
    table = rph()
    gun, half = table.new("friendly", "45L AT", HEX, "malfunctioned"), table.new("friendly", "2-3-7", HEX)
    table.session = Session(table.game.at(with_unit(table.state, half, group=gun)))
    assert "there is nothing to repair" in table.no(f"repair {gun}")


def test_a9_72_a_lying_sw_is_not_repaired() -> None:
    table, squad, gun = broken_gun()
    table.do(f"give {gun} {HEX}")
    assert "there is nothing to repair" in table.no(f"repair {squad}")


def test_c2_28_a_gun_takes_its_crew_and_is_removed_by_a_6() -> None:
    """A9.72, C2.28: a Gun that malfunctions for good leaves play; its crew stays."""
    table = rph(ENEMY)
    gun, crew = table.new("enemy", "75L AT", HEX, "malfunctioned"), table.new("enemy", "2-2-8", HEX)
    assert "there is nothing to repair" in table.no(f"repair {gun}")
    table.dice(3).do(f"recover {crew} {gun}")
    assert "there is nothing to repair" in table.no(f"repair {gun}")  # Recovery is its sole action (A4.44)
    table.do(f"set {crew} -recovering")
    table.dice(6).do(f"repair {gun}")
    assert gun not in table.state.units and "repairing" in table.unit(crew).flags


def test_d3_7_an_afv_whose_ma_is_disabled_is_recalled() -> None:
    """As after a Stun (D5.341): it does not fire in this Player Turn, and with +1 from then on."""
    table = rph()
    tank = table.new("friendly", "T-34 M43", HEX, "malfunctioned")
    table.dice(6).do(f"repair {tank}")
    assert {"disabled", "recalled", "stunned"} <= table.unit(tank).flags
    assert "malfunctioned" not in table.unit(tank).flags and mounted.STUNNED_BEFORE in table.unit(tank).arms


@pytest.mark.parametrize(("dr", "works"), [(1, True), (2, False)])
def test_d3_7_a_weapon_of_a_vehicle_is_repaired_by_a_1_only(dr: int, works: bool) -> None:
    table = rph()
    tank = table.new("friendly", "T-34 M43", HEX, "malfunctioned")
    record = rolls(table.dice(dr).do(f"repair {tank}"))[0]
    assert (record.target, record.target_name) == (1, "R#")
    assert ("malfunctioned" not in table.unit(tank).flags) is works


@pytest.mark.parametrize("flag", ["rally-tried", "repairing", "deploying"])
def test_a4_44_recovery_is_the_only_action_in_the_rph(flag: str) -> None:
    table = rph()
    squad, gun = table.new("friendly", "4-4-7", HEX, flag), table.new("friendly", "LMG")
    table.do(f"give {gun} {HEX}")
    assert "Recovery is its only one (A4.44)" in table.no(f"recover {squad} {gun}")


def test_a4_44_who_has_recovered_neither_leads_a_rally_nor_deploys() -> None:
    table = rph()
    leader, gun = table.new("friendly", "9-1", HEX), table.new("friendly", "LMG")
    weak = table.new("friendly", "4-4-7", HEX, "broken")
    table.do(f"give {gun} {HEX}")
    table.dice(1).do(f"recover {leader} {gun}")
    assert "cannot help" in table.no(f"rally {weak} {leader}")


def test_oto_4_a_cupola_is_never_disabled_by_a_repair() -> None:
    table = rph(ENEMY)
    cupola = table.new("enemy", "HMG Cupola", HEX, "malfunctioned")
    assert "ends it" not in "\n".join(table.ask(f"repair {cupola}").lines)
    table.dice(6).do(f"repair {cupola}")
    assert table.unit(cupola).flags == {"malfunctioned", "repairing"}


@pytest.mark.parametrize(("dr", "left"), [(1, set()), (3, {"CMG broken"}), (6, {"CMG disabled"})])
def test_a9_72_mounted_mg(dr: int, left: set[str]) -> None:
    table = rph()
    tank = table.new("friendly", "T-34 M43", HEX)
    context = Context(table.game)
    context.emit(ev.ArmsChanged(tank, ("CMG broken",)))
    table = Tabletop(context.game)
    table.dice(dr).do(f"repair {tank} CMG")
    assert table.unit(tank).arms - {f"CMG of {tank}{repair.TRIED}"} == left
    assert "there is nothing to repair" in table.no(f"repair {tank} BMG")


def test_a9_72_the_number_may_be_corrected_to_that_of_your_counter() -> None:
    table, _, gun = broken_gun()
    table.dice(4).do(f"repair {gun}", "number 4")
    assert not table.state.weapons[gun].flags


def test_a9_72_chances_by_hand() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert [chance for _, chance in repair.repair_chances(2, 6, False)] == [third, half, half * third]
    assert [chance for _, chance in repair.repair_chances(2, 6, True)] == [third, 2 * third, 0]
    assert [chance for _, chance in repair.repair_chances(6, 6, True)] == [1, 0, 0], (
        "a 6 ends it only if it may be lost"
    )


def test_a9_72_all_at_once() -> None:
    table, _, gun = broken_gun()
    tank = table.new("friendly", "T-34 M43", "P12", "malfunctioned")
    table.dice(1, 1).do("repair all")
    assert not table.state.weapons[gun].flags and "malfunctioned" not in table.unit(tank).flags


# -- recovery ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dr", "holder"), [(5, True), (6, False)])
def test_a4_44_a_recovery_dr_of_5_or_less(dr: int, holder: bool) -> None:
    table = rph()
    squad, gun = table.new("friendly", "4-4-7", HEX), table.new("friendly", "LMG")
    table.do(f"give {gun} {HEX}")
    record = rolls(table.dice(dr).do(f"recover {squad} {gun}"))[0]
    assert (record.target, table.state.weapons[gun].holder) == (5, squad if holder else "")
    assert "has tried to recover something (A4.44)" in table.no(f"recover {squad} {gun}")


def test_a4_44_not_beside_an_armed_known_enemy() -> None:
    for states, refused in (((), True), (("broken",), True), (("concealed",), False), (("prisoner",), False)):
        table = rph()
        squad, gun = table.new("friendly", "4-4-7", HEX), table.new("friendly", "LMG")
        table.new("enemy", "4-6-7", HEX, *states)
        table.do(f"give {gun} {HEX}")
        if refused:
            assert "in its Location (A4.44)" in table.no(f"recover {squad} {gun}")
        else:
            table.dice(1).do(f"recover {squad} {gun}")


def test_a4_44_cx_adds_one() -> None:
    table = rph()
    squad, gun = table.new("friendly", "4-4-7", HEX, "cx"), table.new("friendly", "LMG")
    table.do(f"give {gun} {HEX}")
    record = rolls(table.dice(5).do(f"recover {squad}"))[0]
    assert (record.total, record.success) == (6, False)
    assert {item.when: item.value for item in LIBRARY.table("recovery.check").modifiers} == {"cx": 1}


def test_a4_44_in_the_mph_it_costs_a_mf() -> None:
    table = bare()
    squad, gun = table.new("friendly", "4-4-7", HEX), table.new("friendly", "LMG")
    table.all(f"give {gun} P12", f"move {squad} P12")
    table.dice(1).do(f"recover {squad} {gun}")
    assert (table.unit(squad).mf, table.state.weapons[gun].holder) == (2, squad)
    assert table.state.moving and table.state.moving.hex == "P12"


def test_a4_44_in_a_mph_each_sw_may_be_tried_once_for_a_mf_also_after_the_rph() -> None:
    table = rph()
    squad = table.new("friendly", "4-4-7", HEX)
    guns = [table.new("friendly", "LMG") for _ in range(2)]
    for gun in guns:
        table.do(f"give {gun} {HEX}")
    table.dice(6).do(f"recover {squad} {guns[0]}")
    assert "has tried to recover something" in table.no(f"recover {squad} {guns[1]}")
    table.go_to(FRIENDLY, "MPh")
    table.dice(6).do(f"recover {squad} {guns[0]}")
    assert f"has tried to recover {guns[0]}" in table.no(f"recover {squad} {guns[0]}")
    table.dice(1).do(f"recover {squad} {guns[1]}")
    assert table.state.weapons[guns[1]].holder == squad and table.unit(squad).mf == 2
    table.go_to(ENEMY, "RPh")
    assert not table.unit(squad).arms


def test_a4_44_only_with_a_mf_left_and_in_its_own_player_turn() -> None:
    table = bare()
    squad, gun = table.new("friendly", "4-4-7", HEX), table.new("friendly", "LMG")
    table.all(f"give {gun} P9", f"move {squad} P12 P11 P10 P9")
    assert "has spent 4 of 4 MF" in table.no(f"recover {squad} {gun}")
    table = bare(ENEMY, "RPh")
    squad, gun = table.new("friendly", "4-4-7", HEX), table.new("friendly", "LMG")
    table.do(f"give {gun} {HEX}")
    assert "only in the FRIENDLY RPh or MPh" in table.no(f"recover {squad} {gun}")


@pytest.mark.parametrize(
    ("flag", "words"),
    [("broken", "is broken"), ("ti", "is TI"), ("pinned", "is pinned"), ("melee", "not in Good Order")],
)
def test_a4_44_who_may_not_recover(flag: str, words: str) -> None:
    table = rph()
    squad, gun = table.new("friendly", "4-4-7", HEX, flag), table.new("friendly", "LMG")
    table.do(f"give {gun} {HEX}")
    assert words in table.no(f"recover {squad} {gun}")


def test_a4_44_only_what_lies_in_its_location() -> None:
    table = rph()
    squad, gun = table.new("friendly", "4-4-7", HEX), table.new("friendly", "LMG")
    table.do(f"give {gun} P12")
    assert "in P13" in table.no(f"recover {squad} {gun}")
    assert "nothing lies there" in table.no(f"recover {squad}")


@pytest.mark.parametrize("phase", ["RPh", "MPh"])
def test_a4_44_only_a_smc_takes_the_sw_of_broken_friends_and_without_mf(phase: Phase) -> None:
    table = bare(FRIENDLY, phase)
    leader, squad = table.new("friendly", "8-0", HEX), table.new("friendly", "4-4-7", HEX)
    _, gun = table.armed("friendly", "4-4-7", HEX, "LMG", flags=["broken"])
    assert "there is no unpossessed" in table.no(f"recover {squad} {gun}")
    table.dice(5).do(f"recover {leader} {gun}")
    assert table.state.weapons[gun].holder == leader and not table.unit(leader).mf


def test_a4_44_an_mmc_mans_a_gun_that_nobody_mans() -> None:
    table = rph()
    gun = table.new("friendly", "45L AT", HEX)
    leader, crew = table.new("friendly", "9-1", HEX), table.new("friendly", "2-2-8", HEX)
    assert "only MMC can" in table.no(f"recover {leader} {gun}")
    table.dice(2).do(f"recover {crew} {gun}")
    assert table.unit(crew).group == gun
    other = table.new("friendly", "4-4-7", HEX)
    assert "there is no unpossessed" in table.no(f"recover {other} {gun}")


def test_a21_12_a_sw_of_the_enemy_is_captured() -> None:
    table = rph()
    squad, prize = table.new("friendly", "4-4-7", HEX), table.new("enemy", "HMG")
    table.do(f"give {prize} {HEX}")
    table.dice(1).do(f"recover {squad} {prize}")
    assert table.state.weapons[prize].flags == {"captured"}
    mate = table.new("friendly", "4-4-7", HEX)
    table.do(f"give {prize} {HEX}")
    table.dice(1).do(f"recover {mate} {prize}")
    assert table.state.weapons[prize].flags == {"captured"}, "whoever of them has it"


def test_a4_44_the_rph_says_what_lies_about() -> None:
    table = bare(ENEMY, "CCPh")
    table.new("friendly", "4-4-7", HEX)
    gun = table.new("friendly", "LMG")
    table.do(f"give {gun} {HEX}")
    assert f"may recover {gun} in {HEX}" in told(table.dice(3, 4).do("next"))
