"""Lines of sight that earlier games have found on a map, kept beside what was read: the next game looks along the rest.

Only maps of one board are kept: those made of chosen mapboards are hardly ever the same again.
"""

from __future__ import annotations

import zlib

from sasl.board.board import Board
from sasl.board.outcomes import recall_with, table_of
from sasl.content.compiled import Pieces
from sasl.kernel.frozen import Mutable

WORTH_KEEPING = 2_000
"""How many LOS must have been found since, before they are written."""


class Sights(Mutable):
    """The LOS of the maps of one board, by the name of the piece that they lie in."""

    pieces: Pieces
    _maps: dict[str, Board] = {}
    _written: dict[str, int] = {}
    """How many LOS the piece of each map holds."""

    def watch(self, name: str, board: Board) -> None:
        """What the piece called `name` holds goes to the board as soon as it needs a LOS."""
        self._maps[name] = board
        recall_with(board, lambda: self._recalled(name))

    def _recalled(self, name: str) -> bytes:
        """The table that was kept; b"" if there is none, or none that can be read."""
        try:
            table = zlib.decompress(self.pieces.find(name, bytes))
        except (LookupError, zlib.error):
            return b""
        self._written[name] = _count(table)
        return table

    def keep(self) -> None:
        """Write what games have found since, where it is worth it."""
        for name, board in self._maps.items():
            table = table_of(board)
            if (known := _count(table)) >= self._written.get(name, 0) + WORTH_KEEPING:
                self._written[name] = known
                self.pieces.put(name, zlib.compress(table))


def _count(table: bytes) -> int:
    """How many LOS are known."""
    return len(table) - table.count(0)
