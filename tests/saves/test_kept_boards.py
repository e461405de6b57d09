"""A game keeps the boards it was begun with, also when they are read anew later."""

from __future__ import annotations

import json
from pathlib import Path

from playing_saves import NOW, done

from sasl.content import REVISION
from sasl.content.library import Library
from sasl.saves import journal
from sasl.saves.session import Session

LAY = ("mapboard north 24", "mapboard centre 16 turned", "mapboard south 4", "edge north")
TOLD = (
    "the game keeps its map as it was; "
    "18 hexes of Board 4, 36 hexes of Board 16 and 4 hexes of Board 24 have been corrected since"
)


def printed(session: Session, name: str) -> tuple[str, ...]:
    """What the game takes a printed hex for."""
    board = session.game.board
    return board.terrain(board.find(name)).terrains


def old_save(library: Library, folder: Path) -> None:
    """A save as it was written before there were revisions of the boards."""
    done(Session.create(library.with_boards(1), "oto-s2", 1, folder, "g", NOW), *LAY, "next").close()
    path = folder / "g.sasl"
    head, *entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert head.pop("boards") == 1
    for record in (head, *entries):
        del record["h"]
    path.write_bytes(journal._sealed([head, *entries])[0])


def test_a_new_game_has_the_boards_of_now_and_says_so_in_its_header(library: Library, tmp_path: Path) -> None:
    done(Session.create(library, "oto-s2", 1, tmp_path, "g", NOW), *LAY).close()
    assert journal.read(tmp_path / "g.sasl").header.boards == REVISION
    with Session.resume(library, tmp_path, "g") as session:
        assert printed(session, "16F2") == ("grain",) and not session.notices


def test_an_older_game_goes_on_with_its_boards_and_says_so(library: Library, tmp_path: Path) -> None:
    """Undo, redo, new commands and the next resume all know the boards of its beginning."""
    old_save(library, tmp_path)
    with Session.resume(library, tmp_path, "g") as session:
        assert session.notices == [TOLD]
        assert printed(session, "16F2") == ("open",)
        before = session.game.state
        session.undo(3)
        assert printed(session, "16F2") == ("open",)
        session.redo(3)
        assert session.game.state == before and printed(session, "16F2") == ("open",)
        done(session, "note x")
    with Session.resume(library, tmp_path, "g") as again:
        assert again.notices == [TOLD] and printed(again, "16G3") == ("open",)
    assert journal.read(tmp_path / "g.sasl").header.boards == 1
    assert library.board("bd16").terrain("F2").terrains == ("grain",), "the library itself is that of now"


def test_an_older_game_on_a_map_that_has_not_changed_says_nothing(library: Library, tmp_path: Path) -> None:
    done(Session.create(library.with_boards(1), "oto-s1", 7, tmp_path, "g", NOW), "note a").close()
    with Session.resume(library, tmp_path, "g") as session:
        assert session.notices == []


def test_a_corrected_board_of_the_player_stays_as_he_wrote_it(library: Library, tmp_path: Path) -> None:
    """His own file has no `before`: it is the same at every revision."""
    folder = tmp_path / "mine" / "missions" / "boards"
    folder.mkdir(parents=True)
    text = (library.loader.root / "missions" / "boards" / "bd16.yaml").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("  F: "))
    mine = text.replace(row, row.replace("1-4 g", "1-4 w")).partition("\nbefore:")[0] + "\n"
    (folder / "bd16.yaml").write_text(mine, encoding="utf-8")
    own = library.with_packs((tmp_path / "mine",))
    for revision in (1, REVISION):
        assert own.with_boards(revision).board("bd16").terrain("F2").terrains == ("woods",)
    done(Session.create(own.with_boards(1), "oto-s2", 1, tmp_path, "g", NOW), *LAY).close()
    with Session.resume(library, tmp_path, "g") as session:
        assert printed(session, "16F2") == ("woods",)
        assert "18 hexes of Board 4 and 4 hexes of Board 24 have been corrected since" in session.notices[-1]
