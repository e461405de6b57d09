"""`sasl lint`: every fault of content, one line each, with file, line and remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from sasl.content.boards.board_files import check_board
from sasl.content.library import Library
from sasl.content.missions.campaign import load_campaign, load_groups
from sasl.content.missions.mission_checks import loose_ends, reference_faults
from sasl.content.missions.mission_files import read_in_part
from sasl.content.reading.faults import ContentError, File, PackFile, collected, few, refuse, shown_path
from sasl.content.reading.yamlfile import read_yaml
from sasl.content.tables import vasl_files
from sasl.content.tables.chapter_s import load_chapter_s
from sasl.content.tables.counter_files import load_counters
from sasl.content.tables.doctrine_files import action_faults, load_doctrines
from sasl.content.tables.strategy import load_strategies
from sasl.content.tables.table_files import load_figures, load_tables
from sasl.content.tables.terrain_files import load_terrain

Reader = Callable[[File], object]

MOST_TWICE = 8
"""At most so many duplicate keys of one file are reported."""


def lint_all(library: Library) -> list[str]:
    """Faults of everything the library holds, and of how its parts fit together."""
    root = library.loader.root
    files: list[File] = [path for part in ("tables", "missions") for path in sorted((root / part).rglob("*.yaml"))]
    files += [file for pack in library.loader.stack for file in pack.files]
    faults = [fault for path in files for fault in few(_lint_file(library, path), _shown(path))]
    for mission_id in library.loader.ids("mission"):
        faults += _caught(library.mission, mission_id)
    for campaign_id in library.loader.ids("campaign"):
        faults += _caught(library.campaign, campaign_id)
    faults += _caught(lambda: faults.extend(loose_ends(library)))
    return list(dict.fromkeys(faults))


def lint_files(library: Library, files: Sequence[Path]) -> list[str]:
    """Faults of these files."""
    faults = []
    for path in files:
        faults += few(_lint_file(library, path), _shown(path))
    return list(dict.fromkeys(faults))


def _lint_file(library: Library, path: File, most: int = MOST_TWICE) -> list[str]:
    """Faults of one file, read as what it holds (or its folder) says it is; a key that stands twice hides nothing."""
    try:
        data = read_yaml(path).data
    except ContentError as error:
        if error.mended is None or not most:
            return list(error.faults)
        mended = PackFile("", PurePosixPath(path.parent.name, path.name), error.mended.encode(), _shown(path))
        return [*error.faults, *_lint_file(library, mended, most - 1)]
    reader = _reader(library, path, data)
    if reader is not None:
        return _caught(reader, path) or list(_unexplained(path, data))
    if isinstance(data, dict) and not is_mission(data) and path.parent.name != "missions":
        return [f"{_shown(path)}:1: none of its keys tells what kind of file this is: {KINDS}"]
    mission, document, faults = read_in_part(path)
    if mission is not None:
        with collected(faults):
            faults += reference_faults(library, mission, document)
    return faults or [*_misnamed(path), *_unexplained(path, data)]


UNSURE = ("house", "reconstructed")
"""The provenances of figures that need a reason."""


def _unexplained(path: File, data: object, at: tuple[object, ...] = ()) -> Iterable[str]:
    """Yield every part of a file whose figures are house or reconstructed, and that does not say why."""
    if isinstance(data, dict) and data.get("provenance") in UNSURE and not data.get("note"):
        text = f"provenance {data['provenance']} needs a 'note' that says why"
        yield read_yaml(path).fault((*at, "provenance"), text)
    for key, part in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from _unexplained(path, part, (*at, key))


def is_mission(data: object) -> bool:
    """Whether what a file holds is meant for a mission."""
    return isinstance(data, dict) and bool(data.keys() & MISSION)


MISSION = {"area", "suspects", "first_side", "vpo", "force"}
"""Keys by which a mission is known."""
KINDS = "a mission has 'format: 1', tables are a list that begins with '- id:', docs/template shows every kind"
"""The message about a file that might be anything."""


def _reader(library: Library, path: File, data: object) -> Reader | None:
    """What reads a file, by a key that it has or by its folder; None: it is a mission."""
    bare = isinstance(data, str | int | float) and path.parent.name == "tables"
    if bare or (isinstance(data, list) and path.parent.name != "missions"):
        return load_tables
    keys = set(data) if isinstance(data, dict) else set()
    if keys & {"terrain", "types"}:
        keys -= {"figures"}
    if path.name == "terrain.yaml":
        keys |= {"terrain"}
    fits = (reader for words, folder, reader in _readers(library) if keys & words or path.parent.name == folder)
    return next(fits, None)


def _readers(library: Library) -> tuple[tuple[set[str], str | None, Reader], ...]:
    """The keys and the folder that say what a file holds, and what reads it; the first that fits."""
    return (
        ({"roll"}, None, load_tables),
        ({"campaign"}, None, load_campaign),
        ({"groups_of"}, "groups", load_groups),
        ({"doctrine"}, None, lambda path: _load_doctrine(library, path)),
        ({"strategy", "made_up"}, "strategies", lambda path: load_strategies([path])),
        ({"grids"}, None, vasl_files.load_boards),
        (set(), "rules", load_chapter_s),
        ({"ours", "shows", "layers"}, "vasl", lambda path: vasl_files.load_counters(path, library.counters)),
        ({"counters"}, None, load_counters),
        ({"figures"}, None, load_figures),
        ({"terrain"}, None, load_terrain),
        ({"rows", "legend"}, "boards", lambda path: check_board(path, library.terrain)),
    )


def _load_doctrine(library: Library, path: File) -> None:
    """The doctrine in `path`, beside and on the others."""
    files = [*_but(library.loader.of_kind("doctrines"), path), path]
    doctrines = load_doctrines(files).values()
    refuse(list(action_faults([path], doctrines, library.tables, library.loader.source)))


def _but(files: Iterable[File], path: File) -> list[File]:
    return [other for other in files if other != path]


def _shown(path: File) -> str:
    """How faults call a file."""
    return path.shown if isinstance(path, PackFile) else shown_path(path)


def _misnamed(path: File) -> Iterable[str]:
    """A mission is found by the name of its file, and its id must be the same."""
    document = read_yaml(path)
    if path.parent.name == "missions" and document.data["id"] != path.stem:
        yield document.fault(("id",), f"the file is called {path.name}; write id: {path.stem}, or rename the file")


def _caught(function: Callable[..., object], *args: Any) -> list[str]:
    try:
        function(*args)
    except ContentError as error:
        return list(error.faults)
    return []
