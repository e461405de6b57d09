"""Scrounging (D10.5): MG from wrecks and Abandoned vehicles."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field
from tabletop import rolls

from sasl.asl.infantry import scrounging
from sasl.asl.ordnance.hits import vehicle_hits

HEX = "K14"


def wreck(vehicle: str = "T-34 M43", side: str = FRIENDLY, *, burning: bool = False) -> tuple[Tabletop, str]:
    """A wreck in K14, and a Russian squad with it in its RPh."""
    table = field(FRIENDLY, "RPh")
    tank, squad = table.new(side, vehicle, HEX), table.new(FRIENDLY, "4-4-7", HEX)
    table, _ = by_rule(
        table, (), lambda ctx: vehicle_hits.destroy(ctx, table.unit(tank), "hit", burning=burning, survivors=False)
    )
    return table, squad


def lmg(table: Tabletop, unit: str) -> list[frozenset[str]]:
    return [weapon.flags for weapon in table.state.weapons_of(unit) if weapon.type == "LMG"]


@pytest.mark.parametrize(("die", "number"), [(1, 1), (3, 1), (4, 0)])
def test_d10_5_a_dr_of_1_to_3_finds_the_bmg_never_the_cmg_and_who_scrounges_is_ti(die: int, number: int) -> None:
    table, squad = wreck()
    assert rolls(table.dice(die).do(f"scrounge {squad}"), "Scrounges")
    assert lmg(table, squad) == [frozenset()] * number and "ti" in table.unit(squad).flags
    table.do(f"set {squad} -ti")
    assert "has a MG to Scrounge" in table.no(f"scrounge {squad}"), "once, whatever came of it"


def test_d10_52_a_mg_of_the_enemy_is_a_captured_lmg_of_his() -> None:
    table, squad = wreck("StuG IIIG", ENEMY)
    table.dice(1).do(f"scrounge {squad}")
    assert lmg(table, squad) == [frozenset({"captured"})]
    assert {weapon.side for weapon in table.state.weapons_of(squad)} == {ENEMY}


def test_d10_5_an_abandoned_vehicle_loses_what_is_scrounged() -> None:
    table = field(FRIENDLY, "RPh")
    tank, squad = table.new(FRIENDLY, "T-34 M43", HEX, "abandoned"), table.new(FRIENDLY, "4-4-7", HEX)
    table.dice(2).do(f"scrounge {squad}")
    assert "BMG disabled" in table.unit(tank).arms and len(lmg(table, squad)) == 1


def test_d10_5_not_from_what_burns_nor_a_broken_mg_nor_by_a_smc_nor_in_another_phase() -> None:
    table, squad = wreck(burning=True)
    assert "has a MG to Scrounge" in table.no(f"scrounge {squad}")
    table, squad = wreck()
    assert "only such Scrounge" in table.no(f"scrounge {table.new(FRIENDLY, '9-1', HEX)}")
    table.do(f"set {squad} broken")
    assert "it is broken" in table.no(f"scrounge {squad}")
    table.go_to(FRIENDLY, "PFPh")
    assert "RPh" in table.no(f"scrounge {squad}")
    assert scrounging.sources(table.game, "K13") == []
