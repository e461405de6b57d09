"""`sasl own`: typing in, comparing, going back; and a game that uses it, is resumed without it, and says so."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sasl.cli.main import main
from sasl.cli.series import compare_command
from sasl.cli.usage import given
from sasl.content.library import Library, shipped_root

Run = Callable[..., tuple[int, str, str]]
G2 = ("2..7: 6-5-8", "8+: 4-4-7")


def test_a_table_is_typed_in_shown_compared_and_taken_back(sasl: Run, own_folder: Path) -> None:
    assert sasl("own")[:2] == (0, "")
    status, out, err = sasl("own", "g2", *G2)
    assert status == 0 and "2..7  58.33%  6-5-8" in out and "provenance user" in out and "saved" in err
    assert sasl("own")[1].startswith("generation.g2  ")
    assert "6-5-8   1/36 (2.8%)   7/12 (58.3%)" in sasl("own", "g2", "--compare")[1]
    shown = json.loads(sasl("own", "g2", "--compare", "--json")[1])
    assert {"result": "4-4-7", "shipped": "7/36 (19.4%)", "yours": "5/12 (41.7%)"} in shown
    assert json.loads(sasl("own", "--json")[1])["tables"][0]["id"] == "generation.g2"
    assert sasl("roll", "generation.g2", "--dr", "3")[1] == "DR 3 (typed) -> 6-5-8 [user: own]\n"
    assert sasl("own", "g2", "--remove")[:2] == (0, "generation.g2 is the shipped one again\n")
    assert sasl("own", "g2", "--remove")[0] == 1 and sasl("own", "g2", "--compare")[0] == 1
    assert not list(own_folder.rglob("*.yaml"))


def test_rows_come_from_stdin_or_a_file_too(sasl: Run, tmp_path: Path) -> None:
    assert sasl("own", "g2", typed="\n".join(G2))[0] == 0
    path = tmp_path / "card.txt"
    path.write_text("\ufeff" + "\r\n".join(G2), encoding="utf-8")
    assert sasl("own", "g2", "--file", str(path))[0] == 0
    assert "cannot be read" in sasl("own", "g2", "--file", str(tmp_path / "none"))[2]


def test_ctrl_c_while_rows_are_typed_says_that_the_table_is_as_it_was(
    tmp_path: Path, own_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Interrupted(), encoding="utf-8"))
    assert main(["own", "g2", "--saves", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "sasl: cancelled; generation.g2 is unchanged\n"
    assert not list(own_folder.rglob("*.yaml"))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["2..6 4-6-7", "9+ 4-4-7"], "sasl: generation.g2: gap: no row for a DR of 7..8"),
        (["2..7 4-6-7", "7+ 4-4-7"], "line 2: rows 2..7 and >=7 overlap (lines 1 and 2)"),
        (["2+ 4-6-77"], "line 1: '4-6-77' is not a counter of that side; did you mean '4-6-7'?"),
    ],
)
def test_nothing_faulty_is_written(sasl: Run, own_folder: Path, rows: list[str], words: str) -> None:
    status, out, err = sasl("own", "g2", *rows)
    assert (status, out) == (1, "") and words in err and err.endswith("sasl: nothing was written\n")
    assert not own_folder.exists()


@pytest.mark.parametrize("typed", [b"\xff\xfe2+ x", b"2" * 1_000_000, b"2+ \x1b[2J4-6-7", b"\x00" * 100, b""])
def test_hostile_input_is_one_sentence_a_line(sasl: Run, own_folder: Path, typed: bytes) -> None:
    status, out, err = sasl("own", "g2", typed=typed)
    assert (status, out) == (1, "") and len(err) < 600 and all(line.isprintable() for line in err.splitlines())
    assert not own_folder.exists()


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "generation.g22", "a6", "x" * 5000, "\x1b[2J"])
def test_a_name_that_is_no_table_is_told(sasl: Run, own_folder: Path, name: str) -> None:
    status, out, err = sasl("own", name, "2+ 4-6-7")
    assert (status, out) == (1, "") and len(err) < 400 and not own_folder.exists()
    assert "\x1b" not in err


def test_a_single_figure(sasl: Run) -> None:
    assert sasl("own", "pbf", "3")[1] == "pbf is 3 in new games (shipped: 2)\n"
    assert "pbf" in sasl("own")[1] and sasl("own", "pbf")[1] == "pbf: shipped 2 [rulebook], yours 3\n"
    assert "is a whole number" in sasl("own", "pbf", "many")[2]
    assert sasl("own", "pbf", "--remove")[0] == 0 and sasl("own", "pbf", "--remove")[0] == 1


def test_a_faulty_file_is_named_with_its_line_and_can_be_removed(sasl: Run, own_folder: Path) -> None:
    sasl("own", "g2", *G2)
    path = own_folder / "tables" / "generation.g2.yaml"
    path.write_text(path.read_text().replace("2..7", "2..6"), encoding="utf-8")
    status, _, err = sasl("own")
    assert status == 1 and "generation.g2.yaml:7:" in err and "no row for a DR of 7" in err
    assert "generation.g2.yaml:7:" in sasl("play", "oto-s1", "--plain")[2]
    assert sasl("own", "g2", "--remove")[0] == 0 and sasl("own")[0] == 0


def test_a_game_uses_them_names_them_and_keeps_them(sasl: Run, own_folder: Path) -> None:
    """Issue 5, "It shows" 4."""
    sasl("own", "g2", *G2)
    assert sasl("own", "a6.f", "1..5: 6", "6+: 1")[0] == 0
    status, out, err = sasl(
        "play", "oto-s1", "--plain", "--seed", "7", "--name", "g", typed="figures\nroll generation.g2\nroll a6.f\n"
    )
    assert status == 0 and "; yours: 2 (a6.f, generation.g2)" in out
    assert "yours: a6.f, " in out and "from pack 'own' (" in out
    assert out.count(" [user: own]") == 2 and err.count("generation.g2 comes from") == 1
    for words in (("table", "g2"), ("games",), ("log", "g"), ("export", "g"), ("roll", "g2")):
        assert "comes from" not in sasl(*words)[2], words
    shutil.rmtree(own_folder)
    status, out, _ = sasl("resume", "g", "--plain", typed="roll generation.g2\nfigures\nwhy\n")
    assert status == 0
    assert "the game keeps the figures of pack 'own' as they were; the pack is missing now" in out
    assert " [user: own]" in out and "yours: 2 (a6.f, generation.g2)" in out
    assert sasl("log", "g")[1].count(" [user: own]") == 3
    assert sasl("roll", "generation.g2", "--dr", "3")[1].endswith(" [house]\n")


def test_a_table_of_a_campaign_is_typed_in_where_no_mission_reads_it(sasl: Run, own_folder: Path) -> None:
    status, out, _ = sasl("own", "cg.oto2.cpp", "2..12: 25")
    assert status == 0 and "2..12 100.00%  25" in out
    assert (own_folder / "tables" / "campaigns" / "cg.oto2.cpp.yaml").is_file()
    assert sasl("own", "cg.oto2.cpp", "--remove")[0] == 0 and "8.33%  20" in sasl("table", "cg.oto2.cpp")[1]


def test_a_folder_that_is_named_goes_over_what_is_ones_own(sasl: Run, own_folder: Path, tmp_path: Path) -> None:
    sasl("own", "g2", *G2)
    (tmp_path / "pack").mkdir()
    text = (own_folder / "tables" / "generation.g2.yaml").read_text(encoding="utf-8").replace("6-5-8", "2-3-7")
    (tmp_path / "pack" / "g2.yaml").write_text(text, encoding="utf-8")
    assert "6-5-8" in sasl("table", "generation.g2")[1]
    assert "2-3-7" in sasl("table", "generation.g2", "--tables", str(tmp_path / "pack"))[1]


def test_an_editors_lock_and_hidden_copies_are_no_tables(sasl: Run, own_folder: Path) -> None:
    sasl("own", "g2", *G2)
    (own_folder / "tables" / ".#generation.g2.yaml").symlink_to("nobody@nowhere.1")
    (own_folder / ".git").mkdir()
    (own_folder / ".git" / "x.yaml").write_text("[", encoding="utf-8")
    assert sasl("table", "generation.g2")[0] == 0 and sasl("lint")[0] == 0


def test_compare_knows_a_mission_of_ones_own(sasl: Run, own_folder: Path, tmp_path: Path) -> None:
    assert sasl("new-mission", "river-watch")[0] == 0
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "t.yaml").write_text(
        "- id: tried.table\n  title: T\n  roll: dr\n  provenance: user\n  rows: {1..6: 4-6-7}\n", encoding="utf-8"
    )
    status, _, err = sasl("compare", "river-watch", "--packs", "shipped,own", "--seed", "1")
    assert status == 1 and "the mission 'river-watch' is your own; compare own with a folder" in err
    args = given(["compare", "river-watch", "--packs", str(tmp_path / "pack")])
    arms = compare_command.arms_of(args, Library(shipped_root(), (own_folder,)))
    assert list(arms) == ["own", str(tmp_path / "pack")]
    assert [match.packs for match in arms.values()] == [(own_folder,), (own_folder, tmp_path / "pack")]


def test_who_looks_at_a_game_without_his_figures_is_not_told_so_but_who_goes_on_is(sasl: Run, own_folder: Path) -> None:
    sasl("play", "oto-s1", "--plain", "--name", "before", typed="quit\n")
    sasl("own", "g2", *G2)
    said = "the game does not use pack 'own'"
    for words in (("log", "before"), ("export", "before")):
        assert said not in "".join(sasl(*words)[1:]), words
    assert "".join(sasl("resume", "before", "--plain", typed="quit\n")[1:]).count(said) == 1
