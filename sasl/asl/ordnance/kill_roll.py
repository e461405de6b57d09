"""The To Kill DR (C7.3): on paper first, then rolled, the best of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from sasl.asl.game.context import Context, Game
from sasl.asl.ordnance import to_kill
from sasl.asl.ordnance.to_kill import Effect, Kill
from sasl.asl.preview import Draft, settle
from sasl.kernel.records import Modifier


def draft_of(game: Game, title: str, kill: Kill) -> Draft:
    """The To Kill DR on paper: the Final To Kill number, where it comes from, the exact chance of each effect."""

    def chances(number: int, mods: tuple[Modifier, ...]) -> Sequence[tuple[str, Fraction]]:
        found = to_kill.chances(game, replace(kill, number=number), sum(mod.value for mod in mods))
        return tuple(found.items())

    facts = [", ".join(kill.words), *([f"{kill.rolls} DR, the best one counts"] if kill.rolls > 1 else [])]
    return Draft(title, tuple(facts), kill.number, "To Kill number", (), chances, to_kill.EFFECTS)


def resolve(ctx: Context, side: str, title: str, kill: Kill, rule: str = "C7") -> tuple[Effect, int]:
    """C7.3-7.7: show the To Kill DR, roll it; its effect, and the last Original DR (0 without dice)."""
    draft = settle(ctx, draft_of(ctx.game, title, kill))
    if draft.typed:
        return cast(Effect, draft.typed), 0
    kill = replace(kill, number=draft.number)
    drm = sum(mod.value for mod in draft.modifiers)
    effects: list[Effect] = []
    original = 0
    for _ in range(kill.rolls):
        with ctx.rolls_for(side):
            record = ctx.roll(
                "DR", title, rule=rule, modifiers=draft.modifiers, target=kill.number, target_name="; ".join(kill.words)
            )
        original = record.original if record.dice else 0
        effects.append(to_kill.effect(ctx.game, kill, record.original, drm if record.dice else 0))
    return min(effects, key=to_kill.severity), original
