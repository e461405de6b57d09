"""Facts that lay a counter on a hex: where boards are joined they keep the printed name, and tell both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sasl.asl.game.events.map_facts import MarkerPut, SuspectPlaced, SuspectRemoved
from sasl.asl.game.events.unit_facts import UnitAdded, UnitPut, UnitsMoved
from sasl.asl.game.events.weapon_facts import WeaponAdded, WeaponGiven
from sasl.board.board import Board
from sasl.kernel.facts import Event
from sasl.kernel.frozen import replace

SPOTS: Mapping[type[Event], Callable[[Any], str]] = {
    SuspectPlaced: lambda fact: str(fact.suspect.hex),
    SuspectRemoved: lambda fact: str(fact.hex),
    MarkerPut: lambda fact: str(fact.marker.hex),
    UnitAdded: lambda fact: str(fact.unit.hex),
    UnitPut: lambda fact: str(fact.hex),
    UnitsMoved: lambda fact: str(fact.path[-1]) if fact.how == "enter" else "",
    WeaponAdded: lambda fact: str(fact.weapon.hex),
    WeaponGiven: lambda fact: "" if fact.holder else str(fact.hex),
}
"""The hex on which each kind of fact lays something, or ""."""


def with_printed(event: Event, board: Board) -> Event:
    """Return the fact with what is printed on its hex, if it lays something there and boards are joined."""
    spot = SPOTS.get(type(event))
    printed = board.printed(spot(event)) if spot else ""
    laid: Any = event
    return replace(laid, printed=printed) if printed else event
