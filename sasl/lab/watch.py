"""A watched game: the built-in commander gives the FRIENDLY orders, command by command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from sasl.game.context import Game
from sasl.game.events import Event
from sasl.lab import commander
from sasl.play.engine import Ask, Done, No, Outcome

MOST_COMMANDS = 5000


class Table(Protocol):
    """Where commands are played: a session."""

    @property
    def game(self) -> Game:
        """The game as it is."""
        ...

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> Outcome:
        """Play a command."""
        ...


class Stuck(Exception):
    """A watched game that could not go on: the command and why."""


@dataclass
class Watch:
    """The commander at a table. `step` plays his next command."""

    table: Table
    _queue: list[str] = field(default_factory=list)
    _stacks: list[tuple[str, ...]] = field(default_factory=list)
    _phase: tuple[int, str, str] = (0, "", "")

    def over(self) -> bool:
        """Whether the mission has ended."""
        return self.table.game.state.stage == "over"

    def step(self) -> tuple[str, tuple[Event, ...]]:
        """Play the commander's next command; the command and its events. Stuck if it is refused."""
        line = self.next_order()
        outcome = self._play(line)
        if isinstance(outcome, No):
            if line == "next":
                raise Stuck(f"{line}: {outcome.reason}")
            return line, ()
        return line, outcome.events

    def run(self) -> Iterator[tuple[str, tuple[Event, ...]]]:
        """Every command of the game to its end. Stuck if it does not end."""
        for _ in range(MOST_COMMANDS):
            if self.over():
                return
            yield self.step()
        raise Stuck(f"the game did not end in {MOST_COMMANDS} commands")

    def next_order(self) -> str:
        """What the commander types now."""
        game = self.table.game
        state = game.state
        if state.stage != "play":
            if not self._queue:
                self._queue = list(commander.SETUP_ORDERS[state.stage])
            return self._queue.pop(0)
        if state.side == "FRIENDLY" and state.phase == "MPh":
            now = (state.turn, state.side, state.phase)
            if self._phase != now:
                self._phase, self._stacks = now, commander.movers(game)
            while self._stacks:
                order = commander.move_order(game, self._stacks.pop(0))
                if order:
                    return order
        if state.side == "FRIENDLY" and state.phase == "APh":
            order = commander.advance_order(game)
            if order:
                return order
        return "next"

    def _play(self, line: str) -> Done | No:
        answers: tuple[str, ...] = ()
        for _ in range(200):
            outcome = self.table.submit(line, answers)
            if not isinstance(outcome, Ask):
                return outcome
            answers = (*outcome.answers, commander.answer(outcome.question))
        raise Stuck(f"{line}: it asks without end")
