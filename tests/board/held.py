"""LOS seen at once held against those found hex by hex: for the tests of boards."""

from __future__ import annotations

from random import Random

from sasl.board.board import Board
from sasl.board.flat_los import NO_LOS, flat_los
from sasl.board.ground import ground_of
from sasl.board.los import sight_between


def held_against_the_full_way(board: Board, pairs: int, seed: int = 0) -> int:
    """How many of the pairs, drawn by chance, are seen at once; each of them as hex by hex."""
    ground, draw, at_once = ground_of(board), Random(seed), 0
    for _ in range(pairs):
        a, b = draw.choice(board.names()), draw.choice(board.names())
        found = flat_los(ground, ground.places[a], ground.places[b])
        if found is None:
            continue
        at_once += 1
        full = sight_between(ground, ground.places[a], ground.places[b])
        seen = full.hindrance if full.exists else full.hindrance or NO_LOS  # A6.7: many Hindrances are counted, too
        assert (full.state == "unsure", seen) == (False, found), f"{a}-{b}: {full.text}"
    return at_once
