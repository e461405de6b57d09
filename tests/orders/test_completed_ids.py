"""The command line proposes ids of the game where a form takes them."""

from __future__ import annotations

from crossroads import bare

from sasl.kernel.orders.order import completed
from sasl.orders.mission_commands import COMMANDS


def test_ids_are_completed_from_the_game() -> None:
    table = bare(phase="MPh")
    squad = table.new("friendly", "5-2-7", "CC13")
    commands = list(COMMANDS.values())
    assert completed("move 52", commands, table.game) == f"move {squad}"
    assert completed(f"move {squad},52", commands, table.game) == f"move {squad},{squad}"
    assert completed("move ", commands, table.game) == ""


def test_give_proposes_a_sw_that_nobody_has_and_who_has_none() -> None:
    table = bare()
    table.new("enemy", "4-6-7", "CC12")
    first, second = table.new("friendly", "5-2-7", "CC13"), table.new("friendly", "5-2-7", "CC13")
    held, free = table.new("friendly", "LMG"), table.new("friendly", "LMG")
    table.do(f"give {held} {first}")
    commands = list(COMMANDS.values())
    assert completed("give ", commands, table.game) == f"give {free}"
    assert completed(f"give {free} 5", commands, table.game) == f"give {free} {second}"
