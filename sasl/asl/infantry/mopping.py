"""Mopping Up (A12.153): men in a building of several hexes spend their Player Turn to find out who else is in it.

[house] A building is all of its connected building hexes; an S? in it is checked as in a Search, and the units it turns
out to be stay concealed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import State, Unit
from sasl.asl.infantry import concealment, prisoners, quarter, searching
from sasl.asl.terrain import fires, rubble
from sasl.kernel.text import listed


def building(game: Game, name: str) -> frozenset[str]:
    """The hexes of the building that a hex belongs to, without rubble and Blazes (A12.153)."""
    found: set[str] = set()
    waiting = [name] if _is_house(game, name) else []
    while waiting:
        here = waiting.pop()
        found.add(here)
        waiting += [near for near in game.board.neighbours(here) if near not in found and _is_house(game, near)]
    return frozenset(found)


def _is_house(game: Game, name: str) -> bool:
    standing = not rubble.is_rubble(game, name) and not fires.ablaze(game, name)
    return standing and rubble.stands_in(game, name)


def may_mop(game: Game, units: Sequence[Unit]) -> None:
    """A12.153: refused, with the rule, unless these may mop up the building that all of them are in."""
    first, state = units[0], game.state
    if (state.side, state.phase) != (first.side, "PFPh"):
        raise Refused(f"Mopping Up is declared in one's own PFPh; this is {state.moment} (A12.153)")
    if quarter.is_refused(game, opponent(first.side)):
        raise Refused("No Quarter is in effect: nobody surrenders to a unit mopping up (A12.153)")
    if away := [unit.id for unit in units if not unit.hex]:
        raise Refused(f"{away[0]} is not on the map")
    hexes = building(game, first.hex)
    if len(hexes) < game.figure("mopping-hexes"):
        raise Refused(f"{first.hex} is not in a multi-hex building (A12.153)")
    for unit in units:
        if not unit.takes_ground or unit.flags & {"pinned", "ti", "prep", "opportunity"}:
            raise Refused(
                f"{unit.id} cannot mop up: only an armed, unpinned Good Order MMC with nothing else to do can (A12.153)"
            )
        if unit.hex not in hexes:
            raise Refused(f"{unit.id} is not in the building of {first.hex} (A12.153)")
    own = [unit for name in hexes for unit in state.units_at(name, first.side)]
    if any("ti" in unit.flags for unit in own):
        raise Refused(f"the building in {first.hex} has been mopped up in this Player Turn (A12.153)")
    foes = [unit for name in sorted(hexes) for unit in state.units_at(name, opponent(first.side))]
    up = [unit for unit in foes if unit.known and not unit.flags & {"broken", "prisoner", "abandoned"}]
    if armed := [unit.id for unit in up if unit.kind != "gun"]:
        raise Refused(f"{armed[0]} is in the building, Known and unbroken: no Mopping Up while it is there (A12.153)")
    held = {unit.hex for unit in own if unit.takes_ground} | {name for name in hexes if _controls(state, first, name)}
    reach = game.figure("mopping-range")
    for name in sorted(hexes - held, key=game.board.hex):
        if all(game.board.distance(unit.hex, name) > reach for unit in units):
            raise Refused(
                f"{name}, part of the building, is more than {reach} hexes from every unit mopping up (A12.153)"
            )


def _controls(state: State, unit: Unit, name: str) -> bool:
    """A26.11: whether its side Controls a hex that the mission counts, though nobody is there any more."""
    return state.control.get(name) == unit.side


def mop(ctx: Context, units: Sequence[Unit]) -> None:
    """A12.153: the hidden come to light, concealed; with nobody left in hiding it is secured and the broken give up."""
    ids, side = [unit.id for unit in units], units[0].side
    hexes = sorted(building(ctx.game, units[0].hex), key=ctx.board.hex)
    pieces.change_all(ctx, ids, ("ti",), (), "Mopping Up (A12.153)")
    concealment.lose_if_seen(ctx, ids, "mops up in LOS (A12.141)")
    men = [ctx.state.units[key] for key in ids]
    for name in hexes:
        for suspect in ctx.state.suspects_at(name):
            nearest = min(men, key=lambda unit: (ctx.board.distance(unit.hex, name), unit.id))
            ctx.game.reactions.activate(ctx, suspect, "Mopping Up (S3.31)", nearest.hex)
        hidden = [unit.id for unit in ctx.state.units_at(name, opponent(side)) if "hidden" in unit.flags]
        pieces.change_all(ctx, hidden, ("concealed",), ("hidden",), "Mopping Up (A12.153)")
    lurking = [unit for name in hexes for unit in ctx.state.units_at(name, opponent(side)) if not unit.known]
    searching.casualties_by(ctx, men, lurking, tuple(hexes))
    where = f"the building {listed(hexes, 6)}"
    if lurking:
        places = listed(dict.fromkeys(unit.hex for unit in lurking))
        ctx.tell(f"Mopped up {where}: concealed units remain in {places} (A12.153).", hexes=tuple(hexes))
        return
    ctx.tell(f"{where[0].upper()}{where[1:]} is secured (A12.153).", hexes=tuple(hexes))
    _secure(ctx, ids, hexes)


def _secure(ctx: Context, ids: Sequence[str], hexes: Sequence[str]) -> None:
    """A12.153: all of it is Controlled, and the broken in it surrender to whoever has room for them."""
    men = ctx.state.present(ids)
    if not men:
        return
    side = men[0].side
    for name in hexes:
        broken = [unit for unit in ctx.state.units_at(name, opponent(side)) if "broken" in unit.flags]
        for unit in broken:
            captors = [guard for place in hexes for guard in prisoners.guards(ctx.game, place, side, unit)]
            if captors:
                near = min(captors, key=lambda guard: (ctx.board.distance(guard.hex, name), guard.id))
                prisoners.take(ctx, ctx.state.units[unit.id], near, "surrenders to the units mopping up (A12.153)")
    for name in hexes:
        if name in ctx.state.control:
            take_control(ctx, [ctx.state.units[men[0].id]], (name,))
