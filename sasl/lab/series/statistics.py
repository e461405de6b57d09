"""What a sample of numbers says: mean, standard error, quantiles, interval; and how many more would make it clear."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import NormalDist

from sasl.kernel.frozen import Frozen

LEVEL = 0.95
"""How sure an interval is by default."""
FEWEST = 10
"""Of so few numbers no interval is worth a verdict."""


class Mean(Frozen):
    """A mean with its standard error (of a single number 0, though nobody knows it), and of how many numbers it is."""

    value: float
    error: float
    count: int = 0

    def __str__(self) -> str:
        """`7.25 ±0.31`; of a single number `7.25`."""
        return f"{self.value:.2f}" + (f" ±{self.error:.2f}" if self.known_error is not None else "")

    @property
    def known_error(self) -> float | None:
        """The standard error; None for a single number."""
        return self.error if self.count != 1 else None

    def half_width(self, level: float = LEVEL) -> float:
        """Half the interval that holds the true mean in `level` of all samples; endless for fewer than 2 numbers."""
        return self.error * student(level, self.count - 1) if self.count > 1 else math.inf

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """The interval about the mean."""
        half = self.half_width(level)
        return self.value - half, self.value + half

    def clear(self, level: float = LEVEL) -> bool:
        """Whether it is shown not to be zero: by FEWEST numbers or more, and with zero outside the interval."""
        low, high = self.interval(level)
        return self.count >= FEWEST and (low > 0 or high < 0)

    def more_needed(self, level: float = LEVEL) -> int | None:
        """How many more numbers would make this mean clear if it is the true one; None where none ever would.

        The error shrinks with the root of the count.
        """
        if self.clear(level):
            return 0
        if not self.value or self.count < 2:
            return None
        ratio = self.half_width(level) / abs(self.value)
        return max(math.ceil(self.count * ratio**2) - self.count, FEWEST - self.count, 1)


def share_interval(share: float, count: int) -> tuple[float, float]:
    """The LEVEL interval of a share of `count` runs (Wilson's): within 0 and 1, and honest where all or none won."""
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return middle - half, middle + half


def student(level: float, freedom: int) -> float:
    """The quantile of Student's t that `level` of it lies within, on both sides of 0 (Cornish-Fisher's expansion).

    Right to 1 % from 4 degrees of freedom on; below that it is somewhat small.
    """
    z, v = NormalDist().inv_cdf((1 + level) / 2), max(freedom, 1)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


class Sample:
    """Numbers one after another, kept as how often each came: as small for a million runs as for a hundred.

    Everything told of it depends on the numbers alone, never on their order.
    """

    def __init__(self, numbers: Iterable[float] = ()) -> None:
        self.times: Counter[float] = Counter(numbers)

    def add(self, number: float, times: int = 1) -> None:
        """One more number, or the same one several times."""
        self.times[number] += times

    def take(self, other: Sample) -> None:
        """All the numbers of another one, too."""
        self.times.update(other.times)

    def __len__(self) -> int:
        return self.times.total()

    def __iter__(self) -> Iterator[tuple[float, int]]:
        """Each value with how often it came, the lowest first."""
        return iter(sorted((value, count) for value, count in self.times.items() if count))

    def mean(self) -> Mean:
        """Mean and standard error (0 for a single number). ZeroDivisionError for none."""
        count = len(self)
        middle = math.fsum(value * times for value, times in self) / count
        spread = math.fsum(times * (value - middle) ** 2 for value, times in self) / (count - 1) if count > 1 else 0.0
        return Mean(middle, math.sqrt(spread / count), count)

    def quantile(self, share: float) -> float:
        """The least number that at least `share` of all numbers do not exceed."""
        wanted, passed, found = share * len(self), 0, math.nan
        for value, times in self:
            passed, found = passed + times, value
            if passed >= wanted:
                break
        return found

    def bins(self, most: int) -> list[tuple[float, float, int]]:
        """At most so many stretches of the same width, each with its lowest and highest value and how many fell in it.

        Where there are no more whole values than that, each has its own; the width is whole where the values are.
        """
        if not self.times:
            return []
        values = [value for value, _ in self]
        low, high = values[0], values[-1]
        if low == high:
            return [(low, high, len(self))]
        if all(value == int(value) for value in values):
            width: float = math.ceil((high - low + 1) / most)
            edges = [low + width * number for number in range(math.ceil((high - low + 1) / width))]
            found = [(edge, min(edge + width - 1, high), 0) for edge in edges]
        else:
            width = (high - low) / most
            found = [(low + width * number, low + width * (number + 1), 0) for number in range(most)]
        counts = [0] * len(found)
        for value, times in self:
            counts[min(int((value - low) / width), len(found) - 1)] += times
        return [(first, last, count) for (first, last, _), count in zip(found, counts, strict=True)]


def mean(numbers: Sequence[float]) -> Mean:
    """Mean and standard error of a sample (error 0 for a single number)."""
    return Sample(numbers).mean()
