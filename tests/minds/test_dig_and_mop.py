"""What the ENEMY does with men who have nothing to fire at: it digs in (B27.11), and mops up (A12.153)."""

from __future__ import annotations

from typing import Any

from deciders import field, proposal, with_figure, with_minds
from field import ENEMY, FRIENDLY, Tabletop

from sasl.minds.action import digging_in, mopping_up

HOUSE = "stone-building"


def idle(**terrain: Any) -> tuple[Tabletop, str]:
    """An ENEMY squad in K14 that has had its Action and got no order."""
    table = field("ENEMY", "PFPh", **terrain)
    return table, table.new(ENEMY, "4-6-7", "K14", "acted")


def digs(table: Tabletop, least: float = 4) -> str:
    act = digging_in.next_act(table.game, with_figure("dig-range", least))
    return act.line if act else ""


def test_b27_11_idle_men_dig_in_where_a_foxhole_protects_better() -> None:
    table, squad = idle()
    assert digs(table) == f"entrench {squad}"
    assert not digs(table, 0), "a doctrine may never dig"
    assert not digs(idle(K14=HOUSE)[0]) and not digs(idle(K14="marsh")[0])
    for flag in ("fire-command", "prep", "ti", "pinned", "dug-in"):
        table, squad = idle()
        table.do(f"set {squad} {flag}")
        assert not digs(table), flag


def test_6_310_a_crew_that_is_sent_to_a_gun_goes_there_and_does_not_dig() -> None:
    table = field("ENEMY", "PFPh")
    crew = table.new(ENEMY, "2-2-8", "K14", "acted", "move-command")
    assert digs(table) == f"entrench {crew}", "it has an order, and nowhere to go"
    table.new(ENEMY, "75L AT", "K16")
    assert not digs(table)


def test_b27_11_nobody_digs_before_the_eyes_of_the_enemy_or_near_him() -> None:
    table, squad = idle()
    table.new(FRIENDLY, "4-4-7", "K26")
    assert not digs(table), "in LOS"
    table, squad = idle(K15="woods", K16="woods", K17="woods", L15="woods", J15="woods", L16="woods", J16="woods")
    far = table.new(FRIENDLY, "4-4-7", "K20")
    assert digs(table) == f"entrench {squad}" and not digs(table, 6)
    table.do(f"set {far} broken")
    assert digs(table, 6)


def test_b27_11_it_does_so_by_itself_once_in_its_pfph() -> None:
    table, squad = idle()
    act = proposal(table.game)
    assert act is not None and act.line == f"entrench {squad}" and "dig-range 4 [house]" in act.reasons[1]
    table = with_minds(table).dice(1, 2)
    table.do("enemy")
    assert "dug-in" in table.unit(squad).flags and table.state.markers_at("K14", "foxhole")


def house() -> tuple[Tabletop, str, str]:
    """An ENEMY squad in one hex of a building of two, and a Known broken squad in the other."""
    table = field("ENEMY", "PFPh", K14=HOUSE, K15=HOUSE)
    return table, table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-4-7", "K15", "broken")


def mops(table: Tabletop, least: float = 1) -> str:
    act = mopping_up.next_act(table.game, with_figure("mop-worth", least))
    return act.line if act else ""


def test_a12_153_one_squad_takes_the_broken_of_its_building() -> None:
    table, squad, prey = house()
    assert mops(table) == f"mop {squad}"
    table = with_minds(table)
    table.do("enemy")
    assert table.unit(prey).carrier == squad and "ti" in table.unit(squad).flags


def test_a12_153_not_for_too_little_nor_past_the_unbroken_or_a_concealed_one() -> None:
    table, squad, _ = house()
    assert not mops(table, 2) and not mops(table, 0)
    table.new(FRIENDLY, "4-4-7", "K15", "concealed")
    assert not mops(table)
    table, _, _ = house()
    table.new(FRIENDLY, "4-4-7", "K15")
    assert not mops(table)
    table, squad, _ = house()
    table.do(f"set {squad} acted")
    assert not mops(table)
