"""What each step over the terrain asks of a sort of vehicle: tables kept by the map, filled as they are asked."""

from __future__ import annotations

from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import allotment, movement_kind
from sasl.asl.movement.costs import is_hard, over_terrain, wet
from sasl.asl.vehicles import bog
from sasl.board.board import Board


class Step(NamedTuple):
    """Into an adjacent hex: its MP (None: it cannot, or takes ALL), the hexside crossed, whether it may bog there."""

    hex: str
    mp: float | None
    side: int
    bogs: bool


class Going(NamedTuple):
    """How it goes from a hex: the MP of each hexspine turned in it, and the steps out of it, clockwise."""

    turn_mp: int
    steps: tuple[Step, ...]


class Goings(dict[str, Going]):
    """How it goes from each hex for vehicles of one sort, by name; worked out when it is first asked.

    `kind` as the movement chart calls it, `move` as the counter does; `printed` MP. The MP are those of the map as
    it was printed: shellholes placed in play are found out on the way [house].
    """

    def __init__(
        self, board: Board, kind: str, move: str, printed: int, turns: tuple[int, int], *, buttoned: bool, wet: bool
    ) -> None:
        super().__init__()
        self._board, self._printed_board = board, board.before or board
        self._kind, self._move, self._mp = kind, move, printed
        self._turns = turns
        self._buttoned, self._wet = buttoned, wet

    def __missing__(self, name: str) -> Going:
        easy, hard = self._turns
        turn_mp = hard if is_hard(self._board, self._kind, name) else easy
        going = self[name] = Going(turn_mp, tuple(self._step(name, near) for near in self._board.neighbours(name)))
        return going

    def _step(self, a: str, b: str) -> Step:
        found = over_terrain(self._printed_board, self._kind, self._mp, a, b, buttoned=self._buttoned, wet=self._wet)
        bogs = bog.conditions(self._board, self._move, a, b) is not None
        return Step(b, found.mf, self._board.hexside(a, b) or 0, bogs)


def goings(game: Game, unit: Unit) -> Goings:
    """How it goes for vehicles like this one, on the map as it is now."""
    kind, move, printed = movement_kind(game, unit), game.counter_of(unit).move, allotment(game, unit)
    buttoned, slippery = "buttoned" in unit.flags, wet(game)
    turns = game.figure("turn-mp"), game.figure("turn-mp-hard")
    return game.board.remember(
        f"goings {move} {printed} {buttoned} {slippery}",
        lambda: Goings(game.board, kind, move, printed, turns, buttoned=buttoned, wet=slippery),
    )
