"""Companies of the built-in commander (S16): who keeps with which leader, what each goes for, and scouts ahead (S5)."""

from __future__ import annotations

from deciders import decider, field, with_figure
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop

from sasl.asl.game.events import CompaniesFormed
from sasl.asl.game.plans import Company
from sasl.asl.game.sides import Side
from sasl.kernel.frozen import replace
from sasl.lab.watching.watch import Bare, answered
from sasl.minds.act import Decider
from sasl.minds.movement import axes, companies, entries, goals, moves
from sasl.minds.movement.command_range import command_range_of, without_leader
from sasl.minds.played_sides import minds
from sasl.orders import engine
from sasl.orders.engine import new_game

SQUADRON = decider(FRIENDLY, "squadron")


def battle(**owners: Side) -> Tabletop:
    """An open field under Command Control, with these VPO."""
    table = field(FRIENDLY, "MPh").all("option fire-stops off")
    options = {**table.state.options, "command": True}
    return Tabletop(table.game.at(replace(table.state, control=owners, options=options)))


def two_companies() -> tuple[Tabletop, dict[str, Company]]:
    """A good leader in K20 and another in S20, men around both, VPO ahead of either; and the companies they make."""
    table = battle(K15=ENEMY, K10=ENEMY, S15=ENEMY)
    for kind, place in (("9-1", "K20"), ("8-0", "S20")):
        table.new(FRIENDLY, kind, place)
    for place in ("K20", "K21", "K21", "S20", "S21"):
        table.new(FRIENDLY, "4-4-7", place)
    formed = companies.form(table.game, SQUADRON)
    table = Tabletop(table.game.at(replace(table.state, companies=formed)))
    return table, {table.unit(company.leader).hex: company for company in formed}


def test_16_each_man_belongs_to_the_nearest_leader() -> None:
    table, found = two_companies()
    assert {place: sorted(table.unit(key).hex for key in company.units) for place, company in found.items()} == {
        "K20": ["K20", "K21", "K21"],
        "S20": ["S20", "S21"],
    }
    assert [table.unit(company.leader).hex for company in companies.form(table.game, SQUADRON)] == ["K20", "S20"]


def test_a17_2_a_wounded_leader_comes_after_those_who_are_better_now() -> None:
    table, found = two_companies()
    table.do(f"set {found['K20'].leader} wounded")
    assert [table.unit(company.leader).hex for company in companies.form(table.game, SQUADRON)] == ["S20", "K20"]


def test_16_each_vpo_falls_to_the_company_that_comes_to_it_first() -> None:
    _, found = two_companies()
    assert found["K20"].goals == ("K15", "K10") and found["S20"].goals == ("S15",)
    assert found["K20"].words.endswith("with 3: K15, then K10")


def test_12_6_a_company_goes_first_for_what_is_not_defended() -> None:
    table, found = two_companies()
    assert found["K20"].goals == ("K15", "K10")
    table.all("marker add pillbox K15 1+3+5 K14/L14")
    table.new(ENEMY, "4-6-7", "K15", "dug-in")
    for place in ("K16", "J15"):
        table.new(ENEMY, "4-6-7", place)
    wary = with_figure("defended-mf", 3, FRIENDLY, "squadron")
    assert goals.defended(table.game, wary, "K15") == 12
    assert goals.defended(table.game, wary, "K10") == 0
    goal = {table.unit(company.leader).hex: company.goals for company in companies.form(table.game, wary)}
    assert goal["K20"][0] == "K10"


def test_12_5_a_company_leaves_what_it_cannot_come_to_in_time_and_helps_the_other() -> None:
    table, found = two_companies()
    assert found["K20"].goals == ("K15", "K10") and found["S20"].goals == ("S15",)
    late = table.game.at(replace(table.state, turn=table.game.mission.end.turn))
    goal = {table.unit(company.leader).hex: company.goals for company in companies.form(late, SQUADRON)}
    assert goal == {"K20": ("K15",), "S20": ("S15",)}, "K10 is ten hexes away"
    taken = late.at(replace(late.state, control={**late.state.control, "S15": FRIENDLY, "P18": ENEMY}))
    goal = {table.unit(company.leader).hex: company.goals for company in companies.form(taken, SQUADRON)}
    assert goal["S20"] == ("P18",)
    taken = late.at(replace(late.state, control={"P18": ENEMY}))
    goal = {table.unit(company.leader).hex: company.goals for company in companies.form(taken, SQUADRON)}
    assert set(goal.values()) == {("P18",)}, "nothing else is near enough for either"
    timeless = with_figure("company-reach", 0, FRIENDLY, "squadron")
    goal = {table.unit(company.leader).hex: company.goals for company in companies.form(late, timeless)}
    assert goal["K20"] == ("K15", "K10")


def test_16_men_go_for_what_their_company_goes_for() -> None:
    table, found = two_companies()
    far = found["S20"].units[0]
    table.do(f"put {far} K18")  # nearer to the goal of the others
    there = table.game.at(replace(table.state, companies=tuple(found.values())))
    assert goals.goal(there, SQUADRON, there.state.units[far]) == "S15"
    nobody = there.at(replace(there.state, companies=()))
    assert goals.goal(nobody, SQUADRON, nobody.state.units[far]) == "K15"


def test_16_a_company_goes_on_to_the_next_vpo_of_its_route() -> None:
    table, found = two_companies()
    man = found["K20"].units[0]
    taken = table.game.at(replace(table.state, control={**table.state.control, "K15": FRIENDLY}))
    assert goals.goal(taken, SQUADRON, taken.state.units[man]) == "K10"


def test_16_a_man_keeps_with_his_own_company_and_its_leader() -> None:
    table, found = two_companies()
    leader, (man, *_) = found["K20"].leader, found["K20"].units
    table.do(f"move {found['S20'].units[0]} S19")
    apart = command_range_of(table.game, [table.unit(man)])
    assert apart.company == (), "those of the other company have moved"
    assert {place for place, _ in apart.following} == {"K20"}, "the other leader does not come after"
    assert set(without_leader(table.game, table.unit(leader))) == {"K20", "K21"}


def test_16_no_companies_for_many_leaders_nor_without_command_control() -> None:
    table, _ = two_companies()
    assert companies.form(table.game, decider(FRIENDLY)) == (), "the plain commander forms none"
    assert companies.form(table.game, with_figure("companies", 1, FRIENDLY, "squadron")) == ()
    off = table.game.at(replace(table.state, options={**table.state.options, "command": False}))
    assert companies.form(off, SQUADRON) == ()
    assert companies.form(table.game, Decider(ENEMY, SQUADRON.doctrine)) == ()


def test_16_the_companies_are_drawn_up_with_the_axes_and_told() -> None:
    table, found = two_companies()
    game = replace(table.game, minds=minds(FRIENDLY), advisers=minds(FRIENDLY))
    state = replace(game.state, companies=(), phase="PFPh")
    table = Tabletop(replace(game, state=state)).all("doctrine squadron friendly")
    (formed,) = [event for event in table.do("axes") if isinstance(event, CompaniesFormed)]
    assert formed.companies == table.state.companies == tuple(found.values())
    assert formed.describe().startswith("Companies: ")
    assert not [event for event in table.do("axes") if isinstance(event, CompaniesFormed)], "they are the same"


def test_16_a_leader_whose_command_dr_mostly_fails_has_no_company_while_another_has() -> None:
    table = battle(K15=ENEMY)
    good, bad = table.new(FRIENDLY, "9-1"), table.new(FRIENDLY, "6+1")
    men = [table.new(FRIENDLY, "4-4-7") for _ in range(4)]
    (company,) = companies.form(table.game, SQUADRON)
    assert company.leader == good and set(company.units) == set(men)
    table.do(f"eliminate {good}")
    assert [company.leader for company in companies.form(table.game, SQUADRON)] == [bad], "there is nobody else"


def test_16_who_passes_oftener_has_more_men() -> None:
    table = battle(K15=ENEMY)
    for kind in ("9-1", "7-0", *("4-4-7",) * 10):
        table.new(FRIENDLY, kind)
    first, second = companies.form(table.game, SQUADRON)
    assert (len(first.units), len(second.units)) == (6, 4), "33 and 21 of 36"


def test_16_a_leader_enters_where_squads_are_that_nobody_leads() -> None:
    table = battle(K10=ENEMY)
    table.new(FRIENDLY, "9-1", "D24")
    for place in ("D24", "D25", "Q25", "Q26"):
        table.new(FRIENDLY, "4-4-7", place)
    leader = table.new(FRIENDLY, "8-0")
    act = entries.next_act(table.game, SQUADRON)
    assert act is not None and act.ids == (leader,)
    assert table.game.board.distance(act.path[-1], "Q25") < table.game.board.distance(act.path[-1], "D24")
    assert any("from squads without a leader" in reason for reason in act.reasons)


def test_12_6_before_anybody_is_on_the_map_the_plan_tells_what_the_companies_go_for() -> None:
    table = battle(K15=ENEMY)
    for kind in ("9-1", "4-4-7"):
        table.new(FRIENDLY, kind)
    game = table.game.at(replace(table.state, phase="PFPh"))
    act, plain = axes.next_act(game, SQUADRON), axes.next_act(game, decider(FRIENDLY))
    assert act is not None and any(reason.endswith("with 1: K15") for reason in act.reasons)
    assert axes.NOBODY in act.reasons and not any("no axis comes" in reason for reason in act.reasons)
    assert plain is None, "nothing to draw, and nobody to tell off"


# -- scouts (S5) ------------------------------------------------------------------------------------------


def test_5_1_a_half_squad_goes_before_the_squads() -> None:
    table = battle(K10=ENEMY).all("suspect add K10")
    squad, half = table.new(FRIENDLY, "4-4-7", "K18"), table.new(FRIENDLY, "2-3-7", "K20")
    first = {who.doctrine.id: moves.next_act(table.game, who) for who in (SQUADRON, decider(FRIENDLY))}
    assert {name: act.ids for name, act in first.items() if act} == {"squadron": (half,), "commander": (squad,)}


def test_d6_24_who_carries_a_mortar_never_scouts_but_comes_last() -> None:
    table = battle(K10=ENEMY).all("suspect add K10")
    kinds = {"K18": "2-2-8", "K20": "2-2-8", "K16": "4-4-7"}
    laden, light, squad = (table.new(FRIENDLY, kind, place) for place, kind in kinds.items())
    table.do(f"give {table.new(FRIENDLY, '50mm MTR')} {laden}")
    for unit, others in ((light, ()), (squad, (light,)), (laden, (light, squad))):
        game = table.game.at(replace(table.state, passed=frozenset(others)))
        act = moves.next_act(game, SQUADRON)
        assert act is not None and act.ids == (unit,)


def outside() -> Tabletop:
    """A squad and a HS off the map, in the MPh of Turn 1, and an S? in their VPO."""
    table = battle(K10=ENEMY).all("suspect add K10")
    table.new(FRIENDLY, "4-4-7")
    table.new(FRIENDLY, "2-3-7")
    return table


def test_5_1_scouts_enter_first() -> None:
    table = outside()
    act, usual = entries.next_act(table.game, SQUADRON), entries.next_act(table.game, decider(FRIENDLY))
    assert act is not None and table.unit(act.ids[0]).kind == "hs"
    assert any("to make S? check" in reason for reason in act.reasons)
    assert any("scout-danger-mf" in reason for reason in act.reasons)
    assert usual is not None and table.unit(usual.ids[0]).kind == "squad"


# -- the edge (12) -----------------------------------------------------------------------------------------


def test_12_the_commander_enters_by_the_edge_that_is_nearer_to_half_of_the_vpo() -> None:
    """Of five VPO three count: those of the other edge are far away for good."""
    table = Bare(new_game(LIBRARY, "oto-s2", 1), engine.play)
    while table.game.state.stage != "suspects":
        answered(table, "next")
    game = table.game
    rows = sorted(game.board.names(), key=lambda name: game.board.distance_to_edge(name, "south"))
    south, north = rows[:3], rows[-3:]
    for near, other, edge in ((south, north, "south"), (north, south, "north")):
        control: dict[str, Side] = dict.fromkeys([*near, *other[:2]], ENEMY)
        assert entries.edge(game.at(replace(game.state, control=control))) == edge
    assert entries.edge(game.at(replace(game.state, control={}))) == ""
    assert entries.edge(field(FRIENDLY, "MPh").game) == "", "a mission that names its edges leaves no choice"


# -- entry -------------------------------------------------------------------------------------------------


def test_a2_51_who_enters_counts_the_mf_to_his_goal_and_of_the_hex_he_enters_by() -> None:
    plain = _enters("P26")
    assert _enters("P26", **{plain: "woods"}) != plain, "another hex is as near, and takes less MF"


def _enters(goal: str, **terrain: str) -> str:
    """Where a squad enters that goes for this VPO."""
    table = field(FRIENDLY, "MPh", **terrain)
    table = Tabletop(table.game.at(replace(table.state, control={goal: ENEMY})))
    table.new(FRIENDLY, "4-4-7")
    act = entries.next_act(table.game, decider(FRIENDLY))
    assert act is not None
    return act.path[0]
