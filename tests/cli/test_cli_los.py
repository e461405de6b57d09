"""`sasl los`: LOS from a board alone, for one pair of hexes or a list; what is wrong is one sentence."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from sasl.board.los import line_of_sight
from sasl.cli.main import main
from sasl.content.library import Library, shipped_root


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["los", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
    """The one sentence on stderr."""
    assert main(["los", *words]) == status
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.strip()


def test_a6_one_los_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "bd16", "F1", "F4") == "F1-F4: hindered +2 at range 3: grain F2, F3 [digest]\n"
    assert shown(capsys, "16", "f4", "f1") == "F4-F1: hindered +2 at range 3: grain F2, F3 [digest]\n"
    assert shown(capsys, "oto", "A13", "E17") == "A13-E17: blocked at range 6: IN the gully E17 [digest]\n"


def test_a_doubtful_los_has_its_likely_answer_and_how_likely_that_is(capsys: pytest.CaptureFixture[str]) -> None:
    board = Library(shipped_root()).board("bd16")
    pairs = ((a, b) for a in board.names() for b in board.names() if a < b and board.distance(a, b) <= 4)
    a, b = next(pair for pair in pairs if line_of_sight(board, *pair).state == "unsure")
    data = json.loads(shown(capsys, "bd16", a, b, "--json"))
    assert set(data) == {"a", "b", "state", "hindrance", "likely", "chance", "range", "why", "source"}
    assert data["state"] == "unsure" and data["likely"] in ("clear", "hindered", "blocked")
    assert 0.5 <= data["chance"] < 1 and data["why"]
    assert re.search(rf"unsure at range \d, likely {data['likely']}", shown(capsys, "bd16", a, b))


LINES = "# two pairs\n\nF1 F4\nk1, P10\n"
GIVEN = '[["F1", "F4"], {"a": "k1", "b": "P10"}]'


@pytest.mark.parametrize("text", [LINES, GIVEN])
def test_a_list_of_pairs_as_lines_or_json(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [
        {"a": "F1", "b": "F4", "state": "hindered", "hindrance": 2, "likely": "hindered", "chance": 1.0},
        {"a": "K1", "b": "P10", "state": "blocked", "hindrance": 0, "likely": "blocked", "chance": 1.0},
    ]
    (tmp_path / "pairs").write_text(text, encoding="utf-8")
    assert json.loads(shown(capsys, "bd16", "--pairs", str(tmp_path / "pairs"), "--json")) == wanted
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert json.loads(shown(capsys, "bd16", "--pairs", "-", "--json")) == wanted
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert shown(capsys, "bd16", "--pairs", "-").startswith("F1-F4: hindered +2 at range 3: grain F2, F3\nK1-P10: ")


def test_wrong_usage_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("bd16",), ("bd16", "F1"), ("bd16", "F1", "F2", "F3"), ("bd16", "F1", "F2", "--pairs", "x")):
        assert refused(capsys, 2, *words) == "sasl: los needs two hexes or --pairs, as in: sasl los bd16 F1 K4"


def test_a_wrong_hex_board_or_file_is_one_sentence_and_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "did you mean 'bd19'?" in refused(capsys, 1, "bd99", "F1", "F2")
    assert "Z99 is not on the map" in refused(capsys, 1, "bd16", "F1", "Z99")
    assert "'7' is not a hex" in refused(capsys, 1, "bd16", "7", "Z9")
    assert "cannot be read (no such file" in refused(capsys, 1, "bd16", "--pairs", str(tmp_path / "none"))
    path = tmp_path / "pairs"
    for text, words in (
        ("F1 F2\nF1\n", "pairs, line 2: write two hexes, as in: K14 P10"),
        ("F1 ZZ9\n", "pairs, line 1: ZZ9 is not on the map"),
        ('[["F1", "F2"], ["F1"]]', 'pairs, pair 2: write two hexes, as in: ["K14", "P10"]'),
        ("[7", "pairs: not JSON, though it begins with ["),
        ("[" * 100_000, "pairs: not JSON, though it begins with ["),
        ("[7]", "pairs, pair 1: write two hexes"),
    ):
        path.write_text(text, encoding="utf-8")
        assert words in refused(capsys, 1, "bd16", "--pairs", str(path))
    path.write_bytes(b"\xff\xfe")
    assert "pairs: not UTF-8 text" in refused(capsys, 1, "bd16", "--pairs", str(path))
