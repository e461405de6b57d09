"""Answers to questions about a board that are kept with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sasl.board.board import Board
from sasl.kernel.memo import keep

T = TypeVar("T")
P = ParamSpec("P")


def kept_with_board(most: int) -> Callable[[Callable[Concatenate[Board, P], T]], Callable[Concatenate[Board, P], T]]:
    """The last `most` answers of a question about a board are kept with that board, and go when it goes: a series of
    games on chosen mapboards meets a new map in each. Answers must not hold the board, or it would hold itself."""

    def keeps(ask: Callable[Concatenate[Board, P], T]) -> Callable[Concatenate[Board, P], T]:
        key = f"{ask.__module__}.{ask.__qualname__}"

        @wraps(ask)
        def asked(board: Board, /, *rest: P.args, **more: P.kwargs) -> T:
            answers: dict[object, T] = board.remember(key, dict)
            given = (rest, *more.items())
            try:
                return answers[given]
            except KeyError:
                return keep(answers, given, ask(board, *rest, **more), most)

        return asked

    return keeps
