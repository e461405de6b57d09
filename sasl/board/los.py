"""Line of Sight from hex centre to hex centre over the facts of the hexes: advice, the map is the judge."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

from sasl.board import fences
from sasl.board.board import Board
from sasl.board.cell import Cell
from sasl.board.grid import RANGE_OVER
from sasl.board.ground import Ground, ground_of
from sasl.board.los_effects import SCREEN, View, effect, view_of
from sasl.board.pixels.survey import Crossing
from sasl.board.terrain import Doubts, Missed
from sasl.board.traces import CENTRE, GRAZE, STRIDE, TRACES, LosTrace, apart, trace
from sasl.kernel.frozen import Frozen, Mutable

State = Literal["clear", "hindered", "blocked", "unsure"]

BLOCKING_HINDRANCE = 6  # A6.7
LIKELY = 0.5  # from this chance on a doubtful LOS counts as one


class Sight(Frozen):
    """A LOS: its state, its Hindrance DRM, its range in hexes, and the hexes that matter with the reason.

    `unsure`: the facts of the hexes do not settle it and the printed map must; `exists` and `hindrance` are then the
    likely answer, and `chance` (0 to 1) how likely that is.
    """

    state: State
    hindrance: int
    range: int
    hexes: tuple[tuple[str, str], ...] = ()
    exists: bool = True
    chance: float = 1.0

    @property
    def likely(self) -> State:
        """The likely answer: the state itself unless that is `unsure`."""
        if self.state != "unsure":
            return self.state
        return "blocked" if not self.exists else "hindered" if self.hindrance else "clear"

    @property
    def text(self) -> str:
        """The LOS in one line: `hindered +2 at range 8: grain C5 +1, brush D6 +1`."""
        hindrance = f" +{self.hindrance}" if self.hindrance and self.exists else ""
        because = f": {self.why}" if self.hexes else ""
        if self.state == "unsure":
            return f"unsure at range {self.range}, likely {self.likely}{hindrance} ({self.chance:.0%}){because}"
        return f"{self.state}{hindrance} at range {self.range}{because}"

    @property
    def one_each(self) -> bool:
        """Return whether each of its hexes is a Hindrance of +1."""
        return self.state == "hindered" and self.hindrance == len(self.hexes)

    @property
    def each(self) -> list[str]:
        """Return its Hindrances one by one: `grain C5 +1`, `grain C6 +1`."""
        return [f"{why} {name} +1" for name, why in self.hexes]

    @property
    def why(self) -> str:
        """Return the hexes that matter by what they do: `grain C5, C6`; several kinds of Hindrance with their DRM."""
        names: dict[str, list[str]] = {}
        for name, why in self.hexes:
            names.setdefault(why, []).append(name)
        if len(names) > 1 and self.one_each:
            return ", ".join(self.each)
        return "; ".join(f"{why} {', '.join(there)}" for why, there in names.items())


_Met = list[tuple[int, float, Cell]]
"""What a LOS meets at one range: the effect of each hex, and the length of the LOS inside it."""


class _Tally(Mutable):
    """What a LOS has met so far: Hindrances, doubts, and single obstacles that it may pass by.

    `open`: how likely no obstacle blocks, `plain`: how likely there is no Hindrance but those counted.
    """

    chances: Doubts
    hindrance: int = 0
    hindering: list[tuple[str, str]] = []
    doubts: list[tuple[str, str]] = []
    screens: list[tuple[Cell, float]] = []
    open: float = 1.0
    plain: float = 1.0

    def may_block(self, cell: Cell, why: str, clear: float) -> None:
        """An obstacle that the line passes by with this chance."""
        self.doubts.append((cell.name, f"{why} {_what(cell)}"))
        self.open *= clear

    def may_hinder(self, cell: Cell, clear: float) -> None:
        """The same of a Hindrance along whose hexside it runs."""
        self.doubts.append((cell.name, f"along the hexside of {_what(cell)}"))
        self.plain *= clear

    def sight(self, distance: int) -> Sight:
        """The LOS that comes of it, where nothing blocks for sure."""
        hindering = tuple(self.hindering)
        if self.hindrance >= BLOCKING_HINDRANCE:
            return Sight("blocked", self.hindrance, distance, hindering, False)
        for cell, length in self.screens:
            self.may_block(cell, "cuts the edge of", _clear_by(cell.missed, length))
        if self.doubts:
            exists = self.open >= LIKELY
            chance = self.open * self.plain if exists else 1 - self.open
            return Sight("unsure", self.hindrance, distance, (*self.doubts, *hindering), exists, chance)
        return Sight("hindered", self.hindrance, distance, hindering) if self.hindrance else _clear(distance)


def line_of_sight(board: Board, a: str, b: str, sunk: Container[str] | None = None) -> Sight:
    """The LOS between two hexes in play (A6), with its reasons; the same in both directions.

    Ends are taken at the base level of their hexes; those of `sunk` IN the gully or stream there (None: wherever one
    runs and no bridge crosses it). ValueError for a hex that is not in play. What many LOS come to: `outcomes`.
    """
    ground = ground_of(board)
    a, b = board.find(a), board.find(b)
    below = ground.beds if sunk is None else sunk
    return sight_between(ground, ground.places[a], ground.places[b], a in below, b in below)


def read_off_pixels(board: Board, a: str, b: str) -> bool:
    """Whether the LOS between two hexes in play is read off the pixels of the map all along: then nothing is unsure."""
    ground = ground_of(board)
    start, end = sorted((ground.places[board.find(a)], ground.places[board.find(b)]))
    return ground.survey is not None and ground.all_surveyed(start, end, TRACES[end - start])


def sight_of_vertex(board: Board, a: str, b: str, corner: tuple[int, int]) -> Sight:
    """The LOS from hex `a` to a vertex of `b` where somebody is in Bypass (A4.34, D2.37).

    What lies in `b` blocks it if the LOS crosses that hex on its way; its walls and hedges never do (B9.2).
    ValueError for a hex that is not in play.
    """
    ground = ground_of(board)
    start, end = ground.places[board.find(a)], ground.places[board.find(b)]
    way = trace(*apart(end - start), corner)
    if way.through:
        return Sight("blocked", 0, way.range, ((b, "the obstacle they bypass lies between"),), False)
    return _sight(ground, start, end, way, corner=corner)


def sight_between(ground: Ground, start: int, end: int, start_in: bool = False, end_in: bool = False) -> Sight:
    """The LOS between two places; `start_in`, `end_in`: who is there is IN the gully or stream."""
    if end < start:
        start, end, start_in, end_in = end, start, end_in, start_in
    way = TRACES[end - start]
    if way.range <= 1:
        return _clear(way.range)
    survey = ground.survey
    if start_in and end_in and survey and start in survey and end in survey:
        if not survey.stays_below(start, end):
            return _hidden(ground, (start, end), way)
        return _sight(ground, start, end, way, below=1)
    if (start_in or end_in) and below_the_rim(ground, start, end, start_in, end_in):
        return _hidden(ground, [place for place, inside in ((start, start_in), (end, end_in)) if inside], way)
    return _sight(ground, start, end, way)


def _sight(
    ground: Ground, start: int, end: int, way: LosTrace, *, below: int = 0, corner: tuple[int, int] = CENTRE
) -> Sight:
    """The LOS over the pixels of the map where they are known, and over the facts of its hexes elsewhere.

    `below`: so many levels under the ground of their hexes both ends are.
    """
    if ground.survey is None:
        return _by_facts(ground, start, end, way, corner)
    view = view_of(ground.cells[start], ground.cells[end], way).lowered(below)
    found = _by_pixels(ground, ground.survey.along(start, end, view, corner), view, way)
    if found.state == "blocked" or ground.all_surveyed(start, end, way):
        return found
    return _both(_by_facts(ground, start, end, way, corner), found)


def _by_pixels(ground: Ground, met: Crossing, view: View, way: LosTrace) -> Sight:
    """The LOS as far as the pixels of the map are known; nothing of it is in doubt."""
    cells = ground.cells
    if met.blocking:
        place, what = met.blocking
        why = what if isinstance(what, str) else _reason(what, view)
        return Sight("blocked", 0, way.range, ((cells[place].name, why),), False)
    found = [*met.hindering, *_bridges(ground, met, view, way)]
    hindrance = sum(cell.hindrance for _, cell in found) if view.high == view.low else met.hindrance
    if not hindrance:
        return _clear(way.range)
    hexes = tuple((cells[place].name, cell.why) for place, cell in found)
    if hindrance >= BLOCKING_HINDRANCE:
        return Sight("blocked", hindrance, way.range, hexes, False)
    return Sight("hindered", hindrance, way.range, hexes)


def _bridges(ground: Ground, met: Crossing, view: View, way: LosTrace) -> Iterator[tuple[int, Cell]]:
    """B6.2: the bridges that hinder a LOS over pixels: on its level, and not along their road."""
    for place in met.bridges:
        cell = ground.bridges.get(place)
        if cell and cell.ground == view.high and effect(cell, view, 1, way, True):
            yield place, cell


def _both(facts: Sight, pixels: Sight) -> Sight:
    """The LOS that is clear or hindered over pixels, and goes on over hexes whose pixels are not known."""
    if facts.state == "blocked" or not pixels.hindrance:
        return facts
    hindrance, hexes = facts.hindrance + pixels.hindrance, (*facts.hexes, *pixels.hexes)
    if hindrance >= BLOCKING_HINDRANCE:
        return Sight("blocked", hindrance, facts.range, hexes, False)
    state: State = facts.state if facts.state == "unsure" else "hindered"
    return Sight(state, hindrance, facts.range, hexes, facts.exists, facts.chance)


def _by_facts(ground: Ground, start: int, end: int, way: LosTrace, corner: tuple[int, int]) -> Sight:
    """The LOS over the facts of the hexes, with honest doubt."""
    found = _sight_along(ground, start, end, way)
    near = corner == CENTRE and way.range <= 2
    return found if near or not ground.fences else _over_fences(ground, start, end, found, way, corner)


def below_the_rim(ground: Ground, start: int, end: int, start_in: bool, end_in: bool) -> bool:
    """A6.3, B19: whether an end IN a gully or stream has no LOS over its rim: unless the LOS runs along the bed, is of
    ADJACENT hexes, or the other end is as many levels higher as it is hexes away. By facts, not by pixels.
    """
    far = RANGE_OVER[end - start]
    if far <= 1:
        return False
    first, last = ground.cells[start], ground.cells[end]
    if start_in and end_in:
        return not _along_the_bed(ground.cells, start, end)
    low, high = (first, last) if start_in else (last, first)
    return high.ground - (low.ground - 1) < far


def _hidden(ground: Ground, below: Iterable[int], way: LosTrace) -> Sight:
    """No LOS, for who is at these places is IN the gully or stream there."""
    hidden = [(ground.cells[place].name, f"IN the {ground.cells[place].bed}") for place in below]
    return Sight("blocked", 0, way.range, tuple(hidden), False)


def _along_the_bed(cells: Mapping[int, Cell], start: int, end: int) -> bool:
    """Whether the LOS runs straight along a gully or stream: through bed hexsides only."""
    right, down = apart(end - start)
    if right and abs(right) != abs(down):  # on no hex grain
        return False
    way = TRACES[end - start]
    side = way.grain
    assert side is not None
    between = [cells.get(start + step.hexes[0][0]) for step in way.steps]
    return (
        side in cells[start].gully
        and (side + 3) % 6 in cells[end].gully
        and all(cell and {side, (side + 3) % 6} <= cell.gully for cell in between)
    )


def _sight_along(ground: Ground, start: int, end: int, way: LosTrace) -> Sight:
    cells = ground.cells
    first, last = cells[start], cells[end]
    view = view_of(first, last, way)
    met_at = way.met(start, ground.matter(view.low, level=view.high == view.low))
    if not met_at:
        return _clear(way.range)
    tally = _Tally(ground.doubts)
    for step in way.steps:
        if not step.bits & met_at:
            continue
        met: _Met = []
        matters = 0
        for offset, length in step.hexes:
            cell = cells.get(start + offset)
            if cell is not None:
                what = effect(cell, view, step.range, way, first.ground == view.high)
                matters |= what
                met.append((what, length, cell))
        if not matters:
            continue
        blocking = _between(met, tally) if step.between else _across(met, tally)
        if blocking:
            return Sight("blocked", 0, way.range, tuple((cell.name, _reason(cell, view)) for cell in blocking), False)
    return tally.sight(way.range)


def _across(met: _Met, tally: _Tally) -> list[Cell]:
    """Count what a LOS meets that goes through these hexes of one range. What surely blocks it, if anything does.

    One obstacle that it crosses for a short way only is in doubt; a second one blocks.
    """
    most, hindering = 0, None
    blocking = []
    for what, length, cell in met:
        if what < SCREEN:
            if what > most:
                most, hindering = what, cell
        elif length < GRAZE:
            tally.may_block(cell, "grazes", _clear_by(cell.missed, length) if cell.missed else tally.chances.graze)
        elif what == SCREEN and cell.missed and length < cell.missed[-1][0]:
            tally.screens.append((cell, length))
        else:
            blocking.append(cell)
    if len(tally.screens) > 1:
        blocking += [cell for cell, _ in tally.screens]
    if hindering is not None:
        tally.hindrance += most
        tally.hindering.append((hindering.name, hindering.why))
    return blocking


def _between(met: _Met, tally: _Tally) -> list[Cell]:
    """The same for a LOS along the hexside of two: sure only where both hexes do the same (off the map: nothing)."""
    met = sorted(met, key=lambda item: item[0])
    what, _, cell = met[0] if len(met) > 1 else (0, 0.0, met[0][2])
    other_what, _, other = met[-1]
    along = tally.chances.along
    if what >= SCREEN:
        return [cell, other]
    if other_what >= SCREEN:
        tally.may_block(other, "along the hexside of", along)
        tally.plain *= along if what else 1
        return []
    if other_what > what:
        tally.may_hinder(other, along)
    if what:
        tally.hindrance += what
        tally.hindering.append((cell.name, cell.why))
    return []


def _clear_by(missed: Missed, length: float) -> float:
    """How likely a LOS of this length in the hex passes the obstacle there by."""
    return next((clear for limit, clear in missed if length < limit), 0.0)


def _over_fences(ground: Ground, start: int, end: int, found: Sight, way: LosTrace, corner: tuple[int, int]) -> Sight:
    """B9.2: the LOS once walls and hedges are looked at, between two ends at one level and neither Up-Slope.

    Left out: LOS between unlike levels passes over every fence.
    """
    if found.state == "blocked" or not way.met(start, ground.fenced):
        return found
    view = view_of(ground.cells[start], ground.cells[end], way)
    if view.high != view.low or view.any_up:
        return found
    for ((col, half_y), side), what in fences.over(ground.fences, apart(start), *apart(end - start), corner):
        if ground.level_of_fence(col * STRIDE + half_y, side) >= view.high:
            return Sight("blocked", 0, found.range, ((ground.cells[col * STRIDE + half_y].name, what),), False)
    return found


@lru_cache(maxsize=256)
def _clear(distance: int) -> Sight:
    return Sight("clear", 0, distance)


def _what(cell: Cell) -> str:
    return cell.why or f"level {cell.under} ground"


def _reason(cell: Cell, view: View) -> str:
    if cell.under > view.low and cell.under >= view.high:
        return f"level {cell.under} ground"
    if view.high > view.low and cell.under + cell.obstacle < view.high:
        return f"Blind hex behind {_what(cell)}"
    return _what(cell)
