"""Every command word of a campaign."""

from __future__ import annotations

from itertools import chain

from sasl.campaign.orders import buying_orders, by_hand, looking, results, steps
from sasl.kernel.orders.order import Command

COMMANDS: dict[str, Command] = {
    item.name: item
    for item in chain(steps.COMMANDS, results.COMMANDS, buying_orders.COMMANDS, looking.COMMANDS, by_hand.COMMANDS)
}
"""By the word; a module of this room lists its own."""
