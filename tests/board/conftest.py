"""The shipped map and chart, and a small open map on which a test lays its own terrain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from sasl.board.board import Board, Edge
from sasl.board.hexes import Hex, neighbour, parse_hex
from sasl.board.terrain import HexTerrain, TerrainChart
from sasl.content.boards.board_files import load_board
from sasl.content.tables.terrain_files import load_terrain

ROOT = Path(__file__).parents[2]
SIDES: Mapping[str, Edge] = {"west": "low", "east": "high", "south": "first", "north": "last"}


@pytest.fixture(scope="session")
def chart() -> TerrainChart:
    return load_terrain(ROOT / "tables" / "terrain.yaml")


@pytest.fixture(scope="session")
def orsha(chart: TerrainChart) -> Board:
    return load_board(ROOT / "missions" / "boards" / "oto.yaml", chart)


@pytest.fixture(scope="session")
def in_play(orsha: Board) -> Board:
    """The part of the map that OtO-S1 plays on."""
    return orsha.part((0, 28))


@pytest.fixture
def meadow(chart: TerrainChart) -> Callable[..., Board]:
    """`meadow(C5="woods", D4=HexTerrain(...))`: A1 to T20, open but for the hexes named."""

    def build(**marks: Any) -> Board:
        hexes = {Hex(col, num): HexTerrain() for col in range(20) for num in range(1 - col % 2, 21)}
        for name, mark in marks.items():
            tile = mark if isinstance(mark, HexTerrain) else HexTerrain(tuple(mark.split("+")))
            hexes[parse_hex(name)] = tile
        return Board("meadow", "A meadow", hexes, SIDES, chart)

    return build


@pytest.fixture
def slope() -> Callable[..., dict[str, HexTerrain]]:
    """`slope("C4", 0)`: the two hexes of a slope hexside whose marks lie in C4."""

    def build(marks_in: str, side: int, **facts: Any) -> dict[str, HexTerrain]:
        above = neighbour(parse_hex(marks_in), side).name
        return {
            marks_in: HexTerrain(down=frozenset({side}), **facts),
            above: HexTerrain(up=frozenset({(side + 3) % 6}), **facts),
        }

    return build
