"""The switches of a game, that a player turns on and off."""

from __future__ import annotations

from typing import NamedTuple


class Switch(NamedTuple):
    """How a switch stands at first, what it means, and what it is like with it off."""

    default: bool
    words: str
    off: str


OPTIONS: dict[str, Switch] = {
    "command": Switch(True, "FRIENDLY Command Control (S16)", "every unit is In Command"),
    "ask-los": Switch(
        True, "ask about a doubtful LOS; off: the likely answer is used", "the likely answer to a doubtful LOS is used"
    ),
    "mf-limit": Switch(
        True, "ask before a unit moves beyond its MF, or after others have moved", "you count MF yourself"
    ),
    "confirm-fire": Switch(
        True,
        "show every attack with its DRM and chances before the dice, so you can correct it",
        "attacks are rolled at once",
    ),
    "confirm-acts": Switch(
        True, "show each act of the ENEMY before it is done, so you can veto it", "the ENEMY acts without asking"
    ),
    "fire-stops": Switch(
        True,
        "a move halts where you have a shot with the chance set by `option fire-stops 10`; "
        "poorer ones are only mentioned",
        "ENEMY moves do not halt for your shots",
    ),
    "remind": Switch(
        True,
        "before a phase ends, next says once what your units could still do in it",
        "next ends a phase even if your units could still act",
    ),
    "enemy-plays": Switch(
        True, "the program plays the ENEMY; off: you give its orders, too", "you give the ENEMY's orders, too"
    ),
    "friendly-plays": Switch(
        False, "the program plays your side, too, until you turn this off", "you play the FRIENDLY side yourself"
    ),
    "friendly-dice": Switch(False, "you type the dice of the FRIENDLY side", "the program rolls for the FRIENDLY side"),
    "enemy-dice": Switch(False, "you type the dice of the ENEMY side", "the program rolls for the ENEMY side"),
    "placements": Switch(
        False,
        "after each command say what to place, move and remove on your own map or in VASL",
        "changes to your own map are not listed",
    ),
    "lessons": Switch(True, "show the lessons of a tutorial mission", "lessons are not shown"),
    "may-refuse": Switch(
        False,
        "ask whether to refuse prisoners (A20.3) and Battle Hardening (A15.3)",
        "units that surrender are taken prisoner, and Battle Hardening is never refused",
    ),
    "ask-concealment": Switch(
        False,
        "ask where your units try to gain concealment by a dr at the end of your Player Turn (A12.12)",
        "your units try to gain concealment wherever they may",
    ),
    "mine-sniper": Switch(
        False,
        "a mine attack's DR may set off a Sniper (not settled by the sources)",
        "a mine attack's DR sets off no Sniper",
    ),
}
"""The switches of a game."""
