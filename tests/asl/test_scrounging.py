"""Scrounging (D10.5): MG from wrecks and Abandoned vehicles."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field
from tabletop import rolls

from sasl.asl.infantry import scrounging
from sasl.asl.infantry.morale.experience import inexperienced
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.kernel.frozen import replace

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
    assert "no other unit may Scrounge" in table.no(f"scrounge {table.new(FRIENDLY, '9-1', HEX)}")
    table.do(f"set {squad} broken")
    assert "it is broken" in table.no(f"scrounge {squad}")
    table.go_to(FRIENDLY, "PFPh")
    assert "RPh" in table.no(f"scrounge {squad}")
    assert scrounging.sources(table.game, "K13") == []


@pytest.mark.parametrize(("die", "kinds"), [(3, [("2-2-6", False), ("2-3-7", True)]), (4, [("4-4-7", True)])])
def test_d10_5_a_wreck_has_small_arms_for_one_hs(die: int, kinds: list[tuple[str, bool]]) -> None:
    """The armed HS is one of Conscripts; the other one stays unarmed, and Inexperienced by that."""
    table, squad = wreck()
    table.do(f"set {squad} disarmed")
    table.dice(die).do(f"scrounge {squad}")
    men = [unit for unit in table.state.units.values() if unit.hex == HEX and unit.mmc]
    assert sorted((unit.type, "disarmed" in unit.flags) for unit in men) == kinds
    assert all(inexperienced(table.game, unit) for unit in men)


@pytest.mark.parametrize(
    ("mf", "where", "dice", "armed"),
    [(3, "K14", (1, 1), True), (3, "K14", (1, 2), False), (2, "K14", (), False), (3, "K15", (), False)],
)
def test_a20_552_unarmed_men_who_have_spent_all_mf_find_small_arms_with_a_2(
    mf: int, where: str, dice: tuple[int, ...], armed: bool
) -> None:
    """Not in a marsh, and with 3 MF, for the unarmed are Inexperienced (A19.31); one DR for the hex."""
    table = field(FRIENDLY, "MPh", K15="marsh")
    first, second = (table.new(FRIENDLY, "4-4-7", where, "disarmed", "moved") for _ in range(2))
    units = {**table.state.units, **{key: replace(table.unit(key), mf=float(mf)) for key in (first, second)}}
    table = Tabletop(replace(table.game, state=replace(table.state, units=units)))
    after, _ = by_rule(table, dice, scrounging.mph_ends)
    assert [after.unit(key).type for key in (first, second)] == ["4-2-6" if armed else "4-4-7", "4-4-7"]
    assert ("disarmed" not in after.unit(first).flags) == armed
