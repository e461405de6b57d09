"""The cache of content: what is found there is what the files say, and nothing else is ever taken from it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sasl.content import compiled
from sasl.content.compiled import Pieces
from sasl.content.library import Library, shipped_root
from sasl.content.loader import Loader
from sasl.content.reading.faults import ContentError
from sasl.kernel.rolling.tables import Table

ROOT = shipped_root()


def whole(pieces: Pieces) -> list[object]:
    """All shipped content of missions, read by way of these pieces."""
    library = Library(ROOT)._but(loader=Loader(ROOT, pieces=pieces))
    ids = library.loader.ids
    boards = [library.board(name) for name in ids("board")]
    chart = library.terrain
    return [
        library.all_tables,
        library.counters,
        library.figures,
        library.doctrines,
        [library.mission(name) for name in ids("mission")],
        [(board.id, board.hexes, board.orientation, board.kind, board.note) for board in boards],
        (chart.types, chart.combinations, chart.figures, chart.hexsides, chart.doubts),
    ]


def only(folder: Path, kind: str) -> Path:
    (path,) = folder.glob(f"{kind}-*.msgpack")
    return path


WORD = dict[str, tuple[str, frozenset[int], dict[int, list[float | None]]]]


def made(pieces: Pieces, *sources: bytes) -> tuple[Any, bool]:
    """A piece of these sources, and whether it had to be made."""
    calls = []

    def make() -> Any:
        calls.append(1)
        return {"a": ("b", frozenset({1}), {2: [None, 0.5]})}

    return pieces.get("word", WORD, sources, make), bool(calls)


def test_what_is_kept_is_what_the_files_say(tmp_path: Path) -> None:
    read = whole(Pieces(None))
    assert whole(Pieces(tmp_path)) == read and any(tmp_path.iterdir())
    found = whole(Pieces(tmp_path))
    assert found == read
    assert sorted(repr(found)) == sorted(repr(read)), "to the last letter, but for the order inside frozensets"


def test_a_piece_is_made_once_for_its_sources(tmp_path: Path) -> None:
    piece, new = made(Pieces(tmp_path), b"ab", b"c")
    assert new and made(Pieces(tmp_path), b"ab", b"c") == (piece, False)
    assert made(Pieces(tmp_path), b"a", b"bc")[1]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw[:-3], lambda raw: raw[:-1] + bytes([raw[-1] ^ 1]),
        lambda raw: raw.replace(b"sasl ", b"sasl 9", 1), lambda raw: b"", lambda raw: b"\xff\n" + raw,
        lambda raw: raw.partition(b"\n")[2],
    ],
    ids=["cut off", "changed", "another version", "empty", "no text", "no head"],
)  # fmt: skip
def test_a_damaged_or_foreign_piece_is_passed_over_and_written_anew(
    tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    piece, _ = made(Pieces(tmp_path), b"x")
    path = only(tmp_path, "word")
    sound = path.read_bytes()
    path.write_bytes(spoil(sound))
    assert made(Pieces(tmp_path), b"x") == (piece, True)
    assert path.read_bytes() == sound


def test_a_piece_under_the_name_of_another_is_passed_over(tmp_path: Path) -> None:
    made(Pieces(tmp_path), b"x")
    raw = only(tmp_path, "word").read_bytes()
    only(tmp_path, "word").unlink()
    made(Pieces(tmp_path), b"y")
    only(tmp_path, "word").write_bytes(raw)
    assert made(Pieces(tmp_path), b"y")[1]


def test_without_a_folder_that_takes_them_everything_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "word-x.msgpack").mkdir()
    for folder in (None, tmp_path / "file", tmp_path / "file" / "below"):
        assert made(Pieces(folder), b"x")[1] and made(Pieces(folder), b"x")[1]


def test_faults_are_told_each_time_and_never_kept(tmp_path: Path) -> None:
    def faulty() -> object:
        raise ContentError(["a fault"])

    for _ in range(2):
        with pytest.raises(ContentError, match="a fault"):
            Pieces(tmp_path).get("word", object, [b"x"], faulty)
    assert not any(tmp_path.iterdir())


def test_only_plain_data_is_kept(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        Pieces(tmp_path).get("word", object, [b"x"], object)
    assert not any(tmp_path.iterdir())


def test_a_piece_of_another_type_is_passed_over(tmp_path: Path) -> None:
    made(Pieces(tmp_path), b"x")
    name = only(tmp_path, "word").name
    assert Pieces(tmp_path).find(name, WORD) == made(Pieces(tmp_path), b"x")[0]
    for other in (list[str], dict[str, int], Table):
        with pytest.raises(LookupError):
            Pieces(tmp_path).find(name, other)


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PLAY = """
import io, sys
sys.stdin = io.StringIO("")
from sasl.cli.main import main
main(["--saves", sys.argv[1] if len(sys.argv) > 1 else {folder!r}, "play", "oto-s1", "--plain", "--name", {name!r}])
print(sorted({{"pydantic", "yaml", "sasl.campaign", "textual"}} & set(sys.modules)))
"""


def test_a_start_that_finds_everything_neither_parses_nor_checks(tmp_path: Path) -> None:
    for name in ("first", "second"):
        told = run(PLAY.format(folder=str(tmp_path), name=name), SASL_CACHE=str(tmp_path / "cache"))
    assert told.splitlines()[-1] == "[]"


PURE = """
import sys, yaml
del yaml.CSafeLoader
from pathlib import Path
from sasl.content.reading.yamlfile import BaseLoader, read_yaml
assert BaseLoader is yaml.SafeLoader
for path in sys.argv[1:] or {files!r}:
    read_yaml(Path(path))
"""


def test_a_library_reads_a_mission_once_however_many_games_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(ROOT)
    mission = library.mission("platoon")
    monkeypatch.setattr(Loader, "card", lambda *_: pytest.fail("it was read again"))
    assert library.mission("platoon") is mission and library.with_boards(1).mission("platoon") is mission


def test_content_of_every_folder_is_read_without_libyaml_too() -> None:
    """Of each folder its smallest file: the parser of pure Python is slow."""
    shipped = [path for folder in ("tables", "missions", "docs/template") for path in (ROOT / folder).rglob("*.yaml")]
    smallest = {path.parent: path for path in sorted(shipped, key=lambda path: -path.stat().st_size)}
    assert len(smallest) > 5
    run(PURE.format(files=[str(path) for path in sorted(smallest.values())]))


def test_of_too_many_pieces_those_go_that_were_used_longest_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not those that were written first: what is shipped is, and is found at every start."""
    monkeypatch.setattr(compiled, "MOST_PIECES", 2)
    for age, source in enumerate((b"shipped", b"own")):
        made(Pieces(tmp_path), source)
        newest = max(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (1000 + age, 1000 + age))
    assert not made(Pieces(tmp_path), b"shipped")[1]
    made(Pieces(tmp_path), b"new")
    assert not made(Pieces(tmp_path), b"shipped")[1] and made(Pieces(tmp_path), b"own")[1]
