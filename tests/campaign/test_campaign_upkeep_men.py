"""Wounded leaders, recombining, heroes, Battle Hardening, armor leaders (7.510, 7.511)."""

from __future__ import annotations

import pytest
from desk import Desk, add, rolls

from sasl.campaign.campaign_state import Area
from sasl.kernel.frozen import replace


def types(desk: Desk, side: str) -> list[str]:
    return sorted(piece.type for piece in desk.state.of(side))


@pytest.mark.parametrize(
    ("campaign", "dr", "flags", "after"),
    [("oto2", 1, (), "well"), ("oto2", 2, (), "wounded"), ("oto2", 3, (), "gone"),
     ("oto2", 1, ("isolated",), "wounded"),
     ("oto2", 2, ("heroic",), "well"), ("rb", 1, (), "wounded"), ("rb", 2, ("isolated",), "gone"),
     ("votg", 2, (), "wounded"), ("votg", 3, (), "gone")],
)  # fmt: skip
def test_7_510_11_610_12_611_wounded_leaders(campaign: str, dr: int, flags: tuple[str, ...], after: str) -> None:
    desk = Desk(campaign).at("wounded")
    leader = add(desk, "german", "9-1", "K12", "wounded", *flags)
    desk.dice(dr)
    desk.do("next")
    piece = desk.piece(leader)
    assert ("gone" if not piece.here else "wounded" if "wounded" in piece.flags else "well") == after


def test_7_510_no_dr_for_a_wounded_leader_whom_the_enemy_holds() -> None:
    desk = Desk().at("wounded")
    add(desk, "german", "9-1", "K12", "wounded")
    add(desk, "german", "9-1", "K12", "wounded", "prisoner")
    assert len(rolls(desk.do("next"))) == 1


def test_11_616_an_evacuated_leader_is_a_casualty_for_the_cpp_but_not_in_oto2() -> None:
    for campaign, points in (("rb", 2), ("oto2", 0)):
        desk = Desk(campaign).at("wounded")
        add(desk, "german", "9-1", "retained", "wounded")
        desk.dice(6)
        desk.do("next")
        assert desk.state.number("german", "suffered") == points
        assert desk.state.number("russian", "earned") == 0, "not for Battle Hardening (11.6031)"


def test_7_5111_hs_recombine_until_one_of_each_type_is_left_their_weapons_with_them() -> None:
    desk = Desk().at("recombining")
    halves = [add(desk, "german", "2-4-7") for _ in range(3)]
    add(desk, "german", "2-4-8")
    gun = add(desk, "german", "LMG")
    desk.do(f"move {gun} {halves[2]}")
    desk.do("next")
    assert types(desk, "german") == ["2-4-7", "2-4-8", "4-6-7", "LMG"]
    assert desk.piece(desk.piece(gun).holder).type == "4-6-7"


def test_7_5111_assault_engineer_hs_make_a_squad_of_assault_engineers() -> None:
    """7.5111: they recombine with each other first; a squad that is one of them by half only is an ordinary one."""
    for engineers, squads in ((2, [False, True]), (3, [False, True]), (1, [False, False]), (4, [True, True])):
        desk = Desk().at("recombining")
        for number in range(4):
            add(desk, "german", "2-3-8", "retained", *(["assault-engineer"] if number % 4 < engineers else []))
        desk.do("next")
        made = [piece for piece in desk.state.of("german") if piece.kind == "squad"]
        assert sorted("assault-engineer" in piece.flags for piece in made) == squads


def test_7_5111_isolated_hs_recombine_with_those_of_their_area_only() -> None:
    desk = Desk().at("recombining")
    add(desk, "german", "2-4-7")
    for name in ("K12", "K13", "R20"):
        add(desk, "german", "2-4-7", name, "isolated")
    desk.game = desk.game.at(replace(desk.state, areas=(Area(("K12", "K13"), "C"), Area(("R20",), "C"))))
    desk.do("next")
    assert types(desk, "german") == ["2-4-7", "2-4-7", "4-6-7"]
    squad = next(piece for piece in desk.state.of("german") if piece.type == "4-6-7")
    assert "isolated" in squad.flags and squad.hex in ("K12", "K13")


def test_12_6121_a_hs_may_stay_with_each_light_mortar_in_votg() -> None:
    desk = Desk("votg").at("recombining")
    first, _ = add(desk, "german", "2-4-7"), add(desk, "german", "2-4-7")
    mortar = add(desk, "german", "50mm MTR")
    desk.do(f"move {mortar} {first}")
    desk.do("next")
    assert types(desk, "german") == ["2-4-7", "2-4-7", "50mm MTR"]
    desk = Desk("votg").at("recombining")
    halves = [add(desk, "german", "2-4-7") for _ in range(2)]
    add(desk, "german", "50mm MTR")
    assert desk.ask("next", " ".join(halves)).error
    desk.do("next", "none")
    assert "4-6-7" in types(desk, "german")


def test_7_5112_a_hero_leaves_and_one_mmc_battle_hardens() -> None:
    desk = Desk().at("heroes")
    add(desk, "german", "1-4-9")
    add(desk, "german", "4-6-7")
    desk.dice(6, 6, 6, 6)
    desk.do("next")
    assert types(desk, "german") == ["4-6-8"]
    assert desk.state.number("german", "suffered") == 0


def test_7_5112_an_isolated_heros_mmc_is_one_of_his_area() -> None:
    desk = Desk().at("heroes")
    add(desk, "german", "1-4-9", "K12", "isolated")
    far, near = add(desk, "german", "4-6-7"), add(desk, "german", "4-4-7", "K13", "isolated")
    desk.game = desk.game.at(replace(desk.state, areas=(Area(("K12", "K13"), "C"),)))
    assert near in [item.value for item in desk.ask("next").options]
    assert far not in [item.value for item in desk.ask("next").options]


@pytest.mark.parametrize(("dice", "number"), [((3, 4), 0), ((2, 3), 1), ((1, 1), 2)])
def test_7_5112_a_dr_says_how_many_mmc_harden_each_once(dice: tuple[int, int], number: int) -> None:
    desk = Desk().at("heroes")
    for _ in range(4):
        add(desk, "german", "4-6-7")
    desk.dice(6, 6, *dice)
    desk.do("next")
    assert types(desk, "german").count("4-6-8") == number


def test_7_5112_an_elite_mmc_gives_an_8_0_in_oto2_and_is_fanatic_in_rb() -> None:
    desk = Desk().at("heroes")
    add(desk, "german", "8-3-8")
    desk.dice(6, 6, 2, 3)
    desk.do("next")
    assert types(desk, "german") == ["8-0", "8-3-8"]
    rb = Desk("rb").at("heroes")
    squad = add(rb, "german", "8-3-8")
    rb.dice(6, 6, 2, 3)
    rb.do("next")
    assert "fanatic" in rb.piece(squad).flags


def test_12_6123_crews_are_fanatic_in_votg_and_take_no_part_in_rb() -> None:
    for campaign, fanatic in (("votg", True), ("rb", False)):
        desk = Desk(campaign).at("heroes")
        crew = add(desk, "german", "2-2-8")
        desk.dice(6, 6, 2, 3)
        desk.do("next")
        assert ("fanatic" in desk.piece(crew).flags) == fanatic


def test_7_5113_a_heroic_leader_hardens_and_is_heroic_no_more() -> None:
    desk = Desk().at("leader-hardening")
    leader = add(desk, "german", "8-1", "retained", "heroic")
    desk.dice(6, 6, 5, 6)
    desk.do("next")
    assert desk.piece(leader).type == "9-1" and "heroic" not in desk.piece(leader).flags


@pytest.mark.parametrize("campaign", ["oto2", "rb", "votg"])
def test_12_6123_only_of_mmc_is_it_said_that_they_harden_but_once(campaign: str) -> None:
    """12.6124: the DR of the phase may raise a heroic leader again."""
    desk = Desk(campaign).at("leader-hardening")
    leader = add(desk, "german", "8-1", "retained", "heroic")
    desk.dice(6, 6, 1, 3)
    desk.do("next")
    assert desk.piece(leader).type == "9-2"


def test_7_5113_the_leader_of_the_dr_or_a_lower_one_hardens() -> None:
    desk = Desk().at("leader-hardening")
    high, low = add(desk, "german", "9-1"), add(desk, "german", "7-0")
    desk.dice(4, 4)  # 8 - 1: 8-0, the next lower Retained
    desk.do("next")
    assert desk.piece(low).type == "8-0" and desk.piece(high).type == "9-1"


def test_12_6124_each_part_of_the_drm_is_offered_with_the_leader_it_hardens() -> None:
    """12.6124: -2 after a win; a German 8 is a 7-0 of the table, with -1 or -2 an 8-0."""
    desk = Desk("votg").at("leader-hardening")
    desk.do("add german 8-0")
    desk.do("set winner german")
    desk.dice(6, 6, 4, 4)
    options = desk.ask("next").options
    assert [(option.value, option.label) for option in options] == [("-2", "8-0"), ("-1", "8-0"), ("0", "7-0")]


def test_7_5113_an_8_1_may_be_exchanged_for_an_8_0_and_a_7_0() -> None:
    desk = Desk().at("leader-hardening")
    add(desk, "german", "8-1")
    assert not rolls(desk.do("next", "8-1"))[1:]
    assert types(desk, "german") == ["7-0", "8-0"]


def test_7_5113_wounded_and_isolated_leaders_are_not_exchanged() -> None:
    desk = Desk().at("leader-hardening")
    add(desk, "german", "8-1", "retained", "wounded")
    add(desk, "german", "8-0", "K12", "isolated")
    desk.dice(6, 6, 1, 1)
    question = desk.ask("next")
    assert "Battle Hardens" in question.text and [item.label for item in question.options] == ["8-1", "8-0"]


def test_11_6114_no_exchange_beyond_one_leader_for_four_german_squads() -> None:
    for squads, may in ((8, True), (7, False)):
        desk = Desk("rb").at("leader-hardening")
        add(desk, "german", "8-1")
        desk.do(f"add german 4-6-7 {squads}")
        desk.dice(6, 6, 1, 1)
        assert ("exchange" in desk.ask("next").text) == may


def test_11_6113_who_won_may_use_less_of_its_drm_after_the_dr() -> None:
    desk = Desk("rb").at("leader-hardening")
    desk.do("set winner german")
    add(desk, "german", "9-2")
    desk.do("add german 9-1")
    desk.dice(1, 1, 2, 2)
    question = desk.ask("next")
    assert [item.value for item in question.options] == ["-2", "-1", "0"] and "4" in question.text
    assert "9-2" in {item.label for item in desk.ask("next", "-1").options}
    assert {item.label for item in desk.ask("next", "0").options} == {"9-1"}


def test_7_5114_an_armor_leader_without_afv_takes_one_of_the_same_type_and_never_hardens() -> None:
    desk = Desk().at("armor-leaders-move")
    leader = add(desk, "german", "9-1", "retained", "armor-leader")
    add(desk, "german", "StuH 42")
    tank = add(desk, "german", "StuG IIIG")
    lost = add(desk, "german", "StuG IIIG")
    pieces = {key: replace(item, group="gp1" if key in (leader, lost) else "") for key, item in
              desk.state.pieces.items()}  # fmt: skip
    desk.game = desk.game.at(replace(desk.state, pieces=pieces))
    desk.do(f"lose {lost}")
    question = desk.ask("next")
    assert [item.value for item in question.options] == [tank]
    desk.do("next")
    assert desk.piece(leader).holder == tank
    desk.at("leader-hardening").dice(1, 1, 1, 1)
    desk.do("next")
    assert desk.piece(leader).type == "9-1"


def test_7_5114_the_armor_leaders_of_the_ob_take_its_own_afv() -> None:
    """IHSR 6: those of the four T-34 belong to no group, nor do the T-34."""
    desk = Desk().at("armor-leaders-move")
    add(desk, "russian", "9-1", "retained", "armor-leader")
    other, tank = add(desk, "russian", "KV-1S"), add(desk, "russian", "T-34 M43")
    pieces = {**desk.state.pieces, other: replace(desk.piece(other), group="p4")}
    desk.game = desk.game.at(replace(desk.state, pieces=pieces))
    assert [item.value for item in desk.ask("next").options] == [tank]
