"""Wind: force, direction, changes and Gusts (B25.63-25.65)."""

from __future__ import annotations

import pytest
from tabletop import bare, told

from sasl.asl.game import winds
from sasl.asl.game.winds import Wind
from sasl.asl.terrain import weather


@pytest.mark.parametrize(
    ("text", "wind"),
    [
        ("none", Wind("none")),
        ("mild breeze", Wind("mild breeze")),
        ("heavy wind toward 6", Wind("heavy wind", 6)),
        ("mild breeze toward 2", Wind("mild breeze", 2)),
        ("a storm of my own", Wind("none")),
    ],
)
def test_b25_64_the_wind_is_kept_in_words_and_old_saves_have_no_direction(text: str, wind: Wind) -> None:
    assert weather.wind(bare(wind=text).state) == wind


def test_b25_64_the_wind_is_told_by_where_it_blows_to() -> None:
    assert winds.words("mild breeze toward 4") == "mild breeze down"
    assert winds.words("heavy wind toward 6") == "heavy wind up-left"
    assert (winds.words("none"), winds.words("a storm of my own")) == ("none", "a storm of my own")


@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        ("none", (1, 1, 5, 3), "mild breeze toward 3"),  # force up: a direction is rolled
        ("mild breeze toward 2", (1, 1, 5), "heavy wind toward 2"),
        ("heavy wind toward 2", (1, 1, 6), "mild breeze toward 2"),
        ("mild breeze toward 2", (1, 1, 6), "none"),
        ("none", (1, 1, 6, 4), "mild breeze toward 4"),  # below No Wind: a Mild Breeze instead
        ("heavy wind toward 5", (1, 1, 5), "mild breeze toward 5"),  # above Heavy Winds: the same
        ("mild breeze toward 6", (1, 1, 1), "mild breeze toward 1"),  # one clockwise
        ("mild breeze toward 6", (1, 1, 2), "mild breeze toward 2"),
        ("mild breeze toward 1", (1, 1, 3), "mild breeze toward 6"),  # one counterclockwise
        ("mild breeze toward 1", (1, 1, 4), "mild breeze toward 5"),
        ("none", (1, 1, 2), "none"),  # a turn of no wind is nothing
        ("mild breeze toward 4", (3, 3), "mild breeze toward 4"),
    ],
)
def test_b25_65_how_the_wind_changes(before: str, dice: tuple[int, ...], after: str) -> None:
    table = bare("FRIENDLY", "CCPh", wind=before).dice(*dice)
    table.do("next")
    assert table.state.wind == after


def test_b25_65_a_wind_without_direction_gets_one_when_it_turns() -> None:
    table = bare("FRIENDLY", "CCPh", wind="mild breeze").dice(1, 1, 1, 4)  # turns; it blew toward 4
    assert "toward hexside 5, down and left" in told(table.do("next"))
    assert table.state.wind == "mild breeze toward 5"


def test_b25_651_gusts_come_on_12_and_leave_the_force_alone() -> None:
    table = bare("FRIENDLY", "CCPh", wind="mild breeze toward 2").dice(6, 6)
    table.do("next")
    assert table.state.gusts and table.state.wind == "mild breeze toward 2"


def test_b25_64_hexes_downwind_are_counted_clockwise_from_the_top() -> None:
    game = bare().game
    assert weather.downwind(game, "I7", 1, 3) == ["I6", "I5", "I4"]
    assert weather.downwind(game, "I7", 2) == ["J6"] and weather.downwind(game, "I1", 1) == []
    assert [weather.turn_from_wind(game, "I7", near, 1) for near in game.board.neighbours("I7")] == [0, 1, 2, 3, 2, 1]
