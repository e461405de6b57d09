"""Setting up by keys: what is still to place by company, its limits on the map, tab and m, SW and who bears them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_screens import give, playing, until

from sasl.content.library import Library
from sasl.saves.session import Session
from sasl.solitaire.setup.friendly_setup import companies, limit_hexes
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.play.telling.setup_pane import force_lines
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.lines import LineList


def at_set_up(library: Library) -> Session:
    """OtO-S1 with its force known and nobody placed."""
    session = Session.memory(library, "oto-s1", 7)
    for line in ("next", "next", "wreck auto", "next", "next"):
        give(session, line)
    assert session.game.state.stage == "set-up"
    return session


def key_words(play: PlayScreen, key: str) -> str:
    """What the key line says of a key."""
    line = play.query_one(KeyLine)
    return next(str(words) for _, shown, words in line.entries() if shown == key)


async def test_tab_takes_who_waits_and_m_places_inside_the_limits(library: Library, tmp_path: Path) -> None:
    session = at_set_up(library)
    first = companies(session.game)[0]
    goal = sorted(limit_hexes(session.game, first.group.id))[0]
    async with playing(session, tmp_path) as (pilot, play):
        assert key_words(play, "tab") == "next unit"
        await pilot.press("tab")
        unit = first.waiting[0]
        assert list(play.selection.ids) == [unit.id] and first.limits in play.said.last
        assert set(play.map.reach) == limit_hexes(session.game, unit.group)
        play.map.set_cursor(goal)
        await pilot.press("m")
        await until(pilot, lambda: play.session.game.state.units[unit.id].hex == goal)
        await pilot.press("tab")
        await until(pilot, lambda: list(play.selection.ids) == [first.waiting[1].id])
        await pilot.press("5")
        await until(pilot, lambda: key_words(play, "tab") == "next pane")


def test_the_pane_has_every_sw_by_company_with_its_holder(library: Library) -> None:
    session = at_set_up(library)
    text = "\n".join(line.text for line in force_lines(session.game))
    waiting = [item for company in companies(session.game) for item in company.unissued]
    assert len(waiting) > 20 and all(f"{item.id}  {item.type}" in text for item in waiting)
    give(session, "deploy")
    done = [line.text for line in force_lines(session.game)]
    assert done[0] == "Everything is set up: ‹n=play.next› begins the mission"
    for item in waiting:
        holder = session.game.state.weapons[item.id].holder
        assert any(holder in line and f"+ {item.id}" in line for line in done), item.id


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_what_is_still_to_place_shows_at_once(library: Library, tmp_path: Path, size: tuple[int, int]) -> None:
    session = at_set_up(library)
    async with playing(session, tmp_path, size) as (pilot, play):
        await pilot.press("5")
        await until(pilot, lambda: play.focused is not None and play.focused.id == "setup")
        top = play.query_one("#setup", LineList).lines[0].text
        assert all(company.group.name in top for company in companies(session.game) if company.left)
