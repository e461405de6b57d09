"""A board made ready for LOS: what each hex does to one that crosses it, by place, and where a LOS has to look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sasl.board import fences
from sasl.board.board import Board
from sasl.board.grid import place_of
from sasl.board.terrain import Doubts, HexTerrain, Missed, TerrainChart
from sasl.board.traces import apart, bits


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

    @property
    def top(self) -> float:
        """The level of the obstacle's top, or of the ground."""
        return self.ground + self.obstacle

    def matters(self, low: int, *, level: bool) -> bool:
        """Whether it can have any effect on a LOS whose lower end is at `low`; `level`: both ends are."""
        if self.ground > low:
            return True
        if level and self.hindrance:
            return self.ground == low
        return self.obstacle > 0 and self.top > low


class Ground:
    """The cells of the whole map by place, the places of the hexes in play, walls and hedges, and the beds."""

    def __init__(self, board: Board) -> None:
        whole = board.whole or board
        self.places: Mapping[str, int] = board.grid.place
        self.cells = {place_of(hex_): _cell(hex_.name, it, board.chart) for hex_, it in whole.hexes.items()}
        self.fences = fences.fences_of(whole)
        self.doubts: Doubts = board.chart.doubts
        self.beds = beds(board)
        self.fenced = bits(place for place in self.cells if apart(place) in self.fences)
        """The places of the hexes with any, as `bits`."""
        self._matter: dict[tuple[int, bool], int] = {}

    def matter(self, low: int, *, level: bool) -> int:
        """The `bits` of the places where anything matters to such a LOS (see `Cell.matters`), fences left out."""
        found = self._matter.get((low, level))
        if found is None:
            there = (place for place, cell in self.cells.items() if cell.matters(low, level=level))
            found = self._matter[low, level] = bits(there)
        return found


def ground_of(board: Board) -> Ground:
    """The map of a board made ready, once; shellholes that no LOS notices leave it the very same."""

    def work_out() -> Ground:
        ground = Ground(board)
        before = ground_of(board.before) if board.before else ground
        return before if before.cells == ground.cells else ground

    return board.remember("ground", work_out)


def beds(board: Board) -> frozenset[str]:
    """The hexes in play with a gully or stream that no bridge crosses: who is there is IN it, but for the crest."""
    return board.remember("beds", lambda: frozenset(
        hex_.name for hex_, terrain in board.hexes.items() if terrain.depression and not terrain.bridged
    ))  # fmt: skip


def up_slopes(board: Board) -> frozenset[str]:
    """The hexes in play that are Up-Slope across any hexside (OtO 1.2)."""
    return board.remember("up-slopes", lambda: frozenset(
        hex_.name for hex_, terrain in board.hexes.items() if terrain.up
    ))  # fmt: skip


def depressions(board: Board) -> frozenset[str]:
    """The hexes in play that a gully or stream runs through, bridged or not."""
    return board.remember("depressions", lambda: frozenset(
        hex_.name for hex_, terrain in board.hexes.items() if terrain.depression
    ))  # fmt: skip


def _cell(name: str, terrain: HexTerrain, chart: TerrainChart) -> Cell:
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
    )
