"""The grammar of every command: examples fit, an order is said as it was read, every word is explained."""

from __future__ import annotations

from typing import Any

import pytest

from sasl.asl.game.dice_words import DiceAhead
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Kind
from sasl.kernel.orders.order import Command, Order
from sasl.orders.mission_commands import COMMANDS
from sasl.orders.stages import GROUPS

EVERY = sorted(COMMANDS.values(), key=lambda item: item.name)
EXAMPLES = [(item, line) for item in EVERY for line in item.example]


def as_typed(kind: Kind) -> Kind:
    """The same kind, whose words mean what they say in any game."""
    if kind.many:
        return replace(kind, read=lambda game, word: tuple(word.split(",")), say=str)
    if kind.name in ("N", "D66", "±N", "MP") and kind.what != "dice":
        return replace(kind, read=lambda game, word: int(word), say=str)
    return kind if kind.what == "dice" else replace(kind, read=lambda game, word: word, say=str)


def read(command: Command, line: str, monkeypatch: pytest.MonkeyPatch) -> Order:
    """The order of a line, whatever the game."""
    words = line.split()[1:]
    for order, form in command.forms:
        bound = form.bind(words)
        if bound is not None:
            if "read" in vars(order) and order is not DiceAhead:
                pytest.skip("it asks the game what the words mean")
            monkeypatch.setattr(order, "narrowed", lambda self, game, bound: self)
            kinds: dict[str, Any] = {name: as_typed(kind) for name, kind in form.slots.items()}
            return order.read(None, bound, kinds)
    raise AssertionError(f"no form of {command.name} fits: {line}")


@pytest.mark.parametrize("command", EVERY, ids=lambda item: item.name)
def test_a_command_has_a_group_a_summary_and_an_example(command: Command) -> None:
    assert command.group in GROUPS and command.summary and command.stages
    assert command.example and all(line.split()[0] == command.name for line in command.example)


@pytest.mark.parametrize("command", EVERY, ids=lambda item: item.name)
def test_every_word_that_stands_for_itself_has_a_line_of_help_and_no_other_has(command: Command) -> None:
    literals = {word for _, form in command.forms for word in form.literals}
    assert set(command.options) == literals
    assert all(0 < len(text) <= 100 for text in command.options.values())


@pytest.mark.parametrize("command", EVERY, ids=lambda item: item.name)
def test_every_word_that_stands_for_itself_has_an_example(command: Command) -> None:
    assert [word for word in command.options if not command.sample(word)] == []
    for line in command.example:
        assert any(form.bind(line.split()[1:]) for _, form in command.forms), line


@pytest.mark.parametrize(("command", "line"), EXAMPLES, ids=lambda item: item if isinstance(item, str) else "")
def test_an_order_is_said_by_a_line_that_means_it(command: Command, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    order = read(command, line, monkeypatch)
    assert read(command, order.line(), monkeypatch) == order


@pytest.mark.parametrize("command", EVERY, ids=lambda item: item.name)
def test_every_form_has_an_example(command: Command) -> None:
    lines = [line.split()[1:] for line in command.example]
    used = {order for order, form in command.forms if any(form.bind(words) is not None for words in lines)}
    assert used == set(command.orders)
