"""Dice in the player's hand, in any game: who rolls, dice typed ahead, rolls on any table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Self

from sasl.asl.game import events as ev
from sasl.content.reading.faults import ContentError, nearest
from sasl.kernel.orders.grammar import Bound, Kind
from sasl.kernel.orders.order import Order
from sasl.kernel.rolling.dice import ONE_DIE, roll_kind
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.rolling.tables import meant
from sasl.kernel.run import Run
from sasl.kernel.transaction import Refused

MOST_AHEAD, MOST_SKIPPED = 40, 100


def who_rolls(run: Run[Any], by_hand: bool, only: str, sides: Sequence[str], option: Callable[[str], bool]) -> None:
    """A.9: the player rolls all dice, those of one side (`only`), or none."""
    every = by_hand and not only
    if not only or run.dice.by_hand != every:
        run.emit(ev.DiceSet(run.dice.queue, run.dice.queue_source, by_hand=every))
    for side in sides:
        if option(f"{side}-dice") != (side == only):
            run.emit(ev.OptionSet(f"{side}-dice", side == only))


class ClearDice(Order):
    """Dice typed ahead are taken back."""

    FORM = "dice clear"

    def run(self, ctx: Run[Any]) -> None:
        """None are left."""
        ctx.emit(ev.DiceSet())


class SkipDice(Order):
    """Dice of the seed are passed over."""

    FORM = "dice skip [N:number]"
    number: int = 1

    def verify(self, game: object) -> None:
        """At most a hundred at once."""
        if not 1 <= self.number <= MOST_SKIPPED:
            raise Refused(f"dice skip takes a number from 1 to {MOST_SKIPPED}")

    def run(self, ctx: Run[Any]) -> None:
        """How many."""
        ctx.emit(ev.DiceSet(ctx.dice.queue, ctx.dice.queue_source, skip=self.number))


class DiceAhead(Order):
    """A.9: dice for what comes next, the coloured one first."""

    FORM = "dice DICE:dice…"
    dice: tuple[int, ...]

    @classmethod
    def read(cls, game: Any, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """Numbers with blanks or commas between."""
        return cls(tuple(value for word in bound.slots["dice"] for value in kinds["dice"].read(game, word)))

    def verify(self, game: object) -> None:
        """No more than anybody needs, each as a die shows it; one of more sides is typed when it is asked for."""
        if not self.dice or len(self.dice) > MOST_AHEAD:
            raise Refused(f"'{' '.join(map(str, self.dice))[:80]}' are not dice: type numbers, as in: dice 4 2")
        most = ONE_DIE.sides
        wrong = [value for value in self.dice if not 1 <= value <= most]
        if wrong:
            raise Refused(
                f"a die shows 1 to {most}, not {wrong[0]}: type the coloured one first, as in: dice 4 2 "
                "(a die of more sides is asked for, with: dice hand)"
            )

    def run(self, ctx: Run[Any]) -> None:
        """They lie on the table."""
        ctx.emit(ev.DiceSet((*ctx.dice.queue, *self.dice), "typed"))


def roll(run: Run[Any], what: str, drm: Iterable[int] = (), column: str = "") -> None:
    """A roll of the player's own, logged like every other: `dr`, or a table with modifiers and a column."""
    modifiers = [Modifier("player", value, "") for value in drm]
    try:
        roll_kind(what)
    except ValueError as no_dice:
        _roll_table(run, what.lower(), modifiers, column, str(no_dice))
        return
    run.roll(what, "Player's roll", modifiers=modifiers)


def _whole_id(tables: Collection[str], name: str) -> str:
    """The id of the only table that `name` may mean, as `sasl own` takes it; `name` itself if there is none."""
    found = meant(tables, name) or [name]
    if len(found) > 1:
        raise Refused(f"'{name}' may be {', '.join(sorted(found)[:12])}: type the whole id")
    return found[0]


def _roll_table(run: Run[Any], name: str, modifiers: list[Modifier], column: str, no_dice: str) -> None:
    """A roll on a table; `no_dice`: why its name is no kind of roll."""
    try:
        table = run.tables.table(_whole_id(run.game.library.tables, name))
    except ContentError as error:
        raise Refused(f"{no_dice}; {error}") from None
    if table.kind is None:
        raise Refused(f"{table.id} is a chart: it is read, not rolled on")
    if not table.rows:
        raise Refused(f"{table.id} is a check against {table.against}: it has no rows to roll on")
    if not column and len(table.columns) > 1:
        raise Refused(f"{table.id} has several columns: add one of {', '.join(table.columns)}")
    if column and column not in table.columns:
        raise Refused(f"{table.id} has no column '{column}'{nearest(column, table.columns)}")
    run.table(table.id, table.title, modifiers=modifiers, column=column)
