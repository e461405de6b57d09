"""Expected harm (S8.1): against plain counting of the dice, and against the real command with many dice."""

from __future__ import annotations

from statistics import fmean, pstdev

import brute
import pytest
from deciders import decider
from field import Tabletop, field, moves

from sasl.asl.fire import fire_groups, small_arms
from sasl.asl.fire.attack import Group, IftAttack
from sasl.asl.fire.opportunity import opportunity
from sasl.asl.ordnance import mounted, vehicle_mg
from sasl.asl.ordnance.aiming import aim
from sasl.kernel.rolling.records import Modifier
from sasl.minds.fire import harm
from sasl.minds.fire.ordnance import shells

DRM = {number: (Modifier("DRM", number),) for number in range(-3, 5)}


def stack(*targets: str) -> tuple[Tabletop, list[str]]:
    """FRIENDLY units in K14: `4-5-8 broken` …"""
    table = field("ENEMY", "PFPh")
    return table, [table.new("friendly", text.split()[0], "K14", *text.split()[1:]) for text in targets]


def on_ift(ids: list[str], column: int, drm: int = 0, cowers: int = 0, **others: int) -> IftAttack:
    """An attack on them; `others`: a column of its own for a unit, by its place."""
    groups = [Group((key,), DRM[drm], others[f"of{place}"]) for place, key in enumerate(ids) if f"of{place}" in others]
    rest = tuple(key for place, key in enumerate(ids) if f"of{place}" not in others)
    return IftAttack("ENEMY", "fire", "K14", column, (Group(rest, DRM[drm]), *groups), cowers=cowers)


@pytest.mark.parametrize("column", [1, 4, 8, 16, 36])
@pytest.mark.parametrize("drm", [-3, 0, 2, 4])
@pytest.mark.parametrize(
    "targets",
    [("4-5-8",), ("4-5-8", "4-4-7", "9-1"), ("4-2-6", "8-0", "9-2"), ("4-5-8 broken", "2-2-8"), ("4-4-7", "6+1")],
)
def test_6_5_harm_is_what_counting_every_die_gives(targets: tuple[str, ...], column: int, drm: int) -> None:
    table, ids = stack(*targets)
    for cowers in (0, 1, 2):
        attack = on_ift(ids, column, drm, cowers)
        assert harm.of_ift(table.game, decider(), attack) == pytest.approx(brute.harm_of(table.game, attack), abs=1e-9)


def test_6_5_a_unit_with_a_column_of_its_own_shares_the_dr() -> None:
    table, ids = stack("4-5-8", "4-4-7 concealed", "9-1 concealed")
    attack = on_ift(ids, 12, 1, 1, of1=6, of2=6)
    found = harm.of_ift(table.game, decider(), attack)
    assert found == pytest.approx(brute.harm_of(table.game, attack), abs=1e-9)
    apart = [harm.of_ift(table.game, decider(), on_ift([key], 6, 1, 1)) for key in ids[1:]]
    assert found < sum(apart) + harm.of_ift(table.game, decider(), on_ift(ids[:1], 12, 1, 1))  # one DR for all


def test_6_5_a_leader_weighs_twice_and_helps_the_others() -> None:
    table, (squad, leader) = stack("4-4-7", "9-1")
    alone, (other,) = stack("4-4-7")
    led = harm.of_ift(table.game, decider(), on_ift([squad], 4))
    assert led < harm.of_ift(alone.game, decider(), on_ift([other], 4))
    both = harm.of_ift(table.game, decider(), on_ift([squad, leader], 36, -3))
    assert 1.9 < both <= 2.0


def test_6_5_pins_are_no_harm_and_dead_columns_do_nothing() -> None:
    table, ids = stack("4-5-8")
    assert harm.of_ift(table.game, decider(), on_ift(ids, 0)) == 0
    assert harm.of_ift(table.game, decider(), on_ift(ids, 1, 4)) == 0  # a PTC at most


def test_6_5_harm_to_the_own_men_in_a_melee_is_taken_off() -> None:
    table, (theirs,) = stack("4-4-7 melee")
    own = table.new("enemy", "4-6-7", "K14", "melee")
    attack = on_ift([theirs, own], 8)
    assert harm.of_ift(table.game, decider(), attack) == pytest.approx(0, abs=1e-9)  # the same Morale on either side
    assert harm.of_ift(table.game, decider(), on_ift([theirs], 8)) > 0


def test_a7_307_small_arms_do_not_hurt_a_closed_afv() -> None:
    table, (tank,) = stack("KV-1S buttoned")
    assert harm.of_ift(table.game, decider(), on_ift([tank], 36, -3)) == 0
    crew, (open_tank,) = stack("KV-1S")
    assert harm.of_ift(crew.game, decider(), on_ift([open_tank], 36, -3)) > 1.5


def test_a7_308_the_star_line_kills_a_truck() -> None:
    table, (truck,) = stack("GAZ-MM")
    found = harm.of_ift(table.game, decider(), on_ift([truck], 4))
    assert found == pytest.approx(3 * 10 / 36)  # Final DR of 5 or less; an Original 2 is no worse


# -- against the real command ---------------------------------------------------------------------------


def fire_position(name: str) -> tuple[Tabletop, str, float]:
    """A position, the command, and its reckoned harm."""
    if name == "a stack in the woods, one concealed":
        table = field("ENEMY", "PFPh", K14="woods")
        squad = table.new("enemy", "4-6-7", "K11")
        gun = table.arm(squad, "HMG")
        mate, leader = table.new("enemy", "4-6-7", "K11"), table.new("enemy", "9-1", "K11")
        for text in ("4-5-8", "9-1", "4-4-7 concealed"):
            table.new("friendly", text.split()[0], "K14", *text.split()[1:])
        names = [squad, mate, gun, leader]
    elif name == "conscripts that cower":
        table = field("ENEMY", "PFPh")
        names = [table.new("enemy", "4-3-6", "K12"), table.new("enemy", "4-3-6", "K12")]
        table.new("friendly", "2-3-7", "K14")
        table.new("friendly", "4-5-8", "K14", "broken")
    elif name == "a truck":
        table = field("ENEMY", "PFPh")
        names = [table.new("enemy", "8-3-8", "K12")]
        table.new("friendly", "GAZ-MM", "K14")
    elif name == "a mover in the open":
        table = field("FRIENDLY", "MPh")
        names = [table.new("enemy", "4-4-7", "K12"), table.new("enemy", "8-1", "K12")]
        walker, hero = table.new("friendly", "4-5-8", "K14"), table.new("friendly", "1-4-9", "K14")
        table = moves(table, walker, hero, came_from="K15")
    else:
        return gun_position(name)
    game = table.game
    units = [game.state.units[key] for key in names if key in game.state.units]
    weapons = [game.state.weapons[key] for key in names if key in game.state.weapons]
    attack = small_arms.attack_of(game, fire_groups.order(game, units, weapons, ("K14",), ("only",)))
    return table, f"fire {','.join(names)} K14 only", harm.of_ift(game, decider(), attack)


def gun_position(name: str) -> tuple[Tabletop, str, float]:
    table = field("ENEMY", "PFPh", K14="woods" if name.startswith("a mortar") else "open")
    kind = {"HE": "75L AT", "AP": "75L AT", "mortar": "81* MTR", "IFE": "20L(6) AA"}[name.split()[1]]
    gun, goal = table.new("enemy", kind, "K9"), "K14"
    table.new("enemy", "2-2-8", "K9")
    game = table.game
    if name.split()[1] == "AP":
        table.new("friendly", "KV-1S", goal, "buttoned")
    else:
        for text in ("4-5-8", "8-1", "4-4-7"):
            table.new("friendly", text, goal)
        if "two groups" in name:
            table.new("friendly", "2-2-7", goal, "concealed")
    game = table.game
    unit = game.state.units[gun]
    chance = opportunity(game, unit, goal)
    if name.split()[1] == "IFE":
        return (
            table,
            f"fire {gun} {goal}",
            harm.of_ift(game, decider(), vehicle_mg.attack_of(game, vehicle_mg.ife(game, unit, goal, chance))),
        )
    piece = mounted.ordnance(game, game.counter_of(unit))
    assert piece
    shot = aim.shot(game, unit, "MA", goal, aim.Manner(), chance, piece)
    return table, f"fire {gun} {goal}", shells.of_shot(game, decider(), shot)


POSITIONS = [
    "a stack in the woods, one concealed", "conscripts that cower", "a truck", "a mover in the open",
    "a HE shell at men", "a HE shell at men, two groups", "a AP shell at a tank", "a mortar at men in woods",
    "a IFE burst at men",
]  # fmt: skip


@pytest.mark.parametrize("name", POSITIONS)
def test_6_5_harm_is_what_the_command_does_on_the_average(name: str) -> None:
    table, line, expected = fire_position(name)
    kinds = {"vehicle": 3, "leader": 2, "gun": 2}
    weights = {unit.id: kinds.get(unit.kind, 1) for unit in table.state.on_map("FRIENDLY")}
    found = brute.often(table, line, 200, weights)
    error = pstdev(found) / len(found) ** 0.5
    assert expected > 0.05
    assert abs(fmean(found) - expected) < 3 * error, (fmean(found), expected, error)
