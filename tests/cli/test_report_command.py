"""`sasl report GAME`: all that a maintainer needs in one file, and no name in it."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root
from sasl.saves.session import Session

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of somebody with a name, and a game of his that names both."""
    home = tmp_path / "home" / "jdoe"
    home.mkdir(parents=True)
    for name, value in {"HOME": str(home), "USER": "jdoe", "LOGNAME": "jdoe", "USERPROFILE": str(home)}.items():
        monkeypatch.setenv(name, value)
    with Session.create(Library(shipped_root()), "platoon", 7, tmp_path, "g", "2026-01-02T03:04:05") as session:
        session.submit(f"note my board lies in {home}/vasl and I am Jdoe")
        session.submit("next")
    return home


def test_a_report_holds_save_log_and_versions_and_no_name(sasl: Run, home: Path, tmp_path: Path) -> None:
    (tmp_path / "fault.log").write_text(f'File "{home}/sasl/x.py"', encoding="utf-8")
    status, out, _ = sasl("report", "g", "--out", str(tmp_path / "r.zip"))
    assert status == 0 and "r.zip" in out
    with zipfile.ZipFile(tmp_path / "r.zip") as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(texts) == {"g.sasl", "log.txt", "about.txt", "fault.log"}
    assert not [name for name, text in texts.items() if "jdoe" in text.lower() or str(home) in text]
    assert "my board lies in …/vasl and I am …" in texts["log.txt"] and "Python 3" in texts["about.txt"]
    (tmp_path / "h.sasl").write_text(texts["g.sasl"], encoding="utf-8")
    with Session.resume(Library(shipped_root()), tmp_path, "h") as again:
        assert len(again.moments) == 3


def test_a_damaged_game_is_reported_as_it_is(sasl: Run, home: Path, tmp_path: Path) -> None:
    save = tmp_path / "g.sasl"
    save.write_text(save.read_text(encoding="utf-8").replace("my board", "my bored"), encoding="utf-8")
    assert sasl("report", "g", "--out", str(tmp_path / "r.zip"))[0] == 0
    with zipfile.ZipFile(tmp_path / "r.zip") as archive:
        assert "line 2" in archive.read("log.txt").decode() and b"my bored" in archive.read("g.sasl")


def test_there_is_no_report_of_a_game_that_is_not_there(sasl: Run) -> None:
    assert sasl("report", "nogame")[0] == 1
