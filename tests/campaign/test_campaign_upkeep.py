"""Upkeep after a scenario, up to the clearing of the map: Melee, markers, rally, Encirclement, mines, bog, Shock."""

from __future__ import annotations

import pytest
from desk import LIBRARY, Desk, rolls

from sasl.campaign.campaign_engine import new_campaign
from sasl.content.missions.campaign import CampaignFigure
from sasl.kernel.facts import Told
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option


def desk_with(figures: dict[str, int], *, without: tuple[str, ...] = (), tables: dict[str, str] | None = None) -> Desk:
    """OtO2 with other figures and tables: what another campaign's file would say."""
    game = new_campaign(LIBRARY, "oto2", 1)
    kept = {role: name for role, name in game.campaign.tables.items() if role not in without}
    more = {name: CampaignFigure(value=value) for name, value in figures.items()}
    campaign = game.campaign.model_copy(
        update={"tables": kept | (tables or {}), "figures": game.campaign.figures | more}
    )
    return Desk(game=replace(game, campaign=campaign))


def the(desk: Desk, side: str, kind: str) -> list[str]:
    """The ids of a side's counters of one type that are still there."""
    return [piece.id for piece in desk.state.of(side) if piece.type == kind]


# -- Melee ------------------------------------------------------------------------------------------------


def test_7_501_the_program_rolls_a_melee_to_its_end_the_russian_first() -> None:
    desk = Desk().at("melee")
    desk.do("add german 4-6-7 K12")
    desk.do("add russian 6-2-8 K12 2")
    desk.dice(1, 2, 6, 6)  # 12 to 4 is 3-1, Kill Number 8; the German needs less than 3
    events = desk.do("next", "program")
    assert [record.target for record in rolls(events)] == [8, 3]
    assert "Russian" in rolls(events)[0].purpose
    assert the(desk, "german", "4-6-7") == [] and len(the(desk, "russian", "6-2-8")) == 2
    assert desk.state.number("russian", "cvp") == 2 and desk.state.number("german", "suffered") == 2


def test_7_501_both_sides_results_of_a_round_come_at_once() -> None:
    desk = Desk().at("melee")
    desk.do("add german 4-6-7 K12")
    desk.do("add russian 4-4-7 K12")
    desk.dice(1, 1, 1, 1)
    desk.do("next", "program")
    assert the(desk, "german", "4-6-7") == [] and the(desk, "russian", "4-4-7") == []


def test_7_501_the_kill_number_itself_reduces_one_squad_to_its_half_squad() -> None:
    desk = Desk().at("melee")
    desk.do("add german 4-6-7 K12")
    desk.do("add russian 4-4-7 K12")
    desk.dice(2, 3, 6, 6, 1, 1, 6, 6)  # 1-1: Kill Number 5; then 2-1 against the HS
    desk.do("next", "program")
    assert the(desk, "german", "4-6-7") == [] and the(desk, "german", "2-4-7") == []
    assert the(desk, "russian", "4-4-7") and desk.state.number("german", "suffered") == 2


def test_7_501_the_player_says_who_is_left_and_a_squad_may_be_left_as_its_half_squad() -> None:
    desk = Desk().at("melee")
    desk.do("add german 4-6-7 K12 2")
    desk.do("add russian 6-2-8 K12")
    first, second = the(desk, "german", "4-6-7")
    desk.do("next", "players", f"{first}:hs")
    assert desk.piece(first).type == "2-4-7" and not desk.piece(second).here
    assert the(desk, "russian", "6-2-8") == []
    assert desk.state.number("german", "suffered") == 3 and desk.state.number("russian", "suffered") == 2


def test_7_501_prisoners_and_broken_units_do_not_attack() -> None:
    desk = Desk().at("melee")
    desk.do("add german 4-6-7 K12")
    desk.do("add russian 4-4-7 K12")
    gid, rid = the(desk, "german", "4-6-7")[0], the(desk, "russian", "4-4-7")[0]
    desk.do(f"mark {rid} +broken")
    desk.dice(3, 2)  # the German only: 1-1 Kill Number 5, -2 against the broken
    events = desk.do("next", "program")
    assert len(rolls(events)) == 1 and not desk.piece(rid).here and desk.piece(gid).here


def test_7_501_motion_ends_before_and_concealment_after_the_first_round() -> None:
    desk = Desk().at("melee")
    desk.do("add german StuG IIIG K12")
    desk.do("add russian 4-4-7 K12")
    tank, squad = the(desk, "german", "StuG IIIG")[0], the(desk, "russian", "4-4-7")[0]
    desk.do(f"mark {tank} +motion")
    desk.do(f"mark {squad} +concealed")
    desk.do("next", "program")
    assert "motion" not in desk.piece(tank).flags
    assert "concealed" not in desk.piece(squad).flags or not desk.piece(squad).here


def test_7_501_an_afv_is_fought_by_ccv_and_its_wreck_stays() -> None:
    desk = Desk().at("melee")
    desk.do("add german StuG IIIG K12")
    desk.do("add russian 4-4-7 K12")
    tank = the(desk, "german", "StuG IIIG")[0]
    desk.dice(1, 2, 6, 6, *([6, 6] * 2))  # CCV 5: a 3 eliminates it
    desk.do("next", "program")
    assert {"wreck"} <= desk.piece(tank).flags and desk.piece(tank).here
    assert desk.state.number("german", "suffered") == 1 + 1 + 2 + 2  # vehicle, MA, AF 8 in steps of five, crew


def test_7_5011_the_russian_names_the_order_where_the_campaign_lets_him() -> None:
    desk = desk_with({"melee-by-russian": 1}).at("melee")
    for place in ("K12", "B3"):
        desk.do(f"add german 4-6-7 {place}")
        desk.do(f"add russian 4-4-7 {place}")
    question = desk.ask("next")
    assert question.whose == "russian" and [item.value for item in question.options] == ["B3", "K12"]
    assert "K12" in desk.ask("next", "K12").text


def test_12_6011_elsewhere_melees_come_by_hexrow_and_number() -> None:
    desk = desk_with({"melee-by-russian": 0}).at("melee")
    for place in ("A19", "B35", "A1", "B6"):
        desk.do(f"add german 4-6-7 {place}")
        desk.do(f"add russian 4-4-7 {place}")
    from sasl.campaign.steps.melee_end import melees

    assert melees(desk.game) == ["A1", "A19", "B6", "B35"]


# -- markers, rally ---------------------------------------------------------------------------------------


def test_7_502_fanatic_berserk_motion_ti_labor_and_concealment_end() -> None:
    desk = Desk().at("markers")
    desk.do("add german 9-1 K12")
    desk.do("add german StuG IIIG K13")
    (gid,), (tank,) = the(desk, "german", "9-1"), the(desk, "german", "StuG IIIG")
    desk.do(f"mark {gid} +fanatic +berserk +ti +labor-1 +hidden +wounded")
    desk.do(f"mark {tank} +motion +immobile")
    desk.do("next")
    assert desk.piece(gid).flags == {"wounded"} and "motion" not in desk.piece(tank).flags


def test_7_502g_hidden_entrenchments_are_shown_and_mines_are_not() -> None:
    desk = Desk().at("markers")
    desk.do("work trench K12")
    desk.do("work minefield K13 6")
    works = {key: replace(work, hidden=True) for key, work in desk.state.works.items()}
    desk.game = desk.game.at(replace(desk.state, works=works))
    desk.do("next")
    assert {work.kind: work.hidden for work in desk.state.works.values()} == {"trench": False, "minefield": True}


def test_12_603_stun_comes_off_and_labor_stays_in_rb_and_votg() -> None:
    desk = desk_with({"stun-off": 1, "shown-concealed": 1}).at("markers")
    desk.do("add german StuG IIIG K12")
    tank = the(desk, "german", "StuG IIIG")[0]
    desk.do(f"mark {tank} +stunned +labor-1 +hidden")
    desk.do("next")
    assert desk.piece(tank).flags == {"labor-1", "concealed"}


@pytest.mark.parametrize(("campaign", "words"), [
    ("oto2", ("Radios and Field Phones of modules that are used up", "?", "Labor", "aircraft", "Entrenchments")),
    ("rb", ("Barrage", "Wall Advantage", "Stun", "Sewer", "concealed")),
    ("votg", ("Barrage", "Wall Advantage", "Stun", "Sewer", "concealed")),
])  # fmt: skip
def test_7_502_11_602_12_603_each_book_says_what_comes_off_the_board(campaign: str, words: tuple[str, ...]) -> None:
    told = [event.text for event in Desk(campaign).at("markers").do("next") if isinstance(event, Told) and event.board]
    assert any(text.startswith("Take off: ") and all(word in text for word in words) for text in told)


def test_12_602_units_that_interdict_a_ferry_stay_ti_through_marker_removal() -> None:
    from sasl.campaign.campaign_run import CampaignRun
    from sasl.campaign.campaign_sequence import STEPS

    desk = Desk().at("markers")
    desk.do("add german 4-6-7 K12 2")
    first, second = the(desk, "german", "4-6-7")
    desk.do(f"mark {second} +interdicting +ti")
    ctx = CampaignRun(desk.game, (first,))
    STEPS["ferry"].begin(ctx)
    STEPS["markers"].begin(ctx)
    assert ctx.state.pieces[first].flags == {"interdicting", "ti"} and not ctx.state.pieces[second].flags


def test_7_503_every_broken_unit_rallies_without_a_dr() -> None:
    desk = Desk().at("rally")
    desk.do("add german 4-6-7 K12 2")
    desk.do("mark " + ",".join(the(desk, "german", "4-6-7")) + " +broken +disrupted")
    events = desk.do("next")
    assert not rolls(events) and not any(piece.flags for piece in desk.state.of("german", "map"))


@pytest.mark.parametrize("night", [False, True])
def test_7_503_passengers_may_unload_and_must_at_night(night: bool) -> None:
    desk = Desk().at("rally")
    desk.do("add russian GAZ-MM K12")
    desk.do("add russian 4-4-7 K12")
    truck, squad = the(desk, "russian", "GAZ-MM")[0], the(desk, "russian", "4-4-7")[0]
    desk.do(f"move {squad} {truck}")
    if night:
        desk.do("set night yes")
        desk.do("next")
        assert not desk.piece(squad).holder
    else:
        desk.do("next", "none")
        assert desk.piece(squad).holder == truck


# -- Encirclement, mines ----------------------------------------------------------------------------------


def test_7_5041_an_encircled_unit_that_fails_its_1tc_is_eliminated_its_equipment_stays() -> None:
    desk = Desk().at("encirclement")
    desk.do("add german 4-6-7 K12")
    desk.do("add german LMG K12")
    squad, gun = the(desk, "german", "4-6-7")[0], the(desk, "german", "LMG")[0]
    desk.do(f"move {gun} {squad}")
    desk.do(f"mark {squad} +encircled")
    desk.dice(3, 3)  # Morale 7, one less Encircled, +1: a 6 fails
    events = desk.do("next")
    assert rolls(events)[0].target == 6 and rolls(events)[0].total == 7
    assert not desk.piece(squad).here
    assert (desk.piece(gun).hex, desk.piece(gun).holder, desk.piece(gun).box) == ("K12", "", "map")


def test_7_5041_who_passes_stays_encircled_and_a_leaders_drm_helps() -> None:
    desk = Desk().at("encirclement")
    desk.do("add german 4-6-7 K12")
    desk.do("add german 9-1 K12")
    squad = the(desk, "german", "4-6-7")[0]
    desk.do(f"mark {squad} +encircled")
    desk.dice(3, 3)
    desk.do("next")
    assert desk.piece(squad).here and "encircled" in desk.piece(squad).flags


def test_7_5041_a_friend_claims_the_prisoners_of_an_eliminated_guard() -> None:
    desk = Desk().at("encirclement")
    desk.do("add german 4-6-7 K12 2")
    desk.do("add russian 4-4-7 K12")
    first, second = the(desk, "german", "4-6-7")
    captive = the(desk, "russian", "4-4-7")[0]
    desk.do(f"move {captive} {first}")
    desk.do(f"mark {captive} +prisoner +encircled")
    desk.do(f"mark {first} +encircled")
    desk.dice(6, 6)
    events = desk.do("next")
    assert len(rolls(events)) == 1, "a prisoner takes no TC"
    assert desk.piece(captive).holder == second and "prisoner" in desk.piece(captive).flags


def test_7_5041_an_unclaimed_prisoner_is_rearmed_and_has_his_guards_equipment() -> None:
    desk = Desk().at("encirclement")
    desk.do("add german 4-6-7 K12")
    desk.do("add german LMG K12")
    desk.do("add russian 4-4-7 K12")
    guard, weapon = the(desk, "german", "4-6-7")[0], the(desk, "german", "LMG")[0]
    captive = the(desk, "russian", "4-4-7")[0]
    desk.do(f"move {captive},{weapon} {guard}")
    desk.do(f"mark {captive} +prisoner +unarmed")
    desk.do(f"mark {guard} +encircled")
    desk.dice(6, 6)
    desk.do("next")
    freed = desk.piece(captive)
    assert LIBRARY.counter("russian", freed.type).quality == "Conscript" and freed.kind == "squad"
    assert not freed.flags and freed.hex == "K12"
    assert desk.piece(weapon).holder == captive and "captured" in desk.piece(weapon).flags


def test_7_5041_the_men_of_an_encircled_immobile_vehicle_are_lost_and_it_is_abandoned() -> None:
    desk = Desk().at("encirclement")
    desk.do("add german StuG IIIG K12")
    tank = the(desk, "german", "StuG IIIG")[0]
    desk.do(f"mark {tank} +encircled +immobile")
    desk.dice(6, 6)
    desk.do("next")
    assert desk.piece(tank).here and {"abandoned", "immobile"} <= desk.piece(tank).flags


def test_7_5042_infantry_in_a_p_mines_that_fails_a_ntc_is_reduced() -> None:
    desk = Desk().at("minefields")
    desk.do("work minefield K12 6")
    desk.do("add russian 4-4-7 K12")
    squad = the(desk, "russian", "4-4-7")[0]
    desk.dice(4, 4)
    events = desk.do("next", "none")
    assert (rolls(events)[0].target, desk.piece(squad).type, desk.piece(squad).hex) == (7, "2-3-7", "K12")


def test_7_5042_a_unit_that_could_leave_freely_takes_no_ntc() -> None:
    desk = Desk().at("minefields")
    desk.do("work minefield K12 6")
    desk.do("add russian 4-4-7 K12")
    assert not rolls(desk.do("next", the(desk, "russian", "4-4-7")[0]))


def test_7_5042_a_t_mines_attack_a_mobile_vehicle_and_infantry_is_safe_of_them() -> None:
    desk = Desk().at("minefields")
    desk.do("work at-mine K12 3")
    desk.do("add russian SU-76M K12")
    desk.do("add russian 4-4-7 K12")
    tank = the(desk, "russian", "SU-76M")[0]
    desk.dice(3, 6, 6)
    events = desk.do("next", "none")
    assert [record.roll for record in rolls(events)] == ["dr", "DR"] and "A-T" in rolls(events)[0].purpose
    assert desk.piece(tank).flags & {"immobile", "wreck"}


def test_7_5042_an_immobile_vehicle_sets_off_no_mine() -> None:
    desk = Desk().at("minefields")
    desk.do("work at-mine K12 3")
    desk.do("add russian SU-76M K12")
    desk.do(f"mark {the(desk, 'russian', 'SU-76M')[0]} +immobile")
    assert not rolls(desk.do("next"))


# -- bog and Shock ----------------------------------------------------------------------------------------


def test_7_5043_bog_removal_goes_on_until_free_or_immobilized() -> None:
    desk = Desk().at("bog")
    desk.do("add german StuG IIIG K12")
    tank = the(desk, "german", "StuG IIIG")[0]
    desk.do(f"mark {tank} +bogged")
    desk.dice(5, 1, 4, 1, 2, 1)  # mired; then +1: a 4 is mired again, a 2 frees
    events = desk.do("next", "0")
    assert len(rolls(events)) == 3 and not desk.piece(tank).flags


def test_7_5043_the_log_names_what_changed_the_coloured_die() -> None:
    desk = Desk().at("bog")
    desk.do("add german StuG IIIG K12")
    tank = the(desk, "german", "StuG IIIG")[0]
    desk.do(f"mark {tank} +bogged +mired")
    desk.dice(3, 1)
    said = [event.describe() for event in desk.do("next", "-2")]
    assert any("coloured die 3 -2 Vehicle Note L +1 mired: freed (7.5043)" in text for text in said)


def test_7_5043_a_six_immobilizes_and_an_abandoned_vehicle_does_not_try() -> None:
    desk = Desk().at("bog")
    desk.do("add german StuG IIIG K12 2")
    first, second = the(desk, "german", "StuG IIIG")
    desk.do(f"mark {first},{second} +bogged")
    desk.do(f"mark {second} +abandoned")
    desk.dice(6, 1)
    desk.do("next")
    assert desk.piece(first).flags == {"immobile"} and desk.piece(second).flags == {"bogged", "abandoned"}


def test_12_6151c_an_unbogged_vehicle_is_cleared_from_the_map_in_rb_and_votg() -> None:
    desk = desk_with({"bog-clears": 1}).at("bog")
    desk.do("add german StuG IIIG K12")
    tank = the(desk, "german", "StuG IIIG")[0]
    desk.do(f"mark {tank} +bogged")
    desk.dice(1, 1)
    desk.do("next")
    assert desk.piece(tank).box == "retained"


@pytest.mark.parametrize(("dice", "flag"), [((2,), ""), ((5, 3), ""), ((5, 4), "wreck")])
def test_7_5044_shock_and_uk_are_rolled_to_their_end(dice: tuple[int, ...], flag: str) -> None:
    desk = Desk().at("shock")
    desk.do("add german StuG IIIG K12")
    tank = the(desk, "german", "StuG IIIG")[0]
    desk.do(f"mark {tank} +shocked")
    desk.dice(*dice)
    desk.do("next")
    assert desk.piece(tank).flags == ({flag} if flag else set())


# -- prisoners --------------------------------------------------------------------------------------------


def guarded(desk: Desk, *flags: str) -> tuple[str, str]:
    desk.do("add german 4-6-7 K12")
    desk.do("add russian 4-4-7 K12")
    guard, captive = the(desk, "german", "4-6-7")[0], the(desk, "russian", "4-4-7")[0]
    desk.do(f"move {captive} {guard}")
    desk.do(f"mark {captive} +prisoner +unarmed" + "".join(f" +{flag}" for flag in flags))
    if flags:
        desk.do(f"mark {guard} " + " ".join(f"+{flag}" for flag in flags))
    return guard, captive


def test_7_508_prisoners_of_a_non_isolated_guard_are_eliminated() -> None:
    desk = Desk().at("prisoners")
    _, captive = guarded(desk)
    desk.do("next")
    assert not desk.piece(captive).here


def test_7_508_an_isolated_guard_frees_his_prisoner_as_conscripts_of_the_same_size() -> None:
    desk = Desk().at("prisoners")
    _, captive = guarded(desk, "isolated")
    desk.do("next", "free")
    piece = desk.piece(captive)
    assert LIBRARY.counter("russian", piece.type).quality == "Conscript" and piece.kind == "squad"
    assert (piece.box, piece.hex, piece.holder, piece.flags) == ("retained", "", "", frozenset())


def test_7_508_another_unit_of_the_isolated_area_may_take_the_prisoner() -> None:
    desk = Desk().at("prisoners")
    _, captive = guarded(desk, "isolated")
    desk.do("add german 9-1 K12")
    leader = the(desk, "german", "9-1")[0]
    desk.do("next", leader)
    assert desk.piece(captive).holder == leader


def test_12_609_an_execution_brings_massacre_where_the_campaign_has_it() -> None:
    desk = desk_with({"massacre": 1}).at("prisoners")
    _, captive = guarded(desk, "isolated")
    desk.do("next", "execute")
    assert not desk.piece(captive).here and desk.state.fact("massacre.german") == "yes"
    assert "execute" not in [item.value for item in _asked(Desk().at("prisoners"))]


def test_a20_4_massacre_is_told_as_the_next_scenario_begins_and_ends_with_it() -> None:
    desk = desk_with({"massacre": 1}).at("commence")
    desk.do("set massacre.german yes")
    said = [event.describe() for event in desk.do("next")]
    assert any("Massacre (A20.4)" in text and "German side" in text for text in said)
    desk.at("prisoners").do("next")
    assert not desk.state.fact("massacre.german")


def _asked(desk: Desk) -> tuple[Option, ...]:
    guarded(desk, "isolated")
    return desk.ask("next").options
