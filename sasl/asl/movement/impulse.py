"""Impulse Movement (D14.3): units in several hexes spend the same at the same time, and are fired at like one stack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Moving
from sasl.asl.movement.step import dangers, shows, there, under_fire

Groups = Mapping[tuple[str, str], Sequence[str]]
"""Who has gone from where to where in an Impulse; the same hex twice for those who have stayed."""


def ends(ctx: Context, groups: Groups, cost: float, how: str, toward: str) -> bool:
    """D14.32: what they meet in each hex, then, when all have moved, the fire at all of them. True if it draws any.

    Nothing fires at one hex before what lies in the others was met: Residual FP of that fire is for who comes later.
    The hexes nearest to `toward` come first.
    """
    ids = [key for keys in groups.values() for key in keys if key in ctx.state.units]
    places = list(dict.fromkeys(ctx.state.units[key].hex or "" for key in ids))
    if not places:
        return True
    places.sort(key=lambda name: (ctx.board.distance(name, toward), name))
    ctx.emit(ev.MovingSet(Moving(tuple(ids), "", places[0], cost, how, also=tuple(places[1:]))))
    halted = False
    entered = [(keys, (here, name)) for (here, name), keys in groups.items() if here != name]
    for meet in (dangers, shows):
        for keys, path in entered:
            halted = meet(ctx, [unit.id for unit in there(ctx, keys, path[-1])], path) or halted
    for name in places:
        halted = under_fire(ctx, ids, name) or halted
    return halted
