"""Captured equipment (A21): Guns by Recovery, vehicles in the CCPh, and how both serve their captors."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field
from tabletop import rolls

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry import repair
from sasl.asl.movement.allowance import movement_allowance
from sasl.asl.ordnance import guns, mounted, weapon_use
from sasl.asl.vehicles import enemy_afv
from sasl.kernel.frozen import replace
from sasl.solitaire import victory

HEX = "K14"


def table(side: Side = FRIENDLY, phase: Phase = "CCPh") -> Tabletop:
    return field(side, phase).all("option confirm-fire off", "option fire-stops off")


def a_gun(captor: str, type_: str = "75L AT") -> tuple[Tabletop, str, str]:
    """A German Gun without its crew, which Russians have recovered."""
    found = table(FRIENDLY, "RPh")
    gun, men = found.new(ENEMY, type_, HEX), found.new(FRIENDLY, captor, HEX)
    found.dice(1).do(f"recover {men} {gun}")
    return found, gun, men


def a_tank(captor: str, answer: str = "yes", tank: str = "StuG IIIG") -> tuple[Tabletop, str, str]:
    """An Abandoned German AFV that Russians have captured, and man at once or not."""
    found = table()
    afv, men = found.new(ENEMY, tank, HEX, "abandoned"), found.new(FRIENDLY, captor, HEX)
    found.do(f"capture {men} {afv}", answer)
    return found, afv, men


# -- Guns ----------------------------------------------------------------------------------------------


def test_a21_1_a_gun_is_captured_by_recovery_and_serves_its_captor() -> None:
    found, gun, men = a_gun("2-2-8")
    now = found.unit(gun)
    assert (now.side, now.maker) == (FRIENDLY, ENEMY) and guns.crew(found.game, now) == found.unit(men)
    assert found.game.counter_of(now).ma == "75L", "it is still what its makers built"


def test_a21_1_not_while_its_own_men_stand_by_it_nor_without_recovery() -> None:
    found = table(FRIENDLY, "RPh")
    gun, men, other = (
        found.new(side, name, HEX) for side, name in ((ENEMY, "75L AT"), (FRIENDLY, "2-2-8"), (ENEMY, "2-2-8"))
    )
    found.do(f"set {other} broken")
    assert "A4.44" in found.no(f"recover {men} {gun}")
    found.do(f"eliminate {other}")
    assert f"recover {men} {gun} (A21.1)" in found.no(f"capture {men} {gun}")


@pytest.mark.parametrize(("captor", "times"), [("2-2-8", 1), ("4-4-7", 2), ("2-4-8", 2)])
def test_a21_11_to_13_its_numbers_suffer_once_and_twice_if_no_crew_mans_it(captor: str, times: int) -> None:
    found, gun, _ = a_gun(captor)
    unit = found.unit(gun)
    assert guns.captured(found.game, unit, "MA") == times
    assert weapon_use.lowered(found.game, unit, "MA") == -2 * times
    assert weapon_use.captured_rof(found.game, unit, "MA") == -times


def test_a21_12_case_h_and_the_red_numbers_at_its_former_owners() -> None:
    found, gun, _ = a_gun("2-2-8")
    found.go_to(FRIENDLY, "PFPh")
    foe = found.new(ENEMY, "4-6-7", "K12")
    found.do(f"put {gun} {HEX}")
    record = rolls(found.dice(6, 5).do(f"fire {gun} K12"), "To Hit")[0]
    assert [mod.value for mod in record.modifiers if "Case H" in mod.name] == [2]
    assert foe in found.state.units


def test_a21_1_its_former_crew_has_no_part_in_it() -> None:
    found, gun, men = a_gun("2-2-8")
    old = found.new(ENEMY, "2-2-8", HEX)
    units = {**found.state.units, old: replace(found.unit(old), group=gun)}
    found = Tabletop(found.game.at(replace(found.state, units=units)))
    assert found.state.gun_of(found.unit(old)) is None and found.state.gun_of(found.unit(men)) is not None


def test_a21_1_its_makers_take_it_back() -> None:
    found, gun, men = a_gun("2-2-8")
    found.do(f"eliminate {men}")
    found.go_to(ENEMY, "RPh")
    crew = found.new(ENEMY, "2-2-8", HEX)
    found.dice(1).do(f"recover {crew} {gun}")
    assert (found.unit(gun).side, found.unit(gun).maker) == (ENEMY, "")
    assert guns.captured(found.game, found.unit(gun), "MA") == 0


def test_s1_vp_a_captured_gun_is_none_of_the_enemys() -> None:
    found = table(FRIENDLY, "RPh")
    gun, crew = found.new(ENEMY, "75L AT", HEX), found.new(ENEMY, "2-2-8", HEX)
    assert [piece.unit.id for piece in victory.judge_guns(found.game)] == [gun]
    found.do(f"eliminate {crew}")
    men = found.new(FRIENDLY, "2-2-8", HEX)
    found.dice(1).do(f"recover {men} {gun}")
    assert victory.judge_guns(found.game) == []


# -- vehicles ------------------------------------------------------------------------------------------


def test_a21_2_an_abandoned_afv_is_captured_in_the_ccph_when_nobody_guards_it() -> None:
    found = table()
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "StuG IIIG", HEX)
    assert "is manned" in found.no(f"capture {a} {tank}")
    found.do(f"set {tank} abandoned")
    guard = found.new(ENEMY, "2-4-7", HEX)
    assert f"{guard} must be eliminated or captured first (A11.52)" in found.no(f"capture {a} {tank}")
    found.do(f"eliminate {guard}")
    found.do(f"capture {a} {tank}", "no")
    assert found.unit(tank).side == FRIENDLY and "abandoned" in found.unit(tank).flags
    assert "not enemies" in found.no(f"capture {a} {tank}")


def test_a21_2_vehicles_only_in_the_ccph_and_cupolas_never() -> None:
    found = table(FRIENDLY, "MPh")
    a, tank = found.new(FRIENDLY, "4-4-7", HEX), found.new(ENEMY, "StuG IIIG", HEX, "abandoned")
    assert "only in the CCPh" in found.no(f"capture {a} {tank}")
    cupola = found.new(ENEMY, "HMG Cupola", HEX)
    assert "OtO 4.1" in found.no(f"capture {a} {cupola}")


def test_a11_52_a21_21_an_unarmed_vehicle_has_a_new_driver_and_its_passengers_are_prisoners() -> None:
    found = table(ENEMY)
    b, truck, rider = (
        found.new(side, name, HEX) for side, name in ((ENEMY, "4-6-7"), (FRIENDLY, "GAZ-MM"), (FRIENDLY, "2-2-8"))
    )
    found.do(f"board {rider} {truck}")
    found.do(f"set {truck} motion")
    assert "in Motion" in found.no(f"capture {b} {truck}")
    found.do(f"set {truck} -motion")
    found.do(f"capture {b} {truck}")
    assert found.unit(truck).side == ENEMY and found.unit(rider).carrier == b
    assert found.unit(truck).good_order and found.unit(b).type == "4-6-7", "the driver costs nothing"


@pytest.mark.parametrize(
    ("captor", "left", "hands", "times"),
    [("4-4-7", "2-3-7", "2-3-7", 2), ("2-3-7", "", "2-3-7", 2), ("2-2-8", "", "2-2-8", 1), ("1-2-7", "", "", 1)],
)
def test_a21_22_who_mans_it_of_a_squad_a_hs(captor: str, left: str, hands: str, times: int) -> None:
    found, tank, men = a_tank(captor)
    assert (found.unit(men).type if men in found.state.units else "") == left
    afv = found.unit(tank)
    assert afv.good_order and guns.captured(found.game, afv, "MA") == times
    printed = found.game.counter_of(afv).mp or 0
    assert movement_allowance(found.game, afv) == (printed // 2 if hands else printed)


@pytest.mark.parametrize(
    ("captor", "die", "came"),
    [("2-3-7", 3, "starts"), ("2-3-7", 4, "fails"), ("2-2-8", 5, "bogs"), ("2-2-8", 6, "bogs")],
)
def test_a21_22_russian_infantry_starts_it_on_a_dr_of_3(captor: str, die: int, came: str) -> None:
    found, tank, _ = a_tank(captor)
    found.go_to(ENEMY, "RPh").go_to(FRIENDLY, "MPh")
    found.dice(die).do(f"move {tank} K13")
    flags = found.unit(tank).flags
    assert ("motion" in flags, "ended" in flags, "bogged" in flags) == (
        came == "starts",
        came != "starts",
        came == "bogs",
    )


def test_a21_22_d2_51_for_a_vehicle_crew_its_mp_are_red() -> None:
    found, tank, _ = a_tank("1-2-7")
    found.go_to(ENEMY, "RPh").go_to(FRIENDLY, "MPh")
    found.dice(6, 6).do(f"move {tank} K13")
    assert "immobile" in found.unit(tank).flags


def test_d5_42_a21_22_an_mmc_mans_in_its_mph_what_was_captured_or_is_its_own() -> None:
    found, tank, men = a_tank("4-4-7", "no")
    found.go_to(ENEMY, "RPh").go_to(FRIENDLY, "MPh")
    found.do(f"man {men} {tank}")
    assert found.unit(tank).good_order and found.unit(men).type == "2-3-7"
    own, crew = found.new(FRIENDLY, "T-34 M43", "K16", "abandoned"), found.new(FRIENDLY, "2-2-8", "K16")
    found.do(f"man {crew} {own}")
    assert guns.captured(found.game, found.unit(own), "MA") == 1, "A21.13: friendly, but not qualified"


def test_a21_22_who_leaves_it_is_who_manned_it() -> None:
    found, tank, _ = a_tank("2-2-8")
    found.go_to(ENEMY, "RPh")
    mission = replace(found.game.mission, rules=[])
    found = Tabletop(replace(found.game, mission=mission)).go_to(FRIENDLY, "MPh")
    found.do(f"abandon {tank}")
    assert [unit.type for unit in found.state.units_at(HEX, FRIENDLY) if unit.kind == "crew"] == ["2-2-8"]
    assert not found.unit(tank).arms, "it is nobody's now"


def test_a21_22_a_smc_alone_while_ce_fires_the_aamg_and_does_not_drive() -> None:
    found, tank, men = a_tank("9-1")
    afv = found.unit(tank)
    assert men not in found.state.units and afv.good_order and guns.captured(found.game, afv, "AAMG") == 1
    assert "only its AAMG" in mounted.unmanned(found.game, afv, "MA")
    assert not mounted.unmanned(found.game, afv, "AAMG") and movement_allowance(found.game, afv) == 0


def test_a21_22_a_smc_alone_bu_drives_or_fires_either_bmg_or_cmg() -> None:
    found, tank, _ = a_tank("9-1", tank="Pz IVF1")
    found.go_to(ENEMY, "RPh").all(f"set {tank} buttoned").go_to(FRIENDLY, "PFPh")
    found.new(ENEMY, "4-6-7", "K12")
    printed = found.game.counter_of(found.unit(tank)).mp or 0
    assert movement_allowance(found.game, found.unit(tank)) == printed // 2
    assert "either its BMG or its CMG" in mounted.unmanned(found.game, found.unit(tank), "MA")
    found.dice(6, 5).do(f"fire {tank} K12 cmg")
    assert "either its BMG or its CMG" in mounted.unmanned(found.game, found.unit(tank), "BMG")
    assert movement_allowance(found.game, found.unit(tank)) == 0


def test_a21_22_a_smc_who_has_driven_fires_nothing() -> None:
    found, tank, _ = a_tank("9-1", tank="Pz IVF1")
    found.go_to(ENEMY, "RPh").all(f"set {tank} buttoned").go_to(FRIENDLY, "MPh")
    found.dice(1).do(f"move {tank} K13")
    assert "an SMC, who may not both drive and fire" in mounted.unmanned(found.game, found.unit(tank), "CMG")


def test_a21_21_a_smc_drives_a_truck_himself_until_he_leaves_it() -> None:
    found = table(ENEMY)
    man, truck = found.new(ENEMY, "8-1", HEX), found.new(FRIENDLY, "GAZ-MM", HEX)
    found.do(f"capture {man} {truck}", "yes")
    assert man not in found.state.units and found.unit(truck).good_order
    assert movement_allowance(found.game, found.unit(truck)) == found.game.counter_of(found.unit(truck)).mp
    found.go_to(ENEMY, "MPh").all(f"abandon {truck}")
    assert [unit.type for unit in found.state.units_at(HEX, ENEMY) if unit.kind == "leader"] == ["8-1"]


def test_a21_22_those_with_sw_and_the_wounded_do_not_man_it() -> None:
    found, tank, men = a_tank("9-1", "no")
    assert "abandoned" in found.unit(tank).flags
    found.go_to(ENEMY, "RPh").all(f"set {men} wounded").go_to(FRIENDLY, "MPh")
    assert "A21.22" in found.no(f"man {men} {tank}")
    half, mg = found.new(FRIENDLY, "2-3-7", HEX), found.new(FRIENDLY, "LMG")
    found.do(f"give {mg} {half}")
    assert "drop it first" in found.no(f"man {half} {tank}")


@pytest.mark.parametrize("mark", ["heroic", "fanatic", "commissar"])
def test_a21_22_nor_those_who_would_come_out_as_other_men(mark: str) -> None:
    found, tank, man = a_tank("9-1", "no")
    found.go_to(ENEMY, "RPh").all(f"set {man} {mark}").go_to(FRIENDLY, "MPh")
    assert f"{man} is {mark}" in found.no(f"man {man} {tank}")


# -- what is hidden, whose turn it is --------------------------------------------------------------------


def test_a21_22_what_is_manned_in_the_other_sides_ccph_drives_in_its_captors_next_mph() -> None:
    found = table(ENEMY)
    afv, men = found.new(ENEMY, "StuG IIIG", HEX, "abandoned"), found.new(FRIENDLY, "4-4-7", HEX)
    found.do(f"capture {men} {afv}", "yes")
    assert "ended" not in found.unit(afv).flags


def test_a21_1_a_gun_with_its_concealed_crew_and_a_hidden_gun_are_not_recovered() -> None:
    found = table(FRIENDLY, "RPh")
    gun, men = found.new(ENEMY, "75L AT", HEX), found.new(FRIENDLY, "4-4-7", HEX)
    crew = found.new(ENEMY, "2-2-8", HEX, "concealed")
    assert f"{gun} is manned by {crew}" in found.no(f"recover {men} {gun}")
    unseen = table(FRIENDLY, "RPh")
    gun, men = unseen.new(ENEMY, "75L AT", HEX, "hidden"), unseen.new(FRIENDLY, "4-4-7", HEX)
    assert "there is no unpossessed" in unseen.no(f"recover {men} {gun}")
    assert repair.lying(unseen.game, HEX, FRIENDLY) == []


def test_a21_22_who_mans_it_later_is_its_only_crew() -> None:
    found, afv, _ = a_tank("2-3-7")
    found.do(f"set {afv} abandoned")
    crew = found.new(FRIENDLY, "1-2-7", HEX)
    found.go_to(FRIENDLY, "MPh")
    found.do(f"man {crew} {afv}")
    assert mounted.stand_in(found.unit(afv)) == ""


def test_d2_6_an_afv_that_nobody_has_seen_bars_nobody() -> None:
    found = table(FRIENDLY, "MPh")
    truck = found.unit(found.new(FRIENDLY, "GAZ-MM", HEX))
    foe = found.new(ENEMY, "StuG IIIG", HEX, "hidden")
    assert enemy_afv.barred_by(found.game, truck, HEX) == ""
    found.do(f"set {foe} -hidden")
    assert enemy_afv.barred_by(found.game, truck, HEX) == foe


def test_c8_5_a_game_of_before_that_fired_smoke_may_fire_more_of_it() -> None:
    """It said so of the weapon, and not of the fire."""
    found = table(FRIENDLY, "PFPh")
    gun = found.new(FRIENDLY, "82* MTR", HEX)
    state = ev.ArmsChanged(gun, ("only SMOKE",), ()).apply(found.state)
    assert not ev.Fired((gun,), (), "K10", "Prep Fire").apply(state).opened_fire
    assert ev.Fired((gun,), (), "K10", "Prep Fire").apply(found.state).opened_fire


def test_a21_22_in_a_platoon_a_temporary_crew_has_to_get_its_vehicle_going_too() -> None:
    """It fails: it has ended its MPh, and the platoon halts."""
    found, afv, _ = a_tank("2-3-7")
    other = found.new(FRIENDLY, "T-34 M43", "L14")
    found.go_to(FRIENDLY, "MPh")
    found.dice(6).do(f"platoon {afv} K13 {other} L13")
    assert "ended" in found.unit(afv).flags and found.unit(afv).hex == HEX
    assert "motion" not in found.unit(afv).flags
