"""The conclusion of Melee by Locations and by orders: levels, Withdrawal, Capture (7.501)."""

from __future__ import annotations

import pytest
from desk import Desk, rolls

from sasl.campaign.steps.melee_end import melees
from sasl.campaign.steps.melee_rounds import ways_out


def meeting(*counters: str, campaign: str = "oto2", place: str = "K12") -> tuple[Desk, list[str]]:
    """Counters of both sides in one hex, as the step for Melee is about to begin."""
    desk = Desk(campaign).at("melee")
    for name in counters:
        desk.do(f"add {name} {place}")
    return desk, list(desk.state.pieces)


def test_7_501_who_stands_a_level_higher_is_in_no_melee() -> None:
    """7.501: only opposing units in the same Location are in Melee."""
    desk, (german, russian) = meeting("german 4-6-7", "russian 4-4-7")
    desk.do(f"mark {russian} +upper-level")
    assert melees(desk.game) == []
    assert not rolls(desk.do("next"))
    assert desk.piece(german).here and desk.piece(russian).here


def test_7_501_each_level_of_a_hex_has_a_melee_of_its_own() -> None:
    """7.501: the Melees of a hex are fought Location by Location."""
    desk, ids = meeting("german 4-6-7", "russian 4-4-7", "german 4-4-7", "russian 6-2-8")
    desk.do(f"mark {ids[2]},{ids[3]} +upper-level")
    assert melees(desk.game) == ["K12", "K12/1"]
    desk.dice(1, 1, 6, 6, 1, 1, 6, 6)
    events = desk.do("next", "K12/1")
    assert [record.purpose.split(",")[0] for record in rolls(events)] == ["Melee in K12/1"] * 2 + ["Melee in K12"] * 2
    assert [piece.side for piece in desk.state.of()] == ["russian", "russian"]


def test_a11_2_a_unit_withdraws_under_fire_and_its_sw_with_it() -> None:
    """A11.2: who withdraws does not attack, is attacked at -2, and leaves for an adjacent hex if it is not hurt."""
    desk, (german, lmg, _) = meeting("german 4-6-7", "german LMG", "russian 4-4-7")
    desk.do(f"move {lmg} {german}")
    desk.dice(6, 6)
    events = desk.do("next", "orders", "none", german, "kill", "K11")
    (record,) = rolls(events)
    assert [(item.name, item.value) for item in record.modifiers] == [("vs withdrawing", -2)]
    assert desk.piece(german).hex == desk.piece(lmg).hex == "K11"


def test_a11_2_others_cover_a_withdrawal_and_their_drm_differ() -> None:
    """A11.2: -2 against who withdraws, +1 for each unit that covers him; the others are attacked without."""
    desk, (first, second, _) = meeting("german 4-6-7", "german 4-6-7", "russian 6-2-8")
    desk.dice(1, 2, 6, 6, 6, 6, 6, 6)  # 6 to 8 is 1-2: less than 4; 3 less 2 plus 1
    events = desk.do("next", "orders", "none", first, "kill", "kill")
    said = [event.text for event in events if hasattr(event, "text")]
    assert any("vs withdrawing -2, covering unit +1, 2 in all" in text for text in said)
    assert not desk.piece(first).here and not desk.piece(second).here


def test_a11_21_nobody_withdraws_into_enemies_or_from_upstairs_but_down() -> None:
    """A11.21: no enemy may be where a unit withdraws to; off the ground level it goes down."""
    desk, (german, _) = meeting("german 4-6-7", "russian 4-4-7")
    assert "K11" in ways_out(desk.game, desk.piece(german))
    desk.do("add russian 4-4-7 K11")
    assert "K11" not in ways_out(desk.game, desk.piece(german))
    desk.do(f"mark {german} +upper-level")
    assert ways_out(desk.game, desk.piece(german)) == []
    desk.do("move r447-1 K20")
    assert ways_out(desk.game, desk.piece(german)) == ["K12"]
    desk.do(f"mark {german} +berserk")
    assert ways_out(desk.game, desk.piece(german)) == []


@pytest.mark.parametrize("campaign", ["oto2", "rb"])
def test_a20_22_a_capture_attempt_takes_prisoners_at_plus_one(campaign: str) -> None:
    """A20.22: +1, and whom the DR would eliminate is the prisoner of a captor; his SW stay behind."""
    desk, (german, lmg, *captors) = meeting("german 4-6-7", "german LMG", "russian 6-2-8", "russian 6-2-8",
                                            campaign=campaign)  # fmt: skip
    desk.do(f"move {lmg} {german}")
    desk.dice(1, 2, 6, 6)
    events = desk.do("next", "orders", "none", "none", "capture", "kill", captors[1])
    assert [(item.name, item.value) for item in rolls(events)[0].modifiers] == [("capture attempt", 1)]
    prisoner = desk.piece(german)
    assert prisoner.flags == {"prisoner", "unarmed"} and prisoner.holder == captors[1]
    assert desk.piece(lmg).holder == ""


def test_a20_22_the_kill_number_itself_captures_one_half_squad() -> None:
    """A20.22: at the Kill Number its owner names one unit, of a squad one HS is taken."""
    desk, (german, _, _) = meeting("german 4-6-7", "russian 6-2-8", "russian 6-2-8")
    desk.dice(3, 4, 6, 6, 1, 1, 6, 6)  # 3-1, Kill Number 8: 7 + 1; then the other HS
    desk.do("next", "orders", "none", "none", "capture", "kill", german, "", "none", "none", "kill", "kill")
    assert [piece.type for piece in desk.state.of("german") if "prisoner" in piece.flags] == ["2-4-7"]
    assert not desk.piece(german).here


def test_7_501_the_program_without_orders_attacks_to_eliminate() -> None:
    """7.501: `program` asks nothing more."""
    desk, (german, _, _) = meeting("german 4-6-7", "russian 6-2-8", "russian 6-2-8")
    desk.dice(1, 2, 6, 6)
    assert len(rolls(desk.do("next", "program"))) == 2 and not desk.piece(german).here


def test_a26_2_prisoners_count_double_for_the_winner_and_only_once() -> None:
    """A26.2, 7.5031: whom a side holds as the winner is determined is a casualty, double; not again later."""
    desk, (german, russian) = meeting("german 4-6-7", "russian 6-2-8")
    desk.do(f"result {german} prisoner of {russian}")
    desk.at("victory").do("next")
    assert desk.state.number("russian", "cvp") == desk.state.number("german", "suffered") == 4
    desk.at("prisoners").do("next")
    assert not desk.piece(german).here and desk.state.number("german", "suffered") == 4


def test_a26_2_cvp_that_were_entered_hold_the_prisoners_already() -> None:
    """7.13: a tally that was entered is not added to."""
    desk, (german, russian) = meeting("german 4-6-7", "russian 6-2-8")
    desk.do(f"result {german} prisoner of {russian}; cvp russian 10")
    desk.at("victory").do("next")
    assert desk.state.number("russian", "cvp") == 10


def test_7_501_what_a_result_tells_of_after_the_melees_is_in_melee_too() -> None:
    desk, (german, russian) = meeting("german 4-6-7", "russian 4-4-7")
    desk.do(f"move {russian} L12")
    assert not rolls(desk.do("next")), "nobody is with anybody yet"
    desk.do(f"result {russian} K12")
    desk.dice(1, 1, 6, 6)
    events = desk.do("next")
    assert [record.purpose.split(",")[0] for record in rolls(events)][:1] == ["Melee in K12"]
    assert not (desk.piece(german).here and desk.piece(russian).here)
