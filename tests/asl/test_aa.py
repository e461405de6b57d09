"""AA fire (E7.5): who may, Light AA on the vehicle line, Heavy AA, and the waiting Guns of the mission."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, gun_of, quiet
from tabletop import bare, rolls, told

from sasl.asl.air import antiaircraft
from sasl.asl.game.sides import Phase, Side
from sasl.board.hexes import parse_hex
from sasl.kernel.frozen import replace

# A run toward hexside 1 on V20 starts over V24. Aerial Range is twice the hexes.


def crewed(table: Tabletop, gun: str, name: str, *flags: str, side: Side = ENEMY) -> str:
    """A Gun with its crew in a hex; one of the ENEMY is set up against aircraft."""
    found = table.new(side, gun, name, *flags, *(["waits"] if side == ENEMY and "waits" not in flags else []))
    table.new(side, "2-2-8", name)
    return found


def sturmovik(phase: Phase = "MPh", side: Side = ENEMY) -> tuple[Tabletop, str]:
    table = bare(side, phase).all("option confirm-fire off")
    return table, table.new(FRIENDLY, "Il-2 M43")


def weapons(table: Tabletop, unit: str) -> list[str]:
    return [shooter.weapon for shooter in antiaircraft.light(table.game, table.unit(unit))]


def armed(table: Tabletop, side: Side, weapon: str, name: str) -> tuple[str, str]:
    """A squad with a SW."""
    squad, sw = table.armed(side, "4-4-7", name, weapon)
    return squad, sw


# -- who may ------------------------------------------------------------------------------------------


def test_e7_51_aa_guns_with_ife_aamg_aa_main_armament_and_hmg() -> None:
    table, _ = sturmovik()
    assert weapons(table, crewed(table, "20L(6) AA", "V22")) == ["MA"]
    assert weapons(table, crewed(table, "88L AA", "V22")) == []
    assert weapons(table, crewed(table, "75L AT", "V22")) == []
    assert weapons(table, table.new(ENEMY, "SdKfz 7/1", "V22")) == ["MA"]
    assert weapons(table, table.new(ENEMY, "StuG IIIG", "V22")) == ["AAMG"]
    assert weapons(table, table.new(ENEMY, "StuG IIIG", "V22", "buttoned")) == []
    assert weapons(table, table.new(ENEMY, "Marder II", "V22")) == []
    assert weapons(table, armed(table, FRIENDLY, "HMG", "V22")[0]) != []
    assert weapons(table, armed(table, FRIENDLY, "MMG", "V22")[0]) == []


def test_oto_s1_hmg_of_the_enemys_infantry_may_not_fire_at_aircraft() -> None:
    table, _ = sturmovik()
    assert weapons(table, armed(table, ENEMY, "HMG", "V22")[0]) == []


def test_oto_s1_guns_activated_later_may_not_fire_at_aircraft() -> None:
    """OtO-S1: besides the three Guns of the set-up only vehicles with AAMG or AA armament fire at the FB's."""
    table, plane = sturmovik("PFPh")
    gun, heavy = crewed(table, "20L(6) AA", "V22"), crewed(table, "88L AA", "V21")
    assert weapons(table, gun) == ["MA"] and antiaircraft.no_heavy(table.game, table.unit(heavy)) == ""
    table.do(f"set {gun},{heavy} -waits")
    assert weapons(table, gun) == [] and weapons(table, table.new(ENEMY, "SdKfz 10/4", "V23")) == ["MA"]
    assert "neither a vehicle nor a Gun set up against aircraft" in table.no(f"aa {heavy}")
    assert plane in table.state.units


@pytest.mark.parametrize("flag", ["malfunctioned", "limbered", "disabled"])
def test_e7_5_a_gun_must_be_able_to_fire(flag: str) -> None:
    table, _ = sturmovik()
    assert weapons(table, crewed(table, "20L(6) AA", "V22", flag)) == []


@pytest.mark.parametrize("state", ["ti", "pinned", "broken", "panicked"])
def test_e7_5_so_must_its_crew(state: str) -> None:
    table = bare(ENEMY, "MPh")
    gun = crewed(table, "20L(6) AA", "V22")
    (crew,) = (unit.id for unit in table.state.units_at("V22") if unit.kind == "crew")
    assert antiaircraft.manned(table.state, table.unit(gun))
    table.do(f"set {crew} {state}")
    assert antiaircraft.manned(table.state, table.unit(gun)) is (state == "pinned")


def test_e7_5_a_gun_must_be_manned_and_not_inside_a_building() -> None:
    table, _ = sturmovik()
    assert weapons(table, table.new(ENEMY, "20L(6) AA", "V22")) == []
    assert weapons(table, crewed(table, "20L(6) AA", "CC5")) == []
    broken = table.new(ENEMY, "20L(6) AA", "V16")
    table.new(ENEMY, "2-2-8", "V16", "broken")
    assert weapons(table, broken) == []


@pytest.mark.parametrize(("place", "column"), [("V22", 6), ("V14", 6), ("V13", 2), ("V6", 2), ("V5", 0)])
def test_e7_51_aerial_range_halves_the_fp_and_ends_at_twice_the_normal_range(place: str, column: int) -> None:
    table, _ = sturmovik()
    gun = crewed(table, "20L(6) AA", "V22", "aa")
    [shooter] = antiaircraft.light(table.game, table.unit(gun))
    assert antiaircraft.column(table.game, shooter, parse_hex(place)) == column


@pytest.mark.parametrize(("states", "mf", "share"), [((), 0, 1), ((), 2, 2), (("motion",), 0, 4), (("motion",), 2, 4)])
def test_e7_51_a_vehicle_that_has_moved_fires_with_half_its_fp_and_in_motion_with_a_quarter(
    states: tuple[str, ...], mf: float, share: int
) -> None:
    """Bounding First Fire (D3.31), and Motion (D2.42)."""
    table, _ = sturmovik()
    flak = table.new(ENEMY, "SdKfz 7/1", "V22", *states)
    whole = antiaircraft.light(table.game, replace(table.unit(flak), flags=frozenset()))[0].fp
    assert antiaircraft.light(table.game, replace(table.unit(flak), mf=mf))[0].fp == whole / share


def test_e7_25_a_weapon_in_a_blind_hex_does_not_see_the_aircraft() -> None:
    table, plane = sturmovik()
    gun = crewed(table, "20L(6) AA", "Q14", "aa")
    unit = table.unit(gun)
    assert antiaircraft.sees(table.game, unit, parse_hex("Q18"))
    assert not antiaircraft.sees(table.game, unit, parse_hex("Q10"))  # behind the woods Q13
    assert [item.unit for item in antiaircraft.threats(table.game, table.unit(plane), parse_hex("Q10"))] == []


# -- Light AA -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "result"), [(2, "down"), (4, "down"), (5, "damaged"), (6, "evades"), (7, "none")])
def test_e7_511_the_vehicle_line_decides(total: int, result: str) -> None:
    assert antiaircraft.effect(5, total) == result
    assert antiaircraft.effect(0, total) == "none"


def attacked(*dice: int) -> tuple[Tabletop, str, str, str]:
    """A Sturmovik sights (2,3) a squad in V20 with a 20L(6) in AA mode in V22; then `dice`."""
    table, plane = sturmovik()
    table.new(ENEMY, "4-6-7", "V20")
    gun = crewed(table, "20L(6) AA", "V22", "aa")
    events = table.dice(2, 3, *dice).do(f"air {plane} V20 toward 1")
    return table, plane, gun, told(events)


def test_e7_511_shot_down() -> None:
    # FP 6: Kill Number 6; +2 of the aircraft
    table, plane, _, text = attacked(1, 1, 6)  # 2 + 2 = 4 < 6; the Unlikely Kill dr of 6 adds nothing
    assert plane not in table.state.units and table.state.lost["FRIENDLY aircraft"] == 1 and "shot down" in text


def test_e7_511_damaged_it_still_attacks_at_plus_one_and_is_recalled() -> None:
    table, plane, _, _ = attacked(3, 1, 6, 4)  # 4 + 2 = 6: damaged, and no ROF; MG 10 + 1
    assert table.unit(plane).flags >= {"damaged", "recalled"}
    table.do("next")
    assert plane not in table.state.units and "FRIENDLY aircraft" not in table.state.lost


def test_e7_511_a_second_damage_shoots_it_down() -> None:
    table, plane = sturmovik()
    table.do(f"set {plane} damaged")
    table.new(ENEMY, "4-6-7", "V20")
    crewed(table, "20L(6) AA", "V22", "aa")
    table.dice(2, 3, 3, 1).do(f"air {plane} V20 toward 1")
    assert plane not in table.state.units


def test_e7_511_evading_ends_the_run_after_this_attack_at_plus_one() -> None:
    table, plane = sturmovik()
    table.new(ENEMY, "4-6-7", "V20")
    table.new(ENEMY, "4-6-7", "V19")
    crewed(table, "20L(6) AA", "V22", "aa")
    events = table.dice(2, 3, 3, 2, 6, 4).do(f"air {plane} V20 toward 1")  # 5 + 2 = 7: evades; MG 10 + 1
    shots = rolls(events, "strafes")
    assert len(shots) == 1 and shots[0].total == 11 and "recalled" not in table.unit(plane).flags


@pytest.mark.parametrize(("dr", "result"), [(1, "down"), (2, "damaged"), (3, "evading"), (4, "")])
def test_e7_512_an_original_2_always_has_a_chance(dr: int, result: str) -> None:
    table, plane = sturmovik()
    table.new(ENEMY, "4-6-7", "V13")
    gun = crewed(table, "20L(6) AA", "V22", "aa")
    table.do(f"put {plane} V13")
    [shooter] = antiaircraft.light(table.game, table.unit(gun))
    assert antiaircraft.column(table.game, shooter, parse_hex("V13")) == 2  # Kill Number 4: an Original 2 is 4
    table.dice(1, 1, dr).do(f"aa {gun} {plane}")
    flags = table.unit(plane).flags if plane in table.state.units else {"down"}
    # 4 equals the Kill Number: damaged at least
    assert (result if result in ("down",) else "damaged") in flags


def test_e7_5_rof_lets_it_fire_in_the_next_hex_and_its_loss_uses_it_up() -> None:
    table, plane = sturmovik()
    table.new(ENEMY, "4-6-7", "V20")
    gun = crewed(table, "20L(6) AA", "V22", "aa")  # ROF 3, IFE -1
    events = table.dice(2, 3, 2, 6, 6, 5, 3, 6).do(f"air {plane} V20 toward 1")
    assert len(rolls(events, "Light AA")) == 2 and "MA spent" in table.unit(gun).arms


def test_e7_5_going_into_aa_mode_costs_one_rof() -> None:
    table, _ = sturmovik()
    ready, other = crewed(table, "20L(6) AA", "V22", "aa"), crewed(table, "20L(6) AA", "V16")
    rof = [antiaircraft.light(table.game, table.unit(gun))[0].rof for gun in (ready, other)]
    assert rof == [2, 1]


def test_a9_7_an_aa_gun_may_break_down() -> None:
    table, _, gun, _ = attacked(6, 6, 6, 5)
    assert "malfunctioned" in table.unit(gun).flags


def test_e7_51_the_players_hmg_are_asked_for_fire_once_and_cower() -> None:
    table = bare(FRIENDLY, "MPh").all("option confirm-fire off")
    plane = table.new(ENEMY, "Ju-87G")
    table.new(FRIENDLY, "T-34 M43", "V20", "buttoned")
    squad, hmg = armed(table, FRIENDLY, "HMG", "V22")
    question = table.dice(2, 3).ask(f"air {plane} V20 toward 1")
    assert question.kind == "several" and hmg in question.default
    events = table.do(f"air {plane} V20 toward 1", hmg)  # then auto dice
    shots = rolls(events, "Light AA")
    assert len(shots) == 1 and shots[0].whose == FRIENDLY
    assert "fired" in table.state.weapons[hmg].flags and "prep" in table.unit(squad).flags


def test_a7_9_a_mg_cowers_against_aircraft() -> None:
    table = bare(FRIENDLY, "MPh")
    plane = table.new(ENEMY, "Ju-87G")
    squad, _ = armed(table, FRIENDLY, "HMG", "V22")
    table.do(f"put {plane} V22")
    assert "Kill Number 5" in told(table.dice(4, 4).do(f"aa {squad} {plane}"))  # 6 FP, one column left: 4


def test_e7_51_without_an_attack_run_an_aircraft_is_out_of_reach() -> None:
    table, plane = sturmovik()
    gun = crewed(table, "20L(6) AA", "V22", "aa")
    assert "attack run" in table.no(f"aa {gun} {plane}")
    assert "needs an aircraft" in table.no(f"aa {gun}")
    table.do(f"put {plane} V20")
    far = crewed(table, "20L(6) AA", "A3", "aa")
    assert "no Light AA that reaches" in table.no(f"aa {far} {plane}")
    assert rolls(table.dice(6, 5).do(f"aa {gun} {plane}"), "Light AA")


def test_e7_51_light_aa_belongs_to_the_own_player_turn() -> None:
    table, plane = sturmovik("MPh", FRIENDLY)
    gun = crewed(table, "20L(6) AA", "V22", "aa")
    table.do(f"put {plane} V20")
    assert "its own Player Turn" in table.no(f"aa {gun} {plane}")


# -- Heavy AA -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "word"), [((1, 1), "down"), ((1, 2, 6), "damaged"), ((2, 2), "no-attack"), ((3, 2), "")]
)
def test_e7_52_only_an_original_2_3_or_4_counts(dice: tuple[int, ...], word: str) -> None:
    # The Original 3 is the FRIENDLY SAN: its Sniper dr of 6 does nothing.
    table, plane = sturmovik("PFPh")
    gun = crewed(table, "88L AA", "V22", "aa")
    table.dice(*dice, 6, 6).do(f"aa {gun}")
    flags = table.unit(plane).flags if plane in table.state.units else {"down"}
    assert word in flags or (not word and not flags)


def test_e7_52_rof_fires_again_and_the_white_die_turns_the_gun() -> None:
    table, _ = sturmovik("PFPh")
    gun = crewed(table, "88L AA", "CC2", "aa")
    table.do(f"face {gun} BB2/CC3")
    events = table.dice(2, 3, 3, 4).do(f"aa {gun}")  # ROF 2: again; then 3 + 4 turns seven hexspines in all
    assert len(rolls(events, "Heavy AA")) == 2 and "MA spent" in table.unit(gun).arms
    assert table.unit(gun).ca != "BB2/CC3"


def test_e7_52_heavy_aa_fires_in_its_pfph_and_dfph_at_planes_overhead() -> None:
    table, plane = sturmovik("MPh")
    gun = crewed(table, "88L AA", "V22")
    assert "PFPh or DFPh" in table.no(f"aa {gun} {plane}")
    table = bare(FRIENDLY, "DFPh")
    gun = crewed(table, "88L AA", "V22")
    assert "no aircraft" in table.no(f"aa {gun}")


def test_e7_52_among_several_aircraft_random_selection_with_minus_one_for_own() -> None:
    table, plane = sturmovik("PFPh")
    own = table.new(ENEMY, "Ju-87G")
    gun = crewed(table, "88L AA", "V22", "aa")
    events = table.dice(4, 4, 6, 6).do(f"aa {gun}")  # a tie, but -1 for the Stuka: the Sturmovik
    assert f"at {plane}" in rolls(events, "Heavy AA of")[0].purpose and own in table.state.units


def test_oto_s1_the_waiting_88_fires_heavy_aa_by_itself() -> None:
    table, plane = sturmovik("RPh")
    crewed(table, "88L AA", "CC2", "waits", "aa")
    events = table.dice(6, 5).do("next")
    assert rolls(events, "Heavy AA") and plane in table.state.units
    table.new(FRIENDLY, "4-4-7", "CC4")
    table.go_to(FRIENDLY, "MPh")
    assert not rolls(table.do("next"), "Heavy AA")  # a ground Target within four hexes


def test_oto_s1_the_guns_are_released_when_the_last_aircraft_is_gone() -> None:
    table, plane = sturmovik("PFPh")
    gun = crewed(table, "88L AA", "V22", "waits", "aa")
    table.dice(1, 1).do(f"aa {gun}")
    assert plane not in table.state.units and "waits" not in table.unit(gun).flags


def test_oto_s1_they_wait_until_the_aircraft_have_come() -> None:
    table = bare(ENEMY, "CCPh")
    gun = crewed(table, "88L AA", "V22", "waits")
    table.do("next")
    assert "waits" in table.unit(gun).flags


def test_e7_511_light_aa_comes_on_paper_and_says_what_each_dr_does() -> None:
    table, plane = sturmovik()
    table.new(ENEMY, "4-6-7", "V13")
    gun = crewed(table, "20L(6) AA", "V22", "aa")
    table.all(f"put {plane} V13", "option confirm-fire on")
    question = table.ask(f"aa {gun} {plane}")
    # Aerial Range 18 beyond 16 hexes: 6 FP is 3, the 2 column; +2 of the aircraft
    assert question.lines[0] == "6 FP halved (Aerial Range 18 beyond 16): 2 FP column"
    assert question.lines[1] == "shot down below 4, damaged on 4, evades on 5 (E7.511)"
    # an Original 2 is damaged (4), or shot down on an Unlikely Kill dr of 1; an Original 3 evades
    assert question.lines[-1] == "Chances: down 0.5%, damaged 2.3%, evades 5.6%, none 92%"
    events = table.do(f"aa {gun} {plane}", "=down")
    assert plane not in table.state.units and not rolls(events, "Light AA")


def test_e7_5_a_gun_in_aa_mode_that_fires_at_the_ground_loses_one_rof_and_the_mode() -> None:
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "20L(6) AA", "K14")
    table.do(f"set {gun} aa")
    table.new(FRIENDLY, "4-4-7", "K10")
    rof = table.game.counter_of(table.unit(gun)).rof or 0
    table.dice(rof - 1, 6).do(f"fire {gun} K10")  # IFE -1, AA mode -1
    assert "MA spent" in table.unit(gun).arms and "aa" not in table.unit(gun).flags
    table = quiet(field(ENEMY, "PFPh"))
    gun, _ = gun_of(table, ENEMY, "88L AA", "K14")
    table.do(f"set {gun} aa")
    table.new(FRIENDLY, "4-4-7", "K10")
    rof = table.game.counter_of(table.unit(gun)).rof or 0
    table.dice(rof, 6, 6, 6).do(f"fire {gun} K10 he")
    assert "MA spent" in table.unit(gun).arms and "aa" not in table.unit(gun).flags
