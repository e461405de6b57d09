"""Leaving the map by one's own edge (A2.6)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Side, Unit
from sasl.asl.infantry import prisoners
from sasl.asl.movement.allowance import may_move, movement_allowance, stack_allowance
from sasl.asl.movement.entering import entry_cost


def own_edge(game: Game, side: Side) -> tuple[str, ...]:
    """The hexes of a side's own edge: the FBE or the EBE."""
    return game.board.edge(game.edge_of(side))


def exit_cost(game: Game, unit: Unit, name: str) -> float:
    """A2.6: the MF or MP of the step off the map: those of entering a hex like the last one."""
    return entry_cost(game, unit, name)


def may_exit(game: Game, unit: Unit) -> None:
    """A2.6: refused unless the unit stands on its own edge and has the MF of one more hex left."""
    may_move(unit)
    place = unit.hex or ""
    if place not in own_edge(game, unit.side):
        code = "FBE" if unit.side == "FRIENDLY" else "EBE"
        raise Refused(f"{unit.id} in {place or 'no hex'} is not on its own edge, the {code} (A2.6)")
    limit = stack_allowance(game, [unit])[unit.id] if unit.infantry else movement_allowance(game, unit)
    if unit.mf + exit_cost(game, unit, place) > limit:
        raise Refused(f"{unit.id} has not the MF to leave {place} (A2.6)")


def leave(ctx: Context, unit: Unit) -> None:
    """A unit leaves with its SW and all it carries; its prisoners stay in captivity (A20.54)."""
    for weapon in ctx.state.weapons_of(unit.id):
        ctx.emit(ev.WeaponRemoved(weapon.id, f"leaves the map with {unit.id}"))
    captives = {prisoner.id for prisoner in prisoners.held(ctx.game, unit)}
    for other in [item for item in ctx.state.units.values() if item.carrier == unit.id]:
        if other.id in captives:
            ctx.emit(ev.UnitRemoved(other.id, f"led off the map by {unit.id} (A20.54)"))
        else:
            leave(ctx, other)
    ctx.emit(ev.UnitRemoved(unit.id, "leaves the map by its own edge (A2.6)", counts=False))
