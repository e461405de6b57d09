"""No test uses what a player keeps: his figures, his cache of content. The longest tests begin first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sasl.content.compiled import CACHE
from sasl.kernel.memory import collect_seldom
from sasl.saves.folders import BOARDS, CONFIG, OWN

LONGEST = (
    "test_watched_games.py", "test_playthroughs.py", "test_arms.py", "test_tui_play.py", "test_campaign_watch.py",
    "test_tui_mouse.py", "test_enemy_shells.py", "test_save_journal.py",
)  # fmt: skip
"""Where the tests are that take longest: on several processors nobody waits for them at the end."""


@pytest.hookimpl(trylast=True)  # pytest has its folder by then
def pytest_configure(config: pytest.Config) -> None:
    """A cache of content for this run alone; its workers share it, and it goes with the folder of the run."""
    if not hasattr(config, "workerinput"):
        os.environ[CACHE] = str(config._tmp_path_factory.mktemp("cache"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A worker has its files whole, so that what they share is made once; who is done first takes from the other."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


class Backwards(pytest.Dir):
    """A folder whose last file is read first."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """The same files and folders, the other way round."""
        return reversed(list(super().collect()))


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Every other worker reads the tests from the end: in a fresh clone each compiles one half of them for both."""
    worker = getattr(parent.config, "workerinput", {}).get("workerid", "")
    return Backwards.from_parent(parent, path=path) if worker[-1:] in set("13579") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, the others in the order of their files."""
    items.sort(key=lambda item: (item.path.name not in LONGEST, item.path))


def pytest_collection_finish() -> None:
    """The tests themselves stay: as in the program, the garbage collector need not look through what is loaded."""
    collect_seldom()


@pytest.fixture(autouse=True)
def no_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's keys and settings are neither read nor changed."""
    monkeypatch.setenv(CONFIG, str(tmp_path_factory.getbasetemp() / "no-settings"))


@pytest.fixture(autouse=True)
def boards_folder(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Where the player's imported VASL boards would be; it is not there yet."""
    folder = tmp_path_factory.getbasetemp() / f"boards-{abs(hash(request.node.nodeid))}"
    monkeypatch.setenv(BOARDS, str(folder))
    return folder


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Where the player's own figures would be; it is not there yet."""
    folder = tmp_path_factory.getbasetemp() / f"own-{abs(hash(request.node.nodeid))}" / "own"
    before = os.environ.get(OWN)
    os.environ[OWN] = str(folder)
    yield folder
    if before is None:
        del os.environ[OWN]
    else:
        os.environ[OWN] = before
