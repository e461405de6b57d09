"""Digging in (B27.11): men who hold a place with little cover, and have nothing else to do, dig foxholes while no
enemy is near or sees them.
"""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns
from sasl.asl.terrain import entrenching
from sasl.kernel.text import doing
from sasl.kernel.transaction import allows
from sasl.minds.act import Act, Decider, key_of
from sasl.minds.action import automatic, order_of_acts
from sasl.minds.movement import goals
from sasl.orders.recovery_orders import Entrench

BUSY = frozenset({"fire-command", "prep", "ti", "pinned", "panicked", "moved"})
"""The states in which a unit has something else to do, or can do nothing."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """The next Location whose men dig in, after their Actions: those that Hold, out of sight, `dig-range` away."""
    reach = decider.doctrine.value("dig-range")
    if not reach or decider.doctrine.orders == "free":
        return None
    for name, there in order_of_acts.locations(game, decider.side):
        men = [unit for unit in there if _is_idle(game, decider, unit)]
        ids = tuple(unit.id for unit in men)
        if not any(unit.mmc for unit in men) or key_of(ids) in game.state.passed or not _pays(game, name):
            continue
        if allows(entrenching.may_entrench, game, men) and not _feared(game, decider, name, reach):
            words = decider.doctrine.words("dig-range")
            reasons = (
                f"they Hold {name} with no order to leave it, and a foxhole protects better",
                f"no enemy sees them within {game.figure('concealment-range')} hexes, nor is one within {words}",
            )
            return Act(
                key_of(ids), Entrench(ids), f"{doing(ids, 'digs', 'dig')} foxholes in {name}", reasons, ids, once=True
            )
    return None


def _is_idle(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a unit has had its Action, without fire, and wants to go nowhere, nor must (S6.3); nobody leaves his Gun
    for it."""
    holds = order_of_acts.attitude(unit) == "Hold" and "acted" in unit.flags and not unit.flags & BUSY
    if not holds or entrenching.why_not(game, unit) or guns.manned_by(game, unit) is not None:
        return False
    if "move-command" not in unit.flags:
        return True
    return goals.goal(game, decider, unit) in (None, unit.hex) and automatic.errand(game, decider, unit) is None


def _pays(game: Game, name: str) -> bool:
    """Whether a foxhole protects better than what is there."""
    board = game.board
    return board.chart.tem(board.terrain(name).terrains) < game.figure("entrenchment-tem")


def _feared(game: Game, decider: Decider, name: str, reach: float) -> bool:
    """Whether an unbroken enemy is near, or sees the hex from where diggers give themselves away (A12.14)."""
    foes = [
        unit for unit in game.state.on_map(opponent(decider.side)) if not unit.flags & {"broken", "prisoner", "hidden"}
    ]
    ranges = ((unit.hex, game.board.distance(unit.hex, name)) for unit in foes)
    seen = game.figure("concealment-range")
    return any(far <= reach or (far <= seen and look(game, place, name).exists) for place, far in ranges)
