"""Where the ground can be dug into (B27.1), and the Guns that set up in such ground (C11.2)."""

from __future__ import annotations

from sasl.asl.game.flags import Flag
from sasl.asl.terrain.minefields import NO_MINES
from sasl.board.board import Board
from sasl.board.terrain import STREAM
from sasl.content.tables.counters import Kind

EMPLACED: frozenset[Flag] = frozenset({"emplaced"})
"""The state of a Gun that sets up in ground that can be dug into; it loses it with its place (`carrying`)."""


def takes_works(board: Board, name: str) -> bool:
    """B27.1: whether entrenchments can be dug in a hex: where mines can lie, but in no stream; in a gully they can."""
    return not board.terrain(name).has(*NO_MINES, STREAM)


def emplaced(board: Board, kind: Kind, name: str) -> frozenset[Flag]:
    """C11.2: what a unit of this kind gains by setting up in a hex: a Gun is Emplaced where it can be dug in."""
    return EMPLACED if kind == "gun" and takes_works(board, name) else frozenset()
