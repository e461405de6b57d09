"""Plain mode where the file of the game is gone: it says so, offers a way out, and leaves with exit status 1."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sasl.campaign.campaign_session import CampaignSession
from sasl.cli.lines.campaign_lines import CampaignLines
from sasl.cli.lines.line_mode import LineMode
from sasl.cli.lines.mission_lines import Plain
from sasl.content.library import Library, shipped_root
from sasl.saves.session import Session

LIBRARY = Library(shipped_root())
NOW = "2026-01-02T03:04:05"
Lines = Callable[[Path], tuple[type[LineMode[Any]], Session | CampaignSession]]


class Typed(io.StringIO):
    """Lines that are typed one by one; what stands among them is done at that moment."""

    def __init__(self, deeds: Sequence[str | Callable[[], object]], terminal: bool = False) -> None:
        super().__init__()
        self.lines, self.terminal = self._deeds(deeds), terminal

    def _deeds(self, deeds: Sequence[str | Callable[[], object]]) -> Iterator[str]:
        for deed in deeds:
            if isinstance(deed, str):
                yield deed + "\n"
            else:
                deed()

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return next(self.lines, "")


def mission(folder: Path) -> tuple[type[LineMode[Any]], Session]:
    return Plain, Session.create(LIBRARY, "platoon", 3, folder, "g", NOW)


def campaign(folder: Path) -> tuple[type[LineMode[Any]], CampaignSession]:
    return CampaignLines, CampaignSession.create(LIBRARY, "oto2", 3, folder, "g", NOW)


BOTH = pytest.mark.parametrize("kind", [mission, campaign])


def played(kind: Lines, folder: Path, *deeds: str, prompted: bool = False) -> tuple[int, str]:
    """Return the exit status and the output of a game whose lines are typed; `gone` takes its file away."""
    lines, session = kind(folder)
    steps = [(folder / "g.sasl").unlink if deed == "gone" else deed for deed in deeds]
    out = io.StringIO()
    mode = lines(session, Typed(steps), out)
    if prompted:
        mode.prompted = True
        mode._read = lambda prompt: mode.source.readline() or None  # type: ignore[method-assign]
    return mode.run(), out.getvalue()


@BOTH
@pytest.mark.parametrize("last", ["note late", "quit"])
def test_a_game_whose_file_is_gone_is_not_called_saved(kind: Lines, tmp_path: Path, last: str) -> None:
    status, text = played(kind, tmp_path, "note early", "gone", last)
    assert status == 1
    assert "NOT saved: there is no game 'g'" in text and "Saved as" not in text


@BOTH
def test_a_game_whose_file_is_there_is_saved(kind: Lines, tmp_path: Path) -> None:
    status, text = played(kind, tmp_path, "note early", "save", "quit")
    assert status == 0
    assert "Every move is saved as it is made." in text and "Saved as" in text and "NOT" not in text


@BOTH
def test_save_as_writes_the_game_elsewhere_and_goes_on_there(kind: Lines, tmp_path: Path) -> None:
    status, text = played(kind, tmp_path, "note early", "gone", "save", "save as h", "note late", "quit")
    assert status == 0 and "NOT saved: there is no game" in text and f"Saved as {tmp_path / 'h.sasl'}" in text
    kept = (tmp_path / "h.sasl").read_text()
    assert "note early" in kept and "note late" in kept


def test_who_leaves_a_game_that_is_not_saved_is_warned_once(tmp_path: Path) -> None:
    status, text = played(mission, tmp_path, "gone", "quit", "quit", "note never", prompted=True)
    assert status == 1 and text.count("quit leaves without it") == 1 and "Player: never" not in text


def test_who_is_warned_can_still_save_the_game(tmp_path: Path) -> None:
    status, _ = played(mission, tmp_path, "note early", "gone", "quit", "save as h", "quit", prompted=True)
    assert status == 0 and (tmp_path / "h.sasl").is_file()


@pytest.mark.parametrize("line", ["save h", "save as", "save as x/", "save as .x"])
def test_a_save_without_a_sound_name_is_refused(tmp_path: Path, line: str) -> None:
    status, text = played(mission, tmp_path, line, "quit")
    assert status == 0 and "No: " in text
