"""What each step over the terrain asks of a sort of vehicle: tables kept by the map, filled as they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import allotment, movement_kind
from sasl.asl.movement.ground.costs import is_hard, is_woods, over_terrain, passing_mp, wet
from sasl.asl.movement.ground.ground_steps import ALL, Steps
from sasl.asl.vehicles import bog
from sasl.board.board import Board
from sasl.board.movement_cost import cost
from sasl.content.library import Library


class Sort(NamedTuple):
    """What the terrain asks a vehicle about: its `kind` on the movement chart, how it moves by its counter, its printed
    MP, whether it is buttoned up; and whether the ground is `wet`."""

    kind: str
    move: str
    printed: int
    buttoned: bool
    wet: bool


class Step(NamedTuple):
    """Into an adjacent hex: its MP (None: it cannot, or takes ALL), the hexside crossed, whether it may bog there, and
    the MP of passing each wreck or vehicle in it."""

    hex: str
    mp: float | None
    side: int
    bogs: bool
    passing: int


class Going(NamedTuple):
    """How it goes from a hex: the MP of each hexspine turned in it, and the steps out of it, clockwise."""

    turn_mp: int
    steps: tuple[Step, ...]


class Goings(dict[str, Going]):
    """How it goes from each hex of a map for a sort of vehicles, by name; worked out when it is first asked."""

    def __init__(self, board: Board, library: Library, sort: Sort) -> None:
        super().__init__()
        self._board, self._library, self._sort = board, library, sort

    def __missing__(self, name: str) -> Going:
        turn_mp = self._library.figure("turn-mp-hard" if is_hard(self._board, self._sort.kind, name) else "turn-mp")
        steps = tuple(self._step(name, near) for near in self._board.neighbours(name))
        going = self[name] = Going(turn_mp, steps)
        return going

    def _step(self, a: str, b: str) -> Step:
        board, sort = self._board, self._sort
        found = over_terrain(board, sort.kind, sort.printed, a, b, buttoned=sort.buttoned, wet=sort.wet)
        bogs = bog.may_bog(board, sort.move, a, b)
        by_road = board.on_road(a, b)
        passing = passing_mp(self._library, by_road=by_road, hard=not by_road and is_woods(board, sort.kind, b))
        return Step(b, found.mf, board.hexside(a, b) or 0, bogs, passing)


def goings(game: Game, unit: Unit) -> Goings:
    """How it goes for vehicles like this one, on the map as it is now."""
    item = game.counter_of(unit)
    sort = Sort(movement_kind(game, unit), item.move, allotment(game, unit), "buttoned" in unit.flags, wet(game))
    return game.board.remember(f"goings {sort}", lambda: Goings(game.board, game.library, sort))


def board_steps(board: Board, kind: str) -> Steps:
    """What the map alone asks a kind of vehicle: by rank, the hexes it can go on to, and the MP or ALL."""

    def survey() -> Steps:
        return tuple(tuple(_steps_from(board, name, kind)) for name in board.ranked)

    return board.remember(f"steps {kind}", survey)


def _steps_from(board: Board, name: str, kind: str) -> Iterator[tuple[int, float]]:
    for near in board.neighbours(name):
        price = cost(board, name, near, kind)
        if price.allowed:
            yield board.rank[near], ALL if price.mf is None else price.mf
