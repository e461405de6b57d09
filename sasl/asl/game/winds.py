"""The wind as a state keeps it, in words (B25.63-.64): its force and where it blows to."""

from __future__ import annotations

from sasl.board.hexes import WAYS
from sasl.content.missions.mission import FORCES
from sasl.kernel.frozen import Frozen


class Wind(Frozen):
    """How strong the wind blows, and toward which hexside: 1 is toward the top, then clockwise; 0 unknown or calm."""

    force: str
    toward: int = 0

    def __str__(self) -> str:
        return f"{self.force} toward {self.toward}" if self.toward else self.force


WINDS = {str(wind): wind for force in FORCES for wind in (Wind(force, toward) for toward in range(len(WAYS) + 1))}
"""Every wind, as a state keeps it."""


def words(kept: str) -> str:
    """`mild breeze up-left`: the wind as people read it on a map; other words stay as they are."""
    wind = WINDS.get(kept.strip())
    return f"{wind.force} {WAYS[wind.toward - 1].replace(' and ', '-')}" if wind and wind.toward else kept
