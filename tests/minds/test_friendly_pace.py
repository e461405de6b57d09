"""What the built-in FRIENDLY commander of OtO-S1 must not let slip: mined VPO, broken men, leaders, laden crews."""

from __future__ import annotations

import pytest
from deciders import decider, field, proposal, with_figure, with_minds
from deciders import under_command as held
from field import hill
from tabletop import ENEMY, FRIENDLY, Tabletop, bare

from sasl.asl.game.sides import Phase
from sasl.asl.game.state import Marker
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.movement import goals, moves
from sasl.minds.movement.command_range import expected_in_command
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.ways.paths import ground, paths
from sasl.minds.movement.ways.prices import options_of
from sasl.minds.support import support_fire

COMBINED = "combined"


def mined(table: Tabletop, *places: str) -> Tabletop:
    """The same position with minefields there."""
    laid = {f"m{name}": Marker(f"m{name}", "minefield", name, ENEMY, 6) for name in places}
    return Tabletop(table.game.at(replace(table.state, markers={**table.state.markers, **laid})))


def acts(table: Tabletop, doctrine: str = COMBINED) -> list[Act]:
    """What the FRIENDLY side would do next, what if it did not do that, and so on; who stays is left out."""
    quiet, found = with_minds(table, FRIENDLY, doctrine=doctrine), list[Act]()
    for _ in range(20):
        act = proposal(quiet.game, FRIENDLY)
        if act is None:
            return found
        found += [act] if act.line else []
        quiet = Tabletop(quiet.game.at(replace(quiet.state, passed=quiet.state.passed | {act.key})))
    raise AssertionError("it is asked for ever")


# -- a VPO in a known minefield (S12.6) ------------------------------------------------------------------------


def test_12_6_a_vpo_in_a_minefield_is_a_goal_of_who_must_take_it_as_near_as_without() -> None:
    table = held(field(FRIENDLY, "MPh"), K14=ENEMY, K5=ENEMY)
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K18"))
    for there in (table, mined(table, "K14")):
        assert goals.goal(there.game, decider(FRIENDLY, COMBINED), man) == "K14"


@pytest.mark.parametrize(("phase", "start"), [("MPh", "K17"), ("APh", "K15")])
def test_12_6_men_pay_the_price_of_the_mines_for_the_vpo_itself_alone(phase: Phase, start: str) -> None:
    table = mined(held(field(FRIENDLY, phase), K14=ENEMY), "K14", "J15", "L15")
    table.new(FRIENDLY, "4-4-7", start)
    act = acts(table)[0]
    assert act.path[-1] == "K14" and not {"J15", "L15"} & set(act.path)


def test_12_6_a_leader_alone_walks_into_no_mines() -> None:
    table = mined(held(field(FRIENDLY, "MPh"), K14=ENEMY), "K14")
    leader = table.unit(table.new(FRIENDLY, "8-0", "K15"))
    assert "K14" in ground(table.game, decider(FRIENDLY, COMBINED), [leader]).mined


def test_b28_men_in_a_minefield_leave_it_for_a_goal_elsewhere_as_others_come_nearer_to_it() -> None:
    """To stay saves nobody its attack: it only comes later."""
    table = held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K17")
    for there in (table, mined(table, "K17")):
        assert acts(there)[0].path[-1] == "K11"  # at the double


def test_b25_a_vpo_in_a_blaze_which_nobody_may_enter_is_no_goal_while_there_are_others() -> None:
    table = held(field(FRIENDLY, "MPh", K14="wooden-building"), K14=ENEMY, K5=ENEMY)
    key = table.new(FRIENDLY, "4-4-7", "K18")
    found = []
    for _ in range(2):
        found.append(goals.goal(table.game, decider(FRIENDLY, COMBINED), table.unit(key)))
        table.do("marker add blaze K14")
    assert found == ["K14", "K5"]
    alone = held(table, K14=ENEMY)
    assert goals.goal(alone.game, decider(FRIENDLY, COMBINED), alone.unit(key)) == "K14", "there is no other"


# -- what attacks for sure (A8.2) -----------------------------------------------------------------------------


def test_a8_2_a_commander_goes_around_residual_fp() -> None:
    table = held(field(FRIENDLY, "MPh"), K12=ENEMY)
    man, mind, ways = table.unit(table.new(FRIENDLY, "4-4-7", "K15")), decider(FRIENDLY, COMBINED), []
    for column in (0, 6):
        laid = {"r1": Marker("r1", "residual", "K14", ENEMY, column)} if column else {}
        land = ground(table.game.at(replace(table.state, markers=laid)), mind, [man])
        found = paths(land, 4)
        harm = land.harm.surely("K14")
        assert land.attacked(found["K14"]) == pytest.approx(mind.doctrine.value("residual-mf") * harm)
        ways.append((found["K13"].hexes[1], 0.3 < harm < 0.9))
    assert ways[0] == ("K14", False) and ways[1][0] != "K14" and ways[1][1]


# -- the last Turns (S12.5) ------------------------------------------------------------------------------------


def in_turn(table: Tabletop, turn: int) -> Tabletop:
    """The same position in another Game Turn."""
    return Tabletop(table.game.at(replace(table.state, turn=turn)))


def in_the_open_or_in_woods(foes: int) -> Tabletop:
    """Men who come 4 MF near a VPO in Open Ground, or 7 MF in the woods of J12, under the eyes of so many squads."""
    table = held(field(FRIENDLY, "MPh", J12="woods"), K6=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K14")
    for _ in range(foes):
        table.new(ENEMY, "4-6-7", "K2")
    return table


@pytest.mark.parametrize(("foes", "end"), [(1, "K10"), (3, "J12")])
def test_6_6_little_fire_keeps_nobody_out_of_the_open_and_much_fire_does(foes: int, end: str) -> None:
    act = acts(in_the_open_or_in_woods(foes))[0]
    assert act.path[-1] == end and "open-harm 0.3 [house]" in " ".join(act.reasons)


def test_12_5_in_the_last_turns_the_best_way_is_taken_though_it_is_open() -> None:
    table = in_the_open_or_in_woods(3)
    moves = [acts(in_turn(table, turn))[0] for turn in (2, 8)]
    assert [act.path[-1] for act in moves] == ["J12", "K8"]
    assert moves[1].line.endswith(" double"), "A4.5: under fire, too"


def test_12_5_in_the_last_turns_men_go_into_cc_in_a_vpo_at_poorer_odds() -> None:
    table = held(field(FRIENDLY, "APh"), K14=ENEMY)
    key = table.new(FRIENDLY, "4-4-7", "K15")
    table.new(ENEMY, "6-5-8", "K14")
    fights = [[act.line for act in acts(in_turn(table, turn))] for turn in (2, 8)]
    assert fights == [[], [f"advance {key} K14"]]
    elsewhere = held(table, K14=FRIENDLY, K5=ENEMY)
    assert not [act for act in acts(in_turn(elsewhere, 8)) if act.path[-1] == "K14"]


# -- together (A4.12) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("doctrine", "foe", "together"), [
    ("commander", "K7", False), (COMBINED, "K7", True), (COMBINED, "K8", False),
])  # fmt: skip
def test_a4_12_a_stack_goes_with_its_leaders_mf_where_little_fire_is_feared(
    doctrine: str, foe: str, together: bool
) -> None:
    crops = {f"{row}{number}": "grain" for row in "IJKLM" for number in range(6, 14)}
    table = held(field(FRIENDLY, "MPh", **crops), K2=ENEMY)
    squads = {table.new(FRIENDLY, "4-4-7", "K15") for _ in range(2)}
    leader = table.new(FRIENDLY, "8-0", "K15")
    table.new(ENEMY, "6-5-8", foe)
    act = acts(table, doctrine)[0]
    assert (set(act.ids) == squads | {leader}, len(act.ids)) == (together, 3 if together else 1)


# -- leaders (16, A10.6) --------------------------------------------------------------------------------------


def test_a10_6_a_leader_goes_to_broken_men_whom_nobody_rallies() -> None:
    table = held(field(FRIENDLY, "MPh", K16="woods"), K5=ENEMY)
    leader = table.new(FRIENDLY, "8-0", "K14")
    table.new(FRIENDLY, "2-4-8", "K14", "ti")
    table.new(FRIENDLY, "4-4-7", "K16", "broken")
    table.new(FRIENDLY, "4-4-7", "K16", "broken")
    assert [act.target for act in acts(table) if act.ids == (leader,)] == ["K16"]
    table.new(FRIENDLY, "7-0", "K16", "ti")
    assert not [act for act in acts(table) if act.ids == (leader,)], "they have one"


def test_16_a_leader_who_leads_nobody_sets_out_for_squads_beyond_his_reach() -> None:
    table = held(field(FRIENDLY, "MPh", K17="woods"), K5=ENEMY)
    idle = table.new(FRIENDLY, "8-0", "K22")
    table.new(FRIENDLY, "2-4-8", "K22", "ti")
    table.new(FRIENDLY, "4-4-7", "K10", "ti")
    act = next(act for act in acts(table) if act.ids == (idle,))
    assert act.target == "K17", "alone, but in cover that nobody sees"
    table.new(FRIENDLY, "8-0", "K10", "ti")
    assert not [act for act in acts(table) if act.ids == (idle,)], "they have a leader"


def test_16_squads_whom_another_leader_can_still_reach_count_for_less() -> None:
    table = field(FRIENDLY, "MPh")
    first, _ = table.new(FRIENDLY, "8-0", "K14"), table.new(FRIENDLY, "4-4-7", "K10")
    other, _ = table.new(FRIENDLY, "8-0", "K20"), table.new(FRIENDLY, "4-4-7", "K18")
    plain = expected_in_command(table.game, table.unit(first))
    shared = expected_in_command(table.game, table.unit(first), 0.5)
    assert plain("K12") - plain("K14") == pytest.approx(26 / 36), "the squad in K10, besides the one in K18"
    assert shared("K12") - shared("K14") > shared("K16") - shared("K14") + 0.5
    table.do(f"set {other} ti")
    assert expected_in_command(table.game, table.unit(first), 0.5)("K12") == plain("K12"), "he stays where he is"


@pytest.mark.parametrize(("leads", "goes"), [("K16", True), ("K17", False)])
def test_16_nobody_advances_out_of_the_circle_of_who_cannot_follow(leads: str, goes: bool) -> None:
    table = held(field(FRIENDLY, "APh", K14="woods"), K5=ENEMY)
    key = table.new(FRIENDLY, "4-4-7", "K15")
    table.new(FRIENDLY, "8-0", leads, "pinned")
    assert [act.path[-1] for act in acts(table) if act.ids == (key,)] == ["K14"] * goes


def test_16_a_leader_advances_after_his_men_and_not_before_them() -> None:
    table = held(field(FRIENDLY, "APh", J14="woods", K17="woods"), K5=ENEMY)
    leader, man = table.new(FRIENDLY, "8-0", "K16"), table.new(FRIENDLY, "4-4-7", "K15")
    others = {table.new(FRIENDLY, "4-4-7", "K18", "ti") for _ in range(2)}
    table = with_minds(table, FRIENDLY, doctrine=COMBINED)
    first = proposal(table.game, FRIENDLY)
    assert first is not None and leader not in first.ids and man in first.ids
    for act in acts(table):
        assert leader not in act.ids, f"{others} would be left without him"


@pytest.mark.parametrize(("state", "stays"), [("broken", True), ("ti", True), ("", False)])
def test_a10_6_a_leader_advances_away_from_no_broken_men_and_from_no_squads_for_a_little_safety(
    state: str, stays: bool
) -> None:
    table = held(field(FRIENDLY, "APh", K16="woods"), K5=ENEMY)
    leader = table.new(FRIENDLY, "8-0", "K15")
    table.new(FRIENDLY, "2-4-8", "K16", "ti")
    table.new(FRIENDLY, "8-0", "K24", "ti")
    table.new(ENEMY, "2-3-7", "K9")
    if state:
        table.new(FRIENDLY, "4-4-7", "K15", state)
    assert (leader not in {key for act in acts(table) for key in act.ids}) == stays


# -- who is too laden to move (A4.42) -------------------------------------------------------------------------


@pytest.mark.parametrize("armed", [True, False])
def test_a4_72_a_crew_that_its_hmg_lets_move_nowhere_advances_though_it_becomes_cx(armed: bool) -> None:
    table = held(field(FRIENDLY, "APh", K14=hill(1, "woods")), K5=ENEMY)
    crew = table.new(FRIENDLY, "2-4-8", "K15")
    if armed:
        table.arm(crew, "HMG")
    table.new(FRIENDLY, "8-0", "K15", "pinned")
    found = [act.path[-1] for act in acts(table)]
    assert ("K14" in found) == armed, "without it, it could have moved there, and would not become CX"


# -- aircraft (E7, S12.6) --------------------------------------------------------------------------------------


def strafes(table: Tabletop) -> str:
    """The hex that the FRIENDLY aircraft attacks."""
    act = support_fire.aircraft(table.game, decider(FRIENDLY, COMBINED))
    assert act is not None
    return act.target


def test_e7_4_an_aircraft_leaves_a_gun_alone_that_nobody_mans_and_looks_for_men_who_are_not_broken() -> None:
    table = field(ENEMY, "MPh")
    table.new(FRIENDLY, '"Il-2 M43"')
    table.new(ENEMY, '"75L AT"', "K14")
    table.new(ENEMY, "4-6-7", "K8", "broken")
    table.new(ENEMY, "4-6-7", "T10")
    assert strafes(table) == "T10"


def test_12_6_in_the_last_turns_aircraft_look_for_the_guns_that_count_at_the_end() -> None:
    found = []
    for turn in (3, 8):
        table = bare(ENEMY, "MPh")
        table.new(FRIENDLY, '"Il-2 M43"')
        table.new(ENEMY, '"88L AA"', "CC2")
        table.new(ENEMY, "2-2-8", "CC2")
        for kind in ("4-6-7", "4-6-7", "4-6-7", "9-1"):
            table.new(ENEMY, kind, "T10")
        found.append(strafes(Tabletop(table.game.at(replace(table.state, turn=turn)))))
    assert found == ["T10", "CC2"]


# -- what a move gains (S9) ----------------------------------------------------------------------------------


def before_woods(*foes: str) -> Tabletop:
    """A squad in K17 that goes for the VPO K10, with the woods of J15 beside its way, and squads that see it."""
    table = held(field(FRIENDLY, "MPh", J15="woods"), K10=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K17")
    for place in foes:
        table.new(ENEMY, "4-6-7", place)
    return table


def priced(table: Tabletop, end: str, **figures: float) -> float:
    """What the move of the squad to a hex costs, in MF, less what staying costs."""
    ((name, value),) = figures.items()
    mind = with_figure(name.replace("_", "-"), value, FRIENDLY, COMBINED)
    man = next(unit for unit in table.state.units.values() if unit.hex == "K17")
    land, goal = ground(table.game, mind, [man]), Aim("K10", "")
    options, _ = options_of(land, paths(land, 4), 4, goal)
    found = {option.way.end: option.worth for option in options}
    return found[end] - found["K17"]


def test_6_6_what_a_move_gains_counts_by_the_chance_to_come_through() -> None:
    calm, fire = before_woods(), before_woods("K12", "K12")
    assert priced(calm, "K14", arrive=1) == priced(calm, "K14", arrive=0)
    assert priced(fire, "K14", arrive=1) > priced(fire, "K14", arrive=0)


def test_a5_1_men_are_worth_keeping_apart_where_fire_is_to_be_feared() -> None:
    table = before_woods("K8")
    table.new(FRIENDLY, "4-4-7", "K14")
    assert priced(table, "K14", crowd_mf=3) > priced(table, "K14", crowd_mf=0)
    assert priced(table, "K15", crowd_mf=3) == priced(table, "K15", crowd_mf=0), "nobody is there"


def test_b30_43_a_vpo_with_an_enemy_in_its_pillbox_is_not_taken_by_walking_in() -> None:
    table = held(field(FRIENDLY, "MPh"), K14=ENEMY).all("marker add pillbox K14 1+3+5 K13/L13")
    man = table.new(FRIENDLY, "4-4-7", "K16")
    mind = decider(FRIENDLY, COMBINED)
    for enters, takes in ((None, 1), ("4-6-7", 0)):
        if enters:
            table.new(ENEMY, enters, "K14", "dug-in")
        land = ground(table.game, mind, [table.unit(man)])
        assert land.objectives(paths(land, 4)["K14"]) == takes


def test_a22_3_who_carries_a_ft_goes_after_the_others() -> None:
    table = field(FRIENDLY, "MPh")
    table = Tabletop(table.game.at(replace(table.state, control={"K10": ENEMY})))
    torch, plain = table.new(FRIENDLY, "6-2-8", "K18"), table.new(FRIENDLY, "6-2-8", "K20")
    act = moves.next_act(table.game, decider(FRIENDLY))
    assert act is not None and act.ids == (torch,), "the nearest goes first"
    table.do(f"give {table.new(FRIENDLY, 'FT')} {torch}")
    act = moves.next_act(table.game, decider(FRIENDLY))
    assert act is not None and act.ids == (plain,)
