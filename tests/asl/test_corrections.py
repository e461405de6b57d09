"""What the player corrects before a DR or types instead of it, and who rolls."""

from __future__ import annotations

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, flags, paper, records, shot, shots, throw, type_of
from fire_positions import defence, duel

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side


def corrected(answer: str, *rest: str, dice: tuple[int, ...] = (4, 6)) -> tuple[Tabletop, tuple[ev.Event, ...]]:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", K10="woods")
    return table, throw(table, dice, f"fire {us} K10", answer, *rest)


def notes(events: tuple[ev.Event, ...]) -> list[str]:
    return [event.text.split(": ", 2)[-1] for event in events if isinstance(event, ev.Adjusted)]


def test_settle_a_drm_of_the_players_own() -> None:
    _, events = corrected("-2 his map", "roll")
    assert shot(events)[1] == 10 + 1 - 2 and notes(events) == ["DRM -2 his map (by hand)"]


def test_settle_drops_a_drm() -> None:
    _, events = corrected("drop 1", "roll")
    assert shot(events)[1] == 10 and notes(events) == ["without +1 woods TEM (B13)"]


def test_settle_shows_a_dropped_drm_as_dropped() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", K10="woods")
    lines = table.ask(f"fire {us} K10", "drop 1").lines
    assert "no DRM" in lines and "dropped: +1 woods TEM (B13)" in lines


def test_a4_6_the_paper_says_what_takes_ffmo_away() -> None:
    table, them, _ = defence()
    assert not any("no FFMO" in text for text in paper(table, f"fire {them} K10"))
    table.do("marker add smoke K10 smoke 3")
    assert "no FFMO: SMOKE (A4.6)" in paper(table, f"fire {them} K10")
    table, them, _ = defence(K12="grain")
    assert "no FFMO: a Hindrance (A4.6)" in paper(table, f"fire {them} K10")


def test_settle_another_number() -> None:
    _, events = corrected("number 30", "roll", dice=(6, 4, 1, 2))
    assert shot(events) == (30, 11, "1MC") and notes(events) == ["FP column 30 instead of 4"]


def test_settle_another_number_moves_every_target_as_far() -> None:
    table = field()
    us, known = table.new(FRIENDLY, "6-2-8", "K14"), table.new(ENEMY, "4-6-7", "K12")
    concealed = table.new(ENEMY, "4-6-8", "K12", "concealed")
    # From 6 to 30 are six columns (8 12 16 20 24 30); six to the right of the 2 column (3 FP vs the other) is the 20.
    events = throw(table, (6, 5, 1, 2, 1, 2), f"fire {us} K12", "number 30", "roll")
    assert [(record.column, record.result) for record in shots(events)] == [("30", "1MC"), ("20", "NMC")]
    assert flags(table, known) == flags(table, concealed) == set()


def test_settle_the_result_typed_needs_no_dice() -> None:
    table, us, them = duel()
    events = throw(table, (6, 5), f"fire {us} K10", "=1mc")  # the only dice are those of the MC: 11 + 1 > 7, by 5
    assert notes(events) == ["outcome typed: 1MC"] and shots(events) == []
    assert type_of(table, them) == "4-4-7" and flags(table, them) == {"broken", "dm"}
    assert "prep" in table.unit(us).flags


def test_settle_cancel_leaves_no_trace() -> None:
    table, us, _ = duel()
    assert table.no(f"fire {us} K10", "cancel").startswith("not done: ")
    assert "prep" not in table.unit(us).flags


def test_settle_says_what_a_correction_looks_like() -> None:
    table, us, _ = duel()
    for answer, words in (
        ("drop 3", "there is no DRM number 3; there are 0"),
        ("=boom", "'boom' is not an outcome here"),
        ("=7", "dice 3 4 enters the dice you have thrown"),
        ("abracadabra", "is not a correction"),
    ):
        assert words in table.ask(f"fire {us} K10", answer).error


def test_settle_off_rolls_at_once() -> None:
    table, us, _ = duel()
    table.do("option confirm-fire off")
    assert shot(throw(table, (4, 6), f"fire {us} K10"))[1] == 10


def test_settle_shows_fp_drm_and_chances_before_the_dice() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", K10="woods")
    lines = paper(table, f"fire {us} K10")
    assert f"{us}: 4 FP = 4" in lines and "4 FP at K10: column 4" in lines
    assert "1. +1 woods TEM (B13)" in lines and "Total DRM +1" in lines
    assert any(line.startswith("Chances: ") for line in lines)


@pytest.mark.parametrize(("side", "asked"), [("friendly", ["IFT"]), ("enemy", ["MC"])])
def test_dice_of_one_side_are_asked_of_that_side_only(side: Side, asked: list[str]) -> None:
    table, us, them = duel("PFPh", "6-2-8", 1)
    table.do("option confirm-fire off")
    table.do(f"dice hand {side}")
    answers = ["5 1"] if side == "friendly" else ["1 2"]
    question = table.ask(f"fire {us} K13")
    assert question.kind == "dice" and (f"of {them}" in question.text) == (asked == ["MC"]), question.text
    events = table.do(f"fire {us} K13", *answers)
    typed = [record.whose for record in records(events) if record.source == "typed"]
    assert set(typed) == {side.upper()}
