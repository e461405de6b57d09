"""Fire and Close Combat with Cavalry (A13.5): what it adds, what it halves, and how a rider loses his horse."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, flags, moves, paper, shown_drm, throw, type_of

from sasl.asl.close_combat import cc_round
from sasl.asl.fire import horses
from sasl.asl.fire.drm import target_mods
from sasl.asl.fire.ift import NOTHING, FinalDr
from sasl.asl.fire.tem import Motion
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import casualties, heat_of_battle, task_checks
from sasl.asl.ordnance.guns import crew
from sasl.asl.ordnance.hits.strikes import unpaid
from sasl.asl.snipers import candidates
from sasl.board.terrain import HexTerrain
from sasl.kernel.rolling.records import RollRecord
from sasl.solitaire.briefing.outcome import outcome
from sasl.solitaire.suspects.activation import provoke


def squadron(phase: Phase = "PFPh", side: Side = FRIENDLY, *types: str, at: str = "K14", **terrain: Any) -> Tabletop:
    """Cavalry in a hex (`527a` on `SqHa` first), in a phase of a side's Player Turn."""
    table = field(side, phase, **terrain)
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


def test_a13_5_who_loses_his_horse_is_told_with_it_but_not_the_horse_that_falls_with_him() -> None:
    table = squadron("PFPh", ENEMY)
    (horse,) = (unit for unit in table.state.units.values() if unit.kind == "horse")
    rider = table.unit("527a")
    broken, facts = by_rule(table, (1, 2), lambda ctx: casualties.break_unit(ctx, rider, "hit"))
    assert outcome(table.game, broken.game, facts).lines() == ["FRIENDLY: 527a is unhorsed and broken"]
    fallen, facts = by_rule(table, (), lambda ctx: casualties.eliminate(ctx, rider, "hit"))
    assert "527a is eliminated" in outcome(table.game, fallen.game, facts).text and "horse" not in str(facts[-1])
    loose, facts = by_rule(table, (), lambda ctx: ctx.emit(ev.Dismounted(rider.id, horse.id, 0, "")))
    gone, facts = by_rule(loose, (), lambda ctx: ctx.emit(ev.UnitRemoved(horse.id, "hit", counts=False)))
    assert outcome(loose.game, gone.game, facts).lines() == [f"FRIENDLY: {horse.id} is lost"]


def test_a13_5_small_arms_at_cavalry_minus_two() -> None:
    table = squadron("PFPh", ENEMY)
    table.new(ENEMY, "4-6-7", "K12")
    assert shown_drm(table, "fire 467a K14") == ["-2 Cavalry"]


def test_c3_31_the_effect_names_whom_the_to_hit_dr_has_struck() -> None:
    """11 hits the riders at -2, and misses who is on foot in the same hex."""
    table = squadron("PFPh", ENEMY)
    table.new(FRIENDLY, "4-4-7", "K14")
    gun = table.new(ENEMY, "75L AT", "K12")
    table.new(ENEMY, "2-2-8", "K12")
    table.do(f"face {gun} K13/L12")
    table.do("dice 6 5")
    sheet = table.ask(f"fire {gun} K14 infantry he", "roll").preview
    assert sheet is not None and "strikes 527a" in sheet.facts


def against(table: Tabletop, from_hex: str = "K12", **how: Any) -> list[tuple[str, int]]:
    return [(mod.name, mod.value) for mod in target_mods(table.game, table.unit("527a"), from_hex, **how)]


def test_a13_5_it_takes_the_place_of_ffmo_and_ffnam_and_of_hazardous_movement() -> None:
    table = squadron("MPh")
    assert against(table, moving=Motion()) == [("Cavalry", -2)]
    table.do("set 527a hazardous")
    assert against(table) == [("Cavalry", -2)]


def test_a13_5_no_wall_hedge_or_shellhole_shelters_cavalry() -> None:
    table = squadron("PFPh", ENEMY, K14="shellholes")
    table.do("set 527a shellhole")
    assert against(table) == [("Cavalry", -2)]
    table = squadron("PFPh", ENEMY, K14=HexTerrain(("open",), hedges=frozenset({0})))
    assert against(table, "K13") == [("Cavalry", -2)]
    table.do("set 527a -mounted")
    assert against(table, "K13") == [("hedge TEM", 1)]


def test_a13_5_oba_and_area_hits_meet_it_on_the_ift_an_infantry_hit_in_the_to_hit_dr() -> None:
    table = squadron("PFPh", ENEMY)
    assert against(table, "", indirect="oba") == [("Cavalry", -2)]
    assert unpaid(target_mods(table.game, table.unit("527a"), "K12")) == ()
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


def test_a13_4_no_sw_is_fired_from_the_saddle() -> None:
    table = squadron("PFPh", FRIENDLY, "4-4-7")
    table.new(ENEMY, "4-6-7", "K12")
    for name in ("LMG", "ATR"):
        table.do(f"new friendly {name} K14")
        table.do(f"give {name}a 447a")
        assert f"no SW such as {name}a (A13.4)" in table.no(f"fire {name}a K12")


def test_c10_1_nobody_mans_a_gun_on_horseback() -> None:
    table = squadron("PFPh", FRIENDLY, "2-2-8")
    gun = table.new(FRIENDLY, "45L AT", "K14")
    assert crew(table.game, table.unit(gun)) is None


# -- harm ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "left"), [((3, 3), "5-2-7"), ((6, 5), "2-2-7")])
def test_a13_51_who_breaks_bails_out_and_loses_his_horse_and_sw(dice: tuple[int, int], left: str) -> None:
    """D6.24: the NMC reduces him who fails it."""
    table = squadron().all("new friendly LMG K14", "give LMGa 527a")
    table, _ = by_rule(table, dice, lambda ctx: casualties.break_unit(ctx, ctx.state.units["527a"], "x"))
    assert flags(table, "527a") == {"broken", "dm"} and table.unit("527a").infantry
    assert "SqHa" not in table.state.units and "LMGa" not in table.state.weapons
    assert type_of(table, "527a") == left


def test_a13_32_after_casualty_reduction_a_hs_rides_on_half_of_the_horses() -> None:
    table = squadron("MPh").all("option fire-stops off", "move 527a K15")
    table, _ = by_rule(table, (), lambda ctx: casualties.reduce_unit(ctx, ctx.state.units["527a"], "x"))
    assert type_of(table, "527a") == "2-2-7" and table.unit("527a").cavalry
    assert type_of(table, "SqHa") == "HS horse" and "ended" not in table.unit("527a").flags


def test_a13_5_horse_and_rider_fall_together() -> None:
    table = squadron()
    table, _ = by_rule(table, (), lambda ctx: casualties.eliminate(ctx, ctx.state.units["527a"], "x"))
    assert not table.state.units


def test_a13_52_a_ptc_is_no_effect_on_cavalry_and_the_log_says_so() -> None:
    """4-6-7 at two hexes, the 4 column, -2: an Original 9 is a 7, PTC. On foot the same DR pins or is passed."""
    table = squadron("PFPh", ENEMY)
    foe = table.new(ENEMY, "4-6-7", "K12")
    sheet = table.ask(f"fire {foe} K14").preview
    assert sheet is not None and "PTC" not in dict(sheet.expected) and sheet.number == 4
    assert "527a: Cavalry takes no PTC (A13.52)" in sheet.facts
    table.do("dice 4 5")
    facts = table.do(f"fire {foe} K14", "roll")
    assert "527a: Cavalry takes no PTC (A13.52)." in [fact.describe() for fact in facts]
    on_foot = field(ENEMY, "PFPh")
    on_foot.new(FRIENDLY, "5-2-7", "K14")
    sheet = on_foot.ask(f"fire {on_foot.new(ENEMY, '4-6-7', 'K12')} K14").preview
    assert sheet is not None and "PTC" in dict(sheet.expected)


def test_a13_52_cavalry_is_never_pinned() -> None:
    table = squadron()
    table, _ = by_rule(table, (), lambda ctx: task_checks.pin(ctx, ctx.state.units["527a"], "x"))
    assert "pinned" not in table.unit("527a").flags


def test_a15_1_no_heat_of_battle_in_the_saddle() -> None:
    table = squadron()
    table, events = by_rule(table, (), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units["527a"]))
    assert not events


def test_a20_2_a_captured_rider_walks() -> None:
    table = squadron()
    guard = table.new(ENEMY, "4-6-7", "K14")
    units = table.state.units
    table, _ = by_rule(table, (), lambda ctx: prisoners.take(ctx, units["527a"], units[guard], "x"))
    assert "mounted" not in table.unit("527a").flags and "SqHa" not in table.state.units


@pytest.mark.parametrize(("dice", "left"), [((4, 4), ""), ((4, 5), "HS horse"), ((5, 5), "Sq horse")])
def test_a13_511_horses_nobody_rides_are_struck_by_the_star_line(dice: tuple[int, int], left: str) -> None:
    """16 FP: 8 falls below its 9, also when it cowers to the 12 column with its 8; 9 reduces; 10 does nothing."""
    table = field(ENEMY, "PFPh")
    table.new(ENEMY, "8-0", "K13")
    for name in ("4-4-7", "Sq horse"):
        table.new(FRIENDLY, name, "K14")
    for _ in range(2):
        table.new(ENEMY, "4-6-7", "K13")
    table.do("dice " + " ".join(map(str, dice)))
    table.do("fire 467a,467b,80a K14")
    assert (type_of(table, "SqHa") if "SqHa" in table.state.units else "") == left


def test_a13_511_the_rider_of_a_fallen_horse_bails_out_after_the_result() -> None:
    """8 FP: an Original 6 is 4 against the men, a 1MC, and 6 against the horses, below 7."""
    table = squadron("PFPh", ENEMY, "4-4-7")
    table.new(ENEMY, "8-3-8", "K12")
    table = table.all("dice 2 4", "dice 1 1 1 2", "fire 838a K14")
    assert "SqHa" not in table.state.units and table.unit("447a").infantry
    assert "broken" not in table.unit("447a").flags


def test_a13_511_half_a_squad_bails_out_of_reduced_horses() -> None:
    table = squadron("PFPh", ENEMY, "4-4-7")
    record = RollRecord("test", "DR", (1, 6), 7, 7, table="ift", column="8")
    table, _ = by_rule(table, (1, 2), lambda ctx: horses.suffer(ctx, ["SqHa"], FinalDr(NOTHING, record, 8), "x"))
    assert type_of(table, "447a") == "2-3-7" and table.unit("447a").cavalry and type_of(table, "SqHa") == "HS horse"
    assert [unit.infantry for unit in table.state.units.values() if unit.id not in ("447a", "SqHa")] == [True]


def test_d6_24_cavalry_may_bail_out_for_a_nmc_and_leaves_its_horse() -> None:
    table = squadron("DFPh")
    throw(table, (2, 3), "bail 527a")
    assert table.unit("527a").infantry and not table.unit("SqHa").carrier


# -- the rest ------------------------------------------------------------------------------------------


def test_a11_4_cavalry_adds_two_to_the_ambush_dr() -> None:
    table = squadron("CCPh")
    assert cc_round.ambush_facts(table.game, "K14", FRIENDLY)["ambush-vehicle"] == 1
    mods = cc_round.ambush_drm(table.game, "K14", FRIENDLY)
    assert [(mod.name, mod.value) for mod in mods] == [("Cavalry, vehicle or in a pillbox", 2)]


def test_a12_121_cavalry_gains_concealment_out_of_los_with_the_us_number_of_its_horse() -> None:
    table = squadron("CCPh", FRIENDLY, "5-2-7", K14="woods")
    assert [(item.ids, item.gain) for item in concealment.chances(table.game, FRIENDLY)] == [(("527a",), "free")]
    assert concealment.size(table.game, table.unit("527a")) == 4


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
    assert any("Final IFT DRM -2" in str(event) for event in events)
