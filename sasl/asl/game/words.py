"""Words for what is on the table: units, markers, values, and states (`broken`, `DM`, `under a Prep Fire counter`)."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.game.flags import HORSE, UNIT_FLAGS, Flag, WeaponFlag
from sasl.asl.game.state import Marker, State, Unit


def state_words(flags: Iterable[Flag | WeaponFlag]) -> list[str]:
    """The states in words, in their order."""
    return [WORDS[flag] for flag in flags]


def unit_states(state: State, unit: Unit) -> list[str]:
    """The states of a unit in words, but not that it is In Command; in a pillbox it is not called dug in (B30)."""
    boxed = bool(unit.hex) and "dug-in" in unit.flags and bool(state.markers_at(unit.hex, "pillbox"))
    words = [*state_words(sorted(unit.flags - {"command"})), *(["captured"] if unit.maker else [])]
    return ["in the pillbox" if boxed and word == WORDS["dug-in"] else word for word in words]


def change_words(gained: Iterable[Flag | WeaponFlag], lost: Iterable[Flag | WeaponFlag]) -> str:
    """What came and went: `now broken and DM, no longer pinned`."""
    words, went = state_words(gained), list(lost)
    if {"concealed", "hidden"} <= {*went}:
        words, went = [*words, "revealed"], [flag for flag in went if flag not in ("concealed", "hidden")]
    parts = [f"now {' and '.join(words)}"] if words else []
    return ", ".join(parts + ([f"no longer {' or '.join(state_words(went))}"] if went else []))


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
    "inside": "inside",
    "prep": "under a Prep Fire counter",
    "first": "under a First Fire counter",
    "final": "under a Final Fire counter",
    "moved": "moved",
    "drove": "a moving target",
    "assault": "Assault Moved",
    "advanced": "advanced",
    "no-command": "out of Command",
    "acted": "done with its Action",
    "activated": "just Activated",
    "defensive-action": "done with its Action in Defensive Fire",
    "fire-command": "under a Fire Command",
    "move-command": "under a Move Command",
    "buttoned": "Buttoned Up",
    "armor-leader": "led by an armor leader",
    "waits": "waiting for the aircraft",
    "rally-tried": "done with its Rally attempt",
    "self-rallied": "done with its Self-Rally",
    "keeps-dm": "keeping its DM",
    "deploying": "done with Deployment",
    "recombining": "done with leading Recombination",
    "transferring": "done with a Transfer",
    "routed": "routed",
    "recovering": "done with its Recovery attempt",
    "repairing": "done with its repair attempt",
    "hull-down": "Hull Down",
    "in-gully": "IN the gully",
    "in-culvert": "IN the Culvert",
    "shellhole": "in the shellholes",
    "low-crawl": "in Low Crawl",
    "cc-attacked": "done with its CC attack",
    "disabled": "without its main armament (disabled)",
    "stopped": "stopped",
    "armored-assault": "in Armored Assault",
    "attacked-by-air": "attacked from the air",
    "no-attack": "barred from attacks",
    "by-road": "by road only",
    "double-late": "in Double Time begun during its move",
    "evading": "obliged to evade",
    "smoked": "done with its SMOKE attempt",
    "ended": "done with its MPh",
    "bombs": "loaded with bombs",
    "mounted": "mounted",
    "gallop": "at a gallop",
    "gallop-late": "galloping since mid-move",
    "blown": "with blown horses",
    "charging": "charging",
    "charged": "done with its charge",
    "lifts-mines": "lifting the mines of the Culvert",
    "road-entry": "obliged to enter by road",
    "tired": "tired from CX",
    "hatch": "done with its hatches",
    "led-rally": "done with leading a Rally",
    "commissar": "a Commissar",
    "malfunctioned": "malfunctioned",
    "captured": "captured",
    "low-ammo": "Low Ammo",
    "dismantled": "dismantled",
    "fired": "fired",
    "spraying": "spraying",
    "intensive": "Intensive Fired",
    "withdrawing": "withdrawing from CC",
    "wall-advantage": "under a Wall Advantage counter",
    "over-crest": "come over the crest",
    "on-wire": "on top of the Wire",
    "clearing": "at work with mines or Wire",
    "platoon": "moving in a platoon",
    "waved": "of a Human Wave",
}
"""What is said of each after `is`: the list of states, but where that would not be said like that."""


def unit_words(unit: Unit) -> str:
    """`467a (squad 4-6-7)`, `T34a (vehicle T-34 M43)`, `91a (leader 9-1)`."""
    return f"{unit.id} ({kind_word(unit.kind)} {unit.type})"


def kind_word(kind: str) -> str:
    """The kind of a unit as a player writes it: `squad`, `HS`."""
    return kind.upper() if kind == "hs" else kind


def marker_words(marker: Marker) -> str:
    """A marker in words: `A-P minefield 8`, `burning wreck`, `FFE 105mm`."""
    return marker.text or marker.kind


SIGNS = {"san": "SAN", "ac": "AC#", "re": "RE#s", "no-quarter": "No Quarter"}
"""How mission values are written that have a sign."""


def value_name(name: str) -> str:
    """`enemy-san` as `ENEMY SAN`, `friendly-plan` as `FRIENDLY plan`."""
    side, _, rest = name.partition("-")
    if side not in ("enemy", "friendly"):
        return name.capitalize()
    return f"{side.upper()} {SIGNS.get(rest, rest)}"


def sight_key(a: str, b: str) -> str:
    """The key under which an answered LOS between two hexes is remembered (either way round)."""
    return f"{min(a, b)}-{max(a, b)}"


def bond_words(unit: Unit) -> str:
    """By whom a unit is carried, ridden or guarded: `aboard T34a`, `ridden by 527a`; "" by nobody."""
    if not unit.carrier:
        return ""
    bond = "guarded by" if "prisoner" in unit.flags else "ridden by" if unit.kind == HORSE else "aboard"
    return f"{bond} {unit.carrier}"
