"""Positions for the tests of small arms fire: two units that face each other down the hexrow K."""

from __future__ import annotations

from typing import Any

from field import ENEMY, FRIENDLY, Tabletop, field, moves

from sasl.asl.game.sides import Phase


def duel(
    phase: Phase = "PFPh", firer: str = "4-5-8", distance: int = 4, target: str = "4-6-7", *states: str, **terrain: Any
) -> tuple[Tabletop, str, str]:
    """A FRIENDLY unit in K14 and an ENEMY unit `distance` hexes up the hexrow."""
    table = field(FRIENDLY, phase, **terrain)
    us = table.new(FRIENDLY, firer, "K14", *states)
    return table, us, table.new(ENEMY, target, f"K{14 - distance}")


def defence(
    firer: str = "4-6-7", distance: int = 4, mover: str = "4-5-8", spent: float = 1, how: str = "", **terrain: Any
) -> tuple[Tabletop, str, str]:
    """An ENEMY unit in K14, and a FRIENDLY one that moves `distance` hexes up the hexrow."""
    table = field(FRIENDLY, "MPh", **terrain)
    them, us = table.new(ENEMY, firer, "K14"), table.new(FRIENDLY, mover, f"K{14 - distance}")
    return moves(table, us, came_from=f"K{13 - distance}", spent=spent, how=how), them, us


def armed(unit: str, *sw: str, distance: int = 4, phase: Phase = "PFPh") -> tuple[Tabletop, str, list[str]]:
    """A FRIENDLY unit with SW in K14, an ENEMY squad in a building (+2) up the hexrow."""
    table = field(FRIENDLY, phase, **{f"K{14 - distance}": "wooden-building"})
    us = table.new(FRIENDLY, unit, "K14")
    weapons = [table.new(FRIENDLY, name) for name in sw]
    for weapon in weapons:
        table.do(f"give {weapon} {us}")
    table.new(ENEMY, "4-6-7", f"K{14 - distance}")
    return table, us, weapons
