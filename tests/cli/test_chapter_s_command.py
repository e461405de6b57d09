"""`sasl chapter-s`: the rules of Chapter S by number, and how each is played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.content.reading.faults import ContentError
from sasl.content.tables.chapter_s import PLAYED, load_chapter_s


def test_one_rule_is_a_line_with_how_it_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chapter-s", "S6.3175"]) == 0
    assert capsys.readouterr().out.startswith("S6.3175   a leader has No Action: ")


def test_a_number_without_its_letter_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "chapter-s", "16.3"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["S16.3", "S16.32", "S16.34", "S16.35", "S16.36"]


def test_a_number_that_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chapter-s", "S6.4"]) == 1
    assert "Chapter S has no rule S6.4" in capsys.readouterr().err


def test_the_summary_counts_every_rule_once(capsys: pytest.CaptureFixture[str]) -> None:
    main(["chapter-s"])
    lines = capsys.readouterr().out.splitlines()
    summary = lines[lines.index("") + 1 :]
    assert len(summary) == len(PLAYED)
    assert sum(int(line.split()[0]) for line in summary) == len(Library(shipped_root()).loader.chapter_s().rules)


def test_a_number_without_its_letter_is_a_fault_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "chapter-s.yaml"
    path.write_text('provenance: user\nrules:\n  "6.21": {treats: Panic, played: ours}\n', encoding="utf-8")
    with pytest.raises(ContentError, match=r"chapter-s.yaml:3: .*'6.21' is no number of Chapter S"):
        load_chapter_s(path)
