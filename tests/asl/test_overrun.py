"""Overruns (D7): FP, cost, DRM, what waits for Defensive First Fire, breakdown and Reaction Fire."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tabletop import Tabletop, bare, of, rolls, told, trackless

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.flags import DARES
from sasl.asl.ordnance import mounted
from sasl.asl.vehicles import overrun
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds


def battle(
    type_name: str = "T-34 M43", victim: str = "4-6-7", goal: str = "P18", *flags: str, halts: bool = False
) -> tuple[Tabletop, str, str]:
    """A vehicle in Motion in P20 and its victim two hexes on, in the open."""
    table = trackless(bare("FRIENDLY", "MPh")).all(f"option fire-stops {'on' if halts else 'off'}")
    vehicle = table.new("friendly", type_name, "P20", "motion")
    return table, vehicle, table.new("enemy", victim, goal, *flags)


@pytest.mark.parametrize(
    ("type_name", "flags", "fp"),
    [
        ("T-34 M43", "", 4 + Fraction(3, 2) * 6),  # Gun 4, BMG 2 and CMG 4 times 3, halved
        ("T-34 M43", "malfunctioned", 2 + Fraction(3, 2) * 6),
        ("KV-1S", "", 4 + Fraction(3, 2) * 6),  # the RMG adds nothing
        ("SU-152", "", 4),
        ("GAZ-MM", "", 1),
    ],
)
def test_d7_11_the_fp_of_an_overrun(type_name: str, flags: str, fp: Fraction) -> None:
    table, vehicle, _ = battle(type_name)
    table.do(f"set {vehicle} {flags or '-prep'}")
    assert overrun.firepower(table.game, table.unit(vehicle)) == fp


def test_d7_1_who_is_in_a_pillbox_is_not_overrun() -> None:
    table, vehicle, squad = battle()
    table.do("marker add pillbox P18")
    assert [unit.id for unit in overrun.targets(table.game, table.unit(vehicle), "P18")] == [squad]
    table.do(f"set {squad} dug-in")
    assert not overrun.targets(table.game, table.unit(vehicle), "P18")


def test_d7_11_an_aamg_is_only_manned_by_an_exposed_crew() -> None:
    table = bare("ENEMY", "MPh")
    stug = table.new("enemy", "StuG IIIG", "P20")
    assert overrun.firepower(table.game, table.unit(stug)) == 7  # 4 + 2 * 3 / 2
    table.do(f"button {stug}")
    assert overrun.firepower(table.game, table.unit(stug)) == 4


def test_d7_1_an_overrun_costs_a_quarter_of_the_mp_and_attacks_at_once() -> None:
    table, vehicle, squad = battle()
    events = table.dice(5, 4).do(f"move {vehicle} P19 P18", "yes")
    assert table.unit(vehicle).mf == 1 + 1 + 4
    record = rolls(events, "overruns")[0]
    assert record.column == "12" and [mod.value for mod in record.modifiers] == [-1]  # 13 FP, Open Ground
    assert f"{vehicle} overruns {squad} in P18" in record.purpose


@pytest.mark.parametrize("answers", [("no",), ()])
def test_d7_1_it_may_be_declined_and_is_if_nobody_asks_for_it(answers: tuple[str, ...]) -> None:
    table, vehicle, _ = battle()
    events = table.do(f"move {vehicle} P19 P18", *answers)
    assert table.unit(vehicle).mf == 2 and not rolls(events)


def test_d7_1_without_the_mp_there_is_none() -> None:
    table, vehicle, _ = battle(goal="P6")
    way = " ".join(f"P{number}" for number in range(19, 5, -1))
    events = table.do(f"move {vehicle} {way}")
    assert table.unit(vehicle).mf == 14 and not rolls(events), "14 and 4 are more than 16"


def test_d7_15_tem_counts_and_entrenchments_more() -> None:
    table, vehicle, squad = battle("T-34 M43", "4-6-7", "P18", "dug-in")
    mods = overrun.modifiers(table.game, table.unit(squad), "P18")
    assert [(mod.rule, mod.value) for mod in mods] == [("B27.3", 4), ("D7.15", -1)]
    woods = table.new("enemy", "4-6-7", "N15")
    assert [mod.value for mod in overrun.modifiers(table.game, table.unit(woods), "N15")] == [1]
    assert vehicle


def test_d7_12_of_an_afv_only_a_crew_that_is_ce_or_riders_are_overrun() -> None:
    table, vehicle, stug = battle("T-34 M43", "StuG IIIG", "P18", "buttoned")
    assert overrun.targets(table.game, table.unit(vehicle), "P18") == []
    rider = table.new("enemy", "4-6-7", "P18")
    table.do(f"board {rider} {stug}")
    assert [unit.id for unit in overrun.targets(table.game, table.unit(vehicle), "P18")] == [stug]
    events = table.dice(2, 2, 6, 6).do(f"move {vehicle} P19 P18", "yes")  # 12 FP and 4: 3MC
    assert "crew exposed" not in {mod.name for mod in rolls(events, "overruns")[0].modifiers}
    assert rolls(events, f"MC of {rider}")


def test_d7_12_a_crew_that_is_ce_has_its_2_and_is_stunned_and_not_the_afv() -> None:
    table, vehicle, stug = battle("T-34 M43", "StuG IIIG")
    events = table.dice(2, 2, 6, 5).do(f"move {vehicle} P19 P18", "yes")
    record = rolls(events, "overruns")[0]
    assert ("crew exposed", 2) in [(mod.name, mod.value) for mod in record.modifiers]
    assert "stunned" in table.unit(stug).flags and "immobile" not in table.unit(stug).flags


def test_d7_12_trucks_in_motion_at_2() -> None:
    table, vehicle, stug = battle("T-34 M43", "StuG IIIG", "P18", "buttoned")
    assert overrun.targets(table.game, table.unit(vehicle), "P18") == []
    truck = table.new("enemy", "SdKfz 10/4", "P18", "motion")
    assert [unit.id for unit in overrun.targets(table.game, table.unit(vehicle), "P18")] == [truck]
    assert [mod.value for mod in overrun.modifiers(table.game, table.unit(truck), "P18")] == [2]
    assert stug


def test_a12_13_concealed_targets_take_half_the_fp() -> None:
    table, vehicle, squad = battle("T-34 M43", "4-6-7", "P18", "concealed")
    table.dice(2, 2, 6, 5).do(f"move {vehicle} P19 P18", "check", "yes")  # it passes its PAATC
    records = [event.record for event in of(table.session.moments[-1].events, ev.Rolled)]
    assert squad and {record.column for record in records if record.table == "ift"} == {"6"}


@pytest.mark.parametrize(("answer", "dice", "kept"), [("check", (3, 3), True), ("reveal", (), False)])
def test_a12_41_who_passes_keeps_his_concealment_and_others_show_themselves(
    answer: str, dice: tuple[int, ...], kept: bool
) -> None:
    table, vehicle, squad = battle("T-34 M43", "4-6-7", "P18", "concealed")
    assert "what do the concealed" in table.ask(f"move {vehicle} P19 P18").text
    (table.dice(*dice) if dice else table).do(f"move {vehicle} P19 P18", answer, "no")
    assert ("concealed" in table.unit(squad).flags) == kept and "pinned" not in table.unit(squad).flags


def test_a12_41_a_vehicle_among_concealed_infantry_calls_for_one_paatc_of_all() -> None:
    table, vehicle, squad = battle("T-34 M43", "4-6-7", "P18", "concealed")
    second = table.new("enemy", "4-4-7", "P18", "concealed")
    leader = table.new("enemy", "8-0", "P18", "concealed")
    events = table.dice(6, 2).do(f"move {vehicle} P19 P18", "check", "no")  # 8 against 7
    assert len(rolls(events, "PAATC")) == 1
    for key in (squad, second):
        assert "pinned" in table.unit(key).flags and table.unit(key).known
    assert "concealed" in table.unit(leader).flags and "pinned" not in table.unit(leader).flags


def test_a12_41_if_it_is_passed_they_stay_concealed_and_an_inexperienced_one_makes_it_harder() -> None:
    table, vehicle, squad = battle("T-34 M43", "4-6-7", "P18", "concealed")
    table.dice(5, 2).do(f"move {vehicle} P19 P18", "check", "no")
    assert "concealed" in table.unit(squad).flags and "pinned" not in table.unit(squad).flags
    table, vehicle, squad = battle("T-34 M43", "4-6-7", "P18", "concealed")
    green = table.new("enemy", "4-3-6", "P18", "concealed")
    (record,) = rolls(table.dice(3, 3).do(f"move {vehicle} P19 P18", "check", "no"), "PAATC")
    assert not {squad, green} & set(record.purpose.replace(",", "").split()), "nobody learns who they are"
    assert [mod.value for mod in record.modifiers] == [1]
    assert "pinned" in table.unit(squad).flags  # 7 against the 6 of the Conscripts


def test_a12_41_it_is_not_asked_of_who_is_known() -> None:
    table, vehicle, _ = battle()
    assert not rolls(table.do(f"move {vehicle} P19 P18", "no"), "PAATC")


def test_d7_1_the_defender_fires_first_and_the_overrun_follows() -> None:
    table, vehicle, squad = battle(halts=True)
    while table.unit(vehicle).hex != "P18":
        events = table.do(f"move {vehicle} P{int((table.unit(vehicle).hex or 'P0')[1:]) - 1}", "yes")
    assert f"overrun {vehicle} (D7.1)" in told(events) and not rolls(events, "overruns")
    events = table.dice(6, 6).do(f"overrun {vehicle}")
    assert rolls(events, "overruns") and squad
    assert "has not paid for an Overrun" in table.no(f"overrun {vehicle}")


def test_d7_17_an_original_12_breaks_a_weapon() -> None:
    table, vehicle, _ = battle("SU-152")
    table.dice(6, 6).do(f"move {vehicle} P19 P18", "yes")
    assert "malfunctioned" in table.unit(vehicle).flags


def test_d7_17_a_weapon_of_a_lower_b_number_is_worn_sooner() -> None:
    for dice, type_name, low in (((5, 5), "SU-152", True), ((4, 5), "SU-152", False), ((5, 5), "T-34 M43", False)):
        table, vehicle, _ = battle(type_name)
        table.dice(*dice).do(f"move {vehicle} P19 P18", "yes")
        assert (mounted.LOW_AMMO in table.unit(vehicle).arms) is low  # D3.71: its B10 is circled
        assert "malfunctioned" not in table.unit(vehicle).flags


def test_d7_17_or_immobilizes_a_vehicle_without_weapons() -> None:
    table, vehicle, _ = battle("GAZ-MM")
    table.dice(6, 6).do(f"move {vehicle} P19 P18", "yes")
    assert vehicle not in table.state.units and table.state.markers_at("P18", "wreck")  # D8.1


def test_d7_2_reaction_fire_is_announced_to_those_who_can() -> None:
    table, vehicle, squad = battle()
    events = table.do(f"move {vehicle} P19 P18", "yes", "=-")
    assert f"{squad} may use Reaction Fire at {vehicle}" in told(events)
    other, tank, foe = battle("T-34 M43", "4-6-7", "P18", "final")
    events = other.do(f"move {tank} P19 P18", "yes", "=-")
    assert f"{foe} must use FPF Reaction Fire at {tank}" in told(events)


def test_d7_11_a_stuck_vehicle_overruns_at_half() -> None:
    table, vehicle, _ = battle(goal="N15")
    table.all(f"put {vehicle} N16", f"set {vehicle} motion")
    # woods half of 16 = 8 and a quarter = 4; Bog Check 4 + 4 + 1 + 3 = 12: bogged; 13 FP / 2 = 6.5: the 6 column
    events = table.dice(4, 4, 6, 5).do(f"move {vehicle} N15", "yes")
    assert "bogged" in table.unit(vehicle).flags and rolls(events, "overruns")[0].column == "6"


def test_d7_13_no_overrun_in_reverse() -> None:
    table, vehicle, _ = battle(goal="P21")
    table.do(f"face {vehicle} O20/P19")
    assert not rolls(table.do(f"move {vehicle} P21 reverse"), "overruns")


def test_d7_the_enemy_overruns_too() -> None:
    table = bare("ENEMY", "MPh").all("option fire-stops off")
    stug, squad = table.new("enemy", "StuG IIIG", "P18", "motion"), table.new("friendly", "4-4-7", "P20")
    events = table.dice(6, 5).do(f"move {stug} P19 P20", "yes")
    assert rolls(events, f"{stug} overruns {squad}")


def test_d7_1_the_player_hears_the_odds_of_his_overrun() -> None:
    table, vehicle, _ = battle()
    text = table.ask(f"move {vehicle} P19 P18").text
    assert text.startswith(f"Does {vehicle} overrun") and "no effect" in text and "%" in text


def test_d7_1_the_enemy_tells_why_it_overruns_or_does_not() -> None:
    table = bare("ENEMY", "MPh").all("option fire-stops off", "option confirm-fire off")
    stug = table.new("enemy", "StuG IIIG", "P18", "motion")
    table.new("friendly", "4-4-7", "P20", "broken")
    table = Tabletop(replace(table.game, minds=minds("ENEMY")))
    ctx = Context(table.game)
    assert not ctx.yes("Shall it?", default=False, whose="ENEMY", id="overrun", subject=(stug, "P17"))
    assert not told(ctx.events), "nobody is there to be overrun"
    ctx.yes("Shall it?", default=False, whose="ENEMY", id="overrun", subject=(stug, "P20"))
    assert f"{stug} " in told(ctx.events) and "overrun-harm 0.4 [house]" in told(ctx.events)


def test_d7_15_smoke_counts_beside_ffmo() -> None:
    table, _vehicle, squad = battle()
    table.do("marker add smoke P18 smoke 2")
    mods = overrun.modifiers(table.game, table.unit(squad), "P18")
    assert {(mod.name, mod.value) for mod in mods} == {("SMOKE", 3), ("FFMO, Overrun in Open Ground", -1)}


def test_d7_22_ordnance_that_answers_an_overrun_hits_the_rear_without_case_e() -> None:
    table = bare("ENEMY", "MPh").all("option fire-stops off", "option confirm-fire off", "option enemy-plays off")
    stug = table.new("enemy", "StuG IIIG", "P20", "motion", "buttoned")
    gun = table.new("friendly", "45LL AT", "P18")
    table.new("friendly", "2-2-8", "P18")
    table.do(f"move {stug} P19")
    table.dice(6, 6).do(f"move {stug} P18", "yes")
    found = table.dice(2, 1, 6, 5).do(f"fire {gun} P18 ap")
    shot, kill = rolls(found, "To Hit")[0], rolls(found, "To Kill")[0]
    assert not [mod for mod in shot.modifiers if mod.name.startswith("Case E")]
    assert kill.target == 11 + 1 + 1 - 3  # rear, at range 0


def test_d7_16_an_armor_leader_helps_and_d5_34_an_earlier_stun_hurts() -> None:
    table, vehicle, _ = battle()
    table = table.led(vehicle, -1)
    unit = replace(table.unit(vehicle), arms=frozenset({"+1 stunned"}))
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, vehicle: unit})))
    record = rolls(table.dice(6, 5).do(f"move {vehicle} P19 P18", "yes"), "overruns")[0]
    assert [(mod.rule, mod.value) for mod in record.modifiers] == [("D7.15", -1), ("D7.16", -1), ("D5.34", 1)]


def test_a12_41_the_log_names_nobody_who_passes_that_paatc() -> None:
    """Hidden units least of all; nor does it when the MPh is over."""
    table, vehicle, squad = battle("T-34 M43", "4-6-7", "P18", "concealed")
    ghost = table.new("enemy", "4-4-7", "P18", "hidden")
    events = table.dice(2, 2).do(f"move {vehicle} P19 P18", "check", "no")
    assert all(any(word.startswith(DARES) for word in table.unit(key).arms) for key in (squad, ghost))
    events = (*events, *table.do("next"))
    assert not any(word.startswith(DARES) for word in table.unit(ghost).arms), "the MPh is over"
    dared = [event for event in events if isinstance(event, ev.ArmsChanged)]
    assert len(dared) == 4 and not any(event.describe() for event in dared)
