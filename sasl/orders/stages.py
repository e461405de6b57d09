"""When a mission's command words are legal: by stage and by phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sasl.asl.game.sides import STAGE_NAMES, Stage
from sasl.asl.game.state import State
from sasl.kernel.orders.order import Command
from sasl.kernel.text import listed
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
    """A command word of a mission; see `sasl.kernel.orders.order.Command`."""
    return Command(orders, summary, KINDS, belongs=belongs, **more)


def in_own(*wanted: str) -> Callable[[State], str]:
    """When a word is legal: in these phases of the FRIENDLY Player Turn."""

    def why(state: State) -> str:
        if state.side == "FRIENDLY" and state.phase in wanted:
            return ""
        return not_now(f"the FRIENDLY {' or '.join(wanted)}", state)

    return why


def in_phase(*phases: str, rule: str = "") -> Callable[[State], str]:
    """When a word is legal: in these phases of either side, for its own units. `rule`: its number, for a refusal."""
    return lambda state: "" if state.phase in phases else not_now(f"the {listed(phases)}", state, rule)


def not_now(when: str, state: State, rule: str = "") -> str:
    """How every word is refused at another time: `{}` is the word."""
    return f"{{}} belongs to {when}; this is {state.moment}{f' ({rule})' if rule else ''}"


in_mph = in_phase("MPh")
