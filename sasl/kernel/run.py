"""A running command that rolls: dice, tables, chains of them. A mission's `Context` and a campaign's are both one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from sasl.kernel.facts import Rolled
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Question
from sasl.kernel.rolling.beforehand import beforehand
from sasl.kernel.rolling.chains import MOST_REROLLS, NOTHING, Again, Chain, Draw, Drawn, Remark
from sasl.kernel.rolling.dice import MAX_DICE, Dice, die, roll_kind
from sasl.kernel.rolling.records import SELECTION, Modifier, RollRecord, Source
from sasl.kernel.rolling.rolls import Roll, read_roll
from sasl.kernel.transaction import DiceRefused, G, Tables, Transaction

T = TypeVar("T")


class Run(Transaction[G]):
    """A transaction that rolls. `whose`: the side whose rolls these are."""

    whose: str

    # -- what a kind of game must say -----------------------------------------------------------------
    @abstractmethod
    def by_hand(self) -> bool:
        """Whether the player rolls the dice of `whose` himself."""

    def extra(self, table_id: str) -> Sequence[Modifier]:
        """What this game adds to every roll on one table."""
        return ()

    @property
    def tables(self) -> Tables:
        """The content that tables come from."""
        return self.game.library

    @property
    def dice(self) -> Dice:
        """The generator as it stands."""
        return self.game.state.dice

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
        roll = Roll(roll_kind(kind), purpose, rule, modifiers, target, target_name, tag=tag, subject=tuple(subject))
        return self._record(roll, of_dice=of_dice)

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
        roll = Roll(
            table.kind or roll_kind("dr"),
            purpose,
            table.rule,
            [*table.drm(facts or {}), *modifiers],
            target,
            target_name or table.against,
            fails_on,
            provenance=table.provenance,
            pack=table.pack,
            tag=tag,
            subject=tuple(subject),
        )
        return self._record(roll)

    def table(
        self,
        table_id: str,
        purpose: str,
        *,
        facts: Mapping[str, int] | None = None,
        modifiers: Sequence[Modifier] = (),
        column: str = "",
        column_of: Callable[[tuple[int, ...]], str | None] | None = None,
    ) -> RollRecord:
        """Roll on the table `table_id`; `record.result` is the row's result.

        `column_of(dice)` names the column where it depends on the dice (cowering, A7.9); None: below the first one.
        """
        table = self.tables.to_roll(table_id)
        mods = [*table.drm(facts or {}), *self.extra(table_id), *modifiers]
        kind = table.kind or roll_kind("dr")
        roll = Roll(kind, purpose, table.rule, mods, table=table, column=column)
        return self._record(roll, column_of=column_of)

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
        """One step of a chain: a roll, or a message."""
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
        roll: Roll,
        *,
        of_dice: Callable[[tuple[int, ...]], Sequence[Modifier]] | None = None,
        column_of: Callable[[tuple[int, ...]], str | None] | None = None,
    ) -> RollRecord:
        dice, source, given = self._dice(roll, rows=not column_of)
        if of_dice and dice:
            roll = replace(roll, modifiers=[*roll.modifiers, *of_dice(dice)])
        if column_of:
            roll = replace(roll, column=column_of(dice))
        index = self.dice.index if source == "auto" else None
        record = read_roll(roll, dice, given=given, source=source, index=index, whose=self.whose)
        self.emit(Rolled(record))
        return record

    def _dice(self, roll: Roll, *, rows: bool) -> tuple[tuple[int, ...], Source, int]:
        """The dice, where they come from, and (for an override without dice) the Final total.

        Who throws them himself hears of the roll before; `rows`: also what the totals bring.
        """
        dice, kind, purpose = self.dice, roll.kind, roll.purpose
        if dice.queue:
            head = dice.queue[: kind.count]
            if max(head) > kind.sides:
                raise DiceRefused(
                    f"{purpose} needs {kind.name}, and no such die shows {max(head)}; dice "
                    "clear discards the typed dice"
                )
            if len(head) < kind.count:
                raise DiceRefused(
                    f"{purpose} needs {kind.name}, and the dice typed ahead are {' '.join(map(str, dice.queue))}: "
                    "type more of them, or dice clear"
                )
            return head, dice.queue_source, 0
        if self.by_hand():
            question = Question(
                "dice",
                purpose,
                "auto",
                roll=kind.name,
                rule=roll.rule,
                lines=beforehand(roll, rows=rows),
                id=roll.tag,
                subject=roll.subject,
            )
            answer = self.ask(question)
            if answer.startswith("="):
                return (), "override", int(answer[1:])
            if answer != "auto":
                return tuple(map(int, answer.split())), "typed", 0
        seed, index = dice.seed, dice.index
        return tuple(die(seed, index + step, kind.sides) for step in range(kind.count)), "auto", 0
