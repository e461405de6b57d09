"""Deploying and Recombining (A1.31-1.32), transfers (A4.43), dismantled SW (A9.8)."""

from __future__ import annotations

import pytest
from field import by_rule
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop, bare, of, rolls

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry import portage, prisoners, rally
from sasl.asl.movement.allowance import carried

HEX = "P13"


def rph(side: Side = FRIENDLY) -> Tabletop:
    return bare(side, "RPh")


def types(table: Tabletop, place: str = HEX) -> list[str]:
    return sorted(unit.type for unit in table.state.units_at(place) if unit.mmc)


def pair(table: Tabletop, weapon: str, place: str = HEX) -> tuple[str, str, str]:
    """A squad in P13, another in `place`, and a SW."""
    return table.new("friendly", "4-4-7", HEX), table.new("friendly", "4-4-7", place), table.new("friendly", weapon)


# -- A1.31 ---------------------------------------------------------------------------------------------


def test_a1_31_a_squad_with_a_leader_deploys_by_a_ntc() -> None:
    table = rph(ENEMY)
    squad, leader = table.new("enemy", "4-6-7", HEX, "cx"), table.new("enemy", "9-1", HEX)
    # NTC against 7, leader -1: 8 -1 = 7 passes
    record = rolls(table.dice(5, 3).do(f"split {squad}"))[0]
    assert (record.total, record.success) == (7, True)
    assert types(table) == ["2-4-7", "2-4-7"] and squad in table.state.units
    halves = [unit for unit in table.state.units_at(HEX) if unit.mmc]
    assert all({"cx", "deploying"} <= unit.flags for unit in halves) and "deploying" in table.unit(leader).flags


def test_a1_31_a_failed_ntc_leaves_the_squad_and_uses_the_leader_up() -> None:
    table = rph(ENEMY)
    squad, _ = table.new("enemy", "4-6-7", HEX), table.new("enemy", "8-0", HEX)
    table.dice(5, 5).do(f"split {squad}")
    assert types(table) == ["4-6-7"]
    assert "has Deployed or Recombined in this RPh" in table.no(f"split {squad}")
    other = table.new("enemy", "4-6-8", HEX)
    assert "each does so once per RPh (A1.31)" in table.no(f"split {other}")
    table.do("next")
    assert not any("deploying" in unit.flags for unit in table.state.units.values())


def test_a1_31_without_a_good_order_leader_there_is_no_deploying() -> None:
    table = rph(ENEMY)
    squad, _ = table.new("enemy", "4-6-7", HEX), table.new("enemy", "9-1", HEX, "broken")
    assert "no Good Order leader in P13" in table.no(f"split {squad}")


def test_a25_2_russians_may_not_deploy() -> None:
    table = rph()
    squad, _ = table.new("friendly", "4-4-7", HEX), table.new("friendly", "9-1", HEX)
    assert "Russian squads may not Deploy (A25)" in table.no(f"split {squad}")
    assert [LIBRARY.table("deploy.allowed").value(1, nation) for nation in ("german", "russian")] == ["yes", "no"]


@pytest.mark.parametrize("flag", ["broken", "berserk", "melee", "pinned", "ti"])
def test_a1_31_who_is_not_fit_to_deploy(flag: str) -> None:
    table = rph(ENEMY)
    squad, _ = table.new("enemy", "4-6-7", HEX, flag), table.new("enemy", "9-1", HEX)
    assert "may not Deploy" in table.no(f"split {squad}")


def test_a1_31_only_squads_in_the_rph() -> None:
    table = rph(ENEMY)
    crew = table.new("enemy", "2-2-8", HEX)
    assert "is not a squad" in table.no(f"split {crew}")
    assert "belongs to the RPh" in bare(ENEMY, "MPh").no("split 467a")


# -- A1.32 ---------------------------------------------------------------------------------------------


def test_a1_32_two_hs_with_a_leader_recombine() -> None:
    table = rph()
    one, two = table.new("friendly", "2-3-7", HEX, "concealed"), table.new("friendly", "2-3-7", HEX, "cx")
    gun = table.new("friendly", "LMG")
    table.new("friendly", "8-0", HEX)
    events = table.all(f"give {gun} {two}").do(f"recombine {one} {two}")
    assert types(table) == ["4-4-7"] and table.state.weapons[gun].holder == one
    assert "cx" in table.unit(one).flags and "concealed" not in table.unit(one).flags
    assert not of(events, ev.Rolled) and not table.state.lost  # nobody was eliminated


@pytest.mark.parametrize(
    ("one", "two", "place", "words"),
    [
        ("2-3-7", "2-4-8", HEX, "not halves of one squad"),
        ("2-3-7", "2-3-7", "P12", "not in one Location"),
        ("2-3-7", "2-2-8", HEX, "needs two HS"),
        ("2-3-7", "4-4-7", HEX, "needs two HS"),
    ],
)
def test_a1_32_what_does_not_recombine(one: str, two: str, place: str, words: str) -> None:
    table = rph()
    first, second = table.new("friendly", one, HEX), table.new("friendly", two, place)
    table.new("friendly", "8-0", HEX)
    assert words in table.no(f"recombine {first} {second}")


@pytest.mark.parametrize(
    ("first", "second", "fanatic"), [("fanatic", "", False), ("", "fanatic", False), ("fanatic", "fanatic", True)]
)
def test_a1_32_a_squad_is_fanatic_only_if_both_halves_are(first: str, second: str, fanatic: bool) -> None:
    table = rph()
    one, two = (table.new("friendly", "2-3-7", HEX, *filter(None, [flag])) for flag in (first, second))
    table.new("friendly", "8-0", HEX)
    table.do(f"recombine {one} {two}")
    assert ("fanatic" in table.unit(one).flags) == fanatic


def test_a1_32_both_halves_are_in_the_same_terrain() -> None:
    table = rph()
    one, two = table.new("friendly", "2-3-7", HEX, "dug-in"), table.new("friendly", "2-3-7", HEX)
    table.new("friendly", "8-0", HEX)
    assert "not in the same terrain of P13 (A1.32, A2.8)" in table.no(f"recombine {one} {two}")


def test_a1_32_it_takes_a_leader() -> None:
    table = rph()
    one, two = table.new("friendly", "2-3-7", HEX), table.new("friendly", "2-3-7", HEX)
    assert "no Good Order leader" in table.no(f"recombine {one} {two}")


# -- A4.43, A9.8 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "legal"), [("RPh", True), ("APh", True), ("MPh", False), ("PFPh", False)])
def test_a4_43_a_sw_changes_hands_in_the_rph_and_aph(phase: Phase, legal: bool) -> None:
    table = bare(FRIENDLY, phase)
    one, two, gun = pair(table, "HMG")
    table.do(f"give {gun} {one}")
    if legal:
        table.do(f"transfer {gun} {two}")
    else:
        assert "belongs to the RPh and APh" in table.no(f"transfer {gun} {two}")
    assert table.state.weapons[gun].holder == (two if legal else one)


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("broken", "it must be Good Order Infantry"),
        ("pinned", "neither pinned nor TI"),
        ("advanced", "SW change hands at the start of the APh (A4.431)"),
    ],
)
def test_a4_43_between_good_order_units_that_have_not_advanced(flag: str, words: str) -> None:
    table = bare(FRIENDLY, "APh")
    one, two, gun = pair(table, "LMG")
    table.all(f"give {gun} {one}", f"set {two} {flag}")
    assert words in table.no(f"transfer {gun} {two}")
    table.all(f"set {two} -{flag}", f"set {one} {flag}")
    assert words in table.no(f"transfer {gun} {two}")


def test_a4_431_in_the_own_aph_also_of_those_who_have_moved_but_not_in_that_of_the_enemy() -> None:
    table = bare(FRIENDLY, "APh")
    one, two, gun = pair(table, "LMG")
    table.all(f"give {gun} {one}", f"set {one},{two} moved", f"transfer {gun} {two}")
    assert table.state.weapons[gun].holder == two
    table = bare(ENEMY, "APh")
    one, two, gun = pair(table, "LMG")
    table.do(f"give {gun} {one}")
    assert "only in its own APh (A4.431)" in table.no(f"transfer {gun} {two}")


def test_a3_1_a4_431_a_transfer_is_the_only_action_of_both_in_the_rph() -> None:
    """A leader hands a LMG over, and does not rally anybody then; nor the other way round."""
    table = rph()
    leader, squad, broken = (
        table.new("friendly", name, HEX, *flags) for name, flags in (("9-1", ()), ("4-4-7", ()), ("4-4-7", ("broken",)))
    )
    gun, other = table.new("friendly", "LMG"), table.new("friendly", "LMG")
    table.all(f"give {gun} {leader}", f"give {other} {leader}", f"transfer {gun} {squad}")
    assert table.no(f"rally {broken} {leader}")
    assert "(A4.44)" in table.no(f"recover {squad} {other}")
    table.do(f"transfer {other} {squad}")
    table.all(f"set {leader} -transferring", f"give {gun} {leader}")
    table.dice(6, 5).do(f"rally {broken} {leader}")
    assert "(A3.1, A4.431)" in table.no(f"transfer {gun} {squad}")
    table.go_to(FRIENDLY, "APh")
    table.do(f"transfer {gun} {squad}")


def test_a1_31_the_halves_of_a_squad_divide_its_sw() -> None:
    table = rph()
    one, two = (table.new("friendly", "2-3-7", HEX, "deploying") for _ in range(2))
    gun = table.new("friendly", "LMG")
    table.all(f"give {gun} {one}", f"transfer {gun} {two}")
    assert table.state.weapons[gun].holder == two


def test_a4_43_in_the_same_location() -> None:
    table = rph()
    one, two, gun = pair(table, "LMG", "P12")
    assert "nobody has" in table.no(f"transfer {gun} {two}")
    table.do(f"give {gun} {one}")
    assert "are not together" in table.no(f"transfer {gun} {two}")
    assert "has LMGa already" in table.no(f"transfer {gun} {one}")


def test_a4_43_another_mmc_takes_over_a_gun() -> None:
    table = rph()
    gun, crew = table.new("friendly", "45L AT", HEX), table.new("friendly", "2-2-8", HEX)
    squad, leader = table.new("friendly", "4-4-7", HEX), table.new("friendly", "9-1", HEX)
    table.dice(1).do(f"recover {crew} {gun}")
    assert "(A3.1, A4.431)" in table.no(f"transfer {gun} {squad}"), "its Recovery was its only action"
    table.go_to(FRIENDLY, "APh")
    assert "only MMC can" in table.no(f"transfer {gun} {leader}")
    table.do(f"transfer {gun} {squad}")
    assert (table.unit(squad).group, table.unit(crew).group) == (gun, "")


def test_a9_8_a_heavy_mg_is_taken_apart_instead_of_fire_and_carried_for_half_its_pp() -> None:
    table = bare(ENEMY, "PFPh")
    squad, gun, light = table.new("enemy", "4-6-7", HEX), table.new("enemy", "MMG"), table.new("enemy", "LMG")
    assert "only a Good Order unit" in table.no(f"dismantle {gun}")
    table.all(f"give {gun} {squad}", f"give {light} {squad}")
    assert carried(table.game, table.unit(squad)) == 3 + 1
    table.do(f"dismantle {gun}")
    assert {"dismantled", "fired", "prep"} <= table.state.weapons[gun].flags
    assert carried(table.game, table.unit(squad)) == 2 + 1, "3 PP halved, FRU"
    assert "has fired" in table.no(f"dismantle {gun}")
    assert "only non-Russian MMG, HMG and 4-PP mortars can" in table.no(f"dismantle {light}")
    assert "belongs to set-up, the PFPh and the DFPh" in bare(ENEMY, "RPh").no("dismantle MMGa")


def test_a9_8_in_the_dfph_of_the_other_side_and_never_a_russian_mg() -> None:
    table = bare(FRIENDLY, "DFPh")
    squad, gun, mortar = table.new("enemy", "4-6-7", HEX), table.new("enemy", "HMG"), table.new("enemy", "50mm MTR")
    table.all(f"give {gun} {squad}", f"give {mortar} {squad}", f"dismantle {gun}", f"dismantle {mortar}")
    assert all("dismantled" in table.state.weapons[key].flags for key in (gun, mortar))
    _, maxim = table.armed("friendly", "4-4-7", HEX, "HMG")
    assert "can (A9.8)" in table.no(f"dismantle {maxim}")


def test_a9_8_a_dismantled_german_machine_gun_is_fired_as_a_lmg() -> None:
    table = bare(ENEMY, "PFPh").all("option confirm-fire off")
    squad, gun = table.new(ENEMY, "4-6-7", "K14"), table.new(ENEMY, "HMG")
    table.new(FRIENDLY, "4-4-7", "K10")
    table.all(f"give {gun} {squad}", f"set {gun} dismantled")
    weapon = table.state.weapons[gun]
    card = table.game.counter_of(weapon)
    assert (card.fp, card.range, card.rof) == (3, 8, 1) and not card.silent_after_move
    assert portage.pp(table.game, weapon) == 2, "half of its own PP"
    (record,) = rolls(table.dice(6, 5).do(f"fire {gun} K10 only"), gun)
    assert record.column == "2", "3 FP"


def test_a1_32_one_leader_lets_all_the_hs_of_his_location_recombine_and_does_nothing_else() -> None:
    table = rph()
    halves = [table.new("friendly", "2-3-7", HEX) for _ in range(4)]
    leader = table.new("friendly", "8-0", HEX)
    table.do(f"recombine {halves[0]} {halves[1]}")
    table.do(f"recombine {halves[2]} {halves[3]}")
    assert types(table) == ["4-4-7", "4-4-7"]
    broken = table.new("friendly", "4-4-7", HEX, "broken")
    assert leader not in [unit.id for unit in rally.leaders(table.game, table.unit(broken))]


def test_a20_5_an_unbroken_guard_deploys_at_any_time_without_leader_or_ntc() -> None:
    table = bare(FRIENDLY, "MPh")
    guard, captive = table.new("friendly", "4-4-7", HEX), table.new("enemy", "4-6-7", HEX)
    assert "RPh" in table.no(f"split {guard}")
    table.all(f"set {captive} broken", "option fire-stops off")
    table, _ = by_rule(table, (), lambda ctx: prisoners.take(ctx, table.unit(captive), table.unit(guard), "captured"))
    table.do(f"split {guard}")
    assert types(table) == ["2-3-7", "2-3-7", "4-6-7"]
    assert table.unit(captive).carrier == guard
