"""Flames and Blazes between two scenarios (7.509, RB 11.609, VotG 12.610)."""

from __future__ import annotations

import pytest
from desk import LIBRARY, Desk, played, rolls

from sasl.campaign import events as cev
from sasl.campaign.campaign_engine import new_campaign
from sasl.campaign.campaign_state import Area
from sasl.kernel.frozen import replace


def spreading(*, gutted: bool = False) -> Desk:
    """A campaign whose fires spread: RB, and with `gutted` VotG."""
    desk = Desk(game=new_campaign(LIBRARY, "votg" if gutted else "rb", 1))
    return desk.at("fires")


def works(desk: Desk) -> list[tuple[str, str, str]]:
    return sorted((work.kind, work.hex, work.text) for work in desk.state.works.values())


def burn(desk: Desk, kind: str, name: str, text: str) -> None:
    desk.do(f"work {kind} {name}")
    work = list(desk.state.works.values())[-1]
    desk.game = desk.game.at(replace(desk.state, works={**desk.state.works, work.id: replace(work, text=text)}))


def isolate(desk: Desk, *hexes: str) -> None:
    desk.game = desk.game.at(cev.AreasSet((Area(hexes, "C"),)).apply(desk.state))


def the(desk: Desk, kind: str) -> list[str]:
    return [piece.id for piece in desk.state.of() if piece.type == kind]


def test_ex_rb_11_609_a_blaze_and_a_flame_in_building_w10() -> None:
    desk = spreading()
    burn(desk, "blaze", "W10", "building")
    burn(desk, "flame", "X10", "building")
    desk.do("next", "W10 X10 X11", "W10 X9 X11")
    rubble = [item for item in works(desk) if item[0] == "rubble"]
    assert rubble == [("rubble", name, "stone rubble") for name in ("W10", "X10", "X11")]
    assert sorted(item[1] for item in works(desk) if item[0] == "blaze") == ["W10", "X10", "X11", "X9"]
    assert not [item for item in works(desk) if item[0] == "flame"]


def test_ex_rb_11_609_all_three_hexes_are_asked_for_and_rubble_is_known_to_burn() -> None:
    desk = spreading()
    burn(desk, "blaze", "W10", "building")
    burn(desk, "flame", "X10", "building")
    question = desk.ask("next", "W10 X10 X11")
    assert question.kind == "several" and set(question.default.split()) == {"W10", "X11"}
    assert {"W10", "X9", "X11"} <= {item.value for item in question.options}


def test_11_6092_what_has_burnt_to_shellholes_does_not_catch_fire_from_a_flame() -> None:
    desk = spreading()
    burn(desk, "blaze", "W10", "brush")
    burn(desk, "flame", "X10", "building")
    assert {item.value for item in desk.ask("next").options} == {"X9", "Y10", "Y11", "X11", "W11"}, "not W10"


def test_7_5091_a_burning_wreck_burns_out_and_its_blaze_goes_over_to_the_building() -> None:
    desk = Desk().at("fires")
    desk.do("add german StuG IIIG K12")
    desk.do(f"mark {the(desk, 'StuG IIIG')[0]} +wreck")
    burn(desk, "blaze", "K12", "wreck")
    desk.do("next", "none")
    assert "burnt-out" in desk.piece(the(desk, "StuG IIIG")[0]).flags and works(desk) == []
    desk = Desk().at("fires")
    burn(desk, "blaze", "Q10", "wreck")
    desk.do("next")
    assert works(desk) == [("rubble", "Q10", "wooden rubble")]


def test_7_5092_brush_orchard_and_wooden_rubble_become_open_ground() -> None:
    desk = Desk().at("fires")
    burn(desk, "rubble", "K16", "wooden rubble")
    for name, text in (("K12", "brush"), ("K14", "orchard"), ("K16", "wooden rubble")):
        burn(desk, "blaze", name, text)
    desk.do("next")
    assert works(desk) == [("open-ground", name, "Open Ground") for name in ("K12", "K14", "K16")]


def test_11_6092_elsewhere_they_leave_shellholes() -> None:
    desk = spreading()
    burn(desk, "blaze", "W10", "orchard")
    desk.do("next")
    assert works(desk) == [("shellholes", "W10", "shellholes")]


def test_11_6093_stone_rubble_stays_and_may_burn_again() -> None:
    desk = spreading()
    burn(desk, "blaze", "W10", "stone rubble")
    burn(desk, "rubble", "W10", "stone rubble")
    desk.do("next")
    assert works(desk) == [("rubble", "W10", "stone rubble")]


def test_7_5093_the_isolated_in_a_burnt_building_are_lost_and_its_hex_is_the_opponents() -> None:
    desk = Desk().at("fires")
    desk.do("add german 4-6-7 K12")
    desk.do(f"mark {the(desk, '4-6-7')[0]} +isolated")
    isolate(desk, "K12")
    burn(desk, "blaze", "K12", "building")
    desk.do("next")
    assert the(desk, "4-6-7") == [] and desk.state.control["K12"] == "russian"


def test_7_5093_isolated_units_that_may_set_up_elsewhere_live() -> None:
    desk = Desk().at("fires")
    desk.do("add german 4-6-7 K12")
    desk.do(f"mark {the(desk, '4-6-7')[0]} +isolated")
    isolate(desk, "K12", "K13")
    burn(desk, "blaze", "K12", "building")
    desk.do("next")
    assert the(desk, "4-6-7")


@pytest.mark.parametrize(("dr", "kind"), [(4, ""), (5, "blaze")])
def test_7_5094_in_oto2_a_dr_says_whether_a_flame_becomes_a_blaze(dr: int, kind: str) -> None:
    desk = Desk().at("fires")
    burn(desk, "flame", "K12", "brush")
    desk.dice(dr)
    events = desk.do("next")
    assert len(rolls(events)) == 1
    assert works(desk) == ([(kind, "K12", "brush")] if kind else [])


def test_7_5094_an_afv_confined_to_a_new_blaze_is_a_burnt_out_wreck() -> None:
    desk = Desk().at("fires")
    desk.do("add german StuG IIIG K12")
    tank = the(desk, "StuG IIIG")[0]
    desk.do(f"mark {tank} +isolated")
    burn(desk, "flame", "K12", "brush")
    desk.dice(6)
    desk.do("next")
    assert {"wreck", "burnt-out"} <= desk.piece(tank).flags


def test_7_5095_fortifications_and_equipment_burn_but_not_entrenchments_and_pillboxes() -> None:
    desk = Desk().at("fires")
    burn(desk, "blaze", "K12", "building")
    for kind in ("wire", "trench", "pillbox", "minefield"):
        desk.do(f"work {kind} K12")
    desk.do("add german LMG K12")
    desk.do("next")
    assert {kind for kind, _, _ in works(desk)} == {"rubble", "trench", "pillbox"} and the(desk, "LMG") == []


def test_12_6104_a_stone_building_is_gutted_or_rubbled_by_the_table() -> None:
    for dr, hexes, kind in ((4, "G5 G6", "gutted"), (5, "G5 G6", "rubble"), (3, "G5", "rubble")):
        desk = spreading(gutted=True)
        burn(desk, "blaze", "G5", "building")
        desk.dice(dr)
        desk.do("next", hexes)
        assert {item[0] for item in works(desk)} == {kind}, (dr, hexes)


def test_12_6104_a_wooden_building_is_wooden_rubble_without_a_dr() -> None:
    desk = spreading(gutted=True)
    burn(desk, "blaze", "G5", "wooden building")
    assert not rolls(desk.do("next", "G5 G6"))
    assert works(desk) == [("rubble", name, "wooden rubble") for name in ("G5", "G6")]


def test_11_6095_a_factory_is_gutted_its_equipment_lost_its_fortifications_and_flames_not_so() -> None:
    desk = spreading()
    burn(desk, "blaze", "W10", "factory")
    burn(desk, "flame", "W11", "factory")
    desk.do("work wire W10")
    desk.do("add russian LMG W10")
    desk.do("next", "W10 W11")
    assert {(kind, name) for kind, name, _ in works(desk)} == {("gutted", "W10"), ("gutted", "W11"), ("wire", "W10")}
    assert the(desk, "LMG") == []


def test_7_509_what_burns_is_asked_where_no_map_says_it() -> None:
    desk = spreading()
    desk.do("work blaze K12")
    assert "K12" in desk.ask("next").text
    desk.do("next", "orchard")
    assert works(desk) == [("shellholes", "K12", "shellholes")]


@pytest.mark.parametrize(("name", "left"), [
    ("Q10", ("rubble", "Q10", "wooden rubble")), ("Q13", ("open-ground", "Q13", "Open Ground")),
    ("K12", ("open-ground", "K12", "Open Ground")), ("K14", ("open-ground", "K14", "Open Ground")),
])  # fmt: skip
def test_7_509_what_burns_at_orsha_the_map_says(name: str, left: tuple[str, str, str]) -> None:
    """7.5092-7.5093: a building leaves wooden rubble, woods, orchard and grain leave Open Ground; nothing is asked."""
    desk = Desk().at("fires")
    desk.do(f"work blaze {name}")
    desk.do("next")
    assert works(desk) == [left]


def test_7_509_between_a_wreck_and_the_terrain_the_player_chooses() -> None:
    """7.5091: a wreck or the terrain may burn; the terrain is the likelier, and nothing else is offered."""
    desk = Desk().at("fires")
    desk.do("work wreck K12")
    desk.do("work blaze K12")
    question = desk.ask("next")
    assert ([option.value for option in question.options], question.default) == (["orchard", "wreck"], "orchard")


@pytest.mark.parametrize("line", ["work flame K16", "work blaze L15"])
def test_b25_1_no_fire_in_a_hex_of_the_map_that_cannot_burn(line: str) -> None:
    """B25.1: Open Ground and shellholes do not burn; a wreck or rubble there does, and so it is entered first."""
    desk = Desk().at("fires")
    name = line.split()[-1]
    assert desk.no(line).startswith(f"nothing can burn in {name} (B25.1)")
    desk.do(f"work wreck {name}")
    desk.do(line)


def test_b25_1_a_result_may_not_burn_what_the_hex_has_not() -> None:
    """B25.1: neither a building in an orchard, nor what is known nowhere; what has burnt down burns no more."""
    desk = played()
    assert desk.no("result blaze K12 wooden building") == (
        "a wooden building cannot burn in K12: an orchard can (B25.1)"
    )
    assert "cannot burn" in desk.no("result blaze K12 petrol")
    desk.do("work gutted K12")
    assert "nothing can burn in K12" in desk.no("result blaze K12")
    desk.do("result rubble K12 wooden rubble; blaze K12 wooden rubble")


def test_11_6094_a_hex_that_is_none_is_asked_for_again() -> None:
    desk = Desk(game=replace(new_campaign(LIBRARY, "oto2", 1))).at("fires")
    assert desk.game.board is not None
    campaign = desk.game.campaign
    tables = {key: name for key, name in campaign.tables.items() if key != "flames"}
    desk.game = replace(desk.game, campaign=campaign.model_copy(update={"tables": tables}))
    burn(desk, "blaze", "K12", "building")
    question = desk.ask("next", "K12 Q999")
    assert question.error
