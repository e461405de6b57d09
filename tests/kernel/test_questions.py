"""Answers: what is typed is read as it is meant, or refused; nothing is rolled or chosen by a slip of the finger."""

from __future__ import annotations

import pytest

from sasl.kernel.orders.questions import Option, Question, read_answer

DR = Question("dice", "To Hit", "auto", roll="DR")
RUNS = Question("choice", "which way?", "6", (Option("6", "over CC17 and Z15"), Option("1", "over CC17")))
WORDS = Question("choice", "which?", "K14", (Option("K14", ""), Option("P10", "")))


@pytest.mark.parametrize(
    ("text", "dice"), [("", "auto"), ("auto", "auto"), ("AUTO", "auto"), ("42", "4 2"), ("=7", "=7")]
)
def test_dice_are_typed_or_left_to_the_program(text: str, dice: str) -> None:
    assert read_answer(DR, text) == dice


@pytest.mark.parametrize("text", ["a", "abc", "au", "4 2 x", "7 7", "= x"])
def test_what_is_no_roll_is_never_rolled(text: str) -> None:
    with pytest.raises(ValueError, match=r"no roll|die|dice|shows|to 6"):
        read_answer(DR, text)


def test_a_number_is_the_place_of_an_answer_unless_answers_are_numbers() -> None:
    assert read_answer(WORDS, "2") == "P10" and read_answer(WORDS, "k") == "K14"
    assert read_answer(RUNS, "1") == "1" and read_answer(RUNS, "6") == "6"
    with pytest.raises(ValueError, match="'2' is not one of 6, 1"):
        read_answer(RUNS, "2")
