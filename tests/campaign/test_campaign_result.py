"""What is left after a scenario: the verb `result`, pasted texts, and saved games of a mission (7.13, 7.502, A26.2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import LIBRARY, Desk, add, ids

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker, Unit, Weapon
from sasl.campaign import events as cev
from sasl.campaign.campaign_engine import Done, play
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import Piece
from sasl.campaign.orders.results import read_text
from sasl.campaign.result_game import take_from
from sasl.campaign.steps.losses import worth
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Unanswered
from sasl.kernel.transaction import Refused
from sasl.saves.session import Session


def played(campaign: str = "oto2") -> Desk:
    """A campaign whose scenario has been fought."""
    desk = Desk(campaign)
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    desk.do("add german 4-6-7 3")
    desk.do("add russian 6-2-8 2")
    desk.do("add german 9-1")
    return desk


def test_counters_by_id_hex_and_states() -> None:
    desk = played()
    first, second, _ = ids(desk, "german", "4-6-7")
    desk.do(f"result {first} k12 broken +encircled; {second} gone")
    piece = desk.piece(first)
    assert (piece.box, piece.hex, piece.flags) == ("map", "K12", {"broken", "encircled"})
    assert not desk.piece(second).here
    desk.do(f"result {first} -Broken retained")
    assert (desk.piece(first).flags, desk.piece(first).box, desk.piece(first).hex) == ({"encircled"}, "retained", "")


def test_a_state_may_be_called_as_the_log_calls_it() -> None:
    """The log says Immobilized; `immobile` and a wrong word with its nearest one stay as they were."""
    desk = played()
    gun = add(desk, "german", "StuG IIIG", "K12")
    told = desk.do(f"result {gun} K12 Immobilized")
    assert any("+Immobilized" in event.describe() for event in told) and "immobile" in desk.piece(gun).flags
    desk.do(f"mark {gun} -immobilized")
    assert "immobile" not in desk.piece(gun).flags
    assert "did you mean 'immobile'" in desk.no(f"result {gun} K12 immobil")


def test_a26_2_what_is_gone_is_counted_for_both_sides() -> None:
    desk = played()
    desk.do(f"result {ids(desk, 'german', '4-6-7')[0]},{ids(desk, 'german', '9-1')[0]} gone")
    assert desk.state.number("russian", "cvp") == desk.state.number("russian", "earned") == 2 + 2
    assert desk.state.number("german", "suffered") == desk.state.number("german", "suffered-total") == 4


def test_d3_4_an_armor_leader_is_gone_with_his_vehicle_but_for_one_told_of_before() -> None:
    desk = played()
    for line in ("add german StuG IIIG K12", "add german StuG IIIG K13", "add german 9-1 K12", "add german 8-1 K13"):
        desk.do(line)
    first, second, lost, saved = list(desk.state.pieces)[-4:]
    desk.do(f"mark {lost},{saved} +armor-leader")
    desk.do(f"move {lost} {first}")
    desk.do(f"move {saved} {second}")
    desk.do(f"result {saved} K14")
    desk.do(f"result {first},{second} gone")
    assert not desk.piece(lost).here and desk.piece(saved).hex == "K14"
    desk.do(f"result {lost} gone")  # said once more, of him too: nothing is wrong with that


@pytest.mark.parametrize(
    ("side", "kind", "points"),
    [("german", "4-6-7", 2), ("german", "2-4-7", 1), ("german", "2-2-8", 2), ("german", "10-2", 3),
     ("german", "8-0", 1), ("russian", "6+1", 1), ("german", "75L AT", 2), ("german", "LMG", 0),
     ("russian", "GAZ-MM", 3), ("german", "StuG IIIG", 6)],
)  # fmt: skip
def test_a26_2_casualty_vp(side: str, kind: str, points: int) -> None:
    desk = played()
    desk.do(f"add {side} {kind} K12")
    piece = list(desk.state.pieces.values())[-1]
    assert worth(desk.game, piece) == points
    assert worth(desk.game, replace(piece, flags=frozenset({"prisoner"}))) == points * (
        2 if piece.mmc or piece.smc or piece.kind != "sw" else 0
    )


def test_side_and_type_means_counters_of_the_oob_first_and_more_of_them_join() -> None:
    desk = played()
    desk.do("result russian 6-2-8 x3 L14 encircled")
    there = ids(desk, "russian", "6-2-8")
    assert len(there) == 3 and {desk.piece(key).hex for key in there} == {"L14"}
    before = set(desk.state.pieces)
    desk.do("result russian 6-2-8 L14; russian 6-2-8 L15; r 6-2-8 gone")
    assert set(desk.state.pieces) == before
    assert sorted(desk.piece(key).hex for key in ids(desk, "russian", "6-2-8")) == ["L14", "L15"]


def test_a_capital_x_with_a_number_is_a_hex_and_a_small_one_a_count() -> None:
    desk = played()
    desk.do("result russian 6-2-8 X36")
    assert [desk.piece(key).hex for key in ids(desk, "russian", "6-2-8")] == ["X36", ""]
    desk.do("result russian 6-2-8 x2 K12")
    assert [desk.piece(key).hex for key in ids(desk, "russian", "6-2-8")] == ["K12", "K12"]


def test_types_of_several_words_bearers_and_other_types() -> None:
    desk = played()
    squad = ids(desk, "german", "4-6-7")[0]
    desk.do(f"result german StuG IIIG K12 recalled low-ammo; {squad} K13; german LMG with {squad} malfunctioned")
    gun = ids(desk, "german", "LMG")[0]
    assert (desk.piece(gun).holder, desk.piece(gun).hex, desk.piece(gun).flags) == (squad, "K13", {"malfunctioned"})
    desk.do(f"result {squad} as 2-4-7 K14")
    assert (desk.piece(squad).kind, desk.piece(gun).hex) == ("hs", "K14")


def test_prisoners_have_a_guard_of_the_other_side_and_weapons_are_captured() -> None:
    desk = played()
    guard, captive = ids(desk, "german", "4-6-7")[0], ids(desk, "russian", "6-2-8")[0]
    desk.do(f"result {guard} K12; {captive} prisoner of {guard}; russian LMG K12 captured")
    assert desk.piece(captive).holder == guard and desk.piece(captive).hex == "K12"
    gun = list(desk.state.pieces.values())[-1]
    assert gun.side == "german" and "captured" in gun.flags
    assert "Guard" in desk.no(f"result {captive} -prisoner; {ids(desk, 'russian', '6-2-8')[1]} prisoner")
    assert "same side" in desk.no(f"result {ids(desk, 'german', '4-6-7')[1]} prisoner of {guard}")
    assert "prisoners" in desk.no(f"result {guard} captured")


def test_7_4_cvp_and_evp_of_this_scenario_are_entered_and_add_up_over_scenarios() -> None:
    desk = played()
    desk.do("set russian cvp 25")
    desk.do("result " + ids(desk, "german", "4-6-7")[0] + " gone")
    desk.do("result cvp russian 30; evp russian 4; lvp russian 6")
    assert [desk.state.number("russian", name) for name in ("cvp", "earned", "evp", "lvp")] == [55, 30, 4, 6]
    assert desk.state.number("german", "suffered") == 30
    desk.do("result cvp russian 31; evp russian 3; " + ids(desk, "german", "4-6-7")[0] + " gone")
    assert [desk.state.number("russian", name) for name in ("cvp", "evp")] == [56, 3]


def test_cg14_a_unit_that_exits_is_worth_evp_and_no_cvp() -> None:
    desk = played()
    desk.do("result " + ids(desk, "russian", "6-2-8")[0] + " exited")
    assert desk.state.number("russian", "evp") == 2 and desk.state.number("german", "cvp") == 0


def test_a_wreck_counts_and_stays_on_the_map() -> None:
    desk = played()
    desk.do("add german StuG IIIG")
    tank = ids(desk, "german", "StuG IIIG")[0]
    desk.do(f"result {tank} K12 wreck")
    assert desk.piece(tank).here and desk.state.number("russian", "cvp") == 6


def test_control_works_and_fires() -> None:
    desk = played()
    desk.do("result control K12,K13 german; blaze K13 brush; minefield L14 6; trench K13")
    assert desk.state.control["K12"] == desk.state.control["K13"] == "german"
    works = {work.kind: work for work in desk.state.works.values()}
    assert (works["blaze"].text, works["minefield"].number, works["trench"].hex) == ("brush", 6, "K13")
    desk.do(f"result {works['trench'].id} gone; control K12 none")
    assert "trench" not in {work.kind for work in desk.state.works.values()} and "K12" not in desk.state.control


@pytest.mark.parametrize(
    ("line", "words"),
    [("g467-99 K12", "no counter 'g467-99'"), ("german 4-6-8-9 K12", "no German counter"), ("cvp russian", "number"),
     ("german 4-6-7 K12 brokn", "broken"), ("german 4-6-7 K999", "K999"), ("control K12 romans", "not a side"),
     ("trench", "hex"), ("german 10-3 gone", "no more"), ("german", "counter"),
     ("g467-1 K12 melee", "name their hex alone")],
)  # fmt: skip
def test_what_is_wrong_gets_one_sentence_and_nothing_is_entered(line: str, words: str) -> None:
    desk = played()
    before = desk.state
    reason = desk.no(f"result lvp russian 3; {line}")
    assert words in reason and reason.startswith("line 2") and "\n" not in reason and desk.state == before


def test_a_result_is_entered_after_a_scenario_only() -> None:
    assert "no scenario" in Desk().no("result lvp russian 3")


def test_a_pasted_text_gives_one_command_or_faults_by_line() -> None:
    desk = played()
    text = "# the map\n\ngerman 4-6-7 K12 broken\ngerman 4-6-7 x2 K13 # the rest\nlvp russian 6\n"
    found = read_text(desk.game, text)
    assert not found.faults
    desk.do(found.command)
    assert sorted(desk.piece(key).hex for key in ids(desk, "german", "4-6-7")) == ["K12", "K13", "K13"]
    bad = read_text(desk.game, text + "german 4-6-7 K12 brokn\nlvp russian 7\nnonsense\n")
    assert [number for number, _ in bad.faults] == [6, 8] and not bad.command
    assert read_text(desk.game, "# nothing\n").faults


# -- a saved game -----------------------------------------------------------------------------------------


def mission_game() -> Game:
    """OtO-S1 in mid-play, made by hand: two Russian squads and a leader, one German squad, a burning wreck."""
    game = Session.memory(LIBRARY, "oto-s1", 1).game
    units = {
        "628a": Unit("628a", "FRIENDLY", "squad", "6-2-8", "628", "K12", frozenset({"broken", "dm", "prep"})),
        "628b": Unit("628b", "FRIENDLY", "squad", "6-2-8", "628", "K13"),
        "628c": Unit("628c", "FRIENDLY", "squad", "6-2-8", "628", "K13"),
        "467a": Unit("467a", "ENEMY", "squad", "4-6-7", "467", "K12", frozenset({"disarmed", "prisoner"}),
                     carrier="628b"),
    }  # fmt: skip
    markers = {
        "wreck1": Marker("wreck1", "wreck", "L14", text="burning wreck", number=1, state="burning"),
        "m1": Marker("m1", "minefield", "L15", "ENEMY", 6, 3),
    }
    control: dict[str, Side] = {"K12": "ENEMY"}
    return replace(game, state=replace(game.state, stage="over", units=units, markers=markers, control=control))


def test_take_matches_by_type_new_ones_join_and_what_is_missing_is_gone() -> None:
    desk = played()
    ctx = CampaignRun(desk.game, ("all", "all"))
    take_from(ctx, mission_game())
    desk.game = ctx.game
    assert len(ids(desk, "russian", "6-2-8")) == 3 and len(ids(desk, "german", "4-6-7")) == 1
    first = next(piece for piece in desk.state.at("K12", "russian"))
    assert first.flags == {"broken"} and first.box == "map"
    captive = desk.piece(ids(desk, "german", "4-6-7")[0])
    assert captive.flags == {"prisoner", "unarmed"} and desk.piece(captive.holder).side == "russian"
    assert ids(desk, "german", "9-1") == [] and desk.state.number("russian", "cvp") == 2 * 2 + 2
    works = {(work.kind, work.hex, work.number) for work in desk.state.works.values()}
    assert works == {("wreck", "L14", 1), ("blaze", "L14", 0), ("minefield", "L15", 6)}
    assert desk.state.control["K12"] == "german"


def test_a21_take_gives_what_was_captured_to_its_captor() -> None:
    desk, game = played(), mission_game()
    gun = Unit("75La", "FRIENDLY", "gun", "75L AT", "75L", "K13", maker="ENEMY")
    mg = Weapon("LMGa", "ENEMY", "LMG", "LMG", "628b", flags=frozenset({"captured"}))
    state = replace(game.state, units={**game.state.units, gun.id: gun}, weapons={mg.id: mg})
    ctx = CampaignRun(desk.game, ("all", "all"))
    take_from(ctx, replace(game, state=state))
    taken = [piece for piece in ctx.state.of("russian") if "captured" in piece.flags]
    assert sorted(piece.type for piece in taken) == ["75L AT", "LMG"]


def test_take_leaves_retained_counters_that_were_not_in_the_game() -> None:
    desk = played()
    ctx = CampaignRun(desk.game, ("no", "no"))
    take_from(ctx, mission_game())
    assert sum(piece.type == "4-6-7" for piece in ctx.state.of("german")) == 3


def test_take_reads_a_saved_game_and_names_what_it_cannot_open(tmp_path: Path) -> None:
    with Session.create(LIBRARY, "oto-s1", 1, tmp_path, "mine", "2026-01-01 00:00"):
        pass
    desk = played()
    desk.do(f"take {tmp_path}/mine", "yes", "none", "none")
    assert "nothere" in desk.no(f"take {tmp_path}/nothere")


def test_7_13_a_game_that_is_not_over_is_taken_only_if_the_player_says_so(tmp_path: Path) -> None:
    with Session.create(LIBRARY, "oto-s1", 1, tmp_path, "mine", "2026-01-01 00:00"):
        pass
    desk = played()
    question = desk.ask(f"take {tmp_path}/mine")
    assert (question.id, question.default) == ("take-unfinished", "no")
    before = desk.state
    assert "7.13" in desk.no(f"take {tmp_path}/mine", "no")
    assert desk.state == before


def test_cg7_of_what_was_to_come_only_what_the_player_names_is_gone() -> None:
    """Bombardments, observers, OBA and CBM are never asked about; an armor leader is where his vehicle is."""
    desk = played()
    desk.do("add russian KV-1S coming 2")
    desk.do("add russian GAZ-MM coming 3")
    tanks = ids(desk, "russian", "KV-1S")
    support = [
        Piece(f"rb{kind}", "russian", kind, kind, "coming") for kind in ("bombardment", "observer", "oba", "cbm")
    ]
    boss = Piece("rboss", "russian", "leader", "9-1", "coming", holder=tanks[0], flags=frozenset({"armor-leader"}))
    for piece in (*support, boss):
        desk.game = desk.game.after(cev.PieceAdded(piece))
    ctx = CampaignRun(desk.game, (tanks[0], "none"))
    take_from(ctx, mission_game())
    coming = {piece.id for piece in ctx.state.of("russian", "coming")}
    assert coming == {tanks[1], *ids(desk, "russian", "GAZ-MM"), *(piece.id for piece in support)}
    assert not ctx.state.pieces[tanks[0]].here and not ctx.state.pieces[boss.id].here
    with pytest.raises(Unanswered) as asked:
        take_from(CampaignRun(desk.game), mission_game())
    assert asked.value.question.id == "coming-gone" and asked.value.question.default == "none"


def test_7_13_after_take_next_knows_that_there_is_a_result(tmp_path: Path) -> None:
    desk = played()
    ctx = CampaignRun(desk.game, ("none",) * 4)
    take_from(ctx, mission_game())
    desk.game = ctx.game
    outcome = play(desk.game, "next")
    assert isinstance(outcome, Done) and outcome.game.state.stage == "refit", "it does not ask for a result (7.13)"


def test_take_refuses_a_game_on_another_map() -> None:
    desk = played()
    game = mission_game()
    units = {"628a": replace(game.state.units["628a"], hex="ZZ99")}
    with pytest.raises(Refused, match="another map"):
        take_from(CampaignRun(desk.game), replace(game, state=replace(game.state, units=units)))


def test_a26_2_a_counter_lost_by_hand_is_a_casualty_once_a_scenario_has_begun() -> None:
    desk = Desk()
    desk.do("add german 4-6-7 2")
    first, second = ids(desk, "german", "4-6-7")
    desk.do(f"lose {first}")
    assert desk.state.number("russian", "cvp") == 0
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    assert "already" in desk.no(f"lose {first}") and "cannot carry" in desk.no(f"move {second} {first}")
    desk.do(f"lose {second}")
    assert desk.state.number("russian", "cvp") == 2


def test_11_6142_an_afv_that_was_on_the_map_has_fought_one_that_waits_has_not() -> None:
    desk = played("rb")
    desk.do("add german StuG IIIG 3")
    first, second, third = ids(desk, "german", "StuG IIIG")
    desk.do(f"result {first} retained; {second} coming")
    desk.do(f"move {third} K12")
    desk.at("melee").do("next")
    assert ["has-fought" in desk.piece(key).flags for key in (first, second, third)] == [True, False, True]


@pytest.mark.parametrize(("campaign", "kind"), [("oto2", "T-34 M43"), ("rb", "GAZ-MM")])
def test_11_6142_that_a_platoon_has_fought_matters_for_afv_where_platoons_leave(campaign: str, kind: str) -> None:
    """11.6142: AFV Platoons; OtO2 has no such rule, and nothing is said of it there, nor of trucks."""
    desk = played(campaign)
    desk.do(f"add russian {kind} 1")
    (vehicle,) = ids(desk, "russian", kind)
    desk.do(f"result {vehicle} K12")
    desk.at("melee").do("next")
    assert "has-fought" not in desk.piece(vehicle).flags


def test_what_a_side_has_is_never_set_below_0() -> None:
    desk = Desk("oto2")
    for name in ("cpp", "fpp", "cvp", "wins"):
        assert "below 0" in desk.no(f"set german {name} -1")
    desk.do("set german vp -4")
    assert desk.state.number("german", "vp") == -4


@pytest.mark.parametrize(
    ("side", "kind", "state"),
    [("german", "4-6-7", "malfunctioned"), ("german", "4-6-7", "wounded"), ("german", "9-1", "bogged"),
     ("german", "75L AT", "immobile"), ("german", "HMG Cupola", "immobile"), ("german", "LMG", "broken"),
     ("german", "LMG", "wreck"), ("russian", "T-34 M43", "wounded")],
)  # fmt: skip
def test_7_13_a_counter_has_only_states_that_its_kind_comes_to(side: str, kind: str, state: str) -> None:
    """7.5132 repairs Weapons: a squad that a result calls malfunctioned would be Eliminated by it."""
    desk = played()
    before = set(desk.state.pieces)
    desk.do(f"add {side} {kind}")
    (name,) = set(desk.state.pieces) - before
    assert "is never" in desk.no(f"result {side} {kind} L21 {state}")
    assert "is never" in desk.no(f"mark {name} +{state}")


def test_7_5132_weapon_repair_leaves_men_alone() -> None:
    """A squad that an older save has as malfunctioned is no Weapon."""
    desk = played()
    name = ids(desk, "german", "4-6-7")[0]
    squad = replace(desk.piece(name), flags=frozenset({"malfunctioned"}))
    desk.game = desk.game.at(replace(desk.state, pieces={**desk.state.pieces, name: squad}))
    desk.at("weapon-repair").do("next")
    assert desk.piece(name).here


def test_7_13_a_type_means_counters_that_no_earlier_result_told_of_first() -> None:
    """Two commands: the second one's squads are not those that the first put elsewhere, while others are left."""
    desk = played()
    first, second, third = ids(desk, "german", "4-6-7")
    desk.do(f"result {first},{second} K25")
    desk.do("result german 4-6-7 K27")
    assert [desk.piece(key).hex for key in (first, second, third)] == ["K25", "K25", "K27"]
    events = desk.do("result german 4-6-7 K28")  # none is left: one of them is moved on, and the log says so
    assert [desk.piece(key).hex for key in (first, second, third)] == ["K28", "K25", "K27"]
    assert any(f"{first} (K25)" in event.describe() for event in events)


def test_7_13_the_next_scenario_tells_of_all_counters_anew() -> None:
    desk = played()
    first = ids(desk, "german", "4-6-7")[0]
    desk.do(f"result {first} K25")
    assert first in desk.state.told
    desk.game = desk.game.after(cev.StageSet("scenario"))
    assert not desk.state.told


def manned_gun(desk: Desk) -> tuple[str, str]:
    desk.do("add german 75L AT N11")
    desk.do("add german 2-2-8 N11")
    gun, crew = ids(desk, "german", "75L AT")[0], ids(desk, "german", "2-2-8")[0]
    desk.do(f"move {gun} {crew}")
    return gun, crew


def test_7_507_a_gun_and_its_crew_told_of_in_one_hex_stay_together() -> None:
    for order in (0, 1):
        desk = played()
        gun, crew = manned_gun(desk)
        for name in ((gun, crew), (crew, gun))[order]:
            desk.do(f"result {name} N11")
        assert (desk.piece(gun).holder, desk.piece(gun).hex) == (crew, "N11")
        desk = played()
        gun, crew = manned_gun(desk)
        desk.do(f"result {gun},{crew} N11")
        assert (desk.piece(gun).holder, desk.piece(gun).hex) == (crew, "N11")


def test_b28_5_a_result_tells_both_factors_of_a_minefield_hex() -> None:
    """The four of the initial OB (7.4), and others."""
    desk = Desk("oto2")
    desk.do("next")
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    waiting = [key for key, work in desk.state.works.items() if work.kind == "minefield" and not work.hex]
    assert [(desk.state.works[key].number, desk.state.works[key].anti_tank) for key in waiting] == [(6, 3)] * 4
    desk.do("result minefield K12; minefield K13 4; minefield K14 5 2 A-T; minefield K15 0 3 A-T")
    found = [desk.state.works[key] for key in waiting]
    assert [(work.hex, work.number, work.anti_tank) for work in found] == [
        ("K12", 6, 3), ("K13", 4, 3), ("K14", 5, 2), ("K15", 0, 3)]  # fmt: skip
    assert found[2].text == "minefield 5 A-P, 2 A-T"
    desk.do("result minefield K16 6 A-P, 2 A-T; minefield K17 8")
    more = [work for work in desk.state.works.values() if work.hex in ("K16", "K17")]
    assert [(work.number, work.anti_tank, work.text) for work in more] == [(6, 2, "minefield 6 A-P, 2 A-T"), (8, 0, "")]


def test_a4_4_a_sw_named_with_its_bearer_is_still_borne_and_elsewhere_it_is_not() -> None:
    desk = played()
    desk.do("add german LMG")
    desk.do("add german 4-6-7")
    gun, squad = (next(item.id for item in desk.state.of("german") if item.type == name) for name in ("LMG", "4-6-7"))
    desk.do(f"move {gun} {squad}")
    desk.do(f"result {gun},{squad} K12")
    assert desk.piece(gun).holder == squad
    desk.do(f"result {gun} K13")
    assert (desk.piece(gun).holder, desk.piece(gun).hex) == ("", "K13")


def test_7_507_a_crew_told_of_elsewhere_has_left_its_gun() -> None:
    desk = played()
    gun, crew = manned_gun(desk)
    desk.do(f"result {gun} N11; {crew} K5")
    assert (desk.piece(gun).holder, desk.piece(gun).hex, desk.piece(crew).hex) == ("", "N11", "K5")


def test_a20_24_a_prisoner_has_no_sw_any_more() -> None:
    """What he bore lies where he was told to be, and is lost with him where he was told of nowhere else."""
    for before, fate in ((True, ("map", "K11")), (False, ("gone", ""))):
        desk = played()
        guard, captive = ids(desk, "russian", "6-2-8")[0], ids(desk, "german", "4-6-7")[0]
        desk.do("add german LMG coming")
        gun = ids(desk, "german", "LMG")[-1]
        desk.do(f"move {gun} {captive}")
        if before:
            desk.do(f"result {captive} K11")
        desk.do(f"result {guard} K12; {captive} prisoner of {guard}")
        assert desk.piece(captive).holder == guard and desk.piece(gun).holder == ""
        assert (desk.piece(gun).box, desk.piece(gun).hex) == fate


def test_a21_1_a_captured_afv_stays_the_one_it_is_and_a21_22_its_temporary_crew_is_part_of_it() -> None:
    """Taken twice, as in the next scenario: no other one comes, and nobody loses CVP for it."""
    desk, game = played(), mission_game()
    desk.do("add russian 2-3-7")
    manned = Unit("StuGa", "FRIENDLY", "vehicle", "StuG IIIG", "StuG", "K13", maker="ENEMY",
                  arms=frozenset({"manned by 2-3-7"}))  # fmt: skip
    game = replace(game, state=replace(game.state, units={**game.state.units, manned.id: manned}))
    now = desk.game
    for _ in range(2):
        ctx = CampaignRun(now, ("all",) * 20)
        take_from(ctx, game)
        now = ctx.game
    every = now.state.pieces.values()
    tanks = [(piece.side, piece.box, piece.flags) for piece in every if piece.type == "StuG IIIG"]
    crews = [(piece.side, piece.box) for piece in every if piece.type == "2-3-7"]
    assert tanks == [("russian", "map", {"captured", "temporary-crew"})]
    assert crews == [("russian", "gone")], "no other HS comes, however often the game is taken"
    assert now.state.number("german", "cvp") == 0
