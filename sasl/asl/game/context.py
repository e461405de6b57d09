"""What a rule works with: the game so far, dice, questions, and `emit`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sasl.asl.game.events import Event
from sasl.asl.game.events.laying import with_printed
from sasl.asl.game.minds import Mind, mind_of, nobody_sits
from sasl.asl.game.reactions import Reactions
from sasl.asl.game.sides import SIDES, Side, Stage
from sasl.asl.game.state import State, Unit, Weapon
from sasl.board.board import Board
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.content.tables.counters import CounterType
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.kernel.memo import keep
from sasl.kernel.orders.questions import Option as Option
from sasl.kernel.orders.questions import Question as Question
from sasl.kernel.orders.questions import QuestionKind as QuestionKind
from sasl.kernel.orders.questions import Unanswered as Unanswered
from sasl.kernel.orders.questions import read_answer as read_answer
from sasl.kernel.rolling.dice import Dice
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.run import Run
from sasl.kernel.transaction import DiceRefused as DiceRefused
from sasl.kernel.transaction import Refused as Refused

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@dataclass(frozen=True)
class Game:
    """The content a game is played with, and its state."""

    library: Library
    mission: Mission
    board: Board
    state: State
    minds: Mapping[str, Mind] = field(default_factory=dict, compare=False, repr=False)
    """Who plays the sides that the player does not."""
    reactions: Reactions = field(default_factory=Reactions, compare=False, repr=False)
    """The rules that stand above ASL."""
    advisers: Mapping[str, Mind] = field(default_factory=dict, compare=False, repr=False)
    """Who may be asked what he would do, by side: also of a side that the player plays."""

    @classmethod
    def begun(cls, library: Library, mission_id: str, seed: int) -> Game:
        """A game of the mission `mission_id` at its very beginning, with nobody to play it and no rules above ASL.

        ContentError if there is no such mission, or it cannot be read.
        """
        mission = library.mission(mission_id)
        first: Stage = "boards" if mission.area.boards else "tables"
        state = State(
            mission_id, Dice(seed), stage=first, ec=mission.ec or "", wind=mission.wind, options=dict(mission.options)
        )
        return cls(library, mission, library.board_of(mission), state)

    def at(self, state: State) -> Game:
        """The same game at another moment; the map follows the mapboards laid and the shellholes placed by then."""
        board = self.board
        if state.layout is not self.state.layout and state.layout != self.state.layout:
            board = self.library.board_of(self.mission, state.layout)
        if board is not self.board or state.markers is not self.state.markers:
            holes = frozenset(marker.hex for marker in state.marked("shellholes"))
            if holes or board.before:
                board = board.with_shellholes(holes)
        return Game(self.library, self.mission, board, state, self.minds, self.reactions, self.advisers)

    def after(self, event: Event) -> Game:
        """The game with a fact applied."""
        return self.at(event.apply(self.state))

    def edge_of(self, side: str) -> str:
        """The board edge of a side, FBE or EBE; where the FRIENDLY side may choose, the first choice until then."""
        area = self.mission.area
        if area.entry_choice:
            entry = self.state.entry or area.entry_choice[0]
            return entry if side == "FRIENDLY" else OPPOSITE[entry]
        return (area.friendly_edge if side == "FRIENDLY" else area.enemy_edge) or ""

    def counter(self, side: str, name: str) -> CounterType:
        """The counter `name` of `side`'s nation. ContentError with the nearest name otherwise."""
        return self.library.counter(self.mission.army(side).nation, name)

    def counter_of(self, piece: Unit | Weapon) -> CounterType:
        """The figures that a unit or SW has now: those printed on it, of what a dismantled MG is fired as (A9.8), or of
        a leader who is a hero besides (A15.21)."""
        found = self.printed(piece)
        if "heroic" in piece.flags:
            return self._as_a_hero(piece.made_by, found)
        taken_down = found.dismantled if "dismantled" in piece.flags else ""
        return self.counter(piece.made_by, taken_down) if taken_down else found

    def _as_a_hero(self, side: Side, leader: CounterType) -> CounterType:
        """A15.21: a leader with FP and range of a hero, and his Morale Level if it is higher."""
        nation = self.mission.army(side).nation
        hero = self.library.counter(nation, self.library.hero(nation))
        return replace(leader, fp=hero.fp, range=hero.range, morale=max(leader.morale or 0, hero.morale or 0))

    def printed(self, piece: Unit | Weapon) -> CounterType:
        """The figures printed on a unit or SW."""
        try:
            return self._cards[piece.made_by][piece.type]
        except KeyError:
            return self.counter(piece.made_by, piece.type)

    @cached_property
    def _cards(self) -> Mapping[str, Mapping[str, CounterType]]:
        """The counters of each side's nation, by name."""
        return {side: self.library.counters.get(self.mission.army(side).nation, {}) for side in SIDES}

    def figure(self, name: str) -> int:
        """The single figure `name` of the rules."""
        try:
            return self.library.numbers[name]
        except KeyError:
            return self.library.figure(name)


class _Part(NamedTuple):
    """What a part of a command came to: the game before and after it, the answers it took, its facts."""

    start: Game
    end: Game
    answers: tuple[str, ...]
    events: tuple[Event, ...]


MOST_PARTS = 64
"""How many parts done `once` are kept with the board, each with the game it began with: no other takes its identity."""


@dataclass
class Context(Run[Game]):
    """One running command: answers given so far, events emitted so far.

    `whose`: the side whose rolls these are. `asks` False: attacks are not shown before their dice. `because`: why the
    program does what it does now; the next attack shown tells it. `ordered`: the side whose units the player orders in
    person: its decisions are his then, not its mind's.
    """

    game: Game
    answers: Sequence[str] = ()
    events: list[Event] = field(default_factory=list)
    whose: str = ""
    asks: bool = True
    because: tuple[str, ...] | None = None
    ordered: str = ""
    tells: bool = True
    _used: int = 0
    _owed: list[Callable[[], object]] | None = None

    @property
    def library(self) -> Library:
        """The content in play."""
        return self.game.library

    @property
    def state(self) -> State:
        """The state with everything emitted so far applied."""
        return self.game.state

    @property
    def mission(self) -> Mission:
        """The mission card."""
        return self.game.mission

    @property
    def board(self) -> Board:
        """The board in play."""
        return self.game.board

    def figure(self, name: str) -> int:
        """The single figure `name` of the rules (tables/figures.yaml)."""
        return self.game.library.figure(name)

    def figure_words(self, name: str) -> str:
        """` [house]` if the figure is not printed on the mission card or in the rulebook, else nothing."""
        provenance = self.game.library.figures[name].provenance
        return f" [{provenance}]" if provenance not in ("seed", "rulebook") else ""

    def emit(self, event: Event) -> None:
        """Record a fact and apply it; one that lays something on a hex knows what is printed there."""
        super().emit(with_printed(event, self.board) if self.tells else event)

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
        """Say something to the player; what he does on his board names each of its hexes by both its names."""
        said = self.board.with_both_names(text, hexes) if board else text
        super().tell(said, board=board, stop=stop, hexes=hexes, tag=tag, line=line)

    def by_hand(self) -> bool:
        """Whether the player rolls the dice of `whose` himself."""
        return self.dice.by_hand or bool(self.whose and self.state.option(f"{self.whose.lower()}-dice"))

    def extra(self, table_id: str) -> Sequence[Modifier]:
        """What the mission adds to every roll on one table (its MSR)."""
        return [Modifier(self.mission.title, item.value, item.rule) for item in self.mission.drm(table_id)]

    def new_id(self, code: str) -> str:
        """An id nobody has had: the counter's code and the next letters (467a, 467b, … 467aa)."""
        return f"{code}{letters(self.state.serials.get(code.lower(), 0))}"

    def new_number(self, prefix: str) -> str:
        """An id of a prefix and the next number (OBA2); a sign at the end of the prefix only parts the two (S?12)."""
        return f"{prefix}{self.state.serials.get(prefix.lower().rstrip('?'), 0) + 1}"

    @contextmanager
    def attack(self) -> Iterator[None]:
        """One attack with all that it does: what comes `after_the_attack` waits for its end."""
        if self._owed is not None:  # a part of a greater one
            yield
            return
        self._owed = []
        try:
            yield
            while self._owed:
                self._owed.pop(0)()
        finally:
            self._owed = None

    def after_the_attack(self, do: Callable[[], object]) -> None:
        """Done when the attack that is being resolved has done all of its own; at once if there is none."""
        if self._owed is None:
            do()
        else:
            self._owed.append(do)

    def once(self, part: Hashable, do: Callable[[], None]) -> None:
        """Do a part of a command that asks the player again and again, outside of any attack.

        Each answer runs the command anew; what a part has come to from the very same game with the same answers is
        then taken over, so that an answer costs what it changes. `part` tells it from other parts. Where nobody sits
        no command runs twice, and nothing is kept.
        """
        if nobody_sits(self.game):
            do()
            return
        start, used, count = self.game, self._used, len(self.events)
        key = (id(start), part, self.whose, self.asks, self.because, self.ordered, self.tells)
        parts: dict[Hashable, _Part] = start.board.remember("parts", dict)
        found = parts.get(key)
        known = found is not None and tuple(self.answers[used : used + len(found.answers)]) == found.answers
        if found is not None and known and not verify.ON:
            self.game, self._used = found.end, used + len(found.answers)
            self.events += found.events
            return
        do()
        answers, events = tuple(self.answers[used : self._used]), tuple(self.events[count:])
        if found is not None and known:
            verify.same(f"{part}", found.events, lambda: events)
        keep(parts, key, _Part(start, self.game, answers, events), MOST_PARTS)

    def _own(self, question: Question) -> str | None:
        """The answer of the side that decides, if the program plays it; where nobody sits, at least the likely one."""
        decides = question.whose if question.whose != self.ordered else ""
        mind = mind_of(self.game, decides) if decides else None
        own = mind.answer(self.game, question) if mind else None
        if mind and own is not None and (why := mind.reason(self.game, question)):
            self.tell(why, hexes=question.hexes)
        if own is None and question.kind != "dice" and nobody_sits(self.game):
            return question.default
        return own


def letters(number: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa, …"""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text
