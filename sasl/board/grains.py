"""The ways on which a line of troops keeps its direction: hex grains and alternate hex grains through a hex."""

from __future__ import annotations

from dataclasses import dataclass

from sasl.board.hexes import Hex, distance, neighbour


@dataclass(frozen=True, slots=True)
class Lane:
    """A hex grain, or an alternate one, toward `goal` and `reach` hexes beyond it.

    `before`: its hexes from afar up to the goal; `forward` and `flank`: the hexsides of Forward and Side Locations.
    """

    before: tuple[Hex, ...]
    beyond: tuple[Hex, ...]
    forward: tuple[int, ...]
    flank: tuple[int, ...] = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """All of it."""
        return (*self.before, *self.beyond)

    def range(self, hex_: Hex) -> int:
        """The hexes from a hex to the nearest one of it."""
        return min(distance(hex_, other) for other in self.hexes)


def lanes(goal: Hex, reach: int) -> list[Lane]:
    """The 6 hex grains and 12 alternate ones that lead to a hex (A25.231); `reach` hexes to either side of it."""
    found = []
    for side in range(6):
        sides = ((side - 1) % 6, side, (side + 1) % 6)
        found.append(_lane(goal, (side, side), reach, sides))
    for side in range(6):
        other = (side + 1) % 6
        for pair in ((side, other), (other, side)):
            found.append(_lane(goal, pair, reach, (side, other), ((side - 1) % 6, (side + 2) % 6)))
    return found


def _lane(goal: Hex, pair: tuple[int, int], reach: int, forward: tuple[int, ...], flank: tuple[int, ...] = ()) -> Lane:
    """The lane that leaves `goal` across the two hexsides in turn, and has come to it in the same way."""
    ahead, behind = [goal], [goal]
    for number in range(reach):
        ahead.append(neighbour(ahead[-1], pair[number % 2]))
        behind.append(neighbour(behind[-1], (pair[(number + 1) % 2] + 3) % 6))
    return Lane(tuple(reversed(behind)), tuple(ahead[1:]), forward, flank)
