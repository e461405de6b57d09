"""The player's own VASL boards: list them, import their archives, remove them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from sasl.board.archives.archive import Archive, read_archive
from sasl.board.archives.stored import BadArchive, Imported, pixels_hash, stored_bytes
from sasl.board.join import label
from sasl.board.pixels.compare import differences
from sasl.cli.common import fault, library, notices, told
from sasl.content.library import Library
from sasl.content.reading.faults import shown_path
from sasl.kernel.files.regular_files import disk_words
from sasl.kernel.text import counted, listed
from sasl.saves.files import replace_file
from sasl.saves.folders import boards_folder

MOST_FILES = 5_000
"""The most files of a folder that are looked at."""
MOST_TOLD = 12
"""How many differing hexes of a board are listed; --json lists all."""


def boards(args: Namespace) -> int:
    """List, import or remove boards; the exit status."""
    lib = library(args)
    if args.act == "import":
        return _import(lib, args.paths, as_json=args.json)
    if args.act == "remove":
        return _remove(lib, args.names)
    return _list(lib, as_json=args.json)


def board_id(lib: Library, name: str) -> str:
    """The id of the mapboard that a person or VASL calls 13, bd13 or Board 13; "" if there is none here."""
    word = name.strip().lower().removeprefix("board").strip().removeprefix("bd")
    found = f"bd{int(word):02}" if word.isascii() and word.isdigit() and len(word) < 4 else ""
    return found if found in lib.loader.ids("board") else ""


# -- listing ------------------------------------------------------------------------------------------


def _list(lib: Library, *, as_json: bool) -> int:
    """Every mapboard, and whether its LOS is exact."""
    imported = lib.imported
    rows = [_row(lib, board) for board in lib.loader.ids("board") if board.startswith("bd")]
    lines = [f"{row['board']}  {_exact(row) if row['imported'] else 'digest'}" for row in rows]
    lines += [f"{board}  digest; its import cannot be used: {reason}" for board, reason in imported.damaged.items()]
    total = sum(row["bytes"] for row in rows)
    lines.append(f"{counted(len(imported.all), 'board')} imported, {total / 1e6:.1f} MB in {imported.folder}")
    if not imported.all:
        lines.append("sasl boards import FOLDER reads your VASL boards; without them LOS comes from our maps (digest)")
    return told(as_json, rows, lines)


def _exact(row: dict[str, Any]) -> str:
    return f"exact: VASL {row['version'] or 'version unknown'}, {row['bytes'] // 1000:,} kB"


def _row(lib: Library, board: str) -> dict[str, Any]:
    about = lib.imported.all.get(board)
    if about is None:
        return {"board": board, "imported": False, "version": "", "date": "", "sha256": "", "bytes": 0}
    path = lib.imported.path(board)
    size = path.stat().st_size if path.is_file() else 0
    return {
        "board": board, "imported": True, "version": about.version, "date": about.date, "sha256": about.sha256,
        "bytes": size,
    }  # fmt: skip


# -- import -------------------------------------------------------------------------------------------


def _import(lib: Library, paths: Sequence[Path], *, as_json: bool) -> int:
    """Import what can be read; each other archive is reported in one sentence."""
    found: list[dict[str, Any]] = []
    faults: list[str] = []
    for path in paths:
        for file in _archives(lib, path, faults):
            try:
                found.append(_import_one(lib, file))
            except BadArchive as error:
                faults.append(f"{shown_path(file)}: {error}")
    told(as_json, found, (line for item in found for line in _lines(item)))
    notices(f"sasl: {text}" for text in faults)
    return 1 if faults else 0


def _archives(lib: Library, path: Path, faults: list[str]) -> Iterator[Path]:
    """The archives at a path: a file itself, of a folder those of mapboards that are known here."""
    if not path.is_dir():
        yield path
        return
    try:
        files = sorted(islice((item for item in path.iterdir() if item.is_file()), MOST_FILES))
    except OSError as error:
        faults.append(f"{shown_path(path)}: cannot be read ({disk_words(error)})")
        return
    known = [file for file in files if board_id(lib, file.name)]
    if not known:
        faults.append(f"{shown_path(path)}: it holds no archive of a board known here (bd04, bd13 …)")
    yield from known


def _import_one(lib: Library, path: Path) -> dict[str, Any]:
    """Import one archive. BadArchive if it is none, or of a board that is not known here."""
    archive = read_archive(path)
    board = board_id(lib, archive.name)
    named = board_id(lib, path.name)
    if not board:
        known = listed(label(name) for name in lib.loader.ids("board") if name.startswith("bd"))
        raise BadArchive(f"it is board {archive.name!a}, and the boards here are {known}")
    if named and named != board:
        raise BadArchive(f"it claims to be board {archive.name!a}")
    about = Imported(board, archive.name, archive.version, archive.date, archive.sha256, pixels_hash(archive.raster))
    folder = boards_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadArchive(f"{folder} cannot be made ({error.strerror})") from None
    replace_file(lib.imported.path(board), stored_bytes(about, archive.raster))
    return {
        "board": board, "version": archive.version, "date": archive.date, "sha256": archive.sha256,
        "unknown_codes": _unknown(lib, archive),
        "differences": [{"hex": name, "what": what} for name, what in differences(lib.board(board), archive.raster)],
    }  # fmt: skip


def _unknown(lib: Library, archive: Archive) -> list[int]:
    """The terrain codes of a board that are not in the terrain chart; 0 is open ground."""
    return sorted(set(archive.raster.terrain) - lib.terrain.codes.keys() - {0})


def _lines(item: dict[str, Any]) -> Iterator[str]:
    """One imported board, and where it differs from the digest of its hexes."""
    version = f"VASL {item['version']}{', ' + item['date'] if item['date'] else ''}" if item["version"] else "VASL"
    differs = item["differences"]
    same = (
        "its hexes match the program's map"
        if not differs
        else f"{counted(len(differs), 'hex differs', 'hexes differ')} from the program's map"
    )
    yield f"{item['board']}: imported ({version}); LOS on it is exact now; {same}"
    for one in differs[:MOST_TOLD]:
        yield f"  {one['hex']}: {one['what']}"
    if len(differs) > MOST_TOLD:
        yield f"  and {len(differs) - MOST_TOLD} more (--json lists all)"
    if item["unknown_codes"]:
        yield f"  terrain codes unknown here, treated as open ground for LOS: {listed(map(str, item['unknown_codes']))}"


def _remove(lib: Library, names: Sequence[str]) -> int:
    """Remove imported boards; the digest serves again."""
    there = {*lib.imported.all, *lib.imported.damaged}
    wanted = sorted(there) if list(names) == ["all"] else [board_id(lib, name) or name for name in names]
    missing = [name for name in wanted if name not in there]
    if missing:
        return fault(f"{listed(missing)}: not imported; sasl boards lists what is")
    for board in wanted:
        try:
            lib.imported.path(board).unlink()
        except OSError as error:
            return fault(f"{board}: cannot be removed ({error.strerror})")
        print(f"{board}: removed; its LOS comes from the program's own map again")
    return 0
