"""What goes out and comes in at the command line: nothing can harm the terminal, and nothing ends in a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sasl.cli.main import main
from sasl.cli.rim import MOST_LINE, MOST_TYPED, Door, TooMuch, all_typed, asked_line, has_screens, typed_line
from sasl.kernel.text import shown

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain, käse ≥ 3\n\tnext", "plain, käse ≥ 3\n\tnext"), ("\x1b]0;x\x07", "\\x1b]0;x\\x07"),
        ("a\u202eb", "a\\u202eb"), ("K\udce4mpfer", "K\\udce4mpfer"), ("a\r\n", "a\\r\n"),
        ("non\xa0breaking", "non\xa0breaking"), ("\x9b2J", "\\x9b2J"),
    ],
)  # fmt: skip
def test_what_is_not_printable_is_told_by_its_code(text: str, seen: str) -> None:
    assert shown(text) == seen


def test_a_code_page_that_lacks_a_character_gets_a_question_mark() -> None:
    raw = io.BytesIO()
    door = Door(io.TextIOWrapper(raw, encoding="cp1252"))
    door.write("Turn ≥ 3 – käse")
    door.flush()
    assert raw.getvalue() == "Turn ? 3 – käse".encode("cp1252")


def test_a_line_without_end_and_a_stream_without_end_are_too_much() -> None:
    assert typed_line(io.StringIO("a\nb")) == "a" and typed_line(io.StringIO("")) is None
    with pytest.raises(TooMuch):
        typed_line(io.StringIO("x" * (MOST_LINE + 1)))
    with pytest.raises(TooMuch):
        all_typed(io.StringIO("x" * (MOST_TYPED + 1)))


@pytest.mark.parametrize(
    "words",
    [
        ["table", "\x1b]0;x\x07"], ["lint", "\x1b[2J.yaml"], ["own", "\x9b2J"], ["resume", "\x1b[2J"],
        ["--tables", "\x1b[2J", "games"],
    ],
)  # fmt: skip
def test_typed_words_reach_the_terminal_escaped(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    told = capsys.readouterr()
    assert told.err or told.out
    assert not {"\x1b", "\x9b", "\x07"} & set(told.out + told.err)


def test_escapes_written_in_a_file_reach_the_terminal_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.yaml").write_text('- id: a.b\n  "\\e]0;x\\a": 1\n')
    assert main(["lint", str(tmp_path / "x.yaml")]) == 1
    told = capsys.readouterr().out
    assert "\\x1b]0;x\\x07" in told and "\x1b" not in told


@pytest.mark.skipif(sys.platform == "win32", reason="names are text there")
@pytest.mark.parametrize("name", [b"K\xe4mpfer.yaml", b"a\nb.yaml", "a\u202eb.yaml".encode()])
def test_a_pack_with_a_name_that_is_no_text_is_one_sentence(
    name: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:  # noqa: PTH118, PTH123
        file.write(b"[]\n")
    saves = str(tmp_path / "saves")
    assert main(["play", "platoon", "--plain", "--saves", saves, "--tables", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert "rename the file or folder" in told and len(told.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    ("redirect", "status", "told"),
    [
        ("--version >/dev/full", 1, "cannot be written"), ("--version >/dev/full 2>&1", 1, ""),
        ("<&-", 2, "a terminal"), ("--version >&-", 0, ""), ("2>&-", 2, ""),
    ],
)  # fmt: skip
def test_streams_that_are_full_or_closed_end_in_a_sentence(redirect: str, status: int, told: str) -> None:
    run = subprocess.run(
        ["sh", "-c", f'"$0" -m sasl {redirect}', sys.executable], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert run.returncode == status and told in run.stderr and "Traceback" not in run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no folder in use can be removed there")
def test_a_working_folder_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = "import os, sys; os.rmdir(os.getcwd()); from sasl.cli.main import main; sys.exit(main(['lint', 'x.yaml']))"
    run = subprocess.run(
        [sys.executable, "-P", "-c", script],  # as the installed command, which does not look there for modules
        capture_output=True,
        text=True,
        cwd=gone,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 1 and "cannot be read" in run.stdout and "Traceback" not in run.stderr


def test_lines_may_end_as_on_windows_and_begin_with_its_mark() -> None:
    source = io.StringIO("\ufeffnext\r\n\r\nnote a\r\n")
    assert [typed_line(source) for _ in range(4)] == ["next", "", "note a", None]
    assert all_typed(io.StringIO("\ufeff447a K12")) == "447a K12"


def test_a_line_at_a_terminal_is_edited_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("next\n" + "x" * (MOST_LINE + 1)))
    assert asked_line("> ") == "next"
    with pytest.raises(TooMuch):
        asked_line("> ")
    assert asked_line("> ") is None


def test_a_dumb_terminal_shows_no_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert has_screens()
    monkeypatch.setenv("TERM", "dumb")
    assert not has_screens()
