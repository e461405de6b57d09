"""The vocabulary of campaign files and their tables: roles of tables, results of rows, strengths, what rooms need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sasl.content.missions.mission import ECS, FORCES

STRENGTHS = ("full", "depleted", "reinforced", "lightly", "moderately", "heavily")
"""7.5191, 12.6221: the strengths in which a Reinforcement Group may come."""

NOBODY = ("-", "none")
"""A row of leaders that brings nobody."""

ASSAULTS: Mapping[str, Literal["russian", "german"]] = {"German Assault": "german", "Russian Assault": "russian"}
"""The kinds of scenario in which one side attacks, with that side."""
DUAL_ATTACK, IDLE_DAY = "Dual Attack", "Idle Day"
"""What else the initiative of both sides may make."""

MASSACRE = "massacre"
"""The word, with a side behind it, for what its executed prisoners bring in the next scenario (A20.4)."""
TRAPS = "booby-traps"
"""The word of the campaign for the Level of Booby Traps."""
LEVELS = "CBA"
"""Levels of Booby Traps: the one that is there without FPP, then those that they buy (11.621 note 8)."""

ROWS: Mapping[str, tuple[str, ...]] = {
    "escape.infantry": (
        "escapes", "escapes replaced", "escapes reduced", "escapes replaced and reduced", "eliminated",
    ),
    "escape.vehicle": ("escapes", "abandoned, crew escapes", "abandoned, crew eliminated", "eliminated"),
    "wounded": ("unwounded", "wounded", "evacuated"),
    "san": ("stays", "falls"),
    "booby-traps": ("stays", "falls"),
    "elr": ("rises", "stays", "falls"),
    "immobilization": ("mobile", "no change"),
    "recovery": ("recovered", "stays"),
    "wreck-repair": ("repaired", "no change"),
    "low-ammo-recall": ("returns", "waits"),
    "stun": ("recovers", "stunned", "abandoned"),
    "weapon-repair": ("repaired", "eliminated"),
    "captured-weapons": ("retained", "eliminated"),
    "removal": ("eliminated", "no effect"),
    "withdrawal": ("retained", "withdrawn"),
    "flames": ("removed", "blaze"),
    "blaze-building": ("gutted", "rubble"),
    "scrounge": ("MG", "nothing"),
    "weather": ("Rain", "Fog", "Mist", "Fog/Mist", "Overcast", "Clear", "Clear & Gusty", "Snow", "Mud"),
    "ec": ECS,
    "wind-force": FORCES,
    "strength": STRENGTHS,
    "strength.company": STRENGTHS,
    "strength.platoon": STRENGTHS,
    "strength.hw": STRENGTHS,
    "strength.afv": STRENGTHS,
    "strength.battery": (*STRENGTHS, "one less"),
    "oba": ("plentiful", "normal", "scarce"),
    "optional-mg": ("yes", "no"),
    "initiative": (DUAL_ATTACK, *ASSAULTS, IDLE_DAY),
    "set-up-first": ("russian", "german"),
    "moves-first": ("russian", "german"),
}  # fmt: skip
"""What a row may say, by the role of its table."""

NAMES_COUNTERS: Mapping[str, tuple[str, ...]] = {
    "harden.leader": ("-",),
    "leaders": NOBODY,
    "leaders.platoon": NOBODY,
    "armor-leader": ("-", "inexperienced"),
}
"""Roles whose rows name counters of the side, and the other words they may say."""

NUMBERS = ("cpp", "harden.mmc", "recon", "game-end", "wind-direction")
"""Roles whose rows are numbers."""

ROLES = (*ROWS, *NAMES_COUNTERS, *NUMBERS)
"""Every role of a table that a room asks for."""

SECRET_ROLES = (
    "harden.mmc", "harden.leader", "cpp", "strength", "strength.company", "strength.platoon", "strength.hw",
    "strength.afv", "strength.battery", "oba", "leaders", "leaders.platoon", "armor-leader", "optional-mg",
    "withdrawal",
)  # fmt: skip
"""The roles of tables on which a side rolls in secret."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "escape": ("escape.infantry", "escape.vehicle"),
    "wounded": ("wounded",),
    "heroes": ("harden.mmc",),
    "leader-hardening": ("harden.leader",),
    "san": ("san",),
    "booby-traps": ("booby-traps",),
    "recovery": ("recovery",),
    "immobilization": ("immobilization",),
    "wreck-repair": ("wreck-repair",),
    "stun": ("stun",),
    "weapon-repair": ("weapon-repair",),
    "captured-weapons": ("captured-weapons",),
    "afv-withdrawal": ("withdrawal",),
    "removal": ("removal",),
    "cpp": ("cpp",),
    "elr": ("elr",),
    "weather": ("weather", "ec"),
    "strength": ("strength", "oba", "leaders", "armor-leader"),
    "recon-purchase": ("recon",),
    "wind": ("wind-force", "wind-direction"),
}
"""The tables without which a room cannot be played."""

BRINGS_COUNTERS = ("company", "platoon", "hw", "afv", "battery", "aircraft")
"""Kinds of groups that bring counters."""

FIGURE_OF: Mapping[str, tuple[str, ...]] = {
    "fpp": ("fpp",), "minefield": ("mines",), "oba": ("calibre",), "bombardment": ("radius",),
}  # fmt: skip
"""What a group of a kind cannot do without."""


def plain(role: str) -> str:
    """A role without the side that it is for: `leaders.russian` is `leaders`."""
    return role.removesuffix(".russian").removesuffix(".german")


SUPPORT = "support"
"""The figure of a side's Support CPP (12.6181): who has any has chosen Attack."""
