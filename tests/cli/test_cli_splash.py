"""A game is opened on screens before its content is loaded, unless something must be said first."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from sasl.cli.main import splash
from sasl.cli.usage import parser


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What the screens were asked to open, in a terminal."""
    found: list[tuple[object, ...]] = []
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)

    def run(folder: object, packs: object = (), **asked: object) -> int:
        found.append((folder, asked))
        return 0

    monkeypatch.setattr("sasl.tui.app.run", run)
    monkeypatch.setattr("sasl.cli.main.with_own", lambda packs: packs)
    return found


def given(folder: Path, *words: str) -> Namespace:
    args = parser().parse_args(["--saves", str(folder), *words])
    return Namespace(**{"tables": [], **vars(args)})


def test_a_mission_opens_with_its_seed_and_name(opened: list[tuple[object, ...]], tmp_path: Path) -> None:
    assert splash(given(tmp_path, "play", "oto-s1", "--seed", "7", "--name", "first")) == 0
    assert opened == [(tmp_path, {"mission": "oto-s1", "seed": 7, "name": "first"})]


def test_a_saved_game_opens_by_its_name(opened: list[tuple[object, ...]], tmp_path: Path) -> None:
    (tmp_path / "mine.sasl").write_text("whatever it holds")
    assert splash(given(tmp_path, "resume", "mine")) == 0
    assert opened == [(tmp_path, {"game": "mine"})]


@pytest.mark.parametrize(
    "words",
    [
        ["play", "oto-s9"], ["play", "oto-s1", "--plain"], ["play", "oto-s1", "--command", "mild"],
        ["resume", "nobody"], ["resume"], ["games"],
    ],
)  # fmt: skip
def test_what_must_be_said_first_waits_for_the_content(
    opened: list[tuple[object, ...]], tmp_path: Path, words: list[str]
) -> None:
    assert splash(given(tmp_path, *words)) is None and not opened


def test_the_first_frame_needs_no_models() -> None:
    code = "import sys, sasl.cli.main, sasl.tui.app; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
