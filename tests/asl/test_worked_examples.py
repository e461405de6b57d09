"""Cases that the rulebook works out, figure by figure: the same counters, hexes apart and dice, and what must come."""

from __future__ import annotations

from itertools import product

import pytest
from field import ENEMY, FRIENDLY, Tabletop, column, field, moves, shot, throw
from tabletop import LIBRARY, rolls

from sasl.asl.close_combat import cc_choices
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import to_hit
from sasl.asl.ordnance.aiming.to_hit import Aim
from sasl.asl.ordnance.hits import strikes

HERE, NEXT = "K14", "K13"


# -- FP on the IFT -------------------------------------------------------------------------------------


def test_a7_306_two_squads_a_mmg_and_a_9_2_at_seven_hexes_are_9_fp_and_an_8_is_a_1mc() -> None:
    table = field(ENEMY, "PFPh")
    squads = [table.new(ENEMY, "4-6-7", HERE) for _ in range(2)]
    gun, leader = table.new(ENEMY, "MMG"), table.new(ENEMY, "9-2", HERE)
    table.do(f"give {gun} {squads[0]}")
    for name in ("4-4-7", "4-4-7", "4-4-7", "8-0"):
        table.new(FRIENDLY, name, "K7")
    events = table.dice(5, 3, *(1, 2) * 4).do(f"fire {','.join(squads)},{leader} K7")
    assert shot(events) == (8, 6, "1MC")


def test_a7_36_two_5_4_8_beside_concealed_men_have_8_fp_in_the_afph() -> None:
    """5 x 2, halved twice, is 2.5; one more for Assault Fire, and up: 4 each."""
    table = field(ENEMY, "AFPh")
    squads = [table.new(ENEMY, "5-4-8", HERE) for _ in range(2)]
    table.new(FRIENDLY, "4-4-7", NEXT, "concealed")
    assert column(table, f"fire {','.join(squads)} {NEXT}") == 8


def test_a9_5_a_5_4_8_with_a_lmg_sprays_8_fp_beside_it_and_4_two_hexes_off() -> None:
    table = field(ENEMY, "PFPh")
    squad, gun = table.armed(ENEMY, "5-4-8", HERE, "LMG")
    for place in ("K13", "K12"):
        table.new(FRIENDLY, "4-4-7", place)
    events = table.dice(6, 5).do(f"fire {squad},{gun} K13 spray K12")
    found = [int(record.column) for record in rolls(events) if record.table == "ift"]
    assert found == [8, 4]


# -- Residual FP ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("terrain", "left"), [({"K10": "woods"}, [2]), ({"K12": "grain"}, [1])])
def test_a8_26_4_fp_leave_2_in_woods_and_1_through_grain(terrain: dict[str, str], left: list[int]) -> None:
    table = field(FRIENDLY, "MPh", **terrain)
    them, us = table.new(ENEMY, "4-6-7", HERE), table.new(FRIENDLY, "4-4-7", "K10")
    table = moves(table, us, came_from="K9", how="assault")
    throw(table, (6, 5), f"fire {them} K10")
    assert [item.number for item in table.state.markers_at("K10", "residual")] == left


# -- the To Hit number and the dice ---------------------------------------------------------------------


def number(name: str, target: to_hit.Target, distance: int) -> int:
    found = mounted.ordnance(field().game, LIBRARY.counter("german", name))
    assert found is not None
    return to_hit.number(field().game, found, target, distance, "HE")[0]


def test_c3_6_a_l_gun_at_37_hexes_needs_3_and_with_2_more_only_an_improbable_hit_helps() -> None:
    assert number("75L AT", "Infantry", 37) == 3
    game, aim = field().game, Aim("Infantry")
    for dice in product(range(1, 7), range(1, 7)):
        found = to_hit.read(game, aim, dice, 3, 2)
        assert [hit is not None for hit in found] == ([True] * 3 + [False] * 3 if dice == (1, 1) else [False])


@pytest.mark.parametrize(("modifiers", "highest"), [(1, 2), (0, 3), (-1, 4)])
def test_c3_7_against_8_the_final_dr_must_be_below_half(modifiers: int, highest: int) -> None:
    """A tank at men in a wooden building two hexes off; then with the target acquired once, and twice."""
    game, aim = field().game, Aim("Infantry")
    sure = [
        sum(dice)
        for dice in product(range(1, 7), range(1, 7))
        if all(hit is not None and hit.critical for hit in to_hit.read(game, aim, dice, 8, modifiers))
    ]
    assert max(sure) == highest


def test_c5_35_in_motion_at_10_with_4_five_pairs_of_dice_hit() -> None:
    game, aim = field().game, Aim("Vehicle", motion=True)
    hits = {
        tuple(sorted(dice)) for dice in product(range(1, 7), range(1, 7)) if any(to_hit.read(game, aim, dice, 10, 4))
    }
    assert hits == {(1, 1), (1, 2), (1, 3), (1, 4), (2, 2)}


# -- critical hits -------------------------------------------------------------------------------------


def test_c3_71_a_mortar_bomb_in_the_woods_on_men_who_run_has_air_burst_and_ffnam() -> None:
    table = field(FRIENDLY, "MPh", K9="woods")
    _, tube = table.armed(ENEMY, "4-6-7", HERE, "50mm MTR")
    us = table.new(FRIENDLY, "4-4-7", "K9")
    table = moves(table, us, came_from="K8", spent=2)
    events = table.all("option confirm-fire off").dice(1, 1, 6, 6, 6, 6, 6, 6).do(f"fire {tube} K9")
    record = next(record for record in rolls(events) if record.table == "ift")
    assert (record.column, sum(mod.value for mod in record.modifiers)) == ("12", -2)


def test_c3_71_the_drm_against_cavalry_is_paid_in_the_to_hit_dr_alone() -> None:
    table = field(FRIENDLY, "MPh", K9="woods")
    _, tube = table.armed(ENEMY, "4-6-7", HERE, "50mm MTR")
    riders = table.new(FRIENDLY, "5-2-7", "K9", "mounted")
    table = moves(table, riders, came_from="K8", spent=2)
    events = table.all("option confirm-fire off").dice(1, 1, 6, 6, 6, 6, 6, 6).do(f"fire {tube} K9")
    record = next(record for record in rolls(events) if record.table == "ift")
    assert record.column == "12" and not any("avalry" in mod.name for mod in record.modifiers)


@pytest.mark.parametrize(("fp", "payload"), [(24, -1), (30, -3), (16, 0)])
def test_c_7_a_critical_hit_beyond_36_fp_has_one_more_for_each_8(fp: int, payload: int) -> None:
    """120mm: 48 FP; 150mm: 60."""
    found = strikes._power(field().game, fp, area=False, marsh=False)
    assert (found.payload, found.critical) == (payload, 36 if fp > 16 else 30)


# -- prisoners -----------------------------------------------------------------------------------------


def test_a20_22_an_8_3_8_at_1_2_takes_both_conscripts_and_a_hs_with_a_3() -> None:
    table = field(ENEMY, "CCPh")
    us = table.new(ENEMY, "8-3-8", HERE)
    weak = [table.new(FRIENDLY, "4-2-6", HERE) for _ in range(2)]
    firm = table.new(FRIENDLY, "4-4-7", HERE)
    attack = Attack(ENEMY, HERE, (us,), (*weak, firm), capture=True)
    drms = {
        party.ids: sum(mod.value for mod in party.modifiers) for party in cc_choices.weigh(table.game, attack).parties
    }
    assert drms == {tuple(weak): -1, (firm,): 1}


# -- Close Combat --------------------------------------------------------------------------------------


def odds_and_drm(table: Tabletop, attack: Attack, ambusher: str = "") -> tuple[str, dict[str, int]]:
    """The odds of an attack, and the DRM against each of its targets."""
    weighed = cc_choices.weigh(table.game, attack, ambusher)
    drms = {key: sum(mod.value for mod in party.modifiers) for party in weighed.parties for key in party.ids}
    return weighed.odds, drms


def test_a11_2_two_squads_against_one_and_a_leader_who_withdraws_are_3_2_and_1_less_at_him() -> None:
    table = field(ENEMY, "CCPh")
    ours = [table.new(FRIENDLY, name, HERE) for name in ("4-4-7", "5-2-7")]
    stays, goes = table.new(ENEMY, "4-6-7", HERE), table.new(ENEMY, "8-1", HERE, "withdrawing")
    table.do(f"set {','.join([*ours, stays, goes])} +melee")
    found = odds_and_drm(table, Attack(FRIENDLY, HERE, tuple(ours), (stays, goes)))
    assert found == ("3-2", {stays: 0, goes: -1})
    assert odds_and_drm(table, Attack(FRIENDLY, HERE, (ours[0],), (stays,)))[0] == "1-1"
    assert odds_and_drm(table, Attack(FRIENDLY, HERE, (ours[0],), (goes,)))[0] == "4-1"


def test_a11_4_a_3_3_8_that_ambushes_a_broken_2_2_7_has_3_2_and_minus_3() -> None:
    table = field(ENEMY, "CCPh", K14="wooden-building")
    us, weak = table.new(ENEMY, "3-3-8", HERE), table.new(FRIENDLY, "2-2-7", HERE, "broken")
    assert odds_and_drm(table, Attack(ENEMY, HERE, (us,), (weak,)), ENEMY) == ("3-2", {weak: -3})


def test_a20_22_a_4_6_7_takes_a_hs_of_conscripts_with_a_6_at_1_1() -> None:
    table = field(ENEMY, "CCPh")
    us, weak = table.new(ENEMY, "4-6-7", HERE), table.new(FRIENDLY, "4-2-6", HERE)
    weighed = cc_choices.weigh(table.game, Attack(ENEMY, HERE, (us,), (weak,), capture=True))
    assert (weighed.odds, weighed.number, [mod.value for mod in weighed.parties[0].modifiers]) == ("1-1", 5, [-1])


def test_a11_62_a_pinned_hs_counts_2_against_a_cmg_of_4() -> None:
    table = field(ENEMY, "CCPh")
    tank, men = table.new(FRIENDLY, "T-34 M43", HERE, "buttoned"), table.new(ENEMY, "2-3-8", HERE, "pinned")
    assert odds_and_drm(table, Attack(FRIENDLY, HERE, (tank,), (men,)))[0] == "2-1"
