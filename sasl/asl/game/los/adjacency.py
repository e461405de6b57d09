"""ADJACENT (A.8): hexes side by side that see each other, where one could advance from the first into the second."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import View, view_of
from sasl.board.board import Board
from sasl.board.movement_cost import infantry_cost, walked_into


def is_adjacent(game: Game, a: str, b: str) -> bool:
    """A.8: whether who is in `a` is ADJACENT to who is in `b`, or with him: SMOKE and enemies do not count.

    So nobody is ADJACENT to men in a marsh but those in it with them, and nobody to a Blaze.
    """
    return a == b or (beside(view_of(game), a, b) and not game.state.markers_at(b, "blaze"))


def are_linked(game: Game, a: str, b: str) -> bool:
    """A.8: whether two hexes are links of a chain of ADJACENT ones, whichever of them comes first."""
    return is_adjacent(game, a, b) or is_adjacent(game, b, a)


def adjacent_from(game: Game, name: str) -> tuple[str, ...]:
    """A.8: a hex, and those around it that its men are ADJACENT to."""
    return (name, *(near for near in game.board.neighbours(name) if is_adjacent(game, name, near)))


def beside(view: View, a: str, b: str) -> bool:
    """The same for two hexes neither of which burns, as the LOS of `view` are."""
    return _way(view.board, a, b) and view.over_ground(a, b)


def _way(board: Board, a: str, b: str) -> bool:
    """Whether Infantry in `a` could advance into `b` (A4.7, B16.4)."""
    known = board.remember("advances", dict[tuple[str, str], bool])
    found = known.get((a, b))
    if found is None:
        beside = b in board.neighbours(a)
        found = known[a, b] = beside and walked_into(board, a, b) and infantry_cost(board, a, b).allowed
    return found
