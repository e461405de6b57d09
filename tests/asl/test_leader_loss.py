"""Leader Loss (A10.2), whom a leader helps (A10.21-22), and who is pinned (A7.8)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, drm, field, flags, moves, records, shown_drm, throw, type_of

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase
from sasl.asl.infantry.morale import casualties, leadership, morale_checks, task_checks
from sasl.kernel.frozen import replace

K12 = "K12"


def fired_on(*targets: str, phase: Phase = "PFPh") -> tuple[Tabletop, str, list[str]]:
    """Two FRIENDLY 6-2-8 (12 FP) at range 2 from the ENEMY in K12."""
    table = field("FRIENDLY" if phase == "PFPh" else "ENEMY", phase)
    us = ",".join(table.new(FRIENDLY, "6-2-8", "K14") for _ in range(2))
    return table, f"fire {us} K12", [table.new(ENEMY, name, K12) for name in targets]


def checks(events: Sequence[ev.Event]) -> list[str]:
    """Whose MC and TC were made, in order: `2MC of 81a`, `LLTC of 467a`."""
    found = [record.purpose for record in records(events) if "MC of" in record.purpose or "TC of" in record.purpose]
    return [" ".join(text.split()[:3]) for text in found]


def test_a10_2_the_loss_of_a_leader_comes_after_the_mc_of_the_attack() -> None:
    table, line, (leader, squad) = fired_on("9-1", "4-6-8")
    # 5 on the 12 column is a 2MC: the 9-1 breaks (10 + 2), the squad passes (5 + 2), then its LLTC at +1: 8 + 1 > 8.
    events = throw(table, (1, 4, 4, 6, 2, 3, 4, 4), line)
    assert checks(events) == [f"2MC of {leader}", f"2MC of {squad}", f"LLTC of {squad}"]
    assert flags(table, leader) == {"broken", "dm"} and flags(table, squad) == {"pinned"}


def test_a10_2_who_breaks_of_the_same_attack_takes_no_lltc() -> None:
    table, line, (leader, squad) = fired_on("9-1", "4-6-8")
    events = throw(table, (1, 4, 4, 6, 4, 3), line)  # 7 + 2 > 8
    assert checks(events) == [f"2MC of {leader}", f"2MC of {squad}"]
    assert flags(table, squad) == {"broken", "dm"} and type_of(table, squad) == "4-6-8"


def test_a10_2_defensive_first_fire_shakes_only_who_moves_with_the_leader() -> None:
    table, line, (leader, mate, still) = fired_on("9-1", "4-6-7", "4-6-7", phase="MPh")
    table = moves(table, leader, mate)
    # FFMO and FFNAM: 7 - 2 is a 2MC; the leader breaks, the mate passes at 3 + 2, its LLTC: 7 + 1 > 7.
    events = throw(table, (2, 5, 4, 6, 1, 2, 3, 4), line)
    assert checks(events) == [f"2MC of {leader}", f"2MC of {mate}", f"LLTC of {mate}"]
    assert flags(table, mate) == {"pinned"} and flags(table, still) == set()


@pytest.mark.parametrize(("states", "minds"), [("", True), ("wounded", False), ("encircled", False)])
def test_a10_2_who_is_of_lower_morale_is_reckoned_by_the_leaders_morale_as_it_is_now(states: str, minds: bool) -> None:
    """A wounded or Encircled 8-0 has Morale 7, and a 4-6-7 beside him is not of a lower one."""
    table, _, (leader, squad) = fired_on("8-0", "4-6-7")
    if states:
        table.do(f"set {leader} {states}")
    _, events = by_rule(table, (1, 2) * minds, lambda ctx: casualties.eliminate(ctx, ctx.state.units[leader], "test"))
    assert checks(events) == [f"NMC of {squad}"] * minds


@pytest.mark.parametrize(("vehicle", "feels"), [("GAZ-MM", True), ("T-34 M43", False)])
def test_a10_2_passengers_feel_the_loss_of_a_passenger_alone_and_riders_none(vehicle: str, feels: bool) -> None:
    table = field(ENEMY)
    leader, squad, walker = (table.new(FRIENDLY, name, K12) for name in ("9-1", "4-4-7", "4-4-7"))
    truck = table.new(FRIENDLY, vehicle, K12)
    aboard = {key: replace(table.unit(key), carrier=truck) for key in (leader, squad)}
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, **aboard})))
    dice = (1, 2) * feels
    _, events = by_rule(table, dice, lambda ctx: casualties.eliminate(ctx, ctx.state.units[leader], "test"))
    assert checks(events) == [f"NMC of {squad}"] * feels
    _, events = by_rule(table, (), lambda ctx: casualties.eliminate(ctx, ctx.state.units[walker], "no leader"))
    assert checks(events) == []


def test_a10_2_a_berserk_unit_and_a_rider_do_not_mind() -> None:
    table, _, (leader, mad, rider) = fired_on("9-1", "4-6-7", "4-6-7")
    table.all(f"set {mad} berserk", f"set {rider} mounted")
    table, events = by_rule(table, (), lambda ctx: casualties.eliminate(ctx, ctx.state.units[leader], "test"))
    assert checks(events) == []


@pytest.mark.parametrize("moving", [True, False])
def test_a10_22_a_leader_who_does_not_move_helps_no_mover(moving: bool) -> None:
    table, _, (leader, squad) = fired_on("9-2", "4-6-7", phase="MPh")
    table = moves(table, squad, *([leader] if moving else []))
    helper = leadership.leader_for(table.game, table.unit(squad))
    assert (helper.id if helper else "") == (leader if moving else "")


def test_a7_83_a_pinned_unit_gives_neither_ffmo_nor_ffnam_until_it_breaks() -> None:
    table, line, (squad, other) = fired_on("4-6-7", "4-6-7", phase="MPh")
    table = moves(table, squad, other)
    table.do(f"pin {squad}")
    # The pinned one at +0, the other one at -2 with the same DR: 9 is a NMC, 7 a 1MC.
    events = throw(table, (4, 5, 1, 2, 1, 2), line)
    assert sorted([drm(events), drm(events, 1)], key=len) == [{}, {"FFMO": -1, "FFNAM": -1}]
    table.do(f"break {squad}")
    table = moves(table, squad)  # one more MF
    assert {"-1 FFMO", "-1 FFNAM"} <= set(shown_drm(table, line))


@pytest.mark.parametrize(("states", "wanted"), [("", {"-1 FFMO"}), ("broken", {"-1 FFMO", "-1 FFNAM"})])
def test_a4_61_whom_fire_breaks_is_no_longer_in_assault_movement(states: str, wanted: set[str]) -> None:
    table, line, (squad,) = fired_on("4-6-7", phase="MPh")
    if states:
        table.do(f"set {squad} {states}")
    table = moves(table, squad, how="assault")
    assert set(shown_drm(table, line)) & {"-1 FFMO", "-1 FFNAM"} == wanted


@pytest.mark.parametrize("states", [("heroic",), ("pinned",), ("berserk",), ("mounted",)])
def test_a7_8_who_is_not_subject_to_pins_takes_no_ptc(states: tuple[str, ...]) -> None:
    table = field()
    unit = table.new(ENEMY, "8-1" if states == ("heroic",) else "4-6-7", K12, *states)
    assert not task_checks.can_be_pinned(table.unit(unit))
    assert task_checks.can_be_pinned(table.unit(table.new(ENEMY, "4-6-7", K12)))


def test_a15_2_a_hero_is_not_pinned_by_his_mc() -> None:
    table, line, (hero,) = fired_on("1-4-9")
    throw(table, (1, 4, 3, 4), line)  # 2MC: 7 + 2 = 9, the highest that passes
    assert flags(table, hero) == set()


@pytest.mark.parametrize(("states", "wakes"), [((), True), (("prisoner",), False)])
def test_a14_1_the_dr_of_a_prisoner_wake_no_sniper(states: tuple[str, ...], wakes: bool) -> None:
    table = field(san=(5, 0))
    unit = table.new(ENEMY, "4-6-7", K12, *states)
    dice = (2, 3, 6) if wakes else (2, 3)
    _, events = by_rule(table, dice, lambda ctx: morale_checks.morale_check(ctx, ctx.state.units[unit], 0, "test"))
    assert any("Sniper" in record.purpose for record in records(events)) is wakes
