"""Words that a newcomer stumbled over: what undo lists, a doubtful LOS, MF of a phase gone by, long lines."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest
from playing_screens import at_first_mph, give, playing, to, until
from tabletop import at, bare

from sasl.asl.fire.ift import IFT
from sasl.asl.game import events as ev
from sasl.asl.game.los.sight import judged, told
from sasl.asl.game.state import Marker
from sasl.asl.preview import NONE
from sasl.board.join import Layout, Sheet
from sasl.board.los import Sight
from sasl.board.outcomes import coded
from sasl.content.library import Library
from sasl.kernel.facts import lines_of, worded
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import TO_HIT, RollRecord
from sasl.kernel.text import broken, in_runs
from sasl.saves.diff import board_changes
from sasl.saves.history import LogLine
from sasl.saves.session import Session
from sasl.tui.play.planning.selection import Selection
from sasl.tui.play.telling.act_words import act_words, last_reason, run_words
from sasl.tui.play.telling.last_word import outcome_words
from sasl.tui.play.telling.panes import log_lines, top_words, unit_line
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.dialogs import ListDialog, why_dialog, with_facts
from sasl.tui.widgets.lines import LineList


def test_undo_lists_only_what_a_counter_shows(library: Library) -> None:
    session = at_first_mph(library)
    name = next(unit.id for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "squad")
    before = session.game.state
    give(session, f"set {name} acted intensive pinned")
    lines = board_changes(session.game.state, before)
    assert lines == [f"{name} is no longer Intensive Fired and pinned"]


def test_16_undoing_a_command_phase_names_those_in_command_by_their_runs(library: Library) -> None:
    """Everybody on board is named, and yet it is a line that can be read."""
    session = Session.memory(library, "oto-s1", 1)
    for line in ("next", "next", "wreck auto", "next", "next", "deploy"):
        give(session, line)
    while session.game.state.phase != "PFPh":
        before = session.game.state
        give(session, "next")
    (line,) = (text for text in board_changes(session.game.state, before) if "no longer in Command" in text)
    assert line.startswith("127a to 127l, 248a to 248f, 447a to 447r, ") and "PT34a, PT34d, SU152a, " in line
    assert len(line) < 240


def test_ids_that_follow_each_other_are_one_run_from_three_on() -> None:
    assert in_runs(["61a", "61b", "70a", "70b", "70c", "70e", "T34z", "T34aa"]) == [
        "61a", "61b", "70a to 70c", "70e", "T34z", "T34aa"
    ]  # fmt: skip
    assert in_runs([]) == []


def test_a_doubtful_los_names_the_hindrance_that_is_offered(library: Library) -> None:
    sight = Sight("unsure", 2, 8, (("N13", "brush"), ("N12", "brush")), chance=0.85)
    seen, words = judged(coded(sight), 1, 6), told(sight, [("wreck in M16", 1)], 6)
    assert seen.hindrance == 3 and words.startswith("unsure at range 8, likely hindered +3 (85%)") and not seen.sure


def test_12_5_the_line_above_the_map_tells_how_the_mission_has_ended() -> None:
    table = bare("ENEMY", "CCPh", turn=8)
    assert "VP" in top_words(table.game, 200) and "over" not in top_words(table.game, 200)
    facts = table.dice(1).do("next")
    burns = ev.MarkerPut(Marker("wreck2", "wreck", "H18", text="Blaze"), "it burns")
    assert outcome_words((*facts, burns)).startswith("MISSION END"), "whatever else came last"
    assert f"over after Turn 8  │  {table.state.outcome}" in top_words(table.game, 80)


async def test_12_5_the_end_of_the_mission_says_first_who_wins(tmp_path: Path) -> None:
    session = bare("ENEMY", "CCPh", turn=8).session
    give(session, "dice 1")
    async with playing(session, tmp_path) as (pilot, play):
        play.orders.submit("next")
        await until(pilot, lambda: isinstance(pilot.app.screen, ListDialog))
        popup = pilot.app.screen
        assert popup.query_one(".dialog").border_title == "The mission is over"
        lines = [line.text for line in popup.query_one(LineList).lines]
        assert lines[0].startswith("MISSION END (S12.5, Turn 8)") and lines[1].startswith("each VPO controlled")
        popup.dismiss(None)
        await until(pilot, lambda: pilot.app.screen is play)
        assert "n" not in [key for key, _, _ in play.query_one(KeyLine).entries()]


def test_mf_are_told_in_the_mph(library: Library) -> None:
    session = at_first_mph(library)
    for line in ("option enemy-plays off", "option command off", "option ask-los off"):
        give(session, line)
    unit = next(unit for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "squad" and unit.hex)
    goal = next(name for name in session.game.board.neighbours(unit.hex) if not session.game.state.units_at(name))
    give(session, f"move {unit.id} {goal}")
    now = session.game.state
    assert "MF\xa0used" in unit_line(now, now.units[unit.id]).text
    to(session, "FRIENDLY", "AFPh")
    now = session.game.state
    assert now.units[unit.id].mf and "MF\xa0used" not in unit_line(now, now.units[unit.id]).text


def test_a_long_move_tells_the_mf_of_each_hex_and_their_sum() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off", "option command off")
    squad, leader = table.new("FRIENDLY", "6-2-8", "K12"), table.new("FRIENDLY", "8-1", "K12")
    events = table.do(f"move {squad},{leader} K15")
    costs = [step.mf for step in events if isinstance(step, ev.UnitsMoved)]
    hexes = ", ".join(f"K{row} {mf:g}" for row, mf in zip((13, 14, 15), costs, strict=True))
    assert outcome_words(events) == f"{squad} and {leader} go from K12: {hexes} = {sum(costs):g} MF"
    assert outcome_words(table.do(f"move {leader} K16")).startswith(f"{leader} goes K15-K16")


async def test_a4_1_why_on_the_line_of_a_way_explains_each_step(tmp_path: Path) -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off", "option command off")
    squad = table.new("FRIENDLY", "6-2-8", "K12")
    steps = [event.describe() for event in table.do(f"move {squad} K14") if isinstance(event, ev.UnitsMoved)]
    assert len(steps) == 2
    async with playing(table.session, tmp_path) as (pilot, play):
        log = play.session.log()
        back = next(place for place, line in enumerate(reversed(log), 1) if len(line.events) == 2)
        play.orders.run(f"why {back}")
        await until(pilot, lambda: isinstance(pilot.app.screen, ListDialog))
        dialog = pilot.app.screen
        assert isinstance(dialog, ListDialog)
        shown = [line.text for line in dialog.lines]
        assert shown == [steps[0], f"Units: {squad}", steps[1]]
    assert log[-back].text.startswith(f"{squad} goes K12-K13-K14")


def test_a_line_with_a_roll_looks_as_its_figure_and_is_explained_whole() -> None:
    roll = ev.Rolled(RollRecord("Worth of VPO I8", "dr", (5,), 5, 5, table="x", result=3, provenance="house"))
    facts = (roll, ev.VpoValued("I8", 3))
    (line,) = log_lines([LogLine(1, "roll", "Worth of VPO I8: dr 5 = 5 -> 3 VP [house]", facts)])
    assert line.look == "house"
    session = bare("ENEMY", "CCPh").session
    session._advance("next", (), facts, session.game)
    assert last_reason(session) == facts, "it is the last roll"
    whole = why_dialog(facts).lines
    assert [line.text for line in whole if line.look == "head"] == ["Worth of VPO I8"]
    assert whole[-1].text == "VPO I8 is worth 3 VP" and [line.look for line in whole].count("house") == 1


def test_what_a_switch_means_now_is_told_and_not_its_name_again() -> None:
    table = bare("FRIENDLY", "MPh")
    assert outcome_words(table.do("option mf-limit off")) == "you count MF yourself"
    assert outcome_words([ev.OptionSet("of-old", True)]) == "Option of-old on"


def test_an_order_that_moves_several_stacks_tells_how_many_units_went() -> None:
    first, last = (
        ev.UnitsMoved((name,), (here, there), 1)
        for name, here, there in (("628a", "K12", "K13"), ("91a", "L12", "L13"))
    )
    assert outcome_words((first, last)) == "628a goes to K13; 91a goes to L13"


def test_a10_5_several_that_rout_to_a_hex_are_told_together() -> None:
    steps = [ev.UnitsMoved((name,), ("CC20", "CC21"), 0, how="rout") for name in ("458m", "447p")]
    assert outcome_words(steps) == "458m and 447p rout to CC21"


def test_d2_4_vehicles_that_stop_as_their_mph_ends_are_told_together() -> None:
    steps = [ev.UnitsMoved((name,), (where,), 1, how="stop") for name, where in (("T34a", "K12"), ("KV8Sa", "BB20"))]
    assert outcome_words(steps) == "T34a and KV8Sa stop"


def test_2_a_random_event_is_told_with_what_came_of_it() -> None:
    used = ev.EventUsed("FRIENDLY", "44..46", "Rumors of help")
    facts = (used, ev.ValueSet("friendly-re", "5/6", "seed"))
    assert outcome_words(facts) == "FRIENDLY RANDOM EVENT 44-46: Rumors of help (FRIENDLY RE#s are 5/6 [seed])"


def test_c1_34_an_ffe_tells_its_result_hex_by_hex() -> None:
    put = ev.MarkerPut(Marker("FFE1", "FFE", "I10", text="FFE:1 of OBA1"), "MSR 3")
    rolls = [
        ev.Rolled(RollRecord(f"FFE:1 of OBA1 attacks {name}", "DR", (3, 3), 6, 6, table=IFT, result=result))
        for name, result in (("I10", "2MC"), ("I11", NONE))
    ]
    assert outcome_words((put, *rolls)) == "FFE:1 of OBA1 attacks I10: 2MC; FFE:1 of OBA1 attacks I11: no effect"


def test_msr_8_the_fate_of_a_wreck_is_one_line_with_its_dr() -> None:
    wreck = Marker("wreck1", "wreck", "H18", text="burning wreck", number=1, state="burning")
    fate = RollRecord("Fate of the wreck in H18", "dr", (1,), 1, 1, table="oto.wreck", row="1", result="burning")
    lines = list(lines_of(worded((ev.Rolled(fate), ev.MarkerPut(wreck, "MSR 8")))))
    assert [text for text, _ in lines] == ["Fate of the wreck in H18: dr 1 = 1 -> burning"]
    gone = replace(fate, purpose="Fate of the wreck in M16", result="removed")
    lines = list(lines_of(worded((ev.Rolled(gone), ev.MarkerRemoved.of(wreck, "MSR 8")))))
    assert [text for text, _ in lines] == ["Fate of the wreck in M16: dr 1 = 1 -> removed"]


def test_c8_9_a_shot_that_finds_no_shell_is_told() -> None:
    record = RollRecord("To Hit", "DR", (3, 6), 9, 9, target=8, success=False, tag=TO_HIT)
    told = ev.Told("88La has no HE: the shot is not fired (C8.9).")
    words = outcome_words((ev.Rolled(record), told, ev.Told("Still off the map: 81a.")))
    assert words == "DR 3,6 = 9 -> miss; 88La has no HE: the shot is not fired (C8.9); Still off the map: 81a"


def test_everybody_who_dismounts_is_named() -> None:
    table = bare("FRIENDLY", "MPh").all("option fire-stops off", "option command off")
    riders = [table.new("FRIENDLY", "5-2-7", "K12"), table.new("FRIENDLY", "5-2-7", "K12")]
    table.all(*(f"set {key} mounted" for key in riders))
    words = outcome_words(table.do(f"dismount {','.join(riders)}"))
    assert all(f"{key} dismounts" in words for key in riders)


def test_a5_set_up_tells_everybody_who_was_placed(library: Library) -> None:
    table = at("set-up")
    squad, other = [unit.id for unit in table.state.units.values() if unit.kind == "squad"][:2]
    assert outcome_words(table.do(f"place {squad},{other} K22")) == f"{squad} and {other} are in K22"
    words = outcome_words(table.do(f"place {squad} K22 foxhole"))
    assert words.startswith(f"{squad} is in K22; ") and "foxhole in K22" in words
    tank = next(unit.id for unit in table.state.units.values() if unit.kind == "vehicle")
    assert f"{tank} is in K25; {tank} CA " in outcome_words(table.do(f"place {tank} K25"))


def test_a20_5_a_prisoner_is_said_to_be_guarded() -> None:
    captive = ev.UnitRedrawn("467a", carrier="458a", group="", attitude="", why="A20.5", guarded=True)
    assert captive.describe() == "467a is guarded by 458a: A20.5"


def test_a_fire_counter_is_named_as_the_counter_it_is(library: Library) -> None:
    session = at_first_mph(library)
    name = next(unit.id for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "squad")
    before = session.game.state
    give(session, f"set {name} prep")
    assert board_changes(session.game.state, before) == [f"{name} is no longer under a Prep Fire counter"]


def test_a_vehicle_s_way_tells_the_mp_that_it_will_cost(library: Library) -> None:
    session = at_first_mph(library)
    for line in ("option enemy-plays off", "option command off", "option ask-los off"):
        give(session, line)
    tank = next(unit for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "vehicle" and unit.hex)
    game, taken = session.game, Selection()
    taken.ids[tank.id] = None
    near = game.board.neighbours(tank.hex)
    goal = next(far for name in near for far in game.board.neighbours(name) if far not in (tank.hex, *near))
    plan = taken.plan(game, goal)
    assert plan is not None and f"{plan.spent:g} of {plan.limit:g} MP" in plan.text
    give(session, f"move {tank.id} {' '.join(plan.way[1:])}")
    assert session.game.state.units[tank.id].mf == plan.spent > 0


def test_a10_6_of_several_rally_attempts_it_is_told_how_many_and_who_is_still_broken() -> None:
    def tried(*names: str) -> tuple[ev.Event, ...]:
        return tuple(ev.UnitChanged(name, ("rally-tried",)) for name in names)

    rises = ev.UnitChanged("447b", (), ("broken", "dm"), "rallies (A10.6)")
    assert outcome_words((*tried("447a", "447b", "447c"), rises)) == "1 of 3 rally; still broken: 447a and 447c"
    assert outcome_words((*tried("447b", "447c"), rises, ev.UnitRemoved("447c", "A10.64"))) == "1 of 2 rally"
    assert "rally;" not in outcome_words((*tried("447b"), rises))


def test_what_a_dismount_takes_back_is_said_of_rider_and_horse() -> None:
    table = bare("FRIENDLY", "MPh")
    squad, horse = table.new("FRIENDLY", "5-2-7", "K12"), table.new("FRIENDLY", "Sq horse", "K12")
    on_foot = table.state
    table.do(f"mount {squad}")
    assert f"Mount {squad} on {horse}" in board_changes(on_foot, table.state)
    assert f"Take {squad} off {horse}" in board_changes(table.state, on_foot)


def test_only_who_withdrew_from_cc_is_told_of_as_no_longer_doing_so() -> None:
    over = ev.UnitsChanged(("447a", "467a"), ("cc-attacked",), ("withdrawing",), "its CC is fought (A11.12)")
    assert over.describe() == ""


def test_12_32_a_step_of_set_up_tells_its_figures_and_counters() -> None:
    words = outcome_words(at("tables").do("next"))
    assert words.startswith("ENEMY SAN ") and "FRIENDLY RE#s " in words
    assert outcome_words(at("suspects").do("next")) == "55 S?; 6 units"
    assert " units; " in outcome_words(at("force").do("next"))


def test_an_act_that_is_a_roll_tells_its_purpose_once() -> None:
    act = ev.Decided("ENEMY", "467f", "467f in DD13: Action DR (Hold, no Target)", "action 467f", ())
    record = RollRecord("Action of 467f (Hold, no Target)", "DR", (5, 1), 6, 6, table="x", result="Cover")
    assert act_words((act, ev.Rolled(record))) == f"{act.describe()}: DR 5,1 = 6 -> Cover"
    assert act_words((act, ev.Rolled(record), ev.Told("It hides."))).endswith(": It hides.")


def test_a_phase_that_begins_is_told_without_the_frame_of_the_log() -> None:
    begun = ev.PhaseBegan(1, "FRIENDLY", "APh")
    assert outcome_words((begun,)) == "Turn 1, FRIENDLY APh"
    gone = ev.UnitsMoved(("628a",), ("K12", "K13"), 1.0, "rout")
    assert outcome_words((gone, begun)).endswith("; Turn 1, FRIENDLY APh")


def test_a10_3_who_passes_the_mc_of_an_attack_is_told_by_name() -> None:
    hit = ev.Rolled(RollRecord("Prep Fire", "DR", (2, 3), 5, 5, result="1MC", table="ift"))
    checks = [
        ev.Rolled(RollRecord("1MC", "DR", (1, 2), 3, 4, target=7, success=passed, tag="mc", subject=(name,)))
        for name, passed in (("628a", True), ("628b", True), ("91a", False), ("628c", True))
    ]
    states = (ev.UnitChanged("91a", ("broken", "dm")), ev.UnitChanged("628c", ("pinned",)))
    words = outcome_words((ev.Fired(("447a",), (), "K14", "Prep Fire"), hit, *checks, *states))
    assert words.startswith("DR 2,3 = 5 -> 1MC; 91a now broken") and words.endswith("; 628a and 628b pass their MC")


def test_a_dr_that_is_read_once_more_says_for_whom_and_a_typed_result_is_told() -> None:
    dr = RollRecord("Final Fire at K14", "DR", (4, 1), 5, 5, table="ift", row="5", result="1MC")
    again = replace(dr, purpose="same DR for Wagona", result="NMC")
    fired = ev.Fired(("447a",), (), "K14", "Final Fire")
    assert outcome_words((fired, ev.Rolled(dr), ev.Rolled(again))) == (
        "DR 4,1 = 5 -> 1MC; same DR for Wagona: DR 4,1 = 5 -> NMC"
    )
    assert outcome_words((fired, ev.Adjusted("Final Fire at K14: outcome NMC", "NMC"))) == "NMC (typed)"


def test_what_befell_several_in_an_attack_for_one_reason_tells_it_once() -> None:
    hit = ev.Rolled(RollRecord("Prep Fire", "DR", (1, 1), 2, 2, result="2KIA", table="ift"))
    why = "2KIA: Prep Fire at K14"
    came = (ev.UnitRemoved("628a", why), ev.UnitRemoved("628b", why), ev.UnitChanged("91a", ("broken",), why=why))
    words = outcome_words((ev.Fired(("447a",), (), "K14", "Prep Fire"), hit, *came))
    assert words == f"DR 1,1 = 2 -> 2KIA; 628a is eliminated: {why}; 628b is eliminated; 91a now broken"


def test_a_list_of_what_came_tells_of_mapboards_only_how_they_lie_in_the_end() -> None:
    first, last = (ev.BoardsLaid(Layout((Sheet(board),))) for board in ("13", "17"))
    told = ev.Told("the boards are laid")
    assert [line.data for line in with_facts((), (first, told, last)) if line.data] == [(told,), (last,)]


def test_a_suspect_that_is_gone_is_told_once() -> None:
    told, gone = ev.Told("K14 is free"), ev.SuspectRemoved("S?1", "K14", "nothing there")
    assert outcome_words((told, ev.OptionSet("remind", True), gone)).startswith("Option remind on: ")


def test_a_long_line_is_broken_at_spaces_and_a_long_word_where_the_line_ends() -> None:
    text = "447a, 458b fire at\nH17:  harm 1.00"
    assert list(broken(text, 16, 0, 2)) == ["447a, 458b fire", "  at H17:  harm", "  1.00"]
    assert list(broken("  K17 447a,447b,447c,447d", 12, 2, 4)) == ["  K17 447a,4", "    47b,447c", "    ,447d"]
    words = " ".join("word" * (number % 3) + "of" for number in range(60))
    for width in (14, 15, 40):
        assert list(broken(words, width, 1, 3)) == wrap(words, width, initial_indent=" ", subsequent_indent="   ")


def test_a7_2_a_shot_of_less_than_one_fp_has_no_effect_and_not_none() -> None:
    table = bare("FRIENDLY", "PFPh").all("option confirm-fire off")
    squad = table.new("FRIENDLY", "2-4-8", "K12")
    table.new("ENEMY", "4-6-7", "K17", "concealed")
    table.do(f"pin {squad}")
    told = outcome_words(table.dice(5, 6).do(f"fire {squad} K17"))
    assert told.endswith(" -> no effect") and "None" not in told


def test_e7_4_of_an_aircraft_is_told_what_it_did_or_why_it_did_nothing() -> None:
    """Not that it came and went."""
    came, went = ev.UnitPut("IL43a", "K14", "attacks K10 (E7.401)"), ev.UnitPut("IL43a", "", "flies off (E7.3)")
    barred = ev.UnitChanged("IL43a", ("no-attack",), why="one Sighting TC in a Player Turn (E7.3)")
    blind = ev.UnitPut("IL43a", "", "does not find its target (E7.3)")
    assert outcome_words((came, barred, blind)) == blind.describe()
    roll = RollRecord("IL43a strafes K10", "DR", (6, 6), 12, 14, table=IFT, result=NONE, rule="E7.4")
    broken = ev.UnitChanged("467a", ("broken",), why="strafed")
    assert (
        outcome_words((came, barred, ev.Rolled(roll), broken, went))
        == f"{roll.sum_text()} -> no effect; {broken.describe()}"
    )
    overhead = (barred, ev.Rolled(roll), broken, ev.Told("IL43a flies on: no effect (E7.511)."))
    assert outcome_words(overhead).startswith(f"{roll.sum_text()} -> no effect; {broken.describe()}; IL43a flies on")
    assert outcome_words((ev.UnitPut("628a", "K22", "set-up"),)) == "628a is in K22"


@pytest.mark.parametrize(("dice", "word"), [((1, 2), "succeeds"), ((6, 5), "fails")])
def test_a10_6_a_run_tells_of_a_rally_of_the_enemys_how_it_ended(dice: tuple[int, int], word: str) -> None:
    table = bare("ENEMY", "RPh")
    unit = table.new("enemy", "4-6-7", "K12", "broken")
    facts = table.dice(*dice).do(f"rally {unit}")
    assert run_words([ev.Decided("ENEMY", unit, f"{unit} tries to rally", ""), *facts]) == (
        f"ENEMY {unit} tries to rally -> {word}"
    )
