"""Chains of rolls: a rule asks for one roll after the other, and a game answers with dice, a designer with every row.

A chain is a generator: it yields a `Draw` and is sent what came. `Run.follow` rolls it in a game; `explore` here goes
every way it can take, each with its exact chance. So what is rolled for, and what it comes to, is written down once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Generic, Protocol, TypeVar

from sasl.kernel.frozen import Frozen

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


class Chances(Frozen, Generic[T]):
    """What may come, each with its number of ways; `total`: all ways there are. Nothing is in it twice."""

    ways: Mapping[T, int]
    total: int

    @classmethod
    def sure(cls, value: T) -> Chances[T]:
        """What always comes."""
        return cls({value: 1}, 1)

    @classmethod
    def of(cls, chances: Iterable[tuple[T, Fraction]]) -> Chances[T]:
        """From fractions; those of the same value are added. They need not come to one: the rest is left out."""
        sums: dict[T, Fraction] = {}
        for value, chance in chances:
            sums[value] = sums.get(value, Fraction(0)) + chance
        bottom = lcm(*(chance.denominator for chance in sums.values()))
        ways = {value: chance.numerator * (bottom // chance.denominator) for value, chance in sums.items()}
        return cls(ways, sum(ways.values()))

    @classmethod
    def mixed(cls, parts: Iterable[tuple[Fraction, Chances[T]]]) -> Chances[T]:
        """One of several distributions, each with its weight; the weights come to one."""
        each = [(weight, part) for weight, part in parts if weight]
        bottom = lcm(*(weight.denominator * part.total for weight, part in each))
        ways: dict[T, int] = {}
        for weight, part in each:
            times = int(weight * bottom) // part.total
            for value, count in part.ways.items():
                ways[value] = ways.get(value, 0) + count * times
        return cls(ways, bottom)

    def __iter__(self) -> Iterator[tuple[T, Fraction]]:
        return ((value, Fraction(count, self.total)) for value, count in self.ways.items())

    def __getitem__(self, value: T) -> Fraction:
        """The chance of `value`; 0 if it cannot come."""
        return Fraction(self.ways.get(value, 0), self.total) if self.total else Fraction(0)

    def chance(self, fits: Callable[[T], bool]) -> Fraction:
        """The chance that what comes fits."""
        return Fraction(sum(count for value, count in self.ways.items() if fits(value)), self.total or 1)

    def mean(self, worth: Callable[[T], Fraction | int]) -> Fraction:
        """The expected worth of what comes."""
        return sum((Fraction(worth(value)) * count for value, count in self.ways.items()), Fraction(0)) / (
            self.total or 1
        )

    def map(self, change: Callable[[T], U]) -> Chances[U]:
        """The same, each value changed; those that become one are added."""
        ways: dict[U, int] = {}
        for value, count in self.ways.items():
            new = change(value)
            ways[new] = ways.get(new, 0) + count
        return Chances(ways, self.total)

    def given(self, fits: Callable[[T], bool]) -> Chances[T]:
        """What comes if it is known to fit; empty, with a total of 0, if nothing does."""
        ways = {value: count for value, count in self.ways.items() if fits(value)}
        return Chances(ways, sum(ways.values()))

    def with_(self, other: Chances[U], join: Callable[[T, U], V]) -> Chances[V]:
        """Both, rolled apart: `join` says what a value of each comes to."""
        ways: dict[V, int] = {}
        known = ways.get
        for first, count in self.ways.items():
            for second, times in other.ways.items():
                both = join(first, second)
                ways[both] = known(both, 0) + count * times
        return Chances(ways, self.total * other.total)


# -- chains ----------------------------------------------------------------------------------------

MOST_REROLLS = 50
"""So often a chain begins anew; what comes then stands."""


class Drawn(Protocol):
    """What a roll on a table came to."""

    @property
    def total(self) -> int:
        """The Final total."""

    @property
    def result(self) -> Any:
        """What the row says."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A roll on a table that might come."""

    total: int
    result: Any = field(compare=False)


class Draw(Frozen):
    """A roll: the table, what it is for, the conditions that hold, the column."""

    table: str
    purpose: str = ""
    column: str = ""
    facts: Mapping[str, int] = {}


class Remark(Frozen):
    """A message to the player in passing."""

    text: str


class Again(Frozen):
    """All of this chain is rolled again, and why ("": that is plain); it goes on only if that was tried too often."""

    why: str = ""


Chain = Generator[Draw | Remark | Again, Drawn, T]
NOTHING = Outcome(0, None)
"""What a chain is sent if it wanted no roll."""


def explore(chain: Callable[[], Chain[T]], outcomes: Callable[[Draw], Chances[Outcome]]) -> Chances[T]:
    """Everything a chain can come to, with its chance. What is rolled again falls out, unless nothing else is left.

    `outcomes`: all that a roll may come to. The chain may raise what it raises in a game.
    """
    found = _every_way(chain, outcomes, stubborn=False)
    return found if found.total else _every_way(chain, outcomes, stubborn=True)


def _every_way(
    chain: Callable[[], Chain[T]], outcomes: Callable[[Draw], Chances[Outcome]], *, stubborn: bool
) -> Chances[T]:
    """All ways to the end of a chain; `stubborn`: those, too, that were to begin anew."""
    done: list[tuple[T, Fraction]] = []
    ahead: list[tuple[tuple[Outcome, ...], Fraction]] = [((), Fraction(1))]
    while ahead:
        path, chance = ahead.pop()
        steps, came = chain(), iter(path)
        try:
            step = next(steps)
            while stubborn or not isinstance(step, Again):
                rolled = next(came, None) if isinstance(step, Draw) else NOTHING
                if rolled is None and isinstance(step, Draw):
                    ahead += [((*path, item), chance * part) for item, part in reversed([*outcomes(step)])]
                    break
                step = steps.send(rolled or NOTHING)
        except StopIteration as end:
            done.append((end.value, chance))
    return Chances.of(done)
