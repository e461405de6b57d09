"""Someone who says what the grammar allows, and tries what has seldom been carried out."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from test_fuzz import Typist

from fuzzing.habits import Features, Habits, Place
from sasl.kernel.orders.commands import Prompt
from sasl.kernel.orders.grammar import Choice, Literal, Maybe, Node, Repeat, Series, Slot
from sasl.kernel.orders.order import Command
from sasl.kernel.transaction import Refused

TRIES, LEAST_TRIES = 24, 4
"""So many lines of a verb are thought of before another is chosen: the fewer, the seldomer it goes in such a place."""
SELDOM = 0.04
"""A verb that never goes in a sort of position is still tried there so often."""
MEANT = 0.5
"""So often the verbs for which a position was made are considered before all others."""
MOST_AT_ONCE = 12
"""So many of the legal verbs are considered for a command."""
REST, LONGEST_REST = 2, 64
"""After so many commands a verb of which no line went is tried again in its position; each time twice as many."""
CHOICES = 5
"""So many words are thought of for an argument."""
LOOK = 10
"""Every so many commands the whole prompt is asked for."""


class Speaker(Typist):
    """He plays on a table: whatever has a `session`, its `game` and its `state`. A kind of game says what is legal,
    what an argument may be, and how a line is carried out.
    """

    WEIGHTS: ClassVar[Mapping[str, int]] = {}
    """How many commands of another verb one of this counts as: those that take long, or end what was begun."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.habits = Habits()
        self.plain = True
        """Whether the line shall have nothing that may be left out."""
        self._round = 0
        self._meant: Collection[str] = ()
        self._rates: dict[tuple[str, str], list[int]] = {}
        """For a sort of position and a verb: how often some line of it went, and how often it was tried."""
        self._rests: dict[str, tuple[int, int]] = {}
        """For a verb of which no line went: until when it rests, and for how long it did."""
        self._arguments: list[tuple[Place, Features]] = []
        self.verb, self.first = "", ""
        """The verb of the line that is being thought of, and its first argument."""

    # -- what a kind of game must say ------------------------------------------------------------------
    @abstractmethod
    def position(self, number: int) -> None:
        """Play in one position. AssertionError, or whatever the program raised, for a fault."""

    @abstractmethod
    def prompt(self, table: Any) -> Prompt:
        """What is awaited, and what is legal now."""

    @abstractmethod
    def commands(self, table: Any) -> Sequence[Command]:
        """The command words that have any use in this game."""

    @abstractmethod
    def sort(self, table: Any) -> str:
        """What sort of position this is, as far as it says which verbs may go."""

    @abstractmethod
    def carry_out(self, table: Any, line: str) -> bool:
        """Play a line and look at what came of it; whether it was carried out."""

    @abstractmethod
    def words(self, slot: Slot, table: Any) -> Sequence[str]:
        """Some words for an argument."""

    @abstractmethod
    def features(self, word: str, table: Any) -> Features:
        """What is true of a word for an argument, also beside the first one of the line."""

    # -- what any says ---------------------------------------------------------------------------------
    def sit_down(self, verbs: Collection[str] = ()) -> None:
        """A new position, which was made for certain verbs: what was refused elsewhere may go here."""
        self._meant = verbs
        self._rests.clear()

    def _rate(self, verb: str, table: Any) -> list[int]:
        return self._rates.setdefault((self.sort(table), verb), [0, 0])

    def need(self, verb: str) -> float:
        """How much of a verb there was: the less, the more it is needed."""
        return self.done[verb] * self.WEIGHTS.get(verb, 1) + self.refused[verb] / 20

    def play(self, table: Any) -> None:
        """Carry one command out: of the legal verbs one that was seldom carried out, whatever line of it goes."""
        self._round += 1
        if self._round % LOOK == 0:
            self.prompt(table)
        some = self._some(table)
        for command in sorted(some, key=lambda item: self.need(item.name)):
            rate = self._rate(command.name, table)
            hope = 1.0 if command.name in self._meant or not rate[1] else rate[0] / rate[1]
            tries = LEAST_TRIES + round(hope * (TRIES - LEAST_TRIES))
            line = next(self.lines(command, table, tries), "")
            before, moments = table.state, len(table.session.moments)
            rate[1] += 1
            if line and self.carry_out(table, line):
                rate[0] += 1
                self.done[command.name] += 1
                self._rests.pop(command.name, None)
                if len(table.session.moments) > moments:  # a question to the program leaves none
                    self.back_and_forth(table, before, line)
                return
            self.refused[command.name] += 1
            rest = min(LONGEST_REST, 2 * self._rests.get(command.name, (0, REST))[1])
            self._rests[command.name] = self._round + rest, rest

    def _some(self, table: Any) -> list[Command]:
        """Some of the verbs that are legal and do not rest."""
        state, found = table.state, list[Command]()
        every = list(self.commands(table))
        self.dice.shuffle(every)
        if self.dice.random() < MEANT:
            every.sort(key=lambda item: item.name not in self._meant)
        for item in every:
            went, tried = self._rate(item.name, table)
            likely = 1.0 if item.name in self._meant else max(SELDOM, (went + 1) / (tried + 1))
            if (
                self.dice.random() < likely
                and self._rests.get(item.name, (0, 0))[0] <= self._round
                and not item.why_not(state)
            ):
                found.append(item)
                if len(found) == MOST_AT_ONCE:
                    break
        return found

    def lines(self, command: Command, table: Any, tries: int = TRIES) -> Iterator[str]:
        """Lines of this command that nothing forbids beforehand."""
        for number in range(tries):
            self.plain = number % 3 > 0
            self.verb, self.first, self._arguments = command.name, "", []
            _, form = self.dice.choice(command.forms)
            words = self.said(form.root, table)
            try:
                goes = command.parse(table.game, words).can(table.game)
            except Refused:
                goes = False
            except Exception as error:
                error.add_note(f"{command.name} {' '.join(words)}")
                raise
            self.habits.learn(self._arguments, goes)
            if goes:
                yield " ".join([command.name, *words])

    def back_and_forth(self, table: Any, before: Any, line: str) -> None:
        """Undo gives the state before, redo the state after."""
        after = table.state
        table.session.undo()
        assert table.state == before, f"{line!r} undone is another state"
        table.session.redo()
        assert table.state == after, f"{line!r} done again is another state"

    def said(self, node: Node, table: Any) -> list[str]:
        """The words of one way to say this part of a form."""
        match node:
            case Literal():
                return [node.word]
            case Slot():
                return self._argument(node, table).split()
            case Series():
                return [word for item in node.items for word in self.said(item, table)]
            case Choice():
                return self.said(self.dice.choice(node.branches), table)
            case Maybe():
                return self.said(node.item, table) if not self.plain and self.dice.random() < 0.3 else []
            case Repeat():
                return [word for _ in range(1 if self.plain else 2) for word in self.said(node.item, table)]

    def _argument(self, slot: Slot, table: Any) -> str:
        place = self.verb, slot.name

        def features(word: str) -> Features:
            return self.features(word, table)

        word = self.habits.choice(place, self.words(slot, table), features, self.dice)
        self._arguments.append((place, features(word)))
        self.first = self.first or word
        return word
