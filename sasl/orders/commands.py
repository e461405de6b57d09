"""Every command word of a mission."""

from __future__ import annotations

from itertools import chain

import sasl.orders.verbs  # noqa: F401 - registers the words that are no orders yet
from sasl.asl.game.registry import VERBS as VERBS
from sasl.kernel.order import Command
from sasl.orders import (
    close_combat,
    enemy,
    fire,
    leaving,
    movement,
    recovery,
    support,
    vehicles,
)

COMMANDS: dict[str, Command] = {
    item.name: item
    for item in chain(
        close_combat.COMMANDS,
        enemy.COMMANDS,
        fire.COMMANDS,
        leaving.COMMANDS,
        movement.COMMANDS,
        vehicles.COMMANDS,
        recovery.COMMANDS,
        support.COMMANDS,
    )
}
"""By the word; a module of this room lists its own."""

VERBS.update(COMMANDS)  # type: ignore[arg-type] # until the last word is an order
