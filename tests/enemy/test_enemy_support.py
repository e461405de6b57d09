"""What a FRIENDLY mind does with its artillery and aircraft (C1, E7); the ENEMY's act by themselves."""

from __future__ import annotations

from dataclasses import replace

from field import ENEMY, FRIENDLY, Tabletop, field
from staffs import proposal, staff, with_minds
from tabletop import of

from sasl.enemy import support
from sasl.game import events as ev
from sasl.game.state import Marker


def observed(phase: str = "PFPh", side: str = "FRIENDLY", **terrain: str) -> Tabletop:
    """A field with an Offboard Observer who sees all of it."""
    table = field(side, phase, **terrain)  # type: ignore[arg-type]
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
    act = support.next_act(table.game, staff("FRIENDLY"))
    assert act is None or act.line != "ffe K14"


def test_c1_a_module_gets_contact_an_ar_and_converts_its_sr() -> None:
    table = observed()
    table = Tabletop(table.game.at(replace(table.state, turn=2)))
    for place in ("K14", "K14", "K15", "K15"):
        table.new(ENEMY, "4-6-7", place)
    table = with_minds(table, "FRIENDLY")
    first = support.next_act(table.game, staff("FRIENDLY"))
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
    act = support.aircraft(table.game, staff("FRIENDLY"))
    assert act is not None and act.line.startswith(f"air {plane} K14")
    table = with_minds(table, "FRIENDLY")
    assert of(table.do("next"), ev.Decided)
    assert "no-attack" in table.unit(plane).flags or plane not in table.state.units


def test_8_9_the_enemys_aircraft_need_no_act() -> None:
    table = field("FRIENDLY", "MPh")
    table.new(ENEMY, "Ju-87G")
    table.new(FRIENDLY, '"T-34 M43"', "K14")
    assert support.aircraft(table.game, staff("ENEMY")) is None
