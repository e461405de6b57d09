"""`sasl vasl show`: what lies on VASL's map, hex by hex; what is wrong is one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_saves import PASSWORD, concealed, entry, label, layer, packed, piece, save, squad, stack, text_of  # fmt: skip

from sasl.cli.main import main
from sasl.vasl.list_codec import ESCAPE

SHOWN = """\
VASL 6.6.1, saved 2020-12-03 08:57 UTC, Allied turn 3
board 16, version 6.1: bd16 here
board 13, version 6.1, turned, at column 1, row 2: bd13 here
13B3         russian SW LMG
             2 x german squad 4-6-7: concealed
13FF2/13FF1  german squad 4-4-7: broken
16B1         Pin
             german squad 4-6-8: broken, pinned
16C2 (near)  S?: yellow
1 not on the map and 2 beside the boards: --all lists them
squad: 4, 4 with a counter of ours
sw: 1, 1 with a counter of ours
suspect: 1
fortification: 1
marker: 1
8 counters recognised, 2 not: Gizmo (2)
"""


def saved(folder: Path) -> Path:
    """A game on two boards, one of them turned."""
    pieces = [
        squad(1, 456, 464, level=1, broken=True), piece(2, "Pin", 456, 464), stack(10, 456, 464, 1, 2),
        squad(3, 2143, 1497, by=PASSWORD), squad(4, 2143, 1497, by=PASSWORD),
        piece(5, "LMG", 2143, 1497, label("mine"), label("alpha"), concealed("ru")),
        stack(11, 2143, 1497, 3, 4, 5),
        squad(6, 456, 1593, level=3, broken=True),
        piece(7, "Suspect", 520, 496, layer("", 2, "+ Black,+ Yellow,+ Grey")),
        piece(8, "Gizmo", 100, 100), piece(9, "Gizmo\n", 100, 100), piece(12, "Wire", 0, 0, window="null"),
    ]  # fmt: skip
    return save(folder / "mine.vsav", pieces, "16", "r13")


def test_a_saved_game_hex_by_hex(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vasl", "show", str(saved(tmp_path))]) == 0
    out, err = capsys.readouterr()
    assert out == SHOWN
    assert err == "" and out.splitlines()[-1].startswith("8 counters recognised"), "the count is the last line"
    assert PASSWORD not in out + err


def test_all_of_it_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(saved(tmp_path))
    assert main(["vasl", "show", path, "--all"]) == 0
    out, err = capsys.readouterr()
    assert "beside the boards  2 x not recognised: Gizmo\n" in out and "not on the map     fortification Wire\n" in out
    assert err == ""
    assert main(["vasl", "show", path, "--json"]) == 0
    text = capsys.readouterr().out
    data = json.loads(text)
    assert PASSWORD not in text
    assert [board["ours"] for board in data["boards"]] == ["bd16", "bd13"]
    first = data["counters"][0]
    assert (first["hex"], first["definition"], first["states"]) == ("16B1", "4-6-8", ["broken", "pinned"])
    assert [counter["where"] for counter in data["unknown"]] == ["off", "off"]


def test_a_log_is_read_with_a_remark_and_a_game_without_boards_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = packed(tmp_path / "a.vlog", entry(f"{text_of([])}{ESCAPE}LOG\tCHAT hello"))
    assert main(["vasl", "show", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("no board is laid\n0 counters recognised, 0 not\n")
    assert err.startswith("sasl: this is a log") and err.count("\n") == 1 and "hello" not in out


@pytest.mark.parametrize(
    ("name", "why"), [("none.vsav", "cannot be read"), (".", "folder"), ("text.vsav", "not a zip archive")]
)
def test_what_is_no_saved_game_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    (tmp_path / "text.vsav").write_text("x")
    assert main(["vasl", "show", str(tmp_path / name)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and why in err
