"""A board made ready for LOS: what each hex does to one that crosses it, by place, and where a LOS has to look."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from sasl.board import fences
from sasl.board.board import Board
from sasl.board.cell import cell_of
from sasl.board.grid import place_of
from sasl.board.hexes import SIDES, neighbours
from sasl.board.los_effects import BLOCK, SCREEN, View, effect
from sasl.board.pixels.survey import Survey
from sasl.board.terrain import WATER, Doubts
from sasl.board.traces import CENTRE, STRIDE, LosTrace, apart, bits, trace


class Flat(NamedTuple):
    """What the hexes of a map do to a LOS between two ends at one level, as `bits`.

    `sure`: those of the `blocking` that no LOS through them passes by. `hindering`: those that hinder
    by 1 or more, by 2 or more, and so on; those with `lanes` have a road, and do not hinder a LOS along it.
    """

    blocking: int
    sure: int
    hindering: tuple[int, ...]
    lanes: int


class Ground:
    """The cells of the whole map by place, the places of the hexes in play, walls and hedges, and the beds.

    Where the pixels of the map are known (`survey`), its cells are bare, and so are its hexsides: the pixels tell. Of
    `bridges` they tell only where they lie: whether one is still there, how high, and which way its road runs, is kept.
    """

    def __init__(self, board: Board) -> None:
        whole = board.whole or board
        self.places: Mapping[str, int] = board.grid.place
        self.survey: Survey | None = whole.survey
        self.cells = {place_of(hex_): cell_of(hex_.name, it, board.chart) for hex_, it in whole.hexes.items()}
        self._lift_bridges(whole)
        self.fences = fences.fences_of(whole)
        self.bridges = {place_of(hex_): self.cells[place_of(hex_)] for hex_, it in whole.hexes.items() if it.bridged}
        self._water = {place_of(hex_) for hex_, it in whole.hexes.items() if WATER in it.terrains}
        self._unsurveyed = 0
        if self.survey:
            self._strip(self.survey)
        self.doubts: Doubts = board.chart.doubts
        self.beds = beds(board)
        self.fenced = bits(place for place in self.cells if apart(place) in self.fences)
        """The places of the hexes with any, as `bits`."""
        self._matter: dict[tuple[int, bool], int] = {}
        self._flat: dict[tuple[int, bool], Flat] = {}

    def _lift_bridges(self, board: Board) -> None:
        """B6.2: let LOS pass under the bridges that are higher than the bed on both their sides."""
        for hex_, terrain in board.hexes.items():
            if terrain.bridged and terrain.depression:
                beds = [board.hexes[other] for other in neighbours(hex_) if other in board.hexes]
                banks = [it.elevation for it in beds if it.depression and not it.bridged]
                place = place_of(hex_)
                self.cells[place] = self.cells[place].over(min(banks, default=terrain.elevation))

    def _strip(self, survey: Survey) -> None:
        known = {place for place in self.cells if place in survey}
        for place in known:
            self.cells[place] = self.cells[place].bare(survey.ground(place))
        self.fences = {
            spot: left
            for spot, sides in self.fences.items()
            if (left := {side: name for side, name in sides.items() if not _surveyed(known, spot, side)})
        }
        self._unsurveyed = bits(place for place in self.cells if place not in known)

    def level_of_fence(self, place: int, side: int) -> int:
        """The level of a wall or hedge: that of the lower hex (B9.35), or of the bank where the other is Water."""
        both = (place, place + SIDES[side][0] * STRIDE + SIDES[side][1])
        known = [other for other in both if other in self.cells]
        dry = [other for other in known if other not in self._water]
        return min(self.cells[other].ground for other in dry or known)

    def all_surveyed(self, start: int, end: int, way: LosTrace) -> bool:
        """Whether the pixels are known of all hexes of a LOS, its ends too."""
        if not self._unsurveyed:
            return True
        if self.survey is None or start not in self.survey or end not in self.survey:
            return False
        return not way.met(start, self._unsurveyed)

    def matter(self, low: int, *, level: bool) -> int:
        """The `bits` of the places where anything matters to such a LOS (see `Cell.matters`), fences left out."""
        found = self._matter.get((low, level))
        if found is None:
            there = (place for place, cell in self.cells.items() if cell.matters(low, level=level))
            found = self._matter[low, level] = bits(there)
        return found

    def flat(self, level: int, *, any_up: bool) -> Flat:
        """What its hexes do to a LOS whose ends are both at this level; `any_up`: one of them is Up-Slope."""
        found = self._flat.get((level, any_up))
        if found is None:
            found = self._flat[level, any_up] = self._sorted_flat(View(level, level, any_up, any_up))
        return found

    def _sorted_flat(self, view: View) -> Flat:
        does = {place: effect(cell, view, 0, trace(*CENTRE), True) for place, cell in self.cells.items()}
        blocking = {place for place, what in does.items() if what >= SCREEN}
        sure = {place for place in blocking if does[place] == BLOCK or not self.cells[place].missed}
        hindrance = {place: what for place, what in does.items() if 0 < what < SCREEN}
        grades = range(1, 1 + max(hindrance.values(), default=0))
        return Flat(
            bits(blocking),
            bits(sure),
            tuple(bits(place for place, what in hindrance.items() if what >= grade) for grade in grades),
            bits(place for place in hindrance if self.cells[place].road),
        )


def _surveyed(known: Container[int], spot: tuple[int, int], side: int) -> bool:
    """Whether the pixels of both hexes of a hexside are known."""
    place = spot[0] * STRIDE + spot[1]
    return place in known and place + SIDES[side][0] * STRIDE + SIDES[side][1] in known


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
