"""A campaign in the player's hand: entering results, records as they are now, the shop, secrets, help of the steps."""

from __future__ import annotations

from itertools import pairwise

import pytest
from desk import LIBRARY, Desk, add, ids, played, rolls

from sasl.asl.game.events import Told
from sasl.campaign import campaign_report
from sasl.campaign import events as cev
from sasl.campaign.buying.purchase import brings
from sasl.campaign.campaign_engine import legal, new_campaign
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_state import Nation, Work
from sasl.campaign.campaign_words import folded, open_log, told
from sasl.campaign.mind.side import minds
from sasl.campaign.orders.results import read_text
from sasl.campaign.secrets import KEPT, hidden
from sasl.campaign.show import group_lines, hex_lines
from sasl.campaign.steps.campaign_victory import needed, points
from sasl.kernel.facts import worded
from sasl.kernel.frozen import replace
from sasl.kernel.orders.commands import Ask, No
from sasl.kernel.orders.questions import Option, Question, read_answer
from sasl.tui.campaign import campaign_panes
from sasl.tui.campaign.map_screen import things

AMMUNITION = "Ammunition: normal 75%, scarce 16.7%, plentiful 8.3%"
"""A German module on the first date: Historical DRM -1."""


# -- the log and undo ----------------------------------------------------------------------------------


def test_7_5192_issued_weapons_are_told_each_with_its_holder() -> None:
    """Four weapons for three squads: the first squad has the fourth as well."""
    given = [cev.PieceChanged(f"glmg{n}", holder=f"g838-{1 + (n - 1) % 3}", why="issued") for n in range(1, 5)]
    ((text, facts),) = folded((f"{event.id} with {event.holder} (issued)", event) for event in given)
    assert text == "glmg1 with g838-1, glmg2 with g838-2, glmg3 with g838-3 and glmg4 with g838-1 (issued)"
    assert list(facts) == given
    dropped = cev.PieceChanged("glmg5", holder="", why="issued")
    lines = list(folded((event.id, event) for event in (dropped, given[0])))
    assert [text for text, _ in lines] == ["glmg5", "glmg1"], "what nobody has is another matter"


def test_7_13_a_loss_is_one_line_with_its_cvp_and_a_purchase_one_with_what_is_left() -> None:
    desk = played()
    squads = [add(desk, "german", "4-6-7", "K12") for _ in range(2)]
    lines = [text for text, _ in folded(worded(desk.do(f"result {squads[0]} gone; {squads[1]} gone")))]
    assert lines == [
        "g467-1 is Eliminated (what is left): German CVP suffered 2, Russian CVP earned in the scenario 2, "
        "Russian CVP earned 2",
        "g467-2 is Eliminated (what is left): German CVP suffered 4, Russian CVP earned in the scenario 4, "
        "Russian CVP earned 4",
    ]
    shop = Desk("oto2")
    shop.do("next")
    lines = [text for text, _ in folded(worded(shop.do("buy german I1")))]
    assert lines == ["German I1 (p10), 7 CPP (Rifle Co. I); 59 left"]


def test_7_13_counters_that_a_result_puts_on_the_map_are_one_line_hex_by_hex() -> None:
    desk = played()
    one, two = add(desk, "german", "4-6-7"), add(desk, "german", "4-6-7")
    gun = add(desk, "german", "LMG")
    desk.do(f"move {gun} {one}")
    lines = [text for text, _ in folded(worded(desk.do(f"result {one} K12; {two} K13")))]
    assert lines == ["On the map: g467-1 and glmg1 in K12; g467-2 in K13 (what is left)"]


def test_7_5221_what_a_roll_has_said_is_not_said_again() -> None:
    desk = Desk("oto2").at("weather")
    desk.dice(6, 3, 5)
    lines = [text for text, _ in folded(worded(desk.do("next")))]
    assert [line.partition(":")[0] for line in lines] == ["-- 7.517 Weather Determination", "Weather", "EC"]
    assert "-> Clear" in lines[1]


def test_what_is_kept_secret_shares_no_line_of_the_log_with_what_is_open() -> None:
    """A covered Strength DR and its group, which would be one line, are covered both."""
    session = CampaignSession.memory(LIBRARY, "oto2", 3)
    session.submit("option german-plays on")
    while not session.game.reached("set-up") and session.game.state.stage != "scenario":
        outcome = session.submit("next")
        while isinstance(outcome, Ask):
            outcome = session.submit("next", (*outcome.answers, outcome.question.default))
    log = open_log(session)
    covered = [line for line in log if line.text == KEPT]
    assert covered and {event for line in covered for event in line.events} == {Told(KEPT)}
    shown = [event for line in log if line.text != KEPT for event in line.events]
    assert shown and not any(hidden(session.game, event) for event in shown)
    assert not any(one.text == two.text == KEPT and one.n == two.n for one, two in pairwise(log))


def test_7_5192_counters_that_come_alike_are_one_line_of_the_log_of_a_question_and_of_undo() -> None:
    session = CampaignSession.memory(LIBRARY, "oto2", 3)
    session.submit("next")
    ask = session.submit("next")
    while isinstance(ask, Ask) and ask.question.id != "armor-leader":
        ask = session.submit("next", (*ask.answers, ask.question.default))
    assert isinstance(ask, Ask)
    lines = [text for text, _ in folded(ask.told)]
    assert "Russian 8 x 6-2-8 (r628-1 to r628-8) join, Reinforcements, to enter or set up (Engineer Co.)" in lines
    (issued,) = (text for text in lines if "(issued)" in text)
    assert issued.startswith("rlmg1 with r628-1, rft1 with r628-2") and issued.endswith("and 2 more (issued)")
    while isinstance(ask, Ask):
        ask = session.submit("next", (*ask.answers, ask.question.default))
    undone = session.undo()
    assert not isinstance(undone, No)
    assert "Take back 6-2-8 r628-1, r628-2, r628-3, r628-4, r628-5, r628-6, r628-7 and r628-8" in undone


# -- results -------------------------------------------------------------------------------------------


def test_a_result_takes_control_as_the_command_does() -> None:
    """A26.1: numbers, edges, names with commas or blanks; nobody and none."""
    desk = played()
    desk.do("result control <30 german; control K40,K41 L40 russian")
    assert desk.state.control["A29"] == "german" and "A30" not in desk.state.control
    assert all(desk.state.control[name] == "russian" for name in ("K40", "K41", "L40"))
    desk.do("control K40,K41 none")
    assert "K40" not in desk.state.control and desk.state.control["L40"] == "russian"
    assert not read_text(desk.game, "control <30 german").faults
    rb = Desk("rb")
    rb.game = rb.game.at(replace(rb.state, stage="scenario", scenario=1))
    assert "name each hex" in rb.no("result control <30 german")


def test_a15_3_the_sw_of_the_dead_does_not_go_back_to_the_reinforcements() -> None:
    """It is gone with a bearer who was never put on the map, lies in his hex else; a line of its own has it back."""
    desk = played()
    desk.do("add german 4-6-7 retained 2")
    desk.do("add german LMG retained 2")
    (one, two), (first, second) = ids(desk, "german", "4-6-7"), ids(desk, "german", "LMG")
    desk.do(f"move {first} {one}")
    desk.do(f"move {second} {two}")
    desk.do(f"result {two} K12")
    desk.do(f"result {one},{two} gone")
    assert not desk.piece(first).here
    assert (desk.piece(second).here, desk.piece(second).hex, desk.piece(second).holder) == (True, "K12", "")
    desk.do(f"result {first} K13")
    assert (desk.piece(first).box, desk.piece(first).hex) == ("map", "K13")
    assert desk.state.number("russian", "cvp") == 4


def test_cg7_counters_in_no_line_are_named_before_a_text_is_entered() -> None:
    """What is borne by one of whom a line speaks is not among them."""
    desk = played()
    desk.do("add german 4-6-7 retained 5")
    desk.do("add german LMG retained 1")
    squads, (sw,) = ids(desk, "german", "4-6-7"), ids(desk, "german", "LMG")
    desk.do(f"move {sw} {squads[0]}")
    found = read_text(desk.game, f"{squads[0]} K12\n")
    assert found.kept == (f"German: 4 x 4-6-7 ({squads[1]} to {squads[4]})",)
    assert read_text(desk.game, "german 4-6-7 x5 K12").kept == ()
    events = desk.do("next")
    assert any("5 x 4-6-7" in getattr(event, "text", "") for event in events)


def test_7_5224_a_result_places_the_fortification_that_was_bought() -> None:
    """No second one is made while one of its kind is still to be placed; the third trench is a new one."""
    desk = Desk()
    desk.do("next")
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    wires = [work.id for work in desk.state.works.values() if work.kind == "trench"]
    desk.do("result trench I14")
    assert len([work for work in desk.state.works.values() if work.kind == "trench"]) == len(wires) == 10
    placed = [work for work in desk.state.works.values() if work.hex == "I14"]
    assert [(work.id, work.side, work.hidden) for work in placed] == [(wires[0], "german", False)]
    desk.do("result minefield I15")
    mines = next(work for work in desk.state.works.values() if work.hex == "I15")
    assert (mines.number, mines.hidden) == (6, True)


def test_7_520_a_result_places_some_factors_of_a_lot() -> None:
    desk = Desk().at("fortifications", stage="initial")
    desk.do("next")
    desk.do("set german fpp 40")
    desk.do("fortify german ap-mine 12")
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    desk.do("result ap-mine K12 4")
    lots = {work.hex: work.number for work in desk.state.works.values() if work.kind == "ap-mine"}
    assert lots == {"": 8, "K12": 4}
    assert "8 are still to be placed" in desk.no("result ap-mine K13 9")


# -- secrets -------------------------------------------------------------------------------------------


def test_7_518_a_side_handed_over_in_the_middle_of_a_step_keeps_its_purchases_secret() -> None:
    """What it buys by itself is covered at once; what the player had bought for it he knows."""
    game = replace(new_campaign(LIBRARY, "oto2", 3), minds=minds())
    desk = Desk(game=game)
    desk.do("next")
    desk.do("option german-plays on")
    events = desk.do("next")
    bought = [event for event in events if isinstance(event, cev.SideActed)
              or (isinstance(event, cev.GroupBought) and event.purchase.side == "german")]  # fmt: skip
    assert bought and all(told(desk.game, event) == KEPT for event in bought)
    assert campaign_report.money(desk.game, "german", "cpp") == "?"


# -- records as they are now ------------------------------------------------------------------------------


def column(desk: Desk, side: Nation, title: str) -> str:
    line = next(line for line in campaign_report.roster_page(desk.game, side) if line.startswith(title))
    return line.removeprefix(title).strip()


def test_7_15_the_roster_shows_the_present_values() -> None:
    """The column of the present date follows the scenario; of a date that is over it keeps its last values."""
    desk = Desk().at("set-up", stage="initial")
    desk.do("next")
    desk.do("next")
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1, step=-1))
    assert column(desk, "russian", "CVP") == "0"
    desk.do("result cvp russian 12")
    assert column(desk, "russian", "CVP") == "12"
    desk.at("new-date")
    desk.do("next")
    desk.do("set russian cvp 40")
    assert column(desk, "russian", "CVP") == "12"


def test_7_16_the_force_organizer_goes_by_group_and_folds_what_is_alike() -> None:
    """Twelve squads of a company are a line or two under its name, not twelve; empty boxes are left out."""
    desk = Desk()
    desk.do("next")
    desk.do("buy german I1")
    desk.do("next")
    lines = [line.text for line in campaign_panes.force_lines(desk.game, "german")]
    heads = [text for text in lines if "I1 Rifle Co. I (p" in text and "full" in text]
    assert len(heads) >= 2 and any("x squad 4-6-7" in text for text in lines)
    counters = sum(1 for _ in desk.state.of("german"))
    assert len(lines) < counters
    assert not any(text.startswith("Eliminated") for text in lines)


def test_the_help_of_a_step_says_what_it_does_and_not_the_prompt_again() -> None:
    desk = Desk()
    desk.do("next")
    now = next(line for line in campaign_report.steps(desk.game) if line.mark == "now")
    texts = [line.text for line in campaign_panes.about_step(desk.game, now)]
    assert any("both sides allot CPP in secret" in text for text in texts)
    assert not any("then next" in text for text in texts)


# -- the shop ----------------------------------------------------------------------------------------------


def test_7_5183_groups_whose_counters_are_rolled_for_name_them() -> None:
    """No `by dr`, no word of the program."""
    desk = Desk()
    said = {f"{side} {group.id}": brings(desk.game, group) for side, groups in desk.game.campaign.groups.items()
            for group in groups}  # fmt: skip
    assert said["russian V5"] == "PT-34(L) or PT-34 x 2/1"
    assert said["russian V7"] == "KV-8S, KV-8(L) or KV-8 x 2/1"
    assert said["german O5"] == "a module against enemy OBA" and said["german M3"] == "SAN one higher"
    assert said["russian B1"] == "a Bombardment of radius 5"
    assert not [text for text in said.values() if "by dr" in text or text in ("cbm", "san", "recon", "observer")]


def test_7_5195_the_shop_shows_the_odds_of_ammunition_and_the_notes() -> None:
    desk = Desk()
    desk.do("next")
    group = desk.game.campaign.group("german", "O1")
    assert group
    lines = group_lines(desk.game, "german", group)
    assert next(line for line in lines if line.startswith("Ammunition: ")) == AMMUNITION
    assert any(line.startswith("f: ") and "Pre-Registered" in line for line in lines)


def test_every_letter_of_the_charts_is_a_note_in_words() -> None:
    campaign = Desk().game.campaign
    for side, groups in campaign.groups.items():
        letters = {letter for group in groups for letter in group.notes.split(",") if letter}
        assert letters <= set(campaign.group_notes[side])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("set weather Blizzard", "weather 'Blizzard' is not one of Rain, Fog"),
        ("set ec wet", "ec 'wet' is not one of Very Dry, Dry, Moderate, Moist, Wet, Mud, Snow; did you mean 'Wet'?"),
        ("work trnch K20", "'trnch' is not a work; did you mean 'trench'?; there are wire"),
    ],
)
def test_a_word_that_no_step_would_ask_for_is_refused(line: str, words: str) -> None:
    assert words in Desk().no(line)


def test_7_5152_cpp_by_hand_keep_the_roster_right() -> None:
    """7.5152: more by hand is more in all, less is spent; never a sum spent below 0."""
    desk = Desk("rb").at("purchase", stage="initial")
    desk.do("next")
    have = desk.state.number("german", "cpp")
    desk.do(f"set german cpp {have + 3}")
    desk.do(f"set german cpp {have - 2}")
    desk.do("next")
    assert (desk.state.number("german", "cpp-total"), desk.state.number("german", "cpp-spent")) == (have + 3, 5)


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_32_the_balance_provision_of_stalingrad_is_a_drm_of_a_side(campaign: str) -> None:
    """11.32, 12.32: -y on its CPP, strength and ammunition; y stands on the CG card."""
    desk = Desk(campaign).at("cpp", date=1)
    assert "set german balance 1" in desk.no("set balance german")
    desk.do("set german balance 2")
    german = next(record for record in rolls(desk.do("next")) if "German" in record.purpose)
    assert ("Balance provision", -2) in [(item.name, item.value) for item in german.modifiers]


def test_7_31_the_balance_provision_of_oto2_is_a_side() -> None:
    desk = Desk()
    assert "set balance russian|german|none" in desk.no("set german balance 1")
    assert "not one of russian, german, none" in desk.no("set balance both")
    desk.do("set balance german")
    assert needed(desk.game, desk.game.campaign.victory) == 22


def test_a_counter_that_is_not_there_is_told_by_its_whole_name() -> None:
    desk = Desk("rb")
    assert "no German counter 'StuG IIIB'; did you mean 'StuG IIIG'" in desk.no("add german StuG IIIB 2")
    assert "is not a hex" in desk.no("add german 4-6-7 K")
    assert "is not a hex" in desk.no("add german 4-6-9 K99z")


def test_a_state_without_its_sign_says_how_it_is_written() -> None:
    desk = Desk()
    desk.do("add german 4-6-7 K12")
    (piece_id,) = desk.state.pieces
    assert desk.no(f"mark {piece_id} broken").endswith("write +broken to give it, -broken to take it off")


def test_7_14_a_new_group_that_sets_up_on_the_map_waits_among_the_reinforcements() -> None:
    """7.14, 7.507: it is Retained when its scenario has been fought and the map is cleared."""
    desk = Desk()
    desk.do("next")
    desk.do("buy german I1 on-map")
    desk.do("next")
    boxes = {box: count for box, _, count in campaign_report.organizer(desk.game, "german")}
    assert boxes["retained"] == 0 and boxes["coming"] == sum(1 for _ in desk.state.of("german"))
    desk.game = desk.game.at(replace(desk.state, scenario=1))
    desk.at("clearing").do("next")
    boxes = {box: count for box, _, count in campaign_report.organizer(desk.game, "german")}
    assert boxes["coming"] == 0 and boxes["retained"] > 20


# -- words and no raw keys ----------------------------------------------------------------------------------


def test_7_515_leftover_cpp_are_told_in_words() -> None:
    """7.4: each CPP that the Germans have left counts at the end."""
    desk = Desk()
    desk.do("set german cpp 24")
    words = [text for text, _, _ in points(desk.game, final=True)]
    assert "less each CPP the Germans have left at the end: 24 CPP" in words


def test_7_5131b_labor_is_told_as_a_counter_says_it() -> None:
    event = cev.PieceChanged("g1", gains=("labor-2",), loses=("labor-1",))
    assert event.describe() == "g1 +Labor -2, -Labor -1"


def test_what_was_kept_for_the_count_alone_is_not_told() -> None:
    """The VP before a scenario are no figure of the players; Support CPP are, by their name."""
    assert cev.NumberSet("russian", "vp-before", 3).describe() == ""
    assert cev.NumberSet("german", "support", 6).describe() == "German Support CPP 6"


def test_12_6151d_a_recovered_afv_that_was_never_isolated_loses_nothing() -> None:
    desk = Desk("votg").at("recovery")
    desk.do("add german StuG IIIG K12")
    (tank,) = desk.state.pieces
    desk.do(f"mark {tank} +immobile")
    desk.dice(1)
    changes = [event for event in desk.do("next") if isinstance(event, cev.PieceChanged)]
    assert [event.describe() for event in changes] == [f"{tank} Retained (Recovered (12.6151d))"]
    run = CampaignRun(desk.game)
    run.emit(cev.PieceChanged(tank, loses=("isolated",), why="nothing at all"))
    assert not run.events


def test_a_step_that_changes_nothing_says_so() -> None:
    desk = Desk("rb").at("mg-exchange")
    texts = [event.text for event in desk.do("next") if isinstance(event, Told)]
    assert texts == ["Nothing changes (11.6133)."]


@pytest.mark.parametrize(("side", "seen"), [("german", False), ("russian", True)])
def test_7_5073_hidden_mines_of_a_side_that_the_program_plays_are_not_shown(side: Nation, seen: bool) -> None:
    """7.5073: a hidden minefield is placed on the map only when it is found; your own you see."""
    desk = Desk()
    work = Work("w1", side, "minefield", "K20", 8, "minefield 8 A-P, 3 A-T", True)
    desk.game = desk.game.at(replace(desk.state, works={"w1": work}))
    desk.do("option german-plays on")
    assert any("minefield" in line for line in hex_lines(desk.game, "K20")) == seen
    assert ("K20" in things(desk.game, {})) == seen
    assert bool(campaign_report.works_of(desk.game, side)) == seen
    shown = {"w1": replace(work, hidden=False)}
    desk.game = desk.game.at(replace(desk.state, works=shown))
    assert any("minefield" in line for line in hex_lines(desk.game, "K20"))


# -- questions and answers -----------------------------------------------------------------------------


def test_7_5112_of_mmc_that_are_alike_one_is_offered_the_isolated_last() -> None:
    desk = Desk().at("heroes")
    isolated = add(desk, "german", "4-6-7", "K12", "isolated")
    squads = [add(desk, "german", "4-6-7") for _ in range(3)]
    desk.do(f"move {add(desk, 'german', 'LMG')} {squads[2]}")
    desk.dice(6, 6, 2, 2)
    question = desk.ask("next")
    assert [(option.value, option.label) for option in question.options] == [
        (squads[0], "4-6-7, one of 2 alike: becomes 4-6-8"),
        (squads[2], "4-6-7, with LMG: becomes 4-6-8"),
        (isolated, "4-6-7, in K12, Isolated: becomes 4-6-8"),
        ("none", "no MMC hardens"),
    ]


def test_an_answer_that_is_none_of_very_many_names_the_first_of_them() -> None:
    options = tuple(Option(f"g467-{number}", "4-6-7") for number in range(1, 31))
    with pytest.raises(ValueError, match=r"'x' is not one of g467-1, .* g467-12 … \(30 in all\)$"):
        read_answer(Question("choice", "Which?", "g467-1", options), "x")


@pytest.mark.parametrize("line", ["8 4-6-7 K20 broken", "4-6-7 K20", "3 T-34 M43 K20"])
def test_a_type_without_its_side_is_told_how_it_is_meant(line: str) -> None:
    meant = {"8": "german 4-6-7 x8 K20 broken", "4": "german 4-6-7 K20", "3": "russian T-34 M43 x3 K20"}[line[0]]
    assert played().no(f"result {line}").endswith(f"as in: {meant}")


def test_b28_5_a_second_number_of_a_minefield_is_its_a_t_factors() -> None:
    desk = played()
    desk.do("result minefield K16 8 3")
    (work,) = desk.state.works.values()
    assert (work.number, work.anti_tank) == (8, 3)


def test_7_521_where_the_russian_always_attacks_nobody_has_to_choose() -> None:
    desk = Desk().at("initiative", stage="initial")
    desk.do("next")
    assert "chosen" not in legal(desk.game).text
    rb = Desk("rb").at("initiative")
    rb.do("next")
    assert "chit" in legal(rb.game).text


def test_a_hero_of_a_result_goes_by_that_name() -> None:
    desk = played()
    desk.do("result german hero K13 wounded")
    (hero,) = desk.state.of("german")
    assert (hero.kind, hero.hex, hero.flags) == ("hero", "K13", {"wounded"})


def test_a_chart_that_is_not_there_says_whose_it_is_to_type_in() -> None:
    desk = Desk("votg")
    texts = [event.text for event in desk.do("groups german") if isinstance(event, Told)]
    assert any("must be typed in by you" in text for text in texts)


def test_7_518_what_the_player_adds_by_hand_to_a_side_of_the_program_is_no_secret() -> None:
    session = CampaignSession.memory(LIBRARY, "votg", 3)
    for line in ("option german-plays on", "next", "add german 4-6-7 retained 2"):
        session.submit(line)
    assert open_log(session)[-1].text.startswith("German 2 x 4-6-7 (g467-1, g467-2) join")
