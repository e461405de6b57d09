"""Panic (S6.21): when an Action DR becomes one, and what a Panicked unit may still do."""

from __future__ import annotations

import pytest
from deciders import decider, field, with_minds
from field import ENEMY, FRIENDLY, Tabletop, by_rule, moves, records, throw
from tabletop import told

from sasl.asl.game.context import Refused
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry.morale import berserk, casualties, hardening
from sasl.asl.movement.allowance import may_move
from sasl.minds.action import prep_fire
from sasl.minds.fire import opening
from sasl.minds.mind import SideMind
from sasl.solitaire.panic import panic_class
from sasl.solitaire.sequence import begin_phase, end_phase


def squad(name: str = "4-6-7", *leaders: str) -> tuple[Tabletop, str]:
    table = field(ENEMY, "PFPh")
    unit = table.new(ENEMY, name, "K14")
    for leader in leaders:
        table.new(ENEMY, leader, "K14")
    return table, unit


def panicked(table: Tabletop, unit: str) -> bool:
    return "panicked" in table.unit(unit).flags


@pytest.mark.parametrize(
    ("name", "number"), [("4-6-8", 12), ("4-6-7", 11), ("4-4-7", 10), ("4-3-6", 9), ("2-2-8", 11), ("8-1", 12)]
)
def test_s6_21_each_class_panics_at_its_number(name: str, number: int) -> None:
    for total in (number - 1, number):
        table, unit = squad(name)
        throw(
            table,
            (total // 2, total - total // 2, *((6, 6) if total in (9, 10) and total < number else ())),
            f"action {unit}",
        )
        assert panicked(table, unit) == (total == number)


def test_s6_21_an_unarmed_mmc_is_a_conscript() -> None:
    table, unit = squad()
    table.do(f"set {unit} disarmed")
    assert panic_class(table.game, table.unit(unit)) == "Conscript"


def test_6_21_a_panicked_unit_has_had_its_action() -> None:
    table, unit = squad()
    throw(table, (5, 6), f"action {unit}")
    assert panicked(table, unit)
    assert not table.unit(unit).flags & {"fire-command", "move-command"}
    assert "acted" in table.unit(unit).flags


def test_6_21_the_leader_modifier_counts() -> None:
    table, unit = squad("4-6-7", "9-1")
    throw(table, (5, 6, 6, 6), f"action {unit}")  # 11 - 1: it Entrenches
    assert not panicked(table, unit)


def test_6_21_a_dr_for_panic_alone_says_that_it_is_none_and_what_would_be() -> None:
    table, unit = squad()
    table.new(FRIENDLY, "4-4-7", "K13")  # beside it: its action is automatic, and its DR for Panic alone
    events = throw(table, (4, 6), f"action {unit}")
    assert f"{unit} does not Panic (1st Line: Final DR of 11 or more [house]; S6.21)" in told(events)
    assert not panicked(table, unit)


@pytest.mark.parametrize(("doctrine", "panics"), [("timid", True), ("standard", False), ("aggressive", False)])
def test_6_21_a_doctrine_shifts_the_number(doctrine: str, panics: bool) -> None:
    table, unit = squad()
    table.new(FRIENDLY, "6-2-8", "K13")  # beside it: the DR is for Panic alone
    table.do(f"doctrine {doctrine}")
    throw(table, (4, 6), f"action {unit}")
    assert panicked(table, unit) == panics


def test_s6_13_an_afv_panics_by_its_own_number() -> None:
    for dice, panics in (((5, 6), False), ((6, 6), True)):
        table = field(ENEMY, "PFPh")
        tank = table.new(ENEMY, "StuG IIIG", "K14")
        throw(table, dice, f"action {tank}")
        assert panicked(table, tank) == panics


def test_6_21_a_panicked_unit_is_not_in_good_order_and_acts_no_more() -> None:
    table, unit = squad()
    table.do(f"set {unit} panicked")
    assert not table.unit(unit).good_order
    assert "not in Good Order" in table.no(f"action {unit}")
    assert prep_fire.next_act(table.game, SideMind("ENEMY").decider(table.game)) is None
    with pytest.raises(Refused, match="Panicked"):
        may_move(table.unit(unit))


def test_6_21_panic_keeps_concealment() -> None:
    table, unit = squad()
    table.do(f"set {unit} concealed")
    throw(table, (6, 6), f"action {unit}")
    assert {"concealed", "panicked"} <= table.unit(unit).flags


@pytest.mark.parametrize(
    ("side", "phase", "lasts"),
    [("ENEMY", "CCPh", True), ("FRIENDLY", "RPh", True), ("FRIENDLY", "CCPh", True), ("ENEMY", "RPh", False)],
)
def test_6_21_panic_lasts_to_the_next_own_action(side: Side, phase: Phase, lasts: bool) -> None:
    """Through the other side's Player Turn, until the Actions of its own next PFPh."""
    table, unit = squad()
    table.do(f"set {unit} panicked")
    table = field_at(table, side, phase)
    table.go_to(side, "PFPh") if phase == "RPh" else None
    if phase == "CCPh":
        table, _ = by_rule(table, (), end_phase)
    assert panicked(table, unit) == lasts


def test_6_21_panic_comes_before_an_automatic_action() -> None:
    """A unit with an automatic action makes its DR for Panic first, with the best leader's modifier."""
    table, unit = squad()
    table.new(FRIENDLY, "6-2-8", "K15")
    (record,) = records(throw(table, (5, 6), f"action {unit}"))  # S6.311, but 11 for a 1st Line squad
    assert record.rule == "S6.21" and "before its Action" in record.purpose
    assert panicked(table, unit) and not table.unit(unit).flags & {"fire-command", "move-command"}
    table, unit = squad("4-6-7", "8-1")
    table.new(FRIENDLY, "6-2-8", "K15")
    (record,) = records(throw(table, (5, 6), f"action {unit}"))  # 11 - 1
    assert record.total == 10 and not panicked(table, unit) and "fire-command" in table.unit(unit).flags


def test_6_21_no_dr_is_made_that_could_not_be_panic() -> None:
    """With a 9-1 not even a 12 makes an Elite squad Panic."""
    table, unit = squad("4-6-8", "9-1")
    table.new(FRIENDLY, "6-2-8", "K15")
    throw(table, (), f"action {unit}")
    assert "fire-command" in table.unit(unit).flags


def test_6_223_who_panics_does_not_leave_an_overstacked_location() -> None:
    table = field(ENEMY, "PFPh")
    squads = [table.new(ENEMY, "4-6-7", "K14") for _ in range(4)]
    throw(table, (6, 1, 1, 1, 6, 6, 2, 1), f"action {squads[1]}")
    assert panicked(table, squads[0]) and "move-command" not in table.unit(squads[0]).flags


def test_6_212_fpf_of_a_panicked_unit_arises_in_the_friendly_turn() -> None:
    """Panic of its own PFPh lasts, so that it uses FPF at an ADJACENT mover when all its fire is spent."""
    table, unit = squad()
    throw(table, (6, 6), f"action {unit}")
    table.go_to(FRIENDLY, "MPh")
    assert panicked(table, unit)
    near = table.new(FRIENDLY, "6-2-8", "K15")
    table.do(f"set {unit} first final")
    table = with_minds(moves(table, near))
    act = opening.first_fire(table.game, decider(), [near], "K15")
    assert act is not None and act.line == f"fire {unit} K15"


def field_at(table: Tabletop, side: Side, phase: Phase) -> Tabletop:
    from sasl.kernel.frozen import replace

    return Tabletop(table.game.at(replace(table.state, side=side, phase=phase)))


@pytest.mark.parametrize("what", ["break", "berserk", "harden"])
def test_6_21_who_breaks_goes_berserk_or_battle_hardens_has_no_panic_any_more(what: str) -> None:
    table, unit = squad()
    table.new(FRIENDLY, "6-2-8", "K17")
    table.do(f"set {unit} panicked")
    rule = {
        "break": lambda ctx: casualties.break_unit(ctx, ctx.state.units[unit], "test"),
        "berserk": lambda ctx: berserk.go_berserk(ctx, ctx.state.units[unit]),
        "harden": lambda ctx: hardening.harden(ctx, ctx.state.units[unit]),
    }[what]
    table, _ = by_rule(table, (), rule)
    assert not panicked(table, unit)


def test_6_212_a_panicked_unit_fires_only_at_who_is_adjacent() -> None:
    table = field(FRIENDLY, "MPh")
    unit = table.new(ENEMY, "4-6-7", "K14", "panicked")
    near = table.new(FRIENDLY, "6-2-8", "K15")
    far = table.new(FRIENDLY, "6-2-8", "K17")
    assert "Panicked" in moves(table, far).no(f"fire {unit} K17")
    throw(moves(table, near), (6, 6), f"fire {unit} K15")


def test_6_212_a_panicked_unit_does_not_prep_fire_at_who_is_adjacent() -> None:
    table, unit = squad()
    table.new(FRIENDLY, "6-2-8", "K15")
    table.do(f"set {unit} panicked")
    assert "Panicked" in table.no(f"fire {unit} K15")


def test_6_309_a_vehicle_in_motion_that_panics_just_stops() -> None:
    table = field(ENEMY, "PFPh")
    tank = table.new(ENEMY, "StuG IIIG", "K14", "motion")
    table.new(FRIENDLY, "6-2-8", "K16")
    throw(table, (6, 6), f"action {tank}")
    assert {"panicked", "move-command"} <= table.unit(tank).flags
    table.do("set 628a prisoner")  # nobody to fire at it as it stops
    table, _ = by_rule(with_minds(table), (), lambda ctx: begin_phase(ctx, 1, "ENEMY", "MPh"))
    table.do("next")
    assert "motion" not in table.unit(tank).flags
    assert (table.unit(tank).hex, table.unit(tank).mf) == ("K14", 1)
