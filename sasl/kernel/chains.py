"""Chains of rolls: a rule asks for one roll after the other, and a game answers with dice, a designer with every row.

A chain is a generator: it yields a `Draw` and is sent what came. `Run.follow` rolls it in a game; `explore` here goes
every way it can take, each with its exact chance. So what is rolled for, and what it comes to, is written down once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from sasl.kernel.chances import Chances
from sasl.kernel.frozen import Frozen

T = TypeVar("T")

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
    """A roll asked for: the table, what it is for, the conditions that hold, the column."""

    table: str
    purpose: str = ""
    column: str = ""
    facts: Mapping[str, int] = {}


class Remark(Frozen):
    """Something the player is told in passing."""

    text: str


class Again(Frozen):
    """All of this chain is rolled again, and why ("": that is plain); it goes on only if that was tried too often."""

    why: str = ""


Chain = Generator[Draw | Remark | Again, Drawn, T]
NOTHING = Outcome(0, None)
"""What a chain is sent that asked for no roll."""


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
