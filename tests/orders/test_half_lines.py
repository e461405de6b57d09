"""What a player meets who types half of a line: the switches are told, the fault speaks of the form he began."""

from __future__ import annotations

import pytest
from tabletop import bare, told

from sasl.kernel.commands import taking
from sasl.orders.commands import COMMANDS


def test_option_alone_tells_every_switch() -> None:
    said = told(bare().do("option"))
    assert "ask-los" in said and "confirm-acts" in said


@pytest.mark.parametrize(
    ("line", "wanted", "foreign"),
    [
        ("suspect add", "a hex", "withdraw"),
        ("marker remove", "as in: marker", "KIND"),
        ("vpo add", "a hex", "friendly"),
    ],
)
def test_a_fault_speaks_of_the_form_that_was_begun(line: str, wanted: str, foreign: str) -> None:
    said = bare().no(line)
    assert wanted in said and foreign not in said


def test_a_word_of_a_command_leads_to_it() -> None:
    assert [item.name for item in taking("gallop", COMMANDS.values())] == ["move", "enter", "march"]
    assert taking("zzz", COMMANDS.values()) == []
