"""Commissars (A25.22): the Morale of those with them, Rally under them, their loss, and when they go berserk."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, records

from sasl.asl.game.sides import Phase
from sasl.asl.infantry import quarter, rally
from sasl.asl.infantry.morale import berserk, leadership, morale_checks
from sasl.asl.infantry.morale.morale_levels import in_order, level

HEX = "K14"


def with_a_commissar(*others: str, phase: Phase = "RPh", flags: str = "") -> tuple[Tabletop, str, list[str]]:
    """A Russian Commissar in K14 and others with him."""
    found = field(FRIENDLY, phase)
    man = found.new(FRIENDLY, "9-0", HEX, *flags.split())
    return found, man, [found.new(FRIENDLY, name, HEX) for name in others]


def levels(found: Tabletop, ids: list[str]) -> list[int]:
    return [level(found.game, found.unit(key)) for key in ids]


def test_a25_221_all_others_with_him_have_one_morale_more_but_no_10() -> None:
    found, man, others = with_a_commissar("4-4-7", "8-1", "10-2", "9-0")
    assert levels(found, [*others, man]) == [8, 9, 10, 9, 9]
    away = found.new(FRIENDLY, "4-4-7", "K15")
    assert levels(found, [away]) == [7]


@pytest.mark.parametrize("flag", ["pinned", "broken"])
def test_a25_221_not_of_one_who_is_pinned_or_broken(flag: str) -> None:
    found, _, others = with_a_commissar("4-4-7", flags=flag)
    assert levels(found, others) == [7]


def test_a25_221_no_other_leader_helps_beside_him_and_nobody_helps_him() -> None:
    found, man, (squad, leader) = with_a_commissar("4-4-7", "9-2")
    helper = leadership.leader_for(found.game, found.unit(squad))
    assert helper is not None and helper.id == man and leadership.leader_modifier(found.game, found.unit(squad)) == []
    assert leadership.leader_for(found.game, found.unit(man)) is None
    assert in_order(found.game, [squad, leader, man]) == [man, leader, squad], "he checks first of all"


def test_a25_221_a_broken_one_rallies_only_by_himself() -> None:
    found, man, _ = with_a_commissar("10-2", flags="broken")
    assert rally.attempt(found.game, found.unit(man)).how == "self"


def test_a25_221_he_is_neither_replaced_nor_disrupted_and_never_surrenders() -> None:
    found, man, _ = with_a_commissar(phase="PFPh")
    assert quarter.never_yields(found.game, found.unit(man))
    after, _ = by_rule(found, [], lambda ctx: morale_checks.fails(ctx, ctx.state.units[man], 6, "a MC"))
    assert after.unit(man).type == "9-0" and "broken" in after.unit(man).flags


def test_a25_222_dm_counts_for_nothing_under_him_and_who_fails_is_replaced() -> None:
    found, man, (squad,) = with_a_commissar("4-4-7")
    found.do(f"set {squad} broken dm")
    way = rally.attempt(found.game, found.unit(squad))
    assert (way.leader, way.number, sum(mod.value for mod in way.modifiers)) == (man, 8, 0)
    found.dice(6, 4).do(f"rally {squad}")
    assert found.unit(squad).type == "4-2-6" and "broken" in found.unit(squad).flags


@pytest.mark.parametrize(("who", "left"), [("4-2-6", ["2-2-6"]), ("2-2-6", []), ("2-2-8", [])])
def test_a25_222_the_lowest_squad_is_reduced_and_who_cannot_be_replaced_is_gone(who: str, left: list[str]) -> None:
    found, _, (unit,) = with_a_commissar(who)
    found.do(f"set {unit} broken")
    found.dice(6, 5).do(f"rally {unit}")
    assert [item.type for item in found.state.units_at(HEX, FRIENDLY) if item.mmc] == left


def test_a25_222_a_leader_who_fails_under_him_stays_as_he_is() -> None:
    found, _, (man,) = with_a_commissar("6+1")
    found.do(f"set {man} broken")
    found.dice(6, 5).do(f"rally {man}")
    assert found.unit(man).type == "6+1" and "broken" in found.unit(man).flags


def test_a25_221_one_who_stays_behind_helps_nobody_who_moves_on() -> None:
    found, man, (squad,) = with_a_commissar("4-4-7", phase="MPh")
    moved = found.go_to(FRIENDLY, "MPh").all("option fire-stops off")
    moved.do(f"move {squad} K13")
    assert levels(moved, [squad]) == [7] and moved.unit(man).hex == HEX


def test_a25_223_when_he_goes_berserk_all_infantry_with_him_does() -> None:
    found, man, (squad, crew) = with_a_commissar("4-4-7", "2-2-8", phase="PFPh")
    found.new(ENEMY, "4-6-7", "K18")
    after, events = by_rule(found, [], lambda ctx: berserk.go_berserk(ctx, ctx.state.units[man]))
    wild = [key for key in (man, squad, crew) if "berserk" in after.unit(key).flags]
    assert wild == [man, squad] and not records(events), "A15.1: a crew never does; nobody takes a TC for it"
