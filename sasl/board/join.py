"""Mapboards laid side by side: turned, joined along their long edges, made flat, and bridged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sasl.board.board import Board, Edge
from sasl.board.hexes import Hex, hexside, parse_hex, turned_round
from sasl.board.pixels.survey import JoinedPixels, Part, Pixels, Survey
from sasl.board.terrain import BRIDGE, OPEN, HexTerrain, TerrainChart
from sasl.kernel.frozen import Frozen, fields, replace

UPPER, LOWER = frozenset({5, 0, 1}), frozenset({2, 3, 4})
"""The hexsides of the upper and the lower half of a hex that a board's edge cuts."""

ORIENTATION: Mapping[str, Edge] = {"north": "low", "south": "high", "west": "first", "east": "last"}
UPRIGHT: Mapping[str, Edge] = {"north": "first", "south": "last", "east": "low", "west": "high"}
"""How the world lies around boards one below the other, and around the same boards side by side, hexrow A north."""


class Sheet(Frozen):
    """One mapboard of a layout: its id ("" while it is not chosen), and whether it is turned by 180 degrees."""

    board: str = ""
    turned: bool = False


class Crossing(Frozen):
    """A bridge that set-up put over water, or judged: its hexes in order, what it is made of, whether it stands.

    `ends` are the land hexes that its road leads to.
    """

    hexes: tuple[str, ...]
    construction: str = "wooden"
    intact: bool = True
    ends: tuple[str, ...] = ()


class Layout(Frozen):
    """The mapboards of a game, and the bridges found at set-up.

    From north to south; where they stand `upright`, from east to west: the same map, turned by a right angle.
    """

    sheets: tuple[Sheet, ...] = ()
    bridges: tuple[Crossing, ...] = ()
    upright: bool = False


NO_LAYOUT = Layout()


def course(layout: Layout) -> str:
    """In which order a person reads the boards of a layout: `from north to south`, or upright `from east to west`."""
    return "from east to west, hexrow A in the north" if layout.upright else "from north to south"


BLANK = "blank"
"""How the id of a board begins that is not chosen yet; nothing is printed on it."""


def label(board_id: str) -> str:
    """What a person calls a board, before a hex of it, too: `13` for bd13, `4` for bd04."""
    return board_id.removeprefix("bd").lstrip("0") if board_id.startswith("bd") else board_id


def blank(number: int, last: Hex, chart: TerrainChart) -> Board:
    """An open board of the size of a mapboard, A1 to `last`: what lies there before the boards are chosen."""
    hexes = {
        Hex(col, number): HexTerrain(half=col % 2 == 1 and number in (0, last.num))
        for col in range(last.col + 1)
        for number in range(1 - col % 2, last.num + 1)
    }
    return Board(f"{BLANK}{number}", "not chosen yet", hexes, ORIENTATION, chart)


def turned(board: Board) -> Board:
    """The board turned by 180 degrees. ValueError if its last hexrow is an odd one (it would not fit the grid)."""
    last = _last(board)
    if last.col % 2:
        raise ValueError(f"{board.title} cannot be turned: it ends with an odd hexrow")
    hexes = {turned_round(hex_, last): _sides_turned(terrain) for hex_, terrain in board.hexes.items()}
    survey = JoinedPixels([Part(board.survey, True)], board.chart) if isinstance(board.survey, Pixels) else None
    return replace(board, hexes=hexes, cache={}, before=None, survey=survey)


def _last(board: Board) -> Hex:
    """The highest hexrow and number of a board."""
    return Hex(max(hex_.col for hex_ in board.hexes), max(hex_.num for hex_ in board.hexes))


def _sides_turned(terrain: HexTerrain) -> HexTerrain:
    changes: dict[str, Any] = {
        item.name: frozenset((side + 3) % 6 for side in value)
        for item in fields(type(terrain))
        if isinstance(value := getattr(terrain, item.name), frozenset) and value
    }
    return replace(terrain, **changes) if changes else terrain


def joined(board_id: str, title: str, sheets: Sequence[tuple[Board, bool]], *, upright: bool = False) -> Board:
    """The boards (each with whether it is turned) from north to south as one map; half hexes of a seam are one hex.

    `upright`: they lie from east to west, with hexrow A in the north.
    Every hex keeps what is printed on its own board (`13K5`, at a seam `5B10/13B0`).
    ValueError if two boards are not of one size.
    """
    hexes: dict[Hex, HexTerrain] = {}
    chart = sheets[0][0].chart
    down = 0
    sizes = {_last(board) for board, _ in sheets}
    if len(sizes) > 1:
        raise ValueError(f"boards of different size cannot be joined: {', '.join(board.title for board, _ in sheets)}")
    high = next(iter(sizes)).num
    last_row = len(sheets) * high
    for board, is_turned in sheets:
        laid = replace(board, hexes=_printed(board), cache={}, before=None)
        if is_turned:
            laid = turned(laid)
        for hex_, terrain in laid.hexes.items():
            place = Hex(hex_.col, hex_.num + down)
            half = place.col % 2 == 1 and place.num in (0, last_row)
            piece = replace(terrain, half=half)
            hexes[place] = _merged(hexes[place], piece, chart) if place in hexes else piece
        down += high
    kinds = {board.id: board.kind for board, _ in sheets}
    marks = {board.provenance for board, _ in sheets}
    around = UPRIGHT if upright else ORIENTATION
    survey = _joined_pixels(sheets, chart)
    surveyed = tuple(board.id for board, _ in sheets if board.survey)
    return Board(
        board_id, title, hexes, around, chart, min(marks), "", kinds=kinds, survey=survey, surveyed=surveyed
    )  # fmt: skip


def _joined_pixels(sheets: Sequence[tuple[Board, bool]], chart: TerrainChart) -> Survey | None:
    """The pixels of the joined map, if those of any board are known."""
    known = [board.survey if isinstance(board.survey, Pixels) else None for board, _ in sheets]
    parts = [Part(pixels, is_turned) for pixels, (_, is_turned) in zip(known, sheets, strict=True)]
    return JoinedPixels(parts, chart) if any(known) else None


def _printed(board: Board) -> dict[Hex, HexTerrain]:
    if board.id.startswith(BLANK):
        return dict(board.hexes)
    prefix = label(board.id)
    return {
        hex_: replace(terrain, printed=f"{prefix}{hex_.name}", sheet=board.id) for hex_, terrain in board.hexes.items()
    }


def _merged(upper: HexTerrain, lower: HexTerrain, chart: TerrainChart) -> HexTerrain:
    """The two halves of a hex at a seam [house]: the terrain that matters more counts, and every depression and bridge.

    Hexsides come from the half they belong to.
    """
    best, other = sorted((upper, lower), key=lambda half: _weight(half, chart), reverse=True)
    more = tuple(
        word for word in other.terrains if (word == BRIDGE or chart[word].depression) and word not in best.terrains
    )
    kept = tuple(word for word in best.terrains if word != OPEN) if more else best.terrains
    sides = {
        item.name: (getattr(upper, item.name) & UPPER) | (getattr(lower, item.name) & LOWER)
        for item in fields(HexTerrain)
        if isinstance(getattr(upper, item.name), frozenset)
    }
    return replace(
        best,
        terrains=kept + more,
        elevation=max(upper.elevation, lower.elevation),
        printed="/".join(filter(None, (upper.printed, lower.printed))),
        note="; ".join(filter(None, (upper.note, lower.note))),
        **sides,
    )


def _weight(half: HexTerrain, chart: TerrainChart) -> tuple[float, ...]:
    kinds = [chart[word] for word in half.terrains]
    return (
        max(kind.obstacle for kind in kinds),
        max(kind.tem for kind in kinds),
        max(kind.hindrance for kind in kinds),
        max(99.0 if kind.mf is None else kind.mf for kind in kinds),
    )


def made_plain(board: Board, *, flat: bool, wooden: bool) -> Board:
    """The board with every hill, valley and road at level 0 (`flat`; cliffs and slopes go, gullies and streams stay)
    and with every building of wood (`wooden`)."""

    def plain(terrain: HexTerrain) -> HexTerrain:
        if flat and (terrain.elevation or terrain.up or terrain.down or terrain.cliffs):
            none: frozenset[int] = frozenset()
            terrain = replace(terrain, elevation=0, up=none, down=none, cliffs=none)
        if wooden and "stone-building" in terrain.terrains:
            words = ("wooden-building" if word == "stone-building" else word for word in terrain.terrains)
            terrain = replace(terrain, terrains=tuple(dict.fromkeys(words)))
        return terrain

    hexes = {hex_: plain(terrain) for hex_, terrain in board.hexes.items()}
    survey = board.survey.flat if flat and board.survey else board.survey
    return replace(board, hexes=hexes, cache={}, survey=survey)


def bridged(board: Board, crossings: Iterable[Crossing]) -> Board:
    """The board with these bridges built, or down where they do not stand. ValueError for a hex that is not there."""
    hexes = dict(board.hexes)
    for crossing in crossings:
        if not crossing.hexes:
            raise ValueError("a bridge needs at least one hex")
        spots = [parse_hex(name) for name in crossing.hexes]
        missing = next((spot.name for spot in spots if spot not in hexes), None)
        if missing:
            raise ValueError(f"there is no hex {missing} for a bridge")
        if not crossing.intact:
            for spot in spots:
                _bridge_down(hexes, spot)
            continue
        for spot in spots:
            if BRIDGE not in hexes[spot].terrains:
                words = tuple(word for word in hexes[spot].terrains if word != OPEN)
                hexes[spot] = replace(hexes[spot], terrains=(BRIDGE, *words))
        way = [parse_hex(name) for name in (*crossing.ends[:1], *crossing.hexes, *crossing.ends[1:])]
        for before, after in pairwise(way):
            side = hexside(before, after)
            if side is not None and before in hexes and after in hexes:
                hexes[before] = replace(hexes[before], road=hexes[before].road | {side})
                hexes[after] = replace(hexes[after], road=hexes[after].road | {(side + 3) % 6})
    return replace(board, hexes=hexes, cache={}, before=None)


def _bridge_down(hexes: dict[Hex, HexTerrain], spot: Hex) -> None:
    words = tuple(word for word in hexes[spot].terrains if word != BRIDGE) or (OPEN,)
    hexes[spot] = replace(hexes[spot], terrains=words, road=frozenset())
