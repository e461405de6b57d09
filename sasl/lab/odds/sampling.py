"""Many rolls on a table held against its exact odds: a histogram, and whether dice and odds agree (chi-square)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from statistics import NormalDist

from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import RollRecord
from sasl.kernel.rolling.tables import Table

FEWEST = 5
"""Rows expected less often than this are taken together: chi-square is not sound for them."""


class Bin(Frozen):
    """A row: how often it came, and its exact chance."""

    row: str
    count: int
    chance: Fraction


class Sample(Frozen):
    """How often each row of a table came in so many rolls."""

    bins: tuple[Bin, ...]
    number: int

    def chi_square(self) -> tuple[float, int]:
        """Pearson's statistic against the exact odds, and its degrees of freedom (0: nothing to compare).

        Infinite if a row came that cannot.
        """
        likely = [(item.count, float(item.chance) * self.number) for item in self.bins]
        if any(count and not expected for count, expected in likely):
            return float("inf"), 1
        cells = [pair for pair in likely if pair[1] >= FEWEST]
        rare = [pair for pair in likely if 0 < pair[1] < FEWEST]
        if rare:
            cells.append((sum(count for count, _ in rare), sum(expected for _, expected in rare)))
        value = sum((count - expected) ** 2 / expected for count, expected in cells)
        return value, max(len(cells) - 1, 0)

    def agrees(self, error: float) -> bool:
        """Whether dice and odds agree; `error`: how often sound dice would be called unsound."""
        value, freedom = self.chi_square()
        return value <= bound(freedom, error)


def bound(freedom: int, error: float) -> float:
    """What chi-square exceeds with a chance of `error` (Wilson and Hilferty; within 1 % from two degrees on)."""
    if not freedom:
        return 1e-9
    if freedom == 1:
        return NormalDist().inv_cdf(1 - error / 2) ** 2
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + NormalDist().inv_cdf(1 - error) * spread**0.5) ** 3)


def sample(table: Table, records: Iterable[RollRecord], drm: int = 0) -> Sample:
    """How often each row of a table came among these rolls, made with `drm`."""
    counts = {row.label: 0 for row in table.rows}
    number = 0
    for record in records:
        counts[record.row] += 1
        number += 1
    odds = table.odds(drm)
    return Sample(tuple(Bin(label, count, odds[label]) for label, count in counts.items()), number)
