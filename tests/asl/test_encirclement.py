"""Encirclement (A7.7): found from the attacks of a phase, what it does, and how it ends."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, records, throw

from sasl.asl.fire.encirclement import way_around
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side, opponent
from sasl.asl.infantry.morale import hardening, morale_levels
from sasl.asl.infantry.rout.rout_ways import captor, destinations
from sasl.asl.movement.ground.costs import step_cost


@pytest.mark.parametrize(
    ("firers", "words"),
    [
        (("K13", "K15"), "opposite hexsides"),
        (("K10", "K18"), "opposite hexsides"),
        (("L12", "J15"), "opposite hexspines"),
        (("K13", "L14", "J14"), "three hexsides that do not touch"),
        (("M14", "J14", "J13"), "a hexspine and both opposite hexsides"),
        (("M14", "J14"), ""),
        (("K13", "K12", "J13"), ""),
        (("K13",), ""),
    ],
)
def test_a7_7_the_hexsides_by_which_fire_comes_in_decide(firers: tuple[str, ...], words: str) -> None:
    """Opposite hexspines, opposite hexsides or three that do not touch close the circle."""
    assert way_around("K14", firers) == words


def ring(side: Side = "FRIENDLY", phase: Phase = "PFPh") -> tuple[Tabletop, str, str, str]:
    """A squad of the other side in K14 in Open Ground, and squads in K13 and K15 to fire at it."""
    mover = opponent(side) if phase == "DFPh" else side
    table = field(mover, phase)
    table.all("option confirm-fire off", "option command off", "option enemy-plays off")
    types = ("4-5-8", "4-6-7") if side == FRIENDLY else ("4-6-7", "4-5-8")
    first, second = (table.new(side, types[0], name) for name in ("K13", "K15"))
    return table, first, second, table.new(opponent(side), types[1], "K14")


@pytest.mark.parametrize(("side", "phase"), [(FRIENDLY, "PFPh"), (FRIENDLY, "DFPh"), (ENEMY, "DFPh"), (ENEMY, "PFPh")])
def test_a7_7_fire_in_a_row_from_opposite_hexsides_encircles_before_its_effect(side: Side, phase: Phase) -> None:
    """The attack that closes the circle already meets the lower Morale."""
    table, first, second, target = ring(side, phase)
    throw(table, (6, 5), f"fire {first} K14")
    assert "encircled" not in table.unit(target).flags
    level = morale_levels.level(table.game, table.unit(target))
    events = throw(table, (1, 6, 3, 3), f"fire {second} K14")  # 8 FP at 7: 1MC, a 6 and 1
    assert "encircled" in table.unit(target).flags
    (check,) = [record for record in records(events) if "MC of" in record.purpose]
    assert check.target == level - 1


def test_a7_7_fire_at_another_hex_in_between_begins_anew() -> None:
    """Only attacks that follow one another on the same Location count."""
    table, first, second, target = ring()
    third, _ = table.new(FRIENDLY, "4-5-8", "M20"), table.new(ENEMY, "4-6-7", "M21")
    for line in (f"fire {first} K14", f"fire {third} M21", f"fire {second} K14"):
        throw(table, (6, 5), line)
    assert "encircled" not in table.unit(target).flags


def test_a7_7_fire_too_weak_for_a_nmc_or_beyond_normal_range_does_not_count() -> None:
    """Each attack must be able to do a NMC, at no more than normal range."""
    table, first, _, target = ring()
    far = table.new(FRIENDLY, "4-5-8", "K20")  # range 5; K20 is 6 away
    throw(table, (6, 5), f"fire {first} K14")
    throw(table, (6, 5), f"fire {far} K14")
    assert "encircled" not in table.unit(target).flags


def test_a7_7_a_fire_group_of_both_sides_encircles_alone_if_its_fire_is_strong_enough() -> None:
    """One Fire Group whose lines come in through opposite hexsides is enough (A7.71)."""
    table, first, second, target = ring()
    third, fourth = table.new(FRIENDLY, "4-5-8", "L13"), table.new(FRIENDLY, "4-5-8", "L14")
    throw(table, (6, 5, 1, 2), f"fire {first},{second},{third},{fourth} K14")  # 1MC
    assert "encircled" in table.unit(target).flags


def test_a7_7_fire_in_the_mph_never_encircles() -> None:
    """Defensive First Fire does not count."""
    table = field(ENEMY, "MPh")
    table.all("option confirm-fire off", "option enemy-plays off", "option fire-stops off")
    first, second = (table.new(FRIENDLY, "4-5-8", name) for name in ("K13", "K15"))
    target = table.new(ENEMY, "4-6-7", "L13")
    table.do(f"move {target} K14")
    for firer in (first, second):
        throw(table, (6, 6), f"fire {firer} K14")
    assert "encircled" not in table.unit(target).flags


def test_a7_7_heroes_and_berserk_units_are_never_encircled() -> None:
    """Non-heroic, non-berserk Personnel only."""
    table, first, second, target = ring()
    table.do(f"set {target} berserk")
    hero = table.new(ENEMY, "1-4-9", "K14")
    throw(table, (6, 5), f"fire {first} K14")
    throw(table, (6, 5), f"fire {second} K14")
    assert "encircled" not in table.unit(target).flags | table.unit(hero).flags


def test_a7_7_the_first_location_costs_the_encircled_twice_its_mf_and_they_are_free() -> None:
    """Leaving ends it for who leaves; the others stay Encircled, past the Player Turn."""
    table = field(ENEMY, "MPh").all("option enemy-plays off", "option fire-stops off")
    goes, stays = (table.new(ENEMY, "4-6-7", "K14", "encircled") for _ in range(2))
    assert step_cost(table.game, table.unit(goes), "K14", "K13").mf == 2
    table.do(f"move {goes} K13 K12")
    assert table.unit(goes).mf == 3 and "encircled" not in table.unit(goes).flags
    table.go_to(FRIENDLY, "PFPh", 2)
    assert "encircled" in table.unit(stays).flags


def test_a7_7_who_joins_the_encircled_is_encircled() -> None:
    """Another unit of that side that comes in is Encircled at once."""
    table = field(ENEMY, "MPh").all("option enemy-plays off", "option fire-stops off")
    table.new(ENEMY, "4-6-7", "K14", "encircled")
    comes = table.new(ENEMY, "4-6-7", "K13")
    table.do(f"move {comes} K14")
    assert "encircled" in table.unit(comes).flags


def test_a20_21_an_encircled_broken_unit_beside_the_enemy_surrenders_though_a_way_is_open() -> None:
    """Like a Disrupted one it gives itself up even with a safe rout path."""
    table = field(FRIENDLY, "RtPh", K15="woods")
    us = table.new(FRIENDLY, "4-5-8", "K13")
    them = table.new(ENEMY, "4-6-7", "K14", "broken", "dm")
    assert destinations(table.game, table.unit(them)) and captor(table.game, table.unit(them)) is None
    table.do(f"set {them} encircled")
    taker = captor(table.game, table.unit(them))
    assert taker is not None and taker.id == us


def test_a7_7_ordnance_that_hits_counts_and_a_miss_does_not() -> None:
    """A Gun or tank closes the circle with a hit."""
    table, first, _, target = ring()
    tank = table.new(FRIENDLY, "T-34 M43", "K15")
    throw(table, (6, 5), f"fire {first} K14")
    table.dice(1, 2, 6, 6)
    table.do(f"fire {tank} K14 he")
    assert "encircled" in table.unit(target).flags


def test_a7_7_the_log_tells_from_which_hexes() -> None:
    """The hexes that fired, and how they lie, stand in the log."""
    table, first, second, _ = ring()
    throw(table, (6, 5), f"fire {first} K14")
    events = throw(table, (6, 5), f"fire {second} K14")
    (why,) = [event.why for event in events if isinstance(event, ev.UnitsChanged) and "encircled" in event.gained]
    assert why == "K14: fire from K13 and K15 through opposite hexsides (A7.7)"


def test_a7_7_heat_of_battle_frees() -> None:
    """Who becomes heroic or berserk is Encircled no more."""
    table = field(FRIENDLY, "PFPh")
    leader = table.new(FRIENDLY, "9-1", "K14", "encircled")
    table, _ = by_rule(table, (), lambda ctx: hardening.create_hero(ctx, ctx.state.units[leader]))
    assert table.unit(leader).flags >= {"heroic"} and "encircled" not in table.unit(leader).flags


def test_a7_7_the_vulnerable_crew_of_an_immobile_vehicle_is_encircled_too() -> None:
    """Crew Exposed and Immobilized: one less Morale; Buttoned Up it is not touched."""
    table, first, second, _ = ring()
    open_, shut = (table.new(ENEMY, "StuG IIIG", "K14", "immobile", *more) for more in ((), ("buttoned",)))
    throw(table, (6, 5), f"fire {first} K14")
    throw(table, (6, 5), f"fire {second} K14")
    assert "encircled" in table.unit(open_).flags and "encircled" not in table.unit(shut).flags
    assert morale_levels.level(table.game, table.unit(open_)) == morale_levels.level(table.game, table.unit(shut)) - 1
