"""Searching (A12.152)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.infantry import casualties, concealment
from sasl.asl.movement.allowance import not_barred, stack_allowance
from sasl.asl.movement.step import spend, under_fire
from sasl.asl.stacking import one_stack
from sasl.kernel.text import listed


def may_search(game: Game, units: Sequence[Unit], names: Sequence[str]) -> None:
    """A12.152: refused, with the rule, unless these are Good Order Infantry with a MMC, fresh, and beside the hexes."""
    start = one_stack(list(units))
    for name in names:
        if name != start and name not in game.board.neighbours(start):
            raise Refused(f"{name} is neither {start} nor ADJACENT to it (A12.152)")
    for unit in units:
        if not unit.infantry or not unit.good_order:
            raise Refused(f"{unit.id} cannot Search: only Good Order Infantry does (A12.152)")
        not_barred(unit)
        if "on-wire" in unit.flags:
            raise Refused(f"{unit.id} is on top of Wire and does not Search (B26.4)")
        if unit.mf:
            raise Refused(f"{unit.id} has moved: Searching takes its whole move (A12.152)")
    if not any(unit.mmc for unit in units):
        raise Refused(f"{units[0].id} cannot Search alone: it takes a MMC (A12.152)")


def search(ctx: Context, units: Sequence[Unit], names: Sequence[str]) -> None:
    """A12.152: the Search dr is the number of hexes searched, in the order named; the searchers are TI."""
    start = units[0].hex
    limits = stack_allowance(ctx.game, units)
    record = ctx.table("search.reach", f"Search by {listed(unit.id for unit in units)} from {start}")
    for unit in units:
        spend(ctx, [unit.id], max(limits[unit.id] - unit.mf, 0.0), "search")
    ctx.emit(ev.UnitsChanged(tuple(unit.id for unit in units), ("ti",), (), "Searching (A12.152)"))
    searched = names[: int(record.result)]
    found = [key for name in searched for key in _look_into(ctx, units, name)]
    ctx.tell(f"Searched: {listed(searched)}. Found: {listed(found) or 'nobody'}.", hexes=tuple(searched))
    if found and record.dice and record.original >= ctx.figure("search-casualty"):
        victim = ctx.pick([unit.id for unit in units if unit.mmc], "who is hit while Searching")
        casualties.reduce_unit(ctx, ctx.state.units[victim], "Search casualty (A12.154)")
    left = [ctx.state.units[unit.id] for unit in units if unit.id in ctx.state.units]
    if left:
        ctx.game.reactions.announce(ctx, ctx.game.reactions.provoke(ctx, left, moving=True))
        under_fire(ctx, [unit.id for unit in left], start)


def _look_into(ctx: Context, units: Sequence[Unit], name: str) -> list[str]:
    """What a searched hex holds: concealed and hidden units are shown, an S? is checked (5.2)."""
    found = list(concealment.lose(ctx, [unit.id for unit in ctx.state.units_at(name, "ENEMY")], "Searching (A12.152)"))
    for suspect in ctx.state.suspects_at(name):
        searchers = [ctx.state.units[unit.id] for unit in units]
        activated = ctx.game.reactions.provoke(ctx, searchers, only=suspect)
        for unit in activated:
            pieces.change(ctx, ctx.state.units[unit.id], (), ["concealed"], "Searching (A12.152)")
        found += [unit.id for unit in activated]
    return found
