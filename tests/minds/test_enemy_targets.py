"""Targets (S8.1, house rules 7): the chosen fire is the most harmful legal one, and it is legal."""

from __future__ import annotations

import random

import brute
import pytest
from deciders import decider, proposal, with_minds
from field import ENEMY, FRIENDLY, Tabletop, field, moves

from sasl.asl.game.state import Unit
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.dice import Dice
from sasl.minds.action import order_of_acts
from sasl.minds.fire import opening, targets
from sasl.orders.engine import Ask, Done, play

HERE, NEAR = "N10", ("N9", "O10", "M10")
GOALS = ("N11", "N12", "O13", "M14", "N16", "L12", "P15", "N20")
FAR = ("N16", "P15", "N20")
COVER = ("open", "open", "woods", "brush", "grain", "orchard")
POSITIONS = 60


def generated(seed: int) -> tuple[Tabletop, str]:
    """A chance position: a few firers in one hex and beside it, enemies in up to three hexes; who is asked."""
    chance = random.Random(seed)
    goals = chance.sample(GOALS, chance.randint(1, 3))
    terrain = {name: chance.choice(COVER) for name in (*goals, "N13", "N14", "M12")}
    defends = chance.random() < 0.3
    table = field("FRIENDLY" if defends else "ENEMY", "DFPh" if defends else "PFPh", **terrain)
    asked = ""
    for place in [HERE, *[HERE] * chance.randint(0, 1), *chance.sample(NEAR, chance.randint(0, 2))]:
        kind = chance.choice(["4-6-7", "4-6-8", "4-3-6", "8-3-8", "2-4-7", "4-4-7"])
        marks = [word for word, odds in (("cx", 0.15), ("pinned", 0.15), ("concealed", 0.3)) if chance.random() < odds]
        unit = table.new("enemy", kind, place, *marks)
        asked = asked or unit
        if len(table.state.weapons) < 2 and chance.random() < 0.5:
            table.do(f"give {table.new('enemy', chance.choice(['LMG', 'MMG', 'HMG']), place)} {unit}")
    for place in [name for name in (HERE, *NEAR) if table.state.units_at(name)]:
        if chance.random() < 0.4:
            table.new("enemy", chance.choice(["9-1", "8-0", "6+1", "9-2"]), place)
    for place in goals:
        for _ in range(chance.randint(1, 3)):
            tank = ["KV-1S"] if place in FAR else []  # no Panzerfaust reaches it
            kind = chance.choice(["4-5-8", "4-4-7", "5-2-7", "2-3-7", "9-1", "7-0", *tank])
            marks = ["concealed"] if chance.random() < 0.3 else ["broken"] if chance.random() < 0.2 else []
            table.new("friendly", kind, place, *(["buttoned"] if kind == "KV-1S" else marks))
    return table, asked


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_issue_4_the_chosen_fire_has_the_highest_harm_of_all_that_are_legal(seed: int) -> None:
    table, asked = generated(seed)
    game, unit = table.game, table.unit(asked)
    least = decider().doctrine.value("target-harm")
    goals = {other.hex for other in game.state.on_map("FRIENDLY") if other.hex}
    every = {name: brute.Attacks(game, unit, name) for name in goals}
    harms = {name: attacks.together() for name, attacks in every.items()}
    worths = {name: [max(most, every[name].apart(team)) for team in teams] for name, (most, teams) in harms.items()}
    singles = {name: every[name].alone(asked, led=True) for name in goals}
    useless = {  # it only spoils the fire of others
        name for name in goals if min(worths[name], default=0) > harms[name][0] and (singles[name] or [0])[0] < least
    }
    able = {name for name in goals if harms[name][0] >= least} - useless
    open_to = {name for name in able if game.board.distance(unit.hex, name) <= 1} or able
    chosen = next((item for item in targets.choices(game, decider(), unit) if item.harm >= least), None)
    if not open_to:
        assert chosen is None
        return
    assert chosen is not None and chosen.hex in open_to
    words = chosen.line.split()
    if "spray" in words:
        assert chosen.harm == pytest.approx(every[chosen.hex].sprayed(words[1].split(","), words[4]), abs=1e-6)
        assert all(chosen.worth >= max(worths[name]) - 1e-6 for name in open_to)
        return
    assert any(chosen.worth == pytest.approx(worth, abs=1e-6) for worth in worths[chosen.hex])
    assert all(chosen.worth >= min(worths[name]) - 1e-6 for name in open_to)
    assert all(chosen.worth >= harms[name][0] - 1e-6 for name in open_to)  # no legal attack does more
    if chosen.apart:
        assert chosen.apart > harms[chosen.hex][0]
        single = singles[chosen.hex]
        assert single and chosen.harm == pytest.approx(single[0], abs=1e-6)
    else:
        assert chosen.harm == pytest.approx(harms[chosen.hex][0], abs=1e-6)
    assert isinstance(play(with_minds(table).game, chosen.line, ()), (Done, Ask))


@pytest.mark.parametrize("seed", range(0, POSITIONS, 4))
def test_6_5_no_choice_is_ever_refused_and_each_says_who_fires(seed: int) -> None:
    game = with_minds(generated(seed)[0]).game
    for unit in game.state.on_map("ENEMY"):
        for choice in targets.choices(game, decider(), unit):
            done = play(game, choice.line, ())
            assert isinstance(done, (Done, Ask)), (choice.line, done)
            assert unit.id in choice.firers
            assert choice.harm > 0 and choice.facts
            assert choice.title.endswith(f"expected loss {choice.harm:.2f} squads")


# -- the order of Targets -------------------------------------------------------------------------------


def one(table: Tabletop, kind: str = "4-6-7", place: str = HERE) -> Unit:
    return table.unit(table.new("enemy", kind, place))


def test_house_7_an_adjacent_target_comes_before_a_better_one() -> None:
    table = field("ENEMY", "PFPh", N11="wooden-building")
    unit = one(table)
    table.new("friendly", "4-5-8", "N11")
    for _ in range(3):
        table.new("friendly", "4-2-6", "N8")
    first, *rest = targets.choices(table.game, decider(), table.unit(unit.id))
    assert first.hex == "N11"
    assert max(choice.harm for choice in rest if choice.hex == "N8") > first.harm


def test_house_7_of_equal_targets_the_one_in_a_vpo_then_the_nearest() -> None:
    table = field("ENEMY", "PFPh")
    unit = one(table)
    vpo = sorted(table.state.control)[0]
    far, near = "N14", "N13"
    for name in (far, near):
        table.new("friendly", "4-5-8", name)
    assert targets.choices(table.game, decider(), table.unit(unit.id))[0].hex == near
    state = replace(table.state, control={far: "ENEMY"})
    assert vpo != far
    assert targets.choices(table.game.at(state), decider(), state.units[unit.id])[0].hex == far


def test_a7_4_nothing_is_fired_at_what_cannot_be_hurt() -> None:
    table = field("ENEMY", "PFPh")
    unit = one(table)
    table.new("friendly", "KV-1S", "N13", "buttoned")
    assert targets.choices(table.game, decider(), table.unit(unit.id)) == []


def test_a12_3_hidden_enemies_and_those_out_of_sight_or_reach_are_no_targets() -> None:
    table = field("ENEMY", "PFPh", N14="wooden-building")
    unit = one(table)
    table.new("friendly", "4-5-8", "N12", "hidden")
    table.new("friendly", "4-5-8", "N18")
    table.new("friendly", "4-5-8", "A10")
    assert targets.in_reach(table.game, decider(), table.unit(unit.id)) == []


@pytest.mark.parametrize("seed", range(0, POSITIONS, 4))
def test_6_5_whoever_has_a_target_is_never_passed_over_at_the_quick_look(seed: int) -> None:
    table, asked = generated(seed)
    unit, mind = table.unit(asked), decider()
    found = order_of_acts.targets_of(table.game, mind, unit, lambda other: True)
    assert not found or order_of_acts.may_have_target(table.game, mind, unit)


def test_6_5_who_sees_nobody_has_no_target_at_the_quick_look() -> None:
    seen = []
    for cover in ("open", "wooden-building"):
        table = field("ENEMY", "PFPh", N12=cover)
        unit = one(table)
        table.new("friendly", "4-5-8", "N14")
        seen.append(order_of_acts.may_have_target(table.game, decider(), table.unit(unit.id)))
    assert seen == [True, False]


def test_a7_5_a_group_fires_apart_where_that_does_more() -> None:
    table = field("FRIENDLY", "MPh")
    first, second = one(table), one(table, place="N11")
    walker = table.new("friendly", "4-5-8", "N13")
    table = moves(table, walker, came_from="N14")
    choice = targets.choices(table.game, decider(), table.unit(first.id))[0]
    assert set(choice.firers) == {first.id}
    assert choice.apart > choice.harm
    assert any("they fire separately" in fact for fact in choice.facts)
    found = targets.choices(table.game, decider(), table.unit(first.id))
    group = next(item for item in found if second.id in item.firers)
    assert choice.apart > group.harm > choice.harm


def test_6_5_partners_limits_who_joins_but_a_leader_may_direct() -> None:
    table = field("ENEMY", "PFPh", N13="woods")
    unit, mate = one(table), one(table)
    leader = table.new("enemy", "9-1", HERE)
    table.new("friendly", "4-5-8", "N13")
    free = targets.choices(table.game, decider(), table.unit(unit.id))[0]
    assert set(free.firers) == {unit.id, mate.id, leader}
    alone = targets.choices(table.game, decider(), table.unit(unit.id), without=frozenset({mate.id}))[0]
    assert set(alone.firers) == {unit.id, leader}
    bare = targets.choices(table.game, decider(), table.unit(unit.id), without=frozenset({mate.id, leader}))[0]
    assert set(bare.firers) == {unit.id}


def test_a7_34_a_spraying_squad_sprays_at_adjacent_enemies_where_that_does_more() -> None:
    table = field("ENEMY", "PFPh")
    unit = one(table, "8-3-8")
    around = table.game.board.neighbours(HERE)
    other = next(name for name in table.game.board.neighbours("N11") if name in around)
    for name in ("N11", other):
        for _ in range(2):
            table.new("friendly", "4-2-6", name)
    found = targets.choices(table.game, decider(), table.unit(unit.id))
    assert " spray " in found[0].line
    assert isinstance(play(with_minds(table).game, found[0].line, ()), Done)


def test_6_5_the_friendly_side_fires_at_an_s_too() -> None:
    table = field("FRIENDLY", "PFPh")
    unit = table.unit(table.new("friendly", "4-5-8", HERE))
    table.suspect("N13")
    (choice,) = targets.choices(table.game, decider("FRIENDLY"), unit)
    assert choice.harm == decider("FRIENDLY").doctrine.value("suspect-harm")


def test_5_1_the_friendly_side_does_not_fire_at_an_s_that_would_not_check_for_it() -> None:
    """Fire of a unit in the open is DRM 0: a German S? checks for it to 6 hexes, and no farther."""
    table = field("FRIENDLY", "PFPh")
    squad = table.new("friendly", "4-5-8", HERE)
    table.arm(squad, "HMG")
    far = {table.game.board.distance(HERE, name): name for name in ("N13", "N16", "N17", "N22", "N23", "N24")}
    seen = {}
    for distance, name in far.items():
        suspect = table.suspect(name)
        seen[distance] = bool(targets.choices(table.game, decider("FRIENDLY"), table.unit(squad), {name}))
        table.do(f"suspect remove {suspect}")
    assert seen == {distance: distance <= 6 for distance in far}


def test_6_5_who_waits_or_has_fired_has_no_target_and_says_why() -> None:
    table = field("ENEMY", "PFPh")
    unit = table.unit(table.new("enemy", "4-6-7", HERE, "prep"))
    table.new("friendly", "4-5-8", "N13")
    assert targets.choices(table.game, decider(), unit) == []
    assert any("Prep Fired" in line for line in targets.refusals(table.game, decider(), unit))


def test_house_7_a_doctrine_of_chance_takes_any_legal_choice() -> None:
    table = field("ENEMY", "AFPh")
    unit = one(table)
    for name in ("N12", "N13", "M14"):
        table.new("friendly", "4-5-8", name)
    found = targets.choices(table.game, decider(), table.unit(unit.id))
    taken = set()
    for seed in range(40):
        game = table.game.at(replace(table.state, dice=Dice(seed)))
        choice = opening.chosen(game, decider(doctrine="random"), unit, found)
        taken.add(choice.line if choice else "")
    assert taken == {"", *(item.line for item in found)}


def test_house_7_an_at_gun_fires_at_the_afv_though_a_stack_of_squads_promises_more() -> None:
    table = field("ENEMY", "PFPh")
    gun = table.new(ENEMY, "75L AT", "K10")
    table.new(ENEMY, "2-2-8", "K10")
    tank = table.new(FRIENDLY, "ISU-122", "K26")
    for name in ("4-2-6", "4-2-6", "4-2-6", "6+1"):
        table.new(FRIENDLY, name, "K12")
    found = targets.choices(table.game, decider(), table.unit(gun))
    assert max(found, key=lambda item: item.harm).hex == "K12"
    table.do(f"set {gun} acted")  # its DR for Panic is behind it (S6.13)
    act = proposal(with_minds(table).game)
    assert act and act.line.startswith(f"fire {gun} K26 at {tank}")


def test_a7_351_who_has_used_two_mgs_has_nobody_left_for_a_panzerfaust() -> None:
    for mg in (True, False):
        table = field(FRIENDLY, "MPh")
        squad = table.new(ENEMY, "4-6-7", "K10")
        for name in ("LMGa", "LMGb") if mg else ("LMGa",):
            table.arm(squad, "LMG")
            table.do(f"set {name} fired first")
        tank = table.new(FRIENDLY, "T-34 M43", "K12")
        table = moves(table, tank, came_from="K13")
        found = targets.choices(table.game, decider(), table.unit(squad))
        assert any(item.line.startswith("pf ") for item in found) is not mg


@pytest.mark.parametrize(
    ("psk", "squad", "wanted"), [("", "", {"fire", "pf"}), ("fired first", "", {"pf"}), ("", "final", set())]
)
def test_a8_3_no_panzerschreck_fires_twice_and_no_panzerfaust_in_fpf(psk: str, squad: str, wanted: set[str]) -> None:
    table = field(FRIENDLY, "MPh")
    men = table.new(ENEMY, "4-6-7", "K10", *squad.split())
    tube = table.arm(men, "PSK")
    table.all(*([f"set {tube} {psk}"] if psk else []))
    tank = table.new(FRIENDLY, "T-34 M43", "K11", "buttoned")
    table = moves(table, tank, came_from="K12")
    found = targets.choices(table.game, decider(), table.unit(men))
    assert {item.line.split()[0] for item in found} - ({"fire"} if squad else set()) == wanted


def test_a8_3_a_light_mortar_that_has_lost_its_rof_does_not_fire_again() -> None:
    table = field(ENEMY, "MPh")
    crew = table.new(FRIENDLY, "1-2-7", "K10")
    mortar = table.arm(crew, "50mm MTR")
    walker = table.new(ENEMY, "4-6-7", "K14")
    table = moves(table, walker, came_from="K15", spent=2)
    assert targets.choices(table.game, decider(FRIENDLY), table.unit(crew))
    table.do(f"set {mortar} fired first")
    assert not targets.choices(table.game, decider(FRIENDLY), table.unit(crew))
