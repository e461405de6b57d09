"""A game by mouse alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from mouse_player import MOST, MousePlayer
from playing_screens import at_first_mph, give, playing, reach_of, without_suspects

from sasl.asl.movement.allowance import CANNOT_MOVE
from sasl.content.library import Library
from sasl.saves.session import Session
from sasl.tui.widgets.dialogs import PickDialog


def movers(mouse: MousePlayer) -> list[str]:
    """The hexes of stacks that can move."""
    state = mouse.play.session.game.state
    able = (unit for unit in state.on_map("FRIENDLY") if unit.infantry and not unit.flags & CANNOT_MOVE.keys())
    return list(dict.fromkeys(unit.hex for unit in able if not unit.mf))


async def test_click_a_stack_click_its_goal_click_that_again(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        mouse = MousePlayer(pilot, play)
        start = movers(mouse)[0]
        await mouse.hex(start)
        ids = list(play.selection.ids)
        assert ids and play.map.cursor == start
        goal = next(name for name, mf in play.selection.reach(play.session.game).items() if 0 < mf <= 2)
        if play.session.game.state.units_at(goal):
            pytest.skip("the near hex is taken")
        await mouse.hex(goal)
        assert play.said.shown.startswith(f"{start} to {goal}: ")
        await mouse.hex(goal)
        await mouse.settle()
        assert {play.session.game.state.units[key].hex for key in ids} == {goal}


async def test_a_way_is_dragged_and_gone_with_a_click_on_its_end(library: Library, tmp_path: Path) -> None:
    async with playing(without_suspects(at_first_mph(library)), tmp_path) as (pilot, play):
        mouse, board = MousePlayer(pilot, play), play.session.game.board
        start = movers(mouse)[0]
        play.map.set_cursor(start)
        reach = reach_of(play.session.game, start)
        first = next(name for name in board.neighbours(start) if reach.get(name, 9) <= 1.5)
        second = next(name for name in board.neighbours(first) if name != start and reach.get(name, 9) <= 3)
        await mouse.drag(start, first, second)
        assert play.drawing.way == [start, first, second]
        assert play.said.shown.startswith(f"Way: {start} to {second}: ")
        ids = list(play.selection.ids)
        await mouse.hex(second)
        await mouse.settle()
        assert {play.session.game.state.units[key].hex for key in ids} == {second}
        assert play.session.moments[-1].command == f"move {','.join(ids)} {first} {second}"


async def test_ctrl_and_click_adds_a_stack_and_both_march(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        mouse = MousePlayer(pilot, play)
        first, second = movers(mouse)[:2]
        await mouse.hex(first)
        await mouse.hex(second, control=True)
        assert play.selection.places(play.session.game) == [first, second]
        state = play.session.game.state
        near = sorted(play.session.game.board.within(first, 2))
        goal = next(name for name in near if not state.units_at(name) and not state.markers_at(name))
        await mouse.hex(goal)
        await mouse.hex(goal)
        await mouse.settle()
        assert play.session.moments[-1].command.startswith("march ")


async def test_the_right_button_opens_what_can_be_done_there(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        mouse = MousePlayer(pilot, play)
        start = movers(mouse)[0]
        await mouse.hex(start, button=3)
        assert isinstance(mouse.modal, PickDialog)
        words = [line.text for line in mouse.modal.lines]
        await mouse.line(0)
        await pilot.pause(0.05)
        assert mouse.modal is None and play.selection.ids and "take this stack" in words[0]


async def test_the_wheel_zooms_on_what_is_under_it(library: Library, tmp_path: Path) -> None:
    async with playing(at_first_mph(library), tmp_path) as (pilot, play):
        from textual.events import MouseScrollUp

        step, name = play.map.zoom_step, play.map.cursor
        spot = MousePlayer(pilot, play).spot(name)
        await pilot._post_mouse_events([MouseScrollUp], play.map, offset=(spot.x, spot.y))
        assert play.map.zoom_step == step + 1
        assert play.map.under(spot) == name


async def test_a_whole_player_turn_of_s1_by_mouse_alone(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = at_first_mph(library, 4242)
    give(session, "option ask-los off")
    async with playing(session, tmp_path, (80, 24)) as (pilot, play):

        async def no_keyboard(*keys: str) -> None:
            raise AssertionError(f"pressed {keys}")

        monkeypatch.setattr(pilot, "press", no_keyboard)
        mouse = MousePlayer(pilot, play)
        begun = len(session.moments)
        for start in movers(mouse)[:4]:
            if start not in movers(mouse):
                continue
            await mouse.hex(start)
            reach = play.selection.reach(session.game)
            free = [name for name, mf in reach.items() if mf and not session.game.state.units_at(name)]
            if not free:
                continue
            goal = min(free, key=lambda name: (session.game.board.hex(name).num, name))
            await mouse.hex(goal)
            await mouse.hex(goal)
            await mouse.settle()
        assert sum(moment.command.startswith("move") for moment in session.moments[begun:]) >= 3
        for _ in range(MOST):
            state = session.game.state
            if state.side == "ENEMY" or state.stage == "over":
                break
            await mouse.next()
        assert session.game.state.moment == "Turn 1, ENEMY RPh"
        assert mouse.clicks < MOST


async def test_a_mission_is_set_up_by_clicks_on_what_is_awaited(library: Library, tmp_path: Path) -> None:
    """Where units are still to be placed, the click deploys them; a second one begins the mission."""
    session = Session.memory(library, "platoon", 3)
    give(session, "next")
    async with playing(session, tmp_path) as (pilot, play):
        mouse = MousePlayer(pilot, play)
        for _ in range(MOST):
            if play.session.game.state.stage == "play":
                break
            await mouse.next()
        assert [moment.command for moment in play.session.moments[-2:]] == ["deploy", "next"]
