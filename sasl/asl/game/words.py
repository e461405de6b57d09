"""States of units and SW as a player says them: `broken`, `DM`, `under a Prep Fire counter`."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.game.state import UNIT_FLAGS


def state_words(flags: Iterable[str]) -> list[str]:
    """The states in words, in their order."""
    return [WORDS.get(flag) or _plain(flag) for flag in flags]


def _plain(flag: str) -> str:
    """What the list of states says of it, up to the rule."""
    words = UNIT_FLAGS.get(flag, flag).partition(" (")[0]
    return words[:1].lower() + words[1:]


WORDS = {
    "dm": "DM",
    "cx": "CX",
    "ti": "TI",
    "aa": "in AA mode",
    "prep": "under a Prep Fire counter",
    "first": "under a First Fire counter",
    "final": "under a Final Fire counter",
    "armor-leader": "led by an armor leader",
    "low-ammo": "Low Ammo",
    "intensive": "Intensive Fired",
    "withdrawing": "withdrawing from CC",
    "wall-advantage": "under a Wall Advantage counter",
    "platoon": "moving in a platoon",
    "waved": "of a Human Wave",
}
"""Where the list of states would not be said like that."""
