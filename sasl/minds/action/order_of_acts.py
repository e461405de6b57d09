"""Who acts when in the PFPh (6): from the north, hexrow by hexrow, nearest the other side's edge, in six classes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sasl.asl.game.context import Game
from sasl.asl.game.state import SMC, VEHICLES, Side, Unit, opponent
from sasl.asl.ordnance import guns
from sasl.kernel.memo import Memo

NEVER_ROLL = ("gun", "cupola")
"""What never moves: it fires whenever there is a Target, without an Action DR [house]."""

OUT_OF_ACTION = {"broken", "prisoner", "melee", "shocked", "stunned", "abandoned", "panicked"}
"""The states in which a unit has no Action."""

LIGHT = 1
"""PP of a SW that does not make its unit one with a heavy weapon (a LMG, a PSK)."""


_LOCATIONS: Memo[list[tuple[str, list[Unit]]]] = Memo()


def locations(game: Game, side: Side) -> list[tuple[str, list[Unit]]]:
    """6: the Locations of `side` in the order of Actions, each with its units in theirs."""
    parts = (game.state.units, game.state.weapons, game.board, game.mission, game.library, side)
    return _LOCATIONS.of(parts, lambda: list(_locations(game, side)))


def _locations(game: Game, side: Side) -> Iterator[tuple[str, list[Unit]]]:
    units = [unit for unit in game.state.on_map(side) if unit.kind != "aircraft"]
    units.sort(key=lambda unit: (*_place(game, unit), *_rank(game, unit)))
    for place, here in groupby(units, key=lambda unit: unit.hex or ""):
        yield place, list(here)


def acting(game: Game, side: Side) -> list[tuple[str, list[Unit]]]:
    """The Locations with those in them that have an Action, or are Guns and cupolas that may fire."""
    found = ((place, [unit for unit in here if has_action(game, unit)]) for place, here in locations(game, side))
    return [(place, here) for place, here in found if here]


def has_action(game: Game, unit: Unit) -> bool:
    """6: whether a unit acts: Good Order (or berserk, or a vehicle in Melee), by itself, not as the crew of a Gun."""
    if unit.carrier or not unit.hex or unit.kind == "aircraft":
        return False
    out = OUT_OF_ACTION - {"melee"} if unit.kind in VEHICLES else OUT_OF_ACTION
    if unit.kind == "vehicle" and {"motion", "panicked"} <= unit.flags:
        out = out - {"panicked"}
    return not unit.flags & out and manned_gun(game, unit) is None


def manned_gun(game: Game, unit: Unit) -> Unit | None:
    """The functioning Gun that a crew acts with, or None."""
    if not unit.mmc:
        return None
    for gun in game.state.units_at(unit.hex or "", unit.side):
        if gun.kind == "gun" and not gun.flags & {"malfunctioned", "disabled"} and not gun.carrier:
            men = guns.crew(game, gun)
            if men is not None and men.id == unit.id:
                return gun
    return None


def _place(game: Game, unit: Unit) -> tuple[int, int, str]:
    """Where a unit comes: its hexrow from the north, how far from the other side's edge, and its hex."""
    name = unit.hex or ""
    goal = game.edge_of(opponent(unit.side))
    return _from_north(game, name), game.board.distance_to_edge(name, goal), name


def _from_north(game: Game, name: str) -> int:
    """How far south a hex lies, in hexrows where they run along the north edge, else in half hexes."""
    at, edge = game.board.hex(name), game.board.orientation["north"]
    return {"first": at.col, "last": -at.col, "low": at.half_y, "high": -at.half_y}[edge]


def _rank(game: Game, unit: Unit) -> tuple[int, bool, str]:
    """The class of a unit within its Location; leaders after those they lead."""
    return class_of(game, unit), unit.kind in SMC, unit.id


def class_of(game: Game, unit: Unit) -> int:
    """6: 1 a Gun with its men, 2 Infantry with a heavy weapon, 3 other Infantry, 4 armed AFV, 5 other AFV, 6 others."""
    if unit.kind == "gun":
        return 1
    if unit.kind in VEHICLES:
        item = game.counter_of(unit)
        if item.armor_front is None:
            return 6
        armed = bool(item.ma or item.machine_guns) and not unit.flags & {"malfunctioned", "disabled"}
        return 4 if armed else 5
    heavy = any(
        (game.counter_of(weapon).pp or 0) > LIGHT and not weapon.flags & {"malfunctioned", "dismantled"}
        for weapon in game.state.weapons_of(unit.id)
    )
    return 2 if heavy else 3
