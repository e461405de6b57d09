"""Dice: a counter die that never changes, and the kinds of roll."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sasl.kernel.rolling.dice import D66, DR, MAX_DICE, MAX_SIDES, ONE_DIE, RollKind, die, roll_kind

# Written down once: every save and every watched game rests on them. A change here breaks all of them.
SEED_7 = [2, 2, 2, 5, 1, 6, 4, 2, 3, 1, 1, 5, 5, 3, 4, 4, 2, 5, 2, 5]
SEED_MINUS_1 = [2, 3, 6, 5, 1, 1, 2, 1, 2, 5]
SEED_7_OF_29 = [8, 18, 5, 17, 7, 4, 16, 9, 26, 6]


def test_the_die_of_a_seed_never_changes() -> None:
    assert [die(7, index) for index in range(20)] == SEED_7
    assert [die(-1, index) for index in range(10)] == SEED_MINUS_1
    assert [die(7, index, 29) for index in range(10)] == SEED_7_OF_29


@given(st.integers(-(2**63), 2**63), st.integers(0, 2**63), st.integers(1, MAX_SIDES))
def test_a_die_lies_between_1_and_its_sides_and_can_be_thrown_again(seed: int, index: int, sides: int) -> None:
    value = die(seed, index, sides)
    assert 1 <= value <= sides
    assert value == die(seed, index, sides)


@pytest.mark.parametrize("seed", [0, 1, 7, 100])
def test_the_die_is_fair(seed: int) -> None:
    """Chi-square with 5 degrees of freedom: below 20.5 in 999 of 1000 fair dice."""
    throws = 6000
    seen = Counter(die(seed, index) for index in range(throws))
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]
    assert sum((count - throws / 6) ** 2 / (throws / 6) for count in seen.values()) < 20.5


def test_neighbouring_dice_and_seeds_do_not_follow_each_other() -> None:
    pairs = Counter((die(3, index), die(3, index + 1)) for index in range(7200))
    assert len(pairs) == 36 and max(pairs.values()) < 290 and min(pairs.values()) > 130
    assert [die(1, index) for index in range(30)] != [die(2, index) for index in range(30)]


def test_a_9_dr_and_DR_differ_by_case() -> None:  # noqa: N802
    assert roll_kind("dr") is ONE_DIE and roll_kind("DR") is DR and roll_kind("d66") is D66
    assert (ONE_DIE.count, DR.count, D66.count) == (1, 2, 2)


def test_d66_reads_the_coloured_die_as_tens() -> None:
    assert D66.total((4, 2)) == 42 and D66.total((2, 4)) == 24
    assert sorted(D66.totals()) == [10 * tens + units for tens, units in product(range(1, 7), repeat=2)]
    assert set(D66.totals().values()) == {1}


def test_the_ways_to_throw_a_DR_are_those_of_36() -> None:  # noqa: N802
    assert DR.totals() == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


@given(st.integers(1, 3), st.integers(2, 9))
def test_totals_are_those_of_all_outcomes(count: int, sides: int) -> None:
    kind = roll_kind(f"{count}d{sides}")
    assert kind.totals() == dict(sorted(Counter(map(kind.total, kind.outcomes())).items()))


@pytest.mark.parametrize("text", ["3d6", "1d20", "10d10", "1d1000", "1d2"])
def test_ndm_gives_count_and_sides(text: str) -> None:
    count, sides = map(int, text.split("d"))
    assert roll_kind(text) == RollKind(text, count, sides)


@pytest.mark.parametrize(
    "text",
    [
        "", "D6", "Dr", "dR", "d6", "0d6", "2d1", "2d0", "11d6", "1d1001", "2d6+1", "-1d6", " dr", "3D6", "d66 ",
        "999d999", "1d٦x",
    ],
)  # fmt: skip
def test_other_rolls_are_refused_with_the_right_ones_named(text: str) -> None:
    with pytest.raises(ValueError, match="use dr, DR, d66 or NdM"):
        roll_kind(text)
    assert MAX_DICE == 10


@pytest.mark.parametrize(
    ("kind", "dice", "words"),
    [
        (DR, (4,), "DR needs 2 dice from 1 to 6, not 4"),
        (DR, (4, 7), "not 4 7"),
        (DR, (), "not nothing"),
        (ONE_DIE, (0,), "dr needs 1 die from 1 to 6, not 0"),
        (D66, (1, 2, 3), "d66 needs 2 dice"),
    ],
)
def test_dice_that_cannot_be_thrown(kind: RollKind, dice: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        kind.check(dice)


def test_dice_that_can_be_thrown() -> None:
    for kind in (DR, ONE_DIE, D66, roll_kind("2d9")):
        for dice in kind.outcomes():
            kind.check(dice)
