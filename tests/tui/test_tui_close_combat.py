"""Close Combat under a pilot's keys: advance into an ENEMY hex, `cc`, Ambush, who attacks whom, and its questions."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_screens import at_first_mph, back, give, playing, to, until

from sasl.asl.game import events as ev
from sasl.asl.game.context import Option, Question
from sasl.content.library import Library
from sasl.kernel.notice import READ
from sasl.orders.engine import Ask
from sasl.saves.session import Session
from sasl.tui.play.ordering.attack_dialog import AttackDialog
from sasl.tui.play.telling.last_word import outcome_words
from sasl.tui.widgets.ask_dialog import AskDialog


@pytest.fixture
def close(library: Library) -> Session:
    """The FRIENDLY APh: two squads of 6-2-8 and a leader by two ENEMY squads in woods; the player commands both."""
    session = at_first_mph(library)
    for name in list(session.game.state.suspects):
        give(session, f"suspect remove {name}")
    game = session.game
    woods = next(name for name in game.board.with_terrain("woods") if not game.state.units_at(name))
    beside = next(
        name
        for name in game.board.neighbours(woods)
        if not game.state.units_at(name) and game.board.hexside(woods, name) == 3
    )
    for line in (
        "option enemy-plays off",
        "option command off",
        "option ask-los off",
        f"new ENEMY 4-6-7 {woods}",
        f"new ENEMY 4-6-7 {woods}",
        f"new FRIENDLY 6-2-8 {beside}",
        f"new FRIENDLY 6-2-8 {beside}",
        f"new FRIENDLY 9-1 {beside}",
    ):
        give(session, line)
    return to(session, "FRIENDLY", "APh")


async def test_a_close_combat_is_fought_by_keys(close: Session, tmp_path: Path) -> None:
    goal = close.game.state.units["467a"].hex
    mine = [unit.id for unit in close.game.state.on_map("FRIENDLY")][-3:]
    start = close.game.state.units[mine[0]].hex
    async with playing(close, tmp_path) as (pilot, play):
        play.map.set_cursor(start)
        await pilot.press("space")
        play.map.set_cursor(goal)
        await pilot.press("m")
        await until(pilot, lambda: close.game.state.units[mine[0]].hex == goal)
        give(to(close, "FRIENDLY", "CCPh"), "option confirm-fire on")
        play.changed()
        play.map.set_cursor(goal)
        await pilot.press("space", "f")
        asked: list[str] = []
        told: list[str] = []
        for _ in range(20):
            await until(pilot, lambda: pilot.app.screen is not play or close.moments[-1].command.startswith("cc"))
            screen = pilot.app.screen
            if screen is play:
                break
            if isinstance(screen, AskDialog) and screen.question.kind == "several":
                assert set(screen.ticked) == set(screen.question.default.split()) - {"none"}
                assert play.map.targets <= set(play.map.grounds)
            if isinstance(screen, (AskDialog, AttackDialog)):
                assert bool(screen.so_far) == bool(screen.query("#so-far")) and not set(screen.so_far) & set(told)
                told += screen.so_far
            asked.append(screen.question.kind if isinstance(screen, (AskDialog, AttackDialog)) else "list")
            in_detail = isinstance(screen, AskDialog) and "choose" in screen.values
            key = "space" if asked[-1] == "list" else "enter"
            await pilot.press(*(("c", "h", "o", "enter") if in_detail else (key,)))
            await pilot.pause(0.02)
        assert "several" in asked and "attack" in asked
        assert sum("Ambush dr" in text for text in told) == 2, "both dr are seen before who attacks is asked"
        done = next(moment for moment in close.moments if moment.command == f"cc {goal}")
        purposes = [event.record.purpose for event in done.events if isinstance(event, ev.Rolled)]
        assert sum("Ambush" in text for text in purposes) == 2 and len(purposes) > 2
        below = outcome_words(done.events)
        assert f"CC in {goal} at " in below and "(DR " in below, "odds, dice and what came of it, below the map"


async def test_an_answer_never_reaches_the_map_below(close: Session, tmp_path: Path) -> None:
    """`n` says no; it does not end the phase as well."""
    given: list[tuple[str, tuple[str, ...]]] = []
    async with playing(close, tmp_path) as (pilot, play):
        play.orders.submit = lambda line, answers=(): not given.append((line, answers))  # type: ignore[method-assign, func-returns-value]
        question = Question(
            "yes-no", "The way is under fire. Move anyway?", "yes", (Option("yes", "yes"), Option("no", "no"))
        )
        for key, answer in (("n", "no"), ("y", "yes")):
            play.orders.asked("move", Ask(question, ()))
            await pilot.pause(READ + 0.1)
            await pilot.press(key)
            await back(pilot, play)
            await pilot.pause(0.05)
            assert given == [("move", (answer,))]
            given.clear()
