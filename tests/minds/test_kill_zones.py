"""Kill zones (A8.1, A12.14): of those who hide one opens at a mover, and the others wait for the next."""

from __future__ import annotations

import pytest
from deciders import decider, reaction, with_figure, with_figures, with_minds
from field import Tabletop, field, moves

from sasl.asl.game import events as ev
from sasl.asl.game.state import Value
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.action import order_of_acts
from sasl.minds.fire import hiding, kill_zone, targets
from sasl.minds.fire.cost import cost

GUNS = ("N10", "O10")
HERE, BEHIND = "N14", "N15"


def ambush(*marks: str, places: tuple[str, ...] = GUNS, walker: str = "4-5-8") -> tuple[Tabletop, list[str], str]:
    """Squads with a HMG each, and who has just come into N14 before them."""
    table, squads = field("FRIENDLY", "MPh"), []
    for place in places:
        squad, _ = table.armed("enemy", "4-6-7", place, "HMG", flags=marks)
        squads.append(squad)
    mover = table.new("friendly", walker, HERE)
    return moves(table, mover, came_from=BEHIND), squads, mover


def riflemen(*marks: str, walker: str) -> tuple[Tabletop, list[str], str]:
    """Two squads side by side, and who has just come into N14 before them."""
    table = field("FRIENDLY", "MPh")
    squads = [table.new("enemy", "4-6-7", place, *marks) for place in GUNS]
    mover = table.new("friendly", walker, HERE)
    return moves(table, mover, came_from=BEHIND), squads, mover


def waiting(table: Tabletop, place: str = BEHIND, kind: str = "4-5-8") -> str:
    """A FRIENDLY unit that has not moved yet."""
    return table.new("friendly", kind, place)


def after(table: Tabletop, act: Act, mover: str) -> Tabletop:
    """The position once that shot has been fired without effect, so that its firers are known."""
    notes = kill_zone.notes(table.game, decider(), act.ids, (mover,))
    seen = {key: table.unit(key) for key in act.ids if key in table.state.units}
    used = {key: replace(unit, flags=unit.flags - {"concealed"} | {"final"}) for key, unit in seen.items()}
    guns = {gun.id: replace(gun, flags=frozenset({"final"})) for key in seen for gun in table.state.weapons_of(key)}
    state = replace(
        table.state, units={**table.state.units, **used}, weapons={**table.state.weapons, **guns},
        passed=table.state.passed | set(notes),
    )  # fmt: skip
    return Tabletop(table.game.at(state))


def places(table: Tabletop, act: Act) -> set[str]:
    return {table.unit(key).hex for key in act.ids if key in table.state.units}


def test_a8_1_one_of_two_hidden_nests_opens_and_the_other_waits_for_the_second_mover() -> None:
    table, _, mover = ambush("concealed")
    second = waiting(table)
    first = reaction(table, mover)
    assert first is not None and len(places(table, first)) == 1
    assert first.reasons[-1] == "other hidden units may wait for the next mover: kill-zone 0.9 [house]"
    table = after(table, first, mover)
    assert reaction(table, mover) is None
    table.do(f"put {second} {HERE}")
    table = moves(table, second, came_from=BEHIND)
    other = reaction(table, second)
    assert other is not None and places(table, other).isdisjoint(places(table, first))


def test_a8_1_the_second_nest_waits_in_whatever_hex_the_mover_is_next() -> None:
    table, _, mover = ambush("concealed")
    waiting(table)
    first = reaction(table, mover)
    assert first is not None
    table = after(table, first, mover)
    table.do(f"put {mover} N13")
    assert reaction(moves(table, mover, came_from=HERE), mover) is None


def test_a8_1_it_does_not_wait_where_nobody_is_to_come() -> None:
    for come in ([], ["moved"], ["broken"]):
        table, _, mover = ambush("concealed")
        late = waiting(table) if come else ""
        if "moved" in come:
            units = {**table.state.units, late: replace(table.unit(late), mf=2.0)}
            table = Tabletop(table.game.at(replace(table.state, units=units)))
        elif come:
            table.do(f"set {late} broken")
        first = reaction(table, mover)
        assert first is not None
        assert reaction(after(table, first, mover), mover) is not None


def test_a8_1_it_does_not_wait_for_men_too_far_away() -> None:
    table, _, mover = ambush("concealed")
    waiting(table, "A28")
    first = reaction(table, mover)
    assert first is not None and reaction(after(table, first, mover), mover) is not None


def test_a8_1_where_the_harm_is_great_both_open() -> None:
    table, _, mover = ambush("concealed")
    waiting(table)
    first = reaction(table, mover)
    assert first is not None
    later = after(table, first, mover)
    hidden = next(unit for unit in later.state.on_map("ENEMY") if not unit.known)
    choice = targets.choices(later.game, decider(), hidden)[0]
    assert reaction(later, mover, with_figure("kill-zone", choice.harm - 0.01)) is not None
    assert reaction(later, mover, with_figure("kill-zone", choice.harm + 0.01)) is None
    assert reaction(later, mover, with_figure("kill-zone", 0)) is not None


def test_a8_1_adjacent_movers_are_nobody_elses() -> None:
    table, _, mover = ambush("concealed", places=("N10", "O13"))
    waiting(table)
    table.do(f"put {mover} N11")
    table = moves(table, mover, came_from="N12")
    noted = replace(table.state, passed=frozenset({f"{kill_zone.OPENED}{mover}"}))
    act = reaction(Tabletop(table.game.at(noted)), mover)
    assert act is not None and "N10" in places(table, act)


def test_a8_1_those_who_are_known_do_not_wait_and_fire_first() -> None:
    table, (shown, hidden), mover = ambush()
    waiting(table)
    table.do(f"set {hidden} concealed")
    first = reaction(table, mover)
    assert first is not None and set(first.ids) == {shown}
    both, _, walker = ambush()
    waiting(both)
    act = reaction(both, walker)
    assert act is not None
    assert reaction(after(both, act, walker), walker) is not None


def test_a7_5_a_group_of_two_hidden_locations_forms_only_for_great_harm() -> None:
    table, _, mover = ambush("concealed")
    waiting(table)
    who = with_figure("first-fire-hidden", 0.0)
    game, unit = table.game, next(table.state.on_map("ENEMY"))
    every = targets.choices(game, who, unit)
    group = next(item for item in every if len({key for key in item.firers if key in game.state.units}) > 1)
    assert kill_zone.waits(game, with_figure("kill-zone", group.harm + 0.01), group, (mover,))
    assert not kill_zone.waits(game, with_figure("kill-zone", group.harm - 0.01), group, (mover,))


def test_a8_1_in_play_only_one_nest_shows_itself_at_the_first_mover() -> None:
    table, squads, mover = ambush("concealed")
    waiting(table)
    table.do(f"put {mover} {BEHIND}")
    state = replace(table.state, moving=None)
    table = with_minds(Tabletop(table.game.at(state)))
    table.dice(1, 1, *[6, 5] * 6)  # no Panic (S6.12), then the shot
    events = table.do(f"move {mover} {HERE}")
    assert [event for event in events if isinstance(event, ev.Fired)]
    assert sum(table.unit(key).known for key in squads) == 1
    assert f"{kill_zone.OPENED}{mover}" in table.state.passed


# -- what is worth it -----------------------------------------------------------------------------------


def test_a12_14_nobody_shows_himself_for_one_leader_of_several() -> None:
    hidden, _, leader = riflemen("concealed", walker="8-0")
    assert reaction(hidden, leader) is not None  # the only one
    waiting(hidden, "A28", "8-0")
    assert reaction(hidden, leader) is None
    shown, _, other = riflemen(walker="8-0")
    waiting(shown, "A28", "8-0")
    assert reaction(shown, other) is not None


def test_a12_11_a_concealed_leader_may_be_anybody() -> None:
    table, (squad, _), leader = riflemen("concealed", walker="8-0")
    waiting(table, "A28", "8-0")
    for state, share in (("concealed", 1.0), ("-concealed", 0.25)):
        table.do(f"set {leader} {state}")
        choice = targets.choices(table.game, decider(), table.unit(squad))[0]
        assert hiding.tempting(table.game, decider(), choice) == pytest.approx(choice.harm * share)


def test_a12_14_with_men_he_is_worth_it_and_beside_them_too() -> None:
    table, _, leader = riflemen("concealed", walker="8-0")
    waiting(table, "A28", "8-0")
    man = table.new("friendly", "4-5-8", HERE)
    assert reaction(moves(table, man, leader, came_from=BEHIND), man) is not None
    table.do(f"put {man} off")
    table.do(f"put {leader} N11")
    assert reaction(moves(table, leader, came_from="N12"), leader) is not None


@pytest.mark.parametrize(("walker", "share"), [("8-0", 0.25), ("4-5-8", 1.0)])
def test_6_5_in_the_pfph_too_a_leader_alone_is_less_of_a_target_to_who_hides(walker: str, share: float) -> None:
    table = field("ENEMY", "PFPh")
    squad = table.new("enemy", "4-6-7", "N10", "concealed")
    table.new("friendly", walker, "N12")
    table.new("friendly", "8-0", "A28")
    unit = table.unit(squad)
    (choice,) = targets.choices(table.game, decider(), unit)
    for figure, able in ((choice.harm * share - 0.01, True), (choice.harm * share + 0.01, False)):
        who = with_figures({"hidden-harm": figure, "wasted-harm": 0.0})
        assert bool(order_of_acts.targets_of(table.game, who, unit)) == able


# -- Intensive Fire (C5.6) ------------------------------------------------------------------------------


def test_c5_6_intensive_fire_counts_the_breakdown_that_it_risks() -> None:
    table = field("ENEMY", "PFPh")
    gun = table.new("enemy", "75L AT", "N10")
    table.new("enemy", "2-2-8", "N10")
    tank = table.new("friendly", "T-34 M43", "N11")
    plain = targets.choices(table.game, decider(), table.unit(gun))[0]
    units = {**table.state.units, gun: replace(table.unit(gun), arms=frozenset({"MA spent"}))}
    spent = Tabletop(table.game.at(replace(table.state, units=units)))
    again = targets.choices(spent.game, decider(), spent.unit(gun))[0]
    assert "intensive" in again.line
    worth = decider().doctrine.value("break-gun")
    quiet = {**table.state.values, "friendly-san": Value("0", "user")}
    calm = table.game.at(replace(table.state, values=quiet))
    assert cost(calm, decider(), plain) == pytest.approx(worth / 36)
    assert cost(calm, decider(), again) == pytest.approx(worth * 6 / 36)
    spent.do(f"put {tank} N12")
    assert not targets.choices(spent.game, decider(), spent.unit(gun)), "only at ADJACENT Targets (S8.21)"
