"""A game on the screens whose file is gone: leaving is held up once, and `save as` is the way out."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_screens import give, playing, until

from sasl.content.library import Library
from sasl.saves.session import Session
from sasl.tui.fault import told
from sasl.tui.home import HomeScreen
from sasl.tui.play.play_screen import PlayScreen

GONE = "there is no game 'g'"


@pytest.fixture
def session(library: Library, tmp_path: Path) -> Session:
    """A game whose file is taken away while it is open."""
    session = Session.create(library, "oto-s1", 7, tmp_path, "g", "2026-01-01")
    give(session, "next")
    (tmp_path / "g.sasl").unlink()
    return session


async def test_home_is_reached_by_the_second_key_only(session: Session, tmp_path: Path) -> None:
    async with playing(session, tmp_path) as (pilot, play):
        play.action_leave()
        await pilot.pause()
        assert f"NOT saved: {GONE}" in play.said.last and "save as NAME" in play.said.last
        assert PlayScreen in [type(screen) for screen in pilot.app.screen_stack]
        play.action_leave()
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


async def test_the_program_is_left_by_the_second_key_only(session: Session, tmp_path: Path) -> None:
    async with playing(session, tmp_path) as (pilot, play):
        await pilot.app.action_quit()
        assert f"NOT saved: {GONE}" in play.said.last and pilot.app.is_running
        await pilot.app.action_quit()
        await until(pilot, lambda: not pilot.app.is_running or pilot.app._exit)


async def test_save_as_writes_it_elsewhere_and_nothing_holds_the_player_up(session: Session, tmp_path: Path) -> None:
    async with playing(session, tmp_path) as (pilot, play):
        play.orders.run("save")
        assert play.said.last.startswith(f"NOT saved: {GONE}")
        play.orders.run("save h")
        assert play.said.last.startswith("No: say the new name")
        play.orders.run("save as h")
        assert play.said.last == f"Saved as {tmp_path / 'h.sasl'}; the game goes on there."
        play.action_leave()
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert (tmp_path / "h.sasl").is_file()


def test_a_fault_of_the_program_does_not_call_a_game_saved_that_is_not(tmp_path: Path) -> None:
    assert f"The game is NOT saved: {GONE}." in told(ValueError("x"), tmp_path, GONE)
