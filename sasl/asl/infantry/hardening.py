"""Whom battle makes better: heroes (A15.2) and Battle Hardening (A15.3)."""

from __future__ import annotations

from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.state import Unit


def create_hero(ctx: Context, unit: Unit) -> None:
    """A15.21: an MMC gives birth to a hero; a leader becomes heroic."""
    if unit.kind == "leader":
        pieces.change(ctx, unit, ["heroic"], ["broken", "dm", "pinned", "encircled"], "Heat of Battle (A15.21)")
    else:
        name = next(
            key
            for key, item in ctx.game.library.counters[ctx.mission.army(unit.side).nation].items()
            if item.kind == "hero"
        )
        hero = pieces.add_unit(
            ctx,
            unit.side,
            name,
            unit.hex,
            attitude=unit.attitude,
            group=unit.group,
            why=f"created by {unit.id} (A15.21)",
        )
        ctx.tell(f"{hero.id} is created in {unit.hex} (A15.21).", hexes=(unit.hex,))


def harden(ctx: Context, unit: Unit) -> None:
    """A15.3: Battle Hardening: the next better counter, or Fanatic where there is none; Panic is over (6.21).

    So is a pin (A7.8).
    """
    pieces.change(ctx, unit, (), ["panicked", "pinned"], "Battle Hardening (6.21, A7.8)")
    better_counter(ctx, unit, "Battle Hardening (A15.3)")


def better_counter(ctx: Context, unit: Unit, why: str) -> None:
    """A15.3: a unit becomes the next better counter, or Fanatic at the top of its line."""
    better = pieces.counter(ctx, unit.side, unit.type).hardened
    if better and better != "Fanatic":
        pieces.become(ctx, unit, better, why)
    else:
        pieces.change(ctx, unit, ["fanatic"], why=why)
