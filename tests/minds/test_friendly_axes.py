"""The plan of the built-in commander: axes over the VPO, phase lines, and what is nobody's goal."""

from __future__ import annotations

from deciders import decider, field, proposal, with_minds
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.events import AxesDrawn, Told
from sasl.asl.game.plans import Axis, PhaseLine
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker
from sasl.kernel.frozen import replace
from sasl.minds.movement import axes, goals
from sasl.minds.movement.ways.paths import march_left
from sasl.minds.played_sides import minds


def held(table: Tabletop, **owners: Side) -> Tabletop:
    """The same position with these VPO, on Turn 2."""
    return Tabletop(table.game.at(replace(table.state, control=owners, turn=2)))


def marked(table: Tabletop, kind: str, place: str) -> Tabletop:
    """The same position with such a marker."""
    marker = Marker(f"{kind}1", kind, place, "ENEMY", 6)
    return Tabletop(table.game.at(replace(table.state, markers={**table.state.markers, marker.id: marker})))


def drawn(table: Tabletop) -> tuple[Axis, ...]:
    """The axes of the commander there."""
    return axes.plan_of(table.game, decider("FRIENDLY")).axes


def squads(table: Tabletop, *places: str) -> Tabletop:
    """The same position with a squad more in each of these hexes."""
    for place in places:
        table.new(FRIENDLY, "4-4-7", place)
    return table


def test_12_6_the_main_axis_is_where_most_squads_go() -> None:
    table = squads(held(field(), K17=ENEMY, S20=ENEMY), "K20", "K20", "K21", "S22")
    main, *others = drawn(table)
    assert (main.kind, main.start, main.squads) == ("main", "K20", 3)
    assert [(axis.kind, axis.start, axis.lines[0].hex) for axis in others] == [("secondary", "S22", "S20")]


def test_12_6_a_phase_line_is_reckoned_by_the_mf_that_are_left() -> None:
    table, far = held(field(), K5=ENEMY), decider("FRIENDLY").doctrine.value("axis-mf")
    near = squads(table, "K7")
    turns = {}
    for start in ("K7", "K15"):
        there = squads(held(field(), K5=ENEMY), start)
        (axis,) = drawn(there)
        mf = march_left(there.game.board, "K5", frozenset(), 0.0)[start]
        turns[start] = axis.lines[0].turn
        assert 2 + (mf - 0.01) // far == turns[start]
    assert near.state.turn == turns["K7"] < turns["K15"]


def test_12_6_the_mines_that_a_vpo_lies_in_do_not_put_its_phase_line_off() -> None:
    table = squads(held(field(), K17=ENEMY), "K20")
    assert drawn(marked(table, "minefield", "K17")) == drawn(table)


def test_12_6_an_axis_goes_on_to_the_vpo_that_it_comes_to_first() -> None:
    table = squads(held(field(), K18=ENEMY, K15=ENEMY, S16=ENEMY, K1=ENEMY), "K20", "S20")
    plan = axes.plan_of(table.game, decider("FRIENDLY"))
    by_start = {axis.start: [line.hex for line in axis.lines] for axis in plan.axes}
    assert by_start["K20"][:2] == ["K18", "K15"] and by_start["S20"][0] == "S16"
    lines = [line for axis in plan.axes for line in axis.lines]
    assert len({line.hex for line in lines}) == len(lines), "no VPO is on two axes"
    last = table.game.mission.end.turn
    left = {"K1"} - {line.hex for line in lines}
    assert all(line.turn <= last for axis in plan.axes for line in axis.lines[1:])
    assert any(f"no axis reaches K1 by Turn {last}" in text for text in plan.reasons) == bool(left)


def test_b25_4_a_vpo_in_flames_is_nobodys_goal_while_others_are_free() -> None:
    table = squads(held(field(), K18=ENEMY, K10=ENEMY), "K20")
    assert goals.open_to(table.game, "FRIENDLY") == ["K18", "K10"]
    burning = marked(table, "flame", "K18")
    assert goals.open_to(burning.game, "FRIENDLY") == ["K10"]
    assert [axis.lines[0].hex for axis in drawn(burning)] == ["K10"]
    alone = marked(squads(held(field(), K18=ENEMY), "K20"), "flame", "K18")
    assert goals.open_to(alone.game, "FRIENDLY") == ["K18"], "it waits for the only one"


def test_the_plan_is_told_first_in_the_pfph_and_again_only_when_it_changes() -> None:
    table = with_minds(squads(held(field("FRIENDLY", "PFPh"), K5=ENEMY), "K20"), "FRIENDLY")
    act = proposal(table.game, "FRIENDLY")
    assert act is not None and act.key == axes.KEY and act.line == "axes"
    assert act.title == "plan for Turn 2"
    assert act.path[0] == "K20" and act.path[-1] == "K5"
    assert any("axis-mf" in reason for reason in act.reasons)
    known = table.game.at(replace(table.state, axes=drawn(table)))
    again = proposal(known, "FRIENDLY")
    assert again is not None and again.key == axes.KEY and again.order is None, "it is as it was"


def test_an_enemy_that_is_free_in_its_orders_draws_up_no_axes() -> None:
    table = with_minds(squads(held(field("ENEMY", "PFPh"), K5=FRIENDLY), "K20"), "ENEMY", doctrine="commander")
    act = proposal(table.game, "ENEMY")
    assert act is None or act.key != axes.KEY


def test_axes_shows_a_player_the_plan_and_does_nothing() -> None:
    table = squads(held(field("FRIENDLY", "MPh"), K5=ENEMY), "K20")
    table = Tabletop(replace(table.game, advisers=minds("FRIENDLY")))
    before = table.state.units
    facts = table.do("axes")
    assert table.state.axes == drawn(table) and table.state.units == before
    (plan,) = (fact.describe() for fact in facts if isinstance(fact, AxesDrawn))
    assert plan.startswith("The plan: main axis from K20, 1 squad: K5 by Turn ")
    assert any("K5 by Turn" in fact.text for fact in facts if isinstance(fact, Told))
    assert not any(isinstance(fact, AxesDrawn) for fact in table.do("axes")), "it has not changed"


def test_12_6_the_main_axis_draws_men_as_far_as_the_doctrine_says() -> None:
    table = squads(held(field(), K18=ENEMY, N18=ENEMY), "K22", "K22", "M21")
    usual = decider("FRIENDLY")
    assert goals.assigned(table.game, usual)[table.state.units_at("M21")[0].id].hex == "N18"
    main = (Axis("main", "K22", (PhaseLine("K18", 2),), 2),)
    known = table.game.at(replace(table.state, axes=main))
    figures = {**usual.doctrine.figures, "main-mf": replace(usual.doctrine.figures["main-mf"], value=9)}
    drawn_in = replace(usual, doctrine=replace(usual.doctrine, figures=figures))
    share = goals.assigned(known, drawn_in)[table.state.units_at("M21")[0].id]
    assert (share.hex, share.nearer, share.figures) == ("K18", "N18", ("main-mf",))
