"""When a mission's command words are legal: by stage and by phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sasl.asl.game.state import STAGE_NAMES, Stage, State
from sasl.kernel.order import Command
from sasl.orders.kinds import KINDS

SETUP: tuple[Stage, ...] = ("boards", "tables", "suspects", "wrecks", "force", "set-up")
GROUPS = ("turn", "set-up", "move", "fire", "recover", "settle", "enemy", "look", "dice", "adjust")
"""The order in which commands are listed: what moves the game on first."""


def belongs(command: Command, state: State) -> str:
    """Why a word does not belong to this stage of the game, or ""."""
    if state.stage in command.stages:
        return ""
    if state.stage == "over":
        return "the mission is over"
    when = "play" if "play" in command.stages else " or ".join(STAGE_NAMES[stage] for stage in command.stages)
    return f"'{command.name}' belongs to {when}; this is {state.moment}"


def command(*orders: Any, summary: str, **more: Any) -> Command:
    """A command word of a mission; see `sasl.kernel.order.Command`."""
    return Command(orders, summary, KINDS, belongs=belongs, **more)


def in_phase(*wanted: str, side: str = "FRIENDLY") -> Callable[[State], str]:
    """When a word is legal: in these phases of `side`'s Player Turn."""

    def why(state: State) -> str:
        if state.side == side and state.phase in wanted:
            return ""
        return f"that belongs to the {side} {' or '.join(wanted)}; this is {state.moment}"

    return why


def in_mph(state: State) -> str:
    """When the orders of the MPh are legal: in either side's MPh, for its own units."""
    return "" if state.phase == "MPh" else f"that belongs to the MPh; this is {state.moment}"
