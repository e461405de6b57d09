"""Fire and Close Combat with Cavalry (A13.5): what it adds, what it halves, and how a rider loses his horse."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, flags, moves, paper, shown_drm, throw, type_of

from sasl.asl.close_combat import cc_round
from sasl.asl.fire.drm import Motion, target_mods
from sasl.asl.game import events as ev
from sasl.asl.infantry import casualties, concealment, morale, prisoners
from sasl.asl.ordnance.guns import crew
from sasl.asl.snipers import candidates
from sasl.solitaire.activation import provoke


def squadron(phase: str = "PFPh", side: str = FRIENDLY, *types: str, at: str = "K14", **terrain: object) -> Tabletop:
    """Cavalry in a hex (`527a` on `SqHa` first), in a phase of a side's Player Turn."""
    table = field(side, phase, **terrain)  # type: ignore[arg-type]
    for number, name in enumerate(types or ("5-2-7",)):
        rider = table.new(FRIENDLY, name, at, "mounted")
        if name not in ("8-1", "8-0"):
            horse = table.new(FRIENDLY, "HS horse" if name == "2-2-8" else "Sq horse", at)
            table = saddle(table, rider, horse)
        assert number < 9
    return table


def saddle(table: Tabletop, rider: str, horse: str) -> Tabletop:
    after, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.Mounted(rider, horse)))
    return after


# -- fire at Cavalry -----------------------------------------------------------------------------------


def test_a13_5_small_arms_at_cavalry_minus_two() -> None:
    table = squadron("PFPh", ENEMY)
    table.new(ENEMY, "4-6-7", "K12")
    assert shown_drm(table, "fire 467a K14") == ["-2 Cavalry"]


def test_a13_5_it_comes_on_top_of_ffmo_and_ffnam() -> None:
    table = squadron("MPh")
    mods = target_mods(table.game, table.unit("527a"), "K12", moving=Motion())
    assert [(mod.name, mod.value) for mod in mods] == [("Cavalry", -2), ("FFMO", -1), ("FFNAM", -1)]


def test_a13_5_not_on_the_ift_for_ordnance_and_oba_but_on_the_to_hit_dr() -> None:
    table = squadron("PFPh", ENEMY)
    rider = table.unit("527a")
    assert target_mods(table.game, rider, None, indirect="oba") == ()
    assert target_mods(table.game, rider, "K12", ordnance=True) == ()
    table.all("new enemy 75L AT K10", "new enemy 2-2-8 K10", "face 75La K11/L10")
    assert "-2 vs Cavalry" in shown_drm(table, "fire 75La K14 infantry")


def test_a13_5_men_on_foot_beside_them_have_no_such_drm() -> None:
    table = squadron("PFPh", ENEMY)
    table.new(FRIENDLY, "4-4-7", "K14")
    table.new(ENEMY, "4-6-7", "K12")
    events = throw(table, (5, 6), "fire 467a K14")
    assert {place: drm(events, place).get("Cavalry", 0) for place in (0, 1)} == {0: -2, 1: 0}


# -- fire from the saddle ------------------------------------------------------------------------------


def test_a13_5_mounted_fire_is_halved() -> None:
    table = squadron()
    table.new(ENEMY, "4-6-7", "K12")
    assert any("5 FP x½ mounted (A13.5) = 2.5" in line for line in paper(table, "fire 527a K12"))


def test_a13_5_a_lmg_is_fired_from_the_saddle_no_other_sw() -> None:
    table = squadron("PFPh", FRIENDLY, "4-4-7")
    table.new(ENEMY, "4-6-7", "K12")
    for name in ("LMG", "ATR"):
        table.do(f"new friendly {name} K14")
        table.do(f"give {name}a 447a")
    text = " ".join(paper(table, "fire 447a,LMGa K12"))
    assert "LMGa" in text
    assert "not ATRa (A13.5)" in table.no("fire ATRa K12")


def test_c10_1_nobody_mans_a_gun_on_horseback() -> None:
    table = squadron("PFPh", FRIENDLY, "2-2-8")
    gun = table.new(FRIENDLY, "45L AT", "K14")
    assert crew(table.game, table.unit(gun)) is None


# -- harm ----------------------------------------------------------------------------------------------


def test_a13_5_who_breaks_is_on_foot_and_his_horse_gone() -> None:
    table = squadron()
    table, _ = by_rule(table, (), lambda ctx: morale.break_unit(ctx, ctx.state.units["527a"], "x"))
    assert flags(table, "527a") == {"broken", "dm"} and table.unit("527a").infantry
    assert "SqHa" not in table.state.units


def test_a13_5_casualty_reduction_unhorses_the_hs_and_ends_its_mph() -> None:
    table = squadron("MPh").all("option fire-stops off", "move 527a K15")
    table, _ = by_rule(table, (), lambda ctx: casualties.reduce_unit(ctx, ctx.state.units["527a"], "x"))
    assert type_of(table, "527a") == "2-2-7" and table.unit("527a").infantry
    assert "SqHa" not in table.state.units and "ended" in table.unit("527a").flags


def test_a13_5_horse_and_rider_fall_together() -> None:
    table = squadron()
    table, _ = by_rule(table, (), lambda ctx: casualties.eliminate(ctx, ctx.state.units["527a"], "x"))
    assert not table.state.units


def test_a13_52_cavalry_is_never_pinned() -> None:
    table = squadron()
    table, _ = by_rule(table, (), lambda ctx: morale.pin(ctx, ctx.state.units["527a"], "x"))
    assert "pinned" not in table.unit("527a").flags


def test_a15_1_no_heat_of_battle_in_the_saddle() -> None:
    table = squadron()
    table, events = by_rule(table, (), lambda ctx: morale.heat_of_battle(ctx, ctx.state.units["527a"]))
    assert not events


def test_a20_2_a_captured_rider_walks() -> None:
    table = squadron()
    guard = table.new(ENEMY, "4-6-7", "K14")
    units = table.state.units
    table, _ = by_rule(table, (), lambda ctx: prisoners.take(ctx, units["527a"], units[guard], "x"))
    assert "mounted" not in table.unit("527a").flags and "SqHa" not in table.state.units


@pytest.mark.parametrize(("dice", "left"), [((1, 1), False), ((3, 3), True)])
def test_a13_horses_nobody_rides_die_by_a_kia_or_k_on_the_men_with_them(dice: tuple[int, int], left: bool) -> None:
    table = field(ENEMY, "PFPh")
    for name in ("4-4-7", "Sq horse"):
        table.new(FRIENDLY, name, "K14")
    for _ in range(2):
        table.new(ENEMY, "4-6-7", "K13")
    table.do("dice " + " ".join(map(str, dice)))
    table.do("fire 467a,467b K14")
    assert ("SqHa" in table.state.units) is left


def test_d6_24_cavalry_may_bail_out_for_a_nmc_and_leaves_its_horse() -> None:
    table = squadron("DFPh")
    throw(table, (2, 3), "bail 527a")
    assert table.unit("527a").infantry and not table.unit("SqHa").carrier


# -- the rest ------------------------------------------------------------------------------------------


def test_a11_4_cavalry_adds_two_to_the_ambush_dr() -> None:
    table = squadron("CCPh")
    assert cc_round.ambush_facts(table.game, "K14", FRIENDLY)["ambush-vehicle"] == 1
    mods = cc_round.ambush_drm(table.game, "K14", FRIENDLY)
    assert [(mod.name, mod.value) for mod in mods] == [("Cavalry or vehicle", 2)]


def test_a12_2_cavalry_gains_no_concealment() -> None:
    table = squadron("CCPh", FRIENDLY, "5-2-7", K14="woods")
    assert not concealment.chances(table.game, FRIENDLY)
    table.do("set 527a -mounted")
    assert concealment.chances(table.game, FRIENDLY)


def test_a14_22_snipers_find_cavalry() -> None:
    assert [unit.id for unit in candidates(squadron().game, "FRIENDLY")] == ["527a"]


def test_5_2_cavalry_that_moves_shows_a_suspect_its_whole_drm() -> None:
    table = squadron("MPh")
    suspect = table.suspect("K9")
    table.do("dice 6")
    after, events = by_rule(
        moves(table, "527a"), (6,), lambda ctx: provoke(ctx, [ctx.state.units["527a"]], moving=True)
    )
    assert suspect not in after.state.suspects
    assert any("Final IFT DRM -4" in str(event) for event in events)
