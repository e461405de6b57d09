"""Roll records: the arithmetic, and the answer to `why?`."""

from __future__ import annotations

import pytest

from sasl.kernel.facts import Rolled
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import SELECTION, Modifier, RollRecord, result_text
from sasl.kernel.text import counted, listed, prefix_match

CHECK = RollRecord(
    "AC check S4",
    "dr",
    (4,),
    4,
    2,
    (Modifier("VPO", -1, "5.2"), Modifier("level", -1)),
    "5.2",
    3,
    "ENEMY AC#",
    True,
    provenance="rulebook",
    index=17,
    tag="ac",
)
TABLE = RollRecord(
    "Activation in K9",
    "DR",
    (4, 2),
    6,
    6,
    rule="MSR 5",
    table="bto.activation",
    row="6",
    result=["S"],
    provenance="seed",
    source="typed",
)
OVERRIDE = RollRecord("Wind", "DR", (), 7, 7, source="override", target=5, success=False)


def test_the_sum_of_a_check() -> None:
    assert CHECK.sum_text() == "dr 4 = 4 -1 VPO -1 level = 2"
    assert TABLE.sum_text() == "DR 4,2 = 6"
    assert OVERRIDE.sum_text() == "DR 7 (typed)"


@pytest.mark.parametrize(
    ("tag", "good", "bad"),
    [
        ("mc", "passed", "failed"),
        ("check", "passed", "failed"),
        ("to-hit", "hit", "miss"),
        ("kill", "effect", "no effect"),
        ("ac", "Activates", "does not Activate"),
        ("", "succeeds", "fails"),
    ],
)
def test_only_a_check_is_passed(tag: str, good: str, bad: str) -> None:
    made = replace(CHECK, tag=tag, success=True)
    assert (made.verdict, replace(made, success=False).verdict) == (good, bad)
    assert Rolled(made).describe().endswith(f"vs 3 (ENEMY AC#): {good}")
    assert TABLE.verdict == ""


def test_an_attack_without_a_result_has_no_effect_and_another_table_gives_nothing() -> None:
    attack = RollRecord("628a fires", "DR", (6, 6), 12, 12, table="ift", row="12")
    assert Rolled(attack).describe().endswith("-> no effect")
    assert Rolled(replace(attack, table="a6.b")).describe().endswith("-> nothing")


def test_the_origin_of_dice_is_told_in_words() -> None:
    attack = RollRecord("628a fires", "DR", (6, 6), 12, 12, table="ift", row="12", source="same")
    assert Rolled(attack).describe().endswith("-> no effect (same DR)")
    assert Rolled(replace(attack, source="typed")).describe().endswith("-> no effect (typed)")
    assert Rolled(OVERRIDE).describe() == "Wind: DR 7 (typed) vs 5: fails"


def test_why_a_check() -> None:
    assert CHECK.explain() == (
        "AC check S4 [5.2]",
        "Roll: dr, dice 4: Original 4",
        "Modifier: -1 VPO (5.2)",
        "Modifier: -1 level",
        "Final: 2",
        "Needs <= 3 (ENEMY AC#): Activates",
        "Figure: rulebook",
        "Dice: auto, die number 17 of the game's seed",
    )


def test_why_a_table() -> None:
    assert TABLE.explain() == (
        "Activation in K9 [MSR 5]",
        "Roll: DR, coloured, white 4,2: Original 6",
        "Final: 6",
        "Table: bto.activation, row 6: S",
        "Figure: seed",
        "Dice: typed",
    )


def test_why_a_typed_total() -> None:
    lines = OVERRIDE.explain()
    assert "Roll: DR, total 7 typed by the player" in lines and "Needs <= 5: fails" in lines
    assert lines[-1] == "Dice: override"


def test_three_dice_are_a_sum() -> None:
    record = RollRecord("x", "3d6", (2, 3, 1), 6, 6)
    assert record.dice_text() == "2+3+1" and record.sum_text() == "3d6 2+3+1 = 6"


def test_a_9_random_selection_is_no_sum_but_a_die_each() -> None:
    assert RollRecord("Random Selection: who", "3d6", (2, 3, 1), 6, 6, tag=SELECTION).sum_text() == "3d6 2, 3, 1"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (None, "-"), ([], "-"), (["S", "L"], "S, L"), ({"title": "foxholes", "kind": "x"}, "foxholes"),
        ({"a": 1, "b": 2}, "a 1, b 2"), (4, "4"), ("none", "none"),
    ],
)  # fmt: skip
def test_results_in_words(result: object, words: str) -> None:
    assert result_text(result) == words


def test_modifiers_in_words() -> None:
    assert str(Modifier("FFMO", -1, "A4.6")) == "-1 FFMO (A4.6)" and str(Modifier("x", 2)) == "+2 x"


def test_prefixes() -> None:
    names = ["move", "marker", "malfunction", "moved"]
    assert prefix_match("move", names) == ["move"]
    assert prefix_match("MA", names) == ["marker", "malfunction"]
    assert prefix_match("x", names) == []


def test_lists_in_words() -> None:
    assert (listed([]), listed("a"), listed("ab"), listed("abc")) == ("", "a", "a and b", "a, b and c")
    assert listed("abcde", 3) == "a, b, c and 2 more"
    assert counted(1, "hex") == "1 hex" and counted(2, "hex", "hexes") == "2 hexes"
