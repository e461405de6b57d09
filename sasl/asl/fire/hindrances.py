"""The Hindrance of a LOS as DRM, each thing that hinders by its own name (A6.7)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look, smoke_within, view_of
from sasl.kernel.rolling.records import Modifier, ModifierKind

HINDERS: frozenset[ModifierKind] = frozenset(("hindrance", "case-r", "accuracy-hindrance"))
"""The DRM that a Hindrance is."""


def by_name(game: Game, mods: tuple[Modifier, ...], places: Sequence[str], goal: str) -> tuple[Modifier, ...]:
    """A6.7, A24.2, C1.3, C1.57, D9.4: these DRM with the Hindrance taken apart: `+1 grain K12`, `+1 wreck in K11`.

    Of a To Hit DR they stay Case R (C6.9): `+1 Case R, grain K12`. Of several firing hexes the one with the most
    counts. A LOS in doubt, or one that the player has told, stays whole.
    """
    one = next((mod for mod in mods if mod.kind in HINDERS), None)
    if one is None:
        return mods
    here = max(places, key=lambda place: look(game, place, goal).hindrance)
    parts = _parts(game, here, goal)
    if sum(value for _, value in parts) != one.value:
        return mods
    case = "Case R, " if one.kind == "case-r" else ""
    named = [Modifier(f"{case}{name}", value, one.rule, one.kind) for name, value in parts]
    place = mods.index(one)
    return (*mods[:place], *named, *mods[place + 1 :])


def _parts(game: Game, here: str, goal: str) -> list[tuple[str, int]]:
    """What hinders the LOS between two hexes, with its value; nothing where that is not known thing by thing."""
    if here == goal:
        return [(f"{cloud.word} in {here}", cloud.hindrance) for cloud in smoke_within(game, here)]
    view = view_of(game)
    if view.answer(here, goal):
        return []
    sight, things = view.traced(here, goal)
    ground = [(f"{why} {name}", 1) for name, why in sight.hexes] if sight.state == "hindered" else []
    return [*ground, *things]
