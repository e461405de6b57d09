"""OtO-S2 MSR 1, 2 and 3: +1 on A1, +3 on G2, an F on an even Final DR, the artillery strikes of leaders."""

from __future__ import annotations

import pytest
from crossroads import CAUSE, OPEN, activate, bare, enemies, types
from tabletop import Tabletop, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.kernel.frozen import replace
from sasl.orders.mission_commands import COMMANDS
from sasl.solitaire.checks.table_checks import check

# Final DR on A1 (dice, what they bring): the dice total one less (MSR 1).
ROWS: dict[int, tuple[tuple[int, ...], list[str], list[str]]] = {
    3: ((1, 1, 3, 4, 3, 4), ["2-3-7", "75L AT", "2-2-8"], []),
    4: ((2, 1, 3, 4, 1, 1, 4, 4, 3, 4, 1), ["4-4-7", "4-6-8", "8-0"], ["LMG"]),
    5: ((2, 2, 3, 4, 4, 4, 3, 4), ["4-4-7", "8-0"], ["LMG"]),
    6: ((2, 3, 3, 4, 1), ["4-4-7"], []),
    7: ((3, 3, 3, 4), ["2-3-7"], []),
    8: ((3, 4, 3, 4, 1), ["4-4-7"], []),
    9: ((4, 4, 3, 4, 3, 4), ["4-4-7"], ["LMG"]),
    10: ((4, 5, 3, 4, 4, 4, 1), ["4-4-7", "8-0"], []),
    11: ((5, 5, 3, 4), ["75L AT", "2-2-8"], []),
    12: ((5, 6, 4, 4, 1), ["StuG IIIG"], []),
    13: ((6, 6), [], []),
}


@pytest.mark.parametrize("final", ROWS)
def test_msr_1_and_2_every_final_dr_on_a1(final: int) -> None:
    dice, men, weapons = ROWS[final]
    table, events = activate(*dice)
    record = rolls(events, "Activation in")[0]
    assert (record.table, record.total, record.original) == ("a1.activation", final, final - 1)
    assert [(mod.value, mod.rule) for mod in record.modifiers] == [(1, "MSR 1")]
    assert types(table) == men
    assert [item.type for item in table.state.weapons.values()] == weapons
    assert bool(rolls(events, "Fortification")) == (final % 2 == 0)
    assert bool(table.state.markers_at(OPEN, "foxhole")) == (final % 2 == 0)


def test_msr_1_a_final_13_is_a_false_alarm() -> None:
    table, events = activate(6, 6)
    assert "There is nothing in CC13 after all." in told(events)
    assert not enemies(table) and not table.state.suspects


@pytest.mark.parametrize(
    ("dice", "squad"),
    [
        ((1, 1), "4-6-8"), ((1, 2), "4-6-7"), ((3, 2), "4-6-7"), ((3, 3), "4-4-7"), ((3, 4), "4-4-7"),
        ((4, 4), "4-3-6"), ((6, 6), "4-3-6"),
    ],
)  # fmt: skip
def test_msr_1_three_more_on_g2_no_ss_in_security_units(dice: tuple[int, int], squad: str) -> None:
    table, events = activate(2, 3, *dice, 1)
    record = rolls(events, "Squad in")[0]
    assert record.total == sum(dice) + 3 and types(table) == [squad]


def test_msr_1_a_hs_is_of_the_type_rolled_on_g2() -> None:
    table, events = activate(3, 3, 1, 1)
    assert types(table) == ["2-4-8"] and rolls(events, "HS in")[0].total == 5


def test_msr_2_is_told_with_the_final_dr() -> None:
    _, events = activate(2, 3, 3, 4, 2)
    assert "The Final DR of 6 is even: also an F" in told(events)


@pytest.mark.parametrize(("dice", "kinds"), [((2, 3, 3, 4, 1), ["foxhole"]), ((3, 3, 3, 4), [])])
def test_msr_2_an_even_final_dr_is_an_f_in_advance_too(dice: tuple[int, ...], kinds: list[str]) -> None:
    table = bare()
    name = table.suspect(OPEN, "advance")
    table.new("friendly", "4-5-8", CAUSE)
    table.dice(*dice).do(f"activate {name} {CAUSE}")
    assert [marker.kind for marker in table.state.markers_at(OPEN)] == kinds


def test_msr_2_a_row_that_has_an_f_already_brings_one_only() -> None:
    table = bare()
    mission = table.game.mission
    own = replace(table.game, mission=replace(mission, activation="bto.activation", table_drm=[]))
    table, events = activate(2, 2, 3, 4, 3, 4, 4, 4, 3, 4, 2, table=Tabletop(own))  # S, S, L, F, SW on a 4
    assert len(rolls(events, "Fortification")) == 1


def test_g5_a_cupola_row_is_rolled_again() -> None:
    table, events = activate(5, 5, 2, 3, 4, 5, 3, 3)  # Final 11 GUN: 5 and 9 are rerolled
    assert [record.result for record in rolls(events, "Gun or cupola")] == ["reroll", "reroll", "75* INF"]
    assert types(table) == ["75* INF", "2-2-8"]


# -- MSR 3 --------------------------------------------------------------------------------------------

LEADER = (2, 2, 3, 4)  # Final 5: a squad, then a leader by the next two dice, then a SW


def leader(table: Tabletop | None, *g3: int, place: str = OPEN) -> tuple[Tabletop, str]:
    table, events = activate(*LEADER, *g3, 3, 4, table=table, place=place)
    return table, told(events)


def strikes(table: Tabletop) -> list[str]:
    return [item.text for item in table.state.pending if item.kind == "strike"]


def test_msr_3_the_first_leader_brings_a_strike_and_the_player_hears_why() -> None:
    table, text = leader(None, 4, 4)
    assert "80a (8-0) is the first ENEMY leader generated" in text
    assert "falls at the start of the FRIENDLY DFPh [house] (MSR 3, S8.7)" in text
    assert strikes(table) == ["artillery strike: 80a (8-0) is the first ENEMY leader generated (MSR 3)"]


def test_msr_3_no_leader_no_strike() -> None:
    table, text = leader(None, 6, 6)
    assert types(table) == ["4-4-7"] and not strikes(table) and "strike" not in text
    table, _ = leader(table, 3, 3, place="M19")
    assert len(strikes(table)) == 1, "the first leader is still to come"


@pytest.mark.parametrize(("g3", "more"), [((4, 4), 0), ((2, 2), 0), ((1, 2), 1), ((1, 1), 1)])
def test_msr_3_later_only_a_leader_of_minus_2_brings_one_more(g3: tuple[int, int], more: int) -> None:
    table, _ = leader(None, 4, 4)
    table, text = leader(table, *g3, place="M19")
    assert len(strikes(table)) == 1 + more
    assert ("is a leader of -2" in text) == bool(more)


def test_msr_3_a_first_leader_of_minus_2_brings_one_strike_not_two() -> None:
    table, _ = leader(None, 1, 1)
    assert len(strikes(table)) == 1


@pytest.mark.parametrize(
    ("side", "phase", "falls"),
    [
        ("FRIENDLY", "PFPh", ("FRIENDLY", "DFPh", 3)),
        ("FRIENDLY", "MPh", ("FRIENDLY", "DFPh", 3)),
        ("FRIENDLY", "DFPh", ("ENEMY", "PFPh", 3)),
        ("FRIENDLY", "APh", ("ENEMY", "PFPh", 3)),
        ("ENEMY", "RPh", ("ENEMY", "PFPh", 3)),
        ("ENEMY", "MPh", ("FRIENDLY", "DFPh", 4)),
    ],
)
def test_msr_3_the_strike_falls_in_the_next_enemy_fire_phase(
    side: Side, phase: Phase, falls: tuple[str, str, int]
) -> None:
    table, _ = leader(bare(side, phase, turn=3), 4, 4)
    item = table.state.pending[0]
    assert (item.side, item.phase, item.turn) == falls


def test_msr_3_as_many_ffes_as_a6a_says_on_the_known_friendly_units() -> None:
    table, _ = leader(None, 4, 4)
    for _ in range(2):
        table.new("friendly", "4-4-7", CAUSE)
    table.dice(4)  # A6a: two
    events = table.do("next")
    assert table.state.phase == "DFPh" and rolls(events, "Number of FFEs")[0].table == "a6.a"
    fallen = [event for event in events if isinstance(event, ev.MarkerPut) and event.marker.kind == "ffe"]
    assert [event.why for event in fallen] == [f"aimed at {CAUSE}"] * 2
    assert not table.state.pending


def test_msr_3_a_lone_unit_is_not_worth_a_strike_which_waits() -> None:
    table, _ = leader(None, 4, 4)
    text, *_ = strikes(table)
    events = table.do("next")
    assert "waits for the ENEMY PFPh" in told(events) and not rolls(events, "Number of FFEs")
    (waiting,) = table.state.pending
    assert (waiting.text, waiting.waited) == (text, 1)


def test_the_mission_is_sound() -> None:
    game = bare().game
    check(game.library, game.mission, COMMANDS)


def test_msr_2_what_to_place_names_the_fortification_too() -> None:
    _, events = activate(2, 3, 3, 4, 2)
    (line,) = [line for line in told(events).splitlines() if "Place in" in line]
    assert "concealed at first; and foxhole" in line
