"""Importing this module registers every command word."""

from sasl.play import (
    activation,
    adjust,
    deployment,
    dice_commands,
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
    "deployment",
    "dice_commands",
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
