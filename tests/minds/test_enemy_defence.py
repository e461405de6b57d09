"""When fire is opened (house rules 7): Defensive First Fire, Final Fire and Advancing Fire, one test a figure."""

from __future__ import annotations

import pytest
from deciders import decider, proposal, reaction, with_figure, with_figures, with_minds
from field import Tabletop, field, moves

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Value
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.dice import Dice
from sasl.minds.act import Act, Decider
from sasl.minds.fire import opening, targets
from sasl.minds.fire.cost import cost

HERE = "N10"


def mover(table: Tabletop, place: str, kind: str = "4-5-8", how: str = "", spent: float = 1) -> tuple[Tabletop, str]:
    """A FRIENDLY unit that has just come into `place` from the south."""
    unit = table.new("friendly", kind, place)
    south = next(name for name in table.game.board.neighbours(place) if name.startswith(place[0]) and name > place)
    return moves(table, unit, came_from=south, spent=spent, how=how), unit


def first_fire(place: str = "N14", how: str = "assault", *marks: str, **terrain: str) -> tuple[Tabletop, str, str]:
    """A squad in N10, and who moves in `place`."""
    table = field("FRIENDLY", "MPh", **terrain)
    squad = table.new("enemy", "4-6-7", HERE, *marks)
    table, walker = mover(table, place, how=how)
    return table, squad, walker


def harm_of(table: Tabletop, squad: str, walker: str) -> float:
    (choice,) = targets.choices(table.game, decider(), table.unit(squad), (table.unit(walker).hex,))
    return choice.harm


@pytest.mark.parametrize(
    ("figure", "place", "how", "marks"),
    [
        ("first-fire", "N14", "assault", ()),
        ("first-fire-open", "N14", "", ()),
        ("first-fire", "N13", "assault", ("concealed",)),
        ("subsequent-fire", "N13", "assault", ("first",)),
        ("protective-fire", "N11", "assault", ("final",)),
        ("target-harm", "N11", "assault", ()),
    ],
)
def test_house_7_fire_is_opened_from_the_figure_on_and_not_below_it(
    figure: str, place: str, how: str, marks: tuple[str, ...]
) -> None:
    table, squad, walker = first_fire(place, how, *marks)
    harm = harm_of(table, squad, walker)
    act = reaction(table, walker, with_figure(figure, harm - 0.001))
    assert act is not None and act.line.startswith(f"fire {squad} {place}")
    assert any(figure in reason for reason in act.reasons)
    assert reaction(table, walker, with_figure(figure, harm + 0.001)) is None


def test_a12_14_who_hides_fires_at_movers_from_a_share_of_what_it_would_do_adjacent() -> None:
    table, squad, walker = first_fire("N14", "", "concealed")
    assert harm_of(table, squad, walker) < decider().doctrine.value("first-fire-hidden")
    act = reaction(table, walker)
    assert act is not None and act.reasons[:2] == (
        "expected loss 0.39 squads; ADJACENT in the open it would be 0.58, so it fires from 0.35 up [house]",
        "fire-later 0.6 [house]",
    )
    assert reaction(table, walker, with_figure("fire-later", 0.9)) is None


def test_a12_14_beyond_normal_range_it_waits_for_them_to_come() -> None:
    table, squad, walker = first_fire("N17", "", "concealed")
    assert harm_of(table, squad, walker) > decider().doctrine.value("first-fire-open")
    assert reaction(table, walker) is None


def test_a12_14_nobody_asks_for_more_than_first_fire_hidden() -> None:
    table, squad, walker = first_fire("N14", "", "concealed")
    harm, patient = harm_of(table, squad, walker), with_figure("fire-later", 9)
    figures = patient.doctrine.figures

    def asking(least: float) -> Decider:
        most = replace(figures["first-fire-hidden"], value=least)
        return replace(patient, doctrine=replace(patient.doctrine, figures={**figures, "first-fire-hidden": most}))

    act = reaction(table, walker, asking(harm - 0.001))
    assert act is not None and any("first-fire-hidden" in reason for reason in act.reasons)
    assert reaction(table, walker, asking(harm + 0.001)) is None


def test_a_9_dice_that_fit_no_roll_refuse_the_move_and_cost_the_enemy_no_shot() -> None:
    table = with_minds(field("FRIENDLY", "MPh"), "ENEMY")
    table.new("enemy", "4-6-7", HERE)
    walker = table.new("friendly", "4-5-8", "N14")
    table.do("dice 5")
    assert "dice clear" in table.no(f"move {walker} N13")
    assert table.unit(walker).hex == "N14"
    table.do("dice clear")
    assert any(isinstance(event, ev.Fired) for event in table.do(f"move {walker} N13"))


def test_house_7_adjacent_movers_are_fired_at_whatever_the_harm() -> None:
    table, squad, walker = first_fire("N11", "assault", "pinned", N11="woods")
    assert 0.02 < harm_of(table, squad, walker) < 0.35
    act = reaction(table, walker)
    assert act is not None and "ADJACENT" in act.reasons[0]


def test_6_5_a_concealed_unit_does_not_fire_at_adjacent_movers_below_wasted_harm() -> None:
    table, squad, walker = first_fire("N11", "assault", "concealed", "pinned", N11="woods")
    harm = harm_of(table, squad, walker)
    assert reaction(table, walker, with_figure("wasted-harm", harm + 0.001)) is None
    act = reaction(table, walker, with_figure("wasted-harm", harm - 0.001))
    assert act is not None and any("wasted-harm" in reason for reason in act.reasons)


def test_a7_307_no_fire_at_a_closed_afv_even_adjacent() -> None:
    table = field("FRIENDLY", "MPh")
    table.new("enemy", "4-6-7", HERE)
    table, tank = mover(table, "N11", "KV-1S")
    table.do(f"set {tank} buttoned")
    act = reaction(table, tank)
    assert act is None or not act.line.startswith("fire")  # a Panzerfaust is another matter


def test_a8_31_no_fpf_at_those_who_are_not_adjacent() -> None:
    table, _, walker = first_fire("N12", "", "final")
    assert reaction(table, walker) is None


def test_6_212_a_panicked_unit_fires_at_adjacent_units_only() -> None:
    table, squad, walker = first_fire("N11", "", "panicked")
    act = reaction(table, walker)
    assert act is not None and act.ids == (squad,)
    far, _, other = first_fire("N12", "", "panicked")
    assert reaction(far, other) is None
    used, _, third = first_fire("N11", "assault", "panicked", "final")
    assert reaction(used, third, with_figure("protective-fire", 9.0)) is not None  # it must


def test_s1_a_waiting_aa_gun_fires_at_what_comes_within_4_hexes() -> None:
    for place, able in (("N14", True), ("N15", False)):
        table = field("FRIENDLY", "MPh")
        gun = table.new("enemy", "20L(6) AA", HERE)
        table.new("enemy", "2-2-8", HERE)
        table.do(f"set {gun} waits")
        table, walker = mover(table, place)
        assert (reaction(table, walker, with_figure("first-fire-open", 0.0)) is not None) == able


def test_a8_1_holding_fire_at_one_hex_is_no_pass_for_the_next() -> None:
    table = field("FRIENDLY", "MPh", N14="woods")
    squad = table.new("enemy", "4-6-7", HERE)
    walker = table.new("friendly", "4-5-8", "N15")
    table = with_minds(table)
    assert not [event for event in table.do(f"move {walker} N14 assault") if isinstance(event, ev.Fired)]
    assert not table.state.passed
    other = table.new("friendly", "4-5-8", "O15")
    fired = [event for event in table.do(f"move {other} O14") if isinstance(event, ev.Fired)]
    assert fired and fired[0].units == (squad,)


def test_6_a_unit_told_to_pass_holds_its_fire() -> None:
    table, squad, walker = first_fire("N13", "")
    assert reaction(table, walker) is not None
    passing = Tabletop(table.game.at(replace(table.state, passed=frozenset({squad}))))
    assert reaction(passing, walker) is None


def test_a8_1_the_best_shot_of_all_comes_first_and_the_others_follow() -> None:
    table = field("FRIENDLY", "MPh")
    weak = table.new("enemy", "2-4-7", "O9")
    strong = table.new("enemy", "8-3-8", "N11")
    table, walker = mover(table, "N13", "4-2-6")
    act = reaction(table, walker)
    assert act is not None and act.ids == (strong,)
    table.do(f"set {strong} final")
    act = reaction(table, walker)
    assert act is not None and act.ids == (weak,)


def test_a9_22_a_lone_mg_lays_a_fire_lane_where_many_are_still_to_come() -> None:
    table = field("FRIENDLY", "MPh")
    crew = table.new("enemy", "2-4-7", HERE)
    gun = table.arm(crew, "LMG")
    table, walker = mover(table, "N14")
    act = reaction(table, walker)
    assert act is not None and act.line == f"fire {gun} N14"
    for place in ("M15", "O15", "L14"):
        table.new("friendly", "4-5-8", place)
    laid = reaction(table, walker)
    assert laid is not None and laid.line == f"fire {gun} N14 lane"
    assert any("(A9.22): lane-harm 0.1 [house]" in reason for reason in laid.reasons)
    least = with_figure("lane-harm", 9.0)
    plain = reaction(table, walker, least)
    assert plain is not None and "lane" not in plain.line
    assert with_minds(table).do(laid.line)


# -- the other phases -------------------------------------------------------------------------------------


def at_rest(
    side: Side, phase: Phase, place: str = "N13", *marks: str, cover: str = "open"
) -> tuple[Tabletop, str, float]:
    table = field(side, phase, **{place: cover})
    squad = table.new("enemy", "4-6-7", HERE, *marks)
    table.new("friendly", "4-5-8", place)
    found = targets.choices(table.game, decider(), table.unit(squad))
    return table, squad, found[0].harm if found else 0.0


@pytest.mark.parametrize(
    ("figure", "side", "phase"), [("final-fire", "FRIENDLY", "DFPh"), ("advancing-fire", "ENEMY", "AFPh")]
)
def test_house_7_final_and_advancing_fire_have_figures_of_their_own(figure: str, side: Side, phase: Phase) -> None:
    room = opening.next_act
    table, squad, harm = at_rest(side, phase)
    act = room(table.game, with_figure(figure, harm - 0.001))
    assert act is not None and act.line == f"fire {squad} N13"
    assert any(figure in reason for reason in act.reasons)
    held = room(table.game, with_figure(figure, harm + 0.001))
    assert held == Act(squad)


def test_6_5_a_concealed_unit_does_not_give_itself_away_in_the_afph_below_hidden_harm() -> None:
    table, squad, harm = at_rest("ENEMY", "AFPh", "N12", "concealed")
    act = opening.next_act(table.game, with_figures({"hidden-harm": harm - 0.001, "wasted-harm": 0.0}))
    assert act is not None and act.line == f"fire {squad} N12" and any("hidden-harm" in text for text in act.reasons)
    assert opening.next_act(table.game, with_figures({"hidden-harm": harm + 0.001, "wasted-harm": 0.0})) == Act(squad)


def test_a8_4_who_has_first_fired_fires_at_adjacent_targets_always_and_at_no_others() -> None:
    near, squad, _ = at_rest("FRIENDLY", "DFPh", "N11", "first", cover="woods")
    act = proposal(with_minds(near).game)
    assert act is not None and act.line == f"fire {squad} N11"
    far, _, _ = at_rest("FRIENDLY", "DFPh", "N12", "first")
    act = proposal(with_minds(far).game)
    assert act is None or not act.line


def test_a7_25_who_waits_for_opportunity_fire_fires_at_any_target() -> None:
    table, squad, harm = at_rest("ENEMY", "AFPh", "N14", "opportunity", cover="woods")
    act = opening.next_act(table.game, with_figure("advancing-fire", harm + 1))
    assert act is not None and act.line == f"fire {squad} N14"


def test_6_a_phase_of_fire_ends_and_shoots_only_once_with_each() -> None:
    table = field("FRIENDLY", "DFPh")
    for place in (HERE, HERE, "O9", "M9"):
        table.new("enemy", "4-6-7", place)
    for place in ("N13", "M12", "O14"):
        table.new("friendly", "4-5-8", place)
    table = with_minds(table)
    events = table.do("enemy phase")
    shooters = [key for event in events if isinstance(event, ev.Fired) for key in event.units]
    assert shooters and len(shooters) == len(set(shooters))
    assert proposal(table.game) is None
    assert not [event for event in events if isinstance(event, ev.Passed) and event.why]


def test_house_7_a_doctrine_of_chance_fires_or_holds() -> None:
    table, squad, walker = first_fire("N14", "", N14="woods")
    who = decider(doctrine="random")
    found = {reaction_at(table, walker, who, seed) for seed in range(30)}
    assert found == {None, f"fire {squad} N14"}


def test_house_7_a_doctrine_of_chance_holds_as_often_as_it_fires_however_many_targets_there_are() -> None:
    table = field("ENEMY", "AFPh")
    unit = table.unit(table.new("enemy", "4-6-7", HERE))
    for name in ("N12", "N13", "M14"):
        table.new("friendly", "4-5-8", name)
    found = targets.choices(table.game, decider(), unit)
    games = [table.game.at(replace(table.state, dice=Dice(seed))) for seed in range(200)]
    holds = sum(opening.chosen(game, decider(doctrine="random"), unit, found) is None for game in games)
    assert len(found) == 3 and 80 <= holds <= 120


def reaction_at(table: Tabletop, walker: str, who: Decider, seed: int) -> str | None:
    act = reaction(Tabletop(table.game.at(replace(table.state, dice=Dice(seed)))), walker, who)
    return act.line if act else None


def test_6_reasons_name_the_figure_the_other_attacks_and_what_was_not_possible() -> None:
    table = field("FRIENDLY", "DFPh")
    squad = table.new("enemy", "4-6-7", HERE)
    for place in ("N13", "N14", "N18"):
        table.new("friendly", "4-5-8", place)
    found = targets.choices(table.game, decider(), table.unit(squad))
    reasons = opening.reasons(table.game, decider(), table.unit(squad), found[0], found)
    assert reasons[:2] == (
        f"expected loss {found[0].harm:.2f} squads; it fires from 0.25 up [house]",
        decider().doctrine.words("final-fire"),
    )
    assert all(choice.title in reasons for choice in found[1:])
    assert all(len(line) <= 120 for line in reasons)


def test_a7_5_those_who_reach_the_figure_only_together_fire_together() -> None:
    table = field("FRIENDLY", "MPh")
    first, second = table.new("enemy", "4-6-7", HERE), table.new("enemy", "4-6-7", "O10")
    table, walker = mover(table, "N13")
    found = targets.choices(table.game, decider(), table.unit(first), ("N13",))
    alone = next(choice for choice in found if choice.firers == (first,))
    group = next(choice for choice in found if set(choice.firers) == {first, second})
    assert alone.harm < group.harm < alone.apart
    apart = reaction(table, walker, with_figure("first-fire-open", alone.harm - 0.01))
    assert apart is not None and len(apart.ids) == 1
    together = reaction(table, walker, with_figure("first-fire-open", alone.harm + 0.01))
    assert together is not None and set(together.ids) == {first, second}
    assert reaction(table, walker, with_figure("first-fire-open", group.harm + 0.01)) is None


def test_a14_1_a_shot_that_may_wake_the_sniper_for_less_than_that_costs_is_not_fired() -> None:
    table, squad, harm = at_rest("ENEMY", "AFPh")
    values = {**table.state.values, "friendly-san": Value("7", "user")}
    table = Tabletop(table.game.at(replace(table.state, values=values)))
    assert opening.next_act(table.game, with_figure("sniper-harm", harm)) != Act(squad)
    assert opening.next_act(table.game, with_figure("sniper-harm", 6 * harm)) == Act(squad)


def test_a9_7_the_breakdown_of_a_mg_is_a_cost_of_its_shot() -> None:
    table, squad, _ = at_rest("ENEMY", "AFPh")
    gun = table.arm(squad, "LMG")
    choice = next(item for item in targets.choices(table.game, decider(), table.unit(squad)) if gun in item.line)
    dear, free = (cost(table.game, with_figure("break-light", worth), choice) for worth in (1, 0))
    assert dear > free == 0
