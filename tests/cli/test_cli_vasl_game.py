"""`sasl vasl diff` and `sasl vasl write`, as a player types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_game import Laid
from made_saves import save, squad

from sasl.campaign.campaign_session import CampaignSession
from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.orders.engine import Ask
from sasl.saves.session import Session


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Laid]:
    """A game in its set-up, saved as `mine`, and VASL's map beside it."""
    folder = tmp_path_factory.mktemp("saves")
    with Session.create(Library(shipped_root()), "oto-s1", 3, folder, "mine", "2026-11-22T21:00:00") as session:
        for line in ("next", "next", "wreck auto", "next", "next", "deploy"):
            answers: tuple[str, ...] = ()
            while isinstance(outcome := session.submit(line, answers), Ask):
                answers = (*outcome.answers, outcome.question.default)
        return folder, Laid(session.game)


def run(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> tuple[int, str, str]:
    status = main(["--saves", str(folder), "vasl", *words])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_diff_with_a_game_and_with_another_save(
    played: tuple[Path, Laid], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, laid = played
    same = laid.saved(tmp_path / "same.vsav")
    assert run(capsys, folder, "diff", str(same), "mine") == (0, "no difference\n", "")
    name, item = next((key, item) for key, item in laid.pieces.items() if item.sort == "suspect")
    moved = Laid(laid.game).take(name).saved(tmp_path / "moved.vsav")
    assert run(capsys, folder, "diff", str(moved))[1] == f"{item.hex}: {name} is here and not in VASL\n"
    assert run(capsys, folder, "diff", str(same), str(moved))[1] == (
        f"{item.hex}: S? is in the first and not in the second\n"
    )
    told = json.loads(run(capsys, folder, "diff", str(moved), "mine", "--json")[1])
    assert [found["what"] for found in told["differences"]] == ["gone"]


def test_diff_of_two_saves_on_several_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How the boards lie is not known of saves alone: hexes of one board are near each other, of two they are not.

    The ids are new ones, as after VASL's own refresh, so that squads are found by their hexes.
    """
    here = {1: (568, 528), 2: (456, 464), 3: (2200, 1077), 4: (100, 100)}
    there = {11: (512, 496), 12: (456, 464), 13: (2143, 1173), 14: (100, 100)}
    first = save(tmp_path / "one.vsav", [squad(number, *place) for number, place in here.items()], "16", "13")
    second = save(
        tmp_path / "two.vsav",
        [squad(number, *place, broken=number == 12) for number, place in there.items()],
        "16",
        "13",
    )
    status, out, err = run(capsys, tmp_path, "diff", str(first), str(second))
    assert (status, out.splitlines()) == (
        0,
        [
            "13GG1: 4-6-7 stands in 13FF2 in the second",
            "16B1: 4-6-7 is broken in the second and not in the first",
            "16D2: 4-6-7 stands in 16C2 in the second",
        ],
    )
    assert err == "sasl: counters beside the boards are not compared (1 in the first, 1 in the second)\n"
    assert "1 beside the boards" in run(capsys, tmp_path, "show", str(first))[1], "show counts them alike"
    other = save(tmp_path / "three.vsav", [squad(1, 568, 528)], "16")
    assert run(capsys, tmp_path, "diff", str(first), str(other))[2].splitlines()[0] == (
        "sasl: the first has board 16 and board 13, the second board 16"
    )


def test_write_makes_a_copy_and_never_a_second_one(
    played: tuple[Path, Laid], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, laid = played
    name, item = next((key, item) for key, item in laid.pieces.items() if item.sort == "suspect")
    mine, copy = Laid(laid.game).take(name).saved(tmp_path / "mine.vsav"), tmp_path / "copy.vsav"
    status, out, err = run(capsys, folder, "write", "mine", str(mine), "--out", str(copy))
    assert (status, out) == (0, f"{item.hex}: place a black S? ({name})\n") and "1 change" in err
    assert run(capsys, folder, "diff", str(copy), "mine")[1] == "no difference\n"
    status, out, err = run(capsys, folder, "write", "mine", str(mine), "--out", str(copy))
    assert (status, out) == (1, "") and err.count("\n") == 1 and "already" in err


def test_faults_are_one_sentence(played: tuple[Path, Laid], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, laid = played
    save = laid.saved(tmp_path / "same.vsav")
    for words in ((str(tmp_path / "none.vsav"), "mine"), (str(save), "nobody"), (str(save), str(tmp_path / "no.vsav"))):
        status, out, err = run(capsys, folder, "diff", *words)
        assert (status, out) == (1, "") and err.count("\n") == 1, err
    assert run(capsys, tmp_path, "diff", str(save))[0] == 1


def test_a_save_without_a_board_shows_nothing_and_nothing_is_put_on_it(
    played: tuple[Path, Laid], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = save(tmp_path / "bare.vsav", [squad(1, 568, 528)])
    status, _, err = run(capsys, played[0], "diff", str(bare), "mine")
    assert status == 0 and "VASL has no board laid out" in err
    status, out, err = run(capsys, played[0], "write", "mine", str(bare), "--out", str(tmp_path / "copy.vsav"))
    assert (status, out) == (1, "") and "lay out its boards there" in err and not (tmp_path / "copy.vsav").exists()


def test_a_campaign_has_no_map_to_compare_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CampaignSession.create(Library(shipped_root()), "oto2", 5, tmp_path, "war", "2026-01-01").close()
    status, out, err = run(capsys, tmp_path, "diff", str(tmp_path / "x.vsav"), "war")
    assert (status, out) == (1, "") and "'war' is a campaign" in err
