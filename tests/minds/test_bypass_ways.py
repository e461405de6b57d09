"""A4.3: minds on foot go round woods and buildings where there is room for sure, where that is better."""

from __future__ import annotations

import pytest
from deciders import decider, field, proposal, with_figure, with_minds
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.under_way import Moving
from sasl.asl.movement.bypass import beside
from sasl.asl.movement.ground.rounds import places_of
from sasl.asl.movement.move import reckon
from sasl.kernel.frozen import replace
from sasl.minds.act import Decider
from sasl.minds.movement import stack_plans
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.ways.paths import Ground, ground, paths
from sasl.orders.move_orders import Move

HEDGED = dict.fromkeys(("J19", "L19", "J20", "L20", "I19", "M19"), "brush")
"""Brush on both sides of K19, so that nothing but the way beside its woods is open."""


def woods(**more: str) -> Tabletop:
    return field(FRIENDLY, "MPh", **{"K19": "woods", **HEDGED, **more})


def land_of(table: Tabletop, squad: str, who: Decider | None = None) -> Ground:
    return ground(table.game, who or decider(FRIENDLY), [table.unit(squad)])


def passing(table: Tabletop, squad: str, name: str, spent: float) -> Tabletop:
    """The squad is in Bypass of a hex, having come along two hexsides from K20 to the vertex before K18."""
    going = Moving((squad,), "K20", name, 1.0, bypass=(2, 1, 0))
    units = {**table.state.units, squad: replace(table.unit(squad), hex=name, mf=spent)}
    return Tabletop(table.game.at(replace(table.state, units=units, moving=going)))


def test_a4_3_it_goes_round_the_woods_where_that_is_nearer() -> None:
    table = woods()
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    way = paths(land_of(table, squad), 4)["K18"]
    assert (way.hexes, way.mf, [name for name, _ in way.past]) == (("K20", "K19", "K18"), 2, ["K19"])
    through = paths(land_of(table, squad, with_figure("bypass-harm", -1, FRIENDLY)), 4)["K18"]
    assert (through.mf, through.past) == (3, ())


def test_a4_31_its_order_is_legal_and_costs_what_it_counted_on() -> None:
    table = woods()
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    way = paths(land_of(table, squad), 4)["K18"]
    table.do(Move((squad,), way.hexes[1:], beside=beside(way.past)).line())
    assert (table.unit(squad).hex, table.unit(squad).mf) == ("K18", way.mf)


@pytest.mark.parametrize("start", ["K20", "J18", "L17"])
def test_a4_3_every_way_is_one_that_the_rules_allow_at_the_same_mf(start: str) -> None:
    """Woods, buildings, rubble, SMOKE, a wired hex and a wet day: whatever the search goes round."""
    table = woods(K17="wooden-building", L18="woods", J17="woods+road", I18="stone-building")
    table.all("marker add wire M19", "marker add rubble K17", "marker add smoke L18 2")
    squad = table.new(FRIENDLY, "6-2-8", start)
    land = land_of(table, squad)
    ways = paths(land, 8)
    assert any(way.past for way in ways.values())
    for way in ways.values():
        assert reckon(table.game, land.units, way.hexes, (), way.past)[squad] == way.mf
        assert way.end not in dict(way.past)  # A4.32: nobody ends in Bypass


def test_a4_3_where_the_map_must_be_looked_at_nobody_goes_round() -> None:
    """K18 continues the woods: whether there is room between them the digest does not know, until the player says."""
    table = woods(K18="woods")
    game = table.game
    assert ("K19", "K18") not in _passed(table)
    table.do("bypass K19 K18 free")
    assert ("K19", "K18") in _passed(table)
    assert game is not table.game


def _passed(table: Tabletop) -> set[tuple[str, str]]:
    """The hexsides that some way passes: the hex gone round, and that beyond."""
    found = places_of(table.game)
    past = [((found.names[there], vertices),) for (_, there), vertices in found.runs.items()]
    return {(name, near) for item in past for name, nears in beside(item) for near in nears}


def test_a4_3_nobody_goes_round_a_hex_with_enemies_or_rubble() -> None:
    for line in ("marker add rubble K19", ""):
        table = woods(K19="wooden-building")
        if line:
            table.do(line)
        else:
            table.new(ENEMY, "4-6-7", "K19")
        squad = table.new(FRIENDLY, "6-2-8", "K20")
        assert not any(name == "K19" for way in paths(land_of(table, squad), 4).values() for name, _ in way.past)


def test_a4_34_who_goes_round_is_in_the_open() -> None:
    table = woods()
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    table.new(ENEMY, "4-6-7", "K14")
    harm = land_of(table, squad).harm
    assert harm.passing("K19") > harm("K19") > 0


def test_12_6_a_vpo_gone_round_is_not_taken() -> None:
    table = woods()
    table = Tabletop(table.game.at(replace(table.state, control={"K19": ENEMY})))
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    land = land_of(table, squad, with_figure("goal-mf", 5, FRIENDLY))
    assert land.objectives(paths(land, 4)["K18"]) == 0


def test_a4_31_out_of_a_bypass_it_comes_only_into_the_hexes_at_its_vertex_or_in() -> None:
    table = woods()
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    table = passing(table, squad, "K19", 1)
    land = land_of(table, squad)
    ways = paths(land, 2)
    assert ways["K18"].mf == 1 and ways["K19"].hexes == ("K19", "K19")
    assert "K20" not in ways  # two hexsides back, and brush in between


def test_a4_32_who_would_rather_be_in_the_woods_goes_in_at_their_price() -> None:
    """K19 is its goal: it does not stay in Bypass of it, which would hold up everybody."""
    table = with_minds(woods(), FRIENDLY)
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    table = passing(Tabletop(table.game.at(replace(table.state, control={"K19": ENEMY}))), squad, "K19", 1)
    act = proposal(table.game, FRIENDLY)
    assert act is not None
    assert act.line == f"move {squad} K19"
    table.do(act.line)
    assert (table.unit(squad).mf, table.state.control["K19"]) == (3, FRIENDLY)


def test_a4_32_who_has_not_the_mf_for_it_ends_its_move_there() -> None:
    table = with_minds(woods(), FRIENDLY)
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    table = passing(table, squad, "K19", 4)
    act = proposal(table.game, FRIENDLY)
    assert act is None or not act.line.startswith("move")


def test_a4_32_who_moves_at_random_goes_in_or_on_out_of_a_bypass() -> None:
    table = woods()
    squad = table.new(FRIENDLY, "6-2-8", "K20")
    state, goal, who = passing(table, squad, "K19", 1).state, Aim("K10", "any"), decider(FRIENDLY, "random")
    games = (table.game.at(replace(state, dice=replace(state.dice, index=index))) for index in range(20))
    lines = {stack_plans.best(game, who, [game.state.units[squad]], goal)[0].line for game in games}
    assert f"move {squad} K19" in lines and len(lines) > 1
