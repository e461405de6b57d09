"""Entrenching in play (B27.11-.12) and the Labor that is spent on it (B24.8)."""

from __future__ import annotations

from typing import Any

import pytest
from field import Tabletop, field, flags, hill, records, shots, throw

from sasl.asl.game.los.sight import too_low
from sasl.asl.game.sides import Phase, Side
from sasl.asl.terrain.clearance import LABOR
from sasl.board.terrain import HexTerrain


def dig(*men: str, side: Side = "FRIENDLY", phase: Phase = "PFPh", **terrain: Any) -> tuple[Tabletop, list[str]]:
    """Units in K14, and it is their PFPh."""
    table = field(side, phase, **terrain)
    return table, [table.new(side, name, "K14") for name in men]


def holes(table: Tabletop) -> list[tuple[str, int]]:
    return [(item.text, item.number) for item in table.state.markers_at("K14", "foxhole")]


def test_b27_11_a_squad_digs_a_foxhole_with_a_final_dr_of_5() -> None:
    table, (squad,) = dig("4-6-7", side="ENEMY")
    events = throw(table, (2, 3), f"entrench {squad}")
    (record,) = records(events)
    assert (record.total, record.target, record.success) == (5, 5, True)
    assert holes(table) == [("foxhole 1S", 1)]
    assert {"dug-in", "ti"} <= table.unit(squad).flags
    assert table.no(f"entrench {squad}") == f"{squad} is TI (A4.8)"


def test_b27_11_all_are_ti_also_in_vain_and_labor_helps_the_next_time() -> None:
    table, (squad,) = dig("4-6-7", side="ENEMY")
    throw(table, (3, 3), f"entrench {squad}")
    assert "ti" in table.unit(squad).flags and not holes(table)
    (labor,) = table.state.markers_at("K14", LABOR)
    assert (labor.number, labor.owner, labor.state) == (1, squad, "digging")
    table.do(f"set {squad} -ti")
    throw(table, (4, 4), f"entrench {squad}")
    assert table.state.markers_at("K14", LABOR)[0].number == 2
    table.do(f"set {squad} -ti")
    throw(table, (4, 4), f"entrench {squad}")
    assert table.state.markers_at("K14", LABOR)[0].number == 2, "B24.8: two at most"
    table.do(f"set {squad} -ti")
    (record,) = records(throw(table, (4, 3), f"entrench {squad}"))
    assert record.total == 7 - 2 and holes(table) and not table.state.markers_at("K14", LABOR)


def test_b24_8_labor_goes_when_those_who_earned_it_go() -> None:
    table, (squad,) = dig("4-6-7", side="ENEMY")
    throw(table, (3, 3), f"entrench {squad}")
    table.all(f"set {squad} -ti", f"put {squad} K15", "next")
    assert not table.state.markers_at("K14", LABOR)


@pytest.mark.parametrize(
    ("men", "drm"), [(("2-4-7",), 1), (("2-2-8",), 1), (("2-4-7", "2-4-7"), 0), (("2-4-7", "2-2-8"), 0)]
)
def test_b27_11_one_hs_or_crew_alone_adds_one_and_two_dig_as_a_squad(men: tuple[str, ...], drm: int) -> None:
    table, ids = dig(*men, side="ENEMY")
    (record,) = records(throw(table, (1, 2), f"entrench {','.join(ids)}"))
    assert record.total - record.original == drm
    assert all("dug-in" in table.unit(key).flags for key in ids) and holes(table) == [("foxhole 1S", 1)]


def test_b27_11_a_leader_helps_every_attempt_and_goes_beneath_it_too() -> None:
    table, (one, two, leader) = dig("4-6-7", "4-6-7", "9-2", side="ENEMY")
    first, second = records(throw(table, (3, 4, 4, 4), "entrench K14"))
    assert (first.total, second.total) == (5, 6)
    assert (flags(table, one), holes(table)) == (set(), [("foxhole 1S", 1)])
    assert {"dug-in", "ti"} <= table.unit(leader).flags and {"dug-in", "ti"} <= table.unit(one).flags
    assert "dug-in" not in table.unit(two).flags


def test_a25_21_russians_dig_better() -> None:
    table, (squad,) = dig("4-4-7")
    (record,) = records(throw(table, (3, 3), f"entrench {squad}"))
    assert [str(mod) for mod in record.modifiers] == ["-1 Russian (A25.21)"] and holes(table)


def test_b27_12_a_second_foxhole_makes_it_a_2s_and_no_more_than_3s() -> None:
    table, men = dig("4-4-7", "4-4-7", "4-4-7", "4-4-7")
    throw(table, (1, 1) * 3, f"entrench {','.join(men)}")
    assert holes(table) == [("foxhole 3S", 3)]
    assert [("dug-in" in table.unit(key).flags) for key in men] == [True, True, True, False]
    assert "ti" not in table.unit(men[3]).flags
    assert table.no(f"entrench {men[3]}") == "the foxhole in K14 already has the largest size (B27.12)"


def test_b27_12_a_foxhole_holds_no_more_than_its_squads() -> None:
    table, (squad,) = dig("4-4-7")
    throw(table, (1, 1), f"entrench {squad}")
    table.go_to("FRIENDLY", "MPh")
    other, leader = table.new("friendly", "4-4-7", "K15"), table.new("friendly", "8-0", "K15")
    assert table.no(f"move {other} K14 into") == "the foxhole in K14 holds 1 squad and 4 SMC (B27.12)"
    table.do(f"move {leader} K14 into")
    assert "dug-in" in table.unit(leader).flags


@pytest.mark.parametrize(
    ("ground", "why"),
    [
        ("wooden-building", "no foxhole can be dug in K14: not possible in wooden building (B27.1)"),
        ("marsh", "no foxhole can be dug in K14: not possible in marsh (B27.1)"),
        ("crags", "no foxhole can be dug in K14: not possible in crags (B27.1)"),
        ("stream", "no foxhole can be dug in K14: not possible in stream (B27.1)"),
    ],
)
def test_b27_1_not_in_buildings_marsh_crags_or_streams(ground: str, why: str) -> None:
    table, (squad,) = dig("4-4-7", K14=ground)
    assert table.no(f"entrench {squad}") == why


@pytest.mark.parametrize("ground", ["woods", "brush", "orchard", "grain", "shellholes", "gully", "graveyard"])
def test_b27_1_foxholes_may_be_dug_elsewhere_also_in_a_gully(ground: str) -> None:
    table, (squad,) = dig("4-4-7", K14=ground)
    throw(table, (1, 1), f"entrench {squad}")
    assert holes(table) == [("foxhole 1S", 1)]


def test_b27_11_who_may_not_dig_and_when() -> None:
    table, (squad, leader) = dig("4-4-7", "9-1")
    assert "cannot dig a foxhole without an MMC (B27.11)" in table.no(f"entrench {leader}")
    table.do(f"set {squad} prep")
    assert "has Prep Fired" in table.no(f"entrench {squad}")
    table.do(f"set {squad} -prep dug-in")
    assert "is already in an entrenchment (B27.11)" in table.no(f"entrench {squad}")
    table.do(f"set {squad} -dug-in broken")
    assert "is not in Good Order (B27.11)" in table.no(f"entrench {squad}")
    table.all(f"set {squad} -broken", "marker add trench K14")
    assert "there is already a trench in K14" in table.no(f"entrench {squad}")
    table.go_to("FRIENDLY", "MPh")
    assert "'entrench' belongs to the PFPh" in table.no(f"entrench {squad}")


def test_a12_141_entrenching_in_los_of_the_enemy_costs_the_concealment() -> None:
    table, (squad,) = dig("4-4-7")
    table.do(f"set {squad} concealed")
    throw(table, (6, 6), f"entrench {squad}")
    assert "concealed" in table.unit(squad).flags, "nobody sees it"
    table.new("enemy", "4-6-7", "K18")
    table.do(f"set {squad} -ti")
    throw(table, (6, 6), f"entrench {squad}")
    assert "concealed" not in table.unit(squad).flags


def test_an_attempt_is_shown_with_its_chance_can_be_typed_and_undone() -> None:
    table, (squad,) = dig("4-4-7")
    question = table.ask(f"entrench {squad}")
    assert "Entrenching number: 5" in question.lines and "1. -1 Russian (A25.21)" in question.lines
    assert "dug in 42%" in question.lines[-1]
    table.do(f"entrench {squad}", "=dug")
    assert holes(table)
    table.session.undo()
    assert not holes(table) and "ti" not in table.unit(squad).flags


def test_b9_21_over_the_wall_of_its_hex_an_entrenched_unit_neither_sees_nor_is_seen_beyond_the_next_hex() -> None:
    wall = {"K14": HexTerrain(walls=frozenset({0})), "K13": HexTerrain(walls=frozenset({3})), "L10": hill()}
    table = field("FRIENDLY", "PFPh", **wall).all("marker add foxhole K14")
    mine, foe = table.new("friendly", "6-2-8", "K14", "dug-in"), table.new("enemy", "4-6-7", "K11")
    assert "over the wall or hedge in front of it (B9.21)" in table.no(f"fire {mine} K11")
    assert too_low(table.game, table.unit(mine), "K13") == "" == too_low(table.game, table.unit(mine), "K16")
    assert too_low(table.game, table.unit(mine), "L10") == "", "from above one sees over it"
    theirs = field("ENEMY", "PFPh", **wall).all("marker add foxhole K14")
    theirs.new("friendly", "6-2-8", "K14", "dug-in")
    foe = theirs.new("enemy", "4-6-7", "K11")
    assert not shots(theirs.do(f"fire {foe} K14")), "it hits nobody"
