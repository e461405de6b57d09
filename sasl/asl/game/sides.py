"""The two sides, and the stages and phases of a game, by name."""

from __future__ import annotations

from typing import Literal

Side = Literal["FRIENDLY", "ENEMY"]
Stage = Literal["boards", "tables", "suspects", "wrecks", "force", "set-up", "play", "over"]
Phase = Literal["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")
STAGES: tuple[Stage, ...] = ("boards", "tables", "suspects", "wrecks", "force", "set-up", "play", "over")
PHASES: tuple[Phase, ...] = ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")

FIRE_PHASES: tuple[Phase, ...] = ("PFPh", "MPh", "DFPh", "AFPh")
"""The phases in which anybody may fire (A3)."""

STAGE_NAMES: dict[str, str] = {
    "boards": "mapboards",
    "tables": "mission tables",
    "suspects": "S? placement",
    "wrecks": "wrecks",
    "force": "your force",
    "set-up": "deployment",
    "play": "play",
    "over": "the end",
}
"""How the player hears of each stage."""


def side_of(word: str) -> Side:
    """The side that a word of an order names (`enemy`); without one it is the FRIENDLY side."""
    return "ENEMY" if word.lower() == "enemy" else "FRIENDLY"


def opponent(side: str) -> Side:
    """The other side."""
    return "ENEMY" if side == "FRIENDLY" else "FRIENDLY"
