"""Task Checks (A10.1), those that pin, and pins (A7.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale.leadership import leader_modifier
from sasl.asl.infantry.morale.morale_levels import facts, in_order, level
from sasl.kernel.rolling.records import CHECK, Modifier, RollRecord
from sasl.kernel.text import listed

NEVER_PINNED = frozenset({"broken", "pinned", "berserk", "heroic", "prisoner", "human-wave"})
"""The states in which an unbroken unit is not pinned (again)."""


def task_check(
    ctx: Context,
    unit: Unit,
    why: str,
    modifiers: Sequence[Modifier] = (),
    *,
    leader: bool = True,
    who: str = "",
    covert: bool = False,
) -> bool:
    """A10.1: a Normal Task Check of a unit; True if it passes. `who`: what it is called, if not by its id.

    `covert`: a concealed leader may help unseen (A12.141).
    """
    mods = [*modifiers, *(leader_modifier(ctx.game, unit) if leader else [])]
    if leader and not covert:
        concealment.leads(ctx, unit, f"helps {unit.id} in its TC")
    with ctx.rolls_for(unit.side):
        record = ctx.check(
            "task.check",
            f"{why} of {who or unit.id}",
            level(ctx.game, unit),
            facts={"stun": facts(ctx.game, unit)["stun"]},
            modifiers=mods,
            tag=CHECK,
        )
    may_wake_the_sniper(ctx, unit, record)
    return bool(record.success)


def may_wake_the_sniper(ctx: Context, unit: Unit, record: RollRecord) -> None:
    """A14.1: a MC or TC may wake the enemy's Sniper, but not that of a prisoner."""
    if record.dice and "prisoner" not in unit.flags:
        ctx.game.reactions.sniper_alarm(ctx, unit.side, record.original)


def can_be_pinned(unit: Unit) -> bool:
    """A7.8: not (again) the broken, pinned, berserk or heroic, prisoners, Cavalry (A13.52), a Human Wave, vehicles."""
    return not unit.flags & NEVER_PINNED and not unit.cavalry and unit.kind not in (*VEHICLES, "gun", "hero")


def pin(ctx: Context, unit: Unit, why: str, *, whoever: bool = False) -> None:
    """A7.8: a unit is pinned, if it can be; `whoever` it is, even a hero or a berserk unit, by some rules (A15.2)."""
    if whoever or can_be_pinned(unit):
        pieces.change(ctx, unit, ["pinned"], why=why)
        guarded = [other.id for other in prisoners.held(ctx.game, unit) if "pinned" not in other.flags]
        pieces.change_all(ctx, guarded, ("pinned",), (), "with its Guard (A20.54)")
        ctx.game.reactions.shaken_off(ctx, unit)


def pin_checks(ctx: Context, ids: Iterable[str], why: str) -> None:
    """A7.305: each unbroken unit takes a Pin Task Check; failing it pins."""
    here = in_order(ctx.game, ids)
    if riding := [unit.id for unit in ctx.state.present(here) if unit.cavalry and not unit.flags & NEVER_PINNED]:
        ctx.tell(f"{listed(riding)}: Cavalry takes no PTC (A13.52).")
    for key in here:
        unit = ctx.state.units.get(key)
        if unit is None or not can_be_pinned(unit):
            continue
        if not task_check(ctx, unit, f"PTC ({why})"):
            pin(ctx, ctx.state.units[key], "failed a PTC (A7.305)")
