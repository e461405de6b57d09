"""The lessons on the screen: who only does what the box says plays the mission to its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from obeying import Newcomer
from playing_screens import give, playing

from sasl.content.library import Library
from sasl.saves.session import Session

SIZES = [(80, 24), (120, 40)]


@pytest.mark.parametrize(("seed", "size"), [(4, SIZES[0]), (5, SIZES[1])])
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
