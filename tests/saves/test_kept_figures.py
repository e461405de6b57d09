"""A game keeps the figures it was begun with: packs by name, hash and text in its save."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playing_saves import NOW, SET_UP, done, run

from sasl.content.library import Library, shipped_root
from sasl.content.packs.own_pack import OwnPack
from sasl.content.packs.pack import Pack
from sasl.lab.odds.own_desk import Desk
from sasl.orders.engine import Done
from sasl.saves import journal, kept_figures
from sasl.saves.games import list_games
from sasl.saves.save_lines import SaveError
from sasl.saves.saved import CHANGED
from sasl.saves.session import Session

MINE = {"g2": "2+: 6-5-8", "a6.f": "1: 6\n2: 5\n3: 4\n4: 3\n5: 2\n6+: 1", "oto-s1.enemy-ac": "1..6: 7"}


def own(library: Library, folder: Path, **more: str) -> Library:
    """The library with G2, A6 and the ENEMY AC# of one's own in `folder`."""
    desk = Desk(library, OwnPack(folder))
    for name, rows in {**MINE, **more}.items():
        base = desk.table(name)
        desk.keep(desk.draft(base, rows))
    return library.with_packs((folder,))


@pytest.fixture
def mine(library: Library, tmp_path: Path) -> Path:
    own(library, tmp_path / "own")
    return tmp_path / "own"


def begin(library: Library, tmp_path: Path) -> None:
    done(Session.create(library, "oto-s1", 7, tmp_path, "g", NOW), "note a").close()


def values(session: Session) -> tuple[str, str]:
    """The ENEMY AC# as the next roll gives it, and a squad."""
    done(session, "next")
    return session.game.state.values["enemy-ac"].value, str(session.game.library.table("generation.g2").rows[0].result)


def test_the_header_holds_name_hash_and_text(library: Library, mine: Path, tmp_path: Path) -> None:
    begin(library.with_packs((mine,)), tmp_path)
    head = json.loads((tmp_path / "g.sasl").read_text(encoding="utf-8").split("\n")[0])
    (pack,) = head["packs"]
    assert (pack["name"], pack["hash"]) == ("own", Pack.read(mine).hash)
    assert pack["files"]["tables/generation.g2.yaml"] == (mine / "tables" / "generation.g2.yaml").read_text()
    assert len(pack["files"]) == 3 and head["tables"]["generation.g2"].endswith("generation.g2.yaml")


def test_a_game_without_packs_keeps_none(library: Library, tmp_path: Path) -> None:
    begin(library, tmp_path)
    assert journal.read(tmp_path / "g.sasl").header.packs == ()


def test_with_the_pack_as_it_was_nothing_is_told(library: Library, mine: Path, tmp_path: Path) -> None:
    begin(library.with_packs((mine,)), tmp_path)
    with Session.resume(library.with_packs((mine,)), tmp_path, "g") as session:
        assert not session.notices and values(session) == ("7", "6-5-8")


def test_a_game_goes_on_with_its_figures_when_the_pack_is_deleted(library: Library, mine: Path, tmp_path: Path) -> None:
    begin(library.with_packs((mine,)), tmp_path)
    shutil.rmtree(mine)
    with Session.resume(library, tmp_path, "g") as session:
        assert session.notices == ["the game keeps the figures of pack 'own' as they were; the pack is missing now"]
        assert values(session) == ("7", "6-5-8")
        rolled = run(session, "roll generation.g2")
        assert isinstance(rolled, Done) and session.log()[-1].text.endswith("-> 6-5-8 [user: own]")
    with Session.resume(library, tmp_path, "g") as again:
        assert again.game.state == session.game.state


def test_a_game_goes_on_with_its_figures_when_the_pack_has_changed(
    library: Library, mine: Path, tmp_path: Path
) -> None:
    begin(library.with_packs((mine,)), tmp_path)
    changed = own(library, mine, g2="2+: 4-3-6", **{"oto-s1.enemy-ac": "1..6: 1"})
    with Session.resume(changed, tmp_path, "g") as session:
        assert session.notices == ["the game keeps the figures of pack 'own' as they were; the pack has changed since"]
        assert values(session) == ("7", "6-5-8")
    assert changed.table("generation.g2").rows[0].result == "4-3-6"


def test_a_game_begun_without_a_pack_goes_on_without_it(library: Library, mine: Path, tmp_path: Path) -> None:
    begin(library, tmp_path)
    with Session.resume(library.with_packs((mine,)), tmp_path, "g") as session:
        assert session.notices == ["the game does not use pack 'own': it was begun without it"]
        assert values(session)[1] != "6-5-8" or session.game.library.table("generation.g2").pack == ""


def test_a_pack_that_is_faulty_by_now_does_not_matter(library: Library, mine: Path, tmp_path: Path) -> None:
    begin(library.with_packs((mine,)), tmp_path)
    (mine / "tables" / "generation.g2.yaml").write_text("- id: [", encoding="utf-8")
    with Session.resume(library.with_packs((mine,)), tmp_path, "g") as session:
        assert "has changed since" in session.notices[0] and values(session) == ("7", "6-5-8")


def test_what_is_kept_is_what_was_read_not_what_lies_there_later(library: Library, mine: Path, tmp_path: Path) -> None:
    opened = library.with_packs((mine,))
    _ = opened.tables
    own(library, mine, g2="2+: 4-3-6")
    begin(opened, tmp_path)
    with Session.resume(library, tmp_path, "g") as session:
        assert values(session) == ("7", "6-5-8")


def test_missions_boards_and_single_figures_of_a_pack_are_kept_too(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "missions").mkdir(parents=True)
    (folder / "tables").mkdir()
    text = (shipped_root() / "missions" / "oto-s1.yaml").read_text(encoding="utf-8")
    (folder / "missions" / "mine.yaml").write_text(text.replace("mission: oto-s1", "mission: mine"), encoding="utf-8")
    (folder / "missions" / "other.yaml").write_text(text, encoding="utf-8")
    (folder / "tables" / "figures.yaml").write_bytes(b"provenance: user\r\nfigures:\r\n  pbf: {value: 4}\r\n")
    with_mine = library.with_packs((folder,))
    Session.create(with_mine, "mine", 7, tmp_path, "g", NOW).close()
    shutil.rmtree(folder)
    with Session.resume(library, tmp_path, "g") as session:
        assert session.game.figure("pbf") == 4 and CHANGED.format("game") not in session.notices
    (pack,) = journal.read(tmp_path / "g.sasl").header.packs or ()
    assert set(pack.files) == {"missions/mine.yaml", "tables/figures.yaml"}


def test_a_fault_in_kept_figures_names_pack_file_and_line() -> None:
    library = Library(
        shipped_root(),
        (
            Pack.of(
                "own",
                {
                    "tables/g2.yaml": "- id: generation.g2\n  title: x\n  roll: DR\n"
                    "  provenance: user\n  rows:\n    2..11: 4-6-7\n"
                },
            ),
        ),
    )
    with pytest.raises(Exception, match=r"^own/tables/g2\.yaml:5: .*no row for a DR of 12"):
        library.table("generation.g2")


def test_packs_too_large_to_keep_are_one_sentence(
    library: Library, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_figures, "MOST_KEPT", 100)
    with pytest.raises(SaveError, match="a game can keep 100"):
        Session.create(library.with_packs((mine,)), "oto-s1", 7, tmp_path, "g", NOW)
    assert not (tmp_path / "g.sasl").exists() and not (tmp_path / "g.lock").exists()


# -- headers that were edited --------------------------------------------------------------------------


def edited(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Leave the header alone, changed and sealed as if it were right."""
    first = path.read_bytes().split(b"\n")[0]
    head = json.loads(first)
    del head["h"]
    change(head)
    path.write_bytes(journal._seal(head, "")[0])


FORGED: list[Callable[[dict[str, Any]], object]] = [
    lambda head: head.update(packs=[{"name": "own", "hash": "0" * 16, "files": {"tables/g2.yaml": "- id: x\n"}}]),
    lambda head: head.update(packs=[{"name": "own", "hash": "", "files": {"../../g2.yaml": ""}}]),
    lambda head: head.update(packs=[{"name": "own", "hash": "", "files": {"/etc/passwd": ""}}]),
    lambda head: head.update(packs=[{"name": "", "hash": "", "files": {}}]),
    lambda head: head.update(packs=[{"name": "own"}]),
    lambda head: head.update(packs="own"),
    lambda head: head.update(packs=[7]),
    lambda head: head.update(extra=1),
    lambda head: head["packs"][0]["files"].update({"tables/generation.g2.yaml": "- id: generation.g2\n"}),
]


@pytest.mark.parametrize("change", FORGED)
def test_an_edited_header_is_one_sentence(
    library: Library, mine: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    begin(library.with_packs((mine,)), tmp_path)
    path = tmp_path / "g.sasl"
    edited(path, change)
    with pytest.raises(SaveError) as caught:
        Session.resume(library, tmp_path, "g")
    assert str(caught.value).startswith("g.sasl, line 1: ") and "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300 and str(caught.value).isprintable()
    assert list_games(tmp_path)[0].damaged


def test_a_header_edited_by_hand_is_told_by_its_seal(library: Library, mine: Path, tmp_path: Path) -> None:
    begin(library.with_packs((mine,)), tmp_path)
    path = tmp_path / "g.sasl"
    path.write_bytes(path.read_bytes().replace(b"6-5-8", b"9-9-9", 1))
    with pytest.raises(SaveError, match=r"line 1: .*was changed after it was written"):
        Session.resume(library, tmp_path, "g")


# -- format 1 ------------------------------------------------------------------------------------------

OLD = Path(__file__).with_name("format-1.sasl")


def test_a_save_of_format_1_goes_on_without_packs(library: Library, mine: Path, tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path)
    with Session.resume(library.with_packs((mine,)), tmp_path, "format-1") as session:
        assert session.notices[0] == "this game was saved in format 1, now up to date"
        assert session.notices[-1] == "the game does not use pack 'own': it was begun without it"
        assert session.game.state.values["enemy-ac"].value == "3"
        done(session, "note b")
    assert (tmp_path / "format-1.format-1-1.sasl.txt").read_bytes() == OLD.read_bytes()
    assert journal.read(tmp_path / "format-1.sasl").header.packs == ()


def test_a_save_of_format_1_with_tables_of_a_pack_keeps_what_it_finds(
    library: Library, mine: Path, tmp_path: Path
) -> None:
    shutil.copy(OLD, tmp_path)
    path = tmp_path / "format-1.sasl"
    edited(path, lambda head: head.update(tables={"generation.g2": "own/tables/g2.yaml"}))
    Session.resume(library.with_packs((mine,)), tmp_path, "format-1").close()
    shutil.rmtree(mine)
    with Session.resume(library, tmp_path, "format-1") as session:
        assert session.game.library.table("generation.g2").pack == "own"


def test_two_thousand_commands_with_kept_figures_resume_in_a_moment(
    library: Library, mine: Path, tmp_path: Path
) -> None:
    session = done(Session.create(library.with_packs((mine,)), "oto-s1", 7, tmp_path, "g", NOW), *SET_UP)
    for _ in range(2000):
        session._write({"do": "note x", "answers": [], "events": [{"e": "Adjusted", "text": "x"}]}, session.game)
    session.close()
    shutil.rmtree(mine)
    times = []
    for _ in range(3):
        start = time.process_time()
        Session.resume(library, tmp_path, "g").close()
        times.append(time.process_time() - start)
    assert min(times) < 1.0  # 0.3 s where nothing else runs
