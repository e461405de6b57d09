"""Equipment after a scenario: vehicles, Weapons, Captured ones, withdrawal and removal (7.513, 7.514)."""

from __future__ import annotations

from typing import Any

import pytest
from desk import Desk, add, played, rolls

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import Area, Purchase
from sasl.campaign.steps import campaign_conditions
from sasl.content.missions.campaign import Group
from sasl.kernel.frozen import replace


def at(step: str, campaign: str = "oto2", **more: Any) -> Desk:
    return Desk(campaign).at(step, **more)


# -- vehicles ---------------------------------------------------------------------------------------------


def test_7_5131a_a_crew_mans_an_abandoned_vehicle_again() -> None:
    desk = at("abandoned")
    tank, crew = add(desk, "german", "StuG IIIG", "retained", "abandoned"), add(desk, "german", "1-2-7")
    desk.do("next")
    assert not desk.piece(tank).flags and not desk.piece(crew).here and desk.state.number("german", "suffered") == 0


def test_a21_22_a_hs_may_man_it_as_a_temporary_crew_and_need_not() -> None:
    for answer, flags in (("leave", {"abandoned"}), ("", {"temporary-crew"})):
        desk = at("abandoned")
        tank, half = add(desk, "german", "StuG IIIG", "retained", "abandoned"), add(desk, "german", "2-4-7")
        desk.do("next", answer or half)
        assert desk.piece(tank).flags == flags


def test_a21_22_a_vehicle_crew_is_no_temporary_one_and_of_a_squad_a_hs_stays() -> None:
    for kind, left, flags in (("1-2-7", "1-2-7", set()), ("2-2-8", "2-2-8", {"temporary-crew"}),
                              ("4-6-7", "2-4-7", {"temporary-crew"})):  # fmt: skip
        desk = at("abandoned")
        tank, men = add(desk, "german", "StuG IIIG", "retained", "abandoned"), add(desk, "german", kind)
        desk.do("next", men)
        assert desk.piece(tank).flags == flags
        assert (desk.piece(men).type, desk.piece(men).here) == (left, kind == "4-6-7")


def test_a21_13_a_temporary_crew_or_no_crew_for_a_gun_adds_one_to_a_repair() -> None:
    desk = at("weapon-repair")
    add(desk, "german", "StuG IIIG", "retained", "malfunctioned", "temporary-crew")
    gun = add(desk, "german", "75L AT", "retained", "malfunctioned")
    desk.dice(1, 1)
    strange = [[item.name for item in roll.modifiers] for roll in rolls(desk.would("next"))]
    assert ["non-qualified use only" in names for names in strange] == [True, True]
    add(desk, "german", "2-2-8")
    served = [[item.name for item in roll.modifiers] for roll in rolls(desk.would("next"))]
    assert ["non-qualified use only" in names for names in served] == [True, False], f"a crew is free for {gun}"


def test_7_5131a_only_men_of_the_same_perimeter_area_may_man_it() -> None:
    desk = at("abandoned")
    tank = add(desk, "german", "StuG IIIG", "K12", "abandoned", "isolated")
    add(desk, "german", "2-2-8")
    add(desk, "german", "2-2-8", "K14", "isolated")
    desk.do("next")
    assert "abandoned" in desk.piece(tank).flags
    desk = at("abandoned")
    tank = add(desk, "german", "StuG IIIG", "K12", "abandoned", "isolated")
    add(desk, "german", "2-2-8", "K13", "isolated")
    desk.game = desk.game.at(cev.AreasSet((Area(("K12", "K13"), "C"),)).apply(desk.state))
    desk.do("next")
    assert "abandoned" not in desk.piece(tank).flags


@pytest.mark.parametrize(("date", "tries"), [(1, 0), (2, 1), (3, 0)])
def test_7_5131b_immobilization_is_repaired_only_after_23pm(date: int, tries: int) -> None:
    desk = at("immobilization", date=date)
    tank = add(desk, "german", "StuG IIIG", "K12", "immobile")
    desk.dice(4)
    assert len(rolls(desk.do("next"))) == tries
    assert (desk.piece(tank).box == "retained") == bool(tries) == ("immobile" not in desk.piece(tank).flags)


def test_7_5131b_drm_of_front_line_isolation_and_armor_leader() -> None:
    desk = at("immobilization", date=2)
    tank = add(desk, "german", "StuG IIIG", "K12", "immobile", "isolated")
    leader = add(desk, "german", "9-2", "K12", "armor-leader")
    desk.do(f"move {leader} {tank}")
    desk.game = desk.game.at(cev.PerimeterSet("german", (("K12",),)).apply(desk.state))
    desk.dice(4)
    (record,) = rolls(desk.do("next"))
    assert record.total == 4 + 1 + 1 - 2 and desk.piece(tank).box == "map"


def test_12_6151e_an_unrecovered_vehicle_tries_nothing_and_failure_brings_labor() -> None:
    desk = at("immobilization", "votg")
    lost = add(desk, "german", "StuG IIIG", "K12", "immobile")
    kept = add(desk, "german", "StuG IIIG", "retained", "immobile", "labor-1")
    desk.dice(6)
    assert len(rolls(desk.do("next"))) == 1
    assert desk.piece(kept).flags == {"immobile", "labor-2"} and desk.piece(lost).flags == {"immobile"}


def test_12_6151d_recovery_of_immobilized_afv_and_wrecks() -> None:
    """12.6151d: -2 in the friendly Perimeter; the hex is known to be German."""
    desk = at("recovery", "votg")
    first = add(desk, "german", "StuG IIIG", "K12", "immobile")
    second = add(desk, "german", "StuG IIIG", "K12", "wreck")
    desk.game = desk.game.at(cev.HexesControlled("german", ("K12",)).apply(desk.state))
    desk.dice(5, 5)
    events = desk.do("next")
    assert [record.total for record in rolls(events)] == [3, 3]
    assert desk.piece(first).box == "retained" and desk.piece(second).box == "retained"


def test_12_6214c_a_dug_in_afv_is_recovered_only_if_its_owner_will_and_is_dug_in_no_more() -> None:
    """12.6214c: never Mobile, but by Recovery (12.6151d, +2 for Dug-In) and repair (12.6151e)."""
    desk = at("recovery", "votg")
    tank = add(desk, "russian", "T-34 M41", "K12", "immobile", "dug-in")
    desk.do("control K12 russian")
    assert not rolls(desk.would("next"))
    desk.dice(4, 2)
    (record,) = rolls(desk.do("next", "yes"))
    assert record.total == 4 and desk.piece(tank).flags == {"immobile"}
    desk.do("next")
    assert not desk.piece(tank).flags


def test_12_6151d_an_original_6_burns_a_wreck_out_whatever_the_final_dr() -> None:
    """12.6151d: Original 6, Final 4: unrecoverable; an immobilized AFV is Recovered by it."""
    desk = at("recovery", "votg")
    wreck, tank = (add(desk, "german", "StuG IIIG", "K12", flag) for flag in ("wreck", "immobile"))
    desk.dice(6, 6)
    desk.do("next", "yes", "yes")
    assert "burnt-out" in desk.piece(wreck).flags and desk.piece(wreck).box == "map"
    assert desk.piece(tank).box == "retained"


@pytest.mark.parametrize(("entered", "asked", "total"), [
    ("", True, 3), ("control K12 german", False, 3), ("control K12 russian", False, 5),
    ("perimeter german K12 K13 K14", False, 3),
])  # fmt: skip
def test_12_6151d_whether_it_lies_in_its_perimeter_is_asked_where_nothing_entered_tells(
    entered: str, asked: bool, total: int
) -> None:
    """12.6151d: -2 in the friendly Perimeter; control, or a perimeter whose Front Line it is in, answers it."""
    desk = at("recovery", "votg")
    add(desk, "german", "StuG IIIG", "K12", "immobile")
    if entered:
        desk.do(entered)
    desk.dice(5)
    if asked:
        assert desk.ask("next").id == "in-perimeter"
        assert [record.total for record in rolls(desk.would("next", "no"))] == [5]
    assert [record.total for record in rolls(desk.do("next"))] == [total]


def test_12_6151d_an_isolated_one_needs_a_path_to_its_perimeter() -> None:
    desk = at("recovery", "votg")
    add(desk, "german", "StuG IIIG", "K12", "immobile", "isolated")
    assert not rolls(desk.do("next"))
    desk = at("recovery", "votg")
    add(desk, "german", "StuG IIIG", "K12", "immobile", "isolated")
    assert len(rolls(desk.do("next", "yes"))) == 1


def test_12_6151f_a_repaired_wreck_is_fully_functional_an_original_6_is_a_total_loss() -> None:
    desk = at("wreck-repair", "votg")
    good = add(desk, "german", "StuG IIIG", "retained", "wreck", "disabled", "mg-disabled", "immobile")
    bad = add(desk, "russian", "T-34 M43", "retained", "wreck")
    desk.dice(3, 6)
    desk.do("next")
    assert not desk.piece(good).flags and not desk.piece(bad).here


def test_7_5131c_a_mobile_vehicle_under_recall_leaves_with_its_armor_leader_others_stay() -> None:
    desk = at("recall")
    mobile = add(desk, "german", "StuG IIIG", "retained", "recalled")
    leader = add(desk, "german", "9-1", "retained", "armor-leader")
    desk.do(f"move {leader} {mobile}")
    stuck = add(desk, "german", "StuG IIIG", "K12", "recalled", "immobile")
    apart = add(desk, "german", "StuG IIIG", "K14", "recalled", "isolated")
    desk.do("next")
    assert not desk.piece(mobile).here and not desk.piece(leader).here
    assert desk.piece(stuck).here and "recalled" in desk.piece(apart).flags


@pytest.mark.parametrize(("dr", "box"), [(3, "retained"), (4, "away")])
def test_7_5131c_low_ammunition_brings_it_back_from_off_board_or_keeps_it_away(dr: int, box: str) -> None:
    desk = at("recall")
    tank = add(desk, "german", "StuG IIIG", "retained", "recalled", "low-ammo")
    desk.dice(dr)
    assert len(rolls(desk.do("next"))) == 1, "one dr in a refit"
    assert desk.piece(tank).box == box
    assert desk.piece(tank).flags == ({"off-board"} if box == "retained" else {"low-ammo"})


def test_7_5131c_one_that_is_away_rolls_again_in_the_next_refit() -> None:
    desk = at("recall")
    tank = add(desk, "german", "StuG IIIG", "away", "low-ammo")
    desk.dice(1)
    desk.do("next")
    assert desk.piece(tank).box == "retained"


def test_12_6161_in_votg_a_recalled_afv_is_in_good_order_again_unless_its_ma_is_disabled() -> None:
    desk = at("recall", "votg")
    good = add(desk, "german", "StuG IIIG", "retained", "recalled")
    bad = add(desk, "german", "StuG IIIG", "retained", "recalled", "disabled")
    desk.do("next")
    assert not desk.piece(good).flags and "wreck" in desk.piece(bad).flags


@pytest.mark.parametrize(("dr", "flags"), [(3, set()), (5, {"stunned"}), (6, {"abandoned"})])
def test_7_5131d_stunned_vehicles(dr: int, flags: set[str]) -> None:
    desk = at("stun")
    tank = add(desk, "german", "StuG IIIG", "retained", "stunned")
    desk.dice(dr)
    desk.do("next")
    assert desk.piece(tank).flags == flags


# -- Weapons ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("printed", [1, None])
def test_7_5132_a_sw_is_repaired_or_eliminated_with_its_repair_number(
    printed: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of its counter; if it was not read, the figure."""
    desk = at("weapon-repair")
    number = printed or desk.game.library.figure("repair-number")
    kept, lost = (add(desk, "german", "LMG", "retained", "malfunctioned") for _ in range(2))
    read = replace(desk.game.counter("german", "LMG"), repair=printed)
    monkeypatch.setattr(CampaignGame, "counter_of", lambda *_: read)
    desk.dice(2 + number, 3 + number)
    records = rolls(desk.do("next"))
    assert number > 0 and [record.total for record in records] == [2, 3]
    assert desk.piece(kept).here and not desk.piece(kept).flags and not desk.piece(lost).here


def test_7_5132_the_repair_number_of_a_gun_stands_on_its_counter() -> None:
    desk = at("weapon-repair")
    weapon = add(desk, "german", "75L AT", "retained", "malfunctioned")
    add(desk, "german", "2-2-8")
    desk.dice(3)
    desk.do("next")
    assert desk.piece(weapon).here and not desk.piece(weapon).flags


@pytest.mark.parametrize(("dr", "flags"), [(4, set()), (5, {"disabled", "wreck"})])
def test_12_6152_the_weapons_of_a_vehicle_have_the_repair_number_of_all_vehicles(dr: int, flags: set[str]) -> None:
    """D3.7: it is one: -2 and -1 against a 1."""
    desk = at("weapon-repair", "votg")
    tank = add(desk, "german", "StuG IIIG", "retained", "malfunctioned")
    desk.dice(dr)
    desk.do("next")
    assert desk.piece(tank).flags == flags


def test_7_5132_a_psk_is_removed_without_a_dr() -> None:
    desk = at("weapon-repair")
    weapon = add(desk, "german", "PSK", "retained", "malfunctioned")
    assert not rolls(desk.do("next")) and not desk.piece(weapon).here


def test_7_5132_a_vehicle_that_loses_its_ma_is_recalled_at_once_in_oto2() -> None:
    desk = at("weapon-repair")
    tank = add(desk, "german", "StuG IIIG", "retained", "malfunctioned")
    apart = add(desk, "german", "StuG IIIG", "K12", "malfunctioned", "isolated")
    desk.dice(6, 6)
    desk.do("next")
    assert not desk.piece(tank).here
    assert desk.piece(apart).flags == {"isolated", "disabled", "recalled", "shortage"}


def test_11_6132_in_rb_it_waits_under_recall_and_in_votg_it_is_a_wreck() -> None:
    for campaign, flags in (("rb", {"disabled", "recalled"}), ("votg", {"disabled", "wreck"})):
        desk = at("weapon-repair", campaign)
        tank = add(desk, "german", "StuG IIIG", "retained", "malfunctioned")
        desk.dice(6)
        desk.do("next")
        assert desk.piece(tank).flags == flags, campaign


def test_7_5132_a_vehicular_mg_is_disabled_and_7_5133_a_lmg_mends_it() -> None:
    desk = at("weapon-repair")
    tank, gun = add(desk, "german", "StuG IIIG", "retained", "mg-malfunctioned"), add(desk, "german", "LMG")
    desk.dice(6)
    desk.do("next")
    assert desk.piece(tank).flags == {"mg-disabled"}
    desk.do("next", "yes")
    assert not desk.piece(tank).flags and not desk.piece(gun).here


def test_7_5133_the_mg_is_of_the_type_that_removal_would_give() -> None:
    """7.5133: for the 12.7mm AAMG of an ISU a .50cal goes, no LMG; 11.6133 knows the LMG alone."""
    for campaign, kind in (("oto2", ".50cal HMG"), ("rb", "LMG")):
        desk = at("mg-exchange", campaign)
        tank = add(desk, "russian", "ISU-122", "retained", "mg-disabled")
        guns = {name: add(desk, "russian", name) for name in ("LMG", ".50cal HMG")}
        desk.do("next", "yes")
        assert not desk.piece(tank).flags
        assert [name for name, piece in guns.items() if not desk.piece(piece).here] == [kind]


def test_11_6133_an_isolated_afv_exchanges_no_mg_in_rb() -> None:
    for campaign, flags in (("oto2", {"isolated"}), ("rb", {"isolated", "mg-disabled"})):
        desk = at("mg-exchange", campaign)
        tank = add(desk, "german", "StuG IIIG", "K12", "mg-disabled", "isolated")
        add(desk, "german", "LMG", "K12", "isolated")
        desk.do("next")
        assert desk.piece(tank).flags == flags


def test_7_5134_ft_and_dc_come_back_if_the_dr_was_low_and_engineers_are_left() -> None:
    desk = at("ft-dc")
    for _ in range(2):
        add(desk, "russian", "6-2-8", "retained", "assault-engineer")
    first, second, third = (add(desk, "russian", "DC") for _ in range(3))
    flame = add(desk, "russian", "FT")
    desk.do(f"used {first},{second} 10")
    desk.do(f"used {third} 11")
    desk.do(f"used {flame} 11")
    desk.do("next", f"{first} {flame}")
    assert [desk.piece(key).here for key in (first, second, third, flame)] == [True, False, False, True]
    assert "used" not in desk.piece(second).flags, "it does not come back in a later refit"


def test_7_5134_ft_and_dc_count_together_in_oto2_and_11_6134_each_for_itself_in_rb() -> None:
    for campaign, both in (("oto2", False), ("rb", True)):
        desk = at("ft-dc", campaign)
        add(desk, "russian", "6-2-8", "retained", "assault-engineer")
        charge, flame = add(desk, "russian", "DC"), add(desk, "russian", "FT")
        desk.do(f"used {charge},{flame} 10")
        if not both:
            question = desk.ask("next")
            assert question.most is not None and question.most[0] == 1
            assert set(question.hexes) == {charge, flame}
        desk.do("next", *([] if both else [flame]))
        assert [desk.piece(key).here for key in (charge, flame)] == [both, True], campaign


@pytest.mark.parametrize("campaign", ["oto2", "rb", "votg"])
def test_7_5134_ft_and_dc_that_a_result_calls_gone_are_asked_for_their_dr(campaign: str) -> None:
    """7.5134, 11.6134: only those come back that an Original effects DR of their own, low enough, has removed."""
    desk = played(campaign)
    desk.do("add russian 6-2-8 2")
    first, second, old = (add(desk, "russian", "DC") for _ in range(3))
    engineers = [piece.id for piece in desk.state.of("russian") if piece.kind == "squad"]
    desk.do(f"mark {','.join(engineers)} +assault-engineer")
    desk.do(f"lose {old}")
    desk.do(f"result {first},{second} gone; {engineers[0]} retained")
    desk.at("ft-dc")
    question = desk.ask("next")
    assert [item.value for item in question.options][:2] == [first, second] and "DC 10" in question.text
    desk.do("next", second)
    assert [desk.piece(key).here for key in (first, second, old)] == [False, True, False]


def test_7_5134_a_dr_that_was_told_is_not_asked_again() -> None:
    """7.5134: told in a line of the result, or with `used` before or after one that calls it gone."""
    desk = played("oto2")
    desk.do("add russian 6-2-8 4")
    engineers = [piece.id for piece in desk.state.of("russian") if piece.kind == "squad"]
    desk.do(f"mark {','.join(engineers)} +assault-engineer")
    low, high, late, again = (add(desk, "russian", "DC") for _ in range(4))
    desk.do(f"result {low} used 10; {high} used 11; {late},{again} gone; {engineers[0]} retained")
    desk.do(f"used {late} 12")
    desk.do(f"used {again} 12")
    desk.do(f"result {again} used 3")
    desk.at("ft-dc")
    desk.do("next")
    assert [desk.piece(key).here for key in (low, high, late, again)] == [True, False, False, True]
    assert not any(desk.piece(key).flags for key in (low, high, late, again)), "a later refit asks of its own scenario"


def test_7_5134_a_result_line_needs_the_dr_of_what_was_used_up() -> None:
    desk = played("oto2")
    charge, squad = add(desk, "german", "DC"), add(desk, "german", "4-6-7")
    for line in (f"{charge} used", f"{charge} used 13", f"{charge} used K12"):
        assert f"needs the Original effects DR that removed it, as in: {charge} used 7" in desk.no(f"result {line}")
    assert "is a 4-6-7; only FT and DC come back" in desk.no(f"result {charge},{squad} used 7")


def test_7_5134_nothing_is_asked_where_no_assault_engineers_are_left() -> None:
    desk = played()
    charge = add(desk, "german", "DC")
    desk.do(f"result {charge} gone")
    desk.at("ft-dc").do("next")
    assert not desk.piece(charge).here


def test_7_5135_captured_weapons_and_7_5136_captured_afv() -> None:
    desk = at("captured-weapons")
    good, bad, broken = (add(desk, "german", "LMG", "retained", "captured") for _ in range(3))
    desk.do(f"mark {broken} +malfunctioned")
    desk.dice(2, 3)
    desk.do("next")
    assert [desk.piece(key).here for key in (good, bad, broken)] == [True, False, False]
    desk = at("captured-weapons")
    tank = add(desk, "german", "StuG IIIG", "retained", "captured")
    desk.game = desk.game.at(cev.PieceChanged(tank, side="russian").apply(desk.state))
    desk.dice(3, 2)
    desk.do("next")
    assert desk.piece(tank).flags == {"captured", "disabled"}, "no Recall"
    desk.do("next")
    assert "wreck" not in desk.piece(tank).flags
    desk.do(f"mark {tank} +mg-disabled")
    desk.at("captured-afv").do("next")
    assert "wreck" in desk.piece(tank).flags


def test_7_5136_a_captured_truck_stays_what_it_is() -> None:
    """It is no AFV, and has no Weapon that could function."""
    desk = at("captured-afv")
    truck = add(desk, "russian", "GAZ-MM", "retained", "captured")
    desk.game = desk.game.at(cev.PieceChanged(truck, side="german").apply(desk.state))
    desk.do("next")
    assert desk.piece(truck).flags == {"captured"}


def test_d10_5_nothing_is_scrounged_from_a_truck() -> None:
    desk = at("scrounging")
    truck = add(desk, "russian", "GAZ-MM", "retained", "wreck")
    add(desk, "russian", "4-4-7")
    assert not rolls(desk.do("next", "yes")) and "scrounged" not in desk.piece(truck).flags


def test_7_5137_a_wreck_is_scrounged_where_a_mmc_is_retained() -> None:
    desk = at("scrounging")
    wreck = add(desk, "german", "StuG IIIG", "K12", "wreck")
    desk.game = desk.game.at(cev.HexesControlled("german", ("K12",)).apply(desk.state))
    desk.do("next")
    assert "scrounged" not in desk.piece(wreck).flags
    desk = at("scrounging")
    wreck = add(desk, "german", "StuG IIIG", "K12", "wreck")
    add(desk, "german", "4-6-7")
    desk.game = desk.game.at(cev.HexesControlled("german", ("K12",)).apply(desk.state))
    desk.dice(1)
    desk.do("next", "yes")
    assert "scrounged" in desk.piece(wreck).flags
    assert [piece.type for piece in desk.state.of("german")].count("LMG") == 1


def test_d10_5_the_dr_says_how_many_mg_and_what_was_disabled_is_not_found() -> None:
    desk = at("scrounging")
    wreck = add(desk, "russian", "KV-1S", "retained", "wreck")  # BMG and CMG: D10.51, only the first
    add(desk, "russian", "4-4-7")
    desk.dice(3).do("next", "yes")
    assert [piece.type for piece in desk.state.of("russian")].count("LMG") == 1
    desk = at("scrounging")
    wreck = add(desk, "russian", "KV-1S", "retained", "wreck")
    add(desk, "russian", "4-4-7")
    desk.do(f"mark {wreck} +mg-disabled")
    assert not rolls(desk.do("next"))


def test_7_5138_special_ammunition_and_7_5139_low_ammo_are_restored_but_not_to_the_isolated() -> None:
    desk = at("special-ammo")
    here = add(desk, "german", "StuG IIIG", "retained", "depleted-ammo", "low-ammo", "shortage")
    apart = add(desk, "german", "StuG IIIG", "K12", "depleted-ammo", "low-ammo", "shortage", "isolated")
    taken = add(desk, "german", "75L AT", "retained", "depleted-ammo", "captured")
    desk.do("next")
    desk.do("next")
    assert not desk.piece(here).flags
    assert {"depleted-ammo", "low-ammo", "shortage"} <= desk.piece(apart).flags
    assert "depleted-ammo" in desk.piece(taken).flags


# -- withdrawal -------------------------------------------------------------------------------------------


def platoon(campaign: str) -> tuple[Desk, list[str]]:
    desk = at("afv-withdrawal", campaign)
    groups = Desk("oto2").game.campaign.groups  # the player types in those of RB and VotG
    desk.game = replace(desk.game, campaign=desk.game.campaign.model_copy(update={"groups": groups}))
    group = next(item for item in desk.game.campaign.groups["german"] if item.kind == "afv")
    desk.game = desk.game.at(cev.GroupBought(Purchase("gp1", "german", group.id, 0, 5)).apply(desk.state))
    tanks = []
    for place, flags in (("retained", ("has-fought",)), ("K12", ("immobile",)), ("K14", ("isolated",))):
        tank = add(desk, "german", "StuG IIIG", place, *flags)
        piece = replace(desk.piece(tank), group="gp1")
        desk.game = desk.game.at(replace(desk.state, pieces={**desk.state.pieces, tank: piece}))
        tanks.append(tank)
    return desk, tanks


def test_11_6142_a_withdrawn_platoon_loses_its_non_isolated_afv() -> None:
    desk, (first, second, third) = platoon("rb")
    desk.dice(6)
    desk.do("next")
    assert [desk.piece(key).here for key in (first, second, third)] == [False, False, True]
    assert desk.state.number("german", "suffered") == 6 + 6, "the CPP reckon with them (11.616)"


def test_11_6142_a_low_dr_or_a_platoon_that_has_not_fought_stays() -> None:
    desk, tanks = platoon("rb")
    desk.dice(5)
    desk.do("next")
    assert all(desk.piece(key).here for key in tanks)
    desk, tanks = platoon("rb")
    desk.do(f"mark {tanks[0]} -has-fought")
    assert not rolls(desk.do("next"))


def test_11_6142_a_captured_afv_makes_its_dr_for_its_captor() -> None:
    """11.6142: with the AFV that no group of the captor's brought; its old platoon does without it."""
    desk, (first, second, third) = platoon("rb")
    taken = replace(desk.piece(first), side="russian", flags=desk.piece(first).flags | {"captured"})
    desk.game = desk.game.at(replace(desk.state, pieces={**desk.state.pieces, first: taken}))
    desk.dice(6, 5)
    assert [record.whose for record in rolls(desk.do("next"))] == ["russian", "german"]
    assert [desk.piece(key).here for key in (first, second, third)] == [False, True, True]


def test_12_6162_in_votg_a_redeployed_platoon_comes_back_on_a_later_dr() -> None:
    desk, (first, second, third) = platoon("votg")
    desk.dice(6)
    desk.do("next")
    assert [desk.piece(key).box for key in (first, second, third)] == ["away", "away", "map"]
    desk.at("afv-withdrawal").dice(3)
    desk.do("next")
    assert [desk.piece(key).box for key in (first, second)] == ["retained", "retained"]


def by_hand(campaign: str) -> tuple[Desk, list[str]]:
    """Three AFV that no group brought: two have fought, the third is of another type."""
    desk = at("afv-withdrawal", campaign)
    tanks = [add(desk, "russian", kind, "retained", "has-fought") for kind in ("T-34 M43", "T-34 M43", "SU-76M")]
    return desk, tanks


def test_11_6142_afv_that_no_group_brought_make_a_dr_for_each_type() -> None:
    """11.6142: the charts of RB are not in the program; AFV are added by hand, those of a type make a platoon."""
    desk, (first, second, third) = by_hand("rb")
    assert desk.ask("next").default == f"{first} {second} / {third}"
    desk.dice(6, 5)
    assert [record.whose for record in rolls(desk.do("next"))] == ["russian", "russian"]
    assert [desk.piece(key).here for key in (first, second, third)] == [False, False, True]


def test_11_6142_the_player_says_which_afv_make_a_platoon() -> None:
    """11.6142: who is left out makes no dr, as a German SPW Platoon; what is no AFV of the side is asked again."""
    desk, (first, second, third) = by_hand("rb")
    assert "is none of" in desk.ask("next", f"{first} {third}x").error
    assert "named twice" in desk.ask("next", f"{first} / {first}").error
    assert not rolls(desk.would("next", "none"))
    desk.dice(6)
    desk.do("next", f"{first},{third}")
    assert [desk.piece(key).here for key in (first, second, third)] == [False, True, False]


def test_12_6162_added_afv_that_were_redeployed_come_back_together() -> None:
    """12.6162: those away are a platoon of their own, of whatever type the others are."""
    desk, tanks = by_hand("votg")
    desk.dice(6)
    desk.do("next", " ".join(tanks[:2]))
    tanks.append(add(desk, "russian", "T-34 M43", "retained", "has-fought"))
    question = desk.at("afv-withdrawal").ask("next")
    assert question.default == f"{tanks[0]} {tanks[1]} / {tanks[2]} / {tanks[3]}"
    desk.dice(3, 3, 3)
    desk.do("next")
    assert {desk.piece(key).box for key in tanks} == {"retained"}


# -- removal ----------------------------------------------------------------------------------------------


def clearing(campaign: str = "oto2") -> Desk:
    desk = at("removal", campaign)
    desk.do("next")
    for _ in range(2):
        add(desk, "german", "4-6-7")
    return desk


def work(desk: Desk, text: str) -> str:
    desk.do(f"work {text}")
    return list(desk.state.works)[-1]


def test_7_514_a_low_dr_removes_a_work_and_one_try_is_all() -> None:
    desk = clearing()
    wire, trench = work(desk, "wire K12"), work(desk, "trench K12")
    desk.dice(5, 6)  # -2, they are German in a German hex
    desk.do(f"clear german {wire},{trench}")
    assert wire not in desk.state.works and trench in desk.state.works
    assert "already" in desk.no(f"clear german {trench}")


def test_11_615_a_roadblock_takes_the_control_of_both_its_hexes() -> None:
    desk = clearing("rb")
    block = work(desk, "roadblock K12")
    desk.game = desk.game.at(cev.HexesControlled("german", ("K12", "K13")).apply(desk.state))
    assert [option.value for option in desk.ask(f"clear german {block}").options] == ["K13", "none"]
    assert "both hexes" in desk.no(f"clear german {block}", "none")
    desk.dice(3).do(f"clear german {block}", "K13")
    assert block not in desk.state.works


def test_11_617_a_platoon_of_spw_is_no_afv_platoon_for_the_elr() -> None:
    group = Group(id="A6", title="Pltn", kind="afv", cpp=5, provenance="user")
    assert campaign_conditions._first_line(group)
    assert not campaign_conditions._first_line(group.model_copy(update={"spw": True}))


def test_7_514_all_mines_of_a_hex_go_together_and_count_as_one_item() -> None:
    desk = clearing()
    first, second = work(desk, "minefield K12 6"), work(desk, "at-mine K12 3")
    desk.dice(6)
    desk.do(f"clear german {first}")
    assert "already" in desk.no(f"clear german {second}")
    desk = clearing()
    first, second = work(desk, "minefield K12 6"), work(desk, "at-mine K12 3")
    desk.dice(1)
    desk.do(f"clear german {second}")
    assert not desk.state.works


def test_7_514_a_wreck_waits_for_the_mines_and_needs_a_tracked_vehicle() -> None:
    desk = clearing()
    wreck, mines = add(desk, "german", "StuG IIIG", "K12", "wreck"), work(desk, "minefield K12 6")
    assert "mines" in desk.no(f"clear german {wreck}")
    desk.do(f"work {mines} gone")
    assert "tracked" in desk.no(f"clear german {wreck}")
    add(desk, "german", "StuG IIIG")
    desk.dice(1)
    desk.do(f"clear german {wreck}")
    assert not desk.piece(wreck).here


def test_7_514_tries_at_wire_and_mines_are_as_many_as_squads() -> None:
    desk = clearing()
    wires = [work(desk, f"wire K{number}") for number in (12, 14, 16)]
    desk.dice(4, 4)
    desk.do(f"clear german {wires[0]},{wires[1]}")
    assert "squads" in desk.no(f"clear german {wires[2]}")


def test_7_514_front_line_drm_not_for_entrenchments_in_oto2() -> None:
    desk = clearing()
    wire, trench, near = work(desk, "wire K12"), work(desk, "trench K12"), work(desk, "wire K13")
    desk.game = desk.game.at(cev.PerimeterSet("german", (("K12",),)).apply(desk.state))
    desk.dice(1, 1, 1)
    assert [item.total for item in rolls(desk.do(f"clear german {wire},{trench},{near}"))] == [1, -1, 0]
    rb = clearing("rb")
    trench = work(rb, "trench K12")
    rb.game = rb.game.at(cev.PerimeterSet("german", (("K12",),)).apply(rb.state))
    rb.dice(1)
    assert rolls(rb.do(f"clear german {trench}"))[0].total == 3


def test_7_514_russian_engineers_and_germans_at_their_own_works() -> None:
    desk = clearing()
    for _ in range(3):
        add(desk, "russian", "6-2-8", "retained", "assault-engineer")
        add(desk, "german", "8-3-8", "retained", "assault-engineer")
    wire = work(desk, "wire K12")
    other = work(desk, "trench K14")
    own = {**desk.state.works, other: replace(desk.state.works[other], side="german")}
    desk.game = desk.game.at(replace(desk.state, works=own))
    desk.dice(3, 3, 3)
    assert rolls(desk.do(f"clear russian {wire}"))[0].total == 1
    assert rolls(desk.do(f"clear german {other}"))[0].total == 1
    other = work(desk, "trench K16")
    assert rolls(desk.do(f"clear german {other}"))[0].total == 1  # in a German hex it is German, whoever put it there


def test_7_514_an_original_6_reduces_an_mmc_engineers_first() -> None:
    desk = clearing()
    elite = add(desk, "german", "8-3-8", "retained", "assault-engineer")
    wire = work(desk, "wire K12")
    desk.dice(6)
    desk.do(f"clear german {wire}")
    assert desk.piece(elite).kind == "hs"


def test_11_615_rb_removes_roadblocks_and_no_wrecks_and_nobody_a_pillbox() -> None:
    rb = clearing("rb")
    wreck = add(rb, "german", "StuG IIIG", "K12", "wreck")
    assert "cannot" in rb.no(f"clear german {wreck}")
    rb.do("clear german " + work(rb, "roadblock K14"))
    desk = clearing()
    assert "cannot" in desk.no("clear german " + work(desk, "roadblock K14"))
    assert "cannot" in desk.no("clear german " + work(desk, "pillbox K14"))


def test_7_514_hidden_mines_isolated_hexes_and_enemy_hexes_are_refused() -> None:
    desk = clearing()
    mines = work(desk, "minefield K12 6")
    hidden = {key: replace(item, hidden=True) for key, item in desk.state.works.items()}
    desk.game = desk.game.at(replace(desk.state, works=hidden))
    assert "Known" in desk.no(f"clear german {mines}")
    wire = work(desk, "wire K14")
    desk.game = desk.game.at(cev.HexesControlled("russian", ("K14",)).apply(desk.state))
    assert "side" in desk.no(f"clear german {wire}")
    desk.game = desk.game.at(cev.AreasSet((Area(("K14",), "C"),)).apply(desk.state))
    assert "Isolated" in desk.no(f"clear russian {wire}")
