"""SMOKE of the FRIENDLY commander (A24): grenades before a stack goes on, rounds of ordnance, OBA."""

from __future__ import annotations

from deciders import decider, field, proposal, with_minds
from tabletop import ENEMY, Tabletop

from sasl.asl.game.state import Side
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.fire import smoke_rounds
from sasl.minds.movement import grenades

FRIENDLY: Side = "FRIENDLY"


def held(table: Tabletop, **owners: Side) -> Tabletop:
    """The same position with these VPO."""
    return Tabletop(table.game.at(replace(table.state, control=owners)))


def plan(table: Tabletop, doctrine: str = "") -> Act:
    """What the FRIENDLY side does next; it must be something."""
    act = proposal(with_minds(table, "FRIENDLY", doctrine=doctrine).game, "FRIENDLY")
    assert act is not None
    return act


def machine_gun(table: Tabletop, place: str) -> None:
    """A squad with a HMG there."""
    squad, gun = table.new(ENEMY, "4-6-7", place), table.new(ENEMY, "HMG", place)
    table.do(f"give {gun} {squad}")


# -- grenades (A24.1) ----------------------------------------------------------------------------------


def engineers(*men: str) -> Tabletop:
    """These before a machine gun that has the VPO behind it."""
    table = held(field("FRIENDLY", "MPh"), K14=ENEMY)
    machine_gun(table, "K14")
    for name in men:
        table.new(FRIENDLY, name, "K16")
    return table


def test_a24_1_engineers_throw_smoke_before_their_stack_goes_at_a_machine_gun() -> None:
    table = engineers("6-2-8", "4-5-8", "4-5-8")
    act, game = plan(table), table.game
    assert act.line.startswith("smoke 628a ")
    assert game.board.distance(act.target, "K16") == 1


def test_a24_1_nobody_throws_smoke_where_nobody_fires_or_the_doctrine_has_none() -> None:
    table = held(field("FRIENDLY", "MPh"), K14=ENEMY)
    table.new(FRIENDLY, "6-2-8", "K16")
    assert plan(table).line.startswith("move ")
    mild = engineers("6-2-8", "4-5-8", "4-5-8").game
    stack = list(mild.state.units_at("K16"))
    assert grenades.throw(mild, decider("FRIENDLY"), stack, ("K16", "K15")) is not None
    assert grenades.throw(mild, decider("FRIENDLY", "standard"), stack, ("K16", "K15")) is None


# -- ordnance (C8.5) -----------------------------------------------------------------------------------


def test_c8_5_a_gun_without_a_better_target_fires_smoke_at_who_endangers_the_way() -> None:
    table = held(field("FRIENDLY", "PFPh", K10="stone-building"), K10=ENEMY)
    machine_gun(table, "K10")
    table.new(FRIENDLY, "82* MTR", "K28")
    table.new(FRIENDLY, "2-2-8", "K28")
    for _ in range(3):
        table.new(FRIENDLY, "4-5-8", "K18")
    act = smoke_rounds.next_act(table.game, decider("FRIENDLY"))
    assert act is not None and act.line.endswith("K10 smoke")
    assert smoke_rounds.next_act(table.game, decider("FRIENDLY", "standard")) is None
