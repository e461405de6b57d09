"""Where the pixels of a board and the facts of its hexes do not agree."""

from __future__ import annotations

from sasl.board.board import Board
from sasl.board.hexes import SIDES, Hex, neighbour
from sasl.board.pixels.lattice import HALF_4, WIDTH_4, Pixel, pixel
from sasl.board.pixels.raster import Raster, level_of
from sasl.board.terrain import BRIDGE, HEDGE, OPEN, ROAD, WALL, HexTerrain, TerrainChart

_NOTHING_SAID = (None, ROAD, BRIDGE, "shellholes", "cliff", WALL, HEDGE)
"""At the centre of a hex these leave open what else lies there."""


def differences(board: Board, raster: Raster) -> list[tuple[str, str]]:
    """The hexes of a geomorphic board, by name, that differ in its pixels, and how."""
    found = []
    for name in board.names():
        hex_ = board.hex(name)
        words = [
            *_terrain(board.chart, board.terrain(name), raster, hex_),
            *_level(board.chart, board.terrain(name), raster, hex_),
            *_fences(board, raster, hex_),
        ]
        if words:
            found.append((name, "; ".join(words)))
    return found


def _inside(raster: Raster, point: Pixel) -> int:
    """The number of the nearest pixel of the raster."""
    return max(0, min(point[1], raster.height - 1)) * raster.width + max(0, min(point[0], raster.width - 1))


def _terrain(chart: TerrainChart, facts: HexTerrain, raster: Raster, hex_: Hex) -> list[str]:
    """What lies at the centre is among the facts; and each of the facts that LOS notices has a pixel somewhere."""
    centre = pixel(hex_.col, hex_.half_y)
    code = chart.codes.get(raster.terrain[_inside(raster, centre)])
    at_centre = code.terrain if code else None
    found = []
    if at_centre not in _NOTHING_SAID and at_centre not in facts.terrains:
        found.append(f"{_name(chart, at_centre)} at the centre, on the program's map {chart.name(facts.terrains)}")
        return found
    there = {kind.terrain for number in _codes(raster, centre) if (kind := chart.codes.get(number))}
    missing = [word for word in facts.terrains if (chart[word].obstacle or chart[word].hindrance) and word not in there]
    if missing:
        found.append(f"no {chart.name(tuple(missing))}, which the program's map has")
    return found


def _codes(raster: Raster, centre: Pixel) -> set[int]:
    """The codes in the square around a hex centre, as high as the hex."""
    reach = HALF_4 // 4
    left, right = max(0, centre[0] - reach), min(raster.width, centre[0] + reach)
    rows = range(max(0, centre[1] - reach), min(raster.height, centre[1] + reach))
    return {
        code for row in rows for code in set(raster.terrain[row * raster.width + left : row * raster.width + right])
    }


def _level(chart: TerrainChart, facts: HexTerrain, raster: Raster, hex_: Hex) -> list[str]:
    at = _inside(raster, pixel(hex_.col, hex_.half_y))
    level = level_of(raster.levels[at]) + chart.depressed(raster.terrain[at])
    return [f"level {level}, on the program's map {facts.elevation}"] if level != facts.elevation else []


def _fences(board: Board, raster: Raster, hex_: Hex) -> list[str]:
    """Walls and hedges at the middles of the hexsides to higher neighbours, so that each is listed once."""
    chart, facts = board.chart, board.terrain(hex_.name)
    centre = pixel(hex_.col, hex_.half_y)
    found = []
    for side, (right, down) in enumerate(SIDES[1:4], 1):
        other = neighbour(hex_, side)
        if other not in board.hexes:
            continue
        middle = centre[0] + WIDTH_4 * right // 8, centre[1] + HALF_4 * down // 8
        near = {
            kind.terrain
            for x in (-2, 0, 2)
            for y in (-2, 0, 2)
            if (kind := chart.codes.get(raster.terrain[_inside(raster, (middle[0] + x, middle[1] + y))]))
        }
        for what, sides in ((WALL, facts.walls), (HEDGE, facts.hedges)):
            if (what in near) != (side in sides):
                has = "only on the program's map" if side in sides else "not on the program's map"
                found.append(f"{what} towards {other.name} {has}")
    return found


def _name(chart: TerrainChart, terrain: str | None) -> str:
    return chart[terrain or OPEN].name.lower()
