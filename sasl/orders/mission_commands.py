"""Every command word of a mission."""

from __future__ import annotations

from sasl.kernel.orders.order import Command
from sasl.orders import (
    adjust_orders,
    aircraft_orders,
    carrying_orders,
    cc_orders,
    dice_orders,
    doctrine_orders,
    enemy_orders,
    entry_orders,
    fire_orders,
    look_orders,
    march_orders,
    move_orders,
    oba_orders,
    recovery_orders,
    settle_orders,
    setup_orders,
    turn_orders,
    vasl_orders,
    vehicle_orders,
)

MODULES = (
    turn_orders, setup_orders, move_orders, entry_orders, march_orders, vehicle_orders, carrying_orders, fire_orders,
    aircraft_orders, oba_orders, cc_orders, recovery_orders, enemy_orders, doctrine_orders, look_orders, vasl_orders,
    dice_orders, settle_orders, adjust_orders,
)  # fmt: skip
COMMANDS: dict[str, Command] = {item.name: item for module in MODULES for item in module.COMMANDS}
"""By the word; a module of this room lists its own."""
