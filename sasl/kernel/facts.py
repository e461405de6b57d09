"""Facts: what can happen to any game. An event never rolls; a game applies it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar, Literal

from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.dice import Dice
from sasl.kernel.rolling.records import RollRecord, result_words
from sasl.kernel.text import listed

REROLL = "reroll"
"""The tag of a remark that the roll before it counts for nothing, and is made again."""

Topic = Literal["roll", "phase", "suspect", "unit", "marker", "control", "told", "adjust", "event", "dice", "act"]


class Event(Frozen):
    """Base of all facts. `topic` is what the log filters by."""

    topic: ClassVar[Topic] = "told"
    is_act: ClassVar[bool] = False
    """Whether it says that a side the program plays has decided on an act."""

    def apply(self, state: Any) -> Any:
        """The state after it. KeyError if it speaks of something that is not there."""
        return state

    def describe(self) -> str:
        """It in one line, or "" if it is not worth a line."""
        return ""

    def together(self, before: Sequence[Event]) -> str:
        """It and those just `before` it, which share a line, in one line; "" if it begins a line of its own."""
        return ""

    def explain(self) -> tuple[str, ...]:
        """It in full: for a roll its dice, modifiers, table, row and rule."""
        return (self.describe() or type(self).__name__,)


def worded(events: Iterable[Event]) -> Iterator[tuple[str, Event]]:
    """Facts with the words of each."""
    return ((event.describe(), event) for event in events)


def lines_of(told: Iterable[tuple[str, Event]]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Worded facts line by line: the words, and the facts that share the line; none for what is not worth one."""
    text, line = "", tuple[Event, ...]()
    for own, event in told:
        if not own:
            continue
        whole = _together(event, line)
        if line and not whole:
            yield text, line
        text, line = (whole, (*line, event)) if whole else (own, (event,))
    if line:
        yield text, line


def chief(line: Sequence[Event]) -> Event:
    """The fact that gives a line its topic and its look: the last roll in it, else the last of all."""
    return next((event for event in reversed(line) if isinstance(event, Rolled)), line[-1])


def explained(line: Sequence[Event]) -> list[tuple[Event, tuple[str, ...]]]:
    """The facts of a line in order, each in full; a roll as a whole, of the others nothing that stands there before."""
    found: list[tuple[Event, tuple[str, ...]]] = []
    said = set[str]()
    for event in line:
        texts = event.explain()
        new = texts if isinstance(event, Rolled) else tuple(text for text in texts if text not in said)
        said.update(texts)
        if new:
            found.append((event, new))
    return found


def _together(event: Event, line: Sequence[Event]) -> str:
    try:
        return event.together(line) if line else ""
    except LookupError:  # a forged save may hold words the rules do not know
        return ""


class Rolled(Event):
    """Dice were rolled, typed or overridden."""

    topic: ClassVar[Topic] = "roll"
    record: RollRecord

    def apply(self, state: Any) -> Any:
        """The next index, or fewer dice typed ahead."""
        dice, record = state.dice, self.record
        if record.source == "auto":
            return replace(state, dice=replace(dice, index=dice.index + len(record.dice)))
        taken = len(record.dice)
        if taken and dice.queue[:taken] == record.dice:
            return replace(state, dice=replace(dice, queue=dice.queue[taken:]))
        return state

    def describe(self, unit: str = "") -> str:
        """Purpose, dice, modifiers, and what came of it: of a figure from a table in `unit`, if it is given."""
        return f"{self.record.purpose}: {self._came(unit)}"

    @property
    def came(self) -> str:
        """Dice, modifiers, and what came of it."""
        return self._came()

    def _came(self, unit: str = "") -> str:
        record = self.record
        text = record.sum_text()
        if record.target is not None:
            named = f" ({record.target_name})" if record.target_name else ""
            text += f" vs {record.target}{named}: {record.verdict}"
        elif record.table:
            text += f" -> {record.outcome}{unit and f' {unit}'}"
            if record.provenance in ("house", "user", "reconstructed") and not record.pack:
                text += f" [{record.provenance}]"
        if record.pack:
            text += f" [{record.provenance}: {record.pack}]"
        return f"{text} {record.origin}".rstrip()

    def together(self, before: Sequence[Event]) -> str:
        """A roll that is made again is one line with those before it."""
        return _made_again((*before, self)) if getattr(before[-1], "tag", "") == REROLL else ""

    def explain(self) -> tuple[str, ...]:
        """The whole record."""
        return self.record.explain()


def _made_again(facts: Sequence[Event]) -> str:
    """The last roll, then those that counted for nothing: `…: d66 4,6 = 46 -> A; rerolled, not possible: 16, 33 B`."""
    *rerolled, last = [event for event in facts if isinstance(event, Rolled)]
    for_nothing = [item.record for item in rerolled]
    if not isinstance(facts[-1], Rolled):
        for_nothing.append(last.record)
    several = [
        f"{listed(str(record.total) for record in same)} {title}"
        for title, same in groupby(for_nothing, lambda record: result_words(record.result))
    ]
    said = f"rerolled, not possible now: {'; '.join(several)}"
    return f"{last.describe()}; {said}" if isinstance(facts[-1], Rolled) else f"{last.record.purpose}: {said}"


class DiceSet(Event):
    """Dice for the next rolls were typed ahead, the player rolls by hand or not, or the die moved on."""

    topic: ClassVar[Topic] = "dice"
    queue: tuple[int, ...] = ()
    source: Literal["typed", "scripted"] = "typed"
    by_hand: bool | None = None
    skip: int = 0

    def apply(self, state: Any) -> Any:
        """Other dice typed ahead, another hand, or the die moved on."""
        dice = state.dice
        hand = dice.by_hand if self.by_hand is None else self.by_hand
        return replace(state, dice=Dice(dice.seed, dice.index + self.skip, hand, self.queue, self.source))

    def describe(self) -> str:
        """What was typed or switched."""
        parts = []
        if self.queue:
            parts.append(f"next dice: {' '.join(map(str, self.queue))} ({self.source})")
        if self.by_hand is not None:
            parts.append("you type each" if self.by_hand else "the program rolls")
        if self.skip:
            parts.append(f"{self.skip} dice of the seed skipped")
        return "Dice: " + ("; ".join(parts) or "typed dice discarded")


class Told(Event):
    """An instruction or remark to the player; `board` means: do this on your board. `tag`: what code knows it by;
    `line`: the order of which it speaks.
    """

    topic: ClassVar[Topic] = "told"
    text: str
    board: bool = False
    stop: bool = False
    hexes: tuple[str, ...] = ()
    tag: str = ""
    line: str = ""

    def describe(self) -> str:
        """The text; instructions for the real board are marked."""
        return f"ON YOUR BOARD: {self.text}" if self.board else self.text

    def together(self, before: Sequence[Event]) -> str:
        """That a roll is made again stands in the line of the roll."""
        return _made_again((*before, self)) if self.tag == REROLL and isinstance(before[-1], Rolled) else ""
