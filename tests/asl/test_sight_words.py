"""A LOS in words: the sum of its Hindrance first, once, and what each thing adds (A6.7)."""

from __future__ import annotations

import pytest

from sasl.asl.game.los.sight import told
from sasl.board.los import Sight


@pytest.mark.parametrize(
    ("sight", "things", "text"),
    [
        (
            Sight("hindered", 1, 6, (("V17", "grain"),)),
            [("FFE", 1), ("FFE", 1), ("wreck", 1)],
            "hindered +4 at range 6: grain V17 +1, FFE +2, wreck +1",
        ),
        (Sight("clear", 0, 6), [("smoke", 2)], "hindered +2 at range 6: smoke +2"),
        (Sight("hindered", 1, 6, (("V17", "grain"),)), [], "hindered +1 at range 6: grain V17"),
        (
            Sight("hindered", 2, 6, (("D18", "grain"), ("H18", "orchard"))),
            [("burning wreck", 2)],
            "hindered +4 at range 6: grain D18 +1, orchard H18 +1, burning wreck +2",
        ),
        (
            Sight("hindered", 2, 6, (("D18", "grain"), ("H18", "orchard"))),
            [],
            "hindered +2 at range 6: grain D18 +1, orchard H18 +1",
        ),
        (Sight("blocked", 0, 6, (("V17", "woods"),), False), [("smoke", 2)], "blocked at range 6: woods V17"),
        (Sight("hindered", 4, 6, (("V17", "grain"),)), [("smoke", 3)], "blocked by 7 Hindrances (A6.7)"),
    ],
)
def test_a6_7_the_hindrance_is_told_as_one_sum(sight: Sight, things: list[tuple[str, int]], text: str) -> None:
    assert told(sight, things, 6) == text
