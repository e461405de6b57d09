"""The reasons of an act name the figure of the doctrine that turned it, and the prices they tell add up."""

from __future__ import annotations

import pytest
from deciders import decider, field, proposal, with_figure, with_minds
from deciders import under_command as held
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop

from sasl.asl.game.state import Marker
from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import replace
from sasl.minds.act import Act, Decider
from sasl.minds.action import opportunity_fire, order_of_acts, prep_fire, roles
from sasl.minds.fire import cost, opening, targets
from sasl.minds.movement import advances, companies, entries, goals, move_reasons, moves, stack_plans
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.ways.paths import ground, paths
from sasl.minds.movement.ways.prices import options_of
from sasl.minds.support import barrage, support_fire
from sasl.minds.vehicles import parking, vehicle_moves
from sasl.minds.vehicles.drives import land_of

SQUADRON, COMBINED = decider(FRIENDLY, "squadron"), decider(FRIENDLY, "combined")


def lies(table: Tabletop, kind: str, name: str) -> Tabletop:
    """The same position with a marker there."""
    marker = Marker(kind, kind, name, ENEMY, 6)
    return Tabletop(table.game.at(replace(table.state, markers={**table.state.markers, kind: marker})))


def reasons(act: Act | None) -> str:
    """All reasons of an act that is one, a line each."""
    assert act is not None and act.order is not None
    return "\n".join(act.reasons)


# -- how figures are named --------------------------------------------------------------------------------


def test_figures_of_one_provenance_are_named_together_and_each_can_be_looked_up() -> None:
    doctrine: Doctrine = SQUADRON.doctrine
    assert doctrine.words("arrive", "ride-first", "arrive") == "arrive 1, ride-first 1 [house]"
    own = replace(doctrine.figures["arrive"], provenance="user")
    mixed = replace(doctrine, figures={**doctrine.figures, "arrive": own})
    assert mixed.words("ride-first", "arrive", "scouts") == "ride-first 1, scouts 1 [house]; arrive 1 [user]"
    lines = LIBRARY.doctrine("standard").glossary(["K14: 3 MF, risk 12% there: arrive 1, crowd-mf 1 [house]"])
    assert [line.partition(":")[0] for line in lines] == ["arrive", "crowd-mf"]


# -- moves (S9) ------------------------------------------------------------------------------------------


def under_fire() -> Tabletop:
    """A squad in K17 that goes for the VPO K14, another in the woods of K15, and a squad in K8 that sees them."""
    table = held(field(FRIENDLY, "MPh", K15="woods"), K14=ENEMY)
    for place in ("K17", "K15"):
        table.new(FRIENDLY, "4-4-7", place)
    table.new(ENEMY, "4-6-7", "K8")
    return table


@pytest.mark.parametrize("who", [SQUADRON, COMBINED, decider(FRIENDLY, "bold"), decider(FRIENDLY)])
def test_6_6_the_parts_that_are_told_make_up_the_price(who: Decider) -> None:
    table = lies(lies(under_fire(), "residual", "K16"), "ffe", "L13")
    man = table.state.units_at("K17")[0]
    land, goal = ground(table.game, who, [man]), Aim("K14", "")
    options, _ = options_of(land, paths(land, 4), 4, goal)
    assert len(options) > 4
    for option in options:
        parts = move_reasons.parts_of(land, option, options[0].left)
        assert option.left + sum(part.mf for part in parts) == pytest.approx(option.worth)


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        ("arrive", "MF of its gain in doubt"), ("crowd-mf", "1 squad there already"), ("goal-mf", "1 VPO taken"),
        ("cover-mf", ", cover"), ("danger-mf", "risk "),
    ],
)  # fmt: skip
def test_6_6_a_move_names_what_its_price_is_made_of(figure: str, words: str) -> None:
    table, price = under_fire(), SQUADRON.doctrine.words(figure).partition(" [")[0]
    man = table.state.units_at("K17")[0]
    act, _ = stack_plans.best(table.game, SQUADRON, [man], Aim("K14", "x"))
    assert words in reasons(act) and price in act.reasons[-1]
    none = with_figure(figure, 0, FRIENDLY, "squadron")
    without, _ = stack_plans.best(table.game, none, [man], Aim("K14", "x"))
    assert figure == "danger-mf" or figure not in " ".join(without.reasons)


def test_6_6_what_counts_nowhere_is_not_named() -> None:
    table = field(FRIENDLY, "MPh")
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K17"))
    game = table.game.at(replace(table.state, control={}))
    act, _ = stack_plans.best(game, with_figure("rush-double", 0, FRIENDLY, "squadron"), [man], Aim("P3", "x"))
    named = {name for name in SQUADRON.doctrine.figures if f"{name} " in " ".join(act.reasons)}
    assert named == {"danger-mf"}


def test_a8_2_a_move_past_residual_fp_names_its_price() -> None:
    table = lies(under_fire(), "residual", "K14")
    act, _ = stack_plans.best(table.game, COMBINED, table.state.units_at("K17"), Aim("K14", "x"))
    assert "Residual FP" in reasons(act) and "residual-mf 4" in reasons(act)


def test_12_5_in_a_rush_the_turns_of_it_are_named() -> None:
    table = held(field(FRIENDLY, "MPh"), K10=ENEMY)
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K17"))
    table.new(ENEMY, "4-6-7", "K8")
    late = table.game.at(replace(table.state, turn=table.game.mission.end.turn))
    for game, figure in ((table.game, "open-harm"), (late, "rush-turns")):
        act, _ = stack_plans.best(game, decider(FRIENDLY), [man], Aim("K10", "x"))
        assert [name for name in ("open-harm", "rush-turns") if name in reasons(act)] == [figure]


def test_a4_5_who_goes_at_the_double_says_how_far_and_by_which_figure() -> None:
    table = held(field(FRIENDLY, "MPh"), K5=ENEMY)
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K17"))
    calm, _ = stack_plans.best(table.game, COMBINED, [man], Aim("K5", "x"))
    assert calm.path[-1] in calm.reasons[1] and "(double)" in calm.reasons[1] and "nobody sees it" in calm.reasons[1]
    table.new(ENEMY, "4-6-7", "S10")
    hurried, _ = stack_plans.best(
        table.game, with_figure("rush-turns", 99, FRIENDLY, "combined"), [man], Aim("K5", "x")
    )
    assert "(double)" in hurried.reasons[1] and "rush-double 1 [house]" in hurried.reasons[1]


def test_12_6_the_way_around_known_mines_names_their_price() -> None:
    for there in (False, True):
        table = held(field(FRIENDLY, "MPh"), K5=ENEMY)
        for name in ("K12", "J12", "L12", "I12", "M12") if there else ():
            marker = Marker(f"m{name}", "minefield", name, ENEMY, 6)
            table = Tabletop(table.game.at(replace(table.state, markers={**table.state.markers, marker.id: marker})))
        man = table.unit(table.new(FRIENDLY, "4-4-7", "K17"))
        act, _ = stack_plans.best(table.game, COMBINED, [man], Aim("K5", "x"))
        assert ("mine-mf 12" in reasons(act)) == there


def test_5_1_a_way_under_the_eyes_of_an_s_names_what_it_is_held_to_be_good_for() -> None:
    table = held(field(FRIENDLY, "MPh", K12="woods"), K5=ENEMY)
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K17"))
    table.do("suspect add K12")
    words = [
        reasons(stack_plans.best(table.game, who, [man], Aim("K5", "x"))[0]) for who in (COMBINED, decider(FRIENDLY))
    ]
    assert all("suspect-fire 4, suspect-normal 6" in text for text in words)
    plain = with_figure("suspect-fire", 0, FRIENDLY)
    act, _ = stack_plans.best(table.game, plain, [man], Aim("K5", "x"))
    assert "suspect-fp 2, suspect-range 6" in reasons(act)


def test_a4_12_who_goes_alone_under_fire_says_why() -> None:
    table = held(field(FRIENDLY, "MPh"), K14=ENEMY)
    for _ in range(2):
        table.new(FRIENDLY, "4-4-7", "K17")
    table.new(ENEMY, "4-6-7", "K8")
    act = moves.next_act(table.game, decider(FRIENDLY))
    assert act is not None and len(act.ids) == 1 and "(A4.12): together-harm 0 [house]" in reasons(act)


def test_a4_42_who_comes_after_for_his_load_is_named() -> None:
    table = held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K17")
    crew = table.new(FRIENDLY, "2-4-8", "K17")
    table.arm(crew, "HMG")
    assert f"{crew} comes after, laden (A4.42): load-waits 1 [house]" in reasons(moves.next_act(table.game, COMBINED))


# -- goals (S12.6, S16) -------------------------------------------------------------------------------------


def test_12_6_a_goal_that_is_not_the_nearest_names_what_is_and_the_figure() -> None:
    table = held(field(FRIENDLY, "MPh"), K14=ENEMY, S17=ENEMY)
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K18"))
    aim = goals.aim(table.game, SQUADRON, man)
    assert aim is not None and aim.words(SQUADRON.doctrine) == "K14 is a VPO that ENEMY controls"
    for _ in range(3):
        table.new(ENEMY, "4-6-7", "K14")
    wary = with_figure("defended-mf", 3, FRIENDLY, "squadron")
    aim = goals.aim(table.game, wary, man)
    words = "S17 is a VPO that ENEMY controls, K14 is nearer: defended-mf 3 [house]"
    assert aim is not None and aim.words(wary.doctrine) == words


def test_12_6_who_leaves_a_vpo_to_those_who_head_for_it_says_so() -> None:
    table = held(field(FRIENDLY, "MPh"), K10=ENEMY, N10=ENEMY)
    for place in ("K15", "K16"):
        table.new(FRIENDLY, "4-4-7", place)
    spread = with_figure("goal-spread", 9, FRIENDLY)
    (second,) = table.state.units_at("K16")
    aim = goals.aim(table.game, spread, second)
    assert aim is not None and (aim.hex, aim.figures) == ("N10", ("goal-spread",))


def test_16_a_man_of_a_company_names_it() -> None:
    table = held(field(FRIENDLY, "MPh"), K10=ENEMY)
    for kind in ("9-1", "4-4-7"):
        table.new(FRIENDLY, kind, "K18")
    formed = companies.form(table.game, SQUADRON)
    game = table.game.at(replace(table.state, companies=formed))
    aim = goals.aim(game, SQUADRON, game.state.units[formed[0].units[0]])
    assert aim is not None and aim.words(SQUADRON.doctrine).endswith(": companies 2 [house]")


def test_6_4_who_takes_back_a_vpo_names_how_far_he_goes() -> None:
    table = held(field(ENEMY, "MPh"), K18=FRIENDLY)
    table.new(ENEMY, "4-6-7", "K14", "move-command")
    assert "retake-range 4 [house]" in reasons(proposal(with_minds(table, ENEMY).game))


# -- entry (A2.51) ----------------------------------------------------------------------------------------


def test_a2_51_an_entry_names_only_what_makes_a_difference() -> None:
    table = held(field(FRIENDLY, "MPh"), K10=ENEMY)
    table.new(FRIENDLY, "4-4-7")
    alone = reasons(entries.next_act(table.game, SQUADRON))
    assert "entry-danger 12 [house]" in alone and "entry-full" not in alone and "entry-leader" not in alone
    act = entries.next_act(table.game, SQUADRON)
    assert act is not None
    for _ in range(2):
        table.new(FRIENDLY, "4-4-7", act.target)
    full = reasons(entries.next_act(table.game, SQUADRON))
    assert "fills the hex" in full and "entry-full 1 [house]" in full


def test_a5_1_an_entry_among_others_under_fire_names_the_crowd() -> None:
    table = held(field(FRIENDLY, "MPh"), K10=ENEMY)
    table.new(FRIENDLY, "4-4-7")
    first = entries.next_act(table.game, SQUADRON)
    assert first is not None
    table.new(FRIENDLY, "4-4-7", first.target)
    board = table.game.board
    foe = next(name for name in board.names() if 3 <= board.distance(name, first.target) <= 4)
    table.new(ENEMY, "8-3-8", foe)
    careless = with_figure("entry-danger", 0, FRIENDLY, "squadron")
    words = reasons(entries.next_act(table.game, careless))
    assert "1 squad there already" in words and "crowd-mf 0." in words


# -- the APh (A4.7) ---------------------------------------------------------------------------------------


def advance(table: Tabletop, who: Decider) -> str:
    """The reasons of the first advance."""
    return reasons(advances.next_act(table.game, who))


def test_a4_7_an_advance_names_cover_and_the_squads_that_are_there() -> None:
    table = held(field(FRIENDLY, "APh", K14="woods"), K5=ENEMY)
    table.new(FRIENDLY, "4-4-7", "K15")
    table.new(ENEMY, "4-6-7", "K10")
    cover = advance(table, SQUADRON)
    assert ", cover" in cover and SQUADRON.doctrine.words("danger-mf", "cover-mf").removesuffix(" [house]") in cover
    table.new(FRIENDLY, "4-4-7", "K14", "ti")
    crowd = advance(table, SQUADRON)
    assert "1 squad there already" in crowd and "crowd-mf 0." in crowd


def test_a11_5_men_who_go_at_a_vehicle_name_the_chance_they_need() -> None:
    table = field(ENEMY, "APh")
    key = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "GAZ-MM", "K15")
    table = Tabletop(table.game.at(replace(table.state, units={
        **table.state.units, key: replace(table.unit(key), attitude="Advance")})))  # fmt: skip
    words = advance(table, decider())
    assert "cc-vehicle 0.4 [house]" in words and "cc-odds" not in words


def test_16_a_leader_names_what_he_goes_for() -> None:
    table = held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table.new(FRIENDLY, "7-0", "K14"), table.new(FRIENDLY, "9-1", "K18", "ti")
    for place in ("K14", "K16", "K16"):
        table.new(FRIENDLY, "4-4-7", place, "ti")
    words = reasons(proposal(with_minds(table, FRIENDLY, doctrine="combined").game, FRIENDLY))
    assert "squads to be In Command" in words and "lead-mf 1" in words


def test_a10_6_a_leader_who_goes_to_rally_names_the_broken() -> None:
    table = held(field(FRIENDLY, "MPh"), K5=ENEMY)
    table.new(FRIENDLY, "8-0", "K18")
    table.new(FRIENDLY, "4-4-7", "K14", "broken")
    words = reasons(proposal(with_minds(table, FRIENDLY, doctrine="combined").game, FRIENDLY))
    assert "1 broken to rally" in words and "rally-mf 2" in words


# -- fire (S8.1, A8.1) -------------------------------------------------------------------------------------


def test_6_5_an_attack_names_the_figure_it_had_to_reach() -> None:
    for place, figure in (("K13", "wasted-harm"), ("K11", "hidden-harm"), ("K9", "prep-fire-hidden")):
        table = field(ENEMY, "PFPh")
        unit = table.unit(table.new(ENEMY, "4-6-7", "K14", "concealed"))
        table.new(FRIENDLY, "4-4-7", place)
        choice = targets.choices(table.game, decider(), unit)[0]
        assert order_of_acts.asked(table.game, decider(), unit, choice) == figure


def test_a7_2_fire_for_which_a_move_asks_less_names_the_least_of_any() -> None:
    table = held(field(FRIENDLY, "PFPh"), K5=ENEMY)
    man = table.unit(table.new(FRIENDLY, "4-4-7", "K14"))
    table.new(ENEMY, "4-6-7", "K11")
    idle = with_figure("gain-harm", 0.0001, FRIENDLY, "combined")
    assert 0 < roles.role_of(table.game, idle, man).least < idle.doctrine.value("target-harm")
    assert reasons(prep_fire.next_act(table.game, idle)).endswith("target-harm 0.02 [house]")


def test_a12_14_fire_at_a_lone_leader_names_the_share_it_counts_for() -> None:
    table = field(ENEMY, "PFPh")
    unit = table.unit(table.new(ENEMY, "4-6-7", "K14", "concealed"))
    for place in ("K10", "T3"):
        table.new(FRIENDLY, "8-0", place)
    choice = targets.choices(table.game, decider(), unit, ("K10",))[0]
    assert list(cost.figures(table.game, decider(), choice)) == ["lone-leader"]


def test_5_1_fire_at_an_s_names_the_guess() -> None:
    table = field(FRIENDLY, "PFPh", K10="woods")
    unit = table.unit(table.new(FRIENDLY, "6-2-8", "K14"))
    table.do("suspect add K10")
    choice = targets.choices(table.game, decider(FRIENDLY), unit)[0]
    assert list(cost.figures(table.game, decider(FRIENDLY), choice)) == ["suspect-harm"]


def test_a9_7_what_a_shot_costs_names_the_weapon_and_the_sniper() -> None:
    table = field(FRIENDLY, "DFPh")
    squad = table.new(ENEMY, "4-6-7", "K14")
    table.arm(squad, "LMG")
    table.new(FRIENDLY, "4-4-7", "K11")
    unit = table.unit(squad)
    found = targets.choices(table.game, decider(), unit)
    lines = opening.reasons(table.game, decider(), unit, found[0], found)
    assert any("(breakdown, the Sniper): break-light 0.25" in line for line in lines)


def test_a7_25_who_waits_for_what_others_draw_out_names_both_figures() -> None:
    table = field(ENEMY, "PFPh", K16="woods")
    gunner = table.new(ENEMY, "4-6-7", "K20", "fire-command")
    table.arm(gunner, "HMG")
    table.new(FRIENDLY, "4-4-7", "K16", "concealed")
    table.new(ENEMY, "4-6-7", "K19", "move-command")
    act = opportunity_fire.commanded(table.game, decider(), table.unit(gunner), [])
    assert "opportunity-fire 0.15 [house]" in reasons(act) and "opportunity-moves 0.5 [house]" in reasons(act)


def test_c1_51_a_fire_mission_names_what_broken_and_own_men_in_its_blast_area_count_for() -> None:
    table = field(FRIENDLY, "PFPh")
    aims, found = [barrage.Aim("K14", 1.0, 1.0, 1.0, 1.0)], []
    for side, *more in ((ENEMY, "K14"), (ENEMY, "K14", "broken"), (FRIENDLY, "K15")):
        table.new(side, "4-6-7" if side == ENEMY else "4-4-7", *more)
        found.append(list(support_fire._counted(table.game, decider(FRIENDLY), aims)))
    assert found == [[], ["oba-broken"], ["oba-own", "oba-broken"]]


# -- vehicles ---------------------------------------------------------------------------------------------


def drive(table: Tabletop, who: Decider, key: str) -> str:
    """The reasons of a vehicle's drive."""
    return reasons(vehicle_moves._drive(land_of(table.game, who, table.unit(key))))


def test_6_6_a_drive_names_what_its_price_is_made_of() -> None:
    table = held(field(FRIENDLY, "MPh"), K6=ENEMY)
    tank = table.new(FRIENDLY, "T-34 M43", "K20")
    words = drive(table, COMBINED, tank)
    assert "drive-risk-mp 20, drive-gain 2 [house]" in words, "and nothing else: no Target, no VPO to hold"
    table.new(FRIENDLY, "4-4-7", "K19")
    assert "near its Infantry: armor-leads 1 [house]" in drive(table, COMBINED, tank)
    alone = with_figure("alone-risk", 0.5, FRIENDLY, "combined")
    table.do(f"put {tank} K12")
    table.new(ENEMY, "4-6-8", "K11")
    table.new(FRIENDLY, "4-4-7", "K14")
    assert "alone-risk 0.5" in drive(table, alone, tank)
    table.do("suspect add K10")
    assert "suspect-risk 0.2, alone-risk 0.5" in drive(table, alone, tank)


def test_6_6_an_afv_that_leaves_the_nearest_vpo_to_others_says_so() -> None:
    table = held(field(FRIENDLY, "MPh"), K6=ENEMY, U6=ENEMY)
    last = table.new(FRIENDLY, "T-34 M43", "N20")
    for place in ("K16", "L16", "M17"):
        table.new(FRIENDLY, "T-34 M43", place)
    spread = with_figure("armor-spread", 3, FRIENDLY)
    aim = land_of(table.game, spread, table.unit(last)).aim
    assert aim is not None and (aim.hex, aim.figures) == ("U6", ("armor-spread",)) and "K6 is nearer" in aim.why


def test_d6_5_passengers_get_off_for_one_reason_and_it_is_told() -> None:
    table = held(field(FRIENDLY, "MPh"), K6=ENEMY)
    truck = table.new(FRIENDLY, "GAZ-MM", "K9")
    men = table.new(FRIENDLY, "4-4-7", "K9")
    table.do(f"board {men} {truck}")
    act = parking.unload(table.game, decider(FRIENDLY), table.unit(truck))
    assert "its goal K6 is within unload-goal 3 [house] (D6.5)" in reasons(act)
