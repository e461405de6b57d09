"""The command line: every command with and without --json, exit status, what goes to stdout and what to stderr."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sasl.cli.usage import Command
from sasl.content.library import Library, shipped_root
from sasl.lab.counting.endings import KEYS, LOSSES
from sasl.saves.session import Session

Run = Callable[..., tuple[int, str, str]]


def data(answer: tuple[int, str, str]) -> Any:
    status, out, _ = answer
    assert status == 0
    return json.loads(out)


# -- tables and rolls ----------------------------------------------------------------------------------


def test_roll_bto_activation_dr_4(sasl: Run) -> None:
    assert sasl("roll", "bto.activation", "--dr", "4") == (0, "DR 4 (typed) -> S, S, L, F, SW [seed]\n", "")
    record = data(sasl("roll", "bto.activation", "--dr", "4", "--json"))[0]
    assert record["result"] == ["S", "S", "L", "F", "SW"] and record["source"] == "typed" and record["dice"] == []


def test_roll_with_dice_and_drm(sasl: Run) -> None:
    assert sasl("roll", "generation.g2", "--dice", "1", "2", "--drm", "3")[1] == (
        "DR 1,2 = 3 +3 typed = 6 -> 4-6-7 [house]\n"
    )
    assert sasl("roll", "generation.g3", "--dr", "5", "--column", "armor-leader")[1].endswith("-> 8-1 [house]\n")


def test_roll_tells_every_column_unless_one_is_named(sasl: Run) -> None:
    assert sasl("roll", "cg.oto2.oba", "--dr", "5")[1] == "DR 5 (typed) -> german normal, russian plentiful [seed]\n"
    assert sasl("roll", "cg.oto2.oba", "--dr", "5", "--column", "russian")[1].endswith("-> plentiful [seed]\n")
    assert data(sasl("roll", "cg.oto2.oba", "--dr", "5", "--json"))[0]["result"]["russian"] == "plentiful"


def test_roll_with_a_seed_is_the_same_each_time(sasl: Run) -> None:
    first = data(sasl("roll", "bto.vehicle", "--seed", "7", "-n", "20", "--json"))
    assert first == data(sasl("roll", "bto.vehicle", "--seed", "7", "-n", "20", "--json")) and len(first) == 20
    assert first != data(sasl("roll", "bto.vehicle", "--seed", "8", "-n", "20", "--json"))
    assert len({tuple(item["dice"]) for item in first}) > 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("bto.activation", "--dr", "13"), "--dr 13: a DR is from 2 to 12; use --drm for modifiers"),
        (("bto.activation", "--dice", "7", "1"), "DR needs 2 dice from 1 to 6, not 7 1"),
        (("random-events.oto-s1.enemy", "--dr", "17"), "--dr 17: a d66 is from 11 to 66"),
        (("activation.ranges",), "is a chart: it is read, not rolled on"),
        (("activation.check",), "is a check without rows"),
        (("activation.check", "--dr", "3"), "is a check without rows"),
        (("activation.check", "--dice", "3"), "is a check without rows"),
        (("generation.g3", "--column", "crew"), "no column 'crew'"),
        (("bto.activation", "-n", "0"), "-n is a number from 1 to 100000"),
        (("bto.activaton",), "did you mean 'bto.activation'?"),
    ],
)
def test_roll_says_in_one_line_what_was_wrong(sasl: Run, words: tuple[str, ...], sentence: str) -> None:
    status, out, err = sasl("roll", *words)
    assert status == 1 and out == "" and sentence in err and err.count("\n") == 1


def test_table_random_events_lists_all_entries(sasl: Run) -> None:
    status, out, err = sasl("table", "random-events.oto-s1.enemy")
    assert status == 0 and err == ""
    rows = [line.split()[0] for line in out.splitlines() if "%" in line]
    assert rows == [
        "11..12", "13..16", "21..22", "23..24", "25..26", "31..33", "34..36", "41", "42..43", "44..46", "51..56",
        "61..62", "63..64", "65..66",
    ]  # fmt: skip
    assert "provenance seed" in out and out.count("*") == 3
    found = data(sasl("table", "random-events.oto-s1.friendly", "--json"))
    assert [row["row"] for row in found["rows"]] == [
        "11..13", "14..16", "21..23", "24..26", "31..33", "34..36", "41..43", "44..46", "51..52", "53", "54..56",
        "61..62", "63", "64", "65", "66",
    ]  # fmt: skip
    assert sum(float(row["percent"]) for row in found["rows"]) == pytest.approx(100, abs=0.1)


def test_table_prints_each_row_with_its_chance_provenance_and_source(sasl: Run) -> None:
    status, out, _ = sasl("table", "bto.activation")
    assert status == 0
    assert "      2   2.78%  VEHICLE" in out and "      7  16.67%  HS" in out
    assert "rule OtO-S1 MSR 5" in out and "provenance seed" in out
    shifted = data(sasl("table", "bto.activation", "--drm", "1", "--json"))
    chances = {row["row"]: row["chance"] for row in shifted["rows"]}
    assert chances["2"] == "0" and chances["12"] == "1/12"


def test_tables_can_be_shown_both_ways(sasl: Run) -> None:
    listed = data(sasl("table", "--json"))
    status, out, _ = sasl("table")
    assert status == 0 and len(out.splitlines()) == len(listed) > 50
    assert all({"id", "title", "roll", "provenance"} == set(item) for item in listed)
    for item in listed[::31]:
        assert sasl("table", item["id"])[0] == 0
        assert data(sasl("table", item["id"], "--json"))["id"] == item["id"]


def test_a_pack_of_the_player_wins_and_is_shown_as_such(sasl: Run, tmp_path: Path) -> None:
    pack = tmp_path / "mine"
    pack.mkdir()
    (pack / "mine.yaml").write_text(
        "- id: bto.vehicle\n  title: Mine\n  roll: DR\n  provenance: user\n  rows: {2..12: StuG IIIG}\n",
        encoding="utf-8",
    )
    shown = sasl("roll", "bto.vehicle", "--dr", "2", "--tables", str(pack))[1]
    assert shown == "DR 2 (typed) -> StuG IIIG [user: mine]\n"
    assert sasl("roll", "bto.vehicle", "--dr", "2", "--tables", str(tmp_path / "none"))[0] == 1


# -- place and watch -------------------------------------------------------------------------------------


def test_place_explain_names_case_and_patch(sasl: Run) -> None:
    status, out, err = sasl("place", "oto-s1", "--seed", "3", "--explain")
    notes = [line for line in out.splitlines() if line.startswith(("VPO [", "S? case ", "VP, "))]
    lines = out.splitlines()[len(notes) :]
    assert notes[0].startswith("VPO [reconstructed]: ") and len(notes) == 5, "whose reading each case is, first"
    assert status == 0 and err == f"{len(lines)} S?\n"
    for line in lines:
        assert "  case a, building " in line or "  case b, patch " in line or "  case d, VPO " in line
    assert any(line.split()[1] == "CC5" for line in lines)
    plain = sasl("place", "oto-s1", "--seed", "3")[1]
    assert [line.split()[:3] for line in plain.splitlines()] == [line.split()[:3] for line in lines]
    found = data(sasl("place", "oto-s1", "--seed", "3", "--json"))
    assert [item["hex"] for item in found] == [line.split()[1] for line in lines]
    assert set(found[0]) == {"id", "hex", "printed", "attitude", "reason"}


def test_a_watched_seed_ends_properly_and_gives_the_same_bytes_again(short: Run) -> None:
    status, out, err = short("watch", "short", "--seed", "1", "--plain")
    again = short("watch", "short", "--seed", "1", "--plain")
    assert status == 0 and out == again[1]
    assert "'watch-short-1'" in err and "'watch-short-1-2'" in again[2], "no game is replaced"
    tail = [line.strip() for line in out.splitlines()[-8:]]
    end = next(number for number, line in enumerate(tail) if line.startswith("MISSION END (S12.5, Turn "))
    assert "each VPO controlled" in tail[end + 1]


def test_watch_seeds_1_to_2_in_summary(short: Run) -> None:
    words = ("watch", "short", "--seed", "1-2", "--summary")
    found = data(short(*words, "--json", "-j", "2"))
    assert [game["seed"] for game in found["games"]] == [1, 2]
    for game in found["games"]:
        assert game["turns"] == 2 and game["activations"] >= 0 and game["winner"] in ("ENEMY", "FRIENDLY", "draw")
        assert game["friendly"] >= 0 and game["enemy"] >= 0 and game["commands"] > 20
    assert set(found["means"]) == set(KEYS) and sum(found["wins"].values()) == pytest.approx(100)
    lines = short(*words, "-j", "1")[1].splitlines()
    assert lines[0].startswith("seed    1:  2 turns, FRIENDLY ") and lines[3] == "short, 2 runs"
    for line, game in zip(lines, found["games"], strict=False):
        assert ("lost nothing / " in line) == (not any(game[f"friendly_{word}"] for word in LOSSES))
    assert found["numbers"]["turns"]["p50"] == 2 and found["runs"] == 2
    acts, house = found["means"]["enemy_acts"], found["means"]["enemy_house_acts"]
    assert 0 < house <= acts and lines[-1].startswith(f"of the ENEMY's {acts:g} acts {house:g} (")


def test_compare_is_a_table_and_sentences(short: Run) -> None:
    words = ("compare", "short", "--seed", "1", "--doctrine", "timid,random", "-j", "1")
    status, out, _ = short(*words)
    lines = out.splitlines()
    assert status == 0 and lines[0] == "short, seeds 1-1: timid | random"
    assert "  random against timid: no difference shown" in lines and "too few" in out
    found = data(short(*words, "--json"))
    assert set(found) == {"played", "timid", "random", "differences"} and found["timid"]["margin"]["error"] is None
    assert set(found["differences"]) == {"random"} and not found["differences"]["random"]["margin"]["shown"]


def test_16_command_chooses_how_command_control_binds(short: Run) -> None:
    """`--command NAME` of watch is typed first, and so kept in the game; an unknown name is a fault."""
    status, out, _ = short("watch", "short", "--seed", "1", "--json", "--command", "off")
    assert status == 0 and json.loads(out.splitlines()[0])["command"] == "command off"
    status, out, err = short("watch", "short", "--seed", "1", "--summary", "--command", "lax")
    assert status == 1 and out == "" and "there are strict, mild, off" in err


def test_watch_json_is_a_line_for_each_command(short: Run) -> None:
    status, out, _ = short("watch", "short", "--seed", "3", "--json", "--doctrine", "timid")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and lines[0]["command"] == "doctrine timid" and lines[1]["command"].startswith("option")
    assert all(set(line) == {"command", "lines"} for line in lines)
    assert any(line["command"].startswith("fire ") for line in lines), "acts are shown as they would be typed"


@pytest.mark.parametrize(
    "words",
    [
        ("watch", "--seed", "1", "--doctrine", "brave"), ("compare", "--doctrine", "brave"),
        ("compare", "--commander", "brave"), ("compare", "--seed", "x"), ("compare", "--doctrine", ","),
    ],
)  # fmt: skip
def test_what_no_doctrine_is_called_is_one_sentence(sasl: Run, words: tuple[str, ...]) -> None:
    status, out, err = sasl(words[0], "oto-s1", *words[1:])
    assert (status, out) == (1, "") and err.count("\n") == 1


@pytest.mark.parametrize("seed", ["x", "²", "5-2", "3-", "-", "1-2-3"])
def test_watch_refuses_what_is_no_seed(sasl: Run, seed: str) -> None:
    status, out, err = sasl("watch", "oto-s1", f"--seed={seed}", "--summary")
    assert (status, out) == (1, "") and "a range like 1-100" in err


# -- games and logs ------------------------------------------------------------------------------------


def test_games_and_log_of_a_watched_game(short: Run) -> None:
    assert short("games")[0:2] == (0, "") and "no games in" in short("games")[2]
    assert data(short("games", "--json")) == []
    out = short("watch", "short", "--seed", "2", "--plain")[1]
    games = data(short("games", "--json"))
    assert [(game["name"], game["mission"], game["kind"]) for game in games] == [("watch-short-2", "short", "watch")]
    assert "over after Turn" in games[0]["moment"] and "VP" in games[0]["vp"]
    assert short("games")[1].startswith("watch-short-2  short  ")
    assert "The mission is over" in short("resume", "watch-sh", "--plain")[1], "the beginning of a name"
    log = short("log", "watch-short-2")[1]
    assert all(line in out for line in log.splitlines())
    rolls = data(short("log", "watch-short-2", "--topic", "roll", "--json"))
    assert {line["topic"] for line in rolls} == {"roll"} and set(rolls[0]) == {"moment", "topic", "text"}


def test_log_of_no_game_is_one_sentence(sasl: Run) -> None:
    status, out, err = sasl("log", "nothing")
    assert (status, out) == (1, "") and err.startswith("sasl: ") and err.count("\n") == 1
    assert sasl("log", "../nothing")[0] == 1
    assert sasl("resume", "nothing", "--plain")[0] == 1
    assert "there is no saved game" in sasl("resume", "--plain")[2]


def test_export_of_a_watched_game(short: Run, tmp_path: Path) -> None:
    short("watch", "short", "--seed", "2", "--plain")
    status, page, err = short("export", "watch-short-2")
    assert (status, err) == (0, "") and page.startswith("# ") and "Game Turn 1" in page and "MISSION END" in page
    file = tmp_path / "game.html"
    assert short("export", "watch-short-2", "--html", "--out", str(file)) == (0, f"written: {file}\n", "")
    html = file.read_text(encoding="utf-8")
    assert html.startswith("<!DOCTYPE html>") and "<svg" in html and html.rstrip().endswith("</html>")
    figures = data(short("export", "watch-short-2", "--json"))
    assert set(figures) == {"title", "facts", "result", "winner", "turns"} and figures["facts"]["Seed"] == "2"
    assert figures["result"] in html


def test_export_refuses_in_one_sentence(short: Run, tmp_path: Path) -> None:
    def refused(*words: str) -> str:
        status, out, err = short("export", *words)
        assert (status, out) == (1, "") and err.startswith("sasl: ") and err.count("\n") == 1
        return err

    assert "there is no game 'nothing'" in refused("nothing")
    refused("../nothing")
    short("watch", "short", "--seed", "2", "--plain")
    assert "cannot be written" in refused("watch-short-2", "--out", str(tmp_path / "none" / "game.md"))
    assert short("export", "watch-short-2", "--html", "--markdown")[0] == 2
    save = tmp_path / "watch-short-2.sasl"
    lines = save.read_text(encoding="utf-8").splitlines(keepends=True)
    save.write_text("".join([*lines[:5], "{}\n", *lines[6:]]), encoding="utf-8")
    assert "watch-short-2" in refused("watch-short-2")
    kept = Path(__file__).parents[1] / "saves" / "games" / "format-3-campaign-rb.sasl"
    (tmp_path / "c.sasl").write_bytes(kept.read_bytes())
    assert "is a campaign" in refused("c")


# -- lint, usage -----------------------------------------------------------------------------------------


def test_lint_of_what_is_shipped(sasl: Run) -> None:
    assert sasl("lint") == (0, "", "no faults\n")
    assert data(sasl("lint", "--json")) == {"faults": [], "warnings": []}


def test_lint_of_one_file_of_a_pack_names_the_pack_that_is_not_read(sasl: Run, tmp_path: Path) -> None:
    sasl("new-mission", "hill", str(tmp_path / "pack"))
    path = tmp_path / "pack" / "missions" / "hill.yaml"
    status, out, err = sasl("lint", str(path))
    assert status == 1 and "hill.activation" in out and f"sasl lint --tables {tmp_path / 'pack'}" in err
    assert sasl("lint", str(path), "--tables", str(tmp_path / "pack"))[0] == 0


def test_lint_of_a_folder_says_how_a_pack_is_checked(sasl: Run, tmp_path: Path) -> None:
    status, _, err = sasl("lint", str(tmp_path))
    assert status == 1 and f"{tmp_path} is a folder: sasl lint --tables {tmp_path}" in err


def test_lint_of_a_broken_file_is_status_1_and_a_line_on_stdout(sasl: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("- id: a\n  title: A\n  roll: dr\n  provenance: user\n  rows: {1..5: x}\n", encoding="utf-8")
    status, out, _ = sasl("lint", str(broken))
    assert status == 1 and out.count("\n") == 1 and "no row for a dr of 6" in out
    status, out, _ = sasl("lint", str(broken), "--json")
    assert status == 1 and len(json.loads(out)["faults"]) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("play",), ("watch", "oto-s1"), ("place", "oto-s1"), ("roll",), ("dance",), ("roll", "a", "--dr", "x"),
        ("play", "oto-s1", "--seed", "²"), ("roll", "a", "--dr", "1", "--dice", "2"),
    ],
)  # fmt: skip
def test_wrong_usage_is_status_2(sasl: Run, words: tuple[str, ...]) -> None:
    status, out, err = sasl(*words)
    assert (status, out) == (2, "") and "usage: sasl" in err


@pytest.mark.parametrize(
    "words",
    [
        ("play", "otto-s1", "--plain"),
        ("watch", "otto-s1", "--seed", "1", "--plain"),
        ("place", "otto-s1", "--seed", "1"),
    ],
)
def test_an_unknown_mission_is_status_1_with_the_nearest(sasl: Run, words: tuple[str, ...]) -> None:
    status, out, err = sasl(*words)
    assert (status, out) == (1, "") and "there is no mission 'otto-s1'; did you mean 'oto-s1'?" in err


@pytest.mark.parametrize("name", ["../x", "con", " ", "a/b", ".hidden"])
def test_a_name_that_is_not_safe_is_status_1(sasl: Run, name: str) -> None:
    assert sasl("play", "oto-s1", "--plain", "--name", name)[0] == 1


PROBE = """
import sys
from sasl.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""


def modules(*words: str) -> set[str]:
    """The top names of sys.modules, and the rooms of sasl, after a command line ran in its own process."""
    return {".".join(name.split(".")[: 1 + name.startswith("sasl.")]) for name in all_modules(*words)}


def all_modules(*words: str) -> set[str]:
    """All names of sys.modules after a command line ran in its own process."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
    )
    return set(done.stderr.splitlines()[-1].split())


def test_help_imports_next_to_nothing() -> None:
    assert modules("--help").isdisjoint({"textual", "rich", "pydantic", "yaml", "platformdirs", "asyncio"})


def test_the_commands_of_data_do_without_the_screens() -> None:
    for words in (
        ("table", "bto.vehicle"),
        ("roll", "bto.vehicle", "--seed", "1"),
        ("lint",),
        ("place", "oto-s1", "--seed", "1"),
    ):
        assert modules(*words).isdisjoint({"textual", "rich"}), words


def test_a_game_begins_before_what_decides_for_a_side_is_loaded(tmp_path: Path) -> None:
    loaded = all_modules("--saves", str(tmp_path), "play", "platoon", "--plain")
    assert "sasl.orders.engine" in loaded
    assert loaded.isdisjoint({"sasl.minds.mind", "sasl.minds.act", "sasl.lab.watching.watch", "textual"})


def test_a_log_is_told_without_orders_minds_and_screens(tmp_path: Path) -> None:
    with Session.create(Library(shipped_root()), "platoon", 1, tmp_path, "mine", "2026-11-22T21:00:00") as session:
        session.submit("next")
    loaded = modules("--saves", str(tmp_path), "log", "mine")
    assert loaded.isdisjoint({"sasl.orders", "sasl.minds", "sasl.tui", "textual", "pydantic"}) and "sasl.asl" in loaded


def test_the_home_screen_needs_a_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sasl"], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    assert (done.returncode, done.stdout) == (2, "") and "needs a terminal" in done.stderr


def test_a_closed_pipe_is_no_fault() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m sasl table | head -1', shell=True, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr and done.stdout.count("\n") == 1


def test_conditions_are_listed_by_chart(sasl: Run) -> None:
    status, out, _ = sasl("table", "conditions")
    assert status == 0 and "near-vpo" in out and "Close Combat (A11)" in out
    assert data(sasl("table", "conditions", "--json"))["Fire on the IFT (A7)"]["cx-firer"]


def test_a_doctrine_is_shown_whole_with_whose_figures_they_are(sasl: Run) -> None:
    status, out, _ = sasl("table", "doctrines")
    assert status == 0 and "doctrine.timid" in out and "doctrine.standard" in out
    status, out, _ = sasl("table", "doctrine.timid")
    assert status == 0 and "Action DR of Hold: action.hold.timid" in out and "first-fire" in out and "house" in out
    found = data(sasl("table", "doctrine.timid", "--json"))
    assert found["actions"]["Advance"] == "action.advance"
    status, _, err = sasl("table", "doctrine.tmid")
    assert status == 1 and "did you mean 'timid'" in err


def test_single_figures_are_listed_with_rule_and_provenance(sasl: Run) -> None:
    status, out, _ = sasl("table", "figures")
    assert status == 0 and "armor-command" in out and "house" in out
    found = {item["name"]: item for item in data(sasl("table", "figures", "--json"))}
    assert found["rout-mf"] == {"name": "rout-mf", "value": 6, "rule": "A10.5", "provenance": "rulebook", "note": ""}


def test_without_a_terminal_the_game_runs_in_lines(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "sasl", "play", "oto-s1", "--seed", "7", "--name", "piped", "--saves", str(tmp_path)]
    done = subprocess.run(line, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    assert done.returncode == 0 and "no terminal for screens here" in done.stderr
    assert "Saved as game 'piped'." in done.stdout


def test_resume_of_a_game_that_is_not_there_is_one_sentence(sasl: Run) -> None:
    status, out, err = sasl("resume", "nogame")
    assert status == 1 and not out and "there is no game 'nogame'" in err


def test_a_doctrine_that_does_not_exist_is_answered_with_those_there_are(sasl: Run) -> None:
    status, _, err = sasl("watch", "platoon", "--seed", "1", "--doctrine", "nosuch")
    assert status == 1 and "there is no doctrine 'nosuch'; there are aggressive, " in err


@pytest.mark.parametrize("words", [("table", "g2"), ("roll", "G2", "--dice", "2", "2"), ("odds", "g2")])
def test_a_table_is_called_by_the_end_of_its_id(sasl: Run, words: tuple[str, ...]) -> None:
    """As the printed table is called, and as `own` has it."""
    status, out, _ = sasl(*words)
    assert status == 0 and out


def test_a_table_that_does_not_exist_is_named_with_the_nearest(sasl: Run) -> None:
    status, _, err = sasl("table", "bto.activaton")
    assert status == 1 and "did you mean 'bto.activation'" in err


def test_what_is_no_number_is_said_in_plain_words(sasl: Run) -> None:
    status, _, err = sasl("odds", "g2", "--drm", "x")
    assert status == 2 and "--drm: 'x' is not a whole number" in err
    status, _, err = sasl("roll", "g2", "--column", "zz")
    assert status == 1 and "it has none: omit --column" in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("plya", "oto-s1"), "there is no 'plya'; did you mean 'play'?"),
        (("campaign", "sow"), "there is no 'sow'; did you mean 'show'?"),
        (("vasl", "dif", "x"), "there is no 'dif'; did you mean 'diff'?"),
    ],
)
def test_a_slip_of_the_hand_is_told_with_the_word_that_was_meant(sasl: Run, words: tuple[str, ...], told: str) -> None:
    status, _, err = sasl(*words)
    assert status == 2 and err.rstrip().endswith(told)


@pytest.mark.parametrize(("words", "file", "text", "fault"), [
    (("watch", "hill", "--seed", "1", "--plain"), "missions/hill.yaml", "attitude: Stand\n", "'Stand' is not one of"),
    (("campaign", "watch", "rb", "--seed", "1"), "missions/campaigns/groups/rb.yaml",
     "format: 1\ngroups_of: rb\ngroups: {german: [{id: I1, title: Coy, quality: green}]}\n", "'green' is not one of"),
])  # fmt: skip
def test_what_cannot_be_begun_is_not_told_as_saved(
    sasl: Run, tmp_path: Path, words: tuple[str, ...], file: str, text: str, fault: str
) -> None:
    assert sasl("new-mission", "hill", str(tmp_path / "pack"))[0] == 0
    path = tmp_path / "pack" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    old = path.read_text() if path.exists() else ""
    path.write_text(old.replace("attitude: Hold  ", text) if old else text)
    status, out, err = sasl(*words, "--tables", str(tmp_path / "pack"))
    assert (status, out) == (1, "") and fault in err and "saved as" not in err


def test_a_command_may_be_looked_at_before_its_line_is_made() -> None:
    """Python 3.14 does so with the help of each command that is added."""
    top = argparse.ArgumentParser()
    command = Command(lambda line: line.add_argument("mission"), prog="play")
    command._check_help(top.add_argument("--help-of-play", help="start a mission"))
    assert command.parse_known_args(["oto-s1"])[0].mission == "oto-s1"


@pytest.mark.parametrize(("text", "hinted"), [("hello", False), ('{"sasl":5,"mission":"oto-s1"}', True)])
def test_recovery_is_advised_only_where_there_is_a_header(sasl: Run, tmp_path: Path, text: str, hinted: bool) -> None:
    (tmp_path / "x.sasl").write_text(f"{text}\n")
    status, _, told = sasl("resume", "x", "--plain")
    assert status == 1 and "x.sasl" in told
    assert ("resume --recover" in told) is hinted
