"""Fire outside the PFPh and MPh: Advancing Fire (A7.24) and Final Fire (A8.4)."""

from __future__ import annotations

from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.minds.act import Act, Decider
from sasl.minds.action.order_of_acts import locations, manned_gun
from sasl.minds.fire import opening, targets

OUT = frozenset(CANNOT_FIRE) - {"prep", "panicked"}
"""The states in which nobody fires; whose SW have Prep Fired may still have another."""


def advancing(game: Game, decider: Decider) -> Act | None:
    """A7.24, A7.25: the next attack of the AFPh; who waits for Opportunity Fire fires at any Target."""
    return _next(game, decider)


def final(game: Game, decider: Decider) -> Act | None:
    """A8.4: the next attack of the DFPh; who has First Fired fires at ADJACENT Targets only."""
    return _next(game, decider)


def _next(game: Game, decider: Decider) -> Act | None:
    """The next unit in the order of Actions: its fire, or an Act without a line if it has none; None after the last."""
    for _, here in locations(game, decider.side):
        for unit in here:
            if unit.id in game.state.passed or not _could(game, unit):
                continue
            found = targets.choices(game, decider, unit, without=game.state.passed)
            choice = opening.chosen(game, decider, unit, found)
            return opening.act(game, decider, unit, choice, found) if choice is not None else Act(unit.id, "")
    return None


def _could(game: Game, unit: Unit) -> bool:
    """Whether it is worth while to look for a Target: a leader fires with others, a crew with its Gun."""
    if unit.flags & OUT or unit.carrier or manned_gun(game, unit) is not None:
        return False
    return unit.kind != "leader" or bool(game.state.weapons_of(unit.id))
