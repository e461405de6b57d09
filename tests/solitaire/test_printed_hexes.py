"""Joined mapboards (MSR 6): what is laid on the player's boards is named as in play and as printed."""

from __future__ import annotations

import re

import pytest
from crossroads import chosen
from tabletop import Tabletop, bare, told

from sasl.asl.game import events as ev
from sasl.cli.main import main
from sasl.lab.after_action.positions import positions, summary

BOTH = re.compile(r"[A-Z]+\d+ \(\d+[A-Z]+\d+(/\d+[A-Z]+\d+)?\)")


@pytest.fixture(scope="module")
def placed() -> Tabletop:
    """OtO-S2 with every S? placed."""
    table = chosen("next", "next")
    assert table.state.stage == "force"
    return table


def test_every_s_is_told_by_board_in_printed_order(placed: Tabletop) -> None:
    facts = placed.session.moments[-1].events
    lines = [fact.text for fact in facts if isinstance(fact, ev.Told) and fact.text.startswith("On Board")]
    sheets = [int(re.match(r"On Board (\d+)", line)[1]) for line in lines]  # type: ignore[index]
    assert sheets == sorted(sheets) and len(sheets) == len(set(sheets)) > 1
    board = placed.game.board
    for suspect in placed.state.suspects.values():
        (line,) = [line for line in lines if f"{suspect.id} (" in line]
        assert f"in {board.both_names(suspect.hex)}" in line
        assert f"({line.split()[2]}" in board.both_names(suspect.hex)


def test_the_log_names_both_where_something_is_laid(placed: Tabletop) -> None:
    suspect = next(iter(placed.state.suspects.values()))
    laid = next(
        fact
        for moment in placed.session.moments
        for fact in moment.events
        if isinstance(fact, ev.SuspectPlaced) and fact.suspect.id == suspect.id
    )
    both = placed.game.board.both_names(suspect.hex)
    assert laid.describe().startswith(f"{suspect.id} in {both}, ")
    removed = placed.do(f"suspect remove {suspect.id}")
    assert f"{suspect.id} in {both} is removed" in removed[0].describe()
    for line in ("new enemy 4-6-7 M26", "marker add foxhole M26"):
        assert f"in {placed.game.board.both_names('M26')}" in placed.do(line)[0].describe()


def test_a_vertex_is_named_by_two_printed_hexes(placed: Tabletop) -> None:
    board = placed.game.board
    names = [name for name in board.names() if BOTH.fullmatch(board.both_names(name))]
    first, second = names[0], names[1]
    printed = f"{board.printed(first)}/{board.printed(second)}"
    assert board.both_names(f"{first}/{second}") == f"{first}/{second} ({printed})"
    text = board.with_both_names(f"Place in {first}: x (CA {first}/{second}), not {first}a", [first])
    assert text == f"Place in {board.both_names(first)}: x (CA {first}/{second}), not {first}a"
    assert board.with_both_names(text, [first]) == text, "what has both names keeps them"


def test_the_report_names_both(placed: Tabletop) -> None:
    words = summary(positions(placed.game))
    assert all(placed.game.board.both_names(item.hex) in words for item in placed.state.suspects.values())


def test_what_generation_tells_to_place_names_the_hex_and_the_ca_twice(placed: Tabletop) -> None:
    """An S? that Activates by hand: ON YOUR BOARD names its hex, and the CA of a Gun or vehicle, both ways."""
    table = Tabletop(placed.game).all("next", "next", "option enemy-plays off", "option ask-los off")
    for suspect in list(table.state.suspects.values())[:8]:
        facts = table.do(f"activate {suspect.id}")
        lines = [fact.text for fact in facts if isinstance(fact, ev.Told) and fact.board]
        placed_in = [line for line in lines if line.startswith("Place in ")]
        assert placed_in and all(re.match(r"Place in [A-Z]+\d+ \(\d+[A-Z]+\d+[)/]", line) for line in placed_in)
        cas = [line for line in lines if "(CA " in line]
        assert all(re.search(r"\(CA \w+/\w+ \(\d+\w+/\d+\w+\)\)", line) for line in cas)


def test_on_one_board_nothing_is_named_twice() -> None:
    table = bare("FRIENDLY", "MPh")
    assert table.do("suspect add K12")[0].describe().startswith("S?1 in K12, ")
    assert "(" not in told(table.do("suspect add K13"))


def test_sasl_place_lists_the_s_by_printed_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["place", "oto-s2", "--seed", "58"]) == 0
    lines = [line.split("  ") for line in capsys.readouterr().out.splitlines() if line.startswith("S?")]
    assert all(BOTH.fullmatch(hexes) for _, hexes, *_ in lines)
    sheets = [int(re.search(r"\((\d+)", hexes)[1]) for _, hexes, *_ in lines]  # type: ignore[index]
    assert sheets == sorted(sheets)
