"""The Sniper Check (A14.4), a pinned Sniper (A14.31), and several targets that tie (A14.2)."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, flags, records, throw
from tabletop import told

from sasl.asl import sniper_check, snipers


def struck(*types: str, san: int = 4) -> tuple[Tabletop, list[str]]:
    """FRIENDLY units in K14, alone on the map in the DFPh; the SAN of the ENEMY is given."""
    table = field(ENEMY, "DFPh", san=(3, san))
    units = [table.new(FRIENDLY, name, "K14") for name in types]
    return table, units


def attack(table: Tabletop, dice: tuple[int, ...], *answers: str) -> None:
    """A "2" attack of the ENEMY sniper; its Random Location DR comes first."""
    throw(table, dice, "sniper ENEMY 2", *answers)


def state(table: Tabletop) -> list[str]:
    return [marker.state for marker in table.state.marked("sniper")]


@pytest.mark.parametrize(("dr", "san", "pinned"), [((2, 4), 3, [""]), ((3, 4), 4, ["pinned"]), ((4, 4), 4, [""])])
def test_a14_4_a_leader_a_squad_and_a_hs_look_for_him_with_drm_of_4(
    dr: tuple[int, int], san: int, pinned: list[str]
) -> None:
    table, (leader, squad, half, victim) = struck("8-1", "4-5-8", "2-4-8", "2-4-8")
    names = f"{leader} {squad} {half}"
    # Of the four (a die each, by id) the second HS is the target and is pinned; DR - 1 - 2 - 1.
    attack(table, (1, 1, 1, 4, 3, 2, *dr), names)
    assert table.state.number("enemy-san") == san and state(table) == pinned
    assert all("ti" in table.unit(name).flags for name in (leader, squad, half))
    assert flags(table, victim) == {"pinned"} and "ti" not in table.unit(victim).flags


@pytest.mark.parametrize(("looks", "dice", "drm"), [(1, (2, 1), -2), (0, (1, 2), -1)])
def test_a14_4_a_squad_is_worth_two_hs(looks: int, dice: tuple[int, int], drm: int) -> None:
    table, _ = struck("4-5-8", "2-4-8")
    names = sorted(table.state.units)  # the HS comes first; who does not look is the target
    events = throw(table, (1, 1, *dice, 4, 4), "sniper ENEMY 2", names[looks])
    (record,) = [record for record in records(events) if record.table == "sniper.check"]
    assert record.total - record.original == drm


def test_a14_4_a_leader_alone_has_no_drm_and_nobody_has_to_look() -> None:
    table, (leader, _) = struck("9-2", "4-5-8")
    events = throw(table, (1, 1, 2, 1, 1, 2), "sniper ENEMY 2", leader)  # the squad is the target
    (record,) = [record for record in records(events) if record.table == "sniper.check"]
    assert record.modifiers == () and record.total == 3 and state(table) == ["pinned"]
    table, (leader, _) = struck("9-2", "4-5-8")
    attack(table, (1, 1, 2, 1), "none")
    assert "ti" not in table.unit(leader).flags


@pytest.mark.parametrize("busy", ["ti", "pinned", "prep", "moved", "broken dm", "disarmed", "berserk"])
def test_a14_4_who_is_busy_moved_or_fired_does_not_look_for_him(busy: str) -> None:
    table, (_, other) = struck("4-5-8", "2-4-8")
    table.do(f"set {other} {busy}")
    assert other not in [unit.id for unit in sniper_check.able(table.game, FRIENDLY, "K14")]


def test_a14_4_who_has_fired_in_this_player_turn_does_not_look_for_him_even_after_its_fire_phases() -> None:
    table, (us,) = struck("4-5-8", san=0)
    table.new(ENEMY, "4-6-7", "K12")
    throw(table, (6, 5), f"fire {us} K12", "+5 for the test", "roll")
    table.go_to(ENEMY, "AFPh")
    assert sniper_check.able(table.game, FRIENDLY, "K14") == [] and not table.unit(us).flags & {"first", "final"}
    table.go_to(FRIENDLY, "PFPh")
    assert [unit.id for unit in sniper_check.able(table.game, FRIENDLY, "K14")] == [us]


def test_a14_2_the_sniper_that_the_player_lays_is_one_of_the_side_he_names() -> None:
    table, _ = struck("9-1")
    table.do("marker add sniper K12 enemy")
    marker = sniper_check.counter(table.game, ENEMY)
    assert marker is not None and marker.hex == "K12" and sniper_check.counter(table.game, FRIENDLY) is None


def test_a14_1_a_san_of_1_is_none_and_takes_the_counter_off_the_map() -> None:
    table, (leader, _) = struck("9-1", "4-5-8", san=2)
    attack(table, (1, 1, 2, 1, 1, 1), leader)
    assert table.state.number("enemy-san") == 1 and state(table) == []


def test_a14_31_a_pinned_sniper_makes_no_attack_in_the_rest_of_the_player_turn() -> None:
    table, (leader, _) = struck("9-1", "4-5-8")
    attack(table, (1, 1, 2, 1, 1, 2), leader)
    assert state(table) == ["pinned"]
    _, events = by_rule(table, (), lambda ctx: snipers.alarm(ctx, FRIENDLY, 4))
    assert "its sniper is pinned (A14.31)" in told(events)
    table.go_to(FRIENDLY, "PFPh")
    assert state(table) == [""]
    by_rule(table, (6,), lambda ctx: snipers.alarm(ctx, FRIENDLY, 4))


def test_a14_2_of_two_targets_that_tie_the_second_has_a_sniper_dr_of_its_own() -> None:
    for own, states in ((2, {"pinned"}), (3, set[str]())):
        table, (one, two) = struck("4-5-8", "4-4-7", san=0)
        attack(table, (1, 1, 5, 5, own))
        found = [flags(table, name) for name in sorted((one, two))]
        assert found == [{"pinned"}, states]


# -- whom it attacks (A14.2, A14.21, A14.31) -------------------------------------------------------------


@pytest.mark.parametrize(("kind", "san", "left"), [(1, 3, [""]), (2, 4, ["pinned"])])
def test_a14_31_a_sniper_that_finds_the_enemy_sniper_nearest_strikes_it(kind: int, san: int, left: list[str]) -> None:
    """From K14 one hex away; the ENEMY sniper lies in K13, the next ENEMY unit in K20."""
    table = field(FRIENDLY, "PFPh", san=(4, 4))
    squad = table.new(ENEMY, "4-6-7", "K20")
    table.all("marker add sniper K14 friendly", "marker add sniper K13 enemy")
    table, _ = by_rule(table, (1, 1), lambda ctx: snipers.sniper_attack(ctx, FRIENDLY, kind))
    assert table.state.number("enemy-san") == san and flags(table, squad) == set()
    assert [marker.state for marker in table.state.marked("sniper") if marker.side == ENEMY] == left


@pytest.mark.parametrize("goals", [("K12",), ("K14",), ("K12", "K14"), ("K14", "K12")])
def test_a14_21_of_the_nearest_hexes_with_the_least_cover_the_snipers_side_chooses(goals: tuple[str, ...]) -> None:
    """From K13: foxholes, SMOKE and woods shelter, and Open Ground does not: nothing is asked if one hex has least."""
    table = field(FRIENDLY, "PFPh", san=(4, 4), L13="woods")
    squads = {name: table.new(ENEMY, "4-6-7", name) for name in (*goals, "J12", "J13", "L13")}
    table.all("marker add sniper K14 friendly", "marker add smoke J12", f"set {squads['J13']} dug-in")
    throw(table, (1, 1), "sniper FRIENDLY 2", *goals[:1] * (len(goals) > 1))
    assert {name for name, key in squads.items() if "pinned" in table.unit(key).flags} == set(goals[:1])


@pytest.mark.parametrize("answer", ["crew", "sniper", "any"])
def test_a14_2_a_sniper_may_choose_a_crew_or_the_enemy_sniper(answer: str) -> None:
    table = field(FRIENDLY, "DFPh", san=(4, 4))
    squad, tank = table.new(ENEMY, "4-6-7", "K14", "ti"), table.new(ENEMY, "StuG IIIG", "K14")
    table.do("marker add sniper K14 enemy")
    dice = (1, 1, 5, 3) if answer == "any" else (1, 1)  # of the two the squad has the higher die
    names = {"crew": tank, "sniper": table.state.marked("sniper")[0].id, "any": "any"}
    throw(table, dice, "sniper FRIENDLY 2", names[answer])
    pinned = any(marker.state == "pinned" for marker in table.state.marked("sniper"))
    found = ("stunned" in table.unit(tank).flags, pinned, "pinned" in table.unit(squad).flags)
    assert found == (answer == "crew", answer == "sniper", answer == "any")
