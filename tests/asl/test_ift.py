"""The IFT (A7.3), and the columns that cowering costs (A7.9)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from field import ENEMY, FRIENDLY, chart, field, flags, paper, shot, throw
from fire_positions import defence, duel
from tabletop import bare, told

from sasl.asl.fire import ift
from sasl.asl.game import events as ev

LINES = chart("ift")


COLUMNS, ROWS = tuple(map(int, LINES[0][1:])), {int(cells[0]): cells[1:] for cells in LINES[1:]}
"""The IFT as it stands in the sources, not in the project's tables."""


def test_a7_3_every_cell_of_the_ift() -> None:
    game = field().game
    assert ift.columns(game) == COLUMNS and len(ROWS) == 16
    for row, cells in ROWS.items():
        for number, cell in zip(COLUMNS, cells, strict=True):
            assert str(ift.outcome(game, number, row)) == cell, (row, number)
            assert str(ift.parse(cell)) == cell


def test_a7_3_the_end_rows_catch_everything_beyond() -> None:
    game = field().game
    for number in COLUMNS:
        assert {ift.outcome(game, number, total) for total in range(-9, 1)} == {ift.outcome(game, number, 0)}
    assert str(ift.outcome(game, 36, 15)) == "PTC" and str(ift.outcome(game, 30, 15)) == "-"


@pytest.mark.parametrize(
    ("fp", "wanted"),
    [
        ("1/2", 0), ("1", 1), ("3/2", 1), ("2", 2), ("7/2", 2), ("4", 4), ("11/2", 4), ("6", 6), ("15/2", 6), ("8", 8),
        ("23/2", 8), ("12", 12), ("15", 12), ("16", 16), ("39/2", 16), ("20", 20), ("24", 24), ("30", 30), ("35", 30),
        ("36", 36), ("100", 36),
    ],
)  # fmt: skip
def test_a7_2_the_column_is_the_rightmost_that_the_fp_reaches(fp: str, wanted: int) -> None:
    assert ift.column_of(field().game, Fraction(fp)) == wanted


# -- cowering -------------------------------------------------------------------------------------------


def test_a7_9_original_doubles_cower_one_column() -> None:
    table, us, them = duel()
    events = throw(table, (2, 2, 5, 5), f"fire {us} K10")
    assert shot(events) == (2, 4, "1MC")  # 4 FP; on the 2 column
    assert "cowering to the 2 column" in "".join(event.text for event in events if isinstance(event, ev.Told))
    assert "broken" in flags(table, them)
    kinds = [type(event) for event in events]
    assert kinds.index(ev.Told) < kinds.index(ev.Rolled)  # why that column is told before its row


def test_a7_9_who_cowers_below_the_lowest_column_does_nothing_and_the_record_says_so() -> None:
    table, us, them = duel("AFPh", "4-2-6")  # 2 FP, inexperienced: two columns
    events = throw(table, (1, 1), f"fire {us} K10")
    [record] = [event.record for event in events if isinstance(event, ev.Rolled)]
    assert (record.result, record.column) == (None, "") and not flags(table, them)
    assert "below the lowest column, no effect" in "".join(event.text for event in events if isinstance(event, ev.Told))


@pytest.mark.parametrize(("firer", "used"), [("4-2-6", 1), ("4-4-7", 2)])
def test_a19_33_inexperienced_units_cower_two_columns(firer: str, used: int) -> None:
    table, us, _ = duel("PFPh", firer, 2)  # 4 FP
    assert shot(throw(table, (4, 4), f"fire {us} K12")) == (used, 8, "-")


def test_a19_33_one_inexperienced_unit_is_enough() -> None:
    table = field()
    names = [table.new(FRIENDLY, "4-2-6", "K14"), table.new(FRIENDLY, "4-5-8", "K14")]
    table.new(ENEMY, "4-6-7", "K12")
    assert shot(throw(table, (5, 5), f"fire {','.join(names)} K12"))[0] == 4  # 8 FP, two columns to the left


def test_a7_9_a_directing_leader_prevents_it() -> None:
    table = field()
    squad, leader = table.new(FRIENDLY, "4-2-6", "K14"), table.new(FRIENDLY, "8-0", "K14")
    table.new(ENEMY, "4-6-7", "K12")
    assert shot(throw(table, (4, 4), f"fire {squad},{leader} K12")) == (4, 8, "-")


def test_a7_9_smc_and_fanatics_do_not_cower() -> None:
    table, us, _ = duel("PFPh", "1-4-9", 2)
    assert shot(throw(table, (4, 4), f"fire {us} K12"))[0] == 1  # 1 FP, not below the table
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", "fanatic")
    assert shot(throw(table, (4, 4), f"fire {us} K10"))[0] == 4


def test_a7_9_below_the_first_column_nothing_happens() -> None:
    table, us, them = duel("PFPh", "2-4-8", 8)  # 1 FP
    events = throw(table, (1, 1), f"fire {us} K6")
    assert flags(table, them) == set()
    assert any("no effect (A7.9)" in event.text for event in events if isinstance(event, ev.Told))


def test_a7_9_cowering_first_fire_is_marked_final_fire() -> None:
    table, them, _ = defence(how="assault")
    throw(table, (5, 5), f"fire {them} K10")  # 10 - 1 FFMO = 9 on the 2 column
    assert "final" in table.unit(them).flags
    table, them, _ = defence(how="assault")
    throw(table, (4, 6), f"fire {them} K10")
    assert "first" in table.unit(them).flags and "final" not in table.unit(them).flags


def test_a7_9_in_a_fire_group_one_unit_cowers_by_random_selection() -> None:
    table, first, _ = defence(how="assault")
    second = table.new(ENEMY, "4-6-7", "K14")
    throw(table, (5, 5, 2, 6), f"fire {first},{second} K10")
    assert "final" not in table.unit(first).flags and "final" in table.unit(second).flags
    table, first, _ = defence(how="assault")
    second = table.new(ENEMY, "4-6-7", "K14")
    throw(table, (5, 5, 4, 4), f"fire {first},{second} K10")
    assert "final" in table.unit(first).flags & table.unit(second).flags, "a tie strikes both (A.9)"


def test_a7_9_who_cowers_is_marked_with_all_its_sw_and_the_others_of_the_group_keep_their_rof() -> None:
    """PFPh: the LMG alone fires with a squad that has a HMG; the first one cowers (2 over 5), then the other one."""
    for selected, left in (((5, 2), "second"), ((2, 5), "first")):
        table = field()
        guns = {"first": table.new(FRIENDLY, "LMG"), "second": table.new(FRIENDLY, "HMG")}
        men = {name: table.new(FRIENDLY, "4-5-8", "K14") for name in guns}
        table.all(*(f"give {guns[name]} {men[name]}" for name in guns))
        table.new(ENEMY, "4-6-7", "K10", "pinned")
        throw(table, (1, 1, *selected), f"fire {guns['first']},{guns['second']} K10", "roll")
        other = "second" if left == "first" else "first"
        assert "prep" in table.unit(men[other]).flags & table.state.weapons[guns[other]].flags
        assert "prep" not in table.unit(men[left]).flags | table.state.weapons[guns[left]].flags


@pytest.mark.parametrize("weapon", ["", "50mm MTR"])
def test_a12_3_the_paper_tells_nothing_of_hidden_enemies(weapon: str) -> None:
    for hidden in ((), ("hidden",)):
        table = field(K10="woods")
        man = table.new(FRIENDLY, "2-2-8" if weapon else "4-5-8", "K14")
        firer = table.new(FRIENDLY, weapon) if weapon else man
        table.all("marker add foxhole K10", *[f"give {firer} {man}"] * bool(weapon))
        table.new(ENEMY, "4-6-7", "K10")
        other = table.new(ENEMY, "2-3-7", "K10", *hidden, "dug-in")
        assert (other in " ".join(paper(table, f"fire {firer} K10"))) == (not hidden)


@pytest.mark.parametrize(("squad", "columns"), [("4-6-7", "1 column"), ("4-4-7", "1 column"), ("4-3-6", "2 columns")])
def test_a7_9_the_paper_says_what_original_doubles_cost(squad: str, columns: str) -> None:
    table, them, _ = defence(squad)
    assert f"Original Doubles cower: {columns} to the left (A7.9)" in paper(table, f"fire {them} K10")


def test_a7_9_the_paper_says_who_keeps_them_from_cowering() -> None:
    table, us, _ = duel()
    leader = table.new(FRIENDLY, "9-1", "K14")
    lines = paper(table, f"fire {us},{leader} K10")
    assert f"{leader} directs; nobody cowers (A7.53, A7.9)" in lines
    assert not any("Original Doubles" in text for text in lines)


def test_a7_9_a_cowering_mg_keeps_no_rof() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad, gun = table.new("friendly", "4-5-8", "K14"), table.new("friendly", "HMG")
    table.new("enemy", "4-6-7", "K10")
    table.do(f"give {gun} {squad}")
    events = table.dice(1, 1, 6, 5, 6, 5).do(f"fire {squad} K10")
    assert "may fire again" not in told(events)
