"""What lies where a save, a lock or a pack should be, and is none: one sentence, and nothing hangs."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sasl.cli.main import main
from sasl.content.library import Library
from sasl.kernel.files.regular_files import open_regular, read_regular
from sasl.kernel.frozen import replace
from sasl.saves import files, journal
from sasl.saves.games import kind_of, list_games
from sasl.saves.save_lines import SaveError
from sasl.saves.session import Session

ODD: dict[str, Callable[[Path], object]] = {"folder": Path.mkdir}
if sys.platform != "win32":
    ODD |= {
        "pipe": os.mkfifo,
        "endless": lambda path: path.symlink_to("/dev/zero"),
        "device": lambda path: path.symlink_to("/dev/null"),
    }
New = Callable[..., Session]


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_only_regular_files_are_read(make: Callable[[Path], object], library: Library, tmp_path: Path) -> None:
    path = tmp_path / "g.sasl"
    make(path)
    with pytest.raises(OSError, match="it is a "):
        read_regular(path, 10)
    for read in (Session.read, Session.resume):
        with pytest.raises(SaveError):
            read(library, tmp_path, "g")
    assert kind_of(tmp_path, "g") == "" and list_games(tmp_path) == []


def test_more_than_was_asked_for_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * 1000)
    assert len(read_regular(path, 10)) == 11
    with pytest.raises(OSError, match="NUL"):
        open_regular(tmp_path / "a\0b")


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_a_lock_that_is_no_file_is_refused(
    make: Callable[[Path], object], new: New, library: Library, tmp_path: Path
) -> None:
    new().close()
    make(tmp_path / "g.lock")
    with pytest.raises(SaveError, match="cannot be the lock"):
        Session.resume(library, tmp_path, "g")


def test_a_folder_where_nothing_can_be_written_is_told_as_that(
    new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new().close()

    def shut(path: Path, *_: object, **__: object) -> int:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(files, "open_regular", shut)
    with pytest.raises(SaveError, match=r"nothing can be written there \(read-only file system\); name another folder"):
        Session.resume(library, tmp_path, "g")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_lock_that_is_a_link_leaves_its_target_alone(new: New, library: Library, tmp_path: Path) -> None:
    new().close()
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / "g.lock").symlink_to(victim)
    with pytest.raises(SaveError, match="symbolic link"):
        Session.resume(library, tmp_path, "g")
    assert victim.read_text() == "precious"


def test_a_game_of_too_many_lines_is_refused_before_it_fills_the_memory(
    new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new().close()
    path = tmp_path / "g.sasl"
    book = journal.open_for_writing(path, journal.read(path))
    for number in range(6):
        book.append({"do": "note", "events": []} if number % 2 else {"do": "x", "events": []})
    monkeypatch.setattr(journal, "MAX_ENTRIES", 5)
    with pytest.raises(SaveError, match="at most 5 commands"):
        Session.read(library, tmp_path, "g")


@pytest.mark.parametrize("seconds", [float(1 << 40), -float(1 << 40), float(1 << 62), float("inf"), float("nan")])
def test_a_file_with_an_absurd_date_hides_no_game(
    new: New, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seconds: float
) -> None:
    new("g").close()
    info = replace(list_games(tmp_path)[0], modified=seconds)
    assert info.when == "unknown date" and info.written is None
    monkeypatch.setattr("sasl.saves.games.list_games", lambda folder: [info])
    assert main(["games", "--saves", str(tmp_path)]) == main(["games", "--json", "--saves", str(tmp_path)]) == 0
    assert "unknown date" in capsys.readouterr().out
