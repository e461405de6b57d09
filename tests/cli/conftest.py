"""A command line as it is typed, and what comes of it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from sasl.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def sasl(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`sasl("place", "oto-s1", …)`: exit status, stdout, stderr; with its saves in `tmp_path`, and `typed` on stdin."""

    def run(*words: str, typed: str | bytes = "") -> tuple[int, str, str]:
        raw = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        try:
            status = main([*words, "--saves", str(tmp_path)])
        except SystemExit as leaving:
            status = int(str(leaving.code))
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def short(sasl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same with a mission `short`, like OtO-S1 but over after two Game Turns."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "lab"))
    from short import pack

    folder = pack(tmp_path / "pack")
    return lambda *words: sasl(*words, "--tables", str(folder))
