"""What a player meets who types half of a line: the switches are told, the fault speaks of the form he began."""

from __future__ import annotations

import pytest
from tabletop import bare, told

from sasl.asl.game.context import Refused
from sasl.kernel.orders.commands import taking
from sasl.orders.mission_commands import COMMANDS


def test_option_alone_tells_every_switch() -> None:
    said = told(bare().do("option"))
    assert "ask-los" in said and "confirm-acts" in said


@pytest.mark.parametrize(
    ("line", "wanted", "foreign"),
    [
        ("suspect add", "a hex", "withdraw"),
        ("marker remove", "as in: marker", "KIND"),
        ("vpo add", "a hex", "friendly"),
        ("vpo K33 me", "as in: vpo Q10 friendly", "add"),
        ("suspect S?1 angry", "as in: suspect S?4 advance", "add"),
        ("los K14", "los needs another hex", "a hex"),
    ],
)
def test_a_fault_speaks_of_the_form_that_was_begun(line: str, wanted: str, foreign: str) -> None:
    said = bare().no(line)
    assert wanted in said and foreign not in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mvoe 628a K20", "there is no command 'mvoe'; did you mean 'move'? (? lists them all)"),
        ("xyzzy", "there is no command 'xyzzy'; ? lists the commands"),
        ("fire 628a K20 onyl", "fire cannot use 'onyl'; did you mean 'only'?"),
        ("move 628a K20 asault", "such as C5 or CC5; did you mean 'assault'?"),
        ("move 628z K20", "there is no unit '628z'; did you mean 628a, 628b?"),
        ("fire 628a 628b K20", "628b is a unit, in K22: name the hex, and join several units with commas"),
        ("rally all 628a", "'628a' is more than rally can use"),
    ],
)
def test_a_slip_of_the_hand_is_told_with_what_may_have_been_meant(line: str, said: str) -> None:
    table = bare("FRIENDLY", "MPh").all("new friendly 6-2-8 K22", "new friendly 6-2-8 K22")
    assert said in table.no(line)


def test_a_word_of_a_command_leads_to_it() -> None:
    assert [item.name for item in taking("gallop", COMMANDS.values())] == ["move", "enter", "march"]
    assert taking("zzz", COMMANDS.values()) == []


def test_what_follows_a_word_that_stands_for_itself_is_too_much_and_the_word_no_hex() -> None:
    with pytest.raises(Refused, match="'x' is more than 'wreck auto' can use"):
        COMMANDS["wreck"].parse(bare().game, ("auto", "x"))
    with pytest.raises(Refused, match="'x' is not a hex"):
        COMMANDS["wreck"].parse(bare().game, ("K14", "x"))
