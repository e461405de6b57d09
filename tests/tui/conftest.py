"""The tests of the screens use the tabletop of the tests of play, and do not wait where nothing happens."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from idle_time import IdleTimeLoop
from textual import _time

from sasl.content.library import Library, shipped_root

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "solitaire"))


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Idle time passes at once, but for those who speak with another process."""
    return {"loop": asyncio.SelectorEventLoop if item.path.name == "test_tui_serving.py" else IdleTimeLoop}


@pytest.fixture(autouse=True)
def textual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's timers and animations go by the time of the loop that runs them."""
    monkeypatch.setattr(_time, "get_time", lambda: asyncio.get_event_loop().time())


@pytest.fixture(scope="session")
def library() -> Library:
    return Library(shipped_root())
