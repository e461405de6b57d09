"""Breaking (A10.4): what ends with it, who is reduced instead, and who falls back under DM."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl import cavalry
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import casualties

CANNOT_BREAK = {"broken", "berserk", "heroic", "disarmed", "prisoner"}
"""The states in which a unit is reduced instead (A7.301)."""

BROKEN_OFF: tuple[Flag, ...] = (
    "concealed", "hidden", "pinned", "cx", "opportunity", "human-wave", "hazardous", "panicked", "ti",
)  # fmt: skip
"""The states that end when a unit breaks."""


def break_unit(ctx: Context, unit: Unit, why: str) -> None:
    """A10.4: a unit breaks under DM, and shows itself; what cannot break is reduced instead (A7.301)."""
    if unit.flags & CANNOT_BREAK or unit.kind == "hero":
        casualties.reduce_unit(ctx, unit, why)
        return
    cavalry.unhorse(ctx, unit, "breaks (A13.51)")
    pieces.change(ctx, ctx.state.units[unit.id], ["broken", "dm"], BROKEN_OFF, why)
    if unit.kind == "leader":
        ctx.game.reactions.leader_lost(ctx, unit, ctx.state.stack_of(unit.id), killed=False)
    ctx.game.reactions.shaken_off(ctx, unit)


def shaken(ctx: Context, ids: Iterable[str], why: str) -> None:
    """A10.62: broken units that are attacked fall back under DM."""
    again = tuple(
        key
        for key in ids
        if key in ctx.state.units and "broken" in ctx.state.units[key].flags and "dm" not in ctx.state.units[key].flags
    )
    pieces.change_all(ctx, again, ("dm",), (), why)
