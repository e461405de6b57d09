"""What a CG scenario is about: Locations held, Game End, support used up, Stone, optional MG (7.4, CG4-CG14)."""

from __future__ import annotations

import pytest
from desk import Desk, ids, played, rolls

from sasl.asl.game.events import Told
from sasl.campaign import campaign_report
from sasl.campaign import events as cev
from sasl.campaign.campaign_state import Nation
from sasl.campaign.mind.side import minds
from sasl.campaign.record_sheets import victory_points
from sasl.campaign.show import rule_lines
from sasl.campaign.steps.campaign_victory import held, in_scenario, lvp, schedule, total
from sasl.kernel.frozen import replace

# -- LVP -----------------------------------------------------------------------------------------------


def test_7_4_lvp_are_counted_from_control() -> None:
    """Each Victory Location that a side controls now."""
    desk = played()
    desk.do("control <42 german")
    desk.do("control X38 K33 V17 russian")
    assert held(desk.game, "russian") == ("K33", "V17", "X38") and lvp(desk.game, "russian") == 3
    assert total(desk.game, "russian") == in_scenario(desk.game, "russian") == 3
    assert "3 LVP (K33, V17, X38)" in "\n".join(campaign_report.vp_lines(desk.game))
    assert lvp(desk.game, "german") == 9


def test_7_4_no_more_than_ten_lvp_count() -> None:
    desk = played()
    desk.do("control >=0 russian")
    assert len(held(desk.game, "russian")) == 12 and lvp(desk.game, "russian") == 10
    line = campaign_report.vp_lines(desk.game)[0]
    assert "10 LVP, the most that count (held: A12, D22, " in line, "twelve hexes are not ten LVP"
    desk.do("result lvp russian 6")
    assert campaign_report.vp_lines(desk.game)[0].endswith("6 LVP"), "no hexes where the player has typed how many"


def test_section_6_a_victory_location_ablaze_is_russian() -> None:
    desk = played()
    desk.do("control <42 german")
    desk.do("result blaze D22")
    assert held(desk.game, "russian") == ("D22",)


def test_7_4_typed_lvp_hold_for_their_scenario() -> None:
    """What the player types wins, until the next scenario commences."""
    desk = played()
    desk.do("control <42 german")
    desk.do("result lvp russian 6")
    assert lvp(desk.game, "russian") == 6
    desk.do("set russian lvp 4")
    assert lvp(desk.game, "russian") == 4
    desk.at("commence")
    desk.do("next")
    assert lvp(desk.game, "russian") == 0


def test_7_5031_every_scenarios_winner_is_told_with_the_vp_that_decide() -> None:
    desk = played()
    desk.do("control >=0 russian")
    for number in (1, 2):  # the same side again: no figure changes hands, and yet it is told
        desk.game = desk.game.at(replace(desk.state, scenario=number))
        told = [getattr(event, "text", "") for event in desk.at("victory").do("next")]
        assert f"The Russian side has won the scenario (Russian VP 10 of {5 if number == 1 else 7})." in told


# -- Game End ------------------------------------------------------------------------------------------


def test_cg4_no_game_end_dr_before_the_end_of_turn_6() -> None:
    assert "at the end of Turn 6" in played().no("end 5")


def test_cg4_at_or_below_the_turns_number_the_scenario_is_over() -> None:
    desk = played()
    desk.dice(2)
    assert not rolls(desk.do("end 6"))[0].success
    desk.dice(2)
    record = rolls(desk.do("end 7"))[0]
    assert record.success and record.target == 2 and desk.state.fact("game-end") == "after Turn 7"
    assert "already ended" in desk.no("end 8")


def test_cg4_the_turns_are_told_as_the_scenario_commences() -> None:
    desk = Desk().at("commence", stage="initial")
    assert any("Turn 6: 1, Turn 7: 2" in getattr(event, "text", "") for event in desk.do("next"))
    assert schedule(Desk("rb").game) == ""


def test_cg4_only_campaigns_that_have_it_roll_for_game_end() -> None:
    assert "no Game End dr" in played("rb").no("end 6")


# -- support -------------------------------------------------------------------------------------------


def supported() -> Desk:
    """The first purchases: five Russian modules (two of them Rockets), an observer, aircraft."""
    desk = Desk()
    desk.do("next")
    for group in ("O1 2", "O2", "O4", "O5", "O6 2", "F1 2"):
        desk.do(f"buy russian {group}")
    desk.do("next")
    return desk


def test_cg7_what_placed_an_ffe_is_used_up_the_rest_is_retained() -> None:
    """Bombardments and aircraft that came, too; none of them is a casualty."""
    desk = supported()
    modules = [piece.id for piece in desk.state.of("russian") if piece.kind == "oba"]
    planes = [piece.id for piece in desk.state.of("russian") if piece.kind == "aircraft" and piece.group]
    desk.game = desk.game.at(replace(desk.state, scenario=1))
    desk.at("markers")
    asked = desk.ask("next")
    assert asked.text == "Which Russian OBA modules have placed an FFE:1?" and len(asked.options) == 5
    desk.do("next", modules[0], "none", planes[0])
    assert [name for name in modules if desk.piece(name).here] == modules[1:]
    assert not desk.piece(planes[0]).here and desk.piece(planes[1]).here
    assert all(piece.here for piece in desk.state.pieces.values() if piece.kind == "bombardment")
    assert desk.state.number("german", "cvp") == 0


def test_cg7_what_a_result_calls_used_is_used_up_and_asked_no_more() -> None:
    desk = supported()
    modules = [piece.id for piece in desk.state.of("russian") if piece.kind == "oba"]
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    desk.do(f"result {modules[0]},{modules[1]} used")
    desk.at("markers")
    asked = desk.ask("next")
    assert [option.value for option in asked.options] == modules[2:]
    assert asked.most is not None and asked.most[0] == 2, "CG13: four in all"
    desk.do("next")
    assert [name for name in modules if desk.piece(name).here] == modules[2:]


def test_cg13_the_russians_use_four_modules_at_most() -> None:
    desk = supported()
    desk.at("markers")
    assert desk.ask("next").default == "none"
    assert "uses 4 in a scenario at most (CG13)" in desk.ask("next", "all").error


def test_ihsr4_the_aircraft_lent_at_first_are_gone_after_the_initial_scenario() -> None:
    """Used or not: they are recalled at the end of Turn 2. What was bought is Retained (CG7)."""
    desk = Desk()
    desk.do("next")
    desk.do("buy german F1")
    desk.do("next")
    bought = [piece.id for piece in desk.state.of("german") if piece.kind == "aircraft"]
    assert len(ids(desk, "russian", "Il-2 M43")) == 4 and bought
    desk.game = desk.game.at(replace(desk.state, scenario=1))
    desk.at("markers").do("next")
    assert not ids(desk, "russian", "Il-2 M43") and all(desk.piece(name).here for name in bought)


def test_cg7_who_played_the_scenario_says_what_the_program_s_side_has_used() -> None:
    """The program was not there; only where it plays both sides does it count all that may be used as used."""
    desk = supported()
    desk.game = replace(desk.game, minds=minds())
    desk.do("option russian-plays on")
    desk.at("markers")
    question = desk.ask("next")
    assert (question.id, question.whose, question.default) == ("support-used", "russian", "none")
    module = question.options[0].value
    assert {event.id for event in desk.would("next", module) if isinstance(event, cev.PieceGone)} == {module}
    desk.do("option german-plays on")
    desk.do("next")
    assert len([piece for piece in desk.state.of("russian") if piece.kind == "oba"]) == 1, "all but one may be used"


def test_cg7_an_offboard_observer_goes_with_his_module() -> None:
    """One observer a module; a Rocket module has its own, and a Retained module keeps the one it has."""
    desk = supported()
    modules = [piece for piece in desk.state.of("russian") if piece.kind == "oba"]
    plain = [piece.id for piece in modules if "Rocket" not in piece.note and "own Offboard" not in piece.note]
    assert len(plain) == 3
    desk.at("markers")
    desk.do("next", " ".join(plain[:2]), "none", "none")
    assert sum(1 for piece in desk.state.of("russian") if piece.kind == "observer") == 1


def test_cg7_an_offboard_observer_needs_a_module_without_one() -> None:
    desk = Desk()
    desk.do("next")
    assert "needs an OBA module" in desk.no("buy russian O6")
    assert "needs its number beside it, as in: level=3" in desk.no("buy russian O6 level 3")
    desk.do("buy russian O1")
    desk.do("buy russian O6")
    assert "needs an OBA module" in desk.no("buy russian O6")
    module = next(item.id for item in desk.state.purchases.values() if item.group == "O1")
    assert "return the observer first" in desk.no(f"return {module}")


def test_cg13_an_offboard_observer_stands_at_level_2_or_for_a_cpp_more_at_level_3() -> None:
    desk = Desk()
    desk.do("next")
    desk.do("buy german O1 2")
    for wrong in (1, 4):
        assert "stands at level 2 or 3 (CG13)" in desk.no(f"buy german O4 level={wrong}")
    assert "not an Offboard Observer" in desk.no("buy german O2 level=3")
    desk.do("buy german O4 level=3")
    desk.do("buy german O4 level=2")
    high, usual = list(desk.state.purchases.values())[-2:]
    assert (high.cost, high.extras) == (2, ("at level 3",)) and usual.cost == 1


def test_note_g_each_russian_module_has_one_smoke_mission() -> None:
    desk = supported()
    notes = [piece.note for piece in desk.state.of("russian") if piece.kind == "oba"]
    assert sum("1 SMOKE mission a scenario" in note for note in notes) == 3
    assert sum("HE only, its own Offboard Observer" in note for note in notes) == 2


# -- vehicles ------------------------------------------------------------------------------------------


def test_cg8_each_optional_mg_is_rolled_for_without_cpp() -> None:
    """A dr for each StuG: 1 to 3 has its AAMG."""
    desk = Desk()
    desk.do("next")
    desk.do("buy german V3")
    spent = desk.state.number("german", "cpp")
    events = desk.do("next")
    found = [record.result for record in rolls(events) if record.table == "cg.oto2.optional-mg"]
    stugs = [piece for piece in desk.state.of("german") if piece.type == "StuG IIIG"]
    assert len(found) == len(stugs) == 3
    assert [piece.note for piece in stugs] == ["" if result == "yes" else "without AAMG" for result in found]
    assert desk.state.number("german", "cpp") == spent


@pytest.mark.parametrize(("line", "side", "kinds"), [
    ("", "russian", ("Il-2 M43",)), ("buy german F2", "german", ("Ju-87D", "Ju-87G")),
])  # fmt: skip
def test_ihsr4_and_note_l_what_the_dr_for_atcb_gives_stands_with_the_aircraft(
    line: str, side: Nation, kinds: tuple[str, ...]
) -> None:
    """IHSR 4, German note l: a dr for each aircraft that is given or bought: a 1 or 2 gives it ATCB."""
    for seed in range(1, 4):
        desk = Desk(seed=seed)
        desk.do("next")
        if line:
            desk.do(line)
        desk.do("next")
        found = [record for record in rolls(desk.events) if record.table == "oto.atcb" and record.whose == side]
        planes = [piece for piece in desk.state.of(side) if piece.type in kinds]
        assert len(found) == len(planes) > 0
        assert [piece.note for piece in planes] == ["ATCB" if record.total <= 2 else "" for record in found]


def test_cg14_who_leaves_the_map_is_eliminated_but_for_exit_vp() -> None:
    """Germans who exit are casualties; Russians earn EVP; who is Recalled for Low Ammo waits off the map."""
    desk = played()
    for line in ("german 4-6-7 retained", "russian 6-2-8 retained", "german StuG IIIG retained"):
        desk.do(f"add {line}")
    german, stug = (ids(desk, "german", kind)[0] for kind in ("4-6-7", "StuG IIIG"))
    (russian,) = ids(desk, "russian", "6-2-8")
    desk.do(f"mark {stug} +low-ammo")
    desk.do(f"result {german} exited; {russian} exited; {stug} exited")
    assert not desk.piece(german).here and desk.state.number("russian", "cvp") == 2
    assert desk.state.number("russian", "evp") == 2 and desk.state.number("german", "evp") == 0
    assert desk.piece(stug).box == "away"


# -- rules in words --------------------------------------------------------------------------------------


def test_every_special_rule_shows_the_figures_of_the_file() -> None:
    """CG4, CG11, CG13, CG15: the numbers come from the figures, and no name of one is left."""
    desk = Desk()
    text = "\n".join(rule_lines(desk.game))
    assert "{" not in text and "end of Turn 6" in text and "2 broken MMC" in text and "moves 4 hexes" in text
    assert desk.game.filled("{guns-move}") == "4"
    assert "Self Rally" in "\n".join(getattr(event, "text", "") for event in desk.do("rules CG15"))


# -- stone -----------------------------------------------------------------------------------------------


def stone(kind: str, *lines: str, campaign: str = "rb", scenario: int = 2) -> str:
    """The first option of the question who won."""
    desk = played(campaign)
    desk.game = desk.game.at(replace(desk.state, scenario=scenario))
    desk.do(f"set scenario {kind}")
    if lines:
        desk.do("result " + "; ".join(lines))
    desk.at("victory")
    return desk.ask("next").options[0].value


@pytest.mark.parametrize(
    ("kind", "lines", "winner"),
    [
        ("Dual Attack", ("cvp german 10", "cvp russian 12", "stone german 3"), "german"),
        ("Dual Attack", ("cvp german 10", "cvp russian 12", "stone german 2"), "russian"),
        ("German Assault", ("stone german 24",), "german"),
        ("German Assault", ("stone german 25", "stone russian 2"), "russian"),
        ("German Assault", ("stone german 30", "stone russian all"), "russian"),
        ("German Assault", ("cvp german 20", "cvp russian 10"), "german"),
        ("German Assault", ("cvp german 19", "cvp russian 10"), "russian"),
        ("Russian Assault", ("stone russian 12",), "russian"),
        ("Russian Assault", ("stone russian 11",), "german"),
        ("Russian Assault", ("stone russian all",), "russian"),
    ],
)
def test_11_6235_stone_locations_decide(kind: str, lines: tuple[str, ...], winner: str) -> None:
    """CVP and Stone Locations gained; an Assault by 24 (Russian 12) more, by twice the CVP, or by all of them."""
    assert stone(kind, *lines) == winner


def test_12_6255_in_valor_of_the_guards_stone_hexes_count_in_a_dual_attack() -> None:
    assert stone("Dual Attack", "stone german 1", campaign="votg") == "german"
    assert stone("Dual Attack", "stone german 1", "stone russian 1", campaign="votg") == "russian"


def test_11_6031_the_initial_scenario_is_won_by_the_conditions_of_its_card() -> None:
    """11.6031: 24 Stone Locations decide a later German Assault; the likelier winner of the first has more CVP."""
    lines = ("stone german 24", "cvp german 9", "cvp russian 10")
    assert stone("German Assault", *lines) == "german"
    assert stone("German Assault", *lines, scenario=1) == "russian"


@pytest.mark.parametrize(("scenario", "words"), [(1, "CG card"), (2, "12.6255")])
def test_12_6041_the_conditions_are_told_where_no_numbers_decide(scenario: int, words: str) -> None:
    desk = played("votg")
    desk.game = desk.game.at(replace(desk.state, scenario=scenario))
    desk.do("set scenario German Assault")
    told = [event.describe() for event in desk.at("victory").do("next", "german")]
    assert any(words in text for text in told)


def test_11_6235_stone_locations_are_counted_anew_in_each_scenario() -> None:
    desk = played("rb")
    desk.do("result stone german 7; stone russian all")
    desk.at("commence")
    desk.do("next")
    assert [desk.state.number("german", "stone"), desk.state.number("russian", "stone-all")] == [0, 0]


# -- CPP that are left -----------------------------------------------------------------------------------


def test_7_518_cpp_left_count_against_the_russians_and_the_last_date_says_so() -> None:
    early, last = (Desk().at("purchase", date=date) for date in (2, 3))
    said = "each CPP that the German side has left takes 1 VP from the Russian total"
    assert not any(said in event.text for event in early.do("next") if isinstance(event, Told))
    assert any(said in event.text for event in last.do("next") if isinstance(event, Told))
    last.do("set german cpp 22")
    assert total(last.game, "russian", final=True) == total(last.game, "russian") - 22


def test_7_4_every_report_of_a_campaign_that_is_over_tells_the_final_count() -> None:
    """21 VP but for 3 CPP that the Germans have left: no Russian lead stays in a campaign that is lost."""
    desk = played().at("victory", date=3)
    desk.do("control >=0 russian")
    for line in ("set russian cvp 220", "set german cpp 3"):
        desk.do(line)
    before = "\n".join(campaign_report.vp_lines(desk.game))
    assert "less each CPP" not in before and "wins with 20 VP at the end; now 21" in before
    while desk.state.stage != "over":
        desk.do("next")
    assert desk.state.outcome == "German victory"
    *lines, last = campaign_report.vp_lines(desk.game)
    assert last == "German victory: Russian VP 18 of 20."
    assert "Russian -3: less each CPP the Germans have left at the end: 3 CPP" in lines
    assert campaign_report.figure_lines(desk.game)[1].split()[-1] == "18"
    assert ("Russian", "in all", "18") in victory_points(desk.game).rows


def test_7_518_the_players_may_agree_how_many_of_them_count() -> None:
    desk = Desk().at("purchase", date=3)
    desk.do("set cpp-left-most 5")
    assert any("5 at most" in event.text for event in desk.do("next") if isinstance(event, Told))
    desk.do("set german cpp 22")
    assert total(desk.game, "russian", final=True) == total(desk.game, "russian") - 5
    desk.do("set german cpp 3")
    assert total(desk.game, "russian", final=True) == total(desk.game, "russian") - 3
    assert "is a number" in desk.no("set cpp-left-most few")
    desk.do("set cpp-left-most none")
    desk.do("set german cpp 22")
    assert total(desk.game, "russian", final=True) == total(desk.game, "russian") - 22
    assert "earn no VP" in Desk("rb").no("set cpp-left-most 5")
