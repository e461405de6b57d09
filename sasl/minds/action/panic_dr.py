"""The DR by which a unit Panics (S6.21): its Action DR, or one made for Panic alone before an automatic action."""

from __future__ import annotations

from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.ordnance import guns
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import Modifier, RollRecord, mark
from sasl.minds.act import Decider
from sasl.minds.action.automatic import leader_of
from sasl.solitaire.panic import panic, panic_class, panic_number, panic_table

SHIFT = "panic-shift"
"""The figure of the doctrine that is added to every Panic number."""


def panic_total(game: Game, decider: Decider, unit: Unit) -> int:
    """Return the Final Action DR at or above which a unit Panics, for its class and the doctrine of its side."""
    return panic_number(game, unit) + int(decider.doctrine.value(SHIFT))


def _tested(game: Game, unit: Unit) -> Unit:
    """Return who makes the DR for a unit: the crew of a manned Gun, else the unit itself."""
    return (guns.crew(game, unit) if unit.kind == "gun" else None) or unit


def can_panic(game: Game, decider: Decider, unit: Unit) -> bool:
    """Return whether a DR could make the unit Panic: then it is made even before an automatic action."""
    if unit.flags & {"berserk", "panicked"}:
        return False
    leader = leader_of(game, _tested(game, unit))
    return max(roll_kind("DR").totals()) + (leadership.drm(leader) if leader else 0) >= panic_total(game, decider, unit)


def panic_words(game: Game, decider: Decider, unit: Unit) -> str:
    """Return the number in words: `1st Line: Final DR of 11 or more [house]`."""
    shift = f", {decider.doctrine.words(SHIFT)}" if decider.doctrine.value(SHIFT) else ""
    table = panic_table(game)
    total = panic_total(game, decider, unit)
    return f"{panic_class(game, unit)}: Final DR of {total} or more {mark(table.provenance)}{shift}"


def leader_modifier(game: Game, unit: Unit, rule: str) -> list[Modifier]:
    """Return the modifier of the best leader there, if there is one."""
    leader = leader_of(game, _tested(game, unit))
    return [Modifier(f"leader {leader.id}", leadership.drm(leader), rule, "leadership")] if leader else []


def roll_for_panic(ctx: Context, decider: Decider, unit: Unit) -> bool:
    """S6.21, S6.13: make the Action DR of a unit whose Action is known (automatic, or a Gun's fire), for its Panic
    alone. True if it Panics."""
    if not can_panic(ctx.game, decider, unit):
        return False
    mods = leader_modifier(ctx.game, unit, "S6.21")
    with ctx.rolls_for(unit.side):
        record = ctx.roll("DR", f"Panic of {unit.id} before its Action", rule="S6.21", modifiers=mods)
    if panics(ctx, decider, unit, record):
        return True
    ctx.tell(f"{unit.id} does not Panic ({panic_words(ctx.game, decider, unit)}; S6.21).", hexes=(unit.hex,))
    return False


def panics(ctx: Context, decider: Decider, unit: Unit, record: RollRecord) -> bool:
    """S6.21, S6.309: read Panic from an Action DR; the unit, and a Gun's crew with it, has had its Action then."""
    if "berserk" in unit.flags or record.total < panic_total(ctx.game, decider, unit):
        return False
    why = f"Final {record.total}; {panic_words(ctx.game, decider, unit)} (S6.21)"
    for key in dict.fromkeys((unit.id, _tested(ctx.game, unit).id)):
        panic(ctx, ctx.state.units[key], why, ("acted",))
    return True
