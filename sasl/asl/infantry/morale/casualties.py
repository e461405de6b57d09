"""What fire does to units: breaking (A10.4), Casualty Reduction (A7.302), wounds (A17) and elimination."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import SMC, UNKNOWN, Flag
from sasl.asl.game.state import Unit
from sasl.kernel.rolling.records import Modifier


def wound(ctx: Context, unit: Unit, why: str, *, no_llmc: bool = False, badly: bool = False) -> None:
    """A17: wound severity dr of an SMC, +1 if already wounded. `no_llmc`: nobody takes a LLMC (A11.141).

    `badly`: +1 as if he were: an Original 12 of who cannot break (A10.31).
    """
    mods = [Modifier("already wounded", 1, "A17.11")] if "wounded" in unit.flags else []
    mods += [Modifier("Original 12", 1, "A10.31")] if badly and not mods else []
    with ctx.rolls_for(unit.side):
        result = str(ctx.table("wound.severity", f"Wound severity of {unit.id}", modifiers=mods).result)
    if "wound" in result:
        pieces.change(ctx, unit, ["wounded"], UNKNOWN, why)  # A12.14
        _show_with(ctx, unit, why)
        if ctx.state.stack_of(unit.id) and unit.mf > ctx.figure("wounded-mf") and not unit.cavalry:
            pieces.change(ctx, ctx.state.units[unit.id], ["pinned"], why="has already spent a wounded man's MF (A17.2)")
    else:
        eliminate(ctx, unit, f"{why}: dies of the wound (A17)", no_llmc=no_llmc)


def reduce_unit(ctx: Context, unit: Unit, why: str, *, no_llmc: bool = False) -> None:
    """A7.302 Casualty Reduction: a squad becomes its HS, a HS or crew is eliminated, an SMC is wounded."""
    item = pieces.counter(ctx, unit.side, unit.type)
    if unit.kind in SMC:
        wound(ctx, unit, why, no_llmc=no_llmc)
    elif unit.kind == "squad" and item.half:
        cavalry.smaller(ctx, unit)
        pieces.become(ctx, unit, item.half, why)
        pieces.change(ctx, ctx.state.units[unit.id], (), UNKNOWN, why)  # A12.14
        _show_with(ctx, unit, why)
    else:
        eliminate(ctx, unit, why, no_llmc=no_llmc)


def eliminate(ctx: Context, unit: Unit, why: str, *, no_llmc: bool = False) -> None:
    """A unit is eliminated; a leader's death is a LLMC for those with him (A10.2). Its SW stay in the hex."""
    if unit.id not in ctx.state.units:
        return
    cavalry.falls_with(ctx, unit)
    stack = ctx.state.stack_of(unit.id)
    ctx.emit(ev.UnitRemoved(unit.id, why))
    if not no_llmc and unit.kind == "leader" and unit.hex and "prisoner" not in unit.flags:
        ctx.game.reactions.leader_lost(ctx, unit, stack, killed=True)


CANNOT_BREAK = {"broken", "berserk", "heroic", "disarmed", "prisoner"}
"""The states in which a unit is reduced instead (A7.301)."""

BROKEN_OFF: tuple[Flag, ...] = (
    *UNKNOWN, "pinned", "cx", "opportunity", "human-wave", "hazardous", "panicked", "ti",
)  # fmt: skip
"""The states that end when a unit breaks."""


def break_unit(ctx: Context, unit: Unit, why: str) -> None:
    """A10.4: a unit breaks under DM, and shows itself; what cannot break is reduced instead (A7.301)."""
    if unit.flags & CANNOT_BREAK or unit.kind == "hero":
        reduce_unit(ctx, unit, why)
        return
    cavalry.unhorse(ctx, unit, "breaks (A13.51)")
    pieces.change(ctx, ctx.state.units[unit.id], ["broken", "dm"], BROKEN_OFF, why)
    _show_with(ctx, unit, why)
    if unit.kind == "leader":
        ctx.game.reactions.leader_lost(ctx, unit, ctx.state.stack_of(unit.id), killed=False)
    ctx.game.reactions.shaken_off(ctx, unit)


def _show_with(ctx: Context, unit: Unit, why: str) -> None:
    """A12.2: the Gun of a unit that has just shown itself, or its vehicle with all aboard, is seen, too."""
    state, bearer = ctx.state, ctx.state.units.get(unit.carrier)
    if unit.known:
        return
    vehicle = [bearer, *state.aboard(bearer.id)] if bearer is not None and bearer.kind == "vehicle" else []
    others = vehicle or [gun for gun in [state.gun_of(unit)] if gun is not None]
    shown = [other.id for other in others if not other.known and other.id != unit.id]
    pieces.change_all(ctx, shown, (), UNKNOWN, f"{why}: seen with {unit.id} (A12.2)")


def shaken(ctx: Context, ids: Iterable[str], why: str) -> None:
    """A10.62: broken units that are attacked fall back under DM."""
    again = tuple(
        key
        for key in ids
        if key in ctx.state.units and "broken" in ctx.state.units[key].flags and "dm" not in ctx.state.units[key].flags
    )
    pieces.change_all(ctx, again, ("dm",), (), why)
