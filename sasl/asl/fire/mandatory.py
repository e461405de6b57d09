"""A7.55: those of one Location who fire at the same target by the same kind of fire do so as one Fire Group."""

from __future__ import annotations

from sasl.asl.fire.fire_groups import Order, Shooter, fires_again
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit


def too_late(game: Game, shooter: Shooter, goal: str) -> str:
    """Why a firer should have joined the fire that others of its Location have opened at a hex already, or "".

    A MG that has kept its ROF fires again all the same, and so does who uses FPF (A8.31).
    """
    place, kind = shooter.unit.hex, shooter.kind
    if kind.check or (place, kind.name) not in game.state.volleys.get(goal, ()) or fires_again(shooter):
        return ""
    return f"others in {place} have fired at {goal} already: by the book they form one Fire Group (A7.55)"


def spent_apart(game: Game, vehicle: Unit, kind: Opportunity, goal: str) -> str:
    """D3.5: the same of another MG of a vehicle."""
    if (vehicle.id, kind.name) not in game.state.volleys.get(goal, ()):
        return ""
    return f"a MG of {vehicle.id} has fired at {goal} already: by the book they fire as one there (D3.5, A7.55)"


def breaks_up(game: Game, found: Order) -> str:
    """The same of a whole attack; a Snap Shot and a Fire Lane stand apart (A8.15, A9.22)."""
    if found.snap or found.lane:
        return ""
    return next(filter(None, (too_late(game, item, name) for item in found.shooters for name in found.hexes)), "")
