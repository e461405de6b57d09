"""What a rule works with: the game so far, dice, questions, and `emit`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from sasl.board.board import Board
from sasl.content.counters import CounterType
from sasl.content.library import Library
from sasl.content.mission import Mission
from sasl.core.dice import RollKind, die, roll_kind
from sasl.core.records import Modifier, RollRecord, Source
from sasl.core.tables import Table, expand
from sasl.game.apply import apply
from sasl.game.events import Event, Rolled, Told
from sasl.game.minds import Mind, mind_of, nobody_sits
from sasl.game.questions import Option as Option
from sasl.game.questions import Question as Question
from sasl.game.questions import QuestionKind as QuestionKind
from sasl.game.questions import Unanswered as Unanswered
from sasl.game.questions import read_answer as read_answer
from sasl.game.state import State, Unit, Weapon

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


class Refused(Exception):
    """A command that is not legal: one sentence that says why, and the rule."""


@dataclass(frozen=True)
class Game:
    """The content a game is played with, and its state."""

    library: Library
    mission: Mission
    board: Board
    state: State
    minds: Mapping[str, Mind] = field(default_factory=dict, compare=False, repr=False)
    """Who plays the sides that the player does not."""

    def at(self, state: State) -> Game:
        """The same game at another moment; the map follows the mapboards laid by then."""
        board = self.board
        if state.layout is not self.state.layout and state.layout != self.state.layout:
            board = self.library.board_of(self.mission, state.layout)
        return Game(self.library, self.mission, board, state, self.minds)

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
        """The printed figures of a unit or SW."""
        return self.library.counter(self.mission.army(piece.side).nation, piece.type)

    def figure(self, name: str) -> int:
        """The single figure `name` of the rules."""
        return self.library.figure(name)


@dataclass
class Context:
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
    because: tuple[str, ...] = ()
    ordered: str = ""
    _used: int = 0

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

    @property
    def answered(self) -> int:
        """How many questions the player has answered so far."""
        return self._used

    # -- facts ----------------------------------------------------------------------------------------
    def emit(self, event: Event) -> None:
        """Record a fact and apply it."""
        self.game = self.game.at(apply(self.state, event))
        self.events.append(event)

    def tell(self, text: str, *, board: bool = False, stop: bool = False, hexes: Sequence[str] = ()) -> None:
        """Say something to the player; `board`: do this on your map; `stop`: he must see it before going on."""
        self.emit(Told(text, board, stop, tuple(hexes)))

    def new_id(self, code: str) -> str:
        """An id nobody has had: the counter's code and the next letters (467a, 467b, … 467aa)."""
        return f"{code}{letters(self.state.serials.get(code.lower(), 0))}"

    def new_number(self, prefix: str) -> str:
        """An id of a prefix and the next number (S12)."""
        return f"{prefix}{self.state.serials.get(prefix.lower(), 0) + 1}"

    # -- questions ------------------------------------------------------------------------------------
    def ask(self, question: Question) -> str:
        """The answer, in the form of an option's value: of the side's mind, or of the player.

        Unanswered until he gives a good one.
        """
        own = self._own(question)
        if own is not None:
            return read_answer(question, own)
        if self._used >= len(self.answers):
            raise Unanswered(question)
        given = self.answers[self._used]
        try:
            answer = read_answer(question, given)
        except ValueError as error:
            raise Unanswered(replace(question, error=str(error))) from None
        self._used += 1
        return answer

    def _own(self, question: Question) -> str | None:
        """The answer of the side that decides, if the program plays it; where nobody sits, at least the likely one."""
        decides = question.whose if question.whose != self.ordered else ""
        mind = mind_of(self.game, decides) if decides else None
        own = mind.answer(self.game, question) if mind else None
        if own is None and question.kind != "dice" and nobody_sits(self.game):
            return question.default
        return own

    def choose(
        self, text: str, options: Sequence[Option], *, rule: str = "", hexes: Sequence[str] = (), whose: str = ""
    ) -> str:
        """One of `options` (the first is the default); `whose`: the side that decides."""
        default = options[0].value
        return self.ask(Question("choice", text, default, tuple(options), rule=rule, hexes=tuple(hexes), whose=whose))

    def several(
        self, text: str, options: Sequence[Option], likely: Sequence[str], *, rule: str = "", whose: str = ""
    ) -> tuple[str, ...]:
        """Any number of `options`; those of `likely` are the default."""
        places = tuple(option.value for option in options)
        default = " ".join(likely) or "none"
        answer = self.ask(Question("several", text, default, tuple(options), rule=rule, hexes=places, whose=whose))
        return () if answer == "none" else tuple(answer.split())

    def yes(
        self, text: str, *, default: bool = True, rule: str = "", hexes: Sequence[str] = (), whose: str = ""
    ) -> bool:
        """Yes or no; `whose`: the side that decides."""
        options = (Option("yes", "yes"), Option("no", "no"))
        likely = "yes" if default else "no"
        return self.ask(Question("yes-no", text, likely, options, rule=rule, hexes=tuple(hexes), whose=whose)) == "yes"

    # -- dice -----------------------------------------------------------------------------------------
    @contextmanager
    def rolls_for(self, side: str) -> Iterator[None]:
        """The rolls inside belong to `side`: its player may want to roll them himself."""
        before, self.whose = self.whose, side
        try:
            yield
        finally:
            self.whose = before

    def roll(
        self,
        kind: str,
        purpose: str,
        *,
        rule: str = "",
        modifiers: Sequence[Modifier] = (),
        target: int | None = None,
        target_name: str = "",
    ) -> RollRecord:
        """Roll `kind`; with `target` the check passes at total <= target."""
        return self._record(roll_kind(kind), purpose, rule, modifiers, target=target, target_name=target_name)

    def check(
        self,
        table_id: str,
        purpose: str,
        target: int,
        *,
        facts: Mapping[str, int] | None = None,
        modifiers: Sequence[Modifier] = (),
        target_name: str = "",
        fails_on: int | None = None,
    ) -> RollRecord:
        """Roll the check table `table_id` (its modifiers by condition) against `target`.

        An Original roll of `fails_on` fails whatever the total.
        """
        table = self.game.library.table(table_id)
        mods = [*self._table_modifiers(table, facts), *modifiers]
        return self._record(
            table.kind or roll_kind("dr"),
            purpose,
            table.rule,
            mods,
            target=target,
            target_name=target_name or table.against,
            provenance=table.provenance,
            fails_on=fails_on,
        )

    def table(
        self,
        table_id: str,
        purpose: str,
        *,
        facts: Mapping[str, int] | None = None,
        modifiers: Sequence[Modifier] = (),
        column: str = "",
        column_of: Callable[[tuple[int, ...]], str] | None = None,
    ) -> RollRecord:
        """Roll on the table `table_id`; `record.result` is the row's result.

        `column_of(dice)` names the column where it depends on the dice (cowering, A7.9).
        """
        table = self.game.library.table(table_id)
        mission = [Modifier(self.mission.title, item.value, item.rule) for item in self.mission.drm(table_id)]
        mods = [*self._table_modifiers(table, facts), *mission, *modifiers]
        return self._record(
            table.kind or roll_kind("dr"), purpose, table.rule, mods, table=table, column=column, column_of=column_of
        )

    def again(
        self, record: RollRecord, purpose: str, modifiers: Sequence[Modifier], column: str = ""
    ) -> RollRecord:
        """The dice of `record`, read once more with other modifiers or on another column (one DR, several targets)."""
        table = self.game.library.table(record.table)
        mods = tuple(mod for mod in modifiers if mod.value)
        total = record.original + sum(mod.value for mod in mods) if record.dice else record.total
        row = table.row(total)
        found = replace(
            record,
            purpose=purpose,
            total=total,
            modifiers=mods,
            row=row.label,
            result=table.pick(row, column or record.column),
            column=column or record.column,
            source="same",
            index=None,
        )
        self.emit(Rolled(found))
        return found

    def selection(self, names: Sequence[str], number: int, purpose: str) -> list[str]:
        """Random Selection (A.9) of `number` of `names`: a dr each, the highest are taken, ties add."""
        if len(names) <= number:
            return list(names)
        record = self.roll(f"{len(names)}d6", f"Random Selection: {purpose} ({', '.join(names)})", rule="A.9")
        if len(record.dice) != len(names):
            return list(names[:number])
        bar = sorted(record.dice, reverse=True)[number - 1]
        return [name for name, value in zip(names, record.dice, strict=True) if value >= bar]

    def chart(self, table_id: str, key: int, column: str = "") -> Any:
        """What a chart says for `key` (no roll)."""
        return self.game.library.table(table_id).value(key, column)

    def pick(self, names: Sequence[str], purpose: str) -> str:
        """Random Selection (A.9) of one of `names`: a dr each, highest wins, ties roll again."""
        left = list(names)
        while len(left) > 1:
            record = self.roll(
                f"{len(left)}d6" if 1 < len(left) <= 10 else f"1d{len(left)}",
                f"Random Selection: {purpose} ({', '.join(left)})",
                rule="A.9",
            )
            if len(left) > 10 or len(record.dice) != len(left):
                return left[(record.total - 1) % len(left)]
            best = max(record.dice)
            left = [name for name, value in zip(left, record.dice, strict=True) if value == best]
        return left[0]

    def _table_modifiers(self, table: Table, facts: Mapping[str, int] | None) -> list[Modifier]:
        applied = expand(table.modifiers, facts or {})
        return [Modifier(item.name, value, item.rule) for item, value in applied]

    def _record(
        self,
        kind: RollKind,
        purpose: str,
        rule: str,
        modifiers: Sequence[Modifier],
        *,
        target: int | None = None,
        target_name: str = "",
        provenance: str = "",
        table: Table | None = None,
        column: str = "",
        column_of: Callable[[tuple[int, ...]], str] | None = None,
        fails_on: int | None = None,
    ) -> RollRecord:
        mods = tuple(mod for mod in modifiers if mod.value)
        dice, source, total = self._dice(kind, purpose, rule)
        original = kind.total(dice) if dice else total
        if dice:
            shift = sum(mod.value for mod in mods)
            total = original + (10 * shift if kind.name == "d66" else shift)
        row = table.row(total) if table else None
        if column_of:
            column = column_of(dice)
        passed = None if target is None else total <= target and not (dice and original == fails_on)
        record = RollRecord(
            purpose,
            kind.name,
            dice,
            original,
            total,
            mods,
            rule,
            target,
            target_name,
            passed,
            table.id if table else "",
            row.label if row else "",
            table.pick(row, column) if table and row else None,
            row.provenance if row else provenance,
            source,
            self.state.dice.index if source == "auto" else None,
            column,
            self.whose,
        )
        self.emit(Rolled(record))
        return record

    def _dice(self, kind: RollKind, purpose: str, rule: str) -> tuple[tuple[int, ...], Source, int]:
        """The dice, where they come from, and (for an override without dice) the Final total."""
        dice = self.state.dice
        if dice.queue:
            head = dice.queue[: kind.count]
            if max(head) > kind.sides:
                raise Refused(f"{purpose} needs {kind.name}, and no such die shows {max(head)}: dice clear")
            if len(head) < kind.count:
                raise Refused(
                    f"{purpose} needs {kind.name}, and the dice typed ahead are {' '.join(map(str, dice.queue))}: "
                    "type more of them, or dice clear"
                )
            return head, dice.queue_source, 0
        if dice.by_hand or (self.whose and self.state.option(f"{self.whose.lower()}-dice")):
            question = Question("dice", purpose, "auto", roll=kind.name, rule=rule)
            answer = self.ask(question)
            if answer.startswith("="):
                return (), "override", int(answer[1:])
            if answer != "auto":
                return tuple(map(int, answer.split())), "typed", 0
        seed, index = self.state.dice.seed, self.state.dice.index
        return tuple(die(seed, index + step, kind.sides) for step in range(kind.count)), "auto", 0


def letters(number: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa, …"""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text
