"""Packs: the player's YAML files, read once, so that a game uses what its save keeps and its mission meets."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePosixPath

from sasl.content.reading.faults import MAX_BYTES, ContentError, PackFile, disk_fault, shown_path
from sasl.kernel.files.regular_files import read_regular
from sasl.kernel.frozen import Keeping
from sasl.kernel.text import shown

MOST_FILES = 2_000
"""The most YAML files that a pack may have."""


class Pack(Keeping):
    """Files with their texts under one name: a folder as it was when it was read, or what a save has kept."""

    name: str
    files: tuple[PackFile, ...]

    @classmethod
    def read(cls, base: Path) -> Pack:
        """The YAML files of the folder `base` (or the one file `base`). ContentError if one cannot be read."""
        if not base.is_dir():
            paths = [base]
        elif len(paths := sorted(islice(_seen(base), MOST_FILES + 1))) > MOST_FILES:
            text = f"more than {MOST_FILES:,} YAML files cannot be a pack; name a folder of your own tables"
            raise ContentError([f"{shown_path(base)}: {text}"])
        files = []
        for path in paths:
            _check_name(path)
            inside = ("tables", path.name) if path == base else path.relative_to(base).parts
            try:
                raw = read_regular(path, MAX_BYTES)
            except OSError as error:
                raise disk_fault(shown_path(path), "cannot be read", error) from None
            files.append(PackFile(base.stem, PurePosixPath(*inside), raw.replace(b"\r\n", b"\n"), shown_path(path)))
        return cls(base.stem, tuple(files))

    @classmethod
    def of(cls, name: str, texts: Mapping[str, str]) -> Pack:
        """A pack of texts by place (`tables/g2.yaml`); faults call its files `NAME/tables/g2.yaml`."""
        files = [
            PackFile(name, PurePosixPath(place), text.encode("utf-8", "surrogatepass"), f"{name}/{place}")
            for place, text in texts.items()
        ]
        return cls(name, tuple(sorted(files, key=lambda file: file.place.parts)))

    def folder(self, name: str) -> list[PackFile]:
        """The files below the folder `name`; a pack without `tables/` and `missions/` is all tables."""
        parts = PurePosixPath(name).parts
        if name == "tables" and not any(file.place.parts[0] in ("tables", "missions") for file in self.files):
            return list(self.files)
        return [file for file in self.files if file.place.parts[: len(parts)] == parts]

    def cards(self, card_id: str) -> list[PackFile]:
        """The mission of that id."""
        return [file for file in self.folder("missions") if file.parent.name == "missions" and file.stem == card_id]

    def only(self, wanted: Collection[PackFile]) -> Pack:
        """The pack with these of its files."""
        return Pack(self.name, tuple(file for file in self.files if file in wanted))

    def texts(self) -> dict[str, str]:
        """The texts by place. ContentError for a file that is no UTF-8 text."""
        return {str(file.place): file.text() for file in self.files}

    @cached_property
    def hash(self) -> str:
        """A short hash of all places and texts."""
        digest = hashlib.blake2b(digest_size=8)
        for file in self.files:
            digest.update(f"{file.place}\n{len(file.raw)}\n".encode())
            digest.update(file.raw)
        return digest.hexdigest()


def _seen(base: Path) -> Iterator[Path]:
    """The YAML files in and below a folder, without hidden ones: an editor's locks and copies are no tables."""
    for path in base.rglob("*.yaml"):
        if not any(part.startswith(".") for part in path.relative_to(base).parts):
            yield path


def _check_name(path: Path) -> None:
    """ContentError for a name that no save can keep and no terminal show: bytes that are no text, line ends, marks."""
    name = str(path)
    if shown(name) != name or "\n" in name:
        raise ContentError(
            [f"{name!a}: this name contains a character that cannot be shown; rename the file or folder"]
        )


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
