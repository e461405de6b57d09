"""The Action DR (S6.1): every row and column of the Action tables, by dice on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deciders import decider, field
from field import ENEMY, FRIENDLY, Tabletop, records, throw
from tabletop import told

from sasl.asl.game.flags import Flag
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.minds.action import order_of_acts

PLACES = {"normal": "K17", "long": "K24", "none": ""}
"""Where the one FRIENDLY squad is, for a 4-6-8 in K14."""

HOLD = {
    "normal": {range(2, 10): "Fire", range(10, 13): "No Action"},
    "long": {range(2, 7): "Fire", range(7, 13): "No Action"},
    "none": {range(2, 9): "Cover", range(9, 11): "Entrench", range(11, 13): "Cover"},
}
ADVANCE = {
    "normal": {range(2, 6): "Fire", range(6, 11): "Move", range(11, 13): "none"},
    "long": {range(2, 4): "Fire", range(4, 11): "Move", range(11, 13): "none"},
    "none": {range(2, 12): "Move", range(12, 13): "none"},
}
WITHDRAW = {
    "normal": {range(2, 6): "Fire", range(6, 13): "Move"},
    "long": {range(2, 13): "Move"},
    "none": {range(2, 13): "Move"},
}
CARDS = {"Hold": HOLD, "Advance": ADVANCE, "Withdraw": WITHDRAW}
VEHICLE = {"target": {range(2, 10): "Fire", range(10, 13): "none"}, "none": {range(2, 5): "Move", range(5, 13): "none"}}
"""House rules 7, row by row."""

TIMID = {
    "normal": {range(2, 6): "Fire", range(6, 8): "none", range(8, 13): "Withdraw"},
    "long": {range(2, 13): "none"},
    "none": {range(2, 13): "Cover"},
}
AGGRESSIVE = {
    "normal": {range(2, 12): "Fire", range(12, 13): "none"},
    "long": {range(2, 10): "Fire", range(10, 13): "none"},
    "none": {range(2, 6): "Advance", range(6, 13): "Cover"},
}
TIMID_VEHICLE = {"target": {range(2, 7): "Fire", range(7, 13): "none"}, "none": {range(2, 13): "none"}}
AGGRESSIVE_VEHICLE = {
    "target": {range(2, 12): "Fire", range(12, 13): "none"},
    "none": {range(2, 5): "Move", range(5, 13): "none"},
}
"""The rows of the other doctrines' own tables."""


def cases(cards: dict[str, Any]) -> list[tuple[str, str, int, str]]:
    return [
        (attitude, column, total, result)
        for attitude, columns in cards.items()
        for column, rows in columns.items()
        for totals, result in rows.items()
        for total in totals
    ]


def dice(total: int) -> tuple[int, int]:
    return (total // 2, total - total // 2)


def facing(attitude: str, place: str, name: str = "4-6-8") -> tuple[Tabletop, str]:
    """An ENEMY unit in K14 of that attitude, and a FRIENDLY squad in `place`."""
    table = field(ENEMY, "PFPh")
    unit = table.new(ENEMY, name, "K14")
    table.do(f"set {unit} fanatic") if name == "4-6-8" else None
    table = of_attitude(table, unit, attitude)
    if place:
        table.new(FRIENDLY, "6-2-8", place)
    return table, unit


def of_attitude(table: Tabletop, unit: str, attitude: str) -> Tabletop:
    state = table.state
    units = {**state.units, unit: replace(state.units[unit], attitude=attitude)}
    return Tabletop(table.game.at(replace(state, units=units)))


def commands(table: Tabletop, unit: str) -> set[Flag]:
    return {*table.unit(unit).flags} & {"acted", "fire-command", "move-command", "panicked"}


MADE = {
    "Fire": {"acted", "fire-command"}, "Move": {"acted", "move-command"}, "Cover": {"acted", "move-command"},
    "Advance": {"acted", "move-command"}, "Withdraw": {"acted", "move-command"}, "none": {"acted"},
    "No Action": {"acted"}, "Entrench": {"acted"},
}  # fmt: skip


@pytest.mark.parametrize(("attitude", "column", "total", "result"), cases(CARDS))
def test_6_4_every_row_of_the_action_tables(attitude: str, column: str, total: int, result: str) -> None:
    table, unit = facing(attitude, PLACES[column])
    table.new(ENEMY, "8-0", "K14")
    assert order_of_acts.column(table.game, decider(), table.unit(unit)) == column
    digs = (6, 6) if result == "Entrench" else ()
    record = records(throw(table, (*dice(total), *digs), f"action {unit}"))[0]
    assert (record.total, record.column, record.result) == (total, column, result)
    assert commands(table, unit) == (MADE[result] if total < 12 else {"acted", "panicked"})  # an Elite squad (S6.21)


@pytest.mark.parametrize(("column", "total", "result"), [case[1:] for case in cases({"vehicle": VEHICLE})])
def test_6_4_every_row_of_the_action_table_of_vehicles_in_hold(column: str, total: int, result: str) -> None:
    table, unit = facing("Hold", "K17" if column == "target" else "", "StuG IIIG")
    (record,) = records(throw(table, dice(total), f"action {unit}"))
    assert (record.table, record.column, record.result) == ("action.vehicle", column, result)
    assert commands(table, unit) == (MADE[result] if total < 12 else {"acted", "panicked"})  # an AFV (S6.13, S6.21)


@pytest.mark.parametrize(("doctrine", "column", "total", "result"), cases({"timid": TIMID, "aggressive": AGGRESSIVE}))
def test_6_4_every_row_of_the_other_doctrines(doctrine: str, column: str, total: int, result: str) -> None:
    table, unit = facing("Hold", PLACES[column])
    table.new(ENEMY, "8-0", "K14")
    table.do(f"doctrine {doctrine}")
    (record,) = records(throw(table, dice(total), f"action {unit}"))
    assert (record.table, record.column, record.result) == (f"action.hold.{doctrine}", column, result)
    if "panicked" not in commands(table, unit):
        assert commands(table, unit) == MADE[result]
        assert table.unit(unit).attitude == (result if result in ("Advance", "Withdraw") else "Hold")


@pytest.mark.parametrize(
    ("doctrine", "column", "total", "result"), cases({"timid": TIMID_VEHICLE, "aggressive": AGGRESSIVE_VEHICLE})
)
def test_6_4_every_row_of_the_other_doctrines_vehicles(doctrine: str, column: str, total: int, result: str) -> None:
    table, unit = facing("Hold", "K17" if column == "target" else "", "StuG IIIG")
    table.do(f"doctrine {doctrine}")
    (record,) = records(throw(table, dice(total), f"action {unit}"))
    assert (record.table, record.column, record.result) == (f"action.vehicle.{doctrine}", column, result)


@pytest.mark.parametrize(("total", "result"), [(5, "Fire"), (6, "Move"), (11, "none")])
def test_6_4_a_vehicle_in_advance_reads_the_first_column_at_any_range(total: int, result: str) -> None:
    table, unit = facing("Advance", "K24", "StuG IIIG")
    (record,) = records(throw(table, dice(total), f"action {unit}"))
    assert (record.table, record.column, record.result) == ("action.advance", "normal", result)


def test_6_4_the_best_leader_lowers_the_dr() -> None:
    table, unit = facing("Hold", "K24")
    table.new(ENEMY, "8-0", "K14")
    table.new(ENEMY, "9-2", "K14")
    (record,) = records(throw(table, (3, 5), f"action {unit}"))
    assert [mod.value for mod in record.modifiers] == [-2]
    assert (record.total, record.result) == (6, "Fire")


def test_6_4_a_broken_leader_helps_nobody() -> None:
    table, unit = facing("Hold", "K24")
    table.new(ENEMY, "9-2", "K14", "broken")
    (record,) = records(throw(table, (3, 5), f"action {unit}"))
    assert (record.total, record.result) == (8, "No Action")


def test_6_4_the_player_settles_it_by_hand_without_a_dr() -> None:
    table, unit = facing("Hold", "K17")
    events = throw(table, (), f"action {unit} move")
    assert commands(table, unit) == {"acted", "move-command"}
    assert told(events) == f"{unit}: Move Command, settled by hand (S6.1)."
    throw(table, (), f"action {unit} fire")
    assert commands(table, unit) == {"acted", "fire-command"}
    throw(table, (), f"action {unit} none")
    assert commands(table, unit) == {"acted"}


def test_6_4_one_action_in_a_player_turn() -> None:
    table, unit = facing("Hold", "K17")
    throw(table, (5, 5), f"action {unit}")
    assert "has had its Action" in table.no(f"action {unit}")


def test_s6_13_a_gun_makes_its_dr_for_panic_with_its_crew() -> None:
    table = field(ENEMY, "PFPh")
    gun = table.new(ENEMY, "75L AT", "K14")
    assert f"nobody mans {gun}" in table.no(f"action {gun}")
    crew = table.new(ENEMY, "2-2-8", "K14")
    assert f"acts with its Gun: fire {gun}" in table.no(f"action {crew}")
    throw(table, (4, 6), f"action {gun}")
    assert commands(table, gun) == {"acted", "fire-command"}


def test_s6_13_a_panicked_crew_does_not_fire_its_gun() -> None:
    table = field(ENEMY, "PFPh")
    gun, crew = table.new(ENEMY, "75L AT", "K14"), table.new(ENEMY, "2-2-8", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    throw(table, (5, 6), f"action {gun}")  # 11: the number of a crew
    assert {"panicked"} <= table.unit(crew).flags and {"panicked"} <= table.unit(gun).flags
    assert "Panicked" in table.no(f"fire {gun} K17")


def test_s6_24_an_entrench_action_digs_a_foxhole() -> None:
    table, unit = facing("Hold", "")
    throw(table, (4, 5, 1, 2), f"action {unit}")  # row 9, then the Entrenching DR
    assert table.state.markers_at("K14", "foxhole") and "dug-in" in table.unit(unit).flags


def test_s6_24_where_nobody_can_dig_there_is_no_action() -> None:
    table = field(ENEMY, "PFPh", K14="marsh")
    unit = table.new(ENEMY, "4-6-8", "K14")
    assert f"{unit} has No Action" in told(throw(table, (4, 5), f"action {unit}"))


def test_s6_241_nobody_entrenches_where_los_is_restricted() -> None:
    ring = dict.fromkeys(("J13", "J14", "K13", "K15", "L13", "L14"), "woods")
    table = field(ENEMY, "PFPh", **ring)
    unit = table.new(ENEMY, "4-6-8", "K14")
    assert "S6.241" in told(throw(table, (4, 5), f"action {unit}"))


@pytest.mark.parametrize("word", ["No Action", "none"])
def test_s6_3175_no_action_has_two_spellings(word: str, tmp_path: Path) -> None:
    table, unit = carded(tmp_path, f'">=2": [{word}, {word}, {word}]')
    throw(table, (3, 4), f"action {unit}")
    assert commands(table, unit) == {"acted"}


def test_s6_21_a_card_may_print_panic_in_a_row(tmp_path: Path) -> None:
    table, unit = carded(tmp_path, '"<=7": [Panic, Panic, Panic]\n    ">=8": [Move, Move, Move]')
    throw(table, (3, 4), f"action {unit}")
    assert commands(table, unit) == {"acted", "panicked"}


def carded(folder: Path, rows: str) -> tuple[Tabletop, str]:
    """An ENEMY squad in Hold that acts by a card of the player's own with these rows."""
    text = (
        "- id: action.hold\n  title: A4 of my card\n  roll: DR\n  rule: A4\n  provenance: user\n"
        f"  columns: [normal, long, none]\n  rows:\n    {rows}\n"
    )
    (folder / "tables").mkdir()
    (folder / "tables" / "card.yaml").write_text(text, encoding="utf-8")
    table = field(ENEMY, "PFPh")
    table = Tabletop(replace(table.game, library=Library(shipped_root(), (folder,))))
    return table, table.new(ENEMY, "4-6-8", "K14")


def test_6_4_actions_belong_to_the_pfph() -> None:
    table = field(ENEMY, "MPh")
    unit = table.new(ENEMY, "4-6-7", "K14")
    assert "PFPh" in table.no(f"action {unit}")


def test_6_4_the_flags_of_an_action_end_with_the_player_turn() -> None:
    table, unit = facing("Hold", "")
    throw(table, (3, 3), f"action {unit}")
    table.do("option enemy-plays off")
    table.go_to("FRIENDLY", "RPh")
    assert commands(table, unit) == set()


def test_6_4_a_missing_word_is_explained() -> None:
    table, unit = facing("Hold", "")
    assert "action 467a" in table.no("action")
    assert "action 467a" in table.no(f"action {unit} jump")
