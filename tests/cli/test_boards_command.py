"""sasl boards: the player's own VASL boards are listed, imported and removed; `sasl los` says what it uses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from drawn import GRAIN, HEDGE, WOODS, Picture, archive, written

from sasl.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit status, what was shown, and what was told on stderr."""
    status = main(["boards", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_without_imports_the_list_says_digest_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys)
    assert status == 0 and out.count("  digest\n") == 22
    assert "0 boards imported" in out and "sasl boards import FOLDER" in out


def test_a_folder_is_imported_listed_and_removed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, boards_folder: Path
) -> None:
    written(tmp_path / "vasl", Picture().paint("C6", WOODS), "13", "6.2")
    written(tmp_path / "vasl", Picture().paint("C6", GRAIN), "5", "S8.1")
    (tmp_path / "vasl" / "bdDecoy").write_bytes(b"another board that is of no use here")
    (tmp_path / "vasl" / "notes.txt").write_text("mine", encoding="utf-8")
    status, out, err = run(capsys, "import", str(tmp_path / "vasl"))
    assert status == 0 and err == ""
    assert "bd13: imported (VASL 6.2, May 1944); LOS on it is exact now" in out and "bd05: imported" in out
    assert sorted(path.name for path in boards_folder.iterdir()) == ["bd05.board", "bd13.board"]

    _, out, _ = run(capsys)
    assert "bd13  exact: VASL 6.2" in out and "2 boards imported" in out and str(boards_folder) in out
    rows = json.loads(run(capsys, "--json")[1])
    assert [row["board"] for row in rows if row["imported"]] == ["bd05", "bd13"]

    assert run(capsys, "remove", "13", "48") == (1, "", "sasl: bd48: not imported; sasl boards lists what is\n")
    assert run(capsys, "remove", "13")[0] == 0
    assert [path.name for path in boards_folder.iterdir()] == ["bd05.board"]
    assert run(capsys, "remove", "all")[0] == 0 and not list(boards_folder.iterdir())


def test_hexes_that_differ_from_the_digest_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, Picture().paint("A1", GRAIN).fence("A1", 2, HEDGE).spot(1000, 300, 117, 3))
    _, out, _ = run(capsys, "import", str(path))
    assert (
        "hexes differ from the program's map" in out
        and "  A1: grain at the centre, on the program's map open ground; " in out
    )
    assert "more (--json lists all)" in out and "open ground for LOS: 117" in out
    data = json.loads(run(capsys, "import", str(path), "--json")[1])
    assert data[0]["unknown_codes"] == [117] and len(data[0]["differences"]) > 12


def test_each_fault_is_one_sentence_and_the_rest_is_imported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, boards_folder: Path
) -> None:
    good = written(tmp_path / "a", Picture())
    other = written(tmp_path / "b", Picture(), "999")
    wrong = written(tmp_path / "c", Picture(), "16").rename(tmp_path / "c" / "bd17")
    empty = tmp_path / "d"
    empty.mkdir()
    out_of_it = tmp_path / "bd40"
    out_of_it.write_bytes(archive({"../../bd40.board": b"x"}))
    status, out, err = run(capsys, "import", *map(str, (other, good, wrong, empty, out_of_it, tmp_path / "none")))
    assert status == 1 and out.count("imported") == 1
    sentences = err.splitlines()
    assert len(sentences) == 5 and all(text.startswith("sasl: ") for text in sentences)
    assert "it is board '999', and the boards here are 4, 5, 8" in err and "it claims to be board '16'" in err
    assert [path.name for path in boards_folder.iterdir()] == ["bd13.board"]


def test_a_damaged_import_is_told_and_the_digest_serves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, boards_folder: Path
) -> None:
    run(capsys, "import", str(written(tmp_path, Picture())))
    (boards_folder / "bd13.board").write_bytes(b"{}\n")
    assert "bd13  digest; its import cannot be used: damaged" in run(capsys)[1]
    assert main(["los", "13", "A1", "A5"]) == 0
    assert capsys.readouterr().out.endswith("[digest]\n")


def test_los_says_which_of_the_two_it_uses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "import", str(written(tmp_path, Picture().paint("C6", WOODS))))
    assert main(["los", "13", "C3", "C9"]) == 0
    assert capsys.readouterr().out == "C3-C9: blocked at range 6: woods C6 [your VASL board]\n"
    assert main(["los", "16", "C3", "C9", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["source"] == "digest"
