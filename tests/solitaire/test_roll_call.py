"""`units`: who is where, in which state."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, told

from sasl.asl.game.words import bond_words
from sasl.kernel.frozen import replace


def table() -> Tabletop:
    made = bare("FRIENDLY", "PFPh")
    squad = made.new("friendly", "6-2-8", "K14", "pinned")
    made.arm(squad, "LMG")
    made.new("friendly", "9-1", "K14")
    made.new("friendly", "4-4-7", "J9", "broken", "dm")
    made.new("enemy", "4-6-7", "Z2")
    made.new("enemy", "4-6-7", "Y2", "hidden")
    return made


def lines(words: str) -> list[str]:
    return told(table().do(f"units {words}")).split("\n")


def test_a_side_stands_hex_by_hex_with_states_and_weapons() -> None:
    assert lines("") == [
        "J9: 447a 4-4-7 (broken and DM)",
        "K14: 628a 6-2-8 LMGa (pinned); 91a 9-1",
        "FRIENDLY: 3 units in 2 places.",
    ]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("broken", "J9: 447a"), ("pin", "K14: 628a"), ("leader", "K14: 91a"), ("enemy", "Z2: 467a"),
        ("enemy squad", "Z2: 467a"),
    ],
)  # fmt: skip
def test_only_some_of_them(words: str, first: str) -> None:
    found = lines(words)
    assert found[0].startswith(first) and len(found) == 2, "who is hidden is not told"


def test_a_word_that_is_no_state_says_what_there_is() -> None:
    assert "'xyz' is not a state, kind or side" in table().no("units xyz")
    assert "may mean" in table().no("units c")


def test_who_is_off_the_map() -> None:
    made = table()
    made.do("put 91a off")
    off, count = told(made.do("units off")).split("\n")
    assert off == "off the map: 91a 9-1" and count.startswith("FRIENDLY: 1 unit ")
    assert told(made.do("units")).endswith("; 1 off the map (units off).")


def test_a_horse_is_ridden_a_prisoner_guarded_a_passenger_aboard() -> None:
    made = table()
    squad = made.unit("91a")
    assert bond_words(squad) == ""
    assert bond_words(replace(squad, carrier="T34a")) == "aboard T34a"
    assert bond_words(replace(squad, carrier="447c", flags=frozenset({"prisoner"}))) == "guarded by 447c"
    assert bond_words(replace(squad, carrier="527a", kind="horse")) == "ridden by 527a"
