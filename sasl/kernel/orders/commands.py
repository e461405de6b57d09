"""Command words of any game: which one is meant, and what comes of running it - all of it or nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from sasl.kernel.facts import Event
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.grammar import Word
from sasl.kernel.orders.order import Command, Order
from sasl.kernel.orders.questions import Question, Unanswered
from sasl.kernel.rolling.tables import ContentFault, TableError
from sasl.kernel.run import Run
from sasl.kernel.text import SLIP, closest, hint, prefix_match
from sasl.kernel.transaction import Refused


class Ask(Frozen):
    """The command needs one more answer; run it again with the answers so far and the new one.

    `told`: what has happened in the command before the question, as the log will tell it: a line and its fact each;
    `facts`: all facts of it. `decided`: the act of a side the program plays that the question is part of.
    """

    question: Question
    answers: tuple[str, ...]
    told: tuple[tuple[str, Event], ...] = ()
    decided: Any = None
    facts: tuple[Event, ...] = ()


class No(Frozen):
    """The command is not legal; nothing happened. One sentence says why."""

    reason: str


G = TypeVar("G")


class Done(Frozen, Generic[G]):
    """The command ended: its facts, and the game after them."""

    events: tuple[Event, ...]
    game: G


def find(word: str, words: Mapping[str, Command], state: object) -> Command:
    """The command `word` stands for: its name, its one-letter key, or a unique prefix (legal ones first).

    Refused otherwise.
    """
    word = word.lower()
    if len(word) > 1 and word in words and not words[word].why_not(state):
        return words[word]
    legal_names = [name for name, item in words.items() if not item.why_not(state)]
    by_key = [name for name in legal_names if words[name].key == word]
    if by_key:
        return words[by_key[0]]
    for names in (legal_names, list(words)):
        found = prefix_match(word, names)
        if len(found) == 1:
            return words[found[0]]
        if found:
            raise Refused(f"'{word}' may mean {', '.join(found)}; type more of it")
    near = hint(closest(word, words, SLIP))
    raise Refused(f"there is no command '{word}'{f'{near} (? lists them all)' if near else '; ? lists the commands'}")


ASK = "?"
"""What a line begins with that asks how a word is used."""


NO_CHANGE = "nothing changes"
"""What is said of a command that has done nothing, as all was so already."""


def words_of(line: str) -> tuple[str, tuple[str, ...]]:
    """The word that a typed line begins with, in small letters ("" for an empty one), and those after it.

    A colon or stroke before it, the key of a screen's command line, says nothing.
    """
    word, *rest = line.strip().lstrip(":/").split() or [""]
    return word.lower(), tuple(rest)


def taking(word: str, commands: Iterable[Command]) -> list[Command]:
    """The commands of which `word` is a word: `gallop` of `move`."""
    return [item for item in commands if word in item.literals]


def parse_order(line: str, commands: Mapping[str, Command], game: Any, named: Callable[[str], str] = str) -> Order:
    """The order that a typed line means. Refused if it means none, or its word is not legal now.

    `named`: how the game calls what a word names.
    """
    word, rest = words_of(line)
    if not word:
        raise Refused("type a command, or ? for what is legal")
    command = find(word, commands, game.state)
    if reason := command.why_not(game.state):
        raise Refused(reason)
    return command.parse(game, [Word(named(word), word) for word in rest])


def perform(run: Run[Any], order: Order, commands: Mapping[str, Command]) -> None:
    """Verify and do an order in a running command. Refused, with the rule, if it is not legal."""
    if reason := commands[order.word].why_not(run.game.state):
        raise Refused(reason)
    order.verify(run.game)
    order.run(run)


class Prompt(Frozen):
    """What the program waits for, and every command word with the reason why it is not legal ("" if it is)."""

    text: str
    verbs: tuple[tuple[Command, str], ...]

    @property
    def legal(self) -> tuple[Command, ...]:
        """The words that may be typed now."""
        return tuple(item for item, reason in self.verbs if not reason)


def prompt(text: str, words: Mapping[str, Command], groups: Sequence[str], state: object) -> Prompt:
    """What is awaited, and which commands are legal: by group, those with a key first."""
    ordered = sorted(words.values(), key=lambda item: (groups.index(item.group), not item.key, item.name))
    return Prompt(text, tuple((item, item.why_not(state)) for item in ordered))


def _described(event: Event) -> str:
    return event.describe()


def run_transaction(
    run: Run[Any], act: Callable[[], None], answers: Sequence[str], tell: Callable[[Event], str] = _described
) -> Ask | No | None:
    """Do `act` on a running command: all of it. None: it ended; else what it needs, or why it cannot be.

    `tell` words an event for what happened before a question.
    """
    try:
        act()
    except Unanswered as missing:
        kept = tuple(answers[:-1]) if missing.question.error else tuple(answers)
        decided = next((event for event in reversed(run.events) if event.is_act), None)
        told = tuple((text, event) for event in run.events if (text := tell(event)))
        return Ask(missing.question, kept, told, decided, tuple(run.events))
    except Refused as refusal:
        return No(str(refusal))
    except (ContentFault, TableError) as error:
        return No(f"the tables cannot be played: {error}")
    return None
