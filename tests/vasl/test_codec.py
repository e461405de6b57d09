"""The list codec of VASSAL: what separators, backslashes and apostrophes mean at every level."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sasl.vasl.list_codec import fold, join, split, unfold

NASTY = st.text(alphabet="ab;\t'/ ", max_size=6)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", [""]), ("a", ["a"]), (r"a;b\;c", ["a", "b;c"]), (";a;", ["", "a", ""]), ("'a;b'", ["'a", "b'"]),
        ("'a';b", ["a", "b"]), ("'", ["'"]), (r"'\a';b", [r"\a", "b"]), (r"a\\;b", [r"a\;b"]),
    ],
)  # fmt: skip
def test_a_list_is_taken_apart(text: str, items: list[str]) -> None:
    assert split(text, ";") == items


def test_an_item_that_could_be_misread_is_wrapped() -> None:
    assert join([r"\a", "'b'", "c;d"], ";") == r"'\a';''b'';c\;d"


@given(st.lists(NASTY, min_size=1, max_size=6))
def test_a_list_comes_back(items: list[str]) -> None:
    assert split(join(items, ";"), ";") == items


@given(st.lists(NASTY, max_size=6), NASTY.map(lambda text: text.replace("\t", "")))
def test_a_chain_comes_back(items: list[str], last: str) -> None:
    assert unfold(fold([*items, last], "\t"), "\t") == [*items, last]


def test_a_chain_has_one_backslash_more_at_each_link() -> None:
    text = "A\tB\\\tC\\\\\tD"
    assert unfold(text, "\t") == ["A", "B", "C", "D"]
    assert fold(["A", "B", "C", "D"], "\t") == text
    assert unfold("1\t\\\tm", "\t") == ["1", "", "m"]


def test_a_chain_of_lists_nested_six_deep() -> None:
    text = "x;y"
    for _ in range(6):
        text = join([text, "z"], ";")
    for _ in range(6):
        text, last = split(text, ";")
        assert last == "z"
    assert text == "x;y"


def test_more_items_than_there_may_be_are_refused() -> None:
    with pytest.raises(ValueError, match="more than 3"):
        split("a;b;c;d", ";", 3)
    with pytest.raises(ValueError, match="more than 3"):
        unfold(fold(["a"] * 4, "\t"), "\t", 3)
    assert len(unfold(fold(["a"] * 3, "\t"), "\t", 3)) == 3
