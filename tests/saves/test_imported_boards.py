"""A game saved with the player's VASL boards goes on with them, or says in one sentence what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn import GRAIN, Picture
from playing_saves import NOW, done

from sasl.asl.game.los.sight import look
from sasl.board.archives.stored import Imported, pixels_hash, stored_bytes
from sasl.content.library import Library, shipped_root
from sasl.saves.session import Session
from sasl.solitaire.setup.mapboards import report

LAY = ("mapboard north 13", "mapboard centre 16", "mapboard south 4", "edge north")
EMPTY = Picture()


def bring(folder: Path, board: str, picture: Picture) -> None:
    """Import a board that the test has drawn."""
    raster = picture.raster()
    folder.mkdir(exist_ok=True)
    about = Imported(board, board, "1.0", "", "", pixels_hash(raster))
    (folder / f"{board}.board").write_bytes(stored_bytes(about, raster))


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """Board 13 without anything on it, and board 16 with one hex of grain."""
    folder = tmp_path / "boards"
    bring(folder, "bd13", EMPTY)
    bring(folder, "bd16", Picture().paint("C5", GRAIN))
    return folder


def begun(folder: Path, boards: Path | None) -> Session:
    return done(Session.create(Library(shipped_root(), (), boards), "oto-s2", 1, folder, "g", NOW), *LAY)


def resumed(folder: Path, boards: Path | None) -> tuple[list[str], Session]:
    with Session.resume(Library(shipped_root(), (), boards), folder, "g") as session:
        return [notice for notice in session.notices if "LOS" in notice], session


def test_the_boards_give_the_los_and_the_game_says_so(tmp_path: Path, boards: Path) -> None:
    with begun(tmp_path, boards) as session:
        game = session.game
        assert game.board.surveyed == ("bd13", "bd16")
        sources = "LOS exact, from your VASL boards: Board 13 and Board 16; from the program's own maps: Board 4"
        assert sources in report(game)
        assert (look(game, "C3", "C9").exists, look(game, "C3", "C9").hindrance) == (True, 0)
        assert look(game, "C13", "C17").hindrance == 1
        assert all(look(game, "C3", name).sure for name in game.board.names() if game.board.hex(name).num < 20)


def test_a_game_begun_with_them_goes_on_with_them(tmp_path: Path, boards: Path) -> None:
    begun(tmp_path, boards).close()
    notices, session = resumed(tmp_path, boards)
    assert notices == [] and session.game.board.surveyed == ("bd13", "bd16")


def test_without_them_the_facts_stand_and_one_sentence_says_what_is_missing(tmp_path: Path, boards: Path) -> None:
    with begun(tmp_path, boards) as session:
        before = session.game.state
    (boards / "bd13.board").unlink()
    bring(boards, "bd16", EMPTY)
    for folder in (boards, None):
        notices, session = resumed(tmp_path, folder)
        assert session.game.state == before and session.game.board.surveyed == ()
        assert len(notices) == 1 and notices[0].startswith("LOS on Board 13 and Board 16 came from your VASL board")


def test_a_damaged_import_does_not_keep_a_game_from_going_on(tmp_path: Path, boards: Path) -> None:
    begun(tmp_path, boards).close()
    path = boards / "bd13.board"
    path.write_bytes(path.read_bytes()[:-10])
    notices, session = resumed(tmp_path, boards)
    assert session.game.board.surveyed == ("bd16",) and len(notices) == 1 and "Board 13" in notices[0]


def test_a_game_begun_with_the_digest_keeps_it(tmp_path: Path, boards: Path) -> None:
    begun(tmp_path, None).close()
    notices, session = resumed(tmp_path, boards)
    assert session.game.board.surveyed == ()
    assert len(notices) == 1 and notices[0].startswith("LOS on Board 13 and Board 16 still comes from")


def test_a_mission_on_another_map_knows_nothing_of_them(tmp_path: Path, boards: Path) -> None:
    library = Library(shipped_root(), (), boards)
    Session.create(library, "oto-s1", 1, tmp_path, "g", NOW).close()
    notices, session = resumed(tmp_path, None)
    assert notices == [] and session.game.board.survey is None


def test_a_board_of_ones_own_pack_comes_before_its_import(tmp_path: Path, boards: Path) -> None:
    pack = tmp_path / "pack" / "missions" / "boards"
    pack.mkdir(parents=True)
    (pack / "bd13.yaml").write_bytes((shipped_root() / "missions" / "boards" / "bd13.yaml").read_bytes())
    assert Library(shipped_root(), (tmp_path / "pack",), boards).board("bd13").survey is None
    assert Library(shipped_root(), (), boards).board("bd13").survey is not None
