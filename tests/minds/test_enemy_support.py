"""What a FRIENDLY mind does with its artillery and aircraft (C1, E7); the ENEMY's act by themselves."""

from __future__ import annotations

from typing import Any, Literal

from deciders import decider, proposal, with_minds
from field import ENEMY, FRIENDLY, Tabletop, field
from tabletop import of

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Option, Question
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Marker, Suspect
from sasl.asl.game.under_way import Battery
from sasl.asl.oba import fire_missions
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.support import barrage, support_fire


def observed(phase: Phase = "PFPh", side: Side = "FRIENDLY", **terrain: str) -> Tabletop:
    """A field with an Offboard Observer who sees all of it."""
    table = field(side, phase, **terrain)
    eye = Marker("observer1", "observer", "CC20", "FRIENDLY", 2, text="Offboard Observer")
    return Tabletop(table.game.at(replace(table.state, markers={eye.id: eye})))


def test_msr_3_the_free_ffe_falls_where_it_does_most_harm() -> None:
    table = observed()
    for _ in range(3):
        table.new(ENEMY, "4-6-7", "K14")
    table.new(ENEMY, "4-6-7", "T10")
    act = proposal(table.game, "FRIENDLY")
    assert act is not None and act.line == "ffe K14"
    assert any("oba-harm" in reason for reason in act.reasons)


def test_msr_3_no_ffe_is_called_on_own_men() -> None:
    table = observed()
    table.new(ENEMY, "4-6-7", "K14")
    for _ in range(3):
        table.new(FRIENDLY, "6-2-8", "K15")
    act = support_fire.next_act(table.game, decider("FRIENDLY"))
    assert act is None or act.line != "ffe K14"


def test_c1_a_module_gets_contact_an_ar_and_converts_its_sr() -> None:
    table = observed()
    table = Tabletop(table.game.at(replace(table.state, turn=2)))
    for place in ("K14", "K14", "K15", "K15"):
        table.new(ENEMY, "4-6-7", place)
    table = with_minds(table, "FRIENDLY")
    first = support_fire.next_act(table.game, decider("FRIENDLY"))
    assert first is not None and first.line == "oba contact" and first.leads_on
    table.dice(1, 2, 3)
    events = table.do("next")
    decided = [event.line for event in events if isinstance(event, ev.Decided)]
    assert decided[0] == "oba contact"


def test_e7_4_an_aircraft_attacks_the_afv_in_the_other_sides_mph() -> None:
    table = field("ENEMY", "MPh")
    plane = table.new(FRIENDLY, '"Il-2 M43"')
    table.new(ENEMY, '"StuG IIIG"', "K14")
    table.new(ENEMY, "4-6-7", "T10")
    act = support_fire.aircraft(table.game, decider("FRIENDLY"))
    assert act is not None and act.line.startswith(f"air {plane} K14")
    table = with_minds(table, "FRIENDLY")
    assert of(table.do("next"), ev.Decided)
    assert "no-attack" in table.unit(plane).flags or plane not in table.state.units


def test_8_9_the_enemys_aircraft_need_no_act() -> None:
    table = field("FRIENDLY", "MPh")
    table.new(ENEMY, "Ju-87G")
    table.new(FRIENDLY, '"T-34 M43"', "K14")
    assert support_fire.aircraft(table.game, decider("ENEMY")) is None


def shelled(*men: str, own: tuple[str, ...] = ()) -> tuple[Tabletop, Battery]:
    """An FFE:1 in K14 whose next phase begins, with these units about."""
    table = observed()
    for place in men:
        table.new(ENEMY, "4-6-7", place)
    for place in own:
        table.new(FRIENDLY, "6-2-8", place)
    battery = Battery("OBA1", "FRIENDLY", "80mm", 80, 6, 2, access="access", observer="offboard", stage="FFE:1", ffes=1)
    marker = Marker("ffe1", "ffe", "K14", "FRIENDLY", 1, text="FFE:1 80mm", owner="OBA1", column=16)
    state = replace(table.state, batteries={"OBA1": battery}, markers={**table.state.markers, "ffe1": marker})
    return Tabletop(table.game.at(state)), battery


def answered(table: Tabletop, battery: Battery) -> list[ev.Event]:
    ctx = Context(with_minds(table, "FRIENDLY").game)
    fire_missions.begin_phase(ctx, battery)
    return list(ctx.events)


def test_c1_34_an_ffe_that_lies_well_is_left_there() -> None:
    events = answered(*shelled("K14", "K15"))
    marker = of(events, ev.MarkerPut)[0].marker
    assert marker.hex == "K14" and "FFE:2" in marker.text


def test_c1_34_an_ffe_is_corrected_to_where_the_enemy_is() -> None:
    table, battery = shelled("K11", "K11", "L11")
    best = next(iter(support_fire.blasts(table.game, decider("FRIENDLY"), battery)))
    table = table.dice(1)
    events = answered(table, battery)
    marker = of(events, ev.MarkerPut)[0].marker
    assert marker.hex == best != "K14"


def test_c1_21_the_extra_draw_is_weighed_for_all_but_the_ffe_without_a_draw() -> None:
    """At K14 there is only an S?, and nobody Known."""
    table, battery = shelled("Y25")
    suspect = Suspect("S1", "K14", "Hold", "")
    game = table.game.at(replace(table.state, suspects={"S1": suspect}))
    mind, harms = decider("FRIENDLY"), {"K14": 1.0}
    throws = barrage.called(0), barrage.shifted(game, 0, "K12"), barrage.falls(1)
    chits = [barrage.aims(game, mind, battery, None, harms, throw)[0].chit for throw in throws]
    assert chits[0] == chits[1] < 1 == chits[2]


def test_c1_34_an_ffe_on_own_men_is_cancelled() -> None:
    events = answered(*shelled("Y25", own=("K14", "K15")))
    assert of(events, ev.MarkerRemoved) and not of(events, ev.MarkerPut)


def test_oto_5_2_the_counter_battery_attacks_before_all_else() -> None:
    table = observed()
    table.do("oba add cbm friendly")
    table.do("oba add 120 friendly")
    enemy = Battery("OBA9", "ENEMY", "105mm artillery strikes", 105, 6, ffes=1, observer="strikes", kind="HE")
    table = Tabletop(table.game.at(replace(table.state, batteries={**table.state.batteries, "OBA9": enemy})))
    table.new(ENEMY, "4-6-7", "K14")
    act = proposal(table.game, "FRIENDLY")
    assert act is not None and act.line == "cbm"


def test_c10_21_a_limbered_gun_is_made_ready() -> None:
    table = field("ENEMY", "PFPh")
    gun = table.new(ENEMY, "75L AT", "K10", "limbered")
    table.new(ENEMY, "2-2-8", "K10")
    act = proposal(table.game, "ENEMY")
    assert act is not None and act.line == f"unlimber {gun}"
    after = with_minds(table, "ENEMY")
    after.do("next")
    assert "limbered" not in after.unit(gun).flags


def with_battery(table: Tabletop, stage: Any, place: str = "", **facts: Any) -> Tabletop:
    """The same field in Turn 2 under an observer on the ground, with a module and its SR or FFE:C."""
    battery = Battery("OBA1", "FRIENDLY", "80mm", 80, 6, 2, observer="offboard", stage=stage, **facts)
    kind = {"SR": "sr", "FFE:C": "ffe-c"}.get(stage, "")
    marker = Marker("sr1", kind, place, "FRIENDLY", owner="OBA1", text=stage)
    eye = replace(table.state.markers["observer1"], number=0)
    markers = {"observer1": eye, **({"sr1": marker} if place else {})}
    return Tabletop(table.game.at(replace(table.state, turn=2, batteries={"OBA1": battery}, markers=markers)))


def test_c1_3_an_ar_goes_where_no_hindrance_makes_a_miss_certain() -> None:
    grain: dict[str, Any] = dict.fromkeys(("BB19", "BB20", "AA19", "AA20", "Z18", "Z19", "BB18"), "grain")
    table = observed(**grain)
    for place in ("U16", "U16", "U16", "CC12", "CC12", "CC12"):
        table.new(ENEMY, "4-6-7", place)
    table.new(ENEMY, "8-0", "U16")
    table = with_battery(table, "", access="access")
    battery = table.state.batteries["OBA1"]
    assert next(iter(support_fire.blasts(table.game, decider("FRIENDLY"), battery))) == "U16"
    act = support_fire.next_act(table.game, decider("FRIENDLY"))
    assert act is not None and act.target in table.game.board.within("CC12", 1)
    assert any("accurate 0.17" in reason for reason in act.reasons)


def test_c1_33_an_sr_that_does_enough_where_it_lies_is_converted() -> None:
    table = observed()
    for place in ("K14", "K12", "K12"):
        table.new(ENEMY, "4-6-7", place)
    act = support_fire.next_act(with_battery(table, "SR", "K14", access="access").game, decider("FRIENDLY"))
    assert act is not None and act.line.startswith("oba convert")
    assert any("oba-near" in reason for reason in act.reasons)


def test_c1_33_an_sr_that_is_corrected_names_what_it_lacks_where_it_lies() -> None:
    table = observed()
    for place in ("K14", "K12", "K12"):
        table.new(ENEMY, "4-6-7", place)
    act = support_fire.next_act(with_battery(table, "SR", "N16", access="access").game, decider("FRIENDLY"))
    assert act is not None and act.line.startswith("oba correct")
    assert act.reasons[0].startswith("expected loss 0.00 squads where it is: oba-harm 0.3")


def test_c1_34_an_ffe_c_that_the_observer_does_not_see_is_not_renewed() -> None:
    table = observed(BB19="woods", CC19="woods", BB20="woods", CC18="woods", BB18="woods", AA19="woods", AA20="woods")
    for place in ("U16", "U16", "U16"):
        table.new(ENEMY, "4-6-7", place)
    here = with_battery(table, "FFE:C", "U16", access="access")
    act = support_fire.next_act(here.game, decider("FRIENDLY"))
    assert act is None or not act.line.startswith("oba convert")


def test_c1_51_prisoners_are_no_targets_of_an_ffe() -> None:
    table = observed()
    table.new(ENEMY, "4-6-7", "K14", "prisoner")
    table.new(FRIENDLY, "6-2-8", "K14")
    battery = Battery("OBA1", "FRIENDLY", "80mm", 80, 6, 2, observer="offboard")
    assert support_fire.blasts(table.game, decider("FRIENDLY"), battery)["K14"] < 0


def test_c1_51_broken_men_are_worth_less_shells_than_those_who_fire() -> None:
    table = observed()
    table.new(ENEMY, "4-6-7", "K14", "broken", "dm")
    table.new(ENEMY, "4-6-7", "T10")
    battery = Battery("OBA1", "FRIENDLY", "80mm", 80, 6, 2, observer="offboard")
    harms = support_fire.blasts(table.game, decider("FRIENDLY"), battery)
    assert 0 < harms["K14"] < harms["T10"]


def test_c1_335_an_ffe_that_its_observer_sees_no_more_is_corrected_or_cancelled_never_left() -> None:
    table = observed()
    kinds: tuple[Literal["HE", "smoke"], ...] = ("HE", "smoke")
    for kind in kinds:
        battery = Battery("OBA1", "FRIENDLY", "80mm", 80, 6, 2, observer="offboard", stage="FFE:1", ffes=1, kind=kind)
        game = table.game.at(replace(table.state, turn=2, batteries={"OBA1": battery}))
        answers = []
        for values in (("leave", "correct", "cancel"), ("correct", "cancel")):
            options = tuple(Option(value, value) for value in values)
            asked = Question("choice", "?", values[0], options, id="ffe-goes-on", subject=("OBA1", "K14"))
            answers.append(support_fire.goes_on(game, decider("FRIENDLY"), asked))
        assert answers == ["leave", "cancel"], kind


# -- what an aircraft may hit, and what it may not find (E7.3, E7.32) ---------------------------------------


def sky(**terrain: str) -> tuple[Tabletop, str]:
    """A FRIENDLY aircraft in the ENEMY MPh, over an ENEMY squad in K14."""
    table = field("ENEMY", "MPh", **terrain)
    plane = table.new(FRIENDLY, '"Il-2 M43"')
    table.new("enemy", "4-6-7", "K14")
    return table, plane


def run_at(table: Tabletop) -> Act | None:
    act = support_fire.aircraft(table.game, decider("FRIENDLY"))
    return act if act is not None and act.order is not None else None


def test_e7_32_own_men_near_the_target_count_against_a_run() -> None:
    """In a building, own men within four hexes: a Sighting TC of +2, a Mistaken Attack on 17 %, and on them."""
    table, _ = sky(K14="wooden-building")
    alone = run_at(table)
    for _ in range(3):
        table.new(FRIENDLY, "6-2-8", "K16")
    assert alone is not None and run_at(table) is None


def test_e7_3_after_a_failed_sighting_tc_the_next_aircraft_looks_elsewhere() -> None:
    table, plane = sky()
    table.new(FRIENDLY, '"Il-2 M43"')
    table.new("enemy", "4-6-7", "T20")
    first = run_at(table)
    assert first is not None and first.target in ("K14", "T20")
    state = replace(table.state, passed=table.state.passed | {*first.notes, plane})
    second = run_at(Tabletop(table.game.at(state)))
    assert second is not None and second.target == ({"K14", "T20"} - {first.target}).pop()
