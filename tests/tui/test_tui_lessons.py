"""The lessons on the screen: who only does what the box says plays the mission to its end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from obeying import Newcomer
from playing_screens import at_first_mph, give, playing

from sasl.content.library import Library
from sasl.saves.session import Session
from sasl.solitaire.briefing.lessons import Shown

SIZES = [(80, 24), (120, 40)]


@pytest.mark.skipif("SASL_LESSONS" not in os.environ, reason="a minute long: SASL_LESSONS=1 plays it, too")
@pytest.mark.parametrize(("seed", "size"), [(4, SIZES[0]), (10, SIZES[1])])
async def test_who_does_only_what_the_box_says_plays_to_the_end(
    library: Library, tmp_path: Path, seed: int, size: tuple[int, int]
) -> None:
    session = Session.memory(library, "platoon", seed)
    give(session, "note no briefing")
    async with playing(session, tmp_path, size) as (pilot, play):
        newcomer = Newcomer(pilot, play)
        await newcomer.play_on()
        sure = [lesson.title for lesson in session.game.mission.lessons if not lesson.only_if]
        assert [title for title in newcomer.seen if title in sure] == list(dict.fromkeys(sure))
        assert "All lessons are done" in str(play.lesson.border_title)


async def test_who_does_only_what_the_box_says_is_led_into_the_second_turn(library: Library, tmp_path: Path) -> None:
    session = Session.memory(library, "platoon", 4)
    give(session, "note no briefing")
    async with playing(session, tmp_path, SIZES[0]) as (pilot, play):
        newcomer = Newcomer(pilot, play)
        await newcomer.play_on("Turn 2, FRIENDLY MPh")
        assert session.game.state.moment == "Turn 2, FRIENDLY MPh" and len(newcomer.seen) > 15


async def test_the_box_follows_the_game_and_its_switch(library: Library, tmp_path: Path) -> None:
    session = Session.memory(library, "platoon", 5)
    give(session, "note no briefing")
    async with playing(session, tmp_path, SIZES[0]) as (pilot, play):
        newcomer = Newcomer(pilot, play)
        assert str(play.lesson.border_title) == "Lesson 1 of 37: Figures first" and play.lesson.display
        await newcomer.play_on("Turn 1, FRIENDLY DFPh")
        assert "   ✓ Taking back" in str(play.lesson.border_title)
        await pilot.press("u")
        assert "Taking back" in str(play.lesson.border_title).partition("✓")[0]
        await newcomer.line("option lessons off")
        assert not play.lesson.display and play.lesson.size.height == 0
        await newcomer.line("option lessons on")
        assert play.lesson.display


async def test_who_presses_n_too_often_is_told_what_he_missed_and_how_to_go_back(
    library: Library, tmp_path: Path
) -> None:
    session = Session.memory(library, "platoon", 5)
    for line in ("note no briefing", "next", "next", "next", "deploy", "next", "next", "next", "next"):
        give(session, line)
    assert session.game.state.moment == "Turn 1, FRIENDLY DFPh"
    async with playing(session, tmp_path, SIZES[0]) as (pilot, play):
        told = str(play.lesson.visual)
        assert "That skipped 2 lessons (Activation, Taking back); u goes back." in told, told
        await pilot.press("u", "space")
        assert "went past" not in str(play.lesson.visual)


async def test_another_phase_lets_the_taken_go_so_that_space_takes_again(library: Library, tmp_path: Path) -> None:
    session = Session.memory(library, "platoon", 5)
    for line in ("note no briefing", "next", "next", "next", "deploy", "next", "next"):
        give(session, line)
    async with playing(session, tmp_path, SIZES[0]) as (pilot, play):
        await pilot.press("g", "G", "1", "0", "enter", "space")
        assert play.selection.ids
        await pilot.press("n")
        await pilot.pause(0)
        assert session.game.state.phase == "MPh" and not play.selection.ids
        await pilot.press("space")
        assert play.selection.ids


async def test_other_missions_have_no_box(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path, SIZES[0]) as (_, play):
        assert not play.lesson.display


@pytest.mark.parametrize("size", SIZES)
async def test_every_lesson_shows_whole_and_leaves_the_map_its_room(
    library: Library, tmp_path: Path, size: tuple[int, int]
) -> None:
    session = Session.memory(library, "platoon", 5)
    give(session, "note no briefing")
    lessons = session.game.mission.lessons
    async with playing(session, tmp_path, size) as (pilot, play):
        for number, lesson in enumerate(lessons, 1):
            play.lesson.show(Shown(lesson, number, len(lessons), "Taking back", ("Activation", "Taking back")))
            await pilot.pause(0.05)
            told = play.lesson.render_lines(play.lesson.outer_size.region)
            shown = " ".join(" ".join("".join(part.text for part in strip) for strip in told).split())
            for word in (*lesson.text.split(), *lesson.press.split(), *lesson.type.split()):
                assert word in shown, (lesson.title, word)
            assert play.map.size.height >= size[1] // 3, lesson.title
