"""Importing this module registers every command word."""

from sasl.play import (
    activation,
    adjust,
    advance,
    deployment,
    dice_commands,
    firing,
    orders,
    random_events,
    sequence,
    setup,
    sight,
    support,
    suspects,
    victory,
    wrecks,
)

__all__ = [
    "activation",
    "adjust",
    "advance",
    "deployment",
    "dice_commands",
    "firing",
    "orders",
    "random_events",
    "sequence",
    "setup",
    "sight",
    "support",
    "suspects",
    "victory",
    "wrecks",
]
