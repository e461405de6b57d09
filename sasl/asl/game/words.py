"""Words for what is on the table: units, markers, values, and states (`broken`, `DM`, `under a Prep Fire counter`)."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.game.flags import UNIT_FLAGS, Flag, WeaponFlag
from sasl.asl.game.state import Marker, Unit


def state_words(flags: Iterable[Flag | WeaponFlag]) -> list[str]:
    """The states in words, in their order."""
    return [WORDS[flag] for flag in flags]


def _plain(text: str) -> str:
    """What the list of states says of one, up to the rule."""
    words = text.partition(" (")[0]
    return words[:1].lower() + words[1:]


WORDS: dict[Flag | WeaponFlag, str] = {
    **{flag: _plain(text) for flag, text in UNIT_FLAGS.items()},
    "dm": "DM",
    "cx": "CX",
    "ti": "TI",
    "aa": "in AA mode",
    "prep": "under a Prep Fire counter",
    "first": "under a First Fire counter",
    "final": "under a Final Fire counter",
    "armor-leader": "led by an armor leader",
    "low-ammo": "Low Ammo",
    "dismantled": "dismantled",
    "fired": "fired",
    "spraying": "spraying",
    "intensive": "Intensive Fired",
    "withdrawing": "withdrawing from CC",
    "wall-advantage": "under a Wall Advantage counter",
    "platoon": "moving in a platoon",
    "waved": "of a Human Wave",
}
"""What is said of each: the list of states, but where that would not be said like that."""


def unit_words(unit: Unit) -> str:
    """`467a (squad 4-6-7)`, `T34a (vehicle T-34 M43)`, `91a (leader 9-1)`."""
    return f"{unit.id} ({unit.kind} {unit.type})"


def marker_words(marker: Marker) -> str:
    """A marker in words: `A-P minefield 8`, `burning wreck`, `FFE 105mm`."""
    return marker.text or marker.kind


def value_name(name: str) -> str:
    """`enemy-san` as `ENEMY SAN`."""
    side, _, rest = name.partition("-")
    if not rest:
        return name.capitalize()
    return f"{side.upper()} {'AC#' if rest == 'ac' else 'RE#s' if rest == 're' else rest.upper()}"


def sight_key(a: str, b: str) -> str:
    """The key under which an answered LOS between two hexes is remembered (either way round)."""
    return f"{min(a, b)}-{max(a, b)}"
