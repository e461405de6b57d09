"""What the ENEMY does not dare (S6.1, S9): to run through fire in Hold, to overrun Panzerfausts, to enter an FFE."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from deciders import decider
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.fire.residual import RESIDUAL
from sasl.asl.game.context import Game
from sasl.asl.game.sides import Phase
from sasl.asl.game.state import Marker
from sasl.kernel.frozen import replace
from sasl.minds.act import Act, Decider
from sasl.minds.movement import advances, moves
from sasl.minds.vehicles import drives, vehicle_moves


def test_d7_no_overrun_past_men_with_panzerfausts() -> None:
    table = field(FRIENDLY, "MPh")
    table.new(FRIENDLY, "T-34 M43", "P20", "buttoned")
    table.new(FRIENDLY, "6-2-8", "P18")
    table.new(ENEMY, "4-6-7", "P12", "broken", "dm")
    free = vehicle_moves.next_act(table.game, decider(FRIENDLY))
    assert free and "overruns P12" in free.title
    for name in ("M16", "P16", "S16"):
        table.new(ENEMY, "4-6-7", name)
    act = vehicle_moves.next_act(table.game, decider(FRIENDLY))
    assert act is None or "overruns" not in act.title


def alone(kind: str, **terrain: str) -> Tabletop:
    """An ENEMY SMC in Hold with a Move Command, in K10; a squad of his three hexes away."""
    table = field(ENEMY, "MPh", **terrain)
    table.new(ENEMY, kind, "K10", "acted", "move-command")
    table.new(ENEMY, "4-6-7", "K13")
    return table


def test_6_6_a_hero_in_hold_stays_in_his_cover() -> None:
    table = alone("1-4-9", K10="woods")
    act = moves.next_act(table.game, decider())
    assert act and not act.line
    table = alone("8-1", K10="woods")
    act = moves.next_act(table.game, decider())
    assert act and act.path[-1] == "K13"


def test_6_6_a_leader_in_hold_does_not_run_through_fire_to_his_men() -> None:
    table = alone("8-1", K10="woods", L12="woods", K12="woods", J12="woods")
    for name in ("N11", "N12", "G11", "G12"):
        table.new(FRIENDLY, "6-2-8", name)
    act = moves.next_act(table.game, decider())
    assert act and not act.line


def held(phase: Phase, place: str, *, shot_over: bool = False) -> Tabletop:
    """An ENEMY squad in Hold in the open near the woods of K12, told to seek cover; K11 is a VPO of the ENEMY."""
    table = field(ENEMY, phase, K12="woods")
    table.new(ENEMY, "4-6-7", place, "acted", "move-command")
    near = table.game.board.neighbours("K12") if shot_over else ()
    lies = {name: Marker(name, RESIDUAL, name, FRIENDLY, 8) for name in near}
    return Tabletop(table.game.at(replace(table.state, control={"K11": ENEMY}, markers=lies)))


def test_6_6_a_hold_unit_does_not_leave_its_vpo_for_cover() -> None:
    asked: dict[Phase, Callable[[Game, Decider], Act | None]] = {"MPh": moves.next_act, "APh": advances.next_act}
    for phase, ask in asked.items():
        act = ask(held(phase, "K11").game, decider())
        assert act and not act.line
        act = ask(held(phase, "K13").game, decider())
        assert act and act.path[-1] == "K12"


def test_6_6_a_hold_unit_under_no_fire_does_not_run_through_fire_to_cover() -> None:
    act = moves.next_act(held("MPh", "K10").game, decider())
    assert act and act.path[-1] == "K12"
    act = moves.next_act(held("MPh", "K10", shot_over=True).game, decider())
    assert act and not act.line


def test_6_306_a_flamethrower_does_not_leave_its_cover_for_a_hail_of_fire() -> None:
    for foes, goes in ((1, True), (4, False)):
        table = field(ENEMY, "MPh", K10="woods")
        squad = table.new(ENEMY, "4-6-8", "K10", "acted", "move-command")
        table.arm(squad, "FT")
        for _ in range(foes):
            table.new(FRIENDLY, "6-2-8", "K14", *(["broken"] if goes else []))
        act = moves.next_act(table.game, decider())
        assert act and bool(act.line) is goes


def test_6_4_a_hold_vehicle_does_not_risk_more_than_the_target_is_worth() -> None:
    for name, goes in (("4-4-7", True), ("ISU-122", False)):
        table = field(ENEMY, "MPh")
        table.new(ENEMY, "Marder II", "P10", "acted", "move-command")
        table.new(FRIENDLY, name, "P18")
        act = vehicle_moves.next_act(table.game, decider())
        assert act and act.line.startswith("move ") is goes


def test_c1_5_no_vehicle_drives_into_an_ffe() -> None:
    table = field(FRIENDLY, "MPh")
    table.new(FRIENDLY, "GAZ-MM", "P20")
    truck = next(unit for unit in table.state.units.values() if unit.type == "GAZ-MM")
    shells = Marker("ffe1", "ffe", "P17", ENEMY, 1, owner="OBA9")
    table = Tabletop(table.game.at(replace(table.state, markers={"ffe1": shells})))
    land = drives.land_of(table.game, decider(FRIENDLY), truck)
    assert land.risk("P17") > 0 and land.risk("P16") > 0 and not land.risk("P15")


@pytest.mark.parametrize("prisoners", [True, False])
def test_c1_5_nobody_walks_into_an_ffe(prisoners: bool) -> None:
    table = field(ENEMY, "MPh")
    men = table.new(ENEMY, "2-4-7", "K14", "acted", "move-command", *(["disarmed"] if prisoners else []))
    units = {**table.state.units, men: replace(table.unit(men), attitude="Withdraw")}
    wall = [name for name in map(str, table.game.board.hexes) if name.endswith("11")]  # from edge to edge
    rows = {name: Marker(name, "ffe", name, FRIENDLY, 1, owner="OBA9") for name in wall}
    table = Tabletop(table.game.at(replace(table.state, units=units, markers=rows)))
    act = moves.next_act(table.game, decider())
    shelled = {name for marker in rows.values() for name in table.game.board.within(marker.hex, 1)}
    assert act is None or not shelled & set(act.path)
