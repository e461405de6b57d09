"""What one hex, or some pixels of it, does to a LOS that crosses it (A6, B10)."""

from __future__ import annotations

from typing import NamedTuple

from sasl.board.cell import Cell
from sasl.board.traces import LosTrace

UP_SLOPE = 0.75  # levels, OtO 1.3
BLOCK = 99  # stands for "the ground blocks" where a Hindrance is expected
SCREEN = 98  # the same for an obstacle on it


class View(NamedTuple):
    """The two ends: higher and lower base level, and who is Up-Slope."""

    high: int
    low: int
    high_up: bool
    any_up: bool

    def lowered(self, levels: int) -> View:
        """The same with both ends so many levels lower."""
        return self._replace(high=self.high - levels, low=self.low - levels) if levels else self


def view_of(first: Cell, last: Cell, way: LosTrace) -> View:
    """The ends as the rules see them. The LOS enters the last hex as it left the first, turned round."""
    first_up = bool(first.up) and any(side in first.up for side in way.leaves)
    last_up = bool(last.up) and any((side + 3) % 6 in last.up for side in way.leaves)
    if first.ground == last.ground:
        return View(first.ground, last.ground, first_up or last_up, first_up or last_up)
    high, low = max(first.ground, last.ground), min(first.ground, last.ground)
    return View(high, low, first_up if first.ground == high else last_up, first_up or last_up)


def effect(cell: Cell, view: View, at: int, way: LosTrace, first_is_high: bool) -> int:
    """BLOCK, SCREEN, or the Hindrance this hex gives, `at` hexes from the start."""
    _, _, _, obstacle, hindrance, _, leafless, _, _, _, _, _, ground = cell
    if view.high == view.low:
        if not obstacle and not hindrance and ground <= view.high:
            return 0
        return _level_effect(cell, view, way)
    if ground > view.high or (ground == view.high and not view.high_up):
        return BLOCK  # B10.23: the ground itself, or the crest line the viewer is not at
    if not obstacle and ground <= view.low:
        return 0
    to_high, to_low = (at, way.range - at) if first_is_high else (way.range - at, at)
    if ground > view.low and to_low <= _blind_hexes(ground, view, to_high) - 1:
        return BLOCK
    if not obstacle:
        return 0
    top = ground + obstacle
    over = top < view.high + UP_SLOPE if view.high_up else top < view.high
    if over and (top <= view.low or to_low > max(1, _blind_hexes(int(top), view, to_high))):
        return 0
    return hindrance if leafless else SCREEN


def _blind_hexes(top: int, view: View, to_high: int) -> int:
    """How many hexes behind an obstacle with this full-level top are Blind (A6.4-.43; slopes ignored)."""
    return (top - view.low) - max(0, view.high - top - 1) + to_high // 5


def _level_effect(cell: Cell, view: View, way: LosTrace) -> int:
    """As `_effect`, for two ends at the same base level."""
    if cell.under > view.high:
        return BLOCK
    if cell.hindrance:
        if cell.ground != view.high or (cell.half_level and view.any_up):
            return 0
        if way.grain is not None and way.grain in cell.road and (way.grain + 3) % 6 in cell.road:
            return 0  # OtO 2.3: the LOS never leaves the road
        return cell.hindrance
    above = cell.ground + cell.obstacle - view.high
    return SCREEN if above > (UP_SLOPE if view.any_up else 0) else 0
