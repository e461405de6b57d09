"""Every command word of a mission."""

from __future__ import annotations

from sasl.kernel.order import Command
from sasl.orders import (
    adjust,
    aircraft,
    carrying,
    close_combat,
    dice,
    doctrine,
    enemy,
    entry,
    fire,
    look,
    march,
    movement,
    recovery,
    settle,
    setup,
    support,
    turn,
    vasl,
    vehicles,
)

MODULES = (
    turn,
    setup,
    movement,
    entry,
    march,
    vehicles,
    carrying,
    fire,
    aircraft,
    support,
    close_combat,
    recovery,
    enemy,
    doctrine,
    look,
    vasl,
    dice,
    settle,
    adjust,
)
COMMANDS: dict[str, Command] = {item.name: item for module in MODULES for item in module.COMMANDS}
"""By the word; a module of this room lists its own."""
