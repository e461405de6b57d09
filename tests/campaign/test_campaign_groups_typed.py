"""Ranges, groups and numbers in lines, Entry Codes, and what the campaign says of victory (7.5224, 12.6217, 7.4)."""

from __future__ import annotations

import pytest
from desk import Desk, add, ids, played

from sasl.asl.game.events import Told
from sasl.campaign import events as cev
from sasl.campaign.buying import market
from sasl.campaign.campaign_report import date_line
from sasl.campaign.campaign_state import Nation, Purchase
from sasl.campaign.orders.results import read_text
from sasl.campaign.show import group_lines
from sasl.campaign.steps.campaign_victory import LACKING, held, lvp
from sasl.content.missions.campaign import Group
from sasl.kernel.frozen import replace


def said(events: tuple[object, ...]) -> str:
    return " ".join(event.text for event in events if isinstance(event, Told))


def setting_up() -> Desk:
    """The Initial Scenario is to be set up: the German company of the OB, and twelve squads of no group."""
    desk = Desk()
    for _ in range(6):
        desk.do("next")
    assert desk.game.step and desk.game.step.step == "set-up"
    return desk


@pytest.mark.parametrize(
    ("campaign", "line", "count", "place"),
    [
        ("votg", "add german 4-6-7 x12", 12, ""),
        ("rb", "add german 4-6-7 x12", 12, ""),
        ("oto2", "add german 4-6-7 x12", 12, ""),
        ("oto2", "add german 4-6-7 X12", 1, "X12"),
        ("votg", "add german 4-6-7 x9 K12", 9, "K12"),
        ("votg", "add german 4-6-7 9 K12", 9, "K12"),
        ("votg", "add german 4-6-7 K12 9", 9, "K12"),
        ("votg", "add russian 9-1 x2 retained", 2, ""),
    ],
)
def test_x12_is_a_number_of_counters_wherever_they_are_added(campaign: str, line: str, count: int, place: str) -> None:
    desk = Desk(campaign)
    desk.do(line)
    new = list(desk.state.pieces.values())
    assert (len(new), {piece.hex for piece in new}) == (count, {place})


def test_x2_is_a_number_of_groups_and_fortifications() -> None:
    desk = Desk()
    desk.do("next")
    desk.do("buy german I1 x2")
    assert len(market.purchases(desk.game, "german", "I1")) == 2
    desk.at("fortifications", stage="initial").do("next")
    desk.do("set german fpp 60")
    desk.do("fortify german trench x3")
    assert desk.state.number("german", "fort.trench") == 3


def test_7_5224_ranges_of_counters_and_works_and_whole_groups_are_placed() -> None:
    desk = setting_up()
    squads = ids(desk, "german", "4-6-7")
    desk.do(f"place {squads[0]} to {squads[2]} K12")
    assert {desk.piece(name).hex for name in squads[:3]} == {"K12"}
    first, second, *_ = [key for key, work in desk.state.works.items() if work.kind == "wire"]
    desk.do(f"place {first} to {second} K14")
    assert {desk.state.works[key].hex for key in (first, second)} == {"K14"}
    group = desk.piece(squads[0]).group
    desk.do(f"place {group} K13")
    mine = [piece for piece in desk.state.of("german") if piece.group == group]
    assert mine and {piece.hex for piece in mine} == {"K13"}


def test_a_range_stands_in_every_order_but_in_a_note_it_is_text() -> None:
    desk = Desk()
    desk.do("add german 4-6-7 x4")
    first, *_, last = ids(desk, "german", "4-6-7")
    desk.do(f"move {first} to {last} K12")
    assert {piece.hex for piece in desk.state.of("german")} == {"K12"}
    noted = desk.do(f"note {first} to {last} hold")
    assert any(f"{first} to {last} hold" in event.describe() for event in noted)


def test_cg14_a_state_counts_before_what_is_gone() -> None:
    """An AFV that leaves with Low Ammo is Recalled, in one line as in two; without it it is worth EVP."""
    desk = played()
    tanks = [add(desk, "russian", "KV-1S", "A5") for _ in range(3)]
    desk.do(f"result {tanks[0]} exited low-ammo")
    desk.do(f"result {tanks[1]} low-ammo")
    desk.do(f"result {tanks[1]} exited")
    assert [desk.piece(name).box for name in tanks[:2]] == ["away", "away"]
    assert desk.state.number("russian", "evp") == 0
    desk.do(f"result {tanks[2]} exited")
    assert desk.state.number("russian", "evp") > 0
    assert "never" in desk.no(f"result {add(desk, 'russian', '4-4-7', 'A5')} exited malfunctioned")


@pytest.mark.parametrize(
    ("color", "nation", "able", "barred"),
    [("Yellow", "russian", "K46", "K45"), ("Dark Blue", "german", "K20", "K19"), ("Green", "german", "K20", "K21"),
     ("Purple", "german", "K20", "K19")],
)  # fmt: skip
def test_12_6217_an_entry_code_limits_where_a_group_sets_up_on_the_day_of_its_purchase(
    color: str, nation: Nation, able: str, barred: str
) -> None:
    desk = Desk("votg").at("set-up", stage="refit", date=6)
    group = Group(id="I1", title="Coy", kind="company", cpp=1, entry_code=color)
    campaign = desk.game.campaign.model_copy(update={"groups": {nation: [group]}})
    desk.game = replace(desk.game, campaign=campaign)
    bought = Purchase("p1", nation, "I1", 6, 5, setup="on-map", strength="full", scenario=desk.state.scenario)
    desk.game = desk.game.after(cev.GroupBought(bought))
    desk.do("next")
    name = "4-4-7" if nation == "russian" else "4-6-7"
    desk.do(f"add {nation} {name} retained")
    squad = ids(desk, nation, name)[0]
    desk.game = desk.game.at(replace(desk.state, pieces={squad: replace(desk.piece(squad), group="p1")}))
    assert "12.6217" in desk.no(f"place {squad} {barred}")
    desk.do(f"place {squad} {able}")
    assert any("12.6217" in line and "edge" in line for line in group_lines(desk.game, nation, group))
    retained = replace(bought, date=5)
    desk.game = desk.game.at(replace(desk.state, purchases={"p1": retained}))
    desk.do(f"place {squad} {barred}")


def test_7_4_what_the_players_agree_on_counts() -> None:
    """Two Victory Locations of the board are on no map of theirs; of CPP that are left five count."""
    desk = Desk()
    desk.do("next")
    assert lvp(desk.game, "german") == 10
    places = held(desk.game, "german")
    question = desk.ask("agree")
    assert (question.id, question.most) == (LACKING, (2, "2 at most (7.4)"))
    desk.do("agree", f"{places[0]} {places[1]}", "5")
    assert set(held(desk.game, "german")) == {*places[2:]}
    desk.do(f"control {places[2]},{places[3]} russian")
    assert (lvp(desk.game, "german"), lvp(desk.game, "russian")) == (len(places) - 4, 2)
    assert desk.state.fact("cpp-left-most") == "5"
    assert "agree" in Desk("rb").no("agree")


def test_7_4_victory_tells_the_vp_in_lines() -> None:
    desk = Desk()
    assert "20 VP" in said(desk.do("victory"))


def test_7_520_fpp_are_not_sold_where_nothing_can_be_bought_for_them() -> None:
    """The Russians buy no Fortifications before the Initial Scenario; the Germans do."""
    desk = Desk()
    desk.do("next")
    assert "7.520" in desk.no("buy russian M1")
    desk.do("buy german M1")
    later = Desk().at("purchase", date=1)
    later.game = later.game.at(replace(later.state, scenario=1))
    later.do("next")
    later.do("set russian cpp 9")
    later.do("buy russian M1")


def test_cg12b_what_is_of_no_group_enters_and_no_cpp_set_it_up() -> None:
    desk = setting_up()
    reason = desk.no(f"place {ids(desk, 'russian', 'T-34 M43')[0]} N46")
    assert "Reinforcement Group" in reason and "CG12b" in reason


def test_a_group_that_comes_in_no_way_of_its_own_says_so() -> None:
    desk = Desk()
    desk.do("next")
    reason = desk.no("buy russian M2 off-board")
    assert "there are a number" not in reason and "a number of groups" in reason


def test_7_5223_a_shortage_is_told_with_the_rule_that_ends_it_in_play() -> None:
    desk = setting_up()
    squad = ids(desk, "german", "4-6-7")[0]
    desk.do(f"place {squad} K12")
    desk.do(f"mark {squad} +isolated")
    told = said(desk.do("next"))
    assert "shortage" in desk.piece(squad).flags and squad in told and "rules 7.5223" in told
    for campaign, number in (("oto2", "7.5223"), ("votg", "12.6263"), ("rb", "11.6243")):
        assert "TI" in said(Desk(campaign).do(f"rules {number}"))


def test_7_5063_cupolas_are_isolated_and_cannot_escape() -> None:
    desk = Desk().at("isolation")
    cupola = add(desk, "german", "HMG Cupola", "K12")
    desk.do(f"mark {cupola} +isolated")
    desk.at("escape")
    told = said(desk.do("next"))
    assert "No unit is Isolated" not in told and cupola in told and "7.5071" in told


def test_7_5031_a_result_entered_late_says_which_steps_are_past() -> None:
    desk = played()
    squad = add(desk, "german", "4-6-7", "K12")
    desk.do("result cvp russian 4")
    desk.do("next")
    while desk.game.step is None or desk.game.step.step != "bog":
        desk.do("next")
    told = said(desk.do(f"result cvp russian 9; {squad} encircled"))
    assert "7.5031" in told and "7.5041" in told
    early = played()
    assert "done already" not in said(early.do("result cvp russian 4"))


def test_the_wind_is_named_once_and_an_empty_page_has_no_wrong_line() -> None:
    desk = Desk()
    desk.do("set wind heavy wind")
    assert "wind heavy wind" not in date_line(desk.game) and "heavy wind" in date_line(desk.game)
    assert read_text(desk.game, "# nothing\n").faults == ((0, "the text has no line to enter"),)


def test_7_5_the_list_of_steps_tells_which_are_yours() -> None:
    desk = Desk()
    desk.do("next")
    told = said(desk.do("steps"))
    assert "7.520 Purchasing Fortifications (you)" in told and "Wind (you)" not in told
