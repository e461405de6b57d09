"""The outcome of every LOS of a map, in one byte each: worked out when first needed, without the words of `los`."""

from __future__ import annotations

from collections.abc import Callable, Container

from sasl.board.board import Board
from sasl.board.flat_los import NO_LOS, flat_los
from sasl.board.ground import ground_of
from sasl.board.los import BLOCKING_HINDRANCE, Sight, below_the_rim, sight_between
from sasl.kernel import verify

EXISTS, SURE = 1, 2
_HINDRANCE = 2
"""Its lowest bit."""
_MOST = 31
"""More Hindrance than this is not counted; LOS is blocked long before (A6.7)."""
_KNOWN = 1 << 7
"""Of every byte that is filled."""
CODES = 1 << 8
"""How many bytes there are."""


def coded(sight: Sight) -> int:
    """A LOS as a byte: whether it exists, whether that is sure, and its Hindrance."""
    hindrance = min(sight.hindrance, _MOST) << _HINDRANCE
    return _KNOWN | hindrance | (SURE if sight.state != "unsure" else 0) | (EXISTS if sight.exists else 0)


def hindrance_in(code: int) -> int:
    """The Hindrance of a coded LOS."""
    return (code & ~_KNOWN) >> _HINDRANCE


class Outcomes:
    """The coded LOS between the hexes of a board by rank, and apart from them those of who is IN a gully or stream."""

    def __init__(self, board: Board, known: bytes = b"") -> None:
        """`known`: the table of the same map as it once was; one of another size is passed over."""
        self._ground = ground_of(board)
        self._rank = board.rank
        size = len(board)
        usable = known if len(known) == size * size else bytes(size * size)
        self._rows = [bytearray(usable[size * row : size * (row + 1)]) for row in range(size)]
        self._below: dict[tuple[str, str, bool, bool], int] = {}

    def table(self) -> bytes:
        """The rows one after another, to be `known` another time."""
        return b"".join(self._rows)

    def row(self, a: str) -> bytearray:
        """The coded LOS from a hex to each other one by rank, 0 where it is not known yet; nobody is IN a gully."""
        return self._rows[self._rank[a]]

    def between(self, a: str, b: str, sunk: Container[str]) -> int:
        """The coded LOS between two hexes in play; those of `sunk` are IN the gully or stream. KeyError for others."""
        a_in, b_in = a in sunk, b in sunk
        if a_in or b_in:
            return self._from_below(a, b, a_in, b_in)
        first, second = self._rank[a], self._rank[b]
        found = self._rows[first][second]
        if not found:
            found = self._rows[first][second] = self._rows[second][first] = self._work_out(a, b, False, False)
        return found

    def _from_below(self, a: str, b: str, a_in: bool, b_in: bool) -> int:
        if b < a:
            a, b, a_in, b_in = b, a, b_in, a_in
        found = self._below.get((a, b, a_in, b_in))
        if found is None:
            found = self._below[a, b, a_in, b_in] = self._work_out(a, b, a_in, b_in)
        return found

    def _work_out(self, a: str, b: str, a_in: bool, b_in: bool) -> int:
        places = self._ground.places
        flat = self._at_a_glance(*sorted(((places[a], a_in), (places[b], b_in))))
        if flat is None:
            return coded(sight_between(self._ground, places[a], places[b], a_in, b_in))
        code = _sure(flat)
        if verify.ON:
            verify.same(
                f"LOS {a}-{b}", code, lambda: coded(sight_between(self._ground, places[a], places[b], a_in, b_in))
            )
        return code

    def _at_a_glance(self, start: tuple[int, bool], end: tuple[int, bool]) -> int | None:
        """As `flat_los`, between two places, the lower one first, each with whether who is there is IN the gully."""
        if start[1] or end[1]:
            if self._ground.survey is not None:
                return None
            if below_the_rim(self._ground, start[0], end[0], start[1], end[1]):
                return NO_LOS
        return flat_los(self._ground, start[0], end[0])


def _sure(hindrance: int) -> int:
    """The code of a LOS that is in no doubt, by its Hindrance."""
    if hindrance == NO_LOS:
        return _KNOWN | SURE
    return _KNOWN | min(hindrance, _MOST) << _HINDRANCE | SURE | (EXISTS if hindrance < BLOCKING_HINDRANCE else 0)


def outcomes_of(board: Board) -> Outcomes:
    """The table of a board; it shares the one of the map without its shellholes if no LOS notices them."""

    def work_out() -> Outcomes:
        before = board.before
        if before and ground_of(before) is ground_of(board):
            return outcomes_of(before)
        recall: Callable[[], bytes] = board.cache.get(_RECALL, bytes)
        return Outcomes(board, recall())

    return board.remember(_TABLE, work_out)


def recall_with(board: Board, recall: Callable[[], bytes]) -> None:
    """Once a LOS of the board is asked for, `recall` gives the table of an earlier time; b"" if it has none."""
    board.cache.setdefault(_RECALL, recall)


def table_of(board: Board) -> bytes:
    """The table of a board as it is now; b"" if no LOS was asked for."""
    found: Outcomes | None = board.cache.get(_TABLE)
    return found.table() if found else b""


_TABLE, _RECALL = "outcomes", "outcomes-recall"
"""What a board keeps them under."""
