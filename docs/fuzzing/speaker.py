"""Someone who says what the grammar allows, and tries what has seldom been carried out."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Any

from test_fuzz import Typist

from sasl.kernel.commands import Prompt
from sasl.kernel.grammar import Choice, Literal, Maybe, Node, Repeat, Series, Slot
from sasl.kernel.order import Command
from sasl.kernel.run import Refused

TRIES = 60
"""So many lines of a verb are thought of before another one is chosen."""
MOST_AT_ONCE = 12
"""So many of the legal verbs are considered for a command."""
RARE = frozenset({"next", "end"})
"""Words that end a phase or the game: seldom chosen, or nothing else would happen."""


class Speaker(Typist):
    """He plays on a table: whatever has a `session`, its `game` and its `state`. A kind of game says what is legal,
    what an argument may be, and how a line is carried out.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.plain = True
        """Whether the line shall have nothing that may be left out."""

    # -- what a kind of game must say ------------------------------------------------------------------
    @abstractmethod
    def prompt(self, table: Any) -> Prompt:
        """What is legal now."""

    @abstractmethod
    def carry_out(self, table: Any, line: str) -> bool:
        """Play a line and look at what came of it; whether it was carried out."""

    @abstractmethod
    def argument(self, kind: str, what: str, table: Any) -> str:
        """A word for an argument of this kind."""

    # -- what any says ---------------------------------------------------------------------------------
    def play(self, table: Any) -> None:
        """Carry one command out: of the legal verbs one that was seldom carried out, whatever line of it goes."""
        every = self.prompt(table).legal
        commands = [item for item in every if item.name not in RARE or self.dice.random() < 0.05] or list(every)
        some = self.dice.sample(commands, min(len(commands), MOST_AT_ONCE))
        for command in sorted(some, key=lambda item: self.done[item.name] + self.refused[item.name] / 20):
            line = next(self.lines(command, table), "")
            before, moments = table.state, len(table.session.moments)
            if line and self.carry_out(table, line):
                self.done[command.name] += 1
                if len(table.session.moments) > moments:  # a question to the program leaves none
                    self.back_and_forth(table, before, line)
                return
            self.refused[command.name] += 1

    def lines(self, command: Command, table: Any) -> Iterator[str]:
        """Lines of this command that nothing forbids beforehand."""
        for number in range(TRIES):
            self.plain = number < TRIES // 2
            _, form = self.dice.choice(command.forms)
            words = self.said(form.root, table)
            try:
                if command.parse(table.game, words).can(table.game):
                    yield " ".join([command.name, *words])
            except Refused:
                continue
            except Exception as error:
                error.add_note(f"{command.name} {' '.join(words)}")
                raise

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
                return self.argument(node.kind.name, node.kind.what, table).split()
            case Series():
                return [word for item in node.items for word in self.said(item, table)]
            case Choice():
                return self.said(self.dice.choice(node.branches), table)
            case Maybe():
                return self.said(node.item, table) if not self.plain and self.dice.random() < 0.3 else []
            case Repeat():
                return [word for _ in range(1 if self.plain else 2) for word in self.said(node.item, table)]
