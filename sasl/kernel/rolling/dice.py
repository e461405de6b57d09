"""Dice: which are thrown for a kind of roll, and a die that depends on nothing but seed and index."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import count as counting
from itertools import product
from typing import Literal

from sasl.kernel.frozen import Frozen

MAX_DICE = 10
MAX_SIDES = 1000


def die(seed: int, index: int, sides: int = 6) -> int:
    """The `index`-th die of `seed`: 1..`sides`, the same on every machine and for ever.

    The whole state of the generator is (seed, next index), so undo is moving the index back and any
    roll in a log can be recomputed.
    """
    digest = _keyed(seed).copy()
    digest.update(index.to_bytes(8, "big"))
    return 1 + int.from_bytes(digest.digest(), "big") % sides


def any_seed() -> int:
    """A seed nobody chose, of at most six digits: short enough to be typed again."""
    return int.from_bytes(os.urandom(8), "big") % 1_000_000


@lru_cache(maxsize=64)
def _keyed(seed: int) -> blake2b:
    """The hash of a seed, to which the number of a die is added."""
    return blake2b(key=seed.to_bytes(16, "big", signed=True), digest_size=8)


def thrown(seed: int, first: int, count: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Throws of `count` dice each, without end: what `die` says from number `first` on, only quicker."""
    fresh, number = _keyed(seed).copy, int.from_bytes

    def one(index: int) -> int:
        digest = fresh()
        digest.update(index.to_bytes(8, "big"))
        return 1 + number(digest.digest(), "big") % sides

    dice = map(one, counting(first))
    return zip(*[dice] * count, strict=False)


class RollKind(Frozen):
    """A way to throw: `dr` (one die), `DR` (coloured + white), `d66` (coloured tens, white units), `NdM`."""

    name: str
    count: int
    sides: int

    def total(self, dice: tuple[int, ...]) -> int:
        """The unmodified result of `dice` (coloured die first)."""
        if self.name == "d66":
            return 10 * dice[0] + dice[1]
        return sum(dice)

    def shifted(self, original: int, drm: int) -> int:
        """The Final total; on a d66 a modifier goes to the coloured die."""
        return original + (10 * drm if self.name == "d66" else drm)

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """Every equally likely set of dice."""
        return product(range(1, self.sides + 1), repeat=self.count)

    def totals(self) -> dict[int, int]:
        """Every unmodified total with the number of equally likely ways to throw it."""
        return dict(_totals(self))

    def check(self, dice: tuple[int, ...]) -> None:
        """Raise ValueError unless `dice` can be thrown with this kind."""
        if len(dice) != self.count or not all(1 <= value <= self.sides for value in dice):
            raise ValueError(
                f"{self.name} needs {self.count} {'die' if self.count == 1 else 'dice'} "
                f"from 1 to {self.sides}, not {' '.join(map(str, dice)) or 'nothing'}"
            )


@lru_cache(maxsize=256)
def _totals(kind: RollKind) -> tuple[tuple[int, int], ...]:
    if kind.name == "d66":
        return tuple((kind.total(dice), 1) for dice in kind.outcomes())
    ways = {0: 1}
    for _ in range(kind.count):
        step: dict[int, int] = {}
        for total, count in ways.items():
            for value in range(1, kind.sides + 1):
                step[total + value] = step.get(total + value, 0) + count
        ways = step
    return tuple(sorted(ways.items()))


DR = RollKind("DR", 2, 6)
ONE_DIE = RollKind("dr", 1, 6)
D66 = RollKind("d66", 2, 6)

_NDM = re.compile(r"(\d{1,2})d(\d{1,4})")


def roll_kind(text: str) -> RollKind:
    """The kind named `dr`, `DR`, `d66` or `NdM` (up to 10 dice of 1000 sides). ValueError otherwise.

    `dr` and `DR` differ by case, as in the rulebook.
    """
    for kind in (DR, ONE_DIE, D66):
        if text == kind.name:
            return kind
    match = _NDM.fullmatch(text)
    if match:
        count, sides = int(match[1]), int(match[2])
        if 1 <= count <= MAX_DICE and 2 <= sides <= MAX_SIDES:
            return RollKind(text, count, sides)
    raise ValueError(f"'{text}' is not a roll: use dr, DR, d66 or NdM such as 3d6")


class Dice(Frozen):
    """The generator (seed, next index), who rolls, and dice typed in advance."""

    seed: int
    index: int = 0
    by_hand: bool = False
    queue: tuple[int, ...] = ()
    queue_source: Literal["typed", "scripted"] = "typed"
