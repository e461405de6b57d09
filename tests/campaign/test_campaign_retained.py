"""What is Retained off the map, who of the leaders may Battle Harden, who came too late (section 6, 7.5113, CG12)."""

from __future__ import annotations

import pytest
from desk import Desk, rolls

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import Purchase
from sasl.campaign.steps.clearing import is_new
from sasl.campaign.steps.losses import worth
from sasl.kernel.frozen import replace

LEADERS = ("9-1", "8-1", "8-0", "7-0", "6+1")


def coming(desk: Desk, *types: str, side: str = "german") -> list[str]:
    """Counters that could enter and stayed off the map; their ids."""
    before = set(desk.state.pieces)
    for name in types:
        desk.do(f"add {side} {name} coming")
    return [name for name in desk.state.pieces if name not in before]


def test_6_what_stayed_off_the_map_is_retained_after_the_scenario() -> None:
    """Section 6, CG7: Retained is all that is left, on-map or off-map; entering from off-board is over."""
    desk = Desk().at("clearing")
    squad, tank = coming(desk, "4-6-7", "StuG IIIG")
    desk.do(f"mark {squad} +off-board")
    desk.do("next")
    assert {desk.piece(name).box for name in (squad, tank)} == {"retained"} and not desk.piece(squad).flags


def test_7_5113_five_leaders_held_off_map_may_harden() -> None:
    """7.5113: Retained leaders harden, wherever they were in the scenario."""
    desk = Desk().at("clearing")
    ids = coming(desk, *LEADERS)
    desk.do("next")
    desk.at("leader-hardening").dice(6, 6, 2, 2)  # 4, German -1: a 9-2 or any lower one
    question = desk.ask("next", "roll")
    assert [item.value for item in question.options] == ids
    desk.do("next", "roll", ids[0])
    assert desk.piece(ids[0]).type == "9-2"


def test_7_514_squads_held_off_map_may_clear_wire() -> None:
    """7.514: as many tries as squads are Retained; those held off the map count."""
    desk = Desk().at("clearing")
    coming(desk, "4-6-7")
    desk.do("control K12 german")
    desk.do("next")
    desk.at("removal").do("work wire K12")
    desk.do("next")
    assert len(rolls(desk.do("clear german w1"))) == 1


def test_12_6214b_a_reserve_is_none_after_its_day() -> None:
    """12.6214b: on an Idle Day, too, Reserves become Retained units like others."""
    desk = Desk("votg").at("new-date")
    (squad,) = coming(desk, "4-6-7")
    desk.do(f"mark {squad} +reserve")
    desk.do("next")
    assert desk.piece(squad).box == "retained" and not desk.piece(squad).flags


def test_cg12_new_groups_are_told_from_retained_units() -> None:
    """CG12: Retained units set up anywhere, groups of this date apart from the enemy."""
    desk = Desk().at("set-up", date=2)
    for number, date in ((1, 1), (2, 2)):
        bought = Purchase(f"p{number}", "russian", "I1", date, 5, setup="on-map", strength="full")
        desk.game = desk.game.at(cev.GroupBought(bought).apply(desk.state))
        desk.do("add russian 4-4-7 retained")
    ids = list(desk.state.pieces)
    for number, name in enumerate(ids, 1):
        piece = replace(desk.piece(name), group=f"p{number}")
        desk.game = desk.game.at(replace(desk.state, pieces={**desk.state.pieces, name: piece}))
    assert [is_new(desk.state, desk.piece(name)) for name in ids] == [False, True]
    said = [event.text for event in desk.do("next") if hasattr(event, "text")]
    assert any("1 Retained, and may set up or enter 1 counter of new groups" in text for text in said)


def test_12_6253_a_group_that_has_fought_on_this_day_is_retained_in_the_counterattack() -> None:
    desk = Desk("votg").at("set-up", date=2)
    desk.game = desk.game.at(replace(desk.state, scenario=2))
    for number, scenario in ((1, 1), (2, 2)):
        bought = Purchase(f"p{number}", "russian", "I1", 2, 5, setup="on-map", strength="full", scenario=scenario)
        desk.game = desk.game.at(cev.GroupBought(bought).apply(desk.state))
        desk.do("add russian 4-4-7 retained")
    for number, name in enumerate(list(desk.state.pieces), 1):
        piece = replace(desk.piece(name), group=f"p{number}")
        desk.game = desk.game.at(replace(desk.state, pieces={**desk.state.pieces, name: piece}))
    assert [is_new(desk.state, piece) for piece in desk.state.pieces.values()] == [False, True]


# -- the grades of leaders --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("have", "dice", "becomes"),
    [("10-1", (1, 2), "10-2"), ("10-0", (1, 2), "10-1"), ("7-1", (3, 4), "8-1"), ("10-1", (2, 2), ""),
     ("7-1", (4, 5), "")],
)  # fmt: skip
def test_7_5113_leaders_that_no_row_names_harden_as_lower_ones(have: str, dice: tuple[int, int], becomes: str) -> None:
    """7.5113: the next lower leader may harden: 10-1 and 10-0 below the 10-2, a 7-1 below the 8-0 (German: -1)."""
    desk = Desk().at("leader-hardening")
    desk.do(f"add german {have}")
    desk.dice(6, 6, *dice)
    desk.do("next")
    (leader,) = desk.state.pieces.values()
    assert leader.type == (becomes or have)


@pytest.mark.parametrize(("campaign", "hardens"), [("oto2", True), ("rb", False), ("votg", False)])
def test_7_5113_a_wounded_leader_may_harden_at_orsha_only(campaign: str, hardens: bool) -> None:
    """7.5113 asks for an unwounded leader in the exchange alone; 11.6113 and 12.6124 for hardening, too."""
    desk = Desk(campaign).at("leader-hardening")
    desk.do("add german 6+1")
    desk.do(f"mark {next(iter(desk.state.pieces))} +wounded")
    desk.dice(6, 6, 6, 6)
    desk.do("next")
    (leader,) = desk.state.pieces.values()
    assert leader.type == ("7-0" if hardens else "6+1")


# -- CG12a: the last CG Date --------------------------------------------------------------------------------


def ended(date: int, *types: str) -> Desk:
    """The scenario of a CG Date is over; these Germans never came."""
    desk = Desk().at("victory", date=date)
    coming(desk, *types)
    return desk


def test_cg12a_on_24pm_germans_left_off_map_are_cvp_at_once() -> None:
    """CG12a: on 24PM whoever is not on board by Turn 2 counts as CVP: 2 + 2 for the squads, 2 for the 9-1."""
    desk = ended(3, "4-6-7", "4-6-7", "9-1", "LMG")
    desk.do("add german StuG IIIG retained")
    tank = desk.state.pieces["gstug1"]
    points = 6 + worth(desk.game, tank)
    desk.do("next")
    assert desk.state.number("russian", "cvp") == desk.state.number("russian", "earned") == points
    assert [piece.type for piece in desk.state.of()] == ["LMG"]


@pytest.mark.parametrize(("date", "side"), [(2, "german"), (3, "russian")])
def test_cg12a_is_for_germans_on_24pm_only(date: int, side: str) -> None:
    """CG12a: no other date, no Russian."""
    desk = Desk().at("victory", date=date)
    coming(desk, "4-4-7", side=side)
    desk.do("next")
    assert not desk.state.number("russian", "cvp") and not desk.state.number("german", "cvp")


def test_cg12a_the_player_may_say_that_they_came() -> None:
    """CG12a: whoever was on the map is none; CVP that were entered may hold them already."""
    desk = ended(3, "4-6-7")
    desk.do("next", "no")
    assert not desk.state.number("russian", "cvp") and len(list(desk.state.of())) == 1
    desk = ended(3, "4-6-7")
    desk.do("result cvp russian 44")
    assert desk.ask("next").default == "no"


# -- 7.5073: whose a Fortification is -------------------------------------------------------------------------


def test_7_5073_a_fortification_entered_without_a_side_belongs_to_who_controls_its_hex() -> None:
    """7.5073: a Fortification is Controlled by the side that controls its Location; a flame is nobody's."""
    desk = Desk().at("clearing")
    for line in ("control K12 german", "work wire K12", "work flame K12", "work trench K13"):
        desk.do(line)
    desk.do("next")
    assert [work.side for work in desk.state.works.values()] == ["german", "", ""]


@pytest.mark.parametrize(("campaign", "told"), [("oto2", "revealed"), ("votg", "not the type of mines")])
def test_12_6083_hidden_mines_that_change_hands_are_shown_and_only_at_orsha_with_their_strength(
    campaign: str, told: str
) -> None:
    desk = overrun("ap-mine", campaign)
    (mines,) = desk.state.works.values()
    assert (mines.side, mines.hidden) == ("german", False)
    assert any(told in str(event.describe()) for event in desk.events)


def test_12_6083_a_hidden_set_dc_in_enemy_hands_is_eliminated_one_of_ones_own_is_not() -> None:
    assert not overrun("set-dc", "votg").state.works
    assert overrun("set-dc", "rb", "russian").state.works


def overrun(kind: str, campaign: str, whose: str = "german") -> Desk:
    """A hidden Russian work in a hex that this side controls as the map is cleared."""
    desk = Desk(campaign)
    run = CampaignRun(desk.game)
    run.put_work(kind, "K12", side="russian", number=6, text="6 A-P Mines", hidden=True, why="bought")
    desk.game = run.game
    desk.do(f"control K12 {whose}")
    desk.at("clearing")
    desk.do("next")
    return desk
