"""Off-board artillery (C1): contact, chits, AR, SR, FFE, smoke, rockets, the free FFE of MSR 3."""

from __future__ import annotations

from typing import Any

import pytest
from field import field, first_reads, hill
from tabletop import Tabletop, at, bare, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Marker
from sasl.asl.game.under_way import Battery
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.oba import accuracy, artillery, batteries
from sasl.asl.oba.artillery import pile_words
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord

GOAL = "P15"


def battery(**changes: Any) -> Battery:
    """The module of MSR 3 as it starts: 5 black and one more for Plentiful, 2 red."""
    usual = Battery("OBA1", "FRIENDLY", "80+mm OBA (HE and smoke)", 80, 6, 2, observer="offboard", smoke=True)
    return replace(usual, **changes)


def ready(phase: Phase = "PFPh", turn: int = 2, side: Side = "FRIENDLY", sr: str = "", **changes: Any) -> Tabletop:
    """The module of MSR 3 in that phase, with an SR on the map if asked; no observer is recorded, so he sees all."""
    module = battery(**changes)
    table = bare(side, phase, turn, batteries={"OBA1": module}, serials={"oba": 1})
    if not sr:
        return table
    marker = Marker("sr1", "sr", sr, "FRIENDLY", text="SR", owner="OBA1")
    module = replace(module, stage="SR", access="access", kind=module.kind or "HE")
    return Tabletop(table.game.at(replace(table.state, markers={"sr1": marker}, batteries={"OBA1": module})))


def module_of(table: Tabletop) -> Battery:
    return table.state.batteries["OBA1"]


def spot(table: Tabletop, kind: str) -> list[str]:
    return [marker.hex for marker in table.state.marked(kind)]


def test_9_strikes_are_aimed_where_most_known_units_are() -> None:
    table = bare("ENEMY", "PFPh")
    for name, *states in (("P15",), ("P15",), ("P5",), ("P5", "concealed"), ("P5", "concealed"), ("P9", "concealed")):
        table.new("friendly", "4-4-7", name, *states)
    assert artillery.targets(table.game) == ["P15", "P5"]


@pytest.mark.parametrize(("turns", "again"), [(0, False), (1, True), (None, True)])
def test_8_7_an_ffe_attacks_once_more_as_long_as_it_stays(turns: int | None, again: bool) -> None:
    table = bare("ENEMY", "PFPh")
    until = 0 if turns is None else table.state.player_turn + turns
    shells = Marker("ffe1", "ffe", "P15", "ENEMY", 1, text="FFE 105mm HE, 20 FP column", until=until, column=20)
    table = Tabletop(table.game.at(replace(table.state, markers={"ffe1": shells})))
    assert artillery.attacks_again(table.game, "P15") is again and not artillery.attacks_again(table.game, "P5")


# -- the module ---------------------------------------------------------------------------------------


def test_msr_3_the_mission_gives_a_plentiful_80mm_module_at_the_start_of_play() -> None:
    found = list(at("play").state.batteries.values())
    assert [(item.side, item.calibre, item.black, item.red, item.smoke, item.observer) for item in found] == [
        ("FRIENDLY", 80, 6, 2, True, "offboard")
    ]  # Russian 5 black, 2 red, Plentiful one black more


@pytest.mark.parametrize(("ammo", "black", "red"), [("plentiful", 6, 2), ("normal", 5, 2), ("scarce", 5, 3)])
def test_c1_21_the_draw_pile_by_ammunition(ammo: str, black: int, red: int) -> None:
    table = ready()
    table.do(f"oba add 120 friendly {ammo}")
    found = table.state.batteries["OBA2"]
    assert (found.calibre, found.black, found.red) == (120, black, red)


def test_c1_21_modules_are_numbered_one_by_one_whatever_has_befallen_them() -> None:
    table = ready()
    for line in ("oba contact", "oba add 120 friendly"):
        table.do(line)
    assert list(table.state.batteries) == ["OBA1", "OBA2"]


def test_oba_shows_its_state_and_the_next_steps() -> None:
    assert "next: oba contact" in told(ready().do("oba"))
    assert "oba hex HEX [harassing | smoke]" in told(ready(access="access").do("oba"))
    assert "oba correct HEX [convert]; oba convert; oba cancel" in told(ready(sr=GOAL).do("oba"))
    assert "wait for its fire phase" in told(ready("MPh").do("oba"))


# -- contact and access -------------------------------------------------------------------------------


def test_c1_63_the_offboard_observer_needs_no_contact_dr() -> None:
    table = ready()
    events = table.do("oba contact")
    assert not rolls(events, "Radio Contact") and len(rolls(events, "draws for")) == 1


def test_c1_21_a_black_chit_is_access_and_stays_out() -> None:
    for dice in range(1, 7):
        table = ready()
        table.dice(dice).do("oba contact")
        assert (module_of(table).access, module_of(table).black, module_of(table).red) == ("access", 5, 2)


def red_chit(table: Tabletop) -> tuple[ev.Event, ...]:
    """Contact that draws a red chit: the chits after the black ones."""
    table.do("dice hand")
    events = table.do("oba contact", str(module_of(table).black + 1))
    table.do("dice auto")
    return events


def test_c1_21_a_red_chit_is_nothing_in_this_phase() -> None:
    table = ready()
    red_chit(table)
    assert (module_of(table).access, module_of(table).red, module_of(table).reds_drawn) == ("", 1, 1)
    assert "has already acted" in table.no("oba contact")
    assert "no Battery Access" in ready().no(f"oba hex {GOAL}")


def test_c1_211_the_second_red_chit_ends_the_battery() -> None:
    table = ready(reds_drawn=1, red=1)
    red_chit(table)
    assert module_of(table).gone and "is gone" in table.no("oba contact")


@pytest.mark.parametrize(
    ("side", "phase", "legal"),
    [("FRIENDLY", "PFPh", True), ("ENEMY", "DFPh", True), ("FRIENDLY", "DFPh", False), ("ENEMY", "PFPh", False)],
)
def test_c1_2_oba_acts_in_its_own_pfph_and_the_enemys_dfph(side: Side, phase: Phase, legal: bool) -> None:
    table = ready(phase, side=side)
    if legal:
        table.do("oba contact")
    else:
        assert "own PFPh" in table.no("oba contact")


def with_radio(*flags: str) -> Tabletop:
    """A leader with the radio of a module of his own, in P20."""
    table = bare("FRIENDLY", "PFPh", 2, batteries={})
    _, radio = table.armed("friendly", "9-1", "P20", "radio", flags=flags)
    return Tabletop(table.game.at(replace(table.state, batteries={"OBA1": battery(observer=radio, smoke=False)})))


@pytest.mark.parametrize(("dice", "contact"), [((4, 4), True), ((4, 5), False)])
def test_c1_2_russian_radio_contact_is_8(dice: tuple[int, int], contact: bool) -> None:
    table = with_radio()
    events = table.dice(*dice, 1).do("oba contact")
    assert rolls(events, "Radio Contact")[0].target == 8
    assert (module_of(table).access == "access") is contact
    if not contact:
        assert module_of(table).tried


def test_c1_22_an_original_12_breaks_the_radio() -> None:
    table = with_radio()
    table.dice(6, 6).do("oba contact")
    radio = next(iter(table.state.weapons.values()))
    assert "malfunctioned" in radio.flags and not module_of(table).access


def test_c1_22_maintenance_is_easier_and_without_contact_access_and_sr_remain() -> None:
    table = with_radio()
    table.dice(1, 1, 1).do("oba contact")
    table.dice(1).do("oba hex P15")
    table.go_to("ENEMY", "MPh")
    events = table.dice(4, 6).do("next")  # 10 - 1 = 9 > 8
    record = rolls(events, "Radio maintenance")[0]
    assert (record.total, record.success) == (9, False)
    assert spot(table, "sr") and module_of(table).access and module_of(table).silent
    assert "has already acted" in table.no("oba convert")
    table.go_to("FRIENDLY", "RPh", 3)
    events = table.dice(4, 4).do("next")  # no -1 now: Contact is made anew
    assert rolls(events, "Radio Contact")[0].success and not module_of(table).silent


def test_c1_6_who_directs_oba_does_nothing_else_and_keeps_his_concealment() -> None:
    table = with_radio("concealed")
    table.dice(6, 4).do("oba contact")
    leader = next(unit for unit in table.state.units.values() if unit.kind == "leader")
    assert {"prep", "concealed"} <= leader.flags


@pytest.mark.parametrize("flag", ["broken", "berserk"])
def test_c1_6_only_a_good_order_leader_directs_oba(flag: str) -> None:
    assert "only a Good Order leader" in with_radio(flag).no("oba contact")


def test_re_21_23_the_radio_of_the_event_brings_a_module_with_it() -> None:
    table = bare("FRIENDLY", "RPh", 2, batteries={})
    leader = table.new("friendly", "9-1", "P20")
    table.dice(4, 4, 1).do("event friendly 21", leader)  # DR 8: 120mm+; R8 dr 1: Plentiful
    found = next(iter(table.state.batteries.values()))
    assert (found.calibre, found.black, found.red, found.rocket) == (120, 6, 2, False)
    assert table.state.weapons[found.observer].holder == leader


# -- AR and SR ----------------------------------------------------------------------------------------


def test_c1_3_an_accurate_ar_puts_the_sr_there() -> None:
    table = ready(access="access")
    table.dice(1).do(f"oba hex {GOAL}")
    assert spot(table, "sr") == [GOAL] and module_of(table).stage == "SR"


def test_c1_3_otherwise_the_coloured_die_is_direction_and_the_white_one_extent() -> None:
    table = ready(access="access")
    table.dice(2, 4, 3).do(f"oba hex {GOAL}")  # direction 4: toward high numbers, three hexes
    assert spot(table, "sr") == ["P18"]


def test_c1_63_an_offboard_observer_needs_a_1() -> None:
    table = ready(access="access")
    assert rolls(table.dice(1).do(f"oba hex {GOAL}"), "Accuracy")[0].target == 1


def test_c1_3_hindrance_makes_it_less_accurate() -> None:
    table = ready(access="access")
    start = {"observer1": Marker("observer1", "observer", "P28", "FRIENDLY", 2)}
    table = Tabletop(table.game.at(replace(table.state, markers=start)))
    table.do(f"los P28 {GOAL} 2")
    record = rolls(table.dice(1, 1, 1).do(f"oba hex {GOAL}"), "Accuracy")[0]
    assert (record.total, record.success) == (3, False)


def test_c1_3_each_thing_that_hinders_the_observer_is_named() -> None:
    table = field("FRIENDLY", "PFPh", K16="grain", K17="brush")
    _, radio = table.armed("friendly", "9-1", "K18", "radio")
    module = battery(observer=radio, access="access")
    table = Tabletop(table.game.at(replace(table.state, batteries={"OBA1": module})))
    record = rolls(table.dice(1, 1, 1).do("oba hex K14"), "Accuracy")[0]
    assert [str(mod) for mod in record.modifiers] == ["+1 grain K16 (C1.3)", "+1 brush K17 (C1.3)"]


def test_c1_3_the_observer_must_see_the_hex() -> None:
    start = {"observer1": Marker("observer1", "observer", "P28", "FRIENDLY", 2)}
    table = ready(access="access")
    table = Tabletop(table.game.at(replace(table.state, markers=start)))
    table.do(f"los P28 {GOAL} blocked")
    assert "no LOS to P15" in table.no(f"oba hex {GOAL}")


def test_c1_63_the_offboard_observer_looks_from_his_level() -> None:
    board = bare().game.board
    low = batteries.Observer("P28", 0)
    high = batteries.Observer("P28", 2)
    game = bare().game
    seen_low = {name for name in board.names() if batteries.sees(game, low, name).exists}
    seen_high = {name for name in board.names() if batteries.sees(game, high, name).exists}
    assert len(seen_high) > len(seen_low)


def test_c1_21_an_extra_chit_by_enemies_not_known() -> None:
    table = ready(access="access")
    table.new("enemy", "4-6-7", hidden_by_terrain(table), "concealed")
    events = table.dice(1, 1).do(f"oba hex {GOAL}")
    assert len(rolls(events, "extra draw")) == 1 and spot(table, "sr") == [GOAL]
    assert module_of(table).black == 6  # it goes back


def test_c1_21_the_player_is_told_of_the_extra_chit_before_it_is_drawn() -> None:
    """With its odds, and where none is drawn; who says no has lost nothing."""
    table = ready(access="access")
    table.suspect("P16")
    table.new("enemy", "4-6-7", "P5")
    asked = table.ask(f"oba hex {GOAL}")
    assert (asked.id, asked.rule, asked.default) == ("extra-draw", "C1.21", "yes")
    assert "black 75%" in asked.text and "P5" in asked.text
    assert "(C1.21)" in table.no(f"oba hex {GOAL}", "no")
    assert module_of(table).access == "access"


def hidden_by_terrain(table: Tabletop) -> str:
    """A hex of Concealment Terrain next to the goal."""
    near = table.game.board.neighbours(GOAL)
    return next(name for name in near if concealment.is_concealment_terrain(table.game, name))


def test_c1_6_who_is_concealed_in_the_open_is_known_to_the_observer() -> None:
    table = ready(access="access")
    near = table.game.board.neighbours(GOAL)
    open_hex = next(name for name in near if not concealment.is_concealment_terrain(table.game, name))
    table.new("enemy", "4-6-7", open_hex, "concealed")
    assert not rolls(table.dice(1).do(f"oba hex {GOAL}"), "draw")


def test_c1_21_a_conversion_by_enemies_not_known_needs_an_extra_chit() -> None:
    table = ready(sr=GOAL)
    table.suspect("P16")
    events = table.dice(1).do("oba convert")
    assert rolls(events, "extra draw") and spot(table, "ffe") == [GOAL]


@pytest.mark.parametrize("known", [True, False])
def test_c1_21_none_by_known_enemies_or_none_at_all(known: bool) -> None:
    table = ready(access="access")
    if known:
        table.new("enemy", "4-6-7", "P16", "concealed")
        table.new("enemy", "4-6-7", "P14")
    assert not rolls(table.dice(1).do(f"oba hex {GOAL}"), "draw")


def test_c1_21_suspects_are_unknown_enemies() -> None:
    table = ready(access="access")
    table.suspect("P16")
    assert rolls(table.dice(1, 1).do(f"oba hex {GOAL}"), "extra draw")


def test_c1_21_c1_3_what_an_ar_depends_on_is_told_before_it_is_called() -> None:
    """Accuracy number 1: a die in six; 6 of 8 chits are black; no extra draw by enemies whom the observer knows."""
    table = ready(access="access")
    assert accuracy.odds_words(table.game, module_of(table), GOAL) == "accurate 17%"
    table.new("enemy", "4-6-7", hidden_by_terrain(table), "concealed")
    words = accuracy.odds_words(table.game, module_of(table), GOAL)
    assert words == "accurate 17%; only unknown enemies near: extra draw, black 75% (C1.21)"
    table.new("enemy", "4-6-7", GOAL)
    assert accuracy.odds_words(table.game, module_of(table), GOAL) == "accurate 17%"


def test_c1_6_before_a_round_is_called_it_is_told_that_its_leader_cannot_direct_it() -> None:
    table = with_radio("broken")
    words = accuracy.odds_words(table.game, module_of(table), GOAL)
    assert "only a Good Order leader directs OBA (C1.6)" in words


def test_c1_21_a_red_extra_chit_goes_back_and_ends_the_phase() -> None:
    table = ready(access="access")
    table.suspect("P16")
    table.do("dice hand")
    events = table.do(f"oba hex {GOAL}", "yes", "8")  # chits 7 and 8 of 8 are red
    assert [event.text for event in events if isinstance(event, ev.Told) and event.stop] == [
        "A red chit in the extra draw: OBA1 loses what it has on the map and does nothing more in this phase; the chit "
        "goes back into the pile (C1.21)."
    ], "it is not to be missed in a run of the ENEMY's"
    now = module_of(table)
    assert (now.red, now.reds_drawn, now.access, now.tried) == (2, 0, "access", True)
    assert not table.state.marked("sr")


def test_c1_33_an_sr_is_corrected_up_to_18_hexes() -> None:
    table = ready(sr="P5")
    assert "at most 18" in table.no("oba correct P24")
    table.dice(1).do("oba correct P23")
    assert spot(table, "sr") == ["P23"] and "has already acted" in table.no("oba convert")


@pytest.mark.parametrize(
    ("goal", "dice", "hex_name"),
    [
        ("P8", (6, 4), "P9"),  # 3 hexes: an error of one at most: a direction dr
        ("P9", (6, 4, 6), "P11"),  # 4 hexes: two at most
        ("P9", (6, 4, 1), "P10"),
    ],
)
def test_c1_33_the_error_is_one_hex_for_each_three(goal: str, dice: tuple[int, ...], hex_name: str) -> None:
    table = ready(sr="P5")
    table.dice(*dice).do(f"oba correct {goal}")
    assert spot(table, "sr") == [hex_name]


def test_c1_33_an_sr_may_be_left_and_is_not_lost() -> None:
    table = ready(sr=GOAL)
    table.go_to("ENEMY", "DFPh")
    assert spot(table, "sr") == [GOAL] and not module_of(table).tried


@pytest.mark.parametrize(("goal", "drm"), [("P11", 0), ("P12", 1), ("P17", 1), ("P18", 2)])
def test_c1_332_an_sr_is_corrected_and_converted_at_once_less_accurately_from_afar(goal: str, drm: int) -> None:
    table = ready(sr="P5")
    events = table.dice(1, 1, 1, 6, 6, 6, 6).do(f"oba correct {goal} convert")
    assert sum(mod.value for mod in rolls(events, "Accuracy")[0].modifiers) == drm
    assert table.state.marked("ffe") and not table.state.marked("sr") and module_of(table).stage == "FFE:1"


# -- FFE ----------------------------------------------------------------------------------------------


def test_c1_33_converted_it_attacks_at_once_on_its_column() -> None:
    table = ready(sr=GOAL)
    victim = table.new("enemy", "4-6-7", "P16")
    events = table.dice(1, 2).do("oba convert")  # 3 on 16: 1KIA
    marker = table.state.marked("ffe")[0]
    assert (marker.hex, marker.number, marker.column) == (GOAL, 1, 16) and not table.state.marked("sr")
    assert first_reads(events)[0].column == "16" and victim not in table.state.units
    assert module_of(table).ffes == 1


def test_c1_53_doubled_16_is_the_30_column() -> None:
    table = ready(sr=GOAL)
    table.new("enemy", "4-6-7", "P16")
    found = rolls(table.dice(1, 1).do("oba convert"), "critical hit")
    assert [record.column for record in found if record.table == "ift"] == ["30"]


def test_c1_34_ffe_1_becomes_ffe_2_and_attacks_again_then_ffe_c() -> None:
    table = ready(sr=GOAL)
    table.do("oba convert")
    table.new("enemy", "4-6-7", "P16")
    table.go_to("ENEMY", "DFPh")
    assert module_of(table).stage == "FFE:2" and first_reads(table.session.moments[-1].events)
    table.go_to("FRIENDLY", "PFPh", 3)
    assert module_of(table).stage == "FFE:C" and not table.state.marked("ffe")
    assert spot(table, "ffe-c") == [GOAL] and not first_reads(table.session.moments[-1].events)
    table.go_to("ENEMY", "DFPh", 3)
    assert not table.state.marked("ffe-c") and module_of(table).stage == ""


def test_c1_34_new_access_turns_ffe_c_into_ffe_1() -> None:
    table = ready(sr=GOAL)
    table.do("oba convert")
    table.go_to("FRIENDLY", "PFPh", 3)
    table.dice(1).do("oba contact")
    table.do("oba convert")
    assert spot(table, "ffe") == [GOAL] and module_of(table).ffes == 2


def corrected(*answers: str, dice: tuple[int, ...]) -> Tabletop:
    """An FFE:1 in P15, and the answers given when the ENEMY DFPh begins."""
    table = ready(sr=GOAL)
    table.do("oba convert")
    table.go_to("ENEMY", "MPh")
    table.dice(*dice)
    table.do("next", *answers)
    return table


def test_c1_34_an_ffe_is_corrected_before_it_attacks_again() -> None:
    assert spot(corrected("correct", "P17", dice=(1,)), "ffe") == ["P17"]
    assert spot(corrected("correct", "P17", dice=(6, 4)), "ffe") == ["P18"], "an error of one hex"


def test_c1_34_an_ffe_on_ones_own_men_does_not_go_on_by_a_mere_enter() -> None:
    table = ready(sr=GOAL)
    table.do("oba convert")
    table.go_to("ENEMY", "MPh")
    assert table.ask("next").default == "leave"
    squad = table.new("friendly", "6-2-8", GOAL)
    asked = table.ask("next")
    assert asked.default == "cancel" and f"would attack {squad} in {GOAL}" in asked.text


def test_c1_34_by_three_hexes_at_most() -> None:
    table = ready(sr=GOAL)
    table.do("oba convert")
    table.go_to("ENEMY", "MPh")
    assert "at most 3" in table.ask("next", "correct", "P19").error


def test_c1_34_an_ffe_may_be_cancelled() -> None:
    table = corrected("cancel", dice=(1,))
    assert not table.state.marked("ffe") and not module_of(table).access


def test_c1_33_cancel_takes_the_sr_off() -> None:
    table = ready(sr=GOAL)
    table.do("oba cancel")
    assert not table.state.marked("sr") and not module_of(table).access
    assert "no mission" in table.no("oba cancel")


def test_c1_72_harassing_fire() -> None:
    table = ready(access="access")
    table.dice(1).do(f"oba hex {GOAL} harassing")
    table.go_to("ENEMY", "DFPh").do("oba convert")
    marker = table.state.marked("ffe")[0]
    assert (marker.number, marker.column) == (2, 4)  # 16 / 3 = 5⅓


def test_c1_71_a_smoke_ffe_fills_its_seven_hexes_and_attacks_nobody() -> None:
    table = ready(sr=GOAL, kind="smoke")
    table.new("enemy", "4-6-7", "P16")
    events = table.do("oba convert")
    smoky = {marker.hex for marker in table.state.marked("smoke")}
    assert smoky == set(table.game.board.within(GOAL, 1)) and not first_reads(events)
    assert not table.state.marked("ffe") and spot(table, "smoke-ffe") == [GOAL]


def test_c8_5_a_smoke_ffe_comes_before_all_other_fire_of_the_phase() -> None:
    table = ready(sr=GOAL, kind="smoke").all("option confirm-fire off")
    squad, _ = table.new("FRIENDLY", "4-4-7", "P20"), table.new("ENEMY", "4-6-7", "P18")
    table.dice(6, 5).do(f"fire {squad} P18")
    assert "before all other fire of the phase (C8.5)" in table.no("oba convert")


def test_c1_71_smoke_needs_smoke_ammunition() -> None:
    assert "no smoke ammunition" in ready(access="access", smoke=False).no(f"oba hex {GOAL} smoke")


def test_c1_9_rockets_have_no_accuracy_19_hexes_and_one_mission() -> None:
    table = ready(access="access", rocket=True, calibre=120)
    events = table.dice(4, 2).do(f"oba hex {GOAL}")
    marker = table.state.marked("ffe")[0]
    assert (marker.hex, marker.number, marker.column) == ("P17", 2, 24)
    assert not rolls(events, "Accuracy") and module_of(table).gone


def test_c1_51_who_enters_an_ffe_suffers_alone_and_not_the_building() -> None:
    ffe = Marker("ffe1", "ffe", "K14", "ENEMY", 1, 0, "FFE", 9, "", 20)
    table = field("FRIENDLY", "MPh", K14="wooden-building")
    unit = table.new("friendly", "4-4-7", "K14")
    table = Tabletop(table.game.at(replace(table.state, markers={"ffe1": ffe}))).all("option confirm-fire off")
    table.dice(1, 2)  # an Original KIA
    entered, shelled = Context(table.game), Context(table.game)
    artillery.enter(entered, [entered.state.units[unit]], "K14")
    artillery.attack(shelled, ffe)
    assert rolls(shelled.events, "building in K14") and not rolls(entered.events, "building in K14")


def test_a20_54_an_ffe_attacks_prisoners_with_their_guard() -> None:
    table = ready(sr=GOAL)
    guard, captive = table.new("friendly", "4-4-7", "P16"), table.new("enemy", "4-6-7", "P16", "broken")
    ctx = Context(table.game)
    prisoners.take(ctx, ctx.state.units[captive], ctx.state.units[guard], "test")
    table = Tabletop(ctx.game)
    events = table.dice(3, 4, 1, 2, 1, 2).do("oba convert")  # 7 on 16: a 2MC of both
    assert {record.purpose.split()[2] for record in rolls(events, "2MC of")} == {guard, captive}


def test_c1_21_the_pile_in_words() -> None:
    words = [pile_words(battery(black=black, red=red)) for black, red in ((5, 2), (1, 1), (0, 2), (3, 0))]
    assert words == ["chits 1 to 5 are black, the rest red", "chit 1 is black, the rest red", "all chits are red",
                     "all chits are black"]  # fmt: skip


# -- MSR 3 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "hex_name"), [((1,), "P15"), ((2, 1), "P14"), ((6, 4), "P16")])
def test_msr_3_the_free_ffe_has_no_draw_and_an_error_of_one_hex(dice: tuple[int, ...], hex_name: str) -> None:
    table = ready(turn=1)
    events = table.dice(*dice).do("ffe P15")
    assert spot(table, "ffe") == [hex_name] and not rolls(events, "draw")
    assert (module_of(table).black, module_of(table).stage) == (6, "FFE:1")
    assert "has been placed" in table.no("ffe P15")


def test_msr_3_it_attacks_at_once_and_no_extra_chit_is_drawn() -> None:
    table = ready(turn=1)
    table.suspect("P14")
    table.new("enemy", "4-6-7", "P16", "concealed")
    events = table.dice(1, 6, 6).do("ffe P15")
    assert {record.column for record in first_reads(events)} == {"16"} and not rolls(events, "draw")


def test_msr_3_it_goes_on_as_any_ffe_and_may_be_corrected() -> None:
    table = ready(turn=1)
    table.dice(1).do("ffe P15")
    table.go_to("ENEMY", "MPh")
    table.dice(1).do("next", "correct", "P14")
    assert spot(table, "ffe") == ["P14"] and module_of(table).stage == "FFE:2"


def test_msr_3_not_beside_another_mission_of_the_module() -> None:
    table = ready(turn=1, sr=GOAL)
    assert "another mission" in table.no("ffe P15")


# -- refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("oba fire", "cannot use 'fire'"), ("oba hex", "needs a hex"), ("oba hex P15 gas", "cannot use 'gas'"),
        ("oba hex P15", "no Battery Access"), ("oba correct P15", "no SR"), ("oba convert", "no SR"),
        ("oba add", "needs cbm, rocket or a number"), ("oba add 120 enemy", "comes as strikes"),
        ("oba add 9 friendly", "not a calibre from"), ("oba contact now", "cannot use 'now'"),
    ],
)  # fmt: skip
def test_refusals_name_what_would_be_right(line: str, words: str) -> None:
    assert words in ready().no(line)


def test_two_modules_need_a_name() -> None:
    table = ready()
    table.do("oba add 120 friendly")
    assert "which module" in table.no("oba contact")
    table.dice(1).do("oba contact oba2")
    assert table.state.batteries["OBA2"].access == "access"
    assert "which module" not in told(table.do("oba contact")), "only the other one may draw now"
    assert "oba1" in table.no("oba hex K14 OBA3").lower()


def test_a_doubtful_los_of_the_observer_is_asked_and_remembered() -> None:
    start = {"observer1": Marker("observer1", "observer", "P28", "FRIENDLY", 2)}
    table = ready(access="access")
    table = Tabletop(table.game.at(replace(table.state, markers=start, options={"command": False})))
    observer = batteries.Observer("P28", 2)
    doubtful = next(name for name in table.game.board.names() if not batteries.sees(table.game, observer, name).sure)
    question = table.ask(f"oba hex {doubtful}")
    assert "observer in P28 at level 2" in question.text
    table.dice(1).do(f"oba hex {doubtful}", "clear")
    assert spot(table, "sr") == [doubtful]


def test_c1_6_two_leaders_and_a_radio_that_changes_hands() -> None:
    table = with_radio()
    other = table.new("friendly", "8-0", "P22")
    radio = next(iter(table.state.weapons))
    table.do(f"give {radio} {other}")
    found = batteries.observer_of(table.game, module_of(table))
    assert found is not None and (found.hex, found.level) == ("P22", 0)
    table.do(f"give {radio} P22")
    assert "nobody on the map has radio" in table.no("oba contact")


@pytest.mark.parametrize("calibre", ["49", "250"])
def test_heavy_payload_is_not_played(calibre: str) -> None:
    assert "from 50 to 249" in ready().no(f"oba add {calibre} friendly")


def test_b2_1_shells_of_150mm_leave_shellholes_and_bury_what_was_dug() -> None:
    from field import field

    from sasl.asl.fire.attack import IftResult
    from sasl.asl.game.context import Context
    from sasl.asl.game.state import Marker
    from sasl.asl.oba import artillery

    for column, original, holes in ((30, 4, True), (30, 7, False), (24, 3, False)):
        table = field("FRIENDLY", "PFPh").all("marker add foxhole K14")
        squad = table.new("enemy", "4-6-7", "K14", "dug-in")
        ctx = Context(table.game)
        marker = Marker("ffe1", "ffe", "K14", "FRIENDLY", 1, text="FFE", column=column)
        record = RollRecord("FFE", "DR", (1, original - 1), original, original)
        artillery._crater(ctx, marker, "K14", IftResult(record, (), column))
        assert bool(ctx.state.markers_at("K14", "shellholes")) == holes
        assert ("dug-in" not in ctx.state.units[squad].flags) == holes == ctx.board.terrain("K14").has("shellholes")


# -- Pre-Registered Fire (C1.73) -----------------------------------------------------------------------


def test_c1_73_a_module_that_has_ranged_hexes_has_a_black_chit_more() -> None:
    table = ready()
    table.do(f"oba register {GOAL} P18")
    assert module_of(table).registered == (GOAL, "P18") and module_of(table).black == 7
    table.do("oba register P19")
    assert module_of(table).black == 7
    assert "already" in table.no("oba register P19")


def test_c1_731_its_ffe_lands_without_an_sr() -> None:
    table = ready(access="access", registered=(GOAL,))
    assert "its SR comes first" in table.no("oba hex P18 ffe")
    table.dice(4).do(f"oba hex {GOAL} ffe")
    assert spot(table, "ffe") == [GOAL] and module_of(table).stage == "FFE:1"


def test_c1_732_it_is_accurate_on_4_and_errs_by_half_fru() -> None:
    table = ready(access="access", registered=(GOAL,))
    events = table.dice(5, 1, 3).do(f"oba hex {GOAL}")
    (place,) = spot(table, "sr")
    assert table.game.board.distance(GOAL, place) == 2, "3 halved, rounded up"
    assert rolls(events, "Pre-Registered")
    table = ready(access="access", registered=(GOAL,))
    table.dice(4).do(f"oba hex {GOAL}")
    assert spot(table, "sr") == [GOAL]


# -- out of his sight (C1.335) -------------------------------------------------------------------------


def out_of_sight() -> Tabletop:
    """An SR in K4 that an Offboard Observer in K16 at ground level does not see for a hill in the way."""
    tiles = {f"{letter}10": hill(4) for letter in "HIJKLMN"}
    board = field("FRIENDLY", "PFPh", **tiles).game.board
    table = ready(sr="K4")
    state = table.state
    markers = {**state.markers, "o": Marker("o", "observer", "K16", "FRIENDLY")}
    return Tabletop(replace(table.game, board=board, state=replace(state, markers=markers)))


def test_c1_335_what_he_sees_no_more_is_corrected_without_accuracy_and_errs_as_it_will() -> None:
    table = out_of_sight()
    events = table.dice(1, 6).do("oba correct K15")
    assert not rolls(events, "Accuracy") and rolls(events, "Error from K15")
    assert [table.game.board.distance("K15", name) for name in spot(table, "sr")] == [6]


def test_c1_32_an_ffe_is_seen_by_what_rises_in_any_hex_of_its_blast_area() -> None:
    """A hill of one hex hides the middle of Harassing Fire; past it he sees another hex, and so he need not correct."""
    board = field("FRIENDLY", "PFPh", K10=hill(9)).game.board
    table = out_of_sight()
    game = replace(table.game, board=board)
    observer = batteries.observer_of(game, module_of(table))
    assert accuracy.is_blind(game, observer, ["K4"], known=False)
    assert not accuracy.is_blind(game, observer, ["K4", *board.within("K4", 2)], known=False)


def test_c1_32_what_rises_over_a_wood_is_seen() -> None:
    tiles = {f"{letter}10": "woods" for letter in "HIJKLMN"}
    board = field("FRIENDLY", "PFPh", **tiles).game.board
    table = out_of_sight()
    game = replace(table.game, board=board)
    observer = batteries.observer_of(game, module_of(table))
    assert observer is not None
    assert not batteries.sees(game, observer, "K4").exists and batteries.sees_blast(game, observer, "K4")
