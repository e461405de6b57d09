"""A screen is painted when something changes, and no oftener."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playing_screens import Player, at_first_mph, playing
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.geometry import Region
from textual.strip import Strip

from sasl.content.library import Library
from sasl.tui.map.map_rim import TOP
from sasl.tui.map.map_view import MapView
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.lines import Line


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kind of each frame from here on: all of the screen (LayoutUpdate), or a part of it."""
    found: list[str] = []
    display = App._display

    def noted(self: App[Any], screen: Any, update: Any) -> None:
        if update is not None:
            found.append(type(update).__name__)
        display(self, screen, update)

    monkeypatch.setattr(App, "_display", noted)
    return found


async def opened(pilot: Player, frames: list[str]) -> ListDialog:
    """A popup that stands; what was painted for it is forgotten."""
    await pilot.pause(1.0)
    popup = ListDialog("See", [Line("a line")])
    await pilot.app.push_screen(popup)
    await pilot.pause(1.0)
    frames.clear()
    return popup


async def test_below_a_popup_nothing_is_painted_while_nothing_changes(
    library: Library, tmp_path: Path, frames: list[str]
) -> None:
    async with playing(at_first_mph(library), tmp_path, (120, 40)) as (pilot, play):
        await opened(pilot, frames)
        play.check_idle()
        await pilot.pause(1.0)
        assert frames == []


async def test_what_changes_below_a_popup_is_seen_darkened(library: Library, tmp_path: Path, frames: list[str]) -> None:
    async with playing(at_first_mph(library), tmp_path, (120, 40)) as (pilot, play):
        popup = await opened(pilot, frames)
        play.query_one("#top").update("something else")  # type: ignore[attr-defined]
        await pilot.pause(1.0)
        assert frames
        assert popup._compositor.render_strips()[0].text.startswith(" something else")


async def test_another_pane_has_the_focus_without_a_frame_of_all(
    library: Library, tmp_path: Path, frames: list[str]
) -> None:
    async with playing(at_first_mph(library), tmp_path, (120, 40)) as (pilot, play):
        await pilot.pause(1.0)
        frames.clear()
        await pilot.press("colon")
        await pilot.pause(1.0)
        assert play.focused is not None and play.focused.id == "command"
        assert frames and "LayoutUpdate" not in frames


async def test_all_is_painted_once_when_a_popup_opens_and_when_it_closes(
    library: Library, tmp_path: Path, frames: list[str]
) -> None:
    async with playing(at_first_mph(library), tmp_path, (120, 40)) as (pilot, _):
        popup = await opened(pilot, frames)
        popup.dismiss(None)
        await pilot.pause(0.5)
        assert frames.count("LayoutUpdate") == 1
        frames.clear()
        await pilot.app.push_screen(ListDialog("See", [Line("a line")]))
        await pilot.pause(0.5)
        assert frames.count("LayoutUpdate") == 1


async def test_the_map_is_not_painted_for_a_focus(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[Region] = []
    lines = MapView.render_lines

    def noted(self: MapView, crop: Region) -> list[Strip]:
        painted.append(crop)
        return lines(self, crop)

    monkeypatch.setattr(MapView, "render_lines", noted)
    async with playing(at_first_mph(library), tmp_path, (120, 40)) as (pilot, play):
        painted.append(Region())
        while painted:  # until the first paintings are over
            painted.clear()
            await pilot.pause(0.5)
        for key, has in (("colon", False), ("escape", True)):
            await pilot.press(key)
            await pilot.pause(0.3)
            assert play.map.has_focus is has
        assert painted == []


async def test_each_part_of_a_play_screen_finds_its_style_once_before_it_is_shown(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many: list[int] = []
    update = Stylesheet.update_nodes

    def noted(sheet: Stylesheet, nodes: Iterable[DOMNode], animate: bool = False) -> None:
        styled = [*nodes]
        many.extend(len(styled) for node in styled if isinstance(node, PlayScreen))
        update(sheet, styled, animate)

    monkeypatch.setattr(Stylesheet, "update_nodes", noted)
    async with playing(at_first_mph(library), tmp_path, (120, 40)) as (pilot, play):
        await pilot.pause(1.0)
        assert play.has_class("overview") and play.query_one("#side").size.width > 54  # as the overview leaves it
        assert many and max(many) == 1


async def test_where_many_hexes_change_the_lines_above_and_below_are_not_painted(
    library: Library, tmp_path: Path
) -> None:
    async with playing(at_first_mph(library), tmp_path, (200, 60)) as (pilot, play):
        await pilot.pause(1.0)
        view = play.query_one(MapView)
        first, last = (view.region_of(name).y + TOP - view.scroll_offset.y for name in ("M10", "M14"))
        view.mark(reach={f"{letter}{number}": 1.0 for letter in "IJKLMNOP" for number in range(10, 15)})
        lines = [line for region in view._repaint_regions for line in region.line_range]
        assert first in lines and last in lines
        assert min(lines) >= first - view.zoom.height and max(lines) < last + 2 * view.zoom.height
