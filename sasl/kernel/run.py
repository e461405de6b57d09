"""One running command: dice, tables, questions and facts. A mission's `Context` and a campaign's are both one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, cast

from sasl.kernel.beforehand import modifiers_text, needs_text, reach_text, rows_text
from sasl.kernel.chains import MOST_REROLLS, NOTHING, Again, Chain, Draw, Drawn, Remark
from sasl.kernel.dice import MAX_DICE, Dice, RollKind, die, roll_kind
from sasl.kernel.facts import Event, Rolled, Told
from sasl.kernel.frozen import replace
from sasl.kernel.questions import Option, Question, Unanswered, read_answer
from sasl.kernel.records import SELECTION, Modifier, RollRecord, Source
from sasl.kernel.rolls import read_roll
from sasl.kernel.tables import Table

NO_ANSWER = "no-answer"
"""The tag of the message that a side's mind has said what is no answer to a question."""


class Refused(Exception):
    """A command that is not legal: one sentence that says why, and the rule."""


class DiceRefused(Refused):
    """The dice typed ahead do not fit a roll: nothing of the command is done, whoever's act it was for."""


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
        """The same for who rolls: he asks it for modifiers and rows by total, and keeps nothing for other games."""


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
T = TypeVar("T")


@dataclass
class Savepoint:
    """A moment of a running command to which it can be taken back."""

    run: Run[Any]
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


class Run(ABC, Generic[G]):
    """A command while it runs: answers given so far, events emitted so far.

    `game`: with everything emitted so far applied. `whose`: the side whose rolls these are. `tells` False: nobody
    listens, so no message is kept, and none that takes long to word is worded.
    """

    game: G
    answers: Sequence[str]
    events: list[Event]
    whose: str
    tells: bool = True
    _used: int

    # -- what a kind of game must say -----------------------------------------------------------------
    @abstractmethod
    def by_hand(self) -> bool:
        """Whether the player rolls the dice of `whose` himself."""

    @abstractmethod
    def _own(self, question: Question) -> str | None:
        """The answer of the side that decides, if the program plays it; None: the player is asked."""

    def extra(self, table_id: str) -> Sequence[Modifier]:
        """What this game adds to every roll on one table."""
        return ()

    # -- facts ----------------------------------------------------------------------------------------
    @property
    def tables(self) -> Tables:
        """The content that tables come from."""
        return self.game.library

    @property
    def dice(self) -> Dice:
        """The generator as it stands."""
        return self.game.state.dice

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
            text = f"A fault of the program: to '{question.text}' {question.whose} says what is no answer ({error})"
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
        of_dice: Callable[[tuple[int, ...]], Sequence[Modifier]] | None = None,
        tag: str = "",
        subject: Sequence[str] = (),
    ) -> RollRecord:
        """Roll `kind`; with `target` the check passes at total <= target. `tag`, `subject`: see RollRecord.

        `of_dice(dice)`: the modifiers that the dice themselves bring (Case C4, C5.35).
        """
        return self._record(
            roll_kind(kind),
            purpose,
            rule,
            modifiers,
            of_dice=of_dice,
            target=target,
            target_name=target_name,
            tag=tag,
            subject=subject,
        )

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
        tag: str = "",
        subject: Sequence[str] = (),
    ) -> RollRecord:
        """Roll the check table `table_id` (its modifiers by condition) against `target`.

        An Original roll of `fails_on` fails whatever the total.
        """
        table = self.tables.to_roll(table_id)
        mods = [*table.drm(facts or {}), *modifiers]
        return self._record(
            table.kind or roll_kind("dr"),
            purpose,
            table.rule,
            mods,
            target=target,
            target_name=target_name or table.against,
            provenance=table.provenance,
            fails_on=fails_on,
            pack=table.pack,
            tag=tag,
            subject=subject,
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
        tag: str = "",
        subject: Sequence[str] = (),
    ) -> RollRecord:
        """Roll on the table `table_id`; `record.result` is the row's result.

        `column_of(dice)` names the column where it depends on the dice (cowering, A7.9).
        """
        table = self.tables.to_roll(table_id)
        mods = [*table.drm(facts or {}), *self.extra(table_id), *modifiers]
        return self._record(
            table.kind or roll_kind("dr"),
            purpose,
            table.rule,
            mods,
            table=table,
            column=column,
            column_of=column_of,
            tag=tag,
            subject=subject,
        )

    def follow(self, chain: Callable[[], Chain[T]]) -> T:
        """Roll a chain of tables, from its beginning as often as it says so; what it comes to."""
        for left in reversed(range(MOST_REROLLS)):
            steps = chain()
            try:
                step = next(steps)
                while not (isinstance(step, Again) and left):
                    step = steps.send(self._take(step))
            except StopIteration as done:
                return cast(T, done.value)
            if step.why:
                self.tell(step.why)
        raise AssertionError("the last time a chain does not begin anew")

    def _take(self, step: Draw | Remark | Again) -> Drawn:
        """One step of a chain: a roll, or something to be told."""
        if isinstance(step, Draw):
            return self.table(step.table, step.purpose, facts=step.facts, column=step.column)
        if isinstance(step, Remark):
            self.tell(step.text)
        return NOTHING

    def again(self, record: RollRecord, purpose: str, modifiers: Sequence[Modifier], column: str = "") -> RollRecord:
        """The dice of `record`, read once more with other modifiers or on another column (one DR, several targets)."""
        table = self.tables.to_roll(record.table)
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
        values: list[int] = []
        for start in range(0, len(names), MAX_DICE):  # a crowd rolls in parts
            part = names[start : start + MAX_DICE]
            record = self.roll(
                f"{len(part)}d6",
                f"Random Selection: {purpose} ({', '.join(part)})",
                rule="A.9",
                tag=SELECTION,
                subject=part,
            )
            if len(record.dice) != len(part):
                return list(names[:number])
            values += record.dice
        bar = sorted(values, reverse=True)[number - 1]
        return [name for name, value in zip(names, values, strict=True) if value >= bar]

    def chart(self, table_id: str, key: int, column: str = "") -> Any:
        """What a chart says for `key` (no roll)."""
        return self.tables.table(table_id).value(key, column)

    def pick(self, names: Sequence[str], purpose: str) -> str:
        """Random Selection (A.9) of one of `names`: a dr each, highest wins, ties roll again."""
        left = list(names)
        while len(left) > 1:
            record = self.roll(
                f"{len(left)}d6" if 1 < len(left) <= 10 else f"1d{len(left)}",
                f"Random Selection: {purpose} ({', '.join(left)})",
                rule="A.9",
                tag=SELECTION,
                subject=left,
            )
            if len(left) > 10 or len(record.dice) != len(left):
                return left[(record.total - 1) % len(left)]
            best = max(record.dice)
            left = [name for name, value in zip(left, record.dice, strict=True) if value == best]
        return left[0]

    def _record(
        self,
        kind: RollKind,
        purpose: str,
        rule: str,
        modifiers: Sequence[Modifier],
        *,
        of_dice: Callable[[tuple[int, ...]], Sequence[Modifier]] | None = None,
        target: int | None = None,
        target_name: str = "",
        provenance: str = "",
        table: Table | None = None,
        column: str = "",
        column_of: Callable[[tuple[int, ...]], str] | None = None,
        fails_on: int | None = None,
        pack: str = "",
        tag: str = "",
        subject: Sequence[str] = (),
    ) -> RollRecord:
        def beforehand() -> tuple[str, ...]:
            lines = [modifiers_text(kind, modifiers)] if modifiers or target is not None or table else []
            if target is not None:
                lines.append(needs_text(kind, modifiers, target, target_name, fails_on))
            elif reach := reach_text(modifiers):
                lines.append(reach)
            elif table and not column_of:
                lines.append(rows_text(table, column))
            return tuple(filter(None, lines))

        dice, source, given = self._dice(kind, purpose, rule, tag, subject, beforehand)
        record = read_roll(
            kind,
            dice,
            [*modifiers, *(of_dice(dice) if of_dice and dice else ())],
            purpose=purpose,
            rule=rule,
            given=given,
            target=target,
            target_name=target_name,
            fails_on=fails_on,
            table=table,
            column=column_of(dice) if column_of else column,
            provenance=provenance,
            source=source,
            index=self.dice.index if source == "auto" else None,
            whose=self.whose,
            pack=pack,
            tag=tag,
            subject=subject,
        )
        self.emit(Rolled(record))
        return record

    def _dice(
        self,
        kind: RollKind,
        purpose: str,
        rule: str,
        tag: str,
        subject: Sequence[str],
        beforehand: Callable[[], tuple[str, ...]],
    ) -> tuple[tuple[int, ...], Source, int]:
        """The dice, where they come from, and (for an override without dice) the Final total.

        `beforehand`: what the player is told of the roll before he throws.
        """
        dice = self.dice
        if dice.queue:
            head = dice.queue[: kind.count]
            if max(head) > kind.sides:
                raise DiceRefused(f"{purpose} needs {kind.name}, and no such die shows {max(head)}: dice clear")
            if len(head) < kind.count:
                raise DiceRefused(
                    f"{purpose} needs {kind.name}, and the dice typed ahead are {' '.join(map(str, dice.queue))}: "
                    "type more of them, or dice clear"
                )
            return head, dice.queue_source, 0
        if self.by_hand():
            question = Question(
                "dice", purpose, "auto", roll=kind.name, rule=rule, lines=beforehand(), id=tag, subject=tuple(subject)
            )
            answer = self.ask(question)
            if answer.startswith("="):
                return (), "override", int(answer[1:])
            if answer != "auto":
                return tuple(map(int, answer.split())), "typed", 0
        seed, index = dice.seed, dice.index
        return tuple(die(seed, index + step, kind.sides) for step in range(kind.count)), "auto", 0
