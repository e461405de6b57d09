"""Hull Down behind a Crest Line (D4.22): which hexsides cover a vehicle, as its `arms` keep it."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.board.hexes import crossed_sides


def crest_sides(game: Game, name: str) -> frozenset[int]:
    """D4.22, D4.222: the hexsides of a hex beyond which the ground is one level lower; over steeper ones none is HD."""
    board = game.board
    height = board.terrain(name).elevation
    near = ((board.hexside(name, other), board.terrain(other).elevation) for other in board.neighbours(name))
    return frozenset(side for side, elevation in near if side is not None and elevation == height - 1)


def word(unit: Unit, sides: Iterable[int]) -> str:
    """What `arms` keep: good for where it stands and as it faces there."""
    return f"HD {unit.hex} {unit.ca} {''.join(map(str, sorted(sides)))}"


def words(unit: Unit) -> tuple[str, ...]:
    """The words of `arms` that say it is HD, to be taken off."""
    return tuple(sorted(item for item in unit.arms if item.startswith("HD ")))


def covers(unit: Unit, from_hex: str) -> bool:
    """D4.221: whether fire from a hex, from below, crosses a hexside behind which a vehicle is HD."""
    for item in words(unit):
        _, place, facing, sides = item.split(" ")
        if (place, facing) == (unit.hex, unit.ca) and "motion" not in unit.flags and from_hex not in ("", unit.hex):
            return crossed_sides(unit.hex, from_hex) <= frozenset(map(int, sides))
    return False
