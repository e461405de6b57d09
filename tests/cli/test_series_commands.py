"""`sasl sim` and `sasl compare` as they are typed: what is asked, kept, told and refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from sasl.cli.main import main
from sasl.cli.rim import overwrite, rim

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def played(short: Run) -> Run:
    """A command that plays the mission `short`, in this process."""
    return lambda verb, *words: short(verb, "short", *words, "-j", "1")


def test_sim_keeps_each_run_goes_on_and_says_how_to_watch_one(played: Run, tmp_path: Path) -> None:
    status, out, err = played("sim", "--runs", "3", "--doctrine", "timid")
    file = tmp_path / "series" / "short-0.jsonl"
    assert status == 0 and out.startswith("short, 3 runs, doctrine timid\n") and str(file) in err
    assert "  sasl watch short --seed " in out and " --doctrine timid --tables " in out
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert lines[0]["mission"] == "short" and [line["seed"] for line in lines[1:]] == [1, 2, 3]
    status, out, err = played("sim", "--runs", "4", "--doctrine", "timid", "--continue", "--json")
    found = json.loads(out)
    assert status == 0 and "goes on with" in err and found["runs"] == 4 and found["setting"] == ["doctrine timid"]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5
    assert played("sim", "--runs", "4", "--continue")[0] == 1, "another doctrine is another series"


def test_a_value_is_played_with_and_a_report_written(played: Run, tmp_path: Path) -> None:
    status, out, err = played(
        "sim", "--runs", "2", "--base", "3", "--value", "enemy-ac=6", "--report", str(tmp_path / "r.json"),
        "--report", str(tmp_path / "r.csv"),
    )  # fmt: skip
    assert status == 0 and "short, 2 runs, enemy-ac 6" in out and err.count("written: ") == 2
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["numbers"]["checks"]["mean"] > 0
    assert ",3000001," in (tmp_path / "r.csv").read_text(encoding="utf-8")


def test_compare_holds_a_single_name_to_the_usual_one(played: Run, tmp_path: Path) -> None:
    assert "seeds 1-1: as rolled | enemy-ac=4\n" in played("compare", "--seed", "1", "--value", "enemy-ac=4")[1]
    assert "seeds 1-1: commander | bold\n" in played("compare", "--seed", "1", "--commander", "bold")[1]
    assert "seeds 1-1: strict | off\n" in played("compare", "--seed", "1", "--command", "off")[1]
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "end.yaml").write_text((tmp_path / "pack" / "tables" / "short.yaml").read_text(encoding="utf-8"))
    out = played("compare", "--seed", "1-2", "--packs", str(mine))[1]
    assert f"shipped | {mine}\n" in out and "equal in all 2 pairs" in out


def test_compare_finds_a_mission_that_only_the_packs_to_be_compared_have(
    played: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SASL_OWN", str(tmp_path / "no-own"))
    one, two = tmp_path / "pack", tmp_path / "copy"
    copytree(one, two)
    words = ["compare", "short", "--seed", "1", "-j", "1", "--saves", str(tmp_path)]
    assert main([*words, "--packs", f"{one},{two}"]) == 0
    assert f"short, seeds 1-1: {one} | {two}\n" in capsys.readouterr().out
    assert main([*words, "--packs", f"shipped,{two}"]) == 1
    assert "the mission 'short' lies in a folder; name that with --tables" in capsys.readouterr().err


def test_compare_plays_nothing_of_a_pack_whose_rows_cannot_be_played(played: Run, tmp_path: Path) -> None:
    """It is said once, with file and row, and not again for each seed in which that row would have come up."""
    mine = tmp_path / "mine"
    mine.mkdir()
    rows = "rows: {2..6: [S], 7..12: [X]}"
    table = f"- {{id: platoon.activation, title: Activation, roll: DR, provenance: user, {rows}}}\n"
    (mine / "activation.yaml").write_text(table, encoding="utf-8")
    status, out, err = played("compare", "--seed", "1-2", "--packs", f"shipped,{mine}")
    (told,) = [line for line in err.splitlines() if "comes from" not in line]
    assert (status, out) == (1, "") and "activation.yaml:1" in told and "'X' is not an item" in told


def test_compare_ranks_the_rows_of_a_table(played: Run) -> None:
    status, out, _ = played("compare", "--seed", "1-2", "--sensitivity", "platoon.enemy-ac")
    assert status == 0 and "Effect of a wider row of platoon.enemy-ac" in out and "too few" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sim", "--value", "enemy-ac=9"), "--value enemy-ac=9: ENEMY AC# is a number from 0 to 7, not '9'"),
        (("sim", "--value", "luck=3"), "--value luck=3: value needs a name and a figure; the names are "),
        (("sim", "--until-clear", "wins"), "--until-clear wins: write a number of a run and how exact: wins=0.03"),
        (("sim", "--until-clear", "luck=3"), "--until-clear luck=3: write a number of a run"),
        (("sim", "--continue"), "there is no such series in "),
        (("sim", "--report", "page.pdf"), "page.pdf: a report ends in .csv, .json, .md or .html"),
        (("compare", "--packs", "nowhere"), "--packs nowhere: there is no such folder"),
        (("compare", "--doctrine", "timid,random", "--command", "mild,off"), "compare varies one thing at a time"),
        (("compare", "--doctrine", "timid", "--value", "enemy-ac=4"), "compare varies one thing at a time"),
        (("compare", "--doctrine", "timid,timid"), "--doctrine names the same one twice: timid and timid"),
        (("compare", "--sensitivity", "nothing"), "there is no table 'nothing'"),
        (("compare", "--sensitivity", "platoon.enemy-ac", "--value", "enemy-ac=3,4"), "--sensitivity varies the rows"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(played: Run, words: tuple[str, ...], said: str) -> None:
    status, out, err = played(*words)
    told = [line for line in err.splitlines() if "comes from" not in line]
    assert (status, out) == (1, "") and len(told) == 1 and said in told[0]


def test_a_single_doctrine_is_held_to_what_its_side_usually_follows_in_the_mission(played: Run, tmp_path: Path) -> None:
    asked = (("--commander", "bold"), ("--doctrine", "timid"))
    heads = [played("compare", "--seed", "1", *words)[1].splitlines()[0] for words in asked]
    assert heads == ["short, seeds 1-1: commander | bold", "short, seeds 1-1: standard | timid"]
    card = tmp_path / "pack" / "missions" / "short.yaml"
    text = card.read_text(encoding="utf-8")
    for old, doctrine in (("elite: true}", "bold"), ("elr: 2}", "timid")):
        assert text.count(old) == 1, old
        text = text.replace(old, f"{old[:-1]}, doctrine: {doctrine}}}")
    card.write_text(text, encoding="utf-8")
    asked = (("--commander", "commander"), ("--doctrine", "standard"))
    heads = [played("compare", "--seed", "1", *words)[1].splitlines()[0] for words in asked]
    assert heads == ["short, seeds 1-1: bold | commander", "short, seeds 1-1: timid | standard"]
    status, _, err = played("compare", "--seed", "1", "--commander", "bold")
    assert status == 1 and "--commander names the same one twice: bold and bold" in err


@pytest.mark.parametrize("words", [("--runs", "0"), ("--runs", "1000000"), ("--base", "999"), ("--runs", "x")])
def test_numbers_beyond_the_seeds_are_wrong_usage(played: Run, words: tuple[str, ...]) -> None:
    status, out, err = played("sim", *words)
    assert (status, out) == (2, "") and "is not a number from " in err


def test_how_far_it_is_is_written_over_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """All else that is not printable leaves the program as its code."""
    with rim():
        overwrite("3 of 9\a")
        overwrite("")
    assert capsys.readouterr().err == "\r3 of 9\\x07\033[K\r\033[K"
