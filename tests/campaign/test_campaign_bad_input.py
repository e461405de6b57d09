"""Figures, hexes and lines that cannot be meant: refused in a sentence, or said, never taken silently."""

from __future__ import annotations

import pytest
from desk import Desk, ids

from sasl.asl.game.events import Told
from sasl.kernel.frozen import replace


def played() -> Desk:
    """A campaign whose scenario is being fought: three German squads, two Russian ones."""
    desk = Desk()
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    desk.do("add german 4-6-7 3")
    desk.do("add russian 6-2-8 2")
    return desk


def said(desk: Desk, line: str) -> list[str]:
    return [event.text for event in desk.do(line) if isinstance(event, Told)]


# -- figures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["result lvp russian 99", "set russian lvp 11"])
def test_7_4_no_more_than_ten_lvp_are_entered(line: str) -> None:
    assert "LVP is 10 at most" in played().no(line)
    played().do(f"{line.rsplit(maxsplit=1)[0]} 10")


@pytest.mark.parametrize(("line", "words"), [
    ("set german elr 9", "ELR is 5 at most, not 9 (A19.1)"),
    ("set german san 12", "SAN is 7 at most, not 12 (A14.1)"),
])  # fmt: skip
def test_a14_1_a19_1_no_san_is_above_7_and_no_elr_above_5(line: str, words: str) -> None:
    desk = Desk()
    assert desk.no(line) == words
    desk.do("set german elr 5")
    desk.do("set german san 7")


def test_a26_2_more_cvp_than_all_enemy_counters_are_worth_are_taken_and_said() -> None:
    """A26.2: three squads are worth 6; another count of the players' may hold, and so it is not refused."""
    desk = played()
    assert said(desk, "result cvp russian 6") == []
    assert said(desk, "result cvp russian 7") == [
        "Russian CVP 7: all German counters are worth 6. If that is a mistake, enter it again."
    ]
    assert desk.state.number("russian", "cvp") == 7


def test_a26_3_more_evp_than_a_side_could_bring_off_are_said() -> None:
    """A26.3: two squads are worth 4, with a prisoner of theirs 4 more."""
    desk = played()
    assert "is worth 4" in said(desk, "result evp russian 8")[0]
    german, russian = ids(desk, "german", "4-6-7")[0], ids(desk, "russian", "6-2-8")[0]
    desk.do(f"result {russian} K12; {german} prisoner of {russian}")
    assert said(desk, "result evp russian 8") == []


# -- hexes and counters -----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["result control K12,<30000 russian", "control >54 german"])
def test_numbers_that_no_hex_of_the_map_has_are_refused(line: str) -> None:
    assert "numbered up to 52" in played().no(line)
    played().do("control <53 russian")


def test_a_counter_named_twice_in_a_line_is_refused() -> None:
    desk = played()
    squad = ids(desk, "german", "4-6-7")[0]
    assert desk.no(f"result {squad},{squad} K12") == f"{squad} is named twice"


@pytest.mark.parametrize("line", ["work trench K20 -3", "result trench K20 -3", "work minefield K20 100"])
def test_a_number_that_no_work_has_is_refused(line: str) -> None:
    desk = played()
    assert desk.no(line).startswith(f"{line.split()[-1]} is not a number of {line.split()[1]}: 1 to 99")
    assert not desk.state.works


def test_7_5134_nothing_is_used_up_before_a_scenario() -> None:
    desk = Desk()
    desk.do("add german FT")
    assert "no scenario has been played yet" in desk.no(f"used {ids(desk, 'german', 'FT')[0]} 12")


# -- going on too early -----------------------------------------------------------------------------------


def test_7_13_next_in_a_scenario_without_a_result_is_asked_once() -> None:
    desk = played()
    question = desk.ask("next")
    assert (question.id, question.default) == ("no-result", "no")
    assert "goes on" in next(event.text for event in desk.do("next", "no") if isinstance(event, Told))
    assert desk.state.stage == "scenario"
    desk.do("next", "yes")
    assert desk.state.stage == "refit"


def test_cg4_after_a_dr_by_which_the_scenario_goes_on_the_question_says_so() -> None:
    """CG4: a 6 at the end of Turn 6: Turn 7 is played; a dr that ends the scenario takes that back."""
    desk = played()
    desk.dice(6).do("end 6")
    question = desk.ask("next")
    assert question.default == "no" and "Turn 7 is still to be played (CG4)" in question.text
    desk.dice(1).do("end 7")
    assert "is to be played" not in desk.ask("next").text


@pytest.mark.parametrize("line", ["result german 4-6-7 K12", "result cvp russian 0"])
def test_7_13_once_a_result_is_entered_nothing_is_asked(line: str) -> None:
    desk = played()
    desk.do(line)
    desk.do("next")
    assert desk.state.stage == "refit"


# -- counters and groups ------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["add german 4-6-7 retained -1", "add german 4-6-7 K12 0", "add german 4-6-7 100"])
def test_a_number_that_no_counters_have_is_refused(line: str) -> None:
    assert (
        Desk().no(line)
        == f"{line.split()[-1]} is not a number of counters: 1 to 99, as in: {line.rsplit(maxsplit=1)[0]} x3"
    )


@pytest.mark.parametrize(("box", "words"), [("gone", "is Eliminated"), ("away", "is off the map for a while")])
def test_7_5224_why_a_counter_that_is_not_there_is_not_placed(box: str, words: str) -> None:
    desk = Desk()
    desk.do("add german 4-6-7 retained")
    squad = ids(desk, "german", "4-6-7")[0]
    desk.do(f"lose {squad}" if box == "gone" else f"move {squad} away")
    desk.at("set-up", stage="initial").do("next")
    assert words in desk.no(f"place {squad} K20")


def test_cg12a_a_group_that_is_not_bought_in_a_way_hears_the_rule_of_that_way() -> None:
    desk = Desk()
    desk.do("next")
    assert desk.no("buy german G1 off-board").startswith(
        "G1 AT Plt. I is not bought off-board (CG12a); there are on-map"
    )


def test_7_518_the_refusal_names_only_what_a_group_can_have() -> None:
    desk = Desk()
    desk.do("next")
    said = desk.no("buy german G1 sideways")
    assert "hexes" not in said and "level" not in said
    oba = next(group.id for group in desk.game.campaign.groups["german"] if group.pre_registered)
    assert "hexes=N" in desk.no(f"buy german {oba} sideways")
