"""The file: torn, edited, foreign, newer, older, locked, full."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playing_saves import NOW, SET_UP, done

import sasl
from sasl.content.library import Library
from sasl.content.loader import Loader
from sasl.kernel.frozen import replace
from sasl.orders import engine
from sasl.orders.engine import Done, No
from sasl.saves import files, journal, migrations
from sasl.saves.files import check_name
from sasl.saves.folders import default_folder
from sasl.saves.games import list_games
from sasl.saves.journal import Damage, OtherVersion, SpoiltHeader
from sasl.saves.reading import recover
from sasl.saves.save_lines import SaveError
from sasl.saves.saved import CHANGED, TORN
from sasl.saves.session import Session

New = Callable[..., Session]


def small(new: New) -> tuple[Session, list[int]]:
    """A small game, and the length of its file after every acknowledged step."""
    session = new()
    sizes = [path_of(session).stat().st_size]
    for step in (
        lambda: done(session, "dice 3 4"),
        lambda: done(session, "roll DR"),
        lambda: done(session, "note käse"),
        lambda: session.undo(2),
        lambda: session.redo(),
        lambda: session.jump(3),
        lambda: session.undo(),
        lambda: done(session, "value enemy-ac 4"),
        lambda: session.restore(),
    ):
        assert not isinstance(step(), No)
        sizes.append(path_of(session).stat().st_size)
    return session, sizes


def path_of(session: Session) -> Path:
    assert session._journal
    return session._journal.path


def test_cut_anywhere(new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "new_game", cache(engine.new_game))  # the board is not what is tested
    monkeypatch.setattr(Library, "__hash__", lambda self: 1)
    session, sizes = small(new)
    data, final = path_of(session).read_bytes(), session.game.state
    session.close()
    path = tmp_path / "g.sasl"
    states = []
    for size in sizes:
        path.write_bytes(data[:size])
        states.append(Session.read(library, tmp_path, "g").game.state)
    assert states[-1] == final
    for cut in sorted({*range(0, len(data), 4), *sizes[:-1]}):
        path.write_bytes(data[:cut])
        if cut < sizes[0]:
            with pytest.raises(SaveError, match="empty" if cut == 0 else "header"):
                Session.read(library, tmp_path, "g")
            continue
        read = Session.read(library, tmp_path, "g")
        kept = max(number for number, size in enumerate(sizes) if size <= cut)
        assert read.game.state == states[kept]
        assert (TORN in read.notices) == (cut not in sizes)


def test_going_on_after_a_torn_line(new: New, library: Library, tmp_path: Path) -> None:
    session = done(new(), "note a", "note b")
    session.close()
    path = tmp_path / "g.sasl"
    path.write_bytes(path.read_bytes()[:-7])
    with Session.resume(library, tmp_path, "g") as again:
        assert again.notices == [TORN]
        done(again, "note c")
    with Session.resume(library, tmp_path, "g") as third:
        assert [moment.command for moment in third.moments] == ["", "note a", "note c"]
        assert not third.notices


def test_every_edited_byte_is_found(new: New, library: Library, tmp_path: Path) -> None:
    session, sizes = small(new)
    session.close()
    path = tmp_path / "g.sasl"
    data = path.read_bytes()
    for place in range(0, len(data) - 1, 3):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(SaveError) as error:
            Session.read(library, tmp_path, "g")
        if place >= sizes[0]:
            assert isinstance(error.value, Damage)
            assert error.value.last_good == max(n for n, size in enumerate(sizes) if size <= place)
            assert f"line {error.value.line}" in str(error.value)


def test_a_line_taken_out_is_found(new: New, library: Library, tmp_path: Path) -> None:
    done(new(), "note a", "note b", "note c").close()
    path = tmp_path / "g.sasl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    with pytest.raises(Damage, match="line 3"):
        Session.resume(library, tmp_path, "g")


def test_recover_keeps_the_good_part_and_a_copy(new: New, library: Library, tmp_path: Path) -> None:
    done(new(), "note a", "note b", "note c").close()
    path = tmp_path / "g.sasl"
    bad = path.read_bytes().replace(b"note b", b"note x")
    path.write_bytes(bad)
    assert "damaged-1" in recover(library, tmp_path, "g")
    assert (tmp_path / "g.damaged-1.sasl.txt").read_bytes() == bad
    with Session.resume(library, tmp_path, "g") as session:
        assert [moment.command for moment in session.moments] == ["", "note a"]
        done(session, "note d")
    with pytest.raises(SaveError, match="not damaged"):
        recover(library, tmp_path, "g")
    assert len(list_games(tmp_path)) == 1


@pytest.mark.parametrize(
    ("old", "new_text"),
    [(b'"seed":', b'"seed": '), (b"\n", b"\r\n"), (b'{"sasl"', b'\xef\xbb\xbf{"sasl"'), (b'"title":"', b'"title":"A ')],
)
def test_a_game_whose_moves_are_whole_loses_none_to_a_changed_header_or_line_ends(
    new: New, library: Library, tmp_path: Path, old: bytes, new_text: bytes
) -> None:
    done(new(), "note a", "note b").close()
    path = tmp_path / "g.sasl"
    bad = path.read_bytes().replace(old, new_text)
    path.write_bytes(bad)
    with pytest.raises(SpoiltHeader):
        Session.read(library, tmp_path, "g")
    assert "damaged-1" in recover(library, tmp_path, "g")
    assert (tmp_path / "g.damaged-1.sasl.txt").read_bytes() == bad
    with Session.resume(library, tmp_path, "g") as session:
        assert [moment.command for moment in session.moments] == ["", "note a", "note b"]
        done(session, "note c")
    with pytest.raises(SaveError, match="not damaged"):
        recover(library, tmp_path, "g")


def test_a_header_to_which_no_line_fits_is_refused_and_left_alone(new: New, library: Library, tmp_path: Path) -> None:
    done(new(), "note a").close()
    path = tmp_path / "g.sasl"
    bad = path.read_bytes().replace(b'"seed":', b'"seed": ').replace(b"note a", b"note b")
    path.write_bytes(bad)
    with pytest.raises(SaveError, match="nothing can be recovered"):
        recover(library, tmp_path, "g")
    assert path.read_bytes() == bad and not list(tmp_path.glob("*.txt"))


def test_a_header_is_not_recovered_with_a_mission_that_there_is_not(new: New, library: Library, tmp_path: Path) -> None:
    done(new(), "note a").close()
    path = tmp_path / "g.sasl"
    sound = path.read_bytes()
    bad = sound.replace(b'"mission":"oto-s1"', b'"mission":"oto-s9"')
    path.write_bytes(bad)
    with pytest.raises(SaveError, match=r"there is no mission 'oto-s9'.*: write the right kind and mission"):
        recover(library, tmp_path, "g")
    assert path.read_bytes() == bad and not list(tmp_path.glob("*.txt"))


def test_the_list_of_games_says_of_a_game_whose_mission_is_gone_that_it_cannot_be_opened(
    new: New, tmp_path: Path
) -> None:
    done(new(), "note a").close()
    path = tmp_path / "g.sasl"
    header = journal.read(path).header
    path.unlink()
    journal.create(path, replace(header, mission="platoom"))
    assert list_games(tmp_path)[0].damaged == "g.sasl, line 1: there is no mission 'platoom'"
    path.unlink()
    journal.create(path, replace(header, mission="x" * 300))
    assert "line 1: there is no mission 'xxx" in list_games(tmp_path)[0].damaged, "no file can have such a name"


def test_the_list_of_games_finds_an_edited_last_line(new: New, tmp_path: Path) -> None:
    done(new(), "note a", "note b").close()
    assert not list_games(tmp_path)[0].damaged
    path = tmp_path / "g.sasl"
    path.write_bytes(path.read_bytes().replace(b"note b", b"note c"))
    assert "was changed after it was written" in list_games(tmp_path)[0].damaged


@pytest.mark.parametrize(
    ("first", "why"), [(b"{", "not readable as JSON"), (b"\xff", "not UTF-8 text"), (b'{"n":9e99}', "is too large")]
)
def test_a_header_that_is_no_header_is_named_with_its_line(
    new: New, library: Library, tmp_path: Path, first: bytes, why: str
) -> None:
    done(new(), "note a").close()
    path = tmp_path / "g.sasl"
    path.write_bytes(b"\n".join([first, *path.read_bytes().split(b"\n")[1:]]))
    with pytest.raises(SaveError, match=rf"^g\.sasl, line 1: .*{why}.*; without a header nothing can be recovered"):
        recover(library, tmp_path, "g")


def forge(path: Path, *records: dict[str, object]) -> None:
    """Add lines whose hashes are right."""
    contents = journal.read(path)
    book = journal.open_for_writing(path, contents)
    for record in records:
        book.append(record)


@pytest.mark.parametrize(
    "record",
    [
        {"do": "x", "events": [{"e": "UnitsMoved", "ids": ["nobody"], "path": ["K1"], "mf": 1}]},
        {"do": "x", "events": [{"e": "SuspectMoved", "id": "S1", "path": []}]},
        {"do": "x", "events": [{"e": "UnitRemoved", "id": "nobody", "why": "x"}]},
        {"do": "x", "events": [{"e": "MarkerPut", "marker": {"id": "m", "kind": "wreck", "hex": "ZZ99"}}]},
        {"do": "x", "events": [{"e": "Told", "text": "x", "hexes": ["K9", "A0"]}]},
        {
            "do": "x",
            "events": [{"e": "MovingSet", "moving": {"ids": [], "came_from": "K999", "hex": "K9", "spent": 1}}],
        },
        {"do": "x", "events": [{"e": 5}]},
        {"do": "x", "events": [5]},
        {"do": "x", "events": {}},
        {"do": 5},
        {"do": "x", "answers": [1]},
        {"do": "x", "undo": 0},
        {"undo": 1},
        {"undo": 7},
        {"redo": 1},
        {"jump": 99},
        {"jump": -1},
        {"jump": "1"},
        {"restore": 1},
        {},
    ],
)
def test_a_sound_line_that_does_not_fit_is_damage(
    new: New, library: Library, tmp_path: Path, record: dict[str, object]
) -> None:
    done(new(), "note a").close()
    path = tmp_path / "g.sasl"
    forge(path, record)
    with pytest.raises(Damage) as error:
        Session.resume(library, tmp_path, "g")
    assert (error.value.line, error.value.last_good) == (3, 1)
    recover(library, tmp_path, "g")
    with Session.resume(library, tmp_path, "g") as session:
        assert len(session.moments) == 2


@pytest.mark.parametrize(
    "event", [{"e": "Nothing"}, {"e": "Told", "text": "x", "colour": "red"}, {"e": "StageBegan", "stage": "pause"}]
)
def test_a_fact_of_another_version_is_no_damage_and_nothing_is_cut(
    new: New, library: Library, tmp_path: Path, event: dict[str, object]
) -> None:
    done(new(), "note a").close()
    path = tmp_path / "g.sasl"
    forge(path, {"do": "x", "events": [event], "v": "0.9.9"}, {"do": "y", "events": []})
    before = path.read_bytes()
    with pytest.raises(OtherVersion, match=r"line 3: written by another version of sasl \(0\.9\.9; this is ") as error:
        Session.resume(library, tmp_path, "g")
    assert "damaged" in str(error.value) and not isinstance(error.value, Damage)
    with pytest.raises(OtherVersion):
        recover(library, tmp_path, "g")
    assert path.read_bytes() == before and not list(tmp_path.glob("*.txt"))


def test_each_entry_of_another_version_says_so(
    new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(new(), "note a").close()
    monkeypatch.setattr(journal, "__version__", "0.9.9")
    with Session.resume(library, tmp_path, "g") as session:
        done(session, "note b", "note c")
    contents = journal.read(tmp_path / "g.sasl")
    assert contents.header.version == sasl.__version__
    assert [entry.get("v") for entry in contents.entries] == [None, "0.9.9", None]
    assert [contents.version(n) for n in (1, 2, 3, None)] == [sasl.__version__, "0.9.9", "0.9.9", "0.9.9"]


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\n", b"hello\n", b"{}\n", b'{"sasl":"1"}\n', b"\x89PNG\r\n\x1a\n\x00\n", b"[1]\n", b'{"sasl":0}\n',
        b'{"sasl":true}\n', b'{"sasl":1,"mission":"oto-s1"}\n',
    ],
)  # fmt: skip
def test_foreign_files_are_one_sentence(library: Library, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.sasl").write_bytes(data)
    with pytest.raises(SaveError) as error:
        Session.resume(library, tmp_path, "x")
    assert "x.sasl" in str(error.value) and "\n" not in str(error.value)
    assert list_games(tmp_path)[0].damaged
    assert not (tmp_path / "x.lock").exists()


def test_a_newer_format_says_so(library: Library, tmp_path: Path) -> None:
    (tmp_path / "x.sasl").write_text('{"sasl":99,"what":"ever"}\n')
    with pytest.raises(SaveError, match=r"newer sasl \(format 99"):
        Session.resume(library, tmp_path, "x")


def test_an_older_format_is_brought_up_to_date(
    new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(new(), "note a").close()

    def second(records: list[dict[str, object]]) -> list[dict[str, object]]:
        return [{**record, "do": "note b"} if "do" in record else record for record in records]

    now = journal.FORMAT
    monkeypatch.setattr(journal, "FORMAT", now + 1)
    with pytest.raises(SaveError, match=f"format {now}"):
        Session.read(library, tmp_path, "g")
    monkeypatch.setattr(migrations, "MIGRATIONS", [(now, "a test", second)])
    assert list_games(tmp_path)[0].mission == "oto-s1"
    with Session.resume(library, tmp_path, "g") as session:
        assert f"format {now}" in session.notices[0]
        assert session.moments[1].command == "note b"
        done(session, "note c")
    assert (tmp_path / f"g.format-{now}-1.sasl.txt").exists()
    with Session.resume(library, tmp_path, "g") as again:
        assert [moment.command for moment in again.moments] == ["", "note b", "note c"]
        assert not again.notices


def test_one_program_at_a_time(new: New, library: Library, tmp_path: Path) -> None:
    session = new()
    with pytest.raises(SaveError, match=rf"open in another program \(pid {os.getpid()}\)"):
        Session.resume(library, tmp_path, "g")
    with pytest.raises(SaveError):
        recover(library, tmp_path, "g")
    assert len(Session.read(library, tmp_path, "g").moments) == 1
    session.close()
    Session.resume(library, tmp_path, "g").close()
    assert not (tmp_path / "g.lock").exists()


def test_a_stale_lock_file_does_not_matter(new: New, library: Library, tmp_path: Path) -> None:
    new().close()
    (tmp_path / "g.lock").write_text("pid 1 on elsewhere\n")
    Session.resume(library, tmp_path, "g").close()


def test_a_file_changed_behind_the_back_is_not_overwritten(new: New, tmp_path: Path) -> None:
    session = done(new(), "note a")
    path = tmp_path / "g.sasl"
    path.write_bytes(path.read_bytes() + b"x")
    outcome = session.submit("note b")
    assert isinstance(outcome, No) and "another program has changed" in outcome.reason
    path.unlink()
    assert isinstance(session.submit("note b"), No)
    assert not path.exists()
    assert isinstance(session.undo(), No)
    assert len(session.moments) == 2


def test_bytes_changed_in_place_are_noticed_at_the_next_command(new: New, tmp_path: Path) -> None:
    session = done(new(), "note a", "note b")
    path = tmp_path / "g.sasl"
    good = path.read_bytes()
    os.utime(path, (1, 1))
    done(session, "note c")  # only its date was another one
    good = path.read_bytes()
    path.write_bytes(good.replace(b"note a", b"note x"))
    outcome = session.submit("note d")
    assert isinstance(outcome, No) and "another program has changed" in outcome.reason
    assert isinstance(session.undo(), No)
    path.write_bytes(good)
    done(session, "note d")


def test_a_full_disk_loses_nothing(new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = done(new(), "note a")
    before = (tmp_path / "g.sasl").read_bytes()

    def half(fd: int, data: bytes) -> None:
        os.write(fd, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_all", half)
        outcome = session.submit("note b")
    assert isinstance(outcome, No) and "No space left" in outcome.reason
    assert (tmp_path / "g.sasl").read_bytes() == before
    done(session, "note c").close()
    assert [moment.command for moment in Session.read(library, tmp_path, "g").moments] == ["", "note a", "note c"]


def test_sizes_are_bounded(new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = new()
    monkeypatch.setattr(journal, "MAX_LINE", 2000)
    outcome = session.submit("note " + "x" * 3000)
    assert isinstance(outcome, No) and "a line of a save" in outcome.reason
    done(session, "note a")
    monkeypatch.setattr(journal, "MAX_FILE", (tmp_path / "g.sasl").stat().st_size + 20)
    outcome = session.submit("note " + "x" * 300)
    assert isinstance(outcome, No) and "full" in outcome.reason
    session.close()
    monkeypatch.setattr(journal, "MAX_FILE", 100)
    with pytest.raises(SaveError, match="too large"):
        Session.resume(library, tmp_path, "g")


def test_a_long_last_line_in_the_list_of_games(new: New, tmp_path: Path) -> None:
    done(new(), "note " + "x" * 300_000).close()
    (info,) = list_games(tmp_path)
    assert info.moment == "set-up: mission tables" and not info.damaged


def test_changed_tables_are_told(new: New, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = done(new(), *SET_UP[:2])
    session.close()
    monkeypatch.setattr(Loader, "fingerprint", lambda self, mission: "other")
    with Session.resume(library, tmp_path, "g") as again:
        assert again.notices == [CHANGED.format("game")]
        assert again.game.state == session.game.state


def test_a_mission_that_is_gone(new: New, library: Library, tmp_path: Path) -> None:
    new().close()
    empty = Library(tmp_path)
    with pytest.raises(SaveError, match="cannot be opened"):
        Session.resume(empty, tmp_path, "g")


@pytest.mark.parametrize(
    "name", ["", " ", ".x", "a/b", "a\\b", "..", "x" * 61, "a\nb", "é", "CON", "nul.x", "a.", "a "]
)
def test_names_that_are_not_safe(library: Library, tmp_path: Path, name: str) -> None:
    with pytest.raises(SaveError):
        check_name(name)
    with pytest.raises(SaveError):
        Session.create(library, "oto-s1", 1, tmp_path, name, NOW)
    assert not list(tmp_path.iterdir())


def test_a_name_is_taken_once(new: New, library: Library, tmp_path: Path) -> None:
    new().close()
    before = (tmp_path / "g.sasl").read_bytes()
    with pytest.raises(SaveError, match="already"):
        new()
    assert (tmp_path / "g.sasl").read_bytes() == before
    with pytest.raises(SaveError, match="no game 'other'"):
        Session.resume(library, tmp_path, "other")


def test_list_games(new: New, tmp_path: Path) -> None:
    assert list_games(tmp_path / "nowhere") == []
    done(new("old game"), "note a").close()
    done(new("played"), *SET_UP).close()
    new("fresh").close()
    found = {info.name: info for info in list_games(tmp_path)}
    assert set(found) == {"old game", "played", "fresh"}
    played = found["played"]
    assert played.mission == "oto-s1" and played.title and played.kind == "game" and played.created == NOW
    assert played.moment == "Turn 1, FRIENDLY RPh" and played.vp.startswith("FRIENDLY ")
    assert found["fresh"].moment == "set-up: mission tables" and found["fresh"].vp == ""


def test_default_folder_of_a_checkout() -> None:
    assert default_folder() == Path(__file__).resolve().parents[2] / "saves"


def test_the_first_line_is_the_header(new: New, tmp_path: Path) -> None:
    new().close()
    head = json.loads((tmp_path / "g.sasl").read_text())
    assert head["sasl"] == journal.FORMAT and head["mission"] == "oto-s1"
    assert head["seed"] == 7 and head["created"] == NOW


def test_every_acknowledged_move_survives_kill_9(tmp_path: Path) -> None:
    """`python tests/saves/kill9.py 200` does it two hundred times."""
    script = Path(__file__).with_name("kill9.py")
    run = subprocess.run([sys.executable, str(script), "3", str(tmp_path)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "3 kills" in run.stdout


def test_outcome_is_the_engines(new: New) -> None:
    session = new()
    assert isinstance(session.submit("next"), Done)
    assert isinstance(session.submit("xyzzy"), No)
