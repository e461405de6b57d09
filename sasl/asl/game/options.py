"""The switches of a game, that a player turns on and off."""

from __future__ import annotations

OPTIONS: dict[str, tuple[bool, str]] = {
    "command": (True, "FRIENDLY Command Control (16)"),
    "ask-los": (True, "ask about a doubtful LOS; off: its likely answer counts"),
    "mf-limit": (True, "ask before a unit moves beyond its MF, or after others have moved"),
    "confirm-fire": (True, "show every attack with its DRM and chances before the dice, to be corrected"),
    "confirm-acts": (True, "show each act of the ENEMY before it is done, to be vetoed"),
    "fire-stops": (
        True,
        "a move halts where you have a shot with the chance set by `option fire-stops 10`; poorer ones are only told",
    ),
    "remind": (True, "next first tells, once a phase, what your units could still do in it"),
    "enemy-plays": (True, "the program plays the ENEMY; off: you give its orders, too"),
    "friendly-dice": (False, "you type the dice of the FRIENDLY side"),
    "enemy-dice": (False, "you type the dice of the ENEMY side"),
    "placements": (False, "after each command tell what to place, move and take off on your own map, as in VASL"),
    "lessons": (True, "show the lessons of a mission that teaches"),
    "mine-sniper": (False, "a mine attack's DR may set off a Sniper (not settled by the sources)"),
}
"""Switches of a game: default and meaning."""
