"""The To Kill DR (C7.3): shown first, then rolled, the best of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from sasl.asl.game.context import Context, Game
from sasl.asl.ordnance import to_kill
from sasl.asl.ordnance.to_kill import Effect, Kill
from sasl.asl.preview import Preview, confirm
from sasl.kernel.records import Modifier


def preview_of(game: Game, title: str, kill: Kill) -> Preview:
    """The To Kill DR before its dice: the Final To Kill number and the exact chance of each effect."""

    def chances(number: int, mods: tuple[Modifier, ...]) -> Sequence[tuple[str, Fraction]]:
        found = to_kill.chances(game, replace(kill, number=number), sum(mod.value for mod in mods))
        return tuple(found.items())

    facts = [", ".join(kill.words), *([f"{kill.rolls} DR, the best one counts"] if kill.rolls > 1 else [])]
    return Preview(title, tuple(facts), kill.number, "To Kill number", (), chances, to_kill.EFFECTS)


def resolve(ctx: Context, side: str, title: str, kill: Kill, rule: str = "C7") -> tuple[Effect, int]:
    """C7.3-7.7: show the To Kill DR, roll it; its effect, and the last Original DR (0 without dice)."""
    preview = confirm(ctx, preview_of(ctx.game, title, kill))
    if preview.typed:
        return cast(Effect, preview.typed), 0
    kill = replace(kill, number=preview.number)
    drm = sum(mod.value for mod in preview.modifiers)
    effects: list[Effect] = []
    original = 0
    for _ in range(kill.rolls):
        with ctx.rolls_for(side):
            record = ctx.roll(
                "DR",
                title,
                rule=rule,
                modifiers=preview.modifiers,
                target=kill.number,
                target_name="; ".join(kill.words),
            )
        original = record.original if record.dice else 0
        effects.append(to_kill.effect(ctx.game, kill, record.original, drm if record.dice else 0))
    return min(effects, key=to_kill.severity), original
