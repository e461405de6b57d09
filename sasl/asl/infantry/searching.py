"""Searching (A12.152) and what it may cost (A12.154)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import casualties, leadership, morale_levels
from sasl.asl.movement.allowance import not_barred, stack_allowance
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.oba import artillery
from sasl.asl.ordnance import mounted
from sasl.asl.stacking import one_stack
from sasl.kernel.text import listed


def may_search(game: Game, units: Sequence[Unit], names: Sequence[str]) -> None:
    """A12.152: refused, with the rule, unless these are Good Order men with an MMC, a MF left, and beside the hexes."""
    start = one_stack(list(units))
    for name in names:
        if name != start and name not in game.board.neighbours(start):
            raise Refused(f"{name} is neither {start} nor ADJACENT to it (A12.152)")
        if name != start and name not in accessible(game, units[0]):
            raise Refused(f"{name} is not Accessible from {start} (A12.152)")
    price, limits = game.figure("search-mf"), stack_allowance(game, units)
    for unit in units:
        if not unit.personnel or not unit.good_order:
            raise Refused(f"{unit.id} cannot Search: only Good Order Infantry and Cavalry can (A12.152)")
        not_barred(unit)
        if unit.mf + price > limits[unit.id]:
            raise Refused(
                f"{unit.id} has spent {unit.mf:g} of {limits[unit.id]:g} MF: a Search takes {price} (A12.152)"
            )
        if "on-wire" in unit.flags:
            raise Refused(f"{unit.id} is on top of Wire and cannot Search (B26.4)")
    if not any(unit.mmc for unit in units):
        raise Refused(f"{units[0].id} cannot Search without an MMC (A12.152)")


def accessible(game: Game, unit: Unit) -> list[str]:
    """The hexes that could be entered from a unit's own, whoever is in them."""
    return [name for name in game.board.neighbours(unit.hex) if step_cost(game, unit, unit.hex, name).allowed]


def search(ctx: Context, units: Sequence[Unit], names: Sequence[str]) -> None:
    """A12.152: the own hex and, in the order named, as many Accessible ones as the Search dr leaves; then TI."""
    start, ids = units[0].hex, [unit.id for unit in units]
    facts = _facts(ctx.game, units)
    record = ctx.table("search.reach", f"Search by {listed(ids)} from {start}", facts=facts)
    spend(ctx, ids, float(ctx.figure("search-mf")), "search")
    concealment.after_move(ctx, ids)
    pieces.change_all(ctx, ids, ("ti",), (), "Searching (A12.152)")
    others = [name for name in names if name != start]
    searched = [start, *others[: max(0, len(accessible(ctx.game, units[0])) - int(record.result))]]
    foe = opponent(units[0].side)
    lurking = [unit for name in searched for unit in ctx.state.units_at(name, foe) if not unit.known]
    found = [key for name in searched for key in _look_into(ctx, units, name)]
    ctx.tell(f"Searched: {listed(searched)}. Found: {listed(found) or 'nobody'}.", hexes=tuple(searched))
    fresh = [ctx.state.units[key] for key in found if key not in {unit.id for unit in lurking}]
    casualties_by(ctx, units, [*lurking, *fresh], searched)
    left = ctx.state.present(ids)
    if left:
        draws_fire(ctx, ids, start, shown=True)


def _facts(game: Game, units: Sequence[Unit]) -> dict[str, int]:
    """The conditions of those who Search, or who lie in wait: each Stealthy, Lax or CX unit counts."""
    leaders = [leadership.drm(unit) for unit in units if unit.kind == "leader" and unit.good_order]
    halves = sum(2 if unit.kind == "squad" else 1 for unit in units if unit.mmc)
    return {
        "stealthy": sum(unit.heroic for unit in units),
        "more-halves": max(0, halves - 1),
        "leader": min(leaders, default=0) if len(units) > 1 else 0,
        "lax": sum(bool(morale_levels.facts(game, unit)["inexperienced"]) for unit in units if unit.kind not in SMC),
        "cx": sum("cx" in unit.flags for unit in units),
    }


def _look_into(ctx: Context, units: Sequence[Unit], name: str) -> list[str]:
    """Reveal what a searched hex holds: the concealed become Known, the hidden concealed; an S? checks (S5)."""
    why = "Searching (A12.152)"
    there = ctx.state.units_at(name, opponent(units[0].side))
    hidden = [unit.id for unit in there if "hidden" in unit.flags]
    found = [*hidden, *concealment.lose(ctx, [unit.id for unit in there if "concealed" in unit.flags], why)]
    pieces.change_all(ctx, hidden, ("concealed",), ("hidden",), why)
    for suspect in ctx.state.suspects_at(name) if units[0].side == "FRIENDLY" else ():
        searchers = [ctx.state.units[unit.id] for unit in units]
        activated = ctx.game.reactions.provoke(ctx, searchers, only=suspect)
        for unit in activated:
            pieces.change(ctx, ctx.state.units[unit.id], (), ["concealed"], why)
        found += [unit.id for unit in activated]
    return found


def casualties_by(ctx: Context, units: Sequence[Unit], lurking: Sequence[Unit], hexes: Sequence[str]) -> None:
    """A12.154: armed Good Order enemies, by the drm of those found in hiding, mines, Residual FP and FFE may cost who
    Searches a Casualty Reduction.
    """
    men = [unit for unit in lurking if unit.personnel]
    armed = [unit.id for unit in men if unit.good_order and "disarmed" not in unit.flags]
    perils = armed or _perils(ctx.game, opponent(units[0].side), hexes)
    if not perils:
        return
    facts = {key: value for key, value in _facts(ctx.game, men).items() if key != "cx"}
    with ctx.rolls_for(opponent(units[0].side)):
        number = ctx.figure("search-casualty")
        record = ctx.check("search.casualties", f"Search casualties by {listed(perils)}", number, facts=facts)
    if record.success:
        victims = [unit.id for unit in units if unit.id in ctx.state.units]
        for key in ctx.selection(victims, 1, "who is hit while Searching"):
            casualties.reduce_unit(ctx, ctx.state.units[key], "Search casualty (A12.154)")


def _perils(game: Game, side: Side, hexes: Sequence[str]) -> list[str]:
    """A12.154: what else there is of `side` in these hexes that may harm who Searches them: Known men and AFV, too."""
    found = []
    for name in hexes:
        there = (unit for unit in game.state.units_at(name, side) if unit.good_order and "disarmed" not in unit.flags)
        found += [unit.id for unit in there if unit.personnel or mounted.weapons(game, unit)]
        lying = (item for item in game.state.markers_at(name) if item.kind in ("minefield", "residual"))
        found += [item.id for item in lying if item.side in (side, "")]
        found += [shells.text for shells in artillery.covering(game, name)]
    return found
