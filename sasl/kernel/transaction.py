"""One transaction: the facts a running command has come to so far, and the questions it asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from sasl.kernel.facts import Event, Told
from sasl.kernel.frozen import Mutable, replace
from sasl.kernel.orders.questions import Option, Question, Unanswered, read_answer
from sasl.kernel.rolling.dice import Dice
from sasl.kernel.rolling.tables import Table

NO_ANSWER = "no-answer"
"""The tag of the message that a side's mind has given an answer that is no option."""


class Refused(Exception):
    """A command that is not legal: one sentence that says why, and the rule."""


class DiceRefused(Refused):
    """The dice typed ahead do not fit a roll: nothing of the command is done, whoever's act it was for."""


def allows(rule: Callable[..., object], *args: object) -> bool:
    """Whether a check of the rules refuses nothing."""
    try:
        rule(*args)
    except Refused:
        return False
    return True


class Rolling(Protocol):
    """A state of a game: it holds the dice."""

    @property
    def dice(self) -> Dice:
        """The generator as it stands."""


class Tables(Protocol):
    """Content that holds tables."""

    def table(self, table_id: str) -> Table:
        """The table of this id. An error with the nearest id otherwise."""

    def to_roll(self, table_id: str) -> Table:
        """The table for a roll: asked for modifiers and rows by total, nothing kept for other games."""


class Playable(Protocol):
    """A game of any kind: its content, its state, and the game after a fact."""

    @property
    def library(self) -> Tables:
        """The content that tables come from."""

    @property
    def state(self) -> Rolling:
        """Where the game stands."""

    def after(self: G, event: Event) -> G:
        """The game with a fact applied."""


G = TypeVar("G", bound=Playable)


class Savepoint(Mutable):
    """A moment of a running command to which it can be taken back."""

    run: Transaction[Any]
    keep: tuple[type[Event], ...]
    game: Any
    count: int

    def take_back(self) -> tuple[Event, ...]:
        """Undo every fact since the savepoint but those of the kinds to keep; returns what was undone."""
        lost = self.run.events[self.count :]
        self.run.game = self.game
        del self.run.events[self.count :]
        for event in lost:
            if isinstance(event, self.keep):
                self.run.emit(event)
        return tuple(event for event in lost if not isinstance(event, self.keep))


class Transaction(ABC, Generic[G]):
    """A command while it runs: answers given so far, facts emitted so far; they are kept all together, or not at all.

    `game`: with everything emitted so far applied. `tells` False: nobody listens, so no message is kept, and none that
    takes long to word is worded.
    """

    game: G
    answers: Sequence[str]
    events: list[Event]
    tells: bool = True
    _used: int

    @abstractmethod
    def _own(self, question: Question) -> str | None:
        """The answer of the side that decides, if the program plays it; None: the player is asked."""

    # -- facts ----------------------------------------------------------------------------------------
    def emit(self, event: Event) -> None:
        """Record a fact and apply it."""
        self.game = self.game.after(event)
        self.events.append(event)

    @property
    def answered(self) -> int:
        """How many questions the player has answered so far."""
        return self._used

    def tell(
        self,
        text: str,
        *,
        board: bool = False,
        stop: bool = False,
        hexes: Sequence[str] = (),
        tag: str = "",
        line: str = "",
    ) -> None:
        """Say something to the player; `board`: do this on your map; `stop`: he must see it before going on."""
        if self.tells:
            self.emit(Told(text, board, stop, tuple(hexes), tag, line))

    @contextmanager
    def savepoint(self, keep: tuple[type[Event], ...] = ()) -> Iterator[Savepoint]:
        """What is done inside is taken back if Refused leaves it, or at `take_back`; facts of the kinds `keep` stay."""
        point = Savepoint(self, keep, self.game, len(self.events))
        try:
            yield point
        except Refused:
            point.take_back()
            raise

    # -- questions ------------------------------------------------------------------------------------
    def ask(self, question: Question) -> str:
        """The answer, in the form of an option's value: of the side's mind, or of the player.

        Unanswered until he gives a good one.
        """
        own = self._own(question)
        if own is not None:
            return self._held_against(question, own)
        if self._used >= len(self.answers):
            raise Unanswered(question)
        given = self.answers[self._used]
        try:
            answer = read_answer(question, given)
        except ValueError as error:
            raise Unanswered(replace(question, error=str(error))) from None
        self._used += 1
        return answer

    def _held_against(self, question: Question, own: str) -> str:
        """What a side's mind says, if it answers the question; else the default, which does no harm.

        That it does not is a fault of the program, never of the player: his game goes on, and tells of it.
        """
        try:
            return read_answer(question, own)
        except ValueError as error:
            text = (
                f"A fault of the program: '{question.text}' was answered by {question.whose} with "
                f"what is not an answer ({error})"
            )
            self.emit(Told(f"{text}; taken as {question.default}.", tag=NO_ANSWER))
            return question.default

    def choose(
        self,
        text: str,
        options: Sequence[Option],
        *,
        rule: str = "",
        hexes: Sequence[str] = (),
        whose: str = "",
        id: str = "",
        subject: Sequence[str] = (),
    ) -> str:
        """One of `options` (the first is the default); `whose`: the side that decides."""
        return self.ask(
            Question(
                "choice",
                text,
                options[0].value,
                tuple(options),
                rule=rule,
                hexes=tuple(hexes),
                whose=whose,
                id=id,
                subject=tuple(subject),
            )
        )

    def several(
        self,
        text: str,
        options: Sequence[Option],
        likely: Sequence[str],
        *,
        rule: str = "",
        whose: str = "",
        id: str = "",
        subject: Sequence[str] = (),
        most: tuple[int, str] | None = None,
    ) -> tuple[str, ...]:
        """Any number of `options`, or as many as `most` says, with why; those of `likely` are the default."""
        places = tuple(option.value for option in options)
        question = Question(
            "several",
            text,
            " ".join(likely) or "none",
            tuple(options),
            rule=rule,
            hexes=places,
            whose=whose,
            id=id,
            subject=tuple(subject),
            most=most,
        )
        answer = self.ask(question)
        return () if answer == "none" else tuple(answer.split())

    def yes(
        self,
        text: str,
        *,
        default: bool = True,
        rule: str = "",
        hexes: Sequence[str] = (),
        whose: str = "",
        id: str = "",
        subject: Sequence[str] = (),
    ) -> bool:
        """Yes or no; `whose`: the side that decides."""
        question = Question(
            "yes-no",
            text,
            "yes" if default else "no",
            (Option("yes", "yes"), Option("no", "no")),
            rule=rule,
            hexes=tuple(hexes),
            whose=whose,
            id=id,
            subject=tuple(subject),
        )
        return self.ask(question) == "yes"
