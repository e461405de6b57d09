"""Whom battle makes better: heroes (A15.2) and Battle Hardening (A15.3)."""

from __future__ import annotations

from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit

SHAKEN: tuple[Flag, ...] = ("broken", "dm", "disrupted", "pinned")
"""The states that end when a unit is hardened (A15.3)."""
SHARED: tuple[Flag, ...] = ("prep", "opportunity", "first", "final", "moved", "ti", "ended")
"""What an MMC has done in this Player Turn, and its hero with it (A15.21)."""
WITH_HIS_MEN: tuple[Flag, ...] = (
    "fanatic", "concealed", "hidden", "command", "no-command",
    "dug-in", "inside", "shellhole", "in-gully", "crest", "in-culvert", "on-wire",
)  # fmt: skip
"""What a hero or leader is from the first, as the MMC he comes from: as Fanatic (A10.8), as little seen, In Command,
and in the same Location (A15.21, A18.2)."""


def create_hero(ctx: Context, unit: Unit) -> None:
    """A15.21: an MMC gives birth to a hero, who has fired and moved like it; a leader becomes heroic."""
    if unit.kind == "leader":
        pieces.change(ctx, unit, ["heroic"], [*SHAKEN, "encircled"], "Heat of Battle (A15.21)")
    else:
        hero = pieces.add_unit(
            ctx,
            unit.side,
            ctx.game.library.hero(ctx.mission.army(unit.side).nation),
            unit.hex,
            flags=[flag for flag in (*SHARED, *WITH_HIS_MEN) if flag in unit.flags],
            attitude=unit.attitude,
            group=unit.group,
            why=f"created by {unit.id} (A15.21)",
        )
        ctx.tell(f"{hero.id} is created in {unit.hex} (A15.21).", hexes=(unit.hex,))


def harden(ctx: Context, unit: Unit) -> None:
    """A15.3: Battle Hardening: the next better counter, or Fanatic where there is none, unbroken and unpinned.

    Panic is over, too (S6.21). Its side may refuse it (option may-refuse).
    """
    text = f"Does {unit.id} in {unit.hex} take Battle Hardening?"
    if ctx.state.option("may-refuse") and not ctx.yes(
        text, rule="A15.3", hexes=(unit.hex,), whose=unit.side, id="harden", subject=(unit.id,)
    ):
        ctx.tell(f"{unit.id} refuses Battle Hardening (A15.3).")
        return
    pieces.change(ctx, unit, (), [*SHAKEN, "panicked"], "Battle Hardening (A15.3, S6.21)")
    better_counter(ctx, ctx.state.units[unit.id], "Battle Hardening (A15.3)")


def better_counter(ctx: Context, unit: Unit, why: str) -> None:
    """A15.3: a unit becomes the next better counter, or Fanatic at the top of its line."""
    better = pieces.counter(ctx, unit.side, unit.type).hardened
    if better and better != "Fanatic":
        pieces.become(ctx, unit, better, why)
    else:
        pieces.change(ctx, unit, ["fanatic"], why=why)
