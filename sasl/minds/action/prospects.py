"""What an Action still to come is likely to be (S6.1), as the side that plays by Action DR may count on it."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import result_text
from sasl.minds.act import Decider
from sasl.minds.action import automatic, order_of_acts
from sasl.minds.action.order_of_acts import has_action

MOVES = ("Move", "Advance", "Withdraw")
"""The outcomes that send a unit on its way."""


def moves(game: Game, decider: Decider, unit: Unit) -> float:
    """The chance, 0 to 1, that a unit may move in the coming MPh: 1 where its side gives what orders it likes."""
    if decider.doctrine.orders != "action" or "move-command" in unit.flags:
        return 1.0
    if game.state.phase != "PFPh" or "acted" in unit.flags or not has_action(game, unit):
        return 0.0
    own = automatic.action(game, decider, unit)
    if own is not None:
        return float(own.result in MOVES)
    table, leader = game.library.table(order_of_acts.table(decider, unit)), automatic.leader_of(game, unit)
    column = order_of_acts.column(game, decider, unit)
    odds = table.odds(leadership.drm(leader) if leader else 0)
    return float(sum(odds[row.label] for row in table.rows if result_text(table.pick(row, column)) in MOVES))


def sent(decider: Decider, unit: Unit) -> Unit:
    """A unit as it would be with a Move Command."""
    if decider.doctrine.orders != "action":
        return unit
    return replace(unit, flags=unit.flags | {"move-command"})
