from __future__ import annotations

import pytest

from sasl.kernel.orders.order import completed
from sasl.orders.mission_commands import COMMANDS


@pytest.mark.parametrize(
    ("begun", "line"),
    [
        ("mo", "move"), ("enemy sh", "enemy shot"), ("fire 628a K14 sn", "fire 628a K14 snap"), ("move 628a", ""),
        ("move ", ""), ("nothing", ""),
    ],
)  # fmt: skip
def test_the_grammar_completes_a_word(begun: str, line: str) -> None:
    assert completed(begun, list(COMMANDS.values())) == line
