"""Where a side's Infantry moves of its own (S9): goals, safe ways, cover, Assault Movement, mines, stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from deciders import decider, proposal, with_figure, with_minds
from field import field
from field import moves as halted
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.asl.game.context import Refused
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker
from sasl.asl.movement.move import reckon
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace
from sasl.minds.act import Act, Decider
from sasl.minds.action import order_of_acts
from sasl.minds.movement import goals, moves
from sasl.minds.movement.command_range import expected_in_command
from sasl.minds.movement.moves import safest_route
from sasl.minds.movement.ways.danger import danger, harm_chance

MOVE = ("move-command",)


def unit(table: Tabletop, side: Side, kind: str, place: str, *flags: str, attitude: str = "", goal: str = "") -> str:
    """A new unit with an attitude, perhaps of a local counterattack; its id."""
    key = table.new(side, kind, place, *flags)
    state = table.state
    changed = replace(state.units[key], attitude=attitude, role="counterattack" if goal else "", goal=goal)
    table.session = Tabletop(table.game.at(replace(state, units={**state.units, key: changed}))).session
    return key


def squad(table: Tabletop, place: str, *flags: str, attitude: str = "Advance", goal: str = "") -> str:
    """An ENEMY squad with a Move Command."""
    return unit(table, ENEMY, "4-6-7", place, *MOVE, *flags, attitude=attitude, goal=goal)


def mines(table: Tabletop, *places: str) -> Tabletop:
    """The same position with minefields."""
    laid = {f"m{place}": Marker(f"m{place}", "minefield", place, "ENEMY", 6) for place in places}
    return Tabletop(table.game.at(replace(table.state, markers={**table.state.markers, **laid})))


def mph(side: Side = ENEMY, **terrain: Any) -> Tabletop:
    return Tabletop.held(field(side, "MPh", **terrain))


def plan(table: Tabletop, side: Side = ENEMY, doctrine: str = "") -> Act:
    """What the side does next; it must be something."""
    act = proposal(with_minds(table, side, doctrine=doctrine).game, side)
    assert act is not None
    return act


def path(act: Act) -> Sequence[str]:
    """The hexes it names; of those gone round (`D4-C4-C5`) the hex alone."""
    return [word.split("-")[0] for word in act.line.split()[2:]]


# -- goals --------------------------------------------------------------------------------------------------


def test_house_7_advance_goes_for_the_nearest_vpo_of_the_other_side() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY, K5=FRIENDLY, K15=ENEMY)
    key = squad(table, "K14")
    assert goals.goal(table.game, decider(), table.unit(key)) == "K20"


def test_house_7_without_a_vpo_advance_goes_for_the_nearest_known_enemy_then_for_the_edge() -> None:
    table = mph()
    key = squad(table, "K14")
    assert goals.goal(table.game, decider(), table.unit(key)) in table.game.board.edge("east")
    hidden = table.new(FRIENDLY, "4-4-7", "K16", "concealed")
    assert goals.goal(table.game, decider(), table.unit(key)) in table.game.board.edge("east")
    table.do(f"set {hidden} -concealed")
    assert goals.goal(table.game, decider(), table.unit(key)) == "K16"


def test_house_7_withdraw_goes_to_its_own_edge_and_hold_nowhere() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY)
    back, hold = squad(table, "K14", attitude="Withdraw"), squad(table, "K14", attitude="Hold")
    assert goals.goal(table.game, decider(), table.unit(back)) in table.game.board.edge("west")
    assert goals.goal(table.game, decider(), table.unit(hold)) is None


def test_re_23_counterattack_goes_for_its_vpo_and_no_other_until_it_is_taken() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY, K15=FRIENDLY)
    key = squad(table, "K14", goal="K20")
    assert goals.goal(table.game, decider(), table.unit(key)) == "K20"


def test_6_4_a_hold_unit_without_a_target_takes_back_a_lost_vpo_near_it() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K18=FRIENDLY, K12=ENEMY)
    near, far = squad(table, "K14", attitude="Hold"), squad(table, "K11", attitude="Hold")
    waits, keeps = unit(table, ENEMY, "4-6-7", "J14", attitude="Hold"), squad(table, "K12", attitude="Hold")
    found = [goals.goal(table.game, decider(), table.unit(key)) for key in (near, far, waits, keeps)]
    assert found == ["K18", None, None, None]
    act = plan(table)
    assert act.ids == (near,) and "takes back K18" in act.reasons[0]


def test_12_6_a_lost_vpo_that_stands_empty_is_taken_back_under_fire() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K14="woods", K16="wooden-building"), K16=FRIENDLY)
    key = squad(table, "K14", attitude="Hold")
    for _ in range(3):
        table.new(FRIENDLY, "6-2-8", "M16")
    act = plan(table)
    assert act.line == f"move {key} K15 K16"
    assert any("goal-mf 4" in reason for reason in act.reasons)
    alone = moves.next_act(with_minds(table).game, with_figure("goal-mf", 0))
    assert alone is not None and alone.order is None


@pytest.mark.parametrize(("doctrine", "column"), [("standard", "lost"), ("aggressive", "lost"), ("timid", "none")])
def test_6_4_a_lost_vpo_is_a_column_of_the_action_table_of_hold(doctrine: str, column: str) -> None:
    table = Tabletop.held(field(ENEMY, "PFPh"), K18=FRIENDLY)
    key = unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert order_of_acts.column(table.game, decider(doctrine=doctrine), table.unit(key)) == column
    table = Tabletop.held(table, K19=FRIENDLY)
    assert order_of_acts.column(table.game, decider(doctrine=doctrine), table.unit(key)) == "none"


def test_house_7_a_vpo_in_a_known_minefield_is_no_goal_while_there_are_others() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY, K8=FRIENDLY)
    key = unit(table, ENEMY, "4-6-7", "K17", attitude="Advance")
    own = decider()
    assert goals.goal(table.game, own, table.unit(key)) == "K20"
    assert goals.goal(mines(table, "K20").game, own, table.unit(key)) == "K8"
    assert goals.goal(mines(table, "K20", "K8").game, own, table.unit(key)) == "K20"


def test_house_7_the_friendly_side_mirrors_the_goals() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K20=FRIENDLY, K5=ENEMY)
    key = table.new(FRIENDLY, "4-4-7", "K14")
    assert goals.goal(table.game, decider(FRIENDLY), table.unit(key)) == "K5"


def test_a_commander_who_has_taken_all_and_sees_nobody_keeps_it() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K20=FRIENDLY)
    key = table.new(FRIENDLY, "4-4-7", "K20")
    assert goals.goal(table.game, decider(FRIENDLY), table.unit(key)) is None
    table.suspect("K10")
    assert goals.goal(table.game, decider(FRIENDLY), table.unit(key)) == "K10"


def test_a4_44_the_nearest_crew_goes_back_for_a_heavy_mg_that_lies_about() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K5=ENEMY)
    near, far = (table.new(FRIENDLY, "2-2-8", place) for place in ("K14", "L13"))
    squads = table.new(FRIENDLY, "4-4-7", "K15")
    mg = table.new(FRIENDLY, "HMG", "K15")

    def goal(key: str) -> str | None:
        return goals.goal(table.game, decider(FRIENDLY), table.unit(key))

    assert [goal(key) for key in (near, far, squads)] == ["K15", "K5", "K5"]
    table.do(f"give {mg} {near}")
    assert goal(near) == "K5"
    light = table.new(FRIENDLY, "LMG", "L14")
    assert goal(far) == "K5", light
    table.do(f"give {mg} {squads}")
    table.do(f"break {near}")
    assert goal(far) == "K5"


def test_house_7_units_share_out_several_goals() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY, M20=FRIENDLY)
    keys = [squad(table, place) for place in ("J14", "K14", "L14", "M14", "K13", "L13")]
    assert {goals.goal(table.game, decider(), table.unit(key)) for key in keys} == {"K20", "M20"}


def by_the_railroad(near: float) -> tuple[Tabletop, Decider]:
    """A VPO in the far west and one railroad hex, P16; a commander who goes aside so far for it."""
    table = Tabletop.held(field(FRIENDLY, "MPh", P16=HexTerrain(rail=True)), K5=ENEMY)
    usual = decider(FRIENDLY).doctrine
    figures = {**usual.figures, "track-range": replace(usual.figures["track-range"], value=near)}
    return table, Decider("FRIENDLY", replace(usual, figures=figures))


def test_friendly_half_squads_close_by_take_the_railroad() -> None:
    table, commander = by_the_railroad(3)
    close, far = table.new(FRIENDLY, "2-4-8", "P19"), table.new(FRIENDLY, "2-4-8", "P20")
    squad = table.new(FRIENDLY, "4-4-7", "P17")
    going = {key: goals.goal(table.game, commander, table.unit(key)) for key in (close, far, squad)}
    assert going == {close: "P16", far: "K5", squad: "K5"}


def test_a_commander_who_goes_aside_for_no_railroad_sends_nobody() -> None:
    table, commander = by_the_railroad(0)
    keys = [table.new(FRIENDLY, kind, "P17") for kind in ("2-4-8", "4-4-7")]
    assert {goals.goal(table.game, commander, table.unit(key)) for key in keys} == {"K5"}


# -- danger -------------------------------------------------------------------------------------------------


def test_danger_grows_with_fp_and_falls_with_range_and_cover() -> None:
    table = field(ENEMY, "MPh", L20="wooden-building", L18="woods")
    key = squad(table, "K10")
    table.new(FRIENDLY, "4-4-7", "K22")
    one = danger(table.game, decider(), table.unit(key))
    assert one("K21") > one("K19") > one("K16") > 0
    assert one("J20") > one("L20") > 0
    assert one("J18") > one("L18")
    table.new(FRIENDLY, "4-4-7", "K22")
    two = danger(table.game, decider(), table.unit(key))
    assert all(two(name) >= one(name) for name in table.game.board.names())
    assert two("K19") > one("K19")


def test_danger_counts_ffnam_and_ffmo_of_who_moves() -> None:
    table = field(ENEMY, "MPh")
    key = squad(table, "K10")
    table.new(FRIENDLY, "4-4-7", "K22")
    harm = danger(table.game, decider(), table.unit(key))
    assert harm("K19") > harm.assault("K19") > harm.standing("K19") > 0


def test_danger_is_nothing_out_of_los_and_out_of_range() -> None:
    table = field(ENEMY, "MPh", K20="woods", J20="woods", L20="woods", J19="woods", L19="woods")
    key = squad(table, "K10")
    table.new(FRIENDLY, "4-4-7", "K22")
    harm = danger(table.game, decider(), table.unit(key))
    assert harm("K5") == 0
    assert harm("K18") == 0


def test_danger_knows_only_what_the_enemy_side_knows() -> None:
    table = field(ENEMY, "MPh")
    key = squad(table, "K10")
    table.new(FRIENDLY, "4-4-7", "K22", "concealed")
    assert danger(table.game, decider(), table.unit(key))("K20") == 0


def test_danger_of_a_suspect_counts_a_little_for_the_friendly_side() -> None:
    table = field(FRIENDLY, "MPh")
    key = table.new(FRIENDLY, "4-4-7", "K20")
    table.suspect("K10")
    little = danger(table.game, decider(FRIENDLY), table.unit(key))("K13")
    table.new(ENEMY, "4-6-7", "K10")
    assert 0 < little < danger(table.game, decider(FRIENDLY), table.unit(key))("K13")


def test_danger_is_less_for_a_concealed_unit_that_keeps_still_in_cover() -> None:
    table = field(ENEMY, "MPh", K18="woods")
    seen, unseen = squad(table, "K18"), squad(table, "K18", "concealed")
    table.new(FRIENDLY, "4-4-7", "K22")
    shown = danger(table.game, decider(), table.unit(seen)).standing("K18")
    assert 0 < danger(table.game, decider(), table.unit(unseen)).standing("K18") < shown


def test_danger_counts_residual_fp_and_shells_that_fall() -> None:
    table = field(ENEMY, "MPh")
    key = squad(table, "K10")
    laid = {
        "r1": Marker("r1", "residual", "K14", "FRIENDLY", 4),
        "r2": Marker("r2", "residual", "K16", "ENEMY", 4),
        "f1": Marker("f1", "ffe", "P14", "FRIENDLY", 1, column=20),
    }
    table = Tabletop(table.game.at(replace(table.state, markers=laid)))
    harm = danger(table.game, decider(), table.unit(key))
    assert harm("K14") > 0
    assert harm.standing("K14") == 0
    assert harm("K16") == 0
    assert harm("P15") > harm.standing("P15") > 0
    assert harm("P17") == 0


def test_harm_chance_rises_with_the_column_and_falls_with_the_drm() -> None:
    game = field().game
    by_column = [harm_chance(game, column, 0, 7) for column in (0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)]
    assert by_column == sorted(by_column)
    by_drm = [harm_chance(game, 8, drm, 7) for drm in range(-4, 6)]
    assert by_drm == sorted(by_drm, reverse=True)


# -- moves --------------------------------------------------------------------------------------------------


def test_6_6_nobody_moves_without_a_move_command() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY)
    unit(table, ENEMY, "4-6-7", "K14", attitude="Advance")
    assert proposal(with_minds(table).game) is None


def test_6_6_a_unit_goes_toward_its_goal_and_says_why() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY)
    key = squad(table, "K14")
    act = plan(table)
    assert act.line.startswith(f"move {key} K15")
    assert "K20" in act.reasons[0]
    assert any(line.startswith("to stay in K14") for line in act.reasons)
    assert all(len(line) <= 110 for line in act.reasons)
    assert with_minds(table).do(act.line)


def test_6_6_it_stops_in_cover_on_its_way() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K17="woods", K18="woods"), K22=FRIENDLY)
    squad(table, "K14")
    table.new(FRIENDLY, "4-4-7", "K22")
    assert path(plan(table))[-1] == "K17"


def test_6_6_it_goes_round_what_is_dangerous() -> None:
    screen = dict.fromkeys(("J18", "J17", "J16", "J15", "I18", "J19"), "woods")
    table = Tabletop.held(field(ENEMY, "MPh", **screen), I20=FRIENDLY)
    squad(table, "I16")
    table.new(FRIENDLY, "4-4-7", "L18")
    table.new(FRIENDLY, "4-4-7", "L18")
    assert "K17" not in path(plan(table))
    harm = danger(table.game, decider(), next(table.state.on_map(ENEMY)))
    assert max(map(harm, path(plan(table)))) < harm("K18")


def test_a4_61_in_sight_one_hex_is_gone_by_assault_movement() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K17="woods", K18="wooden-building"), K21=FRIENDLY)
    key = squad(table, "K17")
    table.new(FRIENDLY, "4-4-7", "K21")
    assert plan(table).line == f"move {key} K18 assault"


def test_b30_33_no_assault_movement_leads_out_of_a_pillbox() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K18="wooden-building"), K21=FRIENDLY).all(
        "marker add pillbox K17 1+3+5 K16/L16"
    )
    key = squad(table, "K17", "dug-in")
    table.new(FRIENDLY, "4-4-7", "K21")
    assert plan(table).line == f"move {key} K18"
    with pytest.raises(Refused, match=r"B30\.33"):
        reckon(table.game, [table.unit(key)], ("K17", "K18"), {"assault"})


def test_a4_63_from_cover_to_cover_a_road_is_dashed_across() -> None:
    road = HexTerrain(road=frozenset({1, 4}))
    table = Tabletop.held(field(ENEMY, "MPh", K16="woods", K17=road, K18="woods"), K18=FRIENDLY)
    key = squad(table, "K16")
    table.new(FRIENDLY, "4-4-7", "N18")
    act = plan(table)
    assert act.line == f"move {key} K17 K18 dash"
    harm = danger(table.game, decider(), table.unit(key))
    assert harm.dashing("K17") < harm("K17")
    assert with_minds(table).do(act.line)


def test_a4_5_out_of_all_sight_it_takes_double_time() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K27=FRIENDLY)
    key = squad(table, "K5")
    act = plan(table)
    assert act.line.endswith(" double")
    assert len(path(act)) == 7
    assert with_minds(table).do(act.line)
    assert key in act.line


def test_a4_12_men_go_with_their_leader_and_his_mf() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K27=FRIENDLY)
    key = squad(table, "K5", "cx")
    leader = unit(table, ENEMY, "9-1", "K5", *MOVE, attitude="Advance")
    act = plan(table)
    assert set(act.ids) == {key, leader}
    assert len(path(act)) == 6


def test_6_6_under_fire_men_go_one_by_one() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K16="wooden-building", K17="wooden-building"), K20=FRIENDLY)
    one, other = squad(table, "K16"), squad(table, "K16")
    table.new(FRIENDLY, "4-4-7", "K21")
    assert len(plan(table).ids) == 1
    assert {one, other} >= set(plan(table).ids)


def test_b28_known_mines_are_walked_around() -> None:
    table = mines(Tabletop.held(field(ENEMY, "MPh"), K18=FRIENDLY), "K15", "K16", "L15", "J15")
    squad(table, "K14")
    assert not set(path(plan(table))) & {"K15", "K16", "L15", "J15"}


def test_re_23_a_counterattack_walks_into_mines_and_ends_there() -> None:
    wall = [name for name in field().game.board.names() if name.endswith("16") or name.endswith("17")]
    table = mines(Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY), *wall)
    squad(table, "K14", goal="K20")
    assert path(plan(table))[-1] in wall
    table = mines(Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY), *wall)
    squad(table, "K14")
    assert not set(path(plan(table))) & set(wall)


def test_a4_14_nobody_walks_into_an_enemy() -> None:
    table = mph()
    squad(table, "K14")
    table.new(FRIENDLY, "2-3-7", "K16")
    table.do("set " + table.new(FRIENDLY, "4-4-7", "L15") + " broken")
    assert not set(path(plan(table))) & {"K16", "L15"}


def test_6_6_hold_in_the_open_goes_to_the_nearest_cover_within_its_range() -> None:
    table = mph(K16="woods", K12="woods", N14="wooden-building")
    squad(table, "K14", attitude="Hold")
    assert path(plan(table))[-1] in {"K16", "K12"}
    table = mph(K18="woods")
    squad(table, "K14", attitude="Hold")
    assert plan(table).line == ""


def test_6_6_hold_in_cover_stays() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K14="woods", K15="wooden-building"), K20=FRIENDLY)
    squad(table, "K14", attitude="Hold")
    assert plan(table).line == ""


def test_6_304_nobody_stays_in_a_burning_hex() -> None:
    table = mph(K14="woods", K15="woods")
    squad(table, "K14", attitude="Hold")
    fire = {"f": Marker("f", "flame", "K14")}
    table = Tabletop(table.game.at(replace(table.state, markers=fire)))
    assert path(plan(table))[-1] == "K15"


def test_6_223_who_must_leave_an_overstacked_hex_leaves_it() -> None:
    table = mph(K14="woods", K15="woods")
    key = squad(table, "K14", attitude="Hold")
    for _ in range(3):
        unit(table, ENEMY, "4-6-7", "K14", attitude="Hold")
    assert plan(table).line == f"move {key} K15"


def test_16_a_leader_stays_where_most_squads_are_in_his_circle() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table = Tabletop(table.game.at(replace(table.state, options={**table.state.options, "command": True})))
    leader, squads = table.new(FRIENDLY, "9-1", "K14"), {table.new(FRIENDLY, "4-4-7", "K14") for _ in range(2)}
    circle, board = table.game.figure("leader-circle"), table.game.board
    behind = [name for name in board.within("K14", circle) if board.distance(name, "K13") > circle]
    for place in [place for place in behind for _ in range(4)]:
        table.new(FRIENDLY, "4-4-7", place, "no-command")
    act = plan(table, FRIENDLY)
    assert set(act.ids) == squads
    assert leader not in act.ids


def test_16_a_leader_goes_where_squads_need_him() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table = Tabletop(table.game.at(replace(table.state, options={**table.state.options, "command": True})))
    leader = table.new(FRIENDLY, "9-1", "K14")
    table.new(FRIENDLY, "2-3-7", "K14", "no-command")
    for place in ("K19", "L19", "K18"):
        table.new(FRIENDLY, "4-4-7", place, "no-command")
    act = plan(table, FRIENDLY)
    assert act.ids == (leader,)
    assert act.target in {"K19", "L19", "K18"}


def test_16_squads_expected_in_command_by_what_their_leaders_pass() -> None:
    table = field(FRIENDLY, "MPh")
    worse, _ = table.new(FRIENDLY, "7-0", "K14"), table.new(FRIENDLY, "4-4-7", "K14")
    expected = expected_in_command(table.game, table.unit(worse))
    assert expected("K14") == expected("K16") == pytest.approx(21 / 36), "a DR of 7 or less"
    assert expected("K20") == 0, "nobody leads the squad there"
    table.new(FRIENDLY, "9-1", "K18")
    expected = expected_in_command(table.game, table.unit(worse))
    assert expected("K14") == pytest.approx(21 / 36), "K18 is beyond the circle"
    assert expected("K16") == pytest.approx(1 - 3 / 36 * 15 / 36), "he passes with the better one, or by himself"


def test_16_a_better_leader_is_not_brought_in_by_a_worse_one() -> None:
    table = field(FRIENDLY, "MPh")
    better, _ = table.new(FRIENDLY, "9-1", "K14"), table.new(FRIENDLY, "4-4-7", "K12")
    table.new(FRIENDLY, "7-0", "K16")
    assert expected_in_command(table.game, table.unit(better))("K14") == pytest.approx(33 / 36)


def test_16_a_leader_goes_where_a_better_one_passes_for_him() -> None:
    for doctrine, goes in (("commander", False), ("combined", True)):
        table = Tabletop.held(field(FRIENDLY, "MPh"), K5=ENEMY)
        table = Tabletop(table.game.at(replace(table.state, options={**table.state.options, "command": True})))
        worse, _ = table.new(FRIENDLY, "7-0", "K14"), table.new(FRIENDLY, "9-1", "K18", "ti")
        for place in ("K14", "K16", "K16"):
            table.new(FRIENDLY, "4-4-7", place, "ti")
        act = plan(table, FRIENDLY, doctrine)
        assert (act.target == "K16", act.ids == (worse,)) == (goes, goes)
        assert any("squads to be In Command" in reason for reason in act.reasons) == goes


def test_16_command_control_binds_no_enemy_leader_whatever_his_doctrine() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K5=FRIENDLY)
    table = Tabletop(table.game.at(replace(table.state, options={**table.state.options, "command": True})))
    table.new(ENEMY, "7-0", "K14"), table.new(ENEMY, "9-1", "K18", "ti")
    for place in ("K14", "K16", "K16"):
        table.new(ENEMY, "4-6-7", place, "ti")
    act = plan(table, ENEMY, "combined")
    assert not act.line and act.reasons == ("a leader stays with his men",)


def test_16_who_is_not_in_command_does_not_move() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K14", "no-command")
    assert proposal(with_minds(table, FRIENDLY).game, FRIENDLY) is None


def test_a7_2_free_orders_move_those_who_have_not_fired() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K14", "prep")
    fresh = table.new(FRIENDLY, "4-4-7", "K15")
    act = plan(table, FRIENDLY)
    assert act.ids == (fresh,)


def test_6_6_a_stack_that_stays_is_considered_once() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K14=FRIENDLY)
    squad(table, "K14")
    quiet = with_minds(table)
    quiet.do("enemy phase")
    assert proposal(quiet.game) is None


def spent(table: Tabletop, key: str, mf: float) -> Tabletop:
    """The same position after the unit has spent MF."""
    units = {**table.state.units, key: replace(table.unit(key), mf=mf)}
    return Tabletop(table.game.at(replace(table.state, units=units)))


def test_a4_2_a_halted_move_goes_on_but_not_after_others_have_moved() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY)
    key = squad(table, "K14")
    table = spent(table, key, 1)
    act = plan(halted(table, key, came_from="K13"))
    assert act.line.startswith(f"move {key} ")
    assert len(path(act)) == 3
    assert proposal(with_minds(table).game) is None


def test_6_6_a_halted_move_stops_where_going_on_has_become_too_dangerous() -> None:
    table = Tabletop.held(field(ENEMY, "MPh", K16="wooden-building"), K20=FRIENDLY)
    key = squad(table, "K16")
    for place in ("K19", "J19", "L19"):
        table.new(FRIENDLY, "4-5-8", place)
        table.new(FRIENDLY, "4-5-8", place)
    table = halted(spent(table, key, 2), key, came_from="K15", spent=2)
    assert plan(table).line == ""


def test_6_6_who_was_vetoed_stays_and_the_others_of_the_stack_go() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY)
    one, other = squad(table, "K14"), squad(table, "K14")
    quiet = with_minds(table)
    quiet.do(f"enemy pass {one}")
    act = proposal(quiet.game)
    assert act is not None
    assert act.ids == (other,)


def test_6_301_the_safest_route_avoids_mines_and_enemies() -> None:
    table = mines(field(ENEMY, "MPh"), "K13")
    key = squad(table, "K14")
    table.new(FRIENDLY, "4-4-7", "L13")
    way = safest_route(table.game, decider(), table.unit(key), "K10")
    assert (way[0], way[-1]) == ("K14", "K10")
    assert not {"K13", "L13"} & set(way)


def test_a2_51_reinforcements_enter_by_their_own_edge_and_go_on() -> None:
    table = Tabletop.held(field(FRIENDLY, "MPh"), K5=ENEMY)
    key = table.new(FRIENDLY, "4-4-7", "K27")
    state = table.state
    outside = replace(state.units[key], hex="")
    table = Tabletop(table.game.at(replace(state, units={key: outside})))
    act = plan(table, FRIENDLY)
    assert act.line.startswith(f"enter {key} ")
    assert act.target in table.game.board.edge("east")
    quiet = with_minds(table, FRIENDLY)
    quiet.do(act.line)
    going_on = proposal(quiet.game, FRIENDLY)
    assert going_on is not None
    assert going_on.line.startswith(f"move {key} ")


def test_random_doctrine_does_any_legal_move_and_the_same_for_the_same_moment() -> None:
    table = Tabletop.held(field(ENEMY, "MPh"), K20=FRIENDLY)
    squad(table, "K14")
    game = with_minds(table, doctrine="random").game
    assert proposal(game) == proposal(game)


@pytest.mark.parametrize("seed", range(3))
def test_6_6_whatever_is_proposed_is_legal(seed: int) -> None:
    places = ("K14", "L15", "M13", "P10", "H9")
    table = Tabletop.held(
        field(ENEMY, "MPh", K16="woods", L17="brush", M16="wooden-building"), K20=FRIENDLY, P14=FRIENDLY
    )
    for number, place in enumerate(places):
        squad(table, place)
        table.new(FRIENDLY, "4-4-7", f"{place[0]}{18 + (number + seed) % 4}")
    quiet = with_minds(table)
    for _ in range(20):
        act = proposal(quiet.game)
        if act is None:
            break
        if act.line:
            quiet.do(act.line)
        quiet.do(f"enemy pass {','.join(act.key.split(','))}") if act.key not in quiet.state.passed else None
    assert moves.next_act(quiet.game, decider()) is None


# -- the berserk ----------------------------------------------------------------------------------------


def test_a4_2_who_charges_together_goes_on_together_though_one_has_left_a_foxhole() -> None:
    table = field(ENEMY, "MPh")
    squad = table.new(ENEMY, "4-6-7", "K10", "berserk", "dug-in")
    leader = table.new(ENEMY, "8-1", "K10", "berserk")
    table.new(FRIENDLY, "6-2-8", "K17")
    table = with_minds(table)
    act = proposal(table.game)
    assert act and set(act.ids) == {squad, leader}
    table.do(f"move {squad},{leader} K11")
    assert table.unit(squad).mf > table.unit(leader).mf
    act = proposal(table.game)
    assert act and set(act.ids) == {squad, leader}


def test_a4_2_a_charge_that_others_have_interrupted_is_over() -> None:
    table = field(ENEMY, "MPh")
    first = table.new(ENEMY, "4-6-7", "K10", "berserk")
    other = table.new(ENEMY, "4-6-7", "N10", "berserk")
    table.new(FRIENDLY, "6-2-8", "K17")
    table.do(f"move {first} K11")
    table.do(f"move {other} N11")
    table = with_minds(table)
    act = proposal(table.game)
    assert act and act.ids == (other,)
