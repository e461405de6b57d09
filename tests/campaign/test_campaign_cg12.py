"""CG12: how groups set up or enter, and what that costs or saves."""

from __future__ import annotations

import pytest
from desk import LIBRARY, Desk

from sasl.campaign.buying import market
from sasl.campaign.campaign_state import Nation
from sasl.tui.campaign.shop import wishes


def buying() -> Desk:
    """The purchasing step before the Initial Scenario."""
    desk = Desk()
    desk.do("next")
    return desk


def ways(desk: Desk, side: Nation, group_id: str) -> list[tuple[str, int]]:
    """Each way that a group may come, with its CPP."""
    group = desk.game.campaign.group(side, group_id)
    assert group is not None
    found = market.ways(desk.game, side, group)
    return [(way.id, market.cost(desk.game, market.Wish(side, group, way))) for way in found]


@pytest.mark.parametrize("group", ["M3", "F1", "F2", "F3", "O1", "M1", "G1", "I6", "I7"])
def test_cg12a_nothing_is_cheaper_that_does_not_enter_from_off_board(group: str) -> None:
    """CG12a: one CPP less is for groups that enter or wait: not for Cupolas, Guns, OBA, FPP, SAN or aircraft."""
    assert "off-board" not in dict(ways(buying(), "german", group))


def test_cg12a_infantry_and_vehicles_cost_one_less_from_off_board() -> None:
    """CG12a: a group that enters from off-board, or is Retained, costs one CPP less."""
    desk = buying()
    assert ways(desk, "german", "I1") == [("on-map", 7), ("off-board", 6)]
    assert dict(ways(desk, "german", "V1"))["off-board"] == 5


@pytest.mark.parametrize("date", [0, 2])
@pytest.mark.parametrize("group", ["O1", "F1", "M2", "M1", "B1", "O6", "O7", "M3"])
def test_cg12b_what_is_no_counter_of_the_map_is_not_offered_there(group: str, date: int) -> None:
    """CG12b: OBA, aircraft, SAN and the like never set up on the map."""
    desk = Desk().at("purchase", stage="refit" if date else "initial", date=date)
    assert ways(desk, "russian", group) == []


def test_cg12b_groups_of_the_ob_set_up_on_board_for_one_cpp_each() -> None:
    """CG12b: one CPP more for each group, given ones too, to set up on board in the Initial Scenario."""
    desk = buying()
    before = desk.state.number("russian", "cpp")
    desk.do("buy russian V5 on-map given 2")
    assert desk.state.number("russian", "cpp") == before - 2
    assert [item.setup for item in desk.state.purchases.values() if item.group == "V5"] == ["on-map", "on-map", ""]
    assert "no given V4" in desk.no("buy russian V4 on-map given 3")
    desk.do("buy russian V5 given")
    assert desk.state.number("russian", "cpp") == before - 1
    desk.do("next")
    tanks = [piece for piece in desk.state.of("russian") if piece.group and piece.type.startswith("PT-34")]
    assert sorted(piece.box for piece in tanks) == ["coming"] * 4 + ["retained"] * 2


def test_cg12b_the_cpp_must_be_there() -> None:
    """CG12b: without CPP no given group sets up on board."""
    desk = buying()
    desk.do("set russian cpp 0")
    assert "1 more CPP, and 0 are left" in desk.no("buy russian I5 on-map given")


def test_cg12b_the_shop_offers_it() -> None:
    """CG12b: among the ways of a group stand those of a given one, with their price."""
    desk = buying()
    group = LIBRARY.campaign("oto2").group("russian", "V4")
    assert group is not None
    offered = dict(wishes(desk.game, "russian", group))
    assert offered["on-map given"].strip().startswith("1 CPP") and "2 left" in offered["on-map given"]
