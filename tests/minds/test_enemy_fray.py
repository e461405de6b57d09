"""CCPh (A11): which CC a side that plays itself fights, whom it attacks, when it leaves, and what the log says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from deciders import decider, on, proposal, with_minds
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop, rolls

from sasl.asl.close_combat.cc_choices import Done, legal_attacks
from sasl.asl.close_combat.cc_odds import Weighed
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.minds import cc_acts
from sasl.orders import engine

HEX = "K20"


def ccph(side: Side = ENEMY, **terrain: Any) -> Tabletop:
    return field(side, "CCPh", **terrain)


def melee(ours: int = 1, theirs: int = 1, *flags: str, name: str = "4-6-7", foe: str = "4-4-7") -> Tabletop:
    """ENEMY and FRIENDLY squads in one hex."""
    table = ccph()
    for _ in range(ours):
        table.new("enemy", name, HEX, *flags)
    for _ in range(theirs):
        table.new("friendly", foe, HEX, *flags)
    return table


def decided(events: tuple[ev.Event, ...], side: Side = ENEMY) -> list[ev.Decided]:
    return [event for event in events if isinstance(event, ev.Decided) and event.side == side]


def _titles(table: Tabletop) -> list[str]:
    """What the ENEMY decides in the next CC."""
    return [event.title for event in decided(table.do("next"))]


def chosen(table: Tabletop, side: Side = "ENEMY", **words: str) -> Weighed:
    best, _ = cc_acts.choose(table.game, decider(side, **words), HEX, Done())
    assert best is not None
    return best


# -- which CC ------------------------------------------------------------------------------------------


def test_a11_12_it_fights_each_cc_that_waits_once() -> None:
    table = melee()
    table.new("enemy", "4-6-7", "P20")
    table.new("friendly", "4-4-7", "P20")
    table = with_minds(table, "ENEMY", "FRIENDLY")
    act = proposal(table.game)
    assert act and (act.key, act.line, act.target, act.title) == ("cc K20", "cc K20", HEX, "CC in K20")
    assert act.reasons[0] == "467a against 447a" and act.reasons[1].startswith(
        "odds 1-1: all attack all of them together"
    )
    fought = [event.target for _ in range(2) for event in decided(table.do("next")) if event.title.startswith("CC in")]
    assert set(fought) == {HEX, "P20"} and proposal(table.game) is None


def test_a11_12_a_cc_that_was_vetoed_is_not_fought_again() -> None:
    table = with_minds(melee(), **on("confirm-acts"))
    assert table.ask("next").text == "ENEMY CC in K20"
    table.do("next", "veto")
    assert proposal(table.game) is None
    assert table.ask("next").text.startswith("The CC of K20 is not fought")


def test_a11_12_in_the_players_turn_his_side_is_still_asked() -> None:
    table = with_minds(melee())
    question = table.ask("next")
    assert question.text == "CC in K20: what does the FRIENDLY side do?"
    events = table.do("next", "none")
    attacks = rolls(events, "CC in K20")
    assert [record.purpose for record in attacks] == ["CC in K20: 467a vs 447a"]


# -- whom it attacks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("theirs", "all_of_them"), [(1, True), (2, True), (3, False)])
def test_a11_12_all_at_one_to_two_else_the_best_single_target(theirs: int, all_of_them: bool) -> None:
    table = melee(theirs=theirs)
    best = chosen(table)
    assert (len(best.attack.targets) == theirs) == all_of_them
    if not all_of_them:
        kills = [item for item in legal_attacks(table.game, HEX, "ENEMY") if not item.attack.capture]
        assert cc_acts.harm_of(table.game, decider(), best) == max(
            cc_acts.harm_of(table.game, decider(), x) for x in kills
        )


def test_6_5_the_harm_is_exact_and_counts_a_leader_twice() -> None:
    table = melee()
    best = chosen(table)
    chances = dict(best.expected())
    assert best.odds == "1-1"
    expected = chances["eliminated"] + chances["reduced"] / 2
    assert cc_acts.harm_of(table.game, decider(), best) == pytest.approx(float(expected))
    table.new("friendly", "8-0", HEX)
    both = chosen(table)
    chances = dict(both.expected())
    expected = 3 * chances["eliminated"] + Fraction(3, 2) * chances["reduced"] / 2
    assert cc_acts.harm_of(table.game, decider(), both) == pytest.approx(float(expected))


def test_a11_12_every_decision_is_in_the_log_with_its_odds_and_candidates() -> None:
    table = with_minds(melee(theirs=3), "ENEMY", "FRIENDLY")
    events = table.do("next")
    attack = next(event for event in decided(events) if " vs " in event.title)
    assert attack.title == "CC in K20: 467a vs 447a, 1-1" and attack.ids == ("467a",)
    assert attack.reasons[0].startswith("attacking all of them at 1-4 is too weak (cc-odds-all 0.5 [house])")
    assert sum("expected loss" in line for line in attack.reasons) >= 4
    assert attack.explain()[1:-1] == attack.reasons


def test_a20_22_it_captures_only_where_that_is_as_likely_as_to_kill() -> None:
    assert not chosen(melee()).attack.capture
    unarmed = melee()
    unarmed.do("set 447a disarmed")
    best = chosen(unarmed)
    assert best.attack.capture
    assert dict(best.expected())["captured"] >= Fraction(1, 6)
    _, reasons = cc_acts.choose(unarmed.game, decider("ENEMY"), HEX, Done())
    assert reasons[0].startswith("capture is as likely as a kill (cc-capture 1 [house])")
    unarmed.do("set 467a disarmed")
    assert not chosen(unarmed).attack.capture


def test_a20_51_it_captures_nobody_whom_it_could_not_guard() -> None:
    table = ccph()
    table.new("enemy", "2-4-7", HEX)
    for _ in range(4):
        table.new("friendly", "4-4-7", HEX, "disarmed")
    best = chosen(table)
    assert len(best.attack.targets) == 4 and not best.attack.capture


def test_a11_62_a_vehicle_attacks_and_is_attacked() -> None:
    table = ccph()
    table.new("enemy", "4-6-7", HEX)
    tank = table.new("friendly", "T-34 M43", HEX)
    assert chosen(table).attack.targets == (tank,)
    assert chosen(table, "FRIENDLY").attack.attackers == (tank,)


def test_a_random_doctrine_makes_any_legal_attack() -> None:
    table = melee(theirs=2)
    every = [item.attack for item in legal_attacks(table.game, HEX, "ENEMY")]
    assert chosen(table, doctrine="random").attack in every


# -- who leaves, who shows himself ---------------------------------------------------------------------


@pytest.mark.parametrize(("theirs", "goes"), [(4, False), (5, True)])
def test_a11_2_below_the_odds_of_the_doctrine_it_withdraws_from_melee(theirs: int, goes: bool) -> None:
    table = with_minds(melee(1, theirs, "melee"), "ENEMY", "FRIENDLY")
    assert cc_acts.odds(table.game, HEX, "ENEMY").value == 1 / theirs
    events = table.do("next")
    titles = [event.title for event in decided(events)]
    assert ("467a withdraws from Melee" in titles) == goes
    if goes:
        (said,) = [event for event in decided(events) if "withdraws" in event.title]
        assert said.reasons == ("odds 4 FP to 20, 0.20; cc-odds-withdraw 0.25 [house]",)


def test_a11_2_timid_men_withdraw_earlier() -> None:
    assert not any("withdraws" in line for line in _titles(with_minds(melee(1, 3, "melee"), "ENEMY", "FRIENDLY")))
    table = with_minds(melee(1, 3, "melee"), "ENEMY", "FRIENDLY", doctrine="timid")
    assert any("withdraws" in line for line in _titles(table))


@pytest.mark.parametrize(("theirs", "shows"), [(1, True), (2, False)])
def test_a11_19_concealed_defenders_show_themselves_at_good_odds(theirs: int, shows: bool) -> None:
    table = ccph(FRIENDLY)
    squad = table.new("enemy", "4-6-7", HEX, "concealed")
    for _ in range(theirs):
        table.new("friendly", "4-4-7", HEX)
    table = with_minds(table, "ENEMY", "FRIENDLY")
    titles = _titles(table)
    assert (f"{squad} {'attacks' if shows else 'stays concealed'}") in titles


def test_a20_55_prisoners_turn_on_a_guard_they_have_a_chance_against() -> None:
    for guard, dares in (("2-2-7", True), ("6-2-8", False)):
        table = ccph()
        keeper, captive = table.new("friendly", guard, HEX), table.new("enemy", "4-6-7", HEX, "prisoner")
        table.do(f"guard {captive} {keeper}")
        table.do(f"set {keeper} broken")
        chance = cc_acts.escape_chance(table.game, [captive], keeper, HEX, "ENEMY")
        assert (float(chance) >= decider().doctrine.value("escape-chance")) == dares
        table = with_minds(table, "ENEMY", "FRIENDLY")
        act = proposal(table.game)
        assert act and act.line == f"cc {HEX}" and act.reasons[0].startswith("prisoners against")
        titles = _titles(table)
        assert (f"{captive} turns on {keeper}" in titles) == dares


# -- the phase -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [ENEMY, FRIENDLY])
def test_a11_the_phase_ends_without_a_question_when_nobody_sits(side: Side) -> None:
    table = ccph(side)
    for place in (HEX, "P20"):
        table.new("enemy", "4-6-7", place)
        table.new("friendly", "4-4-7", place)
    table.new("enemy", "4-6-7", "T20", "broken", "melee")
    table.new("friendly", "4-4-7", "T20", "broken", "melee")
    table = with_minds(table, "ENEMY", "FRIENDLY")
    for _ in range(10):
        if table.state.phase != "CCPh":
            break
        assert isinstance(table.session.submit("next", ()), engine.Done)
    assert table.state.phase == "RPh"
