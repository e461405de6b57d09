"""The hexes under a straight line from hex centre to hex centre, by range; geometry without terrain."""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import NamedTuple

from sasl.board.hexes import SIDES, gap

GRAZE = 0.15
"""Of a hex: a line that is shorter than this inside a hex may miss its printed terrain."""
STRIDE = 4096
"""A place is hexrow * STRIDE + half hexes down, so a step is one addition."""


class Step(NamedTuple):
    """What a LOS crosses at one range: places relative to the start, each with the length inside it in hex heights."""

    range: int
    hexes: tuple[tuple[int, float], ...]
    between: bool  # it runs along the hexside between two hexes


class LosTrace(NamedTuple):
    """A LOS without its terrain: it depends on nothing but how far right and down it goes, and to which point there."""

    range: int
    steps: tuple[Step, ...]
    leaves: tuple[int, ...]  # the hexsides of the start it crosses (two through a vertex)
    grain: int | None  # the hexside it crosses in every hex, centre to centre, on a hex grain
    through: bool = False  # to a vertex of the last hex: it crosses that hex before it is there


def apart(offset: int) -> tuple[int, int]:
    """A relative place as hexrows to the right and half hexes down."""
    right = (offset + STRIDE // 2) // STRIDE
    return right, offset - right * STRIDE


VERTICES = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""Where each vertex lies from its hex centre; hexrows are 3 wide here, half hexes 1 high."""
CENTRE = (0, 0)


@lru_cache(maxsize=65536)
def trace(right: int, down: int, corner: tuple[int, int] = CENTRE) -> LosTrace:
    """The hexes crossed by a line `right` hexrows and `down` half hexes long, by range from the start.

    `corner`: it ends at one of the VERTICES of its last hex (A4.34), not at the centre.
    """
    if corner != CENTRE:
        return _trace_to_vertex(right, down, corner)
    length = gap(right, down)
    crossed: dict[int, list[tuple[int, float]]] = {}
    sides: set[int] = set()
    for col, half_y in _candidates(right, down):
        at = gap(col, half_y)
        inside = _inside(3 * right, down, col, half_y)
        if inside is None or not 0 < at < length:
            continue
        part, along_side = inside
        if along_side:
            sides.add(at)
        crossed.setdefault(at, []).append((col * STRIDE + half_y, part))
    steps = tuple(Step(at, tuple(crossed[at]), at in sides) for at in sorted(crossed))
    leaves = tuple(side for side in range(6) if length and _crosses(side, right, down))
    grain = (side for side in leaves if _straight(side, length) == (right, down))
    return LosTrace(length, steps, leaves, next(grain, None))


def _trace_to_vertex(right: int, down: int, corner: tuple[int, int]) -> LosTrace:
    """As `trace`; hexes beside the last one are crossed, too, and the last one itself ends the LOS if it is."""
    across, fall = 3 * right + corner[0], down + corner[1]
    crossed: dict[int, list[tuple[int, float]]] = {}
    sides: set[int] = set()
    through = False
    for col in range(min(0, right) - 1, max(0, right) + 2):
        for half_y in range(min(0, down) - 2, max(0, down) + 3):
            inside = _inside(across, fall, col, half_y) if (col + half_y) % 2 == 0 else None
            if inside is None or (col, half_y) == CENTRE:
                continue
            part, along_side = inside
            if (col, half_y) == (right, down):
                through = through or not along_side
                continue
            at = gap(col, half_y)
            if along_side:
                sides.add(at)
            crossed.setdefault(at, []).append((col * STRIDE + half_y, part))
    steps = tuple(Step(at, tuple(crossed[at]), at in sides) for at in sorted(crossed))
    leaves = tuple(side for side in range(6) if _crosses(side, across, 3 * fall))
    return LosTrace(gap(right, down), steps, leaves, None, through)


def _straight(side: int, length: int) -> tuple[int, int]:
    """How far right and down `length` steps across `side` lead."""
    return SIDES[side][0] * length, SIDES[side][1] * length


def _candidates(right: int, down: int) -> list[tuple[int, int]]:
    """The hexes near the line; in X = 3 per hexrow, Y = half hexes, a hex reaches 2 right and 1 down."""
    found = []
    toward = 1 if right >= 0 else -1
    for col in range(0, right + toward, toward):
        if right:
            ends = [down * min(1.0, max(0.0, (3 * col + edge) / (3 * right))) for edge in (-2, 2)]
        else:
            ends = [0.0, float(down)]
        low, high = int(min(ends)) - 2, int(max(ends)) + 3
        found += [(col, half_y) for half_y in range(low, high) if (col + half_y) % 2 == 0]
    return found


def _inside(across: int, down: int, col: int, half_y: int) -> tuple[float, bool] | None:
    """How much of the line (in hex heights) lies in the hex, and whether only along its side; or None."""
    x, y = -3 * col, -half_y
    enter, leave, along_side = 0.0, 1.0, False
    for place, change, limit in ((y, down, 1), (x + y, across + down, 2), (x - y, across - down, 2)):
        if change == 0:
            if abs(place) > limit:
                return None
            along_side = along_side or abs(place) == limit
        else:
            times = ((-limit - place) / change, (limit - place) / change)
            enter, leave = max(enter, min(times)), min(leave, max(times))
    if leave - enter < 1e-9:
        return None
    return round((leave - enter) * hypot(across / 2 / 3**0.5, down / 2), 6), along_side


def _crosses(side: int, right: int, down: int) -> bool:
    """True if a line in this direction leaves its hex through `side`, either vertex included."""
    before, here, after = SIDES[side - 1], SIDES[side], SIDES[(side + 1) % 6]
    start, end = (before[0] + here[0], before[1] + here[1]), (here[0] + after[0], here[1] + after[1])
    return start[0] * down - start[1] * right >= 0 and right * end[1] - down * end[0] >= 0
