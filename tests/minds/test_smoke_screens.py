"""SMOKE of the FRIENDLY commander (A24): grenades before a stack goes on, rounds of ordnance, OBA."""

from __future__ import annotations

import pytest
from deciders import decider, field, proposal, with_minds
from tabletop import ENEMY, Tabletop

from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Marker
from sasl.asl.game.under_way import Battery
from sasl.asl.terrain import smoke
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.fire import smoke_rounds
from sasl.minds.movement import grenades, smoke_screens
from sasl.minds.movement.smoke_screens import Cloud
from sasl.minds.support import support_fire

FRIENDLY: Side = "FRIENDLY"


def plan(table: Tabletop, doctrine: str = "") -> Act:
    """What the FRIENDLY side does next; it must be something."""
    act = proposal(with_minds(table, "FRIENDLY", doctrine=doctrine).game, "FRIENDLY")
    assert act is not None
    return act


def machine_gun(table: Tabletop, place: str) -> None:
    """A squad with a HMG there."""
    table.armed(ENEMY, "4-6-7", place, "HMG")


# -- grenades (A24.1) ----------------------------------------------------------------------------------


def engineers(*men: str) -> Tabletop:
    """These before a machine gun that has the VPO behind it."""
    table = Tabletop.held(field("FRIENDLY", "MPh"), K14=ENEMY)
    machine_gun(table, "K14")
    for name in men:
        table.new(FRIENDLY, name, "K16")
    return table


def test_a24_1_engineers_throw_smoke_before_their_stack_goes_at_a_machine_gun() -> None:
    table = engineers("6-2-8", "4-5-8", "4-5-8")
    act = plan(table)
    assert act.line.startswith("smoke 628a ")
    assert act.target == "K15"


def test_a24_1_nobody_throws_smoke_where_nobody_fires_or_the_doctrine_has_none() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), K14=ENEMY)
    table.new(FRIENDLY, "6-2-8", "K16")
    assert plan(table).line.startswith("move ")
    mild = engineers("6-2-8", "4-5-8", "4-5-8").game
    stack = list(mild.state.units_at("K16"))
    assert grenades.throw(mild, decider("FRIENDLY"), stack, ("K16", "K15")) is not None
    assert grenades.throw(mild, decider("FRIENDLY", "standard"), stack, ("K16", "K15")) is None


def test_a24_1_who_has_smoke_beside_him_on_the_way_goes_through_it() -> None:
    table = Tabletop.held(field("FRIENDLY", "MPh"), P10=ENEMY)
    table.new(FRIENDLY, "4-5-8", "K16")
    usual = plan(table).path
    beside = [name for name in table.game.board.neighbours("K16") if name != usual[1]]
    name = min(beside, key=lambda name: (table.game.board.distance(name, "P10"), name))
    cloud = Marker("smoke1", "smoke", name, FRIENDLY, 2, state="grenades")
    table = Tabletop(table.game.at(replace(table.state, markers={cloud.id: cloud})))
    assert plan(table).path[:2] == ("K16", name)


# -- ordnance (C8.5) -----------------------------------------------------------------------------------


def test_c8_5_a_gun_without_a_better_target_fires_smoke_at_who_endangers_the_way() -> None:
    table = Tabletop.held(field("FRIENDLY", "PFPh", K10="stone-building"), K10=ENEMY)
    machine_gun(table, "K10")
    table.new(FRIENDLY, "82* MTR", "K28")
    table.new(FRIENDLY, "2-2-8", "K28")
    for _ in range(3):
        table.new(FRIENDLY, "4-5-8", "K18")
    act = smoke_rounds.next_act(table.game, decider("FRIENDLY"))
    assert act is not None and act.line.endswith("K10 smoke")
    assert smoke_rounds.next_act(table.game, decider("FRIENDLY", "standard")) is None


def test_c8_5_a_threat_counts_by_the_squads_it_can_fire_at() -> None:
    table, mind, worth = Tabletop.held(field("FRIENDLY", "PFPh"), K10=ENEMY), decider("FRIENDLY"), []
    machine_gun(table, "K10")
    for place in ("K18", "K18", "K18", "L18"):
        table.new(FRIENDLY, "4-5-8", place)
        those = smoke_screens.ways(table.game, mind)
        worth.append(smoke_screens.saved(table.game, mind, those, Cloud(("K10",), 3)))
    assert 0 < worth[0] < worth[1]
    assert worth[1] == worth[2] == pytest.approx(worth[3], rel=0.2)


# -- OBA (C1.71) ---------------------------------------------------------------------------------------


def observed(side: Side, phase: Phase) -> Tabletop:
    """Six squads before a machine gun in a building that HE hurts little; the Offboard Observer sees all."""
    table = Tabletop.held(field(side, phase, K10="stone-building"), K10=ENEMY)
    machine_gun(table, "K10")
    for place in ("K15", "L15"):
        for _ in range(3):
            table.new(FRIENDLY, "4-5-8", place)
    eye = Marker("observer1", "observer", "CC20", "FRIENDLY", 2, text="Offboard Observer")
    name = table.game.mission.oba[0].name
    battery = Battery("OBA1", "FRIENDLY", name, 80, 6, 2, access="access", observer="offboard", smoke=True)
    state = replace(table.state, turn=2, batteries={"OBA1": battery}, markers={**table.state.markers, eye.id: eye})
    return Tabletop(table.game.at(state))


def test_c1_71_oba_puts_smoke_before_those_who_will_move_where_it_saves_more_than_he_does() -> None:
    table = observed(ENEMY, "DFPh")
    act = support_fire.next_act(table.game, decider("FRIENDLY"))
    assert act is not None and act.line == "oba hex K10 smoke OBA1"


def test_c1_71_its_sr_becomes_smoke_in_the_own_pfph() -> None:
    table = observed(FRIENDLY, "PFPh")
    battery = replace(table.state.batteries["OBA1"], kind="smoke", stage="SR")
    spot = Marker("sr1", "sr", "K11", "FRIENDLY", text="SR 80mm smoke", owner="OBA1")
    state = replace(table.state, batteries={"OBA1": battery}, markers={**table.state.markers, spot.id: spot})
    table = Tabletop(table.game.at(state))
    act = support_fire.next_act(table.game, decider("FRIENDLY"))
    assert act is not None and act.line == "oba convert OBA1"
    table.do("oba convert OBA1")
    assert smoke.at(table.game, "K10") == 3
