"""The tests of the screens use the tabletop of the tests of play, and do not wait where nothing happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from idle_time import IdleTimeLoop
from textual import _time
from textual.css.stylesheet import Stylesheet

from sasl.content.library import Library, shipped_root
from sasl.tui.map.map_picture import MapPicture


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Idle time passes at once, but for those who speak with another process."""
    return {"loop": asyncio.SelectorEventLoop if item.path.name == "test_tui_serving.py" else IdleTimeLoop}


@pytest.fixture(autouse=True)
def textual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's timers and animations go by the time of the loop that runs them."""
    monkeypatch.setattr(_time, "get_time", lambda: asyncio.get_event_loop().time())


@pytest.fixture(autouse=True)
def nothing_drawn_ahead(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What a map draws while the player thinks, for zooms he may come to, is for the tests of the map alone."""
    if request.path.name != "test_tui_map.py":
        monkeypatch.setattr(MapPicture, "draw_ahead", lambda view: None)


@pytest.fixture(autouse=True, scope="session")
def styles_parsed_once() -> Iterator[None]:
    """Every test starts the program anew; what its stylesheets say is the same each time."""
    parse = Stylesheet._parse_rules
    known: dict[object, Any] = {}

    def parsed(sheet: Stylesheet, *source: Any, **more: Any) -> Any:
        key = (*sheet._variables.items(), source, *more.items())
        if key not in known:
            known[key] = parse(sheet, *source, **more)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parsed)
        yield


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(shipped_root())
