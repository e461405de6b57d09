"""Command lines: the order that one means."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.kernel.commands import No, meant
from sasl.kernel.order import Command, Order
from sasl.kernel.run import Refused
from sasl.orders.commands import VERBS


def order_of(game: Game, line: str) -> Order | None:
    """The order that a line means at this moment of a game; None if it means none or is not legal."""
    found = meant(line, VERBS, game.state)
    if isinstance(found, No) or not isinstance(found[0], Command):
        return None
    command, words = found
    try:
        return command.parse(game, [game.board.as_named(word) for word in words])
    except Refused:
        return None
