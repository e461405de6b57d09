"""Fire outside the PFPh and MPh: Advancing Fire (A7.24) and Final Fire (A8.4)."""

from __future__ import annotations

from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.minds.act import Act, Staff
from sasl.minds.action.order_of_acts import locations, manned_gun
from sasl.minds.fire import opening, targets

OUT = frozenset(CANNOT_FIRE) - {"prep", "panicked"}
"""The states in which nobody fires; whose SW have Prep Fired may still have another."""


def advancing(game: Game, staff: Staff) -> Act | None:
    """A7.24, A7.25: the next attack of the AFPh; who waits for Opportunity Fire fires at any Target."""
    return _next(game, staff)


def final(game: Game, staff: Staff) -> Act | None:
    """A8.4: the next attack of the DFPh; who has First Fired fires at ADJACENT Targets only."""
    return _next(game, staff)


def _next(game: Game, staff: Staff) -> Act | None:
    """The next unit in the order of Actions: its fire, or an Act without a line if it has none; None after the last."""
    for _, here in locations(game, staff.side):
        for unit in here:
            if unit.id in game.state.passed or not _could(game, unit):
                continue
            found = targets.choices(game, staff, unit, without=game.state.passed)
            choice = opening.chosen(game, staff, unit, found)
            return opening.act(game, staff, unit, choice, found) if choice is not None else Act(unit.id, "")
    return None


def _could(game: Game, unit: Unit) -> bool:
    """Whether it is worth while to look for a Target: a leader fires with others, a crew with its Gun."""
    if unit.flags & OUT or unit.carrier or manned_gun(game, unit) is not None:
        return False
    return unit.kind != "leader" or bool(game.state.weapons_of(unit.id))
