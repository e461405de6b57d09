"""Line of Sight from hex centre to hex centre over the facts of the hexes: advice, the map is the judge."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from sasl.board import fences
from sasl.board.board import Board
from sasl.board.terrain import HexTerrain, TerrainChart
from sasl.board.traces import CENTRE, STRIDE, Way, trace

State = Literal["clear", "hindered", "blocked", "unsure"]

BLOCKING_HINDRANCE = 6  # A6.7
UP_SLOPE = 0.75  # levels, OtO 1.3
_BLOCK = 99  # stands for "blocks" where a Hindrance is expected


@dataclass(frozen=True, slots=True)
class Sight:
    """A LOS: its state, its Hindrance DRM, its range in hexes, and the hexes that matter with the reason.

    `unsure`: the facts of the hexes do not settle it and the printed map must; `hindrance` is then the
    most it can be, `least` what it has in any case.
    """

    state: State
    hindrance: int
    range: int
    hexes: tuple[tuple[str, str], ...] = ()
    least: int = 0

    @property
    def text(self) -> str:
        """The LOS in one line: `hindered +2 at range 8: grain C5; brush D6`."""
        names: dict[str, list[str]] = {}
        for name, why in self.hexes:
            names.setdefault(why, []).append(name)
        because = "; ".join(f"{why} {', '.join(there)}" for why, there in names.items())
        because = f": {because}" if because else ""
        hindrance = f" +{self.hindrance}" if self.hindrance else ""
        return f"{self.state}{hindrance} at range {self.range}{because}"


class _Cell(NamedTuple):
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
    bed: str  # the gully or stream one may be IN; "" for none, or under a bridge


class _View(NamedTuple):
    """The two ends: higher and lower base level, and who is Up-Slope."""

    high: int
    low: int
    high_up: bool
    any_up: bool


@dataclass(slots=True)
class _Ground:
    """A board made ready for LOS, and the LOS already known."""

    places: dict[str, int]
    cells: dict[int, _Cell]
    fences: fences.Fences
    known: dict[int, Sight] = field(default_factory=dict)


def line_of_sight(board: Board, a: str, b: str) -> Sight:
    """The LOS between two hexes in play (A6); the same in both directions, kept once worked out.

    Ends are taken at the base level of their hexes. ValueError for a hex that is not in play.
    """
    ground: _Ground | None = board.cache.get("los")
    if ground is None:
        ground = board.cache["los"] = _survey(board)
    places = ground.places
    try:
        start, end = places[a], places[b]
    except KeyError:
        start, end = places[board.find(a)], places[board.find(b)]
    if end < start:
        start, end = end, start
    key = start << 32 | end
    found = ground.known.get(key)
    if found is None:
        found = _sight(ground.cells, start, end)
        if ground.fences and found.range > 2 and found.state != "blocked":
            found = _over_fences(ground, start, end, found)
        ground.known[key] = found
    return found


def sight_of_vertex(board: Board, a: str, b: str, corner: tuple[int, int]) -> Sight:
    """The LOS from hex `a` to a vertex of `b` where somebody is in Bypass (A4.34, D2.37).

    What lies in `b` blocks it if the LOS crosses that hex on its way; its walls and hedges never do (B9.2).
    ValueError for a hex that is not in play.
    """
    ground: _Ground = board.remember("los", lambda: _survey(board))
    start, end = ground.places[board.find(a)], ground.places[board.find(b)]
    right = end // STRIDE - start // STRIDE
    way = trace(right, end - start - right * STRIDE, corner)
    if way.through:
        return Sight("blocked", 0, way.range, ((b, "what is in Bypass there lies between"),))
    found = _sight_along(ground.cells, start, end, way)
    if ground.fences and found.state != "blocked":
        found = _over_fences(ground, start, end, found, corner)
    return found


def _survey(board: Board) -> _Ground:
    """Every hex of the whole map as a cell, and the places of those in play."""
    whole = board.whole or board
    cells = {}
    for hex_, terrain in whole.hexes.items():
        cells[hex_.col * STRIDE + hex_.half_y + 8] = _cell(hex_.name, terrain, board.chart)
    places = {hex_.name: hex_.col * STRIDE + hex_.half_y + 8 for hex_ in board.hexes}
    return _Ground(places, cells, fences.fences_of(whole))


def _cell(name: str, terrain: HexTerrain, chart: TerrainChart) -> _Cell:
    seen = chart.sighting(terrain.terrains)
    return _Cell(
        name, seen.name, terrain.elevation, seen.obstacle, seen.hindrance, seen.half_level, seen.leafless,
        terrain.road if seen.half_level else frozenset(), terrain.up,
        "" if terrain.bridged else terrain.bed,
    )


def _sight(cells: dict[int, _Cell], start: int, end: int) -> Sight:
    right = end // STRIDE - start // STRIDE
    way = trace(right, end - start - right * STRIDE)
    return _clear(way.range) if way.range <= 1 else _sight_along(cells, start, end, way)


def _sight_along(cells: dict[int, _Cell], start: int, end: int, way: Way) -> Sight:
    first, last = cells[start], cells[end]
    view = _view(first, last, way)
    sure = most = 0
    hindering: list[tuple[str, str]] = []
    doubts: list[tuple[str, str]] = []
    for step in way.steps:
        met = []
        for offset, grazed in step.hexes:
            cell = cells.get(start + offset)
            if cell is not None:
                met.append((_effect(cell, view, step.range, way, first.ground == view.high), grazed, cell))
        low, high = _weigh(met, step.between, doubts)
        if low == _BLOCK:
            return Sight("blocked", 0, way.range, tuple(
                (cell.name, _reason(cell, view)) for effect, _, cell in met if effect == _BLOCK
            ))
        sure, most = sure + low, most + high
        if high:
            hindering.append(next((cell.name, cell.why) for effect, _, cell in met if effect == high))
    if sure >= BLOCKING_HINDRANCE:
        return Sight("blocked", sure, way.range, tuple(hindering))
    doubts += [(cell.name, f"IN the {cell.bed} or not?") for cell in (first, last) if cell.bed]
    if doubts:
        return Sight("unsure", most, way.range, (*doubts, *hindering), sure)
    return Sight("hindered", most, way.range, tuple(hindering)) if most else _clear(way.range)


def _over_fences(
    ground: _Ground, start: int, end: int, found: Sight, corner: tuple[int, int] = CENTRE
) -> Sight:
    """B9.2: the LOS once walls and hedges are looked at, between two ends at one level and neither Up-Slope.

    Left out: LOS between unlike levels passes over every fence.
    """
    right = end // STRIDE - start // STRIDE
    down = end - start - right * STRIDE
    view = _view(ground.cells[start], ground.cells[end], trace(right, down, corner))
    if view.high != view.low or view.any_up:
        return found
    doubts = []
    place = start // STRIDE, start % STRIDE - 8
    for (col, half_y), what, sure in fences.over(ground.fences, place, right, down, corner):
        cell = ground.cells[col * STRIDE + half_y + 8]
        if cell.ground < view.high:
            continue
        if sure:
            return Sight("blocked", 0, found.range, ((cell.name, what),))
        doubts.append((cell.name, what))
    least = found.least if found.state == "unsure" else found.hindrance
    return Sight("unsure", found.hindrance, found.range, (*doubts, *found.hexes), least) if doubts else found


@lru_cache(maxsize=256)
def _clear(distance: int) -> Sight:
    return Sight("clear", 0, distance)


def _view(first: _Cell, last: _Cell, way: Way) -> _View:
    """The ends as the rules see them. The LOS enters the last hex as it left the first, turned round."""
    first_up = any(side in first.up for side in way.leaves)
    last_up = any((side + 3) % 6 in last.up for side in way.leaves)
    if first.ground == last.ground:
        return _View(first.ground, last.ground, first_up or last_up, first_up or last_up)
    high, low = max(first.ground, last.ground), min(first.ground, last.ground)
    return _View(high, low, first_up if first.ground == high else last_up, first_up or last_up)


def _effect(cell: _Cell, view: _View, at: int, way: Way, first_is_high: bool) -> int:
    """_BLOCK, or the Hindrance this hex gives, `at` hexes from the start."""
    _, _, ground, obstacle, hindrance, _, leafless, _, _, _ = cell
    if view.high == view.low:
        if not obstacle and not hindrance and ground <= view.high:
            return 0
        return _level_effect(cell, view, way)
    if ground > view.high or (ground == view.high and not view.high_up):
        return _BLOCK  # B10.23: the ground itself, or the crest line the viewer is not at
    if not obstacle and ground <= view.low:
        return 0
    to_high, to_low = (at, way.range - at) if first_is_high else (way.range - at, at)
    if ground > view.low and to_low <= _blind_hexes(ground, view, to_high) - 1:
        return _BLOCK
    if not obstacle:
        return 0
    top = ground + obstacle
    over = top < view.high + UP_SLOPE if view.high_up else top < view.high
    if over and (top <= view.low or to_low > max(1, _blind_hexes(int(top), view, to_high))):
        return 0
    return hindrance if leafless else _BLOCK


def _blind_hexes(top: int, view: _View, to_high: int) -> int:
    """How many hexes behind an obstacle with this full-level top are Blind (A6.4-.43; slopes ignored)."""
    return (top - view.low) - max(0, view.high - top - 1) + to_high // 5


def _level_effect(cell: _Cell, view: _View, way: Way) -> int:
    """As `_effect`, for two ends at the same base level."""
    if cell.ground > view.high:
        return _BLOCK
    if cell.hindrance:
        if cell.ground < view.high or (cell.half_level and view.any_up):
            return 0
        if way.grain is not None and way.grain in cell.road and (way.grain + 3) % 6 in cell.road:
            return 0  # OtO 2.3: the LOS never leaves the road
        return cell.hindrance
    above = cell.ground + cell.obstacle - view.high
    return _BLOCK if above > (UP_SLOPE if view.any_up else 0) else 0


def _weigh(
    met: list[tuple[int, bool, _Cell]], between: bool, doubts: list[tuple[str, str]]
) -> tuple[int, int]:
    """The least and the most Hindrance of one range, or _BLOCK twice; what is not sure goes to `doubts`."""
    if len(met) == 1:
        effect, grazed, cell = met[0]
        if effect != _BLOCK or not grazed:
            return effect, effect
        doubts.append((cell.name, f"grazes {_what(cell)}"))
        return 0, 0
    effects = [effect for effect, _, _ in met]
    if not any(effects):
        return 0, 0
    if between:
        return _weigh_between(met, doubts)
    if any(effect == _BLOCK and not grazed for effect, grazed, _ in met):
        return _BLOCK, _BLOCK
    doubts += [(cell.name, f"grazes {_what(cell)}") for effect, _, cell in met if effect == _BLOCK]
    most = max(effect for effect in effects if effect != _BLOCK) if min(effects) != _BLOCK else 0
    return most, most


def _weigh_between(met: list[tuple[int, bool, _Cell]], doubts: list[tuple[str, str]]) -> tuple[int, int]:
    """A LOS along a hexside: sure only where both hexes do the same."""
    effects = [effect for effect, _, _ in met]
    if min(effects) == max(effects):
        return effects[0], effects[0]
    worst = max(met, key=lambda item: item[0])
    doubts.append((worst[2].name, f"along the hexside of {_what(worst[2])}"))
    if worst[0] == _BLOCK:
        return 0, min(effects)
    return min(effects), max(effects)


def _what(cell: _Cell) -> str:
    return cell.why or f"level {cell.ground} ground"


def _reason(cell: _Cell, view: _View) -> str:
    if cell.ground > view.low and cell.ground >= view.high:
        return f"level {cell.ground} ground"
    if view.high > view.low and cell.ground + cell.obstacle < view.high:
        return f"Blind hex behind {_what(cell)}"
    return _what(cell)
