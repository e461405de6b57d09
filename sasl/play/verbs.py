"""Importing this module registers every command word."""

from sasl.play import (
    activation,
    adjust,
    artillery,
    deployment,
    dice_commands,
    orders,
    random_events,
    sequence,
    setup,
    sight,
    snipers,
    suspects,
    victory,
)

__all__ = [
    "activation",
    "adjust",
    "artillery",
    "deployment",
    "dice_commands",
    "orders",
    "random_events",
    "sequence",
    "setup",
    "sight",
    "snipers",
    "suspects",
    "victory",
]
