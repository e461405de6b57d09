"""Morale (A10), Heat of Battle (A15), wounds (A17), leader creation (A18.2) and ELR (A19)."""

from __future__ import annotations

from functools import partial

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, column, field, flags, moves, records, shown_drm, type_of

from sasl.asl.close_combat import cc_round
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.flags import Flag
from sasl.asl.game.sides import Side
from sasl.asl.infantry.morale import (
    berserk,
    casualties,
    experience,
    hardening,
    heat_of_battle,
    leadership,
    morale_checks,
    morale_levels,
)
from sasl.asl.infantry.portage import ipc
from sasl.asl.movement.allowance import stack_allowance
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord

FRIENDLY_ELR, ENEMY_ELR = 4, 3  # OtO-S1


def alone(side: Side, name: str, *states: str) -> tuple[Tabletop, str]:
    """One unit in K10."""
    table = field()
    return table, table.new(side, name, "K10", *states)


def check(table: Tabletop, unit: str, dice: tuple[int, ...], n: int = 0) -> tuple[Tabletop, tuple[ev.Event, ...]]:
    """An nMC of a unit."""
    return by_rule(table, dice, lambda ctx: morale_checks.morale_check(ctx, ctx.state.units[unit], n, "test"))


def rolled(events: tuple[ev.Event, ...], words: str) -> RollRecord:
    (found,) = [record for record in records(events) if words in record.purpose]
    return found


# -- Morale Checks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "dice", "after"),
    [
        (0, (3, 3), set()), (0, (3, 4), {"pinned"}), (0, (4, 4), {"broken", "dm"}), (1, (2, 3), set()),
        (1, (3, 3), {"pinned"}), (1, (3, 4), {"broken", "dm"}), (3, (1, 2), set()), (3, (2, 2), {"pinned"}),
        (3, (2, 3), {"broken", "dm"}),
    ],
)  # fmt: skip
def test_a10_3_a_mc_against_morale_7_and_a7_8_the_highest_passing_dr_pins(
    n: int, dice: tuple[int, int], after: set[str]
) -> None:
    table, unit = alone(ENEMY, "4-6-7")
    table, events = check(table, unit, dice, n)
    assert flags(table, unit) == after and type_of(table, unit) == "4-6-7"
    assert rolled(events, "MC of").total == sum(dice) + n


def test_a10_3_a_broken_unit_that_passes_stays_as_it_is() -> None:
    table, unit = alone(ENEMY, "4-6-7", "broken")
    table, _ = check(table, unit, (3, 4))  # 7 = 7: no pin
    assert flags(table, unit) == {"broken"}


def test_a10_31_a_broken_unit_that_fails_is_reduced() -> None:
    table, unit = alone(ENEMY, "4-6-7", "broken")
    table, _ = check(table, unit, (4, 4))
    assert type_of(table, unit) == "2-4-7" and "broken" in flags(table, unit)
    table, _ = check(table, unit, (3, 4))  # ML of a broken 2-4-7 is 6
    assert type_of(table, unit) == "gone"


def test_a10_31_an_original_12_eliminates_a_broken_unit() -> None:
    table, unit = alone(FRIENDLY, "4-5-8", "broken")
    table, _ = check(table, unit, (6, 6))
    assert type_of(table, unit) == "gone"


def test_a10_31_an_original_12_reduces_and_breaks() -> None:
    table, unit = alone(FRIENDLY, "4-5-8")
    table, _ = check(table, unit, (6, 6))  # fails by 4, the ELR is 4: not Replaced
    assert type_of(table, unit) == "2-4-8" and flags(table, unit) == {"broken", "dm"}


def test_a10_31_an_original_12_kills_a_hs() -> None:
    table, unit = alone(FRIENDLY, "2-4-8")
    table, _ = check(table, unit, (6, 6))
    assert type_of(table, unit) == "gone"


def test_a10_31_an_original_12_fails_whatever_the_drm() -> None:
    table, unit = alone(FRIENDLY, "4-5-8")
    table.new(FRIENDLY, "10-3", "K10")
    table.new(FRIENDLY, "10-3", "K10")
    table.do(f"set {unit} fanatic")
    table, events = check(table, unit, (6, 6))  # 12 - 3 = 9 <= 9, and still
    assert rolled(events, "NMC").total == 9 and not rolled(events, "NMC").success
    assert type_of(table, unit) == "2-4-8" and "broken" in flags(table, unit)


def test_a19_13_replacement_comes_before_the_reduction_of_an_original_12() -> None:
    table, unit = alone(ENEMY, "4-6-8")
    table, _ = check(table, unit, (6, 6))  # fails by 4 > 3: 4-6-7, then 2-4-7
    assert type_of(table, unit) == "2-4-7"


def test_a10_4_breaking_ends_concealment_pin_and_opportunity_fire() -> None:
    table, unit = alone(ENEMY, "4-6-7", "concealed", "pinned", "opportunity")
    table, _ = check(table, unit, (4, 4))
    assert table.unit(unit).flags == {"broken", "dm"}


@pytest.mark.parametrize(
    ("side", "name", "states", "wanted"),
    [
        (ENEMY, "4-6-7", (), 7), (ENEMY, "4-6-7", ("broken",), 7), (ENEMY, "2-4-7", ("broken",), 6),
        (ENEMY, "4-3-6", ("broken",), 5), (FRIENDLY, "4-5-8", ("encircled",), 7), (FRIENDLY, "4-5-8", ("fanatic",), 9),
        (FRIENDLY, "9-1", ("wounded",), 8), (FRIENDLY, "4-2-6", ("berserk",), 10), (FRIENDLY, "1-4-9", (), 9),
        (FRIENDLY, "1-4-9", ("wounded",), 8),
    ],
)  # fmt: skip
def test_a10_8_the_present_morale_level(side: Side, name: str, states: tuple[str, ...], wanted: int) -> None:
    table, unit = alone(side, name, *states)
    assert morale_levels.level(table.game, table.unit(unit)) == wanted


# -- leaders ------------------------------------------------------------------------------------------


def test_a10_7_the_best_leader_in_the_location_helps() -> None:
    table, unit = alone(ENEMY, "4-6-7")
    table.new(ENEMY, "8-1", "K10")
    best = table.new(ENEMY, "9-2", "K10")
    table.new(ENEMY, "10-3", "K11")
    table, events = check(table, unit, (4, 4), 1)  # 8 + 1 - 2 = 7
    assert [(mod.name, mod.value) for mod in rolled(events, "1MC").modifiers] == [("1MC", 1), (best, -2)]
    assert flags(table, unit) == {"pinned"}


def test_a10_7_a_broken_leader_helps_nobody_and_a_wounded_one_is_one_worse() -> None:
    table, unit = alone(ENEMY, "4-6-7")
    table.new(ENEMY, "9-2", "K10", "broken")
    table.new(ENEMY, "8-1", "K10", "wounded")
    _, events = check(table, unit, (2, 3))
    assert rolled(events, "NMC").modifiers == ()


def test_a7_8_a_pinned_leader_helps_nobody() -> None:
    table, unit = alone(ENEMY, "4-6-7")
    table.new(ENEMY, "9-2", "K10", "pinned")
    assert rolled(check(table, unit, (2, 3))[1], "NMC").modifiers == ()


def test_a10_7_a_leader_is_helped_only_by_one_of_higher_morale() -> None:
    table, poor = alone(ENEMY, "8-1")
    equal, good = table.new(ENEMY, "8-1", "K10"), table.new(ENEMY, "9-1", "K10")
    assert [mod.name for mod in rolled(check(table, poor, (2, 3))[1], "NMC").modifiers] == [good]
    assert rolled(check(table, good, (2, 3))[1], "NMC").modifiers == ()
    table.do(f"eliminate {good}")
    assert rolled(check(table, equal, (2, 3))[1], "NMC").modifiers == ()


def test_a10_2_a_leaders_death_is_a_mc_with_his_modifier_reversed() -> None:
    table, leader = alone(ENEMY, "9-2")
    squad, other = table.new(ENEMY, "4-6-7", "K10"), table.new(ENEMY, "8-1", "K10")
    away = table.new(ENEMY, "4-6-7", "K11")
    # The 8-1 first: 6 + 2 = 8 <= 8, and a LLMC never pins. The squad, not helped by him: 6 + 2 > 7.
    table, events = by_rule(table, (3, 3, 4, 2), lambda ctx: casualties.eliminate(ctx, ctx.state.units[leader], "test"))
    checks = [record for record in records(events) if "LLMC" in record.purpose]
    assert [(record.total, record.target) for record in checks] == [(8, 8), (8, 7)]
    assert flags(table, other) == set() and flags(table, squad) == {"broken", "dm"} and flags(table, away) == set()


def test_a10_2_only_units_of_lower_morale_mind_a_leaders_loss() -> None:
    table, leader = alone(FRIENDLY, "8-0")
    table.new(FRIENDLY, "4-5-8", "K10")
    low = table.new(FRIENDLY, "4-4-7", "K10")
    table, events = by_rule(table, (2, 4), lambda ctx: casualties.eliminate(ctx, ctx.state.units[leader], "test"))
    assert [record.purpose for record in records(events)] == [f"NMC of {low} (LLMC)"]


def test_a10_2_a_leader_who_breaks_is_a_tc_that_pins() -> None:
    table, leader = alone(ENEMY, "9-1")
    squad, steady = table.new(ENEMY, "4-6-7", "K10"), table.new(ENEMY, "4-6-8", "K10")
    broken = table.new(ENEMY, "4-4-7", "K10", "broken")
    # 4-6-8: 7 + 1 = 8 passes; 4-6-7: 7 + 1 = 8 fails. The broken squad takes none.
    table, _ = by_rule(table, (3, 4, 3, 4), lambda ctx: casualties.break_unit(ctx, ctx.state.units[leader], "test"))
    assert flags(table, leader) == {"broken", "dm"}
    assert flags(table, squad) == {"pinned"} and flags(table, steady) == set() and flags(table, broken) == {"broken"}


# -- ELR ----------------------------------------------------------------------------------------------

GERMANS = {
    "4-6-8": "4-6-7", "4-6-7": "4-4-7", "4-4-7": "4-3-6", "5-4-8": "4-4-7", "2-4-8": "2-4-7", "2-4-7": "2-3-7",
    "2-3-7": "2-3-6", "2-3-8": "2-3-7",
}  # fmt: skip
RUSSIANS = {
    "4-5-8": "4-4-7", "4-4-7": "4-2-6", "6-2-8": "5-2-7", "5-2-7": "4-2-6", "2-4-8": "2-3-7", "2-3-7": "2-2-6",
    "3-2-8": "2-2-7", "2-2-7": "2-2-6",
}  # fmt: skip
LEADERS = {"10-3": "10-2", "10-2": "9-2", "9-2": "9-1", "9-1": "8-1", "8-1": "8-0", "8-0": "7-0", "7-0": "6+1"}
CHAINS = [(ENEMY, *pair) for pair in (*GERMANS.items(), *LEADERS.items())]
CHAINS += [(FRIENDLY, *pair) for pair in (*RUSSIANS.items(), *LEADERS.items())]


def fail_by(table: Tabletop, unit: str, margin: int) -> Tabletop:
    """The unit fails a MC by `margin`: a DR of 5 and as large an nMC as that takes."""
    need = morale_levels.level(table.game, table.unit(unit)) + margin - 5
    return check(table, unit, (2, 3), need)[0]


@pytest.mark.parametrize(("side", "name", "lower"), CHAINS)
def test_a19_13_who_fails_by_more_than_the_elr_is_replaced(side: Side, name: str, lower: str) -> None:
    elr = FRIENDLY_ELR if side == FRIENDLY else ENEMY_ELR
    table, unit = alone(side, name)
    assert type_of(fail_by(table, unit, elr), unit) == name
    table, unit = alone(side, name)
    table = fail_by(table, unit, elr + 1)
    assert type_of(table, unit) == lower and flags(table, unit) == {"broken", "dm"}
    assert table.unit(unit).morale == table.game.counter(side, lower).morale


@pytest.mark.parametrize(
    ("side", "name"), [(ENEMY, "4-3-6"), (ENEMY, "2-3-6"), (FRIENDLY, "4-2-6"), (FRIENDLY, "2-2-6"), (FRIENDLY, "6+1")]
)
def test_a19_12_who_has_nothing_below_is_disrupted(side: Side, name: str) -> None:
    table, unit = alone(side, name)
    table = fail_by(table, unit, 5)
    assert type_of(table, unit) == name and flags(table, unit) == {"broken", "dm", "disrupted"}


def test_a10_8_a_fanatic_is_never_disrupted() -> None:
    table, unit = alone(FRIENDLY, "4-2-6")
    table.do(f"set {unit} fanatic")
    table = fail_by(table, unit, 5)
    assert flags(table, unit) == {"broken", "dm", "fanatic"}


@pytest.mark.parametrize("name", ["8-3-8", "3-3-8"])
def test_a25_12_combat_engineers_have_an_elr_of_5_whatever_their_side_has(name: str) -> None:
    table, unit = alone(ENEMY, name)
    table = fail_by(table, unit, 5)
    assert type_of(table, unit) == name and flags(table, unit) == {"broken", "dm"} and ENEMY_ELR < 5


@pytest.mark.parametrize(("squad", "half", "margin"), [("8-3-8", "3-3-8", 6), ("6-5-8", "3-4-8", 4)])
def test_a19_13_squads_of_underlined_morale_fall_apart_into_two_broken_hs(squad: str, half: str, margin: int) -> None:
    table, unit = alone(ENEMY, squad)
    table = fail_by(table, unit, margin)
    there = table.state.units_at("K10")
    assert [item.type for item in there] == [half, half]
    assert all(item.flags == {"broken", "dm"} for item in there)


@pytest.mark.parametrize(("side", "name"), [(ENEMY, "2-2-8"), (FRIENDLY, "1-2-7")])
def test_a19_1_crews_are_never_replaced(side: Side, name: str) -> None:
    table, unit = alone(side, name)
    table = fail_by(table, unit, 6)
    assert type_of(table, unit) == name and flags(table, unit) == {"broken", "dm"}


def test_a19_1_the_broken_are_reduced_and_not_replaced() -> None:
    table, unit = alone(ENEMY, "4-6-8", "broken")
    table = fail_by(table, unit, 5)
    assert type_of(table, unit) == "2-4-8"


# -- Heat of Battle -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "wanted"),
    [
        (1, "hero"), (2, "hero"), (3, "hero"), (4, "hero"), (5, "hero and hardening"), (6, "hero and hardening"),
        (7, "hardening"), (8, "hardening"), (9, "berserk"), (10, "berserk"), (11, "berserk"), (12, "surrender"),
        (16, "surrender"),
    ],
)  # fmt: skip
def test_a15_1_every_row_of_heat_of_battle(total: int, wanted: str) -> None:
    assert field().game.library.table("heat.of-battle").value(total) == wanted


@pytest.mark.parametrize(
    ("side", "name", "states", "wanted"),
    [
        (ENEMY, "4-6-8", (), -1),
        (ENEMY, "4-6-7", (), 0),
        (ENEMY, "4-3-6", (), 1),
        (ENEMY, "4-6-7", ("broken",), 1),
        (ENEMY, "9-1", (), -1),  # SMC are elite (A1.11)
        (FRIENDLY, "8-0", ("broken",), 2),
        (FRIENDLY, "4-5-8", (), 1),
        (FRIENDLY, "4-4-7", (), 2),
        (FRIENDLY, "4-2-6", (), 3),
        (FRIENDLY, "6-2-8", ("broken",), 2),
    ],
)
def test_a15_1_the_drm_of_heat_of_battle(side: Side, name: str, states: tuple[str, ...], wanted: int) -> None:
    table, unit = alone(side, name, *states)
    _, events = by_rule(table, (3, 4), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[unit]))
    assert rolled(events, "Heat of Battle").total == 7 + wanted


def test_a15_21_a_hero_is_created() -> None:
    table, unit = alone(ENEMY, "4-6-7")
    table, _ = check(table, unit, (1, 1, 1, 2))
    hero = next(item for item in table.state.units_at("K10") if item.kind == "hero")
    assert (hero.type, hero.side, hero.morale) == ("1-4-9", ENEMY, 9)
    assert type_of(table, unit) == "4-6-7" and flags(table, unit) == set()


def test_a15_21_a_leader_becomes_heroic() -> None:
    table, leader = alone(ENEMY, "9-1")
    table, _ = check(table, leader, (1, 1, 1, 2))
    assert flags(table, leader) == {"heroic"} and len(table.state.units) == 1


def test_a15_1_hero_and_hardening_together() -> None:
    table, unit = alone(ENEMY, "4-6-7")
    table, _ = check(table, unit, (1, 1, 2, 3))
    assert type_of(table, unit) == "4-6-8" and len(table.state.units) == 2


HARDER = [
    (ENEMY, "4-4-7", "4-6-7"), (ENEMY, "4-6-7", "4-6-8"), (FRIENDLY, "4-4-7", "4-5-8"), (FRIENDLY, "5-2-7", "6-2-8"),
] + [(ENEMY, low, high) for high, low in LEADERS.items()]  # fmt: skip


@pytest.mark.parametrize(("side", "name", "better"), HARDER)
def test_a15_3_battle_hardening_goes_one_step_up(side: Side, name: str, better: str) -> None:
    table, unit = alone(side, name)
    table, _ = by_rule(table, (), lambda ctx: hardening.harden(ctx, ctx.state.units[unit]))
    assert type_of(table, unit) == better and "fanatic" not in flags(table, unit)
    assert table.unit(unit).modifier == (table.game.counter(side, better).modifier or 0)


@pytest.mark.parametrize(
    ("side", "name"), [(ENEMY, "4-6-8"), (FRIENDLY, "4-5-8"), (FRIENDLY, "6-2-8"), (FRIENDLY, "2-4-8")]
)
def test_a15_3_the_best_become_fanatic(side: Side, name: str) -> None:
    table, unit = alone(side, name)
    table, _ = by_rule(table, (), lambda ctx: hardening.harden(ctx, ctx.state.units[unit]))
    assert type_of(table, unit) == name and flags(table, unit) == {"fanatic"}


def test_a15_4_berserk_needs_a_known_enemy_in_los() -> None:
    table, unit = alone(ENEMY, "4-6-7")
    enemy = table.new(FRIENDLY, "4-5-8", "K5", "concealed")
    after, _ = check(table, unit, (1, 1, 4, 5))
    assert type_of(after, unit) == "4-6-8" and flags(after, unit) == set()
    table.do(f"set {enemy} -concealed")
    after, _ = check(table, unit, (1, 1, 4, 5))
    assert type_of(after, unit) == "4-6-7" and flags(after, unit) == {"berserk"}


def test_a15_41_a_berserk_leader_carries_others_with_him() -> None:
    table, leader = alone(ENEMY, "9-1")
    table.new(FRIENDLY, "4-5-8", "K5")
    wild, calm, crew = (table.new(ENEMY, name, "K10") for name in ("4-6-8", "4-6-7", "2-2-8"))
    others = [table.new(ENEMY, "8-0", "K10", "heroic"), table.new(ENEMY, "4-6-8", "K10", "disarmed")]
    # NTC with his -1: the 4-6-7 throws 9 - 1 = 8 and keeps its head, the 4-6-8 follows with 8. The rest are exempt.
    dice = {wild: (4, 5), calm: (4, 5)}
    table, _ = by_rule(
        table, (5, 5, *dice[wild], *dice[calm]), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[leader])
    )
    assert flags(table, leader) == flags(table, wild) == {"berserk"}
    assert flags(table, calm) == flags(table, crew) == set()
    assert not any("berserk" in flags(table, key) for key in others)


def test_a15_41_the_attack_is_resolved_against_the_others_before_they_may_follow() -> None:
    """The leader throws an Original 2 in his NMC and goes berserk; the squad breaks by its own, then follows."""
    table, leader = alone(ENEMY, "9-1")
    table.new(FRIENDLY, "4-5-8", "K5")
    squad = table.new(ENEMY, "4-6-7", "K10")

    def attack(ctx: Context) -> None:
        with ctx.attack():
            for key in (leader, squad):
                morale_checks.morale_check(ctx, ctx.state.units[key], 0, "hit")

    table, events = by_rule(table, (1, 1, 5, 5, 5, 4, 1, 2), attack)
    told = [record.purpose.split(" of ")[0] for record in records(events)]
    assert told == ["NMC", "Heat", "NMC", f"to follow berserk {leader}: NTC"]
    assert flags(table, squad) == {"berserk"}, "broken first, then carried along"


def test_a15_41_broken_units_may_follow_a_berserk_leader_and_ti_is_over_too() -> None:
    table, leader = alone(ENEMY, "9-1")
    table.new(FRIENDLY, "4-5-8", "K5")
    weak, busy = table.new(ENEMY, "4-6-8", "K10", "broken", "dm"), table.new(ENEMY, "4-6-8", "K10", "ti", "concealed")
    table, _ = by_rule(
        table, (5, 5, 1, 2, 1, 2), lambda ctx: heat_of_battle.heat_of_battle(ctx, ctx.state.units[leader])
    )  # fmt: skip
    assert flags(table, weak) == flags(table, busy) == {"berserk"}


@pytest.mark.parametrize("state", ["encircled", "pinned"])
def test_a15_2_nothing_but_a_wound_lowers_the_morale_of_a_hero(state: str) -> None:
    table, hero = alone(ENEMY, "1-4-9", state)
    assert morale_levels.level(table.game, table.unit(hero)) == 9
    table.do(f"set {hero} wounded")
    assert morale_levels.level(table.game, table.unit(hero)) == 8


def test_a20_54_an_unarmed_unit_that_fails_a_mc_is_reduced_and_never_replaced() -> None:
    table, unit = alone(ENEMY, "4-3-6", "disarmed")
    table, _ = check(table, unit, (5, 6))
    assert type_of(table, unit) == "2-3-6" and "disarmed" in table.unit(unit).flags


@pytest.mark.parametrize(("name", "state"), [("4-5-8", "berserk"), ("4-3-6", "disarmed")])
def test_a10_31_an_original_12_eliminates_an_mmc_that_cannot_break(name: str, state: str) -> None:
    table, unit = alone(ENEMY if state == "disarmed" else FRIENDLY, name, state)
    table, _ = check(table, unit, (6, 6))
    assert unit not in table.state.units


def test_a10_31_and_wounds_a_hero_or_berserk_leader_as_if_he_were_wounded() -> None:
    for name, states in (("1-4-9", ()), ("8-1", ("berserk",)), ("8-1", ("heroic",))):
        table, man = alone(FRIENDLY, name, *states)
        table, events = check(table, man, (6, 6, 3))
        assert [mod.value for mod in rolled(events, "Wound severity").modifiers] == [1]
        table, man = alone(FRIENDLY, name, *states)
        table, events = check(table, man, (6, 5, 3), 2)
        assert not rolled(events, "Wound severity").modifiers, "an 11 is no more than a failed MC"


def test_a15_42_no_leader_helps_the_berserk() -> None:
    table, mad = alone(FRIENDLY, "4-5-8", "berserk")
    table.new(FRIENDLY, "9-1", "K10")
    _, events = check(table, mad, (4, 5))
    assert not rolled(events, "NMC").modifiers


def test_a15_1_heroic_leaders_and_a_human_wave_stay_cool() -> None:
    for states in (("heroic",), ("human-wave",)):
        table, man = alone(FRIENDLY, "8-1", *states)
        _, events = check(table, man, (1, 1))
        assert len(records(events)) == 1


def test_a15_3_who_is_hardened_is_unbroken_and_unpinned() -> None:
    """A broken 4-4-7 in its MC: Original 2, then 4 + 2 Russian + 1 broken = 7."""
    table, squad = alone(FRIENDLY, "4-4-7", "broken", "dm")
    table, _ = check(table, squad, (1, 1, 1, 3))
    assert flags(table, squad) == set() and type_of(table, squad) != "4-4-7"


@pytest.mark.parametrize(("answer", "kind", "left"), [("yes", "4-5-8", set()), ("no", "4-4-7", {"broken"})])
def test_a15_3_battle_hardening_may_be_refused(answer: str, kind: str, left: set[str]) -> None:
    table, squad = alone(FRIENDLY, "4-4-7", "broken")
    table.do("option may-refuse on")
    ctx = Context(table.game, (answer,))
    hardening.harden(ctx, table.unit(squad))
    assert (ctx.state.units[squad].type, ctx.state.units[squad].flags) == (kind, left)


def test_a15_21_a_hero_has_done_what_his_men_have_done() -> None:
    """Original 2, then 2 + 2 Russian: a hero alone."""
    table, squad = alone(FRIENDLY, "4-4-7", "prep", "cx")
    table, _ = check(table, squad, (1, 1, 1, 1))
    (hero,) = [unit for unit in table.state.units.values() if unit.kind == "hero"]
    assert hero.flags == {"prep"}


def test_a15_46_who_has_eliminated_all_in_his_location_in_cc_is_calm_again_whoever_else_he_sees() -> None:
    table = field("FRIENDLY", "CCPh")
    victor = table.new(FRIENDLY, "4-5-8", "K10", "berserk", "cc-attacked")
    other = table.new(FRIENDLY, "4-5-8", "K12", "berserk")
    table.new(ENEMY, "4-6-7", "K5")
    table, _ = by_rule(table, (), berserk.calm_down)
    assert "berserk" not in flags(table, victor) and "berserk" in flags(table, other)


def test_a15_46_a_gun_whose_crew_is_dead_is_no_enemy_that_is_left() -> None:
    table = field("FRIENDLY", "CCPh")
    victor = table.new(FRIENDLY, "4-5-8", "K10", "berserk", "cc-attacked")
    table.new(ENEMY, "75L AT", "K10")
    table, _ = by_rule(table, (), berserk.calm_down)
    assert "berserk" not in flags(table, victor)


def test_a15_46_berserk_does_not_end_with_the_ccph_of_who_has_not_fought() -> None:
    table = field("FRIENDLY", "CCPh")
    squad = table.new(FRIENDLY, "4-5-8", "K10", "berserk")
    table, _ = by_rule(table, (), berserk.calm_down)
    assert "berserk" in flags(table, squad), "nobody is in LOS, but its charge is still to come"
    table.go_to(ENEMY, "RPh").go_to(FRIENDLY, "AFPh")
    assert "berserk" not in flags(table, squad), "there was nobody to charge"


def test_a15_5_a25_11_ss_before_russians_go_berserk_instead_of_surrendering() -> None:
    for name, wild in (("6-5-8", True), ("4-6-8", False)):
        table, unit = alone(ENEMY, name, "broken", "dm")
        table.new(FRIENDLY, "4-4-7", "K11")
        table, _ = check(table, unit, (1, 1, 6, 6))  # 12 - 1 Elite + 1 broken
        assert {"berserk", "prisoner"} & table.unit(unit).flags == ({"berserk"} if wild else {"prisoner"})


@pytest.mark.parametrize("name", ["3-4-8", "2-4-8"])
def test_a19_12_a25_11_ss_are_never_disrupted_before_russians(name: str) -> None:
    table, unit = alone(ENEMY, name)
    table = fail_by(table, unit, 6)
    assert "disrupted" not in flags(table, unit) and type_of(table, unit) == ("2-4-7" if name == "2-4-8" else name)


def test_a15_42_the_berserk_have_morale_10_and_never_break_or_pin() -> None:
    table, unit = alone(ENEMY, "4-6-7", "berserk")
    after, _ = check(table, unit, (4, 6))
    assert flags(after, unit) == {"berserk"}
    after, _ = check(table, unit, (5, 6))
    assert type_of(after, unit) == "2-4-7" and flags(after, unit) == {"berserk"}


@pytest.mark.parametrize(("side", "name", "foe"), [(ENEMY, "4-6-7", FRIENDLY), (FRIENDLY, "8-0", ENEMY)])
def test_a15_5_it_surrenders_to_an_adjacent_enemy_or_is_broken_and_disrupted(side: Side, name: str, foe: str) -> None:
    table, unit = alone(side, name)
    squad = "4-5-8" if foe == FRIENDLY else "4-6-8"
    table.new(foe, squad, "K6")
    after, _ = check(table, unit, (1, 1, 6, 6))
    assert flags(after, unit) == {"broken", "dm", "disrupted"}
    table.new(foe, squad, "K9")
    after, _ = check(table, unit, (1, 1, 6, 6))
    assert "prisoner" in after.unit(unit).flags and after.unit(unit).hex == "K9"


def test_a15_5_fanatics_go_berserk_instead() -> None:
    table, unit = alone(ENEMY, "4-6-7", "fanatic")
    table.new(FRIENDLY, "4-5-8", "K6")
    table, _ = check(table, unit, (1, 1, 6, 6))
    assert flags(table, unit) == {"berserk", "fanatic"}


@pytest.mark.parametrize(
    ("side", "name", "states"),
    [(ENEMY, "2-2-8", ()), (ENEMY, "1-4-9", ()), (FRIENDLY, "4-5-8", ("berserk",)), (FRIENDLY, "4-5-8", ("disarmed",))],
)
def test_a15_1_crews_heroes_the_berserk_and_the_unarmed_are_exempt(
    side: Side, name: str, states: tuple[str, ...]
) -> None:
    table, unit = alone(side, name, *states)
    _, events = check(table, unit, (1, 1))
    assert not any("Heat" in record.purpose for record in records(events))


def test_a15_5_a_broken_unit_with_nobody_to_surrender_to_is_disrupted() -> None:
    table, unit = alone(FRIENDLY, "4-2-6", "broken")
    table, events = check(table, unit, (1, 1, 4, 4))  # 8 + 1 + 1 + 2 = 12
    assert rolled(events, "Heat of Battle").result == "surrender"
    assert type_of(table, unit) == "4-2-6" and flags(table, unit) == {"broken", "disrupted"}


# -- wounds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dr", "states", "fate"),
    [
        (1, (), "wounded"), (4, (), "wounded"), (5, (), "gone"), (6, (), "gone"), (3, ("wounded",), "wounded"),
        (4, ("wounded",), "gone"),
    ],
)  # fmt: skip
def test_a17_11_wound_severity(dr: int, states: tuple[str, ...], fate: str) -> None:
    table, leader = alone(FRIENDLY, "9-1", *states)
    table, _ = by_rule(table, (dr,), lambda ctx: casualties.wound(ctx, ctx.state.units[leader], "test"))
    assert ("wounded" if type_of(table, leader) == "9-1" else "gone") == fate
    assert fate == "gone" or "wounded" in flags(table, leader)


def test_a17_3_a_wound_costs_morale_leadership_and_mf() -> None:
    table, leader = alone(FRIENDLY, "8-0", "wounded")
    assert morale_levels.level(table.game, table.unit(leader)) == 7
    assert leadership.drm(table.unit(leader)) == 1


def test_a17_2_a_wounded_man_carries_nothing_for_free() -> None:
    table, leader = alone(FRIENDLY, "9-1", "wounded")
    table.arm(leader, "LMG")
    unit = table.unit(leader)
    assert ipc(table.game, unit) == 0 and stack_allowance(table.game, [unit])[leader] == 2


@pytest.mark.parametrize(("spent", "pinned"), [(3.0, False), (4.0, True)])
def test_a17_2_who_is_wounded_after_more_than_3_mf_is_pinned(spent: float, pinned: bool) -> None:
    table, leader = alone(FRIENDLY, "9-1")
    state = replace(with_unit(table.state, leader, mf=spent), phase="MPh")
    table = moves(Tabletop(table.game.at(state)), leader)
    table, _ = by_rule(table, (2,), lambda ctx: casualties.wound(ctx, ctx.state.units[leader], "test"))
    assert ("pinned" in flags(table, leader)) == pinned


def test_a17_1_casualty_reduction_wounds_an_smc() -> None:
    table, hero = alone(FRIENDLY, "1-4-9")
    table, _ = check(table, hero, (5, 5, 2))  # fails: a wound, never broken (A15.2)
    assert flags(table, hero) == {"wounded"}
    table, _ = check(table, hero, (5, 5, 4))  # 4 + 1
    assert type_of(table, hero) == "gone"


def test_a17_1_a_leader_who_dies_of_his_wound_is_a_loss_to_others() -> None:
    table, leader = alone(FRIENDLY, "9-1")
    squad = table.new(FRIENDLY, "4-5-8", "K10")
    table, events = by_rule(table, (6, 4, 4), lambda ctx: casualties.reduce_unit(ctx, ctx.state.units[leader], "test"))
    assert rolled(events, "LLMC").total == 8 + 1 and flags(table, squad) == {"broken", "dm"}


# -- Casualty Reduction -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "squad", "half"),
    [
        (ENEMY, "4-6-8", "2-4-8"), (ENEMY, "4-6-7", "2-4-7"), (ENEMY, "4-4-7", "2-3-7"), (ENEMY, "4-3-6", "2-3-6"),
        (ENEMY, "8-3-8", "3-3-8"), (ENEMY, "5-4-8", "2-3-8"), (ENEMY, "6-5-8", "3-4-8"), (FRIENDLY, "6-2-8", "3-2-8"),
        (FRIENDLY, "4-5-8", "2-4-8"), (FRIENDLY, "4-4-7", "2-3-7"), (FRIENDLY, "5-2-7", "2-2-7"),
        (FRIENDLY, "4-2-6", "2-2-6"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("states", [(), ("broken", "dm")])
def test_a7_302_casualty_reduction_leaves_the_squads_hs_in_the_same_state(
    side: Side, squad: str, half: str, states: tuple[Flag, ...]
) -> None:
    table, unit = alone(side, squad, *states)
    table, _ = by_rule(table, (), lambda ctx: casualties.reduce_unit(ctx, ctx.state.units[unit], ""))
    assert type_of(table, unit) == half and flags(table, unit) == set(states)
    assert table.unit(unit).kind == "hs"


def test_a7_302_crews_and_hs_are_eliminated() -> None:
    for name in ("2-2-8", "2-4-8"):
        table, unit = alone(FRIENDLY, name)
        table.do(f"reduce {unit}")
        assert type_of(table, unit) == "gone"


def test_a9_74_the_sw_of_the_dead_lie_in_the_hex() -> None:
    table, unit = alone(FRIENDLY, "2-4-8")
    mg = table.arm(unit, "LMG")
    table, _ = by_rule(table, (), lambda ctx: casualties.eliminate(ctx, ctx.state.units[unit], "test"))
    assert (table.state.weapons[mg].holder, table.state.weapons[mg].hex) == ("", "K10")


# -- leader creation ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "wanted"),
    [(-1, "8-1"), (1, "8-1"), (2, "8-0"), (3, "8-0"), (4, "7-0"), (5, "7-0"), (6, "6+1"), (7, "-"), (9, "-")],
)
def test_a18_2_every_row_of_leader_creation(total: int, wanted: str) -> None:
    assert field().game.library.table("leader.creation").value(total) == wanted


@pytest.mark.parametrize(
    ("side", "name", "states", "wanted"),
    [
        (ENEMY, "4-6-8", (), -2), (ENEMY, "4-6-7", (), -1), (ENEMY, "4-3-6", (), 0), (FRIENDLY, "4-5-8", (), 0),
        (FRIENDLY, "4-4-7", (), 1), (FRIENDLY, "4-2-6", ("broken",), 3),
    ],
)  # fmt: skip
def test_a18_2_the_drm_of_leader_creation(side: Side, name: str, states: tuple[str, ...], wanted: int) -> None:
    table, unit = alone(side, name, *states)

    def create(ctx: Context) -> None:
        ctx.table("leader.creation", "test", facts=morale_levels.facts(ctx.game, ctx.state.units[unit]))

    _, events = by_rule(table, (3,), create)
    assert records(events)[0].total == 3 + wanted


# -- DM -----------------------------------------------------------------------------------------------


def test_a10_62_dm_leaves_at_the_end_of_the_rph() -> None:
    table = field(FRIENDLY, "RPh")
    unit = table.new(ENEMY, "4-6-7", "K10", "broken", "dm")
    table.new(FRIENDLY, "4-5-8", "AA10")
    table.do("next")
    assert flags(table, unit) == {"broken"}


def test_a7_8_pins_leave_at_the_end_of_the_player_turn() -> None:
    table = field(FRIENDLY, "CCPh")
    unit = table.new(ENEMY, "4-6-7", "K10", "pinned")
    table.do("next")
    assert flags(table, unit) == set()


@pytest.mark.parametrize(("side", "wanted"), [(ENEMY, 6), (FRIENDLY, 7)])
def test_c1_51_morale_is_one_lower_under_the_own_shells(side: Side, wanted: int) -> None:
    table, unit = alone(ENEMY, "4-6-7")
    table.do("marker add ffe K11 1")
    shells = replace(table.state.marked("ffe")[0], side=side)
    after, _ = by_rule(table, (), lambda ctx: ctx.emit(ev.MarkerPut(shells, "test")))
    assert morale_levels.level(after.game, after.unit(unit)) == wanted


def test_a10_8_the_hero_of_fanatic_men_is_fanatic() -> None:
    table, squad = alone(FRIENDLY, "4-4-7", "fanatic")
    table, _ = check(table, squad, (1, 1, 1, 1))
    (hero,) = [unit for unit in table.state.units.values() if unit.kind == "hero"]
    assert "fanatic" in hero.flags


def test_a15_5_a20_51_for_whom_no_guard_has_room_he_goes_free_unarmed() -> None:
    table = field("FRIENDLY", "PFPh")
    man = table.new(ENEMY, "7-0", "K14")
    squads = [table.new(FRIENDLY, "4-4-7", "K13", "broken") for _ in range(2)]
    for squad in squads:
        unit = table.unit(squad)
        table, _ = by_rule(table, (), partial(heat_of_battle._loses_heart, unit=unit))
    taken, loose = (table.unit(squad) for squad in squads)
    assert taken.carrier == man and (loose.carrier, loose.flags) == ("", {"disarmed"})


def test_a10_4_breaking_ends_hazardous_movement() -> None:
    table = field(FRIENDLY, "PFPh")
    us = table.new(FRIENDLY, "4-4-7", "K11", "hazardous")
    table, _ = by_rule(table, (), lambda ctx: casualties.break_unit(ctx, ctx.state.units[us], "test"))
    assert "hazardous" not in table.unit(us).flags


# -- heroic leaders (A15.21), the ceiling (A.18), who comes from whom (A18.2) -----------------------------


@pytest.mark.parametrize(("name", "state", "wanted"), [("8-0", "", 9), ("10-2", "", 10), ("8-0", "wounded", 8)])
def test_a15_21_a_heroic_leader_has_the_morale_of_a_hero_if_it_is_higher(name: str, state: str, wanted: int) -> None:
    table, leader = alone(ENEMY, name, "heroic", *([state] if state else []))
    assert morale_levels.level(table.game, table.unit(leader)) == wanted


def test_a15_2_nothing_but_a_wound_lowers_the_morale_of_a_heroic_leader_either() -> None:
    table, leader = alone(ENEMY, "8-0", "heroic", "encircled")
    assert morale_levels.level(table.game, table.unit(leader)) == 9


@pytest.mark.parametrize(("name", "states"), [("10-2", ("fanatic",)), ("10-2", ("waved",)), ("1-4-9", ("fanatic",))])
def test_a_18_no_morale_level_is_more_than_10(name: str, states: tuple[str, ...]) -> None:
    table, man = alone(FRIENDLY, name, *states)
    assert morale_levels.level(table.game, table.unit(man)) == 10


def test_a15_21_a_heroic_leader_fires_the_one_fp_of_a_hero_and_a_mg_at_full_fp_for_plus_1() -> None:
    table = field(FRIENDLY, "PFPh")
    plain, leader = (table.new(FRIENDLY, "9-1", "K14", *flag) for flag in ((), ("heroic",)))
    table.new(ENEMY, "4-6-7", "K10")
    assert column(table, f"fire {leader} K10") == 1 and shown_drm(table, f"fire {leader} K10") == ["-1 hero"]
    assert table.no(f"fire {leader} K5")
    assert table.no(f"fire {plain} K10")
    armed, mg = table.armed(FRIENDLY, "9-1", "K14", "LMG", flags=["heroic"])
    assert column(table, f"fire {mg} K10") == 2
    assert shown_drm(table, f"fire {mg} K10") == ["-1 hero", "+1 one SMC fires a MG"] and armed


def test_a15_21_a_hero_is_where_his_men_are_and_no_better_seen() -> None:
    table, squad = alone(FRIENDLY, "4-4-7", "concealed", "dug-in", "command")
    table, _ = check(table, squad, (1, 1, 1, 1))
    (hero,) = [unit for unit in table.state.units.values() if unit.kind == "hero"]
    assert hero.flags == {"concealed", "dug-in", "command"}


def test_a18_2_a_leader_is_where_the_mmc_is_that_he_comes_from() -> None:
    table = field(FRIENDLY, "RPh").all("marker add foxhole K10")
    squad = table.new(FRIENDLY, "4-4-7", "K10", "broken", "dug-in")
    table.dice(1, 1, 2).do(f"rally {squad}")
    (leader,) = [unit for unit in table.state.units.values() if unit.kind == "leader"]
    assert leader.flags == {"dug-in"}


def test_a19_12_passengers_are_never_disrupted() -> None:
    for carrier, disrupted in (("", True), ("GAZ-MM", False)):
        table = field()
        truck = table.new(FRIENDLY, carrier, "K10") if carrier else ""
        squad = table.new(FRIENDLY, "4-2-6", "K10")
        table = Tabletop(table.game.at(with_unit(table.state, squad, carrier=truck)))
        ctx = Context(table.game)
        morale_checks.fails(ctx, table.unit(squad), 6, "test")
        assert ("disrupted" in ctx.state.units[squad].flags) is disrupted


@pytest.mark.parametrize(
    ("side", "name", "wanted"),
    [
        (ENEMY, "4-6-8", (True, False)), (ENEMY, "4-6-7", (False, False)), (ENEMY, "4-3-6", (False, True)),
        (ENEMY, "2-2-8", (True, False)), (ENEMY, "9-1", (True, False)), (FRIENDLY, "1-4-9", (True, False)),
        (FRIENDLY, "4-2-6", (False, True)),
    ],
)  # fmt: skip
def test_a1_25_a19_2_who_is_elite_and_who_is_inexperienced(side: Side, name: str, wanted: tuple[bool, bool]) -> None:
    """SMC (A1.11) and Infantry crews (A1.123) are Elite and never Inexperienced; the unarmed always are (A19.3)."""
    table, unit = alone(side, name)
    found = table.unit(unit)
    assert (experience.elite(table.game, found), experience.inexperienced(table.game, found)) == wanted
    if found.mmc:
        table.do(f"set {unit} disarmed")
        assert experience.inexperienced(table.game, table.unit(unit))


def test_a19_31_inexperienced_men_have_3_mf_and_5_with_a_leader() -> None:
    table, green = alone(FRIENDLY, "4-2-6")
    leader = table.new(FRIENDLY, "8-0", "K10")
    assert stack_allowance(table.game, [table.unit(green)])[green] == 3
    assert stack_allowance(table.game, [table.unit(green), table.unit(leader)])[green] == 5


@pytest.mark.parametrize(
    ("name", "flag", "lax"), [("4-2-6", "", 1), ("4-4-7", "berserk", 1), ("4-4-7", "waved", 1), ("4-4-7", "", 0)]
)
def test_a11_18_the_inexperienced_the_berserk_and_a_human_wave_are_lax(name: str, flag: str, lax: int) -> None:
    table, unit = alone(FRIENDLY, name, *([flag] if flag else []))
    assert cc_round.is_lax(table.game, table.unit(unit)) == bool(lax)
