"""Boards as their files say, and mapboards as a mission lays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sasl.board import join
from sasl.board.board import Board, Edge
from sasl.board.hexes import Hex, parse_hex
from sasl.board.join import Layout, Sheet
from sasl.board.terrain import HexTerrain, TerrainChart
from sasl.content.missions.mission_map import BoardSet
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import Frozen


class BoardFacts(Frozen):
    """A whole board as its file says: the terrains that occur on it, and which of them each hex has, by name."""

    id: str
    title: str
    orientation: Mapping[str, Edge]
    provenance: str
    note: str
    kind: str
    terrains: tuple[HexTerrain, ...]
    hexes: Mapping[str, int]

    def board(self, chart: TerrainChart) -> Board:
        """The board, its terrains looked up in that chart."""
        hexes = {parse_hex(name): self.terrains[number] for name, number in self.hexes.items()}
        return Board(self.id, self.title, hexes, self.orientation, chart, self.provenance, self.note, kind=self.kind)


def laid_out(rule: BoardSet, layout: Layout, chart: TerrainChart, read: Callable[[str], Board]) -> Board:
    """The joined map of `layout`; boards not chosen yet are open ground. `read` gives a board by its id.

    ContentError for a board that is not there, of another size, or a bridge outside the map.
    """
    last = Hex(parse_hex(f"{rule.last_hexrow}1").col, rule.numbers)
    sheets = [*layout.sheets, *[Sheet()] * len(rule.layout)][: len(rule.layout)]
    chosen = [sheet.board for sheet in sheets if sheet.board]
    if len(set(chosen)) < len(chosen):
        raise ContentError(["a mapboard is used twice; each board can be used once"])
    pieces = [
        (read(sheet.board) if sheet.board else join.blank(number, last, chart), sheet.turned)
        for number, sheet in enumerate(sheets)
    ]
    for board, _ in pieces:
        size = max(hex_.col for hex_ in board.hexes), max(hex_.num for hex_ in board.hexes)
        if size != (last.col, last.num):
            raise ContentError([f"{board.title} is not A1 to {last.name} like the mapboards of this mission"])
    try:
        name = "-".join(piece.id for piece, _ in pieces)
        board = join.joined(name, _title(layout, pieces), pieces, upright=layout.upright)
        board = join.made_plain(board, flat=rule.flat, wooden=rule.wooden)
        return join.bridged(board, layout.bridges)
    except ValueError as error:
        raise ContentError([str(error)]) from None


def _title(layout: Layout, pieces: list[tuple[Board, bool]]) -> str:
    if not any(sheet.board for sheet in layout.sheets):
        return "mapboards not chosen yet"
    return " / ".join(board.title + (" (turned)" if is_turned else "") for board, is_turned in pieces)
