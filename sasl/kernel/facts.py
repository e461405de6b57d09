"""Facts: what can happen to any game. An event never rolls; a game applies it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sasl.kernel.records import RollRecord

Topic = Literal["roll", "phase", "suspect", "unit", "marker", "control", "told", "adjust", "event", "dice", "act"]


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all facts. `topic` is what the log filters by."""

    topic: ClassVar[Topic] = "told"
    is_act: ClassVar[bool] = False
    """Whether it says that a side the program plays has decided on an act."""


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice were rolled, typed or overridden."""

    topic: ClassVar[Topic] = "roll"
    record: RollRecord


@dataclass(frozen=True, slots=True)
class DiceSet(Event):
    """Dice for the next rolls were typed ahead, the player rolls by hand or not, or the die moved on."""

    topic: ClassVar[Topic] = "dice"
    queue: tuple[int, ...] = ()
    source: Literal["typed", "scripted"] = "typed"
    by_hand: bool | None = None
    skip: int = 0


@dataclass(frozen=True, slots=True)
class Told(Event):
    """An instruction or remark to the player; `board` means: do this on your board. `tag`: what code knows it by."""

    topic: ClassVar[Topic] = "told"
    text: str
    board: bool = False
    stop: bool = False
    hexes: tuple[str, ...] = ()
    tag: str = ""
