"""A game whose file is gone or was changed: nobody is told that it is saved, and it can be written elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest
from playing_saves import NOW, SET_UP, done, run

from sasl.content.library import Library
from sasl.orders.engine import No
from sasl.saves.save_lines import SaveError
from sasl.saves.session import Session

New = Callable[..., Session]


def history(session: Session) -> object:
    """Return all that a resumed game must have in common with the one that was left."""
    lines = [session.moments, session.undone, *session._replaced]
    return [[(item.n, item.command, item.answers, item.events, item.game.state) for item in line] for line in lines], [
        line.text for line in session.log()
    ]


def branched(session: Session) -> Session:
    """Play, take back, play on otherwise, bring back what was replaced, and take a part of that back."""
    done(session, *SET_UP, "note a", "note b", "note c")
    session.undo(2)
    done(session, "note d", "note e")
    session.undo(1)
    done(session, "note f")
    session.restore(2)
    session.undo(1)
    return session


def test_a_game_whose_folder_is_gone_is_not_saved_and_can_be_saved_as_another(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    session = branched(Session.create(library, "oto-s1", 7, folder, "g", NOW))
    assert session.why_not_saved() == ""
    rmtree(folder)
    refused = run(session, "note late")
    assert isinstance(refused, No) and "save as NAME" in refused.reason
    assert "there is no game 'g'" in session.why_not_saved()
    assert session.save_as(f"{tmp_path}/elsewhere/h") == tmp_path / "elsewhere" / "h.sasl"
    assert session.why_not_saved() == "" and session.name == "h"
    done(session, "note on")
    session.undo()
    session.close()
    with Session.resume(library, tmp_path / "elsewhere", "h") as again:
        assert history(again) == history(session) and not again.notices


def test_a_file_that_is_gone_can_be_written_again_under_its_own_name(
    new: New, library: Library, tmp_path: Path
) -> None:
    session = branched(new())
    (tmp_path / "g.sasl").unlink()
    session.save_as("g")
    session.close()
    with Session.resume(library, tmp_path, "g") as again:
        assert history(again) == history(session)


def test_a_game_that_was_saved_as_another_is_locked_there_and_free_where_it_was(
    new: New, library: Library, tmp_path: Path
) -> None:
    session = done(new(), "note a")
    session.save_as("h")
    with pytest.raises(SaveError, match="open in another program"):
        Session.resume(library, tmp_path, "h")
    with Session.resume(library, tmp_path, "g") as left:
        done(session, "note b")
        assert [item.command for item in left.moments] == ["", "note a"]


def test_a_game_that_another_program_has_changed_is_not_saved(new: New, tmp_path: Path) -> None:
    session = done(new(), "note a")
    with (tmp_path / "g.sasl").open("a") as file:
        file.write("{}\n")
    assert "another program has changed this game" in session.why_not_saved()
    with pytest.raises(SaveError, match="already exists"):
        session.save_as("g")
    session.save_as("h")
    assert session.why_not_saved() == ""


@pytest.mark.parametrize("name", ["../", "a/..", "con", ".hidden", "x" * 61])
def test_what_cannot_be_the_name_of_a_game_is_refused_and_the_game_stays(new: New, name: str) -> None:
    session = done(new(), "note a")
    with pytest.raises(SaveError):
        session.save_as(name)
    done(session, "note b")
    assert session.why_not_saved() == "" and session.name == "g"


def test_a_closed_game_is_saved_nowhere(new: New) -> None:
    session = done(new(), "note a")
    session.close()
    with pytest.raises(SaveError, match="read-only"):
        session.save_as("h")
