"""What a counter is and which states it may carry: kinds, flags and their rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, TypeVar

F = TypeVar("F", bound=str)

Kind = Literal["squad", "hs", "crew", "leader", "hero", "gun", "vehicle", "cupola", "aircraft", "horse"]
"""What a unit counter is."""

MMC: tuple[Kind, ...] = ("squad", "hs", "crew")
SMC: tuple[Kind, ...] = ("leader", "hero")
MEN: tuple[Kind, ...] = MMC + SMC
VEHICLES: tuple[Kind, ...] = ("vehicle", "cupola")
HORSE: Kind = "horse"

Flag = Literal[
    "broken", "dm", "pinned", "cx", "ti", "concealed", "prep", "opportunity", "first", "final", "moved", "assault",
    "advanced", "wounded", "fanatic", "berserk", "disrupted", "encircled", "melee", "prisoner", "dug-in", "command",
    "no-command", "panicked", "acted", "fire-command", "move-command", "motion", "buttoned", "immobile", "bogged",
    "shocked", "stunned", "recalled", "abandoned", "malfunctioned", "aa", "inside", "armor-leader", "heroic", "waits",
    "rally-tried", "self-rallied", "keeps-dm", "deploying", "routed", "recovering", "repairing", "hazardous",
    "hull-down", "hidden", "in-gully", "crest", "in-culvert", "shellhole", "low-crawl", "cc-attacked", "withdrawing",
    "captured", "disarmed", "intensive", "disabled", "stopped", "emplaced", "limbered", "human-wave", "platoon",
    "armored-assault", "waved", "attacked-by-air", "no-attack", "by-road", "double-late", "mired", "evading",
    "damaged", "smoked", "ended", "bombs", "mounted", "gallop", "gallop-late", "blown", "wall-advantage", "lifts-mines",
    "road-entry", "tired", "led-rally", "on-wire", "clearing", "drove", "charging", "charged",
    "recombining", "hatch", "commissar", "activated", "defensive-action", "over-crest", "transferring",
]  # fmt: skip

PACE: tuple[Flag, ...] = ("gallop", "gallop-late", "blown")
"""The states of horses (A13.36): their rider has them, and a horse counter keeps them when he dismounts."""

UNIT_FLAGS: dict[Flag, str] = {
    "broken": "Broken (A10)",
    "dm": "Desperation Morale (A10.62)",
    "pinned": "Pinned (A7.8)",
    "cx": "Counter-exhausted (A4.51)",
    "ti": "Temporarily Immobilized (A4.8)",
    "concealed": "Concealed (A12)",
    "prep": "Prep Fired (A7.2)",
    "opportunity": "Opportunity Fire (A7.25)",
    "first": "First Fired (A8.1)",
    "final": "Final Fired (A8.4)",
    "moved": "has moved this MPh (A4)",
    "assault": "Assault Moved (A4.61)",
    "advanced": "has advanced this APh (A4.7)",
    "wounded": "Wounded (A17)",
    "fanatic": "Fanatic (A10.8)",
    "berserk": "Berserk (A15.4)",
    "disrupted": "Disrupted (A19.12)",
    "encircled": "Encircled (A7.7)",
    "melee": "in Melee (A11.15)",
    "prisoner": "Prisoner (A20)",
    "dug-in": "dug in (B27, B30)",
    "command": "In Command (S16)",
    "no-command": "not In Command (S16)",
    "panicked": "Panicked (S6.21)",
    "acted": "has had its Action in this Player Turn (S6.1)",
    "fire-command": "has a Fire Command (S6.1)",
    "move-command": "has a Move Command (S6.1)",
    "motion": "in Motion (D2.4)",
    "buttoned": "Buttoned Up (D5.3)",
    "immobile": "Immobilized (D8.1)",
    "bogged": "Bogged (D8.2)",
    "shocked": "Shocked (C7.4)",
    "stunned": "Stunned (D5.34)",
    "recalled": "under Recall (D5.341)",
    "abandoned": "Abandoned (D5.4)",
    "malfunctioned": "main armament malfunctioned (A9.7)",
    "aa": "in AA mode (E7.5)",
    "inside": "inside a building (B23.423)",
    "armor-leader": "has an armor leader (D3.4)",
    "heroic": "heroic (A15.21)",
    "waits": "may not act before the aircraft arrive (mission)",
    "rally-tried": "has tried to rally in this RPh (A10.6)",
    "self-rallied": "has tried to rally by itself, as one of the first MMC (A18.11)",
    "keeps-dm": "keeps its DM at the end of this RPh (A10.62)",
    "deploying": "has Deployed, Recombined or led it in this RPh (A1.31)",
    "routed": "has routed in this RtPh (A10.5)",
    "recovering": "has tried to recover a SW or Gun (A4.44)",
    "repairing": "has tried to repair (A9.72)",
    "hazardous": "in Hazardous Movement (A4.62)",
    "hull-down": "Hull Down (D4.2)",
    "hidden": "hidden (A12.3)",
    "in-gully": "IN the gully (B19)",
    "crest": "in Crest status (B20.9)",
    "in-culvert": "IN the Culvert (OtO 3)",
    "shellhole": "has moved into the shellholes (B2)",
    "low-crawl": "Low Crawls (A10.52)",
    "cc-attacked": "has attacked in this CCPh (A11)",
    "withdrawing": "withdraws from CC (A11.2)",
    "captured": "captured equipment (A21)",
    "disarmed": "unarmed (A20.5)",
    "intensive": "has used Intensive Fire (C5.6)",
    "disabled": "main armament disabled (A9.72)",
    "stopped": "has stopped in this MPh (D2.1)",
    "emplaced": "Emplaced (C11.2)",
    "limbered": "limbered (C10.1)",
    "human-wave": "in a Human Wave (A25.23)",
    "platoon": "moves in a platoon in this MPh (D14.2)",
    "armored-assault": "has moved in Armored Assault in this MPh (D9.31)",
    "waved": "was in a Human Wave in this Player Turn: Morale Level +1, Lax (A25.23)",
    "attacked-by-air": "has been attacked from the air in this Player Turn (E7.3)",
    "no-attack": "does not attack in this Player Turn (E7.3)",
    "by-road": "has moved only by road in this MPh (B3.4)",
    "double-late": "began Double Time during its move (A4.5)",
    "mired": "Mired (D8.31)",
    "evading": "must evade (E7.5)",
    "damaged": "damaged (E7.5)",
    "smoked": "has tried to place SMOKE in this MPh (A24.1)",
    "ended": "has ended its MPh (A24.1)",
    "bombs": "carries its bomb load (E7.4)",
    "mounted": "mounted: Cavalry (A13.1)",
    "gallop": "gallops (A13.36)",
    "gallop-late": "began to gallop during its move (A13.36)",
    "blown": "its horses are blown (A13.36)",
    "wall-advantage": "has Wall Advantage (B9.32)",
    "lifts-mines": "is lifting the mines in the Culvert until the end of the MPh (OtO 3.6)",
    "road-entry": "must enter through a road hex of its edge (Random Event)",
    "tired": "was CX when its MPh began: no Double Time (A4.51)",
    "led-rally": "has led a Rally in this RPh (A10.6)",
    "on-wire": "on top of Wire (B26.4)",
    "clearing": "is clearing mines or Wire until the end of the CCPh (B24.7)",
    "drove": "a moving target: it has entered a hex in this Player Turn, or began its MPh in Motion (C.8)",
    "charging": "has declared a charge (A13.6)",
    "charged": "has charged in this MPh (A13.61)",
    "recombining": "has led HS that Recombined in this RPh (A1.32)",
    "hatch": "has opened or closed its hatches in this phase (D5.33)",
    "commissar": "a Commissar (A25.22)",
    "activated": "was Activated in this MPh (S5.3)",
    "defensive-action": "has made its Action DR in Defensive Fire in this Player Turn (S6.12)",
    "over-crest": "has come over the crest at those on it in this Player Turn (B20.94)",
    "transferring": "has had a part in a Transfer in this RPh (A4.431)",
}
"""Every state a unit may carry, with its rule."""

WeaponFlag = Literal[
    "malfunctioned", "dismantled", "low-ammo", "fired", "prep", "first", "final", "captured", "spraying"
]

BOOK_KEEPING: frozenset[Flag | WeaponFlag] = frozenset(
    {"by-road", "double-late", "self-rallied", "rally-tried", "deploying", "smoked", "ended", "recovering", "repairing",
     "recombining", "cc-attacked", "moved", "routed", "acted", "fire-command", "move-command",
     "road-entry", "tired", "led-rally", "advanced", "fired", "command", "no-command", "drove", "hatch",
     "over-crest", "transferring", "defensive-action", "activated"}
)  # fmt: skip
"""States that only remember what was done in a phase, or that have a line of their own (who is In Command): the
log need not tell of them."""

WEAPON_FLAGS: dict[WeaponFlag, str] = {
    "malfunctioned": "Malfunctioned (A9.7)",
    "dismantled": "Dismantled (A9.8)",
    "low-ammo": "Low Ammo (D3.71)",
    "fired": "has fired this phase",
    "prep": "Prep Fired (A7.2)",
    "first": "First Fired (A8.1)",
    "final": "Final Fired (A8.4)",
    "captured": "captured (A21.12)",
    "spraying": "Sprays its fire (A9.5)",
}
"""Every state a SW may carry, with its rule."""

UNKNOWN: tuple[Flag, ...] = ("concealed", "hidden")
"""The states in which the other side does not know what a unit is (A12)."""

NOT_IN_GOOD_ORDER: frozenset[Flag] = frozenset(
    {"broken", "berserk", "panicked", "prisoner", "melee", "shocked", "stunned", "abandoned"}
)
"""The states in which a unit is not in Good Order (A.7, S6.21)."""


def flags(words: Iterable[str], known: Collection[F]) -> tuple[F, ...]:
    """Words that somebody typed as states of `known`."""
    return tuple(flag for word in words for flag in known if flag == word)


DARES = "dares to attack "
"""Among the `arms` of a unit, before the vehicle against which it has passed a PAATC in this MPh (D7.21). Only the
rules remember it: told of concealed units it would name them (A12.41)."""
