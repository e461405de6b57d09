"""What a sample of numbers says: means, errors, quantiles, bins, and when a difference counts as shown."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest

from sasl.lab.series.statistics import FEWEST, Mean, Sample, mean, share_interval, student


def test_the_error_of_a_single_number_is_unknown() -> None:
    one, two = Sample([4.0]).mean(), Sample([4.0, 4.0]).mean()
    assert (one.known_error, str(one)) == (None, "4.00")
    assert (two.known_error, str(two)) == (0.0, "4.00 ±0.00")


def test_a_mean_has_its_standard_error() -> None:
    found = mean([2, 4, 6])
    assert (found.value, found.error, found.count) == (4, pytest.approx(math.sqrt(4 / 3)), 3)
    assert mean([3]) == Mean(3, 0, 1) and str(Mean(1, 0.5)) == "1.00 ±0.50"


def test_a_sample_depends_on_its_numbers_and_not_on_their_order() -> None:
    numbers = [random.Random(3).uniform(-5, 5) for _ in range(1000)]
    assert Sample(numbers).mean() == Sample(sorted(numbers)).mean() == Sample(reversed(numbers)).mean()


@pytest.mark.parametrize(("freedom", "known"), [(4, 2.776), (9, 2.262), (29, 2.045), (1000, 1.962)])
def test_students_quantiles_are_those_of_the_books(freedom: int, known: float) -> None:
    assert student(0.95, freedom) == pytest.approx(known, rel=0.01)


def test_an_interval_of_95_percent_holds_the_true_mean_in_about_95_of_100_samples() -> None:
    """2,000 samples of 12: between 93.5 and 96.5 %, which a right interval misses less than once in 500 times."""
    dice, held = random.Random(7), 0
    for _ in range(2000):
        low, high = mean([dice.gauss(1.5, 2) for _ in range(12)]).interval()
        held += low <= 1.5 <= high
    assert 0.935 < held / 2000 < 0.965


def test_few_numbers_make_nothing_clear_and_zero_is_never_clear() -> None:
    assert not mean([2.0] * (FEWEST - 1)).clear() and mean([2.0] * FEWEST).clear()
    assert not mean([0.0] * 500).clear() and mean([0.0] * 500).more_needed() is None


def test_how_many_more_numbers_would_make_it_clear() -> None:
    short = Mean(0.5, 0.5, 100)
    more = short.more_needed()
    assert more is not None and not short.clear()
    longer = Mean(0.5, 0.5 / math.sqrt((100 + more) / 100), 100 + more)
    assert longer.clear() and not Mean(0.5, 0.5 / math.sqrt((70 + more) / 100), 70 + more).clear()
    assert Mean(5, 0.5, 100).more_needed() == 0


def test_a_share_is_never_certain() -> None:
    """Wilson's interval as the books have it: 4 of 4 may well be 51 %, 15 of 40 is 24 to 53 %."""
    assert share_interval(1.0, 4) == pytest.approx((0.510, 1.0), abs=0.001)
    assert share_interval(0.375, 40) == pytest.approx((0.242, 0.530), abs=0.001)


def test_quantiles_are_numbers_of_the_sample() -> None:
    sample = Sample([1, 2, 2, 3, 10])
    assert [sample.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)] == [1, 2, 2, 3, 10]


def test_bins_hold_every_number_once() -> None:
    assert Sample([0, 1, 1, 3]).bins(10) == [(0, 0, 1), (1, 1, 2), (2, 2, 0), (3, 3, 1)]
    assert Sample(range(25)).bins(10) == [(low, min(low + 2, 24), 3 if low < 24 else 1) for low in range(0, 25, 3)]
    normal = [NormalDist().inv_cdf((number + 0.5) / 999) for number in range(999)]
    assert sum(count for _, _, count in Sample(normal).bins(12)) == 999
    assert Sample([1.5, 1.5]).bins(5) == [(1.5, 1.5, 2)]
    assert Sample().bins(5) == []
