"""How a mind is asked: a plan that the rules refuse costs a unit its act, and never stops the game."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sides import Side
from sasl.kernel.frozen import replace
from sasl.minds.act import Act

CBM = "cbm"
"""The key of the Counter Battery Module."""

Plan = Callable[[Game], Act | None]
"""Return the next act of a side in a game, or None."""


def keys_of(game: Game, side: Side) -> list[str]:
    """Return the keys of all that may act for a side: units on and off the map, OBA modules, the CBM."""
    units = [unit.id for unit in game.state.units.values() if unit.side == side]
    modules = [key for item in game.state.batteries.values() if item.side == side for key in (item.id, item.name)]
    return [*units, *modules, *(item.name for item in game.mission.oba if item.side == side), CBM]


def next_act(game: Game, side: Side, plan: Plan) -> Act | None:
    """Return the next act of a plan; where the rules refuse the planning, an act in which the unit at fault passes.

    The unit at fault is found by letting one after the other pass until the planning goes through; if it never does,
    the whole side passes, and its plans are not asked again in this phase.
    """
    if side in game.state.passed:
        return None
    try:
        return plan(game)
    except Refused as refusal:
        return Act(_at_fault(game, side, plan), why_not=str(refusal))


def _at_fault(game: Game, side: Side, plan: Plan) -> str:
    """Return the key of the unit or module whose planning the rules refuse, or the side."""
    for key in keys_of(game, side):
        if key not in game.state.passed:
            game = game.at(replace(game.state, passed=game.state.passed | {key}))
            try:
                plan(game)
            except Refused:
                continue
            return key
    return side
