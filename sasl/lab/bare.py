"""A game without history: nothing is kept but the present, and nobody is told anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sasl.kernel.commands import Ask, Done, No
from sasl.saves.history import only_looks

G = TypeVar("G")


@dataclass
class Bare(Generic[G]):
    """A game of any kind and how a command is played on it; `commands` counts those that a session would keep."""

    game: G
    play: Callable[[Any, str, Sequence[str]], Done[G] | Ask | No]
    commands: int = 0

    def submit(self, line: str, answers: Sequence[str] = ()) -> Done[G] | Ask | No:
        """Play a command."""
        outcome = self.play(self.game, line, answers)
        if isinstance(outcome, Done):
            self.commands += not only_looks(self.game, outcome)
            self.game = outcome.game
        return outcome
