"""A7.55: those of one Location fire at one target together: a player is asked, a mind never breaks it."""

from __future__ import annotations

from deciders import decider, field
from field import ENEMY, FRIENDLY, Tabletop, moves, throw

from sasl.asl.game.sides import Phase
from sasl.minds.fire import targets
from sasl.minds.fire.ordnance import gunnery

MISS = (6, 5)


def two(phase: Phase = "PFPh") -> tuple[Tabletop, str, str]:
    """Two ENEMY squads in K14, and a FRIENDLY one in a building in K11."""
    table = field("FRIENDLY" if phase in ("MPh", "DFPh") else "ENEMY", phase, K11="stone-building")
    table = table.all("option confirm-fire off", "option fire-stops off")
    table.new(FRIENDLY, "4-5-8", "K11")
    table.new(FRIENDLY, "4-5-8", "L11")
    return table, table.new(ENEMY, "4-6-7", "K14"), table.new(ENEMY, "4-6-7", "K14")


def goals(table: Tabletop, unit: str) -> set[str]:
    return {item.hex for item in targets.choices(table.game, decider(), table.unit(unit))}


def test_a7_55_a_player_is_asked_before_he_fires_apart() -> None:
    table, one, other = two()
    throw(table, MISS, f"fire {one} K11")
    assert "A7.55" in table.no(f"fire {other} K11")
    throw(table, MISS, f"fire {other} K11", "yes")


def test_a7_55_other_targets_and_other_locations_are_free() -> None:
    table, one, other = two()
    throw(table, MISS, f"fire {one} K11")
    apart = table.new(ENEMY, "4-6-7", "L14")
    throw(table, MISS, f"fire {apart} K11")
    throw(table, MISS, f"fire {other} L11")


def test_a7_55_a_mg_that_has_kept_its_rof_and_a_new_expenditure_of_mf_are_free() -> None:
    table, one, other = two()
    mg = table.arm(one, "HMG")
    throw(table, (2, 6), f"fire {one},{mg},{other} K11")
    throw(table, (6, 5), f"fire {mg} K11")
    table, one, other = two("MPh")
    us = next(unit.id for unit in table.state.units_at("K11"))
    throw(table, (), f"move {us} K12")
    throw(table, MISS, f"fire {one} K12")
    assert "A7.55" in table.no(f"fire {other} K12")
    table.do("dice clear")
    table.do(f"set {us} -pinned -broken")
    table.do(f"move {us} K11")
    throw(table, MISS, f"fire {other} K11")


def test_a7_55_a_mind_fires_apart_at_other_targets_only() -> None:
    table, one, other = two()
    assert {"K11", "L11"} <= goals(table, other)
    throw(table, MISS, f"fire {one} K11")
    assert "L11" in goals(table, other) and "K11" not in goals(table, other)


def test_d3_5_a_mind_fires_the_mgs_of_a_vehicle_together_and_none_too_late() -> None:
    table = field("FRIENDLY", "PFPh").all("option confirm-fire off")
    tank = table.new(FRIENDLY, "T-34 M43", "K20")
    table.new(ENEMY, "4-6-7", "K16")

    def lines() -> list[str]:
        return [item.line for item in gunnery.choices(table.game, decider("FRIENDLY"), table.unit(tank))]

    assert f"fire {tank} K16 cmg bmg" in lines()
    throw(table, MISS, f"fire {tank} K16 cmg")
    assert not any("mg" in line for line in lines())


def test_a7_55_those_in_one_location_fire_at_one_target_together() -> None:
    for place, apart in (("K10", False), ("K11", True)):  # from ADJACENT hexes they may, and need not (A7.5)
        table = field(FRIENDLY, "MPh")
        first, second = table.new(ENEMY, "4-6-7", "K10"), table.new(ENEMY, "4-6-7", place)
        walker = table.new(FRIENDLY, "4-5-8", "K13")
        table = moves(table, walker, came_from="K14")
        best = targets.choices(table.game, decider(), table.unit(first))[0]
        assert set(best.firers) == ({first} if apart else {first, second})
