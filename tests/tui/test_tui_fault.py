"""A fault of the program itself: a sentence, and the place of it in a file; never a traceback on the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from sasl.tui.app import SaslApp
from sasl.tui.fault import KEPT, told


async def test_the_screens_end_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = SaslApp(tmp_path)

    def falls() -> None:
        raise KeyError("what [nobody] foresaw")

    with pytest.raises(KeyError):  # the pilot hands on what ended the screens
        async with app.run_test() as pilot:
            app.call_later(falls)
            await pilot.pause()
    words = " ".join(capsys.readouterr().err.split())
    assert "a fault in the program (KeyError: 'what [nobody] foresaw')" in words and "'sasl resume' goes on" in words
    assert "Traceback" not in words and "app.py" not in words
    assert "in falls" in (tmp_path / KEPT).read_text(encoding="utf-8")


def test_where_nothing_can_be_written_the_sentence_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert told(ValueError("x"), tmp_path / "file").endswith("'sasl resume' goes on.")
