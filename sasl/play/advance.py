"""Advances in the APh (A4.7) and routs in the RtPh (A10.5)."""

from __future__ import annotations

import itertools

from sasl.combat import minefields
from sasl.core.text import listed
from sasl.game import pieces
from sasl.game.context import Context, Refused
from sasl.game.sight import known_hex
from sasl.play.activation import provoke
from sasl.play.orders import CANNOT_MOVE, moved, movement_allowance, on_its_own, step_cost, take_control
from sasl.play.registry import in_phase, verb
from sasl.play.selection import one_stack, select, units_and_hex


@verb("advance", "advance UNITS HEX", "advance one hex in the APh", when=in_phase("APh"), group="move")
def advance(ctx: Context, words: list[str]) -> None:
    """A4.7: Infantry advances one Location; into an ENEMY unit's hex means CC."""
    units, name = units_and_hex(ctx, words, "advance K20 K19")
    start = one_stack(units)
    if name not in ctx.board.neighbours(start):
        raise Refused(f"{name} is not adjacent to {start}: an advance is one hex (A4.7)")
    for unit in units:
        if not unit.infantry:
            raise Refused(f"{unit.id} cannot advance: only Infantry on foot does (A4.7)")
        if "advanced" in unit.flags:
            raise Refused(f"{unit.id} has advanced in this APh (A4.7)")
        for flag in ("broken", "pinned", "ti", "melee", "prisoner", "no-command"):
            if flag in unit.flags:
                raise Refused(f"{unit.id} {CANNOT_MOVE[flag]}")
    minefields.leave(ctx, units, start)
    moved(ctx, dict.fromkeys((unit.id for unit in units), 0.0), (start, name), "advance")
    for unit in units:
        cost = step_cost(ctx.game, unit, start, name)
        hard = cost.all or (cost.mf or 0) > movement_allowance(ctx.game, unit) / 2
        if hard:
            pieces.change(ctx, ctx.state.units[unit.id], ["cx"], why="Difficult Terrain (A4.72)")
    after = [ctx.state.units[unit.id] for unit in units]
    minefields.enter(ctx, after, name)
    enemies = ctx.state.units_at(name, "ENEMY")
    if enemies:
        ctx.tell(
            f"CC in {name} against {listed(unit.id for unit in enemies)} in the CCPh (A11).", stop=True, hexes=(name,)
        )
    else:
        take_control(ctx, after, (start, name))
    provoke(ctx, after)


@verb(
    "rout",
    "rout UNITS HEX…",
    "rout broken units in the RtPh",
    when=lambda state: "" if state.phase == "RtPh" else f"rout belongs to the RtPh; this is {state.moment}",
    group="move",
)
def rout(ctx: Context, words: list[str]) -> None:
    """A10.5: broken units rout up to 6 MF; the ways and their dangers are the player's to judge."""
    if len(words) < 2:
        raise Refused("rout needs units and hexes, as in: rout 447c K23 K24")
    units = select(ctx.state, words[0])
    way = [one_stack(units)]
    for word in words[1:]:
        name = known_hex(ctx.game, word)
        if name not in ctx.board.neighbours(way[-1]):
            raise Refused(f"{name} is not adjacent to {way[-1]}: name every hex of the rout")
        way.append(name)
    for unit in units:
        if "broken" not in unit.flags:
            raise Refused(f"{unit.id} is not broken: only broken units rout (A10.5)")
        on_its_own(unit)
        spent = sum(step_cost(ctx.game, unit, a, b).mf or 0.0 for a, b in itertools.pairwise(way))
        if spent > ctx.figure("rout-mf") and len(way) > 2:
            raise Refused(f"{unit.id} has {ctx.figure('rout-mf')} MF to rout and this takes {spent:g} (A10.5)")
    moved(ctx, dict.fromkeys((unit.id for unit in units), 0.0), way, "rout")
