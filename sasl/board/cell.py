"""One hex, or some pixels of it, as a LOS meets it."""

from __future__ import annotations

from typing import NamedTuple

from sasl.board.terrain import HexTerrain, Missed, TerrainChart


class Cell(NamedTuple):
    """One hex as a LOS meets it."""

    name: str
    why: str
    ground: int
    obstacle: float
    hindrance: int
    half_level: bool
    leafless: bool
    road: frozenset[int]  # only where a road runs through half-level terrain (OtO 2.3)
    up: frozenset[int]
    bed: str  # the gully or stream through it; "" for none
    gully: frozenset[int]
    missed: Missed
    under: int
    """The level of the ground: that of the hex, or lower where a bridge is higher than the banks (B6.2)."""

    @property
    def top(self) -> float:
        """The level of the obstacle's top, or of the ground."""
        return self.ground + self.obstacle

    def bare(self, ground: int) -> Cell:
        """The same hex with nothing in it, at that level."""
        return self._replace(ground=ground, under=ground, obstacle=0.0, hindrance=0, why="", missed=())

    def over(self, banks: int) -> Cell:
        """Return the hex of a bridge with the level of the banks under it: LOS below the bridge passes."""
        return self._replace(under=min(banks, self.ground))

    def matters(self, low: int, *, level: bool) -> bool:
        """Whether it can have any effect on a LOS whose lower end is at `low`; `level`: both ends are."""
        if self.under > low:
            return True
        if level and self.hindrance:
            return self.ground == low
        return self.obstacle > 0 and self.top > low


NO_SIDES: frozenset[int] = frozenset()


def bare_ground(level: int) -> Cell:
    """Nothing but the ground."""
    return Cell("", "", level, 0.0, 0, False, False, NO_SIDES, NO_SIDES, "", NO_SIDES, (), level)


def cell_of(name: str, terrain: HexTerrain, chart: TerrainChart) -> Cell:
    """The hex of that name with this terrain."""
    seen = chart.sighting(terrain.terrains)
    return Cell(
        name,
        seen.name,
        terrain.elevation,
        seen.obstacle,
        seen.hindrance,
        seen.half_level,
        seen.leafless,
        terrain.road if seen.half_level else frozenset(),
        terrain.up,
        terrain.bed,
        terrain.gully,
        seen.missed,
        terrain.elevation,
    )
