"""What a unit of a side with free orders is for in its Player Turn, decided once before its fire (A7.2): to fire from
where it is, to go forward, or to wait."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from sasl.asl.fire.opportunity import silenced
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.minds.act import Decider
from sasl.minds.action import order_of_acts
from sasl.minds.action.order_of_acts import NEVER_ROLL
from sasl.minds.movement import goals, wishes
from sasl.minds.vehicles.vehicle_moves import Intent

BASE, ASSAULT, RESERVE = "base of fire", "assault", "reserve"
BOUND = frozenset({"prep", "pinned", "ti", "immobile", "bogged", "no-command"})
"""The states in which a unit moves nowhere in the coming MPh."""


class Role(NamedTuple):
    """What a unit is for, the harm from which it fires in the PFPh instead of moving, and why so much [house]."""

    name: str
    least: float
    why: str

    @property
    def words(self) -> str:
        """`assault: gain-harm 0.12 [house]: its move would gain 3.4 MF`."""
        return f"{self.name}: {self.why}"


def stays(game: Game, unit: Unit) -> bool:
    """Whether a unit cannot move in the coming MPh."""
    return unit.kind in NEVER_ROLL or bool(unit.flags & BOUND)


def role_of(game: Game, decider: Decider, unit: Unit) -> Role:
    """The role of a unit: who can go nowhere, or is where it wants to be, is of the base of fire."""
    value, words, rate = decider.doctrine.value, decider.doctrine.words, decider.doctrine.value("gain-harm")
    intent = Intent(game, decider, unit) if unit.kind == "vehicle" else None
    if intent and intent.must_drive:
        return Role(ASSAULT, inf, "it must drive out of its hex")
    if intent and intent.will_hold:
        return Role(ASSAULT, inf, f"{words('hold-mp')}: it drives into a VPO to hold it")
    goal = None if stays(game, unit) else goals.goal(game, decider, unit)
    if goal in (None, unit.hex):
        idle = goal is None and not stays(game, unit)
        name = order_of_acts.least_of(game, unit)
        return Role(RESERVE if idle else BASE, value(name), f"{words(name)}: it stays here")
    if rate and intent and intent.stays:
        if not intent.arrived and intent.follows:
            figure = "prep-fire-armor"
            return Role(RESERVE, value(figure), f"{words(figure)}: it can still follow its Infantry")
        name = order_of_acts.least_of(game, unit)
        return Role(BASE, value(name), f"{words(name)}: it stays here")
    if rate and unit.infantry:
        gained = wishes.gain(game, decider, unit)
        why = f"{words('gain-harm')}: its move would gain {gained:.1f} MF"
        return Role(ASSAULT if gained else BASE, rate * gained, why)
    name = _before_a_move(game, unit)
    return Role(ASSAULT, value(name), f"{words(name)}: worth more than its move")


def _before_a_move(game: Game, unit: Unit) -> str:
    """A7.2, A4.41: the figure that fire instead of a move must reach; less where the move would silence a SW."""
    return "prep-fire-heavy" if silenced(game, unit) else "prep-fire"
