"""The legal pieces of a Front Line: grains between two markers, and runs along the map edge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sasl.board.board import Board
from sasl.campaign.perimeter.grains import RAYS
from sasl.campaign.perimeter.grid import Grid, grid_of
from sasl.campaign.perimeter.position import Position

Run = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Web:
    """Every legal piece between neighbouring markers, by places of the grid. A longer grain is several pieces."""

    grid: Grid
    markers: int
    runs: tuple[Run, ...]
    edge: int
    """The map-edge hexes that make a loop part of the main area."""


def main_web(position: Position, side: str) -> Web:
    """7.5052-7.5053: the pieces that the main perimeter of a side may be made of."""
    board = position.board
    grid = grid_of(board)
    barred = grid.mask(position.barred(side))
    markers = grid.mask(position.markers(side))
    edge = sum(1 << place for place in grid.ring) & grid.mask(
        name for name, whose in position.control.items() if whose == side
    )
    around, pseudo = _edge_runs(grid, markers, barred, edge)
    return Web(grid, markers | pseudo, _distinct([*_grains(grid, markers, barred), *around]), edge)


def pocket_web(position: Position, side: str, main: Iterable[str]) -> Web:
    """7.5054: the pieces that Pockets may be made of: none touches the main area or the map edge."""
    grid = grid_of(position.board)
    barred = grid.mask(position.barred(side)) | grid.mask(main) | sum(1 << place for place in grid.ring)
    markers = grid.mask(position.pocket_markers(side)) & ~barred
    return Web(grid, markers, _distinct(_grains(grid, markers, barred)), grid.whole)


def _grains(grid: Grid, markers: int, barred: int) -> list[Run]:
    """From each marker along each of its 18 rays to the first marker on it, if nothing bars the way."""
    found = []
    open_ = grid.whole & ~barred
    for start in grid.names:
        if not markers >> start & 1:
            continue
        for first, second in RAYS:
            steps = grid.ways[first], grid.ways[second]
            run = [start]
            while True:
                here = run[-1] + steps[(len(run) - 1) % 2]
                if not open_ >> here & 1:
                    break
                run.append(here)
                if markers >> here & 1:
                    found.append(tuple(run))
                    break
    return found


def _edge_runs(grid: Grid, markers: int, barred: int, own: int) -> tuple[list[Run], int]:
    """Runs along the map edge between neighbouring markers, around corners too.

    A ring without a marker or with only one is a piece from itself to itself, if the enemy holds none of it.
    """
    ring = grid.ring
    places = [number for number, place in enumerate(ring) if markers >> place & 1]
    pseudo = 0
    if not places:
        mine = next((number for number, place in enumerate(ring) if own >> place & 1), None)
        if mine is None:
            return [], 0
        places, pseudo = [mine], 1 << ring[mine]
    found = []
    for number, start in enumerate(places):
        end = places[(number + 1) % len(places)]
        length = (end - start - 1) % len(ring) + 1
        run = tuple(ring[(start + step) % len(ring)] for step in range(length + 1))
        if not any(barred >> place & 1 for place in run):
            found.append(run)
    return found, pseudo if found else 0


def _distinct(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Each piece once, in an order that depends on nothing but the map."""
    return tuple(sorted({min(run, run[::-1]) for run in runs}))


def named(board: Board, run: Run) -> tuple[str, ...]:
    """The hexes of a piece by name."""
    grid = grid_of(board)
    return tuple(grid.names[place] for place in run)
