"""Command lines: the order that one means, and what is left of it when fire has halted it."""

from __future__ import annotations

from dataclasses import replace

from sasl.asl.game.context import Game
from sasl.asl.movement import entering
from sasl.asl.movement.step import STOPS
from sasl.kernel.commands import No, meant
from sasl.kernel.order import Command, Order
from sasl.kernel.run import Refused
from sasl.orders.commands import VERBS
from sasl.orders.movement import Enter, EnterAuto, Move, Wave, WaveOn
from sasl.solitaire import halts

MOVES = (Move, Enter, EnterAuto, Wave, WaveOn)
"""The orders that fire can halt."""


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


def go_on(game: Game, order: Order) -> Order | None:
    """The rest of an order to move that has halted, for those who still can (A8.1); None if nothing is left of it."""
    state, moving = game.state, game.state.moving
    if isinstance(order, EnterAuto):
        return order if state.phase == "MPh" and entering.waiting(game, state.side) else None
    if state.wave is not None:
        return WaveOn() if isinstance(order, (Wave, WaveOn)) else None
    ids = tuple(name for name in halts.movers(game) if not state.units[name].flags & STOPS)
    if not isinstance(order, Move) or moving is None or not ids:
        return None
    path = order.path
    left = path[path.index(moving.hex) + 1 :] if moving.hex in path else path[-1:]
    beside = tuple(item for item in order.beside if item[0] in left)
    return replace(order, units=ids, path=left, beside=beside, stays=()) if left else None
