"""A watched game of any kind: both sides are played by their minds, command upon command, until it is over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sasl.asl.game.context import Game
from sasl.asl.game.events import Decided, Event
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.commands import Ask, Done, No
from sasl.kernel.text import failed_inside
from sasl.minds.movement import entries
from sasl.saves.history import only_looks

G = TypeVar("G")

SWITCHES = (
    "option ask-los off",
    "option mf-limit off",
    "option confirm-fire off",
    "option confirm-acts off",
    "option fire-stops off",
)
"""The switches of a watched game: nothing is shown or asked that a mind decides anyway."""

SETUP_ORDERS = {
    "boards": ("next",),
    "tables": ("next",),
    "suspects": ("next",),
    "wrecks": ("wreck auto", "next"),
    "force": ("next",),
    "set-up": ("deploy", "next"),
}
"""What is typed in each stage of set-up."""


MOST_COMMANDS = 20_000
MOST_IN_A_PHASE = 600
MOST_QUESTIONS = 200


class Table(Protocol[G]):
    """Where commands are played: a session, or a bare game."""

    @property
    def game(self) -> G:
        """The game as it is."""
        ...

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> Done[G] | Ask | No:
        """Play a command."""
        ...


@dataclass
class Bare(Generic[G]):
    """A game without history, and how its commands are played; `commands` counts those that a session would keep."""

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


class Stuck(Exception):
    """A watched game that could not go on: the seed, the moment, the command and why."""


class Step(Frozen):
    """One step of a watched game: the command played, its facts, and the act a mind chose in it, if any."""

    command: str
    events: tuple[Event, ...]

    @property
    def act(self) -> Decided | None:
        """What was decided first; what the other side decided because of it comes after."""
        return next((event for event in self.events if isinstance(event, Decided)), None)

    @property
    def shown(self) -> str:
        """The command as the side that acts would have typed it: its act's own, or a word of the clock."""
        return self.act.line if self.act else self.command


def answered(table: Table[G], line: str) -> Done[G] | No:
    """Play a command; what no mind decides is answered as the program proposes. Stuck if that never does."""
    answers: tuple[str, ...] = ()
    for _ in range(MOST_QUESTIONS):
        outcome = table.submit(line, answers)
        if not isinstance(outcome, Ask):
            return outcome
        if outcome.question.error:
            raise Stuck(f"{outcome.question.text} {outcome.question.error}")
        answers = (*outcome.answers, outcome.question.default)
    raise Stuck("it asks without end")


class Watched(ABC, Generic[G]):
    """A game that plays itself on a table; `step` plays what comes next."""

    WHAT = "game"

    def __init__(self, table: Table[G]) -> None:
        self.table = table
        self._played = 0

    # -- what a kind of game must say ------------------------------------------------------------------
    @abstractmethod
    def over(self) -> bool:
        """Whether it has ended."""

    @abstractmethod
    def _next_line(self) -> str:
        """What is typed now."""

    @abstractmethod
    def _where(self) -> str:
        """Seed and moment, to find the place again."""

    # -- what any does ---------------------------------------------------------------------------------
    def step(self) -> Step:
        """Play the next command. Stuck if it is refused, or if a phase or the game does not end."""
        if self._played >= MOST_COMMANDS:
            raise self._stuck("next", f"the {self.WHAT} did not end in {MOST_COMMANDS} commands")
        self._played += 1
        line = self._next_line()
        try:
            outcome = answered(self.table, line)
        except Stuck as stuck:
            raise self._stuck(line, str(stuck)) from None
        except (ContentError, OSError):
            raise
        except Exception as error:  # one game of a series, and not the series
            raise self._stuck(line, failed_inside(line, error)) from error
        if isinstance(outcome, No):
            raise self._stuck(line, outcome.reason)
        return Step(line, outcome.events)

    def run(self) -> Iterator[Step]:
        """Every step of the game to its end. Stuck if it does not end."""
        while not self.over():
            yield self.step()

    def _stuck(self, line: str, why: str) -> Stuck:
        return Stuck(f"{self._where()}: {line[:80]}: {why}")


class Watch(Watched[Game]):
    """A mission that plays itself. `orders` come first (doctrines)."""

    def __init__(self, table: Table[Game], orders: tuple[str, ...] = ()) -> None:
        super().__init__(table)
        stage = table.game.state.stage
        self._queue = [*orders, *SWITCHES, *SETUP_ORDERS[stage]] if stage in ("boards", "tables") else []
        self._phase = (0, "", "")
        self._in_phase = 0

    def on(self, table: Table[Game]) -> Watch:
        """The same watch at another table, which stands at the same moment."""
        other = copy(self)
        other.table, other._queue = table, list(self._queue)
        return other

    def over(self) -> bool:
        """Whether the mission has ended."""
        return self.table.game.state.stage == "over"

    def _next_line(self) -> str:
        state = self.table.game.state
        if state.stage != "play":
            if not self._queue:
                self._queue = [*self._edge(), *SETUP_ORDERS[state.stage]]
            return self._queue.pop(0)
        now = (state.turn, state.side, state.phase)
        self._in_phase = self._in_phase + 1 if now == self._phase else 1
        self._phase = now
        if self._in_phase > MOST_IN_A_PHASE:
            raise self._stuck("next", f"the phase did not end in {MOST_IN_A_PHASE} acts")
        return "next"

    def _edge(self) -> list[str]:
        """The edge by which the commander enters, where the mission lets him choose."""
        game = self.table.game
        edge = entries.edge(game) if game.state.stage == "suspects" and not game.state.entry else ""
        return [f"edge {edge}"] if edge else []

    def _where(self) -> str:
        state = self.table.game.state
        return f"seed {state.dice.seed}, {state.moment}"
