"""Lines of sight kept on disk: the next start has those of earlier games, and no other table is ever believed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sasl.board.outcomes import outcomes_of, table_of
from sasl.content.compiled import Pieces
from sasl.content.library import Library, shipped_root
from sasl.content.loader import Loader

ROOT = shipped_root()
FROM = "P15"


def begun(folder: Path) -> Library:
    """The content as a new start of the program reads it."""
    return Library(ROOT)._but(loader=Loader(ROOT, pieces=Pieces(folder)))


def looked_along(library: Library, monkeypatch: pytest.MonkeyPatch) -> tuple[int, bytes]:
    """How many LOS from three hexes of OtO-S1 had to be worked out, and the table then."""
    board = library.board_of(library.mission("oto-s1"))
    outcomes, worked_out = outcomes_of(board), 0

    def counted(*given: Any) -> int:
        nonlocal worked_out
        worked_out += 1
        return int(type(outcomes)._work_out(outcomes, *given))

    monkeypatch.setattr(outcomes, "_work_out", counted)
    for name in (FROM, *board.neighbours(FROM)[:3]):
        for other in board.names():
            outcomes.between(name, other, ())
    return worked_out, table_of(board)


def test_what_a_game_has_found_need_not_be_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, found = begun(tmp_path), looked_along(begun(tmp_path), monkeypatch)
    assert found[0] > 2_000
    number, table = looked_along(first, monkeypatch)
    first.sights.keep()
    assert (number, table) == found
    assert looked_along(begun(tmp_path), monkeypatch) == (0, table)


def test_little_more_is_not_worth_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = begun(tmp_path)
    looked_along(first, monkeypatch)
    first.sights.keep()
    (path,) = tmp_path.glob("sights-*.msgpack")
    path.unlink()
    first.sights.keep()
    assert not path.exists()


@pytest.mark.parametrize("data", [b"", b"{}", b"\0" * 50])
def test_a_damaged_table_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    first = begun(tmp_path)
    number, table = looked_along(first, monkeypatch)
    first.sights.keep()
    (path,) = tmp_path.glob("sights-*.msgpack")
    path.write_bytes(data)
    assert looked_along(begun(tmp_path), monkeypatch) == (number, table)


@pytest.mark.parametrize("piece", ["not base64!", "AAAA", 5, ["tuple"]])
def test_a_piece_that_holds_no_table_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: object
) -> None:
    first = begun(tmp_path)
    number, table = looked_along(first, monkeypatch)
    first.sights.keep()
    (path,) = tmp_path.glob("sights-*.msgpack")
    first.loader.pieces.put(path.name, tuple(piece) if isinstance(piece, list) else piece)
    assert looked_along(begun(tmp_path), monkeypatch) == (number, table)
