"""Demolition Charges (A23): placed in the MPh for the AFPh, thrown in a fire phase, set."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, drm, field, hill, shots
from tabletop import rolls, told

from sasl.asl.game.sides import Phase
from sasl.asl.ordnance import charge_position, demolition
from sasl.board.hexes import hexside, parse_hex
from sasl.board.terrain import HexTerrain
from sasl.kernel.facts import Event
from sasl.kernel.orders.commands import Done


def charge(
    phase: Phase = "MPh", *, at: str = "K11", target: str = "4-6-7", man: str = "6-2-8", **terrain: Any
) -> tuple[Tabletop, str, str, str]:
    """A FRIENDLY unit in K10 with a DC, and an ENEMY who never fires by himself."""
    table = field(FRIENDLY, phase, **terrain)
    table.all("option confirm-fire off", "option fire-stops off")
    pack, unit, prey = table.new(FRIENDLY, "DC"), table.new(FRIENDLY, man, "K10"), table.new(ENEMY, target, at)
    table.do(f"give {pack} {unit}")
    return table, pack, unit, prey


def to_afph(table: Tabletop, *dice: int) -> str:
    """On to the AFPh, where the charge goes off with these dice; all that is told."""
    events = [*table.do("next")]
    assert table.state.phase == "DFPh"
    return told((*events, *(table.dice(*dice) if dice else table).do("next")))


# -- placed (A23.3) ------------------------------------------------------------------------------------


def test_a23_3_it_takes_the_mf_of_the_target_hex_and_goes_off_in_the_afph() -> None:
    table, pack, unit, prey = charge(K11="woods")
    table.do(f"charge {unit} K11 placed")
    assert table.unit(unit).mf == 2 and table.state.weapons[pack].holder == "" and prey in table.state.units
    table.do(f"move {unit} J10")  # and goes on
    to_afph(table, 1, 2)
    assert pack not in table.state.weapons and prey not in table.state.units


def test_a23_3_only_with_the_mf_adjacent_in_los_in_the_own_mph() -> None:
    table, _, unit, prey = charge(K11="woods")
    table.do(f"move {unit} J10 I10 J11")
    assert "MF; placing a DC in K11 takes 2 (A23.3)" in table.no(f"charge {unit} K11 placed")
    table, _, unit, prey = charge()
    assert "ADJACENT" in table.no(f"charge {unit} K13 placed")
    assert "ADJACENT" in table.no(f"charge {unit} K10 placed"), "not into its own Location (A23.61)"
    assert "A23.1" in table.no(f"charge {prey} K11 placed")
    table, _, unit, _ = charge("PFPh")
    assert "in one's own MPh" in table.no(f"charge {unit} K11 placed")


@pytest.mark.parametrize("flag", ["broken", "pinned"])
def test_a23_3_who_is_stopped_where_he_places_it_keeps_it(flag: str) -> None:
    table, pack, unit, prey = charge()
    table.all(f"charge {unit} K11 placed", f"set {unit} {flag}")
    assert "was not placed" in to_afph(table)
    assert table.state.weapons[pack].holder == unit and prey in table.state.units


def test_a23_3_what_befalls_him_afterwards_does_not_matter() -> None:
    table, pack, unit, prey = charge()
    table.all(f"charge {unit} K11 placed", f"move {unit} J10", f"set {unit} broken")
    to_afph(table, 1, 2)
    assert pack not in table.state.weapons and prey not in table.state.units


def test_a23_3_who_is_eliminated_where_he_places_it_leaves_it_there() -> None:
    table, pack, unit, _ = charge()
    table.all(f"charge {unit} K11 placed", f"eliminate {unit}")
    assert "was not placed" in to_afph(table)
    assert table.state.weapons[pack].hex == "K10"


def test_a23_3_a_manned_afv_there_takes_a_paatc() -> None:
    table, pack, unit, prey = charge(target="StuG IIIG")
    table.dice(6, 5).do(f"charge {unit} K11 placed")
    assert "pinned" in table.unit(unit).flags and table.state.weapons[pack].holder == unit
    table, pack, unit, prey = charge(target="StuG IIIG")
    table.dice(3, 3).do(f"charge {unit} K11 placed")
    to_afph(table, 3, 2, 3, 3, 6, 6)  # it lies well on the hull (C7.346): 16 - 3
    assert prey not in table.state.units


# -- the attack (A23.1, A23.4) --------------------------------------------------------------------------


@pytest.mark.parametrize(("states", "column"), [((), "30"), (("concealed",), "12")])
def test_a23_1_half_fp_at_those_concealed_when_it_was_placed(states: tuple[str, ...], column: str) -> None:
    table, _, unit, prey = charge(K11="stone-building")
    table.all(f"set {prey} {' '.join(states)}") if states else None
    table.do(f"charge {unit} K11 placed")
    table.do(f"set {prey} -concealed")
    events = [*table.do("next"), *table.dice(5, 6).do("next")]
    assert (shots(events)[0].column, drm(events)) == (column, {"stone-building TEM": 3})


def test_a23_1_it_spares_nobody_in_its_location() -> None:
    table, _, unit, prey = charge("PFPh", K10="woods")  # thrown at K11, where a man of its own stands
    friend = table.new(FRIENDLY, "6-2-8", "K11")
    table.dice(1, 1, 5, 6).do(f"charge {unit} K11 thrown")
    assert unit in table.state.units and not {friend, prey} & set(table.state.units)


def test_a23_1_who_places_it_upon_his_own_is_asked_first() -> None:
    table, pack, unit, _ = charge()
    friend = table.new(FRIENDLY, "6-2-8", "K11")
    line = f"charge {unit} K11 placed"
    assert f"{friend} in K11 would also be attacked (A23.1)" in table.ask(line).text
    assert "keeps" in table.no(line, "no") and table.state.weapons[pack].holder == unit
    table.do(line, "yes")
    to_afph(table, 1, 2)
    assert friend not in table.state.units


def test_a23_4_cx_adds_one() -> None:
    table, _, unit, _ = charge()
    table.all(f"set {unit} cx", f"charge {unit} K11 placed", "next")
    assert drm(table.dice(5, 6).do("next")) == {"CX": 1}


@pytest.mark.parametrize(
    ("man", "states", "number"),
    [("6-2-8", "", 12), ("4-4-7", "", 10), ("4-2-6", "", 9), ("6-2-8", "captured", 10), ("4-4-7", "captured", 8)],
)
def test_a23_2_who_is_not_elite_has_duds_earlier(man: str, states: str, number: int) -> None:
    table, pack, unit, _ = charge(man=man)
    if states:
        table.do(f"set {pack} {states}")
    assert demolition.dud_on(table.game, table.unit(unit), pack) == number


def test_a23_4_a_dud_does_nothing_and_is_gone() -> None:
    table, pack, unit, prey = charge()
    table.do(f"charge {unit} K11 placed")
    assert "does not go off" in to_afph(table, 6, 6)
    assert pack not in table.state.weapons and not table.unit(prey).flags & {"broken", "pinned"}


# -- thrown and set (A23.6-23.7) ------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "late"), [("PFPh", {}), ("AFPh", {"AFPh": 1})])
def test_a23_6_a23_62_a_thrown_dc_endangers_the_throwers_too(phase: Phase, late: dict[str, int]) -> None:
    table, _, unit, _ = charge(phase)
    events = table.dice(5, 4, 1, 1, 5, 4, 1, 1).do(f"charge {unit} K11 thrown")
    assert drm(events) == {"DC thrown": 2, **late} and drm(events, 1) == {"DC thrower": 3, **late}


def test_b9_3_a_wall_it_is_thrown_over_protects_the_throwers_too() -> None:
    sides: Any = frozenset({hexside(parse_hex("K10"), parse_hex("K11"))})
    table, _, unit, _ = charge("PFPh", K10=HexTerrain(("open",), walls=sides))
    events = table.dice(5, 4, 1, 1, 5, 4, 1, 1).do(f"charge {unit} K11 thrown")
    assert drm(events, 1) == {"DC thrower": 3, "wall TEM": 2}


def test_a23_6_it_is_not_thrown_up_a_level_and_spares_who_is_two_above() -> None:
    table, _, unit, _ = charge("PFPh", K11=hill())
    assert "cannot be thrown up there (A23.6)" in table.no(f"charge {unit} K11 thrown")
    for level, attacks in ((1, 2), (2, 1)):
        table, _, unit, _ = charge("PFPh", K10=hill(level))
        events = table.dice(*[5, 4, 1, 1] * attacks).do(f"charge {unit} K11 thrown")
        assert len([record for record in rolls(events) if record.table == "ift"]) == attacks


def test_a23_6_a7_351_a_squad_throws_a_dc_and_fires_its_inherent_fp_in_either_order() -> None:
    for lines in (("charge {0} K11 thrown", "fire {0} K12"), ("fire {0} K12", "charge {0} K11 thrown")):
        table, _, unit, _ = charge("PFPh")
        table.new(ENEMY, "4-6-7", "K12")
        for line in lines:
            table.dice(*(6, 5, 1, 2) * 2).do(line.format(unit))
            table.do("dice clear")
        assert "prep" in table.unit(unit).flags


def test_a7_351_a_second_sw_beside_a_dc_costs_a_squad_its_inherent_fp_and_a_third_is_too_many() -> None:
    table, _, unit, _ = charge("PFPh")
    table.new(ENEMY, "4-6-7", "K12")
    other, gun = table.arm(unit, "DC"), table.arm(unit, "LMG")
    assert other
    for _ in range(2):
        table.dice(*(6, 5, 1, 2) * 2).do(f"charge {unit} K11 thrown")
        table.do("dice clear")
    assert "prep" in table.unit(unit).flags and "A7.351" in table.no(f"fire {gun} K12")


@pytest.mark.parametrize("man", ["2-4-8", "9-1"])
def test_a7_351_a_half_squad_or_leader_that_throws_a_dc_has_fired(man: str) -> None:
    table, _, unit, _ = charge("PFPh", man=man)
    table.dice(5, 4, 5, 5).do(f"charge {unit} K11 thrown")
    assert "prep" in table.unit(unit).flags


def test_a23_6_not_in_the_own_mph_nor_by_who_has_fired() -> None:
    table, _, unit, _ = charge()
    assert "thrown in a fire phase" in table.no(f"charge {unit} K11 thrown")
    table, _, unit, _ = charge("PFPh")
    table.arm(unit, "LMG")
    table.do("set LMGa fired prep")
    table.do(f"set {unit} prep")
    assert "A7.351" in table.no(f"charge {unit} K11 thrown")


def lies(*dr: int, man: str = "6-2-8", flags: str = "", **terrain: Any) -> tuple[Tabletop, str, str]:
    """A charge is set in K10, by this dr, and the ENEMY Player Turn begins."""
    table, pack, unit, _ = charge(man=man, at="P10", **terrain)
    table.do(f"charge {unit} K10 set")
    table.do(f"set {unit} {flags}") if flags else None
    (table.dice(*dr) if dr else table).go_to(FRIENDLY, "DFPh")
    table.do("dice clear")
    return table, pack, unit


def test_a23_7_it_takes_a_whole_mph_in_hazardous_movement() -> None:
    table, pack, unit, _ = charge()
    table.do(f"charge {unit} K10 set")
    assert {"hazardous", "ended"} <= table.unit(unit).flags and table.unit(unit).mf == 4
    assert "takes all of them" in table.no(f"charge {unit} K10 set") and pack in table.state.weapons
    table, _, unit, _ = charge()
    table.do(f"move {unit} J10")
    assert "takes all of them (A23.7)" in table.no(f"charge {unit} J10 set")
    assert "in one's own MPh" in charge("PFPh")[0].no(f"charge {unit} K10 set")


@pytest.mark.parametrize(("dr", "flags", "done"), [(3, "", True), (4, "", False), (0, "pinned", False)])
def test_a23_7_a23_72_a_dr_of_at_most_the_us_number_sets_it_and_nobody_recovers_it(
    dr: int, flags: str, done: bool
) -> None:
    table, pack, _ = lies(*[dr][: bool(dr)], flags=flags)
    assert bool(table.state.markers_at("K10", "set-dc")) is done is (not table.state.weapons[pack].holder)
    table.go_to(FRIENDLY, "RPh", 2)
    assert "there is no unpossessed" in table.no(f"recover {table.new(FRIENDLY, '4-4-7', 'K10')} {pack}"), "A23.72"


def test_a23_7_it_goes_off_in_a_later_player_turn_after_a_ntc_from_two_to_six_hexes_away() -> None:
    table, _, unit = lies(1)
    table.go_to(FRIENDLY, "AFPh")
    assert "in a later one" in table.no(f"charge {unit} K10 set")
    table.go_to(FRIENDLY, "PFPh", 2)
    assert "from 2 to 6 hexes away" in table.no(f"charge {unit} K10 set")
    table.do(f"put {unit} K13")
    events = table.dice(6, 6).do(f"charge {unit} K10 set")
    assert rolls(events, "NTC") and table.state.markers_at("K10", "set-dc"), "failed"
    assert "A10.1" in table.no(f"charge {unit} K10 set")
    table.do("dice clear")
    table.do(f"set {unit} -prep")
    prey = table.new(ENEMY, "4-6-7", "K10")
    events = table.dice(1, 2, 3, 3).do(f"charge {unit} K10 set")
    assert (shots(events)[0].column, drm(events)) == ("36", {"DC set": -3})
    assert prey not in table.state.units and not table.state.markers_at("K10", "set-dc")


def test_a23_7_every_enemy_there_makes_a_dud_likelier_and_a23_71_a_kia_brings_the_building_down() -> None:
    for dice, falls in (((5, 6), False), ((4, 4), True)):
        table, _, unit = lies(1, K10="stone-building")
        table.go_to(FRIENDLY, "PFPh", 2).do(f"put {unit} K13")
        prey = table.new(ENEMY, "4-6-7", "K10")
        told_of = told(table.dice(1, 2, *dice, *[1] * falls).do(f"charge {unit} K10 set"))
        assert ("does not go off" in told_of) is not falls, "11 + 1"
        assert bool(table.state.markers_at("K10", "rubble")) is falls is (prey not in table.state.units)


def test_a23_where_nobody_is_known_to_be_the_player_is_asked_first() -> None:
    cases: tuple[tuple[Phase, str, str], ...] = (("PFPh", "thrown", "J10"), ("MPh", "placed", "J10"))
    for phase, how, place in cases:
        table, pack, unit, _ = charge(phase)
        line = f"charge {unit} {place} {how}"
        assert "there is no known unit in" in table.ask(line).text
        assert "keeps" in table.no(line, "no") and table.state.weapons[pack].holder == unit


# -- on an AFV (C7.346) ---------------------------------------------------------------------------------


def at_gun(target: str = "StuG IIIG") -> tuple[Tabletop, str, str]:
    """A DC on its way to a buttoned-up AFV whose front it meets."""
    table, _, unit, prey = charge(at="K11", target=target)
    table.all(f"set {prey} buttoned", f"face {prey} J10/K10")
    table.dice(1, 1).do(f"charge {unit} K11 placed")
    return table, unit, prey


@pytest.mark.parametrize(
    ("dice", "number"),
    [
        ((2, 2), 16 - 2),  # 4, +1 for the front: 5 is optimal: the aerial AF of AF 3
        ((4, 2), 16 - 8),  # 7: the front of the hull
        ((2, 4), 16 - 8),  # 7: the upper front
    ],
)
def test_c7_346_a_dc_against_armor_by_its_position(dice: tuple[int, int], number: int) -> None:
    table, _, prey = at_gun()
    table.do("next")
    events = table.dice(*dice, 1, 1, 6, 6).do("next")
    assert rolls(events, "To Kill")[0].target == number and prey not in table.state.units


def test_c7_346_a_dc_that_lies_badly_does_nothing_to_armor() -> None:
    for dice in ((5, 3), (6, 6)):
        table, _, _ = at_gun()
        table.do("next")
        assert not rolls(table.dice(*dice).do("next"), "To Kill")


def test_c7_346_the_drm_of_a_position() -> None:
    table, _, man, prey = charge("AFPh", target="Marder II")
    table.do(f"set {prey} motion concealed")
    table.do(f"face {prey} K12/L11")  # its rear to the charge
    record = rolls(table.dice(6, 6).do(f"charge {man} K11 thrown"), "Position")[0]
    found = {mod.name: mod.value for mod in record.modifiers}
    assert found == {
        "AFV in Motion or concealed": 2, "thrown": 2, "thrown in the AFPh": 1, "through its rear": -1,
        "AFV is open-topped": -2, "AFV is CE": 1,
    }  # fmt: skip


def test_a23_5_of_two_afv_one_is_attacked_and_whoever_used_it_says_which() -> None:
    table, _, man, prey = charge("AFPh", target="Marder II")
    other = table.new("ENEMY", "StuG IIIG", "K11")
    question = table.ask(f"charge {man} K11 thrown")
    assert (question.id, [item.value for item in question.options]) == ("charge-target", [prey, other])
    events = table.dice(6, 6, 6, 6).do(f"charge {man} K11 thrown", other)
    assert [record.purpose for record in rolls(events, "Position")] == [f"Position of the DC on {other}"]


# -- an AFV with men about it (A23.5) -------------------------------------------------------------------


def unasked(table: Tabletop, line: str) -> tuple[Event, ...]:
    """What comes of an order that asks nothing."""
    outcome = table.session.submit(line)
    assert isinstance(outcome, Done), (line, outcome)
    return outcome.events


def beside_men(man: str = "6-2-8") -> tuple[Tabletop, str, str, str]:
    """A DC that is about to be thrown at a hex with an open-topped AFV, whose front it meets, and a squad."""
    table, _, unit, prey = charge("PFPh", target="Marder II", man=man)
    table.do(f"face {prey} J10/K10")
    return table, unit, prey, table.new(ENEMY, "4-6-7", "K11")


def test_a23_5_who_throws_it_says_whether_it_is_meant_for_the_afv_or_for_the_others() -> None:
    table, unit, prey, squad = beside_men()
    line = f"charge {unit} K11 thrown"
    question = table.ask(line)
    assert [option.value for option in question.options] == [prey, "others"]
    table.dice(1, 1, 6, 5).do(line, "others")
    assert squad not in table.state.units and table.unit(prey).good_order


def test_a23_5_the_odds_of_both_are_told_before_he_says_it() -> None:
    table, unit, _, _ = beside_men()
    tank, others = (option.label for option in table.ask(f"charge {unit} K11 thrown").options)
    assert tank.startswith("Marder II: burning ") and "astray" in tank
    assert others.startswith("everything but AFV: 1KIA ")


def test_c7_346_the_odds_at_an_afv_are_those_of_its_two_dr() -> None:
    """The Position DR of `beside_men`, at +2: an Original 7 to 9 lies poorly, from 10 on it is astray."""
    table, unit, prey, _ = beside_men()
    blast = demolition.charge_of(table.game, table.unit(unit), "DCa", "K11", "thrown")
    odds = charge_position.chances(table.game, blast, table.unit(prey))
    assert sum(odds.values()) == 1 and (odds["poorly placed"], odds["astray"]) == (Fraction(15, 36), Fraction(6, 36))


def test_a12_3_a_hidden_enemy_beside_the_afv_is_not_given_away_by_a_question() -> None:
    table, _, unit, prey = charge("PFPh", target="Marder II")
    table.new(ENEMY, "4-6-7", "K11", "hidden")
    assert rolls(unasked(table, f"charge {unit} K11 thrown"), f"Position of the DC on {prey}")


def test_a12_3_nor_is_a_hidden_afv_beside_men_whom_the_charge_then_meets() -> None:
    table, _, unit, _ = charge("PFPh")
    hidden = table.new(ENEMY, "Marder II", "K11", "hidden")
    events = unasked(table, f"charge {unit} K11 thrown")
    assert shots(events) and not rolls(events, "Position") and hidden in table.state.units


def test_a23_5_a_charge_is_not_meant_for_the_men_of_who_throws_it() -> None:
    table, _, unit, prey = charge("PFPh", target="Marder II")
    table.new(FRIENDLY, "6-2-8", "K11")
    assert rolls(unasked(table, f"charge {unit} K11 thrown"), f"Position of the DC on {prey}")


@pytest.mark.parametrize("states", [(), ("concealed",)])
def test_a23_5_it_may_be_meant_for_a_concealed_enemy_beside_the_afv(states: tuple[str, ...]) -> None:
    table, _, unit, prey = charge("PFPh", target="Marder II")
    table.new(ENEMY, "4-6-7", "K11", *states)
    assert [item.value for item in table.ask(f"charge {unit} K11 thrown").options] == [prey, "others"]


def test_5_1_it_may_be_meant_for_a_suspect_beside_the_afv() -> None:
    table, _, unit, _ = charge("PFPh", target="Marder II")
    table.suspect("K11")
    options = table.ask(f"charge {unit} K11 thrown").options
    assert [(item.value, item.label) for item in options[1:]] == [("others", "everything but AFV")]


def test_a23_5_meant_for_the_afv_it_harms_nobody_else_there() -> None:
    table, unit, prey, squad = beside_men()
    table.dice(2, 2, 1, 1, 6, 5).do(f"charge {unit} K11 thrown", prey)
    assert prey not in table.state.units and not table.unit(squad).flags & {"broken", "pinned"}


@pytest.mark.parametrize(("target", "drm"), [("StuG IIIG", -1), ("Marder II", -2)])
def test_c7_346_a_dc_from_above_lies_better_on_an_open_top_twice_so(target: str, drm: int) -> None:
    for level, wanted in ((0, None), (1, drm)):
        table, _, unit, _ = charge("PFPh", target=target, K10=hill(level))
        events = table.dice(6, 6, *[6, 5] * 3).do(f"charge {unit} K11 thrown")
        mods = {mod.name: mod.value for mod in rolls(events, "Position")[0].modifiers}
        assert mods.get("from above") == wanted


def test_c7_346_astray_from_the_afv_it_meets_the_others_with_half_its_fp() -> None:
    """A Position of 11 with +2 for the throw, +1 for the front, +1 CE and -2 for the open top is 13."""
    table, unit, prey, _ = beside_men()
    events = table.dice(6, 5, 1, 1, 6, 5).do(f"charge {unit} K11 thrown", prey)
    assert [record.column for record in shots(events)] == ["12", "30"], "half of 30 FP, then at the throwers"
    assert not rolls(events, "To Kill") and table.unit(prey).good_order


def test_d_8a_the_to_kill_dr_of_a_dc_strikes_an_exposed_crew_too() -> None:
    """The front of a CE StuG: 3 and +4 place it; an Original 10 does nothing to 16 - 8, and at +2 is read again."""
    table, _, unit, prey = charge("PFPh", target="StuG IIIG")
    table.do(f"face {prey} J10/K10")
    events = table.dice(2, 1, 6, 4, 6, 5, 6, 5).do(f"charge {unit} K11 thrown")
    assert rolls(events, "To Kill")[0].target == 8
    assert "Same DR on the 30 column for the crew" in told(events) and "10 +2 crew exposed" in told(events)


def test_a23_2_an_afv_meets_a_dud_earlier_from_who_is_not_elite() -> None:
    """An Original 10 would destroy it: 16 - 2 at its aerial AF."""
    for man, lost in (("6-2-8", True), ("4-4-7", False)):
        table, _, unit, prey = charge("PFPh", target="Marder II", man=man)
        table.do(f"face {prey} J10/K10")
        events = table.dice(1, 1, 5, 5, 6, 5).do(f"charge {unit} K11 thrown")
        assert (prey not in table.state.units, "does not go off" in told(events)) == (lost, not lost)


def test_c7_346_the_position_dr_is_on_paper_before_it_is_rolled() -> None:
    """Thrown in the AFPh at its front, +4: a 2 to 4 is placed, 5 to 7 poorly, more is astray; a DRM less, and a DR."""
    table, _, man, prey = charge("AFPh", target="StuG IIIG")
    table.all(f"set {prey} buttoned", f"face {prey} K10/L10", "option confirm-fire on")
    line = f"charge {man} K11 thrown"
    sheet = table.ask(line).preview
    assert sheet.title == f"Position of the DC on {prey}"
    assert [mod.name for mod in sheet.modifiers] == ["thrown", "thrown in the AFPh", "through its front"]
    chances = {"placed": Fraction(6, 36), "poorly placed": Fraction(15, 36), "astray": Fraction(15, 36)}
    assert dict(sheet.expected) == chances and any(text.startswith("placed: To Kill ") for text in sheet.facts)
    fewer = table.ask(line, "drop 1").preview
    assert dict(fewer.expected)["optimal"] == Fraction(3, 36), "at +2: a 2 or 3"
    (record,) = rolls(table.do(line, "drop 1", "dice 1 2", "roll", "roll", "roll"), "Position")
    assert (record.total, record.result) == (5, "optimal")


def test_c7_346_where_the_charge_lies_may_be_typed() -> None:
    table, _, man, prey = charge("AFPh", target="StuG IIIG")
    table.all(f"set {prey} buttoned", "option confirm-fire on")
    events = table.do(f"charge {man} K11 thrown", "=poorly placed", *["roll"] * 4)
    assert not rolls(events, "Position") and not rolls(events, "To Kill") and prey in table.state.units


def test_a13_4_a23_6_cavalry_throws_a_dc_at_plus_3_but_places_none() -> None:
    table, pack, unit, _ = charge("PFPh")
    table.do(f"set {unit} mounted")
    events = table.dice(3, 4, 5, 6, 1, 1, 1, 1).do(f"charge {unit} K11 thrown")
    assert [drm(events, place) for place in (0, 1)] == [
        {"DC thrown": 2, "from horseback": 1}, {"DC thrower": 3, "from horseback": 1, "Cavalry": -2},
    ]  # fmt: skip
    assert pack not in table.state.weapons
    table, _, unit, _ = charge()
    table.do(f"set {unit} mounted")
    assert "Cavalry throws a DC, but neither places nor sets one (A13.4)" in table.no(f"charge {unit} K11 placed")
    mg = table.armed(FRIENDLY, "6-2-8", "K10", "LMG", flags=["mounted"])[1]
    assert "A13.4" in table.no(f"fire {mg} K11")


@pytest.mark.parametrize(("states", "column"), [("", "36"), ("concealed", "16")])
def test_a23_71_a_set_dc_has_36_fp_and_18_at_the_concealed_whatever_the_tem(states: str, column: str) -> None:
    table, _, unit = lies(1, K10="woods")
    table.go_to(FRIENDLY, "PFPh", 2).do(f"put {unit} K13")
    table.new(ENEMY, "4-6-7", "K10", *states.split())
    events = table.dice(1, 2, 5, 4, *[1] * 6).do(f"charge {unit} K10 set")
    assert (shots(events)[0].column, drm(events)) == (column, {"DC set": -3})
