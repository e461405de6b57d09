"""Which files of a pack a mission can meet: those that stand for shipped ones, and those that something it meets names.

A file that is only there for another mission changes nothing: no save keeps it, no series is another for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from sasl.content.reading.faults import PackFile

TABLE = re.compile(rb"^- *(?:id: *|\{ *id: *)[\"']?([a-z0-9][a-z0-9.-]*)", re.MULTILINE)
"""A table in the list of a file."""


def names_in(raw: bytes) -> list[bytes]:
    """The ids of the tables in a file."""
    return TABLE.findall(raw)


def met(files: Iterable[PackFile], always: Collection[PackFile], shipped: Collection[bytes]) -> set[PackFile]:
    """Of `files`, tables and boards, those that bear a shipped name, or one that a file met names; and `always`."""
    found = set(always)
    left = {file: names_in(file.raw) or [file.stem.encode()] for file in files if file not in found}
    while more := {file for file, names in left.items() if _named(names, found, shipped)}:
        found |= more
        left = {file: names for file, names in left.items() if file not in more}
    return found


def _named(names: Iterable[bytes], files: Iterable[PackFile], shipped: Collection[bytes]) -> bool:
    return any(name in shipped or any(name in file.raw for file in files) for name in names)
