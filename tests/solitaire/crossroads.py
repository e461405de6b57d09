"""OtO-S2 for tests: the same three mapboards, the north edge, and not a single counter on the map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tabletop import LIBRARY, Tabletop

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Unit, Value
from sasl.kernel.frozen import replace
from sasl.orders.engine import new_game

CONTROL: dict[str, Side] = {"I17": "ENEMY", "T16": "ENEMY", "W13": "ENEMY"}
"""Three intersections of board 16 (turned), in the centre."""
SET_UP = ("mapboard north 24", "mapboard centre 16 turned", "mapboard south 42", "edge north", "next")
OPEN, CAUSE = "CC13", "GG19"


def chosen(*more: str) -> Tabletop:
    """The mapboards are laid and the edge is chosen; then `more`."""
    return Tabletop(new_game(LIBRARY, "oto-s2", 1)).all(*SET_UP, *more)


@cache
def _bare() -> Game:
    game = chosen().game
    values = {"enemy-ac": "3", "enemy-san": "0", "friendly-san": "0", "enemy-re": "6/7", "friendly-re": "6/7"}
    state = replace(
        game.state,
        stage="play",
        suspects={},
        units={},
        weapons={},
        markers={},
        serials={},
        control=CONTROL,
        values={name: Value(figure, "user") for name, figure in values.items()},
        ec="Dry",
        options={"command": False, "ask-los": False},
    )
    return game.at(state)


def bare(side: Side = "FRIENDLY", phase: Phase = "MPh", turn: int = 1, **changes: Any) -> Tabletop:
    """The map in play without a counter, at that phase, Command Control and LOS questions off."""
    game = _bare()
    return Tabletop(game.at(replace(game.state, side=side, phase=phase, turn=turn, **changes)))


def activate(*dice: int, table: Tabletop | None = None, place: str = OPEN) -> tuple[Tabletop, Sequence[ev.Event]]:
    """An S? in open ground is Activated with these dice; none may be left over."""
    table = table or bare()
    name = table.suspect(place)
    if not table.state.units_at(CAUSE):
        table.new("friendly", "4-4-7", CAUSE)
    table.dice(*dice)
    events = table.do(f"activate {name} {CAUSE}")
    assert table.state.dice.queue == (), f"dice left over: {table.state.dice.queue}"
    return table, events


def enemies(table: Tabletop, place: str = OPEN) -> list[Unit]:
    """The ENEMY units there."""
    return table.state.units_at(place, "ENEMY")


def types(table: Tabletop, place: str = OPEN) -> list[str]:
    """The counters of the ENEMY there."""
    return [unit.type for unit in enemies(table, place)]
