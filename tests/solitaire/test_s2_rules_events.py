"""OtO-S2 MSR 1 and 4: the events of A11 with +1 on the coloured die, before anything is Activated; R9."""

from __future__ import annotations

import pytest
from crossroads import CAUSE, OPEN, bare
from tabletop import LIBRARY, Tabletop, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side

WIND = (3, 3)
"""An Original 6, which is an ENEMY and a FRIENDLY RE# in these tests."""


def event_of(side: Side, coloured: int, white: int, *more: int, table: Tabletop) -> tuple[ev.Event, ...]:
    """The RPh of `side` begins with a Random Event of these two dice."""
    assert table.state.phase == "CCPh" and table.state.side != side
    table.dice(*WIND, coloured, white, *more)
    return table.do("next")


def before_enemy_turn() -> Tabletop:
    """With a squad that is Known: a broken one gains no concealment at the end of its Player Turn."""
    table = bare("FRIENDLY", "CCPh", turn=2)
    table.new("friendly", "4-4-7", CAUSE, "broken")
    return table


def test_msr_4_an_enemy_event_before_any_activation() -> None:
    table = before_enemy_turn()
    assert not table.state.enemy_activated
    events = event_of("ENEMY", 1, 1, table=table)
    assert rolls(events, "ENEMY Random Event") and "no ENEMY unit has been Activated yet" not in told(events)
    assert table.state.re_numbers("ENEMY") == (6, 7)


@pytest.mark.parametrize("coloured", range(1, 7))
def test_msr_1_one_more_on_the_coloured_die_of_a11(coloured: int) -> None:
    events = event_of("ENEMY", coloured, 3, table=before_enemy_turn())
    record = rolls(events, "ENEMY Random Event")[0]
    assert (record.table, record.original, record.total) == ("a11.enemy-events", 10 * coloured + 3, 10 * coloured + 13)
    low, _, high = record.row.partition("..")
    assert int(low) <= record.total <= int(high or low)


def test_msr_1_r9_has_no_drm() -> None:
    table = bare("ENEMY", "CCPh", turn=2)
    table.new("friendly", "4-4-7", CAUSE)
    record = rolls(event_of("FRIENDLY", 6, 5, table=table), "FRIENDLY Random Event")[0]
    assert (record.table, record.total, record.modifiers) == ("generation.r9", 65, ())


@pytest.mark.parametrize("white", [1, 2, 3])
def test_a11_71_to_73_an_artillery_strike_by_a6a(white: int) -> None:
    events = event_of("ENEMY", 6, white, 4, table=before_enemy_turn())
    assert rolls(events, "Number of FFEs")[0].table == "a6.a" and rolls(events, "Number of FFEs")[0].result == 2
    assert "ENEMY RANDOM EVENT 71-73: Artillery strike" in [event.describe() for event in events]


@pytest.mark.parametrize("white", [4, 5, 6])
def test_a11_74_to_76_a_dr_of_suspects_on_the_ebe_and_no_more_later(white: int) -> None:
    table = before_enemy_turn()
    events = event_of("ENEMY", 6, white, 5, table=table)
    assert rolls(events, "Number of S?")[0].total == 5
    new = list(table.state.suspects.values())
    assert len(new) == 5 and {item.attitude for item in new} == {"Advance"} and not table.state.recurring
    edge = set(table.game.board.edge(table.game.edge_of("ENEMY")))
    assert {item.hex for item in new} <= edge and table.game.edge_of("ENEMY") == "south"


def test_a11_13_16_mines_of_six_without_a_roll() -> None:
    table = before_enemy_turn()
    table.do("event enemy 13")
    assert [(item.hex, item.number) for item in table.state.marked("minefield")] == [(CAUSE, 6)]


def counterattack(event: str) -> Tabletop:
    """Two VPO are FRIENDLY; W13 is near the FBE (north), I17 nearer the EBE and far away in the west."""
    table = bare("ENEMY", "RPh", turn=2, enemy_activated=True).all("vpo W13 friendly", "vpo I17 friendly")
    table.suspect("W15", "hold")
    table.suspect("H20", "hold")
    table.suspect("A2", "hold")
    for name in ("W16", "I20", "GG2"):
        unit = table.new("enemy", "4-6-7", name)
        assert unit
    table.do(f"event enemy {event}")
    return table


def test_a11_11_12_every_friendly_vpo_draws_the_suspects_near_it() -> None:
    table = counterattack("11")
    assert {item.hex: item.attitude for item in table.state.suspects.values()} == {
        "W15": "Advance",
        "H20": "Advance",
        "A2": "Hold",
    }


def test_a11_23_24_each_unit_attacks_the_vpo_nearest_to_it() -> None:
    table = counterattack("23")
    notes = {unit.hex: (unit.attitude, unit.note) for unit in table.state.on_map("ENEMY")}
    assert notes == {
        "W16": ("Advance", "counterattack W13"),
        "I20": ("Advance", "counterattack I17"),
        "GG2": ("Hold", ""),
    }


def test_a11_65_66_ju_87d_come_with_their_bombs() -> None:
    table = before_enemy_turn()
    table.do("event enemy 65")
    table.go_to("FRIENDLY", "MPh", turn=3)
    planes = [unit for unit in table.state.units.values() if unit.kind == "aircraft"]
    assert planes and {unit.type for unit in planes} == {"Ju-87D"} and all("bombs" in unit.flags for unit in planes)


def test_a11_65_66_a_ju_87d_drops_its_bombs_on_its_first_target() -> None:
    table = before_enemy_turn()
    table.do("event enemy 65")
    table.go_to("FRIENDLY", "MPh", turn=3)
    events: list[ev.Event] = []
    planes = [unit.id for unit in table.state.units.values() if unit.kind == "aircraft"]
    table.dice(*[3, 3] * 12)
    events += table.do("next")
    assert table.state.phase == "DFPh"
    left = [table.state.units[key] for key in planes if key in table.state.units]
    assert any("bombs" not in unit.flags for unit in left) and any("bombs" in item.purpose for item in rolls(events))


def test_an_event_by_hand_beyond_66_is_one_of_the_table_or_refused() -> None:
    table = before_enemy_turn()
    assert "has no event 81; its last is 74..76" in table.no("event enemy 81")
    assert "has no event 71; its last is 66" in table.no("event friendly 71")
    table.do("event enemy 76")
    assert table.state.suspects


def test_a_final_d66_of_73_can_be_typed() -> None:
    table = before_enemy_turn()
    table.new("friendly", "4-4-7", CAUSE)
    table.do("dice hand")
    table.do("event enemy", "=73")
    assert table.state.marked("ffe")


def test_r9_54_56_mines_of_six_toward_the_ebe() -> None:
    table = bare("FRIENDLY", "RPh", turn=2)
    table.new("friendly", "4-4-7", OPEN)
    table.do("event friendly 54")
    fields = table.state.marked("minefield")
    assert len(fields) == 3 and {item.number for item in fields} == {6}
    row = table.game.board.hex(OPEN).num
    assert {item.hex for item in fields} <= set(table.game.board.neighbours(OPEN))
    assert all(table.game.board.hex(item.hex).num >= row for item in fields), "the EBE is in the south"


def test_r9_34_36_brings_afv_of_r6() -> None:
    table = bare("FRIENDLY", "RPh", turn=2)
    table.dice(1, 5, 1, 6, 6)  # A6a one, R6 5 leads to the flamethrower T-34, no armor leader
    events = table.do("event friendly 34")
    assert [record.table for record in rolls(events)][:3] == ["a6.a", "generation.r6", "bto.support-afv-5"]
    assert [unit.type for unit in table.state.units.values()] == ["OT-34(L)"]


def test_r9_11_13_a_gun_section_waits_at_the_edge_that_was_chosen() -> None:
    events = bare("FRIENDLY", "RPh", turn=2).do("event friendly 11")
    assert "north edge" in told(events)


ROWS = [
    (side, row.low)
    for side, table_id in (("enemy", "a11.enemy-events"), ("friendly", "generation.r9"))
    for row in LIBRARY.table(table_id).rows
]


@pytest.mark.parametrize(("side", "number"), ROWS)
def test_every_row_of_a11_and_r9_can_happen_in_oto_s2(side: Side, number: int) -> None:
    table = bare("ENEMY" if side == "enemy" else "FRIENDLY", "RPh", turn=3, enemy_activated=True)
    table.all("vpo W13 friendly", "value enemy-re 4/5", "value friendly-re 4/5")
    table.suspect("W15", "hold")
    for name, place in (("4-4-7", CAUSE), ("8-0", CAUSE), ("T-34 M43", "FF19")):
        table.new("friendly", name, place)
    table.new("friendly", "4-4-7", "M19", "broken")
    for name in ("4-6-7", "8-0"):
        table.new("enemy", name, "W16")
    events = table.do(f"event {side} {number}")
    assert any(isinstance(event, ev.EventUsed) for event in events)
    assert len(events) > 1, "nothing but the word of it"
