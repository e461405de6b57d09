"""A watched game: both sides are played by their minds, act by act; and what is decided before it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from sasl.asl.game.context import Game, Question
from sasl.asl.game.events import Decided, Event, Passed
from sasl.orders.engine import Ask, Done, No, Outcome

SWITCHES = (
    "option ask-los off",
    "option mf-limit off",
    "option confirm-fire off",
    "option confirm-acts off",
    "option fire-stops off",
)
"""What is switched before anything else: nothing is shown or asked that a mind decides anyway."""

SETUP_ORDERS = {
    "boards": ("next",),
    "tables": ("next",),
    "suspects": ("next",),
    "wrecks": ("wreck auto", "next"),
    "force": ("next",),
    "set-up": ("deploy", "next"),
}
"""What is typed in each stage of set-up."""


def doctrine_orders(enemy: str = "", friendly: str = "", command: str = "") -> tuple[str, ...]:
    """The commands that choose other doctrines, or another variant of Command Control (16), than the usual ones."""
    orders = (f"doctrine {enemy}" * bool(enemy), f"doctrine {friendly} friendly" * bool(friendly))
    return tuple(filter(None, (*orders, f"command {command}" * bool(command))))


def answer(question: Question) -> str:
    """The answer to what no mind decides: the program's own proposal."""
    return question.default


MOST_COMMANDS = 20_000
MOST_IN_A_PHASE = 600
MOST_QUESTIONS = 200


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
    """A watched game that could not go on: the seed, the moment, the command and why."""


@dataclass(frozen=True)
class Step:
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

    @property
    def refused(self) -> tuple[Passed, ...]:
        """What was proposed and not possible, with why."""
        return tuple(event for event in self.events if isinstance(event, Passed) and event.why)


@dataclass
class Watch:
    """A game that plays itself. `orders` come first (doctrines); `step` plays what comes next."""

    table: Table
    orders: tuple[str, ...] = ()
    _queue: list[str] = field(default_factory=list)
    _phase: tuple[int, str, str] = (0, "", "")
    _in_phase: int = 0

    def __post_init__(self) -> None:
        """The orders are played before anything else."""
        if self.table.game.state.stage in ("boards", "tables"):
            first = SETUP_ORDERS[self.table.game.state.stage]
            self._queue = [*self.orders, *SWITCHES, *first]

    def over(self) -> bool:
        """Whether the mission has ended."""
        return self.table.game.state.stage == "over"

    def step(self) -> Step:
        """Play the next command. Stuck if it is refused, or if a phase does not end."""
        line = self._next_order()
        outcome = self._play(line)
        if isinstance(outcome, No):
            raise self._stuck(line, outcome.reason)
        return Step(line, outcome.events)

    def run(self) -> Iterator[Step]:
        """Every step of the game to its end. Stuck if it does not end."""
        for _ in range(MOST_COMMANDS):
            if self.over():
                return
            yield self.step()
        raise self._stuck("next", f"the game did not end in {MOST_COMMANDS} commands")

    def _next_order(self) -> str:
        """What is typed now."""
        state = self.table.game.state
        if state.stage != "play":
            if not self._queue:
                self._queue = list(SETUP_ORDERS[state.stage])
            return self._queue.pop(0)
        now = (state.turn, state.side, state.phase)
        self._in_phase = self._in_phase + 1 if now == self._phase else 1
        self._phase = now
        if self._in_phase > MOST_IN_A_PHASE:
            raise self._stuck("next", f"the phase did not end in {MOST_IN_A_PHASE} acts")
        return "next"

    def _play(self, line: str) -> Done[Game] | No:
        answers: tuple[str, ...] = ()
        for _ in range(MOST_QUESTIONS):
            outcome = self.table.submit(line, answers)
            if not isinstance(outcome, Ask):
                return outcome
            if outcome.question.error:
                raise self._stuck(line, f"{outcome.question.text} {outcome.question.error}")
            answers = (*outcome.answers, answer(outcome.question))
        raise self._stuck(line, "it asks without end")

    def _stuck(self, line: str, why: str) -> Stuck:
        state = self.table.game.state
        return Stuck(f"seed {state.dice.seed}, {state.moment}: {line}: {why}")
